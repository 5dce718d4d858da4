//! One shard of the builder's hash table: open addressing with linear probing.
//!
//! An entry is eight bytes: 32 bits of the hash and the number of a vertex. The
//! bits of the hash only save comparisons; equal positions are found by
//! comparing positions.

const EMPTY: u64 = u64::MAX;

pub(crate) struct Shard {
    /// A power of two of entries: hash bits above, vertex below.
    entries: Vec<u64>,
    len: usize,
}

/// What probing met first.
pub(crate) enum Probe {
    /// An entry with the same hash bits, at this place, for this vertex.
    Match(usize, u32),
    /// A free place.
    Free(usize),
}

impl Shard {
    pub(crate) fn new() -> Self {
        Self {
            entries: vec![EMPTY; 16],
            len: 0,
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        8 * self.entries.capacity()
    }

    /// Makes room for so many more entries at a load of at most seven tenths.
    pub(crate) fn reserve(&mut self, more: usize) {
        let wanted = (self.len + more) * 10 / 7 + 1;
        if wanted <= self.entries.len() {
            return;
        }
        let larger = vec![EMPTY; wanted.next_power_of_two()];
        for entry in std::mem::replace(&mut self.entries, larger) {
            if entry != EMPTY {
                let mut place = self.home((entry >> 32) as u32);
                while self.entries[place] != EMPTY {
                    place = self.after(place);
                }
                self.entries[place] = entry;
            }
        }
    }

    #[inline]
    pub(crate) fn home(&self, tag: u32) -> usize {
        tag as usize & (self.entries.len() - 1)
    }

    #[inline]
    pub(crate) fn after(&self, place: usize) -> usize {
        (place + 1) & (self.entries.len() - 1)
    }

    /// Looks from `place` on for an entry with these hash bits.
    #[inline]
    pub(crate) fn probe(&self, mut place: usize, tag: u32) -> Probe {
        loop {
            let entry = self.entries[place];
            if entry == EMPTY {
                return Probe::Free(place);
            }
            if (entry >> 32) as u32 == tag {
                return Probe::Match(place, entry as u32);
            }
            place = self.after(place);
        }
    }

    /// Fills the free `place`.
    #[inline]
    pub(crate) fn insert(&mut self, place: usize, tag: u32, vertex: u32) {
        self.entries[place] = u64::from(tag) << 32 | u64::from(vertex);
        self.len += 1;
    }

    /// Gives the entry at `place` its final vertex.
    #[inline]
    pub(crate) fn renumber(&mut self, place: usize, vertex: u32) {
        self.entries[place] = self.entries[place] >> 32 << 32 | u64::from(vertex);
    }
}
