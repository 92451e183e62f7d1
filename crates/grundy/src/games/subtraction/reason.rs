//! The law of a set applied to a heap, in words.

use crate::context::Context;
use crate::nat::Nat;
use crate::theory::subtraction::{Law, Values};
use std::sync::{Mutex, PoisonError};

/// The law applied to a heap.
pub(super) fn reason(law: &Law, heap: &Nat) -> String {
    // Closed forms cannot hit a limit; what a table says is not computed anew here.
    let value = || law.value(heap, &Context::default()).unwrap_or_default();
    let scaled = |scale: &Nat| match scale.is_one() {
        true => heap.to_string(),
        false => format!("floor({heap}/{scale})"),
    };
    match law {
        Law::Interval { greatest, .. } if greatest.is_zero() => {
            format!("nothing can be taken from a heap of {heap}: the value is 0")
        }
        Law::Interval { scale, least, greatest } => {
            let period = least + greatest;
            let rest = (heap / scale) % &period;
            let value = match least.is_one() {
                true => format!("{rest}, which is the value"),
                false => format!(
                    "{rest}; divided by {least} and rounded down this gives the value {}",
                    value()
                ),
            };
            format!(
                "{least} to {greatest} may be taken{}, so the values have the period {least} + {greatest} = {period}: {} mod {period} = {value}",
                if scale.is_one() { String::new() } else { format!(" (times {scale})") },
                scaled(scale),
            )
        }
        Law::Odd { scale } => {
            format!(
                "only odd numbers may be taken, 1 among them{}, so a move changes the parity: the value is {} mod 2 = {}",
                if scale.is_one() { String::new() } else { format!(" (times {scale})") },
                scaled(scale),
                value()
            )
        }
        Law::EvenPowers(base) => format!(
            "every power of {base} is 1 or -1 modulo {}, so the values have the period {0}; {heap} mod {0} = {} gives the value {}",
            base + 1u8,
            heap % (base + 1u8),
            value()
        ),
        Law::All => format!("any number may be taken: the value is {heap}"),
        Law::AllButOne(gap) => {
            format!(
                "only heaps n and n+{gap} share a value: {gap} floor({heap}/{}) + {heap} mod {gap} = {}",
                gap * 2u8,
                value()
            )
        }
        Law::Table { scale, values } => {
            period_reason(values, &(heap / scale), &scaled(scale), &value())
        }
    }
}

/// What the table says of the scaled heap, which is written as `name`.
fn period_reason(values: &Mutex<Values>, heap: &Nat, name: &str, value: &Nat) -> String {
    let period = values.lock().unwrap_or_else(PoisonError::into_inner).period();
    match period {
        None => format!("G({name}) is found from the values of all smaller heaps, one by one"),
        Some(period) => {
            let adds = match period.saltus {
                0 => String::new(),
                saltus => format!(", each period adding {saltus}"),
            };
            let law = format!(
                "from heap {} on the values have the period {}{adds} (once as many consecutive values repeat as determine the next one, all later ones do)",
                period.preperiod, period.length
            );
            let (start, length) = (Nat::from(period.preperiod), Nat::from(period.length));
            if period.saltus != 0 || *heap < &start + &length {
                return format!("{law}: G({name}) = {value}");
            }
            let first = (heap - &start) % length + start;
            format!("{law}: G({name}) = G({first}) = {value}")
        }
    }
}
