//! Guy and Smith's theorem: how far a period must hold before it holds for ever.

use crate::heap::Code;
use crate::period::Period;

/// How far a period must hold before it holds for ever.
///
/// Let no move take more than t or leave more than h heaps. If G(n+p) = G(n) for all n with
/// n0 <= n < h*n0 + (h-1)*p + t, n0 >= 1, then it holds for all n >= n0. (A period from 0 on is
/// one from 1 on that also holds at 0.)
///
/// Proof. By induction let n >= that bound and let the claim hold below n; call M = n + p. A
/// move from M leaves heaps of total at least M - t >= h*n0 + h*p, so one of at most h heaps is
/// at least n0 + p; lowering it by p keeps its value and gives a move from n to the same value.
/// A move from n leaves a total of at least n - t >= h*n0 + (h-1)*p >= h*n0, so one heap is at
/// least n0 and below n; raising it by p keeps its value. No heap is empty before or after, since
/// n0 >= 1, so the same digits apply. The options of n and n + p have the
/// same values. (Guy and Smith 1956 for octal games, h = 2.) This needs moves to be restricted
/// only by the number of heaps, not by a comparison of their sizes.
///
/// `None` for codes to which the theorem does not apply.
pub fn holds_from(code: &Code, start: u64, period: u64) -> Option<u64> {
    if !code.is_plain() {
        return None;
    }
    let take = code.largest_take()?;
    let heaps = u64::from(code.most_heaps()?.max(1));
    heaps
        .checked_mul(start.max(1))?
        .checked_add((heaps - 1).checked_mul(period)?)?
        .checked_add(take)?
        .checked_add(period)
}

/// The least period that the last half of the values shows twice, from the least heap on from which it
/// holds.
///
/// # Complexity
/// O(number of values): the least period of the second half is found by a prefix function.
pub fn seen_period(values: &[u32]) -> Option<Period> {
    if values.len() < 4 {
        return None;
    }
    // The period must hold at the end: read the last half backwards and find its least period.
    let tail: Vec<u32> = values[values.len() / 2..].iter().rev().copied().collect();
    let length = least_period(&tail);
    if length * 2 > tail.len() {
        return None;
    }
    let preperiod = (values.len() - length) as u64;
    let period = Period { preperiod, length: length as u64, saltus: 0 };
    Some(period.from_the_least_heap(|n| values[n as usize].into()))
}

/// The period that the values seen suggest and the theorem proves, if any.
///
/// # Complexity
/// As [`seen_period`].
pub fn guy_smith_period(code: &Code, values: &[u32]) -> Option<Period> {
    let period = seen_period(values)?;
    let needed = holds_from(code, period.preperiod, period.length)?;
    (values.len() as u64 >= needed).then_some(period)
}

/// The least p with text[i] = text[i+p] wherever both exist (Knuth, Morris, Pratt 1977).
fn least_period(text: &[u32]) -> usize {
    let mut border = vec![0usize; text.len() + 1];
    let mut k = 0;
    for i in 1..text.len() {
        while k > 0 && text[i] != text[k] {
            k = border[k];
        }
        if text[i] == text[k] {
            k += 1;
        }
        border[i + 1] = k;
    }
    text.len() - border[text.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_periods_need_not_divide_the_length() {
        assert_eq!(least_period(&[1, 2, 3, 1, 2, 3, 1]), 3);
        assert_eq!(least_period(&[1, 1, 1]), 1);
        assert_eq!(least_period(&[1, 2, 3]), 3);
    }
}
