//! One level, from the rock up to the numbers.

use mapkiln_core::{Direction, Point};
use mapkiln_maps::plan::{Door, DoorKind, DoorPlace, FeatureKind, Level, Room, ThingKind};

use super::DungeonView;
use super::chasm;
use super::dressing::Legend;
use super::ground::{Ground, cell, door_middle};
use super::hatch::{self, hatching};
use super::labels::{self, Label};
use super::light;
use super::style::{Look, Rock};
use super::symbols::{self, Spot, middle};
use super::{key, things, tokens};
use crate::graph::icons::Icon;
use crate::scene::{Anchor, Frame, Join, Layer, Path, Scene, Stroke, Text, Vec2};

/// Rock shown around the floor of a dressed map, in cells.
const MARGIN: f32 = 1.7;
/// How wide the tint under hatching is on each side of a wall.
const TINT: f32 = 1.03;
/// The width of masonry around a floor.
const MASONRY: f32 = 0.55;

pub(super) fn draw(
    level: &Level,
    cell_feet: u32,
    look: &Look,
    view: &DungeonView,
    legend: &mut Legend,
) -> Scene {
    let ground = Ground::new(level);
    let whole = Frame::new(0.0, 0.0, level.width as f32, level.height as f32);
    let frame = if view.dressed { ground.bounds().grown(MARGIN) } else { whole };
    let mut scene = Scene::new("", frame);
    let floor = ground.outline();

    rock(&mut scene, &ground, &floor, look, frame);
    paving(&mut scene, &floor, look);
    let secrets = scene.layer("secret ways");
    for corridor in level.corridors.iter().filter(|c| c.secret) {
        for &p in &corridor.cells {
            secrets.fill(Path::rect(cell(p)), look.accent.faded(0.14));
        }
        legend.secret_corridor = true;
    }
    let water = scene.layer("water");
    water.clip = Some(floor.clone());
    for feature in level.features.iter().filter(|f| f.kind == FeatureKind::Water) {
        symbols::feature(water, feature.kind, &feature.cells, look);
    }
    if view.grid {
        let grid = scene.layer("grid");
        grid.clip = Some(floor.clone());
        grid.stroke(ground.grid_lines(), Stroke::new(look.grid, 0.026));
    }
    let flat = scene.layer("on the floor");
    flat.clip = Some(floor);
    chasm::all(level).for_each(|cells| chasm::from_above(flat, cells, look));
    for thing in level.things.iter().filter(|t| things::is_flat(t.kind)) {
        legend.things.insert(thing.kind);
        things::draw(flat, thing, look);
    }
    // Tabletops light their maps themselves.
    if look.glow > 0.0 && view.dressed {
        light::pools(scene.layer("light"), cell_feet, level, &ground, look.glow, |p| p);
    }
    walls(scene.layer("walls"), &ground, look);
    let built = scene.layer("features");
    for feature in &level.features {
        legend.features.insert(feature.kind);
        let is_hole = feature.kind == FeatureKind::Pit && feature.cells.len() > 1;
        if feature.kind != FeatureKind::Water && !is_hole {
            symbols::feature(built, feature.kind, &feature.cells, look);
        }
    }
    for stairs in &level.stairs {
        legend.stairs.insert(stairs.way);
        symbols::stairs(built, Spot::new(middle(stairs.at), stairs.facing), stairs.way, look);
    }
    let standing = scene.layer("things");
    let (overhead, upright): (Vec<_>, Vec<_>) = level
        .things
        .iter()
        .filter(|t| !things::is_flat(t.kind))
        .partition(|t| t.kind == ThingKind::Chandelier);
    for thing in upright {
        legend.things.insert(thing.kind);
        things::draw(standing, thing, look);
    }
    entrances(scene.layer("entrances"), level, &ground, look, legend);
    doors(scene.layer("doors"), level, &ground, look, view, legend);
    if view.audience.knows_secrets() {
        tokens::draw(scene.layer("creatures"), level, look);
        legend.creature = level.rooms.iter().flat_map(|r| &r.contents.monsters).any(|m| !m.at.is_empty());
    }
    let hanging = scene.layer("overhead");
    for thing in overhead {
        legend.things.insert(thing.kind);
        things::draw(hanging, thing, look);
    }
    if view.audience.knows_secrets() {
        traps(scene.layer("traps"), level, look, legend);
        if view.numbers {
            numbers(scene.layer("numbers"), level, &ground, look, legend);
        }
    }
    scene.layers.retain(|layer| !layer.items.is_empty());
    scene
}

fn rock(scene: &mut Scene, ground: &Ground, floor: &Path, look: &Look, frame: Frame) {
    match look.rock {
        Rock::Bare => {}
        Rock::Solid(color) => scene.layer("rock").fill(Path::rect(frame), color),
        Rock::Band(color) => {
            let rock = scene.layer("rock");
            let band = |width: f32, color| Stroke { join: Join::Round, ..Stroke::new(color, 2.0 * width) };
            rock.stroke(floor.clone(), band(MASONRY + look.wall_width, look.wall));
            rock.stroke(floor.clone(), band(MASONRY, color));
        }
        Rock::Hatched { stroke, tint } => {
            let rock = scene.layer("rock");
            rock.stroke(ground.loose_outline(0.16), Stroke::new(tint, 2.0 * TINT).round());
            // A path for each block of cells, so that a band of pixels draws only what it shows.
            const BLOCK: f32 = 8.0;
            let mut blocks: std::collections::BTreeMap<(i32, i32), Path> = std::collections::BTreeMap::new();
            for [a, b] in hatching(ground, frame) {
                let block = ((a.y / BLOCK).floor() as i32, (a.x / BLOCK).floor() as i32);
                let path = blocks.entry(block).or_default();
                path.move_to(a);
                path.line_to(b);
            }
            for path in blocks.into_values() {
                rock.stroke(path, Stroke::new(stroke, hatch::STROKE).round());
            }
        }
    }
}

/// The floor, with the shadow of the walls in two steps: light comes from the upper left.
fn paving(scene: &mut Scene, floor: &Path, look: &Look) {
    let mid = look.floor.mixed(look.ink, 0.10);
    let shade = if look.shadow { mid.mixed(look.ink, 0.16) } else { look.floor };
    scene.layer("floor").fill(floor.clone(), shade);
    if look.shadow {
        let lit = scene.layer("shadow");
        lit.clip = Some(floor.clone());
        for (by, color) in [(0.15, mid), (0.26, look.floor)] {
            lit.fill(floor.map(|p| p + Vec2::new(by, by)), color);
        }
    }
}

fn walls(layer: &mut Layer, ground: &Ground, look: &Look) {
    layer.stroke(ground.border.lines(), Stroke::new(look.wall, look.wall_width).round());
    let mut thin = Path::new();
    for [a, b] in &ground.partitions {
        thin.move_to(*a);
        thin.line_to(*b);
    }
    let masonry = match look.rock {
        Rock::Band(color) => Some(color),
        _ => None,
    };
    let width = if masonry.is_some() { 0.24 } else { 1.4 * look.wall_width };
    layer.stroke(thin.clone(), Stroke::new(look.wall, width).round());
    if let Some(color) = masonry {
        layer.stroke(thin, Stroke::new(color, width - 0.09).round());
    }
}

fn entrances(layer: &mut Layer, level: &Level, ground: &Ground, look: &Look, legend: &mut Legend) {
    for entrance in &level.entrances {
        legend.entrance = true;
        let outside = entrance.at.step(entrance.facing.opposite());
        if ground.is_floor(outside) {
            symbols::entrance(layer, Spot::new(middle(entrance.at), entrance.facing), look);
            continue;
        }
        // A gap in the wall, and the arrow in it.
        let border = (middle(entrance.at) + middle(outside)) * 0.5;
        let out = if matches!(look.rock, Rock::Band(_)) { MASONRY + 0.06 } else { look.wall_width };
        let (wide, deep) = (0.5 - 0.5 * look.wall_width, 0.5 * out + 0.03);
        let shifted = border + Vec2::from(entrance.facing.opposite().vector()) * (0.5 * out - 0.03);
        let gap = match entrance.facing {
            Direction::North | Direction::South => {
                Frame::new(shifted.x - wide, shifted.y - deep, 2.0 * wide, 2.0 * deep)
            }
            Direction::East | Direction::West => {
                Frame::new(shifted.x - deep, shifted.y - wide, 2.0 * deep, 2.0 * wide)
            }
        };
        layer.fill(Path::rect(gap), look.floor);
        symbols::entrance(layer, Spot::new(border, entrance.facing), look);
    }
}

fn doors(
    layer: &mut Layer,
    level: &Level,
    ground: &Ground,
    look: &Look,
    view: &DungeonView,
    legend: &mut Legend,
) {
    for door in &level.doors {
        // Where one cave opens into another there is nothing to see.
        let mouth = door.kind == DoorKind::Arch && door.place.passage().iter().all(|p| ground.is_grown(*p));
        if mouth {
            continue;
        }
        legend.door(&door.kind, view.audience);
        if let Some((spot, leaves)) = door_spot(level, door) {
            symbols::door(layer, spot, leaves, &door.kind, look, view.audience);
        }
    }
}

/// The middle of a door and its width in cells; `None` for the second half of a double door.
fn door_spot(level: &Level, door: &Door) -> Option<(Spot, i32)> {
    let (at, facing) = (door.place.at(), door.place.facing());
    match door.place {
        DoorPlace::Cell { .. } => {
            // Two doors of one kind side by side are one double door.
            let twin = |p: Point| {
                level.doors.iter().any(|other| {
                    let same = matches!(other.place, DoorPlace::Cell { .. })
                        && other.place.at() == p
                        && other.kind.name() == door.kind.name()
                        && other.joins == door.joins;
                    same && (other.place.facing() == facing || other.place.facing() == facing.opposite())
                })
            };
            let (before, after) = match facing {
                Direction::North | Direction::South => (Point::new(-1, 0), Point::new(1, 0)),
                Direction::East | Direction::West => (Point::new(0, -1), Point::new(0, 1)),
            };
            if twin(at + before) {
                return None;
            }
            if twin(at + after) {
                return Some((Spot::new(middle(at) + Vec2::from(after) * 0.5, facing), 2));
            }
            Some((Spot::new(middle(at), facing), 1))
        }
        DoorPlace::Edge { .. } => {
            Some((Spot::new(door_middle(door.place), facing), door.place.width() as i32))
        }
    }
}

fn traps(layer: &mut Layer, level: &Level, look: &Look, legend: &mut Legend) {
    let in_corridors = level.corridors.iter().flat_map(|c| &c.traps);
    for trap in level.rooms.iter().flat_map(|r| &r.contents.traps).chain(in_corridors) {
        if let Some(at) = trap.at {
            legend.trap = true;
            symbols::trap_mark(layer, middle(at), 0.3, look);
        }
    }
    legend.trap |= level.doors.iter().any(|d| matches!(d.kind, DoorKind::Trapped { .. }));
}

/// What a room is known to be or to hold but nothing on the map shows: the exit of a level, enemies without a
/// place, treasure without a chest.
fn unseen(level: &Level, room: &Room) -> Vec<Icon> {
    use ThingKind::{Chest, CoinHeap, Gems, Strongbox};
    let placed = room.contents.monsters.iter().any(|m| !m.at.is_empty());
    // Only asked of rooms with treasure: a level may have as many things as rooms.
    let shown = || {
        let holds = |kind: ThingKind| matches!(kind, Chest | Strongbox | CoinHeap | Gems);
        level.things.iter().any(|t| holds(t.kind) && room.outline.contains(t.at))
    };
    let boss = room.has_tag("boss") && room.contents.monsters.is_empty() && room.contents.enemies;
    let all = [
        (room.has_tag("exit"), Icon::Exit),
        (boss, Icon::Boss),
        (room.contents.enemies && !placed && !boss, Icon::Enemies),
        (room.has_tag("key"), Icon::Key),
        (room.contents.treasure && !shown(), Icon::Treasure),
        (room.has_tag("hazard"), Icon::Hazard),
        (room.has_tag("decoy"), Icon::Decoy),
    ];
    all.into_iter().filter(|(is, _)| *is).map(|(_, icon)| icon).collect()
}

/// The labels of all rooms of a level, each clear of everything else.
fn room_labels(level: &Level, ground: &Ground, knows_secrets: bool) -> Vec<Label> {
    labels_clear_of(level, ground, labels::obstacles(level, knows_secrets))
}

/// The labels of a level that is seen from the side, where creatures hide the floor behind them.
pub(crate) fn room_labels_from_the_side(level: &Level, ground: &Ground) -> Vec<Label> {
    let mut taken = labels::obstacles(level, true);
    for monsters in level.rooms.iter().flat_map(|r| &r.contents.monsters) {
        let side = monsters.size.side() as f32;
        let behind = |p: &Point| Frame::new(p.x as f32 - side, p.y as f32 - side, 2.0 * side, 2.0 * side);
        taken.extend(monsters.at.iter().map(behind));
    }
    labels_clear_of(level, ground, taken)
}

fn labels_clear_of(level: &Level, ground: &Ground, taken: Vec<Frame>) -> Vec<Label> {
    let mut taken = labels::Taken::new(taken, labels::dressing(level));
    level
        .rooms
        .iter()
        .map(|room| {
            let below = if unseen(level, room).is_empty() { 0.0 } else { 0.45 };
            labels::place(ground, room, key::number(room), below, &mut taken)
        })
        .collect()
}

fn numbers(layer: &mut Layer, level: &Level, ground: &Ground, look: &Look, legend: &mut Legend) {
    for (room, label) in level.rooms.iter().zip(room_labels(level, ground, true)) {
        let outside = label.leader.is_some();
        let (ink, halo) = if outside { (look.text(), look.paper) } else { (look.label, look.label_halo) };
        if let Some(from) = label.leader {
            let toward = (label.at - from).unit();
            let line = Path::line(from, label.at - toward * (0.55 * label.size));
            layer.stroke(line.clone(), Stroke::new(halo, 0.14).round());
            layer.stroke(line, Stroke::new(ink, 0.05).round());
            layer.fill(Path::circle(from, 0.09), ink);
        }
        let mut text =
            Text::new(label.at + Vec2::new(0.0, 0.31 * label.size), label.size, ink, &label.text).bold();
        text.anchor = Anchor::Middle;
        text.halo = Some(Stroke::new(halo, 0.16 * label.size).round());
        layer.text(text);
        let marks = unseen(level, room);
        let mut x = label.at.x - (marks.len() as f32 - 1.0) * 0.3;
        let y = label.at.y + 0.33 * label.size + 0.26;
        for icon in marks {
            let at = Vec2::new(x, y);
            match icon {
                Icon::Enemies => {
                    legend.enemies = true;
                    symbols::enemies_mark(layer, at, 0.18, look);
                }
                Icon::Treasure => {
                    legend.treasure = true;
                    symbols::treasure_mark(layer, at, 0.18, look);
                }
                icon => {
                    legend.icons.insert(icon);
                    icon.draw(layer, at, 0.24, look.ink, look.floor);
                }
            }
            x += 0.6;
        }
    }
}
