//! Sheets as PDF, with selectable text and embedded fonts.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};

use super::Sheet;
use super::font::{Fonts, WEIGHTS, Weight};
use super::layout::{Paper, lay_out};
use super::paint::{Grey, Page, Shape};

/// The sheet as a PDF file.
#[must_use]
pub fn pdf(sheet: &Sheet, paper: Paper) -> Vec<u8> {
    let pages = lay_out(sheet, paper);
    let fonts = Fonts::new();
    let mut next = 0;
    let mut id = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info) = (id(), id(), id());
    let font_ids = WEIGHTS.map(|_| id());
    let page_ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (id(), id())).collect();
    let (width, height) = paper.size();

    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree).lang(TextStr("en-GB"));
    let title = format!("{}: {}", sheet.title(), sheet.claim());
    pdf.document_info(info)
        .title(TextStr(&title))
        .creator(TextStr("minproof"));
    pdf.pages(tree)
        .kids(page_ids.iter().map(|&(page, _)| page))
        .count(pages.len() as i32)
        .media_box(Rect::new(0.0, 0.0, width, height));
    for (&(page_id, content_id), shapes) in page_ids.iter().zip(&pages) {
        let mut page = pdf.page(page_id);
        page.parent(tree).contents(content_id);
        let mut resources = page.resources();
        let mut dictionary = resources.fonts();
        for (weight, font) in WEIGHTS.into_iter().zip(font_ids) {
            dictionary.pair(resource(weight), font);
        }
        dictionary.finish();
        resources.finish();
        page.finish();
        let content = packed(&content(shapes, &fonts, height));
        pdf.stream(content_id, &content).filter(Filter::FlateDecode);
    }
    for (weight, font) in WEIGHTS.into_iter().zip(font_ids) {
        let parts = [id(), id(), id(), id()];
        embed(&mut pdf, &fonts, weight, font, parts, &pages);
    }
    pdf.finish()
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec_zlib(bytes, 9)
}

fn resource(weight: Weight) -> Name<'static> {
    match weight {
        Weight::Regular => Name(b"R"),
        Weight::Bold => Name(b"B"),
    }
}

fn content(page: &Page, fonts: &Fonts, height: f32) -> Vec<u8> {
    let mut out = Content::new();
    // Two decimals keep the bytes the same everywhere, and the file small.
    let at = |number: f32| (number * 100.0).round() / 100.0;
    for shape in &page.shapes {
        match shape {
            Shape::Rect {
                x,
                y,
                width,
                height: tall,
                fill,
                line,
            } => {
                ink(&mut out, *fill, *line);
                out.rect(at(*x), at(height - y - tall), at(*width), at(*tall));
                paint(&mut out, *fill, *line);
            }
            Shape::Line {
                from,
                to,
                width,
                grey,
            } => {
                ink(&mut out, None, Some((*width, *grey)));
                out.move_to(at(from.0), at(height - from.1));
                out.line_to(at(to.0), at(height - to.1));
                out.stroke();
            }
            Shape::Circle {
                centre,
                radius,
                fill,
                line,
            } => {
                ink(&mut out, *fill, *line);
                circle(&mut out, (centre.0, height - centre.1), *radius);
                paint(&mut out, *fill, *line);
            }
            Shape::Text {
                x,
                y,
                size,
                weight,
                grey,
                text,
            } => {
                let codes: Vec<u8> = text
                    .chars()
                    .flat_map(|c| fonts.glyph(*weight, c).to_be_bytes())
                    .collect();
                out.begin_text();
                out.set_fill_gray(*grey);
                out.set_font(resource(*weight), at(*size));
                out.next_line(at(*x), at(height - y));
                out.show(Str(&codes));
                out.end_text();
            }
        }
    }
    out.finish().into_vec()
}

fn ink(out: &mut Content, fill: Option<Grey>, line: Option<(f32, Grey)>) {
    if let Some(grey) = fill {
        out.set_fill_gray(grey);
    }
    if let Some((width, grey)) = line {
        out.set_line_width(width);
        out.set_stroke_gray(grey);
    }
}

fn paint(out: &mut Content, fill: Option<Grey>, line: Option<(f32, Grey)>) {
    match (fill, line) {
        (Some(_), Some(_)) => out.fill_nonzero_and_stroke(),
        (Some(_), None) => out.fill_nonzero(),
        (None, Some(_)) => out.stroke(),
        (None, None) => out.end_path(),
    };
}

/// A circle of four curves, which miss it by less than a thousandth of its radius.
fn circle(out: &mut Content, (x, y): (f32, f32), radius: f32) {
    let at = |number: f32| (number * 100.0).round() / 100.0;
    let arm = radius * 0.552_284_8;
    out.move_to(at(x + radius), at(y));
    for (c, s) in [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)] {
        // From the angle with this cosine and sine a quarter on.
        let point = |a: f32, b: f32| (at(x + a * c - b * s), at(y + a * s + b * c));
        let ((x1, y1), (x2, y2), (x3, y3)) =
            (point(radius, arm), point(arm, radius), point(0.0, radius));
        out.cubic_to(x1, y1, x2, y2, x3, y3);
    }
    out.close_path();
}

/// Writes a font: the whole subset, the widths of its glyphs, and which characters the
/// used ones stand for.
fn embed(pdf: &mut Pdf, fonts: &Fonts, weight: Weight, id: Ref, parts: [Ref; 4], pages: &[Page]) {
    let [cid, descriptor, cmap, file] = parts;
    let face = fonts.face(weight);
    let scale = 1000.0 / f32::from(face.units_per_em());
    let name = format!("MINPRF+{}", weight.name());
    let name = Name(name.as_bytes());
    let identity = SystemInfo {
        registry: Str(b"Adobe"),
        ordering: Str(b"Identity"),
        supplement: 0,
    };
    pdf.type0_font(id)
        .base_font(name)
        .encoding_predefined(Name(b"Identity-H"))
        .descendant_font(cid)
        .to_unicode(cmap);
    let mut font = pdf.cid_font(cid);
    font.subtype(CidFontType::Type2)
        .base_font(name)
        .system_info(identity)
        .font_descriptor(descriptor)
        .cid_to_gid_map_predefined(Name(b"Identity"))
        .default_width(0.0);
    let widths = (0..face.number_of_glyphs()).map(|glyph| {
        let advance = face.glyph_hor_advance(ttf_parser::GlyphId(glyph));
        (f32::from(advance.unwrap_or(0)) * scale).round()
    });
    font.widths().consecutive(0, widths);
    font.finish();
    let bounds = face.global_bounding_box();
    let bounds = [bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max]
        .map(|side| (f32::from(side) * scale).round());
    pdf.font_descriptor(descriptor)
        .name(name)
        .flags(FontFlags::NON_SYMBOLIC)
        .bbox(Rect::new(bounds[0], bounds[1], bounds[2], bounds[3]))
        .italic_angle(0.0)
        .ascent((f32::from(face.ascender()) * scale).round())
        .descent((f32::from(face.descender()) * scale).round())
        .cap_height(729.0)
        .stem_v(if weight == Weight::Bold { 140.0 } else { 80.0 })
        .font_file2(file);
    let mut unicode = UnicodeCmap::new(Name(b"minproof"), identity);
    for (glyph, c) in used(fonts, weight, pages) {
        unicode.pair(glyph, c);
    }
    pdf.cmap(cmap, &unicode.finish());
    let data = weight.data();
    let stream = packed(data);
    pdf.stream(file, &stream)
        .filter(Filter::FlateDecode)
        .pair(Name(b"Length1"), data.len() as i32);
}

fn used(fonts: &Fonts, weight: Weight, pages: &[Page]) -> BTreeMap<u16, char> {
    let shapes = pages.iter().flat_map(|page| &page.shapes);
    let texts = shapes.filter_map(|shape| match shape {
        Shape::Text {
            weight: used, text, ..
        } if *used == weight => Some(text),
        _ => None,
    });
    let known = |&c: &char| fonts.face(weight).glyph_index(c).is_some();
    texts
        .flat_map(|text| text.chars().filter(known))
        .map(|c| (fonts.glyph(weight, c), c))
        .collect()
}
