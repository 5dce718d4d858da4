//! Drawings of graphs and proofs: what is on them, and the files that they become.

use std::collections::BTreeMap;

use minproof::export::canvas::{Form, Shape, pdf, svg};
use minproof::export::{Canvas, Drawing, Picture};
use minproof::games::catalogue;
use minproof::graph::Subgraph;
use minproof::solve;

/// The whole graph of a game.
fn graph(spec: &str) -> Picture {
    let game = catalogue::open(spec).unwrap();
    let built = game.build_quietly().unwrap();
    let values = solve::values(&built.graph).unwrap();
    let set = Subgraph::whole(&built.graph);
    let text = |vertex| built.positions.text(vertex);
    let dominance = |v: minproof::NodeId| Some(solve::dominance(values[v.index()]));
    Picture::of_subgraph(spec, &set, text, dominance)
}

fn drawn(picture: &Picture) -> Canvas {
    let drawing = Drawing {
        picture: picture.clone(),
        ..Drawing::default()
    };
    drawing.canvas().unwrap()
}

fn texts(canvas: &Canvas) -> BTreeMap<&str, usize> {
    let mut texts = BTreeMap::new();
    for shape in &canvas.shapes {
        if let Form::Text { text, .. } = &shape.form {
            *texts.entry(text.as_str()).or_insert(0) += 1;
        }
    }
    texts
}

/// The least box around a shape, as far as it matters here.
fn bounds(shape: &Shape) -> [f64; 4] {
    match &shape.form {
        Form::Box {
            x,
            y,
            width,
            height,
            ..
        } => [*x, *y, x + width, y + height],
        Form::Circle { x, y, radius } => [x - radius, y - radius, x + radius, y + radius],
        Form::Text { x, y, .. } => [*x, *y, *x, *y],
        Form::Path(steps) => {
            use minproof::export::canvas::Step;
            let end = |step: &Step| match *step {
                Step::Move(x, y) | Step::Line(x, y) => (x, y),
                Step::Curve([.., x, y]) => (x, y),
            };
            let mut all = [f64::INFINITY, f64::INFINITY, 0.0, 0.0];
            for (x, y) in steps.iter().map(end) {
                all = [all[0].min(x), all[1].min(y), all[2].max(x), all[3].max(y)];
            }
            all
        }
    }
}

/// Boxes of vertices do not overlap, and nothing leaves the canvas.
#[test]
fn nothing_overlaps_and_nothing_is_cut_off() {
    for spec in ["mnk:board=2x2,k=2", "mnk:board=3x2,k=2", "tictactoe"] {
        let mut picture = graph(spec);
        let game = catalogue::open(spec).unwrap();
        picture.name_moves(&*game).unwrap();
        let boards = picture.boards(&*game).unwrap();
        let drawing = Drawing {
            picture,
            boards,
            ..Drawing::default()
        };
        let canvas = drawing.canvas().unwrap();
        let mut frames: Vec<[f64; 4]> = Vec::new();
        for shape in &canvas.shapes {
            let [left, top, right, low] = bounds(shape);
            assert!(left >= 0.0 && top >= 0.0, "{spec}: {shape:?}");
            assert!(
                right <= canvas.width && low <= canvas.height,
                "{spec}: {shape:?}"
            );
            // Only vertices say what they are when pointed at.
            if !shape.tip.is_empty() {
                frames.push([left, top, right, low]);
            }
        }
        assert_eq!(frames.len(), drawing.picture.vertices.len());
        for (number, a) in frames.iter().enumerate() {
            for b in &frames[..number] {
                let apart = a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3];
                assert!(apart, "{spec}: {a:?} covers {b:?}");
            }
        }
    }
}

#[test]
fn moves_and_scores_are_written_beside_small_graphs() {
    let mut picture = graph("mnk:board=2x2,k=2");
    picture
        .name_moves(&*catalogue::open("mnk:board=2x2,k=2").unwrap())
        .unwrap();
    let moves: usize = picture
        .edges
        .iter()
        .filter(|edge| !edge.label.is_empty())
        .count();
    assert_eq!(moves, picture.edges.len());
    let canvas = drawn(&picture);
    let texts = texts(&canvas);
    // All four squares are one move up to symmetry.
    assert_eq!(texts["a1, b1, a2, b2"], 1);
    let ends = picture
        .vertices
        .iter()
        .filter(|vertex| vertex.score == Some(1));
    assert_eq!(texts["+1"], ends.count());
}

#[test]
fn every_ply_has_its_number() {
    let canvas = drawn(&graph("tictactoe"));
    let texts = texts(&canvas);
    for ply in 1..=9 {
        assert_eq!(texts.get(ply.to_string().as_str()), Some(&1), "{ply}");
    }
    assert!(texts.contains_key("ply 0"));
}

#[test]
fn a_part_is_drawn_over_the_whole() {
    let whole = graph("tictactoe");
    let part = whole.first_levels(3);
    let drawing = Drawing {
        picture: whole.clone(),
        over: Some(&part),
        ..Drawing::default()
    };
    let canvas = drawing.canvas().unwrap();
    // What belongs to the part is a box with round or sharp corners, what does not is a point.
    let mut strong: Vec<&str> = canvas
        .shapes
        .iter()
        .filter(|shape| matches!(shape.form, Form::Box { .. }) && !shape.tip.is_empty())
        .map(|shape| shape.tip.as_str())
        .collect();
    strong.sort_unstable();
    let mut wanted: Vec<&str> = part.vertices.iter().map(|v| v.label.as_str()).collect();
    wanted.sort_unstable();
    assert_eq!(strong, wanted);
}

#[test]
fn the_same_drawing_gives_the_same_files() {
    let picture = graph("tictactoe");
    let (one, two) = (drawn(&picture), drawn(&picture));
    assert_eq!(svg(&one), svg(&two));
    assert_eq!(pdf(&one), pdf(&two));
    assert!(pdf(&one).starts_with(b"%PDF-"));
    #[cfg(feature = "png")]
    {
        let bytes = minproof::export::canvas::png(&one).unwrap();
        assert_eq!(bytes, minproof::export::canvas::png(&two).unwrap());
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
        // The header says how large it is: two pixels a point.
        let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
        let pixels = [one.width, one.height].map(|points| (2.0 * points).ceil() as u32);
        assert_eq!([side(16), side(20)], pixels);
    }
}

#[test]
fn texts_of_all_kinds_are_escaped() {
    let mut picture = graph("mnk:board=1x2,k=1");
    picture.title = "<&> \u{7} 漢".to_owned();
    let canvas = drawn(&picture);
    assert!(svg(&canvas).contains("<title>&lt;&amp;&gt; ? 漢</title>"));
    assert!(!pdf(&canvas).is_empty());
}

#[test]
fn large_graphs_are_drawn_and_too_large_ones_refused() {
    let graph = graph("reversi:board=4x4,blocked=ends");
    let canvas = drawn(&graph);
    assert!(canvas.width < 3000.0 && canvas.height < 3000.0);
    let mut picture = graph.clone();
    while picture.vertices.len() <= minproof::export::LAYOUT_LIMIT {
        picture.vertices.extend(graph.vertices.iter().cloned());
    }
    let drawing = Drawing {
        picture,
        ..Drawing::default()
    };
    let error = drawing.canvas().unwrap_err().to_string();
    assert!(error.contains("--levels N"), "{error}");
}
