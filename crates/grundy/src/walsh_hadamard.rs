//! The Walsh-Hadamard transform: how often values occur, to sums with the signs of masks.

use crate::context::{Context, Stop};
use crate::nat::Int;

/// Numbers that the transform adds and subtracts; the caller sees to it that nothing overflows.
pub trait Summand {
    /// Makes (a, b) into (a + b, a - b).
    fn cross(a: &mut Self, b: &mut Self);
}

impl Summand for i64 {
    #[inline]
    fn cross(a: &mut Self, b: &mut Self) {
        (*a, *b) = (*a + *b, *a - *b);
    }
}

impl Summand for Int {
    fn cross(a: &mut Self, b: &mut Self) {
        let difference = &*a - &*b;
        *a += &*b;
        *b = difference;
    }
}

/// Replaces f by its transform: entry w becomes the sum over x of f(x) (-1)^|x and w|, where |y| is
/// the number of ones of y. The length must be a power of two.
///
/// The transform of a xor-convolution is the product of the transforms, and the transform of a
/// transform is `len` times the original.
///
/// # Complexity
/// O(len log len) additions, in place.
///
/// # Errors
/// [`Stop`] when cancelled or out of time; the values are then of no use.
pub fn transform<T: Summand>(values: &mut [T], context: &Context<'_>) -> Result<(), Stop> {
    debug_assert!(values.len().is_power_of_two());
    // Small blocks first, each wholly while it is in the cache.
    let block = values.len().min(1 << 12);
    for (i, part) in values.chunks_mut(block).enumerate() {
        context.tick("transforming the frequencies of values", (i * block) as u64)?;
        let mut half = 1;
        while half < part.len() {
            stage(part, half);
            half *= 2;
        }
    }
    let mut half = block;
    while half < values.len() {
        context.look("transforming the frequencies of values", half as u64)?;
        stage(values, half);
        half *= 2;
    }
    Ok(())
}

fn stage<T: Summand>(values: &mut [T], half: usize) {
    for pair in values.chunks_mut(2 * half) {
        let (low, high) = pair.split_at_mut(half);
        low.iter_mut().zip(high).for_each(|(a, b)| T::cross(a, b));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small pseudo-random numbers.
    fn noise(len: usize, seed: u64) -> Vec<i64> {
        let mut random = fastrand::Rng::with_seed(seed);
        (0..len).map(|_| random.i64(-300..700)).collect()
    }

    #[test]
    fn products_of_transforms_are_transforms_of_xor_convolutions() {
        let context = Context::default();
        for bits in [0, 1, 2, 5, 7] {
            let len = 1usize << bits;
            let (f, g) = (noise(len, 1), noise(len, 2));
            let mut naive = vec![0i64; len];
            for x in 0..len {
                for y in 0..len {
                    naive[x ^ y] += f[x] * g[y];
                }
            }
            let (mut f, mut g) = (f, g);
            transform(&mut f, &context).unwrap();
            transform(&mut g, &context).unwrap();
            let mut product: Vec<i64> = f.iter().zip(&g).map(|(a, b)| a * b).collect();
            transform(&mut product, &context).unwrap();
            let divided: Vec<i64> = product.iter().map(|x| x / len as i64).collect();
            assert_eq!(divided, naive);
        }
    }

    #[test]
    fn long_and_wide_transforms_are_the_same() {
        let context = Context::default();
        let values = noise(1 << 14, 3);
        let mut words = values.clone();
        let mut wide: Vec<Int> = values.iter().map(|&x| Int::from(x)).collect();
        transform(&mut words, &context).unwrap();
        transform(&mut wide, &context).unwrap();
        assert!(words.iter().zip(&wide).all(|(&a, b)| Int::from(a) == *b));
        for w in [0usize, 1, 4095, 4096, 12_345] {
            let sign = |x: usize| if (x & w).count_ones().is_multiple_of(2) { 1 } else { -1 };
            let sum: i64 = values.iter().enumerate().map(|(x, value)| sign(x) * value).sum();
            assert_eq!(words[w], sum);
        }
        transform(&mut words, &context).unwrap();
        assert!(words.iter().zip(&values).all(|(a, b)| *a == b << 14));
    }

    #[test]
    fn example_of_transform() {
        use crate::walsh_hadamard::transform;
        let mut values = [1i64, 2, 0, 0];
        transform(&mut values, &Default::default()).unwrap();
        assert_eq!(values, [3, -1, 3, -1]);
    }
}
