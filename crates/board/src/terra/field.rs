//! Terra Mystica in small integers: what the makers' fast scorers work on.

use mapkiln_maps::board::{Board, BoardGame, Geometry, Hex, Terrain};
use mapkiln_search::Levels;

use crate::Error;
use crate::rules::{Evenness, RuleCheck, RuleSet, Weight, add};

/// The river's number after the seven on the wheel.
pub(crate) const RIVER: u8 = 7;
/// What lies beyond the border.
pub(crate) const OUTSIDE: u8 = 8;

/// By two terrains: spades between them, or `FAR` if there is no way.
pub(crate) const SPADES: [[u8; 9]; 9] = spades();
pub(crate) const FAR: u8 = 9;

const fn spades() -> [[u8; 9]; 9] {
    let mut table = [[FAR; 9]; 9];
    let mut a = 0;
    while a < 7 {
        let mut b = 0;
        while b < 7 {
            let steps = usize::abs_diff(a, b);
            table[a][b] = if steps > 3 { 7 - steps } else { steps } as u8;
            b += 1;
        }
        a += 1;
    }
    table
}

/// The terrain of a small number.
pub(crate) fn terrain(number: u8) -> Terrain {
    BoardGame::TerraMystica.terrains()[usize::from(number.min(RIVER))]
}

/// The small number of a terrain.
pub(crate) fn number(terrain: Terrain) -> u8 {
    terrain.wheel().unwrap_or(RIVER)
}

/// A shape with neighbours in fixed rows of six; missing ones point to one place past the end,
/// where [`OUTSIDE`] stands.
#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) geometry: Geometry,
    pub(crate) beside: Vec<[u16; 6]>,
    pub(crate) border: Vec<bool>,
}

impl Field {
    pub(crate) fn new(geometry: Geometry) -> Self {
        let n = geometry.len();
        let row = |h: usize| {
            let mut row = [n as u16; 6];
            row.iter_mut().zip(geometry.neighbours(h)).for_each(|(slot, &hex)| *slot = hex as u16);
            row
        };
        let beside = (0..n).map(row).collect();
        let border = (0..n).map(|h| geometry.on_border(h)).collect();
        Field { geometry, beside, border }
    }

    pub(crate) fn len(&self) -> usize {
        self.beside.len()
    }

    /// Small numbers of a board's hexes, with the one past the end.
    pub(crate) fn terrain(&self, board: &Board) -> Vec<u8> {
        board.hexes().map(|h| number(h.terrain)).chain([OUTSIDE]).collect()
    }

    /// The board of small numbers.
    pub(crate) fn board(&self, numbers: &[u8]) -> Board {
        let hexes = numbers.iter().take(self.len()).map(|&n| Hex { terrain: terrain(n), number: None });
        Board::from_hexes(BoardGame::TerraMystica, self.geometry.rows(), hexes)
    }
}

/// The rules as numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights {
    pub(crate) equal: Weight,
    /// Fewest and most river neighbours, and must ends lie on the border?
    pub(crate) river: (u8, u8, bool, Weight),
    /// Parts allowed, graded?
    pub(crate) parts: (u32, bool, Weight),
    /// Land neighbours from which on it counts.
    pub(crate) spade: (u8, Weight),
    /// By kind of evenness: the bound.
    pub(crate) even: [(u32, Weight); 3],
    /// The score wanted; 0 for a balanced board.
    pub(crate) target: u32,
}

impl Weights {
    pub(crate) fn new(rules: &RuleSet, target: u32) -> Result<Self, Error> {
        let mut weights = Weights { target, river: (0, 6, false, [0; 2]), ..Weights::default() };
        for rule in &rules.rules {
            let weight = rule.hard_and_soft();
            let slot: &mut Weight = match &rule.check {
                RuleCheck::EqualNeighbours => &mut weights.equal,
                RuleCheck::RiverNeighbours { least, most, ends_on_border } => {
                    (weights.river.0, weights.river.1, weights.river.2) = (*least, *most, *ends_on_border);
                    &mut weights.river.3
                }
                RuleCheck::RiverParts { at_most, graded } => {
                    (weights.parts.0, weights.parts.1) = (*at_most, *graded);
                    &mut weights.parts.2
                }
                RuleCheck::SpadeNeighbour { land_neighbours } => {
                    weights.spade.0 = *land_neighbours;
                    &mut weights.spade.1
                }
                RuleCheck::Evenness { of, at_most } => {
                    let even = &mut weights.even[*of as usize];
                    even.0 = *at_most;
                    &mut even.1
                }
                // Rules for the other game are refused by the spec's check.
                _ => continue,
            };
            if *slot != [0; 2] {
                return Err(Error::Spec {
                    field: "rules",
                    reason: format!("{}: an earlier rule checks the same; keep one of them", rule.name),
                });
            }
            *slot = weight;
        }
        Ok(weights)
    }

    /// Does any rule look at evenness?
    pub(crate) fn looks_at_evenness(&self) -> bool {
        self.even.iter().any(|(_, weight)| *weight != [0; 2])
    }

    /// How far the sums of one kind of evenness are apart, beyond the bound, weighted.
    pub(crate) fn uneven(&self, sums: &[[u32; 7]; 3]) -> Weight {
        let mut cost = [0; 2];
        for ((at_most, weight), sums) in self.even.iter().zip(sums) {
            if *weight != [0; 2] {
                let (least, most) = sums.iter().fold((u32::MAX, 0), |(l, m), &s| (l.min(s), m.max(s)));
                add(&mut cost, (most - least).saturating_sub(*at_most), *weight);
            }
        }
        cost
    }

    /// The cost of a weighted count: its distance from what is wanted.
    pub(crate) fn cost(&self, [hard, soft]: Weight) -> Levels<2> {
        Levels([hard.abs_diff(self.target), soft])
    }
}

/// The index of a kind of evenness in [`Weights::even`].
pub(crate) const ONE_SPADE: usize = Evenness::OneSpade as usize;
pub(crate) const BY_RIVER: usize = Evenness::River as usize;
pub(crate) const TWO_SPADES: usize = Evenness::TwoSpades as usize;
