//! Numbers as they are typed: of any length, counts, bytes, seconds.

use grundy::nat::{self, Nat};
use grundy::syntax::parse_number;
use std::time::Duration;

/// A whole number of any length, with arithmetic, as 10^100+2.
pub fn nat(text: &str) -> Result<Nat, String> {
    if text.trim_start().starts_with('-') {
        return Err("expected a number from 0 on".into());
    }
    parse_number(text).map_err(|error| error.in_one_line())
}

/// The same below 2^64.
pub(super) fn count(text: &str) -> Result<u64, String> {
    nat::to_u64(&nat(text)?)
        .ok_or_else(|| "the number is too large: expected at most 2^64-1".into())
}

/// The same, of what there is a list.
pub(super) fn size(text: &str) -> Result<usize, String> {
    count(text).map(|count| usize::try_from(count).unwrap_or(usize::MAX))
}

/// The same from 1 on.
pub(super) fn positive_size(text: &str) -> Result<usize, String> {
    match size(text)? {
        0 => Err("expected a number from 1 on".into()),
        size => Ok(size),
    }
}

/// A number of bytes, with K, M, G or T behind it.
pub(super) fn bytes(text: &str) -> Result<u64, String> {
    let expected =
        "expected a number of bytes such as 512M or 1.5G; K, M, G and T are powers of 1024";
    let number = text.trim().trim_end_matches(['b', 'B']).trim_end_matches('i');
    let (number, shift) = match number.chars().last().map(|c| c.to_ascii_uppercase()) {
        Some('K') => (&number[..number.len() - 1], 10),
        Some('M') => (&number[..number.len() - 1], 20),
        Some('G') => (&number[..number.len() - 1], 30),
        Some('T') => (&number[..number.len() - 1], 40),
        _ => (number, 0),
    };
    let mut part = "";
    let mut whole = number;
    if let Some(halves) = number.split_once('.') {
        (whole, part) = halves;
        // Nine digits after the point are more than anybody means; before it there is no arithmetic.
        let is_plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if part.len() > 9 || !is_plain(part) || !is_plain(whole) {
            return Err(expected.into());
        }
    }
    let whole = count(whole).map_err(|_| expected.to_owned())?;
    let part = part
        .bytes()
        .fold((0u64, 1u64), |(sum, unit), byte| (10 * sum + u64::from(byte - b'0'), 10 * unit));
    let part = (u128::from(part.0) << shift) / u128::from(part.1);
    let bytes = (u128::from(whole) << shift) + part;
    u64::try_from(bytes).map_err(|_| "the number is too large".to_owned())
}

/// A time, as a number of seconds.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let expected = "expected a number of seconds, as 2.5";
    let seconds: f64 = text.trim_end_matches('s').parse().map_err(|_| expected.to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| expected.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_counts_and_seconds_are_read() {
        assert_eq!(bytes("64"), Ok(64));
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("512MiB"), Ok(512 << 20));
        assert_eq!(bytes("1.5G"), Ok(3 << 29));
        assert_eq!(bytes("10^6"), Ok(1_000_000));
        assert_eq!(count("10^8"), Ok(100_000_000));
        assert_eq!(count("1_000"), Ok(1000));
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        assert_eq!(positive_size("1"), Ok(1));
        assert!(positive_size("0").is_err() && positive_size("-1").is_err());
        for bad in
            ["", "G", "-1", "99999999999T", "x", "4X", "1.x", "1.5.5", ".5G", "1.-5G", "2*3.5G"]
        {
            assert!(bytes(bad).is_err(), "{bad}");
        }
        for bad in ["-1", "x", "1e400", "nan"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn bounds_of_any_length_are_read() {
        assert_eq!(nat("1_000"), Ok(Nat::from(1000u32)));
        assert_eq!(nat("10^30+2"), Ok(Nat::from(10u8).pow(30) + 2u8));
        assert_eq!(nat("1^99999999999999999999"), Ok(Nat::ONE));
        assert_eq!(nat("0^0"), Ok(Nat::ONE));
        assert_eq!(count("2^30-1"), Ok((1 << 30) - 1));
        assert_eq!(bytes("2*3G"), Ok(6 << 30));
        for bad in ["", "-1", "x", "2^", "^2", "1+", "10^10^10", "10^99999999999999999999", "4/2"] {
            assert!(nat(bad).is_err() && count(bad).is_err(), "{bad}");
        }
        assert_eq!(
            count("3-5"),
            Err("3-5 is negative: expected a number 0, 1, 2, …; a range is written 2..9".into())
        );
        assert_eq!(count("2^64-1"), Ok(u64::MAX));
        assert!(count("2^64").is_err());
    }
}
