//! The board has the hexes and numbers that are in the box.

use std::collections::BTreeMap;

use mapkiln_maps::board::{BoardGame, Terrain};
use serde_json::Value;

use super::{BoardCase, terrain_word};
use crate::case::Case;
use crate::look::{Look, say};

pub(crate) fn look(case: &Case<'_>, look: &mut Look) {
    let Some(board) = BoardCase::of(case) else { return };
    let Some((terrains, tokens)) = wanted(&board, case.spec()) else {
        look.skip(say!(
            look.language,
            "no box is known for a board of this shape",
            "nenhuma caixa é conhecida para um tabuleiro desta forma"
        ));
        return;
    };
    look.saw(board.shape.hexes.len());
    let language = look.language;
    let mut left = terrains;
    for (hex, here) in board.shape.hexes.iter().enumerate() {
        match left.get_mut(&here.terrain) {
            Some(count) if *count > 0 => *count -= 1,
            _ => {
                let (name, word) = (board.name(hex, language), terrain_word(here.terrain, language));
                look.error(
                    board.place(hex),
                    say!(language, "{name} is one {word} too many", "{name}: há {word} em excesso"),
                );
            }
        }
    }
    for (terrain, count) in left.iter().filter(|(_, count)| **count > 0) {
        let word = terrain_word(*terrain, language);
        look.error(
            crate::Place::whole(),
            say!(language, "{count} {word} hexes are missing", "faltam {count} hexágonos de {word}"),
        );
    }
    let Some(mut tokens) = tokens else { return };
    for (hex, number) in board.shape.hexes.iter().enumerate().filter_map(|(h, hex)| Some((h, hex.number?))) {
        match tokens.get_mut(usize::from(number)) {
            Some(count) if *count > 0 => *count -= 1,
            _ => {
                let name = board.name(hex, language);
                look.error(
                    board.place(hex),
                    say!(
                        language,
                        "{name} has one token {number} too many",
                        "{name} tem uma ficha {number} em excesso"
                    ),
                );
            }
        }
    }
    for (number, count) in tokens.iter().enumerate().filter(|(_, count)| **count > 0) {
        look.error(
            crate::Place::whole(),
            say!(language, "{count} tokens {number} are missing", "faltam {count} fichas {number}"),
        );
    }
}

type Terrains = BTreeMap<Terrain, usize>;

/// How many hexes of each terrain there should be, and how many tokens of each number.
fn wanted(board: &BoardCase<'_>, spec: &Value) -> Option<(Terrains, Option<Vec<usize>>)> {
    // A board that was mended keeps its tiles.
    if let Some(start) = spec.get("start").filter(|start| !start.is_null()) {
        let start: mapkiln_maps::board::Board = serde_json::from_value(start.clone()).ok()?;
        let mut terrains = Terrains::new();
        let mut tokens = vec![0; 13];
        for hex in start.hexes() {
            *terrains.entry(hex.terrain).or_default() += 1;
            if let Some(count) = hex.number.and_then(|n| tokens.get_mut(usize::from(n))) {
                *count += 1;
            }
        }
        return Some((terrains, Some(tokens)));
    }
    match board.board.game {
        BoardGame::Catan => {
            let set = board.set()?;
            let tokens = (0..=12).map(|n| set.tokens(n)).collect();
            Some((set.terrains().into_iter().collect(), Some(tokens)))
        }
        BoardGame::TerraMystica => {
            let tiles = spec.get("tiles")?.as_object()?;
            let hexes = board.shape.hexes.len();
            let terrains = BoardGame::TerraMystica.terrains();
            if tiles.is_empty() {
                // Eleven of each colour on the 113 hexes of the printed board.
                let each = (hexes * 11 + 56) / 113;
                let count = |t: &Terrain| {
                    (*t, if *t == Terrain::River { hexes.saturating_sub(7 * each) } else { each })
                };
                return Some((terrains.iter().map(count).collect(), None));
            }
            let counts: Option<Terrains> = tiles
                .iter()
                .map(|(name, count)| {
                    let terrain = serde_json::from_value(Value::String(name.clone())).ok()?;
                    Some((terrain, count.as_u64()? as usize))
                })
                .collect();
            Some((counts?, None))
        }
    }
}
