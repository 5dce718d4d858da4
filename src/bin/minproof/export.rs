//! `minproof export`

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use minproof::export::{Picture, dot, graphml, json as node_link};
use minproof::graph::Subgraph;
use minproof::proof::file::ProofFile;
use minproof::{solve, store};
use serde_json::json;

use crate::context::{Context, commit, names_a_file, open_output};
use crate::outcome::Outcome;

/// Writes a graph or a proof for other programs: First's wins red, Second's blue, draws
/// grey; First as boxes, Second as ellipses, ends with a double outline.
///
/// With --json: game, format, vertices, edges, file.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game, a graph file or a proof file
    #[arg(value_name = "GAME|FILE")]
    source: String,
    /// The format
    #[arg(long, value_enum)]
    format: Format,
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
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Outcome> {
    let output = args.output.as_deref().map(open_output).transpose()?;
    let picture = picture(&args.source, context)?;
    let text = match args.format {
        Format::Dot => dot(&picture),
        Format::Graphml => graphml(&picture)?,
        Format::Json => node_link(&picture),
    };
    let (vertices, edges) = (picture.vertices.len(), picture.edges.len());
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
        json!({"vertices": vertices, "edges": edges, "file": file}),
    ))
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
