//! The spec of the game master's dungeon.

use std::borrow::Cow;

use mapkiln_core::{Report, Run, Seed, Spec};
use mapkiln_maps::Language;
use mapkiln_maps::plan::{Plan, RoomShape};
use mapkiln_search::ga::{Params, Selection};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::classic::Size;
use crate::codex::{Codex, Edition, Theme};
use crate::contents::{Difficulty, Party};
use crate::findings::Findings;
use crate::layout::{Density, Targets};
use crate::reroll::Reroll;
use crate::workshop::Workshop;

/// The most rooms of a level.
pub(crate) const MOST_ROOMS: usize = 60;

/// What to make: a dungeon that a game master can run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DungeonSpec {
    /// The grid and the number of rooms per level. Default medium.
    pub size: Size,
    /// Columns of the grid, from 15 to 500; by default the size's.
    pub width: Option<i32>,
    /// Rows of the grid, from 15 to 500; by default the size's.
    pub height: Option<i32>,
    /// The fewest and the most rooms per level, from 2 to 60; by default the size's.
    pub rooms: Option<[usize; 2]>,
    /// Levels, joined by stairs, from 1 to 9. Default 0: as many as the theme has, one or a tower's floors.
    pub levels: usize,
    /// Ways in from outside, from 1 to 4. Default 2.
    pub entrances: usize,
    /// Width of corridors in cells, from 1 to 3. Default 1.
    pub corridor_width: i32,
    /// Do corridors wind? Default no.
    pub winding: bool,
    /// Corridors per level that lead nowhere, up to 50. Default 0.
    pub dead_ends: usize,
    /// Share of the free rock that becomes a maze, in percent. Default 0.
    pub maze: u32,
    /// Secret passages per level, up to 10. Default 1.
    pub secrets: usize,
    /// Locked rooms, each with its own key, up to 8. Default 2.
    pub locks: usize,
    /// Shapes of rooms; by default the theme's.
    pub shapes: Vec<RoomShape>,
    /// The theme, such as `crypt`; by default the seed chooses.
    pub theme: Option<String>,
    /// The characters: `4x3` or `3,3,4,5`. Default 4x3.
    pub party: Party,
    /// How hard encounters are. Default moderate.
    pub difficulty: Difficulty,
    /// The edition of the stat blocks: 2014 (SRD 5.1) or 2024 (SRD 5.2.1). Default 2024.
    pub edition: Edition,
    /// Share of the rooms with enemies, in percent. Default 50.
    pub enemies: u32,
    /// Share of the rooms with treasure, in percent. Default 40.
    pub treasure: u32,
    /// Traps per hundred rooms: two thirds in rooms, the others on doors and in corridors. Default 20.
    pub traps: u32,
    /// The language of all words. Default English.
    pub lang: Language,
    /// A custom codex: the text of CSV files that add rows or replace those of the same name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub codex: Vec<String>,
    /// What layouts are evolved for, where it is not left to the seed.
    #[serde(skip_serializing_if = "Targets::is_empty")]
    pub targets: Targets,
    /// How close together rooms stand. Default normal.
    #[serde(skip_serializing_if = "Density::is_normal")]
    pub density: Density,
    /// The algorithm that evolves layouts. Default: 4 generations of 30, tournament of 3, the best
    /// two kept, 60 % mutation.
    pub layout: Params,
    /// The algorithm that fills the rooms. Default: 20 generations of 20, tournament of 2, the best
    /// two kept, 50 % mutation.
    pub contents: Params,
    /// One of several dungeons that differ in kind. Default none: the best one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidate: Option<Candidate>,
    /// A dungeon of which a part is made again, with the rest of this spec. Default none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(not(feature = "read-rerolls"), serde(skip_deserializing))]
    pub reroll: Option<Box<Reroll>>,
}

/// One of several dungeons from one seed that differ in kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Candidate {
    /// Which one, from 1.
    pub number: usize,
    /// The number of candidates asked for, up to 100. A candidate depends on it.
    pub of: usize,
}

impl Default for DungeonSpec {
    fn default() -> Self {
        DungeonSpec {
            size: Size::Medium,
            width: None,
            height: None,
            rooms: None,
            levels: 0,
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
            density: Density::Normal,
            layout: Params {
                population: 30,
                generations: 4,
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

    /// The fewest and the most rooms per level.
    pub fn room_range(&self) -> (usize, usize) {
        self.rooms.map_or(self.size.rooms(), |[fewest, most]| (fewest, most))
    }

    /// The theme asked for, or else the one that a seed chooses.
    ///
    /// A re-roll with another seed keeps the theme of its dungeon if the spec names it.
    ///
    /// ```
    /// use mapkiln_core::Seed;
    /// use mapkiln_dungeon::DungeonSpec;
    /// let crypt = DungeonSpec { theme: Some("crypt".into()), ..DungeonSpec::default() };
    /// assert_eq!(crypt.theme_for(&Seed::from("any seed")).id, "crypt");
    /// ```
    pub fn theme_for(&self, seed: &Seed) -> &'static Theme {
        let all = Theme::all();
        let named = self.theme.as_deref().and_then(Theme::find);
        named.unwrap_or_else(|| &all[seed.stream("theme", 0).index(all.len())])
    }

    /// Makes the best dungeon of a search.
    fn build_best(
        &self,
        workshop: &Workshop<'_>,
        run: &mut Run<'_>,
        findings: &mut Findings,
    ) -> Result<Plan, Error> {
        let layouts = workshop.best_layouts(run, findings)?;
        workshop.finish(&layouts, run, findings)
    }
}

/// What a spec refers to, read once for all seeds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// The edition's codex with the rows of the spec's own files.
    pub codex: Cow<'static, Codex>,
    /// The theme, if the spec names one; otherwise each seed chooses.
    pub theme: Option<&'static Theme>,
}

impl Spec for DungeonSpec {
    type Map = Plan;
    type Loaded = Loaded;
    type Error = Error;
    const MAKER: &'static str = "dungeon";
    const VERSION: u32 = 1;

    /// Checks that every field is in range, and the dungeon of a re-roll.
    fn check(&self) -> Result<(), Error> {
        let wrong = |field, value: String, advice| Err(Error::Spec { field, value, advice });
        for (field, side) in [("width", self.width()), ("height", self.height())] {
            if !(15..=500).contains(&side) {
                return wrong(field, side.to_string(), "write a number of cells from 15 to 500");
            }
        }
        let (fewest, most) = self.room_range();
        if fewest < 2 || most > MOST_ROOMS || fewest > most {
            let advice = "write the fewest and the most rooms per level, from 2 to 60";
            return wrong("rooms", format!("{fewest} to {most}"), advice);
        }
        let ranges: [(&'static str, usize, usize, usize, &'static str); 6] = [
            ("levels", self.levels, 0, 9, "write a number from 1 to 9"),
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
        ];
        if let Some((field, value)) = percents.into_iter().find(|p| p.1 > 100) {
            return wrong(field, value.to_string(), "write a whole percentage from 0 to 100");
        }
        if let Some((field, value, advice)) = self.targets.wrong() {
            return wrong(field, value, advice);
        }
        crate::genetic::check_params("layout", &self.layout)?;
        crate::genetic::check_params("contents", &self.contents)?;
        if let Some(Candidate { number, of }) = self.candidate {
            if !(1..=100).contains(&of) {
                return wrong("candidates", of.to_string(), "write how many there are to be, 1 to 100");
            }
            if !(1..=of).contains(&number) {
                return wrong(
                    "candidate",
                    format!("{number} of {of}"),
                    "write the number of one of them, from 1",
                );
            }
        }
        if let Some(reroll) = &self.reroll {
            if let Some(Candidate { number, of }) = self.candidate {
                return wrong("candidate", format!("{number} of {of}"), "leave it out of a re-roll");
            }
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

    /// Reads the codex and finds the theme.
    fn load(&self) -> Result<Loaded, Error> {
        let mut codex = Cow::Borrowed(Codex::srd(self.edition));
        for text in &self.codex {
            codex.to_mut().add_csv(text)?;
        }
        Ok(Loaded { codex, theme: self.theme.as_deref().and_then(Theme::find) })
    }

    /// Makes a dungeon. A step of the run's budget is one evaluated layout or one evaluated filling
    /// of the rooms. If the budget ends while the rooms are being filled, the best filling so far
    /// counts, and a warning in the report says so.
    fn build(&self, loaded: &Loaded, run: &mut Run<'_>, report: &mut Report) -> Result<Plan, Error> {
        let workshop = Workshop::new(self, loaded, &run.seed);
        let mut findings = Findings::default();
        let plan = match (&self.reroll, self.candidate) {
            (Some(reroll), _) => reroll.build(workshop, run, &mut findings)?,
            (None, Some(candidate)) => candidate.build(&workshop, run, &mut findings)?,
            (None, None) => self.build_best(&workshop, run, &mut findings)?,
        };
        findings.write_to(report);
        Ok(plan)
    }
}
