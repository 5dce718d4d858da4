//! TikZ, for papers set in LaTeX.

use std::fmt::Write as _;

use super::layout::{Layout, Request};
use super::{ExportError, Picture};
use crate::game::Player;

/// The largest number of vertices that fit on a page of a paper.
pub const TIKZ_LIMIT: usize = 200;

/// Centimetres between two layers, and between the middles of two vertices of a layer.
const DOWN: f64 = 1.3;
const ACROSS: f64 = 1.0;

/// Writes a picture as a `tikzpicture` that a document with `\usepackage{tikz}` can
/// `\input`. Vertices are placed by plies and named `v0`, `v1`, ...; what they look like is
/// said by styles at the top, and their labels stand in comments.
///
/// # Errors
///
/// [`ExportError::TooLarge`] above [`TIKZ_LIMIT`] vertices.
///
/// # Example
///
/// ```
/// use minproof::{Player, export::{Picture, PictureVertex, tikz}};
/// let end = PictureVertex {
///     label: "over".into(),
///     player: Player::First,
///     score: Some(-2),
///     dominance: Some(-1),
/// };
/// let picture = Picture { vertices: vec![end], ..Picture::default() };
/// assert!(tikz(&picture)?.contains(
///     r"\node[end, second wins, label=below:{$-2$}] (v0) at (0.5,0) {}; % over"
/// ));
/// # Ok::<(), minproof::export::ExportError>(())
/// ```
pub fn tikz(picture: &Picture) -> Result<String, ExportError> {
    let count = picture.vertices.len();
    if count > TIKZ_LIMIT {
        return Err(ExportError::TooLarge {
            format: "TikZ",
            what: "vertices",
            found: count,
            limit: TIKZ_LIMIT,
            advice: "take `minproof draw -o F.pdf` and \\includegraphics",
        });
    }
    let layout = Layout::new(&Request {
        widths: vec![ACROSS; count],
        edges: picture.edges.iter().map(|e| (e.from, e.to, 1.0)).collect(),
        gap: 0.0,
    })?;
    let mut out = format!("% {}\n", comment(&picture.title));
    out.push_str(concat!(
        "\\begin{tikzpicture}[\n",
        "  vertex/.style={draw, inner sep=0pt, minimum size=5mm},\n",
        "  first/.style={vertex, rectangle}, second/.style={vertex, circle},\n",
        "  end/.style={vertex, circle, double, double distance=0.8pt},\n",
        "  first wins/.style={fill={rgb,255:red,215;green,48;blue,31}},\n",
        "  second wins/.style={fill={rgb,255:red,33;green,102;blue,172}},\n",
        "  drawn/.style={fill=black!20},\n",
        "  every label/.style={font=\\scriptsize},\n",
        "  move/.style={midway, font=\\scriptsize, fill=white, inner sep=1pt},\n",
        "  edge/.style={out=-90, in=90, looseness=0.8},\n",
        "  back/.style={out=0, in=0}]\n",
    ));
    for (number, vertex) in picture.vertices.iter().enumerate() {
        let shape = match vertex.player {
            _ if vertex.score.is_some() => "end",
            Player::First => "first",
            Player::Second => "second",
        };
        let colour = match vertex.dominance {
            Some(1) => ", first wins",
            Some(0) => ", drawn",
            Some(-1) => ", second wins",
            _ => "",
        };
        let score = vertex.score.map_or_else(String::new, |score| {
            let sign = if score > 0 { "+" } else { "" };
            format!(", label=below:{{${sign}{score}$}}")
        });
        let at = point(layout.x[number], layout.layers[number]);
        let label = comment(&vertex.label);
        let _ = writeln!(
            out,
            "  \\node[{shape}{colour}{score}] (v{number}) at {at} {{}}; % {label}"
        );
    }
    let mut leaving = vec![0; count];
    let mut arriving = vec![0; count];
    for edge in &picture.edges {
        leaving[edge.from] += 1;
        arriving[edge.to] += 1;
    }
    for (edge, passes) in picture.edges.iter().zip(&layout.passes) {
        let (from, to) = (layout.layers[edge.from], layout.layers[edge.to]);
        let style = if to > from { "edge" } else { "back" };
        let _ = write!(out, "  \\draw (v{}) to[{style}]", edge.from);
        if !edge.label.is_empty() {
            // Siblings are farther apart below.
            let place = if leaving[edge.from] > arriving[edge.to] {
                ", pos=0.65"
            } else {
                ""
            };
            let _ = write!(out, " node[move{place}] {{{}}}", escaped(&edge.label));
        }
        for (step, &x) in passes.iter().enumerate() {
            let _ = write!(out, " {} to[edge]", point(x, from + 1 + step));
        }
        let _ = writeln!(out, " (v{});", edge.to);
    }
    out.push_str("\\end{tikzpicture}\n");
    Ok(out)
}

fn point(x: f64, layer: usize) -> String {
    let y = DOWN * layer as f64;
    let short = |number: f64| {
        let text = format!("{number:.2}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let sign = if layer == 0 { "" } else { "-" };
    format!("({},{sign}{})", short(x), short(y))
}

fn comment(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

/// Text as TeX sets it.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("\\textquotedbl{}"),
            '`' => escaped.push_str("\\textasciigrave{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                escaped.push('\\');
                escaped.push(c);
            }
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
