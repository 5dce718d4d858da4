//! Cases by a choice of the prover: with the choice made, bounds are far better, and choices that
//! lead to nothing light are soon closed. Of choices that symmetries move to each other, one is
//! enough.

use rayon::prelude::*;

use super::engine::Engine;
use super::net::{Flat, Net};
use super::parts::Sets;
use super::symmetry::Symmetries;
use super::{StopReason, reduce};
use crate::proof::Step;

/// Effort from which on the run goes by cases.
const SPLIT_WORK: u64 = 150_000;

/// In nets with more members than this, bounds that are far apart are reason enough.
const LARGE: usize = 50_000;

/// Symmetries that are looked for in vain, at most.
const MOST_FAILURES: usize = 3;

/// A choice that is tried by itself.
pub(super) struct Case<'a> {
    choice: u32,
    engine: Engine<'a>,
}

impl Case<'_> {
    /// The steps that prove the case's lower bound.
    pub fn step(self) -> Step {
        let Case { choice, mut engine } = self;
        engine.keep_ending();
        let mut steps = engine.steps;
        steps.append(&mut engine.ending);
        Step::Case {
            vertex: choice,
            steps,
        }
    }
}

impl<'a> Engine<'a> {
    /// The first group of the start, as vertices of the problem.
    fn first_choice(&self) -> Option<Vec<u32>> {
        // Where the opponent begins, a choice settles too little.
        if !self.problem.is_or(self.problem.start()) {
            return None;
        }
        let group = self.net.any[self.net.start as usize].first()?;
        (group.len() > 1).then(|| group.clone())
    }

    /// All groups of forced vertices, as vertices of the problem, those near the start first.
    fn forced_choices(&self) -> Vec<Vec<u32>> {
        let forced = self.net.forced().into_iter();
        forced
            .flat_map(|v| self.net.any[v as usize].iter().cloned())
            .collect()
    }

    /// One member for each set of members that symmetries move to each other, and these symmetries.
    fn representatives(&self, symmetries: &Symmetries, group: &[u32]) -> (Vec<u32>, Vec<Vec<u32>>) {
        let mut class = Sets::new(self.problem.len());
        let mut found: Vec<Vec<u32>> = Vec::new();
        let mut failures = 0;
        let mut list: Vec<u32> = Vec::new();
        for &b in group {
            let joined = list.iter().any(|&a| {
                let known = class.root(a) == class.root(b);
                if known || failures >= MOST_FAILURES || !symmetries.alike(a, b) {
                    return known;
                }
                let Some(image) = symmetries.moving(a, b) else {
                    failures += 1;
                    return false;
                };
                (0..).zip(&image).for_each(|(v, &w)| class.join(v, w));
                if self.limits.certificate {
                    found.push(image);
                }
                true
            });
            if !joined {
                list.push(b);
            }
        }
        (list, found)
    }

    /// A member of a forced group all of whose members are moved to each other by symmetries, and
    /// these: any member may be chosen.
    fn free_choice(&self, symmetries: &Symmetries) -> Option<(u32, Vec<Vec<u32>>)> {
        let mut groups = self.forced_choices();
        groups.retain(|group| {
            group.len() > 1 && group.iter().all(|&c| symmetries.alike(group[0], c))
        });
        // The largest first.
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups.iter().take(MOST_FAILURES).find_map(|group| {
            let (list, found) = self.representatives(symmetries, group);
            (list.len() == 1).then(|| (list[0], found))
        })
    }

    /// If it is time for cases and there is a choice to be made, goes over to cases.
    pub(super) fn divide(&mut self, work: u64) -> bool {
        let size = self.flat.members.len();
        let outermost = self.depth == 0;
        let copies = if outermost { 8 } else { 64 };
        let due = work >= (SPLIT_WORK << self.depth).max(copies * size as u64);
        let wide = outermost && size > LARGE && self.lower * 10 < self.upper * 9;
        let mut choice = self.first_choice();
        let mut moves = Vec::new();
        let mut symmetric = false;
        let compared = std::mem::replace(&mut self.compared, true);
        if let Some(assumed) = &self.assumed
            && (outermost || size < LARGE)
            && (due || !compared)
        {
            let symmetries = Symmetries::new(self.problem, assumed, self.limits);
            if let Some(group) = choice.as_ref().filter(|_| outermost || due) {
                let (list, found) = self.representatives(&symmetries, group);
                symmetric = list.len() < group.len();
                (choice, moves) = (Some(list), found);
            } else if let Some((one, found)) = self.free_choice(&symmetries) {
                symmetric = true;
                (choice, moves) = (Some(vec![one]), found);
            }
        }
        let Some(choices) = choice.filter(|_| symmetric || wide || due) else {
            return false;
        };
        let more = choices.len() * (self.rows() + 80 * size);
        if self.limits.reached(self.elsewhere + self.held() + more) == Some(StopReason::Memory) {
            return false;
        }
        self.log_bytes += moves.iter().map(|image| 4 * image.len()).sum::<usize>();
        self.steps.extend(moves.into_iter().map(Step::Symmetry));
        self.keep_ending();
        let (net, limits) = (&self.net, self.limits);
        let chosen = |&choice: &u32| {
            let mut net = net.clone();
            net.choose(choice);
            reduce::reduce(&mut net, &mut || limits.reached(0).is_some());
            let flat = Flat::new(&net);
            net.keep(&flat.name);
            (net, flat)
        };
        let nets: Vec<(Net, Flat)> = choices.par_iter().map(chosen).collect();
        let cases = choices.into_iter().zip(nets);
        let cases = cases.map(|(choice, (net, flat))| self.case(choice, net, flat));
        self.cases = (cases.collect(), false);
        // What is left is with the cases.
        self.search = None;
        self.flat = Flat::default();
        self.net.clear();
        self.cuts = Vec::new();
        true
    }

    /// The run with `choice` in the set.
    fn case(&self, choice: u32, net: Net, flat: Flat) -> Case<'a> {
        let mut engine = Engine::with(self.problem, self.limits, self.closer.clone(), net, flat);
        engine.levels.clone_from(&self.levels);
        engine.cuts.clone_from(&self.cuts);
        engine.barred.clone_from(&self.barred);
        engine.best.clone_from(&self.best);
        engine.upper = self.upper;
        engine.floor = self.lower.max(self.floor);
        engine.next_name = self.next_name;
        engine.depth = self.depth + 1;
        engine.assumed = self.assumed.clone();
        if let Some(assumed) = &mut engine.assumed {
            assumed.push(choice);
        }
        Case { choice, engine }
    }

    /// Gives every open case about `work` steps of effort, from the same best set, and closes those
    /// that cannot be in a lighter one.
    pub(super) fn turn(&mut self, work: u64) -> Option<StopReason> {
        let mut cases = std::mem::take(&mut self.cases.0);
        let held: Vec<usize> = cases.iter().map(|case| case.engine.held()).collect();
        let count = held.len();
        let outside = self.elsewhere + self.log_bytes + held.iter().sum::<usize>();
        for (case, held) in cases.iter_mut().zip(&held) {
            case.engine.elsewhere = outside - held;
            if let Some(most) = self.limits.max_memory {
                // What is left is shared out.
                let room = most.saturating_sub(outside) / count;
                case.engine.elsewhere = most.saturating_sub(held + room);
            }
            if self.upper < case.engine.upper {
                case.engine.upper = self.upper;
                case.engine.best.clone_from(&self.best);
            }
        }
        let alone = cases.len() == 1;
        if alone {
            cases[0].engine.progress = self.progress.take();
        }
        let split = self.depth < 3;
        let run = |case: &mut Case| case.engine.run(work, split);
        let stops: Vec<StopReason> = cases.par_iter_mut().map(run).collect();
        if alone {
            self.progress = cases[0].engine.progress.take();
        }
        for case in &mut cases {
            if case.engine.upper < self.upper {
                self.upper = case.engine.upper;
                self.best.clone_from(&case.engine.best);
            }
        }
        let least = cases.iter().map(|case| case.engine.lower).min();
        let (closed, open): (Vec<Case>, Vec<Case>) = cases
            .into_iter()
            .partition(|case| case.engine.lower >= self.upper);
        self.cases.0 = open;
        for case in closed {
            if self.limits.certificate {
                self.log_bytes += case.engine.log_bytes;
                self.steps.push(case.step());
            }
        }
        // Every set makes one of the choices.
        let lower = least.unwrap_or(self.upper).min(self.upper);
        if lower > self.lower {
            self.lower = lower;
            self.settle(Vec::new());
            self.cases.1 = true;
        }
        if self.cases.0.is_empty() {
            self.exhausted = true;
            self.lower = self.upper;
            self.settle(Vec::new());
        }
        self.show();
        stops.into_iter().find(|&stop| stop != StopReason::Proved)
    }

    /// About how many bytes this run holds.
    fn held(&self) -> usize {
        let search = self
            .search
            .as_ref()
            .map_or(0, |(search, ..)| search.words());
        let cases = self.cases.0.iter().map(|case| case.engine.held());
        let net = self.rows() + 80 * self.flat.members.len();
        net + 4 * search + self.log_bytes + cases.sum::<usize>()
    }

    /// About how many bytes a net and what is closed take, whatever is left of it.
    fn rows(&self) -> usize {
        84 * self.problem.len()
    }
}
