//! `mapkiln play`: a game in the terminal.

mod screen;
mod signals;
mod terminal;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use mapkiln::carcere;
use mapkiln::floor::{Floor, Ground};
use mapkiln::play::{
    Action, AutoPlayer, CampaignPlace, ChunkSource, Error, Explorer, Game, GameRules, Status, Tape,
};
use mapkiln::tiles::{CHUNK, EndlessWorld, TileSet};
use mapkiln::{Limit, Seed};

use crate::args::new_seed;
use crate::failure::Failure;
use crate::files::{check_target, read_text, write_over};
use crate::floors::read_floor;
use crate::say::tell;
use terminal::{Key, Terminal};

/// Play in the terminal: find the way out, or explore an endless world
///
/// Arrow keys or h j k l walk; walking into an enemy strikes it, into a door opens it. ? shows all
/// keys. Score = enemies beaten + chests opened.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapkiln play
  mapkiln play cellar.json
  mapkiln play --explore --seed \"far away\"
  mapkiln play --save mine.json              stored at the end, and by S
  mapkiln play --load mine.json              continue it
  mapkiln play --replay mine.json            watch it again; without a terminal, check it")]
pub(crate) struct Args {
    /// The map to play on: a plan, a world, a floor or rows of characters
    #[arg(value_name = "FILE", conflicts_with_all = ["explore", "replay", "load"])]
    map: Option<PathBuf>,

    /// The level of a plan, from 1; or of the campaign
    #[arg(long, value_name = "N", default_value = "1")]
    level: usize,

    /// Walk through an endless world
    #[arg(long)]
    explore: bool,

    /// Watch a stored game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["explore", "load"])]
    replay: Option<PathBuf>,

    /// Continue a stored game; it is stored there again, unless --save names another file
    #[arg(long, value_name = "FILE", conflicts_with = "explore")]
    load: Option<PathBuf>,

    /// Where S stores the game, and where it is stored at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Let an automatic player, which knows only the rules, play without a terminal
    #[arg(long, conflicts_with_all = ["explore", "replay"])]
    solve: bool,

    /// The seed, any text [default: a new one]
    #[arg(long, value_name = "TEXT")]
    seed: Option<Seed>,
}

impl Args {
    /// Does somebody play, or does the computer?
    pub(crate) fn needs_terminal(&self) -> bool {
        !self.solve
    }
}

/// Levels of the campaign.
const LEVELS: usize = carcere::LEVELS as usize;

/// A level of Carcere Exire, ready to begin.
fn begin_level(seed: &Seed, level: usize) -> Result<Game, Failure> {
    let number = u32::try_from(level).unwrap_or(u32::MAX);
    let floor = carcere::level(seed, number).map_err(Failure::not_made)?;
    Game::new(floor, seed.clone(), carcere::rules(number)).map_err(Failure::not_made)
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    if let Some(path) = &args.replay {
        return replay(path);
    }
    let seed = args.seed.clone().unwrap_or_else(new_seed);
    if args.explore {
        return explore(&seed);
    }
    let (mut session, mut game) = Session::begin(&args, seed)?;
    if args.solve {
        check_size(game.floor())?;
        let status = AutoPlayer::new().play(&mut game, 100_000);
        session.store(&game)?;
        tell(session.summary(&game))?;
        return match status {
            Status::Won => Ok(()),
            _ => Err(Failure::not_made("the automatic player did not win")),
        };
    }
    need_terminal()?;
    let mut terminal = Terminal::open()?;
    let ended = session.sit(&mut terminal, &mut game);
    let signals = terminal.close();
    // Also if the terminal failed: what was played is kept.
    session.store(&game)?;
    signals.obey();
    ended?;
    tell(session.summary(&game))?;
    if let Some(path) = &session.save {
        tell(format_args!("Stored; continue with: mapkiln play --load {}", path.display()))?;
    }
    Ok(())
}

/// Refuses a floor that the automatic player would search for too long.
fn check_size(floor: &Floor) -> Result<(), Failure> {
    let cells = u64::try_from(floor.ground.bounds().area()).unwrap_or(u64::MAX);
    Limit::SolvedCells.check(cells).map_err(Failure::usage)
}

/// A stored game and the state that its moves lead to.
fn read_tape(path: &Path) -> Result<(Tape, Game), Failure> {
    let refused = |e: Error| Failure::usage(format!("{} cannot be played: {e}", path.display()));
    let tape = Tape::from_json(&read_text(path)?).map_err(refused)?;
    let game = tape.play().map_err(refused)?;
    Ok((tape, game))
}

/// Refuses to store a game over anything but itself.
fn check_save(path: &Path, continued: Option<&Path>) -> Result<(), Failure> {
    check_target(path)?;
    let same = continued.is_some_and(|from| match (from.canonicalize(), path.canonicalize()) {
        (Ok(from), Ok(path)) => from == path,
        _ => false,
    });
    // Pipes and devices hold nothing that could be lost.
    if same || !path.is_file() {
        return Ok(());
    }
    let refused = |problem: &str| Err(Failure::usage(format!("{} {problem}", path.display())));
    match read_text(path).ok().and_then(|text| Tape::from_json(&text).ok()) {
        Some(tape) if tape.moves.is_empty() => Ok(()),
        Some(_) => refused("holds another game; continue it with --load, or name another file for --save"),
        None => refused("is no stored game; name another file for --save"),
    }
}

fn need_terminal() -> Result<(), Failure> {
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        Ok(())
    } else {
        Err(Failure::usage("playing needs a terminal; use --solve to let the computer play without one"))
    }
}

/// One sitting.
struct Session {
    save: Option<PathBuf>,
    campaign: bool,
    seed: Seed,
    level: usize,
    carried: u32,
    log: Vec<String>,
}

impl Session {
    /// The sitting and the game that the arguments ask for.
    fn begin(args: &Args, seed: Seed) -> Result<(Self, Game), Failure> {
        let mut session = Session {
            save: args.save.clone().or_else(|| args.load.clone()),
            campaign: args.map.is_none(),
            seed,
            level: args.level,
            carried: 0,
            log: Vec::new(),
        };
        if let Some(path) = &session.save {
            check_save(path, args.load.as_deref())?;
        }
        let game = if let Some(path) = &args.load {
            let (tape, game) = read_tape(path)?;
            session.seed = tape.seed;
            session.campaign = tape.campaign.is_some();
            if let Some(place) = tape.campaign {
                session.seed = place.seed;
                (session.level, session.carried) = (place.level as usize, place.score);
            }
            game
        } else if let Some(path) = &args.map {
            let floor = read_floor(path, args.level)?;
            if args.solve {
                check_size(&floor)?;
            }
            Game::new(floor, session.seed.clone(), GameRules::default()).map_err(Failure::usage)?
        } else if (1..=LEVELS).contains(&args.level) {
            begin_level(&session.seed, args.level)?
        } else {
            let level = args.level;
            return Err(Failure::usage(format!("there is no level {level}; the campaign has 1 to {LEVELS}")));
        };
        Ok((session, game))
    }

    /// Level after level, until the player stops or there is no next one.
    fn sit(&mut self, terminal: &mut Terminal, game: &mut Game) -> Result<(), Failure> {
        while !self.play(terminal, game)? && self.has_next(game) {
            self.carried = self.carried.saturating_add(game.score());
            self.level += 1;
            *game = begin_level(&self.seed, self.level)?;
            self.log = vec![format!("Level {} of {LEVELS}.", self.level)];
        }
        Ok(())
    }

    /// Is there a level after this one, and is it open?
    fn has_next(&self, game: &Game) -> bool {
        self.campaign && game.status() == Status::Won && self.level < LEVELS
    }

    fn store(&self, game: &Game) -> Result<(), Failure> {
        let Some(path) = &self.save else { return Ok(()) };
        let mut tape = Tape::of(game);
        if self.campaign {
            let (seed, level) = (self.seed.clone(), self.level as u32);
            tape.campaign = Some(CampaignPlace { seed, level, score: self.carried });
        }
        write_over(path, (tape.sealed().to_json() + "\n").as_bytes())
    }

    fn summary(&self, game: &Game) -> String {
        let end = match game.status() {
            Status::Won => "You found the way out",
            Status::Lost => "You fell",
            Status::Playing => "You rest here",
        };
        let player = game.player();
        let many = |n: u64, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
        format!(
            "{end} after {}. Score {}: {}, {}{}. Seed {}.",
            many(game.turn(), "turn", "turns"),
            self.carried.saturating_add(game.score()),
            many(player.beaten.into(), "enemy", "enemies"),
            many(player.chests.into(), "chest", "chests"),
            if self.carried > 0 {
                format!(", {} from the levels before", self.carried)
            } else {
                String::new()
            },
            game.seed()
        )
    }

    /// Plays one level; returns true if the player wants to stop.
    fn play(&mut self, terminal: &mut Terminal, game: &mut Game) -> Result<bool, Failure> {
        let mut help = false;
        if self.log.is_empty() {
            self.log.push("Find the way out (>). ? shows the keys.".to_owned());
        }
        loop {
            terminal.draw_game(game, &self.log, self.level, self.carried, help)?;
            let key = terminal.key()?;
            if help {
                help = false;
                if key != Key::Quit {
                    continue;
                }
            }
            let action = match key {
                Key::Quit => return Ok(true),
                Key::Help => {
                    help = true;
                    continue;
                }
                Key::Save => {
                    let said = match (&self.save, self.store(game)) {
                        (None, _) => "Start with --save FILE to store games.".to_owned(),
                        (Some(path), Ok(())) => format!("Stored in {}.", path.display()),
                        (_, Err(_)) => "The game could not be stored.".to_owned(),
                    };
                    self.log.push(said);
                    continue;
                }
                Key::Step(way) => Action::Step(way),
                Key::Wait => Action::Wait,
                Key::Search => Action::Search,
                Key::Resize => continue,
                Key::Other => continue,
            };
            if game.status() != Status::Playing {
                return Ok(false);
            }
            let events = game.act(action);
            self.log.extend(events.iter().map(ToString::to_string));
            if game.status() != Status::Playing {
                self.log.push(if self.has_next(game) {
                    format!("Any step leads to level {}; q ends.", self.level + 1)
                } else {
                    "This is the end. Any step or q leaves.".to_owned()
                });
            }
        }
    }
}

/// Shows a stored game, or only checks it if there is no terminal.
fn replay(path: &Path) -> Result<(), Failure> {
    let (tape, end) = read_tape(path)?;
    let (level, carried) = tape.campaign.as_ref().map_or((1, 0), |c| (c.level as usize, c.score));
    if need_terminal().is_ok() {
        let mut terminal = Terminal::open()?;
        let mut game = tape.begin().map_err(Failure::not_made)?;
        let mut log = vec!["A replay. Any key is one move, q ends.".to_owned()];
        for action in tape.actions().map_err(Failure::not_made)? {
            terminal.draw_game(&game, &log, level, carried, false)?;
            if terminal.key_within(120)? == Some(Key::Quit) {
                break;
            }
            log.extend(game.act(action).iter().map(ToString::to_string));
        }
        terminal.draw_game(&game, &log, level, carried, false)?;
        terminal.key_within(1500)?;
        terminal.close().obey();
    }
    let session = Session { save: None, campaign: false, seed: tape.seed, level, carried, log: Vec::new() };
    Ok(tell(session.summary(&end))?)
}

/// A tile world as chunks to walk through.
struct Tiles(EndlessWorld);

impl ChunkSource for Tiles {
    fn chunk_side(&self) -> i32 {
        CHUNK as i32
    }

    fn chunk(&mut self, column: i32, row: i32) -> Floor {
        match self.0.chunk(i64::from(column), i64::from(row)) {
            Ok(world) => world.floor(),
            // A chunk that could not be made is a mountain that nobody crosses.
            Err(_) => Floor::new(CHUNK as i32, CHUNK as i32, Ground::solid("mountain")),
        }
    }
}

fn explore(seed: &Seed) -> Result<(), Failure> {
    need_terminal()?;
    let set = TileSet::shipped("paper").map_err(Failure::not_made)?;
    let world = EndlessWorld::new(&set, seed.clone(), 1).map_err(Failure::not_made)?;
    let mut explorer = Explorer::new(Tiles(world), 1, 20).map_err(Failure::not_made)?;
    let mut terminal = Terminal::open()?;
    let (mut help, mut log) = (false, "? shows the keys, q leaves.");
    loop {
        terminal.draw_world(&explorer, log, help)?;
        let key = terminal.key()?;
        if std::mem::take(&mut help) && key != Key::Quit {
            continue;
        }
        match key {
            Key::Quit => break,
            Key::Help => help = true,
            Key::Step(way) => log = if explorer.step(way) { "" } else { "There is no way there." },
            _ => {}
        }
    }
    terminal.close().obey();
    let at = explorer.at();
    Ok(tell(format_args!("You walked {} steps and stand at {at}. Seed {seed}.", explorer.steps()))?)
}
