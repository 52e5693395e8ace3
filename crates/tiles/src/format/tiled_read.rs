//! Tiled's tile sets with properties (TSX), and maps of tile names (CSV).

use std::collections::BTreeMap;

use mapkiln_core::{Grid, Limit};
use roxmltree::{Document, Node};

use crate::tileset::{Tile, TileSet};
use crate::{CellShape, Error, MAX_TILES};

pub(super) fn wrong(what: &'static str, reason: impl std::fmt::Display) -> Error {
    Error::Read { what, reason: reason.to_string() }
}

/// Parses XML after a look at what that would cost.
pub(super) fn parse<'a>(xml: &'a str, what: &'static str) -> Result<Document<'a>, Error> {
    let xml = xml.strip_prefix('\u{feff}').unwrap_or(xml);
    Limit::Attributes.check(most_attributes(xml)).map_err(|e| wrong(what, e))?;
    // At every element the parser looks through all namespaces that are known there.
    let namespaces = xml.matches("xmlns").count() as u64;
    Limit::Namespaces.check(namespaces).map_err(|e| wrong(what, e))?;
    let options = roxmltree::ParsingOptions { nodes_limit: 4_000_000, ..Default::default() };
    Document::parse_with_options(xml, options).map_err(|e| wrong(what, e))
}

/// The number of attributes of the element with the most: the parser compares each with all others
/// of its element.
fn most_attributes(xml: &str) -> u64 {
    let mut most = 0;
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        // What is no tag may hold any quotes and brackets.
        let others = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        if let Some((open, close)) = others.into_iter().find(|(open, _)| rest.starts_with(open)) {
            let Some(end) = rest[open.len()..].find(close) else { break };
            rest = &rest[open.len() + end + close.len()..];
            continue;
        }
        let (mut quote, mut count, mut end) = (None, 0, rest.len());
        for (at, byte) in rest.bytes().enumerate() {
            match (byte, quote) {
                (b'>', None) => {
                    end = at;
                    break;
                }
                (b'"' | b'\'', None) => quote = Some(byte),
                (byte, Some(begin)) if byte == begin => quote = None,
                (b'=', None) => count += 1,
                _ => {}
            }
        }
        most = most.max(count);
        rest = &rest[end..];
    }
    most
}

/// Reads a Tiled tile set. Each `<tile>` with a property `edges` (as `GGG,GGA,AAA,AGG`) is a tile;
/// the properties `name`, `weight`, `turns`, `mirror`, `ground`, `height`, `blocks_step`,
/// `blocks_sight` and `kinds` mean the same as in our own sets; Tiled's `probability` is the weight if
/// there is no `weight`.
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
        let properties = properties(node);
        let Some(edges) = properties.get("edges") else { continue };
        let number = |name: &str| -> Result<Option<u32>, Error> {
            // Finding the line means reading the file up to it.
            let line = || document.text_pos_at(node.range().start).row;
            let bad = |_| wrong(WHAT, format!("line {}: `{name}` must be a whole number", line()));
            properties.get(name).map(|t| t.trim().parse().map_err(bad)).transpose()
        };
        let flag = |name: &str| properties.get(name).map(|t| t == "true");
        let id = node.attribute("id").unwrap_or("0");
        // Tiled's probability may be a fraction; thousandths are precise enough.
        let probability = node.attribute("probability").and_then(|p| p.parse::<f64>().ok());
        let share = probability.filter(|p| (0.0..=1000.0).contains(p)).map(|p| (p * 1000.0) as u32);
        set.tiles.push(Tile {
            name: properties.get("name").cloned().unwrap_or_else(|| format!("tile{id}")),
            edges: edges.split(',').map(|e| e.trim().to_owned()).collect(),
            weight: number("weight")?.or(share).unwrap_or(1),
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
        let reason = "no tile has the property `edges`; add it, or learn from an example map instead";
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

/// Reads a map of tile names: one line per row, with commas between names. An empty line ends the map,
/// so of a world in layers the first is read.
///
/// ```
/// use mapkiln_tiles::format::read_csv;
/// let map = read_csv("sea,\"sand, wet\"\nsea, sea\n\nsky, sky\n")?;
/// assert_eq!(map.cells(), ["sea", "sand, wet", "sea", "sea"]);
/// # Ok::<(), mapkiln_tiles::Error>(())
/// ```
pub fn read_csv(text: &str) -> Result<Grid<String>, Error> {
    const WHAT: &str = "the map (CSV)";
    let lines = text.split_inclusive('\n').take_while(|line| !line.trim().is_empty());
    let end = lines.map(str::len).sum();
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).trim(csv::Trim::All);
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut cells = 0;
    for record in reader.from_reader(&text.as_bytes()[..end]).records() {
        let record = record.map_err(|e| wrong(WHAT, e))?;
        cells += record.len() as u64;
        Limit::SampleCells.check(cells).map_err(|e| wrong(WHAT, e))?;
        let row: Vec<String> = record.iter().map(str::to_owned).collect();
        if let Some(first) = rows.first()
            && first.len() != row.len()
        {
            let (number, cells) = (rows.len() + 1, row.len());
            let reason = format!("row {number} has {cells} cells, and row 1 has {}", first.len());
            return Err(wrong(WHAT, reason));
        }
        rows.push(row);
    }
    if rows.is_empty() {
        return Err(wrong(WHAT, "it is empty"));
    }
    Grid::from_rows(rows).ok_or_else(|| wrong(WHAT, "its rows differ in length"))
}

#[cfg(test)]
mod tests {
    use super::most_attributes;

    #[test]
    fn attributes_are_counted_wherever_quotes_stand() {
        let many = "<a p=\"1\" q='>' r=\"'\"/>";
        for before in ["", "<!-- ' -->", "<!-- \" > -->", "<?x ' ?>", "<b><![CDATA[ ' > ]]></b>", "it's <c/>"]
        {
            assert_eq!(most_attributes(&format!("<set>{before}{many}</set>")), 3, "{before}");
        }
        for open in ["<!-- a=", "<![CDATA[", "<?x", "<a p=\"", "<"] {
            assert!(most_attributes(open) <= 1, "{open}");
        }
    }
}
