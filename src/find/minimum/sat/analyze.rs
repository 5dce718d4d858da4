//! What a conflict teaches: learned clauses, the assumptions behind a failure, and which
//! learned clauses to forget.

use super::{BINARY, HEADER, Lit, NONE, Solver};

/// In place of the number of levels: the clause is forgotten.
const GONE: u32 = u32::MAX;

impl Solver {
    /// First unique implication point; returns the clause and the level to go back to.
    pub(super) fn analyze(&mut self, mut conflict: u32) -> (Vec<Lit>, usize) {
        let mut learnt = vec![0];
        let mut open = 0;
        let mut index = self.trail.len();
        let here = self.limits.len() as u32;
        let mut p = None;
        loop {
            let at = conflict as usize;
            for k in at..at + self.arena[at - HEADER] as usize {
                let q = self.arena[k];
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
                let at = reason as usize;
                for k in at..at + self.arena[at - HEADER] as usize {
                    let u = (self.arena[k] >> 1) as usize;
                    if u != v && self.level[u] > 0 {
                        self.seen[u] = true;
                    }
                }
            }
        }
        self.seen[(p >> 1) as usize] = false;
    }

    /// Forgets half of the learned clauses, those over many levels first. Only at level 0.
    pub(super) fn forget(&mut self) {
        let levels = |id: u32| self.arena[id as usize - 1];
        let reason = |id: u32| {
            let l = self.clause(id)[0];
            self.lit(l) == 1 && self.reason[(l >> 1) as usize] == id
        };
        let mut list: Vec<(u32, u32)> = (self.learnts.iter())
            .filter(|&&id| self.clause(id).len() > 2 && levels(id) > 2 && !reason(id))
            .map(|&id| (levels(id), u32::MAX - id))
            .collect();
        list.sort_unstable();
        let mut live = self.arena.len();
        for &(_, id) in &list[list.len() / 2..] {
            let id = u32::MAX - id;
            live -= HEADER + self.clause(id).len();
            self.arena[id as usize - 1] = GONE;
        }
        self.compact(live);
    }

    /// Moves the clauses together that are not gone, which take `live` words.
    fn compact(&mut self, live: usize) {
        let mut old = std::mem::replace(&mut self.arena, Vec::with_capacity(live));
        self.learnts.clear();
        self.clauses = 0;
        let mut at = HEADER;
        while at < old.len() + HEADER {
            let (len, levels) = (old[at - HEADER] as usize, old[at - 1]);
            let id = (self.arena.len() + HEADER) as u32;
            if levels != GONE {
                self.arena.extend_from_slice(&old[at - HEADER..at + len]);
                self.clauses += 1;
                if levels > 0 {
                    self.learnts.push(id);
                }
                // Where it has gone.
                old[at - HEADER] = id;
            }
            at += len + HEADER;
        }
        for list in &mut self.watches {
            list.retain_mut(|w| {
                let at = (w.clause & !BINARY) as usize;
                w.clause = old[at - HEADER] | w.clause & BINARY;
                old[at - 1] != GONE
            });
        }
        for &l in &self.trail {
            let reason = &mut self.reason[(l >> 1) as usize];
            if *reason != NONE {
                *reason = old[*reason as usize - HEADER];
            }
        }
    }
}
