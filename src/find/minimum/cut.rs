//! Cuts: sets of vertices that every closed set meets. Found by propagation on the net.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::net::Flat;

/// The price of what is never in a cut; larger than any estimate.
pub(super) const NEVER: u64 = u64::MAX >> 1;

/// Searches for cuts of small total price; prices change between the searches, and only what
/// depends on the changes is worked out again.
pub(super) struct Cutter<'a> {
    net: &'a Flat,
    price: Vec<u64>,
    /// An estimate of the least price of a cut of what each vertex needs: exact on trees.
    cost: Vec<u64>,
    stale: BinaryHeap<u32>,
    queued: Vec<bool>,
    need: Vec<bool>,
    blocked: Vec<bool>,
    /// Vertices looked at so far, as a measure of work.
    pub work: u64,
}

impl<'a> Cutter<'a> {
    /// A cutter with the given prices.
    pub fn new(net: &'a Flat, price: Vec<u64>) -> Cutter<'a> {
        let n = net.len();
        let mut cutter = Cutter {
            net,
            price,
            cost: vec![0; n],
            stale: BinaryHeap::new(),
            queued: vec![false; n],
            need: vec![false; n],
            blocked: vec![false; n],
            work: 0,
        };
        for v in (0..n).rev() {
            cutter.cost[v] = cutter.estimate(v);
        }
        cutter
    }

    /// Changes the price of a vertex.
    pub fn set_price(&mut self, v: u32, price: u64) {
        if self.price[v as usize] != price {
            self.price[v as usize] = price;
            if !std::mem::replace(&mut self.queued[v as usize], true) {
                self.stale.push(v);
            }
        }
    }

    fn estimate(&mut self, v: usize) -> u64 {
        let mut best = self.price[v];
        for group in self.net.groups(v) {
            let mut sum = 0u64;
            for &c in group {
                sum = sum.saturating_add(self.cost[c as usize]);
            }
            self.work += group.len() as u64;
            best = best.min(sum);
        }
        best.min(NEVER)
    }

    fn refresh(&mut self) {
        while let Some(v) = self.stale.pop() {
            self.queued[v as usize] = false;
            let cost = self.estimate(v as usize);
            if cost != self.cost[v as usize] {
                self.cost[v as usize] = cost;
                for &p in self.net.parents(v as usize) {
                    if !std::mem::replace(&mut self.queued[p as usize], true) {
                        self.stale.push(p);
                    }
                }
            }
        }
    }

    /// A cut of small price, sorted; `None` if some closed set has no vertex with a price below
    /// [`NEVER`].
    pub fn cut(&mut self) -> Option<Vec<u32>> {
        self.refresh();
        if self.cost[0] >= NEVER {
            return None;
        }
        let net = self.net;
        let mut open = BinaryHeap::from([Reverse(0u32)]);
        let mut needed = Vec::new();
        self.need[0] = true;
        while let Some(Reverse(v)) = open.pop() {
            needed.push(v);
            let v = v as usize;
            let mut best = self.price[v];
            let mut through = None;
            for group in net.groups(v) {
                let mut sum = 0u64;
                for &c in group {
                    let cost = self.cost[c as usize];
                    if !self.need[c as usize] || cost >= NEVER {
                        sum = sum.saturating_add(cost);
                    }
                }
                self.work += group.len() as u64;
                if sum <= best && sum < NEVER {
                    best = sum;
                    through = Some(group);
                }
            }
            match through {
                None => self.blocked[v] = true,
                Some(group) => {
                    for &c in group {
                        if !std::mem::replace(&mut self.need[c as usize], true) {
                            open.push(Reverse(c));
                        }
                    }
                }
            }
        }
        // A member that is cut off from below anyway is needless.
        let mut cut = Vec::new();
        for &v in needed.iter().rev() {
            let v = v as usize;
            let below = net
                .groups(v)
                .any(|g| g.iter().all(|&c| self.blocked[c as usize]));
            if self.blocked[v] && !below {
                cut.push(v as u32);
            }
            self.blocked[v] |= below;
        }
        debug_assert!(self.blocked[0]);
        for &v in &needed {
            self.need[v as usize] = false;
            self.blocked[v as usize] = false;
        }
        cut.reverse();
        Some(cut)
    }
}
