//! The language: every mistake has a place and a hint, nonsense never panics, tidy text reads back.

use mapkiln_core::Seed;
use mapkiln_grammar::{Error, Grammar, format, lay_out};

const HEAD: &str = "node Room\nnode Hall is Room\nedge Lock\nmark empty, full on Room\nattr depth = 0 on Room\nattr lock = 0 on Lock\nparam n = 3 in 0..9\nstart Hall\n";
const TAIL: &str = "\nrule ok r:Room => r -- Room\nrun { ok * n }\n";

/// The places and messages of a grammar's mistakes.
fn mistakes(source: &str) -> Vec<(usize, usize, String)> {
    match Grammar::parse("test", source) {
        Err(Error::Language(d)) => d
            .list
            .iter()
            .map(|m| {
                (
                    d.line_and_column(m.span).0,
                    d.line_and_column(m.span).1,
                    format!("{} / {}", m.message, m.hint),
                )
            })
            .collect(),
        Err(other) => panic!("{other}"),
        Ok(_) => Vec::new(),
    }
}

#[test]
fn each_mistake_is_told_with_its_place_and_a_hint() {
    let cases = [
        ("rule a r:Romo => r -- Room", 9, 10, "did you mean `Room`?"),
        ("rule a r:Room[ful] => r -- Room", 9, 15, "did you mean `full`?"),
        ("rule a r:Room -Lokc- s:Room => r -- s", 9, 16, "did you mean `Lock`?"),
        ("rule a r:Room{deepth > 1} => r -- Room", 9, 15, "did you mean `depth`?"),
        ("rule a r:Room, s:Hall => r -- s", 9, 16, "connected to nothing else"),
        ("rule a r:Room -- Room*0 => r -- Room", 9, 23, "a count of 0"),
        ("rule a r:Room => q -- Room", 9, 18, "no node kind `q`"),
        ("rule a r:Room => cut r -- Room", 9, 27, "names no node `Room`"),
        ("rule a r:Room => delete q", 9, 25, "names no node `q`"),
        ("rule a r:Room -- r => r -- Room", 9, 18, "linked with itself"),
        ("rule a r:Room => r[empty>full]", 9, 19, "does not say that this node has the mark"),
        ("rule a r:Room not Hall -- Hall => r -- Room", 9, 15, "names no node of the left side"),
        ("rule a r:Room where s.depth > 1 => r -- Room", 9, 21, "no node is called `s`"),
        ("rule a r:Room where r.depth > m => r -- Room", 9, 31, "no parameter `m`"),
        ("rule a r:Room where fresh > 1 => r -- Room", 9, 21, "`fresh` has no value on a left side"),
        ("rule a r:Room r -- Room", 9, 15, "expected `=>`"),
        ("rule r:Room => r -- Room", 9, 0, ""),
        ("rul a r:Room => r -- Room", 9, 1, "did you mean `rule`?"),
        ("node Room", 9, 6, "declared twice"),
        ("node A is B node B is A", 9, 0, "sort of itself"),
        ("param n = 1", 9, 7, "declared twice"),
        ("param m = 9 in 1..3", 9, 7, "outside of 1..3"),
        ("param m = 9 in 3..1", 9, 16, "is empty"),
        ("preset p x=3", 9, 10, "no parameter `x`"),
        ("preset p n=30", 9, 10, "outside of 0..9"),
        ("shape Room 0..3 x 2..2", 9, 1, "out of range"),
        ("space flat", 9, 7, "planar"),
        ("on_dead_end hope", 9, 13, "no answer to a dead end"),
        ("on_dead_end backtrack 0", 9, 23, "cannot undo 0"),
        ("limit 0", 9, 7, "allows nothing"),
        ("means Roam = start", 9, 7, "did you mean `Room`?"),
        ("title Room", 9, 7, "quotes"),
        ("rule a r:Room => r -- \"x\"", 9, 23, "expected a node"),
        ("rule a r:Room => r -- Room $", 9, 28, "no meaning here"),
        ("param m = 99999999999", 9, 11, "too large"),
        ("require path(Hall, Rom)", 9, 20, "did you mean `Room`?"),
        ("start Hall", 9, 1, "second start graph"),
    ];
    for (line, wanted_line, wanted_column, word) in cases {
        let found = mistakes(&format!("{HEAD}{line}{TAIL}"));
        if word.is_empty() {
            assert!(!found.is_empty(), "{line}");
            continue;
        }
        let hit = found.iter().any(|(l, c, text)| {
            *l == wanted_line && (wanted_column == 0 || *c == wanted_column) && text.contains(word)
        });
        assert!(hit, "{line}: wanted {wanted_line}:{wanted_column} {word:?}, found {found:?}");
    }
}

#[test]
fn programs_that_cannot_be_are_refused_with_their_place() {
    let rules = "rule ok r:Room => r -- Room rule eat r:Room[empty] => r[empty>full]\n";
    let cases = [
        ("run { ok * all }", "this never ends"),
        ("run { { ok eat } * all ok * all }", "this never ends"),
        ("run { ok * 0 }", "a count of 0"),
        ("run { ok * -3 }", "a count of -3"),
        ("run { nope }", "there is no rule `nope`"),
        ("run { ok", "never closed"),
        ("run { }", "program is empty"),
        ("run { ok } run { ok }", "second program"),
        ("", "there is no program"),
        ("run { ok * count(Room) }", "parameters only"),
    ];
    for (run, word) in cases {
        let found = mistakes(&format!("{HEAD}{rules}{run}"));
        assert!(found.iter().any(|(_, _, text)| text.contains(word)), "{run}: {found:?}");
    }
    // Several mistakes at once, in the order of their places.
    let found = mistakes(&format!(
        "{HEAD}rule a r:Romo => r -- Room\nrule b r:Room => r -- Hal\nrule c => x\nrun {{ d }}"
    ));
    assert!(found.len() >= 3, "{found:?}");
    assert!(found.windows(2).all(|w| (w[0].0, w[0].1) <= (w[1].0, w[1].1)));
}

#[test]
fn endless_and_impossible_levels_say_why() {
    let endless = format!(
        "{HEAD}limit 500\nrule flip r:Room[!full] => r[full] rule flop r:Room[full] => r[empty]\nrun {{ {{ flip flop }} * all }}"
    );
    let error = Grammar::parse("test", &endless).unwrap().make_level("x", &[]).unwrap_err().to_string();
    assert!(error.contains("tried 500 rules without coming to an end"), "{error}");
    let carcere = Grammar::shipped("carcere-exire").unwrap();
    for (set, words) in [
        (vec![("bosses", 20)], ["empty", "48"].as_slice()),
        (vec![("corridors", 2), ("bosses", 1)], &["boss", "3 `Corridor`", "2"]),
        (vec![("corridors", 60)], &["corridor", "60", "49"]),
        (vec![("corridors", 0), ("bosses", 0)], &["cell", "Corridor", "0"]),
        (vec![("rooms", 2)], &["rooms = 2", "3 to 100000"]),
        (vec![("room", 2)], &["no parameter `room`", "rooms"]),
    ] {
        let set: Vec<(&str, i64)> = set;
        let error = carcere.make_level("x", &set).unwrap_err().to_string();
        assert!(words.iter().all(|w| error.contains(w)), "{set:?}: {error}");
    }
    // No arithmetic forbids it, but no seed can do it: 27 empty rooms, all of them wanted.
    let tight = [("rooms", 4), ("corridors", 0), ("cells", 0), ("bosses", 0), ("enemies", 0), ("chests", 1)];
    let error = carcere.make_level("x", &tight).unwrap_err().to_string();
    assert!(error.contains("`chest`") && error.contains("Room[enemy]"), "{error}");
}

#[test]
fn the_check_finds_rules_that_never_match_or_are_never_called() {
    let source = format!("{HEAD}rule ghost r:Room[full] => r -- Room rule idle r:Room => r -- Hall{TAIL}");
    let grammar = Grammar::parse("test", &source).unwrap();
    let findings = grammar.check(&grammar.defaults()).unwrap();
    let told: Vec<&str> = findings.iter().map(|f| f.message.as_str()).collect();
    assert!(
        told.iter().any(|m| m.contains("`ghost` can never match") && m.contains("Room[full]")),
        "{told:?}"
    );
    assert!(told.iter().any(|m| m.contains("`idle` is never called")), "{told:?}");
    for name in Grammar::shipped_names() {
        let grammar = Grammar::shipped(name).unwrap();
        assert_eq!(grammar.check(&grammar.defaults()).unwrap(), [], "{name}");
    }
}

#[test]
fn tidy_text_reads_back_and_stays_tidy() {
    for name in Grammar::shipped_names() {
        let grammar = Grammar::shipped(name).unwrap();
        let tidy = format(name, grammar.source()).unwrap();
        assert_eq!(format(name, &tidy).unwrap(), tidy, "{name}");
        assert_eq!(
            tidy.matches('#').count(),
            grammar.source().matches('#').count(),
            "{name}: a comment is lost"
        );
        let again = Grammar::parse(name, &tidy).unwrap_or_else(|e| panic!("{name}: {e}\n{tidy}"));
        assert_eq!(
            again.make_level("same", &[]).unwrap(),
            grammar.make_level("same", &[]).unwrap(),
            "{name}"
        );
    }
}

/// A small fuzzer for every test run: pieces of real grammars cut, doubled, swapped and replaced.
#[test]
fn mutated_grammars_never_panic() {
    let sources: Vec<String> =
        Grammar::shipped_names().map(|n| Grammar::shipped(n).unwrap().source().to_owned()).collect();
    let spice = [
        "=>",
        "--",
        "~",
        "~9~",
        "->",
        "<-",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "*",
        "all",
        "else",
        "not",
        "where",
        "0",
        "-1",
        "99999999999999",
        "\"",
        "#",
        "é",
        "\u{0}",
        "rule",
        "node",
        "is",
        "fresh",
        "degree(",
        "..",
        "mix {",
        "try",
        "\t",
        "count(Room)",
    ];
    let mut stream = Seed::from("mutate").stream("language", 0);
    for round in 0..4000 {
        let mut text: Vec<char> = sources[round % sources.len()].chars().collect();
        for _ in 0..1 + stream.index(6) {
            let (a, b) = (stream.index(text.len() + 1), stream.index(text.len() + 1));
            let (a, b) = (a.min(b), a.max(b).min(a.min(b) + 40));
            match stream.index(4) {
                0 => drop(text.drain(a..b)),
                1 => {
                    let piece: Vec<char> = text[a..b].to_vec();
                    text.splice(b..b, piece);
                }
                2 => drop(text.splice(a..a, spice[stream.index(spice.len())].chars())),
                _ => drop(text.splice(a..(a + 1).min(text.len()), spice[stream.index(spice.len())].chars())),
            }
        }
        let text: String = text.into_iter().collect();
        let read = Grammar::parse("mutant", &text);
        if let Err(error) = &read {
            assert!(!error.to_string().is_empty());
        }
        let _ = format("mutant", &text);
        // What still reads must make a level or say why not, within a budget.
        if let (Ok(grammar), true) = (read, round % 8 == 0) {
            let _ = grammar.check(&grammar.defaults());
            if let Ok(mut stepper) = grammar.stepper(&grammar.defaults(), round as u64, 0) {
                for _ in 0..2000 {
                    if matches!(
                        stepper.step(),
                        mapkiln_grammar::RewriteStep::Done | mapkiln_grammar::RewriteStep::DeadEnd
                    ) {
                        break;
                    }
                }
                let _ = lay_out(&stepper.level(), "mutant");
            }
        }
    }
    for deep in ["(", "{", "-", "not ", "try "] {
        let _ = Grammar::parse("deep", &format!("run {{ {} }}", deep.repeat(50_000)));
        let _ = Grammar::parse("deep", &format!("require {}1", deep.repeat(50_000)));
        let _ = Grammar::parse("long", &format!("require {}1", "1 + ".repeat(50_000)));
    }
}

/// What could not be read is not missing too.
#[test]
fn broken_statements_are_reported_once() {
    let source = "node Room\nstart { a:Room }\nrule grow { a:Room => a -- Room }\nrun { grow }\n";
    let text = Grammar::parse("broken", source).unwrap_err().to_string();
    assert_eq!(text.matches("expected a node").count(), 2, "{text}");
    assert!(text.contains("without braces") && !text.contains("there is no"), "{text}");
}
