//! `minproof sheet` on the command line.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use minproof::proof::file::ProofFile;

use crate::proofs;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("minproof-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn save(&self, name: &str, file: &ProofFile) -> String {
        let path = self.path(name);
        file.write(fs::File::create(&path).unwrap()).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("minproof")
        .unwrap()
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}

#[test]
fn every_format_follows_from_the_name() {
    let folder = Folder::new("sheet-formats");
    let (_, file, _) = proofs::proof("tictactoe", "first>=0");
    let proof = folder.save("x.proof.jsonl", &file);
    for (name, begin) in [
        ("a.pdf", "%PDF-"),
        ("a.svg", "<svg "),
        ("a.html", "<!DOCTYPE html>"),
        ("a.md", "# Tic-tac-toe: X holds the draw"),
        ("a.TXT", "Tic-tac-toe: X holds the draw"),
    ] {
        let out = folder.path(name);
        let (code, said, _) = run(&["sheet", &proof, "-o", &out, "--json"]);
        assert_eq!(code, 0, "{name}: {said}");
        let said: serde_json::Value = serde_json::from_str(&said).unwrap();
        let bytes = fs::read(&out).unwrap();
        assert!(bytes.starts_with(begin.as_bytes()), "{name}");
        assert_eq!(said["verdict"], "proved");
        assert_eq!(said["sheets"][0]["bytes"], bytes.len());
        assert_eq!(
            said["sheets"][0]["pages"].is_null(),
            !["a.pdf", "a.svg"].contains(&name)
        );
    }
    let (code, _, fault) = run(&["sheet", &proof, "-o", &folder.path("a.doc")]);
    assert_eq!(code, 2);
    assert!(fault.contains(".pdf, .svg, .html, .md or .txt"), "{fault}");
}

#[test]
fn a_proof_that_does_not_pass_gives_no_sheet() {
    let folder = Folder::new("sheet-refused");
    let (_, mut file, _) = proofs::proof("tictactoe", "first>=0");
    file.vertices[1].children.pop();
    let proof = folder.save("bad.proof.jsonl", &file);
    let out = folder.path("a.txt");
    fs::write(&out, "what was there before").unwrap();
    let (code, said, _) = run(&["sheet", &proof, "-o", &out]);
    assert_eq!(code, 1);
    assert!(
        said.contains("does not prove first>=0 (refuted), so there is no sheet"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&out).unwrap(), "what was there before");

    let good = proofs::proof("tictactoe", "first>=0").1;
    let proof = folder.save("good.proof.jsonl", &good);
    let (code, _, fault) = run(&["sheet", &proof, "-o", &out, "--game", "tictactoo"]);
    assert_eq!((code, fault.contains("did you mean")), (2, true), "{fault}");
    let other = "reversi:board=4x4";
    assert_eq!(run(&["sheet", &proof, "-o", &out, "--game", other]).0, 1);
    let missing = folder.path("none.jsonl");
    assert_eq!(run(&["sheet", &missing, "-o", &out]).0, 2);
    assert_eq!(run(&["sheet", &out, "-o", &out]).0, 2);
}

#[test]
fn a_pair_of_proofs_gives_two_sheets() {
    let folder = Folder::new("sheet-pair");
    let pair = folder.save("pair.proof.jsonl", &proofs::pair());
    let (code, said, _) = run(&["sheet", &pair, "-o", &folder.path("draw.txt"), "--no-turns"]);
    assert_eq!(code, 0, "{said}");
    for (name, title) in [
        ("draw-first.txt", "Tic-tac-toe: X holds the draw\n"),
        ("draw-second.txt", "Tic-tac-toe: O holds the draw\n"),
    ] {
        let text = fs::read_to_string(folder.path(name)).unwrap();
        assert!(text.starts_with(title), "{text}");
    }
    assert!(!PathBuf::from(folder.path("draw.txt")).exists());
}

#[test]
fn what_the_library_is_given_is_not_believed() {
    use minproof::sheet::{Sheet, SheetError, Turning};
    let (game, file, hold) = proofs::proof("tictactoe", "first>=0");
    let spoil = |change: &dyn Fn(&mut ProofFile)| {
        let mut spoilt = file.clone();
        change(&mut spoilt);
        Sheet::of_proof(&*game, &spoilt, hold, Turning::Any)
    };
    let cut = spoil(&|file| {
        file.vertices.pop();
    });
    assert!(
        matches!(cut, Err(SheetError::Missing(_) | SheetError::NoReply(_))),
        "{cut:?}"
    );
    let silent = spoil(&|file| file.vertices[0].children.clear());
    assert!(matches!(silent, Err(SheetError::NoReply(_))), "{silent:?}");
    let round = spoil(&|file| file.vertices[1].children[0].to = 0);
    assert!(matches!(round, Err(SheetError::Cycle(_))), "{round:?}");
    let empty = spoil(&|file| file.vertices.clear());
    assert!(matches!(empty, Err(SheetError::Missing(_))), "{empty:?}");
    let foreign = spoil(&|file| file.vertices[0].position = "?".to_owned());
    assert!(foreign.is_err());
}
