//! Why a sentence about a heap is no legal move.

use super::sentence::{Act, Change, Said, Which};
use crate::nat::Nat;
use crate::syntax;
use std::collections::BTreeSet;

/// Amounts that may be taken are listed up to so many.
const MAX_LISTED: usize = 12;

/// A part that is one heap.
pub(super) struct Heap<'a> {
    /// The number of the part, from 1.
    pub part: usize,
    pub size: &'a Nat,
    /// What moves take from it: the size less all that they leave of the heap.
    pub amounts: BTreeSet<Nat>,
}

/// Why none of the sentences that a text may be is a move: the heap named is not there or too small, or no
/// move takes so many. `None` if nothing of the kind is the reason.
pub(super) fn reason(said: &[Said], heaps: &[Heap<'_>]) -> Option<String> {
    if heaps.len() > 1 && !said.is_empty() && said.iter().all(|said| said.changes.len() > 1) {
        return Some("a move is made in one heap".into());
    }
    let said: Vec<(&Said, &Change)> = said
        .iter()
        .filter_map(|said| match &*said.changes {
            [change] => Some((said, change)),
            _ => None,
        })
        .collect();
    // Other readings may have other reasons: the first one that is said without doubt.
    let &(said, change) = said.iter().find(|(said, _)| said.sure).or_else(|| said.first())?;
    if heaps.is_empty() || matches!(change.act, Act::TakeList(_)) {
        return None;
    }
    let named: Vec<&Heap<'_>> = heaps.iter().filter(|heap| is_named(said, change, heap)).collect();
    if named.is_empty() {
        return missing(said, change, heaps);
    }
    let taken = |heap: &Heap<'_>| match &change.act {
        Act::Take(taken) => Some(taken.clone()),
        Act::TakeAll => Some(heap.size.clone()),
        Act::TakeList(_) => None,
        Act::Leave(sizes) => {
            let left: Nat = sizes.iter().sum();
            (left <= *heap.size).then(|| heap.size - left)
        }
    };
    // What is left may be wrong in other ways, as equal heaps may be.
    if named.iter().any(|heap| taken(heap).is_some_and(|taken| heap.amounts.contains(&taken))) {
        return None;
    }
    let amounts: BTreeSet<&Nat> = named.iter().flat_map(|heap| &heap.amounts).collect();
    let greatest = named.iter().map(|heap| heap.size).max()?;
    let too_many = named.iter().all(|heap| taken(heap).is_none_or(|taken| taken > *heap.size));
    // A heap that is alone needs no number.
    let alone = heaps.len() == 1;
    let limit = match &*named {
        [heap] if heap.size.is_zero() => return Some(format!("heap {} is empty", heap.part)),
        [heap] if too_many && alone => return Some(format!("the heap has {}", heap.size)),
        [heap] if too_many => return Some(format!("heap {} has {}", heap.part, heap.size)),
        _ if too_many => return Some(format!("no heap has more than {greatest}")),
        [heap] if !alone => format!("from heap {} a move takes {}", heap.part, listed(&amounts)?),
        _ => format!("a move takes {}", listed(&amounts)?),
    };
    match (&change.act, &*named) {
        (Act::Leave(_), [heap]) => Some(format!("that takes {}, and {limit}", taken(heap)?)),
        (Act::Leave(_), _) => None,
        _ => Some(limit),
    }
}

/// Whether the sentence is about this heap.
fn is_named(said: &Said, change: &Change, heap: &Heap<'_>) -> bool {
    let part = Nat::from(heap.part);
    let named = match &change.heap {
        Which::Any | Which::Each => true,
        Which::Part(n) | Which::Place(n) => *n == part,
        Which::Size(n) => n == heap.size,
        Which::Either(n) => *n == part || n == heap.size,
    };
    named
        && said.part.as_ref().is_none_or(|n| *n == part)
        && change.before.as_ref().is_none_or(|n| n == heap.size)
}

/// The heap that a sentence names is not there, or has another size than it says.
fn missing(said: &Said, change: &Change, heaps: &[Heap<'_>]) -> Option<String> {
    let there = |n: &Nat| heaps.iter().any(|heap| Nat::from(heap.part) == *n);
    let sized = |n: &Nat| heaps.iter().any(|heap| heap.size == n);
    match (&said.part, &change.heap) {
        (Some(n), _) | (None, Which::Part(n) | Which::Place(n)) if !there(n) => {
            return Some(format!("there is no heap {n}"));
        }
        (_, Which::Either(n)) if !there(n) && !sized(n) => {
            return Some(format!("there is no heap {n}, and no heap has that size"));
        }
        (_, Which::Size(n)) if !sized(n) => return Some(format!("no heap has size {n}")),
        _ => {}
    }
    let before = change.before.as_ref()?;
    if !sized(before) {
        return Some(format!("no heap has size {before}"));
    }
    let unsized_change = Change { before: None, ..change.clone() };
    let mut named = heaps.iter().filter(|heap| is_named(said, &unsized_change, heap));
    match (named.next(), named.next()) {
        (Some(heap), None) => Some(format!("heap {} has {}", heap.part, heap.size)),
        _ => None,
    }
}

/// Amounts as they are told: `1 or 3`, `1 to 5`, `one of 1, 3, 4`.
fn listed(amounts: &BTreeSet<&Nat>) -> Option<String> {
    let (first, last) = (amounts.first()?, amounts.last()?);
    if last.is_zero() {
        return None;
    }
    let count = Nat::from(amounts.len());
    Some(match amounts.len() {
        1 => first.to_string(),
        2 => format!("{first} or {last}"),
        _ if *last - *first + Nat::ONE == count => format!("{first} to {last}"),
        len if len <= MAX_LISTED => {
            format!("one of {}", syntax::join(amounts.iter().map(|n| n.to_string()), ", "))
        }
        _ => format!("at most {last}"),
    })
}
