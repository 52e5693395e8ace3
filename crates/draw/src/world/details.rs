//! Small things on the ground: ripples, grains, tufts, flowers, stones, furrows.

use mapkiln_core::{Grid, Point};

use super::contour::{Lattice, Outline};
use super::grounds::Ground;
use super::survey::Survey;
use super::terrain::{line, soft_noise};
use crate::noise::{jitter, noise};
use crate::scene::{Color, Frame, Layer, Path, Scene, Vec2};

/// Rows of cells whose details are one item: a picture is drawn in bands, and items outside of a band
/// are skipped.
const ROWS: i32 = 8;

/// Small waves on open water.
pub(super) fn ripples(survey: &Survey, scene: &mut Scene) {
    let layer = scene.layer("ripples");
    each_band(survey, |cells| {
        let mut path = Path::new();
        for p in cells {
            if survey.main.get(p) != Some(&Ground::Water) || noise(p.x, p.y, 18) > 0.2 {
                continue;
            }
            let at = place(survey, p)
                + Vec2::new(noise(p.x, p.y, 19) * 0.5 - 0.4, noise(p.x, p.y, 20) * 0.6 - 0.3);
            if !near(survey, p, |g| g == Ground::Water) {
                continue;
            }
            path.move_to(at);
            path.quad_to(at + Vec2::new(0.08, -0.09), at + Vec2::new(0.17, 0.0));
            path.quad_to(at + Vec2::new(0.26, -0.09), at + Vec2::new(0.35, 0.0));
        }
        layer.stroke(path, line(Color::hex(0xe8f5f4).faded(0.5), 0.035));
    });
}

/// Flagstones of a room, plates of a deck and of a hull.
pub(super) fn courses(survey: &Survey, ground: Ground, border: &Path, scene: &mut Scene) {
    let (w, h) = (survey.main.width(), survey.main.height());
    let (color, size, width) = match ground {
        Ground::Room => (Color::hex(0x8f8268).faded(0.45), 1, 0.035),
        Ground::Deck => (Color::hex(0x6f7e8b).faded(0.55), 2, 0.04),
        Ground::Gangway => (Color::hex(0x5f6e7b).faded(0.5), 1, 0.04),
        Ground::Hull => (Color::hex(0x2c343d).faded(0.8), 3, 0.05),
        _ => return,
    };
    let layer = scene.layer("courses");
    layer.clip = Some(border.clone());
    for y in (0..=h).step_by(size) {
        let mut lines = Path::new();
        let top = y as f32;
        lines.extend(&Path::line(Vec2::new(-1.0, top), Vec2::new(w as f32 + 1.0, top)));
        // Every second course begins in the middle of a stone.
        let shift = if matches!(ground, Ground::Deck | Ground::Gangway) || (y / size as i32) % 2 == 0 {
            0.0
        } else {
            0.5
        };
        for x in (0..=w).step_by(size) {
            let left = x as f32 + shift * size as f32;
            if ground == Ground::Room && noise(x, y, 31) < 0.25 {
                continue;
            }
            lines.extend(&Path::line(Vec2::new(left, top), Vec2::new(left, top + size as f32)));
        }
        layer.stroke(lines, line(color, width));
    }
    if ground == Ground::Deck {
        let mut bolts = Path::new();
        for y in (0..=h).step_by(size) {
            for x in (0..=w).step_by(size) {
                for (dx, dy) in [(0.16, 0.16), (1.84, 0.16), (0.16, 1.84), (1.84, 1.84)] {
                    bolts.extend(&Path::circle(Vec2::new(x as f32 + dx, y as f32 + dy), 0.05));
                }
            }
        }
        layer.fill(bolts, color);
    }
}

/// Where a cell's middle lies.
pub(super) fn place(survey: &Survey, p: Point) -> Vec2 {
    survey.lattice.cell(p)
}

/// Are all cells around a cell like this?
pub(super) fn near(survey: &Survey, p: Point, like: impl Fn(Ground) -> bool) -> bool {
    let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| Point::new(p.x + dx, p.y + dy)));
    around.filter_map(|q| survey.main.get(q)).all(|g| like(*g))
}

fn each_band(survey: &Survey, mut draw: impl FnMut(Vec<Point>)) {
    let (w, h) = (survey.main.width(), survey.main.height());
    let mut top = 0;
    while top < h {
        let rows = top..(top + ROWS).min(h);
        draw(rows.flat_map(|y| (0..w).map(move |x| Point::new(x, y))).collect());
        top += ROWS;
    }
}

/// Which of the small things are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Marking {
    All,
    /// Only what lies flat: grains, stones and cracks, not what grows or rises.
    Flat,
}

/// Tufts, grains, flowers and stones.
pub(super) fn draw(survey: &Survey, scene: &mut Scene, marking: Marking) {
    let layer = scene.layer("details");
    each_band(survey, |cells| {
        let mut marks = Marks::default();
        for p in cells {
            let free = survey.roads[p] == 0
                && survey.streams[p] == 0
                && survey.walls[p] == 0
                && survey.covers[p].is_none();
            if free {
                marks.add(survey, p, survey.main[p]);
            }
        }
        marks.draw(layer, marking);
    });
}

#[derive(Default)]
struct Marks {
    tufts: Path,
    grains: Path,
    flowers: [Path; 3],
    stones: Path,
    ridges: Path,
    cracks: Path,
    drifts: Path,
    reeds: Path,
}

impl Marks {
    fn add(&mut self, survey: &Survey, p: Point, ground: Ground) {
        let middle = place(survey, p);
        let spot = |i: u32| middle + Vec2::new(jitter(p.x, p.y, 12 + i), jitter(p.x, p.y, 22 + i)) * 0.48;
        let count = |most: f32| (noise(p.x, p.y, 11) * most) as u32;
        match ground {
            Ground::Grass => {
                let lush = soft_noise(middle, 6.0, 93);
                for i in 0..count(1.0 + 3.4 * lush) {
                    tuft(&mut self.tufts, spot(i), 0.13);
                }
                if noise(p.x, p.y, 15) < 0.045 {
                    let kind = (noise(p.x, p.y, 16) * 3.0) as usize;
                    for i in 0..4 {
                        let at = middle + (spot(i + 30) - middle) * 0.5;
                        self.flowers[kind.min(2)].extend(&Path::circle(at, 0.045));
                    }
                }
            }
            Ground::Sand | Ground::Earth => {
                for i in 0..count(4.0) {
                    self.grains.extend(&Path::circle(spot(i), 0.028));
                }
            }
            Ground::Mud => {
                for i in 0..count(4.5) {
                    tuft(&mut self.reeds, spot(i), 0.26);
                }
            }
            Ground::Hill => {
                if noise(p.x, p.y, 17) < 0.5 {
                    let at = spot(1);
                    let r = 0.2 + 0.14 * noise(p.x, p.y, 26);
                    self.ridges.move_to(at + Vec2::new(-r, r * 0.4));
                    self.ridges.quad_to(at + Vec2::new(0.0, -r * 1.1), at + Vec2::new(r, r * 0.4));
                    self.ridges.move_to(at + Vec2::new(r * 0.35, -r * 0.02));
                    self.ridges.line_to(at + Vec2::new(r * 0.12, r * 0.34));
                }
                for i in 0..count(1.6) {
                    tuft(&mut self.tufts, spot(i + 4), 0.1);
                }
            }
            Ground::Rock => {
                if noise(p.x, p.y, 17) < 0.55 && near(survey, p, |g| g >= Ground::Hill) {
                    peak(&mut self.ridges, &mut self.cracks, spot(2), 0.26 + 0.2 * noise(p.x, p.y, 26));
                } else {
                    for i in 0..count(3.0) {
                        crack(&mut self.cracks, spot(i), jitter(p.x, p.y, 40 + i));
                    }
                }
            }
            Ground::Frost if noise(p.x, p.y, 17) < 0.3 => {
                // Drifts, not mountains.
                let at = spot(2);
                let r = 0.16 + 0.12 * noise(p.x, p.y, 26);
                self.drifts.move_to(at + Vec2::new(-r, 0.0));
                self.drifts.quad_to(at + Vec2::new(r * 0.2, -r * 0.9), at + Vec2::new(r, 0.1 * r));
            }
            Ground::Snow if noise(p.x, p.y, 17) < 0.4 => {
                // Snow lies smooth: no strokes on the dark side.
                peak(&mut self.drifts, &mut Path::new(), spot(2), 0.3 + 0.16 * noise(p.x, p.y, 26));
            }
            Ground::Floor => {
                for i in 0..count(2.2) {
                    crack(&mut self.stones, spot(i), jitter(p.x, p.y, 40 + i));
                }
            }
            _ => {}
        }
    }

    fn draw(self, layer: &mut Layer, marking: Marking) {
        layer.fill(self.grains, Color::hex(0xc9b077));
        layer.stroke(self.stones, line(Color::hex(0x9c8e72), 0.035));
        if marking == Marking::Flat {
            return;
        }
        layer.stroke(self.tufts, line(Color::hex(0x7fa953), 0.035));
        layer.stroke(self.reeds, line(Color::hex(0x6c7c43), 0.04));
        for (path, color) in self.flowers.into_iter().zip([0xf4f0d8, 0xe9c64f, 0xd98aa0]) {
            layer.fill(path, Color::hex(color));
        }
        layer.stroke(self.ridges, line(Color::hex(0x6b6445).faded(0.75), 0.045));
        layer.stroke(self.cracks, line(Color::hex(0x6d675e).faded(0.7), 0.035));
        layer.stroke(self.drifts, line(Color::hex(0x9db2bf), 0.05));
    }
}

fn tuft(path: &mut Path, at: Vec2, height: f32) {
    for d in [-0.5f32, 0.0, 0.5] {
        path.move_to(at);
        path.line_to(at + Vec2::new(d * height * 1.3, -height * (1.0 - d.abs() * 0.5)));
    }
}

fn crack(path: &mut Path, at: Vec2, slant: f32) {
    path.move_to(at + Vec2::new(-0.13, -0.05 * slant));
    path.line_to(at + Vec2::new(-0.02, 0.05));
    path.line_to(at + Vec2::new(0.1, 0.02 + 0.08 * slant));
}

/// A small mountain: two slopes, and strokes on its dark side.
fn peak(ridges: &mut Path, shade: &mut Path, at: Vec2, r: f32) {
    ridges.move_to(at + Vec2::new(-r, r * 0.7));
    ridges.line_to(at + Vec2::new(-r * 0.1, -r * 0.8));
    ridges.line_to(at + Vec2::new(r * 0.9, r * 0.7));
    for k in 1..4 {
        let t = k as f32 / 4.0;
        let top = at + Vec2::new(-r * 0.1 + r * t, -r * 0.8 + 1.5 * r * t);
        shade.move_to(top);
        shade.line_to(top + Vec2::new(-r * 0.16, r * 0.34));
    }
}

/// Single cells of another ground: ponds, ploughed fields.
pub(super) fn patches(survey: &Survey, scene: &mut Scene, wanted: impl Fn(Ground) -> bool) {
    if survey.patches.is_empty() {
        return;
    }
    let cells = patch_cells(survey);
    for ground in Ground::ALL.into_iter().filter(|ground| wanted(*ground)) {
        let Some(border) = patch_border(survey, ground) else { continue };
        let layer = scene.layer("patches");
        if ground == Ground::Field {
            fields(&cells, &border, scene);
            continue;
        }
        layer.stroke(border.clone(), line(ground.rim().faded(0.5), 0.3));
        layer.shape(border, Some(ground.color()), Some(line(ground.rim(), 0.07)));
        if ground == Ground::Floor {
            cobbles(&cells, layer);
        }
    }
}

/// The ground of each patch on its cell.
fn patch_cells(survey: &Survey) -> Grid<Option<Ground>> {
    let mut cells: Grid<Option<Ground>> = Grid::new(survey.main.width(), survey.main.height(), None);
    for &(p, ground) in &survey.patches {
        cells[p] = Some(ground);
    }
    cells
}

/// The border of all patches of one ground; none if there are none.
pub(super) fn patch_border(survey: &Survey, ground: Ground) -> Option<Path> {
    if !survey.patches.iter().any(|(_, g)| *g == ground) {
        return None;
    }
    let cells = patch_cells(survey);
    let lattice = Lattice::new(cells.width(), cells.height(), Vec2::new(0.5, 0.5), 1.0, false);
    let inside: Vec<bool> = (0..lattice.len())
        .map(|i| {
            let (x, y) = lattice.inside(i);
            cells.get(Point::new(x, y)) == Some(&Some(ground))
        })
        .collect();
    let outline = match ground {
        Ground::Floor => Outline::Cut,
        Ground::Hull | Ground::Wall => Outline::Square,
        _ => Outline::Soft,
    };
    Some(lattice.with_outline(outline).border(&inside))
}

/// Paving stones of a square.
fn cobbles(cells: &Grid<Option<Ground>>, layer: &mut Layer) {
    let mut stones = Path::new();
    for (p, _) in cells.iter().filter(|(_, ground)| **ground == Some(Ground::Floor)) {
        for k in 0..9 {
            let row = k / 3;
            let shift = if row % 2 == 0 { 0.08 } else { 0.24 };
            let at = Vec2::new(shift + 0.33 * (k % 3) as f32, 0.16 + 0.33 * row as f32);
            stones.extend(&Path::circle(Vec2::from(p) + at, 0.07 + 0.02 * jitter(p.x * 9 + k, p.y, 77)));
        }
    }
    layer.fill(stones, Ground::Floor.rim().faded(0.28));
}

/// Ploughed fields: furrows along each parcel's longer side, in three tints, with hedges around.
fn fields(cells: &Grid<Option<Ground>>, border: &Path, scene: &mut Scene) {
    let (w, h) = (cells.width(), cells.height());
    let is_field = |p: Point| cells.get(p) == Some(&Some(Ground::Field));
    // Parcels are pieces of at most 9x6 cells, in shifted rows, so that large fields are patchwork.
    let parcel = |p: Point| {
        let row = p.y.div_euclid(6);
        let shift = (noise(row, 0, 60) * 9.0) as i32;
        ((p.x + shift).div_euclid(9), row)
    };
    let tints = [Color::hex(0xd8c56a), Color::hex(0xbcc467), Color::hex(0xcda567)];
    let tint = |p: Point| {
        let (x, y) = parcel(p);
        (noise(x, y, 61) * 3.0) as usize % 3
    };
    let layer = scene.layer("fields");
    layer.clip = Some(border.clone());
    let mut fills: [Path; 3] = std::array::from_fn(|_| Path::new());
    let mut furrows: [Path; 3] = std::array::from_fn(|_| Path::new());
    let mut hedges = Path::new();
    for p in (0..h).flat_map(|y| (0..w).map(move |x| Point::new(x, y))) {
        // A cell beyond the rim too, where the curve bulges out.
        let near = (-1..=1)
            .flat_map(|dy| (-1..=1).map(move |dx| Point::new(p.x + dx, p.y + dy)))
            .find(|q| is_field(*q));
        let Some(_) = near else { continue };
        let kind = tint(p);
        let corner = Vec2::from(p);
        fills[kind].add_rect(Frame::new(corner.x, corner.y, 1.0, 1.0).grown(0.01));
        let (x, y) = parcel(p);
        let across = noise(x, y, 62) < 0.5;
        for k in 0..5 {
            let t = 0.1 + 0.2 * k as f32;
            let (from, to) = if across {
                (Vec2::new(0.0, t), Vec2::new(1.0, t))
            } else {
                (Vec2::new(t, 0.0), Vec2::new(t, 1.0))
            };
            furrows[kind].move_to(corner + from);
            furrows[kind].line_to(corner + to);
        }
        for (q, from, to) in [
            (Point::new(p.x + 1, p.y), Vec2::new(1.0, 0.0), Vec2::new(1.0, 1.0)),
            (Point::new(p.x, p.y + 1), Vec2::new(0.0, 1.0), Vec2::new(1.0, 1.0)),
        ] {
            if parcel(q) != parcel(p) {
                hedges.move_to(corner + from);
                hedges.line_to(corner + to);
            }
        }
    }
    for ((fill, furrow), color) in fills.into_iter().zip(furrows).zip(tints) {
        layer.fill(fill, color);
        layer.stroke(furrow, line(color.mixed(Color::hex(0x6b5a2a), 0.35), 0.05));
    }
    layer.stroke(hedges, line(Color::hex(0x7f9a4a), 0.14));
    let layer = scene.layer("hedges");
    layer.stroke(border.clone(), line(Color::hex(0x5f8642), 0.16));
    layer.stroke(border.clone(), line(Color::hex(0x86ad57), 0.09).dashed(0.12, 0.2));
}
