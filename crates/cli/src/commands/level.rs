//! `mapkiln level`: levels from rewriting rules.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use mapkiln::draw::{PartRole, RulePicture, png, rules_scene, svg};
use mapkiln::formats::Look;
use mapkiln::grammar::{
    Campaign, Effort, Engine, FixedRoom, Grammar, LayoutOptions, LevelPlanSpec, LevelSpec, LoadedGrammar,
    RewriteStep, RuleSketch, SketchRole, Stepper,
};
use mapkiln::{AnyMap, Maker, Run, Seed, Spec};

use crate::args::{MakeArgs, SpecArgs, at_least_one, read_data};
use crate::failure::Failure;
use crate::files::{Neighbours, read_text};
use crate::looks::audience;
use crate::making::{heading, make_all, piece};
use crate::output::{Delivery, Piece};

/// Make levels from a grammar: rules that rewrite a graph until every count is met
///
/// GRAMMAR is one that ships (`mapkiln level list`) or the path of a .grammar file. The level is written as a graph (text, json, dot) or laid out in space (map, plan).
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Examples:
  mapkiln level
  mapkiln level --preset rooms100 --seed \"the old keep\" --format map
  mapkiln level lock-and-key --set rooms=20 --set locks=5 -o level.json -o level.dot
  mapkiln level lock-and-key --layout fine -o level.png -o level.uvtt
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

    /// Write the level laid out in space instead of its graph: fast, or fine for shorter corridors
    #[arg(long, value_name = "SETTING", value_parser = effort)]
    layout: Option<Effort>,

    /// What a layout's parts cost, 0 to 1000: corridors, compactness, length, straightness; can be repeated
    #[arg(long, value_name = "NAME=NUMBER", value_parser = assignment, requires = "layout")]
    weight: Vec<(String, i64)>,

    /// The cells that the layout may take: WIDTHxHEIGHT, or a file that draws them with `.`
    #[arg(long, value_name = "SIZE|FILE", requires = "layout")]
    footprint: Option<String>,

    /// Put a room at a place: its kind or a word such as exit, with the column and row of its north-west cell; can be repeated
    #[arg(long, value_name = "ROOM=X,Y", value_parser = fixed, requires = "layout")]
    fixed: Vec<FixedRoom>,

    /// How matches are searched for: usual, or paper for the paper's parallel searches
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    engine: Option<Engine>,

    /// Show only what players may see: no secrets, locks, contents or seed
    #[arg(long)]
    player: bool,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    spec: SpecArgs,
}

/// Which grammar, and its parameters.
#[derive(clap::Args, Clone)]
struct Choice {
    /// A grammar that ships, or the path of a .grammar file [default: carcere-exire]
    #[arg(value_name = "GRAMMAR")]
    grammar: Option<String>,

    /// Start from a preset of the grammar
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,

    /// Set a parameter; can be repeated
    #[arg(long, value_name = "NAME=NUMBER", value_parser = assignment)]
    set: Vec<(String, i64)>,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Report mistakes in a grammar and counts that cannot be met, without making a level
    Check {
        #[command(flatten)]
        choice: Choice,
        /// Print the formatted grammar instead
        #[arg(long)]
        format: bool,
    },
    /// Show how each rule is matched, and how often it was applied over some seeds
    Explain {
        #[command(flatten)]
        choice: Choice,
        /// Number of levels to make for the figures
        #[arg(long, value_name = "N", default_value = "100", value_parser = at_least_one)]
        seeds: u64,
    },
    /// Show every rewrite of one level, in all attempts, with those that were taken back
    Trace {
        #[command(flatten)]
        choice: Choice,
        /// Any text or number
        #[arg(long, value_name = "TEXT", default_value = "0")]
        seed: Seed,
        /// Write the rewrites that stand as JSON, with all that they change: they can be replayed
        #[arg(long)]
        json: bool,
    },
    /// Draw the rules: what stays white, what changes yellow, what is new green, what goes red
    Rules {
        #[command(flatten)]
        choice: Choice,
        /// The picture to write, .svg or .png
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// List the grammars that ship, with their parameters and presets
    List,
}

fn effort(text: &str) -> Result<Effort, String> {
    match text {
        "fast" => Ok(Effort::Fast),
        "fine" => Ok(Effort::Fine),
        _ => Err("write fast or fine".to_owned()),
    }
}

fn engine(text: &str) -> Result<Engine, String> {
    match text {
        "usual" => Ok(Engine::Usual),
        "paper" => Ok(Engine::Paper),
        _ => Err("write usual or paper".to_owned()),
    }
}

fn fixed(text: &str) -> Result<FixedRoom, String> {
    let wrong = || "write ROOM=X,Y, such as exit=30,4, or Vault:2=5,9 for the second vault".to_owned();
    let (room, place) = text.split_once('=').ok_or_else(wrong)?;
    let (room, number) = match room.split_once(':') {
        Some((room, number)) => (room, number.trim().parse().map_err(|_| wrong())?),
        None => (room, 1),
    };
    let (x, y) = place.split_once(',').ok_or_else(wrong)?;
    let number_of = |text: &str| text.trim().parse().map_err(|_| wrong());
    Ok(FixedRoom { room: room.trim().to_owned(), number, x: number_of(x)?, y: number_of(y)? })
}

fn assignment(text: &str) -> Result<(String, i64), String> {
    let wrong = || "write NAME=NUMBER, such as rooms=50".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    Ok((name.trim().to_owned(), value.trim().parse().map_err(|_| wrong())?))
}

impl Choice {
    /// Completes a spec; a file is read into it, so that the map can be made again without the file.
    fn apply(&self, spec: &mut LevelSpec) -> Result<(), Failure> {
        if let Some(name) = &self.grammar {
            spec.grammar.clone_from(name);
            spec.source = None;
            spec.imports.clear();
        }
        if spec.source.is_none() && !Grammar::shipped_names().any(|n| n == spec.grammar) {
            let path = Path::new(&spec.grammar);
            if path.extension().is_some() || path.exists() || spec.grammar == "-" {
                let source = read_text(path)?;
                spec.imports = imports(path, &source)?;
                spec.source = Some(source);
            }
        }
        if let Some(preset) = &self.preset {
            spec.preset = Some(preset.clone());
        }
        spec.set.extend(self.set.iter().cloned());
        Ok(())
    }

    fn load(&self) -> Result<LoadedGrammar, Failure> {
        let mut spec = LevelSpec::default();
        self.apply(&mut spec)?;
        spec.load().map_err(Failure::of)
    }
}

/// The files that a grammar imports, and those that they import, as far as they lie beside it.
fn imports(path: &Path, source: &str) -> Result<BTreeMap<String, String>, Failure> {
    let neighbours = Neighbours::of(path);
    let said = |problem: String| Failure::usage(format!("{}: {problem}", path.display()));
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut wanted = Grammar::imports(source);
    while let Some(name) = wanted.pop() {
        // Libraries have no file; what is missing is told with its place when the grammar is read.
        if texts.contains_key(&name) || Grammar::libraries().any(|(library, _)| library == name) {
            continue;
        }
        let Some(text) = neighbours.read_text(&name).map_err(said)? else { continue };
        wanted.extend(Grammar::imports(&text));
        texts.insert(name, text);
    }
    Ok(texts)
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match &args.verb {
        Some(Verb::Check { choice, format: true }) => tidy(choice),
        Some(Verb::Check { choice, format: false }) => check(choice),
        Some(Verb::Explain { choice, seeds }) => explain(choice, *seeds),
        Some(Verb::Trace { choice, seed, json }) => trace(choice, seed, *json),
        Some(Verb::Rules { choice, output }) => rules(choice, output),
        Some(Verb::List) => list(),
        None => make(&args),
    }
}

fn make(args: &Args) -> Result<(), Failure> {
    let mut spec: LevelSpec = match &args.campaign {
        None => args.spec.read()?,
        Some(path) => {
            let campaign: Campaign = read_data(path)?;
            let number = u32::try_from(args.level).unwrap_or(u32::MAX);
            campaign.level(number).map_err(Failure::of)?
        }
    };
    args.choice.apply(&mut spec)?;
    if let Some(engine) = args.engine {
        spec.engine = engine;
    }
    let count = args.make.count;
    let look = Look { audience: audience(args.player), ..Look::default() };
    let delivery = Delivery::open(&args.make, "level", look, count)?;
    if let Some(effort) = args.layout {
        let layout = layout(args, effort)?;
        let maker = Maker::new(LevelPlanSpec { level: spec, layout }).map_err(Failure::of)?;
        let make = |run: &mut Run<'_>| {
            let made = maker.make(run).map_err(Failure::of)?;
            Ok(vec![made.map(AnyMap::Plan)])
        };
        return make_all(&args.make, delivery, make, |place, made| Piece {
            heading: heading("Level", &place, count),
            ..piece(&args.make, made)
        });
    }
    let maker = Maker::new(spec).map_err(Failure::of)?;
    let make = |run: &mut Run<'_>| {
        let made = maker.make(run).map_err(Failure::of)?;
        Ok(vec![made.map(AnyMap::LevelGraph)])
    };
    make_all(&args.make, delivery, make, |place, made| Piece {
        heading: heading("Level", &place, count),
        ..piece(&args.make, made)
    })
}

fn layout(args: &Args, effort: Effort) -> Result<LayoutOptions, Failure> {
    let mut layout = LayoutOptions { effort, fixed: args.fixed.clone(), ..LayoutOptions::default() };
    for (name, value) in &args.weight {
        let weight = u32::try_from(*value).unwrap_or(u32::MAX);
        match name.as_str() {
            "corridors" => layout.weights.corridors = weight,
            "compactness" => layout.weights.compactness = weight,
            "length" => layout.weights.length = weight,
            "straightness" => layout.weights.straightness = weight,
            _ => {
                let known = "corridors, compactness, length and straightness";
                return Err(Failure::usage(format!("there is no weight `{name}`; there are {known}")));
            }
        }
    }
    layout.footprint = match &args.footprint {
        Some(text) if Path::new(text).is_file() => Some(read_text(Path::new(text))?),
        other => other.clone(),
    };
    Ok(layout)
}

fn check(choice: &Choice) -> Result<(), Failure> {
    let LoadedGrammar { grammar, values } = choice.load()?;
    let findings = grammar.check(&values).map_err(Failure::of)?;
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
    let source = match spec.source {
        Some(source) => source,
        None => Grammar::shipped(&spec.grammar).map_err(Failure::of)?.source().to_owned(),
    };
    let text = mapkiln::grammar::format(&spec.grammar, &source).map_err(Failure::of)?;
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

fn explain(choice: &Choice, seeds: u64) -> Result<(), Failure> {
    let LoadedGrammar { grammar, values } = choice.load()?;
    let mut sums = vec![(0u64, 0u64, 0u64); grammar.rules().count()];
    let (mut made, mut rewrites) = (0u64, 0u64);
    for seed in 0..seeds {
        let mut stepper = grammar.stepper(&values, seed, 0).map_err(Failure::of)?;
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
    writeln!(out, "\n(means per attempt)\n\nSearch plans:")?;
    for rule in grammar.rules() {
        for line in grammar.search_plan(rule) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

fn trace(choice: &Choice, seed: &Seed, json: bool) -> Result<(), Failure> {
    let LoadedGrammar { grammar, values } = choice.load()?;
    let mut out = io::stdout().lock();
    let attempts = grammar.attempts();
    for attempt in 0..attempts {
        let mut stepper = grammar.recorded(&values, seed.clone(), u64::from(attempt)).map_err(Failure::of)?;
        if !json && attempt > 0 {
            writeln!(out, "\nattempt {}", attempt + 1)?;
        }
        let mut none = io::sink();
        let log: &mut dyn Write = if json { &mut none } else { &mut out };
        if !trace_attempt(&mut stepper, log)? {
            continue;
        }
        if json {
            let told = serde_json::to_string(&stepper.derivation()).map_err(Failure::not_made)?;
            writeln!(out, "{told}")?;
        }
        return Ok(());
    }
    Err(Failure::not_made(format!("no level after {attempts} attempts; all of them ended in dead ends")))
}

/// Writes one attempt; was it the last?
fn trace_attempt(stepper: &mut Stepper<'_>, out: &mut dyn Write) -> Result<bool, Failure> {
    let mut number = 0u64;
    // From 1, as levels are numbered everywhere people read them.
    let names =
        |nodes: &[u32]| nodes.iter().map(|n| (u64::from(*n) + 1).to_string()).collect::<Vec<_>>().join(" ");
    loop {
        match stepper.step() {
            RewriteStep::Applied { rule, matched, made } => {
                number += 1;
                let made = if made.is_empty() { String::new() } else { format!(" made {}", names(&made)) };
                writeln!(out, "{number:>6} {rule:16} at {}{made}", names(&matched))?;
            }
            RewriteStep::NoMatch { rule } => writeln!(out, "       {rule:16} matches nowhere")?,
            RewriteStep::Retracted { applications } => {
                number = number.saturating_sub(applications);
                writeln!(out, "       {applications} taken back, on from {number}")?;
            }
            RewriteStep::Done => {
                let level = stepper.level();
                writeln!(out, "done: {} nodes, {} edges", level.nodes.len(), level.edges.len())?;
                let numbers = stepper.numbers();
                if numbers.iter().enumerate().any(|(id, &n)| n as usize != id) {
                    writeln!(out, "the level numbers them in this order: {}", names(&numbers))?;
                }
                return Ok(true);
            }
            RewriteStep::DeadEnd => {
                writeln!(out, "dead end after {} rewrites", stepper.rewrites())?;
                return Ok(false);
            }
            _ => {}
        }
    }
}

fn rules(choice: &Choice, output: &Path) -> Result<(), Failure> {
    let library = choice.grammar.as_deref().and_then(Grammar::library);
    let grammar = match library {
        Some(library) => library.map_err(Failure::of)?,
        None => choice.load()?.grammar,
    };
    let role = |role: SketchRole| match role {
        SketchRole::Changed => PartRole::Changed,
        SketchRole::New => PartRole::New,
        SketchRole::Removed => PartRole::Removed,
        SketchRole::Seen => PartRole::Seen,
        _ => PartRole::Kept,
    };
    let picture = |rule: RuleSketch| RulePicture {
        name: rule.name,
        nodes: rule.nodes.into_iter().map(|(text, r)| (text, role(r))).collect(),
        edges: rule.edges.into_iter().map(|(ends, text, way, r)| (ends, text, way, role(r))).collect(),
    };
    let pictures: Vec<RulePicture> = grammar.sketches().into_iter().map(picture).collect();
    let scene = rules_scene(&format!("Rules of {}", grammar.title()), &pictures);
    let bytes = match output.extension().and_then(|e| e.to_str()) {
        Some("svg") => svg::encode(&scene, &svg::SvgOptions::default()).into_bytes(),
        Some("png") => {
            let options = png::PngOptions { pixels_per_unit: 20.0, ..png::PngOptions::default() };
            png::encode(&scene, &options).map_err(Failure::not_made)?
        }
        _ => return Err(Failure::usage("a picture of rules ends with .svg or .png")),
    };
    std::fs::write(output, bytes)?;
    Ok(())
}

fn list() -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for name in Grammar::shipped_names() {
        let grammar = Grammar::shipped(name).map_err(Failure::of)?;
        writeln!(out, "{name}: {}", grammar.title())?;
        for param in grammar.params() {
            writeln!(out, "  {:12} {:>6}   {} to {}", param.name, param.default, param.low, param.high)?;
        }
        let presets: Vec<&str> = grammar.presets().collect();
        writeln!(out, "  presets: {}", presets.join(", "))?;
    }
    for (name, _) in Grammar::libraries() {
        writeln!(out, "{name}: rules for other grammars; write `import \"{name}\"`")?;
    }
    Ok(())
}
