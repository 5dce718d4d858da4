//! Blocks of consecutive positions, and the making of their children.

use std::hash::BuildHasher;
use std::sync::atomic::AtomicU32;

use super::lookup::{SHARDS, shard_of};
use crate::game::{Game, Player, Score};
use crate::graph::NodeId;
use crate::symmetry::{Canonical, canonical};

/// Consecutive positions that one thread expands, and their children.
pub(super) struct Block<P> {
    /// Number of moves of each position; 0 for an end.
    pub(super) degrees: Vec<u32>,
    pub(super) players: Vec<Player>,
    pub(super) scores: Vec<Score>,
    pub(super) children: Vec<P>,
    /// Bits of the hash and places in `children`, by shard.
    pub(super) by_shard: Vec<Vec<(u32, u32)>>,
    /// The vertex of each child: of an older one its number, of a new one the
    /// first free number plus the place in the run where it was met first.
    pub(super) found: Vec<AtomicU32>,
    /// How many children the blocks before this one have.
    pub(super) first_child: usize,
    pub(super) rows: Vec<NodeId>,
    pub(super) row_lengths: Vec<u32>,
    /// Index of the row, place in the row, number of moves.
    pub(super) repeated: Vec<(u32, u32, u32)>,
    pub(super) fault: Option<P>,
}

impl<P> Block<P> {
    pub(super) fn new() -> Self {
        Self {
            degrees: Vec::new(),
            players: Vec::new(),
            scores: Vec::new(),
            children: Vec::new(),
            by_shard: (0..SHARDS).map(|_| Vec::new()).collect(),
            found: Vec::new(),
            first_child: 0,
            rows: Vec::new(),
            row_lengths: Vec::new(),
            repeated: Vec::new(),
            fault: None,
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let by_shard: usize = self.by_shard.iter().map(Vec::capacity).sum();
        self.children.capacity() * (size_of::<P>() + 8) + 8 * by_shard
    }
}

/// Makes the children of `parents`.
pub(super) fn generate<G: Game, S: BuildHasher>(
    game: &G,
    hasher: &S,
    parents: &[Canonical<G::Position>],
    block: &mut Block<Canonical<G::Position>>,
) {
    block.degrees.clear();
    block.players.clear();
    block.scores.clear();
    block.children.clear();
    block.by_shard.iter_mut().for_each(Vec::clear);
    block.fault = None;
    let mut moves = Vec::new();
    for parent in parents.iter().map(Canonical::position) {
        if let Some(score) = game.score(parent) {
            block.degrees.push(0);
            block.players.push(Player::First);
            block.scores.push(score);
            continue;
        }
        moves.clear();
        game.moves(parent, &mut moves);
        if moves.is_empty() {
            block.fault = Some(canonical(game, parent.clone()).0);
            return;
        }
        block.degrees.push(moves.len() as u32);
        block.players.push(game.player(parent));
        for mv in &moves {
            let child = canonical(game, game.play(parent, mv)).0;
            let hash = hasher.hash_one(&child);
            block.by_shard[shard_of(hash)].push((hash as u32, block.children.len() as u32));
            block.children.push(child);
        }
    }
    block.found.clear();
    block
        .found
        .resize_with(block.children.len(), AtomicU32::default);
}
