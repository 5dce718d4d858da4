//! `minproof play`

mod perfect;
mod sheet;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use minproof::games::catalogue::{self, NamedGame};
use minproof::games::{Step, View};
use minproof::proof::file::ProofFile;
use minproof::{Player, Score};
use serde_json::json;

use crate::context::Context;
use crate::outcome::Outcome;
use perfect::Perfect;
use sheet::Sheet;
use table::{Said, Table};

/// Plays a game with you, perfectly or from a proof.
///
/// Write a move as players do, such as b1, or undo, hint, help, quit. The board lies as you
/// see it: it is never turned. Without --sheet the other side never gives a point away, and is
/// quick where it wins. With --sheet it knows nothing but the proof.
///
/// With --json: game, you (first or second), moves (a list), score (null if the game was not
/// ended), result (won, drawn, lost or unfinished); all that is said goes to standard error.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The game, such as tictactoe; --sheet names it if it is left out
    #[arg(value_name = "GAME", required_unless_present = "sheet")]
    game: Option<String>,
    /// Play against the proof in this file
    #[arg(long, value_name = "PROOF")]
    sheet: Option<PathBuf>,
    /// Who you are; First if left out, or whom the proof does not play
    #[arg(long = "as", value_enum, value_name = "PLAYER")]
    you: Option<Side>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    First,
    Second,
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

/// Whoever plays against the person.
trait Opponent {
    /// The move to make; `None` if it is not known, which a checked proof excludes.
    fn choose<'v>(&self, view: &'v View) -> Option<&'v Step>;

    /// How things stand for the person who is to move.
    fn standing(&self, view: &View, you: Player) -> String;

    /// What the person is told who asks what to play.
    fn hint(&self, view: &View) -> String;
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Outcome> {
    let asked = args.you.map(Player::from);
    let (game, you, opponent): (NamedGame, Player, Box<dyn Opponent>) = match &args.sheet {
        None => {
            let game = catalogue::open(args.game.as_deref().unwrap_or_default())?;
            let perfect = Perfect::new(&game, context)?;
            (game, asked.unwrap_or(Player::First), Box::new(perfect))
        }
        Some(path) => {
            let (game, file) = read_sheet(path, args.game.as_deref())?;
            let (sheet, prover) = Sheet::new(&game, file, path, asked)?;
            (game, !prover, Box::new(sheet))
        }
    };
    context.end_when_interrupted();
    let mut table = Table::new(context.json);
    let mut match_ = Match {
        game: &game,
        you,
        opponent: &*opponent,
        positions: vec![game.set_up()],
        moves: Vec::new(),
        turns: Vec::new(),
    };
    let score = match_.play(&mut table)?;
    let won = score.map(|score| score.signum() * you.sign());
    let result = match won {
        Some(1) => "won",
        Some(0) => "drawn",
        Some(_) => "lost",
        None => "unfinished",
    };
    let text = match score {
        None => String::new(),
        Some(0) => "the game is over: a draw".to_owned(),
        Some(score) => format!("the game is over: you have {result} ({score:+} for First)"),
    };
    let json = json!({
        "game": game.spec,
        "you": you.name(),
        "moves": match_.moves,
        "score": score,
        "result": result,
    });
    Ok(Outcome::done(text, json))
}

fn read_sheet(path: &Path, given: Option<&str>) -> anyhow::Result<(NamedGame, ProofFile)> {
    let name = path.display();
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let file = ProofFile::read(bytes.as_slice()).with_context(|| name.to_string())?;
    let game = match (given, file.header.game.as_deref()) {
        (None, None) => {
            bail!("{name} does not name its game; write minproof play GAME --sheet {name}")
        }
        (Some(spec), None) | (None, Some(spec)) => catalogue::open(spec)?,
        (Some(given), Some(named)) => {
            let game = catalogue::open(given)?;
            if catalogue::open(named)?.spec != game.spec {
                bail!("{name} is a proof of {named}, not of {}", game.spec);
            }
            game
        }
    };
    Ok((game, file))
}

/// A game that is being played.
struct Match<'a> {
    game: &'a NamedGame,
    you: Player,
    opponent: &'a dyn Opponent,
    /// All positions from the start, as the board lies.
    positions: Vec<String>,
    moves: Vec<String>,
    /// How many positions there were whenever the person moved.
    turns: Vec<usize>,
}

impl Match<'_> {
    /// Plays to the end, whose score is returned, or until the person leaves.
    fn play(&mut self, table: &mut Table) -> anyhow::Result<Option<Score>> {
        table.say(&format!(
            "{}: you are {}; write a move, undo, hint, help or quit",
            self.game.spec, self.you
        ))?;
        loop {
            let view = self
                .game
                .view(self.positions.last().expect("there is the start"))?;
            if let Some(score) = view.score {
                table.board(&board_alone(&view.drawing))?;
                return Ok(Some(score));
            }
            if view.player == self.you {
                if !self.your_turn(&view, table)? {
                    return Ok(None);
                }
            } else {
                let step = self
                    .opponent
                    .choose(&view)
                    .with_context(|| format!("no reply is known to {}", view.canonical))?;
                let after = self.game.view(&step.reached)?;
                let mover = view.player;
                let why = match after.score {
                    Some(_) => String::new(),
                    None => format!(": {}", self.opponent.standing(&after, self.you)),
                };
                table.say(&format!("{mover} plays {}{why}", step.name))?;
                self.make(step);
            }
        }
    }

    fn make(&mut self, step: &Step) {
        self.positions.push(step.reached.clone());
        self.moves.push(step.name.clone());
    }

    /// Until the person has moved or taken back; false when the person leaves.
    fn your_turn(&mut self, view: &View, table: &mut Table) -> anyhow::Result<bool> {
        table.board(&view.drawing)?;
        loop {
            let Some(line) = table.ask()? else {
                return Ok(false);
            };
            let named = |step: &&Step| step.name.eq_ignore_ascii_case(&line);
            if let Some(step) = view.steps.iter().find(named) {
                self.turns.push(self.positions.len());
                self.make(step);
                return Ok(true);
            }
            match Said::of(&line) {
                Said::Nothing => {}
                Said::Quit => return Ok(false),
                Said::Hint => table.say(&self.opponent.hint(view))?,
                Said::Help => table.say(&format!("{HELP}\n{}", legal(view)))?,
                Said::Undo => match self.turns.pop() {
                    Some(count) => {
                        self.positions.truncate(count);
                        self.moves.truncate(count - 1);
                        table.say("taken back")?;
                        return Ok(true);
                    }
                    None => table.say("there is nothing to take back")?,
                },
                Said::Other => {
                    table.say(&format!("`{line}` is no legal move here; {}", legal(view)))?;
                }
            }
        }
    }
}

const HELP: &str = "write the move that you want to make, or
  undo   take your last move back, and the answer to it
  hint   the best moves, what they lead to and how soon
  help   this
  quit   leave";

fn legal(view: &View) -> String {
    let names: Vec<&str> = view.steps.iter().map(|step| step.name.as_str()).collect();
    format!("you can play {}", names.join(", "))
}

/// At the end nobody is to move, so what a drawing says of it is left out.
fn board_alone(drawing: &str) -> String {
    let lines = drawing.lines().map(|line| match line.split_once("   ") {
        Some((board, rest)) if rest.ends_with("to move") => board,
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}
