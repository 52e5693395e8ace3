//! Plans for virtual tabletops and level editors.

use mapkiln_draw::export::{ExportOptions, foundry, ldtk, tiled, uvtt, watabou};
use mapkiln_draw::{DungeonView, Setting, png};
use mapkiln_maps::Audience;
use mapkiln_maps::picture::PngEffort;
use mapkiln_maps::plan::{Level, Plan};

use super::{Body, File, FormatError, Look};

type Bytes = Result<Vec<u8>, FormatError>;

/// Default pixels per cell: in a picture, and of a tile.
const PICTURE: u32 = 70;
const TILES: u32 = 32;

/// The name of the image of the tiles, after the name of the map.
pub(super) const TILES_NAME: &str = "-tiles.png";

/// Writes a plan as files of other programs.
pub(super) struct Exporter<'a> {
    pub(super) plan: &'a Plan,
    pub(super) look: &'a Look,
    pub(super) setting: Setting,
    /// The name of the file without its ending, and the ending.
    pub(super) stem: &'a str,
    pub(super) ending: &'a str,
}

impl Exporter<'_> {
    /// The files of one of the formats for plans; `None` for other formats.
    pub(super) fn files(&self, body: Body) -> Option<Result<Vec<File>, FormatError>> {
        Some(match body {
            Body::Uvtt => self.each_level(|level| {
                let picture = self.picture(self.plan, level, true)?;
                Ok(uvtt::export(self.plan, level, &picture, &self.options(PICTURE))?)
            }),
            Body::Roll20 => {
                self.each_level(|level| Ok(uvtt::without_picture(self.plan, level, &self.options(PICTURE))?))
            }
            Body::Watabou => {
                self.each_level(|level| Ok(watabou::export(self.plan, level, &self.options(PICTURE))?))
            }
            Body::Tmx => {
                self.with_tiles(self.each_level(|level| Ok(self.tiled(level)?.to_tmx().into_bytes())))
            }
            Body::Tmj => {
                self.with_tiles(self.each_level(|level| Ok(self.tiled(level)?.to_tmj().into_bytes())))
            }
            Body::Ldtk => self
                .with_tiles(self.one(|| Ok(ldtk::export(self.plan, &self.image(), &self.options(TILES))?))),
            Body::Foundry => self.one(|| self.foundry()),
            _ => return None,
        })
    }

    fn tiled(&self, level: usize) -> Result<tiled::TiledMap, FormatError> {
        Ok(tiled::plan(self.plan, level, &self.image(), &self.options(TILES))?)
    }

    fn options(&self, usual: u32) -> ExportOptions {
        ExportOptions {
            audience: self.look.audience,
            pixels_per_cell: self.look.pixels.unwrap_or_else(|| usual.min(self.most_pixels())),
        }
    }

    /// The most pixels per cell at which every level's picture is small enough for a tabletop.
    fn most_pixels(&self) -> u32 {
        const MOST_PIXELS: f64 = 65_000_000.0;
        let area = |level: &Level| f64::from(level.width) * f64::from(level.height);
        let largest = self.plan.levels.iter().map(area).fold(1.0, f64::max);
        ((MOST_PIXELS / largest).sqrt() as u32).max(2)
    }

    fn name(&self, number: Option<usize>) -> String {
        match number {
            None => format!("{}.{}", self.stem, self.ending),
            Some(number) => format!("{}-{number}.{}", self.stem, self.ending),
        }
    }

    fn one(&self, bytes: impl FnOnce() -> Bytes) -> Result<Vec<File>, FormatError> {
        Ok(vec![File { name: self.name(None), bytes: bytes()? }])
    }

    /// One file per level: `map-1.uvtt`, `map-2.uvtt`, …, or `map.uvtt` if there is one level.
    fn each_level(&self, one: impl Fn(usize) -> Bytes) -> Result<Vec<File>, FormatError> {
        let levels = self.plan.levels.len();
        match self.look.level {
            Some(level) if level >= levels => Err(FormatError::NoLevel { asked: level + 1, levels }),
            Some(level) => self.one(|| one(level)),
            None if levels == 1 => self.one(|| one(0)),
            None => {
                let file = |level| Ok(File { name: self.name(Some(level + 1)), bytes: one(level)? });
                (0..levels).map(file).collect()
            }
        }
    }

    /// The name of the image of the tiles, in the folder of the map.
    fn image(&self) -> String {
        format!("{}{TILES_NAME}", self.stem)
    }

    fn with_tiles(&self, files: Result<Vec<File>, FormatError>) -> Result<Vec<File>, FormatError> {
        let mut files = files?;
        files.push(File { name: self.image(), bytes: tiled::tileset(&self.options(TILES))? });
        Ok(files)
    }

    /// The picture of a level, exactly its grid.
    fn picture(&self, plan: &Plan, level: usize, numbers: bool) -> Bytes {
        let style = self.look.style.unwrap_or_default();
        let bare = DungeonView::bare(style, self.look.audience, level);
        let view = DungeonView { numbers, setting: self.setting, ..bare };
        let pixels_per_unit = self.options(PICTURE).pixels_per_cell as f32;
        let options = png::PngOptions { pixels_per_unit, effort: PngEffort::Small, few_colours: true };
        Ok(png::encode(&view.scene(plan)?, &options)?)
    }

    fn foundry(&self) -> Bytes {
        let plan = self.plan;
        // Everyone at the table sees the picture; what only the game master knows is in pins.
        let backdrop = match self.look.audience {
            Audience::GameMaster => plan.for_backdrop(),
            Audience::Players => plan.for_players(),
        };
        let pictures: Result<Vec<Vec<u8>>, FormatError> =
            (0..plan.levels.len()).map(|n| self.picture(&backdrop, n, false)).collect();
        Ok(foundry::export(plan, &pictures?, &self.options(PICTURE))?)
    }
}
