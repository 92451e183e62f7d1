//! Values where moves may entail: the other player has to answer in the part that was moved in.
//!
//! # Rules
//! A position may be *entailed*. While a sum has entailed parts, a move is made in one of them, and a
//! player who has no move there has no move: he loses in normal play and wins in misère play. An
//! entailing move is one that leaves an entailed position. A sum is *free* if none of its parts is.
//!
//! # Theorem
//! Let each option of a position leave at most one entailed part. To every position G belongs a set
//! W(G) of numbers, finite or with a finite complement, and of the sign ∞, which belongs to W(G) just if
//! the set is infinite:
//!
//! - an option that leaves a free sum of the value v puts v into W(G), and nothing if v = ∞;
//! - an option that leaves the entailed part E and a free sum of the value v puts those x into W(G) of
//!   which x xor v is not in W(E), where anything xor ∞ is ∞.
//!
//! The value of a free position is the least number that is not in W(G), and ∞ (*loony*) if there is
//! none; that of a free sum is the nim-sum of the values, and ∞ if one of them is. Then in normal play
//!
//! - (A) a free sum is P just if its value is 0;
//! - (B) the sum of an entailed part E and a free sum of the value v is N just if v is in W(E).
//!
//! # Proof
//! By induction over all sums, with the length of play. First, finite sets do not hold ∞ and infinite
//! ones do: an ordinary option adds at most one number; an entailing one adds the complement of W(E),
//! moved by xor v, which is finite without ∞ or has a finite complement and ∞. For v = ∞ it adds all or
//! nothing.
//!
//! Call X a free sum of the value x. A move in the part G of G + X, be G entailed or not, leads to a P
//! position just if x is in the set that its option adds to W(G): if the option is free, of the value v,
//! by (A) just if x xor v = 0 and neither is ∞; if it is E and a free sum of the value v, by (B) just if
//! x xor v is not in W(E). So some move in G wins just if x is in W(G), which is (B).
//!
//! (A): let all values be numbers, t their nim-sum. If t = 0, the parts beside any part G have the nim-sum
//! v(G), which is not in W(G): no move wins. If t > 0, some part has v(G) xor t < v(G), and what is
//! less than v(G) is in W(G): a move there wins. If a part G is loony, W(G) holds all numbers, so it is
//! infinite and holds ∞: whatever the other parts are worth, a move in G wins. ∎
//!
//! A move that wins at once is one that entails an answer where there is no move.
//!
//! # Literature
//! E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* (1982), ch. 12 (*Games Eternal – Games
//! Entailed*); U. Larsson, R. J. Nowakowski, C. P. Santos, *Impartial games with entailing moves* (2021).

use super::Value;
use crate::context::{Context, LimitKind, Stop};
use crate::nat::{Nat, to_u64};
use crate::ruleset::{FreeValue, Full, OptionRef, Options, Ruleset};
use foldhash::fast::RandomState;
use hashbrown::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;

/// The values of the other parts beside which a move in a position wins: numbers, and the value of
/// sums with a loony part; finite, or with a finite complement.
///
/// ```
/// use grundy::solve::entailing::WinningSet;
/// let mut set = WinningSet::default();
/// set.insert(0);
/// set.insert(2);
/// assert_eq!((set.contains(2), set.mex(), set.contains_loony()), (true, Some(1), false));
/// // An entailing option to a position with this set, beside a part of value 1.
/// let mut above = WinningSet::default();
/// above.add_entailing(&set, 1);
/// assert_eq!((above.mex(), above.contains_loony()), (Some(1), true));
/// assert_eq!(above.to_string(), "ℕ∖{1,3}");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct WinningSet {
    /// The numbers that are not listed belong to it.
    cofinite: bool,
    /// The numbers listed, as bits; the last word is not 0.
    listed: Vec<u64>,
}

impl WinningSet {
    /// Every number, and loony sums.
    pub fn all() -> Self {
        Self { cofinite: true, listed: Vec::new() }
    }

    /// Whether a number belongs to it.
    pub fn contains(&self, number: u64) -> bool {
        self.is_listed(number) != self.cofinite
    }

    /// Whether a move wins beside a sum with a loony part.
    pub fn contains_loony(&self) -> bool {
        self.cofinite
    }

    /// Whether a move wins beside other parts of this value, `None` for loony ones.
    pub fn wins_beside(&self, others: Option<&Nat>) -> bool {
        match others.map(to_u64) {
            Some(Some(number)) => self.contains(number),
            // No number so large is listed.
            Some(None) => self.cofinite,
            None => self.contains_loony(),
        }
    }

    /// Whether it is infinite.
    pub fn is_infinite(&self) -> bool {
        self.cofinite
    }

    /// The numbers in it if it is finite, those outside of it if it is not; ascending.
    pub fn listed(&self) -> impl Iterator<Item = u64> + '_ {
        let words = self.listed.iter().enumerate();
        words.flat_map(|(i, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| i as u64 * 64 + bit)
        })
    }

    /// The least number outside of it; `None` if there is none.
    pub fn mex(&self) -> Option<u64> {
        if self.cofinite {
            return self.listed().next();
        }
        let full = self.listed.iter().take_while(|&&word| word == u64::MAX).count();
        let word = self.listed.get(full).copied().unwrap_or(0);
        Some(full as u64 * 64 + u64::from(word.trailing_ones()))
    }

    fn is_listed(&self, number: u64) -> bool {
        let word = usize::try_from(number / 64).ok().and_then(|i| self.listed.get(i));
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// What an option to a free sum of this value adds.
    pub fn insert(&mut self, number: u64) {
        let (word, bit) = ((number / 64) as usize, 1 << (number % 64));
        match self.cofinite {
            true => {
                if let Some(word) = self.listed.get_mut(word) {
                    *word &= !bit;
                }
                self.trim();
            }
            false => {
                if self.listed.len() <= word {
                    self.listed.resize(word + 1, 0);
                }
                self.listed[word] |= bit;
            }
        }
    }

    /// What an option adds that leaves an entailed part with this set beside a free sum of this value:
    /// the numbers x with x xor `beside` not in `of`.
    pub fn add_entailing(&mut self, of: &Self, beside: u64) {
        let moved = of.moved(beside);
        let at = |i: usize| moved.get(i).copied().unwrap_or(0);
        match (self.cofinite, of.cofinite) {
            // Finite, and the complement is finite: both are listed.
            (false, true) => {
                let len = self.listed.len().max(moved.len());
                self.listed.resize(len, 0);
                self.listed.iter_mut().enumerate().for_each(|(i, word)| *word |= at(i));
            }
            (true, true) => {
                self.listed.iter_mut().enumerate().for_each(|(i, word)| *word &= !at(i))
            }
            // All but the numbers of `of` that were not there before.
            (false, false) => {
                let own = std::mem::take(&mut self.listed);
                self.cofinite = true;
                self.listed = moved;
                self.listed.iter_mut().zip(&own).for_each(|(word, own)| *word &= !own);
            }
            (true, false) => {
                self.listed.iter_mut().enumerate().for_each(|(i, word)| *word &= at(i))
            }
        }
        self.trim();
    }

    /// The listed numbers, each xor `by`.
    fn moved(&self, by: u64) -> Vec<u64> {
        if by == 0 {
            return self.listed.clone();
        }
        let mut moved = Self::default();
        self.listed().for_each(|number| moved.insert(number ^ by));
        moved.listed
    }

    fn trim(&mut self) {
        while self.listed.last() == Some(&0) {
            self.listed.pop();
        }
    }

    fn bytes(&self) -> u64 {
        8 * self.listed.capacity() as u64
    }
}

/// `{0,2}`, or `ℕ∖{1,3}` for all numbers but 1 and 3.
impl std::fmt::Display for WinningSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const SHOWN: usize = 24;
        let mut listed: Vec<String> =
            self.listed().take(SHOWN + 1).map(|n| n.to_string()).collect();
        if listed.len() > SHOWN {
            listed[SHOWN] = "…".to_owned();
        }
        match (self.cofinite, listed.is_empty()) {
            (true, true) => f.write_str("ℕ"),
            (true, false) => write!(f, "ℕ∖{{{}}}", listed.join(",")),
            (false, _) => write!(f, "{{{}}}", listed.join(",")),
        }
    }
}

/// The winning sets of positions, as far as they were asked for.
#[derive(Debug)]
pub struct Entailing<P> {
    /// `None` while the position is on the search path.
    found: HashMap<P, Option<Arc<WinningSet>>, RandomState>,
    /// Positions of which the value is known and nothing else: in their place stands a set with that value.
    valued: HashSet<P, RandomState>,
    bytes: u64,
}

impl<P> Default for Entailing<P> {
    fn default() -> Self {
        Self { found: HashMap::default(), valued: HashSet::default(), bytes: 0 }
    }
}

/// A position under evaluation.
struct Frame<P> {
    position: P,
    /// Where its options start in the shared stack; `None` if they have to be listed (again).
    start: Option<usize>,
    /// The first option with a part that may not be known.
    next: usize,
}

/// Options of positions that wait are kept up to this many, beyond it they are listed again.
const KEPT_OPTIONS: usize = 1 << 20;

/// Why theory says nothing of some positions.
const TWO_ENTAILED: &str = "a move leaves several positions that must be answered: of such rules no theory of values is known here";

impl<P: Clone + Eq + Hash + std::fmt::Debug> Entailing<P> {
    /// The value of a position that is not entailed.
    ///
    /// # Complexity
    /// Every position that can be reached is expanded once, twice if its options were dropped meanwhile;
    /// time O(moves · w) and space O(positions · w) for sets with numbers up to 64 w.
    ///
    /// # Errors
    /// [`Stop`] at a limit, when cancelled, when play can go round in a circle; refused for an entailed
    /// position, and where a move leaves several of them.
    pub fn value<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        context: &Context<'_>,
    ) -> Result<Value, Stop> {
        if rules.is_entailed(position) {
            return Err(Stop::Refused(
                "a position that must be answered has no value of its own".into(),
            ));
        }
        if self.is_valued(rules, position, context)?
            && let Some(Some(set)) = self.found.get(position)
        {
            return value_of(set);
        }
        let set = self.winning(rules, position, context)?;
        value_of(&set)
    }

    /// Whether the rules tell the value of a position; then a set with that value stands in the table.
    fn is_valued<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        if matches!(self.found.get(position), Some(Some(_))) {
            return Ok(true);
        }
        let value = match rules.is_entailed(position) {
            true => None,
            false => rules.free_value(position, context)?,
        };
        let set = match value {
            None => return Ok(false),
            Some(FreeValue::Loony) => WinningSet::all(),
            Some(FreeValue::Number(value)) => {
                let mut set = WinningSet::default();
                (0..value).for_each(|smaller| set.insert(smaller));
                set
            }
        };
        let count = self.found.len() as u64 + 1;
        context.check_positions(count, || "searching for a Grundy value".into())?;
        self.bytes += 3 * rules.heap_bytes(position) as u64 + set.bytes() + 64;
        self.check_memory(context)?;
        self.found.insert(position.clone(), Some(Arc::new(set)));
        self.valued.insert(position.clone());
        Ok(true)
    }

    /// The values of the other parts beside which a move in a position wins.
    ///
    /// # Errors
    /// As [`value`](Self::value), but not for an entailed position.
    pub fn winning<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        context: &Context<'_>,
    ) -> Result<Arc<WinningSet>, Stop> {
        // Where the value alone is known the set is still to be found.
        if let (Some(Some(set)), false) = (self.found.get(position), self.valued.remove(position)) {
            return Ok(set.clone());
        }
        let mut path = Vec::new();
        let result = self.search(rules, position, context, &mut path);
        for frame in path {
            self.found.remove(&frame.position);
        }
        result
    }

    /// Whether the value of a position is known.
    pub fn is_found(&self, position: &P) -> bool {
        matches!(self.found.get(position), Some(Some(_)))
    }

    /// What an option adds to the winning set of its position.
    ///
    /// # Errors
    /// As [`winning`](Self::winning).
    pub fn option<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        option: OptionRef<'_, P>,
        context: &Context<'_>,
    ) -> Result<WinningSet, Stop> {
        if option.wins {
            return Ok(WinningSet::all());
        }
        for part in option.sum {
            if !self.is_valued(rules, part, context)? {
                self.winning(rules, part, context)?;
            }
        }
        let mut set = WinningSet::default();
        self.add(rules, option.sum, &mut set)?;
        Ok(set)
    }

    /// Adds to `set` what an option adds that leaves this sum, all of whose parts are known.
    ///
    /// # Errors
    /// Refused where it leaves several entailed positions.
    fn add<R: Ruleset<Position = P>>(
        &self,
        rules: &R,
        sum: &[P],
        set: &mut WinningSet,
    ) -> Result<(), Stop> {
        let mut entailed: Option<&WinningSet> = None;
        let mut value = Some(0u64);
        for part in sum {
            let Some(Some(found)) = self.found.get(part) else { continue };
            if rules.is_entailed(part) {
                if entailed.replace(found).is_some() {
                    return Err(Stop::Refused(TWO_ENTAILED.into()));
                }
            } else {
                value = value.zip(value_of(found)?.number()).map(|(sum, value)| sum ^ value);
            }
        }
        match (entailed, value) {
            (None, Some(value)) => set.insert(value),
            (None, None) => {}
            (Some(of), Some(value)) => set.add_entailing(of, value),
            (Some(of), None) if !of.contains_loony() => *set = WinningSet::all(),
            (Some(_), None) => {}
        }
        Ok(())
    }

    fn check_memory(&self, context: &Context<'_>) -> Result<(), Stop> {
        let entry = size_of::<(P, usize)>() as u64 + 1;
        let table = self.found.capacity() + self.valued.capacity();
        let doing = || format!("searching, {} positions stored", self.found.len());
        context.check_memory(table as u64 * entry * 8 / 7 + self.bytes, doing)
    }

    fn open<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: P,
        context: &Context<'_>,
    ) -> Result<Frame<P>, Stop> {
        let count = self.found.len() as u64 + 1;
        context.check_positions(count, || "searching for a Grundy value".into())?;
        if count.is_multiple_of(1024) {
            context.look("searching positions", count)?;
            self.check_memory(context)?;
        }
        self.bytes += 2 * rules.heap_bytes(&position) as u64;
        self.found.insert(position.clone(), None);
        Ok(Frame { position, start: None, next: 0 })
    }

    fn search<R: Ruleset<Position = P>>(
        &mut self,
        rules: &R,
        position: &P,
        context: &Context<'_>,
        path: &mut Vec<Frame<P>>,
    ) -> Result<Arc<WinningSet>, Stop> {
        let mut options: Options<P> = Options::default();
        let most = usize::try_from(context.limits.positions).unwrap_or(usize::MAX);
        let mut moves = 0u64;
        path.push(self.open(rules, position.clone(), context)?);
        'search: loop {
            let frame = path.last_mut().expect("the path is never empty here");
            let start = match frame.start {
                Some(start) => start,
                None => {
                    let start = options.len();
                    options.set_capacity_limit(start.saturating_add(most));
                    if rules.options_within(&frame.position, &mut options, context) == Err(Full) {
                        context.look("listing moves", moves)?;
                        return Err(rules.fault().unwrap_or_else(|| Stop::Limit {
                            kind: LimitKind::Positions,
                            what: format!("{:?} alone has more than {most} moves", frame.position),
                        }));
                    }
                    moves += (options.len() - start) as u64;
                    context.check_moves(moves)?;
                    context.look("searching positions", self.found.len() as u64)?;
                    frame.start = Some(start);
                    start
                }
            };
            let mut wins = false;
            let mut unknown = None;
            for (passed, option) in options.iter_from(start + frame.next).enumerate() {
                wins |= option.wins;
                if option.wins {
                    break;
                }
                for part in option.sum {
                    match self.found.get(part) {
                        Some(Some(_)) => continue,
                        Some(None) => {
                            let first = path.iter().position(|f| f.position == *part).unwrap_or(0);
                            let mut names: Vec<String> =
                                path[first..].iter().map(|f| format!("{:?}", f.position)).collect();
                            names.push(format!("{part:?}"));
                            return Err(Stop::Loop(names));
                        }
                        None => {}
                    }
                    if !self.is_valued(rules, part, context)? {
                        unknown = Some((passed, part.clone()));
                        break;
                    }
                }
                if unknown.is_some() {
                    break;
                }
            }
            if let Some((passed, child)) = unknown {
                frame.next += passed;
                if options.len() > KEPT_OPTIONS {
                    options.truncate(start);
                    frame.start = None;
                }
                let child = self.open(rules, child, context)?;
                path.push(child);
                continue 'search;
            }
            let mut set = WinningSet::default();
            if wins {
                set = WinningSet::all();
            } else {
                for (step, option) in options.iter_from(start).enumerate() {
                    context.tick("searching positions", step as u64)?;
                    self.add(rules, option.sum, &mut set)?;
                }
            }
            set.listed.shrink_to_fit();
            options.truncate(start);
            self.bytes += set.bytes() + 64;
            let set = Arc::new(set);
            let done = path.pop().expect("it was there");
            self.found.insert(done.position, Some(set.clone()));
            if path.is_empty() {
                return Ok(set);
            }
        }
    }
}

/// The value of a free position with this set.
///
/// # Errors
/// [`Stop::Limit`] if the value is too large to be stored.
pub fn value_of(set: &WinningSet) -> Result<Value, Stop> {
    match set.mex() {
        None => Ok(Value::LOONY),
        Some(mex) => Value::new(mex)
            .ok_or_else(|| Stop::beyond("a Grundy value of 2^32 or more came up in a search")),
    }
}

#[cfg(test)]
mod tests;
