//! The value of a position: a number, or infinite where play may go on for ever.

use crate::json::Exact;
use crate::nat::Nat;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::fmt;

/// A Grundy value, or a loopy value that is no number.
///
/// ```
/// use grundy::answer::GrundyValue;
/// assert_eq!(GrundyValue::from(5u8).to_string(), "5");
/// let infinite = GrundyValue::Loopy(vec![0u8.into(), 2u8.into()]);
/// assert_eq!(infinite.to_string(), "∞(0,2)");
/// assert_eq!(serde_json::to_string(&infinite).unwrap(), r#"{"loopy":[0,2]}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GrundyValue {
    /// The position is worth a nim-heap of this size.
    Number(Nat),
    /// Infinite: the numbers that options have, ascending (Smith 1966; Fraenkel and Perl 1975).
    Loopy(Vec<Nat>),
}

impl GrundyValue {
    /// The number; `None` if the value is infinite.
    pub fn number(&self) -> Option<&Nat> {
        match self {
            Self::Number(number) => Some(number),
            Self::Loopy(_) => None,
        }
    }
}

impl<N: Into<Nat>> From<N> for GrundyValue {
    fn from(number: N) -> Self {
        Self::Number(number.into())
    }
}

impl fmt::Display for GrundyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Loopy(set) => f.write_str(&infinite(set)),
        }
    }
}

/// An infinite value as it is written: `∞(0,2)`, or `∞` if no option has a number.
pub(crate) fn infinite(set: &[Nat]) -> String {
    if set.is_empty() {
        return "∞".to_owned();
    }
    let numbers: Vec<String> = set.iter().map(Nat::to_string).collect();
    format!("∞({})", numbers.join(","))
}

impl Serialize for GrundyValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => Exact(number).serialize(serializer),
            Self::Loopy(set) => {
                let mut map = serializer.serialize_map(Some(1))?;
                let numbers: Vec<Exact<'_>> = set.iter().map(Exact).collect();
                map.serialize_entry("loopy", &numbers)?;
                map.end()
            }
        }
    }
}
