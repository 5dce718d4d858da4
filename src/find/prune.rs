//! AlphaBetaPrune: what a depth-first search would have visited had it known the
//! dominance of every vertex.
//!
//! At a vertex whose mover it favours, it stops at the first child that keeps the
//! dominance; elsewhere it visits all children. The size of the result depends on the
//! order of the children. (Knuth and Moore, "An analysis of alpha-beta pruning",
//! Artificial Intelligence 6, 1975, for the search that it imitates.)

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::game::{Player, Score};
use crate::graph::{GameGraph, NodeId};

/// In which order children are visited. Ties fall by vertex number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order<'a> {
    /// By vertex number: as the builder discovered them.
    Discovery,
    /// By a random number for each vertex, from a seed.
    Random(u64),
    /// Fewest replies first: the fewest moves on the board, symmetric ones counted each.
    /// Ties by discovery or, with a seed, at random.
    Mobility(Option<u64>),
    /// By a number for every vertex, smallest first.
    Given(&'a [u64]),
}

impl Order<'_> {
    fn key(self, graph: &GameGraph, vertex: NodeId) -> (u64, u64) {
        match self {
            Self::Discovery => (0, 0),
            Self::Random(seed) => (0, random_key(seed, vertex)),
            Self::Mobility(ties) => {
                let replies = graph.move_count(vertex) as u64;
                (replies, ties.map_or(0, |seed| random_key(seed, vertex)))
            }
            Self::Given(ranks) => (0, ranks[vertex.index()]),
        }
    }
}

/// A random number for each seed and vertex. A named generator, so that a seed
/// means the same order in every version.
fn random_key(seed: u64, vertex: NodeId) -> u64 {
    let stream = SplitMix64::seed_from_u64(seed).next_u64();
    SplitMix64::seed_from_u64(stream.wrapping_add(vertex.index() as u64)).next_u64()
}

/// Prunes one graph, in as many orders as wanted.
///
/// # Example
///
/// ```
/// use minproof::{find::prune::{Order, Pruner}, games::catalogue, solve};
/// let graph = catalogue::open("reversi:board=4x4,blocked=ends")?.build_quietly()?.graph;
/// let values = solve::values(&graph)?;
/// let mut pruner = Pruner::new(&graph, &values);
/// let small = pruner.prune(Order::Mobility(None)).len();
/// assert!((40..=71).contains(&small));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Pruner<'g> {
    graph: &'g GameGraph,
    values: &'g [Score],
    /// The winner, if that player's other moves are left out.
    only_wins_of: Option<Player>,
    /// The run in which each vertex was visited last.
    visited_in: Vec<u32>,
    run: u32,
    stack: Vec<Frame>,
    /// The children of the frames on the stack, one after the other.
    children: Vec<NodeId>,
}

struct Frame {
    vertex: NodeId,
    first: usize,
    next: usize,
}

impl<'g> Pruner<'g> {
    /// A pruner of the whole graph, of which `values` are the values.
    #[must_use]
    pub fn new(graph: &'g GameGraph, values: &'g [Score]) -> Self {
        assert_eq!(
            graph.vertex_count(),
            values.len(),
            "one value for every vertex"
        );
        Self {
            graph,
            values,
            only_wins_of: None,
            visited_in: vec![0; graph.vertex_count()],
            run: 0,
            stack: Vec::new(),
            children: Vec::new(),
        }
    }

    /// A pruner of the winner's moves only: where the winner moves, moves that give
    /// the win away are left out, so that all it visits is won.
    ///
    /// `None` if the start is a draw: then there is no winner.
    #[must_use]
    pub fn winning_moves(graph: &'g GameGraph, values: &'g [Score]) -> Option<Self> {
        let winner = Player::favoured_by(values[0])?;
        Some(Self {
            only_wins_of: Some(winner),
            ..Self::new(graph, values)
        })
    }

    fn dominance(&self, vertex: NodeId) -> Score {
        self.values[vertex.index()].signum()
    }

    /// The vertices that are visited in this order of the children, ascending.
    ///
    /// Takes time linear in the visited vertices and their edges, apart from
    /// sorting the children of each.
    pub fn prune(&mut self, order: Order<'_>) -> Vec<NodeId> {
        if self.run == u32::MAX {
            self.visited_in.fill(0);
            self.run = 0;
        }
        self.run += 1;
        let mut visited = Vec::new();
        self.enter(NodeId::START, order, &mut visited);
        while let Some(frame) = self.stack.last_mut() {
            let Some(&child) = self.children.get(frame.next) else {
                self.children.truncate(frame.first);
                self.stack.pop();
                continue;
            };
            frame.next += 1;
            let (vertex, next) = (frame.vertex, frame.next);
            let dominance = self.dominance(vertex);
            let favours_mover = dominance == self.graph.player(vertex).sign();
            if favours_mover && self.dominance(child) == dominance {
                self.children.truncate(next); // the other children are never visited
            }
            if self.visited_in[child.index()] != self.run {
                self.enter(child, order, &mut visited);
            }
        }
        visited.sort_unstable();
        visited
    }

    /// Puts a vertex on the stack with its children in order.
    fn enter(&mut self, vertex: NodeId, order: Order<'_>, visited: &mut Vec<NodeId>) {
        self.visited_in[vertex.index()] = self.run;
        visited.push(vertex);
        let first = self.children.len();
        let (graph, values) = (self.graph, self.values);
        let won_only = self
            .only_wins_of
            .filter(|&winner| winner == graph.player(vertex));
        let kept = graph.children(vertex).iter().copied().filter(|child| {
            won_only.is_none_or(|w| Player::favoured_by(values[child.index()]) == Some(w))
        });
        self.children.extend(kept);
        self.children[first..].sort_by_cached_key(|&child| (order.key(graph, child), child));
        self.stack.push(Frame {
            vertex,
            first,
            next: first,
        });
    }
}
