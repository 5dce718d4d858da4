//! Bad input: an error that says what, where and what to do; code 2; never a panic.

use std::fs;
use std::io::Read as _;
use std::process::{Command, Stdio};

use crate::folder::Folder;
use crate::{ENDS, error, names_all, text};

#[test]
fn games_that_do_not_exist() {
    let folder = Folder::new();
    for command in ["build", "solve", "prune", "stats", "prove"] {
        let said = error(&folder, &[command, "reversy"]);
        names_all(
            &said,
            &["reversy", "did you mean `reversi`", "mnk", "tictactoe"],
        );
    }
    for (spec, wanted) in [
        ("", &["known games are"][..]),
        (
            "chess",
            &["no game `chess`", "reversi, mnk, connect, tictactoe"],
        ),
        (
            "reversi:bord=4x4",
            &["bord", "did you mean `board`", "blocked", "symmetry"],
        ),
        ("reversi:board=2x2", &["board=2x2", "3 to 8"]),
        ("reversi:board=4x9", &["board=4x9", "3 to 8"]),
        ("reversi:board=four", &["board=four", "COLUMNSxROWS"]),
        (
            "reversi:blocked=stays",
            &["blocked=stays", "ends, skips, passes"],
        ),
        ("reversi:board", &["key=value"]),
        ("reversi:board=4x4,board=5x5", &["twice"]),
        ("mnk:k=0", &["k=0", "1 to 8"]),
        ("mnk:k=9", &["k=9", "1 to 8"]),
        ("tictactoe:k=4", &["no parameter `k`"]),
    ] {
        names_all(&error(&folder, &["solve", spec]), wanted);
    }
}

#[test]
fn files_that_are_not_there_or_something_else() {
    let folder = Folder::new();
    fs::write(folder.join("empty.mpgraph"), "").unwrap();
    fs::write(folder.join("noise.bin"), [0, 159, 146, 150]).unwrap();
    fs::write(folder.join("text.txt"), "a list of things to buy\n").unwrap();
    text(&folder, &["build", "tictactoe", "-o", "graph.mpgraph"]);
    text(&folder, &["prove", "mnk:board=3x3,k=2", "-o", "."]);
    let proof = "first-at-least-1-tree-1.proof.jsonl";
    let mut bytes = fs::read(folder.join("graph.mpgraph")).unwrap();
    fs::write(folder.join("short.mpgraph"), &bytes[..1000]).unwrap();
    bytes[2000] ^= 1;
    fs::write(folder.join("flipped.mpgraph"), &bytes).unwrap();
    bytes[8] = 9;
    fs::write(folder.join("newer.mpgraph"), &bytes).unwrap();
    for command in ["solve", "prune", "stats", "prove"] {
        for (file, wanted) in [
            ("missing.mpgraph", &["missing.mpgraph", "cannot read"][..]),
            (
                "empty.mpgraph",
                &["empty.mpgraph", "not a minproof graph file"],
            ),
            ("noise.bin", &["noise.bin", "not a minproof graph file"]),
            ("text.txt", &["text.txt", "not a minproof graph file"]),
            ("short.mpgraph", &["short.mpgraph", "damaged"]),
            (
                "flipped.mpgraph",
                &["flipped.mpgraph", "damaged", "checksum"],
            ),
            ("newer.mpgraph", &["newer.mpgraph", "version 9"]),
            (proof, &[proof, "is a proof file"]),
            (".", &["cannot read"]),
        ] {
            names_all(&error(&folder, &[command, file]), wanted);
        }
    }
    for (file, wanted) in [
        (
            "missing.proof.jsonl",
            &["missing.proof.jsonl", "cannot read"][..],
        ),
        ("empty.mpgraph", &["empty.mpgraph", "empty"]),
        ("noise.bin", &["noise.bin", "line 1"]),
        ("text.txt", &["text.txt", "line 1", "header"]),
        ("short.mpgraph", &["short.mpgraph", "damaged"]),
        ("flipped.mpgraph", &["flipped.mpgraph", "checksum"]),
    ] {
        names_all(&error(&folder, &["check", file]), wanted);
        let exported = error(&folder, &["export", file, "--format", "dot"]);
        names_all(&exported, &[file]);
    }
    names_all(
        &error(&folder, &["check", "graph.mpgraph", "--local"]),
        &["graph file"],
    );
    names_all(
        &error(&folder, &["check", "graph.mpgraph", "--claim", "value=0"]),
        &["graph file"],
    );
    names_all(
        &error(&folder, &["check", proof, "--graph", "missing.mpgraph"]),
        &["missing.mpgraph"],
    );
    names_all(
        &error(&folder, &["check", proof, "--graph", proof]),
        &["proof file"],
    );
}

#[test]
fn proof_files_with_faults() {
    let folder = Folder::new();
    text(&folder, &["prove", "mnk:board=3x3,k=2", "-o", "."]);
    let proof = fs::read_to_string(folder.join("first-at-least-1-tree-1.proof.jsonl")).unwrap();
    let lines: Vec<&str> = proof.lines().collect();
    for (text, wanted) in [
        (
            proof.replacen("first>=1", "first wins", 1),
            &["line 1", "first wins", "first>=T"][..],
        ),
        (
            proof.replacen("mnk:", "mkn:", 1),
            &["game that is not known", "did you mean `mnk`"],
        ),
        (
            proof.replacen("\"game\":\"mnk:board=3x3,k=2\",", "", 1),
            &["--game"],
        ),
        (lines[..lines.len() - 1].join("\n"), &["cut short"]),
        (
            lines[..lines.len() - 1].join("\n") + "\n{\"id\":",
            &["line", "not a vertex"],
        ),
        (
            proof.replacen("\"version\":1", "\"version\":3", 1),
            &["version 3"],
        ),
    ] {
        fs::write(folder.join("bad.proof.jsonl"), text).unwrap();
        let said = error(&folder, &["check", "bad.proof.jsonl"]);
        names_all(&said, wanted);
        names_all(&said, &["bad.proof.jsonl"]);
    }
    // Told which game it is, a file without one is checked.
    let nameless = proof.replacen("\"game\":\"mnk:board=3x3,k=2\",", "", 1);
    fs::write(folder.join("nameless.proof.jsonl"), nameless).unwrap();
    let game = [
        "check",
        "nameless.proof.jsonl",
        "--game",
        "mnk:board=3x3,k=2",
    ];
    names_all(&text(&folder, &game), &["proved"]);
    names_all(
        &error(
            &folder,
            &["check", "nameless.proof.jsonl", "--game", "mnk:k=44"],
        ),
        &["k=44"],
    );
}

#[test]
fn arguments_that_do_not_fit() {
    let folder = Folder::new();
    for (arguments, wanted) in [
        (&[][..], &["Usage"][..]),
        (&["sovle", "tictactoe"], &["sovle", "solve"]),
        (&["solve"], &["GAME|FILE"]),
        (
            &["solve", "tictactoe", "--threads", "0"],
            &["--threads", "1"],
        ),
        (&["solve", "tictactoe", "--threads", "-1"], &["-1"]),
        (&["solve", "tictactoe", "--threads", "many"], &["many"]),
        (&["solve", "tictactoe", "--threads", "99999"], &["99999"]),
        (
            &["solve", "tictactoe", "--max-memory", "lots"],
            &["lots", "500MB"],
        ),
        (
            &["solve", "tictactoe", "--max-memory", "99999999999999GB"],
            &["99999999999999GB"],
        ),
        (&["solve", "tictactoe", "--max-vertices", "-5"], &["-5"]),
        (&["solve", "tictactoe", "--color"], &["--color"]),
        (
            &["prune", ENDS, "--order", "best"],
            &["best", "discovery", "random", "mobility"],
        ),
        (
            &["prove", ENDS, "--claim", "white wins"],
            &["white wins", "first>=T"],
        ),
        (&["prove", ENDS, "--claim", "first>=1.5"], &["first>=1.5"]),
        (
            &["prove", ENDS, "--claim", "first>=99999999999"],
            &["99999999999"],
        ),
        (&["prove", ENDS, "--measure", "weight"], &["weight", "tree"]),
        (&["prove", ENDS, "--limit", "0"], &["0"]),
        (
            &["prove", ENDS, "--all", "--limit", "5"],
            &["--all", "--limit"],
        ),
        (&["stats", ENDS, "--runs", "0"], &["0"]),
        (
            &["export", "tictactoe", "--format", "png"],
            &["png", "dot", "graphml", "json"],
        ),
        (&["export", "tictactoe"], &["--format"]),
        (
            &["check", "x", "--local", "--claim", "value=0"],
            &["--local", "--claim"],
        ),
    ] {
        let output = crate::run(&folder, arguments);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        names_all(&said, wanted);
    }
    let said = error(&folder, &["prune", ENDS, "--seed", "1"]);
    names_all(&said, &["--seed", "--order random"]);
    for command in ["prune", "stats"] {
        let said = error(&folder, &[command, "tictactoe", "--winning-moves"]);
        names_all(&said, &["draw", "--winning-moves"]);
    }
    assert!(folder.names().is_empty());
}

#[test]
fn positions_that_do_not_fit() {
    let folder = Folder::new();
    for (position, wanted) in [
        ("XXX", &["XXX"][..]),
        ("XX-/---/--- X", &["cannot be"]),
        ("X--/---/--- X", &["turn"]),
        ("OOO/XXX/--- X", &["line already"]),
    ] {
        names_all(
            &error(&folder, &["solve", "tictactoe", "--position", position]),
            wanted,
        );
    }
    // Well-formed, but no game comes there.
    let never = "X--X/----/----/---O X";
    names_all(
        &error(
            &folder,
            &["solve", "reversi:board=4x4", "--position", never],
        ),
        &[never],
    );
}

#[test]
fn limits() {
    let folder = Folder::new();
    for command in ["build", "solve", "prune", "prove"] {
        let said = error(
            &folder,
            &[command, "mnk:board=4x4,k=4", "--max-vertices", "5000"],
        );
        names_all(
            &said,
            &["limit of 5000 vertices", "level", "mnk:board=4x4,k=4"],
        );
    }
    let said = error(
        &folder,
        &["solve", "mnk:board=5x5,k=4", "--max-memory", "20MB"],
    );
    names_all(&said, &["limit of 20000000 bytes", "level"]);
    assert!(text(&folder, &["solve", "tictactoe", "--max-vertices", "765"]).contains("765"));
    let said = error(&folder, &["solve", "tictactoe", "--max-vertices", "764"]);
    names_all(&said, &["764"]);
    error(
        &folder,
        &[
            "build",
            "mnk:board=4x4,k=4",
            "--max-vertices",
            "10",
            "-o",
            "x.mpgraph",
        ],
    );
    assert!(
        folder.names().is_empty(),
        "a build that stops leaves no file"
    );
}

#[test]
fn outputs_that_cannot_be_written() {
    let folder = Folder::new();
    fs::create_dir(folder.join("folder")).unwrap();
    fs::write(folder.join("file"), "old").unwrap();
    for (arguments, wanted) in [
        (
            &["build", "tictactoe", "-o", "missing/x.mpgraph"][..],
            "missing/x.mpgraph",
        ),
        (&["build", "tictactoe", "-o", "folder"], "folder"),
        (&["build", "tictactoe", "-o", "file/x"], "file/x"),
        (
            &["prune", "tictactoe", "-o", "missing/x.jsonl"],
            "missing/x.jsonl",
        ),
        (&["stats", ENDS, "--plot", "missing/x.svg"], "missing/x.svg"),
        (
            &[
                "export",
                "tictactoe",
                "--format",
                "dot",
                "-o",
                "missing/x.dot",
            ],
            "missing/x.dot",
        ),
        (&["prove", ENDS, "-o", "file"], "file"),
        (&["prove", ENDS, "-o", "file/below"], "file/below"),
    ] {
        names_all(&error(&folder, arguments), &[wanted, "cannot"]);
    }
    assert_eq!(folder.names(), ["file", "folder"]);
    assert_eq!(fs::read(folder.join("file")).unwrap(), b"old");
    // An output is opened before the long run, so that the fault is seen at once.
    let large = ["build", "reversi:board=8x8", "-o", "missing/x.mpgraph"];
    names_all(&error(&folder, &large), &["missing/x.mpgraph"]);
    // A bad game leaves the old file as it was.
    error(
        &folder,
        &[
            "build",
            "mnk:board=5x5,k=4",
            "--max-vertices",
            "100",
            "-o",
            "file",
        ],
    );
    assert_eq!(fs::read(folder.join("file")).unwrap(), b"old");
}

/// Whoever reads may stop reading: no error, no panic.
#[test]
fn a_closed_pipe() {
    let folder = Folder::new();
    for arguments in [
        &["export", "tictactoe:symmetry=none", "--format", "dot"][..],
        &["export", "reversi:board=4x4", "--format", "json"],
        &["games"],
        &["--help"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_minproof"))
            .current_dir(folder.path())
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        // The pipe is closed here.
        let output = child.wait_with_output().unwrap();
        assert!(
            output.status.success(),
            "{arguments:?}: {:?}",
            output.status
        );
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

/// A full disk is an error, not a panic, and not silence.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full");
    let folder = Folder::new();
    for arguments in [&["games"][..], &["solve", "tictactoe", "--json"]] {
        let Ok(full) = full() else { return };
        let output = Command::new(env!("CARGO_BIN_EXE_minproof"))
            .current_dir(folder.path())
            .args(arguments)
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("error: "), "{said}");
    }
}

/// Names of files that are no text, and names with spaces and quotes.
#[test]
fn strange_names() {
    let folder = Folder::new();
    let name = "a graph \"of\" 'mine' \u{e9}.mpgraph";
    text(&folder, &["build", "tictactoe", "-o", name]);
    assert!(text(&folder, &["solve", name]).contains("765"));
    let found = crate::json(&folder, &["build", "tictactoe", "-o", name], 0);
    assert_eq!(found["file"], name);
}

#[test]
#[cfg(unix)]
fn names_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new();
    let name = std::ffi::OsStr::from_bytes(b"graph\xff.mpgraph");
    let output = Command::new(env!("CARGO_BIN_EXE_minproof"))
        .current_dir(folder.path())
        .args(["build", "tictactoe", "--json", "-o"])
        .arg(name)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains("panicked"), "{said}");
}
