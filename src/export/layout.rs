//! Layered layouts: vertices on rows by depth, few crossings, parents above their children.
//!
//! The method is that of Sugiyama, Tagawa and Toda (1981): layers, an order inside each
//! that is improved by sweeps of barycentres, then places. The places are those that lie
//! nearest to the neighbours' mean with the order and the distances kept, which is a
//! regression that pooling of adjacent violators solves exactly.

mod order;
mod places;

use std::collections::VecDeque;

use super::ExportError;

/// The largest number of vertices, and of places that edges take on their way past other
/// layers, that [`Layout::new`] accepts.
pub const LAYOUT_LIMIT: usize = 20_000;

/// How many places long edges may take on their way, for each vertex that is allowed.
const PASSING: usize = 5;

/// What is to be laid out.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The width of each vertex.
    pub widths: Vec<f64>,
    /// The edges, and how strongly each pulls its ends together; 1 is usual.
    pub edges: Vec<(usize, usize, f64)>,
    /// The least distance between two vertices of a layer.
    pub gap: f64,
}

/// Where vertices and edges are drawn.
///
/// # Example
///
/// ```
/// use minproof::export::{Layout, Request};
/// // A start, two vertices below it, and one end that both reach.
/// let layout = Layout::new(&Request {
///     widths: vec![10.0; 4],
///     edges: vec![(0, 1, 1.0), (0, 2, 1.0), (1, 3, 1.0), (2, 3, 1.0)],
///     gap: 10.0,
/// })?;
/// assert_eq!(layout.layers, [0, 1, 1, 2]);
/// assert_eq!(layout.x, [15.0, 5.0, 25.0, 15.0]);
/// # Ok::<(), minproof::export::ExportError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The layer of each vertex, the start's is 0: the longest way to it in plies. If play
    /// can go round in a circle it is the shortest.
    pub layers: Vec<usize>,
    /// The middle of each vertex; the leftmost one's left side is at 0.
    pub x: Vec<f64>,
    /// Where each edge passes the layers between its ends.
    pub passes: Vec<Vec<f64>>,
    /// How wide all is.
    pub width: f64,
}

/// Vertices and passing points on layers, as the sweeps see them.
struct Layered {
    /// The members of each layer, in order.
    rows: Vec<Vec<usize>>,
    /// Above and below each member: the neighbours, with the pull of the edge between.
    up: Vec<Vec<(usize, f64)>>,
    down: Vec<Vec<(usize, f64)>>,
    widths: Vec<f64>,
    gap: f64,
}

impl Layout {
    /// Lays a graph out; its start is vertex 0. The same request gives the same layout.
    ///
    /// Takes a few dozen passes over the edges: well below a second for 10,000 vertices.
    ///
    /// # Errors
    ///
    /// [`ExportError::TooLarge`] above [`LAYOUT_LIMIT`] vertices, or when edges pass too many
    /// layers on their way.
    pub fn new(request: &Request) -> Result<Self, ExportError> {
        let count = request.widths.len();
        let refuse = |what, found, limit| {
            Err(ExportError::TooLarge {
                format: "a drawing",
                what,
                found,
                limit,
                advice: "draw the first levels alone (--levels N), a proof, or take export",
            })
        };
        if count > LAYOUT_LIMIT {
            return refuse("vertices", count, LAYOUT_LIMIT);
        }
        let layers = layers(count, &request.edges);
        let spans = request.edges.iter().map(|&(from, to, _)| {
            let span = layers[to].saturating_sub(layers[from]);
            span.saturating_sub(1)
        });
        let passing: usize = spans.sum();
        if passing > PASSING * LAYOUT_LIMIT {
            let what = "places where edges pass a level";
            return refuse(what, passing, PASSING * LAYOUT_LIMIT);
        }

        let (mut layered, chains) = Layered::new(request, &layers);
        order::improve(&mut layered);
        let mut x = places::places(&layered);
        let left = |member: usize| x[member] - layered.widths[member] / 2.0;
        let least = (0..x.len()).map(left).fold(f64::INFINITY, f64::min);
        for place in &mut x {
            *place -= least;
        }
        let right = |vertex: usize| x[vertex] + layered.widths[vertex] / 2.0;
        let width = (0..x.len()).map(right).fold(0.0, f64::max);
        let passes = chains
            .iter()
            .map(|chain| chain.clone().map(|member| x[member]).collect())
            .collect();
        x.truncate(count);
        Ok(Self {
            layers,
            x,
            passes,
            width,
        })
    }

    /// How many layers there are.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.layers.iter().max().map_or(0, |last| last + 1)
    }
}

/// The layer of every vertex: the longest way to it, or the shortest from vertex 0 if there
/// are cycles.
pub(crate) fn layers(count: usize, edges: &[(usize, usize, f64)]) -> Vec<usize> {
    let mut children = vec![Vec::new(); count];
    let mut waiting = vec![0_usize; count];
    for &(from, to, _) in edges {
        children[from].push(to);
        waiting[to] += 1;
    }
    let mut layers = vec![0; count];
    let mut ready: VecDeque<usize> = (0..count).filter(|&v| waiting[v] == 0).collect();
    let mut done = 0;
    while let Some(vertex) = ready.pop_front() {
        done += 1;
        for &child in &children[vertex] {
            layers[child] = layers[child].max(layers[vertex] + 1);
            waiting[child] -= 1;
            if waiting[child] == 0 {
                ready.push_back(child);
            }
        }
    }
    if done == count {
        return layers;
    }
    let mut layers = vec![usize::MAX; count];
    layers[0] = 0;
    let mut queue = VecDeque::from([0]);
    while let Some(vertex) = queue.pop_front() {
        for &child in &children[vertex] {
            if layers[child] == usize::MAX {
                layers[child] = layers[vertex] + 1;
                queue.push_back(child);
            }
        }
    }
    let reached = |layer: usize| if layer == usize::MAX { 0 } else { layer };
    layers.into_iter().map(reached).collect()
}

impl Layered {
    /// The members: all vertices, then the passing points; also those of each edge.
    fn new(request: &Request, layers: &[usize]) -> (Self, Vec<std::ops::Range<usize>>) {
        let count = layers.len();
        let mut layered = Self {
            rows: vec![Vec::new(); layers.iter().max().map_or(0, |last| last + 1)],
            up: vec![Vec::new(); count],
            down: vec![Vec::new(); count],
            widths: request.widths.clone(),
            gap: request.gap,
        };
        let mut chains = Vec::with_capacity(request.edges.len());
        let mut layer_of = layers.to_vec();
        for &(from, to, pull) in &request.edges {
            let first = layered.widths.len();
            let passed = (layers[from] + 1)..layers[to].max(layers[from] + 1);
            let mut above = from;
            for layer in passed.clone() {
                let point = layered.add_point();
                layer_of.push(layer);
                // Long edges should be straight, and most of all where nobody looks for a bend.
                layered.join(above, point, pull * if above == from { 2.0 } else { 8.0 });
                above = point;
            }
            if layers[to] > layers[from] {
                layered.join(above, to, pull * if above == from { 1.0 } else { 2.0 });
            }
            chains.push(first..first + passed.len());
        }
        layered.fill_rows(&layer_of);
        (layered, chains)
    }

    fn add_point(&mut self) -> usize {
        self.widths.push(0.0);
        self.up.push(Vec::new());
        self.down.push(Vec::new());
        self.widths.len() - 1
    }

    fn join(&mut self, above: usize, below: usize, pull: f64) {
        self.down[above].push((below, pull));
        self.up[below].push((above, pull));
    }

    /// The first order is that of a walk, depth first: it draws trees without crossings.
    fn fill_rows(&mut self, layer_of: &[usize]) {
        let mut seen = vec![false; layer_of.len()];
        for root in 0..layer_of.len() {
            if !self.up[root].is_empty() || seen[root] {
                continue;
            }
            let mut stack = vec![root];
            while let Some(member) = stack.pop() {
                if std::mem::replace(&mut seen[member], true) {
                    continue;
                }
                self.rows[layer_of[member]].push(member);
                stack.extend(self.down[member].iter().rev().map(|&(below, _)| below));
            }
        }
    }

    /// The distance that two neighbours of a row keep between their middles.
    fn distance(&self, left: usize, right: usize) -> f64 {
        (self.widths[left] + self.widths[right]) / 2.0 + self.gap
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(count: usize, edges: &[(usize, usize)]) -> Request {
        Request {
            widths: vec![10.0; count],
            edges: edges.iter().map(|&(a, b)| (a, b, 1.0)).collect(),
            gap: 5.0,
        }
    }

    /// Pseudo-random edges between neighbouring layers of ten.
    fn tangle(layers: usize) -> Request {
        let mut state = 1_u64;
        let mut edges = Vec::new();
        for vertex in 1..10 * layers {
            for _ in 0..2 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let above = if vertex < 10 {
                    0
                } else {
                    vertex / 10 * 10 - 10 + (state >> 33) as usize % 10
                };
                if !edges.contains(&(above, vertex)) {
                    edges.push((above, vertex));
                }
            }
        }
        request(10 * layers, &edges)
    }

    #[test]
    fn vertices_of_a_layer_keep_their_distance() {
        let request = tangle(30);
        let layout = Layout::new(&request).unwrap();
        for layer in 0..layout.depth() {
            let members = (0..layout.x.len()).filter(|&v| layout.layers[v] == layer);
            let mut row: Vec<f64> = members.map(|v| layout.x[v]).collect();
            row.sort_by(f64::total_cmp);
            for pair in row.windows(2) {
                assert!(pair[1] - pair[0] > 15.0 - 1e-6, "{pair:?}");
            }
        }
        let left = layout.x.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(left >= 5.0 - 1e-9 && layout.width.is_finite());
    }

    #[test]
    fn long_edges_pass_every_layer_between() {
        let layout = Layout::new(&request(4, &[(0, 1), (1, 2), (2, 3), (0, 3)])).unwrap();
        assert_eq!(layout.layers, [0, 1, 2, 3]);
        let passes: Vec<usize> = layout.passes.iter().map(Vec::len).collect();
        assert_eq!(passes, [0, 0, 0, 2]);
    }

    #[test]
    fn cycles_are_laid_out_by_the_shortest_way() {
        let layout = Layout::new(&request(3, &[(0, 1), (1, 2), (2, 0), (1, 1)])).unwrap();
        assert_eq!(layout.layers, [0, 1, 2]);
    }

    #[test]
    fn too_many_vertices_are_refused_with_a_way_out() {
        let error = Layout::new(&request(LAYOUT_LIMIT + 1, &[])).unwrap_err();
        assert!(error.to_string().contains("--levels"), "{error}");
        let chain: Vec<_> = (0..999).map(|v| (v, v + 1)).collect();
        let jumps = (0..200).map(|v| (v, 999));
        let all: Vec<_> = chain.into_iter().chain(jumps).collect();
        let error = Layout::new(&request(1000, &all)).unwrap_err();
        assert!(error.to_string().contains("pass a level"), "{error}");
    }

    #[test]
    fn nothing_is_laid_out_as_nothing() {
        let layout = Layout::new(&Request::default()).unwrap();
        assert_eq!((layout.depth(), layout.width), (0, 0.0));
    }
}
