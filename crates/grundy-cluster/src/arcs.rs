//! Where the arcs to each vertex of a partition come from: lists of differences, in memory or in a file.

use crate::Trouble;
use crate::coding::{Numbers, put};
use crate::scratch::Scratch;
use crate::sections::{Reader, Writer};

/// Lists share a base, so many of them.
const GROUP: usize = 64;

/// Bytes that are read from a file at once, where the list before was near by; and elsewhere.
const WINDOW: u64 = 1 << 18;
const MIN_WINDOW: u64 = 1 << 12;

/// The tails of the arcs to each vertex, ascending, parallel arcs repeated.
///
/// Space: 4 bytes a vertex, 8 for each 64 of them, and the differences of the tails, about 3 bytes an arc.
#[derive(Debug)]
pub(crate) struct Arcs {
    bases: Vec<u64>,
    /// Where each list begins, from its base on.
    starts: Vec<u32>,
    length: u64,
    count: u64,
    lists: Lists,
    window: Vec<u8>,
    window_at: u64,
}

#[derive(Debug)]
enum Lists {
    Memory(Vec<u8>),
    File(Scratch),
}

impl Arcs {
    /// No list yet. Past so many bytes the lists go to the file.
    pub fn build(most: u64, scratch: Scratch) -> Builder {
        Builder {
            memory: Vec::new(),
            most,
            scratch,
            bases: Vec::new(),
            starts: Vec::new(),
            at: 0,
            count: 0,
        }
    }

    /// How many arcs there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Bytes of the lists, and whether they lie in a file.
    pub fn bytes(&self) -> (u64, bool) {
        (self.length, matches!(self.lists, Lists::File(_)))
    }

    /// The tails of the arcs to a vertex. O(tails), and a read of the file where the list is not beside the one
    /// before.
    pub fn tails(&mut self, local: u32, tails: &mut Vec<u64>) -> Result<(), Trouble> {
        tails.clear();
        let begins = |i: usize| match self.starts.get(i) {
            Some(&start) => self.bases[i / GROUP] + u64::from(start),
            None => self.length,
        };
        let (from, to) = (begins(local as usize), begins(local as usize + 1));
        let list = match &self.lists {
            Lists::Memory(bytes) => &bytes[from as usize..to as usize],
            Lists::File(scratch) => {
                if from < self.window_at || to > self.window_at + self.window.len() as u64 {
                    let read_to = self.window_at + self.window.len() as u64;
                    let near = from >= self.window_at && from <= read_to + MIN_WINDOW;
                    let more = if near { WINDOW } else { MIN_WINDOW };
                    let end = (from + more).max(to).min(self.length);
                    self.window.resize((end - from) as usize, 0);
                    self.window_at = from;
                    scratch.read(from, &mut self.window)?;
                }
                &self.window[(from - self.window_at) as usize..(to - self.window_at) as usize]
            }
        };
        let (mut numbers, mut last) = (Numbers::new(list), 0u64);
        while let Some(number) = numbers.next() {
            last = last.wrapping_add(number);
            tails.push(last);
        }
        Ok(())
    }

    /// Writes all as sections.
    pub fn save(&self, out: &mut Writer) -> Result<(), Trouble> {
        out.words("bases", &self.bases)?;
        out.halves("starts", &self.starts)?;
        out.words("arcs", &[self.count])?;
        match &self.lists {
            Lists::Memory(bytes) => out.bytes("lists", bytes),
            Lists::File(scratch) => {
                let parts = self.length.div_ceil(PART);
                out.words("parts", &[parts])?;
                for part in 0..parts {
                    let mut buffer = vec![0; PART.min(self.length - part * PART) as usize];
                    scratch.read(part * PART, &mut buffer)?;
                    out.bytes(&format!("lists{part}"), &buffer)?;
                }
                Ok(())
            }
        }
    }

    /// Reads what [`save`](Self::save) wrote.
    pub fn load(from: &Reader, most: u64, mut scratch: Scratch) -> Result<Self, Trouble> {
        let mut parts = vec![];
        match from.has("parts") {
            false => parts.push(from.raw("lists")?),
            true => {
                for part in 0..from.words("parts")?.first().copied().unwrap_or(0) {
                    parts.push(from.raw(&format!("lists{part}"))?);
                }
            }
        }
        let length: u64 = parts.iter().map(|part| part.len() as u64).sum();
        let lists = if length <= most {
            Lists::Memory(parts.concat())
        } else {
            for part in parts {
                scratch.append(part)?;
            }
            Lists::File(scratch)
        };
        let (bases, starts) = (from.words("bases")?, from.halves("starts")?);
        let count = from.words("arcs")?.first().copied().unwrap_or(0);
        let ascends = starts.iter().enumerate().try_fold(0, |last, (i, &start)| {
            let at = bases.get(i / GROUP)?.checked_add(u64::from(start))?;
            (at >= last && at <= length).then_some(at)
        });
        if ascends.is_none() {
            return Err(Trouble::damaged(from.path(), "lists of arcs do not fit"));
        }
        Ok(Self { bases, starts, length, count, lists, window: Vec::new(), window_at: 0 })
    }
}

/// Bytes of the lists in one section of a snapshot.
const PART: u64 = 1 << 26;

/// Lists while they are made.
pub(crate) struct Builder {
    memory: Vec<u8>,
    most: u64,
    scratch: Scratch,
    bases: Vec<u64>,
    starts: Vec<u32>,
    at: u64,
    count: u64,
}

/// Bytes that are written to a file at once.
const FLUSH: usize = 1 << 20;

impl Builder {
    /// The list of the next vertex: its tails ascend.
    pub fn push(&mut self, tails: &[u64]) -> Result<(), Trouble> {
        if self.starts.len().is_multiple_of(GROUP) {
            self.bases.push(self.at);
        }
        let start = self.bases.last().map_or(0, |base| self.at - base);
        let start = u32::try_from(start).map_err(|_| {
            Trouble::Limit(
                "64 neighbouring vertices have more than 2^32 bytes of arcs: use a smaller --grain"
                    .into(),
            )
        })?;
        self.starts.push(start);
        let before = self.memory.len();
        let mut last = 0;
        for &tail in tails {
            put(tail - last, &mut self.memory);
            last = tail;
        }
        self.at += (self.memory.len() - before) as u64;
        self.count += tails.len() as u64;
        if self.scratch.length() > 0 && self.memory.len() >= FLUSH
            || self.memory.len() as u64 > self.most
        {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Trouble> {
        self.scratch.append(&self.memory)?;
        self.memory = Vec::new();
        Ok(())
    }

    pub fn finish(mut self) -> Result<Arcs, Trouble> {
        let lists = if self.scratch.length() > 0 {
            self.flush()?;
            Lists::File(self.scratch)
        } else {
            self.memory.shrink_to_fit();
            Lists::Memory(self.memory)
        };
        Ok(Arcs {
            bases: self.bases,
            starts: self.starts,
            length: self.at,
            count: self.count,
            lists,
            window: Vec::new(),
            window_at: 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_come_back_from_memory_from_files_and_from_snapshots() {
        let mut rng = fastrand::Rng::with_seed(13);
        for (number, most) in [(0, u64::MAX), (1, 0), (2, 1000)] {
            let folder = std::env::temp_dir();
            let scratch = |name: &str| Scratch::new(&folder, &format!("arcs-{name}-{number}"));
            let lists: Vec<Vec<u64>> = (0..500)
                .map(|_| {
                    let mut list: Vec<u64> =
                        (0..rng.usize(..9)).map(|_| rng.u64(..1 << 33)).collect();
                    list.sort_unstable();
                    list
                })
                .collect();
            let mut builder = Arcs::build(most, scratch("a"));
            lists.iter().for_each(|list| builder.push(list).unwrap());
            let mut arcs = builder.finish().unwrap();
            assert_eq!(arcs.bytes().1, most < 1 << 20);
            assert_eq!(arcs.count(), lists.iter().map(|list| list.len() as u64).sum::<u64>());
            let path = folder.join(format!("grundy-arcs-{}-{number}", std::process::id()));
            let mut writer = Writer::create(&path).unwrap();
            arcs.save(&mut writer).unwrap();
            writer.finish().unwrap();
            let mut again = Arcs::load(&Reader::open(&path).unwrap(), most, scratch("b")).unwrap();
            let mut tails = Vec::new();
            for _ in 0..1000 {
                let local = rng.usize(..lists.len());
                for arcs in [&mut arcs, &mut again] {
                    arcs.tails(local as u32, &mut tails).unwrap();
                    assert_eq!(tails, lists[local]);
                }
            }
            std::fs::remove_file(path).unwrap();
        }
    }
}
