//! A graph that is being put together, vertex after vertex.

use super::{GameGraph, GraphError, NodeId};
use crate::game::{Player, Score};

/// Sorts a row and merges equal children; adds the place in the row and the number
/// of moves of each child that stood there more than once.
#[inline]
pub(super) fn merge_row(row: &mut Vec<NodeId>, repeated: &mut Vec<(u32, u32)>) {
    row.sort_unstable();
    let mut kept = 0;
    let mut from = 0;
    while from < row.len() {
        let child = row[from];
        let until = from
            + row[from..]
                .iter()
                .take_while(|&&other| other == child)
                .count();
        if until - from > 1 {
            repeated.push((kept as u32, (until - from) as u32));
        }
        row[kept] = child;
        kept += 1;
        from = until;
    }
    row.truncate(kept);
}

/// Rows so far; vertices are numbered in the order in which they come.
#[derive(Default)]
pub(super) struct Assembly {
    offsets: Vec<u32>,
    pub(super) targets: Vec<NodeId>,
    second: Vec<u64>,
    ends: Vec<NodeId>,
    end_scores: Vec<Score>,
    repeated: Vec<(u32, u32)>,
}

impl Assembly {
    pub(super) fn vertices(&self) -> usize {
        self.offsets.len()
    }

    pub(super) fn push(&mut self, player: Player) {
        let v = self.vertices();
        if v.is_multiple_of(64) {
            self.second.push(0);
        }
        self.second[v / 64] |= u64::from(player == Player::Second) << (v % 64);
        self.offsets.push(self.targets.len() as u32);
    }

    pub(super) fn end(&mut self, score: Score) {
        self.ends.push(NodeId::at(self.vertices()));
        self.end_scores.push(score);
        self.push(Player::First);
    }

    /// `row` is ascending; `repeated` holds places in the row and numbers of moves.
    pub(super) fn inner(
        &mut self,
        player: Player,
        row: &[NodeId],
        repeated: &[(u32, u32)],
    ) -> Result<(), GraphError> {
        self.push(player);
        let first_edge = self.targets.len();
        if first_edge + row.len() > u32::MAX as usize {
            return Err(GraphError::TooLarge {
                what: "edges",
                limit: u32::MAX as usize,
            });
        }
        let numbered = repeated
            .iter()
            .map(|&(place, moves)| (first_edge as u32 + place, moves));
        self.repeated.extend(numbered);
        self.targets.extend_from_slice(row);
        Ok(())
    }

    pub(super) fn bytes(&self) -> usize {
        4 * (self.offsets.capacity() + self.targets.capacity() + self.ends.capacity())
            + 4 * self.end_scores.capacity()
            + 8 * (self.second.capacity() + self.repeated.capacity())
    }

    pub(super) fn finish(mut self) -> Result<GameGraph, GraphError> {
        if self.offsets.is_empty() {
            return Err(GraphError::Empty);
        }
        self.offsets.push(self.targets.len() as u32);
        Ok(GameGraph {
            offsets: self.offsets,
            targets: self.targets,
            second: self.second,
            ends: self.ends,
            end_scores: self.end_scores,
            repeated: Some(self.repeated),
        })
    }
}
