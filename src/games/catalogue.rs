//! The catalogue: finds a game by a specification such as
//! `reversi:board=4x4,blocked=ends`.
//!
//! A new game is a file of its own and one [`Entry`] here.

use std::fmt::Write as _;
use std::sync::Arc;

use super::any::AnyGame;
use super::board::Board;
use super::connect::Connect;
use super::mnk::Mnk;
use super::reversi::{Blocked, Empties, Reversi, Start};
use crate::game::{Game, WithoutSymmetry};

/// A parameter of a game.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its key in the specification.
    pub key: &'static str,
    /// What it may be: alternatives divided by `|`, or a description in words.
    pub values: &'static str,
    /// What it is if it is left out.
    pub default: &'static str,
    /// What it does.
    pub help: &'static str,
}

/// A game of the catalogue.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// The rules in a line.
    pub summary: &'static str,
    /// Its parameters, `symmetry` last.
    pub parameters: &'static [Parameter],
    make: fn(&Given<'_>) -> Result<Box<dyn AnyGame>, SpecError>,
}

/// Why a specification names no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No game has this name.
    #[error("there is no game `{name}`{}; known games are {}", did_you_mean(.nearest.as_deref()), .known.join(", "))]
    UnknownGame {
        /// The name.
        name: String,
        /// The known name that is most like it.
        nearest: Option<String>,
        /// All names.
        known: Vec<String>,
    },
    /// The game has no such parameter.
    #[error("`{game}` has no parameter `{key}`{}; it has {}", did_you_mean(.nearest.as_deref()), .known.join(", "))]
    UnknownKey {
        /// The game.
        game: String,
        /// The key.
        key: String,
        /// The known key that is most like it.
        nearest: Option<String>,
        /// All keys.
        known: Vec<String>,
    },
    /// A parameter is given twice.
    #[error("parameter `{key}` of `{game}` is given twice")]
    Repeated {
        /// The game.
        game: String,
        /// The key.
        key: String,
    },
    /// A parameter is not of the form `key=value`.
    #[error("`{text}` is not of the form key=value; write `{game}:key=value,key=value`")]
    NoValue {
        /// The game.
        game: String,
        /// What was given.
        text: String,
    },
    /// A value is not allowed.
    #[error("`{key}={value}` does not fit `{game}`: expected {expected}")]
    BadValue {
        /// The game.
        game: String,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What is allowed.
        expected: String,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!(" (did you mean `{name}`?)"))
}

const BOARD: Parameter = Parameter {
    key: "board",
    values: "COLUMNSxROWS, each 1 to 8",
    default: "3x3",
    help: "size of the board",
};

const LINE: Parameter = Parameter {
    key: "k",
    values: "1 to 8",
    default: "3",
    help: "how many marks make a line",
};

const SYMMETRY: Parameter = Parameter {
    key: "symmetry",
    values: "full|none",
    default: "full",
    help: "whether symmetric positions are merged",
};

static ENTRIES: [Entry; 4] = [
    Entry {
        name: "reversi",
        summary: "Reversi (Othello); Black (X) is First, score in discs",
        parameters: &[
            Parameter {
                values: "COLUMNSxROWS, each 3 to 8",
                default: "4x4",
                ..BOARD
            },
            Parameter {
                key: "blocked",
                values: "ends|skips|passes",
                default: "skips",
                help: "a player without a move ends the game, is skipped (official), or passes as a move of its own",
            },
            Parameter {
                key: "start",
                values: "diagonal|parallel",
                default: "diagonal",
                help: "how the first four discs lie",
            },
            Parameter {
                key: "empties",
                values: "ignored|winner",
                default: "ignored",
                help: "whether empty squares count for the winner at the end",
            },
            SYMMETRY,
        ],
        make: make_reversi,
    },
    Entry {
        name: "mnk",
        summary: "k in a row on an m x n board; X is First, scores 1, 0, -1",
        parameters: &[BOARD, LINE, SYMMETRY],
        make: make_mnk,
    },
    Entry {
        name: "connect",
        summary: "k in a row with gravity (Connect Four is board=7x6,k=4); X is First, scores 1, 0, -1",
        parameters: &[
            Parameter {
                default: "4x4",
                ..BOARD
            },
            Parameter {
                default: "4",
                ..LINE
            },
            SYMMETRY,
        ],
        make: make_connect,
    },
    Entry {
        name: "tictactoe",
        summary: "another name for mnk:board=3x3,k=3",
        parameters: &[SYMMETRY],
        make: make_mnk,
    },
];

/// All games.
#[must_use]
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// A game that was found by its specification.
pub struct NamedGame {
    /// The specification in full: the board and all that differs from the defaults,
    /// in a fixed order. Equal games have equal specifications.
    pub spec: String,
    game: Box<dyn AnyGame>,
}

impl std::ops::Deref for NamedGame {
    type Target = dyn AnyGame;

    fn deref(&self) -> &Self::Target {
        &*self.game
    }
}

/// Finds a game by its specification.
///
/// # Errors
///
/// [`SpecError`], which lists what is known and offers what is nearest.
///
/// # Example
///
/// ```
/// use minproof::games::catalogue::open;
/// assert_eq!(open("tictactoe").unwrap().spec, "mnk:board=3x3,k=3");
/// let error = open("reversy").err().unwrap();
/// assert!(error.to_string().contains("did you mean `reversi`?"));
/// ```
pub fn open(spec: &str) -> Result<NamedGame, SpecError> {
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let name = match name.trim() {
        "othello" => "reversi",
        name => name,
    };
    let entry = ENTRIES
        .iter()
        .find(|entry| entry.name == name)
        .ok_or_else(|| {
            let known = ENTRIES
                .iter()
                .map(|entry| entry.name.to_owned())
                .collect::<Vec<_>>();
            SpecError::UnknownGame {
                name: name.to_owned(),
                nearest: nearest(name, &known),
                known,
            }
        })?;
    let given = Given::read(entry, rest)?;
    let game = (entry.make)(&given)?;
    Ok(NamedGame {
        spec: given.spec(),
        game,
    })
}

fn nearest(text: &str, known: &[String]) -> Option<String> {
    known
        .iter()
        .map(|name| (strsim::damerau_levenshtein(text, name), name))
        .filter(|&(distance, name)| distance <= 1 + name.len() / 3)
        .min()
        .map(|(_, name)| name.clone())
}

/// The parameters that a specification gives, checked against the entry's keys.
struct Given<'a> {
    entry: &'static Entry,
    values: Vec<(&'static Parameter, &'a str)>,
}

impl<'a> Given<'a> {
    fn read(entry: &'static Entry, text: &'a str) -> Result<Self, SpecError> {
        let game = || entry.name.to_owned();
        let mut values: Vec<(&'static Parameter, &'a str)> = Vec::new();
        for part in text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let Some((key, value)) = part.split_once('=') else {
                return Err(SpecError::NoValue {
                    game: game(),
                    text: part.to_owned(),
                });
            };
            let key = key.trim();
            let Some(parameter) = entry.parameters.iter().find(|p| p.key == key) else {
                let known: Vec<_> = entry.parameters.iter().map(|p| p.key.to_owned()).collect();
                return Err(SpecError::UnknownKey {
                    game: game(),
                    key: key.to_owned(),
                    nearest: nearest(key, &known),
                    known,
                });
            };
            if values.iter().any(|(other, _)| other.key == key) {
                return Err(SpecError::Repeated {
                    game: game(),
                    key: key.to_owned(),
                });
            }
            values.push((parameter, value.trim()));
        }
        Ok(Self { entry, values })
    }

    /// The value of a parameter, or its default; `fallback` for keys that the entry lacks.
    fn get(&self, key: &str, fallback: &'static str) -> &str {
        let given = self
            .values
            .iter()
            .find(|(parameter, _)| parameter.key == key);
        let default = || {
            self.entry
                .parameters
                .iter()
                .find(|p| p.key == key)
                .map(|p| p.default)
        };
        given.map_or_else(|| default().unwrap_or(fallback), |&(_, value)| value)
    }

    fn bad(&self, key: &str, expected: impl Into<String>) -> SpecError {
        SpecError::BadValue {
            game: self.entry.name.to_owned(),
            key: key.to_owned(),
            value: self.get(key, "").to_owned(),
            expected: expected.into(),
        }
    }

    /// One of the alternatives that the parameter's `values` list.
    fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Result<T, SpecError> {
        let value = self.get(key, "");
        let chosen = choices.iter().find(|(name, _)| *name == value);
        chosen.map(|&(_, choice)| choice).ok_or_else(|| {
            let names: Vec<_> = choices.iter().map(|(name, _)| *name).collect();
            self.bad(key, names.join(", "))
        })
    }

    fn board(&self) -> Result<Board, SpecError> {
        let expected = self.entry.parameters.iter().find(|p| p.key == "board");
        let expected = expected.map_or(BOARD.values, |p| p.values);
        self.get("board", BOARD.default)
            .parse()
            .map_err(|_| self.bad("board", expected))
    }

    /// A game of a board and the length of a line.
    fn with_line<G>(&self, make: fn(Board, u32) -> Option<G>) -> Result<G, SpecError> {
        let board = self.board()?;
        let line = self.get(LINE.key, LINE.default).parse().ok();
        line.and_then(|line| make(board, line))
            .ok_or_else(|| self.bad(LINE.key, LINE.values))
    }

    /// The game, its symmetries left out if that is asked for.
    fn finish<G: Game + 'static>(&self, game: G) -> Result<Box<dyn AnyGame>, SpecError> {
        Ok(
            if self.choice("symmetry", &[("full", true), ("none", false)])? {
                Box::new(Arc::new(game))
            } else {
                Box::new(Arc::new(WithoutSymmetry(game)))
            },
        )
    }

    fn spec(&self) -> String {
        // The short name is the same game as its long form.
        let entry = if self.entry.name == "tictactoe" {
            &ENTRIES[1]
        } else {
            self.entry
        };
        let mut text = String::from(entry.name);
        let mut divider = ':';
        for parameter in entry.parameters {
            let value = match parameter.key {
                // `4X4` and `04x4` are read as 4x4, so they are written so.
                "board" => self
                    .board()
                    .map_or_else(|_| String::new(), |board| board.to_string()),
                "k" => self
                    .get("k", LINE.default)
                    .trim_start_matches('0')
                    .to_owned(),
                key => self.get(key, parameter.default).to_owned(),
            };
            if matches!(parameter.key, "board" | "k") || value != parameter.default {
                let _ = write!(text, "{divider}{}={value}", parameter.key);
                divider = ',';
            }
        }
        text
    }
}

fn make_reversi(given: &Given<'_>) -> Result<Box<dyn AnyGame>, SpecError> {
    let blocked = given.choice(
        "blocked",
        &[
            ("ends", Blocked::Ends),
            ("skips", Blocked::Skips),
            ("passes", Blocked::Passes),
        ],
    )?;
    let start = given.choice(
        "start",
        &[("diagonal", Start::Diagonal), ("parallel", Start::Parallel)],
    )?;
    let empties = given.choice(
        "empties",
        &[("ignored", Empties::Ignored), ("winner", Empties::Winner)],
    )?;
    let game = Reversi::new(given.board()?, blocked, start, empties)
        .ok_or_else(|| given.bad("board", ENTRIES[0].parameters[0].values))?;
    given.finish(game)
}

fn make_mnk(given: &Given<'_>) -> Result<Box<dyn AnyGame>, SpecError> {
    given.finish(given.with_line(Mnk::new)?)
}

fn make_connect(given: &Given<'_>) -> Result<Box<dyn AnyGame>, SpecError> {
    given.finish(given.with_line(Connect::new)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifications_are_put_into_one_form() {
        for (given, spec) in [
            ("reversi", "reversi:board=4x4"),
            (
                "reversi:blocked=ends,board=4x4",
                "reversi:board=4x4,blocked=ends",
            ),
            (
                "reversi: board=6x5 , symmetry=none",
                "reversi:board=6x5,symmetry=none",
            ),
            ("mnk:k=4,board=4x4,symmetry=full", "mnk:board=4x4,k=4"),
            ("tictactoe:symmetry=none", "mnk:board=3x3,k=3,symmetry=none"),
            ("othello:board=4X5", "reversi:board=4x5"),
            ("mnk:board=03x3,k=03", "mnk:board=3x3,k=3"),
        ] {
            assert_eq!(open(given).unwrap().spec, spec, "{given}");
        }
    }

    #[test]
    fn faults_say_what_is_known() {
        for (given, message) in [
            ("chess", "known games are reversi, mnk, connect, tictactoe"),
            ("revrsi", "did you mean `reversi`?"),
            ("reversi:bord=4x4", "did you mean `board`?"),
            ("reversi:board", "key=value"),
            ("reversi:board=2x4", "each 3 to 8"),
            ("reversi:board=9x9", "each 3 to 8"),
            ("mnk:board=0x3", "each 1 to 8"),
            ("mnk:k=0", "1 to 8"),
            ("mnk:k=x", "1 to 8"),
            ("tictactoe:k=4", "no parameter `k`"),
            ("reversi:blocked=stops", "ends, skips, passes"),
            ("reversi:board=4x4,board=4x4", "given twice"),
            ("tictactoe:symmetry=some", "full, none"),
        ] {
            let error = open(given).err().expect(given).to_string();
            assert!(error.contains(message), "{given}: {error}");
        }
    }
}
