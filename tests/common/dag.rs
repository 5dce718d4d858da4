//! Small random graphs, and everything about them once more by brute force.

use std::collections::{BTreeMap, BTreeSet};

use minproof::graph::Vertex;
use minproof::proof::Hold;
use minproof::{GameGraph, Player, Score};
use proptest::prelude::*;

/// A graph as rows, for the twins, and as the library has it.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) rows: Vec<Vertex>,
    pub(crate) graph: GameGraph,
}

impl Plan {
    pub(crate) fn new(rows: Vec<Vertex>) -> Self {
        let graph = GameGraph::new(&rows).unwrap();
        Self { rows, graph }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The children without repetition, ascending.
    pub(crate) fn children(&self, vertex: usize) -> BTreeSet<usize> {
        match &self.rows[vertex] {
            Vertex::End(_) => BTreeSet::new(),
            Vertex::Inner(_, children) => children.iter().copied().collect(),
        }
    }

    pub(crate) fn value(&self, vertex: usize) -> Score {
        match &self.rows[vertex] {
            Vertex::End(score) => *score,
            Vertex::Inner(Player::First, children) => {
                children.iter().map(|&c| self.value(c)).max().unwrap()
            }
            Vertex::Inner(Player::Second, children) => {
                children.iter().map(|&c| self.value(c)).min().unwrap()
            }
        }
    }

    pub(crate) fn games(&self, vertex: usize) -> u64 {
        match &self.rows[vertex] {
            Vertex::End(_) => 1,
            Vertex::Inner(_, children) => children.iter().map(|&c| self.games(c)).sum(),
        }
    }

    /// Plies of every game, repeated ones too.
    pub(crate) fn plies(&self, vertex: usize) -> Vec<u32> {
        let Vertex::Inner(_, children) = &self.rows[vertex] else {
            return vec![0];
        };
        let below = children.iter().flat_map(|&c| self.plies(c));
        below.map(|plies| plies + 1).collect()
    }

    pub(crate) fn remoteness(&self, vertex: usize) -> u32 {
        let Vertex::Inner(player, _) = &self.rows[vertex] else {
            return 0;
        };
        let sign = self.value(vertex).signum();
        let kept = self.children(vertex).into_iter();
        let kept = kept.filter(|&c| self.value(c).signum() == sign);
        let plies = kept.map(|c| self.remoteness(c) + 1);
        if sign == player.sign() {
            plies.min().unwrap()
        } else {
            plies.max().unwrap()
        }
    }

    /// All proofs of a claim as trees, each with its tree count and its vertices; `None`
    /// if there are more than `limit` on the way.
    pub(crate) fn trees(&self, at: usize, hold: Hold, limit: usize) -> Option<Vec<Tree>> {
        let found = match &self.rows[at] {
            Vertex::End(score) => {
                let met = match hold.prover {
                    Player::First => *score >= hold.bound,
                    Player::Second => *score <= hold.bound,
                };
                if met {
                    vec![(0, BTreeSet::new())]
                } else {
                    Vec::new()
                }
            }
            Vertex::Inner(player, _) if *player == hold.prover => {
                let mut found = Vec::new();
                for child in self.children(at) {
                    found.extend(self.trees(child, hold, limit)?);
                }
                found
            }
            Vertex::Inner(..) => {
                let mut found: Vec<Tree> = vec![(0, BTreeSet::new())];
                for child in self.children(at) {
                    let below = self.trees(child, hold, limit)?;
                    if found.len() * below.len() > limit {
                        return None;
                    }
                    found = found
                        .iter()
                        .flat_map(|(count, set)| {
                            below.iter().map(move |(c, s)| (count + c, set | s))
                        })
                        .collect();
                }
                found
            }
        };
        let add = |(count, mut set): Tree| {
            set.insert(at);
            (count + 1, set)
        };
        Some(found.into_iter().map(add).collect()).filter(|f: &Vec<Tree>| f.len() <= limit)
    }

    /// The closure conditions, word by word.
    pub(crate) fn is_proof(&self, set: &BTreeSet<usize>, hold: Hold) -> bool {
        if !set.contains(&0) {
            return false;
        }
        let mut reached = BTreeSet::from([0]);
        let mut open = vec![0];
        while let Some(vertex) = open.pop() {
            for child in self.children(vertex) {
                if set.contains(&child) && reached.insert(child) {
                    open.push(child);
                }
            }
        }
        reached == *set
            && set.iter().all(|&vertex| match &self.rows[vertex] {
                Vertex::End(score) => match hold.prover {
                    Player::First => *score >= hold.bound,
                    Player::Second => *score <= hold.bound,
                },
                Vertex::Inner(player, children) if *player == hold.prover => {
                    children.iter().any(|child| set.contains(child))
                }
                Vertex::Inner(_, children) => children.iter().all(|child| set.contains(child)),
            })
    }

    /// The same game with its vertices numbered otherwise; the start stays 0.
    /// `rank` sorts the others.
    pub(crate) fn renumbered(&self, rank: &[u32]) -> (Self, Vec<usize>) {
        let mut order: Vec<usize> = (1..self.len()).collect();
        order.sort_by_key(|&v| (rank[v % rank.len()], v));
        order.insert(0, 0);
        let mut number = vec![0; self.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old] = new;
        }
        let rows = order.iter().map(|&old| match &self.rows[old] {
            Vertex::Inner(player, children) => {
                let children = children.iter().map(|&c| number[c]);
                Vertex::Inner(*player, children.collect())
            }
            end => end.clone(),
        });
        (Self::new(rows.collect()), number)
    }
}

pub(crate) type Tree = (u64, BTreeSet<usize>);

/// Graphs in which every edge leads to a higher number. A child may be listed twice.
/// Not every vertex need be reached.
pub(crate) fn dags(most: usize) -> impl Strategy<Value = Plan> {
    let row = (
        any::<bool>(),
        -3..=3_i32,
        prop::collection::vec(0..1000_usize, 0..4),
        any::<bool>(),
    );
    prop::collection::vec(row, 1..=most).prop_map(|rows| {
        let count = rows.len();
        let vertex =
            |(at, (first, score, picks, twice)): (usize, (bool, i32, Vec<usize>, bool))| {
                let below = count - at - 1;
                let mut children: Vec<usize> = picks
                    .iter()
                    .filter(|_| below > 0)
                    .map(|p| at + 1 + p % below)
                    .collect();
                if at == 0 && below > 0 && children.is_empty() {
                    children.push(1);
                }
                if twice && let Some(&child) = children.first() {
                    children.push(child);
                }
                if children.is_empty() {
                    Vertex::End(score)
                } else {
                    let player = if first { Player::First } else { Player::Second };
                    Vertex::Inner(player, children)
                }
            };
        Plan::new(rows.into_iter().enumerate().map(vertex).collect())
    })
}

/// The same with edges in any direction, so that there may be cycles.
pub(crate) fn digraphs(most: usize) -> impl Strategy<Value = Plan> {
    let row = (
        any::<bool>(),
        -3..=3_i32,
        prop::collection::vec(0..1000_usize, 0..3),
    );
    prop::collection::vec(row, 1..=most).prop_map(|rows| {
        let count = rows.len();
        let vertex = |(first, score, picks): (bool, i32, Vec<usize>)| {
            if picks.is_empty() {
                return Vertex::End(score);
            }
            let player = if first { Player::First } else { Player::Second };
            Vertex::Inner(player, picks.iter().map(|pick| pick % count).collect())
        };
        Plan::new(rows.into_iter().map(vertex).collect())
    })
}

pub(crate) fn holds() -> impl Strategy<Value = Hold> {
    (any::<bool>(), -4..=4_i32).prop_map(|(first, bound)| Hold {
        prover: if first { Player::First } else { Player::Second },
        bound,
    })
}

/// How often each set occurs.
pub(crate) fn tally(sets: impl Iterator<Item = BTreeSet<usize>>) -> BTreeMap<BTreeSet<usize>, u64> {
    let mut tally = BTreeMap::new();
    for set in sets {
        *tally.entry(set).or_insert(0) += 1;
    }
    tally
}
