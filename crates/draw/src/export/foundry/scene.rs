//! Scenes: the picture with walls, lights and pins.

use mapkiln_core::Point;
use mapkiln_maps::plan::{DoorKind, Level, Plan, Stairs, Vertical};
use serde::Serialize;

use super::super::ExportOptions;
use super::super::lamps::{darkness, hex, lamps};
use super::super::walls::{CELL, WallLines};
use super::Ids;
use super::journal::Journal;

/// Blocks everything, as [`Wall::move_`] and the senses say it.
const SOLID: u8 = 20;
/// Each level takes this many feet of height.
const LEVEL_FEET: i32 = 20;

/// Foundry refuses grids with fewer pixels per cell.
const FINEST_GRID: u32 = 20;

pub(super) struct Maker<'a> {
    pub(super) plan: &'a Plan,
    pub(super) ids: &'a Ids,
    pub(super) images: &'a [String],
    pub(super) journal: Option<&'a Journal>,
    pub(super) options: &'a ExportOptions,
}

impl Maker<'_> {
    /// Pixels per cell of the scene. The picture is stretched over it, so it may be coarser.
    fn cell(&self) -> u32 {
        self.options.pixels_per_cell.max(FINEST_GRID)
    }

    /// The scene of one level for version 13.
    pub(super) fn v13(&self, number: usize) -> Scene {
        let mut scene = self.scene(&[number], self.name(number), &format!("scene13/{number}"));
        scene.background = Some(Texture { src: self.images.get(number).cloned() });
        scene.fog = Fog { exploration: Some(true), mode: None };
        scene
    }

    /// The scene of all levels for version 14.
    pub(super) fn v14(&self) -> Scene {
        let numbers: Vec<usize> = (0..self.plan.levels.len()).collect();
        let mut scene = self.scene(&numbers, self.title(), "scene14");
        scene.fog = Fog { exploration: None, mode: Some(1) };
        scene.shift = Some(Shift { x: 0, y: 0 });
        let levels = numbers.iter().map(|&number| {
            // From the entrance down.
            let bottom = -LEVEL_FEET * number as i32;
            SceneLevel {
                id: self.level_id(number),
                name: self.name(number),
                elevation: Elevation { bottom, top: bottom + LEVEL_FEET },
                background: Texture { src: self.images.get(number).cloned() },
            }
        });
        scene.levels = Some(levels.collect());
        scene
    }

    fn scene(&self, numbers: &[usize], name: String, part: &str) -> Scene {
        let several = part == "scene14";
        let levels = || numbers.iter().filter_map(|&n| Some((n, self.plan.levels.get(n)?)));
        let on = |number| several.then(|| vec![self.level_id(number)]);
        let pixels = |cells: i32| i64::from(cells) * i64::from(self.cell());
        let mut scene = Scene {
            id: self.ids.of(part),
            name,
            width: pixels(levels().map(|(_, l)| l.width).max().unwrap_or(1)),
            height: pixels(levels().map(|(_, l)| l.height).max().unwrap_or(1)),
            grid: Gridding { size: self.cell(), distance: self.plan.cell_feet, ..GRID },
            ..Scene::default()
        };
        for (number, level) in levels() {
            let walls = WallLines::of(self.plan, number).unwrap_or_default();
            let lines =
                walls.segments().chain(walls.objects.iter().flat_map(|l| l.windows(2)).map(|w| [w[0], w[1]]));
            scene.walls.extend(lines.map(|ends| Wall { levels: on(number), ..self.wall(ends, None) }));
            scene.walls.extend(
                walls
                    .portals
                    .iter()
                    .map(|portal| Wall { levels: on(number), ..self.wall(portal.ends, Some(&portal.kind)) }),
            );
            scene.environment.darkness_level = scene.environment.darkness_level.min(darkness(level));
            scene.regions.extend(
                self.stairs(number, level, part).map(|region| Region { levels: on(number), ..region }),
            );
            scene
                .regions
                .extend(self.landings(number, part).map(|region| Region { levels: on(number), ..region }));
            scene.lights.extend(self.lights(level).map(|light| Light { levels: on(number), ..light }));
            if let Some(journal) = self.journal {
                let rooms = level.rooms.iter();
                scene.notes.extend(rooms.filter_map(|room| {
                    let page = journal.page_of(room.id)?;
                    let middle = room.outline.centre();
                    let half = i64::from(self.cell() / 2);
                    Some(Note {
                        entry: journal.id.clone(),
                        page: page.id.clone(),
                        x: pixels(middle.x) + half,
                        y: pixels(middle.y) + half,
                        text: page.name.clone(),
                        levels: on(number),
                        ..NOTE
                    })
                }));
            }
        }
        scene
    }

    fn title(&self) -> String {
        if self.plan.title.is_empty() { "Map".to_owned() } else { self.plan.title.clone() }
    }

    fn name(&self, number: usize) -> String {
        let given = self.plan.levels.get(number).map(|l| l.name.as_str()).unwrap_or_default();
        match (self.plan.levels.len(), given) {
            (1, "") => self.title(),
            (_, "") => format!("{}, level {}", self.title(), number + 1),
            (_, given) => format!("{}, {given}", self.title()),
        }
    }

    fn level_id(&self, number: usize) -> String {
        // The name Foundry itself gives to a scene's first level.
        if number == 0 { "defaultLevel0000".to_owned() } else { self.ids.of(&format!("level/{number}")) }
    }

    fn wall(&self, ends: [Point; 2], door: Option<&DoorKind>) -> Wall {
        // Rounded the same way everywhere, so that lines that meet still do.
        let pixels = |units: i32| i64::from(units) * i64::from(self.cell()) / i64::from(CELL);
        let [from, to] = ends;
        // Door: 1 ordinary, 2 secret. State: 0 closed, 2 locked.
        let (door, state, sense, sound) = match door {
            None | Some(DoorKind::Arch) => (0, 0, SOLID, ""),
            Some(DoorKind::Door | DoorKind::Trapped { .. }) => (1, 0, SOLID, "woodBasic"),
            Some(DoorKind::Locked { .. } | DoorKind::Barred) => (1, 2, SOLID, "woodBasic"),
            Some(DoorKind::Portcullis) => (1, 2, 0, "metal"),
            Some(DoorKind::Secret) => (2, 0, SOLID, "stoneBasic"),
        };
        Wall {
            c: [pixels(from.x), pixels(from.y), pixels(to.x), pixels(to.y)],
            move_: SOLID,
            sight: sense,
            light: sense,
            sound: sense,
            dir: 0,
            door,
            ds: state,
            door_sound: sound,
            threshold: Threshold::default(),
            flags: Empty {},
            levels: None,
        }
    }

    fn lights<'a>(&'a self, level: &'a Level) -> impl Iterator<Item = Light> + 'a {
        let pixels = f64::from(self.cell());
        lamps(level).map(move |lamp| Light {
            x: (lamp.x * pixels).round() as i64,
            y: (lamp.y * pixels).round() as i64,
            config: LightConfig {
                dim: lamp.light.dim,
                bright: lamp.light.bright,
                color: format!("#{}", hex(lamp.light.colour)),
                animation: Animation {
                    r#type: lamp.flickers.then_some("torch"),
                    speed: if lamp.flickers { 5 } else { 1 },
                    intensity: if lamp.flickers { 5 } else { 1 },
                },
                ..LightConfig::default()
            },
            ..Light::default()
        })
    }

    /// The region of a flight of stairs on a level.
    fn stairs_id(&self, number: usize, index: usize) -> String {
        self.ids.of(&format!("stairs/{number}/{index}"))
    }

    /// The stairs on another level that a flight arrives at.
    fn other_end(&self, number: usize, stairs: &Stairs) -> Option<(usize, usize)> {
        let to_level = stairs.to_level?;
        let there = &self.plan.levels.get(to_level)?.stairs;
        let back = |s: &Stairs| s.to_level == Some(number);
        let exact = there.iter().position(|s| back(s) && Some(s.at) == stairs.to);
        exact.or_else(|| there.iter().position(|s| back(s) && s.to == Some(stairs.at))).map(|i| (to_level, i))
    }

    /// The scene that shows a level, beside the one called `part`.
    fn scene_of(&self, number: usize, part: &str) -> String {
        let part = if part == "scene14" { part.to_owned() } else { format!("scene13/{number}") };
        self.ids.of(&part)
    }

    /// Stairs to other levels: whoever walks onto them is asked whether to take them.
    fn stairs<'a>(
        &'a self,
        number: usize,
        level: &'a Level,
        part: &'a str,
    ) -> impl Iterator<Item = Region> + 'a {
        level.stairs.iter().enumerate().filter_map(move |(i, stairs)| {
            let to_level = stairs.to_level?;
            let target = match self.other_end(number, stairs) {
                Some((level, index)) => self.stairs_id(level, index),
                None => {
                    stairs.to?;
                    self.ids.of(&format!("landing/{number}/{i}"))
                }
            };
            let uuid = format!("Scene.{}.Region.{target}", self.scene_of(to_level, part));
            let name = match stairs.way {
                Vertical::Up => "Stairs up",
                Vertical::Down => "Stairs down",
            };
            let (destination, destinations) =
                if part == "scene14" { (None, Some(vec![uuid])) } else { (Some(uuid), None) };
            let behavior = Behavior {
                id: self.ids.of(&format!("teleport/{number}/{i}")),
                name,
                r#type: "teleportToken",
                system: Teleport { destination, destinations, choice: true },
                disabled: false,
                flags: Empty {},
            };
            Some(Region {
                behaviors: vec![behavior],
                ..self.region(self.stairs_id(number, i), name, stairs.at)
            })
        })
    }

    /// Where stairs of other levels arrive without stairs that lead back.
    fn landings<'a>(&'a self, number: usize, _part: &str) -> impl Iterator<Item = Region> + 'a {
        let levels = self.plan.levels.iter().enumerate();
        levels.flat_map(move |(from, level)| {
            level.stairs.iter().enumerate().filter_map(move |(i, stairs)| {
                let lands = stairs.to_level == Some(number) && self.other_end(from, stairs).is_none();
                let at = stairs.to.filter(|_| lands)?;
                Some(self.region(self.ids.of(&format!("landing/{from}/{i}")), "Landing", at))
            })
        })
    }

    fn region(&self, id: String, name: &'static str, at: Point) -> Region {
        let pixels = i64::from(self.cell());
        Region {
            id,
            name,
            color: "#8fc7a6",
            shapes: vec![RegionShape {
                r#type: "rectangle",
                x: i64::from(at.x) * pixels,
                y: i64::from(at.y) * pixels,
                width: pixels,
                height: pixels,
                rotation: 0,
                hole: false,
            }],
            elevation: AnyElevation { bottom: None, top: None },
            behaviors: Vec::new(),
            visibility: 0,
            locked: false,
            flags: Empty {},
            levels: None,
        }
    }
}

#[derive(Serialize)]
pub(super) struct Scene {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    width: i64,
    height: i64,
    padding: u8,
    #[serde(rename = "backgroundColor")]
    background_color: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    background: Option<Texture>,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<SceneLevel>>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    shift: Option<Shift>,
    grid: Gridding,
    #[serde(rename = "tokenVision")]
    token_vision: bool,
    fog: Fog,
    environment: Environment,
    walls: Vec<Wall>,
    lights: Vec<Light>,
    notes: Vec<Note>,
    tiles: [u8; 0],
    tokens: [u8; 0],
    drawings: [u8; 0],
    sounds: [u8; 0],
    regions: Vec<Region>,
    flags: Empty,
}

impl Default for Scene {
    fn default() -> Self {
        Scene {
            id: String::new(),
            name: String::new(),
            width: 0,
            height: 0,
            padding: 0,
            background_color: "#000000",
            background: None,
            levels: None,
            shift: None,
            grid: GRID,
            token_vision: true,
            fog: Fog::default(),
            environment: Environment { darkness_level: 1.0, global_light: GlobalLight { enabled: false } },
            walls: Vec::new(),
            lights: Vec::new(),
            notes: Vec::new(),
            tiles: [],
            tokens: [],
            drawings: [],
            sounds: [],
            regions: Vec::new(),
            flags: Empty {},
        }
    }
}

#[derive(Serialize)]
struct Empty {}

#[derive(Serialize)]
struct Texture {
    src: Option<String>,
}

#[derive(Serialize)]
struct SceneLevel {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    elevation: Elevation,
    background: Texture,
}

#[derive(Serialize)]
struct Elevation {
    bottom: i32,
    top: i32,
}

#[derive(Serialize)]
struct Shift {
    #[serde(rename = "shiftX")]
    x: i32,
    #[serde(rename = "shiftY")]
    y: i32,
}

#[derive(Serialize)]
struct Gridding {
    r#type: u8,
    size: u32,
    style: &'static str,
    thickness: u8,
    color: &'static str,
    alpha: f64,
    distance: u32,
    units: &'static str,
}

const GRID: Gridding = Gridding {
    r#type: 1,
    size: 70,
    style: "solidLines",
    thickness: 1,
    color: "#000000",
    alpha: 0.2,
    distance: 5,
    units: "ft",
};

/// Version 13 says whether players remember what they saw, version 14 which of them do.
#[derive(Default, Serialize)]
struct Fog {
    #[serde(skip_serializing_if = "Option::is_none")]
    exploration: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<u8>,
}

#[derive(Serialize)]
struct Environment {
    #[serde(rename = "darknessLevel")]
    darkness_level: f64,
    #[serde(rename = "globalLight")]
    global_light: GlobalLight,
}

#[derive(Serialize)]
struct GlobalLight {
    enabled: bool,
}

#[derive(Serialize)]
struct Wall {
    c: [i64; 4],
    #[serde(rename = "move")]
    move_: u8,
    sight: u8,
    light: u8,
    sound: u8,
    dir: u8,
    door: u8,
    ds: u8,
    #[serde(rename = "doorSound")]
    door_sound: &'static str,
    threshold: Threshold,
    flags: Empty,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<String>>,
}

#[derive(Default, Serialize)]
struct Threshold {
    light: Option<u8>,
    sight: Option<u8>,
    sound: Option<u8>,
    attenuation: bool,
}

#[derive(Serialize)]
struct Light {
    x: i64,
    y: i64,
    rotation: u8,
    walls: bool,
    vision: bool,
    hidden: bool,
    elevation: u8,
    config: LightConfig,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<String>>,
}

impl Default for Light {
    fn default() -> Self {
        Light {
            x: 0,
            y: 0,
            rotation: 0,
            walls: true,
            vision: false,
            hidden: false,
            elevation: 0,
            config: LightConfig::default(),
            levels: None,
        }
    }
}

#[derive(Serialize)]
struct LightConfig {
    dim: u32,
    bright: u32,
    color: String,
    alpha: f64,
    angle: u16,
    animation: Animation,
    darkness: Darkness,
}

impl Default for LightConfig {
    fn default() -> Self {
        LightConfig {
            dim: 0,
            bright: 0,
            color: String::new(),
            alpha: 0.5,
            angle: 360,
            animation: Animation { r#type: None, speed: 1, intensity: 1 },
            darkness: Darkness { min: 0, max: 1 },
        }
    }
}

#[derive(Serialize)]
struct Animation {
    r#type: Option<&'static str>,
    speed: u8,
    intensity: u8,
}

#[derive(Serialize)]
struct Darkness {
    min: u8,
    max: u8,
}

/// A part of the map that does something.
#[derive(Serialize)]
struct Region {
    #[serde(rename = "_id")]
    id: String,
    name: &'static str,
    color: &'static str,
    shapes: Vec<RegionShape>,
    elevation: AnyElevation,
    behaviors: Vec<Behavior>,
    /// 0: shown while regions are edited.
    visibility: u8,
    locked: bool,
    flags: Empty,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<String>>,
}

#[derive(Serialize)]
struct RegionShape {
    r#type: &'static str,
    x: i64,
    y: i64,
    width: i64,
    height: i64,
    rotation: u8,
    hole: bool,
}

#[derive(Serialize)]
struct AnyElevation {
    bottom: Option<i32>,
    top: Option<i32>,
}

#[derive(Serialize)]
struct Behavior {
    #[serde(rename = "_id")]
    id: String,
    name: &'static str,
    r#type: &'static str,
    system: Teleport,
    disabled: bool,
    flags: Empty,
}

/// Version 13 knows one destination, version 14 several.
#[derive(Serialize)]
struct Teleport {
    #[serde(skip_serializing_if = "Option::is_none")]
    destination: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    destinations: Option<Vec<String>>,
    choice: bool,
}

#[derive(Serialize)]
struct Note {
    #[serde(rename = "entryId")]
    entry: String,
    #[serde(rename = "pageId")]
    page: String,
    x: i64,
    y: i64,
    text: String,
    #[serde(rename = "iconSize")]
    icon_size: u8,
    #[serde(rename = "fontSize")]
    font_size: u8,
    texture: Icon,
    global: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<String>>,
}

#[derive(Serialize)]
struct Icon {
    src: &'static str,
}

const NOTE: Note = Note {
    entry: String::new(),
    page: String::new(),
    x: 0,
    y: 0,
    text: String::new(),
    icon_size: 40,
    font_size: 32,
    texture: Icon { src: "icons/svg/book.svg" },
    global: false,
    levels: None,
};
