//! From which size threads inside of one level pay: `cargo run --release --example threads -p mapkiln-grammar`.
//!
//! Rules with long scans for roots on graphs of growing size: two that follow ways, for which threads are used, and one
//! that looks at neighbours only, for which they are not. Each level is made on one thread and on all, and must be the same.

use std::time::{Duration, Instant};

use mapkiln_core::Run;
use mapkiln_grammar::{Error, Grammar};

const WAYS: &str = "node N attr k = 0 on N start N param n = 100 in 1..1000000
    rule grow a:N => a -- N
    rule rare a:N -*9..12- b:N where a.k + b.k = 1 => a -- N
    run { grow * n try rare }";

const PATHS: &str = "node N attr k = 0 on N start N param n = 100 in 1..1000000
    rule grow a:N => a -- N
    rule rare uniform a:N -- b:N -- c:N where not path(a, c) => a -- N
    run { grow * n try rare }";

const NEAR: &str = "node N attr k = 0 on N start N param n = 100 in 1..1000000
    rule grow a:N => a -- N
    rule rare a:N -- b:N -- c:N where a.k + b.k + c.k = 1 => a -- N
    run { grow * n try rare }";

/// The shortest of several runs, on one thread or all.
fn time(grammar: &Grammar, size: i64, parallel: bool) -> Result<(Duration, String), Error> {
    let values = grammar.values(None, [("n", size)])?;
    let mut best = Duration::MAX;
    let mut told = String::new();
    for _ in 0..if size > 2000 { 3 } else { 9 } {
        let start = Instant::now();
        let level = grammar.make_bare(&values, &mut Run::new("threads").with_parallel(parallel))?;
        best = best.min(start.elapsed());
        told = format!("{level:?}");
    }
    Ok((best, told))
}

fn main() -> Result<(), Error> {
    for (name, source) in [("ways", WAYS), ("paths", PATHS), ("near", NEAR)] {
        let grammar = Grammar::parse(name, source)?;
        // What is not searched is the same for both: it is measured alone and taken off.
        let bare = Grammar::parse(name, &source.replace("try rare", ""))?;
        println!("{name}: ms in the search alone");
        println!("{:>8} {:>12} {:>12} {:>9}", "nodes", "one thread", "all threads", "speed-up");
        for size in [250, 500, 1000, 2000, 4000, 8000] {
            let (alone, one) = time(&grammar, size, false)?;
            let (together, all) = time(&grammar, size, true)?;
            assert_eq!(one, all, "the level does not depend on the threads");
            let (rest, _) = time(&bare, size, false)?;
            let ms = |t: Duration| t.saturating_sub(rest).as_secs_f64() * 1e3;
            println!(
                "{size:>8} {:>12.3} {:>12.3} {:>9.2}",
                ms(alone),
                ms(together),
                ms(alone) / ms(together)
            );
        }
    }
    Ok(())
}
