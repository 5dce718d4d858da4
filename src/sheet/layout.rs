//! Sheets on paper: cards in rows and columns, on as few pages as can be read.

use super::Sheet;
use super::card::{Setter, last_move, piece, reply};
use super::font::{Fonts, Weight};
use super::paint::{Page, Shape};
use super::words::capital;
use crate::game::Pieces;

/// A size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    /// 210 x 297 mm.
    A4,
    /// 8.5 x 11 inches.
    Letter,
}

impl Paper {
    /// Width and height in points.
    #[must_use]
    pub fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }
}

/// Margin on all sides, in points: 10 mm, which every printer can do.
const MARGIN: f32 = 28.35;

/// Points between cards.
const GUTTER: f32 = 5.0;

/// Points kept free at the foot for the page number.
const FOOT: f32 = 14.0;

/// Text sizes in points, in quarters: the smallest that can be read at arm's length, and
/// the largest that does not look like a children's book.
const SIZES: std::ops::RangeInclusive<u32> = 26..=44;

/// How many pages a sheet has on paper.
#[must_use]
pub fn pages(sheet: &Sheet, paper: Paper) -> usize {
    lay_out(sheet, paper).len()
}

/// One way to distribute the cards.
struct Grid {
    size: f32,
    columns: usize,
    /// The heights of the rows, page by page.
    pages: Vec<Vec<f32>>,
}

impl Grid {
    /// How high the fullest page is.
    fn height(&self) -> f32 {
        let page = |rows: &Vec<f32>| rows.iter().map(|row| row + GUTTER).sum::<f32>();
        self.pages.iter().map(page).fold(0.0, f32::max)
    }
}

/// The pages of a sheet: the fewest that the smallest text needs, then the largest text
/// with which there are no more of them.
pub(super) fn lay_out(sheet: &Sheet, paper: Paper) -> Vec<Page> {
    let fonts = Fonts::new();
    let mut head = Vec::new();
    let top = header(sheet, paper, &fonts, &mut head);
    let mut best: Option<Grid> = None;
    for quarters in SIZES {
        let size = quarters as f32 / 4.0;
        let Some(grid) = best_grid(sheet, paper, &fonts, size, top) else {
            continue;
        };
        if best
            .as_ref()
            .is_none_or(|best| grid.pages.len() <= best.pages.len())
        {
            best = Some(grid);
        }
    }
    let grid =
        best.unwrap_or_else(|| grid(sheet, paper, &fonts, *SIZES.start() as f32 / 4.0, 1, top));
    let mut pages = fill(sheet, paper, &fonts, &grid, top);
    head.append(&mut pages[0].shapes);
    pages[0].shapes = head;
    let count = pages.len();
    for (number, page) in pages.iter_mut().enumerate() {
        footer(sheet, paper, &fonts, (number + 1, count), page);
    }
    pages
}

/// The grid of the fewest and then the least full pages for one text size; `None` if
/// not even one column has room.
fn best_grid(sheet: &Sheet, paper: Paper, fonts: &Fonts, size: f32, top: f32) -> Option<Grid> {
    let setter = Setter {
        sheet,
        fonts,
        size,
        width: 0.0,
    };
    let room = paper.size().0 - 2.0 * MARGIN + GUTTER;
    let most = (room / (setter.narrowest() + GUTTER)) as usize;
    let grids = (1..=most).map(|columns| grid(sheet, paper, fonts, size, columns, top));
    let key = |grid: &Grid| (grid.pages.len(), grid.height());
    grids.min_by(|a, b| {
        key(a)
            .partial_cmp(&key(b))
            .unwrap_or(std::cmp::Ordering::Equal)
    })
}

fn card_width(paper: Paper, columns: usize) -> f32 {
    (paper.size().0 - 2.0 * MARGIN + GUTTER) / columns as f32 - GUTTER
}

fn grid(sheet: &Sheet, paper: Paper, fonts: &Fonts, size: f32, columns: usize, top: f32) -> Grid {
    let setter = Setter {
        sheet,
        fonts,
        size,
        width: card_width(paper, columns),
    };
    let bottom = paper.size().1 - MARGIN - FOOT;
    let mut pages: Vec<Vec<f32>> = vec![Vec::new()];
    let mut down = top;
    for row in sheet.entries.chunks(columns) {
        let height = row
            .iter()
            .map(|entry| setter.height(entry))
            .fold(0.0, f32::max);
        if down + height > bottom && !pages.last().is_none_or(Vec::is_empty) {
            pages.push(Vec::new());
            down = MARGIN;
        }
        if let Some(page) = pages.last_mut() {
            page.push(height);
        }
        down += height + GUTTER;
    }
    Grid {
        size,
        columns,
        pages,
    }
}

fn fill(sheet: &Sheet, paper: Paper, fonts: &Fonts, grid: &Grid, top: f32) -> Vec<Page> {
    let setter = Setter {
        sheet,
        fonts,
        size: grid.size,
        width: card_width(paper, grid.columns),
    };
    let mut rows = sheet.entries.chunks(grid.columns);
    let mut pages = Vec::new();
    for (number, heights) in grid.pages.iter().enumerate() {
        let mut page = Page::default();
        let mut y = if number == 0 { top } else { MARGIN };
        for (&height, row) in heights.iter().zip(&mut rows) {
            for (column, entry) in row.iter().enumerate() {
                let x = MARGIN + (setter.width + GUTTER) * column as f32;
                setter.draw(entry, (x, y), height, &mut page.shapes);
            }
            y += height + GUTTER;
        }
        pages.push(page);
    }
    pages
}

fn text(x: f32, y: f32, size: f32, weight: Weight, text: &str) -> Shape {
    Shape::Text {
        x,
        y,
        size,
        weight,
        grey: 0.0,
        text: text.to_owned(),
    }
}

/// Sets the title, the totals and the legend; says where the cards may begin.
fn header(sheet: &Sheet, paper: Paper, fonts: &Fonts, out: &mut Vec<Shape>) -> f32 {
    let room = paper.size().0 - 2.0 * MARGIN;
    let mut y = MARGIN + 15.0;
    let title = format!("{}: {}", sheet.title(), sheet.claim());
    let wide = fonts.width(Weight::Bold, 18.0, &title);
    let size = 18.0 * (room / wide).min(1.0);
    out.push(text(MARGIN, y, size, Weight::Bold, &title));
    y += 5.0;
    let mut lines = vec![(
        Weight::Bold,
        format!("{}. {}.", sheet.starts(), capital(&sheet.totals())),
    )];
    let rule = if sheet.face.rule.is_empty() {
        String::new()
    } else {
        format!("The rule here: {}. ", sheet.face.rule)
    };
    let turning = capital(&sheet.turning_words());
    lines.push((Weight::Regular, format!("{rule}{turning}.")));
    lines.push((Weight::Regular, sheet.legend().join(" ")));
    for (weight, line) in lines {
        for line in fonts.wrap(weight, 8.0, room, &line) {
            y += 10.5;
            out.push(text(MARGIN, y, 8.0, weight, &line));
        }
        y += 1.5;
    }
    if sheet.entries[0].picture.is_some() {
        y += 13.0;
        key(sheet, fonts, y, out);
    }
    y + 9.0
}

/// The signs on the boards, and what they mean.
fn key(sheet: &Sheet, fonts: &Fonts, y: f32, out: &mut Vec<Shape>) {
    let cell = 12.0;
    let middle = y - 2.9;
    let (pieces, them) = (sheet.face.pieces, sheet.opponent());
    let mut x = MARGIN;
    let say = |words: &str, x: &mut f32, out: &mut Vec<Shape>| {
        out.push(text(*x, y, 8.0, Weight::Regular, words));
        *x += fonts.width(Weight::Regular, 8.0, words) + 16.0;
    };
    if pieces == Pieces::Discs {
        for player in [sheet.prover(), !sheet.prover()] {
            piece(pieces, player, (x + cell / 2.0, middle), cell, 1.0, out);
            x += cell + 3.0;
            say(sheet.face.name(player), &mut x, out);
        }
    }
    reply(pieces, sheet.prover(), (x + cell / 2.0, middle), cell, out);
    x += cell + 3.0;
    say("your reply", &mut x, out);
    let at = (x + cell / 2.0, middle);
    piece(pieces, !sheet.prover(), at, cell, 1.0, out);
    last_move(pieces, Some(!sheet.prover()), at, cell, out);
    x += cell + 3.0;
    let words = format!("{them}'s last move; where several are marked, one of them");
    say(&words, &mut x, out);
}

fn footer(sheet: &Sheet, paper: Paper, fonts: &Fonts, number: (usize, usize), page: &mut Page) {
    let (width, height) = paper.size();
    let y = height - MARGIN;
    let left = format!("{}  \u{b7}  claim {}", sheet.game, sheet.hold);
    let mut say = |x: f32, words: String| {
        page.shapes.push(Shape::Text {
            x,
            y,
            size: 7.0,
            weight: Weight::Regular,
            grey: 0.35,
            text: words,
        });
    };
    say(MARGIN, left);
    if number.1 > 1 {
        let words = format!("page {} of {}", number.0, number.1);
        say(
            width - MARGIN - fonts.width(Weight::Regular, 7.0, &words),
            words,
        );
    }
}
