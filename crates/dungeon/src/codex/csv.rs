//! Comma-separated values, with quotes, as spreadsheets write them (RFC 4180).

use thiserror::Error;

/// Why a codex file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("row {row}: {problem}")]
pub struct CsvError {
    /// Counted from 1; the header is row 1.
    pub row: usize,
    /// What was wrong there, and what should stand there.
    pub problem: String,
}

/// The rows of a text, each with the number of its line. Empty lines are left out.
pub(crate) fn rows(text: &str, separator: char) -> Result<Vec<(usize, Vec<String>)>, CsvError> {
    let mut rows = Vec::new();
    let (mut line, mut started) = (1, 1);
    let (mut row, mut field) = (Vec::new(), String::new());
    let mut quoted = false;
    let mut chars = text.trim_start_matches('\u{feff}').chars().peekable();
    let mut finish = |row: &mut Vec<String>, field: &mut String, started: usize| {
        row.push(std::mem::take(field).trim().to_owned());
        let row = std::mem::take(row);
        if row.iter().any(|f| !f.is_empty()) {
            rows.push((started, row));
        }
    };
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                field.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if field.trim().is_empty() => {
                field.clear();
                quoted = true;
            }
            '\n' if !quoted => {
                finish(&mut row, &mut field, started);
                line += 1;
                started = line;
            }
            _ if c == separator && !quoted => row.push(std::mem::take(&mut field).trim().to_owned()),
            _ => {
                line += usize::from(c == '\n');
                field.push(c);
            }
        }
    }
    if quoted {
        let problem = "a quote is opened here and never closed".to_owned();
        return Err(CsvError { row: started, problem });
    }
    finish(&mut row, &mut field, started);
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_commas_and_line_ends() {
        let text = "name,cr\r\n\"Owl, Giant\",1/4\n\n\"Say \"\"hi\"\"\",2";
        let rows = rows(text, ',').unwrap();
        assert_eq!(rows[1], (2, vec!["Owl, Giant".to_owned(), "1/4".to_owned()]));
        assert_eq!(rows[2], (4, vec!["Say \"hi\"".to_owned(), "2".to_owned()]));
        assert_eq!(super::rows("a\n\"b", ',').unwrap_err().row, 2);
    }
}
