//! Who wins from each diagram within a board, where a move cuts a corner off: one bit a diagram.

use super::Ranks;
use super::steps::{Copied, copied, next};
use crate::context::{Context, Stop};

/// Which diagrams within a board are P-positions: a move chooses a square other than the first of the lowest
/// row, and removes every square that is neither below nor left of it.
///
/// The diagrams are met in the order and in the way of [`CutValues`](super::CutValues); a set of values has
/// become one bit: whether a choice in row i leads to a P-position. So the bits of all diagrams that share
/// their lower rows are found together, 64 at a time: those that no choice in a lower row decides are looked
/// at one after the other, and each that is a P-position decides all diagrams from which a choice in a higher
/// row leads to it; which these are is listed once. Of the diagrams that differ in the highest row alone at
/// most one is a P-position, so there are few.
///
/// # Complexity
/// C(m+n, n) bits for an m by n rectangle, as many again while they are found, and a few operations on words
/// for each choice of the lower rows.
///
/// # Literature
/// D. Gale, *A curious Nim-type game*, American Mathematical Monthly 81 (1974), for the game.
#[derive(Clone, Debug)]
pub struct CutOutcomes {
    ranks: Ranks,
    lost: Box<[u64]>,
}

/// At most this many diagrams of the highest rows are found together.
const MAX_TOGETHER: usize = 1 << 13;

/// So many diagrams count as one position of a search.
const DIAGRAMS_A_POSITION: u64 = 100;

/// The limits are looked at after so many blocks.
const STRIDE: u64 = 1 << 14;

impl CutOutcomes {
    /// The outcomes of all diagrams within the board with these rows, which never increase and are not empty.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or at a limit; memory and positions, of which each allows a hundred diagrams,
    /// are compared before anything is done.
    pub fn new(board: &[u16], context: &Context<'_>) -> Result<Self, Stop> {
        let boards = u64::try_from(Ranks::count_within(board)).unwrap_or(u64::MAX);
        let doing = || format!("filling a table of {boards} boards");
        context.check_positions(boards / DIAGRAMS_A_POSITION, || {
            format!("{}, about a hundred of which count as one position", doing())
        })?;
        context.check_memory(Self::bytes_needed(board), doing)?;
        let ranks = Ranks::new(board);
        let lost = fill(&ranks, context)?.into();
        Ok(Self { ranks, lost })
    }

    /// Bytes needed to find the outcomes of a board; about half of them are kept.
    pub fn bytes_needed(board: &[u16]) -> u64 {
        let ways = |rows: &[u16]| u64::try_from(Ranks::count_within(rows)).unwrap_or(u64::MAX) / 8;
        // Of the rows above each row, as long as they may be.
        let bits = (0..board.len()).fold(0u64, |sum, row| sum.saturating_add(ways(&board[row..])));
        bits.saturating_add((MAX_TOGETHER * MAX_TOGETHER / 8) as u64)
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        8 * self.lost.len() as u64
    }

    /// Whether the player to move from a diagram that is not empty loses, if it lies within the board.
    pub fn is_lost(&self, diagram: &[u16]) -> Option<bool> {
        if diagram.first().is_none_or(|&row| row == 0) || !self.ranks.contains(diagram) {
            return None;
        }
        let rank = self.ranks.rank(diagram);
        Some(self.lost[rank / 64] >> (rank % 64) & 1 == 1)
    }
}

/// Words for so many bits, and one more, which bits moved beyond the end fall into.
fn words(bits: usize) -> usize {
    bits / 64 + 2
}

/// 64 bits from this place on.
#[inline(always)]
fn at(bits: &[u64], place: usize) -> u64 {
    let (word, shift) = (place / 64, place % 64);
    // A shift by 64 in two steps.
    bits[word] >> shift | bits[word + 1] << 1 << (63 - shift)
}

/// The lowest `len` bits of a word, all if there are more.
#[inline(always)]
fn low(len: usize) -> u64 {
    if len >= 64 { u64::MAX } else { (1 << len) - 1 }
}

/// Adds bits from this place on to those of a block.
#[inline]
fn gather(block: &mut [u64], bits: &[u64], place: usize, len: usize) {
    for (i, word) in block[..len.div_ceil(64)].iter_mut().enumerate() {
        *word |= at(bits, place + 64 * i) & low(len - 64 * i);
    }
}

/// Adds the bits of a block to those from this place on.
#[inline]
fn spread(bits: &mut [u64], place: usize, block: &[u64], len: usize) {
    let shift = place % 64;
    for (i, &word) in block[..len.div_ceil(64)].iter().enumerate() {
        let first = place / 64 + i;
        bits[first] |= word << shift;
        bits[first + 1] |= word >> 1 >> (63 - shift);
    }
}

/// Copies bits to a place behind them.
fn copy(bits: &mut [u64], from: usize, to: usize, len: usize) {
    for i in (0..len).step_by(64) {
        let mask = low(len - i);
        let word = at(bits, from + i) & mask;
        let (first, shift) = ((to + i) / 64, (to + i) % 64);
        bits[first] = bits[first] & !(mask << shift) | word << shift;
        let beyond = mask >> 1 >> (63 - shift);
        bits[first + 1] = bits[first + 1] & !beyond | word >> 1 >> (63 - shift);
    }
}

/// The diagrams of the highest rows, in order.
struct Together {
    /// The first of the rows.
    first: usize,
    /// Words of the bits of all diagrams.
    words: usize,
    /// For each diagram those from which a choice in these rows leads to it, and itself.
    reached_from: Vec<u64>,
}

impl Together {
    fn new(ranks: &Ranks) -> Self {
        let board = ranks.board();
        let mut first = board.len();
        let most = |k: usize| ranks.ways(k - 1, usize::from(board[k - 1]));
        // At least one row is not among them.
        while first > 1 && most(first - 1) <= MAX_TOGETHER {
            first -= 1;
        }
        let rows = &board[first..];
        let count = most(first);
        let words = count.div_ceil(64);
        let mut reached_from = vec![0u64; count * words];
        let mut diagram = vec![0u16; rows.len()];
        for u in 0..count {
            reached_from[u * words + u / 64] |= 1 << (u % 64);
            for i in 0..rows.len() {
                for x in 0..diagram[i] {
                    let cut = |(k, &row): (usize, &u16)| if k < i { row } else { row.min(x) };
                    let left = diagram.iter().enumerate().map(cut);
                    let t: usize =
                        (first..).zip(left).map(|(k, row)| ranks.weight(k, row.into())).sum();
                    reached_from[t * words + u / 64] |= 1 << (u % 64);
                }
            }
            next(&mut diagram, rows, board[first - 1]);
        }
        Self { first, words, reached_from }
    }
}

/// One bit for each diagram: whether the player to move loses.
fn fill(ranks: &Ranks, context: &Context<'_>) -> Result<Vec<u64>, Stop> {
    let board = ranks.board();
    let together = Together::new(ranks);
    let first = together.first;
    let ways = |k: usize| ranks.ways(k, usize::from(board[k]));
    // For each lower row and all diagrams above it: whether a choice in the row leads to a P-position.
    let mut lower: Vec<Vec<u64>> = (0..first).map(|k| vec![0; words(ways(k))]).collect();
    let mut lost = vec![0u64; words(ranks.count())];
    let mut prefix = vec![0u16; first];
    let mut starts = vec![0usize; first];
    let mut block = vec![0u64; together.words];
    let mut own = vec![0u64; together.words];
    let mut blocks = 0u64;
    while let Some(grown) = next(&mut prefix, &board[..first], u16::MAX) {
        for Copied { from, to, len } in copied(ranks, grown, prefix[grown]) {
            copy(&mut lower[grown], from, to, len);
        }
        let len = ranks.ways(first - 1, usize::from(prefix[first - 1]));
        let nonzero = first - prefix.iter().rev().take_while(|&&row| row == 0).count();
        let mut rank = 0;
        for (k, &row) in prefix.iter().enumerate().rev() {
            starts[k] = rank;
            rank += ranks.weight(k, usize::from(row));
        }
        blocks += 1;
        if blocks.is_multiple_of(STRIDE) {
            context.look("filling a table of boards", rank as u64)?;
        }
        let used = len.div_ceil(64);
        block[..used].fill(0);
        own[..used].fill(0);
        for (bits, &start) in lower.iter().zip(&starts).take(nonzero) {
            gather(&mut block, bits, start, len);
        }
        for word in 0..used {
            loop {
                let open = !block[word] & low(len - 64 * word);
                if open == 0 {
                    break;
                }
                let bit = open.trailing_zeros() as usize;
                own[word] |= 1 << bit;
                let from = (64 * word + bit) * together.words;
                let decided = &together.reached_from[from + word..from + used];
                block[word..used].iter_mut().zip(decided).for_each(|(all, more)| *all |= more);
            }
        }
        for (bits, &start) in lower.iter_mut().zip(&starts).take(nonzero) {
            spread(bits, start, &own, len);
        }
        if let Some(bits) = lower.get_mut(nonzero) {
            // The row after the last that is not empty: the only choice so far is none.
            bits[0] = bits[0] & !1 | own[0] & 1;
        }
        spread(&mut lost, rank, &own, len);
    }
    Ok(lost)
}

#[cfg(test)]
mod tests {
    use super::super::CutValues;
    use super::*;

    /// All diagrams within a board that are not empty.
    fn diagrams(board: &[u16]) -> Vec<Vec<u16>> {
        let mut rows = vec![0; board.len()];
        std::iter::from_fn(|| next(&mut rows, board, u16::MAX).map(|_| rows.clone())).collect()
    }

    /// By the definition: no choice leads to a P-position.
    fn plain(diagram: &[u16], table: &CutOutcomes) -> bool {
        let choices = diagram
            .iter()
            .enumerate()
            .flat_map(|(y, &row)| (u16::from(y == 0)..row).map(move |x| (y, x)));
        let mut left = choices.map(|(y, x)| {
            let cut = |(k, &r): (usize, &u16)| if k < y { r } else { r.min(x) };
            diagram.iter().enumerate().map(cut).collect::<Vec<u16>>()
        });
        left.all(|left| table.is_lost(&left) == Some(false))
    }

    #[test]
    fn a_diagram_is_lost_if_no_choice_leads_to_a_lost_one() {
        let boards: [&[u16]; 17] = [
            &[1],
            &[9],
            &[1; 9],
            &[5, 5],
            &[2; 7],
            &[6; 4],
            &[5; 6],
            &[7; 7],
            &[8, 5, 5, 2, 1],
            &[6, 6, 6, 6, 3, 3, 1, 1],
            &[9, 1, 1, 1, 1, 1, 1, 1],
            &[2, 2, 2, 1, 1, 1, 1, 1],
            &[12, 11, 4],
            &[130, 100],
            &[70, 70, 9],
            &[7, 7, 6, 6, 5, 5, 4, 1],
            &[30, 25, 14, 3],
        ];
        for board in boards {
            let table = CutOutcomes::new(board, &Context::default()).unwrap();
            assert!(table.bytes() <= CutOutcomes::bytes_needed(board));
            for diagram in diagrams(board) {
                let lost = plain(&diagram, &table);
                assert_eq!(table.is_lost(&diagram), Some(lost), "{diagram:?} within {board:?}");
            }
            assert_eq!(table.is_lost(&[]), None);
        }
    }

    #[test]
    fn outcomes_are_those_of_the_values() {
        for board in [&[9u16; 9][..], &[12; 7], &[8; 10], &[14, 14, 13, 9, 9, 4, 4]] {
            let outcomes = CutOutcomes::new(board, &Context::default()).unwrap();
            let values = CutValues::new(board, &Context::default()).unwrap();
            for diagram in diagrams(board) {
                let lost = values.get(&diagram).map(|value| value == 0);
                assert_eq!(outcomes.is_lost(&diagram), lost, "{diagram:?} within {board:?}");
            }
        }
    }

    #[test]
    fn limits_are_compared_first() {
        let mut context = Context::default();
        context.limits.memory = 1 << 20;
        let stop = CutOutcomes::new(&[14; 14], &context).unwrap_err();
        assert!(stop.to_string().contains("--max-memory"), "{stop}");
        let few = Context::new(crate::context::Limits::default().with_positions(10_000));
        let stop = CutOutcomes::new(&[14; 14], &few).unwrap_err();
        assert!(stop.to_string().contains("--max-positions"), "{stop}");
        assert!(CutOutcomes::new(&[1000; 1000], &Context::default()).is_err());
    }
}
