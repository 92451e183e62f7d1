//! Two numbers: a queen on a board, or two piles where the board would be too large.

use super::{Sketch, board, coins};
use crate::nat::{Nat, to_u64};

/// The numbers, and for each move the two numbers that it leaves; `None` if they are too large.
pub fn pair((a, b): &(Nat, Nat), left: &[Option<(Nat, Nat)>]) -> Option<Sketch> {
    let small = |(a, b): &(Nat, Nat)| Some((to_u64(a)?, to_u64(b)?));
    let squares: Vec<_> = left.iter().map(|to| to.as_ref().and_then(small)).collect();
    let drawn = to_u64(a).zip(to_u64(b)).and_then(|(a, b)| board::queen(a, b, &squares));
    drawn.or_else(|| {
        let piles = left.iter().map(|to| to.clone().map(|(a, b)| vec![a, b]));
        coins::piles(&[a.clone(), b.clone()], &piles.collect::<Vec<_>>())
    })
}
