//! Graph files and proof files: read back as written, and damaged ones refused with an
//! error, never a panic and never memory for lengths that are not there.

use std::fs;
use std::io::Write as _;

use minproof::games::PositionTexts as _;
use minproof::proof::file::{ProofFile, ProofFileError};
use minproof::store::{self, Lines, PendingFile, StoreError, StoredGraph};
use minproof::{GameGraph, NodeId};
use proptest::prelude::*;

mod common;
use common::Solved;
use common::dag::digraphs;
use common::folder::Folder;

fn bytes_of(solved: &Solved) -> Vec<u8> {
    let mut bytes = Vec::new();
    let positions = &*solved.built.positions;
    store::write(&mut bytes, &solved.game.spec, solved.graph(), positions).unwrap();
    bytes
}

fn small() -> Vec<u8> {
    bytes_of(&Solved::open("mnk:board=2x2,k=2"))
}

/// A file with this payload and a right header.
fn wrapped(payload: &[u8]) -> Vec<u8> {
    let mut bytes = b"MPGRAPH\n".to_vec();
    bytes.extend(store::VERSION.to_le_bytes());
    bytes.extend((payload.len() as u64).to_le_bytes());
    bytes.extend(crc32fast::hash(payload).to_le_bytes());
    bytes.extend(payload);
    bytes
}

#[test]
fn read_gives_what_was_written() {
    for spec in [
        "mnk:board=1x1,k=1",
        "mnk:board=2x2,k=2",
        "tictactoe",
        "tictactoe:symmetry=none",
        "reversi:board=4x4,blocked=ends",
        "reversi:board=3x4,blocked=passes,start=parallel",
    ] {
        let solved = Solved::open(spec);
        let stored = store::read(&bytes_of(&solved)).unwrap();
        assert_eq!(stored.spec, solved.game.spec);
        assert_eq!(stored.graph, *solved.graph());
        assert_eq!(stored.positions.count(), solved.graph().vertex_count());
        for vertex in solved.graph().vertices() {
            let text = stored.positions.text(vertex);
            assert_eq!(text, solved.built.positions.text(vertex));
        }
        // Written again it is the same file.
        let mut again = Vec::new();
        store::write(&mut again, &stored.spec, &stored.graph, &stored.positions).unwrap();
        assert!(again == bytes_of(&solved), "{spec}");
    }
}

/// The bytes of one small file, so that a change of the format is seen.
#[test]
fn the_format_is_as_documented() {
    let bytes = small();
    assert_eq!(bytes[..8], *b"MPGRAPH\n");
    assert_eq!(bytes[8..12], 1_u32.to_le_bytes());
    let payload = &bytes[24..];
    assert_eq!(bytes[12..20], (payload.len() as u64).to_le_bytes());
    assert_eq!(bytes[20..24], crc32fast::hash(payload).to_le_bytes());
    assert_eq!(bytes, wrapped(payload));
    assert!(payload.ends_with(b"XX/OO X\n") || payload.ends_with(b" O\n"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_graph_is_read_back(plan in digraphs(80), forget in any::<bool>(), spec in ".{0,20}") {
        let mut graph = plan.graph;
        if forget {
            graph = graph.with_unknown_multiplicities();
        }
        let mut bytes = Vec::new();
        store::write(&mut bytes, &spec, &graph, &Lines::default()).unwrap();
        let StoredGraph { spec: read, graph: again, positions } = store::read(&bytes).unwrap();
        prop_assert_eq!(read, spec);
        prop_assert_eq!(again, graph);
        prop_assert_eq!(positions.count(), 0);
    }

    #[test]
    fn noise_is_an_error(noise in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(store::read(&noise).is_err());
        prop_assert!(store::read(&wrapped(&noise)).is_err());
        prop_assert!(ProofFile::read(noise.as_slice()).is_err());
    }

    /// Bytes changed, and the checksum made right again: an error or a sound graph.
    #[test]
    fn damage_behind_a_right_checksum(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let mut payload = small()[24..].to_vec();
        for (place, byte) in changes {
            let place = place.index(payload.len());
            payload[place] = byte;
        }
        if let Ok(stored) = store::read(&wrapped(&payload)) {
            walk(&stored);
        }
    }
}

/// Everything that can be asked of a graph, which panics if it is not sound.
fn walk(stored: &StoredGraph) {
    let graph: &GameGraph = &stored.graph;
    let mut edges = 0;
    for vertex in graph.vertices() {
        for child in graph.children(vertex) {
            assert!(child.index() < graph.vertex_count());
            edges += 1;
        }
        assert_eq!(graph.score(vertex).is_some(), graph.is_end(vertex));
        let _ = graph.player(vertex);
        if stored.positions.count() > 0 {
            let _ = stored.positions.text(vertex);
        }
    }
    assert_eq!(edges, graph.edge_count());
    assert!((0..edges).all(|edge| graph.multiplicity(edge) != Some(0)));
    assert!(graph.levels().iter().sum::<usize>() <= graph.vertex_count());
    if let Ok(order) = minproof::solve::TopologicalOrder::of(graph) {
        let _ = minproof::solve::games(graph, &order);
    }
}

#[test]
fn every_truncation_is_an_error() {
    let bytes = small();
    for length in 0..bytes.len() {
        let error = store::read(&bytes[..length]).unwrap_err();
        match length {
            0..8 => assert!(matches!(error, StoreError::Foreign), "{length}: {error}"),
            _ => assert!(
                matches!(error, StoreError::Length { .. }),
                "{length}: {error}"
            ),
        }
        // Cut short with a header that fits: the content breaks off.
        if length >= 24 {
            let error = store::read(&wrapped(&bytes[24..length])).unwrap_err();
            let sound = matches!(error, StoreError::Content(_) | StoreError::Graph(_));
            assert!(sound, "{length}: {error}");
        }
    }
}

#[test]
fn every_flipped_bit_is_an_error() {
    let bytes = small();
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let error = store::read(&damaged).unwrap_err();
        let fitting = match bit / 8 {
            0..8 => matches!(error, StoreError::Foreign),
            8..12 => matches!(error, StoreError::Version { .. }),
            12..20 => matches!(error, StoreError::Length { .. }),
            _ => matches!(error, StoreError::Checksum { .. }),
        };
        assert!(fitting, "bit {bit}: {error}");
    }
}

/// With the checksum made right, a flipped bit is an error or still a sound graph.
#[test]
fn every_flipped_bit_behind_a_right_checksum() {
    let payload = small()[24..].to_vec();
    let mut refused = 0;
    for bit in 0..8 * payload.len() {
        let mut damaged = payload.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        match store::read(&wrapped(&damaged)) {
            Ok(stored) => walk(&stored),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > payload.len(), "only {refused} were refused");
}

#[test]
fn files_from_elsewhere() {
    for bytes in [
        &b""[..],
        b"\n",
        b"MPGRAPH",
        b"MPGRAPH ",
        b"\x7fELF",
        b"PK\x03\x04",
        b"digraph {}",
    ] {
        let error = store::read(bytes).unwrap_err();
        assert!(matches!(error, StoreError::Foreign), "{bytes:?}: {error}");
        assert!(!store::is_graph_file(bytes));
    }
    let mut newer = small();
    newer[8] = 2;
    let error = store::read(&newer).unwrap_err();
    assert!(matches!(error, StoreError::Version { found: 2 }));
    assert!(error.to_string().contains("version 2"), "{error}");
    let mut longer = small();
    longer.push(0);
    assert!(matches!(
        store::read(&longer),
        Err(StoreError::Length { .. })
    ));
    let mut payload = small()[24..].to_vec();
    payload.push(0);
    let error = store::read(&wrapped(&payload)).unwrap_err();
    assert!(matches!(error, StoreError::Content(_)), "{error}");
}

/// Lengths of 2^32 and more in a payload of a few bytes, at every place where a length is.
#[test]
fn lengths_that_are_not_there() {
    let payload = small()[24..].to_vec();
    let before = reserved();
    for at in 0..payload.len().saturating_sub(8) {
        for length in [u64::MAX, 1 << 62, 1 << 40, 1 << 34, u64::from(u32::MAX)] {
            let mut damaged = payload.clone();
            damaged[at..at + 8].copy_from_slice(&length.to_le_bytes());
            if let Ok(stored) = store::read(&wrapped(&damaged)) {
                walk(&stored);
            }
        }
    }
    if let (Some(before), Some(after)) = (before, reserved()) {
        let more = after - before;
        assert!(more < 1 << 20, "{more} KiB more were reserved");
    }
}

/// The most memory that this process has ever reserved, in KiB, where the system says so.
fn reserved() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmPeak:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

#[test]
fn graphs_that_contradict_themselves() {
    // (offsets, targets, players, ends, scores, repeated)
    type Parts = (
        Vec<u32>,
        Vec<u32>,
        Vec<u64>,
        Vec<u32>,
        Vec<i32>,
        Option<Vec<(u32, u32)>>,
    );
    fn read(parts: &Parts) -> Result<StoredGraph, StoreError> {
        let mut payload = Vec::new();
        let number = |payload: &mut Vec<u8>, n: usize| payload.extend((n as u64).to_le_bytes());
        number(&mut payload, 0); // no specification
        for list in [&parts.0, &parts.1] {
            number(&mut payload, list.len());
            list.iter().for_each(|n| payload.extend(n.to_le_bytes()));
        }
        number(&mut payload, parts.2.len());
        parts.2.iter().for_each(|n| payload.extend(n.to_le_bytes()));
        number(&mut payload, parts.3.len());
        parts.3.iter().for_each(|n| payload.extend(n.to_le_bytes()));
        number(&mut payload, parts.4.len());
        parts.4.iter().for_each(|n| payload.extend(n.to_le_bytes()));
        match &parts.5 {
            None => payload.push(0),
            Some(list) => {
                payload.push(1);
                number(&mut payload, list.len());
                for (edge, moves) in list {
                    payload.extend(edge.to_le_bytes());
                    payload.extend(moves.to_le_bytes());
                }
            }
        }
        number(&mut payload, 0); // no positions
        store::read(&wrapped(&payload))
    }
    let sound: Parts = (
        vec![0, 2, 2, 2],
        vec![1, 2],
        vec![0],
        vec![1, 2],
        vec![1, -1],
        Some(vec![(1, 3)]),
    );
    let stored = read(&sound).unwrap();
    walk(&stored);
    assert_eq!(stored.graph.multiplicity(1), Some(3));
    type Damage = (&'static str, fn(&mut Parts));
    let damages: [Damage; 21] = [
        ("no vertex", |p| p.0.truncate(1)),
        ("no offset", |p| p.0.clear()),
        ("offsets fall", |p| p.0 = vec![0, 2, 1, 2]),
        ("offsets begin late", |p| p.0 = vec![1, 2, 2, 2]),
        ("offsets beyond", |p| p.0 = vec![0, 2, 2, 9]),
        ("edges left over", |p| p.0 = vec![0, 1, 1, 1]),
        ("a child that is not there", |p| p.1 = vec![1, 3]),
        ("a child far away", |p| p.1 = vec![1, u32::MAX]),
        ("children unordered", |p| p.1 = vec![2, 1]),
        ("a child twice", |p| p.1 = vec![1, 1]),
        ("no players", |p| p.2.clear()),
        ("too many players", |p| p.2.push(0)),
        ("an end lost", |p| p.3 = vec![1]),
        ("an end that moves", |p| p.3 = vec![0, 1]),
        ("ends unordered", |p| p.3 = vec![2, 1]),
        ("a score lost", |p| p.4 = vec![1]),
        ("a score too many", |p| p.4.push(0)),
        ("no such edge", |p| p.5 = Some(vec![(2, 2)])),
        ("no moves at an edge", |p| p.5 = Some(vec![(0, 0)])),
        ("edges unordered", |p| p.5 = Some(vec![(1, 2), (0, 2)])),
        ("an edge twice", |p| p.5 = Some(vec![(1, 2), (1, 3)])),
    ];
    for (what, damage) in damages {
        let mut parts = sound.clone();
        damage(&mut parts);
        let error = read(&parts)
            .err()
            .unwrap_or_else(|| panic!("{what} was accepted"));
        // A number that no vertex can have is not even read.
        let expected = match what {
            "a child far away" => matches!(error, StoreError::Content(_)),
            _ => matches!(error, StoreError::Graph(_)),
        };
        assert!(expected, "{what}: {error}");
    }
}

/// The number of a vertex has a limit, and nothing makes one beyond it.
#[test]
fn numbers_of_vertices_have_a_limit() {
    assert!(NodeId::new(NodeId::LIMIT - 1).is_some());
    assert_eq!(NodeId::new(NodeId::LIMIT), None);
    assert_eq!(NodeId::new(usize::MAX), None);
}

#[test]
fn numbers_of_vertices_beyond_the_limit_are_not_read() {
    assert!(serde_json::from_str::<NodeId>("7").is_ok());
    assert!(serde_json::from_str::<NodeId>("4294967295").is_err());
}

fn proof_bytes() -> Vec<u8> {
    let mut bytes = Vec::new();
    let file = Solved::open("mnk:board=3x3,k=2").first_proof();
    file.write(&mut bytes).unwrap();
    bytes
}

#[test]
fn proof_files_are_read_back() {
    for spec in [
        "reversi:board=4x4,blocked=ends",
        "tictactoe",
        "mnk:board=1x1,k=1",
    ] {
        let file = Solved::open(spec).first_proof();
        let mut bytes = Vec::new();
        file.write(&mut bytes).unwrap();
        let read = ProofFile::read(bytes.as_slice()).unwrap();
        assert_eq!(read, file);
        let mut again = Vec::new();
        read.write(&mut again).unwrap();
        assert_eq!(again, bytes);
        // Windows line ends and a missing last one do not matter.
        let text = String::from_utf8(bytes).unwrap();
        let other = text.trim_end().replace('\n', "\r\n");
        assert_eq!(ProofFile::read(other.as_bytes()).unwrap(), file);
    }
}

#[test]
fn every_truncated_proof_file_is_an_error() {
    let bytes = proof_bytes();
    // The last byte is a line feed, which may be missing.
    for length in 0..bytes.len() - 1 {
        assert!(ProofFile::read(&bytes[..length]).is_err(), "{length} bytes");
    }
}

/// A flipped bit makes it unreadable, or it is read and not the same.
#[test]
fn every_flipped_bit_of_a_proof_file_is_seen() {
    let bytes = proof_bytes();
    let whole = ProofFile::read(bytes.as_slice()).unwrap();
    for bit in 0..8 * bytes.len() {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        if let Ok(read) = ProofFile::read(damaged.as_slice()) {
            let space =
                bytes[bit / 8].is_ascii_whitespace() || damaged[bit / 8].is_ascii_whitespace();
            assert!(read != whole || space, "bit {bit}");
        }
    }
}

#[test]
fn proof_files_with_faults_name_the_line() {
    let text = String::from_utf8(proof_bytes()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let with = |line: usize, new: &str| {
        let mut lines = lines.clone();
        lines[line - 1] = new;
        lines.join("\n")
    };
    let second = lines[1];
    for (text, line, reason) in [
        (String::new(), 1, "empty"),
        ("\n".into(), 1, "header"),
        ("{}".into(), 1, "minproof"),
        ("[1, 2]".into(), 1, "header"),
        ("MPGRAPH\n".into(), 1, "header"),
        (with(1, second), 1, "header"),
        (
            with(1, &lines[0].replace("\"proof\"", "\"graph\"")),
            1,
            "graph",
        ),
        (
            with(1, &lines[0].replace("\"version\":1", "\"version\":2")),
            1,
            "version 2",
        ),
        (
            with(1, &lines[0].replace("\"version\":1", "\"version\":-1")),
            1,
            "header",
        ),
        (with(2, "{"), 2, "not a vertex"),
        (with(2, "null"), 2, "not a vertex"),
        (
            with(2, &second.replace("\"id\":0", "\"id\":1")),
            2,
            "0 comes next",
        ),
        (
            with(2, &second.replace("\"id\":0", "\"id\":-1")),
            2,
            "not a vertex",
        ),
        (with(2, &second.replace("\"id\":0,", "")), 2, "id"),
        (
            with(2, &second.replace("\"player\":\"first\",", "")),
            2,
            "player",
        ),
        (
            with(2, &second.replace("\"first\"", "\"third\"")),
            2,
            "third",
        ),
        (
            with(2, &second.replace("\"children\"", "\"kinder\"")),
            2,
            "children",
        ),
        (
            with(2, &second.replace("\"to\":", "\"to\":-")),
            2,
            "not a vertex",
        ),
        (with(3, lines[3]), 3, "1 comes next"),
        (text.clone() + second, lines.len() + 1, "comes next"),
    ] {
        let error = ProofFile::read(text.as_bytes()).unwrap_err();
        let ProofFileError::Line {
            line: at,
            reason: why,
        } = &error
        else {
            panic!("{text}: {error}");
        };
        assert_eq!(*at, line, "{error}");
        assert!(why.contains(reason), "{reason}: {error}");
    }
    let fewer = lines[..lines.len() - 1].join("\n");
    let error = ProofFile::read(fewer.as_bytes()).unwrap_err();
    assert!(matches!(error, ProofFileError::Count { .. }), "{error}");
    let binary = [lines[0].as_bytes(), b"\n\xff\xfe\x00"].concat();
    let error = ProofFile::read(binary.as_slice()).unwrap_err().to_string();
    assert!(
        error.contains("line 2") && error.contains("text"),
        "{error}"
    );
}

#[test]
fn an_old_file_survives_a_failed_write() {
    let folder = Folder::new();
    let path = folder.join("graph.mpgraph");
    fs::write(&path, "old").unwrap();
    // Given up half way.
    let mut pending = PendingFile::create(&path).unwrap();
    pending.write_all(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    drop(pending);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(folder.names(), ["graph.mpgraph"]);
    // Completed.
    let mut pending = PendingFile::create(&path).unwrap();
    pending.write_all(b"new").unwrap();
    pending.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(folder.names(), ["graph.mpgraph"]);
}

#[test]
fn names_that_no_file_can_have() {
    let folder = Folder::new();
    assert!(PendingFile::create(folder.path()).is_err());
    assert!(PendingFile::create(&folder.join("missing/graph")).is_err());
    assert!(PendingFile::create(std::path::Path::new("")).is_err());
    assert!(PendingFile::create(std::path::Path::new("/")).is_err());
    assert!(folder.names().is_empty());
}
