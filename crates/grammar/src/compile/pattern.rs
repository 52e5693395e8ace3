//! Left sides: paths become nodes and links, everything is checked, and a plan is made.

use crate::lang::Span;
use crate::lang::ast::{self, Cmp, ExprKind, Left, Towards};

use super::expr::Expr;
use super::model::{Filter, Forbidden, Link, LinkKind, Pattern, PatternNode, Set};
use super::names::Names;
use super::path::Reader;
use super::pattern_expr::expression;
use super::plan;

/// A larger left side is a mistake: every node of it multiplies the search.
const LARGEST: usize = 24;

/// A pattern while it is read.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) nodes: Vec<PatternNode>,
    pub(super) links: Vec<Link>,
    /// Names of nodes, by number.
    pub(super) bound: Vec<(String, usize)>,
    /// Edges that are looked at or changed: their names, if they have any, and their kinds.
    edges: Vec<(Option<String>, Set)>,
    guards: Vec<Expr>,
    spans: Vec<Span>,
    /// Is it a `not`, whose edges cannot be named?
    forbids: bool,
}

impl Builder {
    pub(super) fn lookup(&self, name: &str) -> Option<usize> {
        self.bound.iter().find(|(n, _)| n == name).map(|(_, i)| *i)
    }

    /// The number of a named edge, and its kinds.
    pub(super) fn lookup_edge(&self, name: &str) -> Option<(usize, Set)> {
        let number = self.edges.iter().position(|(n, _)| n.as_deref() == Some(name))?;
        Some((number, self.edges[number].1))
    }

    /// The guards in a node's braces.
    fn values(&mut self, index: usize, node: &ast::Node, names: &mut Names) {
        let kinds = self.nodes[index].filter.kinds;
        for value in &node.values {
            let Some(attr) = names.attr(&value.name) else { continue };
            if !names.symbols.attrs[attr as usize].nodes.meets(kinds) {
                let message = format!("`{}` is no attribute of this kind of node", value.name.text);
                names.error(value.name.span, message, "declare it for that kind too");
            }
            if !comparable(attr, value, names) {
                continue;
            }
            if let Some(right) = expression(&value.value, self, names) {
                let left = Box::new(Expr::Value(index, attr));
                self.guards.push(Expr::Cmp(value.op, left, Box::new(right)));
            }
        }
    }
}

impl Reader for Builder {
    const MOST: usize = LARGEST;
    const DONE: &'static str = "taken";

    /// The number of a node, which is new unless it names one that is known.
    fn node(&mut self, node: &ast::Node, names: &mut Names) -> Option<usize> {
        if let (None, [only]) = (&node.name, node.kinds.as_slice())
            && let Some(known) = self.lookup(&only.name.text)
        {
            if let Some(marks) = &node.marks {
                names.error(marks.span, "marks belong where the node is first named", "move them there");
            }
            self.values(known, node, names);
            return Some(known);
        }
        if let Some(marks) = node.marks.as_ref().filter(|m| m.becomes.is_some()) {
            names.error(marks.span, "a left side cannot change a mark", "write `[old>new]` after the `=>`");
        }
        let filter = names.filter(node)?;
        let index = self.nodes.len();
        if index >= LARGEST {
            names.error(node.span, "this left side has too many nodes", format!("use at most {LARGEST}"));
            return None;
        }
        let label = node.name.as_ref().map_or_else(|| names.symbols.filter_text(filter), |n| n.text.clone());
        self.nodes.push(PatternNode { filter, label });
        self.spans.push(node.span);
        if let Some(name) = &node.name {
            if self.lookup(&name.text).is_some() {
                let message = format!("the node `{}` is declared twice", name.text);
                names.error(name.span, message, format!("write only `{}` the second time", name.text));
            } else if names.symbols.kinds.iter().any(|k| k.name == name.text) {
                names.error(
                    name.span,
                    format!("`{}` is a kind already", name.text),
                    "choose another name for the node",
                );
            }
            self.bound.push((name.text.clone(), index));
        }
        self.values(index, node, names);
        Some(index)
    }

    fn link(&mut self, link: &ast::Link, from: usize, to: usize, names: &mut Names) -> Option<()> {
        let kind = self.link_kind(link, names)?;
        let (a, b) = if link.towards == Towards::Left { (to, from) } else { (from, to) };
        self.links.push(Link { a, b, kind });
        Some(())
    }
}

impl Builder {
    fn link_kind(&mut self, link: &ast::Link, names: &mut Names) -> Option<LinkKind> {
        if let Some(reach) = link.near {
            return Some(LinkKind::Near { reach: reach as u32 });
        }
        let kinds = names.edge_set(&link.kinds)?;
        let forward = link.towards != Towards::Both;
        if let Some((low, high, span)) = link.way {
            if link.name.is_some() || !link.values.is_empty() {
                let hint = "name single edges: `a -e:Lock- b`";
                names.error(span, "a way of several edges has no name and no attributes", hint);
                return None;
            }
            let high = high.map_or(u32::MAX, |h| h as u32);
            return Some(LinkKind::Way { kinds, forward, low: low as u32, high });
        }
        if let Some(name) = &link.name {
            if self.forbids {
                names.error(name.span, "an edge that is not there needs no name", "leave the name out");
                return None;
            }
            if self.lookup(&name.text).is_some() || self.lookup_edge(&name.text).is_some() {
                let message = format!("the name `{}` is given twice", name.text);
                names.error(name.span, message, "choose another name for the edge");
            }
        }
        let (mut guards, mut later) = (Vec::new(), Vec::new());
        for value in &link.values {
            let attr = names.attr(&value.name)?;
            if !names.symbols.attrs[attr as usize].edges.meets(kinds) {
                let message = format!("`{}` is no attribute of this kind of edge", value.name.text);
                names.error(value.name.span, message, "declare it for that kind too");
            }
            if !comparable(attr, value, names) {
                continue;
            }
            let limit = expression(&value.value, self, names)?;
            if limit.nodes().is_empty() && limit.edges().is_empty() {
                guards.push((attr, value.op, limit));
            } else if self.forbids {
                let message = "a guard of an edge that is not there cannot look at nodes";
                names.error(value.value.span, message, "compare with numbers and parameters");
            } else {
                later.push((attr, value.op, limit));
            }
        }
        let mut named = None;
        if link.name.is_some() || !later.is_empty() {
            let number = self.edges.len();
            named = Some(number);
            self.edges.push((link.name.as_ref().map(|n| n.text.clone()), kinds));
            for (attr, op, limit) in later {
                let left = Box::new(Expr::EdgeValue(number, attr));
                self.guards.push(Expr::Cmp(op, left, Box::new(limit)));
            }
        }
        Some(LinkKind::Edge { kinds, forward, guards, named })
    }
}

/// Are an attribute and what it is compared with both numbers, or both texts? If not, says so.
pub(super) fn comparable(attr: u16, value: &ast::Value, names: &mut Names) -> bool {
    let text = names.symbols.attrs[attr as usize].text;
    if text != is_text(&value.value, names) {
        let (message, hint) = if text {
            (format!("`{}` is a text", value.name.text), "write a text in quotes")
        } else {
            (
                format!("`{}` is a number", value.name.text),
                "write a number, or declare it as a text: `attr a = \"\" on …`",
            )
        };
        names.error(value.value.span, message, hint);
        return false;
    }
    if text && !matches!(value.op, Cmp::Eq | Cmp::NotEq) {
        names.error(value.name.span, "texts are equal or not", "use = or !=");
        return false;
    }
    true
}

/// Is an expression a text?
pub(super) fn is_text(expr: &ast::Expr, names: &Names) -> bool {
    match &expr.kind {
        ExprKind::Text(_) => true,
        ExprKind::Field(_, attr) => names.symbols.attrs.iter().any(|a| a.name == attr.text && a.text),
        ExprKind::Call(name, arguments) if name.text == "random" => {
            arguments.first().is_some_and(|first| is_text(first, names))
        }
        _ => false,
    }
}

/// Where an expression uses what has a value only while a rule is carried out.
pub(super) fn made_later(expr: &ast::Expr) -> Option<(Span, &'static str)> {
    match &expr.kind {
        ExprKind::Name(name) if name.text == "fresh" => Some((expr.span, "fresh")),
        ExprKind::Call(name, _) if name.text == "random" => Some((expr.span, "random")),
        ExprKind::Call(_, arguments) => arguments.iter().find_map(made_later),
        ExprKind::Neg(e) | ExprKind::Not(e) => made_later(e),
        ExprKind::Arith(_, a, b) | ExprKind::Cmp(_, a, b) | ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            made_later(a).or_else(|| made_later(b))
        }
        _ => None,
    }
}

/// Refuses `fresh` and `random` where nothing is made.
pub(super) fn refuse_made<'a>(values: impl IntoIterator<Item = &'a ast::Expr>, names: &mut Names) {
    for value in values {
        if let Some((span, word)) = made_later(value) {
            let message = format!("`{word}` has no value on a left side or in a condition");
            names.error(span, message, "use it on the right side of a rule");
        }
    }
}

/// A left side, or nothing if it has mistakes.
pub(super) fn pattern(items: &[Left], span: Span, names: &mut Names) -> Option<(Pattern, Builder)> {
    let before = names.errors.len();
    let mut builder = Builder::default();
    for item in items {
        match item {
            Left::Path(path) | Left::Not(_, path) => {
                let nodes = std::iter::once(&path.first).chain(path.rest.iter().map(|(_, node)| node));
                let links = path.rest.iter().flat_map(|(link, _)| &link.values);
                let values: Vec<&ast::Value> = nodes.flat_map(|node| &node.values).chain(links).collect();
                refuse_made(values.into_iter().map(|value| &value.value), names);
            }
            Left::Where(condition) => refuse_made([condition], names),
        }
        if let Left::Path(path) = item {
            builder.path(path, names);
        }
    }
    for item in items {
        if let Left::Where(condition) = item
            && let Some(guard) = expression(condition, &builder, names)
        {
            builder.guards.push(guard);
        }
    }
    let mut nots = Vec::new();
    for item in items {
        if let Left::Not(place, path) = item {
            nots.extend(forbidden(path, *place, &builder, names));
        }
    }
    if builder.nodes.is_empty() && names.errors.len() == before {
        names.error(span, "this left side has no node", "name the node that the rule works on");
    }
    if names.errors.len() > before {
        return None;
    }
    if let Some(lost) = plan::unreachable_node(builder.nodes.len(), &builder.links) {
        let message =
            format!("`{}` is connected to nothing else on this left side", builder.nodes[lost].label);
        names.error(
            builder.spans[lost],
            message,
            "join it by a path: `--` for an edge, `~12~` for the same face",
        );
        return None;
    }
    let pattern = plan::plan(
        std::mem::take(&mut builder.nodes),
        std::mem::take(&mut builder.links),
        builder.guards.split_off(0),
        nots,
    );
    builder.nodes = pattern.nodes.clone();
    builder.links = pattern.links.clone();
    Some((pattern, builder))
}

/// A `not`: its own nodes are numbered after those of the left side.
fn forbidden(path: &ast::Path, span: Span, left: &Builder, names: &mut Names) -> Option<Forbidden> {
    let before = names.errors.len();
    let known = left.nodes.len();
    let mut builder = Builder {
        nodes: left.nodes.clone(),
        bound: left.bound.clone(),
        spans: left.spans.clone(),
        forbids: true,
        ..Builder::default()
    };
    builder.path(path, names);
    if names.errors.len() > before {
        return None;
    }
    if !builder.guards.is_empty() {
        names.error(span, "the nodes of a `not` cannot have guards", "use marks or kinds to tell it apart");
        return None;
    }
    if path.rest.is_empty() {
        names.error(
            span,
            "a `not` needs a link",
            "write `not r -- Corridor`, or `!Kind` to take a kind away",
        );
        return None;
    }
    let steps = plan::extend(known, &builder.nodes, &builder.links);
    let Some(steps) = steps else {
        names.error(
            span,
            "this `not` names no node of the left side",
            "begin it with a node that the left side names",
        );
        return None;
    };
    Some(Forbidden { links: builder.links, nodes: builder.nodes.split_off(known), steps })
}

/// A pattern of one path for `require every`, rooted at its first node.
pub(super) fn every(path: &ast::Path, names: &mut Names) -> Option<Pattern> {
    let before = names.errors.len();
    let mut builder = Builder::default();
    builder.path(path, names);
    if names.errors.len() > before {
        return None;
    }
    Some(plan::plan_from(0, builder.nodes, builder.links, builder.guards, Vec::new()))
}

/// The filter of a node that stands alone, as in `path(Initial, Exit)`.
pub(super) fn lone_filter(node: &ast::Node, names: &mut Names) -> Option<Filter> {
    if node.name.is_some() || !node.values.is_empty() || node.times.is_some() {
        names.error(node.span, "only kinds and marks can stand here", "write `Exit` or `Room[boss]`");
        return None;
    }
    names.filter(node)
}
