//! The short words around a plan: headings of its key, names of doors, entries of the legend.

use super::{Ability, CheckKind, DoorKind, FeatureKind};
use crate::Language;
use mapkiln_core::Direction;

/// The labels of a language.
pub struct Labels {
    /// Heading of the story.
    pub background: &'static str,
    /// Heading of the list of all rooms.
    pub overview: &'static str,
    /// A level, before its number.
    pub level: &'static str,
    /// A room, before its number.
    pub room: &'static str,
    /// What a room is for.
    pub purpose: &'static str,
    /// Enemies in a room.
    pub monsters: &'static str,
    /// Treasure in a room.
    pub treasure: &'static str,
    /// A trap.
    pub trap: &'static str,
    /// Several of them.
    pub traps: &'static str,
    /// Furniture of a room.
    pub furniture: &'static str,
    /// The ways out of a room.
    pub exits: &'static str,
    /// To one room, before its number.
    pub to_room: &'static str,
    /// To several rooms, before their numbers.
    pub to_rooms: &'static str,
    /// To a corridor with many doors.
    pub to_corridor: &'static str,
    /// A dead end.
    pub dead_end: &'static str,
    /// The way out.
    pub surface: &'static str,
    /// Where the level begins.
    pub begins: &'static str,
    /// What a room of a level is or holds: its exit, a boss, a key, a hazard, a decoy.
    pub marks: [&'static str; 5],
    /// Stairs, up and down.
    pub stairs: [&'static str; 2],
    /// The bar of a door, on this side and on the other.
    pub bar: [&'static str; 2],
    /// What lies in a room, before the name of a key.
    pub key_here: &'static str,
    /// Heading of the list of keys.
    pub keys: &'static str,
    /// What a key does, before one room, before the two of a door, and before several.
    pub opens: [&'static str; 3],
    /// Before the last of several.
    pub and: &'static str,
    /// Where a key lies, before the number of the room.
    pub in_room: &'static str,
    /// Heading of what there is to say about corridors.
    pub corridors: &'static str,
    /// A corridor, before what is in it.
    pub corridor: &'static str,
    /// A passage that players must find, before the rooms.
    pub secret_passage: &'static str,
    /// Such a passage in the legend.
    pub secret_way: &'static str,
    /// Heading of wandering monsters.
    pub wandering: &'static str,
    /// The dice to roll.
    pub roll: &'static str,
    /// Heading of the credits.
    pub credits: &'static str,
    /// Challenge rating, before its number.
    pub challenge: &'static str,
    /// The number to reach, before it.
    pub difficulty: &'static str,
    /// Experience points of one of several.
    pub each: &'static str,
    /// Damage, before the dice.
    pub damage: &'static str,
    /// The master of the place.
    pub boss: &'static str,
    /// Not in plain sight.
    pub hidden: &'static str,
    /// What two flags say: enemies and treasure, enemies, treasure, neither.
    pub flags: [&'static str; 4],
    /// An entrance.
    pub entrance: &'static str,
    /// Those who fight.
    pub enemies: &'static str,
    /// The side of a cell, before the feet.
    pub one_square: &'static str,
    /// To make a trap harmless, before the number to reach.
    pub disarm: &'static str,
    checks: [&'static str; 4],
    abilities: [&'static str; 6],
    directions: [&'static str; 4],
    doors: [&'static str; 7],
    features: [&'static str; 8],
}

impl Labels {
    /// A direction of the compass.
    pub fn direction(&self, direction: Direction) -> &'static str {
        self.directions[direction as usize]
    }

    /// What a check is for, in lower case.
    pub fn check(&self, kind: CheckKind) -> &'static str {
        self.checks[kind as usize]
    }

    /// The ability of a saving throw.
    pub fn ability(&self, ability: Ability) -> &'static str {
        self.abilities[ability as usize]
    }

    /// What a door is called, in lower case.
    pub fn door(&self, kind: &DoorKind) -> &'static str {
        self.doors[match kind {
            DoorKind::Door => 0,
            DoorKind::Arch => 1,
            DoorKind::Locked { .. } => 2,
            DoorKind::Barred => 3,
            DoorKind::Portcullis => 4,
            DoorKind::Secret => 5,
            DoorKind::Trapped { .. } => 6,
        }]
    }

    /// What something built in is called, in lower case.
    pub fn feature(&self, kind: FeatureKind) -> &'static str {
        self.features[kind as usize]
    }
}

impl Language {
    /// The short words around a plan.
    pub fn labels(self) -> &'static Labels {
        [&ENGLISH, &PORTUGUESE][self.index()]
    }
}

/// The text with a capital first letter.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

static ENGLISH: Labels = Labels {
    background: "Background",
    overview: "At a glance",
    level: "Level",
    room: "Room",
    purpose: "Purpose",
    monsters: "Monsters",
    treasure: "Treasure",
    trap: "Trap",
    traps: "Traps",
    furniture: "Furniture",
    exits: "Exits",
    to_room: "to room",
    to_rooms: "to rooms",
    to_corridor: "to the corridor",
    dead_end: "to a dead end",
    surface: "way out to the surface",
    begins: "the level begins here",
    marks: ["exit", "boss", "key", "hazard", "decoy"],
    stairs: ["stairs up", "stairs down"],
    bar: ["the bar is on this side", "the bar is on the other side"],
    key_here: "Here is the",
    keys: "Keys",
    opens: ["opens room", "opens the door between rooms", "opens rooms"],
    and: "and",
    in_room: "in room",
    corridors: "Corridors",
    corridor: "Corridor",
    secret_passage: "Secret passage between rooms",
    secret_way: "secret passage",
    wandering: "Wandering monsters",
    roll: "Roll",
    credits: "Credits",
    challenge: "CR",
    difficulty: "DC",
    each: "each",
    damage: "damage",
    boss: "boss",
    hidden: "hidden",
    flags: ["Has enemies and treasure.", "Has enemies.", "Has treasure.", "No enemies, no treasure."],
    entrance: "entrance",
    enemies: "Enemies",
    one_square: "1 square =",
    disarm: "disarm",
    checks: ["find", "pick", "force", "lift"],
    abilities: ["Strength", "Dexterity", "Constitution", "Intelligence", "Wisdom", "Charisma"],
    directions: ["north", "east", "south", "west"],
    doors: ["door", "archway", "locked door", "barred door", "portcullis", "secret door", "trapped door"],
    features: ["pillar", "statue", "water", "pit", "rubble", "altar", "well", "light"],
};

static PORTUGUESE: Labels = Labels {
    background: "Histórico",
    overview: "Em resumo",
    level: "Nível",
    room: "Sala",
    purpose: "Uso",
    monsters: "Monstros",
    treasure: "Tesouro",
    trap: "Armadilha",
    traps: "Armadilhas",
    furniture: "Mobília",
    exits: "Saídas",
    to_room: "para a sala",
    to_rooms: "para as salas",
    to_corridor: "para o corredor",
    dead_end: "para um beco sem saída",
    surface: "saída para a superfície",
    begins: "o nível começa aqui",
    marks: ["saída", "chefe", "chave", "perigo", "engodo"],
    stairs: ["escada para cima", "escada para baixo"],
    bar: ["a tranca fica deste lado", "a tranca fica do outro lado"],
    key_here: "Aqui está a",
    keys: "Chaves",
    opens: ["abre a sala", "abre a porta entre as salas", "abre as salas"],
    and: "e",
    in_room: "na sala",
    corridors: "Corredores",
    corridor: "Corredor",
    secret_passage: "Passagem secreta entre as salas",
    secret_way: "passagem secreta",
    wandering: "Monstros errantes",
    roll: "Rolagem",
    credits: "Créditos",
    challenge: "ND",
    difficulty: "CD",
    each: "cada",
    damage: "dano",
    boss: "chefe",
    hidden: "escondido",
    flags: ["Há inimigos e tesouro.", "Há inimigos.", "Há tesouro.", "Sem inimigos nem tesouro."],
    entrance: "entrada",
    enemies: "Inimigos",
    one_square: "1 quadrado =",
    disarm: "desarmar",
    checks: ["achar", "abrir sem chave", "arrombar", "erguer"],
    abilities: ["Força", "Destreza", "Constituição", "Inteligência", "Sabedoria", "Carisma"],
    directions: ["norte", "leste", "sul", "oeste"],
    doors: [
        "porta",
        "arco",
        "porta trancada",
        "porta com tranca",
        "grade levadiça",
        "porta secreta",
        "porta com armadilha",
    ],
    features: ["pilar", "estátua", "água", "fosso", "entulho", "altar", "poço", "luz"],
};
