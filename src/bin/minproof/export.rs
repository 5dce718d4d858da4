//! `minproof export`

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use minproof::export::{Picture, dot, graphml, json as node_link, lp, opb, wcnf};
use minproof::graph::Subgraph;
use minproof::proof::file::ProofFile;
use minproof::{Claim, Measure, solve, store};
use serde_json::json;

use crate::context::{Context, commit, names_a_file, open_output};
use crate::outcome::{Outcome, shown};
use crate::prove::{Measures, parse_measures};

/// Writes a graph or a proof for other programs: First's wins red, Second's blue, draws
/// grey; First as boxes, Second as ellipses, ends with a double outline. As wcnf, opb or lp it
/// is the problem of the smallest proof of a claim, so that any MaxSAT, pseudo-Boolean or MIP
/// solver can confirm the minimum.
///
/// With --json: vertices, edges, and file, or text where no file is wanted.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game, a graph file or a proof file
    #[arg(value_name = "GAME|FILE")]
    source: String,
    /// The format
    #[arg(long, value_enum)]
    format: Format,
    /// For wcnf, opb and lp: the claim; if left out, that the winner wins, or that it is a draw
    #[arg(long, value_name = "CLAIM", allow_hyphen_values = true)]
    claim: Option<Claim>,
    /// For wcnf, opb and lp: what to make least (see `minproof prove --help`)
    #[arg(long, value_name = "MEASURE[,MEASURE]", value_parser = parse_measures)]
    measure: Option<Measures>,
    /// Where to (standard output if left out)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    /// Graphviz
    Dot,
    /// networkx, Gephi, yEd
    Graphml,
    /// JSON in node-link form, as networkx reads it
    Json,
    /// MaxSAT: the problem of the smallest proof
    Wcnf,
    /// Pseudo-Boolean: the problem of the smallest proof
    Opb,
    /// Integer programming: the problem of the smallest proof
    Lp,
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Outcome> {
    let output = args.output.as_deref().map(open_output).transpose()?;
    let (text, vertices, edges) = match args.format {
        Format::Dot | Format::Graphml | Format::Json => {
            if args.claim.is_some() || args.measure.is_some() {
                bail!("--claim and --measure are for the formats wcnf, opb and lp");
            }
            let picture = picture(&args.source, context)?;
            let text = match args.format {
                Format::Dot => dot(&picture),
                Format::Graphml => graphml(&picture)?,
                _ => node_link(&picture),
            };
            (text, picture.vertices.len(), picture.edges.len())
        }
        Format::Wcnf | Format::Opb | Format::Lp => problem(args, context)?,
    };
    let Some(mut out) = output else {
        let json = json!({"vertices": vertices, "edges": edges, "text": text});
        return Ok(Outcome::done(text, json));
    };
    out.write_all(text.as_bytes())?;
    let file = commit(out)?;
    let text = format!(
        "{vertices} vertices and {edges} edges written to {}",
        file.display()
    );
    Ok(Outcome::done(
        text,
        json!({"vertices": vertices, "edges": edges, "file": shown(&file)}),
    ))
}

/// The problem of a smallest proof, with its numbers of vertices and edges.
fn problem(args: &Args, context: &Context) -> anyhow::Result<(String, usize, usize)> {
    let loaded = context.load(&args.source)?;
    let values = solve::values_in(&loaded.graph, &loaded.order()?);
    let claim = args.claim.unwrap_or_else(|| Claim::about(values[0]));
    let vertices_only = Measures(vec![Measure::Vertices]);
    let measures = args.measure.as_ref().unwrap_or(&vertices_only);
    let task = measures
        .task(&loaded.graph, &values, claim)?
        .with_context(|| format!("{claim} is false in {}", loaded.name))?;
    let problem = task.problem();
    let title = format!("{}, {claim}, least {measures}", loaded.name);
    let text = match args.format {
        Format::Wcnf => wcnf(problem, &title),
        Format::Opb => opb(problem, &title),
        _ => lp(problem, &title),
    };
    let edges = (0..problem.len() as u32)
        .map(|vertex| problem.children(vertex).len())
        .sum();
    Ok((text, problem.len(), edges))
}

fn picture(source: &str, context: &Context) -> anyhow::Result<Picture> {
    if names_a_file(source) {
        let bytes = fs::read(Path::new(source)).with_context(|| format!("cannot read {source}"))?;
        if !store::is_graph_file(&bytes) {
            if bytes.first() != Some(&b'{') {
                bail!("{source} is neither a graph file nor a proof file");
            }
            let file = ProofFile::read(bytes.as_slice()).with_context(|| source.to_owned())?;
            return Ok(Picture::of_proof(&file));
        }
    }
    let loaded = context.load(source)?;
    let values = solve::values_in(&loaded.graph, &loaded.order()?);
    let dominance = |vertex: minproof::NodeId| Some(solve::dominance(values[vertex.index()]));
    let set = Subgraph::whole(&loaded.graph);
    Ok(Picture::of_subgraph(
        &loaded.name,
        &set,
        |vertex| loaded.label(vertex),
        dominance,
    ))
}
