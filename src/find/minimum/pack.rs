//! Packings of cuts: cuts that share no weight, so that every closed set pays for each of
//! them. A lower bound that propagation alone can check, and on many games an exact one.
//!
//! Where weights are of very different size, as with ties broken by a second measure, small
//! ones would break up the large ones. So cuts of large weights alone come first, and are paid
//! in multiples of the smallest large weight.

use super::cut::{Cutter, NEVER};
use super::net::Flat;
use super::random::Random;

/// More sizes of weights than this are not kept apart.
const MOST_LEVELS: usize = 4;

/// How many vertices count as near one.
const NEAR: usize = 60;

/// A packing of cuts and what it leaves of the weights.
pub(super) struct Packing<'a> {
    net: &'a Flat,
    /// What a member of a cut must have left, largest first; the last is 1.
    levels: &'a [u64],
    /// For each level.
    cutters: Vec<Cutter<'a>>,
    /// The cuts with what is paid for each.
    pub cuts: Vec<(Vec<u32>, u64)>,
    /// What is left of each weight.
    pub residual: Vec<u64>,
    /// What every closed set weighs at least.
    pub bound: u64,
    noise: Vec<u64>,
    /// All false but for a moment.
    marked: Vec<bool>,
    /// Vertices looked at apart from those that the cutters count.
    work: u64,
    random: Random,
}

impl<'a> Packing<'a> {
    /// The packing of the `known` cuts, as far as they are cuts of this net and can be paid.
    pub fn new(
        net: &'a Flat,
        levels: &'a [u64],
        known: Vec<(Vec<u32>, u64)>,
        seed: u64,
    ) -> Packing<'a> {
        let mut random = Random::new(seed);
        let noise: Vec<u64> = (0..net.len()).map(|_| 8 + random.below(8)).collect();
        let cutter = |&level: &u64| {
            let enough = |v: usize| net.weight[v] >= level;
            let price = |v| if enough(v) { noise[v] } else { NEVER };
            Cutter::new(net, (0..net.len()).map(price).collect())
        };
        let mut packing = Packing {
            net,
            levels,
            cutters: levels.iter().map(cutter).collect(),
            cuts: Vec::new(),
            residual: net.weight.clone(),
            bound: 0,
            noise,
            marked: Vec::new(),
            work: 0,
            random,
        };
        let mut blocked = vec![false; net.len()];
        for (cut, amount) in known {
            let left = cut
                .iter()
                .map(|&v| packing.residual[v as usize])
                .min()
                .unwrap_or(0);
            if left > 0 && is_cut(net, &cut, &mut blocked) {
                packing.pay(cut, amount.min(left));
            }
        }
        packing.marked = blocked;
        packing
    }

    fn reprice(&mut self, v: u32) {
        let i = v as usize;
        for (&level, cutter) in self.levels.iter().zip(&mut self.cutters) {
            let enough = self.residual[i] >= level;
            cutter.set_price(v, if enough { self.noise[i] } else { NEVER });
        }
    }

    /// Adds cuts while there are any.
    fn fill(&mut self, enough: u64, stop: &mut dyn FnMut() -> bool) {
        for k in 0..self.levels.len() {
            while self.bound < enough && !stop() {
                let Some(cut) = self.cutters[k].cut() else {
                    break;
                };
                let left = cut.iter().map(|&v| self.residual[v as usize]).min();
                let Some(left) = left else { break };
                self.pay(cut, left - left % self.levels[k]);
            }
        }
    }

    fn work(&self) -> u64 {
        self.work + self.cutters.iter().map(|cutter| cutter.work).sum::<u64>()
    }

    fn pay(&mut self, cut: Vec<u32>, amount: u64) {
        for &v in &cut {
            self.residual[v as usize] -= amount;
            self.reprice(v);
        }
        self.bound += amount;
        self.cuts.push((cut, amount));
    }

    fn refund(&mut self, index: usize) -> (Vec<u32>, u64) {
        let (cut, amount) = self.cuts.swap_remove(index);
        for &v in &cut {
            self.residual[v as usize] += amount;
            self.reprice(v);
        }
        self.bound -= amount;
        (cut, amount)
    }

    /// Takes some cuts out: mostly a few that lie near each other, for those make room for better
    /// ones together.
    fn take_some(&mut self) -> Vec<(Vec<u32>, u64)> {
        let mut removed = Vec::new();
        if self.random.below(5) == 0 {
            let many = 1 + self.random.below(2 + self.cuts.len() as u64 / 10);
            for _ in 0..many.min(self.cuts.len() as u64) {
                let k = self.random.below(self.cuts.len() as u64) as usize;
                removed.push(self.refund(k));
            }
            return removed;
        }
        let many = 2 + self.random.below(8) as usize;
        let mut found = self.near();
        while found.len() > many {
            found.swap_remove(self.random.below(found.len() as u64) as usize);
        }
        found.sort_unstable();
        // From the end: what is taken out is replaced by the last one.
        removed.extend(found.into_iter().rev().map(|k| self.refund(k)));
        removed
    }

    /// The cuts with a member near a random vertex, which is to say among the first that a walk
    /// along the edges reaches.
    fn near(&mut self) -> Vec<usize> {
        let net = self.net;
        let mut open = vec![self.random.below(net.len() as u64) as u32];
        self.marked[open[0] as usize] = true;
        let mut next = 0;
        while let Some(&v) = open.get(next).filter(|_| open.len() < NEAR) {
            next += 1;
            let v = v as usize;
            for &u in net.groups(v).flatten().chain(net.parents(v)) {
                // From the start everything is near.
                if u != 0 && !std::mem::replace(&mut self.marked[u as usize], true) {
                    open.push(u);
                }
            }
        }
        self.work += (open.len() + self.cuts.len()) as u64;
        let meets = |&k: &usize| self.cuts[k].0.iter().any(|&v| self.marked[v as usize]);
        let found = (0..self.cuts.len()).filter(meets).collect();
        open.iter().for_each(|&v| self.marked[v as usize] = false);
        found
    }

    /// Fills up, then takes some cuts out at random and fills up again, for about `work` steps or
    /// until the bound is `enough`; never ends with a smaller bound.
    pub fn improve(&mut self, work: u64, enough: u64, stop: &mut dyn FnMut() -> bool) {
        self.fill(enough, stop);
        let end = self.work() + work;
        while self.bound < enough && self.work() < end && !self.cuts.is_empty() && !stop() {
            let before = self.bound;
            let removed = self.take_some();
            for (cut, _) in &removed {
                for &v in cut {
                    self.noise[v as usize] = 8 + self.random.below(8);
                    self.reprice(v);
                }
            }
            let kept = self.cuts.len();
            self.fill(enough, stop);
            if self.bound < before {
                while self.cuts.len() > kept {
                    self.refund(self.cuts.len() - 1);
                }
                for (cut, amount) in removed {
                    self.pay(cut, amount);
                }
            }
        }
    }
}

/// The sizes of weights that are kept apart in a packing, largest first; the last is 1.
pub(super) fn levels(mut weights: Vec<u64>) -> Vec<u64> {
    weights.sort_unstable();
    weights.dedup();
    let large = |pair: &&[u64]| pair[0] > 0 && pair[1] / 8 >= pair[0];
    let mut levels: Vec<u64> = weights.windows(2).filter(large).map(|w| w[1]).collect();
    levels.reverse();
    levels.truncate(MOST_LEVELS - 1);
    levels.push(1);
    levels
}

/// Whether every closed set meets `cut`. `blocked` is all false, before and after.
fn is_cut(net: &Flat, cut: &[u32], blocked: &mut [bool]) -> bool {
    let mut open: Vec<u32> = cut.to_vec();
    open.iter().for_each(|&v| blocked[v as usize] = true);
    let mut next = 0;
    while let Some(&v) = open.get(next) {
        next += 1;
        for &p in net.parents(v as usize) {
            let gone = |g: &[u32]| g.iter().all(|&c| blocked[c as usize]);
            if !blocked[p as usize] && net.groups(p as usize).any(gone) {
                blocked[p as usize] = true;
                open.push(p);
            }
        }
    }
    let answer = blocked[0];
    open.iter().for_each(|&v| blocked[v as usize] = false);
    answer
}
