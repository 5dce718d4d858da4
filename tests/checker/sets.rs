//! Sets of vertices in a graph, dominances, and whole graphs.

use minproof::check::{Condition, against_graph, graph_against_rules, local_against_graph};
use minproof::games::catalogue;
use minproof::graph::{Subgraph, Vertex};
use minproof::{GameGraph, NodeId, Player, solve};

use crate::common::{Solved, hold};
use crate::{REVERSI, local, proof, refused};

#[test]
fn dominances_that_do_not_follow() {
    let solved = Solved::open(REVERSI);
    let pruned = minproof::find::prune::Pruner::new(solved.graph(), &solved.values)
        .prune(minproof::find::prune::Order::Discovery);
    let file = solved.file(pruned, solved.claim());
    assert!(local(&file).is_proved());
    for at in 0..file.vertices.len() {
        let given = file.vertices[at].dominance.unwrap();
        for wrong in (-1..=1).filter(|&d| d != given) {
            let mut damaged = file.clone();
            damaged.vertices[at].dominance = Some(wrong);
            assert!(!local(&damaged).is_proved(), "vertex {at}: {wrong}");
        }
        let mut damaged = file.clone();
        damaged.vertices[at].dominance = None;
        refused(&local(&damaged), Condition::Dominance, at);
        damaged.vertices[at].dominance = Some(7);
        assert!(!local(&damaged).is_proved(), "vertex {at}: 7");
    }
}

/// A lie that changes nothing at the vertex before is seen at the end itself.
#[test]
fn the_dominance_of_an_end() {
    let inner = Vertex::Inner(Player::First, vec![1, 2, 3]);
    let graph = GameGraph::new(&[inner, Vertex::End(4), Vertex::End(0), Vertex::End(-2)]).unwrap();
    let set = Subgraph::whole(&graph);
    assert!(local_against_graph(&set, &[1, 1, 0, -1]).is_proved());
    for (given, condition, vertex) in [
        ([1, 1, 1, -1], Condition::Ends, 2),
        ([1, 1, 0, 0], Condition::Ends, 3),
        ([1, 1, 0, 1], Condition::Ends, 3),
        ([1, 0, 1, -1], Condition::Ends, 1),
        ([0, 1, 0, -1], Condition::Dominance, 0),
        ([-1, 1, 0, -1], Condition::Dominance, 0),
        ([1, 0, 0, -1], Condition::Dominance, 0),
    ] {
        refused(&local_against_graph(&set, &given), condition, vertex);
    }
}

#[test]
fn all_dominances_flipped_together() {
    let mut file = proof();
    for vertex in &mut file.vertices {
        vertex.dominance = vertex.dominance.map(|d| -d);
    }
    assert!(!local(&file).is_proved());
}

/// Small graphs by hand: each set and the condition that it fails.
#[test]
fn sets_in_a_graph() {
    use Player::{First, Second};
    use Vertex::{End, Inner};
    //  0 First -> 1, 2    1 Second -> 3, 4    2 Second -> 4, 5    ends 3: +1, 4: +1, 5: -1
    let graph = GameGraph::new(&[
        Inner(First, vec![1, 2]),
        Inner(Second, vec![3, 4]),
        Inner(Second, vec![4, 5]),
        End(1),
        End(1),
        End(-1),
    ])
    .unwrap();
    let set = |vertices: &[usize]| {
        let vertices = vertices.iter().map(|&v| NodeId::new(v).unwrap());
        Subgraph::new(&graph, vertices.collect())
    };
    let first = hold(First, 1);
    assert!(against_graph(&set(&[0, 1, 3, 4]), first).is_proved());
    for (vertices, prover, condition, place) in [
        (&[][..], first, Condition::Start, 0),
        (&[1, 3, 4], first, Condition::Start, 0),
        (&[0], first, Condition::Unfinished, 0),
        (&[0, 1], first, Condition::Unfinished, 1),
        (&[0, 3], first, Condition::Unfinished, 0),
        (&[0, 1, 3], first, Condition::OpponentMoves, 1),
        (&[0, 2, 4], first, Condition::OpponentMoves, 1),
        (&[0, 2, 4, 5], first, Condition::Ends, 3),
        (&[0, 1, 2, 3, 4], first, Condition::OpponentMoves, 2),
        (&[0, 1, 3, 4, 5], first, Condition::Ends, 4),
        (&[0, 1, 3, 4], hold(First, 2), Condition::Ends, 2),
        (&[0, 1, 3, 4], hold(Second, 1), Condition::OpponentMoves, 0),
        (&[0, 1, 2, 3, 4, 5], hold(Second, 0), Condition::Ends, 3),
    ] {
        refused(&against_graph(&set(vertices), prover), condition, place);
    }
    // Reached only from outside.
    let graph = GameGraph::new(&[End(1), End(1)]).unwrap();
    refused(
        &against_graph(&Subgraph::whole(&graph), first),
        Condition::Reachable,
        1,
    );
}

#[test]
fn a_set_with_a_cycle() {
    use Player::{First, Second};
    use Vertex::{End, Inner};
    // First can win at once, but this set only circles.
    let graph = GameGraph::new(&[
        Inner(First, vec![1, 2]),
        Inner(Second, vec![0]),
        End(1),
        Inner(First, vec![3]),
    ])
    .unwrap();
    let set = |vertices: &[usize]| {
        let vertices = vertices.iter().map(|&v| NodeId::new(v).unwrap());
        Subgraph::new(&graph, vertices.collect())
    };
    let first = hold(First, 1);
    assert!(against_graph(&set(&[0, 2]), first).is_proved());
    let verdict = against_graph(&set(&[0, 1]), first);
    assert_eq!(verdict.refusal().unwrap().condition, Condition::Cycle);
    let verdict = against_graph(&set(&[0, 1, 2]), first);
    assert_eq!(verdict.refusal().unwrap().condition, Condition::Cycle);
    let verdict = local_against_graph(&set(&[0, 1]), &[1, 1, 1, 1]);
    assert!(
        !verdict.is_proved(),
        "dominances that only hold each other up"
    );
}

#[test]
fn graphs_against_the_rules() {
    let solved = Solved::open("mnk:board=3x3,k=2");
    let positions = &*solved.built.positions;
    let game = &*solved.game;
    assert_eq!(graph_against_rules(game, solved.graph(), positions), Ok(()));
    // Each row changed in turn: a child lost, a score flipped, another mover.
    let graph = solved.graph();
    let rows: Vec<Vertex> = graph.vertices().map(|v| row(graph, v)).collect();
    let mut cases = Vec::new();
    for at in 0..rows.len() {
        let mut rows = rows.clone();
        match &mut rows[at] {
            Vertex::End(score) => {
                *score = -*score;
                cases.push((rows, Condition::Score, at));
            }
            Vertex::Inner(player, children) => {
                let children = children.clone();
                let player = *player;
                rows[at] = Vertex::Inner(!player, children.clone());
                cases.push((rows.clone(), Condition::Player, at));
                rows[at] = Vertex::Inner(player, [children.clone(), vec![0]].concat());
                cases.push((rows.clone(), Condition::Move, at));
                rows[at] = Vertex::Inner(player, [children.clone(), children.clone()].concat());
                cases.push((rows.clone(), Condition::Move, at));
                rows[at] = Vertex::End(1);
                cases.push((rows.clone(), Condition::Score, at));
                if children.len() > 1 {
                    rows[at] = Vertex::Inner(player, children[1..].to_vec());
                    cases.push((rows, Condition::Move, at));
                }
            }
        }
    }
    assert!(cases.len() > 300);
    for (rows, condition, at) in cases {
        let damaged = GameGraph::new(&rows).unwrap();
        let refusal = graph_against_rules(game, &damaged, positions).unwrap_err();
        assert_eq!(
            (refusal.condition, refusal.vertex),
            (condition, at),
            "{refusal}"
        );
    }
    let other = catalogue::open("mnk:board=3x3,k=3").unwrap();
    assert!(graph_against_rules(&*other, graph, positions).is_err());
}

fn row(graph: &GameGraph, vertex: NodeId) -> Vertex {
    match graph.score(vertex) {
        Some(score) => Vertex::End(score),
        None => {
            let edges = graph.edge_range(vertex).zip(graph.children(vertex));
            let moves = edges.flat_map(|(edge, child)| {
                let many = graph.multiplicity(edge).unwrap() as usize;
                std::iter::repeat_n(child.index(), many)
            });
            Vertex::Inner(graph.player(vertex), moves.collect())
        }
    }
}

/// No proof at all: the first move that comes, and no more.
#[test]
fn a_single_line_of_play_proves_nothing() {
    let solved = Solved::open(REVERSI);
    let graph = solved.graph();
    let mut line = vec![NodeId::START];
    while let Some(&next) = graph.children(line[line.len() - 1]).first() {
        line.push(next);
    }
    for prover in [Player::First, Player::Second] {
        let verdict = against_graph(&Subgraph::new(graph, line.clone()), hold(prover, 0));
        assert!(!verdict.is_proved());
    }
    let dominances: Vec<i8> = solved.values.iter().map(|&v| solve::dominance(v)).collect();
    assert!(!local_against_graph(&Subgraph::new(graph, line), &dominances).is_proved());
}
