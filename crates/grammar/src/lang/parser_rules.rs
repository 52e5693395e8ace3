//! The parser's part for rules: paths, nodes, links and expressions.

use super::ast::{Arith, Cmp, Expr, ExprKind, Left, Link, Marks, Node, Path, Right, Rule, Towards, Value};
use super::lexer::Token;
use super::parser::{Parsed, Parser};

/// How far `~~` walks along a face if no number is given.
const USUAL_REACH: i64 = 16;

/// The longest chain of operators without parentheses.
const LONGEST_CHAIN: usize = 200;

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

    /// `--`, `->`, `<-`, `-Kind-`, `-Kind->`, `<-Kind-`, `~~`, `~12~`
    fn link(&mut self) -> Parsed<Option<Link>> {
        let start = self.span();
        let hint = "links are written --, ->, <-, -Kind-, -Kind->, <-Kind- or ~12~";
        let (mut kind, mut values, mut near) = (None, Vec::new(), None);
        let towards;
        if self.take("--").is_some() {
            towards = Towards::Both;
        } else if self.take("->").is_some() {
            towards = Towards::Right;
        } else if self.take("~").is_some() {
            towards = Towards::Both;
            near = Some(USUAL_REACH);
            if matches!(self.peek(), Token::Int(_)) {
                let (reach, span) = self.int("how many steps")?;
                if !(1..=1000).contains(&reach) {
                    return self.error(
                        span,
                        format!("a reach of {reach} steps is out of range"),
                        "use 1 to 1000",
                    );
                }
                near = Some(reach);
            }
            self.expect("~", hint)?;
        } else if self.is_sign("<-") || self.is_sign("-") {
            let left = self.is_sign("<-");
            self.advance();
            if left && !self.at_name() {
                towards = Towards::Left;
            } else {
                kind = Some(self.name("an edge kind")?);
                values = self.values()?;
                towards = if self.take("->").is_some() {
                    Towards::Right
                } else {
                    self.expect("-", hint)?;
                    if left { Towards::Left } else { Towards::Both }
                };
            }
        } else {
            return Ok(None);
        }
        Ok(Some(Link { span: start.to(self.last_span()), kind, towards, values, near }))
    }

    pub(super) fn node(&mut self) -> Parsed<Node> {
        let start = self.span();
        let word = self.name("a node")?;
        let (name, mut kinds) = if self.take(":").is_some() {
            (Some(word), vec![self.name("a kind")?])
        } else {
            (None, vec![word])
        };
        while self.take("|").is_some() {
            kinds.push(self.name("a kind")?);
        }
        let mut without = Vec::new();
        while self.take("!").is_some() {
            without.push(self.name("a kind")?);
        }
        let marks = if self.is_sign("[") { Some(self.marks()?) } else { None };
        let values = self.values()?;
        let times = if self.take("*").is_some() { Some(self.int("how many")?) } else { None };
        Ok(Node { span: start.to(self.last_span()), name, kinds, without, marks, values, times })
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

    pub(super) fn comparison(&mut self) -> Parsed<Cmp> {
        match self.take_comparison() {
            Some(op) => Ok(op),
            None => {
                let message = format!("expected a comparison, found {}", self.found());
                self.error(self.span(), message, "use one of < <= > >= = !=")
            }
        }
    }

    fn take_comparison(&mut self) -> Option<Cmp> {
        let Token::Sign(sign) = *self.peek() else { return None };
        let op = match sign {
            "<" => Cmp::Less,
            "<=" => Cmp::LessEq,
            ">" => Cmp::Greater,
            ">=" => Cmp::GreaterEq,
            "=" | "==" => Cmp::Eq,
            "!=" => Cmp::NotEq,
            _ => return None,
        };
        self.advance();
        Some(op)
    }

    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        self.nested(|p| {
            let mut left = p.conjunction()?;
            let mut parts = 1;
            while p.take_word("or") || p.take("||").is_some() {
                p.one_more(&mut parts)?;
                let right = p.conjunction()?;
                left = join(left, right, ExprKind::Or);
            }
            Ok(left)
        })
    }

    /// A chain of operators becomes a tree as deep as it is long, so it may not be endless.
    fn one_more(&mut self, parts: &mut usize) -> Parsed<()> {
        *parts += 1;
        if *parts > LONGEST_CHAIN {
            let hint = format!("use at most {LONGEST_CHAIN} operators in a row");
            return self.error(self.span(), "this expression is too long", hint);
        }
        Ok(())
    }

    fn conjunction(&mut self) -> Parsed<Expr> {
        let mut left = self.relation()?;
        let mut parts = 1;
        while self.take_word("and") || self.take("&&").is_some() {
            self.one_more(&mut parts)?;
            let right = self.relation()?;
            left = join(left, right, ExprKind::And);
        }
        Ok(left)
    }

    fn relation(&mut self) -> Parsed<Expr> {
        let start = self.span();
        if self.take_word("not") || self.take("!").is_some() {
            let inner = self.nested(Self::relation)?;
            return Ok(Expr { span: start.to(inner.span), kind: ExprKind::Not(Box::new(inner)) });
        }
        let left = self.sum()?;
        let Some(op) = self.take_comparison() else { return Ok(left) };
        let right = self.sum()?;
        Ok(join(left, right, |a, b| ExprKind::Cmp(op, a, b)))
    }

    pub(super) fn sum(&mut self) -> Parsed<Expr> {
        let mut left = self.product()?;
        let mut parts = 1;
        loop {
            let op = if self.take("+").is_some() {
                Arith::Add
            } else if self.take("-").is_some() {
                Arith::Sub
            } else {
                return Ok(left);
            };
            self.one_more(&mut parts)?;
            let right = self.product()?;
            left = join(left, right, |a, b| ExprKind::Arith(op, a, b));
        }
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.primary()?;
        let mut parts = 1;
        loop {
            let op = if self.take("*").is_some() {
                Arith::Mul
            } else if self.take("/").is_some() {
                Arith::Div
            } else {
                return Ok(left);
            };
            self.one_more(&mut parts)?;
            let right = self.primary()?;
            left = join(left, right, |a, b| ExprKind::Arith(op, a, b));
        }
    }

    /// A number, a name, `a.b`, a call, or an expression in parentheses.
    pub(super) fn primary(&mut self) -> Parsed<Expr> {
        self.nested(|p| {
            let start = p.span();
            if p.take("-").is_some() {
                let inner = p.primary()?;
                return Ok(Expr { span: start.to(inner.span), kind: ExprKind::Neg(Box::new(inner)) });
            }
            if p.take("(").is_some() {
                let mut inner = p.expr()?;
                inner.span = start.to(p.expect(")", "close the parenthesis")?);
                return Ok(inner);
            }
            if let Token::Int(n) = *p.peek() {
                p.advance();
                return Ok(Expr { span: start, kind: ExprKind::Int(n) });
            }
            let name = p.name("a number, a parameter or an attribute")?;
            let kind = if p.take(".").is_some() {
                let field = p.name("an attribute")?;
                ExprKind::Field(name, field)
            } else if p.is_sign("(") {
                p.advance();
                if name.text == "count" {
                    let node = p.node()?;
                    p.expect(")", "write count(Room[empty])")?;
                    ExprKind::Count(Box::new(node))
                } else {
                    let mut arguments = vec![p.expr()?];
                    while p.take(",").is_some() {
                        arguments.push(p.expr()?);
                    }
                    p.expect(")", "close the parenthesis")?;
                    ExprKind::Call(name, arguments)
                }
            } else {
                ExprKind::Name(name)
            };
            Ok(Expr { span: start.to(p.last_span()), kind })
        })
    }
}

fn join(a: Expr, b: Expr, kind: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind) -> Expr {
    Expr { span: a.span.to(b.span), kind: kind(Box::new(a), Box::new(b)) }
}
