//! Packings of cuts: cuts that share no weight, so that every closed set pays for each of
//! them. A lower bound that propagation alone can check, and on many games an exact one.

use super::cut::{Cutter, NEVER};
use super::net::Flat;
use super::random::Random;

/// A packing of cuts and what it leaves of the weights.
pub(super) struct Packing<'a> {
    cutter: Cutter<'a>,
    /// The cuts with what is paid for each.
    pub cuts: Vec<(Vec<u32>, u64)>,
    /// What is left of each weight.
    pub residual: Vec<u64>,
    /// What every closed set weighs at least.
    pub bound: u64,
    noise: Vec<u64>,
    random: Random,
}

impl<'a> Packing<'a> {
    /// The packing of the `known` cuts, as far as they are cuts of this net and can be paid.
    pub fn new(net: &'a Flat, known: Vec<(Vec<u32>, u64)>, seed: u64) -> Packing<'a> {
        let mut random = Random::new(seed);
        let noise: Vec<u64> = (0..net.len()).map(|_| 8 + random.below(8)).collect();
        let price = (0..net.len())
            .map(|v| if net.weight[v] > 0 { noise[v] } else { NEVER })
            .collect();
        let mut packing = Packing {
            cutter: Cutter::new(net, price),
            cuts: Vec::new(),
            residual: net.weight.clone(),
            bound: 0,
            noise,
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
        packing
    }

    fn reprice(&mut self, v: u32) {
        let i = v as usize;
        let price = if self.residual[i] > 0 {
            self.noise[i]
        } else {
            NEVER
        };
        self.cutter.set_price(v, price);
    }

    /// Adds cuts while there are any.
    fn fill(&mut self, enough: u64) {
        while self.bound < enough {
            let Some(cut) = self.cutter.cut() else { break };
            let Some(amount) = cut.iter().map(|&v| self.residual[v as usize]).min() else {
                break;
            };
            self.pay(cut, amount);
        }
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

    /// Fills up, then takes some cuts out at random and fills up again, for about `work` steps or until the
    /// bound is `enough`; never ends with a smaller bound.
    pub fn improve(&mut self, work: u64, enough: u64, stop: &mut dyn FnMut() -> bool) {
        self.fill(enough);
        let end = self.cutter.work + work;
        while self.bound < enough && self.cutter.work < end && !self.cuts.is_empty() && !stop() {
            let before = self.bound;
            let mut removed = Vec::new();
            let many = 1 + self.random.below(2 + self.cuts.len() as u64 / 10) as usize;
            for _ in 0..many.min(self.cuts.len()) {
                let k = self.random.below(self.cuts.len() as u64) as usize;
                removed.push(self.refund(k));
            }
            for (cut, _) in &removed {
                for &v in cut {
                    self.noise[v as usize] = 8 + self.random.below(8);
                    self.reprice(v);
                }
            }
            let kept = self.cuts.len();
            self.fill(enough);
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
