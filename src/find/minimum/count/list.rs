//! The least sets one by one, from the graph of decisions.

use super::Census;

impl Census {
    /// The least sets one after the other, each sorted, in an order that is always the same.
    /// Takes time proportional to what is listed.
    pub fn sets(&self) -> Sets<'_> {
        Sets {
            census: self,
            path: vec![(self.last, 0)],
            done: false,
        }
    }
}

/// Lists the sets of a [`Census`].
#[derive(Debug)]
pub struct Sets<'a> {
    census: &'a Census,
    /// Nodes from the last one back to the start, with the way taken from each.
    path: Vec<(usize, usize)>,
    done: bool,
}

impl Iterator for Sets<'_> {
    type Item = Vec<u32>;

    fn next(&mut self) -> Option<Vec<u32>> {
        if self.done {
            return None;
        }
        let nodes = &self.census.nodes;
        while let Some(&(id, way)) = self.path.last() {
            match nodes[id].back.get(way) {
                Some(&(before, _)) => self.path.push((before as usize, 0)),
                None => break,
            }
        }
        let mut set: Vec<u32> = self.census.members[0].clone();
        for &(id, way) in &self.path {
            if let Some((_, added)) = nodes[id].back.get(way) {
                for &v in added {
                    set.extend(&self.census.members[v as usize]);
                }
            }
        }
        set.sort_unstable();
        // The next path: change the last node that has another way.
        self.path.pop();
        loop {
            match self.path.last_mut() {
                Some((id, way)) if *way + 1 < nodes[*id].back.len() => {
                    *way += 1;
                    break;
                }
                Some(_) => {
                    self.path.pop();
                }
                None => {
                    self.done = true;
                    break;
                }
            }
        }
        Some(set)
    }
}
