//! How the size of a pruned graph spreads over random orders.

use rayon::prelude::*;

use super::prune::{Order, Pruner};
use crate::game::Score;
use crate::graph::GameGraph;

/// Sizes of pruned graphs, in vertices.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    /// The size of each run, in the order of the seeds.
    pub sizes: Vec<usize>,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation (of a sample: divided by the number of runs less one).
    pub deviation: f64,
    /// The smallest.
    pub min: usize,
    /// The largest.
    pub max: usize,
}

impl Spread {
    /// The spread of given sizes; `None` without any.
    #[must_use]
    pub fn of(sizes: Vec<usize>) -> Option<Self> {
        let (min, max) = (*sizes.iter().min()?, *sizes.iter().max()?);
        let count = sizes.len() as f64;
        let mean = sizes.iter().map(|&size| size as f64).sum::<f64>() / count;
        let squares = sizes
            .iter()
            .map(|&size| (size as f64 - mean).powi(2))
            .sum::<f64>();
        let deviation = if sizes.len() > 1 {
            (squares / (count - 1.0)).sqrt()
        } else {
            0.0
        };
        Some(Self {
            sizes,
            mean,
            deviation,
            min,
            max,
        })
    }

    /// How many standard deviations `size` lies below the mean; `None` if all sizes are equal.
    #[must_use]
    pub fn deviations_below(&self, size: usize) -> Option<f64> {
        (self.deviation > 0.0).then(|| (self.mean - size as f64) / self.deviation)
    }

    /// How many sizes fall into each of at most `bins` intervals of equal whole
    /// width: the least size of each and the number.
    #[must_use]
    pub fn histogram(&self, bins: usize) -> Vec<(usize, usize)> {
        let width = (self.max - self.min + 1).div_ceil(bins.max(1));
        let mut histogram: Vec<_> = (self.min..=self.max)
            .step_by(width)
            .map(|from| (from, 0))
            .collect();
        for size in &self.sizes {
            histogram[(size - self.min) / width].1 += 1;
        }
        histogram
    }
}

/// Prunes in `runs` orders, `order(seed)` for the seeds from `first_seed` on.
///
/// `winning_moves` as for [`Pruner::winning_moves`]. Runs go on in parallel; the
/// result does not depend on the number of threads. `go_on` is asked before each run but
/// the first, from any thread; when it says no, runs that are not done yet are left out. `None`
/// without runs, or when there is no winner.
pub fn spread(
    graph: &GameGraph,
    values: &[Score],
    winning_moves: bool,
    runs: usize,
    first_seed: u64,
    order: impl Fn(u64) -> Order<'static> + Sync,
    go_on: impl Fn() -> bool + Sync,
) -> Option<Spread> {
    let pruner = || {
        if winning_moves {
            Pruner::winning_moves(graph, values)
        } else {
            Some(Pruner::new(graph, values))
        }
    };
    let sizes: Option<Vec<Option<usize>>> = (0..runs)
        .into_par_iter()
        .map_init(pruner, |pruner, run| {
            let pruner = pruner.as_mut()?;
            let seed = first_seed.wrapping_add(run as u64);
            let wanted = run == 0 || go_on();
            Some(wanted.then(|| pruner.prune(order(seed)).len()))
        })
        .collect();
    Spread::of(sizes?.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_small_sample() {
        let spread = Spread::of(vec![2, 4, 4, 4, 5, 5, 7, 9]).unwrap();
        assert_eq!((spread.min, spread.max, spread.mean), (2, 9, 5.0));
        assert!((spread.deviation - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!(spread.histogram(4), [(2, 1), (4, 5), (6, 1), (8, 1)]);
        assert!(Spread::of(vec![]).is_none());
        assert_eq!(Spread::of(vec![3, 3]).unwrap().deviations_below(1), None);
    }
}
