//! `mapkiln level`: levels from rewriting rules.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use mapkiln::document::Origin;
use mapkiln::grammar::{Campaign, Error, Grammar, Level, LevelSpec, Quality, RewriteStep};
use mapkiln::plan::{DoorKind, DoorPlace, Plan};
use mapkiln::{AnyMap, Grid, Point, Seed};

use crate::args::{MakeArgs, at_least_one, read_text};
use crate::exports::{Look, plan_exports};
use crate::failure::Failure;
use crate::making::make_all;
use crate::output::{Delivery, Format};
use crate::pictures::scene_formats;
use mapkiln::draw::LevelView;

/// Make levels from a grammar: rules that rewrite a graph until every count is met
///
/// GRAMMAR is one that ships (carcere-exire, lock-and-key, space-station) or the path of a .grammar
/// file. The level comes as a graph (text, json, dot) or laid out in space (map, plan).
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Examples:
  mapkiln level
  mapkiln level --preset rooms100 --seed \"the old keep\" --format map
  mapkiln level lock-and-key --set rooms=20 --set locks=5 -o level.json -o level.dot
  mapkiln level my.grammar --count 1000 --format json > levels.jsonl
  mapkiln level --campaign game.toml --level 7
  mapkiln level check my.grammar --set bosses=9")]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,

    #[command(flatten)]
    choice: Choice,

    /// Read the parameters from a campaign file (TOML or JSON)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["preset", "set", "spec"])]
    campaign: Option<PathBuf>,

    /// Which level of the campaign, counted from 1
    #[arg(long, value_name = "N", default_value = "1", requires = "campaign", value_parser = at_least_one)]
    level: u64,

    #[command(flatten)]
    make: MakeArgs,
}

/// Which grammar, and its parameters.
#[derive(clap::Args, Clone)]
struct Choice {
    /// A grammar that ships, or the path of a .grammar file [default: carcere-exire]
    #[arg(value_name = "GRAMMAR")]
    grammar: Option<String>,

    /// Begin from a preset of the grammar
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,

    /// Set a parameter; may be given several times
    #[arg(long, value_name = "NAME=NUMBER", value_parser = assignment)]
    set: Vec<(String, i64)>,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Say what is wrong with a grammar, and which counts cannot be met, without making a level
    Check {
        #[command(flatten)]
        choice: Choice,
        /// Print the grammar in its usual form instead
        #[arg(long)]
        format: bool,
    },
    /// Show how each rule is searched for, and how often it was found over some seeds
    Explain {
        #[command(flatten)]
        choice: Choice,
        /// How many levels to make for the figures
        #[arg(long, value_name = "N", default_value = "100", value_parser = at_least_one)]
        seeds: u64,
    },
    /// Show every rewrite of one level
    Trace {
        #[command(flatten)]
        choice: Choice,
        /// Any text or number
        #[arg(long, value_name = "TEXT", default_value = "0")]
        seed: Seed,
    },
    /// List the grammars that ship, with their parameters and presets
    List,
}

fn assignment(text: &str) -> Result<(String, i64), String> {
    let wrong = || "write NAME=NUMBER, such as rooms=50".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    Ok((name.trim().to_owned(), value.trim().parse().map_err(|_| wrong())?))
}

/// Mistakes in what was asked are wrong use; the rest could not be made.
fn failure(error: Error) -> Failure {
    match error {
        Error::DeadEnd { .. } | Error::Stopped(_) | Error::Impossible { .. } | Error::Endless { .. } => {
            Failure::not_made(error)
        }
        error => Failure::usage(error),
    }
}

impl Choice {
    /// Completes a spec; a path is read into it, so that the document can be made again.
    fn apply(&self, spec: &mut LevelSpec) -> Result<(), Failure> {
        if let Some(name) = &self.grammar {
            spec.grammar.clone_from(name);
            spec.source.clear();
        }
        if spec.source.is_empty() && !Grammar::shipped_names().any(|n| n == spec.grammar) {
            let path = Path::new(&spec.grammar);
            if path.extension().is_some() || path.exists() || spec.grammar == "-" {
                spec.source = read_text(path)?;
            }
        }
        if let Some(preset) = &self.preset {
            spec.preset.clone_from(preset);
        }
        spec.set.extend(self.set.iter().cloned());
        Ok(())
    }

    fn load(&self) -> Result<(Grammar, Vec<i64>), Failure> {
        let mut spec = LevelSpec::default();
        self.apply(&mut spec)?;
        spec.load().map_err(failure)
    }
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match &args.verb {
        Some(Verb::Check { choice, format: true }) => tidy(choice),
        Some(Verb::Check { choice, format: false }) => check(choice),
        Some(Verb::Explain { choice, seeds }) => explain(choice, *seeds),
        Some(Verb::Trace { choice, seed }) => trace(choice, seed),
        Some(Verb::List) => list(),
        None => make(&args),
    }
}

/// A level with what makes it again.
struct Shown {
    level: Level,
    plan: Plan,
    origin: Origin,
    heading: Option<String>,
}

fn make(args: &Args) -> Result<(), Failure> {
    let mut spec: LevelSpec = match &args.campaign {
        None => args.make.read_spec()?,
        Some(path) => {
            // The campaign is read as a spec is: by its ending.
            let make = MakeArgs { spec: Some(path.clone()), ..args.make.clone() };
            let campaign: Campaign = make.read_spec()?;
            let number = u32::try_from(args.level).unwrap_or(u32::MAX);
            campaign.level(number).map_err(failure)?
        }
    };
    args.choice.apply(&mut spec)?;
    let (grammar, values) = spec.load().map_err(failure)?;
    let spec_value = serde_json::to_value(&spec).map_err(Failure::not_made)?;
    let count = args.make.count;
    let delivery = Delivery::open(&args.make, formats())?;
    let present = |number: u64, seed: Seed, level: Level| {
        let heading = (count > 1).then(|| format!("Level {} of {count}, seed {seed}", number + 1));
        let plan = level.lay_out(seed.clone());
        let origin = Origin { maker: "level".to_owned(), seed, spec: spec_value.clone() };
        Ok(vec![Shown { level, plan, origin, heading }])
    };
    make_all(&args.make, delivery, |run| grammar.make(&values, run).map_err(failure), present)
}

fn formats() -> Vec<Format<'static, Shown>> {
    fn headed(shown: &Shown, body: String) -> Vec<u8> {
        let heading = shown.heading.as_ref().map(|h| format!("{h}\n")).unwrap_or_default();
        (heading + &body).into_bytes()
    }
    let format = |name, endings, between, render: fn(&Shown) -> Vec<u8>| {
        Format::joined(name, endings, between, move |shown: &Shown| Ok(render(shown)))
    };
    let mut formats = vec![
        format("text", &["txt"], "\n", |s| headed(s, summary(&s.level) + &s.level.to_text())),
        format("json", &["json", "jsonl"], "", |s| {
            (AnyMap::Level(s.level.clone()).to_json(Some(&s.origin)) + "\n").into_bytes()
        }),
        format("dot", &["dot", "gv"], "", |s| s.level.to_dot().into_bytes()),
        format("map", &["map"], "\n", |s| headed(s, picture(&s.plan))),
        format("plan", &["plan"], "", |s| {
            (AnyMap::Plan(s.plan.clone()).to_json(Some(&s.origin)) + "\n").into_bytes()
        }),
    ];
    formats.extend(scene_formats(16, 10.0, |s: &Shown| LevelView::default().scene(&s.level)));
    let exports = plan_exports(Look::default());
    formats.extend(exports.into_iter().map(|format| format.of(|s: &Shown| &s.plan)));
    formats
}

/// What one wants to know of a level at a glance.
fn summary(level: &Level) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for node in &level.nodes {
        let mark = if node.mark.is_empty() { String::new() } else { format!("[{}]", node.mark) };
        *counts.entry(format!("{}{mark}", node.kind)).or_default() += 1;
    }
    let counts: Vec<String> = counts.iter().map(|(name, n)| format!("{n} {name}")).collect();
    let quality = Quality::of(level);
    let steps =
        quality.steps_to_exit.map_or("no exit in reach".to_owned(), |s| format!("{s} steps to the exit"));
    format!(
        "{}: {}\n{} edges, {} loops, {} dead ends, {} articulation points; {steps}, {} with enemies on the way\n\n",
        level.grammar,
        counts.join(", "),
        level.edges.len(),
        quality.loops,
        quality.dead_ends,
        quality.articulation_points,
        quality.enemies_on_way,
    )
}

/// The plan in characters, with a legend.
fn picture(plan: &Plan) -> String {
    let Some(level) = plan.levels.first() else { return String::new() };
    let mut grid = Grid::new(level.width, level.height, ' ');
    let mut floor: Vec<(Point, char)> = Vec::new();
    for room in &level.rooms {
        floor.extend(room.outline.cells().into_iter().map(|p| (p, '.')));
    }
    floor.extend(level.corridors.iter().flat_map(|c| &c.cells).map(|&p| (p, ',')));
    for door in &level.doors {
        if let DoorPlace::Cell { at, .. } = door.place {
            let sign = match &door.kind {
                DoorKind::Arch => '\'',
                DoorKind::Locked { .. } => 'L',
                DoorKind::Secret => 'S',
                DoorKind::Barred | DoorKind::Portcullis => '|',
                DoorKind::Door | DoorKind::Trapped { .. } => '+',
            };
            floor.push((at, sign));
        }
    }
    for &(p, _) in &floor {
        for q in p.around() {
            if let Some(cell) = grid.get_mut(q) {
                *cell = '#';
            }
        }
    }
    for (p, sign) in floor {
        grid[p] = sign;
    }
    for stairs in &level.stairs {
        grid[stairs.at] = '>';
    }
    for room in &level.rooms {
        let mut signs = String::new();
        let mut tell = |holds: bool, sign| {
            if holds {
                signs.push(sign);
            }
        };
        tell(room.has_tag("start"), '@');
        tell(room.has_tag("exit"), 'X');
        tell(room.contents.enemies, if room.has_tag("boss") { 'B' } else { 'e' });
        tell(room.contents.treasure, '$');
        tell(plan.keys.iter().any(|k| k.room == room.id), 'k');
        let cells = room.outline.cells();
        let middle = room.outline.center();
        let start = cells.iter().position(|&p| p == middle).unwrap_or(0);
        for (sign, &at) in signs.chars().zip(cells.iter().cycle().skip(start)) {
            grid[at] = sign;
        }
    }
    let mut out = String::new();
    for row in grid.rows() {
        let line: String = row.iter().collect();
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.push_str("@ start  X exit  e enemies  B boss  $ treasure  k key  + door  L locked  S secret  | one way  > stairs\n");
    out
}

fn check(choice: &Choice) -> Result<(), Failure> {
    let (grammar, values) = choice.load()?;
    let findings = grammar.check(&values).map_err(failure)?;
    let mut out = io::stdout().lock();
    for finding in &findings {
        let word = if finding.fatal { "error" } else { "warning" };
        writeln!(out, "{}: {word}: {}", finding.place, finding.message)?;
    }
    if findings.iter().any(|f| f.fatal) {
        return Err(Failure::not_made("no level can be made from this"));
    }
    let rules = grammar.rules().count();
    writeln!(out, "{}: {rules} rules, no contradiction found", grammar.title())?;
    Ok(())
}

fn tidy(choice: &Choice) -> Result<(), Failure> {
    let mut spec = LevelSpec::default();
    choice.apply(&mut spec)?;
    if spec.source.is_empty() {
        spec.source = Grammar::shipped(&spec.grammar).map_err(failure)?.source().to_owned();
    }
    let text = mapkiln::grammar::format(&spec.grammar, &spec.source).map_err(failure)?;
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

fn explain(choice: &Choice, seeds: u64) -> Result<(), Failure> {
    let (grammar, values) = choice.load()?;
    let mut sums = vec![(0u64, 0u64, 0u64); grammar.rules().count()];
    let (mut made, mut rewrites) = (0u64, 0u64);
    for seed in 0..seeds {
        let mut stepper = grammar.stepper(&values, seed, 0).map_err(failure)?;
        loop {
            match stepper.step() {
                RewriteStep::Done => {
                    made += 1;
                    break;
                }
                RewriteStep::DeadEnd => break,
                _ => {}
            }
        }
        rewrites += stepper.rewrites();
        for (sum, stats) in sums.iter_mut().zip(stepper.stats()) {
            *sum = (sum.0 + stats.hits, sum.1 + stats.failures, sum.2 + stats.roots);
        }
    }
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: {made} of {seeds} first attempts complete, {} rewrites each",
        grammar.title(),
        rewrites / seeds
    )?;
    writeln!(out, "\n{:16}{:>10}{:>10}{:>14}", "rule", "applied", "failed", "roots tried")?;
    for (rule, (hits, failures, roots)) in grammar.rules().zip(&sums) {
        let each = |n: u64| n as f64 / seeds as f64;
        writeln!(out, "{rule:16}{:>10.1}{:>10.1}{:>14.1}", each(*hits), each(*failures), each(*roots))?;
    }
    writeln!(out, "\n(means of one attempt)\n\nSearch plans:")?;
    for rule in grammar.rules() {
        for line in grammar.search_plan(rule) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn trace(choice: &Choice, seed: &Seed) -> Result<(), Failure> {
    let (grammar, values) = choice.load()?;
    let mut out = io::stdout().lock();
    let mut stepper = grammar.stepper(&values, seed.clone(), 0).map_err(failure)?;
    let mut number = 0u64;
    let names = |nodes: &[u32]| nodes.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    loop {
        match stepper.step() {
            RewriteStep::Applied { rule, matched, made } => {
                number += 1;
                let made = if made.is_empty() { String::new() } else { format!(" made {}", names(&made)) };
                writeln!(out, "{number:>6} {rule:16} at {}{made}", names(&matched))?;
            }
            RewriteStep::NoMatch { rule } => writeln!(out, "       {rule:16} matches nowhere")?,
            RewriteStep::Undone { rewrites } => {
                writeln!(out, "       dead end: {rewrites} rewrites taken back")?
            }
            RewriteStep::Done => {
                let level = stepper.level();
                writeln!(out, "done: {} nodes, {} edges", level.nodes.len(), level.edges.len())?;
                return Ok(());
            }
            RewriteStep::DeadEnd => {
                return Err(Failure::not_made(
                    "this attempt ended in a dead end; `mapkiln level` would make another",
                ));
            }
        }
    }
}

fn list() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for name in Grammar::shipped_names() {
        let grammar = Grammar::shipped(name).map_err(failure)?;
        writeln!(out, "{name}: {}", grammar.title())?;
        for param in grammar.params() {
            writeln!(out, "  {:12} {:>6}   {} to {}", param.name, param.default, param.low, param.high)?;
        }
        let presets: Vec<&str> = grammar.presets().collect();
        writeln!(out, "  presets: {}", presets.join(", "))?;
    }
    Ok(())
}
