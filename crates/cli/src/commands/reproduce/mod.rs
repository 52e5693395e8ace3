//! `mapkiln reproduce`: the papers' figures beside ours, from a real run.

mod boards;
mod dungeon;
mod grammar;
mod sight;
mod worlds;

use crate::failure::Failure;

/// Repeat a paper's experiments and print its figures beside ours
///
/// Everything printed was measured in this run, except what is marked as the paper's.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    paper: Paper,
}

#[derive(clap::Subcommand)]
enum Paper {
    Boards(boards::Args),
    Dungeon(dungeon::Args),
    Grammar(grammar::Args),
    Worlds(worlds::Args),
    Sight(sight::Args),
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match args.paper {
        Paper::Boards(args) => boards::run(&args),
        Paper::Dungeon(args) => dungeon::run(&args),
        Paper::Grammar(args) => grammar::run(&args),
        Paper::Worlds(args) => worlds::run(&args),
        Paper::Sight(args) => sight::run(&args),
    }
}
