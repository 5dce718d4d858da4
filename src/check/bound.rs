//! Checks a certificate that no closed set of a problem is lighter than claimed.
//!
//! Knows nothing of how the certificate was found. What it trusts: the [`Problem`], unit
//! propagation, and integer arithmetic that refuses to overflow.
//!
//! Why acceptance means that the claim holds: suppose some closed set weighed less than the
//! target. Take one of which nothing can be left out. It satisfies the clauses of the problem
//! (start in; a vertex in the set brings in all its children where the opponent moves, one of
//! them where the prover moves), and every counter can be given its true value. Every step
//! keeps two things true of that set: it satisfies all clauses, and its scaled weight is at
//! least the bound plus the remaining costs of what is true. `Lemma` and `Core` add only
//! clauses that follow; `Core` moves a cost that is paid in any case into the bound, and what
//! is paid beyond it to the counters; `Shift` moves a cost to a vertex that forces it; `Close`
//! rules out only what would bring the weight to the target, by itself or, as every vertex of
//! the set is reached by a path in the set and leads on to an end, by a path through it; `Case` rules out a vertex
//! with which there would be no such set; `Part` moves into the bound what the set pays for some
//! vertices in any case, by the same argument with their costs alone. So if
//! the clauses contradict each other, or the bound passes `scale * (target - 1)`, there is no
//! such set.
//!
//! Nothing of this picks out one set: every clause holds for all sets of that kind at once (in a
//! case: for all with its vertex). A symmetry of the problem makes of every such set another one
//! (in a case: if it keeps the case's vertex). So where no such set contains a vertex, none contains
//! what the symmetry makes of it.

mod symmetry;
mod units;

use std::sync::Arc;

use units::Units;

use crate::proof::{Certificate, Problem, Step};

/// How large all counters together may be.
const MOST_COUNTED: u64 = 1 << 26;

/// Why a certificate is refused. Steps are counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The graph has a cycle.
    #[error("vertex {vertex} lies on a cycle or behind one")]
    Cycle {
        /// The vertex.
        vertex: u32,
    },
    /// A clause does not follow by unit propagation.
    #[error("step {step}: the clause does not follow by unit propagation")]
    NotImplied {
        /// The step.
        step: usize,
    },
    /// A cost is spent that is not there.
    #[error("step {step}: variable {variable} has {left} left to pay, {wanted} wanted")]
    Overspent {
        /// The step.
        step: usize,
        /// The variable, from 0.
        variable: u32,
        /// What it still costs.
        left: u64,
        /// What the step wants to spend.
        wanted: u64,
    },
    /// A variable that does not exist, or twice the same.
    #[error("step {step}: variable {variable} is unknown or repeated")]
    Variable {
        /// The step.
        step: usize,
        /// The variable, from 0.
        variable: u64,
    },
    /// A renumbering that is no symmetry of the problem.
    #[error("step {step}: the renumbering is no symmetry of the problem ({reason})")]
    Symmetry {
        /// The step.
        step: usize,
        /// What it does not keep.
        reason: &'static str,
    },
    /// The steps of a case do not reach the target.
    #[error("step {step}: the case of vertex {vertex} stays open")]
    Open {
        /// The step.
        step: usize,
        /// The vertex.
        vertex: u32,
    },
    /// The steps of a part do not reach its amount.
    #[error("step {step}: the part does not reach {amount}")]
    Part {
        /// The step.
        step: usize,
        /// What was to be paid.
        amount: u64,
    },
    /// The counters of all cores together are more than this checker makes.
    #[error("step {step}: too many counters for this checker")]
    TooLarge {
        /// The step.
        step: usize,
    },
    /// Cases within cases within cases.
    #[error("step {step}: cases are nested too deep")]
    Nested {
        /// The step.
        step: usize,
    },
    /// A number too large for exact arithmetic here.
    #[error("step {step}: number too large")]
    Overflow {
        /// The step.
        step: usize,
    },
    /// All steps hold, yet they prove less than is claimed.
    #[error("the steps prove a bound of {proved}, the certificate claims {claimed}")]
    Short {
        /// What the steps prove.
        proved: u64,
        /// What is claimed.
        claimed: u64,
    },
}

/// Verifies that every closed set of `problem` weighs at least `certificate.target`, and returns
/// that number.
///
/// Time: the sum over the steps of one unit propagation each, and one pass over the graph for
/// each `Close`. Space: the graph and the clauses.
///
/// # Errors
///
/// [`Refusal`] names the first step that does not hold.
pub fn verify_bound(problem: &Problem, certificate: &Certificate) -> Result<u64, Refusal> {
    let mut checker = Checker::new(problem, certificate)?;
    for (step, what) in certificate.steps.iter().enumerate() {
        if checker.done() {
            break;
        }
        checker.apply(step, what)?;
    }
    if checker.done() {
        return Ok(certificate.target);
    }
    let proved = checker.bound.div_ceil(certificate.scale.max(1));
    Err(Refusal::Short {
        proved,
        claimed: certificate.target,
    })
}

#[derive(Clone)]
struct Checker<'a> {
    problem: &'a Problem,
    order: Vec<u32>,
    scaled: Vec<u64>,
    goal: u64,
    bound: u64,
    residual: Vec<u64>,
    units: Units,
    /// How many cases and parts this one is in.
    depth: u32,
    /// The vertices of the cases that this one is in.
    assumed: Vec<u32>,
    /// The known symmetries; `None` in a part, where costs are not those of the problem.
    symmetries: Option<Vec<Arc<[u32]>>>,
    /// The sizes of the counters so far.
    counted: u64,
}

impl<'a> Checker<'a> {
    fn new(problem: &'a Problem, certificate: &Certificate) -> Result<Checker<'a>, Refusal> {
        let order = topological(problem)?;
        let overflow = Refusal::Overflow { step: 0 };
        let scale = certificate.scale.max(1);
        let scaled: Option<Vec<u64>> = (0..problem.len() as u32)
            .map(|v| problem.weight(v).checked_mul(scale))
            .collect();
        let scaled = scaled.ok_or(overflow.clone())?;
        // No sum below can exceed the sum of all.
        scaled
            .iter()
            .try_fold(0u64, |a, &w| a.checked_add(w))
            .ok_or(overflow.clone())?;
        // The bound must exceed scale * (target - 1).
        let goal = match certificate.target.checked_sub(1) {
            Some(t) => t
                .checked_mul(scale)
                .and_then(|g| g.checked_add(1))
                .ok_or(overflow)?,
            None => 0,
        };
        let n = problem.len();
        let mut checker = Checker {
            problem,
            order,
            residual: scaled.clone(),
            scaled,
            goal,
            bound: 0,
            units: Units::new(n),
            depth: 0,
            assumed: Vec::new(),
            symmetries: Some(Vec::new()),
            counted: 0,
        };
        for v in 0..n as u32 {
            let children = problem.children(v);
            if problem.is_or(v) && !children.is_empty() {
                let mut clause = vec![2 * v + 1];
                clause.extend(children.iter().map(|c| 2 * c));
                checker.units.add(clause);
            } else {
                children
                    .iter()
                    .for_each(|c| checker.units.add(vec![2 * v + 1, 2 * c]));
            }
        }
        checker.units.add(vec![2 * problem.start()]);
        Ok(checker)
    }

    fn done(&self) -> bool {
        self.units.refuted() || self.bound >= self.goal
    }

    fn apply(&mut self, step: usize, what: &Step) -> Result<(), Refusal> {
        match what {
            Step::Lemma(clause) => {
                let mut lits = Vec::with_capacity(clause.len());
                for &l in clause {
                    let v = u64::from(l.unsigned_abs()).wrapping_sub(1);
                    if v >= self.residual.len() as u64 {
                        return Err(Refusal::Variable { step, variable: v });
                    }
                    lits.push(2 * v as u32 + u32::from(l < 0));
                }
                self.lemma(step, lits)
            }
            &Step::Shift { from, to, amount } => {
                for v in [from, to] {
                    self.known(step, v)?;
                }
                if !self.units.implied(&[2 * to + 1, 2 * from]) {
                    return Err(Refusal::NotImplied { step });
                }
                self.spend(step, from, amount)?;
                let more = self.residual[to as usize].checked_add(amount);
                self.residual[to as usize] = more.ok_or(Refusal::Overflow { step })?;
                Ok(())
            }
            Step::Core {
                members,
                amount,
                most,
            } => {
                let mut sorted = members.clone();
                sorted.sort_unstable();
                if let Some(pair) = sorted.windows(2).find(|p| p[0] == p[1]) {
                    return Err(Refusal::Variable {
                        step,
                        variable: u64::from(pair[0]),
                    });
                }
                for &v in members {
                    self.known(step, v)?;
                    self.spend(step, v, *amount)?;
                }
                self.lemma(step, members.iter().map(|v| 2 * v).collect())?;
                let more = self.bound.checked_add(*amount);
                self.bound = more.ok_or(Refusal::Overflow { step })?;
                if *most >= 2 && members.len() >= 2 {
                    // What the counters take grows with this product, whatever is paid.
                    let size = members.len().min(*most as usize) * members.len();
                    self.counted = self.counted.saturating_add(size as u64);
                    if self.counted > MOST_COUNTED {
                        return Err(Refusal::TooLarge { step });
                    }
                    let lits: Vec<u32> = members.iter().map(|v| 2 * v).collect();
                    let counters = self.count(&lits, *most as usize);
                    for l in &counters[1..] {
                        self.residual[(l >> 1) as usize] = *amount;
                    }
                }
                Ok(())
            }
            Step::Part {
                vertices,
                amount,
                steps,
            } => self.part(step, vertices, *amount, steps),
            Step::Symmetry(image) => self.symmetry(step, image),
            Step::Case { vertex, steps } => self.case(step, *vertex, steps),
            Step::Close => {
                self.close();
                Ok(())
            }
            Step::Reset => {
                self.reset();
                Ok(())
            }
        }
    }

    fn reset(&mut self) {
        self.bound = 0;
        self.residual.fill(0);
        self.residual[..self.scaled.len()].copy_from_slice(&self.scaled);
    }

    /// Reports the number of the outermost step.
    fn case(&mut self, step: usize, vertex: u32, steps: &[Step]) -> Result<(), Refusal> {
        if vertex as usize >= self.problem.len() {
            return Err(Refusal::Variable {
                step,
                variable: u64::from(vertex),
            });
        }
        if self.depth >= 8 {
            return Err(Refusal::Nested { step });
        }
        let mut inner = self.clone();
        inner.depth += 1;
        inner.assumed.push(vertex);
        inner.units.add(vec![2 * vertex]);
        inner.reset();
        for what in steps {
            if inner.done() {
                break;
            }
            inner.apply(step, what)?;
        }
        if !inner.done() {
            return Err(Refusal::Open { step, vertex });
        }
        for v in self.orbit(vertex) {
            self.units.add(vec![2 * v + 1]);
        }
        Ok(())
    }

    /// Reports the number of the outermost step.
    fn part(
        &mut self,
        step: usize,
        vertices: &[u32],
        amount: u64,
        steps: &[Step],
    ) -> Result<(), Refusal> {
        if self.depth >= 8 {
            return Err(Refusal::Nested { step });
        }
        let mut inner = self.clone();
        inner.depth += 1;
        inner.symmetries = None;
        inner.goal = amount;
        inner.scaled.fill(0);
        for &v in vertices {
            if v as usize >= self.problem.len() {
                let variable = u64::from(v);
                return Err(Refusal::Variable { step, variable });
            }
            inner.scaled[v as usize] = self.residual[v as usize];
        }
        inner.reset();
        for what in steps {
            if inner.done() {
                break;
            }
            inner.apply(step, what)?;
        }
        if !inner.done() {
            return Err(Refusal::Part { step, amount });
        }
        for &v in vertices {
            self.residual[v as usize] = 0;
        }
        let more = self.bound.checked_add(amount);
        self.bound = more.ok_or(Refusal::Overflow { step })?;
        Ok(())
    }

    fn known(&self, step: usize, v: u32) -> Result<(), Refusal> {
        if (v as usize) < self.residual.len() {
            Ok(())
        } else {
            Err(Refusal::Variable {
                step,
                variable: u64::from(v),
            })
        }
    }

    fn spend(&mut self, step: usize, variable: u32, wanted: u64) -> Result<(), Refusal> {
        let left = self.residual[variable as usize];
        let rest = left.checked_sub(wanted);
        self.residual[variable as usize] = rest.ok_or(Refusal::Overspent {
            step,
            variable,
            left,
            wanted,
        })?;
        Ok(())
    }

    fn lemma(&mut self, step: usize, lits: Vec<u32>) -> Result<(), Refusal> {
        if !self.units.implied(&lits) {
            return Err(Refusal::NotImplied { step });
        }
        self.units.add(lits);
        Ok(())
    }

    /// Counters "at least k of `lits`" for k = 1, 2, ... up to `most`, as a balanced tree: the
    /// first half (rounded down), the second half, then the sums of the two. Only the
    /// direction "so many members are true, hence the counter is" is needed.
    fn count(&mut self, lits: &[u32], most: usize) -> Vec<u32> {
        if lits.len() < 2 {
            return lits.to_vec();
        }
        let (left, right) = lits.split_at(lits.len() / 2);
        let a = self.count(left, most);
        let b = self.count(right, most);
        let size = lits.len().min(most);
        let first = self.residual.len() as u32;
        self.residual.resize(self.residual.len() + size, 0);
        self.units.grow(self.residual.len());
        let out: Vec<u32> = (0..size as u32).map(|k| 2 * (first + k)).collect();
        for i in 0..=a.len() {
            for j in 0..=b.len() {
                if (1..=size).contains(&(i + j)) {
                    let mut clause = vec![out[i + j - 1]];
                    clause.extend(i.checked_sub(1).map(|i| a[i] ^ 1));
                    clause.extend(j.checked_sub(1).map(|j| b[j] ^ 1));
                    self.units.add(clause);
                }
            }
        }
        for k in 1..size {
            self.units.add(vec![out[k - 1], out[k] ^ 1]);
        }
        out
    }

    /// Rules out every variable that would bring the bound to the goal.
    fn close(&mut self) {
        let Some(gap) = self.goal.checked_sub(self.bound) else {
            return;
        };
        let out: Vec<u32> = (0..self.residual.len() as u32)
            .filter(|&v| self.residual[v as usize] >= gap)
            .collect();
        // The least remaining cost of one path on to an end, v included.
        let mut down = vec![u64::MAX; self.problem.len()];
        for &v in self.order.iter().rev() {
            if self.units.is_false(2 * v) {
                continue;
            }
            let costs = self.problem.children(v).iter().map(|&c| down[c as usize]);
            let rest = if self.problem.is_or(v) {
                costs.min()
            } else {
                costs.max()
            };
            down[v as usize] = self.residual[v as usize].saturating_add(rest.unwrap_or(0));
        }
        // The least remaining cost of a path from the start, v not included.
        let mut up = vec![u64::MAX; self.problem.len()];
        up[self.problem.start() as usize] = 0;
        let mut dear = Vec::new();
        for &v in &self.order {
            if up[v as usize].saturating_add(down[v as usize]) >= gap {
                dear.push(v);
                continue;
            }
            let here = up[v as usize] + self.residual[v as usize];
            for &c in self.problem.children(v) {
                up[c as usize] = up[c as usize].min(here);
            }
        }
        for v in out.into_iter().chain(dear) {
            self.units.add(vec![2 * v + 1]);
        }
    }
}

/// All vertices, parents before children; refuses what is no graph or has a cycle.
fn topological(problem: &Problem) -> Result<Vec<u32>, Refusal> {
    let n = problem.len();
    let mut parents = vec![0u32; n];
    for v in 0..n as u32 {
        problem
            .children(v)
            .iter()
            .for_each(|&c| parents[c as usize] += 1);
    }
    let mut order: Vec<u32> = (0..n as u32)
        .filter(|&v| parents[v as usize] == 0)
        .collect();
    let mut next = 0;
    while let Some(&v) = order.get(next) {
        next += 1;
        for &c in problem.children(v) {
            parents[c as usize] -= 1;
            if parents[c as usize] == 0 {
                order.push(c);
            }
        }
    }
    match (0..n).find(|&v| parents[v] > 0) {
        Some(v) => Err(Refusal::Cycle { vertex: v as u32 }),
        None => Ok(order),
    }
}
