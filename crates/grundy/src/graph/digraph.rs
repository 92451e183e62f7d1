//! Directed graphs of up to some hundred million arcs, built from a file read twice.

use super::edge_list::{Declared, lines};
use super::line_file::LineFile;
use super::{EdgeList, Vertices};
use crate::context::{Context, Stop};
use crate::syntax::ReadError;
use std::sync::atomic::{AtomicU32, Ordering};

/// A directed graph as the heads of the arcs of each vertex, in no particular order, parallel arcs
/// repeated.
///
/// Vertices are 0, 1, …, n-1 and, without arcs of their own, all above. Space: 4 bytes a vertex and
/// 4 bytes an arc.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digraph {
    /// Where the heads of each vertex start; one entry more than vertices.
    starts: Vec<u32>,
    heads: Vec<u32>,
    direction: Direction,
}

/// How the arcs lie in the order of the vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// Every arc leads to a greater vertex.
    Up,
    /// Every arc leads to a smaller vertex.
    Down,
    /// Neither.
    #[default]
    Mixed,
}

/// A graph whose vertices have numbers of their own.
pub struct Read {
    /// The graph.
    pub graph: Digraph,
    /// The numbers of its vertices.
    pub vertices: Vertices,
    /// Vertices 1 up to this exist even without arcs.
    pub declared: u32,
}

/// The most arcs: half of what 32 bits hold.
const MAX_ARCS: u64 = u32::MAX as u64 >> 1;

impl Digraph {
    /// The graph of these arcs. O(n + m).
    ///
    /// # Panics
    /// If an end is not below `vertices`, or if there are 2^31 arcs or more.
    pub fn new(vertices: usize, arcs: &[(u32, u32)]) -> Self {
        assert!(arcs.len() as u64 <= MAX_ARCS, "too many arcs");
        let mut starts = vec![0u32; vertices + 1];
        let mut part = Part::default();
        for &(tail, head) in arcs {
            assert!((head as usize) < vertices, "an arc leads out of the graph");
            starts[tail as usize] += 1;
            part.add((tail, head));
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut heads = vec![0; arcs.len()];
        for &(tail, head) in arcs.iter().rev() {
            let at = &mut starts[tail as usize];
            *at -= 1;
            heads[*at as usize] = head;
        }
        Self { starts, heads, direction: part.direction() }
    }

    /// Reads a file of arcs in the form of [`EdgeList::read`]: once to count the arcs of every
    /// vertex, and once more to put each in its place. So nothing is ever held but the result
    /// and some counters.
    ///
    /// Each thread counts for itself, and in the second pass reads the same chunks as in the first
    /// and fills places of its own: no two threads ever write to one place, and none waits.
    ///
    /// # Complexity
    /// Two passes over the bytes on all cores; 4 bytes of memory an arc and, for each vertex (and
    /// each gap between their numbers), 4 and 4 more a thread.
    ///
    /// # Errors
    /// As [`EdgeList::read`]; from 2^31 arcs on; if the file changes meanwhile.
    pub fn read(file: &LineFile, context: &Context<'_>) -> Result<Read, ReadError> {
        let stopped = |stop: Stop| file.stopped(&stop);
        let threads = file.threads();
        // Counters for a file whose numbers lie close together; others are sorted.
        let bytes = context.limits.memory.min(64 * file.length() + (1 << 22)) / threads as u64;
        let most = usize::try_from(bytes / 4).unwrap_or(usize::MAX);
        let mut counts: Vec<Counts> = vec![Counts::default(); threads];
        let parts = file.each_chunk_with("counting arcs", context, &mut counts, None, {
            |counts, chunk| {
                let mut part = Part::default();
                part.declared = lines(chunk.text, |arc| {
                    part.add(arc);
                    part.scattered |= !counts.count(arc, most);
                })?;
                Ok(part)
            }
        })?;
        let plan: Vec<usize> = parts.iter().map(|(thread, _)| *thread).collect();
        let whole = parts.into_iter().fold(Part::default(), |whole, (_, part)| whole.and(part));
        let declared = whole.declared.check(file)?;
        if whole.arcs > MAX_ARCS {
            return Err(file.error(format!("{} arcs; up to {MAX_ARCS} are read", whole.arcs)));
        }
        if whole.scattered {
            drop(counts);
            return Self::read_scattered(file, context);
        }
        let arcs = whole.arcs as usize;
        let span = counts.iter().map(|counts| counts.entries.len()).max().unwrap_or(0);
        let used = |number: usize| {
            counts.iter().any(|counts| counts.entries.get(number).is_some_and(|e| e & USED != 0))
        };
        let vertices = Vertices::ascending((0..span).filter(|&n| used(n)).map(|n| n as u32));
        let consecutive = vertices.first_if_consecutive();
        let count = vertices.len();
        let tables = threads + if consecutive.is_some() { 0 } else { 1 };
        let needed = 4 * (arcs as u64 + count as u64 + tables as u64 * span as u64);
        context
            .check_memory(needed, || {
                format!("{}: {arcs} arcs between {count} vertices", file.name())
            })
            .map_err(stopped)?;
        // Each thread's counters become the places it fills next; where the last thread stops in a
        // row, the next row starts.
        let last = threads - 1;
        counts[last].entries.resize(span, 0);
        counts.iter_mut().for_each(|counts| counts.entries.shrink_to_fit());
        let mut indices = vec![0u32; if consecutive.is_some() { 0 } else { span }];
        let (mut next, mut index) = (0, 0);
        for number in 0..span {
            let mut present = false;
            for counts in &mut counts {
                if let Some(entry) = counts.entries.get_mut(number) {
                    present |= *entry & USED != 0;
                    let own = *entry & !USED;
                    *entry = next;
                    next += own;
                }
            }
            if present {
                if let Some(entry) = indices.get_mut(number) {
                    *entry = index;
                }
                index += 1;
            }
        }
        let heads: Vec<AtomicU32> = std::iter::repeat_with(AtomicU32::default).take(arcs).collect();
        let fill = |counts: &mut Counts, (tail, head): (u32, u32)| {
            let index = match consecutive {
                Some(first) => head.checked_sub(first)?,
                None => *indices.get(head as usize)?,
            };
            let place = counts.entries.get_mut(tail as usize)?;
            heads.get(*place as usize)?.store(index, Ordering::Relaxed);
            *place += 1;
            Some(())
        };
        let parts = file.each_chunk_with("reading arcs", context, &mut counts, Some(&plan), {
            |counts, chunk| {
                let mut part = Part::default();
                lines(chunk.text, |arc| {
                    part.add(arc);
                    part.lost |= fill(counts, arc).is_none();
                })?;
                Ok(part)
            }
        })?;
        let again = parts.into_iter().fold(Part::default(), |whole, (_, part)| whole.and(part));
        if again.lost || (again.arcs, again.sum) != (whole.arcs, whole.sum) {
            return Err(file.error("the file changed while it was read"));
        }
        drop(indices);
        let ends = std::mem::take(&mut counts[last].entries);
        drop(counts);
        let mut starts = Vec::with_capacity(count + 1);
        starts.push(0);
        starts.extend((0..count as u32).map(|index| ends[vertices.number(index) as usize]));
        let heads = heads.into_iter().map(AtomicU32::into_inner).collect();
        let graph = Self { starts, heads, direction: whole.direction() };
        Ok(Read { graph, vertices, declared })
    }

    fn read_scattered(file: &LineFile, context: &Context<'_>) -> Result<Read, ReadError> {
        let EdgeList { mut pairs, declared } = EdgeList::read(file, context)?;
        // The pairs, the sorted numbers, and the graph.
        context
            .check_memory(28 * pairs.len() as u64, || format!("sorting {} arcs", pairs.len()))
            .map_err(|stop| file.stopped(&stop))?;
        let vertices = Vertices::compact(&mut pairs);
        Ok(Read { graph: Self::new(vertices.len(), &pairs), vertices, declared })
    }

    /// The same arcs the other way round. O(n + m).
    pub fn reversed(&self) -> Self {
        let n = self.vertices();
        let mut starts = vec![0u32; n + 1];
        for &head in &self.heads {
            starts[head as usize] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut heads = vec![0; self.heads.len()];
        for tail in (0..n as u32).rev() {
            for &head in self.heads(tail) {
                let at = &mut starts[head as usize];
                *at -= 1;
                heads[*at as usize] = tail;
            }
        }
        let direction = match self.direction {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Mixed => Direction::Mixed,
        };
        Self { starts, heads, direction }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        4 * (self.starts.capacity() + self.heads.capacity()) as u64
    }

    /// The number of vertices up to the last one with an arc.
    pub fn vertices(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// The number of arcs.
    pub fn arcs(&self) -> usize {
        self.heads.len()
    }

    /// How the arcs lie in the order of the vertices; `Up` if there are none.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Where the arcs of `v` lead, in no particular order.
    #[inline]
    pub fn heads(&self, v: u32) -> &[u32] {
        match (self.starts.get(v as usize), self.starts.get(v as usize + 1)) {
            (Some(&start), Some(&end)) => &self.heads[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Where the arcs of `v` lead, ascending, each vertex once.
    pub fn options(&self, v: u32) -> Vec<u32> {
        let mut heads = self.heads(v).to_vec();
        heads.sort_unstable();
        heads.dedup();
        heads
    }
}

/// What a stretch of the file says.
#[derive(Clone, Copy, Default)]
struct Part {
    declared: Declared,
    arcs: u64,
    /// Tells the arcs from others: a sum, because the order means nothing.
    sum: u64,
    /// Some arc leads to no greater vertex.
    not_up: bool,
    /// Some arc leads to no smaller vertex.
    not_down: bool,
    /// An arc had no place.
    lost: bool,
    /// An arc could not be counted.
    scattered: bool,
}

impl Part {
    #[inline]
    fn add(&mut self, arc: (u32, u32)) {
        self.arcs += 1;
        let key = u64::from(arc.0) << 32 | u64::from(arc.1);
        let mixed = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.sum = self.sum.wrapping_add(mixed ^ mixed >> 32);
        self.not_up |= arc.0 >= arc.1;
        self.not_down |= arc.0 <= arc.1;
    }

    fn direction(self) -> Direction {
        match (self.not_up, self.not_down) {
            (false, _) => Direction::Up,
            (true, false) => Direction::Down,
            (true, true) => Direction::Mixed,
        }
    }

    fn and(self, next: Self) -> Self {
        Self {
            declared: self.declared.and(next.declared),
            arcs: self.arcs + next.arcs,
            sum: self.sum.wrapping_add(next.sum),
            not_up: self.not_up | next.not_up,
            not_down: self.not_down | next.not_down,
            lost: self.lost | next.lost,
            scattered: self.scattered | next.scattered,
        }
    }
}

/// The mark of a vertex that occurs.
const USED: u32 = 1 << 31;

/// The arcs of every vertex number that one thread met.
#[derive(Clone, Default)]
struct Counts {
    entries: Vec<u32>,
}

impl Counts {
    /// Counts an arc at its tail and marks both ends; false if that takes more than `most` entries.
    #[inline]
    fn count(&mut self, (tail, head): (u32, u32), most: usize) -> bool {
        let greatest = tail.max(head) as usize;
        if greatest >= self.entries.len() && !self.grow(greatest, most) {
            return false;
        }
        let tail = &mut self.entries[tail as usize];
        *tail = (*tail | USED) + 1;
        self.entries[head as usize] |= USED;
        true
    }

    #[cold]
    fn grow(&mut self, to: usize, most: usize) -> bool {
        if to >= most {
            return false;
        }
        // A quarter more at a time: of the memory that is not needed there is little.
        let length = (to + 1).max(self.entries.len() / 4 * 5 + 1000).min(most);
        self.entries.reserve_exact(length - self.entries.len());
        self.entries.resize(length, 0);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Span;

    /// Reads arcs from text and compares with the graph of the list.
    fn check(arcs: &[(u32, u32)]) -> Read {
        let text: String = arcs.iter().map(|(u, v)| format!("{u} {v}\n")).collect();
        let file = LineFile::of("g", text.into_bytes(), Span::default());
        let read = Digraph::read(&file, &Context::default()).unwrap();
        let mut pairs = arcs.to_vec();
        let vertices = Vertices::compact(&mut pairs);
        let graph = Digraph::new(vertices.len(), &pairs);
        assert_eq!(read.vertices, vertices);
        assert_eq!(read.graph.vertices(), vertices.len());
        assert_eq!(read.graph.direction(), graph.direction());
        for v in 0..=vertices.len() as u32 {
            let sorted = |heads: &[u32]| {
                let mut heads = heads.to_vec();
                heads.sort_unstable();
                heads
            };
            assert_eq!(sorted(read.graph.heads(v)), sorted(graph.heads(v)));
        }
        read
    }

    #[test]
    fn files_and_lists_give_the_same_graph() {
        assert_eq!(check(&[]).graph.arcs(), 0);
        assert_eq!(check(&[(1, 2), (2, 3), (1, 3), (1, 2)]).graph.direction(), Direction::Up);
        assert_eq!(check(&[(9, 2), (2, 0)]).graph.direction(), Direction::Down);
        assert_eq!(check(&[(5, 5)]).graph.direction(), Direction::Mixed);
        // Gaps, and numbers so far apart that counters do not pay.
        check(&[(70_000, 3), (3, 4_294_967_294), (4_294_967_294, 70_000)]);
        let scattered: Vec<_> =
            (0..3000u32).map(|i| (i.wrapping_mul(2_654_435_769) >> 1, i * 1_000_003)).collect();
        check(&scattered);
        let many: Vec<_> = (0..700_000u32).map(|i| (i % 50_000, 50_000 + i % 777)).collect();
        check(&many);
    }

    #[test]
    fn too_many_arcs_for_the_memory_are_refused_before_they_are_stored() {
        let text = "1 2\n".repeat(400_000);
        let file = LineFile::of("g", text.into_bytes(), Span::default());
        let mut context = Context::default();
        context.limits.memory = 1 << 20;
        let error = Digraph::read(&file, &context).err().unwrap();
        assert_eq!(error.kind, crate::syntax::ErrorKind::Limit);
        assert!(error.message.contains("400000 arcs between 2 vertices"), "{}", error.message);
    }

    #[test]
    fn example_of_digraph() {
        use crate::graph::Digraph;
        let graph = Digraph::new(3, &[(0, 1), (1, 2), (0, 1)]);
        assert_eq!(graph.heads(0), [1, 1]);
        assert!(graph.heads(7).is_empty());
    }
}
