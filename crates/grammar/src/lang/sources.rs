//! The texts of a grammar: its own file, and those that it imports behind it.

use super::diagnostic::Span;

/// One text of several files. A span is a place in the whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sources {
    /// The name of each file, and where it begins.
    files: Vec<(String, usize)>,
    text: String,
}

impl Sources {
    pub(crate) fn new(file: &str, source: &str) -> Self {
        Sources { files: vec![(file.to_owned(), 0)], text: source.to_owned() }
    }

    /// Adds an imported file and says where it begins.
    pub(crate) fn add(&mut self, file: &str, source: &str) -> usize {
        // A line end between two files keeps their lines apart.
        self.text.push('\n');
        let start = self.text.len();
        self.files.push((file.to_owned(), start));
        self.text.push_str(source);
        start
    }

    /// What stands in a place.
    pub(crate) fn get(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    fn file_at(&self, offset: usize) -> (&str, usize) {
        let found = self.files.iter().rev().find(|(_, start)| *start <= offset);
        found.map_or(("", 0), |(name, start)| (name.as_str(), *start))
    }

    /// File, line and column, both from 1; columns count characters.
    pub(crate) fn place(&self, offset: usize) -> (&str, usize, usize) {
        let (name, start) = self.file_at(offset);
        let offset = offset.min(self.text.len());
        let before = self.text.get(start..offset).unwrap_or(&self.text);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (name, before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// The line that a place stands in.
    pub(crate) fn line(&self, offset: usize) -> &str {
        let offset = offset.min(self.text.len());
        let (before, after) = (self.text.get(..offset), self.text.get(offset..));
        let (Some(before), Some(after)) = (before, after) else { return "" };
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        let end = after.find('\n').map_or(self.text.len(), |i| offset + i);
        self.text[start..end].trim_end_matches('\r')
    }
}
