//! The manifest of a folder of results: what was asked, how the vertices are divided, and the sums of the files.

use crate::question::Question;
use crate::{MAX_GRAIN, Trouble};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The name of the file.
pub const NAME: &str = "manifest.json";

/// The version of the form of manifests and results.
pub const FORMAT: u32 = 1;

/// What `manifest.json` says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the form of manifests and results.
    pub format: u32,
    /// The version of grundy-cluster that wrote it.
    pub version: String,
    /// What was asked.
    pub question: Question,
    /// How many partitions there are: one for each worker.
    pub partitions: usize,
    /// Vertices whose numbers agree but for so many bits are in one partition; see [`owner`](crate::owner).
    pub grain: u32,
    /// What was counted.
    pub counts: Counts,
    /// The files, by partition.
    pub parts: Vec<Part>,
}

/// What was counted in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Vertices.
    pub vertices: u64,
    /// Arcs, parallel ones too.
    pub arcs: u64,
    /// P-positions; 0 where no outcomes were asked for, as the two that follow.
    pub p: u64,
    /// N-positions.
    pub n: u64,
    /// Draws.
    pub draws: u64,
    /// The greatest remoteness.
    pub remoteness: u64,
    /// Vertices with a number; 0 where no values were asked for, as the two that follow.
    pub numbers: u64,
    /// Vertices whose value is infinite.
    pub infinite: u64,
    /// The greatest number.
    pub greatest: u64,
    /// Vertices from which a move wins at once.
    pub wins: u64,
    /// Bytes of messages between workers, since the run began or was resumed.
    pub sent: u64,
    /// Bytes that were written to files because they exceeded the memory.
    pub spilled: u64,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its name in the folder.
    pub file: String,
    /// Vertices in it.
    pub vertices: u64,
    /// Its length.
    pub bytes: u64,
    /// The SHA-256 sum of all but its last 32 bytes, which are that sum.
    pub sha256: String,
}

impl Manifest {
    /// Reads the manifest of a folder.
    ///
    /// # Errors
    /// [`Trouble::File`] if there is none, or one of another form.
    pub fn read(folder: &Path) -> Result<Self, Trouble> {
        let path = folder.join(NAME);
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Trouble::File(format!(
                "{}: no results are here, or they are not finished (no {NAME})",
                folder.display()
            )),
            _ => Trouble::file(&path, error),
        })?;
        #[derive(Deserialize)]
        struct Version {
            format: u32,
            version: String,
        }
        let damaged = |error: serde_json::Error| Trouble::damaged(&path, error);
        let told: Version = serde_json::from_str(&text).map_err(damaged)?;
        if told.format != FORMAT {
            return Err(Trouble::File(format!(
                "{}: written in form {} by version {}; this version reads form {FORMAT}",
                path.display(),
                told.format,
                told.version
            )));
        }
        let manifest: Self = serde_json::from_str(&text).map_err(damaged)?;
        let fits = manifest.parts.len() == manifest.partitions && manifest.partitions > 0;
        if !fits || manifest.grain > MAX_GRAIN {
            return Err(Trouble::damaged(&path, "partitions that cannot be"));
        }
        Ok(manifest)
    }

    /// Writes it, whole or not at all; `unique` tells the writers of one folder apart.
    ///
    /// # Errors
    /// [`Trouble::File`].
    pub fn write(&self, folder: &Path, unique: usize) -> Result<(), Trouble> {
        let text =
            serde_json::to_string_pretty(self).map_err(|error| Trouble::file(folder, error))?;
        let unfinished = folder.join(format!("{NAME}.{unique}.unfinished"));
        let write = || -> std::io::Result<()> {
            let mut file = fs::File::create(&unfinished)?;
            file.write_all(text.as_bytes())?;
            file.write_all(b"\n")?;
            file.sync_all()?;
            fs::rename(&unfinished, folder.join(NAME))
        };
        write().map_err(|error| Trouble::file(&unfinished, error))
    }

    /// Where a part lies.
    pub fn path(&self, folder: &Path, part: usize) -> PathBuf {
        folder.join(&self.parts[part].file)
    }
}

/// The name of the file of a partition.
pub(crate) fn part_name(part: usize, parts: usize) -> String {
    format!("part-{part:05}-of-{parts:05}.bin")
}
