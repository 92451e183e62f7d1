//! The quotient of the sums of some generators, learned from values and refuted until it holds.

use crate::closure::{Closure, Kind};
use crate::outcomes::{EMPTY, Outcomes, Presumed, Sum, letters, plus, single};
use crate::{Bits, Element, Halt, Limits, Monoid};
use hashbrown::HashMap;

/// What was learned: the quotient and a sum for each element.
pub struct Learned {
    pub monoid: Monoid,
    /// A shortest sum of generators for each element.
    pub sums: Vec<Sum>,
    /// The element of each generator.
    pub generators: Vec<Element>,
    pub closure: Closure,
}

/// Sums told apart by tests: two sums are taken for equal while they have the same values with all
/// tests. What is learned so far is refuted by the theorem of the crate, which leads to a new
/// test (D. Angluin 1987, with R. L. Rivest and R. E. Schapire's way to read a counterexample 1993).
pub struct Learner {
    pub outcomes: Outcomes,
    /// How long each generator lasts at most.
    pub lengths: Vec<u64>,
    tests: Vec<Sum>,
    rows: HashMap<Sum, Row, foldhash::fast::FixedState>,
}

/// The values of a sum with the tests.
type Row = Vec<u8>;

/// What the tests tell.
struct Guess {
    sums: Vec<Sum>,
    /// The sum and the generator through which each element was found.
    origins: Vec<(usize, usize)>,
    /// The element after a generator is added: by element, then generator.
    action: Vec<Vec<usize>>,
    values: Vec<u8>,
}

impl Guess {
    fn of(&self, sum: &Sum) -> usize {
        letters(sum).into_iter().fold(0, |x, g| self.action[x][g])
    }
}

/// Limits and cancellation together.
pub struct Watch<'a> {
    pub limits: &'a Limits,
    pub go_on: &'a mut dyn FnMut() -> bool,
}

impl Learner {
    /// Of no generators, with values up to a cap.
    pub fn new(cap: u8) -> Self {
        Self {
            outcomes: Outcomes::new(cap),
            lengths: Vec::new(),
            tests: Vec::new(),
            rows: HashMap::default(),
        }
    }

    #[cfg(test)]
    pub(crate) fn sizes(&self) -> String {
        let tests = self.tests.len();
        let most = self.tests.iter().map(|t| letters(t).len()).max();
        format!(
            "{tests} tests {most:?} {} rows {} presumes {}",
            self.rows.len(),
            self.outcomes.size(),
            self.outcomes.presumes()
        )
    }

    /// Replaces the generators: their options as sums, and how long they last.
    pub fn set(&mut self, options: Vec<Vec<Sum>>, lengths: Vec<u64>) {
        if !options.starts_with(&self.outcomes.options) {
            self.rows.clear();
        }
        self.outcomes.set(options);
        self.lengths = lengths;
        if self.tests.is_empty() {
            self.tests.push(EMPTY);
        }
    }

    /// As [`Outcomes::presume`]; what was learned so far is forgotten.
    pub fn presume(&mut self, presumed: Option<Presumed>) {
        self.rows.clear();
        self.tests = vec![EMPTY];
        self.outcomes.presume(presumed);
    }

    fn value(&mut self, sum: &Sum, watch: &mut Watch<'_>) -> Result<u8, Halt> {
        self.outcomes.value(sum, watch.limits.outcomes, watch.go_on)
    }

    fn row(&mut self, sum: &Sum, watch: &mut Watch<'_>) -> Result<Row, Halt> {
        let mut row = self.rows.remove(sum).unwrap_or_default();
        for test in &self.tests[row.len()..] {
            let together = plus(sum, test)?;
            row.push(self.outcomes.value(&together, watch.limits.outcomes, watch.go_on)?);
        }
        self.rows.insert(*sum, row.clone());
        Ok(row)
    }

    /// The quotient of all sums of the generators.
    ///
    /// # Errors
    /// [`Halt`] at a limit; a quotient that is infinite ends at that of elements.
    pub fn learn(&mut self, watch: &mut Watch<'_>) -> Result<Learned, Halt> {
        loop {
            let guess = self.guess(watch)?;
            if self.refute_by_tests(&guess, watch)? {
                continue;
            }
            let monoid = monoid(&guess, self.outcomes.cap());
            let generators: Vec<Element> = guess.action[0].iter().map(|&x| x as Element).collect();
            let mut closure = Closure::new(&monoid);
            if let Some(sum) = self.refute(&guess, &monoid, &mut closure, watch)? {
                self.split(&guess, &sum, watch)?;
                continue;
            }
            return Ok(Learned { monoid, sums: guess.sums, generators, closure });
        }
    }

    /// All sums that the tests tell apart, shortest first.
    fn guess(&mut self, watch: &mut Watch<'_>) -> Result<Guess, Halt> {
        let count = self.outcomes.options.len();
        let mut known: HashMap<Row, usize, foldhash::fast::FixedState> = HashMap::default();
        let (mut sums, mut origins, mut action) = (vec![EMPTY], vec![(0, 0)], Vec::new());
        known.insert(self.row(&EMPTY, watch)?, 0);
        let mut x = 0;
        while x < sums.len() {
            let mut after = Vec::with_capacity(count);
            for g in 0..count {
                let next = plus(&sums[x], &single(g))?;
                let row = self.row(&next, watch)?;
                let number = *known.entry(row).or_insert_with(|| {
                    sums.push(next);
                    origins.push((x, g));
                    sums.len() - 1
                });
                after.push(number);
            }
            if sums.len() > watch.limits.elements {
                return Err(Halt::Elements(watch.limits.elements));
            }
            action.push(after);
            x += 1;
        }
        let mut values = Vec::with_capacity(sums.len());
        for sum in &sums {
            values.push(self.value(sum, watch)?);
        }
        Ok(Guess { sums, origins, action, values })
    }

    /// Compares the guess with itself and with the tests; adds tests where it is wrong.
    fn refute_by_tests(&mut self, guess: &Guess, watch: &mut Watch<'_>) -> Result<bool, Halt> {
        let before = self.tests.len();
        let count = self.outcomes.options.len();
        'commute: for x in 0..guess.sums.len() {
            for g in 0..count {
                for h in 0..g {
                    let (by_g, by_h) = (guess.action[x][g], guess.action[x][h]);
                    let (a, b) = (guess.action[by_g][h], guess.action[by_h][g]);
                    if a == b {
                        continue;
                    }
                    // Some test t tells a from b, so x + g + h + t is not what one of them says.
                    let (one, two) =
                        (self.row(&guess.sums[a], watch)?, self.row(&guess.sums[b], watch)?);
                    let t = (0..before).find(|&i| one[i] != two[i]).expect("different rows");
                    let test = self.tests[t];
                    let (with_g, with_h) = (plus(&single(g), &test)?, plus(&single(h), &test)?);
                    let whole = plus(&plus(&guess.sums[x], &single(g))?, &with_h)?;
                    let value = self.value(&whole, watch)?;
                    let new = if value != self.value(&plus(&guess.sums[by_g], &with_h)?, watch)? {
                        with_h
                    } else {
                        with_g
                    };
                    if !self.tests.contains(&new) {
                        self.tests.push(new);
                    }
                    if self.tests.len() >= before + 4 {
                        break 'commute;
                    }
                }
            }
        }
        if self.tests.len() > before {
            return Ok(true);
        }
        for x in 0..guess.sums.len() {
            let row = self.row(&guess.sums[x], watch)?;
            for (t, &value) in row.iter().enumerate() {
                let end = letters(&self.tests[t]).into_iter().fold(x, |x, g| guess.action[x][g]);
                if guess.values[end] != value {
                    let sum = plus(&guess.sums[x], &self.tests[t])?;
                    self.split(guess, &sum, watch)?;
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// A sum whose value is not what the guess says, if the theorem does not hold.
    fn refute(
        &mut self,
        guess: &Guess,
        monoid: &Monoid,
        closure: &mut Closure,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Sum>, Halt> {
        let count = self.outcomes.options.len();
        let mut kinds = Vec::with_capacity(count);
        for g in 0..count {
            let element = guess.action[0][g] as Element;
            let mut options = Bits::new(monoid.order());
            for option in self.outcomes.options[g].clone() {
                let to = guess.of(&option) as Element;
                options.insert(to);
                let same =
                    |value| monoid.with_value(element, value).common(monoid.with_value(to, value));
                if let Some((value, z)) =
                    (0..monoid.cap()).find_map(|value| same(value).map(|z| (value, z)))
                {
                    // A move that leaves the value as it is.
                    let rest = guess.sums[usize::from(z)];
                    let (from, to) = (plus(&single(g), &rest)?, plus(&option, &rest)?);
                    if self.value(&from, watch)? != value {
                        return Ok(Some(from));
                    }
                    return match self.value(&to, watch)? == value {
                        true => Err(Halt::Mistaken),
                        false => Ok(Some(to)),
                    };
                }
            }
            kinds.push(Kind { element, options, length: self.lengths[g], number: g as u16 });
        }
        let wrong = |pair: &crate::closure::Pair| {
            (0..monoid.value(pair.element))
                .any(|value| !pair.options.meets(monoid.with_value(0, value)))
        };
        let pair = closure.add(monoid, &kinds, watch.limits.pairs, &wrong, watch.go_on)?;
        let Some(pair) = pair else { return Ok(None) };
        // A sum without an option of some less value: it or an option is not what the guess says.
        let mut sum = EMPTY;
        for &g in &pair.sum {
            sum = plus(&sum, &single(usize::from(g)))?;
        }
        if self.value(&sum, watch)? != monoid.value(pair.element) {
            return Ok(Some(sum));
        }
        for g in (0..count).filter(|&g| sum[g] > 0) {
            let mut rest = sum;
            rest[g] -= 1;
            for option in self.outcomes.options[g].clone() {
                let after = plus(&rest, &option)?;
                if self.value(&after, watch)? != guess.values[guess.of(&after)] {
                    return Ok(Some(after));
                }
            }
        }
        // Values that the search found contradict each other.
        Err(Halt::Mistaken)
    }

    /// Adds a test that the guess got wrong on the way to a sum whose value is not what it says.
    fn split(&mut self, guess: &Guess, sum: &Sum, watch: &mut Watch<'_>) -> Result<(), Halt> {
        let mut suffix = EMPTY;
        let way = letters(sum);
        let mut states = vec![0];
        for &g in &way {
            states.push(guess.action[*states.last().expect("not empty")][g]);
        }
        let mut value = guess.values[*states.last().expect("not empty")];
        for (i, &g) in way.iter().enumerate().rev() {
            let test = suffix;
            suffix[g] += 1;
            let before = plus(&guess.sums[states[i]], &suffix)?;
            let earlier = self.value(&before, watch)?;
            if earlier != value {
                if self.tests.contains(&test) {
                    return Err(Halt::Mistaken);
                }
                self.tests.push(test);
                return Ok(());
            }
            value = earlier;
        }
        Err(Halt::Mistaken)
    }
}

/// The monoid of a guess whose generators commute.
fn monoid(guess: &Guess, cap: u8) -> Monoid {
    let order = guess.sums.len();
    let mut table = vec![0 as Element; order * order];
    for x in 0..order {
        let mut row = vec![x; order];
        for (y, &(from, g)) in guess.origins.iter().enumerate().skip(1) {
            row[y] = guess.action[row[from]][g];
        }
        let to = &mut table[x * order..][..order];
        to.iter_mut().zip(&row).for_each(|(entry, &xy)| *entry = xy as Element);
    }
    Monoid::trusted(table, guess.values.clone(), cap)
}
