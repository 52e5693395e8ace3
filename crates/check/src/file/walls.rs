//! Walls are closed around every place that the map shows, and nothing cuts a place in two.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::Point;
use mapkiln_maps::plan::Area;

use super::raster::{FINE, parts};
use super::{Pair, is_open, pairs, too_large};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let pairs = pairs(case, look);
    for pair in pairs.iter().filter(|p| p.shown.has_lines) {
        if !too_large(pair.level, look) {
            check(pair, look);
        }
    }
}

fn check(pair: &Pair<'_>, look: &mut Look) {
    let language = look.language;
    let level = pair.level;
    let areas = pair.areas();
    let doorways: BTreeSet<Point> = pair.doors().map(|d| d.place.at()).collect();
    let lines = pair.shown.walls.iter().copied().chain(pair.shown.portals.iter().map(|p| p.line));
    let Some(part) = parts(level.width, level.height, lines) else {
        look.skip(say!(
            language,
            "its walls are too long to be followed",
            "suas paredes são longas demais para serem seguidas"
        ));
        return;
    };
    // Places that are open to each other count as one: find the leader of each.
    let mut leader: BTreeMap<Area, Area> = BTreeMap::new();
    fn find(leader: &BTreeMap<Area, Area>, mut area: Area) -> Area {
        while let Some(next) = leader.get(&area).filter(|next| **next != area) {
            area = *next;
        }
        area
    }
    for door in pair.doors().filter(|d| is_open(&d.kind)) {
        let [a, b] = door.joins.map(|area| find(&leader, area));
        leader.insert(a, b);
    }
    // The part of the raster that each place lies in: that of most of its cells, since the walls of
    // round rooms and caves may cut the corner cells off.
    let middle = |p: Point| part[p * FINE + Point::new(FINE / 2, FINE / 2)];
    let mut votes: BTreeMap<Area, BTreeMap<u32, (usize, Point)>> = BTreeMap::new();
    for (p, area) in areas.iter() {
        let Some(area) = *area else { continue };
        look.saw(1);
        votes.entry(find(&leader, area)).or_default().entry(middle(p)).or_insert((0, p)).0 += 1;
    }
    let mut inside: BTreeMap<u32, (Area, Point)> = BTreeMap::new();
    for (group, votes) in votes {
        let most = votes.into_iter().max_by_key(|(number, (count, _))| (*count, std::cmp::Reverse(*number)));
        let Some((number, (_, p))) = most else { continue };
        let (other, first) = *inside.entry(number).or_insert((group, p));
        if other != group {
            look.error(
                Place::cell(pair.number, p),
                say!(
                    language,
                    "the walls leak: one gets from {first} to {p} without a door",
                    "as paredes vazam: chega-se de {first} a {p} sem porta"
                ),
            );
        }
    }
    let mut rock: BTreeMap<(u32, Point), i32> = BTreeMap::new();
    for (fine, number) in part.iter() {
        let cell = Point::new(fine.x / FINE, fine.y / FINE);
        if areas[cell].is_none() && !doorways.contains(&cell) && inside.contains_key(number) {
            *rock.entry((*number, cell)).or_default() += 1;
        }
    }
    let mut leaking = BTreeSet::new();
    for ((number, cell), count) in rock {
        // At most from corner to corner.
        if count > FINE * (FINE + 1) / 2 && leaking.insert(number) {
            let from = inside[&number].1;
            look.error(
                Place::cell(pair.number, cell),
                say!(
                    language,
                    "the walls leak: one gets from {from} into the rock at {cell}",
                    "as paredes vazam: chega-se de {from} à rocha em {cell}"
                ),
            );
        }
    }
    // Nothing cuts the exits of a place off from each other.
    let mut exits: BTreeMap<Area, (Point, u32)> = BTreeMap::new();
    for door in pair.doors() {
        for (area, p) in door.joins.into_iter().zip(crate::plan::view::sides(door)) {
            if areas.get(p).copied().flatten() != Some(area) {
                continue;
            }
            let here = middle(p);
            let (first, there) = *exits.entry(area).or_insert((p, here));
            if here != there {
                look.error(
                    Place::cell(pair.number, p),
                    say!(
                        language,
                        "a wall too many: nobody gets from {first} to {p} in the same place",
                        "há uma parede a mais: ninguém vai de {first} a {p} no mesmo lugar"
                    ),
                );
            }
        }
    }
}
