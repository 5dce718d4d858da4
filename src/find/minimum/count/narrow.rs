//! Before counting: takes out what is in no least set.

use super::super::StopReason;
use super::super::engine::Engine;
use super::super::net::Flat;
use super::super::oll::Search;
use super::super::reduce;

/// Conflicts spent on one vertex at most.
const CONFLICTS: u64 = 300;

/// Rounds of closing at most.
const ROUNDS: u64 = 6;

impl Engine<'_> {
    /// Reduces the net to what sets of weight `least` can have, as far as packings show it.
    /// `Err(None)`: there is no such set, or a lighter one.
    pub(super) fn narrow(&mut self, least: u64) -> Result<(), Option<StopReason>> {
        let mut work = 100_000;
        for round in 0..ROUNDS {
            let size = self.flat.members.len();
            if let Some(reason) = self.round(work, round, 1) {
                return Err(Some(reason));
            }
            if self.upper < least || self.exhausted {
                return Err(None);
            }
            if self.flat.members.len() * 20 > size * 19 {
                break;
            }
            work *= 2;
        }
        Ok(())
    }

    /// Reduces the net to the vertices that are in some set of weight `least`, as far as the
    /// clause-learning solver can tell.
    pub(super) fn sift(&mut self, least: u64) -> Result<(), Option<StopReason>> {
        let limits = self.limits;
        let cuts = self.packing().cuts;
        let mut search = Search::new(
            self.flat.clone(),
            self.closer.clone(),
            least,
            &self.levels,
            self.next_name,
            None,
        );
        search.slack = 1;
        search.pack(&cuts);
        let mut reason = None;
        let mut stop = |_: u64, _: u64, words: usize| {
            reason = reason.or_else(|| limits.reached(4 * words));
            reason.is_some()
        };
        let proved = search.run(u64::MAX, &mut stop);
        let used = if proved && search.upper == least {
            search.used(CONFLICTS, &mut stop)
        } else {
            None
        };
        if reason.is_some() {
            return Err(reason);
        }
        let Some(used) = used else {
            return Err(None);
        };
        let mut dead = self.closer.dead.clone();
        for (&v, used) in self.flat.name.iter().zip(used) {
            dead[v as usize] |= !used;
        }
        if !self.net.remove(dead) {
            return Err(None);
        }
        reduce::reduce(&mut self.net, &mut || limits.reached(0).is_some());
        self.flat = Flat::new(&self.net);
        Ok(())
    }
}
