//! From a layout to a plan.

use mapkiln_core::StableSort;
use mapkiln_maps::plan::Plan;

use super::contents::Flags;
use super::layout::Layout;

/// The plan of a layout, with rooms numbered from the north-west in reading order.
pub(super) fn to_plan(side: i32, layout: &Layout, flags: &Flags) -> Plan {
    let mut rooms = layout.rooms.clone();
    rooms.stable_sort_by_key(|room| (room.y, room.x));
    let mut plan = Plan::from_cells(side, &rooms, &layout.network.cells, &layout.network.doors);
    for (i, room) in plan.rooms_mut().enumerate() {
        room.contents.enemies = flags.enemies >> i & 1 == 1;
        room.contents.treasure = flags.treasure >> i & 1 == 1;
    }
    plan
}
