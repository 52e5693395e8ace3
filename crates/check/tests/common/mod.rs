//! Maps of all makers, as documents with their reports.

#![allow(clippy::unwrap_used, dead_code, missing_docs, unreachable_pub)]

use mapkiln_check::{CheckOptions, DocumentRef, Subject, Verdict, check};
use mapkiln_core::{Made, Origin, Report, Run, Spec};
use mapkiln_dungeon::classic::{ClassicSpec, Size};
use mapkiln_dungeon::codex::Theme;
use mapkiln_dungeon::{Difficulty, DungeonSpec};
use mapkiln_maps::plan::{Plan, RoomShape};
use mapkiln_maps::{AnyMap, Language};
use mapkiln_search::ga::Params;

/// A map with what came along.
pub struct Sample {
    pub name: String,
    pub map: AnyMap,
    pub origin: Origin,
    pub report: Report,
    /// The whole spec, where the origin only names a part of it.
    pub spec: Option<serde_json::Value>,
}

impl Sample {
    fn of<T: Into<AnyMap>>(name: String, made: Made<T>) -> Sample {
        Sample { name, map: made.map.into(), origin: made.origin, report: made.report, spec: None }
    }

    pub fn verdict(&self) -> Verdict {
        self.judge(&self.map)
    }

    /// Another map in this one's place.
    pub fn judge(&self, map: &AnyMap) -> Verdict {
        let subject = Subject::new(DocumentRef::from(map))
            .with_origin(Some(&self.origin))
            .with_report(Some(&self.report))
            .with_spec(self.spec.as_ref());
        check(&subject, &CheckOptions::default())
    }

    /// The first level of a plan as a floor to walk on.
    pub fn on_foot(mut self) -> Sample {
        self.map = self.plan().floor(0).unwrap().into();
        self
    }

    pub fn plan(&self) -> &Plan {
        match &self.map {
            AnyMap::Plan(plan) => plan,
            _ => panic!("{} is no plan", self.name),
        }
    }
}

/// What is wrong with a map, in lines.
pub fn faults(verdict: &Verdict) -> Vec<String> {
    verdict.faults().map(|(claim, f)| format!("{claim}: {} {:?}", f.sentence, f.place)).collect()
}

/// Dungeons of all kinds, by a search that is cut short.
pub fn dungeon(number: usize) -> Sample {
    use RoomShape::{Cave, Circle, Cross, L, Octagon, Rectangle};
    let pick = |n: usize, of: usize| number / n % of;
    let all = [Rectangle, Circle, Octagon, Cross, L, Cave];
    let size = Size::ALL[pick(1, 3)];
    let width = 1 + pick(3, 3) as i32;
    let side = size.side() + 15 * (width - 1);
    let spec = DungeonSpec::default();
    let spec = DungeonSpec {
        size,
        width: Some(side),
        height: Some(side + pick(2, 2) as i32 * 10),
        corridor_width: width,
        winding: pick(2, 2) == 1,
        levels: 1 + usize::from(pick(1, 5) == 4) + usize::from(pick(1, 20) == 19),
        dead_ends: [0, 4][pick(4, 2)],
        maze: [0, 0, 30][pick(5, 3)],
        secrets: pick(1, 4),
        locks: pick(1, 4),
        entrances: 1 + pick(7, 3),
        shapes: match pick(1, 7) {
            6 => Vec::new(),
            n => vec![all[n], Rectangle],
        },
        theme: Some(Theme::all()[pick(1, Theme::all().len())].id.clone()),
        party: ["4x3", "1x1", "5x10", "3,3,4,5", "4x20", "6x17"][pick(2, 6)].parse().unwrap(),
        difficulty: [Difficulty::Low, Difficulty::Moderate, Difficulty::High][pick(3, 3)],
        enemies: [50, 25, 100, 75, 0][pick(2, 5)],
        treasure: [40, 0, 100, 25][pick(3, 4)],
        lang: [Language::English, Language::Portuguese][pick(1, 2)],
        layout: Params { population: 6, generations: 2, ..spec.layout },
        contents: Params { population: 6, generations: 3, ..spec.contents },
        ..spec
    };
    let name = format!("dungeon {number}");
    Sample::of(name.clone(), spec.make(&mut Run::new(name.as_str())).unwrap())
}

/// A dungeon of the default spec, as people make it.
pub fn medium(number: usize) -> Sample {
    let name = format!("medium {number}");
    Sample::of(name.clone(), DungeonSpec::default().make(&mut Run::new(name.as_str())).unwrap())
}

pub fn classic(number: usize) -> Sample {
    let name = format!("classic {number}");
    let spec = ClassicSpec { size: Size::ALL[number % 3], ..ClassicSpec::default() };
    Sample::of(name.clone(), spec.make(&mut Run::new(name.as_str())).unwrap())
}

pub fn catan(number: usize) -> Sample {
    use mapkiln_board::CatanSet;
    use mapkiln_board::catan::{CatanProfile, CatanSpec};
    let name = format!("catan {number}");
    let spec = CatanSpec {
        set: CatanSet::ALL[number % 2],
        profile: CatanProfile::ALL[number / 2 % 2],
        ports: number.is_multiple_of(3),
        ..CatanSpec::default()
    };
    Sample::of(name.clone(), spec.make(&mut Run::new(name.as_str())).unwrap())
}

pub fn terra(number: usize) -> Sample {
    use mapkiln_board::terra::{TerraMysticaProfile, TerraMysticaSpec};
    let name = format!("terra {number}");
    let spec =
        TerraMysticaSpec { profile: TerraMysticaProfile::ALL[number % 6], ..TerraMysticaSpec::default() };
    Sample::of(name.clone(), spec.make(&mut Run::new(name.as_str())).unwrap())
}

pub fn level_plan(number: usize) -> Sample {
    let spec = mapkiln_grammar::LevelPlanSpec { level: level_spec(number), ..Default::default() };
    let name = format!("level plan {number}");
    Sample::of(name.clone(), spec.make(&mut Run::new(name.as_str())).unwrap())
}

pub fn level_spec(number: usize) -> mapkiln_grammar::LevelSpec {
    let names: Vec<&str> = mapkiln_grammar::Grammar::shipped_names().collect();
    let grammar = names[number % names.len()].to_owned();
    mapkiln_grammar::LevelSpec { grammar, ..Default::default() }
}

pub fn level(number: usize) -> Sample {
    let name = format!("level {number}");
    Sample::of(
        name.clone(),
        level_spec(number).make(&mut Run::new(name.as_str()).with_details(true)).unwrap(),
    )
}

pub fn world(number: usize) -> Sample {
    use mapkiln_tiles::{Periodic, SHIPPED, TileSet, TileSource, WorldSpec};
    let name = SHIPPED[number % SHIPPED.len()].name;
    let set = TileSet::shipped(name).unwrap();
    let spec = WorldSpec {
        tileset: TileSource::Name(name.to_owned()),
        width: 24,
        height: 18,
        periodic: Periodic::both(number / SHIPPED.len() % 2 == 1 && name != "village"),
        ..WorldSpec::default()
    };
    let title = format!("world {number} ({name})");
    let mut sample = Sample::of(title.clone(), spec.make(&mut Run::new(title.as_str())).unwrap());
    let mut whole: serde_json::Value = serde_json::from_str(sample.origin.recipe.spec()).unwrap();
    whole["tileset"] = serde_json::to_value(set.expanded().unwrap()).unwrap();
    sample.spec = Some(whole);
    sample
}
