//! Text to tokens.

use super::diagnostic::{Diagnostic, Span};

/// What a token is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Name(String),
    Int(i64),
    Text(String),
    /// Punctuation, such as `--` or `=>`.
    Sign(&'static str),
    End,
}

/// Longest first, so that `=>` is not read as `=`.
const SIGNS: [&str; 31] = [
    "=>", "--", "->", "<-", "..", "<=", ">=", "==", "!=", "&&", "||", ":", ",", ";", "|", "!", "[", "]", "{",
    "}", "(", ")", "<", ">", "=", "+", "-", "*", "/", "~", ".",
];

/// The tokens with their places, and the comments.
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<(Token, Span)>,
    pub(crate) comments: Vec<Span>,
    pub(crate) errors: Vec<Diagnostic>,
}

/// Reads all tokens; what cannot be read is reported and left out.
pub(crate) fn lex(source: &str) -> Lexed {
    let mut lexed = Lexed { tokens: Vec::new(), comments: Vec::new(), errors: Vec::new() };
    let bytes = source.as_bytes();
    let mut at = 0;
    while let Some(c) = source[at..].chars().next() {
        let start = at;
        let run = |from: usize, keep: fn(char) -> bool| {
            from + source[from..].find(|c: char| !keep(c)).unwrap_or(source.len() - from)
        };
        if c.is_whitespace() || c == '\u{feff}' {
            at += c.len_utf8();
        } else if c == '#' {
            at = source[at..].find('\n').map_or(source.len(), |i| at + i);
            let end = at - usize::from(at > start && bytes[at - 1] == b'\r');
            lexed.comments.push(Span::new(start, end));
        } else if c.is_alphabetic() || c == '_' {
            at = run(at, |c| c.is_alphanumeric() || c == '_');
            lexed.tokens.push((Token::Name(source[start..at].to_owned()), Span::new(start, at)));
        } else if c.is_ascii_digit() {
            at = run(at, |c| c.is_ascii_digit() || c == '_');
            let span = Span::new(start, at);
            let number =
                source[start..at].replace('_', "").parse().ok().filter(|n| *n <= i64::from(i32::MAX));
            if number.is_none() {
                let hint = format!("write a number up to {}", i32::MAX);
                lexed.errors.push(Diagnostic::new(span, "this number is too large", hint));
            }
            lexed.tokens.push((Token::Int(number.unwrap_or(0)), span));
        } else if c == '"' {
            let end = source[at + 1..].find(['"', '\n']).map(|i| at + 1 + i);
            let closed = end.filter(|&e| bytes[e] == b'"');
            let stop = end.unwrap_or(source.len());
            at = closed.map_or(stop, |e| e + 1);
            let span = Span::new(start, at);
            if closed.is_none() {
                lexed.errors.push(Diagnostic::new(
                    span,
                    "this text has no end",
                    "close it with `\"` on the same line",
                ));
            }
            lexed.tokens.push((Token::Text(source[start + 1..stop].to_owned()), span));
        } else if let Some(sign) = SIGNS.iter().find(|s| source[at..].starts_with(**s)) {
            at += sign.len();
            lexed.tokens.push((Token::Sign(sign), Span::new(start, at)));
        } else {
            at += c.len_utf8();
            let message = format!("the character `{}` has no meaning here", c.escape_debug());
            lexed.errors.push(Diagnostic::new(Span::new(start, at), message, "comments begin with `#`"));
        }
    }
    lexed.tokens.push((Token::End, Span::new(source.len(), source.len())));
    lexed
}
