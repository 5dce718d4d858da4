//! The histogram of `minproof stats` as SVG.

use minproof::find::stats::Spread;
use plotters::prelude::*;

/// Draws sizes as a histogram with the mean and the best order marked.
pub(crate) fn histogram(
    title: &str,
    spread: &Spread,
    best: (&str, usize),
) -> anyhow::Result<String> {
    let bins = spread.histogram(40);
    let width = bins.get(1).map_or(1, |second| second.0 - bins[0].0);
    let least = spread.min.min(best.1);
    let margin = ((spread.max - least) / 20).max(2);
    let (left, right) = (
        least.saturating_sub(margin) as f64,
        (spread.max + width + margin) as f64,
    );
    let most = bins.iter().map(|bin| bin.1).max().unwrap_or(1);
    let top = most as f64 * 1.25;
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (900, 520)).into_drawing_area();
        area.fill(&WHITE)?;
        let runs = spread.sizes.len();
        let mut chart = ChartBuilder::on(&area)
            .caption(
                format!("{title}: what alpha-beta pruning leaves, {runs} random orders"),
                ("sans-serif", 20),
            )
            .margin(16)
            .x_label_area_size(48)
            .y_label_area_size(64)
            .build_cartesian_2d(left..right, 0.0..top)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc("vertices left")
            .y_desc("orders")
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .axis_desc_style(("sans-serif", 16))
            .label_style(("sans-serif", 14))
            .draw()?;
        let grey = RGBColor(150, 160, 170);
        chart.draw_series(bins.iter().map(|&(from, runs)| {
            let (from, until) = (from as f64 - 0.5, (from + width) as f64 - 0.5);
            Rectangle::new([(from, 0.0), (until, runs as f64)], grey.filled())
        }))?;
        let marks = [
            (
                best.1 as f64,
                RGBColor(33, 102, 172),
                format!("best: {} ({})", best.1, best.0),
                1.17,
            ),
            (
                spread.mean,
                RGBColor(90, 90, 90),
                format!("mean: {:.1}", spread.mean),
                1.06,
            ),
        ];
        for (x, colour, label, height) in marks {
            let up = most as f64 * height;
            chart.draw_series(LineSeries::new([(x, 0.0), (x, up)], colour.stroke_width(2)))?;
            let style = ("sans-serif", 15).into_font().color(&colour);
            chart.draw_series([Text::new(label, (x + (right - left) / 150.0, up), style)])?;
        }
        area.present()?;
    }
    Ok(svg)
}
