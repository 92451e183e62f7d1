//! Grundy values of all diagrams within a board, where a move cuts a corner off.

use super::Ranks;
use super::steps::{Copied, copied, next};
use crate::context::{Context, Stop};

/// The Grundy values of the diagrams within a board: a move chooses a square other than the first
/// of the lowest row, and removes every square that is neither below nor left of it.
///
/// The diagrams are met in lexicographic order of their rows. To choose in row i of a diagram
/// leads to (prefix, j, min(higher rows, j)) for the j below the row's length x, where the prefix
/// are the rows below row i. So the values which the choices in that row lead to are those which
/// they led to from the diagram with x-1 in the place of x, and that diagram's own value. A set of
/// values is therefore kept for each row i and all choices of the higher rows, with what was found
/// under the present prefix: row i costs one set read and written instead of x values looked up.
/// Higher rows of which the lowest has x squares are met with row i of x squares first: when a row
/// grows to x, their sets are copied from those of the same rows cut to x-1.
///
/// The highest rows run through the same few diagrams again and again, so the places of their sets
/// are listed once; for the lower rows these diagrams' sets lie one after the other.
///
/// A set has `64 W` values; the rare diagrams with all of them among their options are looked at
/// option by option.
///
/// # Complexity
/// O(rows) set operations a diagram; a byte for each diagram (two if the board has more than 255
/// squares), and while they are found 8 W bytes for each diagram above each row: for an m by n
/// rectangle C(m+n, n) bytes and C(m+n, n+1) sets: fewer if m <= n.
///
/// # Literature
/// D. Gale, *A curious Nim-type game*, American Mathematical Monthly 81 (1974), for the game.
#[derive(Clone, Debug)]
pub struct CutValues {
    ranks: Ranks,
    values: Values,
}

#[derive(Clone, Debug)]
enum Values {
    Bytes(Box<[u8]>),
    Words(Box<[u16]>),
}

impl CutValues {
    /// The values of all diagrams within the board with these rows, which never increase and are
    /// not empty.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or at a limit. Memory is compared before anything is done, and so is
    /// the limit of positions, of which each allows a hundred diagrams with sets of one word: it is
    /// meant for searches, where a position takes as much time and memory as these.
    pub fn new(board: &[u16], context: &Context<'_>) -> Result<Self, Stop> {
        let squares: usize = board.iter().map(|&row| usize::from(row)).sum();
        let need = Need::of(board);
        let doing = || format!("filling a table of {} boards", need.boards);
        context.check_positions(need.boards.saturating_mul(words(squares)) / 100, || {
            format!("{}, about a hundred of which count as one position", doing())
        })?;
        context.check_memory(need.bytes, doing)?;
        let ranks = Ranks::new(board);
        let values = match words(squares) {
            1 => Values::Bytes(fill::<u8, 1>(&ranks, context)?),
            4 => Values::Bytes(fill::<u8, 4>(&ranks, context)?),
            8 => Values::Words(fill::<u16, 8>(&ranks, context)?),
            _ => Values::Words(fill::<u16, 32>(&ranks, context)?),
        };
        Ok(Self { ranks, values })
    }

    /// Bytes needed to find the values of a board; about a tenth of them are kept.
    pub fn bytes_needed(board: &[u16]) -> u64 {
        Need::of(board).bytes
    }

    /// The board that was asked for.
    pub fn board(&self) -> &[u16] {
        self.ranks.board()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        match &self.values {
            Values::Bytes(values) => values.len() as u64,
            Values::Words(values) => 2 * values.len() as u64,
        }
    }

    /// The value of a diagram that is not empty, if it lies within the board.
    pub fn get(&self, diagram: &[u16]) -> Option<u64> {
        if diagram.first().is_none_or(|&row| row == 0) || !self.ranks.contains(diagram) {
            return None;
        }
        let rank = self.ranks.rank(diagram);
        Some(match &self.values {
            Values::Bytes(values) => values[rank].into(),
            Values::Words(values) => values[rank].into(),
        })
    }
}

/// What a table takes; as much as can be said where it is too much.
struct Need {
    boards: u64,
    bytes: u64,
}

impl Need {
    fn of(board: &[u16]) -> Self {
        let squares: u64 = board.iter().map(|&row| u64::from(row)).sum();
        let beyond = Self { boards: u64::MAX, bytes: u64::MAX };
        if squares > 1 << 16 {
            return beyond;
        }
        // For each length of the row looked at: the diagrams above it.
        let mut above: Vec<u64> = vec![1];
        let mut sets = 0u64;
        for &row in board.iter().rev() {
            // Higher than its length, longer lengths of this row make no difference.
            let last = above[above.len() - 1];
            sets += last;
            above.resize(usize::from(row) + 1, last);
            let mut sum = 0u64;
            for ways in &mut above {
                sum += *ways;
                *ways = sum;
            }
            if sum > 1 << 45 {
                return beyond;
            }
        }
        let boards = above[above.len() - 1];
        let width = words(squares as usize);
        let each = if width <= 4 { 1 } else { 2 };
        // The lengths of the rows above a listed row, their places and copies are few.
        let listed = (LISTED * LISTED_ROWS * 32) as u64;
        let ranks = 16 * board.len() as u64 * (board.first().map_or(0, |&r| u64::from(r)) + 2);
        Self { boards, bytes: boards * each + sets * 8 * width + ranks + listed }
    }
}

/// Words of a set of values for boards of so many squares: values are mostly small.
fn words(squares: usize) -> u64 {
    match squares {
        0..=230 => 1,
        231..=256 => 4,
        257..=512 => 8,
        _ => 32,
    }
}

/// A set of values.
type Set<const W: usize> = [u64; W];

/// The highest rows, at most this many, whose diagrams are listed.
const LISTED_ROWS: usize = 5;

/// At most this many diagrams of the highest rows are listed.
const LISTED: usize = 1 << 13;

/// A cell that is always empty.
const NOTHING: u32 = 0;
/// A cell that is never read.
const UNREAD: u32 = 1;

/// Where the sets of a diagram of the listed rows are read and written in each of these rows.
#[derive(Clone, Copy)]
struct Place {
    from: u32,
    to: u32,
}

/// The diagrams of the highest rows, in order.
struct Listed {
    /// The first of the rows.
    first: usize,
    /// Their number.
    rows: usize,
    /// The lengths of the rows, diagram by diagram.
    lengths: Vec<u16>,
    /// The places of their sets, diagram by diagram.
    places: Vec<Place>,
    /// The copies to be made before a diagram is looked at: where they end for each diagram.
    copies_end: Vec<u32>,
    copies: Vec<Place>,
    /// How many sets there are.
    sets: usize,
}

impl Listed {
    fn new(ranks: &Ranks) -> Self {
        let board = ranks.board();
        let m = board.len();
        // At least one row is not listed.
        let mut first = m;
        let most = |k: usize| ranks.ways(k - 1, usize::from(board[k - 1]));
        while first > 1 && m - first < LISTED_ROWS && most(first - 1) <= LISTED {
            first -= 1;
        }
        let rows = m - first;
        let mut starts = Vec::new();
        let mut sets = 2;
        for (i, &row) in board.iter().enumerate().skip(first) {
            starts.push(sets);
            sets += ranks.ways(i, usize::from(row));
        }
        let mut listed = Self {
            first,
            rows,
            lengths: Vec::new(),
            places: Vec::new(),
            copies_end: Vec::new(),
            copies: Vec::new(),
            sets,
        };
        let mut lengths = vec![0u16; rows];
        loop {
            let mut rank = 0;
            let mut places = vec![Place { from: NOTHING, to: UNREAD }; rows];
            for i in (0..rows).rev() {
                let x = lengths[i];
                if x > 0 {
                    let at = (starts[i] + rank) as u32;
                    places[i] = Place { from: at, to: at };
                } else if i == 0 || lengths[i - 1] > 0 {
                    places[i].to = starts[i] as u32;
                }
                rank += ranks.weight(first + i, usize::from(x));
            }
            listed.places.extend(places);
            listed.lengths.extend_from_slice(&lengths);
            listed.copies_end.push(listed.copies.len() as u32);
            let bound = board[first - 1];
            let Some(grown) = next(&mut lengths, &board[first..], bound) else { break };
            for Copied { from, to, len } in copied(ranks, first + grown, lengths[grown]) {
                listed.copies.extend((0..len).map(|t| Place {
                    from: (starts[grown] + from + t) as u32,
                    to: (starts[grown] + to + t) as u32,
                }));
            }
        }
        listed
    }
}

/// What the lower rows need to read and write the sets of a block of diagrams.
struct Filler<'r, T, const W: usize> {
    ranks: &'r Ranks,
    listed: Listed,
    /// For each row below the listed ones, the sets for all diagrams above it.
    lower: Vec<Vec<Set<W>>>,
    /// Those of the listed rows.
    upper: Vec<Set<W>>,
    values: Vec<T>,
    /// The rows below the listed ones.
    prefix: Vec<u16>,
    /// Of the block: the values that options lead to, then the own value.
    block: Vec<Set<W>>,
    /// Where the sets of each row of the prefix start for the block.
    starts: Vec<usize>,
    /// Options that were looked at one by one; ten of these loads count as one move of a search.
    moves: u64,
    /// Diagrams whose options were.
    long: u64,
    seen: Vec<u64>,
}

fn fill<T: Copy + Default + TryFrom<usize> + Into<u64>, const W: usize>(
    ranks: &Ranks,
    context: &Context<'_>,
) -> Result<Box<[T]>, Stop> {
    let board = ranks.board();
    let listed = Listed::new(ranks);
    let first = listed.first;
    let squares: usize = board.iter().map(|&row| usize::from(row)).sum();
    let block = listed.copies_end.len();
    let mut filler = Filler {
        lower: (0..first).map(|i| vec![[0; W]; ranks.ways(i, usize::from(board[i]))]).collect(),
        upper: vec![[0; W]; listed.sets],
        values: vec![T::default(); ranks.count()],
        prefix: vec![0; first],
        block: vec![[0; W]; block],
        starts: vec![0; first],
        ranks,
        listed,
        moves: 0,
        long: 0,
        seen: vec![0; squares / 64 + 1],
    };
    let mut looked = 0;
    while let Some(grown) = next(&mut filler.prefix, &board[..first], u16::MAX) {
        for Copied { from, to, len } in copied(ranks, grown, filler.prefix[grown]) {
            filler.lower[grown].copy_within(from..from + len, to);
        }
        let rank = filler.block(context)?;
        if rank - looked >= 1 << 16 {
            looked = rank;
            context.look("filling a table of boards", rank as u64)?;
            context.check_moves(filler.moves / 10)?;
        }
    }
    Ok(filler.values.into_boxed_slice())
}

impl<T: Copy + Default + TryFrom<usize> + Into<u64>, const W: usize> Filler<'_, T, W> {
    /// Finds the values of the diagrams with the present prefix; the rank of the last of them.
    fn block(&mut self, context: &Context<'_>) -> Result<usize, Stop> {
        let (ranks, first) = (self.ranks, self.listed.first);
        let x = self.prefix[first - 1];
        let len = ranks.ways(first - 1, usize::from(x));
        let nonzero = self.prefix.iter().take_while(|&&row| row > 0).count();
        let mut above = 0;
        for (k, &row) in self.prefix.iter().enumerate().rev() {
            self.starts[k] = above;
            above += ranks.weight(k, usize::from(row));
        }
        let rank = above;
        let block = &mut self.block[..len];
        block.fill([0; W]);
        for (sets, &start) in self.lower.iter().zip(&self.starts).take(nonzero) {
            for (all, set) in block.iter_mut().zip(&sets[start..start + len]) {
                unite(all, set);
            }
        }
        self.values_of_block(rank, len, context)?;
        let block = &self.block[..len];
        for (sets, &start) in self.lower.iter_mut().zip(&self.starts).take(nonzero) {
            for (set, own) in sets[start..start + len].iter_mut().zip(block) {
                unite(set, own);
            }
        }
        if let Some(sets) = self.lower.get_mut(nonzero) {
            // The row after the last that is not empty: the only choice so far is none.
            sets[0] = block[0];
        }
        Ok(rank + len - 1)
    }

    /// From the union of the lower rows' sets: the values, and in the place of the union the own
    /// value as a set.
    fn values_of_block(
        &mut self,
        rank: usize,
        len: usize,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let rows = self.listed.rows;
        let mut copied = 0;
        for t in 0..len {
            let end = self.listed.copies_end[t] as usize;
            for copy in &self.listed.copies[copied..end] {
                self.upper[copy.to as usize] = self.upper[copy.from as usize];
            }
            copied = end;
            let places = &self.listed.places[t * rows..(t + 1) * rows];
            let mut all = self.block[t];
            let mut found = [[0; W]; LISTED_ROWS];
            for (place, found) in places.iter().zip(&mut found) {
                *found = self.upper[place.from as usize];
                unite(&mut all, found);
            }
            let (value, own) = match least_outside(&all) {
                Some(value) => (value, single(value)),
                None => (self.by_options(rank, t, context)?, [0; W]),
            };
            self.values[rank + t] = T::try_from(value).unwrap_or_default();
            self.block[t] = own;
            let places = &self.listed.places[t * rows..(t + 1) * rows];
            for (place, found) in places.iter().zip(&found) {
                let to = &mut self.upper[place.to as usize];
                *to = *found;
                unite(to, &own);
            }
        }
        Ok(())
    }

    /// The value of a diagram from those of its options, one by one.
    #[cold]
    fn by_options(&mut self, rank: usize, t: usize, context: &Context<'_>) -> Result<usize, Stop> {
        let rows = self.listed.rows;
        let listed = &self.listed.lengths[t * rows..(t + 1) * rows];
        let diagram: Vec<usize> =
            self.prefix.iter().chain(listed).map(|&row| usize::from(row)).collect();
        self.seen.fill(0);
        let rank = rank + t;
        for x in 0..diagram[0] {
            // What the rows above are worth as they are, and cut to x.
            let (mut whole, mut cut) = (0, 0);
            for (k, &row) in diagram.iter().enumerate().rev() {
                whole += self.ranks.weight(k, row);
                cut += self.ranks.weight(k, row.min(x));
                if row > x && (k, x) != (0, 0) {
                    let value: u64 = self.values[rank - whole + cut].into();
                    self.seen[value as usize / 64] |= 1 << (value % 64);
                    self.moves += 1;
                }
            }
        }
        self.long += 1;
        context.tick("filling a table of boards", self.long)?;
        let word = self.seen.iter().position(|&word| word != u64::MAX).unwrap_or(0);
        Ok(64 * word + self.seen[word].trailing_ones() as usize)
    }
}

#[inline(always)]
fn unite<const W: usize>(all: &mut Set<W>, set: &Set<W>) {
    for (all, word) in all.iter_mut().zip(set) {
        *all |= word;
    }
}

#[inline(always)]
fn least_outside<const W: usize>(set: &Set<W>) -> Option<usize> {
    let word = set.iter().position(|&word| word != u64::MAX)?;
    Some(64 * word + set[word].trailing_ones() as usize)
}

#[inline(always)]
fn single<const W: usize>(value: usize) -> Set<W> {
    let mut set = [0; W];
    set[value / 64] = 1 << (value % 64);
    set
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::mex;
    use std::collections::HashMap;

    /// By the definition, for the diagram and all it leads to.
    fn plain(diagram: &[u16], known: &mut HashMap<Vec<u16>, u64>) -> u64 {
        if let Some(&value) = known.get(diagram) {
            return value;
        }
        let mut values = Vec::new();
        for (y, &row) in diagram.iter().enumerate() {
            for x in u16::from(y == 0)..row {
                let cut = |(k, &r): (usize, &u16)| if k < y { r } else { r.min(x) };
                let left: Vec<u16> =
                    diagram.iter().enumerate().map(cut).filter(|&r| r > 0).collect();
                values.push(plain(&left, known));
            }
        }
        let value = mex(values);
        known.insert(diagram.to_vec(), value);
        value
    }

    #[track_caller]
    fn check(board: &[u16]) {
        let values = CutValues::new(board, &Context::default()).unwrap();
        let mut known = HashMap::new();
        plain(board, &mut known);
        assert_eq!(known.len() as u64 + 1, Need::of(board).boards);
        for (diagram, value) in known {
            assert_eq!(values.get(&diagram), Some(value), "{diagram:?} within {board:?}");
        }
        assert_eq!(values.get(&[]), None);
    }

    #[test]
    fn the_table_is_the_definition() {
        let boards: [&[u16]; 16] = [
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
            // No row, one row, or nearly all rows but the lowest are listed.
            &[12, 11, 4],
            &[30, 20],
            &[7, 7, 6, 6, 5, 5, 4, 1],
            &[5, 4, 3, 2, 1],
        ];
        boards.into_iter().for_each(check);
    }

    #[test]
    fn sets_may_be_too_small_and_longer_ones_agree() {
        // Long rows have values of 64 and more, which sets of one word do not hold.
        check(&[90, 90]);
        check(&[240]);
        // Sets of 4, 8 and 32 words.
        check(&[120, 120]);
        check(&[300]);
        check(&[700]);
        check(&[180, 170]);
        let ranks = Ranks::new(&[40, 40, 40]);
        let few = fill::<u16, 1>(&ranks, &Context::default()).unwrap();
        let many = fill::<u16, 4>(&ranks, &Context::default()).unwrap();
        assert!(few.iter().any(|&value| value >= 64));
        assert_eq!(few, many);
    }

    #[test]
    fn limits_are_compared_first() {
        let mut context = Context::default();
        context.limits.memory = 1 << 20;
        let stop = CutValues::new(&[12; 12], &context).unwrap_err();
        assert!(stop.to_string().contains("--max-memory"), "{stop}");
        let few = Context::new(crate::context::Limits::default().with_positions(10_000));
        let stop = CutValues::new(&[12; 12], &few).unwrap_err();
        assert!(stop.to_string().contains("--max-positions"), "{stop}");
        for board in [&[60_000, 60_000][..], &[1000; 1000], &[u16::MAX; 9]] {
            assert!(CutValues::new(board, &Context::default()).is_err());
        }
        let flag = std::sync::atomic::AtomicBool::new(true);
        let stopped = CutValues::new(&[12; 12], &Context::default().with_cancel(&flag));
        assert_eq!(stopped.err(), Some(Stop::Cancelled));
        assert!(CutValues::bytes_needed(&[14; 14]) < 400 << 20);
    }

    #[test]
    fn example_of_new() {
        use crate::theory::young::CutValues;
        let values = CutValues::new(&[3, 3, 3], &Default::default()).unwrap();
        assert_eq!(values.get(&[3, 1, 1]), Some(0));
        assert_eq!(values.get(&[3, 3]), Some(4));
        assert_eq!(values.get(&[4]), None);
    }
}
