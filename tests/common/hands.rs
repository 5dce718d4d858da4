//! Games made by hand for tests: chains, games that begin elsewhere, bad hashes.

use std::hash::{Hash, Hasher};

use minproof::game::{Game, PositionError};
use minproof::{Player, Score, Symmetry};

/// The same game from another position on.
pub(crate) struct From<'g, G: Game>(pub(crate) &'g G, pub(crate) G::Position);

impl<G: Game> Game for From<'_, G> {
    type Position = G::Position;
    type Move = G::Move;

    fn start(&self) -> G::Position {
        self.1.clone()
    }
    fn player(&self, position: &G::Position) -> Player {
        self.0.player(position)
    }
    fn score(&self, position: &G::Position) -> Option<Score> {
        self.0.score(position)
    }
    fn moves(&self, position: &G::Position, moves: &mut Vec<G::Move>) {
        self.0.moves(position, moves);
    }
    fn play(&self, position: &G::Position, mv: &G::Move) -> G::Position {
        self.0.play(position, mv)
    }
    fn symmetries(&self) -> u16 {
        self.0.symmetries()
    }
    fn transform(&self, position: &G::Position, symmetry: Symmetry) -> G::Position {
        self.0.transform(position, symmetry)
    }
    fn transform_move(&self, mv: &G::Move, symmetry: Symmetry) -> G::Move {
        self.0.transform_move(mv, symmetry)
    }
}

/// So many plies, each with one move; First wins at the end.
pub(crate) struct Chain(pub(crate) u32);

impl Game for Chain {
    type Position = u32;
    type Move = ();

    fn start(&self) -> u32 {
        0
    }
    fn player(&self, ply: &u32) -> Player {
        if ply.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }
    fn score(&self, &ply: &u32) -> Option<Score> {
        (ply == self.0).then_some(1)
    }
    fn moves(&self, _: &u32, moves: &mut Vec<()>) {
        moves.push(());
    }
    fn play(&self, ply: &u32, (): &()) -> u32 {
        ply + 1
    }
    fn read(&self, text: &str) -> Result<u32, PositionError> {
        let number = text.parse().ok().filter(|&ply| ply <= self.0);
        number.ok_or_else(|| PositionError::new(text, "not a ply of the chain"))
    }
}

/// A position of which the hash says nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Colliding<P>(pub(crate) P);

impl<P> Hash for Colliding<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(7);
    }
}

/// A game whose positions all have the same hash.
pub(crate) struct BadHash<G>(pub(crate) G);

impl<G: Game> Game for BadHash<G> {
    type Position = Colliding<G::Position>;
    type Move = G::Move;

    fn start(&self) -> Self::Position {
        Colliding(self.0.start())
    }
    fn player(&self, position: &Self::Position) -> Player {
        self.0.player(&position.0)
    }
    fn score(&self, position: &Self::Position) -> Option<Score> {
        self.0.score(&position.0)
    }
    fn moves(&self, position: &Self::Position, moves: &mut Vec<G::Move>) {
        self.0.moves(&position.0, moves);
    }
    fn play(&self, position: &Self::Position, mv: &G::Move) -> Self::Position {
        Colliding(self.0.play(&position.0, mv))
    }
    fn symmetries(&self) -> u16 {
        self.0.symmetries()
    }
    fn transform(&self, position: &Self::Position, symmetry: Symmetry) -> Self::Position {
        Colliding(self.0.transform(&position.0, symmetry))
    }
    fn transform_move(&self, mv: &G::Move, symmetry: Symmetry) -> G::Move {
        self.0.transform_move(mv, symmetry)
    }
}
