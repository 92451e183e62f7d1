//! Natural numbers of any length: the one module that knows the big-integer crate.

pub use dashu_int::IBig as Int;
pub use dashu_int::UBig as Nat;
use dashu_int::ops::Gcd;
pub use dashu_int::ops::{BitTest, DivRem, SquareRoot, UnsignedAbs};

/// The greatest number of decimal digits the surface accepts.
pub const MAX_DIGITS: usize = 1_000_000;

/// `n` as a machine word, if it fits.
///
/// ```
/// use grundy::nat::{to_u64, Nat};
/// assert_eq!(to_u64(&Nat::from(7u8)), Some(7));
/// assert_eq!(to_u64(&(Nat::from(1u8) << 64)), None);
/// ```
#[inline]
pub fn to_u64(n: &Nat) -> Option<u64> {
    u64::try_from(n).ok()
}

/// `n` as an index or a length, if it fits.
#[inline]
pub fn to_usize(n: &Nat) -> Option<usize> {
    to_u64(n).and_then(|w| usize::try_from(w).ok())
}

/// Bytes a number holds on the heap; up to two words are stored in place, longer ones with room to
/// grow by an eighth.
pub fn heap_bytes(n: &Nat) -> usize {
    match n.bit_len().div_ceil(64) {
        0..=2 => 0,
        words => 8 * (words + words / 8 + 2),
    }
}

/// The nim-sum of many numbers. O(total length).
///
/// ```
/// use grundy::nat::{nim_sum, Nat};
/// let heaps = [3u8, 4, 5].map(Nat::from);
/// assert_eq!(nim_sum(&heaps), Nat::from(2u8));
/// ```
pub fn nim_sum<'a>(numbers: impl IntoIterator<Item = &'a Nat>) -> Nat {
    numbers.into_iter().fold(Nat::ZERO, |sum, n| sum ^ n)
}

/// floor(sqrt(n)), exact. O(M(len)) with M the cost of multiplication.
///
/// ```
/// use grundy::nat::{isqrt, Nat};
/// assert_eq!(isqrt(&Nat::from(99u8)), Nat::from(9u8));
/// ```
pub fn isqrt(n: &Nat) -> Nat {
    n.sqrt()
}

/// Writes a number in decimal at the end of a text. O(digits) up to 64 bits, beyond it
/// O(M(len) log len).
///
/// ```
/// use grundy::nat::{write, Nat};
/// let mut text = "x = ".to_owned();
/// write(&mut text, &Nat::from(1906u32));
/// assert_eq!(text, "x = 1906");
/// ```
pub fn write(text: &mut String, n: &Nat) {
    let Some(number) = to_u64(n) else { return text.push_str(&n.to_string()) };
    let (digits, first) = decimal(number);
    text.push_str(std::str::from_utf8(&digits[first..]).expect("digits are ASCII"));
}

/// Writes a machine word in decimal at the end of bytes of text. O(digits).
pub(crate) fn push_decimal(out: &mut Vec<u8>, number: u64) {
    let (digits, first) = decimal(number);
    out.extend_from_slice(&digits[first..]);
}

/// The decimal digits, which stand at the end, and where they begin.
fn decimal(mut rest: u64) -> ([u8; 20], usize) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            return (digits, first);
        }
    }
}

/// As [`write()`], as a text of its own.
pub fn print(n: &Nat) -> String {
    let mut text = String::new();
    write(&mut text, n);
    text
}

/// The greatest common divisor; that of 0 and n is n, also of 0 and 0. O(len^2).
///
/// ```
/// use grundy::nat::{gcd, Nat};
/// assert_eq!(gcd(&Nat::from(12u8), &Nat::from(18u8)), Nat::from(6u8));
/// assert_eq!(gcd(&Nat::ZERO, &Nat::ZERO), Nat::ZERO);
/// ```
pub fn gcd(a: &Nat, b: &Nat) -> Nat {
    if a.is_zero() && b.is_zero() { Nat::ZERO } else { a.gcd(b) }
}

/// |n| and whether n is negative.
pub fn magnitude(n: &Int) -> (Nat, bool) {
    (n.unsigned_abs(), *n < Int::ZERO)
}

/// base^exponent mod modulus, which is at least 1; 0^0 is 1. O(len^2) a bit of the exponent, word
/// operations for a modulus below 2^64.
///
/// ```
/// use grundy::nat::{pow_mod, Nat};
/// let [base, modulus] = [3u8, 100].map(Nat::from);
/// assert_eq!(pow_mod(&base, 1_000_000_000_000_000_000, &modulus), Nat::ONE);
/// ```
pub fn pow_mod(base: &Nat, exponent: u64, modulus: &Nat) -> Nat {
    if let Some(m) = to_u64(modulus) {
        let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(m)) as u64;
        let (mut square, mut power) = (base % m, 1 % m);
        let mut rest = exponent;
        while rest > 0 {
            if rest & 1 == 1 {
                power = times(power, square);
            }
            square = times(square, square);
            rest >>= 1;
        }
        return Nat::from(power);
    }
    let (base, mut power) = (base % modulus, Nat::ONE);
    for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
        power = power.sqr() % modulus;
        if exponent >> bit & 1 == 1 {
            power = power * &base % modulus;
        }
    }
    power
}

/// The inverse of `n` modulo `modulus`, which is at least 1, if there is one. O(len^2) steps of
/// Euclid's algorithm.
///
/// ```
/// use grundy::nat::{inverse_mod, Nat};
/// let [three, ten, six] = [3u8, 10, 6].map(Nat::from);
/// assert_eq!(inverse_mod(&three, &ten), Some(Nat::from(7u8)));
/// assert_eq!(inverse_mod(&six, &ten), None);
/// ```
pub fn inverse_mod(n: &Nat, modulus: &Nat) -> Option<Nat> {
    // The factors of n in the remainders, modulo the modulus.
    let (mut a, mut b) = (modulus.clone(), n % modulus);
    let (mut of_a, mut of_b) = (Nat::ZERO, Nat::ONE % modulus);
    while !b.is_zero() {
        let (quotient, rest) = (&a).div_rem(&b);
        let next = (of_a + (modulus - quotient * &of_b % modulus)) % modulus;
        (a, b) = (b, rest);
        (of_a, of_b) = (of_b, next);
    }
    a.is_one().then_some(of_a)
}

/// |a - b|.
pub fn abs_diff(a: &Nat, b: &Nat) -> Nat {
    if a >= b { a - b } else { b - a }
}

/// The numbers from `from` on that are less than `end`, in increasing order.
///
/// ```
/// use grundy::nat::{range, Nat};
/// let numbers: Vec<_> = range(3u8.into(), 6u8.into()).collect();
/// assert_eq!(numbers, [3u8, 4, 5].map(Nat::from));
/// ```
pub fn range(from: Nat, end: Nat) -> impl Iterator<Item = Nat> {
    let mut next = from;
    std::iter::from_fn(move || {
        (next < end).then(|| {
            let after = &next + 1u8;
            std::mem::replace(&mut next, after)
        })
    })
}

/// Reads a decimal with optional `_` between digits. `None` if it is no such number or is
/// longer than [`MAX_DIGITS`].
pub fn parse(text: &str) -> Option<Nat> {
    if text.is_empty() || text.len() > 2 * MAX_DIGITS {
        return None;
    }
    if let Ok(small) = text.parse::<u64>()
        && text.as_bytes()[0].is_ascii_digit()
    {
        return Some(Nat::from(small));
    }
    let digits: String = text.chars().filter(|&c| c != '_').collect();
    if digits.is_empty()
        || digits.len() > MAX_DIGITS
        || !digits.bytes().all(|byte| byte.is_ascii_digit())
    {
        return None;
    }
    Nat::from_str_radix(&digits, 10).ok()
}

/// The same for other number systems with a radix of 2 to 16.
pub fn parse_radix(text: &str, radix: u32) -> Option<Nat> {
    if radix == 10 {
        return parse(text);
    }
    // Each digit has four bits at most, and a decimal one more than three.
    let digits: String = text.chars().filter(|&c| c != '_').collect();
    if digits.is_empty() || digits.len() > MAX_DIGITS / 2 {
        return None;
    }
    Nat::from_str_radix(&digits, radix).ok()
}

/// Reads a decimal, or `0x` and hexadecimal digits, or `0b` and binary ones, with `_` between digits.
pub(crate) fn parse_prefixed(text: &str) -> Option<Nat> {
    let radix = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'b' | b'B', ..] => 2,
        _ => return parse(text),
    };
    let digits = &text[2..];
    let well_formed = digits.chars().all(|c| c.is_digit(radix) || c == '_');
    if well_formed { parse_radix(digits, radix) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_they_display() {
        let small = (0..2000u64).chain((0..64).flat_map(|bits| [1 << bits, (1 << bits) - 1]));
        let huge = (0..40).map(|power| Nat::from(10u8).pow(power) - Nat::ONE);
        for n in small.chain([u64::MAX]).map(Nat::from).chain(huge) {
            assert_eq!(print(&n), n.to_string());
        }
    }

    #[test]
    fn powers_and_inverses_are_what_multiplication_says() {
        for m in (1..40u64).chain([u64::MAX]).map(Nat::from).chain([Nat::from(10u8).pow(30)]) {
            for n in (0..45u64).map(Nat::from).chain([Nat::from(10u8).pow(40) + 7u8]) {
                let mut power = Nat::ONE % &m;
                for exponent in 0..12 {
                    assert_eq!(pow_mod(&n, exponent, &m), power, "{n}^{exponent} mod {m}");
                    power = power * &n % &m;
                }
                match inverse_mod(&n, &m) {
                    Some(inverse) => assert_eq!(inverse * &n % &m, Nat::ONE % &m, "{n} mod {m}"),
                    None => assert!(!gcd(&n, &m).is_one(), "{n} mod {m}"),
                }
            }
        }
    }

    #[test]
    fn parse_reads_grouped_decimals_and_nothing_else() {
        assert_eq!(parse("1_000"), Some(Nat::from(1000u32)));
        assert_eq!(parse("0007"), Some(Nat::from(7u32)));
        for bad in ["", "_", "+1", "-1", "1.0", "0x10", "١"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
        assert_eq!(parse(&"9".repeat(40)).unwrap().to_string(), "9".repeat(40));
    }
}
