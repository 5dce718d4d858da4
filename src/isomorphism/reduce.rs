//! What an equitable partition leaves undecided, in connected pieces.
//!
//! Between two cells of an equitable partition either every vertex sends an
//! edge to every vertex, or none does, or something in between. Only the third
//! kind can tell the vertices of a cell apart; and where more than half of the
//! edges are there, the missing ones say the same in fewer words. So the edges
//! of the first kind are dropped and the dense pairs are complemented. The
//! pieces of what remains can be numbered one at a time. Twins, stars, complete
//! and complete multipartite parts dissolve on the way.

use super::digraph::Adjacency;
use super::partition::Partition;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pair {
    Drop,
    Keep,
    Complement,
}

/// Finds the residual edges; keeps its memory between calls.
#[derive(Debug)]
pub(super) struct Reducer {
    degree: Vec<u32>,
    pair: Vec<Pair>,
    hit_cells: Vec<u32>,
    mark: Vec<u64>,
    stamp: u64,
}

impl Reducer {
    /// For graphs of at most `n` vertices.
    pub(super) fn new(n: usize) -> Self {
        Self {
            degree: vec![0; n],
            pair: vec![Pair::Drop; n],
            hit_cells: Vec::new(),
            mark: vec![0; n],
            stamp: 0,
        }
    }

    /// The edges that still tell something, in time O(n + m). Loops are left
    /// out: they have to be told apart by the partition.
    ///
    /// Either all vertices of a cell have residual edges or none has.
    pub(super) fn residual(&mut self, graph: &Adjacency, part: &Partition) -> Vec<(u32, u32)> {
        let mut edges = Vec::new();
        for (cell, size) in part.cells() {
            if size > 1 {
                self.classify(graph, part, cell);
                self.collect(graph, part, cell, &mut edges);
            }
        }
        edges
    }

    /// Looks at one member of the cell, which stands for all.
    fn classify(&mut self, graph: &Adjacency, part: &Partition, cell: usize) {
        let v = part.order[cell];
        self.hit_cells.clear();
        for &u in graph.out.row(v) {
            if u != v {
                let target = part.cell[u as usize];
                if self.degree[target as usize] == 0 {
                    self.hit_cells.push(target);
                }
                self.degree[target as usize] += 1;
            }
        }
        for &target in &self.hit_cells {
            let target = target as usize;
            let degree = std::mem::take(&mut self.degree[target]);
            let missing = part.size[target] - u32::from(target == cell) - degree;
            self.pair[target] = if missing == 0 {
                Pair::Drop
            } else if missing < degree {
                Pair::Complement
            } else {
                Pair::Keep
            };
        }
    }

    fn collect(
        &mut self,
        graph: &Adjacency,
        part: &Partition,
        cell: usize,
        edges: &mut Vec<(u32, u32)>,
    ) {
        let has = |pair| {
            self.hit_cells
                .iter()
                .any(|&c| self.pair[c as usize] == pair)
        };
        let (keep, complement) = (has(Pair::Keep), has(Pair::Complement));
        if !keep && !complement {
            return;
        }
        for &v in part.members(cell) {
            self.stamp += 1;
            self.mark[v as usize] = self.stamp;
            for &u in graph.out.row(v) {
                self.mark[u as usize] = self.stamp;
                if u != v && self.pair[part.cell[u as usize] as usize] == Pair::Keep {
                    edges.push((v, u));
                }
            }
            if complement {
                for &target in &self.hit_cells {
                    if self.pair[target as usize] == Pair::Complement {
                        let others = part.members(target as usize).iter();
                        let missing = others.filter(|&&u| self.mark[u as usize] != self.stamp);
                        edges.extend(missing.map(|&u| (v, u)));
                    }
                }
            }
        }
    }
}

/// The connected pieces of the residual graph, vertices without edges left out.
#[derive(Debug)]
pub(super) struct Pieces {
    /// The vertices of all pieces, in the order of the partition within each.
    vertices: Vec<u32>,
    start: Vec<u32>,
    /// Edges between positions within the piece.
    edges: Vec<(u32, u32)>,
    edge_start: Vec<u32>,
}

impl Pieces {
    pub(super) fn new(edges: &[(u32, u32)], part: &Partition) -> Self {
        const NONE: u32 = u32::MAX;
        let n = part.order.len();
        let mut sets = Sets::new(n);
        for &(a, b) in edges {
            sets.union(a, b);
        }
        let mut piece = vec![NONE; n];
        let mut start = vec![0u32];
        let mut next: Vec<u32> = Vec::new();
        let mut local = vec![0u32; n];
        let mut active = 0;
        for &v in &part.order {
            let root = sets.find(v) as usize;
            if sets.size[root] < 2 {
                continue;
            }
            if piece[root] == NONE {
                piece[root] = next.len() as u32;
                next.push(0);
                active += sets.size[root];
                start.push(active);
            }
            let id = piece[root] as usize;
            piece[v as usize] = id as u32;
            local[v as usize] = next[id];
            next[id] += 1;
        }
        let mut vertices = vec![0; active as usize];
        for &v in &part.order {
            if piece[v as usize] != NONE {
                let base = start[piece[v as usize] as usize];
                vertices[(base + local[v as usize]) as usize] = v;
            }
        }
        let mut edge_start = vec![0u32; next.len() + 2];
        for &(a, _) in edges {
            edge_start[piece[a as usize] as usize + 2] += 1;
        }
        for i in 2..edge_start.len() {
            edge_start[i] += edge_start[i - 1];
        }
        let mut sorted = vec![(0, 0); edges.len()];
        for &(a, b) in edges {
            let slot = &mut edge_start[piece[a as usize] as usize + 1];
            sorted[*slot as usize] = (local[a as usize], local[b as usize]);
            *slot += 1;
        }
        edge_start.pop();
        Self {
            vertices,
            start,
            edges: sorted,
            edge_start,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.start.len() - 1
    }

    pub(super) fn vertices(&self, piece: usize) -> &[u32] {
        &self.vertices[self.start[piece] as usize..self.start[piece + 1] as usize]
    }

    pub(super) fn edges(&self, piece: usize) -> &[(u32, u32)] {
        &self.edges[self.edge_start[piece] as usize..self.edge_start[piece + 1] as usize]
    }
}

/// Disjoint sets with union by size and path halving.
#[derive(Debug)]
pub(super) struct Sets {
    parent: Vec<u32>,
    pub(super) size: Vec<u32>,
}

impl Sets {
    pub(super) fn new(n: usize) -> Self {
        Self {
            parent: (0..n as u32).collect(),
            size: vec![1; n],
        }
    }

    pub(super) fn find(&mut self, mut v: u32) -> u32 {
        while self.parent[v as usize] != v {
            let above = self.parent[self.parent[v as usize] as usize];
            self.parent[v as usize] = above;
            v = above;
        }
        v
    }

    /// Joins two sets; gives the two former roots, the new one first.
    pub(super) fn union(&mut self, a: u32, b: u32) -> (u32, u32) {
        let (mut a, mut b) = (self.find(a), self.find(b));
        if a != b {
            if self.size[a as usize] < self.size[b as usize] {
                std::mem::swap(&mut a, &mut b);
            }
            self.parent[b as usize] = a;
            self.size[a as usize] += self.size[b as usize];
        }
        (a, b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduce(n: u32, edges: &[(u32, u32)]) -> (Vec<(u32, u32)>, Pieces) {
        let graph = Adjacency::new(n as usize, edges);
        let part = Partition::by_key((0..n).collect(), |_| ());
        let residual = Reducer::new(n as usize).residual(&graph, &part);
        let pieces = Pieces::new(&residual, &part);
        (residual, pieces)
    }

    #[test]
    fn complete_and_empty_graphs_leave_nothing() {
        let complete: Vec<_> = (0..5)
            .flat_map(|a| (0..5).map(move |b| (a, b)))
            .filter(|(a, b)| a != b)
            .collect();
        assert!(reduce(5, &complete).0.is_empty());
        assert!(reduce(5, &[]).0.is_empty());
        assert!(reduce(2, &[(0, 0), (1, 1)]).0.is_empty());
    }

    #[test]
    fn dense_pairs_are_complemented() {
        // all but the edges of the cycle 0 -> 1 -> 2 -> 3 -> 0
        let edges: Vec<_> = (0..4)
            .flat_map(|a| [(a, (a + 2) % 4), (a, (a + 3) % 4)])
            .collect();
        let (residual, pieces) = reduce(4, &edges);
        assert_eq!(residual, [(0, 1), (1, 2), (2, 3), (3, 0)]);
        assert_eq!((pieces.len(), pieces.vertices(0)), (1, &[0, 1, 2, 3][..]));
    }

    #[test]
    fn pieces_have_their_own_numbers() {
        let (_, pieces) = reduce(6, &[(0, 2), (2, 4), (4, 0), (1, 3), (3, 5), (5, 1)]);
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces.vertices(1), [1, 3, 5]);
        assert_eq!(pieces.edges(0), [(0, 1), (1, 2), (2, 0)]);
        assert_eq!(pieces.edges(1), [(0, 1), (1, 2), (2, 0)]);
    }
}
