//! Mermaid flowcharts, for Markdown pages that draw them.

use std::fmt::Write as _;

use super::{ExportError, Picture};
use crate::game::Player;

/// The largest number of edges: Mermaid itself draws no more unless it is told to.
pub const MERMAID_LIMIT: usize = 500;

/// Writes a picture as a Mermaid flowchart.
///
/// # Errors
///
/// [`ExportError::TooLarge`] above [`MERMAID_LIMIT`] edges.
///
/// # Example
///
/// ```
/// use minproof::{Player, export::{Picture, PictureVertex, mermaid}};
/// let end = PictureVertex {
///     label: "over".into(),
///     player: Player::First,
///     score: Some(-2),
///     dominance: None,
/// };
/// let picture = Picture { vertices: vec![end], ..Picture::default() };
/// assert!(mermaid(&picture)?.contains(r#"v0((("over<br>-2")))"#));
/// # Ok::<(), minproof::export::ExportError>(())
/// ```
pub fn mermaid(picture: &Picture) -> Result<String, ExportError> {
    if picture.edges.len() > MERMAID_LIMIT {
        return Err(ExportError::TooLarge {
            format: "Mermaid",
            what: "edges",
            found: picture.edges.len(),
            limit: MERMAID_LIMIT,
            advice: "take dot or graphml, or `minproof draw` for a finished picture",
        });
    }
    let mut out = String::from("flowchart TD\n");
    let _ = writeln!(out, "  accTitle: {}", one_line(&picture.title));
    out.push_str(concat!(
        "  classDef first fill:#d7301f,stroke:#7f1d12,color:#ffffff\n",
        "  classDef second fill:#2166ac,stroke:#123a63,color:#ffffff\n",
        "  classDef draw fill:#d9d9d9,stroke:#737373,color:#000000\n",
    ));
    for (number, vertex) in picture.vertices.iter().enumerate() {
        let (open, close) = match vertex.player {
            _ if vertex.score.is_some() => ("(((", ")))"),
            Player::First => ("[", "]"),
            Player::Second => ("([", "])"),
        };
        let score = vertex
            .score
            .map_or_else(String::new, |score| format!("\n{score:+}"));
        let label = quoted(&format!("{}{score}", vertex.label));
        let class = match vertex.dominance {
            Some(1) => ":::first",
            Some(0) => ":::draw",
            Some(-1) => ":::second",
            _ => "",
        };
        let _ = writeln!(out, "  v{number}{open}{label}{close}{class}");
    }
    for edge in &picture.edges {
        let label = if edge.label.is_empty() {
            String::new()
        } else {
            format!("|{}|", quoted(&edge.label))
        };
        let _ = writeln!(out, "  v{} -->{label} v{}", edge.from, edge.to);
    }
    Ok(out)
}

/// A quoted string. Mermaid reads Markdown and HTML in it, so that all but the plainest
/// characters are written by their numbers.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '\n' => quoted.push_str("<br>"),
            c if c.is_alphanumeric() || " -+/.,:()".contains(c) => quoted.push(c),
            c => {
                let _ = write!(quoted, "#{};", u32::from(c));
            }
        }
    }
    quoted.push('"');
    quoted
}

/// A title goes to the end of its line, and a semicolon or a number sign would end it.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r', ';', '#'], " ")
}
