//! What a game is: the six pieces that define it, and what may be added.
//!
//! A [`Game`] says where play starts, who moves, which moves there are, where a
//! move leads, and whether the game is over with what score (two pieces in one
//! function, so that a score of zero can never be mistaken for "not over").
//! Everything else is optional: symmetries make the graph smaller, names and
//! texts make it readable.

mod face;

use std::fmt;
use std::hash::Hash;
use std::ops::Not;

pub use face::{BoardPicture, Face, MoveNames, Pieces, Square};

use crate::symmetry::Symmetry;

/// The result of a finished game, always from [`Player::First`]'s point of view.
///
/// Its unit is the game's own: discs for Reversi, 1, 0 and -1 for games that are
/// only won, drawn or lost.
pub type Score = i32;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player who wants the score high; in most games the one who starts.
    First,
    /// The player who wants the score low.
    Second,
}

impl Player {
    /// `1` for First and `-1` for Second: the sign of a score that this player wins with.
    #[must_use]
    pub fn sign(self) -> Score {
        match self {
            Self::First => 1,
            Self::Second => -1,
        }
    }

    /// The player whom this dominance favours; `None` for a draw.
    #[must_use]
    pub fn favoured_by(score: Score) -> Option<Self> {
        match score.signum() {
            1 => Some(Self::First),
            -1 => Some(Self::Second),
            _ => None,
        }
    }

    /// The better of two scores for this player.
    #[must_use]
    pub fn better(self, a: Score, b: Score) -> Score {
        match self {
            Self::First => a.max(b),
            Self::Second => a.min(b),
        }
    }

    /// `first` or `second`, as files and claims write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }
}

impl Not for Player {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "First",
            Self::Second => "Second",
        })
    }
}

/// Why a text is not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a position: {reason}")]
pub struct PositionError {
    /// The text that was given.
    pub text: String,
    /// What is wrong with it, and where.
    pub reason: String,
}

impl PositionError {
    /// An error about `text`.
    pub fn new(text: &str, reason: impl Into<String>) -> Self {
        Self {
            text: text.to_owned(),
            reason: reason.into(),
        }
    }
}

/// A two-player game of perfect information without chance.
///
/// Five functions are required; the rest have defaults that are correct for
/// every game, only less comfortable.
///
/// # Example
///
/// A heap of stones; each player takes one or two, who takes the last one wins.
///
/// ```
/// use minproof::{build, solve, Game, Player, Score};
///
/// struct Heap;
///
/// impl Game for Heap {
///     type Position = (u32, Player); // stones left, who moves
///     type Move = u32; // how many to take
///
///     fn start(&self) -> Self::Position {
///         (7, Player::First)
///     }
///     fn player(&self, &(_, mover): &Self::Position) -> Player {
///         mover
///     }
///     fn score(&self, &(left, mover): &Self::Position) -> Option<Score> {
///         (left == 0).then(|| (!mover).sign()) // whoever moved last has won
///     }
///     fn moves(&self, &(left, _): &Self::Position, moves: &mut Vec<u32>) {
///         moves.extend(1..=left.min(2));
///     }
///     fn play(&self, &(left, mover): &Self::Position, &take: &u32) -> Self::Position {
///         (left - take, !mover)
///     }
/// }
///
/// let built = build(&Heap).unwrap();
/// let values = solve::values(&built.graph).unwrap();
/// assert_eq!(values[0], 1); // seven is no multiple of three: First wins
/// ```
pub trait Game: Send + Sync {
    /// What the rules see, **side to move included**. Two positions that compare
    /// equal must have the same player, moves and score: if anything that matters
    /// (side to move, reserves, a ko) is left out, different positions are merged
    /// and the values are wrong. The order decides which position of an orbit is
    /// canonical and must not change between versions if files are to be kept.
    type Position: Clone + Ord + Hash + fmt::Debug + Send + Sync;

    /// A move, as [`Game::moves`] lists it.
    type Move: Clone + PartialEq + fmt::Debug + Send + Sync;

    /// Where the game starts.
    fn start(&self) -> Self::Position;

    /// Who moves. At an end the answer is not used.
    fn player(&self, position: &Self::Position) -> Player;

    /// The score if the game is over, `None` if it is not. An end must answer
    /// `Some` even when the score is zero; whether moves would remain on the
    /// board does not matter then.
    fn score(&self, position: &Self::Position) -> Option<Score>;

    /// Appends every legal move to `moves` (which the caller has emptied), each
    /// once, always in the same order: a missing move makes values wrong, a
    /// repeated one makes counts of games wrong, a changing order makes the
    /// numbering of the graph change. Not called at an end. A position that is
    /// no end and has no moves is reported as an error of the rules.
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>);

    /// The position after `mv`, which is one that [`Game::moves`] gave.
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// How many symmetries the rules have; `1` says none. They are numbered from
    /// 0, which is the identity. They must form a group that commutes with the
    /// rules (`transform(play(p, m)) == play(transform(p), transform_move(m))`,
    /// same player, same score), or different positions are merged and values
    /// are wrong; a missing symmetry only makes the graph larger.
    fn symmetries(&self) -> u16 {
        1
    }

    /// The image of a position under a symmetry.
    fn transform(&self, position: &Self::Position, symmetry: Symmetry) -> Self::Position {
        debug_assert_eq!(symmetry, Symmetry::IDENTITY);
        position.clone()
    }

    /// The image of a move under a symmetry: the same move for someone who sees
    /// the transformed position.
    fn transform_move(&self, mv: &Self::Move, symmetry: Symmetry) -> Self::Move {
        debug_assert_eq!(symmetry, Symmetry::IDENTITY);
        mv.clone()
    }

    /// What a person does to the board to apply the symmetry, such as `turn a quarter left`.
    fn symmetry_name(&self, symmetry: Symmetry) -> String {
        match symmetry {
            Symmetry::IDENTITY => "as it is".to_owned(),
            Symmetry(number) => format!("symmetry {number}"),
        }
    }

    /// The move as players write it, such as `b1`. Different moves of one
    /// position must have different names.
    fn move_name(&self, position: &Self::Position, mv: &Self::Move) -> String {
        let _ = position;
        format!("{mv:?}")
    }

    /// The position as one line of text without line breaks. Different positions
    /// must have different texts: files refer to positions by them.
    fn write(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }

    /// The position that a text stands for; the inverse of [`Game::write`].
    ///
    /// # Errors
    ///
    /// When the text is no position of this game, or (the default) when the game
    /// does not read positions at all; proofs of such a game can then not be
    /// checked from a file.
    fn read(&self, text: &str) -> Result<Self::Position, PositionError> {
        Err(PositionError::new(
            text,
            "this game does not say how positions are read (Game::read)",
        ))
    }

    /// The position drawn for a person, over several lines.
    fn draw(&self, position: &Self::Position) -> String {
        self.write(position)
    }

    /// What stands on the board, for games that have a rectangular one. Sheets show
    /// the drawing of [`Game::draw`] where there is none.
    fn picture(&self, position: &Self::Position) -> Option<BoardPicture> {
        let _ = position;
        None
    }

    /// The square that a move is played on; `None` for a pass, and where there is no
    /// board. Wrong squares make sheets show moves where they are not.
    fn move_square(&self, position: &Self::Position, mv: &Self::Move) -> Option<Square> {
        let _ = (position, mv);
        None
    }

    /// Where a symmetry takes a square of the board; `None` where there is no board.
    /// It must agree with [`Game::transform_move`].
    fn square_image(&self, square: Square, symmetry: Symmetry) -> Option<Square> {
        let _ = (square, symmetry);
        None
    }

    /// Whether a person applies the symmetry by turning the board on the table; false
    /// for mirror images, which cannot be had so.
    fn is_rotation(&self, symmetry: Symmetry) -> bool {
        symmetry == Symmetry::IDENTITY
    }

    /// The game's names and looks.
    fn face(&self) -> Face {
        Face::default()
    }
}

/// A game of which the symmetries are not used: its graph is the full one.
#[derive(Clone, Copy, Debug)]
pub struct WithoutSymmetry<G>(pub G);

impl<G: Game> Game for WithoutSymmetry<G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> Self::Position {
        self.0.start()
    }
    fn player(&self, position: &Self::Position) -> Player {
        self.0.player(position)
    }
    fn score(&self, position: &Self::Position) -> Option<Score> {
        self.0.score(position)
    }
    fn moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        self.0.moves(position, moves);
    }
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position {
        self.0.play(position, mv)
    }
    fn move_name(&self, position: &Self::Position, mv: &Self::Move) -> String {
        self.0.move_name(position, mv)
    }
    fn write(&self, position: &Self::Position) -> String {
        self.0.write(position)
    }
    fn read(&self, text: &str) -> Result<Self::Position, PositionError> {
        self.0.read(text)
    }
    fn draw(&self, position: &Self::Position) -> String {
        self.0.draw(position)
    }
    fn picture(&self, position: &Self::Position) -> Option<BoardPicture> {
        self.0.picture(position)
    }
    fn move_square(&self, position: &Self::Position, mv: &Self::Move) -> Option<Square> {
        self.0.move_square(position, mv)
    }
    fn square_image(&self, square: Square, symmetry: Symmetry) -> Option<Square> {
        self.0.square_image(square, symmetry)
    }
    fn face(&self) -> Face {
        self.0.face()
    }
}
