//! What `minproof prove` prints.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use minproof::find::minimum::StopReason;
use minproof::find::prune::Order;
use minproof::store::PendingFile;
use minproof::{Claim, Measure, solve};
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::section::{SHOWN, Section};
use super::{Measures, Work};
use crate::context::commit;
use crate::outcome::{Outcome, plural, shown, table};
use crate::plot;
use crate::prune::pruned;
use crate::solve::describe;

/// Draws how wide the graph and the proofs are at each ply.
pub(super) fn plot(
    work: &Work<'_>,
    claim: Claim,
    sections: &[Section],
    mut out: PendingFile,
) -> anyhow::Result<PathBuf> {
    let graph = &work.loaded.graph;
    let mut series = vec![("the whole graph".to_owned(), graph.levels())];
    for section in sections {
        let Some(proof) = section.classes.first().map(|class| &class.members[0]) else {
            continue;
        };
        let widths = graph.levels_within(|vertex| proof.binary_search(&vertex).is_ok());
        let measure = match section.proved {
            true => format!("least {}", name(&section.measures)),
            false => format!("small {}", name(&section.measures)),
        };
        let side = match section.claim == claim {
            true => String::new(),
            false => format!("{}, ", section.claim),
        };
        match series
            .iter_mut()
            .skip(1)
            .find(|(_, other)| *other == widths)
        {
            Some((name, _)) => *name = format!("{name}; {side}{measure}"),
            None => series.push((format!("proof: {side}{measure}"), widths)),
        }
    }
    let claim = claim.to_string().replace(">=", " ≥ ").replace("<=", " ≤ ");
    let title = format!("{}: {claim}", work.loaded.name);
    out.write_all(plot::widths(&title, &series)?.as_bytes())?;
    commit(out)
}

pub(super) fn report(
    work: &Work<'_>,
    claim: Claim,
    sections: &[Section],
    sheets: &[PathBuf],
    plotted: Option<&Path>,
) -> Outcome {
    let graph = &work.loaded.graph;
    let levels = graph.levels().len();
    let (vertices, edges, ends) = (graph.vertex_count(), graph.edge_count(), graph.end_count());
    let mut text = format!(
        "{}\ngame graph   {vertices} vertices, {edges} edges, {ends} ends, {levels} levels\n",
        work.loaded.name
    );
    text.push_str(&format!("value        {}\n", describe(work.values[0])));
    let pruning = pruning(work);
    for (number, (name, whole, winning)) in pruning.iter().enumerate() {
        let head = if number == 0 { "alpha-beta" } else { "" };
        let winning = winning.map_or_else(String::new, |n| format!(", {n} on the winner's moves"));
        text.push_str(&format!(
            "{head:<13}{whole} vertices left, order: {name}{winning}\n"
        ));
    }
    for section in sections {
        text.push_str(&describe_section(work, section));
    }
    if sections
        .iter()
        .any(|section| section.measures.0 == [Measure::Tree])
    {
        text.push_str(
            "\nThe least tree count is not the least number of vertices: it counts a vertex once for\n\
             every path that leads to it.\n",
        );
    }
    for sheet in sheets {
        text.push_str(&format!("\nsheet: {}", sheet.display()));
    }
    if !sheets.is_empty() {
        text.push('\n');
    }
    if let Some(folder) = work.folder {
        text.push_str(&format!("\nfiles are in {}\n", folder.display()));
    }
    if let Some(file) = plotted {
        text.push_str(&format!("widths by ply are drawn in {}\n", file.display()));
    }

    let main = main_result(sections);
    let mut object = json!({
        "game": work.loaded.name,
        "graph": {"vertices": vertices, "edges": edges, "ends": ends, "levels": levels},
        "value": work.values[0],
        "claim": claim.to_string(),
        "holds": true,
        "pruned": pruning.iter().map(|(order, whole, winning)| {
            json!({"order": order, "vertices": whole, "winning_moves": winning})
        }).collect::<Vec<_>>(),
        "files": sections.iter().flat_map(|section| &section.files).map(|file| shown(file)).collect::<Vec<_>>(),
        "sheets": sheets.iter().map(|file| shown(file)).collect::<Vec<_>>(),
        "plot": plotted.map(shown),
        "results": sections.iter().map(section_json).collect::<Vec<_>>(),
    });
    if let (Some(object), Value::Object(main)) = (object.as_object_mut(), main) {
        for (key, value) in main {
            object.entry(key).or_insert(value);
        }
    }
    Outcome::done(text, object)
}

/// The first result; if its claim is one of two sides, both sides added up.
fn main_result(sections: &[Section]) -> Value {
    let first = &sections[0];
    let same: Vec<&Section> = sections
        .iter()
        .filter(|section| section.measures == first.measures)
        .collect();
    let mut json = section_json(first);
    if let [a, b] = same.as_slice() {
        let proved = a.proved && b.proved;
        json["proved"] = proved.into();
        json["at_least"] = number(&(&a.at_least + &b.at_least));
        json["at_most"] = number(&(&a.at_most + &b.at_most));
        json["minimum"] = if proved {
            json["at_most"].clone()
        } else {
            Value::Null
        };
        let product = a
            .count
            .as_ref()
            .zip(b.count.as_ref())
            .map(|(a, b)| (a * b).to_string());
        json["proofs"] = product.into();
        json["listed"] = (a.listed + b.listed).into();
        json["checked"] = (a.accepted + b.accepted).into();
        json["classes"] = same
            .iter()
            .flat_map(|section| classes_json(section))
            .collect();
    }
    json
}

/// What pruning leaves in a few orders: on the whole graph, and on the winner's moves.
fn pruning(work: &Work<'_>) -> Vec<(&'static str, usize, Option<usize>)> {
    let size = |order, winning| pruned(work.loaded, work.values, order, winning).vertex_count();
    let has_winner = solve::winner(work.values).is_some();
    [
        ("discovery", Order::Discovery),
        ("random", Order::Random(0)),
        ("fewest replies first", Order::Mobility(None)),
    ]
    .map(|(name, order)| {
        (
            name,
            size(order, false),
            has_winner.then(|| size(order, true)),
        )
    })
    .to_vec()
}

fn describe_claim(claim: Claim) -> String {
    match claim {
        Claim::AtLeast(bound) => format!("{claim}: First can hold the score to at least {bound}"),
        Claim::AtMost(bound) => format!("{claim}: Second can hold the score to at most {bound}"),
        Claim::Value(value) => format!("{claim}: both can hold the score to {value}"),
    }
}

fn name(measures: &Measures) -> String {
    match measures.0.as_slice() {
        [Measure::Tree] => "tree count".to_owned(),
        [first, rest @ ..] => rest.iter().fold(first.to_string(), |text, next| {
            format!("{text}, then {next}")
        }),
        [] => String::new(),
    }
}

fn describe_section(work: &Work<'_>, section: &Section) -> String {
    let name = name(&section.measures);
    let mut text = format!("\n{}\n", describe_claim(section.claim));
    if section.proved {
        text.push_str(&format!(
            "  {:<18} {} (proved)\n",
            format!("least {name}"),
            section.at_most
        ));
    } else {
        let why = section.stop.map_or("stopped", why);
        text.push_str(&format!(
            "  {name}: at least {}, at most {}; not known to be minimum ({why})\n",
            section.at_least, section.at_most
        ));
    }
    let among = if section.fewest {
        " (of these, those with the fewest vertices)"
    } else {
        ""
    };
    match &section.count {
        Some(count) => {
            let count = readable(count);
            text.push_str(&format!("  proofs with it     {count}{among}\n"));
        }
        None if section.proved => text.push_str("  proofs with it     not counted\n"),
        None => {}
    }
    let all = section
        .count
        .as_ref()
        .is_some_and(|count| *count == section.listed.into());
    let of = if all {
        String::new()
    } else {
        let listed = plural(section.listed as usize, "proof", "proofs");
        match section.count {
            Some(_) if section.cut_short => {
                format!(" (of {listed}; the time limit or Ctrl-C ended the list)")
            }
            Some(_) => format!(" (of {listed} listed; --all or --limit for more)"),
            None if work.args.no_count => String::new(),
            None => format!(" (of {listed} listed; a longer --time-limit may find more)"),
        }
    };
    if section.proved {
        text.push_str(&format!(
            "  up to isomorphism  {}, {}{of}\n",
            plural(section.classes.len(), "class", "classes"),
            plural(section.sets, "distinct vertex set", "distinct vertex sets"),
        ));
    }
    text.push_str(&class_table(work, section));
    let by = if work.loaded.rules().is_ok() {
        "the rules"
    } else {
        "the graph"
    };
    text.push_str(&format!(
        "  closure check      {} of {} pass, against {by}\n",
        section.accepted, section.sets
    ));
    if let Some(file) = &section.certificate {
        text.push_str(&format!("  certificate        {}\n", file.display()));
    }
    text
}

/// Why a search ended early.
pub(super) fn why(stop: StopReason) -> &'static str {
    match stop {
        StopReason::Proved => "proved",
        StopReason::Interrupted => "interrupted",
        StopReason::Memory => "the memory limit was reached",
        StopReason::Deadline => "the time limit was reached",
    }
}

/// A number, or what it begins with and how long it is.
fn readable(count: &BigUint) -> String {
    let digits = count.to_string();
    if digits.len() <= 60 {
        return digits;
    }
    format!(
        "{}... ({} digits, all with --json)",
        &digits[..12],
        digits.len()
    )
}

fn class_table(work: &Work<'_>, section: &Section) -> String {
    let heads = ["proofs", "vertices", "edges", "ends", "decisions", "file"];
    let mut rows = vec![heads.map(String::from).to_vec()];
    let shown = if work.args.all { usize::MAX } else { SHOWN };
    for (number, class) in section.classes.iter().enumerate().take(shown) {
        let file = section.files.get(number).and_then(|file| file.file_name());
        let file = file.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let proofs = class.proofs.to_string();
        let sizes = [
            class.vertices,
            class.edges,
            class.ends,
            section.decisions[number],
        ];
        let sizes = sizes.iter().map(ToString::to_string);
        rows.push([proofs].into_iter().chain(sizes).chain([file]).collect());
    }
    let mut text = table(&rows);
    if section.classes.len() > shown {
        let more = section.classes.len() - shown;
        text.push_str(&format!(
            "  ... and {}\n",
            plural(more, "more class", "more classes")
        ));
    }
    text
}

fn section_json(section: &Section) -> Value {
    let proofs = section.count.as_ref().map(ToString::to_string);
    json!({
        "claim": section.claim.to_string(),
        "measure": section.measures.to_string(),
        "minimum": if section.proved { number(&section.at_most) } else { Value::Null },
        "proved": section.proved,
        "at_least": number(&section.at_least),
        "at_most": number(&section.at_most),
        "proofs": proofs,
        "fewest_vertices": section.fewest,
        "listed": section.listed,
        "classes": classes_json(section),
        "checked": section.accepted,
        "stopped": section.stop.map(why),
        "certificate": section.certificate.as_deref().map(shown),
    })
}

fn classes_json(section: &Section) -> Vec<Value> {
    let class = |(number, class): (usize, &minproof::find::classes::Class)| {
        json!({
            "claim": section.claim.to_string(),
            "vertices": class.vertices,
            "edges": class.edges,
            "ends": class.ends,
            "decisions": section.decisions[number],
            "proofs": class.proofs,
            "sets": class.members.len(),
            "file": section.files.get(number).map(|file| shown(file)),
        })
    };
    section.classes.iter().enumerate().map(class).collect()
}

/// A number where JSON can hold it exactly, else a string.
fn number(count: &BigUint) -> Value {
    match u64::try_from(count) {
        Ok(count) if count < 1 << 53 => count.into(),
        _ => count.to_string().into(),
    }
}
