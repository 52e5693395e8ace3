//! Catan in small integers: a board to play with, and its cost in one pass.
//!
//! A board of 19 hexes is so small that judging it whole takes less than a microsecond; only the
//! full draft takes longer, so it is looked at last, when nothing else is wrong.

use mapkiln_search::Levels;

use crate::rules::{Check, Rules, Weight, add};
use crate::{Board, Error, Game, Geometry, Hex, Port, Terrain, Trade, draft, pips};

/// Desert's number after the five resources.
pub(crate) const DESERT: u8 = 5;

pub(crate) fn terrain(number: u8) -> Terrain {
    Game::Catan.terrains()[usize::from(number.min(DESERT))]
}

fn number(terrain: Terrain) -> u8 {
    Game::Catan.terrains().iter().position(|&t| t == terrain).unwrap_or(usize::from(DESERT)) as u8
}

/// A board in small numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tiles {
    pub(crate) terrain: Vec<u8>,
    /// Number tokens; 0 on deserts.
    pub(crate) token: Vec<u8>,
    /// What each port trades: 0 to 4 for a resource, 5 for any.
    pub(crate) trade: Vec<u8>,
}

impl Tiles {
    /// Swaps two hexes' terrains; a desert takes the other's missing token along.
    #[inline]
    pub(crate) fn swap_terrains(&mut self, a: usize, b: usize) {
        self.terrain.swap(a, b);
        if (self.terrain[a] == DESERT) != (self.terrain[b] == DESERT) {
            self.token.swap(a, b);
        }
    }
}

/// A check with its hard and soft weight.
type Weighed = (Quick, Weight);

/// Checks, ready to run.
#[derive(Clone, Debug)]
enum Quick {
    Equal,
    Balance {
        groups: Vec<Vec<u8>>,
        at_most: u32,
    },
    /// By token: is it on the list?
    Apart([bool; 13]),
    EqualTokens,
    TokenOnResource(u32),
    RedOnResource(u32),
    Corners(u32, u32),
    Ports(u32),
    Draft {
        players: usize,
        at_most: u32,
    },
}

/// The shape, the ports' places and the rules of a Catan board.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) geometry: Geometry,
    /// Pairs of neighbours.
    pairs: Vec<(u8, u8)>,
    /// By corner: its hexes, missing ones pointing past the end.
    corners: Vec<[u8; 3]>,
    /// By corner: itself and those one road away.
    zones: Vec<u128>,
    pub(crate) ports: Vec<Port>,
    /// By port: the hexes it touches.
    touched: Vec<Vec<usize>>,
    checks: Vec<Weighed>,
    /// How many checks are drafts.
    drafts: usize,
    target: u32,
}

/// Room for judging a board.
#[derive(Clone, Default)]
pub(crate) struct Room {
    pips: Vec<u8>,
    values: Vec<u8>,
    drafts: draft::Room,
}

impl Table {
    pub(crate) fn new(board: &Board, rules: &Rules, target: u32) -> Result<Self, Error> {
        let geometry = board.geometry();
        let n = geometry.len();
        let wrong = |reason: String| Error::Spec { field: "rules", reason };
        let zones = draft::zones(geometry.corners()).ok_or_else(|| Error::Spec {
            field: "start",
            reason: format!(
                "the board has {} corners, and at most 128 are handled",
                geometry.corners().len()
            ),
        })?;
        let mut checks = Vec::new();
        for rule in &rules.rules {
            let quick = match &rule.check {
                Check::EqualNeighbours => Quick::Equal,
                Check::PipBalance { groups, at_most } => {
                    let groups = groups.iter().map(|g| g.iter().map(|&t| number(t)).collect()).collect();
                    Quick::Balance { groups, at_most: *at_most }
                }
                Check::NumbersApart { numbers } => {
                    let mut list = [false; 13];
                    numbers.iter().filter(|&&n| pips(n) > 0).for_each(|&n| list[usize::from(n)] = true);
                    Quick::Apart(list)
                }
                Check::EqualNumbersApart => Quick::EqualTokens,
                Check::NumberOnResource { at_most } => Quick::TokenOnResource(*at_most),
                Check::RedOnResource { at_most } => Quick::RedOnResource(*at_most),
                Check::CornerPips { least, most } => Quick::Corners(*least, *most),
                Check::PortProduction { at_most } => Quick::Ports(*at_most),
                Check::Draft { players, at_most } if (2..=6).contains(players) => {
                    Quick::Draft { players: *players as usize, at_most: *at_most }
                }
                Check::Draft { .. } => {
                    return Err(wrong(format!("{}: a draft has 2 to 6 players", rule.name)));
                }
                _ => {
                    return Err(wrong(format!(
                        "{} is a rule for Terra Mystica; leave it out here",
                        rule.name
                    )));
                }
            };
            checks.push((quick, rule.hard_and_soft()));
        }
        // Drafts come last: they are looked at only when all else is fine.
        checks.sort_by_key(|(quick, _)| matches!(quick, Quick::Draft { .. }));
        let pairs = (0..n).flat_map(|a| {
            geometry.neighbours(a).iter().filter(move |&&b| a < b).map(move |&b| (a as u8, b as u8))
        });
        let corner = |c: &crate::Corner| {
            let mut hexes = [n as u8; 3];
            hexes.iter_mut().zip(&c.hexes).for_each(|(slot, &h)| *slot = h as u8);
            hexes
        };
        let touched = |p: &Port| {
            geometry.hex(p.row, p.column).map_or(Vec::new(), |h| draft::port_hexes(&geometry, h, p.side))
        };
        let drafts = checks.iter().filter(|(quick, _)| matches!(quick, Quick::Draft { .. })).count();
        Ok(Table {
            pairs: pairs.collect(),
            corners: geometry.corners().iter().map(corner).collect(),
            zones,
            touched: board.ports.iter().map(touched).collect(),
            ports: board.ports.clone(),
            drafts,
            checks,
            geometry,
            target,
        })
    }

    pub(crate) fn tiles(&self, board: &Board) -> Tiles {
        let trade = |p: &Port| p.trade.resource().map_or(DESERT, number);
        Tiles {
            terrain: board.hexes().map(|h| number(h.terrain)).collect(),
            token: board.hexes().map(|h| h.number.unwrap_or(0)).collect(),
            trade: board.ports.iter().map(trade).collect(),
        }
    }

    pub(crate) fn board(&self, tiles: &Tiles) -> Board {
        let hexes = tiles.terrain.iter().zip(&tiles.token);
        let hexes = hexes.map(|(&t, &n)| Hex { terrain: terrain(t), number: (n > 0).then_some(n) });
        let mut board = Board::from_hexes(Game::Catan, self.geometry.rows(), hexes);
        let trade = |t: u8| Trade::ALL.into_iter().find(|trade| trade.resource().map_or(DESERT, number) == t);
        board.ports = self.ports.clone();
        for (port, &t) in board.ports.iter_mut().zip(&tiles.trade) {
            port.trade = trade(t).unwrap_or(Trade::Any);
        }
        board
    }

    /// The cost of a board. Drafts break ties in one way as long as all else is too much already:
    /// trying the other ways can only find more.
    pub(crate) fn cost(&self, tiles: &Tiles, room: &mut Room) -> Levels<2> {
        room.pips.clear();
        room.pips.extend(tiles.token.iter().map(|&t| pips(t)));
        room.pips.push(0);
        let mut valued = false;
        let (mut sum, mut drafts) = ([0u32; 2], [0u32; 2]);
        for (quick, weight) in &self.checks {
            if let Quick::Corners(..) | Quick::Draft { .. } = quick
                && !std::mem::replace(&mut valued, true)
            {
                let Room { pips, values, .. } = room;
                values.clear();
                values
                    .extend(self.corners.iter().map(|c| c.iter().map(|&h| pips[usize::from(h)]).sum::<u8>()));
            }
            let sum = if let Quick::Draft { .. } = quick { &mut drafts } else { &mut sum };
            add(sum, self.count(quick, tiles, room), *weight);
        }
        if self.drafts > 0 && sum[0] + drafts[0] <= self.target {
            drafts = [0; 2];
            for (quick, weight) in &self.checks {
                if let Quick::Draft { players, at_most } = quick {
                    let worst = draft::worst_spread(&self.zones, &room.values, *players, &mut room.drafts);
                    add(&mut drafts, u32::from(worst).saturating_sub(*at_most), *weight);
                }
            }
        }
        Levels([(sum[0] + drafts[0]).abs_diff(self.target), sum[1] + drafts[1]])
    }

    fn count(&self, quick: &Quick, tiles: &Tiles, room: &mut Room) -> u32 {
        match quick {
            Quick::Equal => self.hexes_in_pairs(|a, b| tiles.terrain[a] == tiles.terrain[b]),
            Quick::Apart(list) => {
                let listed = |h: usize| list[usize::from(tiles.token[h])];
                self.hexes_in_pairs(|a, b| listed(a) && listed(b))
            }
            Quick::EqualTokens => {
                self.hexes_in_pairs(|a, b| tiles.token[a] == tiles.token[b] && tiles.token[a] > 0)
            }
            Quick::Balance { groups, at_most } => {
                let mut sums = [0u32; 6];
                for (&t, &pips) in tiles.terrain.iter().zip(&room.pips) {
                    sums[usize::from(t)] += u32::from(pips);
                }
                let beyond = |group: &Vec<u8>| {
                    let sums = group.iter().map(|&t| sums[usize::from(t)]);
                    let (least, most) = sums.fold((u32::MAX, 0), |(l, m), s| (l.min(s), m.max(s)));
                    most.saturating_sub(least).saturating_sub(*at_most)
                };
                groups.iter().map(beyond).sum()
            }
            Quick::TokenOnResource(at_most) => {
                let mut seen = [[0u32; 13]; 6];
                for (&t, &token) in tiles.terrain.iter().zip(&tiles.token) {
                    seen[usize::from(t)][usize::from(token)] += u32::from(token > 0);
                }
                seen.iter().flatten().map(|&count| count.saturating_sub(*at_most)).sum()
            }
            Quick::RedOnResource(at_most) => {
                let mut seen = [0u32; 6];
                for (&t, &pips) in tiles.terrain.iter().zip(&room.pips) {
                    seen[usize::from(t)] += u32::from(pips == 5);
                }
                seen.iter().map(|&count| count.saturating_sub(*at_most)).sum()
            }
            Quick::Corners(least, most) => {
                let outside = usize::from(u8::MAX).min(self.geometry.len()) as u8;
                let inner = self.corners.iter().zip(&room.values).filter(|(c, _)| c[2] != outside);
                inner.filter(|&(_, &v)| !(*least..=*most).contains(&u32::from(v))).count() as u32
            }
            Quick::Ports(at_most) => {
                let ports = self.touched.iter().zip(&tiles.trade);
                let own = |(touched, &trade): (&Vec<usize>, &u8)| {
                    let hexes = touched.iter().filter(|&&h| trade < DESERT && tiles.terrain[h] == trade);
                    hexes.map(|&h| u32::from(room.pips[h])).sum::<u32>()
                };
                ports.map(own).filter(|pips| pips > at_most).count() as u32
            }
            Quick::Draft { players, at_most } => {
                let spread = draft::plain_spread(&self.zones, &room.values, *players);
                u32::from(spread).saturating_sub(*at_most)
            }
        }
    }

    /// Hexes that are in at least one pair for which something holds.
    #[inline]
    fn hexes_in_pairs(&self, holds: impl Fn(usize, usize) -> bool) -> u32 {
        let mut hexes = 0u128;
        for &(a, b) in &self.pairs {
            if holds(usize::from(a), usize::from(b)) {
                hexes |= 1 << a | 1 << b;
            }
        }
        hexes.count_ones()
    }
}
