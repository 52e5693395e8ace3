//! A map of any kind, as Python holds it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Mutex, OnceLock, PoisonError};

use mapkiln::check::{CheckOptions, DocumentRef, Subject, check};
use mapkiln::formats::{Format, FormatError, Look, Writer};
use mapkiln::maps::Audience;
use mapkiln::{AnyMap, AnySpec, Made, MakeError, Origin, Report, whole_spec};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyBytes;

use crate::errors::{guarded, not_a_map, of_maker, wrong_argument};

/// A map with its origin and report. It never changes.
#[pyclass(frozen, module = "mapkiln._mapkiln")]
pub(crate) struct Map {
    map: AnyMap,
    origin: Option<Origin>,
    report: Option<Report>,
    json: OnceLock<String>,
    /// The arrays that were asked for, a floor for each level: all who ask get the same one.
    floors: Mutex<BTreeMap<usize, FloorArray>>,
    tiles: OnceLock<TileArray>,
}

/// The ground of a level row by row, its shape, and what the numbers mean: name, whether it blocks
/// steps, whether it blocks sight.
struct FloorArray {
    cells: Py<PyArray1<u16>>,
    shape: (usize, usize),
    grounds: Vec<(String, bool, bool)>,
}

/// The tiles of a world layer by layer and row by row, its shape, and the names of the numbers.
struct TileArray {
    cells: Py<PyArray1<u16>>,
    shape: (usize, usize, usize),
    names: Vec<String>,
}

/// The numbers as an array that nobody can write to; it takes their memory over.
fn read_only(py: Python<'_>, cells: Vec<u16>) -> PyResult<Py<PyArray1<u16>>> {
    let array = PyArray1::from_vec(py, cells);
    array.call_method1("setflags", (false,))?;
    Ok(array.unbind())
}

impl Map {
    pub(crate) fn of(made: Made<AnyMap>) -> Self {
        Map { report: Some(made.report), ..Map::new(made.map, Some(made.origin)) }
    }

    pub(crate) fn new(map: AnyMap, origin: Option<Origin>) -> Self {
        Map {
            map,
            origin,
            report: None,
            json: OnceLock::new(),
            floors: Mutex::default(),
            tiles: OnceLock::new(),
        }
    }

    pub(crate) fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    pub(crate) fn map(&self) -> &AnyMap {
        &self.map
    }

    fn document(&self) -> &str {
        self.json.get_or_init(|| self.map.to_json(self.origin.as_ref()))
    }
}

#[pymethods]
impl Map {
    /// The kind of map: plan, board, level, world or floor.
    #[getter]
    fn kind(&self) -> &'static str {
        self.map.kind()
    }

    /// The maker that made it, if it is known.
    #[getter]
    fn maker(&self) -> Option<&str> {
        self.origin.as_ref().map(|origin| origin.recipe.maker())
    }

    /// The seed, if it is known.
    #[getter]
    fn seed(&self) -> Option<String> {
        self.origin.as_ref().map(|origin| origin.seed.to_string())
    }

    /// The theme of a dungeon: the one asked for, or else the one that the seed chose.
    fn theme(&self) -> Option<String> {
        let origin = self.origin.as_ref()?;
        match AnySpec::from_origin(origin).ok()? {
            AnySpec::Dungeon(spec) => Some(spec.theme_for(&origin.seed).id.clone()),
            _ => None,
        }
    }

    /// The whole spec as JSON, if it is known.
    #[getter]
    fn spec(&self) -> Option<&str> {
        self.origin.as_ref().map(|origin| origin.recipe.spec())
    }

    /// The report of the making as JSON; None for a map that was read from a file.
    #[getter]
    fn report(&self) -> Option<String> {
        self.report.as_ref().map(|report| serde_json::to_string(report).expect("reports have text keys"))
    }

    /// The document, as the command writes it.
    fn to_json(&self) -> &str {
        self.document()
    }

    /// Every claim about the map, checked from its document, as JSON.
    fn check(&self, py: Python<'_>) -> PyResult<String> {
        guarded("checking a map", || {
            let verdict = py.detach(|| {
                let spec = self.origin.as_ref().map(whole_spec);
                let document = match &self.map {
                    AnyMap::Plan(plan) => DocumentRef::Plan(plan),
                    AnyMap::Board(board) => DocumentRef::Board(board),
                    AnyMap::LevelGraph(level) => DocumentRef::Level(level),
                    AnyMap::World(world) => DocumentRef::World(world),
                    AnyMap::Floor(floor) => DocumentRef::Floor(floor),
                    _ => return None,
                };
                let subject = Subject::new(document)
                    .with_origin(self.origin.as_ref())
                    .with_report(self.report.as_ref())
                    .with_spec(spec.as_ref());
                Some(check(&subject, &CheckOptions::default()))
            });
            let verdict =
                verdict.ok_or_else(|| wrong_argument("nothing is claimed of such a map".to_owned()))?;
            Ok(serde_json::to_string(&verdict).expect("verdicts have text keys"))
        })
    }

    /// The map as players may see it: without secrets, without an origin.
    fn player(&self) -> Map {
        Map::new(self.map.for_audience(Audience::Players).into_owned(), None)
    }

    /// The files of a format: a list of names and bytes. `look` is JSON.
    fn write<'py>(
        &self,
        py: Python<'py>,
        stem: &str,
        ending: &str,
        look: &str,
    ) -> PyResult<Vec<(String, Bound<'py, PyBytes>)>> {
        let look: Look = serde_json::from_str(look).map_err(|e| wrong_argument(e.to_string()))?;
        let name = format!("{stem}.{ending}");
        let kind = self.map.kind();
        let (format, ending) = Format::by_ending(kind, &name).ok_or_else(|| {
            let known: Vec<&str> = Format::of(kind).flat_map(|f| f.endings).copied().collect();
            wrong_argument(format!(
                "a {kind} cannot be written as .{ending}; the endings are {}",
                known.join(", ")
            ))
        })?;
        let files = guarded("writing a map", || {
            py.detach(|| Writer::new(&self.map, self.origin.as_ref(), &look).write(format, stem, ending))
                .map_err(|e: FormatError| of_maker(&e as &dyn MakeError))
        })?;
        Ok(files.into_iter().map(|file| (file.name, PyBytes::new(py, &file.bytes))).collect())
    }

    /// The ground of a level as numbers, row by row, its shape, and what the numbers mean: name, whether
    /// it blocks steps, whether it blocks sight. The same array for all who ask.
    fn floor(&self, py: Python<'_>, level: usize) -> PyResult<Option<FloorParts>> {
        let mut floors = self.floors.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let kept = match floors.entry(level) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let floor = match &self.map {
                    AnyMap::Plan(plan) => plan.floor(level),
                    AnyMap::Floor(floor) if level == 0 => Some(floor.clone()),
                    _ => None,
                };
                let Some(floor) = floor else { return Ok(None) };
                let shape = (floor.ground.height() as usize, floor.ground.width() as usize);
                let grounds =
                    floor.palette.iter().map(|g| (g.name.clone(), g.blocks_step, g.blocks_sight)).collect();
                let cells = read_only(py, floor.ground.cells().to_vec())?;
                place.insert(FloorArray { cells, shape, grounds })
            }
        };
        Ok(Some((kept.cells.clone_ref(py), kept.shape, kept.grounds.clone())))
    }

    /// The tiles of a world, layer by layer and row by row, its shape, and the names that the numbers
    /// mean. The same array for all who ask.
    fn tiles(&self, py: Python<'_>) -> PyResult<Option<TileParts>> {
        let AnyMap::World(world) = &self.map else { return Ok(None) };
        let kept = match self.tiles.get() {
            Some(kept) => kept,
            None => {
                let size = world.layers.first().map_or((0, 0), |l| (l.height() as usize, l.width() as usize));
                // Layers lie apart, and memory of the map can be lent to Python by unsafe code only.
                let cells: Vec<u16> = world.layers.iter().flat_map(|layer| layer.cells()).copied().collect();
                let names = world.palette.iter().map(|tile| tile.name.clone()).collect();
                let shape = (world.layers.len(), size.0, size.1);
                let kept = TileArray { cells: read_only(py, cells)?, shape, names };
                self.tiles.get_or_init(|| kept)
            }
        };
        Ok(Some((kept.cells.clone_ref(py), kept.shape, kept.names.clone())))
    }
}

type FloorParts = (Py<PyArray1<u16>>, (usize, usize), Vec<(String, bool, bool)>);
type TileParts = (Py<PyArray1<u16>>, (usize, usize, usize), Vec<String>);

/// Reads a map of any kind that the command reads.
#[pyfunction]
pub(crate) fn load(text: &str) -> PyResult<(Map, Vec<String>)> {
    guarded("reading a map", || {
        let reading = mapkiln::read_map(text).map_err(|e| not_a_map(e.to_string()))?;
        Ok((Map::new(reading.stored.map, reading.stored.origin), reading.warnings))
    })
}

/// The formats of a kind of map: name, endings, what it is for.
#[pyfunction]
pub(crate) fn formats(kind: &str) -> Vec<(&'static str, Vec<&'static str>, &'static str)> {
    Format::of(kind).map(|f| (f.name, f.endings.to_vec(), f.about)).collect()
}
