//! The search for a canonical order of the vertices.
//!
//! A frame on the stack is a graph whose equitable partition leaves something
//! undecided: [`Split`] where it falls to pieces, [`Branch`] where it does not
//! and a vertex has to be individualised.

use super::branch::Branch;
use super::digraph::Adjacency;
use super::partition::{Partition, Refiner};
use super::reduce::{Pieces, Reducer};
use super::split::Split;

/// What was decided on the way to a canonical order.
///
/// It lets a graph that is probably isomorphic be numbered along the same way
/// without trying every vertex again. The outcome is compared with the form
/// wanted, so a wrong guess costs time only.
#[derive(Debug)]
pub(super) enum Record {
    /// Nothing had to be decided.
    Decided,
    /// Per sort of piece: whether all were isomorphic, and the record of one.
    Split(Vec<(bool, RecordId)>),
    Branch {
        trace: Vec<u64>,
        /// Whether all vertices with that trace lie in one orbit.
        one_orbit: bool,
        child: RecordId,
    },
}

pub(super) type RecordId = usize;

/// The record of a graph where nothing had to be decided.
pub(super) const DECIDED: RecordId = 0;

/// A canonical order, or any order that fits the hint; none if no order does.
pub(super) type Reply = Option<(Vec<u32>, RecordId)>;

#[derive(Debug)]
pub(super) enum Frame {
    Split(Box<Split>),
    Branch(Box<Branch>),
}

/// What a frame does next.
#[derive(Debug)]
pub(super) enum Next {
    /// It is done.
    Return(Reply),
    /// It waits for another.
    Call(Frame),
    /// Another takes its place.
    Become(Frame),
}

/// What came of a graph handed to [`Search::enter`].
#[derive(Debug)]
pub(super) enum Entered {
    Done(Reply),
    Frame(Frame),
}

#[derive(Debug)]
pub(super) struct Search {
    pub(super) refiner: Refiner,
    pub(super) records: Vec<Record>,
    reducer: Reducer,
}

impl Search {
    /// The vertices of the graph in canonical order, those of the first cell
    /// of the partition first.
    pub(super) fn canonical_order(graph: &Adjacency, mut part: Partition) -> Vec<u32> {
        let n = part.order.len();
        let mut refiner = Refiner::new(n);
        refiner.refine_all(graph, &mut part);
        if part.is_discrete() {
            return part.order;
        }
        let mut search = Self {
            refiner,
            records: vec![Record::Decided],
            reducer: Reducer::new(n),
        };
        let mut stack: Vec<Frame> = Vec::new();
        let mut reply = match search.enter(graph, part, None) {
            Entered::Done(reply) => Some(reply),
            Entered::Frame(frame) => {
                stack.push(frame);
                None
            }
        };
        while let Some(frame) = stack.last_mut() {
            let next = match frame {
                Frame::Split(split) => split.resume(reply.take(), &mut search),
                Frame::Branch(branch) => branch.resume(reply.take(), &mut search),
            };
            match next {
                Next::Return(outcome) => {
                    stack.pop();
                    reply = Some(outcome);
                }
                Next::Call(child) => stack.push(child),
                Next::Become(other) => *frame = other,
            }
        }
        // Without a hint there is always an order.
        reply.flatten().map(|(order, _)| order).unwrap_or_default()
    }

    /// Looks at a graph with an equitable partition.
    pub(super) fn enter(
        &mut self,
        graph: &Adjacency,
        part: Partition,
        hint: Option<RecordId>,
    ) -> Entered {
        let n = part.order.len();
        let edges = if part.is_discrete() {
            Vec::new()
        } else {
            self.reducer.residual(graph, &part)
        };
        if edges.is_empty() {
            return Entered::Done(Some((part.order, DECIDED)));
        }
        let pieces = Pieces::new(&edges, &part);
        if pieces.len() == 1 && pieces.vertices(0).len() == n {
            let residual = Adjacency::new(n, &edges);
            Entered::Frame(Frame::Branch(Box::new(Branch::new(residual, part, hint))))
        } else {
            Entered::Frame(Frame::Split(Box::new(Split::new(part, pieces, hint))))
        }
    }

    pub(super) fn record(&mut self, record: Record) -> RecordId {
        self.records.push(record);
        self.records.len() - 1
    }
}

/// The rows of the graph in the order given, each with its length in front:
/// equal forms are equal graphs.
pub(super) fn form(graph: &Adjacency, order: &[u32]) -> Vec<u32> {
    let mut place = vec![0u32; order.len()];
    for (i, &v) in order.iter().enumerate() {
        place[v as usize] = i as u32;
    }
    let mut form = Vec::with_capacity(order.len() * 2);
    for &v in order {
        let row = graph.out.row(v);
        form.push(row.len() as u32);
        let begin = form.len();
        form.extend(row.iter().map(|&u| place[u as usize]));
        form[begin..].sort_unstable();
    }
    form
}
