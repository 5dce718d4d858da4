//! AlphaBetaPrune: the figures known for 4x4 Reversi, and what every result must satisfy.

use minproof::check::{against_graph, local_against_graph};
use minproof::find::prune::{Order, Pruner};
use minproof::find::stats::spread;
use minproof::graph::Subgraph;
use minproof::{NodeId, Player, solve};

mod common;
use common::Solved;

const RUNS: usize = 2000;

fn reversi() -> Solved {
    Solved::open("reversi:board=4x4,blocked=ends")
}

fn dominances(solved: &Solved) -> Vec<i8> {
    solved.values.iter().map(|&v| solve::dominance(v)).collect()
}

/// 1680 vertices and 2205 edges are left when Second plays winning moves only.
#[test]
fn the_winners_moves() {
    let solved = reversi();
    let graph = solved.graph();
    let kept = |vertex: NodeId| -> Vec<NodeId> {
        let mut children = graph.children(vertex).to_vec();
        if graph.player(vertex) == Player::Second {
            children.retain(|child| solved.values[child.index()] < 0);
        }
        children
    };
    let mut reached = vec![false; graph.vertex_count()];
    let (mut vertices, mut edges) = (1, 0);
    reached[0] = true;
    let mut open = vec![NodeId::START];
    while let Some(vertex) = open.pop() {
        assert!(solved.values[vertex.index()] < 0);
        for child in kept(vertex) {
            edges += 1;
            if !std::mem::replace(&mut reached[child.index()], true) {
                vertices += 1;
                open.push(child);
            }
        }
    }
    assert_eq!((vertices, edges), (1680, 2205));
    // What the pruner visits of them in any order lies within, and is a proof.
    let mut pruner = Pruner::winning_moves(graph, &solved.values).unwrap();
    for seed in 0..50 {
        let visited = pruner.prune(Order::Random(seed));
        assert!(visited.iter().all(|v| reached[v.index()]), "seed {seed}");
        let hold = solved.claim().holds()[0];
        let verdict = against_graph(&Subgraph::new(graph, visited), hold);
        assert!(verdict.is_proved(), "seed {seed}: {verdict:?}");
    }
}

/// Means and standard deviations of random orders: about 385 and 211 on the whole graph,
/// about 156 and 37 on the winner's moves, where the smallest of 2000 is about 60.
///
/// With 2000 runs a mean is known to its deviation / 44; four times that is allowed.
#[test]
fn random_orders() {
    let solved = reversi();
    for (winning, mean, deviation, least) in [
        (false, 385.0, 211.0, 40..=110),
        (true, 156.0, 37.0, 40..=75),
    ] {
        let order = Order::Random;
        let found = spread(
            solved.graph(),
            &solved.values,
            winning,
            RUNS,
            0,
            order,
            || true,
        );
        let found = found.unwrap();
        let allowed = 4.0 * deviation / (RUNS as f64).sqrt() + 0.5;
        assert!((found.mean - mean).abs() < allowed, "mean {}", found.mean);
        assert!(
            (found.deviation / deviation - 1.0).abs() < 0.12,
            "deviation {}",
            found.deviation
        );
        assert!(least.contains(&found.min), "smallest {}", found.min);
        assert_eq!(found.sizes.len(), RUNS);
    }
}

/// Fewest replies first gives 40 to 71 vertices, however ties fall, 40 for about one in six.
#[test]
fn fewest_replies_first() {
    let solved = reversi();
    let dominances = dominances(&solved);
    for winning in [false, true] {
        let mut pruner = if winning {
            Pruner::winning_moves(solved.graph(), &solved.values).unwrap()
        } else {
            Pruner::new(solved.graph(), &solved.values)
        };
        let mut smallest = 0;
        let ties = (0..600).map(Some).chain([None]);
        for order in ties.map(Order::Mobility) {
            let set = Subgraph::new(solved.graph(), pruner.prune(order));
            let size = set.vertex_count();
            assert!(
                (40..=71).contains(&size),
                "{order:?}, winning {winning}: {size}"
            );
            let verdict = local_against_graph(&set, &dominances);
            assert!(verdict.is_proved(), "{order:?}: {verdict:?}");
            smallest += usize::from(set.vertex_count() == 40);
        }
        if !winning {
            assert!((60..=150).contains(&smallest), "{smallest} of 601 gave 40");
        }
    }
}

/// The same with the replies counted here: as moves on the board, symmetric ones each.
#[test]
fn fewest_moves_first() {
    let solved = reversi();
    let graph = solved.graph();
    let moves = |vertex: NodeId| -> u64 {
        let edges = graph.edge_range(vertex);
        edges
            .map(|edge| u64::from(graph.multiplicity(edge).unwrap()))
            .sum()
    };
    let mut pruner = Pruner::new(graph, &solved.values);
    let (mut smallest, mut largest, mut dice) = (0, 0, 1_u64);
    for _ in 0..600 {
        let ranks: Vec<u64> = graph
            .vertices()
            .map(|vertex| {
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                moves(vertex) << 48 | dice >> 16
            })
            .collect();
        let size = pruner.prune(Order::Given(&ranks)).len();
        assert!((40..=71).contains(&size), "{size}");
        smallest += usize::from(size == 40);
        largest += usize::from(size == 71);
    }
    assert!((60..=150).contains(&smallest), "{smallest} of 600 gave 40");
    assert!(largest > 0, "none of 600 gave 71");
}

/// In every game, for every way to order: the same set twice, closed by the local test,
/// and never larger than the graph.
#[test]
fn everything_is_closed() {
    for spec in [
        "reversi:board=4x4,blocked=ends",
        "reversi:board=4x4",
        "reversi:board=4x4,blocked=passes",
        "reversi:board=3x4,start=parallel,empties=winner",
        "tictactoe",
        "mnk:board=4x3,k=3",
        "mnk:board=1x1,k=1",
    ] {
        let solved = Solved::open(spec);
        let graph = solved.graph();
        let dominances = dominances(&solved);
        let backwards: Vec<u64> = (0..graph.vertex_count() as u64).rev().collect();
        let equal = vec![0; graph.vertex_count()];
        let mut pruners = vec![Pruner::new(graph, &solved.values)];
        let winning = Pruner::winning_moves(graph, &solved.values);
        assert_eq!(winning.is_none(), solved.values[0] == 0, "{spec}");
        pruners.extend(winning);
        for pruner in &mut pruners {
            let mut sizes = Vec::new();
            for order in [
                Order::Discovery,
                Order::Given(&equal),
                Order::Given(&backwards),
                Order::Random(1),
                Order::Random(u64::MAX),
                Order::Mobility(None),
                Order::Mobility(Some(3)),
            ] {
                let visited = pruner.prune(order);
                assert_eq!(visited, pruner.prune(order), "{spec} {order:?}");
                let set = Subgraph::new(graph, visited);
                let verdict = local_against_graph(&set, &dominances);
                assert!(verdict.is_proved(), "{spec} {order:?}: {verdict:?}");
                sizes.push(set.vertex_count());
            }
            assert_eq!(sizes[0], sizes[1], "{spec}: equal ranks fall by number");
        }
    }
}

/// With dominance 0 nobody is favoured where the draw is held: all moves stay.
#[test]
fn a_draw_is_pruned_only_where_somebody_has_erred() {
    let solved = Solved::open("tictactoe");
    let graph = solved.graph();
    let visited = Pruner::new(graph, &solved.values).prune(Order::Discovery);
    let set = Subgraph::new(graph, visited);
    for &vertex in set.vertices() {
        let kept = set.children(vertex).count();
        if solved.values[vertex.index()] == 0 {
            assert_eq!(kept, graph.children(vertex).len(), "vertex {vertex}");
        }
    }
    assert!(set.vertex_count() < graph.vertex_count());
}
