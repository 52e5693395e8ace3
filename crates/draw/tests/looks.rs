//! What can be measured of pictures: from above no cell repeats another, and the grid that the world is made
//! on does not show; at an angle walls hide neither floors nor creatures.

#![cfg(feature = "png")]
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use mapkiln_core::{Point, Run, Spec};
use mapkiln_draw::{IsoDungeonView, IsoWorldView, Item, Layer, Picture, Scene, WorldView, png};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_maps::plan::Plan;
use mapkiln_maps::world::World;
use mapkiln_tiles::{TileSource, WorldSpec};

/// Pixels a cell.
const SIDE: u32 = 16;

fn drawn(tiles: &str) -> (World, Picture) {
    let tileset = TileSource::Name(tiles.to_owned());
    let spec = WorldSpec { tileset, width: 96, height: 72, layers: 4, ..WorldSpec::default() };
    let world = spec.make(&mut Run::new("looks")).unwrap().map;
    let picture = png::render(&WorldView::default().scene(&world), SIDE as f32).unwrap();
    (world, picture)
}

/// The pixels of a cell.
fn look(picture: &Picture, p: Point) -> Vec<[u8; 4]> {
    let (left, top) = (p.x as u32 * SIDE, p.y as u32 * SIDE);
    (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| picture.pixel(left + x, top + y))).collect()
}

/// Seven of ten cells of land look like no other. The most common look is that of the open sea, on at most a
/// quarter of the cells.
#[test]
fn cells_look_like_no_other() {
    for tiles in ["islands", "continent", "village", "town", "delta", "terraces"] {
        let (world, picture) = drawn(tiles);
        let mut looks: BTreeMap<Vec<[u8; 4]>, u32> = BTreeMap::new();
        for p in world.layers[0].iter().map(|(p, _)| p) {
            *looks.entry(look(&picture, p)).or_default() += 1;
        }
        let (mut land, mut alone) = (0, 0);
        for p in world.layers[0].iter().map(|(p, _)| p) {
            if world.tile_at(p).is_some_and(|tile| tile.ground.name != "water") {
                land += 1;
                alone += u32::from(looks[&look(&picture, p)] == 1);
            }
        }
        let all = (world.width() * world.height()) as u32;
        let most = *looks.values().max().unwrap();
        println!(
            "{tiles}: {:.3} {:.3}",
            f64::from(alone) / f64::from(land),
            f64::from(most) / f64::from(all)
        );
        assert!(alone * 10 >= land * 7, "{tiles}: {alone} of {land} cells of land look like no other");
        assert!(most * 100 <= all * 25, "{tiles}: {most} of {all} cells look the same");
    }
}

/// Strong edges lie anywhere, not on the borders of cells: by chance one in 16 would. Rows of houses along a
/// street have somewhat more.
#[test]
fn edges_do_not_follow_the_grid() {
    for tiles in ["islands", "continent", "village", "town", "delta", "caves", "terraces"] {
        let (_, picture) = drawn(tiles);
        let differ =
            |a: [u8; 4], b: [u8; 4]| a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>() > 90;
        let (mut all, mut on_border) = (0u32, 0u32);
        for y in 1..picture.height {
            for x in 1..picture.width {
                let here = picture.pixel(x, y);
                for (along, other) in [(x, picture.pixel(x - 1, y)), (y, picture.pixel(x, y - 1))] {
                    if differ(here, other) {
                        all += 1;
                        on_border += u32::from(along % SIDE == 0);
                    }
                }
            }
        }
        println!("{tiles}: {:.4} of {all}", f64::from(on_border) / f64::from(all));
        assert!(all > 1000 && on_border * 100 <= all * 16, "{tiles}: {on_border} of {all} strong edges");
    }
}

/// Pixels per map unit of the pictures at an angle.
const UNIT: f32 = 16.0;

/// How much of each cell shows in a picture at an angle: where it is the same without what stands.
fn shown(whole: &Scene, bare: &Scene, cells: &[Point]) -> Vec<(Point, f64)> {
    let (a, b) = (png::render(whole, UNIT).unwrap(), png::render(bare, UNIT).unwrap());
    let share = |p: Point| {
        let same = |i: i32| {
            let (x, y) = (p.x as f32 + 0.1 + 0.2 * (i % 5) as f32, p.y as f32 + 0.1 + 0.2 * (i / 5) as f32);
            let at = ((x - y - whole.frame.x) * UNIT, ((x + y) / 2.0 - whole.frame.y) * UNIT);
            a.pixel(at.0 as u32, at.1 as u32) == b.pixel(at.0 as u32, at.1 as u32)
        };
        (0..25).filter(|i| same(*i)).count() as f64 / 25.0
    };
    cells.iter().map(|&p| (p, share(p))).collect()
}

/// A scene without some of its layers.
fn without(scene: &Scene, names: &[&str]) -> Scene {
    let mut scene = scene.clone();
    scene.layers.retain(|layer| !names.contains(&layer.name.as_str()));
    scene
}

fn dungeon(seed: &str) -> Plan {
    DungeonSpec::default().make(&mut Run::new(seed)).unwrap().map
}

/// Walls hide nothing that one must see: of nearly every floor cell most is shown, in dungeons and in worlds
/// with walls.
#[test]
fn walls_hide_no_floor() {
    let report = |what: &str, cells: Vec<(Point, f64)>| {
        let open = cells.iter().filter(|(_, share)| *share >= 0.6).count() as f64 / cells.len() as f64;
        let gone = cells.iter().filter(|(_, share)| *share < 0.2).count();
        println!("{what}: {open:.3} of {} cells, {gone} hidden", cells.len());
        (open, gone, cells.len())
    };
    for tiles in ["caves", "dungeon-floor", "ship-deck"] {
        let tileset = TileSource::Name(tiles.to_owned());
        let spec = WorldSpec { tileset, width: 48, height: 36, ..WorldSpec::default() };
        let world = spec.make(&mut Run::new("looks")).unwrap().map;
        let whole = without(&IsoWorldView::default().scene(&world), &["standing"]);
        let bare = without(&whole, &["walls", "cliffs", "slab", "wall", "rock", "hull"]);
        let floor = |p: &Point| world.tile_at(*p).is_some_and(|tile| !tile.ground.blocks_step);
        let cells: Vec<Point> = world.layers[0].iter().map(|(p, _)| p).filter(floor).collect();
        let (open, ..) = report(tiles, shown(&whole, &bare, &cells));
        // A passage one cell wide loses more to the low wall before it than a hall does.
        let least = if tiles == "caves" { 0.92 } else { 0.95 };
        assert!(open > least, "{tiles}");
    }
    let mut dungeons = Vec::new();
    for seed in ["a", "b", "c", "d", "e", "f"] {
        let mut plan = dungeon(seed);
        let level = &mut plan.levels[0];
        level.things.clear();
        level.doors.clear();
        level.features.clear();
        level.rooms.iter_mut().for_each(|room| room.contents = Default::default());
        let cells: Vec<Point> = level.rooms.iter().flat_map(|room| room.outline.cells()).collect();
        let whole = IsoDungeonView { numbers: false, ..IsoDungeonView::default() }.scene(&plan).unwrap();
        dungeons.extend(shown(&whole, &without(&whole, &["standing"]), &cells));
    }
    // Where rooms share their walls, and where two walls meet at an angle, edges of floor are still hidden.
    let (open, ..) = report("six dungeons", dungeons);
    assert!(open > 0.75);
}

/// Creatures are seen: of six groups in seven at least four fifths.
#[test]
fn creatures_are_seen() {
    let (mut all, mut seen) = (0, 0);
    for seed in ["a", "b", "c"] {
        let plan = dungeon(seed);
        let view = IsoDungeonView { numbers: false, ..IsoDungeonView::default() };
        let scene = |plan: &Plan| view.scene(plan).unwrap();
        let standing = |scene: &Scene| -> Vec<Item> {
            scene.layers.iter().find(|l| l.name == "standing").map(|l| l.items.clone()).unwrap_or_default()
        };
        let whole = scene(&plan);
        let picture = png::render(&whole, UNIT).unwrap();
        for room in 0..plan.levels[0].rooms.len() {
            for group in 0..plan.levels[0].rooms[room].contents.monsters.len() {
                let mut less = plan.clone();
                less.levels[0].rooms[room].contents.monsters.remove(group);
                let rest = scene(&less);
                // What only the whole scene has is the group; alone it is drawn over everything.
                let others = standing(&rest);
                let own: Vec<Item> =
                    standing(&whole).into_iter().filter(|item| !others.contains(item)).collect();
                let mut before = rest.clone();
                before.layers.push(Layer { items: own, ..Layer::default() });
                let (gone, over) = (png::render(&rest, UNIT).unwrap(), png::render(&before, UNIT).unwrap());
                let differ = |a: &Picture, b: &Picture| {
                    a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4)).filter(|(a, b)| a != b).count()
                };
                let (shown, full) = (differ(&picture, &gone), differ(&over, &gone));
                all += 1;
                let enough = shown * 10 >= full * 8;
                seen += usize::from(enough);
                if !enough {
                    println!("{seed}: group {group} of room {room} shows {shown} of {full} pixels");
                }
            }
        }
    }
    println!("{seen} of {all} groups");
    assert!(all > 10 && seen * 7 >= all * 6, "{seen} of {all} groups");
}
