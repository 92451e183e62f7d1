//! Rules: what may be played. A position's options are sums of positions or immediate wins.

use crate::context::{Context, Stop};
use std::fmt::Debug;
use std::hash::Hash;

/// The value of a position that need not be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FreeValue {
    /// This number.
    Number(u64),
    /// Some move wins, whatever is beside it.
    Loony,
}

/// The bare rules of an impartial game.
///
/// Play must end from every position, unless the rules say that they are
/// [loopy](Ruleset::is_loopy). A position is one *part* of a sum; splitting is no special
/// case, because every option is a sum (of zero, one or more positions of the same rules).
///
/// ```
/// use grundy::ruleset::{Full, Options, Ruleset};
/// /// Kayles: knock down one pin or two neighbouring ones.
/// struct Kayles;
/// impl Ruleset for Kayles {
///     type Position = u64;
///     fn options(&self, &n: &u64, out: &mut Options<u64>) -> Result<(), Full> {
///         for taken in 1..=n.min(2) {
///             for left in 0..=(n - taken) / 2 {
///                 out.push([left, n - taken - left])?;
///             }
///         }
///         Ok(())
///     }
/// }
/// let value = grundy::solve::grundy_value(&Kayles, &12, &Default::default()).unwrap();
/// assert_eq!(value.number(), Some(4));
/// ```
pub trait Ruleset {
    /// A position; equality must mean "plays the same, as written".
    type Position: Clone + Eq + Hash + Ord + Debug + Send + Sync + 'static;

    /// Pushes every move of `position`, each exactly once.
    ///
    /// # Errors
    /// [`Full`] as soon as a push returns it, or if the rules are wrong in this position: then
    /// [`fault`](Self::fault) says so.
    fn options(
        &self,
        position: &Self::Position,
        out: &mut Options<Self::Position>,
    ) -> Result<(), Full>;

    /// The same for rules that may take long for a single position: they look at the clock, and end
    /// with [`Full`] when `context` says so; [`fault`](Self::fault) then tells once why.
    ///
    /// # Errors
    /// As [`options`](Self::options).
    fn options_within(
        &self,
        position: &Self::Position,
        out: &mut Options<Self::Position>,
        _context: &Context<'_>,
    ) -> Result<(), Full> {
        self.options(position, out)
    }

    /// Whether [`is_loopy`](Self::is_loopy) may say yes. Searches of loopy rules are compiled for
    /// these rules only.
    const MAY_LOOP: bool = false;

    /// Whether [`entails`](Self::entails) may say yes. Searches of entailing moves are compiled for
    /// these rules only.
    const MAY_ENTAIL: bool = false;

    /// Whether some move of these rules may win at once ([`Options::push_win`]): two equal parts of which one may
    /// be won at once are not worth 0 together.
    const MAY_WIN: bool = false;

    /// Whether play may go on for ever; then it is a draw. Only where [`MAY_LOOP`](Self::MAY_LOOP) says so.
    fn is_loopy(&self) -> bool {
        Self::MAY_LOOP
    }

    /// Whether some moves entail: a move that leaves a position in which the other player has to answer
    /// ([`is_entailed`](Self::is_entailed)). Only where [`MAY_ENTAIL`](Self::MAY_ENTAIL) says so.
    fn entails(&self) -> bool {
        Self::MAY_ENTAIL
    }

    /// Whether the position must be answered: while a sum has such parts, a move is made in one of them,
    /// and a player who has none there has no move. Only where [`entails`](Self::entails) says so.
    fn is_entailed(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The value of a position that need not be answered, where the rules [entail](Self::entails) moves and it is found
    /// in another way than by listing all positions: the solver of such rules looks no further there.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn free_value(
        &self,
        _position: &Self::Position,
        _context: &Context<'_>,
    ) -> Result<Option<FreeValue>, Stop> {
        Ok(None)
    }

    /// A position that plays the same and is searched in the place of `position`, if there is one
    /// that many such positions share; it has no stand-in itself.
    ///
    /// Searches of sums meet fewer positions then. What is printed is never a stand-in, so its options
    /// must come in the order of those that they stand for.
    fn stand_in(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// A number that stands for `position` and for no other position of these rules, if it has
    /// one; without further effort, as it is asked for with every move.
    ///
    /// The search keeps numbered positions in a table of its own, which is faster, most of all
    /// where the numbers are small. Some positions may have a number and others none.
    ///
    /// ```
    /// use grundy::ruleset::{Full, Options, Ruleset};
    /// /// Coins on a row of squares; one hops to the nearest empty square at its right.
    /// struct Row;
    /// impl Ruleset for Row {
    ///     /// The coins as bits, the rightmost square first.
    ///     type Position = u32;
    ///     fn options(&self, &coins: &u32, out: &mut Options<u32>) -> Result<(), Full> {
    ///         for from in (1..32).filter(|from| coins >> from & 1 == 1) {
    ///             let empty = !coins & ((1 << from) - 1);
    ///             if let Some(to) = empty.checked_ilog2() {
    ///                 out.push([coins ^ 1 << from ^ 1 << to])?;
    ///             }
    ///         }
    ///         Ok(())
    ///     }
    ///     fn pack(&self, &coins: &u32) -> Option<u64> {
    ///         Some(coins.into())
    ///     }
    /// }
    /// let value = grundy::solve::grundy_value(&Row, &0b1101, &Default::default()).unwrap();
    /// assert_eq!(value.number(), Some(2));
    /// ```
    #[inline]
    fn pack(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// What is wrong with the rules themselves, if that is why [`options`](Self::options) answered
    /// [`Full`] (rules read from a text may divide by zero).
    fn fault(&self) -> Option<Stop> {
        None
    }

    /// Bytes a position holds on the heap, for the limit of memory.
    fn heap_bytes(&self, _position: &Self::Position) -> usize {
        0
    }
}

/// The receiver wants no more options: stop enumerating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// A stack of options, each a sum of positions or an immediate win, stored flat.
#[derive(Debug)]
pub struct Options<P> {
    positions: Vec<P>,
    /// Empty while `plain`.
    entries: Vec<Entry>,
    capacity: usize,
    /// Every option so far is one position without a tag: no entries are kept.
    plain: bool,
    /// `capacity` while `plain`, 0 otherwise: one comparison for both.
    plain_room: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Where the option's positions end.
    end: usize,
    tag: u64,
    wins: bool,
}

/// One option as the rules pushed it.
#[derive(Debug, PartialEq, Eq)]
pub struct OptionRef<'a, P> {
    /// The positions left, to be played as a sum.
    pub sum: &'a [P],
    /// What the rules say of the move besides its result (the edge, the letter, the factor).
    pub tag: u64,
    /// The move wins the game at once, whatever else is on the table.
    pub wins: bool,
}

impl<P> Clone for OptionRef<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<P> Copy for OptionRef<'_, P> {}

impl<P> Default for Options<P> {
    fn default() -> Self {
        Self::with_capacity_limit(usize::MAX)
    }
}

/// An option that is a sum of more positions is not listed: [`Full`].
const MAX_PARTS_OF_OPTION: usize = 1 << 20;

/// Nor is one where all options together would have more positions.
const MAX_PARTS_OF_OPTIONS: usize = 1 << 26;

impl<P> Options<P> {
    /// A stack that answers [`Full`] to the push after `capacity` options.
    pub fn with_capacity_limit(capacity: usize) -> Self {
        Self {
            positions: Vec::new(),
            entries: Vec::new(),
            capacity,
            plain: true,
            plain_room: capacity,
        }
    }

    /// Answers [`Full`] once `capacity` options are on the stack.
    pub fn set_capacity_limit(&mut self, capacity: usize) {
        self.capacity = capacity;
        self.set_plain(self.plain);
    }

    #[inline]
    fn set_plain(&mut self, plain: bool) {
        self.plain = plain;
        self.plain_room = if plain { self.capacity } else { 0 };
    }

    /// An option that leaves the sum of these positions.
    ///
    /// # Errors
    /// [`Full`] when the receiver wants no more.
    #[inline]
    pub fn push(&mut self, sum: impl IntoIterator<Item = P>) -> Result<(), Full> {
        self.push_tagged(0, sum)
    }

    /// An option with a tag that tells it from others with the same result.
    ///
    /// # Errors
    /// [`Full`] when the receiver wants no more.
    #[inline]
    pub fn push_tagged(&mut self, tag: u64, sum: impl IntoIterator<Item = P>) -> Result<(), Full> {
        self.push_entry(tag, sum, false)
    }

    /// A move that wins at once; `sum` is what it leaves on the table. Rules with such moves set
    /// [`MAY_WIN`](Ruleset::MAY_WIN).
    ///
    /// # Errors
    /// [`Full`] when the receiver wants no more.
    #[inline]
    pub fn push_win(&mut self, sum: impl IntoIterator<Item = P>) -> Result<(), Full> {
        self.push_entry(0, sum, true)
    }

    #[inline]
    fn push_entry(
        &mut self,
        tag: u64,
        sum: impl IntoIterator<Item = P>,
        wins: bool,
    ) -> Result<(), Full> {
        let mut sum = sum.into_iter();
        let start = self.positions.len();
        if start >= self.plain_room {
            return self.push_written(tag, sum, wins);
        }
        // Written for speed: this is what a search does most.
        match sum.next() {
            Some(first) if tag == 0 && !wins => {
                self.positions.push(first);
                let Some(second) = sum.next() else { return Ok(()) };
                self.positions.push(second);
            }
            first => self.positions.extend(first),
        }
        self.write_entries(start);
        self.write(start, sum, tag, wins)
    }

    /// The rest of the positions of an entry that begins at `start`, unless they are too many.
    fn write(
        &mut self,
        start: usize,
        mut sum: impl Iterator<Item = P>,
        tag: u64,
        wins: bool,
    ) -> Result<(), Full> {
        self.positions.extend(sum.by_ref().take(MAX_PARTS_OF_OPTION));
        if sum.next().is_some() || self.positions.len() > MAX_PARTS_OF_OPTIONS {
            self.positions.truncate(start);
            return Err(Full);
        }
        self.entries.push(Entry { end: self.positions.len(), tag, wins });
        Ok(())
    }

    /// As `push_entry`, where entries are kept or there is no room.
    fn push_written(
        &mut self,
        tag: u64,
        sum: impl Iterator<Item = P>,
        wins: bool,
    ) -> Result<(), Full> {
        if self.plain || self.entries.len() >= self.capacity {
            return Err(Full);
        }
        self.write(self.positions.len(), sum, tag, wins)
    }

    /// The first option that is not plain comes: entries for the `count` before it.
    #[cold]
    fn write_entries(&mut self, count: usize) {
        self.set_plain(false);
        self.entries.extend((1..=count).map(|end| Entry { end, tag: 0, wins: false }));
    }

    /// How many options there are.
    #[inline]
    pub fn len(&self) -> usize {
        if self.plain { self.positions.len() } else { self.entries.len() }
    }

    /// How many positions there is memory for.
    pub(crate) fn capacity(&self) -> usize {
        self.positions.capacity()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The options, in the order pushed.
    pub fn iter(&self) -> impl Iterator<Item = OptionRef<'_, P>> {
        self.iter_from(0)
    }

    /// The options from the `first`-th on.
    pub fn iter_from(&self, first: usize) -> impl Iterator<Item = OptionRef<'_, P>> {
        let mut start = self.end_of(first);
        (first..self.len()).map(move |i| {
            let entry =
                self.entries.get(i).copied().unwrap_or(Entry { end: i + 1, tag: 0, wins: false });
            let sum = &self.positions[start..entry.end];
            start = entry.end;
            OptionRef { sum, tag: entry.tag, wins: entry.wins }
        })
    }

    /// One option by its number.
    #[inline]
    pub(crate) fn get(&self, option: usize) -> OptionRef<'_, P> {
        let (start, entry) = match self.plain {
            true => (option, Entry { end: option + 1, tag: 0, wins: false }),
            false => (self.end_of(option), self.entries[option]),
        };
        OptionRef { sum: &self.positions[start..entry.end], tag: entry.tag, wins: entry.wins }
    }

    /// The positions of the options from the `first`-th on, if each of the options is one
    /// position without a tag.
    #[inline]
    pub(crate) fn plain_from(&self, first: usize) -> Option<&[P]> {
        if self.plain { self.positions.get(first..) } else { None }
    }

    /// Where the positions of the first `count` options end.
    fn end_of(&self, count: usize) -> usize {
        match count {
            _ if self.plain => count,
            0 => 0,
            _ => self.entries[count - 1].end,
        }
    }

    /// Forgets the options from the `first`-th on.
    pub fn truncate(&mut self, first: usize) {
        if !self.plain {
            if first > self.entries.len() {
                return;
            }
            let end = self.end_of(first);
            self.entries.truncate(first);
            self.positions.truncate(end);
            self.set_plain(first == 0);
        } else {
            self.positions.truncate(first);
        }
    }

    /// Forgets all options.
    pub fn clear(&mut self) {
        self.truncate(0);
    }
}
