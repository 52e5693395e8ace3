//! The numbers of doors: difficulty classes by workmanship, the same from both sides.

use mapkiln_core::{Seed, Stream};
use mapkiln_maps::plan::{AbilityCheck, CheckKind, DoorKind, Plan};

/// How well a lock, a bar or a hiding place is made, from poor to masterly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Make {
    Poor,
    Ordinary,
    Masterly,
}

/// Gives every door that does not open freely its checks; doors that have them stay as they are.
pub(crate) fn number_doors(plan: &mut Plan, level: u32, seed: &Seed) {
    for door in plan.levels.iter_mut().flat_map(|l| &mut l.doors).filter(|d| d.checks.is_empty()) {
        let mut rng = seed.stream("door checks", u64::from(door.id));
        door.checks = checks(&door.kind, level, &mut rng);
    }
}

/// Workmanship: better at higher levels.
fn make(level: u32, rng: &mut Stream) -> Make {
    let (poor, masterly) = match level {
        0..=4 => (30, 10),
        5..=10 => (15, 25),
        _ => (5, 45),
    };
    match rng.below(100) {
        n if n < poor => Make::Poor,
        n if n >= 100 - masterly => Make::Masterly,
        _ => Make::Ordinary,
    }
}

fn checks(kind: &DoorKind, level: u32, rng: &mut Stream) -> Vec<AbilityCheck> {
    let make = make(level, rng);
    let by = |dcs: [u32; 3]| dcs[make as usize];
    let check = |kind, dc| AbilityCheck { kind, dc };
    match kind {
        DoorKind::Arch | DoorKind::Door | DoorKind::Trapped { .. } => Vec::new(),
        DoorKind::Locked { .. } => {
            vec![check(CheckKind::Pick, by([12, 15, 20])), check(CheckKind::Force, by([15, 15, 20]))]
        }
        // From the far side: break it, or lift the bar with a thin blade.
        DoorKind::Barred => vec![check(CheckKind::Pick, 15), check(CheckKind::Force, 20)],
        DoorKind::Portcullis => {
            vec![check(CheckKind::Force, 25), check(CheckKind::Lift, by([20, 20, 25]))]
        }
        DoorKind::Secret => vec![check(CheckKind::Find, by([10, 15, 20]))],
    }
}

/// The check to find what is hidden in a room: under something, behind a loose stone, in a
/// compartment that is made to deceive.
pub(crate) fn find(level: u32, rng: &mut Stream) -> AbilityCheck {
    AbilityCheck { kind: CheckKind::Find, dc: [10, 15, 20][make(level, rng) as usize] }
}

/// The checks to open a locked chest.
pub(crate) fn chest_lock(level: u32, rng: &mut Stream) -> Vec<AbilityCheck> {
    let dc = [12, 15, 18][make(level, rng) as usize];
    vec![AbilityCheck { kind: CheckKind::Pick, dc }, AbilityCheck { kind: CheckKind::Force, dc: dc.max(15) }]
}
