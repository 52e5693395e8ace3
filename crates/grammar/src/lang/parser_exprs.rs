//! The parser's part for expressions.

use super::ast::{Arith, Barrier, Cmp, Expr, ExprKind, Name};
use super::lexer::Token;
use super::parser::{Parsed, Parser};

/// The longest chain of operators without parentheses.
const LONGEST_CHAIN: usize = 200;

impl Parser {
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
            if let Token::Text(text) = p.peek().clone() {
                p.advance();
                return Ok(Expr { span: start, kind: ExprKind::Text(text) });
            }
            let name = p.name("a number, a parameter or an attribute")?;
            let kind = if p.take(".").is_some() {
                let field = p.name("an attribute")?;
                ExprKind::Field(name, field)
            } else if p.take("(").is_some() {
                p.call(name)?
            } else {
                ExprKind::Name(name)
            };
            Ok(Expr { span: start.to(p.last_span()), kind })
        })
    }
}

impl Parser {
    /// The arguments of a function, after its parenthesis.
    fn call(&mut self, name: Name) -> Parsed<ExprKind> {
        let kind = match name.text.as_str() {
            "count" if self.take("-").is_some() => {
                ExprKind::CountEdges(Box::new(self.described_link(self.last_span(), false)?))
            }
            "count" => ExprKind::Count(Box::new(self.node()?)),
            _ => {
                let mut arguments = vec![self.expr()?];
                while self.take(",").is_some() {
                    if name.text == "degree" && self.take("-").is_some() {
                        let link = Box::new(self.described_link(self.last_span(), false)?);
                        let node = self.node_argument(&arguments)?;
                        self.expect(")", "write degree(r, -Lock-)")?;
                        return Ok(ExprKind::DegreeOver(node, link));
                    }
                    arguments.push(self.expr()?);
                }
                let between = matches!(name.text.as_str(), "path" | "distance");
                if between && arguments.len() == 2 && (name.text == "path" || self.is_word("without")) {
                    let ends = [self.node_argument(&arguments[..1])?, self.node_argument(&arguments[1..])?];
                    let barriers = self.barriers()?;
                    self.expect(")", "write path(a, b without Guard, -Lock-)")?;
                    return Ok(ExprKind::Way(name, ends, barriers));
                }
                ExprKind::Call(name, arguments)
            }
        };
        self.expect(")", "close the parenthesis")?;
        Ok(kind)
    }

    /// The name of a node where an expression was read.
    fn node_argument(&mut self, arguments: &[Expr]) -> Parsed<Name> {
        match arguments {
            [Expr { kind: ExprKind::Name(name), .. }] => Ok(name.clone()),
            _ => {
                let span = arguments.first().map_or(self.span(), |a| a.span);
                self.error(span, "expected the name of a node", "name a node of the left side")
            }
        }
    }

    /// `without c, Guard[awake], -Lock-`
    fn barriers(&mut self) -> Parsed<Vec<Barrier>> {
        let mut list = Vec::new();
        if self.take_word("without") {
            loop {
                list.push(if self.take("-").is_some() {
                    Barrier::Edge(self.described_link(self.last_span(), false)?)
                } else {
                    Barrier::Node(self.node()?)
                });
                if self.take(",").is_none() {
                    break;
                }
            }
        }
        Ok(list)
    }
}

fn join(a: Expr, b: Expr, kind: impl FnOnce(Box<Expr>, Box<Expr>) -> ExprKind) -> Expr {
    Expr { span: a.span.to(b.span), kind: kind(Box::new(a), Box::new(b)) }
}
