//! `mapkiln dungeon`: a dungeon without questions.

use mapkiln::document::Origin;
use mapkiln::dungeon::classic::{ClassicSpec, Size, to_text};
use mapkiln::plan::Plan;
use mapkiln::{AnyMap, Made, Run, Seed};

use crate::args::{MakeArgs, percent};
use crate::exports::plan_exports;
use crate::failure::Failure;
use crate::making::make_all;
use crate::output::{Delivery, Format};
use crate::pictures::{PictureArgs, to_terminal};

mod ours;

use ours::Ours;

/// Make dungeons that are ready to run: layout, doors and keys, monsters, treasure, traps, words
///
/// Two genetic algorithms work one after the other: the first evolves the layout, the second what
/// is in the rooms. With --classic, the maker of the thesis: rooms with two flags.
///
/// Names and numbers of monsters and items come from the SRD 5.1 and 5.2.1 by Wizards of the Coast
/// LLC and the Lazy GM's Resource Document by Michael E. Shea (SlyFlourish.com), all CC-BY-4.0.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapkiln dungeon --party 4x3 --theme crypt
  mapkiln dungeon --party 3,3,4,5 --difficulty high --levels 2 -o keep.md -o keep.json
  mapkiln dungeon --lang pt-BR --format md --seed \"a velha torre\"
  mapkiln dungeon --candidates 6 --format json > six.jsonl
  mapkiln dungeon --from keep.json --keep rooms=1,3-5 --reroll contents -o better.json
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

    /// The thesis' algorithm: two flags a room; no generation keeps its best unless --elitism asks
    #[arg(long)]
    classic: bool,

    /// The whole last generation of each seed, best first, instead of only its best
    #[arg(long, requires = "classic")]
    selection: bool,

    #[command(flatten)]
    ours: Ours,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    pictures: PictureArgs,

    #[command(flatten)]
    tune: Tune,
}

/// For those who tune.
#[derive(clap::Args)]
#[command(next_help_heading = "Tuning")]
struct Tune {
    /// Generations of both algorithms [default: 16 and 20, with --classic 10]
    #[arg(long, value_name = "N")]
    generations: Option<usize>,

    /// Members of a generation of both algorithms [default: 24 and 20, with --classic 10]
    #[arg(long, value_name = "N")]
    population: Option<usize>,

    /// Chance that a new layout mutates, in percent [default: 60, with --classic 40]
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    mutation: Option<u32>,

    /// How many of the best each generation keeps unchanged [default: 2, with --classic 0]
    #[arg(long, value_name = "N")]
    elitism: Option<usize>,

    /// Points that a valid layout starts from [default: 1000]
    #[arg(long, value_name = "POINTS", requires = "classic")]
    penalty_base: Option<u64>,

    /// Points taken for each cell of corridor [default: 1]
    #[arg(long, value_name = "POINTS", requires = "classic")]
    penalty_corridor_cell: Option<u64>,

    /// Points taken for each corridor [default: 25]
    #[arg(long, value_name = "POINTS", requires = "classic")]
    penalty_corridor: Option<u64>,

    /// Points taken for each pair of rooms that touch [default: 25]
    #[arg(long, value_name = "POINTS", requires = "classic")]
    penalty_touching: Option<u64>,

    /// Points, of 100, taken for each empty room beyond a fifth of them [default: 20]
    #[arg(long, value_name = "POINTS", requires = "classic")]
    penalty_empty_room: Option<u64>,
}

fn size_parser() -> impl clap::builder::TypedValueParser<Value = Size> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(["small", "medium", "large"]).try_map(|text| text.parse::<Size>())
}

impl Args {
    /// The classic spec.
    fn spec(&self) -> Result<ClassicSpec, Failure> {
        let mut spec: ClassicSpec = self.make.read_spec()?;
        fn set<T: Copy>(field: &mut T, flag: Option<T>) {
            *field = flag.unwrap_or(*field);
        }
        let tune = &self.tune;
        set(&mut spec.size, self.size);
        set(&mut spec.enemies, self.enemies);
        set(&mut spec.treasure, self.treasure);
        for params in [&mut spec.layout, &mut spec.contents] {
            set(&mut params.generations, tune.generations);
            set(&mut params.population, tune.population);
            set(&mut params.elitism, tune.elitism);
            // A population of one has nothing to keep beside it.
            if tune.elitism.is_none() {
                params.elitism = params.elitism.min(params.population.saturating_sub(1));
            }
        }
        set(&mut spec.layout.mutation, tune.mutation);
        set(&mut spec.penalties.base, tune.penalty_base);
        set(&mut spec.penalties.corridor_cell, tune.penalty_corridor_cell);
        set(&mut spec.penalties.corridor, tune.penalty_corridor);
        set(&mut spec.penalties.touching, tune.penalty_touching);
        set(&mut spec.penalties.empty_room, tune.penalty_empty_room);
        let mut spec = spec.strict();
        for params in [&mut spec.layout, &mut spec.contents] {
            set(&mut params.elitism, tune.elitism);
        }
        spec.check().map_err(Failure::usage)?;
        Ok(spec)
    }
}

/// A dungeon with what makes it again.
pub(crate) struct Dungeon {
    plan: Plan,
    origin: Origin,
    /// What stands above it where there are several.
    heading: Option<String>,
}

fn formats(pictures: &PictureArgs) -> Vec<Format<'_, Dungeon>> {
    let text = |dungeon: &Dungeon| {
        let heading = dungeon.heading.as_ref().map(|h| format!("{h}\n")).unwrap_or_default();
        Ok(format!("{heading}{}", to_text(&dungeon.plan)).into_bytes())
    };
    let json = |dungeon: &Dungeon| {
        Ok((AnyMap::Plan(dungeon.plan.clone()).to_json(Some(&dungeon.origin)) + "\n").into_bytes())
    };
    let mut formats = vec![
        Format::joined("text", &["txt"], "\n", text),
        Format::joined("json", &["json", "jsonl"], "", json),
        Format::apart("map", &["map"], |d: &Dungeon| pictures.plan_text(&d.plan, to_terminal())),
        Format::apart("svg", &["svg"], |d: &Dungeon| pictures.plan_svg(&d.plan)),
        Format::apart("png", &["png"], |d: &Dungeon| pictures.plan_png(&d.plan)),
        Format::apart("pdf", &["pdf"], |d: &Dungeon| pictures.plan_pdf(&d.plan)),
    ];
    let exports = plan_exports(pictures.look());
    formats.extend(exports.into_iter().map(|format| format.of(|d: &Dungeon| &d.plan)));
    formats
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    if !args.classic {
        return ours::run(&args);
    }
    let spec = args.spec()?;
    let (count, selection) = (args.make.count, args.selection);
    let several = count > 1 || selection;
    let spec_value = serde_json::to_value(&spec).map_err(Failure::not_made)?;
    let delivery = Delivery::open(&args.make, formats(&args.pictures))?;
    let present = |number, seed: Seed, plans: Vec<Plan>| {
        let dungeon = |(rank, plan)| {
            let heading = several.then(|| heading(number, count, rank, selection, &seed));
            let origin = Origin { maker: "dungeon".to_owned(), seed: seed.clone(), spec: spec_value.clone() };
            Dungeon { plan, origin, heading }
        };
        Ok(plans.into_iter().enumerate().map(dungeon).collect())
    };
    make_all(&args.make, delivery, |run| make_one(&spec, run, selection), present)
}

fn make_one(spec: &ClassicSpec, run: &mut Run<'_>, selection: bool) -> Result<Made<Vec<Plan>>, Failure> {
    if selection {
        return spec.make_selection(run).map_err(Failure::not_made);
    }
    let made = spec.make(run).map_err(Failure::not_made)?;
    Ok(Made { map: vec![made.map], report: made.report })
}

fn heading(number: u64, count: u64, rank: usize, selection: bool, seed: &Seed) -> String {
    let rank = if selection { format!(", number {} of its generation", rank + 1) } else { String::new() };
    format!("Dungeon {} of {count}, seed {seed}{rank}", number + 1)
}
