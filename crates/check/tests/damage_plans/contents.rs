//! Creatures and treasure.

use mapkiln_core::Stream;
use mapkiln_maps::plan::{CreatureSize, Level, Monsters, Parcel, Room};

use super::Kinds;
use super::pick::{a_room, cell, items, known, monsters, parcels, roaming, rock, valuables};

pub(super) fn content_damages(kinds: &mut Kinds) {
    kinds.on("budget", "a hundred times as many", known, |m| m.count = m.count * 100 + 1000);
    kinds.on("budget", "four thousand million", known, |m| m.count = u32::MAX);
    kinds.on("budget", "none", known, |m| m.count = 0);
    kinds.on("budget", "one point more", known, |m| m.xp += 11);
    kinds.on("budget", "all points", known, |m| m.xp = u32::MAX);
    kinds.on("budget", "half the points", known, |m| m.xp = m.xp / 2 + 1);
    kinds.on("budget", "a challenge that there is not", known, |m| m.challenge = "1/3".into());
    kinds.on("budget", "a challenge of 31", known, |m| m.challenge = "31".into());
    kinds.on("budget", "a challenge in words", known, |m| m.challenge = "hard".into());
    kinds.on("budget", "another challenge", known, |m| {
        m.challenge = if m.challenge == "30" { "1" } else { "30" }.into();
    });
    kinds.on("budget", "an army on the way", roaming, |m| m.count = m.count * 1000 + 1000);
    kinds.on("budget", "nobody on the way", roaming, |m| m.count = 0);

    let placed =
        |name: &'static str, damage: fn(&Level, &Room, &mut Monsters, &mut Stream) -> bool| (name, damage);
    let creatures = [
        placed("outside the room", |level, _, m, rng| {
            (m.count, m.at) = (1, vec![rock(level, rng)]);
            true
        }),
        placed("more places than creatures", |_, room, m, rng| {
            (m.count, m.at) = (1, vec![cell(room, rng), cell(room, rng)]);
            true
        }),
        placed("fewer places than creatures", |_, room, m, rng| {
            (m.count, m.at) = (3, vec![cell(room, rng)]);
            true
        }),
        placed("two on one square", |_, room, m, rng| {
            let at = cell(room, rng);
            (m.count, m.at) = (2, vec![at, at]);
            true
        }),
        placed("five tiny ones on one square", |_, room, m, rng| {
            let at = cell(room, rng);
            (m.count, m.at, m.size) = (5, vec![at; 5], CreatureSize::Tiny);
            true
        }),
        placed("a large one in the wall", |_, room, m, _| {
            let b = room.outline.bounds();
            let at = room.outline.cells().into_iter().filter(|p| p.x == b.right() - 1).max().unwrap();
            (m.count, m.at, m.size) = (1, vec![at], CreatureSize::Large);
            true
        }),
        placed("a huge one in the wall", |_, room, m, _| {
            let b = room.outline.bounds();
            let at = room.outline.cells().into_iter().filter(|p| p.y == b.bottom() - 1).max().unwrap();
            (m.count, m.at, m.size) = (1, vec![at], CreatureSize::Huge);
            true
        }),
        placed("a thousand large ones", |_, _, m, _| {
            (m.count, m.size) = (1000, CreatureSize::Large);
            true
        }),
        placed("forty gargantuan ones", |_, room, m, _| {
            (m.count, m.size) = (40, CreatureSize::Gargantuan);
            room.outline.area() < 640
        }),
        placed("one more that overlaps", |_, room, m, rng| {
            let at = cell(room, rng);
            (m.count, m.at, m.size) = (2, vec![at, at], CreatureSize::Small);
            true
        }),
    ];
    for (name, damage) in creatures {
        kinds.add("creatures", name, move |plan, rng| {
            let (level, room) = a_room(plan, rng);
            let mut monsters = Monsters::new("Owlbear", 1);
            if !damage(level, &level.rooms[room], &mut monsters, rng) {
                return false;
            }
            level.rooms[room].contents.enemies = true;
            level.rooms[room].contents.monsters = vec![monsters];
            true
        });
    }
    kinds.on("treasure", "a thousand times the gold", valuables, |p| {
        p.gold = p.gold.saturating_mul(1_000_000).max(3_000_000);
    });
    kinds.on("treasure", "all the gold there is", valuables, |p| p.gold = u32::MAX);
    kinds.on("treasure", "no name", parcels, |p| p.name.clear());
    kinds.on("treasure", "a blank name", parcels, |p| p.name = " ".into());
    kinds.on("treasure", "an item worth one more", items, |p| p.gold += 1);
    kinds.on("treasure", "an item worth nothing", items, |p| p.gold = 0);
    kinds.on("treasure", "an item worth twice as much", items, |p| p.gold *= 2);
    kinds.on("treasure", "a rarity that there is not", items, |p| p.rarity = "shiny".into());
    kinds.on("treasure", "another rarity", items, |p| {
        p.rarity = if p.rarity == "legendary" { "common" } else { "legendary" }.into();
    });
    kinds.on("treasure", "coins that are rare", valuables, |p| {
        p.rarity = "rare".into();
        p.gold = 7;
    });
    kinds.add("treasure", "twenty items more", |plan, rng| {
        let (level, room) = a_room(plan, rng);
        level.rooms[room].contents.treasure = true;
        for n in 0..20 {
            let name = format!("Wand {n}");
            level.rooms[room].contents.parcels.push(Parcel {
                name,
                gold: 400,
                rarity: "uncommon".into(),
                ..Parcel::default()
            });
        }
        true
    });
}
