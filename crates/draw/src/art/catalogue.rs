//! Every drawing of the atlas by name.

use mapkiln_core::{Direction, Point};
use mapkiln_maps::Language;
use mapkiln_maps::plan::{CreatureType, Obstacle, Thing, ThingKind};
use serde::Serialize;

use super::figures::creature_items;
use super::fittings::{self, DoorLook};
use super::ground::{self, SOILS, VARIANTS};
use super::house::{self, Roof, Size};
use super::walker::{Facing, walker};
use super::{faces, stones, trees, ways};
use crate::dungeon::Setting;
use crate::dungeon::iso::thing_items;
use crate::scene::{Color, Item, Layer, Shape, Vec2};
use faces::Side;

/// What a game must know of a frame; becomes `map` in the index.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Extras {
    /// What it is: ground, shore, floor, cliff, wall, road, stream, thing, creature, walker, …
    pub(crate) kind: &'static str,
    /// The cells that it stands on.
    pub(crate) cells: [u8; 2],
    /// The cell of a large thing that this piece belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) slice: Option<[u8; 2]>,
    /// Where it comes among what has the same x + y: 0 ground and faces, 1 flat, 2 walls, 3 standing.
    pub(crate) z: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) turn: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) variant: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mask: Option<u8>,
    /// How far it lights, in cells: bright and dim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) light: Option<[u32; 2]>,
    /// Does it block steps?
    pub(crate) blocks: bool,
}

impl Extras {
    fn of(kind: &'static str, z: u8) -> Extras {
        Extras { kind, cells: [1, 1], z, ..Extras::default() }
    }
}

/// How much of a drawing a frame shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cut {
    Whole,
    /// The diamond of a cell, with a pixel around it.
    Diamond,
    /// An upright strip, in pixels from the foot point.
    Strip(f32, f32),
}

/// A drawing of the atlas, in map units around its foot point.
pub(crate) struct Sprite {
    pub(crate) name: String,
    pub(crate) items: Vec<Item>,
    pub(crate) cut: Cut,
    pub(crate) extras: Extras,
}

/// The sizes of creatures: their letter and their scale.
pub(crate) const SIZES: [(&str, f32); 6] =
    [("t", 0.6), ("s", 0.85), ("m", 1.0), ("l", 1.75), ("h", 2.6), ("g", 3.5)];

/// The themes of dungeons by their name in the atlas.
pub(crate) const SETTINGS: [(&str, Setting); 8] = [
    ("crypt", Setting::Crypt),
    ("temple", Setting::Temple),
    ("tower", Setting::Tower),
    ("mine", Setting::Mine),
    ("cavern", Setting::Cavern),
    ("sewer", Setting::Sewer),
    ("lair", Setting::BanditLair),
    ("ruin", Setting::Ruin),
];

/// The creature types by their name in the atlas.
pub(crate) const CREATURES: [(&str, CreatureType); 14] = [
    ("aberration", CreatureType::Aberration),
    ("beast", CreatureType::Beast),
    ("celestial", CreatureType::Celestial),
    ("construct", CreatureType::Construct),
    ("dragon", CreatureType::Dragon),
    ("elemental", CreatureType::Elemental),
    ("fey", CreatureType::Fey),
    ("fiend", CreatureType::Fiend),
    ("giant", CreatureType::Giant),
    ("humanoid", CreatureType::Humanoid),
    ("monstrosity", CreatureType::Monstrosity),
    ("ooze", CreatureType::Ooze),
    ("plant", CreatureType::Plant),
    ("undead", CreatureType::Undead),
];

/// All drawings.
pub(crate) fn sprites() -> Vec<Sprite> {
    let mut list = List::default();
    list.grounds();
    list.faces();
    list.ways();
    list.nature();
    list.houses();
    list.fittings();
    list.things();
    list.figures();
    list.0
}

#[derive(Default)]
struct List(Vec<Sprite>);

impl List {
    fn add(&mut self, name: impl Into<String>, items: Vec<Item>, extras: Extras) {
        self.0.push(Sprite { name: name.into(), items, cut: Cut::Whole, extras });
    }

    fn add_diamond(&mut self, name: String, items: Vec<Item>, extras: Extras) {
        self.0.push(Sprite { name, items, cut: Cut::Diamond, extras });
    }

    fn grounds(&mut self) {
        for mask in 1..=15u8 {
            for v in 0..VARIANTS {
                let extras = |kind, blocks| Extras {
                    mask: Some(mask),
                    variant: Some(v),
                    blocks,
                    ..Extras::of(kind, 0)
                };
                for soil in &SOILS {
                    let name = format!("ground/{}/m{mask:02}/v{v}", soil.name);
                    self.add_diamond(name, ground::tile(soil, mask, v), extras("ground", soil.blocks));
                }
                if mask != 15 {
                    let name = format!("shore/m{mask:02}/v{v}");
                    self.add_diamond(name, ground::shore(mask, v), extras("shore", false));
                }
            }
        }
        for (name, setting) in SETTINGS {
            for v in 0..VARIANTS {
                let items = ground::floor(setting.floor(), setting.is_natural(), v);
                let extras = Extras { variant: Some(v), ..Extras::of("floor", 0) };
                self.add_diamond(format!("floor/{name}/v{v}"), items, extras);
            }
        }
    }

    fn faces(&mut self) {
        for side in Side::BOTH {
            let turn = Some(if side == Side::Left { 2 } else { 1 });
            let extras = |v| Extras { variant: Some(v), turn, ..Extras::of("cliff", 0) };
            for v in 0..VARIANTS {
                for name in ["sand", "earth", "grass", "wood", "hill", "stone", "snow", "paving"] {
                    let Some(soil) = SOILS.iter().find(|soil| soil.name == name) else { continue };
                    let rock = if matches!(name, "stone" | "snow" | "paving") {
                        Color::hex(0x9a9384)
                    } else {
                        faces::EARTH
                    };
                    let items = faces::cliff(side, rock, Some(soil.color), v as i32);
                    self.add(format!("cliff/{name}/{}/v{v}", side.name()), items, extras(v));
                }
                for (name, rock) in [("earth", faces::EARTH), ("rock", Color::hex(0x9a9384))] {
                    let items = faces::cliff(side, rock, None, v as i32 + 10);
                    self.add(format!("cliff/body/{name}/{}/v{v}", side.name()), items, extras(v));
                }
            }
            let items = faces::water_edge(side);
            self.add(format!("cliff/water/{}/v0", side.name()), items, extras(0));
            for (theme, setting) in SETTINGS {
                for (tall, high) in [("high", faces::HIGH), ("cut", faces::CUT)] {
                    for v in 0..if tall == "high" { 3 } else { 1 } {
                        let extras = Extras { blocks: true, kind: "wall", z: 2, ..extras(v) };
                        let items = faces::wall(side, setting, high, v as i32);
                        self.add(format!("wall/{theme}/{tall}/{}/v{v}", side.name()), items, extras);
                    }
                }
            }
        }
        for (theme, setting) in SETTINGS {
            for (tall, high) in [("high", faces::HIGH), ("cut", faces::CUT)] {
                let extras = Extras { blocks: true, ..Extras::of("wall", 2) };
                self.add(format!("wall/{theme}/{tall}/top"), faces::wall_top(setting, high), extras.clone());
                for (side, letter) in ["n", "e", "s", "w"].into_iter().enumerate() {
                    let items = faces::wall_rim(setting, high, side);
                    self.add(format!("wall/{theme}/{tall}/rim/{letter}"), items, extras.clone());
                }
            }
        }
    }

    fn ways(&mut self) {
        for mask in 1..=15u8 {
            for v in 0..2 {
                let extras = |kind| Extras { mask: Some(mask), variant: Some(v), ..Extras::of(kind, 1) };
                self.add(format!("road/m{mask:02}/v{v}"), ways::road(mask, v), extras("road"));
                self.add(format!("stream/m{mask:02}/v{v}"), ways::stream(mask, v), extras("stream"));
            }
        }
        for turn in 0..2u8 {
            let extras = Extras { turn: Some(turn), ..Extras::of("bridge", 1) };
            self.add(format!("bridge/r{turn}"), ways::bridge(turn == 1), extras);
        }
        self.add("marker/cell", ways::marker(), Extras::of("marker", 1));
    }

    fn nature(&mut self) {
        let standing = |v| Extras { variant: Some(v as usize), blocks: true, ..Extras::of("plant", 3) };
        for v in 0..6 {
            self.add(format!("tree/round/v{v}"), trees::round(v), standing(v));
            self.add(format!("tree/conifer/v{v}"), trees::conifer(v), standing(v));
            let kind = Extras { kind: "rock", ..standing(v) };
            self.add(format!("rock/v{v}"), stones::rock(v, 0.75 + 0.1 * v as f32), kind);
        }
        for v in 0..4 {
            let low = Extras { blocks: false, ..standing(v) };
            self.add(format!("bush/v{v}"), trees::bush(v), low.clone());
            self.add(format!("flowers/v{v}"), trees::flowers(v), Extras { z: 1, ..low.clone() });
            self.add(format!("tuft/v{v}"), trees::tuft(v), Extras { z: 1, ..low.clone() });
            self.add(format!("reeds/v{v}"), trees::reeds(v), low);
        }
        for v in 0..2 {
            self.add(format!("tree/dead/v{v}"), trees::dead(v), standing(v));
        }
    }

    fn houses(&mut self) {
        for roof in Roof::ALL {
            for turn in 0..4usize {
                for (name, size, cells) in [("cottage", Size::COTTAGE, 1u8), ("house", Size::HOUSE, 2)] {
                    let variants = match (cells, roof) {
                        (1, _) => 2,
                        // Nobody thatches a house of that size.
                        (_, Roof::Thatch) => 0,
                        _ => 1,
                    };
                    for v in 0..variants {
                        let items = house::house(size, roof, turn, v as i32 + 3 * turn as i32);
                        let glow: Vec<Item> = items.iter().filter_map(lit_window).collect();
                        let extras = Extras {
                            cells: [cells, cells],
                            turn: Some(turn as u8),
                            variant: Some(v),
                            blocks: true,
                            ..Extras::of("house", 3)
                        };
                        let name = format!("{name}/{}/r{turn}/v{v}", roof.name());
                        let night = Extras { light: Some([2, 3]), ..extras.clone() };
                        self.add(format!("{name}/glow"), glow, Extras { kind: "glow", ..night });
                        self.add_sliced(&name, items, extras);
                    }
                }
            }
        }
    }

    fn fittings(&mut self) {
        for (look, name) in DoorLook::ALL {
            for turn in 0..2u8 {
                let shut = !matches!(look, DoorLook::Open | DoorLook::Arch);
                let extras = Extras { turn: Some(turn), blocks: shut, ..Extras::of("door", 3) };
                let items = fittings::door(look, Setting::Crypt, turn == 1);
                self.add(format!("door/{name}/r{turn}"), items, extras);
            }
        }
        for (open, name) in [(false, "closed"), (true, "open")] {
            for turn in 0..2u8 {
                let extras = Extras { turn: Some(turn), blocks: true, ..Extras::of("chest", 3) };
                self.add(format!("chest/{name}/r{turn}"), fittings::chest(open, turn == 1), extras);
            }
        }
        for number in 0..fittings::KEYS.len() {
            let extras = Extras { variant: Some(number), ..Extras::of("key", 3) };
            self.add(format!("key/{number}"), fittings::key(number), extras);
        }
        for turn in 0..4usize {
            let extras = Extras { turn: Some(turn as u8), ..Extras::of("stairs", 3) };
            self.add(
                format!("stairs/up/r{turn}"),
                fittings::stairs(true, turn, Setting::Crypt),
                extras.clone(),
            );
            let flat = Extras { z: 1, ..extras };
            self.add(format!("stairs/down/r{turn}"), fittings::stairs(false, turn, Setting::Crypt), flat);
        }
        for step in 0..4 {
            self.add(format!("exit/{step}"), fittings::portal(step), Extras::of("exit", 3));
        }
        self.add("entrance", fittings::signpost(), Extras::of("entrance", 3));
        let lamp = Extras { light: Some([4, 8]), blocks: true, ..Extras::of("lamp", 3) };
        self.add("lamp", fittings::lamp_post(), lamp);
    }

    fn things(&mut self) {
        for &kind in ThingKind::ALL {
            let word = kind.name(Language::English).replace(' ', "_");
            for (turn, facing) in
                [Direction::South, Direction::West, Direction::North, Direction::East].into_iter().enumerate()
            {
                let thing = Thing::new(kind, Point::new(0, 0), facing);
                let (items, flat) = thing_items(&thing);
                let extras = Extras {
                    cells: thing.size,
                    turn: Some(turn as u8),
                    light: kind.light().map(|light| [light.bright / 5, light.dim / 5]),
                    blocks: kind.obstacle() != Obstacle::Nothing,
                    ..Extras::of("thing", if flat { 1 } else { 3 })
                };
                self.add_sliced(&format!("thing/{word}/r{turn}"), items, extras);
            }
        }
    }

    /// A drawing around the middle of its footprint, cut into pieces of one cell, each around the
    /// middle of its own cell.
    ///
    /// Pieces are upright strips, one for each x - y of its cells; a strip belongs to the cell furthest
    /// to the front. Sorted by its own cell, each strip is right towards whoever stands beside it.
    fn add_sliced(&mut self, name: &str, items: Vec<Item>, extras: Extras) {
        let [w, d] = extras.cells.map(i32::from);
        if w * d == 1 {
            let name = format!("{name}/s0.0");
            return self.add(name, items, Extras { slice: Some([0, 0]), ..extras });
        }
        let last = (w - 1, -(d - 1));
        for across in last.1..=last.0 {
            // Of the cells with x - y = across, the one with the largest x + y.
            let x = (w - 1).min(d - 1 + across);
            let y = x - across;
            let cell = Vec2::new(x as f32 + 0.5 - w as f32 / 2.0, y as f32 + 0.5 - d as f32 / 2.0);
            let shift = Vec2::new(cell.y - cell.x, -(cell.x + cell.y) / 2.0);
            let mut layer = Layer::default();
            layer.append(Layer { items: items.clone(), ..Layer::default() }, shift, 1.0);
            let low = if across == last.1 { f32::MIN } else { -16.0 };
            let high = if across == last.0 { f32::MAX } else { 16.0 };
            self.0.push(Sprite {
                name: format!("{name}/s{x}.{y}"),
                items: layer.items,
                cut: Cut::Strip(low, high),
                extras: Extras { slice: Some([x as u8, y as u8]), ..extras.clone() },
            });
        }
    }

    fn figures(&mut self) {
        for facing in Facing::ALL {
            for step in [None, Some(0), Some(1), Some(2), Some(3)] {
                let walker_name = match step {
                    None => format!("walker/{}/stand", facing.name()),
                    Some(step) => format!("walker/{}/{step}", facing.name()),
                };
                self.add(walker_name, walker(facing, step), Extras::of("walker", 3));
                for (creature, kind) in CREATURES {
                    let pose = match step {
                        None => "stand".to_owned(),
                        Some(step) => format!("walk{step}"),
                    };
                    let name = format!("creature/{creature}/m/{}/{pose}", facing.name());
                    self.add(
                        name,
                        creature_items(kind, facing, step),
                        Extras { blocks: true, ..Extras::of("creature", 3) },
                    );
                }
            }
        }
    }
}

/// A window as it is at night; `None` for everything else.
pub(crate) fn lit_window(item: &Item) -> Option<Item> {
    match item {
        Item::Shape(shape) if shape.fill == Some(house::WINDOW) => {
            Some(Item::Shape(Shape { fill: Some(house::LIT_WINDOW), ..shape.clone() }))
        }
        _ => None,
    }
}
