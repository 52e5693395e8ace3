//! Maps of all makers as they are made: no claim fails.

#![allow(clippy::unwrap_used)]

mod common;

use common::{Sample, faults};
use mapkiln_core::map_indexed;

/// Makes and checks maps, and lists every fault.
fn none_fails(count: usize, make: impl Fn(usize) -> Sample + Sync + Send) {
    let wrong: Vec<String> = map_indexed(true, count, |i| {
        let sample = make(i);
        let name = sample.name.clone();
        faults(&sample.verdict()).into_iter().map(move |f| format!("{name}: {f}")).collect::<Vec<_>>()
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
}

#[test]
fn dungeons() {
    none_fails(240, common::dungeon);
}

#[test]
fn medium_dungeons() {
    none_fails(30, common::medium);
}

#[test]
fn classic_dungeons() {
    none_fails(100, common::classic);
}

#[test]
fn levels_in_space() {
    none_fails(60, common::level_plan);
}

#[test]
fn catan_boards() {
    none_fails(200, common::catan);
}

#[test]
fn terra_mystica_boards() {
    none_fails(60, common::terra);
}

/// A thousand seeds of every maker, and of every theme of dungeons: `cargo xtask test --long`.
mod a_thousand {
    use super::{common, none_fails};

    const SEEDS: usize = 1000;

    #[test]
    #[ignore = "long: thousands of maps"]
    fn dungeons_of_every_theme() {
        // The themes of the samples follow their numbers.
        none_fails(SEEDS * mapkiln_dungeon::codex::Theme::all().len(), common::dungeon);
    }

    #[test]
    #[ignore = "long: thousands of maps"]
    fn medium_dungeons() {
        none_fails(SEEDS, common::medium);
    }

    #[test]
    #[ignore = "long: thousands of maps"]
    fn classic_dungeons() {
        none_fails(SEEDS, common::classic);
    }

    #[test]
    #[ignore = "long: thousands of maps"]
    fn boards() {
        none_fails(SEEDS, common::catan);
        none_fails(SEEDS, common::terra);
    }

    #[test]
    #[ignore = "long: thousands of maps"]
    fn levels() {
        none_fails(SEEDS, common::level);
    }

    #[test]
    #[ignore = "long: thousands of maps"]
    fn levels_in_space() {
        none_fails(SEEDS, common::level_plan);
    }

    #[test]
    #[ignore = "long: thousands of maps"]
    fn floors() {
        none_fails(SEEDS, |i| common::level_plan(i).on_foot());
        none_fails(SEEDS, |i| common::dungeon(i).on_foot());
    }

    #[test]
    #[ignore = "long: thousands of maps"]
    fn worlds() {
        none_fails(SEEDS, common::world);
    }
}

/// A map that was changed after it was made says nothing false about itself as an error: its origin is
/// gone, and words that no longer fit are notes.
#[test]
fn changed_dungeons() {
    use mapkiln_check::{CheckOptions, DocumentRef, Severity, Subject, check};
    map_indexed(true, 40, |i| {
        let sample = common::dungeon(i);
        let mut plan = sample.plan().clone();
        for room in plan.rooms_mut() {
            room.contents.monsters.clear();
            room.contents.enemies = false;
        }
        let options = CheckOptions { claims: vec!["text".into()], ..CheckOptions::default() };
        let verdict = check(&Subject::new(DocumentRef::Plan(&plan)), &options);
        assert!(verdict.holds(), "{}: {:?}", sample.name, faults(&verdict));
        let had = sample.plan().rooms().any(|r| !r.contents.monsters.is_empty());
        let noted = verdict.findings().any(|(_, f)| f.severity == Severity::Note);
        assert_eq!(had, noted, "{}", sample.name);
    });
}

/// The players' version of every dungeon, held against the game master's.
#[test]
fn players_learn_nothing() {
    use mapkiln_check::{Against, CheckOptions, DocumentRef, Subject, check};
    use mapkiln_maps::Audience;
    map_indexed(true, 120, |i| {
        let sample = common::dungeon(i);
        let against = Against { map: &sample.map, origin: Some(&sample.origin), players: true };
        let players = sample.map.for_audience(Audience::Players);
        let bytes = sample.map.to_json_for(Audience::Players, Some(&sample.origin));
        let subject = Subject::new(DocumentRef::from(&*players))
            .with_against(Some(&against))
            .with_bytes(bytes.as_bytes());
        let verdict = check(&subject, &CheckOptions::default());
        assert!(verdict.holds(), "{}: {:?}", sample.name, faults(&verdict));
        // And the search finds what it looks for.
        let subject = Subject::new(DocumentRef::from(&sample.map)).with_against(Some(&against));
        let verdict =
            check(&subject, &CheckOptions { claims: vec!["words".into()], ..CheckOptions::default() });
        assert!(!verdict.holds(), "{}", sample.name);
    });
}

#[test]
fn level_graphs() {
    none_fails(90, common::level);
}

#[test]
fn worlds() {
    none_fails(80, common::world);
}

#[test]
fn floors() {
    none_fails(30, |i| common::level_plan(i).on_foot());
    none_fails(40, |i| common::dungeon(i).on_foot());
}
