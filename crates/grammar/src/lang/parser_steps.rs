//! The parser's part for programs.

use super::ast::{Step, StepKind};
use super::parser::{Parsed, Parser};

impl Parser {
    /// `{ step step … }`, with optional commas or semicolons between the steps.
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

    /// `if condition { … } else { … }`, after the `if`.
    fn condition(&mut self) -> Parsed<StepKind> {
        let condition = self.expr()?;
        let then = self.block()?;
        if !self.take_word("else") {
            return Ok(StepKind::If(condition, then, None));
        }
        let start = self.span();
        let kind =
            if self.take_word("if") { self.nested(Self::condition)? } else { StepKind::Block(self.block()?) };
        let other = Step { span: start.to(self.last_span()), kind };
        Ok(StepKind::If(condition, then, Some(Box::new(other))))
    }

    fn plain_step(&mut self) -> Parsed<Step> {
        let start = self.span();
        let kind = if self.is_sign("{") {
            StepKind::Block(self.block()?)
        } else if self.take_word("if") {
            self.condition()?
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
            StepKind::Rule(self.name("a rule, a block, or one of if, mix, any, first, try")?)
        };
        Ok(Step { span: start.to(self.last_span()), kind })
    }
}
