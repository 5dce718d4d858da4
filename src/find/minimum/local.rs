//! Local search: decide part of a closed set anew, with the rest of it free of charge.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::net::Flat;
use super::random::Random;
use super::upper;

/// A local search that keeps the best set seen. Only what depends on a change is worked out
/// again, so a step costs about as much as the set is large.
pub(super) struct Local<'a> {
    net: &'a Flat,
    now: Vec<u32>,
    now_weight: u64,
    inside: Vec<bool>,
    /// The best closed set so far and its weight.
    pub best: Vec<u32>,
    pub weight: u64,
    random: Random,
    /// What a vertex of the set costs, in 16ths of its weight.
    discount: u64,
    price: Vec<u64>,
    cost: Vec<u64>,
    stale: BinaryHeap<u32>,
    queued: Vec<bool>,
    taken: Vec<bool>,
    work: u64,
}

impl<'a> Local<'a> {
    /// Starts at a closed set of the net.
    pub fn new(net: &'a Flat, set: Vec<u32>, seed: u64) -> Local<'a> {
        let n = net.len();
        let mut inside = vec![false; n];
        set.iter().for_each(|&v| inside[v as usize] = true);
        let weight = set.iter().map(|&v| net.weight[v as usize]).sum();
        let price: Vec<u64> = (0..n)
            .map(|v| if inside[v] { 0 } else { 16 * net.weight[v] })
            .collect();
        let mut cost = Vec::new();
        upper::costs(net, &mut cost, |v| price[v]);
        Local {
            net,
            now: set.clone(),
            now_weight: weight,
            inside,
            best: set,
            weight,
            random: Random::new(seed),
            discount: 0,
            price,
            cost,
            stale: BinaryHeap::new(),
            queued: vec![false; n],
            taken: vec![false; n],
            work: 0,
        }
    }

    /// Tries changes for about `work` steps, or until the weight is `enough`.
    pub fn run(&mut self, work: u64, enough: u64, stop: &mut dyn FnMut() -> bool) {
        let mut rounds = 0u64;
        while self.work < work && self.weight > enough && !stop() {
            if rounds % 64 == 63 {
                self.discount = [0, 0, 1, 4][self.random.below(4) as usize];
                for k in 0..self.now.len() {
                    self.reprice(self.now[k]);
                }
            }
            rounds += 1;
            self.step();
        }
    }

    fn set_price(&mut self, v: u32, price: u64) {
        if self.price[v as usize] != price {
            self.price[v as usize] = price;
            if !std::mem::replace(&mut self.queued[v as usize], true) {
                self.stale.push(v);
            }
        }
    }

    /// The usual price of a vertex.
    fn reprice(&mut self, v: u32) {
        let each = if self.inside[v as usize] {
            self.discount
        } else {
            16
        };
        self.set_price(v, each * self.net.weight[v as usize]);
    }

    fn refresh(&mut self) {
        let net = self.net;
        while let Some(v) = self.stale.pop() {
            let i = v as usize;
            self.queued[i] = false;
            let mut sum = self.price[i];
            for group in net.groups(i) {
                self.work += group.len() as u64;
                sum = upper::plus(
                    sum,
                    group
                        .iter()
                        .map(|&c| self.cost[c as usize])
                        .min()
                        .unwrap_or(0),
                );
            }
            if sum != self.cost[i] {
                self.cost[i] = sum;
                for &p in net.parents(i) {
                    if !std::mem::replace(&mut self.queued[p as usize], true) {
                        self.stale.push(p);
                    }
                }
            }
        }
    }

    /// The closed set that the costs lead to.
    fn extract(&mut self) -> (u64, Vec<u32>) {
        let net = self.net;
        let mut open = BinaryHeap::from([Reverse(0u32)]);
        let mut set = Vec::new();
        let mut weight = 0;
        self.taken[0] = true;
        while let Some(Reverse(v)) = open.pop() {
            set.push(v);
            weight += net.weight[v as usize];
            for group in net.groups(v as usize) {
                self.work += group.len() as u64;
                if !group.iter().any(|&c| self.taken[c as usize])
                    && let Some(&c) = group.iter().min_by_key(|&&c| (self.cost[c as usize], c))
                {
                    self.taken[c as usize] = true;
                    open.push(Reverse(c));
                }
            }
        }
        set.iter().for_each(|&v| self.taken[v as usize] = false);
        (weight, set)
    }

    fn step(&mut self) {
        let most = 4 + self.now.len() as u64 / 16;
        let most = if self.random.below(2) == 0 { most } else { 3 };
        let kicks = 1 + self.random.below(most);
        let mut kicked = Vec::new();
        for _ in 0..kicks {
            let v = self.now[self.random.below(self.now.len() as u64) as usize];
            let price = (16 + self.random.below(24)) * self.net.weight[v as usize];
            self.set_price(v, price);
            kicked.push(v);
        }
        self.refresh();
        let (weight, set) = self.extract();
        self.work += set.len() as u64;
        // Now and then a step up, but never far from the best.
        let room = match self.random.below(8) {
            0 => self.weight + self.random.below(2 + self.weight / 128),
            _ => 0,
        };
        if weight <= self.now_weight.max(room) {
            let old = std::mem::replace(&mut self.now, set);
            old.iter().for_each(|&v| self.inside[v as usize] = false);
            for k in 0..self.now.len() {
                self.inside[self.now[k] as usize] = true;
            }
            old.into_iter().for_each(|v| self.reprice(v));
            for k in 0..self.now.len() {
                self.reprice(self.now[k]);
            }
            self.now_weight = weight;
            if weight < self.weight {
                self.weight = weight;
                self.best.clone_from(&self.now);
            }
        }
        kicked.into_iter().for_each(|v| self.reprice(v));
    }
}
