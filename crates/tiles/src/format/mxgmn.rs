//! M. Gumin's simple-tiled sets: tiles with a symmetry, and neighbours from left to right.
//!
//! A tile's symmetry (`X`, `I`, `\`, `L`, `T`, `F`) says which of its eight turns and mirror images
//! differ; a pair of neighbours stands for all its turns and mirror images.

use std::collections::{BTreeMap, BTreeSet};

use super::tiled_art::Pixels;
use crate::tileset::{Adjacent, Tile, TileSet, turned_picture};
use crate::{Error, MAX_TILES, Rgb};
use mapkiln_core::Grid;

/// How a tile's variants turn into each other.
#[derive(Clone, Copy)]
struct Symmetry {
    variants: usize,
    /// A quarter turn anticlockwise.
    turn: fn(usize) -> usize,
    /// The mirror image from east to west.
    mirror: fn(usize) -> usize,
}

impl Symmetry {
    /// What a variant becomes by quarter turns and then a mirror.
    fn moved(self, variant: usize, turns: usize, mirrored: bool) -> usize {
        let turned = (0..turns).fold(variant, |v, _| (self.turn)(v));
        if mirrored { (self.mirror)(turned) } else { turned }
    }
}

fn symmetry(letter: &str) -> Option<Symmetry> {
    Some(match letter {
        "X" => Symmetry { variants: 1, turn: |_| 0, mirror: |_| 0 },
        "I" => Symmetry { variants: 2, turn: |i| 1 - i, mirror: |i| i },
        "\\" => Symmetry { variants: 2, turn: |i| 1 - i, mirror: |i| 1 - i },
        "L" => Symmetry { variants: 4, turn: |i| (i + 1) % 4, mirror: |i| i ^ 1 },
        "T" => {
            Symmetry { variants: 4, turn: |i| (i + 1) % 4, mirror: |i| if i % 2 == 0 { i } else { 4 - i } }
        }
        "F" => Symmetry {
            variants: 8,
            turn: |i| if i < 4 { (i + 1) % 4 } else { 4 + (i + 3) % 4 },
            mirror: |i| (i + 4) % 8,
        },
        _ => return None,
    })
}

fn wrong(document: &roxmltree::Document<'_>, node: roxmltree::Node<'_, '_>, reason: String) -> Error {
    let place = document.text_pos_at(node.range().start);
    Error::Read { what: "the tile set (XML)", reason: format!("line {}: {reason}", place.row) }
}

/// Reads a simple-tiled set. `picture` gives the image of a tile by the name of its file without the
/// extension (`name`, or `name 2` in a set that is `unique`); `Ok(None)` is for sets without pictures.
/// All tiles are read; [`from_mxgmn_subset`] reads some.
///
/// ```
/// let xml = r#"<set><tiles>
///   <tile name="road" symmetry="I"/><tile name="field" symmetry="X" weight="2"/>
/// </tiles><neighbors>
///   <neighbor left="road" right="road"/><neighbor left="field" right="field"/>
///   <neighbor left="road 1" right="field"/><neighbor left="road 1" right="road 1"/>
/// </neighbors></set>"#;
/// let set = mapkiln_tiles::format::from_mxgmn(xml, |_| Ok(None)).unwrap();
/// assert_eq!(set.compile().unwrap().variants.len(), 3);
/// ```
pub fn from_mxgmn(
    xml: &str,
    picture: impl Fn(&str) -> Result<Option<Grid<Rgb>>, Error>,
) -> Result<TileSet, Error> {
    from_mxgmn_subset(xml, None, picture)
}

/// Reads the tiles of a subset of a simple-tiled set, or all of them.
pub fn from_mxgmn_subset(
    xml: &str,
    subset: Option<&str>,
    picture: impl Fn(&str) -> Result<Option<Grid<Rgb>>, Error>,
) -> Result<TileSet, Error> {
    let document = super::tiled_read::parse(xml, "the tile set (XML)")?;
    let mut set = TileSet::default();
    let wanted: Option<BTreeSet<&str>> = match subset {
        None => None,
        Some(name) => {
            let subsets = || document.descendants().filter(|n| n.has_tag_name("subset"));
            let Some(found) = subsets().find(|n| n.attribute("name") == Some(name)) else {
                let known: Vec<&str> = subsets().filter_map(|n| n.attribute("name")).collect();
                let reason = format!("there is no subset `{name}`; the subsets are {}", known.join(", "));
                return Err(Error::Read { what: "the tile set (XML)", reason });
            };
            Some(found.children().filter_map(|n| n.attribute("name")).collect())
        }
    };
    let is_wanted = |name: &str| wanted.as_ref().is_none_or(|w| w.contains(name));
    let mut left_out: BTreeSet<&str> = BTreeSet::new();
    let mut pixels = Pixels::default();
    // The first variant of each tile, and its symmetry.
    let mut known: BTreeMap<String, (usize, Symmetry)> = BTreeMap::new();
    let unique = document.root_element().attribute("unique").is_some_and(|u| u.eq_ignore_ascii_case("true"));
    let in_subset = |n: &roxmltree::Node<'_, '_>| n.parent().is_some_and(|p| p.has_tag_name("subset"));
    for node in document.descendants().filter(|n| n.has_tag_name("tile") && !in_subset(n)) {
        let Some(name) = node.attribute("name") else {
            return Err(wrong(&document, node, "a tile needs a name".to_owned()));
        };
        if !is_wanted(name) {
            left_out.insert(name);
            continue;
        }
        let letter = node.attribute("symmetry").unwrap_or("X");
        let Some(symmetry) = symmetry(letter) else {
            return Err(wrong(
                &document,
                node,
                format!("`{letter}` is not a symmetry; write X, I, \\, L, T or F"),
            ));
        };
        let weight: f64 = node.attribute("weight").map_or(Ok(1.0), str::parse).unwrap_or(f64::NAN);
        if !(0.0..=1000.0).contains(&weight) {
            return Err(wrong(&document, node, "a weight is a number from 0 to 1000".to_owned()));
        }
        if set.tiles.len() + symmetry.variants > MAX_TILES {
            return Err(Error::TileCount { tiles: set.tiles.len() + symmetry.variants, most: MAX_TILES });
        }
        if known.insert(name.to_owned(), (set.tiles.len(), symmetry)).is_some() {
            return Err(wrong(&document, node, format!("the tile `{name}` occurs twice")));
        }
        let image = if unique { None } else { picture(name)? };
        for variant in 0..symmetry.variants {
            let own = if unique { picture(&format!("{name} {variant}"))? } else { None };
            // Many names may mean one small file.
            if let Some(image) = image.as_ref().or(own.as_ref()) {
                pixels.spend((image.width().unsigned_abs(), image.height().unsigned_abs()))?;
            }
            let turned = match &image {
                None => own,
                // Theirs turn anticlockwise and are mirrored last; ours are mirrored first, which
                // makes the turn clockwise.
                Some(image) if variant >= 4 => Some(turned_picture(image, variant - 4, true)),
                Some(image) => Some(turned_picture(image, (4 - variant) % 4, false)),
            };
            let called =
                |variant: usize| if variant == 0 { name.to_owned() } else { format!("{name} {variant}") };
            set.tiles.push(Tile {
                name: called(variant),
                of: (variant > 0).then(|| name.to_owned()),
                images: Some([0, 2].map(|turns| called(symmetry.moved(variant, turns, true)))),
                // Their weights may be fractions; ours are integers.
                weight: (weight * 1000.0) as u32,
                picture: turned.map(|t| t.rows().map(<[Rgb]>::to_vec).collect()).unwrap_or_default(),
                ground: Some(name.to_owned()),
                kinds: vec![name.to_owned()],
                ..Tile::default()
            });
        }
    }
    let mut pairs = BTreeSet::new();
    for node in document.descendants().filter(|n| n.has_tag_name("neighbor")) {
        let base = |side: &str| {
            let text = node.attribute(side).unwrap_or_default();
            if left_out.contains(text) { text } else { text.rsplit_once(' ').map_or(text, |(name, _)| name) }
        };
        if left_out.contains(base("left")) || left_out.contains(base("right")) {
            continue;
        }
        let tile = |side: &str| -> Result<(usize, Symmetry, usize), Error> {
            let text = node.attribute(side).unwrap_or_default();
            let (name, number) = match known.contains_key(text) {
                true => (text, "0"),
                false => text.rsplit_once(' ').unwrap_or((text, "0")),
            };
            match (known.get(name), number.parse::<usize>()) {
                (Some(&(first, symmetry)), Ok(variant)) if variant < 8 => {
                    Ok((first, symmetry, symmetry.moved(0, variant % 4, variant >= 4)))
                }
                _ => Err(wrong(&document, node, format!("`{side}=\"{text}\"` names no tile"))),
            }
        };
        let ((left_first, left_symmetry, left), (right_first, right_symmetry, right)) =
            (tile("left")?, tile("right")?);
        for turns in 0..4 {
            for mirrored in [false, true] {
                let a = left_first + left_symmetry.moved(left, turns, mirrored);
                let b = right_first + right_symmetry.moved(right, turns, mirrored);
                // Where the right tile lies after turning anticlockwise, then mirroring.
                pairs.insert(match (turns, mirrored) {
                    (0, false) | (2, true) => ("east", a, b),
                    (2, false) | (0, true) => ("east", b, a),
                    (1, _) => ("south", b, a),
                    _ => ("south", a, b),
                });
            }
        }
    }
    let name = |i: usize| set.tiles[i].name.clone();
    set.adjacent = pairs
        .into_iter()
        .map(|(side, a, b)| Adjacent {
            tile: name(a),
            beside: name(b),
            side: Some(side.to_owned()),
            turned: false,
        })
        .collect();
    set.check()?;
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subset_has_only_its_tiles() {
        let xml = r#"<set><tiles><tile name="a"/><tile name="b"/></tiles>
            <neighbors><neighbor left="a" right="b"/><neighbor left="a" right="a"/></neighbors>
            <subsets><subset name="one"><tile name="a"/></subset></subsets></set>"#;
        let read = |subset| from_mxgmn_subset(xml, subset, |_| Ok(None));
        assert_eq!(read(None).unwrap().tiles.len(), 2);
        let one = read(Some("one")).unwrap();
        assert_eq!(one.tiles.len(), 1);
        assert!(one.compile().unwrap().rules.allows(1, 0, 0));
        assert!(read(Some("two")).unwrap_err().to_string().contains("the subsets are one"));
    }

    #[test]
    fn a_name_means_all_turns_and_mirror_images_are_known() {
        let xml = r#"<set><tile name="l" symmetry="L"/><tile name="x" symmetry="X"/>
            <neighbor left="l" right="l 1"/><neighbor left="x" right="x"/><neighbor left="x" right="l"/></set>"#;
        let model = crate::Model::new(&from_mxgmn(xml, |_| Ok(None)).unwrap()).unwrap();
        let tiles = |set: &[u64]| crate::rules::bits::iter(set).collect::<Vec<_>>();
        assert_eq!(tiles(&model.select("l")), [0, 1, 2, 3]);
        assert_eq!(tiles(&model.select("l 2")), [2]);
        // `l` is a path from north to east; its images go from north to west and from south to east.
        assert_eq!(tiles(&model.mirrored(0, true)), [1]);
        assert_eq!(tiles(&model.mirrored(0, false)), [3]);
        assert_eq!(tiles(&model.mirrored(4, true)), [4]);
    }

    #[test]
    fn wrong_files_are_told_by_line() {
        let read = |xml: &str| from_mxgmn(xml, |_| Ok(None)).unwrap_err().to_string();
        assert!(read("<set><tiles>").contains("XML"));
        assert!(read("<set>\n<tile name='a' symmetry='Q'/></set>").contains("line 2"));
        assert!(read("<set><tile name='a'/><neighbor left='a' right='b'/></set>").contains("names no tile"));
        assert!(read("<set/>").contains("1 to"));
    }

    /// A corner of a path: worked out by hand which turns of it fit which.
    #[test]
    fn turns_of_pairs_agree_with_a_drawing() {
        // `L` is drawn as a path from north to east, `X` as grass; variant 1 goes from north to west.
        let xml = r#"<set><tile name="l" symmetry="L"/><tile name="x" symmetry="X"/>
            <neighbor left="l" right="l 1"/><neighbor left="x" right="x"/><neighbor left="x" right="l"/></set>"#;
        let set = from_mxgmn(xml, |_| Ok(None)).unwrap();
        let compiled = set.compile().unwrap();
        // A path leaves `l` 0 to the north and east, 1 north and west, 2 west and south, 3 south, east.
        let leaves = |v: usize, side: usize| {
            [[0, 1], [0, 3], [3, 2], [2, 1]].get(v).is_some_and(|s| s.contains(&side))
        };
        for side in 0..4 {
            for a in 0..5 {
                for b in 0..5 {
                    let (here, there) = (leaves(a, side), leaves(b, (side + 2) % 4));
                    let allowed = compiled.rules.allows(side, a, b);
                    assert!(!allowed || here == there, "{a} {b} on side {side}");
                    assert!(
                        here || there || allowed || (a < 4 && b < 4),
                        "{a} {b} on side {side} is missing"
                    );
                }
            }
        }
    }
}
