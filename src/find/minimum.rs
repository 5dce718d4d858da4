//! The true minimum: the closed set of least weight when positions are shared.
//!
//! Counting a shared vertex once makes the problem NP-hard (Furtak and Buro, "Minimum proof
//! graphs and fastest-cut-first search heuristics", IJCAI 2009). What is done about it:
//!
//! 1. `net`, `reduce`: forced vertices are merged into what forces them, and choices that
//!    contain another choice are dropped.
//! 2. `pack`: **cuts** (sets of vertices that every closed set meets) that share no weight give
//!    a lower bound. Cuts are found by propagation alone; a packing is improved by taking some
//!    cuts out and filling up again. On many games this bound is the optimum.
//! 3. `local`: a closed set is improved by deciding part of it anew with the rest for free.
//! 4. What cannot be in a set lighter than the best is closed (`close`), and the net
//!    reduced again.
//! 5. `guided`, `oll`: what is left goes to a core-guided search over a clause-learning solver
//!    (`sat`), which begins with the packing and counts what cores cost (`totalizer`), with
//!    conflicts rationed; then more of all, until the bounds meet.
//! 6. `split`: if that takes long, the prover's first choice is tried case by case, on several
//!    threads: with the choice made, the bounds are far better. Of choices that a symmetry of the
//!    graph (`symmetry`) moves to each other, one is tried.
//! 7. `parts`: parts that share nothing are solved apart.
//! 8. `count`: all least sets, counted without listing them, and listed lazily.
//!
//! Every claim of a bound can be written as a [`Certificate`]. No floating point anywhere; the
//! work is counted in steps, not seconds, so the same problem gives the same answer unless a
//! limit ends the run.

mod close;
mod count;
mod cut;
mod engine;
mod guided;
mod heap;
mod local;
mod net;
mod oll;
mod pack;
mod parts;
mod random;
mod reduce;
mod sat;
mod split;
mod symmetry;
#[cfg(test)]
mod tests;
mod totalizer;
mod upper;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::proof::Certificate;

pub use count::{Census, CensusError, MOST_STATES, Sets, census, some_sets};
pub use engine::{Progress, minimum};

/// What ends a run before the minimum is proved, and what it should write down.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits<'a> {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Set by someone else, to stop.
    pub interrupted: Option<&'a AtomicBool>,
    /// About how many bytes the search may hold.
    pub max_memory: Option<usize>,
    /// Whether to write a certificate of the lower bound.
    pub certificate: bool,
}

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// The bounds met: the best set is a minimum.
    Proved,
    /// The deadline passed.
    Deadline,
    /// The flag was set.
    Interrupted,
    /// The memory limit was reached.
    Memory,
}

/// What a run found: a closed set, and what no closed set falls below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The lightest closed set known, sorted. Every vertex in it is reached from the start
    /// through the set; if it is proved and every vertex weighs something, nothing in it can be
    /// left out.
    pub best: Vec<u32>,
    /// Its weight.
    pub upper: u64,
    /// Every closed set weighs at least this.
    pub lower: u64,
    /// Why the run ended.
    pub stop: StopReason,
    /// Proves `lower`, if asked for.
    pub certificate: Option<Certificate>,
}

impl Outcome {
    /// Whether `best` is known to be of least weight.
    pub fn proved(&self) -> bool {
        self.lower == self.upper
    }
}

impl Limits<'_> {
    /// The limit that has been reached, if any, with about `bytes` of memory in use.
    fn reached(&self, bytes: usize) -> Option<StopReason> {
        if self
            .interrupted
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            Some(StopReason::Interrupted)
        } else if self.deadline.is_some_and(|d| Instant::now() >= d) {
            Some(StopReason::Deadline)
        } else if self.max_memory.is_some_and(|most| bytes > most) {
            Some(StopReason::Memory)
        } else {
            None
        }
    }
}
