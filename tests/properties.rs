//! Random graphs: everything against brute force, and the checker against the conditions
//! word by word.

use std::collections::BTreeSet;

use minproof::check::{Condition, against_graph, local_against_graph};
use minproof::find::prune::{Order, Pruner};
use minproof::find::tree::{TreeProofs, least_tree_counts};
use minproof::graph::Subgraph;
use minproof::solve::{self, TopologicalOrder};
use minproof::{GameGraph, NodeId};
use num_bigint::BigUint;
use proptest::prelude::*;

mod common;
use common::dag::{Plan, dags, digraphs, holds, tally};

fn id(vertex: usize) -> NodeId {
    NodeId::new(vertex).unwrap()
}

fn order(graph: &GameGraph) -> TopologicalOrder {
    TopologicalOrder::of(graph).unwrap()
}

fn ids(set: &BTreeSet<usize>) -> Vec<NodeId> {
    set.iter().copied().map(id).collect()
}

fn numbers(vertices: Vec<NodeId>) -> BTreeSet<usize> {
    vertices.into_iter().map(NodeId::index).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if cfg!(debug_assertions) { 300 } else { 2000 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn measures_against_brute_force(plan in dags(10), rank in prop::collection::vec(any::<u32>(), 10)) {
        for plan in [&plan, &plan.renumbered(&rank).0] {
            let graph = &plan.graph;
            let order = order(graph);
            let values = solve::values_in(graph, &order);
            let plies = solve::remoteness(graph, &order, &values);
            let lengths = solve::lengths(graph, &order);
            for vertex in 0..plan.len() {
                prop_assert_eq!(values[vertex], plan.value(vertex));
                prop_assert_eq!(plies[vertex], plan.remoteness(vertex));
                let all = plan.plies(vertex);
                prop_assert_eq!(Some(&lengths[vertex].shortest), all.iter().min());
                prop_assert_eq!(Some(&lengths[vertex].longest), all.iter().max());
            }
            prop_assert_eq!(solve::games(graph, &order), Some(plan.games(0).into()));
            let forgetful = graph.clone().with_unknown_multiplicities();
            prop_assert_eq!(solve::games(&forgetful, &order), None);
        }
    }

    #[test]
    fn numbering_does_not_matter(plan in dags(40), rank in prop::collection::vec(any::<u32>(), 40)) {
        let (other, number) = plan.renumbered(&rank);
        let (a, b) = (order(&plan.graph), order(&other.graph));
        let fold = |plan: &Plan, order: &TopologicalOrder| {
            // Sums, least and greatest below, modulo a prime: sensitive to every child.
            solve::fold(&plan.graph, order, |vertex, children: solve::Children<'_, u64>| {
                let own = plan.graph.score(vertex).map_or(1, |s| (s + 10) as u64);
                let below: Vec<u64> = children.values().copied().collect();
                let sum: u64 = below.iter().sum();
                let least = below.iter().min().unwrap_or(&5);
                (own + 3 * sum + 7 * least) % 1_000_003
            })
        };
        let (here, there) = (fold(&plan, &a), fold(&other, &b));
        for vertex in 0..plan.len() {
            prop_assert_eq!(here[vertex], there[number[vertex]]);
            let new = id(number[vertex]);
            prop_assert_eq!(b.vertex(b.place(new)), new);
            for child in plan.children(vertex) {
                prop_assert!(b.place(new) < b.place(id(number[child])));
            }
        }
        prop_assert_eq!(b.layers().map(|layer| layer.len()).sum::<usize>(), plan.len());
        for layer in b.layers() {
            let inside: BTreeSet<NodeId> = layer.map(|place| b.vertex(place)).collect();
            for &vertex in &inside {
                prop_assert!(other.graph.children(vertex).iter().all(|c| !inside.contains(c)));
            }
        }
    }

    #[test]
    fn tree_proofs_against_brute_force(
        plan in dags(8),
        rank in prop::collection::vec(any::<u32>(), 8),
        hold in holds(),
    ) {
        let (plan, _) = plan.renumbered(&rank);
        let trees = plan.trees(0, hold, 3000);
        prop_assume!(trees.is_some());
        let trees = trees.unwrap();
        let order = order(&plan.graph);
        let found = TreeProofs::find(&plan.graph, &order, hold);
        let least = trees.iter().map(|tree| tree.0).min();
        prop_assert_eq!(
            found.as_ref().map(|f| f.tree_count().clone()),
            least.map(BigUint::from)
        );
        prop_assert_eq!(least_tree_counts(&plan.graph, &order, hold)[0].clone(), least.map(BigUint::from));
        prop_assert_eq!(found.is_some(), hold.met_by(plan.value(0)));
        let Some(found) = found else { return Ok(()) };
        let smallest = trees.into_iter().filter(|tree| Some(tree.0) == least);
        let wanted = tally(smallest.map(|tree| tree.1));
        let counted: u64 = wanted.values().sum();
        prop_assert_eq!(found.count(), &BigUint::from(counted));
        // Every choice exactly once: the same sets, each as often as there are trees for it.
        let all: Vec<Vec<NodeId>> = found.iter().collect();
        prop_assert_eq!(all.len() as u64, counted);
        prop_assert_eq!(&tally(all.iter().cloned().map(numbers)), &wanted);
        let sets = found.vertex_sets(usize::MAX);
        let as_numbers = sets.into_iter().map(|(set, many)| (numbers(set), many));
        prop_assert_eq!(as_numbers.collect::<std::collections::BTreeMap<_, _>>(), wanted);
        prop_assert_eq!(found.nth(&counted.into()), None);
        prop_assert!(found.are_at_most(counted as usize));
        prop_assert!(!found.are_at_most(counted as usize - 1));
        for (number, vertices) in all.into_iter().enumerate() {
            prop_assert_eq!(found.nth(&number.into()), Some(vertices.clone()));
            prop_assert!(plan.is_proof(&numbers(vertices.clone()), hold));
            prop_assert!(against_graph(&Subgraph::new(&plan.graph, vertices), hold).is_proved());
        }
    }

    /// The checker accepts a set exactly when the conditions hold, and then the claim is true.
    #[test]
    fn the_checker_against_the_conditions(
        plan in dags(9),
        rank in prop::collection::vec(any::<u32>(), 9),
        chosen in any::<u16>(),
        hold in holds(),
    ) {
        let (plan, _) = plan.renumbered(&rank);
        let set: BTreeSet<usize> = (0..plan.len()).filter(|v| chosen >> v & 1 == 1).collect();
        let verdict = against_graph(&Subgraph::new(&plan.graph, ids(&set)), hold);
        prop_assert_eq!(verdict.is_proved(), plan.is_proof(&set, hold), "{:?}", verdict);
        if verdict.is_proved() {
            prop_assert!(hold.met_by(plan.value(0)));
        }
    }

    /// A proof of which a vertex is taken away is one only if the conditions say so.
    #[test]
    fn damaged_proofs(plan in dags(12), hold in holds()) {
        let Some(found) = TreeProofs::find(&plan.graph, &order(&plan.graph), hold) else {
            return Ok(());
        };
        let whole = numbers(found.iter().next().unwrap());
        for lost in &whole {
            let mut set = whole.clone();
            set.remove(lost);
            let verdict = against_graph(&Subgraph::new(&plan.graph, ids(&set)), hold);
            prop_assert_eq!(verdict.is_proved(), plan.is_proof(&set, hold));
        }
        for extra in (0..plan.len()).filter(|v| !whole.contains(v)) {
            let mut set = whole.clone();
            set.insert(extra);
            let verdict = against_graph(&Subgraph::new(&plan.graph, ids(&set)), hold);
            prop_assert_eq!(verdict.is_proved(), plan.is_proof(&set, hold));
        }
    }

    #[test]
    fn pruned_graphs_are_closed(
        plan in dags(30),
        rank in prop::collection::vec(any::<u32>(), 30),
        given in prop::collection::vec(any::<u64>(), 30),
        seed in any::<u64>(),
    ) {
        for plan in [&plan, &plan.renumbered(&rank).0] {
            let graph = &plan.graph;
            let values = solve::values(graph).unwrap();
            let dominances: Vec<i8> = values.iter().map(|&v| solve::dominance(v)).collect();
            let given = &given[..plan.len().min(30)];
            let mut pruners = vec![Pruner::new(graph, &values)];
            pruners.extend(Pruner::winning_moves(graph, &values));
            for (winning, pruner) in pruners.iter_mut().enumerate() {
                for order in [
                    Order::Discovery,
                    Order::Random(seed),
                    Order::Mobility(None),
                    Order::Mobility(Some(seed)),
                    Order::Given(given),
                ] {
                    let set = Subgraph::new(graph, pruner.prune(order));
                    let verdict = local_against_graph(&set, &dominances);
                    prop_assert!(verdict.is_proved(), "{:?}: {:?}", order, verdict);
                    if winning == 1 {
                        let hold = minproof::Claim::about(values[0]).holds()[0];
                        prop_assert!(against_graph(&set, hold).is_proved());
                    }
                }
            }
        }
    }

    /// Whatever dominances are given: what passes the local test tells the truth.
    #[test]
    fn the_local_test_believes_nothing(
        plan in dags(9),
        chosen in any::<u16>(),
        given in prop::collection::vec(-1..=1_i8, 9),
    ) {
        let set: Vec<NodeId> = (0..plan.len()).filter(|v| chosen >> v & 1 == 1).map(id).collect();
        let given = &given[..plan.len()];
        let verdict = local_against_graph(&Subgraph::new(&plan.graph, set.clone()), given);
        if verdict.is_proved() {
            for vertex in set {
                let value = plan.value(vertex.index());
                prop_assert_eq!(given[vertex.index()], solve::dominance(value));
            }
        }
        let true_ones: Vec<i8> = (0..plan.len()).map(|v| solve::dominance(plan.value(v))).collect();
        let whole = Subgraph::whole(&plan.graph);
        let verdict = local_against_graph(&whole, &true_ones);
        let all_reached = plan.graph.levels().iter().sum::<usize>() == plan.len();
        prop_assert_eq!(verdict.is_proved(), all_reached, "{:?}", verdict);
        if let Some(refusal) = verdict.refusal() {
            prop_assert_eq!(refusal.condition, Condition::Reachable);
        }
    }

    #[test]
    fn petgraph_runs_on_the_graph_itself(plan in digraphs(12)) {
        let graph = &plan.graph;
        let both = graph.bidirectional();
        let cyclic = petgraph::algo::is_cyclic_directed(graph);
        prop_assert_eq!(petgraph::algo::is_cyclic_directed(&both), cyclic);
        let ours = TopologicalOrder::of(graph);
        prop_assert_eq!(ours.is_err(), cyclic);
        let theirs = petgraph::algo::toposort(&both, None);
        prop_assert_eq!(theirs.is_err(), cyclic);
        if let Ok(theirs) = theirs {
            let place = |v: NodeId| theirs.iter().position(|&t| t == v).unwrap();
            for vertex in graph.vertices() {
                prop_assert!(graph.children(vertex).iter().all(|&c| place(c) > place(vertex)));
            }
        }
        let parts = petgraph::algo::tarjan_scc(graph);
        let large = parts.iter().any(|part| part.len() > 1);
        let loops = graph.vertices().any(|v| graph.children(v).contains(&v));
        prop_assert_eq!(large || loops, cyclic);
        // Distances are the levels; every walk meets each reached vertex once.
        let far = petgraph::algo::dijkstra(graph, NodeId::START, None, |_| 1_usize);
        for (level, size) in graph.levels().into_iter().enumerate() {
            prop_assert_eq!(far.values().filter(|&&f| f == level).count(), size);
        }
        let mut bfs = petgraph::visit::Bfs::new(graph, NodeId::START);
        let mut last = 0;
        let mut seen = BTreeSet::new();
        while let Some(vertex) = bfs.next(graph) {
            prop_assert!(far[&vertex] >= last);
            last = far[&vertex];
            prop_assert!(seen.insert(vertex));
        }
        let mut dfs = petgraph::visit::Dfs::new(&both, NodeId::START);
        let mut again = BTreeSet::new();
        while let Some(vertex) = dfs.next(&both) {
            prop_assert!(again.insert(vertex));
        }
        prop_assert_eq!(&seen, &again);
        prop_assert_eq!(seen, far.keys().copied().collect());
        for vertex in graph.vertices() {
            let parents: Vec<NodeId> =
                graph.vertices().filter(|&p| graph.children(p).contains(&vertex)).collect();
            prop_assert_eq!(both.parents(vertex), parents);
        }
        use petgraph::visit::{EdgeRef as _, IntoEdgeReferences as _, IntoEdges as _};
        let edges: Vec<_> = graph.edge_references().map(|e| (e.source(), e.target(), e.id())).collect();
        prop_assert_eq!(edges.len(), graph.edge_count());
        let by_vertex: Vec<_> = graph
            .vertices()
            .flat_map(|v| graph.edges(v).map(|e| (e.source(), e.target(), e.id())).collect::<Vec<_>>())
            .collect();
        prop_assert_eq!(edges, by_vertex);
    }

    /// A cycle that is named is one: distinct vertices, each with an edge to the next.
    #[test]
    fn cycles_are_refused_and_true(plan in digraphs(14)) {
        let Err(cycle) = TopologicalOrder::of(&plan.graph) else { return Ok(()) };
        prop_assert_eq!(solve::values(&plan.graph).err(), Some(cycle.clone()));
        let steps = cycle.0.iter().zip(cycle.0.iter().cycle().skip(1));
        prop_assert!(!cycle.0.is_empty());
        for (&from, to) in steps {
            prop_assert!(plan.graph.children(from).contains(to), "{}", cycle);
        }
        let distinct: BTreeSet<_> = cycle.0.iter().collect();
        prop_assert_eq!(distinct.len(), cycle.0.len());
        let closing = format!("-> {}", cycle.0[0]);
        prop_assert!(cycle.to_string().ends_with(&closing), "{}", cycle);
    }

    /// In sets with a cycle play need not end, so they prove nothing.
    #[test]
    fn the_checker_refuses_cycles(plan in digraphs(8), chosen in any::<u16>(), hold in holds()) {
        let set: BTreeSet<usize> = (0..plan.len()).filter(|v| chosen >> v & 1 == 1).collect();
        let subgraph = Subgraph::new(&plan.graph, ids(&set));
        let verdict = against_graph(&subgraph, hold);
        let edges: Vec<_> = subgraph.edges().collect();
        let parts = petgraph::graph::DiGraph::<(), ()>::from_edges(&edges);
        let cyclic = petgraph::algo::is_cyclic_directed(&parts);
        prop_assert_eq!(verdict.is_proved(), plan.is_proof(&set, hold) && !cyclic);
        if plan.is_proof(&set, hold) && cyclic {
            prop_assert_eq!(verdict.refusal().unwrap().condition, Condition::Cycle);
        }
    }
}
