//! A level of a dungeon at an angle: cut-away walls, things as volumes, creatures as figures.
//!
//! The floor is the one of the map from above, curves and all, through the isometric matrix. Walls
//! stand along its border: those behind the floor at full height, those before it cut low, so that
//! every room stays open. Rock that touches no floor is not drawn.

mod masonry;
mod order;
mod solid;
mod volumes;

use mapkiln_core::{Direction, Point, StableSort};
use mapkiln_maps::Audience;
use mapkiln_maps::plan::{
    CreatureSize, DoorKind, FeatureKind, Level, Plan, Stairs, Thing, ThingKind, Vertical,
};
use serde::{Deserialize, Serialize};

use super::chasm;
use super::creatures::{Figure, Sketch, UNIT};
use super::ground::{Ground, cave, door_middle};
use super::light;
use super::setting::Setting;
use super::style::{Look, Material, Style};
use super::things::{self, Affine};
use super::{room_labels_from_the_side, tokens};
use crate::error::Error;
use crate::noise::noise;
use crate::scene::{Anchor, Color, Frame, Item, Layer, Path, Scene, Stroke, Text, Vec2};
use solid::{Front, Solid};

/// Behind everything.
const NIGHT: Color = Color::hex(0x15161d);
/// The shade of the feet of walls and things.
const SHADE: Color = Color::hex(0x16233f);
/// Map units per step of height.
const LIFT: f32 = 0.5;

/// A place on the ground and a height in steps, as it lies in the picture.
pub(crate) fn project(p: Vec2, z: f32) -> Vec2 {
    Vec2::new(p.x - p.y, (p.x + p.y) / 2.0 - LIFT * z)
}

/// The projection of everything at one height.
fn at_height(z: f32) -> Affine {
    Affine { x: Vec2::new(1.0, 0.5), y: Vec2::new(-1.0, 0.5), origin: Vec2::new(0.0, -LIFT * z) }
}

/// How a level of a dungeon is drawn at an angle. A cell is 2 map units wide and 1 high.
///
/// ```
/// use mapkiln_core::Rect;
/// use mapkiln_draw::IsoDungeonView;
/// use mapkiln_maps::plan::{Level, Outline, Plan, Room};
/// let room = Room::new(0, Outline::Rect(Rect::new(1, 1, 4, 3)));
/// let level = Level { width: 6, height: 5, rooms: vec![room], ..Level::default() };
/// let plan = Plan { levels: vec![level], ..Plan::default() };
/// let scene = IsoDungeonView::default().scene(&plan)?;
/// assert!(scene.layers.iter().any(|layer| layer.name == "standing"));
/// # Ok::<(), mapkiln_draw::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct IsoDungeonView {
    /// Who the picture is for; default the game master.
    pub audience: Audience,
    /// The level, counted from 0; default the first.
    pub level: usize,
    /// The kind of place; default a crypt.
    pub setting: Setting,
    /// Room numbers on a game master's picture; default yes.
    pub numbers: bool,
}

impl Default for IsoDungeonView {
    fn default() -> Self {
        IsoDungeonView { audience: Audience::default(), level: 0, setting: Setting::default(), numbers: true }
    }
}

/// Something that stands on the ground.
struct Standing {
    /// Its convex footprint, in cells.
    footprint: Vec<Vec2>,
    items: Vec<Item>,
}

impl Standing {
    fn new(footprint: Vec<Vec2>, draw: impl FnOnce(&mut Layer)) -> Standing {
        let mut layer = Layer::default();
        draw(&mut layer);
        Standing { footprint, items: layer.items }
    }

    fn on(low: Vec2, high: Vec2, draw: impl FnOnce(&mut Layer)) -> Standing {
        let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
        Standing::new(corners.to_vec(), draw)
    }
}

impl IsoDungeonView {
    /// Draws the level.
    pub fn scene(&self, plan: &Plan) -> Result<Scene, Error> {
        let plan = &*plan.for_audience(self.audience);
        let Some(level) = plan.levels.get(self.level) else {
            return Err(Error::NoLevel { asked: self.level + 1, levels: plan.levels.len() });
        };
        super::cost::check([level])?;
        let look = Style::Battle.look(self.setting);
        let ground = Ground::new(level);
        let title = if plan.title.is_empty() { "Dungeon" } else { &plan.title };
        let mut scene = Scene::new(title, frame(&ground));
        scene.background = Some(NIGHT);
        self.floor(&mut scene, plan, level, &ground, &look);
        let mut standing = masonry::walls(&ground, self.setting);
        standing.extend(things(level, &look));
        standing.extend(built(level, &look));
        standing.extend(doors(level, &look, self.setting, self.audience));
        standing.extend(level.stairs.iter().map(|s| stairs(s, self.setting)));
        if self.audience.knows_secrets() {
            standing.extend(creatures(level));
        }
        let footprints: Vec<Vec<Vec2>> =
            standing.iter_mut().map(|s| std::mem::take(&mut s.footprint)).collect();
        let order = order::back_to_front(&footprints);
        let mut drawn: Vec<Vec<Item>> = standing.into_iter().map(|s| s.items).collect();
        let layer = scene.layer("standing");
        for i in order {
            layer.items.append(&mut drawn[i]);
        }
        if self.audience.knows_secrets() {
            marks(scene.layer("marks"), level, &look);
            if self.numbers {
                numbers(scene.layer("numbers"), level, &ground, &look);
            }
        }
        scene.layers.retain(|layer| !layer.items.is_empty());
        Ok(scene)
    }

    fn floor(&self, scene: &mut Scene, plan: &Plan, level: &Level, ground: &Ground, look: &Look) {
        let outline = ground.outline();
        let onto = |path: &Path| path.map(|p| project(p, 0.0));
        let floor = onto(&outline);
        let base = self.setting.floor();
        scene.layer("floor").fill(floor.clone(), base.mixed(SHADE, 0.24));
        let lit = scene.layer("paving");
        lit.clip = Some(floor.clone());
        // The foot shade of the walls behind, in two steps.
        for (by, color) in [(0.16, base.mixed(SHADE, 0.10)), (0.30, base)] {
            lit.fill(onto(&outline.map(|p| p + Vec2::new(by, by))), color);
        }
        flags(lit, ground, base);
        for corridor in level.corridors.iter().filter(|c| c.secret) {
            for &p in &corridor.cells {
                lit.fill(tile(p), look.accent.faded(0.25));
            }
        }
        let water: Vec<Point> = level
            .features
            .iter()
            .filter(|f| f.kind == FeatureKind::Water)
            .flat_map(|f| f.cells.iter().copied())
            .collect();
        if !water.is_empty() {
            let shore = onto(&cave(&water));
            lit.fill(shore.map(|p| p + Vec2::new(0.0, -0.02)), base.mixed(SHADE, 0.4));
            lit.fill(shore.map(|p| p + Vec2::new(0.0, 0.08)), look.water.mixed(SHADE, 0.12));
            lit.stroke(
                shore.map(|p| p + Vec2::new(0.0, 0.08)),
                Stroke::new(look.water_line.faded(0.6), 0.04).round(),
            );
        }
        lit.stroke(onto(&ground.grid_lines()), Stroke::new(base.mixed(SHADE, 0.22), 0.03));
        let flat = scene.layer("on the floor");
        flat.clip = Some(floor);
        for feature in level.features.iter().filter(|f| f.kind == FeatureKind::Pit && f.cells.len() == 1) {
            feature.cells.iter().for_each(|&p| pit(flat, p, self.setting));
        }
        for feature in level.features.iter().filter(|f| f.kind == FeatureKind::Rubble) {
            for &p in &feature.cells {
                let heap = Thing::new(ThingKind::RubbleHeap, p, Direction::South);
                things::draw_projected(flat, &heap, look, at_height(0.0));
            }
        }
        for thing in &level.things {
            let [w, d] = things::own_size(thing);
            if volumes::solids(thing.kind, w, d, thing.at, true).is_empty() {
                things::draw_projected(flat, thing, look, at_height(0.0));
            }
        }
        for cells in chasm::all(level) {
            let hole = scene.layer("holes");
            hole.clip = Some(onto(&cave(cells)));
            chasm::at_an_angle(hole, cells, self.setting.wall().mixed(SHADE, 0.3), NIGHT, project);
        }
        light::pools(scene.layer("light"), plan.cell_feet, level, ground, 0.08, |p| project(p, 0.0));
    }
}

/// What the picture shows: the floor and the walls around it.
fn frame(ground: &Ground) -> Frame {
    let corners = ground.border.pieces.iter().flatten().flat_map(|&p| [project(p, 3.0), project(p, -1.0)]);
    let points = corners.map(|p| Frame::new(p.x, p.y, 0.0, 0.0));
    points.reduce(Frame::union).unwrap_or(Frame::new(0.0, 0.0, 2.0, 1.0)).grown(1.2)
}

fn tile(p: Point) -> Path {
    let (x, y) = (p.x as f32, p.y as f32);
    let corners = [(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)];
    Path::polygon(corners.map(|(x, y)| project(Vec2::new(x, y), 0.0)))
}

/// Flags a shade lighter or darker, and a crack here and there.
fn flags(layer: &mut Layer, ground: &Ground, base: Color) {
    let mut cracks = Path::new();
    for (p, _) in ground.cells.iter().filter(|(_, floor)| **floor) {
        let tone = noise(p.x, p.y, 500);
        if tone < 0.16 {
            layer.fill(tile(p), SHADE.faded(0.06));
        } else if tone > 0.86 {
            layer.fill(tile(p), Color::hex(0xfff6d8).faded(0.10));
        }
        if noise(p.x, p.y, 501) < 0.22 {
            let at = |i: u32| {
                let (dx, dy) = (noise(p.x, p.y, 510 + i), noise(p.x, p.y, 520 + i));
                project(Vec2::new(p.x as f32 + 0.2 + 0.6 * dx, p.y as f32 + 0.2 + 0.6 * dy), 0.0)
            };
            let start = at(0);
            let near = |q: Vec2| start + (q - start) * 0.45;
            cracks.add_polyline([start, near(at(1)), near(at(2))]);
        }
    }
    layer.stroke(cracks, Stroke::new(base.mixed(SHADE, 0.3), 0.025).round());
}

fn pit(layer: &mut Layer, p: Point, setting: Setting) {
    let (x, y) = (p.x as f32, p.y as f32);
    let at = |dx: f32, dy: f32, z: f32| project(Vec2::new(x + dx, y + dy), z);
    layer.fill(
        Path::polygon([at(0.06, 0.06, 0.0), at(0.94, 0.06, 0.0), at(0.94, 0.94, 0.0), at(0.06, 0.94, 0.0)]),
        NIGHT,
    );
    let wall = setting.wall().mixed(SHADE, 0.45);
    layer.fill(
        Path::polygon([at(0.06, 0.06, 0.0), at(0.94, 0.06, 0.0), at(0.94, 0.36, 0.0), at(0.36, 0.36, 0.0)]),
        wall.mixed(SHADE, 0.3),
    );
    layer.fill(
        Path::polygon([at(0.06, 0.06, 0.0), at(0.06, 0.94, 0.0), at(0.36, 0.94, 0.0), at(0.36, 0.36, 0.0)]),
        wall,
    );
}

/// The shadow at the foot of something: an ellipse shifted to the right.
fn foot(layer: &mut Layer, low: Vec2, high: Vec2) {
    let middle = project((low + high) * 0.5, 0.0);
    let wide = 0.5 * ((high.x - low.x) + (high.y - low.y));
    layer.fill(
        Path::ellipse(middle + Vec2::new(0.2 * wide, 0.05), 0.95 * wide, 0.46 * wide),
        SHADE.faded(0.22),
    );
}

fn things(level: &Level, look: &Look) -> Vec<Standing> {
    let mut standing = Vec::new();
    for thing in &level.things {
        standing.extend(volume(thing, look));
    }
    standing
}

/// A thing around the middle of its footprint, and whether it lies flat.
pub(crate) fn thing_items(thing: &Thing) -> (Vec<Item>, bool) {
    let look = Style::Battle.look(Setting::Crypt);
    let f = thing.footprint();
    let middle = Vec2::new(f.x as f32 + f.width as f32 / 2.0, f.y as f32 + f.height as f32 / 2.0);
    let mut whole = Layer::default();
    let standing = volume(thing, &look);
    let flat = standing.is_none();
    match standing {
        Some(standing) => whole.items = standing.items,
        None => things::draw_projected(&mut whole, thing, &look, at_height(0.0)),
    }
    let mut centred = Layer::default();
    centred.append(whole, project(middle, 0.0) * -1.0, 1.0);
    (centred.items, flat)
}

/// A thing as a volume; `None` if it lies flat.
fn volume(thing: &Thing, look: &Look) -> Option<Standing> {
    let [w, d] = things::own_size(thing);
    let burns = thing.light.is_some();
    let mut parts = volumes::solids(thing.kind, w, d, thing.at, burns);
    if parts.is_empty() {
        return None;
    }
    let place = Affine::placing(thing.at, thing.size, thing.facing);
    let key = |part: &Solid| part.depth(place);
    parts.stable_sort_by(|a, b| {
        let (a, b) = (key(a), key(b));
        a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1))
    });
    let front = match thing.facing {
        Direction::South => Front::Left,
        Direction::East => Front::Right,
        _ => Front::Away,
    };
    let f = thing.footprint();
    let low = Vec2::new(f.x as f32 + 0.04, f.y as f32 + 0.04);
    let high = Vec2::new((f.x + f.width) as f32 - 0.04, (f.y + f.height) as f32 - 0.04);
    Some(Standing::on(low, high, |layer| {
        // What hangs on a wall or from the ceiling casts no shadow at its foot.
        if parts.iter().any(|part| part.depth(place).0 < 0.25) {
            foot(layer, low + Vec2::new(0.1, 0.1), high - Vec2::new(0.1, 0.1));
        }
        let mut top = |layer: &mut Layer, z: f32| things::draw_projected(layer, thing, look, at_height(z));
        for part in parts {
            part.draw(layer, place, look, front, &mut top);
        }
    }))
}

/// Pillars, statues, altars, wells and lamps that are built in.
fn built(level: &Level, look: &Look) -> Vec<Standing> {
    let mut standing = Vec::new();
    for feature in &level.features {
        let kind = match feature.kind {
            FeatureKind::Pillar => None,
            FeatureKind::Statue => Some(ThingKind::Statue),
            FeatureKind::Altar => Some(ThingKind::Altar),
            FeatureKind::Well => Some(ThingKind::Well),
            FeatureKind::Light => Some(ThingKind::Lantern),
            FeatureKind::Water | FeatureKind::Pit | FeatureKind::Rubble => continue,
        };
        for &p in &feature.cells {
            match kind {
                Some(kind) => {
                    let thing = Thing { size: [1, 1], ..Thing::new(kind, p, Direction::South) };
                    standing.extend(volume(&thing, look));
                }
                None => standing.push(pillar(p, look)),
            }
        }
    }
    standing
}

/// A pillar around its foot point.
pub(crate) fn pillar_items() -> Vec<Item> {
    let items = pillar(Point::default(), &Style::Battle.look(Setting::Crypt)).items;
    let whole = Layer { items, ..Layer::default() };
    let mut centred = Layer::default();
    centred.append(whole, project(Vec2::new(0.5, 0.5), 0.0) * -1.0, 1.0);
    centred.items
}

fn pillar(p: Point, look: &Look) -> Standing {
    let low = Vec2::from(p) + Vec2::new(0.12, 0.12);
    let high = low + Vec2::new(0.76, 0.76);
    let place = Affine::placing(p, [1, 1], Direction::South);
    Standing::on(low, high, |layer| {
        foot(layer, low, high);
        let parts = [
            Solid::Box(0.17, 0.17, 0.66, 0.66, 0.0, 0.16, Material::Stone),
            Solid::Drum(0.5, 0.5, 0.27, 0.16, 2.22, Material::Stone),
            // A wide slab on top would make it a table.
            Solid::Drum(0.5, 0.5, 0.32, 2.22, 2.42, Material::Stone),
        ];
        for part in parts {
            part.draw(layer, place, look, Front::Left, &mut |_, _| {});
        }
    })
}

/// Stairs as seven slabs up or down.
fn stairs(stairs: &Stairs, setting: Setting) -> Standing {
    let low = Vec2::from(stairs.at) + Vec2::new(0.05, 0.05);
    let high = low + Vec2::new(0.9, 0.9);
    let steps = 6;
    let stone = setting.wall();
    Standing::on(low, high, |layer| {
        if stairs.way == Vertical::Down {
            layer.fill(tile(stairs.at), NIGHT);
        }
        // Steps from the back of the picture to its front.
        let mut order: Vec<i32> = (0..steps).collect();
        let away = matches!(stairs.facing, Direction::North | Direction::West);
        if away {
            order.reverse();
        }
        for i in order {
            let (from, to) = (0.9 * i as f32 / steps as f32, 0.9 * (i + 1) as f32 / steps as f32);
            let (a, b) = match stairs.facing {
                Direction::South => (low + Vec2::new(0.0, from), low + Vec2::new(0.9, to)),
                Direction::North => (low + Vec2::new(0.0, 0.9 - to), low + Vec2::new(0.9, 0.9 - from)),
                Direction::East => (low + Vec2::new(from, 0.0), low + Vec2::new(to, 0.9)),
                Direction::West => (low + Vec2::new(0.9 - to, 0.0), low + Vec2::new(0.9 - from, 0.9)),
            };
            match stairs.way {
                Vertical::Up => solid::block(layer, a, b, 0.0, 0.3 * (i + 1) as f32, stone),
                Vertical::Down => {
                    let deep = 0.14 * (i + 1) as f32;
                    let shade = stone.mixed(NIGHT, 0.14 * (i + 1) as f32);
                    let corners = [a, Vec2::new(b.x, a.y), b, Vec2::new(a.x, b.y)];
                    // Inside of the hole: the treads sink below the floor but never leave their cell.
                    let sunk = corners.map(|p| project(p, -deep.min(0.1)));
                    layer.shape(Path::polygon(sunk), Some(shade), Some(Stroke::new(NIGHT, 0.03)));
                }
            }
        }
    })
}

fn doors(level: &Level, look: &Look, setting: Setting, audience: Audience) -> Vec<Standing> {
    let mut standing = Vec::new();
    for door in &level.doors {
        let along = Vec2::from(door.place.facing().vector());
        let way = Doorway::new(door_middle(door.place), along, door.place.width() as f32);
        let (low, high, post, thick) = (way.low, way.high, way.post, way.thick);
        standing.push(Standing::on(low, high, |layer| {
            way.first_jamb(layer, setting.wall());
            let knows = audience.knows_secrets();
            match &door.kind {
                DoorKind::Arch => {}
                DoorKind::Secret => {
                    // Stone like the wall; see-through, for the game master alone gets to see it.
                    let (a, b) = (low + post, high - post);
                    sheet(layer, a, b, 1.7, setting.wall().faded(0.75));
                }
                DoorKind::Portcullis => {
                    for i in 0..6 {
                        let p =
                            low + post + (high - low - post * 2.0 - thick * 2.0) * (i as f32 / 5.0) + thick;
                        let bar = Path::line(project(p, 0.0), project(p, 1.6));
                        layer.stroke(bar, Stroke::new(Color::hex(0x3a3b40), 0.06).round());
                    }
                }
                kind => {
                    way.leaf(layer, look.of(Material::Wood));
                    let locked = matches!(kind, DoorKind::Locked { .. }) && knows;
                    if locked {
                        let lock = project((low + high) * 0.5 + thick, 0.8);
                        layer.shape(
                            Path::circle(lock, 0.13),
                            Some(look.of(Material::Gold)),
                            Some(Stroke::new(look.ink, 0.03)),
                        );
                    }
                    if matches!(kind, DoorKind::Barred) && knows {
                        let bar = Path::line(project(low, 0.9), project(high, 0.9));
                        layer.stroke(bar, Stroke::new(look.ink, 0.14).round());
                    }
                }
            }
            way.last_jamb(layer, setting.wall());
        }));
    }
    standing
}

/// An opening in a wall, on the ground.
pub(crate) struct Doorway {
    low: Vec2,
    high: Vec2,
    post: Vec2,
    thick: Vec2,
}

impl Doorway {
    /// An opening through which one goes `along`, so many cells wide.
    pub(crate) fn new(middle: Vec2, along: Vec2, width: f32) -> Doorway {
        let across = Vec2::new(along.y.abs(), along.x.abs());
        let thick = Vec2::new(along.x.abs(), along.y.abs()) * 0.09;
        let half = across * (0.49 * width);
        Doorway { low: middle - half - thick, high: middle + half + thick, post: across * 0.12, thick }
    }

    fn first_jamb(&self, layer: &mut Layer, stone: Color) {
        solid::block(layer, self.low, self.low + self.post + self.thick * 2.0, 0.0, 1.7, stone);
    }

    fn last_jamb(&self, layer: &mut Layer, stone: Color) {
        solid::block(layer, self.high - self.post - self.thick * 2.0, self.high, 0.0, 1.7, stone);
    }

    /// Solid below, so that it is seen to be shut; see-through above, so that it hides nobody.
    fn leaf(&self, layer: &mut Layer, color: Color) {
        let (a, b) = (self.low + self.post, self.high - self.post);
        solid::block(layer, a, b, 0.0, 0.4, color);
        sheet(layer, a, b, 1.6, color.faded(0.6));
    }

    /// The whole door, shut.
    pub(crate) fn shut(&self, stone: Color, leaf: Color) -> Vec<Item> {
        let mut layer = Layer::default();
        self.first_jamb(&mut layer, stone);
        self.leaf(&mut layer, leaf);
        self.last_jamb(&mut layer, stone);
        layer.items
    }
}

/// An upright sheet through which one sees a little.
fn sheet(layer: &mut Layer, a: Vec2, b: Vec2, z: f32, color: Color) {
    // Along the middle of the leaf.
    let (from, to) = if b.x - a.x > b.y - a.y {
        (Vec2::new(a.x, (a.y + b.y) / 2.0), Vec2::new(b.x, (a.y + b.y) / 2.0))
    } else {
        (Vec2::new((a.x + b.x) / 2.0, a.y), Vec2::new((a.x + b.x) / 2.0, b.y))
    };
    let corners = [project(from, 0.4), project(to, 0.4), project(to, z), project(from, z)];
    let line = Stroke::new(SHADE.faded(0.7), 0.03);
    layer.shape(Path::polygon(corners), Some(color), Some(line));
}

/// How large a creature is drawn.
fn scale(size: CreatureSize) -> f32 {
    match size {
        CreatureSize::Tiny => 0.6,
        CreatureSize::Small => 0.85,
        CreatureSize::Medium => 1.0,
        CreatureSize::Large => 1.75,
        CreatureSize::Huge => 2.6,
        CreatureSize::Gargantuan => 3.5,
    }
}

fn creatures(level: &Level) -> Vec<Standing> {
    let mut standing = Vec::new();
    for monsters in level.rooms.iter().flat_map(|r| &r.contents.monsters) {
        let figure = Figure::of(monsters);
        for (middle, side) in tokens::places(monsters) {
            let half = Vec2::new(0.3 * side, 0.3 * side);
            standing.push(Standing::on(middle - half, middle + half, |layer| {
                let at = project(middle, 0.0);
                if figure.leads() {
                    let ring = Path::ellipse(at, 0.62 * side, 0.31 * side);
                    layer.stroke(ring, Stroke::new(figure.ring(), 0.09));
                }
                let unit = scale(monsters.size) * UNIT;
                figure.draw(&mut Sketch::new(layer, at, unit, None, true));
            }));
        }
    }
    standing
}

/// Traps, for the game master.
fn marks(layer: &mut Layer, level: &Level, look: &Look) {
    let in_corridors = level.corridors.iter().flat_map(|c| &c.traps);
    for trap in level.rooms.iter().flat_map(|r| &r.contents.traps).chain(in_corridors) {
        if let Some(p) = trap.at {
            let at = project(Vec2::new(p.x as f32 + 0.5, p.y as f32 + 0.5), 0.0);
            super::symbols::trap_mark(layer, at, 0.3, look);
        }
    }
    for door in level.doors.iter().filter(|d| d.kind == DoorKind::Secret) {
        let p = door.place.at();
        let at = project(Vec2::new(p.x as f32 + 0.5, p.y as f32 + 0.5), 1.0);
        super::symbols::letter(layer, at, "S", 0.8, look);
    }
}

fn numbers(layer: &mut Layer, level: &Level, ground: &Ground, look: &Look) {
    for label in room_labels_from_the_side(level, ground) {
        let at = project(label.at, 0.0);
        let size = 1.1 * label.size;
        let mut text = Text::new(at + Vec2::new(0.0, 0.31 * size), size, look.label, &label.text).bold();
        text.anchor = Anchor::Middle;
        text.halo = Some(Stroke::new(look.label_halo, 0.2 * size).round());
        layer.text(text);
    }
}
