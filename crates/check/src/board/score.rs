//! The score, computed a second way: by pairs of neighbours and tables, not hex by hex.

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::snake_case;
use mapkiln_maps::board::{Terrain, pips};

use super::hexes::{count, pips_of};
use super::rules::{Check, Evenness};
use super::{BoardCase, draft, ports};
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(board) = BoardCase::of(case) else { return };
    let Some(rules) = board.rules(look) else { return };
    let language = look.language;
    let (mut total, mut wishes) = (0u64, 0u64);
    for rule in &rules.rules {
        look.saw(1);
        let name = &rule.name;
        let Some(second) = second_count(&board, &rule.check) else { continue };
        let first =
            if matches!(rule.check, Check::Draft { .. }) { second } else { count(&board, &rule.check) };
        if first != second {
            look.error(
                Place::whole(),
                say!(
                    language,
                    "{name} counts {first} hex by hex and {second} by pairs; this is a fault of the check itself",
                    "{name} soma {first} por hexágono e {second} por pares; é uma falha da própria verificação"
                ),
            );
        }
        let sum = if rule.soft { &mut wishes } else { &mut total };
        *sum = sum.saturating_add(second.saturating_mul(rule.weight));
        compare(case, &snake_case(&format!("score {name}")), second, look);
    }
    compare(case, "score", total, look);
    compare(case, "wishes", wishes, look);
    let profile = &rules.name;
    look.note(say!(language, "profile {profile}, score {total}", "perfil {profile}, pontuação {total}"));
}

/// Does the report say the same?
fn compare(case: &Case<'_>, metric: &str, value: u64, look: &mut Look) {
    let language = look.language;
    let Some(said) = case.subject.report.and_then(|r| r.metrics.get(metric)) else { return };
    look.saw(1);
    if *said != value as f64 {
        look.error(
            Place::field(metric),
            say!(
                language,
                "the report says that {metric} is {said}, and it is {value}",
                "o relatório diz que {metric} é {said}, e é {value}"
            ),
        );
    }
}

/// The size of a check's breaches; `None` for a check that is not known here.
fn second_count(board: &BoardCase<'_>, check: &Check) -> Option<u64> {
    let shape = &board.shape;
    let hexes = &shape.hexes;
    let river = |h: usize| hexes[h].terrain == Terrain::River;
    // Hexes with a neighbour for which something holds.
    let touched = |holds: &dyn Fn(usize, usize) -> bool| -> u64 {
        let met: BTreeSet<usize> =
            shape.pairs().filter(|(a, b)| holds(*a, *b)).flat_map(|(a, b)| [a, b]).collect();
        met.len() as u64
    };
    Some(match check {
        Check::EqualNeighbours => touched(&|a, b| !river(a) && hexes[a].terrain == hexes[b].terrain),
        Check::NumbersApart { numbers } => {
            let listed = |h: usize| hexes[h].number.is_some_and(|n| numbers.contains(&n));
            touched(&|a, b| listed(a) && listed(b))
        }
        Check::EqualNumbersApart => {
            touched(&|a, b| hexes[a].number.is_some() && hexes[a].number == hexes[b].number)
        }
        Check::RiverNeighbours { least, most, ends_on_border } => {
            let (mut rivers, mut all) = (vec![0usize; hexes.len()], vec![0usize; hexes.len()]);
            for (a, b) in shape.pairs() {
                for (h, other) in [(a, b), (b, a)] {
                    all[h] += 1;
                    rivers[h] += usize::from(river(other));
                }
            }
            let wrong = |h: &usize| {
                let n = rivers[*h];
                n < *least || n > *most || (*ends_on_border && n == 1 && all[*h] == 6)
            };
            (0..hexes.len()).filter(|h| river(*h)).filter(wrong).count() as u64
        }
        Check::RiverParts { at_most, graded } => {
            // Each pair of rivers that joins two parts leaves one part fewer.
            let mut leader: Vec<usize> = (0..hexes.len()).collect();
            fn find(leader: &[usize], mut h: usize) -> usize {
                while leader[h] != h {
                    h = leader[h];
                }
                h
            }
            let mut parts = (0..hexes.len()).filter(|h| river(*h)).count();
            for (a, b) in shape.pairs().filter(|(a, b)| river(*a) && river(*b)) {
                let (a, b) = (find(&leader, a), find(&leader, b));
                if a != b {
                    leader[a] = b;
                    parts -= 1;
                }
            }
            let surplus = parts.saturating_sub(*at_most) as u64;
            if *graded { surplus } else { surplus.min(1) }
        }
        Check::SpadeNeighbour { land_neighbours } => {
            let (mut land, mut near) = (vec![0usize; hexes.len()], vec![false; hexes.len()]);
            for (a, b) in shape.pairs() {
                for (h, other) in [(a, b), (b, a)] {
                    land[h] += usize::from(!river(other));
                    near[h] |= hexes[h].terrain.spades(hexes[other].terrain) == Some(1);
                }
            }
            let wrong = |h: &usize| !river(*h) && land[*h] >= *land_neighbours && !near[*h];
            (0..hexes.len()).filter(wrong).count() as u64
        }
        Check::Evenness { of, at_most } => {
            let mut sums: BTreeMap<u8, u64> = (0..7).map(|colour| (colour, 0)).collect();
            let mut wet = BTreeSet::new();
            for (a, b) in shape.pairs() {
                for (h, other) in [(a, b), (b, a)] {
                    let Some(colour) = hexes[h].terrain.wheel() else { continue };
                    let steps = hexes[h].terrain.spades(hexes[other].terrain);
                    let counts = match of {
                        Evenness::OneSpade => steps == Some(1),
                        Evenness::TwoSpades => matches!(steps, Some(1 | 2)),
                        Evenness::River => river(other) && wet.insert(h),
                    };
                    *sums.entry(colour).or_default() += u64::from(counts);
                }
            }
            let (most, least) = (sums.values().max()?, sums.values().min()?);
            (most - least).saturating_sub(*at_most)
        }
        Check::PipBalance { groups, at_most } => {
            let mut sums: BTreeMap<Terrain, u64> = BTreeMap::new();
            (0..hexes.len()).for_each(|h| *sums.entry(hexes[h].terrain).or_default() += pips_of(board, h));
            let spread = |group: &Vec<Terrain>| {
                let mut values: Vec<u64> = group.iter().map(|t| sums.get(t).copied().unwrap_or(0)).collect();
                values.sort_unstable();
                let difference = values.last().zip(values.first()).map_or(0, |(most, least)| most - least);
                difference.saturating_sub(*at_most)
            };
            groups.iter().map(spread).sum()
        }
        Check::NumberOnResource { at_most } => {
            let mut tokens: BTreeMap<(Terrain, u8), u64> = BTreeMap::new();
            hexes
                .iter()
                .filter_map(|h| Some((h.terrain, h.number?)))
                .for_each(|t| *tokens.entry(t).or_default() += 1);
            tokens.values().map(|n| n.saturating_sub(*at_most as u64)).sum()
        }
        Check::RedOnResource { at_most } => {
            let mut tokens: BTreeMap<Terrain, u64> = BTreeMap::new();
            let red = hexes.iter().filter(|h| h.number.is_some_and(|n| pips(n) == 5));
            red.for_each(|h| *tokens.entry(h.terrain).or_default() += 1);
            tokens.values().map(|n| n.saturating_sub(*at_most as u64)).sum()
        }
        Check::CornerPips { least, most } => {
            // Three hexes that are neighbours of each other meet in a corner.
            let mut wrong = 0;
            for (a, b) in shape.pairs() {
                for c in shape.neighbours[a].iter().filter(|c| **c > b && shape.neighbours[b].contains(c)) {
                    let sum = pips_of(board, a) + pips_of(board, b) + pips_of(board, *c);
                    wrong += u64::from(!(*least..=*most).contains(&sum));
                }
            }
            wrong
        }
        Check::PortProduction { at_most } => {
            ports::production(board).iter().filter(|(_, _, own)| own > at_most).count() as u64
        }
        Check::Draft { players, at_most } => draft::spread(board, *players)?.saturating_sub(*at_most),
        Check::Unknown => return None,
    })
}
