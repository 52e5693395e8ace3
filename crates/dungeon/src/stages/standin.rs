//! What rooms were for and what stands in them, for plans whose contents do not say.

use mapkiln_core::{Direction, Point, Seed};
use mapkiln_maps::plan::{Plan, Purpose, Role, RoomTag, Thing};

use crate::codex::{Condition, Purposes, Theme};

/// Gives every room a purpose of the theme and the things that belong to it, where they fit.
pub(crate) fn furnish(plan: &mut Plan, theme: &Theme, seed: &Seed) {
    let all = Purposes::of(&theme.id);
    if all.is_empty() {
        return;
    }
    let mut order: Vec<usize> = (0..all.len()).collect();
    seed.stream("purposes", 0).shuffle(&mut order);
    let mut next = 0;
    for level in &mut plan.levels {
        for room in &mut level.rooms {
            let mut rng = seed.stream("things", u64::from(room.id));
            let purpose = if room.has_tag(RoomTag::Boss) {
                all.iter().find(|p| p.user == Some(Role::Leader))
            } else if room.has_tag(RoomTag::Entrance) {
                all.iter().find(|p| p.wants(Condition::Entrance))
            } else {
                next += 1;
                all.get(order[next % order.len()])
            };
            let Some(purpose) = purpose else { continue };
            let held = !room.contents.monsters.is_empty();
            let now = if held && rng.percent(40) { rng.pick(Purposes::now()) } else { None };
            room.purpose = Some(Purpose {
                was: purpose.key.clone(),
                now: now.map(|n| n.key.clone()),
                holder: held.then_some(0),
                harm: rng.below(4) as u8,
            });
            let mut cells = room.outline.cells();
            rng.shuffle(&mut cells);
            let lights = if held { &purpose.lamps } else { &purpose.glow };
            let loose = now.map_or(&purpose.loose, |n| &n.loose);
            for stock in purpose.built.iter().chain(loose).chain(lights) {
                for _ in 0..rng.between(stock.low as i32, stock.high as i32) {
                    let Some(at) = cells.pop() else { break };
                    let thing = Thing::new(stock.kind, at, Direction::South);
                    let footprint = thing.footprint();
                    let corner = Point::new(at.x + footprint.width - 1, at.y + footprint.height - 1);
                    if room.outline.contains(corner) {
                        level.things.push(thing);
                    }
                }
            }
        }
    }
}
