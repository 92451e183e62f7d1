//! Words: lists of them, their prefixes (tries) and their substrings (suffix automata).

pub mod automaton;
pub mod list;
pub mod trie;

pub use automaton::Automaton;
pub use list::WordList;
pub use trie::Trie;

use crate::game::join;
use crate::source::quoted;

/// The mex of the values at `heads`; `met` holds for each value the last one who met it and `who`
/// must not have been there before.
fn mex(heads: &[u32], values: &[u32], met: &mut Vec<u32>, who: u32) -> u32 {
    for &head in heads {
        let value = values[head as usize] as usize;
        if met.len() <= value {
            met.resize(value + 1, u32::MAX);
        }
        met[value] = who;
    }
    met.iter().take_while(|&&by| by == who).count() as u32
}

/// The value of a word from the values that the letters behind it lead to, in words.
pub(crate) fn why(letters: impl Iterator<Item = (char, u32)>, value: u32) -> String {
    const SHOWN: usize = 30;
    let mut letters = letters.peekable();
    if letters.peek().is_none() {
        return "no listed word goes on from here, so the value is 0".to_owned();
    }
    let shown = letters.by_ref().take(SHOWN);
    let values =
        join(shown.map(|(letter, value)| format!("{} {value}", quoted(&letter.to_string()))), ", ");
    let more = if letters.peek().is_some() { ", …" } else { "" };
    format!(
        "the letters that may follow lead to these values: {values}{more}; the least number not among them is {value}"
    )
}

/// A move by the letters it appends, in words.
pub(crate) fn print_move(letters: impl Iterator<Item = char>) -> String {
    format!("append {}", quoted(&letters.collect::<String>()))
}
