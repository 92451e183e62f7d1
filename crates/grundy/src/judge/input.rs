//! The reader of contest inputs: tokens separated by white space.

use super::error::JudgeError;
use crate::nat::{MAX_DIGITS, Nat};
use std::fmt::Display;

/// How many characters of an unexpected token an error shows.
const SHOWN: usize = 40;

/// The tokens of an input, read from front to back.
///
/// Any mixture of blanks, tabs, line ends of every kind, form feeds, blank lines and the DOS end
/// mark 0x1A separates tokens; a leading UTF-8 byte order mark is skipped.
///
/// # Complexity
/// O(length of the input) in all for numbers below 2^64, without allocation. Line numbers are
/// counted only for errors.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    bytes: &'a [u8],
    /// Everything before has been read.
    at: usize,
    /// The last token read, for messages.
    last: Option<(usize, usize)>,
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r' | 0x1A)
}

impl<'a> Tokens<'a> {
    /// The tokens of `bytes`, which need not be UTF-8.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes: bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes), at: 0, last: None }
    }

    /// Whether nothing but white space is left: the "until EOF" of a problem statement.
    pub fn at_end(&mut self) -> bool {
        while self.bytes.get(self.at).is_some_and(|&byte| is_blank(byte)) {
            self.at += 1;
        }
        self.at == self.bytes.len()
    }

    /// The next token, any bytes.
    ///
    /// # Errors
    /// [`JudgeError::Ended`] if there is none.
    pub fn token(&mut self, expected: impl Display) -> Result<&'a [u8], JudgeError> {
        if self.at_end() {
            return Err(self.ended(expected));
        }
        let start = self.at;
        let length = self.bytes[start..].iter().position(|&byte| is_blank(byte));
        self.at = length.map_or(self.bytes.len(), |length| start + length);
        self.last = Some((start, self.at));
        Ok(&self.bytes[start..self.at])
    }

    /// The next token as a number of any length.
    ///
    /// # Errors
    /// If there is none, or it is anything but decimal digits, or longer than
    /// [`MAX_DIGITS`] digits.
    pub fn nat(&mut self, expected: impl Display) -> Result<Nat, JudgeError> {
        let token = self.token(&expected)?;
        if let Some(word) = short(token) {
            return Ok(Nat::from(word));
        }
        if !token.iter().all(u8::is_ascii_digit) {
            return Err(self.unexpected(expected));
        }
        if token.len() > MAX_DIGITS {
            return Err(self.limit(format!(
                "{expected} has {} digits; numbers of up to {MAX_DIGITS} digits are read",
                token.len()
            )));
        }
        let digits = std::str::from_utf8(token).expect("digits are ASCII");
        Nat::from_str_radix(digits, 10).map_err(|_| self.unexpected(expected))
    }

    /// The next token as a number below 2^64: a count or a name, which nothing larger can be.
    ///
    /// # Errors
    /// If there is none, or it is anything else.
    pub fn word(&mut self, expected: impl Display) -> Result<u64, JudgeError> {
        let token = self.token(&expected)?;
        match short(token) {
            Some(word) => Ok(word),
            None if token.iter().all(u8::is_ascii_digit) => {
                let digits = std::str::from_utf8(token).expect("digits are ASCII");
                let wanted = format_args!("{expected} (a number below 2^64)");
                digits.parse().map_err(|_| self.unexpected(wanted))
            }
            None => Err(self.unexpected(expected)),
        }
    }

    /// The next token as a number of 64 bits with sign.
    ///
    /// # Errors
    /// If there is none, or it is anything else.
    pub fn int(&mut self, expected: impl Display) -> Result<i64, JudgeError> {
        let token = self.token(&expected)?;
        if let Some(number) = short(token).and_then(|word| i64::try_from(word).ok()) {
            return Ok(number);
        }
        let digits = token.strip_prefix(b"-").unwrap_or(token);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(self.unexpected(expected));
        }
        let number = std::str::from_utf8(token).ok().and_then(|text| text.parse().ok());
        number.ok_or_else(|| self.unexpected(format_args!("{expected} (a number of 64 bits)")))
    }

    /// The number that begins the next case of an input closed by 0. `None` at that 0, after
    /// which nothing is read, and at the end of an input that lacks it.
    ///
    /// # Errors
    /// As [`word`](Self::word), but for the end of the input.
    pub fn word_until_zero(&mut self, expected: impl Display) -> Result<Option<u64>, JudgeError> {
        if self.at_end() {
            return Ok(None);
        }
        Ok(Some(self.word(expected)?).filter(|&word| word != 0))
    }

    /// `count` numbers; `name` says what the one of a given index (from 1) is.
    ///
    /// The memory used is proportional to what stands in the input, not to `count`.
    ///
    /// # Errors
    /// As [`nat`](Self::nat).
    pub fn nats(&mut self, count: u64, name: &str) -> Result<Vec<Nat>, JudgeError> {
        let mut list = Vec::new();
        for i in 1..=count {
            list.push(self.nat(format_args!("{name} {i} of {count}"))?);
        }
        Ok(list)
    }

    /// Nothing may follow: a wrong count earlier must not go unnoticed.
    ///
    /// # Errors
    /// [`JudgeError::Malformed`] if something does.
    pub fn end(&mut self) -> Result<(), JudgeError> {
        if self.at_end() {
            return Ok(());
        }
        self.token("the end of the input")?;
        Err(self.unexpected("the end of the input"))
    }

    /// An error about the last token: it is not what it must be.
    pub fn unexpected(&self, expected: impl Display) -> JudgeError {
        let (start, end) = self.last.unwrap_or((0, 0));
        JudgeError::Malformed {
            line: self.line(start),
            expected: expected.to_string(),
            found: shown(&self.bytes[start..end]),
        }
    }

    /// An error about what has just been read: it describes no position.
    pub fn invalid(&self, message: impl Into<String>) -> JudgeError {
        JudgeError::Invalid { line: self.last_line(), message: message.into() }
    }

    /// An error about what has just been read: it is too large.
    pub fn limit(&self, message: impl Into<String>) -> JudgeError {
        JudgeError::Limit { line: self.last_line(), message: message.into() }
    }

    /// The line of the last token, from 1.
    pub fn last_line(&self) -> usize {
        self.line(self.last.map_or(0, |(start, _)| start))
    }

    fn ended(&self, expected: impl Display) -> JudgeError {
        let after = match self.last {
            None => "is empty".to_owned(),
            Some((start, end)) => {
                let token = shown(&self.bytes[start..end]);
                format!("ends after \"{token}\" in line {}", self.line(start))
            }
        };
        JudgeError::Ended { after, expected: expected.to_string() }
    }

    /// The line of a byte: line feeds count, and carriage returns that no line feed follows.
    fn line(&self, offset: usize) -> usize {
        let before = &self.bytes[..offset];
        let is_end = |i: &usize| match before[*i] {
            b'\n' => true,
            b'\r' => self.bytes.get(i + 1) != Some(&b'\n'),
            _ => false,
        };
        1 + (0..offset).filter(is_end).count()
    }
}

/// A number of at most 19 digits: it cannot overflow.
fn short(token: &[u8]) -> Option<u64> {
    if token.len() > 19 {
        return None;
    }
    token.iter().try_fold(0u64, |number, &byte| {
        let digit = byte.wrapping_sub(b'0');
        (digit < 10).then(|| number * 10 + u64::from(digit))
    })
}

fn shown(token: &[u8]) -> String {
    let text = String::from_utf8_lossy(&token[..token.len().min(4 * SHOWN)]);
    let mut short: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().count() > SHOWN {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message<T>(result: Result<T, JudgeError>) -> String {
        result.err().expect("an error").to_string()
    }

    #[test]
    fn every_kind_of_white_space_separates() {
        let text = b"\xEF\xBB\xBF \r\n\t007\x0B12\x0C\r\r3\n\n18446744073709551615 \x1A\n";
        let mut tokens = Tokens::new(text);
        for expected in [7, 12, 3, u64::MAX] {
            assert_eq!(tokens.word("a number").unwrap(), expected);
        }
        assert!(tokens.at_end());
        assert!(tokens.end().is_ok());
    }

    #[test]
    fn numbers_have_any_length_and_never_wrap() {
        let long = "9".repeat(50);
        assert_eq!(Tokens::new(long.as_bytes()).nat("n").unwrap().to_string(), long);
        let padded = format!("{}5", "0".repeat(40));
        assert_eq!(Tokens::new(padded.as_bytes()).nat("n").unwrap(), Nat::from(5u8));
        assert_eq!(Tokens::new(padded.as_bytes()).word("n").unwrap(), 5);
        assert_eq!(
            message(Tokens::new(b"\n18446744073709551616").word("the number of heaps")),
            "line 2: expected the number of heaps (a number below 2^64), \
             found \"18446744073709551616\""
        );
        let endless = "1".repeat(MAX_DIGITS + 1);
        assert!(message(Tokens::new(endless.as_bytes()).nat("heap 1")).contains("1000001 digits"));
    }

    #[test]
    fn errors_say_where_and_what() {
        let mut tokens = Tokens::new(b"2\r\n5\r\n\rx\n");
        assert_eq!(tokens.word("n").unwrap(), 2);
        assert_eq!(message(tokens.nats(2, "heap")), "line 4: expected heap 2 of 2, found \"x\"");
        assert_eq!(message(Tokens::new(b" \n").word("n")), "the input is empty, expected n");
        let mut tokens = Tokens::new(b"1\n3 ");
        assert_eq!(
            message(tokens.nats(3, "heap")),
            "the input ends after \"3\" in line 2, expected heap 3 of 3"
        );
        for bad in ["-1", "+1", "1.0", "1e5", "1,2", "0x1", "\u{661}", "\u{0}"] {
            assert!(Tokens::new(bad.as_bytes()).nat("n").is_err(), "{bad}");
            assert!(Tokens::new(bad.as_bytes()).word("n").is_err(), "{bad}");
        }
        assert!(message(Tokens::new(&[0xFF; 900]).word("n")).chars().count() < 100);
        assert_eq!(
            message(Tokens::new(b"3 4").end()),
            "line 1: expected the end of the input, found \"3\""
        );
    }

    #[test]
    fn a_terminator_may_be_missing() {
        let mut tokens = Tokens::new(b"4 0 junk");
        assert_eq!(tokens.word_until_zero("n").unwrap(), Some(4));
        assert_eq!(tokens.word_until_zero("n").unwrap(), None);
        assert_eq!(Tokens::new(b"  ").word_until_zero("n").unwrap(), None);
        assert!(Tokens::new(b"junk").word_until_zero("n").is_err());
    }
}
