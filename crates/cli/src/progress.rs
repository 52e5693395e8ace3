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
