//! What the stages found out, and the one place that writes it into a report.

use std::collections::BTreeSet;

use mapkiln_core::{Report, Stage};
use mapkiln_maps::plan::RoomId;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::contents::problem::{TERMS, Terms};
use crate::layout::metrics::Metrics;
use crate::layout::{LevelLayout, Targets};
use crate::stages::Remoteness;
use crate::{Error, Proof};

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
    targets: Targets,
}

/// The figures of one level's layout.
struct LevelFigures {
    metrics: Metrics,
    rooms: usize,
    corridors: usize,
    corridor_cells: usize,
    touching_pairs: usize,
    entrances: usize,
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
    pub(crate) proof: Option<Proof>,
}

/// A figure of a layout against its target, as it stands in a report.
#[derive(Serialize)]
struct TargetFinding {
    value: f64,
    low: f64,
    high: f64,
    met: bool,
    points: u64,
    of: u32,
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
    /// The figures of layouts.
    pub(crate) fn of(levels: &[LevelLayout], targets: &Targets) -> Self {
        let figures = |LevelLayout { layout, .. }: &LevelLayout| LevelFigures {
            metrics: layout.metrics,
            rooms: layout.rooms.len(),
            corridors: layout.network.corridors.len(),
            corridor_cells: layout.network.length,
            touching_pairs: layout.network.touching,
            entrances: layout.endpoints.entrances.len(),
        };
        LayoutFigures { levels: levels.iter().map(figures).collect(), targets: targets.clone() }
    }

    fn write_to(&self, report: &mut Report) {
        let targets: Vec<Value> = self.levels.iter().map(|level| self.against_targets(level)).collect();
        report.findings.insert("targets".to_owned(), targets.into());
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
        report.metric("entrances", self.levels.first().map_or(0.0, |l| l.entrances as f64));
    }

    fn against_targets(&self, level: &LevelFigures) -> Value {
        let finding = |(name, value, target): (&str, f64, &crate::Target)| {
            let finding = TargetFinding {
                value,
                low: target.low,
                high: target.high,
                // Shares are sums of fractions: a last digit more or less counts for nothing.
                met: (target.low - 1e-9..=target.high + 1e-9).contains(&value),
                points: target.points(value),
                of: target.weight,
            };
            (name.to_owned(), to_value(&finding))
        };
        level.metrics.named(&self.targets).into_iter().map(finding).collect::<Map<_, _>>().into()
    }
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
        let proofs: Vec<Proof> = self.attempts.into_iter().filter_map(|attempt| attempt.proof).collect();
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
