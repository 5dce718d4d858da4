//! Certificates of lower bounds as files: JSON Lines, as proof files are.
//!
//! The header says which game, claim and measure are meant and what is proved:
//!
//! ```json
//! {"minproof":"bound","version":1,"game":"reversi:board=4x4","claim":"second<=-1","measure":"vertices","at_least":46,"scale":1,"vertices":1658,"edges":2197,"steps":37}
//! ```
//!
//! `at_least` is the least possible weight. With a second measure, weights are those of the
//! first times a factor, plus those of the second; the factor is one more than all weights of
//! the second together. `vertices` and `edges` are those of the problem: the vertices that a
//! proof of the claim can use, numbered from 0 in the order of the game graph (breadth-first,
//! moves in the game's order), and the edges between them.
//!
//! For `value=V` both sides are one problem: vertex 0 wants vertex 1, the start of First's side,
//! and the start of Second's, whose vertices follow First's. A vertex of the game graph that both
//! sides can use, and that weighs something in both, pays the smaller weight in a vertex of its
//! own, which its vertex in each side then wants beside its other children; where it chooses, it
//! wants a vertex that chooses for it. These vertices come last, in the order in which the sides
//! first want them: the weight, then the choice.
//!
//! Every further line is a step; [`Step`] says what each means:
//!
//! ```json
//! {"lemma":[-4,17]}
//! {"shift":{"from":3,"to":5,"amount":1}}
//! {"core":{"members":[3,8,9],"amount":1,"most":2}}
//! "close"
//! "reset"
//! {"symmetry":[0,2,1,3]}
//! {"case":{"vertex":12,"steps":["reset",{"lemma":[7]}]}}
//! {"part":{"vertices":[3,4],"amount":2,"steps":[{"core":{"members":[3,4],"amount":2,"most":0}}]}}
//! ```

use std::io::{BufRead, Write};

use serde::{Deserialize, Serialize};

use super::file::{ProofFileError, fault, numbered_lines};
use super::{Certificate, Claim, Problem, Step};

/// The version of the format.
pub const VERSION: u32 = 1;

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundHeader {
    /// Always `bound`.
    pub minproof: String,
    /// [`VERSION`].
    pub version: u32,
    /// Specification of the game.
    pub game: String,
    /// The claim, as text.
    pub claim: String,
    /// The measure, as text.
    pub measure: String,
    /// What is proved: no proof weighs less.
    pub at_least: u64,
    /// The factor by which the steps multiply weights.
    pub scale: u64,
    /// How many vertices the problem has.
    pub vertices: usize,
    /// How many edges the problem has.
    pub edges: usize,
    /// How many steps follow.
    pub steps: usize,
}

/// A certificate as a file has it. Nothing of it is believed before it is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundFile {
    /// The first line.
    pub header: BoundHeader,
    /// The certificate.
    pub certificate: Certificate,
}

impl BoundFile {
    /// The file of a certificate for a problem.
    #[must_use]
    pub fn new(
        game: String,
        claim: Claim,
        measure: String,
        problem: &Problem,
        certificate: Certificate,
    ) -> Self {
        let edges = (0..problem.len() as u32).map(|vertex| problem.children(vertex).len());
        Self {
            header: BoundHeader {
                minproof: "bound".to_owned(),
                version: VERSION,
                game,
                claim: claim.to_string(),
                measure,
                at_least: certificate.target,
                scale: certificate.scale,
                vertices: problem.len(),
                edges: edges.sum(),
                steps: certificate.steps.len(),
            },
            certificate,
        }
    }

    /// Writes the lines.
    ///
    /// # Errors
    ///
    /// Those of the writer.
    pub fn write(&self, mut out: impl Write) -> std::io::Result<()> {
        serde_json::to_writer(&mut out, &self.header)?;
        out.write_all(b"\n")?;
        for step in &self.certificate.steps {
            serde_json::to_writer(&mut out, step)?;
            out.write_all(b"\n")?;
        }
        out.flush()
    }

    /// Reads what [`BoundFile::write`] wrote.
    ///
    /// # Errors
    ///
    /// [`ProofFileError`] with the number of the line.
    pub fn read(input: impl BufRead) -> Result<Self, ProofFileError> {
        let mut lines = numbered_lines(input);
        let (_, first) = lines
            .next()
            .unwrap_or_else(|| Err(fault(1, "the file is empty")))?;
        let header: BoundHeader = serde_json::from_str(&first).map_err(|error| {
            fault(
                1,
                format!("this is not the header of a certificate ({error})"),
            )
        })?;
        if header.minproof != "bound" || header.version != VERSION {
            let (what, version) = (&header.minproof, header.version);
            let reason = format!(
                "this holds a {what} of version {version}, not a bound of version {VERSION}"
            );
            return Err(fault(1, reason));
        }
        let mut steps: Vec<Step> = Vec::new();
        for line in lines {
            let (number, line) = line?;
            if line.trim().is_empty() {
                continue;
            }
            let step = serde_json::from_str(&line)
                .map_err(|error| fault(number, format!("this is not a step ({error})")))?;
            steps.push(step);
        }
        if steps.len() != header.steps {
            return Err(ProofFileError::Count {
                what: "steps",
                expected: header.steps,
                found: steps.len(),
            });
        }
        Ok(Self {
            certificate: Certificate {
                target: header.at_least,
                scale: header.scale,
                steps,
            },
            header,
        })
    }
}
