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
