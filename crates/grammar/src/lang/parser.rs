//! Tokens to a syntax tree. After a mistake the parser goes on at the next statement, so that a
//! file with several mistakes gets several messages.

use super::ast::{File, Item, ItemKind, Name, Requirement, RequirementKind, Step, StepKind, Subject};
use super::diagnostic::{Diagnostic, Span, nearest};
use super::lexer::{Token, lex};

/// Words that begin a statement; none of them can be a name.
pub(crate) const STATEMENTS: [&str; 16] = [
    "title",
    "node",
    "edge",
    "mark",
    "attr",
    "param",
    "preset",
    "means",
    "shape",
    "space",
    "start",
    "rule",
    "run",
    "require",
    "on_dead_end",
    "limit",
];

/// Words with a meaning inside of statements; none of them can be a name either.
pub(crate) const WORDS: [&str; 15] = [
    "is", "on", "in", "not", "where", "cut", "delete", "else", "mix", "any", "first", "try", "all", "and",
    "or",
];

/// Deeper nesting than this is a mistake, and would use up the stack.
const DEEPEST: usize = 64;

/// Too many messages help nobody.
const MOST_ERRORS: usize = 50;

/// A statement that could not be read; what is wrong has been noted.
pub(super) struct Broken;

pub(super) type Parsed<T> = Result<T, Broken>;

pub(super) struct Parser {
    tokens: Vec<(Token, Span)>,
    at: usize,
    pub(super) errors: Vec<Diagnostic>,
    depth: usize,
}

/// Reads a whole file; the tree holds what could be read.
pub(crate) fn parse(source: &str) -> (File, Vec<Diagnostic>) {
    let lexed = lex(source);
    let mut parser = Parser { tokens: lexed.tokens, at: 0, errors: lexed.errors, depth: 0 };
    let mut items = Vec::new();
    while !parser.at_end() && parser.errors.len() < MOST_ERRORS {
        if parser.take(";").is_some() {
            continue;
        }
        let start = parser.span();
        match parser.item() {
            Ok(kind) => items.push(Item { span: start.to(parser.last_span()), kind }),
            Err(Broken) => parser.skip_statement(start),
        }
    }
    (File { items, comments: lexed.comments }, parser.errors)
}

/// Reads an expression that stands alone.
pub(crate) fn parse_expr(source: &str) -> Result<super::ast::Expr, Vec<Diagnostic>> {
    let lexed = lex(source);
    let mut parser = Parser { tokens: lexed.tokens, at: 0, errors: lexed.errors, depth: 0 };
    match parser.lone_expr() {
        Ok(expr) if parser.errors.is_empty() => Ok(expr),
        _ => Err(parser.errors),
    }
}

impl Parser {
    pub(super) fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    pub(super) fn peek_second(&self) -> &Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].0
    }

    pub(super) fn span(&self) -> Span {
        self.tokens[self.at].1
    }

    pub(super) fn last_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].1
    }

    pub(super) fn at_end(&self) -> bool {
        *self.peek() == Token::End
    }

    pub(super) fn advance(&mut self) {
        if !self.at_end() {
            self.at += 1;
        }
    }

    pub(super) fn error<T>(
        &mut self,
        span: Span,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) -> Parsed<T> {
        self.errors.push(Diagnostic::new(span, message, hint));
        Err(Broken)
    }

    pub(super) fn is_sign(&self, sign: &str) -> bool {
        matches!(self.peek(), Token::Sign(s) if *s == sign)
    }

    /// Takes a sign where it stands next.
    pub(super) fn take(&mut self, sign: &str) -> Option<Span> {
        let span = self.span();
        self.is_sign(sign).then(|| {
            self.advance();
            span
        })
    }

    pub(super) fn expect(&mut self, sign: &str, hint: &str) -> Parsed<Span> {
        match self.take(sign) {
            Some(span) => Ok(span),
            None => {
                let message = format!("expected `{sign}`, found {}", self.found());
                self.error(self.span(), message, hint)
            }
        }
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Token::Name(n) if n == word)
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// What stands next, for messages.
    pub(super) fn found(&self) -> String {
        match self.peek() {
            Token::Name(n) => format!("`{n}`"),
            Token::Int(n) => format!("`{n}`"),
            Token::Text(_) => "a text".to_owned(),
            Token::Sign(s) => format!("`{s}`"),
            Token::End => "the end of the file".to_owned(),
        }
    }

    /// Does a name that is no keyword stand next?
    pub(super) fn at_name(&self) -> bool {
        matches!(self.peek(), Token::Name(n) if !STATEMENTS.contains(&n.as_str()) && !WORDS.contains(&n.as_str()))
    }

    pub(super) fn name(&mut self, what: &str) -> Parsed<Name> {
        let span = self.span();
        if let Token::Name(text) = self.peek() {
            let text = text.clone();
            if STATEMENTS.contains(&text.as_str()) || WORDS.contains(&text.as_str()) {
                let message = format!("expected {what}, found the keyword `{text}`");
                return self.error(span, message, format!("`{text}` cannot be a name; choose another"));
            }
            self.advance();
            return Ok(Name { text, span });
        }
        let message = format!("expected {what}, found {}", self.found());
        let hint = if *self.peek() == Token::Sign("{") && what == "a node" {
            "graphs stand without braces: `a:Room -- b:Room`"
        } else {
            "names begin with a letter"
        };
        self.error(span, message, hint)
    }

    pub(super) fn names(&mut self, what: &str) -> Parsed<Vec<Name>> {
        let mut names = vec![self.name(what)?];
        while self.take(",").is_some() || self.take("|").is_some() {
            names.push(self.name(what)?);
        }
        Ok(names)
    }

    /// A whole number, perhaps with a minus.
    pub(super) fn int(&mut self, what: &str) -> Parsed<(i64, Span)> {
        let span = self.span();
        let negative = self.take("-").is_some();
        if let Token::Int(n) = *self.peek() {
            let span = span.to(self.span());
            self.advance();
            return Ok((if negative { -n } else { n }, span));
        }
        let message = format!("expected {what}, found {}", self.found());
        self.error(self.span(), message, "write a whole number")
    }

    /// Runs a part that may hold itself, down to a limit.
    pub(super) fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return self.error(
                self.span(),
                "this is nested too deeply",
                format!("use at most {DEEPEST} levels"),
            );
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// After a mistake: on to the next word that begins a statement.
    fn skip_statement(&mut self, start: Span) {
        if self.span() == start {
            self.advance();
        }
        while !self.at_end() {
            if matches!(self.peek(), Token::Name(n) if STATEMENTS.contains(&n.as_str())) {
                return;
            }
            self.advance();
        }
    }

    fn item(&mut self) -> Parsed<ItemKind> {
        let span = self.span();
        let Token::Name(word) = self.peek().clone() else {
            let message = format!("expected a statement, found {}", self.found());
            return self.error(span, message, format!("statements begin with {}", list(&STATEMENTS)));
        };
        self.advance();
        match word.as_str() {
            "title" => match self.peek().clone() {
                Token::Text(text) => {
                    self.advance();
                    Ok(ItemKind::Title(text))
                }
                _ => {
                    let message = format!("expected a text in quotes, found {}", self.found());
                    self.error(self.span(), message, "write title \"The name of the grammar\"")
                }
            },
            "node" => self.kinds().map(|(names, parent)| ItemKind::Node { names, parent }),
            "edge" => self.kinds().map(|(names, parent)| ItemKind::Edge { names, parent }),
            "mark" => {
                let names = self.names("the name of a mark")?;
                Ok(ItemKind::Mark { names, on: self.on()? })
            }
            "attr" => {
                let name = self.name("the name of an attribute")?;
                let default =
                    if self.take("=").is_some() { self.int("the attribute's first value")?.0 } else { 0 };
                Ok(ItemKind::Attr { name, default, on: self.on()? })
            }
            "param" => self.param(),
            "preset" => self.preset(),
            "means" => self.means(),
            "shape" => self.shape(),
            "space" => {
                let name = self.name("`planar` or `stairs`")?;
                match name.text.as_str() {
                    "planar" => Ok(ItemKind::Space { stairs: false }),
                    "stairs" => Ok(ItemKind::Space { stairs: true }),
                    _ => self.error(
                        name.span,
                        format!("there is no space `{}`", name.text),
                        "write `planar` or `stairs`",
                    ),
                }
            }
            "start" => {
                let mut paths = vec![self.path()?];
                while self.take(",").is_some() {
                    paths.push(self.path()?);
                }
                Ok(ItemKind::Start(paths))
            }
            "rule" => self.rule().map(ItemKind::Rule),
            "run" => self.block().map(ItemKind::Run),
            "require" => {
                let mut list = vec![self.requirement()?];
                while self.take(",").is_some() {
                    list.push(self.requirement()?);
                }
                Ok(ItemKind::Require(list))
            }
            "on_dead_end" => self.on_dead_end(),
            "limit" => self.int("the most rewrites allowed").map(|(n, span)| ItemKind::Limit(n, span)),
            _ => {
                let hint = match nearest(&word, STATEMENTS.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("statements begin with {}", list(&STATEMENTS)),
                };
                self.error(span, format!("`{word}` does not begin a statement"), hint)
            }
        }
    }

    fn kinds(&mut self) -> Parsed<(Vec<Name>, Option<Name>)> {
        let names = self.names("the name of a kind")?;
        let parent = if self.take_word("is") { Some(self.name("the kind it is a sort of")?) } else { None };
        Ok((names, parent))
    }

    fn on(&mut self) -> Parsed<Vec<Name>> {
        if self.take_word("on") {
            return self.names("a kind");
        }
        let message = format!("expected `on` and a kind, found {}", self.found());
        self.error(self.span(), message, "say which kinds can have it: `mark enemy on Room`")
    }

    fn param(&mut self) -> Parsed<ItemKind> {
        let name = self.name("the name of a parameter")?;
        self.expect("=", "a parameter needs a default: `param rooms = 50 in 3..1000`")?;
        let default = self.int("the default")?.0;
        let range = if self.take_word("in") { Some(self.range()?) } else { None };
        Ok(ItemKind::Param { name, default, range })
    }

    fn range(&mut self) -> Parsed<(i64, i64)> {
        let (low, start) = self.int("the lower end of the range")?;
        if self.take("..").is_none() {
            return Ok((low, low));
        }
        let (high, end) = self.int("the upper end of the range")?;
        if high < low {
            return self.error(
                start.to(end),
                format!("the range {low}..{high} is empty"),
                format!("write {high}..{low}"),
            );
        }
        Ok((low, high))
    }

    fn preset(&mut self) -> Parsed<ItemKind> {
        let name = self.name("the name of a preset")?;
        let mut values = Vec::new();
        while self.at_name() {
            let param = self.name("a parameter")?;
            self.expect("=", "a preset sets parameters: `preset small rooms=20 cells=4`")?;
            values.push((param, self.int("a value")?.0));
            self.take(",");
        }
        Ok(ItemKind::Preset { name, values })
    }

    fn means(&mut self) -> Parsed<ItemKind> {
        let hint = "write `means Exit = exit` for a kind or `means [boss] = boss, enemies` for a mark";
        let subject = if self.take("[").is_some() {
            let mark = self.name("a mark")?;
            self.expect("]", hint)?;
            Subject::Mark(mark)
        } else {
            Subject::Kind(self.name("a kind, or a mark in [ ]")?)
        };
        self.expect("=", hint)?;
        let mut words = vec![self.word()?];
        while self.take(",").is_some() {
            words.push(self.word()?);
        }
        Ok(ItemKind::Means { subject, words })
    }

    /// Any word, keywords included: `means Initial = start`.
    fn word(&mut self) -> Parsed<Name> {
        match self.peek().clone() {
            Token::Name(text) => {
                let span = self.span();
                self.advance();
                Ok(Name { text, span })
            }
            _ => self.name("a word"),
        }
    }

    fn shape(&mut self) -> Parsed<ItemKind> {
        let kinds = self.names("a kind")?;
        let mut passage = false;
        let (mut width, mut height) = ((1, 3), (1, 1));
        if self.is_word("passage") {
            self.advance();
            passage = true;
        }
        if !passage || matches!(self.peek(), Token::Int(_)) {
            width = self.range()?;
            // `4..7x3..5` reads as the name x3, so the cross must stand alone or be left out.
            let cross = self.span();
            if !self.take_word("x") && self.take("*").is_none() {
                let message = format!("expected `x` and a height, found {}", self.found());
                return self.error(
                    cross,
                    message,
                    "write `shape Room 4..7 x 3..5`, with spaces around the x",
                );
            }
            height = self.range()?;
        }
        Ok(ItemKind::Shape { kinds, width, height, passage })
    }

    fn on_dead_end(&mut self) -> Parsed<ItemKind> {
        let (mut backtrack, mut reseed) = (None, None);
        loop {
            let word = self.name("`backtrack`, `reseed` or `fail`")?;
            let number = matches!(self.peek(), Token::Int(_) | Token::Sign("-"));
            match word.text.as_str() {
                "backtrack" => backtrack = Some(self.int("how many rewrites to undo at most")?),
                "reseed" if number => reseed = Some(self.int("how many attempts")?),
                "reseed" => reseed = Some((64, word.span)),
                "fail" => reseed = Some((1, word.span)),
                _ => {
                    let hint = "write `on_dead_end backtrack 32 then reseed 64`";
                    return self.error(
                        word.span,
                        format!("`{}` is no answer to a dead end", word.text),
                        hint,
                    );
                }
            }
            if !self.take_word("then") {
                return Ok(ItemKind::OnDeadEnd { backtrack, reseed });
            }
        }
    }

    /// An expression alone, up to the end of the text.
    pub(super) fn lone_expr(&mut self) -> Parsed<super::ast::Expr> {
        let expr = self.sum()?;
        if !self.at_end() {
            let message = format!("expected the end of the formula, found {}", self.found());
            return self.error(self.span(), message, "formulas are whole numbers, i, + - * /, min and max");
        }
        Ok(expr)
    }

    /// `{ step step … }`, with commas or semicolons between the steps where one likes.
    pub(super) fn block(&mut self) -> Parsed<Vec<Step>> {
        self.nested(|p| {
            let open = p.expect("{", "a program stands in braces: `run { entry; room * 5 }`")?;
            let mut steps = Vec::new();
            loop {
                while p.take(";").is_some() || p.take(",").is_some() {}
                if p.take("}").is_some() {
                    return Ok(steps);
                }
                if p.at_end() {
                    return p.error(open, "this brace is never closed", "add `}`");
                }
                steps.push(p.step()?);
            }
        })
    }

    fn step(&mut self) -> Parsed<Step> {
        self.nested(|p| {
            let start = p.span();
            let mut step = p.plain_step()?;
            if p.take("*").is_some() {
                let kind = if p.take_word("all") {
                    StepKind::All(Box::new(step))
                } else {
                    let low = p.primary()?;
                    let high = if p.take("..").is_some() { Some(p.primary()?) } else { None };
                    StepKind::Repeat(Box::new(step), low, high)
                };
                step = Step { span: start.to(p.last_span()), kind };
            }
            if p.take_word("else") {
                let other = p.step()?;
                step = Step {
                    span: start.to(p.last_span()),
                    kind: StepKind::Else(Box::new(step), Box::new(other)),
                };
            }
            Ok(step)
        })
    }

    fn plain_step(&mut self) -> Parsed<Step> {
        let start = self.span();
        let kind = if self.is_sign("{") {
            StepKind::Block(self.block()?)
        } else if self.take_word("mix") {
            StepKind::Mix(self.block()?)
        } else if self.take_word("any") {
            StepKind::Any(self.block()?)
        } else if self.take_word("first") {
            StepKind::First(self.block()?)
        } else if self.take_word("try") {
            // Binds tighter than a count: `try x * 3` is up to three times.
            StepKind::Try(Box::new(self.nested(Self::plain_step)?))
        } else {
            StepKind::Rule(self.name("a rule, or one of mix, any, first, try")?)
        };
        Ok(Step { span: start.to(self.last_span()), kind })
    }

    fn requirement(&mut self) -> Parsed<Requirement> {
        let start = self.span();
        let call = *self.peek_second() == Token::Sign("(");
        let kind = if self.is_word("connected") {
            self.advance();
            RequirementKind::Connected
        } else if self.is_word("solvable") {
            self.advance();
            RequirementKind::Solvable
        } else if self.is_word("every") {
            self.advance();
            RequirementKind::Every(self.path()?)
        } else if self.is_word("path") && call {
            self.advance();
            self.advance();
            let from = self.node()?;
            self.expect(",", "write `path(Initial, Exit)`")?;
            let to = self.node()?;
            self.expect(")", "write `path(Initial, Exit)`")?;
            RequirementKind::Path(Box::new(from), Box::new(to))
        } else if self.is_word("degree") && call {
            self.advance();
            self.advance();
            let node = self.node()?;
            self.expect(")", "write `degree(Cell) = 1`")?;
            let op = self.comparison()?;
            RequirementKind::Degree(Box::new(node), op, self.sum()?)
        } else {
            RequirementKind::Holds(self.expr()?)
        };
        Ok(Requirement { span: start.to(self.last_span()), kind })
    }
}

/// "a, b or c"
pub(super) fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}
