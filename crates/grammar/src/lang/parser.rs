//! Tokens to a syntax tree: the parser's basics. After a mistake the parser goes on at the next
//! statement, so that a file with several mistakes gets several messages.

use super::ast::{Expr, File, Item, Name};
use super::diagnostic::{Diagnostic, Span};
use super::lexer::{Token, lex};

/// Words that begin a statement; none of them can be a name.
pub(crate) const STATEMENTS: [&str; 19] = [
    "title",
    "import",
    "node",
    "edge",
    "mark",
    "attr",
    "param",
    "preset",
    "means",
    "shape",
    "template",
    "space",
    "start",
    "rule",
    "block",
    "run",
    "require",
    "on_dead_end",
    "limit",
];

/// Words with a meaning inside of statements; none of them can be a name either.
pub(crate) const WORDS: [&str; 16] = [
    "is", "on", "in", "not", "where", "cut", "delete", "if", "else", "mix", "any", "first", "try", "all",
    "and", "or",
];

/// Deeper nesting than this is a mistake, and would use up the stack.
const DEEPEST: usize = 64;

/// More messages than this are not reported.
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
    parse_at(source, 0, &[])
}

/// Other names for some things: what each is called in its file, and here.
pub(crate) type Renaming = Vec<(String, String)>;

/// Reads a file that begins at a place of a longer text; names go through the renamings in order.
pub(crate) fn parse_at(source: &str, offset: usize, renamings: &[Renaming]) -> (File, Vec<Diagnostic>) {
    let mut lexed = lex(source);
    if offset > 0 {
        let tokens = lexed.tokens.iter_mut().map(|(_, span)| span);
        let errors = lexed.errors.iter_mut().map(|error| &mut error.span);
        tokens.chain(&mut lexed.comments).chain(errors).for_each(|span| {
            *span = Span::new(span.start + offset, span.end + offset);
        });
    }
    for (token, _) in &mut lexed.tokens {
        let Token::Name(name) = token else { continue };
        for renaming in renamings {
            if let Some((_, new)) = renaming.iter().find(|(old, _)| old == name) {
                name.clone_from(new);
            }
        }
    }
    let mut parser = Parser { tokens: lexed.tokens, at: 0, errors: lexed.errors, depth: 0 };
    let mut items = Vec::new();
    while !parser.at_end() && parser.errors.len() < MOST_ERRORS {
        if parser.take(";").is_some() {
            continue;
        }
        let start = parser.span();
        match parser.item() {
            Ok(kind) => items.push(Item { span: start.to(parser.last_span()), imported: offset > 0, kind }),
            Err(Broken) => parser.skip_statement(start),
        }
    }
    (File { items, comments: lexed.comments }, parser.errors)
}

/// Reads an expression that stands alone.
pub(crate) fn parse_expr(source: &str) -> Result<Expr, Vec<Diagnostic>> {
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

    /// A place to come back to if what follows reads better in another way.
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.at, self.errors.len())
    }

    pub(super) fn back_to(&mut self, (at, errors): (usize, usize)) {
        self.at = at;
        self.errors.truncate(errors);
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

    /// Takes a sign if it is next.
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

    /// The next token, for messages.
    pub(super) fn found(&self) -> String {
        match self.peek() {
            Token::Name(n) => format!("`{n}`"),
            Token::Int(n) => format!("`{n}`"),
            Token::Text(_) => "a text".to_owned(),
            Token::Sign(s) => format!("`{s}`"),
            Token::End => "the end of the file".to_owned(),
        }
    }

    /// Is a name that is no keyword next?
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

    /// Parses a part that may contain itself, down to a depth limit.
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

    /// An expression alone, up to the end of the text.
    pub(super) fn lone_expr(&mut self) -> Parsed<Expr> {
        let expr = self.sum()?;
        if !self.at_end() {
            let message = format!("expected the end of the formula, found {}", self.found());
            return self.error(self.span(), message, "formulas are whole numbers, i, + - * /, min and max");
        }
        Ok(expr)
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
