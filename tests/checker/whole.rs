//! Claims, headers, starts and pairs: what is said of a proof as a whole.

use minproof::check::{Condition, against_rules};
use minproof::games::catalogue;
use minproof::proof::file::{PlayerName, ProofFile};
use minproof::{Claim, Player};

use crate::common::Solved;
use crate::{REVERSI, check, check_claim, count, local, other, proof, refused, without};

#[test]
fn sound_proofs_of_every_kind_pass() {
    for spec in [
        REVERSI,
        "reversi:board=4x4",
        "reversi:board=4x4,blocked=passes",
        "reversi:board=3x3,symmetry=none",
        "reversi:board=3x4,start=parallel,empties=winner",
        "tictactoe",
        "tictactoe:symmetry=none",
        "mnk:board=4x3,k=3",
        "mnk:board=1x1,k=1",
        "connect:board=4x3,k=3",
        "connect:board=3x2,k=3",
        "mnk:board=1x1,k=2",
    ] {
        let file = Solved::open(spec).first_proof();
        let verdict = check(&file);
        assert!(verdict.is_proved(), "{spec}: {verdict:?}");
        assert_eq!(verdict.name(), "proved");
        // Nothing that is said about minimality or dominance is needed.
        let mut bare = file;
        bare.header.measure = None;
        bare.header.minimum = None;
        for vertex in &mut bare.vertices {
            vertex.dominance = None;
        }
        assert!(check(&bare).is_proved(), "{spec}");
    }
}

#[test]
fn a_weaker_claim_is_proved_by_the_same_vertices() {
    let file = proof();
    assert!(check_claim(&file, Claim::AtMost(0)).is_proved());
    assert!(check_claim(&file, Claim::AtMost(100)).is_proved());
}

#[test]
fn a_claim_that_is_too_strong() {
    let file = proof();
    for claim in [Claim::AtMost(-7), Claim::AtMost(i32::MIN)] {
        let verdict = check_claim(&file, claim);
        let end = verdict.refusal().unwrap().vertex;
        refused(&verdict, Condition::Ends, end);
        assert!(file.vertices[end].score.unwrap() > -7);
    }
}

#[test]
fn a_claim_of_the_other_player() {
    let file = proof();
    for claim in [Claim::AtLeast(1), Claim::AtLeast(-6), Claim::Value(-6)] {
        assert!(!check_claim(&file, claim).is_proved(), "{claim}");
    }
}

#[test]
fn the_header_counts_wrongly() {
    let file = proof();
    let damages: [fn(&mut ProofFile); 6] = [
        |f| f.header.vertices += 1,
        |f| f.header.vertices = 0,
        |f| f.header.edges -= 1,
        |f| f.header.edges = usize::MAX,
        |f| f.header.ends += 1,
        |f| f.header.ends = 0,
    ];
    for damage in damages {
        let mut damaged = file.clone();
        damage(&mut damaged);
        refused(&check(&damaged), Condition::Header, 0);
        refused(&local(&damaged), Condition::Header, 0);
    }
}

#[test]
fn the_start_is_missing() {
    let file = proof();
    refused(&check(&without(&file, &[0])), Condition::Start, 0);
    // Nothing at all.
    let mut empty = file.clone();
    empty.vertices.clear();
    count(&mut empty);
    refused(&check(&empty), Condition::Start, 0);
    refused(&local(&empty), Condition::Start, 0);
    // The start is there, but not first.
    let mut moved = file;
    moved.vertices.swap(0, 1);
    for vertex in &mut moved.vertices {
        vertex.id = [1, 0].get(vertex.id).copied().unwrap_or(vertex.id);
        for child in &mut vertex.children {
            child.to = [1, 0].get(child.to).copied().unwrap_or(child.to);
        }
    }
    refused(&check(&moved), Condition::Start, 0);
}

#[test]
fn the_rules_of_another_game() {
    let file = proof();
    for spec in [
        "reversi:board=4x4",
        "reversi:board=4x4,blocked=passes",
        "tictactoe",
        "reversi:board=5x4",
    ] {
        let game = catalogue::open(spec).unwrap();
        let verdict = against_rules(&*game, &file, Claim::AtMost(-1));
        assert!(!verdict.is_proved(), "{spec}");
    }
    // Symmetric positions were merged; the game without symmetry has all eight of each.
    let full = catalogue::open("reversi:board=4x4,blocked=ends,symmetry=none").unwrap();
    assert!(!against_rules(&*full, &file, Claim::AtMost(-1)).is_proved());
}

#[test]
fn a_pair_with_one_side_missing() {
    let file = Solved::open("tictactoe").first_proof();
    assert_eq!(file.header.claim, "value=0");
    assert!(check(&file).is_proved());
    for (side, other) in [
        (PlayerName::First, Player::Second),
        (PlayerName::Second, Player::First),
    ] {
        let lost: Vec<usize> = (0..file.vertices.len())
            .filter(|&v| file.vertices[v].side == Some(side))
            .collect();
        assert!(!lost.is_empty());
        let damaged = without(&file, &lost);
        assert!(!check(&damaged).is_proved());
        // What is left does prove the other player's half.
        let half = match other {
            Player::First => Claim::AtLeast(0),
            Player::Second => Claim::AtMost(0),
        };
        assert!(check_claim(&damaged, half).is_proved(), "{half}");
    }
}

#[test]
fn a_pair_with_sides_swapped_or_unmarked() {
    let file = Solved::open("tictactoe").first_proof();
    let mut unmarked = file.clone();
    unmarked.vertices.iter_mut().for_each(|v| v.side = None);
    assert!(
        !check(&unmarked).is_proved(),
        "each half has too few moves of the other side"
    );
    let mut swapped = file.clone();
    for vertex in &mut swapped.vertices {
        vertex.side = vertex.side.map(other);
    }
    assert!(!check(&swapped).is_proved());
    let mut start = file;
    start.vertices[0].side = Some(PlayerName::First);
    refused(&check(&start), Condition::Start, 0);
}

/// The size that a header states is that of the proof, in a measure that is known.
#[test]
fn a_header_states_another_size() {
    let sound = crate::proof();
    let (vertices, ends) = (sound.header.vertices, sound.header.ends);
    for (measure, minimum, fits) in [
        ("vertices", vertices, true),
        ("vertices", vertices - 1, false),
        ("vertices", vertices + 1, false),
        ("ends", ends, true),
        ("ends", ends + 1, false),
        ("decisions", 20, true),
        ("decisions", 19, false),
        ("decisions,vertices", 20, true),
        ("beauty", vertices, false),
        ("", vertices, false),
    ] {
        let mut file = sound.clone();
        file.header.measure = Some(measure.to_owned());
        file.header.minimum = Some(minimum.to_string());
        let verdict = check(&file);
        if fits {
            assert!(verdict.is_proved(), "{measure} {minimum}: {verdict:?}");
        } else {
            crate::refused(&verdict, minproof::check::Condition::Header, 0);
        }
    }
}
