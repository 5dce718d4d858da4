//! The plan of a run: reduce, pack, improve, close, search; then the same with more effort.

use super::local::Local;
use super::net::{Flat, Net};
use super::oll::Search;
use super::pack::Packing;
use super::{Limits, Outcome, StopReason, cut, reduce, upper};
use crate::proof::Problem;
use crate::proof::{Certificate, Step};

/// Finds a closed set of least weight and proves that it is one.
///
/// Calls `progress` with the lower and the upper bound whenever one of them has changed.
///
/// The answer is the same on every run unless a limit ends it; then the best set so far and a
/// proved lower bound are returned. Time: exponential in the worst case. Space: linear in the
/// graph, plus what the clause-learning solver keeps.
pub fn minimum(problem: &Problem, limits: &Limits, progress: &mut dyn FnMut(u64, u64)) -> Outcome {
    let mut engine = Engine::new(problem, limits, progress);
    let stop = engine.run();
    let Engine {
        best,
        upper,
        lower,
        steps,
        ending,
        ..
    } = engine;
    let certificate = limits.certificate.then(|| Certificate {
        target: lower,
        scale: 1,
        steps: steps.into_iter().chain(ending).collect(),
    });
    let stop = if lower == upper {
        StopReason::Proved
    } else {
        stop
    };
    Outcome {
        best,
        upper,
        lower,
        stop,
        certificate,
    }
}

/// Effort of the first round, in steps; each round has twice as much.
const FIRST_WORK: u64 = 40_000;

pub(super) struct Engine<'a> {
    problem: &'a Problem,
    limits: &'a Limits<'a>,
    progress: &'a mut dyn FnMut(u64, u64),
    pub net: Net,
    pub flat: Flat,
    /// The cuts of the last packing, by their names in the problem.
    pub cuts: Vec<(Vec<u32>, u64)>,
    best: Vec<u32>,
    pub upper: u64,
    pub lower: u64,
    /// Whether no set lighter than the last target is left in the net.
    pub exhausted: bool,
    shown: (u64, u64),
    /// The certificate's steps that close vertices; they hold for every later step.
    steps: Vec<Step>,
    /// The steps that prove `lower` after them.
    ending: Vec<Step>,
}

impl<'a> Engine<'a> {
    pub fn new(
        problem: &'a Problem,
        limits: &'a Limits<'a>,
        progress: &'a mut dyn FnMut(u64, u64),
    ) -> Engine<'a> {
        let mut net = Net::new(problem);
        reduce::reduce(&mut net);
        let flat = Flat::new(&net);
        let mut engine = Engine {
            problem,
            limits,
            progress,
            net,
            flat,
            cuts: Vec::new(),
            best: Vec::new(),
            upper: u64::MAX,
            lower: 0,
            exhausted: false,
            shown: (0, u64::MAX),
            steps: Vec::new(),
            ending: Vec::new(),
        };
        let (_, set) = upper::pass(&engine.flat, |v| engine.flat.weight[v]);
        engine.found(&set);
        engine
    }

    fn run(&mut self) -> StopReason {
        let mut work = FIRST_WORK;
        let mut round = 0;
        loop {
            let size = self.flat.members.len();
            if let Some(reason) = self.round(work.max(4 * size as u64), round, 0) {
                return reason;
            }
            if self.lower >= self.upper {
                return StopReason::Proved;
            }
            // A search pays once closing no longer makes the net much smaller.
            if self.flat.members.len() * 8 > size * 7 || round > 6 {
                if let Some(reason) = self.search(work / 2000) {
                    return reason;
                }
                if self.lower >= self.upper {
                    return StopReason::Proved;
                }
                work *= 2;
            }
            round += 1;
        }
    }

    /// Packs cuts, improves the best set, closes what a set lighter than `upper + slack` cannot
    /// have and reduces the net.
    pub fn round(&mut self, work: u64, seed: u64, slack: u64) -> Option<StopReason> {
        let limits = self.limits;
        let flat = std::mem::take(&mut self.flat);
        let bytes = 40 * flat.members.len();
        let mut reason = None;
        let mut stop = || {
            reason = reason.or_else(|| limits.reached(bytes));
            reason.is_some()
        };
        let number = self.numbers(&flat);
        let known = self.translate(&number);
        let mut packing = Packing::new(&flat, known, seed);
        packing.improve(0, self.upper, &mut stop);
        // Better sets make for smaller nets: they come first.
        let prices = |v: usize| packing.residual[v] * 1024 + flat.weight[v];
        let (_, set) = upper::pass(&flat, prices);
        let old: Vec<u32> = self
            .best
            .iter()
            .map(|&v| number[self.net.root(v) as usize])
            .collect();
        let mut starts = vec![set];
        if old.iter().all(|&v| v != u32::MAX) {
            let mut keep = vec![false; flat.len()];
            old.iter().for_each(|&v| keep[v as usize] = true);
            starts.push(
                upper::pass(&flat, |v| {
                    if keep[v] {
                        1
                    } else {
                        1 + (flat.weight[v] << 12)
                    }
                })
                .1,
            );
        }
        starts.sort_by_key(|set| set.iter().map(|&v| flat.weight[v as usize]).sum::<u64>());
        let mut local = Local::new(&flat, starts.swap_remove(0), seed);
        local.run(work, packing.bound.max(self.lower), &mut stop);
        self.found_in(&flat, &local.best);
        packing.improve(work, self.upper, &mut stop);
        self.cuts = packing
            .cuts
            .iter()
            .map(|(cut, a)| (cut.iter().map(|&v| flat.name[v as usize]).collect(), *a))
            .collect();
        let bound = packing.bound.min(self.upper);
        let mut used = Vec::new();
        if self.limits.certificate {
            used.push(Step::Reset);
            self.shifts(&mut used);
            used.extend(self.cuts.iter().map(|(members, amount)| Step::Core {
                members: members.clone(),
                amount: *amount,
                most: 0,
            }));
        }
        if bound > self.lower {
            self.lower = bound;
            self.ending = used.clone();
        }
        self.show();
        let target = self.upper + slack;
        if bound < target {
            let list = cut::too_dear(&flat, &packing.residual, target - bound, |_| false);
            if !list.is_empty() {
                used.push(Step::Close);
                if self.limits.certificate {
                    self.steps.append(&mut used);
                }
                let mut dead = vec![false; self.problem.len()];
                list.iter()
                    .for_each(|&v| dead[flat.name[v as usize] as usize] = true);
                if self.net.remove(dead) {
                    reduce::reduce(&mut self.net);
                } else {
                    self.exhausted = true;
                    self.lower = self.lower.max(target.min(self.upper));
                    self.ending.clear();
                    self.show();
                }
            }
        }
        self.flat = if self.exhausted {
            flat
        } else {
            Flat::new(&self.net)
        };
        reason
    }

    /// A core-guided search with so many conflicts at most.
    fn search(&mut self, conflicts: u64) -> Option<StopReason> {
        let limits = self.limits;
        let mut reason = None;
        let cuts = self.packing().cuts;
        let mut prefix = Vec::new();
        if limits.certificate {
            prefix.push(Step::Reset);
            self.shifts(&mut prefix);
        }
        let variables = self.problem.len() as u32;
        let mut search = Search::new(&self.flat, variables, self.upper, limits.certificate);
        search.pack(&cuts);
        let least = self.lower;
        let (progress, shown) = (&mut self.progress, &mut self.shown);
        let proved = search.run(conflicts, &mut |lower, upper, words| {
            let now = (lower.max(least), upper);
            if now.0 > shown.0 || now.1 < shown.1 {
                *shown = now;
                progress(now.0, now.1);
            }
            reason = reason.or_else(|| limits.reached(4 * words));
            reason.is_some()
        });
        let (lower, set) = (search.lower, search.best);
        let steps = search.steps.unwrap_or_default();
        if !set.is_empty() {
            let names: Vec<u32> = set.iter().map(|&v| self.flat.name[v as usize]).collect();
            self.take(names);
        }
        let lower = if proved {
            self.upper
        } else {
            lower.min(self.upper)
        };
        if lower > self.lower {
            self.lower = lower;
            prefix.extend(steps);
            self.ending = prefix;
        }
        self.show();
        reason
    }

    /// The known cuts as a packing of the net as it is now.
    pub fn packing(&self) -> Packing<'_> {
        Packing::new(&self.flat, self.translate(&self.numbers(&self.flat)), 0)
    }

    /// For each vertex of the problem its number in the net, or `u32::MAX`.
    fn numbers(&self, flat: &Flat) -> Vec<u32> {
        let mut number = vec![u32::MAX; self.problem.len()];
        flat.name
            .iter()
            .enumerate()
            .for_each(|(i, &v)| number[v as usize] = i as u32);
        number
    }

    /// The known cuts in the numbers of the net.
    fn translate(&self, number: &[u32]) -> Vec<(Vec<u32>, u64)> {
        let translate = |(cut, amount): &(Vec<u32>, u64)| {
            let mut cut: Vec<u32> = cut
                .iter()
                .map(|&v| number[self.net.root(v) as usize])
                .filter(|&v| v != u32::MAX)
                .collect();
            cut.sort_unstable();
            cut.dedup();
            (cut, *amount)
        };
        self.cuts.iter().map(translate).collect()
    }

    fn show(&mut self) {
        if self.shown != (self.lower, self.upper) {
            self.shown = (self.lower, self.upper);
            (self.progress)(self.lower, self.upper);
        }
    }

    fn found(&mut self, set: &[u32]) {
        let names = set.iter().map(|&v| self.flat.name[v as usize]).collect();
        self.take(names);
    }

    fn found_in(&mut self, flat: &Flat, set: &[u32]) {
        let weight: u64 = set.iter().map(|&v| flat.weight[v as usize]).sum();
        if weight < self.upper {
            self.take(set.iter().map(|&v| flat.name[v as usize]).collect());
        }
    }

    /// Turns a closed set of the net into one of the problem, and keeps it if it is the best.
    fn take(&mut self, names: Vec<u32>) {
        let problem = self.problem;
        let mut chosen = vec![false; problem.len()];
        names.iter().for_each(|&v| chosen[v as usize] = true);
        // The net leaves out what is merged and what costs nothing.
        let ok = |v: u32| problem.weight(v) == 0 || chosen[self.net.root(v) as usize];
        let Some(set) = upper::restore(problem, ok) else {
            return;
        };
        let weight = problem.weigh(&set);
        if weight < self.upper || self.best.is_empty() {
            self.upper = weight;
            self.best = set;
        }
    }

    fn shifts(&self, steps: &mut Vec<Step>) {
        for v in 0..self.problem.len() as u32 {
            let to = self.net.root(v);
            let amount = self.problem.weight(v);
            if to != v && amount > 0 {
                steps.push(Step::Shift {
                    from: v,
                    to,
                    amount,
                });
            }
        }
    }
}
