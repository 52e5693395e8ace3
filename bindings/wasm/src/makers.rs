//! Makes a map of any spec that this part of the module knows.

use mapkiln_core::{Event, Made, Run};
use mapkiln_maps::AnyMap;
use serde_json::{Value, json};

use crate::Failure;

/// Where events go while a map is made.
pub(crate) type Watch<'w> = &'w mut dyn FnMut(&str);

/// Makes the map of a spec and a seed.
pub(crate) fn make(spec: &Value, seed: &str, watch: Watch<'_>) -> Result<Made<AnyMap>, Failure> {
    let mut run = Run::new(seed).with_details(true).with_observer(move |event| {
        if let Some(event) = as_json(event) {
            watch(&event.to_string());
        }
    });
    any(spec.clone(), &mut run)
}

/// What observers are told; single decisions of the collapse and of grammars are too many.
fn as_json(event: &Event<'_>) -> Option<Value> {
    match event {
        Event::Progress { stage, done, total } => {
            Some(json!({ "event": "progress", "stage": stage, "done": done, "total": total }))
        }
        Event::Generation { stage, number, evaluations, best, mean } => Some(json!({
            "event": "generation", "stage": stage, "number": number,
            "evaluations": evaluations, "best": best, "mean": mean,
        })),
        _ => None,
    }
}

#[cfg(feature = "everything")]
fn any(spec: Value, run: &mut Run<'_>) -> Result<Made<AnyMap>, Failure> {
    Ok(mapkiln::AnySpec::from_value(spec)?.make(run)?)
}

#[cfg(not(feature = "everything"))]
fn any(spec: Value, run: &mut Run<'_>) -> Result<Made<AnyMap>, Failure> {
    use mapkiln_core::Spec;
    use mapkiln_dungeon::DungeonSpec;

    if spec.get("maker").and_then(Value::as_str) != Some(DungeonSpec::MAKER) {
        return Err(Failure::wish("this part of Mapkiln makes dungeons only"));
    }
    let spec: DungeonSpec = crate::document::read_spec(&spec)?;
    Ok(spec.make(run)?.map(AnyMap::from))
}
