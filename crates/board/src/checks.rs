//! The checks behind the rules, in their plainest form.

use mapkiln_maps::board::{Board, BoardGame, Breach, Corner, Geometry, Hex, Port, Terrain, pips};

use crate::draft;
use crate::rules::{Evenness, RuleCheck};

/// A board with its geometry, and words for its hexes.
struct View<'a> {
    hexes: Vec<Hex>,
    geometry: &'a Geometry,
    board: &'a Board,
}

/// All breaches of a check, hexes in order.
pub(crate) fn breaches(check: &RuleCheck, board: &Board, geometry: &Geometry) -> Vec<Breach> {
    let view = View { hexes: board.hexes().copied().collect(), geometry, board };
    match check {
        RuleCheck::EqualNeighbours => view.equal_neighbours(),
        RuleCheck::RiverNeighbours { least, most, ends_on_border } => {
            view.river_neighbours(usize::from(*least), usize::from(*most), *ends_on_border)
        }
        RuleCheck::RiverParts { at_most, graded } => view.river_parts(*at_most as usize, *graded),
        RuleCheck::SpadeNeighbour { land_neighbours } => view.spade_neighbour(usize::from(*land_neighbours)),
        RuleCheck::Evenness { of, at_most } => view.evenness(*of, *at_most),
        RuleCheck::PipBalance { groups, at_most } => view.pip_balance(groups, *at_most),
        RuleCheck::NumbersApart { numbers } => view.numbers_apart(numbers),
        RuleCheck::EqualNumbersApart => view.equal_numbers_apart(),
        RuleCheck::NumberOnResource { at_most } => view.number_on_resource(*at_most as usize),
        RuleCheck::RedOnResource { at_most } => view.red_on_resource(*at_most as usize),
        RuleCheck::CornerPips { least, most } => view.corner_pips(*least, *most),
        RuleCheck::PortProduction { at_most } => view.port_production(*at_most),
        RuleCheck::Draft { players, at_most } => view.draft(*players as usize, *at_most),
    }
}

impl View<'_> {
    /// "the lake in row 3, column 5", with its number, if it has one.
    fn the(&self, hex: usize) -> String {
        let (row, column) = self.geometry.row_column(hex);
        let number = self.hexes[hex].number.map_or(String::new(), |n| format!(" {n}"));
        format!("the {}{number} in row {}, column {}", self.hexes[hex].terrain.word(), row + 1, column + 1)
    }

    fn is_river(&self, hex: usize) -> bool {
        self.hexes[hex].terrain == Terrain::River
    }

    /// Neighbours of a hex for which something holds.
    fn beside(&self, hex: usize, holds: impl Fn(usize) -> bool) -> Vec<usize> {
        self.geometry.neighbours(hex).iter().copied().filter(|&n| holds(n)).collect()
    }

    /// A breach for every hex that has a partner beside it; `words` gets both.
    fn pairs(
        &self,
        partner: impl Fn(usize, usize) -> bool,
        words: impl Fn(&str, &str) -> String,
    ) -> Vec<Breach> {
        let breach = |hex: usize| {
            let partners = self.beside(hex, |n| partner(hex, n));
            let first = *partners.first()?;
            let (row, column) = self.geometry.row_column(first);
            let words = words(&self.the(hex), &format!("row {}, column {}", row + 1, column + 1));
            Some(Breach::at(self.geometry, hex, words, vec![hex, first]))
        };
        (0..self.hexes.len()).filter_map(breach).collect()
    }

    fn equal_neighbours(&self) -> Vec<Breach> {
        let equal = |a: usize, b: usize| !self.is_river(a) && self.hexes[a].terrain == self.hexes[b].terrain;
        self.pairs(equal, |hex, other| format!("{hex} has a neighbour of its own terrain in {other}"))
    }

    fn numbers_apart(&self, numbers: &[u8]) -> Vec<Breach> {
        let listed = |h: usize| self.hexes[h].number.is_some_and(|n| numbers.contains(&n));
        let list: Vec<String> = numbers.iter().map(u8::to_string).collect();
        let list = list.join(" or ");
        self.pairs(
            |a, b| listed(a) && listed(b),
            |hex, other| format!("{hex} has a {list} beside it in {other}"),
        )
    }

    fn equal_numbers_apart(&self) -> Vec<Breach> {
        let equal = |a: usize, b: usize| {
            self.hexes[a].number.is_some() && self.hexes[a].number == self.hexes[b].number
        };
        self.pairs(equal, |hex, other| format!("{hex} has its own number beside it in {other}"))
    }

    fn river_neighbours(&self, least: usize, most: usize, ends_on_border: bool) -> Vec<Breach> {
        let breach = |hex: usize| {
            let rivers = self.beside(hex, |n| self.is_river(n));
            let mut causes = self.geometry.neighbours(hex).to_vec();
            causes.push(hex);
            let the = self.the(hex);
            let words = if rivers.len() < least {
                format!("{the} has {} river neighbours, and at least {least} is needed", rivers.len())
            } else if rivers.len() > most {
                causes = rivers.iter().copied().chain([hex]).collect();
                format!("{the} has {} river neighbours, and at most {most} are allowed", rivers.len())
            } else if ends_on_border && rivers.len() == 1 && !self.geometry.on_border(hex) {
                format!("{the} is the end of a river and does not lie on the border")
            } else {
                return None;
            };
            Some(Breach::at(self.geometry, hex, words, causes))
        };
        (0..self.hexes.len()).filter(|&h| self.is_river(h)).filter_map(breach).collect()
    }

    fn river_parts(&self, at_most: usize, graded: bool) -> Vec<Breach> {
        let mut seen = vec![false; self.hexes.len()];
        let mut parts = 0;
        for start in (0..self.hexes.len()).filter(|&h| self.is_river(h)) {
            parts += usize::from(!seen[start]);
            let mut open = vec![start];
            while let Some(hex) = open.pop() {
                if !std::mem::replace(&mut seen[hex], true) {
                    open.extend(self.beside(hex, |n| self.is_river(n) && !seen[n]));
                }
            }
        }
        if parts <= at_most {
            return Vec::new();
        }
        let count = if graded { parts - at_most } else { 1 };
        vec![Breach::whole(
            count as u64,
            format!("the rivers fall into {parts} parts, and at most {at_most} is allowed"),
        )]
    }

    fn spade_neighbour(&self, land_neighbours: usize) -> Vec<Breach> {
        let breach = |hex: usize| {
            let land = self.beside(hex, |n| !self.is_river(n));
            let near = |n: usize| self.hexes[hex].terrain.spades(self.hexes[n].terrain) == Some(1);
            if land.len() < land_neighbours || land.into_iter().any(near) {
                return None;
            }
            let causes = self.geometry.neighbours(hex).iter().copied().chain([hex]).collect();
            let words = format!("{} has no neighbour one spade away", self.the(hex));
            Some(Breach::at(self.geometry, hex, words, causes))
        };
        (0..self.hexes.len()).filter(|&h| !self.is_river(h)).filter_map(breach).collect()
    }

    fn evenness(&self, of: Evenness, at_most: u32) -> Vec<Breach> {
        let mut sums = [0u32; 7];
        for hex in 0..self.hexes.len() {
            let Some(colour) = self.hexes[hex].terrain.wheel() else { continue };
            let within = |n: usize, reach: u8| {
                self.hexes[hex]
                    .terrain
                    .spades(self.hexes[n].terrain)
                    .is_some_and(|s| (1..=reach).contains(&s))
            };
            sums[usize::from(colour)] += match of {
                Evenness::OneSpade => self.beside(hex, |n| within(n, 1)).len() as u32,
                Evenness::TwoSpades => self.beside(hex, |n| within(n, 2)).len() as u32,
                Evenness::River => u32::from(!self.beside(hex, |n| self.is_river(n)).is_empty()),
            };
        }
        let terrain = |i: usize| BoardGame::TerraMystica.terrains()[i].word();
        let (Some(most), Some(least)) = ((0..7).max_by_key(|&i| sums[i]), (0..7).min_by_key(|&i| sums[i]))
        else {
            return Vec::new();
        };
        let difference = sums[most] - sums[least];
        if difference <= at_most {
            return Vec::new();
        }
        let what = match of {
            Evenness::OneSpade => "neighbours one spade away",
            Evenness::TwoSpades => "neighbours one or two spades away",
            Evenness::River => "hexes beside a river",
        };
        let words = format!(
            "{} has {} {what} and {} has {}; a difference of {at_most} is allowed",
            terrain(most),
            sums[most],
            terrain(least),
            sums[least]
        );
        vec![Breach::whole(u64::from(difference - at_most), words)]
    }

    fn pip_balance(&self, groups: &[Vec<Terrain>], at_most: u32) -> Vec<Breach> {
        let sum = |terrain: Terrain| -> u32 {
            let hexes = self.hexes.iter().filter(|h| h.terrain == terrain);
            hexes.map(|h| u32::from(h.number.map_or(0, pips))).sum()
        };
        let breach = |group: &Vec<Terrain>| {
            let sums: Vec<(u32, Terrain)> = group.iter().map(|&t| (sum(t), t)).collect();
            let (most, least) = (sums.iter().max()?, sums.iter().min()?);
            let beyond = (most.0 - least.0).checked_sub(at_most + 1)? + 1;
            let words = format!(
                "{} has {} pips and {} has {}; a difference of {at_most} is allowed",
                most.1.word(),
                most.0,
                least.1.word(),
                least.0
            );
            Some(Breach::whole(u64::from(beyond), words))
        };
        groups.iter().filter_map(breach).collect()
    }

    /// A breach for every hex of a resource beyond the allowed number of those for which `counts`.
    fn too_many(&self, at_most: usize, counts: impl Fn(&Hex, &Hex) -> bool, what: &str) -> Vec<Breach> {
        let mut breaches = Vec::new();
        for (hex, here) in self.hexes.iter().enumerate().filter(|(_, h)| h.number.is_some()) {
            let before = |&other: &usize| {
                let that = &self.hexes[other];
                that.terrain == here.terrain && counts(that, here)
            };
            let same: Vec<usize> = (0..hex).filter(before).collect();
            if counts(here, here) && same.len() >= at_most {
                let words = format!("{} is {what} on {}", self.the(hex), here.terrain.word());
                let causes = same.into_iter().take(at_most).chain([hex]).collect();
                breaches.push(Breach::at(self.geometry, hex, words, causes));
            }
        }
        breaches
    }

    fn number_on_resource(&self, at_most: usize) -> Vec<Breach> {
        self.too_many(at_most, |that, here| that.number == here.number, "the same number once too often")
    }

    fn red_on_resource(&self, at_most: usize) -> Vec<Breach> {
        let red = |hex: &Hex| hex.number.is_some_and(|n| pips(n) == 5);
        self.too_many(at_most, |that, here| red(that) && red(here), "one red number too many")
    }

    fn corner_pips(&self, least: u32, most: u32) -> Vec<Breach> {
        let breach = |corner: &Corner| {
            let pips: u32 =
                corner.hexes.iter().map(|&h| u32::from(self.hexes[h].number.map_or(0, pips))).sum();
            if corner.hexes.len() < 3 || (least..=most).contains(&pips) {
                return None;
            }
            let names: Vec<String> = corner.hexes.iter().map(|&h| self.the(h)).collect();
            let words =
                format!("the corner of {} has {pips} pips, {least} to {most} are allowed", names.join(", "));
            Some(Breach::at(self.geometry, corner.hexes[0], words, corner.hexes.clone()))
        };
        self.geometry.corners().iter().filter_map(breach).collect()
    }

    fn port_production(&self, at_most: u32) -> Vec<Breach> {
        let breach = |port: &Port| {
            let resource = port.trade.resource()?;
            let hex = self.geometry.hex(port.row, port.column)?;
            let touched = draft::port_hexes(self.geometry, hex, port.side);
            let own = touched.iter().filter(|&&h| self.hexes[h].terrain == resource);
            let pips: u32 = own.map(|&h| u32::from(self.hexes[h].number.map_or(0, pips))).sum();
            let words = format!(
                "the {} port at row {}, column {} touches {pips} pips of its own resource, {at_most} are allowed",
                resource.word(),
                port.row + 1,
                port.column + 1
            );
            (pips > at_most).then(|| Breach::at(self.geometry, hex, words, Vec::new()))
        };
        self.board.ports.iter().filter_map(breach).collect()
    }

    fn draft(&self, players: usize, at_most: u32) -> Vec<Breach> {
        let values = draft::corner_values(self.geometry, |h| self.hexes[h].number.map_or(0, pips));
        let worst = draft::worst(self.geometry, &values, players);
        let spread = u32::from(worst.spread());
        if spread <= at_most {
            return Vec::new();
        }
        let seats: Vec<String> = worst.seats.iter().map(u8::to_string).collect();
        let words = format!(
            "{players} players draft {} pips seat by seat; a difference of {at_most} is allowed",
            seats.join(", ")
        );
        vec![Breach::whole(u64::from(spread - at_most), words)]
    }
}
