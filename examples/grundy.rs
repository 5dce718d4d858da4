//! Grundy numbers by a fold of one's own: Cram on small boards.
//!
//! Two players place dominoes, either way; who cannot place one loses. Both have the
//! same moves, so every position is worth as much as a heap of Nim of some size: the
//! least number that none of its children has (Sprague 1935, Grundy 1939).
//!
//!     cargo run --release --example grundy

use minproof::solve::{Children, TopologicalOrder, fold};
use minproof::{Game, Player, Score, build};

struct Cram {
    columns: u32,
    rows: u32,
}

impl Game for Cram {
    /// One bit for each square that is covered. Who moves follows from how many are.
    type Position = u64;
    /// The two squares of the domino.
    type Move = u64;

    fn start(&self) -> u64 {
        0
    }
    fn player(&self, covered: &u64) -> Player {
        if covered.count_ones().is_multiple_of(4) {
            Player::First
        } else {
            Player::Second
        }
    }
    fn score(&self, covered: &u64) -> Option<Score> {
        let mut moves = Vec::new();
        self.moves(covered, &mut moves);
        moves.is_empty().then(|| (!self.player(covered)).sign())
    }
    fn moves(&self, covered: &u64, moves: &mut Vec<u64>) {
        for square in 0..self.columns * self.rows {
            let across = (square % self.columns + 1 < self.columns).then_some(square + 1);
            let down = (square / self.columns + 1 < self.rows).then_some(square + self.columns);
            for other in [across, down].into_iter().flatten() {
                let domino = 1 << square | 1 << other;
                if covered & domino == 0 {
                    moves.push(domino);
                }
            }
        }
    }
    fn play(&self, covered: &u64, domino: &u64) -> u64 {
        covered | domino
    }
}

fn grundy(columns: u32, rows: u32) -> Result<usize, Box<dyn std::error::Error>> {
    let graph = build(&Cram { columns, rows })?.graph;
    let order = TopologicalOrder::of(&graph)?;
    let numbers = fold(&graph, &order, |_, children: Children<'_, usize>| {
        let below: Vec<usize> = children.values().copied().collect();
        (0..).find(|n| !below.contains(n)).unwrap_or(0)
    });
    Ok(numbers[0])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("board  Grundy number of Cram");
    // Known values: github.com/martinschneider/juvavum, CRAMResultsTest.java.
    for (columns, rows, known) in [
        (1, 2, 1),
        (1, 4, 2),
        (1, 5, 0),
        (2, 2, 0),
        (3, 2, 1),
        (4, 2, 0),
        (5, 2, 1),
        (3, 3, 0),
        (4, 3, 1),
        (5, 3, 1),
        (4, 4, 0),
    ] {
        let found = grundy(columns, rows)?;
        println!("{columns}x{rows}    {found}");
        assert_eq!(found, known, "{columns}x{rows}");
    }
    Ok(())
}
