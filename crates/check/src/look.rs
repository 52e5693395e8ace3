//! What a claim writes while it looks at a map.

use mapkiln_maps::Language;

use crate::{Finding, Outcome, Place, Proof, Severity, State};

/// The findings of one claim that are kept; the rest are counted.
pub const MOST_FINDINGS: usize = 100;

/// The sentence of the language: `say!(language, "in English", "em português")`.
macro_rules! say {
    ($language:expr, $english:literal, $portuguese:literal) => {
        match $language {
            mapkiln_maps::Language::English => format!($english),
            mapkiln_maps::Language::Portuguese => format!($portuguese),
        }
    };
}
pub(crate) use say;

/// Prepositions before the names of places, as Portuguese joins them with their article.
fn contracted(sentence: String) -> String {
    const JOINED: [(&str, &str); 6] = [
        (" de a sala", " da sala"),
        (" em a sala", " na sala"),
        (" a a sala", " à sala"),
        (" de o corredor", " do corredor"),
        (" em o corredor", " no corredor"),
        (" a o corredor", " ao corredor"),
    ];
    if !JOINED.iter().any(|(apart, _)| sentence.contains(apart)) {
        return sentence;
    }
    JOINED.iter().fold(sentence, |text, (apart, joined)| text.replace(apart, joined))
}

/// One claim looking at one map.
pub(crate) struct Look {
    pub(crate) language: Language,
    looked: u64,
    findings: Vec<Finding>,
    more: u64,
    fails: bool,
    note: Option<String>,
    proof: Option<Proof>,
    skipped: bool,
}

impl Look {
    pub(crate) fn new(language: Language) -> Self {
        Look {
            language,
            looked: 0,
            findings: Vec::new(),
            more: 0,
            fails: false,
            note: None,
            proof: None,
            skipped: false,
        }
    }

    /// Counts places that were looked at.
    pub(crate) fn saw(&mut self, places: usize) {
        self.looked += places as u64;
    }

    /// Something is wrong.
    pub(crate) fn find(&mut self, severity: Severity, place: Place, sentence: String) -> &mut Self {
        self.fails |= severity > Severity::Note;
        let sentence = match self.language {
            Language::English => sentence,
            Language::Portuguese => contracted(sentence),
        };
        if self.findings.len() < MOST_FINDINGS {
            self.findings.push(Finding { severity, sentence, place, repair: None });
        } else {
            self.more += 1;
        }
        self
    }

    /// The map is broken here.
    pub(crate) fn error(&mut self, place: Place, sentence: String) -> &mut Self {
        self.find(Severity::Error, place, sentence)
    }

    /// The map is not what it says.
    pub(crate) fn warn(&mut self, place: Place, sentence: String) -> &mut Self {
        self.find(Severity::Warning, place, sentence)
    }

    /// What mends the finding that was just written.
    pub(crate) fn repair(&mut self, words: String) {
        if self.more == 0
            && let Some(last) = self.findings.last_mut()
        {
            last.repair = Some(words);
        }
    }

    /// There is nothing to look at, and why.
    pub(crate) fn skip(&mut self, why: String) {
        self.skipped = true;
        self.note = Some(why);
    }

    /// Something that the reader should know.
    pub(crate) fn note(&mut self, words: String) {
        self.note = Some(words);
    }

    /// How the claim was proved.
    pub(crate) fn prove(&mut self, proof: Proof) {
        self.proof = Some(proof);
    }

    /// Has anything been found that is more than a note?
    pub(crate) fn fails(&self) -> bool {
        self.fails
    }

    pub(crate) fn outcome(self, claim: &'static str) -> Outcome {
        let state = match (self.fails, self.skipped) {
            (true, _) => State::Fails,
            (false, true) => State::NotChecked,
            (false, false) => State::Holds,
        };
        Outcome {
            claim,
            state,
            looked: self.looked,
            findings: self.findings,
            more: self.more,
            note: self.note,
            proof: self.proof,
        }
    }
}
