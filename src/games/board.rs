//! Rectangular boards up to 8x8 as bits of a `u64`, their squares' names and symmetries.
//!
//! Square (column, row), both counted from 0, is bit `8 * row + column` whatever
//! the size of the board, so that shifts and mirrors are the same few
//! instructions on every board.

use std::fmt;
use std::str::FromStr;

use crate::game::{BoardPicture, Player, PositionError, Square};
use crate::symmetry::Symmetry;

/// A board of `width` columns and `height` rows, each 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    width: u32,
    height: u32,
}

/// Why a board's size was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a board: write COLUMNSxROWS such as 4x4, each between 1 and 8")]
pub struct BoardError(pub String);

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        text.split_once(['x', 'X'])
            .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)))
            .and_then(|(width, height)| Self::new(width, height))
            .ok_or_else(|| BoardError(text.to_owned()))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl Board {
    /// The board of this size; `None` unless both sides are between 1 and 8.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let side = 1..=8;
        (side.contains(&width) && side.contains(&height)).then_some(Self { width, height })
    }

    /// How many columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The bit number of a square.
    #[must_use]
    pub fn square(&self, column: u32, row: u32) -> u32 {
        debug_assert!(column < self.width && row < self.height);
        8 * row + column
    }

    /// The bits of all squares.
    #[must_use]
    pub fn squares(&self) -> u64 {
        self.rectangle(0, self.width, 0, self.height)
    }

    /// The bits of the squares in columns `left..right` and rows `top..bottom`.
    #[must_use]
    pub fn rectangle(&self, left: u32, right: u32, top: u32, bottom: u32) -> u64 {
        (top..bottom)
            .flat_map(|row| (left..right).map(move |column| 1 << (8 * row + column)))
            .fold(0, |all, bit: u64| all | bit)
    }

    /// How many symmetries the board has: 8 if it is square, else 4.
    #[must_use]
    pub fn symmetries(&self) -> u16 {
        if self.width == self.height { 8 } else { 4 }
    }

    /// The image of a set of squares.
    ///
    /// Bit 2 of the symmetry's number transposes the board first, then bit 0
    /// mirrors it left-right and bit 1 top-bottom.
    #[must_use]
    #[inline]
    pub fn transform(&self, mut bits: u64, symmetry: Symmetry) -> u64 {
        if symmetry.0 & 4 != 0 {
            bits = transpose(bits);
        }
        if symmetry.0 & 1 != 0 {
            bits = mirror_columns(bits) >> (8 - self.width);
        }
        if symmetry.0 & 2 != 0 {
            bits = bits.swap_bytes() >> (8 * (8 - self.height));
        }
        bits
    }

    /// What a person does with the board to apply the symmetry.
    #[must_use]
    pub fn symmetry_name(symmetry: Symmetry) -> &'static str {
        match symmetry.0 {
            0 => "as it is",
            1 => "mirror left-right",
            2 => "mirror top-bottom",
            3 => "turn by half",
            4 => "mirror along the diagonal from the top left",
            5 => "turn a quarter right",
            6 => "turn a quarter left",
            7 => "mirror along the diagonal from the top right",
            _ => "no symmetry of a board",
        }
    }

    /// The name of a square, `a1` at the top left.
    #[must_use]
    pub fn square_name(&self, square: u32) -> String {
        format!(
            "{}{}",
            char::from(b'a' + (square % 8) as u8),
            square / 8 + 1
        )
    }

    /// Two sets of discs and the side to move as one line: `X` for First, `O` for
    /// Second, `-` for an empty square, rows from the top divided by `/`.
    #[must_use]
    pub fn write(&self, first: u64, second: u64, mover: Player) -> String {
        let mut text = String::with_capacity((self.height * (self.width + 1) + 1) as usize);
        for row in 0..self.height {
            if row > 0 {
                text.push('/');
            }
            text.extend((0..self.width).map(|column| disc(first, second, 8 * row + column)));
        }
        text.push(' ');
        text.push(side(mover));
        text
    }

    /// What [`Board::write`] wrote: First's discs, Second's discs, the side to move.
    ///
    /// Row dividers may be left out and `.` stands for an empty square too.
    ///
    /// # Errors
    ///
    /// When a square is missing, too many, or no disc, or the side to move is
    /// missing.
    pub fn read(&self, text: &str) -> Result<(u64, u64, Player), PositionError> {
        let error = |reason: String| PositionError::new(text, reason);
        let (squares, mover) = text
            .trim()
            .rsplit_once(' ')
            .ok_or_else(|| error("a space and the side to move (X or O) must end it".into()))?;
        let mover = match mover {
            "X" => Player::First,
            "O" => Player::Second,
            other => return Err(error(format!("the side to move is X or O, not `{other}`"))),
        };
        let wanted = (self.width * self.height) as usize;
        let found = squares.chars().filter(|&c| c != '/').count();
        if found != wanted {
            return Err(error(format!(
                "a {self} board has {wanted} squares, here are {found}"
            )));
        }
        let (mut first, mut second) = (0, 0);
        for (place, c) in squares.chars().filter(|&c| c != '/').enumerate() {
            let place = place as u32;
            let square = 8 * (place / self.width) + place % self.width;
            match c {
                'X' => first |= 1 << square,
                'O' => second |= 1 << square,
                '-' | '.' => {}
                other => {
                    let name = self.square_name(square);
                    return Err(error(format!("{name} holds X, O or -, not `{other}`")));
                }
            }
        }
        let rows: Vec<&str> = squares.split('/').collect();
        if rows.len() > 1
            && rows
                .iter()
                .any(|row| row.chars().count() != self.width as usize)
        {
            return Err(error(format!(
                "rows divided by / have {} squares each",
                self.width
            )));
        }
        Ok((first, second, mover))
    }

    /// The board as a person sees it, with names of columns and rows.
    #[must_use]
    pub fn draw(&self, first: u64, second: u64, mover: Player) -> String {
        let mut text = String::from("  ");
        for column in 0..self.width {
            text.push(' ');
            text.push(char::from(b'a' + column as u8));
        }
        for row in 0..self.height {
            text.push_str(&format!("\n {}", row + 1));
            for column in 0..self.width {
                text.push(' ');
                text.push(disc(first, second, 8 * row + column));
            }
        }
        text.push_str(&format!("   {} ({mover}) to move", side(mover)));
        text
    }
}

impl Board {
    /// Two sets of discs as a picture.
    #[must_use]
    pub fn picture(&self, first: u64, second: u64) -> BoardPicture {
        let all = (0..self.height).flat_map(|row| (0..self.width).map(move |c| 8 * row + c));
        let cell = |square| match disc(first, second, square) {
            'X' => Some(Player::First),
            'O' => Some(Player::Second),
            _ => None,
        };
        BoardPicture {
            width: self.width,
            height: self.height,
            cells: all.map(cell).collect(),
        }
    }

    /// Column and row of a square's bit number.
    #[must_use]
    pub fn place(square: u32) -> Square {
        (square % 8, square / 8)
    }

    /// Where a symmetry takes a square; `None` if it is not on the board.
    #[must_use]
    pub fn square_image(&self, (column, row): Square, symmetry: Symmetry) -> Option<Square> {
        let inside = column < self.width && row < self.height;
        inside.then(|| {
            let image = self.transform(1 << self.square(column, row), symmetry);
            Self::place(image.trailing_zeros())
        })
    }

    /// Whether a symmetry is a rotation, not a mirror image.
    #[must_use]
    pub fn is_rotation(symmetry: Symmetry) -> bool {
        // Transposing, like each of the two mirrors, turns the board over once.
        symmetry.0.count_ones().is_multiple_of(2)
    }
}

fn disc(first: u64, second: u64, square: u32) -> char {
    if first >> square & 1 == 1 {
        'X'
    } else if second >> square & 1 == 1 {
        'O'
    } else {
        '-'
    }
}

fn side(mover: Player) -> char {
    match mover {
        Player::First => 'X',
        Player::Second => 'O',
    }
}

/// Reverses the eight columns of every row.
#[inline]
fn mirror_columns(bits: u64) -> u64 {
    bits.reverse_bits().swap_bytes()
}

/// Swaps columns and rows of the 8x8 board by three exchanges of blocks
/// (Warren, Hacker's Delight, 2nd ed. 2013, section 7-3).
#[inline]
fn transpose(mut bits: u64) -> u64 {
    for (shift, mask) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let moved = (bits ^ (bits >> shift)) & mask;
        bits ^= moved ^ (moved << shift);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One square at a time, by arithmetic on its column and row.
    fn slow(board: Board, bits: u64, symmetry: Symmetry) -> u64 {
        let mut image = 0;
        for square in (0..64).filter(|square| bits >> square & 1 == 1) {
            let (mut column, mut row) = (square % 8, square / 8);
            if symmetry.0 & 4 != 0 {
                (column, row) = (row, column);
            }
            if symmetry.0 & 1 != 0 {
                column = board.width - 1 - column;
            }
            if symmetry.0 & 2 != 0 {
                row = board.height - 1 - row;
            }
            image |= 1 << board.square(column, row);
        }
        image
    }

    #[test]
    fn fast_symmetries_agree_with_slow_ones() {
        for (width, height) in (1..=8).flat_map(|w| (1..=8).map(move |h| (w, h))) {
            let board = Board::new(width, height).unwrap();
            for symmetry in (0..board.symmetries()).map(Symmetry) {
                for seed in 0..40_u64 {
                    let bits = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) & board.squares();
                    let image = board.transform(bits, symmetry);
                    assert_eq!(image, slow(board, bits, symmetry), "{board} {symmetry:?}");
                    assert_eq!(image & !board.squares(), 0);
                }
            }
        }
    }

    #[test]
    fn a_quarter_right_takes_the_top_left_to_the_top_right() {
        let board = Board::new(4, 4).unwrap();
        let turned = board.transform(1 << board.square(0, 0), Symmetry(5));
        assert_eq!(board.square_name(turned.trailing_zeros()), "d1");
        let turned = board.transform(1 << board.square(0, 0), Symmetry(6));
        assert_eq!(board.square_name(turned.trailing_zeros()), "a4");
    }

    #[test]
    fn texts_are_read_back_and_faults_named() {
        let board = Board::new(3, 2).unwrap();
        let position = (0b1, 0b10 << 8, Player::Second);
        let text = board.write(position.0, position.1, position.2);
        assert_eq!(text, "X--/-O- O");
        assert_eq!(board.read(&text), Ok(position));
        assert_eq!(board.read("X...O. O"), Ok(position));
        for (text, fault) in [
            ("X--/-O-", "side to move"),
            ("X--/-O- Y", "not `Y`"),
            ("X--/-O X", "here are 5"),
            ("X--/-Q- X", "b2 holds"),
            ("X-/--O- X", "3 squares each"),
        ] {
            let message = board.read(text).unwrap_err().to_string();
            assert!(message.contains(fault), "{text}: {message}");
        }
    }

    #[test]
    fn sizes_are_checked() {
        for text in ["0x4", "9x9", "4", "4x", "x4", "4x4x4", "-1x3", ""] {
            assert!(text.parse::<Board>().is_err(), "{text}");
        }
        assert_eq!("5x4".parse::<Board>().unwrap().to_string(), "5x4");
    }
}
