//! A game of one's own: built, solved, proved and checked.
//!
//! Kayles: ten pins in a row; a player knocks down one pin, or two that stand side by
//! side; who knocks down the last one wins.
//!
//!     cargo run --release --example own_game

use std::sync::Arc;

use minproof::check::against_rules;
use minproof::find::tree::TreeProofs;
use minproof::game::PositionError;
use minproof::games::AnyGame;
use minproof::graph::Subgraph;
use minproof::proof::{About, proof_file};
use minproof::solve::{self, TopologicalOrder};
use minproof::{Claim, Game, Player, Score, Symmetry};

const PINS: u32 = 10;

struct Kayles;

impl Game for Kayles {
    /// The pins that stand, one bit each, and who moves.
    type Position = (u32, Player);
    /// The pins that fall.
    type Move = u32;

    fn start(&self) -> Self::Position {
        ((1 << PINS) - 1, Player::First)
    }
    fn player(&self, &(_, mover): &Self::Position) -> Player {
        mover
    }
    fn score(&self, &(pins, mover): &Self::Position) -> Option<Score> {
        (pins == 0).then(|| (!mover).sign()) // whoever moved last has won
    }
    fn moves(&self, &(pins, _): &Self::Position, moves: &mut Vec<u32>) {
        let throws = (0..PINS).flat_map(|pin| [1 << pin, 3 << pin]);
        moves.extend(throws.filter(|throw| pins & throw == *throw));
    }
    fn play(&self, &(pins, mover): &Self::Position, throw: &u32) -> Self::Position {
        (pins & !throw, !mover)
    }

    // From here on all is optional: seen from behind it is the same game, ...
    fn symmetries(&self) -> u16 {
        2
    }
    fn transform(&self, &(pins, mover): &Self::Position, symmetry: Symmetry) -> Self::Position {
        (self.transform_move(&pins, symmetry), mover)
    }
    fn transform_move(&self, &pins: &u32, symmetry: Symmetry) -> u32 {
        match symmetry {
            Symmetry::IDENTITY => pins,
            _ => pins.reverse_bits() >> (32 - PINS),
        }
    }
    // ... and positions are read back from files, such as "11011 first".
    fn write(&self, &(pins, mover): &Self::Position) -> String {
        format!("{pins:0width$b} {}", mover.name(), width = PINS as usize)
    }
    fn read(&self, text: &str) -> Result<Self::Position, PositionError> {
        let error = || PositionError::new(text, "expected pins as 0 and 1, and first or second");
        let (pins, mover) = text.split_once(' ').ok_or_else(error)?;
        let mover = [Player::First, Player::Second]
            .into_iter()
            .find(|player| player.name() == mover)
            .ok_or_else(error)?;
        let pins = u32::from_str_radix(pins, 2).ok().filter(|p| p >> PINS == 0);
        Ok((pins.ok_or_else(error)?, mover))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game: Box<dyn AnyGame> = Box::new(Arc::new(Kayles));
    let built = game.build_quietly()?;
    let order = TopologicalOrder::of(&built.graph)?;
    let values = solve::values_in(&built.graph, &order);
    println!("{} positions", built.graph.vertex_count());
    println!("value {:+}: who moves first wins", values[0]);
    assert_eq!(values[0], 1);

    let claim = Claim::about(values[0]);
    let proofs = TreeProofs::find(&built.graph, &order, claim.holds()[0]).ok_or("it is false")?;
    let smallest = proofs.iter().next().ok_or("there is one")?;
    println!(
        "least tree count {}, in {} ways; the first has {} vertices",
        proofs.tree_count(),
        proofs.count(),
        smallest.len()
    );

    let set = Subgraph::new(&built.graph, smallest);
    let about = About::default();
    let file = proof_file(&*game, &*built.positions, &set, claim, about, |_| None)?;
    let verdict = against_rules(&*game, &file, claim);
    println!("{claim}: {}", verdict.name());
    assert!(verdict.is_proved());
    Ok(())
}
