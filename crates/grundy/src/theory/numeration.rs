//! The number systems of dynamic nim: Zeckendorf's and its relatives.

use crate::context::{Context, Stop};
use crate::nat::{DivRem, Nat, heap_bytes, to_u64};

/// The sequence H of dynamic nim with factor k, and greedy representations by it.
///
/// H_1 = 1 and H_{i+1} = H_i + H_j with j the least index such that k H_j >= H_i. Every n > 0 is
/// in exactly one way a sum of terms in which each term is more than k times the next smaller one;
/// the greedy algorithm finds it. k = 1 gives the powers of two and binary numbers, k = 2 the
/// Fibonacci numbers and Zeckendorf's representation.
///
/// Terms with the same j form an arithmetic progression, and only progressions are stored: the
/// terms up to k + 1 are 1, 2, 3, …, one progression however large k is.
///
/// # Complexity
/// As many progressions are stored as there are terms up to n/k: O(log n) of them for fixed k,
/// each as long as its number.
///
/// # Literature
/// E. Zeckendorf 1972; A. J. Schwenk, *Take-away games*, Fibonacci Quarterly 8 (1970).
#[derive(Clone, Debug)]
pub struct Numeration {
    factor: Nat,
    blocks: Vec<Block>,
    /// Where H_j of the last block stands: its block and its place in it.
    step_at: (usize, Nat),
    bytes: u64,
}

/// Terms `first`, `first + step`, …, `last`.
#[derive(Clone, Debug)]
struct Block {
    first: Nat,
    step: Nat,
    last: Nat,
}

impl Numeration {
    /// The system with factor k >= 1.
    ///
    /// # Panics
    /// If k = 0.
    pub fn new(factor: Nat) -> Self {
        assert!(!factor.is_zero(), "the factor is at least 1");
        // j = 1 serves while H_i <= k; the last term it yields is k + 1.
        let last = &factor + 1u8;
        let first = Block { first: Nat::ONE, step: Nat::ONE, last };
        Self { factor, blocks: vec![first], step_at: (0, Nat::ZERO), bytes: 0 }
    }

    fn last(&self) -> &Nat {
        &self.blocks[self.blocks.len() - 1].last
    }

    /// Adds the terms for the next j.
    fn extend(&mut self) {
        let (block, place) = &mut self.step_at;
        *place += 1u8;
        let of = &self.blocks[*block];
        if &of.first + &*place * &of.step > of.last {
            (*block, *place) = (*block + 1, Nat::ZERO);
        }
        let of = &self.blocks[*block];
        let step = &of.first + &*place * &of.step;
        // The terms go on by `step` from every term up to k * step.
        let last = self.last().clone();
        let bound = &self.factor * &step;
        if last > bound {
            return;
        }
        let more = (bound - &last) / &step;
        let first = last + &step;
        let last = &first + more * &step;
        let long = heap_bytes(&first) + heap_bytes(&step) + heap_bytes(&last);
        self.bytes += (size_of::<Block>() + long) as u64;
        self.blocks.push(Block { first, step, last });
    }

    /// Makes the terms up to `n` known.
    fn reach(&mut self, n: &Nat, context: &Context<'_>) -> Result<(), Stop> {
        let doing = format!("the number system of factor {}", self.factor);
        let doing = || doing.clone();
        // Every j up to min(k, n/k) - 1 at least has a progression: all of 1..=k are terms.
        let least = (n / &self.factor).min(self.factor.clone());
        context.check_positions(to_u64(&least).map_or(u64::MAX, |j| j.saturating_sub(1)), doing)?;
        let mut steps = 0u64;
        while self.last() < n {
            context.check_positions(self.blocks.len() as u64, doing)?;
            context.check_memory(self.bytes, doing)?;
            context.tick("finding the terms of a number system", steps)?;
            steps += 1;
            self.extend();
        }
        Ok(())
    }

    /// The greatest term up to `n`, which must be 1 or more and within reach.
    fn floor(&self, n: &Nat) -> Nat {
        let block = self.blocks.partition_point(|block| block.first <= *n) - 1;
        let Block { first, step, last } = &self.blocks[block];
        if n >= last {
            return last.clone();
        }
        let (_, rest) = (n - first).div_rem(step);
        n - rest
    }

    /// The summands of `n`, greatest first; none for 0.
    ///
    /// # Errors
    /// [`Stop`] at a limit of the context: the terms up to n may be too many or too long.
    pub fn summands(&mut self, n: &Nat, context: &Context<'_>) -> Result<Vec<Nat>, Stop> {
        self.reach(n, context)?;
        let mut rest = n.clone();
        let mut summands = Vec::new();
        let mut bytes = self.bytes;
        while !rest.is_zero() {
            context.tick("representing a number", summands.len() as u64)?;
            let term = self.floor(&rest);
            rest -= &term;
            bytes += (size_of::<Nat>() + heap_bytes(&term)) as u64;
            context.check_memory(bytes, || {
                format!("the number system of factor {} and the summands", self.factor)
            })?;
            summands.push(term);
        }
        Ok(summands)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, literally.
    fn terms(k: u64, up_to: u64) -> Vec<u64> {
        let mut terms = vec![1];
        while let Some(&last) = terms.last()
            && last <= up_to
        {
            terms.push(last + terms.iter().find(|&&h| k * h >= last).unwrap());
        }
        terms.retain(|&h| h <= up_to);
        terms
    }

    #[test]
    fn greedy_summands_are_those_of_the_definition() {
        for k in 1..=9u64 {
            let terms = terms(k, 3000);
            let mut numeration = Numeration::new(k.into());
            for n in 0..=3000u64 {
                let mut rest = n;
                let mut greedy = Vec::new();
                while rest > 0 {
                    let term = *terms.iter().rev().find(|&&h| h <= rest).unwrap();
                    rest -= term;
                    greedy.push(Nat::from(term));
                }
                let found = numeration.summands(&n.into(), &Context::default()).unwrap();
                assert_eq!(found, greedy, "{n} for k = {k}");
                assert!(greedy.windows(2).all(|w| w[0] > &w[1] * k), "{n} for k = {k}");
            }
        }
    }

    #[test]
    fn huge_factors_and_huge_numbers_are_no_trouble() {
        let ten = Nat::from(10u8);
        let context = Context::default();
        let mut wide = Numeration::new(ten.pow(18));
        let n = ten.pow(18) * 5u8 + 7u8;
        let sum = wide.summands(&n, &context).unwrap().iter().sum::<Nat>();
        assert_eq!(sum, n);
        let n = ten.pow(1000);
        let summands = Numeration::new(2u8.into()).summands(&n, &context).unwrap();
        assert_eq!(summands.iter().sum::<Nat>(), n);
        assert!(Numeration::new(ten.pow(18)).summands(&n, &context).is_err());
    }

    #[test]
    fn example_of_numeration() {
        use crate::{nat::Nat, theory::numeration::Numeration};
        let mut zeckendorf = Numeration::new(2u8.into());
        let summands = zeckendorf.summands(&Nat::from(100u8), &Default::default()).unwrap();
        assert_eq!(summands, [89u8, 8, 3].map(Nat::from));
    }
}
