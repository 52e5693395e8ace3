//! What is asked of the maker.

use mapkiln_core::{Report, Run, Spec};
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Plan, RoomShape};
use mapkiln_search::ga::{Params, Selection};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::classic::Size;
use crate::codex::{Edition, Theme};
use crate::contents::{Difficulty, Party};
use crate::layout::Targets;
use crate::reroll::Reroll;

/// What is asked of the maker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct DungeonSpec {
    /// The grid and the number of rooms of each level. Default medium.
    pub size: Size,
    /// Columns of the grid, from 15 to 500; by default the size's.
    pub width: Option<i32>,
    /// Rows of the grid, from 15 to 500; by default the size's.
    pub height: Option<i32>,
    /// The fewest and the most rooms of a level, from 2 to 60; by default the size's.
    pub rooms: Option<[usize; 2]>,
    /// Levels, joined by stairs, from 1 to 9. Default 1.
    pub levels: usize,
    /// Ways in from outside, from 1 to 4. Default 2.
    pub entrances: usize,
    /// Cells across a corridor, from 1 to 3. Default 1.
    pub corridor_width: i32,
    /// Do corridors wind? Default no.
    pub winding: bool,
    /// Corridors of each level that lead nowhere, up to 50. Default 0.
    pub dead_ends: usize,
    /// Share of the free rock that becomes a maze, in percent. Default 0.
    pub maze: u32,
    /// Secret passages of each level, up to 10. Default 1.
    pub secrets: usize,
    /// Rooms locked with a key of their own, up to 8. Default 2.
    pub locks: usize,
    /// Shapes of rooms; by default the theme's.
    pub shapes: Vec<RoomShape>,
    /// The theme, such as `crypt`; by default the seed chooses.
    pub theme: Option<String>,
    /// The characters: `4x3` or `3,3,4,5`. Default 4x3.
    pub party: Party,
    /// How hard encounters are. Default moderate.
    pub difficulty: Difficulty,
    /// Whose stat blocks: 2014 (SRD 5.1) or 2024 (SRD 5.2.1). Default 2024.
    pub edition: Edition,
    /// Share of the rooms with enemies, in percent. Default 50.
    pub enemies: u32,
    /// Share of the rooms with treasure, in percent. Default 40.
    pub treasure: u32,
    /// Share of the rooms, corridors and ordinary doors with a trap, in percent. Default 20.
    pub traps: u32,
    /// The language of all words. Default English.
    pub lang: Language,
    /// The user's own codex: the text of CSV files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub codex: Vec<String>,
    /// What layouts are evolved for.
    pub targets: Targets,
    /// The algorithm that evolves layouts. Default: 16 generations of 24, tournament of 3, the best
    /// two kept, 60 % mutation.
    pub layout: Params,
    /// The algorithm that fills the rooms. Default: 20 generations of 20, tournament of 2, the best
    /// two kept, 50 % mutation.
    pub contents: Params,
    /// One of several dungeons of different kinds. Default none: the best one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidate: Option<Candidate>,
    /// A dungeon of which a part is made again. Default none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reroll: Option<Box<Reroll>>,
}

/// One of several dungeons of different kinds from one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// Which one, from 1.
    pub number: usize,
    /// Of how many that were asked for, up to 100.
    pub of: usize,
}

impl Default for DungeonSpec {
    fn default() -> Self {
        DungeonSpec {
            size: Size::Medium,
            width: None,
            height: None,
            rooms: None,
            levels: 1,
            entrances: 2,
            corridor_width: 1,
            winding: false,
            dead_ends: 0,
            maze: 0,
            secrets: 1,
            locks: 2,
            shapes: Vec::new(),
            theme: None,
            party: Party::default(),
            difficulty: Difficulty::default(),
            edition: Edition::default(),
            enemies: 50,
            treasure: 40,
            traps: 20,
            lang: Language::default(),
            codex: Vec::new(),
            targets: Targets::default(),
            layout: Params {
                population: 24,
                generations: 16,
                elitism: 2,
                selection: Selection::Tournament(3),
                mutation: 60,
            },
            contents: Params {
                population: 20,
                generations: 20,
                elitism: 2,
                selection: Selection::Tournament(2),
                mutation: 50,
            },
            candidate: None,
            reroll: None,
        }
    }
}

impl DungeonSpec {
    /// Columns of the grid.
    pub fn width(&self) -> i32 {
        self.width.unwrap_or(self.size.side())
    }

    /// Rows of the grid.
    pub fn height(&self) -> i32 {
        self.height.unwrap_or(self.size.side())
    }

    /// The fewest and the most rooms of a level.
    pub fn room_range(&self) -> (usize, usize) {
        self.rooms.map_or(self.size.rooms(), |[fewest, most]| (fewest, most))
    }

    /// The same spec with the theme that the seed chooses written out.
    pub fn resolved(&self, seed: &mapkiln_core::Seed) -> Self {
        let mut spec = self.clone();
        let all = Theme::all();
        spec.theme.get_or_insert_with(|| all[seed.stream("theme", 0).index(all.len())].id.clone());
        spec
    }
}

impl Spec for DungeonSpec {
    type Map = Plan;
    type Loaded = ();
    type Error = Error;
    const MAKER: &'static str = "dungeon";
    const VERSION: u32 = 1;

    /// Says what is out of range.
    fn check(&self) -> Result<(), Error> {
        let wrong = |field, value: String, advice| Err(Error::Spec { field, value, advice });
        for (field, side) in [("width", self.width()), ("height", self.height())] {
            if !(15..=500).contains(&side) {
                return wrong(field, side.to_string(), "write a number of cells from 15 to 500");
            }
        }
        let (fewest, most) = self.room_range();
        if fewest < 2 || most > 60 || fewest > most {
            let advice = "write the fewest and the most rooms of a level, from 2 to 60";
            return wrong("rooms", format!("{fewest} to {most}"), advice);
        }
        let ranges: [(&'static str, usize, usize, usize, &'static str); 6] = [
            ("levels", self.levels, 1, 9, "write a number from 1 to 9"),
            ("entrances", self.entrances, 1, 4, "write a number from 1 to 4"),
            ("corridor_width", self.corridor_width.max(0) as usize, 1, 3, "write 1, 2 or 3"),
            ("dead_ends", self.dead_ends, 0, 50, "write a number up to 50"),
            ("secrets", self.secrets, 0, 10, "write a number up to 10"),
            ("locks", self.locks, 0, 8, "write a number up to 8"),
        ];
        for (field, value, low, high, advice) in ranges {
            if !(low..=high).contains(&value) {
                return wrong(field, value.to_string(), advice);
            }
        }
        let percents = [
            ("enemies", self.enemies),
            ("treasure", self.treasure),
            ("traps", self.traps),
            ("maze", self.maze),
            ("layout.mutation", self.layout.mutation),
            ("contents.mutation", self.contents.mutation),
        ];
        if let Some((field, value)) = percents.into_iter().find(|p| p.1 > 100) {
            return wrong(field, value.to_string(), "write a whole percentage from 0 to 100");
        }
        let names = [
            ["layout.population", "layout.generations", "layout.elitism"],
            ["contents.population", "contents.generations", "contents.elitism"],
        ];
        for ([population, generations, elitism], params) in
            names.into_iter().zip([&self.layout, &self.contents])
        {
            if params.population == 0 || params.population > 100_000 {
                return wrong(population, params.population.to_string(), "write a number from 1 to 100000");
            }
            if params.generations > 1_000_000 {
                return wrong(generations, params.generations.to_string(), "write a number up to 1000000");
            }
            if params.elitism >= params.population {
                let advice = "keep fewer than the population has members";
                return wrong(elitism, params.elitism.to_string(), advice);
            }
        }
        if let Some(Candidate { number, of }) = self.candidate
            && (!(1..=100).contains(&of) || !(1..=of).contains(&number))
        {
            let advice = "write the number of a candidate from 1, of at most 100";
            return wrong("candidate", format!("{number} of {of}"), advice);
        }
        if let Some(reroll) = &self.reroll {
            reroll.check()?;
        }
        if let Some(theme) = &self.theme
            && Theme::find(theme).is_none()
        {
            let known: Vec<&str> = Theme::all().iter().map(|t| t.id.as_str()).collect();
            return Err(Error::Theme { theme: theme.clone(), known: known.join(", ") });
        }
        Ok(())
    }

    fn load(&self) -> Result<(), Error> {
        Ok(())
    }

    /// Makes a dungeon. The run's budget counts evaluated layouts and contents.
    fn build(&self, _: &(), run: &mut Run<'_>, report: &mut Report) -> Result<Plan, Error> {
        match (&self.reroll, self.candidate) {
            (Some(reroll), _) => self.build_reroll(reroll, run, report),
            (None, Some(candidate)) => self.build_candidate(candidate, run, report),
            (None, None) => self.build_best(run, report),
        }
    }
}
