//! Rows of comma-separated values, as spreadsheets write them (RFC 4180).

use csv::{ReaderBuilder, StringRecord};
use thiserror::Error;

/// Why a codex file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("row {row}: {problem}")]
pub struct CsvError {
    /// The line, counted from 1; the header is on line 1.
    pub row: usize,
    /// What is wrong there, and what to write instead.
    pub problem: String,
}

/// A row, and the line that it begins on.
pub(super) struct Row {
    pub(super) line: usize,
    pub(super) fields: StringRecord,
}

/// Stands after the last row and is read as a separate row, unless a quote is still open: the
/// reader takes the end of the text for the end of the quote.
const END: &str = "\u{0}end";

/// The rows of a text, without the empty ones.
pub(super) fn rows(text: &str, separator: char) -> Result<Vec<Row>, CsvError> {
    let text = format!("{}\n{END}", text.trim_start_matches('\u{feff}'));
    let refuse = |row: usize, problem: &str| CsvError { row, problem: problem.to_owned() };
    let mut reader = ReaderBuilder::new()
        .delimiter(separator as u8)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    let mut last = Row { line: 1, fields: StringRecord::new() };
    while reader.read_record(&mut last.fields).map_err(|e| refuse(last.line, &e.to_string()))? {
        // The reader says where it was before it skipped empty lines.
        let (byte, line) = last.fields.position().map_or((0, 1), |p| (p.byte() as usize, p.line() as usize));
        let ends = text[byte..].chars().take_while(|c| ['\r', '\n'].contains(c));
        last.line = line + ends.filter(|c| *c == '\n').count();
        if last.fields.iter().any(|field| field.starts_with([' ', '\t']) && field.trim().starts_with('"')) {
            let problem = "a quote stands after a blank; write it right after the separator";
            return Err(refuse(last.line, problem));
        }
        last.fields.trim();
        if last.fields.iter().any(|field| !field.is_empty()) {
            rows.push(Row { line: last.line, fields: last.fields.clone() });
        }
    }
    match rows.pop() {
        Some(end) if end.fields.get(0) == Some(END) => Ok(rows),
        _ => Err(refuse(last.line, "a quote is opened here and never closed")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(usize, Vec<String>)>, CsvError> {
        let owned = |row: Row| (row.line, row.fields.iter().map(str::to_owned).collect());
        Ok(rows(text, ',')?.into_iter().map(owned).collect())
    }

    #[test]
    fn quotes_commas_and_line_ends() {
        let rows = read(
            "\u{feff}name,cr\r\n\"Owl, Giant\",1/4\n\n \"\"\n\"Say \"\"hi\"\"\",2\n , \n\"a\nb\",3\n c ,4",
        );
        assert!(rows.unwrap_err().to_string().contains("right after the separator"));
        let text =
            "\u{feff}name,cr\r\n\"Owl, Giant\",1/4\n\n\"Say \"\"hi\"\"\",2\n , \n\"a\nb\",3\r\n\r\n c ,4";
        let rows = read(text).unwrap();
        let row = |line: usize, a: &str, b: &str| (line, vec![a.to_owned(), b.to_owned()]);
        let expected = [
            row(1, "name", "cr"),
            row(2, "Owl, Giant", "1/4"),
            row(4, "Say \"hi\"", "2"),
            row(6, "a\nb", "3"),
            row(9, "c", "4"),
        ];
        assert_eq!(rows, expected);
        assert_eq!(read("a\n\"b").unwrap_err().row, 2);
        assert_eq!(read("a\n\n\n\"b\nc\n").unwrap_err().row, 4);
        assert_eq!(read("").unwrap(), []);
    }
}
