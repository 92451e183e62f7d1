//! Programs written for one game each, with no more than that game needs: what the library is
//! measured against.
#![allow(dead_code)]

/// The Grundy value of a row of coins (bits, the rightmost square first) where a coin hops to the
/// nearest empty square at its right, or off the row if there is none; by recursion with an array
/// of bytes, 255 for what is not known yet.
pub fn row(coins: u32, memo: &mut [u8]) -> u8 {
    let known = memo[coins as usize];
    if known != 255 {
        return known;
    }
    let mut seen = 0u64;
    let mut rest = coins;
    while rest != 0 {
        let from = rest.trailing_zeros();
        rest &= rest - 1;
        let empty = !coins & ((1 << from) - 1);
        let mut next = coins ^ 1 << from;
        if empty != 0 {
            next ^= 1 << empty.ilog2();
        }
        seen |= 1 << row(next, memo);
    }
    let value = seen.trailing_ones() as u8;
    memo[coins as usize] = value;
    value
}

/// As [`row`], but a coin stays where no square at its right is empty.
pub fn row_kept(coins: u32, memo: &mut [u8]) -> u8 {
    let known = memo[coins as usize];
    if known != 255 {
        return known;
    }
    let mut seen = 0u64;
    let mut rest = coins;
    while rest != 0 {
        let from = rest.trailing_zeros();
        rest &= rest - 1;
        let empty = !coins & ((1 << from) - 1);
        if empty != 0 {
            seen |= 1 << row_kept(coins ^ 1 << from ^ 1 << empty.ilog2(), memo);
        }
    }
    let value = seen.trailing_ones() as u8;
    memo[coins as usize] = value;
    value
}

/// The values of heaps below `len` when 1 to `most` may be taken.
pub fn bash(most: usize, len: usize) -> Vec<u8> {
    let mut values = vec![0u8; len];
    for n in 1..len {
        values[n] = if usize::from(values[n - 1]) == most { 0 } else { values[n - 1] + 1 };
    }
    values
}

/// The values of heaps below `len` when one of `takes` may be taken.
pub fn subtraction(takes: &[usize], len: usize) -> Vec<u8> {
    let mut values = vec![0u8; len];
    for n in 0..len {
        let mut seen = 0u32;
        for &take in takes {
            if take <= n {
                seen |= 1 << values[n - take];
            }
        }
        values[n] = seen.trailing_ones() as u8;
    }
    values
}

/// The nim-sum of the heaps in a line `nim(a,b,...)`, and the heap to leave in the first winning
/// move, as a line of text.
pub fn nim(line: &str) -> String {
    let inner = line.trim_start_matches("nim(").trim_end_matches(')');
    let heaps: Vec<u64> = inner.split(',').map(|heap| heap.parse().unwrap()).collect();
    let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
    match heaps.iter().find(|&&heap| heap ^ sum < heap) {
        Some(heap) => format!("{sum} {heap} {}\n", heap ^ sum),
        None => format!("{sum}\n"),
    }
}

/// The Grundy value of a board of chomp (rows, the lowest first) by recursion with a hash table.
pub fn chomp(rows: &[u16], memo: &mut std::collections::HashMap<Vec<u16>, u8>) -> u8 {
    if let Some(&known) = memo.get(rows) {
        return known;
    }
    let mut seen = 0u128;
    for (y, &row) in rows.iter().enumerate() {
        for x in u16::from(y == 0)..row {
            let mut left = rows.to_vec();
            left[y..].iter_mut().for_each(|row| *row = x.min(*row));
            left.retain(|&row| row > 0);
            seen |= 1 << chomp(&left, memo);
        }
    }
    let value = seen.trailing_ones() as u8;
    memo.insert(rows.to_vec(), value);
    value
}

/// The Grundy value of the divisor game on a set (bit a-1 for a) by recursion with a hash table.
pub fn divisors(set: u64, memo: &mut std::collections::HashMap<u64, u8>) -> u8 {
    if let Some(&known) = memo.get(&set) {
        return known;
    }
    let mut seen = 0u64;
    for chosen in (1..=64u64).filter(|a| set >> (a - 1) & 1 == 1) {
        let gone = (1..=chosen).filter(|&d| chosen.is_multiple_of(d));
        let left = gone.fold(set, |left, d| left & !(1 << (d - 1)));
        seen |= 1 << divisors(left, memo);
    }
    let value = seen.trailing_ones() as u8;
    memo.insert(set, value);
    value
}
