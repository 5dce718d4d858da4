//! The page is played through in a real browser: every line of every opponent, by clicks.
//! Pictures are looked at there too: no text over another or outside the paper.

use std::path::PathBuf;

use minproof::Player;
use minproof::games::catalogue::NamedGame;
use minproof::sheet::{Paper, Sheet, Turning, html, svg};
use serde_json::{Value, json};

use crate::board::{Table, name};
use crate::proofs;
use crate::webdriver::Browser;

const CASES: &[(&str, &str, Turning)] = &[
    ("reversi:board=4x4,blocked=ends", "second<=-1", Turning::Any),
    (
        "reversi:board=4x4,blocked=skips",
        "second<=-1",
        Turning::Any,
    ),
    (
        "reversi:board=4x4,blocked=passes",
        "second<=-1",
        Turning::Any,
    ),
    ("reversi:board=4x3,blocked=passes", "value", Turning::None),
    ("connect:board=4x4,k=3", "value", Turning::Any),
    ("tictactoe", "first>=0", Turning::Any),
    ("tictactoe", "second<=0", Turning::Rotations),
];

/// What the page shows: the pieces, what it says, and why a click was refused.
const LOOK: &str = "
    const cells = Array.from(document.querySelectorAll('.square'), (s) => s.dataset.cell).join('');
    const text = (id) => document.getElementById(id).textContent;
    return {cells, say: text('say'), ask: text('ask'), fault: document.getElementById('fault').dataset.text ?? ''};
";

/// Restarts, clicks one move after the other, and looks after each.
const CLICKS: &str = "
    const look = () => { LOOK };
    document.getElementById('restart').click();
    const seen = [look()];
    for (const move of arguments[0]) {
        const button = document.querySelector(`[data-square='${move}']`)
            ?? document.querySelector(`[data-move='${move}']`)
            ?? document.querySelector(`[data-square^='${move}']`);
        button.click();
        seen.push(look());
    }
    return seen;
";

/// What is wrong with the texts of a picture: outside the page, over each other, or in
/// another font than the one that comes with it.
const TEXTS: &str = "
    const faults = [];
    const frame = document.documentElement.getBoundingClientRect();
    const texts = Array.from(document.querySelectorAll('text'));
    const boxes = texts.map((text) => text.getBoundingClientRect());
    const say = (i) => texts[i].textContent;
    for (const weight of [400, 700]) {
        if (!document.fonts.check(`${weight} 12px 'DejaVu Sans'`)) faults.push('no font ' + weight);
    }
    boxes.forEach((a, i) => {
        if (a.left < frame.left || a.right > frame.right || a.bottom > frame.bottom) faults.push('outside: ' + say(i));
        boxes.slice(i + 1).forEach((b, j) => {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            // Boxes of lines of text reach a little into each other, letters do not.
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const tall = Math.min(a.height, b.height);
            if (across > 0.5 && down > 0.35 * tall) faults.push(say(i) + ' over ' + say(i + 1 + j));
        });
    });
    return texts.length > 0 ? faults : ['no text'];
";

struct Page(PathBuf);

impl Page {
    fn new(sheet: &Sheet, number: usize) -> Self {
        Self::of(&html(sheet), &format!("{number}.html"))
    }

    fn of(content: &str, name: &str) -> Self {
        let name = format!("minproof-page-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, content).unwrap();
        Self(path)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn the_page_wins_against_every_opponent() {
    let Some(browser) = Browser::start() else {
        let missing = "no chromium with chromedriver here, so the page was not tried in a browser";
        assert!(std::env::var_os("CI").is_none(), "{missing}");
        eprintln!("skipped: {missing}");
        return;
    };
    for (number, &(spec, claim, turning)) in CASES.iter().enumerate() {
        let (game, sheet) = proofs::sheet(spec, claim, turning);
        let page = Page::new(&sheet, number);
        browser.open(&page.0);
        let games = play_all(&browser, &game, &sheet);
        assert!(games > 0, "{spec}");
        looks_after_everyone(&browser, spec);
        for paper in [Paper::A4, Paper::Letter] {
            let picture = Page::of(&svg(&sheet, paper), &format!("{number}.svg"));
            browser.open(&picture.0);
            let faults = browser.run(TEXTS, Value::Null);
            assert_eq!(faults, json!([]), "{spec} on {paper:?}");
        }
    }
    by_mouse_and_keyboard(&browser);
    bad_clicks_are_explained(&browser);
    faults_are_found(&browser);
}

/// The checks of looks must be able to fail.
fn faults_are_found(browser: &Browser) {
    let (_, sheet) = proofs::sheet("tictactoe", "first>=0", Turning::Any);
    let page = Page::new(&sheet, 102);
    browser.open(&page.0);
    browser.run(
        "document.body.style.color = '#bbb'; document.body.style.background = '#fff';",
        Value::Null,
    );
    let faults = browser.run(include_str!("audit.js"), json!("light"));
    assert!(faults.to_string().contains("contrast"), "{faults}");
    let picture = Page::of(&svg(&sheet, Paper::A4), "102.svg");
    browser.open(&picture.0);
    let spoil = "const texts = document.querySelectorAll('text');
        texts[0].setAttribute('x', 500);
        texts[2].setAttribute('y', texts[1].getAttribute('y'));";
    browser.run(spoil, Value::Null);
    let faults = browser.run(TEXTS, Value::Null).to_string();
    assert!(
        faults.contains("outside") && faults.contains(" over "),
        "{faults}"
    );
}

/// Goes through all the opponent's moves, each line from a restart, and counts the games.
fn play_all(browser: &Browser, game: &NamedGame, sheet: &Sheet) -> usize {
    let script = CLICKS.replace("LOOK", LOOK);
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    let mut games = 0;
    while let Some(moves) = open.pop() {
        let seen = browser.run(&script, json!(moves));
        let mut table = replies(game, sheet, Table::set_up(game), &seen[0]);
        for (number, mv) in moves.iter().enumerate() {
            table = table.play(game, mv).unwrap();
            table = replies(game, sheet, table, &seen[number + 1]);
        }
        let last = &seen[moves.len()];
        assert_eq!(last["cells"], cells(&table, game), "{moves:?}: {last}");
        let scene = table.scene(game);
        if let Some(score) = scene.score {
            assert!(sheet.hold.met_by(score), "{moves:?}");
            assert_eq!(last["ask"], "The game is over.", "{moves:?}");
            games += 1;
            continue;
        }
        for (mv, _) in table.moves(game) {
            let mut longer = moves.clone();
            longer.push(mv);
            open.push(longer);
        }
    }
    games
}

/// Plays what the page says, and no more, until it is the opponent's turn.
fn replies(game: &NamedGame, sheet: &Sheet, mut table: Table, seen: &Value) -> Table {
    let say = seen["say"].as_str().unwrap();
    for part in say.split(". ").map(|part| part.trim_end_matches('.')) {
        if let Some(mv) = part.strip_prefix("Play ") {
            assert_eq!(table.scene(game).player, sheet.prover(), "{say}");
            table = table
                .play(game, mv)
                .unwrap_or_else(|| panic!("`{mv}` is not legal: {say}"));
        } else if part == "You must pass" {
            table = table.play(game, "pass").unwrap();
        }
    }
    let scene = table.scene(game);
    assert!(
        scene.score.is_some() || scene.player != sheet.prover(),
        "no reply: {seen}"
    );
    table
}

fn look(browser: &Browser) -> Value {
    browser.run(LOOK, Value::Null)
}

fn cells(table: &Table, game: &NamedGame) -> String {
    let letter = |cell: Option<Player>| match cell {
        Some(Player::First) => 'X',
        Some(Player::Second) => 'O',
        None => '-',
    };
    table
        .scene(game)
        .picture
        .unwrap()
        .cells
        .into_iter()
        .map(letter)
        .collect()
}

/// Names, labels, contrast in light and dark, room on a phone, and no network.
fn looks_after_everyone(browser: &Browser, spec: &str) {
    for (scheme, width) in [
        ("light", 1200),
        ("dark", 1200),
        ("light", 320),
        ("dark", 320),
    ] {
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        browser.devtools("Emulation.setEmulatedMedia", &features);
        let size =
            json!({"width": width, "height": 700, "deviceScaleFactor": 1, "mobile": width < 600});
        browser.devtools("Emulation.setDeviceMetricsOverride", &size);
        let faults = browser.run(include_str!("audit.js"), json!(scheme));
        assert_eq!(faults, json!([]), "{spec}, {scheme}, {width} pixels wide");
    }
    browser.devtools("Emulation.clearDeviceMetricsOverride", &json!({}));
}

fn by_mouse_and_keyboard(browser: &Browser) {
    let (game, sheet) = proofs::sheet("tictactoe", "first>=0", Turning::Any);
    let page = Page::new(&sheet, 100);
    browser.open(&page.0);
    let before = look(browser);
    let table = replies(&game, &sheet, Table::set_up(&game), &before);
    let (mv, _) = table.moves(&game).remove(0);
    browser.click(&format!("[data-square='{mv}']"));
    let after = look(browser);
    assert_ne!(after["cells"], before["cells"]);
    browser.click("#back");
    assert_eq!(look(browser)["cells"], before["cells"]);
    // From a1 by arrows to the square, then Enter.
    let board = table.scene(&game).picture.unwrap();
    let square = (0..board.height)
        .flat_map(|row| (0..board.width).map(move |column| (column, row)))
        .find(|&square| name(square) == mv)
        .unwrap();
    let (right, down) = (
        "\u{e014}".repeat(square.0 as usize),
        "\u{e015}".repeat(square.1 as usize),
    );
    browser.keys("[data-square='a1']", &right);
    let at = |column: u32, row: u32| format!("[data-square='{}']", name((column, row)));
    browser.keys(&at(square.0, 0), &down);
    browser.keys(&at(square.0, square.1), "\u{e007}");
    assert_eq!(look(browser), after);
    browser.click("summary");
    browser.click("#entries li:last-child button");
    let current = "return document.querySelector('#entries [aria-current]').dataset.entry";
    let last = (sheet.entries.len() - 1).to_string();
    assert_eq!(browser.run(current, Value::Null), json!(last));
    let lit = "return document.querySelectorAll('.graph circle.lit').length";
    assert_eq!(browser.run(lit, Value::Null), 1);
}

fn bad_clicks_are_explained(browser: &Browser) {
    let (_, sheet) = proofs::sheet("reversi:board=4x4,blocked=ends", "second<=-1", Turning::Any);
    let page = Page::new(&sheet, 101);
    browser.open(&page.0);
    browser.click("[data-square='b2']");
    assert_eq!(
        look(browser)["fault"],
        "b2 is not empty. Legal: a2, b1, c4, d3."
    );
    browser.click("[data-square='a1']");
    assert_eq!(
        look(browser)["fault"],
        "a1 is not a legal move for Black here: it turns no disc. Legal: a2, b1, c4, d3."
    );
    browser.click("[data-square='b1']");
    assert_eq!(look(browser)["fault"], "");
}
