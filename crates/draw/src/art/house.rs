//! Houses: plaster and posts under a gable roof.

use super::brush::{Brush, at};
use super::tone::{INK, SHADE, light, shade};
use crate::dungeon::things::At;
use crate::noise::{jitter, noise};
use crate::scene::{Color, Item};

const PLASTER: Color = Color::hex(0xead9bb);
const TIMBER: Color = Color::hex(0x7a5638);
const FOOTING: Color = Color::hex(0x8e8676);
const CHIMNEY: Color = Color::hex(0x9a8f80);
/// A window by day; at night it is lit.
pub(crate) const WINDOW: Color = Color::hex(0x6f8fa0);
pub(crate) const LIT_WINDOW: Color = Color::hex(0xf6cf6b);

/// What a roof is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Roof {
    Tile,
    Slate,
    Thatch,
}

impl Roof {
    pub(crate) const ALL: [Roof; 3] = [Roof::Tile, Roof::Slate, Roof::Thatch];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Roof::Tile => "tile",
            Roof::Slate => "slate",
            Roof::Thatch => "thatch",
        }
    }

    const fn color(self) -> Color {
        Color::hex(match self {
            Roof::Tile => 0xb4563d,
            Roof::Slate => 0x6f7f93,
            Roof::Thatch => 0xb8964f,
        })
    }
}

/// How large a house is: length of its ridge, depth and heights, in cells and steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) length: f32,
    pub(crate) depth: f32,
    pub(crate) wall: f32,
    pub(crate) rise: f32,
}

impl Size {
    /// On one cell.
    pub(crate) const COTTAGE: Size = Size { length: 0.98, depth: 0.8, wall: 1.35, rise: 1.15 };
    /// On two by two cells.
    pub(crate) const HOUSE: Size = Size { length: 1.9, depth: 1.5, wall: 2.2, rise: 1.7 };
}

/// A house around its foot point. Its door faces a side, clockwise from the north; its ridge runs along
/// that side.
pub(crate) fn house(size: Size, roof: Roof, door: usize, kind: i32) -> Vec<Item> {
    let mut brush = Brush::default();
    let along_x = door.is_multiple_of(2);
    let Size { length: l, depth: d, wall: h, rise } = size;
    // Along the ridge, across it, up: from the back corner of the house.
    let place = |u: f32, v: f32, z: f32| {
        let (u, v) = (u - l / 2.0, v - d / 2.0);
        if along_x { at(u, v, z) } else { at(v, u, z) }
    };
    let p = &place;
    let wall = PLASTER.mixed(Color::hex(0xd9cfc0), noise(kind, 1, 700));
    let (eave_tone, gable_tone) = if along_x { (0.04, 0.36) } else { (0.36, 0.04) };
    let roof_color = roof.color().mixed(Color::hex(0x8d6a52), 0.25 * noise(kind, 2, 700));
    let (front_tone, back_tone) = if along_x { (0.0, 0.12) } else { (0.26, 0.0) };

    cast(&mut brush, size, along_x);
    // The wall under the eaves and the gable, both towards us.
    brush.polygon(&[p(0.0, d, 0.0), p(l, d, 0.0), p(l, d, h), p(0.0, d, h)], shade(wall, eave_tone));
    brush.polygon(
        &[p(l, d, 0.0), p(l, 0.0, 0.0), p(l, 0.0, h), p(l, d / 2.0, h + rise), p(l, d, h)],
        shade(wall, gable_tone),
    );
    let footing = 0.16 * h;
    brush.polygon(
        &[p(0.0, d, 0.0), p(l, d, 0.0), p(l, d, footing), p(0.0, d, footing)],
        shade(FOOTING, eave_tone),
    );
    brush.polygon(
        &[p(l, d, 0.0), p(l, 0.0, 0.0), p(l, 0.0, footing), p(l, d, footing)],
        shade(FOOTING, gable_tone),
    );
    // Posts and beams.
    let timber = 0.9 + 0.6 * h;
    for u in [0.0, 0.5 * l, l] {
        brush.line(&[p(u, d, footing), p(u, d, h)], shade(TIMBER, eave_tone), timber);
    }
    brush.line(&[p(0.0, d, 0.56 * h), p(l, d, 0.56 * h)], shade(TIMBER, eave_tone), 0.9 * timber);
    let beam = shade(TIMBER, gable_tone);
    brush.line(&[p(l, 0.0, h), p(l, d, h)], beam, timber);
    brush.line(&[p(l, d / 2.0, footing), p(l, d / 2.0, h + 0.9 * rise)], beam, 0.9 * timber);
    // The eaves throw a shade on the wall.
    brush.polygon(&[p(0.0, d, h), p(l, d, h), p(l, d, h - 0.22), p(0.0, d, h - 0.22)], SHADE.faded(0.25));
    openings(&mut brush, size, door, eave_tone, gable_tone, p);
    gable_roof(&mut brush, size, roof, roof_color, (front_tone, back_tone), kind, p);
    chimney(&mut brush, p(0.74 * l, 0.36 * d, h + 0.55 * rise), 0.55 + 0.2 * h);
    brush.items()
}

/// The shadow on the ground, to the right.
fn cast(brush: &mut Brush, size: Size, along_x: bool) {
    let (w, d) = if along_x { (size.length, size.depth) } else { (size.depth, size.length) };
    let far = 0.3 * size.wall;
    brush.polygon(
        &[
            at(w / 2.0, -d / 2.0, 0.0),
            at(w / 2.0 + far, -d / 2.0 + 0.18 * far, 0.0),
            at(w / 2.0 + far, d / 2.0 + 0.18 * far, 0.0),
            at(w / 2.0, d / 2.0, 0.0),
        ],
        SHADE.faded(0.28),
    );
    // A little shade around the foot, so that the walls stand on the ground.
    brush.polygon(
        &[
            at(-w / 2.0 - 0.04, d / 2.0, 0.0),
            at(w / 2.0, d / 2.0, 0.0),
            at(w / 2.0 + 0.05, d / 2.0 + 0.07, 0.0),
            at(-w / 2.0, d / 2.0 + 0.07, 0.0),
        ],
        SHADE.faded(0.2),
    );
}

/// Door and windows on the walls that we see. A door on a far side is not seen; there are windows then.
fn openings(
    brush: &mut Brush,
    size: Size,
    door: usize,
    eave_tone: f32,
    gable_tone: f32,
    p: &impl Fn(f32, f32, f32) -> At,
) {
    let Size { length: l, depth: d, wall: h, .. } = size;
    let seen = door == 2 || door == 1;
    let wide = 0.17 + 0.07 * l;
    let (low, high) = (0.46 * h, 0.76 * h);
    let mut window = |u: f32| {
        let frame = [p(u, d, low), p(u + wide, d, low), p(u + wide, d, high), p(u, d, high)];
        brush.outlined_with(&frame, WINDOW, shade(Color::hex(0x4a3320), eave_tone), 1.4);
    };
    window(0.62 * l);
    if l > 1.5 || !seen {
        window(if seen { 0.4 * l } else { 0.16 * l });
    }
    if seen {
        let (a, b, top) = (0.14 * l, 0.14 * l + 1.05 * wide, 0.62 * h);
        let leaf = [p(a, d, 0.0), p(b, d, 0.0), p(b, d, top), p(a, d, top)];
        brush.outlined_with(&leaf, shade(Color::hex(0x6b4528), eave_tone), Color::hex(0x3f2817), 1.3);
        let (kx, ky) = p(b - 0.22 * wide, d, 0.45 * top);
        brush.oval(kx, ky, 0.9, 0.9, Color::hex(0xe2b84a));
    }
    let v = 0.7 * d;
    let frame = [p(l, v, low), p(l, v - wide, low), p(l, v - wide, high), p(l, v, high)];
    brush.outlined_with(&frame, WINDOW, shade(Color::hex(0x4a3320), gable_tone), 1.4);
}

fn gable_roof(
    brush: &mut Brush,
    size: Size,
    roof: Roof,
    color: Color,
    (front_tone, back_tone): (f32, f32),
    kind: i32,
    p: &impl Fn(f32, f32, f32) -> At,
) {
    let Size { length: l, depth: d, wall: h, rise } = size;
    let o = 0.06 + 0.06 * l;
    let eave = h - 0.14;
    let ridge = h + rise + 0.06;
    let thick = if roof == Roof::Thatch { 0.24 } else { 0.12 };
    // The far slope, of which a sliver may show beyond the ridge.
    brush.polygon(
        &[p(-o, -o, eave), p(l + o, -o, eave), p(l + o, d / 2.0, ridge), p(-o, d / 2.0, ridge)],
        shade(color, back_tone),
    );
    let front = [p(-o, d + o, eave), p(l + o, d + o, eave), p(l + o, d / 2.0, ridge), p(-o, d / 2.0, ridge)];
    let base = shade(color, front_tone);
    brush.polygon(&front, base);
    let on = |u: f32, t: f32| -> At {
        let lerp = |a: At, b: At, t: f32| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
        lerp(lerp(front[0], front[1], u), lerp(front[3], front[2], u), t)
    };
    if roof == Roof::Thatch {
        for i in 0..(26.0 * l) as i32 {
            let (u, t) = (0.02 + 0.96 * noise(kind, i, 710), 0.04 + 0.8 * noise(kind, i, 711));
            let tone = if i % 3 == 0 { light(base, 0.2) } else { shade(base, 0.2) };
            brush.line(&[on(u, t), on(u + 0.012 * jitter(kind, i, 712), t + 0.13)], tone, 1.0);
        }
    } else {
        let courses = 5;
        for i in 0..courses {
            let (t, next) = (i as f32 / courses as f32, (i + 1) as f32 / courses as f32);
            if i > 0 {
                brush.line(&[on(0.0, t), on(1.0, t)], shade(base, 0.24), 1.0);
            }
            let joints = (7.0 * l) as i32 + 2;
            for j in 0..joints {
                let u = (j as f32 + if i % 2 == 0 { 0.25 } else { 0.75 }) / joints as f32;
                let mood = noise(kind * 5 + i, j, 713);
                if mood < 0.5 {
                    brush.line(&[on(u, t), on(u, next)], shade(base, 0.2), 0.9);
                } else if mood > 0.9 {
                    // A tile that is newer, or has moss on it.
                    let w = 0.8 / joints as f32;
                    let one = [on(u, t), on((u + w).min(1.0), t), on((u + w).min(1.0), next), on(u, next)];
                    brush.polygon(&one, light(base, 0.14));
                }
            }
        }
    }
    // The eave's thickness, the verge, and light on the ridge.
    let drop = |q: At| (q.0, q.1 + thick * super::brush::STEP);
    brush.polygon(&[front[0], front[1], drop(front[1]), drop(front[0])], shade(base, 0.42));
    brush.polygon(&[front[1], front[2], drop(front[2]), drop(front[1])], shade(color, 0.5));
    let far = p(l + o, -o, eave);
    brush.polygon(&[front[2], far, drop(far), drop(front[2])], shade(color, 0.55));
    brush.line(&[front[3], front[2]], light(color, 0.34), 1.9);
    brush.line(&[front[0], front[1]], shade(base, 0.3), 0.8);
}

fn chimney(brush: &mut Brush, (x, y): At, s: f32) {
    let (w, t) = (5.0 * s, 17.0 * s);
    let left = [(x - w, y), (x - w, y - t), (x, y - t + 0.5 * w), (x, y + 0.5 * w)];
    let right = [(x, y + 0.5 * w), (x, y - t + 0.5 * w), (x + w, y - t), (x + w, y)];
    brush.polygon(&left, CHIMNEY);
    brush.polygon(&right, shade(CHIMNEY, 0.36));
    let top = [(x - w, y - t), (x, y - t - 0.5 * w), (x + w, y - t), (x, y - t + 0.5 * w)];
    brush.polygon(&top, light(CHIMNEY, 0.2));
    let hole = [(x - 0.6 * w, y - t), (x, y - t - 0.3 * w), (x + 0.6 * w, y - t), (x, y - t + 0.3 * w)];
    brush.polygon(&hole, INK);
}
