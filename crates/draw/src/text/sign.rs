//! The one table of the characters that text maps are written with.

use std::collections::BTreeSet;

use mapkiln_core::Point;
use mapkiln_maps::floor::{Floor, FloorThingKind};
use mapkiln_maps::plan::{DoorKind, FeatureKind, Vertical};
use mapkiln_maps::{Audience, Language};

/// Something that text maps show as one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Sign {
    /// Nothing but rock, or outside of the map.
    Rock,
    /// A wall.
    Wall,
    /// The floor of a room, or any open ground.
    Floor,
    /// The floor of a corridor.
    Corridor,
    /// The floor of a corridor that players must find.
    SecretPassage,
    /// Grass.
    Grass,
    /// Ground that can be seen over but not walked on.
    Barrier,
    /// Ground that can be walked through but not seen through.
    Veil,
    /// An ordinary door.
    Door,
    /// An open archway.
    Archway,
    /// A locked door.
    LockedDoor,
    /// A barred door.
    BarredDoor,
    /// A portcullis.
    Portcullis,
    /// A secret door.
    SecretDoor,
    /// A door with a trap.
    TrappedDoor,
    /// A pillar.
    Pillar,
    /// A statue.
    Statue,
    /// Water.
    Water,
    /// A pit.
    Pit,
    /// Rubble.
    Rubble,
    /// An altar.
    Altar,
    /// A well.
    Well,
    /// A source of light.
    Light,
    /// A trap.
    Trap,
    /// Stairs up.
    StairsUp,
    /// Stairs down.
    StairsDown,
    /// Where one comes in.
    Entrance,
    /// The way out.
    Exit,
    /// Those who fight.
    Enemies,
    /// The master of the place.
    Boss,
    /// Treasure.
    Treasure,
    /// A key.
    Key,
}

/// A row of the table: the sign, its character in ASCII and in Unicode, its label in each language.
type Row = (Sign, char, char, [&'static str; 2]);

/// In the order of the signs.
const TABLE: [Row; 32] = [
    (Sign::Rock, ' ', ' ', ["rock", "rocha"]),
    (Sign::Wall, '#', '#', ["wall", "parede"]),
    (Sign::Floor, '.', '·', ["floor", "piso"]),
    (Sign::Corridor, ':', ':', ["corridor", "corredor"]),
    (Sign::SecretPassage, 's', 's', ["secret passage", "passagem secreta"]),
    (Sign::Grass, '"', '"', ["grass", "grama"]),
    (Sign::Barrier, '-', '-', ["barrier", "barreira"]),
    (Sign::Veil, '%', '%', ["blocks sight", "bloqueia a visão"]),
    (Sign::Door, '+', '+', ["door", "porta"]),
    (Sign::Archway, '\'', '\'', ["archway", "arco"]),
    (Sign::LockedDoor, 'L', 'L', ["locked door", "porta trancada"]),
    (Sign::BarredDoor, '=', '=', ["barred door", "porta com tranca"]),
    (Sign::Portcullis, 'H', 'H', ["portcullis", "grade levadiça"]),
    (Sign::SecretDoor, 'S', 'S', ["secret door", "porta secreta"]),
    (Sign::TrappedDoor, '!', '!', ["trapped door", "porta com armadilha"]),
    (Sign::Pillar, 'o', 'o', ["pillar", "pilar"]),
    (Sign::Statue, '&', '&', ["statue", "estátua"]),
    (Sign::Water, '~', '≈', ["water", "água"]),
    (Sign::Pit, 'v', 'v', ["pit", "fosso"]),
    (Sign::Rubble, ';', ';', ["rubble", "entulho"]),
    (Sign::Altar, '_', '_', ["altar", "altar"]),
    (Sign::Well, 'u', 'u', ["well", "poço"]),
    (Sign::Light, '*', '*', ["light", "luz"]),
    (Sign::Trap, '^', '^', ["trap", "armadilha"]),
    (Sign::StairsUp, '<', '<', ["stairs up", "escada para cima"]),
    (Sign::StairsDown, '>', '>', ["stairs down", "escada para baixo"]),
    (Sign::Entrance, '@', '@', ["entrance", "entrada"]),
    (Sign::Exit, 'X', 'X', ["exit", "saída"]),
    (Sign::Enemies, 'e', 'e', ["enemies", "inimigos"]),
    (Sign::Boss, 'B', 'B', ["boss", "chefe"]),
    (Sign::Treasure, '$', '$', ["treasure", "tesouro"]),
    (Sign::Key, 'k', 'k', ["key", "chave"]),
];

impl Sign {
    /// All signs, in the order of legends.
    pub fn all() -> impl Iterator<Item = Sign> {
        TABLE.iter().map(|row| row.0)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// Its character in ASCII.
    pub fn ascii(self) -> char {
        self.row().1
    }

    /// Its character in Unicode, which nearly always is the one in ASCII.
    pub fn unicode(self) -> char {
        self.row().2
    }

    /// What a legend calls it, in lower case.
    pub fn label(self, language: Language) -> &'static str {
        self.row().3[language.index()]
    }

    /// The sign of a door.
    pub fn of_door(kind: &DoorKind) -> Sign {
        match kind {
            DoorKind::Arch => Sign::Archway,
            DoorKind::Locked { .. } => Sign::LockedDoor,
            DoorKind::Barred => Sign::BarredDoor,
            DoorKind::Portcullis => Sign::Portcullis,
            DoorKind::Secret => Sign::SecretDoor,
            DoorKind::Trapped { .. } => Sign::TrappedDoor,
            DoorKind::Door => Sign::Door,
        }
    }

    /// The sign of something built in.
    pub fn of_feature(kind: FeatureKind) -> Sign {
        match kind {
            FeatureKind::Pillar => Sign::Pillar,
            FeatureKind::Statue => Sign::Statue,
            FeatureKind::Water => Sign::Water,
            FeatureKind::Pit => Sign::Pit,
            FeatureKind::Rubble => Sign::Rubble,
            FeatureKind::Altar => Sign::Altar,
            FeatureKind::Well => Sign::Well,
            FeatureKind::Light => Sign::Light,
        }
    }

    /// The sign of stairs.
    pub fn of_stairs(way: Vertical) -> Sign {
        match way {
            Vertical::Up => Sign::StairsUp,
            Vertical::Down => Sign::StairsDown,
        }
    }

    /// The sign of a thing.
    pub fn of_thing(kind: FloorThingKind) -> Sign {
        match kind {
            FloorThingKind::Enemy => Sign::Enemies,
            FloorThingKind::Boss => Sign::Boss,
            FloorThingKind::Chest => Sign::Treasure,
            FloorThingKind::Key(_) => Sign::Key,
            FloorThingKind::Trap => Sign::Trap,
            FloorThingKind::StairsUp => Sign::StairsUp,
            FloorThingKind::StairsDown => Sign::StairsDown,
            FloorThingKind::Exit => Sign::Exit,
            FloorThingKind::Light => Sign::Light,
        }
    }

    /// The sign of a cell of a floor: its door or its ground, without the things on it. Players see
    /// no secret doors, and a door, whatever holds it shut.
    pub fn of_cell(floor: &Floor, p: Point, audience: Audience) -> Sign {
        match floor.door_at(p) {
            Some(door) => Sign::of_door_for(&door.kind, audience),
            None => Sign::of_ground(floor, p),
        }
    }

    /// A door as an audience knows it.
    pub(super) fn of_door_for(kind: &DoorKind, audience: Audience) -> Sign {
        match Sign::of_door(kind) {
            sign if audience.knows_secrets() => sign,
            Sign::SecretDoor => Sign::Wall,
            sign => sign.as_players_see_it(),
        }
    }

    /// The ground of a cell, whatever stands on it.
    pub(super) fn of_ground(floor: &Floor, p: Point) -> Sign {
        let Some(ground) = floor.ground_at(p) else { return Sign::Rock };
        match (ground.blocks_step, ground.blocks_sight) {
            (true, true) if ground.name == "pillar" => Sign::Pillar,
            (true, true) if ground.name == "rock" => Sign::Rock,
            (true, true) => Sign::Wall,
            _ if ground.name.contains("water") => Sign::Water,
            (true, false) if ground.name == "pit" => Sign::Pit,
            (true, false) => Sign::Barrier,
            (false, true) => Sign::Veil,
            _ if ground.name.contains("grass") => Sign::Grass,
            _ if ground.name == "rubble" => Sign::Rubble,
            _ if ground.name == "corridor" => Sign::Corridor,
            (false, false) => Sign::Floor,
        }
    }

    /// A closed door is a door to players, whatever holds it shut.
    pub(super) fn as_players_see_it(self) -> Sign {
        match self {
            Sign::LockedDoor | Sign::BarredDoor | Sign::TrappedDoor => Sign::Door,
            other => other,
        }
    }

    /// Does a legend name it? Everybody knows walls and floors.
    fn is_explained(self) -> bool {
        !matches!(self, Sign::Rock | Sign::Wall | Sign::Floor)
    }
}

/// The legend of a map: what it shows, six signs per line.
pub(super) fn legend(used: &BTreeSet<Sign>, language: Language) -> String {
    let explained = used.iter().filter(|sign| sign.is_explained());
    let entries: Vec<String> =
        explained.map(|sign| format!("{} {}", sign.unicode(), sign.label(language))).collect();
    entries.chunks(6).map(|line| line.join("   ") + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order_and_every_character_means_one_thing() {
        for (place, sign) in Sign::all().enumerate() {
            assert_eq!(sign as usize, place);
        }
        for form in [Sign::ascii, Sign::unicode] {
            let different: BTreeSet<char> = Sign::all().map(form).collect();
            assert_eq!(different.len(), TABLE.len());
        }
        assert!(Sign::all().all(|sign| sign.ascii().is_ascii()));
        // Room numbers are digits.
        assert!(Sign::all().all(|sign| !sign.unicode().is_numeric()));
    }

    #[test]
    fn labels_are_those_of_the_keys() {
        use mapkiln_maps::plan::Trap;
        let doors = [
            DoorKind::Arch,
            DoorKind::Door,
            DoorKind::Locked { key: None },
            DoorKind::Barred,
            DoorKind::Portcullis,
            DoorKind::Secret,
            DoorKind::Trapped { trap: Trap::default() },
        ];
        let features = [
            FeatureKind::Pillar,
            FeatureKind::Statue,
            FeatureKind::Water,
            FeatureKind::Pit,
            FeatureKind::Rubble,
            FeatureKind::Altar,
            FeatureKind::Well,
            FeatureKind::Light,
        ];
        for language in [Language::English, Language::Portuguese] {
            let labels = language.labels();
            for kind in &doors {
                assert_eq!(Sign::of_door(kind).label(language), labels.door(kind));
            }
            for kind in features {
                assert_eq!(Sign::of_feature(kind).label(language), labels.feature(kind));
            }
            assert_eq!([Sign::StairsUp, Sign::StairsDown].map(|s| s.label(language)), labels.stairs);
            assert_eq!(Sign::Entrance.label(language), labels.entrance);
            assert_eq!(Sign::SecretPassage.label(language), labels.secret_way);
        }
    }
}
