//! The problem of a smallest proof for general solvers: MaxSAT, pseudo-Boolean and
//! integer programming, so that any of them can confirm the number.
//!
//! All three say the same: variable `v + 1` (`x1`, `x2`, ...) is vertex `v` of the
//! [`Problem`]; the start is in; a vertex where one child is enough, and that has children,
//! wants one of them; any other vertex wants all of its children; the total weight is
//! to be least.

use std::fmt::Write as _;

use crate::proof::Problem;

/// The vertices of each condition: `from` in the set wants one of `children`.
fn conditions(problem: &Problem) -> impl Iterator<Item = (u32, &[u32])> {
    (0..problem.len() as u32).flat_map(|from| {
        let children = problem.children(from);
        let size = if problem.is_or(from) {
            children.len().max(1)
        } else {
            1
        };
        children.chunks(size).map(move |wanted| (from, wanted))
    })
}

fn weighted(problem: &Problem) -> impl Iterator<Item = (u32, u64)> {
    let vertices = 0..problem.len() as u32;
    vertices
        .map(|v| (v, problem.weight(v)))
        .filter(|&(_, weight)| weight > 0)
}

/// WCNF as of the MaxSAT Evaluation 2022: hard clauses with `h`, soft ones with weights.
#[must_use]
pub fn wcnf(problem: &Problem, title: &str) -> String {
    let mut out = format!("c {title}\nc variable v+1 is vertex v; least weight of a closed set\n");
    let _ = writeln!(out, "h {} 0", problem.start() + 1);
    for (from, wanted) in conditions(problem) {
        let _ = write!(out, "h -{}", from + 1);
        for child in wanted {
            let _ = write!(out, " {}", child + 1);
        }
        out.push_str(" 0\n");
    }
    for (vertex, weight) in weighted(problem) {
        let _ = writeln!(out, "{weight} -{} 0", vertex + 1);
    }
    out
}

/// OPB, the format of the pseudo-Boolean competitions.
#[must_use]
pub fn opb(problem: &Problem, title: &str) -> String {
    let constraints = 1 + conditions(problem).count();
    let mut out = format!(
        "* #variable= {} #constraint= {constraints}\n* {title}\nmin:",
        problem.len()
    );
    for (vertex, weight) in weighted(problem) {
        let _ = write!(out, " +{weight} x{}", vertex + 1);
    }
    let _ = write!(out, " ;\n+1 x{} >= 1 ;\n", problem.start() + 1);
    for (from, wanted) in conditions(problem) {
        for child in wanted {
            let _ = write!(out, "+1 x{} ", child + 1);
        }
        let _ = writeln!(out, "-1 x{} >= 0 ;", from + 1);
    }
    out
}

/// LP, the format of CPLEX that integer programming solvers read.
#[must_use]
pub fn lp(problem: &Problem, title: &str) -> String {
    let mut out = format!("\\ {title}\nMinimize\n obj:");
    let mut on_line = 0;
    for (vertex, weight) in weighted(problem) {
        if on_line == 12 {
            out.push_str("\n  ");
            on_line = 0;
        }
        let _ = write!(out, " + {weight} x{}", vertex + 1);
        on_line += 1;
    }
    let _ = write!(out, "\nSubject To\n start: x{} >= 1\n", problem.start() + 1);
    for (number, (from, wanted)) in conditions(problem).enumerate() {
        let _ = write!(out, " c{}:", number + 1);
        for (place, child) in wanted.iter().enumerate() {
            let _ = write!(out, "{} x{}", if place == 0 { "" } else { " +" }, child + 1);
            if place % 12 == 11 {
                out.push_str("\n  ");
            }
        }
        let _ = writeln!(out, " - x{} >= 0", from + 1);
    }
    out.push_str("Binary\n");
    for vertex in 0..problem.len() {
        let _ = writeln!(out, " x{}", vertex + 1);
    }
    out.push_str("End\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A choice (0) between 1 and 2, where 2 wants 3 and 4.
    fn problem() -> Problem {
        let rows = vec![0, 2, 2, 4, 4, 4];
        let is_or = vec![true, true, false, true, true];
        Problem::new(0, rows, vec![1, 2, 3, 4], is_or, vec![1, 3, 0, 1, 1]).unwrap()
    }

    #[test]
    fn whole_outputs() {
        assert_eq!(
            wcnf(&problem(), "t"),
            "c t\nc variable v+1 is vertex v; least weight of a closed set\nh 1 0\nh -1 2 3 0\n\
             h -3 4 0\nh -3 5 0\n1 -1 0\n3 -2 0\n1 -4 0\n1 -5 0\n"
        );
        assert_eq!(
            opb(&problem(), "t"),
            "* #variable= 5 #constraint= 4\n* t\nmin: +1 x1 +3 x2 +1 x4 +1 x5 ;\n+1 x1 >= 1 ;\n\
             +1 x2 +1 x3 -1 x1 >= 0 ;\n+1 x4 -1 x3 >= 0 ;\n+1 x5 -1 x3 >= 0 ;\n"
        );
        assert_eq!(
            lp(&problem(), "t"),
            "\\ t\nMinimize\n obj: + 1 x1 + 3 x2 + 1 x4 + 1 x5\nSubject To\n start: x1 >= 1\n \
             c1: x2 + x3 - x1 >= 0\n c2: x4 - x3 >= 0\n c3: x5 - x3 >= 0\nBinary\n x1\n x2\n x3\n \
             x4\n x5\nEnd\n"
        );
    }
}
