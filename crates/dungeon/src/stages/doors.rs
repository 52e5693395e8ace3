//! The third stage: what closes each door, where the keys are, and traps on doors and in corridors.

use mapkiln_core::Seed;
use mapkiln_maps::plan::{Area, DoorKind, Plan, RoomId};

use super::assembly::Skeleton;
use crate::codex::TrapPlace;
use crate::doors::{DoorOdds, DoorPlacer};
use crate::workshop::Workshop;

impl Workshop<'_> {
    /// Gives every door its kind and every lock its key; no key lies in the rooms `without_keys`.
    pub(crate) fn place_doors(&self, skeleton: Skeleton, without_keys: &[RoomId], seed: &Seed) -> Plan {
        let Skeleton { mut plan, entrances, goal, .. } = skeleton;
        let placer = DoorPlacer {
            entrances: &entrances,
            goal,
            without_keys,
            locks: self.spec.locks,
            odds: DoorOdds { arches: self.theme.arches, barred: 6, portcullises: 6 },
        };
        placer.place(&mut plan, seed);
        let mut rng = seed.stream("door traps", 0);
        let traps = self.traps();
        // A third of the traps are on doors and in corridors, not at the way in.
        let at_entrance =
            |areas: &[Area]| areas.iter().any(|a| entrances.iter().any(|e| *a == Area::Room(*e)));
        let mut left = self.trap_count(plan.rooms().count()) / 3;
        let mut doors: Vec<usize> = (0..plan.doors().count()).collect();
        rng.shuffle(&mut doors);
        for (turn, id) in doors.into_iter().enumerate() {
            if left == 0 {
                break;
            }
            // Doors and corridors in turn.
            let Some(door) = plan.levels.iter_mut().flat_map(|l| &mut l.doors).nth(id) else { continue };
            if at_entrance(&door.joins) {
                continue;
            }
            let corridor =
                door.joins.iter().find_map(|a| if let Area::Corridor(c) = a { Some(*c) } else { None });
            if turn % 2 == 0 && door.kind == DoorKind::Door {
                if let Some(trap) = traps.trap(TrapPlace::Door, None, &mut rng) {
                    door.kind = DoorKind::Trapped { trap };
                    left -= 1;
                }
            } else if let Some(corridor) = corridor
                .and_then(|c| plan.levels.iter_mut().flat_map(|l| &mut l.corridors).nth(c as usize))
                .filter(|c| !c.secret && c.traps.is_empty() && c.cells.len() > 4)
            {
                let at = corridor.cells[rng.index(corridor.cells.len())];
                corridor.traps.extend(traps.trap(TrapPlace::Corridor, Some(at), &mut rng));
                left -= 1;
            }
        }
        self.name_keys(&mut plan, seed);
        plan
    }
}
