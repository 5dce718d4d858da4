//! Plays every line of every opponent from the text of a sheet, on a real board.

use std::collections::{BTreeMap, BTreeSet};

use minproof::games::catalogue::NamedGame;
use minproof::sheet::{Sheet, Turning, text};

use crate::board::Table;
use crate::proofs::{CASES, TURNINGS, sheet};
use crate::reader::{Answer, Entry, Goal, Said, read};

/// What came of playing all lines.
#[derive(Debug, Default)]
struct Tally {
    games: usize,
    most_moves: usize,
    visited: BTreeSet<String>,
    used: BTreeSet<(String, usize)>,
}

struct Player<'a> {
    game: &'a NamedGame,
    sheet: &'a Sheet,
    entries: BTreeMap<String, Entry>,
    tally: Tally,
}

impl<'a> Player<'a> {
    fn new(game: &'a NamedGame, sheet: &'a Sheet) -> Self {
        let board = Table::set_up(game).scene(game).picture.unwrap();
        let size = (board.width as usize, board.height as usize);
        let them = sheet.face.name(!sheet.prover());
        Self {
            game,
            sheet,
            entries: read(&text(sheet), size.0, size.1, them),
            tally: Tally::default(),
        }
    }

    fn play_all(mut self) -> Tally {
        let first = if self.entries.contains_key("start") {
            "start"
        } else {
            "1"
        };
        let mut open = vec![(Table::set_up(self.game), first.to_owned(), 0)];
        while let Some((table, name, moves)) = open.pop() {
            self.entry(table, &name, moves, &mut open);
        }
        self.tally
    }

    /// Plays an entry's line and opens all that the opponent can answer.
    fn entry(
        &mut self,
        mut table: Table,
        name: &str,
        mut moves: usize,
        open: &mut Vec<(Table, String, usize)>,
    ) {
        let entry = self
            .entries
            .get(name)
            .unwrap_or_else(|| panic!("no entry {name}"))
            .clone();
        self.tally.visited.insert(name.to_owned());
        assert_eq!(
            entry.rows,
            table.rows(self.game),
            "entry {name} shows another board"
        );
        for said in &entry.said {
            let scene = table.scene(self.game);
            match said {
                Said::Play(mv) => {
                    assert!(scene.score.is_none() && scene.player == self.sheet.prover());
                    let legal = table.play(self.game, mv);
                    table = legal.unwrap_or_else(|| panic!("entry {name}: {mv} is not legal"));
                    moves += usize::from(mv != "pass");
                }
                Said::Forced(mv) => {
                    assert!(scene.score.is_none() && scene.player != self.sheet.prover());
                    assert_eq!(scene.moves.len(), 1, "entry {name}: {mv} is not forced");
                    table = table.play(self.game, mv).unwrap();
                }
                Said::NoMove => {
                    assert!(scene.score.is_none() && scene.player == self.sheet.prover());
                }
                Said::Over(end) => self.over(&table, end, moves),
            }
        }
        let over = matches!(entry.said.last(), Some(Said::Over(_)));
        assert_eq!(over, table.scene(self.game).score.is_some(), "entry {name}");
        if !over {
            self.answers(name, &entry.answers, table, moves, open);
        }
    }

    fn answers(
        &mut self,
        name: &str,
        answers: &[Answer],
        table: Table,
        moves: usize,
        open: &mut Vec<(Table, String, usize)>,
    ) {
        let them = self.sheet.face.name(!self.sheet.prover());
        let mut waiting: Vec<(Table, Vec<String>)> = vec![(table, Vec::new())];
        while let Some((table, so_far)) = waiting.pop() {
            let scene = table.scene(self.game);
            let mine = scene.player == self.sheet.prover();
            if so_far.is_empty() && mine {
                // The opponent cannot move at all.
                let so_far = vec![format!("{them} has no move")];
                self.follow(name, answers, &so_far, table, moves, open);
                continue;
            }
            let whole = answers.iter().any(|answer| answer.moves == so_far);
            if whole {
                self.follow(name, answers, &so_far, table, moves, open);
                continue;
            }
            assert!(
                scene.score.is_none(),
                "entry {name}: {so_far:?} ends the game unsaid"
            );
            if mine {
                let mut longer = so_far.clone();
                longer.push("you pass".to_owned());
                let passed = table.play(self.game, "pass");
                waiting.push((
                    passed.unwrap_or_else(|| panic!("entry {name}: {so_far:?}?")),
                    longer,
                ));
                continue;
            }
            let again = so_far.last().is_some_and(|last| last != "you pass");
            for (mv, reached) in table.moves(self.game) {
                let mut longer = so_far.clone();
                longer.extend(again.then(|| "you have no move".to_owned()));
                longer.push(mv.clone());
                let fits = answers
                    .iter()
                    .any(|answer| answer.moves.starts_with(&longer));
                assert!(fits, "entry {name} has no answer to {longer:?}");
                let turns = table.turns.clone();
                let position = reached;
                waiting.push((Table { position, turns }, longer));
            }
        }
    }

    fn follow(
        &mut self,
        name: &str,
        answers: &[Answer],
        so_far: &[String],
        mut table: Table,
        moves: usize,
        open: &mut Vec<(Table, String, usize)>,
    ) {
        let fits = answers
            .iter()
            .enumerate()
            .filter(|(_, answer)| answer.moves == so_far);
        let fits: Vec<_> = fits.collect();
        let [(place, answer)] = fits.as_slice() else {
            panic!("entry {name}: {} answers to {so_far:?}", fits.len());
        };
        self.tally.used.insert((name.to_owned(), *place));
        match &answer.goal {
            Goal::End(end) => self.over(&table, end, moves),
            Goal::Entry { name, turn } => {
                table.turns.extend(turn.clone());
                open.push((table, name.clone(), moves));
            }
        }
    }

    fn over(&mut self, table: &Table, end: &str, moves: usize) {
        let score = table.scene(self.game).score.expect("the game is over");
        assert!(
            self.sheet.hold.met_by(score),
            "{} at {}",
            score,
            table.position
        );
        let margin = score * self.sheet.prover().sign();
        let said = match end.split_once(" by ") {
            Some((_, amount)) => {
                let amount: i32 = amount.split(' ').next().unwrap().parse().unwrap();
                assert_eq!(amount, margin.abs());
                end.split(" by ").next().unwrap()
            }
            None => end,
        };
        let expected = ["you lose", "a draw", "you win"][(margin.signum() + 1) as usize];
        assert_eq!(said, expected);
        self.tally.games += 1;
        self.tally.most_moves = self.tally.most_moves.max(moves);
    }
}

#[test]
fn every_line_is_held_from_the_text_alone() {
    for &(spec, claim) in CASES {
        for turning in TURNINGS {
            let (game, sheet) = sheet(spec, claim, turning);
            let player = Player::new(&game, &sheet);
            let all: BTreeSet<String> = player.entries.keys().cloned().collect();
            let rows: usize = player
                .entries
                .values()
                .map(|entry| entry.answers.len())
                .sum();
            let tally = player.play_all();
            let case = format!("{spec} {claim} {turning:?}");
            assert!(tally.games > 0, "{case}");
            assert_eq!(tally.visited, all, "{case}: entries that nobody needs");
            assert_eq!(
                tally.used.len(),
                rows,
                "{case}: answers that nobody can give"
            );
            assert_eq!(tally.most_moves, sheet.totals.moves, "{case}");
        }
    }
}

#[test]
fn nothing_is_turned_where_that_is_promised() {
    for &(spec, claim) in CASES {
        let (_, sheet) = sheet(spec, claim, Turning::None);
        let words = text(&sheet);
        assert!(
            !words.contains(", turn ") && !words.contains(", mirror "),
            "{spec}"
        );
        assert_eq!((sheet.totals.turned, sheet.totals.least_turned), (0, 0));
        let (_, sheet) = self::sheet(spec, claim, Turning::Rotations);
        assert!(!text(&sheet).contains(", mirror "), "{spec}");
        assert_eq!(sheet.totals.mirrored, 0, "{spec}");
    }
}

#[test]
fn orientations_are_not_far_from_the_best_possible() {
    for &(spec, claim) in CASES {
        for turning in TURNINGS {
            let totals = sheet(spec, claim, turning).1.totals;
            let case = format!("{spec} {claim} {turning:?}: {totals:?}");
            assert!(totals.least_turned <= totals.turned, "{case}");
            assert!(totals.turned <= totals.steps / 2, "{case}");
            if totals.entries < 30 {
                assert_eq!(totals.turned, totals.least_turned, "{case}");
            }
        }
    }
}

#[test]
fn a_sheet_that_is_spoilt_is_found_out() {
    // The player must be able to lose, or the tests above would prove nothing.
    let (game, sheet) = sheet(
        "reversi:board=4x4,blocked=skips",
        "second<=-1",
        Turning::Any,
    );
    let spoil = |change: &dyn Fn(&mut Sheet)| {
        let mut spoilt = sheet.clone();
        change(&mut spoilt);
        let play = || Player::new(&game, &spoilt).play_all();
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(play)).is_err()
    };
    assert!(!spoil(&|_| {}));
    assert!(
        spoil(&|sheet| drop(sheet.entries[1].answers.pop())),
        "a missing answer"
    );
    assert!(
        spoil(&|sheet| sheet.entries[1].line[0].mv = "a1".to_owned()),
        "a wrong reply"
    );
    let turned = |sheet: &mut Sheet| {
        for answer in sheet
            .entries
            .iter_mut()
            .flat_map(|entry| &mut entry.answers)
        {
            if let minproof::sheet::Then::Entry { turn, .. } = &mut answer.then {
                *turn = None;
            }
        }
    };
    assert!(spoil(&turned), "turns that are left out");
}
