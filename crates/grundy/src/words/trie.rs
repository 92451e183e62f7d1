//! The prefixes of a list of words as a tree.

use super::{WordList, mex};

/// A trie: node 0 is the empty word, every other node a prefix one letter longer than its parent.
///
/// Nodes are numbered in the order of the alphabet (a prefix before the longer word), so the
/// children of a node ascend with their letters.
///
/// ```
/// use grundy::words::{Trie, WordList};
/// let trie = Trie::new(&["ac", "ab", "b"].into_iter().collect::<WordList>());
/// let a = trie.find("a").unwrap();
/// assert_eq!(trie.children(a).len(), 2);
/// assert_eq!(trie.word(trie.children(a)[1]), "ac");
/// assert_eq!(trie.find("c"), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trie {
    parent: Vec<u32>,
    letter: Vec<char>,
    /// Where the children of each node start.
    starts: Vec<u32>,
    children: Vec<u32>,
}

impl Default for Trie {
    fn default() -> Self {
        Self::new(&WordList::default())
    }
}

impl Trie {
    /// The trie of these words. The words are sorted, then O(letters).
    pub fn new(list: &WordList) -> Self {
        let mut words: Vec<&str> = list.iter().collect();
        words.sort_unstable();
        let mut parent = vec![0];
        let mut letter = vec!['\0'];
        // The nodes of the prefixes of the word before.
        let mut path = vec![0u32];
        let mut before = "";
        for word in words {
            let mut letters = word.chars().zip(before.chars());
            let shared = letters.by_ref().take_while(|(a, b)| a == b).count();
            path.truncate(shared + 1);
            for c in word.chars().skip(shared) {
                let node = parent.len() as u32;
                parent.push(path[path.len() - 1]);
                letter.push(c);
                path.push(node);
            }
            before = word;
        }
        let mut starts = vec![0u32; parent.len() + 1];
        parent[1..].iter().for_each(|&p| starts[p as usize + 1] += 1);
        for node in 0..parent.len() {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut children = vec![0; parent.len() - 1];
        for (node, &p) in parent.iter().enumerate().skip(1) {
            children[next[p as usize] as usize] = node as u32;
            next[p as usize] += 1;
        }
        Self { parent, letter, starts, children }
    }

    /// The number of prefixes, the empty one among them.
    pub fn nodes(&self) -> usize {
        self.parent.len()
    }

    /// The prefixes one letter longer, by their last letters.
    pub fn children(&self, node: u32) -> &[u32] {
        let start = self.starts[node as usize] as usize;
        &self.children[start..self.starts[node as usize + 1] as usize]
    }

    /// The last letter of a prefix; meaningless for the empty one.
    pub fn letter(&self, node: u32) -> char {
        self.letter[node as usize]
    }

    /// The prefix.
    pub fn word(&self, mut node: u32) -> String {
        let mut letters = Vec::new();
        while node != 0 {
            letters.push(self.letter[node as usize]);
            node = self.parent[node as usize];
        }
        letters.iter().rev().collect()
    }

    /// The node of a word; `None` if it is no prefix. O(length log(alphabet)).
    pub fn find(&self, word: &str) -> Option<u32> {
        word.chars().try_fold(0, |node, c| {
            let children = self.children(node);
            let found = children.binary_search_by_key(&c, |&child| self.letter(child));
            found.ok().map(|i| children[i])
        })
    }

    /// The Grundy values of all nodes in the game of appending letters. O(letters).
    pub fn values(&self) -> Vec<u32> {
        let mut values = vec![0; self.nodes()];
        let mut met = Vec::new();
        for node in (0..self.nodes() as u32).rev() {
            values[node as usize] = mex(self.children(node), &values, &mut met, node);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_the_prefixes_in_the_order_of_the_alphabet() {
        let words = ["abc", "b", "ab", "", "aé", "abd", "b"];
        let trie = Trie::new(&words.into_iter().collect());
        let all: Vec<String> = (0..trie.nodes() as u32).map(|node| trie.word(node)).collect();
        assert_eq!(all, ["", "a", "ab", "abc", "abd", "aé", "b"]);
        for (node, word) in all.iter().enumerate() {
            assert_eq!(trie.find(word), Some(node as u32));
        }
        assert_eq!(trie.find("abcd"), None);
        assert_eq!(Trie::default().nodes(), 1);
    }

    #[test]
    fn a_word_of_a_million_letters_does_not_overflow_the_stack() {
        let word = "ab".repeat(500_000);
        let trie = Trie::new(&[&*word].into_iter().collect());
        assert_eq!(trie.values()[..2], [0, 1]);
        assert_eq!(trie.word(1_000_000), word);
    }
}
