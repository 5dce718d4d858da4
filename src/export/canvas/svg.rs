//! Canvases as SVG.

use std::fmt::Write as _;

use super::{Align, Canvas, Colour, Form, Shape, Step, Style, short};

/// Writes a canvas as SVG. Text stays text, in DejaVu Sans or what is like it.
#[must_use]
pub fn svg(canvas: &Canvas) -> String {
    let (width, height) = (short(canvas.width), short(canvas.height));
    let mut out = format!(
        concat!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" ",
            "viewBox=\"0 0 {0} {1}\" role=\"img\" ",
            "font-family=\"DejaVu Sans,Verdana,sans-serif\">\n",
            "<title>{2}</title>\n",
            "<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
        ),
        width,
        height,
        escaped(&canvas.title)
    );
    for shape in &canvas.shapes {
        write_shape(&mut out, shape);
    }
    out.push_str("</svg>\n");
    out
}

fn write_shape(out: &mut String, shape: &Shape) {
    let style = style(shape.style);
    let name = match &shape.form {
        Form::Path(steps) => {
            let _ = write!(out, "<path d=\"{}\"{style}", path(steps));
            "path"
        }
        Form::Box {
            x,
            y,
            width,
            height,
            corner,
        } => {
            let [x, y, width, height, corner] = [x, y, width, height, corner].map(|n| short(*n));
            let _ = write!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
            );
            if corner != "0" {
                let _ = write!(out, " rx=\"{corner}\"");
            }
            out.push_str(&style);
            "rect"
        }
        Form::Circle { x, y, radius } => {
            let [x, y, radius] = [x, y, radius].map(|n| short(*n));
            let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{style}");
            "circle"
        }
        Form::Text {
            x,
            y,
            size,
            align,
            text,
        } => {
            let [x, y, size] = [x, y, size].map(|n| short(*n));
            let anchor = match align {
                Align::Left => "",
                Align::Middle => " text-anchor=\"middle\"",
                Align::Right => " text-anchor=\"end\"",
            };
            let fill = shape.style.fill.map_or_else(String::new, hex);
            let _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor} fill=\"{fill}\">{}</text>",
                escaped(text)
            );
            return;
        }
    };
    if shape.tip.is_empty() {
        out.push_str("/>\n");
    } else {
        let _ = writeln!(out, "><title>{}</title></{name}>", escaped(&shape.tip));
    }
}

fn style(style: Style) -> String {
    let mut text = match style.fill {
        Some(fill) => format!(" fill=\"{}\"", hex(fill)),
        None => " fill=\"none\"".to_owned(),
    };
    if let Some((colour, width)) = style.line {
        let _ = write!(text, " stroke=\"{}\"", hex(colour));
        if width != 1.0 {
            let _ = write!(text, " stroke-width=\"{}\"", short(width));
        }
    }
    text
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn path(steps: &[Step]) -> String {
    let mut text = String::new();
    for step in steps {
        let _ = match step {
            Step::Move(x, y) => write!(text, "M{} {}", short(*x), short(*y)),
            Step::Line(x, y) => write!(text, "L{} {}", short(*x), short(*y)),
            Step::Curve(points) => write!(text, "C{}", points.map(short).join(" ")),
        };
    }
    text
}

/// Text as XML holds it; characters that it cannot hold become question marks.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}
