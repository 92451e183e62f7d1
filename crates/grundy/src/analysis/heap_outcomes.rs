//! Misère outcomes of single heaps of a code: a period of them that is proved.

use super::quotients::one_question;
use super::search::Searcher;
use crate::context::{Context, Stop};
use crate::heap::{Code, TypeSequence};
use crate::nat::Nat;
use crate::period::Period;
use crate::quotient::{Union, last_heap};
use hashbrown::HashMap;

/// Heaps that are looked at for a period of types, at most.
const TYPED: u64 = 2047;

/// The least period of the outcomes of single heaps in misère play; `None` if none is proved.
///
/// *Theorem.* Where all heaps are tame and their types repeat, or where the misère quotient of all heaps is
/// found and its elements repeat, so do outcomes: they are functions of types and of elements.
///
/// # Complexity
/// O(options) a heap up to the period of the types; else that of the quotient, about a second at most.
///
/// # Errors
/// [`Stop`] when cancelled or out of time.
pub(super) fn misere_period(
    code: &Code,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Option<Period>, Stop> {
    let mut types = TypeSequence::default();
    types.of(code, &Nat::from(TYPED.min(last_heap(code))), context)?;
    if let Some(period) = types.period() {
        let end = period.preperiod + period.length;
        let mut is_p = Vec::with_capacity(end as usize);
        for heap in 0..end {
            let tame = types.of(code, &Nat::from(heap), context)?;
            is_p.push(tame.is_some_and(|tame| tame.misere() == 0));
        }
        return Ok(Some(period.least(|n| is_p[n as usize])));
    }
    let key = (vec![code.to_string()], Vec::new());
    let known = searcher.quotient(&key);
    let quotient = known.unwrap_or_else(|| {
        let union = Union::new([code.clone()], one_question(context));
        searcher.keep_quotient(key, union, HashMap::new())
    });
    let (union, ..) = searcher.kept_quotient(quotient);
    union.grow(&[Some(last_heap(code))], context)?;
    let Some(period) = union.period(0) else { return Ok(None) };
    if !union.check(context)? {
        return Ok(None);
    }
    let (elements, monoid) = (union.elements(0), union.monoid());
    Ok(Some(period.least(|n| monoid.is_p(elements[n as usize]))))
}

#[cfg(test)]
mod tests {
    use crate::analysis::Session;
    use crate::context::Context;
    use crate::expr::{Catalogue, Expression};
    use crate::heap::Code;
    use crate::outcome::{Outcome, Play};

    /// Whether each heap alone is a P-position in misère play, by the definition over sums of heaps.
    fn by_definition(code: &Code, to: usize) -> Vec<bool> {
        use std::collections::HashMap;
        fn mover_wins(code: &Code, sum: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
            if let Some(&wins) = known.get(sum) {
                return wins;
            }
            let (mut any, mut wins) = (false, false);
            for (i, &heap) in sum.iter().enumerate() {
                for taken in 0..=heap {
                    let (digit, rest) = (code.digit(taken as u64), heap - taken);
                    let mut left: Vec<Vec<usize>> = Vec::new();
                    if digit.allows(0) && rest == 0 && taken > 0 {
                        left.push(Vec::new());
                    }
                    if digit.allows(1) && rest > 0 && taken > 0 {
                        left.push(vec![rest]);
                    }
                    if digit.allows(2) {
                        left.extend((1..=rest / 2).map(|a| vec![a, rest - a]));
                    }
                    for new in left {
                        let mut option = sum.to_vec();
                        option.remove(i);
                        option.extend(new);
                        option.sort_unstable();
                        any = true;
                        wins |= !mover_wins(code, &option, known);
                    }
                }
            }
            let wins = wins || !any;
            known.insert(sum.to_vec(), wins);
            wins
        }
        let mut known = HashMap::new();
        (0..=to).map(|heap| !mover_wins(code, &[heap], &mut known)).collect()
    }

    #[test]
    fn periods_of_misere_outcomes_are_the_least_and_agree_with_the_definition() {
        let context = Context::default();
        let mut proved = 0;
        for text in (1..64).map(|i| format!("0.{}{}", i / 8, i % 8)).chain(["0.123".to_owned()]) {
            let code: Code = text.parse().unwrap();
            let mut session = Session::default();
            let Some(period) = session.misere_period(&code, &context).unwrap() else { continue };
            proved += 1;
            let (start, length) = (period.preperiod, period.length);
            let is_p: Vec<bool> = (0..start + 2 * length + 20)
                .map(|heap| {
                    let read = Catalogue::default().read(&format!("{code}({heap})"));
                    let Ok(Expression::Sum(sum)) = read else { panic!("{code} is a game") };
                    session.outcome(&sum, Play::Misere, &context).unwrap() == Outcome::P
                })
                .collect();
            let same = |n: u64, d: u64| is_p[n as usize] == is_p[(n + d) as usize];
            assert!((start..start + length + 20).all(|n| same(n, length)), "{text}");
            assert!(start == 0 || !same(start - 1, length), "{text}");
            assert!((1..length).all(|d| (start..start + length).any(|n| !same(n, d))), "{text}");
            let by_definition = by_definition(&code, 12);
            for (n, &p) in by_definition.iter().enumerate() {
                let at = period.reduce(&n.into()).0;
                assert_eq!(is_p[at as usize], p, "{text} {n}");
            }
        }
        assert!(proved > 30, "{proved}");
    }
}
