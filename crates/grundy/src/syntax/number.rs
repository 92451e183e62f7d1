//! Numbers as they are typed, with arithmetic of constants.

use super::parse::{MAX_DEPTH, Parser};
use super::{ReadError, Span};
use crate::nat::{self, BitTest, Int, Nat, UnsignedAbs};

/// Reads a number: decimals with `_` between digits, `0b` and `0x`, and sums, differences, products
/// and powers of numbers, with parentheses.
///
/// Everywhere a number is typed this is what reads it: in positions, parameters and options.
///
/// # Errors
/// [`ReadError`] with the place and what was expected there: no such number, a negative result, a
/// division, or more than a million digits.
///
/// ```
/// use grundy::{nat::Nat, syntax::parse_number};
/// assert_eq!(parse_number("2^30-1").unwrap(), Nat::from((1u32 << 30) - 1));
/// assert_eq!(parse_number("3*(10^2 + 1_000)").unwrap(), Nat::from(3300u32));
/// assert!(parse_number("3-5").is_err() && parse_number("6/2").is_err());
/// ```
pub fn parse_number(text: &str) -> Result<Nat, ReadError> {
    let mut parser = Parser::new(text)?;
    let number = parser.number()?;
    match parser.peek() {
        None => Ok(number),
        Some(_) => Err(parser.unexpected("the end of the number")),
    }
}

/// `1,000` would be two heaps, of 1 and of 0.
fn leading_zero(digits: &str, span: Span) -> ReadError {
    let rest = digits.trim_start_matches('0');
    let number = if rest.is_empty() { "0" } else { rest };
    ReadError::parse("a number does not begin with 0", span)
        .help(format!("write {number}; a thousand is 1000, 1_000 or 10^3, without a comma"))
}

fn too_long(span: Span) -> ReadError {
    ReadError::parse(format!("this number has more than {} digits", nat::MAX_DIGITS), span)
        .help("numbers of up to a million digits are read")
}

/// An integer has more than a million digits if it has more bits than this; a little below, its
/// digits are counted.
const MAX_BITS: usize = 3_321_929;

impl Parser<'_> {
    /// Arithmetic of constants: `10^18+2`, `2^30-1`, `3*(4+5)`.
    pub fn number(&mut self) -> Result<Nat, ReadError> {
        let start = self.at;
        let first = self.single_number()?;
        if !matches!(self.peek(), Some('+' | '-' | '*' | '/' | '÷' | '%')) {
            return Ok(first);
        }
        let sum = self.rest_of_sum(start, first)?;
        let span = Span::new(start, self.last_end());
        if sum < Int::ZERO {
            let text = self.source[span.start..span.end].trim();
            let shown = if text.len() <= 40 { text } else { "this number" };
            return Err(ReadError::domain(format!("{shown} is negative"), span)
                .help("expected a number 0, 1, 2, …; a range is written 2..9"));
        }
        let sum = sum.unsigned_abs();
        let digits = || sum.to_string().len();
        match sum.bit_len() {
            0..3_321_900 => Ok(sum),
            bits if bits <= MAX_BITS && digits() <= nat::MAX_DIGITS => Ok(sum),
            _ => Err(too_long(span)),
        }
    }

    /// What follows the first factor of a sum that began at `start`.
    fn rest_of_sum(&mut self, start: usize, first: Nat) -> Result<Int, ReadError> {
        let mut sum = Int::ZERO;
        let mut term = Int::from(self.rest_of_product(start, first)?);
        loop {
            sum += term;
            let negative = match self.peek() {
                Some('+') => false,
                Some('-') if !self.minus_joins => true,
                _ => return Ok(sum),
            };
            self.bump();
            self.space();
            let start = self.at;
            let first = self.single_number()?;
            let product = Int::from(self.rest_of_product(start, first)?);
            term = if negative { -product } else { product };
        }
    }

    fn rest_of_product(&mut self, start: usize, first: Nat) -> Result<Nat, ReadError> {
        let mut product = first;
        loop {
            match self.peek() {
                Some('*') => {}
                Some('/' | '÷' | '%') => {
                    return Err(ReadError::parse("numbers are not divided here", self.here())
                        .help("write the quotient itself"));
                }
                _ => return Ok(product),
            }
            self.bump();
            self.space();
            let factor = self.single_number()?;
            if product.bit_len() + factor.bit_len() > MAX_BITS + 1 {
                return Err(too_long(Span::new(start, self.last_end())));
            }
            product *= factor;
        }
    }

    /// A number alone or in parentheses, or a power of two such.
    pub fn single_number(&mut self) -> Result<Nat, ReadError> {
        let start = self.at;
        let base = self.atom()?;
        if self.peek() != Some('^') {
            return Ok(base);
        }
        self.bump();
        self.space();
        let exponent = self.atom()?;
        let span = Span::new(start, self.last_end());
        if self.peek() == Some('^') {
            return Err(ReadError::parse("powers of powers are not read", self.here())
                .help("write the exponent as a number"));
        }
        if base <= Nat::ONE {
            return Ok(if exponent.is_zero() { Nat::ONE } else { base });
        }
        let exponent = nat::to_usize(&exponent).ok_or_else(|| too_long(span))?;
        // log10(base) >= (bit_len - 1) * 0.30102
        let bits = base.bit_len() - 1;
        if (bits.max(1) as u128 * exponent as u128) * 30_102 / 100_000 > nat::MAX_DIGITS as u128 {
            return Err(too_long(span));
        }
        let power = base.pow(exponent);
        if power.bit_len() > 3_321_900 && power.to_string().len() > nat::MAX_DIGITS {
            return Err(too_long(span));
        }
        Ok(power)
    }

    /// A number, or arithmetic in parentheses.
    fn atom(&mut self) -> Result<Nat, ReadError> {
        if self.peek() != Some('(') {
            return self.plain_number();
        }
        let open = self.here();
        if self.parentheses >= MAX_DEPTH {
            return Err(ReadError::parse("parentheses are nested too deep", open)
                .help(format!("at most {MAX_DEPTH} levels are read")));
        }
        self.bump();
        self.space();
        self.parentheses += 1;
        let outside = std::mem::replace(&mut self.minus_joins, false);
        let number = self.number()?;
        self.minus_joins = outside;
        self.parentheses -= 1;
        if self.eat(')') {
            return Ok(number);
        }
        Err(match self.peek() {
            None => ReadError::parse("this '(' is never closed", open)
                .help("expected ')' after the number"),
            Some(_) => self.unexpected("')' after the number"),
        })
    }

    pub fn negative_sign(&self) -> ReadError {
        ReadError::domain("numbers are not negative here", self.here())
            .help("expected a number 0, 1, 2, …")
    }

    /// Decimal, binary or hexadecimal digits.
    pub fn plain_number(&mut self) -> Result<Nat, ReadError> {
        let start = self.at;
        if let Some(number) = self.bound_letter() {
            self.bump();
            self.space();
            return Ok(number);
        }
        match self.peek() {
            Some(c) if c.is_ascii_digit() => {}
            Some('-') => return Err(self.negative_sign()),
            _ => return Err(self.unexpected("a number")),
        }
        // Most numbers are short and plain.
        let text = &self.source.as_bytes()[start..];
        let plain = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if plain > 1 && text[0] == b'0' {
            let span = Span::new(start, start + plain);
            return Err(leading_zero(&self.source[start..start + plain], span));
        }
        if plain > 0 && plain < 19 && matches!(text.get(plain), Some(b',' | b')')) {
            let add = |n: u64, digit: &u8| 10 * n + u64::from(digit - b'0');
            self.at += plain;
            return Ok(Nat::from(text[..plain].iter().fold(0, add)));
        }
        let radix = match text {
            [b'0', b'b' | b'B', ..] => 2,
            [b'0', b'x' | b'X', ..] => 16,
            _ => 10,
        };
        if radix != 10 {
            self.at += 2;
        }
        let mut digits = String::new();
        while let Some(c) = self.peek().filter(|&c| c.is_digit(radix) || c == '_') {
            digits.push(c);
            self.bump();
        }
        let span = Span::new(start, self.at);
        if digits.ends_with('_') || digits.contains("__") {
            return Err(ReadError::parse("'_' stands only between digits", span));
        }
        let strange = self.peek().filter(|c| c.is_alphanumeric());
        if let Some(c) = strange.filter(|c| radix != 10 || c.is_alphabetic()) {
            return Err(ReadError::parse(format!("{c:?} is not a digit"), self.here()).help(
                match radix {
                    2 => "expected a binary number",
                    16 => "expected a hexadecimal number",
                    _ if matches!(c, 'e' | 'E') && !digits.is_empty() => {
                        "expected a decimal number; 1e18 is written as 10^18"
                    }
                    _ if self.letters.number(c).is_some() => "products are written with *, as 2*n",
                    _ => "expected a decimal number, or 0b and binary digits, or 0x and hexadecimal ones",
                },
            ));
        }
        if digits.is_empty() || digits.starts_with('_') {
            return Err(ReadError::parse("there are no digits", span)
                .help("expected digits after 0b or 0x"));
        }
        let number = nat::parse_radix(&digits, radix).ok_or_else(|| too_long(span))?;
        self.space();
        Ok(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{ArgKind, parse};

    fn value(text: &str) -> Nat {
        parse_number(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
    }

    #[test]
    fn arithmetic_of_constants_is_what_it_is() {
        for (text, number) in [
            ("7", 7u64),
            (" 1_000 ", 1000),
            ("10^18+2", 1_000_000_000_000_000_002),
            ("2^30-1", 1_073_741_823),
            ("2 + 3 * 4", 14),
            ("(2 + 3) * 4", 20),
            ("2*3^2*5", 90),
            ("2^(3+1)", 16),
            ("(1+1)^10", 1024),
            ("3-5+4", 2),
            ("10-(3-2)-4", 5),
            ("0xff+0b1", 256),
            ("２＋３", 5),
            ("0^0", 1),
            ("1^99999999999999999999", 1),
        ] {
            assert_eq!(value(text), Nat::from(number), "{text}");
        }
        let ten = Nat::from(10u8);
        assert_eq!(value("10^30+2"), ten.pow(30) + 2u8);
        assert_eq!(value("10^999999*9").to_string().len(), nat::MAX_DIGITS);
    }

    #[test]
    fn what_is_no_number_says_so_at_its_place() {
        let deep = format!("{}1", "(".repeat(1000));
        for (text, message, at) in [
            ("", "the expression ends too early", 1),
            ("x", "'x' is out of place here", 1),
            ("-1", "numbers are not negative here", 1),
            ("3-5", "3-5 is negative", 1),
            ("1+(3-5)+9", "3-5 is negative", 4),
            ("6/2", "numbers are not divided here", 2),
            ("2^", "the expression ends too early", 3),
            ("1+", "the expression ends too early", 3),
            ("10^10^10", "powers of powers are not read", 6),
            ("10^99999999999999999999", "this number has more than 1000000 digits", 1),
            ("10^999999*10", "this number has more than 1000000 digits", 1),
            ("9*10^999999+10^999999", "this number has more than 1000000 digits", 1),
            ("(2", "this '(' is never closed", 1),
            ("(2;", "';' is out of place here", 3),
            ("1.5", "'.' is out of place here", 2),
            ("1 2", "'2' is out of place here", 3),
            ("000", "a number does not begin with 0", 1),
            ("2^010", "a number does not begin with 0", 3),
            (&deep, "parentheses are nested too deep", 65),
        ] {
            let error = parse_number(text).unwrap_err();
            assert_eq!((&*error.message, error.at(text)), (message, Some(at)), "{text}");
        }
    }

    #[test]
    fn arithmetic_stands_wherever_a_number_does() {
        let sum = parse("bash[2^30-1](10^18+2, (1+2)*3) + *2^3 + nim(4-1)").unwrap();
        let numbers = |args: &Option<crate::syntax::Args>| -> Vec<Nat> {
            let group = args.as_ref().unwrap().single().unwrap().to_vec();
            group.iter().map(|arg| arg.number().unwrap().clone()).collect()
        };
        assert_eq!(numbers(&sum[0].params), [Nat::from((1u32 << 30) - 1)]);
        assert_eq!(numbers(&sum[0].args), [Nat::from(10u8).pow(18) + 2u8, Nat::from(9u8)]);
        assert_eq!(sum.len(), 3);
        assert_eq!(numbers(&sum[2].args), [Nat::from(3u8)]);
        let sum = parse("subtraction[1+1..2*4:1+2](5)").unwrap();
        let ArgKind::Range { from, to, step } = &sum[0].params.as_ref().unwrap().groups[0][0].kind
        else {
            panic!("a range")
        };
        assert_eq!([from, to, step], [&Nat::from(2u8), &Nat::from(8u8), &Nat::from(3u8)]);
        let sum = parse("hackenbush(\"g.txt\"; 1-2)").unwrap();
        let cut = &sum[0].args.as_ref().unwrap().groups[1][0].kind;
        assert_eq!(*cut, ArgKind::Edge(1u8.into(), 2u8.into()));
        // Between the ends of an edge `-` is no minus.
        let sum = parse("geography(edges(0-1, (5-3)-2+1; 0))").unwrap();
        let list = sum[0].args.as_ref().unwrap().groups[0][0].item().unwrap().args.clone();
        assert_eq!(list.unwrap().groups[0][1].kind, ArgKind::Edge(2u8.into(), 3u8.into()));
    }

    #[test]
    fn numbers_are_read_in_other_systems_too() {
        for (source, value) in [
            ("0b1011", 11u64),
            ("0B1_0", 2),
            ("0xff", 255),
            ("0Xfe_Dc", 0xfedc),
            ("0b0", 0),
            ("0x10^2", 256),
        ] {
            let sum = parse(&format!("nim({source})")).unwrap();
            let args = sum[0].args.as_ref().unwrap().single().unwrap();
            assert_eq!(args[0].kind, ArgKind::Number(Nat::from(value)), "{source}");
        }
        let long = format!("nim(0x{})", "f".repeat(1_000_000));
        assert!(parse(&long).unwrap_err().message.contains("digits"));
    }
}
