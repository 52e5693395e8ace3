//! Files in the shape of One Page Dungeon, walked as programs that read them walk.
//!
//! Such a program knows rectangles and doors, a door being a rectangle of one cell that is in the list
//! of doors. From a rectangle it goes through a door that touches it to the first other rectangle that
//! touches this door. It begins in the first rectangle, and stops at a single cell that is no door.

#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use std::collections::BTreeSet;

use mapkiln_core::{Run, Spec};
use mapkiln_draw::export::{ExportOptions, watabou};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_dungeon::codex::Theme;
use mapkiln_maps::plan::{DoorPlace, Plan};
use serde_json::Value;

#[derive(Clone, Copy)]
struct Piece {
    x: i64,
    y: i64,
    w: i64,
    h: i64,
}

impl Piece {
    fn read(value: &Value) -> Piece {
        let n = |name: &str| value[name].as_i64().unwrap();
        Piece { x: n("x"), y: n("y"), w: n("w"), h: n("h") }
    }

    fn is_single(&self) -> bool {
        self.w == 1 && self.h == 1
    }

    fn has(&self, x: f64, y: f64) -> bool {
        let within = |v: f64, first: i64, side: i64| v >= first as f64 && v < (first + side) as f64;
        within(x, self.x, self.w) && within(y, self.y, self.h)
    }

    /// Does it share a side with a single cell?
    fn touches(&self, cell: &Piece) -> bool {
        let over = (cell.y == self.y - 1 || cell.y == self.y + self.h)
            && (self.x..self.x + self.w).contains(&cell.x);
        let beside = (cell.x == self.x - 1 || cell.x == self.x + self.w)
            && (self.y..self.y + self.h).contains(&cell.y);
        over || beside
    }
}

/// What is wrong with a file, and how many rooms with notes cannot be walked to.
fn walk(file: &Value) -> (Vec<String>, usize) {
    let pieces: Vec<Piece> = file["rects"].as_array().unwrap().iter().map(Piece::read).collect();
    let doors = file["doors"].as_array().unwrap();
    let door_at = |p: &Piece| {
        doors.iter().find(|d| p.is_single() && (d["x"] == p.x && d["y"] == p.y)).map(|d| &d["type"])
    };
    let joined = |a: usize, b: usize| {
        a != b
            && (pieces[b].is_single() && pieces[a].touches(&pieces[b])
                || pieces[a].is_single() && pieces[b].touches(&pieces[a]))
    };
    let all = 0..pieces.len();
    let mut problems = Vec::new();
    let mut ways: Vec<(usize, usize)> = Vec::new();
    if pieces.first().is_none_or(|p| door_at(p).is_some()) {
        problems.push("it does not begin in a room".to_owned());
    }
    for from in all.clone().filter(|i| door_at(&pieces[*i]).is_none()) {
        for through in all.clone().filter(|j| joined(from, *j)) {
            let Piece { x, y, .. } = pieces[through];
            let Some(kind) = door_at(&pieces[through]) else {
                problems.push(format!("rectangles {from} and {through} meet at {x},{y} without a door"));
                continue;
            };
            match all.clone().find(|to| *to != from && joined(*to, through)) {
                Some(to) if door_at(&pieces[to]).is_some() => {
                    problems.push(format!("the door at {x},{y} leads to another door"));
                }
                Some(to) => ways.push((from, to)),
                None if *kind == 3 || *kind == 8 => {}
                None => problems.push(format!("the door at {x},{y} of type {kind} leads nowhere")),
            }
        }
    }
    let mut reached = BTreeSet::from([0]);
    loop {
        let new: Vec<usize> =
            ways.iter().filter(|(a, b)| reached.contains(a) && !reached.contains(b)).map(|w| w.1).collect();
        if new.is_empty() {
            break;
        }
        reached.extend(new);
    }
    let far = |note: &&Value| {
        let (x, y) = (note["pos"]["x"].as_f64().unwrap(), note["pos"]["y"].as_f64().unwrap());
        !reached.iter().any(|i| pieces[*i].has(x, y))
    };
    (problems, file["notes"].as_array().unwrap().iter().filter(far).count())
}

/// Is the floor of a file that of the level?
fn check_floor(plan: &Plan, number: usize, file: &Value, what: &str) {
    let level = &plan.levels[number];
    let rects = file["rects"].as_array().unwrap();
    let told: BTreeSet<(i64, i64)> = rects
        .iter()
        .filter(|r| r["rotunda"] != true)
        .map(Piece::read)
        .flat_map(|p| (p.x..p.x + p.w).flat_map(move |x| (p.y..p.y + p.h).map(move |y| (x, y))))
        .collect();
    let rooms = level.rooms.iter().flat_map(|r| r.outline.cells());
    let corridors = level.corridors.iter().flat_map(|c| c.cells.clone());
    let doors = level.doors.iter().filter(|d| matches!(d.place, DoorPlace::Cell { .. }));
    let floor: BTreeSet<(i64, i64)> = rooms
        .chain(corridors)
        .chain(doors.map(|d| d.place.at()))
        .map(|p| (i64::from(p.x), i64::from(p.y)))
        .collect();
    let round = rects.iter().any(|r| r["rotunda"] == true);
    assert!(round || floor.is_subset(&told), "{what}: floor is missing");
    // The cells before entrances and stairs come on top.
    let ways = level.entrances.len() + level.stairs.len();
    assert!(told.difference(&floor).count() <= ways, "{what}: floor that is not there");
}

/// Nearly all files can be read, and nearly all of their rooms walked to: where many ways meet in
/// little floor, a chain of doorways may still be missing.
#[test]
fn dungeons_of_every_theme_can_be_walked() {
    let (mut files, mut refused, mut rooms, mut far) = (0, 0, 0, 0);
    for theme in Theme::all() {
        for seed in 0..12u64 {
            let levels = if seed % 4 == 3 { 2 } else { 0 };
            let spec = DungeonSpec { theme: Some(theme.id.clone()), levels, ..common::quick() };
            let plan = spec.make(&mut Run::new(seed)).unwrap().map;
            for number in 0..plan.levels.len() {
                let file = watabou::export(&plan, number, &ExportOptions::default()).unwrap();
                let file: Value = serde_json::from_slice(&file).unwrap();
                check_floor(&plan, number, &file, &format!("{} {seed}, level {number}", theme.id));
                let (problems, missed) = walk(&file);
                files += 1;
                refused += usize::from(!problems.is_empty());
                rooms += file["notes"].as_array().unwrap().len();
                far += missed;
            }
        }
    }
    assert!(refused * 20 <= files, "{refused} of {files} files are refused");
    assert!(far * 10 <= rooms, "{far} of {rooms} rooms cannot be walked to");
}

#[test]
fn a_joint_without_its_door_is_found() {
    let plan = common::quick().make(&mut Run::new("joint")).unwrap().map;
    let file = watabou::export(&plan, 0, &ExportOptions::default()).unwrap();
    let mut file: Value = serde_json::from_slice(&file).unwrap();
    let before = walk(&file).0.len();
    file["doors"].as_array_mut().unwrap().remove(0);
    assert!(walk(&file).0.len() > before);
}
