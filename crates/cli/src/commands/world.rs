//! `mapkiln world`: tile worlds, finite or endless, and their tile sets.

use std::path::{Path, PathBuf};

use mapkiln::maps::Rgb;
use mapkiln::tiles::format::{add_tiled_art, decode_png, from_mxgmn_subset, read_csv, read_tiled, read_tsx};
use mapkiln::tiles::{
    CellEdit, ChunkRange, Constraint, Error, Heuristic, Lint, Periodic, SHIPPED, TileSet, TileSource, Tiles,
    WorldSpec, learn, lint,
};
use mapkiln::{AnyMap, Grid, Maker, Point, Run};

use crate::args::{MakeArgs, SpecArgs};
use crate::failure::Failure;
use crate::files::{Neighbours, read_bytes, read_text, write_whole};
use crate::looks::LookArgs;
use crate::making::{make_all, piece};
use crate::output::Delivery;

/// Make tile worlds by wave function collapse, with or without an end
///
/// TILESET is a built-in set (paper, meadow, islands, continent, caves, village, terraces, hex-coast, town, delta,
/// dungeon-floor, ship-deck, flowers) or a file: Mapkiln's TOML, mxgmn's simple-tiled XML, Tiled's TSX, a PNG sample, or a map to learn
/// from (TMX, TMJ, CSV).
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Examples:
  mapkiln world islands --size 80x40 --seed atlantis
  mapkiln world village --border grass --pin 10,10=pond -o village.png -o village.tmx
  mapkiln world meadow --chunk 0..3,-1..1 --seed far --format csv
  mapkiln world meadow --seed a --edit 12,7=stone            the same map with one cell changed
  mapkiln world check my-tiles.toml
  mapkiln world learn drawn-in-tiled.tmx -o learned.toml")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    /// A built-in tile set or a file [default: islands]
    tileset: Option<String>,

    /// Columns and rows [default: 40x20]
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(u32, u32)>,

    /// Layers, for tile sets with layers such as terraces [default: 5]
    #[arg(long, value_name = "N")]
    layers: Option<u32>,

    /// Join opposite sides of the map
    #[arg(long)]
    periodic: bool,

    /// Pin a cell to a tile or a kind of tile; can be repeated
    #[arg(long, value_name = "X,Y=TILE", value_parser = pin, allow_hyphen_values = true)]
    pin: Vec<(Point, String)>,

    /// Allow only this tile or kind along the border
    #[arg(long, value_name = "TILE")]
    border: Option<String>,

    /// Connect all tiles of this kind
    #[arg(long, value_name = "KIND")]
    connected: Option<String>,

    /// Change a cell of the finished map, with as little else changed as can be; can be repeated
    #[arg(long, value_name = "X,Y=TILE", value_parser = pin, allow_hyphen_values = true)]
    edit: Vec<(Point, String)>,

    /// A text file with the shape of the map: a space or a `.` is no cell; its size is the map's
    #[arg(long, value_name = "FILE", conflicts_with = "size")]
    mask: Option<PathBuf>,

    /// Stop after N decisions and show the map as it is then
    #[arg(long, value_name = "N")]
    limit: Option<u64>,

    /// Show cells that are left out or undecided in black, not in the mean colour of the set
    #[arg(long)]
    black_background: bool,

    /// Make a 32x32 chunk of the endless world, or a range of chunks such as 0..3,-1..1
    #[arg(long, value_name = "X,Y", value_parser = chunks, allow_hyphen_values = true,
          conflicts_with_all = ["size", "heuristic", "periodic", "pin", "border", "connected", "edit", "mask", "limit"])]
    chunk: Option<ChunkRange>,

    /// How the next cell is chosen: fewest, entropy, scanline or random
    #[arg(long, value_name = "NAME", value_parser = heuristic)]
    heuristic: Option<Heuristic>,

    /// For a PNG sample: a further PNG to learn from; can be repeated
    #[arg(long, value_name = "FILE")]
    also: Vec<PathBuf>,

    /// For a PNG sample: the side of the patterns
    #[arg(long, value_name = "N", default_value = "3")]
    pattern: u32,

    /// For a PNG sample: how many of the eight rotations and reflections to use
    #[arg(long, value_name = "N", default_value = "8")]
    symmetry: u32,

    /// For a PNG sample: its last row is the ground, the last row of the map
    #[arg(long)]
    ground: bool,

    /// For a PNG sample: its opposite sides do not join
    #[arg(long)]
    no_wrap: bool,

    /// For mxgmn's XML: only the tiles of this subset
    #[arg(long, value_name = "NAME")]
    subset: Option<String>,

    /// For mxgmn's XML: one colour per tile instead of its PNG files
    #[arg(long)]
    plain: bool,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    spec: SpecArgs,

    #[command(flatten)]
    look: LookArgs,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Check a tile set: tiles that never fit, holes, one-way edges, and what to add
    ///
    /// The exit code is 1 if it finds something.
    Check {
        /// A built-in tile set or a file
        tileset: String,
        /// Print as JSON
        #[arg(long)]
        json: bool,
    },
    /// Learn from an example map which tiles touch, and how often each occurs
    Learn {
        /// A Tiled map (TMX, TMJ), or a CSV of names
        map: PathBuf,
        /// Write the tile set here instead of to standard output
        #[arg(short, long = "output", value_name = "FILE")]
        output: Option<PathBuf>,
        /// Opposite sides of the map join
        #[arg(long)]
        periodic: bool,
    },
    /// List the built-in tile sets
    List,
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once(['x', 'X']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    parts.ok_or_else(|| "write columns and rows, such as 100x100".to_owned())
}

fn pin(text: &str) -> Result<(Point, String), String> {
    let read = || {
        let (place, tile) = text.split_once('=')?;
        let (x, y) = place.split_once(',')?;
        let point = Point::new(x.trim().parse().ok()?, y.trim().parse().ok()?);
        (!tile.is_empty()).then(|| (point, tile.to_owned()))
    };
    read().ok_or_else(|| "write a cell and its tile, such as 3,4=house".to_owned())
}

fn chunks(text: &str) -> Result<ChunkRange, String> {
    let range = |text: &str| -> Option<(i64, i64)> {
        match text.split_once("..") {
            None => text.trim().parse().ok().map(|n| (n, n)),
            Some((a, b)) => Some((a.trim().parse().ok()?, b.trim().parse().ok()?)),
        }
    };
    let read = || {
        let (x, y) = text.split_once(',')?;
        let (x, y) = (range(x)?, range(y)?);
        let range = ChunkRange { from: [x.0, y.0], to: [x.1, y.1] };
        (range.count() > 0).then_some(range)
    };
    read().ok_or_else(|| {
        "write a chunk such as 3,-2, or a range such as 0..3,-1..1 (256 at most each way)".to_owned()
    })
}

fn heuristic(text: &str) -> Result<Heuristic, String> {
    match text {
        "fewest" => Ok(Heuristic::Fewest),
        "entropy" => Ok(Heuristic::Entropy),
        "scanline" => Ok(Heuristic::Scanline),
        "random" => Ok(Heuristic::Random),
        _ => Err("write fewest, entropy, scanline or random".to_owned()),
    }
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    match &args.command {
        Some(Command::Check { tileset, json }) => return check(&load(tileset, &args)?, *json),
        Some(Command::Learn { map, output, periodic }) => {
            return learn_from(map, output.as_deref(), *periodic);
        }
        Some(Command::List) => {
            use std::io::Write;
            let mut out = std::io::stdout().lock();
            for shipped in SHIPPED {
                let set = TileSet::shipped(shipped.name).map_err(Failure::not_made)?;
                writeln!(out, "{:14}{}", set.name, set.about)?;
            }
            return Ok(());
        }
        None => {}
    }
    let mut spec: WorldSpec = args.spec.read()?;
    if let Some(name) = &args.tileset {
        let shipped = SHIPPED.iter().any(|s| s.name == name);
        spec.tileset = if shipped {
            TileSource::Name(name.clone())
        } else {
            TileSource::Set(Box::new(load(name, &args)?))
        };
    }
    // A spec may name a file, which lies beside it.
    if let (None, TileSource::Name(name)) = (&args.tileset, &spec.tileset)
        && !SHIPPED.iter().any(|s| s.name == name)
        && Path::new(name).extension().is_some()
    {
        let folder = args.spec.spec.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let path = folder.join(name);
        spec.tileset = TileSource::Set(Box::new(load(&path.to_string_lossy(), &args)?));
    }
    (spec.width, spec.height) = args.size.unwrap_or((spec.width, spec.height));
    spec.layers = args.layers.unwrap_or(spec.layers);
    spec.heuristic = args.heuristic.or(spec.heuristic);
    if args.periodic {
        spec.periodic = Periodic::both(true);
    }
    let tiles = |name: &String| Tiles::One(name.clone());
    spec.constraints.extend(args.pin.iter().map(|(at, tile)| Constraint::Pin {
        at: *at,
        layer: 0,
        tiles: tiles(tile),
    }));
    spec.constraints.extend(args.border.iter().map(|t| Constraint::Border { tiles: tiles(t) }));
    spec.constraints.extend(args.connected.iter().map(|t| Constraint::Connected {
        tiles: tiles(t),
        through: None,
        relevant: None,
        straight: false,
    }));
    spec.edits.extend(args.edit.iter().map(|(at, tile)| CellEdit { at: *at, layer: 0, tiles: tiles(tile) }));
    if let Some(path) = &args.mask {
        let rows: Vec<String> = read_text(path)?.lines().map(str::to_owned).collect();
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        // Editors drop spaces at the end of a line.
        spec.mask = rows.into_iter().map(|row| format!("{row:width$}")).collect();
        (spec.width, spec.height) = (width as u32, spec.mask.len() as u32);
    }
    spec.limit = args.limit.or(spec.limit);
    spec.black_background |= args.black_background;
    spec.chunks = args.chunk.or(spec.chunks);
    let count = args.make.count;
    let delivery = Delivery::open(&args.make, "world", args.look.look()?, count)?;
    let maker = Maker::new(spec).map_err(Failure::of)?;
    let make = |run: &mut Run<'_>| {
        let made = maker.make(run).map_err(Failure::of)?;
        Ok(vec![made.map(AnyMap::World)])
    };
    make_all(&args.make, delivery, make, |_, made| piece(&args.make, made))
}

/// A built-in set by name, or a file by its ending.
fn load(name: &str, args: &Args) -> Result<TileSet, Failure> {
    if SHIPPED.iter().any(|s| s.name == name) {
        return TileSet::shipped(name).map_err(Failure::usage);
    }
    let path = Path::new(name);
    let ending = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    if ending.is_empty() && !path.exists() {
        return TileSet::shipped(name).map_err(Failure::usage);
    }
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let said = |e: Error| Failure::usage(format!("{name}: {e}"));
    let mut set = match ending.as_str() {
        "toml" => TileSet::from_toml(&read_text(path)?).map_err(said)?,
        "xml" => {
            let plain = args.plain || args.command.is_some();
            let picture = |tile: &str| {
                if plain { Ok(None) } else { tile_picture(path, tile).map(Some) }
            };
            from_mxgmn_subset(&read_text(path)?, args.subset.as_deref(), picture).map_err(said)?
        }
        "tsx" => read_tsx(&read_text(path)?).map_err(said)?,
        "png" => {
            let mut samples = Vec::new();
            for path in std::iter::once(path).chain(args.also.iter().map(PathBuf::as_path)) {
                samples.push(decode_png(&read_bytes(path)?).map_err(said)?);
            }
            let (n, symmetry, wraps) = (args.pattern, args.symmetry, !args.no_wrap);
            let mut set = TileSet::from_pictures(&stem, &samples, n, symmetry, wraps).map_err(said)?;
            if let Some(sample) = &mut set.sample {
                sample.ground = args.ground;
            }
            set
        }
        "tmx" | "tmj" | "csv" => learned(&stem, path, false)?,
        _ => {
            let known = "toml, xml, tsx, png, tmx, tmj, csv";
            return Err(Failure::usage(format!(
                "{name} is not a tile set; its ending must be one of {known}"
            )));
        }
    };
    if set.name.is_empty() {
        set.name = stem;
    }
    Ok(set)
}

/// The PNG file of a tile of an XML tile set: beside it, or in a folder of its name.
fn tile_picture(set: &Path, tile: &str) -> Result<Grid<Rgb>, Error> {
    let folder = set.file_stem().unwrap_or_default().to_string_lossy();
    let files = [format!("{folder}/{tile}.png"), format!("{tile}.png")];
    let neighbours = Neighbours::of(set);
    let wrong = |reason: String| Error::Read { what: "a tile's picture", reason };
    let found = files.iter().find_map(|file| neighbours.read(file).transpose());
    let Some(bytes) = found.transpose().map_err(wrong)? else {
        let [inside, beside] = files;
        return Err(wrong(format!(
            "there is neither {inside} nor {beside}; add one, or use --plain for colours"
        )));
    };
    decode_png(&bytes)
        .map_err(|error| Error::Read { what: "a tile's picture", reason: format!("{tile}.png: {error}") })
}

/// A set that is learned from a map; of a Tiled map it keeps the art.
fn learned(name: &str, path: &Path, periodic: bool) -> Result<TileSet, Failure> {
    let said = |e: Error| Failure::usage(format!("{}: {e}", path.display()));
    let text = read_text(path)?;
    if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("csv")) {
        return learn(name, &read_csv(&text).map_err(said)?, periodic).map_err(said);
    }
    let neighbours = Neighbours::of(path);
    let map = neighbours
        .while_reading(|read| read_tiled(&text, read))
        .map_err(|problem| Failure::usage(format!("{}: {problem}", path.display())))?;
    let map = map.map_err(said)?;
    let mut set = learn(name, &map.names(), periodic).map_err(said)?;
    add_tiled_art(&mut set, &map);
    Ok(set)
}

fn check(set: &TileSet, json: bool) -> Result<(), Failure> {
    use std::io::Write;
    let found: Lint = lint(set).map_err(Failure::usage)?;
    let mut out = std::io::stdout().lock();
    if json {
        writeln!(out, "{}", serde_json::to_string(&found).map_err(Failure::not_made)?)?;
    } else {
        writeln!(out, "{}: {found}", set.name)?;
    }
    out.flush()?;
    if found.is_clean() {
        return Ok(());
    }
    let faults = found.findings.len();
    Err(Failure::not_made(format!("found {faults} problem(s) in {}", set.name)))
}

fn learn_from(map: &Path, output: Option<&Path>, periodic: bool) -> Result<(), Failure> {
    use std::io::Write;
    let name = map.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let set = learned(&name, map, periodic)?;
    match output {
        Some(path) => write_whole(path, set.to_toml().as_bytes()),
        None => Ok(std::io::stdout().lock().write_all(set.to_toml().as_bytes())?),
    }
}
