//! A whole file: all parts in their order, with every mistake of every part.

use crate::grammar::{DeadEnd, Engine, Grammar, Preset, Start};
use crate::lang::ast::{self, ExprKind, File, ItemKind, Requirement, RequirementKind, Step};
use crate::lang::{Diagnostic, Diagnostics, Sources, Span, nearest};

use super::effects::effects;
use super::expr::ParamsOnly;
use super::import::{Resolve, gather};
use super::model::{Effects, Link, LinkKind, Pattern, Require, Rule};
use super::names::{Names, collect};
use super::pattern::{Builder, every, lone_filter, pattern, refuse_made};
use super::pattern_expr::expression;
use super::program::{Callable, program};

/// Longer files are refused unread.
const LONGEST_FILE: usize = 1 << 20;

/// The default limit of a program, if the file gives none.
const USUAL_LIMIT: u64 = 1_000_000;

/// Reads a grammar, or says all that is wrong with it.
pub(crate) fn compile(file_name: &str, source: &str, resolve: Resolve<'_>) -> Result<Grammar, Diagnostics> {
    if source.len() > LONGEST_FILE {
        let message = format!("the file has {} bytes, and at most {LONGEST_FILE} are read", source.len());
        let list = vec![Diagnostic::new(Span::default(), message, "is this a grammar?")];
        return Err(Diagnostics::new(&Sources::new(file_name, ""), list));
    }
    let super::import::Gathered { file, sources, mut errors } = gather(file_name, source, resolve);
    let broken_syntax = !errors.is_empty();
    let mut names = collect(&file, broken_syntax);
    let rules = rules(&file, &mut names);
    if rules.is_empty() {
        names.missing("there is no rule", "add one: `rule room r:Room => r -- Room`");
    }
    let start = start(&file, &mut names);
    let known: Vec<String> = each(&file, |k| match k {
        ItemKind::Rule(rule) => Some(rule.name.text.clone()),
        ItemKind::Block(name, _) => Some(name.text.clone()),
        _ => None,
    });
    let blocks = blocks(&file, &rules, &mut names);
    let callable = Callable { rules: &rules, known: &known, blocks: &blocks };
    let mut programs = file.items.iter().filter_map(|i| match &i.kind {
        ItemKind::Run(steps) => Some((steps, i.span)),
        _ => None,
    });
    let program = match (programs.next(), programs.next()) {
        (Some((steps, span)), None) if steps.is_empty() => {
            names.error(span, "the program is empty", "name the rules to apply: `run { entry; room * 5 }`");
            None
        }
        (Some((steps, _)), None) => {
            let before = names.errors.len();
            let program = program(steps, &callable, &mut names);
            if broken_syntax {
                // A rule that could not be read is not unknown: one message is enough.
                names.errors.truncate(before);
            }
            Some(program)
        }
        (Some(_), Some((_, span))) => {
            names.error(span, "there is a second program", "a grammar has one `run { }`");
            None
        }
        (None, _) if broken_syntax => None,
        (None, _) => {
            let end = Span { start: source.len(), end: source.len() };
            names.error(end, "there is no program", "add `run { … }`: which rules to apply, how often");
            None
        }
    };
    let requires = requirements(&file, &mut names);
    let presets = presets(&file, &mut names);
    let (dead_end, limit) = limits(&file, &mut names);
    errors.append(&mut names.errors);
    let (Some(program), Some(start), true) = (program, start, errors.is_empty()) else {
        return Err(Diagnostics::new(&sources, errors));
    };
    let title = file.items.iter().find_map(|i| match &i.kind {
        ItemKind::Title(title) => Some(title.clone()),
        _ => None,
    });
    let stairs = file.items.iter().any(|i| matches!(i.kind, ItemKind::Space { stairs: true }));
    let draws = draws(&rules, &start.effects, stairs);
    Ok(Grammar {
        draws,
        engine: Engine::default(),
        name: file_name.to_owned(),
        title: title.unwrap_or_else(|| file_name.to_owned()),
        source: source.to_owned(),
        sources,
        symbols: names.symbols,
        start,
        rules,
        program,
        requires,
        presets,
        dead_end,
        limit,
        stairs,
    })
}

fn each<T>(file: &File, f: impl FnMut(&ItemKind) -> Option<T>) -> Vec<T> {
    file.items.iter().map(|i| &i.kind).filter_map(f).collect()
}

fn rules(file: &File, names: &mut Names) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    let own: Vec<&str> = file
        .items
        .iter()
        .filter(|item| !item.imported)
        .filter_map(|item| match &item.kind {
            ItemKind::Rule(rule) => Some(rule.name.text.as_str()),
            _ => None,
        })
        .collect();
    for item in &file.items {
        let ItemKind::Rule(rule) = &item.kind else { continue };
        let span = &item.span;
        // A file's own rule takes the place of one that it imports.
        if item.imported && own.contains(&rule.name.text.as_str()) {
            continue;
        }
        if rules.iter().any(|r| r.name == rule.name.text) {
            names.error(
                rule.name.span,
                format!("the rule `{}` is declared twice", rule.name.text),
                "rename one",
            );
        }
        let Some((mut pattern, builder)) = pattern(&rule.left, *span, names) else { continue };
        let Some(effects) = effects(&rule.right, &builder, names) else { continue };
        let joins = joins(&pattern, &effects) || !effects.merges.is_empty();
        // Whether an edge fits into the plane can depend on the far side of a face.
        pattern.global |= joins;
        rules.push(Rule {
            name: rule.name.text.clone(),
            span: *span,
            weight: rule.weight as u64,
            uniform: rule.uniform,
            joins,
            imported: item.imported,
            pattern,
            effects,
        });
    }
    rules
}

/// Can the same choices lead to different levels, by the way they are drawn or by random values?
fn draws(rules: &[Rule], start: &Effects, stairs: bool) -> bool {
    let near = |links: &[Link]| links.iter().any(|l| matches!(l.kind, LinkKind::Near { .. }));
    let faces = |r: &Rule| near(&r.pattern.links) || r.pattern.nots.iter().any(|not| near(&not.links));
    let drawn = rules.iter().any(|r| faces(r) || (r.joins && !stairs));
    drawn || rules.iter().map(|r| &r.effects).chain([start]).any(Effects::is_random)
}

/// The blocks by name; a file's own takes the place of one that it imports.
fn blocks<'a>(file: &'a File, rules: &[Rule], names: &mut Names) -> Vec<(&'a str, &'a [Step])> {
    let mut list: Vec<(&str, &[Step], bool)> = Vec::new();
    for item in &file.items {
        let ItemKind::Block(name, steps) = &item.kind else { continue };
        let rule = rules.iter().any(|r| r.name == name.text && r.imported == item.imported);
        let known = list.iter().position(|(n, _, _)| *n == name.text);
        if rule || known.is_some_and(|k| list[k].2 == item.imported) {
            let message = format!("the name `{}` is given twice", name.text);
            names.error(name.span, message, "rename the block");
        }
        match known {
            Some(place) => list[place] = (&name.text, steps, item.imported),
            None => list.push((&name.text, steps, item.imported)),
        }
    }
    list.into_iter().map(|(name, steps, _)| (name, steps)).collect()
}

/// Does a rule close a circle, so that it may not fit into the plane? Grown trees always do.
fn joins(pattern: &Pattern, effects: &Effects) -> bool {
    let known = pattern.nodes.len();
    // Union of the parts that the new edges join; the matched nodes are one part already.
    let mut part: Vec<usize> =
        (0..known + effects.nodes.len()).map(|n| if n < known { 0 } else { n }).collect();
    let splits = effects.splits.iter().flat_map(|(_, path)| path);
    // The path of a split hangs on the matched nodes; what joins it to them again closes a circle.
    for edge in splits {
        let (a, b) = (part[edge.a], part[edge.b]);
        part.iter_mut().filter(|p| **p == a || **p == b).for_each(|p| *p = a.min(b));
    }
    for edge in &effects.edges {
        let (a, b) = (part[edge.a], part[edge.b]);
        if a == b {
            return true;
        }
        part.iter_mut().filter(|p| **p == a || **p == b).for_each(|p| *p = a.min(b));
    }
    false
}

fn start(file: &File, names: &mut Names) -> Option<Start> {
    let mut starts = file.items.iter().filter_map(|i| match &i.kind {
        ItemKind::Start(paths) => Some((paths, i.span)),
        _ => None,
    });
    let Some((paths, span)) = starts.next() else {
        names.missing("there is no start graph", "add one: `start Initial`");
        return None;
    };
    if let Some((_, again)) = starts.next() {
        names.error(
            again,
            "there is a second start graph",
            "write all its paths in one, with commas between",
        );
    }
    // A start graph is a right side with nothing on the left.
    let items: Vec<crate::lang::ast::Right> =
        paths.iter().cloned().map(crate::lang::ast::Right::Path).collect();
    let effects = effects(&items, &Builder::default(), names)?;
    let links: Vec<(usize, usize)> = effects.edges.iter().map(|e| (e.a, e.b)).collect();
    let mut reached = vec![false; effects.nodes.len()];
    if let Some(first) = reached.first_mut() {
        *first = true;
    }
    for _ in 0..reached.len() {
        for &(a, b) in &links {
            let both = reached[a] || reached[b];
            (reached[a], reached[b]) = (both, both);
        }
    }
    if reached.contains(&false) {
        names.error(span, "the start graph is not connected", "join its nodes by paths");
        return None;
    }
    Some(Start { effects })
}

fn requirements(file: &File, names: &mut Names) -> Vec<(Require, Span)> {
    let mut list = Vec::new();
    for item in &file.items {
        let ItemKind::Require(requirements) = &item.kind else { continue };
        for requirement in requirements {
            if let Some(require) = require(requirement, names) {
                list.push((require, requirement.span));
            }
        }
    }
    list
}

fn require(requirement: &Requirement, names: &mut Names) -> Option<Require> {
    Some(match &requirement.kind {
        RequirementKind::Connected => Require::Connected,
        RequirementKind::Solvable => Require::Solvable,
        RequirementKind::Path(a, b) => {
            let (a, b) = (lone_filter(a, names), lone_filter(b, names));
            Require::Path(a?, b?)
        }
        RequirementKind::Degree(node, op, value) => {
            let filter = lone_filter(node, names);
            Require::Degree(filter?, *op, expression(value, &Builder::default(), names)?)
        }
        RequirementKind::Every(path) => Require::Every(Box::new(every(path, names)?)),
        RequirementKind::Holds(expr) if super::pattern::made_later(expr).is_some() => {
            refuse_made([expr], names);
            return None;
        }
        RequirementKind::Holds(ast::Expr { kind: ExprKind::Name(word), span })
            if !names.symbols.params.iter().any(|p| p.name == word.text) =>
        {
            let hint = match nearest(&word.text, ["connected", "solvable"].into_iter()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => {
                    "it can be connected, solvable, path(A, B), degree(A) = 1, every A -- B or a comparison"
                        .to_owned()
                }
            };
            names.error(*span, format!("there is no requirement `{}`", word.text), hint);
            return None;
        }
        RequirementKind::Holds(expr) => Require::Holds(expression(expr, &Builder::default(), names)?),
    })
}

fn presets(file: &File, names: &mut Names) -> Vec<Preset> {
    let mut presets: Vec<Preset> = Vec::new();
    for item in &file.items {
        let ItemKind::Preset { name, values } = &item.kind else { continue };
        if presets.iter().any(|p| p.name == name.text) {
            names.error(name.span, format!("the preset `{}` is declared twice", name.text), "rename one");
        }
        let mut list = Vec::new();
        for (param, value) in values {
            let Some(index) = names.param(param) else { continue };
            let known = &names.symbols.params[index];
            if !(known.low..=known.high).contains(value) {
                let message = format!("{value} lies outside of {}..{}", known.low, known.high);
                names.error(param.span, message, "choose a value inside of the parameter's range");
            }
            list.push((index, *value));
        }
        presets.push(Preset { name: name.text.clone(), values: list });
    }
    presets
}

fn limits(file: &File, names: &mut Names) -> (DeadEnd, u64) {
    let mut dead_end = DeadEnd::default();
    let mut limit = USUAL_LIMIT;
    for item in &file.items {
        match &item.kind {
            ItemKind::OnDeadEnd { backtrack, reseed } => {
                dead_end = DeadEnd { backtrack: 0, attempts: 1 };
                if let Some((n, span)) = backtrack {
                    if !(1..=10_000).contains(n) {
                        names.error(*span, format!("cannot undo {n} rewrites"), "use 1 to 10000");
                    }
                    dead_end.backtrack = (*n).clamp(0, 10_000) as usize;
                }
                if let Some((n, span)) = reseed {
                    if !(1..=10_000).contains(n) {
                        names.error(*span, format!("cannot make {n} attempts"), "use 1 to 10000");
                    }
                    dead_end.attempts = (*n).clamp(1, 10_000) as u32;
                }
            }
            ItemKind::Limit(n, span) => {
                if *n < 1 {
                    names.error(*span, format!("a limit of {n} rewrites allows nothing"), "use 1 or more");
                }
                limit = (*n).max(1) as u64;
            }
            _ => {}
        }
    }
    (dead_end, limit)
}

/// The value of a formula in `i`.
pub(crate) fn formula(source: &str, i: i64) -> Result<i64, Diagnostics> {
    let wrong = |list| Diagnostics::new(&Sources::new("formula", source), list);
    let expr = crate::lang::parse_expr(source).map_err(wrong)?;
    let mut names = collect(&File { items: Vec::new(), comments: Vec::new() }, false);
    names.symbols.params.push(super::model::Param { name: "i".to_owned(), default: i, low: i, high: i });
    match expression(&expr, &Builder::default(), &mut names) {
        Some(expr) if names.errors.is_empty() => Ok(expr.eval(&ParamsOnly(&[i]))),
        _ => Err(wrong(names.errors)),
    }
}
