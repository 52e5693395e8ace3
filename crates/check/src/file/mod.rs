//! Files of other programs that Mapkiln wrote, and the claims about them.

mod archive;
pub(crate) mod doors;
pub(crate) mod ground;
mod png;
mod raster;
mod read;
mod tmx;
pub(crate) mod walls;

use mapkiln_core::{Grid, Point};
use mapkiln_maps::AnyMap;
use mapkiln_maps::plan::{Area, Door, DoorKind, Level};

use crate::case::Case;
use crate::look::{Look, say};
use crate::{Against, DocumentRef};

/// The program that a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFormat {
    /// Universal VTT, and Roll20's text.
    Uvtt,
    /// An archive for Foundry.
    Foundry,
    /// Tiled, as XML or JSON.
    Tiled,
    /// LDtk.
    Ldtk,
    /// A picture, PNG or SVG: only its texts can be looked at.
    Picture,
}

/// A file of another program.
#[derive(Clone, Debug)]
pub struct ForeignFile {
    /// The program.
    pub format: FileFormat,
    /// Its levels, in order.
    pub(crate) levels: Vec<FileLevel>,
    /// The parts that people can read, by name.
    pub(crate) texts: Vec<(String, Vec<u8>)>,
}

/// One level as a file shows it; lengths are in cells.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileLevel {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Lines that block steps.
    pub(crate) walls: Vec<[f64; 4]>,
    /// Lines that open.
    pub(crate) portals: Vec<Portal>,
    /// Cells to walk on, if the file has a grid.
    pub(crate) open: Option<Grid<bool>>,
    /// Does it have lines at all?
    pub(crate) has_lines: bool,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Portal {
    pub(crate) line: [f64; 4],
    pub(crate) secret: bool,
}

impl Portal {
    fn middle(&self) -> [f64; 2] {
        let [x0, y0, x1, y1] = self.line;
        [(x0 + x1) / 2.0, (y0 + y1) / 2.0]
    }
}

/// A level of a file with the level of the plan that it shows.
struct Pair<'a> {
    number: usize,
    shown: &'a FileLevel,
    level: &'a Level,
    players: bool,
}

impl Pair<'_> {
    /// Is a corridor left out for players?
    fn hidden(&self, area: Area) -> bool {
        let secret = |id: u32| self.level.corridors.iter().any(|c| c.id == id && c.secret);
        self.players && matches!(area, Area::Corridor(id) if secret(id))
    }

    /// The doors that the file should have.
    fn doors(&self) -> impl Iterator<Item = &Door> {
        self.level.doors.iter().filter(|d| {
            (!self.players || d.kind != DoorKind::Secret) && d.joins.iter().all(|area| !self.hidden(*area))
        })
    }

    /// The place that each cell belongs to, in what the file may show.
    fn areas(&self) -> Grid<Option<Area>> {
        let mut areas = Grid::new(self.level.width, self.level.height, None);
        for room in &self.level.rooms {
            for p in room.outline.cells() {
                if let Some(cell) = areas.get_mut(p) {
                    *cell = Some(Area::Room(room.id));
                }
            }
        }
        for corridor in self.level.corridors.iter().filter(|c| !self.hidden(Area::Corridor(c.id))) {
            for &p in &corridor.cells {
                if let Some(cell) = areas.get_mut(p) {
                    *cell = Some(Area::Corridor(corridor.id));
                }
            }
        }
        areas
    }
}

/// The levels of a file beside those of the plan; a word if that cannot be.
fn pairs<'a>(case: &Case<'a>, look: &mut Look) -> Vec<Pair<'a>> {
    let language = look.language;
    let DocumentRef::File(file) = case.subject.document else { return Vec::new() };
    if file.format == FileFormat::Picture {
        look.skip(say!(language, "it is a picture", "é uma figura"));
        return Vec::new();
    }
    let Some(&Against { map: AnyMap::Plan(plan), players, .. }) = case.subject.against else {
        look.skip(say!(
            language,
            "give the plan that the file was made from (--against)",
            "dê a planta de que o arquivo foi feito (--against)"
        ));
        return Vec::new();
    };
    let fits = |shown: &FileLevel, level: &Level| {
        shown.width == f64::from(level.width) && shown.height == f64::from(level.height)
    };
    // A file with one level shows any of the plan's: the first whose doors it has most of.
    if let [shown] = &file.levels[..] {
        let pair = |(number, level)| Pair { number, shown, level, players };
        let fitting = plan.levels.iter().enumerate().filter(|(_, level)| fits(shown, level)).map(pair);
        let best = fitting.min_by_key(doors::missing);
        if let Some(pair) = best {
            return vec![pair];
        }
    } else if file.levels.len() == plan.levels.len() {
        let both = file.levels.iter().zip(&plan.levels).enumerate();
        let both = both.filter(|(_, (shown, level))| fits(shown, level));
        let pairs: Vec<Pair<'_>> =
            both.map(|(number, (shown, level))| Pair { number, shown, level, players }).collect();
        if pairs.len() == plan.levels.len() {
            return pairs;
        }
    }
    look.error(
        crate::Place::whole(),
        say!(
            language,
            "the file shows levels of another size or number than the plan has",
            "o arquivo mostra níveis de outro tamanho ou número que os da planta"
        ),
    );
    Vec::new()
}

/// Larger levels are not looked at.
const MOST_CELLS: i64 = 1_000_000;

/// Says so if a level is too large to be looked at.
fn too_large(level: &Level, look: &mut Look) -> bool {
    let cells = i64::from(level.width) * i64::from(level.height);
    if cells > MOST_CELLS {
        look.skip(say!(
            look.language,
            "a level of {cells} cells is too large; {MOST_CELLS} are looked at",
            "um nível de {cells} células é grande demais; {MOST_CELLS} são examinadas"
        ));
    }
    cells > MOST_CELLS
}

/// Does somebody come through without a door?
fn is_open(kind: &DoorKind) -> bool {
    *kind == DoorKind::Arch
}

/// The middle of a door as a file shows it, in cells: of the whole opening where doors are lines, of its
/// first cell where they are things on a grid.
fn door_middle(door: &Door, has_lines: bool) -> [f64; 2] {
    let at = door.place.at();
    let middle = |p: Point| [f64::from(p.x) + 0.5, f64::from(p.y) + 0.5];
    match door.place {
        mapkiln_maps::plan::DoorPlace::Edge { facing, .. } if has_lines => {
            let last = door.place.cells().last().unwrap_or(at);
            let (a, b) = (middle(at), middle(last.step(facing)));
            [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
        }
        _ => middle(at),
    }
}
