//! What the names of a file stand for.

use crate::lang::ast::{EdgeKinds, File, ItemKind, KindName, Literal, Name, Subject, Word};
use crate::lang::{Diagnostic, Span, nearest};
use mapkiln_maps::graph::KindShape;
use mapkiln_maps::plan::RoomShape;

use crate::lang::FORMS;

use super::model::{Attr, Filter, Kind, Param, Set, Symbols};

/// The most kinds of one sort: they live in the bits of a set.
const MOST: usize = Set::CAPACITY;

/// Names and the mistakes found so far.
pub(super) struct Names {
    pub(super) symbols: Symbols,
    pub(super) errors: Vec<Diagnostic>,
    /// Some of the file could not be read.
    broken_syntax: bool,
}

impl Names {
    pub(super) fn error(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        self.errors.push(Diagnostic::new(span, message, hint));
    }

    /// Reports what is true of many places at the first of them.
    fn error_once(&mut self, span: Span, message: impl Into<String>, hint: impl Into<String>) {
        let message = message.into();
        if !self.errors.iter().any(|e| e.message == message) {
            self.error(span, message, hint);
        }
    }

    /// Reports that the file lacks a part, unless it may be there and only be wrong.
    pub(super) fn missing(&mut self, message: &str, hint: &str) {
        if self.errors.is_empty() && !self.broken_syntax {
            self.error(Span::default(), message, hint);
        }
    }

    fn unknown(&mut self, name: &Name, what: &str, known: Vec<String>, how: &str) {
        let hint = match nearest(&name.text, known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => how.to_owned(),
        };
        self.error(name.span, format!("there is no {what} `{}`", name.text), hint);
    }

    pub(super) fn kind(&mut self, name: &Name) -> Option<usize> {
        let found = position(&self.symbols.kinds, &name.text);
        if found.is_none() {
            let known = self.symbols.kinds.iter().map(|k| k.name.clone()).collect();
            self.unknown(name, "node kind", known, &format!("declare it: `node {}`", name.text));
        }
        found
    }

    pub(super) fn edge_kind(&mut self, name: &Name) -> Option<usize> {
        let found = position(&self.symbols.edge_kinds, &name.text);
        if found.is_none() {
            let known = self.symbols.edge_kinds.iter().map(|k| k.name.clone()).collect();
            self.unknown(name, "edge kind", known, &format!("declare it: `edge {}`", name.text));
        }
        found
    }

    pub(super) fn mark(&mut self, name: &Name) -> Option<usize> {
        let found = position(&self.symbols.marks, &name.text);
        if found.is_none() {
            let known = self.symbols.marks.iter().map(|k| k.name.clone()).collect();
            self.unknown(name, "mark", known, &format!("declare it: `mark {} on …`", name.text));
        }
        found
    }

    pub(super) fn attr(&mut self, name: &Name) -> Option<u16> {
        let found = self.symbols.attrs.iter().position(|a| a.name == name.text);
        if found.is_none() {
            let known = self.symbols.attrs.iter().map(|k| k.name.clone()).collect();
            self.unknown(name, "attribute", known, &format!("declare it: `attr {} = 0 on …`", name.text));
        }
        found.map(|i| i as u16)
    }

    pub(super) fn param(&mut self, name: &Name) -> Option<usize> {
        let found = self.symbols.params.iter().position(|p| p.name == name.text);
        if found.is_none() {
            let known = self.symbols.params.iter().map(|k| k.name.clone()).collect();
            self.unknown(name, "parameter", known, &format!("declare it: `param {} = 1`", name.text));
        }
        found
    }

    /// The number of a text.
    pub(super) fn text(&mut self, text: &str) -> i64 {
        let texts = &mut self.symbols.texts;
        let found = texts.iter().position(|t| t == text);
        found.unwrap_or_else(|| {
            texts.push(text.to_owned());
            texts.len() - 1
        }) as i64
    }

    /// A kind with its sorts, or exactly that kind.
    fn kinds_of(&mut self, name: &KindName) -> Option<Set> {
        let kind = self.kind(&name.name)?;
        Some(if name.exact { Set::one(kind) } else { self.symbols.kinds[kind].below })
    }

    fn edge_kinds_of(&mut self, name: &KindName) -> Option<Set> {
        let kind = self.edge_kind(&name.name)?;
        Some(if name.exact { Set::one(kind) } else { self.symbols.edge_kinds[kind].below })
    }

    /// The kinds of edges that a link stands for.
    pub(super) fn edge_set(&mut self, kinds: &EdgeKinds) -> Option<Set> {
        let everything = Set::first(self.symbols.edge_kinds.len());
        Some(match kinds {
            EdgeKinds::Any => everything,
            EdgeKinds::Plain => Set::one(0),
            EdgeKinds::Of(list) => {
                let mut set = Set::EMPTY;
                for name in list {
                    set |= self.edge_kinds_of(name)?;
                }
                set
            }
            EdgeKinds::Without(list) => {
                let mut set = everything;
                for name in list {
                    set &= !self.edge_kinds_of(name)?;
                }
                set
            }
        })
    }

    /// The nodes that a node of a pattern stands for, by its kinds and marks.
    pub(super) fn filter(&mut self, node: &crate::lang::ast::Node) -> Option<Filter> {
        let mut kinds = Set::EMPTY;
        for name in &node.kinds {
            kinds |= self.kinds_of(name)?;
        }
        for name in &node.without {
            let out = self.kinds_of(name)?;
            if !kinds.meets(out) {
                let message = format!("`!{}` takes nothing away here", name.name.text);
                self.error(name.name.span, message, "leave it out");
            }
            kinds &= !out;
        }
        if kinds.is_empty() {
            self.error(node.span, "no kind is left after those taken away", "take away fewer kinds");
            return None;
        }
        let mut marks = Set::first(self.symbols.marks.len());
        if let Some(list) = &node.marks {
            let mut named = Set::EMPTY;
            for name in &list.list {
                let mark = self.mark(name)?;
                if mark != 0 && !self.symbols.mark_on[mark].meets(kinds) {
                    let message = format!(
                        "`{}` is no mark of `{}`",
                        name.text,
                        self.symbols.filter_text(Filter { kinds, marks })
                    );
                    self.error(name.span, message, "declare it for that kind too: `mark … on …`");
                }
                named.add(mark as u8);
            }
            marks &= if list.negated { !named } else { named };
        }
        Some(Filter { kinds, marks })
    }
}

fn position(list: &[Kind], name: &str) -> Option<usize> {
    list.iter().position(|k| k.name == name && !name.is_empty())
}

/// Collects all declarations of a file.
pub(super) fn collect(file: &File, broken_syntax: bool) -> Names {
    let none = Kind { name: "none".to_owned(), below: Set::one(0), ..Kind::default() };
    let plain = Kind { below: Set::one(0), ..Kind::default() };
    let symbols = Symbols {
        marks: vec![none],
        mark_on: vec![Set::ALL],
        edge_kinds: vec![plain],
        texts: vec![String::new()],
        ..Symbols::default()
    };
    let mut names = Names { symbols, errors: Vec::new(), broken_syntax };
    for item in &file.items {
        match &item.kind {
            ItemKind::Node { names: list, .. } => {
                for name in list {
                    names.declare(name, "node kind", item.imported, |s| &mut s.kinds);
                }
            }
            ItemKind::Edge { names: list, .. } => {
                for name in list {
                    names.declare(name, "edge kind", item.imported, |s| &mut s.edge_kinds);
                }
            }
            ItemKind::Mark { names: list, .. } => {
                for name in list {
                    if name.text == "none" {
                        names.error(name.span, "`none` stands for no mark", "choose another name");
                    } else if !names.symbols.marks.iter().any(|m| m.name == name.text) {
                        names.declare(name, "mark", item.imported, |s| &mut s.marks);
                    }
                }
            }
            _ => {}
        }
    }
    names.symbols.mark_on.resize(names.symbols.marks.len(), Set::EMPTY);
    parents(file, &mut names);
    let imported_params: Vec<String> = file
        .items
        .iter()
        .filter(|item| item.imported)
        .filter_map(|item| match &item.kind {
            ItemKind::Param { name, .. } => Some(name.text.clone()),
            _ => None,
        })
        .collect();
    for item in &file.items {
        match &item.kind {
            ItemKind::Mark { names: list, on } => {
                let kinds = on.iter().filter_map(|k| names.kind(k)).collect::<Vec<_>>();
                let set = kinds.iter().fold(Set::EMPTY, |set, &k| set | names.symbols.kinds[k].below);
                for mark in list {
                    if let Some(m) = position(&names.symbols.marks, &mark.text) {
                        names.symbols.mark_on[m] |= set;
                    }
                }
            }
            ItemKind::Attr { name, default, on } => {
                attribute(&mut names, name, default, on, item.imported);
            }
            ItemKind::Param { name, default, range } => {
                let replaces = !item.imported && imported_params.contains(&name.text);
                parameter(&mut names, name, *default, *range, replaces);
            }
            _ => {}
        }
    }
    meanings(file, &mut names);
    names
}

impl Names {
    fn declare(
        &mut self,
        name: &Name,
        what: &str,
        imported: bool,
        list: impl Fn(&mut Symbols) -> &mut Vec<Kind>,
    ) {
        let known = list(&mut self.symbols);
        if let Some(kind) = known.iter_mut().find(|k| k.name == name.text) {
            // A file may declare what it imports, to say more of it.
            if !std::mem::replace(&mut kind.imported, imported) {
                let message = format!("the {what} `{}` is declared twice", name.text);
                self.error(name.span, message, "leave one out");
            }
        } else if known.len() >= MOST {
            self.error_once(
                name.span,
                format!("there are too many {what}s"),
                format!("use at most {}", MOST - 1),
            );
        } else {
            let below = Set::one(known.len());
            known.push(Kind { name: name.text.clone(), below, imported, ..Kind::default() });
        }
    }
}

/// Hands each kind's bit up to all its parents, and refuses circles.
fn parents(file: &File, names: &mut Names) {
    for edges in [false, true] {
        let mut parent: Vec<Option<(usize, Span)>> = vec![None; MOST];
        for item in &file.items {
            let (list, up) = match &item.kind {
                ItemKind::Node { names, parent: Some(up) } if !edges => (names, up),
                ItemKind::Edge { names, parent: Some(up) } if edges => (names, up),
                _ => continue,
            };
            let found = if edges { names.edge_kind(up) } else { names.kind(up) };
            let Some(found) = found else { continue };
            for name in list {
                let kinds = if edges { &names.symbols.edge_kinds } else { &names.symbols.kinds };
                if let Some(child) = position(kinds, &name.text) {
                    parent[child] = Some((found, up.span));
                }
            }
        }
        let count = if edges { names.symbols.edge_kinds.len() } else { names.symbols.kinds.len() };
        for kind in 0..count {
            let (mut up, mut steps) = (parent[kind], 0);
            while let Some((p, span)) = up {
                if p == kind || steps > count {
                    names.error(span, "a kind cannot be a sort of itself", "break the circle of `is`");
                    return;
                }
                let list = if edges { &mut names.symbols.edge_kinds } else { &mut names.symbols.kinds };
                list[p].below.add(kind as u8);
                up = parent[p];
                steps += 1;
            }
        }
    }
}

fn attribute(names: &mut Names, name: &Name, default: &Literal, on: &[Name], imported: bool) {
    let (mut nodes, mut edges) = (Set::EMPTY, Set::EMPTY);
    for kind in on {
        if let Some(k) = position(&names.symbols.edge_kinds, &kind.text) {
            edges |= names.symbols.edge_kinds[k].below;
        } else if let Some(k) = names.kind(kind) {
            nodes |= names.symbols.kinds[k].below;
        }
    }
    let (default, text) = match default {
        Literal::Int(n) => ((*n).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32, false),
        Literal::Text(text) => (names.text(text) as i32, true),
    };
    let attr = Attr { name: name.text.clone(), default, text, imported, nodes, edges };
    let full = names.symbols.attrs.len() >= MOST;
    match names.symbols.attrs.iter_mut().find(|a| a.name == name.text) {
        // What is imported can be given to more kinds.
        Some(known) if known.imported && known.text == text => {
            let (nodes, edges) = (known.nodes | nodes, known.edges | edges);
            *known = Attr { nodes, edges, ..attr };
        }
        Some(_) => names.error(
            name.span,
            format!("the attribute `{}` is declared twice", name.text),
            "name all its kinds in one place",
        ),
        None if full => {
            names.error_once(name.span, "there are too many attributes", format!("use at most {MOST}"));
        }
        None => names.symbols.attrs.push(attr),
    }
}

fn parameter(names: &mut Names, name: &Name, default: i64, range: Option<(i64, i64)>, replaces: bool) {
    let known = names.symbols.params.iter().position(|p| p.name == name.text);
    if known.is_some() && !replaces {
        names.error(name.span, format!("the parameter `{}` is declared twice", name.text), "leave one out");
        return;
    }
    if name.text == "fresh" {
        names.error(name.span, "`fresh` stands for a new number", "choose another name");
    }
    let (low, high) = range.unwrap_or((0, 1_000_000));
    if !(low..=high).contains(&default) {
        let message = format!("the default {default} of `{}` lies outside of {low}..{high}", name.text);
        names.error(name.span, message, "choose a default inside of the range");
    }
    let param = Param { name: name.text.clone(), default, low, high };
    match known {
        Some(place) => names.symbols.params[place] = param,
        None => names.symbols.params.push(param),
    }
}

/// `means` and `shape`: a kind has the words of its parents too, and the nearest shape.
fn meanings(file: &File, names: &mut Names) {
    for item in &file.items {
        match &item.kind {
            ItemKind::Means { subject: Subject::Mark(mark), words } => {
                if let Some(m) = names.mark(mark) {
                    known_room_words(names, words);
                    add_words(&mut names.symbols.marks[m].means, words);
                }
            }
            ItemKind::Means { subject: Subject::Kind(kind), words } => {
                let edge = position(&names.symbols.edge_kinds, &kind.text);
                let found = edge.or_else(|| names.kind(kind));
                let Some(found) = found else { continue };
                if edge.is_some() {
                    known_edge_words(names, words);
                } else {
                    known_room_words(names, words);
                }
                let list =
                    if edge.is_some() { &mut names.symbols.edge_kinds } else { &mut names.symbols.kinds };
                let below = list[found].below;
                for (_, kind) in list.iter_mut().enumerate().filter(|(i, _)| below.has(*i as u8)) {
                    add_words(&mut kind.means, words);
                }
            }
            _ => {}
        }
    }
    // Shapes of wide kinds first, so that a narrower kind's own shape wins.
    let mut shapes = Vec::new();
    for item in &file.items {
        let ItemKind::Shape { kinds, width, height, passage, form } = &item.kind else { continue };
        let fits = |(low, high): (i64, i64)| (1..=100).contains(&low) && (1..=100).contains(&high);
        if !fits(*width) || !fits(*height) {
            names.error(item.span, "a side of this shape is out of range", "sides are from 1 to 100 cells");
            continue;
        }
        let pair = |(low, high): (i64, i64)| [low as i32, high as i32];
        let shape = KindShape {
            width: pair(*width),
            height: pair(*height),
            passage: *passage,
            form: form
                .as_ref()
                .and_then(|name| FORMS.iter().find(|(word, _)| *word == name.text))
                .map_or(RoomShape::Rectangle, |(_, form)| *form),
        };
        for kind in kinds {
            if let Some(k) = names.kind(kind) {
                shapes.push((names.symbols.kinds[k].below, shape));
            }
        }
    }
    shapes.sort_by_key(|(below, _)| std::cmp::Reverse(below.len()));
    for (below, shape) in shapes {
        for (i, kind) in names.symbols.kinds.iter_mut().enumerate() {
            if below.has(i as u8) {
                kind.shape = Some(shape);
            }
        }
    }
    templates(file, names);
    for kind in &mut names.symbols.kinds {
        if kind.shape.is_some_and(|s| s.passage) && !kind.means.iter().any(|w| w == "passage") {
            kind.means.push("passage".to_owned());
        }
    }
}

/// What an edge can mean.
const EDGE_WORDS: [&str; 5] = ["secret", "portcullis", "arch", "barred", "stairs"];

/// What a room can mean, besides words of the writer's own.
const NODE_WORDS: [&str; 9] =
    ["start", "exit", "enemies", "treasure", "boss", "cell", "hazard", "patrol", "decoy"];

fn known_edge_words(names: &mut Names, words: &[Word]) {
    let known = crate::grammar::listed(EDGE_WORDS.into_iter());
    for Word { name, .. } in words.iter().filter(|w| !EDGE_WORDS.contains(&w.name.text.as_str())) {
        names.error(
            name.span,
            format!("an edge cannot mean `{}`", name.text),
            format!("it can mean {known}"),
        );
    }
}

/// Words of the writer's own stand in quotes, so that a slip of the pen is not one of them.
fn known_room_words(names: &mut Names, words: &[Word]) {
    let known = crate::grammar::listed(NODE_WORDS.into_iter());
    for Word { name, own } in words {
        let text = name.text.as_str();
        let fine = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
        if *own {
            if text.is_empty() || text.len() > 40 || !text.chars().all(fine) {
                let message = format!("`{text}` is no word");
                names.error(name.span, message, "use up to 40 letters, digits, `-` and `_`");
            }
        } else if EDGE_WORDS.contains(&text) {
            let hint =
                format!("it is a word for edges; a room can mean {known}, or a word of your own in quotes");
            names.error(name.span, format!("a room cannot mean `{text}`"), hint);
        } else if !NODE_WORDS.contains(&text) {
            let hint = format!("known are {known}; write a word of your own in quotes: `\"{text}\"`");
            names.error(name.span, format!("there is no word `{text}`"), hint);
        }
    }
}

/// `template`: a kind has the templates of the nearest kind that has some.
fn templates(file: &File, names: &mut Names) {
    let mut drawn: Vec<(usize, Vec<String>)> = Vec::new();
    for item in &file.items {
        let ItemKind::Template { kinds, rows } = &item.kind else { continue };
        let text = rows.join("\n");
        if let Err(reason) = crate::layout::check_template(&text) {
            names.error(item.span, reason, "draw `.` floor, `#` wall and `+` walls that may have a door");
            continue;
        }
        for kind in kinds.iter().filter_map(|kind| names.kind(kind)).collect::<Vec<_>>() {
            match drawn.iter_mut().find(|(k, _)| *k == kind) {
                Some((_, list)) => list.push(text.clone()),
                None => drawn.push((kind, vec![text.clone()])),
            }
        }
    }
    // Templates of wide kinds first, so that a narrower kind's own win.
    drawn.sort_by_key(|(k, _)| std::cmp::Reverse(names.symbols.kinds[*k].below.len()));
    for (kind, list) in drawn {
        let below = names.symbols.kinds[kind].below;
        for (i, kind) in names.symbols.kinds.iter_mut().enumerate() {
            if below.has(i as u8) {
                kind.templates.clone_from(&list);
            }
        }
    }
}

fn add_words(list: &mut Vec<String>, words: &[Word]) {
    for word in words {
        if !list.contains(&word.name.text) {
            list.push(word.name.text.clone());
        }
    }
}
