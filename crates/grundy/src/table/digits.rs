//! The view of digits: sizes and values in a number system, so that laws in digits can be seen.

use super::sheet::{Field, Sheet};
use super::{Cell, Table};
use crate::context::{Context, Stop};
use crate::nat::{Nat, to_u64};
use crate::syntax::parse_number;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// A number system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Radix {
    /// Base b, from 2 to 2^32.
    Base(u64),
    /// Zeckendorf's: sums of Fibonacci numbers 1, 2, 3, 5, … of which no two follow each other.
    Fibonacci,
}

impl fmt::Display for Radix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Base(base) => write!(f, "{base}"),
            Self::Fibonacci => f.write_str("fibonacci"),
        }
    }
}

impl FromStr for Radix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "fibonacci" {
            return Ok(Self::Fibonacci);
        }
        match parse_number(text).ok().and_then(|base| to_u64(&base)) {
            Some(base) if (2..=1 << 32).contains(&base) => Ok(Self::Base(base)),
            _ => Err("expected base=b with b from 2 to 2^32, or base=fibonacci".into()),
        }
    }
}

impl Radix {
    /// The weights of the digits that numbers up to `greatest` need, most significant first; one
    /// at least.
    pub fn weights(self, greatest: u64) -> Vec<u64> {
        let (mut weights, mut next) = (vec![1u64], Some(2u64));
        if let Self::Base(base) = self {
            next = Some(base);
        }
        while let Some(weight) = next.filter(|&weight| weight <= greatest) {
            next = match self {
                Self::Base(base) => weight.checked_mul(base),
                Self::Fibonacci => weight.checked_add(weights[weights.len() - 1]),
            };
            weights.push(weight);
        }
        weights.reverse();
        weights
    }
}

/// The digits of a number, most significant first: the greedy ones.
pub fn digits(mut number: u64, weights: &[u64]) -> impl Iterator<Item = u64> {
    weights.iter().map(move |weight| {
        let digit = number / weight;
        number %= weight;
        digit
    })
}

/// The digits as they are shown: each as wide as the greatest there is.
fn shown(number: u64, weights: &[u64], wide: usize) -> String {
    let mut text = String::with_capacity(weights.len() * (wide + 1));
    for (i, digit) in digits(number, weights).enumerate() {
        if i > 0 {
            text.push(' ');
        }
        text.push_str(&format!("{digit:>wide$}"));
    }
    text
}

fn word(value: &Nat) -> Option<u64> {
    to_u64(value)
}

/// The view: for each position its size or sizes, their digits, and the digits of the value (or
/// the outcome).
///
/// # Complexity
/// O(entries times digits).
pub(super) fn sheet<'a>(
    table: &'a Table,
    radix: Radix,
    context: &Context<'_>,
) -> Result<Sheet<'a>, Stop> {
    let width = table.columns.max(1);
    let rows = table.cells.len() / width;
    let last = |first: u64, count: usize| first + (count as u64).saturating_sub(1);
    let [label, second] = table.labels();
    let mut sizes = vec![(label.clone(), radix.weights(last(table.first_row, rows)))];
    if let Some(first) = table.first_column {
        sizes = vec![
            (label, radix.weights(last(table.first_row, rows))),
            (second, radix.weights(last(first, width))),
        ];
    }
    let mut greatest = 0;
    for place in 0..table.cells.len() {
        context.tick("looking for the greatest value", place as u64)?;
        if let Cell::Value(value) = table.cells.get(place) {
            greatest = greatest.max(word(&value).unwrap_or(0));
        }
    }
    let values = table.has_values().then(|| radix.weights(greatest));
    let wide = match radix {
        Radix::Fibonacci => 1,
        Radix::Base(base) => (base - 1).to_string().len(),
    };
    let (mut columns, mut heads): (Vec<Cow<'static, str>>, Vec<Cow<'static, str>>) =
        Default::default();
    for (name, weights) in &sizes {
        for list in [&mut columns, &mut heads] {
            list.push(name.clone().into());
        }
        columns.extend(weights.iter().map(|weight| format!("{name}:{weight}").into()));
        heads.push(format!("{name} in {}", named(radix)).into());
    }
    let entry = if table.has_values() { "grundy" } else { "outcome" };
    for list in [&mut columns, &mut heads] {
        list.push(entry.into());
    }
    if let Some(weights) = &values {
        columns.extend(weights.iter().map(|weight| format!("grundy:{weight}").into()));
        heads.push(format!("grundy in {}", named(radix)).into());
    }
    let (sizes, values) = (std::rc::Rc::new(sizes), std::rc::Rc::new(values));
    let arguments = move |place: usize| {
        let (a, b) = ((place / width) as u64, (place % width) as u64);
        [Some(table.first_row + a), table.first_column.map(|first| first + b)]
    };
    let value = |place: usize| match table.cells.get(place) {
        Cell::Value(value) => word(&value),
        _ => None,
    };
    let row = {
        let (sizes, values) = (sizes.clone(), values.clone());
        move |place: usize, fields: &mut Vec<Field>| {
            for (number, (_, weights)) in arguments(place).into_iter().flatten().zip(&*sizes) {
                fields.push(Field::Number(number));
                fields.extend(digits(number, weights).map(Field::Number));
            }
            fields.push(table.field(place));
            if let Some(weights) = &*values {
                match value(place) {
                    Some(value) => fields.extend(digits(value, weights).map(Field::Number)),
                    None => fields.extend(weights.iter().map(|_| Field::None)),
                }
            }
        }
    };
    let seen = move |place: usize, fields: &mut Vec<Field>| {
        for (number, (_, weights)) in arguments(place).into_iter().flatten().zip(&*sizes) {
            fields.push(Field::Number(number));
            fields.push(Field::Word(shown(number, weights, wide).into()));
        }
        fields.push(table.field(place));
        if let Some(weights) = &*values {
            let text = value(place).map(|value| shown(value, weights, wide));
            fields.push(text.map_or(Field::None, |text| Field::Word(text.into())));
        }
    };
    let heading = format!("{} in {}", table.heading_of_entries(), named(radix));
    let len = table.cells.len();
    let sheet = table.sheet_of(format!("base={radix}"), heading, columns, len, Box::new(row));
    let remarks = table.remarks();
    Ok(Sheet { shown: Some((heads, Box::new(seen))), remarks, ..sheet })
}

fn named(radix: Radix) -> String {
    match radix {
        Radix::Base(base) => format!("base {base}"),
        Radix::Fibonacci => "Fibonacci digits".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_times_weights_are_the_number() {
        for radix in
            [Radix::Base(2), Radix::Base(3), Radix::Base(10), Radix::Base(16), Radix::Fibonacci]
        {
            for greatest in [0u64, 1, 2, 3, 8, 9, 100, 5000, u64::MAX] {
                let weights = radix.weights(greatest);
                assert!(weights.is_sorted_by(|a, b| a > b) && weights.last() == Some(&1));
                for number in [0, 1, greatest / 3, greatest / 2, greatest] {
                    let found: Vec<u64> = digits(number, &weights).collect();
                    let sum: u128 = found
                        .iter()
                        .zip(&weights)
                        .map(|(&d, &w)| u128::from(d) * u128::from(w))
                        .sum();
                    assert_eq!(sum, u128::from(number), "{radix} {greatest}");
                    match radix {
                        Radix::Base(base) => assert!(found.iter().all(|&digit| digit < base)),
                        Radix::Fibonacci => {
                            assert!(
                                found.windows(2).all(|pair| pair[0] + pair[1] <= 1),
                                "{found:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn number_systems_are_read() {
        assert_eq!("2".parse(), Ok(Radix::Base(2)));
        assert_eq!("fibonacci".parse(), Ok(Radix::Fibonacci));
        for bad in ["", "0", "1", "-2", "x", "99999999999999999999"] {
            assert!(bad.parse::<Radix>().is_err(), "{bad}");
        }
    }
}
