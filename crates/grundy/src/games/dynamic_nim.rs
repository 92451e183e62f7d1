//! `dynamic-nim[k]` and `fibonacci-nim` = `dynamic-nim[2]`: take at most k times the previous take.

mod misere;

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, Known, MisereLaw, Move, Placed, erase, join,
};
use crate::nat::{Nat, heap_bytes, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::dynamic_values::DynamicValues;
use crate::theory::numeration::Numeration;
use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Dynamic nim with factor k; a position is the heap n and the greatest take allowed.
///
/// Let H_1 = 1 and H_{i+1} = H_i + H_j with j the least index such that k H_j >= H_i, and let
/// n > 0 be represented greedily by these terms. Then (n,cap) is N iff cap is at least the smallest
/// summand of n. For k = 2 the terms are the Fibonacci numbers.
///
/// The winning takes are sums of summands from the smallest up: all of n if cap allows it, and
/// every such sum x within cap for which the next summand exceeds kx. For if the take x leaves
/// y > 0 and is to win, the smallest summand of y exceeds kx; the summands of y followed by those
/// of x then each exceed k times the next, and so they are the summands of n.
///
/// ```
/// use grundy::{games::dynamic_nim::DynamicNim, nat::Nat};
/// let game = DynamicNim::new(Nat::from(2u8));
/// let takes = game.winning_takes(&Nat::from(100u8), &Nat::from(99u8), &Default::default());
/// assert_eq!(takes.unwrap(), [3u8, 11].map(Nat::from));
/// ```
///
/// # Complexity
/// O(log n) terms of the length of n for fixed k; as many as there are terms up to n/k otherwise.
/// Grundy values (for sums) by a table: O(n^2 log v), v the greatest value.
///
/// # Literature
/// M. J. Whinihan, *Fibonacci Nim*, Fibonacci Quarterly 1 (1963); A. J. Schwenk, *Take-away
/// games*, Fibonacci Quarterly 8 (1970).
#[derive(Debug)]
pub struct DynamicNim {
    factor: Nat,
    /// Whether it was typed as `fibonacci-nim`.
    fibonacci: bool,
    numeration: Mutex<Numeration>,
    /// A table of values, unless the factor exceeds a word.
    values: Option<Mutex<DynamicValues>>,
}

/// Heap and greatest take, which is at most the heap.
pub type Heap = (Nat, Nat);

impl DynamicNim {
    /// The game in which a take is at most `factor` times the one before.
    ///
    /// # Panics
    /// If the factor is 0.
    pub fn new(factor: Nat) -> Self {
        let numeration = Mutex::new(Numeration::new(factor.clone()));
        let values = to_u64(&factor).map(|factor| Mutex::new(DynamicValues::new(factor)));
        Self { factor, fibonacci: false, numeration, values }
    }

    /// The Grundy value, where a table gives it within the limits.
    fn tabled(&self, (n, cap): &Heap, context: &Context<'_>) -> Result<Option<Nat>, Stop> {
        let (Some(n), Some(cap), Some(values)) = (to_u64(n), to_u64(cap), &self.values) else {
            return Ok(None);
        };
        let mut values = values.lock().unwrap_or_else(PoisonError::into_inner);
        values.value(n, cap, context).map(|value| Some(value.into())).or_else(Stop::or_nothing)
    }

    fn summands(&self, n: &Nat, context: &Context<'_>) -> Result<Vec<Nat>, Stop> {
        let mut numeration = self.numeration.lock().unwrap_or_else(PoisonError::into_inner);
        numeration.summands(n, context)
    }

    fn after(&self, n: &Nat, taken: &Nat) -> Heap {
        let left = n - taken;
        let cap = (taken * &self.factor).min(left.clone());
        (left, cap)
    }

    /// The takes that win from `n` with at most `cap` to take, in increasing order.
    ///
    /// # Errors
    /// [`Stop`] if the number system does not fit into the limits.
    pub fn winning_takes(
        &self,
        n: &Nat,
        cap: &Nat,
        context: &Context<'_>,
    ) -> Result<Vec<Nat>, Stop> {
        let mut takes = Vec::new();
        self.each_winning_take(n, cap, context, |take| takes.push(take.clone()))?;
        Ok(takes)
    }

    /// The moves from `n` by the takes that win `heap` in normal play.
    fn winning_from(
        &self,
        n: &Nat,
        (heap, cap): (&Nat, &Nat),
        max: usize,
        context: &Context<'_>,
    ) -> Result<Found<Heap>, Stop> {
        // By what they leave the greatest takes come first.
        let mut greatest: VecDeque<Nat> = VecDeque::new();
        let mut count = 0u64;
        self.each_winning_take(heap, cap, context, |take| {
            count += 1;
            if greatest.len() == max {
                greatest.pop_front();
            }
            if max > 0 {
                greatest.push_back(take.clone());
            }
        })?;
        let moves = greatest.iter().rev();
        let listed = moves.map(|take| Move { sum: vec![self.after(n, take)], tag: 0 }).collect();
        Ok(Found { count: Some(count.into()), listed })
    }

    /// Hands the winning takes to `each`, in increasing order: of a huge heap there are many, and
    /// long ones.
    fn each_winning_take(
        &self,
        n: &Nat,
        cap: &Nat,
        context: &Context<'_>,
        mut each: impl FnMut(&Nat),
    ) -> Result<(), Stop> {
        let summands = self.summands(n, context)?;
        let mut take = Nat::ZERO;
        let mut next = summands.iter().rev().peekable();
        let mut step = 0;
        while let Some(summand) = next.next() {
            context.tick("listing winning moves", step)?;
            step += 1;
            take += summand;
            if take > *cap {
                break;
            }
            if next.peek().is_none_or(|&next| *next > &take * &self.factor) {
                each(&take);
            }
        }
        Ok(())
    }
}

impl Ruleset for DynamicNim {
    type Position = Heap;

    fn options(&self, (n, cap): &Heap, out: &mut Options<Heap>) -> Result<(), Full> {
        let mut taken = Nat::ONE;
        while taken <= *cap {
            out.push([self.after(n, &taken)])?;
            taken += 1u8;
        }
        Ok(())
    }

    fn heap_bytes(&self, (n, cap): &Heap) -> usize {
        heap_bytes(n) + heap_bytes(cap)
    }
}

impl Game for DynamicNim {
    fn title(&self) -> String {
        if self.fibonacci { "fibonacci-nim".into() } else { self.identity() }
    }

    fn identity(&self) -> String {
        format!("dynamic-nim[{}]", self.factor)
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let (n, cap) = read::one_or_two(args)?;
        let cap = match cap {
            Some(cap) => cap.min(n.clone()),
            None if n.is_zero() => Nat::ZERO,
            None => &n - 1u8,
        };
        Ok(Placed::new(self, vec![(n, cap)]))
    }

    fn picture(&self, (n, cap): &Heap) -> Vec<String> {
        vec![format!("{}   take up to {}", picture::coins(n), cap.min(n))]
    }

    fn print(&self, (n, cap): &Heap) -> String {
        format!("{n},{cap}")
    }

    fn print_move(&self, (n, _): &Heap, to: &Move<Heap>) -> String {
        match &*to.sum {
            [(left, cap)] => {
                let taken = n - left;
                format!("take {taken}, leaving {left} with at most {cap} to take")
            }
            _ => String::new(),
        }
    }

    fn heaps(&self, (n, _): &Heap) -> Vec<Nat> {
        vec![n.clone()]
    }

    fn known(&self, (n, cap): &Heap, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        if cap.is_zero() {
            return Ok(Some(Known::Value(Nat::ZERO)));
        }
        let summands = self.summands(n, context)?;
        let wins = summands.last().is_some_and(|smallest| smallest <= cap);
        if !wins {
            return Ok(Some(Known::Value(Nat::ZERO)));
        }
        Ok(Some(
            self.tabled(&(n.clone(), cap.clone()), context)?.map_or(Known::Nonzero, Known::Value),
        ))
    }

    fn moves_to(
        &self,
        (n, cap): &Heap,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Heap>>, Stop> {
        if cap.is_zero() {
            return Ok(Some(Found::default()));
        }
        if !target.is_zero() {
            return Ok(None);
        }
        self.winning_from(n, (n, cap), max, context).map(Some)
    }

    fn misere_law(&self) -> Option<&dyn MisereLaw<Heap>> {
        Some(self)
    }

    fn method(&self, _: &Heap) -> Cow<'static, str> {
        match to_u64(&self.factor) {
            Some(2) => "Zeckendorf representation (Whinihan's theorem)".into(),
            _ => "Schwenk's theorem on dynamic nim".into(),
        }
    }

    fn values_by_table(&self) -> bool {
        true
    }

    fn why(&self, (n, cap): &Heap) -> Vec<String> {
        if n.is_zero() || cap.is_zero() {
            return vec!["nothing may be taken, so play is over".into()];
        }
        let Ok(summands) = self.summands(n, &Context::default()) else { return Vec::new() };
        let k = &self.factor;
        let (terms, twice) = match to_u64(k) {
            Some(2) => (
                "Fibonacci numbers, each more than twice the next".to_owned(),
                "twice x".to_owned(),
            ),
            Some(1) => ("different powers of two".to_owned(), "x".to_owned()),
            _ => (
                format!("terms of the sequence H for k = {k}, each more than {k} times the next"),
                format!("{k} times x"),
            ),
        };
        let Some(smallest) = summands.last() else { return Vec::new() };
        let sum = match summands.len() {
            1 => format!("{n} is one itself"),
            2..=12 => format!("{n} = {}", join(summands.iter().map(Nat::to_string), " + ")),
            count => format!("{n} has {count} summands, from {} down to {smallest}", summands[0]),
        };
        let mut why = vec![format!("as a sum of {terms} (there is just one such sum): {sum}")];
        let least = if summands.len() == 1 { "number" } else { "smallest summand" };
        if smallest > cap {
            why.push(format!(
                "at most {cap} may be taken, less than the {least} {smallest}: P. For whatever x is taken, the smallest summand of what is left is at most {twice}, so it may be taken next"
            ));
        } else if summands.len() == 1 {
            why.push(format!("at most {cap} may be taken, enough to take all {smallest}: N"));
        } else {
            why.push(format!(
                "at most {cap} may be taken, enough for the smallest summand {smallest}: N. Taking it leaves {} with at most {} to take, less than the next summand {}",
                n - smallest,
                smallest * k,
                summands[summands.len() - 2]
            ));
        }
        why
    }

    fn reachable(&self, (n, cap): &Heap) -> Option<Nat> {
        if cap.is_zero() {
            return Some(Nat::ONE);
        }
        if self.factor.is_one() {
            // Ones can be taken down to the empty heap.
            return Some(n.clone());
        }
        // After ones, 1, 2, 4, … up to x less than 3x are gone; so for kx <= m <= n - 3x the
        // positions (m,kx) come up, n + 1 - (k+3)x of them for each x.
        let per_take = &self.factor + 3u8;
        let takes = n / &per_take;
        let all = &takes * (n + 1u8);
        let missing = per_take * &takes * (&takes + 1u8) / 2u8;
        Some((all - missing).max(n.clone()))
    }
}

/// The registry's row of fibonacci-nim.
pub struct FibonacciNimFamily;

static FIBONACCI: Card = Card {
    name: "fibonacci-nim",
    params: "",
    position: "(n) or (n,cap)",
    rules: "One heap. The first move takes 1..cap (n-1 when left out); each later move takes at least 1 and at most twice the previous take.",
    theorem: "P iff cap is less than the smallest summand of n's Zeckendorf representation; (n) is P iff n is a Fibonacci number (or n < 2). Grundy values by a table. Misère play of one heap: as normal play with one counter less.",
    source: "M. J. Whinihan 1963, E. Zeckendorf 1972",
    cost: "outcome and winning moves O(log n) additions and comparisons; values O(n^2 log v), v the greatest",
    examples: &["fibonacci-nim(100)", "fibonacci-nim(10^18, 50)"],
};

impl Family for FibonacciNimFamily {
    fn card(&self) -> Card<'_> {
        FIBONACCI
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(DynamicNim { fibonacci: true, ..DynamicNim::new(Nat::from(2u8)) }))
    }

    fn small(&self) -> Vec<String> {
        small("fibonacci-nim", 14)
    }
}

/// The registry's row of dynamic-nim.
pub struct DynamicNimFamily;

static DYNAMIC: Card = Card {
    name: "dynamic-nim",
    params: "[k], k >= 1",
    position: "(n) or (n,cap)",
    rules: "One heap. The first move takes 1..cap (n-1 when left out); each later move takes at least 1 and at most k times the previous take.",
    theorem: "With H_1 = 1, H_(i+1) = H_i + H_j, j least with k H_j >= H_i: P iff cap is less than the smallest summand of n's greedy representation by H. Grundy values by a table. Misère play of one heap: as normal play with one counter less.",
    source: "A. J. Schwenk 1970",
    cost: "outcome and winning moves O(log n) terms for fixed k; values O(n^2 log v), v the greatest",
    examples: &["dynamic-nim[3](100)", "dynamic-nim[1](10^18, 2^40)"],
};

impl Family for DynamicNimFamily {
    fn card(&self) -> Card<'_> {
        DYNAMIC
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(erase(DynamicNim::new(read::number_param(component, 1, None)?)))
    }

    fn small(&self) -> Vec<String> {
        [1, 2, 3, 4, 7].iter().flat_map(|k| small(&format!("dynamic-nim[{k}]"), 8)).collect()
    }
}

/// All positions of heaps up to `to`, with caps that reach beyond the heap.
fn small(title: &str, to: u32) -> Vec<String> {
    let mut all: Vec<_> = (0..=to).map(|n| format!("{title}({n})")).collect();
    all.extend((0..=to).flat_map(|n| (0..=n + 1).map(move |cap| format!("{title}({n},{cap})"))));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing::{check_round_trip_where, check_theory_where, place, read_error};

    /// For each heap the least cap with which the mover wins, from the bare rules.
    fn least_winning_caps(k: usize, to: usize) -> Vec<usize> {
        // (n,cap) is N iff some take x <= cap leaves (n-x, kx) P.
        let mut least = vec![usize::MAX];
        for n in 1..=to {
            least.push((1..=n).find(|&x| least[n - x] > k * x).unwrap());
        }
        least
    }

    #[test]
    fn outcomes_and_winning_takes_are_those_of_the_rules() {
        let context = Context::default();
        for k in 1..=6usize {
            let game = DynamicNim::new(Nat::from(k));
            // Fibonacci Nim is looked at further than the others.
            let (to, all_caps_to) = if k == 2 { (5000, 300) } else { (1000, 200) };
            let least = least_winning_caps(k, to);
            for n in 0..=to {
                let winning: Vec<usize> = (1..=n).filter(|&x| least[n - x] > k * x).collect();
                let caps = if n <= all_caps_to { 0..=n } else { n - 1..=n };
                for cap in caps {
                    let takes = game.winning_takes(&n.into(), &cap.into(), &context).unwrap();
                    let expected = winning.iter().filter(|&&x| x <= cap);
                    let expected: Vec<Nat> = expected.map(|&x| Nat::from(x)).collect();
                    assert_eq!(takes, expected, "({n},{cap}), k = {k}");
                    let known = game.known(&(n.into(), cap.into()), &context).unwrap();
                    let nonzero = known != Some(Known::Value(Nat::ZERO));
                    assert_eq!(nonzero, cap >= least[n], "({n},{cap}), k = {k}");
                }
            }
        }
    }

    #[test]
    fn small_positions_are_those_of_the_rules() {
        for k in [1u8, 2, 3, 5] {
            let positions = (0..=24u8).flat_map(|n| (0..=n).map(move |c| (n.into(), c.into())));
            check_theory_where(&DynamicNim::new(k.into()), positions, 3, |_, target| target == 0);
        }
    }

    #[test]
    fn printed_text_reads_back_and_wrong_text_is_refused() {
        let in_full = |text: &str| {
            let heap = text.trim_end_matches(')').rsplit_once('(').unwrap().1;
            let number = |digits: &str| digits.parse::<u32>().unwrap();
            heap.split_once(',').is_some_and(|(n, cap)| number(cap) <= number(n))
        };
        check_round_trip_where(&FibonacciNimFamily, in_full);
        check_round_trip_where(&DynamicNimFamily, in_full);
        read_error(&DynamicNimFamily, "dynamic-nim[0](5)");
        read_error(&FibonacciNimFamily, "fibonacci-nim(1,2,3)");
        let twice = place(&DynamicNimFamily, "dynamic-nim[2](5)").unwrap();
        let fibonacci = place(&FibonacciNimFamily, "fibonacci-nim(5)").unwrap();
        assert_eq!(twice.identity(), fibonacci.identity());
    }

    #[test]
    fn heaps_of_a_thousand_digits_are_decided() {
        let game = DynamicNim::new(Nat::from(2u8));
        let context = Context::default();
        for exponent in [18, 1000] {
            let n = Nat::from(10u8).pow(exponent);
            let takes = game.winning_takes(&n, &n, &context).unwrap();
            assert!(takes.contains(&n));
            for take in takes {
                let after = game.after(&n, &take);
                assert_eq!(game.known(&after, &context).unwrap(), Some(Known::Value(Nat::ZERO)));
            }
        }
    }
}
