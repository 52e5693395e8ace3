//! Every rule of the profile, hex by hex.

use mapkiln_maps::board::{Terrain, pips};

use super::rules::{Check, Evenness};
use super::{BoardCase, terrain_word};
use crate::case::Case;
use crate::look::{Look, say};
use crate::{Place, Severity};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(board) = BoardCase::of(case) else { return };
    let Some(rules) = board.rules(look) else { return };
    for rule in &rules.rules {
        look.saw(board.shape.hexes.len());
        // Breaches of a wish, or of a board that was to be unfair, are no fault.
        let severity = if rule.soft || board.unfair > 0 { Severity::Note } else { Severity::Error };
        let mut breach = Breaches { board: &board, name: &rule.name, severity, count: 0, look };
        breach.of(&rule.check);
    }
}

/// The breaches of one rule, told one by one.
struct Breaches<'b, 'l> {
    board: &'b BoardCase<'b>,
    name: &'b str,
    severity: Severity,
    count: u64,
    look: &'l mut Look,
}

impl Breaches<'_, '_> {
    fn of(&mut self, check: &Check) {
        let board = self.board;
        let hexes = &board.shape.hexes;
        let all = 0..hexes.len();
        let river = |h: usize| hexes[h].terrain == Terrain::River;
        let beside = |h: usize| &board.shape.neighbours[h];
        match check {
            Check::EqualNeighbours => {
                for h in all.filter(|h| !river(*h)) {
                    if let Some(&n) = beside(h).iter().find(|n| hexes[**n].terrain == hexes[h].terrain) {
                        self.pair(h, n);
                    }
                }
            }
            Check::NumbersApart { numbers } => {
                let listed = |h: usize| hexes[h].number.is_some_and(|n| numbers.contains(&n));
                for h in all.filter(|h| listed(*h)) {
                    if let Some(&n) = beside(h).iter().find(|n| listed(**n)) {
                        self.pair(h, n);
                    }
                }
            }
            Check::EqualNumbersApart => {
                for h in all.filter(|h| hexes[*h].number.is_some()) {
                    if let Some(&n) = beside(h).iter().find(|n| hexes[**n].number == hexes[h].number) {
                        self.pair(h, n);
                    }
                }
            }
            Check::RiverNeighbours { least, most, ends_on_border } => {
                for h in all.filter(|h| river(*h)) {
                    let rivers = beside(h).iter().filter(|n| river(**n)).count();
                    let language = self.look.language;
                    let name = board.name(h, language);
                    if rivers < *least || rivers > *most {
                        self.at(
                            h,
                            say!(
                                language,
                                "{name} has {rivers} river neighbours, {least} to {most} are allowed",
                                "{name} tem {rivers} vizinhos de rio, de {least} a {most} são permitidos"
                            ),
                        );
                    } else if *ends_on_border && rivers == 1 && beside(h).len() == 6 {
                        self.at(
                            h,
                            say!(
                                language,
                                "{name} is the end of a river and does not lie on the border",
                                "{name} é o fim de um rio e não fica na borda"
                            ),
                        );
                    }
                }
            }
            Check::RiverParts { at_most, graded } => {
                let parts = river_parts(board);
                if parts > *at_most {
                    let language = self.look.language;
                    self.count += if *graded { (parts - at_most) as u64 } else { 1 };
                    self.whole(say!(
                        language,
                        "the rivers fall into {parts} parts, {at_most} allowed",
                        "os rios formam {parts} partes, {at_most} permitidas"
                    ));
                }
            }
            Check::SpadeNeighbour { land_neighbours } => {
                for h in all.filter(|h| !river(*h)) {
                    let land = beside(h).iter().filter(|n| !river(**n));
                    let near = |n: &usize| hexes[h].terrain.spades(hexes[*n].terrain) == Some(1);
                    if land.clone().count() >= *land_neighbours && !land.clone().any(near) {
                        let language = self.look.language;
                        let name = board.name(h, language);
                        self.at(
                            h,
                            say!(
                                language,
                                "{name} has no neighbour one spade away",
                                "{name} não tem vizinho a uma pá de distância"
                            ),
                        );
                    }
                }
            }
            Check::Evenness { of, at_most } => {
                let sums = evenness(board, *of);
                let (most, least) = (sums.iter().max().copied(), sums.iter().min().copied());
                let difference = most.unwrap_or(0) - least.unwrap_or(0);
                if difference > *at_most {
                    self.beyond(difference, *at_most);
                }
            }
            Check::PipBalance { groups, at_most } => {
                for group in groups {
                    let sums = group.iter().map(|t| pip_sum(board, *t));
                    let (most, least) = (sums.clone().max().unwrap_or(0), sums.min().unwrap_or(0));
                    if most - least > *at_most {
                        self.beyond(most - least, *at_most);
                    }
                }
            }
            Check::NumberOnResource { at_most } => {
                self.too_many(*at_most, |a, b| a.number == b.number);
            }
            Check::RedOnResource { at_most } => {
                let red = |n: Option<u8>| n.is_some_and(|n| pips(n) == 5);
                self.too_many(*at_most, move |a, b| red(a.number) && red(b.number));
            }
            Check::CornerPips { least, most } => {
                for corner in board.shape.corners().values().filter(|c| c.len() == 3) {
                    let sum: u64 = corner.iter().map(|h| pips_of(board, *h)).sum();
                    if !(*least..=*most).contains(&sum) {
                        let language = self.look.language;
                        let name = board.name(corner[0], language);
                        self.at(
                            corner[0],
                            say!(
                                language,
                                "a corner of {name} has {sum} pips, {least} to {most} are allowed",
                                "um canto ({name}) tem {sum} pontos, de {least} a {most} são permitidos"
                            ),
                        );
                    }
                }
            }
            Check::PortProduction { at_most } => {
                for (hex, _, own) in super::ports::production(board) {
                    if own > *at_most {
                        let language = self.look.language;
                        let name = board.name(hex, language);
                        self.at(
                            hex,
                            say!(
                                language,
                                "the port at {name} touches {own} pips of its own resource, {at_most} allowed",
                                "o porto ({name}) toca {own} pontos do próprio recurso, {at_most} permitidos"
                            ),
                        );
                    }
                }
            }
            // Drafts are a claim of their own.
            Check::Draft { .. } | Check::Unknown => {}
        }
    }

    fn pair(&mut self, hex: usize, other: usize) {
        let language = self.look.language;
        let (name, beside) = (self.board.name(hex, language), self.board.name(other, language));
        self.at(hex, say!(language, "{name} lies beside {beside}", "{name} fica ao lado de {beside}"));
    }

    fn beyond(&mut self, difference: u64, at_most: u64) {
        let language = self.look.language;
        self.count += difference - at_most;
        self.whole(say!(
            language,
            "the best and the worst differ by {difference}, {at_most} allowed",
            "o melhor e o pior diferem em {difference}, {at_most} permitido"
        ));
    }

    fn too_many(
        &mut self,
        at_most: usize,
        alike: impl Fn(&mapkiln_maps::board::Hex, &mapkiln_maps::board::Hex) -> bool,
    ) {
        let hexes = &self.board.shape.hexes;
        for (h, here) in hexes.iter().enumerate().filter(|(_, h)| h.number.is_some()) {
            let before = hexes[..h].iter().filter(|b| b.terrain == here.terrain && alike(b, here)).count();
            if alike(here, here) && before >= at_most {
                let language = self.look.language;
                let name = self.board.name(h, language);
                let word = terrain_word(here.terrain, language);
                self.at(
                    h,
                    say!(
                        language,
                        "{name} is one such number too many on {word}",
                        "{name} é um número em excesso em {word}"
                    ),
                );
            }
        }
    }

    fn at(&mut self, hex: usize, words: String) {
        self.count += 1;
        let sentence = format!("{}: {words}", self.name);
        self.look.find(self.severity, self.board.place(hex), sentence);
    }

    fn whole(&mut self, words: String) {
        let sentence = format!("{}: {words}", self.name);
        self.look.find(self.severity, Place::whole(), sentence);
    }
}

/// The size of all breaches of a check, for the score.
pub(super) fn count(board: &BoardCase<'_>, check: &Check) -> u64 {
    let mut look = Look::new(mapkiln_maps::Language::English);
    let mut breaches = Breaches { board, name: "", severity: Severity::Note, count: 0, look: &mut look };
    breaches.of(check);
    breaches.count
}

pub(super) fn pips_of(board: &BoardCase<'_>, hex: usize) -> u64 {
    board.shape.hexes[hex].number.map_or(0, |n| u64::from(pips(n)))
}

fn pip_sum(board: &BoardCase<'_>, terrain: Terrain) -> u64 {
    let all = 0..board.shape.hexes.len();
    all.filter(|h| board.shape.hexes[*h].terrain == terrain).map(|h| pips_of(board, h)).sum()
}

fn river_parts(board: &BoardCase<'_>) -> usize {
    let hexes = &board.shape.hexes;
    let mut left: Vec<bool> = hexes.iter().map(|h| h.terrain == Terrain::River).collect();
    let mut parts = 0;
    for first in 0..hexes.len() {
        if !std::mem::take(&mut left[first]) {
            continue;
        }
        parts += 1;
        let mut stack = vec![first];
        while let Some(hex) = stack.pop() {
            stack.extend(board.shape.neighbours[hex].iter().filter(|n| std::mem::take(&mut left[**n])));
        }
    }
    parts
}

fn evenness(board: &BoardCase<'_>, of: Evenness) -> [u64; 7] {
    let hexes = &board.shape.hexes;
    let mut sums = [0; 7];
    for (h, hex) in hexes.iter().enumerate() {
        let Some(colour) = hex.terrain.wheel() else { continue };
        let beside = board.shape.neighbours[h].iter().map(|n| hexes[*n].terrain);
        let within = |reach: u8| {
            beside.clone().filter_map(|t| hex.terrain.spades(t)).filter(|s| (1..=reach).contains(s)).count()
        };
        sums[usize::from(colour)] += match of {
            Evenness::OneSpade => within(1) as u64,
            Evenness::TwoSpades => within(2) as u64,
            Evenness::River => u64::from(beside.clone().any(|t| t == Terrain::River)),
        };
    }
    sums
}
