//! The making, stage by stage: layout, doors and keys, rooms, contents, words.

use std::borrow::Cow;
use std::collections::BTreeSet;

use mapkiln_core::{Direction, Point, Report, Run, Seed, Stage};
use mapkiln_maps::plan::{Area, DoorKind, Plan, RoomId, Stairs, Vertical};
use mapkiln_search::Optimiser;
use mapkiln_search::ga::Ga;
use serde_json::json;

use crate::codex::{CREDITS, Codex, Theme, TrapPlace};
use crate::contents::traps;
use crate::doors::{DoorPlan, place_doors};
use crate::layout::assemble::{Next, assemble};
use crate::layout::evolve::{Layout, Layouts};
use crate::layout::metrics::Fixed;
use crate::layout::place::Ground;
use crate::layout::site::Site;
use crate::layout::weave::Style;
use crate::words::Writer;
use crate::{DungeonSpec, Error, solve};

/// A maker with everything it draws on.
pub(crate) struct Maker<'s> {
    pub(crate) spec: &'s DungeonSpec,
    pub(crate) theme: &'static Theme,
    pub(crate) codex: Cow<'static, Codex>,
}

/// The rooms of one level that stay.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    pub(crate) sites: Vec<Site>,
    pub(crate) fixed: Fixed,
    /// Exactly so many rooms, where some are kept.
    pub(crate) count: Option<usize>,
}

/// What the layout stage of a level is called, in reports and in the seed's streams.
pub(crate) fn stage_name(level: usize) -> String {
    if level == 0 { "layout".to_owned() } else { format!("layout.{level}") }
}

/// One level's layout, and what it stands on.
#[derive(Clone, Debug)]
pub(crate) struct LevelLayout {
    pub(crate) ground: Ground,
    pub(crate) layout: Layout,
    pub(crate) kept: Vec<RoomId>,
}

impl DungeonSpec {
    /// Makes the best dungeon of a search.
    pub(crate) fn build_best(&self, run: &mut Run<'_>, report: &mut Report) -> Result<Plan, Error> {
        let spec = self.resolved(&run.seed);
        let maker = Maker::new(&spec)?;
        let kept = vec![Kept::default(); spec.levels];
        let mut levels = Vec::new();
        for (number, kept) in kept.iter().enumerate() {
            let (problem, mut ga) = (maker.problem(number, kept)?, Vec::new());
            maker.evolve(&problem, number, run, &mut report.stages, |members| ga = members)?;
            let layout = ga.swap_remove(0);
            levels.push(LevelLayout { ground: problem.ground, layout, kept: Vec::new() });
        }
        maker.finish(&levels, run, report)
    }
}

impl<'s> Maker<'s> {
    /// A maker for a spec whose theme is written out.
    pub(crate) fn new(spec: &'s DungeonSpec) -> Result<Self, Error> {
        let base = Codex::srd(spec.edition);
        let mut codex = Cow::Borrowed(base);
        for text in &spec.codex {
            codex.to_mut().add_csv(text)?;
        }
        let theme = spec.theme.as_deref().and_then(Theme::find).unwrap_or(&Theme::all()[0]);
        Ok(Maker { spec, theme, codex })
    }

    /// The problem of laying out one level; an error where its rooms cannot fit.
    pub(crate) fn problem(&self, level: usize, kept: &Kept) -> Result<Layouts<'s>, Error> {
        let spec = self.spec;
        let shapes = match spec.shapes[..] {
            [] => self.theme.shapes(),
            _ => spec.shapes.iter().map(|s| (*s, 1)).collect(),
        };
        let ground =
            Ground { width: spec.width(), height: spec.height(), corridor: spec.corridor_width, shapes };
        let rooms = kept.count.map_or(spec.room_range(), |n| (n, n));
        // Can so many rooms be placed at all? A few tries tell; the best says what to ask for.
        let seed = Seed::from("is there space");
        let tries = (0..24).map(|i| ground.new_rooms(&kept.sites, rooms.0, &mut seed.stream("try", i)).len());
        let mut most = 0;
        for placed in tries {
            most = most.max(placed);
            if most >= rooms.0 {
                break;
            }
        }
        if most < rooms.0 {
            let side = spec.width().max(spec.height());
            let larger = side + side / 2 + 10;
            let advice = match most {
                0 | 1 => format!("use a grid of at least {larger}x{larger}"),
                n => format!("ask for at most {n}, or use a grid of about {larger}x{larger}"),
            };
            let (width, height) = (spec.width(), spec.height());
            return Err(Error::NoSpace {
                wanted: rooms.0,
                width,
                height,
                corridor: spec.corridor_width,
                advice,
            });
        }
        let entrances = if level == 0 { spec.entrances } else { 2 };
        let style = Style {
            forks: 20,
            loops: 3,
            secrets: spec.secrets,
            dead_ends: spec.dead_ends,
            maze: spec.maze,
            winding: spec.winding,
        };
        let fixed = kept.fixed.clone();
        Ok(Layouts {
            ground,
            rooms,
            entrances,
            style,
            targets: &spec.targets,
            kept: kept.sites.clone(),
            fixed,
        })
    }

    /// Evolves layouts of one level; `take` gets the last generation, best first.
    pub(crate) fn evolve(
        &self,
        problem: &Layouts<'_>,
        level: usize,
        run: &mut Run<'_>,
        stages: &mut Vec<Stage>,
        take: impl FnOnce(Vec<Layout>),
    ) -> Result<(), Error> {
        let name = stage_name(level);
        let params = self.spec.layout.clone();
        let mut ga = Ga::new(problem, params, &name, run)?;
        ga.run(run)?;
        stages.push(ga.log().to_stage());
        if ga.members().iter().all(|member| member.fitness == 0) {
            return Err(self.no_way(problem));
        }
        take(ga.into_ranked().into_iter().map(|m| m.genome).collect());
        Ok(())
    }

    /// The rooms fit, but no way was found between them.
    pub(crate) fn no_way(&self, problem: &Layouts<'_>) -> Error {
        Error::NoSpace {
            wanted: problem.rooms.0,
            width: self.spec.width(),
            height: self.spec.height(),
            corridor: self.spec.corridor_width,
            advice: "no layout joined them all; use a larger grid, fewer rooms or narrower corridors"
                .to_owned(),
        }
    }

    /// From layouts to a whole dungeon.
    pub(crate) fn finish(
        &self,
        levels: &[LevelLayout],
        run: &mut Run<'_>,
        report: &mut Report,
    ) -> Result<Plan, Error> {
        let raised = self.raise(levels, &run.seed, &[]);
        let mut plan = raised.plan;
        self.report_layout(levels, report);
        self.close_doors(&mut plan, &raised.entrances, raised.goal, &[], &run.seed);
        self.fill_rooms(&mut plan, &BTreeSet::new(), true, run, report)?;
        plan.title = self.title(&run.seed);
        self.write(&mut plan, &BTreeSet::new(), true, &run.seed);
        self.prove(&plan, report);
        Ok(plan)
    }

    /// Levels become a plan, joined by stairs.
    pub(crate) fn raise(
        &self,
        levels: &[LevelLayout],
        seed: &Seed,
        old: &[&mapkiln_maps::plan::Room],
    ) -> Raised {
        let mut plan = Plan { cell_feet: 5, credits: CREDITS.map(str::to_owned).to_vec(), ..Plan::default() };
        let mut next = Next::default();
        let mut casts: Vec<(Vec<RoomId>, Vec<RoomId>)> = Vec::new();
        for (number, LevelLayout { ground, layout, kept }) in levels.iter().enumerate() {
            let made = assemble(ground, layout, kept, &mut next, number == 0);
            let id = |room: &usize| made.numbers[*room];
            // Two flights lead down where there is room for two: from the goal and from a far room.
            let mut down = vec![id(&layout.cast.goal)];
            let ways = crate::layout::metrics::steps(&layout.network.beside, layout.cast.goal);
            let other = (0..layout.rooms.len())
                .filter(|r| *r != layout.cast.goal && !layout.cast.entrances.contains(r))
                .max_by_key(|&r| (ways[r], std::cmp::Reverse(r)));
            down.extend(other.as_ref().map(id));
            casts.push((layout.cast.entrances.iter().map(id).collect(), down));
            plan.levels.push(made.level);
        }
        for room in plan.rooms_mut() {
            if let Some(kept) = old.iter().find(|o| o.id == room.id) {
                *room = (*kept).clone();
            }
        }
        for level in 1..plan.levels.len() {
            let (above, below) = (casts[level - 1].1.clone(), casts[level].0.clone());
            for (from, to) in above.into_iter().zip(below) {
                join_by_stairs(&mut plan, level - 1, from, to, seed);
            }
        }
        let goal = casts.last().and_then(|c| c.1.first().copied()).unwrap_or(0);
        let entrances = casts.first().map(|c| c.0.clone()).unwrap_or_default();
        let kept: Vec<RoomId> = old.iter().map(|r| r.id).collect();
        for room in plan.rooms_mut().filter(|r| !kept.contains(&r.id)) {
            if entrances.contains(&room.id) {
                room.tags.push("entrance".to_owned());
            }
            if room.id == goal {
                room.tags.extend(["goal".to_owned(), "boss".to_owned()]);
            }
        }
        Raised { plan, entrances, goal }
    }

    /// Settles what closes each door, and where keys are.
    pub(crate) fn close_doors(
        &self,
        plan: &mut Plan,
        entrances: &[RoomId],
        goal: RoomId,
        avoid: &[RoomId],
        seed: &Seed,
    ) {
        let how = DoorPlan { locks: self.spec.locks, arches: self.theme.arches, barred: 6, portcullises: 6 };
        let mut rng = seed.stream("doors", 0);
        place_doors(plan, entrances, goal, how, avoid, &mut rng);
        // Traps on ordinary doors: a third as often as in rooms.
        let (spec, language) = (self.spec, self.spec.lang.index());
        for door in plan.levels.iter_mut().flat_map(|l| &mut l.doors) {
            if door.kind == DoorKind::Door && rng.percent(spec.traps / 3) {
                let trap = traps::trap(
                    &self.codex,
                    TrapPlace::Door,
                    &spec.party,
                    spec.difficulty,
                    None,
                    language,
                    &mut rng,
                );
                if let Some(trap) = trap {
                    door.kind = DoorKind::Trapped { trap };
                }
            }
        }
        for corridor in plan.levels.iter_mut().flat_map(|l| &mut l.corridors) {
            if !corridor.secret && corridor.cells.len() > 4 && rng.percent(spec.traps) {
                let at = corridor.cells[rng.index(corridor.cells.len())];
                let trap = traps::trap(
                    &self.codex,
                    TrapPlace::Corridor,
                    &spec.party,
                    spec.difficulty,
                    Some(at),
                    language,
                    &mut rng,
                );
                corridor.traps.extend(trap);
            }
        }
        Writer::new(self.theme, spec.lang).name_keys(plan, seed);
    }

    /// What the place is called.
    pub(crate) fn title(&self, seed: &Seed) -> String {
        Writer::new(self.theme, self.spec.lang).title(seed)
    }

    /// The story, where it is to be new, and the descriptions of all rooms that are not kept.
    pub(crate) fn write(&self, plan: &mut Plan, kept: &BTreeSet<RoomId>, story: bool, seed: &Seed) {
        plan.language = self.spec.lang;
        let mut writer = Writer::new(self.theme, self.spec.lang);
        for room in plan.rooms().filter(|r| kept.contains(&r.id)) {
            writer.heard(&room.description.aloud);
            writer.heard(&room.description.secret);
        }
        if story {
            plan.story = writer.story(plan, seed);
        } else {
            writer.heard(&plan.story);
        }
        let all: Vec<RoomId> = plan.rooms().map(|r| r.id).filter(|id| !kept.contains(id)).collect();
        for id in all {
            let Some(room) = plan.room(id).cloned() else { continue };
            let description = writer.describe(plan, &room, seed);
            if let Some(room) = plan.rooms_mut().nth(id as usize) {
                room.description = description;
            }
        }
    }

    /// Notes each figure against its target.
    pub(crate) fn report_layout(&self, levels: &[LevelLayout], report: &mut Report) {
        let mut all = Vec::new();
        for LevelLayout { layout, .. } in levels {
            let figures: serde_json::Map<String, serde_json::Value> = layout
                .metrics
                .named(&self.spec.targets)
                .into_iter()
                .map(|(name, value, target)| {
                    let points = target.points(value);
                    let met = (target.low..=target.high).contains(&value);
                    (name.to_owned(), json!({ "value": value, "low": target.low, "high": target.high, "met": met, "points": points, "of": target.weight }))
                })
                .collect();
            all.push(serde_json::Value::from(figures));
        }
        report.findings.insert("targets".to_owned(), all.into());
        let first = |f: fn(&crate::layout::metrics::Metrics) -> f64| {
            levels.iter().map(|l| f(&l.layout.metrics)).sum::<f64>()
        };
        let count = levels.len().max(1) as f64;
        report.metric("rooms", levels.iter().map(|l| l.layout.rooms.len() as f64).sum());
        report.metric("corridors", levels.iter().map(|l| l.layout.network.corridors.len() as f64).sum());
        report.metric("corridor_cells", levels.iter().map(|l| l.layout.network.length as f64).sum());
        report.metric("touching_pairs", levels.iter().map(|l| l.layout.network.touching as f64).sum());
        report.metric("loops", first(|m| m.loops));
        report.metric("dead_end_ratio", first(|m| m.dead_end_ratio) / count);
        report.metric("branching", first(|m| m.branching) / count);
        report.metric("critical_path", first(|m| m.critical_path) / count);
        report.metric("boss_distance", first(|m| m.boss_distance) / count);
        report.metric("area_variety", first(|m| m.area_variety) / count);
        report.metric("entrances", levels.first().map_or(0.0, |l| l.layout.cast.entrances.len() as f64));
    }

    /// Puts the solver's proof for each entrance into the report.
    pub(crate) fn prove(&self, plan: &Plan, report: &mut Report) {
        let tagged = |tag: &str| plan.rooms().filter(|r| r.has_tag(tag)).map(|r| r.id).collect::<Vec<_>>();
        let goal = tagged("goal").first().copied().unwrap_or(0);
        let mut proofs = Vec::new();
        for entrance in tagged("entrance") {
            match solve(plan, entrance, goal) {
                Some(proof) => proofs.push(json!(proof)),
                None => report.warnings.push(format!(
                    "no proof that room {} can be reached from the entrance in room {}",
                    goal + 1,
                    entrance + 1
                )),
            }
        }
        if let Some(walk) = proofs.first().and_then(|p| p["critical_path"].as_array()) {
            let rooms: BTreeSet<u64> = walk.iter().filter_map(serde_json::Value::as_u64).collect();
            report.metric("critical_path_with_keys", rooms.len() as f64 / plan.rooms().count() as f64);
        }
        report.metric("keys", plan.keys.len() as f64);
        report.metric(
            "proved",
            if report.warnings.iter().any(|w| w.starts_with("no proof")) { 0.0 } else { 1.0 },
        );
        report.findings.insert("proof".to_owned(), proofs.into());
    }
}

/// A plan without contents, with its cast.
pub(crate) struct Raised {
    pub(crate) plan: Plan,
    pub(crate) entrances: Vec<RoomId>,
    pub(crate) goal: RoomId,
}

/// A flight of stairs down from a room to one on the next level, and the way back up.
fn join_by_stairs(plan: &mut Plan, above: usize, from: RoomId, to: RoomId, seed: &Seed) {
    let place = |level: &mapkiln_maps::plan::Level, room: RoomId| -> Option<Point> {
        let room = level.rooms.iter().find(|r| r.id == room)?;
        let taken = |p: &Point| {
            level.stairs.iter().any(|s| s.at == *p)
                || level.entrances.iter().any(|e| e.at == *p)
                || level.doors.iter().any(|d| d.place.at().beside().contains(p))
        };
        let mut cells = room.outline.cells();
        cells.retain(|p| !taken(p));
        seed.stream("stairs", u64::from(room.id)).pick(&cells).copied()
    };
    let (Some(top), Some(bottom)) = (place(&plan.levels[above], from), place(&plan.levels[above + 1], to))
    else {
        return;
    };
    let stairs = |at, way, to_level, to| Stairs {
        at,
        facing: Direction::North,
        way,
        to_level: Some(to_level),
        to: Some(to),
    };
    plan.levels[above].stairs.push(stairs(top, Vertical::Down, above + 1, bottom));
    plan.levels[above + 1].stairs.push(stairs(bottom, Vertical::Up, above, top));
}

/// The rooms one step from a room: through a door, along a corridor, over stairs; secrets too.
pub(crate) fn rooms_beside(plan: &Plan, room: RoomId) -> Vec<RoomId> {
    let mut found = BTreeSet::new();
    for door in plan.doors().filter(|d| d.joins.contains(&Area::Room(room))) {
        for area in door.joins {
            match area {
                Area::Room(other) => {
                    found.insert(other);
                }
                Area::Corridor(id) => {
                    let corridor = plan.levels.iter().flat_map(|l| &l.corridors).nth(id as usize);
                    found.extend(corridor.into_iter().flat_map(|c| c.joins.iter().copied()));
                }
            }
        }
    }
    for (a, b) in crate::doors::stairs(plan) {
        if a == room {
            found.insert(b);
        }
    }
    found.remove(&room);
    found.into_iter().collect()
}
