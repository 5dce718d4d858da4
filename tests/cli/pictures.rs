//! `draw` and the plots of `stats` and `prove`.

use std::fs;

use crate::folder::Folder;
use crate::{ENDS, error, exists, json, names_all, text};

const PROOF: &str = "second-at-most-minus-1-tree-1.proof.jsonl";

fn svg(folder: &Folder, name: &str) -> String {
    let svg = fs::read_to_string(folder.join(name)).unwrap();
    assert!(svg.starts_with("<svg ") && svg.trim_end().ends_with("</svg>"));
    svg
}

#[test]
fn proofs_and_graphs_are_drawn() {
    let folder = Folder::new();
    text(&folder, &["prove", ENDS, "--measure", "tree", "-o", "."]);
    let drawn = json(&folder, &["draw", PROOF, "--boards", "-o", "p.svg"], 0);
    assert_eq!(
        (&drawn["vertices"], &drawn["edges"]),
        (&40.into(), &40.into())
    );
    let boards = svg(&folder, "p.svg");
    names_all(
        &boards,
        &["second ≤ -1", ">b1, a2, d3, c4</text>", "Second wins"],
    );
    // Every position of 4x4 Reversi has at least four discs, each a circle.
    assert!(boards.matches("<circle").count() >= 4 * 40);

    let over = json(&folder, &["draw", PROOF, "--over", "-o", "o.svg"], 0);
    assert_eq!(over["vertices"], 9617);
    names_all(
        &svg(&folder, "o.svg"),
        &["behind it the graph: 9617 vertices"],
    );
    text(&folder, &["build", ENDS, "-o", "g.mpgraph"]);
    text(
        &folder,
        &["draw", PROOF, "--over=g.mpgraph", "-o", "o2.svg"],
    );
    assert_eq!(svg(&folder, "o.svg"), svg(&folder, "o2.svg"));

    let top = json(&folder, &["draw", ENDS, "--levels", "4", "-o", "t.pdf"], 0);
    assert_eq!(top["vertices"], 1 + 1 + 3 + 11);
    assert!(
        fs::read(folder.join("t.pdf"))
            .unwrap()
            .starts_with(b"%PDF-")
    );
    let split = json(&folder, &["draw", PROOF, "--split-ends", "-o", "s.svg"], 0);
    assert_eq!(split["vertices"], 41);
    text(
        &folder,
        &["draw", PROOF, "--title", "A <title>", "-o", "s.svg"],
    );
    names_all(&svg(&folder, "s.svg"), &["A &lt;title&gt;</text>"]);
}

#[test]
fn drawings_that_cannot_be_made() {
    let folder = Folder::new();
    text(&folder, &["prove", ENDS, "--measure", "tree", "-o", "."]);
    for (arguments, wanted) in [
        (
            &["draw", PROOF, "-o", "p.gif"][..],
            &["p.gif", ".svg, .pdf or .png"][..],
        ),
        (&["draw", PROOF, "-o", "none/p.svg"], &["none/p.svg"]),
        (
            &["draw", ENDS, "--over", "-o", "p.svg"],
            &["--over wants a proof file"],
        ),
        (
            &["draw", PROOF, "--over=tictactoe", "-o", "p.svg"],
            &["does not start where"],
        ),
        (
            &["draw", "mnk:board=4x3,k=3", "-o", "p.svg"],
            &["too many for a drawing", "20000", "--levels N"],
        ),
        (
            &["draw", "absent.proof.jsonl", "-o", "p.svg"],
            &["absent.proof.jsonl"],
        ),
    ] {
        names_all(&error(&folder, arguments), wanted);
    }
    assert!(!exists(&folder, "p.svg"));
}

#[test]
fn the_histogram_marks_mean_best_order_and_smallest_proof() {
    let folder = Folder::new();
    let stats = ["stats", ENDS, "--runs", "50", "--plot", "h.svg"];
    let figures = json(&folder, &stats, 0);
    assert_eq!(figures["minimum"], 40);
    let svg = svg(&folder, "h.svg");
    names_all(
        &svg,
        &["smallest proof: 40", "best order: ", "mean of all orders: "],
    );
    // Without a plot nobody waits for the smallest proof.
    assert!(json(&folder, &stats[..4], 0)["minimum"].is_null());
}

#[test]
fn widths_by_ply_are_plotted_beside_the_graph() {
    let folder = Folder::new();
    let measure = ["prove", ENDS, "--measure", "vertices", "--no-files"];
    let found = json(&folder, &[&measure[..], &["--plot", "w.svg"]].concat(), 0);
    assert_eq!(found["plot"], "w.svg");
    let svg = svg(&folder, "w.svg");
    // The scale is logarithmic: the widest level has 2631 vertices, the proof's a handful.
    names_all(
        &svg,
        &[
            "log scale",
            "2631",
            "the whole graph",
            "proof: least vertices",
        ],
    );
    let plain = [
        "prove",
        "mnk:board=2x2,k=2",
        "--no-files",
        "--plot",
        "p.svg",
    ];
    text(&folder, &plain);
    let svg = fs::read_to_string(folder.join("p.svg")).unwrap();
    assert!(!svg.contains("log scale"));
}
