//! The parser's part for statements: kinds, parameters, shapes and what is required.

use super::ast::{ItemKind, Literal, Name, Requirement, RequirementKind, Subject, Word};
use super::diagnostic::nearest;
use super::lexer::Token;
use super::parser::{Parsed, Parser, STATEMENTS, list};

use mapkiln_maps::plan::RoomShape;

/// Shapes of rooms by their names in a grammar.
pub(crate) const FORMS: [(&str, RoomShape); 5] = [
    ("round", RoomShape::Circle),
    ("octagon", RoomShape::Octagon),
    ("cross", RoomShape::Cross),
    ("ell", RoomShape::L),
    ("cave", RoomShape::Cave),
];

impl Parser {
    pub(super) fn item(&mut self) -> Parsed<ItemKind> {
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
            "import" => self.import(),
            "node" => self.kinds().map(|(names, parent)| ItemKind::Node { names, parent }),
            "edge" => self.kinds().map(|(names, parent)| ItemKind::Edge { names, parent }),
            "mark" => {
                let names = self.names("the name of a mark")?;
                Ok(ItemKind::Mark { names, on: self.on()? })
            }
            "attr" => {
                let name = self.name("the name of an attribute")?;
                let default = if self.take("=").is_none() {
                    Literal::Int(0)
                } else if let Token::Text(text) = self.peek().clone() {
                    self.advance();
                    Literal::Text(text)
                } else {
                    Literal::Int(self.int("the attribute's first value, a number or a text")?.0)
                };
                Ok(ItemKind::Attr { name, default, on: self.on()? })
            }
            "param" => self.param(),
            "preset" => self.preset(),
            "means" => self.means(),
            "shape" => self.shape(),
            "template" => self.template(),
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
            "block" => {
                let name = self.name("the name of a block")?;
                Ok(ItemKind::Block(name, self.block()?))
            }
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

    /// `import "cycles" with Room = Cave, Lock = Gate`
    fn import(&mut self) -> Parsed<ItemKind> {
        let span = self.span();
        let Token::Text(text) = self.peek().clone() else {
            let message = format!("expected the name of a file in quotes, found {}", self.found());
            return self.error(span, message, "write `import \"cycles\"` or `import \"my.grammar\"`");
        };
        self.advance();
        let mut renamed = Vec::new();
        if self.take_word("with") {
            loop {
                let old = self.name("a name of the imported file")?;
                self.expect("=", "write `with Room = Cave`: its name there, its name here")?;
                renamed.push((old, self.name("the name to have here")?));
                if self.take(",").is_none() {
                    break;
                }
            }
        }
        Ok(ItemKind::Import { file: Name { text, span }, renamed })
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

    /// Any word, keywords included: `means Initial = start`; one's own in quotes.
    fn word(&mut self) -> Parsed<Word> {
        let (text, own) = match self.peek().clone() {
            Token::Name(text) => (text, false),
            Token::Text(text) => (text, true),
            _ => return Ok(Word { name: self.name("a word")?, own: false }),
        };
        let span = self.span();
        self.advance();
        Ok(Word { name: Name { text, span }, own })
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
        let is_form = matches!(self.peek(), Token::Name(word) if FORMS.iter().any(|(name, _)| name == word));
        let form = if is_form && !passage { Some(self.word()?.name) } else { None };
        Ok(ItemKind::Shape { kinds, width, height, passage, form })
    }

    /// `template Vault "#####" "#...+" "#####"`
    fn template(&mut self) -> Parsed<ItemKind> {
        let kinds = self.names("a kind")?;
        let mut rows = Vec::new();
        while let Token::Text(row) = self.peek().clone() {
            self.advance();
            rows.push(row);
        }
        if rows.is_empty() {
            let message = format!("expected the rows of a template, found {}", self.found());
            return self.error(
                self.span(),
                message,
                "write each row in quotes: `\"#####\" \"#...+\" \"#####\"`",
            );
        }
        Ok(ItemKind::Template { kinds, rows })
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
