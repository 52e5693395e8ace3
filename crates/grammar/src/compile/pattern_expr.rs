//! Expressions over the nodes and edges of a pattern: names become numbers, texts are kept apart.

use crate::lang::ast::{self, Barrier, Cmp, EdgeKinds, ExprKind};

use super::expr::{Expr, Without};
use super::model::{Attr, Set};
use super::names::Names;
use super::pattern::{Builder, is_text};

/// An expression over the nodes and edges of a pattern.
pub(super) fn expression(expr: &ast::Expr, nodes: &Builder, names: &mut Names) -> Option<Expr> {
    if let ExprKind::Cmp(op, a, b) = &expr.kind
        && (is_text(a, names) || is_text(b, names))
    {
        if is_text(a, names) != is_text(b, names) || !matches!(op, Cmp::Eq | Cmp::NotEq) {
            names.error(expr.span, "texts are compared with texts, by = or !=", "write a text in quotes");
            return None;
        }
        let (a, b) = (expression(a, nodes, names)?, expression(b, nodes, names)?);
        return Some(Expr::Cmp(*op, Box::new(a), Box::new(b)));
    }
    let mut number = |e: &ast::Expr| {
        if is_text(e, names) {
            names.error(e.span, "a text is no number", "texts can only be compared, with = or !=");
            return None;
        }
        expression(e, nodes, names).map(Box::new)
    };
    Some(match &expr.kind {
        ExprKind::Int(n) => Expr::Int(*n),
        ExprKind::Text(text) => Expr::Int(names.text(text)),
        ExprKind::Neg(e) => Expr::Neg(number(e)?),
        ExprKind::Not(e) => Expr::Not(number(e)?),
        ExprKind::Arith(op, a, b) => Expr::Arith(*op, number(a)?, number(b)?),
        ExprKind::Cmp(op, a, b) => Expr::Cmp(*op, number(a)?, number(b)?),
        ExprKind::And(a, b) => Expr::And(number(a)?, number(b)?),
        ExprKind::Or(a, b) => Expr::Or(number(a)?, number(b)?),
        ExprKind::Name(name) if name.text == "fresh" => Expr::Fresh,
        ExprKind::Name(name) => Expr::Param(names.param(name)?),
        ExprKind::Count(node) => Expr::Count(names.filter(node)?),
        ExprKind::CountEdges(link) => Expr::CountEdges(kinds(link, names)?),
        ExprKind::DegreeOver(node, link) => Expr::DegreeOver(bound(node, nodes, names)?, kinds(link, names)?),
        ExprKind::Way(name, [a, b], barriers) => {
            let (a, b) = (bound(a, nodes, names)?, bound(b, nodes, names)?);
            let without = Box::new(without(barriers, nodes, names)?);
            if name.text == "path" { Expr::Path(a, b, without) } else { Expr::WayAround(a, b, without) }
        }
        ExprKind::Field(name, attr) => {
            let attr_index = names.attr(attr)?;
            let Attr { nodes: on_nodes, edges: on_edges, .. } = &names.symbols.attrs[attr_index as usize];
            let (value, fits) = match nodes.lookup_edge(&name.text) {
                Some((edge, kinds)) => (Expr::EdgeValue(edge, attr_index), on_edges.meets(kinds)),
                None => {
                    let on_nodes = *on_nodes;
                    let index = bound(name, nodes, names)?;
                    (Expr::Value(index, attr_index), on_nodes.meets(nodes.nodes[index].filter.kinds))
                }
            };
            if !fits {
                let message = format!("`{}` is no attribute of `{}`", attr.text, name.text);
                names.error(attr.span, message, "declare it for that kind too");
            }
            value
        }
        ExprKind::Call(name, arguments) => call(name, arguments, nodes, names)?,
    })
}

/// The kinds of edges between two dashes, where nothing else can stand.
fn kinds(link: &ast::Link, names: &mut Names) -> Option<Set> {
    if link.name.is_some() || !link.values.is_empty() || link.way.is_some() {
        names.error(link.span, "only kinds of edges can stand here", "write `-Lock-` or `-!Lock-`");
        return None;
    }
    if let EdgeKinds::Any = link.kinds {
        return Some(Set::first(names.symbols.edge_kinds.len()));
    }
    names.edge_set(&link.kinds)
}

fn without(barriers: &[Barrier], nodes: &Builder, names: &mut Names) -> Option<Without> {
    let mut without = Without::default();
    for barrier in barriers {
        match barrier {
            Barrier::Edge(link) => without.edges |= kinds(link, names)?,
            Barrier::Node(node) => {
                let known = match node.kinds.as_slice() {
                    [only] if node.name.is_none() && !only.exact => nodes.lookup(&only.name.text),
                    _ => None,
                };
                match known {
                    Some(known) => without.nodes.push(known),
                    None => without.filters.push(super::pattern::lone_filter(node, names)?),
                }
            }
        }
    }
    Some(without)
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
        ("random", [a, b]) if !is_text(a, names) && !is_text(b, names) => {
            let (x, y) = (Box::new(expression(a, nodes, names)?), Box::new(expression(b, nodes, names)?));
            Some(Expr::Random(x, y))
        }
        ("random", [first, ..]) if is_text(first, names) => {
            let mut list = Vec::new();
            for argument in arguments {
                if !is_text(argument, names) {
                    names.error(argument.span, "expected a text", "draw from numbers or from texts");
                    return None;
                }
                list.push(expression(argument, nodes, names)?);
            }
            Some(Expr::Pick(list))
        }
        ("degree" | "distance" | "min" | "max" | "random" | "path", _) => {
            let message = format!("`{}` takes another number of arguments", name.text);
            let hint = match name.text.as_str() {
                "degree" => "write `degree(r)` or `degree(r, -Lock-)`",
                "distance" => "write `distance(a, b)` or `distance(a, b without c)`",
                "path" => "write `path(a, b)` or `path(a, b without Guard, -Lock-)`",
                "random" => "write `random(1, 6)` or `random(\"red\", \"blue\")`",
                "min" => "write `min(x, y)`",
                _ => "write `max(x, y)`",
            };
            names.error(name.span, message, hint);
            None
        }
        _ => {
            let message = format!("there is no function `{}`", name.text);
            names.error(name.span, message, "there are count, degree, distance, path, min, max and random");
            None
        }
    }
}
