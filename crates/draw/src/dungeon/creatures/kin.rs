//! What a creature looks like, by the words of its name, else by its type.
//!
//! The type alone misleads: one edition's goblins are fey, its gnolls fiends and its kobolds dragons,
//! and nobody wants to see them with a fairy's wings.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use mapkiln_maps::plan::CreatureType;

use super::sketch::shaded;
use crate::scene::{Color, Vec2};

/// Which parts and colours a name stands for.
const KINS: &str = include_str!("kin.txt");
/// The strokes of each part.
const PARTS: [&str; 5] = [
    include_str!("folk.txt"),
    include_str!("gear.txt"),
    include_str!("beasts.txt"),
    include_str!("vermin.txt"),
    include_str!("wonders.txt"),
];

/// What creatures of a kin have in common: their parts and colours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Kin {
    parts: &'static str,
    skin: Color,
    second: Color,
    hair: Color,
    /// Does a faction's colour show on what it wears?
    pub(super) clothed: bool,
    /// What it wears.
    pub(super) cloth: Color,
}

/// A part of a figure and where it goes.
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) at: Vec2,
    pub(super) scale: f32,
    /// Is it in the creature's hands?
    pub(super) held: bool,
}

impl Kin {
    fn read(row: &'static str) -> Option<Kin> {
        let mut columns = row.split(" | ").skip(1);
        let (parts, colors) = (columns.next()?, columns.next()?);
        let mut words = colors.split(' ').filter_map(|word| word.strip_prefix('#')).map(hex);
        let (skin, second) = (words.next()?, words.next()?);
        let hair = words.next().unwrap_or(Color::hex(0x6b4528));
        Some(Kin { parts, skin, second, hair, clothed: colors.ends_with(" cloth"), cloth: second })
    }

    /// Its parts, from the back to the front.
    pub(super) fn parts(&self) -> impl Iterator<Item = Part> + use<> {
        let mut held = false;
        self.parts.split(' ').filter_map(move |word| {
            if word == "/" {
                held = true;
                return None;
            }
            let (name, place) = word.split_once('@').unwrap_or((word, "0,0"));
            let mut numbers = place.split(',').filter_map(|n| n.parse::<i16>().ok()).map(f32::from);
            let mut next = || numbers.next();
            let (x, y, percent) = (next(), next(), next());
            let at = Vec2::new(x.unwrap_or(0.0), y.unwrap_or(0.0));
            Some(Part { name, at, scale: percent.unwrap_or(100.0) / 100.0, held })
        })
    }

    /// Is this one of its parts?
    pub(super) fn has(&self, name: &str) -> bool {
        self.parts().any(|part| part.name == name)
    }

    /// A colour by its word: a letter or `#` and six digits, then `-` for each step into the shade, `+`
    /// into the light, `~` for one that shines through.
    pub(super) fn color(&self, word: &str) -> Color {
        let base = word.trim_end_matches(['-', '+', '~']);
        let color = match base {
            "a" => self.skin,
            "b" => self.second,
            "c" => self.cloth,
            "h" => self.hair,
            "d" => Color::hex(0x2f2721), // dark cloth
            "g" => Color::hex(0xe2b84a), // gold
            "i" => Color::hex(0x9aa0a8), // iron
            "k" => super::sketch::OUTLINE,
            "l" => super::sketch::LIGHT,
            "p" => Color::hex(0x7d3c98), // purple of leaders
            "r" => Color::hex(0xb0432f), // red
            "s" => Color::hex(0xe6e8ea), // steel
            "t" => Color::hex(0x6b4528), // timber
            "w" => Color::hex(0xe9e4d2), // bone
            "y" => Color::hex(0xf7d154), // yellow
            other => hex(other.trim_start_matches('#')),
        };
        word[base.len()..].chars().fold(color, |color, step| match step {
            '-' => shaded(color, 0.18),
            '+' => color.mixed(super::sketch::LIGHT, 0.25),
            _ => color.faded(0.8 * f32::from(color.a) / 255.0),
        })
    }
}

fn hex(digits: &str) -> Color {
    Color::hex(u32::from_str_radix(digits, 16).unwrap_or(0))
}

/// The words of a name in lower case, with a space around each.
pub(super) fn words(name: &str) -> String {
    let mut words = String::from(" ");
    for word in name.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        words.extend(word.chars().flat_map(char::to_lowercase));
        words.push(' ');
    }
    words
}

/// What one of this name looks like, if we know; the name as [`words`] gives it.
pub(super) fn of_name(words: &str) -> Option<Kin> {
    let row = rows()
        .find(|row| row.split(" | ").next().is_some_and(|keys| keys.split(',').any(|k| holds(words, k))));
    row.and_then(Kin::read)
}

/// What those of a type look like.
pub(super) fn of_type(kind: CreatureType) -> Kin {
    let name = match kind {
        CreatureType::Humanoid => "type humanoid",
        CreatureType::Undead => "type undead",
        CreatureType::Fiend => "type fiend",
        CreatureType::Celestial => "type celestial",
        CreatureType::Fey => "type fey",
        CreatureType::Giant => "type giant",
        CreatureType::Construct => "type construct",
        CreatureType::Beast => "type beast",
        CreatureType::Dragon => "type dragon",
        CreatureType::Ooze => "type ooze",
        CreatureType::Plant => "type plant",
        CreatureType::Elemental => "type elemental",
        CreatureType::Monstrosity => "type monstrosity",
        CreatureType::Aberration => "type aberration",
    };
    let row = rows().find(|row| row.starts_with(name)).and_then(Kin::read);
    row.unwrap_or(Kin {
        parts: "ooze",
        skin: Color::BLACK,
        second: Color::BLACK,
        hair: Color::BLACK,
        clothed: false,
        cloth: Color::BLACK,
    })
}

fn rows() -> impl Iterator<Item = &'static str> {
    KINS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Does a list of words hold these, one after the other? The last one may be in the plural.
fn holds(words: &str, key: &str) -> bool {
    words.match_indices(key).any(|(i, _)| {
        let rest = &words[i + key.len()..];
        words[..i].ends_with(' ') && (rest.starts_with(' ') || rest.starts_with("s "))
    })
}

/// The strokes of a part; none if there is no such part.
pub(super) fn strokes(name: &str) -> impl Iterator<Item = &'static str> + use<> {
    static INDEX: OnceLock<BTreeMap<&str, &str>> = OnceLock::new();
    let index = INDEX.get_or_init(|| {
        let parts = PARTS.iter().flat_map(|text| text.split("\n= ").skip(1));
        parts.filter_map(|part| part.split_once('\n')).collect()
    });
    let text = index.get(name).copied().unwrap_or_default();
    text.lines().filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(name: &str) -> &'static str {
        of_name(&words(name)).map_or("", |kin| kin.parts)
    }

    #[test]
    fn names_come_before_types() {
        assert!(list("Goblin Warrior").contains("goblinhead"));
        assert_eq!(list("Giant Wolf Spider"), "spider");
        assert!(list("Minotaur Skeleton").starts_with("bone "));
        assert_eq!(list("Swarm of Rats"), "rat");
        assert_eq!(list("Will-o'-Wisp"), "wisp");
        assert_eq!(list("aparição"), list("Wraith"));
        // A word is more than its letters: no rat is in a pirate, no cat in a catoblepas.
        assert!(list("Pirate Captain").contains("tricorn"));
        assert_eq!(list("Catoblepas"), "");
    }

    #[test]
    fn every_monster_of_the_lists_has_a_figure_of_its_own_kind() {
        let lists = [
            include_str!("../../../../dungeon/data/monsters_srd-2014.tsv"),
            include_str!("../../../../dungeon/data/monsters_srd-2024.tsv"),
        ];
        let names =
            lists.iter().flat_map(|list| list.lines().skip(1)).filter_map(|row| row.split('\t').next());
        let unknown: Vec<&str> = names.filter(|name| of_name(&words(name)).is_none()).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        let pairs = [
            ("guerreiro goblin", "Goblin Warrior"),
            ("centopeia gigante", "Giant Centipede"),
            ("enxame de ratos", "Swarm of Rats"),
            ("carniçal pestilento", "Ghast"),
            ("dragão vermelho adulto", "Adult Red Dragon"),
            ("golem de pedra", "Stone Golem"),
            ("gigante de fogo", "Fire Giant"),
            ("bruxa do mar", "Sea Hag"),
        ];
        for (portuguese, english) in pairs {
            assert_eq!(list(portuguese), list(english), "{portuguese}");
        }
    }

    #[test]
    fn every_part_exists_and_every_stroke_can_be_read() {
        let mut used = std::collections::BTreeSet::from(["cape", "bound"]);
        for row in rows() {
            let kin = Kin::read(row).unwrap_or_else(|| panic!("{row}"));
            for part in kin.parts() {
                assert!(strokes(part.name).next().is_some(), "no part {:?}: {row}", part.name);
                used.insert(part.name);
            }
        }
        for text in PARTS {
            for part in text.split("\n= ").skip(1) {
                let (name, _) = part.split_once('\n').unwrap();
                assert!(used.contains(name), "nobody has the part {name:?}");
                for stroke in strokes(name) {
                    assert_eq!(super::super::sketch::complaint(stroke), None, "{name}: {stroke}");
                }
            }
        }
    }
}
