//! The edges of a hypergraph: read, printed, taken apart.

use super::exact;
use crate::nat::{Nat, nim_sum, to_u64};
use crate::read;
use crate::syntax::{Component, ReadError};
use crate::theory::complex::{self, Complex, Told};

/// Edges as masks of heaps numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edges {
    /// Each once and not empty, in the order of the numbers in them; the greatest ones only if
    /// `closed`.
    pub sets: Vec<u64>,
    /// Whether the parts of the sets are edges too.
    pub closed: bool,
}

/// The edges that may be chosen, and those that hang together.
struct Part {
    places: Vec<usize>,
    edges: Vec<u64>,
    heaps: Vec<Nat>,
}

impl Edges {
    /// Heaps are the bits of a word.
    pub const MAX_HEAPS: usize = 64;

    /// More edges are not read.
    const MAX_EDGES: usize = 4096;

    /// These edges.
    pub fn new(sets: impl IntoIterator<Item = u64>, closed: bool) -> Self {
        let mut sets: Vec<u64> = sets.into_iter().filter(|&set| set != 0).collect();
        if closed {
            sets = Complex::new(sets).facets().to_vec();
        }
        sort(&mut sets);
        sets.dedup();
        Self { sets, closed }
    }

    /// The edges in the brackets of a component.
    ///
    /// # Errors
    /// If there are no brackets, too many sets, or a number out of bounds.
    pub fn read(component: &Component, closed: bool) -> Result<Self, ReadError> {
        let name = component.name().unwrap_or("this game");
        let Some(params) = &component.params else {
            let what = format!("{name} needs sets of heaps");
            return Err(ReadError::domain(what, component.head_span)
                .help(format!("write {name}[1,2; 2,3], with the numbers of heaps")));
        };
        if params.groups.len() > Self::MAX_EDGES {
            let what = format!("there are {} sets of heaps", params.groups.len());
            return Err(ReadError::limit(what, params.span)
                .help(format!("up to {} sets are read here", Self::MAX_EDGES)));
        }
        let mut sets = Vec::new();
        for group in &params.groups {
            let mut set = 0u64;
            for number in read::number_list(group)? {
                let heap = to_u64(&number).filter(|&n| 0 < n && n <= Self::MAX_HEAPS as u64);
                let Some(heap) = heap else {
                    return Err(ReadError::domain(
                        format!("there is no heap {number}"),
                        params.span,
                    )
                    .help(format!("heaps are numbered from 1, up to {}", Self::MAX_HEAPS)));
                };
                set |= 1 << (heap - 1);
            }
            sets.push(set);
        }
        if sets.iter().all(|&set| set == 0) {
            return Err(ReadError::domain("a set of heaps is missing", params.span)
                .help(format!("write {name}[1,2; 2,3], with the numbers of heaps")));
        }
        Ok(Self::new(sets, closed))
    }

    /// As they are typed.
    pub fn print(&self) -> String {
        let set = |&set: &u64| {
            let numbers: Vec<String> =
                complex::vertices(set).map(|v| (v + 1).to_string()).collect();
            numbers.join(",")
        };
        self.sets.iter().map(set).collect::<Vec<_>>().join("; ")
    }

    /// The greatest number of a heap in a set.
    pub fn vertices(&self) -> usize {
        self.sets.iter().map(|set| 64 - set.leading_zeros() as usize).max().unwrap_or(0)
    }

    /// The complex that is played on, if every part of an edge is an edge.
    pub fn complex(&self) -> Option<Complex> {
        let here = Complex::new(self.sets.iter().copied());
        // Closed under the removal of one vertex is closed.
        let closed = self.closed
            || self.sets.iter().all(|&set| {
                let mut smaller = complex::vertices(set).map(|v| set & !(1 << v));
                smaller.all(|part| part == 0 || self.sets.contains(&part))
            });
        closed.then_some(here)
    }

    /// The parts that no edge without an empty heap joins.
    fn parts(&self, heaps: &[Nat]) -> Vec<Part> {
        let live = |edge: u64| complex::vertices(edge).all(|v| !heaps[v].is_zero());
        let edges: Vec<u64> = self.sets.iter().copied().filter(|&edge| live(edge)).collect();
        let mut parts: Vec<(u64, Vec<u64>)> = Vec::new();
        for edge in edges {
            let (mut mask, mut all) = (edge, vec![edge]);
            parts.retain_mut(|(part, edges)| {
                let apart = *part & edge == 0;
                if !apart {
                    mask |= *part;
                    all.append(edges);
                }
                apart
            });
            parts.push((mask, all));
        }
        let part = |(mask, mut edges): (u64, Vec<u64>)| {
            sort(&mut edges);
            let places: Vec<usize> = complex::vertices(mask).collect();
            let heaps = places.iter().map(|&v| heaps[v].clone()).collect();
            Part { places, edges, heaps }
        };
        parts.into_iter().map(part).collect()
    }

    /// What theory tells of these heaps.
    pub fn known(&self, heaps: &[Nat]) -> Told {
        if let Some(complex) = self.complex() {
            return complex.known(heaps);
        }
        let values: Option<Vec<Nat>> = self.parts(heaps).iter().map(Part::value).collect();
        values.map_or(Told::Open, |values| Told::Value(nim_sum(&values)))
    }

    /// One move to a position of the value `target`, if theory constructs one.
    pub fn one_move(&self, heaps: &[Nat], target: &Nat) -> Option<Vec<Nat>> {
        if let Some(complex) = self.complex() {
            return complex.one_move(heaps, target);
        }
        let parts = self.parts(heaps);
        let values: Vec<Nat> = parts.iter().map(Part::value).collect::<Option<_>>()?;
        let change = nim_sum(&values) ^ target;
        parts.iter().zip(&values).find_map(|(part, value)| {
            let wanted = value ^ &change;
            let lowered = if wanted < *value { part.one_move(&wanted)? } else { return None };
            let mut after = heaps.to_vec();
            part.places.iter().zip(lowered).for_each(|(&v, heap)| after[v] = heap);
            Some(after)
        })
    }

    /// The theorems with the numbers of a position.
    pub fn why(&self, heaps: &[Nat]) -> Vec<String> {
        let parts = self.parts(heaps);
        let mut values = Vec::new();
        let mut why = Vec::new();
        for part in &parts {
            let Some(value) = part.value() else { return Vec::new() };
            let edges = complex::in_words(&part.edges);
            why.push(match part.edges.len() {
                1 => format!("the edge {edges} stands alone: its value is its least heap, {value}"),
                _ => format!(
                    "the edges {edges} are all sets of {} of their heaps: by the formula of exact k-Nim their value is {value}",
                    part.edges[0].count_ones()
                ),
            });
            values.push(value);
        }
        if values.len() > 1 {
            why.push(format!(
                "no edge joins these {} parts, so they are summands, with the nim-sum {}",
                values.len(),
                nim_sum(&values)
            ));
        }
        why
    }
}

impl Part {
    fn value(&self) -> Option<Nat> {
        if self.edges.len() == 1 {
            return self.heaps.iter().min().cloned();
        }
        exact::value(&self.heaps, self.all_of()?)
    }

    /// The k such that the edges are all sets of k heaps.
    fn all_of(&self) -> Option<usize> {
        let k = self.edges[0].count_ones() as usize;
        let same = self.edges.iter().all(|edge| edge.count_ones() as usize == k);
        let all = complex::choices(self.heaps.len(), k) == Some(self.edges.len() as u64);
        (same && all).then_some(k)
    }

    fn one_move(&self, target: &Nat) -> Option<Vec<Nat>> {
        exact::one_move(&self.heaps, self.all_of()?, target)
    }
}

/// Sorts edges by their vertices, the least ones first.
fn sort(edges: &mut [u64]) {
    edges.sort_by(|a, b| complex::vertices(*a).cmp(complex::vertices(*b)));
}
