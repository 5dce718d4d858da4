//! Canonical forms of directed graphs with coloured vertices, and classes of
//! isomorphic graphs.
//!
//! Two graphs are isomorphic when one can be renumbered into the other, every
//! edge with its direction and every vertex with its colour. The canonical form
//! of a graph is one renumbering, chosen so that all isomorphic graphs give the
//! same. It holds the whole graph: two forms are equal exactly when the graphs
//! are isomorphic, and no hash has a say in it.
//!
//! ```
//! use minproof::isomorphism::{Digraph, classes};
//!
//! //  a:  0 -> 1 -> 2      b:  2 -> 0 -> 1      c:  0 -> 1 <- 2
//! let a = Digraph::new(3, &[(0, 1), (1, 2)], &[])?;
//! let b = Digraph::new(3, &[(2, 0), (0, 1)], &[])?;
//! let c = Digraph::new(3, &[(0, 1), (2, 1)], &[])?;
//! assert_eq!(classes([&a, &b, &c]), [vec![0, 1], vec![2]]);
//! # Ok::<(), minproof::isomorphism::DigraphError>(())
//! ```
//!
//! # Method
//!
//! 1. *Refine.* Vertices are sorted by colour and loop, then told apart by how
//!    many edges they send to, and get from, the vertices of every cell, until
//!    no cell splits any more. All but the largest part of a cell that splits
//!    are used to split others (Hopcroft 1971), which takes O((n + m) log n).
//! 2. *Reduce.* Between two cells, all edges or none say nothing, and more than
//!    half of them are better said by those that are missing. What is left
//!    falls to connected pieces, and each is numbered on its own. This settles
//!    stars, twins, complete graphs and repeated parts without any search.
//! 3. *Individualise.* In a piece that is connected, each vertex of the smallest
//!    cell is singled out in turn, and steps 1 and 2 follow. The least outcome
//!    is canonical. Vertices are passed over when their refinement takes a worse
//!    turn than that of the best, or when an automorphism found takes one
//!    tried before to them (McKay 1981; McKay and Piperno 2014).
//!
//! Step 3 may take exponential time on graphs made for the purpose; on graphs of
//! game proofs, steps 1 and 2 leave little to it. The stack is on the heap, and
//! nothing depends on threads or on the order of a hash table.
//!
//! # References
//!
//! - B. D. McKay, *Practical graph isomorphism*, Congressus Numerantium 30 (1981).
//! - B. D. McKay, A. Piperno, *Practical graph isomorphism, II*, Journal of
//!   Symbolic Computation 60 (2014).
//! - J. E. Hopcroft, *An n log n algorithm for minimizing states in a finite
//!   automaton* (1971).

use std::collections::HashMap;

mod branch;
mod digraph;
mod partition;
mod reduce;
mod search;
mod split;

pub use digraph::{Digraph, DigraphError};
use partition::Partition;
use search::Search;

/// A graph renumbered in the one way that all isomorphic graphs share.
///
/// Equality of forms is isomorphism. The order of forms is total and stable,
/// but has no further meaning. Made by [`canonical_form`] only.
///
/// # Example
///
/// ```
/// use minproof::isomorphism::{Digraph, canonical_form};
///
/// let graph = Digraph::new(3, &[(2, 0), (0, 1)], &[1, 1, 0])?;
/// let (form, _) = canonical_form(&graph);
/// assert_eq!(form.vertices(), 3);
/// assert_eq!(form.colours(), [0, 1, 1]); // always ascending
/// assert_eq!(form.edges().len(), 2);
/// # Ok::<(), minproof::isomorphism::DigraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CanonicalForm {
    colours: Vec<u32>,
    edges: Vec<(u32, u32)>,
}

impl CanonicalForm {
    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.colours.len()
    }

    /// The colours by canonical number, in ascending order.
    pub fn colours(&self) -> &[u32] {
        &self.colours
    }

    /// The edges (from, to) in canonical numbers, sorted.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }
}

/// Finds the canonical form of a graph.
///
/// # Returns
///
/// The form, and the labelling that leads to it: for every vertex of `graph` its
/// number in the form. Where the graph has automorphisms several labellings lead
/// to the same form, and which one is returned depends on the numbering given.
///
/// # Complexity
///
/// O((n + m) log n) time where refinement and reduction settle all, O(n + m)
/// memory. Exponential time in the worst case; see the [module](self).
///
/// # Example
///
/// ```
/// use minproof::isomorphism::{Digraph, canonical_form};
///
/// let graph = Digraph::new(4, &[(3, 1), (3, 2), (1, 0), (2, 0)], &[])?;
/// let (form, labelling) = canonical_form(&graph);
/// let mut edges: Vec<(u32, u32)> = graph
///     .edges()
///     .map(|(a, b)| (labelling[a as usize], labelling[b as usize]))
///     .collect();
/// edges.sort();
/// assert_eq!(edges, form.edges());
/// # Ok::<(), minproof::isomorphism::DigraphError>(())
/// ```
///
/// # Reference
///
/// McKay and Piperno (2014), with the reduction described in the [module](self).
pub fn canonical_form(graph: &Digraph) -> (CanonicalForm, Vec<u32>) {
    let n = graph.vertices();
    let colours = graph.colours();
    let key = |v: u32| (colours[v as usize], graph.has_loop(v));
    let mut order: Vec<u32> = (0..n as u32).collect();
    order.sort_by_cached_key(|&v| key(v));
    let order = Search::canonical_order(&graph.adjacency, Partition::by_key(order, key));

    let mut labelling = vec![0; n];
    for (i, &v) in order.iter().enumerate() {
        labelling[v as usize] = i as u32;
    }
    let mut edges = Vec::with_capacity(graph.edge_count());
    for (i, &v) in order.iter().enumerate() {
        let begin = edges.len();
        let row = graph.adjacency.out.row(v).iter();
        edges.extend(row.map(|&u| (i as u32, labelling[u as usize])));
        edges[begin..].sort_unstable();
    }
    let form = CanonicalForm {
        colours: order.iter().map(|&v| colours[v as usize]).collect(),
        edges,
    };
    (form, labelling)
}

/// Whether one graph can be renumbered into the other, directions and colours
/// included.
///
/// # Complexity
///
/// O(n + m) where the numbers of vertices, edges or colours differ, otherwise
/// that of [`canonical_form`].
///
/// # Example
///
/// ```
/// use minproof::isomorphism::{Digraph, isomorphic};
///
/// let edges = [(1, 0), (2, 0), (3, 0)];
/// let a = Digraph::new(4, &edges, &[2, 0, 1, 1])?;
/// let b = Digraph::new(4, &edges, &[2, 1, 1, 0])?;
/// let c = Digraph::new(4, &edges, &[2, 0, 0, 1])?;
/// assert!(isomorphic(&a, &b));
/// assert!(!isomorphic(&a, &c));
/// # Ok::<(), minproof::isomorphism::DigraphError>(())
/// ```
///
/// # Reference
///
/// McKay (1981).
pub fn isomorphic(a: &Digraph, b: &Digraph) -> bool {
    let palette = |graph: &Digraph| {
        let mut colours = graph.colours().to_vec();
        colours.sort_unstable();
        colours
    };
    a.vertices() == b.vertices()
        && a.edge_count() == b.edge_count()
        && palette(a) == palette(b)
        && canonical_form(a).0 == canonical_form(b).0
}

/// Sorts graphs into classes of isomorphic ones.
///
/// # Returns
///
/// Per class the positions of its graphs, ascending; the classes in the order of
/// their first graphs.
///
/// # Complexity
///
/// One [`canonical_form`] per graph; memory for one form per class.
///
/// # Example
///
/// ```
/// use minproof::isomorphism::{Digraph, classes};
///
/// let path = Digraph::new(2, &[(0, 1)], &[])?;
/// let turned = Digraph::new(2, &[(1, 0)], &[])?;
/// let pair = Digraph::new(2, &[(0, 1), (1, 0)], &[])?;
/// assert_eq!(classes([&pair, &path, &turned]), [vec![0], vec![1, 2]]);
/// assert!(classes([]).is_empty());
/// # Ok::<(), minproof::isomorphism::DigraphError>(())
/// ```
///
/// # Reference
///
/// McKay (1981).
pub fn classes<'a>(graphs: impl IntoIterator<Item = &'a Digraph>) -> Vec<Vec<usize>> {
    let mut classes: Vec<Vec<usize>> = Vec::new();
    let mut known: HashMap<CanonicalForm, usize> = HashMap::new();
    for (position, graph) in graphs.into_iter().enumerate() {
        let class = *known
            .entry(canonical_form(graph).0)
            .or_insert(classes.len());
        if class == classes.len() {
            classes.push(Vec::new());
        }
        classes[class].push(position);
    }
    classes
}
