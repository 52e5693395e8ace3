//! The stage of words: title, story and descriptions.

use mapkiln_core::Seed;
use mapkiln_maps::plan::{Plan, RoomId};

use super::Scope;
use crate::words::Writer;
use crate::workshop::Workshop;

impl Workshop<'_> {
    /// What the place is called.
    pub(crate) fn title(&self, seed: &Seed) -> String {
        Writer::new(self.theme, self.spec.lang).title(seed)
    }

    /// Writes the story, if the scope has it, and the descriptions of all rooms that are not kept.
    pub(crate) fn describe(&self, plan: &mut Plan, scope: &Scope, seed: &Seed) {
        plan.language = self.spec.lang;
        let mut writer = Writer::new(self.theme, self.spec.lang);
        for room in plan.rooms().filter(|r| scope.keeps(r)) {
            writer.avoid_sentences_of(&room.description.aloud);
            writer.avoid_sentences_of(&room.description.secret);
        }
        if scope.story {
            plan.story = writer.story(plan, seed);
        } else {
            writer.avoid_sentences_of(&plan.story);
        }
        let new: Vec<RoomId> = plan.rooms().filter(|r| !scope.keeps(r)).map(|r| r.id).collect();
        for id in new {
            let Some(room) = plan.room(id) else { continue };
            let description = writer.describe(plan, room, seed);
            if let Some(room) = plan.rooms_mut().nth(id as usize) {
                room.description = description;
            }
        }
    }
}
