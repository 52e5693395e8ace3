//! The result of a check, claim by claim.

use mapkiln_maps::Language;
use serde::Serialize;

use crate::{Finding, Kind, Severity};

/// What was found out about one map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// What kind of map it is.
    pub kind: Kind,
    /// The language of its sentences.
    pub language: Language,
    /// Every claim that is made of such maps, in the order of the table.
    pub outcomes: Vec<Outcome>,
}

/// What was found out about one claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The claim's name.
    pub claim: &'static str,
    /// Does it hold?
    pub state: State,
    /// How many places were looked at.
    pub looked: u64,
    /// Where it does not hold, the first [`MOST_FINDINGS`](crate::MOST_FINDINGS).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// Findings beyond those.
    #[serde(skip_serializing_if = "is_zero")]
    pub more: u64,
    /// Why it was not looked at, or how it was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// How it was proved, if that takes a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Does a claim hold?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Yes.
    Holds,
    /// No: it has a finding that is more than a note.
    Fails,
    /// Nothing in the document says what should hold, or it cannot be looked at.
    NotChecked,
}

/// How a claim was proved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// Was the proof brought along and verified? Else it was searched for.
    pub certified: bool,
    /// Its steps, in the map's language.
    pub steps: Vec<String>,
}

impl Verdict {
    /// Does every claim hold that could be looked at?
    pub fn holds(&self) -> bool {
        self.outcomes.iter().all(|outcome| outcome.state != State::Fails)
    }

    /// The outcome of a claim.
    pub fn outcome(&self, claim: &str) -> Option<&Outcome> {
        self.outcomes.iter().find(|outcome| outcome.claim == claim)
    }

    /// All findings, with the names of their claims.
    pub fn findings(&self) -> impl Iterator<Item = (&'static str, &Finding)> {
        self.outcomes.iter().flat_map(|outcome| outcome.findings.iter().map(move |f| (outcome.claim, f)))
    }

    /// The findings that are more than notes.
    pub fn faults(&self) -> impl Iterator<Item = (&'static str, &Finding)> {
        self.findings().filter(|(_, finding)| finding.severity > Severity::Note)
    }
}
