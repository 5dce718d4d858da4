//! The plots of `minproof stats` and `minproof prove`, as SVG.

use minproof::find::stats::Spread;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

const SIZE: (u32, u32) = (900, 520);
const BLUE: RGBColor = RGBColor(33, 102, 172);
const DARK: RGBColor = RGBColor(70, 70, 70);
const BAR: RGBColor = RGBColor(176, 186, 196);
/// Colours that colour-blind people can tell apart.
const SERIES: [RGBColor; 5] = [
    RGBColor(130, 140, 150),
    BLUE,
    RGBColor(213, 94, 0),
    RGBColor(0, 130, 100),
    RGBColor(150, 70, 140),
];

/// Draws sizes as a histogram with the mean, the best order and, where it is known, the
/// smallest proof marked.
pub(crate) fn histogram(
    title: &str,
    spread: &Spread,
    best: (&str, usize),
    minimum: Option<u64>,
) -> anyhow::Result<String> {
    let bins = spread.histogram(40);
    let width = bins.get(1).map_or(1, |second| second.0 - bins[0].0);
    let minimum = minimum.map(|vertices| vertices as f64);
    let least = (spread.min.min(best.1) as f64).min(minimum.unwrap_or(f64::INFINITY));
    let margin = ((spread.max as f64 - least) / 20.0).max(2.0);
    let (left, right) = (
        (least - margin).max(0.0),
        (spread.max + width) as f64 + margin,
    );
    let most = bins.iter().map(|bin| bin.1).max().unwrap_or(1) as f64;
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let runs = spread.sizes.len();
        let mut chart = ChartBuilder::on(&area)
            .caption(
                format!("{title}: what alpha-beta pruning leaves, {runs} random orders"),
                ("sans-serif", 18),
            )
            .margin(16)
            .x_label_area_size(48)
            .y_label_area_size(64)
            .build_cartesian_2d(left..right, 0.0..most * 1.36)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc("vertices left")
            .y_desc("orders")
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .axis_desc_style(("sans-serif", 16))
            .label_style(("sans-serif", 14))
            .draw()?;
        chart.draw_series(bins.iter().map(|&(from, runs)| {
            let (from, until) = (from as f64 - 0.5, (from + width) as f64 - 0.5);
            Rectangle::new([(from, 0.0), (until, runs as f64)], BAR.filled())
        }))?;
        let mut marks = vec![
            (
                spread.mean,
                DARK,
                format!("mean of all orders: {:.1}", spread.mean),
            ),
            (
                best.1 as f64,
                SERIES[2],
                format!("best order: {} ({})", best.1, best.0),
            ),
        ];
        if let Some(minimum) = minimum {
            marks.push((minimum, BLUE, format!("smallest proof: {minimum:.0}")));
        }
        // The outer marks are the highest, so that no label crosses another mark's line.
        let middle = (left + right) / 2.0;
        marks.sort_by(|(a, ..), (b, ..)| {
            let inner = |x: f64| (x < middle, (x - middle).abs());
            inner(*a).partial_cmp(&inner(*b)).expect("they are numbers")
        });
        for (number, (x, colour, label)) in marks.into_iter().enumerate() {
            let up = most * (1.10 + 0.11 * number as f64);
            let line = [(x, 0.0), (x, up)];
            chart.draw_series(LineSeries::new(line, colour.stroke_width(2)))?;
            // A label that would leave the picture on the right stands left of its mark.
            let gap = (right - left) / 150.0;
            let (at, side) = if x < middle {
                ((x + gap, up), HPos::Left)
            } else {
                ((x - gap, up), HPos::Right)
            };
            let style = ("sans-serif", 15).into_font().color(&colour);
            let style = style.pos(Pos::new(side, VPos::Top));
            chart.draw_series([Text::new(label, at, style)])?;
        }
        area.present()?;
    }
    Ok(svg)
}

/// Draws how many vertices the graph (the first series) and proofs have at each ply.
pub(crate) fn widths(title: &str, series: &[(String, Vec<usize>)]) -> anyhow::Result<String> {
    let most = |widths: &[usize]| widths.iter().copied().max().unwrap_or(1).max(1);
    let highest = series.iter().map(|(_, widths)| most(widths)).max();
    let narrowest = series.iter().map(|(_, widths)| most(widths)).min();
    let (highest, narrowest) = (highest.unwrap_or(1) as f64, narrowest.unwrap_or(1) as f64);
    let plies = series.iter().map(|(_, widths)| widths.len()).max();
    let plies = -0.4..plies.unwrap_or(1) as f64 - 0.6;
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let mut builder = ChartBuilder::on(&area);
        builder
            .caption(format!("{title}: vertices by ply"), ("sans-serif", 18))
            .margin(16)
            .x_label_area_size(48)
            .y_label_area_size(72);
        // What is a hundred times as wide cannot be seen on a plain scale.
        if highest > 20.0 * narrowest {
            let scale = (0.7..highest * 1.6).log_scale();
            draw(
                builder.build_cartesian_2d(plies, scale)?,
                series,
                "vertices (log scale)",
            )?;
        } else {
            let scale = 0.0..highest * 1.12;
            draw(
                builder.build_cartesian_2d(plies, scale)?,
                series,
                "vertices",
            )?;
        }
        area.present()?;
    }
    Ok(svg)
}

type Chart<'a, Y> =
    ChartContext<'a, SVGBackend<'a>, Cartesian2d<plotters::coord::types::RangedCoordf64, Y>>;

fn draw<'a, Y>(
    mut chart: Chart<'a, Y>,
    series: &[(String, Vec<usize>)],
    what: &str,
) -> anyhow::Result<()>
where
    Y: Ranged<ValueType = f64> + ValueFormatter<f64> + 'a,
{
    let longest = series.iter().map(|(_, widths)| widths.len()).max();
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(225, 228, 232))
        .x_labels(longest.unwrap_or(1).min(40))
        .x_desc("ply")
        .y_desc(what)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .axis_desc_style(("sans-serif", 16))
        .label_style(("sans-serif", 14))
        .draw()?;
    for (number, (name, widths)) in series.iter().enumerate() {
        let colour = SERIES[number % SERIES.len()];
        // Nothing is no point on a logarithmic scale: where a proof has ended, its line ends.
        let points = || {
            let all = widths.iter().enumerate();
            all.filter(|(_, width)| **width > 0)
                .map(|(ply, &width)| (ply as f64, width as f64))
        };
        // Full and hollow points take turns, for those who see no colours.
        let style = if number.is_multiple_of(2) {
            colour.filled()
        } else {
            colour.stroke_width(2)
        };
        chart
            .draw_series(LineSeries::new(points(), colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| {
                let line = PathElement::new([(0, 0), (20, 0)], colour.stroke_width(2));
                EmptyElement::at((x, y)) + line + Circle::new((10, 0), 4, style)
            });
        chart.draw_series(points().map(|at| Circle::new(at, 4, style)))?;
        // The figures of several proofs would cover each other.
        if number > 0 && series.len() > 2 {
            continue;
        }
        let style = ("sans-serif", 11).into_font().color(&colour);
        let style = style.pos(Pos::new(HPos::Center, VPos::Bottom));
        chart.draw_series(points().map(|at| {
            let figure = Text::new(format!("{:.0}", at.1), (0, -7), style.clone());
            EmptyElement::at(at) + figure
        }))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE)
        .border_style(RGBColor(200, 200, 200))
        .label_font(("sans-serif", 13))
        .draw()?;
    Ok(())
}

/// Refuses names of other formats.
pub(crate) fn must_be_svg(path: &std::path::Path) -> anyhow::Result<()> {
    let ending = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
    if ending.is_some_and(|ending| ending != "svg") {
        anyhow::bail!(
            "{} must end in .svg: plots are drawn as SVG",
            path.display()
        );
    }
    Ok(())
}
