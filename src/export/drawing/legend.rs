//! What stands around the graph: title, plies, and what shapes and colours mean.

use super::nodes::draw_piece;
use super::{Align, Canvas, Drawing, GREY, INK, MARGIN, colours, write};
use crate::export::canvas::{Form, Style, text_width};
use crate::export::{Picture, PictureVertex};
use crate::game::{Pieces, Player};

const TITLE_SIZE: f64 = 15.0;
const SIZE: f64 = 10.0;

/// The sizes of what stands around the graph.
pub(super) struct Frame {
    /// Large drawings are shown smaller than they are, so what is written on them grows.
    grown: f64,
}

impl Frame {
    pub(super) fn new(width: f64) -> Self {
        Self {
            grown: (width / 900.0).clamp(1.0, 2.2),
        }
    }

    /// Writes title and figures; returns where the graph begins.
    pub(super) fn heading(&self, canvas: &mut Canvas, drawing: &Drawing<'_>) -> f64 {
        let mut line = figures(drawing.over.unwrap_or(&drawing.picture));
        if drawing.over.is_some() {
            line = format!("{line}; behind it the graph: {}", figures(&drawing.picture));
        }
        let title = &drawing.picture.title;
        let title = &title.replace(">=", " ≥ ").replace("<=", " ≤ ");
        let (title_size, size) = (self.grown * TITLE_SIZE, self.grown * SIZE);
        let first = MARGIN + 12.0 * self.grown;
        let second = first + 18.0 * self.grown;
        write(canvas, (MARGIN, first), title_size, Align::Left, INK, title);
        write(canvas, (MARGIN, second), size, Align::Left, GREY, &line);
        let widest = text_width(title, title_size).max(text_width(&line, size));
        canvas.width = canvas.width.max(widest + 2.0 * MARGIN);
        second + 22.0 * self.grown
    }

    /// Numbers the layers on the left; returns where the graph begins.
    pub(super) fn plies(&self, canvas: &mut Canvas, rows: &[f64]) -> f64 {
        let size = self.grown * SIZE;
        let right = MARGIN + text_width("ply 0", size);
        for (ply, row) in rows.iter().enumerate() {
            let text = if ply == 0 {
                "ply 0".to_owned()
            } else {
                ply.to_string()
            };
            let at = (right, row + 0.36 * size);
            write(canvas, at, size, Align::Right, GREY, &text);
        }
        right + 24.0
    }

    /// Says what is to be seen, in as many lines as it takes; ends the canvas below.
    pub(super) fn legend(&self, canvas: &mut Canvas, top: f64, drawing: &Drawing<'_>) {
        let grown = self.grown;
        let size = grown * SIZE;
        let limit = (canvas.width - MARGIN).max(420.0);
        let (mut x, mut y) = (MARGIN, top + 34.0 * grown);
        let mut widest: f64 = 0.0;
        let items = items(drawing);
        for (place, (mark, text)) in items.iter().enumerate() {
            let width = 18.0 * grown + text_width(text, size);
            // The pieces of both players stay together.
            let with_it = match items.get(place + 1) {
                Some((Mark::Piece(..), next)) if matches!(mark, Mark::Piece(..)) => {
                    36.0 * grown + text_width(next, size)
                }
                _ => 0.0,
            };
            if x > MARGIN && x + width + with_it > limit {
                (x, y) = (MARGIN, y + 20.0 * grown);
            }
            mark.draw(canvas, (x + 6.0 * grown, y), grown);
            let at = (x + 18.0 * grown, y + 0.36 * size);
            write(canvas, at, size, Align::Left, INK, text);
            widest = widest.max(x + width);
            x += width + 18.0 * grown;
        }
        canvas.width = canvas.width.max(widest + MARGIN);
        canvas.height = y + MARGIN;
    }
}

fn figures(picture: &Picture) -> String {
    let named = |count: usize, one: &str, many: &str| {
        format!("{count} {}", if count == 1 { one } else { many })
    };
    let ends = picture.vertices.iter().filter(|v| v.score.is_some());
    format!(
        "{}, {}, {}",
        named(picture.vertices.len(), "vertex", "vertices"),
        named(picture.edges.len(), "edge", "edges"),
        named(ends.count(), "end", "ends")
    )
}

/// What needs to be explained of a drawing.
fn items(drawing: &Drawing<'_>) -> Vec<(Mark, &'static str)> {
    let picture = drawing.over.unwrap_or(&drawing.picture);
    let vertices = &picture.vertices;
    let mut items = Vec::new();
    for (sign, text) in [(1, "First wins"), (-1, "Second wins"), (0, "draw")] {
        if vertices.iter().any(|v| v.dominance == Some(sign)) {
            items.push((Mark::Colour(sign), text));
        }
    }
    if drawing.has_shapes() {
        let boards = !drawing.boards.is_empty();
        let moves = |player| move |v: &PictureVertex| v.score.is_none() && v.player == player;
        if vertices.iter().any(moves(Player::First)) {
            items.push((Mark::Shape(0.0), "First moves"));
        }
        if vertices.iter().any(moves(Player::Second)) {
            let corner = if boards { 4.0 } else { 5.5 };
            items.push((Mark::Shape(corner), "Second moves"));
        }
        if vertices.iter().any(|v| v.score.is_some()) {
            let corner = if boards { 0.0 } else { 5.5 };
            items.push((Mark::End(corner), "game over, score for First"));
        }
    }
    if drawing.boards.iter().flatten().next().is_some() {
        items.push((Mark::Piece(drawing.pieces, Player::First), "First"));
        items.push((Mark::Piece(drawing.pieces, Player::Second), "Second"));
    }
    items
}

/// A small picture of what is explained.
enum Mark {
    Colour(i8),
    Shape(f64),
    End(f64),
    Piece(Pieces, Player),
}

impl Mark {
    fn draw(&self, canvas: &mut Canvas, (x, y): (f64, f64), grown: f64) {
        let frame = |half: f64, corner: f64| Form::Box {
            x: x - half * grown,
            y: y - half * grown,
            width: 2.0 * half * grown,
            height: 2.0 * half * grown,
            corner: corner * grown,
        };
        let white = Style::filled([255; 3]).outlined(INK, 1.0);
        match *self {
            Self::Colour(sign) => {
                let style = Style::filled(colours(Some(sign)).0);
                canvas.add(frame(5.0, 0.0), style);
            }
            Self::Shape(corner) => canvas.add(frame(5.5, corner), white),
            Self::End(corner) => {
                let grown = if corner > 0.0 { corner + 1.5 } else { 0.0 };
                canvas.add(frame(7.0, grown), white);
                canvas.add(frame(4.2, if corner > 0.0 { 4.2 } else { 0.0 }), white);
            }
            Self::Piece(pieces, player) => {
                draw_piece(canvas, pieces, player, (x, y), 4.5 * grown);
            }
        }
    }
}
