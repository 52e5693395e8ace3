//! Maps inside of their pictures: a game master's PNG or SVG carries the document that it shows, so that
//! the picture alone is enough to open the map again. Players' pictures carry nothing.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;

/// The longest document that a picture carries, in bytes: a picture is not an archive.
const MOST_BYTES: usize = 1_000_000;

/// The name of our chunk and element.
const NAME: &str = "mapkiln";
const PNG_HEAD: usize = 8 + 25;
const OPEN: &str = "<metadata id=\"mapkiln\">";
const CLOSE: &str = "</metadata>";

/// The PNG file with a document in an `iTXt` chunk; as it is if the document is too long.
pub(crate) fn in_png(png: Vec<u8>, document: &str) -> Vec<u8> {
    let Some(packed) = pack(document).filter(|_| png.len() >= PNG_HEAD) else { return png };
    // Keyword, compressed, by zlib, no language, no translated keyword.
    let mut chunk = b"iTXt".to_vec();
    chunk.extend(NAME.as_bytes());
    chunk.extend([0, 1, 0, 0, 0]);
    chunk.extend(packed);
    let sum = crc32fast::hash(&chunk);
    let length = (chunk.len() - 4) as u32;
    let (head, rest) = png.split_at(PNG_HEAD);
    [head, &length.to_be_bytes(), &chunk, &sum.to_be_bytes(), rest].concat()
}

/// The SVG text with a document in its metadata; as it is if the document is too long.
pub(crate) fn in_svg(svg: String, document: &str) -> String {
    let Some(at) = svg.find("<svg").and_then(|open| Some(open + svg[open..].find('>')? + 1)) else {
        return svg;
    };
    if document.len() > MOST_BYTES {
        return svg;
    }
    let (head, rest) = svg.split_at(at);
    format!("{head}{OPEN}{}{CLOSE}{rest}", escaped(document))
}

/// The document that a picture carries; `None` if it is no PNG or SVG, or carries none.
///
/// ```
/// use mapkiln::formats::{Format, Look, Writer};
/// use mapkiln::{AnySpec, Run};
///
/// let made = AnySpec::named("catan").unwrap().make(&mut Run::new("final"))?;
/// let (png, _) = Format::by_ending("board", "board.png").unwrap();
/// let look = Look::default();
/// let file = Writer::new(&made.map, Some(&made.origin), &look).write(png, "board", "png")?.remove(0);
/// let document = mapkiln::document_in_picture(&file.bytes).unwrap();
/// assert_eq!(mapkiln::read_map(&document)?.stored.map, made.map);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn document_in_picture(file: &[u8]) -> Option<String> {
    if file.starts_with(b"\x89PNG\r\n\x1a\n") {
        return in_chunks(&file[8..]);
    }
    let text = str::from_utf8(file).ok()?;
    let text = text.split_once(OPEN)?.1.split_once(CLOSE)?.0;
    Some(unescaped(text))
}

/// Our chunk among the chunks of a PNG file.
fn in_chunks(mut rest: &[u8]) -> Option<String> {
    loop {
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        let kind = rest.get(4..8)?;
        let body = rest.get(8..length.checked_add(8)?)?;
        if kind == b"iTXt"
            && let Some(packed) =
                body.strip_prefix(NAME.as_bytes()).and_then(|b| b.strip_prefix(&[0, 1, 0, 0, 0]))
        {
            return unpack(packed);
        }
        rest = rest.get(length.checked_add(12)?..)?;
    }
}

fn pack(document: &str) -> Option<Vec<u8>> {
    if document.len() > MOST_BYTES {
        return None;
    }
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::default());
    packer.write_all(document.as_bytes()).ok()?;
    packer.finish().ok()
}

/// No more than is ever carried: a few bytes may hold any number.
fn unpack(packed: &[u8]) -> Option<String> {
    let most = MOST_BYTES as u64;
    let mut document = String::new();
    ZlibDecoder::new(packed).take(most.saturating_add(1)).read_to_string(&mut document).ok()?;
    (document.len() as u64 <= most).then_some(document)
}

/// JSON for XML. Two characters that XML cannot hold are written as JSON writes them.
fn escaped(json: &str) -> String {
    let json = json.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    json.replace('\u{fffe}', "\\ufffe").replace('\u{ffff}', "\\uffff")
}

fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Format, Look, Writer};
    use crate::{AnySpec, Run};
    use mapkiln_maps::Audience;

    fn picture(ending: &'static str, audience: Audience) -> (String, Vec<u8>) {
        let made = AnySpec::named("classic-dungeon").unwrap().make(&mut Run::new("<b>&amp;")).unwrap();
        let look = Look { audience, pixels: Some(8), ..Look::default() };
        let writer = Writer::new(&made.map, Some(&made.origin), &look);
        let (format, _) = Format::by_ending("plan", &format!("x.{ending}")).unwrap();
        let bytes = writer.write(format, "x", ending).unwrap().remove(0).bytes;
        (made.map.to_json(Some(&made.origin)), bytes)
    }

    #[test]
    fn a_game_masters_picture_carries_its_map() {
        for ending in ["png", "svg"] {
            let (document, bytes) = picture(ending, Audience::GameMaster);
            assert_eq!(document_in_picture(&bytes).as_deref(), Some(document.as_str()), "{ending}");
        }
    }

    #[test]
    fn a_players_picture_carries_nothing() {
        for ending in ["png", "svg"] {
            assert_eq!(document_in_picture(&picture(ending, Audience::Players).1), None, "{ending}");
        }
    }

    #[test]
    fn what_is_cut_or_changed_carries_nothing_and_does_no_harm() {
        let (_, bytes) = picture("png", Audience::GameMaster);
        for end in (0..bytes.len().min(4000)).step_by(7) {
            let _ = document_in_picture(&bytes[..end]);
        }
        let mut long = bytes;
        long[33..37].copy_from_slice(&u32::MAX.to_be_bytes());
        assert_eq!(document_in_picture(&long), None);
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let png = picture("png", Audience::Players).1;
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&vec![b' '; MOST_BYTES + 1]).unwrap();
        let packed = packer.finish().unwrap();
        assert!(packed.len() < 4_000);
        let chunk = [&b"iTXtmapkiln\0\x01\0\0\0"[..], &packed].concat();
        let length = (chunk.len() as u32 - 4).to_be_bytes();
        let bomb = [&png[..PNG_HEAD], &length, &chunk, &[0; 4], &png[PNG_HEAD..]].concat();
        assert_eq!(document_in_picture(&bomb), None);
        assert_eq!(unpack(&pack("a map").unwrap()).as_deref(), Some("a map"));
    }
}
