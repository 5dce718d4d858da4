//! Sheets as SVG.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::Sheet;
use super::font::{WEIGHTS, Weight};
use super::layout::{Paper, lay_out};
use super::paint::{Grey, Shape, short};

/// Points between two pages.
const GAP: f32 = 18.0;

/// The sheet as one SVG picture, its pages below each other. The fonts are embedded;
/// text stays text.
#[must_use]
pub fn svg(sheet: &Sheet, paper: Paper) -> String {
    let pages = lay_out(sheet, paper);
    let (width, height) = paper.size();
    let total = height * pages.len() as f32 + GAP * (pages.len() - 1) as f32;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}pt\" height=\"{1}pt\" viewBox=\"0 0 {0} {1}\">\n",
        short(width),
        short(total)
    );
    let title = format!("{}: {}", sheet.title(), sheet.claim());
    out.push_str(&format!("<title>{}</title>\n<style>\n", escaped(&title)));
    for weight in WEIGHTS {
        out.push_str(&format!(
            "@font-face{{font-family:\"DejaVu Sans\";font-weight:{};src:url(data:font/ttf;base64,{})}}\n",
            css_weight(weight),
            STANDARD.encode(weight.data())
        ));
    }
    out.push_str(
        "text{font-family:\"DejaVu Sans\",Verdana,sans-serif;white-space:pre}\n</style>\n",
    );
    for (number, page) in pages.iter().enumerate() {
        let top = (height + GAP) * number as f32;
        out.push_str(&format!("<g transform=\"translate(0 {})\">\n", short(top)));
        out.push_str(&format!(
            "<rect width=\"{}\" height=\"{}\" fill=\"#fff\"/>\n",
            short(width),
            short(height)
        ));
        for shape in &page.shapes {
            out.push_str(&element(shape));
            out.push('\n');
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

fn css_weight(weight: Weight) -> u32 {
    match weight {
        Weight::Regular => 400,
        Weight::Bold => 700,
    }
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Rect {
            x,
            y,
            width,
            height,
            fill,
            line,
        } => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>",
            short(*x),
            short(*y),
            short(*width),
            short(*height),
            ink(*fill, *line)
        ),
        Shape::Line {
            from,
            to,
            width,
            grey,
        } => format!(
            "<path d=\"M{} {}L{} {}\"{}/>",
            short(from.0),
            short(from.1),
            short(to.0),
            short(to.1),
            ink(None, Some((*width, *grey)))
        ),
        Shape::Circle {
            centre,
            radius,
            fill,
            line,
        } => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>",
            short(centre.0),
            short(centre.1),
            short(*radius),
            ink(*fill, *line)
        ),
        Shape::Text {
            x,
            y,
            size,
            weight,
            grey,
            text,
        } => {
            let bold = match weight {
                Weight::Regular => "",
                Weight::Bold => " font-weight=\"700\"",
            };
            let fill = if *grey == 0.0 {
                String::new()
            } else {
                format!(" fill=\"{}\"", colour(*grey))
            };
            format!(
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{bold}{fill}>{}</text>",
                short(*x),
                short(*y),
                short(*size),
                escaped(text)
            )
        }
    }
}

fn ink(fill: Option<Grey>, line: Option<(f32, Grey)>) -> String {
    let fill = fill.map_or_else(|| "none".to_owned(), colour);
    let line = line.map_or_else(String::new, |(width, grey)| {
        format!(
            " stroke=\"{}\" stroke-width=\"{}\"",
            colour(grey),
            short(width)
        )
    });
    format!(" fill=\"{fill}\"{line}")
}

fn colour(grey: Grey) -> String {
    let level = (grey * 255.0).round() as u8;
    format!("#{level:02x}{level:02x}{level:02x}")
}

/// Text as XML takes it. Control characters, which it cannot hold, become spaces.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
