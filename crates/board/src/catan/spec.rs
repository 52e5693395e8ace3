//! What a Catan board is made from.

use mapkiln_maps::board::{Board, BoardGame, CatanSet};
use mapkiln_search::{aco, annealing, brkga};
use serde::{Deserialize, Serialize};

use super::place_ports;
use crate::method::Method;
use crate::published::PublishedParams;
use crate::{Error, RuleSet};

/// A Catan board to make.
///
/// ```
/// use mapkiln_board::catan::{CatanSpec, CatanProfile};
/// use mapkiln_core::{Run, Spec};
/// let spec = CatanSpec { profile: CatanProfile::Tournament, ..CatanSpec::default() };
/// let made = spec.make(&mut Run::new("final")).unwrap();
/// assert_eq!(spec.rules().score(&made.map).total, 0);
/// assert_eq!(made.map.ports.len(), 9);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CatanSpec {
    /// The board: `base` (19 hexes) or `large` (30). Default `base`.
    pub set: CatanSet,
    /// The rules by name. Default `standard`.
    pub profile: CatanProfile,
    /// Custom rules, instead of a profile. Default none.
    pub rules: Option<RuleSet>,
    /// Place ports too? `tournament` always does; otherwise the ports of the printed frame are used.
    /// Default false.
    pub ports: bool,
    /// The method. Default `anneal`.
    pub method: Method,
    /// The score wanted: 0 for a balanced board, more for an unfair one. Default 0.
    pub unfair: u32,
    /// A board to repair; its shape and tiles are kept. Default none.
    pub start: Option<Board>,
    /// Hexes of `start` that stay as they are, as row and column from 1. Default none.
    pub locked: Vec<[usize; 2]>,
    /// Parameters of `anneal`; none for temperatures that suit the profile. Default none.
    pub anneal: Option<annealing::Params>,
    /// Parameters of `brkga`.
    pub brkga: brkga::Params,
    /// Parameters of `aco`.
    pub aco: aco::Params,
    /// Parameters of `thesis`.
    pub thesis: PublishedParams,
}

impl Default for CatanSpec {
    fn default() -> Self {
        CatanSpec {
            set: CatanSet::default(),
            profile: CatanProfile::default(),
            rules: None,
            ports: false,
            method: Method::default(),
            unfair: 0,
            start: None,
            locked: Vec::new(),
            anneal: None,
            brkga: brkga::Params { restart_after: 200, generations: 4000, ..brkga::Params::default() },
            aco: aco::Params { rounds: 2000, ..aco::Params::default() },
            thesis: PublishedParams::default(),
        }
    }
}

/// Lists of rules by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CatanProfile {
    /// R1 to R3.
    #[default]
    Standard,
    /// R1 to R3, tokens spread out, corners within bounds, ports, and a fair draft.
    Tournament,
}

impl CatanProfile {
    /// Both.
    pub const ALL: [CatanProfile; 2] = [CatanProfile::Standard, CatanProfile::Tournament];

    /// The rules of the profile for a set.
    pub fn rules(self, set: CatanSet) -> RuleSet {
        match self {
            CatanProfile::Standard => RuleSet::standard(),
            CatanProfile::Tournament => RuleSet::tournament(set),
        }
    }
}

impl CatanSpec {
    /// The custom rules, or those of the profile.
    pub fn rules(&self) -> RuleSet {
        self.rules.clone().unwrap_or_else(|| self.profile.rules(self.set_of_start()))
    }

    /// The set of the board to repair, or that of the spec.
    fn set_of_start(&self) -> CatanSet {
        let rows = |board: &Board| board.rows.iter().map(Vec::len).collect::<Vec<_>>();
        self.start.as_ref().and_then(|board| CatanSet::for_rows(&rows(board))).unwrap_or(self.set)
    }

    /// The board to repair, or a new one with all tiles in order.
    pub(super) fn first_board(&self) -> Result<Board, Error> {
        let mut board = match &self.start {
            Some(board) => {
                let broken = |reason| Error::Spec { field: "start", reason };
                if board.game != BoardGame::Catan {
                    return Err(broken("this is a board for Terra Mystica; give one for Catan".to_owned()));
                }
                mapkiln_maps::document::Document::check(board).map_err(broken)?;
                if board.hexes().count() > 60 {
                    return Err(broken("a Catan board has at most 60 hexes".to_owned()));
                }
                let corners = board.geometry().corners().len();
                if corners > 128 {
                    return Err(broken(format!(
                        "the board has {corners} corners; at most 128 are supported"
                    )));
                }
                board.clone()
            }
            None if !self.locked.is_empty() => {
                let reason = "give the board whose hexes are locked as `start`".to_owned();
                return Err(Error::Spec { field: "locked", reason });
            }
            None => self.set.unshuffled(),
        };
        let wants_ports = self.ports || self.profile == CatanProfile::Tournament;
        if board.ports.is_empty() && wants_ports {
            board.ports = place_ports(&board.geometry(), &self.set_of_start().ports());
        }
        Ok(board)
    }
}
