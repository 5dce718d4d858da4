//! What is exported is read by other programs, if they are here: Graphviz and networkx.

use std::io::Write as _;
use std::process::{Command, Stdio};

use minproof::export::{Picture, PictureEdge, PictureVertex, dot, graphml, json as node_link};
use minproof::{Player, Score};
use serde_json::Value;

use crate::folder::Folder;
use crate::{ENDS, json, text};

/// Runs another program on a text; `None`, said aloud, if it is not installed.
fn other(program: &str, arguments: &[&str], input: &str) -> Option<String> {
    let spawned = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = spawned else {
        println!("skipped: {program} is not installed");
        return None;
    };
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let feeder = std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    if said.contains("No module named 'networkx'") {
        println!("skipped: networkx is not installed");
        return None;
    }
    assert!(output.status.success(), "{program}: {said}");
    assert!(!said.contains("Warning"), "{program}: {said}");
    Some(String::from_utf8(output.stdout).unwrap())
}

/// What networkx reads, in its own node-link form.
fn networkx(format: &str, exported: &str) -> Option<Value> {
    let script = format!(
        "import sys, io, json, networkx as nx\n\
         text = sys.stdin.buffer.read()\n\
         if '{format}' == 'graphml':\n\
         \x20   g = nx.read_graphml(io.BytesIO(text))\n\
         else:\n\
         \x20   g = nx.node_link_graph(json.loads(text), edges='edges')\n\
         print(json.dumps(dict(\n\
         \x20   directed=g.is_directed(), multi=g.is_multigraph(), title=g.graph.get('title'),\n\
         \x20   nodes=[[str(n).lstrip('n'), d] for n, d in g.nodes(data=True)],\n\
         \x20   edges=[[str(a).lstrip('n'), str(b).lstrip('n'), d] for a, b, d in g.edges(data=True)])))\n"
    );
    let read = other("python3", &["-c", &script], exported)?;
    Some(serde_json::from_str(&read).unwrap())
}

const AWKWARD: [&str; 9] = [
    "plain",
    "say \"yes\"",
    "back\\slash and \\n no line feed \\",
    "<b>bold</b> & co.",
    "a:b;c,d{e|f}[g]",
    "\u{e9}\u{4e2d}\u{1f600}",
    " spaces  around ",
    "%s %d \\N \\G \\l",
    "'",
];

fn vertex(
    label: &str,
    player: Player,
    score: Option<Score>,
    dominance: Option<i8>,
) -> PictureVertex {
    PictureVertex {
        label: label.to_owned(),
        player,
        score,
        dominance,
    }
}

fn awkward() -> Picture {
    let vertices: Vec<PictureVertex> = AWKWARD
        .iter()
        .enumerate()
        .map(|(number, label)| {
            let player = if number % 2 == 0 {
                Player::First
            } else {
                Player::Second
            };
            let end = number + 1 == AWKWARD.len();
            vertex(label, player, end.then_some(-3), Some(number as i8 % 3 - 1))
        })
        .collect();
    let edges = (1..AWKWARD.len()).map(|to| PictureEdge {
        from: to - 1,
        to,
        label: AWKWARD[to].to_owned(),
    });
    Picture {
        title: "a \"title\" \\ & <more>".to_owned(),
        edges: edges.collect(),
        vertices,
    }
}

#[test]
fn networkx_gets_awkward_labels_back() {
    let picture = awkward();
    for (format, exported) in [
        ("graphml", graphml(&picture).unwrap()),
        ("json", node_link(&picture)),
    ] {
        let Some(read) = networkx(format, &exported) else {
            return;
        };
        assert_eq!(read["directed"], true);
        assert_eq!(read["multi"], false);
        assert_eq!(read["title"], picture.title, "{format}");
        for (number, label) in AWKWARD.iter().enumerate() {
            let node = &read["nodes"][number];
            assert_eq!(node[0], number.to_string());
            assert_eq!(node[1]["label"], **label, "{format}");
            assert_eq!(node[1]["dominance"], number as i64 % 3 - 1);
            let player = if number % 2 == 0 { "first" } else { "second" };
            assert_eq!(node[1]["player"], player);
        }
        assert_eq!(read["nodes"][AWKWARD.len() - 1][1]["score"], -3);
        for (number, edge) in read["edges"].as_array().unwrap().iter().enumerate() {
            assert_eq!(edge[2]["moves"], AWKWARD[number + 1], "{format}");
        }
    }
}

/// Graphviz shows labels in its SVG: the text there is the label.
#[test]
fn graphviz_shows_awkward_labels() {
    let Some(svg) = other("dot", &["-Tsvg"], &dot(&awkward())) else {
        return;
    };
    let unescape = |text: &str| {
        text.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&#45;", "-")
            .replace("&#39;", "'")
            .replace("&#160;", " ")
            .replace("&amp;", "&")
    };
    let texts: Vec<String> = svg
        .lines()
        .filter_map(|line| line.strip_prefix("<text"))
        .map(|line| {
            unescape(
                line.split_once('>')
                    .unwrap()
                    .1
                    .split("</text>")
                    .next()
                    .unwrap(),
            )
        })
        .collect();
    for label in AWKWARD {
        let shown = texts.iter().any(|text| text.trim() == label.trim());
        assert!(shown, "{label:?} is not among {texts:?}");
    }
}

/// What looks like an entity of HTML is text too.
#[test]
fn graphviz_shows_entities_as_they_are() {
    let mut picture = awkward();
    picture.vertices[0].label = "&amp; &lt; &eacute; &#65;".to_owned();
    let Some(svg) = other("dot", &["-Tsvg"], &dot(&picture)) else {
        return;
    };
    assert!(
        svg.contains("&amp;amp; &amp;lt; &amp;eacute; &amp;#65;"),
        "{svg}"
    );
}

#[test]
fn networkx_gets_entities_back() {
    let mut picture = awkward();
    picture.vertices[0].label = "&amp; &lt; &eacute; &#65;".to_owned();
    let Some(read) = networkx("graphml", &graphml(&picture).unwrap()) else {
        return;
    };
    assert_eq!(read["nodes"][0][1]["label"], picture.vertices[0].label);
}

#[test]
fn control_characters_are_refused_where_they_cannot_be_held() {
    for bad in [
        "\0",
        "\u{1}",
        "a\u{b}b",
        "\u{1b}[31m",
        "\u{ffff}",
        "\u{fffe}",
    ] {
        let mut picture = awkward();
        picture.vertices[2].label = bad.to_owned();
        match graphml(&picture) {
            Err(error) => assert!(error.to_string().contains("vertex 2"), "{error}"),
            Ok(_) => panic!("{bad:?} was written as GraphML"),
        }
        let json: Value = serde_json::from_str(&node_link(&picture)).unwrap();
        assert_eq!(json["nodes"][2]["label"], bad);
    }
    // Line feeds and tabs can be held.
    let mut picture = awkward();
    picture.vertices[2].label = "two\nlines\tand a tab".to_owned();
    let exported = graphml(&picture).unwrap();
    if let Some(read) = networkx("graphml", &exported) {
        assert_eq!(read["nodes"][2][1]["label"], "two\nlines\tand a tab");
    }
}

#[test]
fn whole_games_are_read_by_other_programs() {
    let folder = Folder::new();
    let export = |format| text(&folder, &["export", "tictactoe", "--format", format]);
    let (graphml, node_link, dot) = (export("graphml"), export("json"), export("dot"));
    for (format, exported) in [("graphml", graphml), ("json", node_link)] {
        let Some(read) = networkx(format, &exported) else {
            break;
        };
        assert_eq!(read["nodes"].as_array().unwrap().len(), 765, "{format}");
        assert_eq!(read["edges"].as_array().unwrap().len(), 2096, "{format}");
        assert_eq!(read["nodes"][0][1]["label"], "---/---/--- X");
    }
    assert_eq!(dot.matches(" -> ").count(), 2096);
    assert_eq!(dot.matches("peripheries=2").count(), 138);
    // Reading and printing it again, without a layout.
    if let Some(read) = other("dot", &["-Tcanon"], &dot) {
        assert_eq!(read.matches(" -> ").count(), 2096);
    }
}

#[test]
fn proofs_are_exported_with_their_moves() {
    let folder = Folder::new();
    let found = json(&folder, &["prove", ENDS, "-o", "."], 0);
    let file = found["files"][0].as_str().unwrap();
    let exported = json(
        &folder,
        &["export", file, "--format", "dot", "-o", "proof.dot"],
        0,
    );
    assert_eq!(
        (&exported["vertices"], &exported["edges"]),
        (&40.into(), &40.into())
    );
    let dot = std::fs::read_to_string(folder.join("proof.dot")).unwrap();
    assert_eq!(dot.matches(" -> ").count(), 40);
    for part in [
        "shape=box",
        "shape=ellipse",
        "peripheries=2",
        "#2166ac",
        "[label=\"",
    ] {
        assert!(dot.contains(part), "{part}");
    }
    assert!(
        !dot.contains("#d7301f"),
        "Second wins everywhere: nothing is First's red"
    );
    if let Some(plain) = other("dot", &["-Tplain"], &dot) {
        assert_eq!(
            plain
                .lines()
                .filter(|line| line.starts_with("node "))
                .count(),
            40
        );
    }
    let graphml = text(&folder, &["export", file, "--format", "graphml"]);
    if let Some(read) = networkx("graphml", &graphml) {
        let edges = read["edges"].as_array().unwrap();
        assert!(edges.iter().all(|edge| edge[2]["moves"].is_string()));
    }
}
