//! `mapkiln board`: makes, judges and repairs boards.

pub(crate) mod judge;
mod make;

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use mapkiln::board::{Board, BoardGame, CatanSet, Method, Terrain, catan, terra};
use mapkiln::document;

use crate::args::{MakeArgs, SpecArgs, at_least_one};
use crate::failure::Failure;
use crate::files::read_text;
use crate::looks::LookArgs;

/// Make, judge or repair balanced boards
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    game: GameArgs,
}

// There is one per process: its size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(clap::Subcommand)]
enum GameArgs {
    Catan(CatanArgs),
    TerraMystica(TerraArgs),
}

/// Make, judge or repair boards of Settlers of Catan
///
/// `standard`: no equal terrains side by side (R1), pips shared out evenly among grain, lumber and
/// wool and among brick and ore (R2), no 6 or 8 beside a 6 or 8 (R3). `tournament`: also tokens
/// spread out, corners within bounds, ports away from their own resource, and a snake draft that
/// is fair to within one pip for every seat, however ties are broken.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapkiln board catan --seed friday
  mapkiln board catan --profile tournament --explain
  mapkiln board catan --players 6 --count 10 --format json
  mapkiln board catan --score my-board.txt --explain
  mapkiln board catan --fix my-board.txt --lock 1,1 --lock desert")]
struct CatanArgs {
    /// Which rules the board must meet [default: standard]
    #[arg(long, value_name = "NAME", value_parser = choice(&[("standard", catan::CatanProfile::Standard), ("tournament", catan::CatanProfile::Tournament)]))]
    profile: Option<catan::CatanProfile>,

    /// Number of players: 3 or 4 (19 hexes), 5 or 6 (30 hexes) [default: 4]
    #[arg(long, value_name = "N", value_parser = choice(&[("3", CatanSet::Base), ("4", CatanSet::Base), ("5", CatanSet::Large), ("6", CatanSet::Large)]))]
    players: Option<CatanSet>,

    /// Place the ports too, instead of using those on the frame; always on for tournament
    #[arg(long)]
    ports: bool,

    #[command(flatten)]
    board: BoardArgs,
}

/// Make, judge or repair boards of Terra Mystica
///
/// Rules: no equal terrains side by side (R1), one to three river neighbours per river
/// hex (R2), one river (R3), for every land hex a neighbour one spade away (R4). `thesis` and `lab` are two ways
/// to count that are found in papers; `both` means 0 by both; `even` also makes the seven home
/// terrains alike.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapkiln board terra-mystica --seed midsummer
  mapkiln board terra-mystica --profile even --count 5 -o boards.txt
  mapkiln board terra-mystica --score boards.txt
  mapkiln board terra-mystica --fix my-map.txt --lock river
  mapkiln board terra-mystica --rows 12,13,12,13,12,13,12,13,12")]
struct TerraArgs {
    /// Which rules the board must meet: thesis, weighted, graded, lab, both or even [default: both]
    #[arg(long, value_name = "NAME", value_parser = choice(&TERRA_PROFILES), hide_possible_values = true)]
    profile: Option<terra::TerraMysticaProfile>,

    /// Lengths of the rows from the top, separated by commas [default: 13,12,13,12,13,12,13,12,13]
    #[arg(long, value_name = "LENGTHS", value_delimiter = ',')]
    rows: Vec<usize>,

    #[command(flatten)]
    board: BoardArgs,
}

const TERRA_PROFILES: [(&str, terra::TerraMysticaProfile); 6] = [
    ("thesis", terra::TerraMysticaProfile::Thesis),
    ("weighted", terra::TerraMysticaProfile::Weighted),
    ("graded", terra::TerraMysticaProfile::Graded),
    ("lab", terra::TerraMysticaProfile::Lab),
    ("both", terra::TerraMysticaProfile::Both),
    ("even", terra::TerraMysticaProfile::Even),
];

/// The flags of both games.
#[derive(clap::Args)]
struct BoardArgs {
    /// Search method [default: anneal]
    #[arg(long, value_name = "NAME", value_parser = choice(&[("anneal", Method::Anneal), ("brkga", Method::Brkga), ("aco", Method::Aco), ("thesis", Method::Thesis)]))]
    method: Option<Method>,

    /// Judge the boards of a file (text or JSON, `-` for standard input) by every metric
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fix", "unfair", "method"])]
    score: Option<PathBuf>,

    /// Repair the board of a file, keeping its tiles
    #[arg(long, value_name = "FILE")]
    fix: Option<PathBuf>,

    /// A hex to keep, as ROW,COLUMN from 1, or all hexes of a terrain; can be repeated
    #[arg(long, value_name = "HEX", requires = "fix")]
    lock: Vec<String>,

    /// Make a board with this score instead of 0: the higher, the less fair
    #[arg(long, value_name = "SCORE")]
    unfair: Option<u32>,

    /// Explain what is wrong, by rule and hex, in comments below the board
    #[arg(long)]
    explain: bool,

    /// Stop after this many seconds with the best board so far; such a run cannot be repeated
    #[arg(long, value_name = "SECONDS", value_parser = at_least_one)]
    time_limit: Option<u64>,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    spec: SpecArgs,

    #[command(flatten)]
    look: LookArgs,
}

/// A parser of names that stand for values.
fn choice<T: Copy + Send + Sync + 'static>(
    names: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let list: Vec<&'static str> = names.iter().map(|(name, _)| *name).collect();
    let find = move |text: String| {
        names.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or("not one of these")
    };
    PossibleValuesParser::new(list).try_map(find)
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match args.game {
        GameArgs::Catan(args) => args.run(),
        GameArgs::TerraMystica(args) => args.run(),
    }
}

impl CatanArgs {
    fn run(self) -> Result<(), Failure> {
        let board = &self.board;
        if let Some(path) = &board.score {
            return judge::run(BoardGame::Catan, path, board);
        }
        let mut spec: catan::CatanSpec = board.spec.read()?;
        spec.profile = self.profile.unwrap_or(spec.profile);
        spec.set = self.players.unwrap_or(spec.set);
        spec.ports |= self.ports;
        spec.method = board.method.unwrap_or(spec.method);
        spec.unfair = board.unfair.unwrap_or(spec.unfair);
        if let Some(path) = &board.fix {
            let start = read_one(BoardGame::Catan, path)?;
            spec.locked = locked(&start, &board.lock)?;
            spec.start = Some(start);
        }
        let rules = spec.rules();
        let unfair = spec.unfair;
        make::run(board, spec, &rules, unfair)
    }
}

impl TerraArgs {
    fn run(self) -> Result<(), Failure> {
        let board = &self.board;
        if let Some(path) = &board.score {
            return judge::run(BoardGame::TerraMystica, path, board);
        }
        let mut spec: terra::TerraMysticaSpec = board.spec.read()?;
        spec.profile = self.profile.unwrap_or(spec.profile);
        if !self.rows.is_empty() {
            spec.rows = self.rows.clone();
        }
        spec.method = board.method.unwrap_or(spec.method);
        spec.unfair = board.unfair.unwrap_or(spec.unfair);
        if let Some(path) = &board.fix {
            let start = read_one(BoardGame::TerraMystica, path)?;
            spec.locked = locked(&start, &board.lock)?;
            spec.start = Some(start);
        }
        let rules = spec.rules();
        let unfair = spec.unfair;
        make::run(board, spec, &rules, unfair)
    }
}

/// All boards of a file, in either form.
fn read_boards(game: BoardGame, path: &Path) -> Result<Vec<Board>, Failure> {
    let text = read_text(path)?;
    let wrong = |problem: String| Failure::usage(format!("{}: {problem}", path.display()));
    let boards = if text.trim_start().starts_with('{') {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        // One document per line, or one document that was pretty-printed.
        let pieces: Vec<&str> =
            if document::head(&text).is_ok() { vec![text.as_str()] } else { lines.collect() };
        let read = |json: &&str| document::from_json::<Board>(json).map(|stored| stored.map);
        let boards: Result<Vec<Board>, _> = pieces.iter().map(read).collect();
        boards.map_err(|e| wrong(e.to_string()))?
    } else {
        Board::read_all(game, &text).map_err(|e| wrong(e.to_string()))?
    };
    if boards.is_empty() {
        return Err(wrong("there is no board here; write one line per row of hexes".to_owned()));
    }
    if boards.iter().any(|board| board.game != game) {
        return Err(wrong("this is a board of the other game".to_owned()));
    }
    Ok(boards)
}

fn read_one(game: BoardGame, path: &Path) -> Result<Board, Failure> {
    let mut boards = read_boards(game, path)?;
    if boards.len() > 1 {
        let count = boards.len();
        return Err(Failure::usage(format!("{} holds {count} boards; --fix takes one", path.display())));
    }
    Ok(boards.swap_remove(0))
}

/// Hexes that stay: places, or all of a terrain.
fn locked(board: &Board, words: &[String]) -> Result<Vec<[usize; 2]>, Failure> {
    let mut places = Vec::new();
    for word in words {
        let numbers: Option<Vec<usize>> = word.split(',').map(|n| n.trim().parse().ok()).collect();
        if let Some([row, column]) = numbers.as_deref() {
            places.push([*row, *column]);
            continue;
        }
        let named = |t: Terrain| t.word() == word.as_str() || t.word() == word.trim_end_matches('s');
        let Some(&terrain) = board.game.terrains().iter().find(|&&t| named(t)) else {
            let words: Vec<&str> = board.game.terrains().iter().map(|t| t.word()).collect();
            return Err(Failure::usage(format!(
                "--lock {word}: write ROW,COLUMN such as 3,5, or one of {}",
                words.join(", ")
            )));
        };
        for (row, hexes) in board.rows.iter().enumerate() {
            let same = hexes.iter().enumerate().filter(|(_, hex)| hex.terrain == terrain);
            places.extend(same.map(|(column, _)| [row + 1, column + 1]));
        }
    }
    Ok(places)
}
