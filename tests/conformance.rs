//! What every game owes: one suite, and a line for each game of the catalogue.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use minproof::games::connect::Connect;
use minproof::games::mnk::Mnk;
use minproof::games::reversi::{Blocked, Empties, Reversi, Start};
use minproof::games::{AnyGame, catalogue};
use minproof::symmetry::canonical;
use minproof::{Game, Score, Symmetry, build};

mod common;
use common::hands::Chain;
use common::twin::moves;

/// A game of the catalogue under the name that it has there, or with parameters.
macro_rules! conforms {
    ($($test:ident: $name:literal, $($game:expr),+;)+) => {
        $(#[test]
        fn $test() {
            $(conform(&$game, true);)+
        })+

        /// A game that is added to the catalogue is added here.
        #[test]
        fn the_whole_catalogue_is_here() {
            let here = BTreeSet::from([$($name),+]);
            let there = catalogue::entries().iter().map(|entry| entry.name).collect();
            assert_eq!(here, there);
        }
    };
}

conforms! {
    m_n_k_conforms: "mnk", mnk("1x1", 1), mnk("2x3", 2), mnk("4x2", 3), mnk("5x5", 4), mnk("8x8", 5), mnk("8x1", 3);
    connect_conforms: "connect", connect("7x6", 4), connect("4x4", 3), connect("1x5", 2), connect("8x8", 5);
    tic_tac_toe_conforms: "tictactoe", mnk("3x3", 3);
    reversi_conforms: "reversi", reversi("4x4", 0), reversi("4x4", 1), reversi("4x4", 2), reversi("3x5", 3),
        reversi("3x3", 4), reversi("8x8", 5), reversi("5x8", 6), reversi("6x6", 7), reversi("4x3", 8),
        reversi("7x3", 9), reversi("3x3", 10), reversi("5x5", 11);
}

/// A game without symmetries conforms too.
#[test]
fn a_game_with_all_defaults() {
    conform(&Chain(300), true);
}

fn mnk(board: &str, line: u32) -> Mnk {
    Mnk::new(board.parse().unwrap(), line).unwrap()
}

fn connect(board: &str, line: u32) -> Connect {
    Connect::new(board.parse().unwrap(), line).unwrap()
}

/// One of the twelve variants.
fn reversi(board: &str, variant: usize) -> Reversi {
    let blocked = [Blocked::Ends, Blocked::Skips, Blocked::Passes][variant % 3];
    let start = [Start::Diagonal, Start::Parallel][variant / 3 % 2];
    let empties = [Empties::Ignored, Empties::Winner][variant / 6];
    Reversi::new(board.parse().unwrap(), blocked, start, empties).unwrap()
}

/// Positions to try: all near the start, then those of some games to the end.
const BREADTH: usize = 400;
const GAMES: u64 = 40;

fn conform<G: Game>(game: &G, reads: bool) {
    the_symmetries_are_a_group(game);
    let positions = some_positions(game);
    let mut texts = BTreeMap::new();
    for position in &positions {
        rules(game, position);
        symmetry(game, position);
        let text = game.write(position);
        assert!(!text.contains(['\n', '\r']), "one line: {text:?}");
        assert!(!game.draw(position).is_empty());
        if reads {
            assert_eq!(game.read(&text).as_ref(), Ok(position), "{text}");
        }
        if let Some(other) = texts.insert(text.clone(), position) {
            assert_eq!(other, position, "{text} is the text of both");
        }
    }
    if reads {
        for text in [
            "",
            " ",
            "\n",
            "X",
            "nonsense",
            "🦀",
            "---------- X",
            "X O",
            "\0",
        ] {
            if let Ok(position) = game.read(text) {
                assert_eq!(game.read(&game.write(&position)), Ok(position), "{text:?}");
            }
        }
    }
}

fn some_positions<G: Game>(game: &G) -> BTreeSet<G::Position> {
    let mut found = BTreeSet::from([game.start()]);
    let mut level = vec![game.start()];
    while found.len() < BREADTH && !level.is_empty() {
        let mut next = Vec::new();
        for position in level.iter().filter(|p| game.score(p).is_none()) {
            for mv in moves(game, position) {
                let child = game.play(position, &mv);
                if found.insert(child.clone()) {
                    next.push(child);
                }
            }
        }
        level = next;
    }
    for seed in 0..GAMES {
        let mut dice = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut position = game.start();
        while game.score(&position).is_none() {
            let choices = moves(game, &position);
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            position = game.play(&position, &choices[dice as usize % choices.len()]);
            found.insert(position.clone());
        }
    }
    found
}

/// A position is an end or has moves, the same ones each time, all with different names.
fn rules<G: Game>(game: &G, position: &G::Position) {
    let score = game.score(position);
    assert_eq!(score, game.score(position));
    if score.is_some() {
        return; // whatever moves says at an end, nobody asks
    }
    let all = moves(game, position);
    assert!(
        !all.is_empty(),
        "no end and no move:\n{}",
        game.draw(position)
    );
    assert_eq!(all, moves(game, position));
    let names: BTreeSet<String> = all.iter().map(|mv| game.move_name(position, mv)).collect();
    assert_eq!(names.len(), all.len(), "{names:?} for {all:?}");
    for (place, mv) in all.iter().enumerate() {
        assert!(!all[..place].contains(mv), "{mv:?} twice");
        let child = game.play(position, mv);
        assert_ne!(child, *position, "{mv:?} changes nothing");
        assert_eq!(child, game.play(position, mv));
    }
    // Moves are appended to what is there.
    let mut twice = all.clone();
    game.moves(position, &mut twice);
    assert_eq!(twice, [all.clone(), all].concat());
}

/// Symmetries commute with the rules, and the canonical position is the least of the orbit.
fn symmetry<G: Game>(game: &G, position: &G::Position) {
    let orbit: Vec<G::Position> = group(game).map(|s| game.transform(position, s)).collect();
    assert_eq!(orbit[0], *position, "0 is the identity");
    let (least, used) = canonical(game, position.clone());
    assert_eq!(Some(least.position()), orbit.iter().min());
    assert_eq!(game.transform(position, used), *least.position());
    assert_eq!(canonical(game, least.position().clone()).0, least);
    let own: BTreeSet<&G::Position> = orbit.iter().collect();
    for (symmetry, image) in group(game).zip(&orbit) {
        assert_eq!(canonical(game, image.clone()).0, least);
        assert_eq!(game.score(image), game.score(position), "{symmetry:?}");
        let others: Vec<_> = group(game).map(|s| game.transform(image, s)).collect();
        assert_eq!(others.iter().collect::<BTreeSet<_>>(), own, "one orbit");
        if game.score(position).is_some() {
            continue;
        }
        assert_eq!(game.player(image), game.player(position), "{symmetry:?}");
        let here = moves(game, position);
        let there = moves(game, image);
        assert_eq!(here.len(), there.len(), "{symmetry:?} at {position:?}");
        for mv in &here {
            let turned = game.transform_move(mv, symmetry);
            assert!(there.contains(&turned), "{mv:?} under {symmetry:?}");
            assert_eq!(
                game.transform(&game.play(position, mv), symmetry),
                game.play(image, &turned),
                "{mv:?} under {symmetry:?} at {position:?}"
            );
        }
    }
}

fn group<G: Game>(game: &G) -> impl Iterator<Item = Symmetry> + use<G> {
    (0..game.symmetries()).map(Symmetry)
}

/// Composition is closed, judged on a position without symmetry, and names differ.
fn the_symmetries_are_a_group<G: Game>(game: &G) {
    assert!(game.symmetries() >= 1);
    let names: BTreeSet<String> = group(game).map(|s| game.symmetry_name(s)).collect();
    assert_eq!(names.len(), usize::from(game.symmetries()));
    let positions = some_positions(game);
    let images = |at: &G::Position| -> Vec<G::Position> {
        group(game).map(|s| game.transform(at, s)).collect()
    };
    let rigid = positions.iter().find(|at| {
        let orbit: BTreeSet<_> = images(at).into_iter().collect();
        orbit.len() == usize::from(game.symmetries())
    });
    // A board that is one line has symmetries that do the same to every position.
    let Some(at) = rigid else { return };
    let orbit = images(at);
    for a in group(game) {
        let composed: Vec<_> = group(game)
            .map(|b| game.transform(&game.transform(at, a), b))
            .collect();
        for image in &composed {
            assert!(orbit.contains(image), "{a:?} and another leave the group");
        }
        assert!(composed.contains(at), "{a:?} has no inverse");
    }
}

/// Behind the face that hides the types, a game is the same.
#[test]
fn any_game_says_what_the_game_says() {
    let game = Arc::new(mnk("3x3", 3));
    let built = build(&*game).unwrap();
    assert_eq!(AnyGame::start(&game), "---/---/--- X");
    for position in built.positions.iter().map(minproof::Canonical::position) {
        let text = game.write(position);
        let view = game.view(&text).unwrap();
        assert_eq!(view.canonical, text);
        assert_eq!(view.score, game.score(position));
        assert_eq!(view.drawing, game.draw(position));
        if view.score.is_some() {
            assert!(view.steps.is_empty());
            continue;
        }
        assert_eq!(view.player, game.player(position));
        let all = moves(&*game, position);
        assert_eq!(view.steps.len(), all.len());
        for (step, mv) in view.steps.iter().zip(&all) {
            assert_eq!(step.name, game.move_name(position, mv));
            let reached = game.play(position, mv);
            assert_eq!(step.to, game.write(canonical(&*game, reached).0.position()));
            assert!(!step.turns.is_empty());
            for turn in &step.turns {
                let symmetry = group(&*game).find(|&s| game.symmetry_name(s) == *turn);
                let turned = game.transform(&reached, symmetry.unwrap());
                assert_eq!(game.write(&turned), step.to);
            }
        }
    }
}

/// Draws are ends with a score; a score of zero is not "goes on".
#[test]
fn a_drawn_end_has_a_score() {
    let game = mnk("3x3", 3);
    let full = game.read("XOX/XOO/OXX O").unwrap();
    assert_eq!(game.score(&full), Some(0 as Score));
    let game = reversi("4x4", 1);
    let even = game.read("XXXX/XXXX/OOOO/OOOO X").unwrap();
    assert_eq!(game.score(&even), Some(0));
}

/// Squares and texts that no board has.
#[test]
fn texts_from_elsewhere_are_refused() {
    for (spec, text) in [
        ("tictactoe", "XXXX/----/----/---- X"),
        ("tictactoe", "---/---/---"),
        ("tictactoe", "---/---/--- Y"),
        ("tictactoe", "---/---/-?- X"),
        ("tictactoe", "--/----/--- X"),
        ("tictactoe", "---/---/---  X X"),
        ("tictactoe", "OOO/XX-/XX- O"),
        ("reversi:board=4x4", "----/----/----/---- X"),
        ("reversi:board=4x4", "---/---/--- X"),
        ("reversi:board=4x4", "XXXX/XXXX/XXXX/XXX- Z"),
    ] {
        let game = catalogue::open(spec).unwrap();
        let error = game.view(text).err();
        let error = error.unwrap_or_else(|| panic!("{spec} takes {text}"));
        assert_eq!(error.text, text);
        assert!(!error.reason.is_empty());
    }
}

#[test]
fn specifications_are_read_back() {
    for spec in [
        "reversi:board=3x8,blocked=passes,start=parallel,empties=winner,symmetry=none",
        "reversi:board=4x4",
        "mnk:board=7x2,k=2",
        "mnk:board=3x3,k=3,symmetry=none",
    ] {
        let game = catalogue::open(spec).unwrap();
        assert_eq!(game.spec, spec);
        assert_eq!(catalogue::open(&game.spec).unwrap().start(), game.start());
    }
    for spec in [
        "",
        ":",
        "MNK",
        "mnk:k",
        "mnk:k=",
        "mnk:=3",
        "mnk::",
        "mnk:k=3;board=3x3",
        "mnk:board=3x3x3",
        "mnk:board=-1x3",
        "mnk:board=3x3 3",
        "reversi:board=99999999999x3",
    ] {
        assert!(catalogue::open(spec).is_err(), "{spec}");
    }
}
