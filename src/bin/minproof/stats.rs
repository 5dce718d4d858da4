//! `minproof stats`

use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use minproof::find::minimum::{self as search, Limits};
use minproof::find::prune::Order;
use minproof::find::stats::{Spread, spread};
use minproof::{Claim, Measure, Score, solve};
use serde_json::json;

use crate::context::{Context, Loaded, commit, open_output};
use crate::outcome::{Outcome, plural, shown, table};
use crate::plot;
use crate::progress;
use crate::prove::Measures;
use crate::prune::pruned;
use crate::solve::needs_winner;

/// How the size of the pruned graph spreads over random orders.
///
/// Prunes in many random orders, and says how the sizes spread and how much better the
/// best order is.
///
/// With --json: game, runs, seed, winning_moves, mean, sd, min, max (vertices), best (order and
/// vertices), deviations (how many standard deviations the best order lies below the mean, or
/// null), orders, mobility (mean, sd, min and max over the ways that ties fall), histogram (from,
/// to, runs), minimum (vertices of the smallest proof; null without --plot, or if it is not proved
/// within a minute), plot.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game, or a graph file
    #[arg(value_name = "GAME|FILE")]
    source: String,
    /// How many random orders
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    runs: u64,
    /// Seed of the first run; the others follow
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Leave out the winner's moves that give the win away
    #[arg(long)]
    winning_moves: bool,
    /// Draw the histogram as SVG, with the mean, the best order and the smallest proof
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

const BINS: usize = 20;

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Outcome> {
    if let Some(plot) = args.plot.as_deref() {
        plot::must_be_svg(plot)?;
    }
    let output = args.plot.as_deref().map(open_output).transpose()?;
    let loaded = context.load(&args.source)?;
    let values = solve::values_in(&loaded.graph, &loaded.order()?);
    if args.winning_moves {
        needs_winner(&loaded, &values)?;
    }
    let runs = args.runs as usize;
    let bar = progress::bar(context, 2 * args.runs, "pruning");
    let sizes_of = |order: fn(u64) -> Order<'static>| {
        let go_on = || {
            bar.inc(1);
            !context.interrupted()
        };
        spread(
            &loaded.graph,
            &values,
            args.winning_moves,
            runs,
            args.seed,
            order,
            go_on,
        )
        .expect("there are runs, and a winner where one is needed")
    };
    let random = sizes_of(Order::Random);
    let ties = sizes_of(|seed| Order::Mobility(Some(seed)));
    bar.finish_and_clear();
    let one = |order| pruned(&loaded, &values, order, args.winning_moves).vertex_count();
    let orders = [
        ("discovery", one(Order::Discovery)),
        ("fewest replies first", one(Order::Mobility(None))),
        (
            "fewest replies first, best of the ways that ties fall",
            ties.min,
        ),
        ("random, best of the runs", random.min),
    ];
    let best = *orders
        .iter()
        .min_by_key(|(_, size)| *size)
        .expect("there are four");
    let deviations = random.deviations_below(best.1);

    let minimum = match output {
        Some(_) => minimum(&loaded, &values, context)?,
        None => None,
    };
    let plotted = match output {
        None => None,
        Some(mut out) => {
            let histogram = plot::histogram(&loaded.name, &random, best, minimum)?;
            out.write_all(histogram.as_bytes())?;
            Some(commit(out)?)
        }
    };
    let bins = random.histogram(BINS);
    let width = bins.get(1).map_or(1, |second| second.0 - bins[0].0);
    let among = if args.winning_moves {
        "the winner's moves"
    } else {
        "the whole graph"
    };
    let done = random.sizes.len();
    let cut_short = if done < runs {
        format!(" (interrupted, {runs} wanted)")
    } else {
        String::new()
    };
    let mut text = format!(
        "{}\n{}{cut_short} on {among}: mean {:.1}, standard deviation {:.1}, smallest {}, largest {} vertices\n\n",
        loaded.name,
        plural(done, "random order", "random orders"),
        random.mean,
        random.deviation,
        random.min,
        random.max,
    );
    text.push_str(&bars(&bins, width));
    text.push('\n');
    let mut rows = vec![vec!["vertices".to_owned(), "order".to_owned()]];
    rows.extend(
        orders
            .iter()
            .map(|(name, size)| vec![size.to_string(), (*name).to_owned()]),
    );
    text.push_str(&table(&rows));
    text.push_str(&match deviations {
        Some(deviations) => format!(
            "\nthe best order ({}: {} vertices) lies {deviations:.2} standard deviations below the mean",
            best.0, best.1
        ),
        None => "\nall random orders leave the same number of vertices".to_owned(),
    });
    if let Some(minimum) = minimum {
        text.push_str(&format!(
            "\nthe smallest proof has {minimum} vertices (proved)"
        ));
    }
    if let Some(file) = &plotted {
        text.push_str(&format!("\nhistogram drawn in {}", file.display()));
    }
    let histogram: Vec<_> = bins
        .iter()
        .map(|&(from, runs)| json!({"from": from, "to": from + width - 1, "runs": runs}))
        .collect();
    let json = json!({
        "game": loaded.name,
        "runs": done,
        "seed": args.seed,
        "winning_moves": args.winning_moves,
        "mean": random.mean,
        "sd": random.deviation,
        "min": random.min,
        "max": random.max,
        "best": {"order": best.0, "vertices": best.1},
        "deviations": deviations,
        "orders": orders.map(|(order, vertices)| json!({"order": order, "vertices": vertices})),
        "mobility": figures(&ties),
        "histogram": histogram,
        "minimum": minimum,
        "plot": plotted.as_deref().map(shown),
    });
    Ok(Outcome::done(text, json))
}

/// How long the smallest proof is looked for.
const SEARCH: Duration = Duration::from_secs(60);

/// The least number of vertices of a proof of the game's value; `None` if it is not found in time.
fn minimum(loaded: &Loaded, values: &[Score], context: &Context) -> anyhow::Result<Option<u64>> {
    let measures = Measures(vec![Measure::Vertices]);
    let Some(task) = measures.task(&loaded.graph, values, Claim::about(values[0]))? else {
        return Ok(None);
    };
    let limits = Limits {
        deadline: Some(Instant::now() + SEARCH),
        interrupted: Some(context.flag()),
        max_memory: context.max_memory,
        certificate: false,
    };
    let found = search::minimum(task.problem(), &limits, &mut |_, _| {});
    Ok(found.proved().then(|| task.first_measure(found.upper)))
}

fn figures(spread: &Spread) -> serde_json::Value {
    json!({"mean": spread.mean, "sd": spread.deviation, "min": spread.min, "max": spread.max})
}

/// A histogram in characters, one line an interval.
fn bars(bins: &[(usize, usize)], width: usize) -> String {
    const LONGEST: usize = 50;
    let most = bins.iter().map(|bin| bin.1).max().unwrap_or(0).max(1);
    let digits = bins
        .last()
        .map_or(1, |bin| (bin.0 + width).to_string().len());
    let mut text = String::new();
    for &(from, runs) in bins {
        let length = (runs * LONGEST).div_ceil(most);
        let to = from + width - 1;
        let bar = "#".repeat(length);
        let gap = if bar.is_empty() { "" } else { " " };
        text.push_str(&format!(
            "  {from:>digits$}..{to:<digits$}  {bar}{gap}{runs}\n"
        ));
    }
    text
}
