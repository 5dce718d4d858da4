//! Small closed sets by one pass: least cost from the ends, then down from the start, where
//! what is already taken is free.

use super::net::Flat;
use crate::proof::Problem;

/// Stands for "not possible" among costs; other costs stay below it.
const OUT: u64 = u64::MAX;

/// A sum of costs that keeps apart what is large and what is not possible.
pub(super) fn plus(a: u64, b: u64) -> u64 {
    // Costs too large to tell apart are still not the same as "not possible".
    if a == OUT || b == OUT {
        OUT
    } else {
        a.saturating_add(b).min(OUT - 1)
    }
}

/// The costs by one pass from the ends with the given prices (`u64::MAX`: not allowed).
pub(super) fn costs(net: &Flat, cost: &mut Vec<u64>, price: impl Fn(usize) -> u64) {
    cost.clear();
    cost.resize(net.len(), 0);
    for v in (0..net.len()).rev() {
        let mut sum = price(v);
        for group in net.groups(v) {
            sum = plus(
                sum,
                group.iter().map(|&c| cost[c as usize]).min().unwrap_or(0),
            );
        }
        cost[v] = sum;
    }
}

/// The weight and the vertices of the closed set that a pass with the given prices leads to.
pub(super) fn pass(net: &Flat, price: impl Fn(usize) -> u64) -> (u64, Vec<u32>) {
    let mut cost = Vec::new();
    costs(net, &mut cost, price);
    extract(net, &cost)
}

/// A closed set among the `allowed` vertices; `None` if there is none.
pub(super) fn within(net: &Flat, allowed: impl Fn(usize) -> bool) -> Option<(u64, Vec<u32>)> {
    let mut cost = Vec::new();
    costs(
        net,
        &mut cost,
        |v| if allowed(v) { net.weight[v] } else { OUT },
    );
    (cost[0] != OUT).then(|| extract(net, &cost))
}

/// Walks down from the start, taking the cheapest member of every group not yet met.
pub(super) fn extract(net: &Flat, cost: &[u64]) -> (u64, Vec<u32>) {
    let n = net.len();
    let mut taken = vec![false; n];
    taken[0] = true;
    let mut set = Vec::new();
    let mut weight = 0;
    for v in 0..n {
        if !taken[v] {
            continue;
        }
        set.push(v as u32);
        weight += net.weight[v];
        for group in net.groups(v) {
            if !group.iter().any(|&c| taken[c as usize])
                && let Some(&c) = group.iter().min_by_key(|&&c| (cost[c as usize], c))
            {
                taken[c as usize] = true;
            }
        }
    }
    (weight, set)
}

/// A closed set of the problem among the vertices that are `ok`, sorted.
pub(super) fn restore(problem: &Problem, ok: impl Fn(u32) -> bool) -> Option<Vec<u32>> {
    let order = problem.order();
    let mut cost = vec![OUT; problem.len()];
    for &v in order.iter().rev() {
        let children = problem.children(v).iter().map(|&c| cost[c as usize]);
        let below = if children.len() == 0 {
            0
        } else if problem.is_or(v) {
            children.min().unwrap_or(0)
        } else {
            children.fold(0, plus)
        };
        // Among sets of equal weight, rather a small one.
        let price = if ok(v) {
            (problem.weight(v) << 12) + 1
        } else {
            OUT
        };
        cost[v as usize] = plus(price, below);
    }
    if cost[problem.start() as usize] == OUT {
        return None;
    }
    let mut taken = vec![false; problem.len()];
    taken[problem.start() as usize] = true;
    let mut set = Vec::new();
    for &v in &order {
        if !taken[v as usize] {
            continue;
        }
        set.push(v);
        let children = problem.children(v);
        if !problem.is_or(v) {
            children.iter().for_each(|&c| taken[c as usize] = true);
        } else if !children.iter().any(|&c| taken[c as usize])
            && let Some(&c) = children.iter().min_by_key(|&&c| (cost[c as usize], c))
        {
            taken[c as usize] = true;
        }
    }
    set.sort_unstable();
    Some(set)
}
