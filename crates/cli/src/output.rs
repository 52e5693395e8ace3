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
    /// What happens when there are several maps.
    pub(crate) several: Several,
    /// One map as bytes.
    pub(crate) render: Render<'f, T>,
}

/// Turns a map into bytes.
pub(crate) type Render<'f, T> = Box<dyn Fn(&T) -> Result<Vec<u8>, Failure> + 'f>;

/// What happens when there are several maps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Several {
    /// They follow each other in one file, with this text between them.
    Joined(&'static str),
    /// Each has a file of its own: `map.png` becomes `map-1.png`, `map-2.png`, …
    Apart,
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
    format: usize,
    /// Joined maps wait here until all are made.
    waiting: Vec<u8>,
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
            let ending =
                path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
            let format =
                formats.iter().position(|f| f.endings.contains(&ending.as_str())).ok_or_else(|| {
                    let known: Vec<String> =
                        formats.iter().flat_map(|f| f.endings).map(|e| format!(".{e}")).collect();
                    let known = known.join(", ");
                    Failure::usage(format!(
                        "the ending of {} says no format; use one of {known}",
                        path.display()
                    ))
                })?;
            check_folder(path)?;
            files.push(File { path: path.clone(), format, waiting: Vec::new() });
        }
        Ok(Delivery { formats, shown, files, count, done: 0, quiet })
    }

    /// Takes the next map.
    pub(crate) fn add(&mut self, map: &T) -> Result<(), Failure> {
        self.done += 1;
        if let Some(shown) = self.shown {
            let format = &self.formats[shown];
            let mut out = io::stdout().lock();
            if let (Several::Joined(between), true) = (format.several, self.done > 1) {
                out.write_all(between.as_bytes())?;
            }
            out.write_all(&(format.render)(map)?)?;
        }
        for file in &mut self.files {
            let format = &self.formats[file.format];
            let bytes = (format.render)(map)?;
            match format.several {
                Several::Joined(between) => {
                    if self.done > 1 {
                        file.waiting.extend_from_slice(between.as_bytes());
                    }
                    file.waiting.extend_from_slice(&bytes);
                }
                Several::Apart if self.count == 1 => write_whole(&file.path, &bytes)?,
                Several::Apart => write_whole(&numbered(&file.path, self.done), &bytes)?,
            }
        }
        Ok(())
    }

    /// Writes what waits, and says where everything went.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        io::stdout().lock().flush()?;
        for file in &self.files {
            let apart = self.formats[file.format].several == Several::Apart;
            if !apart {
                write_whole(&file.path, &file.waiting)?;
            }
            if !self.quiet {
                let first = if apart && self.count > 1 { numbered(&file.path, 1) } else { file.path.clone() };
                let more = if apart && self.count > 1 { " and the following" } else { "" };
                eprintln!("wrote {}{more}", first.display());
            }
        }
        Ok(())
    }
}

/// `map.png` as `map-3.png`.
fn numbered(path: &Path, number: u64) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number}.{ending}"))
}

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
        assert_eq!(numbered(Path::new("a/map.tar.png"), 3), Path::new("a/map.tar-3.png"));
    }
}
