//! Misère quotients of take-and-break codes and of sums with them, and when they hold for all heaps.
//!
//! [`grundy_quotients`] finds the quotient of finitely many heaps and checks it. Here heaps come from
//! [`Code`](crate::heap::Code)s, several of them beside single positions if need be, and a period of the
//! pretending function is proved.
//!
//! # The theorem of periods
//!
//! Let the quotient Q with the map f be checked for the heaps below M, and for a heap n let D(n) be the
//! set of the elements of its options. If every heap n >= M has an earlier heap m with f(n) = f(m), by
//! definition, and D(n) = D(m), then Q is the quotient of all heaps, as the conditions of the check
//! speak of the pairs (f(n), D(n)) only. So a period p of f from n0 on, seen below M, holds for ever if
//! D(n) = D(n - p) for all n >= M follows from f(n) = f(n - p) for the heaps below n. It does where the
//! theorems of nim-sequences apply, for their proofs compare options one by one, and a nim-sum is used as
//! a product that depends on its factors only:
//!
//! * **Guy and Smith's**: no move takes more than t or leaves more than h heaps, no digit has a suffix,
//!   and M >= h n0 + (h-1) p + t + p. See [`holds_from`](crate::heap::holds_from). For octal codes, h = 2, this
//!   is M >= 2 n0 + 2 p + t (Plambeck and Siegel 2008, theorem on periodicity).
//! * **the state theorem**: no move leaves more than one heap, and the digits repeat for ever. See
//!   `heap::takes_proof`.
//!
//! Where codes are played side by side, each of them has a period of its own, and all heaps that were looked
//! at are in the check.

mod certificate;
mod count_certificate;
mod count_law;
mod genus;
mod genus_table;
mod heaps;
mod lines;
mod mex;
mod more;
mod picture;
mod set;
mod summary;
mod union;
mod words;

pub use certificate::certificate;
pub use count_law::{Count, CountFacts, CountLaw};
pub use genus::{GenusMethod, GenusSequence};
pub use genus_table::GenusTable;
pub use heaps::Id;
pub use mex::{Mex, mex_function};
pub use more::More;
pub use set::{SetCode, SetFacts, SetGenerator, SetPosition};
pub use summary::{CodeQuotient, Facts, Step};
pub use union::{End, Place, Union};
pub use words::{Generator, Words};

pub use grundy_quotients::{Element, Limits, Monoid};

/// How much is done to find the quotient of a sum or of odds: about a second.
pub const ONE_QUESTION: Limits = Limits { elements: 400, outcomes: 60_000, pairs: 20_000 };

/// The limits of a search for a quotient with so many elements within those of a context: outcomes of
/// sums are a tenth of the positions, and use half of the memory at most.
pub fn limits(elements: usize, all: &crate::context::Limits) -> Limits {
    let by_memory = usize::try_from(all.memory / 160).unwrap_or(usize::MAX);
    let outcomes = usize::try_from(all.positions / 10).unwrap_or(usize::MAX).min(by_memory);
    Limits { elements, outcomes, ..Limits::default() }
}

/// The last heap of a code that is worth looking at if no period is proved before: the options of larger heaps
/// are too many.
///
/// ```
/// use grundy::quotient::last_heap;
/// assert_eq!(last_heap(&"0.77".parse().unwrap()), 2500);
/// assert_eq!(last_heap(&"0.{2+}".parse().unwrap()), 25);
/// ```
pub fn last_heap(code: &crate::heap::Code) -> u64 {
    match (code.most_heaps(), code.largest_take()) {
        (Some(0..=1), _) | (Some(2), Some(_)) => 2500,
        (Some(2), None) => 300,
        (Some(3), Some(_)) => 120,
        (Some(3), None) | (Some(4), Some(_)) => 50,
        _ => 25,
    }
}
