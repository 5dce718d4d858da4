//! The plan of a run: reduce, pack, improve, close, search; then the same with more effort.

use super::close::Closer;
use super::guided::Beginning;
use super::local::Local;
use super::net::{Flat, Net};
use super::oll::Search;
use super::pack::Packing;
use super::split::Case;
use super::{Limits, Outcome, StopReason, pack, reduce, upper};
use crate::proof::Problem;
use crate::proof::{Certificate, Step};

/// Is told a lower and an upper bound.
pub type Progress<'a> = dyn FnMut(u64, u64) + Send + 'a;

/// Finds a closed set of least weight and proves that it is one.
///
/// Calls `progress` with the lower and the upper bound whenever one of them has changed.
///
/// Cases run on the threads of the current rayon pool. The answer is the same on every run, for any
/// number of threads, unless a limit ends it; then the best set so far and a
/// proved lower bound are returned. Time: exponential in the worst case. Space: linear in the
/// graph, plus what the clause-learning solver keeps.
pub fn minimum(problem: &Problem, limits: &Limits, progress: &mut Progress) -> Outcome {
    let mut engine = Engine::new(problem, limits);
    engine.progress = Some(progress);
    let stop = engine.run(u64::MAX, true);
    engine.keep_ending();
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
pub(super) const FIRST_WORK: u64 = 80_000;

/// A round's local search gets this part of the steps that its packing gets.
const LOCAL_SHARE: u64 = 3;

/// Steps of the other parts to one conflict of the core-guided search.
const STEPS_PER_CONFLICT: u64 = 400;

/// From this depth on there are no more parts. The checker of certificates allows a depth of 8.
const MOST_DEPTH: u64 = 4;

pub(super) struct Engine<'a> {
    pub problem: &'a Problem,
    pub limits: &'a Limits<'a>,
    pub progress: Option<&'a mut Progress<'a>>,
    pub closer: Closer<'a>,
    pub net: Net,
    pub flat: Flat,
    /// The sizes of weights that packings keep apart.
    pub levels: Vec<u64>,
    /// The cuts of the last packing, by their names in the problem.
    pub cuts: Vec<(Vec<u32>, u64)>,
    pub best: Vec<u32>,
    pub upper: u64,
    pub lower: u64,
    /// A lower bound that is known outside of this case, for reports alone.
    pub floor: u64,
    /// Whether no set lighter than the last target is left in the net.
    pub exhausted: bool,
    pub shown: (u64, u64),
    /// The certificate's steps that close vertices; they hold for every later step.
    pub steps: Vec<Step>,
    /// The steps that prove `lower` after them, unless the search or the cases hold them.
    pub ending: Vec<Step>,
    /// The core-guided search, what it began with, and whether it proves `lower`.
    pub search: Option<(Search<'a>, Beginning, bool)>,
    /// Vertices that no set may use (none if empty), without being closed.
    pub barred: Vec<bool>,
    /// Whether the bound comes from parts.
    pub divided: bool,
    /// Whether parts have been tried in vain.
    pub undivided: bool,
    /// The effort of the next round, and its number.
    pub effort: (u64, u64),
    /// About how much the steps that are kept take.
    pub log_bytes: usize,
    /// The number of the next counter in the certificate.
    pub next_name: u32,
    /// How many choices and parts this run is in.
    pub depth: u64,
    /// The vertices that were chosen; `None` in a part, where symmetries do not count.
    pub assumed: Option<Vec<u32>>,
    /// The choices still open, once the run goes by cases, and whether they prove `lower`.
    pub cases: (Vec<Case<'a>>, bool),
    /// Whether symmetric choices have been looked for.
    pub compared: bool,
    /// About how many bytes other runs hold beside this one.
    pub elsewhere: usize,
}

impl<'a> Engine<'a> {
    /// The run of a problem.
    pub fn new(problem: &'a Problem, limits: &'a Limits<'a>) -> Engine<'a> {
        let mut net = Net::new(problem);
        reduce::reduce(&mut net, &mut || limits.reached(0).is_some());
        let flat = Flat::new(&net);
        let mut engine = Engine::with(problem, limits, Closer::new(problem), net, flat);
        engine.begin();
        engine
    }

    /// A run on a net, without a first set.
    pub fn with(
        problem: &'a Problem,
        limits: &'a Limits<'a>,
        closer: Closer<'a>,
        net: Net,
        flat: Flat,
    ) -> Engine<'a> {
        let weights = (0..problem.len() as u32).map(|v| problem.weight(v));
        Engine {
            problem,
            limits,
            progress: None,
            closer,
            flat,
            net,
            levels: pack::levels(weights.collect()),
            cuts: Vec::new(),
            best: Vec::new(),
            upper: u64::MAX,
            lower: 0,
            floor: 0,
            exhausted: false,
            shown: (0, u64::MAX),
            steps: Vec::new(),
            ending: Vec::new(),
            search: None,
            barred: Vec::new(),
            divided: false,
            undivided: false,
            effort: (FIRST_WORK, 0),
            log_bytes: 0,
            next_name: problem.len() as u32,
            depth: 0,
            assumed: Some(Vec::new()),
            cases: (Vec::new(), false),
            compared: false,
            elsewhere: 0,
        }
    }

    /// Takes the first set.
    pub fn begin(&mut self) {
        let (_, set) = upper::pass(&self.flat, |v| self.flat.weight[v]);
        self.found(&set);
    }

    /// Runs until the bounds meet or a limit is reached; or, with the same answer `Proved`, until
    /// a round would take more than `most` steps. With `split`, also by cases.
    pub fn run(&mut self, most: u64, split: bool) -> StopReason {
        let (mut work, mut round) = self.effort;
        while work <= most && self.lower < self.upper {
            if let Some(reason) = self.limits.reached(0) {
                return reason;
            }
            if !self.cases.0.is_empty() {
                if let Some(reason) = self.turn(work) {
                    return reason;
                }
                work *= 2;
                self.effort = (work, round);
                continue;
            }
            let size = self.flat.members.len();
            if let Some(reason) = self.round(work.max(4 * size as u64), round, None) {
                return reason;
            }
            if self.depth < MOST_DEPTH
                && let Some(reason) = self.parts(most)
            {
                return reason;
            }
            // More pays once closing no longer makes the net much smaller.
            if self.lower < self.upper && (self.flat.members.len() * 8 > size * 7 || round > 6) {
                if split && self.divide(work) {
                    continue;
                }
                if work >= 16 * size as u64
                    && let Some(reason) = self.search(work / STEPS_PER_CONFLICT)
                {
                    return reason;
                }
                work = 2 * work.max(4 * size as u64);
            }
            round += 1;
            self.effort = (work, round);
        }
        StopReason::Proved
    }

    /// Packs cuts, improves the best set, closes what a set lighter than `goal` (or else the best)
    /// cannot have and reduces the net.
    pub fn round(&mut self, work: u64, seed: u64, goal: Option<u64>) -> Option<StopReason> {
        let limits = self.limits;
        let flat = std::mem::take(&mut self.flat);
        let bytes = 40 * flat.members.len() + self.log_bytes + self.elsewhere;
        let mut reason = None;
        let mut stop = || {
            reason = reason.or_else(|| limits.reached(bytes));
            reason.is_some()
        };
        let number = self.numbers(&flat);
        let known = self.translate(&number);
        let levels = self.levels.clone();
        let mut packing = Packing::new(&flat, &levels, known, seed);
        packing.improve(0, self.upper, &mut stop);
        // Better sets make for smaller nets: they come first.
        let prices = |v: usize| packing.residual[v] * 1024 + flat.weight[v];
        if !stop() {
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
            local.run(work / LOCAL_SHARE, packing.bound.max(self.lower), &mut stop);
            if local.weight < self.upper {
                self.found_in(&flat, &local.best);
            }
            packing.improve(work, self.upper, &mut stop);
        }
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
            self.settle(used.clone());
        }
        self.show();
        if stop() {
            self.flat = flat;
            return reason;
        }
        let target = goal.unwrap_or(self.upper);
        if bound < target {
            let mut residual = vec![0; self.problem.len()];
            for (&v, &left) in flat.name.iter().zip(&packing.residual) {
                residual[v as usize] = left;
            }
            let list = self.closer.close(&residual, target - bound);
            if !list.is_empty() {
                used.push(Step::Close);
                if self.limits.certificate {
                    let members = self.cuts.iter().map(|(cut, _)| cut.len() + 12);
                    self.log_bytes += 4 * members.sum::<usize>() + 24 * used.len();
                    self.steps.append(&mut used);
                }
                let gone = flat
                    .name
                    .iter()
                    .filter(|&&v| self.closer.dead[v as usize])
                    .count();
                if gone * 50 < flat.len() && !self.closer.dead[self.problem.start() as usize] {
                    // Not worth building the net anew.
                    self.flat = flat;
                    return reason;
                }
                let dead = self.closer.dead.clone();
                if self.net.remove(dead) {
                    reduce::reduce(&mut self.net, &mut stop);
                } else {
                    self.exhausted = true;
                    self.lower = self.lower.max(target.min(self.upper));
                    self.settle(Vec::new());
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

    /// These steps prove the lower bound.
    pub fn settle(&mut self, steps: Vec<Step>) {
        self.ending = steps;
        self.cases.1 = false;
        if let Some((_, _, proves)) = &mut self.search {
            *proves = false;
        }
    }

    /// If the steps that prove the lower bound are with the search or with cases, takes them over.
    pub fn keep_ending(&mut self) {
        if self.cases.1 {
            let cases = std::mem::take(&mut self.cases.0);
            self.settle(cases.into_iter().map(Case::step).collect());
        }
        if let Some((search, _, true)) = &mut self.search {
            self.ending = search.take_steps();
            self.search = None;
        }
    }

    /// The known cuts as a packing of the net as it is now.
    pub fn packing(&self) -> Packing<'_> {
        let known = self.translate(&self.numbers(&self.flat));
        Packing::new(&self.flat, &self.levels, known, 0)
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

    pub fn show(&mut self) {
        let now = (self.lower.max(self.floor), self.upper);
        if self.shown != now {
            self.shown = now;
            if let Some(progress) = &mut self.progress {
                progress(now.0, now.1);
            }
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
    pub fn take(&mut self, names: Vec<u32>) {
        let problem = self.problem;
        let mut chosen = vec![false; problem.len()];
        names.iter().for_each(|&v| chosen[v as usize] = true);
        // The net leaves out what is merged and what costs nothing.
        let free =
            |v: u32| problem.weight(v) == 0 && !self.barred.get(v as usize).is_some_and(|&b| b);
        let ok = |v: u32| free(v) || chosen[self.net.root(v) as usize];
        if let Some(set) = upper::restore(problem, ok) {
            self.keep(set);
        }
    }

    /// Keeps a closed set of the problem if it is the best.
    pub fn keep(&mut self, set: Vec<u32>) {
        let weight = self.problem.weigh(&set);
        if weight < self.upper || self.best.is_empty() {
            self.upper = weight;
            self.best = set;
        }
    }

    pub fn shifts(&self, steps: &mut Vec<Step>) {
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
