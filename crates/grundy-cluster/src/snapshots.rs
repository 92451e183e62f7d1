//! States of a run that a later one can go on from.

use crate::Trouble;
use crate::outcomes::Outcomes;
use crate::partition::{Partition, Room};
use crate::sections::{Reader, Writer};
use crate::values::Values;
use std::fs;
use std::path::{Path, PathBuf};

/// Snapshots of one worker: the graph once, and the last two states.
#[derive(Debug)]
pub(crate) struct Snapshots {
    folder: PathBuf,
    worker: usize,
    of: usize,
    identity: String,
    has_graph: bool,
}

/// What is going on in a run.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub outcomes: Option<Outcomes>,
    /// Outcomes are found.
    pub decided: bool,
    pub values: Option<Values>,
}

impl Snapshots {
    /// Those in a folder of results; a run is told from others by its `identity`.
    pub fn new(results: &Path, worker: usize, of: usize, identity: &str) -> Self {
        let folder = results.join("snapshots");
        Self { folder, worker, of, identity: identity.to_owned(), has_graph: false }
    }

    fn state_path(&self, number: u64) -> PathBuf {
        self.folder.join(format!("state-{:05}-of-{:05}-{number}.bin", self.worker, self.of))
    }

    fn graph_path(&self) -> PathBuf {
        self.folder.join(format!("graph-{:05}-of-{:05}.bin", self.worker, self.of))
    }

    /// The numbers of the whole snapshots of this worker, ascending, and whether there are any of a run with
    /// another number of workers.
    pub fn found(&mut self) -> (Vec<u64>, bool) {
        let mut numbers = Vec::new();
        let mut others = false;
        let (own, of) = (format!("state-{:05}", self.worker), format!("of-{:05}", self.of));
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let Some(stem) = name.strip_suffix(".bin").filter(|stem| stem.starts_with("state-"))
            else {
                continue;
            };
            let Some((head, number)) = stem.rsplit_once('-') else { continue };
            others |= !head.ends_with(&of);
            if head == format!("{own}-{of}")
                && let Ok(number) = number.parse()
            {
                numbers.push(number);
            }
        }
        self.has_graph = self.graph_path().exists();
        numbers.sort_unstable();
        (numbers, others)
    }

    /// Whether the graph was there when [`found`](Self::found) looked.
    pub fn has_graph(&self) -> bool {
        self.has_graph
    }

    /// Removes what does not belong to a run that goes on from a snapshot, or begins anew: a state that only some
    /// workers have must never be taken together with later ones of the others.
    pub fn keep(&mut self, last: Option<u64>) -> Result<(), Trouble> {
        let (numbers, _) = self.found();
        let mut gone: Vec<PathBuf> = numbers
            .iter()
            .filter(|&&n| last.is_none_or(|last| n > last))
            .map(|&n| self.state_path(n))
            .collect();
        if last.is_none() && self.has_graph {
            gone.push(self.graph_path());
            self.has_graph = false;
        }
        gone.iter()
            .try_for_each(|path| fs::remove_file(path).map_err(|error| Trouble::file(path, error)))
    }

    /// Writes a state, and the graph before the first one; states before the last but one go.
    pub fn write(&mut self, number: u64, part: &Partition, state: &State) -> Result<(), Trouble> {
        fs::create_dir_all(&self.folder).map_err(|error| Trouble::file(&self.folder, error))?;
        if !self.has_graph {
            part.save(&self.graph_path())?;
            self.has_graph = true;
        }
        let mut out = Writer::create(&self.state_path(number))?;
        out.bytes("identity", self.identity.as_bytes())?;
        let flags = [state.outcomes.is_some(), state.decided, state.values.is_some()];
        out.words("flags", &flags.map(u64::from))?;
        if let Some(outcomes) = &state.outcomes {
            outcomes.save(&mut out)?;
        }
        if let Some(values) = &state.values {
            values.save(&mut out)?;
        }
        out.finish()?;
        if let Some(old) = number.checked_sub(2) {
            // It may not be there.
            let _ = fs::remove_file(self.state_path(old));
        }
        Ok(())
    }

    /// Reads a state and its graph.
    pub fn read(
        &self,
        number: u64,
        grain: u32,
        room: &Room,
    ) -> Result<(Partition, State), Trouble> {
        let path = self.state_path(number);
        let from = Reader::open(&path)?;
        from.check().map_err(|trouble| {
            Trouble::File(format!("{trouble}; remove this file to go on from the snapshot before"))
        })?;
        if from.raw("identity")? != self.identity.as_bytes() {
            return Err(Trouble::Question(format!(
                "{}: this is a snapshot of another question, or of another version; remove the folder to begin \
                 anew",
                path.display()
            )));
        }
        let flags = from.words("flags")?;
        let flag = |i: usize| flags.get(i).is_some_and(|&flag| flag == 1);
        let state = State {
            outcomes: flag(0).then(|| Outcomes::load(&from)).transpose()?,
            decided: flag(1),
            values: flag(2).then(|| Values::load(&from)).transpose()?,
        };
        let part = Partition::load(&self.graph_path(), grain, self.worker, room)?;
        Ok((part, state))
    }

    /// Removes the snapshots of this worker: its results are there.
    pub fn clear(&self) {
        let numbers = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let (state, graph) = (
            format!("state-{:05}-of-{:05}-", self.worker, self.of),
            format!("graph-{:05}-of-{:05}.", self.worker, self.of),
        );
        for entry in numbers {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(&state) || name.starts_with(&graph) {
                // What stays takes room and does no harm.
                let _ = fs::remove_file(entry.path());
            }
        }
        // The last worker finds it empty.
        let _ = fs::remove_dir(&self.folder);
    }
}
