//! Automata as flat tables, with a loop that reads digits.
//!
//! Where all words of digits are valid they are made by division. In other numeration systems the number
//! of a word is how many valid words of its length come before it, which is what the proof of the law
//! knows of numbers too: the words are found by counting.
//!
//! The value of a law of values is on a track of its own: all of its digits are tried, and for each state
//! one way to it is kept. That is enough, since no position has two values.

mod cpp;
mod java;
mod python;
mod rust;

use std::fmt::Write;

use super::Lang;
use super::lang::Form;
use super::style::Style;
use crate::automaton::Automaton;
use crate::numeration::System;

/// Values have at most so many digits more than the arguments, as everywhere in this crate.
const MORE_DIGITS: &str = "8";

/// How no more digits are said, where no value is told.
const NOTHING_MORE: [(&str, &str); 7] = [
    ("    length += 0;\n", ""),
    ("std::vector<int> row(0, 0);", "std::vector<int> row;"),
    ("unwrap_or(0) + 0;", "unwrap_or(0);"),
    ("(vec![0; 0], 0,", "(Vec::new(), 0,"),
    ("max(map(len, rows)) + 0", "max(map(len, rows))"),
    ("row, state = [0] * 0, 0", "row, state = [], 0"),
    ("[0 + count.size() - 1]", "[count.size() - 1]"),
];

/// The functions in a language, with holes that begin with @.
pub(super) struct Texts {
    /// The digits of numbers, zeros in front, so that all are as long.
    words: &'static str,
    /// The same by counts of valid words.
    counted_words: &'static str,
    /// The function for P-positions.
    outcome: &'static str,
    /// The function for values.
    value: &'static str,
    /// The number of a word.
    number: &'static str,
    /// The same by counts of valid words.
    counted_number: &'static str,
}

/// The function of an automaton over the arguments, and the value as the last track if there is one.
pub(super) fn function(
    relation: &Automaton,
    system: &System,
    names: &[String],
    style: &Style<'_>,
) -> String {
    let lang = style.lang;
    let texts = match lang {
        Lang::Cpp => &cpp::TEXTS,
        Lang::Rust => &rust::TEXTS,
        Lang::Python => &python::TEXTS,
        Lang::Java => &java::TEXTS,
    };
    let targets = |automaton: &Automaton| -> Vec<i64> {
        let dead = automaton.dead();
        let target = |&to: &u32| if Some(to) == dead { -1 } else { i64::from(to) };
        automaton.transitions().iter().map(target).collect()
    };
    let ends = |automaton: &Automaton| -> Vec<i64> {
        automaton.acceptance().iter().map(|&accepts| i64::from(accepts)).collect()
    };
    let positional = system.valid().is_universal();
    let (base, letters) = (relation.base(), relation.letters());
    let mark = lang.comment();
    let mut out = String::new();
    if lang == Lang::Cpp && !style.word {
        out.push_str("#include <algorithm>\n#include <vector>\n\n");
    }
    let next = style.constant("NEXT");
    let _ = writeln!(
        out,
        "{mark} {next}[state * {letters} + letter] is the next state, -1 if nothing can be accepted any \
         more;\n{mark} a letter is made of one digit of each number in base {base}."
    );
    out.push_str(&lang.table(&next, targets(relation).into_iter()));
    out.push_str(&lang.table(&style.constant("ACCEPTS"), ends(relation).into_iter()));
    if !positional {
        let _ = writeln!(
            out,
            "{mark} The valid words of the numeration system in the same way: a number is the word \
             with as many\n{mark} valid words of its length before it."
        );
        out.push_str(&lang.table(&style.constant("VALID"), targets(system.valid()).into_iter()));
        out.push_str(&lang.table(&style.constant("ENDS"), ends(system.valid()).into_iter()));
    }
    out.push('\n');
    if lang == Lang::Python && style.word {
        out.push('\n');
    }
    out.push_str(if positional { texts.words } else { texts.counted_words });
    out.push_str(if style.values { texts.value } else { texts.outcome });
    let holes = [
        ("@NUMBER", if positional { texts.number } else { texts.counted_number }.to_owned()),
        ("@SIGNATURE", style.signature(names)),
        ("@LETTERS", letters.to_string()),
        ("@STATES", relation.states().to_string()),
        ("@BASE", base.to_string()),
        ("@VALID", system.valid().states().to_string()),
        ("@MORE", if style.values { MORE_DIGITS } else { "0" }.to_owned()),
        ("@NAMES", names.join(", ")),
        ("@NONE", style.none().to_owned()),
        ("@TYPE", style.argument().to_owned()),
        ("@NEXT", next),
        ("@ACCEPTS", style.constant("ACCEPTS")),
        ("@TABLE", style.constant("VALID")),
        ("@ENDS", style.constant("ENDS")),
        ("@words", style.helper("words")),
        ("@counts", style.helper("counts")),
        ("@number", style.helper("number")),
        ("@Rows", style.helper("Rows")),
        ("@Count", style.helper("Count")),
    ];
    let out = holes.iter().fold(out, |text, (hole, with)| text.replace(hole, with));
    match style.values {
        true => out,
        false => NOTHING_MORE.iter().fold(out, |text, (what, with)| text.replace(what, with)),
    }
}
