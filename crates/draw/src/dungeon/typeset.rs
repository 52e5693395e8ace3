//! Paragraphs with bold words, broken into lines and filled into columns.

use crate::font;
use crate::scene::{Color, Layer, Text, Vec2, Weight};

/// A paragraph of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paragraph {
    /// Pieces of text with their weight, in order.
    runs: Vec<(String, Weight)>,
    pub(crate) kind: ParagraphKind,
}

/// What a paragraph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParagraphKind {
    /// The name of a level: larger than any other.
    Level,
    /// The number and name of a room.
    Heading,
    /// What is read aloud: set off by a line at its side.
    Aloud,
    Body,
    /// Small: exits.
    Small,
    /// All that is known of a room, after its number.
    Brief,
}

impl Paragraph {
    pub(crate) fn heading(text: impl Into<String>) -> Self {
        Paragraph { runs: vec![(text.into(), Weight::Bold)], kind: ParagraphKind::Heading }
    }

    pub(crate) fn level(text: impl Into<String>) -> Self {
        Paragraph { runs: vec![(text.into(), Weight::Bold)], kind: ParagraphKind::Level }
    }

    /// A paragraph of plain text.
    pub(crate) fn plain(text: impl Into<String>, kind: ParagraphKind) -> Self {
        Paragraph { runs: vec![(text.into(), Weight::Regular)], kind }
    }

    /// A bold lead word and text in which `**` marks bold words.
    pub(crate) fn led(lead: &str, text: &str, kind: ParagraphKind) -> Self {
        let mut runs = Vec::new();
        if !lead.is_empty() {
            let stop = if lead.ends_with(['.', ':', '!', '?']) { "" } else { "." };
            runs.push((format!("{lead}{stop}"), Weight::Bold));
        }
        runs.extend(marked(text));
        Paragraph { runs, kind }
    }

    /// All its words.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (run, _) in &self.runs {
            // A lead word and its sentence are two runs without a space of their own.
            if text.ends_with(['.', ':', '!', '?']) && !run.starts_with(char::is_whitespace) {
                text.push(' ');
            }
            text.push_str(run);
        }
        text
    }

    pub(crate) fn is_brief(&self) -> bool {
        self.kind == ParagraphKind::Brief
    }

    pub(crate) fn is_heading(&self) -> bool {
        matches!(self.kind, ParagraphKind::Heading | ParagraphKind::Level)
    }

    /// Size in terms of the body's, and space above in terms of the body's.
    fn measure(&self) -> (f32, f32) {
        match self.kind {
            ParagraphKind::Level => (1.5, 0.9),
            ParagraphKind::Heading => (1.2, 0.7),
            ParagraphKind::Aloud | ParagraphKind::Body => (1.0, 0.18),
            ParagraphKind::Small => (0.88, 0.18),
            ParagraphKind::Brief => (0.94, 0.42),
        }
    }
}

/// Text with `**bold**` and `*italics*` as pieces; there is no italic face, so that is plain.
fn marked(text: &str) -> Vec<(String, Weight)> {
    let mut runs = Vec::new();
    for (i, part) in text.split("**").enumerate() {
        let weight = if i % 2 == 1 { Weight::Bold } else { Weight::Regular };
        let plain: String = part.split('*').collect();
        if !plain.is_empty() {
            runs.push((plain, weight));
        }
    }
    runs
}

/// A line of the key.
pub(crate) struct Line {
    /// Pieces of text: their place from the left, their weight.
    spans: Vec<(f32, String, Weight)>,
    size: f32,
    kind: ParagraphKind,
    /// Must the next line stand in the same column?
    pub(crate) keeps_next: bool,
    /// How far down it takes the pen, with the space above it.
    pub(crate) advance: f32,
    /// The part of `advance` that is left out at the head of a column.
    above: f32,
}

/// How far what is read aloud is set in, in bodies.
const INDENT: f32 = 0.7;

/// Breaks the key into lines.
pub(crate) fn set(key: &[Paragraph], body: f32, width: f32) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for paragraph in key {
        let (share, above) = paragraph.measure();
        let size = share * body;
        let indent = if paragraph.kind == ParagraphKind::Aloud { INDENT * body } else { 0.0 };
        let broken = wrap(&paragraph.runs, size, width - indent);
        let count = broken.len();
        for (i, spans) in broken.into_iter().enumerate() {
            let above = if i == 0 { above * body } else { 0.0 };
            // Neither the first nor the last line of a paragraph stands alone.
            let keeps_next = paragraph.is_heading()
                || paragraph.kind == ParagraphKind::Aloud
                || (i == 0 && count > 1)
                || (count > 2 && i + 2 == count);
            lines.push(Line {
                spans: spans.into_iter().map(|(x, text, weight)| (x + indent, text, weight)).collect(),
                size,
                kind: paragraph.kind,
                keeps_next,
                advance: above + 1.26 * size,
                above,
            });
        }
    }
    lines
}

/// The lines of the key in `count` columns: no room's entry is broken, unless that would make the
/// columns much longer than they need to be.
pub(crate) fn set_in_columns(key: &[Paragraph], body: f32, width: f32, count: usize) -> Vec<Line> {
    let lines = set(key, body, width);
    let whole = set_whole(key, body, width);
    if balanced(&whole, count) <= 1.25 * balanced(&lines, count) { whole } else { lines }
}

/// The lines of the key; those of a room's entry stay together.
pub(crate) fn set_whole(key: &[Paragraph], body: f32, width: f32) -> Vec<Line> {
    let mut whole = set(key, body, width);
    for i in 0..whole.len() {
        let last = whole.get(i + 1).is_none_or(|next| {
            let begins = [ParagraphKind::Heading, ParagraphKind::Level, ParagraphKind::Brief];
            begins.contains(&next.kind) && next.above > 0.0
        });
        whole[i].keeps_next = !last;
    }
    whole
}

/// A word: its pieces, which no line break may part, such as a bold noun and the comma after it.
type Word<'a> = Vec<(&'a str, Weight)>;

fn words(runs: &[(String, Weight)]) -> Vec<Word<'_>> {
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut glued = false;
    for (text, weight) in runs {
        for (i, piece) in text.split_whitespace().enumerate() {
            let joins = i == 0 && glued && !text.starts_with(char::is_whitespace);
            match words.last_mut() {
                Some(word) if joins => word.push((piece, *weight)),
                _ => words.push(vec![(piece, *weight)]),
            }
        }
        glued = !text.ends_with(char::is_whitespace) && !is_lead(text);
    }
    words
}

/// Breaks runs into lines of words.
fn wrap(runs: &[(String, Weight)], size: f32, most: f32) -> Vec<Vec<(f32, String, Weight)>> {
    let mut lines: Vec<Vec<(f32, String, Weight)>> = vec![Vec::new()];
    let mut used = 0.0;
    for word in words(runs) {
        let length: f32 = word.iter().map(|(piece, weight)| font::width(piece, size, *weight)).sum();
        let mut gap = if used == 0.0 { 0.0 } else { font::width(" ", size, word[0].1) };
        if used > 0.0 && used + gap + length > most {
            lines.push(Vec::new());
            (used, gap) = (0.0, 0.0);
        }
        for (piece, weight) in word {
            let Some(line) = lines.last_mut() else { continue };
            match line.last_mut() {
                Some((_, text, last)) if *last == weight && gap > 0.0 => {
                    text.push(' ');
                    text.push_str(piece);
                }
                _ => line.push((used + gap, piece.to_owned(), weight)),
            }
            used += gap + font::width(piece, size, weight);
            gap = 0.0;
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Does a run end a sentence, so that a space follows?
fn is_lead(run: &str) -> bool {
    run.ends_with(['.', ':', '!', '?'])
}

impl Line {
    /// Draws it with its left end at a place, on the line that letters stand on.
    pub(crate) fn draw(&self, layer: &mut Layer, at: Vec2, color: Color) {
        for (x, text, weight) in &self.spans {
            let mut span = Text::new(at + Vec2::new(*x, 0.0), self.size, color, text);
            span.weight = *weight;
            layer.text(span);
        }
        if self.kind == ParagraphKind::Aloud {
            let (top, bottom) = (at.y - 0.86 * self.size, at.y + 0.34 * self.size);
            let bar = crate::scene::Frame::new(at.x + 0.12 * self.size, top, 0.1 * self.size, bottom - top);
            layer.fill(crate::scene::Path::rect(bar), color.faded(0.35));
        }
    }

    /// How far down it takes the pen at a place in a column.
    pub(crate) fn takes(&self, at_head: bool) -> f32 {
        if at_head { self.advance - self.above } else { self.advance }
    }

    /// From the pen's place after it up to the line that letters stand on.
    pub(crate) fn rise(&self) -> f32 {
        0.3 * self.size
    }
}

/// Cuts lines into columns of at most this height; the last takes what is left.
pub(crate) fn columns(lines: &[Line], height: f32, most: usize) -> Vec<std::ops::Range<usize>> {
    let mut columns = Vec::new();
    let (mut from, mut used, mut i) = (0, 0.0, 0);
    while i < lines.len() {
        // Lines that stay together.
        let mut end = i;
        while lines[end].keeps_next && end + 1 < lines.len() {
            end += 1;
        }
        let block: f32 = (i..=end).map(|k| lines[k].takes(k == from)).sum();
        if used > 0.0 && used + block > height && columns.len() + 1 < most {
            columns.push(from..i);
            (from, used) = (i, 0.0);
            continue;
        }
        used += block;
        i = end + 1;
    }
    columns.push(from..lines.len());
    columns
}

/// The height of some lines in a column of their own.
pub(crate) fn height(lines: &[Line]) -> f32 {
    lines.iter().enumerate().map(|(i, line)| line.takes(i == 0)).sum()
}

/// The least height at which the lines fit into `count` columns.
pub(crate) fn balanced(lines: &[Line], count: usize) -> f32 {
    let total = height(lines);
    let fits = |high: f32| columns(lines, high, usize::MAX).len() <= count;
    let (mut low, mut high) = (total / count.max(1) as f32, total);
    for _ in 0..24 {
        let middle = (low + high) / 2.0;
        if fits(middle) { high = middle } else { low = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bold_words_and_their_punctuation_stay_together() {
        let paragraph = Paragraph::led("Here", "Two **bandits**, and *one* dog.", ParagraphKind::Body);
        let lines = set(&[paragraph], 1.0, 100.0);
        let texts: Vec<(&str, Weight)> = lines[0].spans.iter().map(|(_, t, w)| (t.as_str(), *w)).collect();
        use Weight::{Bold, Regular};
        assert_eq!(
            texts,
            [("Here.", Bold), ("Two", Regular), ("bandits", Bold), (", and one dog.", Regular)]
        );
        let comma = &lines[0].spans[3];
        let bandits = &lines[0].spans[2];
        let end = bandits.0 + font::width(&bandits.1, 1.0, Bold);
        assert!((comma.0 - end).abs() < 1e-4, "the comma touches the word");
    }

    #[test]
    fn no_line_begins_with_a_comma_or_a_full_stop() {
        let text = "A **chest**, bound with **rope**, and a **key**. Two **bandits** (**one** asleep)!";
        for tenths in 20..300 {
            let key = [Paragraph::led("Here", text, ParagraphKind::Body)];
            for line in set(&key, 1.0, tenths as f32 / 10.0) {
                let first = line.spans[0].1.chars().next();
                assert!(!first.is_some_and(|c| ",.!)".contains(c)), "{tenths}: {:?}", line.spans);
                // What follows a bold word stands right after it.
                for pair in line.spans.windows(2).filter(|pair| pair[1].1.starts_with([',', '.', ')', '!'])) {
                    let end = pair[0].0 + font::width(&pair[0].1, 1.0, pair[0].2);
                    assert!((pair[1].0 - end).abs() < 1e-4, "{tenths}: {pair:?}");
                }
            }
        }
    }

    #[test]
    fn columns_are_balanced_and_headings_stay_with_their_text() {
        let mut key = Vec::new();
        for i in 0..14 {
            key.push(Paragraph::heading(format!("{i}. Room")));
            key.push(Paragraph::plain("word ".repeat(10 + 7 * (i % 5)), ParagraphKind::Body));
        }
        let lines = set(&key, 1.0, 24.0);
        for count in 1..5 {
            let cut = columns(&lines, balanced(&lines, count), count);
            assert_eq!(cut.len(), count);
            let heights: Vec<f32> = cut.iter().map(|r| height(&lines[r.clone()])).collect();
            let (least, most) = heights.iter().fold((f32::MAX, 0.0f32), |(a, b), h| (a.min(*h), b.max(*h)));
            assert!(most - least <= 6.0 * 1.26, "{heights:?}");
            for range in &cut[..cut.len() - 1] {
                assert!(!lines[range.end - 1].keeps_next);
            }
        }
    }
}
