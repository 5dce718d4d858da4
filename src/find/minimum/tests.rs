//! The core-guided search alone, and the clause-learning solver, against brute force.

use super::close::Closer;
use super::engine::Engine;
use super::net::{Flat, Net};
use super::oll::Search;
use super::random::Random;
use super::sat::{Solver, Verdict};
use super::symmetry::Symmetries;
use super::*;
use crate::check::bound::verify_bound;
use crate::proof::{Certificate, Problem, Step};

#[test]
fn the_solver_agrees_with_truth_tables() {
    let mut random = Random::new(7);
    let mut cramped_in_vain = 0;
    for case in 0..4000 {
        let n = 3 + random.below(9) as u32;
        let clauses: Vec<Vec<u32>> = (0..random.below(u64::from(n) * 5))
            .map(|_| {
                (0..1 + random.below(3))
                    .map(|_| random.below(2 * u64::from(n)) as u32)
                    .collect()
            })
            .collect();
        let assumptions: Vec<u32> = (0..n)
            .map(|v| (v, random.below(6) as u32))
            .filter(|r| r.1 < 2)
            .map(|r| 2 * r.0 + r.1)
            .collect();
        let holds = |set: u32, l: u32| (set >> (l >> 1) & 1 == 1) == (l & 1 == 0);
        let model = |set: u32, given: &[u32]| {
            clauses.iter().all(|c| c.iter().any(|&l| holds(set, l)))
                && given.iter().all(|&l| holds(set, l))
        };
        let exists = (0..1u32 << n).any(|set| model(set, &assumptions));
        let mut solver = Solver::new();
        (0..n).for_each(|_| {
            solver.variable();
        });
        // Without room for clauses it knows nothing, but says nothing wrong.
        let cramped = random.below(4) == 0;
        if cramped {
            solver.most_words = random.below(12) as usize;
        }
        clauses.iter().for_each(|c| solver.add(c));
        // Calls that give up early must leave nothing behind.
        for most in 0..random.below(6) {
            solver.most_decisions = most % 3;
            solver.solve(&[], u64::MAX, &mut || false);
        }
        solver.most_decisions = u64::MAX;
        let verdict = solver.solve(&assumptions, u64::MAX, &mut || false);
        if cramped && verdict == Verdict::Unknown {
            cramped_in_vain += 1;
            continue;
        }
        assert_eq!(verdict == Verdict::Sat, exists, "case {case}");
        if exists {
            let set = (0..n)
                .filter(|&v| solver.value(v))
                .fold(0, |s, v| s | 1 << v);
            assert!(model(set, &assumptions), "case {case}");
        } else {
            let core = solver.core.clone();
            assert!(core.iter().all(|l| assumptions.contains(l)), "case {case}");
            assert!(!(0..1u32 << n).any(|set| model(set, &core)), "case {case}");
        }
    }
    assert!(cramped_in_vain > 100, "{cramped_in_vain}");
}

/// Without reductions and without a packing, the search must find the same minimum.
#[test]
fn the_search_alone_agrees_with_the_whole() {
    let mut random = Random::new(11);
    for case in 0..600 {
        let n = 5 + random.below(40) as usize;
        let (mut offsets, mut targets) = (vec![0u32], Vec::new());
        for v in 0..n as u64 {
            let later = n as u64 - 1 - v;
            for _ in 0..random.below(4).min(later) {
                targets.push((v + 1 + random.below(later.min(9))) as u32);
            }
            offsets.push(targets.len() as u32);
        }
        let or = (0..n).map(|_| random.below(2) == 0).collect();
        let weight = (0..n).map(|_| random.below(4)).collect();
        let problem = Problem::new(0, offsets, targets, or, weight).unwrap();
        let whole = minimum(&problem, &Limits::default(), &mut |_, _| {});
        let flat = Flat::new(&Net::new(&problem));
        let bound = flat.weight.iter().sum::<u64>() + 1;
        let mut search = Search::new(
            flat,
            Closer::new(&problem),
            bound,
            &[1],
            n as u32,
            Some(Vec::new()),
        );
        assert!(search.run(u64::MAX, &mut |_, _, _| false));
        assert_eq!(search.lower, whole.upper, "case {case} {problem:?}");
        assert_eq!(search.upper, whole.upper, "case {case} {problem:?}");
        let steps = search.take_steps();
        let certificate = Certificate {
            target: whole.upper,
            scale: 1,
            steps,
        };
        let verdict = verify_bound(&problem, &certificate);
        assert_eq!(verdict, Ok(whole.upper), "case {case} {problem:?}");
    }
}

fn game(random: &mut Random, n: u64, first_or: bool) -> Problem {
    let (mut offsets, mut targets) = (vec![0u32], Vec::new());
    for v in 0..n {
        let later = n - 1 - v;
        for _ in 0..(if v == 0 { 4 } else { random.below(4) }).min(later) {
            targets.push((v + 1 + random.below(later.min(9))) as u32);
        }
        offsets.push(targets.len() as u32);
    }
    let mut or: Vec<bool> = (0..n).map(|_| random.below(2) == 0).collect();
    or[0] = first_or;
    let weight = (0..n).map(|_| random.below(4)).collect();
    Problem::new(0, offsets, targets, or, weight).unwrap()
}

/// The certificate of what a run knows so far, with bounds that hold around `least`.
fn certified(engine: &mut Engine, least: u64, case: u64) -> Certificate {
    assert!(
        engine.lower <= least && least <= engine.upper,
        "case {case}"
    );
    engine.keep_ending();
    let mut steps = std::mem::take(&mut engine.steps);
    steps.append(&mut engine.ending);
    let target = engine.lower;
    let certificate = Certificate {
        target,
        scale: 1,
        steps,
    };
    let verdict = verify_bound(engine.problem, &certificate);
    assert_eq!(verdict, Ok(target), "case {case}");
    certificate
}

/// Cases by the first choice, begun at once: bounds that hold, and certificates too.
#[test]
fn cases_keep_the_bounds_and_are_certified() {
    let mut random = Random::new(5);
    let limits = Limits {
        certificate: true,
        ..Limits::default()
    };
    let (mut divided, mut cases) = (0, 0);
    for case in 0..800 {
        let n = 8 + random.below(50);
        let problem = game(&mut random, n, true);
        let least = minimum(&problem, &Limits::default(), &mut |_, _| {}).upper;
        let mut engine = Engine::new(&problem, &limits);
        if engine.divide(u64::MAX) {
            divided += 1;
            for _ in 0..2 {
                assert_eq!(engine.turn(100_000), None);
            }
        }
        let certificate = certified(&mut engine, least, case);
        let mut more = certificate.clone();
        more.target = least + 1;
        assert!(verify_bound(&problem, &more).is_err(), "case {case}");
        for k in 0..certificate.steps.len() {
            if matches!(certificate.steps[k], Step::Case { .. }) {
                cases += 1;
                let mut without = certificate.clone();
                without.steps.remove(k);
                without.target = least + 1;
                assert!(verify_bound(&problem, &without).is_err(), "case {case}");
            }
        }
    }
    assert!(divided > 100 && cases > 100, "{divided} {cases}");
}

/// A start with `copies` children that are alike: copies of one random graph, which lean on a tail
/// that they share. The first vertices of the copies, and the problem with its numbers shuffled.
fn alike(random: &mut Random, copies: u64, or: bool) -> (Vec<u32>, Problem) {
    let (own, tail) = (4 + random.below(8), 2 + random.below(5));
    let n = 1 + copies * own + tail;
    let mut rows: Vec<Vec<u64>> = vec![(0..copies).map(|k| 1 + k * own).collect()];
    let mut kinds = vec![or];
    let mut weights = vec![1];
    rows.resize(n as usize, Vec::new());
    kinds.resize(n as usize, false);
    weights.resize(n as usize, 0);
    let mut fill = |v: u64, all: u64, place: &dyn Fn(u64, u64) -> u64, same: u64| {
        let later = all - 1 - v;
        let children: Vec<u64> = (0..random.below(4).min(later))
            .map(|_| v + 1 + random.below(later.min(7)))
            .collect();
        let (kind, weight) = (random.below(2) == 0, 1 + random.below(3));
        for k in 0..same {
            let at = place(k, v) as usize;
            rows[at] = children.iter().map(|&c| place(k, c)).collect();
            rows[at].sort_unstable();
            rows[at].dedup();
            (kinds[at], weights[at]) = (kind, weight);
        }
    };
    let place = |k: u64, v: u64| match v {
        v if v < own => 1 + k * own + v,
        v => 1 + copies * own + v - own,
    };
    (0..own).for_each(|v| fill(v, own + tail, &place, copies));
    (own..own + tail).for_each(|v| fill(v, own + tail, &place, 1));
    let mut number: Vec<u32> = (0..n as u32).collect();
    for k in (1..n as usize).rev() {
        number.swap(k, random.below(k as u64 + 1) as usize);
    }
    let mut old = vec![0; n as usize];
    (0..n as usize).for_each(|v| old[number[v] as usize] = v);
    let (mut offsets, mut targets) = (vec![0u32], Vec::new());
    for &v in &old {
        targets.extend(rows[v].iter().map(|&c| number[c as usize]));
        offsets.push(targets.len() as u32);
    }
    let kinds = old.iter().map(|&v| kinds[v]).collect();
    let weights = old.iter().map(|&v| weights[v]).collect();
    let roots = rows[0].iter().map(|&v| number[v as usize]).collect();
    let problem = Problem::new(number[0], offsets, targets, kinds, weights).unwrap();
    (roots, problem)
}

/// One choice stands for those that symmetries make of it: the minimum is the same, and the
/// checker agrees only if it is shown the symmetries.
#[test]
fn alike_choices_are_tried_once() {
    let mut random = Random::new(23);
    let limits = Limits {
        certificate: true,
        ..Limits::default()
    };
    let (mut single, mut needed, mut missed) = (0, 0, 0);
    for case in 0..400 {
        let copies = 2 + random.below(4);
        let (roots, problem) = alike(&mut random, copies, true);
        let none = Limits::default();
        let symmetries = Symmetries::new(&problem, &[], &none);
        for &b in &roots[1..] {
            let image = symmetries.moving(roots[0], b);
            missed += usize::from(image.is_none());
            assert!(image.is_none_or(|image| image[roots[0] as usize] == b));
        }
        let mut search = Search::new(
            Flat::new(&Net::new(&problem)),
            Closer::new(&problem),
            problem.weigh(&(0..problem.len() as u32).collect::<Vec<u32>>()) + 1,
            &[1],
            problem.len() as u32,
            None,
        );
        assert!(search.run(u64::MAX, &mut |_, _, _| false));
        let least = search.upper;
        let mut engine = Engine::new(&problem, &limits);
        if !engine.divide(0) {
            continue;
        }
        single += usize::from(engine.cases.0.len() == 1);
        while engine.lower < engine.upper {
            assert_eq!(engine.turn(1_000_000), None);
        }
        assert_eq!((engine.lower, engine.upper), (least, least), "case {case}");
        engine.keep_ending();
        let mut steps = std::mem::take(&mut engine.steps);
        steps.append(&mut engine.ending);
        let whole = Certificate {
            target: least,
            scale: 1,
            steps,
        };
        assert_eq!(
            verify_bound(&problem, &whole),
            Ok(least),
            "case {case} {problem:?}"
        );
        let mut more = whole.clone();
        more.target = least + 1;
        assert!(verify_bound(&problem, &more).is_err(), "case {case}");
        let mut without = whole.clone();
        without
            .steps
            .retain(|step| !matches!(step, Step::Symmetry(_)));
        needed += usize::from(verify_bound(&problem, &without).is_err());
        for k in 0..whole.steps.len() {
            let mut forged = whole.clone();
            if let Step::Symmetry(image) = &mut forged.steps[k] {
                let start = problem.start() as usize;
                let other = (start + 1) % image.len();
                image.swap(start, other);
                let refusal = verify_bound(&problem, &forged).unwrap_err();
                assert!(
                    matches!(refusal, crate::check::bound::Refusal::Symmetry { .. }),
                    "case {case}: {refusal}"
                );
            }
        }
    }
    assert!(single > 100 && needed > 100, "{single} {needed}");
    assert!(missed < 10, "{missed}");
}

/// Vertices that look alike from above and below, and are not: the hexagon and the two triangles.
#[test]
fn what_only_looks_alike_is_no_symmetry() {
    // A start over six vertices and six edges between them as vertices below: a ring of six in the
    // first, two rings of three in the second.
    let ring = |pairs: &[[u32; 2]]| {
        let mut below = vec![Vec::new(); 6];
        for (k, pair) in pairs.iter().enumerate() {
            pair.iter()
                .for_each(|&v| below[v as usize].push(7 + k as u32));
        }
        below
    };
    let six = ring(&[[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0]]);
    let three = ring(&[[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]);
    // 0 chooses 1 (over the ring of six) or 2 (over the rings of three).
    let mut rows: Vec<Vec<u32>> = vec![vec![1, 2], (3..9).collect(), (15..21).collect()];
    let shift = |row: &Vec<u32>, by: u32| row.iter().map(|c| c + by).collect::<Vec<u32>>();
    rows.extend(six.iter().map(|row| shift(row, 2)));
    rows.extend(vec![Vec::new(); 6]);
    rows.extend(three.iter().map(|row| shift(row, 14)));
    rows.extend(vec![Vec::new(); 6]);
    let (mut offsets, mut targets) = (vec![0u32], Vec::new());
    for row in &rows {
        targets.extend(row);
        offsets.push(targets.len() as u32);
    }
    let n = rows.len();
    let mut or = vec![false; n];
    or[0] = true;
    let problem = Problem::new(0, offsets, targets, or, vec![1; n]).unwrap();
    let none = Limits::default();
    let symmetries = Symmetries::new(&problem, &[], &none);
    assert!(
        symmetries.alike(1, 2),
        "colours alone do not tell them apart"
    );
    assert_eq!(symmetries.moving(1, 2), None);
    // Within the ring there are real ones.
    assert!(symmetries.moving(3, 6).is_some());
    let least = minimum(&problem, &Limits::default(), &mut |_, _| {});
    assert!(least.proved() && least.upper == 14);
}

/// Limits reached in the middle of cases leave bounds that hold, with certificates.
#[test]
fn cases_stop_at_limits() {
    let mut random = Random::new(31);
    let mut stopped = 0;
    for case in 0..300 {
        let (_, problem) = alike(&mut random, 4, true);
        let least = minimum(&problem, &Limits::default(), &mut |_, _| {}).upper;
        let flag = AtomicBool::new(false);
        let limits = Limits {
            certificate: true,
            interrupted: Some(&flag),
            ..Limits::default()
        };
        let mut engine = Engine::new(&problem, &limits);
        if !engine.divide(u64::MAX) {
            continue;
        }
        engine.turn(random.below(2) * 100_000);
        flag.store(true, Ordering::Relaxed);
        let reason = engine.turn(1_000_000);
        stopped += usize::from(reason == Some(StopReason::Interrupted));
        certified(&mut engine, least, case);
        // With no room for cases there are none.
        let narrow = Limits {
            max_memory: Some(1),
            ..Limits::default()
        };
        assert!(!Engine::new(&problem, &narrow).divide(u64::MAX));
    }
    assert!(stopped > 20, "{stopped}");
}
