//! What the footer of a part says about it.

use bytes::Bytes;
use parquet::file::FOOTER_SIZE;
use parquet::file::reader::{FileReader, SerializedFileReader};

use crate::{BatchPlan, PartRecord, digest};

/// The key of the plan's hash.
pub(crate) const MARK: &str = "mapkiln.plan";
/// The key of the hash of all pages.
pub(crate) const PAGES: &str = "mapkiln.pages";
/// The key of the number of rows with an error.
pub(crate) const ERRORS: &str = "mapkiln.errors";

impl BatchPlan {
    /// The entry of a part in the manifest, from its file; `None` if the file is damaged or belongs to
    /// another plan, so that the part must be made again.
    pub fn recognise(&self, part: u64, file: &[u8]) -> Option<PartRecord> {
        let tail = file.len().checked_sub(FOOTER_SIZE)?;
        let length = u32::from_le_bytes(file[tail..tail + 4].try_into().ok()?);
        let pages = tail.checked_sub(length as usize)?;
        let reader = SerializedFileReader::new(Bytes::copy_from_slice(file)).ok()?;
        let footer = reader.metadata().file_metadata();
        let says = |key: &str| {
            let pairs = footer.key_value_metadata()?;
            pairs.iter().find(|pair| pair.key == key)?.value.clone()
        };
        let range = self.range(part);
        let rows = u64::try_from(footer.num_rows()).ok()?;
        let sound = says(MARK)? == self.hash()
            && says(PAGES)? == digest(&file[..pages])
            && rows == range.end - range.start;
        sound.then_some(PartRecord {
            name: self.name(part),
            rows,
            errors: says(ERRORS)?.parse().ok()?,
            bytes: file.len() as u64,
            sha256: digest(file),
        })
    }
}
