//! Running other programs on a text.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// What the first of the `names` that the system has says to `input`. `None` if it has
/// none of them, which is a failure where `CI` is set.
pub(crate) fn ask(names: &[&str], arguments: &[&str], input: &[u8]) -> Option<String> {
    for name in names {
        let child = Command::new(name)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let Ok(mut child) = child else { continue };
        let mut stdin = child.stdin.take().unwrap();
        let output = std::thread::scope(|scope| {
            // Both pipes can fill up, so one side writes while the other reads. Who stops
            // reading is judged by what it says.
            scope.spawn(move || stdin.write_all(input));
            child.wait_with_output().unwrap()
        });
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name} refuses:\n{errors}");
        return Some(String::from_utf8(output.stdout).unwrap());
    }
    missing(names[0]);
    None
}

/// Says that a program is missing.
///
/// # Panics
///
/// Where `CI` is set.
pub(crate) fn missing(name: &str) {
    assert!(
        std::env::var_os("CI").is_none(),
        "{name} is missing; .ci/run installs it"
    );
    eprintln!("skipped: {name} is not on this system");
}

/// What Python with networkx prints for a script, `None` if one of them is missing.
pub(crate) fn networkx(script: &str, input: &[u8]) -> Option<String> {
    let found = Command::new("python3")
        .args(["-c", "import networkx"])
        .stderr(Stdio::null())
        .status();
    if !found.is_ok_and(|status| status.success()) {
        missing("python3 with networkx");
        return None;
    }
    ask(&["python3"], &["-c", script], input)
}
