//! The same input gives the same bytes: for any number of threads, and for any hash.

use minproof::find::classes::{Sameness, classes};
use minproof::find::prune::Order;
use minproof::find::stats::spread;
use minproof::games::mnk::Mnk;
use minproof::games::reversi::{Blocked, Empties, Reversi, Start};
use minproof::solve::{self, TopologicalOrder};
use minproof::{Game, build, store};

mod common;
use common::Solved;
use common::hands::BadHash;

fn with_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.unwrap().install(work)
}

#[track_caller]
fn same_for_all<T: Send + PartialEq>(what: &str, work: impl Fn() -> T + Sync) -> T {
    let one = with_threads(1, &work);
    for threads in [2, 3, 8] {
        let more = with_threads(threads, &work);
        assert!(one == more, "{what} differs with {threads} threads");
    }
    one
}

/// The graph, its numbering, and the file that holds it.
#[test]
fn graph_files() {
    for spec in [
        "reversi:board=4x4,symmetry=none",
        "reversi:board=4x4,blocked=ends",
        "mnk:board=4x3,k=3",
        "connect:board=4x3,k=3",
    ] {
        same_for_all(spec, || {
            let solved = Solved::open(spec);
            let mut bytes = Vec::new();
            let positions = &*solved.built.positions;
            store::write(&mut bytes, &solved.game.spec, solved.graph(), positions).unwrap();
            bytes
        });
    }
}

/// Levels of the full graph are long enough for the parallel fold.
#[test]
fn values_and_counts() {
    let graph = Solved::open("reversi:board=4x4,symmetry=none");
    same_for_all("fold", || {
        let graph = graph.graph();
        let order = TopologicalOrder::of(graph).unwrap();
        let values = solve::values_in(graph, &order);
        let plies = solve::remoteness(graph, &order, &values);
        let games = solve::games(graph, &order);
        (values, plies, games)
    });
}

#[test]
fn proofs_and_classes() {
    let solved = Solved::open("reversi:board=4x4,blocked=ends");
    same_for_all("proofs", || {
        let proofs = solved.tree_proofs(solved.claim().holds()[0]).unwrap();
        let sets = proofs.vertex_sets(usize::MAX);
        let found = classes(solved.graph(), &sets, Sameness::GraphsWithPlayers);
        let mut bytes = Vec::new();
        solved.first_proof().write(&mut bytes).unwrap();
        (sets, found, bytes)
    });
}

#[test]
fn spreads() {
    let solved = Solved::open("reversi:board=4x4,blocked=ends");
    let (graph, values) = (solved.graph(), &solved.values);
    let first = same_for_all("spread", || {
        spread(graph, values, false, 100, 7, Order::Random, || true).unwrap()
    });
    // Runs are numbered by their seeds, and other seeds give other orders.
    let later = spread(graph, values, false, 99, 8, Order::Random, || true).unwrap();
    assert_eq!(first.sizes[1..], later.sizes);
    let other = spread(graph, values, false, 100, 1007, Order::Random, || true).unwrap();
    assert_ne!(first.sizes, other.sizes);
}

fn same_graph<G: Game + Copy>(game: G) {
    let good = build(&game).unwrap();
    let bad = build(&BadHash(game)).unwrap();
    assert_eq!(good.graph, bad.graph);
    for (good, bad) in good.positions.iter().zip(&bad.positions) {
        assert_eq!(*good.position(), bad.position().0);
    }
}

/// Equality is never left to a hash: with one that is always the same, all is as before.
#[test]
fn a_hash_that_says_nothing() {
    same_graph(Mnk::new("3x3".parse().unwrap(), 3).unwrap());
    same_graph(Mnk::new("3x3".parse().unwrap(), 2).unwrap());
    let board = "4x4".parse().unwrap();
    let variant = (Blocked::Ends, Start::Diagonal, Empties::Ignored);
    same_graph(Reversi::new(board, variant.0, variant.1, variant.2).unwrap());
}
