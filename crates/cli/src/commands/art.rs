//! `mapkiln art`: our drawings as an atlas for other engines.

use std::path::{Path, PathBuf};

use mapkiln::draw::art::{AtlasScale, atlas};

use crate::failure::Failure;
use crate::files::{check_target, promise, write_whole};
use crate::say::say;

/// Write the drawings of isometric pictures as an atlas: pixels and an index
///
/// Ground, cliffs, walls, trees, houses, doors, furniture, creatures and a walker. The index has the
/// JSON-hash layout that Pixi and Phaser read; docs/draw.md tells what else is in it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  mapkiln art -o atlas.png -o atlas.json
  mapkiln art -o atlas.png -o atlas.json --scale 2")]
pub(crate) struct Args {
    /// Write the pixels (.png) or the index (.json) to a file; give both
    #[arg(short, long = "output", value_name = "FILE", required = true)]
    output: Vec<PathBuf>,

    /// 1: a cell is 64 x 32 pixels; 2: 128 x 64
    #[arg(long, value_name = "N", default_value = "1", value_parser = scale)]
    scale: AtlasScale,

    /// Print no messages
    #[arg(long, short)]
    quiet: bool,
}

fn scale(text: &str) -> Result<AtlasScale, String> {
    match text {
        "1" => Ok(AtlasScale::Usual),
        "2" => Ok(AtlasScale::Double),
        _ => Err("write 1 or 2".to_owned()),
    }
}

pub(crate) fn run(args: Args) -> Result<(), Failure> {
    let has_ending =
        |path: &Path, ending: &str| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending));
    for path in &args.output {
        if !has_ending(path, "png") && !has_ending(path, "json") {
            let problem = format!("{} has no known ending", path.display());
            return Err(Failure::usage(format!("{problem}; use .png for the pixels, .json for the index")));
        }
        check_target(path)?;
        promise(path)?;
    }
    // The index names the image: the file that is written, or one beside the index.
    let image = args.output.iter().find(|path| has_ending(path, "png")).or(args.output.first());
    let stem = image.and_then(|path| path.file_stem()).unwrap_or_default().to_string_lossy();
    let pages = atlas(&stem, args.scale).map_err(Failure::not_made)?;
    for path in &args.output {
        for (page, number) in pages.iter().zip(1..) {
            let path = if number == 1 { path.clone() } else { numbered(path, number) };
            if has_ending(&path, "png") {
                write_whole(&path, &page.picture.to_png().map_err(Failure::not_made)?)?;
            } else {
                write_whole(&path, page.index.as_bytes())?;
            }
            if !args.quiet {
                say(format_args!("wrote {}", path.display()));
            }
        }
    }
    Ok(())
}

/// The file of a further page: `atlas-2.png`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number}.{ending}"))
}
