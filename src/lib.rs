//! minproof solves small two-player games exactly, finds the smallest proofs of who
//! wins, and checks proofs that others claim.
//!
//! # From the rules to every smallest proof
//!
//! ```
//! use minproof::{check, find::tree::TreeProofs, games::catalogue, graph::Subgraph, solve};
//! use minproof::{Claim, solve::TopologicalOrder};
//!
//! // 4x4 Reversi, where a player without a move ends the game.
//! let game = catalogue::open("reversi:board=4x4,blocked=ends")?;
//! let graph = game.build_quietly()?.graph;
//! assert_eq!(graph.vertex_count(), 9617);
//!
//! // Second (White) wins by six discs.
//! let order = TopologicalOrder::of(&graph)?;
//! let values = solve::values_in(&graph, &order);
//! assert_eq!(values[0], -6);
//!
//! // The proofs of least tree count: 41, and there are 42 of them.
//! let hold = Claim::about(values[0]).holds()[0];
//! let proofs = TreeProofs::find(&graph, &order, hold).ok_or("the claim is false")?;
//! assert_eq!(proofs.tree_count(), &41_u32.into());
//! assert_eq!(proofs.count(), &42_u32.into());
//!
//! // Each of them passes the checker, which shares nothing with the finder.
//! for vertices in proofs.iter() {
//!     assert_eq!(vertices.len(), 40);
//!     let proof = Subgraph::new(&graph, vertices);
//!     assert!(check::against_graph(&proof, hold).is_proved());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The map
//!
//! The modules in order of dependency; nothing lower in this list is known to
//! anything higher.
//!
//! | module | what it is |
//! | --- | --- |
//! | [`game`] | [`Game`]: what a game is. [`Player`], [`Score`] |
//! | [`symmetry`] | groups acting on positions, [`Canonical`] positions |
//! | [`graph`] | [`GameGraph`]: compressed rows of [`NodeId`]; the builder; petgraph's traits |
//! | [`games`] | the games that come with it, and the catalogue |
//! | [`solve`] | a fold over the graph; values, remoteness, numbers of games |
//! | [`proof`] | [`Claim`], [`Measure`], proof files: the words that finders and checker share |
//! | [`isomorphism`] | canonical forms of directed graphs |
//! | [`find`] | those who find proofs: pruning, least tree count, the true minimum; classes of proofs |
//! | [`check`] | the checker: proofs against a graph and against the rules, certificates that none is smaller |
//! | [`store`] | graph files |
//! | [`export`] | drawings; DOT, GraphML, JSON, CSV, Mermaid, TikZ and others; the problem of a smallest proof for other solvers |
//! | [`sheet`] | cheat sheets to print, to read and to click through |
//!
//! # Words
//!
//! *Position*: what the rules see, side to move included. *End*: a vertex without
//! moves. *Score*: always from First's point of view; First wants it high. *Value*:
//! the score under perfect play. *Dominance*: its sign. *Claim*: that a player, the
//! *prover*, can hold the score somewhere. *Proof*: a closed set of vertices, see
//! [`check`]. *Minimum*: smallest possible by a named measure; *minimal*: nothing can
//! be left out.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod check;
pub mod export;
pub mod find;
pub mod game;
pub mod games;
pub mod graph;
pub mod isomorphism;
pub mod proof;
pub mod sheet;
pub mod solve;
pub mod store;
pub mod symmetry;

pub use game::{Game, Player, Score};
pub use graph::build::{Built, build, build_with};
pub use graph::{GameGraph, NodeId};
pub use proof::{Claim, Measure};
pub use symmetry::{Canonical, Symmetry};
