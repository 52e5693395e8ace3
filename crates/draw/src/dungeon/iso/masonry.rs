//! Walls along the border of the floor: high behind it, cut low before it.

use std::collections::BTreeMap;

use super::solid::{left_face, right_face};
use super::{SHADE, Standing, project};
use crate::dungeon::ground::Ground;
use crate::dungeon::setting::Setting;
use crate::noise::noise;
use crate::scene::{Color, Layer, Path, Stroke, Vec2};

/// How high a wall behind floor is, in steps.
const HIGH: f32 = 2.4;
/// How high a wall before floor is left standing.
const CUT: f32 = 0.4;
/// How thick walls are, in cells.
const THICK: f32 = 0.5;
/// The height of a course of bricks.
const COURSE: f32 = 0.6;
/// The length of a brick, in cells.
const BRICK: f32 = 0.8;
/// The outer faces of cut walls reach this far down.
const FOOT: f32 = -0.7;

/// One straight piece of wall.
struct Piece {
    a: Vec2,
    b: Vec2,
    /// The outer corners beside `a` and `b`.
    outer_a: Vec2,
    outer_b: Vec2,
    height: f32,
    /// The heights of the pieces before and after it.
    before: f32,
    after: f32,
}

/// All walls of a level.
pub(super) fn walls(ground: &Ground, setting: Setting) -> Vec<Standing> {
    let mut standing: Vec<Standing> =
        pieces(ground).into_iter().map(|piece| piece.standing(setting)).collect();
    for &[a, b] in &ground.partitions {
        let across = (b - a).unit().turned() * 0.1;
        let piece = Piece {
            a: a + across,
            b: b + across,
            outer_a: a - across,
            outer_b: b - across,
            height: CUT,
            before: 0.0,
            after: 0.0,
        };
        let (low, high) = (
            Vec2::new((a.x).min(b.x) - across.x.abs(), a.y.min(b.y) - across.y.abs()),
            Vec2::new(a.x.max(b.x) + across.x.abs(), a.y.max(b.y) + across.y.abs()),
        );
        standing.push(Standing::on(low, high, |layer| {
            super::solid::block(layer, low, high, 0.0, piece.height, setting.wall());
        }));
    }
    standing
}

fn outward(a: Vec2, b: Vec2) -> Vec2 {
    (b - a).unit().turned() * -1.0
}

/// A wall is high if its inner face looks towards us.
fn height_of(a: Vec2, b: Vec2) -> f32 {
    let out = outward(a, b);
    if out.x + out.y < -0.05 { HIGH } else { CUT }
}

fn pieces(ground: &Ground) -> Vec<Piece> {
    let key = |p: Vec2| ((p.x * 512.0).round() as i32, (p.y * 512.0).round() as i32);
    let border = &ground.border.pieces;
    let mut starts: BTreeMap<(i32, i32), usize> = BTreeMap::new();
    let mut ends: BTreeMap<(i32, i32), usize> = BTreeMap::new();
    for (i, [a, b]) in border.iter().enumerate() {
        starts.entry(key(*a)).or_insert(i);
        ends.entry(key(*b)).or_insert(i);
    }
    // The outer corner at a joint of two pieces.
    let corner = |p: Vec2, n: Vec2, other: Option<&usize>| match other {
        Some(&i) => {
            let m = outward(border[i][0], border[i][1]);
            let together = 1.0 + n.x * m.x + n.y * m.y;
            if together < 0.35 { p + n * THICK } else { p + (n + m) * (THICK / together) }
        }
        None => p + n * THICK,
    };
    border
        .iter()
        .map(|&[a, b]| {
            let n = outward(a, b);
            let (previous, next) = (ends.get(&key(a)), starts.get(&key(b)));
            let height = |i: Option<&usize>| i.map_or(0.0, |&i| height_of(border[i][0], border[i][1]));
            Piece {
                a,
                b,
                outer_a: corner(a, n, previous),
                outer_b: corner(b, n, next),
                height: height_of(a, b),
                before: height(previous),
                after: height(next),
            }
        })
        .collect()
}

impl Piece {
    fn standing(&self, setting: Setting) -> Standing {
        let footprint = vec![self.a, self.b, self.outer_b, self.outer_a];
        Standing::new(footprint, |layer| self.draw(layer, setting))
    }

    fn draw(&self, layer: &mut Layer, setting: Setting) {
        let h = self.height;
        let high = h == HIGH;
        let wall = setting.wall();
        let top = if high { setting.top() } else { setting.top().mixed(wall, 0.16) };
        let quad = |a: Vec2, b: Vec2, z0: f32, z1: f32| {
            Path::polygon([project(a, z1), project(b, z1), project(b, z0), project(a, z0)])
        };
        let toward = |n: Vec2| n.x + n.y > 0.02;
        // Light comes from the left: faces that look to the lower left are the lighter ones.
        let tone = |n: Vec2| if n.y >= n.x { left_face(wall) } else { right_face(wall) };
        let n = outward(self.a, self.b);
        // Ends beside a lower wall.
        let ends = [
            (self.a, self.outer_a, self.before, self.a - self.b),
            (self.b, self.outer_b, self.after, self.b - self.a),
        ];
        for (inner, outer, beside, way) in ends {
            if beside < h && toward(way) {
                layer.fill(quad(inner, outer, beside, h), tone(way.unit()).mixed(SHADE, 0.1));
            }
        }
        if high {
            // The inner face, towards us.
            let face = tone(n * -1.0);
            layer.fill(quad(self.a, self.b, 0.0, h), face);
            if setting.is_natural() {
                self.strata(layer, face);
            } else {
                self.bricks(layer, face);
            }
            layer.fill(quad(self.a, self.b, 0.0, 0.35), SHADE.faded(0.18));
        } else if toward(n) {
            layer.fill(quad(self.outer_a, self.outer_b, FOOT, h), tone(n));
        }
        let lid = [self.a, self.b, self.outer_b, self.outer_a].map(|p| project(p, h));
        layer.shape(Path::polygon(lid), Some(top), Some(Stroke::new(top, 0.02).round()));
        // Rim light where the top meets the floor.
        let rim = wall.mixed(Color::hex(0xfff6d8), 0.35).faded(if high { 0.7 } else { 0.4 });
        layer.stroke(Path::line(project(self.a, h), project(self.b, h)), Stroke::new(rim, 0.045).round());
    }

    /// How far along its wall a place lies.
    fn along(&self, p: Vec2) -> f32 {
        let way = self.b - self.a;
        if way.x.abs() >= way.y.abs() { p.x } else { p.y }
    }

    fn bricks(&self, layer: &mut Layer, face: Color) {
        let mut joints = Path::new();
        let (from, to) = (self.along(self.a), self.along(self.b));
        let mut course = 0;
        let mut z = 0.0;
        while z < HIGH - 0.05 {
            let next = (z + COURSE).min(HIGH);
            if z > 0.0 {
                joints.move_to(project(self.a, z));
                joints.line_to(project(self.b, z));
            }
            let offset = if course % 2 == 0 { 0.0 } else { 0.5 };
            let (first, last) = (
                (from.min(to) / BRICK - offset).ceil() as i32,
                (from.max(to) / BRICK - offset).floor() as i32,
            );
            for i in first..=last {
                let t = ((i as f32 + offset) * BRICK - from) / (to - from);
                if (0.0..=1.0).contains(&t) {
                    let p = self.a + (self.b - self.a) * t;
                    joints.move_to(project(p, z));
                    joints.line_to(project(p, next));
                }
            }
            course += 1;
            z = next;
        }
        layer.stroke(joints, Stroke::new(face.mixed(SHADE, 0.3), 0.03));
    }

    /// Uneven layers of living rock.
    fn strata(&self, layer: &mut Layer, face: Color) {
        let mut lines = Path::new();
        let (x, y) = ((self.a.x * 3.0) as i32, (self.a.y * 3.0) as i32);
        for i in 0..3 {
            if noise(x, y, 530 + i) < 0.6 {
                let z = 0.4 + 0.65 * i as f32 + 0.3 * noise(x, y, 540 + i);
                lines.move_to(project(self.a, z));
                lines.line_to(project(self.b, z + 0.12 * noise(x, y, 550 + i)));
            }
        }
        layer.stroke(lines, Stroke::new(face.mixed(SHADE, 0.32), 0.035).round());
    }
}
