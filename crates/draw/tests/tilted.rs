//! What can be measured of pictures at an angle and of the atlas.

#![cfg(feature = "png")]
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use mapkiln_core::{Grid, Point, Rect, Run, Spec};
use mapkiln_draw::art::{AtlasScale, atlas};
use mapkiln_draw::iso::Projection;
use mapkiln_draw::{Color, IsoView, IsoWorldView, Item, Layer, Scene, Vec2, WorldView, png, svg};
use mapkiln_maps::floor::{Floor, Ground};
use mapkiln_maps::world::World;
use mapkiln_tiles::{TileSource, WorldSpec};

fn world(tiles: &str, width: u32, height: u32) -> World {
    let tileset = TileSource::Name(tiles.to_owned());
    let spec = WorldSpec { tileset, width, height, ..WorldSpec::default() };
    spec.make(&mut Run::new("tilted")).unwrap().map
}

/// Whatever lies on the ground at an angle is what lies there from above, in the same order: the same
/// shapes with the same colours and clips, only through a matrix.
#[test]
fn the_ground_is_the_same_from_above_and_at_an_angle() {
    for tiles in ["meadow", "islands", "village", "delta", "hex-coast", "town"] {
        let world = world(tiles, 20, 14);
        let tilted = IsoWorldView { ground_only: true, ..IsoWorldView::default() }.scene(&world);
        // Shade is cast at an angle alone; of the small things only those that lie flat are on the ground.
        let own = |layer: &&Layer| layer.tilt.is_some() && layer.name != "shade" && layer.name != "details";
        let ground: Vec<&Layer> = tilted.layers.iter().filter(own).collect();
        let flat = WorldView::default().scene(&world);
        let mut from_above = flat.layers.iter();
        for layer in &ground {
            let same = |other: &Layer| other.items == layer.items && other.clip == layer.clip;
            assert!(from_above.any(same), "{tiles}: {} differs", layer.name);
        }
        // And nothing of the ground is lost.
        let grounds = ["void", "water", "mud", "sand", "grass", "hill", "rock", "snow", "roads", "streams", "patches"];
        for layer in flat.layers.iter().filter(|l| grounds.contains(&l.name.as_str()) && !l.items.is_empty()) {
            assert!(ground.iter().any(|g| g.items == layer.items), "{tiles}: {} is lost", layer.name);
        }
        for layer in ground {
            let tilt = layer.tilt.as_ref().unwrap();
            assert_eq!((tilt.x, tilt.y), (Vec2::new(1.0, 0.5), Vec2::new(-1.0, 0.5)));
            assert!(tilt.clip.is_some(), "the ground ends where the map ends");
        }
    }
}

#[test]
fn every_built_in_world_has_a_picture_by_day_and_night_in_every_format() {
    for tiles in
        ["meadow", "islands", "caves", "village", "terraces", "hex-coast", "town", "ship-deck", "flowers"]
    {
        let world = world(tiles, 14, 12);
        for night in [false, true] {
            let scene = IsoWorldView { night, ..IsoWorldView::default() }.scene(&world);
            let picture = png::render(&scene, 10.0).unwrap();
            let colours: std::collections::BTreeSet<[u8; 4]> =
                (0..picture.width).step_by(3).map(|x| picture.pixel(x, picture.height / 2)).collect();
            assert!(colours.len() >= 3, "{tiles}: {} colours across the middle", colours.len());
            let file = svg::encode(&scene, &Default::default());
            assert_eq!(file.matches("<g").count(), file.matches("</g>").count(), "{tiles}");
        }
    }
}

/// The brightness of everything drawn falls at night, but for lit windows.
#[test]
fn night_is_darker_and_windows_are_lit() {
    let world = world("village", 24, 20);
    let mean = |night: bool| {
        let scene = IsoWorldView { night, ..IsoWorldView::default() }.scene(&world);
        let picture = png::render(&scene, 8.0).unwrap();
        let sum: u64 = picture.rgba.chunks_exact(4).map(|p| u64::from(p[0]) + u64::from(p[1])).sum();
        (sum / u64::from(picture.width * picture.height), scene)
    };
    let (day, night) = (mean(false), mean(true));
    assert!(night.0 * 2 < day.0, "{} by day, {} at night", day.0, night.0);
    let lit = |scene: &Scene| format!("{:?}", scene.layers).contains("r: 246, g: 207, b: 107");
    assert!(lit(&night.1) && !lit(&day.1));
}

/// Sight and walker are in the list: in a corridor the wall before the walker hides its feet, and
/// nothing of the sight polygon lies on walls.
#[test]
fn sight_and_walker_are_hidden_by_what_stands_before_them() {
    let mut floor = Floor::new(9, 9, Ground::solid("rock"));
    floor.palette.push(Ground::open("room"));
    floor.ground.fill_rect(Rect::new(1, 4, 7, 1), 1);
    let polygon = vec![[1.0, 4.0], [8.0, 4.0], [8.0, 5.0], [1.0, 5.0]];
    let plain = IsoView::default().scene(&floor);
    let seen = IsoView { polygon, walker: Some([4.5, 4.5]), ..IsoView::default() }.scene(&floor);
    let (a, b) = (png::render(&plain, 32.0).unwrap(), png::render(&seen, 32.0).unwrap());
    let camera = IsoView::default().camera();
    let pixel = |picture: &mapkiln_draw::Picture, at: [f64; 2]| {
        let x = (at[0] as f32 - plain.frame.x) * 32.0;
        let y = (at[1] as f32 - plain.frame.y) * 32.0;
        picture.pixel(x as u32, y as u32)
    };
    for x in 1..8 {
        // The middle of each cell of the corridor is seen and lit, but where the walker stands.
        let middle = camera.centre(Point::new(x, 4), 0);
        assert_ne!(pixel(&a, middle), pixel(&b, middle), "cell {x}");
        // The tops of the walls behind are as before.
        let wall = camera.centre(Point::new(x, 3), 2);
        if x != 4 {
            assert_eq!(pixel(&a, wall), pixel(&b, wall), "wall {x}");
        }
    }
}

/// At least 60 % of every floor cell and its middle are seen: walls before it are cut low.
#[test]
fn walls_leave_every_floor_cell_visible() {
    let mut floor = Floor::new(24, 24, Ground::solid("rock"));
    floor.palette.push(Ground::open("room"));
    for room in [Rect::new(2, 2, 5, 4), Rect::new(9, 2, 6, 6), Rect::new(2, 9, 4, 8), Rect::new(14, 12, 7, 7)]
    {
        floor.ground.fill_rect(room, 1);
    }
    for corridor in
        [Rect::new(7, 3, 2, 1), Rect::new(3, 6, 1, 3), Rect::new(6, 14, 8, 1), Rect::new(11, 8, 1, 6)]
    {
        floor.ground.fill_rect(corridor, 1);
    }
    let view = IsoView::default();
    let bare = view.scene(&floor);
    let picture = png::render(&bare, 32.0).unwrap();
    // The same with everything open, painted in a colour that walls do not have: what differs is hidden.
    let camera = view.camera();
    let mut least = (2.0, Point::default());
    for (p, _) in floor.ground.iter().filter(|(_, g)| **g == 1) {
        let (mut shown, mut all) = (0, 0);
        for i in 0..10 {
            for j in 0..10 {
                let at = camera.project(
                    f64::from(p.x) + 0.05 + 0.1 * f64::from(i),
                    f64::from(p.y) + 0.05 + 0.1 * f64::from(j),
                    0.0,
                );
                let x = ((at[0] as f32 - bare.frame.x) * 32.0) as u32;
                let y = ((at[1] as f32 - bare.frame.y) * 32.0) as u32;
                let [r, g, b, _] = picture.pixel(x, y);
                // Floors are warm; walls and their tops are violet.
                all += 1;
                shown += u32::from(r > b && g > b);
            }
        }
        let share = f64::from(shown) / f64::from(all);
        if share < least.0 {
            least = (share, p);
        }
    }
    assert!(least.0 >= 0.6, "cell {} shows {:.2}", least.1, least.0);
}

#[test]
fn other_projections_still_give_pictures() {
    let world = world("islands", 9, 7);
    for projection in [Projection::TopDown, Projection::Staggered] {
        let scene = IsoView { projection, ..IsoView::default() }.scene(&world.floor());
        assert!(png::render(&scene, 8.0).unwrap().width > 10);
    }
}

/// The colours that ground is made of, before light and shade, all come from the table of terrain.
#[test]
fn ground_colours_come_from_the_table() {
    const TABLE: [u32; 18] = [
        0x3f7fa8, 0x5aa0c4, 0x8cc6d8, 0xe8f5f4, 0xe8d6a2, 0x9cc069, 0xb3cc78, 0x86a95a, 0x5f9f45, 0x4f8f5a,
        0xd9bf8c, 0xd8c56a, 0xa58a66, 0xb9b6ac, 0xeef3f7, 0xead9bb, 0xb4563d, 0x6f7f93,
    ];
    let world = world("islands", 24, 24);
    let scene = IsoWorldView { ground_only: true, ..IsoWorldView::default() }.scene(&world);
    for name in ["water", "sand", "grass", "snow"] {
        for layer in scene.layers.iter().filter(|layer| layer.name == name) {
            let Some(Item::Shape(shape)) = layer.items.first() else { panic!("{name} is no shape") };
            let fill = shape.fill.unwrap();
            assert!(TABLE.iter().any(|&rgb| Color::hex(rgb) == fill), "{name}: {fill:?}");
        }
    }
}

#[test]
fn the_atlas_has_the_frames_that_games_ask_for_and_stays_as_it_is() {
    let pages = atlas("atlas", AtlasScale::Usual).unwrap();
    assert_eq!(pages.len(), 1, "one page is enough");
    let page = &pages[0];
    assert!(page.picture.width <= 2048 && page.picture.height <= 2048);
    let index: serde_json::Value = serde_json::from_str(&page.index).unwrap();
    let frames = index["frames"].as_object().unwrap();
    for name in [
        "ground/grass/m07/v2",
        "ground/water/m15/v0",
        "shore/m03/v1",
        "floor/crypt/v3",
        "wall/crypt/high/left/v0",
        "cliff/grass/right/v1",
        "thing/bed/r1/s0.0",
        "thing/long_table/r0/s3.0",
        "creature/undead/m/se/walk0",
        "walker/ne/2",
        "walker/sw/stand",
        "door/open/r1",
        "key/0",
        "cottage/tile/r2/v0/s0.0",
    ] {
        assert!(frames.contains_key(name), "{name}");
    }
    // Frames lie on the page, do not overlap unless they are the same, and hold something.
    let mut taken: BTreeMap<(u64, u64), (u64, u64)> = BTreeMap::new();
    for (name, frame) in frames {
        let side = |key: &str| frame["frame"][key].as_u64().unwrap();
        let (x, y, w, h) = (side("x"), side("y"), side("w"), side("h"));
        assert!(x + w <= u64::from(page.picture.width) && y + h <= u64::from(page.picture.height), "{name}");
        let known = taken.entry((x, y)).or_insert((w, h));
        assert_eq!(*known, (w, h), "{name}");
        let ink = (y..y + h).any(|y| (x..x + w).any(|x| page.picture.pixel(x as u32, y as u32)[3] > 5));
        assert!(ink, "{name} is empty");
    }
    let places: Vec<(u64, u64, u64, u64)> = taken.iter().map(|(&(x, y), &(w, h))| (x, y, w, h)).collect();
    for (i, a) in places.iter().enumerate() {
        for b in &places[i + 1..] {
            if b.0 >= a.0 + a.2 {
                break; // sorted by x
            }
            assert!(b.1 >= a.1 + a.3 || a.1 >= b.1 + b.3, "{a:?} and {b:?} overlap");
        }
    }
    let hash = page
        .picture
        .rgba
        .iter()
        .chain(page.index.as_bytes())
        .fold(0xcbf2_9ce4_8422_2325u64, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3));
    assert_eq!(format!("{hash:016x}"), include_str!("atlas.golden").trim(), "the atlas changed");
}

/// Anything may be on a world's edge, and a world may be tiny.
#[test]
fn tiny_worlds_are_drawn() {
    let mut world = world("islands", 8, 8);
    for (width, height) in [(1, 1), (1, 5), (3, 1)] {
        let first = world.layers[0].clone();
        world.layers[0] = Grid::from_fn(width, height, |p| first[p]);
        let scene = IsoWorldView { walker: Some([0.5, 0.5]), ..IsoWorldView::default() }.scene(&world);
        assert!(png::render(&scene, 8.0).is_ok(), "{width}x{height}");
        world.layers[0] = first;
    }
}
