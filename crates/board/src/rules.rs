//! Rules as data: what a board should be, how much each breach weighs, and the known profiles.

use serde::{Deserialize, Serialize};

use crate::Error;
use mapkiln_maps::board::{BoardGame, CatanSet, Terrain, pips};

/// A list of rules under a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RuleSet {
    /// The name of the list, such as `thesis`.
    pub name: String,
    /// The rules, in the order in which a score lists them.
    pub rules: Vec<Rule>,
}

/// One rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// A short name, such as `R1`.
    pub name: String,
    /// What is checked.
    pub check: RuleCheck,
    /// The weight of one breach. Default 1.
    #[serde(default = "one")]
    pub weight: u32,
    /// A wish: it decides only between boards that are equal in all other rules. Default false.
    #[serde(default)]
    pub soft: bool,
}

fn one() -> u32 {
    1
}

/// Hard and soft weight of a rule: one of the two is 0.
pub(crate) type Weight = [u32; 2];

impl Rule {
    pub(crate) fn hard_and_soft(&self) -> Weight {
        if self.soft { [0, self.weight] } else { [self.weight, 0] }
    }
}

/// Adds a count to a weighted sum; weights are arbitrary, so sums saturate.
#[inline]
pub(crate) fn add(sum: &mut Weight, count: u32, weight: Weight) {
    sum[0] = sum[0].saturating_add(count.saturating_mul(weight[0]));
    sum[1] = sum[1].saturating_add(count.saturating_mul(weight[1]));
}

/// What a rule checks, and how its breaches are counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[non_exhaustive]
pub enum RuleCheck {
    /// No neighbour has the same terrain; rivers may. Counts hexes.
    EqualNeighbours,
    /// A river hex has from `least` to `most` river neighbours, and, if asked, a river hex with just
    /// one lies on the border. Counts hexes.
    RiverNeighbours {
        /// Fewest river neighbours.
        least: u8,
        /// Most river neighbours.
        most: u8,
        /// Must the ends of rivers lie on the border?
        ends_on_border: bool,
    },
    /// The rivers form at most this many connected parts.
    RiverParts {
        /// The parts allowed.
        at_most: u32,
        /// Count each surplus part (true), or any number of them once (false)?
        graded: bool,
    },
    /// A land hex has a neighbour one spade away. Counts hexes.
    SpadeNeighbour {
        /// Only hexes with at least this many land neighbours count.
        land_neighbours: u8,
    },
    /// The seven home terrains are equal in some respect. Counts the difference beyond the bound.
    Evenness {
        /// In which respect.
        of: Evenness,
        /// Largest difference between the best and the worst terrain.
        at_most: u32,
    },
    /// Resources of a group get the same pips. Counts the pips beyond the bound, for each group.
    PipBalance {
        /// The groups.
        groups: Vec<Vec<Terrain>>,
        /// Largest difference within a group.
        at_most: u32,
    },
    /// Numbers of this list are not next to each other. Counts hexes.
    NumbersApart {
        /// The numbers.
        numbers: Vec<u8>,
    },
    /// No two neighbours have the same number. Counts hexes.
    EqualNumbersApart,
    /// No resource has the same number more often than this. Counts surplus tokens.
    NumberOnResource {
        /// Tokens of one number allowed on one resource.
        at_most: u32,
    },
    /// No resource has more red numbers (6 and 8) than this. Counts surplus tokens.
    RedOnResource {
        /// Red tokens allowed on one resource.
        at_most: u32,
    },
    /// Pips around a corner of three hexes lie within bounds. Counts corners.
    CornerPips {
        /// Fewest pips.
        least: u32,
        /// Most pips.
        most: u32,
    },
    /// A two-for-one port does not lie where its own resource is plentiful. Counts ports.
    PortProduction {
        /// Most pips of its own resource on the hexes it touches.
        at_most: u32,
    },
    /// Two settlements chosen in a snake draft give every seat about the same pips, however ties
    /// between equally good corners are broken. Counts the difference beyond the bound.
    Draft {
        /// Seats, 2 to 6.
        players: u32,
        /// Largest difference between seats, in pips.
        at_most: u32,
    },
}

/// In which respect the home terrains of Terra Mystica should be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Evenness {
    /// Neighbours one spade away, over all hexes of the terrain.
    OneSpade,
    /// Hexes beside a river.
    River,
    /// Neighbours one or two spades away, over all hexes of the terrain.
    TwoSpades,
}

impl Evenness {
    /// All of them.
    pub const ALL: [Evenness; 3] = [Evenness::OneSpade, Evenness::River, Evenness::TwoSpades];
}

impl RuleCheck {
    /// The game that the check is for; `None` if it is for both.
    fn game(&self) -> Option<BoardGame> {
        match self {
            RuleCheck::EqualNeighbours => None,
            RuleCheck::RiverNeighbours { .. }
            | RuleCheck::RiverParts { .. }
            | RuleCheck::SpadeNeighbour { .. }
            | RuleCheck::Evenness { .. } => Some(BoardGame::TerraMystica),
            RuleCheck::PipBalance { .. }
            | RuleCheck::NumbersApart { .. }
            | RuleCheck::EqualNumbersApart
            | RuleCheck::NumberOnResource { .. }
            | RuleCheck::RedOnResource { .. }
            | RuleCheck::CornerPips { .. }
            | RuleCheck::PortProduction { .. }
            | RuleCheck::Draft { .. } => Some(BoardGame::Catan),
        }
    }

    /// What is wrong with the numbers of the check, and what to write instead.
    fn mistake(&self) -> Option<String> {
        match self {
            RuleCheck::RiverNeighbours { least, most, .. } if least > most => {
                Some(format!("`least` is {least} and `most` is {most}; write a `most` of at least `least`"))
            }
            RuleCheck::CornerPips { least, most } if least > most => {
                Some(format!("`least` is {least} and `most` is {most}; write a `most` of at least `least`"))
            }
            RuleCheck::PipBalance { groups, .. } => {
                let resources = &BoardGame::Catan.terrains()[..5];
                let other = groups.iter().flatten().find(|terrain| !resources.contains(terrain))?;
                Some(format!("{} has no pips; write grain, lumber, wool, brick or ore", other.word()))
            }
            RuleCheck::NumbersApart { numbers } => {
                let other = numbers.iter().find(|&&number| pips(number) == 0)?;
                Some(format!("there is no token {other}; write numbers from 2 to 12 without 7"))
            }
            RuleCheck::Draft { players, .. } if !(2..=6).contains(players) => {
                Some("a draft has 2 to 6 players".to_owned())
            }
            _ => None,
        }
    }
}

impl RuleSet {
    /// Says which rule is not for a game, or has numbers out of range.
    pub(crate) fn check_for(&self, game: BoardGame) -> Result<(), Error> {
        for Rule { name, check, .. } in &self.rules {
            let reason = match check.game() {
                Some(other) if other != game => {
                    Some(format!("this is a rule for {}; leave it out here", game_name(other)))
                }
                _ => check.mistake(),
            };
            if let Some(reason) = reason {
                return Err(Error::Spec { field: "rules", reason: format!("{name}: {reason}") });
            }
        }
        Ok(())
    }

    fn new(name: &str, rules: Vec<(&str, u32, RuleCheck)>) -> Self {
        let rule = |(name, weight, check): (&str, u32, RuleCheck)| Rule {
            name: name.to_owned(),
            check,
            weight,
            soft: false,
        };
        RuleSet { name: name.to_owned(), rules: rules.into_iter().map(rule).collect() }
    }

    fn terra(name: &str, weights: [u32; 4], river: RuleCheck, parts: RuleCheck, land_neighbours: u8) -> Self {
        let [w1, w2, w3, w4] = weights;
        let spade = RuleCheck::SpadeNeighbour { land_neighbours };
        RuleSet::new(
            name,
            vec![
                ("R1", w1, RuleCheck::EqualNeighbours),
                ("R2", w2, river),
                ("R3", w3, parts),
                ("R4", w4, spade),
            ],
        )
    }

    /// Terra Mystica, strict, as the thesis counts: R1, R2 and R4 once per hex, R3 once, times 100.
    pub fn thesis() -> Self {
        RuleSet::terra("thesis", [1, 1, 100, 1], river(false), parts(1, false), 0)
    }

    /// The weighted variant of the thesis: R1 times 100, R3 times 10,000.
    pub fn weighted() -> Self {
        RuleSet::terra("weighted", [100, 1, 10_000, 1], river(false), parts(1, false), 0)
    }

    /// The rules of the thesis with R3 graded, three for each surplus part: 0 for the same boards as
    /// `thesis`, with a slope towards them.
    pub fn graded() -> Self {
        RuleSet::terra("graded", [1, 1, 3, 1], river(false), parts(1, true), 0)
    }

    /// Terra Mystica as the authors of the ant colony count: R4 only for hexes with three land
    /// neighbours or more, two rivers are allowed, and rivers end on the border.
    pub fn lab() -> Self {
        RuleSet::terra("lab", [1, 1, 100, 1], river(true), parts(2, false), 3)
    }

    /// What makes both `thesis` and `lab` 0: the stricter form of each rule.
    pub fn both() -> Self {
        RuleSet::terra("both", [1, 1, 3, 1], river(true), parts(1, true), 0)
    }

    /// `both`, and the seven home terrains are equally good.
    pub fn even() -> Self {
        let mut rules = RuleSet { name: "even".to_owned(), ..RuleSet::both() };
        let names = ["one-spade", "river", "two-spades"];
        for ((of, at_most), name) in Evenness::ALL.into_iter().zip([1, 1, 2]).zip(names) {
            rules.rules.push(Rule {
                name: name.to_owned(),
                check: RuleCheck::Evenness { of, at_most },
                weight: 1,
                soft: false,
            });
        }
        rules
    }

    /// Catan: R1 to R3 of the thesis, with R2 really checked.
    pub fn standard() -> Self {
        let groups =
            vec![vec![Terrain::Grain, Terrain::Lumber, Terrain::Wool], vec![Terrain::Brick, Terrain::Ore]];
        RuleSet::new(
            "standard",
            vec![
                ("R1", 1, RuleCheck::EqualNeighbours),
                ("R2", 1, RuleCheck::PipBalance { groups, at_most: 1 }),
                ("R3", 1, RuleCheck::NumbersApart { numbers: vec![6, 8] }),
            ],
        )
    }

    /// Catan for a tournament: `standard`, tokens spread out, corners within bounds, ports away from
    /// their own resource, and a fair draft for every number of players the set is for.
    pub fn tournament(set: CatanSet) -> Self {
        let mut rules = RuleSet { name: "tournament".to_owned(), ..RuleSet::standard() };
        // With more tokens than resources some must share one.
        let (reds, most, spread) = match set {
            CatanSet::Base => (1, 11, 1),
            CatanSet::Large => (2, 12, 2),
        };
        let more = vec![
            ("2 and 12", 1, RuleCheck::NumbersApart { numbers: vec![2, 12] }),
            ("equal numbers", 1, RuleCheck::EqualNumbersApart),
            ("number twice", 1, RuleCheck::NumberOnResource { at_most: 1 }),
            ("red numbers", 1, RuleCheck::RedOnResource { at_most: reds }),
            ("corners", 1, RuleCheck::CornerPips { least: 4, most }),
            ("ports", 1, RuleCheck::PortProduction { at_most: 3 }),
        ];
        let names = match set {
            CatanSet::Base => ["draft of 3", "draft of 4"],
            CatanSet::Large => ["draft of 5", "draft of 6"],
        };
        let draft =
            |(name, players)| (name, 1, RuleCheck::Draft { players: players as u32, at_most: spread });
        let drafts: Vec<(&str, u32, RuleCheck)> = names.into_iter().zip(set.players()).map(draft).collect();
        rules.rules.extend(RuleSet::new("", more).rules);
        rules.rules.extend(RuleSet::new("", drafts).rules);
        rules
    }
}

fn game_name(game: BoardGame) -> &'static str {
    match game {
        BoardGame::Catan => "Catan",
        BoardGame::TerraMystica => "Terra Mystica",
    }
}

fn river(ends_on_border: bool) -> RuleCheck {
    RuleCheck::RiverNeighbours { least: 1, most: 3, ends_on_border }
}

fn parts(at_most: u32, graded: bool) -> RuleCheck {
    RuleCheck::RiverParts { at_most, graded }
}
