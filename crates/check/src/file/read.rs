//! Reads the files that Mapkiln writes for other programs.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use mapkiln_core::Grid;
use serde_json::Value;

use super::archive::members;
use super::png;
use super::tmx::elements;
use super::{FileFormat, FileLevel, ForeignFile, Portal};

/// Grounds that can be walked on, by their names in tile sets.
const OPEN: [&str; 5] = ["room", "corridor", "doorway", "water", "rubble"];
/// Grounds that stand in a place and block steps.
const INSIDE: [&str; 3] = ["pillar", "pit", "fixture"];
/// Grids with more cells are refused.
const MOST_CELLS: usize = 4_000_000;

impl ForeignFile {
    /// Reads a file; `None` if it is none of those that Mapkiln writes, an error if it is damaged.
    pub fn read(bytes: &[u8]) -> Option<Result<ForeignFile, String>> {
        if bytes.starts_with(b"PK\x03\x04") {
            return Some(foundry(bytes));
        }
        if bytes.starts_with(png::SIGNATURE) {
            let texts = png::texts(bytes);
            return Some(Ok(ForeignFile { format: FileFormat::Picture, levels: Vec::new(), texts }));
        }
        let text = std::str::from_utf8(bytes).ok()?;
        let begin = text.trim_start();
        if begin.starts_with('<') {
            if elements(begin, "svg").next().is_some() {
                let texts = vec![(String::new(), bytes.to_vec())];
                return Some(Ok(ForeignFile { format: FileFormat::Picture, levels: Vec::new(), texts }));
            }
            return begin.contains("<map").then(|| tmx(text));
        }
        if !begin.starts_with('{') {
            return None;
        }
        let mut json: Value = serde_json::from_str(text).ok()?;
        if json.get("mapkiln").is_some() {
            return None;
        }
        if json.get("line_of_sight").is_some() {
            return Some(uvtt(&mut json));
        }
        if json.get("tiledversion").is_some()
            || (json.get("tilewidth").is_some() && json.get("layers").is_some())
        {
            return Some(tmj(&json, bytes));
        }
        if json.get("levels").is_some() && json.get("jsonVersion").is_some() {
            return Some(ldtk(&json, bytes));
        }
        None
    }
}

fn line(a: &Value, b: &Value) -> Option<[f64; 4]> {
    Some([a["x"].as_f64()?, a["y"].as_f64()?, b["x"].as_f64()?, b["y"].as_f64()?])
}

fn uvtt(json: &mut Value) -> Result<ForeignFile, String> {
    let size = &json["resolution"]["map_size"];
    let mut level = FileLevel {
        width: size["x"].as_f64().ok_or("it has no map size")?,
        height: size["y"].as_f64().ok_or("it has no map size")?,
        has_lines: true,
        ..FileLevel::default()
    };
    for wall in json["line_of_sight"].as_array().into_iter().flatten() {
        for pair in wall.as_array().into_iter().flat_map(|w| w.windows(2)) {
            level.walls.push(line(&pair[0], &pair[1]).ok_or("a wall has no coordinates")?);
        }
    }
    for portal in json["portals"].as_array().into_iter().flatten() {
        let ends = line(&portal["bounds"][0], &portal["bounds"][1]).ok_or("a portal has no bounds")?;
        level.portals.push(Portal { line: ends, secret: false });
    }
    // The picture is no text, but may have some.
    let image = json["image"].take();
    let picture = image.as_str().and_then(|image| STANDARD.decode(image).ok()).unwrap_or_default();
    let mut texts = vec![(String::new(), json.to_string().into_bytes())];
    texts.extend(png::texts(&picture).into_iter().map(|(word, text)| (format!("image {word}"), text)));
    Ok(ForeignFile { format: FileFormat::Uvtt, levels: vec![level], texts })
}

fn foundry(bytes: &[u8]) -> Result<ForeignFile, String> {
    let members = members(bytes)?;
    let mut levels = Vec::new();
    let mut whole = Vec::new();
    let mut scenes: Vec<(usize, &[u8])> = Vec::new();
    for (path, content) in &members {
        let name = path.rsplit('/').next().unwrap_or(path);
        if let Some(number) = name.strip_prefix("scene-v13-level-").and_then(|n| n.strip_suffix(".json")) {
            scenes.push((number.parse().map_err(|_| format!("{name} has no number"))?, content));
        }
        if name == "scene-v14.json" {
            let scene: Value = serde_json::from_slice(content).map_err(|e| format!("{name}: {e}"))?;
            whole = scene_level(&scene)?.walls;
        }
    }
    scenes.sort_unstable_by_key(|s| s.0);
    for (_, content) in scenes {
        let scene: Value = serde_json::from_slice(content).map_err(|e| e.to_string())?;
        levels.push(scene_level(&scene)?);
    }
    if levels.is_empty() {
        return Err("the archive has no scene".to_owned());
    }
    let walls: usize = levels.iter().map(|l| l.walls.len()).sum();
    if !whole.is_empty() && whole.len() != walls {
        return Err(format!(
            "the scene of version 14 has {} walls and those of version 13 {walls}",
            whole.len()
        ));
    }
    let text = |name: &str| name.ends_with(".json") || name.ends_with(".txt") || name.ends_with(".js");
    // The names of the members can be read as well.
    let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
    let mut texts = vec![("names".to_owned(), names.join("\n").into_bytes())];
    texts.extend(members.iter().filter(|(n, _)| text(n)).map(|(n, c)| (n.clone(), c.to_vec())));
    for (name, content) in &members {
        let inside = png::texts(content).into_iter();
        texts.extend(inside.map(|(word, text)| (format!("{name} {word}"), text)));
    }
    Ok(ForeignFile { format: FileFormat::Foundry, levels, texts })
}

fn scene_level(scene: &Value) -> Result<FileLevel, String> {
    let cell = scene["grid"]["size"].as_f64().filter(|s| *s > 0.0).ok_or("a scene has no grid")?;
    let side = |name: &str| scene[name].as_f64().map(|n| n / cell).ok_or(format!("a scene has no {name}"));
    let mut level =
        FileLevel { width: side("width")?, height: side("height")?, has_lines: true, ..FileLevel::default() };
    for wall in scene["walls"].as_array().into_iter().flatten() {
        let ends: Option<Vec<f64>> = wall["c"].as_array().and_then(|c| c.iter().map(Value::as_f64).collect());
        let ends = ends.and_then(|c| <[f64; 4]>::try_from(c).ok()).ok_or("a wall has no coordinates")?;
        let ends = ends.map(|n| n / cell);
        match wall["door"].as_u64().unwrap_or(0) {
            0 => level.walls.push(ends),
            kind => level.portals.push(Portal { line: ends, secret: kind == 2 }),
        }
    }
    Ok(level)
}

/// Can a ground of this name be walked on, or has it a thing in its way?
fn is_open(name: &str) -> bool {
    OPEN.contains(&name) || INSIDE.contains(&name)
}

/// Which numbers of tiles are open; of two names for a number the first holds.
#[derive(Default)]
struct Tiles(HashMap<u64, bool>);

impl Tiles {
    /// Adds a tile; a number that no tile can have is left out.
    fn name(&mut self, first: u64, id: u64, name: &str) {
        if let Some(number) = first.checked_add(id) {
            self.0.entry(number).or_insert(is_open(name));
        }
    }

    fn is_open(&self, number: u64) -> bool {
        self.0.get(&number).copied().unwrap_or(false)
    }
}

/// A grid of cells to walk on from the numbers of tiles.
fn open_grid(width: usize, height: usize, cells: &[u64], tiles: &Tiles) -> Result<Grid<bool>, String> {
    if width == 0 || height == 0 || width.saturating_mul(height) != cells.len() || cells.len() > MOST_CELLS {
        return Err(format!("its ground has {} cells for {width} by {height}", cells.len()));
    }
    let rows = cells.chunks_exact(width).map(|row| row.iter().map(|&tile| tiles.is_open(tile)).collect());
    Grid::from_rows(rows.collect()).ok_or_else(|| "its rows differ in length".to_owned())
}

fn around_cell(x: f64, y: f64, width: f64, height: f64, cell: f64) -> Portal {
    let (x, y) = ((x + width / 2.0) / cell, (y + height / 2.0) / cell);
    Portal { line: [x, y, x, y], secret: false }
}

fn tmj(json: &Value, bytes: &[u8]) -> Result<ForeignFile, String> {
    let number = |name: &str| json[name].as_u64().ok_or(format!("it has no {name}"));
    let (width, height) = (number("width")?, number("height")?);
    let cell = number("tilewidth")?.max(1) as f64;
    let mut tiles = Tiles::default();
    for set in json["tilesets"].as_array().into_iter().flatten() {
        let first = set["firstgid"].as_u64().unwrap_or(1);
        for tile in set["tiles"].as_array().into_iter().flatten() {
            let name = tile["type"].as_str().or(tile["class"].as_str());
            if let (Some(name), Some(id)) = (name, tile["id"].as_u64()) {
                tiles.name(first, id, name);
            }
        }
    }
    let mut level = FileLevel { width: width as f64, height: height as f64, ..FileLevel::default() };
    for layer in json["layers"].as_array().into_iter().flatten() {
        if layer["name"] == "ground" {
            let cells: Vec<u64> =
                layer["data"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
            level.open = Some(open_grid(width as usize, height as usize, &cells, &tiles)?);
        }
        for object in layer["objects"].as_array().into_iter().flatten().filter(|o| o["type"] == "door") {
            let side = |name: &str| object[name].as_f64().unwrap_or(0.0);
            level.portals.push(around_cell(side("x"), side("y"), side("width"), side("height"), cell));
        }
    }
    Ok(ForeignFile {
        format: FileFormat::Tiled,
        levels: vec![level],
        texts: vec![(String::new(), bytes.to_vec())],
    })
}

fn tmx(text: &str) -> Result<ForeignFile, String> {
    let map = elements(text, "map").next().ok_or("it has no map")?;
    let number = |name: &str| map.number(name).ok_or(format!("it has no {name}"));
    let (width, height, cell) = (number("width")?, number("height")?, number("tilewidth")?.max(1.0));
    let mut level = FileLevel { width, height, ..FileLevel::default() };
    let mut tiles = Tiles::default();
    if let Some(set) = elements(text, "tileset").next() {
        let first = set.number("firstgid").unwrap_or(1.0) as u64;
        let inside = set.after.split("</tileset>").next().unwrap_or_default();
        for tile in elements(inside, "tile") {
            let name = tile.get("type").or(tile.get("class")).unwrap_or_default();
            tiles.name(first, tile.number("id").unwrap_or(0.0) as u64, name);
        }
    }
    for layer in elements(text, "layer").filter(|l| l.get("name") == Some("ground")) {
        let data = elements(layer.after, "data").next().ok_or("its ground has no data")?;
        let cells: Vec<u64> = data.text.split(',').filter_map(|n| n.trim().parse().ok()).collect();
        level.open = Some(open_grid(width as usize, height as usize, &cells, &tiles)?);
    }
    for object in elements(text, "object").filter(|o| o.get("type") == Some("door")) {
        let side = |name: &str| object.number(name).unwrap_or(0.0);
        level.portals.push(around_cell(side("x"), side("y"), side("width"), side("height"), cell));
    }
    let texts = vec![(String::new(), text.as_bytes().to_vec())];
    Ok(ForeignFile { format: FileFormat::Tiled, levels: vec![level], texts })
}

fn ldtk(json: &Value, bytes: &[u8]) -> Result<ForeignFile, String> {
    let mut tiles = Tiles::default();
    for layer in json["defs"]["layers"].as_array().into_iter().flatten() {
        for value in layer["intGridValues"].as_array().into_iter().flatten() {
            if let (Some(number), Some(name)) = (value["value"].as_u64(), value["identifier"].as_str()) {
                tiles.name(0, number, name);
            }
        }
    }
    let mut levels = Vec::new();
    for shown in json["levels"].as_array().into_iter().flatten() {
        let mut level = FileLevel::default();
        for layer in shown["layerInstances"].as_array().into_iter().flatten() {
            let size = |name: &str| layer[name].as_u64().ok_or(format!("a layer has no {name}"));
            if layer["__type"] == "IntGrid" {
                let (width, height) = (size("__cWid")?, size("__cHei")?);
                let cells = layer["intGridCsv"].as_array().into_iter().flatten();
                let cells: Vec<u64> = cells.filter_map(Value::as_u64).collect();
                (level.width, level.height) = (width as f64, height as f64);
                level.open = Some(open_grid(width as usize, height as usize, &cells, &tiles)?);
            }
            for entity in layer["entityInstances"].as_array().into_iter().flatten() {
                if entity["__identifier"] == "Door" {
                    let at = |i: usize| entity["__grid"][i].as_f64().unwrap_or(0.0);
                    level.portals.push(around_cell(at(0), at(1), 1.0, 1.0, 1.0));
                }
            }
        }
        levels.push(level);
    }
    Ok(ForeignFile { format: FileFormat::Ldtk, levels, texts: vec![(String::new(), bytes.to_vec())] })
}
