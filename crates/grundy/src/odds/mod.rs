//! The probability that the first player wins a sum of random heaps.
//!
//! A sum is P iff the nim-sum of its Grundy values is 0, so only the distribution of the values of
//! a heap matters; the tuples of nim-sum 0 are counted through Walsh-Hadamard transforms, which
//! turn xor-convolutions into products. Positions without a value, in which a move wins at once,
//! make every sum N.

mod count;
mod decimal;
mod distribution;
mod draws;
mod float;
mod quotients;
mod sizes;
mod spectrum;
mod text;

pub use decimal::Decimal;
pub use sizes::{Bounds, Item, Sizes};

use crate::context::{Context, Stop};
use crate::game::AnyGame;
use crate::nat::{self, BitTest, Nat};
use crate::outcome::Play;
use crate::table::{TableError, takes_two};
use count::{Law, Tally, lowest};
use distribution::Distribution;
use spectrum::Spectrum;
use std::sync::Arc;

/// Random heaps of one game.
#[derive(Clone)]
pub struct Part {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// How many heaps, each drawn for itself.
    pub heaps: u64,
    /// What each may be.
    pub sizes: Sizes,
}

impl Part {
    /// Heaps of which every size between two bounds is as likely as any other. One bound stands for
    /// both arguments of a game that takes two.
    ///
    /// # Errors
    /// [`OddsError::Shape`] where a bound is missing, or the least size is above the greatest.
    pub fn uniform(
        game: Arc<dyn AnyGame>,
        heaps: u64,
        from: &[Nat],
        to: &[Nat],
    ) -> Result<Self, OddsError> {
        let pairs = needs_pairs(&*game)?;
        let pair = |list: &[Nat]| -> Option<(Nat, Nat)> {
            let first = list.first()?;
            Some((first.clone(), list.get(1).unwrap_or(first).clone()))
        };
        let (Some(least), Some(greatest)) = (pair(from), pair(to)) else {
            let what = match (from.is_empty(), to.is_empty()) {
                (true, false) => "the least size of a heap is missing",
                (false, true) => "the greatest size of a heap is missing",
                _ => "the sizes of a heap are missing",
            };
            return Err(OddsError::Shape(format!(
                "{what}: give --from 1 --to 20 (for games of two numbers --from 1 1 --to 8 8), or \
                 --dist \"1:1/3,5:2/3\""
            )));
        };
        let two = pairs || from.len() > 1 || to.len() > 1;
        let second = two.then_some((least.1, greatest.1));
        let sizes = Sizes::uniform((least.0, greatest.0), second).map_err(OddsError::Shape)?;
        Ok(Self { game, heaps, sizes })
    }
}

/// What is asked about random heaps.
#[derive(Clone, Debug)]
pub struct Question {
    /// The convention.
    pub play: Play,
    /// Counts are told modulo this too, at least 1.
    pub modulus: Option<Nat>,
    /// Significant digits of decimals.
    pub digits: usize,
    /// Exact numbers have at most so many digits; beyond them decimals and terms are told.
    pub exact_digits: usize,
}

impl Default for Question {
    /// Normal play, no modulus, 20 digits, exact numbers up to 200 digits.
    fn default() -> Self {
        Self { play: Play::Normal, modulus: None, digits: 20, exact_digits: 200 }
    }
}

/// Most digits that may be asked for, of decimals and of exact numbers.
pub const MAX_DIGITS: usize = 1_000_000;

/// Decimals between bounds are computed with so many bits at most; enough for 4000 digits.
const MAX_BOUND_BITS: usize = 1 << 15;

/// Where bounds do not tell the digits, exact numbers of so many bits do.
const MAX_EXACT_BITS: u128 = 1 << 17;

/// Terms of the law that are told.
const TERMS: usize = 4;

/// Why odds were not counted.
#[derive(Clone, Debug, thiserror::Error)]
pub enum OddsError {
    /// The game has no such positions, or the question makes no sense.
    #[error("{0}")]
    Shape(String),
    /// A limit, or cancelled.
    #[error(transparent)]
    Stop(#[from] Stop),
}

impl From<TableError> for OddsError {
    fn from(error: TableError) -> Self {
        match error {
            TableError::Shape(message) => Self::Shape(message),
            TableError::Stop(stop) => Self::Stop(stop),
        }
    }
}

/// Exact numbers of positions, or sums of their weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// All tuples.
    pub total: Nat,
    /// Those the second player wins.
    pub p: Nat,
    /// Those (all N) with a part in which a move wins at once.
    pub loony: Nat,
    /// Those nobody can force a win of, where play may go on for ever.
    pub draws: Nat,
}

/// Counts modulo a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Residues {
    /// The modulus.
    pub modulus: Nat,
    /// Of the P-positions.
    pub p: Nat,
    /// Of the N-positions.
    pub n: Nat,
    /// The probability that the first player wins: its numerator times the inverse of its
    /// denominator; `None` where there is no inverse.
    pub first: Option<Nat>,
    /// Whether the inverse was looked for in lowest terms; else that of the number of all tuples.
    pub reduced: bool,
}

/// A probability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// In lowest terms, where that is short enough.
    pub fraction: Option<(Nat, Nat)>,
    /// Rounded to the nearest digit; `None` where the bounds do not tell so many.
    pub decimal: Option<Decimal>,
}

/// The answer.
pub struct Odds {
    /// Game, number of heaps and sizes of each part.
    pub parts: Vec<(String, u64, String)>,
    /// The convention.
    pub play: Play,
    /// Whether all tuples are equally likely, so that weights are numbers of positions.
    pub uniform: bool,
    /// Exact counts, where they are short enough.
    pub counts: Option<Counts>,
    /// How many tuples there are (or their weight), rounded.
    pub total: Option<Decimal>,
    /// The first player wins.
    pub first: Chance,
    /// The second player wins.
    pub second: Chance,
    /// Nobody can force a win; `None` where every play ends.
    pub draw: Option<Chance>,
    /// Counts modulo a number.
    pub residues: Option<Residues>,
    /// Where exact counts are too long: the probability of the second player as a sum of terms.
    law: Option<Law>,
    /// Whether moves may entail.
    entails: bool,
    digits: usize,
}

/// Whether a position of the game is two numbers, so that its sizes are pairs.
///
/// # Errors
/// [`OddsError::Shape`] if it is neither one number nor two.
pub fn needs_pairs(game: &dyn AnyGame) -> Result<bool, OddsError> {
    Ok(takes_two(game, false)?)
}

/// Counts the P-positions among random sums.
///
/// # Complexity
/// One Grundy value for each size (fewer where a law or a period of the game is proved), a
/// transform of O(v log v) additions for values below v, and a power for each different character
/// of the distribution. No step for each of the tuples, nor for each heap.
///
/// # Errors
/// [`OddsError`]: the sizes are no positions of the game, values do not decide (misère play), or a
/// limit was reached.
///
/// ```
/// use grundy::{expr::Catalogue, odds::{odds, Part, Question, Sizes}};
/// let game = Catalogue::default().read_game("nim").unwrap();
/// let part = Part { game, heaps: 3, sizes: Sizes::parse("0..15").unwrap() };
/// let odds = odds(&[part], &Question::default(), &Default::default()).unwrap();
/// assert_eq!(odds.first.fraction, Some((15u8.into(), 16u8.into())));
/// assert_eq!(odds.counts.unwrap().p, 256u16.into());
/// ```
pub fn odds(parts: &[Part], question: &Question, context: &Context<'_>) -> Result<Odds, OddsError> {
    if question.modulus.as_ref().is_some_and(Nat::is_zero) {
        return Err(OddsError::Shape("the modulus must be at least 1".into()));
    }
    if question.digits > MAX_DIGITS || question.exact_digits > MAX_DIGITS {
        return Err(OddsError::Shape(format!(
            "numbers are written with at most {MAX_DIGITS} digits"
        )));
    }
    let uniform = parts.iter().all(|part| part.sizes.is_uniform());
    let described = parts.iter().map(|p| (p.game.title(), p.heaps, p.sizes.text.clone())).collect();
    let digits = question.digits.max(1);
    let entails = parts.iter().any(|part| part.game.entails());
    let mut answer = Odds {
        parts: described,
        play: question.play,
        uniform,
        counts: None,
        total: None,
        first: Chance { fraction: None, decimal: None },
        second: Chance { fraction: None, decimal: None },
        draw: None,
        residues: None,
        law: None,
        entails,
        digits,
    };
    // Three bits are less than a digit.
    let most_bits = 10 * question.exact_digits as u128 / 3;
    if question.play == Play::Misere
        && !entails
        && let Some((total, p)) = quotients::count(parts, most_bits.max(MAX_EXACT_BITS), context)?
    {
        let exact = total.bit_len() as u128 <= most_bits;
        answer.settle(lowest(p.clone(), total.clone()));
        if !exact {
            (answer.first.fraction, answer.second.fraction) = (None, None);
        }
        answer.total = Some(Decimal::of_ratio(&total, &Nat::ONE, digits));
        answer.residues = question.modulus.as_ref().map(|m| reduced(&total, &p, &answer, m));
        answer.counts = exact.then(|| Counts { total, p, loony: Nat::ZERO, draws: Nat::ZERO });
        return Ok(answer);
    }
    let mut drawn: Vec<(Distribution, u64)> = Vec::new();
    for part in parts {
        let distribution = Distribution::of(part, question.play, context)?;
        // Parts of one distribution are one part with more heaps.
        match drawn.iter_mut().find(|(other, _)| *other == distribution) {
            _ if part.heaps == 0 => {}
            Some((_, heaps)) => {
                *heaps = heaps.checked_add(part.heaps).ok_or_else(|| {
                    OddsError::Shape(
                        "there are more than 2^64 heaps: odds are counted for fewer".to_owned(),
                    )
                })?;
            }
            None => drawn.push((distribution, part.heaps)),
        }
    }
    let heaps: Vec<u64> = drawn.iter().map(|(_, heaps)| *heaps).collect();
    let totals: Vec<Nat> = drawn.iter().map(|(part, _)| part.total.clone()).collect();
    let tame: Vec<Nat> = drawn.iter().map(|(part, _)| &part.total - &part.loony).collect();
    let endless = drawn.iter().any(|(part, _)| !part.infinite.is_empty());
    let kept = if endless { drawn.clone() } else { Vec::new() };
    let misere = (question.play == Play::Misere).then(|| fickle(&drawn));
    let mut spectrum = Spectrum::of(drawn, context)?;
    if let Some((sizes, negative)) = misere {
        spectrum.add(sizes, negative);
    }
    let tally = Tally { spectrum, heaps, totals };
    let exact = tally.bits() <= most_bits;
    if endless && entails {
        return Err(OddsError::Shape(
            "where play may go on for ever and moves must be answered no values tell who wins: ask for \
             the games apart"
                .into(),
        ));
    }
    if endless && (!exact || question.modulus.is_some()) {
        return Err(OddsError::Shape(
            "draws are counted exactly, and not modulo a number: ask for fewer heaps, or raise \
             --exact-digits"
                .into(),
        ));
    }
    if exact {
        let (total, p) = (tally.product(&tally.totals), tally.exact(context)?);
        let loony = &total - tally.product(&tame);
        let draws = if endless { draws::weight(&kept, context)? } else { Nat::ZERO };
        let second = lowest(p.clone(), total.clone());
        answer.settle(second);
        if endless {
            let n = &total - &p - &draws;
            answer.first = chance(lowest(n, total.clone()), digits);
            answer.draw = Some(chance(lowest(draws.clone(), total.clone()), digits));
        }
        answer.total = Some(Decimal::of_ratio(&total, &Nat::ONE, digits));
        answer.counts = Some(Counts { total, p, loony, draws });
    } else {
        answer.total = rounded(digits, |bits| Ok((tally.total(bits), bits)))?.map(|(d, _)| d);
        match tally.limit() {
            Some(second) => answer.settle(second),
            None => answer.enclose(&tally, context)?,
        }
        answer.law = Some(tally.law(TERMS, context)?);
    }
    if let Some(modulus) = &question.modulus {
        answer.residues = Some(residues(&tally, &answer, modulus, context)?);
    }
    Ok(answer)
}

/// An exact probability.
fn chance(fraction: (Nat, Nat), digits: usize) -> Chance {
    let decimal = Some(Decimal::of_ratio(&fraction.0, &fraction.1, digits));
    Chance { decimal, fraction: Some(fraction) }
}

/// What misère play changes. All parts being tame, a sum is P iff its nim-sum is 0 and some part is firm, or none is and
/// their nim-sum is 1. So its P-positions are those of normal play, less the tuples of fickle parts of nim-sum 0,
/// and those of nim-sum 1 more: less the product of (f(0) - f(1))^K, f the weights of fickle positions.
fn fickle(drawn: &[(Distribution, u64)]) -> (Vec<Nat>, bool) {
    let mut negative = true;
    let mut sizes = Vec::new();
    for (part, heaps) in drawn {
        let all = || [Nat::ZERO, Nat::ONE].map(|value| part.weight_of(&value));
        let [even, odd] = part.fickle.clone().unwrap_or_else(all);
        negative ^= odd > even && heaps % 2 == 1;
        sizes.push(nat::abs_diff(&even, &odd));
    }
    (sizes, negative)
}

fn residues(
    tally: &Tally,
    answer: &Odds,
    modulus: &Nat,
    context: &Context<'_>,
) -> Result<Residues, Stop> {
    let (total, p) = match &answer.counts {
        Some(counts) => (counts.total.clone(), counts.p.clone()),
        None => (tally.product_modulo(&tally.totals, modulus), tally.modulo(modulus, context)?),
    };
    Ok(reduced(&total, &p, answer, modulus))
}

/// Counts modulo a number.
fn reduced(total: &Nat, p: &Nat, answer: &Odds, modulus: &Nat) -> Residues {
    let m = modulus.clone();
    let (total, p) = (total % &m, p % &m);
    let n = (&total + (&m - &p)) % &m;
    let (over, under) = match &answer.first.fraction {
        Some((over, under)) => (over % &m, under % &m),
        None => (n.clone(), total),
    };
    let first = nat::inverse_mod(&under, &m).map(|inverse| over * inverse % &m);
    Residues { p, n, first, reduced: answer.first.fraction.is_some(), modulus: m }
}

/// The decimal that bounds of growing precision agree on, with the precision.
fn rounded(
    digits: usize,
    mut bounds: impl FnMut(usize) -> Result<(float::Bounds, usize), Stop>,
) -> Result<Option<(Decimal, usize)>, Stop> {
    let mut bits = 192 + digits.saturating_mul(4);
    loop {
        let (found, precision) = bounds(bits)?;
        if let Some(decimal) = Decimal::of_bounds(&found, digits, precision + 64) {
            return Ok(Some((decimal, bits)));
        }
        if bits >= MAX_BOUND_BITS {
            return Ok(None);
        }
        bits *= 2;
    }
}

impl Odds {
    /// Takes an exact probability of the second player.
    fn settle(&mut self, second: (Nat, Nat)) {
        let first = (&second.1 - &second.0, second.1.clone());
        self.first = chance(first, self.digits);
        self.second = chance(second, self.digits);
    }

    /// Finds the decimals of both probabilities between bounds.
    fn enclose(&mut self, tally: &Tally, context: &Context<'_>) -> Result<(), Stop> {
        let second = rounded(self.digits, |bits| Ok((tally.second(bits, context)?, bits)))?;
        self.second.decimal = second.map(|(decimal, _)| decimal);
        let first = rounded(self.digits, |bits| {
            let one = float::Bounds::whole(Nat::ONE);
            Ok((one.minus(&tally.second(bits, context)?, bits), bits))
        })?;
        self.first.decimal = first.map(|(decimal, _)| decimal);
        if (self.first.decimal.is_none() || self.second.decimal.is_none())
            && tally.bits() <= MAX_EXACT_BITS
        {
            // Bounds never meet on a zero, nor on a half to be rounded.
            let (total, p) = (tally.product(&tally.totals), tally.exact(context)?);
            self.second.decimal = Some(Decimal::of_ratio(&p, &total, self.digits));
            self.first.decimal = Some(Decimal::of_ratio(&(&total - p), &total, self.digits));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
