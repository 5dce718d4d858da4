//! [`GameGraph`]: a game after building, as numbers only.
//!
//! Vertices are [`NodeId`]s, edges are compressed rows. Nothing here knows what a
//! position looks like; positions ride beside the graph in [`build::Built`].

mod assembly;
pub mod build;
mod subgraph;
mod visit;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::{Player, Score};
use assembly::{Assembly, merge_row};
pub use subgraph::Subgraph;
pub use visit::Bidirectional;

/// The number of a vertex. Vertex 0 is the start of the game.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "u32", into = "u32")]
pub struct NodeId(u32);

impl NodeId {
    /// The start of the game.
    pub const START: Self = Self(0);

    /// How many vertices a graph can have: 2^32 - 2^24. The numbers above are
    /// kept free for the builder's own use.
    pub const LIMIT: usize = 0xff00_0000;

    /// The vertex with this number; `None` from [`NodeId::LIMIT`] on.
    #[must_use]
    #[inline]
    pub fn new(index: usize) -> Option<Self> {
        (index < Self::LIMIT).then_some(Self(index as u32))
    }

    /// The number.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// For numbers that are known to be those of vertices.
    #[inline]
    pub(crate) fn at(index: usize) -> Self {
        debug_assert!(index < Self::LIMIT);
        Self(index as u32)
    }
}

impl TryFrom<u32> for NodeId {
    type Error = GraphError;

    fn try_from(number: u32) -> Result<Self, GraphError> {
        Self::new(number as usize).ok_or_else(too_many_vertices)
    }
}

impl From<NodeId> for u32 {
    fn from(vertex: NodeId) -> Self {
        vertex.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One vertex, as [`GameGraph::new`] takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vertex {
    /// The game is over.
    End(Score),
    /// A player moves to one of the children, which are numbers of vertices.
    Inner(Player, Vec<usize>),
}

/// Why rows of numbers are not a game graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// There is no vertex at all.
    #[error("a game graph has at least one vertex, its start")]
    Empty,
    /// An edge leads nowhere.
    #[error("vertex {vertex} has an edge to {target}, but there are only {vertices} vertices")]
    NoSuchVertex {
        /// Where the edge starts.
        vertex: usize,
        /// Where it should lead.
        target: usize,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A vertex without children has no score.
    #[error("vertex {vertex} has no moves and is no end: give it a score")]
    NoMoves {
        /// The vertex.
        vertex: usize,
    },
    /// More vertices or edges than 32-bit numbers can count.
    #[error("too large: {what} are limited to {limit}")]
    TooLarge {
        /// Vertices or edges.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// A part of the stored graph contradicts another.
    #[error("inconsistent: {0}")]
    Inconsistent(String),
}

/// The graph of a game: who moves at each vertex, where the moves lead, and the
/// scores of the ends.
///
/// Parallel edges are merged; how many moves an edge stands for is kept where it
/// is more than one. Children are in ascending order. Takes 4 bytes an edge,
/// 4 bytes and a bit a vertex, and 8 bytes an end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct GameGraph {
    offsets: Vec<u32>,
    targets: Vec<NodeId>,
    /// One bit a vertex: set where Second moves.
    second: Vec<u64>,
    ends: Vec<NodeId>,
    end_scores: Vec<Score>,
    /// Edges (by number, ascending) that stand for more than one move, and for how
    /// many. `None` if that is not known.
    repeated: Option<Vec<(u32, u32)>>,
}

/// The parts of a graph as they are read, before they are checked against each other.
#[derive(Deserialize)]
pub(crate) struct Unchecked {
    offsets: Vec<u32>,
    targets: Vec<NodeId>,
    second: Vec<u64>,
    ends: Vec<NodeId>,
    end_scores: Vec<Score>,
    repeated: Option<Vec<(u32, u32)>>,
}

impl TryFrom<Unchecked> for GameGraph {
    type Error = GraphError;

    fn try_from(parts: Unchecked) -> Result<Self, GraphError> {
        let graph = Self {
            offsets: parts.offsets,
            targets: parts.targets,
            second: parts.second,
            ends: parts.ends,
            end_scores: parts.end_scores,
            repeated: parts.repeated,
        };
        graph.validate()?;
        Ok(graph)
    }
}

impl GameGraph {
    /// A graph from a list of vertices; the first one is the start.
    ///
    /// A child that is listed several times is one edge that stands for that many moves.
    ///
    /// # Errors
    ///
    /// [`GraphError`] when the list is empty, an edge leads nowhere, an inner
    /// vertex has no child, or there are too many of something.
    ///
    /// # Example
    ///
    /// ```
    /// use minproof::{GameGraph, Player, graph::Vertex};
    /// let graph = GameGraph::new(&[
    ///     Vertex::Inner(Player::First, vec![1, 2]),
    ///     Vertex::End(1),
    ///     Vertex::End(-1),
    /// ])?;
    /// assert_eq!((graph.vertex_count(), graph.edge_count(), graph.end_count()), (3, 2, 2));
    /// # Ok::<(), minproof::graph::GraphError>(())
    /// ```
    pub fn new(vertices: &[Vertex]) -> Result<Self, GraphError> {
        let mut assembly = Assembly::default();
        let count = vertices.len();
        if count > NodeId::LIMIT {
            return Err(too_many_vertices());
        }
        for (number, vertex) in vertices.iter().enumerate() {
            match vertex {
                Vertex::End(score) => assembly.end(*score),
                Vertex::Inner(player, children) => {
                    if children.is_empty() {
                        return Err(GraphError::NoMoves { vertex: number });
                    }
                    if let Some(&target) = children.iter().find(|&&child| child >= count) {
                        return Err(GraphError::NoSuchVertex {
                            vertex: number,
                            target,
                            vertices: count,
                        });
                    }
                    let mut row: Vec<NodeId> = children.iter().map(|&c| NodeId::at(c)).collect();
                    let mut repeated = Vec::new();
                    merge_row(&mut row, &mut repeated);
                    assembly.inner(*player, &row, &repeated)?;
                }
            }
        }
        assembly.finish()
    }

    /// The graph without knowledge of how many moves an edge stands for, as it is
    /// when edges come from a list that does not say.
    #[must_use]
    pub fn with_unknown_multiplicities(mut self) -> Self {
        self.repeated = None;
        self
    }

    /// How many vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.offsets.len() - 1
    }

    /// How many edges, parallel ones merged.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// How many ends.
    #[must_use]
    pub fn end_count(&self) -> usize {
        self.ends.len()
    }

    /// All vertices in ascending order.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = NodeId> + DoubleEndedIterator + use<> {
        (0..self.vertex_count()).map(NodeId::at)
    }

    /// All ends with their scores, in ascending order.
    pub fn ends(&self) -> impl ExactSizeIterator<Item = (NodeId, Score)> + '_ {
        self.ends
            .iter()
            .copied()
            .zip(self.end_scores.iter().copied())
    }

    /// The children of a vertex in ascending order; none for an end.
    ///
    /// # Panics
    ///
    /// If the vertex is not of this graph; so do the other functions of a vertex.
    #[must_use]
    #[inline]
    pub fn children(&self, vertex: NodeId) -> &[NodeId] {
        &self.targets[self.edge_range(vertex)]
    }

    /// The numbers of the edges that start at a vertex.
    #[must_use]
    #[inline]
    pub fn edge_range(&self, vertex: NodeId) -> std::ops::Range<usize> {
        self.offsets[vertex.index()] as usize..self.offsets[vertex.index() + 1] as usize
    }

    /// Who moves at a vertex. At an end the answer says nothing.
    #[must_use]
    #[inline]
    pub fn player(&self, vertex: NodeId) -> Player {
        let v = vertex.index();
        if self.second[v / 64] >> (v % 64) & 1 == 0 {
            Player::First
        } else {
            Player::Second
        }
    }

    /// Whether the game is over at a vertex.
    #[must_use]
    #[inline]
    pub fn is_end(&self, vertex: NodeId) -> bool {
        self.edge_range(vertex).is_empty()
    }

    /// The score of an end, `None` for other vertices. Takes time logarithmic in
    /// the number of ends.
    #[must_use]
    pub fn score(&self, vertex: NodeId) -> Option<Score> {
        let place = self.ends.binary_search(&vertex).ok()?;
        Some(self.end_scores[place])
    }

    /// Whether the number of moves behind every edge is known.
    #[must_use]
    pub fn multiplicities_known(&self) -> bool {
        self.repeated.is_some()
    }

    /// How many moves the edge with this number stands for, `None` if unknown.
    #[must_use]
    pub fn multiplicity(&self, edge: usize) -> Option<u32> {
        let repeated = self.repeated.as_ref()?;
        Some(
            match repeated.binary_search_by_key(&(edge as u32), |&(edge, _)| edge) {
                Ok(place) => repeated[place].1,
                Err(_) => 1,
            },
        )
    }

    /// How many moves there are at a vertex: more than children where several lead to the
    /// same, as far as that is known. Takes time logarithmic in the number of such edges.
    #[must_use]
    pub fn move_count(&self, vertex: NodeId) -> usize {
        let edges = self.edge_range(vertex);
        let repeated = self.repeated.as_deref().unwrap_or_default();
        let first = repeated.partition_point(|&(edge, _)| (edge as usize) < edges.start);
        let here = repeated[first..]
            .iter()
            .take_while(|&&(edge, _)| (edge as usize) < edges.end);
        edges.len() + here.map(|&(_, moves)| moves as usize - 1).sum::<usize>()
    }

    /// How many vertices are first met after 0, 1, 2, ... plies.
    #[must_use]
    pub fn levels(&self) -> Vec<usize> {
        self.levels_within(|_| true)
    }

    /// How many vertices of a set are first met after 0, 1, 2, ... plies, whatever way leads
    /// to them in the whole graph. As long as [`GameGraph::levels`].
    ///
    /// ```
    /// use minproof::{GameGraph, Player, graph::Vertex};
    /// let graph = GameGraph::new(&[
    ///     Vertex::Inner(Player::First, vec![1, 2]),
    ///     Vertex::End(1),
    ///     Vertex::End(-1),
    /// ])?;
    /// assert_eq!(graph.levels(), [1, 2]);
    /// assert_eq!(graph.levels_within(|vertex| vertex.index() < 2), [1, 1]);
    /// # Ok::<(), minproof::graph::GraphError>(())
    /// ```
    #[must_use]
    pub fn levels_within(&self, belongs: impl Fn(NodeId) -> bool) -> Vec<usize> {
        let mut seen = vec![false; self.vertex_count()];
        seen[0] = true;
        let mut level = vec![NodeId::START];
        let mut sizes = Vec::new();
        while !level.is_empty() {
            sizes.push(level.iter().filter(|&&vertex| belongs(vertex)).count());
            let mut next = Vec::new();
            for &child in level.iter().flat_map(|&vertex| self.children(vertex)) {
                if !std::mem::replace(&mut seen[child.index()], true) {
                    next.push(child);
                }
            }
            level = next;
        }
        sizes
    }

    /// Checks everything that the other functions rely on. For graphs that come
    /// from a file.
    fn validate(&self) -> Result<(), GraphError> {
        let inconsistent = |what: &str| Err(GraphError::Inconsistent(what.to_owned()));
        let Some(vertices) = self.offsets.len().checked_sub(1).filter(|&n| n > 0) else {
            return Err(GraphError::Empty);
        };
        if vertices > NodeId::LIMIT {
            return Err(too_many_vertices());
        }
        if self.offsets[0] != 0
            || self.offsets.windows(2).any(|pair| pair[0] > pair[1])
            || self.offsets[vertices] as usize != self.targets.len()
        {
            return inconsistent("rows of edges do not follow each other");
        }
        if self.second.len() != vertices.div_ceil(64) {
            return inconsistent("players are not said for every vertex");
        }
        for vertex in self.vertices() {
            let row = self.children(vertex);
            if row.windows(2).any(|pair| pair[0] >= pair[1]) {
                return inconsistent("children of a vertex are not in ascending order");
            }
            if let Some(target) = row.last().filter(|last| last.index() >= vertices) {
                return Err(GraphError::NoSuchVertex {
                    vertex: vertex.index(),
                    target: target.index(),
                    vertices,
                });
            }
        }
        let ends = self.vertices().filter(|&vertex| self.is_end(vertex));
        if !ends.eq(self.ends.iter().copied()) || self.ends.len() != self.end_scores.len() {
            return inconsistent("ends are not the vertices without children");
        }
        if let Some(repeated) = &self.repeated {
            let ascending = repeated.windows(2).all(|pair| pair[0].0 < pair[1].0);
            let known = repeated
                .iter()
                .all(|&(edge, moves)| (edge as usize) < self.targets.len() && moves > 1);
            if !ascending || !known {
                return inconsistent("numbers of moves belong to no edge");
            }
        }
        Ok(())
    }
}

fn too_many_vertices() -> GraphError {
    GraphError::TooLarge {
        what: "vertices",
        limit: NodeId::LIMIT,
    }
}
