//! Directed graphs of up to some hundred million arcs, built from a file read twice.

use super::edge_list::{Declared, lines};
use super::line_file::LineFile;
use super::{EdgeList, Vertices};
use crate::context::{Context, Stop};
use crate::syntax::ReadError;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A directed graph as the heads of the arcs of each vertex, in no particular order, parallel arcs
/// repeated.
///
/// Vertices are 0, 1, …, n-1 and, without arcs of their own, all above. Space: 4 bytes a vertex and
/// 4 bytes an arc.
///
/// ```
/// use grundy::graph::Digraph;
/// let graph = Digraph::new(3, &[(0, 1), (1, 2), (0, 1)]);
/// assert_eq!(graph.heads(0), [1, 1]);
/// assert_eq!(graph.heads(7), []);
/// ```
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
const MOST_ARCS: u64 = u32::MAX as u64 >> 1;

impl Digraph {
    /// The graph of these arcs. O(n + m).
    ///
    /// # Panics
    /// If an end is not below `vertices`, or if there are 2^31 arcs or more.
    pub fn new(vertices: usize, arcs: &[(u32, u32)]) -> Self {
        assert!(arcs.len() as u64 <= MOST_ARCS, "too many arcs");
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
    /// and 4 bytes a vertex.
    ///
    /// # Complexity
    /// Two passes over the bytes on all cores; 4 bytes of memory an arc and 8 a vertex (4 more if
    /// the numbers of the vertices have gaps).
    ///
    /// # Errors
    /// As [`EdgeList::read`]; from 2^31 arcs on; if the file changes meanwhile.
    pub fn read(file: &LineFile, context: &Context<'_>) -> Result<Read, ReadError> {
        let stopped = |stop: Stop| file.stopped(&stop);
        let pages = Pages::new(context.limits.memory.min(64 * file.length() + (1 << 24)));
        let parts = file.each_chunk("counting arcs", context, |chunk| {
            let mut part = Part::default();
            part.declared = lines(chunk.text, |arc| {
                pages.count(arc);
                part.add(arc);
            })?;
            Ok(part)
        })?;
        let whole = parts.into_iter().fold(Part::default(), Part::and);
        let declared = whole.declared.check(file)?;
        if whole.arcs > MOST_ARCS {
            return Err(file.error(format!("{} arcs; up to {MOST_ARCS} are read", whole.arcs)));
        }
        if pages.full.load(Ordering::Relaxed) {
            // The numbers lie too far apart for counters; sort them.
            drop(pages);
            return Self::read_scattered(file, context);
        }
        let arcs = whole.arcs as usize;
        let numbers = pages.used();
        let vertices = Vertices::ascending(numbers);
        let consecutive = vertices.first_if_consecutive();
        let count = vertices.len();
        let tables = if consecutive.is_some() { 1 } else { 2 };
        context
            .check_memory(4 * (arcs as u64 + tables * count as u64) + pages.bytes(), || {
                format!("{}: {arcs} arcs between {count} vertices", file.name())
            })
            .map_err(stopped)?;
        let mut starts = Vec::with_capacity(count + 1);
        let mut end = 0;
        pages.number(consecutive.is_none(), |degree| {
            end += degree;
            starts.push(AtomicU32::new(end));
        });
        starts.push(AtomicU32::new(end));
        // The counters have done their work, unless they became the indices.
        let pages = consecutive.is_none().then_some(pages);
        let index = |number: u32| match (&pages, consecutive) {
            (Some(pages), _) => pages.get(number),
            (None, first) => number.checked_sub(first.unwrap_or(0)),
        };
        let heads: Vec<AtomicU32> = std::iter::repeat_with(AtomicU32::default).take(arcs).collect();
        let place = |arc: (u32, u32)| {
            let (tail, head) = (index(arc.0)?, index(arc.1)?);
            let at = starts[..count].get(tail as usize)?.fetch_sub(1, Ordering::Relaxed);
            heads.get(at.wrapping_sub(1) as usize)?.store(head, Ordering::Relaxed);
            Some(())
        };
        let parts = file.each_chunk("reading arcs", context, |chunk| {
            let mut part = Part::default();
            lines(chunk.text, |arc| {
                part.add(arc);
                part.lost |= place(arc).is_none();
            })?;
            Ok(part)
        })?;
        let again = parts.into_iter().fold(Part::default(), Part::and);
        if again.lost || (again.arcs, again.sum) != (whole.arcs, whole.sum) {
            return Err(file.error("the file changed while it was read"));
        }
        let plain = |numbers: Vec<AtomicU32>| numbers.into_iter().map(AtomicU32::into_inner);
        let graph = Self {
            starts: plain(starts).collect(),
            heads: plain(heads).collect(),
            direction: whole.direction(),
        };
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
    lost: bool,
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
        }
    }
}

/// The mark of a vertex that occurs.
const USED: u32 = 1 << 31;
const PAGE: usize = 1 << 16;

/// A counter for every vertex number, in pages that are there once a number in them occurs.
struct Pages {
    pages: Vec<OnceLock<Box<[AtomicU32]>>>,
    present: AtomicU32,
    most: u64,
    full: AtomicBool,
}

impl Pages {
    /// No counters yet, and never more than fit into so many bytes.
    fn new(bytes: u64) -> Self {
        Self {
            pages: std::iter::repeat_with(OnceLock::new).take(PAGE).collect(),
            present: AtomicU32::new(0),
            most: bytes / (4 * PAGE as u64),
            full: AtomicBool::new(false),
        }
    }

    fn bytes(&self) -> u64 {
        4 * PAGE as u64 * u64::from(self.present.load(Ordering::Relaxed))
    }

    fn entry(&self, number: u32) -> Option<&AtomicU32> {
        let page = &self.pages[number as usize / PAGE];
        let page = match page.get() {
            Some(page) => page,
            None => {
                let present = self.present.load(Ordering::Relaxed);
                if u64::from(present) >= self.most {
                    self.full.store(true, Ordering::Relaxed);
                    return None;
                }
                page.get_or_init(|| {
                    self.present.fetch_add(1, Ordering::Relaxed);
                    std::iter::repeat_with(AtomicU32::default).take(PAGE).collect()
                })
            }
        };
        Some(&page[number as usize % PAGE])
    }

    /// Counts an arc at its tail and marks both ends.
    #[inline]
    fn count(&self, (tail, head): (u32, u32)) {
        for (number, arcs) in [(tail, 1), (head, 0)] {
            if let Some(entry) = self.entry(number) {
                if entry.load(Ordering::Relaxed) & USED == 0 {
                    entry.fetch_or(USED, Ordering::Relaxed);
                }
                if arcs == 1 {
                    entry.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    }

    fn entries(&self) -> impl Iterator<Item = (u32, &AtomicU32)> {
        let pages = self.pages.iter().enumerate();
        pages.filter_map(|(i, page)| Some((i, page.get()?))).flat_map(|(i, page)| {
            page.iter().enumerate().map(move |(j, entry)| ((i * PAGE + j) as u32, entry))
        })
    }

    /// The numbers that occur, ascending.
    fn used(&self) -> impl Iterator<Item = u32> + Clone {
        let pages = self.pages.iter().enumerate();
        pages.filter_map(|(i, page)| Some((i, page.get()?))).flat_map(|(i, page)| {
            let used = page.iter().enumerate();
            let used = used.filter(|(_, entry)| entry.load(Ordering::Relaxed) & USED != 0);
            used.map(move |(j, _)| (i * PAGE + j) as u32)
        })
    }

    /// Tells the number of arcs of each vertex in turn; writes its index in the place of the
    /// counter if `index` is wanted.
    fn number(&self, index: bool, mut each: impl FnMut(u32)) {
        let mut next = 0;
        for (_, entry) in self.entries() {
            let count = entry.load(Ordering::Relaxed);
            if count & USED != 0 {
                each(count & !USED);
                if index {
                    entry.store(USED | next, Ordering::Relaxed);
                }
                next += 1;
            }
        }
    }

    /// The index of a vertex once they are numbered.
    fn get(&self, number: u32) -> Option<u32> {
        let entry = self.pages[number as usize / PAGE].get()?[number as usize % PAGE]
            .load(Ordering::Relaxed);
        (entry & USED != 0).then_some(entry & !USED)
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
}
