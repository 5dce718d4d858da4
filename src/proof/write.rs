//! From a set of vertices to a proof file.

use super::file::{ChildEntry, Header, ProofFile, VERSION, VertexEntry};
use super::{Claim, Hold};
use crate::game::{Player, PositionError};
use crate::games::{AnyGame, PositionTexts};
use crate::graph::{NodeId, Subgraph};

/// What a header says beside the claim.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Specification of the game.
    pub game: Option<String>,
    /// The measure in which the proof is small.
    pub measure: Option<String>,
    /// The least number of that measure.
    pub minimum: Option<String>,
    /// How the minimum is known.
    pub minimum_is: Option<String>,
}

/// Writes one set of vertices down as a proof of `claim`.
///
/// `dominance` is written beside the vertices where it is known; no check but the
/// local one looks at it.
///
/// # Errors
///
/// If a position's text cannot be read back by the game.
pub fn proof_file(
    game: &dyn AnyGame,
    positions: &dyn PositionTexts,
    set: &Subgraph<'_>,
    claim: Claim,
    about: About,
    dominance: impl Fn(NodeId) -> Option<i8>,
) -> Result<ProofFile, PositionError> {
    let mut file = ProofFile {
        header: Header {
            minproof: "proof".to_owned(),
            version: VERSION,
            game: about.game,
            claim: claim.to_string(),
            measure: about.measure,
            minimum: about.minimum,
            minimum_is: about.minimum_is,
            vertices: set.vertex_count(),
            edges: set.edge_count(),
            ends: set.end_count(),
        },
        vertices: Vec::with_capacity(set.vertex_count()),
    };
    for (id, &vertex) in set.vertices().iter().enumerate() {
        let position = positions.text(vertex);
        let view = game.view(&position)?;
        let kept: Vec<(usize, String)> = set
            .children(vertex)
            .filter_map(|child| Some((set.place(child)?, positions.text(child))))
            .collect();
        let children = view.steps.into_iter().filter_map(|step| {
            let (to, _) = kept.iter().find(|(_, text)| *text == step.to)?;
            let turn = step.turns.into_iter().next();
            Some(ChildEntry {
                to: *to,
                mv: step.name,
                turn: turn.filter(|turn| *turn != view.untouched),
            })
        });
        file.vertices.push(VertexEntry {
            id,
            position,
            player: view.player.into(),
            score: view.score,
            dominance: dominance(vertex),
            side: None,
            children: children.collect(),
        });
    }
    Ok(file)
}

/// Marks each vertex of a pair of proofs with the side that it belongs to.
///
/// `sides` are the vertices of First's and of Second's proof, by their numbers in the
/// graph; `set` is their union, of which `file` was made.
pub fn mark_sides(file: &mut ProofFile, set: &Subgraph<'_>, sides: [&Subgraph<'_>; 2]) {
    for (entry, &vertex) in file.vertices.iter_mut().zip(set.vertices()) {
        entry.side = match sides.map(|side| side.contains(vertex)) {
            [true, false] => Some(Player::First.into()),
            [false, true] => Some(Player::Second.into()),
            _ => None,
        };
    }
}

/// A name for files about one side of a claim, such as `second-at-most-minus-1`.
#[must_use]
pub fn file_stem(hold: Hold) -> String {
    let sign = if hold.bound < 0 { "minus-" } else { "" };
    let bound = hold.bound.unsigned_abs();
    match hold.prover {
        Player::First => format!("first-at-least-{sign}{bound}"),
        Player::Second => format!("second-at-most-{sign}{bound}"),
    }
}
