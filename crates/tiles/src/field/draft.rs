//! Drafts: an endless world with networks starts from the networks themselves, in the plainest tiles.
//!
//! Blocks are solved over the draft, each kept to the ways that were drawn, and a block that cannot be
//! solved keeps what it had. So whatever becomes of a block, its ways are the drawn ones, and the network
//! hangs together as it was drawn. Complexity: the square of the number of ways that tiles have, once.

use super::links::Piece;
use super::network::{NetworkRules, Sides};
use crate::Adjacency;
use crate::rules::bits;

impl NetworkRules {
    /// One tile for each way that a cell can have, so that any two fit which agree on the ways between
    /// them. `None` if there are no such tiles, or if ways may be drawn that no tile has.
    pub(crate) fn draft(
        &self,
        rules: &Adjacency,
        plain: usize,
        may: impl Fn(usize) -> bool,
    ) -> Option<Vec<u64>> {
        if !(0..self.networks.len()).all(|number| self.is_sound(number)) {
            return None;
        }
        let mut chosen: Vec<(Sides, usize)> = Vec::new();
        for (&sides, set) in &self.tiles {
            let fits = |tile: usize| (0..4).all(|s| leaves(sides, s) || rules.allows(s, tile, plain));
            let tile = match sides == Sides::default() {
                true => Some(plain).filter(|&plain| bits::has(set, plain)),
                false => bits::iter(set).find(|&tile| may(tile) && fits(tile)),
            };
            chosen.push((sides, tile?));
        }
        let agree = |a: Sides, b: Sides, side: usize| {
            a.iter().zip(b).all(|(a, b)| a >> side & 1 == b >> ((side + 2) % 4) & 1)
        };
        let all_fit = chosen.iter().all(|&(a, tile)| {
            let mut others = chosen.iter().flat_map(|other| (0..4).map(move |side| (side, other)));
            others.all(|(side, &(b, other))| !agree(a, b, side) || rules.allows(side, tile, other))
        });
        all_fit.then(|| bits::of(rules.words(), chosen.into_iter().map(|(_, tile)| tile)))
    }

    /// Has every cell of this network a tile, wherever its pieces meet each other and earlier networks?
    fn is_sound(&self, number: usize) -> bool {
        let alone = |sides: u8| {
            let mut all = Sides::default();
            all[number] = sides;
            self.tiles.contains_key(&all)
        };
        match self.pieces(number) {
            // What has no tile is taken back.
            [] | [Piece::Around] => true,
            // A single line, which nothing earlier is in the way of; it may end at the end of the world.
            [Piece::Through] => number == 0 && (1..16u8).filter(|s| s.count_ones() <= 2).all(alone),
            // Links cross earlier networks straight; two of them may do so in one cell.
            _ => {
                let crossings = || {
                    self.tiles.keys().filter(|sides| {
                        sides[number] != 0
                            && sides[..number].iter().any(|s| *s != 0)
                            && sides[number + 1..].iter().all(|s| *s == 0)
                    })
                };
                self.can_fork(number)
                    && crossings().all(|a| {
                        crossings().filter(|b| a[..number] == b[..number]).all(|b| {
                            let mut both = *a;
                            both[number] |= b[number];
                            self.tiles.contains_key(&both)
                        })
                    })
            }
        }
    }
}

/// Does any network leave a cell by this side?
fn leaves(sides: Sides, side: usize) -> bool {
    sides.iter().any(|s| s >> side & 1 == 1)
}
