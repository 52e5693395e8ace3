//! Catan in small integers: a board and its cost in one pass.
//!
//! A board of 19 hexes is so small that judging it whole, with sets of hexes and corners as bits,
//! costs about as much as updating counts from swap to swap would. Only the full draft takes longer,
//! so it is judged last, when nothing else is wrong.

use mapkiln_maps::board::{Board, BoardGame, Corner, Geometry, Hex, Port, Terrain, Trade, pips};
use mapkiln_search::Levels;

use crate::draft;
use crate::rules::{RuleCheck, RuleSet, Weight, add};

/// Desert's number after the five resources.
pub(crate) const DESERT: u8 = 5;

pub(crate) fn terrain(number: u8) -> Terrain {
    BoardGame::Catan.terrains()[usize::from(number.min(DESERT))]
}

fn number(terrain: Terrain) -> u8 {
    BoardGame::Catan.terrains().iter().position(|&t| t == terrain).unwrap_or(usize::from(DESERT)) as u8
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
}

/// The shape, the ports' places and the rules of a Catan board.
#[derive(Clone)]
pub(crate) struct Table {
    pub(crate) geometry: Geometry,
    /// By hex: its neighbours, as a set of hexes.
    beside: Vec<u64>,
    /// By corner: its hexes, missing ones pointing past the end.
    corners: Vec<[u8; 3]>,
    /// By corner: itself and those one road away.
    zones: Vec<u128>,
    pub(crate) ports: Vec<Port>,
    /// By port: the hexes it touches.
    touched: Vec<Vec<usize>>,
    checks: Vec<Weighed>,
    /// Players, largest spread allowed, weight.
    drafts: Vec<(usize, u32, Weight)>,
    looks_at_corners: bool,
    target: u32,
}

/// Buffers for judging a board.
#[derive(Clone, Default)]
pub(crate) struct Room {
    /// By terrain and by token: the hexes that have it, as sets.
    of_terrain: [u64; 6],
    of_token: [u64; 13],
    pips: Vec<u8>,
    values: Vec<u8>,
    drafts: draft::Room,
}

impl Table {
    /// For a board and rules that were checked.
    pub(crate) fn new(board: &Board, rules: &RuleSet, target: u32) -> Self {
        let geometry = board.geometry();
        let n = geometry.len();
        // Boards with more corners were refused before.
        let zones = draft::zones(geometry.corners()).unwrap_or_default();
        let (mut checks, mut drafts) = (Vec::new(), Vec::new());
        for rule in &rules.rules {
            let quick = match &rule.check {
                RuleCheck::EqualNeighbours => Quick::Equal,
                RuleCheck::PipBalance { groups, at_most } => {
                    let groups = groups.iter().map(|g| g.iter().map(|&t| number(t)).collect()).collect();
                    Quick::Balance { groups, at_most: *at_most }
                }
                RuleCheck::NumbersApart { numbers } => {
                    let mut list = [false; 13];
                    numbers.iter().filter(|&&n| pips(n) > 0).for_each(|&n| list[usize::from(n)] = true);
                    Quick::Apart(list)
                }
                RuleCheck::EqualNumbersApart => Quick::EqualTokens,
                RuleCheck::NumberOnResource { at_most } => Quick::TokenOnResource(*at_most),
                RuleCheck::RedOnResource { at_most } => Quick::RedOnResource(*at_most),
                RuleCheck::CornerPips { least, most } => Quick::Corners(*least, *most),
                RuleCheck::PortProduction { at_most } => Quick::Ports(*at_most),
                RuleCheck::Draft { players, at_most } => {
                    drafts.push((*players as usize, *at_most, rule.hard_and_soft()));
                    continue;
                }
                // Rules for the other game were refused before.
                _ => continue,
            };
            checks.push((quick, rule.hard_and_soft()));
        }
        let looks_at_corners =
            !drafts.is_empty() || checks.iter().any(|(quick, _)| matches!(quick, Quick::Corners(..)));
        let beside = |h: usize| geometry.neighbours(h).iter().fold(0, |set, &n| set | 1 << n);
        let corner = |c: &Corner| {
            let mut hexes = [n as u8; 3];
            hexes.iter_mut().zip(&c.hexes).for_each(|(slot, &h)| *slot = h as u8);
            hexes
        };
        let touched = |p: &Port| {
            geometry.hex(p.row, p.column).map_or(Vec::new(), |h| draft::port_hexes(&geometry, h, p.side))
        };
        Table {
            beside: (0..n).map(beside).collect(),
            corners: geometry.corners().iter().map(corner).collect(),
            zones,
            touched: board.ports.iter().map(touched).collect(),
            ports: board.ports.clone(),
            drafts,
            looks_at_corners,
            checks,
            geometry,
            target,
        }
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
        let mut board = Board::from_hexes(BoardGame::Catan, self.geometry.rows(), hexes);
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
        (room.of_terrain, room.of_token) = ([0; 6], [0; 13]);
        for (hex, (&terrain, &token)) in tiles.terrain.iter().zip(&tiles.token).enumerate() {
            room.of_terrain[usize::from(terrain)] |= 1 << hex;
            room.of_token[usize::from(token)] |= 1 << hex;
        }
        if self.looks_at_corners {
            let Room { pips, values, .. } = room;
            values.clear();
            values.extend(self.corners.iter().map(|c| c.iter().map(|&h| pips[usize::from(h)]).sum::<u8>()));
        }
        let mut sum = [0u32; 2];
        for (quick, weight) in &self.checks {
            add(&mut sum, self.count(quick, tiles, room), *weight);
        }
        if !self.drafts.is_empty() {
            let classes = draft::Classes::of(&room.values);
            let picks = draft::plain_picks(&self.zones, &classes);
            let mut drafts = self.unfair(|players| draft::spread(&picks, players));
            if sum[0].saturating_add(drafts[0]) <= self.target {
                drafts = self
                    .unfair(|players| draft::worst_spread(&self.zones, &classes, players, &mut room.drafts));
            }
            add(&mut sum, 1, drafts);
        }
        Levels([sum[0].abs_diff(self.target), sum[1]])
    }

    /// What drafts cost with these spreads between seats.
    fn unfair(&self, mut spread: impl FnMut(usize) -> u8) -> Weight {
        let mut sum = [0; 2];
        for &(players, at_most, weight) in &self.drafts {
            add(&mut sum, u32::from(spread(players)).saturating_sub(at_most), weight);
        }
        sum
    }

    fn count(&self, quick: &Quick, tiles: &Tiles, room: &mut Room) -> u32 {
        match quick {
            Quick::Equal => {
                let hexes = self.beside.iter().zip(&tiles.terrain);
                hexes.map(|(beside, &t)| u32::from(beside & room.of_terrain[usize::from(t)] != 0)).sum()
            }
            Quick::Apart(list) => {
                let listed = room.of_token.iter().zip(list).filter(|(_, on_list)| **on_list);
                self.not_alone(listed.fold(0, |all, (hexes, _)| all | hexes))
            }
            Quick::EqualTokens => room.of_token[1..].iter().map(|&hexes| self.not_alone(hexes)).sum(),
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
        }
    }

    /// Hexes of a set with another of the set beside them.
    #[inline]
    fn not_alone(&self, hexes: u64) -> u32 {
        let (mut left, mut count) = (hexes, 0);
        while left != 0 {
            count += u32::from(self.beside[left.trailing_zeros() as usize] & hexes != 0);
            left &= left - 1;
        }
        count
    }
}
