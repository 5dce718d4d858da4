//! Sheets as one page to click through: it needs no network and nothing beside it.
//!
//! The page keeps the board as the person has it: what the opponent plays is clicked,
//! the reply is shown, and turning is done behind the scenes.

use serde_json::{Value, json};

use super::words::capital;
use super::{Answer, Entry, Ply, Sheet, Then};
use crate::game::{BoardPicture, MoveNames, Pieces, Player};

/// The sheet as an HTML page.
#[must_use]
pub fn html(sheet: &Sheet) -> String {
    let title = format!("{}: {}", sheet.title(), sheet.claim());
    let rule = match sheet.face.rule.as_str() {
        "" => String::new(),
        rule => format!("The rule here: {rule}. "),
    };
    let summary = format!(
        "{}. You are {}. {rule}{}.",
        sheet.starts(),
        sheet.you(),
        capital(&sheet.totals())
    );
    let parts = [
        ("TITLE", escaped(&title)),
        ("SUMMARY", escaped(&summary)),
        (
            "SPEC",
            escaped(&format!("{}, claim {}", sheet.game, sheet.hold)),
        ),
        ("STYLE", include_str!("html/style.css").to_owned()),
        ("DATA", island(&data(sheet))),
        ("SCRIPT", include_str!("html/script.js").to_owned()),
    ];
    let mut out = String::new();
    let mut rest = include_str!("html/page.html");
    // Each part is put in once and never looked through, whatever stands in it.
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        let part = parts.iter().find(|(part, _)| *part == name);
        out.push_str(part.map_or("", |(_, text)| text.as_str()));
        rest = after;
    }
    out + rest
}

/// JSON that can stand inside a script element: no `<` can end the element or begin a comment.
fn island(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

fn data(sheet: &Sheet) -> Value {
    let board = sheet.entries[0].picture.as_ref();
    let (width, height) = board.map_or((0, 0), |board| (board.width, board.height));
    let place = |(column, row): (u32, u32)| row * width + column;
    let turns: Vec<Vec<u32>> = sheet
        .turns
        .iter()
        .map(|turn| turn.squares.iter().map(|&square| place(square)).collect())
        .collect();
    let entries: Vec<Value> = sheet
        .entries
        .iter()
        .map(|entry| self::entry(sheet, entry, width))
        .collect();
    json!({
        "you": sheet.you(),
        "them": sheet.opponent(),
        "first": sheet.prover() == Player::First,
        "pieces": match sheet.face.pieces {
            Pieces::Discs => "discs",
            Pieces::Marks => "marks",
        },
        "names": [sheet.face.first, sheet.face.second],
        "illegal": sheet.face.illegal,
        "columns": sheet.face.moves == MoveNames::Columns,
        "width": width,
        "height": height,
        "turns": turns,
        "entries": entries,
    })
}

fn entry(sheet: &Sheet, entry: &Entry, width: u32) -> Value {
    let plies = |plies: &[Ply]| -> Vec<Value> {
        plies
            .iter()
            .map(|ply| self::ply(sheet, ply, width))
            .collect()
    };
    let answer = |answer: &Answer| {
        let mut value = json!({"plies": plies(&answer.plies)});
        match answer.then {
            Then::Entry { place, turn } => {
                value["to"] = place.into();
                value["turn"] = turn.unwrap_or(0).into();
            }
            Then::End(score) => value["end"] = capital(&sheet.end(score)).into(),
        }
        value
    };
    json!({
        "number": entry.number,
        "level": entry.level,
        "cells": cells(entry.picture.as_ref()),
        "text": entry.drawing,
        "line": plies(&entry.line),
        "answers": entry.answers.iter().map(answer).collect::<Vec<_>>(),
    })
}

fn ply(sheet: &Sheet, ply: &Ply, width: u32) -> Value {
    json!({
        "mine": ply.player == sheet.prover(),
        "move": ply.mv,
        "square": ply.square.map(|(column, row)| row * width + column),
        "cells": cells(ply.after.as_ref()),
    })
}

/// A character a square: `X` First, `O` Second, `-` empty.
fn cells(board: Option<&BoardPicture>) -> String {
    let cells = board.map_or(&[][..], |board| &board.cells);
    let letter = |cell: &Option<Player>| match cell {
        Some(Player::First) => 'X',
        Some(Player::Second) => 'O',
        None => '-',
    };
    cells.iter().map(letter).collect()
}
