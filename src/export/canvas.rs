//! A canvas of lines, boxes, circles and text, written as SVG, PDF or PNG.

mod pdf;
#[cfg(feature = "png")]
mod png;
mod svg;
mod text;

pub use pdf::pdf;
#[cfg(feature = "png")]
pub use png::png;
pub use svg::svg;
pub(crate) use text::width as text_width;

/// A colour: red, green, blue.
pub type Colour = [u8; 3];

/// What a shape is filled with and drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// Its inside.
    pub fill: Option<Colour>,
    /// Its line, and how wide that is.
    pub line: Option<(Colour, f64)>,
}

impl Style {
    /// Only an inside.
    #[must_use]
    pub fn filled(fill: Colour) -> Self {
        Self {
            fill: Some(fill),
            line: None,
        }
    }

    /// Only a line.
    #[must_use]
    pub fn drawn(colour: Colour, width: f64) -> Self {
        Self {
            fill: None,
            line: Some((colour, width)),
        }
    }

    /// The same with a line.
    #[must_use]
    pub fn outlined(self, colour: Colour, width: f64) -> Self {
        Self {
            line: Some((colour, width)),
            ..self
        }
    }
}

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// To a point, without a line.
    Move(f64, f64),
    /// A line to a point.
    Line(f64, f64),
    /// A Bézier curve: two control points and the point that it ends at.
    Curve([f64; 6]),
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// It starts there.
    Left,
    /// Its middle is there.
    Middle,
    /// It ends there.
    Right,
}

/// The form of a shape. Lengths are in points, from the top left of the canvas.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Lines and curves; they are never filled.
    Path(Vec<Step>),
    /// A box, its corners rounded.
    Box {
        /// Its left side.
        x: f64,
        /// Its upper side.
        y: f64,
        /// How wide it is.
        width: f64,
        /// How high it is.
        height: f64,
        /// The radius of its corners; 0 for sharp ones.
        corner: f64,
    },
    /// A circle.
    Circle {
        /// Its middle.
        x: f64,
        /// Its middle.
        y: f64,
        /// Its radius.
        radius: f64,
    },
    /// A line of text in the colour of [`Style::fill`].
    Text {
        /// Its point, see [`Align`].
        x: f64,
        /// The line that it stands on.
        y: f64,
        /// The size of the font.
        size: f64,
        /// On which side of its point it is.
        align: Align,
        /// The text.
        text: String,
    },
}

/// A form with its style.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The form.
    pub form: Form,
    /// The style.
    pub style: Style,
    /// What SVG viewers say when the pointer rests on it; empty for nothing.
    pub tip: String,
}

/// Shapes, painted in their order on white.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Canvas {
    /// What it shows, for those who cannot see it and for the lists of viewers.
    pub title: String,
    /// In points.
    pub width: f64,
    /// In points.
    pub height: f64,
    /// What is on it.
    pub shapes: Vec<Shape>,
}

impl Canvas {
    pub(crate) fn add(&mut self, form: Form, style: Style) {
        self.add_with_tip(form, style, String::new());
    }

    pub(crate) fn add_with_tip(&mut self, form: Form, style: Style, tip: String) {
        self.shapes.push(Shape { form, style, tip });
    }

    pub(crate) fn text(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        align: Align,
        ink: Colour,
        text: &str,
    ) {
        let form = Form::Text {
            x,
            y,
            size,
            align,
            text: text.to_owned(),
        };
        self.add(form, Style::filled(ink));
    }
}

/// How far the control points of a quarter circle lie from its ends, for radius 1.
const QUARTER: f64 = 0.552_284_75;

/// A form as a path, closed if it encloses something; `None` for text.
fn outline(form: &Form) -> Option<Vec<Step>> {
    let rounded = |x: f64, y: f64, width: f64, height: f64, corner: f64| {
        let (right, low) = (x + width, y + height);
        let k = corner * (1.0 - QUARTER);
        let mut steps = vec![
            Step::Move(x + corner, y),
            Step::Line(right - corner, y),
            Step::Curve([right - k, y, right, y + k, right, y + corner]),
            Step::Line(right, low - corner),
            Step::Curve([right, low - k, right - k, low, right - corner, low]),
            Step::Line(x + corner, low),
            Step::Curve([x + k, low, x, low - k, x, low - corner]),
            Step::Line(x, y + corner),
            Step::Curve([x, y + k, x + k, y, x + corner, y]),
        ];
        if corner == 0.0 {
            steps.retain(|step| !matches!(step, Step::Curve(_)));
        }
        steps
    };
    match form {
        Form::Path(steps) => Some(steps.clone()),
        &Form::Box {
            x,
            y,
            width,
            height,
            corner,
        } => Some(rounded(x, y, width, height, corner)),
        &Form::Circle { x, y, radius } => {
            let side = 2.0 * radius;
            Some(rounded(x - radius, y - radius, side, side, radius))
        }
        Form::Text { .. } => None,
    }
}

/// A number as files have it: at most two decimals, the same text everywhere.
fn short(number: f64) -> String {
    let hundredths = (number * 100.0).round() as i64;
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
    match rest {
        0 => format!("{sign}{whole}"),
        rest if rest % 10 == 0 => format!("{sign}{whole}.{}", rest / 10),
        rest => format!("{sign}{whole}.{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (1.0, "1"),
            (-0.5, "-0.5"),
            (2.126, "2.13"),
            (-0.001, "0"),
            (0.05, "0.05"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}
