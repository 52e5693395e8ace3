//! A floor as an isometric picture, or by another projection.

use mapkiln_core::{Direction, Grid, Point};
use mapkiln_maps::floor::{Floor, FloorThingKind};
use mapkiln_maps::plan::{CreatureType, DoorKind, Thing, ThingKind};

use crate::art::faces::CUT as CUT_STEPS;
use crate::art::figures::creature_items;
use crate::art::fittings::{self, DoorLook};
use crate::art::house::{Roof, Size, house};
use crate::art::tone::{SHADE, light, shade};
use crate::art::trees;
use crate::art::walker::{Facing, walker};
use crate::dungeon::Setting;
use crate::dungeon::iso::thing_items;
use crate::iso::{Camera, Projection, Screen};
use crate::{Color, Frame, Item, Layer, Path, Scene, Stroke, Vec2};

/// Behind everything.
const DARK: Color = Color::hex(0x15161d);
/// The stone of walls.
const WALL: Color = Color::hex(0x8b8790);
/// How high a wall before something open is left standing, in steps.
const CUT: f64 = CUT_STEPS as f64;

/// How a floor is drawn cell by cell, as columns with tops and sides.
///
/// Rock around a dungeon that touches nothing open is left out: it would be most of the picture.
///
/// ```
/// use mapkiln_maps::floor::{Floor, Ground};
/// use mapkiln_draw::IsoView;
/// let floor = Floor::new(6, 4, Ground::open("grass"));
/// let scene = IsoView::default().scene(&floor);
/// assert!(mapkiln_draw::svg::encode(&scene, &Default::default()).contains("<path"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct IsoView {
    /// How cells lie; the isometric diamond by default.
    pub projection: Projection,
    /// How many steps of height ground that blocks sight and steps stands above the rest; 2 by default.
    pub wall_height: i32,
    /// Width and height of a cell in map units; 2 x 1 by default.
    pub tile: [f64; 2],
    /// What a step of height lifts, in map units; 0.5 by default.
    pub lift: f64,
    /// Cells that are seen; all others are drawn dim. Default all.
    pub seen: Option<Grid<bool>>,
    /// What an observer sees, as corners in cells, drawn over the ground at the walker's height. Not
    /// in staggered rows, where what is straight on the map is not straight on the screen.
    pub polygon: Vec<[f64; 2]>,
    /// A cell to mark, such as the one under the mouse.
    pub marked: Option<Point>,
    /// Where the walker stands.
    pub walker: Option<[f64; 2]>,
}

impl Default for IsoView {
    fn default() -> Self {
        IsoView {
            projection: Projection::Diamond,
            wall_height: 2,
            tile: [2.0, 1.0],
            lift: 0.5,
            seen: None,
            polygon: Vec::new(),
            marked: None,
            walker: None,
        }
    }
}

impl IsoView {
    /// The camera in map units.
    pub fn camera(&self) -> Camera {
        Camera { projection: self.projection, tile: self.tile, lift: self.lift, ..Camera::default() }
    }

    /// How high a cell is drawn.
    pub fn height(&self, floor: &Floor, p: Point) -> i32 {
        let solid = floor.ground_at(p).is_some_and(|g| g.blocks_sight && g.blocks_step);
        floor.height_at(p) + if solid { self.wall_height } else { 0 }
    }

    /// The picture.
    ///
    /// Cells are drawn from the back to the front, each with what lies and stands on it: the part of
    /// the sight polygon on it, the mark, doors, things and the walker are hidden by what stands before
    /// them. Walls with something open behind them are cut low.
    pub fn scene(&self, floor: &Floor) -> Scene {
        let camera = self.camera();
        let bounds = floor.ground.bounds();
        let outside = outer_rock(floor);
        let steps = Grid::from_fn(bounds.width, bounds.height, |p| self.height(floor, p));
        let heights = Grid::from_fn(bounds.width, bounds.height, |p| self.drawn_height(floor, p));
        let drawn = || steps.iter().filter(|&(p, _)| !outside[p]).map(|(_, &h)| h);
        let (low, high) = (drawn().min().unwrap_or(0), drawn().max().unwrap_or(0));
        let frame = self.frame(&camera, &heights, &outside, low);
        let mut scene = Scene::new("", frame);
        scene.background = Some(DARK);
        let view = [frame.x, frame.y, frame.width, frame.height].map(f64::from);
        let order = camera.visible(view, bounds, low, high);
        let cell = self.walker.map(|[x, y]| Point::new(x.floor() as i32, y.floor() as i32));
        let stands = cell.and_then(|p| heights.get(p)).copied().unwrap_or(0.0);
        let layer = scene.layer("ground");
        let mut walked = false;
        for &p in order.iter().filter(|&&p| !outside[p]) {
            self.column(layer, &camera, floor, &heights, &outside, p, f64::from(low - 1));
            if heights[p] == stands && !is_solid(floor, p) {
                self.sight(layer, &camera, p, stands);
            }
            if self.marked == Some(p) {
                let top = corners(&camera, p, heights[p]);
                layer.stroke(polygon(&top), Stroke::new(Color::hex(0xffd24a), 0.09));
            }
            self.stand(layer, &camera, floor, p, heights[p]);
            if cell == Some(p) {
                self.walk(layer, &camera, stands);
                walked = true;
            }
        }
        // Outside of the map, or in rock that is not drawn.
        if !walked {
            self.walk(layer, &camera, stands);
        }
        scene
    }

    /// How high a cell is drawn, in steps: walls with something open behind them are cut low, so that
    /// it can be seen.
    fn drawn_height(&self, floor: &Floor, p: Point) -> f64 {
        let ground = f64::from(floor.height_at(p));
        if !is_solid(floor, p) {
            return ground;
        }
        let behind = match self.projection {
            Projection::Diamond => [(-1, 0), (0, -1), (-1, -1)].map(|(x, y)| Point::new(x, y)),
            _ => return f64::from(self.height(floor, p)),
        };
        let open = |by: Point| floor.ground_at(p + by).is_some() && !is_solid(floor, p + by);
        if behind.into_iter().any(open) { ground + CUT } else { f64::from(self.height(floor, p)) }
    }

    /// A cell as a column: the sides that lower neighbours in front leave open, then its top.
    #[allow(clippy::too_many_arguments, reason = "all of the picture's measures")]
    fn column(
        &self,
        layer: &mut Layer,
        camera: &Camera,
        floor: &Floor,
        heights: &Grid<f64>,
        outside: &Grid<bool>,
        p: Point,
        lowest: f64,
    ) {
        let name = floor.ground_at(p).map_or("", |g| g.name.as_str());
        let solid = is_solid(floor, p);
        let wall = solid && matches!(name, "rock" | "wall" | "pillar" | "brick" | "bulkhead" | "hull");
        let z = heights[p];
        let [n, e, s, w] = corners(camera, p, z);
        let base = if wall { WALL } else { ground_color(name) };
        if self.projection != Projection::TopDown {
            let [left, right] = camera.before(p);
            for (front, a, b, dark) in [(left, w, s, 0.14), (right, s, e, 0.40)] {
                let below = heights.get(front).filter(|_| !outside[front]).copied().unwrap_or(lowest);
                if below >= z {
                    continue;
                }
                let down = |c: Screen, steps: f64| [c[0], c[1] + steps * self.lift];
                let drop = z - below;
                let side = [a, b, down(b, drop), down(a, drop)];
                let face = self.as_seen(p, shade(base, dark));
                layer.shape(polygon(&side), Some(face), Some(Stroke::new(face, 0.015)));
                if wall && drop > 1.0 {
                    layer.stroke(bricks(a, b, drop, self.lift, p), Stroke::new(shade(face, 0.26), 0.03));
                    let foot = [down(a, drop - 0.35), down(b, drop - 0.35), down(b, drop), down(a, drop)];
                    layer.fill(polygon(&foot), SHADE.faded(0.18));
                }
            }
        }
        let high = z > f64::from(floor.height_at(p)) + CUT + 0.01;
        let top = match (wall, high) {
            (true, true) => Color::hex(0x2b2733),
            (true, false) => Color::hex(0x3a3442),
            // Flags a shade lighter or darker.
            _ => {
                let mood = crate::noise::noise(p.x, p.y, 500);
                let rise = 0.05 * (f64::from(floor.height_at(p)).clamp(0.0, 4.0) as f32);
                light(
                    base.mixed(SHADE, if mood < 0.2 { 0.07 } else { 0.0 }),
                    rise + if mood > 0.85 { 0.1 } else { 0.0 },
                )
            }
        };
        let top = self.as_seen(p, top);
        let edge = if wall { top } else { shade(top, 0.18) };
        layer.shape(polygon(&[n, e, s, w]), Some(top), Some(Stroke::new(edge, 0.025)));
        if self.projection != Projection::Diamond {
            return;
        }
        if wall {
            // Light on the edges towards what is open.
            for (by, from, to, tone) in [((0, 1), w, s, 0.35), ((1, 0), s, e, 0.2)] {
                let open = p + Point::new(by.0, by.1);
                if floor.ground_at(open).is_some() && !is_solid(floor, open) {
                    let rim = self.as_seen(p, light(WALL, tone));
                    layer.stroke(Path::line(vec2(from), vec2(to)), Stroke::new(rim, 0.045).round());
                }
            }
            return;
        }
        // The foot shade of what stands higher behind.
        for (by, a, b, (dx, dy)) in [((-1, 0), n, w, (1.0, 0.0)), ((0, -1), n, e, (0.0, 1.0))] {
            let behind = p + Point::new(by.0, by.1);
            if heights.get(behind).is_some_and(|h| *h > z + 0.3) {
                for (reach, opacity) in [(0.30, 0.10), (0.16, 0.14)] {
                    let zero = camera.project(0.0, 0.0, 0.0);
                    let far = camera.project(dx * reach, dy * reach, 0.0);
                    let by = [far[0] - zero[0], far[1] - zero[1]];
                    let moved = |c: Screen| [c[0] + by[0], c[1] + by[1]];
                    layer.fill(polygon(&[a, b, moved(b), moved(a)]), SHADE.faded(opacity));
                }
            }
        }
    }

    /// The part of the sight polygon on a cell.
    fn sight(&self, layer: &mut Layer, camera: &Camera, p: Point, z: f64) {
        if self.polygon.len() < 3 || self.projection == Projection::Staggered {
            return;
        }
        let part = cut_to_cell(&self.polygon, p);
        if part.len() >= 3 {
            let corners: Vec<Screen> = part.iter().map(|c| camera.project(c[0], c[1], z)).collect();
            layer.fill(polygon(&corners), Color::hex(0xffe98a).faded(0.34));
        }
    }

    fn walk(&self, layer: &mut Layer, camera: &Camera, z: f64) {
        let Some([x, y]) = self.walker else { return };
        let at = vec2(camera.project(x, y, z));
        if self.projection == Projection::TopDown {
            let line = Stroke::new(Color::hex(0x5b120e), 0.05);
            layer.shape(Path::circle(at, 0.24), Some(Color::hex(0xe8483f)), Some(line));
        } else {
            self.put(layer, walker(Facing::SouthEast, None), at, 1.0);
        }
    }

    /// A drawing of the usual size, for tiles of this size.
    fn put(&self, layer: &mut Layer, items: Vec<Item>, at: Vec2, scale: f32) {
        let scale = scale * (self.tile[0] / 2.0) as f32;
        layer.append(Layer { items, ..Layer::default() }, at, scale);
    }

    fn frame(&self, camera: &Camera, heights: &Grid<f64>, outside: &Grid<bool>, low: i32) -> Frame {
        let (mut least, mut most) = ([f64::MAX; 2], [f64::MIN; 2]);
        for (p, &height) in heights.iter().filter(|&(p, _)| !outside[p]) {
            for corner in corners(camera, p, height).into_iter().chain(camera.outline(p, low - 1)) {
                least = [least[0].min(corner[0]), least[1].min(corner[1])];
                most = [most[0].max(corner[0]), most[1].max(corner[1])];
            }
        }
        if least[0] > most[0] {
            (least, most) = ([0.0; 2], [0.0; 2]); // nothing to draw
        }
        Frame::between(vec2(least), vec2(most)).grown(0.5)
    }

    /// A colour on a cell, dimmed if the cell is not seen.
    fn as_seen(&self, p: Point, color: Color) -> Color {
        let dim = self.seen.as_ref().is_some_and(|s| s.get(p) != Some(&true));
        if dim { color.mixed(Color { a: color.a, ..DARK }, 0.65) } else { color }
    }

    /// Doors and things on a cell.
    fn stand(&self, layer: &mut Layer, camera: &Camera, floor: &Floor, p: Point, z: f64) {
        let middle = camera.project(f64::from(p.x) + 0.5, f64::from(p.y) + 0.5, z);
        let at = vec2(middle);
        if self.projection == Projection::TopDown {
            return self.signs(layer, floor, p, at);
        }
        let mut things: Vec<(Vec<Item>, f32)> = Vec::new();
        if let Some(door) = floor.door_at(p) {
            // The leaf lies across the way: along x if the way leads north or south.
            let turned = matches!(door.facing, Direction::East | Direction::West);
            let look = match &door.kind {
                DoorKind::Arch => Some(DoorLook::Arch),
                DoorKind::Secret => None,
                DoorKind::Portcullis => Some(DoorLook::Portcullis),
                _ => Some(DoorLook::Closed),
            };
            things.extend(look.map(|look| (fittings::door(look, Setting::Crypt, turned), 1.0)));
        }
        let name = floor.ground_at(p).map_or("", |g| g.name.as_str());
        match name {
            "forest" | "tree" | "trees" | "wood" | "woods" => {
                let kind = (crate::noise::noise(p.x, p.y, 58) * 8.0) as i32;
                things.push((trees::round(kind), 0.95));
            }
            "house" | "hut" => {
                let kind = p.x + 3 * p.y;
                things.push((house(Size::COTTAGE, Roof::ALL[kind.rem_euclid(3) as usize], 2, kind), 1.0));
            }
            _ => {}
        }
        let creature = |kind| creature_items(kind, Facing::SouthWest, None);
        for thing in floor.things.iter().filter(|t| t.at == p) {
            things.push(match thing.kind {
                FloorThingKind::Enemy => (creature(CreatureType::Humanoid), 1.0),
                FloorThingKind::Boss => (creature(CreatureType::Fiend), 1.35),
                FloorThingKind::Chest => (fittings::chest(false, false), 1.0),
                FloorThingKind::Key(number) => (fittings::key(number as usize), 1.0),
                FloorThingKind::Exit => (fittings::portal(1), 1.0),
                FloorThingKind::StairsUp => (fittings::stairs(true, 2, Setting::Crypt), 1.0),
                FloorThingKind::StairsDown => (fittings::stairs(false, 2, Setting::Crypt), 1.0),
                FloorThingKind::Light => {
                    let brazier = Thing::new(ThingKind::Brazier, Point::default(), Direction::South);
                    (thing_items(&brazier).0, 1.0)
                }
                // Traps are for the game to spring.
                FloorThingKind::Trap => continue,
            });
        }
        for (items, scale) in things {
            let items = items.into_iter().map(|item| self.item_as_seen(p, item)).collect();
            self.put(layer, items, at, scale);
        }
    }

    fn item_as_seen(&self, p: Point, item: Item) -> Item {
        let Item::Shape(mut shape) = item else { return item };
        shape.fill = shape.fill.map(|color| self.as_seen(p, color));
        shape.stroke = shape.stroke.map(|stroke| Stroke { color: self.as_seen(p, stroke.color), ..stroke });
        Item::Shape(shape)
    }

    /// Doors and things from above: small signs.
    fn signs(&self, layer: &mut Layer, floor: &Floor, p: Point, at: Vec2) {
        if let Some(door) = floor.door_at(p)
            && !matches!(door.kind, DoorKind::Arch | DoorKind::Secret)
        {
            let along = Point::default().step(door.facing.clockwise());
            let half = Vec2::new(along.x as f32, along.y as f32) * 0.49;
            let leaf = Path::line(at - half, at + half);
            layer.stroke(leaf.clone(), Stroke::new(Color::hex(0x3d2610), 0.2));
            layer.stroke(leaf, Stroke::new(self.as_seen(p, Color::hex(0x8a5a2b)), 0.12));
        }
        for thing in floor.things.iter().filter(|t| t.at == p) {
            let color = match thing.kind {
                FloorThingKind::Enemy => 0xb03a2e,
                FloorThingKind::Boss => 0x7d2db0,
                FloorThingKind::Chest => 0xd9a520,
                FloorThingKind::Key(_) => 0xf4e04d,
                FloorThingKind::Exit => 0x3fc36b,
                FloorThingKind::StairsUp | FloorThingKind::StairsDown => 0x9fb4c7,
                FloorThingKind::Light => 0xfff3b0,
                FloorThingKind::Trap => continue,
            };
            let color = self.as_seen(p, Color::hex(color));
            let line = Stroke::new(color.mixed(Color::BLACK, 0.6), 0.05);
            layer.shape(Path::circle(at, 0.26), Some(color), Some(line));
        }
    }
}

fn is_solid(floor: &Floor, p: Point) -> bool {
    floor.ground_at(p).is_none_or(|g| g.blocks_sight && g.blocks_step)
}

/// The corners of a cell at any height.
fn corners(camera: &Camera, p: Point, z: f64) -> [Screen; 4] {
    let up = camera.project(0.0, 0.0, 0.0)[1] - camera.project(0.0, 0.0, z)[1];
    camera.outline(p, 0).map(|[x, y]| [x, y - up])
}

/// Joints of bricks on a face from `a` to `b`, from its top down.
fn bricks(a: Screen, b: Screen, drop: f64, lift: f64, p: Point) -> Path {
    let mut joints = Path::new();
    let at = |t: f64, down: f64| vec2([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t + down * lift]);
    let course = 0.6;
    let rows = (drop / course).ceil() as i32;
    for row in 0..rows {
        let (top, bottom) = (f64::from(row) * course, (f64::from(row + 1) * course).min(drop));
        if row > 0 {
            joints.extend(&Path::line(at(0.0, top), at(1.0, top)));
        }
        let shift = if (row + p.x + p.y) % 2 == 0 { 0.25 } else { 0.0 };
        for k in 0..2 {
            let t = shift + 0.5 * f64::from(k);
            joints.extend(&Path::line(at(t, top), at(t, bottom)));
        }
    }
    joints
}

/// The part of a polygon that lies on a cell.
fn cut_to_cell(corners: &[[f64; 2]], p: Point) -> Vec<[f64; 2]> {
    let mut part = corners.to_vec();
    let (x, y) = (f64::from(p.x), f64::from(p.y));
    // Axis, its value, and whether the inside is above it.
    for (axis, value, above) in [(0, x, true), (0, x + 1.0, false), (1, y, true), (1, y + 1.0, false)] {
        let inside = |c: &[f64; 2]| if above { c[axis] >= value } else { c[axis] <= value };
        let mut kept = Vec::with_capacity(part.len() + 4);
        for i in 0..part.len() {
            let (from, to) = (part[i], part[(i + 1) % part.len()]);
            if inside(&from) {
                kept.push(from);
            }
            if inside(&from) != inside(&to) {
                let t = (value - from[axis]) / (to[axis] - from[axis]);
                kept.push([from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t]);
            }
        }
        part = kept;
        if part.is_empty() {
            return part;
        }
    }
    part
}

/// The rock that hangs together with the border of the map and touches nothing open, not even at a
/// corner; empty if all is rock.
fn outer_rock(floor: &Floor) -> Grid<bool> {
    let bounds = floor.ground.bounds();
    let solid = |p: Point| floor.ground_at(p).is_none_or(|g| g.blocks_sight && g.blocks_step);
    let rock = |p: Point| {
        floor.ground_at(p).is_some_and(|g| g.name == "rock") && solid(p) && p.around().into_iter().all(solid)
    };
    let mut outside = floor.ground.map(|_| false);
    if bounds.cells().all(rock) {
        return outside;
    }
    let on_border =
        |p: &Point| p.x == 0 || p.y == 0 || p.x == bounds.right() - 1 || p.y == bounds.bottom() - 1;
    let mut stack: Vec<Point> = bounds.cells().filter(on_border).collect();
    while let Some(p) = stack.pop() {
        if rock(p) && !std::mem::replace(&mut outside[p], true) {
            stack.extend(p.beside().into_iter().filter(|&q| bounds.contains(q)));
        }
    }
    outside
}

fn vec2(at: Screen) -> Vec2 {
    Vec2::new(at[0] as f32, at[1] as f32)
}

fn polygon(corners: &[Screen]) -> Path {
    Path::polygon(corners.iter().copied().map(vec2))
}

/// A colour for every ground: by the words in its name, else one that follows from the name.
pub(crate) fn ground_color(name: &str) -> Color {
    let known = [
        ("water", 0x5aa0c4),
        ("sea", 0x5aa0c4),
        ("grass", 0x9cc069),
        ("forest", 0x86a95a),
        ("tree", 0x86a95a),
        ("sand", 0xe8d6a2),
        ("beach", 0xe8d6a2),
        ("snow", 0xeef3f7),
        ("stone", 0xb9b6ac),
        ("mountain", 0xb9b6ac),
        ("rock", 0x4a4a52),
        ("wall", 0x6b6670),
        ("pillar", 0x8c8792),
        ("corridor", 0xa9a697),
        ("doorway", 0xa9a697),
        ("room", 0xc9bda0),
        ("pit", 0x1d1a1a),
        ("rubble", 0x8f8778),
        ("road", 0xd9bf8c),
        ("dirt", 0xa58a66),
    ];
    let lower = name.to_lowercase();
    if let Some((_, rgb)) = known.iter().find(|(word, _)| lower.contains(word)) {
        return Color::hex(*rgb);
    }
    let hash = lower.bytes().fold(0x811c_9dc5u32, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193));
    Color::hex(hash & 0x3f_3f3f | 0x60_6060)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::Rect;
    use mapkiln_maps::floor::Ground;

    #[test]
    fn only_the_rock_around_is_left_out() {
        let mut floor = Floor::new(30, 20, Ground::solid("rock"));
        floor.palette.push(Ground::open("room"));
        // A ring of open cells around rock that nothing open touches in its middle.
        floor.ground.fill_rect(Rect::new(5, 5, 9, 9), 1);
        floor.ground.fill_rect(Rect::new(6, 6, 7, 7), 0);
        let outside = outer_rock(&floor);
        for (p, &out) in outside.iter() {
            assert_eq!(out, !Rect::new(4, 4, 11, 11).contains(p), "{p}");
        }
        let all = outer_rock(&Floor::new(9, 9, Ground::solid("rock")));
        assert!(all.iter().all(|(_, &out)| !out), "else there would be no picture");
        let world = outer_rock(&Floor::new(9, 9, Ground::solid("stone")));
        assert!(world.iter().all(|(_, &out)| !out), "mountains are there to be seen");
    }

    #[test]
    fn every_projection_gives_a_picture_of_any_floor() {
        for projection in [Projection::Diamond, Projection::TopDown, Projection::Staggered] {
            for (width, height) in [(0, 0), (1, 1), (1, 9), (7, 3)] {
                let floor = Floor::new(width, height, Ground::open("grass"));
                let view = IsoView { projection, walker: Some([-3.0, 99.5]), ..IsoView::default() };
                let frame = view.scene(&floor).frame;
                assert!(frame.width > 0.0 && frame.height > 0.0, "{projection:?} {width}x{height}");
            }
        }
    }
}
