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

/// Children before parents: what each vertex forces, and what follows from it.
fn bottom_up(net: &mut Net, order: &[u32], cap: usize, stop: &mut dyn FnMut() -> bool) -> bool {
    let n = net.weight.len();
    let mut changed = false;
    // The vertices forced by v, v itself included, sorted; cut off at `cap`.
    let mut forced: Vec<Vec<u32>> = vec![Vec::new(); n];
    let mut free = vec![false; n];
    let mut mark = vec![u32::MAX; n];
    for (k, &v) in order.iter().rev().enumerate() {
        if k % 4096 == 4095 && stop() {
            break;
        }
        let i = v as usize;
        let mut must = std::mem::take(&mut net.must[i]);
        let mut any = std::mem::take(&mut net.any[i]);
        let before = (must.len(), any.iter().map(Vec::len).sum::<usize>());
        must.retain(|&c| !free[c as usize]);
        let mut kept: Vec<Vec<u32>> = Vec::with_capacity(any.len());
        for mut group in any.drain(..) {
            if group.iter().any(|&c| free[c as usize]) {
                continue;
            }
            splice(net, &mut group);
            group.sort_unstable();
            group.dedup();
            let whole = group.clone();
            group.retain(|&a| {
                !whole
                    .iter()
                    .any(|&b| b != a && forced[a as usize].binary_search(&b).is_ok())
            });
            if group.len() == 1 {
                must.push(group[0]);
            } else {
                common(&group, &forced, &mut must);
                kept.push(group);
            }
        }
        // Forced set: v, and the union over `must`.
        let mut all = vec![v];
        must.sort_unstable();
        must.dedup();
        let listed = must.clone();
        must.retain(|&u| {
            !listed
                .iter()
                .any(|&t| t != u && forced[t as usize].binary_search(&u).is_ok())
        });
        mark[i] = v;
        for &u in &must {
            for &t in &forced[u as usize] {
                if mark[t as usize] != v {
                    mark[t as usize] = v;
                    if all.len() < cap || t == u {
                        all.push(t);
                    }
                }
            }
        }
        kept.retain(|group| !group.iter().any(|&c| mark[c as usize] == v));
        kept.sort();
        kept.dedup();
        if kept.len() > 1 {
            let copy = kept.clone();
            kept.retain(|g| !copy.iter().any(|h| h.len() < g.len() && subset(h, g)));
        }
        all.sort_unstable();
        forced[i] = all;
        free[i] = net.weight[i] == 0 && must.is_empty() && kept.is_empty();
        changed |= before != (must.len(), kept.iter().map(Vec::len).sum::<usize>());
        net.must[i] = must;
        net.any[i] = kept;
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
fn common(group: &[u32], forced: &[Vec<u32>], must: &mut Vec<u32>) {
    let Some(&least) = group.iter().min_by_key(|&&c| forced[c as usize].len()) else {
        return;
    };
    for &u in &forced[least as usize] {
        if group
            .iter()
            .all(|&c| forced[c as usize].binary_search(&u).is_ok())
        {
            must.push(u);
        }
    }
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
