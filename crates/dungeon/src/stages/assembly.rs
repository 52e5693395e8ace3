//! The second stage: layouts become a plan, its levels joined by stairs.

use mapkiln_core::{Direction, Point, Seed};
use mapkiln_maps::plan::{Level, Plan, Room, RoomId, RoomTag, Stairs, Vertical};

use super::Layouts;
use crate::codex::CREDITS;
use crate::findings::{Findings, LayoutFigures};
use crate::layout::LevelLayout;
use crate::layout::assemble::{NextIds, assemble};
use crate::layout::erect::Erected;
use crate::layout::metrics::{PlainTargets, steps};
use crate::workshop::Workshop;

/// A plan without contents, and where the way through it begins and ends.
#[derive(Clone)]
pub(crate) struct Skeleton {
    pub(crate) plan: Plan,
    pub(crate) entrances: Vec<RoomId>,
    pub(crate) goal: RoomId,
    /// Did the layout build the goal's room for that purpose?
    pub(crate) goal_is_built: bool,
}

/// The rooms of a level where ways from above arrive, and those from which stairs lead down.
struct Landings {
    up: Vec<RoomId>,
    down: Vec<RoomId>,
}

impl Workshop<'_> {
    /// Puts levels together. Rooms that are kept come back as they were.
    pub(crate) fn assemble_plan(&self, levels: &[LevelLayout], kept: &[&Room], seed: &Seed) -> Skeleton {
        let mut plan = Plan { cell_feet: 5, credits: CREDITS.map(str::to_owned).to_vec(), ..Plan::default() };
        let mut next = NextIds::default();
        let mut landings = Vec::new();
        for (number, level) in levels.iter().enumerate() {
            let assembled = assemble(level, &mut next, number == 0);
            landings.push(landings_of(level, &assembled.numbers));
            plan.levels.push(assembled.level);
        }
        for room in plan.rooms_mut() {
            if let Some(kept) = kept.iter().find(|k| k.id == room.id) {
                *room = (*kept).clone();
            }
        }
        for (above, pair) in landings.windows(2).enumerate() {
            for (&from, &to) in pair[0].down.iter().zip(&pair[1].up) {
                join_by_stairs(&mut plan, above, [from, to], seed);
            }
        }
        let goal = landings.last().and_then(|l| l.down.first().copied()).unwrap_or(0);
        let entrances = landings.into_iter().next().map(|l| l.up).unwrap_or_default();
        for room in plan.rooms_mut().filter(|r| kept.iter().all(|k| k.id != r.id)) {
            if entrances.contains(&room.id) {
                room.tags.push(RoomTag::Entrance);
            }
            if room.id == goal {
                room.tags.extend([RoomTag::Goal, RoomTag::Boss]);
            }
        }
        Skeleton { plan, entrances, goal, goal_is_built: false }
    }

    /// Puts layouts of any kind together, and notes their figures.
    pub(crate) fn skeleton(
        &self,
        layouts: &Layouts,
        kept: &[&Room],
        seed: &Seed,
        findings: &mut Findings,
    ) -> Skeleton {
        let site = match layouts {
            Layouts::Plain(levels) => {
                findings.layout =
                    Some(LayoutFigures::plain(levels, &PlainTargets::wished(&self.spec.targets)));
                return self.assemble_plan(levels, kept, seed);
            }
            Layouts::Themed(site) => site,
        };
        let erected = site.erect(seed).unwrap_or_default();
        let figures = LayoutFigures::themed(site, &self.spec.targets);
        findings.warnings.extend(figures.unmet(&self.spec.targets));
        findings.layout = Some(figures);
        let credits = CREDITS.map(str::to_owned).to_vec();
        let Erected { levels, entrances, goal, goal_is_built, genes } = erected;
        let mut plan = Plan { cell_feet: 5, credits, levels, genes, ..Plan::default() };
        for room in plan.rooms_mut() {
            if let Some(kept) = kept.iter().find(|k| k.id == room.id) {
                *room = (*kept).clone();
                continue;
            }
            if entrances.contains(&room.id) {
                room.tags.push(RoomTag::Entrance);
            }
            if room.id == goal {
                room.tags.extend([RoomTag::Goal, RoomTag::Boss]);
            }
        }
        Skeleton { plan, entrances, goal, goal_is_built }
    }
}

/// Two flights lead down if there is a room for each: from the goal and from the room farthest from
/// it.
fn landings_of(level: &LevelLayout, numbers: &[RoomId]) -> Landings {
    let (layout, endpoints) = (&level.layout, &level.layout.endpoints);
    let ways = steps(&layout.network.beside, endpoints.goal);
    let other = (0..layout.rooms.len())
        .filter(|r| *r != endpoints.goal && !endpoints.entrances.contains(r))
        .max_by_key(|&r| (ways[r], std::cmp::Reverse(r)));
    Landings {
        up: endpoints.entrances.iter().map(|&r| numbers[r]).collect(),
        down: [endpoints.goal].into_iter().chain(other).map(|r| numbers[r]).collect(),
    }
}

/// A flight of stairs down from a room to one on the next level, and the way back up.
fn join_by_stairs(plan: &mut Plan, above: usize, [from, to]: [RoomId; 2], seed: &Seed) {
    let place = |level: &Level, room: RoomId| -> Option<Point> {
        let room = level.rooms.iter().find(|r| r.id == room)?;
        let taken = |p: &Point| {
            level.stairs.iter().any(|s| s.at == *p)
                || level.entrances.iter().any(|e| e.at == *p)
                || level.doors.iter().any(|d| d.place.passage().contains(p))
        };
        let mut cells = room.outline.cells();
        cells.retain(|p| !taken(p));
        seed.stream("stairs", u64::from(room.id)).pick(&cells).copied()
    };
    let (Some(top), Some(bottom)) = (place(&plan.levels[above], from), place(&plan.levels[above + 1], to))
    else {
        return;
    };
    let stairs = |at, way, to_level, to| Stairs {
        at,
        facing: Direction::North,
        way,
        to_level: Some(to_level),
        to: Some(to),
    };
    plan.levels[above].stairs.push(stairs(top, Vertical::Down, above + 1, bottom));
    plan.levels[above + 1].stairs.push(stairs(bottom, Vertical::Up, above, top));
}
