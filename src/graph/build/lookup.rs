//! Which children are known already: one shard of the hash table at a time.

use std::sync::atomic::Ordering::Relaxed;

use super::block::Block;
use super::table::{Probe, Shard};

const SHARD_BITS: u32 = 6;

/// How many shards the hash table has.
pub(super) const SHARDS: usize = 1 << SHARD_BITS;

/// The shard that a hash belongs to.
#[inline]
pub(super) fn shard_of(hash: u64) -> usize {
    (hash >> (64 - SHARD_BITS)) as usize
}

/// A shard and what it found in the current run.
pub(super) struct Lookup {
    pub(super) shard: Shard,
    /// Place in the shard and place in the run of each new position.
    pub(super) fresh: Vec<(usize, u32)>,
    /// Bits of the hash, place in the block and place in the shard of children that are
    /// probably known.
    pub(super) suspects: Vec<(u32, u32, usize)>,
}

impl Lookup {
    /// Looks the children of one shard up, in their order in the run.
    ///
    /// Positions are far apart in memory. So a first pass over a block only reads
    /// the table and notes the candidates, and a second one compares positions:
    /// its reads do not wait for each other.
    pub(super) fn search<P: Eq>(&mut self, number: usize, positions: &[P], blocks: &[Block<P>]) {
        self.fresh.clear();
        let incoming = blocks
            .iter()
            .map(|block| block.by_shard[number].len())
            .sum();
        self.shard.reserve(incoming);
        let first_free = positions.len() as u32;
        let same = |vertex: u32, child: &P| match vertex.checked_sub(first_free) {
            None => positions[vertex as usize] == *child,
            Some(place) => {
                let place = place as usize;
                let block = blocks.partition_point(|block| block.first_child <= place) - 1;
                blocks[block].children[place - blocks[block].first_child] == *child
            }
        };
        for block in blocks {
            self.suspects.clear();
            for &(tag, child) in &block.by_shard[number] {
                match self.shard.probe(self.shard.home(tag), tag) {
                    Probe::Match(place, vertex) => {
                        block.found[child as usize].store(vertex, Relaxed);
                        self.suspects.push((tag, child, place));
                    }
                    Probe::Free(place) => self.add(place, tag, child, block, first_free),
                }
            }
            for at in 0..self.suspects.len() {
                let (tag, child, mut place) = self.suspects[at];
                let position = &block.children[child as usize];
                let mut vertex = block.found[child as usize].load(Relaxed);
                while !same(vertex, position) {
                    match self.shard.probe(self.shard.after(place), tag) {
                        Probe::Match(next, other) => (place, vertex) = (next, other),
                        Probe::Free(free) => {
                            self.add(free, tag, child, block, first_free);
                            vertex = block.found[child as usize].load(Relaxed);
                        }
                    }
                }
                block.found[child as usize].store(vertex, Relaxed);
            }
        }
    }

    fn add<P>(&mut self, place: usize, tag: u32, child: u32, block: &Block<P>, first_free: u32) {
        let in_run = block.first_child as u32 + child;
        self.shard.insert(place, tag, first_free + in_run);
        self.fresh.push((place, in_run));
        block.found[child as usize].store(first_free + in_run, Relaxed);
    }
}
