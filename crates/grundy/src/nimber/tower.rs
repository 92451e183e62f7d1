//! Nim-arithmetic on numbers of any length: quadratic extensions above the field of 2^64 elements.
//!
//! A number is a list of 2^k words, the least significant first; each word is the polynomial of
//! [`BASIS`](super::basis::BASIS) that stands for 64 bits. With n words and m = n/2, G = 2^(64 m) is a Fermat power:
//! a = a1 G + a0, and G*G = G + G/2 where G/2 = 2^(64 m - 1) has m words (Conway 1976, ch. 6).

use super::basis::{BASIS, HALF, multiplier};
use grundy_lanes::Multiplier;

/// What multiplies words.
#[derive(Clone, Copy)]
pub struct Tower {
    multiplier: Multiplier,
}

impl Tower {
    #[inline]
    pub fn new() -> Self {
        Self { multiplier: multiplier() }
    }

    /// Words of numbers to words of polynomials.
    pub fn enter(words: &mut [u64]) {
        words.iter_mut().for_each(|word| *word = BASIS.to_polynomials.apply(*word));
    }

    /// And back.
    pub fn leave(words: &mut [u64]) {
        words.iter_mut().for_each(|word| *word = BASIS.from_polynomials.apply(*word));
    }

    /// The words that [`multiply`](Self::multiply) works in.
    pub const fn scratch(words: usize) -> usize {
        3 * words
    }

    /// out = a*b, by three products of half the length: O(n^1.585 log n) for n words.
    #[inline]
    pub fn multiply(self, a: &[u64], b: &[u64], out: &mut [u64], scratch: &mut [u64]) {
        match (a, b, &mut *out) {
            (&[a], &[b], [out]) => *out = self.multiplier.product(a, b),
            (&[a0, a1], &[b0, b1], [low, high]) => {
                let product = |a, b| self.multiplier.product(a, b);
                let (lower, upper) = (product(a0, b0), product(a1, b1));
                *high = product(a0 ^ a1, b0 ^ b1) ^ lower;
                *low = lower ^ product(upper, HALF);
            }
            _ => self.multiply_halves(a, b, out, scratch),
        }
    }

    fn multiply_halves(self, a: &[u64], b: &[u64], out: &mut [u64], scratch: &mut [u64]) {
        let half = a.len() / 2;
        let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
        let (sums, rest) = scratch.split_at_mut(2 * half);
        let (cross, rest) = rest.split_at_mut(half);
        let (sum_a, sum_b) = sums.split_at_mut(half);
        for i in 0..half {
            (sum_a[i], sum_b[i]) = (a0[i] ^ a1[i], b0[i] ^ b1[i]);
        }
        let (low, high) = out.split_at_mut(half);
        self.multiply(a0, b0, low, rest);
        self.multiply(a1, b1, high, rest);
        self.multiply(sum_a, sum_b, cross, rest);
        add(cross, low);
        sum_a.copy_from_slice(high);
        self.multiply_by_half(sum_a);
        add(low, sum_a);
        high.copy_from_slice(cross);
    }

    /// Multiplies n words by the greatest power of two among the numbers of n words, 2^(64 n - 1).
    /// O(n^1.585).
    pub fn multiply_by_half(self, a: &mut [u64]) {
        if let [a] = a {
            *a = self.multiplier.product(*a, HALF);
            return;
        }
        // g = G/2: (a1 G + a0) G g = (a1 + a0) g G + a1 g g.
        let (a0, a1) = a.split_at_mut(a.len() / 2);
        add(a0, a1);
        self.multiply_by_half(a0);
        self.multiply_by_half(a1);
        self.multiply_by_half(a1);
        a0.swap_with_slice(a1);
    }

    /// a = a*a. O(n^1.585).
    pub fn square(self, a: &mut [u64]) {
        if let [a] = a {
            *a = self.multiplier.product(*a, *a);
            return;
        }
        // (a1 G + a0)^2 = a1^2 G + a1^2 g + a0^2.
        let (a0, a1) = a.split_at_mut(a.len() / 2);
        self.square(a0);
        self.square(a1);
        let mut part = a1.to_vec();
        self.multiply_by_half(&mut part);
        add(a0, &part);
    }

    /// a becomes the number whose square it was: the square of [`square`](Self::square), solved for
    /// its halves. O(n^1.585).
    pub fn square_root(self, a: &mut [u64]) {
        if let [a] = a {
            // The square of x^(2^63) is x^(2^64) = x.
            *a = (0..63).fold(*a, |power, _| self.multiplier.product(power, power));
            return;
        }
        let (a0, a1) = a.split_at_mut(a.len() / 2);
        let mut part = a1.to_vec();
        self.multiply_by_half(&mut part);
        add(a0, &part);
        self.square_root(a0);
        self.square_root(a1);
    }

    /// a becomes its inverse; 0 stays 0. O(n^1.585 log n).
    pub fn invert(self, a: &mut [u64]) {
        if let [a] = a {
            // x^(2^64 - 2): the product of the powers x^2, x^4, …, x^(2^63).
            let (mut power, mut inverse) = (*a, 1);
            for _ in 0..63 {
                power = self.multiplier.product(power, power);
                inverse = self.multiplier.product(inverse, power);
            }
            *a = inverse;
            return;
        }
        // The conjugate of a1 G + a0 is a1 G + a1 + a0; their product, the norm, has m words:
        // a1^2 g + a0 (a1 + a0).
        let len = a.len();
        let (a0, a1) = a.split_at_mut(len / 2);
        let mut scratch = vec![0; Self::scratch(len / 2)];
        let mut norm = a1.to_vec();
        self.square(&mut norm);
        self.multiply_by_half(&mut norm);
        let mut product = vec![0; len / 2];
        let mut sum = a0.to_vec();
        add(&mut sum, a1);
        self.multiply(a0, &sum, &mut product, &mut scratch);
        add(&mut norm, &product);
        self.invert(&mut norm);
        self.multiply(&sum, &norm, a0, &mut scratch);
        self.multiply(a1, &norm, &mut product, &mut scratch);
        a1.copy_from_slice(&product);
    }
}

/// a = a + b.
fn add(a: &mut [u64], b: &[u64]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a ^= b);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::recursion::split_product;

    #[test]
    fn two_words_are_multiplied_as_by_splitting() {
        let tower = Tower::new();
        let words = |n: u128| [n as u64, (n >> 64) as u64];
        let number = |words: &[u64]| u128::from(words[1]) << 64 | u128::from(words[0]);
        let mut rng = fastrand::Rng::with_seed(5);
        for round in 0..200 {
            let [a, b] = [(); 2].map(|()| rng.u128(..) >> (round % 4 * 30));
            let [mut x, mut y] = [a, b].map(words);
            [&mut x, &mut y].into_iter().for_each(|words| Tower::enter(words));
            let mut out = [0; 2];
            tower.multiply(&x, &y, &mut out, &mut []);
            Tower::leave(&mut out);
            assert_eq!(number(&out), split_product(a, b), "{a} * {b}");
        }
    }

    #[test]
    fn squares_roots_inverses_and_halves_are_products() {
        let tower = Tower::new();
        let mut rng = fastrand::Rng::with_seed(6);
        for len in [1, 2, 4, 8, 32] {
            let a: Vec<u64> = (0..len).map(|_| rng.u64(..)).collect();
            let mut scratch = vec![0; Tower::scratch(len)];
            let mut times = |b: &[u64]| {
                let mut out = vec![0; len];
                tower.multiply(&a, b, &mut out, &mut scratch);
                out
            };
            let mut square = a.clone();
            tower.square(&mut square);
            assert_eq!(square, times(&a));
            tower.square_root(&mut square);
            assert_eq!(square, a);
            let mut half = vec![0; len];
            half[len - 1] = HALF;
            let mut halved = a.clone();
            tower.multiply_by_half(&mut halved);
            assert_eq!(halved, times(&half), "{len} words");
            let mut inverse = a.clone();
            tower.invert(&mut inverse);
            let mut one = vec![0; len];
            one[0] = 1;
            assert_eq!(times(&inverse), one);
        }
    }
}
