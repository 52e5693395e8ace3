//! What stands in a room, in sentences that say how things lie to one another.

use mapkiln_core::{Rect, Stream};

use super::glance::Glance;
use super::{Said, Writer, room_key};
use crate::lexicon::noun::Form;
use crate::lexicon::things::Line;
use crate::lexicon::{Np, Slot};
use crate::story::{Place, RoomFacts, Seen};

/// The most things in bold.
const MOST_BOLD: usize = 4;
/// How often a detail is one that only this kind of thing can have, in percent.
const OWN: u32 = 75;
/// How often the second of two things has a detail too, and not only an adjective, in percent.
const IN_DETAIL: u32 = 70;
/// Cells between two things that stand side by side, at most.
const BESIDE: i32 = 1;

impl Writer<'_> {
    pub(super) fn thing_fact(facts: &RoomFacts<'_>, seen: &Seen) -> String {
        format!("{}.thing.{}", room_key(facts.id()), seen.key())
    }

    /// One sentence about up to so many things. After those who are here it may say what is behind them.
    pub(super) fn sights(
        &mut self,
        facts: &RoomFacts<'_>,
        free: &[usize],
        count: usize,
        after_doers: bool,
        glance: &mut Glance,
        rng: &mut Stream,
    ) -> Option<Said> {
        let wanted = count.min(MOST_BOLD - glance.bold.len());
        let things = &free[..wanted.min(free.len())];
        let (&main, others) = things.split_first()?;
        let seen = &facts.things[main];
        let Some(detail) = self.detail(seen, rng) else { return self.bare(facts, main, glance, rng) };
        let mut slots =
            vec![("x", Slot::from(named(seen))), ("d", Slot::from(detail)), ("p", self.place(seen, rng))];
        let other = others.first().map(|i| &facts.things[*i]);
        if let Some(other) = other {
            // Two things in detail, or one of them with an adjective.
            let detail = if rng.percent(IN_DETAIL) { self.detail(other, rng) } else { None };
            match detail {
                Some(detail) => {
                    slots.push(("w", Slot::from(named(other))));
                    slots.push(("m", Slot::from(detail)));
                }
                None => slots.push(("y", Slot::from(self.with_epithet(other, rng)))),
            }
            let both = seen.place == Place::Corner && other.place == Place::Corner;
            slots.push(("q", if both { self.another_corner(seen, other) } else { self.place(other, rng) }));
            if both && are_near(seen, other) {
                slots.push(("corner", Slot::from("")));
            }
        }
        if seen.place == Place::Middle {
            slots.push(("middle", Slot::from("")));
        }
        slots.extend(glance.those_here().map(|np| ("c", Slot::from(np))));
        let behind = after_doers && rng.percent(50);
        let classes: &[&str] = match other {
            None if behind => &["behind", "one"],
            None => &["one"],
            Some(_) if behind => &["behind2", "two"],
            Some(other) => relation(seen, other),
        };
        // The particular before the general, but not always.
        let general = classes.last().copied().filter(|_| rng.percent(25));
        let text = general
            .into_iter()
            .chain(classes.iter().copied())
            .find_map(|class| self.frame(class, self.aloud(), &slots, rng))?;
        glance.bold.extend(things);
        Some(Said::new(text, things.iter().map(|&i| Self::thing_fact(facts, &facts.things[i])).collect()))
    }

    /// A thing of which there is no detail left to tell.
    fn bare(
        &mut self,
        facts: &RoomFacts<'_>,
        thing: usize,
        glance: &mut Glance,
        rng: &mut Stream,
    ) -> Option<Said> {
        let seen = &facts.things[thing];
        let slots = [("x", Slot::from(self.with_epithet(seen, rng))), ("p", self.place(seen, rng))];
        let text = self.frame("bare", self.aloud(), &slots, rng)?;
        glance.bold.push(thing);
        Some(Said::new(text, vec![Self::thing_fact(facts, seen)]))
    }

    /// A thing that is only named, with an adjective that no other has.
    fn with_epithet(&mut self, seen: &Seen, rng: &mut Stream) -> Np {
        let fits: Vec<_> =
            seen.words.epithets.iter().filter(|e| !self.used.lines.contains(&e.number)).collect();
        let chosen = rng.pick(&fits).copied();
        self.used.lines.extend(chosen.map(|e| e.number));
        Np { epithet: chosen.map(|e| e.text.clone()), ..named(seen) }
    }

    /// A detail of a thing: one that has not been told, as long as there is any.
    fn detail(&mut self, seen: &Seen, rng: &mut Stream) -> Option<String> {
        let one = seen.count == 1 || seen.words.noun.form[0] == Form::Mass;
        let fits = |d: &&Line| if one { !d.of_many } else { d.any_number };
        let new = |d: &&Line| fits(d) && !self.used.lines.contains(&d.number);
        let (own, shared) = seen.words.details.split_at(seen.words.own_details);
        // What only this kind can have tells more than what its material shares.
        let (first, second) = if rng.percent(OWN) { (own, shared) } else { (shared, own) };
        let of = |lines: &'static [Line]| lines.iter().filter(new).collect::<Vec<_>>();
        let (first, second) = (of(first), of(second));
        let old: Vec<_> = seen.words.details.iter().filter(fits).collect();
        let from = [&first, &second, &old].into_iter().find(|lines| !lines.is_empty())?;
        // Each wording is drawn alike, so that none is met often.
        let &detail = rng.pick(from)?;
        self.used.lines.insert(detail.number);
        Some(self.aloud().say(&detail.text[self.index()], &[("x", Slot::from(seen.np()))]))
    }

    /// Where something in a corner is, after something else in a corner.
    fn another_corner(&self, before: &Seen, seen: &Seen) -> Slot {
        let words =
            if are_near(before, seen) { ["close by", "ali perto"] } else { ["in another", "em outro"] };
        Slot::from(words[self.index()])
    }

    fn place(&mut self, seen: &Seen, rng: &mut Stream) -> Slot {
        let phrases: &[[&'static str; 2]] = match (seen.place, seen.count > 1) {
            (Place::Corner, _) => &[
                ["in one corner", "num canto"],
                ["in a corner", "a um canto"],
                ["in the corner", "no canto"],
            ],
            (Place::Wall, false) => &[
                ["against one wall", "contra uma parede"],
                ["by the wall", "junto à parede"],
                ["along one side", "de um lado"],
                ["to one side", "a um lado"],
                ["near one wall", "rente à parede"],
            ],
            (Place::Wall, true) => &[
                ["along the walls", "ao longo das paredes"],
                ["by the walls", "junto às paredes"],
                ["around the edge", "em volta"],
                ["against the walls", "contra as paredes"],
            ],
            (Place::Middle, false) => &[
                ["in the middle", "no meio"],
                ["in the open", "no chão livre"],
                ["away from the walls", "longe das paredes"],
            ],
            (Place::Middle, true) => &[
                ["across the floor", "pelo chão"],
                ["here and there", "aqui e ali"],
                ["over the floor", "sobre o piso"],
            ],
        };
        // Not the same words twice in a row.
        let other: Vec<[&'static str; 2]> =
            phrases.iter().filter(|p| Some(**p) != self.used.place).copied().collect();
        self.used.place = rng.pick(&other).copied();
        Slot::from(self.used.place.map_or("", |p| p[self.index()]))
    }
}

fn named(seen: &Seen) -> Np {
    Np { bold: true, ..seen.np() }
}

/// The classes of frames that are true of two things, the most telling first.
fn relation(x: &Seen, y: &Seen) -> &'static [&'static str] {
    if are_near(x, y) {
        &["two.beside", "two"]
    } else if x.place == Place::Middle && x.count == 1 && y.place != Place::Middle {
        &["two.middle", "two"]
    } else if x.count == 1 && y.count == 1 {
        &["two.apart", "two"]
    } else {
        &["two"]
    }
}

fn are_near(x: &Seen, y: &Seen) -> bool {
    x.cells.iter().any(|a| y.cells.iter().any(|b| gap(*a, *b) <= BESIDE))
}

/// Cells between two footprints.
fn gap(a: Rect, b: Rect) -> i32 {
    let along = |a0: i32, a1: i32, b0: i32, b1: i32| (b0 - a1).max(a0 - b1).max(0);
    along(a.x, a.x + a.width, b.x, b.x + b.width).max(along(a.y, a.y + a.height, b.y, b.y + b.height))
}
