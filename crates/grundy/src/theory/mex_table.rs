//! Tables of Grundy values of subtraction games, and repetitions in them.

use crate::context::{Context, Stop};

/// How many different values are kept as bit sets of forbidden heaps: 8 bytes a heap.
const MAX_BIT_SET_VALUES: usize = 64;

/// Continues the table of values of heaps 0, 1, … up to `to` heaps, if the numbers `takes`, which
/// increase, may be taken.
///
/// # Complexity
/// O(takes) a heap, or O(greatest take / 64) where there are many takes and few values.
///
/// # Errors
/// [`Stop`] when cancelled or out of time; the table is then shorter but right.
pub fn grow_takes(
    values: &mut Vec<u32>,
    takes: &[u64],
    to: usize,
    context: &Context<'_>,
) -> Result<(), Stop> {
    values.reserve_exact(to.saturating_sub(values.len()));
    // Marking a word of heaps costs no more than marking a few options one by one.
    if takes.len() > 64 && takes.len() > takes.last().map_or(0, |&s| s as usize) / 128 {
        grow_by_words(values, takes, to, context)?;
    }
    grow_one_by_one(values, takes, to, context)
}

/// For each heap the options are looked at and their values marked.
fn grow_one_by_one(
    values: &mut Vec<u32>,
    takes: &[u64],
    to: usize,
    context: &Context<'_>,
) -> Result<(), Stop> {
    // A value is marked with the heap that has an option of this value; heap + 1 is never 0.
    let mut marks = vec![0u32; takes.len() + 2];
    let mut usable = takes.partition_point(|&take| take < values.len() as u64);
    let mut steps = 0u64;
    for n in values.len()..to {
        usable += usize::from(takes.get(usable) == Some(&(n as u64)));
        let mark = n as u32 + 1;
        for &take in &takes[..usable] {
            marks[values[n - take as usize] as usize] = mark;
        }
        let free = marks.iter().position(|&other| other != mark);
        values.push(free.expect("there are more marks than options") as u32);
        let before = steps;
        steps += usable as u64 + 1;
        if before >> 16 != steps >> 16 {
            context.look("computing values of a subtraction game", n as u64)?;
        }
    }
    Ok(())
}

/// For each value the heaps that have an option of it are a bit set; a heap that gets the value
/// adds the takes, shifted by the heap. Ends early where there are too many values.
fn grow_by_words(
    values: &mut Vec<u32>,
    takes: &[u64],
    to: usize,
    context: &Context<'_>,
) -> Result<(), Stop> {
    let base = values.len();
    let mut bits = vec![0u64; takes.last().map_or(0, |&s| s as usize) / 64 + 1];
    takes.iter().for_each(|&take| bits[take as usize / 64] |= 1 << (take % 64));
    let words = to.saturating_sub(base) / 64 + 1;
    let mut forbidden: Vec<Vec<u64>> = Vec::new();
    let mut steps = 0u64;
    // The heaps so far matter as options of those to come.
    for m in base.saturating_sub(64 * bits.len())..to {
        if m >= base {
            let at = m - base;
            let free = forbidden.iter().position(|set| set[at / 64] >> (at % 64) & 1 == 0);
            values.push(free.unwrap_or(forbidden.len()) as u32);
        }
        let value = values[m] as usize;
        if value >= MAX_BIT_SET_VALUES {
            return Ok(());
        }
        if value >= forbidden.len() {
            forbidden.resize_with(value + 1, || vec![0; words]);
        }
        add_shifted(&mut forbidden[value], &bits, m, base);
        let before = steps;
        steps += bits.len().min(words) as u64 + 8;
        if before >> 16 != steps >> 16 {
            context.look("computing values of a subtraction game", m as u64)?;
        }
    }
    Ok(())
}

/// Adds the elements of `bits`, each plus `heap` minus `base`, as far as they fall into `set`.
fn add_shifted(set: &mut [u64], bits: &[u64], heap: usize, base: usize) {
    let (skipped, place) = (base.saturating_sub(heap), heap.saturating_sub(base));
    // One of the two shifts is 0.
    let shift = (64 - skipped % 64 + place) % 64;
    let source = &bits[(skipped.div_ceil(64)).min(bits.len())..];
    if skipped % 64 != 0 {
        // The first source word that is cut off at its lower end.
        set[0] |= bits.get(skipped / 64).map_or(0, |word| word >> (skipped % 64));
    }
    let target = set.get_mut(place / 64..).unwrap_or_default();
    if shift == 0 {
        target.iter_mut().zip(source).for_each(|(set, word)| *set |= word);
        return;
    }
    let mut carried = 0;
    let mut source = source.iter();
    for set in target {
        let Some(&word) = source.next() else {
            *set |= carried;
            return;
        };
        *set |= word << shift | carried;
        carried = word >> (64 - shift);
    }
}

/// Continues the table of values of heaps 0, 1, … up to `to` heaps, if all positive numbers but
/// `gaps`, which increase, may be taken.
///
/// # Complexity
/// As many steps a heap as heaps share the values that are still in use.
///
/// # Errors
/// [`Stop`] when cancelled or out of time; the table is then shorter but right.
pub fn grow_all_but(
    values: &mut Vec<u32>,
    gaps: &[u64],
    to: usize,
    context: &Context<'_>,
) -> Result<(), Stop> {
    let widest = gaps.last().map_or(0, |&t| t as usize);
    let mut is_gap = vec![false; widest + 1];
    gaps.iter().for_each(|&t| is_gap[t as usize] = true);
    // Heaps of the values `oldest`, `oldest` + 1, …; heaps too old to matter are left out.
    let from = values.len().saturating_sub(2 * widest);
    let oldest = values[from..].iter().copied().min().unwrap_or(0) as usize;
    let used = values.iter().copied().max().map_or(0, |top| top as usize + 1);
    let mut heaps: Vec<Vec<usize>> = vec![Vec::new(); used - oldest];
    for n in from..values.len() {
        heaps[values[n] as usize - oldest].push(n);
    }
    let mut live = 0;
    let mut steps = 0u64;
    for n in values.len()..to {
        while heaps.get(live).is_some_and(|of| of.first().is_none_or(|first| n - first > widest)) {
            heaps[live] = Vec::new();
            live += 1;
        }
        let free = heaps[live..].iter().position(|of| {
            steps += 1 + of.len() as u64;
            // A value all of whose heaps are long gone has an empty list or an old first heap.
            of.first().is_some_and(|first| n - first <= widest) && of.iter().all(|m| is_gap[n - m])
        });
        let place = free.map_or(heaps.len(), |free| live + free);
        if place == heaps.len() {
            heaps.push(Vec::new());
        }
        heaps[place].push(n);
        values.push((oldest + place) as u32);
        context.tick("computing values of a subtraction game", n as u64)?;
        context.tick("computing values of a subtraction game", steps)?;
    }
    Ok(())
}

/// Where the sequence begins to repeat and at which distance, if its last `window` elements occur
/// before: the least such distance. O(length), by the Z-function of the reversed sequence.
pub fn repetition(sequence: &[u32], window: usize) -> Option<(usize, usize)> {
    let n = sequence.len();
    let reversed = |i: usize| sequence[n - 1 - i];
    // common[i]: how many elements ending at the end equal those ending i before the end.
    let mut common = vec![0u32; 1];
    let (mut left, mut right) = (0, 0);
    for i in 1..n.checked_sub(window)? + 1 {
        let mut length = 0;
        if i < right {
            length = (common[i - left] as usize).min(right - i);
        }
        while i + length < n && reversed(length) == reversed(i + length) {
            length += 1;
        }
        if i + length > right {
            (left, right) = (i, i + length);
        }
        if length >= window {
            return Some((n - i - length, i));
        }
        common.push(length as u32);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_continued_by_and_by_equal_tables_made_at_once() {
        for words in [&[2u64, 3, 5, 8][..], &[4, 9, 30], &[1, 2, 3, 50]] {
            let (mut at_once, mut steps) = (Vec::new(), Vec::new());
            grow_all_but(&mut at_once, words, 500, &Context::default()).unwrap();
            for to in [1, 7, 8, 50, 133, 134, 300, 500] {
                grow_all_but(&mut steps, words, to, &Context::default()).unwrap();
            }
            assert_eq!(at_once, steps);
        }
    }

    #[test]
    fn both_ways_to_fill_a_table_agree() {
        let context = Context::default();
        let primes = |n: &u64| (2..*n).all(|d| !n.is_multiple_of(d));
        let sets: [Vec<u64>; 5] = [
            (2..700).filter(primes).collect(),
            (1..=60).collect(),
            (5..300).filter(|n| n % 7 != 3).collect(),
            (1..1000).filter(|n| n * n % 11 == 3).collect(),
            (64..=192).step_by(2).collect(),
        ];
        for takes in sets {
            let mut plain = Vec::new();
            grow_one_by_one(&mut plain, &takes, 3000, &context).unwrap();
            for stops in [&[3000][..], &[1, 63, 64, 65, 200, 1111, 3000], &[500, 3000]] {
                let mut words = Vec::new();
                for &to in stops {
                    grow_by_words(&mut words, &takes, to, &context).unwrap();
                }
                assert_eq!(words, plain, "{takes:?}");
            }
        }
        // Past the greatest number of values the other way takes over.
        let takes: Vec<u64> = (1..=400).collect();
        let mut values = Vec::new();
        grow_takes(&mut values, &takes, 2000, &context).unwrap();
        assert!((0..2000).all(|n| values[n] as usize == n % 401));
    }

    #[test]
    fn repetitions_are_found_at_the_least_distance() {
        assert_eq!(repetition(&[9, 1, 2, 3, 1, 2, 3], 3), Some((1, 3)));
        assert_eq!(repetition(&[9, 1, 2, 3, 1, 2, 3], 4), None);
        assert_eq!(repetition(&[5, 5, 5], 1), Some((0, 1)));
        assert_eq!(repetition(&[5], 3), None);
    }
}
