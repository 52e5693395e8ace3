//! Findings in the form that code hosts and editors show: SARIF 2.1.0.

use mapkiln::Language;
use mapkiln::check::{CLAIMS, Severity};
use serde_json::{Value, json};

use super::{Checked, print};

/// One log with all findings.
pub(super) fn log(checked: &[Checked]) -> Value {
    let rules: Vec<Value> = CLAIMS
        .iter()
        .map(|claim| json!({ "id": claim.name, "shortDescription": { "text": claim.says(Language::English) } }))
        .collect();
    let results: Vec<Value> = checked.iter().flat_map(results).collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "mapkiln", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "results": results,
        }],
    })
}

fn results(checked: &Checked) -> Vec<Value> {
    let verdict = &checked.verdict;
    let result = |(claim, finding): (&'static str, &mapkiln::check::Finding)| {
        let level = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        // A document of many in one file is its line.
        let (file, line) = match checked.name.rsplit_once(':') {
            Some((file, line)) if line.parse::<u64>().is_ok() => (file, line.parse::<u64>().unwrap_or(1)),
            _ => (checked.name.as_str(), 1),
        };
        let text = match &finding.repair {
            Some(repair) => format!("{} ({repair})", finding.sentence),
            None => finding.sentence.clone(),
        };
        json!({
            "ruleId": claim,
            "level": level,
            "message": { "text": text },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": { "uri": file },
                    "region": { "startLine": line.max(1) },
                },
                "logicalLocations": [{ "fullyQualifiedName": print::place(&finding.place, verdict.language) }],
            }],
            "properties": { "place": finding.place },
        })
    };
    verdict.findings().map(result).collect()
}
