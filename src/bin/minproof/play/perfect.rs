//! Perfect play: the whole graph with its values.

use std::collections::HashMap;

use anyhow::Context as _;
use minproof::games::catalogue::NamedGame;
use minproof::games::{Step, View};
use minproof::solve::{self, Children, TopologicalOrder};
use minproof::{GameGraph, NodeId, Player, Score};

use super::Opponent;
use crate::context::Context;

/// Plays for the best score, and among equals for the nearest end where it wins and for the
/// farthest where it does not.
pub(super) struct Perfect {
    numbers: HashMap<String, NodeId>,
    values: Vec<Score>,
    /// Plies to the end if both sides play so.
    plies: Vec<u32>,
}

impl Perfect {
    pub(super) fn new(game: &NamedGame, context: &Context) -> anyhow::Result<Self> {
        let built = context.build(game)?;
        let graph = &built.graph;
        let order = TopologicalOrder::of(graph).with_context(|| game.spec.clone())?;
        let values = solve::values_in(graph, &order);
        let text = |vertex| (built.positions.text(vertex), vertex);
        Ok(Self {
            numbers: graph.vertices().map(text).collect(),
            plies: plies(graph, &order, &values),
            values,
        })
    }

    fn facts(&self, canonical: &str) -> (Score, u32) {
        let vertex = self.numbers[canonical].index();
        (self.values[vertex], self.plies[vertex])
    }

    /// The moves that keep the score, each with the plies to the end that it leads to.
    fn best<'v>(&self, view: &'v View) -> Vec<(&'v Step, u32)> {
        let (value, _) = self.facts(&view.canonical);
        let steps = view.steps.iter().filter_map(|step| {
            let (reached, plies) = self.facts(&step.to);
            (reached == value).then_some((step, plies + 1))
        });
        steps.collect()
    }
}

/// Like [`solve::remoteness`], but of play that gives no point away.
fn plies(graph: &GameGraph, order: &TopologicalOrder, values: &[Score]) -> Vec<u32> {
    solve::fold(graph, order, |vertex, children: Children<'_, u32>| {
        let here = values[vertex.index()];
        let kept = children
            .iter()
            .filter(|(child, _)| values[child.index()] == here)
            .map(|(_, plies)| plies + 1);
        let hurries = Player::favoured_by(here) == Some(graph.player(vertex));
        let plies = if hurries { kept.min() } else { kept.max() };
        plies.unwrap_or(0)
    })
}

pub(super) fn count(plies: u32) -> String {
    match plies {
        1 => "1 ply".to_owned(),
        n => format!("{n} plies"),
    }
}

impl Opponent for Perfect {
    fn choose<'v>(&self, view: &'v View) -> Option<&'v Step> {
        let (_, wanted) = self.facts(&view.canonical);
        let best = self.best(view);
        let found = best.into_iter().find(|&(_, plies)| plies == wanted);
        found.map(|(step, _)| step)
    }

    fn standing(&self, view: &View, you: Player) -> String {
        let (value, plies) = self.facts(&view.canonical);
        let plies = count(plies);
        match Player::favoured_by(value) {
            None => format!("it is a draw in {plies} if you play right"),
            Some(winner) if winner == you => {
                format!("you win in {plies} if you play right ({value:+} for First)")
            }
            Some(_) => format!("you are lost in {plies} ({value:+} for First)"),
        }
    }

    fn hint(&self, view: &View) -> String {
        let (value, _) = self.facts(&view.canonical);
        let result = match Player::favoured_by(value) {
            None => "a draw".to_owned(),
            Some(winner) => format!("{winner} wins, {value:+} for First"),
        };
        let mut text = format!("best play: {result}");
        for (step, plies) in self.best(view) {
            text.push_str(&format!("\n  {}   {} to the end", step.name, count(plies)));
        }
        text
    }
}
