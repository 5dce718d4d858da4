//! What the finder writes down so that anyone can check that nothing smaller exists.

use serde::{Deserialize, Serialize};

/// One step of a [`Certificate`]. Literals are written as in the DIMACS format: `v + 1` says
/// that vertex `v` is in the set, `-(v + 1)` that it is not. Counters get the numbers after
/// the vertices, in the order in which the steps bring them in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// A clause that follows by unit propagation from the clauses known so far.
    Lemma(Vec<i32>),
    /// `to` forces `from` (a clause that follows by unit propagation), so `amount` of the
    /// cost of `from` may be charged to `to` in its place.
    Shift {
        /// The vertex that becomes cheaper.
        from: u32,
        /// The vertex that becomes dearer.
        to: u32,
        /// The weight that moves.
        amount: u64,
    },
    /// At least one of `members` is true (the clause follows by unit propagation), so
    /// `amount` is paid in any case: the bound rises by it and each member becomes cheaper
    /// by it. With `most >= 2`, counters for "at least k of the members", k from 2 to the
    /// smaller of `most` and their number, each cost `amount` from here on.
    Core {
        /// Variables, from 0, without repetition.
        members: Vec<u32>,
        /// What is paid.
        amount: u64,
        /// The largest count with a counter; 0 or 1 for none.
        most: u32,
    },
    /// What is too dear for a set below the target is ruled out: every variable whose
    /// remaining cost, and every vertex whose way from the start and one way on to an end,
    /// bring the bound to the target.
    Close,
    /// The bound and the costs go back to what they were at first; clauses stay.
    Reset,
}

/// A proof that no closed set weighs less than `target`.
///
/// `scale` multiplies all weights, so that fractions of a weight can be paid.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Certificate {
    /// The claim: every closed set weighs at least this.
    pub target: u64,
    /// The factor by which all weights are multiplied.
    pub scale: u64,
    /// The steps, in order.
    pub steps: Vec<Step>,
}
