//! DOT, for Graphviz.

use std::fmt::Write as _;

use super::Picture;
use crate::game::Player;

/// Writes a picture as a DOT digraph.
#[must_use]
pub fn dot(picture: &Picture) -> String {
    let mut out = format!("digraph {} {{\n", quoted(&picture.title));
    out.push_str("  node [style=filled, fontname=\"monospace\"];\n");
    for (number, vertex) in picture.vertices.iter().enumerate() {
        let shape = match vertex.player {
            _ if vertex.score.is_some() => "ellipse, peripheries=2",
            Player::First => "box",
            Player::Second => "ellipse",
        };
        let colours = match vertex.dominance {
            Some(1) => ", fillcolor=\"#d7301f\", fontcolor=white",
            Some(0) => ", fillcolor=\"#d9d9d9\"",
            Some(-1) => ", fillcolor=\"#2166ac\", fontcolor=white",
            _ => ", fillcolor=white",
        };
        let label = match vertex.score {
            Some(score) => format!("{}\n{score:+}", vertex.label),
            None => vertex.label.clone(),
        };
        let _ = writeln!(
            out,
            "  {number} [label={}, shape={shape}{colours}];",
            label_text(&label)
        );
    }
    for edge in &picture.edges {
        let _ = write!(out, "  {} -> {}", edge.from, edge.to);
        if !edge.label.is_empty() {
            let _ = write!(out, " [label={}]", label_text(&edge.label));
        }
        out.push_str(";\n");
    }
    out.push_str("}\n");
    out
}

/// A quoted string that Graphviz shows exactly so; in labels it reads HTML's entities.
fn label_text(text: &str) -> String {
    quoted(&text.replace('&', "&amp;"))
}

/// A quoted string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted() {
        assert_eq!(quoted("a\"b\\c\nd:e"), r#""a\"b\\c\nd:e""#);
        assert_eq!(label_text("&lt;"), "\"&amp;lt;\"");
    }
}
