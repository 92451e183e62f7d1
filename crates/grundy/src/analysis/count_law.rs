//! Misère play of many heaps of few sizes, where the misère quotient is not found: by the law of their counts.

use super::Question;
use super::decided::Decided;
use super::parts::{Gathered, Parts, allowed};
use crate::context::{Context, Stop};
use crate::nat::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::quotient::CountLaw;
use crate::ruleset::{Options, Ruleset};
use std::time::Duration;

/// Sums of fewer heaps are searched as fast.
const LEAST_HEAPS: usize = 64;
/// Larger heaps have no law that is found.
const LARGEST: u64 = 32;
/// How long a law is looked for.
const TIME: Duration = Duration::from_secs(30);

/// The outcome and the winning moves by the law of the counts of heaps of one code; `None` if there are few heaps, or
/// other parts, or no law is found.
///
/// # Errors
/// [`Stop`] when cancelled or if rules are faulty.
pub fn decide(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
) -> Result<Option<Decided>, Stop> {
    let with_moves = (0..parts.len()).filter(|&part| parts.has_moves_in(part)).count();
    if with_moves < LEAST_HEAPS || parts.any_entails() || parts.any_loopy() {
        return Ok(None);
    }
    let Some(code) = parts.place(0).0.code() else { return Ok(None) };
    let mut counts: Vec<(u32, u64)> = Vec::new();
    let mut heaps = Vec::with_capacity(parts.len());
    for part in 0..parts.len() {
        let (component, i) = parts.place(part);
        let heap = component.heap_of_code(i).and_then(|heap| to_u64(&heap));
        let (Some(own), Some(heap @ ..=LARGEST)) = (component.code(), heap) else {
            return Ok(None);
        };
        if own != code {
            return Ok(None);
        }
        let heap = heap as u32;
        heaps.push(heap);
        match counts.iter_mut().find(|(known, _)| *known == heap) {
            Some((_, count)) => *count += 1,
            None => counts.push((heap, 1)),
        }
    }
    counts.sort_unstable();
    let last = counts.last().map_or(0, |&(heap, _)| heap);
    // A search may follow: it gets most of the time.
    let time =
        context.limits.time.map_or(TIME, |all| TIME.min(all.saturating_sub(context.elapsed()) / 4));
    let law = match CountLaw::find(code, last, &context.within(time)) {
        Ok(Some(law)) => law,
        Ok(None) | Err(Stop::Limit { .. }) => return Ok(None),
        Err(stop) => return Err(stop),
    };
    let Some(outcome) = law.outcome(&counts) else { return Ok(None) };
    let mut decided = Decided {
        outcome,
        winning_moves: Gathered::new(question.moves),
        method: format!(
            "law of the counts of the heaps of {code} up to {last}, proved for all counts"
        ),
        reasoning: Vec::new(),
    };
    if question.explain {
        let told: Vec<String> =
            counts.iter().map(|(heap, count)| format!("{count} of heap {heap}")).collect();
        decided.reasoning = vec![
            format!("the counts are: {}", told.join(", ")),
            format!(
                "whether a sum is P depends on small counts, on remainders of large ones, and on the sign of \
                 a sum of counts with weights, which grundy quotient {code} tells; it is {outcome}"
            ),
        ];
    }
    if outcome.mover_wins() {
        for part in allowed(question, parts) {
            context.look("counting winning moves", part as u64)?;
            let (component, i) = parts.place(part);
            let mut options = Options::default();
            // Rules that are those of a code may list the moves in another order.
            let in_order = component.position(i).is::<Nat>();
            if !in_order || code.options(&Nat::from(heaps[part]), &mut options).is_err() {
                decided.winning_moves.add_unknown();
                continue;
            }
            let wins = |sum: &[Nat]| {
                let mut left = counts.clone();
                let own = left.iter_mut().find(|(heap, _)| *heap == heaps[part]);
                own.expect("the part is counted").1 -= 1;
                left.extend(sum.iter().filter_map(|heap| Some((to_u64(heap)? as u32, 1))));
                law.outcome(&left) == Some(Outcome::P)
            };
            let winning: Vec<bool> = options.iter().map(|option| wins(option.sum)).collect();
            let mut keep = |option: usize| winning.get(option).copied().unwrap_or(false);
            let room = decided.winning_moves.room();
            let found = component.moves_kept(i, &mut keep, room, context)?;
            decided.winning_moves.add(parts, part, &found);
        }
    }
    Ok(Some(decided))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::answer;
    use crate::expr::Catalogue;
    use crate::heap::Code;
    use crate::outcome::Play;
    use hashbrown::HashMap;

    /// Whether a sum with these counts of heaps is P, by nothing but the moves.
    fn is_p(code: &Code, counts: [u8; 6], known: &mut HashMap<[u8; 6], bool>) -> bool {
        if let Some(&p) = known.get(&counts) {
            return p;
        }
        let left = after(code, counts);
        let p = !left.is_empty() && !left.into_iter().any(|(_, left)| is_p(code, left, known));
        known.insert(counts, p);
        p
    }

    /// The counts after each move of one heap of each size, and how many such heaps there are.
    fn after(code: &Code, counts: [u8; 6]) -> Vec<(u8, [u8; 6])> {
        let mut all = Vec::new();
        for heap in (0..6).filter(|&heap| counts[heap] > 0) {
            let mut options = Options::default();
            code.options(&Nat::from(heap), &mut options).unwrap();
            for option in options.iter() {
                let mut left = counts;
                left[heap] -= 1;
                for part in option.sum.iter().filter_map(to_u64).filter(|&part| part > 0) {
                    left[part as usize] += 1;
                }
                all.push((counts[heap], left));
            }
        }
        all
    }

    #[test]
    fn many_heaps_have_the_outcomes_and_winning_moves_of_the_rules() {
        let code: Code = "0.3141".parse().unwrap();
        let question =
            Question { play: Play::Misere, moves: 1000, explain: true, ..Question::default() };
        let (mut p, mut n, mut known) = (0, 0, HashMap::new());
        for counts in [
            [0, 40, 0, 0, 14, 12],
            [0, 41, 0, 0, 14, 12],
            [0, 40, 0, 0, 3, 21],
            [0, 40, 3, 1, 20, 4],
            [0, 41, 2, 0, 20, 4],
            [0, 40, 0, 0, 0, 24],
            [0, 41, 0, 0, 2, 23],
            [0, 40, 0, 2, 11, 11],
            [0, 41, 0, 2, 11, 11],
        ] {
            let heaps: Vec<String> = (1..6)
                .flat_map(|heap| std::iter::repeat_n(heap, counts[heap].into()))
                .map(|heap| heap.to_string())
                .collect();
            let text = format!("0.3141({})", heaps.join(","));
            let expression = Catalogue::default().read(&text).unwrap();
            let answer = answer(&expression, &question, &Context::default()).unwrap();
            assert!(answer.method.starts_with("law of the counts of the heaps of 0.3141"));
            let truth = Outcome::of(!is_p(&code, counts, &mut known));
            assert_eq!(answer.outcome, truth, "{counts:?}");
            let wins = after(&code, counts).into_iter();
            let wins = wins.filter(|(_, left)| is_p(&code, *left, &mut known));
            let wanted: u64 = wins.map(|(heaps, _)| u64::from(heaps)).sum();
            let count = answer.winning_moves.count.as_ref().and_then(to_u64);
            assert_eq!(count, Some(wanted), "{counts:?}");
            match truth {
                Outcome::P => p += 1,
                _ => n += 1,
            }
        }
        assert!(p > 1 && n > 1, "{p} {n}");
    }
}
