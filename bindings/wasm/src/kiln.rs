//! The verbs.

use mapkiln_core::{Run, Seed};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_edit::{Measures, Verdict};
use mapkiln_maps::{AnyMap, Language};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::Problem;
use crate::cache::{Cache, Kept};
use crate::document::Doc;
use crate::drawing::{self, Sight};
use crate::makers::Watch;
use crate::{codex, table};

/// The most candidates at once.
const MOST_CANDIDATES: usize = 12;

/// An answer: JSON, and bytes for files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The answer as JSON, or a picture as SVG.
    pub json: String,
    /// The bytes of files, one after another.
    pub bytes: Vec<u8>,
}

impl From<Value> for Reply {
    fn from(value: Value) -> Self {
        Reply { json: value.to_string(), bytes: Vec::new() }
    }
}

/// Answers requests about documents.
#[derive(Default)]
pub struct Kiln {
    cache: Cache,
}

/// The arguments of most verbs; each uses what concerns it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Args {
    doc: Doc,
    #[serde(default)]
    look: Option<Box<RawValue>>,
    #[serde(default)]
    count: usize,
    #[serde(default)]
    language: Language,
}

impl Kiln {
    /// An empty kiln.
    pub fn new() -> Self {
        Kiln::default()
    }

    /// Answers one request; `watch` gets events as JSON while a map is made.
    pub fn call(&mut self, verb: &str, args: &str, watch: Watch<'_>) -> Result<Reply, Problem> {
        if verb == "themes" {
            return Ok(codex::themes().into());
        }
        #[cfg(feature = "everything")]
        if verb == "import" {
            return Ok(crate::files::import(&read::<String>(args)?)?.into());
        }
        let args: Args = read(args)?;
        if verb == "candidates" {
            return candidates(&args, watch);
        }
        let kept = self.cache.get(&args.doc, watch)?;
        let look = args.look.as_ref().map_or("{}", |l| l.get());
        match verb {
            "make" => Ok(made(&kept)),
            "draw" => Ok(Reply { json: drawing::svg(&kept.map, &read::<Sight>(look)?)?, bytes: Vec::new() }),
            "see" => match &kept.map {
                AnyMap::Plan(plan) => Ok(table::see(plan, &read(look)?)?.into()),
                other => Err(Problem::wish(format!("a {} has no table", other.kind()))),
            },
            "codex" => Ok(codex::codex(&kept.spec, args.language).into()),
            #[cfg(feature = "everything")]
            "check" => Ok(crate::claims::claims(&kept, &args.doc.spec, args.language).into()),
            #[cfg(feature = "everything")]
            "export" => crate::files::export(&kept, &read(look)?),
            #[cfg(feature = "everything")]
            "formats" => Ok(crate::files::formats(&kept).into()),
            _ => Err(Problem::wish(format!("this part of Mapkiln has no verb {verb:?}"))),
        }
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    serde_json::from_str(text).map_err(|e| Problem::wish(e.to_string()))
}

/// The map with its report and verdict.
fn made(kept: &Kept) -> Reply {
    let (verdict, keys) = match &kept.map {
        AnyMap::Plan(plan) => {
            let verdict = Verdict::of(plan, &kept.spec);
            let exits: Vec<Value> = plan
                .rooms()
                .map(|room| {
                    let leads = plan.exits(room).into_iter().map(|e| e.leads_to);
                    plan.exits_in_words(room)
                        .into_iter()
                        .zip(leads)
                        .map(|(words, to)| json!({ "words": words, "to": to }))
                        .collect()
                })
                .collect();
            (serde_json::to_value(verdict).unwrap_or_default(), exits)
        }
        _ => (Value::Null, Vec::new()),
    };
    // The map is written once, not copied through a value.
    let rest = json!({
        "report": kept.report,
        "verdict": verdict,
        "exits": keys,
        "theme": kept.spec.theme,
        "origin": kept.origin.is_some(),
    });
    let rest = rest.to_string();
    let document = kept.map.to_json(None);
    let json = format!("{{\"document\":{document},{}", rest.strip_prefix('{').unwrap_or("}"));
    Reply { json, bytes: Vec::new() }
}

/// Several dungeons of one spec and seed that differ in kind, with their pictures.
fn candidates(args: &Args, watch: Watch<'_>) -> Result<Reply, Problem> {
    let mut fields = args.doc.spec.clone();
    let maker = fields.as_object_mut().and_then(|f| f.remove("maker"));
    if maker != Some(json!("dungeon")) {
        return Err(Problem::wish("candidates are for dungeons only"));
    }
    if !(1..=MOST_CANDIDATES).contains(&args.count) {
        return Err(Problem::wish(format!("from 1 to {MOST_CANDIDATES} candidates, not {}", args.count)));
    }
    let spec: DungeonSpec = serde_json::from_value(fields).map_err(|e| Problem::wish(e.to_string()))?;
    let spec = DungeonSpec { candidate: None, reroll: None, ..spec };
    let sight: Sight = read(args.look.as_ref().map_or("{}", |l| l.get()))?;
    let mut run = Run::new(Seed::from(args.doc.seed.as_str())).with_observer(|event| {
        if let mapkiln_core::Event::Progress { stage, done, total } = event {
            watch(&json!({ "event": "progress", "stage": stage, "done": done, "total": total }).to_string());
        }
    });
    let made = spec.make_candidates(args.count, &mut run)?;
    let mut list = Vec::new();
    for (n, one) in made.into_iter().enumerate() {
        let measures = Measures::of(&one.map);
        let title = one.map.title.clone();
        let picture = drawing::svg(&AnyMap::Plan(one.map), &sight)?;
        list.push(json!({ "number": n + 1, "of": args.count, "title": title, "measures": measures, "svg": picture }));
    }
    Ok(Value::from(list).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(kiln: &mut Kiln, verb: &str, args: &str) -> Result<Value, Problem> {
        kiln.call(verb, args, &mut |_| {})
            .map(|r| serde_json::from_str(&r.json).unwrap_or(Value::String(r.json)))
    }

    const DOC: &str = r#"{"spec":{"maker":"dungeon","size":"small","theme":"crypt"},"seed":"a","edits":[]}"#;

    #[test]
    fn a_map_is_made_drawn_and_changed() {
        let mut kiln = Kiln::new();
        let mut events = 0;
        let made = kiln.call("make", &format!(r#"{{"doc":{DOC}}}"#), &mut |_| events += 1).unwrap();
        let made: Value = serde_json::from_str(&made.json).unwrap();
        assert!(events > 10 && made["verdict"]["finished"] == true);
        let pin = DOC.replace("[]", r#"[{"do":"pin","room":1,"pinned":true}]"#);
        let changed = call(&mut kiln, "make", &format!(r#"{{"doc":{pin}}}"#)).unwrap();
        assert_eq!(changed["document"]["map"]["levels"][0]["rooms"][1]["pinned"], true);
        let svg = call(&mut kiln, "draw", &format!(r#"{{"doc":{pin},"look":{{"style":"dark"}}}}"#)).unwrap();
        assert!(svg.as_str().unwrap().starts_with("<svg"));
        assert!(!svg.as_str().unwrap().contains(" style="), "the page's policy forbids style attributes");
    }

    #[test]
    fn wrong_requests_are_answered_with_a_sentence() {
        let mut kiln = Kiln::new();
        for (verb, args) in [
            ("make", "{".to_owned()),
            ("make", r#"{"doc":{"spec":{"maker":"sandwich"},"seed":""}}"#.to_owned()),
            ("make", r#"{"doc":{"spec":{"maker":"dungeon","locks":99},"seed":""}}"#.to_owned()),
            ("make", r#"{"doc":{"spec":{"maker":"dungeon"},"seed":"","map":{"mapkiln":"plan"}}}"#.to_owned()),
            ("fly", format!(r#"{{"doc":{DOC}}}"#)),
            ("draw", format!(r#"{{"doc":{DOC},"look":{{"level":9}}}}"#)),
            ("see", format!(r#"{{"doc":{DOC},"look":{{"level":9}}}}"#)),
            ("candidates", format!(r#"{{"doc":{DOC},"count":99}}"#)),
        ] {
            let problem = call(&mut kiln, verb, &args).unwrap_err();
            assert!(!problem.message.is_empty(), "{verb} {args}");
        }
    }

    #[test]
    fn players_are_sent_nothing_that_was_not_seen() {
        let mut kiln = Kiln::new();
        for seed in 0..6 {
            let doc = DOC.replace("\"seed\":\"a\"", &format!("\"seed\":\"table {seed}\""));
            let made = call(&mut kiln, "make", &format!(r#"{{"doc":{doc}}}"#)).unwrap();
            let level = &made["document"]["map"]["levels"][0];
            let start = &level["entrances"][0]["at"];
            let hidden = &level["rooms"][0]["id"];
            assert!(hidden.is_number());
            let look = json!({
                "style": "parchment",
                "tokens": [
                    { "at": start, "player": true, "sight": true, "light": 8, "letter": "A", "colour": "#123456" },
                    { "at": start, "hidden": true, "letter": "SECRET", "colour": "#000000" },
                    { "at": { "x": 0, "y": 0 }, "letter": "FAR", "colour": "#000000" },
                ],
            });
            let seen = call(&mut kiln, "see", &format!(r#"{{"doc":{doc},"look":{look}}}"#)).unwrap();
            let sent = seen["players"].to_string();
            for word in ["SECRET", "FAR", "table ", "crypt", "seed", "spec", "trap", "numbers", "secret"] {
                assert!(!sent.contains(word), "{word} was sent");
            }
            let known = seen["players"]["known"].as_array().unwrap();
            assert!(!known.is_empty());
            // The picture of the same known cells is the same whatever else the dungeon has in store.
            let rooms = level["rooms"].as_array().unwrap().len();
            assert!(rooms > 1 && seen["players"]["tokens"].as_array().unwrap().len() == 1);
        }
    }
}
