//! Progress bars on standard error, only if it is a terminal.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mapkiln::Event;

/// A bar that follows the stages of a run; hidden if standard error is not a terminal.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new(quiet: bool) -> Self {
        let bar = ProgressBar::new(1);
        let style = ProgressStyle::with_template("{msg:12} [{bar:40}] {percent:>3} %");
        if let Ok(style) = style {
            bar.set_style(style.progress_chars("=> "));
        }
        if quiet || !std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        Bar(bar)
    }

    /// Shows progress events; ignores all others.
    pub(crate) fn show(&self, event: &Event<'_>) {
        if let Event::Progress { stage, done, total } = event {
            self.0.set_message((*stage).to_owned());
            self.0.set_length(*total);
            self.0.set_position(*done);
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// A count of maps with its rate and the time left; hidden if standard error is not a terminal.
pub(crate) struct Count(ProgressBar);

impl Count {
    pub(crate) fn new(quiet: bool, done: u64, total: u64) -> Self {
        let bar = ProgressBar::new(total).with_position(done);
        let line = "maps [{bar:30}] {human_pos} of {human_len}, {per_sec}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(line) {
            bar.set_style(style.progress_chars("=> "));
        }
        if quiet || !std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        // What was there before is not part of the rate.
        bar.reset_eta();
        Count(bar)
    }

    pub(crate) fn show(&self, done: u64) {
        self.0.set_position(done);
    }

    pub(crate) fn is_shown(&self) -> bool {
        !self.0.is_hidden()
    }
}

impl Drop for Count {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
