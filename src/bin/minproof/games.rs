//! `minproof games`

use minproof::games::catalogue;
use serde_json::{Value, json};

use crate::outcome::Outcome;

/// The games with their parameters and what these are if left out
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args) -> anyhow::Result<Outcome> {
    let mut text = String::from("A GAME is NAME or NAME:key=value,key=value\n");
    let mut games = Vec::new();
    for entry in catalogue::entries() {
        text.push_str(&format!("\n{}\n  {}\n", entry.name, entry.summary));
        let mut parameters = Vec::new();
        for p in entry.parameters {
            let (key, values, default, help) = (p.key, p.values, p.default, p.help);
            text.push_str(&format!("    {key}={default}   {values}: {help}\n"));
            parameters
                .push(json!({"key": key, "values": values, "default": default, "help": help}));
        }
        let game: Value =
            json!({"name": entry.name, "summary": entry.summary, "parameters": parameters});
        games.push(game);
    }
    Ok(Outcome::done(text, json!({ "games": games })))
}
