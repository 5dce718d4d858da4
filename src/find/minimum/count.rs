//! All least sets: how many there are, without listing them, and a lazy list.
//!
//! The vertices of the reduced net are decided parents before children. What the decisions so
//! far leave to be done depends only on the **frontier**: the vertices taken and not yet
//! expanded, and those ruled out that could still be met. Equal frontiers are merged, so the
//! decisions form a graph whose paths are the least sets, one path a set: at a group that
//! nothing taken meets yet, the branches say which member is the first in the set, and so
//! rule the earlier ones out.

mod list;
mod narrow;

use std::collections::BTreeMap;
use std::collections::HashMap;

use num_bigint::BigUint;

use super::engine::Engine;
use super::net::Flat;
use super::{Limits, StopReason};
use crate::proof::Problem;

pub use list::Sets;

/// Why the least sets could not be counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CensusError {
    /// With vertices that cost nothing, sets of least weight are not all minimal. Give every
    /// vertex a weight: [`Problem::refined`] breaks ties by the number of vertices.
    #[error(
        "vertex {vertex} weighs nothing: sets are counted only if every vertex weighs something"
    )]
    NoWeight {
        /// The vertex.
        vertex: u32,
    },
    /// There is no closed set of that weight, or a lighter one.
    #[error("the least weight is not {claimed}")]
    NotLeast {
        /// The weight that was to be the least.
        claimed: u64,
    },
    /// More than [`MOST_STATES`] frontiers, or a limit of the run.
    #[error("stopped after {states} states: {reason:?}")]
    Stopped {
        /// Frontiers met so far.
        states: usize,
        /// The limit.
        reason: StopReason,
    },
}

/// The number of frontiers beyond which counting gives up (as for lack of memory).
pub const MOST_STATES: usize = 20_000_000;

/// The number of frontiers beyond which the net is first sifted.
const FEW_STATES: usize = 20_000;

/// All closed sets of least weight, as a graph of decisions.
#[derive(Debug)]
pub struct Census {
    nodes: Vec<Node>,
    /// The members of each vertex of the net, in the problem.
    members: Vec<Vec<u32>>,
    last: usize,
    /// How many least sets there are.
    pub count: BigUint,
}

#[derive(Debug)]
struct Node {
    cost: u64,
    count: BigUint,
    /// The nodes before, with the vertices that were taken on the way.
    back: Vec<(u32, Vec<u32>)>,
}

/// A frontier: `2v` for a vertex taken, `2v + 1` for one ruled out; sorted.
type Frontier = Vec<u32>;

/// Counts the closed sets of weight `least`, which must be the proved minimum.
///
/// Every vertex must weigh something; then a closed set of least weight is minimal: no vertex
/// can be left out.
///
/// # Errors
///
/// See [`CensusError`]. Space and time grow with the number of frontiers, which is small when the
/// minimum's lower bound is tight, and exponential at worst.
pub fn census(problem: &Problem, least: u64, limits: &Limits) -> Result<Census, CensusError> {
    let plain = plain(limits);
    let mut engine = Engine::new(problem, &plain);
    let refuse = |reason| refusal(least, reason);
    prepare(&mut engine, least)?;
    match decide(&engine, least, limits, FEW_STATES) {
        Err(CensusError::Stopped { states, .. }) if states > FEW_STATES => {}
        answer => return answer,
    }
    engine.sift(least).map_err(refuse)?;
    decide(&engine, least, limits, MOST_STATES)
}

/// Up to `most` closed sets of weight `least`, each sorted, where counting all of them would take
/// too long. Fewer only if there are no more, or if a limit is reached.
///
/// As for [`census`], `least` must be the proved minimum and every vertex must weigh something.
///
/// # Errors
///
/// See [`CensusError`]; a limit is an error only if no set was found before.
pub fn some_sets(
    problem: &Problem,
    least: u64,
    most: usize,
    limits: &Limits,
) -> Result<Vec<Vec<u32>>, CensusError> {
    let plain = plain(limits);
    let mut engine = Engine::new(problem, &plain);
    prepare(&mut engine, least)?;
    let sets = engine.some(least, most);
    let sets = sets.map_err(|reason| refusal(least, reason))?;
    let members = members(&engine);
    let whole = |set: Vec<u32>| {
        let mut all: Vec<u32> = set
            .iter()
            .flat_map(|&v| &members[v as usize])
            .copied()
            .collect();
        all.sort_unstable();
        all
    };
    Ok(sets.into_iter().map(whole).collect())
}

/// No certificate is written.
fn plain<'a>(limits: &Limits<'a>) -> Limits<'a> {
    Limits {
        certificate: false,
        ..*limits
    }
}

fn refusal(least: u64, reason: Option<StopReason>) -> CensusError {
    match reason {
        Some(reason) => CensusError::Stopped { states: 0, reason },
        None => CensusError::NotLeast { claimed: least },
    }
}

/// Reduces the net to sets of weight `least`.
fn prepare(engine: &mut Engine, least: u64) -> Result<(), CensusError> {
    let problem = engine.problem;
    if let Some(vertex) = (0..problem.len() as u32).find(|&v| problem.weight(v) == 0) {
        return Err(CensusError::NoWeight { vertex });
    }
    if engine.upper < least {
        return Err(refusal(least, None));
    }
    engine.upper = least;
    engine
        .narrow(least)
        .map_err(|reason| refusal(least, reason))
}

/// The vertices of the problem that each vertex of the net stands for.
fn members(engine: &Engine) -> Vec<Vec<u32>> {
    let mut members = vec![Vec::new(); engine.flat.len()];
    let mut number = vec![u32::MAX; engine.problem.len()];
    for (i, &v) in engine.flat.name.iter().enumerate() {
        number[v as usize] = i as u32;
    }
    for v in 0..engine.problem.len() as u32 {
        let root = number[engine.net.root(v) as usize];
        if root != u32::MAX {
            members[root as usize].push(v);
        }
    }
    members
}

/// Follows the decisions on the net as it is.
fn decide(
    engine: &Engine,
    least: u64,
    limits: &Limits,
    most: usize,
) -> Result<Census, CensusError> {
    let packing = engine.packing();
    let (residual, bound) = (packing.residual, packing.bound);
    let net = &engine.flat;
    let mut decisions = Decisions::new(net, &residual, least.saturating_sub(bound), least);
    decisions.run(limits, most)?;
    let last = decisions.index.get(&Frontier::new()).map(|&id| id as usize);
    match last {
        Some(last) if decisions.nodes[last].cost == least => {
            let count = decisions.nodes[last].count.clone();
            Ok(Census {
                nodes: decisions.nodes,
                members: members(engine),
                last,
                count,
            })
        }
        _ => Err(CensusError::NotLeast { claimed: least }),
    }
}

struct Decisions<'a> {
    net: &'a Flat,
    residual: &'a [u64],
    /// The least residual cost of one way on to an end, the vertex itself left out.
    below: Vec<u64>,
    /// How much residual cost a set may have.
    slack: u64,
    least: u64,
    /// Bit sets of what can be reached, if the net is small enough for them.
    reach: Vec<Vec<u64>>,
    nodes: Vec<Node>,
    frontiers: Vec<Frontier>,
    spent: Vec<u64>,
    index: HashMap<Frontier, u32>,
    /// Nodes by the vertex they expand next.
    open: BTreeMap<u32, Vec<u32>>,
}

impl<'a> Decisions<'a> {
    fn new(net: &'a Flat, residual: &'a [u64], slack: u64, least: u64) -> Decisions<'a> {
        let n = net.len();
        let mut below = vec![0; n];
        let mut reach: Vec<Vec<u64>> = Vec::new();
        if n <= 8192 {
            reach = vec![vec![0; n.div_ceil(64)]; n];
        }
        for v in (0..n).rev() {
            for group in net.groups(v) {
                let costs = group
                    .iter()
                    .map(|&c| residual[c as usize] + below[c as usize]);
                below[v] = below[v].max(costs.min().unwrap_or(0));
            }
            if !reach.is_empty() {
                let mut bits = std::mem::take(&mut reach[v]);
                bits[v / 64] |= 1 << (v % 64);
                for &c in net.groups(v).flatten() {
                    bits.iter_mut()
                        .zip(&reach[c as usize])
                        .for_each(|(a, b)| *a |= b);
                }
                reach[v] = bits;
            }
        }
        Decisions {
            net,
            residual,
            below,
            slack,
            least,
            reach,
            nodes: Vec::new(),
            frontiers: Vec::new(),
            spent: Vec::new(),
            index: HashMap::new(),
            open: BTreeMap::new(),
        }
    }

    fn run(&mut self, limits: &Limits, most: usize) -> Result<(), CensusError> {
        let start = (vec![0], self.net.weight[0], self.residual[0]);
        self.arrive(start.0, start.1, start.2, None);
        while let Some((_, list)) = self.open.pop_first() {
            for id in list {
                if let Err(reason) = self.expand(id, limits, most) {
                    let states = self.nodes.len();
                    return Err(CensusError::Stopped { states, reason });
                }
            }
        }
        Ok(())
    }

    /// Whether so many frontiers, and so many on their way, are more than is allowed.
    fn within(&self, waiting: usize, limits: &Limits, most: usize) -> Result<(), StopReason> {
        let states = self.nodes.len() + waiting;
        if states > most {
            return Err(StopReason::Memory);
        }
        limits.reached(states * 160).map_or(Ok(()), Err)
    }

    /// Decides the first vertex of a frontier. Where it wants several choices, their
    /// combinations can be many, so limits are looked at here too.
    fn expand(&mut self, id: u32, limits: &Limits, most: usize) -> Result<(), StopReason> {
        self.within(0, limits, most)?;
        let frontier = std::mem::take(&mut self.frontiers[id as usize]);
        let (cost, spent) = (self.nodes[id as usize].cost, self.spent[id as usize]);
        let Some(at) = frontier.iter().position(|l| l & 1 == 0) else {
            return Ok(());
        };
        let v = (frontier[at] >> 1) as usize;
        let mut rest = frontier.clone();
        rest.drain(..=at);
        let mut partial = vec![(rest, cost, spent, Vec::new())];
        for group in self.net.groups(v) {
            let mut next = Vec::new();
            for (done, (front, cost, spent, added)) in partial.into_iter().enumerate() {
                if done % 1024 == 1023 {
                    self.within(next.len(), limits, most)?;
                }
                let has = |l: u32| front.binary_search(&l).is_ok();
                if group.iter().any(|&c| has(2 * c)) {
                    next.push((front, cost, spent, added));
                    continue;
                }
                let mut out = front.clone();
                for &c in group {
                    if has(2 * c + 1) {
                        continue;
                    }
                    let cost = cost + self.net.weight[c as usize];
                    let spent = spent + self.residual[c as usize];
                    // What is below may be taken, and spent, already.
                    let below = self.residual[c as usize] + self.below[c as usize];
                    if cost <= self.least && spent.max(below) <= self.slack {
                        let mut taken = out.clone();
                        insert(&mut taken, 2 * c);
                        let mut added: Vec<u32> = added.clone();
                        added.push(c);
                        next.push((taken, cost, spent, added));
                    }
                    insert(&mut out, 2 * c + 1);
                }
            }
            partial = next;
        }
        let waiting = partial.len();
        for (done, (front, cost, spent, added)) in partial.into_iter().enumerate() {
            if done % 1024 == 1023 {
                self.within(waiting - done, limits, most)?;
            }
            self.arrive(front, cost, spent, Some((id, added)));
        }
        Ok(())
    }

    /// Enters a frontier, from the node before and with what was taken on the way.
    fn arrive(&mut self, front: Frontier, cost: u64, spent: u64, from: Option<(u32, Vec<u32>)>) {
        let taken: Vec<u32> = front
            .iter()
            .filter(|&l| l & 1 == 0)
            .map(|l| l >> 1)
            .collect();
        let Some(&first) = taken.first() else {
            return self.enter(Frontier::new(), u32::MAX, cost, spent, from);
        };
        // What is ruled out and can no longer be met is forgotten.
        let matters = |c: u32| {
            c > first
                && (self.reach.is_empty()
                    || taken
                        .iter()
                        .any(|&t| self.reach[t as usize][c as usize / 64] >> (c % 64) & 1 == 1))
        };
        let key: Frontier = front
            .iter()
            .copied()
            .filter(|&l| l & 1 == 0 || matters(l >> 1))
            .collect();
        self.enter(key, first, cost, spent, from);
    }

    fn enter(
        &mut self,
        key: Frontier,
        next: u32,
        cost: u64,
        spent: u64,
        from: Option<(u32, Vec<u32>)>,
    ) {
        let count = match &from {
            Some((id, _)) => self.nodes[*id as usize].count.clone(),
            None => BigUint::from(1u32),
        };
        let back: Vec<(u32, Vec<u32>)> = from.into_iter().collect();
        if let Some(&id) = self.index.get(&key) {
            let node = &mut self.nodes[id as usize];
            // What is left to do costs the same from here on: only the cheapest ways matter.
            if cost < node.cost {
                (node.cost, node.count, node.back) = (cost, count, back);
                self.spent[id as usize] = spent;
            } else if cost == node.cost {
                node.count += count;
                node.back.extend(back);
                let known = &mut self.spent[id as usize];
                *known = spent.min(*known);
            }
            return;
        }
        let id = self.nodes.len() as u32;
        self.nodes.push(Node { cost, count, back });
        self.spent.push(spent);
        self.frontiers.push(key.clone());
        self.index.insert(key, id);
        if next != u32::MAX {
            self.open.entry(next).or_default().push(id);
        }
    }
}

fn insert(front: &mut Frontier, literal: u32) {
    if let Err(at) = front.binary_search(&literal) {
        front.insert(at, literal);
    }
}
