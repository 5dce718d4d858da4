//! Groups acting on positions, and canonical positions.
//!
//! The canonical position of an orbit is its least member under the order of the
//! position type. [`Canonical`] is a type of its own that only [`canonical`]
//! makes, so that a position which was never canonicalised cannot be looked up
//! by mistake.

use crate::game::Game;

/// A symmetry of a game, by its number; 0 is the identity.
///
/// What each number does is the game's to say. Games on boards use the numbers
/// of [`crate::games::board::Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry(pub u16);

impl Symmetry {
    /// Leaves everything as it is.
    pub const IDENTITY: Self = Self(0);
}

/// A position that is the least of its orbit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Canonical<P>(P);

impl<P> Canonical<P> {
    /// The position.
    pub fn position(&self) -> &P {
        &self.0
    }

    /// The position, by value.
    pub fn into_position(self) -> P {
        self.0
    }
}

/// The canonical position of the orbit of `position`, and the symmetry that
/// takes `position` there (the one with the least number where several do).
///
/// A move `m` of the canonical position is, for someone who still looks at
/// `position`, the move `n` with `game.transform_move(n, symmetry) == m`.
///
/// Costs one transformation per symmetry of the game.
#[inline]
pub fn canonical<G: Game>(game: &G, position: G::Position) -> (Canonical<G::Position>, Symmetry) {
    let mut least: Option<G::Position> = None;
    let mut used = Symmetry::IDENTITY;
    for symmetry in (1..game.symmetries()).map(Symmetry) {
        let image = game.transform(&position, symmetry);
        if image < *least.as_ref().unwrap_or(&position) {
            least = Some(image);
            used = symmetry;
        }
    }
    (Canonical(least.unwrap_or(position)), used)
}
