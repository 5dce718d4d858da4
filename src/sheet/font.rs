//! The fonts that sheets are set in, embedded in the program; see `font/README.md`.

use ttf_parser::Face;

/// A weight of the font.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Weight {
    Regular,
    Bold,
}

pub(super) const WEIGHTS: [Weight; 2] = [Weight::Regular, Weight::Bold];

impl Weight {
    pub(super) fn data(self) -> &'static [u8] {
        match self {
            Self::Regular => include_bytes!("font/DejaVuSans.ttf"),
            Self::Bold => include_bytes!("font/DejaVuSans-Bold.ttf"),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Regular => "DejaVuSans",
            Self::Bold => "DejaVuSans-Bold",
        }
    }
}

/// Both weights, read.
pub(super) struct Fonts {
    faces: [Face<'static>; 2],
}

impl Fonts {
    pub(super) fn new() -> Self {
        let face = |weight: Weight| Face::parse(weight.data(), 0).expect("the font is sound");
        Self {
            faces: WEIGHTS.map(face),
        }
    }

    pub(super) fn face(&self, weight: Weight) -> &Face<'static> {
        &self.faces[weight as usize]
    }

    /// The glyph of a character; that of the question mark if the font lacks it.
    pub(super) fn glyph(&self, weight: Weight, c: char) -> u16 {
        let face = self.face(weight);
        let glyph = face.glyph_index(c).or_else(|| face.glyph_index('?'));
        glyph.map_or(0, |glyph| glyph.0)
    }

    /// The width of a text at size 1.
    fn unit_width(&self, weight: Weight, text: &str) -> f32 {
        let face = self.face(weight);
        let advance = |c| {
            let glyph = ttf_parser::GlyphId(self.glyph(weight, c));
            f32::from(face.glyph_hor_advance(glyph).unwrap_or(0))
        };
        text.chars().map(advance).sum::<f32>() / f32::from(face.units_per_em())
    }

    /// The width of a text in points.
    pub(super) fn width(&self, weight: Weight, size: f32, text: &str) -> f32 {
        size * self.unit_width(weight, text)
    }

    /// Breaks a text at spaces into lines that are no wider than `width` points; a word
    /// that is wider stands alone.
    pub(super) fn wrap(&self, weight: Weight, size: f32, width: f32, text: &str) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            match lines.last_mut() {
                Some(line) if self.width(weight, size, &format!("{line} {word}")) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        lines
    }
}
