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
    /// is, and so do the spaces before a line.
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
            let end = start + line.len();
            if let Some(found) = catalogue.translate(&line[indent..]) {
                out.push_str(&text[copied..start + indent]);
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
        let text = "nim(3)\n    no winning move\n\nno winning move\n";
        assert_eq!(Language::Chinese.sentence(text), "nim(3)\n    没有制胜步\n\n没有制胜步\n");
        let same = "nim(3)\n  nim(4)\n";
        assert!(matches!(Language::Chinese.sentence(same), Cow::Borrowed(text) if text == same));
    }
}
