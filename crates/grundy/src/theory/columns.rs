//! Lowering a few of many numbers so that every binary column has a multiple of k+1 ones.
//!
//! Read columns from the highest down. A number is *loose* once its new value has a 0 where the
//! old one has a 1: from there on its bits are free. In a column with c ones among the numbers not
//! yet loose, some s of these become loose and b of the r loose ones get a 1; c - s + b must be a
//! multiple of k+1. So what happened above matters only through the set of loose numbers, and the
//! ways to go on can be counted set by set. If at most k numbers may be lowered, there is always a
//! way to go on: with c' = c mod (k+1), take s = c' and b = 0 if c' <= k - r, otherwise s = 0 and
//! b = k + 1 - c', which is at most r. This is E. H. Moore's proof (Annals of Mathematics 11, 1910).

use super::bounded_sums::choose;
use crate::context::{Context, Stop};
use crate::nat::{BitTest, Nat};
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// The numbers and how many of them may be lowered.
#[derive(Clone, Debug)]
pub struct Columns<'a> {
    numbers: &'a [Nat],
    most: usize,
    width: usize,
}

/// The loose numbers, ascending.
type Loose = Box<[u32]>;

/// What was spent of a limit: a choice looked at counts as one position, a new set of loose numbers
/// as several, by the time and memory it takes.
struct Work<'a> {
    context: &'a Context<'a>,
    done: u64,
    /// How many times the limit may be spent.
    share: u64,
}

/// What a new set of loose numbers counts for.
const NEW_SET: u64 = 12;

impl Work<'_> {
    fn spend(&mut self, steps: u64) -> Result<(), Stop> {
        let before = self.done;
        self.done += steps;
        if before >> 12 == self.done >> 12 {
            return Ok(());
        }
        let doing = || "searching the ways to even out the columns".to_owned();
        self.context.check_positions(self.done / self.share, doing)?;
        self.context.check_memory(self.done.saturating_mul(16), doing)?;
        self.context.look("searching column by column", self.done)
    }
}

impl<'a> Columns<'a> {
    /// `most` of these numbers may be lowered; more than all of them means all.
    pub fn new(numbers: &'a [Nat], most: usize) -> Self {
        let width = numbers.iter().map(Nat::bit_len).max().unwrap_or(0);
        Self { numbers, most: most.min(numbers.len()), width }
    }

    fn modulus(&self) -> usize {
        self.most + 1
    }

    /// The numbers of ones in the columns, lowest first. O(total length).
    pub fn ones(&self) -> Vec<usize> {
        let mut ones = vec![0; self.width];
        for number in self.numbers {
            for (w, &word) in number.as_words().iter().enumerate() {
                let mut rest = word;
                while rest != 0 {
                    ones[w * size_of_val(&word) * 8 + rest.trailing_zeros() as usize] += 1;
                    rest &= rest - 1;
                }
            }
        }
        ones
    }

    /// The highest column whose number of ones is not a multiple of k+1; `None` if there is none.
    pub fn uneven(&self) -> Option<usize> {
        self.ones().iter().rposition(|ones| ones % self.modulus() != 0)
    }

    /// One way to even out the columns; `None` if they are even. O(numbers times length).
    pub fn even_out(&self) -> Option<Vec<Nat>> {
        let top = self.uneven()?;
        let mut lowered = self.numbers.to_vec();
        let mut is_loose = vec![false; lowered.len()];
        let mut loose = Vec::new();
        for bit in (0..=top).rev() {
            let fixed = (0..lowered.len()).filter(|&i| !is_loose[i] && lowered[i].bit(bit));
            let fixed: Vec<usize> = fixed.collect();
            let over = fixed.len() % self.modulus();
            for &i in &loose {
                let number: &mut Nat = &mut lowered[i];
                number.clear_bit(bit);
            }
            if over <= self.most - loose.len() {
                for &i in &fixed[..over] {
                    is_loose[i] = true;
                    lowered[i].clear_bit(bit);
                    loose.push(i);
                }
            } else {
                for &i in &loose[..self.modulus() - over] {
                    lowered[i].set_bit(bit);
                }
            }
        }
        Some(lowered)
    }

    /// The number of ways to even out the columns by lowering at least one number.
    ///
    /// # Complexity
    /// O(columns times sets of loose numbers times choices in a column).
    ///
    /// # Errors
    /// The limit of positions, which sets and choices count towards, other limits, cancellation.
    pub fn count(&self, context: &Context<'_>) -> Result<Nat, Stop> {
        let mut work = Work { context, done: 0, share: 1 };
        let mut ways: HashMap<Loose, Nat, RandomState> = HashMap::default();
        ways.insert(Box::default(), Nat::ONE);
        for bit in (0..self.width).rev() {
            let mut next: HashMap<Loose, Nat, RandomState> = HashMap::default();
            for (loose, ways) in &ways {
                let place = Place { bit, first: 0, budget: self.most, residue: 0, loose };
                self.choices(&place, &mut work, |then, ones| {
                    let ways = ways * choose(&Nat::from(loose.len()), ones);
                    let words = ways.as_words().len() as u64;
                    let sets = next.len();
                    *next.entry(then).or_default() += ways;
                    words / 8 + NEW_SET * u64::from(next.len() > sets)
                })?;
            }
            ways = next;
        }
        Ok(ways.into_iter().filter(|(loose, _)| !loose.is_empty()).map(|(_, ways)| ways).sum())
    }

    /// Calls `each` with the loose numbers after the column and how many of the `loose` get a 1,
    /// for every choice; it returns further work to be accounted for.
    fn choices(
        &self,
        place: &Place<'_>,
        work: &mut Work<'_>,
        mut each: impl FnMut(Loose, usize) -> u64,
    ) -> Result<(), Stop> {
        let Place { bit, first, budget, residue, loose } = *place;
        let mut settled = loose.iter().copied().peekable();
        let fixed = (first..self.numbers.len()).filter(|&i| {
            let is_loose = settled.next_if_eq(&(i as u32)).is_some();
            !is_loose && self.numbers[i].bit(bit)
        });
        let fixed: Vec<u32> = fixed.map(|i| i as u32).collect();
        work.spend(1 + (self.numbers.len() - first) as u64 / 8)?;
        let modulus = self.modulus();
        for ones in 0..=loose.len() {
            let loosened = (fixed.len() + ones + modulus - residue) % modulus;
            if loosened > fixed.len() || loosened > budget - loose.len() {
                continue;
            }
            let mut chosen: Vec<usize> = (0..loosened).collect();
            loop {
                let mut then: Vec<u32> = loose.to_vec();
                then.extend(chosen.iter().map(|&i| fixed[i]));
                then.sort_unstable();
                let further = each(then.into(), ones);
                work.spend(1 + further + loosened as u64 / 8)?;
                if !next_subset(&mut chosen, fixed.len()) {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Puts the first `max` tuples, in lexicographic order, that even out the columns into `found`.
    ///
    /// # Complexity
    /// For each tuple O(numbers) searches such as that of [`count`](Self::count).
    ///
    /// # Errors
    /// As [`count`](Self::count); what was found by then stays in `found`.
    pub fn first(
        &self,
        max: usize,
        context: &Context<'_>,
        found: &mut Vec<Vec<Nat>>,
    ) -> Result<(), Stop> {
        // One search to begin with, and as much again for those of the numbers behind.
        let work = &mut Work { context, done: 0, share: 4 };
        if max == 0 || self.numbers.is_empty() {
            return Ok(());
        }
        let mut levels = vec![Level::new(self, 0, self.most, vec![0; self.width], work)?];
        while let Some(level) = levels.last_mut() {
            let Some(value) = level.next_value(work)? else {
                levels.pop();
                continue;
            };
            let (next, modulus) = (level.first + 1, self.modulus());
            let lowered = value != self.numbers[level.first];
            let budget = level.budget - usize::from(lowered);
            let residues = level.residues.iter().enumerate();
            let residues: Vec<usize> = residues
                .map(|(bit, residue)| (residue + modulus - usize::from(value.bit(bit))) % modulus)
                .collect();
            level.value = Some(value);
            if budget > 0 && next < self.numbers.len() {
                levels.push(Level::new(self, next, budget, residues, work)?);
                continue;
            }
            // What is left stays as it is.
            let chosen = levels.iter().filter_map(|level| level.value.clone());
            found.push(chosen.chain(self.numbers[next..].iter().cloned()).collect());
            if found.len() >= max {
                break;
            }
        }
        Ok(())
    }
}

/// A column, the numbers from `first` on, how many of these may be loose, and what their ones in
/// the column must leave modulo k+1; the loose ones so far.
struct Place<'a> {
    bit: usize,
    first: usize,
    budget: usize,
    residue: usize,
    loose: &'a [u32],
}

/// The next subset of 0..n of the same size in lexicographic order.
fn next_subset(chosen: &mut [usize], n: usize) -> bool {
    let size = chosen.len();
    let Some(i) = (0..size).rev().find(|&i| chosen[i] < n - size + i) else { return false };
    chosen[i] += 1;
    for j in i + 1..size {
        chosen[j] = chosen[j - 1] + 1;
    }
    true
}

/// All ways for the numbers from `first` on, once those before it have their new values, as an
/// automaton that reads the bits of the number `first`.
struct Level {
    first: usize,
    budget: usize,
    /// By column, lowest first.
    residues: Vec<usize>,
    /// By column, highest first; for each set of loose numbers the ways that lead to an end.
    layers: Vec<Vec<Vec<Edge>>>,
    /// The last value given to the number `first`.
    value: Option<Nat>,
}

struct Edge {
    to: u32,
    /// Whether the number may have this bit on the way.
    allows: [bool; 2],
}

impl Level {
    fn new(
        columns: &Columns<'_>,
        first: usize,
        budget: usize,
        residues: Vec<usize>,
        work: &mut Work<'_>,
    ) -> Result<Self, Stop> {
        let mut layers: Vec<Vec<Vec<Edge>>> = Vec::with_capacity(columns.width);
        let mut states: Vec<Loose> = vec![Box::default()];
        let this = first as u32;
        for bit in (0..columns.width).rev() {
            let mut numbers: HashMap<Loose, u32, RandomState> = HashMap::default();
            let mut next: Vec<Loose> = Vec::new();
            let mut layer = Vec::with_capacity(states.len());
            let has_one = columns.numbers[first].bit(bit);
            for loose in &states {
                let mut edges = Vec::new();
                let place = Place { bit, first, budget, residue: residues[bit], loose };
                // `first` is the least number here, so it stands first where it is loose.
                let is_loose = loose.first() == Some(&this);
                columns.choices(&place, work, |then, ones| {
                    let allows = if is_loose {
                        [ones < loose.len(), ones > 0]
                    } else if then.first() == Some(&this) {
                        [true, false]
                    } else {
                        [!has_one, has_one]
                    };
                    let sets = next.len();
                    let to = *numbers.entry(then).or_insert_with_key(|then| {
                        next.push(then.clone());
                        next.len() as u32 - 1
                    });
                    edges.push(Edge { to, allows });
                    NEW_SET * u64::from(next.len() > sets)
                })?;
                layer.push(edges);
            }
            layers.push(layer);
            states = next;
        }
        // Something must be lowered in the end, here or before.
        let before = budget < columns.most;
        let mut alive: Vec<bool> = states.iter().map(|loose| before || !loose.is_empty()).collect();
        for layer in layers.iter_mut().rev() {
            for edges in layer.iter_mut() {
                edges.retain(|edge| alive[edge.to as usize]);
            }
            alive = layer.iter().map(|edges| !edges.is_empty()).collect();
        }
        Ok(Self { first, budget, residues, layers, value: None })
    }

    /// The states behind a column, if the number has `bit` in it.
    fn step(
        &self,
        column: usize,
        from: &[u32],
        bit: bool,
        work: &mut Work<'_>,
    ) -> Result<Vec<u32>, Stop> {
        let edges = from.iter().flat_map(|&state| &self.layers[column][state as usize]);
        let mut looked = 0;
        let mut to: Vec<u32> = edges
            .inspect(|_| looked += 1)
            .filter(|edge| edge.allows[usize::from(bit)])
            .map(|edge| edge.to)
            .collect();
        to.sort_unstable();
        to.dedup();
        work.spend(1 + looked / 8)?;
        Ok(to)
    }

    /// The least possible value above the last one.
    fn next_value(&self, work: &mut Work<'_>) -> Result<Option<Nat>, Stop> {
        let width = self.layers.len();
        let Some(last) = &self.value else {
            if self.layers.first().is_some_and(|layer| layer[0].is_empty()) {
                return Ok(None);
            }
            return self.least(Nat::ZERO, 0, vec![0], work).map(Some);
        };
        let mut along = vec![vec![0]];
        for column in 0..width {
            let to = self.step(column, &along[column], last.bit(width - 1 - column), work)?;
            along.push(to);
        }
        for column in (0..width).rev() {
            let bit = width - 1 - column;
            if last.bit(bit) {
                continue;
            }
            let to = self.step(column, &along[column], true, work)?;
            if !to.is_empty() {
                let mut value = (last >> bit) << bit;
                value.set_bit(bit);
                return self.least(value, column + 1, to, work).map(Some);
            }
        }
        Ok(None)
    }

    /// The least value with the bits of `value` in the columns before `column`; one exists.
    fn least(
        &self,
        mut value: Nat,
        column: usize,
        mut states: Vec<u32>,
        work: &mut Work<'_>,
    ) -> Result<Nat, Stop> {
        let width = self.layers.len();
        for column in column..width {
            let zero = self.step(column, &states, false, work)?;
            states = if zero.is_empty() {
                value.set_bit(width - 1 - column);
                self.step(column, &states, true, work)?
            } else {
                zero
            };
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_even(numbers: &[Nat], most: usize) -> bool {
        Columns::new(numbers, most).uneven().is_none()
    }

    #[test]
    fn huge_numbers_have_an_exact_count() {
        // Three equal numbers of 200 ones, k = 2: even. One less of the lowest: one column odd.
        let full = (Nat::ONE << 200) - 1u8;
        let numbers = [full.clone(), full.clone(), full.clone()];
        let columns = Columns::new(&numbers, 2);
        assert_eq!(columns.count(&Context::default()), Ok(Nat::ZERO));
        let mut first = Vec::new();
        columns.first(5, &Context::default(), &mut first).unwrap();
        assert!(first.is_empty());

        let numbers = [full.clone() - 1u8, full.clone(), full << 1];
        let columns = Columns::new(&numbers, 2);
        let count = columns.count(&Context::default()).unwrap();
        assert!(count > Nat::ZERO);
        columns.first(5, &Context::default(), &mut first).unwrap();
        assert_eq!(Nat::from(first.len()), count.min(Nat::from(5u8)));
        assert!(first.is_sorted());
        assert!(first.iter().all(|lowered| is_even(lowered, 2)));
    }

    #[test]
    fn limits_leave_the_constructed_way() {
        let numbers: Vec<Nat> = (1..60u64).map(|i| Nat::from(i.pow(7) % 1_000_003)).collect();
        let context =
            Context::new(crate::context::Limits { positions: 10_000, ..Default::default() });
        let columns = Columns::new(&numbers, 9);
        assert!(matches!(columns.count(&context), Err(Stop::Limit { .. })));
        assert!(columns.first(3, &context, &mut Vec::new()).is_err());
        let lowered = columns.even_out().unwrap();
        assert!(is_even(&lowered, 9));
        let changed = lowered.iter().zip(&numbers).filter(|(new, old)| new != old);
        assert!((1..=9).contains(&changed.clone().count()));
        assert!(changed.into_iter().all(|(new, old)| new < old));
    }

    #[test]
    fn example_of_even_out() {
        use crate::{nat::Nat, theory::columns::Columns};
        let numbers = [1u8, 2, 4].map(Nat::from);
        let lowered = Columns::new(&numbers, 2).even_out().unwrap();
        assert_eq!(Columns::new(&lowered, 2).even_out(), None);
    }

    #[test]
    fn example_of_count() {
        use crate::{nat::Nat, theory::columns::Columns};
        let numbers = [1u8, 1, 1, 1].map(Nat::from);
        let ways = Columns::new(&numbers, 2).count(&Default::default());
        assert_eq!(ways, Ok(Nat::from(4u8)));
    }
}
