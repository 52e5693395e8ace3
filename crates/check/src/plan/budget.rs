//! The monsters are worth no more XP than the party's budget, each what its challenge says.

use mapkiln_maps::plan::{Monsters, Role};

use super::party::{Party, xp};
use crate::case::Case;
use crate::look::{Look, say};
use crate::{DocumentRef, Place};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let DocumentRef::Plan(plan) = case.subject.document else { return };
    let language = look.language;
    let mut total = 0u64;
    let mut dearest: Option<(u64, u32, &str)> = None;
    for (level, rooms) in plan.levels.iter().enumerate() {
        for room in &rooms.rooms {
            for monsters in &room.contents.monsters {
                look.saw(1);
                check_group(monsters, Place::level(level).in_room(room.id), look);
                if monsters.role != Some(Role::Captive) {
                    let worth = u64::from(monsters.xp) * u64::from(monsters.count);
                    total = total.saturating_add(worth);
                    if dearest.is_none_or(|(most, ..)| worth > most) {
                        dearest = Some((worth, room.id, &monsters.name));
                    }
                }
            }
        }
    }
    for monsters in &plan.wandering {
        look.saw(1);
        check_group(monsters, Place::field("wandering"), look);
    }
    let Some(party) = Party::of(case.spec()) else {
        look.note(say!(language, "no party is known", "nenhum grupo é conhecido"));
        return;
    };
    let budget = party.dungeon(plan.rooms().count());
    if total > budget {
        look.error(
            Place { room: dearest.map(|d| d.1), ..Place::whole() },
            say!(
                language,
                "the monsters are worth {total} XP, and the party's budget is {budget}",
                "os monstros valem {total} XP, e o orçamento do grupo é {budget}"
            ),
        );
        if let Some((worth, room, name)) = dearest {
            let room = super::view::room_name(room, language);
            look.repair(say!(
                language,
                "have fewer {name} in {room}, which are worth {worth} XP",
                "tenha menos {name} em {room}, que valem {worth} XP"
            ));
        }
    }
    for monsters in &plan.wandering {
        let worth = u64::from(monsters.xp) * u64::from(monsters.count);
        let encounter = party.encounter();
        if worth > encounter {
            let name = &monsters.name;
            look.error(
                Place::field("wandering"),
                say!(
                    language,
                    "the wandering {name} are worth {worth} XP, and one encounter may be worth {encounter}",
                    "os {name} errantes valem {worth} XP, e um encontro pode valer {encounter}"
                ),
            );
        }
    }
}

fn check_group(monsters: &Monsters, place: Place, look: &mut Look) {
    let language = look.language;
    let (name, challenge, worth) = (&monsters.name, &monsters.challenge, monsters.xp);
    if monsters.count == 0 {
        look.error(place, say!(language, "there are 0 {name} in a group", "há 0 {name} em um bando"))
            .repair(say!(language, "take the group out", "retire o bando"));
        return;
    }
    if challenge.is_empty() {
        return;
    }
    match xp(challenge) {
        None => {
            look.error(
                place,
                say!(
                    language,
                    "{name} has the challenge rating {challenge}, and there is none such",
                    "{name} tem nível de desafio {challenge}, que não existe"
                ),
            );
        }
        Some([low, high]) if !(low..=high).contains(&worth) => {
            look.error(
                place,
                say!(
                    language,
                    "a {name} of challenge rating {challenge} is worth {high} XP, not {worth}",
                    "um {name} de nível de desafio {challenge} vale {high} XP, não {worth}"
                ),
            )
            .repair(say!(language, "write {high}", "escreva {high}"));
        }
        Some(_) => {}
    }
}
