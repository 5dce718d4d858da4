//! `minproof solve`

use anyhow::{Context as _, bail};
use minproof::games::View;
use minproof::solve::{self, TopologicalOrder};
use minproof::{NodeId, Score};
use serde_json::json;

use crate::context::{Context, Loaded};
use crate::outcome::Outcome;

/// Solves a game: its value under perfect play, who wins, the best moves.
///
/// With --json: game, vertices, edges, ends, levels, value, dominance (-1, 0, 1),
/// winner (first, second or null), remoteness, shortest, longest (plies), games (a
/// string, or null where it cannot be known), position, best_moves (a list).
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game, or a graph file
    #[arg(value_name = "GAME|FILE")]
    source: String,
    /// Value and best moves of this position instead of the start, written as in files, such as "X-/-O X"
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Outcome> {
    let loaded = context.load(&args.source)?;
    context.end_when_interrupted();
    let graph = &loaded.graph;
    let order = loaded.order()?;
    let values = solve::values_in(graph, &order);
    let vertex = match &args.position {
        None => NodeId::START,
        Some(text) => find(&loaded, text)?,
    };
    let facts = Facts::at(&loaded, &order, vertex, &values);
    let view = match (&loaded.game, &args.position) {
        (Some(game), Some(text)) => Some(game.view(text)?),
        (Some(game), None) if loaded.positions.count() > 0 => {
            Some(game.view(&loaded.positions.text(vertex))?)
        }
        _ => None,
    };
    let best = best_moves(&loaded, &values, vertex, view.as_ref());
    let position = view.as_ref().map(|_| match &args.position {
        Some(text) => text.clone(),
        None => loaded.label(vertex),
    });

    let (vertices, edges, ends) = (graph.vertex_count(), graph.edge_count(), graph.end_count());
    let levels = graph.levels().len();
    let games = solve::games(graph, &order).map(|games| games.to_string());
    let mut text = format!("{}\n", loaded.name);
    text.push_str(&format!(
        "graph       {vertices} vertices, {edges} edges, {ends} ends, {levels} levels\n"
    ));
    if let Some(view) = &view {
        text.push_str(&format!("position\n{}\n", view.drawing));
    }
    text.push_str(&format!("value       {}\n", describe(facts.value)));
    if graph.is_end(vertex) {
        text.push_str("            the game is over here\n");
    } else {
        let mover = graph.player(vertex);
        text.push_str(&format!(
            "best moves  {} ({mover} to move)\n",
            best.join(", ")
        ));
        let how = if facts.value == 0 {
            "both keep the draw and delay"
        } else {
            "the winner hurries, the loser delays"
        };
        text.push_str(&format!("remoteness  {} plies ({how})\n", facts.remoteness));
        text.push_str(&format!(
            "games last  {} to {} plies\n",
            facts.shortest, facts.longest
        ));
    }
    match &games {
        Some(games) => text.push_str(&format!("games       {games} from the start")),
        None => {
            text.push_str("games       unknown: the graph does not say how many moves were merged");
        }
    }
    let json = json!({
        "game": loaded.name,
        "vertices": vertices,
        "edges": edges,
        "ends": ends,
        "levels": levels,
        "position": position,
        "value": facts.value,
        "dominance": solve::dominance(facts.value),
        "winner": minproof::Player::favoured_by(facts.value).map(minproof::Player::name),
        "remoteness": facts.remoteness,
        "shortest": facts.shortest,
        "longest": facts.longest,
        "games": games,
        "best_moves": best,
    });
    Ok(Outcome::done(text, json))
}

/// What is said of one vertex. The tables that it comes from are large, so each goes
/// before the next is made.
struct Facts {
    value: Score,
    remoteness: u32,
    shortest: u32,
    longest: u32,
}

impl Facts {
    fn at(loaded: &Loaded, order: &TopologicalOrder, vertex: NodeId, values: &[Score]) -> Self {
        let remoteness = solve::remoteness(&loaded.graph, order, values)[vertex.index()];
        let lengths = solve::lengths(&loaded.graph, order)[vertex.index()];
        Self {
            value: values[vertex.index()],
            remoteness,
            shortest: lengths.shortest,
            longest: lengths.longest,
        }
    }
}

/// Who wins, in words.
pub(crate) fn describe(value: Score) -> String {
    match minproof::Player::favoured_by(value) {
        Some(winner) => format!(
            "{value:+} for First: {winner} wins by {}",
            value.unsigned_abs()
        ),
        None => "0: a draw".to_owned(),
    }
}

fn find(loaded: &Loaded, text: &str) -> anyhow::Result<NodeId> {
    let view = loaded.rules()?.view(text)?;
    let graph = &loaded.graph;
    graph
        .vertices()
        .find(|&vertex| loaded.positions.text(vertex) == view.canonical)
        .with_context(|| {
            format!(
                "`{text}` is never reached from the start of {}",
                loaded.name
            )
        })
}

/// The names of the moves that keep the value, as the one who sees the position
/// plays them; numbers of vertices if moves are not known.
fn best_moves(
    loaded: &Loaded,
    values: &[Score],
    vertex: NodeId,
    view: Option<&View>,
) -> Vec<String> {
    let best = solve::best_children(&loaded.graph, values, vertex);
    match view {
        None => best.map(|child| format!("to vertex {child}")).collect(),
        Some(view) => {
            let texts: Vec<String> = best.map(|child| loaded.positions.text(child)).collect();
            let steps = view.steps.iter().filter(|step| texts.contains(&step.to));
            steps.map(|step| step.name.clone()).collect()
        }
    }
}

/// Refuses commands that need a winner where there is none.
pub(crate) fn needs_winner(loaded: &Loaded, values: &[Score]) -> anyhow::Result<()> {
    if solve::winner(values).is_none() {
        bail!(
            "{} is a draw: there is no winner whose moves could be kept; leave out --winning-moves",
            loaded.name
        );
    }
    Ok(())
}
