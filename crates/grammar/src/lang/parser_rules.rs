//! The parser's part for rules: paths, nodes and links.

use super::ast::{EdgeKinds, KindName, Left, Link, Marks, Node, Path, Right, Rule, Towards, Value};
use super::diagnostic::{Diagnostic, Span};
use super::format;
use super::lexer::Token;
use super::parser::{Parsed, Parser};

/// How far `~~` walks along a face if no number is given.
const USUAL_REACH: i64 = 16;

/// How links are written.
const LINKS: &str = "links are written --, ->, <-, -Kind-, -e:Kind->, -*2..5- or ~12~";

impl Parser {
    pub(super) fn rule(&mut self) -> Parsed<Rule> {
        let name = self.name("the name of a rule")?;
        let (mut weight, mut uniform) = (1, false);
        loop {
            if self.is_word("weight") && matches!(self.peek_second(), Token::Int(_) | Token::Sign("-")) {
                self.advance();
                let (value, span) = self.int("a weight")?;
                if !(0..=1_000_000).contains(&value) {
                    return self.error(
                        span,
                        format!("the weight {value} is out of range"),
                        "use 0 to 1000000",
                    );
                }
                weight = value;
            } else if self.is_word("uniform")
                && !matches!(self.peek_second(), Token::Sign(":" | "=>" | "--" | ","))
            {
                self.advance();
                uniform = true;
            } else {
                break;
            }
        }
        self.take(":");
        let mut left = vec![self.left_item()?];
        loop {
            // `not` and `where` may follow a path without a comma.
            if self.take(",").is_some() || self.is_word("not") || self.is_word("where") {
                left.push(self.left_item()?);
            } else {
                break;
            }
        }
        self.expect("=>", "a rule reads `rule NAME left side => right side`")?;
        let mut right = vec![self.right_item()?];
        while self.take(",").is_some() {
            right.push(self.right_item()?);
        }
        Ok(Rule { name, weight, uniform, left, right })
    }

    fn left_item(&mut self) -> Parsed<Left> {
        let start = self.span();
        if self.take_word("not") {
            let path = self.path()?;
            return Ok(Left::Not(start.to(self.last_span()), path));
        }
        if self.take_word("where") {
            return self.expr().map(Left::Where);
        }
        self.path().map(Left::Path)
    }

    fn right_item(&mut self) -> Parsed<Right> {
        if self.take_word("cut") {
            return self.path().map(Right::Cut);
        }
        if self.take_word("delete") {
            return self.name("the name of a node").map(Right::Delete);
        }
        if self.is_word("merge") && matches!(self.peek_second(), Token::Name(_)) {
            self.advance();
            let from = self.name("the node that goes")?;
            if !self.take_word("into") {
                let message = format!("expected `into`, found {}", self.found());
                return self.error(self.span(), message, "write `merge b into a`: b goes, a keeps its edges");
            }
            return Ok(Right::Merge(from, self.name("the node that stays")?));
        }
        if matches!(self.peek_second(), Token::Name(n) if n == "is") {
            let node = self.name("the name of a node")?;
            self.advance();
            return Ok(Right::Become(node, self.name("a kind")?));
        }
        self.path().map(Right::Path)
    }

    pub(super) fn path(&mut self) -> Parsed<Path> {
        let first = self.node()?;
        let mut rest = Vec::new();
        while let Some(link) = self.link()? {
            rest.push((link, self.node()?));
        }
        Ok(Path { first, rest })
    }

    /// `--`, `->`, `<-`, `-Kind-`, `-e:Kind->`, `<-Kind-`, `-*2..5-`, `~~`, `~12~`
    fn link(&mut self) -> Parsed<Option<Link>> {
        let start = self.span();
        let plain = |towards, span| Link {
            span,
            name: None,
            kinds: EdgeKinds::Any,
            towards,
            values: Vec::new(),
            near: None,
            way: None,
        };
        if self.take("--").is_some() {
            return Ok(Some(plain(Towards::Both, start)));
        }
        if self.take("->").is_some() {
            return Ok(Some(plain(Towards::Right, start)));
        }
        if self.take("~").is_some() {
            let near = Some(self.reach()?);
            self.expect("~", LINKS)?;
            return Ok(Some(Link { near, ..plain(Towards::Both, start.to(self.last_span())) }));
        }
        if self.is_sign("<-") {
            // `a <- b` or `a <-Lock- b`: whatever can be read.
            self.advance();
            let mark = self.mark();
            if let Ok(link) = self.described_link(start, true) {
                return Ok(Some(link));
            }
            self.back_to(mark);
            return Ok(Some(plain(Towards::Left, start)));
        }
        if self.take("-").is_some() {
            return self.described_link(start, false).map(Some);
        }
        Ok(None)
    }

    /// The steps of `~12~`.
    fn reach(&mut self) -> Parsed<i64> {
        if !matches!(self.peek(), Token::Int(_)) {
            return Ok(USUAL_REACH);
        }
        let (reach, span) = self.int("how many steps")?;
        if !(1..=1000).contains(&reach) {
            return self.error(span, format!("a reach of {reach} steps is out of range"), "use 1 to 1000");
        }
        Ok(reach)
    }

    /// What stands between the dashes, and the second dash.
    pub(super) fn described_link(&mut self, start: Span, left: bool) -> Parsed<Link> {
        let mut name = None;
        if self.at_name() && *self.peek_second() == Token::Sign(":") {
            name = Some(self.name("the name of an edge")?);
            self.advance();
        }
        let kinds = if self.is_sign("!") || self.is_sign("!=") {
            let mut without = Vec::new();
            while self.is_sign("!") || self.is_sign("!=") {
                without.push(self.taken_away("an edge kind")?);
            }
            EdgeKinds::Without(without)
        } else if self.is_sign("=") && !matches!(self.peek_second(), Token::Name(_)) {
            self.advance();
            EdgeKinds::Plain
        } else if self.at_name() || self.is_sign("=") {
            let mut list = vec![self.kind_name("an edge kind")?];
            while self.take("|").is_some() {
                list.push(self.kind_name("an edge kind")?);
            }
            EdgeKinds::Of(list)
        } else if name.is_some() || self.is_sign("*") || self.is_sign("{") {
            EdgeKinds::Any
        } else {
            EdgeKinds::Of(vec![self.kind_name("an edge kind")?])
        };
        let values = self.values()?;
        let way = if self.is_sign("*") { Some(self.way()?) } else { None };
        let towards = if self.take("->").is_some() {
            Towards::Right
        } else {
            self.expect("-", LINKS)?;
            if left { Towards::Left } else { Towards::Both }
        };
        Ok(Link { span: start.to(self.last_span()), name, kinds, towards, values, near: None, way })
    }

    /// `*`, `*5` or `*2..5`: how many edges a way has.
    fn way(&mut self) -> Parsed<(i64, Option<i64>, Span)> {
        let start = self.span();
        self.advance();
        if !matches!(self.peek(), Token::Int(_)) {
            return Ok((1, None, start));
        }
        let first = self.int("how many edges")?.0;
        let (low, high) = if self.take("..").is_some() {
            (first, self.int("how many edges at most")?.0)
        } else {
            (1, first)
        };
        let span = start.to(self.last_span());
        if low < 1 || high < low || high > 10_000 {
            let hint = "write `-*-`, `-*5-` for at most 5 edges or `-*2..5-`";
            return self.error(span, format!("a way of {low} to {high} edges cannot be"), hint);
        }
        Ok((low, Some(high), span))
    }

    /// `!Room`, or `!=Room` for exactly that kind.
    fn taken_away(&mut self, what: &str) -> Parsed<KindName> {
        let exact = self.is_sign("!=");
        self.advance();
        Ok(KindName { exact, ..self.kind_name(what)? })
    }

    /// `Room`, or `=Room` for exactly that kind.
    fn kind_name(&mut self, what: &str) -> Parsed<KindName> {
        let exact = self.take("=").is_some();
        Ok(KindName { name: self.name(what)?, exact })
    }

    pub(super) fn node(&mut self) -> Parsed<Node> {
        let start = self.span();
        let first = self.kind_name("a node")?;
        let (name, mut kinds) = if !first.exact && self.take(":").is_some() {
            (Some(first.name), vec![self.kind_name("a kind")?])
        } else {
            (None, vec![first])
        };
        while self.take("|").is_some() {
            kinds.push(self.kind_name("a kind")?);
        }
        let mut node = Node {
            span: start,
            name,
            kinds,
            without: Vec::new(),
            marks: None,
            values: Vec::new(),
            times: None,
        };
        // Kinds taken away, mark, attributes, count: in this order, and each once.
        let (mut stage, mut mixed) = (0, None);
        loop {
            let span = self.span();
            let now = match *self.peek() {
                Token::Sign("!" | "!=") => {
                    node.without.push(self.taken_away("a kind")?);
                    0
                }
                Token::Sign("[") if node.marks.is_none() => {
                    node.marks = Some(self.marks()?);
                    1
                }
                Token::Sign("{") if node.values.is_empty() => {
                    node.values = self.values()?;
                    2
                }
                Token::Sign("*") if node.times.is_none() => {
                    self.advance();
                    node.times = Some(self.int("how many")?);
                    3
                }
                _ => break,
            };
            if now < stage {
                mixed.get_or_insert(span.to(self.last_span()));
            }
            stage = stage.max(now);
        }
        node.span = start.to(self.last_span());
        if let Some(span) = mixed {
            let hint = format!("write `{}`", format::node(&node));
            let message = "a node reads: kinds, kinds taken away, mark, attributes, count";
            self.errors.push(Diagnostic::new(span, message, hint));
        }
        Ok(node)
    }

    fn marks(&mut self) -> Parsed<Marks> {
        let start = self.span();
        self.advance();
        let negated = self.take("!").is_some();
        let list = self.names("a mark, or `none`")?;
        let becomes = if self.take(">").is_some() { Some(self.name("a mark, or `none`")?) } else { None };
        self.expect("]", "marks stand in brackets: [empty], [empty|enemy], [!boss], [empty>enemy]")?;
        Ok(Marks { span: start.to(self.last_span()), list, negated, becomes })
    }

    fn values(&mut self) -> Parsed<Vec<Value>> {
        let mut values = Vec::new();
        if self.take("{").is_some() {
            loop {
                let name = self.name("an attribute")?;
                let op = self.comparison()?;
                values.push(Value { name, op, value: self.sum()? });
                if self.take(",").is_none() {
                    break;
                }
            }
            self.expect("}", "attributes stand in braces: {depth < 3} or {depth = 1}")?;
        }
        Ok(values)
    }
}
