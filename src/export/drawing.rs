//! Pictures drawn by plies, as papers on games have them.
//!
//! First's positions are boxes and Second's circles, ends have a double outline. What First
//! wins is red, what Second wins blue, draws are grey. With boards, the frame of the board has
//! the shape: sharp corners for First, round ones for Second.

mod edges;
mod legend;
mod nodes;

use std::collections::HashSet;

use super::canvas::{Align, Canvas, Colour};
use super::layout::{self, Layout, Request};
use super::{ExportError, Picture};
use crate::game::{BoardPicture, Pieces};
use legend::Frame;
use nodes::Node;

/// The edges up to which moves are written beside them.
pub const MOVES_UP_TO: usize = 400;

const MARGIN: f64 = 20.0;
/// Graphs of shapes alone are drawn no wider than about this.
const WIDEST: f64 = 2000.0;
const INK: Colour = [34, 34, 34];
const GREY: Colour = [110, 110, 110];
const FAINT: Colour = [205, 205, 205];

/// What is drawn.
#[derive(Clone, Debug, Default)]
pub struct Drawing<'a> {
    /// The graph.
    pub picture: Picture,
    /// The boards of its vertices; empty if vertices are only shapes. A vertex without a board
    /// shows its label.
    pub boards: Vec<Option<BoardPicture>>,
    /// What the pieces on the boards look like.
    pub pieces: Pieces,
    /// A part of the graph, vertices found by their labels, that is drawn in colour over the
    /// rest of it.
    pub over: Option<&'a Picture>,
}

impl Drawing<'_> {
    /// Draws it. The same drawing gives the same canvas.
    ///
    /// # Errors
    ///
    /// [`ExportError::TooLarge`] as [`Layout::new`].
    ///
    /// # Example
    ///
    /// ```
    /// use minproof::export::{Drawing, Picture, PictureEdge, PictureVertex, canvas};
    /// use minproof::Player;
    /// let vertex = |label: &str, score| PictureVertex {
    ///     label: label.into(),
    ///     player: Player::First,
    ///     score,
    ///     dominance: Some(1),
    /// };
    /// let picture = Picture {
    ///     title: "one move".into(),
    ///     vertices: vec![vertex("start", None), vertex("end", Some(1))],
    ///     edges: vec![PictureEdge { from: 0, to: 1, label: "a1".into() }],
    /// };
    /// let drawing = Drawing { picture, ..Drawing::default() }.canvas()?;
    /// assert!(canvas::svg(&drawing).contains(">a1</text>"));
    /// # Ok::<(), minproof::export::ExportError>(())
    /// ```
    pub fn canvas(&self) -> Result<Canvas, ExportError> {
        let picture = &self.picture;
        let strong = self.strong();
        let is_strong = |v: usize| strong.as_ref().is_none_or(|part| part.vertices[v]);
        let nodes = nodes::nodes(self, is_strong);
        let moves = picture.edges.len() <= MOVES_UP_TO && self.over.is_none();
        let labelled = moves && picture.edges.iter().any(|edge| !edge.label.is_empty());
        let tallest = nodes.iter().map(Node::height).fold(0.0, f64::max);
        let gap = match (self.boards.is_empty(), labelled) {
            (false, _) => 14.0,
            (true, true) => 18.0,
            (true, false) => f64::min(tallest * 0.6, 0.5 * self.slot()),
        };
        let layout = self.layout(&nodes, strong.as_ref(), gap)?;

        let depth = layout.depth().max(1) as f64;
        let between = if !self.boards.is_empty() {
            (layout.width / 26.0).clamp(38.0, 90.0)
        } else if labelled {
            (layout.width / 22.0).clamp(40.0, 90.0)
        } else {
            // Large graphs are as wide as they are; they get about the shape of a page.
            (layout.width / (1.7 * depth)).clamp(26.0, 300.0)
        };
        let mut canvas = Canvas {
            title: picture.title.clone(),
            ..Canvas::default()
        };
        let frame = Frame::new(layout.width);
        let heading = frame.heading(&mut canvas, self);
        let scores = if nodes.iter().any(Node::shows_score) {
            12.0
        } else {
            0.0
        };
        let pitch = tallest + scores + between;
        let rows: Vec<f64> = (0..layout.depth())
            .map(|row| heading + tallest / 2.0 + pitch * row as f64)
            .collect();
        let scale = frame.plies(&mut canvas, &rows);
        let needed = scale + layout.width + MARGIN;
        canvas.width = canvas.width.max(needed);
        let left = scale + (canvas.width - needed) / 2.0;
        let sheet = Sheet {
            drawing: self,
            layout: &layout,
            nodes: &nodes,
            rows: &rows,
            left,
        };
        edges::draw(&mut canvas, &sheet, strong.as_ref(), labelled);
        for strong in [false, true] {
            for vertex in (0..nodes.len()).filter(|&v| is_strong(v) == strong) {
                nodes[vertex].draw(&mut canvas, sheet.place(vertex), self, vertex, !strong);
            }
        }
        let bottom = rows
            .last()
            .map_or(heading, |row| row + tallest / 2.0 + scores);
        frame.legend(&mut canvas, bottom, self);
        Ok(canvas)
    }

    /// How much of the width a vertex of the widest layer can have if all is to be seen at once.
    fn slot(&self) -> f64 {
        let edges: Vec<_> = self
            .picture
            .edges
            .iter()
            .map(|edge| (edge.from, edge.to, 1.0))
            .collect();
        let layers = layout::layers(self.picture.vertices.len(), &edges);
        let mut sizes = vec![0_usize; layers.iter().max().map_or(0, |last| last + 1)];
        for layer in layers {
            sizes[layer] += 1;
        }
        WIDEST / sizes.into_iter().max().unwrap_or(1).max(1) as f64
    }

    /// Whether vertices are large enough to have a shape.
    fn has_shapes(&self) -> bool {
        self.over.is_some() || !self.boards.is_empty() || nodes::are_shapes(self.slot())
    }

    fn layout(
        &self,
        nodes: &[Node],
        strong: Option<&Part>,
        gap: f64,
    ) -> Result<Layout, ExportError> {
        let edges = &self.picture.edges;
        let mut order: Vec<usize> = (0..edges.len()).collect();
        if let Some(part) = strong {
            // The part is to stand in the middle: half of the other children on either side.
            let mut others = vec![0; self.picture.vertices.len()];
            order.sort_by_cached_key(|&edge| {
                let from = edges[edge].from;
                others[from] += usize::from(!part.edges[edge]);
                let side = match part.edges[edge] {
                    true => 1,
                    false => others[from] % 2 * 2,
                };
                (from, side)
            });
        }
        let pull = |edge: usize| match strong {
            Some(part) if part.edges[edge] => 30.0,
            _ => 1.0,
        };
        let request = Request {
            widths: nodes.iter().map(Node::width).collect(),
            edges: order
                .iter()
                .map(|&edge| (edges[edge].from, edges[edge].to, pull(edge)))
                .collect(),
            gap,
        };
        let mut layout = Layout::new(&request)?;
        let mut passes = vec![Vec::new(); edges.len()];
        for (edge, pass) in order.into_iter().zip(layout.passes) {
            passes[edge] = pass;
        }
        layout.passes = passes;
        Ok(layout)
    }

    /// What of the picture belongs to the part that is drawn over it.
    fn strong(&self) -> Option<Part> {
        let part = self.over?;
        let label = |vertex: usize| part.vertices[vertex].label.as_str();
        let pairs: HashSet<(&str, &str)> = part
            .edges
            .iter()
            .map(|edge| (label(edge.from), label(edge.to)))
            .collect();
        let vertices = &self.picture.vertices;
        let mut strong = Part {
            vertices: vec![false; vertices.len()],
            edges: Vec::with_capacity(self.picture.edges.len()),
        };
        if let (Some(start), Some(whole)) = (part.vertices.first(), vertices.first()) {
            strong.vertices[0] = start.label == whole.label;
        }
        for edge in &self.picture.edges {
            let ends = (
                vertices[edge.from].label.as_str(),
                vertices[edge.to].label.as_str(),
            );
            let belongs = pairs.contains(&ends);
            strong.edges.push(belongs);
            if belongs {
                strong.vertices[edge.from] = true;
                strong.vertices[edge.to] = true;
            }
        }
        Some(strong)
    }
}

/// The vertices and edges that are drawn strong.
struct Part {
    vertices: Vec<bool>,
    edges: Vec<bool>,
}

/// Where everything is on the canvas.
struct Sheet<'a> {
    drawing: &'a Drawing<'a>,
    layout: &'a Layout,
    nodes: &'a [Node],
    /// The middle line of each layer.
    rows: &'a [f64],
    left: f64,
}

impl Sheet<'_> {
    fn place(&self, vertex: usize) -> (f64, f64) {
        let row = self.rows[self.layout.layers[vertex]];
        (self.left + self.layout.x[vertex], row)
    }
}

/// The colour of who wins, and a light tint of it.
fn colours(dominance: Option<i8>) -> (Colour, Colour) {
    match dominance {
        Some(1) => ([215, 48, 31], [253, 226, 221]),
        Some(-1) => ([33, 102, 172], [221, 234, 246]),
        Some(0) => ([205, 205, 205], [238, 238, 238]),
        _ => ([255, 255, 255], [255, 255, 255]),
    }
}

fn write(canvas: &mut Canvas, at: (f64, f64), size: f64, align: Align, ink: Colour, text: &str) {
    canvas.text(at, size, align, ink, text);
}
