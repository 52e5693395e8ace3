//! `mapkiln make`: any map from a spec file.

use std::path::PathBuf;

use mapkiln::{AnySpec, Run};

use crate::args::{MakeArgs, read_data};
use crate::failure::Failure;
use crate::looks::LookArgs;
use crate::making::{heading, make_all, piece};
use crate::output::{Delivery, Piece};

/// Make any map from a spec file
///
/// The field `maker` says what to make; all other fields have defaults. The `origin` of a map document
/// holds its maker, seed and spec: see `mapkiln remake`.
#[derive(clap::Args)]
#[command(after_help = "\
A spec as TOML:
  maker = \"dungeon\"
  theme = \"crypt\"
  party = \"4x3\"

Makers: dungeon, classic-dungeon, catan, terra-mystica, level, level-plan, world

Examples:
  mapkiln make keep.toml --seed \"the old keep\" -o keep.json -o keep.png
  echo '{\"maker\": \"catan\"}' | mapkiln make - --count 3")]
pub(crate) struct Args {
    /// A spec in TOML or JSON; - is standard input
    #[arg(value_name = "SPEC")]
    spec: PathBuf,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    look: LookArgs,
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let spec: AnySpec = read_data(&args.spec)?;
    let count = args.make.count;
    let delivery = Delivery::open(&args.make, spec.map_kind(), args.look.look()?, count)?;
    let maker = spec.into_maker().map_err(Failure::of)?;
    let make = |run: &mut Run<'_>| Ok(vec![maker.make(run).map_err(Failure::of)?]);
    make_all(&args.make, delivery, make, |place, made| Piece {
        heading: heading("Map", &place, count),
        ..piece(&args.make, made)
    })
}
