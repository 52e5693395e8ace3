//! What holds of a map, claim by claim, as the checker sees it.

use mapkiln::check::{CLAIMS, CheckOptions, DocumentRef, Subject, check};
use mapkiln::{Language, whole_spec};
use serde_json::{Value, json};

use crate::cache::Kept;

/// Every claim about a map, with the places where it does not hold. The checker reads the document
/// only; it does not know what was edited.
pub(crate) fn claims(kept: &Kept, spec: &Value, language: Language) -> Value {
    let whole = kept.origin.as_ref().map(whole_spec);
    let spec = whole.as_ref().unwrap_or(spec);
    let report = kept.origin.as_ref().and(kept.report.as_ref());
    let subject = Subject::new(DocumentRef::from(&kept.map))
        .with_origin(kept.origin.as_ref())
        .with_spec(Some(spec))
        .with_report(report);
    let verdict = check(&subject, &CheckOptions { language: Some(language), ..CheckOptions::default() });
    let outcomes: Vec<Value> = verdict
        .outcomes
        .iter()
        .filter_map(|outcome| {
            let says = CLAIMS.iter().find(|c| c.name == outcome.claim).map(|c| c.says(language));
            let mut value = serde_json::to_value(outcome).ok()?;
            value["says"] = json!(says);
            Some(value)
        })
        .collect();
    let faults = verdict.faults().count();
    json!({ "holds": verdict.holds(), "faults": faults, "outcomes": outcomes })
}
