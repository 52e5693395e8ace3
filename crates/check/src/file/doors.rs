//! Doors stand where the map has them, and for players none that is secret.

use mapkiln_maps::plan::Door;

use super::{Pair, door_middle, is_open, pairs};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

/// How far from its place a door may be drawn, in cells.
const NEAR: f64 = 0.8;

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
        for portal in extra {
            let [x, y] = pair.shown.portals[portal].middle();
            let at = mapkiln_core::Point::new(x as i32, y as i32);
            let secret = pair.level.doors.iter().any(|d| {
                let [a, b] = door_middle(d, pair.shown.has_lines);
                (a - x).abs().max((b - y).abs()) <= NEAR
            });
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
    let mut free: Vec<usize> = (0..pair.shown.portals.len()).collect();
    let mut lost = Vec::new();
    // Arches are gaps in files with lines, and things in files with grids.
    for door in pair.doors() {
        let [x, y] = door_middle(door, pair.shown.has_lines);
        let near = |portal: &usize| {
            let [a, b] = pair.shown.portals[*portal].middle();
            (a - x).abs().max((b - y).abs()) <= NEAR
        };
        match free.iter().position(near) {
            Some(found) => drop(free.swap_remove(found)),
            None if pair.shown.has_lines && is_open(&door.kind) => {}
            None => lost.push(door),
        }
    }
    free.sort_unstable();
    (lost, free)
}

/// How many doors of a level a file does not have, and has too many.
pub(super) fn missing(pair: &Pair<'_>) -> usize {
    let (lost, extra) = matched(pair);
    lost.len() + extra.len()
}
