//! Local search: decide part of a closed set anew, with the rest of it free of charge.

use super::net::Flat;
use super::random::Random;
use super::upper;

/// A local search that keeps the best set seen.
pub(super) struct Local<'a> {
    net: &'a Flat,
    now: Vec<u32>,
    now_weight: u64,
    /// The best closed set so far and its weight.
    pub best: Vec<u32>,
    pub weight: u64,
    random: Random,
    price: Vec<u64>,
    cost: Vec<u64>,
}

impl<'a> Local<'a> {
    /// Starts at a closed set of the net.
    pub fn new(net: &'a Flat, set: Vec<u32>, seed: u64) -> Local<'a> {
        let weight = set.iter().map(|&v| net.weight[v as usize]).sum();
        Local {
            net,
            now: set.clone(),
            now_weight: weight,
            best: set,
            weight,
            random: Random::new(seed),
            price: vec![0; net.len()],
            cost: Vec::new(),
        }
    }

    /// Tries changes for about `work` steps, or until the weight is `enough`.
    pub fn run(&mut self, work: u64, enough: u64, stop: &mut dyn FnMut() -> bool) {
        let each = (self.net.len() + self.net.members.len()) as u64;
        let mut done = 0;
        while done < work && self.weight > enough && !stop() {
            self.step();
            done += each;
        }
    }

    fn step(&mut self) {
        // What is in the set costs nothing or little, but for a few vertices.
        let discount = [0, 0, 1, 4][self.random.below(4) as usize];
        for (price, weight) in self.price.iter_mut().zip(&self.net.weight) {
            *price = 16 * weight;
        }
        for &v in &self.now {
            self.price[v as usize] = discount * self.net.weight[v as usize];
        }
        let kicks = 1 + self.random.below(4 + self.now.len() as u64 / 16);
        for _ in 0..kicks {
            let v = self.now[self.random.below(self.now.len() as u64) as usize] as usize;
            self.price[v] = (16 + self.random.below(24)) * self.net.weight[v];
        }
        upper::costs(self.net, &mut self.cost, |v| self.price[v]);
        let (weight, set) = upper::extract(self.net, &self.cost);
        if weight <= self.now_weight {
            self.now = set;
            self.now_weight = weight;
            if weight < self.weight {
                self.weight = weight;
                self.best.clone_from(&self.now);
            }
        }
    }
}
