//! Proof files: JSON Lines that can be read and checked without this program.
//!
//! The first line is a header, every further line a vertex:
//!
//! ```json
//! {"minproof":"proof","version":1,"game":"mnk:board=1x2,k=1","claim":"first>=1","vertices":2,"edges":1,"ends":1}
//! {"id":0,"position":"-/- X","player":"first","children":[{"to":1,"move":"a1"}]}
//! {"id":1,"position":"-/X O","player":"second","score":1,"children":[]}
//! ```
//!
//! Header:
//!
//! | key | meaning |
//! | --- | --- |
//! | `minproof` | always `proof` |
//! | `version` | of this format, 1 |
//! | `game` | specification of the game; may be left out, the checker is then told |
//! | `claim` | `first>=T`, `second<=T` or `value=V`, scores from First's point of view |
//! | `measure`, `minimum` | in which measure the proof is small, and the least number of that measure; left out if nothing is claimed |
//! | `minimum_is` | `proved`, or how else the minimum is known; the checker compares the size of the proof with `minimum`, that none is smaller is for a certificate to show |
//! | `vertices`, `edges`, `ends` | how many there are; edges are pairs of vertices |
//!
//! Vertex:
//!
//! | key | meaning |
//! | --- | --- |
//! | `id` | 0, 1, 2, ... in the order of the lines; 0 is the start |
//! | `position` | the canonical position, as the game writes it |
//! | `player` | `first` or `second`: who moves (at an end it says nothing) |
//! | `score` | of an end, from First's point of view; other vertices have none |
//! | `dominance` | -1, 0 or 1: who is said to win from here; only `check --local` looks at it |
//! | `side` | only with `value=V`: `first` or `second` if the vertex belongs to one player's half of the proof alone |
//! | `children` | one entry per move that stays in the proof: the `move` as it is played on `position`, the vertex `to` which it leads, and the `turn` that takes the board after the move to that vertex' position, unless none is needed |
//!
//! Whoever writes a checker needs the rules of the game and the closure conditions:
//! the start is there; where the prover moves at least one child is there; where the
//! opponent moves every legal move is there; every end meets the claim; and a vertex
//! without children is an end by the rules.

use std::io::{BufRead, Write};

use serde::{Deserialize, Serialize};

use super::Claim;
use crate::game::{Player, Score};

/// The version of the format.
pub const VERSION: u32 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Always `proof`.
    pub minproof: String,
    /// [`VERSION`].
    pub version: u32,
    /// Specification of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The claim, as text.
    pub claim: String,
    /// In which measure the proof is small.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<String>,
    /// The least number of that measure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum: Option<String>,
    /// How the minimum is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_is: Option<String>,
    /// How many vertices.
    pub vertices: usize,
    /// How many edges: pairs of vertices, however many moves they stand for.
    pub edges: usize,
    /// How many ends.
    pub ends: usize,
}

/// One move that stays in the proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChildEntry {
    /// The vertex that it leads to.
    pub to: usize,
    /// The move, as players write it.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is done to the board after the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
}

/// One vertex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VertexEntry {
    /// Its number.
    pub id: usize,
    /// Its canonical position.
    pub position: String,
    /// Who moves.
    pub player: PlayerName,
    /// The score of an end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Who is said to win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dominance: Option<i8>,
    /// To whose half it belongs, if not to both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<PlayerName>,
    /// The moves that stay in the proof.
    pub children: Vec<ChildEntry>,
}

/// A player, as files write them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerName {
    /// [`Player::First`]
    First,
    /// [`Player::Second`]
    Second,
}

impl From<Player> for PlayerName {
    fn from(player: Player) -> Self {
        match player {
            Player::First => Self::First,
            Player::Second => Self::Second,
        }
    }
}

impl From<PlayerName> for Player {
    fn from(name: PlayerName) -> Self {
        match name {
            PlayerName::First => Self::First,
            PlayerName::Second => Self::Second,
        }
    }
}

/// A proof as a file has it. Nothing of it is believed before it is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofFile {
    /// The first line.
    pub header: Header,
    /// The other lines; `vertices[i].id == i`.
    pub vertices: Vec<VertexEntry>,
}

/// Why a file is no proof file.
#[derive(Debug, thiserror::Error)]
pub enum ProofFileError {
    /// Reading failed.
    #[error("cannot read it: {0}")]
    Io(#[from] std::io::Error),
    /// A line is not what it should be.
    #[error("line {line}: {reason}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// It has more or fewer vertices than its header says.
    #[error(
        "the header promises {expected} {what}, here are {found}: the file is cut short or damaged"
    )]
    Count {
        /// Of what.
        what: &'static str,
        /// What the header says.
        expected: usize,
        /// What there is.
        found: usize,
    },
}

impl ProofFile {
    /// The claim of the header.
    ///
    /// # Errors
    ///
    /// If the text is not a claim.
    pub fn claim(&self) -> Result<Claim, super::ClaimError> {
        self.header.claim.parse()
    }

    /// Writes the lines.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write(&self, mut out: impl Write) -> std::io::Result<()> {
        serde_json::to_writer(&mut out, &self.header)?;
        out.write_all(b"\n")?;
        for vertex in &self.vertices {
            serde_json::to_writer(&mut out, vertex)?;
            out.write_all(b"\n")?;
        }
        out.flush()
    }

    /// Reads what [`ProofFile::write`] wrote. Only the form is looked at; whether it
    /// proves anything is for [`crate::check`].
    ///
    /// # Errors
    ///
    /// [`ProofFileError`] with the number of the line.
    pub fn read(input: impl BufRead) -> Result<Self, ProofFileError> {
        let mut lines = numbered_lines(input);
        let (_, first) = lines
            .next()
            .unwrap_or_else(|| Err(fault(1, "the file is empty")))?;
        let header: Header = serde_json::from_str(&first).map_err(|error| {
            fault(
                1,
                format!("this is not the header of a proof file ({error})"),
            )
        })?;
        if header.minproof != "proof" {
            return Err(fault(
                1,
                format!("this holds a {}, not a proof", header.minproof),
            ));
        }
        if header.version != VERSION {
            let version = header.version;
            return Err(fault(
                1,
                format!("format version {version} is not known here, only {VERSION}"),
            ));
        }
        let mut vertices: Vec<VertexEntry> = Vec::new();
        for line in lines {
            let (number, line) = line?;
            if line.trim().is_empty() {
                continue;
            }
            let vertex: VertexEntry = serde_json::from_str(&line)
                .map_err(|error| fault(number, format!("this is not a vertex ({error})")))?;
            if vertex.id != vertices.len() {
                let expected = vertices.len();
                return Err(fault(
                    number,
                    format!("vertex {} where {expected} comes next", vertex.id),
                ));
            }
            vertices.push(vertex);
        }
        if vertices.len() != header.vertices {
            return Err(ProofFileError::Count {
                what: "vertices",
                expected: header.vertices,
                found: vertices.len(),
            });
        }
        Ok(Self { header, vertices })
    }
}

/// The lines of a text, from 1.
pub(super) fn numbered_lines(
    input: impl BufRead,
) -> impl Iterator<Item = Result<(usize, String), ProofFileError>> {
    input.lines().enumerate().map(|(number, line)| match line {
        Ok(line) => Ok((number + 1, line)),
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
            Err(fault(number + 1, "it is not text"))
        }
        Err(error) => Err(error.into()),
    })
}

pub(super) fn fault(line: usize, reason: impl Into<String>) -> ProofFileError {
    ProofFileError::Line {
        line,
        reason: reason.into(),
    }
}
