//! Nothing recurses over paths: a game of a million plies is built, solved, pruned, proved,
//! checked, stored and freed, and numbers outgrow 64 bits.

use std::sync::Arc;

use minproof::check::{against_graph, against_rules, local_against_graph};
use minproof::find::prune::{Order, Pruner};
use minproof::find::tree::TreeProofs;
use minproof::games::AnyGame;
use minproof::graph::{Subgraph, Vertex};
use minproof::proof::{About, proof_file};
use minproof::solve::{self, TopologicalOrder};
use minproof::{Claim, GameGraph, Player, build};
use num_bigint::BigUint;

mod common;
use common::hands::Chain;
use common::hold;

const PLIES: u32 = if cfg!(debug_assertions) {
    100_000
} else {
    1_000_000
};

/// A test's thread has 2 MiB of stack: not enough to recurse over any of these.
#[test]
fn a_million_plies() {
    let built = build(&Chain(PLIES)).unwrap();
    let graph = &built.graph;
    assert_eq!(graph.vertex_count(), PLIES as usize + 1);
    everything(graph);
    drop(built);
}

/// The same with the start at the other end of the numbers.
#[test]
fn a_million_plies_numbered_backwards() {
    let last = PLIES as usize;
    let mut rows = vec![Vertex::Inner(Player::First, vec![last])];
    rows.push(Vertex::End(1));
    rows.extend((2..=last).map(|v| {
        let player = if v % 2 == last % 2 {
            Player::Second
        } else {
            Player::First
        };
        Vertex::Inner(player, vec![v - 1])
    }));
    everything(&GameGraph::new(&rows).unwrap());
}

fn everything(graph: &GameGraph) {
    let plies = graph.vertex_count() as u32 - 1;
    assert_eq!(graph.levels().len(), graph.vertex_count());
    let order = TopologicalOrder::of(graph).unwrap();
    let values = solve::values_in(graph, &order);
    assert!(values.iter().all(|&value| value == 1));
    assert_eq!(solve::remoteness(graph, &order, &values)[0], plies);
    assert_eq!(solve::lengths(graph, &order)[0].shortest, plies);
    assert_eq!(solve::games(graph, &order), Some(1_u32.into()));
    let dominances = vec![1; graph.vertex_count()];
    let pruned = Pruner::new(graph, &values).prune(Order::Random(1));
    let set = Subgraph::new(graph, pruned);
    assert_eq!(set.vertex_count(), graph.vertex_count());
    assert!(local_against_graph(&set, &dominances).is_proved());
    let hold = hold(Player::First, 1);
    let proofs = TreeProofs::find(graph, &order, hold).unwrap();
    assert_eq!(proofs.tree_count(), &(plies + 1).into());
    assert_eq!(proofs.count(), &1_u32.into());
    let first = proofs.nth(&BigUint::ZERO).unwrap();
    assert!(against_graph(&Subgraph::new(graph, first), hold).is_proved());
}

/// A cycle of a million vertices is found without a deep stack too.
#[test]
fn a_cycle_of_a_million() {
    let count = PLIES as usize;
    let mut rows: Vec<Vertex> = (0..count)
        .map(|v| Vertex::Inner(Player::First, vec![(v + 1) % count]))
        .collect();
    rows[7] = Vertex::Inner(Player::Second, vec![8, count]);
    rows.push(Vertex::End(0));
    let graph = GameGraph::new(&rows).unwrap();
    let cycle = TopologicalOrder::of(&graph).unwrap_err();
    assert_eq!(cycle.0.len(), count);
    let verdict = against_graph(&Subgraph::whole(&graph), hold(Player::Second, 0));
    assert!(!verdict.is_proved());
}

/// Proof files as long as the game: written, read and checked by the rules.
#[test]
fn a_long_proof_file() {
    let game: Box<dyn AnyGame> = Box::new(Arc::new(Chain(20_000)));
    let built = game.build_quietly().unwrap();
    let set = Subgraph::whole(&built.graph);
    let claim = Claim::AtLeast(1);
    let about = About::default();
    let file = proof_file(&*game, &*built.positions, &set, claim, about, |_| Some(1)).unwrap();
    let mut bytes = Vec::new();
    file.write(&mut bytes).unwrap();
    let read = minproof::proof::file::ProofFile::read(bytes.as_slice()).unwrap();
    assert_eq!(read, file);
    assert!(against_rules(&*game, &read, claim).is_proved());
    assert!(minproof::check::dominances_against_rules(&*game, &read).is_proved());
}

/// 200 times a choice of two that meet again: 2^200 games.
fn diamonds(player: Player) -> GameGraph {
    let mut rows = Vec::new();
    for base in (0..600).step_by(3) {
        rows.push(Vertex::Inner(player, vec![base + 1, base + 2]));
        rows.push(Vertex::Inner(Player::First, vec![base + 3]));
        rows.push(Vertex::Inner(Player::First, vec![base + 3]));
    }
    rows.push(Vertex::End(1));
    GameGraph::new(&rows).unwrap()
}

#[test]
fn numbers_have_no_end() {
    let power = |exponent| BigUint::from(2_u32).pow(exponent);
    let hold = hold(Player::First, 1);
    // The prover chooses: as many proofs as games, each a path of 401 vertices.
    let graph = diamonds(Player::First);
    let order = TopologicalOrder::of(&graph).unwrap();
    assert_eq!(solve::games(&graph, &order), Some(power(200)));
    let proofs = TreeProofs::find(&graph, &order, hold).unwrap();
    assert_eq!(proofs.tree_count(), &401_u32.into());
    assert_eq!(proofs.count(), &power(200));
    let last = proofs.nth(&(power(200) - 1_u32)).unwrap();
    assert_eq!(last.len(), 401);
    assert_ne!(proofs.nth(&BigUint::ZERO), Some(last));
    assert_eq!(proofs.nth(&power(200)), None);
    // The opponent chooses: one proof, of which the tree doubles and adds three each time.
    let graph = diamonds(Player::Second);
    let order = TopologicalOrder::of(&graph).unwrap();
    assert_eq!(solve::games(&graph, &order), Some(power(200)));
    let proofs = TreeProofs::find(&graph, &order, hold).unwrap();
    assert_eq!(proofs.tree_count(), &(power(202) - 3_u32));
    assert_eq!(proofs.count(), &1_u32.into());
    assert_eq!(proofs.nth(&BigUint::ZERO).unwrap().len(), 601);
}
