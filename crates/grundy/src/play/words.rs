//! Typed text as words: full-width forms, arrows, number words and Chinese in one alphabet.

use crate::nat::{self, Nat};
use crate::syntax::ascii_twin;

/// A word, a number or a sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A number in digits or words.
    Number(Nat),
    /// A word in small letters.
    Word(String),
    /// Any other character.
    Sign(char),
    /// `->`
    Arrow,
}

/// Text in ASCII where it has a twin there, arrows and dashes of every kind as `->` and `-`, without
/// quotation marks.
pub(super) fn ascii(text: &str) -> String {
    let twin = |c| match c {
        '→' | '⇒' | '⟶' | '➜' | '↦' => Some("->"),
        '−' | '–' | '—' | '‐' | '‑' => Some("-"),
        '×' | '✕' => Some("x"),
        '№' => Some("#"),
        '。' | '．' => Some("."),
        '"' | '\'' | '“' | '”' | '‘' | '’' | '＂' | '「' | '」' => Some(""),
        _ => None,
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match twin(c) {
            Some(text) => out.push_str(text),
            None => out.push(ascii_twin(c)),
        }
    }
    let mut out = out.replace("=>", "->");
    while out.contains("-->") {
        out = out.replace("-->", "->");
    }
    out
}

/// Number words, in order.
const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// Ordinals, in order from the first.
const ORDINALS: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/// Before the number of an ordinal: `2nd` and `第2` are [`NTH`] and 2.
pub(super) const NTH: &str = "nth";

/// Chinese words as English ones; of two that fit the longer stands first.
const CHINESE: [(&str, &str); 50] = [
    ("棋子", ""),
    ("石子", ""),
    ("全部", "all"),
    ("所有", "all"),
    ("大小", "size"),
    ("拿走", "take"),
    ("取走", "take"),
    ("取出", "take"),
    ("取掉", "take"),
    ("拿掉", "take"),
    ("移走", "take"),
    ("移除", "take"),
    ("拿完", "take all"),
    ("取完", "take all"),
    ("拿光", "take all"),
    ("取光", "take all"),
    ("变成", "->"),
    ("变为", "->"),
    ("剩下", "leave"),
    ("剩余", "leave"),
    ("留下", "leave"),
    ("分成", "split into"),
    ("拆成", "split into"),
    ("分为", "split into"),
    ("选择", "choose"),
    ("中的", ""),
    ("里的", ""),
    ("第", NTH),
    ("堆", "heap"),
    ("行", "row"),
    ("排", "row"),
    ("列", "column"),
    ("拿", "take"),
    ("取", "take"),
    ("减", "take"),
    ("选", "choose"),
    ("从", "from"),
    ("到", "->"),
    ("剩", "leave"),
    ("留", "leave"),
    ("和", "and"),
    ("与", "and"),
    ("里", ""),
    ("中", ""),
    ("的", ""),
    ("个", ""),
    ("枚", ""),
    ("颗", ""),
    ("请", ""),
    ("把", ""),
];

/// The value of a Chinese digit; `十` is 10, `百` 100.
fn chinese_digit(c: char) -> Option<u32> {
    Some(match c {
        '零' | '〇' => 0,
        '一' => 1,
        '二' | '两' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        '十' => 10,
        '百' => 100,
        _ => return None,
    })
}

/// A Chinese number below 1000, as `二十三`; `None` if the digits are no number.
fn chinese_number(digits: &[u32]) -> Option<u32> {
    let (mut total, mut digit, mut unit) = (0, None, 1000);
    for (i, &next) in digits.iter().enumerate() {
        if next < 10 {
            if digit.is_some() {
                return None;
            }
            // A zero only fills a gap.
            digit = (next > 0 || digits.len() == 1).then_some(next);
        } else {
            let count = digit.take().or((i == 0).then_some(1))?;
            if next >= unit {
                return None;
            }
            unit = next;
            total += count * next;
        }
    }
    Some(total + digit.unwrap_or(0))
}

/// The words of a text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let text: Vec<char> = ascii(text).to_lowercase().chars().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&c) = text.get(at) {
        let run =
            |accepts: &dyn Fn(char) -> bool| text[at..].iter().take_while(|&&c| accepts(c)).count();
        if c.is_whitespace() {
            at += 1;
        } else if c.is_ascii_digit() {
            let length = run(&|c| c.is_ascii_digit());
            let digits: String = text[at..at + length].iter().collect();
            at += length;
            let suffix: String = text[at..].iter().take_while(|c| c.is_alphabetic()).collect();
            if ["st", "nd", "rd", "th"].contains(&&*suffix) {
                out.push(Token::Word(NTH.into()));
                at += suffix.len();
            }
            out.extend(nat::parse(&digits).map(Token::Number));
        } else if chinese_digit(c).is_some() {
            let length = run(&|c| chinese_digit(c).is_some());
            let digits: Vec<u32> =
                text[at..at + length].iter().filter_map(|&c| chinese_digit(c)).collect();
            at += length;
            out.push(match chinese_number(&digits) {
                Some(number) => Token::Number(number.into()),
                None => Token::Sign(c),
            });
        } else if let Some((chinese, english)) = CHINESE.iter().find(|(chinese, _)| {
            chinese.chars().eq(text[at..].iter().copied().take(chinese.chars().count()))
        }) {
            at += chinese.chars().count();
            out.extend(tokens(english));
        } else if c.is_ascii_alphabetic() {
            let length = run(&|c| c.is_ascii_alphabetic());
            let word: String = text[at..at + length].iter().collect();
            at += length;
            if let Some(number) = NUMBERS.iter().position(|&name| name == word) {
                out.push(Token::Number(number.into()));
            } else if let Some(place) = ORDINALS.iter().position(|&name| name == word) {
                out.push(Token::Word(NTH.into()));
                out.push(Token::Number((place + 1).into()));
            } else {
                out.push(Token::Word(word));
            }
        } else if c == '-' && text.get(at + 1) == Some(&'>') {
            at += 2;
            out.push(Token::Arrow);
        } else {
            at += 1;
            let ends = text[at..].iter().all(|c| c.is_whitespace() || ['.', '!'].contains(c));
            if !(ends && ['.', '!'].contains(&c)) {
                out.push(if c.is_alphanumeric() {
                    Token::Word(c.to_string())
                } else {
                    Token::Sign(c)
                });
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelt(text: &str) -> String {
        let spell = |token: Token| match token {
            Token::Number(number) => number.to_string(),
            Token::Word(word) => word,
            Token::Sign(sign) => sign.to_string(),
            Token::Arrow => "->".into(),
        };
        tokens(text).into_iter().map(spell).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn text_of_every_kind_becomes_words() {
        for (text, words) in [
            ("Take TWO, from heap3!", "take 2 , from heap 3"),
            ("３→１", "3 -> 1"),
            ("3 => 1.", "3 -> 1"),
            ("the 2nd heap", "the nth 2 heap"),
            ("third", "nth 3"),
            ("第２堆取３", "nth 2 heap take 3"),
            ("从第二十三堆拿走两个", "from nth 23 heap take 2"),
            ("把第十堆变成一百零五", "nth 10 heap -> 105"),
            ("2.5", "2 . 5"),
            ("r2c3", "r 2 c 3"),
            ("“a”", "a"),
            ("", ""),
        ] {
            assert_eq!(spelt(text), words, "{text}");
        }
        for (digits, number) in [
            ("零", Some(0)),
            ("十", Some(10)),
            ("二十", Some(20)),
            ("一百二十", Some(120)),
            ("二三", None),
            ("十百", None),
        ] {
            let digits: Vec<u32> = digits.chars().filter_map(chinese_digit).collect();
            assert_eq!(chinese_number(&digits), number, "{digits:?}");
        }
    }
}
