//! The closure conditions, on whatever knows the moves of each vertex.

use super::{Condition, Refusal};
use crate::game::{Player, Score};
use crate::proof::Hold;

/// What the source of truth says about the vertices of a proof, which are numbered
/// from 0, the start.
pub trait Facts {
    /// How many vertices the proof has.
    fn len(&self) -> usize;

    /// Whether the proof has no vertices.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Who moves.
    fn player(&self, vertex: usize) -> Player;

    /// The score if the game is over there.
    fn score(&self, vertex: usize) -> Option<Score>;

    /// Appends, for **every** move that there is, the vertex of the proof that it
    /// leads to, or `None` if it leaves the proof.
    fn replies(&self, vertex: usize, replies: &mut Vec<Option<usize>>);

    /// The move with this place among the replies, for a message.
    fn name_reply(&self, vertex: usize, reply: usize) -> String;
}

/// Checks the closure conditions for one prover on the members of a proof.
///
/// Members are the vertices that count for this prover; all of them, unless the proof
/// is a pair.
///
/// # Errors
///
/// The first [`Refusal`] in the order of the vertices.
pub fn closed(
    facts: &impl Facts,
    hold: Hold,
    member: impl Fn(usize) -> bool,
) -> Result<(), Refusal> {
    if facts.is_empty() || !member(0) {
        return Err(Refusal::new(
            Condition::Start,
            0,
            format!("the start is not in the proof of {hold}"),
        ));
    }
    let mut replies = Vec::new();
    for vertex in (0..facts.len()).filter(|&vertex| member(vertex)) {
        if let Some(score) = facts.score(vertex) {
            if !hold.met_by(score) {
                let detail = format!("the game ends with score {score}, which is not {hold}");
                return Err(Refusal::new(Condition::Ends, vertex, detail));
            }
            continue;
        }
        replies.clear();
        facts.replies(vertex, &mut replies);
        let stays = |reply: &Option<usize>| reply.is_some_and(&member);
        if !replies.iter().any(stays) {
            return Err(unfinished(facts, vertex));
        }
        if facts.player(vertex) != hold.prover
            && let Some(left) = replies.iter().position(|reply| !stays(reply))
        {
            let detail = format!(
                "the opponent can leave the proof by {}",
                facts.name_reply(vertex, left)
            );
            return Err(Refusal::new(Condition::OpponentMoves, vertex, detail));
        }
    }
    ends_and_is_reached(facts, member)
}

/// The local test: whether all given dominances follow from each other.
///
/// # Errors
///
/// The first [`Refusal`] in the order of the vertices.
pub fn dominances_follow(
    facts: &impl Facts,
    dominance: impl Fn(usize) -> i8,
) -> Result<(), Refusal> {
    if facts.is_empty() {
        return Err(Refusal::new(Condition::Start, 0, "there is no vertex"));
    }
    let mut replies = Vec::new();
    for vertex in 0..facts.len() {
        let here = dominance(vertex);
        let refuse = |condition, detail: String| Err(Refusal::new(condition, vertex, detail));
        if let Some(score) = facts.score(vertex) {
            if Score::from(here) != score.signum() {
                let detail = format!("dominance {here} is given to an end of score {score}");
                return refuse(Condition::Ends, detail);
            }
            continue;
        }
        replies.clear();
        facts.replies(vertex, &mut replies);
        if replies.iter().all(Option::is_none) {
            return Err(unfinished(facts, vertex));
        }
        let player = facts.player(vertex);
        let favoured = Score::from(here) == player.sign();
        if !favoured && let Some(left) = replies.iter().position(Option::is_none) {
            let detail = format!(
                "{player} is not favoured here and can leave the set by {}",
                facts.name_reply(vertex, left)
            );
            return refuse(Condition::OpponentMoves, detail);
        }
        let best = replies
            .iter()
            .flatten()
            .map(|&child| Score::from(dominance(child)));
        let best = best.reduce(|a, b| player.better(a, b));
        if best != Some(here.into()) {
            let best = best.map_or_else(String::new, |best| best.to_string());
            let detail =
                format!("dominance {here} is given, but {player} can reach {best} at best");
            return refuse(Condition::Dominance, detail);
        }
    }
    ends_and_is_reached(facts, |_| true)
}

fn unfinished(facts: &impl Facts, vertex: usize) -> Refusal {
    let player = facts.player(vertex);
    let detail = format!("the game is not over here, and no move of {player} is in the proof");
    Refusal::new(Condition::Unfinished, vertex, detail)
}

/// Every member is reached from the start, and no play inside goes on for ever.
///
/// A depth-first walk that meets a vertex of its own path has found a cycle (Tarjan 1972).
fn ends_and_is_reached(facts: &impl Facts, member: impl Fn(usize) -> bool) -> Result<(), Refusal> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        OnPath,
        Done,
    }
    let mut state = vec![State::New; facts.len()];
    let mut replies = Vec::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    let enter = |vertex: usize, replies: &mut Vec<usize>, state: &mut [State]| {
        let first = replies.len();
        let mut all = Vec::new();
        if facts.score(vertex).is_none() {
            facts.replies(vertex, &mut all);
        }
        replies.extend(all.into_iter().flatten().filter(|&child| member(child)));
        state[vertex] = State::OnPath;
        (vertex, first)
    };
    path.push(enter(0, &mut replies, &mut state));
    while let Some(&(vertex, first)) = path.last() {
        if replies.len() == first {
            state[vertex] = State::Done;
            path.pop();
            continue;
        }
        let child = replies.pop().expect("there is one more");
        match state[child] {
            State::Done => {}
            State::New => path.push(enter(child, &mut replies, &mut state)),
            State::OnPath => {
                let detail =
                    format!("play can come back to vertex {child}, and this check cannot rank it");
                return Err(Refusal::new(Condition::Cycle, vertex, detail));
            }
        }
    }
    match (0..facts.len()).find(|&vertex| member(vertex) && state[vertex] == State::New) {
        None => Ok(()),
        Some(vertex) => {
            let detail = "no line of play from the start leads here";
            Err(Refusal::new(Condition::Reachable, vertex, detail))
        }
    }
}
