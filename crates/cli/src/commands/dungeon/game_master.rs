//! `mapkiln dungeon`: dungeons for game masters.

use std::path::{Path, PathBuf};

use mapkiln::dungeon::{Density, DungeonSpec, Party, Range, Reroll, RerollPart};
use mapkiln::{AnyMap, AnySpec, Language, Maker, Report, Run, Spec};

use super::{Args, any, set};
use crate::args::percent;
use crate::commands::codex::edition;
use crate::failure::Failure;
use crate::files::read_text;
use crate::making::{heading, make_all, piece};
use crate::output::{Delivery, Piece};
use crate::reading::read_map;

/// The flags of the game master's maker alone.
#[derive(clap::Args)]
#[command(next_help_heading = "Dungeon")]
pub(super) struct GameMasterArgs {
    /// The characters: 4x3 is four of level 3; or their levels, such as 3,3,4,5 [default: 4x3]
    #[arg(long, value_name = "PARTY", conflicts_with = "classic")]
    party: Option<String>,

    /// How hard encounters are [default: moderate]
    #[arg(long, value_name = "WORD", value_parser = ["low", "moderate", "high"], conflicts_with = "classic")]
    difficulty: Option<String>,

    /// Theme: crypt, bandit-lair, temple, cavern, mine, ruin, sewer or wizards-tower [default: by seed]
    #[arg(long, value_name = "THEME", conflicts_with = "classic")]
    theme: Option<String>,

    /// Language: en or pt-BR [default: en]
    #[arg(long, value_name = "LANG", conflicts_with = "classic")]
    lang: Option<String>,

    /// Rooms per level: a number, or a range such as 8-12 [default: by size]
    #[arg(long, value_name = "N[-M]", conflicts_with = "classic")]
    rooms: Option<String>,

    /// Columns of the grid [default: by size]
    #[arg(long, value_name = "CELLS", conflicts_with = "classic")]
    width: Option<i32>,

    /// Rows of the grid [default: by size]
    #[arg(long, value_name = "CELLS", conflicts_with = "classic")]
    height: Option<i32>,

    /// Levels, joined by stairs [default: 1, a wizard's tower 3 to 6]
    #[arg(long, value_name = "N", conflicts_with = "classic")]
    levels: Option<usize>,

    /// Ways in from outside [default: 2]
    #[arg(long, value_name = "N", conflicts_with = "classic")]
    entrances: Option<usize>,

    /// Loops: a number, or a range such as 2-4 [default: by seed]
    #[arg(long, value_name = "N[-M]", conflicts_with = "classic")]
    loops: Option<Range>,

    /// Share of the rooms with a single exit, such as 10-30% [default: by seed and theme]
    #[arg(long, value_name = "N[-M]%", conflicts_with = "classic")]
    dead_end_rooms: Option<Range>,

    /// Steps between the two rooms farthest apart, such as 5-7 [default: by seed and theme]
    #[arg(long, value_name = "N[-M]", conflicts_with = "classic")]
    longest_way: Option<Range>,

    /// Mean number of exits per room, such as 2.2-2.6 [default: follows from rooms and loops]
    #[arg(long, value_name = "N[-M]", conflicts_with = "classic")]
    branching: Option<Range>,

    /// How close rooms stand: sparse, normal or tight; or the share of floor, such as 30-40% [default: normal]
    #[arg(long, value_name = "WORD", conflicts_with = "classic")]
    density: Option<String>,

    /// Width of corridors in cells, 1 to 3; other than 1 makes a plain layout [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "classic")]
    corridor_width: Option<i32>,

    /// Make corridors wind, in a plain layout
    #[arg(long, conflicts_with = "classic")]
    winding: bool,

    /// Corridors per level that lead nowhere, in a plain layout [default: 0]
    #[arg(long, value_name = "N", conflicts_with = "classic")]
    dead_ends: Option<usize>,

    /// Share of the free rock to turn into a maze, in percent, in a plain layout [default: 0]
    #[arg(long, value_name = "PERCENT", value_parser = percent, conflicts_with = "classic")]
    maze: Option<u32>,

    /// Secret passages per level [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "classic")]
    secrets: Option<usize>,

    /// Locked rooms, each with its own key [default: 2]
    #[arg(long, value_name = "N", conflicts_with = "classic")]
    locks: Option<usize>,

    /// Traps per hundred rooms, in rooms, in corridors and on doors [default: 20]
    #[arg(long, value_name = "PERCENT", value_parser = percent, conflicts_with = "classic")]
    traps: Option<u32>,

    /// Shapes of rooms in a plain layout: rectangle, circle, octagon, cross, l, cave [default: by theme]
    #[arg(long, value_name = "SHAPES", value_delimiter = ',', conflicts_with = "classic")]
    shapes: Vec<String>,

    /// Edition of the stat blocks: 2014 (SRD 5.1) or 2024 (SRD 5.2.1) [default: 2024]
    #[arg(long, value_name = "YEAR", value_parser = ["2014", "2024"], conflicts_with = "classic")]
    edition: Option<String>,

    /// Add or replace monsters, items or traps from a CSV file; can be repeated
    #[arg(long, value_name = "FILE", conflicts_with = "classic")]
    codex: Vec<PathBuf>,

    /// Print every sentence with the facts of the dungeon that it states, instead of the map
    #[arg(long, conflicts_with_all = ["classic", "format"])]
    pub(super) explain: bool,

    /// Make N dungeons of different kinds, best first
    #[arg(long, value_name = "N", conflicts_with_all = ["classic", "from", "count"])]
    candidates: Option<usize>,

    /// Make a part of this dungeon (a JSON file) again, or tell another story on its walls; see --reroll
    #[arg(long, value_name = "FILE", conflicts_with_all = ["classic", "spec", "count"])]
    from: Option<PathBuf>,

    /// Rooms to keep exactly as they are, such as rooms=1,3-5
    #[arg(long, value_name = "ROOMS", requires = "from")]
    keep: Option<String>,

    /// What to make again: story (all but the walls), contents, layout, words or room=4 [default:
    /// story if --theme or --entrance is given]
    #[arg(long, value_name = "WHAT", requires = "from")]
    reroll: Option<String>,

    /// For another story: the room where the party comes in
    #[arg(long, value_name = "ROOM", requires = "from", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    entrance: Option<u32>,
}

impl GameMasterArgs {
    /// Sets the fields of a spec whose flags were given.
    fn apply(&self, args: &Args, spec: &mut DungeonSpec) -> Result<(), Failure> {
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
        spec.targets.loops = self.loops.or(spec.targets.loops);
        spec.targets.dead_ends = self.dead_end_rooms.or(spec.targets.dead_ends);
        spec.targets.longest_way = self.longest_way.or(spec.targets.longest_way);
        spec.targets.branching = self.branching.or(spec.targets.branching);
        if let Some(text) = &self.density {
            match (text.parse::<Density>(), text.parse::<Range>()) {
                (Ok(density), _) => spec.density = density,
                (_, Ok(range)) => spec.targets.density = Some(range),
                (Err(error), _) => return Err(Failure::usage(format!("{error}, or a share such as 30-40%"))),
            }
        }
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
            tune.apply(params);
        }
        set(&mut spec.layout.mutation, &tune.mutation);
        spec.check().map_err(Failure::of)
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

/// `story`, `contents`, `layout`, `words` or `room=4`.
fn part(text: &str) -> Result<RerollPart, Failure> {
    let room = text.strip_prefix("room=").and_then(|n| n.parse::<u32>().ok()).filter(|n| *n >= 1);
    match (text, room) {
        ("story", _) => Ok(RerollPart::Story),
        ("contents", _) => Ok(RerollPart::Contents),
        ("layout", _) => Ok(RerollPart::Layout),
        ("words", _) => Ok(RerollPart::Words),
        (_, Some(room)) => Ok(RerollPart::Room(room - 1)),
        _ => Err(Failure::usage(format!(
            "--reroll {text:?} is unknown; write story, contents, layout, words or room=4"
        ))),
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let flags = &args.game_master;
    let spec = match &flags.from {
        Some(path) => reroll_spec(args, path)?,
        None => {
            let mut spec: DungeonSpec = args.spec.read()?;
            flags.apply(args, &mut spec)?;
            spec
        }
    };
    let (count, candidates) = (args.make.count, flags.candidates);
    let total = candidates.map_or(count, |candidates| candidates as u64);
    let delivery = Delivery::open(&args.make, "plan", args.look.look()?, total)?;
    let maker = Maker::new(spec).map_err(Failure::of)?;
    let make = |run: &mut Run<'_>| {
        let made = match candidates {
            Some(count) => maker.spec().make_candidates(count, run),
            None => maker.make(run).map(|made| vec![made]),
        };
        Ok(made.map_err(Failure::of)?.into_iter().map(any).collect())
    };
    make_all(&args.make, delivery, make, |place, made| {
        let heading = match candidates {
            Some(_) => {
                Some(format!("Candidate {}, seed {}: {}", place.rank + 1, place.seed, scores(&made.report)))
            }
            None => heading("Dungeon", &place, count),
        };
        Piece { heading, ..piece(&args.make, made) }
    })
}

/// The metrics that tell candidates apart.
fn scores(report: &Report) -> String {
    let names =
        ["layout_points", "rooms", "loops", "dead_end_ratio", "critical_path", "branching", "area_variety"];
    let shown =
        |name: &&str| report.metrics.get(*name).map(|v| format!("{name} {}", (v * 100.0).round() / 100.0));
    names.iter().filter_map(shown).collect::<Vec<_>>().join(", ")
}

/// The spec that makes a part of a dungeon again.
fn reroll_spec(args: &Args, path: &Path) -> Result<DungeonSpec, Failure> {
    let stored = read_map(path, args.make.quiet)?;
    let AnyMap::Plan(plan) = stored.map else {
        let kind = stored.map.kind();
        return Err(Failure::usage(format!("{} holds a {kind}; --from takes a dungeon", path.display())));
    };
    // A dungeon of this maker holds its spec; for any other there are the defaults and the flags.
    let known = stored.origin.as_ref().and_then(|origin| Some((origin, AnySpec::from_origin(origin).ok()?)));
    let mut spec = match known {
        // Keep the theme that the first seed chose.
        Some((origin, AnySpec::Dungeon(spec))) => {
            let theme = Some(spec.theme_for(&origin.seed).id.clone());
            DungeonSpec { theme, candidate: None, reroll: None, ..spec }
        }
        _ => DungeonSpec { lang: plan.language, ..DungeonSpec::default() },
    };
    args.game_master.apply(args, &mut spec)?;
    let keep = args.game_master.keep.as_deref().map_or(Ok(Vec::new()), rooms)?;
    let flags = &args.game_master;
    let part = match &flags.reroll {
        Some(text) => part(text)?,
        None if flags.theme.is_some() || flags.entrance.is_some() => RerollPart::Story,
        None => {
            let advice = "--from needs --reroll story, contents, layout, words or room=4, or a --theme for another story";
            return Err(Failure::usage(advice));
        }
    };
    let entrance = flags.entrance.map(|room| room - 1);
    spec.reroll = Some(Box::new(Reroll { plan, part, keep, entrance }));
    Ok(spec)
}
