//! The first stage: layouts of the theme's own kind, or plain ones.

use std::sync::Arc;

use mapkiln_core::{Run, Stage, Stream};
use mapkiln_maps::plan::{Genes as StoredGenes, Plan, RoomId, RoomTag};
use mapkiln_search::Optimiser;
use mapkiln_search::ga::Ga;

use super::{Scope, stage_name};
use crate::Error;
use crate::findings::Findings;
use crate::genetic::breed;
use crate::layout::archive::Archive;
use crate::layout::erect::Site;
use crate::layout::genes::Genes;
use crate::layout::secrets::with_secrets;
use crate::layout::targets::Drawn;
use crate::layout::themed::{BEST, Decoder, KeptCells, ThemedLayout, ThemedProblem, Turns};
use crate::layout::themes::decoder;
use crate::layout::turn::Frame;
use crate::layout::{KeptRooms, LevelLayout};
use crate::workshop::Workshop;

/// Around rooms that stay, few drafts are possible: the search begins this often.
const ATTEMPTS: usize = 6;
/// A search ends once its best layout costs less than 1: it then lacks less than half of the best fitness.
const GOOD_ENOUGH: u64 = BEST / 2;

/// The layouts of all levels.
pub(crate) enum Layouts {
    Plain(Vec<LevelLayout>),
    Themed(Site<'static>),
}

impl Workshop<'_> {
    /// The theme's decoder, unless the spec asks for what only plain layouts have.
    pub(crate) fn decoder(&self) -> Option<&'static dyn Decoder> {
        let spec = self.spec;
        let plain = spec.maze > 0
            || spec.dead_ends > 0
            || spec.winding
            || spec.corridor_width != 1
            || !spec.shapes.is_empty();
        if plain { None } else { decoder(&self.theme.id) }
    }

    /// The number of levels of plain layouts.
    fn plain_levels(&self) -> usize {
        self.spec.levels.max(1)
    }

    /// Evolves the layouts of all levels.
    pub(crate) fn best_layouts(&self, run: &mut Run<'_>, findings: &mut Findings) -> Result<Layouts, Error> {
        if let Some(decoder) = self.decoder() {
            match self.themed_layouts(decoder, run, findings)? {
                Some(layouts) => return Ok(Layouts::Themed(self.site(decoder, layouts))),
                None => findings.warnings.push(self.not_themed()),
            }
        }
        let mut levels = Vec::new();
        for number in 0..self.plain_levels() {
            let (level, stage) = self.best_layout(number, KeptRooms::default(), run)?;
            levels.push(level);
            findings.layout_stages.push(stage);
        }
        Ok(Layouts::Plain(levels))
    }

    /// Says that the theme has no layout of its own kind with what was asked for.
    pub(crate) fn not_themed(&self) -> String {
        let (fewest, most) = self.spec.room_range();
        format!(
            "no {} of its own kind has {fewest} to {most} rooms on {}x{} cells, so its layout is plain",
            self.theme.name.english, self.width, self.height
        )
    }

    /// Layouts that become one plan.
    pub(crate) fn site(&self, decoder: &'static dyn Decoder, layouts: Vec<ThemedLayout>) -> Site<'static> {
        let asked = self.spec.width.is_some() || self.spec.height.is_some();
        let mut layouts = layouts;
        for layout in &mut layouts {
            let drawn = layout.drawn;
            let body = layout.body.as_deref().and_then(|body| with_secrets(body, self.spec.secrets, &drawn));
            layout.body = body.map(Arc::new).or_else(|| layout.body.take());
        }
        Site {
            decoder,
            layouts,
            frames: None,
            kept: Vec::new(),
            grid: asked.then_some([self.width, self.height]),
            secrets: self.spec.secrets,
        }
    }

    /// The searches that a theme needs: one for each level, or one for all.
    pub(crate) fn searches(&self, decoder: &dyn Decoder) -> usize {
        if decoder.makes_all_levels() { 1 } else { self.plain_levels() }
    }

    /// Draws the targets of a level.
    pub(crate) fn draw_targets(&self, decoder: &dyn Decoder, level: usize, rng: &mut Stream) -> Drawn {
        let (fewest, most) = self.spec.room_range();
        let rooms = rng.between(fewest as i32, most as i32);
        let spec = self.spec;
        let mut drawn = Drawn::draw(rooms, &decoder.ranges(), &spec.targets, spec.density, rng);
        // Two cells on each side stay rock.
        let (x, y) = (self.width - 4, self.height - 4);
        drawn.side = if decoder.turns() == Turns::All { [x.min(y); 2] } else { [x, y] };
        drawn.depth = level as i32;
        drawn.levels = if decoder.makes_all_levels() { spec.levels as i32 } else { 1 };
        drawn
    }

    /// The problem of one level.
    pub(crate) fn themed_problem<'d>(
        &self,
        decoder: &'d dyn Decoder,
        level: usize,
        run: &Run<'_>,
    ) -> ThemedProblem<'d> {
        let name = format!("{}.targets", stage_name(level));
        ThemedProblem {
            decoder,
            drawn: self.draw_targets(decoder, level, &mut run.seed.stream(&name, 0)),
            rooms: self.spec.room_range(),
            entrances: if level == 0 { self.spec.entrances } else { 1 },
            secrets: self.spec.secrets,
            base: None,
            kept: Vec::new(),
            frame: None,
            counts: None,
            spread: None,
        }
    }

    /// Evolves the layout of each level; `None` if the theme cannot make what was asked for.
    fn themed_layouts(
        &self,
        decoder: &'static dyn Decoder,
        run: &mut Run<'_>,
        findings: &mut Findings,
    ) -> Result<Option<Vec<ThemedLayout>>, Error> {
        let mut layouts = Vec::new();
        for level in 0..self.searches(decoder) {
            let problem = self.themed_problem(decoder, level, run);
            let (archive, stage) = self.evolve_themed(&problem, &stage_name(level), run)?;
            findings.layout_stages.push(stage);
            match archive.nearest(&problem.drawn) {
                Some(layout) => layouts.push(ThemedLayout { drawn: problem.drawn, ..layout.clone() }),
                None => return Ok(None),
            }
        }
        Ok(Some(layouts))
    }

    /// Evolves layouts and remembers the best of each kind. Ends early once one is good enough,
    /// unless the kinds themselves are wanted.
    pub(crate) fn evolve_themed(
        &self,
        problem: &ThemedProblem<'_>,
        name: &str,
        run: &mut Run<'_>,
    ) -> Result<(Archive, Stage), Error> {
        let mut ga = Ga::new(problem, self.spec.layout.clone(), name, run)?;
        let mut archive = Archive::default();
        while breed(&mut ga, run)? {
            ga.members().iter().for_each(|m| archive.note(&m.genome));
            let cost = ga.best().map_or(u64::MAX, |b| b.1);
            let hopeless = ga.members().iter().all(|m| m.fitness == 0);
            if problem.spread.is_none() && cost < GOOD_ENOUGH || hopeless {
                break;
            }
        }
        Ok((archive, ga.log().to_stage()))
    }

    /// Makes the layouts of a plan again around the rooms that stay, from its genes. `None` if it
    /// has none, or if they no longer describe it.
    pub(crate) fn layouts_again(
        &self,
        old: &Plan,
        scope: &Scope,
        run: &mut Run<'_>,
        findings: &mut Findings,
    ) -> Result<Option<Layouts>, Error> {
        let Some(decoder) = old.genes.first().and_then(|g| decoder(&g.decoder)) else { return Ok(None) };
        let Some(again) = Again::read(decoder, old, scope) else { return Ok(None) };
        let keeps = !scope.kept.is_empty();
        let mut layouts = Vec::new();
        for (i, (genes, drawn, stored)) in again.levels.iter().enumerate() {
            let mut problem = self.themed_problem(decoder, stored.level, run);
            let levels = &old.levels[stored.level..stored.level + stored.levels];
            let counts: Vec<usize> = levels.iter().map(|l| l.rooms.len()).collect();
            let rooms = counts.iter().sum::<usize>();
            let fixed = keeps || old.levels.len() > 1;
            if fixed {
                problem.drawn = Drawn { side: problem.drawn.side, ..*drawn };
                problem.drawn.rooms = rooms as i32;
                problem.rooms = (rooms, rooms);
                problem.counts = Some(counts);
            }
            if keeps {
                problem.base = Some(genes.clone());
                problem.entrances = if i == 0 { old.levels[0].entrances.len().max(1) } else { 1 };
                problem.kept = again.kept.iter().filter(|k| k.1 == i).map(|k| k.2.clone()).collect();
                problem.frame = Some(again.frames[i]);
            }
            let mut found = None;
            for attempt in 0..ATTEMPTS {
                let name = match attempt {
                    0 => stage_name(i),
                    n => format!("{}.again{n}", stage_name(i)),
                };
                let (archive, stage) = self.evolve_themed(&problem, &name, run)?;
                findings.layout_stages.push(stage);
                found = archive.nearest(&problem.drawn).cloned();
                if found.is_some() || !keeps {
                    break;
                }
            }
            let Some(layout) = found else { return Ok(None) };
            layouts.push(ThemedLayout { drawn: problem.drawn, ..layout });
        }
        let mut site = self.site(decoder, layouts);
        if keeps {
            site.frames = Some(again.frames);
            site.kept = again.kept;
            site.grid = Some([self.width, self.height]);
        }
        Ok(Some(Layouts::Themed(site)))
    }
}

/// The genes of a plan, and its rooms that stay as the drafts see them.
struct Again<'p> {
    levels: Vec<(Genes, Drawn, &'p StoredGenes)>,
    frames: Vec<Frame>,
    kept: Vec<(RoomId, usize, KeptCells)>,
}

impl<'p> Again<'p> {
    fn read(decoder: &dyn Decoder, old: &'p Plan, scope: &Scope) -> Option<Self> {
        let mut again = Again { levels: Vec::new(), frames: Vec::new(), kept: Vec::new() };
        let mut next = 0;
        for (i, stored) in old.genes.iter().enumerate() {
            if stored.level != next || stored.decoder != decoder.id() || stored.turn > 7 || stored.levels > 9
            {
                return None;
            }
            next += stored.levels;
            let genes = Genes::read(decoder.genes(), &stored.blocks)?;
            let frame = Frame { turn: stored.turn, origin: stored.origin };
            again.levels.push((genes, Drawn::read(&stored.drawn)?, stored));
            again.frames.push(frame);
            for l in 0..stored.levels {
                let level = old.levels.get(stored.level + l)?;
                for room in level.rooms.iter().filter(|r| scope.keeps(r)) {
                    let cells = room.outline.cells().into_iter().map(|p| frame.back(p)).collect();
                    let (first, last) = (stored.level + l == 0, i + 1 == old.genes.len());
                    let kept = KeptCells {
                        level: l,
                        cells,
                        entrance: first.then(|| room.has_tag(RoomTag::Entrance)),
                        goal: last.then(|| room.has_tag(RoomTag::Goal)),
                    };
                    again.kept.push((room.id, i, kept));
                }
            }
        }
        (next == old.levels.len()).then_some(again)
    }
}
