//! Sheets as Markdown (CommonMark with tables).

use super::text::board;
use super::words::Row;
use super::{Entry, Sheet};

/// The sheet as Markdown. Entries are headings, so that steps can be links to them.
#[must_use]
pub fn markdown(sheet: &Sheet) -> String {
    let mut out = format!("# {}: {}\n\n", plain(sheet.title()), sheet.claim());
    out.push_str(&format!("`{}`, claim `{}`\n\n", sheet.game, sheet.hold));
    if !sheet.face.rule.is_empty() {
        out.push_str(&format!("The rule here: {}.\n\n", sheet.face.rule));
    }
    out.push_str(&format!(
        "**{}. {}; {}.**\n\n",
        sheet.starts(),
        sheet.totals(),
        sheet.turning_words()
    ));
    for line in sheet.legend() {
        out.push_str(&format!("- {line}\n"));
    }
    if sheet.entries[0].picture.is_some() {
        out.push_str(&format!(
            "- `X` is {}, `O` is {}; `( )` the last move of {}, `*` your reply.\n",
            sheet.face.first,
            sheet.face.second,
            sheet.opponent()
        ));
    }
    for entry in &sheet.entries {
        out.push_str(&one(sheet, entry));
    }
    out
}

fn one(sheet: &Sheet, entry: &Entry) -> String {
    let them = sheet.opponent();
    let mut out = match entry.number {
        0 => "\n## Start\n\n".to_owned(),
        number => format!("\n## Entry {number}\n\n"),
    };
    out.push_str("```text\n");
    for line in board(entry) {
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.push_str("```\n\n");
    let mut said = Vec::new();
    for (at, ply) in entry.line.iter().enumerate() {
        let mv = plain(&ply.mv);
        if ply.player == sheet.prover() {
            let before = at.checked_sub(1).map(|before| &entry.line[before]);
            said.extend(before.and_then(|before| sheet.between(before, ply)));
            said.push(format!("play **{mv}**"));
        } else {
            said.push(plain(&sheet.must(ply)));
        }
    }
    if let Some(first) = said.first_mut() {
        first.replace_range(..1, "P");
        out.push_str(&format!("{}.\n\n", said.join(", then ")));
    }
    let rows = sheet.rows(entry);
    match rows.as_slice() {
        [
            Row {
                moves,
                end: Some(end),
                ..
            },
        ] if moves.is_empty() => {
            out.push_str(&format!("The game is over: {end}.\n"));
        }
        rows => {
            out.push_str(&format!("| {them} plays | go to |\n| --- | --- |\n"));
            for row in rows {
                out.push_str(&format!(
                    "| {} | {} |\n",
                    plain(&row.moves),
                    goal(sheet, row)
                ));
            }
        }
    }
    out
}

fn goal(sheet: &Sheet, row: &Row) -> String {
    if let Some(end) = &row.end {
        return end.clone();
    }
    let number = row.entry.unwrap_or(0);
    let turn = sheet.turn_name(row.turn);
    let turn = turn.map_or_else(String::new, |turn| format!(", {turn}"));
    format!("[{number}](#entry-{number}){turn}")
}

/// Text that Markdown takes as it is.
fn plain(text: &str) -> String {
    let special = |c: char| {
        matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#'
        )
    };
    text.chars()
        .flat_map(|c| special(c).then_some('\\').into_iter().chain([c]))
        .collect()
}
