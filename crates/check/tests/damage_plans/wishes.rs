//! Other than the spec asks for.

use mapkiln_maps::Language;
use mapkiln_maps::plan::{Key, Level};

use super::Kinds;

pub(super) fn wish_damages(kinds: &mut Kinds) {
    kinds.add("wishes", "the other language", |plan, _| {
        plan.language = match plan.language {
            Language::English => Language::Portuguese,
            Language::Portuguese => Language::English,
        };
        true
    });
    for more in [1, 2, 3, 5] {
        kinds.add("wishes", format!("{more} empty levels more"), move |plan, _| {
            let empty = Level { width: 9, height: 9, ..Level::default() };
            plan.levels.extend(std::iter::repeat_n(empty, more));
            true
        });
    }
    // More than any spec may ask for.
    for more in [9, 10, 30] {
        kinds.add("wishes", format!("{more} keys more"), move |plan, _| {
            let first = plan.keys.len() as u32;
            plan.keys.extend((0..more).map(|n| Key { id: first + n, name: "tin key".into(), room: 0 }));
            true
        });
    }
    for more in [5, 6, 20] {
        kinds.add("wishes", format!("{more} entrances more"), move |plan, _| {
            let level = &mut plan.levels[0];
            let Some(entrance) = level.entrances.first().cloned() else { return false };
            level.entrances.extend(std::iter::repeat_n(entrance, more));
            true
        });
    }
}
