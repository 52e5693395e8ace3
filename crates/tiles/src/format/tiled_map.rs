//! Tiled's maps to learn from: the first tile layer of a TMX or TMJ file, infinite maps included.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::{GzDecoder, ZlibDecoder};
use mapkiln_core::{Grid, Limit, Point};
use roxmltree::Node;
use serde_json::Value;

use super::tiled_read::{parse, properties, wrong};
use crate::{Error, MAX_CELLS};

/// Bits of a tile number that hold the tile's flips.
const FLIPS: u32 = 0xF000_0000;

const TMX: &str = "the map (TMX)";
const TMJ: &str = "the map (TMJ)";

/// Tiles by their number in the map.
type Names = BTreeMap<u32, String>;

/// Reads the first tile layer of a Tiled map, in XML (TMX) or JSON (TMJ), as names of tiles.
///
/// A tile's name is its property `name`, its class, or `tile` with its number in the map; flips are
/// appended to it. `tileset` gives the text of a tile set file that the map refers to. Empty cells are
/// called `empty`. An infinite map is read as the bounding rectangle of its chunks.
pub fn read_tiled_map(text: &str, tileset: impl Fn(&str) -> Option<String>) -> Result<Grid<String>, Error> {
    let is_json = text.trim_start().starts_with('{');
    let (pieces, names) = if is_json { read_json(text, &tileset)? } else { read_xml(text, &tileset)? };
    Ok(assemble(&pieces)?.map(|&number| name_of(number, &names)))
}

fn name_of(number: u32, names: &Names) -> String {
    let tile = number & !FLIPS;
    if tile == 0 {
        return "empty".to_owned();
    }
    let base = names.get(&tile).cloned().unwrap_or_else(|| format!("tile{tile}"));
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

/// Cells that may still be read: chunks do not overlap, so together they have no more cells than the
/// largest map.
struct CellsLeft(usize);

impl Piece {
    /// A piece whose position and size are looked up by name, and whose numbers are read once the size
    /// is known to be reasonable.
    fn new(
        left: &mut CellsLeft,
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
        left.0 = left.0.checked_sub(cells).ok_or_else(|| too_large(width, height))?;
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

/// The pieces in their bounding rectangle; what no piece covers is empty.
fn assemble(pieces: &[Piece]) -> Result<Grid<u32>, Error> {
    let over = |edge: fn(&Piece) -> i64| pieces.iter().map(edge);
    let (Some(left), Some(top)) = (over(|p| p.corner.0).min(), over(|p| p.corner.1).min()) else {
        return Err(wrong("the map", "its tile layer has no tiles"));
    };
    let width = over(|p| p.corner.0 + p.size.0).max().map_or(0, |right| right - left);
    let height = over(|p| p.corner.1 + p.size.1).max().map_or(0, |bottom| bottom - top);
    // Chunks far apart ask for more than the file holds.
    let asked = width.unsigned_abs().saturating_mul(height.unsigned_abs());
    Limit::SampleCells.check(asked).map_err(|e| wrong("the map", e))?;
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

fn read_xml(text: &str, tileset: &dyn Fn(&str) -> Option<String>) -> Result<(Vec<Piece>, Names), Error> {
    let document = parse(text, TMX)?;
    let mut names = BTreeMap::new();
    for node in document.descendants().filter(|n| n.has_tag_name("tileset")) {
        let first: u32 = node.attribute("firstgid").and_then(|g| g.parse().ok()).unwrap_or(1);
        match node.attribute("source") {
            None => name_xml_tiles(node, first, &mut names),
            Some(source) => name_file_tiles(source, tileset, first, &mut names)?,
        }
    }
    let layer = document.descendants().find(|n| n.has_tag_name("layer"));
    let layer = layer.ok_or_else(|| wrong(TMX, "it has no tile layer"))?;
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
    let mut left = CellsLeft(MAX_CELLS as usize);
    let mut piece = |place: Node<'_, '_>, node: Node<'_, '_>| {
        Piece::new(&mut left, |name| place.attribute(name)?.parse().ok(), |cells| numbers(node, cells))
    };
    let chunks: Vec<_> = data.children().filter(|n| n.has_tag_name("chunk")).collect();
    let infinite = document.root_element().attribute("infinite").is_some_and(|i| i != "0");
    let pieces = if chunks.is_empty() && !infinite {
        vec![piece(layer, data)?]
    } else {
        chunks.into_iter().map(|chunk| piece(chunk, chunk)).collect::<Result<_, _>>()?
    };
    Ok((pieces, names))
}

/// Names from a separate tile set file, in XML or JSON.
fn name_file_tiles(
    source: &str,
    tileset: &dyn Fn(&str) -> Option<String>,
    first: u32,
    names: &mut Names,
) -> Result<(), Error> {
    let Some(text) = tileset(source) else {
        let reason = format!("its tile set `{source}` cannot be read; put the file where the map expects it");
        return Err(wrong("the map", reason));
    };
    if text.trim_start().starts_with('{') {
        let set: Value = serde_json::from_str(&text).map_err(|e| wrong("the tile set (TSJ)", e))?;
        name_json_tiles(&set, first, names);
    } else {
        name_xml_tiles(parse(&text, "the tile set (TSX)")?.root_element(), first, names);
    }
    Ok(())
}

/// A tile's name: its own, or its class with its number.
fn add_name(names: &mut Names, first: u32, id: Option<u32>, name: Option<String>, class: Option<&str>) {
    let Some(id) = id else { return };
    let class = class.filter(|c| !c.is_empty()).map(|c| format!("{c}{id}"));
    if let (Some(name), Some(number)) = (name.or(class), first.checked_add(id)) {
        names.insert(number, name);
    }
}

fn name_xml_tiles(set: Node<'_, '_>, first: u32, names: &mut Names) {
    for tile in set.children().filter(|n| n.has_tag_name("tile")) {
        let id = tile.attribute("id").and_then(|id| id.parse().ok());
        let class = tile.attribute("class").or(tile.attribute("type"));
        add_name(names, first, id, properties(tile).remove("name"), class);
    }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn name_json_tiles(set: &Value, first: u32, names: &mut Names) {
    for tile in list(set, "tiles") {
        let id = tile["id"].as_u64().and_then(|id| u32::try_from(id).ok());
        let named = list(tile, "properties").iter().find(|p| p["name"] == "name");
        let name = named.and_then(|p| p["value"].as_str()).map(str::to_owned);
        add_name(names, first, id, name, tile["class"].as_str().or(tile["type"].as_str()));
    }
}

fn read_json(text: &str, tileset: &dyn Fn(&str) -> Option<String>) -> Result<(Vec<Piece>, Names), Error> {
    let map: Value = serde_json::from_str(text).map_err(|e| wrong(TMJ, e))?;
    let mut names = BTreeMap::new();
    for set in list(&map, "tilesets") {
        let first = set["firstgid"].as_u64().and_then(|g| u32::try_from(g).ok()).unwrap_or(1);
        match set["source"].as_str() {
            None => name_json_tiles(set, first, &mut names),
            Some(source) => name_file_tiles(source, tileset, first, &mut names)?,
        }
    }
    let layer = json_layer(list(&map, "layers")).ok_or_else(|| wrong(TMJ, "it has no tile layer"))?;
    let mut left = CellsLeft(MAX_CELLS as usize);
    let mut piece = |place: &Value| {
        let numbers = |cells: usize| match &place["data"] {
            Value::Array(data) => Ok(data.iter().map(|n| n.as_u64().unwrap_or(0) as u32).collect()),
            Value::String(text) => base64_numbers(text, layer["compression"].as_str(), cells),
            _ => Err(wrong(TMJ, "its tile layer has no data")),
        };
        Piece::new(&mut left, |name| place[name].as_i64(), numbers)
    };
    let pieces = match layer.get("chunks") {
        None => vec![piece(layer)?],
        Some(_) => list(layer, "chunks").iter().map(piece).collect::<Result<_, _>>()?,
    };
    Ok((pieces, names))
}

/// The first tile layer, also within groups.
fn json_layer(layers: &[Value]) -> Option<&Value> {
    layers.iter().find_map(|layer| {
        if layer["type"] == "tilelayer" { Some(layer) } else { json_layer(list(layer, "layers")) }
    })
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
