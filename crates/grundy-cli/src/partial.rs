//! Files that are there when they are whole: written under another name, then renamed.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Links followed before they are taken for a circle.
const MAX_LINKS: usize = 40;

/// The name of this host in file names.
pub fn host() -> String {
    let name = gethostname::gethostname();
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    name.to_string_lossy().chars().take(60).map(plain).collect()
}

/// Writes a file that nobody ever finds half of: it is written as `NAME.HOST.PROCESS.partial` beside
/// it and then renamed. A link is followed, a pipe or device is written to directly, and the
/// permissions of a file that is replaced are kept.
///
/// # Errors
/// What failed; then the file is as it was.
pub fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    check(path)?;
    let path = &followed(path)?;
    let name = path.file_name().ok_or_else(|| io::Error::other("expected the name of a file"))?;
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| is_open_end(path, old)) {
        let mut out = BufWriter::new(File::options().write(true).open(path)?);
        write(&mut out)?;
        return out.flush();
    }
    clean(path, name);
    let mut partial = name.to_owned();
    partial.push(format!(".{}.{}.partial", host(), std::process::id()));
    let partial = path.with_file_name(partial);
    let file = File::create(&partial).map_err(|error| match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            let message =
                format!("no file can be made in its folder, where it is written first: {error}");
            io::Error::new(error.kind(), message)
        }
        _ => error,
    })?;
    // The lock tells others that this process lives. Where there are no locks, it is told by the
    // system's list of processes.
    let _ = file.try_lock();
    let mut out = BufWriter::with_capacity(1 << 16, file);
    let written = write(&mut out)
        .and_then(|()| out.flush())
        // On the disk before it takes the place of what was there: the power may fail.
        .and_then(|()| out.get_ref().sync_all())
        .and_then(|()| old.map_or(Ok(()), |old| fs::set_permissions(&partial, old.permissions())))
        .and_then(|()| fs::rename(&partial, path));
    if let Err(error) = written {
        // It may be gone already.
        let _ = fs::remove_file(&partial);
        return Err(error);
    }
    // So that the new name is on the disk too; some systems have no such operation for folders.
    let _ = File::open(folder(path)).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Whether a file could be written as far as can be seen without writing: what a long computation should
/// know before it begins.
///
/// # Errors
/// It is a folder, it is write-protected, or its folder is missing.
pub fn check(path: &Path) -> io::Result<()> {
    let path = &followed(path)?;
    match fs::metadata(path) {
        Ok(old) if old.is_dir() => Err(io::Error::other("this is a folder")),
        Ok(old) if !is_open_end(path, &old) && old.permissions().readonly() => Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the file is write-protected; choose another name, or allow writing to it",
        )),
        Err(_) if !folder(path).exists() => {
            let message = format!("there is no folder {}", folder(path).display());
            Err(io::Error::new(io::ErrorKind::NotFound, message))
        }
        _ => Ok(()),
    }
}

/// Whether this is a pipe, a device, or what another process has open: there is nothing to rename.
fn is_open_end(path: &Path, data: &fs::Metadata) -> bool {
    !data.is_file() || path.starts_with("/dev") || path.starts_with("/proc")
}

/// The regular file that would be written, by its full name; `None` for pipes, devices and what
/// cannot be written.
pub fn target(path: &Path) -> Option<PathBuf> {
    let path = followed(path).ok()?;
    if path.exists() && !path.is_file() {
        return None;
    }
    Some(fs::canonicalize(folder(&path)).ok()?.join(path.file_name()?))
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The file that a path leads to through links, there or not.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::symlink_metadata(&path) {
            // Links as /dev/stdout stand for what is open, not for a name.
            Ok(data)
                if data.is_symlink() && !path.starts_with("/dev") && !path.starts_with("/proc") =>
            {
                path = folder(&path).join(fs::read_link(&path)?)
            }
            _ => return Ok(path),
        }
    }
    Err(io::Error::other("its links go round in a circle"))
}

/// Removes what processes of this host that are no more left of this file; once for each file.
fn clean(path: &Path, name: &OsStr) {
    if !was_cleaned(folder(path), false) && !was_cleaned(path, true) {
        remove_stale(folder(path), Some(name));
    }
}

/// Whether a file or folder was cleaned by this process, and from now on `now` as well.
fn was_cleaned(path: &Path, now: bool) -> bool {
    static CLEANED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut cleaned = CLEANED.lock().unwrap_or_else(PoisonError::into_inner);
    let cleaned = cleaned.get_or_insert_default();
    if now { !cleaned.insert(path.to_owned()) } else { cleaned.contains(path) }
}

/// Removes what processes of this host that are no more left in a folder; files in it are not looked
/// after one by one then.
pub fn clean_folder(folder: &Path) {
    was_cleaned(folder, true);
    remove_stale(folder, None);
}

/// Removes partial files of this host whose processes are no more: those of one file, or all in a
/// folder. Failures are no harm.
fn remove_stale(folder: &Path, of: Option<&OsStr>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let file_name = entry.file_name();
        if stale_name(&file_name, of, &host()) && is_free(&entry.path()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file name is that of a partial file (of the file named) of a process of this host that
/// is no more.
fn stale_name(file_name: &OsStr, of: Option<&OsStr>, host: &str) -> bool {
    let Some(text) = file_name.to_str() else { return false };
    let middle = text.strip_suffix(".partial").and_then(|rest| rest.rsplit_once('.'));
    let Some((rest, process)) = middle else { return false };
    let Some(name) = rest.strip_suffix(host).and_then(|rest| rest.strip_suffix('.')) else {
        return false;
    };
    let Ok(process) = process.parse::<u32>() else { return false };
    of.is_none_or(|of| OsStr::new(name) == of) && !name.is_empty() && !runs(process)
}

/// Whether a process of this host may be running.
fn runs(process: u32) -> bool {
    process == std::process::id()
        || Path::new("/proc/self").exists() && Path::new(&format!("/proc/{process}")).exists()
}

/// Whether no process holds the lock of a file.
pub fn is_free(path: &Path) -> bool {
    // Some systems lock only what is open for writing.
    let Ok(file) = File::options().append(true).open(path) else { return false };
    file.try_lock().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("grundy-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn put(path: &Path, text: &str) -> io::Result<()> {
        write(path, |out| out.write_all(text.as_bytes()))
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_the_dead_left_is_removed_and_what_others_write_is_not() {
        let folder = scratch("stale");
        let (host, dead) = (host(), 4_000_000_000u32);
        let ours = format!("values.{host}.{dead}.partial");
        let kept = [
            format!("values.{host}.{}.partial", std::process::id()),
            format!("values.elsewhere.{dead}.partial"),
            format!("other.{host}.{dead}.partial"),
            "values.partial".into(),
        ];
        for name in kept.iter().chain([&ours]) {
            fs::write(folder.join(name), "half").unwrap();
        }
        let locked = folder.join(format!("held.{host}.{dead}.partial"));
        let holder = File::create(&locked).unwrap();
        holder.try_lock().unwrap();
        put(&folder.join("values"), "whole").unwrap();
        assert!(!folder.join(ours).exists());
        // Its own name was taken over and renamed.
        for name in &kept[1..] {
            assert!(folder.join(name).exists(), "{name}");
        }
        clean_folder(&folder);
        assert!(locked.exists() && !folder.join(&kept[2]).exists());
        drop(holder);
        clean_folder(&folder);
        assert_eq!(names(&folder), ["values", &*kept[1], "values.partial"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_failure_leaves_the_file_as_it_was() {
        let folder = scratch("failure");
        let path = folder.join("values");
        put(&path, "old").unwrap();
        let failed = write(&path, |out| {
            out.write_all(b"new")?;
            Err(io::Error::other("full"))
        });
        assert!(failed.is_err());
        assert_eq!((fs::read_to_string(&path).unwrap(), names(&folder).len()), ("old".into(), 1));
        assert!(put(&folder, "x").is_err() && put(Path::new("/"), "x").is_err());
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert_eq!(put(&path, "new").unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = scratch("links");
        let (link, target) = (folder.join("link"), folder.join("target"));
        symlink("target", &link).unwrap();
        put(&link, "first").unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
        put(&link, "second").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&target).unwrap(), "second");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
        symlink("circle", folder.join("circle")).unwrap();
        assert!(put(&folder.join("circle"), "x").unwrap_err().to_string().contains("circle"));
        fs::remove_dir_all(folder).unwrap();
    }
}
