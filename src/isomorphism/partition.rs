//! Ordered partitions of the vertices, and their equitable refinement.

use std::collections::VecDeque;

use super::digraph::Adjacency;

/// An ordered partition: the cells lie one behind the other in `order`, and a
/// cell is named by the place where it starts.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    pub(super) order: Vec<u32>,
    /// The place of every vertex in `order`.
    place: Vec<u32>,
    /// The cell of every vertex.
    pub(super) cell: Vec<u32>,
    /// The size of every cell, valid where one starts.
    pub(super) size: Vec<u32>,
    count: usize,
}

impl Partition {
    /// The vertices in the order given, a new cell wherever the key changes.
    pub(super) fn by_key<K: PartialEq>(order: Vec<u32>, key: impl Fn(u32) -> K) -> Self {
        let n = order.len();
        let (mut place, mut cell, mut size) = (vec![0; n], vec![0; n], vec![0; n]);
        let (mut count, mut start) = (0, 0);
        for (i, &v) in order.iter().enumerate() {
            if i == 0 || key(order[i - 1]) != key(v) {
                start = i;
                count += 1;
            }
            place[v as usize] = i as u32;
            cell[v as usize] = start as u32;
            size[start] += 1;
        }
        Self {
            order,
            place,
            cell,
            size,
            count,
        }
    }

    pub(super) fn is_discrete(&self) -> bool {
        self.count == self.order.len()
    }

    /// The cells as (start, size), in order.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let size = *self.size.get(start)? as usize;
            let found = (start, size);
            start += size;
            Some(found)
        })
    }

    pub(super) fn members(&self, start: usize) -> &[u32] {
        &self.order[start..start + self.size[start] as usize]
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.order.swap(a, b);
        self.place[self.order[a] as usize] = a as u32;
        self.place[self.order[b] as usize] = b as u32;
    }

    /// Splits `v` off as the last member of its cell; gives the new cell.
    fn individualise(&mut self, v: u32) -> u32 {
        let start = self.cell[v as usize] as usize;
        let last = start + self.size[start] as usize - 1;
        self.swap(self.place[v as usize] as usize, last);
        self.size[start] -= 1;
        self.size[last] = 1;
        self.cell[v as usize] = last as u32;
        self.count += 1;
        last as u32
    }
}

/// What a refinement may look like to be of interest: traces are compared as
/// words, number by number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound<'a> {
    AtMost(&'a [u64]),
    Exactly(&'a [u64]),
}

/// How the trace of a refinement compares with its bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Below,
    Equal,
    /// Not of interest; the partition was left half refined.
    Abandoned,
}

/// Refines partitions until they are equitable; keeps its memory between calls.
///
/// The trace is a word of numbers that depends on the graph and the ordered
/// partition up to isomorphism only. It serves to tell vertices apart and to
/// give up early; equal traces prove nothing.
#[derive(Debug)]
pub(super) struct Refiner {
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    count: Vec<u32>,
    splitter: Vec<u32>,
    touched: Vec<u32>,
    hits: Vec<u32>,
    hit_cells: Vec<u32>,
    pub(super) trace: Vec<u64>,
    hash: u64,
}

impl Refiner {
    /// For graphs of at most `n` vertices.
    pub(super) fn new(n: usize) -> Self {
        Self {
            queue: VecDeque::new(),
            queued: vec![false; n],
            count: vec![0; n],
            splitter: Vec::new(),
            touched: Vec::new(),
            hits: vec![0; n],
            hit_cells: Vec::new(),
            trace: Vec::new(),
            hash: 0,
        }
    }

    /// Refines with every cell as a splitter: O((n + m) log n).
    pub(super) fn refine_all(&mut self, graph: &Adjacency, part: &mut Partition) {
        for (start, _) in part.cells() {
            self.enqueue(start as u32);
        }
        self.run(graph, part, None);
    }

    /// Individualises `v` in an equitable partition and refines what follows.
    pub(super) fn refine_at(
        &mut self,
        graph: &Adjacency,
        part: &mut Partition,
        v: u32,
        bound: Option<Bound<'_>>,
    ) -> Verdict {
        let cell = part.individualise(v);
        self.enqueue(cell);
        self.run(graph, part, bound)
    }

    fn enqueue(&mut self, cell: u32) {
        self.queued[cell as usize] = true;
        self.queue.push_back(cell);
    }

    fn mix(&mut self, word: u32) {
        self.hash =
            (self.hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn run(
        &mut self,
        graph: &Adjacency,
        part: &mut Partition,
        bound: Option<Bound<'_>>,
    ) -> Verdict {
        self.trace.clear();
        self.hash = 0;
        let mut verdict = match bound {
            None => Verdict::Below,
            Some(_) => Verdict::Equal,
        };
        'queue: while let Some(cell) = self.queue.pop_front() {
            self.queued[cell as usize] = false;
            self.splitter.clear();
            self.splitter.extend_from_slice(part.members(cell as usize));
            self.mix(cell);
            for rows in [&graph.into, &graph.out] {
                for &w in &self.splitter {
                    for &u in rows.row(w) {
                        if self.count[u as usize] == 0 {
                            self.touched.push(u);
                        }
                        self.count[u as usize] += 1;
                    }
                }
                self.split(part);
                self.trace.push(self.hash);
                verdict = self.judge(verdict, bound);
                if verdict == Verdict::Abandoned || part.is_discrete() {
                    break 'queue;
                }
            }
        }
        while let Some(cell) = self.queue.pop_front() {
            self.queued[cell as usize] = false;
        }
        match bound {
            // A word that ends early is less than the one it begins.
            Some(Bound::AtMost(word) | Bound::Exactly(word))
                if verdict == Verdict::Equal && self.trace.len() < word.len() =>
            {
                match bound {
                    Some(Bound::Exactly(_)) => Verdict::Abandoned,
                    _ => Verdict::Below,
                }
            }
            _ => verdict,
        }
    }

    /// Compares the last number of the trace, all before it being equal.
    fn judge(&self, verdict: Verdict, bound: Option<Bound<'_>>) -> Verdict {
        let (Verdict::Equal, Some(bound)) = (verdict, bound) else {
            return verdict;
        };
        let i = self.trace.len() - 1;
        let (Bound::AtMost(word) | Bound::Exactly(word)) = bound;
        match word.get(i) {
            Some(&number) if number == self.trace[i] => Verdict::Equal,
            Some(&number) if self.trace[i] < number && matches!(bound, Bound::AtMost(_)) => {
                Verdict::Below
            }
            _ => Verdict::Abandoned,
        }
    }

    /// Splits every touched cell by the counts of its members, which are reset.
    fn split(&mut self, part: &mut Partition) {
        for &u in &self.touched {
            let cell = part.cell[u as usize] as usize;
            if self.hits[cell] == 0 {
                self.hit_cells.push(cell as u32);
            }
            self.hits[cell] += 1;
            let target = cell + (part.size[cell] - self.hits[cell]) as usize;
            part.swap(part.place[u as usize] as usize, target);
        }
        self.hit_cells.sort_unstable();
        let hit_cells = std::mem::take(&mut self.hit_cells);
        for &cell in &hit_cells {
            self.split_cell(part, cell as usize);
        }
        self.hit_cells = hit_cells;
        self.hit_cells.clear();
        for &u in &self.touched {
            self.count[u as usize] = 0;
        }
        self.touched.clear();
    }

    /// The members of the cell with a count stand at its end.
    fn split_cell(&mut self, part: &mut Partition, cell: usize) {
        let size = part.size[cell] as usize;
        let hits = std::mem::take(&mut self.hits[cell]) as usize;
        let (begin, end) = (cell + size - hits, cell + size);
        let count = |v: u32| self.count[v as usize];
        let first = count(part.order[begin]);
        let even = part.order[begin..end].iter().all(|&v| count(v) == first);
        if !even {
            part.order[begin..end].sort_unstable_by_key(|&v| count(v));
            for i in begin..end {
                part.place[part.order[i] as usize] = i as u32;
            }
        }
        self.mix(cell as u32);
        self.mix(hits as u32);
        if even {
            self.mix(first);
            if hits == size {
                return;
            }
        }
        // The part without hits, if any, keeps the name of the cell.
        let was_queued = self.queued[cell];
        let (mut largest, mut largest_size) = (cell, begin - cell);
        if begin > cell {
            part.size[cell] = (begin - cell) as u32;
        } else {
            part.count -= 1;
        }
        let mut start = begin;
        while start < end {
            let value = self.count[part.order[start] as usize];
            let mut stop = start;
            while stop < end && self.count[part.order[stop] as usize] == value {
                part.cell[part.order[stop] as usize] = start as u32;
                stop += 1;
            }
            part.size[start] = (stop - start) as u32;
            part.count += 1;
            self.mix(value);
            self.mix((stop - start) as u32);
            // Hopcroft: all but the largest part suffice, unless the whole waits.
            if was_queued {
                if start != cell {
                    self.enqueue(start as u32);
                }
            } else if stop - start > largest_size {
                if largest_size > 0 {
                    self.enqueue(largest as u32);
                }
                (largest, largest_size) = (start, stop - start);
            } else {
                self.enqueue(start as u32);
            }
            start = stop;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refined(n: u32, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let graph = Adjacency::new(n as usize, edges);
        let mut part = Partition::by_key((0..n).collect(), |_| ());
        Refiner::new(n as usize).refine_all(&graph, &mut part);
        let cells: Vec<Vec<u32>> = part
            .cells()
            .map(|(start, _)| {
                let mut members = part.members(start).to_vec();
                members.sort_unstable();
                members
            })
            .collect();
        assert_eq!(cells.len(), part.count);
        cells
    }

    #[test]
    fn a_path_is_told_apart() {
        assert_eq!(refined(4, &[(0, 1), (1, 2), (2, 3)]).len(), 4);
    }

    #[test]
    fn a_cycle_stays_whole() {
        assert_eq!(refined(3, &[(0, 1), (1, 2), (2, 0)]), [[0, 1, 2]]);
    }

    #[test]
    fn both_directions_count() {
        // 0 -> 1, 2 and 3, 4 -> 5: outward and inward stars
        let cells = refined(6, &[(0, 1), (0, 2), (3, 5), (4, 5)]);
        let mut sets: Vec<_> = cells.into_iter().collect();
        sets.sort();
        assert_eq!(sets, [vec![0], vec![1, 2], vec![3, 4], vec![5]]);
    }

    #[test]
    fn every_cell_sees_every_cell_alike() {
        let edges = [
            (0, 1),
            (0, 2),
            (1, 3),
            (2, 4),
            (3, 5),
            (4, 5),
            (5, 6),
            (5, 7),
        ];
        let graph = Adjacency::new(8, &edges);
        let mut part = Partition::by_key((0..8).collect(), |_| ());
        Refiner::new(8).refine_all(&graph, &mut part);
        for (from, _) in part.cells() {
            for (to, _) in part.cells() {
                for rows in [&graph.out, &graph.into] {
                    let mut degrees = part.members(from).iter().map(|&v| {
                        let row = rows.row(v).iter();
                        row.filter(|&&u| part.cell[u as usize] as usize == to)
                            .count()
                    });
                    let first = degrees.next().unwrap();
                    assert!(degrees.all(|degree| degree == first));
                }
            }
        }
    }
}
