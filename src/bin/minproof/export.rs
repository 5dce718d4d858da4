//! `minproof export`

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use minproof::export::{
    Picture, csv_edges, csv_vertices, digraph6, dot, graphml, json as node_link, lp, mermaid, opb,
    tikz, wcnf,
};
use minproof::games::catalogue::{self, NamedGame};
use minproof::graph::Subgraph;
use minproof::proof::file::ProofFile;
use minproof::{Claim, Measure, solve, store};
use serde_json::json;

use crate::context::{Context, commit, names_a_file, open_output};
use crate::outcome::{Outcome, shown};
use crate::prove::{Measures, parse_measures};

/// Writes a graph, a proof or the problem of a smallest proof for other programs.
///
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
    /// Table of the vertices, for spreadsheets, R and pandas
    CsvVertices,
    /// Table of the edges
    CsvEdges,
    /// Flowchart for Markdown pages, up to 500 edges
    Mermaid,
    /// LaTeX papers, up to 200 vertices
    Tikz,
    /// nauty's tools (the shape alone), up to 20000 vertices
    Digraph6,
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
        Format::Wcnf | Format::Opb | Format::Lp => problem(args, context)?,
        _ => {
            if args.claim.is_some() || args.measure.is_some() {
                bail!("--claim and --measure are for the formats wcnf, opb and lp");
            }
            let picture = read(&args.source, context)?.picture;
            context.end_when_interrupted();
            let text = drawn(args.format, &picture)?;
            (text, picture.vertices.len(), picture.edges.len())
        }
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

/// A picture in one of the formats of graphs.
fn drawn(format: Format, picture: &Picture) -> anyhow::Result<String> {
    Ok(match format {
        Format::Dot => dot(picture),
        Format::Graphml => graphml(picture)?,
        Format::Json => node_link(picture),
        Format::CsvVertices => csv_vertices(picture),
        Format::CsvEdges => csv_edges(picture),
        Format::Mermaid => mermaid(picture)?,
        Format::Tikz => tikz(picture)?,
        Format::Digraph6 => digraph6(picture)?,
        Format::Wcnf | Format::Opb | Format::Lp => bail!("this is a format of problems"),
    })
}

/// The problem of a smallest proof, with its numbers of vertices and edges.
fn problem(args: &Args, context: &Context) -> anyhow::Result<(String, usize, usize)> {
    let loaded = context.load(&args.source)?;
    context.end_when_interrupted();
    let values = solve::values_in(&loaded.graph, &loaded.order()?);
    let claim = args.claim.unwrap_or_else(|| Claim::about(values[0]));
    let vertices_only = Measures(vec![Measure::Vertices]);
    let measures = args.measure.as_ref().unwrap_or(&vertices_only);
    let task = measures
        .task(&loaded.graph, &values, claim)?
        .with_context(|| format!("{claim} is false in {}", loaded.name))?;
    let problem = task.problem();
    let title = format!(
        "{}, {claim}, least {measures}; vertices are the {} of {} that a proof can use, in the order of the graph",
        loaded.name,
        problem.len(),
        loaded.graph.vertex_count()
    );
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

/// What a picture was made of.
pub(crate) struct Source {
    pub(crate) picture: Picture,
    pub(crate) game: Option<NamedGame>,
    pub(crate) is_proof: bool,
    /// Whether the edges have their moves already.
    pub(crate) moves_named: bool,
}

/// Reads a game, a graph file or a proof file.
pub(crate) fn read(source: &str, context: &Context) -> anyhow::Result<Source> {
    if names_a_file(source) {
        let bytes = fs::read(Path::new(source)).with_context(|| format!("cannot read {source}"))?;
        if !store::is_graph_file(&bytes) {
            if bytes.first() != Some(&b'{') {
                bail!("{source} is neither a graph file nor a proof file");
            }
            let file = ProofFile::read(bytes.as_slice()).with_context(|| source.to_owned())?;
            let game = file.header.game.as_deref();
            return Ok(Source {
                picture: Picture::of_proof(&file),
                // A game that is not known here is no fault of who only wants the graph.
                game: game.and_then(|spec| catalogue::open(spec).ok()),
                is_proof: true,
                moves_named: true,
            });
        }
    }
    let loaded = context.load(source)?;
    let values = solve::values_in(&loaded.graph, &loaded.order()?);
    let dominance = |vertex: minproof::NodeId| Some(solve::dominance(values[vertex.index()]));
    let set = Subgraph::whole(&loaded.graph);
    let label = |vertex| loaded.label(vertex);
    let picture = Picture::of_subgraph(&loaded.name, &set, label, dominance);
    Ok(Source {
        picture,
        game: loaded.game.filter(|_| loaded.positions.count() > 0),
        is_proof: false,
        moves_named: false,
    })
}
