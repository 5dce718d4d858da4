//! The form of a graph does not depend on how it is numbered.

use std::collections::BTreeSet;

use minproof::isomorphism::canonical_form;

use crate::plan::{Plan, Rng, cfi, cycle, hypercube, random_dag, rook, shrikhande};

/// The form stays, and the labelling leads to it.
pub(crate) fn check_renumberings(plan: &Plan, times: usize, rng: &mut Rng) {
    let form = plan.form();
    for _ in 0..times {
        let turned = plan.renumbered(rng);
        let graph = turned.build();
        let (again, labelling) = canonical_form(&graph);
        assert_eq!(again, form, "{turned:?}");
        let name = |v: u32| labelling[v as usize];
        let image: BTreeSet<_> = graph.edges().map(|(a, b)| (name(a), name(b))).collect();
        assert!(image.iter().eq(form.edges()));
        let names: BTreeSet<_> = labelling.iter().collect();
        assert_eq!(names.len(), turned.n as usize);
        for (v, &colour) in graph.colours().iter().enumerate() {
            assert_eq!(form.colours()[labelling[v] as usize], colour);
        }
    }
}

#[test]
fn a_thousand_renumberings() {
    let mut rng = Rng(0x5eed);
    let mut plans = vec![
        rook(),
        shrikhande(),
        hypercube(4),
        cycle(9).beside(&cycle(7)),
    ];
    plans.extend([cfi(3, false), cfi(3, true), rook().beside(&shrikhande())]);
    for edges in [20, 30, 45, 60] {
        plans.push(random_dag(30, edges, &mut rng));
    }
    for plan in &plans {
        check_renumberings(plan, 1000, &mut rng);
    }
}

/// Graphs put together from few parts have many symmetries of all sorts.
fn composed(rng: &mut Rng) -> Plan {
    let size = 2 + rng.below(5);
    let mut plan = match rng.below(5) {
        0 => cycle(size),
        1 => cycle(size).both_ways(),
        2 => Plan::new(size, Vec::new()),
        3 => Plan::where_edge(size, |a, b| a < b),
        _ => random_dag(size, size, rng),
    };
    for _ in 0..1 + rng.below(4) {
        let n = plan.n;
        let copies = 2 + rng.below(3);
        plan = match rng.below(7) {
            _ if n > 40 => break,
            0 => (1..copies).fold(plan.clone(), |sum, _| sum.beside(&plan)),
            1 => Plan::where_edge(n, |a, b| a != b && !plan.edges.contains(&(a, b))),
            // lexicographic and Cartesian product with a cycle
            2 => Plan::where_edge(n * copies, |a, b| {
                plan.edges.contains(&(a / copies, b / copies))
            }),
            3 => Plan::where_edge(n * copies, |a, b| {
                let (row, column) = ((a / copies, b / copies), (a % copies, b % copies));
                (row.0 == row.1 && (column.0 + 1) % copies == column.1)
                    || (column.0 == column.1 && plan.edges.contains(&row))
            }),
            // ends below every vertex, and a root above all
            4 => {
                let ends = n..n * copies;
                plan.edges.extend(ends.map(|end| (end % n, end)));
                Plan::new(n * copies, plan.edges)
            }
            5 => {
                plan.edges.extend((0..n).map(|v| (n, v)));
                Plan::new(n + 1, plan.edges)
            }
            _ => {
                for _ in 0..copies {
                    plan.edges.push((rng.below(n), rng.below(n)));
                }
                plan
            }
        };
    }
    if rng.below(3) == 0 {
        plan.colours = (0..plan.n).map(|_| rng.below(2)).collect();
    }
    plan
}

#[test]
fn composed_graphs_keep_their_form() {
    let mut rng = Rng(0xc0de);
    for _ in 0..1500 {
        check_renumberings(&composed(&mut rng), 4, &mut rng);
    }
}
