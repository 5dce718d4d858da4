//! Checking a proof file against the rules of its game.

use std::collections::HashMap;

use super::closure::{Facts, closed, dominances_follow};
use super::{Condition, Refusal, Verdict};
use crate::game::{Player, Score};
use crate::games::{AnyGame, View};
use crate::proof::file::{ProofFile, VertexEntry};
use crate::proof::{Claim, Measure};

/// Checks a proof file of a claim against the rules.
///
/// The game is asked for the moves of every position of the file; of the file itself
/// only the positions, and which of the moves stay in the proof, are used. All else
/// that the file says (movers, scores, moves, counts) is compared and refused if it
/// is not so. Takes one look at each position.
#[must_use]
pub fn against_rules(game: &dyn AnyGame, file: &ProofFile, claim: Claim) -> Verdict {
    let check = || {
        let facts = ByRules::read(game, file)?;
        for hold in claim.holds() {
            let member = |vertex: usize| {
                let side = file.vertices[vertex].side;
                side.is_none_or(|side| Player::from(side) == hold.prover)
            };
            closed(&facts, hold, member)?;
        }
        facts.has_what_the_header_says()?;
        facts.has_the_size_that_the_header_says(claim)
    };
    check().map_err(|refusal| drawn(game, file, refusal)).into()
}

/// The local test of the dominances that a proof file gives, against the rules; see
/// [`super::local_against_graph`].
#[must_use]
pub fn dominances_against_rules(game: &dyn AnyGame, file: &ProofFile) -> Verdict {
    let check = || {
        let facts = ByRules::read(game, file)?;
        if let Some(vertex) = file
            .vertices
            .iter()
            .find(|vertex| vertex.dominance.is_none())
        {
            let detail = "no dominance is given";
            return Err(Refusal::new(Condition::Dominance, vertex.id, detail));
        }
        let given = |vertex: usize| file.vertices[vertex].dominance.unwrap_or(i8::MAX);
        dominances_follow(&facts, given)?;
        facts.has_what_the_header_says()
    };
    check().map_err(|refusal| drawn(game, file, refusal)).into()
}

fn drawn(game: &dyn AnyGame, file: &ProofFile, mut refusal: Refusal) -> Refusal {
    let position = file
        .vertices
        .get(refusal.vertex)
        .map(|vertex| &vertex.position);
    refusal.drawing = position.and_then(|text| Some(game.view(text).ok()?.drawing));
    refusal
}

/// The vertices of a file as the rules see them.
struct ByRules<'a> {
    file: &'a ProofFile,
    views: Vec<View>,
    /// For every vertex and every legal move, where the file says that it leads.
    targets: Vec<Vec<Option<usize>>>,
}

impl<'a> ByRules<'a> {
    fn read(game: &dyn AnyGame, file: &'a ProofFile) -> Result<Self, Refusal> {
        let mut views = Vec::with_capacity(file.vertices.len());
        let mut numbers = HashMap::new();
        for vertex in &file.vertices {
            let refuse =
                |condition, detail: String| Err(Refusal::new(condition, vertex.id, detail));
            let view = match game.view(&vertex.position) {
                Ok(view) => view,
                Err(error) => return refuse(Condition::Position, error.to_string()),
            };
            if view.canonical != vertex.position {
                let detail = format!(
                    "`{}` is not the canonical position of its class, `{}` is",
                    vertex.position, view.canonical
                );
                return refuse(Condition::Position, detail);
            }
            if let Some(other) = numbers.insert(vertex.position.as_str(), vertex.id) {
                return refuse(
                    Condition::Position,
                    format!("vertex {other} has the same position"),
                );
            }
            compare(vertex, &view)?;
            views.push(view);
        }
        if file
            .vertices
            .first()
            .is_none_or(|vertex| vertex.position != game.start())
        {
            let detail = format!("the game starts at `{}`", game.start());
            return Err(Refusal::new(Condition::Start, 0, detail));
        }
        let targets = file
            .vertices
            .iter()
            .zip(&views)
            .map(|(vertex, view)| targets(file, vertex, view))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            file,
            views,
            targets,
        })
    }

    fn has_what_the_header_says(&self) -> Result<(), Refusal> {
        let edges = self.targets.iter().map(|targets| {
            let mut reached: Vec<usize> = targets.iter().flatten().copied().collect();
            reached.sort_unstable();
            reached.dedup();
            reached.len()
        });
        let ends = self
            .views
            .iter()
            .filter(|view| view.score.is_some())
            .count();
        let header = &self.file.header;
        for (what, said, found) in [
            ("vertices", header.vertices, self.views.len()),
            ("edges", header.edges, edges.sum()),
            ("ends", header.ends, ends),
        ] {
            if said != found {
                let detail = format!("the header promises {said} {what}, here are {found}");
                return Err(Refusal::new(Condition::Header, 0, detail));
            }
        }
        Ok(())
    }
}

impl ByRules<'_> {
    /// The measure is one that is known, and the proof has the size that it is said to
    /// be the least of. That no smaller one exists is not looked at here; nor is the tree
    /// count, which is not a sum over vertices.
    fn has_the_size_that_the_header_says(&self, claim: Claim) -> Result<(), Refusal> {
        let header = &self.file.header;
        let refuse = |detail: String| Err(Refusal::new(Condition::Header, 0, detail));
        let Some(names) = &header.measure else {
            return Ok(());
        };
        let measures: Option<Vec<Measure>> = names.split(',').map(Measure::named).collect();
        let Some(measure) = measures.as_ref().and_then(|measures| measures.first()) else {
            return refuse(format!("`{names}` is no measure"));
        };
        let provers: Vec<Player> = claim.holds().iter().map(|hold| hold.prover).collect();
        let vertices = 0..self.views.len();
        let found = match measure {
            Measure::Tree => return Ok(()),
            Measure::Vertices => vertices.len(),
            Measure::Ends => vertices.filter(|&v| self.views[v].score.is_some()).count(),
            Measure::Decisions => {
                let decides = |&v: &usize| {
                    let side = self.file.vertices[v].side.map(Player::from);
                    let mover = self.views[v].player;
                    self.views[v].score.is_none()
                        && provers.contains(&mover)
                        && side.is_none_or(|side| side == mover)
                };
                vertices.filter(decides).count()
            }
        };
        match &header.minimum {
            Some(said) if *said != found.to_string() => refuse(format!(
                "the header says {said} {measure}, here are {found}"
            )),
            _ => Ok(()),
        }
    }
}

/// Compares the mover and the score of the file with those of the rules.
fn compare(vertex: &VertexEntry, view: &View) -> Result<(), Refusal> {
    let refuse = |condition, detail: String| Err(Refusal::new(condition, vertex.id, detail));
    if vertex.score != view.score {
        let score = |score: Option<Score>| {
            score.map_or_else(
                || "that the game goes on".to_owned(),
                |s| format!("score {s}"),
            )
        };
        let detail = format!(
            "the file says {}, the rules {}",
            score(vertex.score),
            score(view.score)
        );
        return refuse(Condition::Score, detail);
    }
    let player = Player::from(vertex.player);
    if view.score.is_none() && player != view.player {
        let detail = format!(
            "the file says that {player} moves, by the rules it is {}",
            view.player
        );
        return refuse(Condition::Player, detail);
    }
    Ok(())
}

/// Where each legal move leads by the file; every entry of the file must be a legal
/// move that does lead there.
fn targets(
    file: &ProofFile,
    vertex: &VertexEntry,
    view: &View,
) -> Result<Vec<Option<usize>>, Refusal> {
    let refuse = |detail: String| Err(Refusal::new(Condition::Move, vertex.id, detail));
    let mut targets = vec![None; view.steps.len()];
    for entry in &vertex.children {
        let mv = &entry.mv;
        let Some(place) = view.steps.iter().position(|step| step.name == *mv) else {
            return refuse(format!("`{mv}` is no legal move"));
        };
        let Some(target) = file.vertices.get(entry.to) else {
            return refuse(format!(
                "`{mv}` leads to vertex {}, which the file lacks",
                entry.to
            ));
        };
        let step = &view.steps[place];
        if target.position != step.to {
            return refuse(format!(
                "`{mv}` leads to `{}`, not to vertex {} (`{}`)",
                step.to, entry.to, target.position
            ));
        }
        let turn = entry.turn.as_ref().unwrap_or(&view.untouched);
        if !step.turns.contains(turn) {
            return refuse(format!(
                "after `{mv}`, `{turn}` does not give vertex {}",
                entry.to
            ));
        }
        if targets[place].replace(entry.to).is_some() {
            return refuse(format!("`{mv}` is listed twice"));
        }
    }
    Ok(targets)
}

impl Facts for ByRules<'_> {
    fn len(&self) -> usize {
        self.views.len()
    }

    fn player(&self, vertex: usize) -> Player {
        self.views[vertex].player
    }

    fn score(&self, vertex: usize) -> Option<Score> {
        self.views[vertex].score
    }

    fn replies(&self, vertex: usize, replies: &mut Vec<Option<usize>>) {
        replies.extend_from_slice(&self.targets[vertex]);
    }

    fn name_reply(&self, vertex: usize, reply: usize) -> String {
        format!("`{}`", self.views[vertex].steps[reply].name)
    }
}
