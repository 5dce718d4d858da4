//! Graphs to test with.

use minproof::isomorphism::{CanonicalForm, Digraph, canonical_form};

pub(crate) type Edges = Vec<(u32, u32)>;

/// A graph in the making.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    pub n: u32,
    pub edges: Edges,
    pub colours: Vec<u32>,
}

impl Plan {
    pub(crate) fn new(n: u32, edges: Edges) -> Self {
        let colours = vec![0; n as usize];
        Self { n, edges, colours }
    }

    pub(crate) fn where_edge(n: u32, edge: impl Fn(u32, u32) -> bool) -> Self {
        let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
        Self::new(n, pairs.filter(|&(a, b)| edge(a, b)).collect())
    }

    pub(crate) fn both_ways(mut self) -> Self {
        self.edges
            .extend(self.edges.clone().iter().map(|&(a, b)| (b, a)));
        self
    }

    pub(crate) fn beside(mut self, other: &Self) -> Self {
        let shift = |&(a, b): &(u32, u32)| (a + self.n, b + self.n);
        self.edges.extend(other.edges.iter().map(shift));
        self.colours.extend(&other.colours);
        self.n += other.n;
        self
    }

    pub(crate) fn build(&self) -> Digraph {
        Digraph::new(self.n as usize, &self.edges, &self.colours).unwrap()
    }

    pub(crate) fn form(&self) -> CanonicalForm {
        canonical_form(&self.build()).0
    }

    pub(crate) fn renumbered(&self, rng: &mut Rng) -> Self {
        let mut name: Vec<u32> = (0..self.n).collect();
        rng.shuffle(&mut name);
        let mut edges: Edges = self.edges.clone();
        for (a, b) in &mut edges {
            (*a, *b) = (name[*a as usize], name[*b as usize]);
        }
        rng.shuffle(&mut edges);
        let mut colours = vec![0; self.n as usize];
        for (v, &colour) in self.colours.iter().enumerate() {
            colours[name[v] as usize] = colour;
        }
        let n = self.n;
        Self { n, edges, colours }
    }
}

/// xorshift64*, so that every run is the same.
pub(crate) struct Rng(pub u64);

impl Rng {
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % u64::from(limit)) as u32
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

pub(crate) fn cycle(n: u32) -> Plan {
    Plan::new(n, (0..n).map(|i| (i, (i + 1) % n)).collect())
}

pub(crate) fn random_dag(n: u32, edges: u32, rng: &mut Rng) -> Plan {
    let pairs = (0..edges).map(|_| (rng.below(n), rng.below(n)));
    let forward = pairs
        .filter(|(a, b)| a != b)
        .map(|(a, b)| (a.min(b), a.max(b)));
    Plan::new(n, forward.collect())
}

pub(crate) fn rook() -> Plan {
    Plan::where_edge(16, |a, b| a != b && (a / 4 == b / 4 || a % 4 == b % 4))
}

pub(crate) fn shrikhande() -> Plan {
    let steps = [(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)];
    let difference = |a: u32, b: u32| ((4 + a / 4 - b / 4) % 4, (4 + a % 4 - b % 4) % 4);
    Plan::where_edge(16, |a, b| steps.contains(&difference(a, b)))
}

pub(crate) fn hypercube(d: u32) -> Plan {
    Plan::where_edge(1 << d, |a, b| (a ^ b).count_ones() == 1)
}

/// Cai, Fürer and Immerman's graphs over a ladder bent to a ring of `k` rungs:
/// refinement cannot tell the twisted one from the plain one.
pub(crate) fn cfi(k: u32, twisted: bool) -> Plan {
    let rungs = (0..k).flat_map(|i| {
        let j = (i + 1) % k;
        [(i, j), (k + i, k + j), (i, k + i)]
    });
    let base: Edges = rungs.collect();
    let wire = |edge: usize, far: bool, bit: u32| 4 * edge as u32 + 2 * u32::from(far) + bit;
    let mut edges = Edges::new();
    let mut next = 4 * base.len() as u32;
    for v in 0..2 * k {
        for subset in [0b000, 0b011, 0b101, 0b110u32] {
            let at_v = |&(_, &(a, b)): &(usize, &(u32, u32))| a == v || b == v;
            for (i, (edge, &(_, b))) in base.iter().enumerate().filter(at_v).enumerate() {
                edges.push((next, wire(edge, b == v, subset >> i & 1)));
            }
            next += 1;
        }
    }
    for edge in 0..base.len() {
        let twist = u32::from(twisted && edge == 0);
        edges.push((wire(edge, false, 0), wire(edge, true, twist)));
        edges.push((wire(edge, false, 1), wire(edge, true, 1 - twist)));
    }
    Plan::new(next, edges).both_ways()
}
