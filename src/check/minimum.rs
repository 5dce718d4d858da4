//! Checking that no proof is smaller: a certificate against the graph of its game.
//!
//! What the problem is follows from the graph, the claim and the measure, and is worked
//! out here anew; [`verify_bound`] then checks the steps.

use super::bound::{Refusal, verify_bound};
use crate::graph::{GameGraph, NodeId};
use crate::proof::bound_file::BoundFile;
use crate::proof::{Claim, Hold, Measure, Problem};

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoundRefusal {
    /// The header's claim is none.
    #[error("`{0}` is no claim: write first>=T, second<=T or value=V")]
    Claim(String),
    /// The header's measure is none.
    #[error(
        "`{0}` is no measure that certificates are for: vertices, decisions, ends, or two with a comma"
    )]
    Measure(String),
    /// The graph has a cycle.
    #[error("positions can repeat; certificates are for games that end")]
    Cycle,
    /// The claim is false, so it has no proof at all.
    #[error("{0} is false")]
    False(Hold),
    /// The header is about another problem.
    #[error("the header is about {said} {what}, here are {found}: another game, or another claim")]
    Other {
        /// Vertices or edges.
        what: &'static str,
        /// How many the header says.
        said: usize,
        /// How many there are.
        found: usize,
    },
    /// The weights are too large together.
    #[error("weights are too large")]
    Weights,
    /// A step is wrong.
    #[error(transparent)]
    Step(#[from] Refusal),
}

impl BoundRefusal {
    /// Whether the certificate is about a problem that exists, and fails to prove its
    /// bound; else it cannot be checked at all.
    #[must_use]
    pub fn is_about_the_steps(&self) -> bool {
        match self {
            Self::Step(Refusal::TooLarge { .. } | Refusal::Nested { .. })
            | Self::Step(Refusal::Overflow { .. }) => false,
            Self::Step(_) | Self::Other { .. } | Self::False(_) => true,
            _ => false,
        }
    }
}

/// Verifies that every proof of the certificate's claim (for `value=V`: every pair of proofs, what
/// they share counted once) weighs at least what its header says, and returns that number, in the
/// first measure.
///
/// `graph` is the graph of the game that the header names, and is trusted. Takes time
/// linear in the graph, and what [`verify_bound`] takes.
///
/// # Errors
///
/// [`BoundRefusal`] names what does not hold.
pub fn bound_in_graph(graph: &GameGraph, file: &BoundFile) -> Result<u64, BoundRefusal> {
    let claim = &file.header.claim;
    let holds = claim.parse::<Claim>().map(Claim::holds).unwrap_or_default();
    if holds.is_empty() {
        return Err(BoundRefusal::Claim(claim.clone()));
    }
    let (problem, factor) = problem(graph, &holds, &file.header.measure)?;
    let edges = (0..problem.len() as u32)
        .map(|vertex| problem.children(vertex).len())
        .sum();
    for (what, said, found) in [
        ("vertices", file.header.vertices, problem.len()),
        ("edges", file.header.edges, edges),
    ] {
        if said != found {
            return Err(BoundRefusal::Other { what, said, found });
        }
    }
    Ok(verify_bound(&problem, &file.certificate)? / factor)
}

/// The vertices that a proof of one side can use.
struct Side {
    hold: Hold,
    vertices: Vec<NodeId>,
    /// The place of each among `vertices`.
    place: Vec<Option<u32>>,
}

impl Side {
    fn new(graph: &GameGraph, hold: Hold) -> Result<Side, BoundRefusal> {
        let can_hold = can_hold(graph, hold).ok_or(BoundRefusal::Cycle)?;
        if !can_hold[0] {
            return Err(BoundRefusal::False(hold));
        }
        let mut usable = vec![false; graph.vertex_count()];
        usable[0] = true;
        let mut open = vec![NodeId::START];
        while let Some(vertex) = open.pop() {
            for &child in graph.children(vertex) {
                if can_hold[child.index()] && !usable[child.index()] {
                    usable[child.index()] = true;
                    open.push(child);
                }
            }
        }
        let vertices: Vec<NodeId> = graph.vertices().filter(|v| usable[v.index()]).collect();
        let mut place = vec![None; graph.vertex_count()];
        for (number, vertex) in (0..).zip(&vertices) {
            place[vertex.index()] = Some(number);
        }
        Ok(Side {
            hold,
            vertices,
            place,
        })
    }

    fn children(&self, graph: &GameGraph, vertex: NodeId, first: u32) -> Vec<u32> {
        let places = graph.children(vertex).iter();
        let places = places.filter_map(|child| self.place[child.index()]);
        places.map(|place| first + place).collect()
    }

    fn chooses(&self, graph: &GameGraph, vertex: NodeId) -> bool {
        graph.player(vertex) == self.hold.prover
    }
}

/// A vertex of the problem: whether one child is enough, the children, the weight by measure.
type Row = (bool, Vec<u32>, Vec<u64>);

/// The problem, and by what its weights are divided to give the first measure.
fn problem(
    graph: &GameGraph,
    holds: &[Hold],
    measure: &str,
) -> Result<(Problem, u64), BoundRefusal> {
    let measures: Option<Vec<Measure>> = measure.split(',').map(Measure::named).collect();
    let weigh = |vertex, hold| -> Option<Vec<u64>> {
        let measures = measures.iter().flatten();
        measures.map(|m| m.weight(graph, vertex, hold)).collect()
    };
    let weigh = |vertex, hold| weigh(vertex, hold).filter(|weights| !weights.is_empty());
    let sides: Result<Vec<Side>, _> = holds.iter().map(|&hold| Side::new(graph, hold)).collect();
    let rows = match sides?.as_slice() {
        [one] => one_side(graph, one, weigh),
        [one, other] => both_sides(graph, [one, other], weigh),
        _ => None,
    };
    let rows = rows.ok_or_else(|| BoundRefusal::Measure(measure.to_owned()))?;
    let (mut offsets, mut targets) = (vec![0], Vec::new());
    for (_, children, _) in &rows {
        targets.extend(children);
        offsets.push(targets.len() as u32);
    }
    let is_or = rows.iter().map(|row| row.0).collect();
    let (weights, factor) = weights(&rows).ok_or(BoundRefusal::Weights)?;
    let problem = Problem::new(0, offsets, targets, is_or, weights);
    Ok((problem.map_err(|_| BoundRefusal::Weights)?, factor))
}

fn one_side(
    graph: &GameGraph,
    side: &Side,
    weigh: impl Fn(NodeId, Hold) -> Option<Vec<u64>>,
) -> Option<Vec<Row>> {
    let row = |&vertex: &NodeId| {
        let children = side.children(graph, vertex, 0);
        Some((
            side.chooses(graph, vertex),
            children,
            weigh(vertex, side.hold)?,
        ))
    };
    side.vertices.iter().map(row).collect()
}

/// Both sides below one start, with vertices for what a vertex weighs in both.
fn both_sides(
    graph: &GameGraph,
    sides: [&Side; 2],
    weigh: impl Fn(NodeId, Hold) -> Option<Vec<u64>>,
) -> Option<Vec<Row>> {
    let nothing = vec![0; weigh(NodeId::START, sides[0].hold)?.len()];
    let firsts = [1, 1 + sides[0].vertices.len() as u32];
    let behind = firsts[1] + sides[1].vertices.len() as u32;
    let mut rows: Vec<Row> = vec![(false, firsts.to_vec(), nothing.clone())];
    let mut more: Vec<Row> = Vec::new();
    let mut paid = vec![None; graph.vertex_count()];
    for (side, first) in sides.into_iter().zip(firsts) {
        for &vertex in &side.vertices {
            let mut weight = weigh(vertex, side.hold)?;
            let mut children = side.children(graph, vertex, first);
            let mut chooses = side.chooses(graph, vertex);
            let [here, there] = [weigh(vertex, sides[0].hold)?, weigh(vertex, sides[1].hold)?];
            let common: Vec<u64> = here.into_iter().zip(there).map(|(a, b)| a.min(b)).collect();
            let both = sides.iter().all(|s| s.place[vertex.index()].is_some());
            if both && common != nothing {
                weight.iter_mut().zip(&common).for_each(|(w, c)| *w -= c);
                let place = *paid[vertex.index()].get_or_insert_with(|| {
                    more.push((false, Vec::new(), common));
                    behind + more.len() as u32 - 1
                });
                if chooses && !children.is_empty() {
                    more.push((true, children, nothing.clone()));
                    children = vec![behind + more.len() as u32 - 1];
                }
                children.push(place);
                chooses = false;
            }
            rows.push((chooses, children, weight));
        }
    }
    rows.append(&mut more);
    Some(rows)
}

/// The weights as one number each, ties broken by the later measures, and the weight of one of the
/// first. `None` if they grow too large.
fn weights(rows: &[Row]) -> Option<(Vec<u64>, u64)> {
    let mut total = vec![0_u64; rows.len()];
    let mut factor = 1_u64;
    for measure in 0..rows.first()?.2.len() {
        let here = rows.iter().map(|row| row.2[measure]);
        let sum = here.clone().try_fold(0_u64, u64::checked_add)?;
        let by = if measure == 0 { 1 } else { sum.checked_add(1)? };
        factor = factor.checked_mul(by)?;
        for (total, here) in total.iter_mut().zip(here) {
            *total = total.checked_mul(by)?.checked_add(here)?;
        }
    }
    Some((total, factor))
}

/// At which vertices the prover can hold the score; `None` if the graph has a cycle.
///
/// A vertex is decided when its children are; vertices wait on a stack, not in calls.
fn can_hold(graph: &GameGraph, hold: Hold) -> Option<Vec<bool>> {
    let mut decided: Vec<Option<bool>> = vec![None; graph.vertex_count()];
    let mut on_path = vec![false; graph.vertex_count()];
    let mut path = vec![NodeId::START];
    while let Some(&vertex) = path.last() {
        let children = graph.children(vertex);
        if let Some(&open) = children
            .iter()
            .find(|child| decided[child.index()].is_none())
        {
            if on_path[open.index()] {
                return None;
            }
            on_path[vertex.index()] = true;
            path.push(open);
            continue;
        }
        let holds = |child: &NodeId| decided[child.index()] == Some(true);
        decided[vertex.index()] = Some(match graph.score(vertex).filter(|_| children.is_empty()) {
            Some(score) => hold.met_by(score),
            None if graph.player(vertex) == hold.prover => children.iter().any(holds),
            None => children.iter().all(holds),
        });
        on_path[vertex.index()] = false;
        path.pop();
    }
    Some(
        decided
            .into_iter()
            .map(|holds| holds == Some(true))
            .collect(),
    )
}
