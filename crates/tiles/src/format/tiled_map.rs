//! Tiled's maps: the tile layers of a TMX or TMJ file, infinite maps included, with the tiles' names,
//! properties and pictures.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::{GzDecoder, ZlibDecoder};
use mapkiln_core::{Grid, Limit, Point};
use roxmltree::Node;
use serde_json::Value;

use super::tiled_art::{Pixels, Sheet, flipped};
use super::tiled_read::{parse, properties, wrong};
use crate::{Error, MAX_CELLS, Rgb};

/// Bits of a tile number that hold the tile's flips.
pub(super) const FLIPS: u32 = 0xF000_0000;

const TMX: &str = "the map (TMX)";
const TMJ: &str = "the map (TMJ)";

/// A tile of a Tiled map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TiledTile {
    /// Its name: its property `name`, its class with its number, or `tile` with its number in the map;
    /// flips are appended to it.
    pub name: String,
    /// Its properties.
    pub properties: BTreeMap<String, String>,
    /// Its picture, if the image was found.
    pub picture: Option<Grid<Rgb>>,
}

/// A Tiled map as it was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TiledLayers {
    /// The tile layers, from the lowest; tiles by number, as in `tiles`. 0 is an empty cell.
    pub layers: Vec<Grid<u32>>,
    /// The tiles that occur, by number with flips.
    pub tiles: BTreeMap<u32, TiledTile>,
    /// Its orientation: `orthogonal`, `hexagonal`, `isometric` or `staggered`.
    pub orientation: String,
}

impl TiledLayers {
    /// The first layer as names; empty cells are called `empty`.
    pub fn names(&self) -> Grid<String> {
        let name = |number: &u32| self.tiles.get(number).map_or("empty".to_owned(), |tile| tile.name.clone());
        self.layers.first().map(|layer| layer.map(name)).unwrap_or_else(|| Grid::new(0, 0, String::new()))
    }
}

/// What is known of the tiles of a map, by number without flips, and the images they are in.
#[derive(Default)]
pub(super) struct Known {
    tiles: BTreeMap<u32, (Option<String>, BTreeMap<String, String>)>,
    sheets: Vec<Sheet>,
    pixels: Pixels,
}

/// Files that a map refers to, by the name it uses.
type Files<'a> = dyn Fn(&str) -> Option<Vec<u8>> + 'a;

/// Reads all tile layers of a Tiled map. `files` gives the tile sets and images that it refers to; an
/// image that is not found leaves its tiles without pictures.
pub fn read_tiled(text: &str, files: impl Fn(&str) -> Option<Vec<u8>>) -> Result<TiledLayers, Error> {
    let is_json = text.trim_start().starts_with('{');
    // The same file may be named any number of times.
    let read = Cell::new(0);
    let over = || Limit::FileBytes.check(read.get()).map_err(|e| wrong("the files that the map names", e));
    let files = |name: &str| {
        let bytes = over().is_ok().then(|| files(name)).flatten()?;
        read.set(read.get() + bytes.len() as u64);
        over().is_ok().then_some(bytes)
    };
    let parsed = if is_json { read_json(text, &files) } else { read_xml(text, &files) };
    over()?;
    let (layers, mut known, orientation) = parsed?;
    known.sheets.sort_by_key(|sheet| sheet.first);
    let layers: Vec<Grid<u32>> = {
        let mut cells = 0;
        layers.iter().map(|pieces| assemble(pieces, &mut cells)).collect::<Result<_, _>>()?
    };
    let mut tiles = BTreeMap::new();
    for &number in layers.iter().flat_map(Grid::cells) {
        if number & !FLIPS == 0 || tiles.contains_key(&number) {
            continue;
        }
        let (name, properties) = known.tiles.get(&(number & !FLIPS)).cloned().unwrap_or_default();
        let after = known.sheets.partition_point(|sheet| sheet.first <= number & !FLIPS);
        let sheet = after.checked_sub(1).map(|last| &known.sheets[last]);
        let picture = match sheet {
            Some(sheet) => {
                known.pixels.spend(sheet.size(number & !FLIPS))?;
                sheet.tile(number & !FLIPS)
            }
            None => None,
        };
        tiles.insert(
            number,
            TiledTile {
                name: name_of(number, name),
                properties,
                picture: picture.map(|picture| flipped(&picture, number)),
            },
        );
    }
    Ok(TiledLayers { layers, tiles, orientation })
}

/// Reads the first tile layer of a Tiled map, in XML (TMX) or JSON (TMJ), as names of tiles.
///
/// A tile's name is its property `name`, its class, or `tile` with its number in the map; flips are
/// appended to it. `tileset` gives the text of a tile set file that the map refers to. Empty cells are
/// called `empty`. An infinite map is read as the bounding rectangle of its chunks.
pub fn read_tiled_map(text: &str, tileset: impl Fn(&str) -> Option<String>) -> Result<Grid<String>, Error> {
    Ok(read_tiled(text, |name| tileset(name).map(String::into_bytes))?.names())
}

fn name_of(number: u32, name: Option<String>) -> String {
    let base = name.unwrap_or_else(|| format!("tile{}", number & !FLIPS));
    let flips = [(31, 'h'), (30, 'v'), (29, 'd'), (28, 'r')];
    let turned: String = flips.iter().filter(|(bit, _)| number >> bit & 1 == 1).map(|(_, c)| c).collect();
    if turned.is_empty() { base } else { format!("{base} {turned}") }
}

/// A rectangle of tile numbers: a whole layer, or a chunk of an infinite one.
struct Piece {
    corner: (i64, i64),
    size: (i64, i64),
    numbers: Vec<u32>,
}

/// The cells of all layers and chunks that were read.
struct CellsSoFar(u64);

impl Piece {
    /// A piece whose position and size are looked up by name, and whose numbers are read once the size
    /// is known to be reasonable.
    fn new(
        so_far: &mut CellsSoFar,
        number: impl Fn(&str) -> Option<i64>,
        numbers: impl FnOnce(usize) -> Result<Vec<u32>, Error>,
    ) -> Result<Self, Error> {
        let (Some(width), Some(height)) = (number("width"), number("height")) else {
            return Err(wrong("the map", "its tile layer has no width and height"));
        };
        let corner = (number("x").unwrap_or(0), number("y").unwrap_or(0));
        if [corner.0, corner.1].iter().any(|&at| i32::try_from(at).is_err()) {
            let (x, y) = corner;
            return Err(wrong("the map", format!("a chunk at {x},{y} is too far out")));
        }
        let cells = cells(width, height)?;
        // Before the numbers are unpacked: a few bytes may hold many.
        so_far.0 = so_far.0.saturating_add(cells as u64);
        Limit::SampleCells.check(so_far.0).map_err(|e| wrong("the map", e))?;
        let numbers = numbers(cells)?;
        if numbers.len() != cells {
            let found = numbers.len();
            return Err(wrong("the map", format!("a layer of {width}x{height} has {found} tiles")));
        }
        Ok(Piece { corner, size: (width, height), numbers })
    }
}

fn cells(width: i64, height: i64) -> Result<usize, Error> {
    let cells =
        width.checked_mul(height).filter(|&cells| width > 0 && height > 0 && cells <= MAX_CELLS as i64);
    cells.map(|cells| cells as usize).ok_or_else(|| too_large(width, height))
}

fn too_large(width: i64, height: i64) -> Error {
    Error::Size { width: width.max(0) as u64, height: height.max(0) as u64, layers: 1 }
}

/// The pieces in their bounding rectangle, whose cells are added to those of other layers; what no
/// piece covers is empty.
fn assemble(pieces: &[Piece], total: &mut u64) -> Result<Grid<u32>, Error> {
    let over = |edge: fn(&Piece) -> i64| pieces.iter().map(edge);
    let (Some(left), Some(top)) = (over(|p| p.corner.0).min(), over(|p| p.corner.1).min()) else {
        return Err(wrong("the map", "its tile layer has no tiles"));
    };
    let width = over(|p| p.corner.0 + p.size.0).max().map_or(0, |right| right - left);
    let height = over(|p| p.corner.1 + p.size.1).max().map_or(0, |bottom| bottom - top);
    // Chunks far apart ask for more than the file holds.
    *total = total.saturating_add(width.unsigned_abs().saturating_mul(height.unsigned_abs()));
    Limit::SampleCells.check(*total).map_err(|e| wrong("the map", e))?;
    let mut grid = Grid::new(width as i32, height as i32, 0);
    for piece in pieces {
        let (x, y) = ((piece.corner.0 - left) as i32, (piece.corner.1 - top) as i32);
        for (row, numbers) in (y..).zip(piece.numbers.chunks(piece.size.0 as usize)) {
            for (column, &number) in (x..).zip(numbers) {
                grid[Point::new(column, row)] = number;
            }
        }
    }
    Ok(grid)
}

/// The pieces of each layer, what is known of the tiles, and the orientation.
type Parsed = (Vec<Vec<Piece>>, Known, String);

fn read_xml(text: &str, files: &Files<'_>) -> Result<Parsed, Error> {
    let document = parse(text, TMX)?;
    let mut known = Known::default();
    for node in document.descendants().filter(|n| n.has_tag_name("tileset")) {
        let first: u32 = node.attribute("firstgid").and_then(|g| g.parse().ok()).unwrap_or(1);
        match node.attribute("source") {
            None => name_xml_tiles(node, first, files, &mut known)?,
            Some(source) => name_file_tiles(source, files, first, &mut known)?,
        }
    }
    let mut so_far = CellsSoFar(0);
    let infinite = document.root_element().attribute("infinite").is_some_and(|i| i != "0");
    let layers = document.descendants().filter(|n| n.has_tag_name("layer"));
    let layers: Vec<Vec<Piece>> =
        layers.map(|layer| xml_layer(layer, infinite, &mut so_far)).collect::<Result<_, _>>()?;
    if layers.is_empty() {
        return Err(wrong(TMX, "it has no tile layer"));
    }
    let orientation = document.root_element().attribute("orientation").unwrap_or("orthogonal").to_owned();
    Ok((layers, known, orientation))
}

/// The pieces of a layer.
fn xml_layer(layer: Node<'_, '_>, infinite: bool, so_far: &mut CellsSoFar) -> Result<Vec<Piece>, Error> {
    let Some(data) = layer.children().find(|n| n.has_tag_name("data")) else {
        return Err(wrong(TMX, "its tile layer has no <data>"));
    };
    let numbers = |node: Node<'_, '_>, cells: usize| {
        let text = node.text().unwrap_or_default();
        match data.attribute("encoding") {
            Some("csv") => csv_numbers(text),
            Some("base64") => base64_numbers(text, data.attribute("compression"), cells),
            Some(other) => Err(wrong(TMX, format!("the encoding `{other}` is unknown; save the map as CSV"))),
            None => {
                let tiles = node.children().filter(|n| n.has_tag_name("tile"));
                Ok(tiles.map(|n| n.attribute("gid").and_then(|g| g.parse().ok()).unwrap_or(0)).collect())
            }
        }
    };
    let mut piece = |place: Node<'_, '_>, node: Node<'_, '_>| {
        Piece::new(so_far, |name| place.attribute(name)?.parse().ok(), |cells| numbers(node, cells))
    };
    let chunks: Vec<_> = data.children().filter(|n| n.has_tag_name("chunk")).collect();
    if chunks.is_empty() && !infinite {
        Ok(vec![piece(layer, data)?])
    } else {
        chunks.into_iter().map(|chunk| piece(chunk, chunk)).collect()
    }
}

/// Names from a separate tile set file, in XML or JSON.
fn name_file_tiles(source: &str, files: &Files<'_>, first: u32, known: &mut Known) -> Result<(), Error> {
    let Some(text) = files(source).and_then(|bytes| String::from_utf8(bytes).ok()) else {
        let reason = format!("its tile set `{source}` cannot be read; put the file where the map expects it");
        return Err(wrong("the map", reason));
    };
    // Images are named from the folder of the tile set.
    let folder = source.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let beside = |name: &str| files(&format!("{folder}{name}"));
    if text.trim_start().starts_with('{') {
        let set: Value = serde_json::from_str(&text).map_err(|e| wrong("the tile set (TSJ)", e))?;
        name_json_tiles(&set, first, &beside, known)
    } else {
        name_xml_tiles(parse(&text, "the tile set (TSX)")?.root_element(), first, &beside, known)
    }
}

/// A tile's name: its own, or its class with its number.
fn add_tile(
    known: &mut Known,
    first: u32,
    id: Option<u32>,
    mut properties: BTreeMap<String, String>,
    class: Option<&str>,
) {
    let Some(id) = id else { return };
    let class = class.filter(|c| !c.is_empty()).map(|c| format!("{c}{id}"));
    if let Some(number) = first.checked_add(id) {
        let name = properties.remove("name").or(class);
        known.tiles.insert(number, (name, properties));
    }
}

fn name_xml_tiles(set: Node<'_, '_>, first: u32, files: &Files<'_>, known: &mut Known) -> Result<(), Error> {
    let number = |node: Node<'_, '_>, name: &str| node.attribute(name)?.parse::<u32>().ok();
    let image = |node: Node<'_, '_>| {
        let image = node.children().find(|n| n.has_tag_name("image"))?;
        files(image.attribute("source")?)
    };
    let mut sheet = Sheet::new(first, |name| number(set, name), image(set), &mut known.pixels)?;
    for tile in set.children().filter(|n| n.has_tag_name("tile")) {
        let id = number(tile, "id");
        let class = tile.attribute("class").or(tile.attribute("type"));
        sheet.add_single(id, image(tile), &mut known.pixels)?;
        add_tile(known, first, id, properties(tile), class);
    }
    known.sheets.push(sheet);
    Ok(())
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn name_json_tiles(set: &Value, first: u32, files: &Files<'_>, known: &mut Known) -> Result<(), Error> {
    let number = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
    let image = |value: &Value| files(value["image"].as_str()?);
    let mut sheet = Sheet::new(first, |name| number(&set[name]), image(set), &mut known.pixels)?;
    for tile in list(set, "tiles") {
        let id = number(&tile["id"]);
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let properties = list(tile, "properties").iter();
        let properties = properties.filter_map(|p| Some((p["name"].as_str()?.to_owned(), text(&p["value"]))));
        sheet.add_single(id, image(tile), &mut known.pixels)?;
        let class = tile["class"].as_str().or(tile["type"].as_str());
        add_tile(known, first, id, properties.collect(), class);
    }
    known.sheets.push(sheet);
    Ok(())
}

fn read_json(text: &str, files: &Files<'_>) -> Result<Parsed, Error> {
    let map: Value = serde_json::from_str(text).map_err(|e| wrong(TMJ, e))?;
    let mut known = Known::default();
    for set in list(&map, "tilesets") {
        let first = set["firstgid"].as_u64().and_then(|g| u32::try_from(g).ok()).unwrap_or(1);
        match set["source"].as_str() {
            None => name_json_tiles(set, first, files, &mut known)?,
            Some(source) => name_file_tiles(source, files, first, &mut known)?,
        }
    }
    let mut so_far = CellsSoFar(0);
    let mut found = Vec::new();
    json_layers(list(&map, "layers"), &mut found);
    let layers: Vec<Vec<Piece>> =
        found.into_iter().map(|layer| json_layer(layer, &mut so_far)).collect::<Result<_, _>>()?;
    if layers.is_empty() {
        return Err(wrong(TMJ, "it has no tile layer"));
    }
    let orientation = map["orientation"].as_str().unwrap_or("orthogonal").to_owned();
    Ok((layers, known, orientation))
}

/// The pieces of a layer.
fn json_layer(layer: &Value, so_far: &mut CellsSoFar) -> Result<Vec<Piece>, Error> {
    let mut piece = |place: &Value| {
        let numbers = |cells: usize| match &place["data"] {
            Value::Array(data) => Ok(data.iter().map(|n| n.as_u64().unwrap_or(0) as u32).collect()),
            Value::String(text) => base64_numbers(text, layer["compression"].as_str(), cells),
            _ => Err(wrong(TMJ, "its tile layer has no data")),
        };
        Piece::new(so_far, |name| place[name].as_i64(), numbers)
    };
    match layer.get("chunks") {
        None => Ok(vec![piece(layer)?]),
        Some(_) => list(layer, "chunks").iter().map(piece).collect(),
    }
}

/// The tile layers, also within groups, from the lowest.
fn json_layers<'a>(layers: &'a [Value], found: &mut Vec<&'a Value>) {
    for layer in layers {
        if layer["type"] == "tilelayer" {
            found.push(layer);
        }
        json_layers(list(layer, "layers"), found);
    }
}

fn csv_numbers(text: &str) -> Result<Vec<u32>, Error> {
    let parts = text.split(',').map(str::trim).filter(|t| !t.is_empty());
    parts.map(|t| t.parse().map_err(|_| wrong("the map", format!("`{t}` is not a tile number")))).collect()
}

fn base64_numbers(text: &str, compression: Option<&str>, cells: usize) -> Result<Vec<u32>, Error> {
    use base64::Engine;
    let text: String = text.split_whitespace().collect();
    let packed = base64::engine::general_purpose::STANDARD.decode(text).map_err(|e| wrong("the map", e))?;
    let bytes = match compression.filter(|c| !c.is_empty()) {
        None => packed,
        Some("zlib") => inflate(ZlibDecoder::new(&packed[..]), cells)?,
        Some("gzip") => inflate(GzDecoder::new(&packed[..]), cells)?,
        Some(other) => {
            let reason =
                format!("the compression `{other}` is not supported; save the map with gzip, zlib or as CSV");
            return Err(wrong("the map", reason));
        }
    };
    Ok(bytes.as_chunks().0.iter().map(|&b| u32::from_le_bytes(b)).collect())
}

/// Decompresses a layer of this many cells, and never more, whatever the data would expand to.
fn inflate(data: impl Read, cells: usize) -> Result<Vec<u8>, Error> {
    let most = cells * 4;
    let mut bytes = Vec::new();
    // One byte more than allowed: it shows that there is too much, or reaches the checksum at the end.
    let read = data.take(most as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|e| wrong("the map", format!("its compressed data is broken: {e}")))?;
    if bytes.len() > most {
        return Err(wrong("the map", format!("its compressed layer has more than {cells} tiles")));
    }
    Ok(bytes)
}
