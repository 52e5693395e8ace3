//! `mapkiln export`: a map for virtual tabletops and level editors, also from files of other
//! generators.

use std::io::Write;
use std::path::{Path, PathBuf};

use mapkiln::document;
use mapkiln::draw::export::{Audience, Options, foundry, ldtk, tiled, uvtt, watabou};
use mapkiln::draw::{DungeonView, Style, import, png};
use mapkiln::plan::Plan;

use crate::args::read_text;
use crate::failure::Failure;
use crate::output::{check_folder, write_whole};

/// Export a map to virtual tabletops and level editors
///
/// Reads a plan (as `mapkiln dungeon -o map.json` writes it), a One Page Dungeon file by watabou or a
/// donjon file. The ending of each output says its format.
#[derive(clap::Args)]
#[command(after_help = "\
Formats by ending:
  .uvtt .dd2vtt     Universal VTT: picture, walls, doors, lights
  .zip              Foundry VTT 13 and 14: scenes, journal, pins, pictures
  .txt              Roll20's text: Universal VTT without the picture
  .tmx .tmj         Tiled, with an image of the tiles beside it
  .ldtk             LDtk, with an image of the tiles beside it
  .watabou.json     the shape of One Page Dungeon's files
  .json             a Mapkiln plan
A plan with several levels becomes map-1.uvtt, map-2.uvtt, …; .zip, .ldtk and .json hold them all.

Examples:
  mapkiln dungeon --seed cellar -o cellar.json
  mapkiln export cellar.json -o cellar.uvtt --player
  mapkiln export cellar.json -o cellar.zip -o cellar.tmx
  mapkiln export one-page-dungeon.json -o plan.json -o dungeon.dd2vtt")]
pub(crate) struct Args {
    /// A Mapkiln plan, a One Page Dungeon file or a donjon file (JSON); - is standard input
    #[arg(value_name = "FILE")]
    map: PathBuf,

    /// Write to a file; its ending says the format. May be given several times
    #[arg(short, long = "output", value_name = "FILE")]
    output: Vec<PathBuf>,

    /// Write this format to standard output: uvtt, foundry, roll20, tmx, tmj, ldtk, watabou or json
    #[arg(long, value_name = "NAME")]
    format: Option<String>,

    /// The players' version: no secret door, trap, key, number or note
    #[arg(long)]
    player: bool,

    /// Only this level, counted from 1, in formats that hold one level a file
    #[arg(long, value_name = "N")]
    level: Option<usize>,

    /// The side of a cell in pixels, from 2 to 1000 [default: 70, for Tiled and LDtk 32]
    #[arg(long, value_name = "N")]
    pixels: Option<u32>,

    /// The look of the picture: hatched, blue, parchment, ink or dark [default: hatched]
    #[arg(long, value_name = "NAME", value_parser = style)]
    style: Option<Style>,

    /// No remarks
    #[arg(long, short)]
    quiet: bool,
}

fn style(name: &str) -> Result<Style, String> {
    Style::named(name).ok_or_else(|| {
        let names: Vec<&str> = Style::ALL.iter().map(|s| s.name()).collect();
        format!("write one of {}", names.join(", "))
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Uvtt,
    Foundry,
    Roll20,
    Tmx,
    Tmj,
    Ldtk,
    Watabou,
    Json,
}

impl Format {
    /// Names for `--format`, and what file names end with.
    const ALL: [(Format, &'static str, &'static [&'static str]); 8] = [
        (Format::Uvtt, "uvtt", &[".uvtt", ".dd2vtt"]),
        (Format::Foundry, "foundry", &[".zip"]),
        (Format::Roll20, "roll20", &[".txt"]),
        (Format::Tmx, "tmx", &[".tmx"]),
        (Format::Tmj, "tmj", &[".tmj"]),
        (Format::Ldtk, "ldtk", &[".ldtk"]),
        // Before .json, which it ends with too.
        (Format::Watabou, "watabou", &[".watabou.json"]),
        (Format::Json, "json", &[".json"]),
    ];

    fn of_path(path: &Path) -> Result<(Format, &'static str), Failure> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let found = Format::ALL.iter().find_map(|(format, _, endings)| {
            endings.iter().find(|e| name.ends_with(**e)).map(|ending| (*format, *ending))
        });
        found.ok_or_else(|| {
            let known: Vec<&str> = Format::ALL.iter().flat_map(|f| f.2).copied().collect();
            let known = known.join(", ");
            Failure::usage(format!("the ending of {} says no format; use one of {known}", path.display()))
        })
    }

    fn named(name: &str) -> Result<Format, Failure> {
        let found = Format::ALL.iter().find(|f| f.1 == name).map(|f| f.0);
        found.ok_or_else(|| {
            let names: Vec<&str> = Format::ALL.iter().map(|f| f.1).collect();
            Failure::usage(format!("there is no format {name:?} here; write one of {}", names.join(", ")))
        })
    }

    /// Does one file hold all levels?
    fn holds_all_levels(self) -> bool {
        matches!(self, Format::Foundry | Format::Ldtk | Format::Json)
    }

    fn shows_tiles(self) -> bool {
        matches!(self, Format::Tmx | Format::Tmj | Format::Ldtk)
    }
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let mut targets = Vec::new();
    for path in &args.output {
        let (format, ending) = Format::of_path(path)?;
        check_folder(path)?;
        targets.push((path, format, ending));
    }
    let shown = match &args.format {
        Some(name) => Some(Format::named(name)?),
        None if targets.is_empty() => {
            return Err(Failure::usage("say where to: -o map.uvtt, or --format uvtt for standard output"));
        }
        None => None,
    };
    let plan = read(&args)?;
    let count = plan.levels.len();
    let levels = match args.level {
        None => (0..count).collect(),
        Some(level) if (1..=count).contains(&level) => vec![level - 1],
        Some(level) => {
            return Err(Failure::usage(format!("there is no level {level}; the plan has {count}")));
        }
    };
    let look = Look { player: args.player, pixels: args.pixels, style: args.style };
    let exporter = Exporter { plan: &plan, levels, look, quiet: args.quiet };
    if let Some(format) = shown {
        if exporter.levels.len() > 1 && !format.holds_all_levels() {
            return Err(Failure::usage(
                "the plan has several levels, and this format holds one; choose with --level or use -o",
            ));
        }
        let level = exporter.levels.first().copied().unwrap_or(0);
        std::io::stdout().lock().write_all(&exporter.one(format, level, "tiles.png")?)?;
        std::io::stdout().lock().flush()?;
    }
    for (path, format, ending) in targets {
        exporter.write(path, format, ending)?;
    }
    Ok(())
}

/// Reads a plan, whoever made it.
fn read(args: &Args) -> Result<Plan, Failure> {
    let json = read_text(&args.map)?;
    let broken = |problem: String| Failure::not_made(format!("{}: {problem}", args.map.display()));
    if document::head(&json).is_ok() {
        let stored = document::from_json::<Plan>(&json).map_err(|e| broken(e.to_string()))?;
        return Ok(stored.map);
    }
    let imported = import::read(&json).map_err(|e| match e {
        import::ImportError::Unknown => broken(format!("{e}; nor is it a Mapkiln plan")),
        other => broken(other.to_string()),
    })?;
    if !args.quiet {
        const SHOWN: usize = 8;
        for warning in imported.warnings.iter().take(SHOWN) {
            eprintln!("note: {warning}");
        }
        if let Some(more) = imported.warnings.len().checked_sub(SHOWN + 1) {
            eprintln!("note: and {} more like these", more + 1);
        }
    }
    Ok(imported.plan)
}

/// What makers' commands know of an export as well.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) player: bool,
    pub(crate) pixels: Option<u32>,
    pub(crate) style: Option<Style>,
}

/// A new map as one file, for the formats that need no second file: Universal VTT and Foundry's.
pub(crate) fn new_map(plan: &Plan, look: Look, ending: &str) -> Result<Vec<u8>, Failure> {
    let (format, _) = Format::of_path(Path::new(&format!("map.{ending}")))?;
    if plan.levels.len() > 1 && !format.holds_all_levels() {
        let hint = "write the map as .json, then use mapkiln export";
        return Err(Failure::usage(format!("a .{ending} file holds one level; {hint}")));
    }
    Exporter { plan, levels: vec![0], look, quiet: true }.one(format, 0, "tiles.png")
}

struct Exporter<'a> {
    plan: &'a Plan,
    /// The levels asked for, for formats that hold one each.
    levels: Vec<usize>,
    look: Look,
    quiet: bool,
}

impl Exporter<'_> {
    fn options(&self, format: Format) -> Options {
        let usual = if format.shows_tiles() { 32 } else { 70 };
        Options {
            audience: if self.look.player { Audience::Player } else { Audience::Gm },
            pixels_per_cell: self.look.pixels.unwrap_or(usual),
        }
    }

    /// The picture of a level, exactly its grid.
    fn picture(&self, plan: &Plan, level: usize, numbers: bool) -> Result<Vec<u8>, Failure> {
        let options = self.options(Format::Uvtt);
        let style = self.look.style.unwrap_or_default();
        let view = DungeonView { numbers, ..DungeonView::bare(style, self.look.player, level) };
        let scene = view.scene(plan).map_err(Failure::not_made)?;
        let pixels = png::PngOptions { pixels_per_unit: options.pixels_per_cell as f32, small: true };
        png::encode(&scene, &pixels).map_err(Failure::not_made)
    }

    /// One file; `tiles` is the name of the image beside it.
    fn one(&self, format: Format, level: usize, tiles: &str) -> Result<Vec<u8>, Failure> {
        let (plan, options) = (self.plan, self.options(format));
        if !(2..=1000).contains(&options.pixels_per_cell) {
            return Err(Failure::usage("--pixels must be from 2 to 1000"));
        }
        let made = match format {
            Format::Uvtt => uvtt::export(plan, level, &self.picture(plan, level, true)?, &options),
            Format::Roll20 => uvtt::without_picture(plan, level, &options),
            Format::Tmx => tiled::tmx(plan, level, tiles, &options),
            Format::Tmj => tiled::tmj(plan, level, tiles, &options),
            Format::Ldtk => ldtk::export(plan, tiles, &options),
            Format::Watabou => watabou::export(plan, level, &options),
            Format::Foundry => {
                // Everyone at the table sees the picture; what only the game master knows is in pins.
                let backdrop = if self.look.player { plan.for_players() } else { plan.for_backdrop() };
                let pictures: Result<Vec<Vec<u8>>, Failure> =
                    (0..plan.levels.len()).map(|n| self.picture(&backdrop, n, false)).collect();
                foundry::export(plan, &pictures?, &options)
            }
            Format::Json if self.look.player => {
                Ok((document::to_json(&plan.for_players(), None) + "\n").into_bytes())
            }
            Format::Json => Ok((document::to_json(plan, None) + "\n").into_bytes()),
        };
        made.map_err(Failure::not_made)
    }

    fn write(&self, path: &Path, format: Format, ending: &str) -> Result<(), Failure> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let stem = name.get(..name.len() - ending.len()).unwrap_or(&name);
        let tiles = format!("{stem}-tiles.png");
        let alone = format.holds_all_levels() || self.levels.len() == 1;
        let levels = if format.holds_all_levels() { &[0][..] } else { &self.levels[..] };
        for &level in levels {
            let path = match alone {
                true => path.to_owned(),
                false => path.with_file_name(format!("{stem}-{}{ending}", level + 1)),
            };
            self.deliver(&path, &self.one(format, level, &tiles)?)?;
        }
        if format.shows_tiles() {
            let image = tiled::tileset(&self.options(format)).map_err(Failure::not_made)?;
            self.deliver(&path.with_file_name(&tiles), &image)?;
        }
        Ok(())
    }

    fn deliver(&self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        write_whole(path, bytes)?;
        if !self.quiet {
            eprintln!("wrote {}", path.display());
        }
        Ok(())
    }
}
