//! Every corridor can be walked from end to end and joins the rooms it names.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::Point;
use mapkiln_maps::plan::{Area, RoomId};

use super::seen;
use super::view::pieces;
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(view) = seen(case, look) else { return };
    let language = look.language;
    for level in &view.levels {
        let mut joined: BTreeMap<u32, BTreeSet<RoomId>> = BTreeMap::new();
        for door in &level.level.doors {
            for [here, there] in [door.joins, [door.joins[1], door.joins[0]]] {
                if let (Area::Corridor(corridor), Area::Room(room)) = (here, there) {
                    joined.entry(corridor).or_default().insert(room);
                }
            }
        }
        for corridor in &level.level.corridors {
            look.saw(corridor.cells.len());
            let name = || level.name(Area::Corridor(corridor.id), language);
            let place = || Place::level(level.number).in_corridor(corridor.id);
            let (count, second) = pieces(&corridor.cells);
            if count == 0 {
                let id = corridor.id;
                look.error(
                    place(),
                    say!(language, "corridor {id} has no cells", "o corredor {id} não tem células"),
                );
                continue;
            }
            if let (true, Some(at)) = (count > 1, second) {
                let name = name();
                let place = Place { cell: second, ..place() };
                look.error(
                    place,
                    say!(
                        language,
                        "{name} is in {count} pieces; one begins at {at}",
                        "{name} está em {count} partes; uma começa em {at}"
                    ),
                );
            }
            let cells: BTreeSet<Point> = corridor.cells.iter().copied().collect();
            if cells.len() != corridor.cells.len() {
                let name = name();
                look.error(
                    place(),
                    say!(language, "{name} lists a cell twice", "{name} lista uma célula duas vezes"),
                );
            }
            if let Some(&fork) = corridor.forks.iter().find(|p| !cells.contains(p)) {
                let name = name();
                let place = Place { cell: Some(fork), ..place() };
                look.error(
                    place,
                    say!(
                        language,
                        "{name} forks at {fork}, outside its floor",
                        "{name} se bifurca em {fork}, fora do seu piso"
                    ),
                );
            }
            let wide = corridor.width.clamp(1, 64) as i32;
            let block =
                |p: &Point| (0..wide).all(|x| (0..wide).all(|y| cells.contains(&(*p + Point::new(x, y)))));
            if corridor.width == 0 || corridor.width > 64 || !corridor.cells.iter().any(block) {
                let (name, width) = (name(), corridor.width);
                look.warn(
                    place(),
                    say!(
                        language,
                        "{name} says that it is {width} cells wide, and is so nowhere",
                        "{name} diz ter {width} células de largura, e não as tem em lugar nenhum"
                    ),
                );
            }
            let by_doors = joined.remove(&corridor.id).unwrap_or_default();
            let named: BTreeSet<RoomId> = corridor.joins.iter().copied().collect();
            if named != by_doors || named.len() != corridor.joins.len() {
                let list = |rooms: &BTreeSet<RoomId>| {
                    let numbers: Vec<String> =
                        rooms.iter().map(|r| (u64::from(*r) + 1).to_string()).collect();
                    if numbers.is_empty() { "-".to_owned() } else { numbers.join(", ") }
                };
                let (name, says, has) = (name(), list(&named), list(&by_doors));
                look.error(
                    place(),
                    say!(
                        language,
                        "{name} says that it joins the rooms {says}, and its doors lead to {has}",
                        "{name} diz ligar as salas {says}, e suas portas levam a {has}"
                    ),
                )
                .repair(say!(language, "write {has}", "escreva {has}"));
            }
        }
    }
}
