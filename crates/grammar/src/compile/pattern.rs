//! Left sides: paths become nodes and links, everything is checked, and a plan is made.

use crate::lang::Span;
use crate::lang::ast::{self, ExprKind, Left, Towards};

use super::expr::Expr;
use super::model::{Filter, Forbidden, Link, LinkKind, Pattern, PatternNode, Set, all};
use super::names::Names;
use super::path::Reader;
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
    guards: Vec<Expr>,
    spans: Vec<Span>,
}

impl Builder {
    pub(super) fn lookup(&self, name: &str) -> Option<usize> {
        self.bound.iter().find(|(n, _)| n == name).map(|(_, i)| *i)
    }

    /// The guards in a node's braces.
    fn values(&mut self, index: usize, node: &ast::Node, names: &mut Names) {
        let kinds = self.nodes[index].filter.kinds;
        for value in &node.values {
            let Some(attr) = names.attr(&value.name) else { continue };
            if names.symbols.attrs[attr as usize].nodes & kinds == 0 {
                let message = format!("`{}` is no attribute of this kind of node", value.name.text);
                names.error(value.name.span, message, "declare it for that kind too");
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
            && let Some(known) = self.lookup(&only.text)
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
        let kind = link_kind(link, self, names)?;
        let (a, b) = if link.towards == Towards::Left { (to, from) } else { (from, to) };
        self.links.push(Link { a, b, kind });
        Some(())
    }
}

fn link_kind(link: &ast::Link, builder: &Builder, names: &mut Names) -> Option<LinkKind> {
    if let Some(reach) = link.near {
        return Some(LinkKind::Near { reach: reach as u32 });
    }
    let kinds: Set = match &link.kind {
        None => all(names.symbols.edge_kinds.len()),
        Some(name) => {
            let kind = names.edge_kind(name)?;
            names.symbols.edge_kinds[kind].below
        }
    };
    let mut guards = Vec::new();
    for value in &link.values {
        let attr = names.attr(&value.name)?;
        if names.symbols.attrs[attr as usize].edges & kinds == 0 {
            let message = format!("`{}` is no attribute of this kind of edge", value.name.text);
            names.error(value.name.span, message, "declare it for that kind too");
        }
        let limit = expression(&value.value, builder, names)?;
        if !limit.nodes().is_empty() {
            names.error(
                value.value.span,
                "a guard of an edge cannot look at nodes",
                "compare with numbers and parameters",
            );
            return None;
        }
        guards.push((attr, value.op, limit));
    }
    Some(LinkKind::Edge { kinds, forward: link.towards != Towards::Both, guards })
}

/// A left side, or nothing if it has mistakes.
pub(super) fn pattern(items: &[Left], span: Span, names: &mut Names) -> Option<(Pattern, Builder)> {
    let before = names.errors.len();
    let mut builder = Builder::default();
    for item in items {
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

/// An expression over the nodes of a pattern.
pub(super) fn expression(expr: &ast::Expr, nodes: &Builder, names: &mut Names) -> Option<Expr> {
    let mut sub = |e: &ast::Expr| expression(e, nodes, names).map(Box::new);
    Some(match &expr.kind {
        ExprKind::Int(n) => Expr::Int(*n),
        ExprKind::Neg(e) => Expr::Neg(sub(e)?),
        ExprKind::Not(e) => Expr::Not(sub(e)?),
        ExprKind::Arith(op, a, b) => Expr::Arith(*op, sub(a)?, sub(b)?),
        ExprKind::Cmp(op, a, b) => Expr::Cmp(*op, sub(a)?, sub(b)?),
        ExprKind::And(a, b) => Expr::And(sub(a)?, sub(b)?),
        ExprKind::Or(a, b) => Expr::Or(sub(a)?, sub(b)?),
        ExprKind::Name(name) if name.text == "fresh" => Expr::Fresh,
        ExprKind::Name(name) => Expr::Param(names.param(name)?),
        ExprKind::Count(node) => Expr::Count(names.filter(node)?),
        ExprKind::Field(node, attr) => {
            let index = bound(node, nodes, names)?;
            let attr_index = names.attr(attr)?;
            if names.symbols.attrs[attr_index as usize].nodes & nodes.nodes[index].filter.kinds == 0 {
                let message = format!("`{}` is no attribute of `{}`", attr.text, node.text);
                names.error(attr.span, message, "declare it for that kind too");
            }
            Expr::Value(index, attr_index)
        }
        ExprKind::Call(name, arguments) => call(name, arguments, nodes, names)?,
    })
}

fn bound(name: &ast::Name, nodes: &Builder, names: &mut Names) -> Option<usize> {
    let found = nodes.lookup(&name.text);
    if found.is_none() {
        let hint = if nodes.bound.is_empty() {
            "only rules can look at nodes".to_owned()
        } else {
            let known: Vec<&str> = nodes.bound.iter().map(|(n, _)| n.as_str()).collect();
            format!("the left side names {}", known.join(", "))
        };
        names.error(name.span, format!("no node is called `{}` here", name.text), hint);
    }
    found
}

fn call(name: &ast::Name, arguments: &[ast::Expr], nodes: &Builder, names: &mut Names) -> Option<Expr> {
    let node = |expr: &ast::Expr, names: &mut Names| match &expr.kind {
        ExprKind::Name(name) => bound(name, nodes, names),
        _ => {
            names.error(expr.span, "expected the name of a node", "name a node of the left side");
            None
        }
    };
    match (name.text.as_str(), arguments) {
        ("degree", [a]) => Some(Expr::Degree(node(a, names)?)),
        ("distance", [a, b]) => Some(Expr::Distance(node(a, names)?, node(b, names)?)),
        ("min" | "max", [a, b]) => {
            let (x, y) = (Box::new(expression(a, nodes, names)?), Box::new(expression(b, nodes, names)?));
            Some(if name.text == "min" { Expr::Min(x, y) } else { Expr::Max(x, y) })
        }
        ("degree" | "distance" | "min" | "max", _) => {
            let message = format!("`{}` takes another number of arguments", name.text);
            names.error(name.span, message, "write degree(r), distance(a, b), min(x, y) or max(x, y)");
            None
        }
        _ => {
            let message = format!("there is no function `{}`", name.text);
            names.error(name.span, message, "there are count, degree, distance, min and max");
            None
        }
    }
}

/// The filter of a node that stands alone, as in `path(Initial, Exit)`.
pub(super) fn lone_filter(node: &ast::Node, names: &mut Names) -> Option<Filter> {
    if node.name.is_some() || !node.values.is_empty() || node.times.is_some() {
        names.error(node.span, "only kinds and marks can stand here", "write `Exit` or `Room[boss]`");
        return None;
    }
    names.filter(node)
}
