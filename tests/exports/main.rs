//! Every export whole, and read back by the program that it is for.
//!
//! The programs are Graphviz' `dot`, Python with networkx, and nauty's `listg`. Where one
//! is missing its test says so and passes, unless the environment has `CI`.
//!
//! The expected files are written anew with `MINPROOF_EXPECTED=write`.

mod expected;
mod programs;
mod tools;

use minproof::export::{Picture, PictureEdge, PictureVertex};
use minproof::find::tree::TreeProofs;
use minproof::games::catalogue;
use minproof::graph::Subgraph;
use minproof::proof::{About, proof_file};
use minproof::solve::{self, TopologicalOrder};
use minproof::{Claim, Player};

/// A proof of least tree count that the game's winner wins.
fn proof(spec: &str) -> Picture {
    let game = catalogue::open(spec).unwrap();
    let built = game.build_quietly().unwrap();
    let order = TopologicalOrder::of(&built.graph).unwrap();
    let values = solve::values_in(&built.graph, &order);
    let hold = Claim::about(values[0]).holds()[0];
    let proofs = TreeProofs::find(&built.graph, &order, hold).unwrap();
    let vertices = proofs.iter().next().unwrap();
    let set = Subgraph::new(&built.graph, vertices);
    let about = About {
        game: Some(game.spec.clone()),
        ..About::default()
    };
    let dominance = |v: minproof::NodeId| Some(solve::dominance(values[v.index()]));
    let claim = hold.claim();
    let file = proof_file(&*game, &*built.positions, &set, claim, about, dominance);
    Picture::of_proof(&file.unwrap())
}

/// Texts that formats trip over: their own quotes, escapes, dividers and comments.
const AWKWARD: [&str; 8] = [
    "two\nlines",
    "\"quoted\" 'twice'",
    "back\\slash \\n \\l",
    "a,b;c:d|e",
    "<b>&amp; #35;</b>",
    "100% $x_1^2$ {~}",
    " spaces ",
    "``ticks` é ≤ 漢",
];

/// A chain of vertices with awkward labels, with and without values.
fn awkward() -> Picture {
    let last = AWKWARD.len() - 1;
    let vertex = |(number, label): (usize, &&str)| PictureVertex {
        label: (*label).to_owned(),
        player: [Player::First, Player::Second][number % 2],
        score: (number == last).then_some(-3),
        dominance: [Some(1), Some(0), Some(-1), None][number % 4],
    };
    let edge = |from: usize| PictureEdge {
        from,
        to: from + 1,
        label: AWKWARD[from].to_owned(),
    };
    Picture {
        title: "awkward: \"texts\"; #1\nof all kinds".to_owned(),
        vertices: AWKWARD.iter().enumerate().map(vertex).collect(),
        edges: (0..last).map(edge).collect(),
    }
}
