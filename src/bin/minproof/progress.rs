//! Progress on standard error, only where that is a terminal.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use minproof::graph::build::BuildProgress;

use crate::context::Context;

/// A spinner with a message.
pub(crate) fn spinner(context: &Context) -> ProgressBar {
    if context.quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is valid"));
    bar
}

/// A bar for a known number of steps.
pub(crate) fn bar(context: &Context, steps: u64, what: &str) -> ProgressBar {
    if context.quiet {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(steps);
    let template = "{msg} [{bar:30}] {pos}/{len} ({eta} left)";
    bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
    bar.set_message(what.to_owned());
    bar
}

/// Shows how far a build is: level, positions, positions per second.
pub(crate) struct BuildReport<'a> {
    context: &'a Context,
    bar: ProgressBar,
    start: Instant,
    shown: Option<Instant>,
}

impl<'a> BuildReport<'a> {
    pub(crate) fn new(context: &'a Context) -> Self {
        Self {
            context,
            bar: spinner(context),
            start: Instant::now(),
            shown: None,
        }
    }

    pub(crate) fn update(&mut self, now: BuildProgress) -> ControlFlow<()> {
        if self.context.interrupted() {
            return ControlFlow::Break(());
        }
        if self
            .shown
            .is_none_or(|shown| shown.elapsed() > Duration::from_millis(100))
        {
            self.shown = Some(Instant::now());
            let speed = now.expanded as f64 / self.start.elapsed().as_secs_f64().max(1e-6);
            self.bar.set_message(format!(
                "level {}: {} positions, {} expanded, {speed:.0} a second",
                now.level, now.vertices, now.expanded
            ));
            self.bar.tick();
        }
        ControlFlow::Continue(())
    }
}

impl Drop for BuildReport<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
