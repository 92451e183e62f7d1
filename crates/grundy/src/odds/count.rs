//! From the spectrum to the number of P-positions: exact, modulo a number, or between bounds.

use super::float::Bounds;
use super::spectrum::{Group, Spectrum};
use crate::context::{Context, Stop};
use crate::nat::{self, BitTest, Int, Nat};

/// What is counted: tuples of heaps by weight.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The spectrum.
    pub spectrum: Spectrum,
    /// The number of heaps of each part, at least 1.
    pub heaps: Vec<u64>,
    /// The sum of the weights of one heap of each part.
    pub totals: Vec<Nat>,
}

/// One term of the law for growing numbers of heaps: coefficient times the product of
/// ratio^heaps, each ratio at most 1.
#[derive(Clone, Debug)]
pub struct Term {
    /// Whether it is subtracted.
    pub negative: bool,
    /// In lowest terms.
    pub coefficient: (Nat, Nat),
    /// For each part the ratio in lowest terms and the number of heaps.
    pub powers: Vec<((Nat, Nat), u64)>,
    /// The size of the term.
    pub size: Bounds,
}

/// The probability that the second player wins, as a sum of terms.
pub struct Law {
    /// The leading terms, the largest first.
    pub leading: Vec<Term>,
    /// How many more there are.
    pub more: u64,
    /// Bounds for all of these together.
    pub rest: Bounds,
}

impl Tally {
    /// 2 to this power is at least the number of all tuples.
    pub fn bits(&self) -> u128 {
        let bits = |(total, &heaps): (&Nat, &u64)| {
            // At most 2 to this power each; the powers of 1 are short.
            (total - Nat::ONE).bit_len() as u128 * u128::from(heaps)
        };
        self.totals.iter().zip(&self.heaps).map(bits).fold(0, u128::saturating_add)
    }

    /// The product of powers; the caller sees to it that it is not too long.
    pub fn product(&self, bases: &[Nat]) -> Nat {
        let powers = bases.iter().zip(&self.heaps).map(|(base, &heaps)| {
            // 0 and 1 have powers of any exponent.
            if *base <= Nat::ONE { base.clone() } else { base.pow(heaps as usize) }
        });
        powers.fold(Nat::ONE, |product, power| product * power)
    }

    /// The weight of all P-positions. The caller sees to it that [`bits`](Self::bits) is moderate.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time.
    pub fn exact(&self, context: &Context<'_>) -> Result<Nat, Stop> {
        let mut sum = Int::ZERO;
        let stride = (self.bits() >> 10).clamp(1, 1 << 12) as u64;
        for (i, group) in (0u64..).zip(&self.spectrum.groups) {
            // The longer the powers, the oftener.
            if i * stride % (1 << 12) < stride {
                context.look("adding powers", i)?;
            }
            sum += &group.count * Int::from(self.product(&group.sizes));
        }
        Ok(nat::magnitude(&sum).0 >> self.spectrum.bits)
    }

    /// The weight of all P-positions modulo m.
    ///
    /// # Complexity
    /// O(log heaps) products modulo m (times a power of two if m is even) for each group.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time.
    pub fn modulo(&self, m: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
        // The sum is divisible by 2^bits: by an inverse if there is one, else the quotient is
        // found from the sum modulo m 2^bits.
        let odd = m.bit(0);
        let modulus = if odd { m.clone() } else { m << self.spectrum.bits };
        let mut sum = Nat::ZERO;
        for (i, group) in (0u64..).zip(&self.spectrum.groups) {
            context.tick("adding powers", i)?;
            let (count, negative) = nat::magnitude(&group.count);
            let term = self.product_modulo(&group.sizes, &modulus) * count % &modulus;
            sum += if negative && !term.is_zero() { &modulus - term } else { term };
            if sum >= modulus {
                sum -= &modulus;
            }
        }
        if !odd {
            return Ok(sum >> self.spectrum.bits);
        }
        let half = (m + 1u8) >> 1;
        Ok(sum * nat::pow_mod(&half, self.spectrum.bits as u64, m) % m)
    }

    /// The product of powers modulo m.
    pub fn product_modulo(&self, bases: &[Nat], m: &Nat) -> Nat {
        let powers =
            bases.iter().zip(&self.heaps).map(|(base, &heaps)| nat::pow_mod(base, heaps, m));
        powers.fold(Nat::ONE % m, |product, power| product * power % m)
    }

    /// The number of all tuples.
    pub fn total(&self, precision: usize) -> Bounds {
        let power = |(total, &heaps): (&Nat, &u64)| {
            Bounds::whole(total.clone()).power(heaps.into(), precision)
        };
        let powers = self.totals.iter().zip(&self.heaps).map(power);
        powers.fold(Bounds::whole(Nat::ONE), |product, power| product.times(&power, precision))
    }

    /// The probability that the second player wins, if it is simple: no power but of 1.
    pub fn limit(&self) -> Option<(Nat, Nat)> {
        let full = |group: &Group| group.sizes == self.totals;
        match &*self.spectrum.groups {
            [] => Some((Nat::ZERO, Nat::ONE)),
            [only] if full(only) => {
                Some(lowest(nat::magnitude(&only.count).0, Nat::ONE << self.spectrum.bits))
            }
            _ => None,
        }
    }

    /// |count| / 2^bits times the product of the powers of the ratios.
    fn size(&self, group: &Group, precision: usize) -> Bounds {
        let coefficient = Bounds::whole(nat::magnitude(&group.count).0);
        let ratios = group.sizes.iter().zip(&self.totals).zip(&self.heaps);
        ratios
            .filter(|((size, total), _)| size != total)
            .fold(coefficient, |product, ((size, total), &heaps)| {
                let power = Bounds::ratio(size, total, precision).power(heaps.into(), precision);
                product.times(&power, precision)
            })
            .halved(self.spectrum.bits)
    }

    /// The probability that the second player wins, between bounds.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time.
    pub fn second(&self, precision: usize, context: &Context<'_>) -> Result<Bounds, Stop> {
        let zero = || Bounds::whole(Nat::ZERO);
        let (mut plus, mut minus) = (zero(), zero());
        let groups = &self.spectrum.groups;
        // Groups of one part come in falling order: the last ones are soon too small to matter.
        let ordered = self.heaps.len() == 1;
        for (i, group) in groups.iter().enumerate() {
            context.tick("adding powers between bounds", 64 * i as u64)?;
            let size = self.size(group, precision);
            let tiny = |sum: &Bounds| {
                sum.is_positive() && size.high.top() + 64 + (precision as i128) < sum.low.top()
            };
            if ordered && i > 0 && (tiny(&plus) || tiny(&minus)) {
                // No further power is greater, and all counts together are at most 2^bits, of
                // a misère term as many again.
                let power = self.power_at_most(group, precision);
                let rest = Bounds { low: zero().low, high: power.high };
                let (more, less) = (plus.plus(&rest, precision), minus.plus(&rest, precision));
                (plus, minus) = (more, less);
                break;
            }
            let side = if group.count < Int::ZERO { &mut minus } else { &mut plus };
            *side = side.plus(&size, precision);
        }
        Ok(plus.minus(&minus, precision))
    }

    fn power_at_most(&self, group: &Group, precision: usize) -> Bounds {
        let count = Int::ONE << (self.spectrum.bits + 1);
        let one = Group { sizes: group.sizes.clone(), count };
        self.size(&one, precision)
    }

    /// The terms, the largest first; for one part the largest of those with the largest ratios,
    /// which they are for many heaps.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time.
    pub fn law(&self, most: usize, context: &Context<'_>) -> Result<Law, Stop> {
        const PRECISION: usize = 192;
        let mut leading: Vec<Term> = Vec::new();
        let mut rest = Bounds::whole(Nat::ZERO);
        let groups = &self.spectrum.groups;
        let ordered = self.heaps.len() == 1;
        for (i, group) in groups.iter().enumerate() {
            context.tick("looking for the leading terms", 64 * i as u64)?;
            if ordered && i > 2 * most {
                rest = rest.plus(&self.power_at_most(group, PRECISION), PRECISION);
                break;
            }
            let size = self.size(group, PRECISION);
            let before = |term: &Term| term.size.high.compare(&size.high).is_ge();
            let place = leading.partition_point(before);
            if place >= most {
                rest = rest.plus(&size, PRECISION);
                continue;
            }
            let (count, negative) = nat::magnitude(&group.count);
            let coefficient = lowest(count, Nat::ONE << self.spectrum.bits);
            let ratios = group.sizes.iter().zip(&self.totals).zip(&self.heaps);
            let powers = ratios
                .filter(|((size, total), _)| size != total)
                .map(|((size, total), &heaps)| (lowest(size.clone(), total.clone()), heaps))
                .collect();
            leading.insert(place, Term { negative, coefficient, powers, size });
            if leading.len() > most
                && let Some(dropped) = leading.pop()
            {
                rest = rest.plus(&dropped.size, PRECISION);
            }
        }
        let more = (groups.len() - leading.len()) as u64;
        Ok(Law { leading, more, rest })
    }
}

/// A fraction in lowest terms; the denominator is not 0.
pub fn lowest(numerator: Nat, denominator: Nat) -> (Nat, Nat) {
    let divisor = nat::gcd(&numerator, &denominator);
    (numerator / &divisor, denominator / divisor)
}
