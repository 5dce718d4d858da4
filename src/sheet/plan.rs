//! Which entries a sheet has, and what is to be played from each.
//!
//! A node is a class of positions that share an entry: all images of a position under
//! the symmetries that a step of the sheet may ask for.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::{Ply, SheetError, Turning};
use crate::game::{Player, Score};
use crate::games::{AnyGame, Scene, Turn};
use crate::proof::Hold;
use crate::proof::file::ProofFile;

/// Where an answer leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reached {
    /// A position where the prover moves, as it lies.
    Position(String),
    /// The end of the game.
    End(Score),
}

/// An answer of the opponent, before it is known how entries are drawn.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) plies: Vec<Ply>,
    pub(super) reached: Reached,
}

/// What comes after a position where the prover moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Continuation {
    pub(super) line: Vec<Ply>,
    pub(super) branches: Vec<Branch>,
}

/// A class of positions that share an entry.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The positions of the class; of the start only the one that is set up.
    pub(super) images: Vec<String>,
    /// How many entries come before it at most.
    pub(super) level: usize,
}

/// The nodes that get an entry, those that come first in a game first.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    pub(super) all: Vec<Node>,
    /// The place of each node, by its key.
    pub(super) places: HashMap<String, usize>,
    /// Keys of the positions that are folded into the entry before them.
    pub(super) folded: HashSet<String>,
}

/// The rules and the proof, asked in the way that sheets need.
pub(super) struct Plan<'a> {
    pub(super) game: &'a dyn AnyGame,
    pub(super) file: &'a ProofFile,
    pub(super) hold: Hold,
    pub(super) turning: Turning,
    pub(super) turns: Vec<Turn>,
    /// Symmetries that a step may ask for, the identity first, rotations before mirrors.
    pub(super) allowed: Vec<usize>,
    /// The vertex of each canonical position of this side of the proof.
    vertices: HashMap<&'a str, usize>,
    /// For each vertex where the prover moves, the vertex to move to.
    replies: Vec<Option<usize>>,
    scenes: HashMap<String, Rc<Scene>>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(
        game: &'a dyn AnyGame,
        file: &'a ProofFile,
        hold: Hold,
        turning: Turning,
    ) -> Result<Self, SheetError> {
        let turns = game.turns();
        let mut allowed: Vec<usize> = (0..turns.len())
            .filter(|&turn| match turning {
                Turning::Any => true,
                Turning::Rotations => turns[turn].rotation,
                Turning::None => turn == 0,
            })
            .collect();
        allowed.sort_by_key(|&turn| (turn != 0, !turns[turn].rotation, turn));
        let member = |vertex: usize| {
            let side = file.vertices[vertex].side;
            side.is_none_or(|side| Player::from(side) == hold.prover)
        };
        let vertices = file
            .vertices
            .iter()
            .filter(|vertex| member(vertex.id))
            .map(|vertex| (vertex.position.as_str(), vertex.id))
            .collect();
        Ok(Self {
            game,
            file,
            hold,
            turning,
            turns,
            allowed,
            vertices,
            replies: replies(file, hold, member)?,
            scenes: HashMap::new(),
        })
    }

    pub(super) fn scene(&mut self, text: &str) -> Result<Rc<Scene>, SheetError> {
        if let Some(scene) = self.scenes.get(text) {
            return Ok(Rc::clone(scene));
        }
        let scene = Rc::new(self.game.scene(text)?);
        self.scenes.insert(text.to_owned(), Rc::clone(&scene));
        Ok(scene)
    }

    /// The vertex of a position.
    pub(super) fn vertex(&mut self, text: &str) -> Result<usize, SheetError> {
        let scene = self.scene(text)?;
        let vertex = self.vertices.get(scene.canonical.as_str()).copied();
        vertex.ok_or_else(|| SheetError::Missing(scene.canonical.clone()))
    }

    /// What a position's class is known by: the least of its images.
    pub(super) fn key(&mut self, text: &str) -> Result<String, SheetError> {
        let scene = self.scene(text)?;
        let images = self.allowed.iter().map(|&turn| &scene.images[turn]);
        Ok(images.min().expect("the identity is allowed").clone())
    }

    /// The moves, by their places, that lead from a position of the prover to the class
    /// that the proof replies with.
    pub(super) fn replies(&mut self, text: &str) -> Result<Vec<usize>, SheetError> {
        let vertex = self.vertex(text)?;
        let scene = self.scene(text)?;
        let none = || SheetError::NoReply(scene.canonical.clone());
        let wanted = &self.file.vertices[self.replies[vertex].ok_or_else(none)?].position;
        let mut keys = Vec::new();
        for (place, mv) in scene.moves.iter().enumerate() {
            if self.scene(&mv.reached)?.canonical == *wanted {
                keys.push((self.key(&mv.reached)?, place));
            }
        }
        let least = keys.iter().map(|(key, _)| key).min().ok_or_else(none)?;
        let best = keys.iter().filter(|(key, _)| key == least);
        Ok(best.map(|&(_, place)| place).collect())
    }

    /// What is played from a position: the reply with this number among the equally good
    /// ones, whatever is folded in, and the answers of the opponent.
    pub(super) fn follow(
        &mut self,
        from: &str,
        reply: usize,
        folded: &HashSet<String>,
    ) -> Result<Continuation, SheetError> {
        let mut at = from.to_owned();
        let mut line: Vec<Ply> = Vec::new();
        loop {
            let scene = self.scene(&at)?;
            let mine = scene.player == self.hold.prover;
            let place = if scene.score.is_some() {
                break;
            } else if mine && line.is_empty() {
                let replies = self.replies(&at)?;
                replies[reply.min(replies.len() - 1)]
            } else if mine {
                if !folded.contains(&self.key(&at)?) {
                    break;
                }
                self.replies(&at)?[0]
            } else {
                let [only] = scene.moves.as_slice() else {
                    break;
                };
                let next = self.scene(&only.reached)?;
                let goes_on = next.score.is_none() && next.player == self.hold.prover;
                let key = self.key(&only.reached)?;
                if line.is_empty() || !goes_on || !folded.contains(&key) {
                    break;
                }
                0
            };
            line.push(self.ply(&scene, place)?);
            at.clone_from(&scene.moves[place].reached);
        }
        Ok(Continuation {
            line,
            branches: self.branches(&at)?,
        })
    }

    fn ply(&mut self, scene: &Scene, place: usize) -> Result<Ply, SheetError> {
        let mv = &scene.moves[place];
        Ok(Ply {
            player: scene.player,
            mv: mv.name.clone(),
            square: mv.square,
            after: self.scene(&mv.reached)?.picture.clone(),
        })
    }

    /// The ways that play can take from a position until the prover has something to
    /// decide or the game is over.
    fn branches(&mut self, from: &str) -> Result<Vec<Branch>, SheetError> {
        let mut branches = Vec::new();
        let mut open: Vec<(Vec<Ply>, String)> = vec![(Vec::new(), from.to_owned())];
        while let Some((plies, at)) = open.pop() {
            let scene = self.scene(&at)?;
            let vertex = self.vertex(&at)?;
            if let Some(score) = scene.score {
                let reached = Reached::End(score);
                branches.push(Branch { plies, reached });
                continue;
            }
            let mine = scene.player == self.hold.prover;
            if mine && !only_passes(&scene) {
                let reached = Reached::Position(at);
                branches.push(Branch { plies, reached });
                continue;
            }
            if plies.len() > self.file.vertices.len() {
                let cycle = self.file.vertices[vertex].position.clone();
                return Err(SheetError::Cycle(cycle));
            }
            for place in (0..scene.moves.len()).rev() {
                let mut longer = plies.clone();
                longer.push(self.ply(&scene, place)?);
                open.push((longer, scene.moves[place].reached.clone()));
            }
        }
        Ok(branches)
    }

    /// All nodes, those folded away left out.
    pub(super) fn nodes(&mut self) -> Result<Nodes, SheetError> {
        let folded = self.foldable()?;
        let found = self.discover(&folded)?;
        let levels = levels(&found, self.file)?;
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by_key(|&node| (levels[node], node));
        let mut nodes = Nodes {
            folded,
            ..Nodes::default()
        };
        for (place, &node) in order.iter().enumerate() {
            let Found { key, position, .. } = &found[node];
            let mut images = vec![position.clone()];
            if node != 0 {
                let scene = self.scene(position)?;
                let all = self.allowed.iter().map(|&turn| scene.images[turn].clone());
                images = all.collect();
                images.sort_unstable();
                images.dedup();
            }
            nodes.places.insert(key.clone(), place);
            nodes.all.push(Node {
                images,
                level: levels[node],
            });
        }
        Ok(nodes)
    }

    /// Every node that is reached from the start, in the order in which a search in
    /// breadth finds them.
    fn discover(&mut self, folded: &HashSet<String>) -> Result<Vec<Found>, SheetError> {
        let start = self.game.set_up();
        let mut found = vec![Found {
            key: self.key(&start)?,
            position: start,
            steps: Vec::new(),
        }];
        let mut places = HashMap::from([(found[0].key.clone(), 0)]);
        let mut at = 0;
        while at < found.len() {
            let from = found[at].position.clone();
            let next = self.follow(&from, 0, folded)?;
            let only = next.branches.len() == 1 && !next.line.is_empty();
            for branch in next.branches {
                let Reached::Position(position) = branch.reached else {
                    continue;
                };
                let key = self.key(&position)?;
                let to = *places.entry(key.clone()).or_insert_with(|| {
                    found.push(Found {
                        key,
                        position,
                        steps: Vec::new(),
                    });
                    found.len() - 1
                });
                let forced = only && branch.plies.len() <= 1;
                found[at].steps.push((to, forced));
            }
            at += 1;
        }
        Ok(found)
    }

    /// Positions that one step alone leads to, and a forced one: no entry is needed for
    /// them, their replies are told with the one before.
    fn foldable(&mut self) -> Result<HashSet<String>, SheetError> {
        let found = self.discover(&HashSet::new())?;
        let mut ways = vec![(0, false); found.len()];
        for &(to, forced) in found.iter().flat_map(|found| &found.steps) {
            ways[to] = (ways[to].0 + 1, forced);
        }
        let pairs = found.into_iter().zip(ways).skip(1);
        Ok(pairs
            .filter(|(_, ways)| *ways == (1, true))
            .map(|(found, _)| found.key)
            .collect())
    }
}

struct Found {
    key: String,
    position: String,
    /// Where its answers lead, and whether there is no other.
    steps: Vec<(usize, bool)>,
}

fn only_passes(scene: &Scene) -> bool {
    let only = matches!(scene.moves.as_slice(), [mv] if mv.square.is_none());
    only && scene.picture.is_some()
}

/// How many nodes come before each at most.
fn levels(found: &[Found], file: &ProofFile) -> Result<Vec<usize>, SheetError> {
    let mut waiting = vec![0; found.len()];
    for &(to, _) in found.iter().flat_map(|found| &found.steps) {
        waiting[to] += 1;
    }
    let mut levels = vec![0; found.len()];
    let mut ready = vec![0];
    let mut done = 0;
    while let Some(node) = ready.pop() {
        done += 1;
        for &(to, _) in &found[node].steps {
            levels[to] = levels[to].max(levels[node] + 1);
            waiting[to] -= 1;
            if waiting[to] == 0 {
                ready.push(to);
            }
        }
    }
    if done < found.len() {
        let at = waiting.iter().position(|&waiting| waiting > 0);
        let position = at.map_or(&file.vertices[0].position, |at| &found[at].position);
        return Err(SheetError::Cycle(position.clone()));
    }
    Ok(levels)
}

/// For each vertex where the prover moves, the child after which least follows.
fn replies(
    file: &ProofFile,
    hold: Hold,
    member: impl Fn(usize) -> bool,
) -> Result<Vec<Option<usize>>, SheetError> {
    let children: Vec<Vec<usize>> = file
        .vertices
        .iter()
        .map(|vertex| {
            let all = vertex.children.iter().map(|child| child.to);
            let mut all: Vec<usize> = all
                .filter(|&to| to < file.vertices.len() && member(to))
                .collect();
            all.sort_unstable();
            all.dedup();
            all
        })
        .collect();
    let mine = |vertex: usize| Player::from(file.vertices[vertex].player) == hold.prover;
    let mut replies = vec![None; children.len()];
    let mut sizes: Vec<Option<u64>> = vec![None; children.len()];
    let mut entered = vec![false; children.len()];
    let mut open: Vec<(usize, usize)> = (!children.is_empty())
        .then_some((0, 0))
        .into_iter()
        .collect();
    while let Some((vertex, at)) = open.pop() {
        entered[vertex] = true;
        if let Some(&child) = children[vertex].get(at) {
            open.push((vertex, at + 1));
            if sizes[child].is_none() {
                if entered[child] {
                    let position = file.vertices[child].position.clone();
                    return Err(SheetError::Cycle(position));
                }
                open.push((child, 0));
            }
            continue;
        }
        let size = |&child: &usize| sizes[child].unwrap_or(u64::MAX);
        let below = if mine(vertex) {
            replies[vertex] = children[vertex].iter().copied().min_by_key(|c| size(c));
            replies[vertex].as_ref().map_or(0, size)
        } else {
            children[vertex]
                .iter()
                .map(size)
                .fold(0, u64::saturating_add)
        };
        sizes[vertex] = Some(below.saturating_add(1));
    }
    Ok(replies)
}
