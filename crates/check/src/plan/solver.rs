//! Where one gets in a plan, picking up keys on the way.
//!
//! Keys are never used up, so exploring all that is open until nothing new opens is exact. A way
//! that a lock closes waits in the list of its key, so every way is looked at once or twice:
//! O(areas + doors + keys).

use mapkiln_maps::plan::{Area, DoorKind, KeyId, Plan, RoomTag};

use super::view::PlanView;
use crate::look::{Look, say};

/// What a way needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    Nothing,
    Key(KeyId),
    /// Somebody must find it first.
    Secret,
    /// The bar lies on this side.
    Unbar,
}

/// The ways between the areas of a plan: rooms first, then corridors, by number.
pub(super) struct Ways<'a> {
    plan: &'a Plan,
    rooms: usize,
    from: Vec<Vec<(usize, Needs)>>,
    keys_in: Vec<Vec<KeyId>>,
}

/// How a plan is explored.
#[derive(Clone, Copy, Default)]
pub(super) struct Wish<'k> {
    /// Keys in hand from the start.
    pub(super) keys: &'k [KeyId],
    /// A key that is never picked up.
    pub(super) without: Option<KeyId>,
    /// Leave all keys where they lie?
    pub(super) leave_keys: bool,
    /// Leave bars where they lie?
    pub(super) keep_bars: bool,
}

/// Areas and ways that one claim looks at in all its explorations; more are not looked at.
const MOST_STEPS: usize = 200_000_000;

/// What was reached.
pub(super) struct Reached {
    /// By area.
    pub(super) seen: Vec<bool>,
    /// The areas in the order of the first visit.
    pub(super) order: Vec<usize>,
    /// By key: was it found?
    pub(super) keys: Vec<bool>,
}

impl<'a> Ways<'a> {
    pub(super) fn new(view: &PlanView<'a>) -> Self {
        let plan = view.plan;
        let rooms = plan.rooms().count();
        let corridors: usize = plan.levels.iter().map(|l| l.corridors.len()).sum();
        let mut ways =
            Ways { plan, rooms, from: vec![Vec::new(); rooms + corridors], keys_in: vec![Vec::new(); rooms] };
        for door in plan.doors() {
            let [a, b] = door.joins.map(|area| ways.node(area));
            let (there, back) = match &door.kind {
                DoorKind::Arch | DoorKind::Door | DoorKind::Trapped { .. } => {
                    (Some(Needs::Nothing), Some(Needs::Nothing))
                }
                DoorKind::Locked { key: Some(key) } => (Some(Needs::Key(*key)), Some(Needs::Key(*key))),
                DoorKind::Secret => (Some(Needs::Secret), Some(Needs::Secret)),
                // The bar lies on the side of the first place.
                DoorKind::Barred => (Some(Needs::Unbar), None),
                DoorKind::Locked { key: None } | DoorKind::Portcullis => (None, None),
            };
            ways.from[a].extend(there.map(|needs| (b, needs)));
            ways.from[b].extend(back.map(|needs| (a, needs)));
        }
        for level in &view.levels {
            for stairs in &level.level.stairs {
                let to = stairs.to_level.zip(stairs.to).and_then(|(level, p)| view.area_at(level, p));
                if let (Some(from), Some(to)) = (level.area(stairs.at), to) {
                    let (from, to) = (ways.node(from), ways.node(to));
                    ways.from[from].push((to, Needs::Nothing));
                }
            }
        }
        for key in &plan.keys {
            ways.keys_in[key.room as usize].push(key.id);
        }
        ways
    }

    /// Says so if this many explorations from each of the starts would take too long.
    pub(super) fn too_many(&self, starts: usize, each: usize, look: &mut Look) -> bool {
        let ways = self.from.len() + self.from.iter().map(Vec::len).sum::<usize>();
        let times = starts.saturating_mul(each);
        let too_many = ways.saturating_mul(times) > MOST_STEPS;
        if too_many {
            look.skip(say!(
                look.language,
                "it would take {times} searches among {ways} places and ways",
                "seriam necessárias {times} buscas entre {ways} lugares e caminhos"
            ));
        }
        too_many
    }

    pub(super) fn node(&self, area: Area) -> usize {
        match area {
            Area::Room(id) => id as usize,
            Area::Corridor(id) => self.rooms + id as usize,
        }
    }

    /// Is it a room?
    pub(super) fn is_room(&self, node: usize) -> bool {
        node < self.rooms
    }

    /// The areas where one may come in, each once.
    pub(super) fn starts(&self) -> Vec<usize> {
        let entrances = self.plan.levels.iter().flat_map(|l| &l.entrances).map(|e| self.node(e.area));
        let mut starts: Vec<usize> = entrances.collect();
        if starts.is_empty() {
            let start = |tag: RoomTag| self.plan.rooms().filter(move |r| r.has_tag(tag.clone()));
            starts.extend(start(RoomTag::Entrance).chain(start(RoomTag::Start)).map(|r| r.id as usize));
        }
        if starts.is_empty() && self.rooms > 0 {
            starts.push(0);
        }
        starts.sort_unstable();
        starts.dedup();
        starts
    }

    /// The rooms that the party is to reach: the goal, or else the exit.
    pub(super) fn goals(&self) -> Vec<usize> {
        let tagged = |tag: RoomTag| -> Vec<usize> {
            self.plan.rooms().filter(|r| r.has_tag(tag.clone())).map(|r| r.id as usize).collect()
        };
        let goals = tagged(RoomTag::Goal);
        if goals.is_empty() { tagged(RoomTag::Exit) } else { goals }
    }

    /// Explores all that can be reached without finding a secret door.
    pub(super) fn explore(&self, start: usize, wish: Wish<'_>) -> Reached {
        let mut reached = Reached {
            seen: vec![false; self.from.len()],
            order: Vec::new(),
            keys: vec![false; self.plan.keys.len()],
        };
        let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); self.plan.keys.len()];
        for &key in wish.keys {
            reached.keys[key as usize] = true;
        }
        let mut queue = std::collections::VecDeque::from([start]);
        reached.seen[start] = true;
        while let Some(node) = queue.pop_front() {
            reached.order.push(node);
            let mut visit = |next: usize, seen: &mut Vec<bool>| {
                if !std::mem::replace(&mut seen[next], true) {
                    queue.push_back(next);
                }
            };
            for &key in self
                .keys_in
                .get(node)
                .into_iter()
                .flatten()
                .filter(|key| !wish.leave_keys && wish.without != Some(**key))
            {
                if !std::mem::replace(&mut reached.keys[key as usize], true) {
                    for next in waiting[key as usize].drain(..) {
                        visit(next, &mut reached.seen);
                    }
                }
            }
            for &(next, needs) in &self.from[node] {
                match needs {
                    Needs::Nothing => visit(next, &mut reached.seen),
                    Needs::Unbar if !wish.keep_bars => visit(next, &mut reached.seen),
                    Needs::Key(key) if reached.keys[key as usize] => visit(next, &mut reached.seen),
                    Needs::Key(key) => waiting[key as usize].push(next),
                    Needs::Secret | Needs::Unbar => {}
                }
            }
        }
        reached
    }

    /// Walks an order of rooms: the first that cannot be entered from what was seen before it, if
    /// there is one, with the keys found up to there.
    ///
    /// Corridors are passed as they open; a room is entered only when it is its turn. So the check
    /// looks at each way once, and again where a key opens it.
    pub(super) fn walk(&self, start: usize, order: &[usize]) -> (Option<usize>, Vec<bool>) {
        let mut seen = vec![false; self.from.len()];
        // Rooms that a seen area leads into.
        let mut ahead = vec![false; self.from.len()];
        ahead[start] = true;
        let mut keys = vec![false; self.plan.keys.len()];
        let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); self.plan.keys.len()];
        let mut stack = Vec::new();
        if !self.is_room(start) {
            stack.push(start);
        }
        let mut turn = order.iter();
        loop {
            while let Some(node) = stack.pop() {
                if std::mem::replace(&mut seen[node], true) {
                    continue;
                }
                let mut opened: Vec<usize> = Vec::new();
                for &key in self.keys_in.get(node).into_iter().flatten() {
                    keys[key as usize] = true;
                    opened.append(&mut waiting[key as usize]);
                }
                for &(next, needs) in &self.from[node] {
                    match needs {
                        Needs::Nothing | Needs::Unbar => opened.push(next),
                        Needs::Key(key) if keys[key as usize] => opened.push(next),
                        Needs::Key(key) => waiting[key as usize].push(next),
                        Needs::Secret => {}
                    }
                }
                for next in opened {
                    ahead[next] = true;
                    if !self.is_room(next) {
                        stack.push(next);
                    }
                }
            }
            match turn.next() {
                None => return (None, keys),
                Some(&room) if !ahead.get(room).copied().unwrap_or(false) => return (Some(room), keys),
                Some(&room) => stack.push(room),
            }
        }
    }
}
