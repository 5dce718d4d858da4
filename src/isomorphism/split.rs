//! A graph that falls to pieces, which are numbered one at a time.

use super::digraph::Adjacency;
use super::partition::Partition;
use super::reduce::Pieces;
use super::search::{DECIDED, Entered, Next, Record, RecordId, Reply, Search, form};

/// How the order of a piece is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Canonical.
    Free,
    /// Along the way of the first piece of its sort.
    Like,
    /// Along the way of the record that this graph was told to follow.
    Hinted,
}

/// Pieces are of one sort when they take equally many vertices from each cell.
#[derive(Debug)]
struct Sort {
    /// The first of the sort, as a position in `sequence`.
    begin: usize,
    /// The record of the first.
    record: RecordId,
    /// Whether all of the sort have the same form.
    uniform: bool,
}

/// Numbers the pieces one after the other and puts them in order: by sort, and
/// by form within the sort. Pieces with equal forms can change places.
#[derive(Debug)]
pub(super) struct Split {
    part: Partition,
    pieces: Pieces,
    /// The pieces, those of one sort together.
    sequence: Vec<usize>,
    at: usize,
    sorts: Vec<Sort>,
    /// Per position in `sequence`: order and form. Both are left empty where
    /// all vertices of the piece lie in different cells: nothing is undecided
    /// there, and all pieces of the sort are alike.
    found: Vec<(Vec<u32>, Vec<u32>)>,
    pending: Option<(Adjacency, Mode)>,
    hint: Option<RecordId>,
}

impl Split {
    pub(super) fn new(part: Partition, pieces: Pieces, hint: Option<RecordId>) -> Self {
        let cells = |piece: usize| {
            let vertices = pieces.vertices(piece).iter();
            vertices.map(|&v| part.cell[v as usize])
        };
        let mut sequence: Vec<usize> = (0..pieces.len()).collect();
        sequence.sort_by(|&a, &b| cells(a).cmp(cells(b)));
        Self {
            found: Vec::with_capacity(sequence.len()),
            part,
            pieces,
            sequence,
            at: 0,
            sorts: Vec::new(),
            pending: None,
            hint,
        }
    }

    fn cells(&self, piece: usize) -> impl Iterator<Item = u32> {
        let vertices = self.pieces.vertices(piece).iter();
        vertices.map(|&v| self.part.cell[v as usize])
    }

    /// The piece at the position, with its share of the partition.
    fn piece(&self, position: usize) -> (Adjacency, Partition) {
        let piece = self.sequence[position];
        let vertices = self.pieces.vertices(piece);
        let graph = Adjacency::new(vertices.len(), self.pieces.edges(piece));
        (graph, self.share(vertices))
    }

    fn share(&self, vertices: &[u32]) -> Partition {
        Partition::by_key((0..vertices.len() as u32).collect(), |i| {
            self.part.cell[vertices[i as usize] as usize]
        })
    }

    pub(super) fn resume(&mut self, reply: Option<Reply>, search: &mut Search) -> Next {
        let mut reply = reply;
        loop {
            if let (Some(outcome), Some((graph, mode))) = (reply.take(), self.pending.take()) {
                if self.absorb(&graph, mode, outcome) {
                    continue;
                }
                if mode != Mode::Like {
                    return Next::Return(None);
                }
                let share = self.share(self.pieces.vertices(self.sequence[self.at]));
                let entered = search.enter(&graph, share, None);
                self.pending = Some((graph, Mode::Free));
                match entered {
                    Entered::Done(outcome) => reply = Some(outcome),
                    Entered::Frame(frame) => return Next::Call(frame),
                }
                continue;
            }
            let Some(&piece) = self.sequence.get(self.at) else {
                return Next::Return(Some(self.finish(search)));
            };
            if self.at == 0 || !self.cells(piece).eq(self.cells(self.sequence[self.at - 1])) {
                self.sorts.push(Sort {
                    begin: self.at,
                    record: DECIDED,
                    uniform: true,
                });
            }
            if self.cells(piece).is_sorted_by(|a, b| a < b) {
                self.found.push(Default::default());
                self.at += 1;
                continue;
            }
            let Some((mode, hint)) = self.mode(search) else {
                return Next::Return(None);
            };
            let (graph, share) = self.piece(self.at);
            let entered = search.enter(&graph, share, hint);
            self.pending = Some((graph, mode));
            match entered {
                Entered::Done(outcome) => reply = Some(outcome),
                Entered::Frame(frame) => return Next::Call(frame),
            }
        }
    }

    /// How to seek the order of the next piece; none if the hint does not fit.
    fn mode(&self, search: &Search) -> Option<(Mode, Option<RecordId>)> {
        let sort = self.sorts.last()?;
        if let Some(hint) = self.hint {
            let Record::Split(sorts) = &search.records[hint] else {
                return None;
            };
            let &(uniform, record) = sorts.get(self.sorts.len() - 1)?;
            if uniform {
                return Some((Mode::Hinted, Some(record)));
            }
        }
        if sort.begin == self.at {
            Some((Mode::Free, None))
        } else {
            Some((Mode::Like, Some(sort.record)))
        }
    }

    /// Takes in the order of the next piece; false if there is none that fits.
    fn absorb(&mut self, graph: &Adjacency, mode: Mode, outcome: Reply) -> bool {
        let (Some((order, record)), Some(sort)) = (outcome, self.sorts.last_mut()) else {
            self.pending = None;
            return false;
        };
        let form = form(graph, &order);
        if sort.begin == self.at {
            sort.record = record;
        } else if form != self.found[sort.begin].1 {
            if mode == Mode::Like {
                return false;
            }
            sort.uniform = false;
        }
        self.found.push((order, form));
        self.at += 1;
        true
    }

    /// Fills every cell with its vertices, piece by piece.
    fn finish(&mut self, search: &mut Search) -> (Vec<u32>, RecordId) {
        let mut positions: Vec<usize> = (0..self.sequence.len()).collect();
        for (i, sort) in self.sorts.iter().enumerate() {
            let end = self.sorts.get(i + 1).map_or(self.at, |next| next.begin);
            if !sort.uniform {
                let found = &self.found;
                positions[sort.begin..end].sort_by(|&a, &b| found[a].1.cmp(&found[b].1));
            }
        }
        let mut order = self.part.order.clone();
        let mut filled = vec![0u32; order.len()];
        for position in positions {
            let vertices = self.pieces.vertices(self.sequence[position]);
            let within = &self.found[position].0;
            for i in 0..vertices.len() {
                let v = vertices[within.get(i).map_or(i, |&w| w as usize)];
                let cell = self.part.cell[v as usize];
                order[(cell + filled[cell as usize]) as usize] = v;
                filled[cell as usize] += 1;
            }
        }
        let sorts = self.sorts.iter().map(|sort| (sort.uniform, sort.record));
        let record = search.record(Record::Split(sorts.collect()));
        (order, record)
    }
}
