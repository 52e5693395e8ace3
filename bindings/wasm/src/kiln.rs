//! The verbs.

use mapkiln_edit::EditVerdict;
use mapkiln_maps::{AnyMap, Language};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::Failure;
use crate::cache::{Cache, Kept};
use crate::document::{Doc, write_map};
use crate::drawing::{self, Sight};
use crate::makers::Watch;
use crate::{codex, several, table};

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
    #[cfg(feature = "everything")]
    walks: Walks,
}

/// What the explorer and the game keep between requests.
#[cfg(feature = "everything")]
struct Walks {
    places: crate::places::Places,
    games: crate::games::Games,
    /// What time it is, in milliseconds.
    clock: crate::looks::Clock,
}

#[cfg(feature = "everything")]
impl Default for Walks {
    fn default() -> Self {
        Walks { places: Default::default(), games: Default::default(), clock: || 0.0 }
    }
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

    /// A kiln that can tell how long things take: `clock` gives milliseconds.
    #[cfg(feature = "everything")]
    pub fn with_clock(clock: fn() -> f64) -> Self {
        Kiln { walks: Walks { clock, ..Walks::default() }, ..Kiln::default() }
    }

    /// The verbs of the explorer and of the game; `None` for any other.
    #[cfg(feature = "everything")]
    fn walk(&mut self, verb: &str, args: &str) -> Result<Option<Reply>, Failure> {
        let (maps, walks) = (&mut self.cache, &mut self.walks);
        Ok(Some(match verb {
            "place" => walks.places.place(&read(args)?, maps)?.into(),
            "chunk" => walks.places.chunk(&read(args)?, maps)?,
            "look" => crate::looks::look(&read(args)?, walks.clock)?.into(),
            "times" => crate::looks::times(&read(args)?, walks.clock)?.into(),
            "play" => walks.games.play(&read(args)?, maps)?,
            "solve" => walks.games.solve(&read(args)?, maps)?.into(),
            "tape" => walks.games.tape(&read(args)?, maps)?.into(),
            "untape" => crate::games::untape(&read::<String>(args)?)?.into(),
            _ => return Ok(None),
        }))
    }

    /// Answers one request; `watch` gets events as JSON while a map is made.
    pub fn call(&mut self, verb: &str, args: &str, watch: Watch<'_>) -> Result<Reply, Failure> {
        if verb == "themes" {
            return Ok(codex::themes().into());
        }
        #[cfg(feature = "everything")]
        if verb == "import" {
            return Ok(crate::files::import(&read::<String>(args)?)?.into());
        }
        #[cfg(feature = "everything")]
        if let Some(reply) = self.walk(verb, args)? {
            return Ok(reply);
        }
        let args: Args = read(args)?;
        let sight = || read::<Sight>(args.look.as_ref().map_or("{}", |l| l.get()));
        if verb == "candidates" {
            return Ok(several::candidates(&args.doc, args.count, &sight()?, watch)?.into());
        }
        #[cfg(feature = "everything")]
        if verb == "population" {
            return Ok(several::population(&args.doc, &sight()?)?.into());
        }
        let kept = self.cache.get(&args.doc, watch)?;
        let look = args.look.as_ref().map_or("{}", |l| l.get());
        match verb {
            "make" => Ok(made(&kept)),
            "draw" => Ok(Reply {
                json: drawing::svg(&kept.map, kept.spec.theme.as_deref(), &read::<Sight>(look)?)?,
                bytes: Vec::new(),
            }),
            "see" => match &kept.map {
                AnyMap::Plan(plan) => Ok(table::see(plan, &read(look)?)?.into()),
                other => Err(Failure::wish(format!("a {} has no table", other.kind()))),
            },
            "codex" => Ok(codex::codex(&kept.spec, args.language).into()),
            #[cfg(feature = "everything")]
            "check" => Ok(crate::claims::claims(&kept, &args.doc.spec, args.language).into()),
            #[cfg(feature = "everything")]
            "export" => crate::files::export(&kept, &read(look)?),
            #[cfg(feature = "everything")]
            "formats" => Ok(crate::files::formats(&kept).into()),
            _ => Err(Failure::wish(format!("this part of Mapkiln has no verb {verb:?}"))),
        }
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|e| Failure::wish(e.to_string()))
}

/// The map with its report and verdict; each part is written once, not copied through a value.
fn made(kept: &Kept) -> Reply {
    let (verdict, exits) = match &kept.map {
        AnyMap::Plan(plan) => {
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
            (text(&EditVerdict::of(plan, &kept.spec)), exits)
        }
        _ => ("null".to_owned(), Vec::new()),
    };
    let json = format!(
        "{{\"document\":{},\"report\":{},\"verdict\":{verdict},\"exits\":{},\"theme\":{},\"origin\":{}}}",
        write_map(&kept.map),
        text(&kept.report),
        Value::from(exits),
        json!(kept.spec.theme),
        kept.origin.is_some(),
    );
    Reply { json, bytes: Vec::new() }
}

fn text<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(kiln: &mut Kiln, verb: &str, args: &str) -> Result<Value, Failure> {
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
