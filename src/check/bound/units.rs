//! Unit propagation over clauses. Literals are `2v` and `2v + 1` (negated).

/// Clauses, and what follows from them by unit propagation.
#[derive(Debug, Clone)]
pub(super) struct Units {
    /// True: 1, false: 0, open: 2; by literal.
    value: Vec<u8>,
    clauses: Vec<Vec<u32>>,
    watches: Vec<Vec<u32>>,
    trail: Vec<u32>,
    head: usize,
    refuted: bool,
}

impl Units {
    /// No clauses over so many variables.
    pub fn new(variables: usize) -> Units {
        Units {
            value: vec![2; 2 * variables],
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            trail: Vec::new(),
            head: 0,
            refuted: false,
        }
    }

    /// Makes room for so many variables in all.
    pub fn grow(&mut self, variables: usize) {
        self.value.resize(2 * variables, 2);
        self.watches.resize(2 * variables, Vec::new());
    }

    /// Whether the clauses contradict each other.
    pub fn refuted(&self) -> bool {
        self.refuted
    }

    /// Whether a literal is false for good.
    pub fn is_false(&self, l: u32) -> bool {
        self.value[l as usize] == 0
    }

    /// Whether assuming that all of `lits` are false leads to a contradiction by propagation.
    pub fn implied(&mut self, lits: &[u32]) -> bool {
        if self.refuted {
            return true;
        }
        let mark = self.trail.len();
        let mut conflict = false;
        for &l in lits {
            match self.value[l as usize] {
                1 => conflict = true,
                2 => self.set(l ^ 1),
                _ => {}
            }
        }
        conflict = conflict || !self.propagate();
        for l in self.trail.drain(mark..) {
            self.value[l as usize] = 2;
            self.value[(l ^ 1) as usize] = 2;
        }
        self.head = mark;
        conflict
    }

    fn set(&mut self, l: u32) {
        self.value[l as usize] = 1;
        self.value[(l ^ 1) as usize] = 0;
        self.trail.push(l);
    }

    /// Adds a clause for good and propagates.
    pub fn add(&mut self, mut lits: Vec<u32>) {
        lits.sort_unstable();
        lits.dedup();
        if self.refuted || lits.iter().any(|&l| self.value[l as usize] == 1) {
            return;
        }
        lits.retain(|&l| self.value[l as usize] != 0);
        match lits[..] {
            [] => self.refuted = true,
            [l] => {
                self.set(l);
                self.refuted = !self.propagate();
            }
            [a, b, ..] => {
                let id = self.clauses.len() as u32;
                self.watches[a as usize].push(id);
                self.watches[b as usize].push(id);
                self.clauses.push(lits);
            }
        }
    }

    /// Unit propagation with two watched literals a clause; false on a contradiction.
    fn propagate(&mut self) -> bool {
        while let Some(&l) = self.trail.get(self.head) {
            self.head += 1;
            let gone = l ^ 1;
            let list = std::mem::take(&mut self.watches[gone as usize]);
            let mut kept = Vec::with_capacity(list.len());
            let mut sound = true;
            for id in list {
                let clause = &mut self.clauses[id as usize];
                if !sound {
                    kept.push(id);
                    continue;
                }
                if clause[0] == gone {
                    clause.swap(0, 1);
                }
                let other = clause[0];
                if self.value[other as usize] == 1 {
                    kept.push(id);
                    continue;
                }
                let next = (2..clause.len()).find(|&k| self.value[clause[k] as usize] != 0);
                if let Some(k) = next {
                    clause.swap(1, k);
                    self.watches[clause[1] as usize].push(id);
                    continue;
                }
                kept.push(id);
                if self.value[other as usize] == 0 {
                    sound = false;
                } else {
                    self.set(other);
                }
            }
            self.watches[gone as usize] = kept;
            if !sound {
                return false;
            }
        }
        true
    }
}
