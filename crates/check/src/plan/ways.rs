//! Stairs lead back to where they come from, and entrances into the place they name.

use mapkiln_core::Point;
use mapkiln_maps::plan::{Area, RoomTag, Vertical};

use super::seen;
use super::view::room_name;
use crate::case::Case;
use crate::look::{Look, say};
use crate::{Place, Severity};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    let language = look.language;
    for level in &view.levels {
        let number = level.number;
        for stairs in &level.level.stairs {
            look.saw(1);
            let at = stairs.at;
            let place = || Place::cell(number, at);
            if level.area(at).is_none() {
                look.error(
                    place(),
                    say!(
                        language,
                        "the stairs at {at} stand in the rock",
                        "a escada em {at} fica dentro da rocha"
                    ),
                );
                continue;
            }
            if level.level.stairs.iter().filter(|s| s.at == at).count() > 1 {
                look.error(place(), say!(language, "two stairs stand at {at}", "duas escadas ficam em {at}"));
                continue;
            }
            let (Some(to_level), Some(to)) = (stairs.to_level, stairs.to) else {
                if stairs.to_level.is_some() != stairs.to.is_some() {
                    look.error(
                        place(),
                        say!(
                            language,
                            "the stairs at {at} say half of where they lead: both a level and a cell are needed",
                            "a escada em {at} só diz metade de aonde leva: faltam o nível ou a célula"
                        ),
                    );
                }
                continue;
            };
            let down = stairs.way == Vertical::Down;
            // Levels are listed from the entrance down; a tunnel may come out on its own level. The floors
            // of one building may also rise: then the way back must lead the other way.
            let building = view.plan.genes.iter().any(|g| g.levels > 1);
            let back = view.levels.get(to_level).and_then(|l| l.level.stairs.iter().find(|s| s.at == to));
            let agrees = match building {
                true => back.is_none_or(|back| back.way != stairs.way),
                false => to_level == number || (to_level > number) == down,
            };
            if !agrees {
                let other = to_level + 1;
                look.error(
                    place(),
                    say!(
                        language,
                        "the stairs at {at} lead the wrong way: level {other} lies on the other side",
                        "a escada em {at} leva para o lado errado: o nível {other} fica do outro lado"
                    ),
                );
                continue;
            }
            let back = view.levels.get(to_level).and_then(|l| {
                l.level.stairs.iter().find(|s| s.at == to && s.to_level == Some(number) && s.to == Some(at))
            });
            match back {
                None => {
                    let other = to_level + 1;
                    look.error(
                        place(),
                        say!(
                            language,
                            "the stairs at {at} arrive at {to} on level {other}, and no stairs there lead back",
                            "a escada em {at} chega a {to} no nível {other}, e nenhuma escada ali leva de volta"
                        ),
                    )
                    .repair(say!(
                        language,
                        "set stairs at {to} on level {other} that lead to {at}",
                        "ponha em {to} no nível {other} uma escada que leve a {at}"
                    ));
                }
                Some(back) if back.way == stairs.way && to_level != number => {
                    look.error(
                        place(),
                        say!(
                            language,
                            "the stairs at {at} and those at their other end lead the same way",
                            "a escada em {at} e a da outra ponta levam para o mesmo lado"
                        ),
                    );
                }
                Some(_) => {}
            }
        }
        for entrance in &level.level.entrances {
            look.saw(1);
            let at = entrance.at;
            if level.area(at) != Some(entrance.area) {
                let name = level.name(entrance.area, language);
                look.error(
                    Place::cell(number, at),
                    say!(
                        language,
                        "the entrance at {at} should lead into {name}, which does not lie there",
                        "a entrada em {at} deveria levar a {name}, que não fica ali"
                    ),
                );
            } else {
                faces_in(level, at, entrance, look);
            }
        }
        let tagged = level.level.rooms.iter().filter(|r| r.has_tag(RoomTag::Entrance));
        for room in tagged {
            look.saw(1);
            if !level.level.entrances.iter().any(|e| e.area == Area::Room(room.id)) {
                let name = room_name(room.id, language);
                look.error(
                    Place::level(number).in_room(room.id),
                    say!(
                        language,
                        "{name} is an entrance, and nothing leads in",
                        "{name} é uma entrada, e nada leva para dentro"
                    ),
                );
            }
        }
    }
}

/// One enters from rock or from outside, in the direction in which one walks.
fn faces_in(
    level: &super::view::LevelView<'_>,
    at: Point,
    entrance: &mapkiln_maps::plan::Entrance,
    look: &mut Look,
) {
    let behind = at.step(entrance.facing.opposite());
    let outside = level.area(behind).is_none() && !level.doors.contains_key(&behind);
    // In a round room or a cave the first cell may lie behind a bulge of the floor: then it is
    // enough that rock begins somewhere straight behind it.
    if !outside && level.area(behind) != Some(entrance.area) {
        let language = look.language;
        look.find(
            Severity::Note,
            Place::cell(level.number, at),
            say!(
                language,
                "the entrance at {at} comes out of another place, not from outside",
                "a entrada em {at} vem de outro lugar, não de fora"
            ),
        );
    }
}
