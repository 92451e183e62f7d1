//! Stalks with something hanging at every vertex: the values of all beginnings of one.

use crate::context::{Context, Stop};

/// Up to this length the values are found one by one.
const MAX_TABLED_LENGTH: usize = 32;

/// The values of the stalks that end after 0, 1, … of the vertices in a row, seen from the root
/// (the colon principle): with g -> (g xor piece) + 1 for each vertex, from the last to the first.
/// `bits` is the number of bits that no value exceeds.
///
/// # Complexity
/// O(k bits) for k pieces: the beginnings are followed all at once, in a binary tree of their
/// values with the lowest bit at the root. There "xor" is a mark that is pushed down when needed,
/// and "+ 1" exchanges the branches on one way down.
///
/// # Errors
/// [`Stop`] at a limit or when cancelled.
pub fn beginnings(pieces: &[u32], bits: u32, context: &Context<'_>) -> Result<Vec<u32>, Stop> {
    if pieces.len() <= MAX_TABLED_LENGTH {
        let value = |end: usize| pieces[..end].iter().rev().fold(0, |g, piece| (g ^ piece) + 1);
        return Ok((0..=pieces.len()).map(value).collect());
    }
    const DOING: &str = "cutting the edges of a long cycle";
    let count = pieces.len() as u64;
    let nodes = (count * u64::from(bits)).min(2 << bits);
    context.check_memory(nodes * 20 + count * 8, || DOING.into())?;
    let mut values = Values::new(bits);
    let mut leaves = Vec::with_capacity(pieces.len());
    for (step, &piece) in (0u64..).zip(pieces.iter().rev()) {
        context.tick(DOING, step)?;
        leaves.push(values.insert_zero());
        values.nodes[0].flip ^= piece;
        values.increment();
    }
    let all = values.all();
    Ok([0].into_iter().chain(leaves.iter().rev().map(|&leaf| all[leaf as usize])).collect())
}

/// Different numbers, the lowest bit at the root.
struct Values {
    nodes: Vec<Node>,
    bits: u32,
}

#[derive(Clone, Copy, Default)]
struct Node {
    /// The numbers with a 0 and a 1 here; 0 if there are none.
    to: [u32; 2],
    /// What is still to be added as nim-sum to the numbers below, from this bit on.
    flip: u32,
}

impl Values {
    fn new(bits: u32) -> Self {
        Self { nodes: vec![Node::default()], bits }
    }

    /// The branches of a node, after pushing down what is to be added.
    fn branches(&mut self, at: u32, bit: u32) -> [u32; 2] {
        let Node { mut to, flip } = self.nodes[at as usize];
        if flip != 0 {
            if flip >> bit & 1 == 1 {
                to.swap(0, 1);
            }
            for child in to.into_iter().filter(|&child| child != 0) {
                self.nodes[child as usize].flip ^= flip;
            }
            self.nodes[at as usize] = Node { to, flip: 0 };
        }
        to
    }

    /// The leaf of a 0, which must be new.
    fn insert_zero(&mut self) -> u32 {
        let mut at = 0;
        for bit in 0..self.bits {
            let [mut next, _] = self.branches(at, bit);
            if next == 0 {
                next = self.nodes.len() as u32;
                self.nodes.push(Node::default());
                self.nodes[at as usize].to[0] = next;
            }
            at = next;
        }
        at
    }

    /// Adds 1 to all numbers.
    fn increment(&mut self) {
        let mut at = 0;
        for bit in 0..self.bits {
            let [zeros, ones] = self.branches(at, bit);
            self.nodes[at as usize].to = [ones, zeros];
            if ones == 0 {
                break;
            }
            at = ones;
        }
    }

    /// The number at every leaf.
    fn all(&mut self) -> Vec<u32> {
        // What a node is, and its bit; nodes come before those below them.
        let mut all = vec![(0u32, 0u32); self.nodes.len()];
        for at in 0..self.nodes.len() {
            let (value, bit) = all[at];
            if bit < self.bits {
                let to = self.branches(at as u32, bit);
                for (digit, child) in (0..).zip(to).filter(|&(_, child)| child != 0) {
                    all[child as usize] = (value | digit << bit, bit + 1);
                }
            }
        }
        all.into_iter().map(|(value, _)| value).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_of_short_stalks() {
        let of = |pieces: &[u32]| beginnings(pieces, 3, &Context::default()).unwrap();
        assert_eq!(of(&[]), [0]);
        assert_eq!(of(&[0, 0, 0]), [0, 1, 2, 3]);
        // A loop at the first vertex.
        assert_eq!(of(&[1, 0, 0]), [0, 2, 1, 4]);
    }

    #[test]
    fn long_stalks_are_valued_like_short_ones() {
        let context = Context::default();
        let mut state = 7u32;
        for (length, greatest) in [(33, 1), (100, 3), (300, 200), (1000, 1 << 20), (500, 1)] {
            let pieces: Vec<u32> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 8) % greatest
                })
                .collect();
            let value = |end: usize| pieces[..end].iter().rev().fold(0, |g, p| (g ^ p) + 1);
            let expected: Vec<u32> = (0..=pieces.len()).map(value).collect();
            for bits in [22, 31] {
                assert_eq!(beginnings(&pieces, bits, &context).unwrap(), expected, "{length}");
            }
        }
    }
}
