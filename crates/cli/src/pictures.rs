//! Maps as pictures and prints: the flags, and the formats that makers and `draw` share.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;

use mapkiln::board::{Board, Game, Score};
use mapkiln::draw::iso::Projection;
use mapkiln::draw::text::{self, TextOptions};
use mapkiln::draw::{
    self, BoardView, DungeonPrint, DungeonView, IsoView, KeyPlace, LevelView, Pages, Paper, Scene, Style,
    WorldView, pdf, png, svg,
};
use mapkiln::floor::Floor;
use mapkiln::grammar::Level;
use mapkiln::plan::Plan;
use mapkiln::tiles::World;

use crate::commands::board::judge::metrics;
use crate::exports::Look;
use crate::failure::Failure;
use crate::output::Format;

/// How maps are drawn.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct PictureArgs {
    /// The look of a dungeon: hatched, blue, parchment, ink or dark [default: hatched; on paper: ink]
    #[arg(long, value_name = "NAME", value_parser = style)]
    style: Option<Style>,

    /// Show only what players may see: no secrets, traps, numbers or notes
    #[arg(long)]
    pub(crate) player: bool,

    /// Draw only this level, counted from 1
    #[arg(long, value_name = "N", value_parser = crate::args::at_least_one)]
    level: Option<u64>,

    /// Where the list of rooms stands: beside, below or none
    #[arg(long, value_name = "PLACE", default_value = "beside", value_parser = key_place)]
    key: KeyPlace,

    /// Nothing but the map, exactly its grid: no title, legend or key
    #[arg(long)]
    bare: bool,

    /// Pixels a cell, hex or tile of a PNG [default: 70, a tile of a world 16; fewer for huge maps]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pixels: Option<u32>,

    /// What a PDF holds: overview (one page with the key), sheets (true scale, 1 inch = 5 ft) or all
    #[arg(long, value_name = "PAGES", default_value = "overview", value_parser = pages)]
    print: Pages,

    /// The paper of a PDF: a4 or letter
    #[arg(long, value_name = "PAPER", default_value = "a4", value_parser = paper)]
    paper: Paper,

    /// A folder with your own PNG for each tile of a world, named as the tile
    #[arg(long, value_name = "FOLDER")]
    tiles: Option<PathBuf>,

    /// Draw a board in black symbols, not in colours
    #[arg(long)]
    symbols: bool,

    /// Judge a board by these rules, such as thesis or tournament: mark what breaks them, say the score
    #[arg(long, value_name = "PROFILE")]
    rules: Option<String>,

    /// Text with plain ASCII characters only
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn style(name: &str) -> Result<Style, String> {
    let names = Style::ALL.map(Style::name).join(", ");
    Style::named(name).ok_or_else(|| format!("write one of {names}"))
}

fn key_place(name: &str) -> Result<KeyPlace, String> {
    match name {
        "beside" => Ok(KeyPlace::Beside),
        "below" => Ok(KeyPlace::Below),
        "none" => Ok(KeyPlace::None),
        _ => Err("write beside, below or none".to_owned()),
    }
}

fn pages(name: &str) -> Result<Pages, String> {
    match name {
        "overview" => Ok(Pages::Overview),
        "sheets" => Ok(Pages::Sheets),
        "all" => Ok(Pages::All),
        _ => Err("write overview, sheets or all".to_owned()),
    }
}

fn paper(name: &str) -> Result<Paper, String> {
    [Paper::A4, Paper::Letter]
        .into_iter()
        .find(|paper| paper.name() == name)
        .ok_or_else(|| "write a4 or letter".to_owned())
}

fn drawn<T>(result: Result<T, draw::Error>) -> Result<T, Failure> {
    result.map_err(|error| match error {
        draw::Error::NoLevel { .. } | draw::Error::PixelSize { .. } => Failure::usage(error),
        _ => Failure::not_made(error),
    })
}

impl PictureArgs {
    /// The same flags for files of other programs.
    pub(crate) fn look(&self) -> Look {
        Look { player: self.player, pixels: self.pixels, style: self.style, level: self.level() }
    }

    pub(crate) fn level(&self) -> Option<usize> {
        self.level.map(|level| usize::try_from(level - 1).unwrap_or(usize::MAX))
    }

    fn dungeon_view(&self) -> DungeonView {
        DungeonView {
            style: self.style.unwrap_or_default(),
            player: self.player,
            // A bare picture is one level's grid.
            level: self.level().or(if self.bare { Some(0) } else { None }),
            key: if self.bare { KeyPlace::None } else { self.key },
            dressed: !self.bare,
            ..DungeonView::default()
        }
    }

    pub(crate) fn plan_svg(&self, plan: &Plan) -> Result<Vec<u8>, Failure> {
        let scene = drawn(self.dungeon_view().scene(plan))?;
        Ok(self.svg(&scene))
    }

    pub(crate) fn plan_png(&self, plan: &Plan) -> Result<Vec<u8>, Failure> {
        let scene = drawn(self.dungeon_view().scene(plan))?;
        self.png(&scene, 70)
    }

    pub(crate) fn plan_pdf(&self, plan: &Plan) -> Result<Vec<u8>, Failure> {
        let print = DungeonPrint {
            paper: self.paper,
            pages: self.print,
            style: self.style.unwrap_or(Style::Ink),
            player: self.player,
            level: self.level(),
            key: self.key != KeyPlace::None,
        };
        drawn(print.pdf(plan))
    }

    pub(crate) fn plan_text(&self, plan: &Plan, to_terminal: bool) -> Result<Vec<u8>, Failure> {
        if let Some(level) = self.level()
            && level >= plan.levels.len()
        {
            return drawn(Err(draw::Error::NoLevel { asked: level + 1, levels: plan.levels.len() }));
        }
        let options = TextOptions {
            ascii: self.ascii,
            color: to_terminal && std::env::var_os("NO_COLOR").is_none(),
            player: self.player,
            level: self.level(),
            key: self.key != KeyPlace::None && !self.bare,
            ..TextOptions::default()
        };
        Ok(text::dungeon(plan, &options).into_bytes())
    }

    /// A world as PNG, by default as `mapkiln world` writes it.
    pub(crate) fn world_png(&self, world: &World) -> Result<Vec<u8>, Failure> {
        let view = self.world_view()?;
        self.png(&view.scene(world), view.pixels_per_tile(world))
    }

    /// A world.
    pub(crate) fn world(&self, world: &World) -> Result<Scene, Failure> {
        Ok(self.world_view()?.scene(world))
    }

    /// How worlds look, with the user's own tiles where there are any.
    fn world_view(&self) -> Result<WorldView, Failure> {
        let mut pictures = BTreeMap::new();
        if let Some(folder) = &self.tiles {
            let unreadable = |path: &PathBuf, e: &dyn std::fmt::Display| {
                Failure::usage(format!("could not read {}: {e}", path.display()))
            };
            let files = std::fs::read_dir(folder).map_err(|e| unreadable(folder, &e))?;
            for file in files {
                let path = file.map_err(|e| unreadable(folder, &e))?.path();
                if !path.extension().is_some_and(|e| e.eq_ignore_ascii_case("png")) {
                    continue;
                }
                let bytes = std::fs::read(&path).map_err(|e| unreadable(&path, &e))?;
                let pixels = png::decode(&bytes).map_err(|e| unreadable(&path, &e))?;
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                pictures.insert(name, Arc::new(pixels));
            }
        }
        Ok(WorldView { pictures, grid: false })
    }

    /// A board.
    pub(crate) fn board(&self, board: &Board) -> Result<Scene, Failure> {
        Ok(BoardView { symbols: self.symbols, bare: self.bare, score: self.score(board)? }.scene(board))
    }

    /// What the rules asked for say of a board.
    fn score(&self, board: &Board) -> Result<Option<Score>, Failure> {
        let Some(name) = &self.rules else { return Ok(None) };
        let scores: Vec<Score> = metrics(board).iter().map(|rules| rules.score(board)).collect();
        let names: Vec<String> = scores.iter().map(|s| s.profile.to_string()).collect();
        let found = scores.into_iter().find(|s| s.profile == *name);
        found.map(Some).ok_or_else(|| {
            Failure::usage(format!(
                "no rules of this game are called {name:?}; write one of {}",
                names.join(", ")
            ))
        })
    }

    /// A floor from above.
    pub(crate) fn floor(&self, floor: &Floor) -> Scene {
        IsoView { projection: Projection::TopDown, tile: [1.0, 1.0], lift: 0.0, ..IsoView::default() }
            .scene(floor)
    }

    /// A board on a page, or at true size on sheets.
    pub(crate) fn board_pdf(&self, board: &Board) -> Result<Vec<u8>, Failure> {
        if self.print == Pages::Overview {
            return to_pdf(&self.board(board)?, 60.0);
        }
        let millimetres = match board.game {
            Game::Catan => 79.0,
            Game::TerraMystica => 40.0,
        };
        let scene = BoardView { symbols: self.symbols, bare: true, score: None }.scene(board);
        let note = format!("a hex is {millimetres:.0} mm wide");
        let points = millimetres * 72.0 / 25.4;
        drawn(draw::print::true_scale(&scene, self.paper, points, None, &note, &|_| true))
    }

    /// A level graph.
    pub(crate) fn level_graph(&self, level: &Level) -> Scene {
        LevelView { dressed: !self.bare }.scene(level)
    }

    /// A page of the scene's own size.
    pub(crate) fn pdf(&self, scene: &Scene, points: f32) -> Result<Vec<u8>, Failure> {
        to_pdf(scene, points)
    }

    pub(crate) fn svg(&self, scene: &Scene) -> Vec<u8> {
        to_svg(scene)
    }

    pub(crate) fn png(&self, scene: &Scene, default: u32) -> Result<Vec<u8>, Failure> {
        to_png(scene, self.pixels.unwrap_or_else(|| fitting(scene, default)))
    }
}

fn to_svg(scene: &Scene) -> Vec<u8> {
    svg::encode(scene, &svg::SvgOptions::default()).into_bytes()
}

/// The usual pixels a map unit, or fewer where the picture would be too large to open.
fn fitting(scene: &Scene, usual: u32) -> u32 {
    const MOST_PIXELS: f32 = 65_000_000.0;
    let area = (scene.frame.width * scene.frame.height).max(1.0);
    usual.min((MOST_PIXELS / area).sqrt() as u32).max(1)
}

fn to_png(scene: &Scene, pixels: u32) -> Result<Vec<u8>, Failure> {
    drawn(png::encode(scene, &png::PngOptions { pixels_per_unit: pixels as f32, ..Default::default() }))
}

fn to_pdf(scene: &Scene, points: f32) -> Result<Vec<u8>, Failure> {
    drawn(pdf::encode(scene, points))
}

/// The endings svg, png and pdf for maps that one scene shows, at so many pixels and points a map
/// unit, for makers without flags for pictures.
pub(crate) fn scene_formats<'a, T: 'a>(
    pixels: u32,
    points: f32,
    scene: impl Fn(&T) -> Scene + Copy + 'a,
) -> Vec<Format<'a, T>> {
    vec![
        Format::apart("svg", &["svg"], move |map: &T| Ok(to_svg(&scene(map)))),
        Format::apart("png", &["png"], move |map: &T| {
            let scene = scene(map);
            to_png(&scene, fitting(&scene, pixels))
        }),
        Format::apart("pdf", &["pdf"], move |map: &T| to_pdf(&scene(map), points)),
    ]
}

/// The same endings for worlds, whose own pictures say how many pixels a tile has.
pub(crate) fn world_formats<'a, T: 'a>(world: impl Fn(&T) -> &World + Copy + 'a) -> Vec<Format<'a, T>> {
    let view = WorldView::default;
    let mut formats = scene_formats(16, 12.0, move |map: &T| view().scene(world(map)));
    formats.retain(|format| format.name != "png");
    formats.push(Format::apart("png", &["png"], move |map: &T| {
        let world = world(map);
        let scene = view().scene(world);
        to_png(&scene, fitting(&scene, view().pixels_per_tile(world)))
    }));
    formats
}

/// Does standard output go to a person?
pub(crate) fn to_terminal() -> bool {
    std::io::stdout().is_terminal()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapkiln::draw::Frame;

    #[test]
    fn huge_pictures_get_fewer_pixels_a_cell() {
        let pixels = |width, height| fitting(&Scene::new("", Frame::new(0.0, 0.0, width, height)), 70);
        assert_eq!(pixels(100.0, 100.0), 70);
        assert_eq!(pixels(1_000.0, 650.0), 10);
        assert_eq!(pixels(1e6, 1e6), 1);
    }
}
