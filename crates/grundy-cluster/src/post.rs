//! What is known of options, gathered for their owners and sent in batches.

use crate::blocks::FIRST_SUM;
use crate::coding::{Numbers, put};
use crate::net::{Kind, Net};

/// What a vertex tells the tails of its arcs: a number below 2^32.
pub(crate) type Mark = u32;

/// Marks of one vertex: how many, and which of those below 64, or one of 64 and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    pub count: u32,
    pub set: u64,
    /// The mark, where it is 64 or more; then `count` is 1 and `set` is empty.
    pub large: Mark,
}

impl Marks {
    /// One mark.
    #[inline]
    pub fn one(mark: Mark) -> Self {
        match mark {
            0..64 => Self { count: 1, set: 1 << mark, large: 0 },
            _ => Self { count: 1, set: 0, large: mark },
        }
    }
}

/// Marks on their way, by worker.
#[derive(Debug)]
pub(crate) struct Post {
    kind: Kind,
    waiting: Vec<Vec<(u64, Mark)>>,
    most: usize,
}

/// Marks for one worker that wait until they are sent, at most; and for all together.
const MAX_WAITING: usize = 1 << 15;
const MAX_WAITING_IN_ALL: usize = 1 << 21;

impl Post {
    pub fn new(kind: Kind, peers: usize) -> Self {
        let most = (MAX_WAITING_IN_ALL / peers.max(1)).clamp(64, MAX_WAITING);
        Self { kind, waiting: vec![Vec::new(); peers], most }
    }

    /// Adds a mark for a vertex; whether a batch was sent.
    #[inline]
    pub fn put(&mut self, to: usize, vertex: u64, mark: Mark, net: &mut Net<'_>) -> bool {
        self.waiting[to].push((vertex, mark));
        if self.waiting[to].len() < self.most {
            return false;
        }
        self.send(to, net);
        true
    }

    fn send(&mut self, to: usize, net: &mut Net<'_>) {
        let bytes = pack(&mut self.waiting[to]);
        self.waiting[to].clear();
        net.send(to, self.kind, bytes);
    }

    /// Sends all that wait.
    pub fn flush(&mut self, net: &mut Net<'_>) {
        for to in 0..self.waiting.len() {
            if !self.waiting[to].is_empty() {
                self.send(to, net);
            }
        }
    }
}

/// Marks as bytes. For each vertex: the difference to the one before and whether there are several, in one number;
/// then the mark, or how many there are and their set as a mask of bits. The marks of a sum stay apart: how often
/// each comes matters there.
pub(crate) fn pack(marks: &mut [(u64, Mark)]) -> Vec<u8> {
    marks.sort_unstable();
    let mut out = Vec::with_capacity(4 * marks.len());
    let (mut last, mut i) = (0, 0);
    while i < marks.len() {
        let vertex = marks[i].0;
        let (mut count, mut set) = (0u64, 0u64);
        let joined = |entry: &&(u64, Mark)| entry.0 == vertex && entry.1 < 64 && vertex < FIRST_SUM;
        while let Some(&(_, mark)) = marks.get(i).filter(joined) {
            count += 1;
            set |= 1 << mark;
            i += 1;
        }
        // Differences are below 2^63: vertices are.
        if count == 1 {
            put((vertex - last) << 1, &mut out);
            put(u64::from(set.trailing_zeros()), &mut out);
            last = vertex;
        } else if count > 1 {
            put((vertex - last) << 1 | 1, &mut out);
            put(count, &mut out);
            put(set, &mut out);
            last = vertex;
        }
        while let Some(&(_, mark)) = marks.get(i).filter(|entry| entry.0 == vertex) {
            put((vertex - last) << 1, &mut out);
            put(u64::from(mark), &mut out);
            last = vertex;
            i += 1;
        }
    }
    out
}

/// Hands the marks of a batch on; `None` where the bytes are none.
pub(crate) fn unpack<E>(
    bytes: &[u8],
    mut each: impl FnMut(u64, Marks) -> Result<(), E>,
) -> Option<Result<(), E>> {
    let (mut numbers, mut vertex) = (Numbers::new(bytes), 0u64);
    while !numbers.is_empty() {
        let head = numbers.next()?;
        vertex = vertex.wrapping_add(head >> 1);
        let marks = if head & 1 == 0 {
            Marks::one(Mark::try_from(numbers.next()?).ok()?)
        } else {
            let count = u32::try_from(numbers.next()?).ok()?;
            Marks { count, set: numbers.next()?, large: 0 }
        };
        if let Err(error) = each(vertex, marks) {
            return Some(Err(error));
        }
    }
    Some(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_arrive_as_they_were_sent() {
        let mut rng = fastrand::Rng::with_seed(17);
        for _ in 0..300 {
            let mut mark = || if rng.u8(..9) == 0 { 64 + rng.u32(..99) } else { rng.u32(..64) };
            let marks: Vec<Mark> = (0..60).map(|_| mark()).collect();
            let mut sent: Vec<(u64, Mark)> =
                marks.iter().map(|&mark| (rng.u64(..20) << (rng.u32(..2) * 40), mark)).collect();
            let bytes = pack(&mut sent);
            let mut left = sent.clone();
            unpack::<()>(&bytes, |vertex, marks| {
                let of = |entry: &(u64, Mark)| {
                    entry.0 == vertex
                        && if marks.set == 0 { entry.1 == marks.large } else { entry.1 < 64 }
                };
                let mut gone: Vec<Mark> = left.iter().filter(|e| of(e)).map(|e| e.1).collect();
                if marks.set == 0 {
                    gone.truncate(1);
                    let at = left.iter().position(of).unwrap();
                    left.remove(at);
                } else {
                    left.retain(|entry| !of(entry));
                    assert_eq!(gone.iter().fold(0, |set, mark| set | 1u64 << mark), marks.set);
                }
                assert_eq!(gone.len(), marks.count as usize);
                Ok(())
            })
            .unwrap()
            .unwrap();
            assert!(left.is_empty());
            assert!(unpack::<()>(&bytes[..bytes.len() - 1], |_, _| Ok(())).is_none());
        }
    }
}
