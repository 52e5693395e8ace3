//! Reads what is to be checked; what is damaged becomes a finding, not a failure.

use std::path::{Path, PathBuf};

use mapkiln::check::{Against, CheckOptions, DocumentRef, ForeignFile, Kind, Subject, Verdict, check};
use mapkiln::document::{self, DocumentError, Stored};
use mapkiln::play::Tape;
use mapkiln::{AnyMap, Report, whole_spec};
use serde_json::Value;

use crate::failure::Failure;
use crate::files::{read_bytes, read_text};
use crate::reading::read_text_map;

/// One document of one file.
pub(super) struct Sheet {
    /// The file, and the line if it has several documents.
    pub(super) name: String,
    bytes: Vec<u8>,
    foreign: Option<Result<ForeignFile, String>>,
}

/// All documents of some files; `held_against` says whether there is a game master's map beside them.
pub(super) fn sheets(files: &[PathBuf], held_against: bool) -> Result<Vec<Sheet>, Failure> {
    let mut sheets = Vec::new();
    for path in files {
        let name = path.display().to_string();
        let bytes = read_bytes(path)?;
        let carried = mapkiln::document_in_picture(&bytes);
        // A picture that is held against a map is looked at as it stands; else the map that it carries.
        if let Some(document) = carried.filter(|_| !held_against) {
            sheets.push(Sheet { name, bytes: document.into_bytes(), foreign: None });
            continue;
        }
        let foreign = ForeignFile::read(&bytes);
        let lines: Vec<&[u8]> =
            bytes.split(|b| *b == b'\n').filter(|line| !line.trim_ascii().is_empty()).collect();
        let many = lines.len() > 1 && lines.iter().all(|line| line.starts_with(b"{\"mapkiln\""));
        if foreign.is_none() && many {
            sheets.extend(lines.iter().enumerate().map(|(i, line)| Sheet {
                name: format!("{name}:{}", i + 1),
                bytes: line.to_vec(),
                foreign: None,
            }));
        } else {
            sheets.push(Sheet { name, bytes, foreign });
        }
    }
    Ok(sheets)
}

/// The reports of a file, one per line.
pub(super) fn reports(path: &Path) -> Result<Vec<Report>, Failure> {
    let text = read_text(path)?;
    let read = |line: &str| {
        serde_json::from_str(line).map_err(|e| Failure::usage(format!("{}: {e}", path.display())))
    };
    // One report may be spread over many lines.
    if let Ok(one) = serde_json::from_str(&text) {
        return Ok(vec![one]);
    }
    text.lines().filter(|line| !line.trim().is_empty()).map(read).collect()
}

impl Sheet {
    /// Is it a file of another program?
    pub(super) fn is_foreign(&self) -> bool {
        self.foreign.is_some()
    }

    pub(super) fn check(
        &self,
        spec: Option<&Value>,
        report: Option<&Report>,
        against: Option<&Against<'_>>,
        options: &CheckOptions,
    ) -> Result<Verdict, Failure> {
        let judge = |subject: Subject<'_>| {
            check(&subject.with_report(report).with_against(against).with_bytes(&self.bytes), options)
        };
        match &self.foreign {
            Some(Ok(file)) => return Ok(judge(Subject::new(DocumentRef::File(file)).with_spec(spec))),
            Some(Err(why)) => return Ok(judge(Subject::new(DocumentRef::Broken(Kind::File, why)))),
            None => {}
        }
        let wrong = |problem: &dyn std::fmt::Display| Failure::usage(format!("{}: {problem}", self.name));
        let text = std::str::from_utf8(self.bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.bytes))
            .map_err(|_| wrong(&"this is not a map: neither text nor a file that Mapkiln writes"))?;
        if let Ok(head) = document::head(text) {
            if head.mapkiln == "game" {
                return Ok(match Tape::from_json(text) {
                    Ok(tape) => judge(Subject::new(DocumentRef::Game(&tape))),
                    Err(why) => judge(Subject::new(DocumentRef::Broken(Kind::Game, &why.to_string()))),
                });
            }
            let kind = Kind::of(&head.mapkiln).unwrap_or(Kind::File);
            return match AnyMap::from_json(text) {
                Ok(Stored { map, origin }) => {
                    let whole = spec.is_none().then(|| origin.as_ref().map(whole_spec)).flatten();
                    let subject = Subject::new(DocumentRef::from(&map)).with_origin(origin.as_ref());
                    Ok(judge(subject.with_spec(spec.or(whole.as_ref()))))
                }
                Err(DocumentError::Broken { reason, .. }) => {
                    Ok(judge(Subject::new(DocumentRef::Broken(kind, &reason))))
                }
                Err(DocumentError::Json(why)) => {
                    Ok(judge(Subject::new(DocumentRef::Broken(kind, &why.to_string()))))
                }
                Err(other) => Err(wrong(&other)),
            };
        }
        let map = read_text_map(&self.name, text, true)?.map;
        Ok(judge(Subject::new(DocumentRef::from(&map)).with_spec(spec)))
    }
}
