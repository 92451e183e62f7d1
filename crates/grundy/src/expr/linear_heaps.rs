//! Sums of heaps whose sizes are linear in one letter, such as `kayles(n) + 0.07(2*n+1)`: all values together.

use super::Catalogue;
use crate::context::{Context, Stop};
use crate::game::{AnyGame, Line};
use crate::nat::{Nat, to_u64};
use crate::period::Period;
use crate::syntax::{self, Head, Span, Tree};
use std::sync::Arc;

/// The heap of `slope` n + `first` counters, for every number n.
struct LinearHeap {
    game: Arc<dyn AnyGame>,
    slope: u64,
    first: u64,
}

/// A sum of such heaps.
pub(super) struct LinearHeaps(Vec<LinearHeap>);

/// Values of a game for each entry of the table, at most, and some more: heaps beyond them follow from a period, or are
/// left to their positions.
const VALUES_PER_ENTRY: u64 = 16;
const SPARE_VALUES: u64 = 1 << 16;

/// A longer period of a sum is not told: that it is the least one would take too long to find out.
const LONGEST: u64 = 1 << 22;

impl LinearHeaps {
    /// `None` where the letter is a parameter, sizes are not linear, or positions are no single heaps.
    pub fn read(
        catalogue: &Catalogue<'_>,
        text: &str,
        letter: char,
        context: &Context<'_>,
    ) -> Option<Self> {
        let sum = |n: u64| match syntax::parse_tree_at(text, &[(letter, n.into())]).ok()? {
            Tree::Sum(sum) => Some(sum),
            Tree::Join(..) => None,
        };
        let (at_0, at_1, at_2) = (sum(0)?, sum(1)?, sum(2)?);
        let mut heaps = Vec::new();
        for (i, component) in at_0.iter().enumerate() {
            let others = [at_1.get(i)?, at_2.get(i)?];
            let same = |other: &syntax::Component| other.params == component.params;
            if component.entailed || !others.iter().all(|other| same(other)) {
                return None;
            }
            let game = catalogue.game(component).ok()?;
            let (sizes_at_0, spans) = sizes(component)?;
            let [sizes_at_1, sizes_at_2] = [sizes(others[0])?.0, sizes(others[1])?.0];
            let is_heaps = |sizes: &[Nat]| {
                game.sum_at(sizes, context).is_ok_and(|sum| {
                    sum.iter().map(|component| component.parts()).sum::<usize>() == sizes.len()
                })
            };
            if !is_heaps(&sizes_at_2) {
                return None;
            }
            for (j, span) in spans.into_iter().enumerate() {
                if !has_no_negative_coefficients(&text[span.start..span.end]) {
                    return None;
                }
                let sizes = [&sizes_at_0[j], &sizes_at_1[j], &sizes_at_2[j]];
                let [a, b, c] = [to_u64(sizes[0])?, to_u64(sizes[1])?, to_u64(sizes[2])?];
                // Every power from the second on would add to the second difference.
                if b.checked_sub(a)? != c.checked_sub(b)? || !is_heaps(&[sizes[2].clone()]) {
                    return None;
                }
                heaps.push(LinearHeap { game: game.clone(), slope: b - a, first: a });
            }
        }
        Some(Self(heaps))
    }

    /// The values for 0, …, `to`, and their least period where every game has one that is proved; `None` where a
    /// game has no values together, or too few of them.
    ///
    /// # Complexity
    /// O(h (`to` + d p)) beside the values of the games, for h heaps and a period of p with d divisors.
    ///
    /// # Errors
    /// [`Stop`] from the games.
    pub fn line(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        let mut lines = Vec::with_capacity(self.0.len());
        for heap in &self.0 {
            let enough = to.saturating_mul(VALUES_PER_ENTRY).saturating_add(SPARE_VALUES);
            let last = heap.slope.checked_mul(to).and_then(|last| last.checked_add(heap.first));
            let Some(last) = last else { return Ok(None) };
            let upto = last.min(enough);
            if context.check_positions(upto, String::new).is_err() {
                return Ok(None);
            }
            let Some(line) = heap.game.values_to(upto, context)? else { return Ok(None) };
            lines.push((heap, line));
        }
        let value = |n: u64| {
            let mut all = 0;
            for (heap, line) in &lines {
                let size = heap.slope.checked_mul(n)?.checked_add(heap.first)?;
                all ^= value(line, size)?;
            }
            Some(all)
        };
        let mut values = Vec::with_capacity(to as usize + 1);
        for n in 0..=to {
            context.tick("computing values", n)?;
            let Some(value) = value(n) else { return Ok(None) };
            values.push(value);
        }
        let period = period(&lines).and_then(|period| least(period, value));
        Ok(Some(Line { values, period }))
    }
}

/// The sizes of the heaps of a component, and where they stand in the text.
fn sizes(component: &syntax::Component) -> Option<(Vec<Nat>, Vec<Span>)> {
    match (&component.args, &component.head) {
        (None, Head::Star(size)) => Some((vec![size.clone()], vec![component.head_span])),
        (Some(args), Head::Name(_) | Head::Code(_)) => {
            args.single()?.iter().map(|arg| Some((arg.number()?.clone(), arg.span))).collect()
        }
        _ => None,
    }
}

/// Whether this text, of numbers and a letter, is a polynomial without negative coefficients: sums and products, and
/// powers of digits alone.
fn has_no_negative_coefficients(text: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.is_ascii()
        && !text.contains('-')
        && text.match_indices('^').all(|(at, _)| {
            digit(text[..at].trim_end().chars().next_back())
                && digit(text[at + 1..].trim_start().chars().next())
        })
}

/// The value of a heap, by the period where the heap is beyond the values; `None` where that tells nothing.
fn value(line: &Line, size: u64) -> Option<u32> {
    if let Some(value) = usize::try_from(size).ok().and_then(|size| line.values.get(size)) {
        return Some(*value);
    }
    let Period { preperiod, length, saltus } = line.period?;
    let beyond = size.checked_sub(preperiod)?;
    let value = line.values.get(usize::try_from(preperiod + beyond % length).ok()?)?;
    let added = saltus.checked_mul(beyond / length)?;
    u32::try_from(u64::from(*value).checked_add(added)?).ok()
}

/// A period of the sum, from those of its heaps.
///
/// One heap may grow. Where it grows by a multiple of 2^k from one period to the next, and the other values are below
/// 2^k, their nim-sum grows by as much.
fn period(lines: &[(&LinearHeap, Line)]) -> Option<Period> {
    let mut all = Period { preperiod: 0, length: 1, saltus: 0 };
    let mut bits = 0;
    for (heap, line) in lines {
        let own = period_of(heap, line)?;
        all.preperiod = all.preperiod.max(own.preperiod);
        let shared = gcd(all.length, own.length);
        match (all.saltus, own.saltus) {
            (saltus, 0) => all.saltus = saltus.checked_mul(own.length / shared)?,
            (0, saltus) => all.saltus = saltus.checked_mul(all.length / shared)?,
            _ => return None,
        }
        if own.saltus == 0 {
            let most = match heap.slope {
                0 => value(line, heap.first)?,
                _ => *line.values.iter().max()?,
            };
            bits = bits.max(u32::BITS - most.leading_zeros());
        }
        all.length = all.length.checked_mul(own.length / shared)?;
        if all.length > LONGEST {
            return None;
        }
    }
    if all.saltus > 0 {
        let times = (1 << bits) / gcd(1 << bits, all.saltus);
        all.length = all.length.checked_mul(times)?;
        all.saltus = all.saltus.checked_mul(times)?;
    }
    Some(all)
}

/// The period of one of the heaps.
fn period_of(heap: &LinearHeap, line: &Line) -> Option<Period> {
    if heap.slope == 0 {
        return Some(Period { preperiod: 0, length: 1, saltus: 0 });
    }
    let Period { preperiod, length, saltus } = line.period?;
    // A whole period is among the values.
    let end = usize::try_from(preperiod.checked_add(length)?).ok()?;
    line.values.get(end - 1)?;
    let shared = gcd(length, heap.slope);
    Some(Period {
        preperiod: preperiod.saturating_sub(heap.first).div_ceil(heap.slope),
        length: length / shared,
        saltus: saltus.checked_mul(heap.slope / shared)?,
    })
}

/// The least period, where this is one.
fn least(period: Period, value: impl Fn(u64) -> Option<u32>) -> Option<Period> {
    let Period { preperiod, length, saltus } = period;
    let end = preperiod.checked_add(length.checked_mul(2)?).filter(|&end| end <= 4 * LONGEST)?;
    let values: Vec<u64> = (0..end).map(|n| value(n).map(u64::from)).collect::<Option<_>>()?;
    let repeats = |n: u64, length: u64, saltus: u64| {
        values[n as usize] + saltus == values[(n + length) as usize]
    };
    let shorter = (1..length).filter(|&shorter| length.is_multiple_of(shorter));
    let least = shorter
        .filter(|&shorter| saltus.is_multiple_of(length / shorter))
        .map(|shorter| Period { length: shorter, saltus: saltus / (length / shorter), ..period })
        .find(|p| (preperiod..preperiod + length).all(|n| repeats(n, p.length, p.saltus)));
    let mut least = least.unwrap_or(period);
    while let Some(n) = least.preperiod.checked_sub(1)
        && repeats(n, least.length, least.saltus)
    {
        least.preperiod = n;
    }
    Some(least)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value as solved;
    use crate::answer::PartValue;
    use crate::expr::{Catalogue, Expression};

    fn line(text: &str, to: u64) -> Option<Line> {
        let (catalogue, context) = (Catalogue::default(), Context::default());
        let letter = syntax::letters(text).unwrap()[0];
        let heaps = LinearHeaps::read(&catalogue, text, letter, &context)?;
        heaps.line(to, &context).unwrap()
    }

    /// The text with a number in the place of its only letter, solved alone.
    fn typed(text: &str, n: u64) -> u32 {
        let typed = text.replace(['x', 'y'], &format!("({n})"));
        let context = Context::default();
        let Ok(Expression::Sum(sum)) = Catalogue::default().read(&typed) else { panic!("{typed}") };
        let PartValue::Known(known) = solved(&sum, &context).unwrap() else { panic!("{typed}") };
        to_u64(&known).unwrap() as u32
    }

    #[test]
    fn values_and_periods_are_those_of_the_positions_typed() {
        for (text, length, saltus) in [
            ("0.77(x)", 12, 0),
            ("0.77(3*x+5)", 4, 0),
            ("0.77(x) + 0.77(x+1)", 12, 0),
            ("0.77(x,x+1,7)", 12, 0),
            ("0.77(x) + 0.77(x)", 1, 0),
            ("0.77(x) + 0.07(x)", 204, 0),
            ("0.77(x) + *3", 12, 0),
            ("0.77(2*(x+3)*5 + 2^5)", 6, 0),
            ("subtraction[1..3](5*x + 10^18)", 4, 0),
            ("subtraction[2,5,7](y+1) + nim(2)", 22, 0),
            ("subtraction[1..3](x) + subtraction[1..4](x)", 20, 0),
            ("lasker(x)", 4, 4),
            ("lasker(4*x+2)", 1, 4),
            ("lasker(2*x) + nim(0)", 2, 4),
            ("bash[6](x) + nim(3)", 7, 0),
            ("nim(x) + nim(3)", 4, 4),
            ("nim(2*x+1) + nim(7)", 4, 8),
            ("nim(5*x) + 0.77(x)", 48, 240),
            ("0.77(x) + lasker(x) + nim(20)", 96, 96),
        ] {
            let line = line(text, 600).unwrap_or_else(|| panic!("{text}"));
            let period = line.period.unwrap_or_else(|| panic!("{text} has a period"));
            assert_eq!((period.length, period.saltus), (length, saltus), "{text}");
            let far = [3 * 1020 + 77, 5 * 1020 + 78, 10_000_000_007];
            for n in (0..=600).chain(far) {
                let (small, times) = period.reduce(&n.into());
                let found = match line.values.get(n as usize) {
                    Some(&value) => value,
                    None => {
                        let times = to_u64(&times).unwrap() * period.saltus;
                        typed(text, small) + u32::try_from(times).unwrap_or_default()
                    }
                };
                // Values past 32 bits are not compared.
                if saltus == 0 || n < 1 << 20 {
                    assert_eq!(found, typed(text, n), "{text}, {n}");
                }
            }
            if let Some(n) = period.preperiod.checked_sub(1) {
                let [this, later] = [n, n + period.length].map(|n| u64::from(typed(text, n)));
                assert_ne!(this + period.saltus, later, "{text}");
            }
        }
    }

    #[test]
    fn a_sum_without_a_period_has_its_values() {
        for text in ["lasker(x) + nim(x)", "lasker(x) + lasker(x+1)", "0.6(x) + 0.77(x)"] {
            let line = line(text, 300).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(line.period, None, "{text}");
            for n in 0..=300 {
                assert_eq!(line.values[n as usize], typed(text, n), "{text}, {n}");
            }
        }
    }

    #[test]
    fn what_is_not_linear_or_no_heap_is_left_to_its_positions() {
        for text in [
            "0.77(x^2)",
            "0.77(x*x)",
            "0.77(2^x)",
            "0.77(x*(x+1))",
            "0.77(9-x)",
            "0.77(x-1)",
            "0.77(x + (x*x-10*x+20)*0)",
            // Equal to 3 n for 0, 1 and 2.
            "0.77(2*0^(0^x) + x*x)",
            "wythoff(x,x+1)",
            "staircase(x,x)",
            "bash[x+1](5)",
            "bash[x+1](x)",
            "node-kayles(path(x+1))",
            "cram(2,x+1)",
        ] {
            assert!(line(text, 20).is_none(), "{text}");
        }
    }
}
