//! Letters that stand for numbers: `nim(3,x,y)` is a position for every x and y.

use super::parse::{Letters, Parser};
use super::{ReadError, Tree, parse};
use crate::nat::Nat;

/// The letters that stand in the place of numbers, in the order in which they appear.
///
/// A letter does so if it is alone: `x` in `nim(x,2*x+1)`, but not in `nim(0x1f)`, `words("x")` or `x(5)`.
///
/// # Complexity
/// O(length of the text).
///
/// # Errors
/// [`ReadError`] where the text cannot be told apart into words: a string that is not closed.
///
/// ```
/// use grundy::syntax::letters;
/// assert_eq!(letters("nim(3,x,y) + *x").unwrap(), ['x', 'y']);
/// assert_eq!(letters("take-and-break").unwrap(), []);
/// ```
pub fn letters(source: &str) -> Result<Vec<char>, ReadError> {
    let mut parser = Parser::new(source)?;
    let mut found = Vec::new();
    while let Some(c) = parser.peek() {
        if c == '"' {
            parser.text()?;
        } else if parser.code_follows() {
            parser.code()?;
        } else if let Some(letter) = parser.letter() {
            if !found.contains(&letter) {
                found.push(letter);
            }
            parser.bump();
        } else if c.is_ascii_alphabetic() {
            parser.name();
        } else if c.is_ascii_digit() {
            while parser.peek().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') {
                parser.bump();
            }
        } else {
            parser.bump();
        }
    }
    Ok(found)
}

/// As [`parse_tree`](super::parse_tree), with letters that stand for numbers.
///
/// # Errors
/// As there; a letter for which there is no number is out of place.
///
/// ```
/// use grundy::syntax::{Tree, parse_tree_at};
/// let Tree::Sum(sum) = parse_tree_at("nim(3,x+1)", &[('x', 4u8.into())]).unwrap() else { panic!() };
/// let numbers = sum[0].args.as_ref().unwrap().single().unwrap();
/// assert_eq!(numbers[1].number(), Some(&5u8.into()));
/// ```
pub fn parse_tree_at(source: &str, bound: &[(char, Nat)]) -> Result<Tree, ReadError> {
    parse::whole_tree(Parser::with_letters(source, Letters::Bound(bound))?)
}

impl Parser<'_> {
    /// The letter that stands here in the place of a number.
    pub(super) fn letter(&self) -> Option<char> {
        let mut rest = self.source[self.at..].chars().map(parse::ascii_twin);
        let letter = rest.next().filter(char::is_ascii_alphabetic)?;
        let mut rest = rest.peekable();
        let joined = rest.peek().is_some_and(|c| c.is_ascii_alphanumeric() || *c == '_');
        if joined {
            return None;
        }
        while rest.next_if(|c| c.is_whitespace()).is_some() {}
        let alone = match (rest.next(), rest.next()) {
            (None | Some(',' | ';' | ')' | ']' | '+' | '*' | '^' | '/' | '>' | ':'), _) => true,
            (Some('.'), next) => next == Some('.'),
            // `x-1` is a difference, `x-ray` is a name.
            (Some('-'), Some(next)) => {
                let word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
                !next.is_ascii_alphabetic() || !rest.next().is_some_and(word)
            }
            _ => false,
        };
        alone.then_some(letter)
    }

    /// The number for which the letter here stands, if there is one.
    pub(super) fn bound_letter(&self) -> Option<Nat> {
        self.letters.number(self.letter()?).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse_tree;

    #[test]
    fn letters_are_found_where_a_number_could_stand() {
        for (text, found) in [
            ("nim(3,x,y)", "xy"),
            ("nim(y,x,y)", "yx"),
            ("*n + kayles(n-1)", "n"),
            ("bash[m](n)", "mn"),
            ("nim(2*x+1, x^2, 3-x, (x))", "x"),
            ("subtraction[1..n](n)", "n"),
            ("nim( x , X )", "xX"),
            ("nim(a-b)", "ab"),
            ("dag(arcs(1>n,n>2))", "n"),
            ("nim（x）", "x"),
            ("nim(a - b)", "ab"),
            // None of these is alone.
            ("nim(0x1f, 0b1)", ""),
            ("words(\"x\")", ""),
            ("x(5) + y[3](2)", ""),
            ("0.77(5) + D.A(3) + 4.{2+}(1)", ""),
            ("take-and-break", ""),
            ("x-ray", ""),
            ("a-b-c", ""),
            ("silver-dollar(m=3)", ""),
            ("n_m", ""),
            ("2n", ""),
        ] {
            assert_eq!(letters(text).unwrap().iter().collect::<String>(), found, "{text}");
        }
        assert!(letters("words(\"x").is_err());
    }

    #[test]
    fn an_expression_with_numbers_for_letters_is_that_with_the_numbers_typed() {
        let bound = [('x', Nat::from(7u8)), ('y', Nat::from(2u8))];
        for (text, typed) in [
            ("nim(3,x,y)", "nim(3,7,2)"),
            ("*x + bash[y](x*y-1)", "*7 + bash[2](7*2-1)"),
            ("subtraction[1..x:y](x^y)", "subtraction[1..7:2](7^2)"),
            ("hackenbush(edges(0-x,x-y))", "hackenbush(edges(0-7,7-2))"),
            ("dag(arcs(1>x,y>3))", "dag(arcs(1>7,2>3))"),
            ("0.77(x) + D.A(y)", "0.77(7) + D.A(2)"),
            ("nim((x-y)*(x+y), y)", "nim((7-2)*(7+2), 2)"),
            ("nim(x) and (kayles(y) + nim(1))", "nim(7) and (kayles(2) + nim(1))"),
        ] {
            assert_eq!(parse_tree_at(text, &bound), parse_tree(typed), "{text}");
        }
        assert_eq!(parse_tree_at("nim(z)", &bound), parse_tree("nim(z)"));
        let negative = parse_tree_at("nim(1,y-x)", &bound).unwrap_err();
        assert_eq!(negative.message, "y-x is negative");
    }
}
