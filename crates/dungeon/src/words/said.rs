//! Sentences with the facts behind them.

use mapkiln_maps::plan::Entry;

/// A sentence, or a clause of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Said {
    pub(crate) text: String,
    pub(crate) facts: Vec<String>,
}

impl Said {
    pub(crate) fn new(text: impl Into<String>, facts: Vec<String>) -> Said {
        Said { text: text.into(), facts }
    }

    /// The number of its words, without marks.
    pub(crate) fn words(&self) -> usize {
        self.text.split_whitespace().filter(|w| w.chars().any(char::is_alphanumeric)).count()
    }
}

/// Sentences as one text, and their facts with an empty name between the sentences.
pub(crate) fn joined(sentences: &[Said]) -> (String, Vec<String>) {
    let text: Vec<&str> = sentences.iter().map(|s| s.text.as_str()).collect();
    let mut facts = Vec::new();
    for (i, sentence) in sentences.iter().enumerate() {
        if i > 0 {
            facts.push(String::new());
        }
        facts.extend(sentence.facts.iter().cloned());
    }
    (text.join(" "), facts)
}

/// A paragraph; `None` if there is nothing to say.
pub(crate) fn entry(lead: &str, sentences: &[Said]) -> Option<Entry> {
    if sentences.is_empty() {
        return None;
    }
    let (text, facts) = joined(sentences);
    Some(Entry { lead: lead.to_owned(), text, facts })
}
