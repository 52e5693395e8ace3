//! Plans damaged in many ways, each by a seed: every damage is found by the claim it breaks.

#![allow(clippy::type_complexity, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod contents;
mod document;
mod geometry;
mod pick;
mod reaching;
mod standing;
mod text;
mod wishes;

use common::{Sample, faults};
use mapkiln_core::{Seed, Stream, map_indexed};
use mapkiln_maps::AnyMap;
use mapkiln_maps::plan::{Plan, RoomTag};

/// Damages a plan; false if this one cannot be damaged so.
type Damage = Box<dyn Fn(&mut Plan, &mut Stream) -> bool + Sync + Send>;

struct Kinds(Vec<(&'static str, String, Damage)>);

impl Kinds {
    fn add(
        &mut self,
        claim: &'static str,
        name: impl Into<String>,
        damage: impl Fn(&mut Plan, &mut Stream) -> bool + Sync + Send + 'static,
    ) {
        self.0.push((claim, name.into(), Box::new(damage)));
    }

    /// A damage of something that is picked from a list.
    fn on<T: 'static>(
        &mut self,
        claim: &'static str,
        name: impl Into<String>,
        list: impl Fn(&mut Plan) -> Vec<&mut T> + Sync + Send + 'static,
        damage: impl Fn(&mut T) + Sync + Send + 'static,
    ) {
        self.add(claim, name, move |plan, rng| {
            let mut things = list(plan);
            let count = things.len();
            match things.get_mut(rng.index(count)) {
                Some(thing) => damage(thing),
                None => return false,
            }
            true
        });
    }
}

fn all() -> Kinds {
    let mut kinds = Kinds(Vec::new());
    geometry::rooms(&mut kinds);
    geometry::walls(&mut kinds);
    geometry::door_damages(&mut kinds);
    geometry::corridor_damages(&mut kinds);
    standing::thing_damages(&mut kinds);
    standing::path_damages(&mut kinds);
    standing::way_damages(&mut kinds);
    reaching::reach_damages(&mut kinds);
    reaching::closed(&mut kinds, "goal", "the goal", |plan| reaching::tagged(plan, &RoomTag::Goal));
    reaching::closed_everywhere(&mut kinds);
    // A bar may be a way around the lock of the goal, so that only the proof breaks.
    reaching::closed(&mut kinds, "keys", "the goal's key", |plan| {
        let goal = reaching::tagged(plan, &RoomTag::Goal)?;
        let key = plan.keys.iter().find(|k| reaching::locked_room(plan, k.id) == Some(goal))?;
        Some(key.room)
    });
    reaching::key_damages(&mut kinds);
    reaching::lock_damages(&mut kinds);
    contents::content_damages(&mut kinds);
    text::sentence_damages(&mut kinds);
    text::telling_damages(&mut kinds);
    wishes::wish_damages(&mut kinds);
    document::document_damages(&mut kinds);
    kinds
}

#[test]
fn every_damage_is_found() {
    const SAMPLES: usize = 40;
    const EACH: usize = 20;
    let samples: Vec<Sample> = map_indexed(true, SAMPLES, common::dungeon);
    let kinds = all();
    let results = map_indexed(true, kinds.0.len(), |k| {
        let (claim, name, damage) = &kinds.0[k];
        let (mut applied, mut missed) = (0, Vec::new());
        for n in 0..4 * EACH {
            let sample = &samples[n % SAMPLES];
            let mut rng = Seed::from(name.as_str()).stream("damage", n as u64);
            let mut plan = sample.plan().clone();
            if applied == EACH || !damage(&mut plan, &mut rng) || plan == *sample.plan() {
                continue;
            }
            applied += 1;
            let verdict = sample.judge(&AnyMap::Plan(plan));
            let found = verdict.faults().any(|(c, _)| c == *claim || c == "document");
            if !found {
                missed.push(format!("{claim}: {name} on {}: {:?}", sample.name, faults(&verdict)));
            }
        }
        (*claim, name.clone(), applied, missed)
    });
    let missed: Vec<String> = results.iter().flat_map(|r| r.3.iter().cloned()).collect();
    let idle: Vec<&String> = results.iter().filter(|r| r.2 == 0).map(|r| &r.1).collect();
    let total: usize = results.iter().map(|r| r.2).sum();
    println!("{total} damages of {} kinds", results.len());
    assert!(
        missed.is_empty(),
        "{} of {total} missed:\n{}",
        missed.len(),
        missed[..missed.len().min(30)].join("\n")
    );
    assert!(idle.is_empty(), "never applied: {idle:?}");
    for claim in mapkiln_check::CLAIMS.iter().filter(|c| c.on.contains(&mapkiln_check::Kind::Plan)) {
        let count = results.iter().filter(|r| r.0 == claim.name).count();
        assert!(
            // Plans against their graphs are damaged in graph.rs.
            count >= 10 || ["players", "words", "graph"].contains(&claim.name),
            "{}: {count} kinds of damage",
            claim.name
        );
    }
}
