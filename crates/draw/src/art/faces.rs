//! Upright faces of one cell: cliffs with strata and a lip, the edge of the world, dungeon walls.

use super::brush::{Brush, STEP, at};
use super::tone::{SHADE, light, shade};
use crate::dungeon::Setting;
use crate::dungeon::things::At;
use crate::noise::{jitter, noise};
use crate::scene::{Color, Item};

/// The earth that cliffs show.
pub(crate) const EARTH: Color = Color::hex(0xa58a66);

/// The side of a cell that a face stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Towards y: the lower left, in the light.
    Left,
    /// Towards x: the lower right, in the shade.
    Right,
}

impl Side {
    pub(crate) const BOTH: [Side; 2] = [Side::Left, Side::Right];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }

    pub(crate) const fn dark(self) -> f32 {
        match self {
            Side::Left => 0.18,
            Side::Right => 0.42,
        }
    }

    /// The ends of the side from left to right in the picture, at a height, from the cell's middle.
    fn ends(self, z: f32) -> (At, At) {
        match self {
            Side::Left => (at(-0.5, 0.5, z), at(0.5, 0.5, z)),
            Side::Right => (at(0.5, 0.5, z), at(0.5, -0.5, z)),
        }
    }
}

fn along(a: At, b: At, t: f32, down: f32) -> At {
    (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t + down)
}

/// One step of a cliff below the top of a cell, with a lip of the top's colour if it is the first step.
pub(crate) fn cliff(side: Side, rock: Color, lip: Option<Color>, kind: i32) -> Vec<Item> {
    let mut brush = Brush::default();
    let (a, b) = side.ends(0.0);
    let p = |t: f32, down: f32| along(a, b, t, down);
    let face = shade(rock, side.dark());
    // A little beyond the cell, so that no seam shows.
    brush.polygon(&[p(-0.01, 0.0), p(1.01, 0.0), p(1.01, STEP + 0.6), p(-0.01, STEP + 0.6)], face);
    let salt = kind * 2 + i32::from(side == Side::Right);
    for k in 0..3 {
        let t = 0.06 + 0.3 * k as f32 + 0.1 * noise(salt, k, 740);
        let down = 5.0 + 9.0 * noise(salt, k, 741);
        let long = 0.14 + 0.12 * noise(salt, k, 742);
        let tone = if k == 1 { light(face, 0.12) } else { shade(face, 0.2) };
        brush.line(&[p(t, down), p((t + long).min(0.98), down + 0.6 * jitter(salt, k, 743))], tone, 1.5);
    }
    // Darker towards the foot.
    brush.polygon(
        &[p(-0.01, STEP - 4.0), p(1.01, STEP - 4.0), p(1.01, STEP + 0.6), p(-0.01, STEP + 0.6)],
        SHADE.faded(0.10),
    );
    if let Some(top) = lip {
        let mut edge = vec![p(-0.01, -0.4), p(1.01, -0.4)];
        edge.extend((0..=8).rev().map(|i| {
            // The rim meets the neighbour's in the same place.
            let free = if i == 0 || i == 8 { 0.0 } else { 1.0 };
            p(i as f32 / 8.0, 3.6 + free * 2.2 * jitter(salt * 9 + i, 0, 744))
        }));
        brush.polygon(&edge, shade(top, 0.8 * side.dark()));
        let mut under = edge[2..].to_vec();
        under.reverse();
        brush.line(&under, shade(rock, side.dark() + 0.25), 1.0);
    }
    brush.items()
}

/// The edge of the world below water: one step.
pub(crate) fn water_edge(side: Side) -> Vec<Item> {
    let mut brush = Brush::default();
    let (a, b) = side.ends(0.0);
    let p = |t: f32, down: f32| along(a, b, t, down);
    let water = Color::hex(0x5aa0c4);
    brush.polygon(
        &[p(-0.01, 0.0), p(1.01, 0.0), p(1.01, STEP + 0.6), p(-0.01, STEP + 0.6)],
        shade(water, side.dark()),
    );
    brush.line(&[p(0.0, 0.8), p(1.0, 0.8)], light(shade(water, side.dark()), 0.35), 1.4);
    brush.items()
}

/// How high walls behind a floor stand, in steps: 38 pixels.
pub(crate) const HIGH: f32 = 2.375;
/// How high walls before a floor are left standing: 7 pixels.
pub(crate) const CUT: f32 = 0.4375;

/// A face of a wall of one cell, from the floor up.
pub(crate) fn wall(side: Side, setting: Setting, high: f32, kind: i32) -> Vec<Item> {
    let mut brush = Brush::default();
    let (a, b) = side.ends(high);
    let tall = high * STEP;
    let p = |t: f32, down: f32| along(a, b, t, down);
    let face = shade(setting.wall(), side.dark() - 0.12);
    brush.polygon(&[p(-0.01, 0.0), p(1.01, 0.0), p(1.01, tall + 0.5), p(-0.01, tall + 0.5)], face);
    let line = shade(face, 0.28);
    if high > 1.0 && setting.is_natural() {
        for k in 0..5 {
            let t = 0.05 + 0.7 * noise(kind, k, 750);
            let down = 5.0 + 6.5 * k as f32;
            brush.line(&[p(t, down), p(t + 0.22, down + 1.6 * jitter(kind, k, 751))], line, 1.4);
        }
    } else if high > 1.0 {
        let course = tall / 4.0;
        for row in 0..4 {
            let top = course * row as f32;
            if row > 0 {
                brush.line(&[p(0.0, top), p(1.0, top)], line, 1.0);
            }
            let shift = if row % 2 == 0 { 0.25 } else { 0.0 };
            for k in 0..2 {
                let t = shift + 0.5 * k as f32;
                brush.line(&[p(t, top), p(t, top + course)], line, 1.0);
                let mood = noise(kind * 4 + row, k, 752);
                if mood < 0.22 {
                    let brick = [p(t, top), p(t + 0.5, top), p(t + 0.5, top + course), p(t, top + course)];
                    if t + 0.5 <= 1.0 {
                        brush.polygon(
                            &brick,
                            if mood < 0.11 {
                                shade(face, 0.12).faded(0.7)
                            } else {
                                light(face, 0.14).faded(0.7)
                            },
                        );
                    }
                }
            }
        }
    }
    let foot = if high > 1.0 { 0.35 * STEP } else { 2.0 };
    brush.polygon(
        &[p(-0.01, tall - foot), p(1.01, tall - foot), p(1.01, tall + 0.5), p(-0.01, tall + 0.5)],
        SHADE.faded(0.18),
    );
    brush.items()
}

/// The top of a wall of one cell.
pub(crate) fn wall_top(setting: Setting, high: f32) -> Vec<Item> {
    let mut brush = Brush::default();
    let top = if high > 1.0 { setting.top() } else { setting.top().mixed(setting.wall(), 0.16) };
    let e = 0.508;
    brush.polygon(&[at(-e, -e, high), at(e, -e, high), at(e, e, high), at(-e, e, high)], top);
    brush.items()
}

/// Light along one side of a wall's top, where it meets a floor: clockwise from the north.
pub(crate) fn wall_rim(setting: Setting, high: f32, side: usize) -> Vec<Item> {
    let mut brush = Brush::default();
    let h = 0.5;
    let corners = [at(-h, -h, high), at(h, -h, high), at(h, h, high), at(-h, h, high)];
    let tone = match side {
        0 => shade(setting.wall(), 0.2),
        1 => light(setting.wall(), 0.2),
        2 => light(setting.wall(), 0.35),
        _ => light(setting.wall(), 0.1),
    };
    brush.line(&[corners[side % 4], corners[(side + 1) % 4]], tone, 1.5);
    brush.items()
}
