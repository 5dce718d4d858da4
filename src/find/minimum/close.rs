//! Closing: vertices that are in no set lighter than the target, seen on the problem itself so
//! that a checker sees the same.

use crate::proof::Problem;

/// A cost that no sum reaches.
const NEVER: u64 = u64::MAX >> 1;

/// What has been closed so far.
#[derive(Debug, Clone)]
pub(super) struct Closer<'a> {
    problem: &'a Problem,
    order: Vec<u32>,
    /// Vertices that are out.
    pub dead: Vec<bool>,
    down: Vec<u64>,
    up: Vec<u64>,
}

impl<'a> Closer<'a> {
    /// Nothing is closed.
    pub fn new(problem: &'a Problem) -> Closer<'a> {
        let n = problem.len();
        Closer {
            problem,
            order: problem.order(),
            dead: vec![false; n],
            down: vec![0; n],
            up: vec![0; n],
        }
    }

    /// Closes every vertex for which a way from the start to it, and one on to an end, cost
    /// `gap` or more by what is left of the weights. Returns what is newly closed.
    pub fn close(&mut self, residual: &[u64], gap: u64) -> Vec<u32> {
        let problem = self.problem;
        for &v in self.order.iter().rev() {
            let i = v as usize;
            if self.dead[i] {
                self.down[i] = NEVER;
                continue;
            }
            let below = problem.children(v).iter().map(|&c| self.down[c as usize]);
            let below = if problem.is_or(v) {
                below.min()
            } else {
                below.max()
            };
            self.down[i] = (residual[i] + below.unwrap_or(0)).min(NEVER);
            self.up[i] = NEVER;
        }
        self.up[problem.start() as usize] = 0;
        let mut out = Vec::new();
        for &v in &self.order {
            let i = v as usize;
            if self.dead[i] {
                continue;
            }
            if self.up[i] + self.down[i] >= gap {
                self.dead[i] = true;
                out.push(v);
                continue;
            }
            let here = self.up[i] + residual[i];
            for &c in problem.children(v) {
                let c = c as usize;
                self.up[c] = self.up[c].min(here);
            }
        }
        out
    }
}
