//! Making one part.

use std::sync::atomic::{AtomicU64, Ordering};

use mapkiln::formats::{Format, Look, Writer};
use mapkiln::{AnyMap, Made, Run};

use crate::rows::{Row, Table};
use crate::{BatchPlan, Error, MapColumn};

/// A part of a job: a file of rows, and pictures if the job asks for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of its file.
    pub name: String,
    /// Its rows.
    pub rows: u64,
    /// Rows with an error instead of a map.
    pub errors: u64,
    /// The file.
    pub bytes: Vec<u8>,
    /// The pictures of its maps.
    pub pictures: Vec<PartPicture>,
}

/// A picture of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartPicture {
    /// Its path within the folder of the job.
    pub name: String,
    /// The file.
    pub bytes: Vec<u8>,
}

impl BatchPlan {
    /// Makes a part on one thread.
    pub fn make_part(&self, part: u64) -> Result<Part, Error> {
        self.make_part_watched(part, &AtomicU64::new(0))
    }

    /// The same; counts the maps in `made` while it works.
    pub fn make_part_watched(&self, part: u64, made: &AtomicU64) -> Result<Part, Error> {
        if part >= self.parts() {
            return Err(Error::NoPart { part, parts: self.parts() });
        }
        let refused =
            |problem: parquet::errors::ParquetError| Error::Parquet { part, problem: problem.to_string() };
        let mut table = Table::new(self).map_err(refused)?;
        let (mut errors, mut pictures) = (0, Vec::new());
        for index in self.range(part) {
            let (combination, seed) = self.place(index);
            let result = match self.maker(combination) {
                Ok(maker) => maker.make(&mut Run::new(seed)).map_err(|e| e.to_string()),
                Err(problem) => Err(problem),
            };
            let result = result.and_then(|made| {
                pictures.extend(self.picture(part, index, &made)?);
                Ok(made)
            });
            errors += u64::from(result.is_err());
            let row = match result {
                Ok(made) => Row {
                    map: (self.job.map != MapColumn::None).then(|| made.map.to_json(Some(&made.origin))),
                    metrics: made.report.metrics,
                    error: None,
                },
                Err(problem) => Row { error: Some(problem), ..Row::default() },
            };
            table.push(index, seed, combination, row).map_err(refused)?;
            made.fetch_add(1, Ordering::Relaxed);
        }
        let bytes = table.finish(errors).map_err(refused)?;
        let range = self.range(part);
        Ok(Part { name: self.name(part), rows: range.end - range.start, errors, bytes, pictures })
    }

    /// The picture of a map, if the job asks for one.
    fn picture(&self, part: u64, index: u64, made: &Made<AnyMap>) -> Result<Option<PartPicture>, String> {
        let Some(ending) = &self.job.pictures else { return Ok(None) };
        let stem = format!("{index:09}");
        // Which endings there are was checked when the plan was made.
        let Some((format, ending)) = Format::by_ending(made.map.kind(), &format!("{stem}.{ending}")) else {
            return Ok(None);
        };
        let look = Look::default();
        let files = Writer::new(&made.map, Some(&made.origin), &look).write(format, &stem, ending);
        let files = files.map_err(|e| e.to_string())?;
        let folder = self.folder(part);
        let named = files
            .into_iter()
            .next()
            .map(|file| PartPicture { name: format!("{folder}/{}", file.name), bytes: file.bytes });
        Ok(named)
    }
}
