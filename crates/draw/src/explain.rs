//! The facts behind every sentence of a plan, as text.

use std::fmt::Write;

use mapkiln_maps::plan::{Entry, Plan, capitalised};

/// Every sentence of a plan's front page and key, each with the names of the facts that it states.
///
/// ```
/// use mapkiln_maps::plan::{Entry, Plan};
/// let entry = Entry { lead: "Hook".into(), text: "A miller pays.".into(), facts: vec!["story.hook".into()] };
/// let plan = Plan { front: vec![entry], ..Plan::default() };
/// assert!(mapkiln_draw::explain::plan(&plan).contains("A miller pays.\n    story.hook\n"));
/// ```
pub fn plan(plan: &Plan) -> String {
    let mut out = String::new();
    if !plan.title.is_empty() {
        let _ = writeln!(out, "{}", plan.title);
    }
    plan.front.iter().for_each(|entry| explain_entry(&mut out, entry));
    for room in plan.rooms() {
        let _ = writeln!(out, "\n{}. {}", room.id + 1, capitalised(&room.kind));
        let told = &room.description;
        explain(&mut out, &told.aloud, &told.aloud_facts);
        told.entries.iter().for_each(|entry| explain_entry(&mut out, entry));
    }
    out
}

fn explain_entry(out: &mut String, entry: &Entry) {
    if !entry.lead.is_empty() {
        let _ = writeln!(out, " {}", entry.lead);
    }
    explain(out, &entry.text, &entry.facts);
}

fn explain(out: &mut String, text: &str, facts: &[String]) {
    let groups: Vec<&[String]> = facts.split(String::is_empty).collect();
    let sentences = sentences(text, groups.len());
    for (i, sentence) in sentences.iter().enumerate() {
        let _ = writeln!(out, "  {}", sentence.replace('*', ""));
        let names: Vec<&str> = groups.get(i).into_iter().flat_map(|g| g.iter()).map(String::as_str).collect();
        if !names.is_empty() {
            let _ = writeln!(out, "    {}", names.join(", "));
        }
    }
}

/// A text cut after its full stops, into at most as many parts as there are groups of facts. What is
/// quoted is one part, and what stands in brackets belongs to the sentence before it.
fn sentences(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut quoted = None;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let after = text[at + c.len_utf8()..].chars().next();
        if parts.len() + 1 >= most {
            break;
        }
        if quoted.is_none() && matches!(c, '\'' | '"') && matches!(before, ' ' | '(') {
            quoted = Some(c);
        } else if quoted == Some(c) && after.is_none_or(|a| !a.is_alphanumeric()) {
            quoted = None;
        }
        let ended = matches!(c, '.' | '!' | '?')
            || matches!(c, '"' | '\'' | ')') && matches!(before, '.' | '!' | '?');
        let end = at + c.len_utf8();
        if ended && quoted.is_none() && after == Some(' ') && !text[end..].starts_with(" (") {
            parts.push(text[start..end].trim());
            start = end;
        }
        before = c;
    }
    if !text[start..].trim().is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_brackets_stay_with_their_sentence() {
        let text = "'It was sold. Save your boots.' (False: room 4.) 'Two ways in.' The robbers' table. End.";
        assert_eq!(
            sentences(text, 9),
            [
                "'It was sold. Save your boots.' (False: room 4.)",
                "'Two ways in.'",
                "The robbers' table.",
                "End."
            ]
        );
        assert_eq!(sentences("One. Two. Three.", 2), ["One.", "Two. Three."]);
    }
}
