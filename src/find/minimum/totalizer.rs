//! Counters for cores: "at least k of these are true", as a balanced tree of sums (Bailleux and
//! Boufkhad, 2003), of which only as many are built as are asked for (Martins, Joshi, Manquinho and
//! Lynce, 2014).

use super::sat::{Lit, Solver};

/// The counters of one core.
#[derive(Debug)]
pub(super) struct Totalizer {
    /// Children before parents; the root is the last.
    nodes: Vec<Node>,
    /// Counters are built up to this number.
    built: u32,
    most: u32,
    /// What each counter from the second on costs.
    pub amount: u64,
}

#[derive(Debug)]
struct Node {
    /// The two halves, if it is not a member itself.
    halves: Option<(u32, u32)>,
    /// How far it ever has to count.
    most: u32,
    /// The variables of its counters, from "at least one" on.
    counters: Vec<u32>,
}

impl Totalizer {
    /// The counters of `members` up to `most`, none of them built yet.
    pub fn new(members: &[u32], most: u32, amount: u64) -> Totalizer {
        let mut nodes = Vec::with_capacity(2 * members.len());
        plant(&mut nodes, members, most);
        Totalizer {
            nodes,
            built: 0,
            most,
            amount,
        }
    }

    /// Builds the next counter and returns it; `None` if there is none. `variable` makes variables.
    pub fn next(
        &mut self,
        solver: &mut Solver,
        mut variable: impl FnMut(&mut Solver) -> u32,
    ) -> Option<u32> {
        if self.built == self.most {
            return None;
        }
        self.built += 1;
        for at in 0..self.nodes.len() {
            let node = &self.nodes[at];
            let size = self.built.min(node.most) as usize;
            let Some((left, right)) = node.halves.filter(|_| node.counters.len() < size) else {
                continue;
            };
            let new = variable(solver);
            if let Some(&before) = node.counters.last() {
                solver.add(&[2 * before, 2 * new + 1]);
            }
            let (a, b) = (&self.nodes[left as usize], &self.nodes[right as usize]);
            for i in size.saturating_sub(b.counters.len())..=size.min(a.counters.len()) {
                let mut clause: Vec<Lit> = vec![2 * new];
                for (part, count) in [(a, i), (b, size - i)] {
                    if count > 0 {
                        clause.push(2 * part.counters[count - 1] + 1);
                    }
                }
                solver.add(&clause);
            }
            self.nodes[at].counters.push(new);
        }
        self.nodes.last()?.counters.last().copied()
    }

    /// Up to which number there are counters.
    pub fn built(&self) -> u32 {
        self.built
    }

    /// All counters built, in the order in which certificates number them: left half, right half,
    /// sum.
    pub fn counters(&self) -> impl Iterator<Item = u32> {
        let sums = self.nodes.iter().filter(|node| node.halves.is_some());
        sums.flat_map(|node| &node.counters).copied()
    }

    /// About how many words it takes.
    pub fn words(&self) -> usize {
        16 * self.nodes.len()
    }
}

fn plant(nodes: &mut Vec<Node>, members: &[u32], most: u32) -> u32 {
    let node = if let [one] = *members {
        Node {
            halves: None,
            most: 1,
            counters: vec![one],
        }
    } else {
        let (left, right) = members.split_at(members.len() / 2);
        Node {
            halves: Some((plant(nodes, left, most), plant(nodes, right, most))),
            most: most.min(members.len() as u32),
            counters: Vec::new(),
        }
    };
    nodes.push(node);
    nodes.len() as u32 - 1
}
