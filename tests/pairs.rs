//! Problems of smallest proofs against brute force over all sets, and all pairs of sets.

use minproof::check::against_graph;
use minproof::find::minimum::{Limits, minimum};
use minproof::find::task::Task;
use minproof::graph::{Subgraph, Vertex};
use minproof::proof::Hold;
use minproof::{Claim, GameGraph, Measure, NodeId, Player, solve};

/// A named generator of its own, so that the cases stay what they are.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % most
    }
}

/// A random game of `count` positions with scores -1, 0 and 1.
fn random(dice: &mut Dice, count: usize) -> GameGraph {
    let mut vertices = Vec::new();
    for number in 0..count {
        let later = (count - 1 - number) as u64;
        if later == 0 || (number > 0 && dice.below(4) == 0) {
            vertices.push(Vertex::End(dice.below(3) as i32 - 1));
            continue;
        }
        let player = if dice.below(2) == 0 {
            Player::First
        } else {
            Player::Second
        };
        let children = (0..=dice.below(3)).map(|_| number + 1 + dice.below(later) as usize);
        vertices.push(Vertex::Inner(player, children.collect()));
    }
    GameGraph::new(&vertices).unwrap()
}

/// All sets, as bits, that prove one side. Written anew from the conditions.
fn proofs(graph: &GameGraph, hold: Hold) -> Vec<u32> {
    let count = graph.vertex_count();
    let closed = |set: &u32| {
        let has = |vertex: NodeId| set >> vertex.index() & 1 == 1;
        has(NodeId::START)
            && graph
                .vertices()
                .filter(|&v| has(v))
                .all(|vertex| match graph.score(vertex) {
                    Some(score) => hold.met_by(score),
                    None if graph.player(vertex) == hold.prover => {
                        graph.children(vertex).iter().any(|&child| has(child))
                    }
                    None => graph.children(vertex).iter().all(|&child| has(child)),
                })
    };
    (0..1_u32 << count).filter(closed).collect()
}

/// What a set weighs in one side.
fn weigh(graph: &GameGraph, set: u32, measure: Measure, hold: Hold) -> u64 {
    let inside = graph
        .vertices()
        .filter(|vertex| set >> vertex.index() & 1 == 1);
    inside
        .map(|vertex| measure.weight(graph, vertex, hold).unwrap())
        .sum()
}

/// What a pair weighs: what a vertex weighs in both sides is paid once.
fn weigh_pair(graph: &GameGraph, sets: [u32; 2], measure: Measure, holds: &[Hold]) -> u64 {
    graph
        .vertices()
        .map(|vertex| {
            let side = |side: usize| {
                let inside = sets[side] >> vertex.index() & 1 == 1;
                inside.then(|| measure.weight(graph, vertex, holds[side]).unwrap())
            };
            match (side(0), side(1)) {
                (Some(first), Some(second)) => first.max(second),
                (first, second) => first.or(second).unwrap_or(0),
            }
        })
        .sum()
}

const MEASURES: [Measure; 3] = [Measure::Vertices, Measure::Decisions, Measure::Ends];

#[test]
fn smallest_proofs_and_pairs_of_random_games() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let (mut singles, mut pairs) = (0, 0);
    for round in 0..400 {
        let count = 3 + (round % 7);
        let graph = random(&mut dice, count);
        let values = solve::values(&graph).unwrap();
        let value = values[0];
        for claim in [
            Claim::AtLeast(value),
            Claim::AtMost(value),
            Claim::Value(value),
        ] {
            let holds = claim.holds();
            let sides: Vec<Vec<u32>> = holds.iter().map(|&hold| proofs(&graph, hold)).collect();
            for measure in MEASURES {
                let weight = |vertex, hold| measure.weight(&graph, vertex, hold).unwrap();
                let task = Task::new(&graph, &values, claim, &[&weight])
                    .unwrap()
                    .unwrap();
                let outcome = minimum(task.problem(), &Limits::default(), &mut |_, _| {});
                assert!(outcome.proved());
                let known = if let [first, second] = sides.as_slice() {
                    pairs += 1;
                    let all = first
                        .iter()
                        .flat_map(|&a| second.iter().map(move |&b| [a, b]));
                    all.map(|sets| weigh_pair(&graph, sets, measure, &holds))
                        .min()
                } else {
                    singles += 1;
                    sides[0]
                        .iter()
                        .map(|&set| weigh(&graph, set, measure, holds[0]))
                        .min()
                };
                assert_eq!(Some(outcome.upper), known, "{claim} {measure} of {graph:?}");
                for (side, &hold) in task.sides(&outcome.best).into_iter().zip(&holds) {
                    let verdict = against_graph(&Subgraph::new(&graph, side), hold);
                    assert!(verdict.is_proved(), "{claim} {measure}: {verdict:?}");
                }
            }
        }
    }
    assert_eq!((singles, pairs), (2400, 1200));
}
