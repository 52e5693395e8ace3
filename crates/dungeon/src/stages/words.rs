//! The stage of words: title, story, front page and descriptions.

use mapkiln_core::Seed;
use mapkiln_maps::plan::{Entry, Plan, RoomId};

use super::Scope;
use crate::codex::Purposes;
use crate::story::{Story, World};
use crate::words::{self, Used, Writer};
use crate::workshop::Workshop;

/// What the words of a plan come to, before they are written into it.
struct Written {
    background: String,
    front: Vec<Entry>,
    rooms: Vec<(RoomId, mapkiln_maps::plan::Description)>,
}

impl Workshop<'_> {
    /// What the place is called.
    pub(crate) fn title(&self, seed: &Seed) -> String {
        words::title(self.theme, self.spec.lang, seed)
    }

    /// Names the keys.
    pub(crate) fn name_keys(&self, plan: &mut Plan, seed: &Seed) {
        words::name_keys(plan, self.spec.lang, seed);
    }

    /// Writes the story, if the scope has it, and the descriptions of all rooms that are not kept.
    pub(crate) fn describe(&self, plan: &mut Plan, scope: &Scope, seed: &Seed) {
        plan.language = self.spec.lang;
        for room in plan.rooms_mut().filter(|r| !scope.keeps(r)) {
            let built = room.purpose.as_ref().and_then(|p| Purposes::find(&self.theme.id, &p.was));
            if let Some(built) = built {
                built.name.get(self.spec.lang).clone_into(&mut room.kind);
            }
        }
        let kept: Vec<_> =
            plan.rooms().filter(|r| scope.keeps(r)).map(|r| (r.id, r.contents.clone())).collect();
        words::translate_names(plan, self.codex, self.spec.lang);
        for (id, contents) in kept {
            if let Some(room) = plan.rooms_mut().nth(id as usize) {
                room.contents = contents;
            }
        }
        // A story that stays is drawn again as it was, so that what is new speaks of the same people.
        let story_seed = if scope.story { None } else { words::story_seed(plan) };
        let written = self.write(plan, scope, &story_seed.unwrap_or_else(|| seed.clone()), seed);
        if scope.story {
            plan.story = written.background;
            plan.front = written.front;
        }
        for (id, description) in written.rooms {
            if let Some(room) = plan.rooms_mut().nth(id as usize) {
                room.description = description;
            }
        }
    }

    fn write(&self, plan: &Plan, scope: &Scope, story_seed: &Seed, seed: &Seed) -> Written {
        let world = World::new(plan, self.theme, self.codex);
        let story = Story::draw(&world, story_seed);
        let mut used = Used::default();
        for room in plan.rooms().filter(|r| scope.keeps(r)) {
            used.keep(&room.description.aloud);
        }
        let mut writer =
            Writer { world: &world, story: &story, seed: seed.clone(), used, language: self.spec.lang };
        let background = writer.background();
        let front = writer.front(story_seed.as_str());
        let new = plan.rooms().filter(|r| !scope.keeps(r)).map(|r| r.id);
        let rooms = new.filter_map(|id| Some((id, writer.describe(id)?))).collect();
        Written { background, front, rooms }
    }
}
