//! Exports read back by the programs that they are for.

use minproof::export::{Picture, csv_edges, csv_vertices, digraph6, dot, graphml, json};
use serde_json::{Value, json as value};

use crate::programs::{ask, networkx};
use crate::{AWKWARD, awkward, proof};

fn pictures() -> [Picture; 3] {
    let reversi = proof("reversi:board=4x4,blocked=ends");
    assert_eq!(reversi.vertices.len(), 40);
    [proof("mnk:board=2x2,k=2"), reversi, awkward()]
}

/// The edges of a picture with their labels, sorted.
fn edges(picture: &Picture) -> Vec<Value> {
    let mut edges: Vec<_> = picture.edges.iter().collect();
    edges.sort_by_key(|edge| (edge.from, edge.to));
    let edge = |edge: &&_| {
        let minproof::export::PictureEdge { from, to, label } = *edge;
        value!([from, to, label])
    };
    edges.iter().map(edge).collect()
}

fn labels(picture: &Picture) -> Vec<Value> {
    let labels = picture.vertices.iter().map(|vertex| &vertex.label);
    labels.map(|label| value!(label)).collect()
}

#[test]
fn graphviz_reads_the_same_graph() {
    for picture in pictures() {
        let Some(text) = ask(&["dot"], &["-Tjson0"], dot(&picture).as_bytes()) else {
            return;
        };
        let read: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(unescaped(&read["name"]), picture.title);
        let objects = read["objects"].as_array().unwrap();
        assert_eq!(objects.len(), picture.vertices.len());
        for (object, vertex) in objects.iter().zip(&picture.vertices) {
            let label = match vertex.score {
                Some(score) => format!("{}\n{score:+}", vertex.label),
                None => vertex.label.clone(),
            };
            assert_eq!(drawn(&object["label"]), label);
        }
        let found = read["edges"].as_array().unwrap();
        let mut found: Vec<Value> = found
            .iter()
            .map(|edge| value!([edge["tail"], edge["head"], drawn(&edge["label"])]))
            .collect();
        found.sort_by_key(|edge| (edge[0].as_u64(), edge[1].as_u64()));
        assert_eq!(found, edges(&picture));
    }
}

/// Graphviz keeps what stands between the quotes; `\"` is all that it undoes there.
fn unescaped(text: &Value) -> String {
    text.as_str()
        .unwrap_or_default()
        .replace("\\n", "\n")
        .replace("\\\\", "\\")
}

/// A label as Graphviz draws it: `\n` breaks the line, `\\` is a backslash, and HTML's
/// entities stand for characters.
fn drawn(label: &Value) -> String {
    let mut drawn = String::new();
    let mut characters = label.as_str().unwrap_or_default().chars();
    while let Some(c) = characters.next() {
        match c {
            '\\' => match characters.next() {
                Some('n') => drawn.push('\n'),
                Some(other) => drawn.push(other),
                None => {}
            },
            c => drawn.push(c),
        }
    }
    drawn.replace("&amp;", "&")
}

const READ_GRAPHML: &str = "
import sys, json, networkx
g = networkx.parse_graphml(sys.stdin.buffer.read().decode())
number = lambda name: int(name[1:])
print(json.dumps({
    'title': g.graph['title'],
    'directed': g.is_directed(),
    'labels': [g.nodes[n]['label'] for n in sorted(g, key=number)],
    'ends': {number(n): d['score'] for n, d in g.nodes(data=True) if 'score' in d},
    'edges': sorted([number(a), number(b), d.get('moves', '')] for a, b, d in g.edges(data=True)),
}))";

const READ_JSON: &str = "
import sys, json, networkx
data = json.loads(sys.stdin.buffer.read())
try:
    g = networkx.node_link_graph(data, edges='edges')
except TypeError:  # networkx before 3.4 names the key differently
    g = networkx.node_link_graph(data, link='edges')
print(json.dumps({
    'title': g.graph['title'],
    'directed': g.is_directed(),
    'labels': [g.nodes[n]['label'] for n in sorted(g)],
    'ends': {n: d['score'] for n, d in g.nodes(data=True) if 'score' in d},
    'edges': sorted([a, b, d.get('moves', '')] for a, b, d in g.edges(data=True)),
}))";

#[test]
fn networkx_reads_the_same_graph() {
    for picture in pictures() {
        let formats = [
            (READ_GRAPHML, graphml(&picture).unwrap()),
            (READ_JSON, json(&picture)),
        ];
        for (script, text) in formats {
            let Some(said) = networkx(script, text.as_bytes()) else {
                return;
            };
            let read: Value = serde_json::from_str(&said).unwrap();
            let ends: serde_json::Map<String, Value> = (0..)
                .zip(&picture.vertices)
                .filter_map(|(n, v): (usize, _)| Some((n.to_string(), v.score?.into())))
                .collect();
            assert_eq!(read["title"], picture.title);
            assert_eq!(read["directed"], true);
            assert_eq!(read["labels"], value!(labels(&picture)));
            assert_eq!(read["ends"], value!(ends));
            assert_eq!(read["edges"], value!(edges(&picture)));
        }
    }
}

const READ_CSV: &str = "
import sys, csv, io, json
text = io.TextIOWrapper(sys.stdin.buffer, encoding='utf-8', newline='')
print(json.dumps(list(csv.DictReader(text, strict=True))))";

#[test]
fn python_reads_the_same_tables() {
    for picture in pictures() {
        let Some(said) = ask(
            &["python3"],
            &["-c", READ_CSV],
            csv_vertices(&picture).as_bytes(),
        ) else {
            return;
        };
        let read: Vec<Value> = serde_json::from_str(&said).unwrap();
        let found: Vec<Value> = read.iter().map(|row| row["label"].clone()).collect();
        assert_eq!(found, labels(&picture));
        for (number, (row, vertex)) in read.iter().zip(&picture.vertices).enumerate() {
            let known = |n: Option<i64>| n.map_or_else(String::new, |n| n.to_string());
            assert_eq!(row["id"], number.to_string());
            assert_eq!(row["player"], vertex.player.name());
            assert_eq!(row["score"], known(vertex.score.map(i64::from)));
            assert_eq!(row["dominance"], known(vertex.dominance.map(i64::from)));
        }
        let table = csv_edges(&picture);
        let said = ask(&["python3"], &["-c", READ_CSV], table.as_bytes()).unwrap();
        let read: Vec<Value> = serde_json::from_str(&said).unwrap();
        let number = |field: &Value| field.as_str().unwrap().parse::<usize>().unwrap();
        let mut found: Vec<Value> = read
            .iter()
            .map(|row| value!([number(&row["source"]), number(&row["target"]), row["moves"]]))
            .collect();
        found.sort_by_key(|edge| (edge[0].as_u64(), edge[1].as_u64()));
        assert_eq!(found, edges(&picture));
    }
}

#[test]
fn nauty_reads_the_same_graph() {
    for picture in pictures() {
        let text = digraph6(&picture).unwrap();
        let Some(said) = ask(&["listg", "nauty-listg"], &["-e", "-q"], text.as_bytes()) else {
            return;
        };
        let numbers: Vec<usize> = said
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        assert_eq!(
            numbers[..2],
            [picture.vertices.len(), picture.edges.len()],
            "{said}"
        );
        let mut found: Vec<_> = numbers[2..]
            .chunks(2)
            .map(|pair| (pair[0], pair[1]))
            .collect();
        let mut wanted: Vec<_> = picture.edges.iter().map(|e| (e.from, e.to)).collect();
        found.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(found, wanted);
    }
}

#[test]
fn the_awkward_texts_are_all_there() {
    let picture = awkward();
    let edges = picture.edges.iter().map(|edge| &edge.label);
    assert!(edges.eq(AWKWARD.iter().take(AWKWARD.len() - 1)));
}
