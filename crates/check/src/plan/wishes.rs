//! The plan is what its spec asks for: its language, its levels, its entrances, its locks.

use mapkiln_maps::Language;
use serde_json::Value;

use crate::case::Case;
use crate::look::{Look, say};
use crate::{DocumentRef, Place, Severity};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let DocumentRef::Plan(plan) = case.subject.document else { return };
    let language = look.language;
    let spec = case.spec();
    // What is rolled again keeps what it was.
    if spec.is_null() || !spec["reroll"].is_null() {
        look.skip(say!(language, "no spec is known", "nenhuma especificação é conhecida"));
        return;
    }
    if let Some(wish) = spec["lang"].as_str().and_then(|name| name.parse::<Language>().ok()) {
        look.saw(1);
        if wish != plan.language {
            look.error(
                Place::field("language"),
                say!(language, "the spec asks for another language", "a especificação pede outra língua"),
            );
        }
    }
    // Of levels, 0 means as many as the theme has.
    if let Some(wish) = wish(spec, "levels").filter(|levels| *levels > 0) {
        let has = plan.levels.len() as u64;
        look.saw(1);
        if wish != has {
            look.error(
                Place::field("levels"),
                say!(
                    language,
                    "the spec asks for {wish} levels, and there are {has}",
                    "a especificação pede {wish} níveis, e há {has}"
                ),
            );
        }
    }
    let entrances: usize = plan.levels.iter().map(|level| level.entrances.len()).sum();
    most(spec, "entrances", entrances, look);
    most(spec, "locks", plan.keys.len(), look);
}

fn wish(spec: &Value, field: &str) -> Option<u64> {
    spec.get(field)?.as_u64()
}

/// A maker may find no place for all that was wished for, but it never makes more.
fn most(spec: &Value, field: &'static str, has: usize, look: &mut Look) {
    let language = look.language;
    let Some(wish) = wish(spec, field) else { return };
    let has = has as u64;
    look.saw(1);
    if has == wish {
        return;
    }
    let severity = if has > wish { Severity::Error } else { Severity::Note };
    look.find(
        severity,
        Place::field(field),
        say!(
            language,
            "the spec asks for {wish} of `{field}`, and there are {has}",
            "a especificação pede {wish} de `{field}`, e há {has}"
        ),
    );
}
