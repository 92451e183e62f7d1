//! Misère Grundy values as a function on a quotient.
//!
//! The misère Grundy value g-(X) of a sum X is 1 if X has no options, else the least number that is not g- of an
//! option. Let Q be the quotient of heaps with their elements f, D(X) the set of the elements of the options of
//! X, and v a function from Q to the numbers with
//!
//! 1. v(1) = 1;
//! 2. for each heap n, each d in D(n) and each z in Q: v(f(n) z) is not v(d z);
//! 3. for each sum X with options: each number less than v(f(X)) is v(d) for some d in D(X).
//!
//! Then g-(X) = v(f(X)) for all sums X. Proof: by induction on the moves that are left the options X' have
//! g-(X') = v(f(X')), and 2 and 3 say that v(f(X)) is the least number that is not among them.
//!
//! Condition 3 need be looked at for the least sets D only, as that of the theorem of this crate: a larger set has
//! what a smaller one has. There may be no such v, as a quotient need not tell g-: then *n would tell two sums apart
//! that the heaps do not.

use crate::check::{kinds, least_pairs};
use crate::{Element, Heaps, Quotient};

impl Quotient {
    /// The misère Grundy values of sums by their elements; `None` if they do not depend on the elements
    /// alone, or if `go_on` says so.
    ///
    /// # Complexity
    /// O(options + pairs * kinds of heaps * order + order^2 * kinds of heaps).
    ///
    /// ```
    /// use grundy_quotients::{Heaps, Limits, Quotient};
    /// struct Nim;
    /// impl Heaps for Nim {
    ///     fn options(&self, n: u32, see: &mut dyn FnMut(&[u32])) {
    ///         (0..n).for_each(|left| see(&[left]));
    ///     }
    /// }
    /// let mut quotient = Quotient::new();
    /// for _ in 0..4 {
    ///     quotient.extend(&Nim, &Limits::default(), &mut || true).unwrap();
    /// }
    /// let values = quotient.misere_values(&Nim, &mut || true).unwrap();
    /// let of = |n: usize| values[usize::from(quotient.elements()[n])];
    /// assert_eq!([of(0), of(1), of(2), of(3)], [1, 0, 2, 3]);
    /// ```
    pub fn misere_values(
        &self,
        heaps: &dyn Heaps,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<u64>> {
        let monoid = self.monoid();
        let kinds = kinds(monoid, self.elements(), heaps)?;
        let least = least_pairs(monoid, kinds.clone(), &|_| true, go_on)?;
        let mut values: Vec<Option<u64>> = vec![None; monoid.order()];
        values[0] = Some(1);
        let mex = |values: &[Option<u64>], set: &crate::Bits| -> Option<u64> {
            let mut seen: Vec<u64> =
                set.iter().map(|d| values[usize::from(d)]).collect::<Option<_>>()?;
            seen.sort_unstable();
            seen.dedup();
            let mut all = (0..).zip(&seen);
            Some(all.find(|(n, value)| n != *value).map_or(seen.len() as u64, |(n, _)| n))
        };
        // The options of a shortest sum of an element are shorter.
        loop {
            let mut found = false;
            for (x, sets) in least.iter().enumerate() {
                if values[x].is_none() {
                    values[x] = sets.iter().find_map(|set| mex(&values, set));
                    found |= values[x].is_some();
                }
            }
            if !found {
                break;
            }
        }
        let values: Vec<u64> = values.into_iter().collect::<Option<_>>()?;
        let value = |x: Element| values[usize::from(x)];
        let moves_away = kinds.iter().all(|(x, set)| {
            let (own, mut options) = (monoid.row(*x), set.iter());
            options.all(|d| own.iter().zip(monoid.row(d)).all(|(&a, &b)| value(a) != value(b)))
        });
        let reaches = |x: usize, set: &crate::Bits| {
            let there: Vec<u64> = set.iter().map(value).collect();
            (0..values[x]).all(|less| there.contains(&less))
        };
        let reaches_all =
            least.iter().enumerate().all(|(x, sets)| sets.iter().all(|set| reaches(x, set)));
        (moves_away && reaches_all).then_some(values)
    }
}
