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
    use crate::outcome::Play;

    #[test]
    fn many_heaps_have_the_winning_moves_of_the_search() {
        // Not all sums of so many heaps can be searched: the law says P of what each winning move leaves, of no other
        // option, and beside one of each kind the search agrees (`quotient::count_law`).
        let question =
            Question { play: Play::Misere, moves: 1000, explain: true, ..Question::default() };
        let (mut p, mut n) = (0, 0);
        for fives in 30..36usize {
            for ones in 0..2usize {
                let heaps =
                    ["5"].repeat(fives).into_iter().chain(["4"; 34]).chain(["1"].repeat(ones));
                let list: Vec<&str> = heaps.collect();
                let text = format!("0.3141({})", list.join(","));
                let expression = Catalogue::default().read(&text).unwrap();
                let answer = answer(&expression, &question, &Context::default()).unwrap();
                assert!(answer.method.starts_with("law of the counts of the heaps of 0.3141"));
                let count = to_u64(answer.winning_moves.count.as_ref().unwrap()).unwrap();
                match answer.outcome {
                    Outcome::P => {
                        assert_eq!(count, 0);
                        p += 1;
                    }
                    _ => {
                        assert!(count > 0, "{text}");
                        n += 1;
                    }
                }
            }
        }
        assert!(p > 0 && n > 0, "{p} {n}");
    }
}
