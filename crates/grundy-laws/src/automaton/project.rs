//! "There is": tracks removed, and what results made deterministic.

use hashbrown::HashTable;

use super::budget::{Budget, Overrun};
use super::product::letter_map;
use super::table::{Automaton, Table};

const DOING: &str = "removing tracks";

/// An automaton with any number of successors for a letter, none of them without a way to
/// acceptance.
pub(crate) struct Choices {
    pub base: u32,
    pub tracks: usize,
    pub letters: usize,
    /// The successors of state s by letter l are `to[at[s * letters + l]..at[s * letters + l + 1]]`,
    /// ascending.
    pub to: Vec<u32>,
    pub at: Vec<usize>,
    pub accepting: Vec<bool>,
    /// A state from which every word is accepted.
    pub all: Option<u32>,
}

/// Sorted sets of states, numbered as they are met.
struct Sets {
    members: Vec<u32>,
    start: Vec<usize>,
    hashes: Vec<u64>,
    table: HashTable<u32>,
}

impl Sets {
    fn new() -> Self {
        let table = HashTable::new();
        Self { members: Vec::new(), start: vec![0], hashes: Vec::new(), table }
    }

    fn get(&self, set: u32) -> &[u32] {
        &self.members[self.start[set as usize]..self.start[set as usize + 1]]
    }

    fn number(&mut self, set: &[u32]) -> u32 {
        let hash = set.iter().fold(set.len() as u64, |hash, &state| {
            (hash.rotate_left(23) ^ u64::from(state)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        let hash = hash ^ hash >> 32;
        let Self { members, start, hashes, table } = self;
        let same = |&other: &u32| {
            let other = other as usize;
            hashes[other] == hash && members[start[other]..start[other + 1]] == *set
        };
        if let Some(&number) = table.find(hash, same) {
            return number;
        }
        let number = hashes.len() as u32;
        members.extend_from_slice(set);
        start.push(members.len());
        hashes.push(hash);
        table.insert_unique(hash, number, |&other| hashes[other as usize]);
        number
    }
}

impl Choices {
    fn next(&self, state: u32, letter: usize) -> &[u32] {
        let at = state as usize * self.letters + letter;
        &self.to[self.at[at]..self.at[at + 1]]
    }

    /// Removes transitions to states without a way to acceptance.
    pub fn trim(&mut self) {
        let states = self.accepting.len();
        let mut before = vec![Vec::new(); states];
        for state in 0..states as u32 {
            for letter in 0..self.letters {
                for &to in self.next(state, letter) {
                    if before[to as usize].last() != Some(&state) {
                        before[to as usize].push(state);
                    }
                }
            }
        }
        let mut live = self.accepting.clone();
        let mut open: Vec<u32> = (0..states as u32).filter(|&s| live[s as usize]).collect();
        while let Some(state) = open.pop() {
            for &from in &before[state as usize] {
                if !std::mem::replace(&mut live[from as usize], true) {
                    open.push(from);
                }
            }
        }
        let (mut to, mut at) = (Vec::new(), vec![0]);
        for ends in self.at.windows(2) {
            to.extend(self.to[ends[0]..ends[1]].iter().filter(|&&to| live[to as usize]));
            at.push(to.len());
        }
        (self.to, self.at) = (to, at);
    }

    /// Whether a word is accepted from the state, once [`trim`](Self::trim)med.
    pub fn is_live(&self, state: u32) -> bool {
        self.accepting[state as usize]
            || (0..self.letters).any(|letter| !self.next(state, letter).is_empty())
    }

    /// The states reached from these by a letter, any number of times.
    pub fn closure(&self, states: &[u32], letter: usize) -> Vec<u32> {
        let mut found = states.to_vec();
        let mut seen = vec![false; self.accepting.len()];
        states.iter().for_each(|&state| seen[state as usize] = true);
        let mut at = 0;
        while at < found.len() {
            for &to in self.next(found[at], letter) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    found.push(to);
                }
            }
            at += 1;
        }
        found.sort_unstable();
        found
    }

    /// The automaton whose states are the sets of states reached, from this one on.
    pub fn determinised(
        &self,
        start: Vec<u32>,
        doing: &'static str,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Overrun> {
        let Self { base, tracks, letters, .. } = *self;
        let mut sets = Sets::new();
        let (mut next, mut accepting) = (Vec::new(), Vec::new());
        let all = self.all.map(|all| [all]);
        let whole = |set: &[u32]| self.all.is_some_and(|all| set.binary_search(&all).is_ok());
        let start = if whole(&start) { all.unwrap_or_default().to_vec() } else { start };
        sets.number(&start);
        // `seen[t]` is the last round in which t was met.
        let mut seen = vec![0u64; self.accepting.len()];
        let mut round = 0;
        let (mut union, mut from) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < sets.hashes.len() {
            budget.state(doing, sets.hashes.len(), letters, tracks)?;
            let held = 4 * (sets.members.len() + next.len()) as u64;
            budget.context.check_memory(held, || format!("{doing}, {at} sets"))?;
            from.clear();
            from.extend_from_slice(sets.get(at as u32));
            budget.step(doing, from.len() * letters)?;
            accepting.push(from.iter().any(|&state| self.accepting[state as usize]));
            for letter in 0..letters {
                let to = if let [state] = from[..] {
                    let set = self.next(state, letter);
                    let set = all.as_ref().filter(|_| whole(set)).map_or(set, |all| &all[..]);
                    sets.number(set)
                } else {
                    round += 1;
                    union.clear();
                    for &state in &from {
                        for &to in self.next(state, letter) {
                            if std::mem::replace(&mut seen[to as usize], round) != round {
                                union.push(to);
                            }
                        }
                    }
                    match &all {
                        Some(all) if seen[all[0] as usize] == round => sets.number(all),
                        _ => {
                            union.sort_unstable();
                            sets.number(&union)
                        }
                    }
                };
                next.push(to);
            }
            at += 1;
        }
        Table { base, tracks, letters, next, accepting }.minimised(budget)
    }
}

impl Automaton {
    /// The tuples that some digits on the other tracks make accepted: "there is". Track i of the
    /// result is track `kept[i]`.
    ///
    /// A witness may be longer than the tuple, so a word is accepted if some number of zeros in
    /// front of it makes it accepted: for an automaton that ignores leading zeros the result does
    /// too, and says "there are numbers".
    ///
    /// The sets of states are found breadth first (M. O. Rabin, D. Scott 1959); there may be
    /// exponentially many.
    ///
    /// # Errors
    /// [`Overrun`].
    ///
    /// # Panics
    /// If a track is kept twice, or is not there.
    ///
    /// ```
    /// use grundy_laws::automaton::{Automaton, Budget};
    /// let budget = Budget::default();
    /// // x = y, where y has no two ones in a row.
    /// let next = vec![0, 2, 2, 1, 0, 2, 2, 2, 2, 2, 2, 2];
    /// let both = Automaton::new(2, 2, next, vec![true, true, false], &budget).unwrap();
    /// let x = both.project(&[0], &budget).unwrap();
    /// assert!(x.accepts(&[[1, 0, 1]]) && !x.accepts(&[[0, 1, 1]]));
    /// assert!(x.ignores_leading_zeros());
    /// ```
    pub fn project(&self, kept: &[usize], budget: &Budget<'_>) -> Result<Self, Overrun> {
        let tracks = self.tracks();
        let twice = kept.iter().enumerate().any(|(at, track)| kept[..at].contains(track));
        assert!(!twice && kept.iter().all(|&track| track < tracks), "tracks to keep: {kept:?}");
        if kept.len() == tracks {
            let mut places = vec![0; tracks];
            kept.iter().enumerate().for_each(|(to, &from)| places[from] = to);
            return self.placed(&places, tracks, budget);
        }
        let choices = self.choices(kept, budget)?;
        let start = if self.dead() == Some(0) { Vec::new() } else { choices.closure(&[0], 0) };
        choices.determinised(start, DOING, budget)
    }

    /// The automaton with only these tracks left.
    fn choices(&self, kept: &[usize], budget: &Budget<'_>) -> Result<Choices, Overrun> {
        let base = self.base();
        let letters = Budget::letters(base, kept.len())?;
        let dead = self.dead();
        // The letters of the whole alphabet, grouped by what is left of them.
        let left = letter_map(base, self.tracks(), self.letters(), kept);
        let mut groups = vec![Vec::new(); letters];
        for (whole, &letter) in left.iter().enumerate() {
            groups[letter as usize].push(whole as u32);
        }
        let (mut to, mut at) = (Vec::new(), vec![0]);
        for state in 0..self.states() as u32 {
            budget.step(DOING, self.letters())?;
            let row = self.row(state);
            for group in &groups {
                let from = to.len();
                for &whole in group {
                    let target = row[whole as usize];
                    if Some(target) != dead {
                        to.push(target);
                    }
                }
                to[from..].sort_unstable();
                let mut end = from;
                for read in from..to.len() {
                    if end == from || to[end - 1] != to[read] {
                        to[end] = to[read];
                        end += 1;
                    }
                }
                to.truncate(end);
                at.push(end);
            }
            budget
                .context
                .check_memory(4 * to.len() as u64 + 8 * at.len() as u64, || DOING.to_owned())?;
        }
        let accepting = self.acceptance().to_vec();
        let all = self.sink(true);
        Ok(Choices { base, tracks: kept.len(), letters, to, at, accepting, all })
    }
}
