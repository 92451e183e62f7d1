//! Values of positions that were computed before and are looked up.

use crate::state::State;
use crate::typed::Program;
use crate::walk::{self, MAX_STEPS};
use grundy::context::{Context, Stop};
use grundy::game::{Entry, Known};
use grundy::nat;

/// Values of positions of one program, kept somewhere.
pub trait Values: Send + Sync {
    /// The value of a state, which need not be in its normal form; `None` if it is not among them.
    ///
    /// # Errors
    /// [`Stop::Refused`] if what is kept cannot be read.
    fn value(&self, state: &State) -> Result<Option<Known>, Stop>;

    /// Where the values come from.
    fn method(&self) -> String;
}

/// The entries of a table of a family up to these coordinates, the last one counted first; `None` if one
/// is not among the values.
///
/// # Errors
/// [`Stop`] at a limit, when cancelled, and as [`Values::value`].
pub(crate) fn entries(
    values: &dyn Values,
    (program, family): (&Program, usize),
    to: &[i64],
    context: &Context<'_>,
) -> Result<Option<Vec<Entry>>, Stop> {
    let what = "looking values up";
    let sizes = to.iter().map(|&to| to.unsigned_abs().saturating_add(1));
    let count = sizes.fold(1u64, u64::saturating_mul);
    context.check_positions(count, || what.into())?;
    context.check_memory(count.saturating_mul(size_of::<Entry>() as u64), || what.into())?;
    let mut entries = Vec::with_capacity(count as usize);
    let mut coords = vec![0; to.len()];
    for place in 0..count {
        context.tick(what, place)?;
        let state = State::new(family, coords.clone());
        entries.push(match walk::outside(program, &state, MAX_STEPS) {
            Ok(None) => match values.value(&state)? {
                Some(Known::Value(value)) => {
                    let number = nat::to_u64(&value).and_then(|value| u32::try_from(value).ok());
                    let Some(number) = number else { return Ok(None) };
                    Entry::Value(number)
                }
                Some(Known::Loony) => Entry::Loony,
                _ => return Ok(None),
            },
            Ok(Some(_)) => Entry::None,
            // The engine tells what is wrong with the rules.
            Err(_) => return Ok(None),
        });
        for (coord, &to) in coords.iter_mut().zip(to).rev() {
            *coord += 1;
            if *coord <= to {
                break;
            }
            *coord = 0;
        }
    }
    Ok(Some(entries))
}
