//! The checker: whether a set of vertices proves a claim.
//!
//! It shares nothing with those who find proofs and computes no values. There are
//! two sources for what the moves of a vertex are: a game graph ([`against_graph`],
//! which trusts the graph), and the rules of the game ([`against_rules`], which asks
//! the game about every position of a proof file and trusts nothing else).
//!
//! A set of vertices S proves a claim of a prover when
//!
//! - (a) the start is in S;
//! - (b) where the prover moves, at least one child is in S;
//! - (c) where the opponent moves, every child is in S;
//! - (d) every end in S meets the claim.
//!
//! A vertex without a child in S must be an end of the *game*; else the proof is
//! unfinished. Every vertex of S must be reached from the start inside S. If S has a
//! cycle, play may never end and the conditions prove nothing; such sets are refused.

pub mod bound;
mod closure;
mod graph;
mod minimum;
mod rules;

use std::fmt;

pub use closure::{Facts, closed, dominances_follow};
pub use graph::graph_against_rules;
pub use minimum::{BoundRefusal, bound_in_graph};
pub use rules::{against_rules, dominances_against_rules};

use crate::game::{Player, Score};
use crate::graph::{GameGraph, NodeId, Subgraph};
use crate::proof::Hold;

/// The answer of the checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The claim is proved.
    Proved,
    /// It is not: the opponent can leave the set, an end misses the claim, or the
    /// proof says something that is not so.
    Refuted(Refusal),
    /// It is not, because a line of play stops before the end of the game.
    Unfinished(Refusal),
}

impl Verdict {
    /// `proved`, `refuted` or `unfinished`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Refuted(_) => "refuted",
            Self::Unfinished(_) => "unfinished",
        }
    }

    /// Whether the claim is proved.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        *self == Self::Proved
    }

    /// Why it is not.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal> {
        match self {
            Self::Proved => None,
            Self::Refuted(refusal) | Self::Unfinished(refusal) => Some(refusal),
        }
    }
}

impl From<Result<(), Refusal>> for Verdict {
    fn from(result: Result<(), Refusal>) -> Self {
        match result {
            Ok(()) => Self::Proved,
            Err(refusal) if refusal.condition == Condition::Unfinished => Self::Unfinished(refusal),
            Err(refusal) => Self::Refuted(refusal),
        }
    }
}

/// What a proof failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// (a) the start of the game is the proof's first vertex.
    Start,
    /// (c) every move of the opponent stays in the proof.
    OpponentMoves,
    /// (d) every end meets the claim.
    Ends,
    /// A vertex without children in the proof is an end of the game.
    Unfinished,
    /// Every vertex is reached from the start.
    Reachable,
    /// Play inside the proof ends.
    Cycle,
    /// Every position is a canonical one of the game, and there once.
    Position,
    /// Every move of the file is legal and leads where the file says.
    Move,
    /// The mover that the file names is the one of the rules.
    Player,
    /// The scores that the file names are those of the rules.
    Score,
    /// The dominance of each vertex follows from those of its children.
    Dominance,
    /// The header says what is there.
    Header,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "the proof begins at the start of the game",
            Self::OpponentMoves => "every move of the opponent stays in the proof",
            Self::Ends => "every end meets the claim",
            Self::Unfinished => "a line of play goes on until the game is over",
            Self::Reachable => "every vertex is reached from the start",
            Self::Cycle => "play inside the proof comes to an end",
            Self::Position => "every position is canonical, of this game, and there once",
            Self::Move => "every move is legal and leads where the file says",
            Self::Player => "the mover is the one of the rules",
            Self::Score => "scores are those of the rules",
            Self::Dominance => "a dominance follows from those of the children",
            Self::Header => "the header says what is there",
        })
    }
}

/// Which condition fails, where, and by which move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The condition.
    pub condition: Condition,
    /// The number of the vertex in the proof (its place in ascending order, or its
    /// `id` in a file).
    pub vertex: usize,
    /// The position, drawn, where the checker knows it.
    pub drawing: Option<String>,
    /// What exactly is wrong.
    pub detail: String,
}

impl Refusal {
    /// A refusal at a vertex, without a drawing.
    pub fn new(condition: Condition, vertex: usize, detail: impl Into<String>) -> Self {
        Self {
            condition,
            vertex,
            drawing: None,
            detail: detail.into(),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "vertex {}: {} (wanted: {})",
            self.vertex, self.detail, self.condition
        )?;
        if let Some(drawing) = &self.drawing {
            write!(f, "\n{drawing}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// Checks a set of vertices against a graph that is trusted.
///
/// Takes time linear in the vertices of the set and their edges, apart from a factor
/// logarithmic in the size of the set. A [`Refusal`] counts vertices of the set from 0
/// in ascending order.
#[must_use]
pub fn against_graph(set: &Subgraph<'_>, hold: Hold) -> Verdict {
    if set.place(NodeId::START).is_none() {
        let detail = "the start is not in the set";
        return Verdict::Refuted(Refusal::new(Condition::Start, 0, detail));
    }
    closed(&InGraph(set), hold, |_| true).into()
}

/// The local test with given dominances (-1, 0 or 1 for every vertex of the whole graph).
///
/// At every vertex of the set whose mover the dominance does not favour, all children
/// are in the set; where it favours the mover, one that keeps it is. Every dominance
/// must follow from those of the children in the set, and that of an end from its
/// score, so that what passes does prove the dominance of the start. With dominance 0
/// nobody is favoured, so this test wants all moves of both players there.
#[must_use]
pub fn local_against_graph(set: &Subgraph<'_>, dominances: &[i8]) -> Verdict {
    if set.place(NodeId::START).is_none() {
        let detail = "the start is not in the set";
        return Verdict::Refuted(Refusal::new(Condition::Start, 0, detail));
    }
    let dominance = |place: usize| dominances[set.vertices()[place].index()];
    dominances_follow(&InGraph(set), dominance).into()
}

struct InGraph<'a, 'g>(&'a Subgraph<'g>);

impl InGraph<'_, '_> {
    fn graph(&self) -> &GameGraph {
        self.0.graph()
    }
}

impl Facts for InGraph<'_, '_> {
    fn len(&self) -> usize {
        self.0.vertex_count()
    }

    fn player(&self, vertex: usize) -> Player {
        self.graph().player(self.0.vertices()[vertex])
    }

    fn score(&self, vertex: usize) -> Option<Score> {
        self.graph().score(self.0.vertices()[vertex])
    }

    fn replies(&self, vertex: usize, replies: &mut Vec<Option<usize>>) {
        let children = self.graph().children(self.0.vertices()[vertex]);
        replies.extend(children.iter().map(|&child| self.0.place(child)));
    }

    fn name_reply(&self, vertex: usize, reply: usize) -> String {
        let children = self.graph().children(self.0.vertices()[vertex]);
        format!("the move to vertex {} of the graph", children[reply])
    }
}
