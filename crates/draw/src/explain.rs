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

/// A text cut after its full stops, into at most as many parts as there are groups of facts.
fn sentences(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while parts.len() + 1 < most {
        let end = [". ", "! ", "? ", ".\" ", ".' ", ".) "]
            .iter()
            .filter_map(|s| Some(rest.find(s)? + s.len()))
            .min();
        let Some(end) = end else { break };
        parts.push(rest[..end].trim());
        rest = &rest[end..];
    }
    if !rest.trim().is_empty() {
        parts.push(rest.trim());
    }
    parts
}
