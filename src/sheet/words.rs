//! The phrases that all formats share.

use super::{Answer, Entry, Ply, Sheet, Then, Turning};
use crate::game::{Player, Score};

/// `1 move`, `2 moves`.
pub(super) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Answers of one entry that lead to the same place in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// The moves, as a person would say them.
    pub(super) moves: String,
    /// The number of the entry that they lead to.
    pub(super) entry: Option<usize>,
    /// What is done to the board first: a place in [`Sheet::turns`].
    pub(super) turn: Option<usize>,
    /// How the game has ended.
    pub(super) end: Option<String>,
}

impl Sheet {
    pub(super) fn you(&self) -> &'static str {
        self.face.name(self.prover())
    }

    pub(super) fn opponent(&self) -> &'static str {
        self.face.name(!self.prover())
    }

    pub(super) fn title(&self) -> &str {
        if self.face.title.is_empty() {
            &self.game
        } else {
            &self.face.title
        }
    }

    /// How far a score is in the prover's favour.
    fn margin(&self, score: Score) -> i64 {
        i64::from(score) * i64::from(self.prover().sign())
    }

    fn amount(&self, margin: i64) -> Option<String> {
        let unit = self.face.unit?;
        let amount = margin.unsigned_abs();
        let one = unit.strip_suffix('s').unwrap_or(unit);
        Some(format!("{amount} {}", if amount == 1 { one } else { unit }))
    }

    /// What is claimed, such as `White wins` or `O holds the draw`.
    pub(super) fn claim(&self) -> String {
        let margin = self.margin(self.hold.bound);
        let who = self.you();
        match (margin, self.amount(margin)) {
            (1, _) | (2.., None) => format!("{who} wins"),
            (2.., Some(amount)) => format!("{who} wins by at least {amount}"),
            (0, _) => format!("{who} holds the draw"),
            (_, Some(amount)) => format!("{who} loses by at most {amount}"),
            (_, None) => format!("{who} cannot do worse than lose"),
        }
    }

    pub(super) fn starts(&self) -> String {
        format!("{} makes the first move", self.face.name(self.starts))
    }

    /// `25 positions to know; at most 12 moves`.
    pub(super) fn totals(&self) -> String {
        let totals = self.totals;
        let folded = if totals.entries < totals.positions {
            format!(" in {}", count(totals.entries, "entry", "entries"))
        } else {
            String::new()
        };
        format!(
            "{}{folded}; at most {} of yours in a game",
            count(totals.positions, "position to know", "positions to know"),
            count(totals.moves, "move", "moves"),
        )
    }

    /// How often the board must be turned.
    pub(super) fn turning_words(&self) -> String {
        let totals = self.totals;
        let steps = count(totals.steps, "step", "steps");
        if totals.turned == 0 {
            return "the board is never turned".to_owned();
        }
        let mirrors = match totals.mirrored {
            0 => String::new(),
            1 => ", 1 of them a mirror image".to_owned(),
            mirrored => format!(", {mirrored} of them mirror images"),
        };
        format!(
            "{} of {steps} need a turn of the board{mirrors}",
            totals.turned
        )
    }

    /// How to play from the sheet, a sentence each.
    pub(super) fn legend(&self) -> Vec<String> {
        let (you, them) = (self.you(), self.opponent());
        let mut all = vec![format!(
            "You are {you}. Find the entry, play the move that is printed large, wait for {them}'s answer, go to the entry beside it."
        )];
        if self.totals.turned > 0 {
            all.push(
                "Where a turn is given, turn the board first, so that it lies as the entry shows it; squares are named as they lie then."
                    .to_owned(),
            );
        }
        if self.totals.mirrored > 0 {
            let way = if self.turning == Turning::Any {
                " (a sheet made with --no-mirrors has none)"
            } else {
                ""
            };
            all.push(format!(
                "No turning makes a mirror image: from there on read the entries in the mirror, or lay the board anew{way}."
            ));
        }
        all
    }

    pub(super) fn end(&self, score: Score) -> String {
        let margin = self.margin(score);
        let by = self
            .amount(margin)
            .map_or_else(String::new, |amount| format!(" by {amount}"));
        match margin.signum() {
            1 => format!("you win{by}"),
            0 => "a draw".to_owned(),
            _ => format!("you lose{by}"),
        }
    }

    /// The answers of an entry: equal ones in one row, in the order of the first of each.
    pub(super) fn rows(&self, entry: &Entry) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for answer in &entry.answers {
            let row = self.row(entry, answer);
            let same = rows.iter_mut().find(|other| {
                (other.entry, other.turn, &other.end) == (row.entry, row.turn, &row.end)
                    && !other.moves.contains(';')
            });
            match same {
                Some(same) if answer.plies.len() == 1 && !row.moves.is_empty() => {
                    same.moves = format!("{}, {}", same.moves, row.moves);
                }
                _ => rows.push(row),
            }
        }
        rows
    }

    fn row(&self, entry: &Entry, answer: &Answer) -> Row {
        let (place, turn, end) = match answer.then {
            Then::Entry { place, turn } => (Some(self.entries[place].number), turn, None),
            Then::End(score) => (None, None, Some(self.end(score))),
        };
        let moves = if answer.plies.is_empty() && place.is_some() && !entry.line.is_empty() {
            format!("{} has no move", self.opponent())
        } else {
            self.moves(&answer.plies)
        };
        Row {
            moves,
            entry: place,
            turn,
            end,
        }
    }

    /// Moves of an answer in order, with a word where the prover cannot move in between.
    fn moves(&self, plies: &[Ply]) -> String {
        let mut text = String::new();
        let mut last: Option<Player> = None;
        for ply in plies {
            if last == Some(ply.player) {
                text.push_str("; you have no move; ");
            } else if last.is_some() {
                text.push_str("; ");
            }
            if ply.player == self.prover() {
                text.push_str("you ");
            }
            text.push_str(&ply.mv);
            last = Some(ply.player);
        }
        text
    }

    /// What the opponent is forced to do, such as `Black must play c1`.
    pub(super) fn must(&self, ply: &Ply) -> String {
        match ply.mv.as_str() {
            "pass" => format!("{} must pass", self.opponent()),
            mv => format!("{} must play {mv}", self.opponent()),
        }
    }

    /// The words between two moves of an entry's line.
    pub(super) fn between(&self, before: &Ply, after: &Ply) -> Option<String> {
        let prover = self.prover();
        (before.player == prover && after.player == prover)
            .then(|| format!("{} has no move", self.opponent()))
    }
}

impl Sheet {
    /// What is done to the board, in few words and with an arrow.
    pub(super) fn turn_mark(&self, turn: Option<usize>) -> Option<String> {
        let name = self.turn_name(turn)?;
        let corners = self.entries[0].picture.as_ref().map(|board| {
            let file = |column: u32| char::from(b'a' + (column % 26) as u8);
            (file(board.width.max(1) - 1), board.height)
        });
        let words = match (name, corners) {
            ("mirror along the diagonal from the top left", Some((file, rank))) => {
                format!("mirror over a1\u{2013}{file}{rank}")
            }
            ("mirror along the diagonal from the top right", Some((file, rank))) => {
                format!("mirror over {file}1\u{2013}a{rank}")
            }
            _ => name.to_owned(),
        };
        Some(format!("{}\u{a0}{words}", turn_sign(name)))
    }
}

/// A short sign for what is done to the board.
fn turn_sign(name: &str) -> &'static str {
    match name {
        "turn a quarter left" => "\u{21ba}",
        "turn a quarter right" | "turn by half" => "\u{21bb}",
        "mirror left-right" => "\u{21c4}",
        "mirror top-bottom" => "\u{21c5}",
        "mirror along the diagonal from the top left" => "\u{2199}\u{2197}",
        "mirror along the diagonal from the top right" => "\u{2196}\u{2198}",
        _ => "\u{21bb}",
    }
}

/// The text with a capital letter at its start.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}
