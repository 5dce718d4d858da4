//! GraphML, for networkx, Gephi, yEd and others.

use std::fmt::Write as _;

use super::{ExportError, Picture};

/// Writes a picture as GraphML. Vertices have `label`, `player`, `colour`, and where
/// known `score` and `dominance`; edges have `moves`.
///
/// # Errors
///
/// [`ExportError::ControlCharacter`] for labels that XML cannot hold.
pub fn graphml(picture: &Picture) -> Result<String, ExportError> {
    let mut out = String::from(concat!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
        "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
    ));
    for (name, kind, of) in [
        ("label", "string", "node"),
        ("player", "string", "node"),
        ("shape", "string", "node"),
        ("colour", "string", "node"),
        ("score", "int", "node"),
        ("dominance", "int", "node"),
        ("moves", "string", "edge"),
        ("title", "string", "graph"),
    ] {
        let _ = writeln!(
            out,
            "  <key id=\"{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
        );
    }
    out.push_str("  <graph edgedefault=\"directed\">\n");
    let _ = writeln!(
        out,
        "    <data key=\"title\">{}</data>",
        escaped(&picture.title, 0)?
    );
    for (number, vertex) in picture.vertices.iter().enumerate() {
        let _ = write!(out, "    <node id=\"n{number}\">");
        let mut data = |key: &str, value: &str| {
            let _ = write!(out, "<data key=\"{key}\">{value}</data>");
        };
        data("label", &escaped(&vertex.label, number)?);
        data("player", vertex.player.name());
        let shape = match (vertex.score, vertex.player.sign()) {
            (Some(_), _) => "end",
            (None, 1) => "box",
            (None, _) => "ellipse",
        };
        data("shape", shape);
        if let Some(score) = vertex.score {
            data("score", &score.to_string());
        }
        if let Some(dominance) = vertex.dominance {
            data("dominance", &dominance.to_string());
            data(
                "colour",
                ["blue", "grey", "red"][(dominance.signum() + 1) as usize],
            );
        }
        out.push_str("</node>\n");
    }
    for edge in &picture.edges {
        let _ = write!(
            out,
            "    <edge source=\"n{}\" target=\"n{}\"",
            edge.from, edge.to
        );
        if edge.label.is_empty() {
            out.push_str("/>\n");
        } else {
            let moves = escaped(&edge.label, edge.from)?;
            let _ = writeln!(out, "><data key=\"moves\">{moves}</data></edge>");
        }
    }
    out.push_str("  </graph>\n</graphml>\n");
    Ok(out)
}

fn escaped(text: &str, vertex: usize) -> Result<String, ExportError> {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\r' => escaped.push_str("&#13;"),
            '\t' | '\n' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {
                return Err(ExportError::ControlCharacter {
                    vertex,
                    format: "GraphML",
                    label: text.to_owned(),
                });
            }
            c => escaped.push(c),
        }
    }
    Ok(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_or_refused() {
        assert_eq!(
            escaped("a<b> & \"c\"", 0).unwrap(),
            "a&lt;b&gt; &amp; &quot;c&quot;"
        );
        let error = escaped("bell \u{7}", 12).unwrap_err().to_string();
        assert!(error.contains("vertex 12"), "{error}");
    }
}
