//! `mapkiln` without a command: the questions of the thesis' program.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use mapkiln::draw::text::classic::{self, LEGEND, room_list};
use mapkiln::dungeon::classic::{ClassicSpec, Size};
use mapkiln::plan::Plan;
use mapkiln::{Made, Run};

use crate::args::{new_seed, set_threads};
use crate::failure::Failure;
use crate::files::{check_target, write_whole};
use crate::progress::Bar;

pub(crate) fn run() -> Result<(), Failure> {
    let parallel = set_threads(None)?;
    let mut asker = Asker { input: io::stdin().lock() };
    say("Welcome to Mapkiln. Type the number of the option you want.\n")?;
    let sizes = ["Small: 5 to 10 rooms.", "Medium: 10 to 15 rooms.", "Large: 15 to 20 rooms."];
    let size = Size::ALL[asker.choose("What is the size of the dungeon?", &sizes)?];
    let shares = ["25%", "50%", "75%"];
    let share = |choice: usize| [25, 50, 75][choice];
    let enemies = share(asker.choose("What share of the rooms should have enemies?", &shares)?);
    let treasure = share(asker.choose("What share of the rooms should have treasure?", &shares)?);

    let spec = ClassicSpec { size, enemies, treasure, ..ClassicSpec::default() };
    let seed = new_seed();
    say("Please wait while the maps are made.\n")?;
    let bar = Bar::new(false);
    let mut run = Run::new(seed).with_parallel(parallel).with_observer(|event| bar.show(event));
    let dungeons = spec.make_selection(&mut run).map_err(Failure::of)?;
    drop(run);
    drop(bar);

    say(&format!("{LEGEND}\n"))?;
    for (i, Made { map: plan, .. }) in dungeons.iter().enumerate() {
        say(&format!("Map {} of {}\n{}{}\n", i + 1, dungeons.len(), classic::map(plan), room_list(plan)))?;
    }
    asker.offer_to_save(&dungeons)
}

fn say(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

struct Asker<R> {
    input: R,
}

impl<R: BufRead> Asker<R> {
    /// The next line, or `None` at the end of the input.
    fn line(&mut self) -> Result<Option<String>, Failure> {
        let mut line = String::new();
        let read = self.input.read_line(&mut line);
        match read.map_err(|e| Failure::not_made(format!("could not read the answer: {e}")))? {
            0 => Ok(None),
            _ => Ok(Some(line.trim().to_owned())),
        }
    }

    /// Asks until the answer is one of the numbers; returns its index.
    fn choose(&mut self, question: &str, options: &[&str]) -> Result<usize, Failure> {
        let list: String = options.iter().enumerate().map(|(i, o)| format!("{} - {o}\n", i + 1)).collect();
        say(&format!("\n{question}\n{list}"))?;
        loop {
            let Some(answer) = self.line()? else {
                return Err(Failure::not_made(
                    "the input ended before the question was answered; \
                     for a dungeon without questions run `mapkiln dungeon`",
                ));
            };
            match answer.parse::<usize>() {
                Ok(number) if (1..=options.len()).contains(&number) => return Ok(number - 1),
                _ => say(&format!("Please type a number from 1 to {}.\n", options.len()))?,
            }
        }
    }

    /// Saves maps until the user presses Enter or the input ends.
    fn offer_to_save(&mut self, dungeons: &[Made<Plan>]) -> Result<(), Failure> {
        loop {
            say(&format!(
                "Type the number of a map to save it (1 to {}), or press Enter to leave.\n",
                dungeons.len()
            ))?;
            let answer = match self.line()? {
                None => return Ok(()),
                Some(answer) if answer.is_empty() => return Ok(()),
                Some(answer) => answer,
            };
            let number = answer.parse::<usize>().ok().filter(|n| (1..=dungeons.len()).contains(n));
            let Some(number) = number else {
                say("That is not the number of a map.\n")?;
                continue;
            };
            let usual = format!("dungeon-{number}.txt");
            say(&format!("File name, ending in .txt or .json? [{usual}]\n"))?;
            let Some(name) = self.line()? else { return Ok(()) };
            let path = PathBuf::from(if name.is_empty() { usual } else { name });
            match save(&dungeons[number - 1], &path) {
                Ok(()) => say(&format!("Saved {}.\n", path.display()))?,
                Err(Failure::Usage(problem) | Failure::NotMade(problem)) => say(&format!("{problem}\n"))?,
                Err(Failure::PipeClosed | Failure::Refuted) => return Err(Failure::PipeClosed),
            }
        }
    }
}

/// Saves a dungeon to a new file; never overwrites one.
fn save(dungeon: &Made<Plan>, path: &std::path::Path) -> Result<(), Failure> {
    let text = match path.extension().and_then(|e| e.to_str()) {
        Some("txt") => classic::plan(&dungeon.map),
        Some("json") => mapkiln::document::to_json(&dungeon.map, Some(&dungeon.origin)) + "\n",
        _ => return Err(Failure::usage("The name must end in .txt or .json.")),
    };
    check_target(path)?;
    if path.exists() {
        return Err(Failure::usage(format!("{} is already there; choose another name.", path.display())));
    }
    write_whole(path, text.as_bytes())
}
