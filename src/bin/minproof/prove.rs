//! `minproof prove`

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use minproof::Measure;
use minproof::check::{Verdict, against_graph, against_rules};
use minproof::find::classes::{Class, Sameness, classes};
use minproof::find::prune::Order;
use minproof::find::tree::TreeProofs;
use minproof::graph::Subgraph;
use minproof::proof::{About, Hold, file_stem, mark_sides, proof_file};
use minproof::solve::{self, TopologicalOrder};
use minproof::{Claim, NodeId, Score};
use serde_json::{Value, json};

use crate::context::{Context, Loaded, commit, open_output};
use crate::outcome::{Outcome, plural, table};
use crate::progress;
use crate::prune::pruned;
use crate::solve::describe;

/// Finds the smallest proofs of who wins (or of another claim), puts them into classes
/// up to isomorphism, checks each one against the rules, and saves one of each class.
///
/// The exit code is 1 if the claim is false.
///
/// With --json: game, graph, value, claim, holds (whether the claim is true), measure,
/// minimum (a number), proofs (a string: how many have it), proved (true when the minimum
/// is certain), classes (vertices, edges, ends, proofs, file), listed (how many proofs were
/// put into classes), checked, pruned, files. For value=V, minimum is the sum and proofs the
/// product over the two sides, and each class says its own claim.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game, or a graph file
    #[arg(value_name = "GAME|FILE")]
    source: String,
    /// first>=T, second<=T or value=V; if left out, that the winner wins, or that it is a draw
    #[arg(long, value_name = "CLAIM", allow_hyphen_values = true)]
    claim: Option<Claim>,
    /// In which sense proofs are small
    #[arg(long, value_enum, default_value_t = MeasureName::Tree)]
    measure: MeasureName,
    /// Put at most so many proofs into classes
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Put all proofs into classes, however many there are
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// Tell proofs apart by who moves at each vertex, not by the shape of the graph alone
    #[arg(long)]
    players: bool,
    /// Folder for the proof files (made if needed); by default a folder under proofs/
    #[arg(short, long, value_name = "DIR", conflicts_with = "no_files")]
    output: Option<PathBuf>,
    /// Save nothing
    #[arg(long)]
    no_files: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum MeasureName {
    /// Vertices, counted once for every path that leads to them
    Tree,
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Outcome> {
    let loaded = context.load(&args.source)?;
    let order = loaded.order()?;
    let values = solve::values_in(&loaded.graph, &order);
    let claim = args.claim.unwrap_or_else(|| Claim::about(values[0]));
    if !claim.is_true_of(values[0]) {
        return Ok(refuted(&loaded, claim, values[0]));
    }
    let folder = folder(args, &loaded)?;
    let work = Work {
        args,
        context,
        loaded: &loaded,
        order: &order,
        values: &values,
        folder: folder.as_deref(),
    };
    let sides = claim
        .holds()
        .into_iter()
        .map(|hold| work.side(hold))
        .collect::<Result<Vec<_>, _>>()?;
    let pair = match (sides.as_slice(), &folder) {
        ([first, second], Some(folder)) => Some(work.save_pair(claim, first, second, folder)?),
        _ => None,
    };
    Ok(work.report(claim, &sides, pair))
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

/// The proofs of one side of the claim.
struct Side {
    hold: Hold,
    proofs: TreeProofs,
    /// How many distinct vertex sets the listed proofs have.
    sets: usize,
    classes: Vec<Class>,
    /// The file of each class.
    files: Vec<PathBuf>,
    /// Sets that the checker accepted.
    accepted: usize,
}

struct Work<'a> {
    args: &'a Args,
    context: &'a Context,
    loaded: &'a Loaded,
    order: &'a TopologicalOrder,
    values: &'a [Score],
    folder: Option<&'a Path>,
}

impl Work<'_> {
    fn side(&self, hold: Hold) -> anyhow::Result<Side> {
        let graph = &self.loaded.graph;
        let proofs = TreeProofs::find(graph, self.order, hold).context("the claim is false")?;
        let limit = if self.args.all {
            usize::MAX
        } else {
            self.args.limit as usize
        };
        let listed = proofs
            .count()
            .try_into()
            .unwrap_or(u64::MAX)
            .min(limit as u64);
        let bar = progress::bar(self.context, listed, "listing proofs");
        let mut sets = std::collections::BTreeMap::new();
        for vertices in proofs.iter().take(limit) {
            if self.context.interrupted() {
                break;
            }
            *sets.entry(vertices).or_insert(0) += 1;
            bar.inc(1);
        }
        bar.finish_and_clear();
        let sameness = if self.args.players {
            Sameness::GraphsWithPlayers
        } else {
            Sameness::Graphs
        };
        let classes = classes(graph, &sets, sameness);
        let mut accepted = 0;
        for vertices in sets.keys() {
            let verdict = self.check(hold, vertices)?;
            if let Some(refusal) = verdict.refusal() {
                bail!("a proof that was found does not pass the check: {refusal}");
            }
            accepted += 1;
        }
        let mut files = Vec::new();
        if let Some(folder) = self.folder {
            for (number, class) in classes.iter().enumerate() {
                let name = format!("{}-tree-{}.proof.jsonl", file_stem(hold), number + 1);
                files.push(self.save(
                    hold,
                    &class.members[0],
                    proofs.tree_count(),
                    &folder.join(name),
                )?);
            }
        }
        Ok(Side {
            hold,
            proofs,
            sets: sets.len(),
            classes,
            files,
            accepted,
        })
    }

    /// Against the rules where they are known, else against the graph.
    fn check(&self, hold: Hold, vertices: &[NodeId]) -> anyhow::Result<Verdict> {
        let set = Subgraph::new(&self.loaded.graph, vertices.to_vec());
        let Ok(game) = self.loaded.rules() else {
            return Ok(against_graph(&set, hold));
        };
        let about = About::default();
        let file = proof_file(
            &**game,
            &*self.loaded.positions,
            &set,
            hold.claim(),
            about,
            |_| None,
        )?;
        Ok(against_rules(&**game, &file, hold.claim()))
    }

    fn about(&self, minimum: impl ToString) -> About {
        About {
            game: self.loaded.game.as_ref().map(|game| game.spec.clone()),
            measure: Some(Measure::Tree.to_string()),
            minimum: Some(minimum.to_string()),
            minimum_is: Some("proved".to_owned()),
        }
    }

    fn save(
        &self,
        hold: Hold,
        vertices: &[NodeId],
        minimum: impl ToString,
        path: &Path,
    ) -> anyhow::Result<PathBuf> {
        let set = Subgraph::new(&self.loaded.graph, vertices.to_vec());
        let file = proof_file(
            &**self.loaded.rules()?,
            &*self.loaded.positions,
            &set,
            hold.claim(),
            self.about(minimum),
            |vertex| Some(solve::dominance(self.values[vertex.index()])),
        )?;
        let mut out = open_output(path)?;
        file.write(&mut out)?;
        commit(out)
    }

    /// The first proof of each side, together in one file.
    fn save_pair(
        &self,
        claim: Claim,
        first: &Side,
        second: &Side,
        folder: &Path,
    ) -> anyhow::Result<PathBuf> {
        let graph = &self.loaded.graph;
        let sides =
            [first, second].map(|side| Subgraph::new(graph, side.classes[0].members[0].clone()));
        let [a, b] = [&sides[0], &sides[1]];
        let union = Subgraph::new(graph, [a.vertices(), b.vertices()].concat());
        let minimum = first.proofs.tree_count() + second.proofs.tree_count();
        let game = self.loaded.rules()?;
        let dominance = |vertex: NodeId| Some(solve::dominance(self.values[vertex.index()]));
        let positions = &*self.loaded.positions;
        let about = self.about(minimum);
        let mut file = proof_file(&**game, positions, &union, claim, about, dominance)?;
        mark_sides(&mut file, &union, [a, b]);
        let verdict = against_rules(&**game, &file, claim);
        if let Some(refusal) = verdict.refusal() {
            bail!("a pair of proofs that was found does not pass the check: {refusal}");
        }
        let mut out = open_output(&folder.join("value-tree-pair.proof.jsonl"))?;
        file.write(&mut out)?;
        commit(out)
    }

    /// What pruning leaves in a few orders: on the whole graph, and on the winner's moves.
    fn pruning(&self) -> Vec<(&'static str, usize, Option<usize>)> {
        let size = |order, winning| pruned(self.loaded, self.values, order, winning).vertex_count();
        let has_winner = solve::winner(self.values).is_some();
        [
            ("discovery", Order::Discovery),
            ("random", Order::Random(0)),
            ("fewest replies first", Order::Mobility(None)),
        ]
        .map(|(name, order)| {
            (
                name,
                size(order, false),
                has_winner.then(|| size(order, true)),
            )
        })
        .to_vec()
    }

    fn report(&self, claim: Claim, sides: &[Side], pair: Option<PathBuf>) -> Outcome {
        let graph = &self.loaded.graph;
        let levels = graph.levels().len();
        let (vertices, edges, ends) = (graph.vertex_count(), graph.edge_count(), graph.end_count());
        let mut text = format!(
            "{}\ngame graph   {vertices} vertices, {edges} edges, {ends} ends, {levels} levels\n",
            self.loaded.name
        );
        text.push_str(&format!("value        {}\n", describe(self.values[0])));
        let pruning = self.pruning();
        for (number, (name, whole, winning)) in pruning.iter().enumerate() {
            let head = if number == 0 { "alpha-beta" } else { "" };
            let winning =
                winning.map_or_else(String::new, |n| format!(", {n} on the winner's moves"));
            text.push_str(&format!(
                "{head:<13}{whole} vertices left, order: {name}{winning}\n"
            ));
        }
        for side in sides {
            text.push_str(&self.describe_side(side));
        }
        text.push_str(
            "\nThe least tree count is proved. It is not the least number of vertices: the tree count\n\
             counts a vertex once for every path that leads to it.",
        );
        let files: Vec<&PathBuf> = sides
            .iter()
            .flat_map(|side| &side.files)
            .chain(&pair)
            .collect();
        if let Some(pair) = &pair {
            text.push_str(&format!(
                "\nboth sides of {claim} in one file: {}",
                pair.display()
            ));
        }
        let json = json!({
            "game": self.loaded.name,
            "graph": {"vertices": vertices, "edges": edges, "ends": ends, "levels": levels},
            "value": self.values[0],
            "claim": claim.to_string(),
            "holds": true,
            "measure": Measure::Tree.name(),
            "minimum": number(&sides.iter().map(|side| side.proofs.tree_count()).sum()),
            "proofs": sides.iter().map(|side| side.proofs.count()).product::<num_bigint::BigUint>().to_string(),
            "proved": true,
            "classes": sides.iter().flat_map(classes_json).collect::<Vec<_>>(),
            "listed": sides.iter().map(|side| side.classes.iter().map(|c| c.proofs).sum::<u64>()).sum::<u64>(),
            "checked": sides.iter().map(|side| side.accepted).sum::<usize>(),
            "pruned": pruning.iter().map(|(order, whole, winning)| {
                json!({"order": order, "vertices": whole, "winning_moves": winning})
            }).collect::<Vec<_>>(),
            "files": files,
        });
        Outcome::done(text, json)
    }

    fn describe_side(&self, side: &Side) -> String {
        let hold = side.hold;
        let how = match hold.prover {
            minproof::Player::First => "at least",
            minproof::Player::Second => "at most",
        };
        let mut text = format!(
            "\nclaim {hold}: {} can hold the score to {how} {}\n  least tree count   {}\n  proofs with it     {}\n",
            hold.prover,
            hold.bound,
            side.proofs.tree_count(),
            side.proofs.count(),
        );
        let listed: u64 = side.classes.iter().map(|class| class.proofs).sum();
        let all = *side.proofs.count() == listed.into();
        let of = if all {
            String::new()
        } else {
            format!(" (of the first {listed} proofs; --all or --limit for more)")
        };
        text.push_str(&format!(
            "  up to isomorphism  {}, {}{of}\n",
            plural(side.classes.len(), "class", "classes"),
            plural(side.sets, "distinct vertex set", "distinct vertex sets"),
        ));
        let mut rows = vec![
            ["proofs", "vertices", "edges", "ends", "file"]
                .map(String::from)
                .to_vec(),
        ];
        const SHOWN: usize = 20;
        for (number, class) in side.classes.iter().enumerate().take(SHOWN) {
            let file = side
                .files
                .get(number)
                .map_or_else(String::new, |file| file.display().to_string());
            let figures = [
                class.proofs,
                class.vertices as u64,
                class.edges as u64,
                class.ends as u64,
            ];
            rows.push(
                figures
                    .iter()
                    .map(ToString::to_string)
                    .chain([file])
                    .collect(),
            );
        }
        text.push_str(&table(&rows));
        if side.classes.len() > SHOWN {
            text.push_str(&format!(
                "  ... and {} more classes\n",
                side.classes.len() - SHOWN
            ));
        }
        let by = if self.loaded.rules().is_ok() {
            "the rules"
        } else {
            "the graph"
        };
        text.push_str(&format!(
            "  closure check      {} of {} pass, against {by}\n",
            side.accepted, side.sets
        ));
        text
    }
}

fn classes_json(side: &Side) -> Vec<Value> {
    let class = |(number, class): (usize, &Class)| {
        json!({
            "claim": side.hold.to_string(),
            "vertices": class.vertices,
            "edges": class.edges,
            "ends": class.ends,
            "proofs": class.proofs,
            "sets": class.members.len(),
            "file": side.files.get(number),
        })
    };
    side.classes.iter().enumerate().map(class).collect()
}

/// A number where JSON can hold it exactly, else a string.
fn number(count: &num_bigint::BigUint) -> Value {
    match u64::try_from(count) {
        Ok(count) if count < 1 << 53 => count.into(),
        _ => count.to_string().into(),
    }
}
