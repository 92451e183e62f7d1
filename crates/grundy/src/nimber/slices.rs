//! Many products of 64-bit nimbers at once.

use super::basis::{BASIS, multiplier};
use super::fixed::Nimber64;

/// Nimbers of a block, which are copied as words.
const BLOCK: usize = 256;

/// Multiplies each of `a` by its partner in `b`.
///
/// # Panics
/// If the slices differ in length.
///
/// ```
/// use grundy::nimber::{Nimber64, slices};
/// let mut a = [2, 4, 7].map(Nimber64::new);
/// slices::multiply(&mut a, &[3, 4, 9].map(Nimber64::new));
/// assert_eq!(a, [1, 6, 8].map(Nimber64::new));
/// ```
pub fn multiply(a: &mut [Nimber64], b: &[Nimber64]) {
    assert_eq!(a.len(), b.len(), "as many factors");
    let multiplier = multiplier();
    for (a, b) in a.chunks_mut(BLOCK).zip(b.chunks(BLOCK)) {
        let (mut x, y) = (words(a), words(b));
        multiplier.products_in(&BASIS, &mut x[..a.len()], &y[..b.len()]);
        a.iter_mut().zip(x).for_each(|(a, x)| *a = Nimber64::new(x));
    }
}

/// The nim-sum of the products of partners. Sums are taken among polynomials, before the reduction
/// and the way back: twice as fast as [`multiply`].
///
/// # Panics
/// If the slices differ in length.
///
/// ```
/// use grundy::nimber::{Nimber64, slices};
/// let [a, b] = [[2, 4], [3, 4]].map(|words| words.map(Nimber64::new));
/// assert_eq!(slices::dot(&a, &b), Nimber64::new(7));
/// ```
pub fn dot(a: &[Nimber64], b: &[Nimber64]) -> Nimber64 {
    assert_eq!(a.len(), b.len(), "as many factors");
    let multiplier = multiplier();
    let blocks = a.chunks(BLOCK).zip(b.chunks(BLOCK));
    let sum = blocks.fold(0, |sum, (a, b)| {
        sum ^ multiplier.dot_in(&BASIS, &words(a)[..a.len()], &words(b)[..b.len()])
    });
    Nimber64::new(sum)
}

/// The product of all; 1 if there are none. The chain stays among polynomials: two thirds of the
/// look-ups are saved.
///
/// ```
/// use grundy::nimber::{Nimber64, slices};
/// assert_eq!(slices::product(&[2, 2, 2].map(Nimber64::new)), Nimber64::ONE);
/// ```
pub fn product(factors: &[Nimber64]) -> Nimber64 {
    let multiplier = multiplier();
    let polynomial = factors.iter().fold(1, |product, factor| {
        multiplier.product(product, BASIS.to_polynomials.apply(factor.get()))
    });
    Nimber64::new(BASIS.from_polynomials.apply(polynomial))
}

fn words(block: &[Nimber64]) -> [u64; BLOCK] {
    let mut words = [0; BLOCK];
    words.iter_mut().zip(block).for_each(|(word, nimber)| *word = nimber.get());
    words
}
