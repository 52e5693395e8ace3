//! Readers meet broken files: they refuse or read, and never panic.

use std::io::Write;

use flate2::Compression;
use mapkiln_core::{Grid, Seed, Spec};
use mapkiln_draw::csv;
use mapkiln_draw::export::tiled;
use mapkiln_tiles::format::{decode_png, from_mxgmn, read_csv, read_tiled_map, read_tsx};
use mapkiln_tiles::{Model, Rgb, SHIPPED, TileSet, WorldSpec, learn};

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
    let _ = from_mxgmn(text, |_| Ok(None));
    let _ = read_tsx(text);
    let _ = read_csv(text);
    let _ = read_tiled_map(text, |_| None).and_then(|map| learn("x", &map, true));
    let _ = toml::from_str::<WorldSpec>(text);
}

#[test]
fn files_of_others_are_read() {
    let set = from_mxgmn(MXGMN, |_| Ok(None)).unwrap();
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
        let map = tiled::world(&world, "a.png");
        for text in [map.to_tmx(), map.to_tmj()] {
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
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), Compression::default());
        packed.write_all(&bytes).unwrap();
        base64::engine::general_purpose::STANDARD.encode(packed.finish().unwrap())
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

/// A layer as Tiled packs it, in each of its ways.
#[test]
fn gzip_and_infinite_maps_are_read() {
    use base64::Engine;
    let base64 = |bytes: &[u8]| base64::engine::general_purpose::STANDARD.encode(bytes);
    let bytes: Vec<u8> = [1u32, 2, 3, 4].iter().flat_map(|n| n.to_le_bytes()).collect();
    let packed = |header: flate2::GzBuilder| {
        let mut packed = header.write(Vec::new(), Compression::default());
        packed.write_all(&bytes).unwrap();
        packed.finish().unwrap()
    };
    let plain = packed(flate2::GzBuilder::new());
    let named = packed(flate2::GzBuilder::new().filename("layer"));
    let map = |data: &str, compression: &str| {
        let open = format!(r#"<data encoding="base64" compression="{compression}">"#);
        format!(r#"<map><layer width="2" height="2">{open}{data}</data></layer></map>"#)
    };
    for packed in [plain, named] {
        let grid = read_tiled_map(&map(&base64(&packed), "gzip"), |_| None).unwrap();
        assert_eq!(grid.cells(), ["tile1", "tile2", "tile3", "tile4"]);
        assert!(read_tiled_map(&map(&base64(&packed[..12]), "gzip"), |_| None).is_err());
        let mut broken = packed;
        *broken.iter_mut().nth_back(6).unwrap() ^= 1;
        assert!(read_tiled_map(&map(&base64(&broken), "gzip"), |_| None).is_err(), "a wrong checksum");
    }
    let error = read_tiled_map(&map("AAAA", "zstd"), |_| None).unwrap_err().to_string();
    assert!(error.contains("gzip, zlib or as CSV"), "{error}");

    let tmx = r#"<map infinite="1"><layer width="30" height="20"><data encoding="csv">
        <chunk x="-2" y="0" width="2" height="2">1,2,3,4</chunk>
        <chunk x="0" y="1" width="1" height="1">5</chunk></data></layer></map>"#;
    let tmj = r#"{"infinite":true,"layers":[{"type":"group","layers":[{"type":"tilelayer","width":30,"height":20,
        "chunks":[{"x":-2,"y":0,"width":2,"height":2,"data":[1,2,3,4]},
        {"x":0,"y":1,"width":1,"height":1,"data":[5]}]}]}]}"#;
    for text in [tmx, tmj] {
        let grid = read_tiled_map(text, |_| None).unwrap();
        assert_eq!(grid.cells(), ["tile1", "tile2", "empty", "tile3", "tile4", "tile5"], "{text}");
    }
    for wild in ["9223372036854775806", "-2000000000", "1e9"] {
        let _ = read_tiled_map(&tmx.replace("-2", wild), |_| None);
    }
    assert!(read_tiled_map(&tmx.replace("-2", "2000000000"), |_| None).is_err());
    assert!(read_tiled_map(r#"<map infinite="1"><layer><data/></layer></map>"#, |_| None).is_err());
}

#[test]
fn tile_sets_that_a_map_names_are_read_or_asked_for() {
    let tmx = r#"<map><tileset firstgid="1" source="a.tsx"/><layer width="1" height="1">
        <data encoding="csv">2</data></layer></map>"#;
    let tmj = r#"{"tilesets":[{"firstgid":1,"source":"a.tsx"}],
        "layers":[{"type":"tilelayer","width":1,"height":1,"data":[2]}]}"#;
    let json_set = r#"{"tiles":[{"id":1,"properties":[{"name":"name","value":"grass"}]}]}"#;
    for map in [tmx, tmj] {
        for set in [TSX, json_set] {
            let grid = read_tiled_map(map, |name| (name == "a.tsx").then(|| set.to_owned())).unwrap();
            assert_eq!(grid.cells(), ["grass"]);
        }
        assert!(read_tiled_map(map, |_| None).unwrap_err().to_string().contains("a.tsx"));
    }
}

/// Each variant has the picture that turning and mirroring the first gives, or its own file.
#[test]
fn pictures_of_simple_tiled_sets() {
    let xml = r#"<set><tiles><tile name="f" symmetry="F"/></tiles><neighbors><neighbor left="f" right="f"/></neighbors>
        <subsets><subset name="few"><tile name="f"/></subset></subsets></set>"#;
    let [a, b, c, d] = [1, 2, 3, 4].map(|n| Rgb([n, 0, 0]));
    let image = Grid::from_rows(vec![vec![a, b], vec![c, d]]).unwrap();
    let set = from_mxgmn(xml, |_| Ok(Some(image.clone()))).unwrap();
    let pictures: Vec<_> = set.tiles.iter().map(|t| t.picture.clone()).collect();
    assert_eq!(pictures[1], [[b, d], [a, c]], "a quarter turn anticlockwise");
    for k in 0..4 {
        let mirrored: Vec<Vec<Rgb>> =
            pictures[k].iter().map(|row| row.iter().rev().copied().collect()).collect();
        assert_eq!(pictures[k + 4], mirrored, "variant {} is the mirror image of {k}", k + 4);
    }
    let asked = std::cell::RefCell::new(Vec::new());
    let unique = xml.replace("<set>", "<set unique='True'>");
    from_mxgmn(&unique, |file| {
        asked.borrow_mut().push(file.to_owned());
        Ok(None)
    })
    .unwrap();
    assert_eq!(asked.borrow()[..3], ["f 0", "f 1", "f 2"]);
    let lost = |_: &str| Err(mapkiln_tiles::Error::Read { what: "f.png", reason: "lost".to_owned() });
    assert!(from_mxgmn(xml, lost).unwrap_err().to_string().contains("f.png"));
}

#[test]
fn a_million_tiles_and_three_edges_are_refused() {
    let three = "[[tile]]\nname = \"a\"\nedges = [\"A\", \"B\", \"C\"]\n";
    assert!(TileSet::from_toml(three).unwrap_err().to_string().contains("needs 4"));
    let many: String = (0..100_000).map(|i| format!("[[tile]]\nname=\"{i}\"\n")).collect();
    assert!(TileSet::from_toml(&many).unwrap_err().to_string().contains("100000"));
    let many: String = (0..200_000).map(|i| format!("<tile name='{i}' symmetry='F'/>")).collect();
    assert!(from_mxgmn(&format!("<set>{many}</set>"), |_| Ok(None)).is_err());
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">]><set>&a;</set>";
    assert!(from_mxgmn(bomb, |_| Ok(None)).is_err());
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
        tiled::world(&world, "x.png").to_tmx(),
        tiled::world(&world, "x.png").to_tmj(),
        csv::world(&world),
    ]);
    let image = tiled::world_picture(&world).to_png().unwrap();
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
