//! Expressions of nim-arithmetic, as `7*9 + 3^2`: read, computed, explained.
//!
//! Numbers are nimbers; `+` and `-` are the nim-sum, `*` the nim-product, `/` the nim-quotient. In
//! `a^n` the exponent is an ordinary integer: `2^3` is 2*2*2 in nim-arithmetic, not 8. The functions
//! are `sqrt(x)`, `root(x, n)`, `inverse(x)`, `trace(x)`, `log(base, x)`, `order(x)` and `degree(x)`; the
//! last three are ordinary integers, as exponents are.

mod compute;
mod explain;
mod parse;
mod tree;

pub use compute::MAX_BITS;

use crate::context::Context;
use crate::json::Exact;
use crate::nat::{Int, Nat, UnsignedAbs};
use crate::nimber::Nimber;
use crate::syntax::ReadError;
use crate::translation::Language;
use serde::{Serialize, Serializer};
use std::fmt;

/// What an expression is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Worth {
    /// A nimber.
    Nimber(Nimber),
    /// An ordinary integer: a logarithm, an order, a degree.
    Integer(Int),
}

/// An expression with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calculation {
    /// The expression as typed, without the space around it.
    pub expression: String,
    /// Its value.
    pub worth: Worth,
    /// The degree of the least field that has all nimbers met on the way: all are below
    /// 2^`field_bits`.
    pub field_bits: usize,
    /// How it was computed, if that was asked for.
    pub steps: Vec<String>,
}

/// Reads and computes an expression; `explain` asks for the steps.
///
/// # Complexity
/// That of the operations of [`Nimber`]; explained are products of numbers below 2^16 in full.
///
/// # Errors
/// [`ReadError`] with the place: no such expression, division by 0, no root, no logarithm, numbers of
/// more than [`MAX_BITS`] bits, or a search that was stopped.
///
/// ```
/// use grundy::{Context, nim_expression::{Worth, calculate}};
/// let context = Context::default();
/// let value = |text| calculate(text, false, &context).unwrap().worth.to_string();
/// assert_eq!(value("7*9 + 3^2"), "10");
/// assert_eq!(value("1/2"), "3");
/// assert_eq!(value("log(2, 3)"), "2");
/// assert!(calculate("7/(3-3)", false, &context).is_err());
/// ```
pub fn calculate(
    text: &str,
    explain: bool,
    context: &Context<'_>,
) -> Result<Calculation, ReadError> {
    let tree = parse::parse(text)?;
    let mut computer = compute::Computer::new(text, explain, context);
    let worth = computer.worth(&tree)?;
    let field_bits = computer.field_bits();
    let steps = if explain { computer.steps() } else { Vec::new() };
    Ok(Calculation { expression: text.trim().to_owned(), worth, field_bits, steps })
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(nimber) => nimber.fmt(f),
            Self::Integer(integer) => integer.fmt(f),
        }
    }
}

impl Calculation {
    /// The value, and below it the steps if they were asked for.
    pub fn to_text(&self, language: Language) -> String {
        let mut text = format!("{} = {}\n", self.expression, self.worth);
        for step in &self.steps {
            text.push_str(&format!("  {}\n", language.sentence(step)));
        }
        text
    }

    /// One object: expr, value, kind, field_bits, and steps if they were asked for.
    ///
    /// ```
    /// use grundy::nim_expression::calculate;
    /// let json = calculate("2*2", false, &Default::default()).unwrap().to_json();
    /// assert_eq!(json, r#"{"expr":"2*2","value":3,"kind":"nimber","field_bits":2}"#);
    /// ```
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("plain data")
    }
}

impl Serialize for Calculation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Object<'a> {
            expr: &'a str,
            value: Number,
            kind: &'static str,
            field_bits: usize,
            #[serde(skip_serializing_if = "<[String]>::is_empty")]
            steps: &'a [String],
        }
        let (value, kind) = match &self.worth {
            Worth::Nimber(nimber) => (Number(nimber.number().clone(), false), "nimber"),
            Worth::Integer(integer) => {
                (Number(integer.clone().unsigned_abs(), *integer < Int::ZERO), "integer")
            }
        };
        let Self { expression: expr, field_bits, steps, .. } = self;
        Object { expr, value, kind, field_bits: *field_bits, steps }.serialize(serializer)
    }
}

/// A number and whether it is negative.
struct Number(Nat, bool);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.1, i64::try_from(&self.0)) {
            (false, _) => Exact(&self.0).serialize(serializer),
            (true, Ok(small)) if small < 1 << 53 => serializer.serialize_i64(-small),
            (true, _) => serializer.collect_str(&format_args!("-{}", self.0)),
        }
    }
}

#[cfg(test)]
mod tests;
