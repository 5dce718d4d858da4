//! Solving: one fold over the graph in reverse topological order, and what is
//! built on it.
//!
//! [`fold`] computes a value for every vertex from the values of its children.
//! The value of a game is such a fold, and so are remoteness, the number of
//! games, Grundy numbers and whatever else follows from the children alone.

mod measures;
mod order;

use rayon::prelude::*;

use crate::game::{Player, Score};
use crate::graph::{GameGraph, NodeId};
pub use measures::{Lengths, games, lengths, remoteness};
pub use order::{Cycle, TopologicalOrder};

/// The children of a vertex and the values that the fold has found for them.
pub struct Children<'a, T> {
    vertices: &'a [NodeId],
    /// Values of the last vertices of the order, the last one first.
    done: &'a [T],
    order: &'a TopologicalOrder,
}

impl<'a, T> Children<'a, T> {
    /// Whether there are none: the vertex is an end.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// The children with their values, in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, &'a T)> + '_ {
        self.vertices.iter().map(|&child| {
            let from_last = self.order.len() - 1 - self.order.place(child);
            (child, &self.done[from_last])
        })
    }

    /// The values alone.
    #[inline]
    pub fn values(&self) -> impl Iterator<Item = &'a T> + '_ {
        self.iter().map(|(_, value)| value)
    }
}

/// Layers shorter than this are not worth a parallel loop.
const PARALLEL_FROM: usize = 4096;

/// Computes `value(vertex, children)` for every vertex, children first.
///
/// Returns the values by vertex number. Every vertex is visited once, and layers
/// of vertices that do not depend on each other in parallel: time linear in
/// vertices and edges, apart from what `value` itself takes. `order` is the
/// graph's own ([`TopologicalOrder::of`]); another graph's gives a panic or
/// meaningless values.
///
/// # Example
///
/// The longest game, in plies:
///
/// ```
/// use minproof::{GameGraph, Player, graph::Vertex, solve};
/// let graph = GameGraph::new(&[
///     Vertex::Inner(Player::First, vec![1, 2]),
///     Vertex::Inner(Player::Second, vec![2]),
///     Vertex::End(1),
/// ])?;
/// let order = solve::TopologicalOrder::of(&graph)?;
/// let longest = solve::fold(&graph, &order, |_, children| {
///     children.values().map(|plies| plies + 1).max().unwrap_or(0)
/// });
/// assert_eq!(longest, [2, 1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fold<T, F>(graph: &GameGraph, order: &TopologicalOrder, value: F) -> Vec<T>
where
    T: Send + Sync,
    F: Fn(NodeId, Children<'_, T>) -> T + Sync,
{
    let mut done = Vec::with_capacity(order.len());
    let parallel = rayon::current_num_threads() > 1;
    for layer in order.layers().rev() {
        let at = |place: usize, done: &[T]| {
            let vertex = order.vertex(place);
            let children = Children {
                vertices: graph.children(vertex),
                done,
                order,
            };
            value(vertex, children)
        };
        if parallel && layer.len() >= PARALLEL_FROM {
            let found: Vec<T> = layer
                .into_par_iter()
                .rev()
                .map(|place| at(place, &done))
                .collect();
            done.extend(found);
        } else {
            for place in layer.rev() {
                let found = at(place, &done);
                done.push(found);
            }
        }
    }
    done.reverse();
    order.by_vertex(done)
}

/// The value of every vertex: the score under perfect play, from First's point of view.
///
/// # Errors
///
/// [`Cycle`] if positions can repeat.
pub fn values(graph: &GameGraph) -> Result<Vec<Score>, Cycle> {
    Ok(values_in(graph, &TopologicalOrder::of(graph)?))
}

/// [`values`] for a graph of which the order is known.
#[must_use]
pub fn values_in(graph: &GameGraph, order: &TopologicalOrder) -> Vec<Score> {
    fold(graph, order, |vertex, children: Children<'_, Score>| {
        let player = graph.player(vertex);
        children
            .values()
            .copied()
            .reduce(|a, b| player.better(a, b))
            .unwrap_or_else(|| {
                graph
                    .score(vertex)
                    .expect("a vertex without children is an end")
            })
    })
}

/// Who wins with perfect play: the sign of a value as `-1`, `0` or `1`.
#[must_use]
pub fn dominance(value: Score) -> i8 {
    value.signum() as i8
}

/// The moves that keep the value of a vertex: those children that have it too.
pub fn best_children<'a>(
    graph: &'a GameGraph,
    values: &'a [Score],
    vertex: NodeId,
) -> impl Iterator<Item = NodeId> + 'a {
    let value = values[vertex.index()];
    let children = graph.children(vertex).iter().copied();
    children.filter(move |child| values[child.index()] == value)
}

/// Who wins from the start, `None` for a draw.
#[must_use]
pub fn winner(values: &[Score]) -> Option<Player> {
    Player::favoured_by(values[0])
}
