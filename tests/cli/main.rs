//! The program as people type it: every command, its JSON, its exit codes, bad input.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

#[path = "../common/folder.rs"]
mod folder;

mod exports;
mod faults;
mod pictures;
mod results;

use folder::Folder;

const ENDS: &str = "reversi:board=4x4,blocked=ends";

/// The program, in a folder of its own.
fn minproof(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minproof"));
    command.current_dir(folder.path()).args(arguments);
    command
}

fn run(folder: &Folder, arguments: &[&str]) -> Output {
    minproof(folder, arguments).output().unwrap()
}

/// What it prints when it succeeds; nothing may go to standard error.
#[track_caller]
fn text(folder: &Folder, arguments: &[&str]) -> String {
    expect(folder, arguments, 0)
}

#[track_caller]
fn expect(folder: &Folder, arguments: &[&str], code: i32) -> String {
    let output = run(folder, arguments);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        output.status.code(),
        Some(code),
        "{arguments:?}: {complaint}"
    );
    assert_eq!(complaint, "", "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one object that `--json` prints.
#[track_caller]
fn json(folder: &Folder, arguments: &[&str], code: i32) -> Value {
    let text = expect(folder, &[arguments, &["--json"]].concat(), code);
    assert_eq!(text.matches('\n').count(), 1, "one line: {text}");
    let value: Value = serde_json::from_str(&text).unwrap();
    assert!(value.is_object());
    value
}

/// The error that it ends with: code 2, nothing on standard output, no panic.
#[track_caller]
fn error(folder: &Folder, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {complaint}");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed, "", "{arguments:?}");
    assert!(
        complaint.starts_with("error: "),
        "{arguments:?}: {complaint}"
    );
    assert!(!complaint.contains("panicked"), "{complaint}");
    complaint
}

#[track_caller]
fn names_all(text: &str, wanted: &[&str]) {
    for wanted in wanted {
        assert!(text.contains(wanted), "`{wanted}` is missing in:\n{text}");
    }
}

fn exists(folder: &Folder, name: &str) -> bool {
    Path::new(&folder.join(name)).exists()
}
