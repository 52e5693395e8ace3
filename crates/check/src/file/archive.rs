//! Archives whose members are stored as they are, as Mapkiln writes them.

/// The members of an archive by name; an error in words if it is not one of ours.
pub(super) fn members(bytes: &[u8]) -> Result<Vec<(String, &[u8])>, String> {
    let mut found = Vec::new();
    let mut rest = bytes;
    while let Some(header) = rest.strip_prefix(b"PK\x03\x04") {
        let number = |at: usize, length: usize| -> Option<usize> {
            let field = header.get(at..at + length)?;
            Some(field.iter().rev().fold(0, |n, b| n << 8 | usize::from(*b)))
        };
        let ended = || "the archive ends too early".to_owned();
        let method = number(4, 2).ok_or_else(ended)?;
        let (size, name, extra) = (
            number(14, 4).ok_or_else(ended)?,
            number(22, 2).ok_or_else(ended)?,
            number(24, 2).ok_or_else(ended)?,
        );
        if method != 0 {
            return Err("the archive is compressed; Mapkiln stores files as they are".to_owned());
        }
        let start = 26 + name + extra;
        let text = header.get(26..26 + name).ok_or_else(ended)?;
        let content = header.get(start..start + size).ok_or_else(ended)?;
        found.push((String::from_utf8_lossy(text).into_owned(), content));
        rest = &header[start + size..];
    }
    if found.is_empty() { Err("this is no archive".to_owned()) } else { Ok(found) }
}
