//! Linear inequalities of integers, and proofs from them.
//!
//! A goal follows from facts if the facts and the goal's opposite have no solution. That is found
//! out by Fourier and Motzkin's elimination (J. Fourier 1826, T. Motzkin 1936) over the rationals,
//! where the common divisor of the coefficients rounds the constant down, as numbers are whole. What
//! is found is true; not everything that is true is found.

use hashbrown::HashMap;

/// An elimination that comes to so many inequalities is given up.
const MAX_INEQUALITIES: usize = 160;

/// So many inequalities are looked at for all goals of a program together.
const MAX_WORK: u64 = 1 << 22;

/// A sum of multiples of unknowns and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Linear {
    /// Unknowns, ascending, with coefficients that are not 0.
    terms: Vec<(u32, i128)>,
    constant: i128,
}

impl Linear {
    pub fn constant(value: i128) -> Self {
        Self { terms: Vec::new(), constant: value }
    }

    pub fn unknown(number: u32) -> Self {
        Self { terms: vec![(number, 1)], constant: 0 }
    }

    /// The number, if nothing is unknown.
    pub fn value(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor * other`, unless it leaves 128 bits.
    pub fn plus(&self, factor: i128, other: &Self) -> Option<Self> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let unknown = match (a.peek(), b.peek()) {
                (None, None) => break,
                (Some(a), None) => a.0,
                (None, Some(b)) => b.0,
                (Some(a), Some(b)) => a.0.min(b.0),
            };
            let mut sum = a.next_if(|term| term.0 == unknown).map_or(0, |term| term.1);
            if let Some(term) = b.next_if(|term| term.0 == unknown) {
                sum = sum.checked_add(factor.checked_mul(term.1)?)?;
            }
            if sum != 0 {
                terms.push((unknown, sum));
            }
        }
        let constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        Some(Self { terms, constant })
    }

    /// This number and a constant.
    pub fn add(&self, constant: i128) -> Self {
        Self { terms: self.terms.clone(), constant: self.constant.saturating_add(constant) }
    }

    fn coefficient(&self, unknown: u32) -> i128 {
        let found = self.terms.binary_search_by_key(&unknown, |term| term.0);
        found.map_or(0, |at| self.terms[at].1)
    }

    /// The strongest inequality of the same direction for whole numbers.
    fn rounded(mut self) -> Self {
        let divisor = self.terms.iter().fold(0, |a, term| gcd(a, term.1.unsigned_abs()));
        if let Ok(divisor @ 2..) = i128::try_from(divisor) {
            self.terms.iter_mut().for_each(|term| term.1 /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Facts, each of which says that a number is not negative.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    facts: Vec<Linear>,
    work: u64,
}

impl Facts {
    /// No facts; so much work was done before for other goals.
    pub fn after(work: u64) -> Self {
        Self { facts: Vec::new(), work }
    }

    /// The work done.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// How many there are.
    pub fn mark(&self) -> usize {
        self.facts.len()
    }

    /// Forgets all later ones.
    pub fn leave(&mut self, mark: usize) {
        self.facts.truncate(mark);
    }

    /// This number is not negative.
    pub fn know(&mut self, fact: Linear) {
        if fact.value().is_none() {
            self.facts.push(fact.rounded());
        }
    }

    /// Whether it is proved that a number is not negative.
    pub fn prove(&mut self, goal: &Linear) -> bool {
        if let Some(value) = goal.value() {
            return value >= 0;
        }
        let Some(opposite) = Linear::constant(-1).plus(-1, goal) else { return false };
        let mut all = vec![opposite.rounded()];
        all.extend(self.related(goal));
        self.impossible(all)
    }

    /// The facts about unknowns that have to do with those of a number.
    fn related(&mut self, goal: &Linear) -> Vec<Linear> {
        let mut unknowns: Vec<u32> = goal.terms.iter().map(|term| term.0).collect();
        let mut taken = vec![false; self.facts.len()];
        loop {
            let before = unknowns.len();
            self.work += self.facts.len() as u64;
            if self.work > MAX_WORK {
                return Vec::new();
            }
            for (fact, taken) in self.facts.iter().zip(&mut taken) {
                if !*taken && fact.terms.iter().any(|term| unknowns.contains(&term.0)) {
                    *taken = true;
                    for (unknown, _) in &fact.terms {
                        if !unknowns.contains(unknown) {
                            unknowns.push(*unknown);
                        }
                    }
                }
            }
            if unknowns.len() == before {
                let both = self.facts.iter().zip(taken);
                return both.filter(|(_, taken)| *taken).map(|(fact, _)| fact.clone()).collect();
            }
        }
    }

    /// Whether it is proved that not all of these are not negative.
    fn impossible(&mut self, mut all: Vec<Linear>) -> bool {
        loop {
            self.work += all.len() as u64;
            if all.len() > MAX_INEQUALITIES || self.work > MAX_WORK {
                return false;
            }
            if all.iter().any(|fact| fact.terms.is_empty() && fact.constant < 0) {
                return true;
            }
            // Of those that differ in the constant the least says most.
            let mut least: HashMap<Vec<(u32, i128)>, i128> = HashMap::new();
            for Linear { terms, constant } in all {
                if !terms.is_empty() {
                    let kept = least.entry(terms).or_insert(constant);
                    *kept = constant.min(*kept);
                }
            }
            let mut signs: HashMap<u32, (usize, usize)> = HashMap::new();
            for terms in least.keys() {
                for (unknown, coefficient) in terms {
                    let (up, down) = signs.entry(*unknown).or_default();
                    *(if *coefficient > 0 { up } else { down }) += 1;
                }
            }
            let Some((unknown, _)) =
                signs.into_iter().min_by_key(|(unknown, (up, down))| (up * down, *unknown))
            else {
                return false;
            };
            let facts = least.into_iter().map(|(terms, constant)| Linear { terms, constant });
            let (with, mut rest): (Vec<_>, Vec<_>) =
                facts.partition(|fact| fact.coefficient(unknown) != 0);
            let (up, down): (Vec<_>, Vec<_>) =
                with.into_iter().partition(|fact| fact.coefficient(unknown) > 0);
            for a in &up {
                for b in &down {
                    let (x, y) = (a.coefficient(unknown), b.coefficient(unknown));
                    let sum = Linear::default().plus(-y, a).and_then(|sum| sum.plus(x, b));
                    // Without it less is known.
                    rest.extend(sum.map(Linear::rounded));
                }
            }
            all = rest;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_proved_holds_for_all_small_numbers() {
        // Three facts and a goal about three unknowns, with coefficients from a fixed seed.
        let mut numbers = fastrand::Rng::with_seed(1);
        let mut next = |n: u64| numbers.u64(..n);
        let (mut proved, mut refuted) = (0, 0);
        for _ in 0..3000 {
            let mut random = |spread: u64| {
                let mut sum = Linear::constant(i128::from(next(spread)) - 3);
                for unknown in 0..3 {
                    let factor = i128::from(next(5)) - 2;
                    sum = sum.plus(factor, &Linear::unknown(unknown)).unwrap();
                }
                sum
            };
            let given = [random(7), random(7), random(7)];
            let goal = random(12);
            let mut facts = Facts::default();
            given.iter().for_each(|fact| facts.know(fact.clone()));
            let at = |sum: &Linear, x: &[i128; 3]| {
                sum.constant + sum.terms.iter().map(|(u, c)| c * x[*u as usize]).sum::<i128>()
            };
            let mut refuted_here = false;
            for code in 0..9i128.pow(3) {
                let x = [code % 9 - 4, code / 9 % 9 - 4, code / 81 - 4];
                refuted_here |=
                    given.iter().all(|fact| fact.value().is_some() || at(fact, &x) >= 0)
                        && at(&goal, &x) < 0;
            }
            let says = facts.prove(&goal);
            assert!(!(says && refuted_here), "{given:?} do not give {goal:?}");
            proved += usize::from(says);
            refuted += usize::from(refuted_here);
        }
        assert!(proved > 100 && refuted > 100, "{proved} {refuted}");
    }
}
