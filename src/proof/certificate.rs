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
    /// smaller of `most` and their number, each cost `amount` from here on. They are the root of
    /// a tree of sums: members are split in two, the first half rounded down, until one is left;
    /// a node of m members has counters for 1 to the smaller of m and `most`, numbered after
    /// those of its first and its second half. Clauses say that i true in the first half and j
    /// in the second make the counter of i + j true, and the counter of k + 1 that of k.
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
    /// A symmetry of the problem: a renumbering of all vertices (the new number of each) that
    /// keeps the start, kinds, weights and edges, so that it makes of every closed set another
    /// of the same weight. Known until the end of the case that it stands in, if any.
    Symmetry(Vec<u32>),
    /// No set lighter than the target contains `vertex`: with it in the set, after a `Reset`, the
    /// steps reach the target. What they bring in is forgotten afterwards. By the known
    /// symmetries that keep the vertices of all cases around this one, the same then holds for
    /// every vertex that they, one after the other, make of `vertex`.
    Case {
        /// The vertex.
        vertex: u32,
        /// The steps.
        steps: Vec<Step>,
    },
    /// Every set lighter than the target pays at least `amount` for `vertices` alone: with all
    /// other costs 0, after a `Reset` to what these cost when the step begins, and with `amount`
    /// for a target, the steps reach it. What they bring in is forgotten afterwards; the bound
    /// rises by `amount`, and `vertices` cost nothing more.
    Part {
        /// Vertices, without repetition.
        vertices: Vec<u32>,
        /// What is paid, times the scale.
        amount: u64,
        /// The steps.
        steps: Vec<Step>,
    },
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
