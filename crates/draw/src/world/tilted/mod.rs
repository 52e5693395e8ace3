//! Tile worlds at an angle: the ground of the map from above through the isometric matrix, one plateau
//! over another with cliffs between them, and everything that stands on it from the back to the front.
//!
//! Ground is drawn from low to high: where two planes overlap in the picture, the higher one is always
//! the one in front. What stands is one list, sorted by x + y of its foot point; only what a higher
//! plateau hides is drawn before that plateau.

mod cliffs;
mod edge;
mod night;
mod standing;
mod walls;

use std::collections::BTreeMap;
use std::sync::Arc;

use mapkiln_core::{Grid, Point};
use mapkiln_maps::Picture;
use mapkiln_maps::world::{CellShape, World};

use super::contour::ROW;
use super::details;
use super::grounds::Ground;
use super::survey::Survey;
use super::terraces;
use super::terrain;
use super::ways;
use super::{WorldView, frame_of};
use crate::art::tone::SHADE;
use crate::scene::{Color, Frame, Item, Layer, Path, Scene, Shape, Tilt, Vec2};
use cliffs::rings;
use standing::Standing;

/// Map units per step of height.
const LIFT: f32 = 0.5;
/// How thick the slab is that the world is cut from, in steps.
const SLAB: f32 = 1.6;
/// How high a layer is, in steps.
const TERRACE: f32 = 1.4;
/// Behind the world by day and by night, and behind what lies underground.
const PAPER: Color = Color::hex(0xe9e4d4);
const NIGHT_SKY: Color = Color::hex(0x0b0f1c);
const ROCK: Color = Color::hex(0x15161d);

/// How a world is drawn at an angle. A cell is 2 map units wide and 1 high.
///
/// ```
/// use mapkiln_core::Grid;
/// use mapkiln_draw::IsoWorldView;
/// use mapkiln_maps::floor::Ground;
/// use mapkiln_maps::world::{World, WorldTile};
/// let grass = WorldTile { name: "grass".into(), ground: Ground::open("grass"), ..WorldTile::default() };
/// let world = World { palette: vec![grass], layers: vec![Grid::new(6, 4, 0)], ..World::default() };
/// let scene = IsoWorldView::default().scene(&world);
/// assert!(scene.layers.iter().any(|layer| layer.name == "slab"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IsoWorldView {
    /// Custom pictures by tile name, as for [`WorldView`]: the world is drawn tile by tile then.
    pub pictures: BTreeMap<String, Arc<Picture>>,
    /// At night, with lit windows and lamps; default by day.
    pub night: bool,
    /// Where a walker stands, in cells.
    pub walker: Option<[f32; 2]>,
    /// The ground alone, without what stands on it; default no.
    pub ground_only: bool,
}

/// A place on the ground and a height in steps, as it lies in the picture.
fn project(p: Vec2, z: f32) -> Vec2 {
    Vec2::new(p.x - p.y, (p.x + p.y) / 2.0 - LIFT * z)
}

/// The plane at a height, cut to the map.
fn plane(z: f32, outline: &Path) -> Tilt {
    Tilt {
        x: Vec2::new(1.0, 0.5),
        y: Vec2::new(-1.0, 0.5),
        origin: Vec2::new(0.0, -LIFT * z),
        clip: Some(outline.clone()),
    }
}

/// A part of the ground: everything inside of a border, at a height.
struct Part {
    /// Its border; none if it is the whole map.
    border: Option<Path>,
    /// Its height and that of the ground around it, in steps.
    z: f32,
    below: f32,
    /// Drawn on the ground around it, and on itself.
    under: Vec<Layer>,
    layers: Vec<Layer>,
    stuff: Stuff,
    /// Does the world end below it?
    slab: bool,
}

/// What the faces of a part show.
#[derive(Clone, Copy)]
struct Stuff {
    rock: Color,
    /// The colour of the rim that hangs over the face.
    lip: Color,
    kind: Face,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Face {
    /// Earth or rock in strata.
    Cliff,
    Water,
    /// Courses of stone or plates.
    Built,
    /// There is nothing.
    None,
}

/// A picture in the making.
struct Board {
    outline: Path,
    frame: Frame,
    /// Where the world ends, below.
    bottom: f32,
    /// The slab below all ground, drawn before it.
    slab: Vec<Layer>,
    layers: Vec<Layer>,
    standing: Vec<Standing>,
    /// How far up the picture reaches.
    top: f32,
}

impl IsoWorldView {
    /// Draws the world.
    pub fn scene(&self, world: &World) -> Scene {
        let flat = WorldView { pictures: self.pictures.clone(), ..WorldView::default() };
        let outline = map_outline(world);
        // That of the picture from above: the ground of both is the same.
        let frame = frame_of(world);
        let mut board = Board {
            outline,
            frame,
            bottom: -SLAB,
            slab: Vec::new(),
            layers: Vec::new(),
            standing: Vec::new(),
            top: f32::MAX,
        };
        let pictured = world.palette.iter().any(|tile| flat.picture(tile).is_some());
        let survey = if pictured { None } else { Survey::of(world) };
        let mut underground = false;
        match survey {
            Some(survey) => {
                underground = is_underground(&survey);
                self.terrain(&survey, underground, &mut board);
            }
            None if world.layers.len() > 1 && !pictured => self.terraces(world, &mut board),
            None => board.tiles(world, &flat),
        }
        if let Some([x, y]) = self.walker {
            board.standing.push(standing::walker(Vec2::new(x, y), board.height_here(world, x, y)));
        }
        let corners = rings(&board.outline).into_iter().flatten().map(|p| project(p, 0.0));
        let sides = corners.map(|p| Frame::new(p.x, p.y, 0.0, LIFT * SLAB)).reduce(Frame::union);
        let sides = sides.unwrap_or(Frame::new(0.0, 0.0, 1.0, 1.0));
        let highest = board.standing.iter().map(Standing::top).fold(board.top.min(sides.y), f32::min);
        let rise = sides.y - highest;
        let picture = Frame::new(sides.x, highest, sides.width, sides.height + rise).grown(0.7);
        let mut scene = Scene::new(&world.tileset, picture);
        scene.background = Some(match (underground, self.night) {
            (true, _) => ROCK,
            (false, true) => NIGHT_SKY,
            (false, false) => PAPER,
        });
        let mut standing = board.standing;
        if self.ground_only {
            standing.clear();
        }
        let lamps: Vec<night::Lamp> = standing.iter().filter_map(|s| s.lamp).collect();
        let mut layers = board.slab;
        layers.append(&mut board.layers);
        scene.layers = if self.night { night::ground(layers, &lamps, frame) } else { layers };
        standing::draw(standing, self.night.then_some(&lamps[..]), &mut scene);
        scene.layers.retain(|layer| !layer.items.is_empty());
        scene
    }

    /// A world whose grounds we know.
    fn terrain(&self, survey: &Survey, underground: bool, board: &mut Board) {
        let heights = Heights::new(survey, underground);
        if underground {
            board.outline = walls::outline(survey, board.frame);
            board.bottom = -0.9;
        }
        let mut below = None;
        for region in terrain::regions(survey, board.frame) {
            let z = heights.of(region.ground);
            let stuff = stuff(region.ground, underground);
            let layers = if region.ground == Ground::Void { Vec::new() } else { region.layers };
            let layers = if underground { walls::darkened(region.ground, layers) } else { layers };
            // The shade of high ground is cast by `lay`, to where the light does not reach.
            let under = region.below.into_iter().filter(|layer| layer.name == "shore").collect();
            let around = below.unwrap_or(z);
            below = Some(z);
            let slab = !underground || matches!(region.ground, Ground::Rock | Ground::Wall | Ground::Hull);
            board.lay(Part { border: region.border, z, below: around, under, layers, stuff, slab });
        }
        let land = heights.of(Ground::Grass);
        let mut flat = Scene::new("", board.frame);
        details::patches(survey, &mut flat, |ground| !ground.is_raised());
        details::draw(survey, &mut flat, details::Marking::Flat);
        ways::draw(survey, &mut flat);
        board.ground(flat.layers, land);
        if underground {
            walls::raise(survey, &heights, board);
            walls::furnish(survey, &heights, board);
            let points = rings(&board.outline).into_iter().flatten();
            board.top = points.map(|p| project(p, crate::art::faces::HIGH).y).fold(board.top, f32::min);
        }
        walls::raise_patches(survey, land, underground, board);
        standing::on_terrain(survey, &heights, board);
    }

    /// A world in layers.
    fn terraces(&self, world: &World, board: &mut Board) {
        let heights = Grid::from_fn(world.width(), world.height(), |p| world.height_at(p));
        let low = heights.cells().iter().copied().min().unwrap_or(0);
        let z = |height: i32| (height - low) as f32 * TERRACE;
        let mut standing = standing::ramps(world, &heights, low);
        standing.extend(standing::growth(world, &heights, low));
        standing.sort_by(|(.., a), (.., b)| a.depth().total_cmp(&b.depth()));
        for plateau in terraces::plateaus(&heights, board.frame) {
            let here = z(plateau.height);
            let lip = Ground::Grass.color().mixed(Color::hex(0xf2efc4), 0.07 * here / TERRACE);
            let stuff = Stuff { rock: crate::art::faces::EARTH, lip, kind: Face::Cliff };
            board.lay(Part {
                border: plateau.border,
                z: here,
                below: here - TERRACE,
                under: Vec::new(),
                layers: plateau.layers,
                stuff,
                slab: true,
            });
            // What a higher plateau hides comes before it.
            let (hidden, rest) = standing
                .into_iter()
                .partition::<Vec<_>, _>(|(height, hidden, _)| *hidden && *height == plateau.height);
            standing = rest;
            let items: Vec<_> = hidden.into_iter().flat_map(|(.., thing)| thing.into_items()).collect();
            if !items.is_empty() {
                board.layers.push(Layer { items, name: "hidden".to_owned(), ..Layer::default() });
            }
        }
        board.standing.extend(standing.into_iter().map(|(.., thing)| thing));
    }
}

impl Board {
    /// Lays ground on ground: the shade that it casts, its faces, its top, and its part of the slab.
    fn lay(&mut self, part: Part) {
        self.ground(part.under, part.below);
        let rise = part.z - part.below;
        if let Some(border) = &part.border
            && part.stuff.kind != Face::None
        {
            if rise > 0.05 {
                let mut shade = Layer { name: "shade".to_owned(), ..Layer::default() };
                // Where it stands behind the ground, and away from the light.
                for (by, opacity) in [(0.30, 0.10), (0.16, 0.14)] {
                    let by = by * rise.min(1.0);
                    shade.fill(border.map(|p| p + Vec2::new(by, by)), SHADE.faded(opacity));
                }
                let cast = Vec2::new(0.30, -0.06) * rise.min(2.5);
                shade.fill(border.map(|p| p + cast), SHADE.faded(0.16));
                self.ground(vec![shade], part.below);
            }
            self.layers.extend(cliffs::faces(border, part.z, rise, part.stuff, self.frame));
        }
        // Below all ground the slab is drawn before it, above it with its own part.
        let reach = part.slab.then(|| edge::Edge::new(&self.outline, part.border.as_ref()));
        if let Some(edge) = &reach {
            self.slab.push(edge.faces(part.z.min(0.0), self.bottom, part.stuff, part.z <= 0.0));
        }
        self.ground(part.layers, part.z);
        if let Some(edge) = reach.filter(|_| part.z > 0.0) {
            self.layers.push(edge.faces(part.z, 0.0, part.stuff, true));
        }
        let highest = |path: &Path| {
            let inside = |p: &Vec2| {
                p.x >= self.frame.x
                    && p.x <= self.frame.right()
                    && p.y >= self.frame.y
                    && p.y <= self.frame.bottom()
            };
            let points = rings(path).into_iter().flatten().filter(inside);
            points.map(|p| project(p, part.z).y).fold(f32::MAX, f32::min)
        };
        self.top = self.top.min(highest(part.border.as_ref().unwrap_or(&self.outline)));
    }

    /// Draws layers on the plane at a height.
    fn ground(&mut self, layers: Vec<Layer>, z: f32) {
        for layer in layers {
            self.layers.push(Layer { tilt: Some(plane(z, &self.outline)), ..layer });
        }
    }

    /// A world tile by tile, flat.
    fn tiles(&mut self, world: &World, flat: &WorldView) {
        let mut scene = Scene::new("", self.frame);
        flat.draw_tiles(world, &mut scene);
        // Tilted tiles meet between pixels, and what lies below shows through there: squares of their own colour.
        if world.shape != CellShape::Hexagon {
            for layer in &mut scene.layers {
                let squares: Vec<Item> = layer.items.iter().filter_map(under).collect();
                layer.items.splice(0..0, squares);
            }
        }
        let stuff = Stuff { rock: crate::art::faces::EARTH, lip: Color::hex(0x8d8d92), kind: Face::Cliff };
        let layers = scene.layers;
        self.lay(Part { border: None, z: 0.0, below: 0.0, under: Vec::new(), layers, stuff, slab: true });
    }

    /// How high a walker stands.
    fn height_here(&self, world: &World, x: f32, y: f32) -> f32 {
        let cell = Point::new(x.floor() as i32, y.floor() as i32);
        if world.layers.len() > 1 {
            let low = (0..world.height())
                .flat_map(|y| (0..world.width()).map(move |x| Point::new(x, y)))
                .map(|p| world.height_at(p))
                .min()
                .unwrap_or(0);
            return (world.height_at(cell) - low) as f32 * TERRACE;
        }
        match Survey::of(world) {
            Some(survey) => {
                let heights = Heights::new(&survey, is_underground(&survey));
                survey.main.get(cell).map_or(0.0, |ground| heights.of(*ground))
            }
            None => 0.0,
        }
    }
}

/// Is it a place under the ground or inside of a hull: floors between walls?
fn is_underground(survey: &Survey) -> bool {
    let has = |ground: Ground| survey.grounds.contains(&ground);
    let floor = has(Ground::Floor) || has(Ground::Room) || has(Ground::Deck);
    floor && (has(Ground::Rock) || has(Ground::Wall) || has(Ground::Hull)) && !has(Ground::Grass)
}

/// How high each ground lies in the picture, in steps.
struct Heights {
    underground: bool,
    water: bool,
    hills: bool,
}

impl Heights {
    fn new(survey: &Survey, underground: bool) -> Heights {
        let has = |ground: Ground| survey.grounds.contains(&ground);
        Heights { underground, water: has(Ground::Water), hills: has(Ground::Hill) }
    }

    /// Beaches and banks are low; hills and mountains rise in steps.
    fn of_land(&self, ground: Ground) -> f32 {
        match ground {
            // A single rock in the grass is no mountain.
            Ground::Rock if !self.hills => 1.2,
            Ground::Void => -1.2,
            Ground::Water => 0.0,
            Ground::Mud => 0.12,
            Ground::Sand => 0.16,
            Ground::Floor | Ground::Room | Ground::Deck | Ground::Gangway | Ground::Earth => 0.3,
            Ground::Grass | Ground::Field => 0.4,
            Ground::Frost => 0.52,
            Ground::Hill => 1.5,
            Ground::Rock => 2.7,
            Ground::Snow => 3.9,
            Ground::Wall | Ground::Hull => 1.4,
        }
    }

    fn of(&self, ground: Ground) -> f32 {
        let cut = crate::art::faces::CUT;
        match ground {
            Ground::Rock | Ground::Wall | Ground::Hull if self.underground => cut,
            Ground::Void => -1.2,
            _ if self.underground => 0.0,
            Ground::Water => 0.0,
            // Without water there is nothing to lie above.
            ground if !self.water => self.of_land(ground) - self.of_land(Ground::Grass),
            ground => self.of_land(ground),
        }
    }
}

impl Heights {
    /// The height at a place: that of the ground at the nearest point of the survey.
    fn at(&self, survey: &Survey, p: Vec2) -> f32 {
        self.of(survey.ground_at(p))
    }
}

fn stuff(ground: Ground, underground: bool) -> Stuff {
    let earth = crate::art::faces::EARTH;
    let (rock, kind) = match ground {
        Ground::Void => (ground.color(), Face::None),
        Ground::Water => (ground.color(), Face::Water),
        Ground::Rock | Ground::Wall if underground => (Color::hex(0x8b8790), Face::Built),
        Ground::Hull => (Color::hex(0x6b7a88), Face::Built),
        Ground::Deck | Ground::Gangway | Ground::Room | Ground::Floor if underground => {
            (ground.color(), Face::None)
        }
        Ground::Wall => (Color::hex(0xa8a297), Face::Built),
        Ground::Rock | Ground::Snow => (Color::hex(0x9a9384), Face::Cliff),
        Ground::Hill => (earth.mixed(Color::hex(0x9a9384), 0.3), Face::Cliff),
        _ => (earth, Face::Cliff),
    };
    Stuff { rock, lip: ground.color(), kind }
}

/// The outline of the map: a rectangle, or the zigzag around rows of hexagons.
fn map_outline(world: &World) -> Path {
    let (w, h) = (world.width(), world.height());
    if world.shape != CellShape::Hexagon || w == 0 || h == 0 {
        return Path::rect(Frame::new(0.0, 0.0, w as f32, h as f32));
    }
    let corner = |x: i32, y: i32, dx: f32, dy: f32| {
        let shift = if y % 2 == 1 { 0.5 } else { 0.0 };
        Vec2::new(x as f32 + shift + dx, y as f32 * ROW + dy * ROW * 2.0 / 3.0)
    };
    let mut points = Vec::new();
    for x in 0..w {
        points.extend([corner(x, 0, -0.5, -0.5), corner(x, 0, 0.0, -1.0)]);
    }
    for y in 0..h {
        points.extend([corner(w - 1, y, 0.5, -0.5), corner(w - 1, y, 0.5, 0.5)]);
    }
    for x in (0..w).rev() {
        points.extend([corner(x, h - 1, 0.5, 0.5), corner(x, h - 1, 0.0, 1.0)]);
    }
    for y in (0..h).rev() {
        points.extend([corner(0, y, -0.5, 0.5), corner(0, y, -0.5, -0.5)]);
    }
    points.dedup();
    Path::polygon(points)
}

/// The squares of one tile, in one shape of its colour and a little larger. Pictures have no one colour.
fn under(item: &Item) -> Option<Item> {
    const GROWN: f32 = 0.04;
    let Item::Stamps(stamps) = item else { return None };
    let Some(Item::Shape(Shape { fill: Some(fill), .. })) = stamps.stamp.items.first() else { return None };
    let mut path = Path::new();
    for at in &stamps.at {
        let Frame { x, y, width, height } = stamps.stamp.frame;
        path.extend(&Path::rect(Frame::new(at.x + x, at.y + y, width, height).grown(GROWN)));
    }
    Some(Item::Shape(Shape { path, fill: Some(*fill), stroke: None }))
}
