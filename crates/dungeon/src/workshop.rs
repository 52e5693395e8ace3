//! A spec with everything that the stages of making draw on.

use mapkiln_core::{Run, Seed};
use mapkiln_maps::plan::Plan;

use crate::codex::{Codex, Theme};
use crate::contents::traps::TrapSource;
use crate::findings::Findings;
use crate::spec::Loaded;
use crate::stages::{Layouts, Scope, is_locked};
use crate::{DungeonSpec, Error};

/// Other rooms that are tried for the master of the place if the first cannot be locked.
const OTHER_SEATS: usize = 4;

/// A spec with its theme and codex. The stages are methods of it, each in its own file.
pub(crate) struct Workshop<'a> {
    pub(crate) spec: &'a DungeonSpec,
    pub(crate) codex: &'a Codex,
    pub(crate) theme: &'static Theme,
    /// Columns of the grid.
    pub(crate) width: i32,
    /// Rows of the grid.
    pub(crate) height: i32,
}

impl<'a> Workshop<'a> {
    /// The workshop of a spec; the seed chooses the theme if the spec has none.
    pub(crate) fn new(spec: &'a DungeonSpec, loaded: &'a Loaded, seed: &Seed) -> Self {
        let theme = loaded.theme.unwrap_or_else(|| spec.theme_for(seed));
        Workshop { spec, codex: &loaded.codex, theme, width: spec.width(), height: spec.height() }
    }

    /// What makes this dungeon's traps.
    pub(crate) fn traps(&self) -> TrapSource<'a> {
        TrapSource {
            codex: self.codex,
            party: &self.spec.party,
            difficulty: self.spec.difficulty,
            language: self.spec.lang,
        }
    }

    /// From layouts to a whole dungeon.
    pub(crate) fn finish(
        &self,
        layouts: &Layouts,
        run: &mut Run<'_>,
        findings: &mut Findings,
    ) -> Result<Plan, Error> {
        let scope = Scope::everything();
        let mut skeleton = self.skeleton(layouts, &[], &run.seed, findings);
        if let Some(remoteness) = self.choose_seat(&mut skeleton) {
            findings.goal_moved(remoteness);
        }
        let mut plan = self.place_doors(skeleton.clone(), &[], &run.seed);
        // A master whose room cannot be locked moves to one that can.
        let mut tried = vec![skeleton.goal];
        while self.spec.locks > 0
            && tried.len() <= OTHER_SEATS
            && !is_locked(&plan, &skeleton.entrances, tried[0])
        {
            let Some(remoteness) = self.other_seat(&mut skeleton, &tried) else { break };
            tried.push(skeleton.goal);
            let other = self.place_doors(skeleton.clone(), &[], &run.seed);
            if is_locked(&other, &skeleton.entrances, skeleton.goal) {
                findings.goal_moved(remoteness);
                plan = other;
                break;
            }
        }
        findings.contents = Some(self.fill_rooms(&mut plan, &scope, run)?);
        plan.title = self.title(&run.seed);
        self.describe(&mut plan, &scope, &run.seed);
        findings.proofs = Some(self.prove(&plan));
        findings.wishes = Some(self.wishes(&plan));
        Ok(plan)
    }
}
