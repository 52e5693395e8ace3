//! Constraints of the form b >= a + c between variables, and their solution.
//!
//! Longest paths from the left give the least values, longest paths from the right the greatest; their mean
//! is a solution too, and keeps things centred.

/// A coordinate: a variable and what is added to it.
pub(super) type Coord = (u32, i32);

/// b >= a + c.
pub(super) struct Rule {
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) c: i32,
}

/// Variables and the constraints between them.
#[derive(Default)]
pub(super) struct System {
    /// The present value of each variable.
    pub(super) now: Vec<i32>,
    /// For a variable that is tied to another: that one, and the distance from it.
    pub(super) tied: Vec<(u32, i32)>,
    pub(super) rules: Vec<Rule>,
}

impl System {
    pub(super) fn variable(&mut self, now: i32) -> u32 {
        self.now.push(now);
        let id = self.tied.len() as u32;
        self.tied.push((id, 0));
        id
    }

    /// The variable that a coordinate is tied to in the end.
    pub(super) fn root(&self, (mut var, mut plus): Coord) -> Coord {
        while self.tied[var as usize].0 != var {
            let (up, by) = self.tied[var as usize];
            plus += by;
            var = up;
        }
        (var, plus)
    }

    /// Keeps b = a + c for ever.
    pub(super) fn tie(&mut self, a: Coord, b: Coord, c: i32) {
        let ((a, ap), (b, bp)) = (self.root(a), self.root(b));
        if a != b {
            self.tied[b as usize] = (a, ap + c - bp);
        }
    }

    /// Keeps b >= a + c.
    pub(super) fn keep(&mut self, a: Coord, b: Coord, c: i32) {
        self.rules.push(Rule { a: a.0, b: b.0, c: c + a.1 - b.1 });
    }

    /// New values of all variables.
    pub(super) fn solve(&self) -> Option<Vec<i32>> {
        let count = self.now.len();
        let roots: Vec<Coord> = (0..count).map(|v| self.root((v as u32, 0))).collect();
        let mut rules: Vec<Rule> = Vec::with_capacity(self.rules.len());
        for rule in &self.rules {
            let ((a, ap), (b, bp)) = (roots[rule.a as usize], roots[rule.b as usize]);
            if a != b {
                rules.push(Rule { a, b, c: rule.c + ap - bp });
            }
        }
        // In the order of the present plan few passes are needed.
        rules.sort_unstable_by_key(|r| (self.now[r.b as usize], self.now[r.a as usize], r.a, r.b, r.c));
        rules.dedup_by_key(|r| (r.a, r.b, r.c));
        // Every variable, tied ones included, stays at 0 or more.
        let mut low = vec![0; count];
        for &(root, plus) in &roots {
            low[root as usize] = low[root as usize].max(-plus);
        }
        let passes = count + 2;
        let mut settled = false;
        for _ in 0..passes {
            let mut changed = false;
            for rule in &rules {
                let least = low[rule.a as usize] + rule.c;
                if low[rule.b as usize] < least {
                    low[rule.b as usize] = least;
                    changed = true;
                }
            }
            if !changed {
                settled = true;
                break;
            }
        }
        let end = roots.iter().map(|&(root, plus)| low[root as usize] + plus).max().unwrap_or(0);
        let mut high = vec![i32::MAX; count];
        for &(root, plus) in &roots {
            high[root as usize] = high[root as usize].min(end - plus);
        }
        let mut settled_too = false;
        for _ in 0..passes {
            let mut changed = false;
            for rule in rules.iter().rev() {
                let most = high[rule.b as usize] - rule.c;
                if high[rule.a as usize] > most {
                    high[rule.a as usize] = most;
                    changed = true;
                }
            }
            if !changed {
                settled_too = true;
                break;
            }
        }
        if !settled || !settled_too {
            return None;
        }
        let value = |&(root, plus): &Coord| (low[root as usize] + high[root as usize]).div_euclid(2) + plus;
        Some(roots.iter().map(value).collect())
    }
}
