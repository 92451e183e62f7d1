//! Nim on a simplicial complex: heaps on its vertices, of which those of a face may be lowered.

use super::columns::Columns;
use super::tuples;
use crate::nat::{Nat, nim_sum};
use crate::ruleset::Full;
use std::collections::BTreeSet;

/// A simplicial complex on at most 64 vertices, as the masks of its facets.
///
/// A move of Nim on it takes any positive numbers from the heaps of one face that is not empty. Empty
/// heaps leave the complex on the other vertices, so let no heap be empty.
///
/// # Theorems
/// 1. All vertices are a face: all smaller tuples are options, and the value is the sum.
/// 2. The complex falls into parts that no face joins: they are summands.
/// 3. The faces are the sets of at most k vertices: Moore's Nim, which decides outcomes.
/// 4. The complex is a join: its vertices are divided into classes, and a set is a face if its part in
///    each class is one. Then the position is P iff it is P on every class: from a P-position on all
///    classes a move leaves an N-position on some class and is answered on those; from any other
///    position all N-positions are made P in one move. The classes are found from the circuits (the
///    least sets that are no faces): vertices of one circuit belong together.
/// 5. Every circuit C has a vertex that is in no other circuit. Then the position is P iff it is a sum
///    of multiples a_C of the characteristic vectors of the circuits. Between two such sums there is no
///    move: it would lower some a_C, and so all heaps of C. From any position subtract circuits as
///    long as one is left; what is left is a face, and taking it is a move to such a sum.
///
/// # Literature
/// R. Ehrenborg, E. Steingrímsson, *Playing Nim on a simplicial complex*, Electronic Journal of
/// Combinatorics 3 (1996), R9.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complex {
    facets: Vec<u64>,
}

/// What theory tells of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The Grundy value.
    Value(Nat),
    /// The value is not 0.
    Nonzero,
    /// Nothing.
    Open,
}

/// What theory sees in a complex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No vertex.
    Empty,
    /// All vertices are one face.
    Simplex,
    /// The vertices of the parts that no face joins.
    Parts(Vec<u64>),
    /// All sets of at most so many vertices.
    Moore(usize),
    /// The classes of a join.
    Join(Vec<u64>),
    /// Circuits, each with a vertex of its own.
    Pointed(Vec<u64>),
    /// Something else.
    Open,
}

/// More circuits than this are not looked at.
const MAX_CIRCUITS: usize = 1000;

/// The numbers of the vertices of a mask.
pub fn vertices(mask: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |v| mask >> v & 1 == 1)
}

/// The sets that are in no other one, without the empty set.
fn greatest(sets: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let sets: BTreeSet<u64> = sets.into_iter().filter(|&set| set != 0).collect();
    let inside = |set: u64| sets.iter().any(|&other| other != set && other & set == set);
    sets.iter().copied().filter(|&set| !inside(set)).collect()
}

/// The sets in which no other one is.
fn least(sets: &BTreeSet<u64>) -> BTreeSet<u64> {
    let holds = |set: u64| sets.iter().any(|&other| other != set && other & set == other);
    sets.iter().copied().filter(|&set| !holds(set)).collect()
}

/// Unites masks that share a vertex.
fn united(masks: impl IntoIterator<Item = u64>) -> Vec<u64> {
    let mut parts: Vec<u64> = Vec::new();
    for mut mask in masks {
        parts.retain(|&part| {
            let apart = part & mask == 0;
            if !apart {
                mask |= part;
            }
            apart
        });
        parts.push(mask);
    }
    parts.sort_unstable_by_key(|part| part.trailing_zeros());
    parts
}

/// The heaps on these vertices, all others empty.
fn masked(heaps: &[Nat], mask: u64) -> Vec<Nat> {
    let keep = |(v, heap): (usize, &Nat)| if mask >> v & 1 == 1 { heap.clone() } else { Nat::ZERO };
    heaps.iter().enumerate().map(keep).collect()
}

/// How many sets of `k` of `n` things there are, if that is a machine word.
pub fn choices(n: usize, k: usize) -> Option<u64> {
    let mut count: u64 = 1;
    for i in 0..k as u64 {
        count = count.checked_mul(n as u64 - i)? / (i + 1);
    }
    Some(count)
}

impl Complex {
    /// The faces are the subsets of these sets.
    pub fn new(sets: impl IntoIterator<Item = u64>) -> Self {
        Self { facets: greatest(sets) }
    }

    /// The facets, in the order of their masks.
    pub fn facets(&self) -> &[u64] {
        &self.facets
    }

    /// The complex on those of its vertices that have a heap.
    pub fn on(&self, heaps: &[Nat]) -> Self {
        let full = heaps.iter().enumerate().filter(|(_, heap)| !heap.is_zero());
        let mask = full.fold(0, |mask, (v, _)| mask | 1 << v);
        Self::new(self.facets.iter().map(|facet| facet & mask))
    }

    fn all(&self) -> u64 {
        self.facets.iter().fold(0, |all, facet| all | facet)
    }

    fn is_face(&self, set: u64) -> bool {
        self.facets.iter().any(|facet| facet & set == set)
    }

    /// Calls `each` once with the result of every move from these heaps; O(facets) for each face.
    ///
    /// # Errors
    /// [`Full`] when the receiver wants no more.
    pub fn each_move(
        &self,
        heaps: &[Nat],
        each: &mut impl FnMut(Vec<Nat>) -> Result<(), Full>,
    ) -> Result<(), Full> {
        let here = self.on(heaps);
        let all: Vec<usize> = vertices(here.all()).collect();
        // Faces with the first vertex that may still be added.
        let mut open = vec![(0u64, 0)];
        while let Some((face, next)) = open.pop() {
            if face != 0 {
                tuples::each_lowered(heaps, &vertices(face).collect::<Vec<_>>(), each)?;
            }
            for i in (next..all.len()).rev() {
                let longer = face | 1 << all[i];
                if here.is_face(longer) {
                    open.push((longer, i + 1));
                }
            }
        }
        Ok(())
    }

    /// The least sets of vertices that are no faces; `None` if there are too many.
    fn circuits(&self) -> Option<Vec<u64>> {
        // A set is no face if it meets what each facet leaves out.
        let all = self.all();
        let mut sets = BTreeSet::from([0u64]);
        for facet in &self.facets {
            let out = all & !facet;
            let met = |set: &u64| match set & out {
                0 => vertices(out).map(|v| set | 1 << v).collect(),
                _ => vec![*set],
            };
            sets = least(&sets.iter().flat_map(met).collect());
            if sets.len() > MAX_CIRCUITS {
                return None;
            }
        }
        Some(sets.into_iter().collect())
    }

    /// What theory sees; polynomial but for the circuits, of which few are looked at.
    pub fn shape(&self) -> Shape {
        let all = self.all();
        match &*self.facets {
            [] => return Shape::Empty,
            [_] => return Shape::Simplex,
            _ => {}
        }
        let parts = united(self.facets.iter().copied());
        if parts.len() > 1 {
            return Shape::Parts(parts);
        }
        let size = self.facets[0].count_ones() as usize;
        if self.facets.iter().all(|facet| facet.count_ones() as usize == size)
            && choices(all.count_ones() as usize, size) == Some(self.facets.len() as u64)
        {
            return Shape::Moore(size);
        }
        let Some(circuits) = self.circuits() else { return Shape::Open };
        let singles = vertices(all).map(|v| 1 << v);
        let classes = united(circuits.iter().copied().chain(singles));
        if classes.len() > 1 {
            return Shape::Join(classes);
        }
        let pointed = |circuit: u64| {
            let others = circuits.iter().filter(|&&other| other != circuit);
            circuit & !others.fold(0, |all, other| all | other) != 0
        };
        if circuits.iter().all(|&circuit| pointed(circuit)) {
            Shape::Pointed(circuits)
        } else {
            Shape::Open
        }
    }

    /// What theory tells of a position.
    pub fn known(&self, heaps: &[Nat]) -> Told {
        let here = self.on(heaps);
        let zero = |p: bool| if p { Told::Value(Nat::ZERO) } else { Told::Nonzero };
        match here.shape() {
            Shape::Empty => Told::Value(Nat::ZERO),
            Shape::Simplex => Told::Value(here.heaps(heaps).iter().sum()),
            Shape::Parts(parts) => {
                let mut value = Nat::ZERO;
                let mut nonzero = 0;
                for part in parts {
                    match here.known(&masked(heaps, part)) {
                        Told::Value(part) => value ^= part,
                        Told::Nonzero => nonzero += 1,
                        Told::Open => return Told::Open,
                    }
                }
                match nonzero {
                    0 => Told::Value(value),
                    1 if value.is_zero() => Told::Nonzero,
                    _ => Told::Open,
                }
            }
            Shape::Moore(most) => zero(Columns::new(&here.heaps(heaps), most).uneven().is_none()),
            Shape::Join(classes) => {
                let mut open = false;
                for class in classes {
                    match here.known(&masked(heaps, class)) {
                        Told::Value(value) if value.is_zero() => {}
                        Told::Open => open = true,
                        _ => return Told::Nonzero,
                    }
                }
                if open { Told::Open } else { zero(true) }
            }
            Shape::Pointed(circuits) => {
                zero(Self::face_left(heaps, &circuits).iter().all(Nat::is_zero))
            }
            Shape::Open => Told::Open,
        }
    }

    /// The heaps of the vertices, in their order.
    fn heaps(&self, heaps: &[Nat]) -> Vec<Nat> {
        vertices(self.all()).map(|v| heaps[v].clone()).collect()
    }

    /// What is left when circuits are subtracted as long as one is left.
    fn face_left(heaps: &[Nat], circuits: &[u64]) -> Vec<Nat> {
        let mut left = heaps.to_vec();
        for &circuit in circuits {
            let times = vertices(circuit).map(|v| left[v].clone()).min().unwrap_or(Nat::ZERO);
            vertices(circuit).for_each(|v| left[v] -= &times);
        }
        left
    }

    /// One move to a position of the value `target`, if theory finds one.
    pub fn one_move(&self, heaps: &[Nat], target: &Nat) -> Option<Vec<Nat>> {
        let here = self.on(heaps);
        match here.shape() {
            Shape::Simplex => {
                let sum: Nat = here.heaps(heaps).iter().sum();
                let mut rest = target.clone();
                (*target < sum).then(|| {
                    let mut after = heaps.to_vec();
                    for v in vertices(here.all()) {
                        after[v] = rest.clone().min(heaps[v].clone());
                        rest -= &after[v];
                    }
                    after
                })
            }
            Shape::Parts(parts) => {
                let told: Vec<Told> =
                    parts.iter().map(|&part| here.known(&masked(heaps, part))).collect();
                let value = |told: &Told| match told {
                    Told::Value(value) => Some(value.clone()),
                    _ => None,
                };
                parts.iter().enumerate().find_map(|(i, &part)| {
                    let others = told.iter().enumerate().filter(|&(j, _)| j != i);
                    let others: Vec<Nat> =
                        others.map(|(_, told)| value(told)).collect::<Option<_>>()?;
                    let wanted = nim_sum(&others) ^ target;
                    let changed = here.one_move(&masked(heaps, part), &wanted)?;
                    Some(Self::replaced(heaps, part, changed))
                })
            }
            Shape::Moore(most) if target.is_zero() => {
                let lowered = Columns::new(&here.heaps(heaps), most).even_out()?;
                let mut after = heaps.to_vec();
                vertices(here.all()).zip(lowered).for_each(|(v, heap)| after[v] = heap);
                Some(after)
            }
            Shape::Join(classes) if target.is_zero() => {
                let mut after = heaps.to_vec();
                for class in classes {
                    let alone = masked(heaps, class);
                    if here.known(&alone) != Told::Value(Nat::ZERO) {
                        after = Self::replaced(&after, class, here.one_move(&alone, target)?);
                    }
                }
                (after != heaps).then_some(after)
            }
            Shape::Pointed(circuits) if target.is_zero() => {
                let left = Self::face_left(heaps, &circuits);
                let after: Vec<Nat> =
                    heaps.iter().zip(&left).map(|(heap, left)| heap - left).collect();
                (after != heaps).then_some(after)
            }
            _ => None,
        }
    }

    /// The heaps with those of some vertices taken from another tuple.
    fn replaced(heaps: &[Nat], mask: u64, by: Vec<Nat>) -> Vec<Nat> {
        let mut after = heaps.to_vec();
        by.into_iter().enumerate().filter(|(v, _)| mask >> v & 1 == 1).for_each(|(v, heap)| {
            after[v] = heap;
        });
        after
    }
}

/// Sets of vertices in words, numbered from 1: "{1,2} {3}".
pub fn in_words(masks: &[u64]) -> String {
    let set = |&mask: &u64| {
        let numbers: Vec<String> = vertices(mask).map(|v| (v + 1).to_string()).collect();
        format!("{{{}}}", numbers.join(","))
    };
    masks.iter().map(set).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_seen() {
        let shape = |sets: &[u64]| Complex::new(sets.iter().copied()).shape();
        assert_eq!(shape(&[]), Shape::Empty);
        assert_eq!(shape(&[0b111, 0b11]), Shape::Simplex);
        assert_eq!(shape(&[0b11, 0b100]), Shape::Parts(vec![0b11, 0b100]));
        assert_eq!(shape(&[0b11, 0b110, 0b101]), Shape::Moore(2));
        // A path of two edges is the join of its middle with two points, a square of two pairs.
        assert_eq!(shape(&[0b11, 0b110]), Shape::Join(vec![0b101, 0b10]));
        assert_eq!(shape(&[0b11, 0b110, 0b1100, 0b1001]), Shape::Join(vec![0b101, 0b1010]));
        // A path of three edges is nothing of the kind, two triangles on one edge are a join.
        assert_eq!(shape(&[0b11, 0b110, 0b1100]), Shape::Open);
        assert_eq!(shape(&[0b0111, 0b1110, 0b1011]), Shape::Join(vec![0b1101, 0b10]));
    }
}
