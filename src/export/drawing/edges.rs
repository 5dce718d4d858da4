//! Edges, with the moves beside them.

use super::{Align, Canvas, Colour, INK, Part, Sheet, write};
use crate::export::canvas::{Form, Step, Style, text_width};

const LABEL_SIZE: f64 = 8.5;
/// Above so many edges they are thin, and coloured.
const THICK_UP_TO: usize = 600;
/// Above so many edges they are straight.
const CURVES_UP_TO: usize = 2500;
const LINE: Colour = [120, 120, 120];

/// One piece of an edge: a curve between two layers.
type Curve = [(f64, f64); 4];

pub(super) fn draw(canvas: &mut Canvas, sheet: &Sheet<'_>, strong: Option<&Part>, labelled: bool) {
    let edges = &sheet.drawing.picture.edges;
    let is_strong = |edge: usize| strong.is_none_or(|part| part.edges[edge]);
    let routes: Vec<Vec<Curve>> = (0..edges.len()).map(|edge| route(sheet, edge)).collect();
    let many = edges.len() > CURVES_UP_TO;
    let thin = if many { 0.3 } else { 0.5 };
    let wins = |edge: usize, sign| {
        let target = &sheet.drawing.picture.vertices[edges[edge].to];
        is_strong(edge) && target.dominance.map(i8::signum) == sign
    };
    let mut groups: Vec<(Style, Vec<usize>)> = Vec::new();
    let mut group = |style, belongs: &dyn Fn(usize) -> bool| {
        groups.push((
            style,
            (0..edges.len()).filter(|&edge| belongs(edge)).collect(),
        ));
    };
    group(Style::drawn([216, 216, 216], thin), &|edge| {
        !is_strong(edge)
    });
    match (strong.is_some(), edges.len() > THICK_UP_TO) {
        (true, _) => group(Style::drawn(INK, 2.0), &is_strong),
        (false, false) => group(Style::drawn(LINE, 1.0), &is_strong),
        // Where lines cannot be told apart, their colours show who wins below.
        (false, true) => {
            for (sign, colour) in [
                (Some(1), [236, 160, 150]),
                (Some(-1), [150, 185, 218]),
                (Some(0), [205, 205, 205]),
                (None, [190, 190, 190]),
            ] {
                group(Style::drawn(colour, thin), &|edge| wins(edge, sign));
            }
        }
    }
    for (style, members) in groups {
        let mut steps = Vec::new();
        for edge in members {
            let straight = many && !(strong.is_some() && is_strong(edge));
            for (piece, [a, b, c, d]) in routes[edge].iter().enumerate() {
                if piece == 0 {
                    steps.push(Step::Move(a.0, a.1));
                } else if routes[edge][piece - 1][3] != *a {
                    steps.push(Step::Line(a.0, a.1));
                }
                steps.push(if straight || a.0 == d.0 && b.0 == c.0 && a.0 == b.0 {
                    Step::Line(d.0, d.1)
                } else {
                    Step::Curve([b.0, b.1, c.0, c.1, d.0, d.1])
                });
            }
        }
        if !steps.is_empty() {
            canvas.add(Form::Path(steps), style);
        }
    }
    stubs(canvas, sheet);
    if labelled {
        labels(canvas, sheet, &routes);
    }
}

/// The pieces of an edge, from the lower side of its start to the upper side of its target.
fn route(sheet: &Sheet<'_>, number: usize) -> Vec<Curve> {
    let edge = &sheet.drawing.picture.edges[number];
    let (from, to) = (sheet.place(edge.from), sheet.place(edge.to));
    let half = |vertex: usize| sheet.nodes[vertex].height() / 2.0;
    let layers = &sheet.layout.layers;
    if layers[edge.to] <= layers[edge.from] {
        // Back up, or to itself: a bow on the right.
        let right = |vertex: usize, place: (f64, f64)| {
            (place.0 + sheet.nodes[vertex].width() / 2.0, place.1)
        };
        let (a, d) = (right(edge.from, from), right(edge.to, to));
        let bow = 30.0 + (a.1 - d.1).abs() / 4.0;
        let out = a.0.max(d.0) + bow;
        return vec![[a, (out, a.1 + 12.0), (out, d.1 - 12.0), d]];
    }
    let band = sheet
        .nodes
        .iter()
        .map(|node| node.height())
        .fold(0.0, f64::max)
        / 2.0;
    let mut pieces = Vec::new();
    let mut above = (from.0, from.1 + half(edge.from));
    for (step, &x) in sheet.layout.passes[number].iter().enumerate() {
        let row = sheet.rows[layers[edge.from] + 1 + step];
        let x = sheet.left + x;
        pieces.push(bend(above, (x, row - band)));
        above = (x, row + band);
    }
    pieces.push(bend(above, (to.0, to.1 - half(edge.to))));
    pieces
}

fn bend(a: (f64, f64), d: (f64, f64)) -> Curve {
    let reach = 0.45 * (d.1 - a.1);
    [a, (a.0, a.1 + reach), (d.0, d.1 - reach), d]
}

fn point([a, b, c, d]: &Curve, t: f64) -> (f64, f64) {
    let s = 1.0 - t;
    let mix = |a: f64, b: f64, c: f64, d: f64| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    (mix(a.0, b.0, c.0, d.0), mix(a.1, b.1, c.1, d.1))
}

/// Short ends of lines below vertices whose children are not drawn.
fn stubs(canvas: &mut Canvas, sheet: &Sheet<'_>) {
    let picture = &sheet.drawing.picture;
    let mut has_children = vec![false; picture.vertices.len()];
    for edge in &picture.edges {
        has_children[edge.from] = true;
    }
    let mut steps = Vec::new();
    for (number, vertex) in picture.vertices.iter().enumerate() {
        if vertex.score.is_none() && !has_children[number] {
            let (x, y) = sheet.place(number);
            let low = y + sheet.nodes[number].height() / 2.0;
            let spread = (sheet.nodes[number].width() / 3.0).min(6.0);
            for side in [-spread, 0.0, spread] {
                steps.extend([
                    Step::Move(x + side / 2.0, low),
                    Step::Line(x + side, low + 8.0),
                ]);
            }
        }
    }
    if !steps.is_empty() {
        canvas.add(Form::Path(steps), Style::drawn(LINE, 0.8));
    }
}

/// Writes the moves where they cover no other; near the end at which fewer edges meet.
fn labels(canvas: &mut Canvas, sheet: &Sheet<'_>, routes: &[Vec<Curve>]) {
    let picture = &sheet.drawing.picture;
    let mut leaving = vec![0; picture.vertices.len()];
    let mut arriving = vec![0; picture.vertices.len()];
    for edge in &picture.edges {
        leaving[edge.from] += 1;
        arriving[edge.to] += 1;
    }
    const MIDDLE: [f64; 7] = [0.5, 0.6, 0.4, 0.7, 0.3, 0.78, 0.22];
    const LOW: [f64; 7] = [0.66, 0.74, 0.58, 0.5, 0.8, 0.4, 0.3];
    const HIGH: [f64; 7] = [0.34, 0.26, 0.42, 0.5, 0.2, 0.6, 0.7];
    let mut taken: Vec<[f64; 4]> = Vec::new();
    for (edge, route) in picture.edges.iter().zip(routes) {
        if edge.label.is_empty() {
            continue;
        }
        // With many parents the edge is told apart at its upper end, with many siblings below.
        let (curve, tries) = match leaving[edge.from].cmp(&arriving[edge.to]) {
            std::cmp::Ordering::Greater => (route.last(), LOW),
            std::cmp::Ordering::Less => (route.first(), HIGH),
            std::cmp::Ordering::Equal => (route.first(), MIDDLE),
        };
        let Some(curve) = curve else { continue };
        let half = text_width(&edge.label, LABEL_SIZE) / 2.0 + 1.5;
        let places = tries.map(|t| {
            let (x, y) = point(curve, t);
            [x - half, y - 5.5, x + half, y + 5.5]
        });
        let covered = |place: &[f64; 4]| -> f64 {
            let common = |other: &[f64; 4]| {
                let wide = place[2].min(other[2]) - place[0].max(other[0]) + 3.0;
                let high = place[3].min(other[3]) - place[1].max(other[1]);
                wide.max(0.0) * high.max(0.0)
            };
            taken.iter().map(common).sum()
        };
        let free = places.iter().find(|place| covered(place) == 0.0);
        let least = || {
            let by_cover = |a: &&[f64; 4], b: &&[f64; 4]| covered(a).total_cmp(&covered(b));
            places.iter().min_by(by_cover)
        };
        let Some(&place) = free.or_else(least) else {
            continue;
        };
        taken.push(place);
        let ground = Form::Box {
            x: place[0],
            y: place[1],
            width: place[2] - place[0],
            height: place[3] - place[1],
            corner: 2.0,
        };
        canvas.add(ground, Style::filled([255; 3]));
        let at = ((place[0] + place[2]) / 2.0, place[3] - 2.4);
        write(canvas, at, LABEL_SIZE, Align::Middle, INK, &edge.label);
    }
}
