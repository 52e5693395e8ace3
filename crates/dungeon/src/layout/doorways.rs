//! Where the chosen doors are: in the middle of their walls, none within one cell of another.

use mapkiln_core::{Point, Seed, StableSort};

use super::draft::{Draft, Gate, How, Mouth, Place};

const TRIES: u64 = 25;

/// The cells that a way takes up in walls, whatever place it has.
fn fixed_cells(how: &How) -> Vec<Point> {
    match how {
        How::Door(_) | How::Throat(..) | How::Stairs(_) => Vec::new(),
        How::Mouth(mouth) => mouth_cells(mouth),
        How::Passage { cells, .. } | How::Breach { cells, .. } => cells.clone(),
    }
}

/// The cells on both sides of a mouth.
fn mouth_cells(mouth: &Mouth) -> Vec<Point> {
    let along = along(mouth);
    let inside = (0..i32::from(mouth.width)).map(|n| mouth.at + along * n);
    inside.flat_map(|p| [p, p.step(mouth.facing)]).collect()
}

/// The step from one cell of a mouth to the next.
pub(crate) fn along(mouth: &Mouth) -> Point {
    let v = mouth.facing.vector();
    if v.x == 0 { Point::new(1, 0) } else { Point::new(0, 1) }
}

/// The cells that a door takes up at a place: its own and those of its throat.
fn cells_at(place: Place, thick: i32) -> impl Iterator<Item = Point> {
    (0..thick).map(move |n| place.at + place.facing.vector() * n)
}

/// A place for each door among the chosen ways. `None` if there is no room for all of them.
pub(crate) fn place_doors(draft: &Draft, chosen: &[bool], gates: &[Gate]) -> Option<Vec<Option<Place>>> {
    let mut doors: Vec<(usize, &[Place], i32)> = Vec::new();
    // The gaps in the walls where one comes in from outside.
    let gap = |g: &Gate| (draft.spaces[usize::from(g.space)].level, g.at.step(g.facing.opposite()));
    let mut taken: Vec<(u8, Point)> = gates.iter().map(gap).collect();
    for (i, way) in draft.ways.iter().enumerate().filter(|(i, _)| chosen[*i]) {
        let level = draft.spaces[usize::from(way.a)].level;
        match &way.how {
            How::Door(places) => doors.push((i, places, 1)),
            How::Throat(places, thick) => doors.push((i, places, *thick)),
            how => taken.extend(fixed_cells(how).into_iter().map(|p| (level, p))),
        }
    }
    doors.stable_sort_by_key(|d| d.1.len());
    let first = taken.len();
    'tries: for attempt in 0..TRIES {
        taken.truncate(first);
        let mut placed = vec![None; draft.ways.len()];
        let mut rng = Seed::from(attempt).stream("doorways", 0);
        for &(way, places, thick) in &doors {
            let level = draft.spaces[usize::from(draft.ways[way].a)].level;
            let is_free = |place: &Place| {
                cells_at(*place, thick).all(|p| taken.iter().all(|(l, q)| *l != level || p.chebyshev(*q) > 1))
            };
            let mut order: Vec<usize> = (0..places.len()).collect();
            order.stable_sort_by_key(|&i| (2 * i + 1).abs_diff(places.len()));
            if attempt > 0 && rng.percent(60) {
                rng.shuffle(&mut order);
            }
            let Some(&place) = order.iter().map(|&i| &places[i]).find(|p| is_free(p)) else {
                continue 'tries;
            };
            taken.extend(cells_at(place, thick).map(|p| (level, p)));
            placed[way] = Some(place);
        }
        return Some(placed);
    }
    None
}

/// A place for one more door that disturbs no other.
pub(crate) fn another_door(
    draft: &Draft,
    chosen: &[bool],
    placed: &[Option<Place>],
    gates: &[Gate],
    extra: usize,
) -> Option<Place> {
    let How::Door(places) = &draft.ways[extra].how else { return None };
    let level = draft.spaces[usize::from(draft.ways[extra].a)].level;
    let mut taken: Vec<Point> = gates.iter().map(|g| g.at.step(g.facing.opposite())).collect();
    for (i, way) in draft.ways.iter().enumerate().filter(|(i, _)| chosen[*i] || placed[*i].is_some()) {
        if draft.spaces[usize::from(way.a)].level != level {
            continue;
        }
        match (&way.how, placed[i]) {
            (How::Throat(_, thick), Some(place)) => taken.extend(cells_at(place, *thick)),
            (_, Some(place)) => taken.push(place.at),
            (how, None) => taken.extend(fixed_cells(how)),
        }
    }
    let free = |p: &&Place| taken.iter().all(|q| p.at.chebyshev(*q) > 1);
    places.iter().filter(free).min_by_key(|p| (p.at.x, p.at.y)).copied()
}
