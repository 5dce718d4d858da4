//! Canvases as PNG.

use tiny_skia::{Color, FillRule, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};
use ttf_parser::OutlineBuilder;

use super::text::{advance, face, glyph, width};
use super::{Align, Canvas, Colour, Form, Step, outline};
use crate::export::ExportError;

/// Pixels for a point, where the picture does not get too large.
const FINEST: f64 = 2.0;

/// The longest side, in pixels.
const LONGEST: f64 = 16_000.0;

/// Paints a canvas as a PNG file: two pixels a point, fewer where a side would have more than
/// 16,000.
///
/// # Errors
///
/// [`ExportError::TooLarge`] if there is no memory for the pixels.
pub fn png(canvas: &Canvas) -> Result<Vec<u8>, ExportError> {
    let longest = canvas.width.max(canvas.height).max(1.0);
    let scale = FINEST.min(LONGEST / longest);
    let pixels = |side: f64| (side * scale).ceil().max(1.0) as u32;
    let (width, height) = (pixels(canvas.width), pixels(canvas.height));
    let too_large = || ExportError::TooLarge {
        format: "PNG",
        what: "pixels on a side",
        found: width.max(height) as usize,
        limit: LONGEST as usize,
        advice: "take svg or pdf, or --levels N",
    };
    let mut pixmap = Pixmap::new(width, height).ok_or_else(too_large)?;
    pixmap.fill(Color::WHITE);
    let place = Transform::from_scale(scale as f32, scale as f32);
    for shape in &canvas.shapes {
        if let Some(text) = text_path(&shape.form) {
            let ink = paint(shape.style.fill.unwrap_or_default());
            pixmap.fill_path(&text, &ink, FillRule::Winding, place, None);
            continue;
        }
        let closed = !matches!(shape.form, Form::Path(_));
        let Some(path) = outline(&shape.form).and_then(|steps| path(&steps, closed)) else {
            continue;
        };
        if let Some(fill) = shape.style.fill {
            pixmap.fill_path(&path, &paint(fill), FillRule::Winding, place, None);
        }
        if let Some((line, width)) = shape.style.line {
            let stroke = Stroke {
                width: width as f32,
                ..Stroke::default()
            };
            pixmap.stroke_path(&path, &paint(line), &stroke, place, None);
        }
    }
    pixmap.encode_png().map_err(|_| too_large())
}

fn paint([red, green, blue]: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

fn path(steps: &[Step], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for step in steps {
        match *step {
            Step::Move(x, y) => path.move_to(x as f32, y as f32),
            Step::Line(x, y) => path.line_to(x as f32, y as f32),
            Step::Curve(points) => {
                let [a, b, c, d, x, y] = points.map(|n| n as f32);
                path.cubic_to(a, b, c, d, x, y);
            }
        }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// Glyphs put beside each other.
struct Line {
    path: PathBuilder,
    x: f32,
    y: f32,
    scale: f32,
}

impl Line {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + self.scale * x, self.y - self.scale * y)
    }
}

impl OutlineBuilder for Line {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

/// The glyphs of a text; `None` if the form is no text, or a text without ink.
fn text_path(form: &Form) -> Option<Path> {
    let Form::Text {
        x,
        y,
        size,
        align,
        text,
    } = form
    else {
        return None;
    };
    let before = match align {
        Align::Left => 0.0,
        Align::Middle => width(text, *size) / 2.0,
        Align::Right => width(text, *size),
    };
    let mut line = Line {
        path: PathBuilder::new(),
        x: (x - before) as f32,
        y: *y as f32,
        scale: (size / f64::from(face().units_per_em())) as f32,
    };
    for c in text.chars() {
        let glyph = glyph(c);
        face().outline_glyph(glyph, &mut line);
        line.x += (advance(glyph) * size) as f32;
    }
    line.path.finish()
}
