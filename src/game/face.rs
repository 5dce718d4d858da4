//! How a game looks to people: its board, the players' names, what a score counts.

use super::Player;

/// A square of a board: its column from the left and its row from the top, from 0.
pub type Square = (u32, u32);

/// What stands on the squares of a rectangular board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPicture {
    /// How many columns.
    pub width: u32,
    /// How many rows.
    pub height: u32,
    /// Whose piece is on each square, row by row from the top left.
    pub cells: Vec<Option<Player>>,
}

impl BoardPicture {
    /// Whose piece is on a square; `None` if it is empty or not on the board.
    #[must_use]
    pub fn at(&self, (column, row): Square) -> Option<Player> {
        let inside = column < self.width && row < self.height;
        let place = (row * self.width + column) as usize;
        inside.then(|| self.cells.get(place).copied().flatten())?
    }
}

/// What the pieces look like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pieces {
    /// First's are black discs, Second's white ones.
    #[default]
    Discs,
    /// First marks with X, Second with O.
    Marks,
}

/// What moves on a board are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveNames {
    /// By the square, such as `b1`.
    #[default]
    Squares,
    /// By the column, such as `b`; the square follows from what stands there.
    Columns,
}

/// A game's names and looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Face {
    /// The game as people call it, such as `Reversi 4x4`; empty if it has no such name.
    pub title: String,
    /// A rule that must be known to play this variant; empty if there is none.
    pub rule: String,
    /// What First is called.
    pub first: &'static str,
    /// What Second is called.
    pub second: &'static str,
    /// What a score counts, in the plural, such as `discs`; `None` where only its sign matters.
    pub unit: Option<&'static str>,
    /// What the pieces look like.
    pub pieces: Pieces,
    /// What is wrong with an empty square that is no legal move, such as `it turns no
    /// disc`; empty if that cannot be said once for all.
    pub illegal: &'static str,
    /// What moves on its board are called.
    pub moves: MoveNames,
}

impl Default for Face {
    fn default() -> Self {
        Self {
            title: String::new(),
            rule: String::new(),
            first: "First",
            second: "Second",
            unit: Some("points"),
            pieces: Pieces::Discs,
            illegal: "",
            moves: MoveNames::Squares,
        }
    }
}

impl Face {
    /// What a player is called.
    #[must_use]
    pub fn name(&self, player: Player) -> &'static str {
        match player {
            Player::First => self.first,
            Player::Second => self.second,
        }
    }
}
