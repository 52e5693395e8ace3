//! The command `mapkiln`: the only place with a terminal, files and colours.

// These macros panic when nobody can read what they print; `say` and `tell` do not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod commands;
mod failure;
mod files;
mod floors;
mod looks;
mod making;
mod output;
mod progress;
mod reading;
mod say;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

#[derive(Parser)]
#[command(name = "mapkiln", version, about = "Maps that are ready to play, from a spec and a seed")]
#[command(after_help = "Without a command, mapkiln asks three questions and shows a selection of dungeons.")]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    /// Allow files and specs N times as much as usual (docs/limits.md)
    #[arg(long, value_name = "N", global = true, default_value = "1", hide_default_value = true,
          value_parser = args::at_least_one)]
    raise_limits: u64,

    /// Read what a file names outside its own folder too
    #[arg(long, global = true)]
    allow_outside: bool,
}

// There is one per process: its size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Subcommand)]
enum Command {
    Dungeon(commands::dungeon::Args),
    Board(commands::board::Args),
    Level(commands::level::Args),
    World(commands::world::Args),
    Make(commands::make::Args),
    Batch(commands::batch::Args),
    Remake(commands::remake::Args),
    Check(commands::check::Args),
    Draw(commands::draw::Args),
    Export(commands::export::Args),
    Art(commands::art::Args),
    See(commands::see::Args),
    Play(commands::play::Args),
    Codex(commands::codex::Args),
    Studio(commands::studio::Args),
    Reproduce(commands::reproduce::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return say_answer(&answer),
    };
    mapkiln::raise_limits(cli.raise_limits);
    if cli.allow_outside {
        files::allow_outside();
    }
    files::large_files_are_errors();
    // A game at a terminal ends by itself and stores what was played.
    if !matches!(&cli.command, Some(Command::Play(args)) if args.needs_terminal()) {
        files::clean_up_on_signals();
    }
    let done = match cli.command {
        None => commands::menu::run(),
        Some(Command::Dungeon(args)) => commands::dungeon::run(args),
        Some(Command::Board(args)) => commands::board::run(args),
        Some(Command::Level(args)) => commands::level::run(args),
        Some(Command::World(args)) => commands::world::run(args),
        Some(Command::Make(args)) => commands::make::run(args),
        Some(Command::Batch(args)) => commands::batch::run(args),
        Some(Command::Remake(args)) => commands::remake::run(args),
        Some(Command::Check(args)) => commands::check::run(args),
        Some(Command::Draw(args)) => commands::draw::run(args),
        Some(Command::Export(args)) => commands::export::run(args),
        Some(Command::Art(args)) => commands::art::run(args),
        Some(Command::See(args)) => commands::see::run(args),
        Some(Command::Play(args)) => commands::play::run(args),
        Some(Command::Codex(args)) => commands::codex::run(args),
        Some(Command::Studio(args)) => commands::studio::run(args),
        Some(Command::Reproduce(args)) => commands::reproduce::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// Prints help, the version or what is wrong with the arguments. Help that nobody could read is a failure.
fn say_answer(answer: &clap::Error) -> ExitCode {
    let printed = answer.print().and_then(|()| io::stdout().flush());
    let code = ExitCode::from(u8::try_from(answer.exit_code()).unwrap_or(2));
    match printed {
        Err(problem) if !answer.use_stderr() => Failure::from(problem).report(),
        _ => code,
    }
}
