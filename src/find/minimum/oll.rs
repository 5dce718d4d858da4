//! Core-guided search (Andres, Kaufmann, Matheis and Schaub, 2012; Morgado, Dodaro and
//! Marques-Silva, 2014) on the reduced net.

use super::close::Closer;
use super::net::Flat;
use super::sat::{Lit, Solver, Verdict};
use super::totalizer::Totalizer;
use super::upper;
use crate::proof::Step;

/// In nets with more vertices than this a core is made smaller with less effort.
const LARGE: usize = 10_000;

const NONE: u32 = u32::MAX;

/// The state of a core-guided search.
pub(super) struct Search<'a> {
    pub net: Flat,
    pub solver: Solver,
    /// What each variable still costs when it is true.
    pub residual: Vec<u64>,
    /// The number of each variable in the certificate.
    name: Vec<u32>,
    /// The number of the first counter, and of the next one.
    first_name: u32,
    pub next_name: u32,
    totalizers: Vec<Totalizer>,
    /// Words that they take, about.
    planted: usize,
    /// The totalizer of which each variable is the last counter built, or `NONE`.
    counts: Vec<u32>,
    pub lower: u64,
    pub upper: u64,
    /// Sets of weight up to `upper + slack - 1` are kept: 1 to keep all least sets.
    pub slack: u64,
    /// The best set found here, as vertices of the net (empty: none).
    pub best: Vec<u32>,
    /// The steps of the certificate, if wanted.
    pub steps: Option<Vec<Step>>,
    /// Words that the steps take, about.
    pub logged: usize,
    /// Variables ruled out for their cost.
    closed: Vec<bool>,
    closer: Closer<'a>,
    /// The bounds when closing was last tried.
    tried: (u64, u64),
    /// Only what costs this much or more is assumed to be out for now.
    level: u64,
    /// The sizes of weights that are kept apart, largest first; the last is 1.
    levels: Vec<u64>,
}

/// Asked often: `true` ends the search. Sees the bounds.
pub(super) type Stop<'a> = dyn FnMut(u64, u64, usize) -> bool + 'a;

impl<'a> Search<'a> {
    /// A search on `net`, for a set lighter than `upper`; `closer` knows what is out already, and
    /// `steps` begins the certificate, if one is wanted.
    pub fn new(
        net: Flat,
        closer: Closer<'a>,
        upper: u64,
        levels: &[u64],
        next_name: u32,
        mut steps: Option<Vec<Step>>,
    ) -> Search<'a> {
        let mut solver = Solver::new();
        solver.logging = steps.is_some();
        for v in 0..net.len() {
            solver.dependent();
            // Whether a vertex is in matters only while it is in a group of one that is.
            let choices = net.groups(v).filter(|group| group.len() > 1);
            solver.needs(v as u32, choices.flatten().copied().collect());
        }
        solver.add(&[0]);
        for v in 0..net.len() {
            for group in net.groups(v) {
                let mut clause: Vec<Lit> = vec![2 * v as u32 + 1];
                clause.extend(group.iter().map(|&c| 2 * c));
                solver.add(&clause);
                if let Some(steps) = &mut steps {
                    steps.push(Step::Lemma(dimacs(&clause, &net.name)));
                }
            }
        }
        Search {
            solver,
            residual: net.weight.clone(),
            name: net.name.clone(),
            first_name: next_name,
            next_name,
            totalizers: Vec::new(),
            planted: 0,
            counts: vec![NONE; net.len()],
            lower: 0,
            upper,
            slack: 0,
            best: Vec::new(),
            logged: 0,
            steps,
            closed: vec![false; net.len()],
            levels: levels.to_vec(),
            level: net.weight.iter().copied().max().unwrap_or(0),
            net,
            closer,
            tried: (0, u64::MAX),
        }
    }

    /// Runs until the least weight is known (`true`), or for so many conflicts, or until `stop`
    /// says so (`false`).
    pub fn run(&mut self, conflicts: u64, stop: &mut Stop) -> bool {
        let end = self.solver.conflicts.saturating_add(conflicts);
        loop {
            if self.lower < self.upper {
                self.harden();
            }
            if self.lower >= self.upper || self.solver.broken() {
                self.lower = self.upper;
                return true;
            }
            let left = end.saturating_sub(self.solver.conflicts);
            if left == 0 {
                return false;
            }
            let assumptions = self.assumptions(self.level);
            let (lower, upper, words) = (self.lower, self.upper, self.words());
            let verdict = self
                .solver
                .solve(&assumptions, left, &mut || stop(lower, upper, words));
            self.note();
            match verdict {
                Verdict::Unknown => return false,
                Verdict::Sat => {
                    self.improve();
                    let below = self
                        .residual
                        .iter()
                        .copied()
                        .filter(|&r| r < self.level)
                        .max();
                    match below {
                        Some(r) if r > 0 => {
                            let lower = r.min(self.level.div_ceil(2)).max(1);
                            // Not past the end of a size of weights.
                            let unit = self.levels.iter().find(|&&l| l < self.level && l <= r);
                            self.level = lower.max(unit.copied().unwrap_or(1));
                        }
                        // The model makes nothing true that still costs.
                        _ => {
                            debug_assert!(self.lower >= self.upper);
                            return self.lower >= self.upper;
                        }
                    }
                }
                Verdict::Unsat => {
                    if self.solver.core.is_empty() {
                        self.lower = self.upper;
                        return true;
                    }
                    let core = self.shrink(stop);
                    if core.is_empty() {
                        self.lower = self.upper;
                        return true;
                    }
                    let amount = core.iter().map(|&v| self.residual[v as usize]).min();
                    let amount = amount.unwrap_or(0);
                    // Small weights must not break up the large ones.
                    let unit = self.levels.iter().find(|&&level| level <= self.level);
                    self.relax(core, amount - amount % unit.copied().unwrap_or(1));
                }
            }
            if stop(self.lower, self.upper, self.words()) {
                return false;
            }
        }
    }

    /// Starts from a packing of cuts, or as many of them as `stop` lets it.
    pub fn pack(&mut self, cuts: &[(Vec<u32>, u64)], stop: &mut Stop) {
        for (cut, amount) in cuts {
            if self.lower >= self.upper || stop(self.lower, self.upper, self.words()) {
                break;
            }
            self.relax(cut.clone(), *amount);
        }
    }

    /// The number in the problem of a vertex of `best`.
    pub fn name(&self, v: u32) -> u32 {
        self.name[v as usize]
    }

    /// The vertices of the problem that the search has ruled out.
    pub fn out(&self) -> Vec<u32> {
        let names = self.net.name.iter().enumerate();
        let out = names.filter(|&(v, _)| self.solver.never(2 * v as u32));
        out.map(|(_, &name)| name).collect()
    }

    fn assumptions(&self, level: u64) -> Vec<Lit> {
        // Vertices before counters: so cores come out shorter.
        (0..self.residual.len() as u32)
            .filter(|&v| self.residual[v as usize] >= level.max(1))
            .filter(|&v| !self.solver.never(2 * v))
            .map(|v| 2 * v + 1)
            .collect()
    }

    /// Makes the core of the last call smaller; returns its variables.
    fn shrink(&mut self, stop: &mut Stop) -> Vec<u32> {
        let mut core = self.solver.core.clone();
        let (lower, upper, words) = (self.lower, self.upper, self.words());
        let mut ask = || stop(lower, upper, words);
        for _ in 0..4 {
            let size = core.len();
            if size <= 1 {
                break;
            }
            core.reverse();
            if self.solver.solve(&core, 1000, &mut ask) != Verdict::Unsat {
                break;
            }
            core = self.solver.core.clone();
            if core.len() == size {
                break;
            }
        }
        let large = self.net.len() > LARGE;
        let (conflicts, mut failures) = if large { (30, 40) } else { (100, u32::MAX) };
        self.solver.most_decisions = if large { 1000 } else { u64::MAX };
        let mut k = 0;
        while k < core.len() && core.len() > 1 && failures > 0 && !ask() {
            let mut fewer = core.clone();
            fewer.remove(k);
            match self.solver.solve(&fewer, conflicts, &mut ask) {
                Verdict::Unsat => core.retain(|l| self.solver.core.contains(l)),
                // Where one member takes long, so do most.
                Verdict::Unknown if !large => break,
                _ => {
                    k += 1;
                    failures -= 1;
                }
            }
        }
        self.solver.most_decisions = u64::MAX;
        self.note();
        core.iter().map(|l| l >> 1).collect()
    }

    /// Pays for a core and counts its members.
    fn relax(&mut self, mut core: Vec<u32>, amount: u64) {
        core.sort_unstable();
        self.lower += amount;
        for &v in &core {
            self.residual[v as usize] -= amount;
        }
        // Counters whose cost alone would reach the upper bound are not needed beyond the first.
        let room = (self.upper + self.slack).saturating_sub(self.lower);
        let room = room.div_ceil(amount) + 1;
        let most = (core.len() as u64).min(room) as u32;
        let counted = core.len() > 1 && most >= 2;
        if let Some(steps) = &mut self.steps {
            let members = core.iter().map(|&v| self.name[v as usize]).collect();
            self.logged += 12 + core.len();
            steps.push(Step::Core {
                members,
                amount,
                most: if counted { most } else { 0 },
            });
        }
        let clause: Vec<Lit> = core.iter().map(|&v| 2 * v).collect();
        self.solver.add(&clause);
        for &v in &core {
            // Now that this one is paid for, the next one counts.
            let counted = std::mem::replace(&mut self.counts[v as usize], NONE);
            if counted != NONE {
                self.count_on(counted);
            }
        }
        if counted {
            let totalizer = Totalizer::new(&core, most, amount);
            self.planted += totalizer.words();
            self.totalizers.push(totalizer);
            let number = self.totalizers.len() as u32 - 1;
            self.next_counter(number);
            self.count_on(number);
        }
    }

    /// Builds the next counter, which costs what the core of this totalizer has paid.
    fn count_on(&mut self, number: u32) {
        if let Some(counter) = self.next_counter(number) {
            self.residual[counter as usize] = self.totalizers[number as usize].amount;
            self.counts[counter as usize] = number;
        }
    }

    fn next_counter(&mut self, number: u32) -> Option<u32> {
        self.totalizers[number as usize].next(&mut self.solver, |solver| {
            self.residual.push(0);
            self.closed.push(false);
            self.counts.push(NONE);
            self.name.push(self.next_name);
            self.next_name += 1;
            solver.dependent()
        })
    }

    /// The steps of the certificate so far, if wanted, after which the search is over. Counters
    /// that were not built are left out, the others are numbered as the checker numbers them.
    pub fn take_steps(&mut self) -> Vec<Step> {
        let mut steps = self.steps.take().unwrap_or_default();
        let first = self.first_name;
        let mut number = vec![0; (self.next_name - first) as usize];
        let counters = self.totalizers.iter().flat_map(Totalizer::counters);
        for (next, counter) in (first..).zip(counters) {
            number[(self.name[counter as usize] - first) as usize] = next;
        }
        let renamed = |name: u32| name.checked_sub(first).map_or(name, |k| number[k as usize]);
        let mut totalizers = self.totalizers.iter();
        for step in &mut steps {
            match step {
                Step::Lemma(clause) => {
                    for l in clause {
                        *l = (renamed(l.unsigned_abs() - 1) as i32 + 1) * l.signum();
                    }
                }
                Step::Core { members, most, .. } => {
                    members.iter_mut().for_each(|v| *v = renamed(*v));
                    if *most > 0
                        && let Some(totalizer) = totalizers.next()
                    {
                        *most = totalizer.built();
                    }
                }
                _ => {}
            }
        }
        steps
    }

    /// Words of memory held.
    pub fn words(&self) -> usize {
        self.solver.words() + self.planted + self.logged
    }

    /// Rules out what alone would reach the upper bound.
    fn harden(&mut self) {
        if std::mem::replace(&mut self.tried, (self.lower, self.upper)) == (self.lower, self.upper)
        {
            return;
        }
        let gap = (self.upper + self.slack).saturating_sub(self.lower);
        let mut any = false;
        for v in 0..self.residual.len() {
            if self.residual[v] >= gap && self.residual[v] > 0 && !self.closed[v] {
                any = true;
                self.closed[v] = true;
            }
        }
        let mut residual = vec![0; self.closer.dead.len()];
        for (v, &name) in self.net.name.iter().enumerate() {
            residual[name as usize] = self.residual[v];
        }
        any |= !self.closer.close(&residual, gap).is_empty();
        for (v, &name) in self.net.name.iter().enumerate() {
            if self.closer.dead[name as usize] && !self.closed[v] {
                any = true;
                self.closed[v] = true;
            }
        }
        if any {
            if let Some(steps) = &mut self.steps {
                steps.push(Step::Close);
            }
            for v in 0..self.closed.len() as u32 {
                if self.closed[v as usize] && !self.solver.never(2 * v) {
                    self.solver.add(&[2 * v + 1]);
                }
            }
        }
    }

    /// Takes over the last model if it is lighter than what is known.
    fn improve(&mut self) {
        if let Some((weight, set)) = upper::within(&self.net, |v| self.solver.value(v as u32))
            && weight < self.upper
        {
            self.upper = weight;
            self.best = set;
        }
    }

    /// Moves what the solver learned into the certificate.
    fn note(&mut self) {
        let log = self.solver.take_log();
        if let Some(steps) = &mut self.steps {
            let mut k = 0;
            while k < log.len() {
                let len = log[k] as usize;
                steps.push(Step::Lemma(dimacs(&log[k + 1..k + 1 + len], &self.name)));
                k += 1 + len;
                self.logged += 8 + len;
            }
        }
    }
}

fn dimacs(clause: &[Lit], name: &[u32]) -> Vec<i32> {
    clause
        .iter()
        .map(|&l| {
            let v = name[(l >> 1) as usize] as i32 + 1;
            if l & 1 == 0 { v } else { -v }
        })
        .collect()
}
