//! From a claim about a graph to the [`Problem`] of finding its smallest proof.

use std::borrow::Cow;

use super::minimum::{Census, CensusError, Limits, census, minimum, some_sets};
use crate::game::Score;
use crate::graph::{GameGraph, NodeId};
use crate::proof::{Claim, Hold, Problem, ProblemError};

/// What a vertex weighs in the proof of one side of a claim.
pub type Weight<'a> = &'a dyn Fn(NodeId, Hold) -> u64;

/// The problem of a smallest proof, and which vertex of the graph each of its vertices is.
///
/// The problem's vertices are those of the graph that a proof can use: reached from the
/// start by moves of the prover that keep the claim and by all moves of the opponent.
/// They are numbered in the order of the graph.
///
/// For `value=V` both sides are one problem: its start wants both, and what a vertex
/// weighs in both sides is paid once. A few vertices of such a problem stand for nothing
/// in the graph; they carry those shared weights.
///
/// # Example
///
/// ```
/// use minproof::find::{minimum::{Limits, minimum}, task::Task};
/// use minproof::{games::catalogue, solve, Claim, Measure};
/// let graph = catalogue::open("reversi:board=4x4")?.build_quietly()?.graph;
/// let values = solve::values(&graph)?;
/// let weight = |vertex, hold| Measure::Vertices.weight(&graph, vertex, hold).unwrap();
/// let task = Task::new(&graph, &values, Claim::AtMost(-1), &[&weight])?.unwrap();
/// let outcome = minimum(task.problem(), &Limits::default(), &mut |_, _| {});
/// assert!(outcome.proved());
/// assert_eq!(outcome.upper, 46);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Task {
    problem: Problem,
    /// What a set weighs in the first measure is its weight divided by this.
    factor: u64,
    /// The side of the claim and the vertex of the graph.
    origins: Vec<Option<(usize, NodeId)>>,
    sides: usize,
}

impl Task {
    /// The problem of a claim, with one or more weights: the first is made least, and
    /// ties are broken by the second, and so on. `None` if the claim is false.
    ///
    /// `values` are those of [`crate::solve::values`]. Linear in vertices and edges.
    ///
    /// # Errors
    ///
    /// [`ProblemError`] if the graph has a cycle or the weights are too large together.
    ///
    /// # Panics
    ///
    /// Without any weight.
    pub fn new(
        graph: &GameGraph,
        values: &[Score],
        claim: Claim,
        weights: &[Weight<'_>],
    ) -> Result<Option<Self>, ProblemError> {
        assert!(!weights.is_empty(), "something must be made least");
        if !claim.is_true_of(values[0]) {
            return Ok(None);
        }
        let holds = claim.holds();
        let mut rows = Rows::new(weights.len());
        let numbers = holds
            .iter()
            .map(|&hold| relevant(graph, values, hold))
            .collect::<Vec<_>>();
        if let [only] = numbers.as_slice() {
            for &vertex in &only.vertices {
                let here = weights
                    .iter()
                    .map(|weight| weight(vertex, holds[0]))
                    .collect();
                let children = only.places(graph, vertex, 0);
                rows.push(
                    Some((0, vertex)),
                    only.chooses(graph, vertex),
                    children,
                    here,
                );
            }
        } else {
            pair(graph, &holds, &numbers, weights, &mut rows);
        }
        rows.finish(holds.len()).map(Some)
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// What a set of this weight weighs in the first measure.
    #[must_use]
    pub fn first_measure(&self, weight: u64) -> u64 {
        weight / self.factor
    }

    /// All sets of least weight. Where some vertices weigh nothing, only those sets among them
    /// that also have the fewest vertices: others of the same weight are not counted.
    ///
    /// `least` is the proved minimum.
    ///
    /// # Errors
    ///
    /// [`CensusError`] when there are too many ways to count, or a limit is reached.
    pub fn census(&self, least: u64, limits: &Limits<'_>) -> Result<Census, CensusError> {
        let (problem, least) = self.weighted(least, limits)?;
        census(&problem, least, limits)
    }

    /// Up to `most` sets of least weight, where [`Task::census`] takes too long: the same sets,
    /// though not in the same order. Fewer only if there are no more, or if a limit is reached.
    ///
    /// `least` is the proved minimum.
    ///
    /// # Errors
    ///
    /// [`CensusError`] when a limit is reached before the first set is found.
    pub fn some_sets(
        &self,
        least: u64,
        most: usize,
        limits: &Limits<'_>,
    ) -> Result<Vec<Vec<u32>>, CensusError> {
        let (problem, least) = self.weighted(least, limits)?;
        some_sets(&problem, least, most, limits)
    }

    /// The problem with a weight for every vertex, ties broken by the number of vertices, and
    /// its minimum.
    fn weighted(
        &self,
        least: u64,
        limits: &Limits<'_>,
    ) -> Result<(Cow<'_, Problem>, u64), CensusError> {
        let mut all = 0..self.problem.len() as u32;
        if all.all(|vertex| self.problem.weight(vertex) > 0) {
            return Ok((Cow::Borrowed(&self.problem), least));
        }
        let ones = vec![1; self.problem.len()];
        let Ok((refined, _)) = self.problem.refined(&ones) else {
            return Err(CensusError::NoWeight { vertex: 0 });
        };
        let outcome = minimum(&refined, limits, &mut |_, _| {});
        if outcome.proved() {
            Ok((Cow::Owned(refined), outcome.upper))
        } else {
            Err(CensusError::Stopped {
                states: 0,
                reason: outcome.stop,
            })
        }
    }

    /// The vertices of each side of a set, ascending.
    #[must_use]
    pub fn sides(&self, set: &[u32]) -> Vec<Vec<NodeId>> {
        let mut sides = vec![Vec::new(); self.sides];
        for &place in set {
            if let Some((side, vertex)) = self.origins[place as usize] {
                sides[side].push(vertex);
            }
        }
        sides.iter_mut().for_each(|side| side.sort_unstable());
        sides
    }
}

/// The vertices that a proof of one side can use.
struct Relevant {
    hold: Hold,
    /// Ascending.
    vertices: Vec<NodeId>,
    holds: Vec<bool>,
}

fn relevant(graph: &GameGraph, values: &[Score], hold: Hold) -> Relevant {
    let mut seen = vec![false; graph.vertex_count()];
    let mut open = vec![NodeId::START];
    seen[0] = true;
    while let Some(vertex) = open.pop() {
        for &child in graph.children(vertex) {
            if hold.met_by(values[child.index()])
                && !std::mem::replace(&mut seen[child.index()], true)
            {
                open.push(child);
            }
        }
    }
    Relevant {
        hold,
        vertices: graph
            .vertices()
            .filter(|vertex| seen[vertex.index()])
            .collect(),
        holds: seen,
    }
}

impl Relevant {
    fn chooses(&self, graph: &GameGraph, vertex: NodeId) -> bool {
        graph.player(vertex) == self.hold.prover
    }

    fn place(&self, vertex: NodeId) -> Option<usize> {
        self.vertices.binary_search(&vertex).ok()
    }

    /// The children that can be used, as numbers of the problem's vertices from `first` on.
    fn places(&self, graph: &GameGraph, vertex: NodeId, first: usize) -> Vec<u32> {
        let children = graph.children(vertex).iter();
        let kept = children.filter(|child| self.holds[child.index()]);
        kept.filter_map(|&child| Some((first + self.place(child)?) as u32))
            .collect()
    }
}

/// Both sides as one problem. A vertex of the graph that both sides can use, and that
/// weighs something in both, has a vertex of its own for that weight, which each side's
/// vertex then wants; a choice is moved out of the way to a vertex behind.
fn pair(
    graph: &GameGraph,
    holds: &[Hold],
    sides: &[Relevant],
    weights: &[Weight<'_>],
    rows: &mut Rows,
) {
    let shared_weight = |vertex: NodeId| -> Option<Vec<u64>> {
        if !sides.iter().all(|side| side.holds[vertex.index()]) {
            return None;
        }
        let least = |weight: &Weight<'_>| holds.iter().map(|&hold| weight(vertex, hold)).min();
        let least: Vec<u64> = weights.iter().map(|w| least(w).unwrap_or(0)).collect();
        least.iter().any(|&weight| weight > 0).then_some(least)
    };
    // The start, then the sides, then shared weights and choices that were moved.
    let firsts = [1, 1 + sides[0].vertices.len()];
    let mut next = firsts[1] + sides[1].vertices.len();
    rows.push(
        None,
        false,
        firsts.map(|first| first as u32).to_vec(),
        vec![0; weights.len()],
    );
    let mut moved = Vec::new();
    let mut shared: Vec<Option<u32>> = vec![None; graph.vertex_count()];
    let mut extra = Vec::new();
    for (number, side) in sides.iter().enumerate() {
        for &vertex in &side.vertices {
            let mut here: Vec<u64> = weights.iter().map(|w| w(vertex, side.hold)).collect();
            let mut children = side.places(graph, vertex, firsts[number]);
            let mut chooses = side.chooses(graph, vertex);
            if let Some(least) = shared_weight(vertex) {
                here.iter_mut()
                    .zip(&least)
                    .for_each(|(here, least)| *here -= least);
                let place = *shared[vertex.index()].get_or_insert_with(|| {
                    extra.push((next as u32, least));
                    next += 1;
                    next as u32 - 1
                });
                if chooses && !children.is_empty() {
                    moved.push((next as u32, children));
                    children = vec![next as u32];
                    next += 1;
                }
                children.push(place);
                chooses = false;
            }
            rows.push(Some((number, vertex)), chooses, children, here);
        }
    }
    let nothing = vec![0; weights.len()];
    let mut behind: Vec<(u32, bool, Vec<u32>, Vec<u64>)> = extra
        .into_iter()
        .map(|(place, weight)| (place, false, Vec::new(), weight))
        .chain(
            moved
                .into_iter()
                .map(|(place, children)| (place, true, children, nothing.clone())),
        )
        .collect();
    behind.sort_unstable_by_key(|row| row.0);
    for (_, chooses, children, weight) in behind {
        rows.push(None, chooses, children, weight);
    }
}

/// A problem that is being put together.
struct Rows {
    offsets: Vec<u32>,
    targets: Vec<u32>,
    is_or: Vec<bool>,
    /// By measure.
    weights: Vec<Vec<u64>>,
    origins: Vec<Option<(usize, NodeId)>>,
}

impl Rows {
    fn new(measures: usize) -> Self {
        Self {
            offsets: vec![0],
            targets: Vec::new(),
            is_or: Vec::new(),
            weights: vec![Vec::new(); measures],
            origins: Vec::new(),
        }
    }

    fn push(
        &mut self,
        origin: Option<(usize, NodeId)>,
        chooses: bool,
        children: Vec<u32>,
        weight: Vec<u64>,
    ) {
        self.origins.push(origin);
        self.is_or.push(chooses);
        self.targets.extend(children);
        self.offsets.push(self.targets.len() as u32);
        self.weights
            .iter_mut()
            .zip(weight)
            .for_each(|(all, weight)| all.push(weight));
    }

    fn finish(self, sides: usize) -> Result<Task, ProblemError> {
        let mut weights = self.weights.into_iter();
        let first = weights.next().unwrap_or_default();
        let mut problem = Problem::new(0, self.offsets, self.targets, self.is_or, first)?;
        let mut factor = 1;
        for second in weights {
            let (refined, by) = problem.refined(&second)?;
            problem = refined;
            factor *= by;
        }
        Ok(Task {
            problem,
            factor,
            origins: self.origins,
            sides,
        })
    }
}
