//! Plans for virtual tabletops and level editors.

use mapkiln_draw::export::{ExportOptions, foundry, ldtk, tiled, uvtt, watabou};
use mapkiln_draw::{DungeonView, Setting, Style, png};
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
/// The end of the name of a picture that lies over the tiles.
pub(super) const PICTURE_NAME: &str = "-picture.png";

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
                let style = self.look.style.unwrap_or_default();
                let view = DungeonView { numbers: true, ..self.bare(style, level) };
                let picture = self.picture(self.plan, &view, PICTURE)?;
                Ok(uvtt::export(self.plan, level, &picture, &self.options(PICTURE))?)
            }),
            Body::Roll20 => {
                self.each_level(|level| Ok(uvtt::without_picture(self.plan, level, &self.options(PICTURE))?))
            }
            Body::Watabou => {
                self.each_level(|level| Ok(watabou::export(self.plan, level, &self.options(PICTURE))?))
            }
            Body::Tmx => self.tiled(|map| map.to_tmx()),
            Body::Tmj => self.tiled(|map| map.to_tmj()),
            Body::Ldtk => self
                .with_tiles(self.one(|| Ok(ldtk::export(self.plan, &self.image(), &self.options(TILES))?))),
            Body::Foundry => self.one(|| self.foundry()),
            _ => return None,
        })
    }

    /// The levels for Tiled, the image of their tiles, and the picture that lies over each.
    fn tiled(&self, text: impl Fn(&tiled::TiledMap) -> String) -> Result<Vec<File>, FormatError> {
        let backdrop = self.backdrop();
        let mut files = self.each_level(|level| {
            let map = tiled::plan(self.plan, level, &self.image(), &self.options(TILES))?;
            Ok(text(&map.with_picture(&self.picture_name(level))).into_bytes())
        })?;
        for level in self.levels() {
            let view = self.bare(self.look.style.unwrap_or(Style::Battle), level);
            files
                .push(File { name: self.picture_name(level), bytes: self.picture(&backdrop, &view, TILES)? });
        }
        self.with_tiles(Ok(files))
    }

    /// The levels that are written.
    fn levels(&self) -> std::ops::Range<usize> {
        self.look.level.map_or(0..self.plan.levels.len(), |level| level..level + 1)
    }

    fn picture_name(&self, level: usize) -> String {
        match self.levels().len() {
            1 => format!("{}{PICTURE_NAME}", self.stem),
            _ => format!("{}-{}{PICTURE_NAME}", self.stem, level + 1),
        }
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

    /// A level alone, exactly its grid.
    fn bare(&self, style: Style, level: usize) -> DungeonView {
        let bare = DungeonView::bare(style, self.look.audience, level);
        DungeonView { numbers: false, setting: self.setting, ..bare }
    }

    fn picture(&self, plan: &Plan, view: &DungeonView, usual: u32) -> Bytes {
        let pixels_per_unit = self.options(usual).pixels_per_cell as f32;
        let options = png::PngOptions { pixels_per_unit, effort: PngEffort::Small, few_colours: true };
        Ok(png::encode(&view.scene(plan)?, &options)?)
    }

    /// What everyone at the table may see; what only the game master knows is beside the picture.
    fn backdrop(&self) -> Plan {
        match self.look.audience {
            Audience::GameMaster => self.plan.for_backdrop(),
            Audience::Players => self.plan.for_players(),
        }
    }

    fn foundry(&self) -> Bytes {
        let (plan, backdrop) = (self.plan, self.backdrop());
        let picture =
            |level| self.picture(&backdrop, &self.bare(self.look.style.unwrap_or_default(), level), PICTURE);
        let pictures: Result<Vec<Vec<u8>>, FormatError> = (0..plan.levels.len()).map(picture).collect();
        Ok(foundry::export(plan, &pictures?, &self.options(PICTURE))?)
    }
}
