//! Words: lists of them, their prefixes (tries) and their substrings (suffix automata).

pub mod automaton;
pub mod list;
pub mod trie;

pub use automaton::Automaton;
pub use list::WordList;
pub use trie::Trie;

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

/// A move by the letters it appends, in words.
pub(crate) fn print_move(letters: impl Iterator<Item = char>) -> String {
    format!("append {}", quoted(&letters.collect::<String>()))
}
