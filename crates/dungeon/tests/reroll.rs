//! What is kept in a re-roll stays to the byte.

#![allow(clippy::unwrap_used)]

mod common;

use common::{check_level, check_themed, is_themed, make, no_sentence_twice, quick, themed, varied};
use mapkiln_core::{Made, Run, Spec, map_indexed};
use mapkiln_dungeon::{Candidate, DungeonSpec, Error, Reroll, RerollPart};
use mapkiln_maps::document::Document;
use mapkiln_maps::plan::Plan;

fn rerolled(spec: &DungeonSpec, plan: &Plan, keep: &[u32], part: RerollPart) -> DungeonSpec {
    let reroll = Reroll { plan: plan.clone(), part, keep: keep.to_vec(), entrance: None };
    DungeonSpec { reroll: Some(Box::new(reroll)), ..spec.clone() }
}

fn reroll(
    spec: &DungeonSpec,
    plan: &Plan,
    keep: &[u32],
    part: RerollPart,
    seed: u64,
) -> Result<Made<Plan>, Error> {
    rerolled(spec, plan, keep, part).make(&mut Run::new(seed))
}

#[test]
fn what_is_kept_stays_to_the_byte() {
    let room = |plan: &Plan, id: u32| serde_json::to_string(plan.room(id).unwrap()).unwrap();
    map_indexed(true, 40, |i| {
        let spec = if i % 2 == 0 { varied(i * 7) } else { themed(i * 5) };
        let tower = spec.theme.as_deref() == Some("wizards-tower");
        let spec = DungeonSpec { levels: if tower { 0 } else { 1 + i % 3 / 2 }, ..spec };
        let spec = DungeonSpec { enemies: 50, treasure: 40, ..spec };
        let old = make(&spec, i as u64).map;
        let count = old.rooms().count() as u32;
        let keep: Vec<u32> = (0..count).filter(|r| (r * 7 + i as u32).is_multiple_of(3)).collect();
        for part in [RerollPart::Contents, RerollPart::Layout, RerollPart::Words] {
            let made = match reroll(&spec, &old, &keep, part, i as u64 + 1000) {
                Ok(made) => made,
                Err(Error::NoSpace { .. }) if part == RerollPart::Layout => continue,
                Err(error) => panic!("{part:?}: {error}"),
            };
            let new = &made.map;
            new.check().unwrap();
            keep.iter().for_each(|&id| assert_eq!(room(new, id), room(&old, id), "{part:?}"));
            no_sentence_twice(new);
            assert_eq!(new.title, old.title);
            let changed = (0..count)
                .filter(|id| !keep.contains(id))
                .any(|id| new.room(id).is_none_or(|r| serde_json::to_string(r).unwrap() != room(&old, id)));
            assert!(changed, "{part:?} changed nothing");
            if part == RerollPart::Layout {
                if is_themed(new) {
                    check_themed(new);
                } else {
                    new.levels.iter().for_each(|level| {
                        check_level(level, &spec);
                    });
                }
                assert_eq!(made.report.metrics["proved"], 1.0);
            } else {
                // Everything but rooms' contents, things and words is as before.
                let mut bare = [new.clone(), old.clone()];
                for plan in &mut bare {
                    plan.rooms_mut().for_each(|r| {
                        (r.contents, r.description, r.kind, r.tags, r.purpose) = Default::default();
                    });
                    for level in &mut plan.levels {
                        let (rooms, things) = (&level.rooms, &mut level.things);
                        let kept = |p| rooms.iter().any(|r| keep.contains(&r.id) && r.outline.contains(p));
                        things.retain(|t| kept(t.at));
                    }
                    (plan.story, plan.front, plan.wandering) = Default::default();
                }
                assert_eq!(bare[0], bare[1]);
            }
        }
        let one = count / 2;
        let new = reroll(&spec, &old, &[], RerollPart::Room(one), 77).unwrap().map;
        (0..count).filter(|id| *id != one).for_each(|id| assert_eq!(room(&new, id), room(&old, id)));
        assert_eq!((&new.story, &new.wandering, &new.keys), (&old.story, &old.wandering, &old.keys));
        assert_eq!(new.levels[0].corridors, old.levels[0].corridors);
    });
}

#[test]
fn pinned_rooms_are_kept_and_nonsense_is_refused() {
    let spec = quick();
    let mut plan = make(&spec, 5).map;
    plan.rooms_mut().nth(2).unwrap().pinned = true;
    let new = reroll(&spec, &plan, &[], RerollPart::Contents, 9).unwrap().map;
    assert_eq!(new.room(2), plan.room(2));
    let error = |keep: &[u32], part| reroll(&spec, &plan, keep, part, 9).unwrap_err().to_string();
    assert!(error(&[99], RerollPart::Words).contains("there is no room 100"));
    assert!(error(&[3], RerollPart::Room(3)).contains("both to be kept"));
    assert!(error(&[], RerollPart::Room(99)).contains("rooms go from 1"));
    assert!(reroll(&spec, &Plan::default(), &[], RerollPart::Words, 9).is_err());
    let mut crowded = plan.clone();
    let level = &mut crowded.levels[0];
    for id in level.rooms.len() as u32..70 {
        level.rooms.push(mapkiln_maps::plan::Room { id, ..level.rooms[0].clone() });
    }
    let crowded = reroll(&spec, &crowded, &[0], RerollPart::Layout, 9).unwrap_err().to_string();
    assert!(crowded.contains("70 rooms"), "{crowded}");
    // A sound document is wanted, too.
    plan.levels[0].rooms[1].id = 7;
    assert!(reroll(&spec, &plan, &[], RerollPart::Words, 9).is_err());
    let both = DungeonSpec {
        candidate: Some(Candidate { number: 1, of: 2 }),
        ..rerolled(&spec, &plan, &[], RerollPart::Words)
    };
    assert!(both.make(&mut Run::new(9)).unwrap_err().to_string().contains("candidate"));
}

/// One magic item for every two characters, however often one room is made again.
#[test]
fn one_room_made_again_adds_no_magic_items() {
    map_indexed(true, 16, |i| {
        let spec = themed(i);
        let old = make(&spec, i as u64).map;
        let items = |plan: &Plan| {
            let parcels = plan.rooms().flat_map(|r| &r.contents.parcels);
            parcels.filter(|p| !p.rarity.is_empty()).count()
        };
        let most = spec.party.levels().len().div_ceil(2);
        for room in 0..old.rooms().count() as u32 {
            let new = reroll(&spec, &old, &[], RerollPart::Room(room), 7 + i as u64).unwrap().map;
            assert!(items(&new) <= most, "{} items after room {} of {i}", items(&new), room + 1);
        }
    });
}

/// A plan is cut to what it holds; its layout can be made again all the same.
#[test]
fn every_theme_can_be_laid_out_again() {
    let themes = mapkiln_dungeon::codex::Theme::all();
    map_indexed(true, themes.len() * 2, |i| {
        let theme = Some(themes[i % themes.len()].id.clone());
        let spec = DungeonSpec { theme, ..quick() };
        let old = make(&spec, i as u64).map;
        reroll(&spec, &old, &[], RerollPart::Layout, 1 + i as u64).unwrap();
    });
}
