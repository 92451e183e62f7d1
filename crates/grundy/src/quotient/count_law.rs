//! The law of the outcomes of sums of few heaps by their counts, also where the misère quotient is infinite.

use super::heaps::Numbered;
use super::lines::wrapped;
use crate::context::{Context, Progress, Stop, Unit};
use crate::heap::Code;
use crate::outcome::Outcome;
use grundy_quotients::Unbounded;
use serde::Serialize;
use std::fmt::Write as _;

/// Which sums of the heaps 0, …, `last` of a code are P in misère play, told by the counts of the heaps.
///
/// The theorem by which it is checked is that of [`grundy_quotients::Unbounded`].
///
/// ```
/// use grundy::quotient::CountLaw;
/// let code = "0.3141".parse().unwrap();
/// let law = CountLaw::find(&code, 5, &Default::default()).unwrap().unwrap();
/// assert!(law.is_infinite());
/// // A million heaps of 4 and one of 5.
/// let outcome = law.outcome(&[(4, 1_000_000), (5, 1)]).unwrap();
/// assert_eq!(outcome.to_string(), "N");
/// ```
#[derive(Clone, Debug)]
pub struct CountLaw {
    code: Code,
    last: u32,
    /// The place of each heap in the law; `None` for heaps without options.
    places: Vec<Option<usize>>,
    law: Unbounded,
}

/// The facts of a law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CountFacts {
    /// The last heap.
    pub heap: u32,
    /// Whether the misère quotient of these heaps is proved to be infinite.
    pub infinite: bool,
    /// How the count of each heap matters.
    pub counts: Vec<Count>,
    /// Values of the form of this size and more are told by sign and remainder; null if there is no form.
    pub form_threshold: Option<u32>,
    /// The period of the remainders.
    pub form_period: Option<u32>,
}

/// How the count of a heap matters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The heap.
    pub heap: u32,
    /// Other heaps with the same options, counted with it.
    pub equal: Vec<u32>,
    /// Counts less than this are told apart.
    pub threshold: u32,
    /// Others by their remainder.
    pub period: u32,
    /// The weight of the count in the form.
    pub weight: i32,
}

/// The last heap at most: where there are so many, more than ten have options that differ, or all are alike.
const MOST_LAST: u32 = 1000;
/// Cells of a table: more take longer than anybody waits.
const MOST_CELLS: u64 = 1 << 24;
/// Bytes for each of them, at most.
const CELL_BYTES: u64 = 8;

impl CountLaw {
    /// Looks for the law and checks it; `None` if none is found within the positions and the memory of the limits, or
    /// if the last heap is beyond 1000.
    ///
    /// # Complexity
    /// As [`Unbounded::find`].
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time.
    pub fn find(code: &Code, last: u32, context: &Context<'_>) -> Result<Option<Self>, Stop> {
        if last > MOST_LAST {
            return Ok(None);
        }
        let mut heaps = Numbered::default();
        heaps.add_code(code.clone());
        (0..=last).for_each(|_| _ = heaps.add_heap(0));
        let (mut stop, mut steps) = (None, 0);
        let mut go_on = || {
            steps += 1;
            let doing = "looking for a law of the counts of heaps";
            let look = context.report(Progress::new(doing, steps, Unit::Steps));
            look.map_err(|found| stop = Some(found)).is_ok()
        };
        let limits = &context.limits;
        let cells = limits.positions.min(limits.memory / CELL_BYTES).min(MOST_CELLS);
        let found = Unbounded::find(&heaps, last, cells, &mut go_on);
        if let Some(stop) = stop {
            return Err(stop);
        }
        // Else it says no more than `None`.
        let Ok(Some(law)) = found else { return Ok(None) };
        let places = Unbounded::places(&heaps, last);
        Ok(Some(Self { code: code.clone(), last, places, law }))
    }

    /// Whether the misère quotient of the heaps is proved to be infinite.
    pub fn is_infinite(&self) -> bool {
        self.law.is_infinite()
    }

    /// The last heap.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// The outcome of a sum in misère play, given by heaps and how many there are of each; `None` if a heap is larger
    /// than the last one, or there are 2^48 of one or more.
    ///
    /// # Complexity
    /// O(heaps).
    pub fn outcome(&self, sum: &[(u32, u64)]) -> Option<Outcome> {
        let mut counts = vec![0u64; self.law.heaps().len()];
        for &(heap, count) in sum {
            if let Some(place) = *self.places.get(heap as usize)? {
                counts[place] = counts[place].checked_add(count).filter(|&sum| sum < 1 << 48)?;
            }
        }
        Some(Outcome::of(!self.law.is_p(&counts)))
    }

    /// The facts.
    pub fn facts(&self) -> CountFacts {
        let counts: Vec<Count> = self
            .law
            .heaps()
            .iter()
            .zip(self.law.bounds())
            .enumerate()
            .map(|(place, (&heap, bound))| Count {
                heap,
                equal: (0..=self.last)
                    .filter(|&n| n != heap && self.places[n as usize] == Some(place))
                    .collect(),
                threshold: bound.threshold,
                period: bound.period,
                weight: bound.weight,
            })
            .collect();
        let form = counts.iter().any(|count| count.weight != 0).then(|| self.law.form());
        CountFacts {
            heap: self.last,
            infinite: self.is_infinite(),
            counts,
            form_threshold: form.map(|form| form.0),
            form_period: form.map(|form| form.1),
        }
    }

    /// The facts in sentences.
    pub fn to_text(&self) -> String {
        let facts = self.facts();
        let mut text = String::new();
        let last = self.last;
        match facts.infinite {
            true => {
                _ = writeln!(
                    text,
                    "the misère quotient of the heaps up to {last} is infinite; outcomes follow a law (both proved)"
                );
            }
            false => {
                _ = writeln!(
                    text,
                    "outcomes of the heaps up to {last} follow a law of counts (proved)"
                );
            }
        }
        let told = |count: &Count| {
            let equal: Vec<String> =
                count.equal.iter().map(|heap| format!(" and {heap}")).collect();
            let far = match count.period {
                1 => "no more".to_owned(),
                n => format!("mod {n}"),
            };
            let told = match count.threshold {
                0 => far,
                n => format!("itself below {n}, else {far}"),
            };
            format!("of heap {}{} {told}", count.heap, equal.concat())
        };
        let counts: Vec<String> = facts.counts.iter().map(told).collect();
        wrapped(&mut text, "by the counts", &counts, "; ");
        if let (Some(threshold), Some(period)) = (facts.form_threshold, facts.form_period) {
            let far = match period {
                1 => "its sign".to_owned(),
                _ => format!("its sign and s mod {period}"),
            };
            _ = writeln!(
                text,
                "and by s = {}, where #n is the count of heap n: itself if |s| < {threshold}, else {far}",
                form(&facts.counts)
            );
        }
        text
    }

    /// The law by which outcomes are told.
    pub fn law(&self) -> &Unbounded {
        &self.law
    }

    /// The code.
    pub fn code(&self) -> &Code {
        &self.code
    }
}

/// The form as `#7 - #5`, positive weights first.
fn form(counts: &[Count]) -> String {
    let term = |count: &&Count| match count.weight.unsigned_abs() {
        1 => format!("#{}", count.heap),
        n => format!("{n} #{}", count.heap),
    };
    let of_sign = |sign: i32| counts.iter().filter(move |count| count.weight.signum() == sign);
    let plus: Vec<String> = of_sign(1).map(|count| term(&count)).collect();
    let minus: Vec<String> = of_sign(-1).map(|count| format!(" - {}", term(&count))).collect();
    plus.join(" + ") + &minus.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinite_quotients_are_told() {
        let code = "0.3141".parse().unwrap();
        let law = CountLaw::find(&code, 5, &Context::default()).unwrap().unwrap();
        let text = law.to_text();
        assert!(text.contains("up to 5 is infinite"), "{text}");
        assert!(text.contains("and by s = #5 - #4, "), "{text}");
        let facts = law.facts();
        assert!(facts.infinite && facts.counts.len() == 5);
        assert_eq!(law.outcome(&[(6, 1)]), None);
        assert_eq!(law.outcome(&[(5, 1 << 50)]), None);
        assert_eq!(law.outcome(&[]), Some(Outcome::N));
        assert_eq!(law.outcome(&[(1, 1), (0, 9)]), Some(Outcome::P));
    }

    #[test]
    fn laws_have_the_outcomes_of_the_search() {
        // Outcomes of sums by another way: the search of all sums.
        let (mut random, mut p) = (fastrand::Rng::with_seed(5), 0);
        for (code, last) in [("0.3141", 5), ("0.77", 5)] {
            let law = CountLaw::find(&code.parse().unwrap(), last, &Context::default());
            let law = law.unwrap().unwrap();
            for _ in 0..200 {
                let heaps: Vec<u32> =
                    (0..random.usize(1..9)).map(|_| random.u32(0..=last)).collect();
                let sum: Vec<(u32, u64)> = heaps.iter().map(|&heap| (heap, 1)).collect();
                let list: Vec<String> = heaps.iter().map(u32::to_string).collect();
                let text = format!("{code}({})", list.join(","));
                let truth = crate::analysis::tests::is_p_by_search(&text);
                assert_eq!(law.outcome(&sum), Some(Outcome::of(!truth)), "{text}");
                p += usize::from(truth);
            }
        }
        assert!(p > 40, "{p}");
    }
}
