//! What a Catan board is made from.

use mapkiln_search::{aco, annealing, brkga};
use serde::{Deserialize, Serialize};

use super::{CatanSet, place_ports};
use crate::method::Method;
use crate::published::PublishedParams;
use crate::{Board, BoardGame, Error, RuleSet};

/// A Catan board to be made.
///
/// ```
/// use mapkiln_board::catan::{CatanSpec, CatanProfile};
/// use mapkiln_core::Run;
/// let spec = CatanSpec { profile: CatanProfile::Tournament, ..CatanSpec::default() };
/// let made = spec.make(&mut Run::new("final")).unwrap();
/// assert_eq!(spec.rules().score(&made.map).total, 0);
/// assert_eq!(made.map.ports.len(), 9);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CatanSpec {
    /// The board: `base` (19 hexes) or `large` (30). Default `base`.
    pub set: CatanSet,
    /// The rules by name. Default `standard`.
    pub profile: CatanProfile,
    /// The rules themselves, in place of a profile. Default none.
    pub rules: Option<RuleSet>,
    /// Are ports placed too? They always are for `tournament`; otherwise those of the printed frame
    /// are meant. Default false.
    pub ports: bool,
    /// How it is made. Default `anneal`.
    pub method: Method,
    /// The score wanted: 0 for a balanced board, more for an unfair one. Default 0.
    pub unfair: u32,
    /// A board to repair; its shape and tiles are kept. Default none.
    pub start: Option<Board>,
    /// Hexes of that board that stay as they are, as row and column from 1. Default none.
    pub locked: Vec<[usize; 2]>,
    /// Knobs of `anneal`; none for temperatures that suit the profile. Default none.
    pub anneal: Option<annealing::Params>,
    /// Knobs of `brkga`.
    pub brkga: brkga::Params,
    /// Knobs of `aco`.
    pub aco: aco::Params,
    /// Knobs of `thesis`.
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
    /// The rules that count.
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
                    return Err(broken(
                        "this is a board for Terra Mystica, and one for Catan was needed".to_owned(),
                    ));
                }
                mapkiln_maps::document::Document::check(board).map_err(broken)?;
                if board.hexes().count() > 60 {
                    return Err(broken("a Catan board has at most 60 hexes".to_owned()));
                }
                board.clone()
            }
            None if !self.locked.is_empty() => {
                let reason = "give the board whose hexes stay as `start`".to_owned();
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
