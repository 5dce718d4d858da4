//! The order inside each layer: sweeps of barycentres, and exchanges of neighbours.

use super::Layered;

const SWEEPS: usize = 24;

/// Up to this many members neighbours are exchanged one by one; it takes long and helps little
/// in large pictures.
const EXCHANGE_UP_TO: usize = 3000;

/// Improves the order inside the rows; the best that any sweep reaches is kept.
pub(super) fn improve(layered: &mut Layered) {
    let mut place = vec![0; layered.widths.len()];
    number(&layered.rows, &mut place);
    let mut best = (crossings(layered, &place), layered.rows.clone());
    for sweep in 0..SWEEPS {
        if best.0 == 0 {
            break;
        }
        let depth = layered.rows.len();
        for step in 1..depth {
            if sweep % 2 == 0 {
                sort_row(layered, &mut place, step, true);
            } else {
                sort_row(layered, &mut place, depth - 1 - step, false);
            }
        }
        if layered.widths.len() <= EXCHANGE_UP_TO {
            exchange(layered, &mut place);
        }
        let count = crossings(layered, &place);
        if count < best.0 {
            best = (count, layered.rows.clone());
        }
    }
    layered.rows = best.1;
}

fn number(rows: &[Vec<usize>], place: &mut [usize]) {
    for row in rows {
        for (at, &member) in row.iter().enumerate() {
            place[member] = at;
        }
    }
}

/// Sorts a row by the mean place of the neighbours above, or below. Who has none stays.
fn sort_row(layered: &mut Layered, place: &mut [usize], row: usize, from_above: bool) {
    let neighbours = if from_above {
        &layered.up
    } else {
        &layered.down
    };
    let mut keyed: Vec<(f64, usize)> = layered.rows[row]
        .iter()
        .map(|&member| {
            let (sum, pull) = neighbours[member]
                .iter()
                .fold((0.0, 0.0), |(sum, all), &(other, pull)| {
                    (sum + pull * place[other] as f64, all + pull)
                });
            let mean = if pull > 0.0 {
                sum / pull
            } else {
                place[member] as f64
            };
            (mean, member)
        })
        .collect();
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    layered.rows[row] = keyed.into_iter().map(|(_, member)| member).collect();
    for (at, &member) in layered.rows[row].iter().enumerate() {
        place[member] = at;
    }
}

/// Exchanges neighbours of a row while that takes crossings away.
fn exchange(layered: &mut Layered, place: &mut [usize]) {
    for row in 0..layered.rows.len() {
        for at in 1..layered.rows[row].len() {
            let (left, right) = (layered.rows[row][at - 1], layered.rows[row][at]);
            let between = |a: usize, b: usize| {
                pairs(&layered.up[a], &layered.up[b], place)
                    + pairs(&layered.down[a], &layered.down[b], place)
            };
            if between(right, left) < between(left, right) {
                layered.rows[row].swap(at - 1, at);
                place.swap(left, right);
            }
        }
    }
}

/// How many edges cross if the owner of `a` stands left of the owner of `b`.
fn pairs(a: &[(usize, f64)], b: &[(usize, f64)], place: &[usize]) -> usize {
    let crossing = |&(left, _): &(usize, f64)| {
        b.iter()
            .filter(|&&(right, _)| place[right] < place[left])
            .count()
    };
    a.iter().map(crossing).sum()
}

/// All crossings, by counting inversions in a Fenwick tree (Barth, Mutzel, Jünger 2004).
fn crossings(layered: &Layered, place: &[usize]) -> usize {
    let mut total = 0;
    for rows in layered.rows.windows(2) {
        let mut tree = vec![0_usize; rows[1].len() + 1];
        let mut inserted = 0;
        for &member in &rows[0] {
            let mut targets: Vec<usize> = layered.down[member]
                .iter()
                .map(|&(below, _)| place[below])
                .collect();
            targets.sort_unstable();
            for &target in &targets {
                let mut not_right = 0;
                let mut at = target + 1;
                while at > 0 {
                    not_right += tree[at];
                    at &= at - 1;
                }
                total += inserted - not_right;
            }
            for &target in &targets {
                inserted += 1;
                let mut at = target + 1;
                while at < tree.len() {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
            }
        }
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layered(rows: Vec<Vec<usize>>, edges: &[(usize, usize)]) -> Layered {
        let count = rows.iter().map(Vec::len).sum();
        let mut layered = Layered {
            rows,
            up: vec![Vec::new(); count],
            down: vec![Vec::new(); count],
            widths: vec![1.0; count],
            gap: 1.0,
        };
        for &(above, below) in edges {
            layered.join(above, below, 1.0);
        }
        layered
    }

    fn slow(layered: &Layered, place: &[usize], edges: &[(usize, usize)]) -> usize {
        let _ = layered;
        let mut total = 0;
        for (i, &(a, b)) in edges.iter().enumerate() {
            for &(c, d) in &edges[..i] {
                let above = place[a].cmp(&place[c]);
                let below = place[b].cmp(&place[d]);
                total += usize::from(above.is_ne() && below.is_ne() && above != below);
            }
        }
        total
    }

    #[test]
    fn crossings_are_those_of_every_pair() {
        let edges = [(0, 5), (0, 3), (1, 3), (1, 4), (2, 3), (2, 5), (0, 4)];
        let layered = layered(vec![vec![0, 1, 2], vec![3, 4, 5]], &edges);
        let mut place = vec![0; 6];
        number(&layered.rows, &mut place);
        let count = crossings(&layered, &place);
        assert_eq!(count, slow(&layered, &place, &edges));
        assert!(count > 0);
    }

    #[test]
    fn what_can_be_drawn_without_crossings_is() {
        let edges = [(0, 5), (1, 4), (2, 3)];
        let mut layered = layered(vec![vec![0, 1, 2], vec![3, 4, 5]], &edges);
        improve(&mut layered);
        let mut place = vec![0; 6];
        number(&layered.rows, &mut place);
        assert_eq!(crossings(&layered, &place), 0);
    }
}
