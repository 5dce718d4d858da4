//! The same positions through every method: plain minimax by the rules, the fold, pruning
//! and tree proofs agree on every position of small boards.

use std::collections::BTreeSet;

use minproof::check::{against_graph, local_against_graph};
use minproof::find::prune::{Order, Pruner};
use minproof::find::tree::{TreeProofs, least_tree_counts};
use minproof::game::WithoutSymmetry;
use minproof::games::board::Board;
use minproof::games::connect::Connect;
use minproof::games::mnk::Mnk;
use minproof::games::reversi::{Blocked, Empties, Reversi, Start};
use minproof::graph::Subgraph;
use minproof::solve::{self, TopologicalOrder};
use minproof::{Claim, Game, Player, build};

mod common;
use common::hands::From;
use common::hold;
use common::twin::{LeastTree, Minimax};

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

fn mnk(size: &str, line: u32) -> Mnk {
    Mnk::new(board(size), line).unwrap()
}

fn reversi(size: &str, blocked: Blocked) -> Reversi {
    Reversi::new(board(size), blocked, Start::Diagonal, Empties::Ignored).unwrap()
}

/// Values, distances and tree counts at every vertex of the graph, and the pruned
/// graph's and the proofs' opinion of the start.
fn agree<G: Game>(name: &str, game: &G) {
    let built = build(game).unwrap();
    let graph = &built.graph;
    let order = TopologicalOrder::of(graph).unwrap();
    let values = solve::values_in(graph, &order);
    let plies = solve::remoteness(graph, &order, &values);
    let mut minimax = Minimax::new(game);
    for vertex in graph.vertices() {
        let position = built.positions[vertex.index()].position();
        let found = (values[vertex.index()], plies[vertex.index()]);
        assert_eq!(found, minimax.look(position), "{name}: {position:?}");
        if !graph.is_end(vertex) {
            assert_eq!(graph.player(vertex), game.player(position));
            assert!(solve::best_children(graph, &values, vertex).count() > 0);
        }
    }
    let scores: BTreeSet<_> = graph.ends().map(|(_, score)| score).collect();
    let thresholds: BTreeSet<_> = scores.iter().flat_map(|s| [s - 1, *s, s + 1]).collect();
    let few = [values[0] - 1, values[0], values[0] + 1, -1, 0, 1];
    for prover in [Player::First, Player::Second] {
        for &bound in thresholds.iter().filter(|t| few.contains(t)) {
            let hold = hold(prover, bound);
            let counts = least_tree_counts(graph, &order, hold);
            let mut twin = LeastTree::new(game, hold);
            for vertex in graph.vertices() {
                let count = &counts[vertex.index()];
                let true_here = hold.met_by(values[vertex.index()]);
                assert_eq!(count.is_some(), true_here, "{name}: {hold} at {vertex}");
                let wanted = twin.count(&built.positions[vertex.index()]);
                assert_eq!(*count, wanted.map(Into::into), "{name}: {hold} at {vertex}");
            }
            let proofs = TreeProofs::find(graph, &order, hold);
            assert_eq!(proofs.is_some(), hold.claim().is_true_of(values[0]));
            let Some(proofs) = proofs else { continue };
            assert_eq!(Some(proofs.tree_count()), counts[0].as_ref());
            for vertices in proofs.iter().take(20) {
                let verdict = against_graph(&Subgraph::new(graph, vertices), hold);
                assert!(verdict.is_proved(), "{name}: {hold}: {verdict:?}");
            }
        }
    }
    prune_keeps(name, &values, graph);
}

fn prune_keeps(name: &str, values: &[i32], graph: &minproof::GameGraph) {
    let dominances: Vec<i8> = values.iter().map(|&v| solve::dominance(v)).collect();
    for order in [Order::Discovery, Order::Random(5), Order::Mobility(None)] {
        let set = Subgraph::new(graph, Pruner::new(graph, values).prune(order));
        let verdict = local_against_graph(&set, &dominances);
        assert!(verdict.is_proved(), "{name} {order:?}: {verdict:?}");
        // What passes the local test proves the winner; the winner's own moves are a proof.
        if let Some(mut pruner) = Pruner::winning_moves(graph, values) {
            let set = Subgraph::new(graph, pruner.prune(order));
            let hold = Claim::about(values[0]).holds()[0];
            let verdict = against_graph(&set, hold);
            assert!(verdict.is_proved(), "{name} {order:?}: {verdict:?}");
        }
    }
}

/// With and without symmetry.
fn agree_twice<G: Game + Clone>(name: &str, game: G) {
    agree(name, &game);
    agree(&format!("{name}, full"), &WithoutSymmetry(game));
}

#[test]
fn m_n_k() {
    for (size, line) in [
        ("1x1", 1),
        ("1x1", 2),
        ("2x2", 2),
        ("2x2", 3),
        ("3x2", 2),
        ("2x3", 3),
        ("3x3", 2),
        ("3x3", 3),
        ("5x1", 2),
        ("1x6", 3),
        ("4x2", 3),
    ] {
        agree_twice(&format!("mnk {size} {line}"), mnk(size, line));
    }
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "for optimised builds: 112,000 positions, each by five methods"
)]
fn m_n_k_on_four_by_three() {
    agree_twice("mnk 4x3 3", mnk("4x3", 3));
}

#[test]
fn connect() {
    for (size, line) in [
        ("3x3", 3),
        ("4x3", 3),
        ("3x4", 3),
        ("2x5", 2),
        ("4x3", 4),
        ("1x4", 3),
    ] {
        let game = Connect::new(board(size), line).unwrap();
        agree_twice(&format!("connect {size} {line}"), game);
    }
}

#[test]
fn reversi_on_three_by_three_in_every_variant() {
    for blocked in [Blocked::Ends, Blocked::Skips, Blocked::Passes] {
        for start in [Start::Diagonal, Start::Parallel] {
            for empties in [Empties::Ignored, Empties::Winner] {
                for size in ["3x3", "3x4", "4x3"] {
                    let game = Reversi::new(board(size), blocked, start, empties).unwrap();
                    let name = format!("reversi {size} {blocked:?} {start:?} {empties:?}");
                    agree_twice(&name, game);
                }
            }
        }
    }
}

#[test]
fn reversi_on_four_by_four_ends() {
    agree("reversi 4x4", &reversi("4x4", Blocked::Ends));
}

#[test]
fn reversi_on_four_by_four_skips() {
    agree("reversi 4x4", &reversi("4x4", Blocked::Skips));
}

#[test]
fn reversi_on_four_by_four_passes() {
    agree("reversi 4x4", &reversi("4x4", Blocked::Passes));
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "for optimised builds: 150,000 positions, each by five methods"
)]
fn reversi_on_four_by_four_without_symmetry() {
    for blocked in [Blocked::Ends, Blocked::Skips, Blocked::Passes] {
        agree(
            "reversi 4x4, full",
            &WithoutSymmetry(reversi("4x4", blocked)),
        );
    }
}

/// Every position as a start of its own: built, solved, pruned, proved.
#[test]
fn from_every_position_of_tic_tac_toe() {
    from_every("tic-tac-toe", &mnk("3x3", 3), 1);
}

#[test]
fn from_some_positions_of_reversi() {
    from_every("reversi", &reversi("4x4", Blocked::Skips), 97);
}

fn from_every<G: Game>(name: &str, game: &G, step: usize) {
    let built = build(game).unwrap();
    let whole = solve::values(&built.graph).unwrap();
    for vertex in (0..built.positions.len()).step_by(step) {
        let start = built.positions[vertex].position().clone();
        let name = format!("{name} from {start:?}");
        let part = build(&From(game, start)).unwrap();
        let order = TopologicalOrder::of(&part.graph).unwrap();
        let values = solve::values_in(&part.graph, &order);
        assert_eq!(values[0], whole[vertex], "{name}");
        prune_keeps(&name, &values, &part.graph);
        for hold in Claim::Value(values[0]).holds() {
            let proofs = TreeProofs::find(&part.graph, &order, hold).unwrap();
            let first = proofs.iter().next().unwrap();
            let verdict = against_graph(&Subgraph::new(&part.graph, first), hold);
            assert!(verdict.is_proved(), "{name}: {verdict:?}");
            let too_much = minproof::proof::Hold {
                bound: hold.bound + hold.prover.sign(),
                ..hold
            };
            assert!(TreeProofs::find(&part.graph, &order, too_much).is_none());
        }
    }
}

/// The same value for every way to look at a board: turned positions have turned moves.
#[test]
fn best_moves_of_mirror_images_are_mirror_images() {
    let game = mnk("3x3", 3);
    let mut minimax = Minimax::new(&game);
    let built = build(&WithoutSymmetry(game)).unwrap();
    for position in built.positions.iter().map(minproof::Canonical::position) {
        if game.score(position).is_some() {
            continue;
        }
        let best = |minimax: &mut Minimax<'_, Mnk>, at: &_| -> BTreeSet<u32> {
            let value = minimax.value(at);
            let all = common::twin::moves(&game, at).into_iter();
            all.filter(|mv| minimax.value(&game.play(at, mv)) == value)
                .collect()
        };
        let here = best(&mut minimax, position);
        for symmetry in (0..game.symmetries()).map(minproof::Symmetry) {
            let there = best(&mut minimax, &game.transform(position, symmetry));
            let turned = here.iter().map(|mv| game.transform_move(mv, symmetry));
            assert_eq!(turned.collect::<BTreeSet<_>>(), there, "{position:?}");
        }
    }
}
