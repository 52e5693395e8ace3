//! Ports lie at the coast, apart from each other, and are those of the box.

use std::collections::BTreeSet;

use mapkiln_maps::board::{BoardGame, HexSide, Trade};

use super::BoardCase;
use super::hexes::pips_of;
use crate::Place;
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(board) = BoardCase::of(case) else { return };
    let language = look.language;
    if board.board.game != BoardGame::Catan {
        return;
    }
    let spec = case.spec();
    let asked = spec["ports"] == true || spec["profile"] == "tournament";
    let ports = &board.board.ports;
    if ports.is_empty() {
        if asked {
            look.saw(1);
            look.error(
                Place::whole(),
                say!(
                    language,
                    "ports were asked for, and there are none",
                    "foram pedidos portos, e não há nenhum"
                ),
            );
        }
        return;
    }
    let mut corners = BTreeSet::new();
    for port in ports {
        look.saw(1);
        let Some(hex) = hex_of(&board, port.row, port.column) else { continue };
        let name = board.name(hex, language);
        let side = side_number(port.side);
        if !board.shape.faces_out(hex, side) {
            look.error(
                board.place(hex),
                say!(
                    language,
                    "the port at {name} does not face the sea",
                    "o porto ({name}) não dá para o mar"
                ),
            );
        }
        let ends = board.shape.side(hex, side);
        if ends.iter().any(|end| !corners.insert(*end)) {
            look.error(
                board.place(hex),
                say!(
                    language,
                    "the port at {name} shares a corner with another",
                    "o porto ({name}) divide um canto com outro"
                ),
            );
        }
    }
    let Some(set) = board.set() else { return };
    let mut left = set.ports();
    for port in ports {
        match left.iter().position(|trade| *trade == port.trade) {
            Some(found) => drop(left.swap_remove(found)),
            None => {
                let word = trade_word(port.trade, language);
                let place = hex_of(&board, port.row, port.column).map_or(Place::whole(), |h| board.place(h));
                look.error(
                    place,
                    say!(language, "there is one {word} port too many", "há um porto de {word} em excesso"),
                );
            }
        }
    }
    for trade in left {
        let word = trade_word(trade, language);
        look.error(Place::whole(), say!(language, "a {word} port is missing", "falta um porto de {word}"));
    }
}

fn trade_word(trade: Trade, language: mapkiln_maps::Language) -> &'static str {
    match trade.resource() {
        Some(terrain) => super::terrain_word(terrain, language),
        None => ["3:1", "3:1"][language.index()],
    }
}

fn side_number(side: HexSide) -> usize {
    HexSide::ALL.iter().position(|s| *s == side).unwrap_or(0)
}

fn hex_of(board: &BoardCase<'_>, row: usize, column: usize) -> Option<usize> {
    let before: usize = board.board.rows.iter().take(row).map(Vec::len).sum();
    (column < board.board.rows.get(row)?.len()).then_some(before + column)
}

/// For every two-for-one port: its hex, its trade, and the pips of its own resource that it touches.
pub(super) fn production(board: &BoardCase<'_>) -> Vec<(usize, Trade, u64)> {
    let corners = board.shape.corners();
    let mut found = Vec::new();
    for port in &board.board.ports {
        let (Some(resource), Some(hex)) = (port.trade.resource(), hex_of(board, port.row, port.column))
        else {
            continue;
        };
        let ends = board.shape.side(hex, side_number(port.side));
        let touched: BTreeSet<usize> =
            ends.iter().filter_map(|end| corners.get(end)).flatten().copied().collect();
        let own = touched.iter().filter(|h| board.shape.hexes[**h].terrain == resource);
        found.push((hex, port.trade, own.map(|h| pips_of(board, *h)).sum()));
    }
    found
}
