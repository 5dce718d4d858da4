//! The font that texts are measured and drawn with; see `sheet/font/README.md`.

use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId};

/// The file of the font.
pub(super) const FONT: &[u8] = include_bytes!("../../sheet/font/DejaVuSans.ttf");

pub(super) fn face() -> &'static Face<'static> {
    static FACE: OnceLock<Face<'static>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(FONT, 0).expect("the font is sound"))
}

/// The glyph of a character; that of the question mark if the font lacks it.
pub(super) fn glyph(c: char) -> GlyphId {
    let face = face();
    let glyph = face.glyph_index(c).or_else(|| face.glyph_index('?'));
    glyph.unwrap_or_default()
}

/// How far a glyph moves on, at size 1.
pub(super) fn advance(glyph: GlyphId) -> f64 {
    let face = face();
    f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)) / f64::from(face.units_per_em())
}

/// The width of a text in points.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    size * text.chars().map(|c| advance(glyph(c))).sum::<f64>()
}
