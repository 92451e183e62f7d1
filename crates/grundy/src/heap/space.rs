//! Sparse spaces, found from the values.

use super::Code;
use super::kernel::Space;
use super::proof::classes;
use super::store::Values;
use crate::context::Context;
use crate::walsh_hadamard::transform;

/// Of the later half at most one heap in this many may be rare.
const SPARSE: u64 = 16;

/// More rare heaps than this are no sparse space worth listing.
const MOST_RARE: usize = 1 << 16;

/// A sparse space of the values, if one separates rare from common heaps.
///
/// The Walsh-Hadamard transform of how often each value occurs in the later half tells for each mask
/// how many values have an odd number of ones; the mask that makes most of them common is taken, the
/// least of several. The parity of heaps enters only if that makes fewer rare.
///
/// # Complexity
/// O(number of values + v log v) for values below v; `None` if they exceed 2^20.
pub fn find(code: &Code, values: &Values) -> Option<Space> {
    classes(code, 0, false)?;
    let len = values.len();
    let half = len / 2;
    if len < 64 {
        return None;
    }
    let most = values.iter().skip(half).max()?;
    if most >= 1 << 20 {
        return None;
    }
    let size = (most as usize + 1).next_power_of_two();
    let mut counts = [vec![0i64; size], vec![0i64; size]];
    for (n, value) in (half..).zip(values.iter().skip(half)) {
        counts[n % 2][value as usize] += 1;
    }
    let [even, odd] = counts;
    let mut all: Vec<i64> = even.iter().zip(&odd).map(|(a, b)| a + b).collect();
    let mut alternating: Vec<i64> = even.iter().zip(&odd).map(|(a, b)| a - b).collect();
    // Without limits it does not stop.
    transform(&mut all, &Context::default()).ok()?;
    transform(&mut alternating, &Context::default()).ok()?;
    // The sum over heaps of +1 for a rare and -1 for a common one.
    let plain = (1..size).map(|mask| (all[mask], false, mask));
    let with_parity = (0..size).filter_map(|mask| {
        let even_rare = classes(code, mask as u32, true)?.rare(0, 0);
        Some((if even_rare { alternating[mask] } else { -alternating[mask] }, true, mask))
    });
    let (balance, parity, mask) = plain.chain(with_parity).min()?;
    let total = (len - half) as i64;
    let rare = (total + balance) / 2;
    if rare as u64 > total as u64 / SPARSE {
        return None;
    }
    list(code, values, mask as u32, parity)
}

/// The space of a mask, with the rare heaps; `None` if they are too many, or the mask is not
/// respected by the splits of the code.
pub fn list(code: &Code, values: &Values, mask: u32, parity: bool) -> Option<Space> {
    let classes = classes(code, mask, parity)?;
    let rare: Vec<(u64, u32)> = (0..)
        .zip(values.iter())
        .filter(|&(n, value)| classes.rare(n, value))
        .take(MOST_RARE + 1)
        .collect();
    (rare.len() <= MOST_RARE).then_some(Space { mask, parity, rare })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::kernel;

    fn space(text: &str, to: u64) -> Option<Space> {
        let code: Code = text.parse().unwrap();
        let mut values = Values::default();
        kernel::choose(&code)
            .extend(to, &Context::default(), &mut |piece| values.extend(piece))
            .unwrap();
        find(&code, &values)
    }

    #[test]
    fn published_spaces_are_found() {
        // Winning Ways, ch. 4: Kayles has 14 rare heaps (and 0), with the values 0, 3, 5, 6, ….
        let kayles = space("0.77", 1000).unwrap();
        assert!(!kayles.parity && kayles.mask > 0);
        assert!(kayles.rare.len() < 20 && kayles.rare.last().unwrap().0 <= 70, "{kayles:?}");
        assert_eq!(kayles.rare[0], (0, 0));
        let grundy = space("4!.0", 10_000).unwrap();
        assert!(!grundy.parity && grundy.rare.len() < 1287);
        // Dawson's Kayles has a period and no sparse space; subtraction games have no splits.
        assert_eq!(space("0.07", 2000), None);
        assert_eq!(space("0.3", 2000), None);
        assert_eq!(space("0.[3]", 2000), None);
        // The parity of heaps enters.
        assert!(space("0.104", 20_000).unwrap().parity);
    }
}
