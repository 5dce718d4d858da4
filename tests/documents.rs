//! What the README shows is what the program prints, and what graphs/ holds is what its
//! commands make.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A fresh folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("minproof-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The commands of the `console` blocks of a document, with the output shown below each.
fn commands(document: &str) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in document.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            commands.push((command.to_owned(), String::new()));
        } else if inside {
            let (_, output) = commands.last_mut().expect("output follows a command");
            output.push_str(line);
            output.push('\n');
        }
    }
    commands
}

/// Runs `minproof ...` or `cargo run --release -- ...` in a folder; quotes are the shell's.
fn run(command: &str, folder: &Path) -> String {
    let arguments = command
        .strip_prefix("minproof ")
        .or_else(|| command.strip_prefix("cargo run --release -- "))
        .unwrap_or_else(|| panic!("a command that this test does not know: {command}"));
    let unquoted = arguments.split('\'').step_by(2).collect::<String>();
    assert!(
        !unquoted.contains(['<', '>', '|', '*', '$']),
        "a shell reads this otherwise: {command}"
    );
    let words = arguments.split(' ').map(|word| word.trim_matches('\''));
    let output = Command::new(env!("CARGO_BIN_EXE_minproof"))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.code().is_some_and(|code| code < 2),
        "{command}: {errors}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Whether an output is the one shown, where a line `...` stands for any lines.
fn fits(shown: &[&str], found: &[&str]) -> bool {
    match shown {
        [] => found.is_empty(),
        ["...", rest @ ..] => (0..=found.len()).any(|skipped| fits(rest, &found[skipped..])),
        [line, rest @ ..] => found.first() == Some(line) && fits(rest, &found[1..]),
    }
}

#[test]
fn the_readme_shows_what_the_program_prints() {
    let readme = include_str!("../README.md");
    let folder = Folder::new("readme");
    let commands = commands(readme);
    let ours = |command: &str| !command.starts_with("cargo test") && !command.starts_with("git ");
    let mut shown_outputs = 0;
    for (command, shown) in commands.iter().filter(|(command, _)| ours(command)) {
        let found = run(command, &folder.0);
        if shown.trim().is_empty() {
            continue;
        }
        shown_outputs += 1;
        let shown_lines: Vec<&str> = shown.trim_end().lines().collect();
        let found_lines: Vec<&str> = found.trim_end().lines().collect();
        assert!(
            fits(&shown_lines, &found_lines),
            "`{command}` prints\n{found}\nbut the README shows\n{shown}"
        );
    }
    assert!(
        shown_outputs >= 5,
        "the README shows the main jobs with their output"
    );
}

#[test]
fn the_graphs_are_what_their_commands_make() {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("graphs");
    let folder = Folder::new("graphs");
    fs::create_dir(folder.0.join("graphs")).unwrap();
    for (command, _) in commands(&fs::read_to_string(shipped.join("README.md")).unwrap()) {
        run(&command, &folder.0);
    }
    let mut expected = files(&shipped);
    expected.remove(Path::new("README.md"));
    let made = files(&folder.0.join("graphs"));
    let names = |files: &BTreeMap<PathBuf, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&made), names(&expected));
    for (name, bytes) in &made {
        assert!(
            *bytes == expected[name],
            "{} is not what its command makes",
            name.display()
        );
    }
}

/// All files below a folder with their bytes, by their names from there on.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(&path).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}
