//! Before counting: takes out what is in no least set.

use std::collections::BTreeSet;

use super::super::StopReason;
use super::super::engine::Engine;
use super::super::net::Flat;
use super::super::oll::{Search, Stop};
use super::super::reduce;
use super::super::sat::Verdict;

/// Conflicts spent on one vertex at most.
const CONFLICTS: u64 = 300;

/// Rounds of closing at most.
const ROUNDS: u64 = 7;

impl Engine<'_> {
    /// Reduces the net to what sets of weight `least` can have, as far as packings show it.
    /// `Err(None)`: there is no such set, or a lighter one.
    pub(super) fn narrow(&mut self, least: u64) -> Result<(), Option<StopReason>> {
        let mut work = 100_000;
        for round in 0..ROUNDS {
            let (size, lower) = (self.flat.members.len(), self.lower);
            if let Some(reason) = self.round(work, round, Some(least + 1)) {
                return Err(Some(reason));
            }
            if self.upper < least || self.exhausted {
                return Err(None);
            }
            if self.flat.members.len() * 20 > size * 19 {
                // What packings do not settle, the clause-learning solver can.
                if self.lower == least || (self.lower - lower) * 4 < least - lower {
                    break;
                }
            }
            work = (2 * work).max(4 * size as u64);
        }
        Ok(())
    }

    /// Reduces the net to the vertices that are in some set of weight `least`, as far as the
    /// clause-learning solver can tell.
    pub(super) fn sift(&mut self, least: u64) -> Result<(), Option<StopReason>> {
        let limits = self.limits;
        let mut reason = None;
        let mut stop = |_: u64, _: u64, words: usize| {
            reason = reason.or_else(|| limits.reached(4 * words));
            reason.is_some()
        };
        let search = self.least_sets(least, &mut stop);
        let used = search.and_then(|mut search| search.used(CONFLICTS, &mut stop));
        if reason.is_some() {
            return Err(reason);
        }
        let Some(used) = used else {
            return Err(None);
        };
        let mut dead = self.closer.dead.clone();
        for (&v, used) in self.flat.name.iter().zip(used) {
            dead[v as usize] |= !used;
        }
        if !self.net.remove(dead) {
            return Err(None);
        }
        reduce::reduce(&mut self.net, &mut || limits.reached(0).is_some());
        self.flat = Flat::new(&self.net);
        Ok(())
    }

    /// A core-guided search whose models are the sets of weight `least`. `None` if there is no
    /// such set, or when stopped.
    fn least_sets(&self, least: u64, stop: &mut Stop) -> Option<Search<'_>> {
        let (net, closer) = (self.flat.clone(), self.closer.clone());
        let mut search = Search::new(net, closer, least, &self.levels, self.next_name, None);
        search.slack = 1;
        search.suggest(&self.best.iter().map(|&v| self.net.root(v)).collect());
        search.pack(&self.packing().cuts, stop);
        (search.run(u64::MAX, stop) && search.upper == least).then_some(search)
    }

    /// Up to `most` sets of weight `least`, as vertices of the net; fewer only if there are no
    /// more or when stopped.
    pub(super) fn some(
        &self,
        least: u64,
        most: usize,
    ) -> Result<Vec<Vec<u32>>, Option<StopReason>> {
        let limits = self.limits;
        let mut reason = None;
        let mut stop = |_: u64, _: u64, words: usize| {
            reason = reason.or_else(|| limits.reached(4 * words));
            reason.is_some()
        };
        let mut sets = Vec::new();
        if let Some(mut search) = self.least_sets(least, &mut stop) {
            search.only_least();
            while sets.len() < most
                && let Some(set) = search.next(&mut stop)
            {
                sets.push(set);
            }
        }
        if sets.is_empty() {
            Err(reason)
        } else {
            Ok(sets)
        }
    }
}

impl Search<'_> {
    /// Sets are first looked for near these vertices of the problem.
    fn suggest(&mut self, set: &BTreeSet<u32>) {
        let names = self.net.name.iter().enumerate();
        let near = names.filter(|(_, name)| set.contains(name));
        near.for_each(|(v, _)| self.solver.suggest(v as u32));
    }

    /// From here on only models of least weight.
    fn only_least(&mut self) {
        for v in 0..self.residual.len() {
            if self.residual[v] > 0 {
                self.solver.add(&[2 * v as u32 + 1]);
            }
        }
    }

    /// A model that has not been returned yet, as vertices of the net.
    fn next(&mut self, stop: &mut Stop) -> Option<Vec<u32>> {
        let (lower, upper, words) = (self.lower, self.upper, self.solver.words());
        let mut ask = || stop(lower, upper, words);
        if self.solver.solve(&[], u64::MAX, &mut ask) != Verdict::Sat {
            return None;
        }
        let inside = |&v: &u32| self.solver.value(v);
        let set: Vec<u32> = (0..self.net.len() as u32).filter(inside).collect();
        // No other least set contains this one.
        let other: Vec<u32> = set.iter().map(|v| 2 * v + 1).collect();
        self.solver.add(&other);
        Some(set)
    }

    /// After a run with slack 1 that reached its end: for each vertex of the net, whether it is in
    /// some least set (true also if that took more than so many conflicts). `None` if there is no
    /// such set, or when stopped. Every vertex must weigh something; then every model is a least
    /// set, for what is more costs more.
    pub(super) fn used(&mut self, conflicts: u64, stop: &mut Stop) -> Option<Vec<bool>> {
        self.only_least();
        let (lower, upper, words) = (self.lower, self.upper, self.solver.words());
        let mut ask = || stop(lower, upper, words);
        let mut used = vec![false; self.net.len()];
        for v in 0..self.net.len() {
            if used[v] || self.solver.never(2 * v as u32) {
                continue;
            }
            match self.solver.solve(&[2 * v as u32], conflicts, &mut ask) {
                Verdict::Sat => {
                    let solver = &self.solver;
                    let mark = |(v, used): (usize, &mut bool)| *used |= solver.value(v as u32);
                    used.iter_mut().enumerate().for_each(mark);
                }
                Verdict::Unsat => self.solver.add(&[2 * v as u32 + 1]),
                Verdict::Unknown if ask() => return None,
                Verdict::Unknown => used[v] = true,
            }
        }
        used[0].then_some(used)
    }
}
