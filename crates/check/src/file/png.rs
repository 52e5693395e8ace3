//! The texts inside of a PNG file: what any program that opens it can read.

use std::io::Read;

use flate2::read::ZlibDecoder;

pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Longer texts are read up to here: a few bytes may hold any number.
const MOST_BYTES: u64 = 16 << 20;

/// The texts of a picture by their keywords; none if it is no PNG file.
pub(super) fn texts(file: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut left = MOST_BYTES;
    let mut rest = file.strip_prefix(SIGNATURE).unwrap_or_default();
    while let Some((kind, body, after)) = chunk(rest) {
        if let Some((keyword, packed, text)) = text_of(kind, body) {
            let mut bytes = Vec::new();
            // What is damaged is read as far as it goes.
            let _ = if packed {
                ZlibDecoder::new(text).take(left).read_to_end(&mut bytes)
            } else {
                text.take(left).read_to_end(&mut bytes)
            };
            left -= bytes.len() as u64;
            found.push((String::from_utf8_lossy(keyword).into_owned(), bytes));
        }
        rest = after;
    }
    found
}

/// The first chunk: its kind, its bytes, and what follows.
fn chunk(rest: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) as usize;
    let end = length.checked_add(8)?;
    let after = rest.get(end..)?;
    Some((rest.get(4..8)?, rest.get(8..end)?, after.get(4..).unwrap_or_default()))
}

/// Keyword, whether the text is compressed, and the text.
fn text_of<'a>(kind: &[u8], body: &'a [u8]) -> Option<(&'a [u8], bool, &'a [u8])> {
    let split = |bytes: &'a [u8]| {
        let end = bytes.iter().position(|b| *b == 0)?;
        Some((&bytes[..end], &bytes[end + 1..]))
    };
    let (keyword, rest) = split(body)?;
    match kind {
        b"tEXt" => Some((keyword, false, rest)),
        b"zTXt" => Some((keyword, true, rest.get(1..)?)),
        b"iTXt" => {
            let packed = *rest.first()? == 1;
            let (_language, rest) = split(rest.get(2..)?)?;
            let (_translated, text) = split(rest)?;
            Some((keyword, packed, text))
        }
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    fn png(chunks: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
        let mut file = SIGNATURE.to_vec();
        for (kind, body) in chunks {
            file.extend((body.len() as u32).to_be_bytes());
            file.extend(*kind);
            file.extend(body);
            file.extend([0; 4]);
        }
        file
    }

    #[test]
    fn every_kind_of_text_is_read() {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
        packer.write_all(b"the vault").unwrap();
        let packed = packer.finish().unwrap();
        let file = png(&[
            (b"IHDR", vec![0; 13]),
            (b"tEXt", b"a\0the goblin".to_vec()),
            (b"zTXt", [&b"b\0\0"[..], &packed].concat()),
            (b"iTXt", b"c\0\0\0en\0see\0the dragon".to_vec()),
            (b"iTXt", [&b"mapkiln\0\x01\0\0\0"[..], &packed].concat()),
            (b"IEND", vec![]),
        ]);
        let found = texts(&file);
        let found: Vec<(&str, &[u8])> = found.iter().map(|(k, t)| (k.as_str(), t.as_slice())).collect();
        let told: [(&str, &[u8]); 4] =
            [("a", b"the goblin"), ("b", b"the vault"), ("c", b"the dragon"), ("mapkiln", b"the vault")];
        assert_eq!(found, told);
        for end in 0..file.len() {
            let _ = texts(&file[..end]);
        }
        assert!(texts(b"no picture").is_empty());
    }

    #[test]
    fn bombs_are_read_up_to_a_limit() {
        let mut packer = ZlibEncoder::new(Vec::new(), Compression::best());
        packer.write_all(&vec![b' '; MOST_BYTES as usize]).unwrap();
        let bomb = [&b"b\0\0"[..], &packer.finish().unwrap()].concat();
        let file = png(&[(b"zTXt", bomb.clone()), (b"zTXt", bomb.clone()), (b"zTXt", bomb)]);
        assert_eq!(texts(&file).iter().map(|(_, text)| text.len() as u64).sum::<u64>(), MOST_BYTES);
    }
}
