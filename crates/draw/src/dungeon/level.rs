//! One level, from the rock up to the numbers.

use mapkiln_core::{Direction, Point};
use mapkiln_maps::plan::{DoorKind, DoorPlace, FeatureKind, Level, Room};

use super::DungeonView;
use super::dressing::Legend;
use super::ground::{Ground, cell};
use super::key;
use super::style::{Look, Rock};
use super::symbols::{self, Spot, middle};
use crate::scene::{Anchor, Frame, Layer, Path, Scene, Stroke, Text, Vec2};

/// Rock shown around the floor of a dressed map, in cells.
const MARGIN: f32 = 1.5;

pub(super) fn draw(level: &Level, look: &Look, view: &DungeonView, legend: &mut Legend) -> Scene {
    let ground = Ground::new(level);
    let whole = Frame::new(0.0, 0.0, level.width as f32, level.height as f32);
    let frame = if view.dressed { ground.bounds().grown(MARGIN) } else { whole };
    let mut scene = Scene::new("", frame);
    let floor = ground.outline();

    let rock = scene.layer("rock");
    match look.rock {
        Rock::Bare => {}
        Rock::Solid(color) => rock.fill(Path::rect(frame), color),
        Rock::Hatched(color) => {
            for block in ground.hatching(frame) {
                rock.stroke(block, Stroke::new(color, 0.055).round());
            }
        }
    }
    let walls = scene.layer("walls");
    walls.stroke(floor.clone(), Stroke::new(look.wall, 2.0 * look.wall_width));
    let ways = scene.layer("floor");
    ways.fill(floor.clone(), look.shadow.unwrap_or(look.floor));
    if look.shadow.is_some() {
        let lit = scene.layer("light");
        lit.clip = Some(floor.clone());
        lit.fill(floor.map(|p| p + Vec2::new(0.14, 0.14)), look.floor);
    }
    let secrets = scene.layer("secret ways");
    for corridor in level.corridors.iter().filter(|c| c.secret) {
        for &p in &corridor.cells {
            secrets.fill(Path::rect(cell(p)), look.accent.faded(0.14));
        }
        legend.secret_corridor = true;
    }
    let water = scene.layer("water");
    for feature in level.features.iter().filter(|f| f.kind == FeatureKind::Water) {
        symbols::feature(water, feature.kind, &feature.cells, look);
    }
    if view.grid {
        scene.layer("grid").stroke(ground.grid_lines(), Stroke::new(look.grid, 0.035));
    }
    let things = scene.layer("features");
    for feature in &level.features {
        legend.features.insert(feature.kind);
        if feature.kind != FeatureKind::Water {
            symbols::feature(things, feature.kind, &feature.cells, look);
        }
    }
    for stairs in &level.stairs {
        legend.stairs.insert(stairs.way);
        symbols::stairs(things, Spot::new(middle(stairs.at), stairs.facing), stairs.way, look);
    }
    entrances(scene.layer("entrances"), level, &ground, look, legend);
    doors(scene.layer("doors"), level, look, view, legend);
    if view.audience.knows_secrets() {
        traps(scene.layer("traps"), level, look, legend);
        if view.numbers {
            numbers(scene.layer("numbers"), level, look, legend);
        }
    }
    scene.layers.retain(|layer| !layer.items.is_empty());
    scene
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
        let (wide, deep) = (0.5, look.wall_width + 0.03);
        let gap = match entrance.facing {
            Direction::North | Direction::South => {
                Frame::new(border.x - wide, border.y - deep, 2.0 * wide, 2.0 * deep)
            }
            Direction::East | Direction::West => {
                Frame::new(border.x - deep, border.y - wide, 2.0 * deep, 2.0 * wide)
            }
        };
        layer.fill(Path::rect(gap), look.floor);
        symbols::entrance(layer, Spot::new(border, entrance.facing), look);
    }
}

fn doors(layer: &mut Layer, level: &Level, look: &Look, view: &DungeonView, legend: &mut Legend) {
    for door in &level.doors {
        let spot = match door.place {
            DoorPlace::Cell { at, facing } => Spot::new(middle(at), facing),
            DoorPlace::Edge { at, facing, .. } => {
                let last = door.place.cells().last().unwrap_or(at);
                let border = (middle(at) + middle(last.step(facing))) * 0.5;
                Spot::new(border, facing)
            }
        };
        legend.door(&door.kind, view.audience);
        symbols::door(layer, spot, &door.kind, look, view.audience);
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

fn numbers(layer: &mut Layer, level: &Level, look: &Look, legend: &mut Legend) {
    for room in &level.rooms {
        let at = number_place(level, room);
        let bounds = room.outline.bounds();
        let size = if bounds.width.min(bounds.height) >= 4 { 1.5 } else { 1.1 };
        let mut text = Text::new(at + Vec2::new(0.0, 0.31 * size), size, look.ink, key::number(room)).bold();
        text.anchor = Anchor::Middle;
        text.halo = Some(Stroke::new(look.floor, 0.22).round());
        layer.text(text);
        let marks = [room.contents.enemies, room.contents.treasure];
        let count = marks.iter().filter(|m| **m).count() as f32;
        let mut x = at.x - (count - 1.0) * 0.33;
        let y = at.y + 0.5 * size + 0.12;
        for (present, which) in marks.into_iter().zip(0..) {
            if !present {
                continue;
            }
            let at = Vec2::new(x, y);
            if which == 0 {
                legend.enemies = true;
                symbols::enemies_mark(layer, at, 0.2, look);
            } else {
                legend.treasure = true;
                symbols::treasure_mark(layer, at, 0.2, look);
            }
            x += 0.66;
        }
    }
}

/// The middle of the room, or the nearest place where the number covers nothing.
fn number_place(level: &Level, room: &Room) -> Vec2 {
    let bounds = room.outline.bounds();
    let centre =
        Vec2::new(bounds.x as f32 + bounds.width as f32 / 2.0, bounds.y as f32 + bounds.height as f32 / 2.0);
    let taken = |p: Point| {
        let feature = level.features.iter().any(|f| f.kind != FeatureKind::Water && f.cells.contains(&p));
        feature
            || level.stairs.iter().any(|s| s.at == p)
            || room.contents.traps.iter().any(|t| t.at == Some(p))
    };
    let here = Point::new(centre.x.floor() as i32, centre.y.floor() as i32);
    let covers = |p: Vec2| {
        [(-0.4, -0.3), (0.4, -0.3), (-0.4, 0.3), (0.4, 0.3)].iter().any(|(dx, dy)| {
            let p = Point::new((p.x + dx).floor() as i32, (p.y + dy).floor() as i32);
            !room.outline.contains(p) || taken(p)
        })
    };
    if !covers(centre) {
        return centre;
    }
    // Best if all cells around are free floor too.
    let free = room.outline.cells().into_iter().filter(|&p| !taken(p));
    let crowd = |p: Point| p.around().iter().filter(|&&q| !room.outline.contains(q) || taken(q)).count();
    free.min_by_key(|&p| (crowd(p).min(3), p.manhattan(here), p)).map_or(centre, middle)
}
