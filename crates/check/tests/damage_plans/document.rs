//! Documents that contradict themselves.

use mapkiln_core::{Point, Rect};
use mapkiln_maps::plan::{Area, DoorKind, Outline};

use super::Kinds;
use super::pick::{a_level, a_room, corridors, doors, entrances, monsters};

pub(super) fn document_damages(kinds: &mut Kinds) {
    kinds.add("document", "a room's number", |p, rng| {
        let (level, room) = a_room(p, rng);
        level.rooms[room].id += 1;
        true
    });
    kinds.on("document", "a door's number", doors, |d| d.id += 1);
    kinds.on("document", "a corridor's number", corridors, |c| c.id += 1);
    kinds.add("document", "no width", |p, rng| {
        a_level(p, rng).width = 0;
        true
    });
    kinds.add("document", "a huge width", |p, rng| {
        a_level(p, rng).width = i32::MAX;
        true
    });
    kinds.on("document", "a door to no room", doors, |d| d.joins[0] = Area::Room(9999));
    kinds.on("document", "a lock of no key", doors, |d| d.kind = DoorKind::Locked { key: Some(9999) });
    kinds.on("document", "a corridor outside", corridors, |c| c.cells.push(Point::new(-1, 0)));
    kinds.on("document", "an entrance outside", entrances, |e| e.at = Point::new(i32::MAX, i32::MIN));
    kinds.on("document", "monsters that are none", monsters, |_| {});
    kinds.0.pop();
    kinds.add("document", "a room outside", |p, rng| {
        let (level, room) = a_room(p, rng);
        level.rooms[room].outline = Outline::Rect(Rect::new(i32::MAX - 1, 0, 3, 3));
        true
    });
    kinds.add("document", "an outline of three corners", |p, rng| {
        let (level, room) = a_room(p, rng);
        level.rooms[room].outline = Outline::Polygon(vec![Point::new(0, 0); 3]);
        true
    });
}
