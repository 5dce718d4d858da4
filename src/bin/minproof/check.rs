//! `minproof check`

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use minproof::check::{
    Condition, Refusal, Verdict, against_graph, against_rules, bound_in_graph,
    dominances_against_rules, graph_against_rules,
};
use minproof::games::PositionTexts as _;
use minproof::games::catalogue::{self, NamedGame};
use minproof::graph::Subgraph;
use minproof::proof::bound_file::BoundFile;
use minproof::proof::file::ProofFile;
use minproof::{Claim, NodeId, store};
use serde_json::json;

use crate::context::{Context, read_file, read_graph};
use crate::outcome::{Outcome, shown};

/// Checks a proof, a graph or a certificate against the rules of its game.
///
/// Checks a proof file against the rules of its game: the closure conditions at every
/// vertex, asking the game itself for the moves. A graph file is checked against the
/// rules too, and of a certificate that no proof is smaller every step is verified.
/// Nothing that a file says about values is believed.
///
/// The exit code is 0 if it is proved, 1 if it is refuted or unfinished (then this file does
/// not prove the claim, which may be true all the same), 2 for an error.
///
/// With --json: file, checked_against, claim, verdict (proved, refuted or unfinished), reason
/// (null if proved), condition and vertex of a refusal, vertices; of a certificate measure,
/// at_least and steps.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A proof file, a graph file, or a certificate that `minproof prove --certificate` saved
    file: PathBuf,
    /// The game, if the file does not name it or names another
    #[arg(long)]
    game: Option<String>,
    /// The claim to check instead of the file's: first>=T, second<=T or value=V
    #[arg(long, value_name = "CLAIM", allow_hyphen_values = true)]
    claim: Option<Claim>,
    /// Check that the dominances given in the file follow from each other, move by move
    #[arg(long, conflicts_with_all = ["claim", "graph"])]
    local: bool,
    /// Check against this graph file, which is trusted, instead of the rules
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    graph: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Outcome> {
    let name = args.file.display();
    let bytes = read_file(&args.file, "`minproof prove` writes proofs of it")?;
    if is_certificate(&bytes) {
        return check_bound(args, context, &bytes);
    }
    context.end_when_interrupted();
    if store::is_graph_file(&bytes) {
        return check_graph(args, &bytes);
    }
    let file = ProofFile::read(bytes.as_slice()).with_context(|| name.to_string())?;
    let claim = match args.claim {
        Some(claim) => claim,
        None => file.claim().with_context(|| format!("{name}, line 1"))?,
    };
    let what = if args.local {
        "the dominances that it gives".to_owned()
    } else {
        claim.to_string()
    };
    let (verdict, by) = if let Some(graph) = &args.graph {
        (
            in_graph(&file, graph, claim)?,
            format!("the graph {}", graph.display()),
        )
    } else {
        let game = game_of(args, file.header.game.as_deref())?;
        let verdict = if args.local {
            dominances_against_rules(&*game, &file)
        } else {
            against_rules(&*game, &file, claim)
        };
        (verdict, format!("the rules of {}", game.spec))
    };
    let note = match (&file.header.minimum, args.local) {
        (Some(_), false) => {
            "\nthat no smaller proof exists is not checked here; see `minproof prove --certificate`"
        }
        _ => "",
    };
    Ok(outcome(
        args,
        &verdict,
        &what,
        &by,
        file.vertices.len(),
        note,
    ))
}

fn outcome(
    args: &Args,
    verdict: &Verdict,
    what: &str,
    by: &str,
    vertices: usize,
    note: &str,
) -> Outcome {
    let name = args.file.display();
    let refusal = verdict.refusal();
    let text = match refusal {
        None => format!("{name}: proved: {what}, by {by} ({vertices} vertices checked){note}"),
        Some(refusal) => format!(
            "{name} does not prove {what} ({}), by {by}\n{refusal}",
            verdict.name()
        ),
    };
    let json = json!({
        "file": shown(&args.file),
        "checked_against": by,
        "claim": what,
        "verdict": verdict.name(),
        "reason": refusal.map(ToString::to_string),
        "condition": refusal.map(|refusal| refusal.condition.to_string()),
        "vertex": refusal.map(|refusal| refusal.vertex),
        "vertices": vertices,
    });
    let code = u8::from(!verdict.is_proved());
    Outcome { text, json, code }
}

fn game_of(args: &Args, named: Option<&str>) -> anyhow::Result<NamedGame> {
    let name = args.file.display();
    let Some(spec) = args.game.as_deref().or(named) else {
        bail!("{name} does not name its game; say which with --game");
    };
    let game = catalogue::open(spec);
    if args.game.is_some() {
        return Ok(game?);
    }
    game.with_context(|| format!("{name} is about a game that is not known here"))
}

fn check_graph(args: &Args, bytes: &[u8]) -> anyhow::Result<Outcome> {
    let name = args.file.display();
    if args.claim.is_some() || args.local || args.graph.is_some() {
        bail!("{name} is a graph file: it proves no claim, it is only compared with the rules");
    }
    let stored = store::read(bytes).with_context(|| name.to_string())?;
    let named = Some(stored.spec.as_str()).filter(|spec| !spec.is_empty());
    let game = game_of(args, named)?;
    let verdict = graph_against_rules(&*game, &stored.graph, &stored.positions).into();
    let by = format!("the rules of {}", game.spec);
    Ok(outcome(
        args,
        &verdict,
        "the graph",
        &by,
        stored.graph.vertex_count(),
        "",
    ))
}

/// Whether the first line says that this is a certificate.
fn is_certificate(bytes: &[u8]) -> bool {
    let line = bytes
        .split(|&byte| byte == b'\n')
        .next()
        .unwrap_or_default();
    let header: Option<serde_json::Value> = serde_json::from_slice(line).ok();
    header.is_some_and(|header| header["minproof"] == "bound")
}

/// Verifies a certificate, in the graph that is built from the rules.
fn check_bound(args: &Args, context: &Context, bytes: &[u8]) -> anyhow::Result<Outcome> {
    let name = args.file.display();
    if args.claim.is_some() || args.local || args.graph.is_some() {
        bail!("{name} is a certificate: it is checked as it is, against the rules of its game");
    }
    let file = BoundFile::read(bytes).with_context(|| name.to_string())?;
    let game = game_of(args, Some(&file.header.game))?;
    let graph = context.build(&game)?.graph;
    context.end_when_interrupted();
    let (claim, measure) = (&file.header.claim, &file.header.measure);
    let checked = match bound_in_graph(&graph, &file) {
        Err(refusal) if !refusal.is_about_the_steps() => {
            return Err(anyhow::Error::new(refusal).context(name.to_string()));
        }
        checked => checked,
    };
    let steps = file.header.steps;
    let pair = claim
        .parse()
        .is_ok_and(|claim: Claim| claim.holds().len() > 1);
    let (verdict, at_least) = match &checked {
        Ok(at_least) => ("proved", Some(*at_least)),
        Err(_) => ("refuted", None),
    };
    let text = match &checked {
        Ok(at_least) => format!(
            "{name}: proved: every {} of {claim} in {} has at least {at_least} {} (a certificate of {steps} steps)",
            if pair { "pair of proofs" } else { "proof" },
            game.spec,
            measure.split(',').next().unwrap_or_default(),
        ),
        Err(refusal) => format!("{name}: not verified: {refusal}"),
    };
    let json = json!({
        "file": shown(&args.file),
        "checked_against": format!("the rules of {}", game.spec),
        "claim": claim,
        "measure": measure,
        "at_least": at_least,
        "verdict": verdict,
        "reason": checked.as_ref().err().map(ToString::to_string),
        "steps": steps,
    });
    let code = u8::from(checked.is_err());
    Ok(Outcome { text, json, code })
}

/// Checks the positions of a proof file as a set of vertices of a graph.
fn in_graph(file: &ProofFile, path: &Path, claim: Claim) -> anyhow::Result<Verdict> {
    let stored = read_graph(path)?;
    if stored.positions.count() == 0 {
        bail!(
            "{} has no positions, so the proof's cannot be found in it",
            path.display()
        );
    }
    let graph = &stored.graph;
    let numbers: HashMap<String, NodeId> = graph
        .vertices()
        .map(|vertex| (stored.positions.text(vertex), vertex))
        .collect();
    let mut vertices = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for entry in &file.vertices {
        let refuse = |condition, detail: String| {
            Ok(Verdict::Refuted(Refusal::new(condition, entry.id, detail)))
        };
        let Some(&vertex) = numbers.get(&entry.position) else {
            let detail = format!("`{}` is not in the graph", entry.position);
            return refuse(Condition::Position, detail);
        };
        if !seen.insert(vertex) {
            return refuse(
                Condition::Position,
                "the position is there twice".to_owned(),
            );
        }
        if entry.score != graph.score(vertex) {
            return refuse(Condition::Score, "the graph has another score".to_owned());
        }
        if !graph.is_end(vertex) && minproof::Player::from(entry.player) != graph.player(vertex) {
            return refuse(Condition::Player, "the graph has another mover".to_owned());
        }
        vertices.push(vertex);
    }
    for (entry, &vertex) in file.vertices.iter().zip(&vertices) {
        for child in &entry.children {
            let target = vertices.get(child.to);
            if !target.is_some_and(|target| graph.children(vertex).contains(target)) {
                let detail = format!("no move leads to vertex {} in the graph", child.to);
                return Ok(Verdict::Refuted(Refusal::new(
                    Condition::Move,
                    entry.id,
                    detail,
                )));
            }
        }
    }
    for hold in claim.holds() {
        let side = file.vertices.iter().zip(&vertices).filter(|(entry, _)| {
            entry
                .side
                .is_none_or(|side| minproof::Player::from(side) == hold.prover)
        });
        let set = Subgraph::new(graph, side.map(|(_, &vertex)| vertex).collect());
        let verdict = against_graph(&set, hold);
        if let Verdict::Refuted(mut refusal) | Verdict::Unfinished(mut refusal) = verdict {
            // The checker counts in the order of the graph; the file has its own numbers. A
            // set without the start has no culprit, and may have no vertex at all.
            let culprit = set.vertices().get(refusal.vertex);
            if let Some(&culprit) = culprit.filter(|_| refusal.condition != Condition::Start) {
                refusal.drawing = Some(stored.positions.text(culprit));
                refusal.vertex = vertices
                    .iter()
                    .position(|&v| v == culprit)
                    .unwrap_or(refusal.vertex);
            }
            return Ok(Err(refusal).into());
        }
    }
    Ok(Verdict::Proved)
}
