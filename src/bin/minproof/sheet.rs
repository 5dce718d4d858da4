//! `minproof sheet`

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use minproof::check::against_rules;
use minproof::games::catalogue::{self, NamedGame};
use minproof::proof::Hold;
use minproof::proof::file::ProofFile;
use minproof::sheet::{self, Paper, Sheet, Turning};
use minproof::{Player, store};
use serde_json::{Value, json};

use crate::context::{Context, commit, open_output, read_file};
use crate::outcome::{Outcome, plural, shown};

/// Prints the cheat sheet of a proof.
///
/// Prints the cheat sheet of a proof: for each position where the prover moves, the reply
/// to play, and where to go for each answer of the opponent.
///
/// The format follows from the name of the output: .pdf, .svg (pages below each other),
/// .html (click what the opponent plays and see the reply), .md or .txt. The proof is
/// checked against the rules first; if it does not pass, nothing is written and the exit
/// code is 1. A proof of value=V gives two sheets, with -first and -second in their names.
///
/// With --json: game, claim, verdict, reason (null if proved), and sheets, each with claim,
/// prover, positions, entries, moves (the most that the prover makes), steps, turned (steps
/// that need a turn), mirrored (those that need a mirror), least_turned (no choice of
/// orientations has fewer turned), pages (of pdf and svg, else null), bytes, file.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A proof file
    proof: PathBuf,
    /// Where to: a name that ends in .pdf, .svg, .html, .md or .txt
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The game, if the file does not name it or names another
    #[arg(long)]
    game: Option<String>,
    /// Repeat entries so that the board never needs to be turned
    #[arg(long, conflicts_with = "no_mirrors")]
    no_turns: bool,
    /// Repeat entries so that the board is turned at most, never mirrored
    #[arg(long)]
    no_mirrors: bool,
    /// The paper of pdf and svg
    #[arg(long, value_enum, default_value_t = PaperName::A4)]
    paper: PaperName,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum PaperName {
    /// 210 x 297 mm
    A4,
    /// 8.5 x 11 inches
    Letter,
}

#[derive(Clone, Copy)]
enum Format {
    Pdf,
    Svg,
    Html,
    Markdown,
    Text,
}

impl Format {
    fn of(path: &Path) -> anyhow::Result<Self> {
        let ending = path.extension().and_then(|ending| ending.to_str());
        Ok(match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("pdf") => Self::Pdf,
            Some("svg") => Self::Svg,
            Some("html" | "htm") => Self::Html,
            Some("md") => Self::Markdown,
            Some("txt") => Self::Text,
            _ => bail!(
                "{} names no format; end it in .pdf, .svg, .html, .md or .txt",
                path.display()
            ),
        })
    }

    fn write(self, sheet: &Sheet, paper: Paper) -> Vec<u8> {
        match self {
            Self::Pdf => sheet::pdf(sheet, paper),
            Self::Svg => sheet::svg(sheet, paper).into_bytes(),
            Self::Html => sheet::html(sheet).into_bytes(),
            Self::Markdown => sheet::markdown(sheet).into_bytes(),
            Self::Text => sheet::text(sheet).into_bytes(),
        }
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> anyhow::Result<Outcome> {
    context.end_when_interrupted();
    let format = Format::of(&args.output)?;
    let name = args.proof.display();
    let bytes = read_file(
        &args.proof,
        "`minproof prove` writes proofs of it, and with -o sheets too",
    )?;
    if store::is_graph_file(&bytes) {
        bail!("{name} is a graph file; a sheet is made of a proof (`minproof prove` writes some)");
    }
    let file = ProofFile::read(bytes.as_slice()).with_context(|| name.to_string())?;
    let claim = file.claim().with_context(|| format!("{name}, line 1"))?;
    let game = game_of(args, &file)?;
    let holds = claim.holds();
    let paths: Vec<PathBuf> = holds
        .iter()
        .map(|&hold| output(&args.output, hold, holds.len()))
        .collect();
    let outputs = paths
        .iter()
        .map(|path| open_output(path))
        .collect::<Result<Vec<_>, _>>()?;
    let verdict = against_rules(&*game, &file, claim);
    if let Some(refusal) = verdict.refusal() {
        let text = format!(
            "{name} does not prove {claim} ({}), so there is no sheet\n{refusal}",
            verdict.name()
        );
        let json = json!({
            "game": game.spec,
            "claim": claim.to_string(),
            "verdict": verdict.name(),
            "reason": refusal.to_string(),
            "sheets": [],
        });
        return Ok(Outcome {
            text,
            json,
            code: 1,
        });
    }
    let mut texts = Vec::new();
    let mut sheets = Vec::new();
    for (hold, mut out) in holds.into_iter().zip(outputs) {
        let mut made = Sheet::of_proof(&*game, &file, hold, turning(args))
            .with_context(|| name.to_string())?;
        made.game.clone_from(&game.spec);
        let bytes = format.write(&made, paper(args));
        out.write_all(&bytes)?;
        let path = commit(out)?;
        let pages =
            matches!(format, Format::Pdf | Format::Svg).then(|| sheet::pages(&made, paper(args)));
        texts.push(describe(&made, pages, &path));
        sheets.push(to_json(&made, pages, bytes.len(), &path));
    }
    let json = json!({
        "game": game.spec,
        "claim": claim.to_string(),
        "verdict": verdict.name(),
        "reason": Value::Null,
        "sheets": sheets,
    });
    Ok(Outcome::done(texts.join("\n"), json))
}

fn turning(args: &Args) -> Turning {
    match (args.no_turns, args.no_mirrors) {
        (true, _) => Turning::None,
        (_, true) => Turning::Rotations,
        _ => Turning::Any,
    }
}

fn paper(args: &Args) -> Paper {
    match args.paper {
        PaperName::A4 => Paper::A4,
        PaperName::Letter => Paper::Letter,
    }
}

fn game_of(args: &Args, file: &ProofFile) -> anyhow::Result<NamedGame> {
    let name = args.proof.display();
    let Some(spec) = args.game.as_deref().or(file.header.game.as_deref()) else {
        bail!("{name} does not name its game; say which with --game");
    };
    let game = catalogue::open(spec);
    if args.game.is_some() {
        return Ok(game?);
    }
    game.with_context(|| format!("{name} is about a game that is not known here"))
}

/// The name of one side's sheet.
fn output(path: &Path, hold: Hold, sides: usize) -> PathBuf {
    if sides == 1 {
        return path.to_owned();
    }
    let part =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let side = match hold.prover {
        Player::First => "first",
        Player::Second => "second",
    };
    let (stem, ending) = (part(path.file_stem()), part(path.extension()));
    path.with_file_name(format!("{stem}-{side}.{ending}"))
}

fn describe(sheet: &Sheet, pages: Option<usize>, path: &Path) -> String {
    let totals = sheet.totals;
    let pages = match pages {
        None => String::new(),
        Some(1) => ", one page".to_owned(),
        Some(pages) => format!(", {pages} pages"),
    };
    let turned = match (totals.turned, totals.least_turned) {
        (0, _) => "no step needs a turn".to_owned(),
        (turned, least) => format!(
            "{turned} of {} steps need a turn ({} a mirror); {}",
            totals.steps,
            totals.mirrored,
            if turned == least {
                "no orientations need fewer".to_owned()
            } else {
                format!("no orientations need fewer than {least}")
            }
        ),
    };
    format!(
        "{}{pages}: {}\n  {}, at most {} in a game\n  {turned}",
        path.display(),
        sheet.hold,
        format_args!(
            "{} to know in {}",
            plural(totals.positions, "position", "positions"),
            plural(totals.entries, "entry", "entries")
        ),
        plural(totals.moves, "move", "moves"),
    )
}

fn to_json(sheet: &Sheet, pages: Option<usize>, bytes: usize, path: &Path) -> Value {
    let totals = sheet.totals;
    json!({
        "claim": sheet.hold.to_string(),
        "prover": sheet.prover().name(),
        "positions": totals.positions,
        "entries": totals.entries,
        "moves": totals.moves,
        "steps": totals.steps,
        "turned": totals.turned,
        "mirrored": totals.mirrored,
        "least_turned": totals.least_turned,
        "pages": pages,
        "bytes": bytes,
        "file": shown(path),
    })
}
