//! Linear equations and inequalities, and what else is regular in a system.

use std::sync::Arc;

use super::system::{Known, System};
use crate::automaton::{Automaton, Budget, Overrun, TableError};

const DOING: &str = "writing a linear relation";

/// Constants up to this size are carried; greater ones get a track of their own.
const MAX_CARRIED_CONSTANT: u64 = 64;

fn whole(error: TableError) -> Overrun {
    match error {
        TableError::Overrun(overrun) => overrun,
        other => unreachable!("the table is whole: {other}"),
    }
}

impl System {
    /// Σ aᵢ·xᵢ + c = 0 for (x₁, …, xₙ), with none of the coefficients 0.
    ///
    /// In positional notation by carries. In other systems by the proved adder alone: multiples by
    /// doubling, then sums.
    ///
    /// # Errors
    /// [`Overrun`].
    ///
    /// ```
    /// use grundy_laws::automaton::Budget;
    /// use grundy_laws::numeration::{Name, System};
    /// let budget = Budget::default();
    /// let system = System::new(&Name::Zeckendorf, &budget).unwrap();
    /// // 3 x - 2 y + 1 = 0.
    /// let line = system.equal(&[3, -2], 1, &budget).unwrap();
    /// assert_eq!(system.holds_small(&line, &[33, 50]), Some(true));
    /// assert_eq!(system.holds_small(&line, &[33, 51]), Some(false));
    /// ```
    pub fn equal(
        &self,
        coefficients: &[i64],
        constant: i64,
        budget: &Budget<'_>,
    ) -> Result<Arc<Automaton>, Overrun> {
        self.remember(Known::Equal(coefficients.to_vec(), constant), || {
            if coefficients.is_empty() {
                return Automaton::constant(self.base(), 0, constant == 0);
            }
            if !self.is_positional() {
                return self.by_adders(coefficients, constant, budget);
            }
            if constant.unsigned_abs() > MAX_CARRIED_CONSTANT {
                return self.with_constant(coefficients, constant, Self::equal, budget);
            }
            self.carried(coefficients, constant, |sum| sum == 0, budget)
        })
    }

    /// Σ aᵢ·xᵢ + c >= 0 for (x₁, …, xₙ), with none of the coefficients 0.
    ///
    /// # Errors
    /// [`Overrun`].
    pub fn at_least(
        &self,
        coefficients: &[i64],
        constant: i64,
        budget: &Budget<'_>,
    ) -> Result<Arc<Automaton>, Overrun> {
        self.remember(Known::AtLeast(coefficients.to_vec(), constant), || {
            let tracks = coefficients.len();
            if coefficients.iter().all(|&a| a < 0) && constant < 0 {
                return Automaton::constant(self.base(), tracks, false);
            }
            if coefficients.iter().all(|&a| a > 0) && constant >= 0 {
                return Ok(Automaton::clone(&*self.tuples(tracks, budget)?));
            }
            match (coefficients, constant) {
                ([1, -1], -1) => return self.less().placed(&[1, 0], 2, budget),
                ([-1, 1], -1) => return Ok(self.less().clone()),
                ([1, -1], 0) => return self.complement(self.less(), budget),
                ([-1, 1], 0) => {
                    return self.complement(&self.less().placed(&[1, 0], 2, budget)?, budget);
                }
                _ => {}
            }
            if self.is_positional() && constant.unsigned_abs() <= MAX_CARRIED_CONSTANT {
                return self.carried(coefficients, constant, |sum| sum >= 0, budget);
            }
            if self.is_positional() {
                return self.with_constant(coefficients, constant, Self::at_least, budget);
            }
            // There is a number that it is equal to.
            let slack = [coefficients, &[-1]].concat();
            let kept: Vec<usize> = (0..tracks).collect();
            self.equal(&slack, constant, budget)?.project(&kept, budget)
        })
    }

    /// The relation with a further variable in place of the constant, which is the constant.
    fn with_constant(
        &self,
        coefficients: &[i64],
        constant: i64,
        relation: impl Fn(&Self, &[i64], i64, &Budget<'_>) -> Result<Arc<Automaton>, Overrun>,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Overrun> {
        let tracks = coefficients.len();
        let more = [coefficients, &[constant.signum()]].concat();
        let relation = relation(self, &more, 0, budget)?;
        let number = self.constant(constant.unsigned_abs(), budget)?;
        let all: Vec<usize> = (0..=tracks).collect();
        let both = relation.product(&all, &number, &[tracks], tracks + 1, |a, b| a && b, budget)?;
        both.project(&all[..tracks], budget)
    }

    /// The number itself and no other, over one track.
    ///
    /// # Errors
    /// [`Overrun`].
    pub fn constant(&self, number: u64, budget: &Budget<'_>) -> Result<Automaton, Overrun> {
        let word = self.small_word(number).ok_or_else(|| self.too_long())?;
        self.only(&word, budget)
    }

    /// Zeros, then this word.
    fn only(&self, word: &[u8], budget: &Budget<'_>) -> Result<Automaton, Overrun> {
        let (base, end) = (self.base() as usize, word.len());
        let mut next = vec![end as u32 + 1; (end + 2) * base];
        next[0] = 0;
        for (at, &digit) in word.iter().enumerate() {
            next[at * base + usize::from(digit)] = at as u32 + 1;
        }
        if end > 0 && word[0] == 0 {
            unreachable!("words of numbers have no leading zeros");
        }
        let accepting = (0..end + 2).map(|state| state == end).collect();
        Automaton::new(self.base(), 1, next, accepting, budget).map_err(whole)
    }

    /// By the value of Σ aᵢ·xᵢ so far, most significant digit first: s becomes base·s + Σ aᵢ·dᵢ.
    /// Above every |aᵢ| summed and the constant it only grows, and keeps its sign.
    fn carried(
        &self,
        coefficients: &[i64],
        constant: i64,
        accepts: impl Fn(i128) -> bool,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Overrun> {
        let (base, tracks) = (self.base(), coefficients.len());
        let letters = Budget::letters(base, tracks)?;
        let mut steps = Vec::with_capacity(letters);
        for letter in 0..letters as u32 {
            let digit =
                |track: usize| i128::from(letter / base.pow((tracks - 1 - track) as u32) % base);
            let terms = coefficients.iter().enumerate();
            steps.push(terms.map(|(track, &a)| i128::from(a) * digit(track)).sum::<i128>());
        }
        let side = |sign: i64| {
            let parts = coefficients.iter().filter(|&&a| a.signum() == sign);
            parts.map(|&a| i128::from(a).abs()).sum::<i128>()
        };
        let bound = i128::from(constant.unsigned_abs());
        let (most, least) = (side(-1).max(bound) + 1, -(side(1).max(bound) + 1));
        let mut numbers = hashbrown::HashMap::<i128, u32>::new();
        let mut order = vec![0i128];
        numbers.insert(0, 0);
        let mut next = Vec::new();
        let mut at = 0;
        while at < order.len() {
            budget.state(DOING, order.len(), letters, tracks)?;
            let sum = order[at];
            for step in &steps {
                let after = match sum {
                    s if s == most || s == least => s,
                    s => (s * i128::from(base) + step).clamp(least, most),
                };
                next.push(*numbers.entry(after).or_insert_with(|| {
                    order.push(after);
                    order.len() as u32 - 1
                }));
            }
            at += 1;
        }
        let accepting = order.iter().map(|&sum| accepts(sum + i128::from(constant))).collect();
        Automaton::new(base, tracks, next, accepting, budget).map_err(whole)
    }

    /// Σ aᵢ·xᵢ + c = 0 as: the positive terms and the negative ones have the same sum.
    fn by_adders(
        &self,
        coefficients: &[i64],
        constant: i64,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Overrun> {
        let tracks = coefficients.len();
        let side = |sign: i64| {
            let of = |(track, &a): (usize, &i64)| (a.signum() == sign).then_some((track, a));
            coefficients.iter().enumerate().filter_map(of).collect::<Vec<_>>()
        };
        let (left, right) = (side(1), side(-1));
        let more = |sign: i64| if constant.signum() == sign { constant.unsigned_abs() } else { 0 };
        // Tracks of each: its variables, then the sum.
        let [left_sum, right_sum] = [(&left, more(1)), (&right, more(-1))].map(|(side, more)| {
            let factors: Vec<u64> = side.iter().map(|&(_, a)| a.unsigned_abs()).collect();
            self.sum(&factors, more, budget)
        });
        let place = |side: &[(usize, i64)]| -> Vec<usize> {
            side.iter().map(|&(track, _)| track).chain([tracks]).collect()
        };
        let both = left_sum?.product(
            &place(&left),
            &right_sum?,
            &place(&right),
            tracks + 1,
            |a, b| a && b,
            budget,
        )?;
        both.project(&(0..tracks).collect::<Vec<_>>(), budget)
    }

    /// Σ fᵢ·xᵢ + more = t, for (x₁, …, xₙ, t).
    fn sum(&self, factors: &[u64], more: u64, budget: &Budget<'_>) -> Result<Automaton, Overrun> {
        let mut sum: Option<Automaton> = None;
        for &factor in factors {
            let next = self.multiple(factor, budget)?;
            sum = Some(match sum {
                None => next,
                Some(sum) => self.add_sums(&sum, &next, budget)?,
            });
        }
        match sum {
            None => self.constant(more, budget),
            Some(sum) if more == 0 => Ok(sum),
            Some(sum) => self.add_sums(&sum, &self.constant(more, budget)?, budget),
        }
    }

    /// a(xs, s) and b(ys, t) give (xs, ys, s + t).
    fn add_sums(
        &self,
        a: &Automaton,
        b: &Automaton,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Overrun> {
        let and = |a, b| a && b;
        let (xs, ys) = (a.tracks() - 1, b.tracks() - 1);
        // ys, s, s + t first: t is only met here.
        let places: Vec<usize> = (0..ys).chain([ys + 2]).collect();
        let adder = &[ys, ys + 2, ys + 1];
        let first = b.product(&places, self.adder(), adder, ys + 3, and, budget)?;
        let first = first.project(&(0..ys + 2).collect::<Vec<_>>(), budget)?;
        let (sum, end) = (xs + ys + 1, xs + ys);
        let places_a: Vec<usize> = (0..xs).chain([sum]).collect();
        let places_b: Vec<usize> = (xs..xs + ys).chain([sum, end]).collect();
        let both = a.product(&places_a, &first, &places_b, xs + ys + 2, and, budget)?;
        both.project(&(0..=end).collect::<Vec<_>>(), budget)
    }

    /// factor·x = t, for (x, t): by doubling.
    fn multiple(&self, factor: u64, budget: &Budget<'_>) -> Result<Automaton, Overrun> {
        let both = |a, b| a && b;
        let equal = self.complement(self.less(), budget)?;
        let equal = equal.product(&[0, 1], &equal, &[1, 0], 2, both, budget)?;
        if factor == 0 {
            let zero = self.constant(0, budget)?;
            return self.valid().product(&[0], &zero, &[1], 2, both, budget);
        }
        let mut result = equal;
        let bits = u64::BITS - factor.leading_zeros();
        for bit in (0..bits - 1).rev() {
            // (x, t) -> (x, 2 t), and x more where the bit is set.
            let double = self.adder().placed(&[0, 0, 1], 2, budget)?;
            result = result
                .product(&[0, 2], &double, &[2, 1], 3, both, budget)?
                .project(&[0, 1], budget)?;
            if factor >> bit & 1 == 1 {
                result = result
                    .product(&[0, 2], self.adder(), &[2, 0, 1], 3, both, budget)?
                    .project(&[0, 1], budget)?;
            }
        }
        Ok(result)
    }

    /// z is x and y combined bit by bit, for (x, y, z): bit 2a + b of `truth` is the result for
    /// bits a and b, 0 for two zeros. `None` where words are not binary numbers.
    ///
    /// # Errors
    /// [`Overrun`].
    pub fn bits(&self, truth: u8, budget: &Budget<'_>) -> Result<Option<Arc<Automaton>>, Overrun> {
        if !self.is_binary() || truth & 1 == 1 || truth > 15 {
            return Ok(None);
        }
        let made = self.remember(Known::Bits(truth), || {
            let fits = |letter: u32| truth >> (letter >> 1) & 1 == (letter & 1) as u8;
            let first = (0..8).map(|letter| u32::from(!fits(letter)));
            let next = first.chain([1; 8]).collect();
            Automaton::new(2, 3, next, vec![true, false], budget).map_err(whole)
        })?;
        Ok(Some(made))
    }

    /// The values of places: of the valid words 10…0.
    ///
    /// # Errors
    /// [`Overrun`].
    pub fn place_values(&self, budget: &Budget<'_>) -> Result<Arc<Automaton>, Overrun> {
        self.remember(Known::Place, || {
            let base = self.base() as usize;
            let mut next = vec![2; 3 * base];
            (next[0], next[1], next[base]) = (0, 1, 1);
            let ones = Automaton::new(self.base(), 1, next, vec![false, true, false], budget);
            ones.map_err(whole)?.and(self.valid(), budget)
        })
    }
}
