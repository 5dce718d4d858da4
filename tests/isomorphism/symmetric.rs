//! Graphs that keep a search without automorphisms busy for ever.

use minproof::isomorphism::{canonical_form, isomorphic};

use crate::plan::{Edges, Plan, Rng, cfi, cycle, hypercube, random_dag, rook, shrikhande};
use crate::renumbered::check_renumberings;

fn complete(n: u32) -> Plan {
    Plan::where_edge(n, |a, b| a != b)
}

fn copies(plan: &Plan, times: u32) -> Plan {
    (0..times).fold(Plan::default(), |sum, _| sum.beside(plan))
}

fn star(leaves: u32) -> Plan {
    Plan::new(leaves + 1, (1..=leaves).map(|leaf| (0, leaf)).collect())
}

/// Points and lines of the projective plane over the field of `q` elements.
fn projective_plane(q: u32) -> Plan {
    let affine = (0..q * q).map(|i| [1, i / q, i % q]);
    let infinite = (0..q).map(|i| [0, 1, i]);
    let points: Vec<[u32; 3]> = affine.chain(infinite).chain([[0, 0, 1]]).collect();
    let n = points.len() as u32;
    let on = |p: u32, l: u32| {
        let (p, l) = (points[p as usize], points[l as usize]);
        (p[0] * l[0] + p[1] * l[1] + p[2] * l[2]) % q == 0
    };
    Plan::where_edge(2 * n, |a, b| a < n && b >= n && on(a, b - n))
}

/// The pairs of `n` things, joined where they share one.
fn triangular(n: u32) -> Plan {
    let pairs: Edges = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    Plan::where_edge(pairs.len() as u32, |i, j| {
        let (p, q) = (pairs[i as usize], pairs[j as usize]);
        i != j && (p.0 == q.0 || p.0 == q.1 || p.1 == q.0 || p.1 == q.1)
    })
}

/// Three graphs of the parameters (28, 12, 6, 4), the pairs of 8 things switched
/// with respect to a set of pairs, are strongly regular like the first.
fn chang(switched: &[(u32, u32)]) -> Plan {
    let pairs: Edges = (0..8).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let in_set = |i: u32| switched.contains(&pairs[i as usize]);
    let plain: std::collections::BTreeSet<_> = triangular(8).edges.into_iter().collect();
    Plan::where_edge(28, |i, j| {
        i != j && plain.contains(&(i, j)) != (in_set(i) != in_set(j))
    })
}

#[test]
fn symmetric_graphs_finish() {
    let mut rng = Rng(0xface);
    let bipartite = Plan::where_edge(60, |a, b| (a < 30) != (b < 30));
    let multipartite = Plan::where_edge(60, |a, b| a % 12 != b % 12);
    let dag = random_dag(20, 35, &mut rng);
    let plans = [
        ("300 vertices without edges", Plan::new(300, Edges::new())),
        ("complete, 60", complete(60)),
        (
            "tournament, acyclic, 60",
            Plan::where_edge(60, |a, b| a < b),
        ),
        ("directed cycle of 300", cycle(300)),
        ("cycle of 300", cycle(300).both_ways()),
        ("50 triangles", copies(&cycle(3), 50)),
        (
            "50 edges, loops at all",
            Plan::where_edge(100, |a, b| a / 2 == b / 2),
        ),
        ("star of 1,000", star(1000)),
        ("40 stars of 9", copies(&star(9), 40)),
        ("6-cube", hypercube(6)),
        ("bipartite, 30 and 30", bipartite),
        ("12 parts of 5", multipartite),
        ("two equal DAGs", dag.clone().beside(&dag)),
        (
            "9 rooks and 9 Shrikhandes",
            copies(&rook().beside(&shrikhande()), 9),
        ),
        ("pairs of 12", triangular(12)),
        ("plane of order 5", projective_plane(5)),
        (
            "plane of order 5, both ways",
            projective_plane(5).both_ways(),
        ),
        ("Cai-Fürer-Immerman, 12 rungs", cfi(12, true)),
    ];
    for (name, plan) in plans {
        println!("{name}");
        check_renumberings(&plan, 3, &mut rng);
    }
}

#[test]
fn what_refinement_cannot_tell_apart_is_told_apart() {
    let rows: [(&str, Plan, Plan); 7] = [
        ("6 = 3 + 3", cycle(6), copies(&cycle(3), 2)),
        (
            "both ways",
            cycle(6).both_ways(),
            copies(&cycle(3).both_ways(), 2),
        ),
        ("rook", rook(), shrikhande()),
        ("copies", copies(&rook(), 2), rook().beside(&shrikhande())),
        ("Cai-Fürer-Immerman 4", cfi(4, false), cfi(4, true)),
        ("Cai-Fürer-Immerman 9", cfi(9, false), cfi(9, true)),
        (
            "9 + 7, 8 + 8",
            cycle(9).beside(&cycle(7)),
            copies(&cycle(8), 2),
        ),
    ];
    for (name, a, b) in rows {
        let sizes = |plan: &Plan| (plan.n, plan.edges.len());
        assert_eq!(sizes(&a), sizes(&b), "{name}");
        assert!(!isomorphic(&a.build(), &b.build()), "{name}");
    }
}

#[test]
fn the_four_strongly_regular_graphs_of_28_vertices() {
    let square = [(0, 1), (2, 3), (4, 5), (6, 7)];
    let ring = [
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (5, 6),
        (6, 7),
        (0, 7),
    ];
    let mixed = [
        (0, 1),
        (1, 2),
        (0, 2),
        (3, 4),
        (4, 5),
        (5, 6),
        (6, 7),
        (3, 7),
    ];
    let plans = [triangular(8), chang(&square), chang(&ring), chang(&mixed)];
    for (i, a) in plans.iter().enumerate() {
        assert_eq!(a.edges.len(), 28 * 12);
        check_renumberings(a, 10, &mut Rng(7));
        for b in &plans[..i] {
            assert!(!isomorphic(&a.build(), &b.build()));
        }
    }
}

/// Ends hang off every vertex of two copies of a proof: ten thousand vertices,
/// and none is alone in its cell.
#[test]
fn large_proofs_finish() {
    let mut rng = Rng(0xd1ce);
    let mut half = random_dag(1250, 2000, &mut rng);
    half.edges.extend((1250..5000).map(|end| (end % 1250, end)));
    let whole = copies(&Plan::new(5000, half.edges), 2);
    check_renumberings(&whole, 2, &mut rng);
    let mut joined = whole.clone();
    joined.edges.extend([(0, 5000), (5000, 0)]);
    check_renumberings(&joined, 2, &mut rng);
    assert_ne!(joined.form(), whole.form());
}

/// A path far longer than any stack of calls.
#[test]
fn long_paths_do_not_overflow() {
    let n = 200_000;
    let path = Plan::new(n, (1..n).map(|v| (v - 1, v)).collect());
    let (form, _) = canonical_form(&path.build());
    assert_eq!(form.edges().len(), 199_999);
    let (form, _) = canonical_form(&path.both_ways().build());
    assert_eq!(form.edges().len(), 399_998);
}
