//! `minproof build`

use std::path::PathBuf;

use minproof::games::catalogue;
use minproof::store;
use serde_json::json;

use crate::context::{Context, commit, open_output};
use crate::outcome::{Outcome, shown};

/// Builds the game graph breadth-first, symmetric positions merged.
///
/// With --json: game, vertices, edges, ends, levels (numbers), level_sizes (a list),
/// file (or null).
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as reversi:board=4x4
    game: String,
    /// Save the graph with its positions, usually as NAME.mpgraph
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Outcome> {
    let game = catalogue::open(&args.game)?;
    let mut output = args.output.as_deref().map(open_output).transpose()?;
    let built = context.build(&game)?;
    let graph = &built.graph;
    if let Some(out) = &mut output {
        store::write(out, &game.spec, graph, &*built.positions)?;
    }
    let file = output.map(commit).transpose()?;
    let sizes = graph.levels();
    let (vertices, edges, ends) = (graph.vertex_count(), graph.edge_count(), graph.end_count());
    let mut text = format!(
        "{}\n{vertices} vertices, {edges} edges, {ends} ends, {} levels",
        game.spec,
        sizes.len()
    );
    let listed: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    text.push_str(&format!("\nvertices by level: {}", listed.join(", ")));
    if let Some(file) = &file {
        text.push_str(&format!("\nsaved to {}", file.display()));
    }
    let json = json!({
        "game": game.spec,
        "vertices": vertices,
        "edges": edges,
        "ends": ends,
        "levels": sizes.len(),
        "level_sizes": sizes,
        "file": file.as_deref().map(shown),
    });
    Ok(Outcome::done(text, json))
}
