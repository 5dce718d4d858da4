//! The order in which the clause-learning solver picks variables: a binary heap by activity.

/// Variables, most active first; ties go to the smaller number.
#[derive(Debug)]
pub(super) struct Heap {
    heap: Vec<u32>,
    /// Where each variable is in `heap`, or `u32::MAX`.
    place: Vec<u32>,
    activity: Vec<u64>,
    step: u64,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap {
            heap: Vec::new(),
            place: Vec::new(),
            activity: Vec::new(),
            step: 1 << 16,
        }
    }
}

impl Heap {
    /// Makes room for the next variable.
    pub fn grow(&mut self) {
        self.place.push(u32::MAX);
        self.activity.push(0);
    }

    /// Puts a variable in, if it is not.
    pub fn insert(&mut self, v: u32) {
        if self.place[v as usize] == u32::MAX {
            self.place[v as usize] = self.heap.len() as u32;
            self.heap.push(v);
            self.up(self.heap.len() - 1);
        }
    }

    /// Takes the most active variable out.
    pub fn pop(&mut self) -> Option<u32> {
        let top = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.place[top as usize] = u32::MAX;
        if last != top {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.down(0);
        }
        Some(top)
    }

    /// Makes a variable more active.
    pub fn bump(&mut self, v: u32) {
        self.activity[v as usize] += self.step;
        if self.place[v as usize] != u32::MAX {
            self.up(self.place[v as usize] as usize);
        }
    }

    /// Makes later bumps count more than earlier ones.
    pub fn decay(&mut self) {
        self.step += self.step / 16;
        if self.step > 1 << 52 {
            self.step >>= 36;
            for a in &mut self.activity {
                *a >>= 36;
            }
            // Equal activities may have been created: put the heap in order again.
            for i in (0..self.heap.len() / 2).rev() {
                self.down(i);
            }
        }
    }

    fn before(&self, a: u32, b: u32) -> bool {
        let (x, y) = (self.activity[a as usize], self.activity[b as usize]);
        x > y || x == y && a < b
    }

    fn up(&mut self, mut i: usize) {
        let v = self.heap[i];
        while i > 0 {
            let p = (i - 1) / 2;
            if !self.before(v, self.heap[p]) {
                break;
            }
            self.heap[i] = self.heap[p];
            self.place[self.heap[i] as usize] = i as u32;
            i = p;
        }
        self.heap[i] = v;
        self.place[v as usize] = i as u32;
    }

    fn down(&mut self, mut i: usize) {
        let v = self.heap[i];
        loop {
            let mut c = 2 * i + 1;
            if c >= self.heap.len() {
                break;
            }
            if c + 1 < self.heap.len() && self.before(self.heap[c + 1], self.heap[c]) {
                c += 1;
            }
            if !self.before(self.heap[c], v) {
                break;
            }
            self.heap[i] = self.heap[c];
            self.place[self.heap[i] as usize] = i as u32;
            i = c;
        }
        self.heap[i] = v;
        self.place[v as usize] = i as u32;
    }
}
