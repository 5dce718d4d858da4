//! Symmetries of the problem that move one vertex to another: colours that every symmetry keeps
//! (colour refinement), made finer by setting a vertex and its image apart, and then one pass
//! from the start, in which a vertex goes to the one whose colour is its own and whose parents
//! are the images of its parents (individualization and refinement: McKay and Piperno,
//! "Practical graph isomorphism, II", 2014).
//!
//! Colours are hash values. Where they mislead, no symmetry comes out, as each is verified.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use rayon::prelude::*;

use super::Limits;
use crate::proof::Problem;

/// Sweeps up and down the graph for one refinement, at most.
const MOST_SWEEPS: usize = 12;

/// Attempts at one symmetry, and with more vertices than [`LARGE`].
const MOST_TRIES: (usize, usize) = (16, 4);
const LARGE: usize = 200_000;

/// Marks of vertices that are set apart.
const FIXED: u64 = 0x5bd1_e995_7b1f_aa35;

/// The symmetries of a problem that keep some vertices.
pub(super) struct Symmetries<'a> {
    problem: &'a Problem,
    fixed: &'a [u32],
    limits: &'a Limits<'a>,
    /// Parents before children, level by level.
    order: Vec<u32>,
    /// The same for two vertices if a symmetry moves one to the other.
    colour: Vec<u64>,
}

impl<'a> Symmetries<'a> {
    /// Those that keep the vertices in `fixed`, as far as colours show. Time: a few passes over
    /// the graph.
    pub fn new(problem: &'a Problem, fixed: &'a [u32], limits: &'a Limits<'a>) -> Symmetries<'a> {
        let mut colour: Vec<u64> = (0..problem.len() as u32)
            .map(|v| {
                let or = problem.is_or(v) && !problem.children(v).is_empty();
                mix(2 * problem.weight(v) + u64::from(or))
            })
            .collect();
        for (k, &v) in fixed.iter().enumerate() {
            colour[v as usize] = mix(FIXED + k as u64);
        }
        let mut symmetries = Symmetries {
            problem,
            fixed,
            limits,
            order: levels(problem),
            colour: Vec::new(),
        };
        symmetries.refine(&mut colour);
        symmetries.colour = colour;
        symmetries
    }

    /// Whether a symmetry may move `a` to `b`.
    pub fn alike(&self, a: u32, b: u32) -> bool {
        self.colour[a as usize] == self.colour[b as usize]
    }

    /// A symmetry that moves `a` to `b`, as the image of every vertex, if one is found.
    pub fn moving(&self, a: u32, b: u32) -> Option<Vec<u32>> {
        if !self.alike(a, b) {
            return None;
        }
        let mut pairs = vec![(a, b)];
        let small = self.order.len() <= LARGE;
        let tries = if small { MOST_TRIES.0 } else { MOST_TRIES.1 };
        for _ in 0..tries {
            if self.limits.reached(0).is_some() {
                return None;
            }
            let (mut here, mut there) = (self.colour.clone(), self.colour.clone());
            for (k, &(v, w)) in pairs.iter().enumerate() {
                here[v as usize] = mix(FIXED ^ (k as u64 + 1));
                there[w as usize] = here[v as usize];
            }
            rayon::join(|| self.refine(&mut here), || self.refine(&mut there));
            match self.matching(&here, &there) {
                Ok(image) if self.keeps(&image) => return Some(image),
                Ok(_) => return None,
                Err(Some(pair)) => pairs.push(pair),
                Err(None) => return None,
            }
        }
        None
    }

    /// Makes colours finer by those of the children and of the parents.
    fn refine(&self, colour: &mut [u64]) {
        let mut sum = vec![0u64; colour.len()];
        let mut classes = 0;
        for _ in 0..MOST_SWEEPS {
            for &v in self.order.iter().rev() {
                let children = self.problem.children(v).iter();
                let below = children.map(|&c| mix(colour[c as usize]));
                let below = below.fold(0, u64::wrapping_add);
                colour[v as usize] = mix(colour[v as usize] ^ below.rotate_left(17));
            }
            sum.fill(0);
            for &v in &self.order {
                let i = v as usize;
                colour[i] = mix(colour[i] ^ sum[i].rotate_left(31));
                let share = mix(!colour[i]);
                for &c in self.problem.children(v) {
                    sum[c as usize] = sum[c as usize].wrapping_add(share);
                }
            }
            let mut colours: Vec<u64> = self.order.iter().map(|&v| colour[v as usize]).collect();
            colours.par_sort_unstable();
            colours.dedup();
            if colours.len() == classes || self.limits.reached(0).is_some() {
                break;
            }
            classes = colours.len();
        }
    }

    /// Goes down from the start. If some vertex has nowhere to go: the first one that had a choice,
    /// and where it went.
    fn matching(&self, here: &[u64], there: &[u64]) -> Result<Vec<u32>, Option<(u32, u32)>> {
        let n = self.problem.len();
        let mut above = vec![0u64; n];
        let share = |v: u32| mix(u64::from(v) ^ FIXED);
        for &v in &self.order {
            for &c in self.problem.children(v) {
                above[c as usize] = above[c as usize].wrapping_add(share(v));
            }
        }
        // Vertices of equal key in a chain, the smallest first.
        let size = self.order.len();
        let mut first = HashMap::with_capacity_and_hasher(size, FixedState::default());
        let mut next = vec![u32::MAX; n];
        let key = |colour: u64, above: u64| colour ^ above.rotate_left(7);
        let mut sorted = self.order.clone();
        sorted.sort_unstable();
        for &w in sorted.iter().rev() {
            let key = key(there[w as usize], above[w as usize]);
            next[w as usize] = first.insert(key, w).unwrap_or(u32::MAX);
        }
        let mut image: Vec<u32> = (0..n as u32).collect();
        let mut choice = None;
        above.fill(0);
        for &v in &self.order {
            let key = key(here[v as usize], above[v as usize]);
            let Some(&w) = first.get(&key).filter(|&&w| w != u32::MAX) else {
                return Err(choice);
            };
            let rest = next[w as usize];
            if rest != u32::MAX && choice.is_none() {
                choice = Some((v, w));
            }
            first.insert(key, rest);
            image[v as usize] = w;
            for &c in self.problem.children(v) {
                above[c as usize] = above[c as usize].wrapping_add(share(w));
            }
        }
        Ok(image)
    }

    /// Whether the renumbering is a symmetry.
    fn keeps(&self, image: &[u32]) -> bool {
        let problem = self.problem;
        let mut count = vec![0u32; problem.len()];
        image.iter().for_each(|&w| count[w as usize] += 1);
        let start = [problem.start()];
        let mut kept = self.fixed.iter().chain(&start);
        if kept.any(|&v| image[v as usize] != v) || count.iter().any(|&k| k != 1) {
            return false;
        }
        count.fill(0);
        (0..problem.len() as u32).all(|v| {
            let w = image[v as usize];
            let (here, there) = (problem.children(v), problem.children(w));
            there.iter().for_each(|&c| count[c as usize] += 1);
            let same = here.iter().all(|&c| {
                let count = &mut count[image[c as usize] as usize];
                *count = count.wrapping_sub(1);
                *count != u32::MAX
            });
            same && here.len() == there.len()
                && problem.weight(v) == problem.weight(w)
                && (here.is_empty() || problem.is_or(v) == problem.is_or(w))
        })
    }
}

/// All vertices, by the longest way that leads there.
fn levels(problem: &Problem) -> Vec<u32> {
    let n = problem.len();
    let mut parents = vec![0u32; n];
    for v in 0..n as u32 {
        let children = problem.children(v).iter();
        children.for_each(|&c| parents[c as usize] += 1);
    }
    let all = 0..n as u32;
    let mut order: Vec<u32> = all.filter(|&v| parents[v as usize] == 0).collect();
    let mut from = 0;
    while from < order.len() {
        let level = from..order.len();
        from = level.end;
        for k in level {
            for &c in problem.children(order[k]) {
                parents[c as usize] -= 1;
                if parents[c as usize] == 0 {
                    order.push(c);
                }
            }
        }
        order[from..].sort_unstable();
    }
    order
}

/// Mixes all bits (the finalizer of SplitMix64: Steele, Lea and Flood, 2014).
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
