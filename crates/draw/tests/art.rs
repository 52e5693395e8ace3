//! What can be measured of a dungeon's picture: symbols that are told apart and keep to their
//! footprint, pages that fit a screen, players' pictures that hold no secret.

#![cfg(feature = "png")]
#![allow(clippy::unwrap_used)]

mod furnished;

use furnished::{furnished, showroom};
use mapkiln_core::{Direction, Point, Run, Spec};
use mapkiln_draw::{Audience, DungeonView, IsoDungeonView, Picture, Style, png};
use mapkiln_maps::document::Document;
use mapkiln_maps::picture::PngEffort;
use mapkiln_maps::plan::{Plan, Thing, ThingKind};

/// Pixels per cell at which a symbol must still be told.
const PIXELS: u32 = 24;

fn picture(plan: &Plan, style: Style, pixels: u32) -> Picture {
    let view =
        DungeonView { grid: false, numbers: false, ..DungeonView::bare(style, Audience::GameMaster, 0) };
    png::render(&view.scene(plan).unwrap(), pixels as f32).unwrap()
}

fn without_things(mut plan: Plan) -> Plan {
    plan.levels[0].things.clear();
    plan
}

/// Lightness from 0 to 1.
fn grey(picture: &Picture, x: u32, y: u32) -> f64 {
    let [r, g, b, _] = picture.pixel(x, y);
    (0.2126 * f64::from(r) + 0.7152 * f64::from(g) + 0.0722 * f64::from(b)) / 255.0
}

/// The footprint of a thing and a little around it, in grey, blurred by one pixel.
fn look_of(picture: &Picture, thing: &Thing) -> Vec<f64> {
    let f = thing.footprint();
    let (left, top) = (f.x as u32 * PIXELS, f.y as u32 * PIXELS);
    let mut values = Vec::new();
    for y in top..top + f.height as u32 * PIXELS {
        for x in left..left + f.width as u32 * PIXELS {
            let mut sum = 0.0;
            for (dx, dy) in [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)] {
                sum += grey(picture, x + dx - 1, y + dy - 1);
            }
            values.push(sum / 9.0);
        }
    }
    values
}

#[test]
fn symbols_are_told_apart_at_24_pixels() {
    let plan = showroom(Direction::South);
    for style in [Style::Hatched, Style::Ink] {
        let picture = picture(&plan, style, PIXELS);
        let things = &plan.levels[0].things;
        let looks: Vec<Vec<f64>> = things.iter().map(|t| look_of(&picture, t)).collect();
        let mut nearest: Vec<(f64, ThingKind, ThingKind)> = Vec::new();
        for (i, a) in looks.iter().enumerate() {
            for (j, b) in
                looks.iter().enumerate().skip(i + 1).filter(|(j, _)| things[*j].size == things[i].size)
            {
                let square: f64 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum();
                nearest.push(((square / a.len() as f64).sqrt(), things[i].kind, things[j].kind));
            }
        }
        nearest.sort_by(|a, b| a.0.total_cmp(&b.0));
        let weak: Vec<_> = nearest.iter().take_while(|n| n.0 < 0.05).collect();
        assert!(weak.is_empty(), "{style:?}: {weak:?}");
    }
}

#[test]
fn every_kind_draws_something_within_its_footprint_in_every_style_and_turn() {
    for style in Style::ALL {
        // Turning is the same in every style.
        let turns = if style == Style::Hatched { &Direction::ALL[..] } else { &[Direction::South] };
        for &facing in turns {
            let plan = showroom(facing);
            let (with, without) =
                (picture(&plan, style, 16), picture(&without_things(plan.clone()), style, 16));
            for thing in &plan.levels[0].things {
                let f = thing.footprint();
                let mut inside = 0;
                for y in (f.y * 16 - 16).max(0)..(f.bottom() * 16 + 16) {
                    for x in (f.x * 16 - 16).max(0)..(f.right() * 16 + 16) {
                        let (px, py) = (x as u32, y as u32);
                        if with.pixel(px, py) == without.pixel(px, py) {
                            continue;
                        }
                        // Half a line and the shadow may reach over the border: 0.1 cells and a pixel.
                        let near = x >= f.x * 16 - 2
                            && y >= f.y * 16 - 2
                            && x < f.right() * 16 + 3
                            && y < f.bottom() * 16 + 3;
                        assert!(near, "{:?} facing {facing:?} in {style:?} draws at {px}, {py}", thing.kind);
                        inside += 1;
                    }
                }
                assert!(inside > 12, "{:?} cannot be seen in {style:?}", thing.kind);
            }
        }
    }
}

#[test]
fn a_page_fits_a_screen() {
    let spec = mapkiln_dungeon::DungeonSpec::default();
    let made = spec.make(&mut Run::new("page")).unwrap().map;
    for plan in [made, furnished()] {
        for style in [Style::Hatched, Style::Battle] {
            let scene = DungeonView { style, ..DungeonView::default() }.scene(&plan).unwrap();
            let pixels_per_unit = DungeonView::pixels_per_cell(&scene);
            let options = png::PngOptions { pixels_per_unit, effort: PngEffort::Small, few_colours: true };
            let file = png::encode(&scene, &options).unwrap();
            let (width, _) = mapkiln_maps::picture::png_size(&file).unwrap();
            assert!(width <= 3000, "{width} pixels wide");
            assert!(file.len() <= 2_000_000, "{style:?}: {} bytes", file.len());
        }
    }
}

#[test]
fn players_see_the_furniture_and_no_secret_at_an_angle() {
    let plan = furnished();
    plan.check().unwrap();
    let view = IsoDungeonView { audience: Audience::Players, ..IsoDungeonView::default() };
    let shown = view.scene(&plan).unwrap();
    let mut bare = plan.clone();
    for room in bare.rooms_mut() {
        room.contents = Default::default();
        room.description = Default::default();
        room.kind.clear();
    }
    bare.levels[0].doors.retain(|d| d.kind != mapkiln_maps::plan::DoorKind::Secret);
    assert_eq!(shown.layers, view.scene(&bare).unwrap().layers, "contents and secret doors leave no trace");
    assert_eq!(shown.texts().count(), 0);
    let game_master = IsoDungeonView::default().scene(&plan).unwrap();
    let numbers: Vec<&str> = game_master.texts().map(|t| t.text.as_str()).collect();
    for number in ["1", "2", "3", "4", "S"] {
        assert!(numbers.contains(&number), "{number} in {numbers:?}");
    }
    let mut empty = plan;
    empty.levels[0].things.clear();
    assert_ne!(shown.layers, view.scene(&empty).unwrap().layers, "the furniture is there");
}

#[test]
fn a_thing_outside_of_the_floor_or_grid_does_not_stop_the_picture() {
    let mut plan = furnished();
    plan.levels[0].things.push(Thing::new(ThingKind::MagicCircle, Point::new(27, 20), Direction::East));
    plan.levels[0]
        .things
        .push(Thing { size: [0, 0], ..Thing::new(ThingKind::Shelf, Point::new(-3, -3), Direction::West) });
    DungeonView::default().scene(&plan).unwrap();
    IsoDungeonView::default().scene(&plan).unwrap();
}
