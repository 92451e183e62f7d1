//! Take-and-break codes read and played by the definition, once more.

use crate::context::{Context, Stop};
use std::collections::BTreeSet;

/// The longest code that is read.
const MAX_CODE_BYTES: usize = 1 << 16;

/// One digit: the numbers of heaps listed, all numbers from one on, and the suffix.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Permission {
    listed: BTreeSet<u64>,
    onward: Option<u64>,
    /// `!`, `?`, `=` or a blank.
    suffix: char,
}

impl Permission {
    pub fn heaps(&self, j: u64) -> bool {
        self.listed.contains(&j) || self.onward.is_some_and(|least| j >= least)
    }

    pub fn nothing(&self) -> bool {
        self.listed.is_empty() && self.onward.is_none()
    }

    /// The most heaps that may be left; `None` without a bound.
    pub fn most(&self) -> Option<u64> {
        if self.onward.is_some() { None } else { Some(self.listed.last().copied().unwrap_or(0)) }
    }

    /// Whether two or more heaps may be left, and only some of the ways to do so are permitted.
    pub fn restricted(&self) -> bool {
        self.suffix != ' ' && self.most().is_none_or(|most| most >= 2)
    }
}

/// A code: the digits before those that repeat, and those.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub once: Vec<Permission>,
    pub forever: Vec<Permission>,
}

/// The takes of a code in which they are bounded and no move leaves more than two heaps, by what they
/// may leave.
#[derive(Clone, Debug, Default)]
pub(super) struct Takes {
    /// The greatest take with a move.
    pub greatest: usize,
    /// Nothing may be left.
    pub none: Vec<usize>,
    /// One heap may be left.
    pub one: Vec<usize>,
    /// Two equal heaps may be left.
    pub equal: Vec<usize>,
    /// Two unequal heaps may be left.
    pub unequal: Vec<usize>,
}

impl Takes {
    /// Whether there is a move in a heap of n.
    pub fn any(&self, n: usize) -> bool {
        let rest = |takes: &[usize], fits: fn(usize) -> bool| {
            takes.iter().filter_map(|&take| n.checked_sub(take)).any(fits)
        };
        rest(&self.none, |rest| rest == 0)
            || rest(&self.one, |rest| rest > 0)
            || rest(&self.equal, |rest| rest > 0 && rest % 2 == 0)
            || rest(&self.unequal, |rest| rest > 2)
    }

    /// Tells the two heaps that each move leaves of a heap of n; what is no heap is 0.
    pub fn options(&self, n: usize, tell: &mut dyn FnMut(usize, usize)) {
        let left = |takes: &[usize]| -> Vec<usize> {
            takes.iter().filter_map(|&take| n.checked_sub(take)).collect()
        };
        left(&self.none).iter().filter(|&&rest| rest == 0).for_each(|_| tell(0, 0));
        left(&self.one).into_iter().filter(|&rest| rest > 0).for_each(|rest| tell(0, rest));
        for rest in left(&self.equal).into_iter().filter(|rest| *rest > 0 && rest % 2 == 0) {
            tell(rest / 2, rest / 2);
        }
        for rest in left(&self.unequal) {
            (1..rest.div_ceil(2)).for_each(|a| tell(a, rest - a));
        }
    }
}

impl Game {
    /// The takes; `None` if they are not bounded, or a move may leave more than two heaps.
    pub fn takes(&self) -> Option<Takes> {
        let greatest = self.greatest_take()? as usize;
        self.most_heaps().filter(|&heaps| heaps <= 2)?;
        let mut takes = Takes { greatest, ..Takes::default() };
        for (take, digit) in self.once.iter().enumerate() {
            let two = digit.heaps(2);
            for (allowed, list) in [
                (digit.heaps(0), &mut takes.none),
                (digit.heaps(1), &mut takes.one),
                (two && matches!(digit.suffix, ' ' | '='), &mut takes.equal),
                (two && digit.suffix != '=', &mut takes.unequal),
            ] {
                if allowed {
                    list.push(take);
                }
            }
        }
        Some(takes)
    }

    /// Reads a code, or says why it is none.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > MAX_CODE_BYTES {
            return Err(format!("a code of {} bytes is too long", text.len()));
        }
        let bad = |why: &str| Err(format!("{text:?} is not a take-and-break code: {why}"));
        let Some((whole, rest)) = text.split_once('.') else { return bad("no point") };
        let (once, forever) = match rest.split_once('[') {
            None => (rest, ""),
            Some((once, cycle)) => match cycle.strip_suffix(']') {
                Some(cycle) if !cycle.is_empty() => (once, cycle),
                _ => return bad("the brackets are not closed, or are empty"),
            },
        };
        let (Some(mut first), Some(once), Some(forever)) =
            (permissions(whole), permissions(once), permissions(forever))
        else {
            return bad("there is something that is not a digit");
        };
        if first.len() != 1 || first[0].heaps(0) || first[0].heaps(1) {
            return bad("one digit stands before the point, and it does not allow 0 or 1 heaps");
        }
        first.extend(once);
        Ok(Self { once: first, forever })
    }

    pub fn digit(&self, take: usize) -> Option<&Permission> {
        match take.checked_sub(self.once.len()) {
            None => Some(&self.once[take]),
            Some(_) if self.forever.is_empty() => None,
            Some(further) => Some(&self.forever[further % self.forever.len()]),
        }
    }

    /// The greatest take with a move; `None` without a bound.
    pub fn greatest_take(&self) -> Option<u64> {
        if self.forever.iter().any(|digit| !digit.nothing()) {
            return None;
        }
        Some(self.once.iter().rposition(|digit| !digit.nothing()).unwrap_or(0) as u64)
    }

    /// The most heaps that a move leaves; `None` without a bound.
    pub fn most_heaps(&self) -> Option<u64> {
        self.once.iter().chain(&self.forever).try_fold(0, |most, d| Some(d.most()?.max(most)))
    }

    /// The least value not attained from a heap of n, where all smaller heaps have these values.
    pub fn value(&self, n: usize, values: &[u32], context: &Context<'_>) -> Result<u64, Stop> {
        // More than 2n is no value of n, nor is it needed to find that of n.
        let mut attained = vec![false; 2 * n + 1];
        let longest = match self.greatest_take() {
            Some(take) => n.min(usize::try_from(take).unwrap_or(n)),
            None => n,
        };
        for take in 0..=longest {
            let Some(digit) = self.digit(take).filter(|digit| !digit.nothing()) else { continue };
            context.tick("computing values again", take as u64)?;
            let rest = n - take;
            if rest == 0 {
                if digit.heaps(0) {
                    put(&mut attained, 0);
                }
                continue;
            }
            if digit.heaps(1) {
                put(&mut attained, values[rest]);
            }
            if digit.heaps(2) {
                for a in 1..=rest / 2 {
                    let b = rest - a;
                    if !(digit.restricted() && (a == b) != (digit.suffix == '=')) {
                        put(&mut attained, values[a] ^ values[b]);
                    }
                }
            }
            let most = digit.most().unwrap_or(rest as u64).min(rest as u64);
            for j in (3..=most).filter(|&j| digit.heaps(j)) {
                parts(digit.suffix, j as usize, rest, values, &mut attained, context)?;
            }
        }
        Ok(attained.iter().position(|&there| !there).unwrap_or(attained.len()) as u64)
    }
}

fn put(attained: &mut [bool], value: u32) {
    if let Some(mark) = attained.get_mut(value as usize) {
        *mark = true;
    }
}

/// All ways to leave `rest` as three or more heaps: `count` of them, ascending.
fn parts(
    suffix: char,
    count: usize,
    rest: usize,
    values: &[u32],
    attained: &mut [bool],
    context: &Context<'_>,
) -> Result<(), Stop> {
    if suffix == '=' {
        if rest.is_multiple_of(count) {
            put(attained, if count.is_multiple_of(2) { 0 } else { values[rest / count] });
        }
        return Ok(());
    }
    let step = usize::from(suffix == '!');
    // The heaps chosen; all but the last are counted up like the wheels of a meter.
    let mut heaps = vec![1usize];
    let (mut left, mut steps) = (rest - 1, 0);
    while let Some(&last) = heaps.last() {
        steps += 1;
        context.tick("computing values again", steps)?;
        let missing = count - heaps.len();
        // The least total of the heaps still missing.
        let least = (1..=missing).map(|i| last + i * step).sum::<usize>();
        if missing == 1 && left >= last + step {
            let same = left == last && heaps.iter().all(|&heap| heap == last);
            if !(suffix == '?' && same) {
                let sum = heaps.iter().fold(values[left], |sum, &heap| sum ^ values[heap]);
                put(attained, sum);
            }
        } else if missing > 1 && left >= least {
            heaps.push(last + step);
            left -= last + step;
            continue;
        }
        // The last wheel goes on, or falls back.
        loop {
            let Some(last) = heaps.pop() else { return Ok(()) };
            left += last;
            let missing = count - heaps.len();
            let least: usize = (0..missing).map(|i| last + 1 + i * step).sum();
            if left >= least {
                heaps.push(last + 1);
                left -= last + 1;
                break;
            }
        }
    }
    Ok(())
}

fn permissions(text: &str) -> Option<Vec<Permission>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let mut digit = Permission { suffix: ' ', ..Permission::default() };
        if c == '{' {
            let (inside, behind) = rest.split_once('}')?;
            rest = behind;
            for name in inside.split(',').filter(|_| !inside.is_empty()) {
                match name.strip_suffix('+') {
                    None => _ = digit.listed.insert(number(name)?),
                    Some(least) => {
                        let least = number(least)?;
                        digit.onward = Some(digit.onward.map_or(least, |other| other.min(least)));
                    }
                }
            }
        } else {
            let value = c.to_digit(36)?;
            digit.listed = (0..6).filter(|j| value >> j & 1 == 1).collect();
        }
        if let Some(suffix @ ('!' | '?' | '=')) = rest.chars().next() {
            digit.suffix = suffix;
            rest = &rest[1..];
        }
        found.push(digit);
    }
    Some(found)
}

fn number(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.len() <= 7 && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}
