//! Proofs that somebody wrote by hand.

use minproof::check::Condition;
use minproof::proof::file::ProofFile;

use crate::{check, refused};

/// A proof as someone writes it by hand.
const BY_HAND: &str = r#"{"minproof":"proof","version":1,"game":"mnk:board=1x3,k=2,symmetry=none","claim":"first>=1","vertices":6,"edges":5,"ends":2}
{"id":0,"position":"-/-/- X","player":"first","children":[{"to":1,"move":"a2"}]}
{"id":1,"position":"-/X/- O","player":"second","children":[{"to":2,"move":"a1"},{"to":3,"move":"a3"}]}
{"id":2,"position":"O/X/- X","player":"first","children":[{"to":4,"move":"a3"}]}
{"id":3,"position":"-/X/O X","player":"first","children":[{"to":5,"move":"a1"}]}
{"id":4,"position":"O/X/X O","player":"second","score":1,"children":[]}
{"id":5,"position":"X/X/O O","player":"second","score":1,"children":[]}
"#;

fn by_hand(changes: &[(&str, &str)]) -> ProofFile {
    let mut text = BY_HAND.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    ProofFile::read(text.as_bytes()).unwrap()
}

#[test]
fn a_proof_by_hand() {
    let file = by_hand(&[]);
    assert!(check(&file).is_proved());
    // A file's own order, spaces and empty lines do not matter.
    let spaced = by_hand(&[
        ("{\"id\"", "\n  { \"id\""),
        ("\"children\":[]", "\"children\" : [ ]"),
    ]);
    assert!(check(&spaced).is_proved());
}

#[test]
fn a_proof_by_hand_with_faults() {
    for (changes, condition, vertex) in [
        (&[("first>=1", "first>=2")][..], Condition::Ends, 4),
        (
            &[(",{\"to\":3,\"move\":\"a3\"}", "")],
            Condition::OpponentMoves,
            1,
        ),
        (
            &[("\"to\":3,\"move\":\"a3\"", "\"to\":3,\"move\":\"a1\"")],
            Condition::Move,
            1,
        ),
        (
            &[("\"to\":1,\"move\":\"a2\"", "\"to\":1,\"move\":\"a1\"")],
            Condition::Move,
            0,
        ),
        (&[("-/-/- X", "-/-/- O")], Condition::Position, 0),
        (&[("\"X/X/O O\"", "\"X/O/X O\"")], Condition::Score, 5),
        (&[("\"edges\":5", "\"edges\":6")], Condition::Header, 0),
        (
            &[(
                "\"O/X/- X\",\"player\":\"first\"",
                "\"O/X/- X\",\"player\":\"second\"",
            )],
            Condition::Player,
            2,
        ),
        (
            &[("{\"to\":4,\"move\":\"a3\"}", "")],
            Condition::Unfinished,
            2,
        ),
        (
            &[("{\"to\":1,\"move\":\"a2\"}", "")],
            Condition::Unfinished,
            0,
        ),
        (
            &[(
                "\"O/X/X O\",\"player\":\"second\",\"score\":1",
                "\"O/X/X O\",\"player\":\"second\"",
            )],
            Condition::Score,
            4,
        ),
    ] {
        refused(&check(&by_hand(changes)), condition, vertex);
    }
    let unclaimed = by_hand(&[("first>=1", "first wins")]);
    assert!(unclaimed.claim().is_err());
}
