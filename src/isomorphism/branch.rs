//! A connected graph in which a vertex has to be individualised.

use super::digraph::Adjacency;
use super::partition::{Bound, Partition, Verdict};
use super::reduce::Sets;
use super::search::{Entered, Next, Record, RecordId, Reply, Search, form};

/// The best vertex so far, with what follows from it.
#[derive(Debug)]
struct Best {
    trace: Vec<u64>,
    form: Vec<u32>,
    order: Vec<u32>,
    record: RecordId,
}

/// How a vertex that is waiting for its order compares with the best.
#[derive(Debug, PartialEq, Eq)]
enum Rank {
    /// It replaces it.
    Better(Vec<u64>),
    /// Equal trace; the order is sought along the way of the best.
    Guided,
    /// Equal trace, but the way of the best did not lead there.
    Free,
}

/// Tries the vertices of one cell, one of each orbit that is known.
///
/// The least (trace, form) wins. Two vertices with equal forms give an
/// automorphism, and the sets of vertices that it joins are tried once.
#[derive(Debug)]
pub(super) struct Branch {
    graph: Adjacency,
    part: Partition,
    candidates: Vec<u32>,
    at: usize,
    orbits: Sets,
    /// Per root of `orbits`: whether one of the orbit was tried.
    tried: Vec<bool>,
    best: Option<Best>,
    one_orbit: bool,
    pending: Option<(u32, Rank)>,
    hint: Option<RecordId>,
}

impl Branch {
    pub(super) fn new(graph: Adjacency, part: Partition, hint: Option<RecordId>) -> Self {
        let n = part.order.len();
        let cell = part
            .cells()
            .filter(|&(_, size)| size > 1)
            .max_by_key(|&(start, size)| (size, usize::MAX - start))
            .map_or(0, |(start, _)| start);
        Self {
            candidates: part.members(cell).to_vec(),
            graph,
            part,
            at: 0,
            orbits: Sets::new(n),
            tried: vec![false; n],
            best: None,
            one_orbit: true,
            pending: None,
            hint,
        }
    }

    pub(super) fn resume(&mut self, reply: Option<Reply>, search: &mut Search) -> Next {
        if let Some(hint) = self.hint.take() {
            match search.records[hint] {
                Record::Branch {
                    one_orbit: false, ..
                } => {}
                Record::Branch { child, .. } => return self.follow(hint, child, search),
                _ => return Next::Return(None),
            }
        }
        let mut reply = reply;
        loop {
            if let (Some(outcome), Some((v, rank))) = (reply.take(), self.pending.take())
                && !self.absorb(v, rank, outcome, search)
            {
                let mut part = self.part.clone();
                search.refiner.refine_at(&self.graph, &mut part, v, None);
                self.pending = Some((v, Rank::Free));
                match search.enter(&self.graph, part, None) {
                    Entered::Done(outcome) => reply = Some(outcome),
                    Entered::Frame(frame) => return Next::Call(frame),
                }
                continue;
            }
            let Some(&v) = self.candidates.get(self.at) else {
                return self.finish(search);
            };
            self.at += 1;
            if self.tried[self.orbits.find(v) as usize] {
                continue;
            }
            let mut part = self.part.clone();
            let bound = self.best.as_ref().map(|best| Bound::AtMost(&best.trace));
            let (rank, hint) = match search.refiner.refine_at(&self.graph, &mut part, v, bound) {
                Verdict::Abandoned => {
                    self.mark(v);
                    continue;
                }
                Verdict::Below => (Rank::Better(search.refiner.trace.clone()), None),
                Verdict::Equal => (Rank::Guided, self.best.as_ref().map(|best| best.record)),
            };
            self.pending = Some((v, rank));
            match search.enter(&self.graph, part, hint) {
                Entered::Done(outcome) => reply = Some(outcome),
                Entered::Frame(frame) => return Next::Call(frame),
            }
        }
    }

    /// Takes the first vertex with the trace of the record: any of them will
    /// do if this graph is isomorphic to that of the record.
    fn follow(&mut self, hint: RecordId, child: RecordId, search: &mut Search) -> Next {
        let Record::Branch { trace, .. } = &search.records[hint] else {
            return Next::Return(None);
        };
        let found = self.candidates.iter().find_map(|&v| {
            let mut part = self.part.clone();
            let bound = Some(Bound::Exactly(trace));
            let verdict = search.refiner.refine_at(&self.graph, &mut part, v, bound);
            (verdict == Verdict::Equal).then_some(part)
        });
        match found.map(|part| search.enter(&self.graph, part, Some(child))) {
            Some(Entered::Done(reply)) => Next::Return(reply),
            Some(Entered::Frame(frame)) => Next::Become(frame),
            None => Next::Return(None),
        }
    }

    fn mark(&mut self, v: u32) {
        let root = self.orbits.find(v);
        self.tried[root as usize] = true;
    }

    /// Takes in the order that came of `v`; false if it has to be sought anew.
    fn absorb(&mut self, v: u32, rank: Rank, outcome: Reply, search: &mut Search) -> bool {
        let Some((order, record)) = outcome else {
            return false;
        };
        let form = form(&self.graph, &order);
        let trace = match (rank, &mut self.best) {
            (Rank::Better(trace), _) => {
                self.one_orbit = true;
                trace
            }
            (_, Some(best)) if best.form == form => {
                let pairs = best.order.iter().zip(&order);
                for (&a, &b) in pairs {
                    let (root, other) = self.orbits.union(a, b);
                    let tried = self.tried[root as usize] | self.tried[other as usize];
                    self.tried[root as usize] = tried;
                }
                self.mark(v);
                return true;
            }
            (Rank::Guided, _) => return false,
            (Rank::Free, best) => {
                self.one_orbit = false;
                match best {
                    Some(best) if best.form < form => {
                        self.mark(v);
                        return true;
                    }
                    Some(best) => std::mem::take(&mut best.trace),
                    None => search.refiner.trace.clone(),
                }
            }
        };
        self.best = Some(Best {
            trace,
            form,
            order,
            record,
        });
        self.mark(v);
        true
    }

    fn finish(&mut self, search: &mut Search) -> Next {
        Next::Return(self.best.take().map(|best| {
            let record = search.record(Record::Branch {
                trace: best.trace,
                one_orbit: self.one_orbit,
                child: best.record,
            });
            (best.order, record)
        }))
    }
}
