//! Where each creature stands.

use mapkiln_core::{Point, Rect, StableSort, Stream};
use mapkiln_maps::plan::{CreatureSize, Monsters, Role, Thing};

use super::room_floor::RoomFloor;

/// The cells of floor that a group needs: three times its own, and six.
pub(crate) fn room_for(squares: u32) -> u32 {
    3 * squares + 6
}

/// Gives every creature its place, the largest first; returns how many found none. Those who have no
/// place are taken out of the group.
pub(crate) fn stand(
    floor: &mut RoomFloor,
    monsters: &mut Vec<Monsters>,
    things: &[Thing],
    wanted: impl Fn(CreatureSize) -> bool,
    rng: &mut Stream,
) -> u32 {
    let mut order: Vec<usize> = (0..monsters.len()).filter(|&i| wanted(monsters[i].size)).collect();
    order.stable_sort_by_key(|&i| (std::cmp::Reverse(monsters[i].size), i));
    let mut left_out = 0;
    for i in order {
        let group = &mut monsters[i];
        let side = group.size.side();
        group.at.clear();
        let mut in_square = 0;
        for _ in 0..group.count {
            // Four tiny ones share a square.
            if group.size == CreatureSize::Tiny && in_square % 4 != 0 {
                let shared = group.at.last().copied().unwrap_or_default();
                group.at.push(shared);
                in_square += 1;
                continue;
            }
            let Some(at) = best_place(floor, side, group.role, &group.at, things, rng) else { break };
            floor.hold(Rect::new(at.x, at.y, side, side));
            group.at.push(at);
            in_square += 1;
        }
        left_out += group.count - group.at.len() as u32;
        group.count = group.at.len() as u32;
    }
    monsters.retain(|m| m.count > 0 || !wanted(m.size));
    left_out
}

/// The best free square of a side: leaders at the far end, others near things and their own kind,
/// nobody in a doorway if it can be helped.
fn best_place(
    floor: &RoomFloor,
    side: i32,
    role: Option<Role>,
    friends: &[Point],
    things: &[Thing],
    rng: &mut Stream,
) -> Option<Point> {
    let mut best: Option<(i64, Point)> = None;
    let corners: Vec<Point> = floor.floor().collect();
    for p in corners {
        let square = Rect::new(p.x, p.y, side, side);
        if !square.cells().all(|q| floor.is_vacant(q)) {
            continue;
        }
        // Doorways, water and rubble only if there is no better place.
        let cost = |q: Point| i64::from(!floor.is_free(q)) + i64::from(floor.is_spare(q));
        let crowded: i64 = square.cells().map(cost).sum();
        let doors = floor.ways_in.iter().map(|w| w.manhattan(p)).min().unwrap_or(8);
        let from_doors = i64::from(doors.min(12));
        let friend = friends.iter().map(|f| f.manhattan(p)).min();
        let near = things.iter().map(|t| t.footprint().centre().manhattan(p)).min().unwrap_or(9);
        let score = match role {
            Some(Role::Leader) => 6 * from_doors,
            Some(Role::Beast) => {
                2 * from_doors + friend.map_or(0, |d| -i64::from(d.abs_diff(2 + side as u32)))
            }
            _ => {
                let company = friend.map_or(0, |d| -2 * i64::from(d.abs_diff(2)));
                company - i64::from(near.min(9)) + from_doors.min(3)
            }
        };
        let score = 16 * score - 400 * crowded + rng.below(12) as i64;
        if best.is_none_or(|(s, _)| score > s) {
            best = Some((score, p));
        }
    }
    best.map(|(_, p)| p)
}
