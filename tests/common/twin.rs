//! Slow, obvious twins: what the library computes fast, computed once more from the
//! definition, on positions and by recursion. For small games only.

use std::collections::{BTreeSet, HashMap};

use minproof::game::Game;
use minproof::proof::Hold;
use minproof::symmetry::canonical;
use minproof::{Canonical, Player, Score};

pub(crate) fn moves<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// Plain minimax by the rules; positions that were met before are looked up, and no
/// symmetry is used.
pub(crate) struct Minimax<'g, G: Game> {
    game: &'g G,
    known: HashMap<G::Position, (Score, u32)>,
}

impl<'g, G: Game> Minimax<'g, G>
where
    G::Position: std::hash::Hash + Eq,
{
    pub(crate) fn new(game: &'g G) -> Self {
        Self {
            game,
            known: HashMap::new(),
        }
    }

    pub(crate) fn value(&mut self, position: &G::Position) -> Score {
        self.look(position).0
    }

    /// The value, and the plies to the end where the winner hurries and the loser
    /// delays among moves that keep the winner (both delay in a draw).
    pub(crate) fn look(&mut self, position: &G::Position) -> (Score, u32) {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let found = match self.game.score(position) {
            Some(score) => (score, 0),
            None => self.best(position),
        };
        self.known.insert(position.clone(), found);
        found
    }

    fn best(&mut self, position: &G::Position) -> (Score, u32) {
        let below: Vec<(Score, u32)> = moves(self.game, position)
            .iter()
            .map(|mv| self.look(&self.game.play(position, mv)))
            .collect();
        assert!(!below.is_empty(), "no end and no move: {position:?}");
        let first = self.game.player(position) == Player::First;
        let scores = below.iter().map(|&(score, _)| score);
        let value = if first {
            scores.max().unwrap()
        } else {
            scores.min().unwrap()
        };
        let kept = below
            .iter()
            .filter(|(score, _)| score.signum() == value.signum())
            .map(|&(_, plies)| plies + 1);
        let mover_wins = value.signum() == if first { 1 } else { -1 };
        let plies = if mover_wins { kept.min() } else { kept.max() };
        (value, plies.unwrap())
    }
}

/// The least tree count of a claim by the rules: one canonical child for all
/// symmetric moves, as in the graph. `None` where the claim is false.
pub(crate) struct LeastTree<'g, G: Game> {
    game: &'g G,
    hold: Hold,
    known: HashMap<Canonical<G::Position>, Option<u128>>,
}

impl<'g, G: Game> LeastTree<'g, G> {
    pub(crate) fn new(game: &'g G, hold: Hold) -> Self {
        Self {
            game,
            hold,
            known: HashMap::new(),
        }
    }

    pub(crate) fn count(&mut self, at: &Canonical<G::Position>) -> Option<u128> {
        if let Some(&known) = self.known.get(at) {
            return known;
        }
        let position = at.position();
        let found = match self.game.score(position) {
            Some(score) if self.hold.prover == Player::First => {
                (score >= self.hold.bound).then_some(1)
            }
            Some(score) => (score <= self.hold.bound).then_some(1),
            None => {
                let children: BTreeSet<_> = moves(self.game, position)
                    .iter()
                    .map(|mv| canonical(self.game, self.game.play(position, mv)).0)
                    .collect();
                let below: Vec<Option<u128>> =
                    children.iter().map(|child| self.count(child)).collect();
                let least = if self.game.player(position) == self.hold.prover {
                    below.into_iter().flatten().min()
                } else {
                    below.into_iter().sum()
                };
                least.map(|count| count + 1)
            }
        };
        self.known.insert(at.clone(), found);
        found
    }
}
