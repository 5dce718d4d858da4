//! Play from a proof, as a person plays who holds its sheet.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use anyhow::{Context as _, bail};
use minproof::Player;
use minproof::check::against_rules;
use minproof::games::catalogue::NamedGame;
use minproof::games::{Step, View};
use minproof::proof::Hold;
use minproof::proof::file::ProofFile;
use minproof::sheet::{Sheet as Printed, Turning};

use super::Opponent;
use super::perfect::count;

/// A checked proof with its entries: the positions where its player moves, by their numbers
/// on the sheet that `minproof sheet` prints.
pub(super) struct Sheet {
    file: ProofFile,
    hold: Hold,
    /// Vertices of this side by their positions.
    numbers: HashMap<String, usize>,
    /// The entry of each vertex where the sheet's player moves; a forced line is told in one.
    entries: Vec<Option<usize>>,
    /// The longest way to an end inside the proof.
    longest: Vec<u32>,
}

impl Sheet {
    /// The sheet, and whom it plays.
    pub(super) fn new(
        game: &NamedGame,
        file: ProofFile,
        path: &Path,
        you: Option<Player>,
    ) -> anyhow::Result<(Self, Player)> {
        let name = path.display();
        let claim = file.claim().with_context(|| name.to_string())?;
        let holds = claim.holds();
        let wanted = you.unwrap_or(!holds.last().expect("a claim has a side").prover);
        let Some(&hold) = holds.iter().find(|hold| hold.prover == !wanted) else {
            bail!(
                "{name} proves {claim}, so it plays {wanted}; play {} against it",
                !wanted
            );
        };
        let verdict = against_rules(&**game, &file, claim);
        if let Some(refusal) = verdict.refusal() {
            bail!("{name} does not prove {claim}, so nobody should play by it: {refusal}");
        }
        let member = |vertex: usize| {
            let side = file.vertices[vertex].side;
            side.is_none_or(|side| Player::from(side) == hold.prover)
        };
        let members = file.vertices.iter().filter(|vertex| member(vertex.id));
        let numbers = members.map(|v| (v.position.clone(), v.id)).collect();
        let count = file.vertices.len();
        let mut sheet = Self {
            file,
            hold,
            numbers,
            entries: vec![None; count],
            longest: vec![0; count],
        };
        sheet.measure();
        let printed = Printed::of_proof(&**game, &sheet.file, hold, Turning::Any)
            .with_context(|| name.to_string())?;
        sheet.number(&printed);
        Ok((sheet, hold.prover))
    }

    fn children(&self, vertex: usize) -> impl Iterator<Item = usize> + '_ {
        let children = self.file.vertices[vertex].children.iter();
        children.map(|child| child.to).filter(|&to| {
            let side = self.file.vertices[to].side;
            side.is_none_or(|side| Player::from(side) == self.hold.prover)
        })
    }

    fn is_entry(&self, vertex: usize) -> bool {
        let vertex = &self.file.vertices[vertex];
        vertex.score.is_none() && Player::from(vertex.player) == self.hold.prover
    }

    /// The vertices, parents before children. The check has found the proof free of
    /// cycles, and all of it is reached from the start.
    fn order(&self) -> Vec<usize> {
        let mut waiting = vec![0_usize; self.entries.len()];
        let mut met = vec![false; self.entries.len()];
        let mut stack = vec![0];
        met[0] = true;
        while let Some(vertex) = stack.pop() {
            for child in self.children(vertex) {
                waiting[child] += 1;
                if !std::mem::replace(&mut met[child], true) {
                    stack.push(child);
                }
            }
        }
        let mut order = vec![0];
        let mut at = 0;
        while let Some(&vertex) = order.get(at) {
            at += 1;
            for child in self.children(vertex) {
                waiting[child] -= 1;
                if waiting[child] == 0 {
                    order.push(child);
                }
            }
        }
        order
    }

    /// Measures the ways to the ends.
    fn measure(&mut self) {
        for vertex in self.order().into_iter().rev() {
            let below = self.children(vertex).map(|child| self.longest[child] + 1);
            self.longest[vertex] = below.max().unwrap_or(0);
        }
    }

    /// Takes the numbers of the printed sheet. A position that has none is told in the entry
    /// that leads to it.
    fn number(&mut self, printed: &Printed) {
        let own: HashMap<usize, usize> = printed
            .entries
            .iter()
            .map(|entry| (entry.vertex, entry.number))
            .collect();
        let mut told_in = vec![None; self.entries.len()];
        for vertex in self.order() {
            if self.is_entry(vertex) {
                self.entries[vertex] = own.get(&vertex).copied().or(told_in[vertex]);
                told_in[vertex] = self.entries[vertex];
            }
            let children: Vec<usize> = self.children(vertex).collect();
            for child in children {
                told_in[child] = told_in[vertex].or(told_in[child]);
            }
        }
    }

    /// The entries that the answers from here lead to, and whether one of them ends the game.
    fn answers(&self, vertex: usize) -> (BTreeSet<usize>, bool) {
        let mut entries = BTreeSet::new();
        let mut ends = false;
        let mut met = BTreeSet::from([vertex]);
        let mut stack = vec![vertex];
        while let Some(vertex) = stack.pop() {
            match self.entries[vertex] {
                Some(entry) => {
                    entries.insert(entry);
                }
                None if self.file.vertices[vertex].score.is_some() => ends = true,
                // The person moves, perhaps not for the first time.
                None => stack.extend(self.children(vertex).filter(|&child| met.insert(child))),
            }
        }
        (entries, ends)
    }

    fn where_answers_are(&self, vertex: usize) -> String {
        let (entries, ends) = self.answers(vertex);
        let numbers: Vec<String> = entries.iter().map(ToString::to_string).collect();
        let end = if ends { " or ends the game" } else { "" };
        match numbers.as_slice() {
            [] => "every answer ends the game".to_owned(),
            [one] => format!("every answer is on entry {one}{end}"),
            [most @ .., last] => {
                format!(
                    "every answer is on entry {} or {last}{end}",
                    most.join(", ")
                )
            }
        }
    }

    /// What the claim means for whoever plays against it.
    fn prospect(&self) -> &'static str {
        match self.hold.bound * self.hold.prover.sign() {
            1.. => "you are lost",
            0 => "you cannot win",
            _ => "you cannot do better than the claim",
        }
    }
}

impl Opponent for Sheet {
    fn choose<'v>(&self, view: &'v View) -> Option<&'v Step> {
        let &vertex = self.numbers.get(&view.canonical)?;
        let reply = self.children(vertex).next()?;
        let target = &self.file.vertices[reply].position;
        view.steps.iter().find(|step| step.to == *target)
    }

    fn standing(&self, view: &View, _: Player) -> String {
        let Some(&vertex) = self.numbers.get(&view.canonical) else {
            return "this is not on the sheet".to_owned();
        };
        format!(
            "{} in at most {}; {}",
            self.prospect(),
            count(self.longest[vertex]),
            self.where_answers_are(vertex)
        )
    }

    fn hint(&self, view: &View) -> String {
        let mut text = format!("{}: the sheet proves {}", self.prospect(), self.hold);
        for step in &view.steps {
            let Some(&child) = self.numbers.get(&step.to) else {
                continue;
            };
            let vertex = &self.file.vertices[child];
            let place = match (vertex.score, self.entries[child]) {
                (Some(score), _) => format!("the game is over, {score:+} for First"),
                (None, Some(entry)) => format!("entry {entry}"),
                (None, None) => "your move again".to_owned(),
            };
            text.push_str(&format!("\n  {}   {place}", step.name));
        }
        text
    }
}
