//! Where maps go: standard output and files, each in a format chosen by name or ending.
//!
//! Everything that can be is checked before the first map is made.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use mapkiln::formats::{Format, Look, Writer};
use mapkiln::{AnyMap, Origin};

use crate::args::MakeArgs;
use crate::failure::Failure;
use crate::files::{NewFile, check_target, is_stream, promise, write_whole};
use crate::say::{say, visible};

/// A map to write, and the text around it.
pub(crate) struct Piece {
    pub(crate) map: AnyMap,
    pub(crate) origin: Option<Origin>,
    /// The line above it if there are several.
    pub(crate) heading: Option<String>,
    /// The lines below it.
    pub(crate) remarks: String,
}

impl Piece {
    /// A map with its origin, and no text around it.
    pub(crate) fn new(map: AnyMap, origin: Option<Origin>) -> Self {
        Piece { map, origin, heading: None, remarks: String::new() }
    }

    /// The map in a format in which several maps share a file.
    fn joined(&self, format: &Format, look: &Look) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        // A heading names the seed, which is a spoiler.
        let heading = self.heading.as_ref().filter(|_| look.audience.knows_secrets());
        match (format.name, heading) {
            ("text" | "map", Some(heading)) => bytes.extend_from_slice(format!("{heading}\n").as_bytes()),
            ("md", Some(heading)) => bytes.extend_from_slice(format!("<!-- {heading} -->\n\n").as_bytes()),
            _ => {}
        }
        let files = Writer::new(&self.map, self.origin.as_ref(), look)
            .write(format, "map", "")
            .map_err(Failure::of)?;
        bytes.extend(files.into_iter().next().map(|file| file.bytes).unwrap_or_default());
        if format.name == "text" {
            bytes.extend_from_slice(self.remarks.as_bytes());
        }
        Ok(bytes)
    }
}

/// Delivers the maps of a command to standard output and files.
pub(crate) struct Delivery {
    /// How maps look on standard output.
    look: Look,
    /// The same without colours, which are for terminals.
    file_look: Look,
    /// The format for standard output.
    shown: Option<&'static Format>,
    files: Vec<Target>,
    /// The number of maps to come.
    total: u64,
    done: u64,
    quiet: bool,
}

struct Target {
    path: PathBuf,
    /// The ending that says the format, as the user spelled it; none for a pipe or a device, whose
    /// format is that of standard output.
    ending: Option<String>,
    format: &'static Format,
    /// The file that the maps share, if they do.
    shared: Option<NewFile>,
    /// The files written so far.
    written: Vec<PathBuf>,
}

/// Where a command's maps go, by its flags.
pub(crate) struct Outputs<'a> {
    pub(crate) files: &'a [PathBuf],
    pub(crate) format: Option<&'a str>,
    pub(crate) quiet: bool,
}

impl Delivery {
    /// Checks the flags of a maker for `total` maps of a kind. Without any, maps are shown as text.
    pub(crate) fn open(args: &MakeArgs, kind: &str, look: Look, total: u64) -> Result<Self, Failure> {
        Self::to(&args.outputs(), kind, look, total)
    }

    /// The same for commands with other flags.
    pub(crate) fn to(outputs: &Outputs<'_>, kind: &str, look: Look, total: u64) -> Result<Self, Failure> {
        let mut shown = match outputs.format {
            Some(name) => Some(Format::by_name(kind, name).ok_or_else(|| no_format(kind, name))?),
            None if outputs.files.is_empty() => Format::of(kind).next(),
            None => None,
        };
        let mut files: Vec<Target> = Vec::new();
        let asked = shown.filter(|_| outputs.format.is_some());
        for path in outputs.files {
            let (format, ending) = match (by_ending(kind, path), asked) {
                (Ok((format, ending)), _) => (format, Some(ending)),
                (Err(_), Some(format)) if is_stream(path) => {
                    // The format was asked for this one.
                    shown = None;
                    (format, None)
                }
                (Err(_), None) if is_stream(path) => {
                    let problem = format!("{} has no ending that names its format", path.display());
                    return Err(Failure::usage(format!("{problem}; add --format json or the like")));
                }
                (Err(problem), _) => return Err(problem),
            };
            check_target(path)?;
            promise(path)?;
            files.push(Target { path: path.clone(), ending, format, shared: None, written: Vec::new() });
        }
        let file_look = Look { colours: false, ..look.clone() };
        Ok(Delivery { look, file_look, shown, files, total, done: 0, quiet: outputs.quiet })
    }

    /// Takes the next map.
    pub(crate) fn add(&mut self, piece: &Piece) -> Result<(), Failure> {
        self.done += 1;
        if let Some(format) = self.shown {
            let bytes = one_after_another(format, piece, &self.look, self.done)?;
            let mut out = io::stdout().lock();
            match std::str::from_utf8(&bytes) {
                // Text shows control characters itself, beside colours of its own.
                Ok(text) if format.name != "text" && out.is_terminal() => {
                    out.write_all(visible(text).as_bytes())?;
                }
                _ => out.write_all(&bytes)?,
            }
        }
        for file in &mut self.files {
            let Some(ending) = &file.ending else {
                let stream = match &mut file.shared {
                    Some(stream) => stream,
                    None => file.shared.insert(NewFile::create(&file.path)?),
                };
                stream.write(&one_after_another(file.format, piece, &self.file_look, self.done)?)?;
                continue;
            };
            if let Some(between) = file.format.between {
                let shared = match &mut file.shared {
                    Some(shared) => {
                        shared.write(between.as_bytes())?;
                        shared
                    }
                    None => file.shared.insert(NewFile::create(&file.path)?),
                };
                shared.write(&piece.joined(file.format, &self.file_look)?)?;
                continue;
            }
            let stem = stem(&file.path, ending);
            let mut text = stem.to_string_lossy().into_owned();
            let rest = text.len();
            if self.total > 1 {
                text += &format!("-{}", self.done);
            }
            let writer = Writer::new(&piece.map, piece.origin.as_ref(), &self.file_look);
            for new in writer.write(file.format, &text, ending).map_err(Failure::of)? {
                // A name that is not text is kept as it is; only what follows it is ours.
                let mut name = stem.clone();
                name.push(new.name.get(rest..).unwrap_or_default());
                let path = file.path.with_file_name(name);
                write_whole(&path, &new.bytes)?;
                file.written.push(path);
            }
        }
        Ok(())
    }

    /// Writes the shared files, and prints where everything went.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        io::stdout().lock().flush()?;
        for mut file in self.files {
            if file.format.between.is_some() || file.ending.is_none() {
                // Without any map, the file is empty.
                file.shared.map_or_else(|| NewFile::create(&file.path), Ok)?.finish()?;
                file.written.push(file.path);
            }
            if !self.quiet {
                let more = file.written.len().saturating_sub(SHOWN);
                file.written
                    .iter()
                    .take(SHOWN)
                    .for_each(|path| say(format_args!("wrote {}", path.display())));
                if more > 0 {
                    say(format_args!("wrote {more} more like these"));
                }
            }
        }
        Ok(())
    }
}

/// The map with this number, counted from 1, as it follows the others on standard output or in a pipe.
fn one_after_another(format: &Format, piece: &Piece, look: &Look, number: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    if let Some(between) = format.between {
        if number > 1 {
            bytes.extend_from_slice(between.as_bytes());
        }
        bytes.extend(piece.joined(format, look)?);
        return Ok(bytes);
    }
    let ending = format.endings.first().copied().unwrap_or_default();
    let writer = Writer::new(&piece.map, piece.origin.as_ref(), look);
    let files = writer.write(format, "map", ending).map_err(Failure::of)?;
    if files.iter().filter(|file| file.name.ends_with(ending)).count() > 1 {
        let problem = format!("a {} file holds one level, and this map has several", format.name);
        return Err(Failure::usage(format!("{problem}; choose with --level, or use -o")));
    }
    Ok(files.into_iter().next().map(|file| file.bytes).unwrap_or_default())
}

/// The name of a file without its ending, which has one or two parts.
fn stem(path: &Path, ending: &str) -> OsString {
    let name = PathBuf::from(path.file_name().unwrap_or_default());
    let stem = (0..ending.split('.').count()).fold(name, |name, _| name.with_extension(""));
    stem.into_os_string()
}

fn no_format(kind: &str, name: &str) -> Failure {
    let names: Vec<&str> = Format::of(kind).map(|f| f.name).collect();
    Failure::usage(format!("there is no format {name:?} for a {kind}; write one of {}", names.join(", ")))
}

/// The format of a path by its ending, and the ending as the path spells it.
fn by_ending(kind: &str, path: &Path) -> Result<(&'static Format, String), Failure> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let only_ending = |(_, ending): &(&Format, &str)| name.len() <= ending.len() + 1;
    if Format::by_ending(kind, &name).as_ref().is_some_and(only_ending) {
        let problem = format!("{} is an ending without a name", path.display());
        return Err(Failure::usage(format!("{problem}; write map{name} or the like")));
    }
    let found = Format::by_ending(kind, &name).map(|(format, ending)| {
        let as_spelled = name.get(name.len() - ending.len()..).unwrap_or(ending);
        (format, as_spelled.to_owned())
    });
    found.ok_or_else(|| {
        let known: Vec<String> =
            Format::of(kind).flat_map(|f| f.endings).map(|ending| format!(".{ending}")).collect();
        let known = known.join(", ");
        Failure::usage(format!("{} has no known ending; use one of {known}", path.display()))
    })
}

/// The number of files per output that are named on the terminal.
const SHOWN: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stem_is_the_name_without_its_ending() {
        let stem = |name: &str| {
            let (_, ending) = by_ending("plan", Path::new(name)).unwrap();
            super::stem(Path::new(name), &ending)
        };
        assert_eq!(stem("a/map.tar.png"), "map.tar");
        assert_eq!(stem("map.Watabou.JSON"), "map");
        assert_eq!(stem(".hidden.json"), ".hidden");
        for ending in [".json", "a/.PNG", ".watabou.json"] {
            assert!(by_ending("plan", Path::new(ending)).is_err(), "{ending}");
        }
    }
}
