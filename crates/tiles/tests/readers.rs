//! Readers meet broken files: they refuse or read, and never panic.

use mapkiln_core::Seed;
use mapkiln_tiles::format::{
    decode_png, encode_png, from_mxgmn, read_csv, read_tiled_map, read_tsx, to_tmj, to_tmx,
};
use mapkiln_tiles::{Model, SHIPPED, TileSet, WorldSpec, learn};

const MXGMN: &str = r#"<set unique="true"><tiles>
<tile name="bridge" symmetry="I" weight="0.5"/><tile name="turn" symmetry="L"/><tile name="t" symmetry="T"/>
<tile name="diag" symmetry="\"/><tile name="f" symmetry="F"/><tile name="grass" symmetry="X"/></tiles><neighbors>
<neighbor left="bridge" right="bridge 1"/><neighbor left="turn 1" right="t 3"/><neighbor left="grass" right="grass"/>
<neighbor left="f 5" right="diag 1"/></neighbors></set>"#;

const TSX: &str = r#"<?xml version="1.0"?><tileset name="shore" tilewidth="16" tileheight="16" tilecount="2" columns="2">
<tile id="0" probability="0.5"><properties><property name="edges" value="GGG,GGA,AAA,AGG"/><property name="turns" type="bool" value="true"/></properties></tile>
<tile id="1"><properties><property name="edges" value="GGG,GGG,GGG,GGG"/><property name="name" value="grass"/></properties></tile></tileset>"#;

fn try_all(text: &str) {
    let _ = TileSet::from_toml(text).and_then(|set| Model::new(&set));
    let _ = from_mxgmn(text, |_| None);
    let _ = read_tsx(text);
    let _ = read_csv(text);
    let _ = read_tiled_map(text, |_| None).and_then(|map| learn("x", &map, true));
    let _ = toml::from_str::<WorldSpec>(text);
}

#[test]
fn files_of_others_are_read() {
    let set = from_mxgmn(MXGMN, |_| None).unwrap();
    assert_eq!(set.tiles.len(), 2 + 4 + 4 + 2 + 8 + 1);
    let set = read_tsx(TSX).unwrap();
    assert_eq!(set.compile().unwrap().variants.len(), 5);
    assert_eq!(set.tiles[0].weight, 500);
}

#[test]
fn what_is_written_for_tiled_is_read_back() {
    for name in ["islands", "meadow", "hex-coast", "terraces"] {
        let spec = WorldSpec {
            width: 9,
            height: 7,
            tileset: mapkiln_tiles::TileSource::Name(name.into()),
            ..WorldSpec::default()
        };
        let world = spec.make(&mut mapkiln_core::Run::new("tiled")).unwrap().map;
        for text in [to_tmx(&world, "a.png"), to_tmj(&world, "a.png")] {
            let names = read_tiled_map(&text, |_| None).unwrap();
            for (p, name) in names.iter() {
                let tile = &world.palette[usize::from(world.layers[0][p])];
                assert_eq!(name, if tile.empty { "empty" } else { &tile.name });
            }
        }
    }
}

#[test]
fn compressed_layers_are_read_and_bombs_refused() {
    let map = |data: &str, width: u32| {
        format!(
            r#"<map><layer width="{width}" height="2"><data encoding="base64" compression="zlib">{data}</data></layer></map>"#
        )
    };
    use base64::Engine;
    let packed = |numbers: &[u32]| {
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        let packed = miniz_oxide::deflate::compress_to_vec_zlib(&bytes, 6);
        base64::engine::general_purpose::STANDARD.encode(packed)
    };
    let grid = read_tiled_map(&map(&packed(&[1, 2, 3, 0x8000_0004]), 2), |_| None).unwrap();
    assert_eq!(grid.cells(), ["tile1", "tile2", "tile3", "tile4 h"]);
    // A stream that unpacks to far more than the layer is refused, not unpacked.
    assert!(read_tiled_map(&map(&packed(&[7; 1_000_000]), 2), |_| None).is_err());
    assert!(read_tiled_map(&map(&packed(&[1, 2]), 2), |_| None).is_err());
    assert!(read_tiled_map(&map("!!!", 2), |_| None).is_err());
    let huge =
        r#"<map><layer width="4000000000" height="4000000000"><data encoding="csv">1</data></layer></map>"#;
    assert!(read_tiled_map(huge, |_| None).is_err());
}

#[test]
fn a_million_tiles_and_three_edges_are_refused() {
    let three = "[[tile]]\nname = \"a\"\nedges = [\"A\", \"B\", \"C\"]\n";
    assert!(TileSet::from_toml(three).unwrap_err().to_string().contains("needs 4"));
    let many: String = (0..100_000).map(|i| format!("[[tile]]\nname=\"{i}\"\n")).collect();
    assert!(TileSet::from_toml(&many).unwrap_err().to_string().contains("100000"));
    let many: String = (0..200_000).map(|i| format!("<tile name='{i}' symmetry='F'/>")).collect();
    assert!(from_mxgmn(&format!("<set>{many}</set>"), |_| None).is_err());
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">]><set>&a;</set>";
    assert!(from_mxgmn(bomb, |_| None).is_err());
}

/// Cuts, doubled parts, swapped and flipped bytes of good files.
#[test]
fn broken_files_never_panic() {
    let world = WorldSpec { width: 6, height: 5, ..WorldSpec::default() }
        .make(&mut mapkiln_core::Run::new("b"))
        .unwrap()
        .map;
    let mut seeds: Vec<String> = SHIPPED.iter().map(|s| s.toml.chars().take(1500).collect()).collect();
    seeds.extend([
        MXGMN.to_owned(),
        TSX.to_owned(),
        to_tmx(&world, "x.png"),
        to_tmj(&world, "x.png"),
        world.csv(),
    ]);
    let image = encode_png(&world.pixels()).unwrap();
    for round in 0..250u64 {
        let mut stream = Seed::from("mutate").stream("round", round);
        for text in &seeds {
            let mut bytes = text.clone().into_bytes();
            mutate(&mut bytes, &mut stream);
            try_all(&String::from_utf8_lossy(&bytes));
        }
        let mut bytes = image.clone();
        mutate(&mut bytes, &mut stream);
        let _ = decode_png(&bytes);
    }
}

fn mutate(bytes: &mut Vec<u8>, stream: &mut mapkiln_core::Stream) {
    for _ in 0..1 + stream.index(4) {
        if bytes.is_empty() {
            return;
        }
        let at = stream.index(bytes.len());
        match stream.index(5) {
            0 => bytes.truncate(at),
            1 => bytes[at] = stream.word() as u8,
            2 => {
                let part: Vec<u8> = bytes[at..(at + 20).min(bytes.len())].to_vec();
                let to = stream.index(bytes.len());
                bytes.splice(to..to, part);
            }
            3 => {
                bytes.drain(at..(at + 8).min(bytes.len()));
            }
            _ => bytes.splice(at..at, *b"99999999999").for_each(drop),
        }
    }
}
