//! The orientations that need the fewest turns, for sheets small enough to try all.
//!
//! Branch and bound over the nodes in playing order. A node whose followers are reached
//! through it alone can be turned together with all of them, so there only the labels
//! that are best for the steps to it need a try.

use super::SheetError;
use super::orient::{Search, TURN};

/// Labels tried before the search gives up.
const EFFORT: usize = 400_000;

/// Nodes above which it is not begun.
const MOST: usize = 500;

impl Search<'_, '_> {
    /// Searches all labellings for a cheaper one and takes it. Says whether the one taken
    /// is now known to be the cheapest.
    pub(super) fn exhaust(&mut self) -> Result<bool, SheetError> {
        let count = self.labels.len();
        if count > MOST {
            return Ok(false);
        }
        let alone = self.alone();
        let mut ahead = self.pair_bounds();
        ahead.push(0);
        for node in (0..count).rev() {
            ahead[node] = ahead[node + 1] + TURN * ahead[node];
        }
        let mut best = (self.total()?, self.taken.clone());
        let mut left = EFFORT;
        // For each node so far, the cost before it, and the labels still to be tried.
        let mut open: Vec<(usize, Vec<(usize, usize)>)> = vec![(0, self.candidates(0, &alone)?)];
        while let Some((before, candidates)) = open.last_mut() {
            let before = *before;
            let Some((cost, label)) = candidates.pop() else {
                open.pop();
                continue;
            };
            let node = open.len() - 1;
            let now = before + cost;
            if now + ahead[node + 1] >= best.0 {
                continue;
            }
            if left == 0 {
                self.taken = best.1;
                return Ok(false);
            }
            left -= 1;
            self.taken[node] = label;
            if node + 1 == count {
                best = (now, self.taken.clone());
            } else {
                let next = self.candidates(node + 1, &alone)?;
                open.push((now, next));
            }
        }
        self.taken = best.1;
        Ok(true)
    }

    /// The labels of a node that are worth a try, the cheapest last, with what the steps
    /// to it cost then.
    fn candidates(
        &mut self,
        node: usize,
        alone: &[bool],
    ) -> Result<Vec<(usize, usize)>, SheetError> {
        let mut all = Vec::new();
        for label in 0..self.labels[node].len() {
            self.taken[node] = label;
            all.push((self.around(node, false)?, label));
        }
        all.sort_unstable();
        if alone[node] {
            let image = self.labels[node][all[0].1].own;
            all.retain(|&(_, label)| self.labels[node][label].own == image);
        }
        all.reverse();
        Ok(all)
    }

    /// Whether all that follows each node is reached through it alone.
    fn alone(&self) -> Vec<bool> {
        let count = self.labels.len();
        let through_it_alone = |node: usize| {
            let mut after = vec![false; count];
            after[node] = true;
            // Nodes come after all that lead to them, so one pass finds the followers.
            (node + 1..count).all(|later| {
                let from = self.incoming[later].iter().filter(|&&from| after[from]);
                let inside = from.count();
                after[later] = inside > 0;
                inside == 0 || inside == self.incoming[later].len()
            })
        };
        (0..count).map(through_it_alone).collect()
    }
}
