//! Signals that end the program: noted first, obeyed once the terminal is restored.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Which signal came, if any; 0 for none.
#[derive(Clone, Default)]
pub(super) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// From now on, notes signals instead of ending the program.
    #[cfg(unix)]
    pub(super) fn watch() -> io::Result<Self> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
        let signals = Signals::default();
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            signal_hook::flag::register_usize(signal, Arc::clone(&signals.0), signal as usize)?;
        }
        Ok(signals)
    }

    /// On other systems Ctrl-C is a key, and there are no other signals.
    #[cfg(not(unix))]
    pub(super) fn watch() -> io::Result<Self> {
        Ok(Signals::default())
    }

    /// Whether a signal came.
    pub(super) fn came(&self) -> bool {
        self.0.load(Ordering::SeqCst) != 0
    }

    /// Ends the program as the signal would have, if one came, as its sender expects.
    pub(super) fn obey(&self) {
        #[cfg(unix)]
        if self.came() {
            let _ = signal_hook::low_level::emulate_default_handler(self.0.load(Ordering::SeqCst) as i32);
        }
    }
}
