//! A file with a grid has floor where the map has it, and nowhere else.

use mapkiln_core::Point;
use std::collections::BTreeSet;

use super::{pairs, too_large};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let language = look.language;
    for pair in pairs(case, look) {
        let Some(open) = pair.shown.open.as_ref() else { continue };
        if too_large(pair.level, look) {
            continue;
        }
        let areas = pair.areas();
        let cells = pair.doors().filter(|d| matches!(d.place, mapkiln_maps::plan::DoorPlace::Cell { .. }));
        let doorways: BTreeSet<Point> = cells.map(|d| d.place.at()).collect();
        for (p, area) in areas.iter() {
            look.saw(1);
            let floor = area.is_some() || doorways.contains(&p);
            match (open.get(p) == Some(&true), floor) {
                (true, false) => {
                    look.error(
                        Place::cell(pair.number, p),
                        say!(
                            language,
                            "the file has floor at {p}, where the map has rock",
                            "o arquivo tem piso em {p}, onde o mapa tem rocha"
                        ),
                    );
                }
                (false, true) => {
                    look.error(
                        Place::cell(pair.number, p),
                        say!(
                            language,
                            "the file has no floor at {p}, where the map has some",
                            "o arquivo não tem piso em {p}, onde o mapa tem"
                        ),
                    );
                }
                _ => {}
            }
        }
    }
}
