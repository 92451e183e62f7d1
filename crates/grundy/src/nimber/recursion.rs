//! Nim-products by splitting at Fermat powers: slow, short, and what everything else is compared with.

/// Nim-product of numbers below 2^128, by splitting both at the greatest Fermat power 2^(2^k) that is
/// not above them.
///
/// With F = 2^(2^k): F*F = F + F/2 in nim-arithmetic, and F*x is the ordinary product for x < F
/// (Conway 1976, *On Numbers and Games*, ch. 6). So for a = a1 F + a0 and b = b1 F + b0
///
/// a*b = (a1*b1 + a1*b0 + a0*b1) F + a0*b0 + a1*b1*(F/2).
///
/// O(4^k) word operations.
pub const fn split_product(a: u128, b: u128) -> u128 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    let bits = (a | b).ilog2() + 1;
    product_below(a, b, bits.next_power_of_two() / 2)
}

/// The product of numbers below 2^(2 half).
const fn product_below(a: u128, b: u128, half: u32) -> u128 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    let mask = (1 << half) - 1;
    let (a1, a0) = (a >> half, a & mask);
    let (b1, b0) = (b >> half, b & mask);
    let low = product_below(a0, b0, half / 2);
    if a1 == 0 && b1 == 0 {
        return low;
    }
    let high = product_below(a1, b1, half / 2);
    let cross = product_below(a1 ^ a0, b1 ^ b0, half / 2) ^ low;
    cross << half ^ low ^ product_below(high, 1 << (half - 1), half / 2)
}
