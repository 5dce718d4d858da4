//! Canonical forms against published counts, brute force, renumberings, and
//! graphs with many symmetries.

use std::collections::BTreeSet;

use minproof::isomorphism::{Digraph, canonical_form, classes, isomorphic};

mod plan;
mod renumbered;
mod symmetric;

use plan::{Edges, Plan, Rng};

/// All graphs whose edges are a subset of `pairs`.
fn subsets(n: u32, pairs: Edges) -> impl Iterator<Item = Plan> {
    (0..1u64 << pairs.len()).map(move |set| {
        let chosen = pairs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
        Plan::new(n, chosen.map(|(_, &pair)| pair).collect())
    })
}

fn pairs(n: u32, keep: impl Fn(u32, u32) -> bool) -> Edges {
    Plan::where_edge(n, keep).edges
}

fn count_forms(plans: impl Iterator<Item = Plan>) -> usize {
    plans.map(|plan| plan.form()).collect::<BTreeSet<_>>().len()
}

/// OEIS A000273, A003087, A000595 and A000088.
#[test]
fn published_counts_are_met() {
    for (n, expected) in [(0, 1), (1, 1), (2, 3), (3, 16), (4, 218)] {
        let all = subsets(n, pairs(n, |a, b| a != b)).map(|plan| plan.form());
        assert_eq!(
            all.collect::<BTreeSet<_>>().len(),
            expected,
            "digraphs on {n}"
        );
    }
    for (n, expected) in [(1, 1), (2, 2), (3, 6), (4, 31), (5, 302)] {
        let dags = count_forms(subsets(n, pairs(n, |a, b| a < b)));
        assert_eq!(dags, expected, "acyclic digraphs on {n}");
    }
    for (n, expected) in [(1, 2), (2, 10), (3, 104)] {
        let relations = count_forms(subsets(n, pairs(n, |_, _| true)));
        assert_eq!(relations, expected, "digraphs with loops on {n}");
    }
    for (n, expected) in [(1, 1), (2, 2), (3, 4), (4, 11), (5, 34)] {
        let undirected = subsets(n, pairs(n, |a, b| a < b)).map(Plan::both_ways);
        assert_eq!(count_forms(undirected), expected, "graphs on {n}");
    }
}

/// Every digraph on 5 vertices is one on 4 and a vertex joined to it.
#[test]
fn digraphs_on_five_vertices_by_extension() {
    let four = subsets(4, pairs(4, |a, b| a != b)).map(|plan| plan.form());
    let joints: Edges = (0..4).flat_map(|v| [(4, v), (v, 4)]).collect();
    let mut five = BTreeSet::new();
    for form in four.collect::<BTreeSet<_>>() {
        for mut plan in subsets(5, joints.clone()) {
            plan.edges.extend(form.edges());
            five.insert(plan.form());
        }
    }
    assert_eq!(five.len(), 9608);
}

#[test]
#[cfg_attr(debug_assertions, ignore = "a million graphs; run with --release")]
fn all_labelled_digraphs_on_five_vertices() {
    assert_eq!(count_forms(subsets(5, pairs(5, |a, b| a != b))), 9608);
    assert_eq!(count_forms(subsets(4, pairs(4, |_, _| true))), 3044);
    assert_eq!(count_forms(subsets(6, pairs(6, |a, b| a < b))), 5984);
}

#[test]
fn connected_graphs_on_two_to_six_vertices() {
    let connected = |plan: &Plan| {
        let mut reached = 1u32;
        for _ in 0..plan.n {
            for &(a, b) in &plan.edges {
                let touched = 1 << a | 1 << b;
                if reached & touched != 0 {
                    reached |= touched;
                }
            }
        }
        reached.count_ones() == plan.n
    };
    let counts = (2..=6).map(|n| {
        let all = subsets(n, pairs(n, |a, b| a < b)).filter(connected);
        count_forms(all.map(Plan::both_ways))
    });
    let counts: Vec<usize> = counts.collect();
    assert_eq!(counts, [1, 2, 6, 21, 112]);
    assert_eq!(counts.iter().sum::<usize>(), 142);
}

#[test]
fn directions_count() {
    let a = Digraph::new(6, &[(1, 2), (2, 3), (1, 4), (4, 5)], &[]).unwrap();
    let b = Digraph::new(6, &[(1, 2), (2, 3), (3, 4), (1, 5)], &[]).unwrap();
    assert!(!isomorphic(&a, &b));
    let out_star = Plan::new(4, vec![(0, 1), (0, 2), (0, 3)]).build();
    let in_star = Plan::new(4, vec![(1, 0), (2, 0), (3, 0)]).build();
    assert!(!isomorphic(&out_star, &in_star));
}

#[test]
fn colours_count() {
    let edges = [(1, 0), (2, 0), (3, 0)];
    let coloured = |colours: &[u32]| Digraph::new(4, &edges, colours).unwrap();
    let a = coloured(&[2, 0, 1, 1]); // {1}, {2, 3}, {0}
    let b = coloured(&[2, 0, 0, 1]); // {1, 2}, {3}, {0}
    let c = coloured(&[2, 1, 0, 0]);
    assert!(!isomorphic(&a, &b));
    assert!(isomorphic(&b, &c));
    assert!(!isomorphic(&coloured(&[1; 4]), &coloured(&[2; 4])));
    assert!(isomorphic(&coloured(&[0; 4]), &coloured(&[])));
    assert_eq!(classes([&a, &b, &c, &a]), [vec![0, 3], vec![1, 2]]);
}

#[test]
fn loops_count() {
    let edges = [(0, 1), (1, 2), (2, 0), (0, 0)];
    let a = Digraph::new(3, &edges, &[]).unwrap();
    let b = Digraph::new(3, &[(0, 1), (1, 2), (2, 0), (2, 2)], &[]).unwrap();
    let c = Digraph::new(3, &edges[..3], &[]).unwrap();
    assert!(isomorphic(&a, &b));
    assert!(!isomorphic(&a, &c));
}

#[test]
fn no_vertices() {
    let empty = Digraph::new(0, &[], &[]).unwrap();
    let (form, labelling) = canonical_form(&empty);
    assert_eq!((form.vertices(), labelling.len()), (0, 0));
    assert!(isomorphic(&empty, &empty));
}

/// The slow and obvious twin.
fn isomorphic_by_trying(a: &Plan, b: &Plan, names: &mut Vec<u32>) -> bool {
    if names.len() == a.n as usize {
        let renamed = |&(x, y): &(u32, u32)| (names[x as usize], names[y as usize]);
        let image: BTreeSet<_> = a.edges.iter().map(renamed).collect();
        return image == b.edges.iter().copied().collect();
    }
    (0..b.n).any(|v| {
        let fits = a.colours[names.len()] == b.colours[v as usize] && !names.contains(&v);
        fits && {
            names.push(v);
            let found = isomorphic_by_trying(a, b, names);
            names.pop();
            found
        }
    })
}

#[test]
fn brute_force_agrees() {
    let mut rng = Rng(0x9e37_79b9);
    let mut counts = [0; 2];
    for _ in 0..3000 {
        let n = 1 + rng.below(6);
        let degree = 1 + rng.below(2);
        let colours = 1 + rng.below(2);
        let mut draw = || {
            let pairs = (0..n * degree).map(|i| (i / degree, rng.below(n)));
            let edges = pairs.collect();
            let colours = (0..n).map(|_| rng.below(colours)).collect();
            Plan { n, edges, colours }
        };
        let (a, b) = (draw(), draw());
        let expected = isomorphic_by_trying(&a, &b, &mut Vec::new());
        assert_eq!(isomorphic(&a.build(), &b.build()), expected, "{a:?} {b:?}");
        counts[usize::from(expected)] += 1;
    }
    assert!(counts[0] > 500 && counts[1] > 500, "{counts:?}");
}
