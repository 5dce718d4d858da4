//! Vertices, positions and moves of a sound proof, damaged one by one.

use minproof::NodeId;
use minproof::check::{Condition, against_graph};
use minproof::games::catalogue;
use minproof::graph::Subgraph;
use minproof::proof::file::ChildEntry;

use crate::common::Solved;
use crate::{
    REVERSI, check, count, find, fork, local, opponent_moves, other, proof, prover_moves, refused,
    without,
};

#[test]
fn a_reply_of_the_opponent_is_dropped_from_the_list() {
    let file = proof();
    for at in 0..file.vertices.len() {
        if !opponent_moves(&file.vertices[at]) || file.vertices[at].children.len() < 2 {
            continue;
        }
        for reply in 0..file.vertices[at].children.len() {
            let mut damaged = file.clone();
            let lost = damaged.vertices[at].children.remove(reply);
            count(&mut damaged);
            let refusal = refused(&check(&damaged), Condition::OpponentMoves, at);
            assert!(
                refusal.detail.contains(&format!("`{}`", lost.mv)),
                "{refusal}"
            );
            assert!(refusal.drawing.is_some());
        }
    }
}

#[test]
fn a_subtree_of_the_opponent_is_dropped() {
    let file = proof();
    let at = find(&file, fork);
    let child = file.vertices[at].children[0].to;
    let mut lost = vec![child];
    while let Some(next) = (0..file.vertices.len()).find(|v| {
        !lost.contains(v) && *v != 0 && {
            let mut parents = file
                .vertices
                .iter()
                .filter(|p| p.children.iter().any(|c| c.to == *v));
            parents.all(|p| lost.contains(&p.id))
        }
    }) {
        lost.push(next);
    }
    let damaged = without(&file, &lost);
    let text = &file.vertices[at].position;
    let now = find(&damaged, |v| v.position == *text);
    refused(&check(&damaged), Condition::OpponentMoves, now);
}

#[test]
fn every_vertex_is_needed() {
    let file = proof();
    for lost in 1..file.vertices.len() {
        let damaged = without(&file, &[lost]);
        let verdict = check(&damaged);
        let refusal = verdict
            .refusal()
            .unwrap_or_else(|| panic!("without vertex {lost}"));
        let parents = |id: usize| {
            let position = &damaged.vertices[id].position;
            let old = find(&file, |v| v.position == *position);
            file.vertices[old]
                .children
                .iter()
                .any(|child| child.to == lost)
        };
        assert!(parents(refusal.vertex), "without {lost}: {refusal}");
    }
}

#[test]
fn a_branch_is_cut_short_where_the_prover_moves() {
    let file = proof();
    let at = find(&file, |v| {
        prover_moves(v)
            && v.children
                .iter()
                .all(|c| file.vertices[c.to].score.is_some())
    });
    let mut damaged = file.clone();
    damaged.vertices[at].children.clear();
    count(&mut damaged);
    refused(&check(&damaged), Condition::Unfinished, at);
    refused(&local(&damaged), Condition::Unfinished, at);
}

#[test]
fn a_branch_is_cut_short_where_the_opponent_moves() {
    let file = proof();
    for at in (0..file.vertices.len()).filter(|&v| opponent_moves(&file.vertices[v])) {
        let mut damaged = file.clone();
        damaged.vertices[at].children.clear();
        count(&mut damaged);
        refused(&check(&damaged), Condition::Unfinished, at);
        refused(&local(&damaged), Condition::Unfinished, at);
    }
}

/// Left out of the set altogether, the branch still has no end of the game.
#[test]
fn a_line_that_stops_is_no_end_even_when_it_says_so() {
    let file = proof();
    let at = find(&file, |v| prover_moves(v) && v.id > 0);
    let mut damaged = file.clone();
    damaged.vertices[at].children.clear();
    damaged.vertices[at].score = Some(-6);
    count(&mut damaged);
    refused(&check(&damaged), Condition::Score, at);
    refused(&local(&damaged), Condition::Score, at);
}

#[test]
fn an_end_is_flipped() {
    let file = proof();
    let end = find(&file, |v| v.score.is_some());
    for score in [Some(6), Some(0), Some(-100), None] {
        let mut damaged = file.clone();
        damaged.vertices[end].score = score;
        refused(&check(&damaged), Condition::Score, end);
        refused(&local(&damaged), Condition::Score, end);
    }
}

#[test]
fn a_vertex_is_orphaned() {
    let solved = Solved::open(REVERSI);
    let proofs = solved.tree_proofs(solved.claim().holds()[0]).unwrap();
    let vertices = proofs.iter().next().unwrap();
    let inside = |v: &NodeId| vertices.contains(v);
    let graph = solved.graph();
    let both = graph.bidirectional();
    let orphan = graph
        .ends()
        .filter(|&(_, score)| score < 0)
        .map(|(v, _)| v)
        .find(|&v| !inside(&v) && !both.parents(v).iter().any(inside));
    let mut more = vertices.clone();
    more.push(orphan.unwrap());
    let set = Subgraph::new(graph, more.clone());
    let place = set.place(orphan.unwrap()).unwrap();
    let verdict = against_graph(&set, solved.claim().holds()[0]);
    refused(&verdict, Condition::Reachable, place);
    let file = solved.file(more, solved.claim());
    refused(&check(&file), Condition::Reachable, place);
    refused(&local(&file), Condition::Reachable, place);
}

#[test]
fn a_canonical_form_is_forged() {
    let file = proof();
    let game = catalogue::open(REVERSI).unwrap();
    let mut forged = 0;
    for at in 0..file.vertices.len() {
        // The board turned by half is the same position to a player, but not canonical.
        let position = &file.vertices[at].position;
        let (board, mover) = position.split_once(' ').unwrap();
        let turned: String = board
            .chars()
            .rev()
            .chain(" ".chars())
            .chain(mover.chars())
            .collect();
        if turned == *position {
            continue;
        }
        assert_eq!(game.view(&turned).unwrap().canonical, *position);
        let mut damaged = file.clone();
        damaged.vertices[at].position = turned;
        refused(&check(&damaged), Condition::Position, at);
        forged += 1;
    }
    assert!(forged > 30);
}

#[test]
fn a_position_is_there_twice() {
    let mut damaged = proof();
    let end = find(&damaged, |v| v.score.is_some());
    let mut copy = damaged.vertices[end].clone();
    copy.id = damaged.vertices.len();
    damaged.vertices.push(copy);
    count(&mut damaged);
    refused(
        &check(&damaged),
        Condition::Position,
        damaged.vertices.len() - 1,
    );
}

#[test]
fn a_position_is_no_position() {
    let file = proof();
    for text in [
        "",
        "X",
        "----/----/----/---- X",
        "XXXX/XXXX/XXXX/XXXX",
        "OXXX/OXXX/OOXX Y",
    ] {
        let mut damaged = file.clone();
        damaged.vertices[5].position = text.into();
        let refusal = refused(&check(&damaged), Condition::Position, 5);
        assert!(refusal.drawing.is_none());
    }
}

#[test]
fn a_position_is_written_otherwise() {
    let file = proof();
    for change in [
        |text: &str| text.replace('-', "."),
        |text: &str| text.replace('/', ""),
        |text: &str| format!("{text} "),
    ] {
        let mut damaged = file.clone();
        damaged.vertices[3].position = change(&file.vertices[3].position);
        refused(&check(&damaged), Condition::Position, 3);
    }
}

#[test]
fn the_side_to_move_is_swapped_in_the_position() {
    let file = proof();
    for at in 1..file.vertices.len() {
        let mut damaged = file.clone();
        let text = &mut damaged.vertices[at].position;
        let other = if text.ends_with('X') { 'O' } else { 'X' };
        text.pop();
        text.push(other);
        let verdict = check(&damaged);
        assert!(!verdict.is_proved(), "vertex {at}");
        let condition = verdict.refusal().unwrap().condition;
        let fitting = [
            Condition::Position,
            Condition::Player,
            Condition::Score,
            Condition::Move,
        ];
        assert!(fitting.contains(&condition), "vertex {at}: {condition:?}");
    }
}

#[test]
fn the_side_to_move_is_swapped_beside_the_position() {
    let file = proof();
    for at in (0..file.vertices.len()).filter(|&v| file.vertices[v].score.is_none()) {
        let mut damaged = file.clone();
        let player = &mut damaged.vertices[at].player;
        *player = other(*player);
        refused(&check(&damaged), Condition::Player, at);
        refused(&local(&damaged), Condition::Player, at);
    }
}

#[test]
fn moves_that_are_illegal_or_lead_elsewhere() {
    let file = proof();
    let at = find(&file, fork);
    let damage = |change: &dyn Fn(&mut Vec<ChildEntry>)| {
        let mut damaged = file.clone();
        change(&mut damaged.vertices[at].children);
        refused(&check(&damaged), Condition::Move, at)
    };
    for mv in ["", "z9", "a1 ", "A1", "pass", "`a1`"] {
        damage(&|children| children[0].mv = mv.into());
    }
    let beyond = file.vertices.len();
    for to in [0, at, beyond, usize::MAX] {
        damage(&|children| children[0].to = to);
    }
    damage(&|children| children.push(children[0].clone()));
    damage(&|children| {
        let (a, b) = (children[0].to, children[1].to);
        (children[0].to, children[1].to) = (b, a);
    });
    let refusal = damage(&|children| children[0].turn = Some("turn it inside out".into()));
    assert!(refusal.detail.contains("turn it inside out"));
}

#[test]
fn a_turn_that_gives_another_board() {
    let file = proof();
    let game = catalogue::open(REVERSI).unwrap();
    let mut wrong = 0;
    for vertex in &file.vertices {
        let view = game.view(&vertex.position).unwrap();
        for (place, child) in vertex.children.iter().enumerate() {
            let step = view
                .steps
                .iter()
                .find(|step| step.name == child.mv)
                .unwrap();
            for turn in ["turn by half", "mirror left-right", "turn a quarter left"] {
                if !step.turns.iter().any(|t| t == turn) {
                    let mut damaged = file.clone();
                    damaged.vertices[vertex.id].children[place].turn = Some(turn.into());
                    refused(&check(&damaged), Condition::Move, vertex.id);
                    wrong += 1;
                }
            }
        }
    }
    assert!(wrong > 40);
}

/// A turn may be left out only where none is needed: a person who follows the sheet would
/// look at another board.
#[test]
fn a_turn_that_is_needed_is_left_out() {
    let file = proof();
    let at = find(&file, |v| v.children.iter().any(|c| c.turn.is_some()));
    let mut damaged = file.clone();
    let children = &mut damaged.vertices[at].children;
    children.iter_mut().for_each(|child| child.turn = None);
    refused(&check(&damaged), Condition::Move, at);
}
