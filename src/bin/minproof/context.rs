//! What all subcommands share: global options, interruption, and graphs that come
//! from a game or from a file.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context as _, bail};
use minproof::games::catalogue::{self, NamedGame};
use minproof::games::{BuiltGame, PositionTexts};
use minproof::graph::build::BuildOptions;
use minproof::solve::TopologicalOrder;
use minproof::store::{self, PendingFile, StoredGraph};
use minproof::{GameGraph, NodeId};

use crate::progress::BuildReport;

/// Options of every subcommand.
#[derive(clap::Args)]
pub(crate) struct Global {
    /// Print one JSON object instead of text
    #[arg(long, global = true, help_heading = "Global options")]
    pub(crate) json: bool,
    /// How many threads work (all cores by default); results are the same for any number, unless time runs out
    #[arg(long, global = true, help_heading = "Global options", allow_negative_numbers = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Show no progress
    #[arg(long, short, global = true, help_heading = "Global options")]
    quiet: bool,
    /// Stop building when the graph has more vertices than this
    #[arg(long, global = true, help_heading = "Global options", value_name = "N")]
    max_vertices: Option<usize>,
    /// Stop building when it takes more memory, such as 500MB or 2GiB (most of what is free by default)
    #[arg(long, global = true, help_heading = "Global options", value_name = "SIZE", value_parser = parse_size)]
    max_memory: Option<usize>,
}

/// What a subcommand runs in.
pub(crate) struct Context {
    pub(crate) quiet: bool,
    pub(crate) json: bool,
    max_vertices: Option<usize>,
    pub(crate) max_memory: Option<usize>,
    interrupted: Arc<AtomicBool>,
}

impl Context {
    pub(crate) fn new(global: Global) -> anyhow::Result<Self> {
        // This thread is one of them: handing all work to others takes time. (0: all cores.)
        rayon::ThreadPoolBuilder::new()
            .num_threads(global.threads.map_or(0, Into::into))
            .use_current_thread()
            .build_global()?;
        let interrupted = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&interrupted);
        ctrlc::set_handler(move || {
            // Whoever asks a second time does not want to wait.
            if flag.swap(true, Ordering::Relaxed) {
                let _ = writeln!(std::io::stderr(), "error: interrupted");
                std::process::exit(2);
            }
            let hint = "ending with what is known; Ctrl-C again to quit at once";
            let _ = writeln!(std::io::stderr(), "{hint}");
        })
        .context("cannot listen to Ctrl-C")?;
        Ok(Self {
            quiet: global.quiet,
            json: global.json,
            max_vertices: global.max_vertices,
            max_memory: global.max_memory.or_else(most_of_free_memory),
            interrupted,
        })
    }

    pub(crate) fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Becomes true when the user interrupts.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.interrupted
    }

    /// From now on the first Ctrl-C ends the program: nobody waits for anything.
    pub(crate) fn end_when_interrupted(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// Builds the graph of a game, with progress and limits.
    pub(crate) fn build(&self, game: &NamedGame) -> anyhow::Result<BuiltGame> {
        let mut report = BuildReport::new(self);
        let built = game.build(BuildOptions {
            max_vertices: self.max_vertices,
            max_memory: self.max_memory,
            progress: &mut |now| report.update(now),
        });
        built.with_context(|| format!("cannot build {}", game.spec))
    }

    /// A graph from `GAME|FILE`.
    pub(crate) fn load(&self, source: &str) -> anyhow::Result<Loaded> {
        if !names_a_file(source) {
            let game = catalogue::open(source)?;
            let built = self.build(&game)?;
            return Ok(Loaded {
                name: game.spec.clone(),
                game: Some(game),
                graph: built.graph,
                positions: built.positions,
            });
        }
        let stored = read_graph(Path::new(source))?;
        if stored.spec.is_empty() {
            return Ok(Loaded {
                name: source.to_owned(),
                game: None,
                graph: stored.graph,
                positions: Box::new(stored.positions),
            });
        }
        let game = catalogue::open(&stored.spec)
            .with_context(|| format!("{source} is of a game that is not known here"))?;
        // What is found in a graph is said of the game, so it must be the game's graph.
        let built = self.build(&game)?;
        let same_positions = stored.positions.count() == built.positions.count()
            && (built.graph.vertices())
                .all(|vertex| stored.positions.text(vertex) == built.positions.text(vertex));
        if stored.graph != built.graph || !same_positions {
            bail!(
                "{source} is not the graph of {} that this program builds; \
                 `minproof check {source}` says what differs from the rules",
                game.spec
            );
        }
        Ok(Loaded {
            name: game.spec.clone(),
            game: Some(game),
            graph: built.graph,
            positions: built.positions,
        })
    }
}

/// Reads a file; `-` is standard input. Where a game is named instead, `hint` says what
/// to do.
pub(crate) fn read_file(path: &Path, hint: &str) -> anyhow::Result<Vec<u8>> {
    let name = path.display();
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .lock()
            .read_to_end(&mut bytes)
            .context("cannot read standard input")?;
        return Ok(bytes);
    }
    let text = path.to_string_lossy();
    if !path.exists() && !names_a_file(&text) && catalogue::open(&text).is_ok() {
        bail!("{name} is a game, and a file is wanted; {hint}");
    }
    fs::read(path).with_context(|| format!("cannot read {name}"))
}

/// Reads a graph file; errors name it.
pub(crate) fn read_graph(path: &Path) -> anyhow::Result<StoredGraph> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let stored = store::read(&bytes).with_context(|| path.display().to_string());
    if stored.is_err() && bytes.starts_with(b"{\"minproof\":\"proof\"") {
        bail!(
            "{} is a proof file; this command wants a game or a graph file",
            path.display()
        );
    }
    stored
}

/// Whether `GAME|FILE` is a file: it is there, or looks like a path.
pub(crate) fn names_a_file(source: &str) -> bool {
    let name = source.split(':').next().unwrap_or_default();
    let is_game = catalogue::entries().iter().any(|entry| entry.name == name);
    !is_game && (source.contains(['/', '\\', '.']) || Path::new(source).exists())
}

/// A graph, and the game and positions behind it as far as they are known.
pub(crate) struct Loaded {
    /// The specification of the game, or the name of the file.
    pub(crate) name: String,
    pub(crate) game: Option<NamedGame>,
    pub(crate) graph: GameGraph,
    pub(crate) positions: Box<dyn PositionTexts>,
}

impl Loaded {
    pub(crate) fn order(&self) -> anyhow::Result<TopologicalOrder> {
        TopologicalOrder::of(&self.graph).with_context(|| self.name.clone())
    }

    /// The vertex' position, or its number if positions are not known.
    pub(crate) fn label(&self, vertex: NodeId) -> String {
        if vertex.index() < self.positions.count() {
            self.positions.text(vertex)
        } else {
            vertex.to_string()
        }
    }

    /// The game, for what cannot be done without.
    pub(crate) fn rules(&self) -> anyhow::Result<&NamedGame> {
        match &self.game {
            Some(game) if self.positions.count() > 0 => Ok(game),
            _ => bail!(
                "{} does not name its game, so its moves are not known",
                self.name
            ),
        }
    }
}

/// Opens an output file before the work begins; errors name it.
pub(crate) fn open_output(path: &Path) -> anyhow::Result<PendingFile> {
    PendingFile::create(path).with_context(|| format!("cannot write {}", path.display()))
}

/// Completes an output file.
pub(crate) fn commit(file: PendingFile) -> anyhow::Result<PathBuf> {
    let path = file.path().to_owned();
    file.commit()
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

fn parse_size(text: &str) -> Result<usize, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit: usize = match text[digits.len()..].trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" => 1000,
        "m" | "mb" => 1_000_000,
        "g" | "gb" => 1_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => return Err("write a number of bytes, or such as 500MB or 2GiB".to_owned()),
    };
    let number: usize = digits
        .parse()
        .map_err(|_| "write a number, such as 500MB".to_owned())?;
    number
        .checked_mul(unit)
        .ok_or_else(|| "that is more than can be addressed".to_owned())
}

/// Four fifths of the memory that is available, where the system says how much that is.
fn most_of_free_memory() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    kibibytes.checked_mul(1024 * 4)?.checked_div(5)
}
