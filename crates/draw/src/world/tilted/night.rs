//! Night: every colour graded, windows lit, and pools of light around lamps.

use crate::art::house::{LIT_WINDOW, WINDOW};
use crate::art::tone::at_night;
use crate::dungeon::things::closed_curve;
use crate::scene::{Color, Frame, Item, Layer, Path, Stroke, Vec2};

/// A lamp on the ground: where, how far it reaches in cells, how strong it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lamp {
    pub(super) at: Vec2,
    pub(super) reach: f32,
    pub(super) strength: f32,
}

/// The brightest that lamp light gets.
const MOST: f32 = 0.75;
/// Nested circles of light on the ground.
const CIRCLES: i32 = 5;

/// The light at a place in eight levels, from 0 to 1.
pub(super) fn light_at(lamps: &[Lamp], p: Vec2) -> f32 {
    let strongest = lamps
        .iter()
        .map(|lamp| {
            let d = (p - lamp.at).length() / lamp.reach;
            if d < 1.0 { lamp.strength * (1.0 - d * d) * (1.0 - d * d) } else { 0.0 }
        })
        .fold(0.0, f32::max);
    (strongest * 8.0).round() / 8.0
}

fn graded(color: Color, level: f32) -> Color {
    if color == WINDOW { LIT_WINDOW } else { at_night(color, level.min(MOST)) }
}

/// An item as it looks at night.
pub(super) fn item(item: Item, level: f32) -> Item {
    match item {
        Item::Shape(mut shape) => {
            shape.fill = shape.fill.map(|color| graded(color, level));
            shape.stroke = shape.stroke.map(|stroke| Stroke { color: graded(stroke.color, level), ..stroke });
            Item::Shape(shape)
        }
        Item::Image(mut image) => {
            let mut picture = (*image.picture).clone();
            for pixel in picture.rgba.chunks_exact_mut(4) {
                let color = graded(Color { r: pixel[0], g: pixel[1], b: pixel[2], a: pixel[3] }, level);
                pixel[..3].copy_from_slice(&[color.r, color.g, color.b]);
            }
            image.picture = picture.into();
            Item::Image(image)
        }
        Item::Stamps(mut stamps) => {
            let mut stamp = (*stamps.stamp).clone();
            stamp.items = stamp.items.into_iter().map(|i| self::item(i, level)).collect();
            stamps.stamp = stamp.into();
            Item::Stamps(stamps)
        }
        other => other,
    }
}

/// The ground at night, and again lighter in circles around the lamps.
pub(super) fn ground(layers: Vec<Layer>, lamps: &[Lamp], frame: Frame) -> Vec<Layer> {
    let graded = |layer: &Layer, level: f32| Layer {
        items: layer.items.iter().map(|i| item(i.clone(), level)).collect(),
        ..layer.clone()
    };
    let mut night: Vec<Layer> = Vec::with_capacity(layers.len());
    for layer in &layers {
        night.push(graded(layer, 0.0));
        if layer.tilt.is_none() || lamps.is_empty() {
            continue;
        }
        for k in 1..=CIRCLES {
            let level = MOST * k as f32 / CIRCLES as f32;
            let pools = pools(lamps, MOST * (k as f32 - 0.5) / CIRCLES as f32, frame);
            if pools.is_empty() {
                continue;
            }
            let mut lit = graded(layer, level);
            if let Some(tilt) = &mut lit.tilt {
                tilt.clip = Some(pools);
            }
            night.push(lit);
        }
    }
    night
}

/// The parts of the ground where the light is at least this strong.
fn pools(lamps: &[Lamp], level: f32, frame: Frame) -> Path {
    let mut path = Path::new();
    for lamp in lamps {
        let share = level / lamp.strength;
        if share >= 1.0 {
            continue;
        }
        let r = lamp.reach * (1.0 - share.sqrt()).max(0.0).sqrt();
        // Kept on the map.
        let points: Vec<(f32, f32)> = (0..16)
            .map(|i| {
                let (sin, cos) = libm::sincosf(i as f32 / 16.0 * std::f32::consts::TAU);
                let p = lamp.at + Vec2::new(cos, sin) * r;
                (p.x.clamp(frame.x, frame.right()), p.y.clamp(frame.y, frame.bottom()))
            })
            .collect();
        path.extend(&closed_curve(&points));
    }
    path
}
