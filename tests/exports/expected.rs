//! Exports compared with files, byte for byte.

use std::path::Path;

use minproof::export::{
    Drawing, ExportError, Picture, PictureEdge, canvas, csv_edges, csv_vertices, digraph6, dot,
    graphml, json, mermaid, tikz,
};

use crate::{awkward, proof};

#[test]
fn every_format_is_as_expected() {
    for (name, picture) in [("line", proof("mnk:board=2x2,k=2")), ("awkward", awkward())] {
        compare(&format!("{name}.dot"), &dot(&picture));
        compare(&format!("{name}.graphml"), &graphml(&picture).unwrap());
        compare(&format!("{name}.json"), &json(&picture));
        compare(&format!("{name}.vertices.csv"), &csv_vertices(&picture));
        compare(&format!("{name}.edges.csv"), &csv_edges(&picture));
        compare(&format!("{name}.mermaid"), &mermaid(&picture).unwrap());
        compare(&format!("{name}.tex"), &tikz(&picture).unwrap());
        compare(&format!("{name}.d6"), &digraph6(&picture).unwrap());
    }
}

#[test]
fn drawings_are_as_expected() {
    let picture = proof("mnk:board=2x2,k=2");
    let game = minproof::games::catalogue::open("mnk:board=2x2,k=2").unwrap();
    let boards = picture.boards(&*game).unwrap();
    for (name, boards) in [("line.svg", Vec::new()), ("line-boards.svg", boards)] {
        let drawing = Drawing {
            picture: picture.clone(),
            boards,
            ..Drawing::default()
        };
        compare(name, &canvas::svg(&drawing.canvas().unwrap()));
    }
}

fn compare(name: &str, text: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports/expected");
    let path = folder.join(name);
    if std::env::var_os("MINPROOF_EXPECTED").is_some_and(|value| value == "write") {
        std::fs::write(&path, text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(
        text == expected,
        "{name} differs from what is expected:\n{text}"
    );
}

#[test]
fn formats_with_a_limit_refuse_more_and_say_what_to_do() {
    let mut picture = proof("mnk:board=2x2,k=2");
    let vertex = picture.vertices[0].clone();
    picture.vertices = vec![vertex; 502];
    let edge = |from: usize| PictureEdge {
        from,
        to: from + 1,
        label: String::new(),
    };
    picture.edges = (0..500).map(edge).collect();
    assert!(mermaid(&picture).is_ok());
    picture.edges.push(edge(500));
    refused(mermaid(&picture), 501, 500);

    picture.edges.clear();
    picture.vertices = vec![picture.vertices[0].clone(); 20_001];
    refused(digraph6(&picture), 20_001, 20_000);
    picture.vertices.truncate(201);
    refused(tikz(&picture), 201, 200);
}

fn refused(result: Result<String, ExportError>, found: usize, limit: usize) {
    let error = result.unwrap_err();
    assert!(
        matches!(error, ExportError::TooLarge { found: f, limit: l, .. } if (f, l) == (found, limit)),
        "{error}"
    );
    assert!(error.to_string().contains("take "), "{error}");
}

#[test]
fn an_empty_picture_is_no_fault() {
    let picture = Picture::default();
    assert_eq!(digraph6(&picture).unwrap(), "&?\n");
    assert_eq!(csv_edges(&picture), "source,target,moves\n");
    assert!(mermaid(&picture).unwrap().starts_with("flowchart TD\n"));
}
