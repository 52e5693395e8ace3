//! Measures how much the words of many dungeons repeat, and how long they are.
//!
//! `cargo run --release -p mapkiln-dungeon --example words_figures -- 100 en`

use std::collections::{BTreeMap, BTreeSet};

use mapkiln_core::{Run, Spec};
use mapkiln_dungeon::DungeonSpec;
use mapkiln_maps::Language;
use mapkiln_maps::plan::Plan;

/// Texts by dungeon, and how often the sentences and runs of six words in them come again.
#[derive(Default)]
struct Repeats {
    sentences: BTreeMap<String, usize>,
    runs: BTreeMap<String, BTreeSet<u64>>,
}

impl Repeats {
    fn add(&mut self, dungeon: u64, text: &str) {
        let plain = text.replace("**", "").replace('*', "");
        for sentence in plain.split_inclusive(['.', '!', '?']).map(str::trim).filter(|s| !s.is_empty()) {
            *self.sentences.entry(sentence.to_owned()).or_default() += 1;
        }
        let words: Vec<String> = plain
            .split_whitespace()
            .map(|w| {
                w.chars().filter(|c| c.is_alphanumeric() || *c == '\'').collect::<String>().to_lowercase()
            })
            .filter(|w| !w.is_empty())
            .collect();
        for run in words.windows(6) {
            self.runs.entry(run.join(" ")).or_default().insert(dungeon);
        }
    }

    fn print(&self, what: &str) {
        let all: usize = self.sentences.values().sum();
        let again: usize = self.sentences.values().filter(|n| **n > 1).map(|n| n - 1).sum();
        let runs: usize = self.runs.values().map(BTreeSet::len).sum();
        let shared: usize = self.runs.values().map(BTreeSet::len).filter(|n| *n > 1).sum();
        let commonest = self.runs.iter().max_by_key(|(_, d)| d.len());
        println!("{what}: {all} sentences, {:.1} % repeat another", 100.0 * again as f64 / all.max(1) as f64);
        println!(
            "  six-word runs in more than one dungeon {:.1} %",
            100.0 * shared as f64 / runs.max(1) as f64
        );
        let mut top: Vec<(&String, usize)> = self.runs.iter().map(|(r, d)| (r, d.len())).collect();
        top.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        println!("  {} runs in more than six dungeons", top.iter().filter(|(_, n)| *n > 6).count());
        for (run, count) in top.iter().take(if what == "read aloud" { 40 } else { 12 }) {
            println!("    {count:3} {run}");
        }
        if let Some((run, dungeons)) = commonest {
            println!("  commonest run in {} dungeons: {run}", dungeons.len());
        }
        let mut top: Vec<(&String, &usize)> = self.sentences.iter().collect();
        top.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
        for (sentence, count) in top.iter().take(10) {
            println!("    {count:3} {sentence}");
        }
    }
}

fn words(text: &str) -> usize {
    text.split_whitespace().filter(|w| w.chars().any(char::is_alphanumeric)).count()
}

fn main() {
    let mut args = std::env::args().skip(1);
    let count: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let lang: Language = args.next().and_then(|l| l.parse().ok()).unwrap_or_default();
    let spec = DungeonSpec { lang, ..DungeonSpec::default() };
    if let Some(seed) = args.next() {
        let plan = spec.make(&mut Run::new(seed.as_str())).map(|made| made.map);
        print!("{}", plan.map_or_else(|error| error.to_string(), |plan| mapkiln_draw::markdown::plan(&plan)));
        return;
    }
    let (mut aloud, mut key) = (Repeats::default(), Repeats::default());
    let (mut lengths, mut entries, mut fronts) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 0..count {
        let plan: Plan = match spec.make(&mut Run::new(seed)) {
            Ok(made) => made.map,
            Err(error) => {
                println!("seed {seed}: {error}");
                continue;
            }
        };
        fronts.push(plan.front.iter().map(|e| words(&e.text)).sum::<usize>());
        for room in plan.rooms() {
            let told = &room.description;
            aloud.add(seed, &told.aloud);
            told.entries.iter().for_each(|e| key.add(seed, &e.text));
            lengths.push(words(&told.aloud));
            entries.push(
                lengths.last().unwrap_or(&0) + told.entries.iter().map(|e| words(&e.text) + 1).sum::<usize>(),
            );
        }
    }
    aloud.print("read aloud");
    key.print("the key");
    for (name, list) in [("read aloud", &mut lengths), ("entry", &mut entries), ("front page", &mut fronts)] {
        list.sort_unstable();
        let mean = list.iter().sum::<usize>() as f64 / list.len().max(1) as f64;
        let (least, most) = (list.first().copied().unwrap_or(0), list.last().copied().unwrap_or(0));
        println!("{name}: {mean:.1} words on average, from {least} to {most}");
    }
    let within = lengths.iter().filter(|n| (25..=55).contains(*n)).count();
    println!(
        "read aloud within 25 to 55 words: {:.1} %",
        100.0 * within as f64 / lengths.len().max(1) as f64
    );
}
