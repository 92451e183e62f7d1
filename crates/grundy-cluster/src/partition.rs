//! The vertices of one worker with the arcs that lead to them, as they are loaded.

use crate::Trouble;
use crate::arcs::Arcs;
use crate::blocks::{Blocks, FIRST_SUM, Present};
use crate::coding::{Numbers, PairReader, sorted_pairs};
use crate::net::{Batch, Ended, Kind, Net, Status};
use crate::owner;
use crate::runs::Runs;
use crate::scratch::Scratch;
use crate::sections::{Reader, Writer};
use std::path::{Path, PathBuf};

/// Bytes of the state of one vertex, while the question is answered: numbers of open arcs twice, a set of
/// numbers, an outcome, the start of its list, and its place in a queue.
const BYTES_OF_VERTEX: u64 = 28;

/// What a worker may use.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    /// Bytes.
    pub memory: u64,
    /// Where it may write what exceeds them.
    pub folder: PathBuf,
}

/// The vertices of one worker.
#[derive(Debug)]
pub(crate) struct Partition {
    pub grain: u32,
    pub blocks: Blocks,
    /// How many of the vertices are no sums; they come first.
    pub positions: u32,
    pub arcs: Arcs,
    /// How many arcs each vertex has.
    pub open: Vec<u32>,
    /// Vertices from which a move wins at once, ascending.
    pub wins: Vec<u32>,
    /// Vertices with moves that leave nothing, and how many.
    pub ends: Vec<(u32, u32)>,
    /// Bytes that were written to files while the arcs were sorted.
    pub spilled: u64,
}

/// Arcs on their way to their owners.
pub(crate) struct Loader {
    grain: u32,
    arcs: Vec<Vec<(u64, u64)>>,
    counts: Vec<Vec<(u64, u64)>>,
    most: usize,
    heads: Runs,
    tails: Runs,
    present: Present,
    wins: Vec<u64>,
    ends: Vec<(u64, u32)>,
    room: Room,
    index: usize,
    received: u64,
    /// How many sums this worker named.
    sums: u64,
}

impl Loader {
    pub fn new(net: &Net<'_>, grain: u32, room: Room) -> Self {
        let scratch = |name: &str| Scratch::new(&room.folder, &format!("{name}{}", net.index()));
        let most = ((1 << 21) / net.peers()).clamp(64, 1 << 16);
        Self {
            grain,
            arcs: vec![Vec::new(); net.peers()],
            counts: vec![Vec::new(); net.peers()],
            most,
            heads: Runs::new(room.memory / 3, scratch("heads")),
            tails: Runs::new(room.memory / 6, scratch("tails")),
            present: Present::default(),
            wins: Vec::new(),
            ends: Vec::new(),
            index: net.index(),
            received: 0,
            sums: 0,
            room,
        }
    }

    /// How many of the lowest bits of a number do not matter for its owner.
    pub fn grain(&self) -> u32 {
        self.grain
    }

    /// Vertex `tail` is there, with so many arcs of those that come by [`arc`](Self::arc).
    pub fn vertex(&mut self, tail: u64, arcs: u64, net: &mut Net<'_>) -> Result<(), Ended> {
        let to = owner(tail, self.grain, net.peers());
        if to == self.index {
            return Ok(self.take_count((tail, arcs))?);
        }
        self.counts[to].push((tail, arcs));
        if self.counts[to].len() >= self.most {
            net.send(to, Kind::Counts, sorted_pairs(&mut self.counts[to]));
            self.counts[to].clear();
            self.exchange(net)?;
        }
        Ok(())
    }

    /// An arc.
    pub fn arc(&mut self, tail: u64, head: u64, net: &mut Net<'_>) -> Result<(), Ended> {
        let to = owner(head, self.grain, net.peers());
        if to == self.index {
            return Ok(self.take_arc((head, tail))?);
        }
        self.arcs[to].push((head, tail));
        if self.arcs[to].len() >= self.most {
            net.send(to, Kind::Arcs, sorted_pairs(&mut self.arcs[to]));
            self.arcs[to].clear();
            self.exchange(net)?;
        }
        Ok(())
    }

    /// A move from a vertex leaves several others: they become arcs of a vertex of its own.
    pub fn sum(&mut self, tail: u64, parts: &[u64], net: &mut Net<'_>) -> Result<(), Ended> {
        /// Bits of the number of a sum among those of one worker.
        const BITS: u32 = 44;
        if self.sums >> BITS > 0 {
            return Err(Trouble::Limit("a worker lists more than 2^44 sums".into()).into());
        }
        let sum = FIRST_SUM | (self.index as u64) << BITS | self.sums;
        self.sums += 1;
        self.vertex(sum, parts.len() as u64, net)?;
        self.arc(tail, sum, net)?;
        parts.iter().try_for_each(|&part| self.arc(sum, part, net))
    }

    /// From this vertex, which is one of this worker's, a move wins at once.
    pub fn win(&mut self, vertex: u64) {
        self.wins.push(vertex);
    }

    /// From this vertex, which is one of this worker's, so many moves leave nothing.
    pub fn end(&mut self, vertex: u64, moves: u32) {
        self.ends.push((vertex, moves));
    }

    fn exchange(&mut self, net: &mut Net<'_>) -> Result<(), Ended> {
        net.step();
        while let Some(batch) = net.next() {
            self.take(&batch)?;
        }
        Ok(())
    }

    fn take_arc(&mut self, pair: (u64, u64)) -> Result<(), Trouble> {
        self.present.add(pair.0);
        self.check(self.received)?;
        self.received += 1;
        self.heads.push(pair)
    }

    fn take_count(&mut self, pair: (u64, u64)) -> Result<(), Trouble> {
        self.present.add(pair.0);
        if pair.1 > 0 { self.tails.push(pair) } else { Ok(()) }
    }

    /// Whether the numbers of the vertices alone exceed the memory.
    fn check(&self, received: u64) -> Result<(), Trouble> {
        if received.is_multiple_of(1 << 16) && self.present.bytes() > self.room.memory {
            return Err(too_many(self.present.bytes(), &self.room));
        }
        Ok(())
    }

    fn take(&mut self, batch: &Batch) -> Result<(), Trouble> {
        let (mut numbers, mut pairs) = (Numbers::new(&batch.bytes), PairReader::default());
        while !numbers.is_empty() {
            let pair = pairs.next(&mut numbers).ok_or_else(broken)?;
            match batch.kind {
                Kind::Arcs => self.take_arc(pair)?,
                Kind::Counts => self.take_count(pair)?,
                _ => return Err(broken()),
            }
        }
        Ok(())
    }

    /// Sends what waits, takes what comes, and sorts.
    pub fn finish(mut self, net: &mut Net<'_>) -> Result<Partition, Ended> {
        for to in 0..net.peers() {
            if !self.arcs[to].is_empty() {
                net.send(to, Kind::Arcs, sorted_pairs(&mut self.arcs[to]));
            }
            if !self.counts[to].is_empty() {
                net.send(to, Kind::Counts, sorted_pairs(&mut self.counts[to]));
            }
        }
        self.arcs = Vec::new();
        self.counts = Vec::new();
        net.end_round(&Status::default(), &mut |batch| self.take(&batch))?;
        Ok(self.sorted()?)
    }

    fn sorted(self) -> Result<Partition, Trouble> {
        let blocks = self.present.blocks()?;
        let n = blocks.len();
        let state = n as u64 * BYTES_OF_VERTEX;
        if state > self.room.memory {
            return Err(too_many(state, &self.room));
        }
        let spilled = self.heads.spilled() + self.tails.spilled();
        let mut open = vec![0u32; n];
        let mut tails = self.tails.merge()?;
        while let Some((tail, count)) = tails.next()? {
            let local = blocks.local(tail).ok_or_else(broken)?;
            let place = &mut open[local as usize];
            let sum = u64::from(*place) + count;
            *place =
                u32::try_from(sum).ok().filter(|&sum| sum < u32::MAX - 1).ok_or_else(|| {
                    Trouble::Limit(format!("vertex {tail} has more than 2^32 - 3 arcs"))
                })?;
        }
        let scratch = Scratch::new(&self.room.folder, &format!("arcs{}", self.index));
        let mut builder = Arcs::build((self.room.memory - state) / 2, scratch);
        let mut arcs = self.heads.merge()?;
        let mut next = arcs.next()?;
        let mut list = Vec::new();
        for vertex in blocks.iter() {
            list.clear();
            while let Some((_, tail)) = next.filter(|pair| pair.0 == vertex) {
                list.push(tail);
                next = arcs.next()?;
            }
            builder.push(&list)?;
        }
        let local = |vertex: u64| blocks.local(vertex).ok_or_else(broken);
        let mut wins = self.wins.iter().map(|&v| local(v)).collect::<Result<Vec<u32>, _>>()?;
        wins.sort_unstable();
        let ends = self.ends.iter().map(|&(v, count)| Ok((local(v)?, count)));
        let ends = ends.collect::<Result<_, Trouble>>()?;
        let arcs = builder.finish()?;
        let positions = blocks.positions()?.len() as u32;
        Ok(Partition { grain: self.grain, blocks, positions, arcs, open, wins, ends, spilled })
    }
}

/// What is said where the state of the vertices exceeds the memory.
fn too_many(bytes: u64, room: &Room) -> Trouble {
    Trouble::Limit(format!(
        "the vertices of one worker need {} MiB, {} MiB are allowed for each: use more processes, or raise \
         --max-memory",
        bytes.div_ceil(1 << 20),
        room.memory >> 20
    ))
}

/// What is said of batches that cannot be.
pub(crate) fn broken() -> Trouble {
    Trouble::Lost("a message between workers is damaged".into())
}

impl Partition {
    /// Writes it to a file, for a run that is resumed.
    pub fn save(&self, path: &Path) -> Result<(), Trouble> {
        let mut out = Writer::create(path)?;
        self.blocks.save(&mut out)?;
        self.arcs.save(&mut out)?;
        out.halves("open", &self.open)?;
        out.halves("wins", &self.wins)?;
        let ends: Vec<u32> =
            self.ends.iter().flat_map(|&(vertex, moves)| [vertex, moves]).collect();
        out.halves("ends", &ends)?;
        out.finish().map(drop)
    }

    /// Reads what [`save`](Self::save) wrote.
    pub fn load(path: &Path, grain: u32, index: usize, room: &Room) -> Result<Self, Trouble> {
        let from = Reader::open(path)?;
        from.check()?;
        let blocks = Blocks::load(&from)?;
        let scratch = Scratch::new(&room.folder, &format!("arcs{index}"));
        let left = room.memory.saturating_sub(blocks.len() as u64 * BYTES_OF_VERTEX);
        let arcs = Arcs::load(&from, left / 2, scratch)?;
        let open = from.halves("open")?;
        if open.len() != blocks.len() {
            return Err(Trouble::damaged(path, "lists of different lengths"));
        }
        let ends =
            from.halves("ends")?.as_chunks().0.iter().map(|&[v, moves]| (v, moves)).collect();
        let positions = blocks.positions()?.len() as u32;
        Ok(Self {
            grain,
            blocks,
            positions,
            arcs,
            open,
            wins: from.halves("wins")?,
            ends,
            spilled: 0,
        })
    }
}
