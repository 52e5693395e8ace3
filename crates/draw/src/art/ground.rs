//! Ground tiles of the dual grid: they lie between four cells, and a mask says which of the four have
//! this ground or a higher one.
//!
//! Borders cross the sides of a tile in their middles and at right angles, so any two tiles that agree
//! on a side fit together; the variants of a mask differ inside.

use super::brush::PIXELS;
use super::tone::{LIGHT, SHADE, light, shade};
use crate::noise::{jitter, noise};
use crate::scene::{Cap, Color, Item, Layer, Path, Stroke, Vec2};

/// Variants of each mask.
pub(crate) const VARIANTS: usize = 4;

/// A ground of the atlas.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Soil {
    pub(crate) name: &'static str,
    pub(crate) color: Color,
    pub(crate) blocks: bool,
    texture: Texture,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Texture {
    Water,
    Grains,
    Flags,
    Planks,
    Pebbles,
    Tufts,
    Furrows,
    Leaves,
    Cracks,
    Drifts,
    Reeds,
}

const fn soil(name: &'static str, rgb: u32, texture: Texture) -> Soil {
    Soil { name, color: Color::hex(rgb), blocks: false, texture }
}

/// The grounds, from low to high: a higher one is drawn over a lower one.
pub(crate) const SOILS: [Soil; 14] = [
    Soil { blocks: true, ..soil("deep", 0x3f7fa8, Texture::Water) },
    Soil { blocks: true, ..soil("water", 0x5aa0c4, Texture::Water) },
    soil("mud", 0xa9a37a, Texture::Reeds),
    soil("sand", 0xe8d6a2, Texture::Grains),
    soil("paving", 0xcdbd9d, Texture::Flags),
    soil("planks", 0xb98d57, Texture::Planks),
    soil("earth", 0xb08d62, Texture::Pebbles),
    soil("road", 0xd9bf8c, Texture::Pebbles),
    soil("grass", 0x9cc069, Texture::Tufts),
    soil("field", 0xd8c56a, Texture::Furrows),
    soil("wood", 0x86a95a, Texture::Leaves),
    soil("hill", 0xb3ad72, Texture::Tufts),
    soil("stone", 0xb9b6ac, Texture::Cracks),
    soil("snow", 0xeef3f7, Texture::Drifts),
];

/// How far regions reach beyond the tile, so that its border pixels are whole.
const BLEED: f32 = 0.2;
/// The middle of a side to the middle of the next around a corner: a quarter of a circle.
const ARC: f32 = 0.5 * 0.552_284_8;

/// The part of a tile (a unit square) that a mask fills, and the border within the tile.
///
/// Bits: 1 the north-west cell, 2 the north-east one, 4 the south-east one, 8 the south-west one.
pub(crate) fn region(mask: u8, variant: i32) -> (Path, Path) {
    let v = Vec2::new;
    let e = BLEED;
    let bend = |i: i32| 1.0 + 0.3 * jitter(variant, i32::from(mask) * 8 + i, 720);
    // Around the north-west corner, from the north side to the west side.
    let arc = |path: &mut Path, i: i32| {
        let k = ARC * bend(i);
        path.curve_to(v(0.5, k), v(k, 0.5), v(0.0, 0.5));
    };
    let (mut fill, mut line) = (Path::new(), Path::new());
    let turns = match mask & 15 {
        0 => return (fill, line),
        15 => {
            fill.extend(&Path::polygon([v(-e, -e), v(1.0 + e, -e), v(1.0 + e, 1.0 + e), v(-e, 1.0 + e)]));
            return (fill, line);
        }
        m @ (1 | 2 | 4 | 8) => {
            line.move_to(v(0.5, -e));
            line.line_to(v(0.5, 0.0));
            arc(&mut line, 0);
            line.line_to(v(-e, 0.5));
            fill.extend(&line);
            fill.line_to(v(-e, -e));
            fill.close();
            m.trailing_zeros()
        }
        m @ (3 | 6 | 12 | 9) => {
            let sway = 0.5 + 0.13 * jitter(variant, i32::from(mask), 721);
            line.move_to(v(1.0 + e, 0.5));
            line.line_to(v(1.0, 0.5));
            line.curve_to(v(0.82, 0.5), v(0.7, sway), v(0.5, sway));
            line.curve_to(v(0.3, sway), v(0.18, 0.5), v(0.0, 0.5));
            line.line_to(v(-e, 0.5));
            fill.extend(&line);
            fill.line_to(v(-e, -e));
            fill.line_to(v(1.0 + e, -e));
            fill.close();
            [3, 6, 12, 9].iter().position(|q| *q == m).unwrap_or(0) as u32
        }
        m @ (5 | 10) => {
            // Two corners that touch across the tile: joined, with the other two cut off. The
            // contour goes around the north-east corner, then around the south-west one.
            let mut first = Path::new();
            first.move_to(v(0.5, -e));
            first.line_to(v(0.5, 0.0));
            let k = ARC * bend(0);
            first.curve_to(v(0.5, k), v(1.0 - k, 0.5), v(1.0, 0.5));
            first.line_to(v(1.0 + e, 0.5));
            let mut second = Path::new();
            second.move_to(v(0.5, 1.0 + e));
            second.line_to(v(0.5, 1.0));
            let k = ARC * bend(1);
            second.curve_to(v(0.5, 1.0 - k), v(k, 0.5), v(0.0, 0.5));
            second.line_to(v(-e, 0.5));
            line.extend(&first);
            line.extend(&second);
            fill.extend(&first);
            fill.line_to(v(1.0 + e, 1.0 + e));
            for segment in second.segments() {
                match *segment {
                    crate::scene::Segment::Move(p) | crate::scene::Segment::Line(p) => fill.line_to(p),
                    crate::scene::Segment::Curve(a, b, p) => fill.curve_to(a, b, p),
                    crate::scene::Segment::Close => {}
                }
            }
            fill.line_to(v(-e, -e));
            fill.close();
            u32::from(m == 10)
        }
        m => {
            // All but one corner.
            line.move_to(v(0.5, -e));
            line.line_to(v(0.5, 0.0));
            arc(&mut line, 0);
            line.line_to(v(-e, 0.5));
            fill.extend(&line);
            fill.line_to(v(-e, 1.0 + e));
            fill.line_to(v(1.0 + e, 1.0 + e));
            fill.line_to(v(1.0 + e, -e));
            fill.close();
            (!m & 15).trailing_zeros()
        }
    };
    let turn = |path: Path| {
        let mut path = path;
        for _ in 0..turns {
            path = path.map(|p| v(1.0 - p.y, p.x));
        }
        path
    };
    (turn(fill), turn(line))
}

/// A place in the tile as it lies in the picture, around the tile's middle.
pub(crate) fn tilt(p: Vec2) -> Vec2 {
    Vec2::new(p.x - p.y, (p.x + p.y - 1.0) / 2.0)
}

fn stroke(color: Color, pixels: f32) -> Stroke {
    Stroke::new(color, pixels / PIXELS).round()
}

/// A ground tile.
pub(crate) fn tile(soil: &Soil, mask: u8, variant: usize) -> Vec<Item> {
    let variant = variant as i32;
    let mut layer = Layer::default();
    let (fill, line) = region(mask, variant);
    let (fill, line) = (fill.map(tilt), line.map(tilt));
    layer.fill(fill, soil.color);
    texture(&mut layer, soil, mask, variant);
    let rim = shade(soil.color, 0.3);
    if soil.texture != Texture::Water {
        layer.stroke(line.clone(), stroke(rim.faded(0.25), 5.0));
        layer.stroke(line, stroke(rim, 1.6));
    } else if soil.name == "water" {
        layer.stroke(line, stroke(soil.color.mixed(SOILS[0].color, 0.4), 1.5));
    }
    layer.items
}

/// Shallows and foam around land, over water and under the land.
pub(crate) fn shore(mask: u8, variant: usize) -> Vec<Item> {
    let (_, line) = region(mask, variant as i32);
    let line = line.map(tilt);
    let mut layer = Layer::default();
    let (water, shallow, foam) = (SOILS[1].color, Color::hex(0x8cc6d8), Color::hex(0xe8f5f4));
    let (outer, inner) = (water.mixed(shallow, 0.45), water.mixed(shallow, 0.85));
    let dashed = |color: Color, width: f32, dash: f32, gap: f32| Stroke {
        cap: Cap::Butt,
        ..stroke(color, width).dashed(dash / PIXELS, gap / PIXELS)
    };
    layer.stroke(line.clone(), stroke(outer, 36.0));
    layer.stroke(line.clone(), dashed(outer.mixed(foam, 0.6), 33.0, 13.0, 27.0));
    layer.stroke(line.clone(), stroke(outer, 30.0));
    layer.stroke(line.clone(), stroke(inner, 25.0));
    layer.stroke(line.clone(), dashed(foam, 21.0, 24.0, 10.0));
    layer.stroke(line, stroke(inner, 18.0));
    layer.items
}

/// A point well inside of what a mask fills; `None` if the hashed place is not.
fn spot(mask: u8, variant: i32, number: i32) -> Option<Vec2> {
    let p = Vec2::new(
        0.08 + 0.84 * noise(variant * 16 + i32::from(mask), number, 722),
        0.08 + 0.84 * noise(variant * 16 + i32::from(mask), number, 723),
    );
    let corner = match (p.x < 0.5, p.y < 0.5) {
        (true, true) => 0,
        (false, true) => 1,
        (false, false) => 2,
        (true, false) => 3,
    };
    let to_corner = |c: usize| {
        let q = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)][c];
        (Vec2::new(q.0, q.1) - p).length()
    };
    let inside = mask >> corner & 1 == 1;
    // Near enough to its own corner, or the corners beside it are of the ground as well.
    let both = mask >> ((corner + 1) % 4) & 1 == 1 && mask >> ((corner + 3) % 4) & 1 == 1;
    (inside && (both || to_corner(corner) < 0.33)).then_some(p)
}

fn texture(layer: &mut Layer, soil: &Soil, mask: u8, variant: i32) {
    let base = soil.color;
    let whole = mask == 15;
    let spots = |from: i32, count: i32| {
        (from..from + count).filter_map(move |i| spot(mask, variant, i)).collect::<Vec<_>>()
    };
    let px = |x: f32, y: f32| Vec2::new(x / PIXELS, y / PIXELS);
    // Soft patches that end within the tile.
    if whole && !matches!(soil.texture, Texture::Water | Texture::Flags | Texture::Planks | Texture::Furrows)
    {
        for i in 0..2 {
            let middle = Vec2::new(0.5 + 0.1 * jitter(variant, i, 724), 0.5 + 0.1 * jitter(variant, i, 725));
            let reach = 0.2 + 0.12 * noise(variant, i, 726);
            let points: Vec<(f32, f32)> = (0..8)
                .map(|k| {
                    let angle = k as f32 / 8.0 * std::f32::consts::TAU;
                    let r = reach * (1.0 + 0.3 * jitter(variant * 3 + i, k, 727));
                    let p = tilt(middle + Vec2::new(libm::cosf(angle), libm::sinf(angle)) * r);
                    (p.x, p.y)
                })
                .collect();
            let tone = if (variant + i) % 2 == 0 { SHADE.faded(0.05) } else { LIGHT.faded(0.09) };
            layer.fill(crate::dungeon::things::closed_curve(&points), tone);
        }
    }
    match soil.texture {
        Texture::Water => {
            if whole && variant % 2 == 0 {
                for p in spots(0, 2).into_iter().map(tilt) {
                    let wave =
                        [(-6.0, 0.0), (-3.0, -2.0), (0.0, 0.0), (3.0, -2.0), (6.0, 0.0)].map(|(x, y)| {
                            let q = p + px(x, y);
                            (q.x, q.y)
                        });
                    let foam = Color::hex(0xe8f5f4).faded(0.55);
                    layer.stroke(crate::dungeon::things::open_curve(&wave), stroke(foam, 1.2));
                }
            }
        }
        Texture::Grains | Texture::Pebbles => {
            for (i, p) in spots(0, 6).into_iter().map(tilt).enumerate() {
                let tone = if i % 2 == 0 { shade(base, 0.22) } else { light(base, 0.4) };
                layer.fill(Path::ellipse(p, 1.1 / PIXELS, 0.7 / PIXELS), tone);
            }
        }
        Texture::Flags => grid(layer, base, mask, 2, variant, 0.24),
        Texture::Planks => planks(layer, base, mask, variant),
        Texture::Tufts | Texture::Leaves | Texture::Reeds => {
            let (tall, tone) = match soil.texture {
                Texture::Reeds => (8.0, Color::hex(0x6c7c43)),
                Texture::Leaves => (4.0, shade(base, 0.24)),
                _ => (4.2, shade(base, 0.2)),
            };
            let mut blades = Path::new();
            for p in spots(0, 3 + variant % 3).into_iter().map(tilt) {
                for d in [-2.4f32, 0.0, 2.4] {
                    blades.move_to(p);
                    blades.line_to(p + px(d, -tall + 0.4 * d.abs()));
                }
            }
            layer.stroke(blades, stroke(tone, 1.1));
            if soil.texture == Texture::Leaves {
                for p in spots(20, 4).into_iter().map(tilt) {
                    layer.fill(Path::ellipse(p, 1.6 / PIXELS, 0.8 / PIXELS), Color::hex(0xb3a860));
                }
            }
        }
        Texture::Furrows => {
            let mut lines = Path::new();
            for k in 0..6 {
                let y = (k as f32 + 0.5) / 6.0;
                for half in 0..2 {
                    let corner = if y < 0.5 { half } else { 3 - half };
                    if mask >> corner & 1 == 1 {
                        let (from, to) = if half == 0 { (0.0, 0.5) } else { (0.5, 1.0) };
                        let depth = if y < 0.5 { y } else { 1.0 - y };
                        let beside = mask >> (if y < 0.5 { 1 - half } else { 2 + half }) & 1 == 1;
                        let inset = if beside { 0.0 } else { 0.1 + 0.5 * depth };
                        let (from, to) = if half == 0 { (from, to - inset) } else { (from + inset, to) };
                        if to > from {
                            lines.move_to(tilt(Vec2::new(from, y)));
                            lines.line_to(tilt(Vec2::new(to, y)));
                        }
                    }
                }
            }
            layer.stroke(lines, Stroke { cap: Cap::Butt, ..stroke(shade(base, 0.2), 1.7) });
        }
        Texture::Cracks => {
            for (i, p) in spots(0, 3).into_iter().map(tilt).enumerate() {
                let slant = 2.0 * jitter(variant, i as i32, 728);
                let crack = [p + px(-5.0, -slant), p + px(-1.0, 1.0), p + px(4.0, slant)];
                layer.stroke(Path::polyline(crack), stroke(shade(base, 0.26), 1.1));
            }
        }
        Texture::Drifts => {
            for (i, p) in spots(0, 2).into_iter().map(tilt).enumerate() {
                let r = 5.0 + 3.0 * noise(variant, i as i32, 729);
                let mut drift = Path::new();
                drift.move_to(p + px(-r, 1.0));
                drift.quad_to(p + px(0.0, -0.45 * r), p + px(r, 1.5));
                layer.stroke(drift, stroke(shade(base, 0.16), 1.3));
            }
        }
    }
}

/// Joints of flags: lines that reach the tile's sides in the same places in every variant.
fn grid(layer: &mut Layer, base: Color, mask: u8, parts: i32, variant: i32, tone: f32) {
    if mask != 15 {
        return;
    }
    let mut lines = Path::new();
    for k in 0..=parts {
        let t = k as f32 / parts as f32;
        lines.extend(&Path::line(tilt(Vec2::new(0.0, t)), tilt(Vec2::new(1.0, t))));
        lines.extend(&Path::line(tilt(Vec2::new(t, 0.0)), tilt(Vec2::new(t, 1.0))));
    }
    for y in 0..parts {
        for x in 0..parts {
            let mood = noise(variant * 4 + x, y, 730);
            let (a, b) = (x as f32 / parts as f32, y as f32 / parts as f32);
            let side = 1.0 / parts as f32;
            let stone = [(a, b), (a + side, b), (a + side, b + side), (a, b + side)];
            let path = Path::polygon(stone.map(|(x, y)| tilt(Vec2::new(x, y))));
            if mood < 0.3 {
                layer.fill(path, SHADE.faded(0.07));
            } else if mood > 0.7 {
                layer.fill(path, LIGHT.faded(0.16));
            }
        }
    }
    layer.stroke(lines, Stroke { cap: Cap::Butt, ..stroke(shade(base, tone), 1.1) });
}

fn planks(layer: &mut Layer, base: Color, mask: u8, variant: i32) {
    if mask != 15 {
        return;
    }
    let mut lines = Path::new();
    for k in 0..5 {
        let y = k as f32 / 5.0;
        let board = [(0.0, y), (1.0, y), (1.0, y + 0.2), (0.0, y + 0.2)];
        let mood = noise(variant, k, 731);
        let tone = if mood < 0.5 { SHADE.faded(0.12 * mood) } else { LIGHT.faded(0.22 * (mood - 0.5)) };
        layer.fill(Path::polygon(board.map(|(x, y)| tilt(Vec2::new(x, y)))), tone);
        lines.extend(&Path::line(tilt(Vec2::new(0.0, y)), tilt(Vec2::new(1.0, y))));
        let end = 0.2 + 0.6 * noise(variant, k, 732);
        lines.extend(&Path::line(tilt(Vec2::new(end, y)), tilt(Vec2::new(end, y + 0.2))));
    }
    layer.stroke(lines, Stroke { cap: Cap::Butt, ..stroke(shade(base, 0.32), 1.1) });
}

/// A cell of a dungeon's floor, flagged or trodden, around the cell's middle.
pub(crate) fn floor(color: Color, natural: bool, variant: usize) -> Vec<Item> {
    let variant = variant as i32;
    let mut layer = Layer::default();
    let (all, _) = region(15, variant);
    let mood = noise(variant, 0, 733);
    let base = if mood < 0.3 { shade(color, 0.05) } else { light(color, 0.1 * mood) };
    layer.fill(all.map(tilt), base);
    if natural {
        for i in 0..5 {
            let p = tilt(Vec2::new(0.1 + 0.8 * noise(variant, i, 734), 0.1 + 0.8 * noise(variant, i, 735)));
            let tone = if i % 2 == 0 { shade(color, 0.2) } else { light(color, 0.2) };
            layer.fill(Path::ellipse(p, 1.8 / PIXELS, 1.0 / PIXELS), tone);
        }
    }
    let line = shade(color, if natural { 0.1 } else { 0.22 });
    let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    layer.stroke(Path::polygon(square.map(|(x, y)| tilt(Vec2::new(x, y)))), stroke(line, 1.1));
    if variant % 2 == 1 {
        let at = |i: i32| Vec2::new(0.25 + 0.5 * noise(variant, i, 736), 0.25 + 0.5 * noise(variant, i, 737));
        let crack = [at(0), at(0) + (at(1) - at(0)) * 0.5, at(0) + (at(2) - at(0)) * 0.7];
        layer.stroke(Path::polyline(crack.map(tilt)), stroke(shade(color, 0.32), 1.0));
    }
    layer.items
}
