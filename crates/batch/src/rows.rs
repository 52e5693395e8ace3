//! Rows as a Parquet file. Everything that a writer may choose is fixed here, so that the same rows
//! are the same bytes: row groups, encodings, compression, the name of the writer.

use std::collections::BTreeMap;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::Result;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type};
use serde_json::Value;

use crate::footer::{ERRORS, MARK, PAGES};
use crate::{BatchPlan, MapColumn, digest};

/// Rows of a group: what is held in memory before it is compressed.
const GROUP: usize = 1000;
const ZSTD_LEVEL: i32 = 3;

/// What is kept of one map.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) metrics: BTreeMap<String, f64>,
    pub(crate) map: Option<String>,
    pub(crate) error: Option<String>,
}

/// A file that grows row by row.
pub(crate) struct Table<'p> {
    plan: &'p BatchPlan,
    writer: SerializedFileWriter<Vec<u8>>,
    varied: Vec<Kind>,
    waiting: Vec<(u64, u64, u64, Row)>,
}

/// What a column of varied values holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Whole,
    Number,
    Truth,
    Text,
    Json,
}

impl Kind {
    fn of(values: &[Value]) -> Kind {
        let all = |test: fn(&Value) -> bool| values.iter().all(test);
        if all(Value::is_i64) {
            Kind::Whole
        } else if all(Value::is_number) {
            Kind::Number
        } else if all(Value::is_boolean) {
            Kind::Truth
        } else if all(Value::is_string) {
            Kind::Text
        } else {
            Kind::Json
        }
    }

    fn physical(self) -> Physical {
        match self {
            Kind::Whole => Physical::INT64,
            Kind::Number => Physical::DOUBLE,
            Kind::Truth => Physical::BOOLEAN,
            Kind::Text | Kind::Json => Physical::BYTE_ARRAY,
        }
    }
}

impl<'p> Table<'p> {
    pub(crate) fn new(plan: &'p BatchPlan) -> Result<Self> {
        let varied: Vec<Kind> = plan.job.vary.0.iter().map(|(_, values)| Kind::of(values)).collect();
        let mut fields = vec![
            column("index", Physical::INT64, Repetition::REQUIRED)?,
            column("seed", Physical::BYTE_ARRAY, Repetition::REQUIRED)?,
        ];
        for ((name, _), kind) in plan.job.vary.0.iter().zip(&varied) {
            let name = format!("spec_{}", name.replace('.', "_"));
            fields.push(column(&name, kind.physical(), Repetition::REQUIRED)?);
        }
        for name in &plan.metrics {
            fields.push(column(name, Physical::DOUBLE, Repetition::OPTIONAL)?);
        }
        if plan.job.map != MapColumn::None {
            fields.push(column("map", Physical::BYTE_ARRAY, Repetition::OPTIONAL)?);
        }
        fields.push(column("error", Physical::BYTE_ARRAY, Repetition::OPTIONAL)?);
        let schema = Type::group_type_builder("maps").with_fields(fields).build()?;
        let writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties(plan)?))?;
        Ok(Table { plan, writer, varied, waiting: Vec::new() })
    }

    /// Adds the row of a map.
    pub(crate) fn push(&mut self, index: u64, seed: u64, combination: u64, row: Row) -> Result<()> {
        self.waiting.push((index, seed, combination, row));
        if self.waiting.len() == GROUP { self.flush() } else { Ok(()) }
    }

    /// The whole file. Its footer says what the pages must hash to, so that a damaged file is found
    /// without a list of files.
    pub(crate) fn finish(mut self, errors: u64) -> Result<Vec<u8>> {
        if !self.waiting.is_empty() {
            self.flush()?;
        }
        self.writer.flush()?;
        let pages = digest(self.writer.inner());
        self.writer.append_key_value_metadata(KeyValue::new(PAGES.to_owned(), pages));
        self.writer.append_key_value_metadata(KeyValue::new(ERRORS.to_owned(), errors.to_string()));
        self.writer.into_inner()
    }

    fn flush(&mut self) -> Result<()> {
        let rows = std::mem::take(&mut self.waiting);
        let mut group = self.writer.next_row_group()?;
        let whole = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        required::<Int64Type>(&mut group, rows.iter().map(|row| whole(row.0)))?;
        required::<ByteArrayType>(&mut group, rows.iter().map(|row| text(&row.1.to_string())))?;
        for (field, kind) in self.varied.iter().enumerate() {
            let values = rows.iter().map(|row| {
                let chosen = self.plan.job.vary.combination(row.2);
                chosen.get(field).map_or(Value::Null, |(_, value)| (*value).clone())
            });
            match kind {
                Kind::Whole => required::<Int64Type>(&mut group, values.map(|v| v.as_i64().unwrap_or(0)))?,
                Kind::Number => {
                    required::<DoubleType>(&mut group, values.map(|v| v.as_f64().unwrap_or(0.0)))?;
                }
                Kind::Truth => {
                    required::<BoolType>(&mut group, values.map(|v| v.as_bool().unwrap_or(false)))?;
                }
                Kind::Text => {
                    required::<ByteArrayType>(&mut group, values.map(|v| text(v.as_str().unwrap_or(""))))?;
                }
                Kind::Json => required::<ByteArrayType>(&mut group, values.map(|v| text(&v.to_string())))?,
            }
        }
        for name in &self.plan.metrics {
            optional::<DoubleType>(&mut group, rows.iter().map(|row| row.3.metrics.get(name).copied()))?;
        }
        if self.plan.job.map != MapColumn::None {
            optional::<ByteArrayType>(&mut group, rows.iter().map(|row| row.3.map.as_deref().map(text)))?;
        }
        optional::<ByteArrayType>(&mut group, rows.iter().map(|row| row.3.error.as_deref().map(text)))?;
        group.close()?;
        Ok(())
    }
}

fn text(text: &str) -> ByteArray {
    ByteArray::from(text.as_bytes().to_vec())
}

fn column(name: &str, physical: Physical, repetition: Repetition) -> Result<Arc<Type>> {
    let builder = Type::primitive_type_builder(name, physical).with_repetition(repetition);
    let builder = match physical {
        Physical::BYTE_ARRAY => builder.with_logical_type(Some(LogicalType::String)),
        _ => builder,
    };
    Ok(Arc::new(builder.build()?))
}

fn properties(plan: &BatchPlan) -> Result<WriterProperties> {
    let zstd = Compression::ZSTD(ZstdLevel::try_new(ZSTD_LEVEL)?);
    let map = match plan.job.map {
        MapColumn::Zstd => zstd,
        _ => Compression::UNCOMPRESSED,
    };
    Ok(WriterProperties::builder()
        .set_created_by("mapkiln".to_owned())
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_key_value_metadata(Some(vec![KeyValue::new(MARK.to_owned(), plan.hash())]))
        .set_dictionary_enabled(false)
        .set_encoding(Encoding::PLAIN)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_compression(zstd)
        .set_column_compression(ColumnPath::from("map"), map)
        .build())
}

fn required<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: impl Iterator<Item = T::T>,
) -> Result<()> {
    let values: Vec<T::T> = values.collect();
    write::<T>(group, &values, None)
}

fn optional<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<()> {
    let (mut given, mut levels) = (Vec::new(), Vec::new());
    for value in values {
        levels.push(i16::from(value.is_some()));
        given.extend(value);
    }
    write::<T>(group, &given, Some(&levels))
}

fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<()> {
    if let Some(mut column) = group.next_column()? {
        column.typed::<T>().write_batch(values, levels, None)?;
        column.close()?;
    }
    Ok(())
}
