//! Lists of words, from files and from expressions.

use crate::context::Context;
use crate::game::join;
use crate::source::{Origin, Source, identity, quoted};
use crate::syntax::{Arg, ArgKind, Args, ReadError, Span};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};

/// Words, one behind the other. Letters are Unicode scalar values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordList {
    text: String,
    /// Where each word ends in the text.
    ends: Vec<usize>,
    /// The file they come from.
    pub file: Option<String>,
}

/// A word list with the word typed so far, and where it stands.
pub type Typed = (WordList, String, Span);

impl WordList {
    /// Reads `("file")` or `(words("ab","ac"))`, with the current word behind a `;` if there is
    /// one.
    ///
    /// # Errors
    /// If something else stands there, or as [`read`](Self::read).
    pub fn of(args: &Args, _: &Context<'_>) -> Result<Typed, ReadError> {
        const FORM: &str = "words(\"ab\",\"ac\"; \"a\")";
        let source = Source::of(args, "words", FORM)?;
        let (current, span) = match &*source.rest {
            [] | [[]] => ("", source.span),
            [[arg]] => (text(arg)?, arg.span),
            _ => {
                return Err(ReadError::domain("one current word stands here", source.whole)
                    .help(format!("expected at most one word after ';', as in {FORM}")));
            }
        };
        let list = match source.origin {
            Origin::File(path) => {
                let file = File::open(path)
                    .map_err(|error| ReadError::io(format!("{path}: {error}"), source.span))?;
                Self::read(path, file, source.span)?
            }
            Origin::Inline(words) => {
                let mut list = Self::default();
                for word in words {
                    list.push(text(word)?);
                }
                list
            }
        };
        // Three transitions a letter must be numbered in 32 bits.
        if list.text.len() > 1 << 30 {
            return Err(ReadError::limit("these words are too long together", source.span)
                .help("up to 2^30 bytes are read"));
        }
        Ok((list, current.to_owned(), span))
    }

    /// Reads one word a line; empty lines mean nothing. `name` stands for the input in errors.
    ///
    /// # Complexity
    /// One pass over the bytes, 8 bytes of memory a word besides the letters.
    ///
    /// # Errors
    /// [`ErrorKind::Io`](crate::syntax::ErrorKind::Io) with file and line if a line is no UTF-8.
    ///
    /// ```
    /// use grundy::{syntax::Span, words::WordList};
    /// let list = WordList::read("w.txt", &b"ab\r\n\nac"[..], Span::default()).unwrap();
    /// assert_eq!(list.iter().collect::<Vec<_>>(), ["ab", "ac"]);
    /// let error = WordList::read("w.txt", &b"ab\n\xff"[..], Span::default()).unwrap_err();
    /// assert_eq!(error.message, "w.txt:2: expected UTF-8 text");
    /// ```
    pub fn read(name: &str, input: impl Read, span: Span) -> Result<Self, ReadError> {
        let mut reader = BufReader::with_capacity(1 << 18, input);
        let mut list = Self { file: Some(name.to_owned()), ..Self::default() };
        let mut line = Vec::new();
        for number in 1u64.. {
            line.clear();
            let length = reader.read_until(b'\n', &mut line);
            if length.map_err(|error| ReadError::io(format!("{name}: {error}"), span))? == 0 {
                break;
            }
            let mut word = &line[..];
            if number == 1 {
                word = word.strip_prefix(b"\xef\xbb\xbf").unwrap_or(word);
            }
            word = word.strip_suffix(b"\n").unwrap_or(word);
            word = word.strip_suffix(b"\r").unwrap_or(word);
            let word = std::str::from_utf8(word).map_err(|_| {
                ReadError::io(format!("{name}:{number}: expected UTF-8 text"), span)
            })?;
            if !word.is_empty() {
                list.push(word);
            }
        }
        Ok(list)
    }

    /// Adds a word.
    pub fn push(&mut self, word: &str) {
        self.text.push_str(word);
        self.ends.push(self.text.len());
    }

    /// The words in the order given.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.ends.iter().scan(0, |start, &end| Some(&self.text[std::mem::replace(start, end)..end]))
    }

    /// All words one behind the other.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Arguments as they are typed: the file or list, and the current word unless it is empty.
    pub fn print(&self, current: &str) -> String {
        let tail =
            if current.is_empty() { String::new() } else { format!("; {}", quoted(current)) };
        match &self.file {
            Some(file) => format!("{}{tail}", quoted(file)),
            None => format!("words({}{tail})", join(self.iter().map(quoted), ",")),
        }
    }

    /// What tells this list from others, for [`Game::identity`](crate::game::Game::identity).
    pub fn identity(&self, game: &str) -> String {
        let list = if self.file.is_some() { String::new() } else { self.print("") };
        identity(game, self.file.as_deref(), &list)
    }
}

impl<'a> FromIterator<&'a str> for WordList {
    fn from_iter<I: IntoIterator<Item = &'a str>>(words: I) -> Self {
        let mut list = Self::default();
        words.into_iter().for_each(|word| list.push(word));
        list
    }
}

/// The text an argument is.
fn text(arg: &Arg) -> Result<&str, ReadError> {
    match &arg.kind {
        ArgKind::Text(text) => Ok(text),
        _ => Err(ReadError::domain("this is no word", arg.span)
            .help("expected words in quotes, as \"ab\"")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_printed() {
        let read = |text: &str| {
            let sum = crate::syntax::parse(text).unwrap();
            WordList::of(sum[0].args.as_ref().unwrap(), &Context::default())
                .map(|(list, word, _)| list.print(&word))
        };
        for text in ["words(\"ab\",\"\\\"\\\\\"; \"a\")", "words()", "words(\"\",\"é\")"] {
            assert_eq!(read(&format!("g({text})")).unwrap(), text);
        }
        assert_eq!(read("g(words(\"ab\"); \"a\")").unwrap(), "words(\"ab\"; \"a\")");
        for bad in ["g(words(a))", "g(words(\"a\"; 1))", "g(words(\"a\"; \"a\",\"b\"))", "g(\"\")"]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
        let error = read("g(\"no such file\"; \"a\")").unwrap_err();
        assert_eq!(error.kind, crate::syntax::ErrorKind::Io);
        assert!(error.message.starts_with("no such file: "));
    }

    #[test]
    fn a_mark_of_byte_order_is_no_letter() {
        let list = WordList::read("w", &b"\xef\xbb\xbfx y\n"[..], Span::default()).unwrap();
        assert_eq!(list.iter().collect::<Vec<_>>(), ["x y"]);
        assert_eq!(list.print("x"), "\"w\"; \"x\"");
    }
}
