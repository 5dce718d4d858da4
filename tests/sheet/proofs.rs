//! The proofs that the tests make sheets of.

use std::collections::BTreeMap;
use std::sync::Mutex;

use minproof::Claim;
use minproof::check::against_rules;
use minproof::find::tree::TreeProofs;
use minproof::games::BuiltGame;
use minproof::games::catalogue::{self, NamedGame};
use minproof::graph::Subgraph;
use minproof::proof::file::ProofFile;
use minproof::proof::{About, Hold, mark_sides, proof_file};
use minproof::sheet::{Sheet, Turning};
use minproof::solve::TopologicalOrder;

/// A game, and a claim with one side.
pub(crate) const CASES: &[(&str, &str)] = &[
    ("reversi:board=4x4,blocked=ends", "second<=-1"),
    ("reversi:board=4x4,blocked=skips", "second<=-1"),
    ("reversi:board=4x4,blocked=passes", "second<=-1"),
    ("reversi:board=4x4,blocked=skips", "second<=-8"),
    ("reversi:board=4x4,blocked=passes,start=parallel", "value"),
    ("reversi:board=4x3,blocked=passes", "value"),
    ("reversi:board=3x4,blocked=skips", "value"),
    ("tictactoe", "second<=0"),
    ("tictactoe", "first>=0"),
    ("connect:board=4x4,k=3", "value"),
    ("connect:board=4x3,k=3", "second<=1"),
    ("mnk:board=4x3,k=3", "first>=1"),
    ("mnk:board=1x2,k=1", "first>=1"),
    ("tictactoe:symmetry=none", "first>=0"),
];

pub(crate) const TURNINGS: [Turning; 3] = [Turning::Any, Turning::Rotations, Turning::None];

/// A checked proof of least tree count. `value` claims what the winner can hold. Each is
/// found once.
pub(crate) fn proof(spec: &str, claim: &str) -> (NamedGame, ProofFile, Hold) {
    static FOUND: Mutex<BTreeMap<String, (ProofFile, Hold)>> = Mutex::new(BTreeMap::new());
    let mut found = FOUND.lock().unwrap();
    let (file, hold) = found
        .entry(format!("{spec} {claim}"))
        .or_insert_with(|| find(spec, claim));
    (catalogue::open(spec).unwrap(), file.clone(), *hold)
}

fn find(spec: &str, claim: &str) -> (ProofFile, Hold) {
    let game = catalogue::open(spec).unwrap();
    let built = game.build_quietly().unwrap();
    let order = TopologicalOrder::of(&built.graph).unwrap();
    let value = minproof::solve::values_in(&built.graph, &order)[0];
    let claim = match claim {
        "value" if value < 0 => Claim::AtMost(value),
        "value" => Claim::AtLeast(value),
        claim => claim.parse().unwrap(),
    };
    let hold = claim.holds()[0];
    let set = smallest(&built, &order, hold);
    let file = written(&game, &built, &set, claim);
    assert!(against_rules(&*game, &file, claim).is_proved());
    (file, hold)
}

/// Both sides of tic-tac-toe in one file.
pub(crate) fn pair() -> ProofFile {
    let game = catalogue::open("tictactoe").unwrap();
    let built = game.build_quietly().unwrap();
    let order = TopologicalOrder::of(&built.graph).unwrap();
    let claim = Claim::Value(0);
    let holds = claim.holds();
    let sides = [0, 1].map(|side| smallest(&built, &order, holds[side]));
    let union = [sides[0].vertices(), sides[1].vertices()].concat();
    let union = Subgraph::new(&built.graph, union);
    let mut file = written(&game, &built, &union, claim);
    mark_sides(&mut file, &union, [&sides[0], &sides[1]]);
    assert!(against_rules(&*game, &file, claim).is_proved());
    file
}

fn smallest<'g>(built: &'g BuiltGame, order: &TopologicalOrder, hold: Hold) -> Subgraph<'g> {
    let proofs = TreeProofs::find(&built.graph, order, hold).unwrap();
    Subgraph::new(&built.graph, proofs.iter().next().unwrap())
}

fn written(game: &NamedGame, built: &BuiltGame, set: &Subgraph<'_>, claim: Claim) -> ProofFile {
    let about = About {
        game: Some(game.spec.clone()),
        ..About::default()
    };
    proof_file(&**game, &*built.positions, set, claim, about, |_| None).unwrap()
}

/// The sheet of a case.
pub(crate) fn sheet(spec: &str, claim: &str, turning: Turning) -> (NamedGame, Sheet) {
    let (game, file, hold) = proof(spec, claim);
    let sheet = Sheet::of_proof(&*game, &file, hold, turning).unwrap();
    (game, sheet)
}
