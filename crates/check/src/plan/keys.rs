//! There is an order of rooms in which every key comes before its lock.

use mapkiln_maps::Language;
use mapkiln_maps::plan::KeyId;
use serde_json::Value;

use super::goal::place_name;
use super::seen;
use super::solver::{Ways, Wish};
use super::view::{PlanView, room_name};
use crate::case::Case;
use crate::look::{Look, say};
use crate::{Place, Proof};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    if view.plan.keys.is_empty() {
        return;
    }
    let ways = Ways::new(view);
    let certificates = case.subject.report.and_then(|r| r.findings.get("proof")).and_then(Value::as_array);
    let mut certified = true;
    let mut shown = None;
    let starts = ways.starts();
    // Each key that is out of reach is looked for without the lock of each other one.
    if ways.too_many(starts.len(), 2 + view.plan.keys.len(), look) {
        return;
    }
    for start in starts {
        look.saw(view.plan.keys.len());
        let brought =
            certificates.into_iter().flatten().find(|p| p["entrance"].as_u64() == Some(start as u64));
        let verified = brought.and_then(|proof| verify(view, &ways, start, proof, look));
        certified &= verified.is_some();
        let order = verified.or_else(|| search(view, &ways, start, look));
        shown = shown.or(order);
    }
    if let Some(order) = shown.filter(|_| !look.fails()) {
        look.prove(Proof { certified, steps: steps(view, &order, look.language) });
    }
}

/// An order that came with the map, if it holds.
fn verify(
    view: &PlanView<'_>,
    ways: &Ways<'_>,
    start: usize,
    proof: &Value,
    look: &mut Look,
) -> Option<Vec<usize>> {
    let language = look.language;
    let rooms = view.plan.rooms().count();
    let order: Option<Vec<usize>> = proof["order"]
        .as_array()?
        .iter()
        .map(|step| step["room"].as_u64().map(|r| r as usize).filter(|r| *r < rooms))
        .collect();
    let order = order.unwrap_or_default();
    let (stuck, keys) = ways.walk(start, &order);
    if let Some(room) = stuck {
        let name = room_name(room as u32, language);
        look.error(
            Place::whole().in_room(room as u32),
            say!(
                language,
                "the proof that came with the map is wrong: {name} cannot be entered when its turn comes",
                "a prova que veio com o mapa está errada: não se pode entrar em {name} quando chega sua vez"
            ),
        );
        return None;
    }
    keys.iter().all(|found| *found).then_some(order)
}

/// Looks for an order, and says which locks stand in the way if there is none.
fn search(view: &PlanView<'_>, ways: &Ways<'_>, start: usize, look: &mut Look) -> Option<Vec<usize>> {
    let language = look.language;
    let reached = ways.explore(start, Wish::default());
    let missing: Vec<KeyId> =
        (0..).zip(&reached.keys).filter(|(_, found)| !**found).map(|(k, _)| k).collect();
    if missing.is_empty() {
        return Some(reached.order.into_iter().filter(|n| ways.is_room(*n)).collect());
    }
    let from = place_name(ways, start, language);
    let found_all = |keys: &[KeyId]| ways.explore(start, Wish { keys, ..Wish::default() });
    // The locks without which every key is found; then as few of them as will do.
    let mut locks = missing.clone();
    let opened = |keys: &[KeyId]| {
        let reached = found_all(keys);
        view.plan.keys.iter().all(|key| reached.seen[key.room as usize])
    };
    let by_locks = opened(&locks);
    if by_locks {
        for key in missing.clone() {
            let fewer: Vec<KeyId> = locks.iter().copied().filter(|k| *k != key).collect();
            if opened(&fewer) {
                locks = fewer;
            }
        }
    }
    let free = reached.order.iter().rev().find(|n| ways.is_room(**n)).copied().unwrap_or(start);
    let free = room_name(free as u32, language);
    for &id in if by_locks { &locks } else { &missing } {
        let Some(key) = view.plan.keys.get(id as usize) else { continue };
        let (name, room) = (key_name(view, id, language), room_name(key.room, language));
        let mut place = Place::whole().in_room(key.room);
        place.key = Some(id);
        let sentence = if by_locks {
            say!(
                language,
                "from {from} there is no order of rooms that opens every lock: {name} in {room} lies behind its own lock",
                "a partir de {from} não há ordem de salas que abra todas as fechaduras: {name}, em {room}, fica atrás da própria fechadura"
            )
        } else {
            say!(
                language,
                "from {from} nobody gets to {name} in {room}, even with every lock open",
                "a partir de {from} ninguém chega a {name}, em {room}, mesmo com todas as fechaduras abertas"
            )
        };
        look.error(place, sentence).repair(say!(
            language,
            "put it in {free}",
            "ponha-a em outro lugar: {free}"
        ));
    }
    None
}

pub(super) fn key_name(view: &PlanView<'_>, key: KeyId, language: Language) -> String {
    let name = view.plan.keys.get(key as usize).map_or("", |k| k.name.as_str());
    if name.is_empty() {
        let number = u64::from(key) + 1;
        say!(language, "key {number}", "a chave {number}")
    } else {
        say!(language, "the {name}", "a {name}")
    }
}

/// The proof in words: the rooms in order, up to the last key.
fn steps(view: &PlanView<'_>, order: &[usize], language: Language) -> Vec<String> {
    let keys_in = |room: usize| view.plan.keys.iter().filter(move |k| k.room as usize == room);
    let last = order.iter().rposition(|room| keys_in(*room).next().is_some());
    let step = |room: &usize| {
        let name = room_name(*room as u32, language);
        let keys: Vec<String> = keys_in(*room).map(|k| key_name(view, k.id, language)).collect();
        if keys.is_empty() {
            name
        } else {
            let keys = keys.join(", ");
            say!(language, "{name}: take {keys}", "{name}: pegue {keys}")
        }
    };
    order.iter().take(last.map_or(0, |n| n + 1)).map(step).collect()
}
