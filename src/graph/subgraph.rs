//! Induced subgraphs: a set of vertices with all edges that the graph has between them.

use super::{GameGraph, NodeId};

/// The subgraph that a set of vertices induces.
#[derive(Clone, Debug)]
pub struct Subgraph<'g> {
    graph: &'g GameGraph,
    vertices: Vec<NodeId>,
}

impl<'g> Subgraph<'g> {
    /// The subgraph of `graph` on `vertices`, in any order, repeated or not.
    ///
    /// # Panics
    ///
    /// If a vertex is not of the graph.
    #[must_use]
    pub fn new(graph: &'g GameGraph, mut vertices: Vec<NodeId>) -> Self {
        vertices.sort_unstable();
        vertices.dedup();
        if let Some(last) = vertices.last() {
            assert!(
                last.index() < graph.vertex_count(),
                "no such vertex: {last}"
            );
        }
        Self { graph, vertices }
    }

    /// The graph itself, as a subgraph.
    #[must_use]
    pub fn whole(graph: &'g GameGraph) -> Self {
        Self {
            graph,
            vertices: graph.vertices().collect(),
        }
    }

    /// The graph that it was cut from.
    #[must_use]
    pub fn graph(&self) -> &'g GameGraph {
        self.graph
    }

    /// Its vertices in ascending order, by their numbers in the whole graph.
    #[must_use]
    pub fn vertices(&self) -> &[NodeId] {
        &self.vertices
    }

    /// The place of a vertex among [`Subgraph::vertices`], if it is one of them.
    /// Takes logarithmic time.
    #[must_use]
    pub fn place(&self, vertex: NodeId) -> Option<usize> {
        self.vertices.binary_search(&vertex).ok()
    }

    /// Whether the vertex belongs to it.
    #[must_use]
    pub fn contains(&self, vertex: NodeId) -> bool {
        self.place(vertex).is_some()
    }

    /// The children of a vertex that belong to it, in ascending order.
    pub fn children(&self, vertex: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let children = self.graph.children(vertex).iter().copied();
        children.filter(|&child| self.contains(child))
    }

    /// All edges as pairs of places among [`Subgraph::vertices`].
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.vertices
            .iter()
            .enumerate()
            .flat_map(move |(from, &vertex)| {
                let children = self.graph.children(vertex).iter();
                children.filter_map(move |&child| Some((from as u32, self.place(child)? as u32)))
            })
    }

    /// How many vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// How many edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.edges().count()
    }

    /// How many of its vertices are ends of the game.
    #[must_use]
    pub fn end_count(&self) -> usize {
        self.vertices
            .iter()
            .filter(|&&vertex| self.graph.is_end(vertex))
            .count()
    }
}
