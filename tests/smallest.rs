//! Smallest proofs of games: known minima in every measure, counted, listed, certified.

use minproof::check::{against_graph, bound_in_graph};
use minproof::find::classes::{Sameness, classes};
use minproof::find::minimum::{Limits, minimum};
use minproof::find::task::Task;
use minproof::games::catalogue;
use minproof::graph::Subgraph;
use minproof::proof::bound_file::BoundFile;
use minproof::proof::{Certificate, Hold, Step};
use minproof::{Claim, GameGraph, Measure, NodeId, Score, solve};
use std::collections::BTreeMap;

struct Game {
    spec: &'static str,
    graph: GameGraph,
    values: Vec<Score>,
}

fn game(spec: &'static str) -> Game {
    let graph = catalogue::open(spec)
        .unwrap()
        .build_quietly()
        .unwrap()
        .graph;
    let values = solve::values(&graph).unwrap();
    Game {
        spec,
        graph,
        values,
    }
}

impl Game {
    fn task(&self, claim: Claim, measure: Measure) -> Task {
        let weight =
            |vertex: NodeId, hold: Hold| measure.weight(&self.graph, vertex, hold).unwrap();
        Task::new(&self.graph, &self.values, claim, &[&weight])
            .unwrap()
            .unwrap()
    }

    /// The least number of a measure, proved, with the certificate accepted by the checker.
    fn least(&self, claim: Claim, measure: Measure) -> u64 {
        let task = self.task(claim, measure);
        let limits = Limits {
            certificate: true,
            ..Limits::default()
        };
        let outcome = minimum(task.problem(), &limits, &mut |_, _| {});
        assert!(outcome.proved(), "{} {claim} {measure}", self.spec);
        for (side, hold) in task.sides(&outcome.best).into_iter().zip(claim.holds()) {
            let verdict = against_graph(&Subgraph::new(&self.graph, side), hold);
            assert!(
                verdict.is_proved(),
                "{} {claim} {measure}: {verdict:?}",
                self.spec
            );
        }
        let certificate = outcome.certificate.unwrap();
        let file = self.file(claim, measure, &task, certificate);
        assert_eq!(bound_in_graph(&self.graph, &file), Ok(outcome.upper));
        outcome.upper
    }

    fn file(&self, claim: Claim, measure: Measure, task: &Task, found: Certificate) -> BoundFile {
        let measure = measure.to_string();
        BoundFile::new(self.spec.to_owned(), claim, measure, task.problem(), found)
    }
}

/// Board, least vertices, proofs with it, classes of these as (vertices, edges, ends, proofs),
/// least decisions, least ends. Computed by two general solvers as well (HiGHS, RC2).
type Row = (
    &'static str,
    u64,
    u64,
    &'static [(usize, usize, usize, u64)],
    u64,
    u64,
);

const REVERSI: [Row; 6] = [
    (
        "reversi:board=4x4,blocked=ends",
        40,
        56,
        &[
            (40, 40, 7, 24),
            (40, 40, 8, 18),
            (40, 41, 6, 8),
            (40, 41, 7, 6),
        ],
        20,
        5,
    ),
    ("reversi:board=4x4", 46, 3, &[(46, 48, 6, 3)], 25, 5),
    (
        "reversi:board=4x4,blocked=passes",
        50,
        1,
        &[(50, 51, 6, 1)],
        25,
        5,
    ),
    (
        "reversi:board=4x4,blocked=ends,symmetry=none",
        95,
        28224,
        &[],
        50,
        10,
    ),
    ("reversi:board=4x4,symmetry=none", 113, 384, &[], 66, 8),
    (
        "reversi:board=4x4,blocked=passes,symmetry=none",
        124,
        16,
        &[],
        66,
        8,
    ),
];

#[test]
fn second_wins_reversi() {
    for (spec, vertices, proofs, known_classes, decisions, ends) in REVERSI {
        let game = game(spec);
        let claim = Claim::AtMost(-1);
        assert_eq!(game.least(claim, Measure::Vertices), vertices, "{spec}");
        assert_eq!(game.least(claim, Measure::Decisions), decisions, "{spec}");
        assert_eq!(game.least(claim, Measure::Ends), ends, "{spec}");

        let task = game.task(claim, Measure::Vertices);
        let census = task.census(vertices, &Limits::default()).unwrap();
        assert_eq!(census.count, proofs.into(), "{spec}");
        let mut sets = BTreeMap::new();
        for set in census.sets() {
            let side = task.sides(&set).remove(0);
            assert_eq!(side.len() as u64, vertices);
            assert!(
                against_graph(&Subgraph::new(&game.graph, side.clone()), claim.holds()[0])
                    .is_proved()
            );
            assert_eq!(sets.insert(side, 1), None, "{spec}: a set is listed twice");
        }
        assert_eq!(sets.len() as u64, proofs, "{spec}");
        if !known_classes.is_empty() {
            let classes = classes(&game.graph, &sets, Sameness::Graphs);
            let found: Vec<_> = classes
                .iter()
                .map(|c| (c.vertices, c.edges, c.ends, c.proofs))
                .collect();
            assert_eq!(found, known_classes, "{spec}");
        }
    }
}

#[test]
fn other_claims() {
    // Least vertices; those of tic-tac-toe and 3x4 computed by HiGHS as well, which for 122 had a
    // proof of that size and no proof that it is the least. Those of 4x4 and 5x3 are the checker's word alone.
    for (spec, claim, vertices) in [
        ("tictactoe", Claim::AtMost(0), 120),
        ("tictactoe", Claim::AtLeast(0), 41),
        ("tictactoe:symmetry=none", Claim::AtMost(0), 445),
        ("tictactoe:symmetry=none", Claim::AtLeast(0), 122),
        ("mnk:board=3x4,k=3", Claim::AtLeast(1), 86),
        ("mnk:board=4x4,k=3", Claim::AtLeast(1), 106),
        ("mnk:board=5x3,k=3", Claim::AtLeast(1), 93),
        (
            "reversi:board=4x4,blocked=ends,start=parallel",
            Claim::AtMost(-1),
            176,
        ),
    ] {
        assert_eq!(
            game(spec).least(claim, Measure::Vertices),
            vertices,
            "{spec} {claim}"
        );
    }
}

#[test]
fn a_larger_margin_takes_a_larger_proof() {
    let game = game("reversi:board=4x4,blocked=ends");
    let sizes = [-1, -2, -4, -6].map(|bound| game.least(Claim::AtMost(bound), Measure::Vertices));
    assert!(sizes.is_sorted(), "{sizes:?}");
    let weight = |_: NodeId, _: Hold| 1;
    let beyond = Task::new(&game.graph, &game.values, Claim::AtMost(-7), &[&weight]);
    assert!(
        beyond.unwrap().is_none(),
        "Second wins by six, not by seven"
    );
}

/// A pair is smaller than both sides for themselves where they share vertices, and never
/// smaller than each.
#[test]
fn pairs_share_vertices() {
    let game = game("tictactoe");
    let pair = game.least(Claim::Value(0), Measure::Vertices);
    let sides = Claim::Value(0).holds();
    let sides = sides
        .iter()
        .map(|hold| game.least(hold.claim(), Measure::Vertices));
    let sides: Vec<u64> = sides.collect();
    assert!(pair <= sides.iter().sum(), "{pair} {sides:?}");
    assert!(pair >= *sides.iter().max().unwrap(), "{pair} {sides:?}");
    assert_eq!(pair, 149);
}

/// What the checker must not accept.
#[test]
fn certificates_are_refused() {
    let game = game("reversi:board=4x4");
    let claim = Claim::AtMost(-1);
    let task = game.task(claim, Measure::Vertices);
    let limits = Limits {
        certificate: true,
        ..Limits::default()
    };
    let outcome = minimum(task.problem(), &limits, &mut |_, _| {});
    let good = game.file(
        claim,
        Measure::Vertices,
        &task,
        outcome.certificate.unwrap(),
    );
    assert_eq!(bound_in_graph(&game.graph, &good), Ok(46));

    let refused = |what: &str, change: &dyn Fn(&mut BoundFile)| {
        let mut bad = good.clone();
        change(&mut bad);
        let answer = bound_in_graph(&game.graph, &bad);
        assert!(answer.is_err(), "{what}: {answer:?}");
    };
    refused("more than is proved", &|bad| {
        bad.certificate.target += 1;
        bad.header.at_least += 1;
    });
    // The shortest beginning that is enough; without its last step it is not.
    let (mut enough, mut too_few) = (good.certificate.steps.len(), 0);
    while enough - too_few > 1 {
        let half = usize::midpoint(enough, too_few);
        let mut part = good.clone();
        part.certificate.steps.truncate(half);
        match bound_in_graph(&game.graph, &part) {
            Ok(_) => enough = half,
            Err(_) => too_few = half,
        }
    }
    assert!(too_few > 40, "{too_few} steps are too few");
    for dropped in (0..enough).step_by(97) {
        let mut part = good.clone();
        part.certificate.steps.truncate(enough);
        part.certificate.steps.remove(dropped);
        let answer = bound_in_graph(&game.graph, &part);
        assert!(answer.is_err() || answer == Ok(46), "{answer:?}");
    }
    refused("no steps", &|bad| bad.certificate.steps.clear());
    refused("another claim", &|bad| {
        bad.header.claim = "second<=-8".to_owned();
    });
    refused("a false claim", &|bad| {
        bad.header.claim = "first>=1".to_owned();
    });
    refused("no claim", &|bad| {
        bad.header.claim = "white wins".to_owned();
    });
    refused("another measure", &|bad| {
        bad.header.measure = "ends".to_owned();
    });
    refused("no measure", &|bad| {
        bad.header.measure = "length".to_owned();
    });
    refused("another number of vertices", &|bad| {
        bad.header.vertices += 1;
    });
    let other = catalogue::open("reversi:board=4x4,blocked=ends").unwrap();
    let other = other.build_quietly().unwrap().graph;
    assert!(bound_in_graph(&other, &good).is_err(), "another game");
}

/// The same answer however many threads there are, with cases and symmetries too; and without the
/// symmetries the certificate is not enough.
#[test]
fn threads_change_nothing() {
    for (spec, claim, least) in [
        ("reversi:board=4x4", Claim::AtMost(-1), 46),
        ("mnk:board=3x4,k=3,symmetry=none", Claim::AtLeast(1), 160),
    ] {
        let game = game(spec);
        let task = game.task(claim, Measure::Vertices);
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let limits = Limits {
                certificate: true,
                ..Limits::default()
            };
            pool.install(|| minimum(task.problem(), &limits, &mut |_, _| {}))
        };
        let outcome = run(1);
        assert_eq!(outcome, run(2), "{spec}");
        let mut found = outcome.certificate.unwrap();
        let file = |found: &Certificate| game.file(claim, Measure::Vertices, &task, found.clone());
        assert_eq!(bound_in_graph(&game.graph, &file(&found)), Ok(least));
        let all = found.steps.len();
        found
            .steps
            .retain(|step| !matches!(step, Step::Symmetry(_)));
        if found.steps.len() < all {
            let answer = bound_in_graph(&game.graph, &file(&found));
            assert!(answer.is_err(), "{spec}: {answer:?}");
        }
        let cases = found.steps.iter();
        let cases = cases.filter(|step| matches!(step, Step::Case { .. }));
        assert_eq!(cases.count() > 0, least == 160, "{spec}");
    }
}
