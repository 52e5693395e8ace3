//! `mapkiln codex`: the monsters, items, traps and themes that dungeons are filled from.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Subcommand;
use mapkiln::dungeon::codex::{CREDITS, Codex, Edition, Theme};

use crate::failure::Failure;
use crate::files::read_text;

/// List, show and check monsters, items, traps and themes
///
/// The facts come from the SRD 5.1 and 5.2.1 by Wizards of the Coast LLC and the Lazy GM's Resource
/// Document by Michael E. Shea (SlyFlourish.com), all CC-BY-4.0. A custom file adds rows or replaces
/// those of the same name; its header says what they are: name,cr,type for monsters,
/// name,rarity for items, name,trigger,effect for traps.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List names with their main figures
    List {
        /// monsters, items, traps or themes [default: the number of each]
        #[arg(value_parser = ["monsters", "items", "traps", "themes"])]
        what: Option<String>,
        #[command(flatten)]
        source: Source,
    },
    /// Show everything about one name
    Show {
        /// The name, or a part of it
        name: String,
        #[command(flatten)]
        source: Source,
    },
    /// Read a custom file and say what it would add
    Check {
        /// A CSV file
        file: PathBuf,
    },
}

#[derive(clap::Args)]
struct Source {
    /// Add or replace rows from a CSV file; can be repeated
    #[arg(long, value_name = "FILE")]
    codex: Vec<PathBuf>,

    /// Edition of the stat blocks: 2014 (SRD 5.1) or 2024 (SRD 5.2.1)
    #[arg(long, value_name = "YEAR", default_value = "2024", value_parser = ["2014", "2024"])]
    edition: String,
}

/// The edition of a year.
pub(crate) fn edition(year: &str) -> Edition {
    if year == "2014" { Edition::Y2014 } else { Edition::Y2024 }
}

impl Source {
    fn read(&self) -> Result<Codex, Failure> {
        let mut codex = Codex::srd(edition(&self.edition)).clone();
        for path in &self.codex {
            let added = codex.add_csv(&read_text(path)?);
            added.map_err(|e| Failure::usage(format!("{}: {e}", path.display())))?;
        }
        Ok(codex)
    }
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    match args.action {
        Action::List { what, source } => list(what.as_deref(), &source.read()?, &mut out)?,
        Action::Show { name, source } => show(&name, &source.read()?, &mut out)?,
        Action::Check { file } => {
            let mut codex = Codex::srd(Edition::default()).clone();
            let added = codex.add_csv(&read_text(&file)?);
            let added = added.map_err(|e| Failure::not_made(format!("{}: {e}", file.display())))?;
            let (m, i, t) = (added.monsters, added.items, added.traps);
            writeln!(
                out,
                "{m} monsters, {i} items, {t} traps; {} replace one of the same name",
                added.replaced
            )?;
        }
    }
    Ok(out.flush()?)
}

fn list(what: Option<&str>, codex: &Codex, out: &mut impl Write) -> Result<(), Failure> {
    match what {
        None => {
            let counts = [
                ("monsters", codex.monsters.len()),
                ("items", codex.items.len()),
                ("traps", codex.traps.len()),
                ("themes", Theme::all().len()),
            ];
            for (name, count) in counts {
                writeln!(out, "{count:>4} {name:<9} mapkiln codex list {name}")?;
            }
        }
        Some("monsters") => {
            for m in &codex.monsters {
                writeln!(out, "{}\tCR {}\t{} XP\t{} {}", m.name, m.challenge, m.xp, m.size.name(), m.kind)?;
            }
        }
        Some("items") => {
            for i in &codex.items {
                writeln!(out, "{}\t{}\t{}", i.name, i.rarity, i.category)?;
            }
        }
        Some("traps") => {
            for t in &codex.traps {
                writeln!(out, "{}\t{}", t.name.english, t.trigger.english)?;
            }
        }
        _ => {
            for t in Theme::all() {
                let factions: Vec<&str> = t.factions.iter().map(|f| f.name.english.as_str()).collect();
                writeln!(out, "{}\t{}\t{}", t.id, t.name.english, factions.join("; "))?;
            }
        }
    }
    credits(out)
}

fn credits(out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out)?;
    CREDITS.iter().try_for_each(|credit| writeln!(out, "{credit}")).map_err(Failure::from)
}

fn show(name: &str, codex: &Codex, out: &mut impl Write) -> Result<(), Failure> {
    let wanted = name.to_lowercase();
    let fits = |name: &str| name.to_lowercase().contains(&wanted);
    let mut found = 0;
    for m in codex.monsters.iter().filter(|m| fits(&m.name)) {
        found += 1;
        let armour = m.armour.map(|n| format!(", AC {n}")).unwrap_or_default();
        let hit_points = m.hit_points.map(|n| format!(", {n} hit points")).unwrap_or_default();
        writeln!(
            out,
            "{}: {} {}, CR {}, {} XP{armour}{hit_points}",
            m.name,
            m.size.name(),
            m.kind,
            m.challenge,
            m.xp
        )?;
    }
    for i in codex.items.iter().filter(|i| fits(&i.name)) {
        found += 1;
        let attuned = if i.attunement { ", needs attunement" } else { "" };
        writeln!(out, "{}: {} {}{attuned}", i.name, i.rarity, i.category)?;
    }
    for t in codex.traps.iter().filter(|t| fits(&t.name.english) || fits(&t.name.portuguese)) {
        found += 1;
        writeln!(out, "{}: set off by {}; {}", t.name.english, t.trigger.english, t.effect.english)?;
    }
    for t in Theme::all().iter().filter(|t| fits(&t.id) || fits(&t.name.portuguese)) {
        found += 1;
        writeln!(
            out,
            "{}: {} / {}; creatures: {}",
            t.id,
            t.name.english,
            t.name.portuguese,
            t.types.join(", ")
        )?;
        let rooms: Vec<&str> = t.purposes().map(|name| name.english.as_str()).collect();
        writeln!(out, "  rooms: {}", rooms.join(", "))?;
    }
    if found == 0 {
        let advice = "`mapkiln codex list monsters` (or items, traps, themes) shows all names";
        return Err(Failure::not_made(format!("nothing in the codex has {name:?} in its name; {advice}")));
    }
    credits(out)
}
