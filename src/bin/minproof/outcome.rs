//! What a subcommand has to say, and how it is printed.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use serde_json::Value;

/// The result of a subcommand, for people and for programs.
pub(crate) struct Outcome {
    /// For people; ends without a line feed.
    pub(crate) text: String,
    /// For `--json`.
    pub(crate) json: Value,
    /// 0, or 1 where something is refuted or not closed.
    pub(crate) code: u8,
}

impl Outcome {
    pub(crate) fn done(text: String, json: Value) -> Self {
        Self {
            text,
            json,
            code: 0,
        }
    }

    pub(crate) fn print(&self, json: bool) -> anyhow::Result<ExitCode> {
        let mut out = io::stdout().lock();
        if json {
            serde_json::to_writer(&mut out, &self.json).map_err(io::Error::from)?;
        } else {
            out.write_all(self.text.as_bytes())?;
        }
        let ends_line = !json && (self.text.is_empty() || self.text.ends_with('\n'));
        out.write_all(if ends_line { b"" } else { b"\n" })?;
        out.flush()?;
        Ok(ExitCode::from(self.code))
    }
}

/// Whether whoever reads our output has gone, which ends us quietly.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

pub(crate) fn print_error(error: &anyhow::Error) {
    // Nobody may be listening; then there is nothing left to say.
    let _ = writeln!(io::stderr(), "error: {error:#}");
}

/// Aligned rows: the first row are the headings, all but the last column right-aligned
/// if they hold numbers.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..columns)
        .map(|column| width(column).unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::from(" ");
        for (cell, &width) in row.iter().zip(&widths) {
            let number = cell.starts_with(|c: char| c.is_ascii_digit()) && !cell.contains('/');
            let pad = " ".repeat(width - cell.chars().count());
            let (left, right) = if number {
                (pad.as_str(), "")
            } else {
                ("", pad.as_str())
            };
            line.push_str(&format!(" {left}{cell}{right} "));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A path as text; what is no text in it is replaced.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// `1 vertex`, `2 vertices`.
pub(crate) fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
