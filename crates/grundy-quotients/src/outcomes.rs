//! Misère values of sums of generators, by search.

use crate::{Element, Halt, Monoid};
use hashbrown::HashMap;

/// How many generators there may be.
pub const MAX_GENERATORS: usize = 32;

/// A sum: how many times each generator occurs.
pub type Sum = [u8; MAX_GENERATORS];

/// The empty sum.
pub const EMPTY: Sum = [0; MAX_GENERATORS];

/// The sum of two sums.
///
/// # Errors
/// [`Halt::Degree`] if a generator occurs more than 255 times.
pub fn plus(a: &Sum, b: &Sum) -> Result<Sum, Halt> {
    let mut sum = *a;
    for (count, &more) in sum.iter_mut().zip(b) {
        *count = count.checked_add(more).ok_or(Halt::Degree)?;
    }
    Ok(sum)
}

/// One generator alone.
pub fn single(generator: usize) -> Sum {
    let mut sum = EMPTY;
    sum[generator] = 1;
    sum
}

/// The generators of a sum in order, each as often as it occurs.
pub fn letters(sum: &Sum) -> Vec<usize> {
    let counted = sum.iter().enumerate();
    counted.flat_map(|(g, &count)| std::iter::repeat_n(g, usize::from(count))).collect()
}

/// Sums of generators, each of which has sums of generators as its options.
pub struct Outcomes {
    /// The options of each generator.
    pub options: Vec<Vec<Sum>>,
    /// Generators whose only move ends them: *1, and *1 + *1 equals the empty sum in every game.
    ones: Vec<usize>,
    /// Values that are not below it count as this: with 1 they are outcomes, 0 for P.
    cap: u8,
    known: HashMap<Sum, u8, foldhash::fast::FixedState>,
    /// Sums that are taken for equal.
    presumed: Option<Presumed>,
    steps: u32,
}

/// A quotient of the first generators, taken for one that holds for them beside the other generators, too.
pub struct Presumed {
    /// The elements of the first generators.
    pub generators: Vec<Element>,
    /// Their quotient.
    pub monoid: Monoid,
    /// For each element a sum of the first generators, least by the moves it may last.
    pub sums: Vec<Sum>,
}

/// It is asked whether to go on after so many sums, of which each may have some thousand options.
const STEPS_PER_LOOK: u32 = 1 << 8;

impl Outcomes {
    /// Of no generators; the cap is 63 at most.
    pub fn new(cap: u8) -> Self {
        Self {
            options: Vec::new(),
            ones: Vec::new(),
            cap,
            known: HashMap::default(),
            presumed: None,
            steps: 0,
        }
    }

    /// The cap of values.
    pub fn cap(&self) -> u8 {
        self.cap
    }

    /// Replaces the generators; outcomes found before are kept if the earlier ones stay as they are.
    pub fn set(&mut self, options: Vec<Vec<Sum>>) {
        if !options.starts_with(&self.options) {
            self.known.clear();
        }
        self.ones = (0..options.len()).filter(|&g| options[g] == [EMPTY]).collect();
        self.options = options;
    }

    /// Presumes that a quotient of the first generators stays theirs beside the others, or no longer
    /// presumes anything. Outcomes are found much faster, and may be wrong: what follows from them must be
    /// checked.
    pub fn presume(&mut self, presumed: Option<Presumed>) {
        self.known.clear();
        self.presumed = presumed;
    }

    #[cfg(test)]
    pub(crate) fn size(&self) -> usize {
        self.known.len()
    }

    #[cfg(test)]
    /// Whether outcomes may be wrong.
    pub fn presumes(&self) -> bool {
        self.presumed.is_some()
    }

    fn reduced(&self, mut sum: Sum) -> Sum {
        self.ones.iter().for_each(|&g| sum[g] &= 1);
        let Some(presumed) = &self.presumed else { return sum };
        let mut element = 0;
        for (&g, count) in presumed.generators.iter().zip(&mut sum) {
            let count = std::mem::take(count);
            if count > 0 {
                let power = presumed.monoid.power(g, count.into());
                element = presumed.monoid.product(element, power);
            }
        }
        let least = &presumed.sums[usize::from(element)];
        sum.iter_mut().zip(least).for_each(|(count, &more)| *count += more);
        sum
    }

    /// Counts a step; asks now and then whether to go on, over many short searches too.
    fn look(&mut self, go_on: &mut dyn FnMut() -> bool) -> Result<(), Halt> {
        self.steps = self.steps.wrapping_add(1);
        match self.steps.is_multiple_of(STEPS_PER_LOOK) && !go_on() {
            true => Err(Halt::Cancelled),
            false => Ok(()),
        }
    }

    /// The misère value of a sum, or the cap if it is not below that.
    ///
    /// # Complexity
    /// O(sums that can be reached * their moves), less what is known already.
    ///
    /// # Errors
    /// [`Halt`] beyond `most` sums, or if `go_on` says so.
    pub fn value(
        &mut self,
        sum: &Sum,
        most: usize,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<u8, Halt> {
        self.look(go_on)?;
        let start = self.reduced(*sum);
        if let Some(&known) = self.known.get(&start) {
            return Ok(known);
        }
        // All values below the cap.
        let full = (1u64 << self.cap) - 1;
        // Sums whose options are looked at, each with the generator and the option to go on with.
        let mut stack = vec![Frame { sum: start, generator: 0, option: 0, moved: false, seen: 0 }];
        while let Some(frame) = stack.last_mut() {
            self.look(go_on)?;
            let Frame { sum: top, .. } = *frame;
            // Values known already may make others needless.
            if !frame.moved {
                'known: for g in (0..self.options.len()).filter(|&g| top[g] > 0) {
                    let mut rest = top;
                    rest[g] -= 1;
                    for option in &self.options[g] {
                        frame.moved = true;
                        if let Some(&value) = self.known.get(&self.reduced(plus(&rest, option)?)) {
                            frame.seen |= 1 << value;
                            if frame.seen & full == full {
                                break 'known;
                            }
                        }
                    }
                }
            }
            let mut unknown = None;
            'options: while frame.seen & full != full && frame.generator < self.options.len() {
                let g = frame.generator;
                if top[g] > 0 {
                    let mut rest = top;
                    rest[g] -= 1;
                    while let Some(option) = self.options[g].get(frame.option) {
                        let after = self.reduced(plus(&rest, option)?);
                        let Some(&value) = self.known.get(&after) else {
                            unknown = Some(after);
                            break 'options;
                        };
                        frame.seen |= 1 << value;
                        if frame.seen & full == full {
                            break 'options;
                        }
                        frame.option += 1;
                    }
                }
                frame.generator += 1;
                frame.option = 0;
            }
            if let Some(sum) = unknown {
                stack.push(Frame { sum, generator: 0, option: 0, moved: false, seen: 0 });
                continue;
            }
            if self.known.len() >= most {
                return Err(Halt::Outcomes(most));
            }
            let value = match frame.moved {
                true => (frame.seen & full).trailing_ones() as u8,
                false => 1,
            };
            self.known.insert(top, value);
            stack.pop();
        }
        Ok(self.known[&start])
    }
}

/// A sum whose options are looked at.
struct Frame {
    sum: Sum,
    generator: usize,
    option: usize,
    moved: bool,
    /// The values of options so far, as bits.
    seen: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_short_searches_ask_whether_to_go_on() {
        let mut outcomes = Outcomes::new(1);
        // Nim-heaps of 1 and 2.
        outcomes.set(vec![vec![EMPTY], vec![EMPTY, single(0)]]);
        let mut asked = 0;
        let mut go_on = || {
            asked += 1;
            asked < 20
        };
        for call in 0..100 * STEPS_PER_LOOK {
            let mut sum = EMPTY;
            (sum[0], sum[1]) = ((call % 2) as u8, (call % 7) as u8);
            match outcomes.value(&sum, usize::MAX, &mut go_on) {
                // Misère nim.
                Ok(value) => {
                    assert_eq!(
                        value == 0,
                        if sum[1] == 0 {
                            sum[0] == 1
                        } else {
                            sum[1].is_multiple_of(2) && sum[0] == 0
                        }
                    );
                }
                Err(halt) => {
                    assert!(matches!(halt, Halt::Cancelled));
                    assert!(call >= 15 * STEPS_PER_LOOK, "{call}");
                    return;
                }
            }
        }
        panic!("never asked");
    }
}
