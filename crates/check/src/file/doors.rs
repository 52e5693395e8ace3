//! Doors stand where the map has them, and for players none that is secret.

use std::collections::BTreeMap;

use mapkiln_maps::plan::Door;

use super::{Pair, Portal, door_middle, is_open, pairs};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

/// How far from its place a door may be drawn, in cells.
const NEAR: f64 = 0.8;

/// Middles of doors by the cells they lie in.
#[derive(Default)]
struct Middles(BTreeMap<[i64; 2], Vec<([f64; 2], usize)>>);

impl Middles {
    fn of(middles: impl Iterator<Item = [f64; 2]>) -> Middles {
        let mut all = Middles::default();
        for (number, at) in middles.enumerate() {
            all.0.entry(at.map(|n| n.floor() as i64)).or_default().push((at, number));
        }
        all
    }

    /// The last that is near a place: its cell, and its index and number there.
    fn near(&self, [x, y]: [f64; 2]) -> Option<([i64; 2], usize, usize)> {
        let [column, row] = [x, y].map(|n| n.floor() as i64);
        let around = [-1, 0, 1].into_iter().flat_map(|dy| [-1, 0, 1].map(|dx| [dx, dy]));
        let cells = around.map(|[dx, dy]| [column.saturating_add(dx), row.saturating_add(dy)]);
        let is_near = |([a, b], _): &([f64; 2], usize)| (a - x).abs().max((b - y).abs()) <= NEAR;
        let found = cells.filter_map(|cell| {
            let here = self.0.get(&cell)?;
            let index = here.iter().rposition(is_near)?;
            Some((cell, index, here[index].1))
        });
        found.max_by_key(|(_, _, number)| *number)
    }

    /// Takes one that is near a place.
    fn take(&mut self, at: [f64; 2]) -> bool {
        let Some((cell, index, _)) = self.near(at) else { return false };
        if let Some(here) = self.0.get_mut(&cell) {
            here.remove(index);
        }
        true
    }

    /// The numbers of those that nobody took.
    fn left(self) -> Vec<usize> {
        let mut left: Vec<usize> = self.0.into_values().flatten().map(|(_, number)| number).collect();
        left.sort_unstable();
        left
    }
}

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    for pair in pairs(case, look) {
        let (lost, extra) = matched(&pair);
        look.saw(pair.doors().count());
        let language = look.language;
        for door in lost {
            let at = door.place.at();
            look.error(
                Place::cell(pair.number, at).at_door(door.id),
                say!(language, "the door at {at} is not in the file", "a porta em {at} não está no arquivo"),
            );
        }
        let all = Middles::of(pair.level.doors.iter().map(|d| door_middle(d, pair.shown.has_lines)));
        for portal in extra {
            let [x, y] = pair.shown.portals[portal].middle();
            let at = mapkiln_core::Point::new(x as i32, y as i32);
            let secret = all.near([x, y]).is_some();
            look.error(
                Place::cell(pair.number, at),
                if secret {
                    say!(
                        language,
                        "the file shows the secret door at {at}",
                        "o arquivo mostra a porta secreta em {at}"
                    )
                } else {
                    say!(
                        language,
                        "the file has a door at {at}, and the map has none",
                        "o arquivo tem uma porta em {at}, e o mapa não"
                    )
                },
            );
        }
        if pair.players {
            for portal in pair.shown.portals.iter().filter(|p| p.secret) {
                let [x, y] = portal.middle();
                let at = mapkiln_core::Point::new(x as i32, y as i32);
                look.error(
                    Place::cell(pair.number, at),
                    say!(
                        language,
                        "the door at {at} is marked as secret",
                        "a porta em {at} está marcada como secreta"
                    ),
                );
            }
        }
    }
}

/// Doors that the file lacks, and portals that belong to no door, by number.
fn matched<'p>(pair: &'p Pair<'_>) -> (Vec<&'p Door>, Vec<usize>) {
    let mut free = Middles::of(pair.shown.portals.iter().map(Portal::middle));
    let mut lost = Vec::new();
    // Arches are gaps in files with lines, and things in files with grids.
    for door in pair.doors() {
        let found = free.take(door_middle(door, pair.shown.has_lines));
        if !(found || pair.shown.has_lines && is_open(&door.kind)) {
            lost.push(door);
        }
    }
    (lost, free.left())
}

/// How many doors of a level a file does not have, and has too many.
pub(super) fn missing(pair: &Pair<'_>) -> usize {
    let (lost, extra) = matched(pair);
    lost.len() + extra.len()
}
