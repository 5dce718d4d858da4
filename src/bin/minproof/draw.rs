//! `minproof draw`

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use minproof::export::{Canvas, Drawing, MOVES_UP_TO, Picture, canvas};
use minproof::games::catalogue::{self, NamedGame};
use serde_json::json;

use crate::context::{Context, commit, open_output};
use crate::export::{Source, read};
use crate::outcome::{Outcome, shown};

/// Draws a graph or a proof by plies: First's wins red, Second's blue, draws grey; First's
/// positions as boxes, Second's as circles, ends with a double outline and their score.
///
/// Moves stand beside the edges where there are at most 400. Up to 20000 vertices are drawn.
///
/// With --json: title, vertices, edges, width, height (points), file.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game, a graph file or a proof file
    #[arg(value_name = "GAME|FILE")]
    source: String,
    /// Where to; the name ends with .svg, .pdf or .png
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Draw the boards
    #[arg(long)]
    boards: bool,
    /// Only the first N levels
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    levels: Option<u32>,
    /// Draw a proof over the graph that it was cut from: that of its game, or --over=GAME|FILE
    #[arg(long, value_name = "GAME|FILE", num_args = 0..=1, require_equals = true)]
    over: Option<Option<String>>,
    /// Draw ends once for every position that leads to them
    #[arg(long)]
    split_ends: bool,
    /// What stands above (the game and the claim if left out)
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

#[derive(Clone, Copy)]
enum Format {
    Svg,
    Pdf,
    Png,
}

impl Format {
    fn of(path: &Path) -> anyhow::Result<Self> {
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        match extension.to_ascii_lowercase().as_str() {
            "svg" => Ok(Self::Svg),
            "pdf" => Ok(Self::Pdf),
            "png" if cfg!(feature = "png") => Ok(Self::Png),
            "png" => bail!("this program was built without PNG; write .svg or .pdf"),
            _ => bail!(
                "cannot tell the format of {}: its name must end with .svg, .pdf or .png",
                path.display()
            ),
        }
    }

    fn write(self, canvas: &Canvas) -> anyhow::Result<Vec<u8>> {
        Ok(match self {
            Self::Svg => canvas::svg(canvas).into_bytes(),
            Self::Pdf => canvas::pdf(canvas),
            #[cfg(feature = "png")]
            Self::Png => canvas::png(canvas)?,
            #[cfg(not(feature = "png"))]
            Self::Png => bail!("this program was built without PNG"),
        })
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Outcome> {
    let format = Format::of(&args.output)?;
    let mut out = open_output(&args.output)?;
    let source = read(&args.source, context)?;
    let (whole, part) = match &args.over {
        None => (source, None),
        Some(graph) => {
            let (whole, part) = behind(source, graph.as_deref(), args, context)?;
            (whole, Some(part))
        }
    };
    context.end_when_interrupted();
    let mut picture = whole.picture;
    if let Some(part) = &part {
        picture.title.clone_from(&part.title);
    }
    if let Some(title) = &args.title {
        picture.title.clone_from(title);
    }
    if let Some(levels) = args.levels {
        picture = picture.first_levels(levels as usize);
    }
    if args.split_ends {
        picture = picture.ends_once_per_parent();
    }
    let few = picture.edges.len() <= MOVES_UP_TO;
    if let Some(game) = whole.game.as_ref().filter(|_| few && !whole.moves_named) {
        picture.name_moves(&**game)?;
    }
    let boards = if args.boards {
        let game = known(whole.game.as_ref(), &args.source)?;
        picture.boards(&**game)?
    } else {
        Vec::new()
    };
    let drawing = Drawing {
        picture,
        boards,
        pieces: whole
            .game
            .as_ref()
            .map(|game| game.face().pieces)
            .unwrap_or_default(),
        over: part.as_ref(),
    };
    let canvas = drawing.canvas()?;
    out.write_all(&format.write(&canvas)?)?;
    let file = commit(out)?;
    let (vertices, edges) = (drawing.picture.vertices.len(), drawing.picture.edges.len());
    let text = format!(
        "{vertices} vertices and {edges} edges drawn in {}",
        file.display()
    );
    let json = json!({
        "title": drawing.picture.title,
        "vertices": vertices,
        "edges": edges,
        "width": canvas.width.ceil(),
        "height": canvas.height.ceil(),
        "file": shown(&file),
    });
    Ok(Outcome::done(text, json))
}

/// The graph that a proof is drawn over, and the proof.
fn behind(
    proof: Source,
    graph: Option<&str>,
    args: &Args,
    context: &Context,
) -> anyhow::Result<(Source, Picture)> {
    if !proof.is_proof {
        bail!("--over wants a proof file, and {} is none", args.source);
    }
    let spec = match graph {
        Some(graph) => graph.to_owned(),
        None => known(proof.game.as_ref(), &args.source)?.spec.clone(),
    };
    let whole = read(&spec, context)?;
    let start = |picture: &Picture| picture.vertices.first().map(|v| v.label.clone());
    if start(&whole.picture) != start(&proof.picture) {
        bail!(
            "{spec} does not start where {} starts, so it was not cut from it",
            args.source
        );
    }
    Ok((whole, proof.picture))
}

fn known<'a>(game: Option<&'a NamedGame>, source: &str) -> anyhow::Result<&'a NamedGame> {
    game.with_context(|| {
        let some = catalogue::entries().iter().map(|entry| entry.name);
        format!(
            "{source} does not name its game, one of {}, so its boards and moves are not known",
            some.collect::<Vec<_>>().join(", ")
        )
    })
}
