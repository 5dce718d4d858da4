//! A game of one's own, without a board, symmetries or names, has sheets all the same.

use std::sync::Arc;

use minproof::find::tree::TreeProofs;
use minproof::game::PositionError;
use minproof::games::AnyGame;
use minproof::graph::Subgraph;
use minproof::proof::{About, proof_file};
use minproof::sheet::{self, Paper, Sheet, Turning};
use minproof::solve::TopologicalOrder;
use minproof::{Claim, Game, Player, Score};

/// A heap of stones; each takes one or two, who takes the last one wins.
struct Heap(u32);

impl Game for Heap {
    type Position = (u32, Player);
    type Move = u32;

    fn start(&self) -> Self::Position {
        (self.0, Player::First)
    }
    fn player(&self, &(_, mover): &Self::Position) -> Player {
        mover
    }
    fn score(&self, &(left, mover): &Self::Position) -> Option<Score> {
        (left == 0).then(|| (!mover).sign())
    }
    fn moves(&self, &(left, _): &Self::Position, moves: &mut Vec<u32>) {
        moves.extend(1..=left.min(2));
    }
    fn play(&self, &(left, mover): &Self::Position, &take: &u32) -> Self::Position {
        (left - take, !mover)
    }
    fn write(&self, &(left, mover): &Self::Position) -> String {
        format!("{left} {}", mover.name())
    }
    fn read(&self, text: &str) -> Result<Self::Position, PositionError> {
        let parts = text.split_once(' ');
        let left = parts.and_then(|(left, _)| left.parse().ok());
        let left = left.ok_or_else(|| PositionError::new(text, "no number"))?;
        let mover = if text.ends_with("first") {
            Player::First
        } else {
            Player::Second
        };
        Ok((left, mover))
    }
    fn draw(&self, &(left, _): &Self::Position) -> String {
        format!("{left} </script> & stones")
    }
}

fn of_heap(stones: u32, claim: Claim) -> Sheet {
    let game: Arc<Heap> = Arc::new(Heap(stones));
    let game: &dyn AnyGame = &game;
    let built = game.build_quietly().unwrap();
    let order = TopologicalOrder::of(&built.graph).unwrap();
    let hold = claim.holds()[0];
    let proofs = TreeProofs::find(&built.graph, &order, hold).unwrap();
    let set = Subgraph::new(&built.graph, proofs.iter().next().unwrap());
    let about = About::default();
    let file = proof_file(game, &*built.positions, &set, claim, about, |_| None).unwrap();
    Sheet::of_proof(game, &file, hold, Turning::Any).unwrap()
}

#[test]
fn a_game_without_a_board_has_a_sheet() {
    let sheet = of_heap(7, Claim::AtLeast(1));
    let text = sheet::text(&sheet);
    assert!(text.contains("PLAY 1"), "{text}");
    assert!(
        text.contains("First wins") && text.contains("5 positions to know"),
        "{text}"
    );
    assert!(sheet::markdown(&sheet).contains("# a game without a name: First wins"));
    for paper in [Paper::A4, Paper::Letter] {
        assert_eq!(sheet::pages(&sheet, paper), 1);
        assert!(sheet::pdf(&sheet, paper).starts_with(b"%PDF-"));
        assert!(sheet::svg(&sheet, paper).contains("&lt;/script&gt; &amp; stones"));
    }
    let page = sheet::html(&sheet);
    assert_eq!(
        page.matches("</script>").count(),
        2,
        "data cannot end its element"
    );
}

#[test]
fn the_opponent_may_begin() {
    let sheet = of_heap(6, Claim::AtMost(-1));
    assert_eq!(sheet.entries[0].number, 0);
    assert!(sheet.entries[0].line.is_empty());
    assert!(sheet::text(&sheet).contains("First begins:"));
    assert_eq!(sheet.totals.moves, 2);
}
