//! Writes files: each appears whole or not at all, and stays what it was.
//!
//! A regular file is written under a temporary name in its folder, synced and renamed; it keeps the
//! mode and the owner of the file it replaces, and a new one follows the umask. A symbolic link is
//! followed. Pipes and devices are written straight through.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::ledger::{Entry, enter};
use super::{cleanup, folder};
use crate::failure::Failure;

/// Links in a chain that are followed.
const MOST_LINKS: usize = 40;

/// Refuses a file that cannot be written, before the work and not after it.
pub(crate) fn check_target(path: &Path) -> Result<(), Failure> {
    let refused = |problem: &str| Failure::usage(format!("cannot write {}: {problem}", path.display()));
    if path.file_name().is_none() || path.is_dir() {
        return Err(Failure::usage(format!("{} is a folder; name a file in it", path.display())));
    }
    let (target, is_handle) = follow(path).map_err(|e| refused(&e.to_string()))?;
    let folder = folder(&target);
    if !is_handle && !folder.is_dir() {
        return Err(refused(&format!("the folder {} does not exist; make it first", folder.display())));
    }
    match fs::metadata(path) {
        Ok(found) if found.permissions().readonly() => {
            Err(refused("the file is read-only; name another, or make it writable"))
        }
        _ => Ok(()),
    }
}

/// Writes a file completely or not at all; refuses an input of this run and a second output of the
/// same name.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    match enter(path, Some(bytes))? {
        Entry::Same => Ok(()),
        Entry::Write => write_over(path, bytes),
    }
}

/// The same for a file that is meant to be replaced, such as the stored game that goes on.
pub(crate) fn write_over(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut file = NewFile::open(path)?;
    file.write(bytes)?;
    file.finish()
}

/// A file that appears when it is finished.
pub(crate) struct NewFile {
    path: PathBuf,
    place: Place,
}

enum Place {
    /// Under a temporary name beside its target.
    Beside { temporary: NamedTempFile, target: PathBuf },
    /// A pipe or device: what is written is gone.
    Stream(File),
}

impl NewFile {
    /// Begins a file whose bytes come piece by piece.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        enter(path, None)?;
        Self::open(path)
    }

    fn open(path: &Path) -> Result<Self, Failure> {
        check_target(path)?;
        let place = open(path).map_err(|e| not_written(path, &e))?;
        Ok(NewFile { path: path.to_owned(), place })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.place {
            // Straight to the file, whose errors do not name the temporary path.
            Place::Beside { temporary, .. } => temporary.as_file_mut().write_all(bytes),
            Place::Stream(file) => file.write_all(bytes),
        };
        written.map_err(|e| not_written(&self.path, &e))
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        let (path, place) = (self.path, self.place);
        let finished = match place {
            Place::Stream(mut file) => file.flush(),
            Place::Beside { temporary, target } => {
                let name = temporary.path().to_owned();
                let finished = finish(temporary, &target);
                cleanup::forget(&name);
                finished
            }
        };
        finished.map_err(|e| not_written(&path, &e))
    }
}

fn not_written(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::PipeClosed,
        _ => Failure::not_made(format!("could not write {}: {error}", path.display())),
    }
}

/// Is this a pipe, a device or an open file of some process, which is written straight through?
pub(crate) fn is_stream(path: &Path) -> bool {
    let found = fs::metadata(path).ok().filter(|found| !found.is_dir());
    // Standard output may be a regular file, but it is not ours to replace.
    found.is_some_and(|found| !found.is_file() || follow(path).is_ok_and(|(_, is_handle)| is_handle))
}

fn open(path: &Path) -> io::Result<Place> {
    let (target, _) = follow(path)?;
    if is_stream(path) {
        return OpenOptions::new().append(true).open(path).map(Place::Stream);
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(".mapkiln-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let temporary = cleanup::noted(|| builder.tempfile_in(folder(&target))).map_err(|e| without_path(&e))?;
    // Before the first byte: what few may read is never open to others, not even for a moment.
    if let Ok(before) = fs::metadata(&target) {
        keep_ownership(temporary.as_file(), &before)?;
    }
    Ok(Place::Beside { temporary, target })
}

/// An error without the name of the temporary file, which is nobody's concern.
fn without_path(error: &io::Error) -> io::Error {
    error.raw_os_error().map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

/// Where a chain of symbolic links ends, whether or not there is a file; and whether it passes through
/// an open file of some process, as `/dev/stdout` does.
fn follow(path: &Path) -> io::Result<(PathBuf, bool)> {
    let mut at = path.to_owned();
    let mut is_handle = false;
    for _ in 0..MOST_LINKS {
        let in_handles = folder(&at).ends_with("fd") && (at.starts_with("/proc") || at.starts_with("/dev"));
        is_handle |= in_handles;
        if !fs::symlink_metadata(&at).is_ok_and(|found| found.is_symlink()) {
            return Ok((at, is_handle));
        }
        at = folder(&at).join(fs::read_link(&at)?);
    }
    Err(io::Error::other("its symbolic links go in a circle"))
}

fn finish(temporary: NamedTempFile, target: &Path) -> io::Result<()> {
    temporary.as_file().sync_all()?;
    temporary.persist(target).map_err(|e| without_path(&e.error))?;
    Ok(())
}

/// Gives a file the owner and the mode of the one it replaces.
#[cfg(unix)]
fn keep_ownership(file: &File, before: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let now = file.metadata()?;
    if (now.uid(), now.gid()) != (before.uid(), before.gid()) {
        // Only root may give files away; the mode below is kept in any case.
        let _ = fchown(file, Some(before.uid()), Some(before.gid()));
    }
    file.set_permissions(before.permissions())
}

#[cfg(not(unix))]
fn keep_ownership(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_file_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(&file, "old").unwrap();
        for bits in [0o600, 0o640, 0o755] {
            fs::set_permissions(&file, fs::Permissions::from_mode(bits)).unwrap();
            write_over(&file, b"new").unwrap();
            assert_eq!(mode(&file), bits);
        }
    }

    #[test]
    fn links_stay_links() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("deep")).unwrap();
        fs::write(path("deep/real"), "old").unwrap();
        symlink("deep/real", path("one")).unwrap();
        symlink("one", path("two")).unwrap();
        symlink("deep/missing", path("dangling")).unwrap();
        write_over(&path("two"), b"new").unwrap();
        write_over(&path("dangling"), b"made").unwrap();
        assert_eq!(fs::read(path("deep/real")).unwrap(), b"new");
        assert_eq!(fs::read(path("deep/missing")).unwrap(), b"made");
        for link in ["one", "two", "dangling"] {
            assert!(fs::symlink_metadata(path(link)).unwrap().is_symlink(), "{link}");
        }
        symlink("ring", path("ring")).unwrap();
        assert!(write_over(&path("ring"), b"x").is_err());
    }

    #[test]
    fn nothing_is_left_behind_where_nothing_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        drop(NewFile::open(&file).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(matches!(write_over(Path::new("/dev/full"), b"x"), Err(Failure::NotMade(_))));
        assert!(matches!(write_over(&folder.path().join("no/a"), b"x"), Err(Failure::Usage(_))));
    }
}
