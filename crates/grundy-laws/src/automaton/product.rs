//! Boolean combinations of automata, with their tracks put where they belong.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::budget::{Budget, Overrun};
use super::table::{Automaton, Table};

/// For each letter of `tracks` tracks, the letter that an automaton reads whose track i is track
/// `places[i]` of them.
pub(crate) fn letter_map(base: u32, tracks: usize, letters: usize, places: &[usize]) -> Vec<u32> {
    let mut digits = vec![0u32; tracks];
    let mut map = Vec::with_capacity(letters);
    for _ in 0..letters {
        map.push(places.iter().fold(0, |letter, &place| letter * base + digits[place]));
        for digit in digits.iter_mut().rev() {
            *digit += 1;
            if *digit < base {
                break;
            }
            *digit = 0;
        }
    }
    map
}

/// A connective as its table of truth: bit 2a + b.
#[derive(Clone, Copy)]
struct Truth(u8);

impl Truth {
    fn of_all(combine: impl Fn(bool, bool) -> bool) -> Self {
        let bit = |place: u8| u8::from(combine(place & 2 != 0, place & 1 != 0)) << place;
        Self((0..4).map(bit).sum())
    }

    fn of(self, a: bool, b: bool) -> bool {
        self.0 >> (2 * u8::from(a) + u8::from(b)) & 1 == 1
    }
}

/// Pairs of states, numbered as they are met.
struct Pairs {
    combine: Truth,
    /// The states of each that are never left: rejecting, accepting.
    sinks: [[Option<u32>; 2]; 2],
    numbers: HashMap<u64, u32, FixedState>,
    order: Vec<(u32, u32)>,
    /// A pair that accepts nothing or everything whatever follows.
    settled: [Option<u32>; 2],
}

impl Pairs {
    /// What is accepted from a pair, where nothing that follows can change it.
    #[inline]
    fn constant(&self, p: u32, q: u32) -> Option<bool> {
        let value = |state, [rejecting, accepting]: [Option<u32>; 2]| {
            if Some(state) == rejecting {
                Some(false)
            } else if Some(state) == accepting {
                Some(true)
            } else {
                None
            }
        };
        let f = |a, b| self.combine.of(a, b);
        match (value(p, self.sinks[0]), value(q, self.sinks[1])) {
            (None, None) => None,
            (Some(a), Some(b)) => Some(f(a, b)),
            (Some(a), None) => (f(a, false) == f(a, true)).then(|| f(a, false)),
            (None, Some(b)) => (f(false, b) == f(true, b)).then(|| f(false, b)),
        }
    }

    #[inline]
    fn number(&mut self, p: u32, q: u32) -> u32 {
        if let Some(value) = self.constant(p, q) {
            let order = &mut self.order;
            return *self.settled[usize::from(value)].get_or_insert_with(|| {
                order.push((p, q));
                order.len() as u32 - 1
            });
        }
        let order = &mut self.order;
        *self.numbers.entry(u64::from(p) << 32 | u64::from(q)).or_insert_with(|| {
            order.push((p, q));
            order.len() as u32 - 1
        })
    }
}

impl Automaton {
    /// The automaton over `tracks` tracks that accepts a word where `combine` says so of whether
    /// `self` and `other` accept what they read of it: track i of `self` is track `places[i]` of
    /// the word, and so for `other`. A place may be named twice (tracks identified) or by none of
    /// the two (any digits there).
    ///
    /// O(pairs of states reached · letters).
    ///
    /// # Errors
    /// [`Overrun`].
    ///
    /// # Panics
    /// If the bases differ, or the places are not one for each track and below `tracks`.
    ///
    /// ```
    /// use grundy_laws::automaton::{Automaton, Budget};
    /// let budget = Budget::default();
    /// // x <= y, bit by bit.
    /// let part = Automaton::new(2, 2, vec![0, 0, 1, 0, 1, 1, 1, 1], vec![true, false], &budget);
    /// let part = part.unwrap();
    /// // Both ways round: x = y.
    /// let both = part.product(&[0, 1], &part, &[1, 0], 2, |a, b| a && b, &budget).unwrap();
    /// assert!(both.accepts(&[[1, 0], [1, 0]]) && !both.accepts(&[[1, 0], [1, 1]]));
    /// ```
    pub fn product(
        &self,
        places: &[usize],
        other: &Self,
        other_places: &[usize],
        tracks: usize,
        combine: impl Fn(bool, bool) -> bool,
        budget: &Budget<'_>,
    ) -> Result<Self, Overrun> {
        // The rest is compiled once, not for each connective.
        Self::combined(
            (self, places),
            (other, other_places),
            tracks,
            Truth::of_all(combine),
            budget,
        )
    }

    fn combined(
        (a, places): (&Self, &[usize]),
        (b, other_places): (&Self, &[usize]),
        tracks: usize,
        combine: Truth,
        budget: &Budget<'_>,
    ) -> Result<Self, Overrun> {
        let base = a.base();
        assert_eq!(base, b.base(), "automata of one base");
        assert!(places.len() == a.tracks() && other_places.len() == b.tracks());
        let letters = Budget::letters(base, tracks)?;
        let map_a = letter_map(base, tracks, letters, places);
        let map_b = letter_map(base, tracks, letters, other_places);
        let maps: Vec<(u32, u32)> = map_a.into_iter().zip(map_b).collect();
        let sinks = [a, b].map(|of| [of.sink(false), of.sink(true)]);
        let mut pairs = Pairs {
            combine,
            sinks,
            numbers: HashMap::default(),
            order: Vec::new(),
            settled: [None; 2],
        };
        pairs.number(0, 0);
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < pairs.order.len() {
            budget.state("combining automata", pairs.order.len(), letters, tracks)?;
            let (p, q) = pairs.order[at];
            accepting.push(pairs.combine.of(a.accepting(p), b.accepting(q)));
            if pairs.settled.contains(&Some(at as u32)) {
                next.resize(next.len() + letters, at as u32);
            } else {
                let (row_a, row_b) = (a.row(p), b.row(q));
                for &(left, right) in &maps {
                    next.push(pairs.number(row_a[left as usize], row_b[right as usize]));
                }
            }
            at += 1;
        }
        Table { base, tracks, letters, next, accepting }.minimised(budget)
    }

    /// The words that both accept; the tracks are the same.
    ///
    /// # Errors
    /// [`Overrun`].
    ///
    /// # Panics
    /// If bases or tracks differ.
    pub fn and(&self, other: &Self, budget: &Budget<'_>) -> Result<Self, Overrun> {
        self.alike(other, |a, b| a && b, budget)
    }

    /// The words that one of them accepts; the tracks are the same.
    ///
    /// # Errors
    /// [`Overrun`].
    ///
    /// # Panics
    /// If bases or tracks differ.
    pub fn or(&self, other: &Self, budget: &Budget<'_>) -> Result<Self, Overrun> {
        self.alike(other, |a, b| a || b, budget)
    }

    /// The words that this accepts and the other does not: with the valid words for this, the
    /// complement. The tracks are the same.
    ///
    /// # Errors
    /// [`Overrun`].
    ///
    /// # Panics
    /// If bases or tracks differ.
    pub fn minus(&self, other: &Self, budget: &Budget<'_>) -> Result<Self, Overrun> {
        self.alike(other, |a, b| a && !b, budget)
    }

    /// The words that exactly one of them accepts; the tracks are the same.
    ///
    /// # Errors
    /// [`Overrun`].
    ///
    /// # Panics
    /// If bases or tracks differ.
    pub fn difference(&self, other: &Self, budget: &Budget<'_>) -> Result<Self, Overrun> {
        self.alike(other, |a, b| a != b, budget)
    }

    fn alike(
        &self,
        other: &Self,
        combine: impl Fn(bool, bool) -> bool,
        budget: &Budget<'_>,
    ) -> Result<Self, Overrun> {
        let places: Vec<usize> = (0..self.tracks()).collect();
        self.product(&places, other, &places, self.tracks(), combine, budget)
    }

    /// The words that this does not accept. O(states · letters).
    #[must_use]
    pub fn complement(&self) -> Self {
        // Classes and numbers stay what they are.
        let mut complement = self.clone();
        complement.flip();
        complement
    }

    /// The automaton over `tracks` tracks that accepts a word where `self` accepts what it reads:
    /// its track i is track `places[i]` of the word. So tracks are reordered, identified, added.
    ///
    /// # Errors
    /// [`Overrun`].
    ///
    /// # Panics
    /// If the places are not one for each track and below `tracks`.
    pub fn placed(
        &self,
        places: &[usize],
        tracks: usize,
        budget: &Budget<'_>,
    ) -> Result<Self, Overrun> {
        assert_eq!(places.len(), self.tracks(), "one place for each track");
        if places.iter().copied().eq(0..tracks) {
            return Ok(self.clone());
        }
        let base = self.base();
        let letters = Budget::letters(base, tracks)?;
        let map = letter_map(base, tracks, letters, places);
        let mut next = Vec::new();
        for state in 0..self.states() as u32 {
            budget.state("placing tracks", state as usize + 1, letters, tracks)?;
            let row = self.row(state);
            next.extend(map.iter().map(|&letter| row[letter as usize]));
        }
        let accepting = self.acceptance().to_vec();
        Table { base, tracks, letters, next, accepting }.minimised(budget)
    }
}
