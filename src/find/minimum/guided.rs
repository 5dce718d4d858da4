//! The core-guided search as part of a run: when one goes on, when another begins, and what is
//! learned from it.

use super::engine::Engine;
use super::net::Flat;
use super::oll::Search;
use super::{StopReason, reduce};
use crate::proof::Step;

/// A search that adds so much to the bound with twice the conflicts goes on.
const GOOD_GAIN: u64 = 3;

/// What a core-guided search began with, and how it goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Beginning {
    /// Members of the groups of the net.
    size: usize,
    /// The bound of the packing.
    bound: u64,
    /// What the last call added to the bound, once there was one.
    gain: Option<u64>,
}

impl Engine<'_> {
    /// Goes on with the core-guided search for so many conflicts at most, or begins a new one: if the
    /// net has become much smaller, or if there is a better packing to begin with and the old one
    /// hardly gets on. How far a search gets differs much from one packing to the next, so some
    /// have to be tried.
    pub fn search(&mut self, conflicts: u64) -> Option<StopReason> {
        let limits = self.limits;
        let held = self.log_bytes + self.elsewhere;
        let size = self.flat.members.len();
        let packing = self.packing();
        let (cuts, bound) = (packing.cuts, packing.bound);
        // A little of a small weight more is no reason to begin anew.
        let gap = self.upper.saturating_sub(bound);
        let unit = self.levels.iter().find(|&&level| level <= gap.max(1));
        let unit = *unit.unwrap_or(&1);
        let over = |(search, old, _): &(Search, Beginning, bool)| {
            let most = if old.gain.is_none_or(|gain| gain / unit < GOOD_GAIN) {
                old.bound
            } else {
                search.lower
            };
            size * 8 < old.size * 7 || bound / unit > most / unit
        };
        if self.search.as_ref().is_none_or(over) {
            self.keep_ending();
            let steps = limits.certificate.then(|| {
                let mut steps = vec![Step::Reset];
                self.shifts(&mut steps);
                steps
            });
            let mut search = Search::new(
                self.flat.clone(),
                self.closer.clone(),
                self.upper,
                &self.levels,
                self.next_name,
                steps,
            );
            let reached = |words: usize| limits.reached(4 * words + held);
            search.pack(&cuts, &mut |_, _, words| reached(words).is_some());
            if let Some(reason) = reached(search.words()) {
                return Some(reason);
            }
            let gain = None;
            self.search = Some((search, Beginning { size, bound, gain }, false));
        }
        let (search, beginning, proves) = self.search.as_mut()?;
        // Of what a search begins with, all is gained at first.
        let before = beginning.gain.map_or(0, |_| search.lower);
        search.upper = search.upper.min(self.upper);
        let least = self.lower.max(self.floor);
        let (progress, shown) = (&mut self.progress, &mut self.shown);
        let mut reason = None;
        let proved = search.run(conflicts, &mut |lower, upper, words| {
            let now = (lower.max(least), upper);
            if now.0 > shown.0 || now.1 < shown.1 {
                *shown = now;
                if let Some(progress) = progress {
                    progress(now.0, now.1);
                }
            }
            reason = reason.or_else(|| limits.reached(4 * words + held));
            reason.is_some()
        });
        let lower = search.lower;
        beginning.gain = Some(lower - before);
        *proves |= lower > self.lower || proved;
        let set: Vec<u32> = search.best.iter().map(|&v| search.name(v)).collect();
        if !set.is_empty() {
            self.take(set);
        }
        self.lower = self.lower.max(if proved {
            self.upper
        } else {
            lower.min(self.upper)
        });
        self.show();
        if self.lower < self.upper {
            self.adopt();
        }
        reason
    }

    /// If the core-guided search has ruled out a good part of the net, makes the net smaller, and
    /// the search begins anew later.
    fn adopt(&mut self) {
        let Some((search, ..)) = &self.search else {
            return;
        };
        let out = search.out();
        let known = |v: &&u32| !self.closer.dead[**v as usize];
        let gone = out.iter().filter(known).count();
        // Beginning anew loses cores; with the large weights settled, it is worth it early.
        let settled = self.upper - self.lower < self.levels[0];
        if gone * (if settled { 8 } else { 2 }) < self.flat.len() {
            return;
        }
        let mut dead = self.closer.dead.clone();
        out.iter().for_each(|&v| dead[v as usize] = true);
        if let Some((mut search, _, proves)) = self.search.take() {
            if proves {
                // What proves the bound goes among the steps that are kept.
                self.ending.clear();
            }
            let before = std::mem::replace(&mut self.next_name, search.next_name);
            // What proves the bound now comes after the search's counters.
            renumber(&mut self.ending, before, self.next_name - before);
            self.log_bytes += 4 * search.logged;
            self.steps.append(&mut search.take_steps());
            if proves {
                self.settle(Vec::new());
            }
        }
        self.closer.dead.clone_from(&dead);
        if self.net.remove(dead) {
            let limits = self.limits;
            reduce::reduce(&mut self.net, &mut || limits.reached(0).is_some());
            self.flat = Flat::new(&self.net);
        } else {
            self.exhausted = true;
            self.lower = self.upper;
            self.settle(Vec::new());
            self.show();
        }
    }
}

/// Adds `by` to the numbers of counters, which are those from `first` on.
fn renumber(steps: &mut [Step], first: u32, by: u32) {
    for step in steps {
        match step {
            Step::Lemma(clause) => {
                for l in clause {
                    if l.unsigned_abs() > first {
                        *l += l.signum() * by as i32;
                    }
                }
            }
            Step::Core { members, .. } => {
                let counters = members.iter_mut().filter(|v| **v >= first);
                counters.for_each(|v| *v += by);
            }
            Step::Case { steps, .. } | Step::Part { steps, .. } => renumber(steps, first, by),
            Step::Shift { .. } | Step::Symmetry(_) | Step::Close | Step::Reset => {}
        }
    }
}
