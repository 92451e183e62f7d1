//! Pseudo-random numbers for tests.

/// A generator of numbers below a given bound, determined by the seed.
pub fn numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut random = fastrand::Rng::with_seed(seed);
    move |below| random.u64(..below)
}
