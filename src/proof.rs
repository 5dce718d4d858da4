//! The words that finders and the checker share: claims, measures, proof files.

pub mod bound_file;
mod certificate;
pub mod file;
mod problem;
mod write;

use std::fmt;
use std::str::FromStr;

use crate::game::{Player, Score};
use crate::graph::{GameGraph, NodeId};
pub use certificate::{Certificate, Step};
pub use problem::{Problem, ProblemError};
pub use write::{About, file_stem, mark_sides, proof_file};

/// What a proof proves.
///
/// ```
/// use minproof::Claim;
/// let claim: Claim = "second<=-1".parse().unwrap();
/// assert_eq!(claim, Claim::AtMost(-1));
/// assert_eq!(claim.to_string(), "second<=-1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// `first>=t`: First can hold the score to at least `t`.
    AtLeast(Score),
    /// `second<=t`: Second can hold the score to at most `t`.
    AtMost(Score),
    /// `value=v`: both at once.
    Value(Score),
}

/// One player's side of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hold {
    /// The player who can hold the score.
    pub prover: Player,
    /// Where it can be held.
    pub bound: Score,
}

impl Hold {
    /// Whether the end with this score meets the claim.
    #[must_use]
    #[inline]
    pub fn met_by(self, score: Score) -> bool {
        self.prover.better(score, self.bound) == score
    }

    /// The same as a claim.
    #[must_use]
    pub fn claim(self) -> Claim {
        match self.prover {
            Player::First => Claim::AtLeast(self.bound),
            Player::Second => Claim::AtMost(self.bound),
        }
    }
}

impl fmt::Display for Hold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.claim().fmt(f)
    }
}

impl Claim {
    /// What is claimed of a game with this value if nothing else is said: that the
    /// winner wins, whatever the margin, or that it is a draw.
    #[must_use]
    pub fn about(value: Score) -> Self {
        match value.signum() {
            1 => Self::AtLeast(1),
            -1 => Self::AtMost(-1),
            _ => Self::Value(0),
        }
    }

    /// The sides of the claim: one, or First's and Second's.
    #[must_use]
    pub fn holds(self) -> Vec<Hold> {
        let first = |bound| Hold {
            prover: Player::First,
            bound,
        };
        let second = |bound| Hold {
            prover: Player::Second,
            bound,
        };
        match self {
            Self::AtLeast(bound) => vec![first(bound)],
            Self::AtMost(bound) => vec![second(bound)],
            Self::Value(value) => vec![first(value), second(value)],
        }
    }

    /// Whether a game with this value satisfies the claim.
    #[must_use]
    pub fn is_true_of(self, value: Score) -> bool {
        self.holds().into_iter().all(|hold| hold.met_by(value))
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(t) => write!(f, "first>={t}"),
            Self::AtMost(t) => write!(f, "second<={t}"),
            Self::Value(v) => write!(f, "value={v}"),
        }
    }
}

/// Why a text is not a claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a claim: write first>=T, second<=T or value=V with a whole number")]
pub struct ClaimError(pub String);

impl FromStr for Claim {
    type Err = ClaimError;

    fn from_str(text: &str) -> Result<Self, ClaimError> {
        let number = |name: &str, relation: &str| {
            let rest = text
                .trim()
                .strip_prefix(name)?
                .trim_start()
                .strip_prefix(relation)?;
            rest.trim_start().parse().ok()
        };
        number("first", ">=")
            .map(Self::AtLeast)
            .or_else(|| number("second", "<=").map(Self::AtMost))
            .or_else(|| number("value", "=").map(Self::Value))
            .ok_or_else(|| ClaimError(text.to_owned()))
    }
}

/// In what sense a proof is small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Vertices, counted once for every path from the start that leads to them.
    Tree,
    /// Vertices, counted once each.
    Vertices,
    /// Vertices where the prover moves: the lines of a cheat sheet.
    Decisions,
    /// Ends of the game.
    Ends,
}

impl Measure {
    /// What a vertex weighs in this measure; `None` for [`Measure::Tree`], which is not a
    /// sum over the vertices of a set.
    #[must_use]
    pub fn weight(self, graph: &GameGraph, vertex: NodeId, hold: Hold) -> Option<u64> {
        match self {
            Self::Tree => None,
            Self::Vertices => Some(1),
            Self::Decisions => {
                let decides = graph.player(vertex) == hold.prover && !graph.is_end(vertex);
                Some(u64::from(decides))
            }
            Self::Ends => Some(u64::from(graph.is_end(vertex))),
        }
    }

    /// The measure with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|measure| measure.name() == name)
    }

    /// All measures.
    pub const ALL: [Self; 4] = [Self::Tree, Self::Vertices, Self::Decisions, Self::Ends];

    /// The name in files and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Vertices => "vertices",
            Self::Decisions => "decisions",
            Self::Ends => "ends",
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_and_written() {
        for text in [
            "first>=1",
            "first>=-3",
            "second<=-1",
            "second<=0",
            "value=0",
            "value=-6",
        ] {
            assert_eq!(text.parse::<Claim>().unwrap().to_string(), text);
        }
        assert_eq!("second <= -1".parse(), Ok(Claim::AtMost(-1)));
        for text in [
            "",
            "first",
            "first>=",
            "first<=1",
            "second>=0",
            "value=x",
            "value=1.5",
        ] {
            let error = text.parse::<Claim>().unwrap_err().to_string();
            assert!(error.contains("first>=T"), "{text}");
        }
    }

    #[test]
    fn claims_are_about_the_winner_or_a_draw() {
        assert_eq!(Claim::about(7), Claim::AtLeast(1));
        assert_eq!(Claim::about(-6), Claim::AtMost(-1));
        assert_eq!(Claim::about(0), Claim::Value(0));
        for (claim, value, truth) in [
            (Claim::AtLeast(2), 2, true),
            (Claim::AtLeast(2), 1, false),
            (Claim::AtMost(-1), -6, true),
            (Claim::AtMost(-1), 0, false),
            (Claim::Value(0), 0, true),
            (Claim::Value(0), 1, false),
        ] {
            assert_eq!(claim.is_true_of(value), truth, "{claim} of {value}");
        }
    }
}
