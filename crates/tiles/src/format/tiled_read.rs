//! Tiled's files in: tile sets with properties (TSX), and maps to learn from (TMX, TMJ, CSV).

use std::collections::BTreeMap;

use mapkiln_core::Grid;
use roxmltree::{Document, Node};

use crate::tileset::{Tile, TileSet};
use crate::{Error, MAX_CELLS, MAX_TILES, Shape};

/// Bits of a tile number that say how the tile lies.
const FLIPS: u32 = 0xF000_0000;

fn wrong(what: &'static str, reason: impl std::fmt::Display) -> Error {
    Error::Read { what, reason: reason.to_string() }
}

fn parse<'a>(xml: &'a str, what: &'static str) -> Result<Document<'a>, Error> {
    let options = roxmltree::ParsingOptions { nodes_limit: 4_000_000, ..Default::default() };
    Document::parse_with_options(xml, options).map_err(|e| wrong(what, e))
}

/// Reads a Tiled tile set. Each `<tile>` with a property `edges` (as `GGG,GGA,AAA,AGG`) is a tile;
/// the properties `name`, `weight`, `turns`, `mirror`, `ground`, `height`, `blocks_step`,
/// `blocks_sight` and `kinds` are as in our own sets, and so is Tiled's `probability`.
pub fn read_tsx(xml: &str) -> Result<TileSet, Error> {
    const WHAT: &str = "the tile set (TSX)";
    let document = parse(xml, WHAT)?;
    let root = document.root_element();
    if !root.has_tag_name("tileset") {
        return Err(wrong(WHAT, "it has no <tileset>"));
    }
    let mut set =
        TileSet { name: root.attribute("name").unwrap_or_default().to_owned(), ..TileSet::default() };
    for node in root.children().filter(|n| n.has_tag_name("tile")) {
        let line = document.text_pos_at(node.range().start).row;
        let properties = properties(node);
        let Some(edges) = properties.get("edges") else { continue };
        let number = |name: &str| -> Result<Option<u32>, Error> {
            let bad = |_| wrong(WHAT, format!("line {line}: `{name}` must be a whole number"));
            properties.get(name).map(|t| t.trim().parse().map_err(bad)).transpose()
        };
        let flag = |name: &str| properties.get(name).map(|t| t == "true");
        let id = node.attribute("id").unwrap_or("0");
        // Tiled's probability may be a fraction: thousandths are near enough.
        let chance = node.attribute("probability").and_then(|p| p.parse::<f64>().ok());
        let chance = chance.filter(|p| (0.0..=1000.0).contains(p)).map(|p| (p * 1000.0) as u32);
        set.tiles.push(Tile {
            name: properties.get("name").cloned().unwrap_or_else(|| format!("tile{id}")),
            edges: edges.split(',').map(|e| e.trim().to_owned()).collect(),
            weight: number("weight")?.or(chance).unwrap_or(1),
            turns: flag("turns").unwrap_or(false),
            mirror: flag("mirror").unwrap_or(false),
            ground: properties.get("ground").cloned(),
            height: number("height")?.unwrap_or(0).min(i16::MAX as u32) as i16,
            blocks_step: flag("blocks_step"),
            blocks_sight: flag("blocks_sight"),
            kinds: properties
                .get("kinds")
                .map_or_else(Vec::new, |k| k.split(',').map(|k| k.trim().to_owned()).collect()),
            ..Tile::default()
        });
        if set.tiles.len() > MAX_TILES {
            return Err(Error::TileCount { tiles: set.tiles.len(), most: MAX_TILES });
        }
    }
    if set.tiles.is_empty() {
        let reason = "no tile has the property `edges`; write it, or learn from an example map instead";
        return Err(wrong(WHAT, reason));
    }
    if set.tiles.iter().any(|t| t.edges.len() == 6) {
        set.shape = Shape::Hexagon;
    }
    set.check()?;
    Ok(set)
}

fn properties(node: Node<'_, '_>) -> BTreeMap<String, String> {
    let lists = node.children().filter(|n| n.has_tag_name("properties"));
    lists
        .flat_map(|list| list.children())
        .filter_map(|p| {
            let value = p.attribute("value").or(p.text()).unwrap_or_default();
            Some((p.attribute("name")?.to_owned(), value.to_owned()))
        })
        .collect()
}

/// Reads the first tile layer of a Tiled map, in XML (TMX) or JSON (TMJ), as names of tiles.
///
/// A tile is called by its property `name`, its class, or `tile` and its number in the map; how it
/// lies is part of its name. `tileset` gives the text of a tile set file the map names. Empty cells
/// are called `empty`.
pub fn read_tiled_map(text: &str, tileset: impl Fn(&str) -> Option<String>) -> Result<Grid<String>, Error> {
    let is_json = text.trim_start().starts_with('{');
    let (width, height, numbers, names) = if is_json { json_layer(text)? } else { xml_layer(text, tileset)? };
    if numbers.len() != width as usize * height as usize {
        let found = numbers.len();
        return Err(wrong("the map", format!("a layer of {width}x{height} has {found} tiles")));
    }
    let name = |number: u32| {
        if number & !FLIPS == 0 {
            return "empty".to_owned();
        }
        let base =
            names.get(&(number & !FLIPS)).cloned().unwrap_or_else(|| format!("tile{}", number & !FLIPS));
        let flips = [(31, 'h'), (30, 'v'), (29, 'd'), (28, 'r')];
        let turned: String = flips.iter().filter(|(bit, _)| number >> bit & 1 == 1).map(|(_, c)| c).collect();
        if turned.is_empty() { base } else { format!("{base} {turned}") }
    };
    let rows = numbers.chunks(width.max(1) as usize).map(|row| row.iter().map(|&n| name(n)).collect());
    Grid::from_rows(rows.collect()).ok_or_else(|| wrong("the map", "its rows differ in length"))
}

type Layer = (u32, u32, Vec<u32>, BTreeMap<u32, String>);

fn size(width: Option<u64>, height: Option<u64>) -> Result<(u32, u32), Error> {
    let (Some(width), Some(height)) = (width, height) else {
        return Err(wrong("the map", "its tile layer has no width and height"));
    };
    match width.checked_mul(height) {
        Some(cells) if cells > 0 && cells <= MAX_CELLS => Ok((width as u32, height as u32)),
        _ => Err(Error::Size { width, height, layers: 1 }),
    }
}

fn xml_layer(text: &str, tileset: impl Fn(&str) -> Option<String>) -> Result<Layer, Error> {
    const WHAT: &str = "the map (TMX)";
    let document = parse(text, WHAT)?;
    let mut names = BTreeMap::new();
    for node in document.descendants().filter(|n| n.has_tag_name("tileset")) {
        let first: u32 = node.attribute("firstgid").and_then(|g| g.parse().ok()).unwrap_or(1);
        match node.attribute("source") {
            None => name_tiles(node, first, &mut names),
            Some(source) => {
                if let Some(text) = tileset(source) {
                    name_tiles(parse(&text, "the tile set (TSX)")?.root_element(), first, &mut names);
                }
            }
        }
    }
    let layer = document.descendants().find(|n| n.has_tag_name("layer"));
    let layer = layer.ok_or_else(|| wrong(WHAT, "it has no tile layer"))?;
    let number = |name: &str| layer.attribute(name).and_then(|v| v.parse::<u64>().ok());
    let (width, height) = size(number("width"), number("height"))?;
    let Some(data) = layer.children().find(|n| n.has_tag_name("data")) else {
        return Err(wrong(WHAT, "its tile layer has no <data>"));
    };
    if data.children().any(|n| n.has_tag_name("chunk")) {
        return Err(wrong(WHAT, "infinite maps are not read; turn off \"Infinite\" in the map's properties"));
    }
    let text = data.text().unwrap_or_default();
    let numbers = match data.attribute("encoding") {
        Some("csv") => csv_numbers(text)?,
        Some("base64") => base64_numbers(text, data.attribute("compression"), width, height)?,
        Some(other) => return Err(wrong(WHAT, format!("the encoding `{other}` is not known; save as CSV"))),
        None => {
            let tiles = data.children().filter(|n| n.has_tag_name("tile"));
            tiles.map(|n| n.attribute("gid").and_then(|g| g.parse().ok()).unwrap_or(0)).collect()
        }
    };
    Ok((width, height, numbers, names))
}

fn name_tiles(set: Node<'_, '_>, first: u32, names: &mut BTreeMap<u32, String>) {
    for tile in set.children().filter(|n| n.has_tag_name("tile")) {
        let Some(id) = tile.attribute("id").and_then(|id| id.parse::<u32>().ok()) else { continue };
        let class = tile.attribute("class").or(tile.attribute("type")).filter(|c| !c.is_empty());
        let name = properties(tile).get("name").cloned().or(class.map(|c| format!("{c}{id}")));
        if let (Some(name), Some(number)) = (name, first.checked_add(id)) {
            names.insert(number, name);
        }
    }
}

fn csv_numbers(text: &str) -> Result<Vec<u32>, Error> {
    let parts = text.split(',').map(str::trim).filter(|t| !t.is_empty());
    parts.map(|t| t.parse().map_err(|_| wrong("the map", format!("`{t}` is no tile number")))).collect()
}

fn base64_numbers(text: &str, compression: Option<&str>, width: u32, height: u32) -> Result<Vec<u32>, Error> {
    use base64::Engine;
    let text: String = text.split_whitespace().collect();
    let bytes = base64::engine::general_purpose::STANDARD.decode(text).map_err(|e| wrong("the map", e))?;
    let wanted = width as usize * height as usize * 4;
    let bytes = match compression.filter(|c| !c.is_empty()) {
        None => bytes,
        Some("zlib") => miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&bytes, wanted)
            .map_err(|e| wrong("the map", format!("its compressed data is broken: {e}")))?,
        Some(other) => {
            return Err(wrong(
                "the map",
                format!("the compression `{other}` is not read; save as CSV or zlib"),
            ));
        }
    };
    Ok(bytes.as_chunks().0.iter().map(|&b| u32::from_le_bytes(b)).collect())
}

fn json_layer(text: &str) -> Result<Layer, Error> {
    const WHAT: &str = "the map (TMJ)";
    let map: serde_json::Value = serde_json::from_str(text).map_err(|e| wrong(WHAT, e))?;
    let list = |value: &serde_json::Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let mut names = BTreeMap::new();
    for set in list(&map, "tilesets") {
        let first = set["firstgid"].as_u64().unwrap_or(1);
        for tile in list(&set, "tiles") {
            let named = list(&tile, "properties").into_iter().find(|p| p["name"] == "name");
            let name = named.and_then(|p| p["value"].as_str().map(str::to_owned));
            if let (Some(name), Some(id)) = (name, tile["id"].as_u64()) {
                names.insert((first + id).min(u64::from(u32::MAX)) as u32, name);
            }
        }
    }
    let layers = list(&map, "layers");
    let layer = layers
        .iter()
        .find(|l| l["type"] == "tilelayer")
        .ok_or_else(|| wrong(WHAT, "it has no tile layer"))?;
    let (width, height) = size(layer["width"].as_u64(), layer["height"].as_u64())?;
    let numbers = match &layer["data"] {
        serde_json::Value::Array(data) => data.iter().map(|n| n.as_u64().unwrap_or(0) as u32).collect(),
        serde_json::Value::String(text) => {
            base64_numbers(text, layer["compression"].as_str(), width, height)?
        }
        _ => return Err(wrong(WHAT, "its tile layer has no data; infinite maps are not read")),
    };
    Ok((width, height, numbers, names))
}

/// Reads a map of names: one row a line, names between commas.
pub fn read_csv(text: &str) -> Result<Grid<String>, Error> {
    let lines = text.lines().take_while(|line| !line.trim().is_empty());
    let rows: Vec<Vec<String>> =
        lines.map(|line| line.split(',').map(|name| name.trim().to_owned()).collect()).collect();
    if let Some(row) = rows.iter().position(|row| row.len() != rows[0].len()) {
        let (has, first) = (rows[row].len(), rows[0].len());
        return Err(wrong("the map (CSV)", format!("row {} has {has} cells and row 1 has {first}", row + 1)));
    }
    if rows.is_empty() {
        return Err(wrong("the map (CSV)", "it is empty"));
    }
    Grid::from_rows(rows).ok_or_else(|| wrong("the map (CSV)", "its rows differ in length"))
}
