//! What stands in a room, in sentences that say how things lie to one another.

use mapkiln_core::{Rect, Stream};

use super::doers::TOLD_GROUPS;
use super::glance::Glance;
use super::{Said, Writer, room_key};
use crate::lexicon::{Gender, Np, Slot};
use crate::story::{Place, RoomFacts, Seen};

/// The most things in bold.
const MOST_BOLD: usize = 4;
/// Cells between two things that stand side by side, at most.
const BESIDE: i32 = 1;

impl Writer<'_> {
    pub(super) fn thing_fact(facts: &RoomFacts<'_>, seen: &Seen) -> String {
        format!("{}.thing.{}", room_key(facts.id()), seen.key())
    }

    /// One sentence about up to three things. After those who are here it may say what is behind them.
    pub(super) fn sights(
        &mut self,
        facts: &RoomFacts<'_>,
        free: &[usize],
        after_doers: bool,
        glance: &mut Glance,
        rng: &mut Stream,
    ) -> Option<Said> {
        // An empty room has two things worth a look, one with something in it three.
        let wanted = if facts.groups.is_empty() && !facts.is_bare() { 3 } else { 2 };
        let wanted = wanted.min(MOST_BOLD - glance.bold.len());
        let things = &free[..wanted.min(free.len())];
        let (&main, others) = things.split_first()?;
        let seen = &facts.things[main];
        let Some(detail) = self.detail(seen, rng) else { return self.bare(facts, main, glance, rng) };
        let mut slots =
            vec![("x", Slot::from(named(seen))), ("d", Slot::from(detail)), ("p", self.place(seen, rng))];
        for (&other, (name, place)) in others.iter().zip([("y", "q"), ("z", "r")]) {
            let np = self.with_epithet(&facts.things[other], rng);
            slots.push((name, Slot::from(np)));
            slots.push((place, self.place(&facts.things[other], rng)));
        }
        slots.extend(self.those_here(facts).map(|np| ("c", Slot::from(np))));
        let behind = after_doers && rng.percent(50);
        let classes: &[&str] = match others {
            [] if behind => &["behind", "one"],
            [] => &["one"],
            [_] if behind => &["behind2", "two"],
            [other] => relation(seen, &facts.things[*other]),
            [y, z, ..] if is_between(seen, &facts.things[*y], &facts.things[*z]) => {
                &["three.between", "three"]
            }
            _ => &["three"],
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

    /// Those who are here and were told of, as one noun phrase to refer back to.
    fn those_here(&self, facts: &RoomFacts<'_>) -> Option<Np> {
        let groups = &facts.groups[..facts.groups.len().min(TOLD_GROUPS)];
        let looks: Vec<Np> = groups.iter().map(|g| self.group_np(g, 0)).collect();
        let count = looks.iter().map(|np| np.count).sum();
        // Together they are masculine in Portuguese unless all are feminine.
        let first = looks.iter().find(|np| np.noun.gender == Gender::Masculine).or(looks.first())?;
        Some(Np { count, ..first.clone() })
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

    /// A detail of a thing that has not been told.
    fn detail(&mut self, seen: &Seen, rng: &mut Stream) -> Option<String> {
        let fits: Vec<_> = seen
            .words
            .details
            .iter()
            .filter(|d| !self.used.lines.contains(&d.number) && (seen.count == 1 || d.any_number))
            .collect();
        let detail = rng.pick(&fits)?;
        self.used.lines.insert(detail.number);
        Some(self.aloud().say(&detail.text[self.index()], &[("x", Slot::from(seen.np()))]))
    }

    fn place(&mut self, seen: &Seen, rng: &mut Stream) -> Slot {
        let phrases: &[[&'static str; 2]] = match (seen.place, seen.count > 1) {
            (Place::Corner, _) => &[
                ["in one corner", "num canto"],
                ["in a corner", "a um canto"],
                ["far back", "lá no fundo"],
                ["tucked away", "num cantinho"],
                ["in the corner", "num dos cantos"],
                ["where two walls meet", "onde duas paredes se encontram"],
                ["out of the way", "fora do caminho"],
                ["half out of sight", "quase fora de vista"],
                ["in the angle of the walls", "no ângulo das paredes"],
                ["back in the corner", "no canto do fundo"],
            ],
            (Place::Wall, false) => &[
                ["against one wall", "contra uma parede"],
                ["by the wall", "junto à parede"],
                ["close to the wall", "rente à parede"],
                ["at one side", "a um lado"],
                ["near one wall", "perto de uma parede"],
                ["along one side", "ao longo de um lado"],
                ["hard by one wall", "bem junto a uma parede"],
                ["off to one side", "de um dos lados"],
                ["up against the wall", "de encontro à parede"],
                ["under one wall", "ao pé de uma parede"],
            ],
            (Place::Wall, true) => &[
                ["along the walls", "ao longo das paredes"],
                ["around the edge", "em volta"],
                ["by the walls", "junto às paredes"],
                ["close to the walls", "rente às paredes"],
                ["against the walls", "contra as paredes"],
                ["at the edges", "nas beiradas"],
                ["off to the sides", "para os lados"],
            ],
            (Place::Middle, false) => &[
                ["out on the floor", "no meio do chão"],
                ["clear of the walls", "longe das paredes"],
                ["in the open", "no espaço livre"],
                ["mid-floor", "no meio do piso"],
                ["with space all round", "com espaço em volta"],
                ["away from every wall", "longe de toda parede"],
            ],
            (Place::Middle, true) => &[
                ["across the floor", "pelo chão"],
                ["here and there", "aqui e ali"],
                ["all about", "por toda parte"],
                ["over the floor", "sobre o piso"],
                ["in no order", "sem ordem alguma"],
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
    let near = x.cells.iter().any(|a| y.cells.iter().any(|b| gap(*a, *b) <= BESIDE));
    if near {
        &["two.beside", "two"]
    } else if x.place == Place::Middle && x.count == 1 && y.place != Place::Middle {
        &["two.middle", "two"]
    } else if x.count == 1 && y.count == 1 {
        &["two.apart", "two"]
    } else {
        &["two"]
    }
}

/// Cells between two footprints.
fn gap(a: Rect, b: Rect) -> i32 {
    let along = |a0: i32, a1: i32, b0: i32, b1: i32| (b0 - a1).max(a0 - b1).max(0);
    along(a.x, a.x + a.width, b.x, b.x + b.width).max(along(a.y, a.y + a.height, b.y, b.y + b.height))
}

/// Does one thing stand between two others?
fn is_between(x: &Seen, y: &Seen, z: &Seen) -> bool {
    let ([x], [y], [z]) = (&x.cells[..], &y.cells[..], &z.cells[..]) else { return false };
    let middle = |r: &Rect| (2 * r.x + r.width, 2 * r.y + r.height);
    let (x, y, z) = (middle(x), middle(y), middle(z));
    let (along, across) = ((z.0 - y.0, z.1 - y.1), (x.0 - y.0, x.1 - y.1));
    let length = along.0 * along.0 + along.1 * along.1;
    let at = along.0 * across.0 + along.1 * across.1;
    let off = along.0 * across.1 - along.1 * across.0;
    // In the middle half of the line from one to the other, and not far off it.
    4 * at > length && 4 * at < 3 * length && 4 * off.abs() < length
}
