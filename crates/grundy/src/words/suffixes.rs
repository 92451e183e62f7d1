//! Sorting all suffixes of a text, and what neighbours in that order share.

use crate::context::{Context, Stop};

/// Letters as small numbers.
pub(super) trait Code: Copy + Ord + Send + Sync {
    /// What stands behind every word; the greatest of all.
    const END: Self;
    /// How many make up 64 bits.
    const PER_KEY: usize;
    fn number(self) -> u32;
}

impl Code for u8 {
    const END: Self = Self::MAX;
    const PER_KEY: usize = 8;
    #[inline]
    fn number(self) -> u32 {
        self.into()
    }
}

impl Code for u32 {
    /// Above all numbers of letters, of which there are no more.
    const END: Self = 0x11_0000;
    const PER_KEY: usize = 2;
    #[inline]
    fn number(self) -> u32 {
        self
    }
}

const NONE: u32 = u32::MAX;
const DOING: &str = "sorting substrings";

/// A set of places.
struct Places(Vec<u64>);

impl Places {
    /// The places where a letter is less than the one before it and than the next one that differs
    /// from it: where the leftmost suffixes of type S begin.
    fn of<C: Code>(text: &[C]) -> Self {
        let mut bits = vec![0u64; text.len().div_ceil(64)];
        let mut falls = false;
        for i in (1..text.len()).rev() {
            // Whether suffix i is less than suffix i + 1: the end of the text is least of all.
            let rises = match text.get(i + 1) {
                Some(next) if text[i] < *next => true,
                Some(next) if text[i] == *next => falls,
                _ => false,
            };
            if rises && text[i - 1] > text[i] {
                bits[i / 64] |= 1 << (i % 64);
            }
            falls = rises;
        }
        Self(bits)
    }

    #[inline]
    fn has(&self, place: u32) -> bool {
        self.0[place as usize / 64] >> (place % 64) & 1 != 0
    }

    fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let next = |&rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
            let first = Some(word).filter(|&word| word != 0);
            std::iter::successors(first, next)
                .map(move |rest| i as u32 * 64 + rest.trailing_zeros())
        })
    }
}

/// Where the suffixes that begin with each letter go.
struct Buckets {
    sizes: Vec<u32>,
    next: Vec<u32>,
}

impl Buckets {
    fn of<C: Code>(text: &[C], alphabet: usize) -> Self {
        let mut sizes = vec![0; alphabet];
        text.iter().for_each(|c| sizes[c.number() as usize] += 1);
        Self { sizes, next: vec![0; alphabet] }
    }

    fn at_heads(&mut self) {
        let mut sum = 0;
        for (next, size) in self.next.iter_mut().zip(&self.sizes) {
            *next = sum;
            sum += size;
        }
    }

    fn at_tails(&mut self) {
        let mut sum = 0;
        for (next, size) in self.next.iter_mut().zip(&self.sizes) {
            sum += size;
            *next = sum;
        }
    }
}

/// Sorts the suffixes of `text`, whose codes are below `alphabet`: `sorted` (as long as the text)
/// becomes where they begin.
///
/// # Complexity
/// O(length + alphabet). Besides `sorted` 8 bytes for each letter of the alphabet and a bit for each
/// place; for the reduced text the same again, at most 4 bytes for each place.
///
/// # Errors
/// [`Stop`] at the limit of time or when cancelled.
///
/// # Literature
/// G. Nong, S. Zhang, W. H. Chan, *Linear suffix array construction by almost pure
/// induced-sorting*, Data Compression Conference 2009.
pub(super) fn sort<C: Code>(
    text: &[C],
    alphabet: usize,
    sorted: &mut [u32],
    context: &Context<'_>,
) -> Result<(), Stop> {
    let n = text.len();
    if n < 2 {
        sorted.fill(0);
        return Ok(());
    }
    context.look(DOING, n as u64)?;
    let mut buckets = Buckets::of(text, alphabet);
    let leftmost = Places::of(text);
    sorted.fill(NONE);
    buckets.at_tails();
    for place in leftmost.iter() {
        let next = &mut buckets.next[text[place as usize].number() as usize];
        *next -= 1;
        sorted[*next as usize] = place;
    }
    induce(text, sorted, &mut buckets, context)?;
    // The pieces from one such place to the next are sorted now; they are named by their ranks.
    let mut count = 0;
    for i in 0..n {
        let place = sorted[i];
        if leftmost.has(place) {
            sorted[count] = place;
            count += 1;
        }
    }
    let names = name(text, &leftmost, sorted, count);
    // The names in the order of the text, at the far end.
    let mut at = n;
    for i in (count..(count + n / 2 + 1).min(n)).rev() {
        if sorted[i] != NONE {
            at -= 1;
            sorted[at] = sorted[i];
        }
    }
    let (front, reduced) = sorted.split_at_mut(n - count);
    if names < count {
        sort::<u32>(reduced, names, &mut front[..count], context)?;
    } else {
        for (i, &name) in reduced.iter().enumerate() {
            front[name as usize] = i as u32;
        }
    }
    for (to, place) in reduced.iter_mut().zip(leftmost.iter()) {
        *to = place;
    }
    for rank in &mut front[..count] {
        *rank = reduced[*rank as usize];
    }
    sorted[count..].fill(NONE);
    buckets.at_tails();
    for i in (0..count).rev() {
        let place = std::mem::replace(&mut sorted[i], NONE);
        let next = &mut buckets.next[text[place as usize].number() as usize];
        *next -= 1;
        sorted[*next as usize] = place;
    }
    induce(text, sorted, &mut buckets, context)
}

/// Names the pieces that begin at the first `count` places of `sorted` by their ranks; the name of
/// the piece at `place` is put at `count + place / 2`. Returns how many names there are.
fn name<C: Code>(text: &[C], leftmost: &Places, sorted: &mut [u32], count: usize) -> usize {
    let n = text.len();
    sorted[count..].fill(NONE);
    // First their lengths; the last piece has the end of the text behind it and is like no other.
    let mut last = None;
    for place in leftmost.iter() {
        if let Some(last) = last {
            sorted[count + last as usize / 2] = place - last + 1;
        }
        last = Some(place);
    }
    if let Some(last) = last {
        sorted[count + last as usize / 2] = n as u32 - last + 1;
    }
    let mut names = 0;
    let mut before: &[C] = &[];
    for i in 0..count {
        let place = sorted[i] as usize;
        let length = sorted[count + place / 2] as usize;
        let piece = text.get(place..place + length).unwrap_or_default();
        if piece.is_empty() || piece != before {
            names += 1;
        }
        before = piece;
        sorted[count + place / 2] = names as u32 - 1;
    }
    names
}

/// From sorted places at the tails of their buckets to all suffixes, sorted as far as those were.
fn induce<C: Code>(
    text: &[C],
    sorted: &mut [u32],
    buckets: &mut Buckets,
    context: &Context<'_>,
) -> Result<(), Stop> {
    let n = text.len();
    buckets.at_heads();
    let next = &mut buckets.next;
    let last = &mut next[text[n - 1].number() as usize];
    sorted[*last as usize] = n as u32 - 1;
    *last += 1;
    for i in 0..n {
        context.tick(DOING, i as u64)?;
        let place = sorted[i];
        if place == NONE || place == 0 {
            continue;
        }
        let (before, own) = (text[place as usize - 1], text[place as usize]);
        if before >= own {
            let next = &mut next[before.number() as usize];
            sorted[*next as usize] = place - 1;
            *next += 1;
        }
    }
    buckets.at_tails();
    let next = &mut buckets.next;
    for i in (0..n).rev() {
        context.tick(DOING, i as u64)?;
        let place = sorted[i];
        if place == NONE || place == 0 {
            continue;
        }
        let (before, own) = (text[place as usize - 1], text[place as usize]);
        // Of equal letters: what has been put at the tail is of type S, and so is what precedes it.
        if before < own || before == own && i >= next[own.number() as usize] as usize {
            let next = &mut next[before.number() as usize];
            *next -= 1;
            sorted[*next as usize] = place - 1;
        }
    }
    Ok(())
}

/// For each place the number of letters its suffix shares with the one before it in the order
/// `sorted`, neither reaching beyond its word.
///
/// # Complexity
/// O(length).
///
/// # Errors
/// [`Stop`] at the limit of time or when cancelled.
///
/// # Literature
/// J. Kärkkäinen, G. Manzini, S. J. Puglisi, *Permuted longest-common-prefix array*, CPM 2009.
pub(super) fn shared<C: Code>(
    text: &[C],
    sorted: &[u32],
    context: &Context<'_>,
) -> Result<Vec<u32>, Stop> {
    let mut shared = vec![NONE; text.len()];
    for (i, pair) in sorted.windows(2).enumerate() {
        context.tick(DOING, i as u64)?;
        shared[pair[1] as usize] = pair[0];
    }
    let mut length = 0;
    for place in 0..text.len() {
        context.tick(DOING, place as u64)?;
        match shared[place] as usize {
            _ if text[place] == C::END => length = 0,
            other if other == NONE as usize => length = 0,
            other => {
                // The last code of a text is an END.
                while text[place + length] == text[other + length] && text[place + length] != C::END
                {
                    length += 1;
                }
            }
        }
        shared[place] = length as u32;
        length = length.saturating_sub(1);
    }
    Ok(shared)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<C: Code + std::fmt::Debug>(text: &[C], alphabet: usize) {
        let context = Context::default();
        let mut sorted = vec![0; text.len()];
        sort(text, alphabet, &mut sorted, &context).unwrap();
        let mut expected: Vec<u32> = (0..text.len() as u32).collect();
        expected.sort_by_key(|&place| &text[place as usize..]);
        assert_eq!(sorted, expected, "{text:?}");
    }

    #[test]
    fn suffixes_of_all_short_texts_are_sorted() {
        for letters in 1..=4usize {
            for length in 0..=[0, 12, 12, 8, 6][letters] {
                for mut number in 0..letters.pow(length) {
                    let text: Vec<u8> = (0..length)
                        .map(|_| {
                            let code = number % letters;
                            number /= letters;
                            code as u8
                        })
                        .collect();
                    check(&text, letters);
                }
            }
        }
    }

    #[test]
    fn suffixes_of_long_texts_are_sorted() {
        let mut fibonacci = (vec![0u8], vec![0u8, 1]);
        while fibonacci.1.len() < 3000 {
            let next = [&fibonacci.1[..], &fibonacci.0].concat();
            fibonacci = (fibonacci.1, next);
        }
        check(&fibonacci.1, 2);
        let mut random = fastrand::Rng::with_seed(1);
        for alphabet in [2u32, 3, 26, 1000] {
            for repeat in [1, 2, 7] {
                let part: Vec<u32> = (0..4000 / repeat).map(|_| random.u32(..alphabet)).collect();
                check(&part.repeat(repeat), alphabet as usize);
            }
        }
    }

    #[test]
    fn neighbours_share_what_they_share_within_their_words() {
        let words = ["banana", "ana", "", "nab", "banana", "b"];
        let text: Vec<u8> =
            words.iter().flat_map(|word| [word.as_bytes(), &[u8::END]].concat()).collect();
        let context = Context::default();
        let mut sorted = vec![0; text.len()];
        sort(&text, 256, &mut sorted, &context).unwrap();
        let found = shared(&text, &sorted, &context).unwrap();
        for pair in sorted.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|place| &text[place as usize..]);
            let same = a.iter().zip(b).take_while(|(a, b)| a == b && **a != u8::END).count();
            assert_eq!(found[pair[1] as usize] as usize, same);
        }
        assert_eq!(found[sorted[0] as usize], 0);
    }
}
