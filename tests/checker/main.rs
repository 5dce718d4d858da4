//! The checker says no: each test damages a sound proof in one way and expects the
//! condition and the vertex that are named.

use minproof::check::{Condition, Refusal, Verdict, against_rules, dominances_against_rules};
use minproof::games::catalogue;
use minproof::proof::file::{PlayerName, ProofFile, VertexEntry};
use minproof::{Claim, Player};

#[path = "../common/mod.rs"]
mod common;

mod by_hand;
mod damage;
mod sets;
mod whole;

use common::Solved;

const REVERSI: &str = "reversi:board=4x4,blocked=ends";

fn check_claim(file: &ProofFile, claim: Claim) -> Verdict {
    let game = catalogue::open(file.header.game.as_deref().unwrap()).unwrap();
    against_rules(&*game, file, claim)
}

fn check(file: &ProofFile) -> Verdict {
    check_claim(file, file.claim().unwrap())
}

fn local(file: &ProofFile) -> Verdict {
    let game = catalogue::open(file.header.game.as_deref().unwrap()).unwrap();
    dominances_against_rules(&*game, file)
}

#[track_caller]
fn refused(verdict: &Verdict, condition: Condition, vertex: usize) -> Refusal {
    let refusal = verdict.refusal().expect("it must be refused").clone();
    assert_eq!(
        (refusal.condition, refusal.vertex),
        (condition, vertex),
        "{refusal}"
    );
    let unfinished = condition == Condition::Unfinished;
    assert_eq!(matches!(verdict, Verdict::Unfinished(_)), unfinished);
    assert!(!refusal.detail.is_empty());
    refusal
}

/// A proof of 4x4 Reversi: Second wins. 40 vertices.
fn proof() -> ProofFile {
    let file = Solved::open(REVERSI).first_proof();
    assert!(check(&file).is_proved());
    file
}

fn prover_moves(vertex: &VertexEntry) -> bool {
    vertex.score.is_none() && vertex.player == PlayerName::Second
}

fn opponent_moves(vertex: &VertexEntry) -> bool {
    vertex.score.is_none() && vertex.player == PlayerName::First
}

/// Where the opponent has moves to different vertices, the first two among them.
fn fork(vertex: &VertexEntry) -> bool {
    let children = &vertex.children;
    opponent_moves(vertex) && children.len() > 1 && children[0].to != children[1].to
}

fn find(file: &ProofFile, wanted: impl Fn(&VertexEntry) -> bool) -> usize {
    file.vertices.iter().position(wanted).expect("there is one")
}

/// Leaves the vertices out, numbers the rest, and corrects the header, so that nothing
/// but the closure can be at fault.
fn without(file: &ProofFile, lost: &[usize]) -> ProofFile {
    let kept: Vec<usize> = (0..file.vertices.len())
        .filter(|v| !lost.contains(v))
        .collect();
    let mut file = file.clone();
    file.vertices = kept
        .iter()
        .enumerate()
        .map(|(id, &old)| {
            let mut vertex = file.vertices[old].clone();
            vertex.id = id;
            vertex.children.retain(|child| kept.contains(&child.to));
            for child in &mut vertex.children {
                child.to = kept.iter().position(|&k| k == child.to).unwrap();
            }
            vertex
        })
        .collect();
    count(&mut file);
    file
}

fn count(file: &mut ProofFile) {
    file.header.vertices = file.vertices.len();
    file.header.ends = file.vertices.iter().filter(|v| v.score.is_some()).count();
    let edges = file.vertices.iter().map(|vertex| {
        let to: std::collections::BTreeSet<_> = vertex.children.iter().map(|c| c.to).collect();
        to.len()
    });
    file.header.edges = edges.sum();
}

fn other(name: PlayerName) -> PlayerName {
    (!Player::from(name)).into()
}
