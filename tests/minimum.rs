//! Smallest closed sets against brute force, certificates and their refusals.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use minproof::check::bound::{Refusal, verify_bound};
use minproof::find::minimum::*;
use minproof::proof::{Certificate, Problem, ProblemError, Step};

struct Rng(u64);
impl Rng {
    fn below(&mut self, m: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % m
    }
}

/// A random graph; `layers` makes it look like a game.
fn random(rng: &mut Rng, n: usize, heaviest: u64, zero: bool) -> Problem {
    let mut offsets = vec![0u32];
    let mut targets = Vec::new();
    let dense = 1 + rng.below(4);
    for v in 0..n {
        let later = (n - 1 - v) as u64;
        let mut children = BTreeSet::new();
        if later > 0 && (v == 0 || rng.below(5) > 0) {
            for _ in 0..1 + rng.below(dense + 1) {
                children.insert(v as u32 + 1 + rng.below(later.min(8)) as u32);
            }
        }
        targets.extend(children);
        offsets.push(targets.len() as u32);
    }
    let is_or = (0..n).map(|_| rng.below(2) == 0).collect();
    let weight = (0..n)
        .map(|_| rng.below(heaviest) + u64::from(!zero))
        .collect();
    Problem::new(0, offsets, targets, is_or, weight).unwrap()
}

/// All closed sets of least weight, by trying all subsets.
fn brute(p: &Problem) -> (u64, BTreeSet<Vec<u32>>) {
    let n = p.len();
    let mut best = (u64::MAX, BTreeSet::new());
    let rows: Vec<(bool, u32)> = (0..n as u32)
        .map(|v| {
            (
                p.is_or(v),
                p.children(v).iter().fold(0u32, |m, &c| m | 1 << c),
            )
        })
        .collect();
    for set in 0..1u32 << n {
        let closed = set >> p.start() & 1 == 1
            && (0..n).all(|v| {
                let (or, row) = rows[v];
                set >> v & 1 == 0 || row == 0 || if or { row & set != 0 } else { row & !set == 0 }
            });
        if closed {
            let list: Vec<u32> = (0..n as u32).filter(|v| set >> v & 1 == 1).collect();
            let weight = p.weigh(&list);
            if weight < best.0 {
                best = (weight, BTreeSet::new());
            }
            if weight == best.0 {
                best.1.insert(list);
            }
        }
    }
    best
}

fn solve(p: &Problem) -> Outcome {
    minimum(
        p,
        &Limits {
            certificate: true,
            ..Limits::default()
        },
        &mut |_, _| {},
    )
}

#[test]
fn agrees_with_brute_force() {
    let mut rng = Rng(88172645463325252);
    for case in 0..6000 {
        let n = 2 + rng.below(11) as usize;
        let heaviest = [1, 2, 4, 9][rng.below(4) as usize];
        let zero = heaviest > 1 && rng.below(2) == 0;
        let p = random(&mut rng, n, heaviest, zero);
        let (least, sets) = brute(&p);
        let o = solve(&p);
        assert_eq!(
            (o.lower, o.upper, o.stop),
            (least, least, StopReason::Proved),
            "case {case} {p:?}"
        );
        assert!(
            p.is_closed(&o.best) && p.weigh(&o.best) == least,
            "case {case} {p:?}"
        );
        let c = o.certificate.unwrap();
        assert_eq!(verify_bound(&p, &c), Ok(least), "case {case} {p:?}");
        let mut more = c.clone();
        more.target += 1;
        assert!(verify_bound(&p, &more).is_err(), "case {case} {p:?}");
        let all = census(&p, least, &Limits::default());
        if zero && (0..n as u32).any(|v| p.weight(v) == 0) {
            assert!(matches!(all, Err(CensusError::NoWeight { .. })));
        } else {
            let all = all.unwrap_or_else(|e| panic!("case {case} {e} {p:?}"));
            let listed: Vec<Vec<u32>> = all.sets().collect();
            assert_eq!(all.count, listed.len().into(), "case {case} {p:?}");
            assert_eq!(
                listed.into_iter().collect::<BTreeSet<_>>(),
                sets,
                "case {case} {p:?}"
            );
            for wrong in [least.wrapping_sub(1), least + 1] {
                let answer = census(&p, wrong, &Limits::default());
                assert_eq!(
                    answer.err(),
                    Some(CensusError::NotLeast { claimed: wrong }),
                    "{p:?}"
                );
            }
        }
    }
}

#[test]
fn ties_are_broken_by_a_second_weight() {
    let mut rng = Rng(362436069);
    for case in 0..1500 {
        let n = 2 + rng.below(10) as usize;
        let p = random(&mut rng, n, 3, true);
        let (refined, factor) = p.refined(&vec![1; n]).unwrap();
        let (least, sets) = brute(&p);
        let fewest = sets.iter().map(Vec::len).min().unwrap() as u64;
        let o = solve(&refined);
        assert_eq!(
            (o.upper / factor, o.upper % factor),
            (least, fewest),
            "case {case}"
        );
        let all = census(&refined, o.upper, &Limits::default()).unwrap();
        let want = sets.iter().filter(|s| s.len() as u64 == fewest).count();
        assert_eq!(all.count, want.into(), "case {case} {p:?}");
    }
}

/// Larger graphs, where nothing can be tried: every certificate must hold, the bound must be
/// reached, and the same must come out twice.
#[test]
fn larger_graphs_are_certified() {
    let mut rng = Rng(521288629);
    for case in 0..150 {
        let n = 40 + rng.below(120) as usize;
        let p = random(&mut rng, n, 3, case % 2 == 0);
        let o = solve(&p);
        assert!(o.proved() && p.is_closed(&o.best) && p.weigh(&o.best) == o.upper);
        assert_eq!(
            verify_bound(&p, o.certificate.as_ref().unwrap()),
            Ok(o.upper),
            "case {case}"
        );
        assert_eq!(solve(&p), o, "case {case}");
    }
}

#[test]
fn damaged_certificates_are_refused() {
    let mut rng = Rng(1234567);
    let (mut refused, mut tried) = (0, 0);
    for _ in 0..200 {
        let p = random(&mut rng, 60, 2, false);
        let o = solve(&p);
        let c = o.certificate.unwrap();
        // A higher claim is never accepted.
        for more in [1, 2, 10] {
            let claim = Certificate {
                target: c.target + more,
                ..c.clone()
            };
            assert!(verify_bound(&p, &claim).is_err());
        }
        // The steps cut short: refused, or what is left proves the same.
        for k in 0..c.steps.len() {
            let mut d = c.clone();
            d.steps.truncate(k);
            tried += 1;
            match verify_bound(&p, &d) {
                Ok(t) => assert_eq!(t, c.target),
                Err(e) => {
                    assert!(matches!(e, Refusal::Short { proved, .. } if proved < c.target));
                    refused += 1;
                }
            }
        }
        // One step damaged: never accepted for more than the truth.
        for k in 0..c.steps.len() {
            let mut d = c.clone();
            match &mut d.steps[k] {
                Step::Core {
                    members, amount, ..
                } => {
                    if members.len() > 1 && k % 2 == 0 {
                        members.pop();
                    } else {
                        *amount += 1;
                    }
                }
                Step::Shift { amount, .. } => *amount += 1,
                Step::Lemma(clause) => {
                    clause.pop();
                }
                _ => continue,
            }
            d.target += 1;
            assert!(verify_bound(&p, &d).is_err());
        }
    }
    assert!(refused > tried / 4, "{refused} of {tried}");
}

/// Start with two choices (1, 2) of weight 3 and 4; everything else follows by hand.
fn small() -> Problem {
    Problem::new(
        0,
        vec![0, 2, 2, 2],
        vec![1, 2],
        vec![true, false, false],
        vec![1, 3, 4],
    )
    .unwrap()
}

#[test]
fn refusals_say_what_is_wrong() {
    let p = small();
    let core = |members: Vec<u32>, amount| Step::Core {
        members,
        amount,
        most: 0,
    };
    let run = |target, steps| {
        verify_bound(
            &p,
            &Certificate {
                target,
                scale: 1,
                steps,
            },
        )
    };
    let good = vec![core(vec![0], 1), core(vec![1, 2], 3)];
    assert_eq!(run(4, good.clone()), Ok(4));
    assert_eq!(
        run(5, good.clone()),
        Err(Refusal::Short {
            proved: 4,
            claimed: 5
        })
    );
    assert_eq!(
        run(4, vec![core(vec![1], 3)]),
        Err(Refusal::NotImplied { step: 0 })
    );
    assert_eq!(
        run(4, good[1..].to_vec()),
        Err(Refusal::Short {
            proved: 3,
            claimed: 4
        })
    );
    assert_eq!(
        run(5, vec![core(vec![1, 2], 4)]),
        Err(Refusal::Overspent {
            step: 0,
            variable: 1,
            left: 3,
            wanted: 4
        })
    );
    assert_eq!(
        run(4, vec![core(vec![1, 1], 1)]),
        Err(Refusal::Variable {
            step: 0,
            variable: 1
        })
    );
    assert_eq!(
        run(4, vec![core(vec![7], 1)]),
        Err(Refusal::Variable {
            step: 0,
            variable: 7
        })
    );
    assert!(run(4, vec![Step::Lemma(vec![0])]).is_err());
    assert_eq!(
        run(4, vec![Step::Lemma(vec![2])]),
        Err(Refusal::NotImplied { step: 0 })
    );
    assert_eq!(
        run(4, vec![Step::Lemma(vec![])]),
        Err(Refusal::NotImplied { step: 0 })
    );
    let shift = Step::Shift {
        from: 1,
        to: 0,
        amount: 3,
    };
    assert_eq!(run(4, vec![shift]), Err(Refusal::NotImplied { step: 0 }));
    // A wrong graph: the same certificate does not fit a graph with another choice.
    let other = Problem::new(
        0,
        vec![0, 3, 3, 3, 3],
        vec![1, 2, 3],
        vec![true; 4],
        vec![1; 4],
    )
    .unwrap();
    let c = Certificate {
        target: 4,
        scale: 1,
        steps: good,
    };
    assert!(verify_bound(&other, &c).is_err());
    // A scale allows halves: three pairs of three vertices of weight 1 give 3/2, so 2.
    let pairs = vec![0, 3, 5, 7, 9, 9, 9, 9];
    let rows = vec![1, 2, 3, 4, 5, 5, 6, 4, 6];
    let or = vec![false, true, true, true, false, false, false];
    let t = Problem::new(0, pairs, rows, or, vec![0, 0, 0, 0, 1, 1, 1]).unwrap();
    let steps = vec![
        core(vec![4, 5], 1),
        core(vec![5, 6], 1),
        core(vec![4, 6], 1),
    ];
    assert_eq!(
        verify_bound(
            &t,
            &Certificate {
                target: 2,
                scale: 2,
                steps
            }
        ),
        Ok(2)
    );
}

#[test]
fn problems_that_are_none() {
    let new = Problem::new;
    let cycle = new(0, vec![0, 1, 2], vec![1, 0], vec![true; 2], vec![1; 2]);
    assert_eq!(cycle, Err(ProblemError::Cycle { vertex: 0 }));
    let vertex = new(0, vec![0, 1], vec![5], vec![true], vec![1]);
    assert_eq!(vertex, Err(ProblemError::Vertex { vertex: 5 }));
    assert!(matches!(
        new(0, vec![], vec![], vec![], vec![]),
        Err(ProblemError::Rows { .. })
    ));
    assert_eq!(
        new(0, vec![0, 0], vec![], vec![true], vec![u64::MAX]),
        Err(ProblemError::Weights)
    );
}

#[test]
fn a_long_chain() {
    let n = 1_000_000usize;
    let offsets = (0..=n as u32).map(|v| v.min(n as u32 - 1)).collect();
    let targets = (1..n as u32).collect();
    let or = (0..n).map(|v| v % 2 == 0).collect();
    let p = Problem::new(0, offsets, targets, or, vec![1; n]).unwrap();
    let o = solve(&p);
    assert_eq!((o.lower, o.upper), (n as u64, n as u64));
    assert_eq!(verify_bound(&p, &o.certificate.unwrap()), Ok(n as u64));
    let all = census(&p, n as u64, &Limits::default()).unwrap();
    assert_eq!(all.count, 1u32.into());
    assert_eq!(all.sets().next().unwrap().len(), n);
}

/// A chain of diamonds: 2^k paths, so a tree count far beyond 64 bits, and 2^k least sets.
#[test]
fn a_long_chain_of_diamonds() {
    let k = 5_000u32;
    let (mut offsets, mut targets) = (vec![0], Vec::new());
    for d in 0..k {
        let v = 3 * d;
        for children in [&[v + 1, v + 2][..], &[v + 3], &[v + 3]] {
            targets.extend(children);
            offsets.push(targets.len() as u32);
        }
    }
    offsets.push(targets.len() as u32);
    let n = 3 * k as usize + 1;
    let p = Problem::new(0, offsets, targets, vec![true; n], vec![1; n]).unwrap();
    let o = solve(&p);
    assert_eq!(o.upper, 2 * u64::from(k) + 1);
    assert!(o.proved());
}

#[test]
fn limits_end_a_run_with_an_honest_answer() {
    let mut rng = Rng(99);
    let p = random(&mut rng, 3000, 5, false);
    let flag = AtomicBool::new(true);
    let stopped = Limits {
        interrupted: Some(&flag),
        certificate: true,
        ..Limits::default()
    };
    let late = Limits {
        deadline: Some(Instant::now()),
        certificate: true,
        ..Limits::default()
    };
    let small = Limits {
        max_memory: Some(1),
        certificate: true,
        ..Limits::default()
    };
    for (limits, reason) in [
        (stopped, StopReason::Interrupted),
        (late, StopReason::Deadline),
        (small, StopReason::Memory),
    ] {
        let o = minimum(&p, &limits, &mut |_, _| {});
        assert!(o.stop == reason || o.proved(), "{o:?}");
        assert!(p.is_closed(&o.best) && p.weigh(&o.best) == o.upper && o.lower <= o.upper);
        assert_eq!(verify_bound(&p, &o.certificate.unwrap()), Ok(o.lower));
    }
}

#[test]
fn an_open_case_is_refused() {
    let p = small();
    let core = |members: Vec<u32>, amount| Step::Core {
        members,
        amount,
        most: 0,
    };
    let run = |target, steps| {
        let scale = 1;
        verify_bound(
            &p,
            &Certificate {
                target,
                scale,
                steps,
            },
        )
    };
    let case = |vertex, steps| Step::Case { vertex, steps };
    let one = case(1, vec![core(vec![0], 1), core(vec![1], 3)]);
    let two = case(2, vec![core(vec![0], 1), core(vec![2], 4)]);
    assert_eq!(run(4, vec![one.clone(), two.clone()]), Ok(4));
    // With a target of 5 the first case stays open, and without it nothing follows.
    let open = Refusal::Open { step: 0, vertex: 1 };
    assert_eq!(run(5, vec![one.clone(), two.clone()]), Err(open));
    let short = Refusal::Short {
        proved: 0,
        claimed: 4,
    };
    assert_eq!(run(4, vec![two]), Err(short));
    let mut deep = one;
    for _ in 0..20 {
        deep = case(1, vec![deep]);
    }
    assert_eq!(run(4, vec![deep]), Err(Refusal::Nested { step: 0 }));
}

/// What a certificate may say of the images of a vertex.
#[test]
fn symmetries_are_checked() {
    // 0 chooses 1 or 2, which lead on to 3 and 4.
    let (offsets, targets) = (vec![0, 2, 3, 4, 4, 4], vec![1, 2, 3, 4]);
    let kinds = vec![true, false, false, false, false];
    let two = |weight| Problem::new(0, offsets.clone(), targets.clone(), kinds.clone(), weight);
    let even = two(vec![1; 5]).unwrap();
    let pay = |list: &[u32]| -> Vec<Step> {
        let core = |&v: &u32| Step::Core {
            members: vec![v],
            amount: 1,
            most: 0,
        };
        list.iter().map(core).collect()
    };
    let case = |vertex, steps| Step::Case { vertex, steps };
    let verify = |p: &Problem, target, steps| {
        let scale = 1;
        verify_bound(
            p,
            &Certificate {
                target,
                scale,
                steps,
            },
        )
    };
    let swap = || Step::Symmetry(vec![0, 2, 1, 4, 3]);
    let one = || case(1, pay(&[0, 1, 3]));
    assert_eq!(verify(&even, 3, vec![swap(), one()]), Ok(3));
    let short = Refusal::Short {
        proved: 0,
        claimed: 3,
    };
    assert_eq!(verify(&even, 3, vec![one()]), Err(short.clone()));
    // What is known before its case only.
    assert_eq!(verify(&even, 3, vec![one(), swap()]), Err(short));
    for (image, reason) in [
        (vec![0, 2, 1, 4], "it does not name every vertex once"),
        (vec![0, 2, 1, 4, 4], "it does not name every vertex once"),
        (vec![0, 2, 1, 4, 5], "it does not name every vertex once"),
        (vec![1, 0, 2, 3, 4], "it moves the start"),
        (vec![0, 2, 1, 3, 4], "it does not keep the edges"),
    ] {
        let answer = verify(&even, 3, vec![Step::Symmetry(image), one()]);
        assert_eq!(answer, Err(Refusal::Symmetry { step: 0, reason }));
    }
    let uneven = two(vec![1, 1, 1, 1, 0]).unwrap();
    let reason = "it does not keep the weights";
    assert_eq!(
        verify(&uneven, 3, vec![swap(), one()]),
        Err(Refusal::Symmetry { step: 0, reason })
    );
    // In a part, costs are others.
    let inside = vec![Step::Part {
        vertices: vec![3],
        amount: 1,
        steps: vec![swap(), case(1, pay(&[3]))],
    }];
    let reason = "a part has costs of its own";
    assert_eq!(
        verify(&even, 3, inside),
        Err(Refusal::Symmetry { step: 0, reason })
    );
    let inside = Step::Part {
        vertices: vec![3],
        amount: 1,
        steps: vec![case(1, pay(&[3]))],
    };
    assert!(verify(&even, 3, vec![swap(), inside]).is_err());
}

/// With a vertex in the set, only symmetries that keep it count.
#[test]
fn a_case_has_fewer_symmetries() {
    // 0 needs 1 and 2; 1 chooses 3 or 4, 2 chooses 5 or 6; 3 and 5 lead to 7, 4 and 6 to 8. The
    // least sets are those with one end. Swapping 3 and 4, 5 and 6, 7 and 8 is a symmetry.
    let (offsets, targets) = (
        vec![0, 2, 4, 6, 7, 8, 9, 10, 10, 10],
        vec![1, 2, 3, 4, 5, 6, 7, 8, 7, 8],
    );
    let kinds = [false, true, true, false, false, false, false, false, false];
    let p = Problem::new(0, offsets, targets, kinds.to_vec(), vec![1; 9]).unwrap();
    assert_eq!(solve(&p).upper, 6);
    let pay = |list: &[u32]| -> Vec<Step> {
        let core = |&v: &u32| Step::Core {
            members: vec![v],
            amount: 1,
            most: 0,
        };
        list.iter().map(core).collect()
    };
    let swap = Step::Symmetry(vec![0, 1, 2, 4, 3, 6, 5, 8, 7]);
    // With 3 in the set, 6 brings in the second end. The symmetry makes of that: with 4 in the set,
    // 5 does. It does not say: with 3 in the set, 5 does.
    let inner = Step::Case {
        vertex: 6,
        steps: pay(&[0, 1, 2, 3, 6, 7, 8]),
    };
    let outer = Step::Case {
        vertex: 3,
        steps: vec![inner],
    };
    let certificate = Certificate {
        target: 7,
        scale: 1,
        steps: vec![swap, outer],
    };
    let open = Refusal::Open { step: 1, vertex: 3 };
    assert_eq!(verify_bound(&p, &certificate), Err(open));
}

/// A symmetry that keeps the vertex of a case counts in it.
#[test]
fn symmetries_within_a_case() {
    // 0 needs 1 and 2; 1 chooses 3 or 4, 2 chooses 5 or 6; 4 weighs more than 3, 5 and 6 the same.
    let (offsets, targets) = (vec![0, 2, 4, 6, 6, 6, 6, 6], vec![1, 2, 3, 4, 5, 6]);
    let kinds = vec![false, true, true, false, false, false, false];
    let weights = vec![1, 1, 1, 1, 2, 1, 1];
    let p = Problem::new(0, offsets, targets, kinds, weights).unwrap();
    assert_eq!(solve(&p).upper, 5);
    let verify = |image: Vec<u32>| {
        let pay = |&v: &u32| Step::Core {
            members: vec![v],
            amount: 1,
            most: 0,
        };
        let case = |vertex| Step::Case {
            vertex,
            steps: vec![Step::Case {
                vertex: 5,
                steps: [0, 1, 2, vertex, 5].iter().map(pay).collect(),
            }],
        };
        let certificate = Certificate {
            target: 5,
            scale: 1,
            steps: vec![Step::Symmetry(image), case(3), case(4)],
        };
        verify_bound(&p, &certificate)
    };
    assert_eq!(verify(vec![0, 1, 2, 3, 4, 6, 5]), Ok(5));
    let open = Refusal::Open { step: 1, vertex: 3 };
    assert_eq!(verify(vec![0, 1, 2, 3, 4, 5, 6]), Err(open));
}

/// One weight far above the other, as with ties broken by a second measure.
#[test]
fn large_and_small_weights() {
    let mut rng = Rng(2463534242);
    for case in 0..1500 {
        let n = 2 + rng.below(11) as usize;
        let p = random(&mut rng, n, 3, true);
        let mixed = (0..n as u32).map(|v| p.weight(v) * 1000 + 1 + rng.below(12));
        let p = p.with_weights(mixed.collect()).unwrap();
        let (least, sets) = brute(&p);
        let o = solve(&p);
        assert_eq!((o.lower, o.upper), (least, least), "case {case} {p:?}");
        let c = o.certificate.unwrap();
        assert_eq!(verify_bound(&p, &c), Ok(least), "case {case} {p:?}");
        let all = census(&p, least, &Limits::default()).unwrap();
        assert_eq!(all.sets().collect::<BTreeSet<_>>(), sets, "case {case}");
    }
    for case in 0..100 {
        let n = 40 + rng.below(160) as usize;
        let p = random(&mut rng, n, 3, true);
        let first = solve(&p).upper;
        let (refined, factor) = p.refined(&vec![1; n]).unwrap();
        let o = solve(&refined);
        assert!(o.proved() && o.upper / factor == first, "case {case}");
        let c = o.certificate.unwrap();
        assert_eq!(verify_bound(&refined, &c), Ok(o.upper), "case {case}");
        let all = census(&refined, o.upper, &Limits::default()).unwrap();
        let sets: BTreeSet<Vec<u32>> = all.sets().take(200).collect();
        let some = some_sets(&refined, o.upper, 200, &Limits::default()).unwrap();
        let some: BTreeSet<Vec<u32>> = some.into_iter().collect();
        assert_eq!(sets.len(), some.len(), "case {case}");
        if all.count < 200u32.into() {
            assert_eq!(sets, some, "case {case}");
        }
        assert_eq!(all.count.min(200u32.into()), sets.len().into());
        for set in sets {
            assert!(p.is_closed(&set) && refined.weigh(&set) == o.upper);
        }
    }
}

/// A start that wants the starts of all the graphs.
fn together(all: &[Problem]) -> Problem {
    let (mut offsets, mut targets) = (vec![0], Vec::new());
    let (mut or, mut weight) = (vec![false], vec![1]);
    let mut first = 1;
    let mut rows = Vec::new();
    for p in all {
        targets.push(first + p.start());
        for v in 0..p.len() as u32 {
            rows.push(p.children(v).iter().map(|c| first + c).collect::<Vec<_>>());
            or.push(p.is_or(v));
            weight.push(p.weight(v));
        }
        first += p.len() as u32;
    }
    offsets.push(targets.len() as u32);
    for row in rows {
        targets.extend(row);
        offsets.push(targets.len() as u32);
    }
    Problem::new(0, offsets, targets, or, weight).unwrap()
}

/// A graph with many choices, hard enough to outlast the reductions.
fn tangled(rng: &mut Rng, n: u64) -> Problem {
    let (mut offsets, mut targets) = (vec![0], Vec::new());
    for v in 0..n {
        let later = n - 1 - v;
        let children: BTreeSet<u32> = (0..4u64.min(later))
            .map(|_| (v + 1 + rng.below(later.min(20))) as u32)
            .collect();
        targets.extend(children);
        offsets.push(targets.len() as u32);
    }
    let or = (0..n).map(|_| rng.below(3) > 0).collect();
    Problem::new(0, offsets, targets, or, vec![1; n as usize]).unwrap()
}

#[test]
fn parts_that_share_nothing_add_up() {
    let mut rng = Rng(918273645);
    let (mut divided, mut refused) = (0, 0);
    for case in 0..60 {
        let count = 2 + rng.below(3);
        let all: Vec<Problem> = (0..count).map(|_| tangled(&mut rng, 90)).collect();
        let alone: Vec<Outcome> = all.iter().map(solve).collect();
        let sum = 1 + alone.iter().map(|o| o.upper).sum::<u64>();
        let p = together(&all);
        let o = solve(&p);
        assert_eq!((o.lower, o.upper), (sum, sum), "case {case}");
        assert!(p.is_closed(&o.best) && p.weigh(&o.best) == sum);
        let c = o.certificate.unwrap();
        assert_eq!(verify_bound(&p, &c), Ok(sum), "case {case}");
        let limits = Limits::default();
        let product = all.iter().zip(&alone).fold(1u32.into(), |product, (p, o)| {
            product * census(p, o.upper, &limits).unwrap().count
        });
        let counted = census(&p, sum, &limits).unwrap().count;
        assert_eq!(counted, product, "case {case}");
        for k in 0..c.steps.len() {
            let mut damaged = c.clone();
            let Step::Part { amount, .. } = &mut damaged.steps[k] else {
                continue;
            };
            divided += 1;
            // More than the part can prove; and one vertex paid for by two parts.
            *amount += 1;
            let answer = verify_bound(&p, &damaged);
            refused += usize::from(matches!(answer, Err(Refusal::Part { .. })));
            damaged.target += 1;
            assert!(verify_bound(&p, &damaged).is_err(), "case {case}");
            let whole: Vec<u32> = (0..p.len() as u32).collect();
            let Step::Part { vertices, .. } = &mut damaged.steps[k] else {
                unreachable!("it was one");
            };
            *vertices = whole;
            assert!(verify_bound(&p, &damaged).is_err(), "case {case}");
        }
    }
    assert!(divided > 20 && refused > 20, "{divided} {refused}");
}
