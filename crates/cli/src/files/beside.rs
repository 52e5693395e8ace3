//! Reads what a file names: only beside that file, and only plain files.

use std::cell::RefCell;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use mapkiln::Limit;

use super::folder;
use super::ledger::note_input;

/// The folder of a file, in which that file may name others.
pub(crate) struct Neighbours {
    folder: PathBuf,
    /// Whether it may name files elsewhere too.
    outside: bool,
}

// A process runs one command.
static OUTSIDE: AtomicBool = AtomicBool::new(false);

/// From now on, files may name files in any folder.
pub(crate) fn allow_outside() {
    OUTSIDE.store(true, Ordering::Relaxed);
}

impl Neighbours {
    /// The neighbours of a file.
    pub(crate) fn of(path: &Path) -> Self {
        Neighbours { folder: folder(path).to_owned(), outside: OUTSIDE.load(Ordering::Relaxed) }
    }

    /// The bytes of a file by the name that another file gives it; `None` if there is no such file.
    pub(crate) fn read(&self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let wrong = |problem: &str| format!("the file {name:?} is not read: {problem}");
        if !self.outside {
            plain(name).map_err(|problem| wrong(&format!("{problem}; --allow-outside permits it")))?;
        }
        let path = self.folder.join(name);
        // Opening a pipe waits for its writer, so the kind is looked up first.
        let found = match path.metadata() {
            Ok(found) => found,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(wrong(&e.to_string())),
        };
        if !found.is_file() {
            return Err(wrong("it is not a regular file"));
        }
        if !self.outside {
            let inside = match (self.folder.canonicalize(), path.canonicalize()) {
                (Ok(folder), Ok(path)) => path.starts_with(folder),
                _ => false,
            };
            if !inside {
                return Err(wrong("a link leads out of the folder; --allow-outside permits it"));
            }
        }
        Limit::FileBytes.check(found.len()).map_err(|problem| wrong(&problem.to_string()))?;
        let mut bytes = Vec::new();
        File::open(&path)
            .and_then(|file| file.take(Limit::FileBytes.most()).read_to_end(&mut bytes))
            .map_err(|e| wrong(&e.to_string()))?;
        note_input(&path);
        Ok(Some(bytes))
    }

    /// The text of such a file, without a byte order mark.
    pub(crate) fn read_text(&self, name: &str) -> Result<Option<String>, String> {
        let Some(bytes) = self.read(name)? else { return Ok(None) };
        let text = String::from_utf8(bytes)
            .map_err(|_| format!("the file {name:?} is not read: it is not UTF-8 text"))?;
        Ok(Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
    }

    /// Reads with a function that looks files up by name; the error is that of a name that is refused.
    pub(crate) fn while_reading<T>(
        &self,
        reader: impl FnOnce(&dyn Fn(&str) -> Option<Vec<u8>>) -> T,
    ) -> Result<T, String> {
        let refused = RefCell::new(None);
        let look_up = |name: &str| {
            self.read(name).unwrap_or_else(|problem| {
                refused.borrow_mut().get_or_insert(problem);
                None
            })
        };
        let read = reader(&look_up);
        refused.into_inner().map_or(Ok(read), Err)
    }
}

/// Refuses names that lead out of a folder, on this system or another.
fn plain(name: &str) -> Result<(), &'static str> {
    if name.is_empty() {
        return Err("it has no name");
    }
    if name.contains(['\\', ':', '\0']) {
        return Err("names with a backslash, a colon or a zero byte mean other places on some systems");
    }
    for part in Path::new(name).components() {
        match part {
            Component::Normal(part) => device(&part.to_string_lossy())?,
            Component::CurDir => {}
            Component::ParentDir => return Err("it leads out of the folder"),
            Component::RootDir | Component::Prefix(_) => return Err("it is an absolute name"),
        }
    }
    Ok(())
}

/// Refuses names that Windows takes for devices or changes.
fn device(part: &str) -> Result<(), &'static str> {
    if part.ends_with(['.', ' ']) {
        return Err("names that end in a dot or a space are others on some systems");
    }
    let stem = part.split('.').next().unwrap_or(part).trim_end().to_ascii_uppercase();
    let numbered = |name: &str| {
        stem.strip_prefix(name).is_some_and(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()))
    };
    if ["CON", "PRN", "AUX", "NUL"].contains(&stem.as_str()) || numbered("COM") || numbered("LPT") {
        return Err("it is the name of a device on some systems");
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for name in [
            "../a.tsx",
            "a/../../b",
            "/etc/passwd",
            "C:/x",
            "c:x",
            "\\\\host\\x",
            "a\\b",
            "a:b",
            "CON",
            "nul.png",
            "com1.tsx",
            "LPT9",
            "x.",
            "x ",
            "a/aux/b",
            "",
            "a\0b",
        ] {
            assert!(plain(name).is_err(), "{name:?}");
        }
        for name in ["a.tsx", "./a.tsx", "folder/a b.png", "console.png", "COM10.png", ".hidden", "ä…png"]
        {
            assert!(plain(name).is_ok(), "{name:?}");
        }
    }

    #[test]
    fn only_regular_files_of_the_folder_are_read() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("inside")).unwrap();
        std::fs::write(folder.path().join("secret.txt"), "secret").unwrap();
        std::fs::write(folder.path().join("inside/a.txt"), "a").unwrap();
        let map = folder.path().join("inside/map.tmx");
        let neighbours = Neighbours::of(&map);
        assert_eq!(neighbours.read("a.txt").unwrap().unwrap(), b"a");
        assert_eq!(neighbours.read("b.txt"), Ok(None));
        assert!(neighbours.read("../secret.txt").unwrap_err().contains("--allow-outside"));
        assert!(neighbours.read(".").unwrap_err().contains("regular"));
        assert_eq!(
            Neighbours { outside: true, ..Neighbours::of(&map) }.read("../secret.txt").unwrap().unwrap(),
            b"secret"
        );
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../secret.txt", folder.path().join("inside/link.txt")).unwrap();
            assert!(neighbours.read("link.txt").unwrap_err().contains("link"));
            std::os::unix::fs::symlink("/dev/zero", folder.path().join("inside/zero")).unwrap();
            assert!(neighbours.read("zero").unwrap_err().contains("regular"));
        }
    }
}
