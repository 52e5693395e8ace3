//! The third stage: what closes each door, where the keys are, and traps on doors and in corridors.

use mapkiln_core::Seed;
use mapkiln_maps::plan::{DoorKind, Plan, RoomId};

use super::assembly::Skeleton;
use crate::codex::TrapPlace;
use crate::doors::{DoorOdds, DoorPlacer};
use crate::workshop::Workshop;

impl Workshop<'_> {
    /// Gives every door its kind and every lock its key; no key lies in the rooms `without_keys`.
    pub(crate) fn place_doors(&self, skeleton: Skeleton, without_keys: &[RoomId], seed: &Seed) -> Plan {
        let Skeleton { mut plan, entrances, goal } = skeleton;
        let mut rng = seed.stream("doors", 0);
        let placer = DoorPlacer {
            entrances: &entrances,
            goal,
            without_keys,
            locks: self.spec.locks,
            odds: DoorOdds { arches: self.theme.arches, barred: 6, portcullises: 6 },
        };
        placer.place(&mut plan, &mut rng);
        let traps = self.traps();
        // Traps on ordinary doors: a third as often as in rooms.
        for door in plan.levels.iter_mut().flat_map(|l| &mut l.doors) {
            if door.kind == DoorKind::Door
                && rng.percent(self.spec.traps / 3)
                && let Some(trap) = traps.trap(TrapPlace::Door, None, &mut rng)
            {
                door.kind = DoorKind::Trapped { trap };
            }
        }
        for corridor in plan.levels.iter_mut().flat_map(|l| &mut l.corridors) {
            if !corridor.secret && corridor.cells.len() > 4 && rng.percent(self.spec.traps) {
                let at = corridor.cells[rng.index(corridor.cells.len())];
                corridor.traps.extend(traps.trap(TrapPlace::Corridor, Some(at), &mut rng));
            }
        }
        self.name_keys(&mut plan, seed);
        plan
    }
}
