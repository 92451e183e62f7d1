//! The least automaton with the same words, its states numbered canonically.
//!
//! Partition refinement after E. F. Moore (1956): states are told apart by acceptance, then by the
//! classes that their letters lead to, until nothing changes. Only states with a successor whose
//! class has just got a new name are looked at again, as in J. Hopcroft's algorithm (1971): a state
//! that none of these concerns still agrees with the others like it in its class.

use hashbrown::HashTable;

use super::budget::{Budget, Overrun};

const DOING: &str = "minimising an automaton";

/// The states without a way to acceptance are one class from the start.
const DEAD: u32 = 0;

/// The transitions and the acceptance of the minimal automaton; state 0 is where both start.
pub(crate) fn minimal(
    letters: usize,
    next: &[u32],
    accepting: &[bool],
    budget: &Budget<'_>,
) -> Result<(Vec<u32>, Vec<bool>), Overrun> {
    let states = accepting.len();
    let row = |state: u32| &next[state as usize * letters..][..letters];
    let before = Predecessors::of(letters, next, states, budget)?;
    let live = before.reaching(accepting);
    let mut classes = Classes::new(accepting, &live);
    let mut dirty: Vec<u32> = (0..states as u32).filter(|&s| live[s as usize]).collect();
    while !dirty.is_empty() {
        budget.step(DOING, dirty.len() * letters)?;
        let renamed = classes.refine(&dirty, row);
        dirty = before.of_all(&renamed, &live);
    }
    Ok(canonical(letters, next, accepting, &classes.of))
}

/// The states with a transition to a state, each once.
struct Predecessors {
    from: Vec<u32>,
    start: Vec<usize>,
}

impl Predecessors {
    fn of(
        letters: usize,
        next: &[u32],
        states: usize,
        budget: &Budget<'_>,
    ) -> Result<Self, Overrun> {
        // `seen[t]` is one more than the last state found to lead to t.
        let mut seen = vec![0u32; states];
        let mut start = vec![0usize; states + 1];
        for (state, row) in next.chunks_exact(letters).enumerate() {
            budget.step(DOING, letters)?;
            for &to in row {
                if seen[to as usize] != state as u32 + 1 {
                    seen[to as usize] = state as u32 + 1;
                    start[to as usize + 1] += 1;
                }
            }
        }
        for at in 0..states {
            start[at + 1] += start[at];
        }
        let mut from = vec![0; start[states]];
        let mut place = start.clone();
        seen.fill(0);
        for (state, row) in next.chunks_exact(letters).enumerate() {
            for &to in row {
                if seen[to as usize] != state as u32 + 1 {
                    seen[to as usize] = state as u32 + 1;
                    from[place[to as usize]] = state as u32;
                    place[to as usize] += 1;
                }
            }
        }
        Ok(Self { from, start })
    }

    fn before(&self, state: u32) -> &[u32] {
        &self.from[self.start[state as usize]..self.start[state as usize + 1]]
    }

    /// Which states have a way to one of these.
    fn reaching(&self, goals: &[bool]) -> Vec<bool> {
        let mut reaching = goals.to_vec();
        let mut open: Vec<u32> =
            (0..goals.len() as u32).filter(|&state| goals[state as usize]).collect();
        while let Some(state) = open.pop() {
            for &from in self.before(state) {
                if !std::mem::replace(&mut reaching[from as usize], true) {
                    open.push(from);
                }
            }
        }
        reaching
    }

    /// The states before any of these, each once, of those that count.
    fn of_all(&self, states: &[u32], counting: &[bool]) -> Vec<u32> {
        let mut seen = vec![false; if states.is_empty() { 0 } else { counting.len() }];
        let mut found = Vec::new();
        for &state in states {
            for &from in self.before(state) {
                if counting[from as usize] && !std::mem::replace(&mut seen[from as usize], true) {
                    found.push(from);
                }
            }
        }
        found
    }
}

/// A partition of the states.
struct Classes {
    of: Vec<u32>,
    size: Vec<u32>,
}

/// States that agree in their class and in the classes of their successors.
struct Group {
    first: u32,
    size: u32,
    name: u32,
}

impl Classes {
    fn new(accepting: &[bool], live: &[bool]) -> Self {
        let class = |(&accepting, &live): (&bool, &bool)| match (live, accepting) {
            (false, _) => DEAD,
            (true, false) => 1,
            (true, true) => 2,
        };
        let of: Vec<u32> = accepting.iter().zip(live).map(class).collect();
        let mut size = vec![0; 3];
        of.iter().for_each(|&class| size[class as usize] += 1);
        Self { of, size }
    }

    /// Splits classes by the successors of these states, the others of a class being alike; the
    /// states that got a new class.
    fn refine<'a>(&mut self, dirty: &[u32], row: impl Fn(u32) -> &'a [u32]) -> Vec<u32> {
        let mut table = HashTable::<u32>::with_capacity(dirty.len());
        let mut hashes: Vec<u64> = Vec::new();
        let mut groups: Vec<Group> = Vec::new();
        let mut group_of: Vec<u32> = Vec::with_capacity(dirty.len());
        let of = &self.of;
        for &state in dirty {
            let class = of[state as usize];
            let hash = row(state).iter().fold(mix(0, class), |h, &to| mix(h, of[to as usize]));
            let hash = hash ^ hash >> 32;
            let like = |&group: &u32| {
                let first = groups[group as usize].first;
                of[first as usize] == class
                    && (row(first).iter().zip(row(state)))
                        .all(|(&a, &b)| of[a as usize] == of[b as usize])
            };
            let found = table.find(hash, like).copied();
            let group = found.unwrap_or_else(|| {
                let group = groups.len() as u32;
                groups.push(Group { first: state, size: 0, name: class });
                hashes.push(hash);
                table.insert_unique(hash, group, |&group| hashes[group as usize]);
                group
            });
            groups[group as usize].size += 1;
            group_of.push(group);
        }
        // The states of a class that are not dirty keep its name; where there are none, the
        // greatest group does.
        let mut dirty_of = vec![0u32; self.size.len()];
        let mut greatest = vec![u32::MAX; self.size.len()];
        for (at, group) in groups.iter().enumerate() {
            let class = group.name as usize;
            dirty_of[class] += group.size;
            let best = greatest[class];
            if best == u32::MAX || groups[best as usize].size < group.size {
                greatest[class] = at as u32;
            }
        }
        for (at, group) in groups.iter_mut().enumerate() {
            let class = group.name as usize;
            if dirty_of[class] == self.size[class] && greatest[class] == at as u32 {
                continue;
            }
            group.name = self.size.len() as u32;
            self.size.push(group.size);
            // Names are compared by `dirty_of` no more once a part has left.
            self.size[class] -= group.size;
            dirty_of[class] -= group.size;
        }
        let mut renamed = Vec::new();
        for (&state, &group) in dirty.iter().zip(&group_of) {
            let name = groups[group as usize].name;
            if std::mem::replace(&mut self.of[state as usize], name) != name {
                renamed.push(state);
            }
        }
        renamed
    }
}

#[inline]
fn mix(hash: u64, word: u32) -> u64 {
    (hash.rotate_left(23) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The automaton of the classes, numbered breadth first in the order of letters.
fn canonical(
    letters: usize,
    next: &[u32],
    accepting: &[bool],
    class: &[u32],
) -> (Vec<u32>, Vec<bool>) {
    let classes = class.iter().max().map_or(0, |&most| most as usize + 1);
    let mut number = vec![u32::MAX; classes];
    let mut order = vec![0u32];
    number[class[0] as usize] = 0;
    let mut table = Vec::new();
    let mut at = 0;
    while at < order.len() {
        let row = &next[order[at] as usize * letters..][..letters];
        for &to in row {
            let name = &mut number[class[to as usize] as usize];
            if *name == u32::MAX {
                *name = order.len() as u32;
                order.push(to);
            }
            table.push(*name);
        }
        at += 1;
    }
    let accepting = order.iter().map(|&state| accepting[state as usize]).collect();
    (table, accepting)
}
