//! The core-guided search alone, and the clause-learning solver, against brute force.

use super::close::Closer;
use super::engine::Engine;
use super::net::{Flat, Net};
use super::oll::Search;
use super::random::Random;
use super::sat::{Solver, Verdict};
use super::*;
use crate::proof::{Certificate, Problem, Step};

#[test]
fn the_solver_agrees_with_truth_tables() {
    let mut random = Random::new(7);
    for case in 0..4000 {
        let n = 3 + random.below(9) as u32;
        let clauses: Vec<Vec<u32>> = (0..n as u64 * 4 + random.below(8))
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
        clauses.iter().for_each(|c| solver.add(c));
        let verdict = solver.solve(&assumptions, u64::MAX, &mut || false);
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
        let steps = search.steps.take().unwrap();
        let certificate = Certificate {
            target: whole.upper,
            scale: 1,
            steps,
        };
        let verdict = crate::check::bound::verify_bound(&problem, &certificate);
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
        let mut quiet = |_: u64, _: u64| {};
        let mut engine = Engine::new(&problem, &limits, &mut quiet);
        for _ in 0..2 {
            divided += usize::from(engine.split(100_000) == Ok(true));
        }
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
        let verify = crate::check::bound::verify_bound;
        assert_eq!(verify(&problem, &certificate), Ok(target), "case {case}");
        let mut more = certificate.clone();
        more.target = least + 1;
        assert!(verify(&problem, &more).is_err(), "case {case}");
        for k in 0..certificate.steps.len() {
            if matches!(certificate.steps[k], Step::Case { .. }) {
                cases += 1;
                let mut without = certificate.clone();
                without.steps.remove(k);
                without.target = least + 1;
                assert!(verify(&problem, &without).is_err(), "case {case}");
            }
        }
    }
    assert!(divided > 100 && cases > 100, "{divided} {cases}");
}
