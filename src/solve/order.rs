//! Topological orders, in layers of vertices that do not depend on each other.

use std::ops::Range;

use crate::graph::{GameGraph, NodeId};

/// A cycle where a graph without cycles is wanted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "positions can repeat, so this method does not apply; one cycle is {}",
    .0.iter().chain(.0.first()).map(|v| format!("{v}")).collect::<Vec<_>>().join(" -> ")
)]
pub struct Cycle(
    /// The vertices of the cycle, each with an edge to the next and the last one
    /// with an edge to the first.
    pub Vec<NodeId>,
);

/// An order of the vertices in which every edge leads forward.
#[derive(Clone, Debug)]
pub struct TopologicalOrder {
    /// Where each layer starts, and the number of vertices at the end. No edge
    /// stays inside a layer.
    bounds: Vec<usize>,
    /// The vertices in order and the place of each; `None` if the numbers of the
    /// vertices are such an order.
    permutation: Option<(Vec<NodeId>, Vec<u32>)>,
}

impl TopologicalOrder {
    /// The order of a graph.
    ///
    /// Takes one look at each vertex where the numbering is topological, as it is
    /// for games in which every move leads to a later level; else time linear in
    /// vertices and edges (Kahn 1962).
    ///
    /// # Errors
    ///
    /// [`Cycle`] if there is no such order.
    pub fn of(graph: &GameGraph) -> Result<Self, Cycle> {
        if let Some(bounds) = numbered_layers(graph) {
            return Ok(Self {
                bounds,
                permutation: None,
            });
        }
        let vertices = graph.vertex_count();
        let mut open = vec![0_u32; vertices];
        for vertex in graph.vertices() {
            for child in graph.children(vertex) {
                open[child.index()] += 1;
            }
        }
        let mut order: Vec<NodeId> = graph
            .vertices()
            .filter(|vertex| open[vertex.index()] == 0)
            .collect();
        let mut bounds = vec![0];
        let mut from = 0;
        while from < order.len() {
            let until = order.len();
            bounds.push(until);
            for place in from..until {
                for &child in graph.children(order[place]) {
                    open[child.index()] -= 1;
                    if open[child.index()] == 0 {
                        order.push(child);
                    }
                }
            }
            from = until;
        }
        if order.len() < vertices {
            return Err(find_cycle(graph, &open));
        }
        let mut places = vec![0; vertices];
        for (place, vertex) in order.iter().enumerate() {
            places[vertex.index()] = place as u32;
        }
        Ok(Self {
            bounds,
            permutation: Some((order, places)),
        })
    }

    /// How many vertices.
    #[must_use]
    #[expect(
        clippy::len_without_is_empty,
        reason = "a graph has at least its start"
    )]
    pub fn len(&self) -> usize {
        self.bounds.last().copied().unwrap_or(0)
    }

    /// The vertex at a place of the order.
    #[must_use]
    #[inline]
    pub fn vertex(&self, place: usize) -> NodeId {
        match &self.permutation {
            None => NodeId::at(place),
            Some((order, _)) => order[place],
        }
    }

    /// The place of a vertex in the order.
    #[must_use]
    #[inline]
    pub fn place(&self, vertex: NodeId) -> usize {
        match &self.permutation {
            None => vertex.index(),
            Some((_, places)) => places[vertex.index()] as usize,
        }
    }

    /// The layers, as ranges of places. Edges lead from a layer to later ones.
    pub fn layers(&self) -> impl DoubleEndedIterator<Item = Range<usize>> + '_ {
        self.bounds.windows(2).map(|pair| pair[0]..pair[1])
    }

    /// Values in the order of places, put into the order of vertices.
    pub(super) fn by_vertex<T>(&self, mut values: Vec<T>) -> Vec<T> {
        if let Some((order, _)) = &self.permutation {
            let mut order = order.clone();
            for place in 0..order.len() {
                while order[place].index() != place {
                    let home = order[place].index();
                    values.swap(place, home);
                    order.swap(place, home);
                }
            }
        }
        values
    }
}

/// The layers if every edge leads to a higher number: a new one begins at the
/// first vertex that is a child of one in the current layer.
fn numbered_layers(graph: &GameGraph) -> Option<Vec<usize>> {
    let mut bounds = vec![0];
    let mut next = usize::MAX;
    for vertex in graph.vertices() {
        if vertex.index() == next {
            bounds.push(next);
            next = usize::MAX;
        }
        if let Some(least) = graph.children(vertex).first() {
            if *least <= vertex {
                return None;
            }
            next = next.min(least.index());
        }
    }
    bounds.push(graph.vertex_count());
    Some(bounds)
}

/// Walks back from a vertex that still has open parents until one comes again.
fn find_cycle(graph: &GameGraph, open: &[u32]) -> Cycle {
    let mut parent = vec![None; graph.vertex_count()];
    for vertex in graph.vertices().filter(|vertex| open[vertex.index()] > 0) {
        for child in graph.children(vertex) {
            parent[child.index()] = Some(vertex);
        }
    }
    let mut seen_at = vec![None; graph.vertex_count()];
    let mut path = Vec::new();
    let mut vertex = graph
        .vertices()
        .find(|vertex| open[vertex.index()] > 0)
        .expect("a vertex was left over");
    while seen_at[vertex.index()].is_none() {
        seen_at[vertex.index()] = Some(path.len());
        path.push(vertex);
        vertex = parent[vertex.index()].expect("an open vertex has an open parent");
    }
    let mut cycle = path.split_off(seen_at[vertex.index()].unwrap_or(0));
    cycle.reverse();
    Cycle(cycle)
}
