//! Those who find proofs in a solved graph.
//!
//! | module | finds | how good |
//! | --- | --- | --- |
//! | [`classes`] | which proofs are the same up to isomorphism | exact |
//! | [`prune`] | what alpha-beta leaves for one order of the moves | closed, not minimal |
//! | [`stats`] | the spread of that over many orders | |
//! | [`tree`] | the proofs of least tree count, all of them | minimum in the tree count only |

pub mod classes;
pub mod minimum;
pub mod prune;
pub mod stats;
pub mod task;
pub mod tree;
