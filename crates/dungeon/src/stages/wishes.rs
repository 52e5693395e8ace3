//! What was asked for and is not there.

use mapkiln_maps::plan::{Area, DoorKind, Level, Plan};

use crate::findings::UnmetWish;
use crate::workshop::Workshop;

impl Workshop<'_> {
    /// The numbers of the spec that a dungeon does not have, after all tries.
    pub(crate) fn wishes(&self, plan: &Plan) -> Vec<UnmetWish> {
        let spec = self.spec;
        let secret_ways = |level: &Level| {
            let passages = level.corridors.iter().filter(|c| c.secret).count();
            let between_rooms = level.doors.iter().filter(|d| {
                let leads_to_passage =
                    level.corridors.iter().any(|c| c.secret && d.joins.contains(&Area::Corridor(c.id)));
                d.kind == DoorKind::Secret && !leads_to_passage
            });
            passages + between_rooms.count()
        };
        // The floors of a tower are one place.
        let one_place = plan.genes.iter().any(|g| g.levels > 1);
        let secrets = plan.levels.iter().map(secret_ways);
        let fewest_secrets = if one_place { secrets.sum() } else { secrets.min().unwrap_or(0) };
        let entrances = plan.levels.first().map_or(0, |l| l.entrances.len());
        let all = [
            ("locks", spec.locks, plan.keys.len(), "ask for more rooms, more loops or fewer locks"),
            (
                "secret passages per level",
                spec.secrets,
                fewest_secrets,
                "ask for more rooms, a larger grid or fewer secrets",
            ),
            ("entrances", spec.entrances, entrances, "ask for more rooms or fewer entrances"),
            ("levels", spec.levels, plan.levels.len(), "ask for fewer levels"),
        ];
        let unmet = all.into_iter().filter(|(_, wanted, found, _)| found < wanted);
        unmet.map(|(what, wanted, found, advice)| UnmetWish { what, wanted, found, advice }).collect()
    }
}
