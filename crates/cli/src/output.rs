//! Where maps go: standard output and files, each in a format chosen by name or ending.
//!
//! Everything is checked before the first map is made, and a file appears whole or not at all: it
//! is written under a temporary name in its folder and then renamed.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::args::MakeArgs;
use crate::failure::Failure;

/// How one kind of map is written.
pub(crate) struct Format<'f, T> {
    /// Its name for `--format`.
    pub(crate) name: &'static str,
    /// The endings of its files, without the dot.
    pub(crate) endings: &'static [&'static str],
    render: Render<'f, T>,
}

/// Turns maps into bytes.
enum Render<'f, T> {
    /// Several maps follow each other in one file, with this text between them.
    Joined(&'static str, ToBytes<'f, T>),
    /// Each map has files of its own: `map.png` becomes `map-1.png`, `map-2.png`, …
    Apart(ToFiles<'f, T>),
}

type ToBytes<'f, T> = Box<dyn Fn(&T) -> Result<Vec<u8>, Failure> + 'f>;
type ToFiles<'f, T> = Box<dyn Fn(&T, Target<'_>) -> Result<Vec<NewFile>, Failure> + 'f>;

/// Where a map is to be written.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    path: &'a Path,
    ending: &'static str,
}

/// A file to be written.
pub(crate) struct NewFile {
    pub(crate) path: PathBuf,
    pub(crate) bytes: Vec<u8>,
}

impl Target<'_> {
    /// The file itself.
    pub(crate) fn file(self, bytes: Vec<u8>) -> NewFile {
        NewFile { path: self.path.to_owned(), bytes }
    }

    /// A file beside it: for `map.tmx` and `-tiles.png`, it is `map-tiles.png`.
    pub(crate) fn beside(self, rest: &str, bytes: Vec<u8>) -> NewFile {
        NewFile { path: self.path.with_file_name(self.name_beside(rest)), bytes }
    }

    /// The name of a file beside it.
    pub(crate) fn name_beside(self, rest: &str) -> String {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let stem = name.get(..name.len().saturating_sub(self.ending.len() + 1)).unwrap_or(&name);
        format!("{stem}{rest}")
    }

    /// One of several files in place of it: `map-2.uvtt` for `map.uvtt`.
    pub(crate) fn numbered(self, number: u64) -> PathBuf {
        self.path.with_file_name(self.name_beside(&format!("-{number}.{}", self.ending)))
    }
}

impl<'f, T> Format<'f, T> {
    /// Maps that follow each other in one file, with a text between them.
    pub(crate) fn joined(
        name: &'static str,
        endings: &'static [&'static str],
        between: &'static str,
        render: impl Fn(&T) -> Result<Vec<u8>, Failure> + 'f,
    ) -> Self {
        Format { name, endings, render: Render::Joined(between, Box::new(render)) }
    }

    /// Maps with a file each.
    pub(crate) fn apart(
        name: &'static str,
        endings: &'static [&'static str],
        render: impl Fn(&T) -> Result<Vec<u8>, Failure> + 'f,
    ) -> Self {
        Self::files(name, endings, move |map, target| Ok(vec![target.file(render(map)?)]))
    }

    /// Maps with several files each; the first goes to standard output where that is asked for.
    pub(crate) fn files(
        name: &'static str,
        endings: &'static [&'static str],
        render: impl Fn(&T, Target<'_>) -> Result<Vec<NewFile>, Failure> + 'f,
    ) -> Self {
        Format { name, endings, render: Render::Apart(Box::new(render)) }
    }

    /// The same format for what holds such a map.
    pub(crate) fn of<U>(self, part: fn(&U) -> &T) -> Format<'f, U>
    where
        T: 'f,
        U: 'f,
    {
        let render = match self.render {
            Render::Joined(between, render) => {
                Render::Joined(between, Box::new(move |whole: &U| render(part(whole))))
            }
            Render::Apart(render) => {
                Render::Apart(Box::new(move |whole: &U, target: Target<'_>| render(part(whole), target)))
            }
        };
        Format { name: self.name, endings: self.endings, render }
    }

    /// The longest of its endings that a file name has.
    fn ending_of(&self, path: &Path) -> Option<&'static str> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let fits = |e: &&&'static str| name.strip_suffix(**e).is_some_and(|stem| stem.ends_with('.'));
        self.endings.iter().filter(fits).max_by_key(|e| e.len()).copied()
    }
}

/// The places that a command's maps go to.
pub(crate) struct Delivery<'f, T> {
    formats: Vec<Format<'f, T>>,
    /// The format for standard output.
    shown: Option<usize>,
    files: Vec<File>,
    count: u64,
    done: u64,
    quiet: bool,
}

struct File {
    path: PathBuf,
    ending: &'static str,
    format: usize,
    /// Joined maps wait here until all are made.
    waiting: Vec<u8>,
    /// What was written so far.
    written: Vec<PathBuf>,
}

impl<'f, T> Delivery<'f, T> {
    /// Checks the flags. Without any, maps are shown in the first format.
    pub(crate) fn open(args: &MakeArgs, formats: Vec<Format<'f, T>>) -> Result<Self, Failure> {
        Self::to(&args.output, args.format.as_deref(), args.count, args.quiet, formats)
    }

    /// The same for commands with flags of their own.
    pub(crate) fn to(
        output: &[PathBuf],
        format: Option<&str>,
        count: u64,
        quiet: bool,
        formats: Vec<Format<'f, T>>,
    ) -> Result<Self, Failure> {
        let shown = match format {
            Some(name) => Some(formats.iter().position(|f| f.name == name).ok_or_else(|| {
                let names: Vec<&str> = formats.iter().map(|f| f.name).collect();
                Failure::usage(format!("there is no format {name:?} here; write one of {}", names.join(", ")))
            })?),
            None if output.is_empty() => Some(0),
            None => None,
        };
        let mut files = Vec::new();
        for path in output {
            let fitting = formats.iter().enumerate().filter_map(|(i, f)| Some((i, f.ending_of(path)?)));
            let (format, ending) = fitting.max_by_key(|(_, ending)| ending.len()).ok_or_else(|| {
                let known: Vec<String> =
                    formats.iter().flat_map(|f| f.endings).map(|e| format!(".{e}")).collect();
                let known = known.join(", ");
                Failure::usage(format!("the ending of {} says no format; use one of {known}", path.display()))
            })?;
            check_folder(path)?;
            files.push(File { path: path.clone(), ending, format, waiting: Vec::new(), written: Vec::new() });
        }
        Ok(Delivery { formats, shown, files, count, done: 0, quiet })
    }

    /// Takes the next map.
    pub(crate) fn add(&mut self, map: &T) -> Result<(), Failure> {
        self.done += 1;
        if let Some(shown) = self.shown {
            let format = &self.formats[shown];
            let mut out = io::stdout().lock();
            match &format.render {
                Render::Joined(between, render) => {
                    if self.done > 1 {
                        out.write_all(between.as_bytes())?;
                    }
                    out.write_all(&render(map)?)?;
                }
                Render::Apart(render) => {
                    let ending = format.endings.first().copied().unwrap_or_default();
                    let name = format!("map.{ending}");
                    let files = render(map, Target { path: Path::new(&name), ending })?;
                    let alike = |f: &&NewFile| f.path.to_string_lossy().ends_with(ending);
                    if files.iter().filter(alike).count() > 1 {
                        let problem =
                            format!("a {} file holds one level and the map has several", format.name);
                        return Err(Failure::usage(format!("{problem}; choose with --level, or use -o")));
                    }
                    if let Some(first) = files.first() {
                        out.write_all(&first.bytes)?;
                    }
                }
            }
        }
        for file in &mut self.files {
            match &self.formats[file.format].render {
                Render::Joined(between, render) => {
                    if self.done > 1 {
                        file.waiting.extend_from_slice(between.as_bytes());
                    }
                    file.waiting.extend_from_slice(&render(map)?);
                }
                Render::Apart(render) => {
                    let mut target = Target { path: &file.path, ending: file.ending };
                    let numbered = target.numbered(self.done);
                    if self.count > 1 {
                        target.path = &numbered;
                    }
                    for new in render(map, target)? {
                        write_whole(&new.path, &new.bytes)?;
                        file.written.push(new.path);
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes what waits, and says where everything went.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        io::stdout().lock().flush()?;
        for mut file in self.files {
            if let Render::Joined(..) = self.formats[file.format].render {
                write_whole(&file.path, &file.waiting)?;
                file.written.push(file.path);
            }
            if !self.quiet {
                let more = file.written.len().saturating_sub(SAID);
                file.written.iter().take(SAID).for_each(|path| eprintln!("wrote {}", path.display()));
                if more > 0 {
                    eprintln!("wrote {more} more like these");
                }
            }
        }
        Ok(())
    }
}

/// So many files of one kind are named on the terminal.
const SAID: usize = 4;

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

/// Says before the work, not after it, that a file cannot be written.
pub(crate) fn check_folder(path: &Path) -> Result<(), Failure> {
    let folder = folder(path);
    if !folder.is_dir() {
        let problem = format!("the folder {} does not exist; make it first", folder.display());
        return Err(Failure::usage(format!("cannot write {}: {problem}", path.display())));
    }
    if path.is_dir() {
        return Err(Failure::usage(format!("{} is a folder; name a file in it", path.display())));
    }
    Ok(())
}

/// Writes a file whole or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let write = || -> io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(".mapkiln-").tempfile_in(folder(path))?;
        file.write_all(bytes)?;
        // Temporary files are private; a map is as readable as any other new file.
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
        }
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|e| Failure::not_made(format!("could not write {}: {e}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_before_the_ending() {
        let target = Target { path: Path::new("a/map.tar.png"), ending: "png" };
        assert_eq!(target.numbered(3), Path::new("a/map.tar-3.png"));
        let target = Target { path: Path::new("map.Watabou.JSON"), ending: "watabou.json" };
        assert_eq!(target.numbered(3), Path::new("map-3.watabou.json"));
        assert_eq!(target.name_beside("-tiles.png"), "map-tiles.png");
    }
}
