//! Reads a sheet's plain text as a person does.

use std::collections::BTreeMap;

/// What an entry tells to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// `PLAY c1`
    Play(String),
    /// `then Black must play c1`
    Forced(String),
    /// `Black has no move`
    NoMove,
    /// `The game is over: ...`
    Over(String),
}

/// Where an answer leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    Entry { name: String, turn: Option<String> },
    End(String),
}

/// One answer: its moves in order, with `you have no move` and `you pass` among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) moves: Vec<String>,
    pub(crate) goal: Goal,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    /// The pieces, row by row; marks and stars taken off.
    pub(crate) rows: Vec<String>,
    pub(crate) said: Vec<Said>,
    pub(crate) answers: Vec<Answer>,
}

/// The entries of a sheet by their names.
pub(crate) fn read(text: &str, width: usize, height: usize, them: &str) -> BTreeMap<String, Entry> {
    let mut entries = BTreeMap::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(rest) = line.strip_prefix("-- ") else {
            continue;
        };
        let name = rest.split(' ').next().unwrap().to_owned();
        let mut entry = Entry::default();
        let mut number = 0;
        while let Some(line) = lines.next_if(|line| !line.is_empty()) {
            let chars: Vec<char> = line.chars().collect();
            if (1..=height).contains(&number) {
                entry.rows.push(pieces(&chars, width));
            }
            let right: String = chars.iter().skip(3 + 3 * width + 3).collect();
            said(&right, them, &mut entry);
            number += 1;
        }
        assert_eq!(entry.rows.len(), height, "entry {name}");
        assert!(entries.insert(name, entry).is_none());
    }
    entries
}

fn pieces(chars: &[char], width: usize) -> String {
    let cell = |column: usize| match chars[3 + 3 * column + 1] {
        '*' => '.',
        piece => piece,
    };
    (0..width).map(cell).collect()
}

fn said(line: &str, them: &str, entry: &mut Entry) {
    if line.is_empty() || line == format!("then {them}:") || line == format!("{them} begins:") {
    } else if let Some(mv) = line.strip_prefix("PLAY ") {
        entry.said.push(Said::Play(mv.to_owned()));
    } else if let Some(mv) = line.strip_prefix(&format!("then {them} must play ")) {
        entry.said.push(Said::Forced(mv.to_owned()));
    } else if line == format!("then {them} must pass") {
        entry.said.push(Said::Forced("pass".to_owned()));
    } else if line == format!("{them} has no move") {
        entry.said.push(Said::NoMove);
    } else if let Some(end) = line.strip_prefix("The game is over: ") {
        entry.said.push(Said::Over(end.to_owned()));
    } else if let Some(row) = line.strip_prefix("  ") {
        entry.answers.extend(answers(row));
    } else {
        panic!("nobody would understand `{line}`");
    }
}

fn answers(row: &str) -> Vec<Answer> {
    let (moves, goal) = match row.split_once(" -> ") {
        Some((moves, goal)) => {
            let (name, turn) = match goal.split_once(", ") {
                Some((name, turn)) => (name, Some(turn.to_owned())),
                None => (goal, None),
            };
            let name = name.to_owned();
            (moves, Goal::Entry { name, turn })
        }
        None => {
            let (moves, end) = row.split_once(": ").unwrap();
            (moves, Goal::End(end.to_owned()))
        }
    };
    let goal = |moves: Vec<String>| Answer {
        moves,
        goal: goal.clone(),
    };
    if moves.contains("; ") {
        vec![goal(moves.split("; ").map(str::to_owned).collect())]
    } else {
        moves
            .split(", ")
            .map(|mv| goal(vec![mv.to_owned()]))
            .collect()
    }
}
