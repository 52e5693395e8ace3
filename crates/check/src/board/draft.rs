//! A snake draft gives every seat about the same, however ties are broken.
//!
//! All ways to break ties are followed, pick by pick; ways that leave the same corners free after
//! the same picks are one. Their number is bounded by [`MOST_WAYS`].

use std::collections::BTreeMap;

use mapkiln_maps::board::BoardGame;

use super::BoardCase;
use super::hexes::pips_of;
use super::rules::Check;
use crate::case::Case;
use crate::look::{Look, say};
use crate::{Place, Severity};

/// More ways to break ties than this are not followed.
const MOST_WAYS: usize = 200_000;

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(board) = BoardCase::of(case) else { return };
    if board.board.game != BoardGame::Catan {
        return;
    }
    let Some(rules) = board.rules(look) else { return };
    let language = look.language;
    for rule in &rules.rules {
        let Check::Draft { players, at_most } = rule.check else { continue };
        look.saw(players);
        let Some(spread) = spread(&board, players) else {
            look.note(say!(
                language,
                "there are more than {MOST_WAYS} ways to break ties",
                "há mais de {MOST_WAYS} modos de desempatar"
            ));
            continue;
        };
        if spread > at_most {
            let severity = if rule.soft || board.unfair > 0 { Severity::Note } else { Severity::Error };
            let name = &rule.name;
            let sentence = say!(
                language,
                "{name}: one seat can get {spread} pips more than another, {at_most} allowed",
                "{name}: um lugar pode ganhar {spread} pontos a mais que outro, {at_most} permitido"
            );
            look.find(severity, Place::whole(), sentence);
        }
    }
}

/// The largest difference between seats over all ways to break ties.
pub(super) fn spread(board: &BoardCase<'_>, players: usize) -> Option<u64> {
    let corners = board.shape.corners();
    let places: Vec<(i64, i64)> = corners.keys().copied().collect();
    if places.len() > 128 || players == 0 || players > 6 {
        return None;
    }
    let values: Vec<u64> =
        corners.values().map(|hexes| hexes.iter().map(|h| pips_of(board, *h)).sum()).collect();
    let number: BTreeMap<(i64, i64), usize> = places.iter().copied().zip(0..).collect();
    // A settlement closes its corner and those one road away.
    let mut closes: Vec<u128> = (0..places.len()).map(|c| 1u128 << c).collect();
    for hex in 0..board.shape.hexes.len() {
        for side in 0..6 {
            let [a, b] = board.shape.side(hex, side).map(|end| number[&end]);
            closes[a] |= 1 << b;
            closes[b] |= 1 << a;
        }
    }
    let all = if places.len() == 128 { u128::MAX } else { (1u128 << places.len()) - 1 };
    let mut states: Vec<(u128, Vec<u64>)> = vec![(all, Vec::new())];
    for _ in 0..2 * players {
        let mut next = Vec::new();
        for (free, picks) in states {
            let open = || (0..places.len()).filter(|c| free >> c & 1 == 1);
            let best = open().map(|c| values[c]).max();
            let mut picks = picks;
            picks.push(best.unwrap_or(0));
            match best {
                None => next.push((free, picks)),
                Some(best) => {
                    next.extend(
                        open().filter(|c| values[*c] == best).map(|c| (free & !closes[c], picks.clone())),
                    );
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        if next.len() > MOST_WAYS {
            return None;
        }
        states = next;
    }
    let spread = |picks: &Vec<u64>| {
        let seats = (0..players).map(|s| picks[s] + picks[2 * players - 1 - s]);
        seats.clone().max().unwrap_or(0) - seats.min().unwrap_or(0)
    };
    states.iter().map(|(_, picks)| spread(picks)).max()
}
