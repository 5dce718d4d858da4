//! m,n,k games: who first has k own marks in a line wins. Tic-tac-toe is 3,3,3.

use crate::game::{Game, Player, PositionError, Score};
use crate::games::board::Board;
use crate::symmetry::Symmetry;

/// The rules for one board and length of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mnk {
    board: Board,
    line: u32,
    /// For each direction: the step from square to square, and the squares from
    /// which a line fits on the board.
    directions: [(u32, u64); 4],
}

/// The marks of both players; who moves follows from their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks {
    first: u64,
    second: u64,
}

impl Mnk {
    /// The rules for lines of `line` marks (1 to 8) on a board.
    ///
    /// A line that is longer than the board is allowed: that game is always drawn.
    #[must_use]
    pub fn new(board: Board, line: u32) -> Option<Self> {
        if !(1..=8).contains(&line) {
            return None;
        }
        let (width, height) = (board.width(), board.height());
        let reach = line - 1;
        let right = width.saturating_sub(reach);
        let low = height.saturating_sub(reach);
        Some(Self {
            board,
            line,
            directions: [
                (1, board.rectangle(0, right, 0, height)),
                (8, board.rectangle(0, width, 0, low)),
                (9, board.rectangle(0, right, 0, low)),
                (7, board.rectangle(reach, width, 0, low)),
            ],
        })
    }

    #[inline]
    fn has_line(&self, marks: u64) -> bool {
        self.directions.iter().any(|&(step, starts)| {
            (1..self.line).fold(marks & starts, |run, i| run & (marks >> (step * i))) != 0
        })
    }
}

impl Game for Mnk {
    type Position = Marks;
    /// The bit number of the square.
    type Move = u32;

    fn start(&self) -> Marks {
        Marks {
            first: 0,
            second: 0,
        }
    }

    #[inline]
    fn player(&self, marks: &Marks) -> Player {
        if marks.first.count_ones() == marks.second.count_ones() {
            Player::First
        } else {
            Player::Second
        }
    }

    #[inline]
    fn score(&self, marks: &Marks) -> Option<Score> {
        let last = !self.player(marks);
        let own = match last {
            Player::First => marks.first,
            Player::Second => marks.second,
        };
        if self.has_line(own) {
            return Some(last.sign());
        }
        (marks.first | marks.second == self.board.squares()).then_some(0)
    }

    #[inline]
    fn moves(&self, marks: &Marks, moves: &mut Vec<u32>) {
        let mut empty = self.board.squares() & !(marks.first | marks.second);
        while empty != 0 {
            moves.push(empty.trailing_zeros());
            empty &= empty - 1;
        }
    }

    #[inline]
    fn play(&self, marks: &Marks, &square: &u32) -> Marks {
        let mut next = *marks;
        match self.player(marks) {
            Player::First => next.first |= 1 << square,
            Player::Second => next.second |= 1 << square,
        }
        next
    }

    fn symmetries(&self) -> u16 {
        self.board.symmetries()
    }

    #[inline]
    fn transform(&self, marks: &Marks, symmetry: Symmetry) -> Marks {
        Marks {
            first: self.board.transform(marks.first, symmetry),
            second: self.board.transform(marks.second, symmetry),
        }
    }

    fn transform_move(&self, &square: &u32, symmetry: Symmetry) -> u32 {
        self.board.transform(1 << square, symmetry).trailing_zeros()
    }

    fn symmetry_name(&self, symmetry: Symmetry) -> String {
        Board::symmetry_name(symmetry).to_owned()
    }

    fn move_name(&self, _: &Marks, &square: &u32) -> String {
        self.board.square_name(square)
    }

    fn write(&self, marks: &Marks) -> String {
        self.board
            .write(marks.first, marks.second, self.player(marks))
    }

    fn read(&self, text: &str) -> Result<Marks, PositionError> {
        let (first, second, mover) = self.board.read(text)?;
        let marks = Marks { first, second };
        let error = |reason: String| Err(PositionError::new(text, reason));
        let lead = first.count_ones().checked_sub(second.count_ones());
        if !matches!(lead, Some(0 | 1)) {
            return error(format!(
                "X starts and they alternate, so {} X and {} O cannot be",
                first.count_ones(),
                second.count_ones()
            ));
        }
        if self.player(&marks) != mover {
            return error(format!("with these marks it is {}'s turn", !mover));
        }
        let own = match mover {
            Player::First => first,
            Player::Second => second,
        };
        if self.has_line(own) {
            return error(format!(
                "{mover} has a line already, and {} moved after it",
                !mover
            ));
        }
        Ok(marks)
    }

    fn draw(&self, marks: &Marks) -> String {
        self.board
            .draw(marks.first, marks.second, self.player(marks))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(board: &str, line: u32) -> Mnk {
        Mnk::new(board.parse().unwrap(), line).unwrap()
    }

    #[test]
    fn a_line_that_fills_the_board_wins() {
        let game = game("3x3", 3);
        let position = game.read("XOX/OXO/OXX O").unwrap();
        assert_eq!(game.score(&position), Some(1));
    }

    #[test]
    fn lines_do_not_turn_around_the_edge() {
        let game = game("8x8", 3);
        let position =
            game.read("------XX/X-------/--------/--------/--------/--------/-------O/------O- O");
        // Three X bits in a row of the machine word, but not of the board; fewer O than allowed is fine.
        let position = position.unwrap();
        assert_eq!(game.score(&position), None);
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = game("3x3", 3);
        for (text, fault) in [
            ("XXX/---/--- O", "cannot be"),
            ("X--/---/--- X", "Second's turn"),
            ("XXX/OO-/--- O", ""),
            ("OOO/XX-/X-X O", "already"),
        ] {
            match game.read(text) {
                Ok(_) => assert!(fault.is_empty(), "{text}"),
                Err(error) => assert!(error.to_string().contains(fault), "{error}"),
            }
        }
    }

    #[test]
    fn a_line_longer_than_the_board_is_never_made() {
        let game = game("2x2", 3);
        assert_eq!(game.score(&game.read("XX/OO X").unwrap()), Some(0));
    }
}
