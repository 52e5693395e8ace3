//! The formatter: one way to write a grammar.
//!
//! Statements keep their order and comments keep their place before, or beside, what they describe.

use std::fmt::Write;

use super::ast::{
    Arith, Barrier, EdgeKinds, Expr, ExprKind, Item, ItemKind, KindName, Left, Link, Literal, Marks, Name,
    Node, Path, Requirement, RequirementKind, Right, Rule, Step, StepKind, Subject, Towards, Value, Word,
};
use super::diagnostic::{Diagnostics, Span};
use super::parser::parse;
use super::sources::Sources;

/// A grammar in its usual form, or what is wrong with its syntax.
///
/// ```
/// let tidy = mapkiln_grammar::format("tiny", "node  Room;start Room\nrule r a:Room=>a--Room run{r*3}")?;
/// assert_eq!(tidy, "node Room\nstart Room\nrule r a:Room => a -- Room\nrun {\n  r * 3\n}\n");
/// # Ok::<(), mapkiln_grammar::Error>(())
/// ```
pub fn format(name: &str, source: &str) -> Result<String, crate::Error> {
    let (file, errors) = parse(source);
    if !errors.is_empty() {
        return Err(crate::Error::Language(Diagnostics::new(&Sources::new(name, source), errors)));
    }
    let mut printer = Printer { source, comments: &file.comments, out: String::new(), last_end: 0 };
    for item in &file.items {
        printer.before(item.span, "");
        printer.item(item);
        printer.out.push('\n');
        printer.last_end = item.span.end;
    }
    printer.before(Span { start: source.len() + 1, end: source.len() + 1 }, "");
    Ok(printer.out)
}

struct Printer<'a> {
    source: &'a str,
    /// Comments not yet written.
    comments: &'a [Span],
    out: String,
    /// Where the last thing written ended in the source.
    last_end: usize,
}

impl Printer<'_> {
    /// Writes the comments that stand before a place, and keeps one empty line where there was one.
    fn before(&mut self, span: Span, indent: &str) {
        while let [comment, rest @ ..] = self.comments {
            if comment.start >= span.start {
                break;
            }
            let between = self.source.get(self.last_end..comment.start).unwrap_or_default();
            let text = self.source[comment.start..comment.end].trim_end();
            if !between.contains('\n') && self.out.ends_with('\n') && self.last_end > 0 {
                self.out.pop();
                let _ = writeln!(self.out, "  {text}");
            } else {
                self.gap(between);
                let _ = writeln!(self.out, "{indent}{text}");
            }
            self.last_end = comment.end;
            self.comments = rest;
        }
        let between = self.source.get(self.last_end..span.start).unwrap_or_default();
        self.gap(between);
    }

    fn gap(&mut self, between: &str) {
        if between.matches('\n').count() > 1 && !self.out.is_empty() && !self.out.ends_with("{\n") {
            self.out.push('\n');
        }
    }

    fn item(&mut self, item: &Item) {
        let text = match &item.kind {
            ItemKind::Title(title) => format!("title \"{title}\""),
            ItemKind::Import { file, renamed } => {
                let renamed = list(renamed, |(old, new)| format!("{} = {}", old.text, new.text));
                let with = if renamed.is_empty() { "" } else { " with " };
                format!("import \"{}\"{with}{renamed}", file.text)
            }
            ItemKind::Node { names, parent } => kinds("node", names, parent.as_ref()),
            ItemKind::Edge { names, parent } => kinds("edge", names, parent.as_ref()),
            ItemKind::Mark { names, on } => format!("mark {} on {}", join(names, ", "), join(on, ", ")),
            ItemKind::Attr { name, default, on } => {
                let default = match default {
                    Literal::Int(n) => n.to_string(),
                    Literal::Text(text) => format!("\"{text}\""),
                };
                format!("attr {} = {default} on {}", name.text, join(on, ", "))
            }
            ItemKind::Param { name, default, range } => {
                let range = range.map(|(low, high)| format!(" in {low}..{high}")).unwrap_or_default();
                format!("param {} = {default}{range}", name.text)
            }
            ItemKind::Preset { name, values } => {
                let values: String = values.iter().map(|(n, v)| format!(" {}={v}", n.text)).collect();
                format!("preset {}{values}", name.text)
            }
            ItemKind::Means { subject, words } => {
                let subject = match subject {
                    Subject::Kind(kind) => kind.text.clone(),
                    Subject::Mark(mark) => format!("[{}]", mark.text),
                };
                let word =
                    |w: &Word| if w.own { format!("\"{}\"", w.name.text) } else { w.name.text.clone() };
                format!("means {subject} = {}", list(words, word))
            }
            ItemKind::Template { kinds, rows } => {
                let rows: String = rows.iter().map(|row| format!("\n  \"{row}\"")).collect();
                format!("template {}{rows}", join(kinds, ", "))
            }
            ItemKind::Shape { kinds, width, height, passage, form } => {
                let passage_word = if *passage { " passage" } else { "" };
                let size = format!(" {}..{} x {}..{}", width.0, width.1, height.0, height.1);
                let usual = *passage && (*width, *height) == ((1, 3), (1, 1));
                let form = form.as_ref().map(|f| format!(" {}", f.text)).unwrap_or_default();
                let size = if usual { "" } else { &size };
                format!("shape {}{passage_word}{size}{form}", join(kinds, ", "))
            }
            ItemKind::Space { stairs } => format!("space {}", if *stairs { "stairs" } else { "planar" }),
            ItemKind::Start(paths) => format!("start {}", list(paths, path)),
            ItemKind::Rule(rule) => self::rule(rule),
            ItemKind::Run(steps) | ItemKind::Block(_, steps) => {
                let head = match &item.kind {
                    ItemKind::Block(name, _) => format!("block {} {{\n", name.text),
                    _ => "run {\n".to_owned(),
                };
                self.out.push_str(&head);
                self.last_end = item.span.start;
                self.steps(steps, 1);
                self.before(Span { start: item.span.end, end: item.span.end }, "  ");
                self.out.push('}');
                return;
            }
            ItemKind::Require(requirements) => format!("require {}", list(requirements, requirement)),
            ItemKind::OnDeadEnd { backtrack, reseed } => {
                let backtrack = backtrack.map(|(n, _)| format!("backtrack {n}"));
                let reseed =
                    reseed.map(|(n, _)| if n == 1 { "fail".to_owned() } else { format!("reseed {n}") });
                let answers: Vec<String> = backtrack.into_iter().chain(reseed).collect();
                format!("on_dead_end {}", answers.join(" then "))
            }
            ItemKind::Limit(limit, _) => format!("limit {limit}"),
        };
        self.out.push_str(&text);
    }

    fn steps(&mut self, steps: &[Step], depth: usize) {
        let indent = "  ".repeat(depth);
        for step in steps {
            self.before(step.span, &indent);
            self.out.push_str(&indent);
            self.step(step, depth);
            self.out.push('\n');
            self.last_end = step.span.end;
        }
    }

    fn block(&mut self, word: &str, steps: &[Step], span: Span, depth: usize) {
        let commented = self.comments.iter().any(|c| span.start < c.start && c.start < span.end);
        let plain = |s: &Step| {
            !matches!(
                s.kind,
                StepKind::Block(_)
                    | StepKind::Mix(_)
                    | StepKind::Any(_)
                    | StepKind::First(_)
                    | StepKind::If(..)
            )
        };
        if !commented && steps.len() <= 4 && steps.iter().all(plain) {
            let _ = write!(self.out, "{word}{{ ");
            for (i, step) in steps.iter().enumerate() {
                self.out.push_str(if i > 0 { ", " } else { "" });
                self.step(step, depth);
            }
            self.out.push_str(if steps.is_empty() { "}" } else { " }" });
            return;
        }
        let _ = writeln!(self.out, "{word}{{");
        self.last_end = span.start;
        self.steps(steps, depth + 1);
        let _ = write!(self.out, "{}}}", "  ".repeat(depth));
    }

    fn step(&mut self, step: &Step, depth: usize) {
        match &step.kind {
            StepKind::Rule(name) => self.out.push_str(&name.text),
            StepKind::If(condition, then, other) => {
                self.block(&format!("if {} ", expr(condition)), then, step.span, depth);
                if let Some(other) = other {
                    self.out.push_str(" else ");
                    self.step(other, depth);
                }
            }
            StepKind::Block(steps) => self.block("", steps, step.span, depth),
            StepKind::Mix(steps) => self.block("mix ", steps, step.span, depth),
            StepKind::Any(steps) => self.block("any ", steps, step.span, depth),
            StepKind::First(steps) => self.block("first ", steps, step.span, depth),
            StepKind::Try(inner) => {
                self.out.push_str("try ");
                self.step(inner, depth);
            }
            StepKind::Repeat(inner, low, high) => {
                self.step(inner, depth);
                let _ = write!(self.out, " * {}", tight(low));
                if let Some(high) = high {
                    let _ = write!(self.out, "..{}", tight(high));
                }
            }
            StepKind::All(inner) => {
                self.step(inner, depth);
                self.out.push_str(" * all");
            }
            StepKind::Else(body, rescue) => {
                self.step(body, depth);
                self.out.push_str(" else ");
                self.step(rescue, depth);
            }
        }
    }
}

fn join(names: &[Name], between: &str) -> String {
    names.iter().map(|n| n.text.as_str()).collect::<Vec<_>>().join(between)
}

fn list<T>(things: &[T], text: impl Fn(&T) -> String) -> String {
    things.iter().map(text).collect::<Vec<_>>().join(", ")
}

fn kinds(word: &str, names: &[Name], parent: Option<&Name>) -> String {
    let parent = parent.map(|p| format!(" is {}", p.text)).unwrap_or_default();
    format!("{word} {}{parent}", join(names, ", "))
}

fn rule(rule: &Rule) -> String {
    let mut out = format!("rule {}", rule.name.text);
    if rule.weight != 1 {
        let _ = write!(out, " weight {}", rule.weight);
    }
    if rule.uniform {
        out.push_str(" uniform");
    }
    for (i, item) in rule.left.iter().enumerate() {
        let comma = if i > 0 && matches!(item, Left::Path(_)) { "," } else { "" };
        let text = match item {
            Left::Path(p) => path(p),
            Left::Not(_, p) => format!("not {}", path(p)),
            Left::Where(e) => format!("where {}", expr(e)),
        };
        let _ = write!(out, "{comma} {text}");
    }
    let right = list(&rule.right, |item| match item {
        Right::Path(p) => path(p),
        Right::Cut(p) => format!("cut {}", path(p)),
        Right::Delete(name) => format!("delete {}", name.text),
        Right::Become(name, kind) => format!("{} is {}", name.text, kind.text),
        Right::Merge(from, into) => format!("merge {} into {}", from.text, into.text),
    });
    let _ = write!(out, " => {right}");
    out
}

fn path(path: &Path) -> String {
    let mut out = node(&path.first);
    for (l, n) in &path.rest {
        let _ = write!(out, " {} {}", link(l), node(n));
    }
    out
}

fn link(link: &Link) -> String {
    if let Some(reach) = link.near {
        return format!("~{reach}~");
    }
    let kinds = match &link.kinds {
        EdgeKinds::Any => String::new(),
        EdgeKinds::Plain => "=".to_owned(),
        EdgeKinds::Of(list) => kind_names(list),
        EdgeKinds::Without(list) => list.iter().map(|k| format!("!{}", kind_name(k))).collect(),
    };
    let name = link.name.as_ref().map(|n| format!("{}:", n.text)).unwrap_or_default();
    let way = match link.way {
        None => String::new(),
        Some((_, None, _)) => "*".to_owned(),
        Some((1, Some(high), _)) => format!("*{high}"),
        Some((low, Some(high), _)) => format!("*{low}..{high}"),
    };
    let inside = format!("{name}{kinds}{}{way}", values(&link.values));
    match link.towards {
        Towards::Both => format!("-{inside}-"),
        Towards::Right if inside.is_empty() => "->".to_owned(),
        Towards::Right => format!("-{inside}->"),
        Towards::Left if inside.is_empty() => "<-".to_owned(),
        Towards::Left => format!("<-{inside}-"),
    }
}

fn kind_name(kind: &KindName) -> String {
    format!("{}{}", if kind.exact { "=" } else { "" }, kind.name.text)
}

fn kind_names(list: &[KindName]) -> String {
    list.iter().map(kind_name).collect::<Vec<_>>().join("|")
}

pub(super) fn node(node: &Node) -> String {
    let name = node.name.as_ref().map(|n| format!("{}:", n.text)).unwrap_or_default();
    let without: String = node.without.iter().map(|n| format!(" !{}", kind_name(n))).collect();
    let marks = node.marks.as_ref().map(marks).unwrap_or_default();
    let times = node.times.map(|(n, _)| format!("*{n}")).unwrap_or_default();
    format!("{name}{}{without}{marks}{}{times}", kind_names(&node.kinds), values(&node.values))
}

fn marks(marks: &Marks) -> String {
    let not = if marks.negated { "!" } else { "" };
    let becomes = marks.becomes.as_ref().map(|b| format!(">{}", b.text)).unwrap_or_default();
    format!("[{not}{}{becomes}]", join(&marks.list, "|"))
}

fn values(values: &[Value]) -> String {
    if values.is_empty() {
        return String::new();
    }
    format!("{{{}}}", list(values, |v| format!("{} {} {}", v.name.text, v.op.sign(), expr(&v.value))))
}

/// How tightly an expression holds together: a sum inside of a product needs parentheses.
fn strength(expr: &Expr) -> u8 {
    match expr.kind {
        ExprKind::Or(..) => 0,
        ExprKind::And(..) => 1,
        ExprKind::Not(_) | ExprKind::Cmp(..) => 2,
        ExprKind::Arith(Arith::Add | Arith::Sub, ..) => 3,
        ExprKind::Arith(..) => 4,
        _ => 5,
    }
}

fn at_least(e: &Expr, least: u8) -> String {
    if strength(e) < least { format!("({})", expr(e)) } else { expr(e) }
}

/// An expression where only a number, a name or parentheses can stand.
fn tight(e: &Expr) -> String {
    at_least(e, 5)
}

fn expr(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Name(name) => name.text.clone(),
        ExprKind::Field(node, attr) => format!("{}.{}", node.text, attr.text),
        ExprKind::Call(name, arguments) => format!("{}({})", name.text, list(arguments, expr)),
        ExprKind::Text(text) => format!("\"{text}\""),
        ExprKind::Count(n) => format!("count({})", node(n)),
        ExprKind::CountEdges(l) => format!("count({})", link(l)),
        ExprKind::DegreeOver(n, l) => format!("degree({}, {})", n.text, link(l)),
        ExprKind::Way(name, [a, b], barriers) => {
            let without = list(barriers, |barrier| match barrier {
                Barrier::Node(n) => node(n),
                Barrier::Edge(l) => link(l),
            });
            let word = if without.is_empty() { "" } else { " without " };
            format!("{}({}, {}{word}{without})", name.text, a.text, b.text)
        }
        ExprKind::Neg(inner) => format!("-{}", tight(inner)),
        ExprKind::Not(inner) => format!("not {}", at_least(inner, 2)),
        ExprKind::Arith(op, a, b) => {
            let (sign, own) = match op {
                Arith::Add => ("+", 3),
                Arith::Sub => ("-", 3),
                Arith::Mul => ("*", 4),
                Arith::Div => ("/", 4),
            };
            format!("{} {sign} {}", at_least(a, own), at_least(b, own + 1))
        }
        ExprKind::Cmp(op, a, b) => format!("{} {} {}", at_least(a, 3), op.sign(), at_least(b, 3)),
        ExprKind::And(a, b) => format!("{} and {}", at_least(a, 1), at_least(b, 2)),
        ExprKind::Or(a, b) => format!("{} or {}", at_least(a, 0), at_least(b, 1)),
    }
}

fn requirement(requirement: &Requirement) -> String {
    match &requirement.kind {
        RequirementKind::Connected => "connected".to_owned(),
        RequirementKind::Solvable => "solvable".to_owned(),
        RequirementKind::Path(a, b) => format!("path({}, {})", node(a), node(b)),
        RequirementKind::Degree(n, op, e) => format!("degree({}) {} {}", node(n), op.sign(), expr(e)),
        RequirementKind::Every(p) => format!("every {}", path(p)),
        RequirementKind::Holds(e) => expr(e),
    }
}
