//! `mapkiln play`: a game in the terminal.

mod screen;

use std::io::IsTerminal;
use std::path::PathBuf;

use mapkiln::carcere;
use mapkiln::floor::{Floor, Ground};
use mapkiln::play::{Action, Error, Explorer, Game, Rules, Solver, Status, Tape, World};
use mapkiln::tiles::{CHUNK, EndlessWorld, TileSet};
use mapkiln::{Direction, Seed};

use crate::args::{new_seed, read_text};
use crate::failure::Failure;
use crate::floors::read_floor;
use crate::output::write_whole;
use screen::{Key, Terminal};

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
  mapkiln play --save mine.json              go on later with: mapkiln play --load mine.json
  mapkiln play --replay mine.json            watch it again; without a terminal: check it")]
pub(crate) struct Args {
    /// A map to play on: a plan, a world or a floor, or rows of characters
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

    /// Go on with a stored game
    #[arg(long, value_name = "FILE", conflicts_with = "explore")]
    load: Option<PathBuf>,

    /// Where S stores the game, and where it is stored at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Let a player that knows only the rules play, without a terminal
    #[arg(long, conflicts_with_all = ["explore", "replay"])]
    solve: bool,

    /// The seed, any text [default: a new one]
    #[arg(long, value_name = "TEXT")]
    seed: Option<Seed>,
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
    let mut level = args.level;
    if args.map.is_none() && args.load.is_none() && !(1..=LEVELS).contains(&level) {
        return Err(Failure::usage(format!("there is no level {level}; the campaign has 1 to {LEVELS}")));
    }
    let mut carried = 0;
    let mut game = if let Some(path) = &args.load {
        let tape = Tape::from_json(&read_text(path)?).map_err(|e| refused(path, &e))?;
        let game = tape.play().map_err(|e| refused(path, &e))?;
        if let Some((_, l, score)) = &tape.campaign {
            level = *l as usize;
            carried = *score;
        }
        game
    } else {
        match &args.map {
            Some(path) => {
                let floor = read_floor(path, args.level)?;
                Game::new(floor, seed, Rules::default()).map_err(Failure::usage)?
            }
            None => begin_level(&seed, level)?,
        }
    };
    let campaign = args.map.is_none();
    let seed = game.seed().clone();
    let mut session = Session { save: args.save.clone(), campaign, seed, level, carried, log: Vec::new() };
    if args.solve {
        let status = Solver::new().play(&mut game, 100_000);
        session.store(&game)?;
        println!("{}", session.summary(&game));
        return match status {
            Status::Won => Ok(()),
            _ => Err(Failure::not_made("the solver did not win")),
        };
    }
    need_terminal()?;
    let mut terminal = Terminal::open()?;
    loop {
        let quit = session.play(&mut terminal, &mut game)?;
        let goes_on = campaign && game.status() == Status::Won && session.level < LEVELS && !quit;
        if !goes_on {
            break;
        }
        session.carried += game.score();
        session.level += 1;
        game = begin_level(&session.seed, session.level)?;
        session.log = vec![format!("Level {} of {LEVELS}.", session.level)];
    }
    drop(terminal);
    session.store(&game)?;
    println!("{}", session.summary(&game));
    Ok(())
}

fn refused(path: &std::path::Path, error: &Error) -> Failure {
    Failure::usage(format!("{} cannot be played: {error}", path.display()))
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
    fn store(&self, game: &Game) -> Result<(), Failure> {
        let Some(path) = &self.save else { return Ok(()) };
        let mut tape = Tape::of(game);
        if self.campaign {
            tape.campaign = Some((self.seed.clone(), self.level as u32, self.carried));
        }
        write_whole(path, (tape.to_json() + "\n").as_bytes())
    }

    fn summary(&self, game: &Game) -> String {
        let end = match game.status() {
            Status::Won => "You found the way out",
            Status::Lost => "You fell",
            Status::Playing => "You rest here",
        };
        let player = game.player();
        format!(
            "{end} after {} turns. Score {}: {} enemies, {} chests{}. Seed {}.",
            game.turn(),
            self.carried + game.score(),
            player.beaten,
            player.chests,
            if self.carried > 0 {
                format!(", {} from the levels before", self.carried)
            } else {
                String::new()
            },
            game.seed()
        )
    }

    /// Plays one level; true where the player wants to stop.
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
                self.log.push("Any step goes on; q ends.".to_owned());
            }
        }
    }
}

/// Watches a stored game, or checks it where there is no terminal.
fn replay(path: &std::path::Path) -> Result<(), Failure> {
    let tape = Tape::from_json(&read_text(path)?).map_err(|e| refused(path, &e))?;
    let end = tape.play().map_err(|e| refused(path, &e))?;
    let (level, carried) = tape.campaign.as_ref().map_or((1, 0), |c| (c.1 as usize, c.2));
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
    }
    let session = Session { save: None, campaign: false, seed: tape.seed, level, carried, log: Vec::new() };
    println!("{}", session.summary(&end));
    Ok(())
}

/// A tile world as something to walk through.
struct Tiles(EndlessWorld);

impl World for Tiles {
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
    let set = TileSet::shipped("paper").or_else(|_| TileSet::shipped("coast")).map_err(Failure::not_made)?;
    let world = EndlessWorld::new(&set, seed.clone(), 1).map_err(Failure::not_made)?;
    let mut explorer = Explorer::new(Tiles(world), 1, 20).map_err(Failure::not_made)?;
    let mut terminal = Terminal::open()?;
    let mut help = false;
    loop {
        terminal.draw_world(&explorer, help)?;
        let key = terminal.key()?;
        help = false;
        match key {
            Key::Quit => break,
            Key::Help => help = true,
            Key::Step(way) => {
                explorer.step(way);
            }
            _ => {}
        }
    }
    drop(terminal);
    let at = explorer.at();
    println!("You walked {} steps and stand at {at}. Seed {seed}.", explorer.steps());
    Ok(())
}

/// The way of a letter.
fn way_of(letter: char) -> Option<Direction> {
    match letter {
        'k' | 'w' => Some(Direction::North),
        'l' | 'd' => Some(Direction::East),
        'j' | 's' => Some(Direction::South),
        'h' | 'a' => Some(Direction::West),
        _ => None,
    }
}
