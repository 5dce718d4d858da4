//! Published and independently counted values, as tables. A failure prints its row.

use minproof::find::classes::{Sameness, classes};
use minproof::game::WithoutSymmetry;
use minproof::games::catalogue;
use minproof::games::connect::Connect;
use minproof::games::mnk::Mnk;
use minproof::solve::{self, TopologicalOrder};
use minproof::{Built, Game, GameGraph, Player, build};
use num_bigint::BigUint;

mod common;
use common::Solved;
use common::table::{Row, rows};

#[test]
fn reversi() {
    for row in rows(include_str!("data/reversi.tsv")) {
        let solved = Solved::open(row.text("spec"));
        let graph = solved.graph();
        row.expect("vertices", graph.vertex_count());
        row.expect("edges", graph.edge_count());
        row.expect("ends", graph.end_count());
        row.expect("value", solved.values[0]);
        row.expect::<BigUint>("games", solve::games(graph, &solved.order).unwrap());
        let proofs = solved.tree_proofs(solved.claim().holds()[0]).unwrap();
        row.expect::<BigUint>("tree", proofs.tree_count().clone());
        row.expect::<BigUint>("proofs", proofs.count().clone());
        if row.text("classes") == "-" {
            continue;
        }
        let sets = proofs.vertex_sets(usize::MAX);
        let mut found = classes(graph, &sets, Sameness::Graphs);
        found.sort_by_key(|class| std::cmp::Reverse(class.proofs));
        row.expect("classes", found.len());
        let sizes: Vec<usize> = found.iter().map(|class| class.proofs as usize).collect();
        row.expect_list("class_sizes", &sizes);
        let ends: Vec<usize> = found.iter().map(|class| class.ends).collect();
        row.expect_list("class_ends", &ends);
        row.expect("proofs", sizes.iter().sum::<usize>());
    }
}

/// The two classes of the 41 have 40 vertices; coloured by who moves they stay two.
#[test]
fn proofs_with_forty_vertices() {
    let solved = Solved::open("reversi:board=4x4,blocked=ends");
    let proofs = solved.tree_proofs(solved.claim().holds()[0]).unwrap();
    let sets = proofs.vertex_sets(usize::MAX);
    for sameness in [Sameness::Graphs, Sameness::GraphsWithPlayers] {
        let found = classes(solved.graph(), &sets, sameness);
        let shapes: Vec<_> = found
            .iter()
            .map(|class| (class.vertices, class.edges, class.ends, class.proofs))
            .collect();
        assert_eq!(shapes, [(40, 40, 7, 24), (40, 40, 8, 18)], "{sameness:?}");
        let members: usize = found.iter().map(|class| class.members.len()).sum();
        assert_eq!(members, sets.len());
    }
}

/// The same game however its parameters are written, and the official rule by default.
#[test]
fn reversi_by_ply() {
    let built = catalogue::open("reversi:symmetry=none").unwrap();
    let levels = built.build_quietly().unwrap().graph.levels();
    let wanted = [
        1, 4, 12, 42, 120, 392, 1096, 2674, 6218, 11008, 14920, 12262, 5052,
    ];
    assert_eq!(levels, wanted);
}

/// First wins by 16 on a board of 4 columns and 5 rows.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "for optimised builds: 4.5 million positions"
)]
fn reversi_on_four_columns_and_five_rows() {
    let solved = Solved::open("reversi:board=4x5,symmetry=none");
    assert_eq!(solved.graph().vertex_count(), 4_502_618);
    assert_eq!(solved.values[0], 16);
    let games = solve::games(solved.graph(), &solved.order);
    assert_eq!(games, Some(30_175_268_u32.into()));
    let merged = Solved::open("reversi:board=4x5");
    assert_eq!(merged.values[0], 16);
    assert_eq!(solve::games(merged.graph(), &merged.order), games);
}

#[test]
fn m_n_k() {
    for row in rows(include_str!("data/mnk.tsv")) {
        check_lines(&row);
    }
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "for optimised builds: millions of positions"
)]
fn m_n_k_on_larger_boards() {
    for row in rows(include_str!("data/mnk_large.tsv")) {
        check_lines(&row);
    }
}

#[test]
fn connect() {
    for row in rows(include_str!("data/connect.tsv")) {
        check_lines(&row);
    }
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "for optimised builds: millions of positions"
)]
fn connect_on_larger_boards() {
    for row in rows(include_str!("data/connect_large.tsv")) {
        check_lines(&row);
    }
}

fn check_lines(row: &Row) {
    let spec = row.text("spec");
    let (name, parameters) = spec.split_once(":board=").unwrap();
    let (board, rest) = parameters.split_once(",k=").unwrap();
    let (board, line) = (board.parse().unwrap(), rest[..1].parse().unwrap());
    let full = rest.ends_with("none");
    match name {
        "mnk" => check_game(row, full, Mnk::new(board, line).unwrap()),
        "connect" => check_game(row, full, Connect::new(board, line).unwrap()),
        other => panic!("no such game here: {other}"),
    }
}

fn check_game<G: Game>(row: &Row, full: bool, game: G) {
    let named = catalogue::open(row.text("spec")).unwrap();
    let named = named.build_quietly().unwrap();
    if full {
        let game = WithoutSymmetry(game);
        let built = build(&game).unwrap();
        assert_eq!(built.graph, named.graph, "{row}");
        compare(row, &game, &built);
    } else {
        let built = build(&game).unwrap();
        assert_eq!(built.graph, named.graph, "{row}");
        compare(row, &game, &built);
    }
}

fn compare<G: Game>(row: &Row, game: &G, built: &Built<G::Position>) {
    let graph = &built.graph;
    let order = TopologicalOrder::of(graph).unwrap();
    let values = solve::values_in(graph, &order);
    row.expect("vertices", graph.vertex_count());
    row.expect("edges", graph.edge_count());
    row.expect("moves", moves(graph));
    for (column, score) in [("first", 1), ("second", -1), ("draw", 0)] {
        let ends = graph.ends().filter(|&(_, s)| s == score).count();
        row.expect(column, ends);
    }
    row.expect::<BigUint>("games", solve::games(graph, &order).unwrap());
    row.expect("value", values[0]);
    row.expect("plies", solve::remoteness(graph, &order, &values)[0]);
    let mut by_mover = [0; 3];
    for (position, &value) in built.positions.iter().zip(&values) {
        let mover = game.player(position.position());
        by_mover[(1 - value * mover.sign()) as usize] += 1;
    }
    for (column, found) in ["win", "even", "loss"].into_iter().zip(by_mover) {
        row.expect::<usize>(column, found);
    }
    row.expect_list("by_ply", &graph.levels());
    row.expect_list("ends_by_ply", &ends_by_level(graph));
}

fn moves(graph: &GameGraph) -> u64 {
    let edges = 0..graph.edge_count();
    edges
        .map(|edge| u64::from(graph.multiplicity(edge).unwrap()))
        .sum()
}

/// Vertices are numbered level by level.
fn ends_by_level(graph: &GameGraph) -> Vec<usize> {
    let mut first = 0;
    let levels = graph.levels().into_iter().map(|size| {
        let level = first..first + size;
        first += size;
        graph
            .ends()
            .filter(|(v, _)| level.contains(&v.index()))
            .count()
    });
    levels.collect()
}

/// Plies to the end of every tic-tac-toe position that is no draw. Right values with wrong
/// distances have been reported of other solvers.
#[test]
fn plies_to_the_end_of_tic_tac_toe() {
    let game = WithoutSymmetry(Mnk::new("3x3".parse().unwrap(), 3).unwrap());
    let built = build(&game).unwrap();
    let order = TopologicalOrder::of(&built.graph).unwrap();
    let values = solve::values_in(&built.graph, &order);
    let plies = solve::remoteness(&built.graph, &order, &values);
    let mut counts = std::collections::BTreeMap::new();
    for ((position, &value), &plies) in built.positions.iter().zip(&values).zip(&plies) {
        let mover = game.player(position.position());
        if value != 0 {
            let wins = value == mover.sign();
            *counts.entry((wins, plies)).or_insert(0) += 1;
        }
    }
    let wanted = [
        ((false, 0), 942),
        ((false, 2), 508),
        ((false, 4), 124),
        ((true, 1), 2358),
        ((true, 3), 356),
        ((true, 5), 122),
    ];
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), wanted);
}

/// Rotations alone leave 1,383 classes of positions; so the group has all eight.
#[test]
fn the_group_of_the_square_is_used_whole() {
    let game = Mnk::new("3x3".parse().unwrap(), 3).unwrap();
    assert_eq!(game.symmetries(), 8);
    assert_eq!(Mnk::new("4x3".parse().unwrap(), 3).unwrap().symmetries(), 4);
    let ends = build(&game).unwrap().graph;
    assert_eq!(ends.end_count(), 138);
    assert_eq!(Player::favoured_by(0), None);
}
