//! CSV tables of vertices and edges, for spreadsheets, R, pandas and Gephi.

use std::fmt::Write as _;

use super::Picture;

/// Writes the vertices as CSV (RFC 4180 with plain line feeds): a header line, then
/// `id,label,player,score,dominance` for each. What is not known is left empty.
///
/// ```
/// use minproof::{Player, export::{Picture, PictureVertex, csv_vertices}};
/// let end = PictureVertex {
///     label: "a \"b\"".into(),
///     player: Player::First,
///     score: Some(-2),
///     dominance: None,
/// };
/// let picture = Picture { vertices: vec![end], ..Picture::default() };
/// let table = csv_vertices(&picture);
/// assert_eq!(table, "id,label,player,score,dominance\n0,\"a \"\"b\"\"\",first,-2,\n");
/// ```
#[must_use]
pub fn csv_vertices(picture: &Picture) -> String {
    let mut out = String::from("id,label,player,score,dominance\n");
    for (id, vertex) in picture.vertices.iter().enumerate() {
        let known = |number: Option<i64>| number.map_or_else(String::new, |n| n.to_string());
        let _ = writeln!(
            out,
            "{id},{},{},{},{}",
            field(&vertex.label),
            vertex.player.name(),
            known(vertex.score.map(i64::from)),
            known(vertex.dominance.map(i64::from)),
        );
    }
    out
}

/// Writes the edges as CSV: a header line, then `source,target,moves` for each, by the
/// ids of [`csv_vertices`].
#[must_use]
pub fn csv_edges(picture: &Picture) -> String {
    let mut out = String::from("source,target,moves\n");
    for edge in &picture.edges {
        let _ = writeln!(out, "{},{},{}", edge.from, edge.to, field(&edge.label));
    }
    out
}

/// A field, in quotes where it could be taken for more than one, or loses spaces.
fn field(text: &str) -> String {
    let plain = !text.contains(['"', ',', '\n', '\r']) && text.trim() == text;
    if plain {
        text.to_owned()
    } else {
        format!("\"{}\"", text.replace('"', "\"\""))
    }
}
