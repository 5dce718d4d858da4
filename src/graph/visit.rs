//! petgraph's visit traits, so that its algorithms run on a [`GameGraph`] directly.
//!
//! `&GameGraph` has all that needs only outgoing edges. [`Bidirectional`] adds
//! incoming ones, for algorithms such as `petgraph::algo::toposort`.

use petgraph::visit::{
    Data, EdgeCount, EdgeRef, GraphBase, GraphProp, GraphRef, IntoEdgeReferences, IntoEdges,
    IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, IntoNodeReferences,
    NodeCompactIndexable, NodeCount, NodeIndexable, NodeRef, Visitable,
};
use petgraph::{Directed, Direction};

use super::{GameGraph, NodeId};

/// An edge of a [`GameGraph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    source: NodeId,
    target: NodeId,
    number: usize,
}

impl EdgeRef for Edge {
    type NodeId = NodeId;
    type EdgeId = usize;
    type Weight = ();

    fn source(&self) -> NodeId {
        self.source
    }
    fn target(&self) -> NodeId {
        self.target
    }
    fn weight(&self) -> &() {
        &()
    }
    fn id(&self) -> usize {
        self.number
    }
}

impl GraphBase for GameGraph {
    type NodeId = NodeId;
    type EdgeId = usize;
}

impl Data for GameGraph {
    type NodeWeight = ();
    type EdgeWeight = ();
}

impl GraphProp for GameGraph {
    type EdgeType = Directed;
}

impl NodeCount for GameGraph {
    fn node_count(&self) -> usize {
        self.vertex_count()
    }
}

impl EdgeCount for GameGraph {
    fn edge_count(&self) -> usize {
        Self::edge_count(self)
    }
}

impl NodeIndexable for GameGraph {
    fn node_bound(&self) -> usize {
        self.vertex_count()
    }
    fn to_index(&self, vertex: NodeId) -> usize {
        vertex.index()
    }
    fn from_index(&self, index: usize) -> NodeId {
        NodeId::at(index)
    }
}

impl NodeCompactIndexable for GameGraph {}

impl Visitable for GameGraph {
    type Map = VisitedVertices;

    fn visit_map(&self) -> VisitedVertices {
        VisitedVertices(vec![false; self.vertex_count()])
    }
    fn reset_map(&self, map: &mut VisitedVertices) {
        map.0.clear();
        map.0.resize(self.vertex_count(), false);
    }
}

/// Which vertices a walker has visited.
#[derive(Clone, Debug)]
pub struct VisitedVertices(Vec<bool>);

impl petgraph::visit::VisitMap<NodeId> for VisitedVertices {
    fn visit(&mut self, vertex: NodeId) -> bool {
        !std::mem::replace(&mut self.0[vertex.index()], true)
    }
    fn is_visited(&self, vertex: &NodeId) -> bool {
        self.0[vertex.index()]
    }
    fn unvisit(&mut self, vertex: NodeId) -> bool {
        std::mem::replace(&mut self.0[vertex.index()], false)
    }
}

/// All vertices, by number.
#[derive(Clone, Debug)]
pub struct Numbers(std::ops::Range<usize>);

impl Iterator for Numbers {
    type Item = NodeId;

    fn next(&mut self) -> Option<NodeId> {
        self.0.next().map(NodeId::at)
    }
}

/// A vertex with its (empty) weight.
#[derive(Clone, Copy, Debug)]
pub struct WeightlessVertex(NodeId);

impl NodeRef for WeightlessVertex {
    type NodeId = NodeId;
    type Weight = ();

    fn id(&self) -> NodeId {
        self.0
    }
    fn weight(&self) -> &() {
        &()
    }
}

impl IntoNodeIdentifiers for &GameGraph {
    type NodeIdentifiers = Numbers;

    fn node_identifiers(self) -> Numbers {
        Numbers(0..self.vertex_count())
    }
}

impl IntoNodeReferences for &GameGraph {
    type NodeRef = WeightlessVertex;
    type NodeReferences = std::iter::Map<Numbers, fn(NodeId) -> WeightlessVertex>;

    fn node_references(self) -> Self::NodeReferences {
        self.node_identifiers().map(WeightlessVertex)
    }
}

impl<'g> IntoNeighbors for &'g GameGraph {
    type Neighbors = std::iter::Copied<std::slice::Iter<'g, NodeId>>;

    fn neighbors(self, vertex: NodeId) -> Self::Neighbors {
        self.children(vertex).iter().copied()
    }
}

/// The edges that start at some consecutive vertices.
#[derive(Clone, Debug)]
pub struct Edges<'g> {
    graph: &'g GameGraph,
    source: usize,
    numbers: std::ops::Range<usize>,
}

impl Iterator for Edges<'_> {
    type Item = Edge;

    fn next(&mut self) -> Option<Edge> {
        let number = self.numbers.next()?;
        while self.graph.edge_range(NodeId::at(self.source)).end <= number {
            self.source += 1;
        }
        Some(Edge {
            source: NodeId::at(self.source),
            target: self.graph.targets[number],
            number,
        })
    }
}

impl<'g> IntoEdgeReferences for &'g GameGraph {
    type EdgeRef = Edge;
    type EdgeReferences = Edges<'g>;

    fn edge_references(self) -> Edges<'g> {
        Edges {
            graph: self,
            source: 0,
            numbers: 0..self.targets.len(),
        }
    }
}

impl<'g> IntoEdges for &'g GameGraph {
    type Edges = Edges<'g>;

    fn edges(self, vertex: NodeId) -> Edges<'g> {
        Edges {
            graph: self,
            source: vertex.index(),
            numbers: self.edge_range(vertex),
        }
    }
}

/// A graph together with its incoming edges, made by [`GameGraph::bidirectional`].
///
/// Takes 4 bytes a vertex and 4 an edge on top of the graph.
#[derive(Clone, Debug)]
pub struct Bidirectional<'g> {
    graph: &'g GameGraph,
    offsets: Vec<u32>,
    sources: Vec<NodeId>,
}

impl GameGraph {
    /// The graph with its incoming edges, made in linear time.
    #[must_use]
    pub fn bidirectional(&self) -> Bidirectional<'_> {
        let mut offsets = vec![0; self.vertex_count() + 1];
        for target in &self.targets {
            offsets[target.index() + 1] += 1;
        }
        for vertex in 0..self.vertex_count() {
            offsets[vertex + 1] += offsets[vertex];
        }
        let mut next = offsets.clone();
        let mut sources = vec![NodeId::START; self.targets.len()];
        for source in self.vertices() {
            for target in self.children(source) {
                let place = &mut next[target.index()];
                sources[*place as usize] = source;
                *place += 1;
            }
        }
        Bidirectional {
            graph: self,
            offsets,
            sources,
        }
    }
}

impl<'g> Bidirectional<'g> {
    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &'g GameGraph {
        self.graph
    }

    /// The vertices that have `vertex` as a child, in ascending order.
    #[must_use]
    pub fn parents(&self, vertex: NodeId) -> &[NodeId] {
        let (from, until) = (
            self.offsets[vertex.index()],
            self.offsets[vertex.index() + 1],
        );
        &self.sources[from as usize..until as usize]
    }
}

impl GraphBase for Bidirectional<'_> {
    type NodeId = NodeId;
    type EdgeId = usize;
}

impl Data for Bidirectional<'_> {
    type NodeWeight = ();
    type EdgeWeight = ();
}

impl GraphProp for Bidirectional<'_> {
    type EdgeType = Directed;
}

impl NodeCount for Bidirectional<'_> {
    fn node_count(&self) -> usize {
        self.graph.vertex_count()
    }
}

impl NodeIndexable for Bidirectional<'_> {
    fn node_bound(&self) -> usize {
        self.graph.vertex_count()
    }
    fn to_index(&self, vertex: NodeId) -> usize {
        vertex.index()
    }
    fn from_index(&self, index: usize) -> NodeId {
        NodeId::at(index)
    }
}

impl NodeCompactIndexable for Bidirectional<'_> {}

impl Visitable for Bidirectional<'_> {
    type Map = VisitedVertices;

    fn visit_map(&self) -> VisitedVertices {
        self.graph.visit_map()
    }
    fn reset_map(&self, map: &mut VisitedVertices) {
        self.graph.reset_map(map);
    }
}

impl IntoNodeIdentifiers for &Bidirectional<'_> {
    type NodeIdentifiers = Numbers;

    fn node_identifiers(self) -> Numbers {
        self.graph.node_identifiers()
    }
}

impl<'a> IntoNeighbors for &'a Bidirectional<'_> {
    type Neighbors = std::iter::Copied<std::slice::Iter<'a, NodeId>>;

    fn neighbors(self, vertex: NodeId) -> Self::Neighbors {
        self.graph.children(vertex).iter().copied()
    }
}

impl<'a> IntoNeighborsDirected for &'a Bidirectional<'_> {
    type NeighborsDirected = std::iter::Copied<std::slice::Iter<'a, NodeId>>;

    fn neighbors_directed(self, vertex: NodeId, direction: Direction) -> Self::NeighborsDirected {
        match direction {
            Direction::Outgoing => self.graph.children(vertex).iter().copied(),
            Direction::Incoming => self.parents(vertex).iter().copied(),
        }
    }
}

/// Graphs are passed to petgraph's algorithms as references.
const _: fn() = || {
    fn passed_by_reference<T: GraphRef>() {}
    passed_by_reference::<&GameGraph>();
    passed_by_reference::<&Bidirectional<'_>>();
};
