//! Connect games with gravity: marks fall to the lowest empty square of a column. Connect
//! Four is `board=7x6,k=4`.

use crate::game::{BoardPicture, Face, Game, MoveNames, Player, PositionError, Score, Square};
use crate::games::board::Board;
use crate::games::lines::{Lines, Marks};
use crate::symmetry::Symmetry;

/// The rules for one board and length of line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connect {
    board: Board,
    lines: Lines,
}

impl Connect {
    /// The rules for lines of `line` marks (1 to 8) on a board.
    #[must_use]
    pub fn new(board: Board, line: u32) -> Option<Self> {
        Some(Self {
            board,
            lines: Lines::new(board, line)?,
        })
    }

    /// The lowest empty square of a column that is not full.
    fn lowest(&self, marks: &Marks, column: u32) -> u32 {
        let height = self.board.height();
        let squares = self.board.rectangle(column, column + 1, 0, height);
        63 - (squares & !marks.taken()).leading_zeros()
    }
}

impl Game for Connect {
    type Position = Marks;
    /// The column, from 0.
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

    fn moves(&self, marks: &Marks, moves: &mut Vec<u32>) {
        moves.extend((0..self.board.width()).filter(|column| marks.taken() >> column & 1 == 0));
    }

    fn play(&self, marks: &Marks, &column: &u32) -> Marks {
        marks.with(self.lowest(marks, column))
    }

    fn symmetries(&self) -> u16 {
        2
    }

    #[inline]
    fn transform(&self, marks: &Marks, symmetry: Symmetry) -> Marks {
        marks.transform(self.board, symmetry)
    }

    fn transform_move(&self, &column: &u32, symmetry: Symmetry) -> u32 {
        self.board.transform(1 << column, symmetry).trailing_zeros()
    }

    fn symmetry_name(&self, symmetry: Symmetry) -> String {
        Board::symmetry_name(symmetry).to_owned()
    }

    /// The letter of the column.
    fn move_name(&self, _: &Marks, &column: &u32) -> String {
        char::from(b'a' + column as u8).to_string()
    }

    fn write(&self, marks: &Marks) -> String {
        marks.write(self.board)
    }

    fn read(&self, text: &str) -> Result<Marks, PositionError> {
        let marks = self.lines.read(self.board, text)?;
        let below = marks.taken() << 8 & self.board.squares();
        let hanging = below & !marks.taken();
        if hanging != 0 {
            let square = self.board.square_name(hanging.trailing_zeros());
            return Err(PositionError::new(
                text,
                format!("a mark hangs above the empty {square}"),
            ));
        }
        Ok(marks)
    }

    fn draw(&self, marks: &Marks) -> String {
        marks.draw(self.board)
    }

    fn picture(&self, marks: &Marks) -> Option<BoardPicture> {
        Some(marks.picture(self.board))
    }

    fn move_square(&self, marks: &Marks, &column: &u32) -> Option<Square> {
        Some(Board::place(self.lowest(marks, column)))
    }

    fn square_image(&self, square: Square, symmetry: Symmetry) -> Option<Square> {
        self.board.square_image(square, symmetry)
    }

    fn is_rotation(&self, symmetry: Symmetry) -> bool {
        Board::is_rotation(symmetry)
    }

    fn face(&self) -> Face {
        self.lines.face(self.board, MoveNames::Columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_fall() {
        let game = Connect::new("3x2".parse().unwrap(), 3).unwrap();
        let text = ["--- ", "-X- O", "-O-/-X- X"];
        assert!(game.read(text[0]).is_err());
        let mut position = game.start();
        for _ in 0..2 {
            position = game.play(&position, &1);
        }
        assert_eq!(game.write(&position), text[2]);
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        assert_eq!(moves, [0, 2]);
        let error = game.read("-X-/--- O").unwrap_err().to_string();
        assert!(error.contains("above the empty b2"), "{error}");
    }
}
