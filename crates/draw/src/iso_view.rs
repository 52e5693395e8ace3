//! A floor as an isometric picture, or by another projection.

use mapkiln_core::{Grid, Point};
use mapkiln_maps::floor::{Floor, ThingKind};
use mapkiln_maps::plan::DoorKind;

use crate::iso::{Camera, Projection, Screen};
use crate::{Color, Frame, Path, Scene, Stroke, Vec2};

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
    pub fn scene(&self, floor: &Floor) -> Scene {
        let camera = self.camera();
        let bounds = floor.ground.bounds();
        let outside = outer_rock(floor);
        let heights = Grid::from_fn(bounds.width, bounds.height, |p| self.height(floor, p));
        let drawn = || heights.iter().filter(|&(p, _)| !outside[p]).map(|(_, &h)| h);
        let (low, high) = (drawn().min().unwrap_or(0), drawn().max().unwrap_or(0));
        let frame = self.frame(&camera, &heights, &outside, low);
        let mut scene = Scene::new("", frame);
        scene.background = Some(Color::hex(0x14161c));
        let view = [frame.x, frame.y, frame.width, frame.height].map(f64::from);
        let order = camera.visible(view, bounds, low, high);
        let layer = scene.layer("ground");
        for &p in order.iter().filter(|&&p| !outside[p]) {
            let base = self.shade(floor, p);
            let z = heights[p];
            let [n, e, s, w] = camera.outline(p, z);
            if self.projection != Projection::TopDown {
                // Sides that a lower neighbour in front leaves open, down to that neighbour.
                let [left, right] = camera.before(p);
                for (front, a, b, dark) in [(left, w, s, 0.28), (right, s, e, 0.45)] {
                    let beside = heights.get(front).filter(|_| !outside[front]);
                    let below = beside.copied().unwrap_or(low - 1);
                    if below < z {
                        let drop = f64::from(z - below) * self.lift;
                        let side = [a, b, [b[0], b[1] + drop], [a[0], a[1] + drop]];
                        layer.fill(polygon(&side), base.mixed(Color::BLACK, dark));
                    }
                }
            }
            let edge = Stroke::new(base.mixed(Color::BLACK, 0.2), 0.03);
            layer.shape(polygon(&[n, e, s, w]), Some(base), Some(edge));
            if self.marked == Some(p) {
                layer.stroke(polygon(&[n, e, s, w]), Stroke::new(Color::hex(0xffd24a), 0.09));
            }
            self.stand(layer, &camera, floor, p, z);
        }
        let cell = self.walker.map(|[x, y]| Point::new(x.floor() as i32, y.floor() as i32));
        let stands = f64::from(cell.and_then(|p| heights.get(p)).copied().unwrap_or(0));
        if self.polygon.len() >= 3 && self.projection != Projection::Staggered {
            let corners: Vec<Screen> =
                self.polygon.iter().map(|c| camera.project(c[0], c[1], stands)).collect();
            let layer = scene.layer("sight");
            let yellow = Color::hex(0xffe98a);
            layer.shape(
                polygon(&corners),
                Some(yellow.faded(0.3)),
                Some(Stroke::new(yellow.faded(0.8), 0.05)),
            );
        }
        if let Some([x, y]) = self.walker {
            let at = camera.project(x, y, stands);
            let layer = scene.layer("walker");
            layer.fill(Path::ellipse(vec2(at), 0.36, 0.18), Color::BLACK.faded(0.4));
            let body = Vec2::new(at[0] as f32, at[1] as f32 - 0.35);
            layer.shape(
                Path::ellipse(body, 0.2, 0.35),
                Some(Color::hex(0xe8483f)),
                Some(Stroke::new(Color::hex(0x5b120e), 0.05)),
            );
        }
        scene
    }

    fn frame(&self, camera: &Camera, heights: &Grid<i32>, outside: &Grid<bool>, low: i32) -> Frame {
        let (mut least, mut most) = ([f64::MAX; 2], [f64::MIN; 2]);
        for (p, &height) in heights.iter().filter(|&(p, _)| !outside[p]) {
            for corner in camera.outline(p, height).into_iter().chain(camera.outline(p, low - 1)) {
                least = [least[0].min(corner[0]), least[1].min(corner[1])];
                most = [most[0].max(corner[0]), most[1].max(corner[1])];
            }
        }
        if least[0] > most[0] {
            (least, most) = ([0.0; 2], [0.0; 2]); // nothing to draw
        }
        Frame::between(vec2(least), vec2(most)).grown(0.5)
    }

    /// The colour of a cell's top.
    fn shade(&self, floor: &Floor, p: Point) -> Color {
        self.as_seen(p, floor.ground_at(p).map_or(Color::BLACK, |g| ground_color(&g.name)))
    }

    /// A colour on a cell, dimmed if the cell is not seen.
    fn as_seen(&self, p: Point, color: Color) -> Color {
        let dim = self.seen.as_ref().is_some_and(|s| s.get(p) != Some(&true));
        if dim { color.mixed(Color::hex(0x14161c), 0.65) } else { color }
    }

    /// Doors and things on a cell.
    fn stand(&self, layer: &mut crate::Layer, camera: &Camera, floor: &Floor, p: Point, z: i32) {
        let centre = camera.centre(p, z);
        if let Some(door) = floor.door_at(p)
            && door.kind != DoorKind::Arch
            && door.kind != DoorKind::Secret
        {
            let (a, b) = (Point::default().step(door.facing.clockwise()), Point::default());
            // A little less than half a cell: its border belongs to the next one.
            let (dx, dy) = (f64::from(a.x - b.x) * 0.49, f64::from(a.y - b.y) * 0.49);
            let (x, y) = (f64::from(p.x) + 0.5, f64::from(p.y) + 0.5);
            let (from, to) =
                (camera.project(x - dx, y - dy, f64::from(z)), camera.project(x + dx, y + dy, f64::from(z)));
            let up = if self.projection == Projection::TopDown { 0.12 } else { 1.5 * self.lift };
            let leaf = [from, to, [to[0], to[1] - up], [from[0], from[1] - up]];
            layer.shape(
                polygon(&leaf),
                Some(self.as_seen(p, Color::hex(0x8a5a2b))),
                Some(Stroke::new(Color::hex(0x3d2610), 0.04)),
            );
        }
        for thing in floor.things.iter().filter(|t| t.at == p) {
            let color = match thing.kind {
                ThingKind::Enemy => 0xb03a2e,
                ThingKind::Boss => 0x7d2db0,
                ThingKind::Chest => 0xd9a520,
                ThingKind::Key(_) => 0xf4e04d,
                ThingKind::Exit => 0x3fc36b,
                ThingKind::StairsUp | ThingKind::StairsDown => 0x9fb4c7,
                ThingKind::Light => 0xfff3b0,
                // Traps are for the game to spring.
                ThingKind::Trap => continue,
            };
            let at = Vec2::new(centre[0] as f32, centre[1] as f32 - 0.2);
            let color = self.as_seen(p, Color::hex(color));
            let line = Stroke::new(color.mixed(Color::BLACK, 0.6), 0.05);
            layer.shape(Path::ellipse(at, 0.24, 0.3), Some(color), Some(line));
        }
    }
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
        ("water", 0x3a78b4),
        ("sea", 0x3a78b4),
        ("grass", 0x6aa84f),
        ("forest", 0x38761d),
        ("tree", 0x38761d),
        ("sand", 0xe0c98c),
        ("beach", 0xe0c98c),
        ("snow", 0xeef3f7),
        ("stone", 0x8d8f94),
        ("mountain", 0x7c7468),
        ("rock", 0x4a4a52),
        ("wall", 0x6b6670),
        ("pillar", 0x8c8792),
        ("corridor", 0xa89f8d),
        ("doorway", 0xa07a4c),
        ("room", 0xc3b99f),
        ("pit", 0x1d1a1a),
        ("rubble", 0x8f8778),
        ("road", 0xb59a6a),
        ("dirt", 0x9b7653),
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
