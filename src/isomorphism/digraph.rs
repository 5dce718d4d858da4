//! The graph that is compared: compressed rows in both directions, colours.

use std::error::Error;
use std::fmt;

/// One compressed row per vertex.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    start: Vec<u32>,
    to: Vec<u32>,
}

impl Rows {
    /// Rows of the second members by the first, in the order of arrival.
    fn bucket(n: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut start = vec![0u32; n + 2];
        for (key, _) in pairs.clone() {
            start[key as usize + 2] += 1;
        }
        for i in 2..n + 2 {
            start[i] += start[i - 1];
        }
        let mut to = vec![0; start[n + 1] as usize];
        for (key, value) in pairs {
            let slot = &mut start[key as usize + 1];
            to[*slot as usize] = value;
            *slot += 1;
        }
        start.truncate(n + 1);
        Self { start, to }
    }

    pub(super) fn row(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.to[self.start[v] as usize..self.start[v + 1] as usize]
    }

    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + Clone {
        self.start.windows(2).enumerate().flat_map(|(v, ends)| {
            self.to[ends[0] as usize..ends[1] as usize]
                .iter()
                .map(move |&u| (v as u32, u))
        })
    }

    /// Removes repetitions from rows that are sorted; says whether there were any.
    fn dedup(&mut self) -> bool {
        let before = self.to.len();
        let (mut read, mut write) = (0, 0);
        for v in 0..self.start.len() - 1 {
            let end = self.start[v + 1] as usize;
            let begin = write;
            while read < end {
                let u = self.to[read];
                if write == begin || self.to[write - 1] != u {
                    self.to[write] = u;
                    write += 1;
                }
                read += 1;
            }
            self.start[v + 1] = write as u32;
        }
        self.to.truncate(write);
        write < before
    }
}

/// Rows in both directions. The caller answers for endpoints below `n`.
#[derive(Clone, Debug)]
pub(super) struct Adjacency {
    pub(super) out: Rows,
    pub(super) into: Rows,
}

impl Adjacency {
    /// Takes edges without repetitions.
    pub(super) fn new(n: usize, edges: &[(u32, u32)]) -> Self {
        let out = Rows::bucket(n, edges.iter().copied());
        let into = Rows::bucket(n, edges.iter().map(|&(a, b)| (b, a)));
        Self { out, into }
    }

    /// Sorts the rows and merges parallel edges, in time O(n + m).
    fn merged(n: usize, edges: &[(u32, u32)]) -> Self {
        let mut into = Rows::bucket(n, edges.iter().map(|&(a, b)| (b, a)));
        let mut out = Rows::bucket(n, into.pairs().map(|(b, a)| (a, b)));
        if out.dedup() {
            into = Rows::bucket(n, out.pairs().map(|(a, b)| (b, a)));
        }
        Self { out, into }
    }
}

/// A directed graph whose vertices `0..n` carry colours.
///
/// Loops are allowed. Parallel edges are merged: an edge is there or it is not.
/// Immutable once built.
///
/// # Example
///
/// ```
/// use minproof::isomorphism::Digraph;
///
/// // 0 -> 1 -> 2, the ends of another colour than the middle
/// let graph = Digraph::new(3, &[(0, 1), (1, 2)], &[7, 9, 7])?;
/// assert_eq!(graph.vertices(), 3);
/// assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
/// assert!(Digraph::new(3, &[(0, 3)], &[]).is_err());
/// # Ok::<(), minproof::isomorphism::DigraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Digraph {
    pub(super) adjacency: Adjacency,
    colours: Vec<u32>,
}

impl Digraph {
    /// The largest number of vertices, and of edges, that a graph may have.
    pub const LIMIT: usize = u32::MAX as usize - 2;

    /// Builds a graph of `n` vertices.
    ///
    /// # Arguments
    ///
    /// `edges` are pairs (from, to) in any order; repetitions are merged.
    /// `colours` has one number per vertex, or is empty, which means that all
    /// vertices have colour 0. Colours are compared by value: a graph coloured
    /// 1 is not isomorphic to one coloured 2.
    ///
    /// # Errors
    ///
    /// [`DigraphError`] says which argument does not fit, and where.
    ///
    /// # Complexity
    ///
    /// Time and memory O(n + m).
    ///
    /// # Example
    ///
    /// ```
    /// use minproof::isomorphism::{Digraph, DigraphError};
    ///
    /// assert!(Digraph::new(2, &[(0, 1), (1, 1)], &[]).is_ok());
    /// assert!(matches!(
    ///     Digraph::new(2, &[(0, 1)], &[5]),
    ///     Err(DigraphError::ColourCount { expected: 2, got: 1 })
    /// ));
    /// ```
    pub fn new(n: usize, edges: &[(u32, u32)], colours: &[u32]) -> Result<Self, DigraphError> {
        if n > Self::LIMIT {
            return Err(DigraphError::TooManyVertices { got: n });
        }
        if edges.len() > Self::LIMIT {
            return Err(DigraphError::TooManyEdges { got: edges.len() });
        }
        if !colours.is_empty() && colours.len() != n {
            return Err(DigraphError::ColourCount {
                expected: n,
                got: colours.len(),
            });
        }
        for (index, &(from, to)) in edges.iter().enumerate() {
            let vertex = from.max(to);
            if vertex as usize >= n {
                return Err(DigraphError::Endpoint { index, vertex, n });
            }
        }
        let colours = if colours.is_empty() {
            vec![0; n]
        } else {
            colours.to_vec()
        };
        Ok(Self {
            adjacency: Adjacency::merged(n, edges),
            colours,
        })
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.colours.len()
    }

    /// The number of edges, parallel ones merged, loops counted once.
    pub fn edge_count(&self) -> usize {
        self.adjacency.out.to.len()
    }

    /// The colour of every vertex.
    pub fn colours(&self) -> &[u32] {
        &self.colours
    }

    /// The edges (from, to), sorted, without repetitions.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + Clone {
        self.adjacency.out.pairs()
    }

    pub(super) fn has_loop(&self, v: u32) -> bool {
        self.adjacency.out.row(v).binary_search(&v).is_ok()
    }
}

/// Why a [`Digraph`] could not be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DigraphError {
    /// An edge names a vertex that does not exist.
    Endpoint {
        /// Position of the edge in the list given.
        index: usize,
        /// The vertex that it names.
        vertex: u32,
        /// The number of vertices; they are numbered from 0.
        n: usize,
    },
    /// The list of colours is neither empty nor as long as there are vertices.
    ColourCount {
        /// The number of vertices.
        expected: usize,
        /// The number of colours given.
        got: usize,
    },
    /// More vertices than [`Digraph::LIMIT`].
    TooManyVertices {
        /// The number asked for.
        got: usize,
    },
    /// More edges than [`Digraph::LIMIT`].
    TooManyEdges {
        /// The number given.
        got: usize,
    },
}

impl fmt::Display for DigraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limit = Digraph::LIMIT;
        match *self {
            Self::Endpoint { index, vertex, n } => write!(
                f,
                "edge {index} names vertex {vertex}, but there are only {n} vertices, numbered from 0"
            ),
            Self::ColourCount { expected, got } => write!(
                f,
                "{got} colours for {expected} vertices: give one for each, or none"
            ),
            Self::TooManyVertices { got } => write!(f, "{got} vertices, the limit is {limit}"),
            Self::TooManyEdges { got } => write!(f, "{got} edges, the limit is {limit}"),
        }
    }
}

impl Error for DigraphError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_merged() {
        let graph = Digraph::new(4, &[(2, 1), (0, 3), (2, 0), (2, 1), (3, 3)], &[]).unwrap();
        assert_eq!(graph.edge_count(), 4);
        let edges: Vec<_> = graph.edges().collect();
        assert_eq!(edges, [(0, 3), (2, 0), (2, 1), (3, 3)]);
        assert_eq!(graph.adjacency.into.row(1), [2]);
        assert_eq!(graph.adjacency.into.row(3), [0, 3]);
        assert!(graph.has_loop(3) && !graph.has_loop(2));
    }

    #[test]
    fn arguments_that_do_not_fit_are_refused() {
        assert_eq!(
            Digraph::new(2, &[(0, 1), (2, 0)], &[]).unwrap_err(),
            DigraphError::Endpoint {
                index: 1,
                vertex: 2,
                n: 2
            }
        );
        assert!(Digraph::new(0, &[(0, 0)], &[]).is_err());
        assert!(Digraph::new(2, &[], &[1, 2, 3]).is_err());
        assert!(Digraph::new(0, &[], &[1]).is_err());
        let error = Digraph::new(usize::MAX, &[], &[]).unwrap_err();
        assert!(error.to_string().contains("the limit is"));
    }
}
