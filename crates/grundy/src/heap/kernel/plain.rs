//! The plain definition: the judge of the other engines.

use super::{Kernel, Notes, Pieces, Take, in_a_row};
use crate::context::{Context, Stop};
use crate::heap::Code;
use crate::heap::code::Shape;
use crate::nat::{self, Nat};
use crate::nimber::MexSet;
use crate::ruleset::{Options, Ruleset};
use std::io;

/// Heaps between two looks at the limits.
const HEAPS_PER_LOOK: usize = 1 << 12;

/// The number of values in a piece that a checkpoint keeps.
const PIECE_VALUES: usize = 1 << 14;

/// Values by the definition: every option of every heap is looked at.
///
/// # Complexity
/// O(takes) for a heap without splits, O(takes * n) with splits into two heaps, the number of
/// partitions with more.
#[derive(Debug)]
pub struct Plain {
    code: Code,
    values: Vec<u32>,
    /// Options looked at so far.
    options: u64,
}

impl Plain {
    /// The engine for a code: any code.
    pub fn new(code: &Code) -> Self {
        Self { code: code.clone(), values: Vec::new(), options: 0 }
    }

    /// The options that leave at most two heaps.
    fn few(&mut self, n: usize, seen: &mut MexSet, context: &Context<'_>) -> Result<(), Stop> {
        let values = &self.values;
        let most = self.code.largest_take().map_or(n, |take| take.min(n as u64) as usize);
        for taken in 0..=most {
            let digit = self.code.digit(taken as u64);
            if digit.is_zero() {
                continue;
            }
            let rest = n - taken;
            let before = self.options >> 20;
            self.options += 1;
            if rest == 0 {
                if digit.allows(0) {
                    seen.insert(0);
                }
                continue;
            }
            if digit.allows(1) {
                seen.insert(values[rest].into());
            }
            if digit.allows(2) {
                self.options += rest as u64 / 2;
                for a in 1..=rest / 2 {
                    let b = rest - a;
                    let permitted = match digit.shape {
                        Shape::Any => true,
                        Shape::Distinct | Shape::NotAllEqual => a != b,
                        Shape::AllEqual => a == b,
                    };
                    if permitted {
                        seen.insert((values[a] ^ values[b]).into());
                    }
                }
            }
            if self.options >> 20 != before {
                context.look_at_values(n as u64)?;
            }
        }
        Ok(())
    }

    /// The options as the rules list them.
    fn many(&mut self, n: usize, seen: &mut MexSet, context: &Context<'_>) -> Result<(), Stop> {
        let most = usize::try_from(context.limits.positions).unwrap_or(usize::MAX);
        let mut options = Options::with_capacity_limit(most);
        context.look_at_values(n as u64)?;
        if self.code.options(&Nat::from(n), &mut options).is_err() {
            context.check_positions(u64::MAX, || format!("listing the moves of a heap of {n}"))?;
        }
        for option in options.iter() {
            let value = |heap: &Nat| self.values[nat::to_usize(heap).expect("at most n")];
            seen.insert(option.sum.iter().fold(0, |sum, heap| sum ^ value(heap)).into());
        }
        Ok(())
    }
}

impl Kernel for Plain {
    fn name(&self) -> &'static str {
        "plain definition"
    }

    fn extend(
        &mut self,
        to: u64,
        context: &Context<'_>,
        out: &mut dyn FnMut(&[u32]),
    ) -> Result<(), Stop> {
        let few = self.code.most_heaps().is_some_and(|heaps| heaps <= 2);
        let mut seen = MexSet::default();
        let from = self.values.len();
        let mut result = Ok(());
        while self.values.len() as u64 <= to {
            let n = self.values.len();
            let stride_over = n.is_multiple_of(HEAPS_PER_LOOK);
            let looked = if stride_over { context.look_at_values(n as u64) } else { Ok(()) };
            result = looked.and_then(|()| {
                if n.is_multiple_of(1 << 16) {
                    context.check_memory(8 * n as u64, || format!("computing {n} values"))?;
                }
                seen.clear();
                if few { self.few(n, &mut seen, context) } else { self.many(n, &mut seen, context) }
            });
            if result.is_err() {
                break;
            }
            self.values.push(seen.mex() as u32);
        }
        out(&self.values[from..]);
        result
    }

    fn notes(&self) -> Option<Notes> {
        Some(Notes::Null)
    }

    fn needed(&self, out: &mut Take<'_>) -> io::Result<()> {
        let pieces = self.values.chunks(PIECE_VALUES);
        (0..).step_by(PIECE_VALUES).zip(pieces).try_for_each(|(from, piece)| out(from, piece))
    }

    fn resume(
        &mut self,
        handed: u64,
        _notes: Notes,
        pieces: &mut Pieces<'_>,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        in_a_row(0, handed, pieces, |piece| {
            self.values.extend(piece);
            let count = self.values.len() as u64;
            context.check_memory(8 * count, || format!("reading {count} values"))?;
            context.look("reading values", count)
        })
    }
}
