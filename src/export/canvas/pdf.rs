//! Canvases as PDF, with selectable text and the font in the file.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};
use ttf_parser::GlyphId;

use super::text::{FONT, advance, face, glyph, width};
use super::{Align, Canvas, Colour, Form, Step, Style, outline};

/// The longest side that readers of PDF must accept, in points.
const LONGEST: f64 = 14_400.0;

const FONT_NAME: Name<'static> = Name(b"MINPRF+DejaVuSans");

/// Writes a canvas as a PDF file of one page. What is larger than PDF allows is scaled down.
#[must_use]
pub fn pdf(canvas: &Canvas) -> Vec<u8> {
    let scale = (LONGEST / canvas.width.max(canvas.height).max(1.0)).min(1.0);
    let [catalog, tree, info, page_id, content_id, font_id] = [1, 2, 3, 4, 5, 6].map(Ref::new);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree).lang(TextStr("en-GB"));
    pdf.document_info(info)
        .title(TextStr(&canvas.title))
        .creator(TextStr("minproof"));
    let size = [canvas.width, canvas.height].map(|side| round(side * scale));
    pdf.pages(tree)
        .kids([page_id])
        .count(1)
        .media_box(Rect::new(0.0, 0.0, size[0], size[1]));
    let mut page = pdf.page(page_id);
    page.parent(tree).contents(content_id);
    page.resources().fonts().pair(Name(b"F"), font_id);
    page.finish();
    let content = packed(&content(canvas, scale));
    pdf.stream(content_id, &content).filter(Filter::FlateDecode);
    embed_font(&mut pdf, font_id, canvas);
    pdf.finish()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 9)
}

/// Two decimals keep the bytes the same everywhere, and the file small.
fn round(number: f64) -> f32 {
    ((number * 100.0).round() / 100.0) as f32
}

fn content(canvas: &Canvas, scale: f64) -> Vec<u8> {
    let mut out = Content::new();
    let x = |x: f64| round(x * scale);
    let y = |y: f64| round((canvas.height - y) * scale);
    for shape in &canvas.shapes {
        if let Form::Text {
            x: at,
            y: line,
            size,
            align,
            text,
        } = &shape.form
        {
            let before = match align {
                Align::Left => 0.0,
                Align::Middle => width(text, *size) / 2.0,
                Align::Right => width(text, *size),
            };
            let codes: Vec<u8> = text
                .chars()
                .flat_map(|c| glyph(c).0.to_be_bytes())
                .collect();
            out.begin_text();
            ink(&mut out, shape.style, scale);
            out.set_font(Name(b"F"), round(size * scale));
            out.next_line(x(at - before), y(*line));
            out.show(Str(&codes));
            out.end_text();
            continue;
        }
        ink(&mut out, shape.style, scale);
        for step in outline(&shape.form).unwrap_or_default() {
            match step {
                Step::Move(a, b) => out.move_to(x(a), y(b)),
                Step::Line(a, b) => out.line_to(x(a), y(b)),
                Step::Curve([a, b, c, d, e, f]) => out.cubic_to(x(a), y(b), x(c), y(d), x(e), y(f)),
            };
        }
        if !matches!(shape.form, Form::Path(_)) {
            out.close_path();
        }
        match (shape.style.fill, shape.style.line) {
            (Some(_), Some(_)) => out.fill_nonzero_and_stroke(),
            (Some(_), None) => out.fill_nonzero(),
            (None, Some(_)) => out.stroke(),
            (None, None) => out.end_path(),
        };
    }
    out.finish().into_vec()
}

fn ink(out: &mut Content, style: Style, scale: f64) {
    let parts = |colour: Colour| colour.map(|part| round(f64::from(part) / 255.0));
    if let Some(fill) = style.fill {
        let [red, green, blue] = parts(fill);
        out.set_fill_rgb(red, green, blue);
    }
    if let Some((line, width)) = style.line {
        let [red, green, blue] = parts(line);
        out.set_line_width(round(width * scale));
        out.set_stroke_rgb(red, green, blue);
    }
}

/// Writes the font: the file, the widths of its glyphs, and what the used ones stand for.
fn embed_font(pdf: &mut Pdf, id: Ref, canvas: &Canvas) {
    let [cid, descriptor, cmap, file] = [1, 2, 3, 4].map(|next| Ref::new(id.get() + next));
    let face = face();
    let scale = 1000.0 / f64::from(face.units_per_em());
    let identity = SystemInfo {
        registry: Str(b"Adobe"),
        ordering: Str(b"Identity"),
        supplement: 0,
    };
    pdf.type0_font(id)
        .base_font(FONT_NAME)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(cmap);
    let mut font = pdf.cid_font(cid);
    font.subtype(CidFontType::Type2)
        .base_font(FONT_NAME)
        .system_info(identity)
        .font_descriptor(descriptor)
        .cid_to_gid_map_predefined(Name(b"Identity"))
        .default_width(0.0);
    let widths = (0..face.number_of_glyphs()).map(|glyph| round(advance(GlyphId(glyph)) * 1000.0));
    font.widths().consecutive(0, widths);
    font.finish();
    let bounds = face.global_bounding_box();
    let [left, low, right, high] = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max]
        .map(|side| round(f64::from(side) * scale));
    pdf.font_descriptor(descriptor)
        .name(FONT_NAME)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(left, low, right, high))
        .italic_angle(0.0)
        .ascent(round(f64::from(face.ascender()) * scale))
        .descent(round(f64::from(face.descender()) * scale))
        .cap_height(729.0)
        .stem_v(80.0)
        .font_file2(file);
    let texts = canvas.shapes.iter().filter_map(|shape| match &shape.form {
        Form::Text { text, .. } => Some(text),
        _ => None,
    });
    let used: BTreeMap<u16, char> = texts
        .flat_map(|text| text.chars())
        .filter(|&c| face.glyph_index(c).is_some())
        .map(|c| (glyph(c).0, c))
        .collect();
    let mut unicode = UnicodeCmap::new(Name(b"minproof"), identity);
    for (glyph, c) in used {
        unicode.pair(glyph, c);
    }
    pdf.cmap(cmap, &unicode.finish());
    let stream = packed(FONT);
    pdf.stream(file, &stream)
        .filter(Filter::FlateDecode)
        .pair(Name(b"Length1"), FONT.len() as i32);
}
