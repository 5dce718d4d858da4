//! A small incremental clause-learning solver with assumptions, in the line of MiniSat
//! (Eén and Sörensson, 2003), which hands every clause it learns to a log so that the
//! run can be checked by unit propagation alone.

mod analyze;

use super::heap::Heap;

/// A literal: twice the variable, plus one if negated.
pub(super) type Lit = u32;

const UNDEF: u8 = 2;
const NONE: u32 = u32::MAX;

/// How a call of [`Solver::solve`] ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There is a model; [`Solver::value`] reads it until the next call.
    Sat,
    /// The assumptions in [`Solver::core`] contradict the clauses.
    Unsat,
    /// The limit of conflicts was reached, or the caller asked to stop.
    Unknown,
}

/// A clause to look at when a literal of it becomes false.
#[derive(Debug, Clone, Copy)]
struct Watch {
    /// Where the clause is, with [`BINARY`] if there is no literal but the two watched ones.
    clause: u32,
    /// Another literal of the clause.
    blocker: Lit,
}

const BINARY: u32 = 1 << 31;

/// Words before the literals of a clause: its length, and for a learned one over how many levels
/// it went.
const HEADER: usize = 2;

/// More words than this are large.
const LARGE: usize = 1 << 22;

/// With more words than this the next clauses could have no numbers.
const MOST_WORDS: usize = (BINARY - (1 << 28)) as usize;

/// The solver.
#[derive(Debug, Default)]
pub(super) struct Solver {
    /// All clauses, each as its header and its literals.
    arena: Vec<u32>,
    /// Where the literals of the learned clauses begin.
    learnts: Vec<u32>,
    max_learnts: usize,
    /// How many clauses there are.
    clauses: usize,
    watches: Vec<Vec<Watch>>,
    /// Of each literal: 1 true, 0 false, or [`UNDEF`].
    values: Vec<u8>,
    phase: Vec<bool>,
    level: Vec<u32>,
    reason: Vec<u32>,
    /// The variables that are of no interest unless this one is true.
    needs: Vec<Vec<u32>>,
    /// How many true variables need each one. Only what is needed is decided.
    needed: Vec<u32>,
    trail: Vec<Lit>,
    limits: Vec<usize>,
    head: usize,
    heap: Heap,
    seen: Vec<bool>,
    broken: bool,
    /// With more words than this the solver knows nothing any more.
    pub most_words: usize,
    /// Whether clauses may be missing for that.
    full: bool,
    model: Vec<u8>,
    /// The assumptions that cannot hold together (after `Unsat`).
    pub core: Vec<Lit>,
    /// Learned clauses since the last call of `take_log`, each preceded by its length.
    log: Vec<u32>,
    /// Whether learned clauses are logged.
    pub logging: bool,
    decisions: u64,
    /// A call of `solve` gives up after so many decisions.
    pub most_decisions: u64,
    /// Conflicts in all.
    pub conflicts: u64,
}

impl Solver {
    /// A solver without variables.
    pub fn new() -> Solver {
        Solver {
            max_learnts: 4000,
            most_decisions: u64::MAX,
            most_words: MOST_WORDS,
            ..Solver::default()
        }
    }

    /// A new variable that is decided only while a true one needs it, tried false first. In a
    /// model it is false if it is not decided: there must be no clause that this breaks.
    pub fn dependent(&mut self) -> u32 {
        let v = self.phase.len() as u32;
        self.values.extend([UNDEF; 2]);
        self.phase.push(false);
        self.level.push(0);
        self.reason.push(NONE);
        self.needs.push(Vec::new());
        self.needed.push(0);
        self.seen.push(false);
        self.watches.push(Vec::new());
        self.watches.push(Vec::new());
        self.heap.grow();
        v
    }

    /// A new variable, tried false first.
    #[cfg(test)]
    pub fn variable(&mut self) -> u32 {
        let v = self.dependent();
        self.needed[v as usize] = 1;
        self.heap.insert(v);
        v
    }

    /// Says once, before there are clauses, what a variable needs when it is true.
    pub fn needs(&mut self, variable: u32, others: Vec<u32>) {
        self.needs[variable as usize] = others;
    }

    /// From now on this variable is tried true first, until it becomes false.
    pub fn suggest(&mut self, variable: u32) {
        self.phase[variable as usize] = true;
    }

    /// The value of a variable in the last model.
    pub fn value(&self, variable: u32) -> bool {
        self.model[2 * variable as usize] == 1
    }

    /// True if the literal is false whatever else holds.
    pub fn never(&self, lit: Lit) -> bool {
        self.lit(lit) == 0 && self.level[(lit >> 1) as usize] == 0
    }

    /// True if the clauses contradict each other.
    pub fn broken(&self) -> bool {
        self.broken
    }

    /// The clauses learned since the last call, each preceded by its length.
    pub fn take_log(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.log)
    }

    /// Words of memory held, for the memory limit.
    pub fn words(&self) -> usize {
        self.arena.capacity() + 6 * self.clauses + self.log.len() + 16 * self.phase.len()
    }

    fn lit(&self, l: Lit) -> u8 {
        self.values[l as usize]
    }

    /// Adds a clause. Only between calls of `solve`.
    pub fn add(&mut self, clause: &[Lit]) {
        self.cancel(0);
        let mut lits: Vec<Lit> = Vec::with_capacity(clause.len());
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        for (k, &l) in sorted.iter().enumerate() {
            if self.lit(l) == 1 || sorted.get(k + 1) == Some(&(l ^ 1)) && l & 1 == 0 {
                return;
            }
            if self.lit(l) != 0 {
                lits.push(l);
            }
        }
        match lits.len() {
            0 => self.broken = true,
            1 => {
                self.enqueue(lits[0], NONE);
                self.broken |= self.propagate().is_some();
            }
            _ if self.arena.len() > self.most_words => self.full = true,
            _ => {
                self.attach(&lits, 0);
            }
        }
    }

    /// Takes up a clause, which is a learned one if it goes over any levels.
    fn attach(&mut self, lits: &[Lit], levels: u32) -> u32 {
        let id = (self.arena.len() + HEADER) as u32;
        // What is large grows by a quarter, not by as much again.
        let room = self.arena.capacity() - self.arena.len();
        if room < HEADER + lits.len() && self.arena.len() > LARGE {
            self.arena.reserve_exact(lits.len() + self.arena.len() / 4);
        }
        self.arena.extend([lits.len() as u32, levels]);
        self.arena.extend_from_slice(lits);
        let clause = if lits.len() == 2 { id | BINARY } else { id };
        for (l, blocker) in [(lits[0], lits[1]), (lits[1], lits[0])] {
            self.watches[(l ^ 1) as usize].push(Watch { clause, blocker });
        }
        self.clauses += 1;
        if levels > 0 {
            self.learnts.push(id);
        }
        id
    }

    fn enqueue(&mut self, l: Lit, reason: u32) {
        let v = (l >> 1) as usize;
        self.values[l as usize] = 1;
        self.values[(l ^ 1) as usize] = 0;
        self.level[v] = self.limits.len() as u32;
        self.reason[v] = reason;
        self.trail.push(l);
        if l & 1 == 0 {
            for &c in &self.needs[v] {
                self.needed[c as usize] += 1;
                if self.values[2 * c as usize] == UNDEF {
                    self.heap.insert(c);
                }
            }
        }
    }

    fn propagate(&mut self) -> Option<u32> {
        while self.head < self.trail.len() {
            let p = self.trail[self.head];
            self.head += 1;
            let mut list = std::mem::take(&mut self.watches[p as usize]);
            let (mut i, mut j) = (0, 0);
            let mut conflict = None;
            'watches: while i < list.len() {
                let w = list[i];
                i += 1;
                let other = self.lit(w.blocker);
                if other == 1 {
                    list[j] = w;
                    j += 1;
                    continue;
                }
                let id = w.clause & !BINARY;
                let (mut kept, mut last) = (w, other);
                if w.clause == id {
                    let at = id as usize;
                    let len = self.arena[at - HEADER] as usize;
                    let lits = &mut self.arena[at..at + len];
                    if lits[0] == p ^ 1 {
                        lits.swap(0, 1);
                    }
                    kept.blocker = lits[0];
                    last = self.values[lits[0] as usize];
                    if last != 1 {
                        for k in 2..len {
                            let l = lits[k];
                            if self.values[l as usize] != 0 {
                                lits.swap(1, k);
                                self.watches[(l ^ 1) as usize].push(kept);
                                continue 'watches;
                            }
                        }
                    }
                }
                list[j] = kept;
                j += 1;
                if last == 0 {
                    conflict = Some(id);
                    list.copy_within(i.., j);
                    j += list.len() - i;
                    break;
                } else if last != 1 {
                    self.enqueue(kept.blocker, id);
                }
            }
            list.truncate(j);
            self.watches[p as usize] = list;
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    fn cancel(&mut self, level: usize) {
        if self.limits.len() <= level {
            return;
        }
        let keep = self.limits[level];
        for &l in &self.trail[keep..] {
            let v = (l >> 1) as usize;
            self.values[l as usize] = UNDEF;
            self.values[(l ^ 1) as usize] = UNDEF;
            self.phase[v] = l & 1 == 0;
            if l & 1 == 0 {
                for &c in &self.needs[v] {
                    self.needed[c as usize] -= 1;
                }
            }
            if self.needed[v] > 0 {
                self.heap.insert(v as u32);
            }
        }
        self.trail.truncate(keep);
        self.limits.truncate(level);
        self.head = keep;
    }

    fn clause(&self, id: u32) -> &[Lit] {
        let at = id as usize;
        &self.arena[at..at + self.arena[at - HEADER] as usize]
    }

    /// Looks for a model under the assumptions, for at most `budget` conflicts; `stop` is
    /// asked now and then.
    pub fn solve(
        &mut self,
        assumptions: &[Lit],
        budget: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Verdict {
        self.core.clear();
        if self.broken {
            return Verdict::Unsat;
        }
        self.cancel(0);
        self.decisions = 0;
        let last = self.conflicts.saturating_add(budget);
        let mut round = 0;
        loop {
            self.full |= self.arena.len() > self.most_words;
            if self.full {
                self.cancel(0);
                return Verdict::Unknown;
            }
            round += 1;
            let pause = self.conflicts + 64 * luby(round);
            match self.search(assumptions, pause.min(last), stop) {
                Verdict::Unknown => {}
                verdict => {
                    self.cancel(0);
                    return verdict;
                }
            }
            if self.conflicts >= last || self.decisions >= self.most_decisions || stop() {
                self.cancel(0);
                return Verdict::Unknown;
            }
            // The assumptions stay in place over a restart.
            self.cancel(assumptions.len().min(self.limits.len()));
            if self.learnts.len() > self.max_learnts {
                self.cancel(0);
                self.forget();
                self.max_learnts += self.max_learnts / 10;
            }
        }
    }

    /// Searches up to the next restart.
    fn search(
        &mut self,
        assumptions: &[Lit],
        until: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Verdict {
        loop {
            if let Some(conflict) = self.propagate() {
                self.conflicts += 1;
                if self.limits.is_empty() {
                    self.broken = true;
                    if self.logging {
                        self.log.push(0);
                    }
                    return Verdict::Unsat;
                }
                let (learnt, back) = self.analyze(conflict);
                let mut levels: Vec<u32> = learnt
                    .iter()
                    .map(|&l| self.level[(l >> 1) as usize])
                    .collect();
                levels.sort_unstable();
                levels.dedup();
                if self.logging {
                    self.log.push(learnt.len() as u32);
                    self.log.extend_from_slice(&learnt);
                }
                self.cancel(back);
                if learnt.len() == 1 {
                    self.enqueue(learnt[0], NONE);
                } else {
                    let id = self.attach(&learnt, levels.len() as u32);
                    self.enqueue(learnt[0], id);
                }
                continue;
            }
            let stopped = self.conflicts % 256 == 255 && stop();
            if stopped || self.conflicts >= until {
                return Verdict::Unknown;
            }
            let mut next = None;
            while self.limits.len() < assumptions.len() {
                let p = assumptions[self.limits.len()];
                match self.lit(p) {
                    1 => self.limits.push(self.trail.len()),
                    0 => {
                        self.analyze_final(p);
                        return Verdict::Unsat;
                    }
                    _ => {
                        next = Some(p);
                        break;
                    }
                }
            }
            if next.is_none() {
                if self.decisions >= self.most_decisions {
                    return Verdict::Unknown;
                }
                while let Some(v) = self.heap.pop() {
                    if self.needed[v as usize] > 0 && self.lit(2 * v) == UNDEF {
                        self.decisions += 1;
                        next = Some(2 * v + u32::from(!self.phase[v as usize]));
                        break;
                    }
                }
            }
            let Some(p) = next else {
                self.model.clone_from(&self.values);
                return Verdict::Sat;
            };
            self.limits.push(self.trail.len());
            self.enqueue(p, NONE);
        }
    }
}

/// The restart sequence 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair and Zuckerman, 1993).
fn luby(mut i: u64) -> u64 {
    loop {
        let bits = 64 - i.leading_zeros();
        if i == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        i -= (1 << (bits - 1)) - 1;
    }
}
