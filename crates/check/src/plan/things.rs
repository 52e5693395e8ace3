//! Furniture, traps and features stand on the floor of one place, and none inside another.

use mapkiln_core::{Grid, Point};
use mapkiln_maps::plan::{Area, FeatureKind, ThingKind, Trap};

use super::seen;
use super::view::{LevelView, blocks, room_name, stands};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    for level in &view.levels {
        features(level, look);
        things(level, look);
        traps(level, look);
    }
}

fn features(level: &LevelView<'_>, look: &mut Look) {
    let language = look.language;
    for feature in &level.level.features {
        look.saw(feature.cells.len());
        let name = language.labels().feature(feature.kind);
        let outside = feature.cells.iter().find(|p| level.area(**p).is_none());
        if let Some(&at) = outside {
            look.error(
                Place::cell(level.number, at),
                say!(language, "the {name} at {at} stands in the rock", "há {name} em {at}, dentro da rocha"),
            );
        }
        if feature.cells.is_empty() {
            look.warn(
                Place::level(level.number),
                say!(language, "a {name} stands on no cell", "há {name} em célula nenhuma"),
            );
        }
    }
}

fn things(level: &LevelView<'_>, look: &mut Look) {
    let language = look.language;
    if level.level.things.is_empty() {
        return;
    }
    // What stands in each cell already, by number from 1: pillars and the like, then things.
    let mut standing: Grid<u32> = Grid::new(level.level.width, level.level.height, 0);
    const BUILT_IN: u32 = u32::MAX;
    // An altar or a well may be there both as a feature and as a thing.
    let fixed = |kind: FeatureKind| {
        blocks(kind) && !matches!(kind, FeatureKind::Altar | FeatureKind::Well | FeatureKind::Statue)
    };
    for &p in level.level.features.iter().filter(|f| fixed(f.kind)).flat_map(|f| &f.cells) {
        if let Some(cell) = standing.get_mut(p) {
            *cell = BUILT_IN;
        }
    }
    for (number, thing) in level.level.things.iter().enumerate() {
        look.saw(1);
        let name = thing.kind.name(language);
        let at = thing.at;
        let area = level.area(at);
        let place = || {
            let place = Place::cell(level.number, at);
            if let Some(Area::Room(id)) = area { place.in_room(id) } else { place }
        };
        let footprint = thing.footprint();
        let niche = thing.kind == ThingKind::BurialNiche && level.area(at.step(thing.facing)).is_some();
        if area.is_none() && niche {
            continue;
        }
        if area.is_none() {
            look.error(
                place(),
                say!(language, "the {name} at {at} stands in the rock", "há {name} em {at}, dentro da rocha"),
            );
            continue;
        }
        if footprint.cells().any(|p| level.area(p) != area) {
            look.error(
                place(),
                say!(
                    language,
                    "the {name} at {at} does not fit in its place: part of it is in the wall or beyond",
                    "há {name} em {at} que não cabe no lugar: uma parte fica na parede ou além dela"
                ),
            );
            continue;
        }
        let usual = thing.kind.size();
        let turned = [usual[1], usual[0]];
        if thing.size != usual && thing.size != turned && !any_size(thing.kind) {
            let [w, h] = thing.size;
            look.warn(
                place(),
                say!(
                    language,
                    "the {name} at {at} takes {w} by {h} cells, which is no size of such a thing",
                    "há {name} em {at} com {w} por {h} células, tamanho que tal coisa não tem"
                ),
            );
        }
        if thing.light.is_some_and(|light| light.dim < light.bright) {
            look.warn(
                place(),
                say!(
                    language,
                    "the light of the {name} at {at} is dimly seen less far than it is bright",
                    "a luz ({name}) em {at} alcança menos na penumbra do que no claro"
                ),
            );
        }
        if !stands(thing) {
            continue;
        }
        for p in footprint.cells() {
            let Some(cell) = standing.get_mut(p) else { continue };
            let before = std::mem::replace(cell, number as u32 + 1);
            if before == 0 {
                continue;
            }
            let other = level.level.things.get((before as usize).wrapping_sub(1));
            let other =
                other.map_or(language.labels().feature(FeatureKind::Pillar), |t| t.kind.name(language));
            look.error(
                place(),
                say!(
                    language,
                    "the {name} at {at} stands inside the {other} at {p}",
                    "há {name} em {at} dentro de outra coisa ({other}) em {p}"
                ),
            )
            .repair(say!(language, "move one of them", "mova uma das duas"));
            break;
        }
    }
}

/// Things that come in any size: what covers a floor or hangs along a wall.
fn any_size(kind: ThingKind) -> bool {
    use mapkiln_maps::plan::Obstacle;
    kind.obstacle() == Obstacle::Nothing
}

fn traps(level: &LevelView<'_>, look: &mut Look) {
    let language = look.language;
    let trap_in = |trap: &Trap, area: Area, look: &mut Look| {
        look.saw(1);
        if let Some(at) = trap.at
            && level.area(at) != Some(area)
        {
            let (trap, name) = (&trap.name, level.name(area, language));
            let place = Place::cell(level.number, at);
            look.error(
                place,
                say!(
                    language,
                    "the trap {trap} at {at} lies outside {name}, which lists it",
                    "a armadilha {trap} em {at} fica fora de onde é listada: {name}"
                ),
            );
        }
    };
    for room in &level.level.rooms {
        room.contents.traps.iter().for_each(|trap| trap_in(trap, Area::Room(room.id), look));
        let twice = |at: Point| room.contents.traps.iter().filter(|t| t.at == Some(at)).count() > 1;
        if let Some(at) = room.contents.traps.iter().filter_map(|t| t.at).find(|at| twice(*at)) {
            let name = room_name(room.id, language);
            look.error(
                Place::cell(level.number, at).in_room(room.id),
                say!(language, "two traps of {name} lie at {at}", "duas armadilhas ficam em {at}, em {name}"),
            );
        }
    }
    for corridor in &level.level.corridors {
        corridor.traps.iter().for_each(|trap| trap_in(trap, Area::Corridor(corridor.id), look));
    }
}
