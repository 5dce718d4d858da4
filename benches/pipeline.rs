//! What each step costs, from the rules to the check. The `fastest` column is steady.

use std::hint::black_box;
use std::sync::Arc;

use divan::{Bencher, counter::ItemsCount};
use minproof::check::against_rules;
use minproof::find::classes::{Sameness, classes};
use minproof::find::prune::{Order, Pruner};
use minproof::find::tree::TreeProofs;
use minproof::games::mnk::Mnk;
use minproof::games::{AnyGame, BuiltGame, catalogue};
use minproof::graph::Subgraph;
use minproof::isomorphism::{Digraph, canonical_form};
use minproof::proof::{About, Hold, proof_file};
use minproof::solve::{self, TopologicalOrder};
use minproof::{Claim, NodeId, build};

fn main() {
    divan::main();
}

struct Reversi {
    game: catalogue::NamedGame,
    built: BuiltGame,
    order: TopologicalOrder,
    values: Vec<minproof::Score>,
}

fn reversi() -> Reversi {
    let game = catalogue::open("reversi:board=4x4,blocked=ends").expect("it is in the catalogue");
    let built = game.build_quietly().expect("it is small");
    let order = TopologicalOrder::of(&built.graph).expect("it has no cycle");
    let values = solve::values_in(&built.graph, &order);
    Reversi {
        game,
        built,
        order,
        values,
    }
}

const CLAIM: Claim = Claim::AtMost(-1);

fn hold() -> Hold {
    CLAIM.holds()[0]
}

fn proof(reversi: &Reversi) -> Vec<NodeId> {
    let found = TreeProofs::find(&reversi.built.graph, &reversi.order, hold());
    found
        .and_then(|all| all.iter().next())
        .expect("Second wins")
}

#[divan::bench(args = ["reversi:board=4x4,blocked=ends", "reversi:board=4x4,symmetry=none"], sample_count = 20)]
fn build_reversi(bencher: Bencher, spec: &str) {
    let game = catalogue::open(spec).expect("it is in the catalogue");
    let vertices = game
        .build_quietly()
        .expect("it is small")
        .graph
        .vertex_count();
    bencher
        .counter(ItemsCount::new(vertices))
        .bench(|| game.build_quietly());
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn build_four_in_a_row_on_four_by_four(bencher: Bencher) {
    let game = Mnk::new("4x4".parse().expect("a board"), 4).expect("a line");
    bencher
        .counter(ItemsCount::new(1_217_977_usize))
        .bench(|| build(&game));
}

#[divan::bench]
fn fold_values(bencher: Bencher) {
    let reversi = reversi();
    let (graph, order) = (&reversi.built.graph, &reversi.order);
    bencher
        .counter(ItemsCount::new(graph.vertex_count()))
        .bench_local(|| solve::values_in(black_box(graph), order));
}

#[divan::bench]
fn topological_order(bencher: Bencher) {
    let reversi = reversi();
    bencher.bench_local(|| TopologicalOrder::of(black_box(&reversi.built.graph)));
}

#[divan::bench(args = [false, true])]
fn prune_in_a_random_order(bencher: Bencher, winning_moves: bool) {
    let reversi = reversi();
    let (graph, values) = (&reversi.built.graph, &reversi.values);
    let mut pruner = if winning_moves {
        Pruner::winning_moves(graph, values).expect("Second wins")
    } else {
        Pruner::new(graph, values)
    };
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        pruner.prune(Order::Random(seed))
    });
}

#[divan::bench]
fn find_tree_proofs(bencher: Bencher) {
    let reversi = reversi();
    let (graph, order) = (&reversi.built.graph, &reversi.order);
    bencher.bench_local(|| TreeProofs::find(black_box(graph), order, hold()));
}

#[divan::bench]
fn list_and_classify_the_42(bencher: Bencher) {
    let reversi = reversi();
    let graph = &reversi.built.graph;
    let found = TreeProofs::find(graph, &reversi.order, hold()).expect("Second wins");
    bencher.bench_local(|| classes(graph, &found.vertex_sets(usize::MAX), Sameness::Graphs));
}

#[divan::bench]
fn canonical_form_of_a_proof(bencher: Bencher) {
    let reversi = reversi();
    let set = Subgraph::new(&reversi.built.graph, proof(&reversi));
    let edges: Vec<(u32, u32)> = set.edges().collect();
    let digraph = Digraph::new(set.vertex_count(), &edges, &[]).expect("edges join its vertices");
    bencher.bench_local(|| canonical_form(black_box(&digraph)));
}

#[divan::bench]
fn check_a_proof_against_the_rules(bencher: Bencher) {
    let reversi = reversi();
    let set = Subgraph::new(&reversi.built.graph, proof(&reversi));
    let positions = &*reversi.built.positions;
    let about = About::default();
    let file = proof_file(&*reversi.game, positions, &set, CLAIM, about, |_| None)
        .expect("positions are read back");
    bencher.bench_local(|| against_rules(&*reversi.game, black_box(&file), CLAIM));
}

#[divan::bench]
fn look_at_a_position_by_its_text(bencher: Bencher) {
    let game: Box<dyn AnyGame> = Box::new(Arc::new(
        Mnk::new("3x3".parse().expect("a board"), 3).expect("a line"),
    ));
    bencher.bench_local(|| game.view(black_box("X--/-O-/--- X")));
}
