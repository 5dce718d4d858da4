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
    /// The header's claim is none, or one that is not checked.
    #[error("`{0}` is no claim of one side: certificates are for first>=T or second<=T")]
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

/// Verifies that every proof of the certificate's claim weighs at least what its header
/// says, and returns that number, in the first measure.
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
    let [hold] = holds.as_slice() else {
        return Err(BoundRefusal::Claim(claim.clone()));
    };
    let (problem, factor) = problem(graph, *hold, &file.header.measure)?;
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

/// The problem, and by what its weights are divided to give the first measure.
fn problem(graph: &GameGraph, hold: Hold, measure: &str) -> Result<(Problem, u64), BoundRefusal> {
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
    let mut number = vec![0_u32; graph.vertex_count()];
    let vertices: Vec<NodeId> = graph.vertices().filter(|v| usable[v.index()]).collect();
    for (place, vertex) in vertices.iter().enumerate() {
        number[vertex.index()] = place as u32;
    }
    let mut offsets = vec![0];
    let mut targets = Vec::new();
    for &vertex in &vertices {
        let children = graph
            .children(vertex)
            .iter()
            .filter(|child| usable[child.index()]);
        targets.extend(children.map(|child| number[child.index()]));
        offsets.push(targets.len() as u32);
    }
    let is_or = vertices
        .iter()
        .map(|&vertex| graph.player(vertex) == hold.prover)
        .collect();
    let (weights, factor) = weights(graph, hold, measure, &vertices)?;
    let problem = Problem::new(0, offsets, targets, is_or, weights);
    Ok((problem.map_err(|_| BoundRefusal::Weights)?, factor))
}

fn weights(
    graph: &GameGraph,
    hold: Hold,
    measure: &str,
    vertices: &[NodeId],
) -> Result<(Vec<u64>, u64), BoundRefusal> {
    let mut total = vec![0_u64; vertices.len()];
    let mut factor = 1_u64;
    for (place, name) in measure.split(',').enumerate() {
        let weigh = |&vertex: &NodeId| Measure::named(name)?.weight(graph, vertex, hold);
        let here: Option<Vec<u64>> = vertices.iter().map(weigh).collect();
        let here = here.ok_or_else(|| BoundRefusal::Measure(measure.to_owned()))?;
        let by = if place == 0 {
            1
        } else {
            here.iter().sum::<u64>() + 1
        };
        factor = factor.checked_mul(by).ok_or(BoundRefusal::Weights)?;
        for (total, here) in total.iter_mut().zip(here) {
            let scaled = total
                .checked_mul(by)
                .and_then(|scaled| scaled.checked_add(here));
            *total = scaled.ok_or(BoundRefusal::Weights)?;
        }
    }
    Ok((total, factor))
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
