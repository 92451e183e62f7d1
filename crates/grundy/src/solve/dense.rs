//! Grundy values of a whole box of positions at once, in an order in which options come first.

use super::Value;
use crate::context::{Context, LimitKind, Stop};
use crate::nimber::MexSet;
use crate::ruleset::{Full, Options, Ruleset};

/// The values of the positions numbered 0, 1, …, `len - 1`.
///
/// `at` gives the position of a number and `index` the number of a position; both together name
/// the box: one argument in increasing order, two arguments row by row.
///
/// # Complexity
/// Time O(moves), space 4 bytes a position.
///
/// # Errors
/// [`Stop::Refused`] if an option lies outside the box or does not come before its position;
/// otherwise limits and cancellation.
///
/// ```
/// use grundy::games::wythoff::Wythoff;
/// use grundy::nat::{to_usize, Nat};
/// use grundy::solve::dense;
/// let side = 4;
/// let table = dense::table(
///     &Wythoff::new(Nat::ZERO),
///     side * side,
///     |i| (Nat::from(i / side), Nat::from(i % side)),
///     |(a, b)| Some(to_usize(a)? * side + to_usize(b)?),
///     &Default::default(),
/// )
/// .unwrap();
/// let row: Vec<_> = table[4..8].iter().map(|v| v.number().unwrap()).collect();
/// assert_eq!(row, [1, 2, 0, 4]);
/// ```
pub fn table<R: Ruleset>(
    rules: &R,
    len: usize,
    at: impl Fn(usize) -> R::Position,
    index: impl Fn(&R::Position) -> Option<usize>,
    context: &Context<'_>,
) -> Result<Vec<Value>, Stop> {
    super::memo::no_entailing(rules)?;
    context.check_positions(len as u64, || format!("filling a table of {len} values"))?;
    context.check_memory(4 * len as u64, || format!("filling a table of {len} values"))?;
    let most = usize::try_from(context.limits.positions).unwrap_or(usize::MAX);
    let mut values: Vec<Value> = Vec::with_capacity(len);
    let mut options = Options::with_capacity_limit(most);
    let mut seen = MexSet::default();
    let mut steps = 0u64;
    for i in 0..len {
        let position = at(i);
        options.clear();
        rules.options_within(&position, &mut options, context).map_err(|Full| {
            rules.fault().unwrap_or_else(|| Stop::Limit {
                kind: LimitKind::Positions,
                what: format!("{position:?} alone has more than {most} moves"),
            })
        })?;
        seen.clear();
        let mut loony = false;
        for option in options.iter() {
            steps += 1;
            context.tick("filling the table", steps)?;
            if option.wins {
                loony = true;
                break;
            }
            let mut sum = Some(0u64);
            for part in option.sum {
                let value = index(part).and_then(|j| values.get(j)).ok_or_else(|| {
                    Stop::Refused(format!(
                        "{part:?}, an option of {position:?}, does not come before it in the table"
                    ))
                })?;
                sum = sum.and_then(|s| value.number().map(|v| s ^ v));
            }
            sum.into_iter().for_each(|s| seen.insert(s));
        }
        values.push(if loony {
            Value::LOONY
        } else {
            Value::new(seen.mex()).expect("a mex is at most the number of options")
        });
    }
    Ok(values)
}
