//! m,n,k games: who first has k own marks in a line wins. Tic-tac-toe is 3,3,3.

use crate::game::{BoardPicture, Face, Game, MoveNames, Player, PositionError, Score, Square};
use crate::games::board::Board;
use crate::games::lines::{Lines, Marks};
use crate::symmetry::Symmetry;

/// The rules for one board and length of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mnk {
    board: Board,
    lines: Lines,
}

impl Mnk {
    /// The rules for lines of `line` marks (1 to 8) on a board.
    ///
    /// A line that is longer than the board is allowed: that game is always drawn.
    #[must_use]
    pub fn new(board: Board, line: u32) -> Option<Self> {
        Some(Self {
            board,
            lines: Lines::new(board, line)?,
        })
    }
}

impl Game for Mnk {
    type Position = Marks;
    /// The bit number of the square.
    type Move = u32;

    fn start(&self) -> Marks {
        Marks::default()
    }

    #[inline]
    fn player(&self, marks: &Marks) -> Player {
        marks.mover()
    }

    #[inline]
    fn score(&self, marks: &Marks) -> Option<Score> {
        self.lines.score(marks, self.board)
    }

    #[inline]
    fn moves(&self, marks: &Marks, moves: &mut Vec<u32>) {
        let mut empty = self.board.squares() & !marks.taken();
        while empty != 0 {
            moves.push(empty.trailing_zeros());
            empty &= empty - 1;
        }
    }

    #[inline]
    fn play(&self, marks: &Marks, &square: &u32) -> Marks {
        marks.with(square)
    }

    fn symmetries(&self) -> u16 {
        self.board.symmetries()
    }

    #[inline]
    fn transform(&self, marks: &Marks, symmetry: Symmetry) -> Marks {
        marks.transform(self.board, symmetry)
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
        marks.write(self.board)
    }

    fn read(&self, text: &str) -> Result<Marks, PositionError> {
        self.lines.read(self.board, text)
    }

    fn draw(&self, marks: &Marks) -> String {
        marks.draw(self.board)
    }

    fn picture(&self, marks: &Marks) -> Option<BoardPicture> {
        Some(marks.picture(self.board))
    }

    fn move_square(&self, _: &Marks, &square: &u32) -> Option<Square> {
        Some(Board::place(square))
    }

    fn square_image(&self, square: Square, symmetry: Symmetry) -> Option<Square> {
        self.board.square_image(square, symmetry)
    }

    fn is_rotation(&self, symmetry: Symmetry) -> bool {
        Board::is_rotation(symmetry)
    }

    fn face(&self) -> Face {
        let face = self.lines.face(self.board, MoveNames::Squares);
        let size = (self.board.width(), self.board.height());
        if (size, self.lines.length()) != ((3, 3), 3) {
            return face;
        }
        Face {
            title: "Tic-tac-toe".to_owned(),
            ..face
        }
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
        // g1, h1, a2 follow each other in the machine word, not on the board.
        let rest = "--------/--------/--------/--------/-------O";
        let position = game.read(&format!("------XX/X-------/{rest}/------O- X"));
        assert!(position.is_err(), "three X and two O: it is Second's turn");
        let position = game
            .read(&format!("------XX/X-------/{rest}/------O- O"))
            .unwrap();
        assert_eq!(game.score(&position), None);
    }

    #[test]
    fn impossible_positions_are_refused() {
        let game = game("3x3", 3);
        for (text, fault) in [
            ("XXX/---/--- O", "cannot be"),
            ("X--/---/--- X", "Second's turn"),
            ("XXX/OO-/O-- X", "First has a line already"),
            ("OOO/XX-/X-X O", "Second has a line already"),
        ] {
            let error = game.read(text).unwrap_err().to_string();
            assert!(error.contains(fault), "{text}: {error}");
        }
        assert!(game.read("XXX/OO-/--- O").is_ok());
    }

    #[test]
    fn a_line_longer_than_the_board_is_never_made() {
        let game = game("2x2", 3);
        assert_eq!(game.score(&game.read("XX/OO X").unwrap()), Some(0));
    }
}
