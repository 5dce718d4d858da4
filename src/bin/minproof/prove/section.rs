//! One result of `minproof prove`: the smallest proofs of one claim in one measure.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, bail};
use minproof::check::{Verdict, against_graph, against_rules};
use minproof::find::classes::{Class, Sameness, classes};
use minproof::find::minimum::{CensusError, Limits, StopReason, minimum};
use minproof::find::tree::TreeProofs;
use minproof::graph::Subgraph;
use minproof::proof::{About, Hold, file_stem, mark_sides, proof_file};
use minproof::solve;
use minproof::{Claim, Measure, NodeId};
use num_bigint::BigUint;

use super::report::why;
use super::{Measures, Work};
use crate::context::{commit, open_output};
use crate::progress;

/// Classes that are shown, and saved, unless all are wanted.
pub(super) const SHOWN: usize = 20;

/// The smallest proofs of one claim in one measure.
pub(super) struct Section {
    pub(super) claim: Claim,
    pub(super) measures: Measures,
    /// No proof is smaller than this in the first measure.
    pub(super) at_least: BigUint,
    /// The size of the best that was found.
    pub(super) at_most: BigUint,
    /// Whether the best is known to be least, in the second measure too.
    pub(super) proved: bool,
    /// What ended the search early.
    pub(super) stop: Option<StopReason>,
    /// How many smallest proofs there are, if that is known.
    pub(super) count: Option<BigUint>,
    /// Whether only those were counted that have the fewest vertices.
    pub(super) fewest: bool,
    /// How many of them were listed, and how many vertex sets these have.
    pub(super) listed: u64,
    /// Whether time or an interruption ended the list.
    pub(super) cut_short: bool,
    pub(super) sets: usize,
    pub(super) classes: Vec<Class>,
    /// How often the prover moves in the first member of each class.
    pub(super) decisions: Vec<usize>,
    /// The sides of the first member of the first class.
    pub(super) sides: Vec<Vec<NodeId>>,
    /// The file of each of the first classes.
    pub(super) files: Vec<PathBuf>,
    /// Why no proof is smaller.
    pub(super) certificate: Option<PathBuf>,
    /// Vertex sets that the checker accepted.
    pub(super) accepted: usize,
}

impl Section {
    /// A result of which only the bounds are known yet.
    fn between(claim: Claim, measures: Measures, at_least: BigUint, at_most: BigUint) -> Self {
        Self {
            claim,
            measures,
            at_least,
            at_most,
            proved: false,
            stop: None,
            count: None,
            fewest: false,
            listed: 0,
            cut_short: false,
            sets: 0,
            classes: Vec::new(),
            decisions: Vec::new(),
            sides: Vec::new(),
            files: Vec::new(),
            certificate: None,
            accepted: 0,
        }
    }
}

/// Vertex sets, each by the sides of its claim: one, or First's and Second's.
#[derive(Default)]
struct Listing {
    /// Number of proofs of each union of sides.
    sets: BTreeMap<Vec<NodeId>, u64>,
    /// The sides of one proof of each union.
    sides: BTreeMap<Vec<NodeId>, Vec<Vec<NodeId>>>,
    listed: u64,
    cut_short: bool,
}

impl Listing {
    fn add(&mut self, sides: Vec<Vec<NodeId>>) {
        let mut union = sides.concat();
        union.sort_unstable();
        union.dedup();
        *self.sets.entry(union.clone()).or_insert(0) += 1;
        self.sides.entry(union).or_insert(sides);
        self.listed += 1;
    }
}

impl Work<'_> {
    fn limit(&self) -> usize {
        if self.args.no_count {
            1
        } else if self.args.all {
            usize::MAX
        } else {
            self.args.limit as usize
        }
    }

    /// The proofs of least tree count of one side of a claim.
    pub(super) fn least_tree_count(
        &self,
        claim: Claim,
        deadline: Option<Instant>,
    ) -> anyhow::Result<Section> {
        let hold = claim.holds()[0];
        let proofs = TreeProofs::find(&self.loaded.graph, self.order, hold);
        let proofs = proofs.context("the claim is false")?;
        let count = proofs.count().try_into().unwrap_or(u64::MAX);
        let listing = self.list(
            count,
            deadline,
            proofs.iter().map(|vertices| vec![vertices]),
        );
        let least = proofs.tree_count().clone();
        let measures = Measures(vec![Measure::Tree]);
        let section = Section {
            proved: true,
            count: proofs.count_is_exact().then(|| proofs.count().clone()),
            ..Section::between(claim, measures, least.clone(), least)
        };
        self.complete(section, listing)
    }

    /// The smallest proofs in measures that count vertices once.
    pub(super) fn minimum(
        &mut self,
        claim: Claim,
        measures: &Measures,
        deadline: Option<Instant>,
    ) -> anyhow::Result<Section> {
        let graph = &self.loaded.graph;
        let task = measures
            .task(graph, self.values, claim)
            .with_context(|| self.loaded.name.clone())?
            .context("the claim is false")?;
        let certificate = self.certificate.take();
        let limits = Limits {
            deadline,
            interrupted: Some(self.context.flag()),
            max_memory: self.context.max_memory,
            certificate: certificate.is_some(),
        };
        let spinner = progress::spinner(self.context);
        let outcome = minimum(task.problem(), &limits, &mut |lower, upper| {
            let (lower, upper) = (task.first_measure(lower), task.first_measure(upper));
            spinner.set_message(format!(
                "{claim}, {measures}: at least {lower}, at most {upper}"
            ));
            spinner.tick();
        });
        let proved = outcome.proved();
        let mut count = None;
        let mut listing = Listing::default();
        if proved && !self.args.no_count {
            spinner.set_message(format!("{claim}, {measures}: counting"));
            // Half of the time that is left: should it not do, some sets can still be found.
            let now = Instant::now();
            let half = |end: Instant| now + end.saturating_duration_since(now) / 2;
            let short = Limits {
                deadline: deadline.map(half),
                ..limits
            };
            match task.census(outcome.upper, &short) {
                Ok(census) => {
                    let known = (&census.count).try_into().unwrap_or(u64::MAX);
                    listing = self.list(known, deadline, census.sets().map(|set| task.sides(&set)));
                    count = Some(census.count);
                }
                Err(error) => {
                    spinner.suspend(|| {
                        let reason = match error {
                            CensusError::Stopped { reason, .. } => why(reason).to_owned(),
                            error => error.to_string(),
                        };
                        let _ = writeln!(
                            std::io::stderr(),
                            "warning: the smallest proofs of {claim} ({measures}) were not counted: {reason}"
                        );
                    });
                    let some = task.some_sets(outcome.upper, self.limit(), &limits);
                    let sets = some.unwrap_or_default();
                    let sides = sets.iter().map(|set| task.sides(set));
                    listing = self.list(sets.len() as u64, deadline, sides);
                }
            }
        }
        if listing.sets.is_empty() {
            listing.add(task.sides(&outcome.best));
        }
        spinner.finish_and_clear();
        let certificate = match (certificate, &outcome.certificate) {
            (Some(out), Some(found)) => {
                Some(self.save_certificate(out, claim, measures, &task, found)?)
            }
            _ => None,
        };
        let [lower, upper] =
            [outcome.lower, outcome.upper].map(|weight| task.first_measure(weight).into());
        let section = Section {
            proved,
            stop: (!proved).then_some(outcome.stop),
            count,
            fewest: !measures.0.contains(&Measure::Vertices),
            certificate,
            ..Section::between(claim, measures.clone(), lower, upper)
        };
        self.complete(section, listing)
    }

    /// Lists proofs until the limit, an interruption or the deadline.
    fn list(
        &self,
        count: u64,
        deadline: Option<Instant>,
        proofs: impl Iterator<Item = Vec<Vec<NodeId>>>,
    ) -> Listing {
        let listed = count.min(self.limit() as u64);
        let bar = progress::bar(self.context, listed, "listing proofs");
        let mut listing = Listing::default();
        for sides in proofs.take(self.limit()) {
            if !listing.sets.is_empty() && self.is_over(deadline) {
                listing.cut_short = true;
                break;
            }
            listing.add(sides);
            bar.inc(1);
        }
        bar.finish_and_clear();
        listing
    }

    fn is_over(&self, deadline: Option<Instant>) -> bool {
        let late = deadline.is_some_and(|deadline| Instant::now() > deadline);
        late || self.context.interrupted()
    }

    /// Puts the listed proofs into classes, checks every vertex set, and saves one of each
    /// class.
    fn complete(&self, mut section: Section, listing: Listing) -> anyhow::Result<Section> {
        let graph = &self.loaded.graph;
        let sameness = if self.args.players {
            Sameness::GraphsWithPlayers
        } else {
            Sameness::Graphs
        };
        section.classes = classes(graph, &listing.sets, sameness);
        let sides_of = |class: &Class| &listing.sides[&class.members[0]];
        let decisions = |class| self.decisions(section.claim, sides_of(class));
        section.decisions = section.classes.iter().map(decisions).collect();
        section.sides = sides_of(&section.classes[0]).clone();
        section.sets = listing.sets.len();
        section.listed = listing.listed;
        section.cut_short = listing.cut_short;
        for sides in listing.sides.values() {
            let verdict = self.check(section.claim, sides)?;
            if let Some(refusal) = verdict.refusal() {
                bail!("a proof that was found does not pass the check: {refusal}");
            }
            section.accepted += 1;
        }
        if let Some(folder) = self.folder {
            let shown = if self.args.all { usize::MAX } else { SHOWN };
            for (number, class) in section.classes.iter().enumerate().take(shown) {
                let stem = match section.claim.holds().as_slice() {
                    [only] => file_stem(*only),
                    _ => section.claim.to_string().replace('=', "-"),
                };
                let measures = section.measures.to_string().replace(',', "-");
                let name = format!("{stem}-{measures}-{}.proof.jsonl", number + 1);
                let sides = &listing.sides[&class.members[0]];
                section
                    .files
                    .push(self.save(&section, sides, &folder.join(name))?);
            }
        }
        Ok(section)
    }

    /// How many vertices there are where the prover of their side moves.
    fn decisions(&self, claim: Claim, sides: &[Vec<NodeId>]) -> usize {
        let graph = &self.loaded.graph;
        let of_side = |(hold, side): (Hold, &Vec<NodeId>)| {
            let weigh = |&vertex: &NodeId| Measure::Decisions.weight(graph, vertex, hold);
            side.iter().filter_map(weigh).sum::<u64>() as usize
        };
        claim.holds().into_iter().zip(sides).map(of_side).sum()
    }

    /// Against the rules where they are known, else against the graph.
    fn check(&self, claim: Claim, sides: &[Vec<NodeId>]) -> anyhow::Result<Verdict> {
        if let Ok(game) = self.loaded.rules() {
            let file = self.file(claim, sides, About::default(), false)?;
            return Ok(against_rules(&**game, &file, claim));
        }
        for (hold, side) in claim.holds().into_iter().zip(sides) {
            let verdict = against_graph(&Subgraph::new(&self.loaded.graph, side.clone()), hold);
            if !verdict.is_proved() {
                return Ok(verdict);
            }
        }
        Ok(Verdict::Proved)
    }

    pub(super) fn file(
        &self,
        claim: Claim,
        sides: &[Vec<NodeId>],
        about: About,
        dominances: bool,
    ) -> anyhow::Result<minproof::proof::file::ProofFile> {
        let graph = &self.loaded.graph;
        let union = Subgraph::new(graph, sides.concat());
        let game = self.loaded.rules()?;
        let positions = &*self.loaded.positions;
        let mut file = proof_file(&**game, positions, &union, claim, about, |vertex| {
            dominances.then(|| solve::dominance(self.values[vertex.index()]))
        })?;
        if let [first, second] = sides {
            let [first, second] = [first, second].map(|side| Subgraph::new(graph, side.clone()));
            mark_sides(&mut file, &union, [&first, &second]);
        }
        Ok(file)
    }

    fn save(
        &self,
        section: &Section,
        sides: &[Vec<NodeId>],
        path: &Path,
    ) -> anyhow::Result<PathBuf> {
        let about = About {
            game: self.loaded.game.as_ref().map(|game| game.spec.clone()),
            measure: Some(section.measures.to_string()),
            minimum: section.proved.then(|| section.at_most.to_string()),
            minimum_is: Some(if section.proved {
                "proved".to_owned()
            } else {
                format!(
                    "not known: at least {}, at most {}",
                    section.at_least, section.at_most
                )
            }),
        };
        let file = self.file(section.claim, sides, about, true)?;
        let mut out = open_output(path)?;
        file.write(&mut out)?;
        commit(out)
    }
}
