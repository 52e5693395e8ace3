//! What a Terra Mystica board is made from.

use std::collections::BTreeMap;

use mapkiln_maps::board::{Board, BoardGame, Hex, Terrain};
use mapkiln_search::{aco, annealing, brkga};
use serde::{Deserialize, Serialize};

use crate::method::Method;
use crate::published::PublishedParams;
use crate::{Error, RuleSet};

/// A Terra Mystica board to make.
///
/// ```
/// use mapkiln_board::{RuleSet, terra::TerraMysticaSpec};
/// use mapkiln_core::{Run, Spec};
/// let made = TerraMysticaSpec::default().make(&mut Run::new("midsummer")).unwrap();
/// assert_eq!(RuleSet::thesis().score(&made.map).total, 0);
/// assert_eq!(RuleSet::lab().score(&made.map).total, 0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct TerraMysticaSpec {
    /// Lengths of the rows, 1 to 60 rows of 1 to 60 hexes. Default 13, 12, 13, … 13 (113 hexes).
    pub rows: Vec<usize>,
    /// The number of hexes of each terrain; empty for 11 in 113 of each colour and rivers for the
    /// rest. Default empty.
    pub tiles: BTreeMap<Terrain, usize>,
    /// The rules by name. Default `both`.
    pub profile: TerraMysticaProfile,
    /// Custom rules, instead of a profile. Default none.
    pub rules: Option<RuleSet>,
    /// The method. Default `anneal`.
    pub method: Method,
    /// The score wanted: 0 for a balanced board, more for an unfair one. Default 0.
    pub unfair: u32,
    /// A board to repair; its shape and tiles are kept. Default none.
    pub start: Option<Board>,
    /// Hexes of `start` that stay as they are, as row and column from 1. Default none.
    pub locked: Vec<[usize; 2]>,
    /// Rivers that `anneal` tries before it gives up, at least 1. Default 20.
    pub attempts: u64,
    /// Parameters of `anneal` on the land; none for temperatures that suit the rules. Default none.
    pub anneal: Option<annealing::Params>,
    /// Parameters of `brkga`.
    pub brkga: brkga::Params,
    /// Parameters of `aco`.
    pub aco: aco::Params,
    /// Parameters of `thesis`.
    pub thesis: PublishedParams,
}

impl Default for TerraMysticaSpec {
    fn default() -> Self {
        TerraMysticaSpec {
            rows: vec![13, 12, 13, 12, 13, 12, 13, 12, 13],
            tiles: BTreeMap::new(),
            profile: TerraMysticaProfile::default(),
            rules: None,
            method: Method::default(),
            unfair: 0,
            start: None,
            locked: Vec::new(),
            attempts: 20,
            anneal: None,
            brkga: brkga::Params {
                population: 1000,
                generations: 4000,
                elite: 10,
                mutants: 10,
                // Found by trial: three parents solve more seeds than two, and sooner in the tail.
                parents: brkga::Parents::Many { total: 3, elite: 2, bias: brkga::Bias::Logarithmic },
                restart_after: 150,
                ..brkga::Params::default()
            },
            aco: aco::Params::default(),
            thesis: PublishedParams::default(),
        }
    }
}

/// Lists of rules by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TerraMysticaProfile {
    /// The strict metric of the thesis.
    Thesis,
    /// The weighted variant of the thesis.
    Weighted,
    /// The strict metric with R3 graded: 0 for the same boards.
    Graded,
    /// The metric of the ant colony's authors.
    Lab,
    /// Both metrics at 0.
    #[default]
    Both,
    /// Both metrics at 0, and faction evenness.
    Even,
}

impl TerraMysticaProfile {
    /// All of them.
    pub const ALL: [TerraMysticaProfile; 6] = [
        TerraMysticaProfile::Thesis,
        TerraMysticaProfile::Weighted,
        TerraMysticaProfile::Graded,
        TerraMysticaProfile::Lab,
        TerraMysticaProfile::Both,
        TerraMysticaProfile::Even,
    ];

    /// The rules of the profile.
    pub fn rules(self) -> RuleSet {
        match self {
            TerraMysticaProfile::Thesis => RuleSet::thesis(),
            TerraMysticaProfile::Weighted => RuleSet::weighted(),
            TerraMysticaProfile::Graded => RuleSet::graded(),
            TerraMysticaProfile::Lab => RuleSet::lab(),
            TerraMysticaProfile::Both => RuleSet::both(),
            TerraMysticaProfile::Even => RuleSet::even(),
        }
    }
}

impl TerraMysticaSpec {
    /// The custom rules, or those of the profile.
    pub fn rules(&self) -> RuleSet {
        self.rules.clone().unwrap_or_else(|| self.profile.rules())
    }

    /// The board to repair, or a new one with all tiles in order.
    pub(super) fn first_board(&self) -> Result<Board, Error> {
        if let Some(board) = &self.start {
            let broken = |reason| Error::Spec { field: "start", reason };
            if board.game != BoardGame::TerraMystica {
                return Err(broken("this is a board for Catan; give one for Terra Mystica".to_owned()));
            }
            mapkiln_maps::document::Document::check(board).map_err(broken)?;
            let lengths: Vec<usize> = board.rows.iter().map(Vec::len).collect();
            check_size(&lengths, "start")?;
            return Ok(board.clone());
        }
        if !self.locked.is_empty() {
            return Err(Error::Spec {
                field: "locked",
                reason: "give the board whose hexes are locked as `start`".to_owned(),
            });
        }
        check_size(&self.rows, "rows")?;
        let hexes: usize = self.rows.iter().sum();
        let tiles = self.tile_counts(hexes)?;
        let all = tiles
            .iter()
            .flat_map(|&(terrain, count)| std::iter::repeat_n(Hex { terrain, number: None }, count));
        Ok(Board::from_hexes(BoardGame::TerraMystica, &self.rows, all))
    }

    fn tile_counts(&self, hexes: usize) -> Result<Vec<(Terrain, usize)>, Error> {
        let terrains = BoardGame::TerraMystica.terrains();
        if self.tiles.is_empty() {
            let each = (hexes * 11 + 56) / 113;
            let count = |&t: &Terrain| (t, if t == Terrain::River { hexes - 7 * each } else { each });
            return Ok(terrains.iter().map(count).collect());
        }
        if let Some(terrain) = self.tiles.keys().find(|t| !terrains.contains(t)) {
            return Err(Error::Spec {
                field: "tiles",
                reason: format!("Terra Mystica has no {}", terrain.word()),
            });
        }
        let sum: usize = self.tiles.values().sum();
        if sum != hexes {
            let reason = format!("these are {sum} tiles for {hexes} hexes; the numbers must be the same");
            return Err(Error::Spec { field: "tiles", reason });
        }
        Ok(terrains.iter().map(|t| (*t, self.tiles.get(t).copied().unwrap_or(0))).collect())
    }
}

fn check_size(rows: &[usize], field: &'static str) -> Result<(), Error> {
    if rows.is_empty() || rows.len() > 60 || rows.iter().any(|&length| !(1..=60).contains(&length)) {
        return Err(Error::Spec { field, reason: "a board has 1 to 60 rows of 1 to 60 hexes".to_owned() });
    }
    Ok(())
}
