//! The checker says no: each test damages a sound proof in one way and expects the
//! condition and the vertex that are named.

use minproof::check::{
    Condition, Refusal, Verdict, against_graph, against_rules, dominances_against_rules,
    graph_against_rules, local_against_graph,
};
use minproof::games::catalogue;
use minproof::graph::{Subgraph, Vertex};
use minproof::proof::file::{ChildEntry, PlayerName, ProofFile, VertexEntry};
use minproof::{Claim, GameGraph, NodeId, Player, solve};

mod common;
use common::{Solved, hold};

const REVERSI: &str = "reversi:board=4x4,blocked=ends";

fn check_claim(file: &ProofFile, claim: Claim) -> Verdict {
    let game = catalogue::open(file.header.game.as_deref().unwrap()).unwrap();
    against_rules(&*game, file, claim)
}

fn check(file: &ProofFile) -> Verdict {
    check_claim(file, file.claim().unwrap())
}

fn local(file: &ProofFile) -> Verdict {
    let game = catalogue::open(file.header.game.as_deref().unwrap()).unwrap();
    dominances_against_rules(&*game, file)
}

#[track_caller]
fn refused(verdict: &Verdict, condition: Condition, vertex: usize) -> Refusal {
    let refusal = verdict.refusal().expect("it must be refused").clone();
    assert_eq!(
        (refusal.condition, refusal.vertex),
        (condition, vertex),
        "{refusal}"
    );
    let unfinished = condition == Condition::Unfinished;
    assert_eq!(matches!(verdict, Verdict::Unfinished(_)), unfinished);
    assert!(!refusal.detail.is_empty());
    refusal
}

/// A proof of 4x4 Reversi: Second wins. 40 vertices.
fn proof() -> ProofFile {
    let file = Solved::open(REVERSI).first_proof();
    assert!(check(&file).is_proved());
    file
}

fn prover_moves(vertex: &VertexEntry) -> bool {
    vertex.score.is_none() && vertex.player == PlayerName::Second
}

fn opponent_moves(vertex: &VertexEntry) -> bool {
    vertex.score.is_none() && vertex.player == PlayerName::First
}

/// Where the opponent has moves to different vertices, the first two among them.
fn fork(vertex: &VertexEntry) -> bool {
    let children = &vertex.children;
    opponent_moves(vertex) && children.len() > 1 && children[0].to != children[1].to
}

fn find(file: &ProofFile, wanted: impl Fn(&VertexEntry) -> bool) -> usize {
    file.vertices.iter().position(wanted).expect("there is one")
}

/// Leaves the vertices out, numbers the rest, and corrects the header, so that nothing
/// but the closure can be at fault.
fn without(file: &ProofFile, lost: &[usize]) -> ProofFile {
    let kept: Vec<usize> = (0..file.vertices.len())
        .filter(|v| !lost.contains(v))
        .collect();
    let mut file = file.clone();
    file.vertices = kept
        .iter()
        .enumerate()
        .map(|(id, &old)| {
            let mut vertex = file.vertices[old].clone();
            vertex.id = id;
            vertex.children.retain(|child| kept.contains(&child.to));
            for child in &mut vertex.children {
                child.to = kept.iter().position(|&k| k == child.to).unwrap();
            }
            vertex
        })
        .collect();
    count(&mut file);
    file
}

fn count(file: &mut ProofFile) {
    file.header.vertices = file.vertices.len();
    file.header.ends = file.vertices.iter().filter(|v| v.score.is_some()).count();
    let edges = file.vertices.iter().map(|vertex| {
        let to: std::collections::BTreeSet<_> = vertex.children.iter().map(|c| c.to).collect();
        to.len()
    });
    file.header.edges = edges.sum();
}

#[test]
fn sound_proofs_of_every_kind_pass() {
    for spec in [
        REVERSI,
        "reversi:board=4x4",
        "reversi:board=4x4,blocked=passes",
        "reversi:board=3x3,symmetry=none",
        "reversi:board=3x4,start=parallel,empties=winner",
        "tictactoe",
        "tictactoe:symmetry=none",
        "mnk:board=4x3,k=3",
        "mnk:board=1x1,k=1",
        "connect:board=4x3,k=3",
        "connect:board=3x2,k=3",
        "mnk:board=1x1,k=2",
    ] {
        let file = Solved::open(spec).first_proof();
        let verdict = check(&file);
        assert!(verdict.is_proved(), "{spec}: {verdict:?}");
        assert_eq!(verdict.name(), "proved");
        // Nothing that is said about minimality or dominance is needed.
        let mut bare = file;
        bare.header.measure = Some("beauty".into());
        for vertex in &mut bare.vertices {
            vertex.dominance = None;
        }
        assert!(check(&bare).is_proved(), "{spec}");
    }
}

#[test]
fn a_weaker_claim_is_proved_by_the_same_vertices() {
    let file = proof();
    assert!(check_claim(&file, Claim::AtMost(0)).is_proved());
    assert!(check_claim(&file, Claim::AtMost(100)).is_proved());
}

#[test]
fn a_claim_that_is_too_strong() {
    let file = proof();
    for claim in [Claim::AtMost(-7), Claim::AtMost(i32::MIN)] {
        let verdict = check_claim(&file, claim);
        let end = verdict.refusal().unwrap().vertex;
        refused(&verdict, Condition::Ends, end);
        assert!(file.vertices[end].score.unwrap() > -7);
    }
}

#[test]
fn a_claim_of_the_other_player() {
    let file = proof();
    for claim in [Claim::AtLeast(1), Claim::AtLeast(-6), Claim::Value(-6)] {
        assert!(!check_claim(&file, claim).is_proved(), "{claim}");
    }
}

#[test]
fn a_reply_of_the_opponent_is_dropped_from_the_list() {
    let file = proof();
    for at in 0..file.vertices.len() {
        if !opponent_moves(&file.vertices[at]) || file.vertices[at].children.len() < 2 {
            continue;
        }
        for reply in 0..file.vertices[at].children.len() {
            let mut damaged = file.clone();
            let lost = damaged.vertices[at].children.remove(reply);
            count(&mut damaged);
            let refusal = refused(&check(&damaged), Condition::OpponentMoves, at);
            assert!(
                refusal.detail.contains(&format!("`{}`", lost.mv)),
                "{refusal}"
            );
            assert!(refusal.drawing.is_some());
        }
    }
}

#[test]
fn a_subtree_of_the_opponent_is_dropped() {
    let file = proof();
    let at = find(&file, fork);
    let child = file.vertices[at].children[0].to;
    let mut lost = vec![child];
    while let Some(next) = (0..file.vertices.len()).find(|v| {
        !lost.contains(v) && *v != 0 && {
            let mut parents = file
                .vertices
                .iter()
                .filter(|p| p.children.iter().any(|c| c.to == *v));
            parents.all(|p| lost.contains(&p.id))
        }
    }) {
        lost.push(next);
    }
    let damaged = without(&file, &lost);
    let text = &file.vertices[at].position;
    let now = find(&damaged, |v| v.position == *text);
    refused(&check(&damaged), Condition::OpponentMoves, now);
}

#[test]
fn every_vertex_is_needed() {
    let file = proof();
    for lost in 1..file.vertices.len() {
        let damaged = without(&file, &[lost]);
        let verdict = check(&damaged);
        let refusal = verdict
            .refusal()
            .unwrap_or_else(|| panic!("without vertex {lost}"));
        let parents = |id: usize| {
            let position = &damaged.vertices[id].position;
            let old = find(&file, |v| v.position == *position);
            file.vertices[old]
                .children
                .iter()
                .any(|child| child.to == lost)
        };
        assert!(parents(refusal.vertex), "without {lost}: {refusal}");
    }
}

#[test]
fn a_branch_is_cut_short_where_the_prover_moves() {
    let file = proof();
    let at = find(&file, |v| {
        prover_moves(v)
            && v.children
                .iter()
                .all(|c| file.vertices[c.to].score.is_some())
    });
    let mut damaged = file.clone();
    damaged.vertices[at].children.clear();
    count(&mut damaged);
    refused(&check(&damaged), Condition::Unfinished, at);
    refused(&local(&damaged), Condition::Unfinished, at);
}

#[test]
fn a_branch_is_cut_short_where_the_opponent_moves() {
    let file = proof();
    for at in (0..file.vertices.len()).filter(|&v| opponent_moves(&file.vertices[v])) {
        let mut damaged = file.clone();
        damaged.vertices[at].children.clear();
        count(&mut damaged);
        refused(&check(&damaged), Condition::Unfinished, at);
        refused(&local(&damaged), Condition::Unfinished, at);
    }
}

/// Left out of the set altogether, the branch still has no end of the game.
#[test]
fn a_line_that_stops_is_no_end_even_when_it_says_so() {
    let file = proof();
    let at = find(&file, |v| prover_moves(v) && v.id > 0);
    let mut damaged = file.clone();
    damaged.vertices[at].children.clear();
    damaged.vertices[at].score = Some(-6);
    count(&mut damaged);
    refused(&check(&damaged), Condition::Score, at);
    refused(&local(&damaged), Condition::Score, at);
}

#[test]
fn an_end_is_flipped() {
    let file = proof();
    let end = find(&file, |v| v.score.is_some());
    for score in [Some(6), Some(0), Some(-100), None] {
        let mut damaged = file.clone();
        damaged.vertices[end].score = score;
        refused(&check(&damaged), Condition::Score, end);
        refused(&local(&damaged), Condition::Score, end);
    }
}

#[test]
fn a_vertex_is_orphaned() {
    let solved = Solved::open(REVERSI);
    let proofs = solved.tree_proofs(solved.claim().holds()[0]).unwrap();
    let vertices = proofs.iter().next().unwrap();
    let inside = |v: &NodeId| vertices.contains(v);
    let graph = solved.graph();
    let both = graph.bidirectional();
    let orphan = graph
        .ends()
        .filter(|&(_, score)| score < 0)
        .map(|(v, _)| v)
        .find(|&v| !inside(&v) && !both.parents(v).iter().any(inside));
    let mut more = vertices.clone();
    more.push(orphan.unwrap());
    let set = Subgraph::new(graph, more.clone());
    let place = set.place(orphan.unwrap()).unwrap();
    let verdict = against_graph(&set, solved.claim().holds()[0]);
    refused(&verdict, Condition::Reachable, place);
    let file = solved.file(more, solved.claim());
    refused(&check(&file), Condition::Reachable, place);
    refused(&local(&file), Condition::Reachable, place);
}

#[test]
fn a_canonical_form_is_forged() {
    let file = proof();
    let game = catalogue::open(REVERSI).unwrap();
    let mut forged = 0;
    for at in 0..file.vertices.len() {
        // The board turned by half is the same position to a player, but not canonical.
        let position = &file.vertices[at].position;
        let (board, mover) = position.split_once(' ').unwrap();
        let turned: String = board
            .chars()
            .rev()
            .chain(" ".chars())
            .chain(mover.chars())
            .collect();
        if turned == *position {
            continue;
        }
        assert_eq!(game.view(&turned).unwrap().canonical, *position);
        let mut damaged = file.clone();
        damaged.vertices[at].position = turned;
        refused(&check(&damaged), Condition::Position, at);
        forged += 1;
    }
    assert!(forged > 30);
}

#[test]
fn a_position_is_there_twice() {
    let mut damaged = proof();
    let end = find(&damaged, |v| v.score.is_some());
    let mut copy = damaged.vertices[end].clone();
    copy.id = damaged.vertices.len();
    damaged.vertices.push(copy);
    count(&mut damaged);
    refused(
        &check(&damaged),
        Condition::Position,
        damaged.vertices.len() - 1,
    );
}

#[test]
fn a_position_is_no_position() {
    let file = proof();
    for text in [
        "",
        "X",
        "----/----/----/---- X",
        "XXXX/XXXX/XXXX/XXXX",
        "OXXX/OXXX/OOXX Y",
    ] {
        let mut damaged = file.clone();
        damaged.vertices[5].position = text.into();
        let refusal = refused(&check(&damaged), Condition::Position, 5);
        assert!(refusal.drawing.is_none());
    }
}

#[test]
fn a_position_is_written_otherwise() {
    let file = proof();
    for change in [
        |text: &str| text.replace('-', "."),
        |text: &str| text.replace('/', ""),
        |text: &str| format!("{text} "),
    ] {
        let mut damaged = file.clone();
        damaged.vertices[3].position = change(&file.vertices[3].position);
        refused(&check(&damaged), Condition::Position, 3);
    }
}

#[test]
fn the_side_to_move_is_swapped_in_the_position() {
    let file = proof();
    for at in 1..file.vertices.len() {
        let mut damaged = file.clone();
        let text = &mut damaged.vertices[at].position;
        let other = if text.ends_with('X') { 'O' } else { 'X' };
        text.pop();
        text.push(other);
        let verdict = check(&damaged);
        assert!(!verdict.is_proved(), "vertex {at}");
        let condition = verdict.refusal().unwrap().condition;
        let fitting = [
            Condition::Position,
            Condition::Player,
            Condition::Score,
            Condition::Move,
        ];
        assert!(fitting.contains(&condition), "vertex {at}: {condition:?}");
    }
}

#[test]
fn the_side_to_move_is_swapped_beside_the_position() {
    let file = proof();
    for at in (0..file.vertices.len()).filter(|&v| file.vertices[v].score.is_none()) {
        let mut damaged = file.clone();
        let player = &mut damaged.vertices[at].player;
        *player = other(*player);
        refused(&check(&damaged), Condition::Player, at);
        refused(&local(&damaged), Condition::Player, at);
    }
}

fn other(name: PlayerName) -> PlayerName {
    (!Player::from(name)).into()
}

#[test]
fn moves_that_are_illegal_or_lead_elsewhere() {
    let file = proof();
    let at = find(&file, fork);
    let damage = |change: &dyn Fn(&mut Vec<ChildEntry>)| {
        let mut damaged = file.clone();
        change(&mut damaged.vertices[at].children);
        refused(&check(&damaged), Condition::Move, at)
    };
    for mv in ["", "z9", "a1 ", "A1", "pass", "`a1`"] {
        damage(&|children| children[0].mv = mv.into());
    }
    let beyond = file.vertices.len();
    for to in [0, at, beyond, usize::MAX] {
        damage(&|children| children[0].to = to);
    }
    damage(&|children| children.push(children[0].clone()));
    damage(&|children| {
        let (a, b) = (children[0].to, children[1].to);
        (children[0].to, children[1].to) = (b, a);
    });
    let refusal = damage(&|children| children[0].turn = Some("turn it inside out".into()));
    assert!(refusal.detail.contains("turn it inside out"));
}

#[test]
fn a_turn_that_gives_another_board() {
    let file = proof();
    let game = catalogue::open(REVERSI).unwrap();
    let mut wrong = 0;
    for vertex in &file.vertices {
        let view = game.view(&vertex.position).unwrap();
        for (place, child) in vertex.children.iter().enumerate() {
            let step = view
                .steps
                .iter()
                .find(|step| step.name == child.mv)
                .unwrap();
            for turn in ["turn by half", "mirror left-right", "turn a quarter left"] {
                if !step.turns.iter().any(|t| t == turn) {
                    let mut damaged = file.clone();
                    damaged.vertices[vertex.id].children[place].turn = Some(turn.into());
                    refused(&check(&damaged), Condition::Move, vertex.id);
                    wrong += 1;
                }
            }
        }
    }
    assert!(wrong > 40);
}

/// A turn may be left out only where none is needed: a person who follows the sheet would
/// look at another board.
#[test]
fn a_turn_that_is_needed_is_left_out() {
    let file = proof();
    let at = find(&file, |v| v.children.iter().any(|c| c.turn.is_some()));
    let mut damaged = file.clone();
    let children = &mut damaged.vertices[at].children;
    children.iter_mut().for_each(|child| child.turn = None);
    refused(&check(&damaged), Condition::Move, at);
}

#[test]
fn the_header_counts_wrongly() {
    let file = proof();
    let damages: [fn(&mut ProofFile); 6] = [
        |f| f.header.vertices += 1,
        |f| f.header.vertices = 0,
        |f| f.header.edges -= 1,
        |f| f.header.edges = usize::MAX,
        |f| f.header.ends += 1,
        |f| f.header.ends = 0,
    ];
    for damage in damages {
        let mut damaged = file.clone();
        damage(&mut damaged);
        refused(&check(&damaged), Condition::Header, 0);
        refused(&local(&damaged), Condition::Header, 0);
    }
}

#[test]
fn the_start_is_missing() {
    let file = proof();
    refused(&check(&without(&file, &[0])), Condition::Start, 0);
    // Nothing at all.
    let mut empty = file.clone();
    empty.vertices.clear();
    count(&mut empty);
    refused(&check(&empty), Condition::Start, 0);
    refused(&local(&empty), Condition::Start, 0);
    // The start is there, but not first.
    let mut moved = file;
    moved.vertices.swap(0, 1);
    for vertex in &mut moved.vertices {
        vertex.id = [1, 0].get(vertex.id).copied().unwrap_or(vertex.id);
        for child in &mut vertex.children {
            child.to = [1, 0].get(child.to).copied().unwrap_or(child.to);
        }
    }
    refused(&check(&moved), Condition::Start, 0);
}

#[test]
fn the_rules_of_another_game() {
    let file = proof();
    for spec in [
        "reversi:board=4x4",
        "reversi:board=4x4,blocked=passes",
        "tictactoe",
        "reversi:board=5x4",
    ] {
        let game = catalogue::open(spec).unwrap();
        let verdict = against_rules(&*game, &file, Claim::AtMost(-1));
        assert!(!verdict.is_proved(), "{spec}");
    }
    // Symmetric positions were merged; the game without symmetry has all eight of each.
    let full = catalogue::open("reversi:board=4x4,blocked=ends,symmetry=none").unwrap();
    assert!(!against_rules(&*full, &file, Claim::AtMost(-1)).is_proved());
}

#[test]
fn a_pair_with_one_side_missing() {
    let file = Solved::open("tictactoe").first_proof();
    assert_eq!(file.header.claim, "value=0");
    assert!(check(&file).is_proved());
    for (side, other) in [
        (PlayerName::First, Player::Second),
        (PlayerName::Second, Player::First),
    ] {
        let lost: Vec<usize> = (0..file.vertices.len())
            .filter(|&v| file.vertices[v].side == Some(side))
            .collect();
        assert!(!lost.is_empty());
        let damaged = without(&file, &lost);
        assert!(!check(&damaged).is_proved());
        // What is left does prove the other player's half.
        let half = match other {
            Player::First => Claim::AtLeast(0),
            Player::Second => Claim::AtMost(0),
        };
        assert!(check_claim(&damaged, half).is_proved(), "{half}");
    }
}

#[test]
fn a_pair_with_sides_swapped_or_unmarked() {
    let file = Solved::open("tictactoe").first_proof();
    let mut unmarked = file.clone();
    unmarked.vertices.iter_mut().for_each(|v| v.side = None);
    assert!(
        !check(&unmarked).is_proved(),
        "each half has too few moves of the other side"
    );
    let mut swapped = file.clone();
    for vertex in &mut swapped.vertices {
        vertex.side = vertex.side.map(other);
    }
    assert!(!check(&swapped).is_proved());
    let mut start = file;
    start.vertices[0].side = Some(PlayerName::First);
    refused(&check(&start), Condition::Start, 0);
}

#[test]
fn dominances_that_do_not_follow() {
    let solved = Solved::open(REVERSI);
    let pruned = minproof::find::prune::Pruner::new(solved.graph(), &solved.values)
        .prune(minproof::find::prune::Order::Discovery);
    let file = solved.file(pruned, solved.claim());
    assert!(local(&file).is_proved());
    for at in 0..file.vertices.len() {
        let given = file.vertices[at].dominance.unwrap();
        for wrong in (-1..=1).filter(|&d| d != given) {
            let mut damaged = file.clone();
            damaged.vertices[at].dominance = Some(wrong);
            assert!(!local(&damaged).is_proved(), "vertex {at}: {wrong}");
        }
        let mut damaged = file.clone();
        damaged.vertices[at].dominance = None;
        refused(&local(&damaged), Condition::Dominance, at);
        damaged.vertices[at].dominance = Some(7);
        assert!(!local(&damaged).is_proved(), "vertex {at}: 7");
    }
}

/// A lie that changes nothing at the vertex before is seen at the end itself.
#[test]
fn the_dominance_of_an_end() {
    let inner = Vertex::Inner(Player::First, vec![1, 2, 3]);
    let graph = GameGraph::new(&[inner, Vertex::End(4), Vertex::End(0), Vertex::End(-2)]).unwrap();
    let set = Subgraph::whole(&graph);
    assert!(local_against_graph(&set, &[1, 1, 0, -1]).is_proved());
    for (given, condition, vertex) in [
        ([1, 1, 1, -1], Condition::Ends, 2),
        ([1, 1, 0, 0], Condition::Ends, 3),
        ([1, 1, 0, 1], Condition::Ends, 3),
        ([1, 0, 1, -1], Condition::Ends, 1),
        ([0, 1, 0, -1], Condition::Dominance, 0),
        ([-1, 1, 0, -1], Condition::Dominance, 0),
        ([1, 0, 0, -1], Condition::Dominance, 0),
    ] {
        refused(&local_against_graph(&set, &given), condition, vertex);
    }
}

#[test]
fn all_dominances_flipped_together() {
    let mut file = proof();
    for vertex in &mut file.vertices {
        vertex.dominance = vertex.dominance.map(|d| -d);
    }
    assert!(!local(&file).is_proved());
}

/// Small graphs by hand: each set and the condition that it fails.
#[test]
fn sets_in_a_graph() {
    use Player::{First, Second};
    use Vertex::{End, Inner};
    //  0 First -> 1, 2    1 Second -> 3, 4    2 Second -> 4, 5    ends 3: +1, 4: +1, 5: -1
    let graph = GameGraph::new(&[
        Inner(First, vec![1, 2]),
        Inner(Second, vec![3, 4]),
        Inner(Second, vec![4, 5]),
        End(1),
        End(1),
        End(-1),
    ])
    .unwrap();
    let set = |vertices: &[usize]| {
        let vertices = vertices.iter().map(|&v| NodeId::new(v).unwrap());
        Subgraph::new(&graph, vertices.collect())
    };
    let first = hold(First, 1);
    assert!(against_graph(&set(&[0, 1, 3, 4]), first).is_proved());
    for (vertices, prover, condition, place) in [
        (&[][..], first, Condition::Start, 0),
        (&[1, 3, 4], first, Condition::Start, 0),
        (&[0], first, Condition::Unfinished, 0),
        (&[0, 1], first, Condition::Unfinished, 1),
        (&[0, 3], first, Condition::Unfinished, 0),
        (&[0, 1, 3], first, Condition::OpponentMoves, 1),
        (&[0, 2, 4], first, Condition::OpponentMoves, 1),
        (&[0, 2, 4, 5], first, Condition::Ends, 3),
        (&[0, 1, 2, 3, 4], first, Condition::OpponentMoves, 2),
        (&[0, 1, 3, 4, 5], first, Condition::Ends, 4),
        (&[0, 1, 3, 4], hold(First, 2), Condition::Ends, 2),
        (&[0, 1, 3, 4], hold(Second, 1), Condition::OpponentMoves, 0),
        (&[0, 1, 2, 3, 4, 5], hold(Second, 0), Condition::Ends, 3),
    ] {
        refused(&against_graph(&set(vertices), prover), condition, place);
    }
    // Reached only from outside.
    let graph = GameGraph::new(&[End(1), End(1)]).unwrap();
    refused(
        &against_graph(&Subgraph::whole(&graph), first),
        Condition::Reachable,
        1,
    );
}

#[test]
fn a_set_with_a_cycle() {
    use Player::{First, Second};
    use Vertex::{End, Inner};
    // First can win at once, but this set only circles.
    let graph = GameGraph::new(&[
        Inner(First, vec![1, 2]),
        Inner(Second, vec![0]),
        End(1),
        Inner(First, vec![3]),
    ])
    .unwrap();
    let set = |vertices: &[usize]| {
        let vertices = vertices.iter().map(|&v| NodeId::new(v).unwrap());
        Subgraph::new(&graph, vertices.collect())
    };
    let first = hold(First, 1);
    assert!(against_graph(&set(&[0, 2]), first).is_proved());
    let verdict = against_graph(&set(&[0, 1]), first);
    assert_eq!(verdict.refusal().unwrap().condition, Condition::Cycle);
    let verdict = against_graph(&set(&[0, 1, 2]), first);
    assert_eq!(verdict.refusal().unwrap().condition, Condition::Cycle);
    let verdict = local_against_graph(&set(&[0, 1]), &[1, 1, 1, 1]);
    assert!(
        !verdict.is_proved(),
        "dominances that only hold each other up"
    );
}

/// A proof as someone writes it by hand.
const BY_HAND: &str = r#"{"minproof":"proof","version":1,"game":"mnk:board=1x3,k=2,symmetry=none","claim":"first>=1","vertices":6,"edges":5,"ends":2}
{"id":0,"position":"-/-/- X","player":"first","children":[{"to":1,"move":"a2"}]}
{"id":1,"position":"-/X/- O","player":"second","children":[{"to":2,"move":"a1"},{"to":3,"move":"a3"}]}
{"id":2,"position":"O/X/- X","player":"first","children":[{"to":4,"move":"a3"}]}
{"id":3,"position":"-/X/O X","player":"first","children":[{"to":5,"move":"a1"}]}
{"id":4,"position":"O/X/X O","player":"second","score":1,"children":[]}
{"id":5,"position":"X/X/O O","player":"second","score":1,"children":[]}
"#;

fn by_hand(changes: &[(&str, &str)]) -> ProofFile {
    let mut text = BY_HAND.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    ProofFile::read(text.as_bytes()).unwrap()
}

#[test]
fn a_proof_by_hand() {
    let file = by_hand(&[]);
    assert!(check(&file).is_proved());
    // A file's own order, spaces and empty lines do not matter.
    let spaced = by_hand(&[
        ("{\"id\"", "\n  { \"id\""),
        ("\"children\":[]", "\"children\" : [ ]"),
    ]);
    assert!(check(&spaced).is_proved());
}

#[test]
fn a_proof_by_hand_with_faults() {
    for (changes, condition, vertex) in [
        (&[("first>=1", "first>=2")][..], Condition::Ends, 4),
        (
            &[(",{\"to\":3,\"move\":\"a3\"}", "")],
            Condition::OpponentMoves,
            1,
        ),
        (
            &[("\"to\":3,\"move\":\"a3\"", "\"to\":3,\"move\":\"a1\"")],
            Condition::Move,
            1,
        ),
        (
            &[("\"to\":1,\"move\":\"a2\"", "\"to\":1,\"move\":\"a1\"")],
            Condition::Move,
            0,
        ),
        (&[("-/-/- X", "-/-/- O")], Condition::Position, 0),
        (&[("\"X/X/O O\"", "\"X/O/X O\"")], Condition::Score, 5),
        (&[("\"edges\":5", "\"edges\":6")], Condition::Header, 0),
        (
            &[(
                "\"O/X/- X\",\"player\":\"first\"",
                "\"O/X/- X\",\"player\":\"second\"",
            )],
            Condition::Player,
            2,
        ),
        (
            &[("{\"to\":4,\"move\":\"a3\"}", "")],
            Condition::Unfinished,
            2,
        ),
        (
            &[("{\"to\":1,\"move\":\"a2\"}", "")],
            Condition::Unfinished,
            0,
        ),
        (
            &[(
                "\"O/X/X O\",\"player\":\"second\",\"score\":1",
                "\"O/X/X O\",\"player\":\"second\"",
            )],
            Condition::Score,
            4,
        ),
    ] {
        refused(&check(&by_hand(changes)), condition, vertex);
    }
    let unclaimed = by_hand(&[("first>=1", "first wins")]);
    assert!(unclaimed.claim().is_err());
}

#[test]
fn graphs_against_the_rules() {
    let solved = Solved::open("mnk:board=3x3,k=2");
    let positions = &*solved.built.positions;
    let game = &*solved.game;
    assert_eq!(graph_against_rules(game, solved.graph(), positions), Ok(()));
    // Each row changed in turn: a child lost, a score flipped, another mover.
    let graph = solved.graph();
    let rows: Vec<Vertex> = graph.vertices().map(|v| row(graph, v)).collect();
    let mut cases = Vec::new();
    for at in 0..rows.len() {
        let mut rows = rows.clone();
        match &mut rows[at] {
            Vertex::End(score) => {
                *score = -*score;
                cases.push((rows, Condition::Score, at));
            }
            Vertex::Inner(player, children) => {
                let children = children.clone();
                let player = *player;
                rows[at] = Vertex::Inner(!player, children.clone());
                cases.push((rows.clone(), Condition::Player, at));
                rows[at] = Vertex::Inner(player, [children.clone(), vec![0]].concat());
                cases.push((rows.clone(), Condition::Move, at));
                rows[at] = Vertex::Inner(player, [children.clone(), children.clone()].concat());
                cases.push((rows.clone(), Condition::Move, at));
                rows[at] = Vertex::End(1);
                cases.push((rows.clone(), Condition::Score, at));
                if children.len() > 1 {
                    rows[at] = Vertex::Inner(player, children[1..].to_vec());
                    cases.push((rows, Condition::Move, at));
                }
            }
        }
    }
    assert!(cases.len() > 300);
    for (rows, condition, at) in cases {
        let damaged = GameGraph::new(&rows).unwrap();
        let refusal = graph_against_rules(game, &damaged, positions).unwrap_err();
        assert_eq!(
            (refusal.condition, refusal.vertex),
            (condition, at),
            "{refusal}"
        );
    }
    let other = catalogue::open("mnk:board=3x3,k=3").unwrap();
    assert!(graph_against_rules(&*other, graph, positions).is_err());
}

fn row(graph: &GameGraph, vertex: NodeId) -> Vertex {
    match graph.score(vertex) {
        Some(score) => Vertex::End(score),
        None => {
            let edges = graph.edge_range(vertex).zip(graph.children(vertex));
            let moves = edges.flat_map(|(edge, child)| {
                let many = graph.multiplicity(edge).unwrap() as usize;
                std::iter::repeat_n(child.index(), many)
            });
            Vertex::Inner(graph.player(vertex), moves.collect())
        }
    }
}

/// No proof at all: the first move that comes, and no more.
#[test]
fn a_single_line_of_play_proves_nothing() {
    let solved = Solved::open(REVERSI);
    let graph = solved.graph();
    let mut line = vec![NodeId::START];
    while let Some(&next) = graph.children(line[line.len() - 1]).first() {
        line.push(next);
    }
    for prover in [Player::First, Player::Second] {
        let verdict = against_graph(&Subgraph::new(graph, line.clone()), hold(prover, 0));
        assert!(!verdict.is_proved());
    }
    let dominances: Vec<i8> = solved.values.iter().map(|&v| solve::dominance(v)).collect();
    assert!(!local_against_graph(&Subgraph::new(graph, line), &dominances).is_proved());
}
