//! `--score`: judges the boards of a file by every metric.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use mapkiln::board::rule_sets;
use mapkiln::maps::board::{BoardGame, Score};
use serde::Serialize;

use super::{BoardArgs, read_boards};
use crate::failure::Failure;

/// A board's scores, as JSON.
#[derive(Serialize)]
struct Judged<'a> {
    board: &'a str,
    scores: &'a [Score],
}

pub(super) fn run(game: BoardGame, path: &Path, args: &BoardArgs) -> Result<(), Failure> {
    let boards = read_boards(game, path)?;
    let json = match args.make.format.as_deref() {
        None | Some("text") => false,
        Some("json") => true,
        Some(other) => {
            return Err(Failure::usage(format!("there is no format {other:?} here; write text or json")));
        }
    };
    if !args.make.output.is_empty() {
        return Err(Failure::usage("--score writes to standard output; leave out -o".to_owned()));
    }
    let mut out = std::io::stdout().lock();
    for (i, board) in boards.iter().enumerate() {
        let name = board.name.clone().unwrap_or_else(|| format!("board {}", i + 1));
        let scores: Vec<Score> = rule_sets(board).iter().map(|rules| rules.score(board)).collect();
        if json {
            let line = serde_json::to_string(&Judged { board: &name, scores: &scores });
            writeln!(out, "{}", line.map_err(Failure::not_made)?)?;
        } else {
            writeln!(out, "{name}")?;
            for score in &scores {
                out.write_all(summary(score).as_bytes())?;
                if args.explain {
                    out.write_all(explanation(score, "    ").as_bytes())?;
                }
            }
        }
    }
    Ok(())
}

/// One line: the metric, its score, and the count of every rule.
fn summary(score: &Score) -> String {
    let counts: Vec<String> = score.rules.iter().map(|r| format!("{} {}", r.rule, r.count)).collect();
    let verdict = if score.balanced() { "balanced" } else { "not balanced" };
    format!("  {:<11} {:>6}  {verdict} ({})\n", score.profile, score.total, counts.join(", "))
}

/// Every breach in words, one line each.
pub(super) fn explanation(score: &Score, indent: &str) -> String {
    let mut text = String::new();
    for rule in &score.rules {
        if rule.breaches.is_empty() {
            let _ = writeln!(text, "{indent}{}: met", rule.rule);
        }
        for breach in &rule.breaches {
            let weight = u64::from(rule.weight) * breach.count;
            let _ = writeln!(text, "{indent}{} (+{weight}): {}", rule.rule, breach.words);
        }
    }
    text
}
