//! A map as files.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use mapkiln_core::{Limit, Origin, OverLimit, Recipe, Seed, Spec};
use mapkiln_draw::export::tiled;
use mapkiln_draw::iso::Projection;
use mapkiln_draw::text::{self, RoomMarks, TextOptions};
use mapkiln_draw::{
    BoardView, Color, DungeonPrint, DungeonView, IsoDungeonView, IsoView, IsoWorldView, KeyPlace, LevelView,
    Pages, Path, Scene, Setting, Stroke, Style, Vec2, WorldView, csv, dot, explain, markdown, pdf, png,
    print, svg,
};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_grammar::{LevelPlanSpec, LevelSpec, Quality, check_layout, lay_out};
use mapkiln_maps::board::{Board, BoardGame, Score};
use mapkiln_maps::floor::Floor;
use mapkiln_maps::graph::LevelGraph;
use mapkiln_maps::picture::PngEffort;
use mapkiln_maps::plan::Plan;
use mapkiln_maps::world::{CellShape, World};
use mapkiln_maps::{AnyMap, Audience, document};

use super::plans::{Exporter, PICTURE_NAME, TILES_NAME};
use super::{Body, File, Format, FormatError, Look, Mark};
use crate::carried;

type Bytes = Result<Vec<u8>, FormatError>;

/// Writes one map in any of its formats.
pub struct Writer<'a> {
    map: &'a AnyMap,
    origin: Option<&'a Origin>,
    look: &'a Look,
    /// A level graph laid out in space, on first use.
    plan: OnceCell<(Plan, Option<Origin>)>,
}

impl<'a> Writer<'a> {
    /// A writer for a map with its origin, if it has one.
    pub fn new(map: &'a AnyMap, origin: Option<&'a Origin>, look: &'a Look) -> Self {
        Writer { map, origin, look, plan: OnceCell::new() }
    }

    /// The files of a format, named after `stem`; the first is the map itself.
    pub fn write(&self, format: &Format, stem: &str, ending: &str) -> Result<Vec<File>, FormatError> {
        let kind = self.map.kind();
        if !format.kinds.contains(&kind) {
            let known: Vec<&str> = Format::of(kind).map(|f| f.name).collect();
            return Err(FormatError::Kind { kind, format: format.name, known: known.join(", ") });
        }
        let can_tilt = match format.body {
            Body::Svg | Body::Png | Body::Pdf => true,
            // Tiled shows hexagons from above only.
            Body::Tmx | Body::Tmj => {
                matches!(self.map, AnyMap::World(world) if world.shape != CellShape::Hexagon)
            }
            _ => false,
        };
        if self.look.isometric && !can_tilt {
            return Err(FormatError::NotIsometric { format: format.name });
        }
        if let (AnyMap::World(world), Body::Tmx | Body::Tmj) = (self.map, format.body) {
            return tiled_world_files(world, self.look.isometric, format.body, stem, ending);
        }
        let in_space = format.body.is_export()
            || self.look.isometric
            || matches!(format.body, Body::Markdown | Body::Explain | Body::Map | Body::PlanJson);
        if let AnyMap::LevelGraph(graph) = self.map
            && in_space
        {
            check_layout(graph)?;
        }
        // A level is laid out only for formats that show it in space.
        if format.body.is_export()
            && let Some(plan) = self.plan()
        {
            let exporter = Exporter { plan, look: self.look, setting: self.setting(), stem, ending };
            if let Some(files) = exporter.files(format.body) {
                return files;
            }
        }
        let bytes = self.bytes(format)?;
        Ok(vec![File { name: format!("{stem}.{ending}"), bytes }])
    }

    fn bytes(&self, format: &Format) -> Bytes {
        match format.body {
            Body::Text => self.text(),
            Body::Json => Ok((self.json() + "\n").into_bytes()),
            Body::Markdown | Body::Explain if self.is_for_players() => {
                Err(FormatError::NotForPlayers { format: format.name })
            }
            Body::Markdown => Ok(self.plan().map_or_else(String::new, markdown::plan).into_bytes()),
            Body::Explain => Ok(self.plan().map_or_else(String::new, explain::plan).into_bytes()),
            Body::Map => self.plan().map_or_else(|| Ok(Vec::new()), |plan| self.plan_text(plan)),
            Body::PlanJson => Ok((self.plan_json() + "\n").into_bytes()),
            Body::Dot => Ok(self.graph_text(dot::level_graph)),
            Body::Csv => Ok(if let AnyMap::World(world) = self.map {
                csv::world(world).into_bytes()
            } else {
                Vec::new()
            }),
            Body::Svg => {
                let svg = svg::encode(&self.scene()?, &svg::SvgOptions::default());
                Ok(match self.carried() {
                    Some(map) => carried::in_svg(svg, &map),
                    None => svg,
                }
                .into_bytes())
            }
            Body::Png => {
                let png = self.png()?;
                Ok(match self.carried() {
                    Some(map) => carried::in_png(png, &map),
                    None => png,
                })
            }
            Body::Pdf => self.pdf(),
            Body::Uvtt
            | Body::Foundry
            | Body::Roll20
            | Body::Tmx
            | Body::Tmj
            | Body::Ldtk
            | Body::Watabou => Ok(Vec::new()),
        }
    }

    fn json(&self) -> String {
        self.map.to_json_for(self.look.audience, self.origin)
    }

    /// The document that a picture carries: none for players, none where only the grid is asked for.
    fn carried(&self) -> Option<String> {
        (!self.is_for_players() && !self.look.bare).then(|| self.json())
    }

    fn plan_json(&self) -> String {
        let Some(plan) = self.plan() else { return String::new() };
        let origin = self.plan_origin().filter(|_| !self.is_for_players());
        document::to_json(&*plan.for_audience(self.look.audience), origin)
    }

    fn is_for_players(&self) -> bool {
        !self.look.audience.knows_secrets()
    }

    /// The map as a plan: itself, or laid out in space.
    fn plan(&self) -> Option<&Plan> {
        match self.map {
            AnyMap::Plan(plan) => Some(plan),
            AnyMap::LevelGraph(_) => self.laid_out().map(|(plan, _)| plan),
            _ => None,
        }
    }

    fn plan_origin(&self) -> Option<&Origin> {
        match self.map {
            AnyMap::LevelGraph(_) => self.laid_out().and_then(|(_, origin)| origin.as_ref()),
            _ => self.origin,
        }
    }

    fn laid_out(&self) -> Option<&(Plan, Option<Origin>)> {
        let AnyMap::LevelGraph(graph) = self.map else { return None };
        Some(self.plan.get_or_init(|| {
            let seed = self.origin.map_or_else(|| Seed::from("level"), |origin| origin.seed.clone());
            (lay_out(graph, seed), self.origin.and_then(origin_of_plan))
        }))
    }

    fn graph_text(&self, text: impl Fn(&LevelGraph) -> String) -> Vec<u8> {
        match self.map {
            AnyMap::LevelGraph(graph) => text(&graph.for_audience(self.look.audience)).into_bytes(),
            _ => Vec::new(),
        }
    }

    fn text(&self) -> Bytes {
        Ok(match self.map {
            // Also for the form of the thesis: its list of rooms tells what is in them.
            AnyMap::Plan(plan) if self.is_for_players() => return self.plan_text(plan),
            AnyMap::Plan(plan) if self.look.classic => text::classic::plan(plan).into_bytes(),
            AnyMap::Plan(plan) => self.key_text(plan)?.into_bytes(),
            AnyMap::LevelGraph(graph) => {
                let graph = graph.for_audience(self.look.audience);
                let text = summary(&graph) + &text::level_graph(&graph);
                mapkiln_draw::visible(&text).into_owned().into_bytes()
            }
            AnyMap::Board(board) => board.to_text().into_bytes(),
            AnyMap::World(world) => text::world(world).into_bytes(),
            AnyMap::Floor(floor) => text::floor(floor, self.look.audience).into_bytes(),
            other => {
                let (kind, known) = (other.kind(), "json, svg, png, pdf".to_owned());
                return Err(FormatError::Kind { kind, format: "text", known });
            }
        })
    }

    fn plan_text(&self, plan: &Plan) -> Bytes {
        let look = self.look;
        self.check_level(plan)?;
        // A level shows what is in its rooms: it has no key that numbers would refer to.
        let is_level = matches!(self.map, AnyMap::LevelGraph(_));
        let options = TextOptions {
            rooms: if is_level { RoomMarks::Contents } else { RoomMarks::Numbers },
            ascii: look.ascii,
            color: look.colours,
            audience: look.audience,
            level: look.level,
            key: look.key != KeyPlace::None && !look.bare,
            ..TextOptions::default()
        };
        Ok(text::plan(plan, &options).into_bytes())
    }

    /// The map of every level and the whole key.
    fn key_text(&self, plan: &Plan) -> Result<String, FormatError> {
        self.check_level(plan)?;
        let options = TextOptions { level: self.look.level, legend: true, ..TextOptions::blocks() };
        let text = format!("{}\n{}", text::plan(plan, &options), markdown::plan(plan));
        Ok(mapkiln_draw::visible(&text).into_owned())
    }

    fn check_level(&self, plan: &Plan) -> Result<(), FormatError> {
        let levels = plan.levels.len();
        match self.look.level {
            Some(level) if level >= levels => Err(FormatError::NoLevel { asked: level + 1, levels }),
            _ => Ok(()),
        }
    }

    /// The scene of pictures.
    fn scene(&self) -> Result<Scene, FormatError> {
        let tilted_world = self.look.isometric && matches!(self.map, AnyMap::World(_));
        if self.look.night && !tilted_world {
            return Err(FormatError::NoNight { kind: self.map.kind() });
        }
        if self.look.isometric {
            if let Some(style) = self.look.style.filter(|style| *style != Style::Battle) {
                return Err(FormatError::IsometricStyle { style: style.name() });
            }
            if let AnyMap::World(world) = self.map {
                let (pictures, night) = (self.look.tiles.clone(), self.look.night);
                return Ok(IsoWorldView { pictures, night, ..IsoWorldView::default() }.scene(world));
            }
            if let AnyMap::Plan(plan) = self.map {
                let view = IsoDungeonView {
                    audience: self.look.audience,
                    level: self.look.level.unwrap_or(0),
                    setting: self.setting(),
                    ..IsoDungeonView::default()
                };
                return Ok(view.scene(plan)?);
            }
            let floor = self.floor()?;
            check_drawn(&floor)?;
            return Ok(IsoView::default().scene(&floor));
        }
        let mut scene = match self.map {
            AnyMap::Plan(plan) => self.dungeon_view().scene(plan)?,
            AnyMap::World(world) => self.world_view().scene(world),
            AnyMap::LevelGraph(graph) => {
                LevelView { dressed: !self.look.bare }.scene(&graph.for_audience(self.look.audience))
            }
            AnyMap::Board(board) => self.board_view(board)?.scene(board),
            AnyMap::Floor(floor) => {
                check_drawn(floor)?;
                from_above(&floor.for_audience(self.look.audience))
            }
            other => return Err(FormatError::NoFloor { kind: other.kind() }),
        };
        self.mark(&mut scene);
        Ok(scene)
    }

    /// Draws a ring around each marked place.
    fn mark(&self, scene: &mut Scene) {
        let middle = |mark: &Mark| match (mark, self.map) {
            (Mark::Cell(p), _) => Some((Vec2::new(p.x as f32 + 0.5, p.y as f32 + 0.5), 0.75)),
            (Mark::Hex([row, column]), AnyMap::Board(board)) => {
                let geometry = board.geometry();
                let hex = geometry.hex(row.checked_sub(1)?, column.checked_sub(1)?)?;
                let (x, y) = geometry.place(hex);
                // Rows of hexes of width 1 lie half the square root of 3 apart.
                Some((Vec2::new(x as f32 / 2.0, y as f32 * 0.866_025_4), 0.4))
            }
            (Mark::Hex(_), _) => None,
        };
        let places: Vec<(Vec2, f32)> = self.look.marks.iter().filter_map(middle).collect();
        if places.is_empty() {
            return;
        }
        let layer = scene.layer("findings");
        for (at, radius) in places {
            layer.stroke(Path::circle(at, radius), Stroke::new(Color::WHITE, 0.34));
            layer.stroke(Path::circle(at, radius), Stroke::new(Color::hex(0xd81e28), 0.2));
        }
    }

    fn png(&self) -> Bytes {
        let scene = self.scene()?;
        let usual = match self.map {
            AnyMap::Plan(_) => 70,
            AnyMap::Board(_) => 90,
            AnyMap::World(world) => self.world_view().pixels_per_tile(world),
            _ => 16,
        };
        let is_page = matches!(self.map, AnyMap::Plan(_)) && !self.look.bare;
        let pixels_per_unit = match self.look.pixels {
            Some(pixels) => pixels as f32,
            None if self.look.isometric => DungeonView::pixels_per_cell(&scene).min(ISOMETRIC_PIXELS),
            None if is_page => DungeonView::pixels_per_cell(&scene),
            None => fitting(&scene, usual) as f32,
        };
        let few_colours = matches!(self.map, AnyMap::Plan(_));
        let effort = if few_colours { PngEffort::Small } else { PngEffort::Fast };
        Ok(png::encode(&scene, &png::PngOptions { pixels_per_unit, effort, few_colours })?)
    }

    fn pdf(&self) -> Bytes {
        let look = self.look;
        Ok(match self.map {
            _ if look.isometric => self.page(12.0)?,
            AnyMap::Plan(plan) => {
                let print = DungeonPrint {
                    paper: look.paper,
                    pages: look.pages,
                    style: look.style.unwrap_or(Style::Ink),
                    audience: look.audience,
                    sheets_for: if look.game_master_sheets { look.audience } else { Audience::Players },
                    level: look.level,
                    key: look.key != KeyPlace::None,
                };
                print.pdf(plan)?
            }
            AnyMap::Board(board) if look.pages != Pages::Overview => self.board_sheets(board)?,
            AnyMap::Board(_) => self.page(60.0)?,
            AnyMap::LevelGraph(_) => self.page(10.0)?,
            _ => self.page(12.0)?,
        })
    }

    /// The scene on one page.
    fn page(&self, points_per_unit: f32) -> Bytes {
        Ok(pdf::encode(&self.scene()?, &pdf::PdfOptions { points_per_unit })?)
    }

    /// A board at true size on sheets.
    fn board_sheets(&self, board: &Board) -> Bytes {
        let millimetres = match board.game {
            BoardGame::Catan => 79.0,
            BoardGame::TerraMystica => 40.0,
        };
        let scene = BoardView { symbols: self.look.symbols, bare: true, score: None }.scene(board);
        let note = format!("a hex is {millimetres:.0} mm wide");
        let points = millimetres * 72.0 / 25.4;
        let options = print::SheetOptions {
            paper: self.look.paper,
            points_per_unit: points,
            snap: None,
            scale_note: note,
        };
        Ok(print::sheets(&scene, &options, &|_| true)?)
    }

    fn dungeon_view(&self) -> DungeonView {
        let look = self.look;
        // Marks are places of one level's grid; a page puts the levels where there is room.
        let bare = look.bare || !look.marks.is_empty();
        DungeonView {
            style: look.style.unwrap_or_default(),
            audience: look.audience,
            // A bare picture is one level's grid.
            level: look.level.or(if bare { Some(0) } else { None }),
            key: if bare { KeyPlace::None } else { look.key },
            dressed: !bare,
            setting: self.setting(),
            ..DungeonView::default()
        }
    }

    /// The kind of place, by the theme of the spec that made it.
    fn setting(&self) -> Setting {
        setting_of(self.origin)
    }

    fn world_view(&self) -> WorldView {
        WorldView { pictures: self.look.tiles.clone(), ..WorldView::default() }
    }

    fn board_view(&self, board: &Board) -> Result<BoardView, FormatError> {
        let (symbols, bare) = (self.look.symbols, self.look.bare);
        Ok(BoardView { symbols, bare, score: self.score(board)? })
    }

    /// The score of a board by the rules asked for.
    fn score(&self, board: &Board) -> Result<Option<Score>, FormatError> {
        let Some(name) = &self.look.rules else { return Ok(None) };
        let known = mapkiln_board::rule_sets(board);
        match known.iter().find(|rules| rules.name == *name) {
            Some(rules) => Ok(Some(rules.score(board))),
            None => {
                let known: Vec<&str> = known.iter().map(|rules| rules.name.as_str()).collect();
                Err(FormatError::NoRules { name: name.clone(), known: known.join(", ") })
            }
        }
    }

    /// The map as a floor to stand on.
    fn floor(&self) -> Result<Cow<'_, Floor>, FormatError> {
        let no_floor = || FormatError::NoFloor { kind: self.map.kind() };
        Ok(match self.map {
            AnyMap::Floor(floor) => floor.for_audience(self.look.audience),
            AnyMap::World(world) => Cow::Owned(world.floor()),
            _ => {
                let plan = self.plan().ok_or_else(no_floor)?;
                self.check_level(plan)?;
                let level = self.look.level.unwrap_or(0);
                let floor = plan.for_audience(self.look.audience).floor(level);
                Cow::Owned(floor.ok_or_else(no_floor)?)
            }
        })
    }
}

/// Pixels per map unit of an isometric picture: a cell is twice as wide.
const ISOMETRIC_PIXELS: f32 = 32.0;

/// The kind of place by the theme of the spec, or the one that the seed chose.
fn setting_of(origin: Option<&Origin>) -> Setting {
    let theme = origin.and_then(|origin| {
        let spec = origin.recipe.spec();
        if origin.recipe.maker() == DungeonSpec::MAKER {
            let spec: DungeonSpec = serde_json::from_str(spec).ok()?;
            return Setting::named(&spec.theme_for(&origin.seed).id);
        }
        let spec: serde_json::Value = serde_json::from_str(spec).ok()?;
        Setting::named(spec.get("theme")?.as_str()?)
    });
    theme.unwrap_or_default()
}

/// The counts and metrics of a level in two lines.
fn summary(graph: &LevelGraph) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for node in &graph.nodes {
        let mark = if node.mark.is_empty() { String::new() } else { format!("[{}]", node.mark) };
        *counts.entry(format!("{}{mark}", node.kind)).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(name, n)| format!("{n} {name}")).collect();
    let quality = Quality::of(graph);
    // A players' level has neither a grammar nor an exit that is known.
    let grammar = if graph.grammar.is_empty() { "level" } else { &graph.grammar };
    let way = match quality.steps_to_exit {
        Some(steps) => {
            format!("; {steps} steps to the exit, {} with enemies on the way", quality.enemies_on_way)
        }
        None => String::new(),
    };
    format!(
        "{grammar}: {}\n{} edges, {} loops, {} dead ends, {} articulation points{way}\n\n",
        counts.join(", "),
        graph.edges.len(),
        quality.loops,
        quality.dead_ends,
        quality.articulation_points,
    )
}

/// The origin of a level's layout, from that of its graph.
fn origin_of_plan(origin: &Origin) -> Option<Origin> {
    if origin.recipe.maker() != LevelSpec::MAKER {
        return None;
    }
    let level = serde_json::from_str(origin.recipe.spec()).ok()?;
    let recipe = Arc::new(Recipe::of(&LevelPlanSpec { level, ..LevelPlanSpec::default() }));
    Some(Origin { recipe, ..origin.clone() })
}

fn tiled_world_files(
    world: &World,
    isometric: bool,
    body: Body,
    stem: &str,
    ending: &str,
) -> Result<Vec<File>, FormatError> {
    /// Larger worlds would have larger pictures than editors open.
    const MOST_CELLS: i64 = 256 * 256;
    let image = format!("{stem}{TILES_NAME}");
    let mut map = if isometric { tiled::world_isometric(world, &image) } else { tiled::world(world, &image) };
    let tiles = if isometric { tiled::world_diamonds(world) } else { tiled::world_tileset(world) };
    let mut beside = vec![File { name: image, bytes: tiles.to_png().map_err(mapkiln_draw::Error::from)? }];
    let view = WorldView::default();
    let cells = i64::from(world.width()) * i64::from(world.height());
    let fits = !isometric && world.shape == CellShape::Square && cells <= MOST_CELLS;
    if fits && view.is_painted(world) {
        let name = format!("{stem}{PICTURE_NAME}");
        map = map.with_picture(&name);
        let options = png::PngOptions {
            pixels_per_unit: map.tile_side() as f32,
            effort: PngEffort::Small,
            ..png::PngOptions::default()
        };
        beside.push(File { name, bytes: png::encode(&view.scene(world), &options)? });
    }
    let text = match body {
        Body::Tmx => map.to_tmx(),
        _ => map.to_tmj(),
    };
    beside.insert(0, File { name: format!("{stem}.{ending}"), bytes: text.into_bytes() });
    Ok(beside)
}

/// Refuses a floor whose cells are too many for a picture.
fn check_drawn(floor: &Floor) -> Result<(), OverLimit> {
    Limit::DrawnCells.check(floor.ground.bounds().area().unsigned_abs())
}

fn from_above(floor: &Floor) -> Scene {
    IsoView { projection: Projection::TopDown, tile: [1.0, 1.0], lift: 0.0, ..IsoView::default() }
        .scene(floor)
}

/// The usual pixels per map unit, or fewer if the picture would be too large to open.
fn fitting(scene: &Scene, usual: u32) -> u32 {
    const MOST_PIXELS: f32 = 65_000_000.0;
    let area = (scene.frame.width * scene.frame.height).max(1.0);
    usual.min((MOST_PIXELS / area).sqrt() as u32).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln_core::{Point, Rect};
    use mapkiln_draw::Frame;
    use mapkiln_maps::plan::{Level, Outline, Room};

    #[test]
    fn marks_lie_on_the_cells_of_a_plan() {
        let room = Room::new(0, Outline::Rect(Rect::new(2, 1, 4, 3)));
        let level = Level { width: 9, height: 5, rooms: vec![room], ..Level::default() };
        let map = AnyMap::Plan(Plan { title: "A title".to_owned(), levels: vec![level], ..Plan::default() });
        let look = Look { marks: vec![Mark::Cell(Point::new(3, 2))], ..Look::default() };
        let scene = Writer::new(&map, None, &look).scene().unwrap();
        assert_eq!(scene.frame, Frame::new(0.0, 0.0, 9.0, 5.0));
        assert!(scene.layers.iter().any(|layer| layer.name == "findings"));
    }

    #[test]
    fn huge_pictures_get_fewer_pixels_per_cell() {
        let pixels = |width, height| fitting(&Scene::new("", Frame::new(0.0, 0.0, width, height)), 70);
        assert_eq!(pixels(100.0, 100.0), 70);
        assert_eq!(pixels(1_000.0, 650.0), 10);
        assert_eq!(pixels(1e6, 1e6), 1);
    }
}
