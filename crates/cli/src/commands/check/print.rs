//! A check's result as text and as JSON.

use std::io::{self, Write};

use mapkiln::Language;
use mapkiln::check::{CLAIMS, Claim, Finding, Outcome, Place, Severity, State};
use serde::Serialize;

use super::Checked;
use crate::say::visible;

/// Text from a file in one line of the terminal: nothing in it is sent as a control character.
fn shown(text: &str) -> String {
    visible(text).replace('\n', "␊")
}

/// Every claim with what it says and what it costs.
pub(super) fn list(out: &mut impl Write, language: Language) -> io::Result<()> {
    for claim in CLAIMS {
        let kinds: Vec<&str> = claim.on.iter().map(|kind| kind.name(language)).collect();
        writeln!(out, "{:14} {}", claim.name, claim.says(language))?;
        writeln!(out, "{:14}   {}; {}", "", kinds.join(", "), claim.cost)?;
    }
    Ok(())
}

/// A table of claims for every map, with the findings below.
pub(super) fn text(out: &mut impl Write, checked: &[Checked], quiet: bool) -> io::Result<()> {
    let mut holding = 0;
    for Checked { name, verdict } in checked {
        holding += usize::from(verdict.holds());
        if quiet && verdict.holds() {
            continue;
        }
        let kind = verdict.kind.name(verdict.language);
        writeln!(out, "{} ({kind})", shown(name))?;
        for outcome in &verdict.outcomes {
            if quiet && outcome.state != State::Fails {
                continue;
            }
            row(out, outcome, verdict.language)?;
        }
        writeln!(out)?;
    }
    if checked.len() > 1 {
        let count = checked.len();
        match checked.first().map(|c| c.verdict.language).unwrap_or_default() {
            Language::English => writeln!(out, "all claims hold of {holding} of {count} maps")?,
            Language::Portuguese => writeln!(out, "tudo vale em {holding} de {count} mapas")?,
        }
    }
    Ok(())
}

fn row(out: &mut impl Write, outcome: &Outcome, language: Language) -> io::Result<()> {
    let mark = match outcome.state {
        State::Holds => "✓",
        State::Fails => "✗",
        State::NotChecked => "–",
    };
    let says = Claim::named(outcome.claim).map_or("", |claim| claim.says(language));
    writeln!(out, "  {mark} {:14} {:>8}  {says}", outcome.claim, outcome.looked)?;
    if let Some(note) = &outcome.note {
        writeln!(out, "      {}", shown(note))?;
    }
    if let Some(proof) = &outcome.proof {
        let how = match (language, proof.certified) {
            (Language::English, true) => "the proof that came with it holds",
            (Language::English, false) => "a proof was found",
            (Language::Portuguese, true) => "a prova que veio junto vale",
            (Language::Portuguese, false) => "uma prova foi achada",
        };
        let steps: String = proof.steps.join(" → ").chars().take(400).collect();
        writeln!(out, "      {how}: {}", shown(&steps))?;
    }
    for finding in &outcome.findings {
        line(out, finding, language)?;
    }
    if outcome.more > 0 {
        match language {
            Language::English => writeln!(out, "      … and {} more", outcome.more)?,
            Language::Portuguese => writeln!(out, "      … e mais {}", outcome.more)?,
        }
    }
    Ok(())
}

fn line(out: &mut impl Write, finding: &Finding, language: Language) -> io::Result<()> {
    let severity = match (finding.severity, language) {
        (Severity::Error, Language::English) => "error",
        (Severity::Error, Language::Portuguese) => "erro",
        (Severity::Warning, Language::English) => "warning",
        (Severity::Warning, Language::Portuguese) => "aviso",
        (Severity::Note, Language::English) => "note",
        (Severity::Note, Language::Portuguese) => "nota",
    };
    let place = place(&finding.place, language);
    let place = if place.is_empty() { place } else { format!(" [{place}]") };
    writeln!(out, "      {severity}: {}{}", shown(&finding.sentence), shown(&place))?;
    if let Some(repair) = finding.repair.as_deref().map(shown) {
        match language {
            Language::English => writeln!(out, "        to mend it: {repair}")?,
            Language::Portuguese => writeln!(out, "        para consertar: {repair}")?,
        }
    }
    Ok(())
}

/// A place in words, with the numbers of the document.
pub(super) fn place(place: &Place, language: Language) -> String {
    let labels = match language {
        Language::English => {
            ["level", "cell", "room", "corridor", "door", "key", "hex", "node", "edge", "step"]
        }
        Language::Portuguese => {
            ["nível", "célula", "sala", "corredor", "porta", "chave", "hexágono", "nó", "aresta", "passo"]
        }
    };
    let mut parts = Vec::new();
    let mut add = |label: usize, value: Option<String>| {
        parts.extend(value.map(|value| format!("{} {value}", labels[label])));
    };
    add(0, place.level.map(|n| n.to_string()));
    add(1, place.cell.map(|p| p.to_string()));
    add(2, place.room.map(|n| n.to_string()));
    add(3, place.corridor.map(|n| n.to_string()));
    add(4, place.door.map(|n| n.to_string()));
    add(5, place.key.map(|n| n.to_string()));
    add(6, place.hex.map(|[row, column]| format!("{row},{column}")));
    add(7, place.node.map(|n| n.to_string()));
    add(8, place.edge.map(|n| n.to_string()));
    add(9, place.step.map(|n| n.to_string()));
    parts.extend(place.field.clone().filter(|field| !field.is_empty()));
    parts.join(", ")
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    holds: bool,
    #[serde(flatten)]
    verdict: &'a mapkiln::check::Verdict,
}

/// One line of JSON for every map.
pub(super) fn json(out: &mut impl Write, checked: &[Checked]) -> io::Result<()> {
    for Checked { name, verdict } in checked {
        let line = Line { file: name, holds: verdict.holds(), verdict };
        writeln!(out, "{}", escaped(&serde_json::to_string(&line)?))?;
    }
    Ok(())
}

/// JSON in which no character is one that a terminal obeys. They only occur in strings, where an escape
/// means the same.
pub(super) fn escaped(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '\u{7f}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            _ => text.push(c),
        }
    }
    text
}
