//! How many games there are in misère play: simplest forms born by each day.
//!
//! A game is born by day 0 if it has no options, by day n + 1 if all of its options are born by day n. Let D be the
//! simplest forms born by day n. Each simplest form born by day n + 1 is a subset S of D, its options. A subset
//! that is none has just one simplest form H, and is the union of the options of H and of some T that is not
//! empty, a set of forms in D that have H as an option; these are no options of H, being born after it. So with k(H)
//! the number of the forms in D that have H as an option, 2^k(H) - 1 subsets are equal to H and not its options. If
//! H has no options, T must contain a P-position: 2^k - 2^m subsets, m of the k being N-positions. Hence
//!
//! |D'| = 2^|D| - (2^k(0) - 2^m) - sum of 2^k(H) - 1 over all other H born by day n - 1.
//!
//! (The method of A. N. Siegel, *On the structure of misère impartial games*, 2020, for day 7 is finer.)

use super::forms::{Form, Forms, ZERO};
use crate::context::{Context, Stop};
use std::collections::BTreeMap;
use std::fmt;

/// A sum of powers of two with signs, and a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// How often each power occurs, by exponent.
    powers: BTreeMap<u64, i64>,
    rest: i64,
}

impl Count {
    fn add_power(&mut self, exponent: u64, times: i64) {
        // Two equal powers are one of the next exponent.
        let entry = self.powers.entry(exponent).or_default();
        *entry += times;
        let (value, carry) = (*entry % 2, *entry / 2);
        *entry = value;
        if value == 0 {
            self.powers.remove(&exponent);
        }
        if carry != 0 {
            self.add_power(exponent + 1, carry);
        }
    }

    /// The number, if it is small.
    pub fn number(&self) -> Option<u64> {
        let mut total = i128::from(self.rest);
        for (&exponent, &times) in &self.powers {
            let power =
                1i128.checked_shl(u32::try_from(exponent).ok()?).filter(|_| exponent < 100)?;
            total += power * i128::from(times);
        }
        u64::try_from(total).ok()
    }
}

impl fmt::Display for Count {
    /// The number if it is small, else as `2^4171780 - 2^2096640 … + 21`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number() {
            return write!(f, "{number}");
        }
        for (i, (exponent, times)) in self.powers.iter().rev().enumerate() {
            let sign = match (i, *times < 0) {
                (0, false) => "",
                (0, true) => "-",
                (_, false) => " + ",
                (_, true) => " - ",
            };
            write!(f, "{sign}2^{exponent}")?;
        }
        match self.rest {
            0 => Ok(()),
            n if n < 0 => write!(f, " - {}", -n),
            n => write!(f, " + {n}"),
        }
    }
}

/// The simplest forms that are born by a day up to 4, in the order of their numbers.
///
/// # Errors
/// [`Stop`] when cancelled; refused for later days.
///
/// ```
/// use grundy::solve::{born::forms_by, forms::Forms};
/// let mut forms = Forms::default();
/// assert_eq!(forms_by(&mut forms, 4, &Default::default()).unwrap().len(), 22);
/// ```
pub fn forms_by(forms: &mut Forms, day: u32, context: &Context<'_>) -> Result<Vec<Form>, Stop> {
    if day > LISTED {
        return Err(Stop::Refused(format!(
            "the games born by day {day} are too many to be listed: those of day {LISTED} are"
        )));
    }
    let mut born = vec![ZERO];
    for _ in 0..day {
        let mut next = Vec::new();
        for mask in 0..1u64 << born.len() {
            let options = (0..born.len()).filter(|i| mask >> i & 1 == 1).map(|i| born[i]).collect();
            next.push(forms.of_options(options, context)?);
        }
        next.sort_unstable();
        next.dedup();
        born = next;
    }
    Ok(born)
}

/// The last day whose games are listed.
pub const LISTED: u32 = 4;
/// The last day whose games are counted.
pub const COUNTED: u32 = 6;

/// The number of simplest forms that are born by a day up to 6.
///
/// # Complexity
/// 2^22 sets of options are looked at for day 6, few for the others.
///
/// # Errors
/// [`Stop`] when cancelled; refused for later days.
///
/// ```
/// use grundy::solve::born::count_by;
/// let count = |day| count_by(day, &Default::default()).unwrap().to_string();
/// assert_eq!([1, 2, 3, 4, 5].map(count), ["2", "3", "5", "22", "4171780"]);
/// ```
pub fn count_by(day: u32, context: &Context<'_>) -> Result<Count, Stop> {
    let mut forms = Forms::default();
    if day <= LISTED {
        let rest = forms_by(&mut forms, day, context)?.len() as i64;
        return Ok(Count { rest, ..Count::default() });
    }
    if day > COUNTED {
        return Err(Stop::Refused(format!(
            "the games born by day {COUNTED} are {}: too many to look at each of them, as would be \
             needed for day {day}",
            count_by(COUNTED, context)?
        )));
    }
    let born = forms_by(&mut forms, LISTED, context)?;
    let place = |form: Form| born.iter().position(|&known| known == form);
    let mask = |form: Form| -> u64 {
        forms.options(form).iter().filter_map(|&o| place(o)).map(|i| 1 << i).sum()
    };
    // The subsets of the forms of day 4 as bits: those that have P-positions, and for each H what is reversible.
    let p: u64 = (0..born.len()).filter(|&i| forms.is_p(born[i])).map(|i| 1 << i).sum();
    let with = |form: Form| -> u64 {
        (0..born.len()).filter(|&i| forms.options(born[i]).contains(&form)).map(|i| 1 << i).sum()
    };
    let through: Vec<(u64, u64, bool)> = born
        .iter()
        .map(|&h| (mask(h), with(h), h == ZERO))
        .filter(|(_, with, _)| *with > 0)
        .collect();
    if day == LISTED + 1 {
        let counts = through.iter().map(|&(_, with, zero)| {
            (u64::from(with.count_ones()), zero.then(|| u64::from((with & !p).count_ones())))
        });
        return Ok(total(born.len() as u64, counts));
    }
    // For each form of day 4 the forms of day 5 that have it as an option; and the N-positions among those with 0.
    let (mut all, mut having, mut having_zero_and_n) = (0u64, vec![0u64; born.len()], 0u64);
    let zero = place(ZERO).map_or(0, |i| 1u64 << i);
    for set in 0..1u64 << born.len() {
        context.tick("counting games", set)?;
        let equal = through.iter().any(|&(own, with, is_zero)| {
            let more = set & !own;
            set & own == own && more != 0 && more & !with == 0 && (!is_zero || set & p != 0)
        });
        if equal {
            continue;
        }
        all += 1;
        let mut rest = set;
        while rest != 0 {
            having[rest.trailing_zeros() as usize] += 1;
            rest &= rest - 1;
        }
        having_zero_and_n += u64::from(set & zero != 0 && set & p != 0);
    }
    let counts =
        (0..born.len()).map(|i| (having[i], (born[i] == ZERO).then_some(having_zero_and_n)));
    Ok(total(all, counts))
}

/// 2^|D| less the subsets that are no simplest forms: k(H) for each H, and m for the one without options.
fn total(size: u64, counts: impl Iterator<Item = (u64, Option<u64>)>) -> Count {
    let mut count = Count::default();
    count.add_power(size, 1);
    for (k, m) in counts {
        count.add_power(k, -1);
        match m {
            Some(m) => count.add_power(m, 1),
            None => count.rest += 1,
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_counts_what_is_listed() {
        // Day 5 by going through all sets of 22 forms is what day 6 does; here day 4 by the formula.
        let (mut forms, context) = (Forms::default(), Context::default());
        let born = forms_by(&mut forms, 3, &context).unwrap();
        let having = |h: Form| {
            let with = born.iter().filter(|&&a| forms.options(a).contains(&h));
            let n = with.clone().filter(|&&a| !forms.is_p(a)).count() as u64;
            (with.count() as u64, (h == ZERO).then_some(n))
        };
        let counts = born.iter().map(|&h| having(h)).filter(|(k, _)| *k > 0);
        assert_eq!(total(born.len() as u64, counts).number(), Some(22));
    }

    #[test]
    fn day_six_begins_with_all_subsets_of_day_five() {
        let context = Context::default();
        let five = count_by(5, &context).unwrap().number().unwrap();
        let six = count_by(6, &context).unwrap();
        assert!(six.to_string().starts_with(&format!("2^{five} - 2^")), "{six}");
        assert!(six.number().is_none() && count_by(7, &context).is_err());
    }
}
