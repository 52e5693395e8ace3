//! What the stages found out, and the one place that writes it into a report.

use std::collections::BTreeSet;

use mapkiln_core::{Report, Stage};
use mapkiln_maps::plan::RoomId;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::contents::problem::{TERMS, Terms};
use crate::layout::erect::Site;
use crate::layout::metrics::{Metrics, PlainTargets, Target};
use crate::layout::{LevelLayout, Range, Targets};
use crate::stages::Remoteness;
use crate::{Error, KeyProof};

/// What the stages of one making found out. A re-roll leaves out the stages that it does not need.
#[derive(Default)]
pub(crate) struct Findings {
    /// The searches for layouts, level by level.
    pub(crate) layout_stages: Vec<Stage>,
    /// The fitness of a candidate's layouts.
    pub(crate) layout_points: Option<u64>,
    pub(crate) layout: Option<LayoutFigures>,
    pub(crate) contents: Option<ContentsFigures>,
    pub(crate) proofs: Option<Proofs>,
    /// What was asked for and could not be met.
    pub(crate) warnings: Vec<String>,
    pub(crate) wishes: Option<Vec<UnmetWish>>,
}

/// A number of the spec that the dungeon does not have.
#[derive(Serialize)]
pub(crate) struct UnmetWish {
    /// What was asked for, in the plural.
    pub(crate) what: &'static str,
    pub(crate) wanted: usize,
    pub(crate) found: usize,
    /// What would help.
    pub(crate) advice: &'static str,
}

/// The figures of all levels' layouts, and what they were evolved for.
pub(crate) struct LayoutFigures {
    levels: Vec<LevelFigures>,
    /// The theme whose decoder made them; `None` for plain layouts.
    decoder: Option<&'static str>,
}

/// The figures of one level's layout.
struct LevelFigures {
    metrics: Metrics,
    /// Each figure against its target.
    targets: Map<String, Value>,
    /// Figures that only themed layouts have.
    themed: Option<ThemedFigures>,
    rooms: usize,
    corridors: usize,
    corridor_cells: usize,
    touching_pairs: usize,
    entrances: usize,
}

/// The figures that only themed layouts have.
#[derive(Clone, Copy)]
struct ThemedFigures {
    longest_way: f64,
    density: f64,
    sheets: f64,
    /// What the targets and the theme's terms are off.
    cost: f64,
}

/// The figures of a dungeon's contents.
pub(crate) struct ContentsFigures {
    pub(crate) stage: Stage,
    pub(crate) terms: Terms,
    pub(crate) xp: u64,
    pub(crate) xp_budget: u64,
    pub(crate) gold: u64,
    pub(crate) gold_budget: u64,
    pub(crate) empty_rooms: usize,
    pub(crate) things: usize,
    /// Things that give light.
    pub(crate) lights: usize,
    /// Wishes of rooms for a neighbour that were met, and all of them.
    pub(crate) neighbours: (usize, usize),
    pub(crate) parcels: usize,
    /// Parcels that something guards.
    pub(crate) guarded: usize,
    /// Creatures that found no place in their room.
    pub(crate) left_out: u32,
    /// What the cast lacks.
    pub(crate) notes: Vec<String>,
    /// Why the search for contents ended early, if it did.
    pub(crate) cut_short: Option<Error>,
}

/// Whether the goal can be reached, from each entrance.
pub(crate) struct Proofs {
    pub(crate) attempts: Vec<ProofAttempt>,
    pub(crate) keys: usize,
    pub(crate) rooms: usize,
}

/// An attempt to prove that the goal can be reached from one entrance.
pub(crate) struct ProofAttempt {
    pub(crate) entrance: RoomId,
    pub(crate) goal: RoomId,
    pub(crate) proof: Option<KeyProof>,
}

/// A figure of a layout against its target, as it stands in a report.
#[derive(Serialize)]
struct TargetFinding {
    value: f64,
    low: f64,
    high: f64,
    met: bool,
}

/// A term of the contents' fitness, as it stands in a report.
#[derive(Serialize)]
struct TermFinding {
    /// From 0 to 1.
    score: f64,
    weight: u64,
}

impl Findings {
    /// Writes everything into a report.
    pub(crate) fn write_to(self, report: &mut Report) {
        report.stages.extend(self.layout_stages);
        report.warnings.extend(self.warnings);
        if let Some(points) = self.layout_points {
            report.metric("layout_points", points as f64);
        }
        if let Some(layout) = self.layout {
            layout.write_to(report);
        }
        if let Some(contents) = self.contents {
            contents.write_to(report);
        }
        if let Some(proofs) = self.proofs {
            proofs.write_to(report);
        }
        if let Some(wishes) = self.wishes.filter(|w| !w.is_empty()) {
            for UnmetWish { what, wanted, found, advice } in &wishes {
                report.warnings.push(format!("{wanted} {what} were asked for, and {found} fit; {advice}"));
            }
            report.findings.insert("unmet_wishes".to_owned(), to_value(&wishes));
        }
    }

    /// The goal is not where the last level's layout had it.
    pub(crate) fn goal_moved(&mut self, Remoteness { boss_distance, critical_path }: Remoteness) {
        if let Some(level) = self.layout.as_mut().and_then(|l| l.levels.last_mut()) {
            (level.metrics.boss_distance, level.metrics.critical_path) = (boss_distance, critical_path);
        }
    }
}

impl LayoutFigures {
    /// The figures of plain layouts.
    pub(crate) fn plain(levels: &[LevelLayout], targets: &PlainTargets) -> Self {
        let against = |(name, value, target): (&str, f64, &Target)| {
            let range = Range { low: target.low, high: target.high };
            (name.to_owned(), finding(value, range, 0.0))
        };
        let figures = |LevelLayout { layout, .. }: &LevelLayout| LevelFigures {
            metrics: layout.metrics,
            targets: layout.metrics.named(targets).into_iter().map(against).collect(),
            themed: None,
            rooms: layout.rooms.len(),
            corridors: layout.network.corridors.len(),
            corridor_cells: layout.network.length,
            touching_pairs: layout.network.touching,
            entrances: layout.endpoints.entrances.len(),
        };
        LayoutFigures { levels: levels.iter().map(figures).collect(), decoder: None }
    }

    /// The figures of themed layouts. A figure that the seed drew is met if nobody would notice the
    /// difference; one that was asked for, if it is in the range.
    pub(crate) fn themed(site: &Site<'_>, wished: &Targets) -> Self {
        let mut levels = Vec::new();
        for layout in &site.layouts {
            let (Some(body), drawn) = (&layout.body, &layout.drawn) else { continue };
            let m = &body.woven.figures;
            let rooms = m.rooms.max(1) as f64;
            let metrics = Metrics {
                loops: m.loops.into(),
                dead_end_ratio: m.dead_ends,
                branching: m.branching,
                critical_path: f64::from(m.boss_steps + 1) / rooms,
                boss_distance: f64::from(m.boss_steps) / rooms,
                area_variety: body.floor.area_spread,
            };
            let of = |value: f64, drawn: f64, wished: Option<Range>, slack: f64| match wished {
                Some(range) => finding(value, range, 0.0),
                None => finding(value, Range { low: drawn, high: drawn }, slack),
            };
            let mut targets = Map::new();
            let mut put = |name: &str, value: Value| targets.insert(name.to_owned(), value);
            put("rooms", of(rooms, drawn.rooms.into(), None, 0.0));
            put("loops", of(m.loops.into(), drawn.loops.into(), wished.loops, 0.0));
            put("dead_ends", of(m.dead_ends, drawn.dead_ends, wished.dead_ends, 0.06));
            put("longest_way", of(m.longest_way.into(), drawn.longest_way.into(), wished.longest_way, 1.0));
            put("density", of(body.floor.density, drawn.density, wished.density, 0.05));
            if let Some(range) = wished.branching {
                put("branching", finding(m.branching, range, 0.0));
            }
            levels.push(LevelFigures {
                metrics,
                targets,
                themed: Some(ThemedFigures {
                    longest_way: m.longest_way.into(),
                    density: body.floor.density,
                    sheets: body.floor.sheets.into(),
                    cost: (body.off + body.terms) as f64 / 100.0,
                }),
                rooms: m.rooms,
                corridors: body.corridors().0,
                corridor_cells: body.corridors().1,
                touching_pairs: body.shared_doors(),
                entrances: body.gates.len(),
            });
        }
        LayoutFigures { levels, decoder: Some(site.decoder.id()) }
    }

    /// What was asked for and is not met.
    pub(crate) fn unmet(&self, wished: &Targets) -> Vec<String> {
        let asked = [
            ("loops", wished.loops),
            ("dead_ends", wished.dead_ends),
            ("longest_way", wished.longest_way),
            ("branching", wished.branching),
            ("density", wished.density),
        ];
        let mut unmet = Vec::new();
        for (number, level) in self.levels.iter().enumerate() {
            for (name, range) in asked {
                let found = level.targets.get(name).filter(|t| t["met"] == Value::Bool(false));
                if let (Some(found), Some(range)) = (found, range) {
                    let value = found["value"].as_f64().unwrap_or(0.0);
                    unmet.push(format!(
                        "level {}: {} was wished to be {range}, the nearest layout has {:.2}",
                        number + 1,
                        name.replace('_', " "),
                        value
                    ));
                }
            }
        }
        unmet
    }

    fn write_to(&self, report: &mut Report) {
        let targets: Vec<Value> = self.levels.iter().map(|level| level.targets.clone().into()).collect();
        report.findings.insert("targets".to_owned(), targets.into());
        report.findings.insert("layout".to_owned(), self.decoder.unwrap_or("plain").into());
        let count = |figure: fn(&LevelFigures) -> usize| self.levels.iter().map(figure).sum::<usize>() as f64;
        let sum = |figure: fn(&Metrics) -> f64| self.levels.iter().map(|l| figure(&l.metrics)).sum::<f64>();
        let mean = |figure: fn(&Metrics) -> f64| sum(figure) / self.levels.len().max(1) as f64;
        report.metric("rooms", count(|l| l.rooms));
        report.metric("corridors", count(|l| l.corridors));
        report.metric("corridor_cells", count(|l| l.corridor_cells));
        report.metric("touching_pairs", count(|l| l.touching_pairs));
        report.metric("loops", sum(|m| m.loops));
        report.metric("dead_end_ratio", mean(|m| m.dead_end_ratio));
        report.metric("branching", mean(|m| m.branching));
        report.metric("critical_path", mean(|m| m.critical_path));
        report.metric("boss_distance", mean(|m| m.boss_distance));
        report.metric("area_variety", mean(|m| m.area_variety));
        let themed: Vec<ThemedFigures> = self.levels.iter().filter_map(|l| l.themed).collect();
        if !themed.is_empty() {
            let mean = |figure: fn(&ThemedFigures) -> f64| {
                themed.iter().map(figure).sum::<f64>() / themed.len() as f64
            };
            report.metric("longest_way", mean(|t| t.longest_way));
            report.metric("density", mean(|t| t.density));
            report.metric("layout_cost", mean(|t| t.cost));
            report.metric("a4_sheets", themed.iter().map(|t| t.sheets).sum());
        }
        report.metric("entrances", self.levels.first().map_or(0.0, |l| l.entrances as f64));
    }
}

/// A figure against its target.
fn finding(value: f64, range: Range, slack: f64) -> Value {
    // Shares are sums of fractions: a last digit more or less counts for nothing.
    let wide = Range { low: range.low - slack - 1e-9, high: range.high + slack + 1e-9 };
    to_value(&TargetFinding { value, low: range.low, high: range.high, met: wide.holds(value) })
}

impl ContentsFigures {
    fn write_to(self, report: &mut Report) {
        report.stages.push(self.stage);
        let finding = |((name, weight), term): (&(&str, u64), u64)| {
            ((*name).to_owned(), to_value(&TermFinding { score: term as f64 / 1000.0, weight: *weight }))
        };
        let terms: Map<String, Value> = TERMS.iter().zip(self.terms).map(finding).collect();
        report.findings.insert("contents".to_owned(), terms.into());
        report.metric("xp", self.xp as f64);
        report.metric("xp_budget", self.xp_budget as f64);
        report.metric("treasure_gold", self.gold as f64);
        report.metric("treasure_gold_budget", self.gold_budget as f64);
        report.metric("empty_rooms", self.empty_rooms as f64);
        report.metric("things", self.things as f64);
        report.metric("lights", self.lights as f64);
        let share = |part: usize, whole: usize| if whole == 0 { 1.0 } else { part as f64 / whole as f64 };
        report.metric("neighbours_as_wished", share(self.neighbours.0, self.neighbours.1));
        report.metric("treasure_guarded", share(self.guarded, self.parcels));
        if self.left_out > 0 {
            report.metric("creatures_left_out", f64::from(self.left_out));
        }
        report.warnings.extend(self.notes);
        let (xp, budget) = (self.xp, self.xp_budget);
        if xp * 10 < budget * 9 {
            report.warnings.push(format!(
                "the monsters are worth {xp} of {budget} XP: the theme has nobody of the right challenge and size for this party and these rooms"
            ));
        }
        report.warnings.extend(self.cut_short.map(|why| format!("the contents could be better: {why}")));
    }
}

impl Proofs {
    fn write_to(self, report: &mut Report) {
        for ProofAttempt { entrance, goal, .. } in self.attempts.iter().filter(|a| a.proof.is_none()) {
            report.warnings.push(format!(
                "no proof that room {} can be reached from the entrance in room {}",
                goal + 1,
                entrance + 1
            ));
        }
        let all = self.attempts.iter().all(|attempt| attempt.proof.is_some());
        let proofs: Vec<KeyProof> = self.attempts.into_iter().filter_map(|attempt| attempt.proof).collect();
        if let Some(first) = proofs.first() {
            let on_the_way: BTreeSet<RoomId> = first.critical_path.iter().copied().collect();
            report.metric("critical_path_with_keys", on_the_way.len() as f64 / self.rooms as f64);
        }
        report.metric("keys", self.keys as f64);
        report.metric("proved", if all { 1.0 } else { 0.0 });
        report.findings.insert("proof".to_owned(), to_value(&proofs));
    }
}

fn to_value(finding: &impl Serialize) -> Value {
    serde_json::to_value(finding).expect("findings have text keys and no failing parts")
}
