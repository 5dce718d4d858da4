//! Whole outputs, compared byte by byte with the files in `tests/snapshots`.
//!
//! Where a change is meant, `MINPROOF_SNAPSHOTS=write cargo test --test sheet` writes
//! them anew; look at what has changed before it is kept.

use std::fs;
use std::path::PathBuf;

use minproof::sheet::{self, Paper, Sheet, Turning};

use crate::proofs;

fn compare(name: &str, bytes: &[u8]) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/snapshots")
        .join(name);
    if std::env::var_os("MINPROOF_SNAPSHOTS").is_some_and(|value| value == "write") {
        fs::write(&path, bytes).unwrap();
        return;
    }
    let kept = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let first = kept.iter().zip(bytes).position(|(a, b)| a != b);
    assert!(
        kept == bytes,
        "{name} has changed: {} bytes instead of {}, the first other one at {first:?}",
        bytes.len(),
        kept.len()
    );
}

fn made(spec: &str, claim: &str, turning: Turning) -> Sheet {
    proofs::sheet(spec, claim, turning).1
}

#[test]
fn every_format_is_as_it_was() {
    let sheet = made(
        "reversi:board=4x4,blocked=skips",
        "second<=-1",
        Turning::Any,
    );
    compare("reversi-4x4-skips.txt", sheet::text(&sheet).as_bytes());
    compare("reversi-4x4-skips.md", sheet::markdown(&sheet).as_bytes());
    compare(
        "reversi-4x4-skips.svg",
        sheet::svg(&sheet, Paper::A4).as_bytes(),
    );
    compare("reversi-4x4-skips.pdf", &sheet::pdf(&sheet, Paper::A4));
    compare("reversi-4x4-skips.html", sheet::html(&sheet).as_bytes());
}

#[test]
fn texts_are_as_they_were() {
    for (name, spec, claim, turning) in [
        (
            "reversi-4x4-ends",
            "reversi:board=4x4,blocked=ends",
            "second<=-1",
            Turning::Any,
        ),
        (
            "reversi-4x4-passes",
            "reversi:board=4x4,blocked=passes",
            "second<=-1",
            Turning::Rotations,
        ),
        ("tictactoe-first", "tictactoe", "first>=0", Turning::Any),
        ("tictactoe-second", "tictactoe", "second<=0", Turning::None),
    ] {
        compare(
            &format!("{name}.txt"),
            sheet::text(&made(spec, claim, turning)).as_bytes(),
        );
    }
}

#[test]
fn the_same_sheet_gives_the_same_bytes() {
    let make = || made("tictactoe", "second<=0", Turning::Any);
    let (one, two) = (make(), make());
    for paper in [Paper::A4, Paper::Letter] {
        assert!(sheet::pdf(&one, paper) == sheet::pdf(&two, paper));
        assert!(sheet::svg(&one, paper) == sheet::svg(&two, paper));
    }
    assert!(sheet::text(&one) == sheet::text(&two));
    assert!(sheet::markdown(&one) == sheet::markdown(&two));
    assert!(sheet::html(&one) == sheet::html(&two));
}
