//! Arithmetic periods of games with splits.

use super::takes::gcd;
use crate::context::{Context, Stop};
use crate::heap::Code;
use crate::heap::code::{Digit, Shape};
use crate::heap::store::Values;
use crate::period::Period;

/// Whether an arithmetic period that holds from its start to the end of the values holds for ever,
/// by the theorem of arithmetic periods.
///
/// # The theorem
/// Let no move leave more than h heaps; digits may repeat if those leave at most one heap. Let
/// G(n + P) = G(n) + T be seen from n0 >= 1 to the end, P even and a multiple of the period of the
/// digits, S a power of two that divides T. Write G(a) = S H(a) + L(a) with L(a) < S, and let
/// e(a) = P H(a) - (T/S) a, the *excess* of a: like L(a) it depends only on a modulo P from n0 on.
/// Let M be P before the end. If for each N with M <= N < M + P
///
/// 1. (nothing equals it) for each move that takes t and leaves j heaps a, b, … of residues (or sizes
///    below n0) that fit, not all below n0 if j (n0 - 1) < M - t: L(a) xor L(b) xor … differs from L(N), or
///    e(a) + e(b) + … - t T/S < e(N);
/// 2. (all below is attained) call `lasting` the values G(a), a >= 1, of options that leave a and
///    otherwise only pairs of equal heaps, whatever N - t - a may be, or leave a alone by a repeating
///    digit, and 0 if N can be taken whole by a repeating digit or left as pairs of equal heaps; and
///    `moving` the values of options that leave a >= n0 and small heaps b, …, fixed, with G(b) xor … < S. There is a number l such that all values below l + T are lasting, those from l
///    to l + T - 1 with some a >= n0, and those from l to G(N) - 1 are lasting with a >= n0 or
///    moving;
///
/// then G(n + P) = G(n) + T for all n >= n0.
///
/// Proof, by induction: let it hold below N, and 2 for N with the same l. Heaps that are all below n0 are too few
/// counters where that is said of M. The heaps of an option of
/// N + P have high parts whose sum, not less than their nim-sum, is
/// ((T/S) (N + P - t) + sum of excesses) / P, which by 1 is less than H(N) + T/S, or the low parts
/// differ from L(N): so G(N) + T is not attained. Lasting values of N with a are lasting of N + P
/// with the same a, and with a + P if a >= n0; P is even. Moving values are moved by T, because T is
/// a multiple of S. So of the values below G(N) + T those below l + T are lasting of N + P, and each
/// further one is T more than one from l to G(N) - 1, hence lasting with a + P or moving. Thus 2
/// holds for N + P with the same l, and G(N + P) = G(N) + T. Heaps are taken whole only below M.
///
/// A period p with saltus s seen over P + p values, P = kp and T = ks, then holds for ever as well.
/// (For hexadecimal games compare R. B. Austin 1976, *Impartial and partisan games*; S. Howse and
/// R. J. Nowakowski 2004, *Periodicity and arithmetic-periodicity in hexadecimal games*. Conditions
/// 1 and 2 are checked here as they stand.)
///
/// `false` says only that this theorem does not prove it from these values.
///
/// # Complexity
/// O(h P S (n0 + P)) for a few P.
///
/// # Errors
/// [`Stop`] when cancelled or out of time.
pub fn arithmetic_proof(
    code: &Code,
    values: &Values,
    seen: Period,
    context: &Context<'_>,
) -> Result<bool, Stop> {
    let Some(heaps) = code.most_heaps().filter(|&heaps| heaps <= MAX_HEAPS_LEFT) else {
        return Ok(false);
    };
    let repeats_singles =
        code.repeating().iter().all(|digit| digit.most_heaps().is_some_and(|most| most <= 1));
    if seen.saltus == 0 || !repeats_singles {
        return Ok(false);
    }
    let q = code.repeating().len().max(1) as u64;
    let q = if q.is_multiple_of(2) { q } else { 2 * q };
    let times = q / gcd(q, seen.length);
    for doubling in 0..6 {
        let Some(length) = seen.length.checked_mul(times << doubling) else { break };
        let saltus = seen.saltus * (times << doubling);
        let start = seen.preperiod.max(1);
        let len = values.len() as u64;
        let reach = code.leading().len() as u64 + q + 2 * MAX_SMALL_HEAP;
        let enough = start.checked_add(2 * length + seen.length + reach);
        if length > MAX_LENGTH || enough.is_none_or(|enough| enough > len) {
            break;
        }
        let mut part = 1;
        while saltus.is_multiple_of(part) && part <= MAX_PART {
            context.look("proving an arithmetic period", part)?;
            let work = 2 * length * part * (start + length) * u64::from(heaps);
            if work > MAX_STEPS {
                break;
            }
            let claim = Claim { code, values, start, length, saltus, part };
            if claim.nothing_equals(heaps) && claim.all_is_attained(context)? {
                return Ok(true);
            }
            part *= 2;
        }
    }
    Ok(false)
}

/// The most heaps that a move may leave.
const MAX_HEAPS_LEFT: u32 = 8;
/// The longest period P that is tried.
const MAX_LENGTH: u64 = 1 << 12;
/// The greatest power of two S that is tried.
const MAX_PART: u64 = 64;
/// The most steps of checking condition 1 for one P and S.
const MAX_STEPS: u64 = 800_000_000;

/// The greatest of the small heaps in moving options.
const MAX_SMALL_HEAP: u64 = 24;

struct Claim<'a> {
    code: &'a Code,
    values: &'a Values,
    /// n0
    start: u64,
    /// P
    length: u64,
    /// T
    saltus: u64,
    /// S
    part: u64,
}

impl Claim<'_> {
    fn value(&self, a: u64) -> u64 {
        self.values.get(a as usize).into()
    }

    fn low(&self, a: u64) -> usize {
        (self.value(a) % self.part) as usize
    }

    fn slope(&self) -> i64 {
        (self.saltus / self.part) as i64
    }

    fn excess(&self, a: u64) -> i64 {
        self.length as i64 * (self.value(a) / self.part) as i64 - self.slope() * a as i64
    }

    fn window(&self) -> std::ops::Range<u64> {
        let len = self.values.len() as u64;
        len - self.length..len
    }

    /// Condition 1.
    fn nothing_equals(&self, heaps: u32) -> bool {
        let (length, part) = (self.length as usize, self.part as usize);
        // All heaps up to one period behind the start: one for each class, and those below.
        let items: Vec<(usize, usize, i64, bool)> = (1..self.start + self.length)
            .map(|a| ((a % self.length) as usize, self.low(a), self.excess(a), a >= self.start))
            .collect();
        // The greatest excess of sums of j heaps by residue and low part: of all, and of those with a heap from
        // the start on.
        let none = i64::MIN / 4;
        let mut all = vec![none; length * part];
        let mut late = all.clone();
        all[0] = 0;
        for count in 1..=heaps {
            let mut next = vec![none; length * part];
            let mut next_late = next.clone();
            for residue in 0..length {
                for low in 0..part {
                    let (any, after) = (all[residue * part + low], late[residue * part + low]);
                    if any == none {
                        continue;
                    }
                    for &(r, l, e, is_late) in &items {
                        let place = (residue + r) % length * part + (low ^ l);
                        next[place] = next[place].max(any + e);
                        let with = if is_late { any } else { after };
                        if with != none {
                            next_late[place] = next_late[place].max(with + e);
                        }
                    }
                }
            }
            (all, late) = (next, next_late);
            for (take, digit) in (0i64..).zip(self.code.leading()) {
                if !digit.allows(count) {
                    continue;
                }
                // Heaps below the start may be all that is left only of heaps that are not too large.
                let small = u64::from(count) * (self.start - 1) + take as u64;
                let greatest = if small < self.window().start { &late } else { &all };
                let equals = self.window().any(|n| {
                    let residue = (n as i64 - take).rem_euclid(length as i64) as usize;
                    let excess = greatest[residue * part + self.low(n)];
                    excess != none && excess - take * self.slope() >= self.excess(n)
                });
                if equals {
                    return false;
                }
            }
        }
        !self.window().any(|n| {
            self.repeated(n).any(|(a, take)| {
                self.low(a) == self.low(n)
                    && self.excess(a) - take as i64 * self.slope() >= self.excess(n)
            })
        })
    }

    /// For each class of heaps one that n reaches by a repeating digit, and the least take; of the
    /// heaps below the start each, with its take.
    fn repeated(&self, n: u64) -> impl Iterator<Item = (u64, u64)> + '_ {
        let base = self.code.leading().len() as u64;
        let takes = base..base + if self.code.repeating().is_empty() { 0 } else { self.length };
        let classes = takes.filter(|&take| self.code.digit(take).allows(1)).map(move |take| {
            // A heap of that class, wherever it is: excess and low part are the same.
            let mut a = n - take;
            while a < self.start {
                a += self.length;
            }
            (a, take)
        });
        let below = (1..self.start.min(n.saturating_sub(base) + 1))
            .filter(move |&a| !self.code.repeating().is_empty() && self.code.digit(n - a).allows(1))
            .map(move |a| (a, n - a));
        classes.chain(below)
    }

    /// Condition 2.
    fn all_is_attained(&self, context: &Context<'_>) -> Result<bool, Stop> {
        // One l for each residue is enough.
        for n in self.window() {
            context.look("proving an arithmetic period", n)?;
            if !self.attained(n) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn attained(&self, n: u64) -> bool {
        let value = self.value(n) as usize;
        let top = value + self.saltus as usize + 1;
        let (mut lasting, mut late, mut moving) =
            (vec![false; top], vec![false; top], vec![false; top]);
        let mut last = |a: u64| {
            let value = self.value(a) as usize;
            if value < top {
                lasting[value] = true;
                late[value] |= a >= self.start;
            }
        };
        let plain = |digit: &Digit| digit.shape == Shape::Any;
        let mut zero = false;
        for (take, digit) in (0..).zip(self.code.leading()).filter(|(_, digit)| plain(digit)) {
            for count in digit.heap_counts(MAX_HEAPS_LEFT.into()).filter(|&j| j >= 2) {
                if count % 2 == 0 {
                    zero |= n >= take + count && (n - take).is_multiple_of(2);
                    continue;
                }
                let Some(most) = n.checked_sub(take + count - 1) else { continue };
                let first = if most.is_multiple_of(2) { 2 } else { 1 };
                (first..=most).step_by(2).for_each(&mut last);
            }
            let mut shift = |small: u64, by: u64| {
                let a = n.saturating_sub(take + small);
                if by < self.part && a >= self.start && a < n {
                    let value = (self.value(a) ^ by) as usize;
                    if value < top {
                        moving[value] = true;
                    }
                }
            };
            if digit.allows(1) {
                shift(0, 0);
            }
            for b in 1..=MAX_SMALL_HEAP {
                if digit.allows(2) {
                    shift(b, self.value(b));
                }
                for c in b..=MAX_SMALL_HEAP {
                    if digit.allows(3) {
                        shift(b + c, self.value(b) ^ self.value(c));
                    }
                }
            }
        }
        if !self.code.repeating().is_empty() {
            let base = self.code.leading().len() as u64;
            let reached =
                (1..(n + 1).saturating_sub(base)).filter(|a| self.code.digit(n - a).allows(1));
            reached.for_each(&mut last);
            zero |= n >= base && self.code.digit(n).allows(0);
        }
        lasting[0] |= zero;
        // The least l: behind it nothing lacks, and T values in a row are lasting and late.
        let lacking = (0..value).rev().find(|&v| !late[v] && !moving[v]);
        let mut l = lacking.map_or(0, |v| v + 1);
        let saltus = self.saltus as usize;
        while l + saltus <= top {
            match (l..l + saltus).rev().find(|&v| !late[v]) {
                None => return lasting[..l + saltus].iter().all(|&there| there),
                Some(v) => l = v + 1,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::detect::Detector;
    use crate::heap::engine;
    use crate::heap::proof::takes_proof;

    fn values(text: &str, to: u64) -> (Code, Values) {
        let code: Code = text.parse().unwrap();
        let mut values = Values::default();
        engine::choose(&code)
            .extend(to, &Context::default(), &mut |piece| values.extend(piece))
            .unwrap();
        (code, values)
    }

    #[test]
    fn arithmetic_periods_are_proved_and_hold() {
        let codes = "0.0B 0.1A 0.1B 0.8B 0.8F 0.9B 0.9C 0.9E 0.9F 0.B8 0.BA 0.BB 0.BC 0.BE 0.BF 0.F8 0.FA 0.FB 0.FC 0.FE";
        let hexadecimal = codes.split(' ').map(|code| (code, None));
        let others =
            [("4.[3]", 4, 4), ("0.3F", 6, 3), ("0.[3]", 1, 1), ("0.[2]", 1, 1), ("0.0[3]", 2, 1)];
        for (text, period) in others
            .map(|(text, length, saltus)| (text, Some((length, saltus))))
            .into_iter()
            .chain(hexadecimal)
        {
            let (code, all) = values(text, 1500);
            let mut part = Values::default();
            part.extend(&all.slice(0, 700));
            let seen = Detector::default().search(&part).unwrap();
            let (length, saltus) = (seen.length, seen.saltus);
            assert!(period.is_none_or(|period| period == (length, saltus)) && saltus > 0, "{text}");
            let context = Context::default();
            let proved = arithmetic_proof(&code, &part, seen, &context).unwrap()
                || takes_proof(&code, &part, seen, &context).unwrap();
            assert!(proved, "{text}: {seen:?}");
            let start = seen.preperiod as usize;
            for n in start..all.len() - length as usize {
                assert_eq!(
                    all.get(n + length as usize),
                    all.get(n) + saltus as u32,
                    "{text} of {n}"
                );
            }
        }
    }
}
