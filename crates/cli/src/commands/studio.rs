//! `mapkiln studio`: the Studio in the browser, served from this machine to this machine.

#[cfg(feature = "studio")]
mod server;

use crate::failure::Failure;

/// Open the Studio in the browser: make, change, check, share and print maps with the mouse
///
/// The page is part of the command and is served to this machine only. It needs no network. The
/// command runs until Ctrl-C.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The port to listen on; 0 takes a free one
    #[arg(long, default_value_t = 4173)]
    port: u16,
    /// Print the address only, and open no browser
    #[arg(long)]
    no_open: bool,
}

#[cfg(feature = "studio")]
pub(crate) fn run(args: Args) -> Result<(), Failure> {
    server::serve(args.port, !args.no_open)
}

#[cfg(not(feature = "studio"))]
pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let Args { port: _, no_open: _ } = args;
    Err(Failure::usage(
        "this mapkiln was built without the Studio; build it with `cargo xtask studio --build` and then \
         `cargo install --path crates/cli --features studio`",
    ))
}
