//! Take-and-break codes `d0.d1d2d3…` with all of their modifiers.

use std::fmt;

/// What may remain after taking a certain number from a heap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digit {
    /// The permitted numbers of non-empty heaps left, ascending.
    counts: Vec<u32>,
    /// Also every number from this one on.
    from: Option<u32>,
    /// Which moves that leave two or more heaps are permitted.
    pub shape: Shape,
}

/// What is asked of two or more heaps left by a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Nothing.
    #[default]
    Any,
    /// Pairwise different sizes (`!`).
    Distinct,
    /// Not all of one size (`?`).
    NotAllEqual,
    /// All of one size (`=`).
    AllEqual,
}

impl Digit {
    /// Whether a move may leave this many non-empty heaps.
    pub fn allows(&self, heaps: u32) -> bool {
        self.counts.contains(&heaps) || self.from.is_some_and(|from| heaps >= from)
    }

    /// The permitted numbers of heaps up to `most`, ascending.
    pub fn heap_counts(&self, most: u64) -> impl Iterator<Item = u64> + '_ {
        let listed = self.counts.iter().map(|&j| u64::from(j)).filter(move |&j| j <= most);
        let further = self.from.map(|from| u64::from(from)..=most).into_iter().flatten();
        listed.chain(further)
    }

    /// Whether no move at all is permitted.
    pub fn is_zero(&self) -> bool {
        self.counts.is_empty() && self.from.is_none()
    }

    /// The permitted numbers of heaps that are listed one by one, ascending.
    pub fn listed(&self) -> &[u32] {
        &self.counts
    }

    /// Every number of heaps from this one on is permitted too.
    pub fn from(&self) -> Option<u32> {
        self.from
    }

    /// The greatest number of heaps left; `None` if there is no bound.
    pub fn most_heaps(&self) -> Option<u32> {
        match self.from {
            Some(_) => None,
            None => Some(self.counts.last().copied().unwrap_or(0)),
        }
    }

    fn new(mut counts: Vec<u32>, mut from: Option<u32>, shape: Shape) -> Self {
        counts.sort_unstable();
        counts.dedup();
        if let Some(least) = &mut from {
            while *least > 0 && counts.contains(&(*least - 1)) {
                *least -= 1;
            }
            counts.retain(|j| j < least);
        }
        // A suffix says nothing where at most one heap is left.
        let splits = from.is_some() || counts.last().is_some_and(|&j| j >= 2);
        Self { counts, from, shape: if splits { shape } else { Shape::Any } }
    }
}

/// A take-and-break code.
///
/// ```
/// use grundy::heap::Code;
/// let kayles: Code = "0.77".parse().unwrap();
/// assert!(kayles.digit(2).allows(2) && kayles.digit(3).is_zero());
/// assert_eq!("0.[3]".parse::<Code>().unwrap().to_string(), "0.[3]");
/// assert!("1.3".parse::<Code>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// Digits 0, 1, 2, …: the one before the point first.
    digits: Vec<Digit>,
    /// What repeats for ever after them; empty if nothing does.
    repeating: Vec<Digit>,
}

/// What is wrong with a code, and at which character (from 0).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct CodeError {
    /// What is wrong.
    pub message: String,
    /// Where, in characters from 0.
    pub at: usize,
}

/// Games with a theory of their own tell their code up to so many digits.
pub const MAX_DIGITS_OF_GAMES: u64 = 1 << 12;

static ZERO: Digit = Digit { counts: Vec::new(), from: None, shape: Shape::Any };

/// The greatest number of heaps that `{…}` may name.
const MAX_HEAPS: u32 = 1_000_000;

impl Code {
    /// The digit for taking `taken` from a heap.
    pub fn digit(&self, taken: u64) -> &Digit {
        let index = usize::try_from(taken).unwrap_or(usize::MAX);
        match self.digits.get(index) {
            Some(digit) => digit,
            None if self.repeating.is_empty() => &ZERO,
            None => &self.repeating[(index - self.digits.len()) % self.repeating.len()],
        }
    }

    /// The digits that do not repeat, d0 first.
    pub fn leading(&self) -> &[Digit] {
        &self.digits
    }

    /// The digits that repeat for ever.
    pub fn repeating(&self) -> &[Digit] {
        &self.repeating
    }

    /// The greatest number that can be taken in a move; `None` if there is no bound.
    pub fn largest_take(&self) -> Option<u64> {
        self.repeating
            .iter()
            .all(Digit::is_zero)
            .then(|| self.digits.iter().rposition(|d| !d.is_zero()).unwrap_or(0) as u64)
    }

    /// The greatest number of heaps a move can leave; `None` if there is no bound.
    pub fn most_heaps(&self) -> Option<u32> {
        self.digits
            .iter()
            .chain(&self.repeating)
            .map(Digit::most_heaps)
            .try_fold(0, |most, heaps| heaps.map(|h| most.max(h)))
    }

    /// Whether every digit is without a suffix.
    pub fn is_plain(&self) -> bool {
        self.digits.iter().chain(&self.repeating).all(|digit| digit.shape == Shape::Any)
    }
}

struct Reader<'a> {
    chars: &'a [char],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, CodeError> {
        Err(CodeError { message: message.into(), at: self.at })
    }

    fn digit(&mut self) -> Result<Digit, CodeError> {
        let Some(c) = self.peek() else { return self.error("a digit of the code is missing") };
        let (counts, from) = if c == '{' {
            self.at += 1;
            self.braces()?
        } else if let Some(value) = c.to_digit(36) {
            self.at += 1;
            ((0..6).filter(|j| value >> j & 1 == 1).collect(), None)
        } else {
            return self.error(format!("{c:?} is not a digit of a code (0-9, A-Z or {{…}})"));
        };
        let shape = match self.peek() {
            Some('!') => Shape::Distinct,
            Some('?') => Shape::NotAllEqual,
            Some('=') => Shape::AllEqual,
            _ => return Ok(Digit::new(counts, from, Shape::Any)),
        };
        self.at += 1;
        if matches!(self.peek(), Some('!' | '?' | '=')) {
            return self.error("a digit has one suffix at most");
        }
        Ok(Digit::new(counts, from, shape))
    }

    fn braces(&mut self) -> Result<(Vec<u32>, Option<u32>), CodeError> {
        let (mut counts, mut from) = (Vec::new(), None);
        if self.eat('}') {
            return Ok((counts, from));
        }
        loop {
            let start = self.at;
            while self.peek().is_some_and(|c| c.is_ascii_digit()) {
                self.at += 1;
            }
            let digits: String = self.chars[start..self.at].iter().collect();
            let heaps = match digits.parse::<u32>() {
                Ok(heaps) if heaps <= MAX_HEAPS => heaps,
                _ if digits.is_empty() => return self.error("a number of heaps is missing"),
                _ => {
                    self.at = start;
                    return self.error(format!("more than {MAX_HEAPS} heaps cannot be named"));
                }
            };
            if self.eat('+') {
                from = Some(from.map_or(heaps, |least: u32| least.min(heaps)));
            } else {
                counts.push(heaps);
            }
            if self.eat('}') {
                return Ok((counts, from));
            }
            if !self.eat(',') {
                return self.error("expected ',' or '}' in the list of heap counts");
            }
        }
    }
}

impl std::str::FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let chars: Vec<char> = text.chars().map(|c| c.to_ascii_uppercase()).collect();
        let mut reader = Reader { chars: &chars, at: 0 };
        let first = reader.digit()?;
        if first.allows(0) || first.allows(1) {
            reader.at = 0;
            return reader.error(
                "the digit before the point may not allow 0 or 1 heaps: play would not end",
            );
        }
        if !reader.eat('.') {
            return reader.error("expected the point after the first digit");
        }
        let mut digits = vec![first];
        let mut repeating = Vec::new();
        while reader.peek().is_some_and(|c| c != '[') {
            digits.push(reader.digit()?);
        }
        if reader.eat('[') {
            while reader.peek().is_some_and(|c| c != ']') {
                repeating.push(reader.digit()?);
            }
            if repeating.is_empty() {
                return reader.error("the repeating part is empty");
            }
            reader.eat(']');
            if reader.peek().is_some() {
                return reader.error("nothing may follow the repeating part");
            }
        }
        if repeating.iter().all(Digit::is_zero) {
            repeating.clear();
        }
        if let Some(period) = (1..repeating.len()).find(|&p| {
            repeating.len().is_multiple_of(p)
                && repeating.iter().zip(&repeating[p..]).all(|(a, b)| a == b)
        }) {
            repeating.truncate(period);
        }
        while digits.len() > 1 && !repeating.is_empty() && digits.last() == repeating.last() {
            digits.pop();
            repeating.rotate_right(1);
        }
        if repeating.is_empty() {
            while digits.len() > 1 && digits.last().is_some_and(Digit::is_zero) {
                digits.pop();
            }
        }
        Ok(Self { digits, repeating })
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value: u64 = self.counts.iter().map(|&j| 1 << j.min(6)).sum();
        if let (None, Some(digit)) = (self.from, char::from_digit(value.min(64) as u32, 36)) {
            write!(f, "{}", digit.to_ascii_uppercase())?;
        } else {
            let mut names: Vec<String> = self.counts.iter().map(u32::to_string).collect();
            names.extend(self.from.map(|from| format!("{from}+")));
            write!(f, "{{{}}}", names.join(","))?;
        }
        f.write_str(match self.shape {
            Shape::Any => "",
            Shape::Distinct => "!",
            Shape::NotAllEqual => "?",
            Shape::AllEqual => "=",
        })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digits[0])?;
        for digit in &self.digits[1..] {
            digit.fmt(f)?;
        }
        if self.digits.len() == 1 && self.repeating.is_empty() {
            f.write_str("0")?;
        }
        if !self.repeating.is_empty() {
            f.write_str("[")?;
            for digit in &self.repeating {
                digit.fmt(f)?;
            }
            f.write_str("]")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_print_back_to_themselves() {
        for text in [
            "0.77",
            "0.137",
            "4!.0",
            "0.[3]",
            "4.[3]",
            "0.0{2+}",
            "0.{0,7}",
            "0.6?3=",
            "C.F",
            "0.3F",
            "{2,3}!.[37]",
            "0.0",
        ] {
            let code: Code = text.parse().unwrap();
            assert_eq!(code.to_string().parse::<Code>().unwrap(), code, "{text}");
        }
        let canonical = |text: &str| text.parse::<Code>().unwrap().to_string();
        assert_eq!(canonical("0.7700"), "0.77");
        assert_eq!(canonical("0.{0,1,2}"), "0.7");
        assert_eq!(canonical("0.3!"), "0.3");
        assert_eq!(canonical("0.3[3]"), "0.[3]");
        assert_eq!(canonical("0.[3333]"), "0.[3]");
        assert_eq!(canonical("0.7[37]"), "0.[73]");
        assert_eq!(canonical("0.0[3]"), "0.0[3]");
        assert_eq!(canonical("4.[4]"), "4.[4]");
        assert_eq!(canonical("0.{1,2+,0}"), "0.{0+}");
        assert_eq!(canonical("0.3f"), "0.3F");
        assert_eq!(canonical("0.v"), "0.V");
        assert_eq!(canonical("0.z"), "0.Z");
        assert_eq!(canonical("0.{0,1,2,5}"), "0.{0,1,2,5}");
        assert_eq!(canonical("0.{6}"), "0.{6}");
        assert_eq!(canonical("0.{0,5}"), "0.X");
    }

    #[test]
    fn codes_that_are_none_say_where() {
        for (text, at) in [
            ("1.3", 0),
            ("2.3", 0),
            ("0", 1),
            ("0.3&", 3),
            ("0.{1", 4),
            ("0.{x}", 3),
            ("0.3!!", 4),
            ("0.[]", 3),
            ("0.[3]3", 5),
            ("0.{9999999999}", 3),
        ] {
            assert_eq!(text.parse::<Code>().unwrap_err().at, at, "{text}");
        }
    }
}
