//! JSON in the node-link form that networkx and others read.

use serde_json::{Map, Value, json as value};

use super::Picture;

/// Writes a picture as one JSON object with `directed`, `multigraph`, `graph`, `nodes`
/// and `edges`. Ids are the numbers of the vertices.
#[must_use]
pub fn json(picture: &Picture) -> String {
    let nodes: Vec<Value> = picture
        .vertices
        .iter()
        .enumerate()
        .map(|(number, vertex)| {
            let mut node = Map::new();
            node.insert("id".into(), number.into());
            node.insert("label".into(), vertex.label.as_str().into());
            node.insert("player".into(), vertex.player.name().into());
            if let Some(score) = vertex.score {
                node.insert("score".into(), score.into());
            }
            if let Some(dominance) = vertex.dominance {
                node.insert("dominance".into(), dominance.into());
            }
            node.into()
        })
        .collect();
    let edges: Vec<Value> = picture
        .edges
        .iter()
        .map(|edge| {
            if edge.label.is_empty() {
                value!({"source": edge.from, "target": edge.to})
            } else {
                value!({"source": edge.from, "target": edge.to, "moves": edge.label})
            }
        })
        .collect();
    let mut text = value!({
        "directed": true,
        "multigraph": false,
        "graph": {"title": picture.title},
        "nodes": nodes,
        "edges": edges,
    })
    .to_string();
    text.push('\n');
    text
}
