//! Reductions that keep the least weight, and keep every cut of the reduced net a cut of the
//! problem: forced vertices, single choices, choices whose forced set contains another's.

use super::net::Net;

/// Vertices are not merged beyond so many groups: each look at one goes through all of them.
const MOST_GROUPS: usize = 32;

/// Applies the reductions until they no longer change anything, a few rounds have passed, or
/// `stop` says so.
pub(super) fn reduce(net: &mut Net, stop: &mut dyn FnMut() -> bool) {
    let cap = if net.weight.len() > 300_000 { 48 } else { 192 };
    for _ in 0..12 {
        let order = net.order();
        let changed = bottom_up(net, &order, cap, stop);
        let merged = contract(net);
        if !changed && !merged || stop() {
            break;
        }
    }
}

/// What the vertices of a net force, each row sorted.
struct Forced {
    rows: Vec<(usize, usize)>,
    list: Vec<u32>,
}

impl Forced {
    /// The vertices that `v` forces, itself included, as far as they are known.
    fn of(&self, v: u32) -> &[u32] {
        let (from, until) = self.rows[v as usize];
        &self.list[from..until]
    }

    fn forces(&self, v: u32, u: u32) -> bool {
        self.of(v).binary_search(&u).is_ok()
    }
}

/// Children before parents: what each vertex forces, and what follows from it.
fn bottom_up(net: &mut Net, order: &[u32], cap: usize, stop: &mut dyn FnMut() -> bool) -> bool {
    let n = net.weight.len();
    let mut changed = false;
    // Cut off at `cap`.
    let mut forced = Forced {
        rows: vec![(0, 0); n],
        list: Vec::new(),
    };
    let mut free = vec![false; n];
    let mut mark = vec![u32::MAX; n];
    let mut whole: Vec<u32> = Vec::new();
    for (k, &v) in order.iter().rev().enumerate() {
        if k % 4096 == 4095 && stop() {
            break;
        }
        let i = v as usize;
        let mut must = std::mem::take(&mut net.must[i]);
        let mut any = std::mem::take(&mut net.any[i]);
        let before = (must.len(), any.iter().map(Vec::len).sum::<usize>());
        must.retain(|&c| !free[c as usize]);
        any.retain_mut(|group| {
            if group.iter().any(|&c| free[c as usize]) {
                return false;
            }
            splice(net, group);
            group.sort_unstable();
            group.dedup();
            whole.clone_from(group);
            group.retain(|&a| !whole.iter().any(|&b| b != a && forced.forces(a, b)));
            if let [one] = group[..] {
                must.push(one);
                return false;
            }
            common(group, &forced, &mut must);
            true
        });
        must.sort_unstable();
        must.dedup();
        whole.clone_from(&must);
        must.retain(|&u| !whole.iter().any(|&t| t != u && forced.forces(t, u)));
        // Forced are v, and what `must` forces.
        let from = forced.list.len();
        forced.list.push(v);
        mark[i] = v;
        for &u in &must {
            let (start, end) = forced.rows[u as usize];
            for k in start..end {
                let t = forced.list[k];
                if mark[t as usize] != v {
                    mark[t as usize] = v;
                    if forced.list.len() - from < cap || t == u {
                        forced.list.push(t);
                    }
                }
            }
        }
        any.retain(|group| !group.iter().any(|&c| mark[c as usize] == v));
        any.sort();
        any.dedup();
        if any.len() > 1 {
            let within = |g: &Vec<u32>| any.iter().any(|h| h.len() < g.len() && subset(h, g));
            let needed: Vec<bool> = any.iter().map(|g| !within(g)).collect();
            let mut needed = needed.into_iter();
            any.retain(|_| needed.next().unwrap_or(true));
        }
        forced.list[from..].sort_unstable();
        forced.rows[i] = (from, forced.list.len());
        free[i] = net.weight[i] == 0 && must.is_empty() && any.is_empty();
        changed |= before != (must.len(), any.iter().map(Vec::len).sum::<usize>());
        net.must[i] = must;
        net.any[i] = any;
    }
    changed
}

/// Replaces members that cost nothing and only pass one demand on by that demand.
fn splice(net: &Net, group: &mut Vec<u32>) {
    let mut k = 0;
    while k < group.len() {
        let c = group[k] as usize;
        if net.weight[c] == 0 && net.must[c].len() == 1 && net.any[c].is_empty() {
            group[k] = net.must[c][0];
        } else if net.weight[c] == 0 && net.must[c].is_empty() && net.any[c].len() == 1 {
            let members = net.any[c][0].clone();
            group.swap_remove(k);
            group.extend(members);
        } else {
            k += 1;
        }
    }
}

/// Adds what every member of the group forces.
fn common(group: &[u32], forced: &Forced, must: &mut Vec<u32>) {
    let least = group.iter().min_by_key(|&&c| forced.of(c).len());
    let all = |u: &u32| group.iter().all(|&c| forced.forces(c, *u));
    must.extend(
        least
            .map_or(&[][..], |&c| forced.of(c))
            .iter()
            .filter(|u| all(u)),
    );
}

fn subset(small: &[u32], large: &[u32]) -> bool {
    small.iter().all(|c| large.binary_search(c).is_ok())
}

/// Merges every vertex that is mentioned once, as forced, into the vertex that forces it.
fn contract(net: &mut Net) -> bool {
    let order = net.order();
    let mut mentions = vec![0u32; net.weight.len()];
    for &v in &order {
        net.each_child(v, |c| mentions[c as usize] += 1);
    }
    let mut changed = false;
    for &v in order.iter().rev() {
        let i = v as usize;
        if !net.must[i].iter().any(|&c| mentions[c as usize] == 1) {
            continue;
        }
        let must = std::mem::take(&mut net.must[i]);
        let mut out = Vec::with_capacity(must.len());
        for c in must {
            let groups = net.any[i].len() + net.any[c as usize].len();
            if mentions[c as usize] == 1
                && (groups <= MOST_GROUPS || net.any[c as usize].is_empty())
            {
                changed = true;
                let c = c as usize;
                net.weight[i] += net.weight[c];
                net.weight[c] = 0;
                net.into[c] = v;
                out.append(&mut net.must[c]);
                let mut groups = std::mem::take(&mut net.any[c]);
                net.any[i].append(&mut groups);
            } else {
                out.push(c);
            }
        }
        // Two merged vertices may force the same one: it is then mentioned twice here.
        net.must[i] = out;
    }
    // Parents first, so that every vertex learns its last root in one step.
    for v in order.into_iter().chain(0..net.into.len() as u32) {
        net.into[v as usize] = net.into[net.into[v as usize] as usize];
    }
    changed
}
