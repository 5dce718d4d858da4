//! Symmetries of the problem: what a certificate says of one vertex holds for its images.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Checker, Refusal};
use crate::proof::Problem;

impl Checker<'_> {
    /// Takes a renumbering over if it is a symmetry. Time: linear in the graph, up to sorting the
    /// children of each vertex.
    pub(super) fn symmetry(&mut self, step: usize, image: &[u32]) -> Result<(), Refusal> {
        let refuse = |reason| Err(Refusal::Symmetry { step, reason });
        let Some(known) = &mut self.symmetries else {
            return refuse("a part has costs of its own");
        };
        if let Some(reason) = broken(self.problem, image) {
            return refuse(reason);
        }
        known.push(Arc::from(image));
        Ok(())
    }

    /// The vertex, and what the symmetries that keep all assumed vertices make of it.
    pub(super) fn orbit(&self, vertex: u32) -> Vec<u32> {
        let keeps = |image: &&Arc<[u32]>| self.assumed.iter().all(|&v| image[v as usize] == v);
        let known = self.symmetries.iter().flatten();
        let usable: Vec<&Arc<[u32]>> = known.filter(keeps).collect();
        let mut orbit = vec![vertex];
        let mut met = BTreeSet::from([vertex]);
        let mut next = 0;
        while let Some(&v) = orbit.get(next) {
            next += 1;
            for image in &usable {
                let w = image[v as usize];
                if met.insert(w) {
                    orbit.push(w);
                }
            }
        }
        orbit
    }
}

/// What the renumbering does not keep.
fn broken(problem: &Problem, image: &[u32]) -> Option<&'static str> {
    let n = problem.len();
    if image.len() != n {
        return Some("it does not name every vertex once");
    }
    let mut met = vec![false; n];
    for &v in image {
        match met.get_mut(v as usize) {
            Some(met) if !*met => *met = true,
            _ => return Some("it does not name every vertex once"),
        }
    }
    if image[problem.start() as usize] != problem.start() {
        return Some("it moves the start");
    }
    let (mut here, mut there) = (Vec::new(), Vec::new());
    for v in 0..n as u32 {
        let w = image[v as usize];
        if problem.weight(v) != problem.weight(w) {
            return Some("it does not keep the weights");
        }
        here.clear();
        here.extend(problem.children(v).iter().map(|&c| image[c as usize]));
        there.clear();
        there.extend_from_slice(problem.children(w));
        here.sort_unstable();
        there.sort_unstable();
        if here != there {
            return Some("it does not keep the edges");
        }
        if !here.is_empty() && problem.is_or(v) != problem.is_or(w) {
            return Some("it does not keep who chooses");
        }
    }
    None
}
