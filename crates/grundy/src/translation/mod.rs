//! Sentences of the library in other languages: templates in English, each beside its translation.
//!
//! The library makes its sentences in English. Here a finished sentence is compared with templates
//! that have holes, as `the value is {1:n} mod 2 = {2:n}`, and what stands in the holes is put into
//! the template of the other language. A sentence without a template stays as it is.

mod catalogue;
mod chinese;
mod template;
mod width;

pub use catalogue::{Catalogue, CatalogueError, Translation};
pub use width::{char_width, pieces, width};

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

/// How a line of advice below an error begins.
const ADVICE: &str = "help: ";

/// A language that answers are told in.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Language {
    /// The language of the library.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Simplified Chinese.
    #[serde(rename = "zh")]
    Chinese,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// The two letters that name it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh",
        }
    }

    /// The templates; English needs none.
    pub fn catalogue(self) -> Option<&'static Catalogue> {
        match self {
            Self::English => None,
            Self::Chinese => Some(chinese::catalogue()),
        }
    }

    /// A text of the library in this language, line by line: a line without a template stays as it
    /// is, and so do the spaces before a line and a place as `file:3:14: `.
    ///
    /// O(length) for a line of any length.
    ///
    /// ```
    /// use grundy::translation::Language;
    /// let text = "no winning move";
    /// assert_eq!(Language::English.sentence(text), "no winning move");
    /// assert_eq!(Language::Chinese.sentence(text), "没有制胜步");
    /// assert_eq!(Language::Chinese.sentence("nim(3,4)"), "nim(3,4)");
    /// ```
    pub fn sentence(self, text: &str) -> Cow<'_, str> {
        let Some(catalogue) = self.catalogue() else { return Cow::Borrowed(text) };
        let mut out = String::new();
        // How much of the text is in `out`; nothing is copied before the first translation.
        let mut copied = 0;
        let mut start = 0;
        for line in text.split('\n') {
            let indent = line.len() - line.trim_start_matches(' ').len();
            let indent = indent + place(&line[indent..]);
            let end = start + line.len();
            let (head, told) = match line[indent..].strip_prefix(ADVICE) {
                Some(advice) => (ADVICE.trim_end(), advice),
                None => ("", &line[indent..]),
            };
            if let Some(found) = catalogue.translate(told) {
                out.push_str(&text[copied..start + indent]);
                out.push_str(&catalogue.translate(head).map_or(head.into(), |head| head.text));
                out.push_str(&found.text);
                copied = end;
            }
            start = end + 1;
        }
        if copied == 0 && out.is_empty() {
            return Cow::Borrowed(text);
        }
        out.push_str(&text[copied..]);
        Cow::Owned(out)
    }
}

/// The length of the place before a sentence, as `file:3:14: `, a name, a line and a column; 0 if there is none.
fn place(line: &str) -> usize {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_place = |head: &str| {
        let mut pieces = head.rsplit(':');
        let numbers = pieces.by_ref().take(2).filter(|piece| number(piece)).count();
        numbers == 2 && pieces.next().is_some_and(|name| !name.is_empty())
    };
    let mut ends = line.match_indices(": ").map(|(at, _)| at);
    ends.find(|&at| is_place(&line[..at])).map_or(0, |at| at + 2)
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Language {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|language| language.name() == text)
            .ok_or_else(|| "the languages are en and zh".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_read_as_they_are_printed() {
        for language in Language::ALL {
            assert_eq!(language.name().parse(), Ok(language));
        }
        assert!("fr".parse::<Language>().is_err());
    }

    #[test]
    fn lines_are_told_one_by_one_and_keep_their_indent() {
        let told = |text| Language::Chinese.sentence(text).into_owned();
        assert_eq!(told("my file:1:20: no winning move"), "my file:1:20: 没有制胜步");
        assert_eq!(told("--rule:x:20: no winning move"), "--rule:x:20: no winning move");
        assert_eq!(told(":1:20: no winning move"), ":1:20: no winning move");
        let text = "nim(3)\n    no winning move\n\nno winning move\n";
        assert_eq!(Language::Chinese.sentence(text), "nim(3)\n    没有制胜步\n\n没有制胜步\n");
        let same = "nim(3)\n  nim(4)\n";
        assert!(matches!(Language::Chinese.sentence(same), Cow::Borrowed(text) if text == same));
    }
}
