//! Commands that succeed: their texts, keys and files.

use std::fs;

use serde_json::{Value, json as value};

use crate::folder::Folder;
use crate::{ENDS, exists, expect, json, names_all, run, text};

#[track_caller]
fn has(found: &Value, wanted: &Value) {
    for (key, wanted) in wanted.as_object().unwrap() {
        assert_eq!(found.get(key), Some(wanted), "key {key} of {found}");
    }
}

#[test]
fn games() {
    let folder = Folder::new();
    names_all(
        &text(&folder, &["games"]),
        &[
            "reversi",
            "mnk",
            "tictactoe",
            "board=4x4",
            "blocked=skips",
            "symmetry=full",
        ],
    );
    let found = json(&folder, &["games"], 0);
    let names: Vec<&str> = found["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["reversi", "mnk", "connect", "tictactoe"]);
    for parameter in found["games"][0]["parameters"].as_array().unwrap() {
        for key in ["key", "values", "default", "help"] {
            assert!(parameter[key].is_string(), "{key} of {parameter}");
        }
    }
    assert!(folder.names().is_empty());
}

#[test]
fn build() {
    let folder = Folder::new();
    let printed = text(&folder, &["build", "tictactoe", "-o", "ttt.mpgraph"]);
    names_all(
        &printed,
        &[
            "mnk:board=3x3,k=3",
            "765 vertices",
            "138 ends",
            "ttt.mpgraph",
        ],
    );
    assert_eq!(folder.names(), ["ttt.mpgraph"]);
    let found = json(&folder, &["build", "tictactoe", "-o", "again.mpgraph"], 0);
    let wanted = value!({
        "game": "mnk:board=3x3,k=3", "vertices": 765, "edges": 2096, "ends": 138,
        "levels": 10, "level_sizes": [1, 3, 12, 38, 108, 174, 204, 153, 57, 15],
        "file": "again.mpgraph",
    });
    has(&found, &wanted);
    let bytes = |name| fs::read(folder.join(name)).unwrap();
    assert!(bytes("ttt.mpgraph") == bytes("again.mpgraph"));
    let found = json(&folder, &["build", "tictactoe:symmetry=none"], 0);
    has(&found, &value!({"vertices": 5478, "file": null}));
}

#[test]
fn solve() {
    let folder = Folder::new();
    let found = json(&folder, &["solve", "tictactoe"], 0);
    let wanted = value!({
        "vertices": 765, "edges": 2096, "ends": 138, "levels": 10, "value": 0,
        "dominance": 0, "winner": null, "games": "255168", "shortest": 5, "longest": 9,
        "remoteness": 9,
    });
    has(&found, &wanted);
    assert_eq!(found["best_moves"].as_array().unwrap().len(), 9);
    let found = json(&folder, &["solve", ENDS], 0);
    let wanted = value!({"value": -6, "dominance": -1, "winner": "second", "games": "44064"});
    has(&found, &wanted);
    let found = json(&folder, &["solve", "mnk:board=4x3,k=3"], 0);
    let wanted = value!({
        "value": 1, "dominance": 1, "winner": "first", "remoteness": 7, "games": "151188768",
    });
    has(&found, &wanted);
    names_all(
        &text(&folder, &["solve", "tictactoe"]),
        &["255168", "a draw", "765"],
    );
}

/// A graph file gives the same answers as its game.
#[test]
fn solve_a_file() {
    let folder = Folder::new();
    text(&folder, &["build", ENDS, "-o", "graph.mpgraph"]);
    assert_eq!(
        json(&folder, &["solve", "graph.mpgraph"], 0),
        json(&folder, &["solve", ENDS], 0)
    );
    let prune = |source| {
        json(
            &folder,
            &["prune", source, "--order", "random", "--seed", "5"],
            0,
        )
    };
    assert_eq!(prune("graph.mpgraph"), prune(ENDS));
    let prove = |source| json(&folder, &["prove", source, "--no-files"], 0);
    assert_eq!(prove("graph.mpgraph"), prove(ENDS));
    // A file without a dot or a folder in its name is still found.
    fs::rename(folder.join("graph.mpgraph"), folder.join("graph")).unwrap();
    assert_eq!(json(&folder, &["solve", "graph"], 0)["vertices"], 9617);
}

#[test]
fn solve_a_position() {
    let folder = Folder::new();
    let at = |position| json(&folder, &["solve", "tictactoe", "--position", position], 0);
    let found = at("XX-/OO-/--- X");
    assert_eq!(found["value"], 1);
    assert_eq!(found["remoteness"], 1);
    assert_eq!(found["best_moves"], value!(["c1"]));
    // The mirror image has the mirrored move.
    assert_eq!(at("-XX/-OO/--- X")["best_moves"], value!(["a1"]));
    assert_eq!(at("---/-OO/-XX X")["best_moves"], value!(["a3"]));
    let over = at("XXX/OO-/--- O");
    assert_eq!(over["best_moves"], value!([]));
    assert_eq!(over["remoteness"], 0);
    let said = text(
        &folder,
        &["solve", "tictactoe", "--position", "XXX/OO-/--- O"],
    );
    names_all(&said, &["game is over"]);
}

#[test]
fn prune() {
    let folder = Folder::new();
    for (order, seed) in [
        ("discovery", None),
        ("random", Some("3")),
        ("mobility", None),
        ("mobility", Some("9")),
    ] {
        for winning in [false, true] {
            let mut arguments = vec!["prune", ENDS, "--order", order];
            arguments.extend(seed.map(|_| "--seed"));
            arguments.extend(seed);
            if winning {
                arguments.push("--winning-moves");
            }
            let found = json(&folder, &arguments, 0);
            has(
                &found,
                &value!({"order": order, "closed": true, "winning_moves": winning}),
            );
            let vertices = found["vertices"].as_u64().unwrap();
            assert!((40..9617).contains(&vertices), "{found}");
            assert!(order != "mobility" || vertices <= 71, "{found}");
            assert!(found["edges"].as_u64().unwrap() + 1 >= vertices);
            assert!(found["ends"].as_u64().unwrap() >= 5);
        }
    }
    names_all(
        &text(&folder, &["prune", ENDS]),
        &["vertices", "discovery", "closed"],
    );
    assert!(folder.names().is_empty());
}

#[test]
fn prune_saves_what_check_accepts() {
    let folder = Folder::new();
    text(
        &folder,
        &["prune", ENDS, "--winning-moves", "-o", "won.proof.jsonl"],
    );
    let found = json(&folder, &["check", "won.proof.jsonl"], 0);
    has(
        &found,
        &value!({"verdict": "proved", "reason": null, "claim": "second<=-1"}),
    );
    // With the search's wrong tries in it, it is a proof of dominances only.
    text(&folder, &["prune", ENDS, "-o", "tries.proof.jsonl"]);
    has(
        &json(&folder, &["check", "tries.proof.jsonl", "--local"], 0),
        &value!({"verdict": "proved"}),
    );
    let found = json(&folder, &["check", "tries.proof.jsonl"], 1);
    has(&found, &value!({"verdict": "refuted"}));
    assert!(found["reason"].is_string());
}

#[test]
fn stats() {
    let folder = Folder::new();
    let found = json(
        &folder,
        &["stats", ENDS, "--runs", "200", "--plot", "sizes.svg"],
        0,
    );
    has(
        &found,
        &value!({"runs": 200, "seed": 0, "plot": "sizes.svg"}),
    );
    let number = |key: &str| found[key].as_f64().unwrap();
    assert!(number("min") <= number("mean") && number("mean") <= number("max"));
    assert!((300.0..470.0).contains(&number("mean")), "{found}");
    assert!((150.0..270.0).contains(&number("sd")), "{found}");
    assert_eq!(found["best"]["vertices"], 40);
    let deviations = (number("mean") - 40.0) / number("sd");
    assert!((number("deviations") - deviations).abs() < 1e-9);
    let bins = found["histogram"].as_array().unwrap().iter();
    assert_eq!(
        bins.map(|bin| bin["runs"].as_u64().unwrap()).sum::<u64>(),
        200
    );
    let svg = fs::read_to_string(folder.join("sizes.svg")).unwrap();
    names_all(&svg, &["<svg", "</svg>", "40"]);
    let printed = text(&folder, &["stats", ENDS, "--runs", "50"]);
    names_all(
        &printed,
        &[
            "mean",
            "standard deviation",
            "##",
            "deviations below the mean",
        ],
    );
    // One run has no spread.
    let one = json(&folder, &["stats", "mnk:board=1x1,k=1", "--runs", "1"], 0);
    has(
        &one,
        &value!({"runs": 1, "sd": 0.0, "min": 2, "max": 2, "deviations": null}),
    );
}

#[test]
fn prove() {
    let folder = Folder::new();
    let found = json(
        &folder,
        &["prove", ENDS, "--measure", "tree", "-o", "out"],
        0,
    );
    let wanted = value!({
        "claim": "second<=-1", "measure": "tree", "minimum": 41, "proofs": "42",
        "proved": true, "holds": true, "value": -6,
    });
    has(&found, &wanted);
    let classes = found["classes"].as_array().unwrap();
    assert_eq!(classes.len(), 2);
    has(
        &classes[0],
        &value!({"vertices": 40, "edges": 40, "ends": 7, "proofs": 24}),
    );
    has(
        &classes[1],
        &value!({"vertices": 40, "edges": 40, "ends": 8, "proofs": 18}),
    );
    let files = found["files"].as_array().unwrap();
    assert_eq!(files.len(), 2);
    for file in files {
        let checked = json(&folder, &["check", file.as_str().unwrap()], 0);
        has(
            &checked,
            &value!({"verdict": "proved", "reason": null, "vertices": 40}),
        );
        let local = json(&folder, &["check", file.as_str().unwrap(), "--local"], 0);
        has(&local, &value!({"verdict": "proved"}));
    }
    let printed = text(&folder, &["prove", ENDS, "--no-files"]);
    names_all(
        &printed,
        &[
            "9617 vertices",
            "Second wins",
            "41",
            "42",
            "2 classes",
            "24",
            "18",
            "not the least number of vertices",
        ],
    );
}

/// Without -o, the files go to a folder that the output names.
#[test]
fn prove_names_its_files() {
    let folder = Folder::new();
    let found = json(&folder, &["prove", "mnk:board=3x3,k=2"], 0);
    for file in found["files"].as_array().unwrap() {
        assert!(exists(&folder, file.as_str().unwrap()), "{file}");
    }
    assert_eq!(folder.names(), ["proofs"]);
}

#[test]
fn prove_other_claims() {
    let folder = Folder::new();
    let claim = |claim, code| {
        json(
            &folder,
            &["prove", ENDS, "--no-files", "--claim", claim],
            code,
        )
    };
    has(
        &claim("second<=-6", 0),
        &value!({"claim": "second<=-6", "proved": true, "holds": true}),
    );
    has(
        &claim("first>=-6", 0),
        &value!({"claim": "first>=-6", "proved": true, "holds": true}),
    );
    for false_one in ["second<=-7", "first>=-5", "value=0", "value=-7"] {
        let found = claim(false_one, 1);
        has(
            &found,
            &value!({"holds": false, "proved": false, "proofs": "0", "classes": []}),
        );
    }
    let full = json(
        &folder,
        &[
            "prove",
            &format!("{ENDS},symmetry=none"),
            "--no-files",
            "--limit",
            "100",
        ],
        0,
    );
    has(
        &full,
        &value!({"minimum": 161, "proofs": "796594176", "listed": 100}),
    );
    let said = expect(&folder, &["prove", ENDS, "--claim", "first>=1"], 1);
    names_all(&said, &["refuted", "first>=1", "-6"]);
    assert!(folder.names().is_empty(), "a refuted claim leaves no files");
}

/// A draw is two claims: the least trees of each, or the smallest pair in one file.
#[test]
fn prove_a_draw_with_both_sides() {
    for (game, measure, wanted) in [
        ("mnk:board=3x2,k=3", "tree", &["first>=0", "second<=0"][..]),
        ("mnk:board=2x2,k=3", "vertices", &["value=0"]),
    ] {
        let folder = Folder::new();
        let command = [
            "prove",
            game,
            "-o",
            "draw",
            "--measure",
            measure,
            "--limit",
            "10",
        ];
        let found = json(&folder, &command, 0);
        has(&found, &value!({"claim": "value=0", "proved": true}));
        let mut claims = std::collections::BTreeSet::new();
        for file in found["files"].as_array().unwrap() {
            let checked = json(&folder, &["check", file.as_str().unwrap()], 0);
            has(&checked, &value!({"verdict": "proved"}));
            claims.insert(checked["claim"].as_str().unwrap().to_owned());
        }
        assert!(claims.iter().eq(wanted), "{game}: {claims:?}");
    }
}

#[test]
fn check() {
    let folder = Folder::new();
    text(&folder, &["prove", ENDS, "-o", "."]);
    let name = "second-at-most-minus-1-tree-1.proof.jsonl";
    let said = text(&folder, &["check", name]);
    names_all(&said, &["proved", "second<=-1", "the rules of", ENDS, "40"]);
    // A stronger claim than its own, another game.
    let found = json(&folder, &["check", name, "--claim", "second<=-7"], 1);
    has(
        &found,
        &value!({"verdict": "refuted", "claim": "second<=-7"}),
    );
    let found = json(
        &folder,
        &["check", name, "--game", "reversi:board=4x4,blocked=passes"],
        1,
    );
    has(&found, &value!({"verdict": "refuted"}));
    // A line lost: some move of the opponent leads nowhere; a branch cut short: unfinished.
    let proof = fs::read_to_string(folder.join(name)).unwrap();
    let lines: Vec<Value> = proof
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let save = |name: &str, lines: &[Value]| {
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        fs::write(folder.join(name), text).unwrap();
    };
    let opponent =
        |line: &&Value| line["player"] == "first" && line["children"].as_array().unwrap().len() > 1;
    let at = lines.iter().find(opponent).unwrap()["id"].as_u64().unwrap();
    let mut fewer = lines.clone();
    fewer[at as usize + 1]["children"]
        .as_array_mut()
        .unwrap()
        .pop();
    save("open.proof.jsonl", &fewer);
    let found = json(&folder, &["check", "open.proof.jsonl"], 1);
    has(&found, &value!({"verdict": "refuted", "vertex": at}));
    let said = expect(&folder, &["check", "open.proof.jsonl"], 1);
    names_all(
        &said,
        &[
            "refuted",
            &format!("vertex {at}"),
            "the opponent can leave",
            "a b c d",
        ],
    );
    let mut short = lines;
    short[at as usize + 1]["children"] = value!([]);
    save("short.proof.jsonl", &short);
    for mode in [&[][..], &["--local"]] {
        let arguments = [&["check", "short.proof.jsonl"], mode].concat();
        let found = json(&folder, &arguments, 1);
        has(&found, &value!({"verdict": "unfinished", "vertex": at}));
    }
}

#[test]
fn check_graphs() {
    let folder = Folder::new();
    text(&folder, &["build", ENDS, "-o", "graph.mpgraph"]);
    has(
        &json(&folder, &["check", "graph.mpgraph"], 0),
        &value!({"verdict": "proved", "vertices": 9617}),
    );
    let other = json(
        &folder,
        &["check", "graph.mpgraph", "--game", "reversi:board=4x4"],
        1,
    );
    has(&other, &value!({"verdict": "refuted"}));
    text(&folder, &["prove", ENDS, "-o", "."]);
    let name = "second-at-most-minus-1-tree-1.proof.jsonl";
    let by_graph = json(&folder, &["check", name, "--graph", "graph.mpgraph"], 0);
    has(&by_graph, &value!({"verdict": "proved"}));
    text(&folder, &["build", "tictactoe", "-o", "other.mpgraph"]);
    let wrong = json(&folder, &["check", name, "--graph", "other.mpgraph"], 1);
    has(&wrong, &value!({"verdict": "refuted", "vertex": 0}));
    // Proofs without a vertex, and pairs of which one side has none.
    let sound = fs::read_to_string(folder.join(name)).unwrap();
    let (header, rest) = sound.split_once('\n').unwrap();
    let (start, _) = rest.split_once('\n').unwrap();
    let mut parts: serde_json::Value = serde_json::from_str(header).unwrap();
    for (count, claim, lines) in [
        (0, "second<=-1", String::new()),
        (
            1,
            "value=-6",
            start.replace("\"children\"", "\"side\":\"first\",\"children\""),
        ),
    ] {
        parts["vertices"] = count.into();
        parts["claim"] = claim.into();
        fs::write(folder.join("bare.jsonl"), format!("{parts}\n{lines}\n")).unwrap();
        let bare = json(
            &folder,
            &["check", "bare.jsonl", "--graph", "graph.mpgraph"],
            1,
        );
        assert_ne!(bare["verdict"], "proved", "{bare}");
    }
}

/// The same bytes for any number of threads, in every command.
#[test]
fn threads() {
    let commands: [&[&str]; 7] = [
        &[
            "build",
            "reversi:board=4x4,symmetry=none",
            "-o",
            "graph.mpgraph",
        ],
        &["solve", "reversi:board=4x4,symmetry=none", "--json"],
        &[
            "prune",
            ENDS,
            "--order",
            "random",
            "--seed",
            "3",
            "-o",
            "pruned.proof.jsonl",
        ],
        &[
            "stats", ENDS, "--runs", "100", "--json", "--plot", "plot.svg",
        ],
        &["prove", ENDS, "--measure", "tree", "-o", "proofs"],
        &["export", "tictactoe", "--format", "dot"],
        &["check", "proofs/second-at-most-minus-1-tree-2.proof.jsonl"],
    ];
    let everything = |threads: &str| {
        let folder = Folder::new();
        let printed: Vec<String> = commands
            .iter()
            .map(|command| text(&folder, &[*command, &["--threads", threads]].concat()))
            .collect();
        let mut files = Vec::new();
        for sub in ["", "proofs"] {
            let entries = fs::read_dir(folder.join(sub)).unwrap();
            for path in entries
                .map(|entry| entry.unwrap().path())
                .filter(|p| p.is_file())
            {
                let name = path.strip_prefix(folder.path()).unwrap().to_owned();
                files.push((name, fs::read(&path).unwrap()));
            }
        }
        files.sort();
        (printed, files)
    };
    let one = everything("1");
    assert_eq!(one.1.len(), 7);
    for threads in ["2", "3", "8"] {
        assert!(everything(threads) == one, "{threads} threads");
    }
}

#[test]
fn help_and_version() {
    let folder = Folder::new();
    let all = text(&folder, &["--help"]);
    let commands = [
        "games", "build", "solve", "prune", "stats", "prove", "check", "export",
    ];
    names_all(&all, &commands);
    names_all(&all, &["--json", "--threads", "--quiet", "exit code"]);
    for command in commands {
        let help = text(&folder, &[command, "--help"]);
        names_all(&help, &["Usage:", "--json"]);
        assert_eq!(help, text(&folder, &["help", command]));
        assert!(text(&folder, &[command, "-h"]).len() <= help.len());
    }
    names_all(
        &text(&folder, &["--version"]),
        &["minproof", env!("CARGO_PKG_VERSION")],
    );
}

/// The keys that help names are those that are printed.
#[test]
fn keys_are_those_of_the_help() {
    let folder = Folder::new();
    let commands: [&[&str]; 6] = [
        &["build", "tictactoe"],
        &["solve", "tictactoe"],
        &["prune", ENDS],
        &["stats", ENDS, "--runs", "3"],
        &["prove", ENDS, "--no-files"],
        &["export", "tictactoe", "--format", "dot", "-o", "x.dot"],
    ];
    for command in commands {
        let help = text(&folder, &[command[0], "--help"]);
        let (_, listed) = help.split_once("With --json:").unwrap();
        let listed = listed.split("\n\n").next().unwrap();
        let found = json(&folder, command, 0);
        for key in found.as_object().unwrap().keys() {
            assert!(
                listed.contains(key.as_str()),
                "{command:?} prints `{key}`, not in:{listed}"
            );
        }
    }
}

/// Progress is for terminals: with pipes there is none, with or without --quiet.
#[test]
fn quiet() {
    let folder = Folder::new();
    let loud = run(&folder, &["build", "mnk:board=4x3,k=3"]);
    let quiet = run(&folder, &["build", "mnk:board=4x3,k=3", "--quiet"]);
    assert_eq!(loud.stdout, quiet.stdout);
    assert!(loud.stderr.is_empty() && quiet.stderr.is_empty());
}
