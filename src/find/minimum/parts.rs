//! Parts that share nothing are solved apart: their bounds add up.

use super::close::Closer;
use super::engine::{Engine, FIRST_WORK};
use super::net::Flat;
use super::{StopReason, reduce, upper};
use crate::proof::{Problem, Step};

/// Not in any part; and forced, so in every set.
const NONE: u32 = u32::MAX;
const FORCED: u32 = u32::MAX - 1;

/// Smaller parts go together.
const SMALLEST: u32 = 8;

/// So many parts at most.
const MOST: usize = 8;

impl Engine<'_> {
    /// For each vertex of the net its part, [`FORCED`] or [`NONE`]; and how many parts there are.
    fn partition(&self) -> (Vec<u32>, usize) {
        let (flat, n) = (&self.flat, self.flat.len());
        let mut part = vec![NONE; n];
        part[0] = FORCED;
        let mut open = vec![0usize];
        while let Some(v) = open.pop() {
            for group in flat.groups(v) {
                if let [c] = *group
                    && part[c as usize] == NONE
                {
                    part[c as usize] = FORCED;
                    open.push(c as usize);
                }
            }
        }
        let mut sets = Sets::new(n);
        let mut wanted = vec![false; n];
        for v in 0..n {
            for group in flat.groups(v) {
                if group.iter().any(|&c| part[c as usize] == FORCED) {
                    continue;
                }
                let first = if part[v] == FORCED {
                    group[0]
                } else {
                    v as u32
                };
                group.iter().for_each(|&c| sets.join(first, c));
                wanted[group[0] as usize] |= part[v] == FORCED;
            }
        }
        let mut size = vec![0u32; n];
        for v in 0..n {
            if part[v] == NONE {
                size[sets.root(v as u32) as usize] += 1;
            }
        }
        let mut roots: Vec<u32> = (0..n as u32)
            .filter(|&v| wanted[v as usize])
            .map(|v| sets.root(v))
            .collect();
        roots.sort_unstable();
        roots.dedup();
        roots.sort_by_key(|&v| (std::cmp::Reverse(size[v as usize]), v));
        let mut number = vec![NONE; n];
        let large = |&&v: &&u32| size[v as usize] >= SMALLEST;
        let alone = roots.iter().filter(large).count().min(MOST - 1);
        for (k, &v) in roots.iter().enumerate() {
            number[v as usize] = k.min(alone) as u32;
        }
        for v in 0..n {
            if part[v] == NONE {
                part[v] = number[sets.root(v as u32) as usize];
            }
        }
        (
            part,
            if alone < 2 {
                1
            } else {
                roots.len().min(alone + 1)
            },
        )
    }

    /// If what is left falls into parts that share nothing, solves them in turns, with about
    /// `most` steps for each, and reports how the run ended. Otherwise `None`.
    pub(super) fn parts(&mut self, most: u64) -> Option<StopReason> {
        if self.undivided {
            return None;
        }
        let (part, count) = self.partition();
        if count < 2 {
            return None;
        }
        let problem = self.problem;
        let mut of = vec![NONE; problem.len()];
        let mut number = vec![NONE; problem.len()];
        let names = self.flat.name.iter().zip(&part);
        names.for_each(|(&v, &part)| number[v as usize] = part);
        for v in 0..problem.len() as u32 {
            of[v as usize] = number[self.net.root(v) as usize];
        }
        let weight = |v: u32, k: u32| {
            if of[v as usize] == k {
                problem.weight(v)
            } else {
                0
            }
        };
        let all = 0..problem.len() as u32;
        let problems: Vec<Problem> = (0..count as u32)
            .map_while(|k| {
                problem
                    .with_weights(all.clone().map(|v| weight(v, k)).collect())
                    .ok()
            })
            .collect();
        let unknown = |v: u32| problem.weight(v) > 0 && of[v as usize] == NONE;
        let barred: Vec<bool> = all.clone().map(unknown).collect();
        let mut engines: Vec<Engine> = problems
            .iter()
            .enumerate()
            .map(|(k, problem)| self.part(k as u32, &number, &barred, problem))
            .collect();
        let fixed: u64 = all.clone().map(|v| weight(v, FORCED)).sum();
        let mut work = FIRST_WORK;
        let mut stop = StopReason::Proved;
        while work <= most && self.lower < self.upper && stop == StopReason::Proved {
            for engine in &mut engines {
                if engine.lower < engine.upper && stop == StopReason::Proved {
                    stop = engine.run(work, true);
                }
            }
            let sum = engines.iter().map(|engine| engine.upper).sum::<u64>() + fixed;
            if sum < self.upper {
                let mut inside = vec![false; problem.len()];
                for (k, engine) in engines.iter().enumerate() {
                    let here = |&&v: &&u32| of[v as usize] == k as u32;
                    let list = engine.best.iter().filter(here);
                    list.for_each(|&v| inside[v as usize] = true);
                }
                let ok = |v: u32| {
                    problem.weight(v) == 0 || of[v as usize] == FORCED || inside[v as usize]
                };
                if let Some(set) = upper::restore(problem, ok) {
                    self.keep(set);
                }
            }
            let sum = engines.iter().map(|engine| engine.lower).sum::<u64>() + fixed;
            if sum.min(self.upper) > self.lower {
                self.lower = sum.min(self.upper);
                self.settle(Vec::new());
                // Written down at the end.
                self.divided = true;
            }
            self.show();
            if engines.iter().all(|engine| engine.lower >= engine.upper) {
                break;
            }
            work *= 2;
        }
        if self.divided && self.limits.certificate {
            let mut steps = vec![Step::Reset];
            steps.extend(
                all.clone()
                    .filter(|&v| weight(v, FORCED) > 0)
                    .map(|v| Step::Core {
                        members: vec![v],
                        amount: problem.weight(v),
                        most: 0,
                    }),
            );
            for (k, mut engine) in engines.into_iter().enumerate() {
                engine.keep_ending();
                let here = |&v: &u32| weight(v, k as u32) > 0;
                let mut inner = std::mem::take(&mut engine.steps);
                inner.append(&mut engine.ending);
                steps.push(Step::Part {
                    vertices: all.clone().filter(here).collect(),
                    amount: engine.lower,
                    steps: inner,
                });
            }
            self.settle(steps);
        }
        self.divided = false;
        // The best sets of the parts may not go together where one leans on what another lacks:
        // then their bound holds, and the whole goes on from it.
        self.undivided = self.lower < self.upper && stop == StopReason::Proved && work <= most;
        (!self.undivided).then_some(stop)
    }

    /// The run of one part: all other weights are 0.
    fn part<'b>(&self, k: u32, number: &[u32], barred: &[bool], problem: &'b Problem) -> Engine<'b>
    where
        Self: 'b,
    {
        let limits = self.limits;
        let mut net = self.net.clone();
        for (weight, &part) in net.weight.iter_mut().zip(number) {
            *weight = if part == k { *weight } else { 0 };
        }
        reduce::reduce(&mut net, &mut || limits.reached(0).is_some());
        let mut closer = Closer::new(problem);
        closer.dead.clone_from(&self.closer.dead);
        let flat = Flat::new(&net);
        let mut engine = Engine::with(problem, limits, closer, net, flat);
        engine.levels.clone_from(&self.levels);
        engine.barred = barred.to_vec();
        engine.next_name = self.next_name;
        engine.depth = self.depth + 1;
        engine.assumed = None;
        engine.elsewhere = self.elsewhere + self.log_bytes;
        engine.begin();
        engine
    }
}

/// Disjoint sets, by path halving.
pub(super) struct Sets(Vec<u32>);

impl Sets {
    /// Every number a set of its own.
    pub fn new(numbers: usize) -> Sets {
        Sets((0..numbers as u32).collect())
    }

    pub fn root(&mut self, mut v: u32) -> u32 {
        while self.0[v as usize] != v {
            let up = self.0[self.0[v as usize] as usize];
            self.0[v as usize] = up;
            v = up;
        }
        v
    }

    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b) as usize] = a.min(b);
    }
}
