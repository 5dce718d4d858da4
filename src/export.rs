//! Exports for other programs, one file a format.
//!
//! Exporters are pure: a [`Picture`] in, text out, the same text every time. First is
//! drawn as a box and Second as an ellipse, ends with a double outline; what First
//! wins is red, what Second wins blue, draws grey.

pub mod canvas;
mod csv;
mod digraph6;
mod dot;
mod drawing;
mod graphml;
mod json;
mod layout;
mod mermaid;
mod parts;
mod problem;
mod tikz;

pub use canvas::Canvas;
pub use csv::{csv_edges, csv_vertices};
pub use digraph6::{DIGRAPH6_LIMIT, digraph6};
pub use dot::dot;
pub use drawing::{Drawing, MOVES_UP_TO};
pub use graphml::graphml;
pub use json::json;
pub use layout::{LAYOUT_LIMIT, Layout, Request};
pub use mermaid::{MERMAID_LIMIT, mermaid};
pub use problem::{lp, opb, wcnf};
pub use tikz::{TIKZ_LIMIT, tikz};

use crate::game::{Player, PositionError, Score};
use crate::graph::Subgraph;
use crate::proof::file::ProofFile;

/// A vertex as exporters see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureVertex {
    /// Its name: the position, or a number.
    pub label: String,
    /// Who moves.
    pub player: Player,
    /// The score of an end.
    pub score: Option<Score>,
    /// Who wins from here, if it is known: -1, 0 or 1.
    pub dominance: Option<i8>,
}

/// An edge as exporters see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureEdge {
    /// Number of the vertex that it leaves.
    pub from: usize,
    /// Number of the vertex that it reaches.
    pub to: usize,
    /// The moves that it stands for; empty if they are not named.
    pub label: String,
}

/// A graph for exporters: a game graph, a part of one, or a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// What it is.
    pub title: String,
    /// The vertices, the start first.
    pub vertices: Vec<PictureVertex>,
    /// The edges, by the vertex that they leave.
    pub edges: Vec<PictureEdge>,
}

/// Why something cannot be exported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// The format cannot hold a character.
    #[error(
        "vertex {vertex} cannot be written as {format}: its label {label:?} has a control character"
    )]
    ControlCharacter {
        /// The number of the vertex.
        vertex: usize,
        /// The format.
        format: &'static str,
        /// The label.
        label: String,
    },
    /// A label is no position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The format is not made for so many.
    #[error("{found} {what} are too many for {format}, which ends at {limit}: {advice}")]
    TooLarge {
        /// The format.
        format: &'static str,
        /// Vertices or edges.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
        /// What to do instead.
        advice: &'static str,
    },
}

impl Picture {
    /// A picture of an induced subgraph. `label` names the vertices, by their numbers
    /// in the whole graph, `dominance` says who wins there.
    #[must_use]
    pub fn of_subgraph(
        title: &str,
        set: &Subgraph<'_>,
        label: impl Fn(crate::NodeId) -> String,
        dominance: impl Fn(crate::NodeId) -> Option<i8>,
    ) -> Self {
        let graph = set.graph();
        let vertex = |&vertex: &crate::NodeId| PictureVertex {
            label: label(vertex),
            player: graph.player(vertex),
            score: graph.score(vertex),
            dominance: dominance(vertex),
        };
        let edge = |(from, to)| PictureEdge {
            from: from as usize,
            to: to as usize,
            label: String::new(),
        };
        Self {
            title: title.to_owned(),
            vertices: set.vertices().iter().map(vertex).collect(),
            edges: set.edges().map(edge).collect(),
        }
    }

    /// A picture of a proof file, with the moves on its edges. Children that the file
    /// names but does not have are left out.
    #[must_use]
    pub fn of_proof(file: &ProofFile) -> Self {
        let mut edges: Vec<PictureEdge> = Vec::new();
        for vertex in &file.vertices {
            let first = edges.len();
            for child in vertex
                .children
                .iter()
                .filter(|child| child.to < file.vertices.len())
            {
                match edges[first..].iter_mut().find(|edge| edge.to == child.to) {
                    Some(edge) => edge.label = format!("{}, {}", edge.label, child.mv),
                    None => edges.push(PictureEdge {
                        from: vertex.id,
                        to: child.to,
                        label: child.mv.clone(),
                    }),
                }
            }
        }
        let vertices = file.vertices.iter().map(|vertex| PictureVertex {
            label: vertex.position.clone(),
            player: vertex.player.into(),
            score: vertex.score,
            dominance: vertex.dominance,
        });
        let game = file.header.game.as_deref().unwrap_or("a game");
        Self {
            title: format!("{}: {}", game, file.header.claim),
            vertices: vertices.collect(),
            edges,
        }
    }
}
