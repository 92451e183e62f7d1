//! Sparse spaces, found from the values, and when one is claimed.
//!
//! A mask divides values into *rare* and *common* ones ([`Space`]). Some mask fits the values of nearly
//! every game, because a game with few different values leaves much choice: 0.05 has the values 0 and 1
//! in turn, and the parity of the heap alone tells them apart. So a sparse space is *claimed* only if
//!
//! 1. at least 64 heaps are known,
//! 2. at most one heap in 16 of the later half of them is rare: rare heaps die out,
//! 3. some heap other than the empty one is rare: rare values occur as well as common ones,
//! 4. if a period is proved, no heap behind the preperiod is rare: such a heap comes again for ever.
//!
//! A claim says what was seen of these heaps. It is no theorem about those beyond. (Winning Ways, ch. 4:
//! the sparse space of Kayles has the values 0, 3, 5, 6, 9, … with an even number of ones; the last
//! heap with one of them is 70.)

use super::Code;
use super::store::Values;
use crate::context::Context;
use crate::period::Period;
use crate::walsh_hadamard::transform;

/// Fewer heaps than this show no sparse space.
const MIN_HEAPS: usize = 64;

/// Of the later half of the heaps at most one in this many may be rare.
const MIN_HEAPS_PER_RARE: u64 = 16;

/// A list of more rare heaps than this is not kept.
const MAX_RARE_HEAPS: usize = 1 << 16;

/// Spaces are looked for among values below this.
const MAX_VALUE: u32 = 1 << 20;

/// How a mask divides the values of heaps into rare and common ones.
///
/// Let c(n) be the number of ones of a value at heap n under the mask, to which n + t is added if
/// `parity` (t: what a splitting move takes; with `parity` all of them are odd, or all are even). The
/// value is rare at n if c(n) is even, else common. Then a splitting move to two rare or to two common
/// heaps has a value that is rare at n, one to a rare and a common heap a value that is common: ones
/// are additive modulo 2, and so is n + t.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classes {
    /// Which bits of a value are counted.
    pub mask: u32,
    /// Whether the parity of the heap enters.
    pub parity: bool,
    /// The parity of the splitting takes, if the parity of the heap enters; else 0.
    pub take_parity: u32,
}

impl Classes {
    /// Classes by this mask; all takes that split are of the parity `take_parity` if `parity`.
    pub fn new(mask: u32, parity: bool, take_parity: u32) -> Self {
        Self { mask, parity, take_parity: if parity { take_parity & 1 } else { 0 } }
    }

    /// The classes of a code's heaps; `None` if its splits do not respect them: no splits, more than
    /// two heaps, takes without a bound, or with `parity` splitting takes of both parities.
    pub fn of(code: &Code, mask: u32, parity: bool) -> Option<Self> {
        let take_parity = split_parity(code)?;
        if parity && take_parity.is_none() {
            return None;
        }
        Some(Self::new(mask, parity, take_parity.unwrap_or(0)))
    }

    /// The class of a value at heap n, as its value or as an option of it: 0 is rare, 1 is common.
    #[inline(always)]
    pub fn class(&self, n: u64, value: u32) -> u32 {
        let heap = u32::from(self.parity) & (n as u32 ^ self.take_parity);
        ((value & self.mask).count_ones() ^ heap) & 1
    }

    /// Whether a value would be rare at heap n.
    #[inline(always)]
    pub fn rare(&self, n: u64, value: u32) -> bool {
        self.class(n, value) == 0
    }
}

/// The parity of the takes that split, `None` in it if they are of both parities; `None` for codes of
/// which sparse spaces do not speak.
fn split_parity(code: &Code) -> Option<Option<u32>> {
    code.largest_take()?;
    code.most_heaps().filter(|&heaps| heaps <= 2)?;
    let mut takes = (0u32..).zip(code.leading()).filter(|(_, digit)| digit.allows(2));
    let first = takes.next()?.0 % 2;
    Some(takes.all(|(take, _)| take % 2 == first).then_some(first))
}

/// A sparse space of a nim-sequence: classes that make nearly all heaps common.
///
/// This is a way to divide values, which engines and proofs may use whatever it is; when it is claimed
/// as a property of the game is said at the top of `heap/space.rs`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// The classes.
    pub classes: Classes,
    /// The rare heaps with their values, ascending.
    pub rare: Vec<(u64, u32)>,
}

/// Whether a space of the first `heaps` heaps is claimed, by the rules at the top of this module.
pub fn is_claimed(space: &Space, heaps: u64, proved: Option<Period>) -> bool {
    let half = heaps / 2;
    let late = space.rare.iter().filter(|&&(n, _)| n >= half).count() as u64;
    let (Some(&(last, _)), true) = (space.rare.last(), heaps >= MIN_HEAPS as u64) else {
        return false;
    };
    let again_for_ever = proved.is_some_and(|period| last >= period.preperiod);
    last > 0 && late <= (heaps - half) / MIN_HEAPS_PER_RARE && !again_for_ever
}

/// The space that leaves the fewest rare heaps among the later half of the values, if it leaves few; it
/// need not be one that [is claimed](is_claimed).
///
/// # Complexity
/// O(number of values + v log v) for values below v; `None` if they exceed 2^20.
pub fn find(code: &Code, values: &Values) -> Option<Space> {
    let len = values.len();
    let half = len / 2;
    if len < MIN_HEAPS {
        return None;
    }
    let later = || values.iter().skip(half);
    if later().max()? >= MAX_VALUE {
        return None;
    }
    let take_parity = split_parity(code)?;
    let (classes, rare) = choose(later(), half, take_parity)?;
    if rare as u64 > (len - half) as u64 / MIN_HEAPS_PER_RARE {
        return None;
    }
    list(classes, values)
}

/// The classes that leave the fewest of these values rare, and how many they leave. The values are those
/// of the heaps from `from` on; `take_parity` is that of all takes, if the parity of heaps may enter. Of
/// several the one without parity is taken, then the one with the least mask.
///
/// The Walsh-Hadamard transform of how often each value occurs at heaps of one parity tells for every
/// mask by how much the values with an even number of ones outnumber the others.
///
/// # Complexity
/// O(number of values + v log v) for values below v.
pub fn choose(
    values: impl Iterator<Item = u32>,
    from: usize,
    take_parity: Option<u32>,
) -> Option<(Classes, usize)> {
    let mut counts = [vec![0i64; 2], vec![0i64; 2]];
    let mut total = 0;
    for (n, value) in (from..).zip(values) {
        let place = value as usize;
        if place >= counts[0].len() {
            counts.iter_mut().for_each(|it| it.resize((place + 1).next_power_of_two(), 0));
        }
        counts[n & 1][place] += 1;
        total += 1;
    }
    for counts in &mut counts {
        // A context without limits never stops.
        transform(counts, &Context::default()).ok()?;
    }
    let [even, odd] = counts;
    // The number of rare heaps less that of common ones.
    let plain = (1..even.len()).map(|mask| (even[mask] + odd[mask], false, mask));
    let by_parity = (1..even.len()).filter_map(|mask| {
        let balance = even[mask] - odd[mask];
        Some((if take_parity? & 1 == 0 { balance } else { -balance }, true, mask))
    });
    let (balance, parity, mask) = plain.chain(by_parity).min()?;
    let rare = (total + balance) / 2;
    Some((Classes::new(mask as u32, parity, take_parity.unwrap_or(0)), rare as usize))
}

/// The space of these classes, with the rare heaps; `None` if they are too many.
fn list(classes: Classes, values: &Values) -> Option<Space> {
    let rare: Vec<(u64, u32)> = (0..)
        .zip(values.iter())
        .filter(|&(n, value)| classes.rare(n, value))
        .take(MAX_RARE_HEAPS + 1)
        .collect();
    (rare.len() <= MAX_RARE_HEAPS).then_some(Space { classes, rare })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::engine;

    fn space(text: &str, to: u64) -> Option<Space> {
        let code: Code = text.parse().unwrap();
        let mut values = Values::default();
        engine::choose(&code)
            .extend(to, &Context::default(), &mut |piece| values.extend(piece))
            .unwrap();
        find(&code, &values)
    }

    #[test]
    fn published_spaces_are_found() {
        // Winning Ways, ch. 4: Kayles has 14 rare heaps (and 0), with the values 0, 3, 5, 6, ….
        let kayles = space("0.77", 1000).unwrap();
        assert!(!kayles.classes.parity && kayles.classes.mask > 0);
        assert!(kayles.rare.len() < 20 && kayles.rare.last().unwrap().0 <= 70, "{kayles:?}");
        assert_eq!(kayles.rare[0], (0, 0));
        let grundy = space("4!.0", 10_000).unwrap();
        assert!(!grundy.classes.parity && grundy.rare.len() < 1287);
        // Dawson's Kayles has a period and no sparse space; subtraction games have no splits.
        assert_eq!(space("0.07", 2000), None);
        assert_eq!(space("0.3", 2000), None);
        assert_eq!(space("0.[3]", 2000), None);
        assert_eq!(kayles.classes.mask, 15);
        // The parity of heaps enters.
        assert!(space("0.104", 20_000).unwrap().classes.parity);
    }

    #[test]
    fn the_mask_with_the_fewest_rare_values_is_chosen() {
        let values = [1, 2, 4, 7, 1, 2, 1, 4, 3];
        let (classes, rare) = choose(values.into_iter(), 0, None).unwrap();
        assert_eq!((classes.mask, rare), (7, 1));
        // 0 at odd, 1 at even heaps: the parity of the heap makes one class of them.
        let values = || (0..40).map(|n| (n + 1) % 2 + 2 * (n % 3));
        assert!(choose(values(), 0, None).unwrap().1 > 0);
        let (classes, rare) = choose(values(), 0, Some(2)).unwrap();
        assert_eq!((classes.mask, classes.parity, rare), (1, true, 0));
        let counted = (0u64..).zip(values()).filter(|&(n, value)| classes.rare(n, value)).count();
        assert_eq!(counted, 0);
    }

    #[test]
    fn example_of_is_claimed() {
        use crate::heap::run::Run;
        for (code, claimed) in [("0.77", true), ("0.05", false), ("4.0", false), ("0.372", false)] {
            let mut run = Run::new(code.parse().unwrap());
            run.extend(500, false, &Default::default(), &mut |_| Ok(())).unwrap();
            assert_eq!(run.summary().space.is_some(), claimed, "{code}");
        }
    }
}
