//! The treasure is worth no more than the party's parcels.

use super::party::{Party, item_value};
use crate::case::Case;
use crate::look::{Look, say};
use crate::{DocumentRef, Place};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let DocumentRef::Plan(plan) = case.subject.document else { return };
    let language = look.language;
    let (mut gold, mut items) = (0u64, 0usize);
    let mut richest: Option<(u32, u32)> = None;
    for (level, rooms) in plan.levels.iter().enumerate() {
        for room in &rooms.rooms {
            for parcel in &room.contents.parcels {
                look.saw(1);
                let name = &parcel.name;
                let place = || Place::level(level).in_room(room.id);
                if name.trim().is_empty() {
                    look.warn(place(), say!(language, "a parcel has no name", "uma parcela não tem nome"));
                }
                if parcel.rarity.is_empty() {
                    gold += u64::from(parcel.gold);
                    if richest.is_none_or(|(most, _)| parcel.gold > most) {
                        richest = Some((parcel.gold, room.id));
                    }
                    continue;
                }
                items += 1;
                let (rarity, worth) = (&parcel.rarity, parcel.gold);
                match item_value(rarity) {
                    None => {
                        look.error(
                            place(),
                            say!(
                                language,
                                "{name} is said to be {rarity}, and there is no such rarity",
                                "{name} seria de raridade {rarity}, que não existe"
                            ),
                        );
                    }
                    // A consumable is worth half.
                    Some(value) if worth != value && worth != value / 2 => {
                        look.error(
                            place(),
                            say!(
                                language,
                                "{name} is {rarity} and worth {value} gold pieces, not {worth}",
                                "{name} é de raridade {rarity} e vale {value} peças de ouro, não {worth}"
                            ),
                        )
                        .repair(say!(language, "write {value}", "escreva {value}"));
                    }
                    Some(_) => {}
                }
            }
        }
    }
    let Some(party) = Party::of(case.spec()) else {
        look.note(say!(language, "no party is known", "nenhum grupo é conhecido"));
        return;
    };
    let budget = party.gold();
    if gold > budget {
        look.error(
            Place { room: richest.map(|r| r.1), ..Place::whole() },
            say!(
                language,
                "coins and valuables are worth {gold} gold pieces, and the parcels of a level hold {budget}",
                "moedas e valores somam {gold} peças de ouro, e as parcelas de um nível têm {budget}"
            ),
        );
        let over = gold - budget;
        if let Some((_, room)) = richest {
            let room = super::view::room_name(room, language);
            look.repair(say!(language, "take {over} from {room}", "retire {over} de {room}"));
        }
    }
    let most = party.size().div_ceil(2);
    if items > most {
        look.error(
            Place::whole(),
            say!(
                language,
                "there are {items} magic items, and a party of this size finds {most}",
                "há {items} itens mágicos, e um grupo desse tamanho encontra {most}"
            ),
        );
    }
}
