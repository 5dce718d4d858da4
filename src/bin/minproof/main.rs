//! The command-line program. Every subcommand is a file of its own that turns its
//! arguments into an [`Outcome`](outcome::Outcome), which is printed here.

mod build;
mod check;
mod context;
mod draw;
mod export;
mod games;
mod outcome;
mod play;
mod plot;
mod progress;
mod prove;
mod prune;
mod sheet;
mod solve;
mod stats;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use context::Context;
use outcome::Outcome;

/// Solves small two-player games exactly, finds the smallest proofs of who wins, and
/// checks proofs.
///
/// A GAME is a name with parameters, such as reversi:board=4x4,blocked=ends or
/// tictactoe; `minproof games` lists them. Where GAME|FILE is wanted, a graph file
/// written by `minproof build` does as well.
///
/// Results go to standard output, progress and warnings to standard error. The exit
/// code is 0 when done or proved, 1 when refuted or not closed, 2 for an error.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    global: context::Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Games(games::Args),
    Build(build::Args),
    Solve(solve::Args),
    Prune(prune::Args),
    Stats(stats::Args),
    Prove(prove::Args),
    Check(check::Args),
    Sheet(sheet::Args),
    Export(export::Args),
    /// Draw a graph or a proof by plies
    Draw(draw::Args),
    /// Play in the terminal against perfect play, or against a proof
    Play(play::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; a closed pipe is none either.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let json = cli.global.json;
    match run(cli).and_then(|outcome| outcome.print(json)) {
        Ok(code) => code,
        Err(error) if outcome::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            outcome::print_error(&error);
            ExitCode::from(2)
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<Outcome> {
    let context = Context::new(cli.global)?;
    match cli.command {
        Command::Games(args) => games::run(&args),
        Command::Build(args) => build::run(&args, &context),
        Command::Solve(args) => solve::run(&args, &context),
        Command::Prune(args) => prune::run(&args, &context),
        Command::Stats(args) => stats::run(&args, &context),
        Command::Prove(args) => prove::run(&args, &context),
        Command::Check(args) => check::run(&args, &context),
        Command::Sheet(args) => sheet::run(&args, &context),
        Command::Export(args) => export::run(&args, &context),
        Command::Draw(args) => draw::run(&args, &context),
        Command::Play(args) => play::run(&args, &context),
    }
}
