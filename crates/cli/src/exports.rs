//! Plans for virtual tabletops and level editors: the formats that `export` and makers share.

use mapkiln::draw::export::{self, Audience, Options, foundry, ldtk, tiled, uvtt, watabou};
use mapkiln::draw::{DungeonView, Style, png};
use mapkiln::plan::{Level, Plan};

use crate::failure::Failure;
use crate::output::{Format, NewFile, Target};

/// How an exported map looks, and to whom.
#[derive(Clone, Copy, Default)]
pub(crate) struct Look {
    pub(crate) player: bool,
    /// Pixels a cell.
    pub(crate) pixels: Option<u32>,
    pub(crate) style: Option<Style>,
    /// Only this level, in formats that hold one level a file.
    pub(crate) level: Option<usize>,
}

/// Every format for other programs.
pub(crate) fn plan_exports<'a>(look: Look) -> Vec<Format<'a, Plan>> {
    let by_level = move |one: fn(&Exporter<'_>, usize, &str) -> Made| {
        move |plan: &Plan, target: Target<'_>| Exporter { plan, look }.each_level(target, one)
    };
    let tiled_by_level = move |one: fn(&Exporter<'_>, usize, &str) -> Made| {
        move |plan: &Plan, target: Target<'_>| {
            let exporter = Exporter { plan, look };
            let mut files = exporter.each_level(target, one)?;
            files.push(exporter.tiles(target)?);
            Ok(files)
        }
    };
    vec![
        Format::files(
            "uvtt",
            &["uvtt", "dd2vtt"],
            by_level(|e, level, _| {
                let picture = e.picture(e.plan, level, true)?;
                made(uvtt::export(e.plan, level, &picture, &e.options(PICTURE)))
            }),
        ),
        Format::apart("foundry", &["zip"], move |plan| Exporter { plan, look }.foundry()),
        Format::files(
            "roll20",
            &["roll20.txt"],
            by_level(|e, level, _| made(uvtt::without_picture(e.plan, level, &e.options(PICTURE)))),
        ),
        Format::files(
            "tmx",
            &["tmx"],
            tiled_by_level(|e, level, image| made(tiled::tmx(e.plan, level, image, &e.options(TILES)))),
        ),
        Format::files(
            "tmj",
            &["tmj"],
            tiled_by_level(|e, level, image| made(tiled::tmj(e.plan, level, image, &e.options(TILES)))),
        ),
        Format::files("ldtk", &["ldtk"], move |plan, target| {
            let exporter = Exporter { plan, look };
            let image = target.name_beside(TILES_NAME);
            let file = target.file(made(ldtk::export(plan, &image, &exporter.options(TILES)))?);
            Ok(vec![file, exporter.tiles(target)?])
        }),
        Format::files(
            "watabou",
            &["watabou.json"],
            by_level(|e, level, _| made(watabou::export(e.plan, level, &e.options(PICTURE)))),
        ),
    ]
}

type Made = Result<Vec<u8>, Failure>;

fn made(result: Result<Vec<u8>, export::ExportError>) -> Made {
    result.map_err(Failure::not_made)
}

/// The usual pixels of a cell: in a picture, and of a tile.
const PICTURE: u32 = 70;
const TILES: u32 = 32;

/// What the image of the tiles is called, after the name of the map.
const TILES_NAME: &str = "-tiles.png";

struct Exporter<'a> {
    plan: &'a Plan,
    look: Look,
}

impl Exporter<'_> {
    fn options(&self, usual: u32) -> Options {
        Options {
            audience: if self.look.player { Audience::Player } else { Audience::Gm },
            pixels_per_cell: self.look.pixels.unwrap_or_else(|| usual.min(self.most_pixels())),
        }
    }

    /// The most pixels a cell with which the picture of every level can still be opened at a table.
    fn most_pixels(&self) -> u32 {
        const MOST_PIXELS: f64 = 65_000_000.0;
        let area = |level: &Level| f64::from(level.width) * f64::from(level.height);
        let largest = self.plan.levels.iter().map(area).fold(1.0, f64::max);
        ((MOST_PIXELS / largest).sqrt() as u32).max(2)
    }

    /// A file a level: `map-1.uvtt`, `map-2.uvtt`, …, or `map.uvtt` where there is one.
    fn each_level(
        &self,
        target: Target<'_>,
        one: fn(&Exporter<'_>, usize, &str) -> Made,
    ) -> Result<Vec<NewFile>, Failure> {
        let (count, image) = (self.plan.levels.len(), target.name_beside(TILES_NAME));
        match self.look.level {
            Some(level) if level >= count => {
                Err(Failure::usage(format!("there is no level {}; the plan has {count}", level + 1)))
            }
            Some(level) => Ok(vec![target.file(one(self, level, &image)?)]),
            None if count == 1 => Ok(vec![target.file(one(self, 0, &image)?)]),
            None => {
                let file = |level: usize| {
                    let path = target.numbered(level as u64 + 1);
                    Ok(NewFile { path, bytes: one(self, level, &image)? })
                };
                (0..count).map(file).collect()
            }
        }
    }

    /// The image of the tiles beside a map.
    fn tiles(&self, target: Target<'_>) -> Result<NewFile, Failure> {
        Ok(target.beside(TILES_NAME, made(tiled::tileset(&self.options(TILES)))?))
    }

    /// The picture of a level, exactly its grid.
    fn picture(&self, plan: &Plan, level: usize, numbers: bool) -> Made {
        let style = self.look.style.unwrap_or_default();
        let view = DungeonView { numbers, ..DungeonView::bare(style, self.look.player, level) };
        let scene = view.scene(plan).map_err(Failure::not_made)?;
        let pixels_per_unit = self.options(PICTURE).pixels_per_cell as f32;
        png::encode(&scene, &png::PngOptions { pixels_per_unit, small: true }).map_err(Failure::not_made)
    }

    fn foundry(&self) -> Made {
        let plan = self.plan;
        // Everyone at the table sees the picture; what only the game master knows is in pins.
        let backdrop = if self.look.player { plan.for_players() } else { plan.for_backdrop() };
        let pictures: Result<Vec<Vec<u8>>, Failure> =
            (0..plan.levels.len()).map(|n| self.picture(&backdrop, n, false)).collect();
        made(foundry::export(plan, &pictures?, &self.options(PICTURE)))
    }
}
