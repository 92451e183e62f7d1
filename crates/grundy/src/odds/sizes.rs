//! What one heap may be: sizes or pairs of sizes, each with a weight.

use crate::nat::{self, Nat};
use crate::syntax::parse_number;

/// Sizes from..=to of one argument.
pub type Bounds = (Nat, Nat);

/// A range of sizes (for two arguments: of pairs), each with the same weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The first argument.
    pub first: Bounds,
    /// The second argument, for games of two.
    pub second: Option<Bounds>,
    /// The weight of each size.
    pub weight: Nat,
}

impl Item {
    /// How many sizes or pairs it has.
    pub fn count(&self) -> Nat {
        let length = |(from, to): &Bounds| to - from + 1u8;
        length(&self.first) * self.second.as_ref().map_or(Nat::ONE, length)
    }
}

/// What one heap may be, and how likely: sizes with whole-number weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// The ranges; sizes that lie in several have the sum of the weights.
    pub items: Vec<Item>,
    /// As it was asked for.
    pub text: String,
}

impl Sizes {
    /// All sizes between the bounds, or all pairs of them, equally likely.
    ///
    /// # Errors
    /// The text of what is wrong: bounds in the wrong order.
    ///
    /// ```
    /// use grundy::odds::Sizes;
    /// let sizes = Sizes::uniform((1u8.into(), 6u8.into()), None).unwrap();
    /// assert_eq!(sizes, Sizes::parse("1..6").unwrap());
    /// assert!(Sizes::uniform((2u8.into(), 1u8.into()), None).is_err());
    /// ```
    pub fn uniform(first: Bounds, second: Option<Bounds>) -> Result<Self, String> {
        let text = |(from, to): &Bounds| format!("{from}..{to}");
        for (from, to) in [Some(&first), second.as_ref()].into_iter().flatten() {
            if from > to {
                return Err(format!(
                    "the range {from}..{to} is empty: write the smaller end first"
                ));
            }
        }
        let text = match &second {
            None => text(&first),
            Some(second) => format!("({},{})", text(&first), text(second)),
        };
        Ok(Self { items: vec![Item { first, second, weight: Nat::ONE }], text })
    }

    /// Reads a list of items between commas: a size `7`, a range `1..20`, or for two arguments
    /// `(1..5,3)`; behind a colon the weight of each of its sizes, 1 if left out. Whole weights
    /// count by their ratios; fractions are probabilities and must sum to 1.
    ///
    /// # Errors
    /// The text of what is wrong.
    ///
    /// ```
    /// use grundy::odds::Sizes;
    /// let sizes = Sizes::parse("1:1/3, 5:2/3").unwrap();
    /// assert_eq!(sizes.items[1].weight, 2u8.into());
    /// assert!(Sizes::parse("1:1/3, 5:1/3").unwrap_err().contains("sum to 2/3"));
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut read = Vec::new();
        let mut fractions = false;
        for item in split_outside(text) {
            let (size, weight) = match item.split_once(':') {
                Some((size, weight)) => (size, weight),
                None => (item, "1"),
            };
            let (over, under) = match weight.split_once('/') {
                Some((over, under)) => {
                    fractions = true;
                    (number(over)?, number(under)?)
                }
                None => (number(weight)?, Nat::ONE),
            };
            if under.is_zero() {
                return Err(format!("{}: the denominator of a weight cannot be 0", item.trim()));
            }
            let size = size.trim();
            let inner = size.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
            let (first, second) = match inner.map(|inner| inner.split_once(',')) {
                None => (range(size)?, None),
                Some(Some((a, b))) => (range(a)?, Some(range(b)?)),
                Some(None) => return Err(format!("{size}: expected a pair such as (1..5,3)")),
            };
            read.push((Item { first, second, weight: over }, under));
        }
        let common = read.iter().fold(Nat::ONE, |all, (_, under)| {
            let divisor = nat::gcd(&all, under);
            all / divisor * under
        });
        let items: Vec<Item> = read
            .into_iter()
            .map(|(item, under)| Item { weight: item.weight * (&common / under), ..item })
            .collect();
        let sizes = Self { items, text: text.trim().to_owned() };
        let total = sizes.total();
        if total.is_zero() {
            return Err("all weights are 0".into());
        }
        if fractions && total != common {
            let divisor = nat::gcd(&total, &common);
            let (over, under) = (&total / &divisor, &common / &divisor);
            return Err(format!(
                "the probabilities sum to {over}/{under}, not to 1 (the weight of a range is that \
                 of each of its sizes; whole numbers may have any sum)"
            ));
        }
        Ok(sizes)
    }

    /// The sum of all weights.
    pub fn total(&self) -> Nat {
        self.items.iter().fold(Nat::ZERO, |sum, item| sum + item.count() * &item.weight)
    }

    /// Whether all sizes have the same weight, so that weights count positions.
    pub fn is_uniform(&self) -> bool {
        matches!(&*self.items, [item] if item.weight.is_one())
    }
}

/// Splits at the commas outside parentheses.
fn split_outside(text: &str) -> Vec<&str> {
    let (mut items, mut start, mut depth) = (Vec::new(), 0, 0u32);
    for (i, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                items.push(&text[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    items.push(&text[start..]);
    items
}

fn range(text: &str) -> Result<Bounds, String> {
    let Some((from, to)) = text.split_once("..") else {
        let size = number(text)?;
        return Ok((size.clone(), size));
    };
    let (from, to) = (number(from)?, number(to)?);
    if from > to {
        return Err(format!("the range {} is empty: write the smaller end first", text.trim()));
    }
    Ok((from, to))
}

/// A number as it is typed anywhere.
fn number(text: &str) -> Result<Nat, String> {
    let text = text.trim();
    parse_number(text).map_err(|error| format!("{text:?}: {}", error.in_one_line()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(text: &str) -> Vec<(u64, u64, u64)> {
        let word = |n: &Nat| nat::to_u64(n).unwrap();
        let sizes = Sizes::parse(text).unwrap();
        let item = |i: &Item| (word(&i.first.0), word(&i.first.1), word(&i.weight));
        sizes.items.iter().map(item).collect()
    }

    #[test]
    fn lists_of_sizes_are_read() {
        assert_eq!(flat("1:1/3,5:2/3"), [(1, 1, 1), (5, 5, 2)]);
        assert_eq!(flat(" 1..4 : 1/6 , 2:1/3"), [(1, 4, 1), (2, 2, 2)]);
        assert_eq!(flat("1..10:3, 2^5"), [(1, 10, 3), (32, 32, 1)]);
        assert_eq!(flat("1:1/4, 2:1/6, 3:7/12"), [(1, 1, 3), (2, 2, 2), (3, 3, 7)]);
        let pairs = Sizes::parse("(1..5,3):2, (0,0)").unwrap();
        assert_eq!(pairs.items[0].second, Some((3u8.into(), 3u8.into())));
        assert_eq!(pairs.total(), Nat::from(11u8));
        assert!(!pairs.is_uniform() && Sizes::parse("0..9").unwrap().is_uniform());
    }

    #[test]
    fn bad_lists_say_what_is_wrong() {
        for bad in [
            "",
            ",",
            "1,",
            "5..1",
            "x",
            "1:",
            "1:1/0",
            "1:0",
            "1:1/2",
            "(1)",
            "(1,2",
            "1..",
            "..",
            "-1",
            "1:2:3",
            "10^10^10",
            "10^99999999999999999999",
            "(1,2,3)",
            "1:1/2/3",
        ] {
            assert!(Sizes::parse(bad).is_err(), "{bad}");
        }
    }
}
