//! Doors, stairs, chests, keys and gates: what a game opens, climbs and picks up.

use super::brush::{Brush, at};
use super::tone::{INK, SHADE, light, shade};
use super::trees::foot;
use crate::dungeon::Setting;
use crate::dungeon::things::At;
use crate::scene::{Color, Item, Path, Vec2};

const WOOD: Color = Color::hex(0x9a6a3a);
const IRON: Color = Color::hex(0x6a6b72);
const GOLD: Color = Color::hex(0xe2b84a);

/// How a door stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DoorLook {
    Closed,
    Open,
    Locked,
    Barred,
    Portcullis,
    Arch,
    Secret,
}

impl DoorLook {
    pub(crate) const ALL: [(DoorLook, &'static str); 7] = [
        (DoorLook::Closed, "closed"),
        (DoorLook::Open, "open"),
        (DoorLook::Locked, "locked"),
        (DoorLook::Barred, "barred"),
        (DoorLook::Portcullis, "portcullis"),
        (DoorLook::Arch, "arch"),
        (DoorLook::Secret, "secret"),
    ];
}

/// A block around the foot point, in cells and steps.
fn block(brush: &mut Brush, (x0, y0): At, (x1, y1): At, z0: f32, z1: f32, color: Color) {
    brush.polygon(&[at(x0, y1, z1), at(x1, y1, z1), at(x1, y1, z0), at(x0, y1, z0)], shade(color, 0.18));
    brush.polygon(&[at(x1, y1, z1), at(x1, y0, z1), at(x1, y0, z0), at(x1, y1, z0)], shade(color, 0.42));
    brush.polygon(&[at(x0, y0, z1), at(x1, y0, z1), at(x1, y1, z1), at(x0, y1, z1)], light(color, 0.1));
}

/// A door that closes a way along y, or along x if `turned`: its leaf lies across.
pub(crate) fn door(look: DoorLook, setting: Setting, turned: bool) -> Vec<Item> {
    let mut brush = Brush::default();
    let b = &mut brush;
    let stone = setting.wall();
    // u runs along the leaf.
    let p = |u: f32, v: f32, z: f32| if turned { at(v, u, z) } else { at(u, v, z) };
    let cube = |b: &mut Brush, u0: f32, u1: f32, v: f32, z0: f32, z1: f32, color: Color| {
        if turned {
            block(b, (-v, u0), (v, u1), z0, z1, color);
        } else {
            block(b, (u0, -v), (u1, v), z0, z1, color);
        }
    };
    let dark = if turned { 0.42 } else { 0.18 };
    // The post further back is drawn first: that is the one at the lower end of u.
    cube(b, -0.5, -0.38, 0.14, 0.0, 2.0, stone);
    match look {
        DoorLook::Arch => {}
        DoorLook::Open => {
            // The leaf stands along the way, hinged at the back post.
            let wood = shade(WOOD, if turned { 0.18 } else { 0.42 });
            let leaf = [p(-0.36, 0.0, 0.0), p(-0.36, 0.66, 0.0), p(-0.36, 0.66, 1.75), p(-0.36, 0.0, 1.75)];
            b.outlined_with(&leaf, wood, shade(WOOD, 0.7), 1.2);
            for z in [0.4, 1.3] {
                b.line(&[p(-0.36, 0.02, z), p(-0.36, 0.62, z)], IRON, 1.8);
            }
        }
        DoorLook::Portcullis => {
            for i in 0..6 {
                let u = -0.32 + 0.128 * i as f32;
                b.line(&[p(u, 0.0, 0.0), p(u, 0.0, 1.75)], INK, 3.0);
                b.line(&[p(u, 0.0, 0.0), p(u, 0.0, 1.75)], IRON, 1.7);
            }
            for z in [0.55, 1.15] {
                b.line(&[p(-0.36, 0.0, z), p(0.36, 0.0, z)], shade(IRON, 0.3), 1.8);
            }
        }
        DoorLook::Secret => cube(b, -0.38, 0.38, 0.1, 0.0, 1.85, stone),
        _ => {
            cube(b, -0.38, 0.38, 0.05, 0.0, 1.75, WOOD);
            let face = shade(WOOD, dark);
            for i in 0..4 {
                let u = -0.19 + 0.127 * i as f32;
                b.line(&[p(u, 0.05, 0.02), p(u, 0.05, 1.73)], shade(face, 0.3), 1.0);
            }
            for z in [0.4, 1.35] {
                b.line(&[p(-0.36, 0.05, z), p(0.3, 0.05, z)], shade(IRON, dark), 2.0);
            }
            let (x, y) = p(0.24, 0.05, 0.85);
            b.put(Path::circle(Vec2::new(x, y), 1.6), Some(GOLD), Some((INK, 0.8)));
            if look == DoorLook::Locked {
                let (x, y) = p(0.08, 0.05, 0.8);
                b.put(
                    Path::rounded_rect(crate::scene::Frame::new(x - 3.6, y - 2.6, 7.2, 6.4), 1.2),
                    Some(GOLD),
                    Some((INK, 1.1)),
                );
                b.put(Path::circle(Vec2::new(x, y), 1.0), Some(INK), None);
                b.line(&[(x, y), (x, y + 2.0)], INK, 1.0);
            }
            if look == DoorLook::Barred {
                b.line(&[p(-0.46, 0.1, 0.9), p(0.46, 0.1, 0.9)], INK, 5.4);
                b.line(&[p(-0.46, 0.1, 0.9), p(0.46, 0.1, 0.9)], shade(Color::hex(0x7d5630), 0.1), 3.6);
            }
        }
    }
    cube(b, 0.38, 0.5, 0.14, 0.0, 2.0, stone);
    cube(b, -0.5, 0.5, 0.14, 1.8, 2.15, stone);
    brush.items()
}

/// A chest, closed or open, its front to the lower left or, turned, to the lower right.
pub(crate) fn chest(open: bool, turned: bool) -> Vec<Item> {
    let mut brush = Brush::default();
    let b = &mut brush;
    foot(b, 13.0);
    let p = |u: f32, v: f32, z: f32| if turned { at(v, u, z) } else { at(u, v, z) };
    let cube = |b: &mut Brush, u: f32, v0: f32, v1: f32, z0: f32, z1: f32, color: Color| {
        if turned {
            block(b, (v0, -u), (v1, u), z0, z1, color);
        } else {
            block(b, (-u, v0), (u, v1), z0, z1, color);
        }
    };
    let (body, lid) = (Color::hex(0x8f5f2f), Color::hex(0xa8733a));
    if open {
        // The lid stands up behind.
        cube(b, 0.36, -0.3, -0.2, 0.5, 1.15, lid);
        cube(b, 0.34, -0.24, 0.24, 0.0, 0.55, body);
        let inside = [p(-0.29, -0.19, 0.55), p(0.29, -0.19, 0.55), p(0.29, 0.19, 0.55), p(-0.29, 0.19, 0.55)];
        b.polygon(&inside, Color::hex(0x2a1a0e));
        for (u, v) in [(-0.16, 0.0), (0.0, -0.06), (0.15, 0.04), (-0.04, 0.1), (0.08, -0.1)] {
            let (x, y) = p(u, v, 0.62);
            b.put(Path::ellipse(Vec2::new(x, y), 2.8, 1.8), Some(GOLD), Some((shade(GOLD, 0.5), 0.8)));
        }
    } else {
        cube(b, 0.34, -0.24, 0.24, 0.0, 0.52, body);
        cube(b, 0.37, -0.27, 0.27, 0.52, 0.74, lid);
        cube(b, 0.37, -0.16, 0.16, 0.74, 0.86, lid);
    }
    let tone = if turned { 0.42 } else { 0.18 };
    for u in [-0.22, 0.22] {
        b.line(&[p(u, 0.25, 0.02), p(u, 0.25, 0.5)], shade(IRON, tone), 2.0);
    }
    let (x, y) = p(0.0, 0.27, 0.5);
    b.put(
        Path::rounded_rect(crate::scene::Frame::new(x - 2.8, y - 3.0, 5.6, 6.2), 1.0),
        Some(GOLD),
        Some((INK, 1.0)),
    );
    b.put(Path::circle(Vec2::new(x, y), 0.9), Some(INK), None);
    brush.items()
}

/// The colours of keys and locks by number.
pub(crate) const KEYS: [u32; 6] = [0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7, 0xe69f00, 0x56b4e9];

/// A key that floats a little over the ground; each number has its colour and the shape of its bow.
pub(crate) fn key(number: usize) -> Vec<Item> {
    let mut brush = Brush::default();
    let color = Color::hex(KEYS[number % KEYS.len()]);
    brush.oval(1.0, 0.0, 7.0, 3.0, SHADE.faded(0.3));
    let (x, y) = (-3.0, -14.0);
    let shaft = [(x + 3.0, y + 2.0), (x + 11.5, y + 7.5)];
    for (tone, wide) in [(INK, 5.0), (color, 2.8)] {
        brush.line(&shaft, tone, wide);
        brush.line(&[(x + 9.5, y + 6.2), (x + 7.6, y + 9.2)], tone, wide - 0.2);
        brush.line(&[(x + 11.5, y + 7.5), (x + 9.6, y + 10.4)], tone, wide - 0.2);
    }
    let bow = match number % 6 {
        0 => Path::circle(Vec2::new(x, y), 5.0),
        1 => super::brush::polygon(&[
            (x - 4.6, y - 4.6),
            (x + 4.6, y - 4.6),
            (x + 4.6, y + 4.6),
            (x - 4.6, y + 4.6),
        ]),
        2 => super::brush::polygon(&[(x, y - 5.8), (x + 5.4, y + 4.0), (x - 5.4, y + 4.0)]),
        3 => super::brush::polygon(&[(x, y - 6.0), (x + 6.0, y), (x, y + 6.0), (x - 6.0, y)]),
        4 => star((x, y), 6.4, 5),
        _ => star((x, y), 6.2, 4),
    };
    brush.put(bow, Some(color), Some((INK, 1.4)));
    brush.oval(x - 0.2, y - 0.2, 1.9, 1.9, INK);
    brush.oval(x - 2.2, y - 2.6, 1.2, 0.9, light(color, 0.6));
    brush.items()
}

fn star((x, y): At, r: f32, points: i32) -> Path {
    let corners: Vec<At> = (0..2 * points)
        .map(|i| {
            let angle = i as f32 / (2 * points) as f32 * std::f32::consts::TAU - std::f32::consts::FRAC_PI_2;
            let far = if i % 2 == 0 { r } else { 0.5 * r };
            (x + far * libm::cosf(angle), y + far * libm::sinf(angle))
        })
        .collect();
    super::brush::polygon(&corners)
}

/// Stairs of one cell. Their foot (or their upper end, on the way down) is at a side, clockwise from
/// the north.
pub(crate) fn stairs(up: bool, side: usize, setting: Setting) -> Vec<Item> {
    let mut brush = Brush::default();
    let stone = light(setting.wall(), 0.1);
    let steps = 6;
    // From the near end (0) to the far end (1), seen from the side where one enters.
    let place = |t: f32, u: f32| -> At {
        let (t, u) = (t - 0.5, u);
        match side {
            0 => (u, t),
            1 => (-t, u),
            2 => (u, -t),
            _ => (t, u),
        }
    };
    if !up {
        let h = 0.46;
        brush
            .polygon(&[at(-h, -h, 0.0), at(h, -h, 0.0), at(h, h, 0.0), at(-h, h, 0.0)], Color::hex(0x15161d));
    }
    let mut order: Vec<i32> = (0..steps).collect();
    // Whatever lies further back first.
    if matches!(side, 1 | 2) {
        order.reverse();
    }
    for i in order {
        let (from, to) = (0.04 + 0.92 * i as f32 / steps as f32, 0.04 + 0.92 * (i + 1) as f32 / steps as f32);
        let (a, b) = (place(from, -0.44), place(to, 0.44));
        let (low, high) = ((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1)));
        if up {
            block(&mut brush, low, high, 0.0, 0.34 * (i + 1) as f32, stone);
        } else {
            let deep = 0.08 * i as f32;
            let tone = stone.mixed(Color::hex(0x15161d), 0.15 * i as f32);
            let corners = [
                at(low.0, low.1, -deep),
                at(high.0, low.1, -deep),
                at(high.0, high.1, -deep),
                at(low.0, high.1, -deep),
            ];
            brush.outlined_with(&corners, tone, Color::hex(0x15161d), 1.0);
        }
    }
    brush.items()
}

/// A gate of light: the way out.
pub(crate) fn portal(step: usize) -> Vec<Item> {
    let mut brush = Brush::default();
    let green = Color::hex(0x3fc36b);
    brush.oval(0.0, 0.0, 22.0, 10.5, green.faded(0.25));
    brush.put(Path::ellipse(Vec2::new(0.0, 0.0), 19.0, 9.0), None, Some((light(green, 0.4), 1.8)));
    for (w, tall, alpha) in [(13.0, 40.0, 0.28), (9.0, 36.0, 0.36), (4.5, 30.0, 0.55)] {
        let sway = 1.5 * (step as f32 - 1.5);
        brush.blob(
            &[
                (-w, 0.0),
                (-0.7 * w, -0.5 * tall),
                (sway, -tall),
                (0.7 * w, -0.5 * tall),
                (w, 0.0),
                (0.0, 0.4 * w),
            ],
            light(green, 0.3).faded(alpha),
        );
    }
    for i in 0..5 {
        let x = 10.0 * crate::noise::jitter(i, step as i32, 780);
        let y = -6.0 - 28.0 * crate::noise::noise(i, step as i32, 781);
        brush.oval(x, y, 1.2, 1.2, Color::hex(0xf4ffe8));
    }
    brush.items()
}

/// A signpost: where one came in.
pub(crate) fn signpost() -> Vec<Item> {
    let mut brush = Brush::default();
    foot(&mut brush, 7.0);
    brush.line(&[(0.0, 0.0), (0.0, -27.0)], INK, 4.6);
    brush.line(&[(0.0, 0.0), (0.0, -27.0)], Color::hex(0x7a5638), 2.8);
    let board = [(-12.0, -25.0), (8.0, -25.0), (13.0, -20.5), (8.0, -16.0), (-12.0, -16.0)];
    brush.outlined(&board, Color::hex(0xb98d57), 1.5);
    brush.line(&[(-8.0, -21.8), (6.0, -21.8)], shade(Color::hex(0xb98d57), 0.4), 1.2);
    brush.line(&[(-8.0, -19.0), (3.0, -19.0)], shade(Color::hex(0xb98d57), 0.4), 1.2);
    brush.items()
}

/// A lantern on a post, for roads at night.
pub(crate) fn lamp_post() -> Vec<Item> {
    let mut brush = Brush::default();
    foot(&mut brush, 6.0);
    brush.line(&[(0.0, 0.0), (0.0, -30.0), (6.0, -32.0)], INK, 4.2);
    brush.line(&[(0.0, 0.0), (0.0, -30.0), (6.0, -32.0)], Color::hex(0x5c4226), 2.4);
    let box_ = [(3.2, -29.0), (9.2, -29.0), (8.2, -21.5), (4.2, -21.5)];
    brush.outlined(&box_, Color::hex(0xf6cf6b), 1.3);
    brush.polygon(&[(2.6, -29.0), (9.8, -29.0), (6.2, -32.6)], INK);
    brush.items()
}
