//! `minproof prune`

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::bail;
use minproof::check::local_against_graph;
use minproof::find::prune::{Order, Pruner};
use minproof::graph::Subgraph;
use minproof::proof::{About, proof_file};
use minproof::{Claim, Player, Score, solve};
use serde_json::json;

use crate::context::{Context, Loaded, commit, open_output};
use crate::outcome::{Outcome, shown};
use crate::solve::needs_winner;

/// What alpha-beta pruning leaves for one order of the moves.
///
/// What alpha-beta would visit if it knew who wins everywhere: at a vertex whose mover
/// wins it stops at the first move that keeps the win, elsewhere it visits all moves.
///
/// With --json: game, vertices, edges, ends, order, seed, winning_moves, closed, file.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game, or a graph file
    #[arg(value_name = "GAME|FILE")]
    source: String,
    /// In which order moves are tried
    #[arg(long, value_enum, default_value_t = OrderName::Discovery)]
    order: OrderName,
    /// Seed of the random order, or of how ties of the mobility order fall
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Leave out the winner's moves that give the win away
    #[arg(long)]
    winning_moves: bool,
    /// Save the result as a proof file, usually NAME.proof.jsonl
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OrderName {
    /// As the builder found the positions
    Discovery,
    /// At random, by --seed
    Random,
    /// Fewest replies first; ties by discovery, or at random by --seed
    Mobility,
}

impl OrderName {
    pub(crate) fn order(self, seed: Option<u64>) -> Order<'static> {
        match self {
            Self::Discovery => Order::Discovery,
            Self::Random => Order::Random(seed.unwrap_or(0)),
            Self::Mobility => Order::Mobility(seed),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Discovery => "discovery",
            Self::Random => "random",
            Self::Mobility => "mobility",
        }
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Outcome> {
    if args.order == OrderName::Discovery && args.seed.is_some() {
        bail!("--seed has no meaning for the discovery order; use --order random or mobility");
    }
    let output = args.output.as_deref().map(open_output).transpose()?;
    let loaded = context.load(&args.source)?;
    context.end_when_interrupted();
    let values = solve::values_in(&loaded.graph, &loaded.order()?);
    if args.winning_moves {
        needs_winner(&loaded, &values)?;
    }
    let order = args.order.order(args.seed);
    let set = pruned(&loaded, &values, order, args.winning_moves);
    let dominances: Vec<i8> = values
        .iter()
        .map(|&value| solve::dominance(value))
        .collect();
    let verdict = local_against_graph(&set, &dominances);
    let file = match output {
        None => None,
        Some(mut out) => {
            let about = About {
                game: loaded.game.as_ref().map(|game| game.spec.clone()),
                ..About::default()
            };
            let claim = Claim::about(values[0]);
            let file = proof_file(
                &**loaded.rules()?,
                &*loaded.positions,
                &set,
                claim,
                about,
                |v| Some(dominances[v.index()]),
            )?;
            file.write(&mut out)?;
            out.flush()?;
            Some(commit(out)?)
        }
    };
    let (vertices, edges, ends) = (set.vertex_count(), set.edge_count(), set.end_count());
    let among = if args.winning_moves {
        "the winner's moves"
    } else {
        "the whole graph"
    };
    let mut text = format!(
        "{}\n{vertices} vertices, {edges} edges, {ends} ends left of {} vertices (order: {}, on {among})\n",
        loaded.name,
        loaded.graph.vertex_count(),
        args.order.name(),
    );
    text.push_str(&match verdict.refusal() {
        None => "closed: passes the local closure test".to_owned(),
        Some(refusal) => format!("NOT closed: {refusal}"),
    });
    if let Some(file) = &file {
        text.push_str(&format!("\nsaved to {}", file.display()));
        let lost = set
            .vertices()
            .iter()
            .any(|v| Player::favoured_by(values[v.index()]) != Player::favoured_by(values[0]));
        if lost {
            text.push_str(
                "\nit keeps the wrong tries of the search, so `minproof check` accepts it with --local only",
            );
        }
    }
    let json = json!({
        "game": loaded.name,
        "vertices": vertices,
        "edges": edges,
        "ends": ends,
        "order": args.order.name(),
        "seed": args.seed.or((args.order == OrderName::Random).then_some(0)),
        "winning_moves": args.winning_moves,
        "closed": verdict.is_proved(),
        "file": file.as_deref().map(shown),
    });
    let code = u8::from(!verdict.is_proved());
    Ok(Outcome { text, json, code })
}

/// The induced subgraph of what pruning visits.
pub(crate) fn pruned<'g>(
    loaded: &'g Loaded,
    values: &[Score],
    order: Order<'_>,
    winning_moves: bool,
) -> Subgraph<'g> {
    let pruner = if winning_moves {
        Pruner::winning_moves(&loaded.graph, values)
    } else {
        None
    };
    let mut pruner = pruner.unwrap_or_else(|| Pruner::new(&loaded.graph, values));
    let visited = pruner.prune(order);
    Subgraph::new(&loaded.graph, visited)
}
