//! How each entry is drawn, so that few steps need a turn.
//!
//! Every node gets one of its images and one of its equally good replies. A step costs
//! nothing if the board lies as the next entry is drawn; else it needs a turn, and a
//! mirror image is worse than a rotation. Finding the cheapest choice is a labelling
//! problem (a "unique game"), hard in general: nodes are labelled in playing order, each
//! as most ways to it want, then improved one at a time, alone and with all that follows.
//! Small sheets are then searched through to the end, see [`super::exact`].

use std::collections::{BTreeMap, HashMap};

use super::plan::{Continuation, Nodes, Plan, Reached};
use super::{Answer, Entry, Ply, Sheet, SheetError, SheetTurn, Then, Totals};
use crate::game::Square;
use crate::symmetry::Symmetry;

/// One way to draw a node.
pub(super) struct Label {
    pub(super) position: String,
    pub(super) next: Continuation,
    /// The nodes that its answers lead to, and the number of the position as it lies.
    pub(super) steps: Vec<(usize, usize)>,
    /// The number of its own position.
    pub(super) own: usize,
}

/// The ways to draw every node, and which is taken.
pub(super) struct Chosen {
    labels: Vec<Vec<Label>>,
    taken: Vec<usize>,
    least_turned: usize,
    /// The nodes in the order of their numbers on the sheet.
    order: Vec<usize>,
}

impl Chosen {
    fn label(&self, node: usize) -> &Label {
        &self.labels[node][self.taken[node]]
    }
}

/// What a turned step costs; a mirror image costs one more.
pub(super) const TURN: usize = 1 << 20;

/// Work that improving may cost, in steps looked at.
const EFFORT: usize = 20_000_000;

pub(super) fn orient(plan: &mut Plan<'_>, nodes: &Nodes) -> Result<Chosen, SheetError> {
    let mut numbers = Numbers::default();
    let mut labels = Vec::new();
    for node in &nodes.all {
        labels.push(ways_to_draw(plan, nodes, &node.images, &mut numbers)?);
    }
    let mut search = Search {
        incoming: incoming(&labels),
        taken: vec![0; labels.len()],
        costs: HashMap::new(),
        labels,
        texts: numbers.texts,
        plan,
    };
    for node in 0..search.labels.len() {
        search.settle(node, false)?;
    }
    search.improve()?;
    let least_turned = if search.exhaust()? {
        search.total()? / TURN
    } else {
        search.pair_bounds().iter().sum()
    };
    Ok(Chosen {
        order: playing_order(nodes, &search.labels, &search.taken),
        taken: search.taken,
        labels: search.labels,
        least_turned,
    })
}

/// By level, and within a level in the order of the answers that lead there.
fn playing_order(nodes: &Nodes, labels: &[Vec<Label>], taken: &[usize]) -> Vec<usize> {
    let mut order = vec![0];
    let mut seen = vec![false; labels.len()];
    seen[0] = true;
    let mut at = 0;
    while let Some(&node) = order.get(at) {
        for &(to, _) in &labels[node][taken[node]].steps {
            if !std::mem::replace(&mut seen[to], true) {
                order.push(to);
            }
        }
        at += 1;
    }
    order.sort_by_key(|&node| nodes.all[node].level);
    order
}

/// Positions by number, so that they are compared fast.
#[derive(Default)]
struct Numbers {
    of: HashMap<String, usize>,
    texts: Vec<String>,
}

impl Numbers {
    fn number(&mut self, text: &str) -> usize {
        if let Some(&number) = self.of.get(text) {
            return number;
        }
        self.texts.push(text.to_owned());
        self.of.insert(text.to_owned(), self.texts.len() - 1);
        self.texts.len() - 1
    }
}

fn ways_to_draw(
    plan: &mut Plan<'_>,
    nodes: &Nodes,
    images: &[String],
    numbers: &mut Numbers,
) -> Result<Vec<Label>, SheetError> {
    let mut labels = Vec::new();
    for image in images {
        let mine = plan.scene(image)?.player == plan.hold.prover;
        let replies = if mine { plan.replies(image)?.len() } else { 1 };
        for reply in 0..replies {
            let next = plan.follow(image, reply, &nodes.folded)?;
            let mut steps = Vec::new();
            for branch in &next.branches {
                if let Reached::Position(text) = &branch.reached {
                    let to = nodes.places[&plan.key(text)?];
                    steps.push((to, numbers.number(text)));
                }
            }
            labels.push(Label {
                position: image.clone(),
                next,
                steps,
                own: numbers.number(image),
            });
        }
    }
    Ok(labels)
}

/// The nodes with steps to each node, each once.
fn incoming(labels: &[Vec<Label>]) -> Vec<Vec<usize>> {
    let mut incoming = vec![Vec::new(); labels.len()];
    for (from, labels) in labels.iter().enumerate() {
        for &(to, _) in labels.iter().flat_map(|label| &label.steps) {
            if incoming[to].last() != Some(&from) {
                incoming[to].push(from);
            }
        }
    }
    incoming
}

/// The search for a good labelling; nodes come after all that lead to them.
pub(super) struct Search<'p, 'a> {
    plan: &'p mut Plan<'a>,
    pub(super) labels: Vec<Vec<Label>>,
    pub(super) incoming: Vec<Vec<usize>>,
    texts: Vec<String>,
    pub(super) taken: Vec<usize>,
    /// What it costs to get from a position as it lies to one as it is drawn.
    costs: HashMap<(usize, usize), usize>,
}

impl Search<'_, '_> {
    fn cost(&mut self, lies: usize, drawn: usize) -> Result<usize, SheetError> {
        if lies == drawn {
            return Ok(0);
        }
        if let Some(&cost) = self.costs.get(&(lies, drawn)) {
            return Ok(cost);
        }
        let turn = turn_between(self.plan, &self.texts[lies], &self.texts[drawn])?;
        let rotation = turn.is_none_or(|turn| self.plan.turns[turn].rotation);
        let cost = if rotation { TURN } else { TURN + 1 };
        self.costs.insert((lies, drawn), cost);
        Ok(cost)
    }

    /// The cost of all steps of a node, or of those to `only`.
    fn leaving(&mut self, node: usize, only: Option<usize>) -> Result<usize, SheetError> {
        let taken = self.taken[node];
        let mut sum = 0;
        for at in 0..self.labels[node][taken].steps.len() {
            let (to, lies) = self.labels[node][taken].steps[at];
            if only.is_none_or(|only| only == to) {
                let drawn = self.labels[to][self.taken[to]].own;
                sum += self.cost(lies, drawn)?;
            }
        }
        Ok(sum)
    }

    /// The cost of all steps to a node, and of those that leave it if asked.
    pub(super) fn around(&mut self, node: usize, leaving: bool) -> Result<usize, SheetError> {
        let mut sum = if leaving {
            self.leaving(node, None)?
        } else {
            0
        };
        for at in 0..self.incoming[node].len() {
            let from = self.incoming[node][at];
            sum += self.leaving(from, Some(node))?;
        }
        Ok(sum)
    }

    /// Gives a node the label that is cheapest for the steps that lead to it, and for
    /// those that leave it too if asked. Says whether anything has changed.
    fn settle(&mut self, node: usize, leaving: bool) -> Result<bool, SheetError> {
        let before = self.taken[node];
        let mut best = (self.around(node, leaving)?, before);
        for label in 0..self.labels[node].len() {
            self.taken[node] = label;
            best = best.min((
                self.around(node, leaving)?,
                if label == before { before } else { label },
            ));
        }
        self.taken[node] = best.1;
        Ok(best.1 != before)
    }

    pub(super) fn total(&mut self) -> Result<usize, SheetError> {
        let mut sum = 0;
        for node in 0..self.labels.len() {
            sum += self.leaving(node, None)?;
        }
        Ok(sum)
    }

    fn improve(&mut self) -> Result<(), SheetError> {
        let steps: usize = self.labels.iter().map(|labels| labels[0].steps.len()).sum();
        let ways: usize = self.labels.iter().map(Vec::len).sum();
        let round = steps * 8 + ways;
        let mut left = EFFORT;
        let mut total = self.total()?;
        let mut changed = true;
        while changed && total > 0 {
            changed = false;
            for node in 0..self.labels.len() {
                for label in 0..self.labels[node].len() {
                    if left < round {
                        return Ok(());
                    }
                    left -= round;
                    let before = self.taken.clone();
                    self.taken[node] = label;
                    for later in node + 1..self.labels.len() {
                        self.settle(later, false)?;
                    }
                    for other in (0..self.labels.len()).rev() {
                        self.settle(other, true)?;
                    }
                    let now = self.total()?;
                    if now < total {
                        total = now;
                        changed = true;
                    } else {
                        self.taken = before;
                    }
                }
            }
        }
        Ok(())
    }

    /// For each node, how many of the steps to it need a turn in any labelling: of the
    /// steps from one node to another, only those whose board lies in the same way can
    /// go unturned together.
    pub(super) fn pair_bounds(&self) -> Vec<usize> {
        let mut bounds = vec![0; self.labels.len()];
        for labels in &self.labels {
            let mut least: BTreeMap<usize, usize> = BTreeMap::new();
            for label in labels {
                let mut steps = label.steps.clone();
                steps.sort_unstable();
                for pair in steps.chunk_by(|a, b| a.0 == b.0) {
                    let alike = pair.chunk_by(|a, b| a.1 == b.1).map(<[_]>::len).max();
                    let turned = pair.len() - alike.unwrap_or(0);
                    let known = least.entry(pair[0].0).or_insert(turned);
                    *known = turned.min(*known);
                }
            }
            for (to, turned) in least {
                bounds[to] += turned;
            }
        }
        bounds
    }
}

/// The first allowed symmetry that takes one position to another; `None` if they are the same.
fn turn_between(plan: &mut Plan<'_>, lies: &str, drawn: &str) -> Result<Option<usize>, SheetError> {
    if lies == drawn {
        return Ok(None);
    }
    let scene = plan.scene(lies)?;
    let fits = |&&turn: &&usize| scene.images[turn] == drawn;
    Ok(plan.allowed.iter().find(fits).copied())
}

impl Plan<'_> {
    /// The sheet, when it is known how each node is drawn.
    pub(super) fn finish(&mut self, nodes: &Nodes, chosen: &Chosen) -> Result<Sheet, SheetError> {
        let start = self.scene(&self.game.set_up())?;
        let first = usize::from(start.player == self.hold.prover);
        let mut places = vec![0; chosen.order.len()];
        for (place, &node) in chosen.order.iter().enumerate() {
            places[node] = place;
        }
        let mut entries = Vec::with_capacity(nodes.all.len());
        for (place, &node) in chosen.order.iter().enumerate() {
            let label = chosen.label(node);
            let scene = self.scene(&label.position)?;
            let mut answers = Vec::new();
            for branch in &label.next.branches {
                let then = match &branch.reached {
                    Reached::End(score) => Then::End(*score),
                    Reached::Position(lies) => {
                        let to = nodes.places[&self.key(lies)?];
                        let drawn = &chosen.label(to).position;
                        let turn = turn_between(self, lies, drawn)?;
                        let place = places[to];
                        Then::Entry { place, turn }
                    }
                };
                let plies = branch.plies.clone();
                answers.push(Answer { plies, then });
            }
            entries.push(Entry {
                number: place + first,
                vertex: self.vertex(&label.position)?,
                level: nodes.all[node].level,
                position: label.position.clone(),
                drawing: scene.drawing.clone(),
                picture: scene.picture.clone(),
                last: Vec::new(),
                line: label.next.line.clone(),
                answers,
            });
        }
        self.mark_last_moves(&mut entries);
        let face = self.game.face();
        let totals = totals(self, &entries, chosen.least_turned);
        let game = self.file.header.game.clone();
        Ok(Sheet {
            game: game.unwrap_or_else(|| "a game without a name".to_owned()),
            face,
            hold: self.hold,
            starts: start.player,
            turning: self.turning,
            turns: self.sheet_turns(start.picture.as_ref()),
            entries,
            totals,
        })
    }

    fn mark_last_moves(&self, entries: &mut [Entry]) {
        let mut marks: Vec<(usize, Square)> = Vec::new();
        for entry in &*entries {
            for answer in &entry.answers {
                let Then::Entry { place, turn } = answer.then else {
                    continue;
                };
                let theirs = |ply: &&Ply| ply.player != self.hold.prover;
                let last = answer.plies.iter().rfind(theirs).and_then(|ply| ply.square);
                let turn = Symmetry(turn.unwrap_or(0) as u16);
                if let Some(square) = last.and_then(|square| self.game.square_image(square, turn)) {
                    marks.push((place, square));
                }
            }
        }
        marks.sort_unstable_by_key(|&(place, (column, row))| (place, row, column));
        marks.dedup();
        for (place, square) in marks {
            entries[place].last.push(square);
        }
    }

    fn sheet_turns(&self, board: Option<&crate::game::BoardPicture>) -> Vec<SheetTurn> {
        let squares = |number: usize| {
            let board = board?;
            let all = (0..board.height).flat_map(|row| (0..board.width).map(move |c| (c, row)));
            all.map(|square| self.game.square_image(square, Symmetry(number as u16)))
                .collect::<Option<Vec<_>>>()
        };
        let turns = self.turns.iter().enumerate();
        turns
            .map(|(number, turn)| SheetTurn {
                turn: turn.clone(),
                squares: squares(number).unwrap_or_default(),
            })
            .collect()
    }
}

fn totals(plan: &Plan<'_>, entries: &[Entry], least_turned: usize) -> Totals {
    let prover = plan.hold.prover;
    let moves = |plies: &[Ply]| {
        let real =
            |ply: &&Ply| ply.player == prover && (ply.square.is_some() || ply.after.is_none());
        plies.iter().filter(real).count()
    };
    // Steps lead to later places only.
    let mut longest = vec![0; entries.len()];
    for (place, entry) in entries.iter().enumerate().rev() {
        let after = entry.answers.iter().map(|answer| {
            moves(&answer.plies)
                + match answer.then {
                    Then::Entry { place, .. } => longest[place],
                    Then::End(_) => 0,
                }
        });
        longest[place] = moves(&entry.line) + after.max().unwrap_or(0);
    }
    let turns = entries.iter().flat_map(|entry| &entry.answers);
    let turns: Vec<Option<usize>> = turns
        .filter_map(|answer| match answer.then {
            Then::Entry { turn, .. } => Some(turn),
            Then::End(_) => None,
        })
        .collect();
    let mirrored = |turn: &&usize| !plan.turns[**turn].rotation;
    Totals {
        positions: entries.iter().map(|entry| moves(&entry.line)).sum(),
        entries: entries.iter().filter(|entry| entry.number > 0).count(),
        moves: longest[0],
        steps: turns.len(),
        turned: turns.iter().flatten().count(),
        mirrored: turns.iter().flatten().filter(mirrored).count(),
        least_turned,
    }
}
