//! A writer of ZIP archives whose entries are stored as they are: less than what the library for all
//! of ZIP would bring with it (clocks, entropy, path rules of two systems).
//!
//! The pictures in our archives are compressed already, so nothing is gained by compressing again,
//! and the same files give the same bytes: every entry has the format's first date.

/// Puts files into an archive; names use `/` between folders.
///
/// `None` if the archive exceeds the limits of the format: 65,535 files, 4 GiB.
pub(super) fn archive(files: &[(String, Vec<u8>)]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(files.iter().map(|(n, b)| b.len() + 2 * n.len() + 100).sum());
    let mut directory = Vec::new();
    for (name, content) in files {
        let offset = u32::try_from(bytes.len()).ok()?;
        let entry = entry(name, content)?;
        bytes.extend(0x0403_4b50_u32.to_le_bytes());
        bytes.extend(&entry);
        bytes.extend(name.as_bytes());
        bytes.extend(content);
        directory.extend(0x0201_4b50_u32.to_le_bytes());
        directory.extend(20_u16.to_le_bytes()); // made by version 2.0
        directory.extend(&entry);
        // No comment, disk 0, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = u32::try_from(bytes.len()).ok()?;
    let length = u32::try_from(directory.len()).ok()?;
    let count = u16::try_from(files.len()).ok()?;
    bytes.extend(directory);
    bytes.extend(0x0605_4b50_u32.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(count.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(length.to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
    Some(bytes)
}

/// What the header of a file and the directory at the end have in common.
fn entry(name: &str, content: &[u8]) -> Option<Vec<u8>> {
    let size = u32::try_from(content.len()).ok()?;
    let mut entry = Vec::with_capacity(26);
    entry.extend(20_u16.to_le_bytes()); // needs version 2.0
    entry.extend(0x0800_u16.to_le_bytes()); // names are UTF-8
    entry.extend(0_u16.to_le_bytes()); // stored
    entry.extend(0_u16.to_le_bytes()); // midnight …
    entry.extend(0x0021_u16.to_le_bytes()); // … of 1 January 1980
    entry.extend(crc32fast::hash(content).to_le_bytes());
    entry.extend(size.to_le_bytes());
    entry.extend(size.to_le_bytes());
    entry.extend(u16::try_from(name.len()).ok()?.to_le_bytes());
    entry.extend(0_u16.to_le_bytes()); // no extra field
    Some(entry)
}
