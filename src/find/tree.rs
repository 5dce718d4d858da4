//! Proofs of least tree count, all of them.
//!
//! The tree count of a proof counts a vertex once for every path that leads to it,
//! as if the graph were unfolded into a tree. It is minimised in one pass: the least
//! over the prover's moves, the sum over the opponent's. **The least tree count is
//! not the least number of vertices**: a vertex that several paths share is counted
//! several times here, so a proof with a larger tree count may have fewer vertices.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use crate::graph::{GameGraph, NodeId};
use crate::proof::Hold;
use crate::solve::{Children, TopologicalOrder, fold};

/// The proofs of least tree count of one claim.
///
/// # Example
///
/// ```
/// use minproof::{find::tree::TreeProofs, games::catalogue, solve::TopologicalOrder, Claim};
/// let graph = catalogue::open("reversi:board=4x4,blocked=ends")?.build_quietly()?.graph;
/// let order = TopologicalOrder::of(&graph)?;
/// let proofs = TreeProofs::find(&graph, &order, Claim::AtMost(-1).holds()[0]).unwrap();
/// assert_eq!(proofs.tree_count(), &41_u32.into());
/// assert_eq!(proofs.count(), &42_u32.into());
/// assert!(proofs.iter().all(|vertices| vertices.len() == 40));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeProofs {
    tree_count: BigUint,
    /// The vertices of all these proofs, the start first.
    vertices: Vec<NodeId>,
    /// What can follow each of them, as places in `vertices`.
    next: Vec<Next>,
    /// How many proofs there are of the claim from each of them on, or [`most`].
    counts: Vec<BigUint>,
}

/// Numbers of proofs grow with the power of the tree count; from here on they are not
/// followed any more.
fn most() -> BigUint {
    BigUint::one() << (1_u32 << 18)
}

#[derive(Clone, Debug)]
enum Next {
    /// One of these.
    Any(Vec<usize>),
    /// All of these; an end has none.
    All(Vec<usize>),
}

impl TreeProofs {
    /// Finds them. `None` if the claim is false.
    ///
    /// Takes time linear in vertices and edges, and in the size of the numbers.
    #[must_use]
    pub fn find(graph: &GameGraph, order: &TopologicalOrder, hold: Hold) -> Option<Self> {
        // Small numbers are much faster; the largest one says "too large".
        let small: Vec<Option<u64>> = least_counts(graph, order, hold);
        match small[0] {
            None => return None,
            Some(count) if count < u64::MAX => {
                return Some(Self::collect(graph, hold, count.into(), |v| {
                    small[v.index()]
                }));
            }
            Some(_) => drop(small),
        }
        let large: Vec<Option<BigUint>> = least_counts(graph, order, hold);
        let start = large[0].clone()?;
        Some(Self::collect(graph, hold, start, |v| {
            large[v.index()].as_ref()
        }))
    }

    /// Gathers the vertices that proofs of least tree count can use.
    fn collect<N: Ord>(
        graph: &GameGraph,
        hold: Hold,
        tree_count: BigUint,
        least: impl Fn(NodeId) -> Option<N>,
    ) -> Self {
        let kept = |vertex: NodeId| -> Vec<NodeId> {
            let children = graph.children(vertex).iter().copied();
            if graph.player(vertex) != hold.prover {
                return children.collect();
            }
            let best = children.clone().filter_map(&least).min();
            children
                .filter(|&child| least(child).is_some() && least(child) == best)
                .collect()
        };
        // Depth-first, so that reversed finishing order is topological.
        let mut finished = Vec::new();
        let mut place: BTreeMap<NodeId, Option<usize>> = BTreeMap::from([(NodeId::START, None)]);
        let mut stack = vec![(NodeId::START, kept(NodeId::START), 0)];
        while let Some((vertex, children, at)) = stack.last_mut() {
            if let Some(&child) = children.get(*at) {
                *at += 1;
                if let std::collections::btree_map::Entry::Vacant(entry) = place.entry(child) {
                    entry.insert(None);
                    stack.push((child, kept(child), 0));
                }
            } else {
                place.insert(*vertex, Some(finished.len()));
                finished.push((*vertex, std::mem::take(children)));
                stack.pop();
            }
        }
        let last = finished.len() - 1;
        let most = most();
        let mut proofs = Self {
            tree_count,
            vertices: Vec::with_capacity(finished.len()),
            next: Vec::with_capacity(finished.len()),
            counts: vec![BigUint::zero(); finished.len()],
        };
        for (at, (vertex, children)) in finished.into_iter().enumerate() {
            let places = children
                .iter()
                .map(|child| last - place[child].expect("children finish first"))
                .collect::<Vec<_>>();
            let counts = &proofs.counts;
            let chooses = graph.player(vertex) == hold.prover && !places.is_empty();
            let count: BigUint = if chooses {
                places.iter().map(|&child| &counts[child]).sum()
            } else {
                let one = BigUint::one();
                places.iter().fold(one, |product, &child| {
                    (product * &counts[child]).min(most.clone())
                })
            };
            proofs.counts[last - at] = count.min(most.clone());
            proofs.vertices.push(vertex);
            proofs.next.push(if chooses {
                Next::Any(places)
            } else {
                Next::All(places)
            });
        }
        proofs.vertices.reverse();
        proofs.next.reverse();
        proofs
    }

    /// The least tree count.
    #[must_use]
    pub fn tree_count(&self) -> &BigUint {
        &self.tree_count
    }

    /// How many proofs have it. A choice is made at every path of the tree by itself,
    /// so the same vertex may be answered differently on two paths, and several
    /// proofs can have the same vertices.
    ///
    /// Counts end at 2^262144; [`TreeProofs::count_is_exact`] says whether this is one
    /// that was cut off there.
    #[must_use]
    pub fn count(&self) -> &BigUint {
        &self.counts[0]
    }

    /// Whether [`TreeProofs::count`] is the number of proofs, and not only one that it
    /// reaches.
    #[must_use]
    pub fn count_is_exact(&self) -> bool {
        *self.count() < most()
    }

    /// The vertices of the proof with this number, merged from tree to graph and
    /// ascending; `None` from [`TreeProofs::count`] on.
    ///
    /// Takes time linear in the tree count at most.
    #[must_use]
    pub fn nth(&self, number: &BigUint) -> Option<Vec<NodeId>> {
        if number >= self.count() {
            return None;
        }
        let mut used = vec![false; self.vertices.len()];
        let mut stack = vec![(0, number.clone())];
        while let Some((place, mut number)) = stack.pop() {
            if std::mem::replace(&mut used[place], true) && self.counts[place].is_one() {
                continue; // what follows is there already
            }
            match &self.next[place] {
                Next::Any(choices) => {
                    for &choice in choices {
                        if number < self.counts[choice] {
                            stack.push((choice, number));
                            break;
                        }
                        number -= &self.counts[choice];
                    }
                }
                Next::All(replies) => {
                    for &reply in replies {
                        let rest = &number / &self.counts[reply];
                        stack.push((reply, number - &rest * &self.counts[reply]));
                        number = rest;
                    }
                }
            }
        }
        let used = self.vertices.iter().zip(used).filter(|&(_, used)| used);
        let mut vertices: Vec<NodeId> = used.map(|(&vertex, _)| vertex).collect();
        vertices.sort_unstable();
        Some(vertices)
    }

    /// All proofs, one after the other as they are asked for.
    pub fn iter(&self) -> impl Iterator<Item = Vec<NodeId>> + '_ {
        let mut number = BigUint::zero();
        std::iter::from_fn(move || {
            let proof = self.nth(&number)?;
            number += 1_u32;
            Some(proof)
        })
    }

    /// The distinct vertex sets among the first `limit` proofs, ascending, with the
    /// number of those proofs that have each.
    #[must_use]
    pub fn vertex_sets(&self, limit: usize) -> BTreeMap<Vec<NodeId>, u64> {
        let mut sets = BTreeMap::new();
        for vertices in self.iter().take(limit) {
            *sets.entry(vertices).or_insert(0) += 1;
        }
        sets
    }

    /// Whether there are at most `limit` proofs.
    #[must_use]
    pub fn are_at_most(&self, limit: usize) -> bool {
        self.count().to_usize().is_some_and(|count| count <= limit)
    }
}

/// The two-way fold: the least tree count of every vertex, `None` where the claim
/// cannot be held.
fn least_counts<N>(graph: &GameGraph, order: &TopologicalOrder, hold: Hold) -> Vec<Option<N>>
where
    N: TreeCount,
{
    fold(graph, order, |vertex, children: Children<'_, Option<N>>| {
        if children.is_empty() {
            let score = graph
                .score(vertex)
                .expect("a vertex without children is an end");
            return hold.met_by(score).then(N::one);
        }
        let below = if graph.player(vertex) == hold.prover {
            children.values().flatten().min()?.clone()
        } else {
            let mut counts = children.values();
            let first = counts.next()?.clone();
            counts.try_fold(first?, |sum, count| Some(sum.plus(count.as_ref()?)))?
        };
        Some(below.plus(&N::one()))
    })
}

/// Numbers that tree counts are added up in.
trait TreeCount: Clone + Ord + One + Send + Sync {
    fn plus(self, other: &Self) -> Self;
}

/// The largest number stands for all that are too large.
impl TreeCount for u64 {
    fn plus(self, other: &Self) -> Self {
        self.saturating_add(*other)
    }
}

impl TreeCount for BigUint {
    fn plus(self, other: &Self) -> Self {
        self + other
    }
}

/// The least tree count of a claim at every vertex, for small graphs and tests.
#[must_use]
pub fn least_tree_counts(
    graph: &GameGraph,
    order: &TopologicalOrder,
    hold: Hold,
) -> Vec<Option<BigUint>> {
    least_counts(graph, order, hold)
}
