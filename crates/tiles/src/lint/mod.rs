//! The linter: what is wrong with a tile set, and what to add.
//!
//! Its main subject is the *hole*: a ring of neighbours that fit each other around an empty cell that
//! no tile fits. A set without holes never leaves a single cell without options. Rings are enumerated
//! by classes (tiles with the same demands on the empty cell), so the work is tiles × classes³ steps
//! on bit sets, not tiles⁴.

mod spelling;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use mapkiln_core::Seed;
use serde::Serialize;

use crate::model::Model;
use crate::rules::bits;
use crate::solve::{Job, Limits};
use crate::{CellShape, Error, Heuristic, Periodic, TileSet, TileSource, Topology};

/// What the linter found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lint {
    /// Tiles after turning and mirroring (or patterns of a sample).
    pub tiles: usize,
    /// What is wrong, worst first.
    pub findings: Vec<TileSetFinding>,
    /// Checks that were skipped, and why.
    pub skipped: Vec<String>,
    /// Out of 100 maps of 24x24 cells, those that fail without backtracking, fewest options first.
    pub failures: u32,
    /// The same with cells chosen in random order.
    pub failures_random: u32,
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TileSetFinding {
    /// The kind of finding.
    pub kind: TileSetFindingKind,
    /// What it is.
    pub message: String,
    /// What to do about it.
    pub advice: String,
}

/// The kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TileSetFindingKind {
    /// A tile that can never be placed inside a map.
    Unplaceable,
    /// An edge whose counterpart no tile has.
    OneWay,
    /// Tiles that can never be on the same map.
    Apart,
    /// A ring of neighbours that no tile can fill.
    Hole,
    /// A name, a letter or a number that cannot be meant.
    Spelling,
    /// A tile that is never chosen, or a label or field that is never used.
    Unused,
}

impl Lint {
    /// Is there nothing to fix? Unused tiles and labels do not count.
    pub fn is_clean(&self) -> bool {
        self.findings.iter().all(|f| f.kind == TileSetFindingKind::Unused)
    }
}

impl fmt::Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} tiles", self.tiles)?;
        for finding in &self.findings {
            writeln!(f, "{}: {}", finding.kind, finding.message)?;
            if !finding.advice.is_empty() {
                writeln!(f, "    {}", finding.advice)?;
            }
        }
        for skipped in &self.skipped {
            writeln!(f, "skipped: {skipped}")?;
        }
        write!(
            f,
            "of 100 maps of 24x24 cells without backtracking, {} fail ({} in random order)",
            self.failures, self.failures_random
        )
    }
}

impl fmt::Display for TileSetFindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TileSetFindingKind::Unplaceable => "never placed",
            TileSetFindingKind::OneWay => "one-way edge",
            TileSetFindingKind::Apart => "never together",
            TileSetFindingKind::Hole => "hole",
            TileSetFindingKind::Spelling => "spelling",
            TileSetFindingKind::Unused => "unused",
        })
    }
}

/// The most steps of the search for holes; with more, it is skipped and the report says so.
const MAX_STEPS: u64 = 300_000_000;

/// Looks for mistakes in a tile set.
///
/// ```
/// use mapkiln_tiles::{TileSet, lint};
/// assert!(!lint(&TileSet::shipped("paper").unwrap()).unwrap().is_clean()); // the stone gap
/// assert!(lint(&TileSet::shipped("meadow").unwrap()).unwrap().is_clean());
/// let flowers = lint(&TileSet::shipped("flowers").unwrap()).unwrap();
/// assert!(flowers.to_string().contains("skipped: holes"));
/// ```
pub fn lint(set: &TileSet) -> Result<Lint, Error> {
    let model = Model::new(set)?;
    let set = &*set.expanded()?;
    let mut lint = Lint { tiles: model.rules().tiles(), ..Lint::default() };
    let dead = unplaceable(&model, &mut lint);
    one_way(&model, &mut lint);
    apart(&model, &dead, &mut lint);
    holes(set, &model, &dead, &mut lint);
    spelling::spelling(set, &model, &mut lint);
    unused(set, &model, &mut lint);
    for (name, world) in &set.coarse {
        if let TileSource::Set(own) = &world.set {
            let found = self::lint(own)?.findings.into_iter().map(|finding| {
                let message = format!("in the coarse world `{name}`: {}", finding.message);
                TileSetFinding { message, ..finding }
            });
            lint.findings.extend(found);
        }
    }
    lint.findings.sort_by_key(|f| f.kind);
    lint.failures = failures(&model, Heuristic::Fewest)?;
    lint.failures_random = failures(&model, Heuristic::Random)?;
    Ok(lint)
}

fn name(model: &Model, tile: usize) -> String {
    match model.variants().get(tile) {
        Some(variant) => variant.name.clone(),
        None => format!("pattern {tile}"),
    }
}

/// Tiles that have no possible neighbour on a side, repeated until nothing changes.
fn unplaceable(model: &Model, lint: &mut Lint) -> Vec<bool> {
    let rules = model.rules();
    let sides = model.shape().side_names();
    let mut dead = vec![false; rules.tiles()];
    loop {
        let alive = bits::of(rules.words(), (0..dead.len()).filter(|&t| !dead[t]));
        let lost = |tile: usize| (0..sides.len()).find(|&s| !bits::meet(rules.beside(s, tile), &alive));
        // Up and down may be the border of the layers, so a missing neighbour there is no fault.
        let found: Vec<(usize, usize)> = (0..dead.len())
            .filter(|&t| !dead[t])
            .filter_map(|t| lost(t).filter(|&s| s < model.shape().turns()).map(|s| (t, s)))
            .collect();
        if found.is_empty() {
            return dead;
        }
        for (tile, side) in found {
            dead[tile] = true;
            let edge = model.edge(tile, side).map_or(String::new(), |e| format!(" (`{e}`)"));
            let advice = model.edge(tile, side).map_or_else(
                || "add an `adjacent` pair for that side".to_owned(),
                |e| {
                    let wanted: String = e.chars().rev().collect();
                    let facing = sides[model.shape().opposite(side)];
                    format!("add a tile with `{wanted}` in the {facing}, or correct the edge")
                },
            );
            lint.findings.push(TileSetFinding {
                kind: TileSetFindingKind::Unplaceable,
                message: format!(
                    "nothing fits the {} side{edge} of {}, so it can only stand at that border",
                    sides[side],
                    name(model, tile)
                ),
                advice,
            });
        }
    }
}

/// Edges whose counterpart no tile has.
fn one_way(model: &Model, lint: &mut Lint) {
    let mut seen: BTreeMap<(usize, &str), &str> = BTreeMap::new();
    for variant in model.variants() {
        for (side, edge) in variant.edges.iter().enumerate() {
            seen.entry((side, edge)).or_insert(&variant.name);
        }
    }
    let sides = model.shape().side_names();
    for (&(side, edge), tile) in &seen {
        let facing = model.shape().opposite(side);
        let wanted: String = edge.chars().rev().collect();
        let used = model.variants().iter().position(|v| v.edges.get(side).is_some_and(|e| e == edge));
        let lonely = used.is_some_and(|t| bits::is_empty(model.rules().beside(side, t)));
        if lonely && !seen.contains_key(&(facing, wanted.as_str())) {
            let near = seen.keys().find(|(s, e)| *s == facing && similar(e, &wanted));
            let advice = match near {
                Some((_, near)) => format!("did you mean `{near}`? Edges are read clockwise"),
                None => format!("give a tile `{wanted}` in the {}", sides[facing]),
            };
            lint.findings.push(TileSetFinding {
                kind: TileSetFindingKind::OneWay,
                message: format!(
                    "`{edge}` is in the {} of {tile}, and no tile has `{wanted}` in the {}",
                    sides[side], sides[facing]
                ),
                advice,
            });
        }
    }
}

/// The same letters in another order, or only one letter different.
fn similar(a: &str, b: &str) -> bool {
    let sorted = |s: &str| {
        let mut letters: Vec<char> = s.chars().collect();
        letters.sort_unstable();
        letters
    };
    let differing = a.chars().zip(b.chars()).filter(|(a, b)| a != b).count();
    a != b && (sorted(a) == sorted(b) || (a.len() == b.len() && differing == 1))
}

/// Groups of tiles that can never be on one map, not even indirectly.
fn apart(model: &Model, dead: &[bool], lint: &mut Lint) {
    let rules = model.rules();
    let mut group = vec![usize::MAX; rules.tiles()];
    let mut groups = 0;
    for first in (0..rules.tiles()).filter(|&t| !dead[t]) {
        if group[first] != usize::MAX {
            continue;
        }
        let mut open = vec![first];
        group[first] = groups;
        while let Some(tile) = open.pop() {
            for side in 0..model.shape().sides() {
                for next in bits::iter(rules.beside(side, tile)) {
                    if group[next] == usize::MAX && !dead[next] {
                        group[next] = groups;
                        open.push(next);
                    }
                }
            }
        }
        groups += 1;
    }
    if groups > 1 {
        let of =
            |g: usize| (0..rules.tiles()).find(|&t| group[t] == g).map_or(String::new(), |t| name(model, t));
        let some: Vec<String> = (0..groups.min(6)).map(of).collect();
        lint.findings.push(TileSetFinding {
            kind: TileSetFindingKind::Apart,
            message: format!(
                "the tiles fall into {groups} groups that never touch: those around {}",
                some.join(", ")
            ),
            advice: "add a tile with edges of two groups, or split the set".to_owned(),
        });
    }
}

/// One class of neighbours: tiles with the same demands on the empty cell.
struct Class {
    members: Vec<u64>,
    /// The options they leave the cell.
    allowed: Vec<u64>,
    /// The edge that the cell must have, or the names of its possible neighbours.
    label: String,
}

fn holes(set: &TileSet, model: &Model, dead: &[bool], lint: &mut Lint) {
    let rules = model.rules();
    let around = if model.shape() == CellShape::Hexagon { 6 } else { 4 };
    let classes: Vec<Vec<Class>> = (0..around).map(|side| classes_of(model, dead, side)).collect();
    let combos = classes.iter().skip(1).map(|c| c.len() as u64).product::<u64>();
    let steps = (rules.tiles() as u64 * rules.words() as u64)
        .saturating_mul(rules.tiles() as u64)
        .saturating_mul(combos);
    if model.variants().is_empty() {
        let why = "holes: a sample has no labels to describe them with; see the failures below instead";
        lint.skipped.push(why.to_owned());
        return;
    }
    if steps > MAX_STEPS {
        let tiles = rules.tiles();
        lint.skipped.push(format!(
            "holes: with {tiles} tiles there are too many rings of neighbours to check; lint a part of the \
             set, or see the failures below instead"
        ));
        return;
    }
    let links: Vec<Vec<Vec<u64>>> = (0..around).map(|side| ring_link(model, dead, side)).collect();
    let mut found: BTreeMap<Vec<String>, u64> = BTreeMap::new();
    for first in (0..rules.tiles()).filter(|&t| !dead[t]) {
        let Some(own) = classes[0].iter().find(|c| bits::has(&c.members, first)) else { continue };
        let start = bits::of(rules.words(), [first]);
        let mut labels = vec![own.label.clone()];
        walk(&classes, &links, first, &start, own.allowed.clone(), 1, &mut labels, &mut found);
    }
    report_holes(set, model, found, lint);
}

/// The classes of the neighbour on a side, by what it allows the cell.
fn classes_of(model: &Model, dead: &[bool], side: usize) -> Vec<Class> {
    let rules = model.rules();
    let facing = model.shape().opposite(side);
    let mut classes: BTreeMap<Vec<u64>, Vec<usize>> = BTreeMap::new();
    for tile in (0..rules.tiles()).filter(|&t| !dead[t]) {
        classes.entry(rules.beside(facing, tile).to_vec()).or_default().push(tile);
    }
    let label = |members: &[usize]| match model.edge(members[0], facing) {
        Some(edge) => edge.chars().rev().collect(),
        None => {
            let names: Vec<String> = members.iter().take(3).map(|&t| name(model, t)).collect();
            format!("beside {}", names.join("/"))
        }
    };
    classes
        .into_iter()
        .map(|(allowed, tiles)| Class {
            label: label(&tiles),
            members: bits::of(rules.words(), tiles),
            allowed,
        })
        .collect()
}

/// For each neighbour on a side, what the neighbour on the next side may be: by way of the corner
/// between them for squares, directly for hexagons.
fn ring_link(model: &Model, dead: &[bool], side: usize) -> Vec<Vec<u64>> {
    let rules = model.rules();
    let shape = model.shape();
    let alive = bits::of(rules.words(), (0..rules.tiles()).filter(|&t| !dead[t]));
    let step = |from: &[u64], side: usize| {
        let mut to = vec![0; rules.words()];
        for tile in bits::iter(from) {
            bits::or(&mut to, rules.beside(side, tile));
        }
        for (to, alive) in to.iter_mut().zip(&alive) {
            *to &= alive;
        }
        to
    };
    (0..rules.tiles())
        .map(|tile| {
            let own = bits::of(rules.words(), [tile]);
            if shape == CellShape::Hexagon {
                // From the neighbour on a side to the one on the next: two sides further round.
                step(&own, (side + 2) % 6)
            } else {
                step(&step(&own, (side + 1) % 4), (side + 2) % 4)
            }
        })
        .collect()
}

#[allow(clippy::too_many_arguments)]
fn walk(
    classes: &[Vec<Class>],
    links: &[Vec<Vec<u64>>],
    first: usize,
    here: &[u64],
    allowed: Vec<u64>,
    side: usize,
    labels: &mut Vec<String>,
    found: &mut BTreeMap<Vec<String>, u64>,
) {
    if side == classes.len() {
        // The last must fit the first.
        let closes = bits::iter(here).filter(|&t| bits::has(&links[side - 1][t], first)).count();
        if closes > 0 && bits::is_empty(&allowed) {
            *found.entry(labels.clone()).or_default() += closes as u64;
        }
        return;
    }
    let mut reach = vec![0; here.len()];
    for tile in bits::iter(here) {
        bits::or(&mut reach, &links[side - 1][tile]);
    }
    for class in &classes[side] {
        let next: Vec<u64> = reach.iter().zip(&class.members).map(|(a, b)| a & b).collect();
        if bits::is_empty(&next) {
            continue;
        }
        let left = allowed.iter().zip(&class.allowed).map(|(a, b)| a & b).collect();
        labels.push(class.label.clone());
        walk(classes, links, first, &next, left, side + 1, labels, found);
        labels.pop();
    }
}

fn report_holes(set: &TileSet, model: &Model, found: BTreeMap<Vec<String>, u64>, lint: &mut Lint) {
    // One finding for all turns of a hole.
    let mut turned: BTreeMap<Vec<String>, (u64, usize)> = BTreeMap::new();
    for (labels, count) in found {
        let turn = |by: usize| -> Vec<String> {
            (0..labels.len()).map(|i| labels[(i + by) % labels.len()].clone()).collect()
        };
        let least = (0..labels.len()).map(turn).min().unwrap_or_default();
        let entry = turned.entry(least).or_default();
        *entry = (entry.0 + count, entry.1 + 1);
    }
    let mut holes: Vec<_> = turned.into_iter().collect();
    holes.sort_by(|a, b| b.1.0.cmp(&a.1.0).then(a.0.cmp(&b.0)));
    let has_edges = model.variants().iter().any(|v| !v.edges.is_empty());
    for (labels, (_, turns)) in holes {
        let sides = model.shape().side_names();
        let asked: Vec<String> = labels.iter().zip(sides).map(|(l, s)| format!("{s} {l}")).collect();
        let more = if turns > 1 { format!(" ({turns} turns of it)") } else { String::new() };
        let edges: Vec<String> = labels.iter().map(|l| format!("\"{l}\"")).collect();
        let turns = if turns > 1 { ", turns = true" } else { "" };
        let advice = if has_edges && model.shape() != CellShape::Layers && closes(set, &labels) {
            format!("add a tile with edges = [{}]{turns}", edges.join(", "))
        } else {
            "add a tile, or a pair in [[adjacent]], that fits there".to_owned()
        };
        let message = format!("no tile has {}{more}", asked.join(", "));
        lint.findings.push(TileSetFinding { kind: TileSetFindingKind::Hole, message, advice });
    }
}

/// Would a tile with these edges close the hole? Tried before it is advised.
fn closes(set: &TileSet, labels: &[String]) -> bool {
    let mut more = set.clone();
    let name = "advised".to_owned();
    more.tiles.push(crate::Tile { name, edges: labels.to_vec(), weight: 1, ..crate::Tile::default() });
    let Ok(compiled) = more.compile() else { return false };
    let Some(tile) = compiled.variants.len().checked_sub(1) else { return false };
    // Every neighbour that asks for one of its edges must take it, and there must be one on every side.
    let shape = set.shape;
    (0..labels.len()).all(|side| {
        let asks = |other: &usize| {
            let edge = compiled.variants[*other].edges.get(shape.opposite(side));
            *other != tile && edge.is_some_and(|edge| edge.chars().eq(labels[side].chars().rev()))
        };
        let mut asking = (0..tile).filter(asks).peekable();
        asking.peek().is_some() && asking.all(|other| compiled.rules.allows(side, tile, other))
    })
}

fn unused(set: &TileSet, model: &Model, lint: &mut Lint) {
    let mut note = |message: String, advice: &str| {
        lint.findings.push(TileSetFinding {
            kind: TileSetFindingKind::Unused,
            message,
            advice: advice.to_owned(),
        });
    };
    for tile in set.tiles.iter().filter(|t| t.weight == 0) {
        note(format!("{} has weight 0: it is only placed if nothing else fits", tile.name), "");
    }
    for field in spelling::unread_fields(set) {
        note(format!("nothing reads the field `{field}`"), "remove it, or name it where it is meant");
    }
    let is_read = |name: &str| set.field.values().filter_map(|f| f.coarse.as_ref()).any(|c| c.world == name);
    for name in set.coarse.keys().filter(|name| !is_read(name)) {
        note(
            format!("no field reads the coarse world `{name}`"),
            "remove it, or name it in the `coarse` of a field",
        );
    }
    let covers = |letter: &String| set.cover.iter().any(|c| &c.letter == letter);
    for letter in set.labels.keys().filter(|letter| !covers(letter)) {
        if !model.variants().iter().any(|v| v.edges.iter().any(|e| e.contains(letter.as_str()))) {
            note(format!("no edge has the label `{letter}`"), "remove it, or correct the edges");
        }
    }
}

/// How many of 100 maps fail without backtracking.
fn failures(model: &Model, heuristic: Heuristic) -> Result<u32, Error> {
    let layers = if model.shape() == CellShape::Layers { 3 } else { 1 };
    let topology = Arc::new(Topology::new(model.shape(), 24, 24, layers, Periodic::default())?);
    let limits = Limits { backtracks: 0, repairs: 0, ..Limits::default() };
    let mut failed = 0;
    for index in 0..100 {
        let job = Job { heuristic, limits, ..Job::default() };
        let stream = Seed::from("lint").stream("map", index);
        failed += u32::from(!model.solver().collapse(&topology, job, stream)?.finish());
    }
    Ok(failed)
}
