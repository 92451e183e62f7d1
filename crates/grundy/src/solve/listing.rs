//! Lists the moves of a position within the limits of memory and time.

use crate::context::{Context, LimitKind, Stop};
use crate::ruleset::{Full, Options, Ruleset};

/// How many bytes of options are listed before the clock is looked at.
const FIRST_STAGE: u64 = 16 << 20;

/// Puts all moves of `position` into `options`, which is emptied before.
///
/// Rules cannot be interrupted, but they stop when told that there is no more room; so room is
/// given in stages, each twice the one before, and the clock is looked at between them. Listing
/// anew costs at most as much again.
///
/// # Complexity
/// O(moves).
///
/// # Errors
/// [`Stop`] at the limit of positions (as many moves), memory or time, when cancelled, or where the
/// rules are wrong; the moves listed by then are left in `options`.
pub fn list<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    options: &mut Options<R::Position>,
    context: &Context<'_>,
) -> Result<(), Stop> {
    // What a move leaves is hardly ever larger than what it starts from.
    let each = (size_of::<R::Position>() + 32 + rules.heap_bytes(position)) as u64;
    in_stages(each, context, &mut |room| {
        options.clear();
        options.set_capacity_limit(room);
        match rules.options_within(position, options, context) {
            Ok(()) => Ok(true),
            Err(Full) => rules.fault().map_or(Ok(false), Err),
        }
    })
}

/// Calls `list` with more and more room until it says that this was enough; a move takes `each` bytes.
fn in_stages(
    each: u64,
    context: &Context<'_>,
    list: &mut dyn FnMut(usize) -> Result<bool, Stop>,
) -> Result<(), Stop> {
    let by_memory = context.limits.memory / each;
    let most = by_memory.min(context.limits.positions);
    let mut room = (FIRST_STAGE / each).clamp(64, 1 << 16).min(most);
    loop {
        if list(usize::try_from(room).unwrap_or(usize::MAX))? {
            return Ok(());
        }
        context.look("listing moves", room)?;
        if room >= most {
            let kind = if by_memory < context.limits.positions {
                LimitKind::Memory
            } else {
                LimitKind::Positions
            };
            return Err(Stop::Limit {
                kind,
                what: format!("a position alone has more than {most} moves, too many to list"),
            });
        }
        room = room.saturating_mul(2).min(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;
    use std::time::Duration;

    struct Wide;
    impl Ruleset for Wide {
        type Position = u64;
        fn options(&self, &n: &u64, out: &mut Options<u64>) -> Result<(), Full> {
            (0..n).try_for_each(|left| out.push([left]))
        }
    }

    #[test]
    fn all_moves_are_listed_once_or_a_limit_is_named() {
        let mut options = Options::default();
        list(&Wide, &300_000, &mut options, &Context::default()).unwrap();
        assert_eq!(options.len(), 300_000);
        assert!(options.iter().enumerate().all(|(i, option)| option.sum == [i as u64]));

        let few = Context::new(Limits::default().with_positions(10));
        let stop = list(&Wide, &u64::MAX, &mut options, &few).unwrap_err();
        assert!(stop.to_string().contains("--max-positions") && options.len() == 10, "{stop}");

        let small = Context::new(Limits { memory: 1 << 20, ..Limits::default() });
        let stop = list(&Wide, &u64::MAX, &mut options, &small).unwrap_err();
        assert!(stop.to_string().contains("--max-memory"), "{stop}");

        let short = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let stop = list(&Wide, &u64::MAX, &mut options, &Context::new(short)).unwrap_err();
        assert!(stop.to_string().contains("--timeout"), "{stop}");
    }
}
