//! `minproof prove`

mod certificate;
mod report;
mod section;
mod sheets;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use minproof::find::task::{Task, Weight};
use minproof::proof::Hold;
use minproof::solve::{self, TopologicalOrder};
use minproof::{Claim, GameGraph, Measure, NodeId, Score};
use serde_json::json;

use crate::context::{Context, Loaded, open_output};
use crate::outcome::Outcome;
use crate::solve::describe;
use section::Section;

/// Finds the smallest proofs of who wins, or of another claim.
///
/// Finds the smallest proofs of who wins (or of another claim), puts them into classes
/// up to isomorphism, checks each one against the rules, and saves one of each class. With -o,
/// cheat sheets of the last result are saved too (see `minproof sheet`).
///
/// Without --measure: the proofs of least tree count, then those with the fewest vertices,
/// then those with the fewest decisions. The exit code is 1 if the claim is false.
///
/// With --json: game, graph, value, claim, holds (whether the claim is true), pruned, plot, files,
/// sheets,
/// and of the first result measure, minimum (a number, or null if it is not certain),
/// proved (true when the minimum is certain), at_least, at_most, proofs (a string: how many
/// have it, or null), fewest_vertices (only those of them were counted), listed (how many of them were put into classes), classes (vertices,
/// edges, ends, decisions, proofs, file), checked, stopped (why the
/// search ended early, or null), certificate; `results` has the same of every
/// result.
/// For value=V with the tree count, each side is a result of its own and the first ones are
/// added up.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game, or a graph file
    #[arg(value_name = "GAME|FILE")]
    source: String,
    /// first>=T, second<=T or value=V; if left out, that the winner wins, or that it is a draw
    #[arg(long, value_name = "CLAIM", allow_hyphen_values = true)]
    claim: Option<Claim>,
    /// What to make least: tree (vertices, once for every path that leads to them), vertices,
    /// decisions (positions where the prover moves) or ends; a second one after a comma breaks ties
    #[arg(long, value_name = "MEASURE[,MEASURE]", value_parser = parse_measures)]
    measure: Option<Measures>,
    /// Put at most so many proofs into classes
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Put all proofs into classes and show every class, however many there are
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// Find one smallest proof only: do not count or list the others
    #[arg(long, conflicts_with_all = ["limit", "all"])]
    no_count: bool,
    /// End after so long, such as 90s, 10m or 2h, with the best that is known (`none` for no limit)
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    time_limit: TimeLimit,
    /// For value=V: the smallest proof of each side by itself, instead of the smallest pair
    #[arg(long)]
    sides: bool,
    /// Tell proofs apart by who moves at each vertex, not by the shape of the graph alone
    #[arg(long)]
    players: bool,
    /// Save why no proof is smaller, for `minproof check`; wants --measure
    #[arg(long, value_name = "FILE", requires = "measure")]
    certificate: Option<PathBuf>,
    /// Draw how many vertices the graph and the proofs have at each ply, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Folder for the proof files (made if needed); by default a folder under proofs/
    #[arg(short, long, value_name = "DIR", conflicts_with = "no_files")]
    output: Option<PathBuf>,
    /// Save no proofs
    #[arg(long)]
    no_files: bool,
}

/// The measures to make least, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Measures(pub(crate) Vec<Measure>);

impl std::fmt::Display for Measures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|measure| measure.name()).collect();
        f.write_str(&names.join(","))
    }
}

impl Measures {
    /// The problem of the smallest proof in these measures; `None` if the claim is false.
    pub(crate) fn task(
        &self,
        graph: &GameGraph,
        values: &[Score],
        claim: Claim,
    ) -> anyhow::Result<Option<Task>> {
        if self.0 == [Measure::Tree] {
            bail!("the tree count is not a sum over vertices; use another --measure");
        }
        let weigh = self.0.iter().map(|&measure| {
            move |vertex: NodeId, hold: Hold| {
                measure
                    .weight(graph, vertex, hold)
                    .expect("the tree count stands alone")
            }
        });
        let weigh: Vec<_> = weigh.collect();
        let weights: Vec<Weight<'_>> = weigh.iter().map(|weight| weight as Weight<'_>).collect();
        Ok(Task::new(graph, values, claim, &weights)?)
    }
}

pub(crate) fn parse_measures(text: &str) -> Result<Measures, String> {
    let one = |name: &str| {
        Measure::named(name.trim()).ok_or_else(|| {
            let names = Measure::ALL.map(Measure::name).join(", ");
            format!("`{name}` is no measure; known are {names}")
        })
    };
    let measures: Vec<Measure> = text.split(',').map(one).collect::<Result<_, _>>()?;
    if measures.len() > 1 && measures.contains(&Measure::Tree) {
        return Err("the tree count stands alone: it is not a sum over vertices".to_owned());
    }
    Ok(Measures(measures))
}

/// `None` for no limit.
#[derive(Clone, Copy, Debug)]
struct TimeLimit(Option<Duration>);

fn parse_time(text: &str) -> Result<TimeLimit, String> {
    if text == "none" {
        return Ok(TimeLimit(None));
    }
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        other => {
            return Err(format!(
                "`{other}` is no unit of time; write such as 90s, 10m or 2h"
            ));
        }
    };
    let number: f64 = digits
        .parse()
        .map_err(|_| "write such as 90s, 10m or 2h".to_owned())?;
    let time = Duration::try_from_secs_f64(number * unit);
    time.map(|time| TimeLimit(Some(time)))
        .map_err(|error| error.to_string())
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let measures = args.measure.as_ref();
    let tree_only = Measures(vec![Measure::Tree]);
    if args.certificate.is_some() && measures == Some(&tree_only) {
        bail!("the least tree count needs no certificate: one pass over the graph gives it");
    }
    let certificate = args.certificate.as_deref().map(open_output).transpose()?;
    if let Some(plot) = args.plot.as_deref() {
        crate::plot::must_be_svg(plot)?;
    }
    let plot = args.plot.as_deref().map(open_output).transpose()?;
    let loaded = context.load(&args.source)?;
    let order = loaded.order()?;
    let values = solve::values_in(&loaded.graph, &order);
    let claim = args.claim.unwrap_or_else(|| Claim::about(values[0]));
    if !claim.is_true_of(values[0]) {
        return Ok(refuted(&loaded, claim, values[0]));
    }
    let folder = folder(args, &loaded)?;
    let mut work = Work {
        args,
        context,
        loaded: &loaded,
        order: &order,
        values: &values,
        folder: folder.as_deref(),
        end: args.time_limit.0.and_then(|time| start.checked_add(time)),
        certificate,
    };
    let sections = work.sections(claim)?;
    let sheets = match &folder {
        Some(folder) if args.output.is_some() => work.save_sheets(&sections, folder)?,
        _ => Vec::new(),
    };
    let plot = plot
        .map(|out| report::plot(&work, claim, &sections, out))
        .transpose()?;
    Ok(report::report(
        &work,
        claim,
        &sections,
        &sheets,
        plot.as_deref(),
    ))
}

fn refuted(loaded: &Loaded, claim: Claim, value: Score) -> Outcome {
    let text = format!(
        "{}\nrefuted: {claim} is false, the value is {}",
        loaded.name,
        describe(value)
    );
    let json = json!({
        "game": loaded.name,
        "value": value,
        "claim": claim.to_string(),
        "holds": false,
        "measure": null,
        "minimum": null,
        "proofs": "0",
        "proved": false,
        "classes": [],
    });
    Outcome {
        text,
        json,
        code: 1,
    }
}

/// Makes the folder for the files before the work begins.
fn folder(args: &Args, loaded: &Loaded) -> anyhow::Result<Option<PathBuf>> {
    if args.no_files {
        return Ok(None);
    }
    if loaded.rules().is_err() {
        if args.output.is_some() {
            bail!(
                "{} does not name its game, so no proof file can be written",
                loaded.name
            );
        }
        return Ok(None);
    }
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let named = || Path::new("proofs").join(loaded.name.chars().map(plain).collect::<String>());
    let folder = args.output.clone().unwrap_or_else(named);
    fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    Ok(Some(folder))
}

/// All that finding the proofs of a claim needs.
pub(crate) struct Work<'a> {
    args: &'a Args,
    context: &'a Context,
    loaded: &'a Loaded,
    order: &'a TopologicalOrder,
    values: &'a [Score],
    folder: Option<&'a Path>,
    /// When the time limit is over.
    end: Option<Instant>,
    certificate: Option<minproof::store::PendingFile>,
}

impl Work<'_> {
    fn sections(&mut self, claim: Claim) -> anyhow::Result<Vec<Section>> {
        let default = [Measure::Tree, Measure::Vertices, Measure::Decisions];
        let wanted = match &self.args.measure {
            Some(measures) => vec![measures.clone()],
            None => default.map(|measure| Measures(vec![measure])).to_vec(),
        };
        let mut tasks = Vec::new();
        for measures in &wanted {
            if measures.0 == [Measure::Tree] || self.args.sides {
                let sides = claim.holds().into_iter().map(|hold| hold.claim());
                tasks.extend(sides.map(|side| (side, measures)));
            } else {
                tasks.push((claim, measures));
            }
        }
        let mut sections = Vec::new();
        for (done, &(claim, measures)) in tasks.iter().enumerate() {
            // What time is left is shared by what is left to do.
            let deadline = self.end.map(|end| {
                let now = Instant::now();
                now + end.saturating_duration_since(now) / (tasks.len() - done) as u32
            });
            sections.push(if measures.0 == [Measure::Tree] {
                self.least_tree_count(claim, deadline)?
            } else {
                self.minimum(claim, measures, deadline)?
            });
        }
        Ok(sections)
    }
}
