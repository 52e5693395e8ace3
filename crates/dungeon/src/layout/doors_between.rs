//! All doors that could be: for each pair of spaces the cells of wall with floor of both on
//! opposite sides, and none beside.

use std::collections::BTreeMap;

use mapkiln_core::{Direction, Point};

use super::draft::{Canvas, Draft, How, Place, ROCK, SpaceId, Way, way_name};

/// The thickest wall that a throat leads through.
const THICKEST: i32 = 3;

/// Finds every door and throat that could be, except between spaces that have a way already.
pub(crate) fn find_doors(draft: &mut Draft) {
    for level in 0..draft.levels.len() {
        let known: Vec<(SpaceId, SpaceId)> =
            draft.ways.iter().map(|w| (w.a.min(w.b), w.a.max(w.b))).collect();
        let canvas = &draft.levels[level];
        let mut found: BTreeMap<(SpaceId, SpaceId, i32), Vec<Place>> = BTreeMap::new();
        let bounds = canvas.bounds();
        for p in bounds.cells() {
            let from = canvas.at(p);
            if from == ROCK {
                continue;
            }
            for facing in [Direction::East, Direction::South] {
                let first = p.step(facing);
                if canvas.is_floor(first) {
                    continue;
                }
                let Some((to, thick)) = across(canvas, p, facing) else { continue };
                if to == from || known.contains(&(from.min(to), from.max(to))) {
                    continue;
                }
                found.entry((from, to, thick)).or_default().push(Place { at: first, facing });
            }
        }
        let mut thinnest: BTreeMap<(SpaceId, SpaceId), i32> = BTreeMap::new();
        for &(a, b, thick) in found.keys() {
            let known = thinnest.entry((a.min(b), a.max(b))).or_insert(thick);
            *known = thick.min(*known);
        }
        for ((a, b, thick), places) in found {
            let pair = (a.min(b), a.max(b));
            if thinnest.get(&pair) != Some(&thick) {
                continue;
            }
            // One way per pair: the first of the two directions through a wall wins.
            if draft.ways.iter().any(|w| (w.a.min(w.b), w.a.max(w.b)) == pair) {
                continue;
            }
            let how = if thick == 1 { How::Door(places) } else { How::Throat(places, thick) };
            draft.ways.push(Way { a, b, how, must: false, bias: 0, name: way_name(a, b) });
        }
    }
}

/// The space behind the wall, and how thick the wall is. Beside a passage through it there is rock.
fn across(canvas: &Canvas, p: Point, facing: Direction) -> Option<(SpaceId, i32)> {
    let side = facing.clockwise().vector();
    for thick in 1..=THICKEST {
        let q = p + facing.vector() * thick;
        if canvas.is_floor(q + side) || canvas.is_floor(q - side) {
            return None;
        }
        let behind = canvas.at(q.step(facing));
        if behind != ROCK {
            return Some((behind, thick));
        }
    }
    None
}
