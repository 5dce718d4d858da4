//! Remoteness, lengths and numbers of games: folds over the graph.

use num_bigint::BigUint;

use super::{Children, TopologicalOrder, dominance, fold};
use crate::game::{Player, Score};
use crate::graph::GameGraph;

/// Plies to the end from every vertex, if both players keep the dominance of the
/// position (not its margin), the winner hurries and the loser delays. In a draw
/// both delay.
///
/// `values` are those of [`super::values`].
#[must_use]
pub fn remoteness(graph: &GameGraph, order: &TopologicalOrder, values: &[Score]) -> Vec<u32> {
    fold(graph, order, |vertex, children: Children<'_, u32>| {
        let here = dominance(values[vertex.index()]);
        let kept = children
            .iter()
            .filter(|(child, _)| dominance(values[child.index()]) == here)
            .map(|(_, plies)| plies + 1);
        let hurries = Player::favoured_by(values[vertex.index()]) == Some(graph.player(vertex));
        let plies = if hurries { kept.min() } else { kept.max() };
        plies.unwrap_or(0)
    })
}

/// The shortest and the longest game from a vertex, in plies, whoever plays how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// Plies of the shortest game.
    pub shortest: u32,
    /// Plies of the longest game.
    pub longest: u32,
}

/// The shortest and the longest game from every vertex.
#[must_use]
pub fn lengths(graph: &GameGraph, order: &TopologicalOrder) -> Vec<Lengths> {
    fold(graph, order, |_, children: Children<'_, Lengths>| {
        let shortest = children.values().map(|below| below.shortest + 1).min();
        let longest = children.values().map(|below| below.longest + 1).max();
        Lengths {
            shortest: shortest.unwrap_or(0),
            longest: longest.unwrap_or(0),
        }
    })
}

/// The number of games: of sequences of moves from the start to an end.
///
/// These are games of the real board, also where the graph has symmetric moves
/// merged, because it remembers how many moves an edge stands for. `None` where it
/// does not know that ([`GameGraph::multiplicities_known`]).
#[must_use]
pub fn games(graph: &GameGraph, order: &TopologicalOrder) -> Option<BigUint> {
    if !graph.multiplicities_known() {
        return None;
    }
    let moves = |vertex| {
        let edges = graph.edge_range(vertex);
        edges.map(|edge| graph.multiplicity(edge).expect("they are known"))
    };
    // Most games have fewer than 2^64 of them, and small numbers are much faster. No
    // vertex has zero, so zero stands for too many.
    let small = fold(graph, order, |vertex, children: Children<'_, u64>| {
        if children.is_empty() {
            return 1;
        }
        let sum = children
            .values()
            .zip(moves(vertex))
            .try_fold(0_u64, |sum, (&games, moves)| {
                sum.checked_add(
                    games
                        .checked_mul(moves.into())
                        .filter(|&product| product > 0)?,
                )
            });
        sum.unwrap_or(0)
    });
    if small[0] > 0 {
        return Some(small[0].into());
    }
    drop(small);
    let large = fold(graph, order, |vertex, children: Children<'_, BigUint>| {
        if children.is_empty() {
            return BigUint::from(1_u32);
        }
        children
            .values()
            .zip(moves(vertex))
            .map(|(games, moves)| games * moves)
            .sum()
    });
    large.into_iter().next()
}
