//! Those who find proofs in a solved graph.
//!
//! | module | finds | how good |
//! | --- | --- | --- |
//! | [`prune`] | what alpha-beta leaves for one order of the moves | closed, not minimal |
//! | [`stats`] | the spread of that over many orders | |
//! | [`tree`] | the proofs of least tree count, all of them | minimum in the tree count only |
//! | [`minimum`] | closed sets of least weight in AND/OR graphs, all of them | minimum, or the best found with a proved bound |
//! | [`task`] | that problem for a claim about a game graph | |
//! | [`classes`] | which proofs are the same up to isomorphism | exact |

pub mod classes;
pub mod minimum;
pub mod prune;
pub mod stats;
pub mod task;
pub mod tree;
