//! The order in which standing things are drawn: whatever hides another comes after it.
//!
//! Everything stands on a convex footprint, and no two footprints overlap. Seen along the diagonal,
//! "in front of" is then free of cycles, so a topological order exists and is right for things of
//! any length, which sorting by one point of each is not. Footprints are compared along lines of
//! sight half a cell apart; takes time linear in the lines that footprints cross, times a logarithm.

use mapkiln_core::StableSort;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::scene::Vec2;

/// Lines of sight per cell of x - y.
const LINES: f32 = 4.0;

/// The indices of convex footprints, those behind first.
pub(super) fn back_to_front(footprints: &[Vec<Vec2>]) -> Vec<usize> {
    let mut lines: BTreeMap<i32, Vec<(f32, usize)>> = BTreeMap::new();
    for (i, corners) in footprints.iter().enumerate() {
        let sides = || corners.iter().map(|c| c.x - c.y);
        let (low, high) = (sides().fold(f32::MAX, f32::min), sides().fold(f32::MIN, f32::max));
        let first = (low * LINES - 0.5).ceil() as i32;
        let last = (high * LINES - 0.5).floor() as i32;
        for line in first..=last {
            if let Some(depth) = depth_on(corners, (line as f32 + 0.5) / LINES) {
                lines.entry(line).or_default().push((depth, i));
            }
        }
    }
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); footprints.len()];
    let mut waits_for = vec![0usize; footprints.len()];
    for mut line in lines.into_values() {
        line.stable_sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for pair in line.windows(2) {
            after[pair[0].1].push(pair[1].1);
            waits_for[pair[1].1] += 1;
        }
    }
    // Among those that wait for nothing, the one furthest back.
    let depth: Vec<i64> = footprints
        .iter()
        .map(|corners| (corners.iter().map(|c| c.x + c.y).fold(f32::MAX, f32::min) * 1024.0) as i64)
        .collect();
    let mut ready: BinaryHeap<Reverse<(i64, usize)>> =
        (0..footprints.len()).filter(|&i| waits_for[i] == 0).map(|i| Reverse((depth[i], i))).collect();
    let mut done = vec![false; footprints.len()];
    let mut order = Vec::with_capacity(footprints.len());
    let mut by_depth: Vec<usize> = (0..footprints.len()).collect();
    by_depth.stable_sort_by_key(|&i| (depth[i], i));
    let mut rest = by_depth.into_iter();
    loop {
        let next = match ready.pop() {
            Some(Reverse((_, i))) => Some(i),
            // Footprints that overlap may wait for one another; the one furthest back goes first.
            None => rest.find(|&i| !done[i]),
        };
        let Some(i) = next else { break };
        if std::mem::replace(&mut done[i], true) {
            continue;
        }
        order.push(i);
        for &j in &after[i] {
            waits_for[j] = waits_for[j].saturating_sub(1);
            if waits_for[j] == 0 && !done[j] {
                ready.push(Reverse((depth[j], j)));
            }
        }
    }
    order
}

/// The middle of what a line of sight x - y = `side` crosses of a convex footprint, as x + y.
fn depth_on(corners: &[Vec2], side: f32) -> Option<f32> {
    let (mut low, mut high) = (f32::MAX, f32::MIN);
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let (sa, sb) = (a.x - a.y - side, b.x - b.y - side);
        if (sa <= 0.0) != (sb <= 0.0) {
            let t = sa / (sa - sb);
            let depth = (a.x + a.y) + ((b.x + b.y) - (a.x + a.y)) * t;
            (low, high) = (low.min(depth), high.max(depth));
        }
    }
    (low <= high).then_some((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(x: f32, y: f32, w: f32, d: f32) -> Vec<Vec2> {
        [(x, y), (x + w, y), (x + w, y + d), (x, y + d)].map(|(x, y)| Vec2::new(x, y)).to_vec()
    }

    /// Walks a figure around a thing of any length and compares with the depth of every line of sight
    /// that both cross.
    #[test]
    fn a_figure_is_drawn_on_the_right_side_of_every_thing() {
        for (w, d) in [(1, 1), (2, 1), (1, 2), (4, 1), (1, 4), (3, 3)] {
            let thing = block(5.0, 5.0, w as f32, d as f32);
            for x in 3..=(6 + w) {
                for y in 3..=(6 + d) {
                    let inside = (5..5 + w).contains(&x) && (5..5 + d).contains(&y);
                    if inside {
                        continue;
                    }
                    let figure = block(x as f32 + 0.2, y as f32 + 0.2, 0.6, 0.6);
                    let order = back_to_front(&[thing.clone(), figure.clone()]);
                    let first = order[0];
                    for line in -400..400 {
                        let side = line as f32 / 40.0;
                        if let (Some(a), Some(b)) = (depth_on(&thing, side), depth_on(&figure, side)) {
                            assert_eq!(first == 0, a < b, "{w}x{d}, figure at ({x}, {y})");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_footprint_is_drawn_once() {
        let many: Vec<Vec<Vec2>> =
            (0..60).map(|i| block((i % 7) as f32 * 1.3, (i / 7) as f32 * 0.8, 1.5, 1.2)).collect();
        let mut order = back_to_front(&many);
        order.sort_unstable();
        assert_eq!(order, (0..60).collect::<Vec<_>>());
    }
}
