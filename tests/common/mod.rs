//! What several test files share: tables, slow obvious twins, and ways from a game to
//! a proof file.
#![allow(dead_code, reason = "no test file uses all of it")]

pub(crate) mod dag;
pub(crate) mod folder;
pub(crate) mod hands;
pub(crate) mod table;
pub(crate) mod twin;

use minproof::find::tree::TreeProofs;
use minproof::games::BuiltGame;
use minproof::games::catalogue::{self, NamedGame};
use minproof::graph::Subgraph;
use minproof::proof::file::ProofFile;
use minproof::proof::{About, Hold, mark_sides, proof_file};
use minproof::solve::{self, TopologicalOrder};
use minproof::{Claim, GameGraph, NodeId, Player, Score};

/// A game with everything that is found out about it.
pub(crate) struct Solved {
    pub(crate) game: NamedGame,
    pub(crate) built: BuiltGame,
    pub(crate) order: TopologicalOrder,
    pub(crate) values: Vec<Score>,
}

impl Solved {
    pub(crate) fn open(spec: &str) -> Self {
        let game = catalogue::open(spec).unwrap();
        let built = game.build_quietly().unwrap();
        let order = TopologicalOrder::of(&built.graph).unwrap();
        let values = solve::values_in(&built.graph, &order);
        Self {
            game,
            built,
            order,
            values,
        }
    }

    pub(crate) fn graph(&self) -> &GameGraph {
        &self.built.graph
    }

    pub(crate) fn claim(&self) -> Claim {
        Claim::about(self.values[0])
    }

    pub(crate) fn tree_proofs(&self, hold: Hold) -> Option<TreeProofs> {
        TreeProofs::find(self.graph(), &self.order, hold)
    }

    /// A set of vertices as a proof file of a claim.
    pub(crate) fn file(&self, vertices: Vec<NodeId>, claim: Claim) -> ProofFile {
        let about = About {
            game: Some(self.game.spec.clone()),
            ..About::default()
        };
        let set = Subgraph::new(self.graph(), vertices);
        let dominance = |v: NodeId| Some(solve::dominance(self.values[v.index()]));
        proof_file(
            &*self.game,
            &*self.built.positions,
            &set,
            claim,
            about,
            dominance,
        )
        .unwrap()
    }

    /// The first proof of least tree count of the claim that the winner wins, or the
    /// pair of them for a draw.
    pub(crate) fn first_proof(&self) -> ProofFile {
        let claim = self.claim();
        let sides: Vec<Subgraph<'_>> = claim
            .holds()
            .into_iter()
            .map(|hold| {
                let proofs = self.tree_proofs(hold).unwrap();
                Subgraph::new(self.graph(), proofs.iter().next().unwrap())
            })
            .collect();
        let all: Vec<NodeId> = sides
            .iter()
            .flat_map(|side| side.vertices())
            .copied()
            .collect();
        let mut file = self.file(all.clone(), claim);
        if let [first, second] = sides.as_slice() {
            let union = Subgraph::new(self.graph(), all);
            mark_sides(&mut file, &union, [first, second]);
        }
        file
    }
}

/// The side of a claim for one player.
pub(crate) fn hold(prover: Player, bound: Score) -> Hold {
    Hold { prover, bound }
}
