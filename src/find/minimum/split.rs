//! Cases by the prover's first choice: with the choice made, bounds are far better, and choices
//! that lead to nothing light are soon closed.

use super::engine::{Engine, FIRST_WORK};
use super::net::Flat;
use super::{StopReason, reduce};
use crate::proof::Step;

impl<'a> Engine<'a> {
    /// The first group of the start with more than one member, as vertices of the problem.
    fn choices(&self) -> Option<Vec<u32>> {
        // Where the opponent begins, a choice settles too little.
        if !self.problem.is_or(self.problem.start()) {
            return None;
        }
        let group = self.net.any[self.net.start as usize].first()?;
        (group.len() > 1).then(|| group.clone())
    }

    /// Takes the members of one group of the start one by one, each with about `work` steps of
    /// effort, and closes those that cannot be in a set lighter than the best. False if there is
    /// no such group.
    pub(super) fn split(&mut self, work: u64) -> Result<bool, StopReason> {
        let Some(choices) = self.choices() else {
            return Ok(false);
        };
        let mut least = u64::MAX;
        let mut open = Vec::new();
        let mut dead = self.closer.dead.clone();
        for &choice in &choices {
            let (lower, steps, stop) = self.case(choice, work);
            let bytes = 24 * steps.len();
            self.log_bytes += bytes;
            let step = Step::Case {
                vertex: choice,
                steps,
            };
            if lower >= self.upper {
                self.closer.dead[choice as usize] = true;
                dead[choice as usize] = true;
                if self.limits.certificate {
                    self.steps.push(step);
                }
            } else {
                least = least.min(lower);
                open.push(step);
            }
            if stop != StopReason::Proved {
                return Err(stop);
            }
        }
        // Every set makes one of the choices.
        let lower = least.min(self.upper);
        if lower > self.lower {
            self.lower = lower;
            self.settle(if self.limits.certificate {
                open
            } else {
                Vec::new()
            });
            self.show();
        }
        if self.lower < self.upper {
            if self.net.remove(dead) {
                reduce::reduce(&mut self.net, &mut || false);
                self.flat = Flat::new(&self.net);
            } else {
                self.exhausted = true;
                self.lower = self.upper;
                self.settle(Vec::new());
            }
        }
        self.show();
        Ok(true)
    }

    /// With `choice` in the set: a lower bound, the steps that prove it, and why the run ended
    /// (`Proved` also if only the effort was used up).
    fn case(&mut self, choice: u32, work: u64) -> (u64, Vec<Step>, StopReason) {
        let mut net = self.net.clone();
        let start = net.start as usize;
        net.any[start].remove(0);
        net.must[start].push(choice);
        let limits = self.limits;
        reduce::reduce(&mut net, &mut || limits.reached(0).is_some());
        let mut quiet = |_: u64, _: u64| {};
        let mut inner = Engine {
            problem: self.problem,
            limits,
            progress: &mut quiet,
            closer: self.closer.clone(),
            flat: Flat::new(&net),
            net,
            levels: self.levels.clone(),
            cuts: self.cuts.clone(),
            best: self.best.clone(),
            upper: self.upper,
            lower: 0,
            exhausted: false,
            shown: (0, u64::MAX),
            steps: Vec::new(),
            ending: Vec::new(),
            search: None,
            barred: self.barred.clone(),
            divided: false,
            undivided: false,
            effort: (FIRST_WORK, 0),
            log_bytes: self.log_bytes,
            next_name: self.next_name,
            depth: self.depth + 1,
        };
        let stop = inner.run(work, self.depth < 3);
        inner.keep_ending();
        let (lower, upper) = (inner.lower, inner.upper);
        let mut steps = std::mem::take(&mut inner.steps);
        steps.append(&mut inner.ending);
        if upper < self.upper {
            self.best = inner.best;
            self.upper = upper;
            self.show();
        }
        (lower, steps, stop)
    }
}
