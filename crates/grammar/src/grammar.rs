//! A grammar that has been read and can make levels.

use std::collections::{BTreeMap, VecDeque};

use mapkiln_core::{Report, Run, Seed, Stage, map_indexed};
use mapkiln_maps::graph::{EdgeDetail, LevelGraph, Node};
use serde::{Deserialize, Serialize};

use crate::check;
use crate::compile::model::{Effects, Op, Param, Program, Require, Rule, Symbols};
use crate::compile::{compile, count_value};
use crate::engine::graph::Graph;
use crate::engine::{Outcome, RuleStats, Stepper, Trouble, TroubleKind};
use crate::error::Error;
use crate::lang::{Sources, Span};
use crate::library;
use crate::quality;

/// The graph that a level begins with: a right side without a left.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) effects: Effects,
}

/// What to do on a dead end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DeadEnd {
    /// Applications that can be taken back.
    pub(crate) backtrack: usize,
    /// Attempts at most.
    pub(crate) attempts: u32,
}

impl Default for DeadEnd {
    fn default() -> Self {
        DeadEnd { backtrack: 32, attempts: 64 }
    }
}

/// How matches are searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Engine {
    /// Over an index of labels, with a memo of what failed.
    #[default]
    Usual,
    /// As in the paper: batches of depth-first searches over the whole graph.
    Paper,
}

impl Engine {
    pub(crate) fn is_usual(&self) -> bool {
        *self == Engine::Usual
    }
}

/// A named set of parameters.
#[derive(Clone, Debug)]
pub(crate) struct Preset {
    pub(crate) name: String,
    pub(crate) values: Vec<(usize, i64)>,
}

/// A grammar, ready to make levels from many threads at once.
///
/// ```
/// use mapkiln_grammar::Grammar;
/// let grammar = Grammar::parse("tiny", r#"
///     node Room; node Start is Room
///     start Start
///     param rooms = 5 in 1..100
///     rule room r:Room => r -- Room
///     run { room * (rooms - 1) }
/// "#)?;
/// let level = grammar.make_level("any text is a seed", &[("rooms", 8)])?;
/// assert_eq!(level.nodes.len(), 8);
/// # Ok::<(), mapkiln_grammar::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grammar {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) source: String,
    pub(crate) sources: Sources,
    pub(crate) symbols: Symbols,
    pub(crate) start: Start,
    pub(crate) rules: Vec<Rule>,
    pub(crate) program: Program,
    pub(crate) requires: Vec<(Require, Span)>,
    pub(crate) presets: Vec<Preset>,
    pub(crate) dead_end: DeadEnd,
    pub(crate) limit: u64,
    pub(crate) stairs: bool,
    /// Do its levels depend on how they are drawn in the plane, or on random values? Then trying every
    /// match does not try everything.
    pub(crate) draws: bool,
    pub(crate) engine: Engine,
}

/// What makes a room of a node whose kind is laid out as a passage.
pub(crate) const ROOM_WORDS: [&str; 5] = ["start", "exit", "enemies", "treasure", "boss"];

/// Longer derivations are left out of the report.
const LONGEST_DERIVATION: usize = 5000;

/// Attempts made in parallel once the first has failed; more would mostly be wasted.
const BATCH: usize = 8;

impl Grammar {
    /// Reads a grammar; `name` is what its mistakes are reported under.
    pub fn parse(name: &str, source: &str) -> Result<Self, Error> {
        Grammar::parse_with(name, source, &BTreeMap::new())
    }

    /// Reads a grammar that imports other files, given by their names; what ships with Mapkiln can be
    /// imported without being given.
    pub fn parse_with(name: &str, source: &str, imports: &BTreeMap<String, String>) -> Result<Self, Error> {
        let resolve =
            |file: &str| imports.get(file).cloned().or_else(|| library::text(file).map(str::to_owned));
        compile(name, source, &resolve).map_err(Error::Language)
    }

    /// The same grammar, searched for by another engine: levels of the same kind, but other ones.
    pub fn with_engine(self, engine: Engine) -> Self {
        Grammar { engine, ..self }
    }

    /// Its file name, or the name it ships under.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it calls itself.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Its text.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Its parameters, in the order of the file.
    pub fn params(&self) -> &[Param] {
        &self.symbols.params
    }

    /// The names of its presets.
    pub fn presets(&self) -> impl Iterator<Item = &str> {
        self.presets.iter().map(|p| p.name.as_str())
    }

    /// The names of its rules, in the order of the file.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|r| r.name.as_str())
    }

    /// The default of every parameter.
    pub fn defaults(&self) -> Vec<i64> {
        self.symbols.params.iter().map(|p| p.default).collect()
    }

    /// The value of every parameter: its default, then the preset's, then those that are set.
    pub fn values<'a>(
        &self,
        preset: Option<&str>,
        set: impl IntoIterator<Item = (&'a str, i64)>,
    ) -> Result<Vec<i64>, Error> {
        let mut values = self.defaults();
        if let Some(name) = preset {
            let preset = self.presets.iter().find(|p| p.name == name).ok_or_else(|| Error::NoPreset {
                grammar: self.name.clone(),
                name: name.to_owned(),
                known: listed(self.presets()),
            })?;
            for &(param, value) in &preset.values {
                values[param] = value;
            }
        }
        for (name, value) in set {
            let index = self.symbols.params.iter().position(|p| p.name == name).ok_or_else(|| {
                Error::NoParameter {
                    grammar: self.name.clone(),
                    name: name.to_owned(),
                    known: listed(self.symbols.params.iter().map(|p| p.name.as_str())),
                }
            })?;
            values[index] = value;
        }
        self.check_values(&values)?;
        Ok(values)
    }

    pub(crate) fn check_values(&self, values: &[i64]) -> Result<(), Error> {
        for (param, &value) in self.symbols.params.iter().zip(values) {
            if !(param.low..=param.high).contains(&value) {
                let (name, low, high) = (param.name.clone(), param.low, param.high);
                return Err(Error::OutOfRange { name, value, low, high });
            }
        }
        if values.len() != self.symbols.params.len() {
            return Err(Error::NoParameter {
                grammar: self.name.clone(),
                name: format!("number {}", values.len()),
                known: format!("{} of them", self.symbols.params.len()),
            });
        }
        for (number, op) in self.program.ops.iter().enumerate() {
            let Op::Repeat { low, high, .. } = op else { continue };
            let least = count_value(low, values);
            let most = high.as_ref().map_or(least, |h| count_value(h, values));
            if least < 0 || most < least {
                let span = self.program.spans[number];
                let text = self.sources.get(span).to_owned();
                let value = if least < 0 { least } else { most };
                return Err(Error::NegativeCount { place: self.place(span), text, value });
            }
        }
        Ok(())
    }

    /// File, line and column of a place.
    pub(crate) fn place(&self, span: Span) -> String {
        let (file, line, column) = self.sources.place(span.start);
        format!("{file}:{line}:{column}")
    }

    /// The shortest way to a level: a seed and the parameters that differ from their defaults.
    pub fn make_level(&self, seed: impl Into<Seed>, set: &[(&str, i64)]) -> Result<LevelGraph, Error> {
        let values = self.values(None, set.iter().copied())?;
        let mut run = Run::new(seed);
        let mut report = Report::new("level", &run.seed);
        self.make(&values, &mut run, &mut report)
    }

    /// Makes a level; `values` has a number for every parameter (see [`values`](Grammar::values)).
    ///
    /// A step of the run's budget is one application of a rule. The level is the same with any number
    /// of threads, observed or not.
    pub fn make(&self, values: &[i64], run: &mut Run<'_>, report: &mut Report) -> Result<LevelGraph, Error> {
        let (stepper, attempts) = self.make_graph(values, run, run.detailed)?;
        let level = stepper.level();
        if let Some(derivation) = stepper.derivation().filter(|d| d.steps.len() <= LONGEST_DERIVATION) {
            let told = serde_json::to_value(derivation).unwrap_or_default();
            report.findings.insert("derivation".to_owned(), told);
        }
        report.stages.push(Stage {
            name: "rewrite".to_owned(),
            evaluations: stepper.rewrites(),
            ..Stage::default()
        });
        report.metric("attempts", f64::from(attempts));
        quality::measure(&level, report);
        Ok(level)
    }

    /// Makes a level without measuring its quality: for games that need it fast.
    pub fn make_fast(&self, values: &[i64], seed: &Seed) -> Result<LevelGraph, Error> {
        self.make_bare(values, &mut Run::new(seed.clone()))
    }

    /// The same with a run: its budget, threads and observers.
    pub fn make_bare(&self, values: &[i64], run: &mut Run<'_>) -> Result<LevelGraph, Error> {
        Ok(self.make_graph(values, run, false)?.0.level())
    }

    /// Makes many levels, on rayon's threads if `parallel` is true: level i from `seed.nth(i)`.
    pub fn make_many(
        &self,
        values: &[i64],
        seed: &Seed,
        count: usize,
        parallel: bool,
    ) -> Result<Vec<LevelGraph>, Error> {
        map_indexed(parallel, count, |i| self.make_fast(values, &seed.nth(i as u64))).into_iter().collect()
    }

    /// The same with all rewrites kept, for [`Stepper::derivation`].
    pub fn recorded(
        &self,
        values: &[i64],
        seed: impl Into<Seed>,
        attempt: u64,
    ) -> Result<Stepper<'_>, Error> {
        let mut stepper = self.stepper(values, seed, attempt)?;
        stepper.record();
        Ok(stepper)
    }

    /// How many attempts are made at a level before it is given up.
    pub fn attempts(&self) -> u32 {
        self.dead_end.attempts.max(1)
    }

    /// A level in the making, for attempt number `attempt` of a seed.
    pub fn stepper(&self, values: &[i64], seed: impl Into<Seed>, attempt: u64) -> Result<Stepper<'_>, Error> {
        self.check_values(values)?;
        Ok(Stepper::new(self, values.to_vec(), &seed.into(), attempt))
    }

    /// The first attempt that succeeds, and its number counted from 1.
    fn make_graph(
        &self,
        values: &[i64],
        run: &mut Run<'_>,
        record: bool,
    ) -> Result<(Stepper<'_>, u32), Error> {
        self.check_values(values)?;
        run.spend(0).map_err(|why| Error::Stopped { why, applications: 0, attempts: 0 })?;
        let seed = run.seed.clone();
        let stepper = |number: u32| {
            let mut stepper = Stepper::new(self, values.to_vec(), &seed, u64::from(number));
            if record {
                stepper.record();
            }
            stepper
        };
        let (mut ready, mut last, mut before) = (VecDeque::new(), None, 0);
        for number in 0..self.dead_end.attempts.max(1) {
            // Whoever watches sees one attempt after the other; the level is the same.
            if number > 0 && ready.is_empty() && run.parallel && !run.is_observed() {
                let size = BATCH.min((self.dead_end.attempts - number) as usize);
                let batch = map_indexed(true, size, |i| {
                    let mut stepper = stepper(number + i as u32);
                    let end = stepper.run(&mut Run::new(seed.clone()));
                    (stepper, end)
                });
                ready.extend(batch);
            }
            let (stepper, end) = match ready.pop_front() {
                Some((stepper, end)) => {
                    let end = end.and_then(|()| run.spend(stepper.rewrites()));
                    (stepper, end)
                }
                None => {
                    let mut stepper = stepper(number);
                    let end = stepper.run(run);
                    (stepper, end)
                }
            };
            if let Err(why) = end {
                let applications = before + stepper.rewrites();
                return Err(Error::Stopped { why, applications, attempts: number + 1 });
            }
            before += stepper.rewrites();
            match stepper.outcome() {
                Some(Outcome::Failed(trouble)) => {
                    if matches!(trouble.kind, TroubleKind::Endless) {
                        let place = self.place(self.program.spans[self.program.root]);
                        return Err(Error::Endless { place, limit: self.limit });
                    }
                    if stepper.proved() {
                        let reason = format!(
                            "every choice was tried, rules were applied {} times in all, and nothing leads to a level; \
                             the last dead end: {}",
                            stepper.rewrites(),
                            self.explain(trouble)
                        );
                        return Err(Error::Impossible { reasons: vec![reason] });
                    }
                    last = Some(trouble.clone());
                }
                _ => return Ok((stepper, number + 1)),
            }
            if number == 0 {
                // No further attempts if arithmetic rules them out.
                let reasons = check::traps(self, values);
                if !reasons.is_empty() {
                    return Err(Error::Impossible { reasons });
                }
            }
        }
        let cause = last.map(|t| self.explain(&t)).unwrap_or_default();
        Err(Error::DeadEnd { attempts: self.dead_end.attempts, cause })
    }

    /// Why an attempt failed, for people.
    fn explain(&self, trouble: &Trouble) -> String {
        match &trouble.kind {
            TroubleKind::Endless => "the program does not end".to_owned(),
            TroubleKind::Requirement(number) => {
                let span = self.requires[*number].1;
                let text = self.sources.get(span);
                format!("{}: the requirement `{text}` did not hold at the end", self.place(span))
            }
            TroubleKind::NoMatch { rule, rescued, deepest, candidates } => {
                let rule = &self.rules[*rule];
                let filter = self.symbols.filter_text(rule.pattern.nodes[rule.pattern.root].filter);
                let counts = match trouble.wanted {
                    Some(wanted) => {
                        format!("applied {} times, of {wanted} steps wanted here", trouble.applied)
                    }
                    None => format!("applied {} times before", trouble.applied),
                };
                let missing = match (candidates, crate::engine::stuck_at(rule, *deepest)) {
                    (0, _) => format!("there is no `{filter}` left"),
                    (n, Some(why)) => format!("there are {n} `{filter}`, and {why}"),
                    (n, None) => {
                        format!("there are {n} `{filter}`, and its new edges fit nowhere into the plane")
                    }
                };
                let rescue = rescued.and_then(|op| crate::engine::rule_of(self, op));
                let rescue =
                    rescue.map(|r| format!(" (called because `{r}` does not match)")).unwrap_or_default();
                format!(
                    "{}: the rule `{}`{rescue} matches nowhere, {counts}; {missing}",
                    self.place(rule.span),
                    rule.name
                )
            }
        }
    }

    /// The level that a graph stands for: dead nodes and edges are left out.
    pub(crate) fn read_level(&self, graph: &Graph) -> LevelGraph {
        let symbols = &self.symbols;
        let mut numbers = vec![u32::MAX; graph.capacity()];
        let mut level = LevelGraph { grammar: self.title.clone(), ..LevelGraph::default() };
        let order = self.reading_order(graph);
        for &node in &order {
            let id = level.nodes.len() as u32;
            numbers[node as usize] = id;
            let kind = &symbols.kinds[usize::from(graph.kind(node))];
            let mark = &symbols.marks[usize::from(graph.mark(node))];
            let mut means = kind.means.clone();
            means.extend(mark.means.iter().filter(|w| !kind.means.contains(w)).cloned());
            level.nodes.push(Node {
                id,
                kind: kind.name.clone(),
                mark: if graph.is_unmarked(node) { String::new() } else { mark.name.clone() },
                means,
                values: values(symbols, |attr| graph.value(node, attr)),
                texts: texts(symbols, |attr| graph.value(node, attr)),
            });
        }
        let mut edge_numbers = vec![u32::MAX; graph.edge_capacity()];
        for edge in (0..graph.edge_capacity() as u32).filter(|&e| graph.edge(e).alive) {
            let slot = graph.edge(edge);
            let number = level.edges.len() as u32;
            edge_numbers[edge as usize] = number;
            level.edges.push(graph.ends(edge).map(|n| numbers[n as usize]));
            let kind = &symbols.edge_kinds[usize::from(slot.kind)];
            let values = values(symbols, |attr| graph.edge_value(edge, attr));
            let texts = texts(symbols, |attr| graph.edge_value(edge, attr));
            if slot.kind != 0 || slot.one_way || slot.tunnel || !values.is_empty() || !texts.is_empty() {
                level.details.push(EdgeDetail {
                    edge: number,
                    kind: kind.name.clone(),
                    one_way: slot.one_way,
                    tunnel: slot.tunnel,
                    means: kind.means.clone(),
                    values,
                    texts,
                });
            }
        }
        let ring = |&n: &u32| graph.ring(n).map(|d| edge_numbers[(d / 2) as usize]).collect();
        level.around = order.iter().map(ring).collect();
        level.shapes = symbols.kinds.iter().filter_map(|k| k.shape.map(|s| (k.name.clone(), s))).collect();
        let drawn = symbols.kinds.iter().filter(|k| !k.templates.is_empty());
        level.templates = drawn.map(|k| (k.name.clone(), k.templates.clone())).collect();
        level
    }

    /// The nodes as a level numbers them: floor by floor, rooms before passages, so that a room of the
    /// plan has the number of its node.
    pub(crate) fn reading_order(&self, graph: &Graph) -> Vec<u32> {
        let symbols = &self.symbols;
        let rooms = |means: &[String]| means.iter().any(|w| ROOM_WORDS.contains(&w.as_str()));
        let passage: Vec<bool> =
            symbols.kinds.iter().map(|k| k.shape.is_some_and(|s| s.passage) && !rooms(&k.means)).collect();
        let mut order: Vec<u32> = graph.living().collect();
        let stairs: Vec<bool> =
            symbols.edge_kinds.iter().map(|k| k.means.iter().any(|w| w == "stairs")).collect();
        if !passage.contains(&true) && !stairs.contains(&true) {
            return order;
        }
        let key = symbols.attrs.iter().position(|a| a.name == "key");
        let is_passage = |n: u32| {
            passage[usize::from(graph.kind(n))]
                && !rooms(&symbols.marks[usize::from(graph.mark(n))].means)
                && key.is_none_or(|k| graph.value(n, k as u16) == 0)
        };
        if stairs.contains(&true) {
            let floor = symbols.attrs.iter().position(|a| a.name == "floor");
            let floors = self.floors(graph, &stairs, floor);
            order.sort_by_key(|&n| (floors[n as usize], is_passage(n), n));
        } else {
            order.sort_by_key(|&n| (is_passage(n), n));
        }
        order
    }

    /// The floor of every node, by its number in the engine.
    fn floors(&self, graph: &Graph, stairs: &[bool], attribute: Option<usize>) -> Vec<usize> {
        let living: Vec<u32> = graph.living().collect();
        let mut number = vec![0u32; graph.capacity()];
        let mut skeleton = LevelGraph::default();
        for (i, &n) in living.iter().enumerate() {
            number[n as usize] = i as u32;
            let kind = &self.symbols.kinds[usize::from(graph.kind(n))];
            let floor = attribute.map(|a| graph.value(n, a as u16)).filter(|f| *f != 0);
            let values = floor.into_iter().map(|f| ("floor".to_owned(), f)).collect();
            skeleton.nodes.push(Node { id: i as u32, means: kind.means.clone(), values, ..Node::default() });
        }
        let mut is_stairs = Vec::new();
        for edge in (0..graph.edge_capacity() as u32).filter(|&e| graph.edge(e).alive) {
            skeleton.edges.push(graph.ends(edge).map(|n| number[n as usize]));
            is_stairs.push(stairs[usize::from(graph.edge(edge).kind)]);
        }
        let floors = crate::layout::floors(&skeleton, &is_stairs);
        let mut by_node = vec![0; graph.capacity()];
        living.iter().zip(floors).for_each(|(&n, f)| by_node[n as usize] = f);
        by_node
    }

    /// The program's rule statistics of one attempt, by rule name, in the order of the file.
    pub fn statistics(&self, stepper: &Stepper<'_>) -> Vec<(String, RuleStats)> {
        self.rules.iter().map(|r| r.name.clone()).zip(stepper.stats().iter().copied()).collect()
    }
}

fn values(symbols: &Symbols, value: impl Fn(u16) -> i32) -> BTreeMap<String, i32> {
    let numbers = symbols.attrs.iter().enumerate().filter(|(_, a)| !a.text);
    numbers.map(|(i, a)| (a.name.clone(), value(i as u16))).filter(|(_, v)| *v != 0).collect()
}

fn texts(symbols: &Symbols, value: impl Fn(u16) -> i32) -> BTreeMap<String, String> {
    let texts = symbols.attrs.iter().enumerate().filter(|(_, a)| a.text);
    let text = |i: usize| symbols.texts.get(value(i as u16) as usize).cloned().unwrap_or_default();
    texts.map(|(i, a)| (a.name.clone(), text(i))).filter(|(_, t)| !t.is_empty()).collect()
}

/// "a, b and c", or "none".
pub(crate) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match names.as_slice() {
        [] => "none".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
