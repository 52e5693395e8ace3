//! Holes of several cells: one rim around all of them, and sides that go down into the dark.

use mapkiln_core::Point;
use mapkiln_maps::plan::{FeatureKind, Level};

use super::ground::{Shaped, cave};
use super::style::{Look, Material};
use crate::noise::noise;
use crate::scene::{Color, Layer, Path, Stroke, Vec2};

/// Distance between two hachures along the rim.
const APART: f32 = 0.13;

/// The holes of a level that are larger than a cell; clip them to the floor.
pub(super) fn all(level: &Level) -> impl Iterator<Item = &[Point]> {
    let pits = level.features.iter().filter(|f| f.kind == FeatureKind::Pit);
    pits.map(|f| f.cells.as_slice()).filter(|cells| cells.len() > 1)
}

/// A hole seen from above, with hachures down its sides.
pub(super) fn from_above(layer: &mut Layer, cells: &[Point], look: &Look) {
    let rim = cave(cells);
    layer.fill(rim.clone(), look.of(Material::Dark));
    let mut hachures = Path::new();
    for (i, (at, inward)) in stations(&Shaped::new(&rim), APART).enumerate() {
        let length = 0.14 + 0.2 * noise(i as i32, cells.len() as i32, 61);
        hachures.add_polyline([at, at + inward * length]);
    }
    layer.stroke(hachures, Stroke::new(look.of(Material::Stone), 0.034).round());
    layer.stroke(rim, Stroke::new(look.ink, 0.07).round());
}

/// A hole seen at an angle: of its sides, those at the back are seen; `lit` is the colour of the rock.
/// Clip it to its own rim.
pub(super) fn at_an_angle(
    layer: &mut Layer,
    cells: &[Point],
    lit: Color,
    dark: Color,
    project: impl Fn(Vec2, f32) -> Vec2,
) {
    let rim = cave(cells);
    layer.fill(rim.map(|p| project(p, 0.0)), dark);
    for rung in (0..4).rev() {
        let (top, foot) = (-0.45 * rung as f32, -0.45 * (rung + 1) as f32);
        for (at, inward) in stations(&Shaped::new(&rim), 0.25) {
            if inward.x + inward.y <= 0.0 {
                continue;
            }
            let along = inward.turned() * 0.16;
            let corners = [(at - along, top), (at + along, top), (at + along, foot), (at - along, foot)];
            let turned_away = if inward.x > inward.y { 0.12 } else { 0.0 };
            let shade = lit.mixed(dark, 0.24 * rung as f32 + turned_away);
            layer.fill(Path::polygon(corners.map(|(p, z)| project(p, z))), shade);
        }
    }
}

/// Places along a rim at even distances, each with the direction into the hole.
fn stations(hole: &Shaped, apart: f32) -> impl Iterator<Item = (Vec2, Vec2)> {
    let sides = hole.rings.iter().flat_map(|ring| ring.iter().zip(ring.iter().cycle().skip(1)));
    sides.flat_map(move |(&a, &b)| {
        let count = ((b - a).length() / apart).round().max(1.0);
        let normal = (b - a).turned().unit();
        let inward = if hole.contains((a + b) * 0.5 + normal * 0.05) { normal } else { normal * -1.0 };
        (0..count as u32).map(move |i| (a + (b - a) * ((i as f32 + 0.5) / count), inward))
    })
}
