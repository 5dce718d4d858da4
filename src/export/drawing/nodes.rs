//! Vertices: shapes, boards, or texts.

use super::{Align, Canvas, Drawing, FAINT, INK, colours, write};
use crate::export::canvas::{Form, Step, Style, text_width};
use crate::game::{BoardPicture, Pieces, Player};

const CELL: f64 = 10.0;
const PAD: f64 = 6.0;
const TEXT_SIZE: f64 = 9.0;
/// How far the second outline of an end lies outside the first.
const RING: f64 = 3.0;
/// Shapes smaller than this have no outline of their own, and no score beside them.
const PLAIN_BELOW: f64 = 4.0;
/// Up to so many vertices SVG viewers say which one the pointer rests on.
const TIPS_UP_TO: usize = 2500;

/// How a vertex looks.
pub(super) enum Node {
    /// A box or a circle of this radius.
    Shape(f64),
    /// A point of what is not strong, or is one of very many.
    Point {
        radius: f64,
        slot: f64,
    },
    Board(BoardPicture),
    Text {
        width: f64,
    },
}

/// Whether vertices that have so much room are drawn as more than points.
pub(super) fn are_shapes(slot: f64) -> bool {
    radius(slot) >= PLAIN_BELOW
}

fn radius(slot: f64) -> f64 {
    (0.3 * slot).min(8.0)
}

/// The looks of all vertices.
pub(super) fn nodes(drawing: &Drawing<'_>, is_strong: impl Fn(usize) -> bool) -> Vec<Node> {
    let vertices = &drawing.picture.vertices;
    let slot = drawing.slot();
    let radius = radius(slot);
    let point = |radius: f64| Node::Point {
        radius: radius.max(0.7),
        slot: 0.5 * slot,
    };
    let over = drawing.over.is_some();
    let node = |number: usize| {
        if !is_strong(number) {
            return point(radius.min(3.0) * 0.7);
        }
        match drawing.boards.get(number) {
            None if over => Node::Shape(8.0),
            None if radius < PLAIN_BELOW => point(radius),
            None => Node::Shape(radius),
            Some(Some(board)) => Node::Board(board.clone()),
            Some(None) => Node::Text {
                width: text_width(&vertices[number].label, TEXT_SIZE) + 2.0 * PAD,
            },
        }
    };
    (0..vertices.len()).map(node).collect()
}

impl Node {
    pub(super) fn width(&self) -> f64 {
        match self {
            Self::Shape(radius) => 2.0 * radius,
            Self::Point { slot, .. } => *slot,
            Self::Board(board) => CELL * f64::from(board.width) + 2.0 * PAD,
            Self::Text { width } => *width,
        }
    }

    pub(super) fn height(&self) -> f64 {
        match self {
            Self::Shape(radius) | Self::Point { radius, .. } => 2.0 * radius,
            Self::Board(board) => CELL * f64::from(board.height) + 2.0 * PAD,
            Self::Text { .. } => TEXT_SIZE + 2.0 * PAD,
        }
    }

    /// Whether there is room to write the score of an end.
    pub(super) fn shows_score(&self) -> bool {
        match self {
            Self::Shape(radius) => *radius >= PLAIN_BELOW + 1.0,
            Self::Point { .. } => false,
            Self::Board(_) | Self::Text { .. } => true,
        }
    }

    /// Draws it; faintly if it is not strong.
    pub(super) fn draw(
        &self,
        canvas: &mut Canvas,
        (x, y): (f64, f64),
        drawing: &Drawing<'_>,
        number: usize,
        faint: bool,
    ) {
        let picture = &drawing.picture;
        let vertex = &picture.vertices[number];
        let (colour, tint) = colours(vertex.dominance);
        let tip = if picture.vertices.len() <= TIPS_UP_TO {
            vertex.label.clone()
        } else {
            String::new()
        };
        let is_end = vertex.score.is_some();
        let (half_width, half_height) = (self.width() / 2.0, self.height() / 2.0);
        let frame = |grown: f64, corner: f64| Form::Box {
            x: x - half_width - grown,
            y: y - half_height - grown,
            width: 2.0 * (half_width + grown),
            height: 2.0 * (half_height + grown),
            corner: if corner > 0.0 { corner + grown } else { 0.0 },
        };
        match self {
            Self::Point { radius, .. } => {
                let form = Form::Circle {
                    x,
                    y,
                    radius: *radius,
                };
                let fill = if faint { FAINT } else { colour };
                let style = match vertex.dominance {
                    None if !faint => Style::filled(fill).outlined(INK, 0.3),
                    _ => Style::filled(fill),
                };
                canvas.add_with_tip(form, style, tip);
            }
            Self::Shape(radius) => {
                let corner = match vertex.player {
                    _ if is_end => *radius,
                    Player::First => 0.0,
                    Player::Second => *radius,
                };
                // A box looks as large as a circle when it is a little smaller.
                let shrink = if corner == 0.0 { -0.1 * radius } else { 0.0 };
                if is_end {
                    let ring = (radius * 0.4).min(RING);
                    canvas.add(
                        frame(ring, corner),
                        Style::filled([255; 3]).outlined(INK, 1.0),
                    );
                }
                let style = Style::filled(colour).outlined(INK, 1.0);
                canvas.add_with_tip(frame(shrink, corner), style, tip);
            }
            Self::Board(_) | Self::Text { .. } => {
                let corner = match vertex.player {
                    Player::Second if !is_end => half_height.min(half_width).min(14.0),
                    _ => 0.0,
                };
                let plain = vertex.dominance.is_none_or(|sign| sign == 0);
                let line = if plain { INK } else { colour };
                if is_end {
                    let style = Style::filled([255; 3]).outlined(line, 1.2);
                    canvas.add(frame(RING, corner), style);
                }
                let style = Style::filled(tint).outlined(line, 1.6);
                canvas.add_with_tip(frame(0.0, corner), style, tip);
                if let Self::Board(board) = self {
                    let corner = (x - half_width + PAD, y - half_height + PAD);
                    draw_board(canvas, board, drawing.pieces, corner);
                } else {
                    let at = (x, y + 0.36 * TEXT_SIZE);
                    write(canvas, at, TEXT_SIZE, Align::Middle, INK, &vertex.label);
                }
            }
        }
        if let Some(score) = vertex.score.filter(|_| self.shows_score()) {
            let line = y + half_height + RING + 10.0;
            write(canvas, (x, line), 9.0, Align::Middle, INK, &signed(score));
        }
    }
}

/// A score with its sign, and a true minus.
pub(super) fn signed(score: i32) -> String {
    match score.signum() {
        1 => format!("+{score}"),
        -1 => format!("\u{2212}{}", score.unsigned_abs()),
        _ => "0".to_owned(),
    }
}

fn draw_board(canvas: &mut Canvas, board: &BoardPicture, pieces: Pieces, (left, top): (f64, f64)) {
    let (width, height) = (
        CELL * f64::from(board.width),
        CELL * f64::from(board.height),
    );
    let ground = Form::Box {
        x: left,
        y: top,
        width,
        height,
        corner: 0.0,
    };
    canvas.add(ground, Style::filled([255; 3]));
    let mut grid = Vec::new();
    for column in 0..=board.width {
        let x = left + CELL * f64::from(column);
        grid.extend([Step::Move(x, top), Step::Line(x, top + height)]);
    }
    for row in 0..=board.height {
        let y = top + CELL * f64::from(row);
        grid.extend([Step::Move(left, y), Step::Line(left + width, y)]);
    }
    canvas.add(Form::Path(grid), Style::drawn([150, 150, 150], 0.6));
    for (row, column) in (0..board.height).flat_map(|r| (0..board.width).map(move |c| (r, c))) {
        if let Some(player) = board.at((column, row)) {
            let middle = |start: f64, at: u32| start + CELL * (f64::from(at) + 0.5);
            let at = (middle(left, column), middle(top, row));
            draw_piece(canvas, pieces, player, at, 0.37 * CELL);
        }
    }
}

/// A disc or a mark of this radius.
pub(super) fn draw_piece(
    canvas: &mut Canvas,
    pieces: Pieces,
    player: Player,
    (x, y): (f64, f64),
    radius: f64,
) {
    let circle = Form::Circle { x, y, radius };
    let line = 0.22 * radius;
    match (pieces, player) {
        (Pieces::Discs, Player::First) => {
            canvas.add(circle, Style::filled(INK).outlined(INK, line));
        }
        (Pieces::Discs, Player::Second) => {
            canvas.add(circle, Style::filled([255; 3]).outlined(INK, line));
        }
        (Pieces::Marks, Player::First) => {
            let arm = 0.85 * radius;
            let cross = vec![
                Step::Move(x - arm, y - arm),
                Step::Line(x + arm, y + arm),
                Step::Move(x - arm, y + arm),
                Step::Line(x + arm, y - arm),
            ];
            canvas.add(Form::Path(cross), Style::drawn(INK, 2.0 * line));
        }
        (Pieces::Marks, Player::Second) => canvas.add(circle, Style::drawn(INK, 1.6 * line)),
    }
}
