//! Who wins misère play, of all heaps up to one.

use crate::context::{Context, Stop};
use crate::nat::{Nat, to_u64};
use crate::theory::take_set::TakeSet;

/// Which of the heaps 0, 1, …, `to` are P-positions of misère play: some take is possible, and none
/// leaves a P-position.
///
/// # Complexity
/// O(to + |S| p) for the takes S up to `to` and p P-positions; two bytes a heap, eight a take.
///
/// # Errors
/// [`Stop`] at a limit or when cancelled.
pub(super) fn p_positions(
    set: &TakeSet,
    to: u64,
    context: &Context<'_>,
) -> Result<Vec<bool>, Stop> {
    let doing = || format!("a table of {to} entries");
    context.check_positions(to, doing)?;
    let bytes = to.saturating_mul(2);
    context.check_memory(bytes, doing)?;
    let mut takes = Vec::new();
    set.visit(&Nat::from(to), |take| {
        context.check_memory(bytes.saturating_add(8 * takes.len() as u64), doing)?;
        takes.extend(to_u64(&take));
        Ok::<(), Stop>(())
    })?;
    takes.sort_unstable();
    // Whoever has no take wins.
    let first = takes.first().map_or(to + 1, |&least| least.min(to + 1));
    let mut wins = vec![false; to as usize + 1];
    let mut p = vec![false; to as usize + 1];
    let mut steps = 0;
    for n in first..=to {
        context.tick("filling the table", n)?;
        if wins[n as usize] {
            continue;
        }
        p[n as usize] = true;
        for take in takes.iter().take_while(|&&take| take <= to - n) {
            context.tick("filling the table", steps)?;
            steps += 1;
            wins[(n + take) as usize] = true;
        }
    }
    Ok(p)
}
