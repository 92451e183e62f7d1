//! Lists of words, from files and from expressions.

use crate::context::Context;
use crate::source::{Origin, Source, ask_for_file, quoted};
use crate::syntax::{Arg, ArgKind, Args, ReadError, Span, join};
use std::fs::File;
use std::io::Read;

/// What stands behind every word: no byte of UTF-8.
const END: u8 = 0xff;

/// The most bytes that are read: places in the text are numbered in 30 bits.
const MAX_BYTES: usize = (1 << 30) - 1;

/// Words, one behind the other. Letters are Unicode scalar values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordList {
    /// The words in UTF-8, an [`END`] behind each.
    text: Vec<u8>,
    words: usize,
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
    /// If something else stands there, or as [`read`](Self::read); a file of 2^30 bytes or more,
    /// or beyond the limit of memory, is refused.
    pub fn of(args: &Args, context: &Context<'_>) -> Result<Typed, ReadError> {
        const FORM: &str = "words(\"ab\",\"ac\"; \"a\")";
        let source = Source::of(args, "words", FORM)?;
        let (current, span) = match &*source.rest {
            [] | [[]] => ("", source.span),
            [[arg]] => (text(arg)?, arg.span),
            _ => {
                return Err(ReadError::domain("one current word belongs here", source.whole)
                    .help(format!("expected at most one word after ';', as in {FORM}")));
            }
        };
        let list = match source.origin {
            Origin::File(path) => {
                ask_for_file(path, source.span, context)?;
                let io = |error| ReadError::io(format!("{path}: {error}"), source.span);
                let file = File::open(path).map_err(io)?;
                let size = file.metadata().map_err(io)?.len();
                if size <= MAX_BYTES as u64 {
                    context
                        .check_memory(size, || format!("reading {path}"))
                        .map_err(|stop| ReadError::stopped(&stop, source.span))?;
                }
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
        if list.is_too_long() {
            return Err(too_long(source.span));
        }
        Ok((list, current.to_owned(), span))
    }

    /// Reads one word a line; empty lines mean nothing. `name` stands for the input in errors.
    ///
    /// # Complexity
    /// A few passes over the bytes; no memory besides them.
    ///
    /// # Errors
    /// [`ErrorKind::Io`](crate::syntax::ErrorKind::Io) with file and line if a line is no UTF-8;
    /// [`ErrorKind::Limit`](crate::syntax::ErrorKind::Limit) past 2^30 - 1 bytes.
    ///
    /// ```
    /// use grundy::{syntax::Span, words::WordList};
    /// let list = WordList::read("w.txt", &b"ab\r\n\nac"[..], Span::default()).unwrap();
    /// assert_eq!(list.iter().collect::<Vec<_>>(), ["ab", "ac"]);
    /// let error = WordList::read("w.txt", &b"ab\n\xff"[..], Span::default()).unwrap_err();
    /// assert_eq!(error.message, "w.txt:2: expected UTF-8 text");
    /// ```
    pub fn read(name: &str, input: impl Read, span: Span) -> Result<Self, ReadError> {
        let mut text = Vec::new();
        let mut input = input.take(MAX_BYTES as u64 + 1);
        input
            .read_to_end(&mut text)
            .map_err(|error| ReadError::io(format!("{name}: {error}"), span))?;
        if text.len() > MAX_BYTES {
            return Err(too_long(span));
        }
        if let Err(error) = std::str::from_utf8(&text) {
            let valid = &text[..error.valid_up_to()];
            let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
            return Err(ReadError::io(format!("{name}:{line}: expected UTF-8 text"), span));
        }
        if !text.is_empty() && text.last() != Some(&b'\n') {
            text.push(b'\n');
        }
        let mut list = Self { file: Some(name.to_owned()), ..Self::default() };
        // Lines move to the front where something before them falls away.
        let mut at = 0;
        let mut from = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        while let Some(length) = text[from..].iter().position(|&byte| byte == b'\n') {
            let end = from + length;
            let word = if text[from..end].ends_with(b"\r") { from..end - 1 } else { from..end };
            if !word.is_empty() {
                let length = word.len();
                if at != from {
                    text.copy_within(word, at);
                }
                at += length;
                text[at] = END;
                at += 1;
                list.words += 1;
            }
            from = end + 1;
        }
        text.truncate(at);
        list.text = text;
        Ok(list)
    }

    /// Adds a word.
    pub fn push(&mut self, word: &str) {
        self.text.extend_from_slice(word.as_bytes());
        self.text.push(END);
        self.words += 1;
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.words == 0
    }

    /// The number of bytes, one for the end of each word included.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// The words in the order given.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let words = self.text.split(|&byte| byte == END).take(self.words);
        words.map(|word| std::str::from_utf8(word).expect("only UTF-8 was put in"))
    }

    /// Whether there are more bytes than are numbered.
    pub(crate) fn is_too_long(&self) -> bool {
        self.text.len() > MAX_BYTES
    }

    /// Whether all letters are of ASCII.
    pub(super) fn words_are_ascii(&self) -> bool {
        // Ends have the highest bit set as well.
        self.text.iter().filter(|byte| !byte.is_ascii()).count() == self.words
    }

    /// The words in UTF-8, the byte 0xff behind each.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.text
    }

    /// How the list is typed: the file in quotes, or `words("ab","ac"` without what closes it.
    pub(crate) fn head(&self) -> String {
        match &self.file {
            Some(file) => quoted(file),
            None => format!("words({}", join(self.iter().map(quoted), ",")),
        }
    }
}

impl<'a> FromIterator<&'a str> for WordList {
    fn from_iter<I: IntoIterator<Item = &'a str>>(words: I) -> Self {
        let mut list = Self::default();
        words.into_iter().for_each(|word| list.push(word));
        list
    }
}

fn too_long(span: Span) -> ReadError {
    ReadError::limit("these words are too long together", span)
        .help("fewer than 2^30 bytes are read")
}

/// The text an argument is.
fn text(arg: &Arg) -> Result<&str, ReadError> {
    match &arg.kind {
        ArgKind::Text(text) => Ok(text),
        _ => Err(ReadError::domain("this is not a word", arg.span)
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
                .map(|(list, word, _)| (list.head(), word))
        };
        let told = |head: &str, word: &str| Ok((head.to_owned(), word.to_owned()));
        assert_eq!(
            read("g(words(\"ab\",\"\\\"\\\\\"; \"a\"))"),
            told("words(\"ab\",\"\\\"\\\\\"", "a")
        );
        assert_eq!(read("g(words())"), told("words(", ""));
        assert_eq!(read("g(words(\"\",\"é\"))"), told("words(\"\",\"é\"", ""));
        assert_eq!(read("g(words(\"ab\"); \"a\")"), told("words(\"ab\"", "a"));
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
        assert_eq!(list.head(), "\"w\"");
    }

    #[test]
    fn lines_of_every_kind_are_words() {
        for (text, words) in [
            ("", &[][..]),
            ("\n\r\n\n", &[]),
            ("ab\r\n\n\nc\r\r\nd\n", &["ab", "c\r", "d"]),
            ("\u{feff}", &[]),
            ("é\n\u{feff}\nx\0", &["é", "\u{feff}", "x\0"]),
        ] {
            let list = WordList::read("w", text.as_bytes(), Span::default()).unwrap();
            assert_eq!(list.iter().collect::<Vec<_>>(), words, "{text:?}");
            assert_eq!(list.len(), words.len());
        }
        for text in [&b"a\n\n\xc3"[..], b"x\r\n\ny\xff\nz", b"\n\n\xed\xa0\x80"] {
            let error = WordList::read("w", text, Span::default()).unwrap_err();
            assert_eq!(error.message, "w:3: expected UTF-8 text");
        }
    }
}
