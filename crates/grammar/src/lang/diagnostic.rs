//! What is wrong in a file, where, and what to write instead.

use std::fmt;

use super::sources::Sources;

/// A piece of the text, by byte offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// The smallest piece that holds both.
    pub(crate) fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}

/// One mistake in a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where it is.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub hint: String,
}

impl Diagnostic {
    pub(crate) fn new(span: Span, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Diagnostic { span, message: message.into(), hint: hint.into() }
    }
}

/// All mistakes found in a grammar, in the order of their places, with the text they are in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    /// The name of the file, or of the shipped grammar.
    pub file: String,
    /// The mistakes.
    pub list: Vec<Diagnostic>,
    sources: Sources,
}

impl Diagnostics {
    pub(crate) fn new(sources: &Sources, mut list: Vec<Diagnostic>) -> Self {
        list.sort_by_key(|d| (d.span, d.message.clone()));
        // One message per place: a second one within it follows from the first, or comes up again when that
        // is mended.
        let within = |inner: Span, outer: Span| outer.start <= inner.start && inner.end <= outer.end;
        list.dedup_by(|later, first| {
            let same = later.span == first.span;
            within(later.span, first.span) && (!same || later.message == first.message)
        });
        Diagnostics { file: sources.place(0).0.to_owned(), list, sources: sources.clone() }
    }

    /// The line and column, both counted from 1, of a place in its file.
    pub fn line_and_column(&self, span: Span) -> (usize, usize) {
        let (_, line, column) = self.sources.place(span.start);
        (line, column)
    }

    /// The file that a place is in: the grammar's own, or one that it imports.
    pub fn file_of(&self, span: Span) -> &str {
        self.sources.place(span.start).0
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.list.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            let (file, line, column) = self.sources.place(diagnostic.span.start);
            let text = self.sources.line(diagnostic.span.start);
            let rest = text.chars().count().saturating_sub(column - 1).max(1);
            let inside = self.sources.get(diagnostic.span);
            let width = inside.lines().next().map_or(1, |l| l.chars().count()).clamp(1, rest);
            let margin = " ".repeat(line.to_string().len());
            writeln!(f, "{file}:{line}:{column}: {}", diagnostic.message)?;
            // A tab must stay a tab above the carets, or they would point elsewhere.
            let indent: String =
                text.chars().take(column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            writeln!(f, " {line} | {text}")?;
            writeln!(f, " {margin} | {indent}{}", "^".repeat(width))?;
            write!(f, " {margin} = {}", diagnostic.hint)?;
        }
        Ok(())
    }
}

/// The known name that a wrong one was most likely meant to be.
pub(crate) fn nearest<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Comparing long names takes quadratic time, and they are rarely mistyped.
    let short = |name: &str| name.len() <= 64;
    let limit = wrong.chars().count() / 3 + 1;
    let wrong = wrong.to_lowercase();
    let distance = |name: &str| strsim::levenshtein(&wrong, &name.to_lowercase());
    let known = known.filter(|name| short(&wrong) && short(name));
    known.map(|name| (distance(name), name)).filter(|(d, _)| *d <= limit).min().map(|(_, name)| name)
}
