//! Tiled maps as XML.

use std::fmt::Write as _;

use super::model::{Layer, Object, Property, TiledMap, Tileset, Value};
use crate::escape::xml;

// Writing to a string never fails.
pub(super) fn write(map: &TiledMap) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = write!(
        out,
        "<map version=\"{}\" tiledversion=\"{}\" orientation=\"{}\" renderorder=\"{}\" width=\"{}\" height=\"{}\" \
         tilewidth=\"{}\" tileheight=\"{}\"",
        map.version,
        map.tiledversion,
        map.orientation,
        map.renderorder,
        map.width,
        map.height,
        map.tilewidth,
        map.tileheight,
    );
    if let Some(stagger) = &map.stagger {
        let _ = write!(
            out,
            " hexsidelength=\"{}\" staggeraxis=\"{}\" staggerindex=\"{}\"",
            stagger.hexsidelength, stagger.staggeraxis, stagger.staggerindex
        );
    }
    let _ = writeln!(
        out,
        " infinite=\"0\" nextlayerid=\"{}\" nextobjectid=\"{}\">",
        map.nextlayerid, map.nextobjectid
    );
    properties(&mut out, &map.properties);
    map.tilesets.iter().for_each(|set| tileset(&mut out, set));
    map.layers.iter().for_each(|one| layer(&mut out, one));
    out.push_str("</map>\n");
    out
}

fn tileset(out: &mut String, set: &Tileset) {
    let _ = writeln!(
        out,
        "<tileset firstgid=\"{}\" name=\"{}\" tilewidth=\"{}\" tileheight=\"{}\" tilecount=\"{}\" columns=\"{}\">",
        set.firstgid,
        xml(&set.name),
        set.tilewidth,
        set.tileheight,
        set.tilecount,
        set.columns
    );
    let _ = writeln!(
        out,
        "<image source=\"{}\" width=\"{}\" height=\"{}\"/>",
        xml(&set.image),
        set.imagewidth,
        set.imageheight
    );
    for tile in &set.tiles {
        let _ = write!(out, "<tile id=\"{}\"", tile.id);
        if let Some(kind) = tile.r#type {
            let _ = write!(out, " type=\"{kind}\"");
        }
        if tile.properties.is_empty() {
            out.push_str("/>\n");
        } else {
            out.push_str(">\n");
            properties(out, &tile.properties);
            out.push_str("</tile>\n");
        }
    }
    out.push_str("</tileset>\n");
}

fn layer(out: &mut String, layer: &Layer) {
    match layer {
        Layer::Tiles { id, name, width, height, data, offsety, .. } => {
            let name = xml(name);
            let _ = write!(out, "<layer id=\"{id}\" name=\"{name}\" width=\"{width}\" height=\"{height}\"");
            if *offsety != 0 {
                let _ = write!(out, " offsety=\"{offsety}\"");
            }
            out.push_str(">\n");
            out.push_str("<data encoding=\"csv\">\n");
            let columns = (*width).max(1) as usize;
            let rows: Vec<String> = data
                .chunks(columns)
                .map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
                .collect();
            out.push_str(&rows.join(",\n"));
            out.push_str("\n</data>\n</layer>\n");
        }
        Layer::Image { id, name, image, imagewidth, imageheight, .. } => {
            let (name, image) = (xml(name), xml(image));
            let _ = writeln!(
                out,
                "<imagelayer id=\"{id}\" name=\"{name}\">\n<image source=\"{image}\" width=\"{imagewidth}\" \
                 height=\"{imageheight}\"/>\n</imagelayer>"
            );
        }
        Layer::Objects { id, name, objects, .. } => {
            let _ = writeln!(out, "<objectgroup id=\"{id}\" name=\"{name}\">");
            objects.iter().for_each(|one| object(out, one));
            out.push_str("</objectgroup>\n");
        }
    }
}

fn object(out: &mut String, object: &Object) {
    let _ = write!(out, "<object id=\"{}\"", object.id);
    if !object.name.is_empty() {
        let _ = write!(out, " name=\"{}\"", xml(&object.name));
    }
    let _ = write!(out, " type=\"{}\" x=\"{}\" y=\"{}\"", object.r#type, object.x, object.y);
    if object.polygon.is_none() {
        let _ = write!(out, " width=\"{}\" height=\"{}\"", object.width, object.height);
    }
    out.push_str(">\n");
    properties(out, &object.properties);
    if let Some(polygon) = &object.polygon {
        let points: Vec<String> = polygon.iter().map(|p| format!("{},{}", p.x, p.y)).collect();
        let _ = writeln!(out, "<polygon points=\"{}\"/>", points.join(" "));
    }
    out.push_str("</object>\n");
}

fn properties(out: &mut String, properties: &[Property]) {
    if properties.is_empty() {
        return;
    }
    out.push_str("<properties>\n");
    for property in properties {
        let name = property.name;
        let _ = match &property.value {
            Value::Text(text) => writeln!(out, "<property name=\"{name}\" value=\"{}\"/>", xml(text)),
            Value::Whole(number) => {
                writeln!(out, "<property name=\"{name}\" type=\"int\" value=\"{number}\"/>")
            }
            Value::Flag(flag) => writeln!(out, "<property name=\"{name}\" type=\"bool\" value=\"{flag}\"/>"),
        };
    }
    out.push_str("</properties>\n");
}
