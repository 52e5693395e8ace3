//! Tiled's tile sets with properties (TSX), and maps of names (CSV).

use std::collections::BTreeMap;

use mapkiln_core::Grid;
use roxmltree::{Document, Node};

use crate::tileset::{Tile, TileSet};
use crate::{CellShape, Error, MAX_TILES};

pub(super) fn wrong(what: &'static str, reason: impl std::fmt::Display) -> Error {
    Error::Read { what, reason: reason.to_string() }
}

pub(super) fn parse<'a>(xml: &'a str, what: &'static str) -> Result<Document<'a>, Error> {
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
        let rng = node.attribute("probability").and_then(|p| p.parse::<f64>().ok());
        let rng = rng.filter(|p| (0.0..=1000.0).contains(p)).map(|p| (p * 1000.0) as u32);
        set.tiles.push(Tile {
            name: properties.get("name").cloned().unwrap_or_else(|| format!("tile{id}")),
            edges: edges.split(',').map(|e| e.trim().to_owned()).collect(),
            weight: number("weight")?.or(rng).unwrap_or(1),
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
        set.shape = CellShape::Hexagon;
    }
    set.check()?;
    Ok(set)
}

pub(super) fn properties(node: Node<'_, '_>) -> BTreeMap<String, String> {
    let lists = node.children().filter(|n| n.has_tag_name("properties"));
    lists
        .flat_map(|list| list.children())
        .filter_map(|p| {
            let value = p.attribute("value").or(p.text()).unwrap_or_default();
            Some((p.attribute("name")?.to_owned(), value.to_owned()))
        })
        .collect()
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
