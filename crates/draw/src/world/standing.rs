//! What stands up: crowns of trees and houses, from the back to the front.

use std::sync::Arc;

use mapkiln_core::Point;

use super::details::place;
use super::grounds::{Cover, Ground};
use super::survey::Survey;
use super::terrain::{SHADE, line};
use crate::noise::{jitter, noise};
use crate::scene::{Color, Frame, Item, Path, Scene, Shape, Stamp, Stroke, Vec2};

const TREE: Color = Color::hex(0x4f8a3f);
const TREE_LIGHT: Color = Color::hex(0x79b157);
const TREE_DARK: Color = Color::hex(0x35652f);
const FIR: Color = Color::hex(0x3f7350);
const FIR_LIGHT: Color = Color::hex(0x619670);
const INK: Color = Color::hex(0x2f3a22);

/// Drawings of each kind of tree.
const VARIANTS: usize = 6;

/// Draws trees and houses row by row.
pub(super) fn draw(survey: &Survey, scene: &mut Scene) {
    let crowns = crowns();
    let houses: Vec<Arc<Stamp>> = (0..16).map(|k| Arc::new(house(k % 4, k / 4))).collect();
    let (w, h) = (survey.covers.width(), survey.covers.height());
    let layer = scene.layer("standing");
    for y in 0..h {
        // A third of a cell at a time: what stands further down hides what stands behind it.
        for third in 0..3 {
            let mut at: Vec<Vec<Vec2>> = vec![Vec::new(); crowns.len()];
            for x in 0..w {
                let p = Point::new(x, y);
                if survey.covers[p] != Some(Cover::Wood) {
                    continue;
                }
                let middle = place(survey, p) + tree_spot(p, third);
                if third != 1 && is_beside_way(survey, p) {
                    continue;
                }
                at[crown_of(p, third, are_firs(survey, p, middle, third))].push(middle);
            }
            for (stamp, at) in crowns.iter().zip(at) {
                layer.stamps(stamp.clone(), at);
            }
            if third == 1 {
                let mut at: Vec<Vec<Vec2>> = vec![Vec::new(); houses.len()];
                for x in 0..w {
                    let p = Point::new(x, y);
                    if survey.covers[p] == Some(Cover::House) {
                        let door = usize::from(survey.doors[p].unwrap_or(2)) % 4;
                        let color = (noise(x, y, 59) * 4.0) as usize % 4;
                        let toward = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)][door];
                        let shift = Vec2::new(toward.0, toward.1) * 0.1;
                        at[color * 4 + door].push(place(survey, p) + shift);
                    }
                }
                for (stamp, at) in houses.iter().zip(at) {
                    layer.stamps(stamp.clone(), at);
                }
            }
        }
    }
}

/// The drawings of trees from above.
pub(super) fn crowns() -> Vec<Arc<Stamp>> {
    (0..2 * VARIANTS).map(|k| Arc::new(crown(k as i32, k >= VARIANTS))).collect()
}

/// Which of them a tree is.
pub(super) fn crown_of(p: Point, third: u32, fir: bool) -> usize {
    let kind = (noise(p.x, p.y, 58 + third) * VARIANTS as f32) as usize % VARIANTS;
    kind + if fir { VARIANTS } else { 0 }
}

/// Where a tree of a cell stands, from its middle: there are three, one in each third from the back.
pub(super) fn tree_spot(p: Point, third: u32) -> Vec2 {
    let column = (third + (noise(p.x, p.y, 50) * 3.0) as u32) % 3;
    let spot = Vec2::new(column as f32 / 3.0 - 1.0 / 3.0, third as f32 / 3.0 - 1.0 / 3.0);
    spot + Vec2::new(jitter(p.x, p.y, 51 + third), jitter(p.x, p.y, 54 + third)) * 0.16
}

/// Is a tree of a cell a fir? On high and cold ground all are; elsewhere they stand together across the grid,
/// with soft borders, so that no line splits a wood.
pub(super) fn are_firs(survey: &Survey, p: Point, at: Vec2, third: u32) -> bool {
    if matches!(survey.main[p], Ground::Frost | Ground::Hill | Ground::Rock | Ground::Snow) {
        return true;
    }
    are_mixed_firs(p, at, third)
}

/// The same where either grows.
pub(super) fn are_mixed_firs(p: Point, at: Vec2, third: u32) -> bool {
    let turned = Vec2::new(at.x * 0.8 - at.y * 0.6, at.x * 0.6 + at.y * 0.8);
    super::terrain::soft_noise(turned, 11.0, 57) + 0.3 * jitter(p.x, p.y, 62 + third) > 0.68
}

/// Is there a road or a stream on a side of this cell?
fn is_beside_way(survey: &Survey, p: Point) -> bool {
    [(0, -1), (1, 0), (0, 1), (-1, 0)].into_iter().any(|(dx, dy)| {
        let q = Point::new(p.x + dx, p.y + dy);
        survey.roads.get(q).is_some_and(|r| *r != 0) || survey.streams.get(q).is_some_and(|r| *r != 0)
    })
}

fn fill(path: Path, color: Color) -> Item {
    Item::Shape(Shape { path, fill: Some(color), stroke: None })
}

fn shape(path: Path, color: Color, stroke: Stroke) -> Item {
    Item::Shape(Shape { path, fill: Some(color), stroke: Some(stroke) })
}

/// A crown from above: twelve points around, a highlight to the north-west, a shadow to the south-east.
fn crown(kind: i32, fir: bool) -> Stamp {
    let r = if fir { 0.27 } else { 0.31 } + 0.09 * noise(kind, 2, 60);
    let (base, light) = if fir { (FIR, FIR_LIGHT) } else { (TREE, TREE_LIGHT) };
    let base = base.mixed(light, 0.35 * noise(kind, 3, 60));
    let points = 12;
    let turn = noise(kind, 1, 60);
    let ring = |r: f32, rough: f32| {
        (0..points).map(move |i| {
            let angle = (turn + i as f32 / points as f32) * std::f32::consts::TAU;
            let far = r * (0.98 + if i % 2 == 0 { rough } else { -rough } + 0.05 * jitter(kind, i, 61));
            Vec2::new(libm::cosf(angle) * far, libm::sinf(angle) * far)
        })
    };
    let rough = if fir { 0.16 } else { 0.1 };
    let outline = rounded(&ring(r, rough).collect::<Vec<_>>());
    let mut items = vec![fill(Path::circle(Vec2::new(r * 0.32, r * 0.38), r), SHADE.faded(0.26))];
    items.push(shape(outline, base, line(TREE_DARK, 0.035)));
    let up = Vec2::new(-0.22, -0.25) * r;
    items.push(fill(rounded(&ring(r * 0.6, rough).map(|p| p + up).collect::<Vec<_>>()), light.faded(0.75)));
    let top = Vec2::new(-0.34, -0.4) * r;
    items.push(fill(Path::circle(top, r * 0.24), light.mixed(Color::WHITE, 0.25)));
    Stamp { frame: Frame::new(-0.6, -0.6, 1.3, 1.3), items }
}

/// A closed curve around points.
fn rounded(points: &[Vec2]) -> Path {
    let mut path = Path::new();
    super::contour::smooth(&mut path, points);
    path
}

/// A house with a gable roof, seen from above; its door faces a side (clockwise from the north).
fn house(door: usize, kind: usize) -> Stamp {
    let (roof, light, dark) = [
        (0xb5583f, 0xcf7455, 0x8a3f2d),
        (0xa8664a, 0xc4835f, 0x7c4632),
        (0x8d6a52, 0xa98467, 0x654a38),
        (0xb8893f, 0xd2a85c, 0x86622b),
    ][kind % 4];
    let (roof, light, dark) = (Color::hex(roof), Color::hex(light), Color::hex(dark));
    // The ridge runs along the street.
    let along = door.is_multiple_of(2);
    let (w, h) = if along { (0.88, 0.66) } else { (0.66, 0.88) };
    let rect = |x: f32, y: f32, w: f32, h: f32| Path::rect(Frame::new(x, y, w, h));
    let mut items = vec![fill(rect(-w / 2.0 + 0.12, -h / 2.0 + 0.14, w, h), SHADE.faded(0.28))];
    let mut courses = Path::new();
    let at = Vec2::new;
    if along {
        items.push(fill(rect(-w / 2.0, -h / 2.0, w, h / 2.0), light));
        items.push(fill(rect(-w / 2.0, 0.0, w, h / 2.0), roof));
        for f in [-0.34, -0.17, 0.17, 0.34] {
            courses.extend(&Path::line(at(-w / 2.0, h * f), at(w / 2.0, h * f)));
        }
        items.push(Item::Shape(Shape {
            path: courses,
            fill: None,
            stroke: Some(line(dark.faded(0.5), 0.02)),
        }));
        let ridge = Path::line(at(-w / 2.0, 0.0), at(w / 2.0, 0.0));
        items.push(Item::Shape(Shape { path: ridge, fill: None, stroke: Some(line(dark, 0.05)) }));
    } else {
        items.push(fill(rect(-w / 2.0, -h / 2.0, w / 2.0, h), light));
        items.push(fill(rect(0.0, -h / 2.0, w / 2.0, h), roof));
        for f in [-0.34, -0.17, 0.17, 0.34] {
            courses.extend(&Path::line(at(w * f, -h / 2.0), at(w * f, h / 2.0)));
        }
        items.push(Item::Shape(Shape {
            path: courses,
            fill: None,
            stroke: Some(line(dark.faded(0.5), 0.02)),
        }));
        let ridge = Path::line(at(0.0, -h / 2.0), at(0.0, h / 2.0));
        items.push(Item::Shape(Shape { path: ridge, fill: None, stroke: Some(line(dark, 0.05)) }));
    }
    let outline = rect(-w / 2.0, -h / 2.0, w, h);
    items.push(Item::Shape(Shape { path: outline, fill: None, stroke: Some(line(INK, 0.045)) }));
    let chimney = if along { at(w * 0.22, -h * 0.3) } else { at(-w * 0.3, -h * 0.28) };
    items.push(shape(rect(chimney.x, chimney.y, 0.13, 0.13), Color::hex(0xb9b6ac), line(INK, 0.03)));
    // The path from the door to the street.
    let (dx, dy) = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)][door % 4];
    let step = at(dx * (w / 2.0 + 0.05), dy * (h / 2.0 + 0.05));
    items.insert(0, fill(rect(step.x - 0.09, step.y - 0.09, 0.18, 0.18), Color::hex(0xd9bf8c)));
    Stamp { frame: Frame::new(-0.75, -0.75, 1.5, 1.5), items }
}
