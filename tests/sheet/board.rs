//! A person's board, and how it is turned: written anew, by coordinates, so that the
//! sheet's own idea of turning is put to the test.

use minproof::Player;
use minproof::games::Scene;
use minproof::games::catalogue::NamedGame;

/// Column and row from 0, `a1` at the top left.
pub(crate) type Square = (u32, u32);

/// Where a turn of a board of this size takes a square.
pub(crate) fn turned(turn: &str, (width, height): (u32, u32), (c, r): Square) -> Square {
    let (right, bottom) = (width - 1, height - 1);
    match turn {
        "turn a quarter right" => (right - r, c),
        "turn a quarter left" => (r, bottom - c),
        "turn by half" => (right - c, bottom - r),
        "mirror left-right" => (right - c, r),
        "mirror top-bottom" => (c, bottom - r),
        "mirror along the diagonal from the top left" => (r, c),
        "mirror along the diagonal from the top right" => (right - r, bottom - c),
        other => panic!("`{other}` is nothing that can be done to a board"),
    }
}

pub(crate) fn name((column, row): Square) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// A board on the table, which is never turned, and what the sheet wanted it to be turned.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) position: String,
    pub(crate) turns: Vec<String>,
}

impl Table {
    pub(crate) fn set_up(game: &NamedGame) -> Self {
        Self {
            position: game.set_up(),
            turns: Vec::new(),
        }
    }

    pub(crate) fn scene(&self, game: &NamedGame) -> Scene {
        game.scene(&self.position).unwrap()
    }

    /// How the sheet sees a square of the table.
    fn seen(&self, size: (u32, u32), square: Square) -> Square {
        let turns = self.turns.iter();
        turns.fold(square, |square, turn| turned(turn, size, square))
    }

    /// The legal moves: how the sheet names them, and the positions that they lead to.
    pub(crate) fn moves(&self, game: &NamedGame) -> Vec<(String, String)> {
        let scene = self.scene(game);
        let board = scene.picture.unwrap();
        let size = (board.width, board.height);
        let moves = scene.moves.into_iter();
        moves
            .map(|mv| {
                let named = mv.square.map(|square| name(self.seen(size, square)));
                let mut named = named.unwrap_or_else(|| mv.name.clone());
                if mv.name.len() == 1 {
                    named.truncate(1); // by its column
                }
                (named, mv.reached)
            })
            .collect()
    }

    /// Plays a move that the sheet names; `None` if it is not legal.
    pub(crate) fn play(&self, game: &NamedGame, mv: &str) -> Option<Self> {
        let moves = self.moves(game);
        let (_, reached) = moves.into_iter().find(|(name, _)| name == mv)?;
        Some(Self {
            position: reached,
            turns: self.turns.clone(),
        })
    }

    /// The rows as the sheet sees them: `X` First, `O` Second, `.` empty.
    pub(crate) fn rows(&self, game: &NamedGame) -> Vec<String> {
        let board = self.scene(game).picture.unwrap();
        let size = (board.width, board.height);
        let mut rows = vec![vec!['?'; size.0 as usize]; size.1 as usize];
        for square in (0..size.1).flat_map(|row| (0..size.0).map(move |column| (column, row))) {
            let piece = match board.at(square) {
                Some(Player::First) => 'X',
                Some(Player::Second) => 'O',
                None => '.',
            };
            let (column, row) = self.seen(size, square);
            rows[row as usize][column as usize] = piece;
        }
        rows.into_iter().map(String::from_iter).collect()
    }
}
