//! Reversi on boards from 3x3 to 8x8. Black is First (`X`), White is Second (`O`).

use crate::game::{
    BoardPicture, Face, Game, MoveNames, Pieces, Player, PositionError, Score, Square,
};
use crate::games::board::Board;
use crate::symmetry::Symmetry;

/// What happens to a player who has no move while the other one has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// The game is over.
    Ends,
    /// The other player moves again, without a position in between (the official rule).
    Skips,
    /// The only move is a pass, which is a move with a position of its own.
    Passes,
}

/// Which way the four discs of the start lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Equal discs touch at their corners; White has the top left one.
    Diagonal,
    /// Equal discs lie side by side; White has the upper two.
    Parallel,
}

/// Whose the empty squares are when the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Empties {
    /// Nobody's: the score is the difference of the discs.
    Ignored,
    /// The winner's, as in tournaments.
    Winner,
}

/// The rules of one variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reversi {
    board: Board,
    blocked: Blocked,
    start: Start,
    empties: Empties,
    /// A square that is never empty: the lower right one of the start.
    anchor: u64,
    /// The squares that are not in the first or the last column.
    inner: u64,
    /// The most discs that one line can turn.
    longest: u32,
}

/// Discs and side to move in 16 bytes.
///
/// The anchor square is never empty, so Second's bit of it is free to say that
/// Second moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Discs {
    first: u64,
    second: u64,
}

/// A move: where a disc is placed, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A disc on the square with this bit number.
    Place(u32),
    /// No disc.
    Pass,
}

impl Reversi {
    /// The rules for a board; `None` if a side is shorter than 3.
    #[must_use]
    pub fn new(board: Board, blocked: Blocked, start: Start, empties: Empties) -> Option<Self> {
        (board.width() >= 3 && board.height() >= 3).then(|| Self {
            board,
            blocked,
            start,
            empties,
            anchor: 1 << board.square(board.width() / 2, board.height() / 2),
            inner: board.rectangle(1, board.width() - 1, 0, board.height()),
            longest: board.width().max(board.height()) - 2,
        })
    }

    fn pack(&self, first: u64, second: u64, mover: Player) -> Discs {
        let side = if mover == Player::Second {
            self.anchor
        } else {
            0
        };
        Discs {
            first,
            second: second & !self.anchor | side,
        }
    }

    #[inline]
    fn unpack(&self, discs: &Discs) -> (u64, u64, Player) {
        let mover = if discs.second & self.anchor == 0 {
            Player::First
        } else {
            Player::Second
        };
        let second = discs.second & !self.anchor | self.anchor & !discs.first;
        (discs.first, second, mover)
    }

    /// The discs of the mover, and those of the other player.
    fn sides(&self, discs: &Discs) -> (u64, u64) {
        match self.unpack(discs) {
            (first, second, Player::First) => (first, second),
            (first, second, Player::Second) => (second, first),
        }
    }

    /// The squares where a disc of `own` would turn at least one of `other`.
    #[inline]
    fn places(&self, own: u64, other: u64) -> u64 {
        let empty = self.board.squares() & !(own | other);
        let mut places = 0;
        for direction in DIRECTIONS {
            places |= direction.shift(self.line(own, other, direction)) & empty;
        }
        places
    }

    /// The discs of `other` on unbroken lines that lead away from `from`.
    #[inline]
    fn line(&self, from: u64, other: u64, direction: Direction) -> u64 {
        let inner = if direction.0 == 0 {
            other
        } else {
            other & self.inner
        };
        let mut line = direction.shift(from) & inner;
        for _ in 1..self.longest {
            line |= direction.shift(line) & inner;
        }
        line
    }

    /// The discs that a disc of `own` on `place` turns.
    #[inline]
    fn turned(&self, place: u64, own: u64, other: u64) -> u64 {
        let mut turned = 0;
        for direction in DIRECTIONS {
            let line = self.line(place, other, direction);
            if direction.shift(line) & own & !place != 0 {
                turned |= line;
            }
        }
        turned
    }

    /// The position with the side to move that the rule for blocked players gives.
    fn settle(&self, first: u64, second: u64, mover: Player) -> Discs {
        let (own, other) = match mover {
            Player::First => (first, second),
            Player::Second => (second, first),
        };
        let skipped = self.blocked == Blocked::Skips
            && self.places(own, other) == 0
            && self.places(other, own) != 0;
        self.pack(first, second, if skipped { !mover } else { mover })
    }
}

/// A step by columns and rows, each -1, 0 or 1.
#[derive(Clone, Copy)]
struct Direction(i32, i32);

const DIRECTIONS: [Direction; 8] = [
    Direction(1, 0),
    Direction(-1, 0),
    Direction(0, 1),
    Direction(0, -1),
    Direction(1, 1),
    Direction(-1, -1),
    Direction(1, -1),
    Direction(-1, 1),
];

impl Direction {
    #[inline]
    fn shift(self, bits: u64) -> u64 {
        let by = 8 * self.1 + self.0;
        if by > 0 { bits << by } else { bits >> -by }
    }
}

impl Game for Reversi {
    type Position = Discs;
    type Move = Move;

    fn start(&self) -> Discs {
        let (right, low) = (self.board.width() / 2, self.board.height() / 2);
        let square = |column, row| 1_u64 << self.board.square(column, row);
        let (black, white) = match self.start {
            Start::Diagonal => (
                square(right, low - 1) | square(right - 1, low),
                square(right - 1, low - 1) | square(right, low),
            ),
            Start::Parallel => (
                square(right - 1, low) | square(right, low),
                square(right - 1, low - 1) | square(right, low - 1),
            ),
        };
        self.settle(black, white, Player::First)
    }

    #[inline]
    fn player(&self, discs: &Discs) -> Player {
        self.unpack(discs).2
    }

    fn score(&self, discs: &Discs) -> Option<Score> {
        let (own, other) = self.sides(discs);
        let blocked = self.places(own, other) == 0;
        let over = blocked && (self.blocked == Blocked::Ends || self.places(other, own) == 0);
        over.then(|| {
            let (first, second, _) = self.unpack(discs);
            let lead = first.count_ones() as Score - second.count_ones() as Score;
            match self.empties {
                Empties::Ignored => lead,
                Empties::Winner => {
                    let empty = self.board.squares() & !(first | second);
                    lead + lead.signum() * empty.count_ones() as Score
                }
            }
        })
    }

    fn moves(&self, discs: &Discs, moves: &mut Vec<Move>) {
        let (own, other) = self.sides(discs);
        let mut places = self.places(own, other);
        if places == 0 && self.blocked == Blocked::Passes && self.places(other, own) != 0 {
            moves.push(Move::Pass);
        }
        while places != 0 {
            moves.push(Move::Place(places.trailing_zeros()));
            places &= places - 1;
        }
    }

    fn play(&self, discs: &Discs, mv: &Move) -> Discs {
        let (first, second, mover) = self.unpack(discs);
        let Move::Place(square) = *mv else {
            return self.pack(first, second, !mover);
        };
        let (own, other) = self.sides(discs);
        let place = 1_u64 << square;
        let turned = self.turned(place, own, other);
        let (own, other) = (own | place | turned, other & !turned);
        match mover {
            Player::First => self.settle(own, other, !mover),
            Player::Second => self.settle(other, own, !mover),
        }
    }

    fn symmetries(&self) -> u16 {
        self.board.symmetries()
    }

    #[inline]
    fn transform(&self, discs: &Discs, symmetry: Symmetry) -> Discs {
        let (first, second, mover) = self.unpack(discs);
        self.pack(
            self.board.transform(first, symmetry),
            self.board.transform(second, symmetry),
            mover,
        )
    }

    fn transform_move(&self, mv: &Move, symmetry: Symmetry) -> Move {
        match *mv {
            Move::Pass => Move::Pass,
            Move::Place(square) => {
                Move::Place(self.board.transform(1 << square, symmetry).trailing_zeros())
            }
        }
    }

    fn symmetry_name(&self, symmetry: Symmetry) -> String {
        Board::symmetry_name(symmetry).to_owned()
    }

    fn move_name(&self, _: &Discs, mv: &Move) -> String {
        match *mv {
            Move::Pass => "pass".to_owned(),
            Move::Place(square) => self.board.square_name(square),
        }
    }

    fn write(&self, discs: &Discs) -> String {
        let (first, second, mover) = self.unpack(discs);
        self.board.write(first, second, mover)
    }

    fn read(&self, text: &str) -> Result<Discs, PositionError> {
        let (first, second, mover) = self.board.read(text)?;
        if (first | second) & self.anchor == 0 {
            let name = self.board.square_name(self.anchor.trailing_zeros());
            return Err(PositionError::new(
                text,
                format!("{name} has a disc from the start on and cannot be empty"),
            ));
        }
        let discs = self.settle(first, second, mover);
        if self.player(&discs) != mover {
            return Err(PositionError::new(
                text,
                format!(
                    "{mover} has no move and is skipped, so it is {}'s turn",
                    !mover
                ),
            ));
        }
        Ok(discs)
    }

    fn draw(&self, discs: &Discs) -> String {
        let (first, second, mover) = self.unpack(discs);
        self.board.draw(first, second, mover)
    }

    fn picture(&self, discs: &Discs) -> Option<BoardPicture> {
        let (first, second, _) = self.unpack(discs);
        Some(self.board.picture(first, second))
    }

    fn move_square(&self, _: &Discs, mv: &Move) -> Option<Square> {
        match *mv {
            Move::Place(square) => Some(Board::place(square)),
            Move::Pass => None,
        }
    }

    fn square_image(&self, square: Square, symmetry: Symmetry) -> Option<Square> {
        self.board.square_image(square, symmetry)
    }

    fn is_rotation(&self, symmetry: Symmetry) -> bool {
        Board::is_rotation(symmetry)
    }

    fn face(&self) -> Face {
        let rule = match self.blocked {
            Blocked::Ends => "the game ends when the player whose turn it is has no move",
            Blocked::Skips => "a player without a move is skipped",
            Blocked::Passes => "a player without a move passes",
        };
        Face {
            title: format!("Reversi {}", self.board),
            rule: rule.to_owned(),
            first: "Black",
            second: "White",
            unit: Some("discs"),
            pieces: Pieces::Discs,
            illegal: "it turns no disc",
            moves: MoveNames::Squares,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(board: &str, blocked: Blocked) -> Reversi {
        let board = board.parse().unwrap();
        Reversi::new(board, blocked, Start::Diagonal, Empties::Ignored).unwrap()
    }

    #[test]
    fn the_start_is_the_usual_one() {
        let game = game("4x4", Blocked::Ends);
        assert_eq!(game.write(&game.start()), "----/-OX-/-XO-/---- X");
        let mut moves = Vec::new();
        game.moves(&game.start(), &mut moves);
        let names: Vec<_> = moves
            .iter()
            .map(|mv| game.move_name(&game.start(), mv))
            .collect();
        assert_eq!(names, ["b1", "a2", "d3", "c4"]);
    }

    fn moves_of(game: &Reversi, text: &str) -> Vec<String> {
        let position = game.read(text).unwrap();
        let mut moves = Vec::new();
        game.moves(&position, &mut moves);
        moves
            .iter()
            .map(|mv| game.move_name(&position, mv))
            .collect()
    }

    #[test]
    fn discs_do_not_turn_around_the_edge() {
        // h1, a2, b2 follow each other in the machine word, not on the board.
        let text = "-------X/O-------/--------/---OX---/---XO---/--------/--------/-------- X";
        assert_eq!(
            moves_of(&game("8x8", Blocked::Skips), text),
            ["d3", "c4", "f5", "e6"]
        );
    }

    #[test]
    fn a_blocked_mover_is_treated_as_the_rule_says() {
        // White cannot turn anything; Black can, by d4.
        let blocked = "XXX-/XXX-/XXO-/---- O";
        let (ends, passes) = (game("4x4", Blocked::Ends), game("4x4", Blocked::Passes));
        assert_eq!(moves_of(&passes, blocked), ["pass"]);
        assert_eq!(
            moves_of(&passes, "XXX-/XXX-/XXO-/---- X"),
            ["d3", "c4", "d4"]
        );
        assert_eq!(ends.score(&ends.read(blocked).unwrap()), Some(7));
        assert_eq!(passes.score(&passes.read(blocked).unwrap()), None);
        let error = game("4x4", Blocked::Skips)
            .read(blocked)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("Second has no move and is skipped"),
            "{error}"
        );
    }

    #[test]
    fn empty_squares_can_go_to_the_winner() {
        let board = "3x3".parse().unwrap();
        let text = "XXX/XX-/X-- O";
        for (empties, score) in [(Empties::Ignored, 6), (Empties::Winner, 9)] {
            let game = Reversi::new(board, Blocked::Skips, Start::Diagonal, empties).unwrap();
            assert_eq!(game.score(&game.read(text).unwrap()), Some(score));
        }
    }
}
