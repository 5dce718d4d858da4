//! What games of marks that are never moved or taken share: two players who alternate,
//! and lines of equal marks that win.

use crate::game::{BoardPicture, Face, MoveNames, Pieces, Player, PositionError, Score};
use crate::games::board::Board;
use crate::symmetry::Symmetry;

/// The marks of both players; who moves follows from their number, as First starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks {
    first: u64,
    second: u64,
}

impl Marks {
    /// Who moves.
    #[must_use]
    #[inline]
    pub fn mover(&self) -> Player {
        if self.first.count_ones() == self.second.count_ones() {
            Player::First
        } else {
            Player::Second
        }
    }

    /// The marks of a player.
    #[must_use]
    #[inline]
    pub fn of(&self, player: Player) -> u64 {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }

    /// The squares that are not empty.
    #[must_use]
    #[inline]
    pub fn taken(&self) -> u64 {
        self.first | self.second
    }

    /// The marks after the mover has marked a square.
    #[must_use]
    #[inline]
    pub fn with(mut self, square: u32) -> Self {
        match self.mover() {
            Player::First => self.first |= 1 << square,
            Player::Second => self.second |= 1 << square,
        }
        self
    }

    /// The marks turned or mirrored with the board.
    #[must_use]
    #[inline]
    pub fn transform(&self, board: Board, symmetry: Symmetry) -> Self {
        Self {
            first: board.transform(self.first, symmetry),
            second: board.transform(self.second, symmetry),
        }
    }

    /// The marks as one line of text.
    #[must_use]
    pub fn write(&self, board: Board) -> String {
        board.write(self.first, self.second, self.mover())
    }

    /// The marks over several lines.
    #[must_use]
    pub fn draw(&self, board: Board) -> String {
        board.draw(self.first, self.second, self.mover())
    }

    /// The marks as a picture.
    #[must_use]
    pub fn picture(&self, board: Board) -> BoardPicture {
        board.picture(self.first, self.second)
    }
}

/// Lines of some length on a board, in rows, columns and both diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    length: u32,
    /// For each direction: the step from square to square, and the squares from
    /// which a line fits on the board.
    directions: [(u32, u64); 4],
}

impl Lines {
    /// How such a game looks on a board.
    #[must_use]
    pub fn face(&self, board: Board, moves: MoveNames) -> Face {
        let length = self.length;
        let rule = match moves {
            MoveNames::Squares => "",
            MoveNames::Columns => "a mark falls to the lowest empty square of its column",
        };
        Face {
            title: format!("{length} in a row on {board}"),
            rule: rule.to_owned(),
            first: "X",
            second: "O",
            unit: None,
            pieces: Pieces::Marks,
            illegal: match moves {
                MoveNames::Squares => "",
                MoveNames::Columns => "the column is full",
            },
            moves,
        }
    }

    /// Lines of `length` marks; `None` unless that is 1 to 8.
    #[must_use]
    pub fn new(board: Board, length: u32) -> Option<Self> {
        if !(1..=8).contains(&length) {
            return None;
        }
        let (width, height) = (board.width(), board.height());
        let reach = length - 1;
        let right = width.saturating_sub(reach);
        let low = height.saturating_sub(reach);
        Some(Self {
            length,
            directions: [
                (1, board.rectangle(0, right, 0, height)),
                (8, board.rectangle(0, width, 0, low)),
                (9, board.rectangle(0, right, 0, low)),
                (7, board.rectangle(reach, width, 0, low)),
            ],
        })
    }

    /// How many marks make a line.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Whether these marks make a line.
    #[must_use]
    #[inline]
    pub fn made_by(&self, marks: u64) -> bool {
        self.directions.iter().any(|&(step, starts)| {
            (1..self.length).fold(marks & starts, |run, i| run & (marks >> (step * i))) != 0
        })
    }

    /// The score: who moved last wins with a line; a full board is a draw.
    #[must_use]
    #[inline]
    pub fn score(&self, marks: &Marks, board: Board) -> Option<Score> {
        let last = !marks.mover();
        if self.made_by(marks.of(last)) {
            return Some(last.sign());
        }
        (marks.taken() == board.squares()).then_some(0)
    }

    /// The marks that a text stands for.
    ///
    /// # Errors
    ///
    /// If it is no board, the numbers of marks do not alternate, the side to move is not
    /// the one that follows from them, or play went on after a line.
    pub fn read(&self, board: Board, text: &str) -> Result<Marks, PositionError> {
        let (first, second, mover) = board.read(text)?;
        let marks = Marks { first, second };
        let error = |reason: String| Err(PositionError::new(text, reason));
        let (xs, os) = (first.count_ones(), second.count_ones());
        if !matches!(xs.checked_sub(os), Some(0 | 1)) {
            return error(format!(
                "X starts and they alternate, so {xs} X and {os} O cannot be"
            ));
        }
        if marks.mover() != mover {
            return error(format!("with these marks it is {}'s turn", !mover));
        }
        if self.made_by(marks.of(mover)) {
            return error(format!(
                "{mover} has a line already, and {} moved after it",
                !mover
            ));
        }
        Ok(marks)
    }
}
