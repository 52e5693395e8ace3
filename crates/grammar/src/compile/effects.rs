//! Right sides: what a rule makes, changes and takes away.

use crate::lang::ast::{self, Cmp, Right, Towards};

use super::expr::Expr;
use super::model::{Effects, Link, LinkKind, NewEdge, NewNode, Set};
use super::names::Names;
use super::path::Reader;
use super::pattern::{Builder, comparable};
use super::pattern_expr::expression;

/// How many nodes one rewrite may make.
const MOST_NEW: usize = 64;

/// A right side while it is read.
struct Maker<'a> {
    /// The left side's nodes and links, and the names of new nodes after them.
    left: &'a Builder,
    known: usize,
    named: Vec<(String, usize)>,
    effects: Effects,
}

/// A right side, or nothing if it has mistakes.
pub(super) fn effects(items: &[Right], left: &Builder, names: &mut Names) -> Option<Effects> {
    let before = names.errors.len();
    let mut maker = Maker { left, known: left.nodes.len(), named: Vec::new(), effects: Effects::default() };
    for item in items {
        match item {
            Right::Path(path) => match maker.edge_alone(path) {
                Some((edge, kinds)) => {
                    maker.change_edge(edge, kinds, &path.first, names);
                }
                None => {
                    maker.path(path, names);
                }
            },
            Right::Cut(path) => {
                maker.cut(path, names);
            }
            Right::Delete(name) => {
                if let Some(node) = maker.matched(name, names) {
                    maker.effects.deletes.push(node);
                }
            }
            Right::Become(name, kind) => {
                if let Some((edge, _)) = left.lookup_edge(&name.text) {
                    maker.effects.edge_kinds.extend(names.edge_kind(kind).map(|kind| (edge, kind as u8)));
                    continue;
                }
                let node = maker.matched(name, names);
                let kind = names.kind(kind);
                if let (Some(node), Some(kind)) = (node, kind) {
                    maker.effects.kinds.push((node, kind as u8));
                }
            }
            Right::Merge(from, into) => {
                let nodes = (maker.matched(from, names), maker.matched(into, names));
                let (Some(gone), Some(stays)) = nodes else { continue };
                if gone == stays {
                    names.error(into.span, "a node cannot be merged into itself", "name two nodes");
                }
                maker.effects.merges.push((gone, stays));
            }
        }
    }
    if names.errors.len() > before {
        return None;
    }
    let mut effects = maker.effects;
    take_splits(&mut effects, &left.links, left.nodes.len());
    effects.uses_fresh = effects.uses(|e| matches!(e, Expr::Fresh));
    Some(effects)
}

impl Maker<'_> {
    fn lookup(&self, name: &str) -> Option<usize> {
        let new = self.named.iter().find(|(n, _)| n == name).map(|(_, i)| *i);
        new.or_else(|| self.left.lookup(name))
    }

    fn matched(&self, name: &ast::Name, names: &mut Names) -> Option<usize> {
        let found = self.left.lookup(&name.text);
        if found.is_none() {
            let message = format!("the left side names no node `{}`", name.text);
            names.error(name.span, message, "name it there: `r:Room`");
        }
        found
    }

    fn mark(&self, marks: &ast::Marks, known: Option<usize>, names: &mut Names) -> Option<u8> {
        if marks.negated || marks.list.len() != 1 {
            names.error(marks.span, "a node gets one mark", "write `[enemy]` or `[empty>enemy]`");
            return None;
        }
        let first = names.mark(&marks.list[0])?;
        let Some(becomes) = &marks.becomes else { return Some(first as u8) };
        let new = names.mark(becomes)?;
        let left = known.and_then(|k| self.left.nodes.get(k));
        if left.is_none_or(|n| n.filter.marks != Set::one(first)) {
            let old = &marks.list[0].text;
            let message = format!("the left side does not say that this node has the mark `{old}`");
            names.error(
                marks.span,
                message,
                format!("write `[{old}]` there, or only `[{}]` here", becomes.text),
            );
        }
        Some(new as u8)
    }

    fn new_node(&mut self, node: &ast::Node, names: &mut Names) -> Option<usize> {
        let [kind] = node.kinds.as_slice() else {
            names.error(
                node.span,
                "a new node has one kind",
                "choose one of them, or use two rules in `any { }`",
            );
            return None;
        };
        let kind = names.kind(&kind.name)?;
        if self.effects.nodes.len() >= MOST_NEW {
            names.error(node.span, "this rule makes too many nodes", format!("make at most {MOST_NEW}"));
            return None;
        }
        let index = self.known + self.effects.nodes.len();
        self.effects.nodes.push(NewNode { kind: kind as u8, mark: 0, values: Vec::new() });
        if let Some(name) = &node.name {
            if self.lookup(&name.text).is_some() {
                names.error(
                    name.span,
                    format!("the node `{}` is declared twice", name.text),
                    "choose another name",
                );
            }
            self.named.push((name.text.clone(), index));
        }
        Some(index)
    }

    fn assignments(
        &self,
        values: &[ast::Value],
        fits: impl Fn(&super::model::Attr) -> bool,
        names: &mut Names,
    ) -> Option<Vec<(u16, Expr)>> {
        let mut list = Vec::new();
        for value in values {
            let attr = names.attr(&value.name)?;
            if value.op != Cmp::Eq {
                names.error(value.name.span, "a right side sets attributes", "write `{depth = r.depth + 1}`");
            }
            if !comparable(attr, value, names) {
                continue;
            }
            if !fits(&names.symbols.attrs[attr as usize]) {
                let message = format!("`{}` is no attribute of this kind", value.name.text);
                names.error(value.name.span, message, "declare it for that kind too");
            }
            list.push((attr, expression(&value.value, self.left, names)?));
        }
        Some(list)
    }

    /// The edge that a path of one name stands for, if it is the name of one.
    fn edge_alone(&self, path: &ast::Path) -> Option<(usize, Set)> {
        match path.first.kinds.as_slice() {
            [only] if path.rest.is_empty() && path.first.name.is_none() => {
                self.left.lookup_edge(&only.name.text)
            }
            _ => None,
        }
    }

    /// `e{lock = 3}`
    fn change_edge(&mut self, edge: usize, kinds: Set, node: &ast::Node, names: &mut Names) -> Option<()> {
        if node.marks.is_some() || node.times.is_some() || !node.without.is_empty() {
            names.error(node.span, "an edge has attributes only", "write `e{lock = 1}` or `e is Secret`");
            return None;
        }
        let values = self.assignments(&node.values, |a| a.edges.meets(kinds), names)?;
        self.effects.edge_values.extend(values.into_iter().map(|(attr, value)| (edge, attr, value)));
        Some(())
    }

    fn cut(&mut self, path: &ast::Path, names: &mut Names) -> Option<()> {
        if let Some((edge, _)) = self.edge_alone(path) {
            let is_it = |l: &Link| matches!(l.kind, LinkKind::Edge { named: Some(n), .. } if n == edge);
            self.effects.cuts.extend(self.left.links.iter().position(is_it));
            return Some(());
        }
        let end = |node: &ast::Node, names: &mut Names| match node.kinds.as_slice() {
            [only] if node.name.is_none() && node.marks.is_none() => self.matched(&only.name, names),
            _ => {
                names.error(node.span, "a cut names two nodes of the left side", "write `cut a -- b`");
                None
            }
        };
        if path.rest.is_empty() {
            names.error(
                path.first.span,
                "a cut needs an edge of the left side",
                "write `cut a -- b` between two of its nodes, `cut e` for an edge `-e:-`, or `delete a` for a node",
            );
            return None;
        }
        let mut from = end(&path.first, names)?;
        let mut cuts = Vec::new();
        for (link, node) in &path.rest {
            let to = end(node, names)?;
            let wanted = if link.kinds.is_any() { None } else { Some(names.edge_set(&link.kinds)?) };
            let found = self.left.links.iter().position(|l| {
                matches!(l.kind, LinkKind::Edge { kinds, .. } if wanted.is_none_or(|w| w == kinds))
                    && ((l.a, l.b) == (from, to) || (l.b, l.a) == (from, to))
            });
            match found {
                Some(found) => cuts.push(found),
                None => names.error(
                    link.span,
                    "the left side has no edge here to cut",
                    "write the edge there too",
                ),
            }
            from = to;
        }
        self.effects.cuts.extend(cuts);
        Some(())
    }
}

impl Reader for Maker<'_> {
    const MOST: usize = MOST_NEW;
    const DONE: &'static str = "made";

    /// The number of a node: one of the left side that may change, or a new one.
    fn node(&mut self, node: &ast::Node, names: &mut Names) -> Option<usize> {
        if let Some(without) = node.without.first() {
            names.error(without.name.span, "`!` belongs on a left side", "name the kind that is made");
        }
        let known = match (&node.name, node.kinds.as_slice()) {
            (None, [only]) => self.lookup(&only.name.text),
            _ => None,
        };
        let mark = match &node.marks {
            None => None,
            Some(marks) => Some(self.mark(marks, known, names)?),
        };
        let index = match known {
            Some(index) => index,
            None => self.new_node(node, names)?,
        };
        let kinds = match index.checked_sub(self.known) {
            None => self.left.nodes[index].filter.kinds,
            Some(new) => Set::one(usize::from(self.effects.nodes[new].kind)),
        };
        if let (Some(mark), Some(list)) = (mark, &node.marks) {
            if mark != 0 && !names.symbols.mark_on[mark as usize].meets(kinds) {
                names.error(
                    list.span,
                    "this kind of node cannot have this mark",
                    "declare it: `mark … on …`",
                );
            }
            match index.checked_sub(self.known) {
                None => self.effects.marks.push((index, mark)),
                Some(new) => self.effects.nodes[new].mark = mark,
            }
        }
        for (attr, expr) in self.assignments(&node.values, |a| a.nodes.meets(kinds), names)? {
            match index.checked_sub(self.known) {
                None => self.effects.values.push((index, attr, expr)),
                Some(new) => self.effects.nodes[new].values.push((attr, expr)),
            }
        }
        Some(index)
    }

    fn link(&mut self, link: &ast::Link, from: usize, to: usize, names: &mut Names) -> Option<()> {
        if link.near.is_some() {
            names.error(link.span, "`~~` belongs on a left side", "write `--` to make an edge");
            return None;
        }
        if let Some(name) = &link.name {
            names.error(name.span, "edges get their names on left sides", "leave the name out");
        }
        let kind = match &link.kinds {
            ast::EdgeKinds::Any | ast::EdgeKinds::Plain if link.way.is_none() => 0,
            ast::EdgeKinds::Of(list) if list.len() == 1 && link.way.is_none() => {
                names.edge_kind(&list[0].name)?
            }
            _ => {
                names.error(link.span, "a new edge has one kind", "choose one of them");
                return None;
            }
        };
        let values = self.assignments(&link.values, |a| a.edges.has(kind as u8), names)?;
        let (a, b) = if link.towards == Towards::Left { (to, from) } else { (from, to) };
        let reach = self.left.links.iter().find_map(|l| match l.kind {
            LinkKind::Near { reach } if (l.a, l.b) == (a, b) || (l.b, l.a) == (a, b) => Some(reach),
            _ => None,
        });
        let one_way = link.towards != Towards::Both;
        self.effects.edges.push(NewEdge {
            a,
            b,
            kind: kind as u8,
            one_way,
            values,
            reach: reach.unwrap_or(u32::MAX),
        });
        Some(())
    }
}

/// Finds cuts whose place a path of new nodes takes (`cut a--b, a -- Corridor -- b`): there the
/// path keeps the edge's place among its neighbours, and always fits into the plane.
fn take_splits(effects: &mut Effects, links: &[Link], known: usize) {
    let mut cuts = std::mem::take(&mut effects.cuts);
    cuts.dedup();
    for cut in cuts {
        let (a, b) = (links[cut].a, links[cut].b);
        match new_path(effects, a, b, known) {
            Some(mut places) => {
                // Edges in the order and direction of the path; taken out back to front.
                let path: Vec<NewEdge> = places.iter().map(|&p| effects.edges[p].clone()).collect();
                places.sort_unstable_by(|x, y| y.cmp(x));
                for place in places {
                    effects.edges.remove(place);
                }
                effects.splits.push((cut, path));
            }
            None => effects.cuts.push(cut),
        }
    }
}

/// The edges of a path from `a` over new nodes of two edges each to `b`, if there is one.
fn new_path(effects: &Effects, a: usize, b: usize, known: usize) -> Option<Vec<usize>> {
    let other = |edge: &NewEdge, end: usize| {
        if edge.a == end {
            Some(edge.b)
        } else if edge.b == end {
            Some(edge.a)
        } else {
            None
        }
    };
    for (first, edge) in effects.edges.iter().enumerate() {
        let Some(mut at) = other(edge, a).filter(|n| *n >= known) else { continue };
        let mut path = vec![first];
        while at >= known {
            let beside: Vec<usize> =
                (0..effects.edges.len()).filter(|&e| other(&effects.edges[e], at).is_some()).collect();
            let next = beside.iter().find(|e| !path.contains(e));
            let (2, Some(&next)) = (beside.len(), next) else { break };
            path.push(next);
            at = other(&effects.edges[next], at)?;
        }
        if at == b {
            return Some(path);
        }
    }
    None
}
