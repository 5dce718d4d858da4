//! The places inside each layer, with the order kept.

use super::Layered;

const SWEEPS: usize = 40;

/// The middle of every member.
pub(super) fn places(layered: &Layered) -> Vec<f64> {
    let mut x = vec![0.0; layered.widths.len()];
    for row in &layered.rows {
        let mut right = 0.0;
        for (at, &member) in row.iter().enumerate() {
            if at > 0 {
                right += layered.distance(row[at - 1], member);
            }
            x[member] = right;
        }
        // Rows are centred to begin with.
        for &member in row {
            x[member] -= right / 2.0;
        }
    }
    let depth = layered.rows.len();
    for sweep in 0..SWEEPS {
        // The last sweeps look both ways, so that parents stand over the middle of their
        // children and children under the middle of their parents.
        let both = sweep + 8 >= SWEEPS;
        for step in 0..depth {
            let (row, above, below) = if sweep % 2 == 0 {
                (step, true, both)
            } else {
                (depth - 1 - step, both, true)
            };
            settle(layered, &mut x, row, above, below);
        }
    }
    x
}

/// Moves a row as near to its neighbours' means as its order and distances allow: the least
/// sum of squares, by pooling adjacent violators.
fn settle(layered: &Layered, x: &mut [f64], row: usize, above: bool, below: bool) {
    struct Pool {
        sum: f64,
        pull: f64,
        members: usize,
    }
    let row = &layered.rows[row];
    let mut pools: Vec<Pool> = Vec::with_capacity(row.len());
    let mut offsets = Vec::with_capacity(row.len());
    let mut offset = 0.0;
    for (at, &member) in row.iter().enumerate() {
        if at > 0 {
            offset += layered.distance(row[at - 1], member);
        }
        offsets.push(offset);
        let neighbours = layered.up[member].iter().filter(|_| above);
        let neighbours = neighbours.chain(layered.down[member].iter().filter(|_| below));
        let (mut sum, mut pull) = (0.0, 0.0);
        for &(other, weight) in neighbours {
            sum += weight * x[other];
            pull += weight;
        }
        if pull == 0.0 {
            // Nobody pulls it: it stays, but gives way to all others.
            pull = 0.01;
            sum = pull * x[member];
        }
        pools.push(Pool {
            sum: sum - pull * offset,
            pull,
            members: 1,
        });
        while let [.., left, right] = pools.as_slice() {
            if left.sum / left.pull <= right.sum / right.pull {
                break;
            }
            let joined = Pool {
                sum: left.sum + right.sum,
                pull: left.pull + right.pull,
                members: left.members + right.members,
            };
            pools.truncate(pools.len() - 2);
            pools.push(joined);
        }
    }
    let mut at = 0;
    for pool in pools {
        for _ in 0..pool.members {
            x[row[at]] = pool.sum / pool.pull + offsets[at];
            at += 1;
        }
    }
}
