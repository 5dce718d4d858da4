//! Sheets as plain text, ASCII only.
//!
//! Programs can play from it: an entry begins with a line of `--` and its number, moves
//! of the prover stand after `PLAY`, forced ones of the opponent after `then ... must
//! play` (or it is `must pass`), and each row of answers has the form `MOVES -> ENTRY`, `MOVES -> ENTRY, TURN` or
//! `MOVES: END`.

use super::words::Row;
use super::{Entry, Sheet};
use crate::game::{BoardPicture, Player};

/// The sheet as plain text.
#[must_use]
pub fn text(sheet: &Sheet) -> String {
    let mut out = format!("{}: {}\n", sheet.title(), sheet.claim());
    out.push_str(&"=".repeat(out.trim_end().chars().count()));
    out.push('\n');
    out.push_str(&format!("{} ({})\n", sheet.game, sheet.hold));
    if !sheet.face.rule.is_empty() {
        out.push_str(&format!("The rule here: {}.\n", sheet.face.rule));
    }
    out.push_str(&format!(
        "{}. {}; {}.\n\n",
        sheet.starts(),
        sheet.totals(),
        sheet.turning_words()
    ));
    for line in sheet.legend() {
        out.push_str(&format!("{line}\n"));
    }
    if sheet.entries[0].picture.is_some() {
        let (x, o) = (sheet.face.first, sheet.face.second);
        out.push_str(&format!(
            "X is {x}, O is {o}; ( ) the last move of {}, * your reply.\n",
            sheet.opponent()
        ));
    }
    for entry in &sheet.entries {
        out.push('\n');
        out.push_str(&one(sheet, entry));
    }
    out
}

fn one(sheet: &Sheet, entry: &Entry) -> String {
    let name = match entry.number {
        0 => "start".to_owned(),
        number => number.to_string(),
    };
    let mut out = format!("-- {name} {}\n", "-".repeat(46 - name.len().min(40)));
    let board = board(entry);
    let mut said = play(sheet, entry);
    said.extend(sheet.rows(entry).iter().map(|row| row_words(sheet, row)));
    let width = board.iter().map(|line| line.chars().count()).max();
    for at in 0..board.len().max(said.len()) {
        let left = board.get(at).map_or("", String::as_str);
        let right = said.get(at).map_or("", String::as_str);
        let line = format!("{left:<width$}   {right}", width = width.unwrap_or(0));
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

fn play(sheet: &Sheet, entry: &Entry) -> Vec<String> {
    let them = sheet.opponent();
    let mut lines = Vec::new();
    for (at, ply) in entry.line.iter().enumerate() {
        if ply.player == sheet.prover() {
            let before = at.checked_sub(1).map(|before| &entry.line[before]);
            if let Some(words) = before.and_then(|before| sheet.between(before, ply)) {
                lines.push(words);
            }
            lines.push(format!("PLAY {}", ply.mv));
        } else {
            lines.push(format!("then {}", sheet.must(ply)));
        }
    }
    if entry.line.is_empty() {
        lines.push(format!("{them} begins:"));
    } else if entry.answers.iter().any(|answer| !answer.plies.is_empty()) {
        lines.push(format!("then {them}:"));
    }
    lines
}

fn row_words(sheet: &Sheet, row: &Row) -> String {
    let moves = &row.moves;
    match (&row.end, row.entry) {
        (Some(end), _) if moves.is_empty() => format!("The game is over: {end}"),
        (Some(end), _) => format!("  {moves}: {end}"),
        (None, entry) => {
            let turn = sheet.turn_name(row.turn);
            let turn = turn.map_or_else(String::new, |turn| format!(", {turn}"));
            format!("  {moves} -> {}{turn}", entry.unwrap_or(0))
        }
    }
}

/// The board with the last moves in brackets and the reply as a star; the game's own
/// drawing where there is no board.
pub(super) fn board(entry: &Entry) -> Vec<String> {
    let Some(picture) = &entry.picture else {
        return entry.drawing.lines().map(str::to_owned).collect();
    };
    let reply = entry.line.first().and_then(|ply| ply.square);
    let mut lines = vec![columns(picture)];
    for row in 0..picture.height {
        let mut line = format!("{:>2} ", row + 1);
        for column in 0..picture.width {
            let square = (column, row);
            let piece = match picture.at(square) {
                Some(Player::First) => 'X',
                Some(Player::Second) => 'O',
                None if reply == Some(square) => '*',
                None => '.',
            };
            let cell = if entry.last.contains(&square) {
                format!("({piece})")
            } else {
                format!(" {piece} ")
            };
            line.push_str(&cell);
        }
        lines.push(line);
    }
    lines
}

fn columns(picture: &BoardPicture) -> String {
    let name = |column: u32| char::from(b'a' + (column % 26) as u8);
    let names: String = (0..picture.width)
        .map(|column| format!(" {} ", name(column)))
        .collect();
    format!("   {names}")
}
