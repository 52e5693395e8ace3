//! What creatures are doing this minute, often with a thing.

use std::sync::OnceLock;

use mapkiln_maps::plan::ThingKind;

use super::creatures::Sort;
use super::things::kind_of;
use super::{Both, rows, variants};

/// Whether creatures would notice somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    Alert,
    Busy,
    Feeding,
    Asleep,
}

/// Something to do. The text has slots `c` and `x`.
#[derive(Clone, Debug)]
pub(crate) struct Doing {
    pub(crate) number: usize,
    pub(crate) sorts: Vec<Sort>,
    /// For the mighty only, or for the humble only: nobody of renown plucks hens.
    mighty: Option<bool>,
    /// The things it may be done with; none if it needs nothing.
    pub(crate) things: Vec<ThingKind>,
    pub(crate) state: State,
    pub(crate) text: Both,
}

impl Doing {
    /// Would such creatures do it?
    pub(crate) fn suits(&self, sort: Sort, mighty: bool) -> bool {
        self.sorts.contains(&sort) && self.mighty.is_none_or(|only| only == mighty)
    }
}

/// Everything there is to do.
pub(crate) fn all() -> &'static [Doing] {
    static ALL: OnceLock<Vec<Doing>> = OnceLock::new();
    ALL.get_or_init(|| {
        rows(include_str!("../../data/doings.txt")).enumerate().filter_map(read).flatten().collect()
    })
}

fn read((number, row): (usize, Vec<&str>)) -> Option<Vec<Doing>> {
    let [sorts, things, state, english, portuguese] = row[..] else { return None };
    let state = match state {
        "alert" => State::Alert,
        "busy" => State::Busy,
        "feeding" => State::Feeding,
        "asleep" => State::Asleep,
        _ => return None,
    };
    let rank = |word: &str| ["humble", "mighty"].iter().position(|rank| *rank == word);
    let mighty = sorts.split(',').find_map(rank).map(|rank| rank == 1);
    let words = sorts.split(',').filter(|word| rank(word).is_none());
    let sorts: Vec<Sort> = words.map(Sort::read).collect::<Option<_>>()?;
    let things: Vec<ThingKind> = things.split(',').filter(|t| *t != "-").flat_map(kinds).collect();
    let doing = |text| Doing { number, sorts: sorts.clone(), mighty, things: things.clone(), state, text };
    Some(variants(english, portuguese).map(doing).collect())
}

/// The kinds of a word: one kind or a set.
fn kinds(word: &str) -> Vec<ThingKind> {
    use ThingKind::*;
    match word {
        "TABLE" => vec![Table, LongTable, RoundTable, Desk, Counter, Workbench, MapTable, Slab, AlchemyBench],
        "FIRE" => vec![Campfire, Hearth, Brazier, Stove, Forge],
        "SLEEP" => vec![Bed, Bunk, Bedroll, StrawPallet, Hammock, Straw],
        "BOX" => vec![Chest, Strongbox, Crate, CrateStack, Barrel, Coffin, Wardrobe, Urn, Sarcophagus],
        "HOLY" => vec![Altar, Shrine, Idol, Statue, Font, BrokenStatue],
        "WATER" => vec![Well, Trough, Fountain, Basin, Puddle],
        "SEAT" => vec![Chair, Armchair, Stool, Bench, Pew, Throne, Stump],
        "PAPER" => vec![Bookcase, Lectern, Scrolls, Shelf, MapTable, Paintings],
        "BONES" => vec![Bones, BurialNiche, Skeleton, Coffin, OpenSarcophagus, Sarcophagus, Urn, Bier],
        "SLAB" => vec![Slab, Bier, Altar],
        one => kind_of(one).into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Gender, Noun, Np, Slot, Voice, things};
    use super::*;
    use mapkiln_maps::Language;

    #[test]
    fn every_doing_is_whole_for_one_and_for_two() {
        let rows = rows(include_str!("../../data/doings.txt")).count();
        let mut read: Vec<usize> = all().iter().map(|d| d.number).collect();
        read.dedup();
        assert_eq!(read.len(), rows, "a row cannot be read");
        let who = Noun::count(["woman", "women"], ["mulher", "mulheres"], Gender::Feminine);
        for doing in all() {
            for language in [Language::English, Language::Portuguese] {
                for count in [1, 2] {
                    let thing = doing.things.first().copied().unwrap_or(ThingKind::Bed);
                    let thing = things::words_of(thing).unwrap().noun.clone();
                    let slots = [
                        ("c", Slot::from(Np::new(who.clone(), count))),
                        ("x", Slot::from(Np::new(thing, 1))),
                    ];
                    let frame = &doing.text[language.index()];
                    let said = Voice::aloud(language).try_say(frame, &slots).unwrap();
                    assert_eq!(doing.things.is_empty(), !frame.contains(" x]"), "{said}");
                }
            }
        }
    }
}
