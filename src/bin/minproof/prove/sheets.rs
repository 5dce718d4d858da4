//! The sheets that `minproof prove -o` writes beside the proofs.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use minproof::proof::{About, file_stem};
use minproof::sheet::{self, Paper, Sheet, Turning};

use super::Work;
use super::section::Section;
use crate::context::{commit, open_output};

/// Sheets of larger proofs are for who asks for them.
const MOST_DECISIONS: usize = 500;

impl Work<'_> {
    /// Writes a sheet to print and one to click through for each side of the last
    /// result, unless it is too large for one.
    pub(super) fn save_sheets(
        &self,
        sections: &[Section],
        folder: &Path,
    ) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        let Some(last) = sections.last() else {
            return Ok(files);
        };
        let game = self.loaded.rules()?;
        let same = sections
            .iter()
            .filter(|section| section.measures == last.measures);
        for section in same.filter(|section| section.decisions[0] <= MOST_DECISIONS) {
            let proof = self.file(section.claim, &section.sides, About::default(), false)?;
            for hold in section.claim.holds() {
                let mut made = Sheet::of_proof(&**game, &proof, hold, Turning::Any)
                    .context("cannot make a sheet of the proof")?;
                made.game.clone_from(&game.spec);
                for (ending, bytes) in [
                    ("pdf", sheet::pdf(&made, Paper::A4)),
                    ("html", sheet::html(&made).into_bytes()),
                ] {
                    let path = folder.join(format!("{}-sheet.{ending}", file_stem(hold)));
                    let mut out = open_output(&path)?;
                    out.write_all(&bytes)?;
                    files.push(commit(out)?);
                }
            }
        }
        Ok(files)
    }
}
