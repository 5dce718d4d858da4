//! What a conflict teaches: learned clauses, the assumptions behind a failure, and which
//! learned clauses to forget.

use super::{Lit, NONE, Solver};

impl Solver {
    /// First unique implication point; returns the clause and the level to go back to.
    pub(super) fn analyze(&mut self, mut conflict: u32) -> (Vec<Lit>, usize) {
        let mut learnt = vec![0];
        let mut open = 0;
        let mut index = self.trail.len();
        let here = self.limits.len() as u32;
        let mut p = None;
        loop {
            let h = self.heads[conflict as usize];
            for k in h.from..h.from + h.len {
                let q = self.lits[k as usize];
                if Some(q) == p {
                    continue;
                }
                let v = (q >> 1) as usize;
                if !self.seen[v] && self.level[v] > 0 {
                    self.seen[v] = true;
                    self.heap.bump(v as u32);
                    if self.level[v] == here {
                        open += 1;
                    } else {
                        learnt.push(q);
                    }
                }
            }
            loop {
                index -= 1;
                if self.seen[(self.trail[index] >> 1) as usize] {
                    break;
                }
            }
            let l = self.trail[index];
            p = Some(l);
            conflict = self.reason[(l >> 1) as usize];
            self.seen[(l >> 1) as usize] = false;
            open -= 1;
            if open == 0 {
                learnt[0] = l ^ 1;
                break;
            }
        }
        let all = learnt.clone();
        let seen = &self.seen;
        // A literal whose reason lies within the clause adds nothing.
        let mut kept = vec![learnt[0]];
        for &l in &learnt[1..] {
            let reason = self.reason[(l >> 1) as usize];
            let needless = reason != NONE
                && self.clause(reason).iter().all(|&q| {
                    let v = (q >> 1) as usize;
                    q >> 1 == l >> 1 || seen[v] || self.level[v] == 0
                });
            if !needless {
                kept.push(l);
            }
        }
        for l in all {
            self.seen[(l >> 1) as usize] = false;
        }
        self.heap.decay();
        let mut back = 0;
        for k in 1..kept.len() {
            let level = self.level[(kept[k] >> 1) as usize] as usize;
            if level > back {
                back = level;
                kept.swap(1, k);
            }
        }
        (kept, back)
    }

    /// The assumptions behind the failure of assumption `p`.
    pub(super) fn analyze_final(&mut self, p: Lit) {
        self.core = vec![p];
        if self.level[(p >> 1) as usize] == 0 {
            return;
        }
        self.seen[(p >> 1) as usize] = true;
        for i in (self.limits[0]..self.trail.len()).rev() {
            let l = self.trail[i];
            let v = (l >> 1) as usize;
            if !self.seen[v] {
                continue;
            }
            self.seen[v] = false;
            let reason = self.reason[v];
            if reason == NONE {
                if l != p {
                    self.core.push(l);
                }
            } else {
                let h = self.heads[reason as usize];
                for k in h.from..h.from + h.len {
                    let u = (self.lits[k as usize] >> 1) as usize;
                    if u != v && self.level[u] > 0 {
                        self.seen[u] = true;
                    }
                }
            }
        }
        self.seen[(p >> 1) as usize] = false;
    }

    /// Forgets half of the learned clauses, those over many levels first.
    pub(super) fn forget(&mut self) {
        let locked = |s: &Solver, id: u32| {
            let l = s.clause(id)[0];
            s.lit(l) == 1 && s.reason[(l >> 1) as usize] == id
        };
        let mut list: Vec<(u32, u32, u32)> = (0..self.heads.len() as u32)
            .filter(|&id| self.heads[id as usize].learnt && self.heads[id as usize].len > 2)
            .filter(|&id| self.heads[id as usize].lbd > 2 && !locked(self, id))
            .map(|id| (self.heads[id as usize].lbd, u32::MAX - id, id))
            .collect();
        list.sort_unstable();
        let half = list.len() / 2;
        let mut gone = vec![false; self.heads.len()];
        for &(_, _, id) in &list[half..] {
            gone[id as usize] = true;
            self.wasted += self.heads[id as usize].len as usize;
            self.heads[id as usize].len = 0;
            self.heads[id as usize].learnt = false;
            self.learnts -= 1;
        }
        for list in &mut self.watches {
            list.retain(|w| !gone[w.clause as usize]);
        }
        if self.wasted * 2 > self.lits.len() {
            self.compact();
        }
    }

    fn compact(&mut self) {
        let old = std::mem::take(&mut self.lits);
        for h in &mut self.heads {
            let from = self.lits.len() as u32;
            self.lits
                .extend_from_slice(&old[h.from as usize..(h.from + h.len) as usize]);
            h.from = from;
        }
        self.wasted = 0;
    }
}
