//! Repairs: a block around a contradiction is decided again, and if that does not help, cells are chosen
//! in another way.

use super::frontier::Heuristic;
use super::search::{Conflict, Search};
use super::wave::Wave;

impl<W: Wave> Search<W> {
    /// Reopens a block around a cell and keeps the rest. The block grows while repairs do not help;
    /// in the end it is the whole map, except for what was fixed from the start.
    pub(super) fn repair(&mut self, at: u32) -> Result<usize, Conflict> {
        self.stats.repairs += 1;
        self.undo(self.levels.last().map_or(0, |level| level.start));
        self.forget_past();
        let limits = self.parts.limits;
        let is_renewed = self.take_over();
        self.radius = match self.trouble {
            _ if is_renewed => u32::MAX,
            0 | 1 => limits.block,
            _ => self.radius.saturating_mul(2).max(limits.block),
        };
        let block = self.block(at, self.radius);
        self.trouble = 1;
        let is_whole = self.radius == u32::MAX || block.len() == self.parts.topology.cells();
        self.committed = !is_whole;
        if !self.committed {
            self.renewals += 1;
            self.patience = limits.patience.max(1).saturating_mul(luby(self.renewals));
        }
        let opened = block.len();
        if let Err(cell) = self.wave.reopen(&block) {
            self.wave.undo(0);
            return Err(Conflict::Cell(cell));
        }
        self.wave.commit();
        self.settle()?;
        Ok(opened)
    }

    /// A portfolio (Gomes and Selman, *Algorithm portfolios*, 2001): if a sixteenth of the repairs did not
    /// help, cells are chosen another way, from the whole map on; again after a quarter and after half. Some sets that defeat the cell with
    /// the fewest options are easy row by row. True if the way has changed.
    fn take_over(&mut self) -> bool {
        /// With fewer repairs, there is no time for another way.
        const LEAST: u64 = 100;
        let limits = self.parts.limits;
        let parts = [16, 4, 2].map(|part| limits.repairs / part);
        let stage = parts.iter().filter(|&&from| self.stats.repairs >= from).count() as u64;
        if limits.repairs < LEAST || stage == self.stage {
            return false;
        }
        self.stage = stage;
        let scanline = self.first_heuristic == Heuristic::Scanline;
        let next = match stage {
            1 if scanline => Heuristic::Fewest,
            2 if scanline => Heuristic::Random,
            1 | 3 => Heuristic::Scanline,
            _ => self.first_heuristic,
        };
        self.parts.frontier.switch(next);
        true
    }

    /// The cells within `radius` steps of a cell, and all undecided cells connected to them.
    fn block(&mut self, at: u32, radius: u32) -> Vec<u32> {
        let topology = self.parts.topology.clone();
        if radius == u32::MAX && topology.has_holes() {
            return (0..topology.cells() as u32).filter(|&cell| topology.is_part(cell)).collect();
        }
        self.marks.begin(topology.cells());
        self.marks.mark(at);
        let mut block = vec![at];
        let mut steps = vec![0u32];
        let mut next = 0;
        while next < block.len() {
            let (cell, step) = (block[next], steps[next]);
            next += 1;
            for (_, neighbour) in topology.neighbours(cell) {
                let near = step < radius;
                let open = self.wave.options(neighbour) != 1 && self.wave.is_changed(neighbour);
                if (near || open) && self.marks.mark(neighbour) {
                    block.push(neighbour);
                    steps.push(if near { step + 1 } else { radius });
                }
            }
        }
        block
    }
}

/// 1, 1, 2, 1, 1, 2, 4, 1, …: the length of each restart if the run time is unknown (Luby, Sinclair
/// and Zuckerman, *Optimal speedup of Las Vegas algorithms*, 1993). Mostly short, for lucky attempts;
/// now and then long, for a proof.
fn luby(attempt: u64) -> u64 {
    let mut rest = attempt;
    loop {
        let whole = (rest + 1).next_power_of_two(); // the first 2^k - 1 attempts end with 2^(k-1)
        if rest + 1 == whole {
            return whole / 2;
        }
        rest -= whole / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn attempts_last_as_luby_says() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
