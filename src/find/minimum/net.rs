//! The problem in the form the search works on: every vertex carries a weight, vertices it
//! forces (`must`) and groups of which it needs one member each (`any`).

use crate::proof::Problem;

/// A net under reduction: an AND vertex is all `must`, an OR vertex one `any` group, and the
/// reductions mix the two freely.
#[derive(Debug, Clone)]
pub(super) struct Net {
    pub start: u32,
    pub weight: Vec<u64>,
    pub must: Vec<Vec<u32>>,
    pub any: Vec<Vec<Vec<u32>>>,
    /// Vertices that were merged into another one, which they are forced by: `into[v] != v`.
    pub into: Vec<u32>,
}

impl Net {
    /// The net that says the same as `problem`.
    pub fn new(problem: &Problem) -> Net {
        let n = problem.len();
        let mut must = vec![Vec::new(); n];
        let mut any = vec![Vec::new(); n];
        for v in 0..n {
            let children = problem.children(v as u32);
            if problem.is_or(v as u32) && children.len() > 1 {
                any[v].push(children.to_vec());
            } else {
                must[v] = children.to_vec();
            }
        }
        Net {
            start: problem.start(),
            weight: (0..n as u32).map(|v| problem.weight(v)).collect(),
            must,
            any,
            into: (0..n as u32).collect(),
        }
    }

    /// The vertices reachable from the start, parents before children.
    pub fn order(&self) -> Vec<u32> {
        let n = self.weight.len();
        let mut parents = vec![0u32; n];
        let mut seen = vec![false; n];
        let mut stack = vec![self.start];
        seen[self.start as usize] = true;
        while let Some(v) = stack.pop() {
            self.each_child(v, |c| {
                parents[c as usize] += 1;
                if !seen[c as usize] {
                    seen[c as usize] = true;
                    stack.push(c);
                }
            });
        }
        // Last come, first served: what belongs together stays together.
        let mut order = Vec::new();
        stack.push(self.start);
        while let Some(v) = stack.pop() {
            order.push(v);
            self.each_child(v, |c| {
                parents[c as usize] -= 1;
                if parents[c as usize] == 0 {
                    stack.push(c);
                }
            });
        }
        order
    }

    /// Takes the vertices in `dead` out, and what cannot do without them. False if the start is
    /// among them.
    pub fn remove(&mut self, mut dead: Vec<bool>) -> bool {
        for &v in self.order().iter().rev() {
            let i = v as usize;
            if !dead[i] {
                dead[i] = self.must[i].iter().any(|&c| dead[c as usize]);
                for group in &mut self.any[i] {
                    group.retain(|&c| !dead[c as usize]);
                    dead[i] |= group.is_empty();
                }
            }
        }
        !dead[self.start as usize]
    }

    /// Makes one member of a forced group forced. Does nothing to other vertices.
    pub fn choose(&mut self, member: u32) {
        for v in self.forced() {
            let i = v as usize;
            if let Some(at) = self.any[i].iter().position(|group| group.contains(&member)) {
                self.any[i].remove(at);
                self.must[i].push(member);
                return;
            }
        }
    }

    /// The vertices in every closed set, as far as they are plain to see: those near the start
    /// first.
    pub fn forced(&self) -> Vec<u32> {
        let mut forced = vec![self.start];
        let mut met = vec![false; self.weight.len()];
        met[self.start as usize] = true;
        let mut next = 0;
        while let Some(&v) = forced.get(next) {
            next += 1;
            for &c in &self.must[v as usize] {
                if !std::mem::replace(&mut met[c as usize], true) {
                    forced.push(c);
                }
            }
        }
        forced
    }

    /// Gives back all rows. What was merged into what is still known.
    pub fn clear(&mut self) {
        (self.must, self.any) = (Vec::new(), Vec::new());
    }

    /// Gives back the rows of all vertices but these.
    pub fn keep(&mut self, vertices: &[u32]) {
        let mut kept = vec![false; self.weight.len()];
        vertices.iter().for_each(|&v| kept[v as usize] = true);
        for v in (0..kept.len()).filter(|&v| !kept[v]) {
            self.must[v] = Vec::new();
            self.any[v] = Vec::new();
        }
    }

    /// The vertex that `v` was merged into, in the end.
    pub fn root(&self, v: u32) -> u32 {
        self.into[v as usize]
    }

    /// Calls `f` on every child of `v`, once per mention.
    pub fn each_child(&self, v: u32, mut f: impl FnMut(u32)) {
        let v = v as usize;
        self.must[v].iter().for_each(|&c| f(c));
        self.any[v].iter().flatten().for_each(|&c| f(c));
    }
}

/// A reduced net with its vertices renumbered, parents before children, in compressed rows.
#[derive(Debug, Clone, Default)]
pub(super) struct Flat {
    pub weight: Vec<u64>,
    /// Groups of vertex `v`: `groups[v]..groups[v + 1]`.
    pub groups: Vec<u32>,
    /// Members of group `g`: `members[rows[g]..rows[g + 1]]`.
    pub rows: Vec<u32>,
    pub members: Vec<u32>,
    /// The groups that mention `v`, as the vertices that own them:
    /// `owners[parents[v]..parents[v + 1]]`.
    pub parents: Vec<u32>,
    pub owners: Vec<u32>,
    /// The number in the problem of each vertex.
    pub name: Vec<u32>,
}

impl Flat {
    /// Renumbers what `net` can reach; vertex 0 is the start.
    pub fn new(net: &Net) -> Flat {
        let order = net.order();
        let mut number = vec![u32::MAX; net.weight.len()];
        for (i, &v) in order.iter().enumerate() {
            number[v as usize] = i as u32;
        }
        let mut flat = Flat {
            weight: order.iter().map(|&v| net.weight[v as usize]).collect(),
            groups: vec![0],
            rows: vec![0],
            members: Vec::new(),
            parents: vec![0; order.len() + 1],
            owners: Vec::new(),
            name: order.clone(),
        };
        for &v in &order {
            let v = v as usize;
            for &c in &net.must[v] {
                flat.members.push(number[c as usize]);
                flat.rows.push(flat.members.len() as u32);
            }
            for group in &net.any[v] {
                flat.members
                    .extend(group.iter().map(|&c| number[c as usize]));
                flat.rows.push(flat.members.len() as u32);
            }
            flat.groups.push(flat.rows.len() as u32 - 1);
        }
        for &c in &flat.members {
            flat.parents[c as usize + 1] += 1;
        }
        for v in 0..order.len() {
            flat.parents[v + 1] += flat.parents[v];
        }
        let mut place = flat.parents.clone();
        flat.owners = vec![0; flat.members.len()];
        for v in 0..order.len() {
            for g in flat.groups[v]..flat.groups[v + 1] {
                for k in flat.rows[g as usize]..flat.rows[g as usize + 1] {
                    let c = flat.members[k as usize] as usize;
                    flat.owners[place[c] as usize] = v as u32;
                    place[c] += 1;
                }
            }
        }
        flat
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.weight.len()
    }

    /// The groups of `v`.
    pub fn groups(&self, v: usize) -> impl Iterator<Item = &[u32]> {
        (self.groups[v] as usize..self.groups[v + 1] as usize)
            .map(|g| &self.members[self.rows[g] as usize..self.rows[g + 1] as usize])
    }

    /// The vertices with a group that mentions `v`.
    pub fn parents(&self, v: usize) -> &[u32] {
        &self.owners[self.parents[v] as usize..self.parents[v + 1] as usize]
    }
}
