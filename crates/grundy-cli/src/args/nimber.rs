//! Arguments of `grundy nimber`.

use super::{LimitArgs, ValueColours, nat};
use clap::{Args as ClapArgs, ValueEnum};
use grundy::nat::Nat;
use grundy::table::Operation;
use grundy::translation::Language;
use std::path::PathBuf;

/// Nim-arithmetic: sums, products, quotients, powers, roots and logarithms of nimbers
#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Numbers are nimbers: decimals, or 0x and hexadecimal digits, or 0b and binary ones. + and - are the
nim-sum, * is the nim-product, / the nim-quotient. In a^n the exponent is an ordinary integer, which
may be negative, and the power is one of nim-products: 2^3 is 2*2*2 = 1, not 8, and 2^64 is 2. For the
ordinary number 2^64 write 0x10000000000000000. Powers bind tightest and are read from the right: 2^3^2 is 2^9.

Functions:
  sqrt(x)       the one nimber whose square is x
  root(x, n)    the least nimber whose n-th power is x, if there is one
  inverse(x)    1/x
  trace(x)      the trace from the least field with x to the field of 0 and 1
  log(base, x)  the least e with base^e = x, an ordinary integer
  order(x)      the least e >= 1 with x^e = 1, an ordinary integer
  degree(x)     the bits of the least field with x: all below 2^degree(x)

Nimbers have up to 1048576 bits. Orders are known below 2^4096, logarithms are found below 2^128,
and above where no search in a group of more than 2^48 elements is needed.

JSON is one object: expr, value (a string above 2^53 - 1), kind (nimber or integer), field_bits, and
steps with --explain. For tables: operation, view, columns, rows.

Examples:
  grundy nimber \"7*9 + 3^2\"
  grundy nimber --explain \"13*6\"
  grundy nimber \"sqrt(5) / (2 + 4)\"
  grundy nimber \"log(0xffffffffffffffff, 7)\"
  grundy nimber --table
  grundy nimber --table 7 --of /
  grundy nimber --table 255 --plot products.svg

Exit codes: 0 answered, 2 bad expression, or no such value, 3 a limit was reached, 4 a file could not
be written, 130 interrupted.")]
pub struct Nimber {
    /// The expression
    #[arg(value_name = "EXPR", required_unless_present = "table")]
    pub expression: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print the steps: products split at Fermat powers, squares, exponents modulo 2^d - 1
    #[arg(long)]
    pub explain: bool,
    /// The language of steps and errors: en or zh
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub lang: Language,
    /// A table with a from 0 to N and b from 0 to M [default: 15, and M as N]
    #[arg(long, value_names = ["N", "M"], num_args = 0..=2, value_parser = nat)]
    #[arg(conflicts_with_all = ["expression", "json", "explain"])]
    pub table: Option<Vec<Nat>>,
    /// The operation of the table: + * / or ^
    #[arg(long, value_name = "OP", default_value = "*", conflicts_with = "expression")]
    pub of: Operation,
    /// How to print the table
    #[arg(long, value_enum, default_value_t = NimberFormat::Text, conflicts_with = "expression")]
    pub format: NimberFormat,
    /// Write the table to FILE instead of the terminal, whole or not at all
    #[arg(long, short, value_name = "FILE", conflicts_with = "expression")]
    pub output: Option<PathBuf>,
    /// Draw the table as a heat map instead of printing it (with --output both is done); FILE ends in
    /// .svg or .png
    #[arg(long, value_name = "FILE", conflicts_with = "expression")]
    pub plot: Option<PathBuf>,
    /// What the colours of a picture tell
    #[arg(long, value_enum, value_name = "OF", requires = "plot")]
    pub colours: Option<ValueColours>,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum NimberFormat {
    /// Aligned columns with headers
    Text,
    /// Comma-separated values with a header
    Csv,
    /// One object (described below)
    Json,
    /// A table of GitHub's Markdown
    Markdown,
}
