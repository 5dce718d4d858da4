//! One entry on paper: its number, its board, the reply, and the answers beside it.

use super::font::{Fonts, Weight};
use super::paint::{Grey, Shape};
use super::words::capital;
use super::{Entry, Sheet};
use crate::game::{BoardPicture, Pieces, Player, Square};

const FAINT: Grey = 0.35;
const GRID: Grey = 0.55;
const GROUND: Grey = 0.9;

/// A word of running text.
#[derive(Clone, Debug)]
struct Word {
    text: String,
    weight: Weight,
    grey: Grey,
}

/// Words that begin a new line, at this indent and size, in units of the text size.
struct Paragraph {
    words: Vec<Word>,
    indent: f32,
    size: f32,
    /// Whether more room than usual is left above.
    apart: bool,
}

/// Sets an entry: all lengths follow from the text size.
pub(super) struct Setter<'a> {
    pub(super) sheet: &'a Sheet,
    pub(super) fonts: &'a Fonts,
    /// The text size in points.
    pub(super) size: f32,
    /// The width of a card in points.
    pub(super) width: f32,
}

impl Setter<'_> {
    fn padding(&self) -> f32 {
        0.7 * self.size
    }

    fn head(&self) -> f32 {
        2.3 * self.size
    }

    /// The side of a square of the board.
    fn cell(&self, board: &BoardPicture) -> f32 {
        let longer = board.width.max(board.height).max(1) as f32;
        self.size * (7.6 / longer).clamp(1.15, 1.9)
    }

    /// How wide the left part of a card is: the board with the names of its rows.
    fn left(&self, entry: &Entry) -> f32 {
        match &entry.picture {
            Some(board) => self.size * 1.1 + self.cell(board) * board.width as f32,
            None => {
                let width = |line| self.fonts.width(Weight::Regular, self.size, line);
                entry.drawing.lines().map(width).fold(0.0, f32::max)
            }
        }
    }

    fn left_height(&self, entry: &Entry) -> f32 {
        match &entry.picture {
            Some(board) => self.size * 1.1 + self.cell(board) * board.height as f32,
            None => entry.drawing.lines().count() as f32 * self.size * 1.25,
        }
    }

    /// The width of the narrowest card in which the answers stand well beside the board.
    pub(super) fn narrowest(&self) -> f32 {
        let wanted = |entry: &Entry| {
            let lines = self.paragraphs(entry).into_iter().map(|paragraph| {
                let size = paragraph.size * self.size;
                let wide =
                    |word: &Word| self.fonts.width(word.weight, size, &word.text) + 0.32 * size;
                paragraph.words.iter().map(wide).sum()
            });
            let text = lines.fold(0.0, f32::max);
            self.left(entry) + text.clamp(5.0 * self.size, 9.2 * self.size)
        };
        let widths = self.sheet.entries.iter().map(wanted);
        widths.fold(0.0, f32::max) + 2.0 * self.padding() + 0.9 * self.size
    }

    /// The height of an entry's card.
    pub(super) fn height(&self, entry: &Entry) -> f32 {
        let text = self.text(entry, (0.0, 0.0), &mut Vec::new());
        self.head() + self.left_height(entry).max(text) + self.padding() * 2.0
    }

    /// Draws an entry's card with its upper left corner at `(x, y)`.
    pub(super) fn draw(
        &self,
        entry: &Entry,
        (x, y): (f32, f32),
        height: f32,
        out: &mut Vec<Shape>,
    ) {
        out.push(Shape::Rect {
            x,
            y,
            width: self.width,
            height,
            fill: None,
            line: Some((0.5, 0.7)),
        });
        let pad = self.padding();
        self.draw_head(entry, (x + pad, y + pad), out);
        let top = y + pad + self.head();
        match &entry.picture {
            Some(board) => self.draw_board(entry, board, (x + pad, top), out),
            None => self.draw_lines(entry, (x + pad, top), out),
        }
        let left = x + pad + self.left(entry) + 0.9 * self.size;
        self.text(entry, (left, top), out);
    }

    fn draw_head(&self, entry: &Entry, (x, y): (f32, f32), out: &mut Vec<Shape>) {
        let size = self.size;
        let label = match entry.number {
            0 => "Start".to_owned(),
            number => number.to_string(),
        };
        let label_size = 1.15 * size;
        let wide = self.fonts.width(Weight::Bold, label_size, &label);
        let width = wide.max(1.2 * size) + 0.8 * size;
        out.push(Shape::Rect {
            x,
            y,
            width,
            height: 1.7 * size,
            fill: Some(0.0),
            line: None,
        });
        out.push(Shape::Text {
            x: x + (width - wide) / 2.0,
            y: y + 1.27 * size,
            size: label_size,
            weight: Weight::Bold,
            grey: 1.0,
            text: label,
        });
        let text = match entry.line.first() {
            Some(ply) => (ply.mv.clone(), Weight::Bold, 1.7 * size),
            None => (
                format!("{} begins", self.sheet.opponent()),
                Weight::Regular,
                1.15 * size,
            ),
        };
        out.push(Shape::Text {
            x: x + width + 0.7 * size,
            y: y + 1.42 * size,
            size: text.2,
            weight: text.1,
            grey: 0.0,
            text: text.0,
        });
    }

    fn draw_lines(&self, entry: &Entry, (x, y): (f32, f32), out: &mut Vec<Shape>) {
        for (number, line) in entry.drawing.lines().enumerate() {
            out.push(Shape::Text {
                x,
                y: y + self.size * (1.0 + 1.25 * number as f32),
                size: self.size,
                weight: Weight::Regular,
                grey: 0.0,
                text: line.to_owned(),
            });
        }
    }

    fn draw_board(
        &self,
        entry: &Entry,
        board: &BoardPicture,
        (x, y): (f32, f32),
        out: &mut Vec<Shape>,
    ) {
        let cell = self.cell(board);
        let (left, top) = (x + self.size * 1.1, y + self.size * 1.1);
        let (width, height) = (cell * board.width as f32, cell * board.height as f32);
        let small = 0.8 * self.size;
        let mut name = |x: f32, y: f32, text: String| {
            let wide = self.fonts.width(Weight::Regular, small, &text);
            out.push(Shape::Text {
                x: x - wide / 2.0,
                y: y + 0.36 * small,
                size: small,
                weight: Weight::Regular,
                grey: FAINT,
                text,
            });
        };
        for column in 0..board.width {
            let text = char::from(b'a' + (column % 26) as u8).to_string();
            name(
                left + cell * (column as f32 + 0.5),
                y + 0.5 * self.size,
                text,
            );
        }
        for row in 0..board.height {
            let text = (row + 1).to_string();
            name(x + 0.4 * self.size, top + cell * (row as f32 + 0.5), text);
        }
        out.push(Shape::Rect {
            x: left,
            y: top,
            width,
            height,
            fill: Some(GROUND),
            line: None,
        });
        let mut line = |from, to| {
            out.push(Shape::Line {
                from,
                to,
                width: 0.4,
                grey: GRID,
            });
        };
        for column in 0..=board.width {
            let x = left + cell * column as f32;
            line((x, top), (x, top + height));
        }
        for row in 0..=board.height {
            let y = top + cell * row as f32;
            line((left, y), (left + width, y));
        }
        let squares = (0..board.height).flat_map(|row| (0..board.width).map(move |c| (c, row)));
        let centre = |(column, row): Square| {
            (
                left + cell * (column as f32 + 0.5),
                top + cell * (row as f32 + 0.5),
            )
        };
        let pieces = self.sheet.face.pieces;
        for square in squares {
            if let Some(player) = board.at(square) {
                piece(pieces, player, centre(square), cell, 1.0, out);
            }
            if entry.last.contains(&square) {
                last_move(pieces, board.at(square), centre(square), cell, out);
            }
        }
        if let Some(square) = entry.line.first().and_then(|ply| ply.square) {
            reply(pieces, self.sheet.prover(), centre(square), cell, out);
        }
    }

    /// Sets what is said beside the board, and says how high it is.
    fn text(&self, entry: &Entry, (x, y): (f32, f32), out: &mut Vec<Shape>) -> f32 {
        let room = self.width - 2.0 * self.padding() - self.left(entry) - 0.9 * self.size;
        let mut down = 0.0;
        for paragraph in self.paragraphs(entry) {
            let size = paragraph.size * self.size;
            let indent = paragraph.indent * self.size;
            if paragraph.apart && down > 0.0 {
                down += 0.35 * self.size;
            }
            for line in self.broken(&paragraph.words, size, room - indent) {
                let mut right = x + indent;
                for word in line {
                    let wide = self.fonts.width(word.weight, size, &word.text);
                    out.push(Shape::Text {
                        x: right,
                        y: y + down + size,
                        size,
                        weight: word.weight,
                        grey: word.grey,
                        text: word.text.clone(),
                    });
                    right += wide + self.fonts.width(Weight::Regular, size, " ");
                }
                down += 1.22 * size;
            }
        }
        down
    }

    fn broken<'w>(&self, words: &'w [Word], size: f32, room: f32) -> Vec<Vec<&'w Word>> {
        let space = self.fonts.width(Weight::Regular, size, " ");
        let mut lines: Vec<Vec<&Word>> = Vec::new();
        let mut used = 0.0;
        for word in words {
            let wide = self.fonts.width(word.weight, size, &word.text);
            match lines.last_mut() {
                Some(line) if used + space + wide <= room => {
                    used += space + wide;
                    line.push(word);
                }
                _ => {
                    used = wide;
                    lines.push(vec![word]);
                }
            }
        }
        lines
    }

    fn paragraphs(&self, entry: &Entry) -> Vec<Paragraph> {
        let sheet = self.sheet;
        let them = sheet.opponent();
        let mut all = Vec::new();
        for (at, ply) in entry.line.iter().enumerate().skip(1) {
            let before = &entry.line[at - 1];
            if ply.player != sheet.prover() {
                all.push(note(&sheet.must(ply), true));
                continue;
            }
            if let Some(text) = sheet.between(before, ply) {
                all.push(note(&text, true));
            }
            let mut words = words("then", Weight::Regular, 0.0);
            words.extend(self::words(&ply.mv, Weight::Bold, 0.0));
            all.push(plain(words, 0.0, false));
        }
        if !entry.line.is_empty() && entry.answers.iter().any(|answer| !answer.plies.is_empty()) {
            all.push(note(&format!("{them} plays"), true));
        }
        for row in sheet.rows(entry) {
            let mut line = words(&row.moves, Weight::Regular, 0.0);
            if let Some(end) = &row.end {
                if let Some(last) = line.last_mut() {
                    last.text.push(':');
                }
                line.retain(|word| word.text != ":" && !word.text.is_empty());
                let end = if line.is_empty() {
                    capital(end)
                } else {
                    end.clone()
                };
                line.extend(words(&end, Weight::Regular, 0.0));
            }
            if let Some(number) = row.entry {
                // The arrow stays with its number.
                let text = format!("\u{2192}\u{a0}{number}");
                line.push(Word {
                    text,
                    weight: Weight::Bold,
                    grey: 0.0,
                });
            }
            all.push(plain(line, 0.0, row.moves.is_empty()));
            if let Some(text) = sheet.turn_mark(row.turn) {
                all.push(Paragraph {
                    words: words(&text, Weight::Regular, 0.0),
                    indent: 0.9,
                    size: 0.88,
                    apart: false,
                });
            }
        }
        all
    }
}

fn words(text: &str, weight: Weight, grey: Grey) -> Vec<Word> {
    let word = |text: &str| Word {
        text: text.to_owned(),
        weight,
        grey,
    };
    text.split(' ').map(word).collect()
}

fn plain(words: Vec<Word>, indent: f32, apart: bool) -> Paragraph {
    Paragraph {
        words,
        indent,
        size: 1.0,
        apart,
    }
}

fn note(text: &str, apart: bool) -> Paragraph {
    Paragraph {
        words: words(text, Weight::Regular, FAINT),
        indent: 0.0,
        size: 0.88,
        apart,
    }
}

/// A piece; `scale` is 1 for one that stands on the board.
pub(super) fn piece(
    pieces: Pieces,
    player: Player,
    (x, y): (f32, f32),
    cell: f32,
    scale: f32,
    out: &mut Vec<Shape>,
) {
    let radius = 0.4 * cell * scale;
    let stroke = 0.09 * cell * scale;
    match (pieces, player) {
        (Pieces::Discs, Player::First) => out.push(Shape::Circle {
            centre: (x, y),
            radius,
            fill: Some(0.0),
            line: None,
        }),
        (Pieces::Discs, Player::Second) => out.push(Shape::Circle {
            centre: (x, y),
            radius: radius - 0.25,
            fill: Some(1.0),
            line: Some((0.6, 0.0)),
        }),
        (Pieces::Marks, Player::First) => {
            let arm = 0.72 * radius;
            for side in [1.0, -1.0] {
                out.push(Shape::Line {
                    from: (x - arm, y - arm * side),
                    to: (x + arm, y + arm * side),
                    width: stroke,
                    grey: 0.0,
                });
            }
        }
        (Pieces::Marks, Player::Second) => out.push(Shape::Circle {
            centre: (x, y),
            radius: 0.8 * radius,
            fill: None,
            line: Some((stroke, 0.0)),
        }),
    }
}

/// The sign that the opponent has just moved here.
pub(super) fn last_move(
    pieces: Pieces,
    player: Option<Player>,
    (x, y): (f32, f32),
    cell: f32,
    out: &mut Vec<Shape>,
) {
    let (centre, grey) = match (pieces, player) {
        (Pieces::Discs, Some(Player::First)) => ((x, y), 1.0),
        (Pieces::Discs, _) => ((x, y), 0.0),
        (Pieces::Marks, _) => ((x + 0.36 * cell, y - 0.36 * cell), 0.0),
    };
    out.push(Shape::Circle {
        centre,
        radius: 0.11 * cell,
        fill: Some(grey),
        line: None,
    });
}

/// The sign for the square to play on: a heavy frame, and in it a small piece.
pub(super) fn reply(
    pieces: Pieces,
    player: Player,
    (x, y): (f32, f32),
    cell: f32,
    out: &mut Vec<Shape>,
) {
    let side = cell - 0.1 * cell;
    out.push(Shape::Rect {
        x: x - side / 2.0,
        y: y - side / 2.0,
        width: side,
        height: side,
        fill: Some(1.0),
        line: Some((0.14 * cell, 0.0)),
    });
    piece(pieces, player, (x, y), cell, 0.68, out);
}
