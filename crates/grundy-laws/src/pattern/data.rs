//! What a law is looked for in: a sequence, a table of two or more arguments, or a list of P-positions.

use std::sync::Arc;

/// Stands for an entry that is not known.
pub const UNKNOWN: i64 = i64::MIN;

/// Why data cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataError {
    /// A number that does not fit.
    #[error("{0} is out of range: numbers up to 2^63 - 1 can be analysed")]
    Range(String),
    /// The number of entries is not the product of the sizes.
    #[error("{found} entries for a table of {expected}")]
    Entries {
        /// The product of the sizes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Positions of different length, or of none.
    #[error("position {index} has {found} coordinates, the others have {expected}")]
    Arity {
        /// The number of the position in the list, from 0 on.
        index: usize,
        /// How many coordinates the first one has.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// A coordinate below 0 or above the bound.
    #[error("coordinate {coordinate} of position {index} is not from 0 to {bound}")]
    Bound {
        /// The number of the position in the list, from 0 on.
        index: usize,
        /// The coordinate.
        coordinate: i64,
        /// The bound within which the list is complete.
        bound: i64,
    },
}

/// What the numbers mean: it changes the wording of a law only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meaning {
    /// Values of a function.
    #[default]
    Values,
    /// Outcomes: 1 for P, 0 for N.
    Outcomes,
}

/// The values f(first), f(first + 1), … in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    first: i64,
    values: Arc<[i64]>,
    meaning: Meaning,
}

impl Sequence {
    /// The sequence with these values; [`UNKNOWN`] where one is not known.
    pub fn new(first: i64, values: Vec<i64>) -> Self {
        Self { first, values: values.into(), meaning: Meaning::Values }
    }

    /// The sequence with these values.
    ///
    /// # Errors
    /// A value of 2^63 or more.
    pub fn from_u64(first: i64, values: &[u64]) -> Result<Self, DataError> {
        let values: Result<Vec<i64>, _> = values
            .iter()
            .map(|&v| i64::try_from(v).map_err(|_| DataError::Range(v.to_string())))
            .collect();
        Ok(Self::new(first, values?))
    }

    /// The same numbers with this meaning.
    pub fn meaning(mut self, meaning: Meaning) -> Self {
        self.meaning = meaning;
        self
    }

    /// What the numbers mean.
    pub fn is_outcomes(&self) -> bool {
        self.meaning == Meaning::Outcomes
    }

    /// The index of the first value.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// The index behind the last value.
    pub fn end(&self) -> i64 {
        self.first.saturating_add(self.values.len() as i64)
    }

    /// All entries, [`UNKNOWN`] where one is not known.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The value at index n, if it is known.
    pub fn get(&self, n: i64) -> Option<i64> {
        let at = usize::try_from(n.checked_sub(self.first)?).ok()?;
        self.values.get(at).copied().filter(|&v| v != UNKNOWN)
    }

    /// The known entries with their indices, in order.
    pub fn known(&self) -> impl DoubleEndedIterator<Item = (i64, i64)> + '_ {
        let first = self.first;
        let number = move |(i, &v): (usize, &i64)| (v != UNKNOWN).then_some((first + i as i64, v));
        self.values.iter().enumerate().filter_map(number)
    }

    /// The part with indices below `end`.
    pub fn before(&self, end: i64) -> Self {
        let len = usize::try_from(end.saturating_sub(self.first)).unwrap_or(0);
        let values = self.values[..len.min(self.values.len())].into();
        Self { first: self.first, values, meaning: self.meaning }
    }

    /// The same without unknown entries at its beginning.
    #[must_use]
    pub fn from_first_known(&self) -> Self {
        let unknown = self.values.iter().take_while(|&&value| value == UNKNOWN).count();
        let first = self.first.saturating_add(unknown as i64);
        Self { first, values: self.values[unknown..].into(), meaning: self.meaning }
    }
}

/// Values of a function of two or more arguments, each in a range: the last argument runs fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    first: Vec<i64>,
    sizes: Vec<usize>,
    values: Arc<[i64]>,
    meaning: Meaning,
    /// What laws call the arguments.
    names: Vec<String>,
}

/// Letters that formulas and proofs use for something else: f(…), p(k), g(…), u(k), P, N, q + r.
const TAKEN: &str = "fgkpqruPN";

/// Whether laws can call arguments so: different single letters that formulas do not use.
pub(crate) fn is_named(names: &[String]) -> bool {
    let usable = |name: &String| {
        let mut letters = name.chars();
        let only = letters.next().filter(|c| c.is_ascii_alphabetic() && !TAKEN.contains(*c));
        only.is_some() && letters.next().is_none()
    };
    let different = names.iter().enumerate().all(|(at, name)| !names[..at].contains(name));
    different && names.iter().all(usable)
}

/// What laws call so many arguments where nothing else is said.
fn usual_names(arity: usize) -> Vec<String> {
    match arity {
        1 => vec!["n".into()],
        _ => ["a", "b", "c", "d"].map(str::to_owned).into(),
    }
}

impl Grid {
    /// The table with these entries, one row of the last argument after the other; [`UNKNOWN`] where one
    /// is not known.
    ///
    /// # Errors
    /// A number of entries that is not the product of the sizes.
    pub fn new(first: Vec<i64>, sizes: Vec<usize>, values: Vec<i64>) -> Result<Self, DataError> {
        let expected = sizes.iter().try_fold(1usize, |product, &s| product.checked_mul(s));
        if expected != Some(values.len()) || first.len() != sizes.len() || sizes.is_empty() {
            let expected = expected.unwrap_or(usize::MAX);
            return Err(DataError::Entries { expected, found: values.len() });
        }
        let names = usual_names(sizes.len());
        Ok(Self { first, sizes, values: values.into(), meaning: Meaning::Values, names })
    }

    /// The table of `entry` for all arguments from 0 to below the sizes.
    pub fn of(sizes: &[usize], mut entry: impl FnMut(&[i64]) -> i64) -> Self {
        let first = vec![0; sizes.len()];
        let mut table = Self {
            first,
            sizes: sizes.to_vec(),
            values: vec![0; sizes.iter().product()].into(),
            meaning: Meaning::Values,
            names: usual_names(sizes.len()),
        };
        let mut x = vec![0; sizes.len()];
        let values = (0..table.values.len())
            .map(|at| {
                table.place(at, &mut x);
                entry(&x)
            })
            .collect();
        table.values = values;
        table
    }

    /// The same numbers with this meaning.
    pub fn meaning(mut self, meaning: Meaning) -> Self {
        self.meaning = meaning;
        self
    }

    /// The same with these names of the arguments in laws, if they are different single letters that
    /// formulas do not use for anything else.
    pub fn named(mut self, names: &[String]) -> Self {
        if names.len() == self.arity() && is_named(names) {
            self.names = names.to_vec();
        }
        self
    }

    /// What laws call the arguments.
    pub fn names(&self) -> Vec<&str> {
        self.names.iter().map(String::as_str).collect()
    }

    /// What the numbers mean.
    pub fn is_outcomes(&self) -> bool {
        self.meaning == Meaning::Outcomes
    }

    /// How many arguments there are.
    pub fn arity(&self) -> usize {
        self.sizes.len()
    }

    /// The least arguments of entries that are known, each by itself; the first ones where none is.
    pub fn least_known(&self) -> Vec<i64> {
        let mut least: Option<Vec<i64>> = None;
        let mut x = vec![0; self.arity()];
        for (at, _) in self.values.iter().enumerate().filter(|&(_, &v)| v != UNKNOWN) {
            self.place(at, &mut x);
            match &mut least {
                None => least = Some(x.clone()),
                Some(least) => least.iter_mut().zip(&x).for_each(|(own, &x)| *own = x.min(*own)),
            }
        }
        least.unwrap_or_else(|| self.first.clone())
    }

    /// The least argument of each place.
    pub fn first(&self) -> &[i64] {
        &self.first
    }

    /// How many arguments there are in each place.
    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The last argument of each place.
    pub fn last(&self) -> Vec<i64> {
        self.first.iter().zip(&self.sizes).map(|(&f, &s)| f + s as i64 - 1).collect()
    }

    /// All entries, [`UNKNOWN`] where one is not known.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// Writes the arguments of entry number `at` to `x`.
    pub fn place(&self, mut at: usize, x: &mut [i64]) {
        for i in (0..self.sizes.len()).rev() {
            let size = self.sizes[i].max(1);
            x[i] = self.first[i] + (at % size) as i64;
            at /= size;
        }
    }

    /// The number of the entry with these arguments.
    pub fn at(&self, x: &[i64]) -> Option<usize> {
        let mut at = 0;
        for (i, &size) in self.sizes.iter().enumerate() {
            let k = usize::try_from(x.get(i)?.checked_sub(self.first[i])?).ok()?;
            if k >= size {
                return None;
            }
            at = at * size + k;
        }
        Some(at)
    }

    /// The entry with these arguments, if it is known.
    pub fn get(&self, x: &[i64]) -> Option<i64> {
        self.values.get(self.at(x)?).copied().filter(|&v| v != UNKNOWN)
    }
}

/// The P-positions of a game of one or more heaps: all those with coordinates from 0 to the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positions {
    arity: usize,
    list: Vec<Vec<i64>>,
    bound: i64,
}

impl Positions {
    /// The list; without a bound it is taken to be complete up to the greatest coordinate there is.
    ///
    /// # Errors
    /// Positions of different length, of none, or beyond the bound.
    pub fn new(mut list: Vec<Vec<i64>>, bound: Option<i64>) -> Result<Self, DataError> {
        let arity = list.first().map_or(1, Vec::len);
        let bound = bound.unwrap_or_else(|| list.iter().flatten().copied().max().unwrap_or(0));
        for (index, position) in list.iter().enumerate() {
            if position.len() != arity || arity == 0 {
                let found = position.len();
                return Err(DataError::Arity { index, expected: arity.max(1), found });
            }
            if let Some(&coordinate) = position.iter().find(|&&c| c < 0 || c > bound) {
                return Err(DataError::Bound { index, coordinate, bound });
            }
        }
        list.sort_unstable();
        list.dedup();
        Ok(Self { arity, list, bound })
    }

    /// How many coordinates a position has.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The positions in order, each once.
    pub fn list(&self) -> &[Vec<i64>] {
        &self.list
    }

    /// The bound within which the list is complete.
    pub fn bound(&self) -> i64 {
        self.bound
    }
}

/// Data of any shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// One argument.
    Sequence(Sequence),
    /// Two arguments or more.
    Grid(Grid),
    /// A list of P-positions.
    Positions(Positions),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_and_numbers_are_inverse() {
        let table = Grid::new(vec![1, -2, 0], vec![2, 3, 4], (0..24).collect()).unwrap();
        let mut x = [0; 3];
        for at in 0..24 {
            table.place(at, &mut x);
            assert_eq!((table.at(&x), table.get(&x)), (Some(at), Some(at as i64)));
        }
        assert_eq!(table.last(), [2, 0, 3]);
        assert_eq!(table.get(&[0, 0, 0]), None);
        assert_eq!(table.get(&[1, i64::MIN, 0]), None);
    }

    #[test]
    fn wrong_data_is_refused() {
        assert!(Grid::new(vec![0, 0], vec![2, 2], vec![1; 3]).is_err());
        assert!(Sequence::from_u64(0, &[u64::MAX]).is_err());
        assert!(Positions::new(vec![vec![1, 2], vec![1]], None).is_err());
        assert!(Positions::new(vec![vec![1, 9]], Some(8)).is_err());
        assert_eq!(Positions::new(vec![], None).unwrap().bound(), 0);
    }

    #[test]
    fn a_part_of_a_sequence_keeps_its_indices() {
        let f = Sequence::new(3, vec![5, UNKNOWN, 7]);
        assert_eq!(f.known().collect::<Vec<_>>(), [(3, 5), (5, 7)]);
        assert_eq!(f.before(4).values(), [5]);
        assert_eq!((f.get(4), f.get(5), f.get(6), f.get(i64::MIN)), (None, Some(7), None, None));
    }
}
