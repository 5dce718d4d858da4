//! Proofs put into classes up to isomorphism.

use std::collections::BTreeMap;

use crate::game::Player;
use crate::graph::{NodeId, Subgraph};
use crate::isomorphism::{CanonicalForm, Digraph, canonical_form};

/// Proofs that are the same up to isomorphism.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Vertices of each proof of the class.
    pub vertices: usize,
    /// Edges of each.
    pub edges: usize,
    /// Ends of each.
    pub ends: usize,
    /// How many proofs the class has, in the way that the finder counts them.
    pub proofs: u64,
    /// Its vertex sets, the first one in ascending order first.
    pub members: Vec<Vec<NodeId>>,
}

/// When two proofs count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sameness {
    /// As plain directed graphs.
    Graphs,
    /// As directed graphs of which the vertices are coloured by who moves; ends have
    /// a colour of their own.
    GraphsWithPlayers,
}

/// Groups vertex sets, each with a number of proofs, into classes. Classes are ordered
/// by vertices, edges, ends and their first member.
///
/// Takes one canonical form for each set.
///
/// # Panics
///
/// If a vertex is not of the graph.
#[must_use]
pub fn classes(
    graph: &crate::GameGraph,
    sets: &BTreeMap<Vec<NodeId>, u64>,
    sameness: Sameness,
) -> Vec<Class> {
    let mut by_form: BTreeMap<CanonicalForm, Class> = BTreeMap::new();
    for (vertices, &proofs) in sets {
        let set = Subgraph::new(graph, vertices.clone());
        let class = by_form
            .entry(form(&set, sameness))
            .or_insert_with(|| Class {
                vertices: set.vertex_count(),
                edges: set.edge_count(),
                ends: set.end_count(),
                proofs: 0,
                members: Vec::new(),
            });
        class.proofs += proofs;
        class.members.push(vertices.clone());
    }
    let mut classes: Vec<Class> = by_form.into_values().collect();
    classes.sort_by(|a, b| {
        let key = |class: &Class| (class.vertices, class.edges, class.ends);
        key(a).cmp(&key(b)).then_with(|| a.members.cmp(&b.members))
    });
    classes
}

fn form(set: &Subgraph<'_>, sameness: Sameness) -> CanonicalForm {
    let edges: Vec<(u32, u32)> = set.edges().collect();
    let colours: Vec<u32> = match sameness {
        Sameness::Graphs => Vec::new(),
        Sameness::GraphsWithPlayers => {
            let colour = |&vertex: &NodeId| match set.graph().player(vertex) {
                _ if set.graph().is_end(vertex) => 2,
                Player::First => 0,
                Player::Second => 1,
            };
            set.vertices().iter().map(colour).collect()
        }
    };
    let digraph = Digraph::new(set.vertex_count(), &edges, &colours);
    canonical_form(&digraph.expect("a subgraph's edges join its vertices")).0
}
