//! The smallest changes that make a dungeon finishable again, each tried before it is offered.

use mapkiln_core::StableSort;
use mapkiln_dungeon::DungeonSpec;
use mapkiln_maps::plan::{Plan, RoomId};
use serde::{Deserialize, Serialize};

use crate::apply::apply;
use crate::edit::{DoorWish, Edit};
use crate::reach::Reach;
use crate::verdict::EditVerdict;

/// The most mends offered.
const MOST: usize = 4;

/// A change that mends a dungeon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mend {
    /// The change.
    pub edit: Edit,
    /// Rooms that stay out of reach with it.
    pub still_lost: usize,
}

/// Changes after which the plan can be finished; if none does it alone, those that help most.
pub(crate) fn mends(plan: &Plan, spec: &DungeonSpec, broken: &EditVerdict) -> Vec<Mend> {
    let mut tried: Vec<(bool, Mend)> = Vec::new();
    for edit in proposals(plan, broken) {
        let Ok(changed) = apply(plan, spec, &edit) else { continue };
        let after = EditVerdict::without_mends(&changed);
        if after.finished || after.lost.len() < broken.lost.len() {
            tried.push((!after.finished, Mend { edit, still_lost: after.lost.len() }));
        }
    }
    // The order of proposals breaks ties: it goes from small to large changes.
    tried.stable_sort_by_key(|(unfinished, mend)| (*unfinished, mend.still_lost));
    tried.into_iter().map(|(_, mend)| mend).take(MOST).collect()
}

fn proposals(plan: &Plan, broken: &EditVerdict) -> Vec<Edit> {
    let reach = Reach::of(plan);
    let middle = |room: RoomId| plan.room(room).map(|r| r.outline.bounds().centre()).unwrap_or_default();
    let mut reached: Vec<RoomId> =
        plan.rooms().map(|r| r.id).filter(|r| reach.has(*r) && !broken.entrances.contains(r)).collect();
    if reached.is_empty() {
        reached.clone_from(&broken.entrances);
    }
    let mut edits = Vec::new();
    for &key in &broken.lost_keys {
        let Some(lies) = plan.keys.get(key as usize).map(|k| k.room) else { continue };
        let mut near = reached.clone();
        near.stable_sort_by_key(|r| (middle(*r).manhattan(middle(lies)), *r));
        edits.extend(near.into_iter().take(4).map(|room| Edit::MoveKey { key, room }));
    }
    edits.extend(broken.blocked.iter().map(|&door| Edit::Door { door, kind: DoorWish::Door }));
    let mut pairs: Vec<(RoomId, RoomId)> = broken
        .lost
        .iter()
        .flat_map(|&lost| reached.iter().chain(&broken.entrances).map(move |&r| (r, lost)))
        .collect();
    pairs.stable_sort_by_key(|(a, b)| (middle(*a).manhattan(middle(*b)), *a, *b));
    pairs.dedup();
    edits.extend(pairs.into_iter().take(6).map(|(from, to)| Edit::Join { from, to }));
    edits
}
