//! The letters of a word list as small numbers.

use super::WordList;
use super::suffixes::Code;
use crate::context::{Context, Stop};

/// The words of a list one behind the other, each with an end mark behind it, a number a letter.
#[derive(Clone, Debug)]
pub(super) struct Text {
    pub codes: Codes,
    /// The letters of the numbers, ascending; of an ASCII text all of ASCII.
    letters: Vec<char>,
}

/// The numbers, in as many bits as they need.
#[derive(Clone, Debug)]
pub(super) enum Codes {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

impl Text {
    /// The text of a list. O(bytes).
    ///
    /// # Errors
    /// [`Stop`] at the limit of memory.
    pub fn of(list: WordList, context: &Context<'_>) -> Result<Self, Stop> {
        if list.words_are_ascii() {
            return Ok(Self {
                codes: Codes::Narrow(list.into_bytes()),
                letters: (0..128u8).map(char::from).collect(),
            });
        }
        let most = list.iter().flat_map(str::chars).max().unwrap_or('\0');
        let mut codes = vec![0u32; most as usize + 1];
        let mut count = list.len();
        for letter in list.iter().flat_map(str::chars) {
            codes[letter as usize] = 1;
            count += 1;
        }
        let letters: Vec<char> =
            ('\0'..=most).filter(|&letter| codes[letter as usize] != 0).collect();
        for (code, &letter) in (0..).zip(&letters) {
            codes[letter as usize] = code;
        }
        let narrow = letters.len() <= usize::from(u8::END);
        let bytes = count as u64 * if narrow { 1 } else { 4 };
        context.check_memory(list.bytes() as u64 + bytes, || "numbering letters".into())?;
        let code = |letter: char| codes[letter as usize];
        let codes = if narrow {
            Codes::Narrow(numbered(&list, count, |letter| code(letter) as u8))
        } else {
            Codes::Wide(numbered(&list, count, code))
        };
        Ok(Self { codes, letters })
    }

    /// The number of letters and end marks.
    pub fn len(&self) -> usize {
        match &self.codes {
            Codes::Narrow(codes) => codes.len(),
            Codes::Wide(codes) => codes.len(),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        match &self.codes {
            Codes::Narrow(codes) => codes.len() as u64,
            Codes::Wide(codes) => codes.len() as u64 * 4,
        }
    }

    /// The code at a place; that of an end mark is the greatest.
    #[inline]
    pub fn code(&self, place: usize) -> u32 {
        match &self.codes {
            Codes::Narrow(codes) if codes[place] == u8::END => u32::END,
            Codes::Narrow(codes) => codes[place].into(),
            Codes::Wide(codes) => codes[place],
        }
    }

    /// The letter of a code.
    pub fn letter(&self, code: u32) -> char {
        self.letters[code as usize]
    }

    /// The code of a letter that occurs.
    pub fn code_of(&self, letter: char) -> Option<u32> {
        self.letters.binary_search(&letter).ok().map(|code| code as u32)
    }

    /// The letters at `length` places from `start` on.
    pub fn spell(&self, start: usize, length: usize) -> String {
        (start..start + length).map(|place| self.letter(self.code(place))).collect()
    }

    /// Places of the end marks.
    pub fn ends(&self) -> Vec<u32> {
        fn ends<C: Code>(codes: &[C]) -> Vec<u32> {
            let all = (0..).zip(codes).filter(|(_, code)| **code == C::END);
            all.map(|(place, _)| place).collect()
        }
        match &self.codes {
            Codes::Narrow(codes) => ends(codes),
            Codes::Wide(codes) => ends(codes),
        }
    }
}

fn numbered<C: Code>(list: &WordList, count: usize, code: impl Fn(char) -> C) -> Vec<C> {
    let mut codes = Vec::with_capacity(count);
    for word in list.iter() {
        codes.extend(word.chars().map(&code));
        codes.push(C::END);
    }
    codes
}
