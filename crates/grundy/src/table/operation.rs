//! Tables of the operations of nim-arithmetic.

use super::{Cell, Cells, Content, Table};
use crate::context::{Context, Stop};
use crate::nat::Nat;
use crate::nimber::Nimber64;
use std::str::FromStr;

/// An operation on nimbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Nim-sums a + b.
    Sum,
    /// Nim-products a*b.
    Product,
    /// Nim-quotients a/b; there is none for b = 0.
    Quotient,
    /// Nim-powers a^b, b an ordinary number; 0^0 is 1.
    Power,
}

impl FromStr for Operation {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "+" => Self::Sum,
            "*" => Self::Product,
            "/" => Self::Quotient,
            "^" => Self::Power,
            _ => return Err("the operations are +, *, / and ^".to_owned()),
        })
    }
}

impl Operation {
    /// The sign by which it is read.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Sum => "+",
            Self::Product => "*",
            Self::Quotient => "/",
            Self::Power => "^",
        }
    }

    /// The operation applied to a and b.
    pub const fn formula(self) -> &'static str {
        match self {
            Self::Sum => "a+b",
            Self::Product => "a*b",
            Self::Quotient => "a/b",
            Self::Power => "a^b",
        }
    }

    /// What a value is called.
    pub const fn value_name(self) -> &'static str {
        match self {
            Self::Sum => "nim-sum",
            Self::Product => "nim-product",
            Self::Quotient => "nim-quotient",
            Self::Power => "nim-power",
        }
    }

    pub(super) const fn heading(self) -> &'static str {
        match self {
            Self::Sum => "nim-sums a+b",
            Self::Product => "nim-products a*b",
            Self::Quotient => "nim-quotients a/b",
            Self::Power => "nim-powers a^b, b an ordinary number",
        }
    }

    /// The value, if there is one.
    fn apply(self, a: u64, b: u64) -> Option<Nimber64> {
        let (x, y) = (Nimber64::new(a), Nimber64::new(b));
        match self {
            Self::Sum => Some(x + y),
            Self::Product => Some(x * y),
            Self::Quotient => x.checked_div(y),
            Self::Power => Some(x.pow(&Nat::from(b))),
        }
    }
}

impl Table {
    /// The table of an operation for a from 0 to `to` and b from 0 to `to_second`.
    ///
    /// # Complexity
    /// One operation an entry; four bytes an entry are stored.
    ///
    /// # Errors
    /// [`Stop`] at a limit.
    ///
    /// ```
    /// use grundy::table::{Operation, Table};
    /// let table = Table::of_operation(Operation::Product, 3, 3, &Default::default()).unwrap();
    /// assert_eq!(table.to_csv(), "a,0,1,2,3\n0,0,0,0,0\n1,0,1,2,3\n2,0,2,3,1\n3,0,3,1,2\n");
    /// ```
    pub fn of_operation(
        operation: Operation,
        to: u64,
        to_second: u64,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        let count = (u128::from(to) + 1).saturating_mul(u128::from(to_second) + 1);
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        let doing = || format!("a table of {count} entries");
        context.check_positions(count, doing)?;
        context.check_memory(count.saturating_mul(4), doing)?;
        let mut cells = Cells::default();
        for a in 0..=to {
            for b in 0..=to_second {
                context.tick("filling the table", a * (to_second + 1) + b)?;
                let value = operation.apply(a, b);
                cells.push(value.map_or(Cell::None, |value| Cell::Value(value.into())));
            }
        }
        Ok(Self {
            title: operation.formula().to_owned(),
            first_row: 0,
            first_column: Some(0),
            content: Content::Values,
            note: None,
            operation: Some(operation),
            arguments: Vec::new(),
            labels: ["a".into(), "b".into()],
            entails: false,
            no_position: None,
            said: None,
            columns: to_second as usize + 1,
            cells,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;
    use crate::plot::{Colours, Plot};
    use crate::table::{Format, View};

    fn table(sign: &str, to: u64, to_second: u64) -> Table {
        let operation = sign.parse().unwrap();
        Table::of_operation(operation, to, to_second, &Context::default()).unwrap()
    }

    #[test]
    fn products_are_what_is_left_by_smaller_ones() {
        let table = table("*", 15, 15);
        let product = |a: u64, b: u64| {
            u64::from(table.small_value(a as usize, b as usize).expect("products are small"))
        };
        for a in 0..16 {
            for b in 0..16 {
                let options = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                let options = options.map(|(x, y)| product(x, b) ^ product(a, y) ^ product(x, y));
                assert_eq!(product(a, b), mex(options));
            }
        }
    }

    #[test]
    fn tables_are_written_in_every_format() {
        let context = Context::default();
        let quotients = table("/", 2, 3);
        assert_eq!(
            quotients.to_text(),
            "nim-quotients a/b\na/b | 0 1 2 3\n----+--------\n  0 | - 0 0 0\n  1 | - 1 3 2\n  2 | - 2 1 3\n"
        );
        let sheet = quotients.sheet(View::Entries, &context).unwrap();
        assert_eq!(
            sheet.to_text(Format::Json),
            "{\"operation\":\"/\",\"view\":\"table\",\"columns\":[\"a\",\"0\",\"1\",\"2\",\"3\"],\"rows\":\
             [[0,null,0,0,0],[1,null,1,3,2],[2,null,2,1,3]],\"note\":null,\"period\":null}\n"
        );
        assert_eq!(
            table("^", 2, 4).to_csv(),
            "a,0,1,2,3,4\n0,1,0,0,0,0\n1,1,1,1,1,1\n2,1,2,3,1,2\n"
        );
        assert_eq!(table("+", 1, 2).to_csv(), "a,0,1,2\n0,0,1,2\n1,1,0,3\n");
        assert!("-".parse::<Operation>().is_err());
    }

    #[test]
    fn a_heat_map_tells_of_products() {
        let plot = Plot::of(&table("*", 40, 40), Colours::Value, &Context::default()).unwrap();
        let svg = plot.drawing.to_svg();
        assert!(svg.contains("nim-products a*b") && !svg.contains("Grundy"), "{}", plot.summary);
    }

    #[test]
    fn tables_beyond_the_limit_are_refused() {
        let context = Context::default();
        let refused = Table::of_operation(Operation::Sum, u64::MAX, u64::MAX, &context);
        assert!(matches!(refused, Err(Stop::Limit { .. })));
    }
}
