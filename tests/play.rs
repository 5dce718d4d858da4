//! `minproof play`, through a pipe.

#![cfg(feature = "cli")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use assert_cmd::Command;
use minproof::Player;
use minproof::games::catalogue;
use serde_json::Value;

fn play(arguments: &[&str], input: &str) -> assert_cmd::assert::Assert {
    let mut command = Command::cargo_bin("minproof").unwrap();
    command
        .arg("play")
        .args(arguments)
        .write_stdin(input)
        .assert()
}

fn said(arguments: &[&str], input: &str) -> String {
    let output = play(arguments, input).success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

fn result(arguments: &[&str], moves: &[String]) -> Value {
    let mut all = vec!["--json"];
    all.extend(arguments);
    let mut input = moves.join("\n");
    input.push('\n');
    let output = play(&all, &input).success().get_output().stdout.clone();
    serde_json::from_slice(&output).unwrap()
}

/// Proof files of a game, in a folder of this test's own.
fn proofs(spec: &str, name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut command = Command::cargo_bin("minproof").unwrap();
    command
        .args(["prove", spec, "--limit", "1", "-o"])
        .arg(&folder);
    command.assert().success();
    folder
}

/// Plays every line that the person can play; returns how they end.
fn every_line(arguments: &[&str], spec: &str, you: Player) -> BTreeSet<String> {
    let game = catalogue::open(spec).unwrap();
    let mut ends = BTreeSet::new();
    let mut waiting: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(mine) = waiting.pop() {
        let outcome = result(arguments, &mine);
        let ended = outcome["result"].as_str().unwrap();
        if ended != "unfinished" {
            ends.insert(ended.to_owned());
            continue;
        }
        // The board as it stands, from the moves that were made.
        let mut position = game.set_up();
        for name in outcome["moves"].as_array().unwrap() {
            let view = game.view(&position).unwrap();
            let step = view.steps.iter().find(|step| step.name == *name).unwrap();
            position.clone_from(&step.reached);
        }
        let view = game.view(&position).unwrap();
        assert_eq!(view.player, you, "{mine:?}");
        for step in view.steps {
            let mut line = mine.clone();
            line.push(step.name);
            waiting.push(line);
        }
    }
    ends
}

#[test]
fn nobody_beats_a_sheet() {
    let spec = "reversi:board=4x4,blocked=ends";
    let folder = proofs(spec, "play-ends");
    let sheet = folder.join("second-at-most-minus-1-tree-1.proof.jsonl");
    let arguments = ["--sheet", sheet.to_str().unwrap()];
    let ends = every_line(&arguments, spec, Player::First);
    assert_eq!(ends, BTreeSet::from(["lost".to_owned()]));
}

#[test]
fn nobody_beats_perfect_play() {
    // First wins, whoever plays Second.
    let ends = every_line(
        &["mnk:board=4x2,k=2", "--as", "second"],
        "mnk:board=4x2,k=2",
        Player::Second,
    );
    assert_eq!(ends, BTreeSet::from(["lost".to_owned()]));
    // The person may win here, and does with some of the lines.
    let ends = every_line(&["mnk:board=2x2,k=2"], "mnk:board=2x2,k=2", Player::First);
    assert_eq!(ends, BTreeSet::from(["won".to_owned()]));
}

#[test]
fn best_play_against_best_play_takes_as_long_as_it_says() {
    // Second wins by six discs; taking the first hint each time keeps that.
    let mut mine: Vec<String> = Vec::new();
    let mut promised = None;
    loop {
        let outcome = result(&["reversi:board=4x4,blocked=ends"], &mine);
        let made = outcome["moves"].as_array().unwrap().len();
        if let Some(total) = promised {
            assert!(made <= total);
        }
        if outcome["result"] != "unfinished" {
            assert_eq!(outcome["score"], -6);
            assert_eq!(Some(made), promised);
            return;
        }
        let mut input = mine.join("\n");
        input.push_str("\nhint\n");
        let text = said(&["reversi:board=4x4,blocked=ends"], &input);
        let hint = text
            .lines()
            .find(|line| line.ends_with("to the end"))
            .unwrap();
        let words: Vec<&str> = hint.split_whitespace().collect();
        let total = made + words[1].parse::<usize>().unwrap();
        assert_eq!(promised.replace(total).unwrap_or(total), total);
        mine.push(words[0].to_owned());
    }
}

#[test]
fn the_board_is_never_turned() {
    let text = said(&["tictactoe"], "c3\n");
    assert!(text.contains(" 3 - - X   X (First) to move"), "{text}");
}

#[test]
fn moves_can_be_taken_back() {
    let outcome = result(&["tictactoe"], &["b2".into(), "undo".into(), "a1".into()]);
    assert_eq!(outcome["moves"][0], "a1");
    assert_eq!(outcome["moves"].as_array().unwrap().len(), 2);
    let text = said(&["tictactoe"], "undo\n");
    assert!(text.contains("nothing to take back"), "{text}");
}

#[test]
fn what_is_no_move_is_explained() {
    let text = said(&["tictactoe"], "b2\nb2\nz9\nHELP\n\n");
    assert!(
        text.contains("`b2` is no legal move here; you can play "),
        "{text}"
    );
    assert!(text.contains("`z9` is no legal move"), "{text}");
    assert!(text.contains("take your last move back"), "{text}");
}

#[test]
fn input_that_ends_ends_the_game_quietly() {
    for input in ["", "quit\n", "b2", "\u{fffd}\n"] {
        play(&["tictactoe"], input).success().stderr("");
    }
    play(&["tictactoe"], "b2\n\0\u{1b}[A\n")
        .success()
        .stderr("");
}

#[test]
fn a_sheet_says_where_the_answers_are() {
    let spec = "reversi:board=4x4,blocked=ends";
    let folder = proofs(spec, "play-entries");
    let sheet = folder.join("second-at-most-minus-1-tree-1.proof.jsonl");
    let text = said(&["--sheet", sheet.to_str().unwrap()], "b1\nhint\n");
    assert!(text.contains("you are lost in at most "), "{text}");
    assert!(
        text.contains("every answer is on entry 2, 3 or 4"),
        "{text}"
    );
}

#[test]
fn only_proofs_are_played_from() {
    let spec = "reversi:board=4x4,blocked=ends";
    let folder = proofs(spec, "play-broken");
    let sheet = folder.join("second-at-most-minus-1-tree-1.proof.jsonl");
    let path = sheet.to_str().unwrap();
    let refused = |arguments: &[&str], why: &str| {
        let error = play(arguments, "").code(2).get_output().stderr.clone();
        let error = String::from_utf8(error).unwrap();
        assert!(error.contains(why), "{error}");
    };
    refused(
        &["--sheet", path, "--as", "second"],
        "play First against it",
    );
    refused(&["tictactoe", "--sheet", path], "not of mnk:board=3x3,k=3");
    refused(&[], "required");
    refused(&["chess"], "there is no game `chess`");
    let text = std::fs::read_to_string(&sheet).unwrap();
    std::fs::write(&sheet, text.replacen("second<=-1", "second<=-9", 1)).unwrap();
    refused(&["--sheet", path], "does not prove second<=-9");
}
