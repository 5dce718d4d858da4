//! What sheets are drawn with: a few shapes on pages, measured in points from the top left.

use super::font::Weight;

/// A shade of grey: 0 is black, 1 is white.
pub(super) type Grey = f32;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Rect {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
        fill: Option<Grey>,
        line: Option<(f32, Grey)>,
    },
    Line {
        from: (f32, f32),
        to: (f32, f32),
        width: f32,
        grey: Grey,
    },
    Circle {
        centre: (f32, f32),
        radius: f32,
        fill: Option<Grey>,
        line: Option<(f32, Grey)>,
    },
    /// A line of text; `y` is its baseline.
    Text {
        x: f32,
        y: f32,
        size: f32,
        weight: Weight,
        grey: Grey,
        text: String,
    },
}

/// Shapes on one page, in the order in which they are painted.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Page {
    pub(super) shapes: Vec<Shape>,
}

/// A number as files have it: at most two decimals, so that bytes are the same everywhere.
pub(super) fn short(number: f32) -> String {
    let hundredths = (f64::from(number) * 100.0).round() as i64;
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
    use super::short;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (12.5, "12.5"),
            (12.05, "12.05"),
            (-1.25, "-1.25"),
            (7.999, "8"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}
