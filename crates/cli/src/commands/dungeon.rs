//! `mapkiln dungeon`: dungeons for game masters, and those of the thesis.

mod classic;
mod game_master;

use mapkiln::dungeon::classic::Size;
use mapkiln::plan::Plan;
use mapkiln::search::ga::Params;
use mapkiln::{AnyMap, Made};

use crate::args::{MakeArgs, SpecArgs, percent};
use crate::failure::Failure;
use crate::looks::LookArgs;
use classic::ClassicArgs;
use game_master::GameMasterArgs;

/// Make dungeons that are ready to run: layout, doors and keys, monsters, treasure, traps, words
///
/// Two genetic algorithms work one after the other: the first evolves the layout, the second what
/// is in the rooms. --classic is the maker of the thesis: rooms with two flags.
///
/// Names and numbers of monsters and items come from the SRD 5.1 and 5.2.1 by Wizards of the Coast
/// LLC and the Lazy GM's Resource Document by Michael E. Shea (SlyFlourish.com), all CC-BY-4.0.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapkiln dungeon --party 4x3 --theme crypt
  mapkiln dungeon --party 3,3,4,5 --difficulty high --levels 2 -o keep.md -o keep.json
  mapkiln dungeon --lang pt-BR --format md --seed \"a velha torre\"
  mapkiln dungeon --theme temple --explain
  mapkiln dungeon --candidates 6 --format json > six.jsonl
  mapkiln dungeon --from keep.json --keep rooms=1,3-5 --reroll contents -o better.json
  mapkiln dungeon --from keep.json --theme crypt --entrance 4 -o same-walls.json
  mapkiln dungeon --classic --size large --enemies 75 --treasure 25")]
pub(crate) struct Args {
    /// 50x50 cells with 5 to 10 rooms, 75x75 with 10 to 15, or 100x100 with 15 to 20 [default:
    /// medium, with --classic small]
    #[arg(long, value_name = "SIZE", value_parser = size_parser())]
    size: Option<Size>,

    /// Share of the rooms with enemies, in percent [default: 50]
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    enemies: Option<u32>,

    /// Share of the rooms with treasure, in percent [default: 40, with --classic 50]
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    treasure: Option<u32>,

    /// Use the thesis' algorithm: two flags per room, and no elitism unless --elitism is given
    #[arg(long)]
    classic: bool,

    /// Make the whole last generation of each seed, best first, not only its best
    #[arg(long, requires = "classic")]
    selection: bool,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    spec: SpecArgs,

    #[command(flatten)]
    game_master: GameMasterArgs,

    #[command(flatten)]
    look: LookArgs,

    #[command(flatten)]
    tune: Tune,
}

/// The parameters of the genetic algorithms.
#[derive(clap::Args)]
#[command(next_help_heading = "Tuning")]
struct Tune {
    /// Generations of both algorithms [default: 5 and 20, with --classic 10]
    #[arg(long, value_name = "N")]
    generations: Option<usize>,

    /// Population of both algorithms [default: 12 and 20, with --classic 10]
    #[arg(long, value_name = "N")]
    population: Option<usize>,

    /// Probability that a new layout mutates, in percent [default: 60, with --classic 40]
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    mutation: Option<u32>,

    /// Number of the best that each generation keeps unchanged [default: 2, with --classic 0]
    #[arg(long, value_name = "N")]
    elitism: Option<usize>,

    #[command(flatten)]
    classic: ClassicArgs,
}

fn size_parser() -> impl clap::builder::TypedValueParser<Value = Size> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(["small", "medium", "large"]).try_map(|text| text.parse::<Size>())
}

impl Tune {
    /// Sets the parameters that both genetic algorithms share.
    fn apply(&self, params: &mut Params) {
        set(&mut params.generations, &self.generations);
        set(&mut params.population, &self.population);
        set(&mut params.elitism, &self.elitism);
        // The default elitism may be too large for a small population.
        if self.elitism.is_none() {
            params.elitism = params.elitism.min(params.population.saturating_sub(1));
        }
    }
}

/// Sets a field that a flag was given for.
fn set<T: Clone>(field: &mut T, flag: &Option<T>) {
    if let Some(value) = flag {
        field.clone_from(value);
    }
}

pub(crate) fn run(mut args: Args) -> Result<(), Failure> {
    if args.game_master.explain {
        args.make.format = Some("explain".to_owned());
    }
    if args.classic { classic::run(&args) } else { game_master::run(&args) }
}

/// A dungeon as a map of any kind.
fn any(made: Made<Plan>) -> Made<AnyMap> {
    made.map(AnyMap::Plan)
}
