//! Checking a whole graph against the rules of its game.

use std::collections::HashMap;

use super::{Condition, Refusal};
use crate::game::Score;
use crate::games::{AnyGame, PositionTexts};
use crate::graph::{GameGraph, NodeId};

/// Whether a graph with its positions is the graph of the game: the start is the
/// game's, every position is canonical and there once, its mover, score and moves are
/// those of the rules, and every vertex is reached from the start.
///
/// Asks the game about every vertex once.
///
/// # Errors
///
/// The first [`Refusal`] in the order of the vertices.
pub fn graph_against_rules(
    game: &dyn AnyGame,
    graph: &GameGraph,
    positions: &dyn PositionTexts,
) -> Result<(), Refusal> {
    if positions.count() != graph.vertex_count() {
        let detail = "the file has no positions, so the rules cannot be asked";
        return Err(Refusal::new(Condition::Position, 0, detail));
    }
    let mut vertex_of = HashMap::with_capacity(graph.vertex_count());
    for vertex in graph.vertices() {
        if let Some(other) = vertex_of.insert(positions.text(vertex), vertex) {
            let detail = format!("vertex {other} has the same position");
            return Err(Refusal::new(Condition::Position, vertex.index(), detail));
        }
    }
    if positions.text(NodeId::START) != game.start() {
        let detail = format!("the game starts at `{}`", game.start());
        return Err(Refusal::new(Condition::Start, 0, detail));
    }
    for vertex in graph.vertices() {
        check_vertex(game, graph, positions, &vertex_of, vertex)?;
    }
    let reached: usize = graph.levels().iter().sum();
    if reached < graph.vertex_count() {
        let lost = graph.vertex_count() - reached;
        let detail = format!("{lost} vertices are not reached from here");
        return Err(Refusal::new(Condition::Reachable, 0, detail));
    }
    Ok(())
}

fn check_vertex(
    game: &dyn AnyGame,
    graph: &GameGraph,
    positions: &dyn PositionTexts,
    vertex_of: &HashMap<String, NodeId>,
    vertex: NodeId,
) -> Result<(), Refusal> {
    let text = positions.text(vertex);
    let refuse = |condition, detail: String| {
        let mut refusal = Refusal::new(condition, vertex.index(), detail);
        refusal.drawing = game.view(&text).ok().map(|view| view.drawing);
        Err(refusal)
    };
    let view = match game.view(&text) {
        Ok(view) => view,
        Err(error) => return refuse(Condition::Position, error.to_string()),
    };
    if view.canonical != text {
        return refuse(Condition::Position, format!("`{text}` is not canonical"));
    }
    if view.score != graph.score(vertex) {
        let said = |score: Option<Score>| match score {
            Some(score) => format!("score {score}"),
            None => "that the game goes on".to_owned(),
        };
        let (found, wanted) = (said(graph.score(vertex)), said(view.score));
        return refuse(
            Condition::Score,
            format!("the file says {found}, the rules {wanted}"),
        );
    }
    if view.score.is_some() {
        return Ok(());
    }
    if view.player != graph.player(vertex) {
        return refuse(
            Condition::Player,
            format!("by the rules {} moves", view.player),
        );
    }
    let mut moves_to: HashMap<NodeId, u32> = HashMap::new();
    for step in &view.steps {
        match vertex_of.get(&step.to) {
            Some(&child) if graph.children(vertex).contains(&child) => {
                *moves_to.entry(child).or_insert(0) += 1;
            }
            _ => {
                return refuse(
                    Condition::Move,
                    format!("the move `{}` is missing", step.name),
                );
            }
        }
    }
    for (edge, child) in graph.edge_range(vertex).zip(graph.children(vertex)) {
        let Some(moves) = moves_to.get(child) else {
            return refuse(Condition::Move, format!("no move leads to vertex {child}"));
        };
        if graph.multiplicity(edge).is_some_and(|said| said != *moves) {
            return refuse(
                Condition::Move,
                format!("{moves} moves lead to vertex {child}"),
            );
        }
    }
    Ok(())
}
