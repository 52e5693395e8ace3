//! The flags that say how maps look.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use mapkiln::draw::{KeyPlace, Pages, Paper, Style};
use mapkiln::formats::Look;
use mapkiln::maps::{Audience, Picture};

use crate::failure::Failure;

/// How maps are drawn.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct LookArgs {
    /// The look of a dungeon: hatched, blue, parchment, ink, dark or battle [default: hatched; on paper: ink]
    #[arg(long, value_name = "NAME", value_parser = style)]
    style: Option<Style>,

    /// Show only what players may see: no secrets, traps, numbers, notes or seed
    #[arg(long)]
    pub(crate) player: bool,

    /// Draw only this level of a dungeon, counted from 1
    #[arg(long, value_name = "N", value_parser = crate::args::at_least_one)]
    level: Option<u64>,

    /// Where to put the list of rooms: beside, below or none
    #[arg(long, value_name = "PLACE", default_value = "beside", value_parser = key_place)]
    key: KeyPlace,

    /// Draw only the grid of the map: no title, legend or key
    #[arg(long)]
    bare: bool,

    /// Pixels per cell, hex or tile of a PNG [default: a page of at most 3,000 pixels; for a world 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pixels: Option<u32>,

    /// What a PDF holds: overview (one page with the key), sheets (true scale, 1 inch = 5 ft) or all
    #[arg(long, value_name = "PAGES", default_value = "overview", value_parser = pages)]
    print: Pages,

    /// Print the sheets for the game master, with numbers and secrets; else they are for the players
    #[arg(long, conflicts_with = "player")]
    gm: bool,

    /// The paper of a PDF: a4 or letter
    #[arg(long, value_name = "PAPER", default_value = "a4", value_parser = paper)]
    paper: Paper,

    /// A folder with one PNG per tile of a world, named after the tile
    #[arg(long, value_name = "FOLDER")]
    tiles: Option<PathBuf>,

    /// Draw a board in black symbols, not in colours
    #[arg(long)]
    symbols: bool,

    /// Judge a board by these rules, such as thesis or tournament: mark what breaks them, show the score
    #[arg(long, value_name = "PROFILE")]
    rules: Option<String>,

    /// Draw text with plain ASCII characters only
    #[arg(long)]
    ascii: bool,
}

pub(crate) fn style(name: &str) -> Result<Style, String> {
    let names = Style::ALL.map(Style::name).join(", ");
    Style::named(name).ok_or_else(|| format!("write one of {names}"))
}

fn key_place(name: &str) -> Result<KeyPlace, String> {
    match name {
        "beside" => Ok(KeyPlace::Beside),
        "below" => Ok(KeyPlace::Below),
        "none" => Ok(KeyPlace::None),
        _ => Err("write beside, below or none".to_owned()),
    }
}

fn pages(name: &str) -> Result<Pages, String> {
    match name {
        "overview" => Ok(Pages::Overview),
        "sheets" => Ok(Pages::Sheets),
        "all" => Ok(Pages::All),
        _ => Err("write overview, sheets or all".to_owned()),
    }
}

fn paper(name: &str) -> Result<Paper, String> {
    [Paper::A4, Paper::Letter]
        .into_iter()
        .find(|paper| paper.name() == name)
        .ok_or_else(|| "write a4 or letter".to_owned())
}

/// Who a file is for.
pub(crate) fn audience(player: bool) -> Audience {
    if player { Audience::Players } else { Audience::GameMaster }
}

impl LookArgs {
    pub(crate) fn look(&self) -> Result<Look, Failure> {
        Ok(Look {
            audience: audience(self.player),
            style: self.style,
            level: self.level(),
            key: self.key,
            bare: self.bare,
            pixels: self.pixels,
            pages: self.print,
            game_master_sheets: self.gm,
            paper: self.paper,
            tiles: self.tiles.as_deref().map_or_else(|| Ok(BTreeMap::new()), tile_pictures)?,
            symbols: self.symbols,
            rules: self.rules.clone(),
            ascii: self.ascii,
            colours: std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
            ..Look::default()
        })
    }

    /// The level from 0.
    pub(crate) fn level(&self) -> Option<usize> {
        self.level.map(|level| usize::try_from(level - 1).unwrap_or(usize::MAX))
    }
}

/// Pictures of tiles from a folder, by name.
fn tile_pictures(folder: &Path) -> Result<BTreeMap<String, Arc<Picture>>, Failure> {
    let unreadable = |path: &Path, e: &dyn std::fmt::Display| {
        Failure::usage(format!("could not read {}: {e}", path.display()))
    };
    let mut pictures = BTreeMap::new();
    let files = std::fs::read_dir(folder).map_err(|e| unreadable(folder, &e))?;
    for file in files {
        let path = file.map_err(|e| unreadable(folder, &e))?.path();
        if !path.extension().is_some_and(|e| e.eq_ignore_ascii_case("png")) {
            continue;
        }
        let bytes = std::fs::read(&path).map_err(|e| unreadable(&path, &e))?;
        let picture = Picture::from_png(&bytes).map_err(|e| unreadable(&path, &e))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        pictures.insert(name, Arc::new(picture));
    }
    Ok(pictures)
}
