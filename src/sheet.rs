//! Cheat sheets: a proof as a person plays from it.
//!
//! A [`Sheet`] has one [`Entry`] for each position where the prover moves, numbered in
//! playing order, with the reply to play and, for each answer of the opponent, the entry
//! to go to. It is made by [`Sheet::of_proof`] from a proof file and the rules; the
//! formats are pure functions of it, one file a format.
//!
//! Vertices of a proof are canonical positions, but the person's board may lie in
//! another way. So each entry is drawn in the orientation in which most ways lead to it
//! unturned, and the other ways say how to turn the board ([`Turning::Any`]). Where that
//! is a nuisance, entries are repeated instead ([`Turning::Rotations`] needs no mirror,
//! [`Turning::None`] no turn at all).

mod card;
mod exact;
mod font;
mod html;
mod layout;
mod markdown;
mod orient;
mod paint;
mod pdf;
mod plan;
mod svg;
mod text;
mod words;

pub use html::html;
pub use layout::{Paper, pages};
pub use markdown::markdown;
pub use pdf::pdf;
pub use svg::svg;
pub use text::text;

use crate::game::{BoardPicture, Face, Player, PositionError, Score, Square};
use crate::games::{AnyGame, Turn};
use crate::proof::Hold;
use crate::proof::file::ProofFile;

/// How a sheet deals with positions that are images of each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turning {
    /// They share an entry; steps say how to turn the board, or that it is a mirror image.
    #[default]
    Any,
    /// Those share an entry that are turned into each other without a mirror.
    Rotations,
    /// Each has an entry of its own; nothing is ever turned.
    None,
}

/// A move in a line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who moves.
    pub player: Player,
    /// The move, as it is played on the board of the entry.
    pub mv: String,
    /// Its square; `None` for a pass, and where there is no board.
    pub square: Option<Square>,
    /// The board after it, if there is one.
    pub after: Option<BoardPicture>,
}

/// Where a line of play leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// To an entry.
    Entry {
        /// Its place in [`Sheet::entries`].
        place: usize,
        /// What is done to the board first: a place in [`Sheet::turns`].
        turn: Option<usize>,
    },
    /// The game is over with this score, from First's point of view.
    End(Score),
}

/// What the opponent may do after an entry's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Mostly one move of the opponent. Several if the prover has no move in between, or
    /// only a pass, which is then among them; none if it is not the opponent who goes on.
    pub plies: Vec<Ply>,
    /// What comes then.
    pub then: Then,
}

/// What is to be known of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number on the sheet, from 1; 0 for the start if the opponent moves there.
    pub number: usize,
    /// The number of its vertex in the proof file.
    pub vertex: usize,
    /// How many entries come before it at most in a game.
    pub level: usize,
    /// The position as text, in the orientation in which it is drawn.
    pub position: String,
    /// The position over several lines.
    pub drawing: String,
    /// What stands on the board, if there is one.
    pub picture: Option<BoardPicture>,
    /// Squares of the opponent's last move; several if different moves lead here.
    pub last: Vec<Square>,
    /// The reply, then what is forced, if further replies are folded in. Empty at the
    /// start if the opponent moves there.
    pub line: Vec<Ply>,
    /// What the opponent may do then.
    pub answers: Vec<Answer>,
}

/// What a sheet comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Positions with a reply to know: entries, and replies folded into them.
    pub positions: usize,
    /// Entries with a number.
    pub entries: usize,
    /// The most moves that the prover makes in one game; passes do not count.
    pub moves: usize,
    /// Steps from entry to entry.
    pub steps: usize,
    /// Steps that need a turn, mirror images among them.
    pub turned: usize,
    /// Steps that need a mirror image.
    pub mirrored: usize,
    /// No choice of orientations of these entries needs fewer turned steps than this;
    /// for small sheets it is the number that is reached.
    pub least_turned: usize,
}

/// A cheat sheet for one side of a claim.
///
/// # Example
///
/// ```
/// use minproof::sheet::{self, Sheet, Turning};
/// use minproof::{find::tree::TreeProofs, games::catalogue, graph::Subgraph};
/// use minproof::{Claim, proof, solve::TopologicalOrder};
///
/// let game = catalogue::open("tictactoe")?;
/// let built = game.build_quietly()?;
/// let order = TopologicalOrder::of(&built.graph)?;
/// let hold = Claim::AtMost(0).holds()[0];
/// let proofs = TreeProofs::find(&built.graph, &order, hold).ok_or("false")?;
/// let set = Subgraph::new(&built.graph, proofs.iter().next().ok_or("none")?);
/// let about = proof::About { game: Some(game.spec.clone()), ..Default::default() };
/// let file = proof::proof_file(&*game, &*built.positions, &set, hold.claim(), about, |_| None)?;
///
/// let sheet = Sheet::of_proof(&*game, &file, hold, Turning::Any)?;
/// assert!(sheet::text(&sheet).contains("O holds the draw"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The game's specification, or what else the file calls it.
    pub game: String,
    /// The game's names and looks.
    pub face: Face,
    /// What the prover holds.
    pub hold: Hold,
    /// Who makes the first move.
    pub starts: Player,
    /// How images of positions are dealt with.
    pub turning: Turning,
    /// What can be done to the board, by number.
    pub turns: Vec<SheetTurn>,
    /// The entries, in playing order; the first is the start.
    pub entries: Vec<Entry>,
    /// What it comes to.
    pub totals: Totals,
}

/// Something that can be done to the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetTurn {
    /// Its name, and whether it is a rotation.
    pub turn: Turn,
    /// Where it takes each square, row by row from the top left; empty without a board.
    pub squares: Vec<Square>,
}

/// Why no sheet can be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// The game cannot read one of its positions.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The file is no proof: a position that is needed is not in it.
    #[error(
        "the proof lacks `{0}`, which can be reached; check the proof first (`minproof check`)"
    )]
    Missing(String),
    /// The file is no proof: the prover has no move there that stays in it.
    #[error("the proof has no reply at `{0}`; check the proof first (`minproof check`)")]
    NoReply(String),
    /// The file is no proof: play inside it may never end.
    #[error("play inside the proof can return to `{0}`; check the proof first (`minproof check`)")]
    Cycle(String),
}

impl Sheet {
    /// Makes the sheet of one side of a proof file's claim.
    ///
    /// The file should have passed [`crate::check::against_rules`]; nothing is believed
    /// of it all the same but which positions it has. Where the proof leaves the prover
    /// several replies, the one is taken after which the fewest positions follow in the
    /// proof, counted once for every way that leads to them.
    ///
    /// Takes time linear in positions, moves and symmetries, and a few rounds more to
    /// find orientations that need few turns.
    ///
    /// # Errors
    ///
    /// [`SheetError`] if the file is no proof.
    pub fn of_proof(
        game: &dyn AnyGame,
        file: &ProofFile,
        hold: Hold,
        turning: Turning,
    ) -> Result<Self, SheetError> {
        let mut plan = plan::Plan::new(game, file, hold, turning)?;
        let nodes = plan.nodes()?;
        let chosen = orient::orient(&mut plan, &nodes)?;
        plan.finish(&nodes, &chosen)
    }

    /// The player who plays from the sheet.
    #[must_use]
    pub fn prover(&self) -> Player {
        self.hold.prover
    }

    /// What is done to the board, if the number is one of a turn.
    #[must_use]
    pub fn turn_name(&self, turn: Option<usize>) -> Option<&str> {
        self.turns.get(turn?).map(|turn| turn.turn.name.as_str())
    }
}
