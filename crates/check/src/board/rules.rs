//! The rules of boards as data, and the profiles by name.

use mapkiln_maps::board::{Board, BoardGame, CatanSet, Terrain};
use serde::Deserialize;
use serde_json::{Value, json};

/// A list of rules under a name.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct RuleSet {
    pub(super) name: String,
    pub(super) rules: Vec<Rule>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Rule {
    pub(super) name: String,
    pub(super) check: Check,
    #[serde(default = "one")]
    pub(super) weight: u64,
    /// Only a wish.
    #[serde(default)]
    pub(super) soft: bool,
}

fn one() -> u64 {
    1
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub(super) enum Check {
    EqualNeighbours,
    RiverNeighbours {
        least: usize,
        most: usize,
        ends_on_border: bool,
    },
    RiverParts {
        at_most: usize,
        graded: bool,
    },
    SpadeNeighbour {
        land_neighbours: usize,
    },
    Evenness {
        of: Evenness,
        at_most: u64,
    },
    PipBalance {
        groups: Vec<Vec<Terrain>>,
        at_most: u64,
    },
    NumbersApart {
        numbers: Vec<u8>,
    },
    EqualNumbersApart,
    NumberOnResource {
        at_most: usize,
    },
    RedOnResource {
        at_most: usize,
    },
    CornerPips {
        least: u64,
        most: u64,
    },
    PortProduction {
        at_most: u64,
    },
    Draft {
        players: usize,
        at_most: u64,
    },
    #[serde(other)]
    Unknown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Evenness {
    OneSpade,
    River,
    TwoSpades,
}

impl RuleSet {
    /// The rules of a spec: its own, or those of its profile.
    pub(super) fn of(spec: &Value, board: &Board) -> Option<RuleSet> {
        if let Some(rules) = spec.get("rules").filter(|rules| !rules.is_null()) {
            return serde_json::from_value(rules.clone()).ok();
        }
        let profile = spec.get("profile")?.as_str()?;
        let lengths: Vec<usize> = board.rows.iter().map(Vec::len).collect();
        let rules = match board.game {
            BoardGame::TerraMystica => terra(profile)?,
            BoardGame::Catan => catan(profile, CatanSet::for_rows(&lengths).unwrap_or_default())?,
        };
        serde_json::from_value(json!({ "name": profile, "rules": rules })).ok()
    }
}

/// R1 to R4 of Terra Mystica, and evenness.
fn terra(profile: &str) -> Option<Value> {
    let rules = |weights: [u64; 4], border: bool, parts: usize, graded: bool, land: usize| {
        vec![
            json!({ "name": "R1", "weight": weights[0], "check": { "kind": "equal_neighbours" } }),
            json!({ "name": "R2", "weight": weights[1], "check": {
                "kind": "river_neighbours", "least": 1, "most": 3, "ends_on_border": border } }),
            json!({ "name": "R3", "weight": weights[2], "check": {
                "kind": "river_parts", "at_most": parts, "graded": graded } }),
            json!({ "name": "R4", "weight": weights[3], "check": {
                "kind": "spade_neighbour", "land_neighbours": land } }),
        ]
    };
    let rules = match profile {
        "thesis" => rules([1, 1, 100, 1], false, 1, false, 0),
        "weighted" => rules([100, 1, 10_000, 1], false, 1, false, 0),
        "graded" => rules([1, 1, 3, 1], false, 1, true, 0),
        "lab" => rules([1, 1, 100, 1], true, 2, false, 3),
        "both" => rules([1, 1, 3, 1], true, 1, true, 0),
        "even" => {
            let mut rules = rules([1, 1, 3, 1], true, 1, true, 0);
            for (name, of, most) in
                [("one-spade", "one_spade", 1), ("river", "river", 1), ("two-spades", "two_spades", 2)]
            {
                rules.push(
                    json!({ "name": name, "check": { "kind": "evenness", "of": of, "at_most": most } }),
                );
            }
            rules
        }
        _ => return None,
    };
    Some(rules.into())
}

/// R1 to R3 of Catan, and what a tournament asks for.
fn catan(profile: &str, set: CatanSet) -> Option<Value> {
    let mut rules = vec![
        json!({ "name": "R1", "check": { "kind": "equal_neighbours" } }),
        json!({ "name": "R2", "check": { "kind": "pip_balance", "at_most": 1,
            "groups": [["grain", "lumber", "wool"], ["brick", "ore"]] } }),
        json!({ "name": "R3", "check": { "kind": "numbers_apart", "numbers": [6, 8] } }),
    ];
    if profile == "standard" {
        return Some(rules.into());
    }
    if profile != "tournament" {
        return None;
    }
    // The large set has more tokens than resources, so some must share one.
    let (reds, most, players, spread) = match set {
        CatanSet::Base => (1, 11, [3, 4], 1),
        CatanSet::Large => (2, 12, [5, 6], 2),
    };
    rules.extend([
        json!({ "name": "2 and 12", "check": { "kind": "numbers_apart", "numbers": [2, 12] } }),
        json!({ "name": "equal numbers", "check": { "kind": "equal_numbers_apart" } }),
        json!({ "name": "number twice", "check": { "kind": "number_on_resource", "at_most": 1 } }),
        json!({ "name": "red numbers", "check": { "kind": "red_on_resource", "at_most": reds } }),
        json!({ "name": "corners", "check": { "kind": "corner_pips", "least": 4, "most": most } }),
        json!({ "name": "ports", "check": { "kind": "port_production", "at_most": 3 } }),
    ]);
    for seats in players {
        let name = format!("draft of {seats}");
        rules
            .push(json!({ "name": name, "check": { "kind": "draft", "players": seats, "at_most": spread } }));
    }
    Some(rules.into())
}
