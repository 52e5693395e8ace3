//! The flags of the dungeon maker, and the making.

use std::path::PathBuf;

use mapkiln::document::{self, Origin};
use mapkiln::dungeon::{DungeonSpec, Party, Reroll, map_text, to_markdown};
use mapkiln::plan::Plan;
use mapkiln::{Language, Made, Report, Run, Seed};

use super::{Args, Dungeon, heading};
use crate::args::{percent, read_text};
use crate::commands::codex::edition;
use crate::failure::Failure;
use crate::making::make_all;
use crate::output::{Delivery, Format};

/// What only the grown-up maker understands.
#[derive(clap::Args)]
#[command(next_help_heading = "Dungeon")]
pub(super) struct Ours {
    /// The characters: 4x3 is four of level 3; or their levels, such as 3,3,4,5 [default: 4x3]
    #[arg(long, value_name = "PARTY", conflicts_with = "classic")]
    party: Option<String>,

    /// How hard encounters are [default: moderate]
    #[arg(long, value_name = "WORD", value_parser = ["low", "moderate", "high"], conflicts_with = "classic")]
    difficulty: Option<String>,

    /// crypt, bandit-lair, temple, cavern, mine, ruin, sewer or wizards-tower [default: by seed]
    #[arg(long, value_name = "THEME", conflicts_with = "classic")]
    theme: Option<String>,

    /// The language of all words: en or pt-BR [default: en]
    #[arg(long, value_name = "LANG", conflicts_with = "classic")]
    lang: Option<String>,

    /// Rooms of a level: a number, or the fewest and the most as in 8-12 [default: by size]
    #[arg(long, value_name = "N[-M]", conflicts_with = "classic")]
    rooms: Option<String>,

    /// Columns of the grid [default: by size]
    #[arg(long, value_name = "CELLS", conflicts_with = "classic")]
    width: Option<i32>,

    /// Rows of the grid [default: by size]
    #[arg(long, value_name = "CELLS", conflicts_with = "classic")]
    height: Option<i32>,

    /// Levels, joined by stairs [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "classic")]
    levels: Option<usize>,

    /// Ways in from outside [default: 2]
    #[arg(long, value_name = "N", conflicts_with = "classic")]
    entrances: Option<usize>,

    /// Cells across a corridor, 1 to 3 [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "classic")]
    corridor_width: Option<i32>,

    /// Corridors wind instead of running straight
    #[arg(long, conflicts_with = "classic")]
    winding: bool,

    /// Corridors that lead nowhere [default: 0]
    #[arg(long, value_name = "N", conflicts_with = "classic")]
    dead_ends: Option<usize>,

    /// Share of the free rock that becomes a maze, in percent [default: 0]
    #[arg(long, value_name = "PERCENT", value_parser = percent, conflicts_with = "classic")]
    maze: Option<u32>,

    /// Secret passages of each level [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "classic")]
    secrets: Option<usize>,

    /// Rooms with a lock and a key of their own [default: 2]
    #[arg(long, value_name = "N", conflicts_with = "classic")]
    locks: Option<usize>,

    /// Share of rooms and corridors with a trap, in percent [default: 20]
    #[arg(long, value_name = "PERCENT", value_parser = percent, conflicts_with = "classic")]
    traps: Option<u32>,

    /// Shapes of rooms: rectangle, circle, octagon, cross, l, cave [default: by theme]
    #[arg(long, value_name = "SHAPES", value_delimiter = ',', conflicts_with = "classic")]
    shapes: Vec<String>,

    /// Whose stat blocks: 2014 (SRD 5.1) or 2024 (SRD 5.2.1) [default: 2024]
    #[arg(long, value_name = "YEAR", value_parser = ["2014", "2024"], conflicts_with = "classic")]
    edition: Option<String>,

    /// Add or replace monsters, items or traps from a CSV file; may be given several times
    #[arg(long, value_name = "FILE", conflicts_with = "classic")]
    codex: Vec<PathBuf>,

    /// Several dungeons of different kinds, best first
    #[arg(long, value_name = "N", conflicts_with_all = ["classic", "from", "count"])]
    candidates: Option<usize>,

    /// Make a part of this dungeon (a JSON file) again
    #[arg(long, value_name = "FILE", requires = "reroll", conflicts_with_all = ["classic", "spec", "count"])]
    from: Option<PathBuf>,

    /// Rooms that stay exactly as they are, such as rooms=1,3-5
    #[arg(long, value_name = "ROOMS", requires = "from")]
    keep: Option<String>,

    /// What to make again: contents, layout, words or room=4
    #[arg(long, value_name = "WHAT", requires = "from")]
    reroll: Option<String>,
}

impl Ours {
    /// Lays the flags over a spec.
    fn lay_over(&self, args: &Args, spec: &mut DungeonSpec) -> Result<(), Failure> {
        fn set<T: Clone>(field: &mut T, flag: &Option<T>) {
            if let Some(value) = flag {
                field.clone_from(value);
            }
        }
        set(&mut spec.size, &args.size);
        set(&mut spec.enemies, &args.enemies);
        set(&mut spec.treasure, &args.treasure);
        set(&mut spec.levels, &self.levels);
        set(&mut spec.entrances, &self.entrances);
        set(&mut spec.corridor_width, &self.corridor_width);
        set(&mut spec.dead_ends, &self.dead_ends);
        set(&mut spec.maze, &self.maze);
        set(&mut spec.secrets, &self.secrets);
        set(&mut spec.locks, &self.locks);
        set(&mut spec.traps, &self.traps);
        spec.winding |= self.winding;
        spec.width = self.width.or(spec.width);
        spec.height = self.height.or(spec.height);
        spec.theme = self.theme.clone().or(spec.theme.take());
        if let Some(party) = &self.party {
            spec.party = party.parse::<Party>().map_err(Failure::usage)?;
        }
        if let Some(word) = &self.difficulty {
            spec.difficulty = word.parse().map_err(Failure::usage)?;
        }
        if let Some(lang) = &self.lang {
            spec.lang = lang.parse::<Language>().map_err(Failure::usage)?;
        }
        if let Some(year) = &self.edition {
            spec.edition = edition(year);
        }
        if let Some(text) = &self.rooms {
            spec.rooms = Some(range(text)?);
        }
        if !self.shapes.is_empty() {
            let read = |name: &String| {
                serde_json::from_value(serde_json::Value::from(name.as_str())).map_err(|_| {
                    let known = "rectangle, circle, octagon, cross, l, cave";
                    Failure::usage(format!("there is no shape {name:?}; write some of {known}"))
                })
            };
            spec.shapes = self.shapes.iter().map(read).collect::<Result<_, _>>()?;
        }
        for path in &self.codex {
            spec.codex.push(read_text(path)?);
        }
        let tune = &args.tune;
        for params in [&mut spec.layout, &mut spec.contents] {
            set(&mut params.generations, &tune.generations);
            set(&mut params.population, &tune.population);
            set(&mut params.elitism, &tune.elitism);
            if tune.elitism.is_none() {
                params.elitism = params.elitism.min(params.population.saturating_sub(1));
            }
        }
        set(&mut spec.layout.mutation, &tune.mutation);
        spec.check().map_err(Failure::usage)
    }
}

/// `8` or `8-12`.
fn range(text: &str) -> Result<[usize; 2], Failure> {
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.trim().parse(), high.trim().parse()) {
        (Ok(low), Ok(high)) => Ok([low, high]),
        _ => Err(Failure::usage(format!("--rooms {text:?} is not clear; write 10 or 8-12"))),
    }
}

/// `rooms=1,3-5` as numbers from 0.
fn rooms(text: &str) -> Result<Vec<u32>, Failure> {
    let unclear = || Failure::usage(format!("--keep {text:?} is not clear; write it as in rooms=1,3-5"));
    let list = text.strip_prefix("rooms=").ok_or_else(unclear)?;
    let mut rooms = Vec::new();
    for part in list.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let number = |t: &str| t.trim().parse::<u32>().ok().filter(|n| (1..=10_000).contains(n));
        let (first, last) = (number(first).ok_or_else(unclear)?, number(last).ok_or_else(unclear)?);
        rooms.extend((first..=last).map(|r| r - 1));
    }
    Ok(rooms)
}

/// `contents`, `layout`, `words` or `room=4`.
fn what(text: &str) -> Result<Reroll, Failure> {
    let room = text.strip_prefix("room=").and_then(|n| n.parse::<u32>().ok()).filter(|n| *n >= 1);
    match (text, room) {
        ("contents", _) => Ok(Reroll::Contents),
        ("layout", _) => Ok(Reroll::Layout),
        ("words", _) => Ok(Reroll::Words),
        (_, Some(room)) => Ok(Reroll::Room(room - 1)),
        _ => Err(Failure::usage(format!(
            "--reroll {text:?} is unknown; write contents, layout, words or room=4"
        ))),
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(path) = &args.ours.from {
        return again(args, path);
    }
    let mut spec: DungeonSpec = args.make.read_spec()?;
    args.ours.lay_over(args, &mut spec)?;
    let several = args.make.count > 1 || args.ours.candidates.is_some();
    let delivery = Delivery::open(&args.make, formats(args))?;
    let count = args.make.count;
    let present = |number: u64, seed: Seed, mades: Vec<Made<Plan>>| {
        let dungeon = |(rank, made): (usize, Made<Plan>)| {
            let spec = serde_json::to_value(spec.resolved(&seed)).map_err(Failure::not_made)?;
            let name = args
                .ours
                .candidates
                .map_or_else(|| "dungeon".to_owned(), |_| format!("dungeon-candidate-{}", rank + 1));
            let heading = match args.ours.candidates {
                Some(_) => Some(format!("Candidate {}, seed {seed}: {}", rank + 1, scores(&made.report))),
                None => several.then(|| heading(number, count, rank, false, &seed)),
            };
            Ok(Dungeon { plan: made.map, origin: Origin { maker: name, seed: seed.clone(), spec }, heading })
        };
        mades.into_iter().enumerate().map(dungeon).collect::<Result<Vec<_>, Failure>>()
    };
    let candidates = args.ours.candidates;
    let make = |run: &mut Run<'_>| {
        let made = match candidates {
            Some(count) => spec.make_candidates(count.clamp(1, 100), run).map_err(Failure::not_made)?,
            None => vec![spec.make(run).map_err(Failure::not_made)?],
        };
        let report = gathered(&made, run);
        Ok(Made { map: made, report })
    };
    make_all(&args.make, delivery, make, present)
}

/// One report for all that was made of one seed.
fn gathered(made: &[Made<Plan>], run: &Run<'_>) -> Report {
    let mut report = match made.first() {
        Some(first) => first.report.clone(),
        None => Report::new("dungeon", &run.seed),
    };
    if made.len() > 1 {
        let all: Vec<serde_json::Value> =
            made.iter().filter_map(|m| serde_json::to_value(&m.report).ok()).collect();
        report.findings.insert("candidates".to_owned(), all.into());
    }
    report
}

/// The figures that tell candidates apart.
fn scores(report: &Report) -> String {
    let names =
        ["layout_points", "rooms", "loops", "dead_end_ratio", "critical_path", "branching", "area_variety"];
    let shown =
        |name: &&str| report.metrics.get(*name).map(|v| format!("{name} {}", (v * 100.0).round() / 100.0));
    names.iter().filter_map(shown).collect::<Vec<_>>().join(", ")
}

/// Makes a part of a dungeon again.
fn again(args: &Args, path: &std::path::Path) -> Result<(), Failure> {
    let text = read_text(path)?;
    let stored = document::from_json::<Plan>(&text)
        .map_err(|e| Failure::usage(format!("could not use {}: {e}", path.display())))?;
    // A dungeon of this maker says what it was made from; for any other the flags do.
    let mut spec: DungeonSpec = stored
        .origin
        .as_ref()
        .filter(|o| o.maker.starts_with("dungeon"))
        .and_then(|o| serde_json::from_value(o.spec.clone()).ok())
        .unwrap_or_else(|| DungeonSpec { lang: stored.map.language, ..DungeonSpec::default() });
    args.ours.lay_over(args, &mut spec)?;
    let keep = args.ours.keep.as_deref().map_or(Ok(Vec::new()), rooms)?;
    let what = what(args.ours.reroll.as_deref().unwrap_or_default())?;
    let delivery = Delivery::open(&args.make, formats(args))?;
    let present = |_, seed: Seed, plan: Plan| {
        let value = serde_json::to_value(spec.resolved(&seed)).map_err(Failure::not_made)?;
        let origin = Origin { maker: "dungeon-reroll".to_owned(), seed, spec: value };
        Ok(vec![Dungeon { plan, origin, heading: None }])
    };
    let make = |run: &mut Run<'_>| spec.reroll(&stored.map, &keep, what, run).map_err(Failure::not_made);
    make_all(&args.make, delivery, make, present)
}

/// The formats of every dungeon, with the key as Markdown and in the text.
fn formats(args: &Args) -> Vec<Format<'_, Dungeon>> {
    // The key tells everything: there is no version of it for players.
    let for_master = |player: bool| match player {
        true => Err(Failure::usage(
            "the text is for the game master; with --player write a picture or --format map",
        )),
        false => Ok(()),
    };
    let player = args.pictures.player;
    let markdown = move |dungeon: &Dungeon| {
        for_master(player)?;
        let heading = dungeon.heading.as_ref().map(|h| format!("<!-- {h} -->\n\n")).unwrap_or_default();
        Ok(format!("{heading}{}", to_markdown(&dungeon.plan)).into_bytes())
    };
    let text = move |dungeon: &Dungeon| {
        for_master(player)?;
        let heading = dungeon.heading.as_ref().map(|h| format!("{h}\n\n")).unwrap_or_default();
        let maps: String = (0..dungeon.plan.levels.len())
            .filter_map(|level| map_text(&dungeon.plan, level))
            .map(|map| map + "\n")
            .collect();
        Ok(format!("{heading}{maps}{LEGEND}\n{}", to_markdown(&dungeon.plan)).into_bytes())
    };
    let mut formats = super::formats(&args.pictures);
    formats[0] = Format::joined("text", &["txt"], "\n", text);
    formats.insert(1, Format::joined("md", &["md"], "\n", markdown));
    formats
}

const LEGEND: &str = "\
# wall   . floor   : corridor   + door   ' arch   L locked   B barred   H portcullis   S secret
< way up or in   > stairs down   o pillar   ~ water   v pit   , rubble   & fixture
";
