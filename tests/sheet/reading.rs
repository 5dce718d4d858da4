//! Another program reads the PDF: the text can be selected, and the pages are all there.

use std::path::PathBuf;
use std::process::Command;

use minproof::sheet::{Paper, Turning, pages, pdf};

use crate::proofs;

struct Saved(PathBuf);

impl Drop for Saved {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_pdf_can_be_read_by_others() {
    if Command::new("pdftotext").arg("-v").output().is_err() {
        let missing = "no pdftotext here, so no other program has read a PDF";
        assert!(std::env::var_os("CI").is_none(), "{missing}");
        eprintln!("skipped: {missing}");
        return;
    }
    for (spec, claim, title) in [
        (
            "reversi:board=4x4,blocked=ends",
            "second<=-1",
            "Reversi 4x4: White wins",
        ),
        ("tictactoe", "second<=0", "Tic-tac-toe: O holds the draw"),
    ] {
        let (_, sheet) = proofs::sheet(spec, claim, Turning::Any);
        let name = format!("minproof-read-{}-{}.pdf", std::process::id(), claim.len());
        let file = Saved(std::env::temp_dir().join(name));
        std::fs::write(&file.0, pdf(&sheet, Paper::A4)).unwrap();
        let read = Command::new("pdftotext")
            .arg(&file.0)
            .arg("-")
            .output()
            .unwrap();
        let complaints = String::from_utf8_lossy(&read.stderr);
        assert!(
            read.status.success() && complaints.is_empty(),
            "{complaints}"
        );
        let text = String::from_utf8(read.stdout).unwrap();
        assert!(text.starts_with(title), "{text}");
        assert_eq!(text.matches('\u{c}').count(), pages(&sheet, Paper::A4));
        for entry in &sheet.entries {
            let words: Vec<&str> = text.split_whitespace().collect();
            assert!(words.contains(&entry.number.to_string().as_str()) || entry.number == 0);
        }
        assert!(text.contains('\u{2192}'), "arrows are characters too");
    }
}
