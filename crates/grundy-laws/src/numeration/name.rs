//! The names of numeration systems.

use std::fmt;
use std::str::FromStr;

/// A numeration system that can be built by name.
///
/// ```
/// use grundy_laws::numeration::Name;
/// for text in ["2", "10", "zeckendorf", "ostrowski[3]", "ostrowski[2;1,3]", "narayana", "dynamic[3]"] {
///     assert_eq!(text.parse::<Name>().unwrap().to_string(), text);
/// }
/// assert_eq!("msd_fib".parse(), Ok(Name::Zeckendorf));
/// assert_eq!("U(n)=U(n-1)+U(n-4)".parse(), Ok(Name::Lag(4)));
/// assert!("msd_1".parse::<Name>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// Powers of the base, 2 to 36.
    Base(u32),
    /// Fibonacci numbers, no two in a row (E. Zeckendorf 1972).
    Zeckendorf,
    /// The denominators of the convergents of [0; start, period, period, …] (A. Ostrowski 1922):
    /// qⱼ₊₁ = aⱼ₊₁·qⱼ + qⱼ₋₁; digit eⱼ is at most aⱼ₊₁, e₀ less than a₁, and eⱼ₋₁ = 0 where
    /// eⱼ = aⱼ₊₁.
    Ostrowski {
        /// What comes before the period.
        start: Vec<u32>,
        /// The period, not empty.
        period: Vec<u32>,
    },
    /// U(n) = U(n-1) + U(n-k), k >= 2: digits 0 and 1, at least k - 1 zeros between two ones.
    Lag(u32),
    /// The system of dynamic nim with factor k (A. J. Schwenk 1970): H(1) = 1, H(i+1) = H(i) + H(j)
    /// with the least j such that k·H(j) >= H(i); each summand is more than k times the next one.
    Dynamic(u32),
}

/// A text that names no system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a numeration system; there are 2 to 36, zeckendorf, narayana, ostrowski[a,b,…], \
     ostrowski[start;period], lag[k] for U(n)=U(n-1)+U(n-k), dynamic[k]"
)]
pub struct NameError(pub String);

/// The greatest quotient of a continued fraction.
const MAX_QUOTIENT: u32 = 35;

impl FromStr for Name {
    type Err = NameError;

    /// Also Walnut's `msd_2`, `msd_fib`, `msd_pell`, and `U(n)=U(n-1)+U(n-k)`.
    fn from_str(text: &str) -> Result<Self, NameError> {
        let error = || NameError(text.to_owned());
        let plain: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        let plain = plain.strip_prefix("msd_").unwrap_or(&plain);
        match plain {
            "fib" | "zeckendorf" | "fibonacci" => return Ok(Self::Zeckendorf),
            "pell" => return Ok(Self::Ostrowski { start: Vec::new(), period: vec![2] }),
            "narayana" => return Ok(Self::Lag(3)),
            _ => {}
        }
        let inside = |name: &str, end: char| {
            plain.strip_prefix(name).and_then(|rest| rest.strip_suffix(end))
        };
        if let Some(lag) = inside("lag[", ']').or_else(|| inside("U(n)=U(n-1)+U(n-", ')')) {
            let lag = lag.parse().ok().filter(|lag| (2..=64).contains(lag));
            return lag
                .map(|lag| if lag == 2 { Self::Zeckendorf } else { Self::Lag(lag) })
                .ok_or_else(error);
        }
        if let Some(factor) = inside("dynamic[", ']') {
            return match factor.parse() {
                Ok(1) => Ok(Self::Base(2)),
                Ok(2) => Ok(Self::Zeckendorf),
                Ok(factor @ 3..=16) => Ok(Self::Dynamic(factor)),
                _ => Err(error()),
            };
        }
        if let Some(list) = inside("ostrowski[", ']') {
            let (start, period) = list.split_once(';').unwrap_or(("", list));
            let read = |list: &str| -> Option<Vec<u32>> {
                let one = |a: &str| a.parse().ok().filter(|a| (1..=MAX_QUOTIENT).contains(a));
                if list.is_empty() { Some(Vec::new()) } else { list.split(',').map(one).collect() }
            };
            let (start, period) = read(start).zip(read(period)).ok_or_else(error)?;
            return if period.is_empty() || start.len() + period.len() > 16 {
                Err(error())
            } else {
                Ok(Self::Ostrowski { start, period })
            };
        }
        let base = plain.parse().ok().filter(|base| (2..=36).contains(base));
        base.map(Self::Base).ok_or_else(error)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        match self {
            Self::Base(base) => write!(f, "{base}"),
            Self::Zeckendorf => f.write_str("zeckendorf"),
            Self::Lag(3) => f.write_str("narayana"),
            Self::Lag(lag) => write!(f, "lag[{lag}]"),
            Self::Dynamic(factor) => write!(f, "dynamic[{factor}]"),
            Self::Ostrowski { start, period } if start.is_empty() => {
                write!(f, "ostrowski[{}]", list(period))
            }
            Self::Ostrowski { start, period } => {
                write!(f, "ostrowski[{};{}]", list(start), list(period))
            }
        }
    }
}
