//! Types of heaps in misère play, by the definition.

use super::proof::guy_smith_period;
use super::{Code, code::Shape};
use crate::context::{Context, Stop};
use crate::nat::{Nat, to_u64};
use crate::period::Period;
use crate::solve::tame::{Tame, TameMex};

/// The types of heaps 0, 1, 2, … as long as they are tame, and their period once it is proved.
///
/// Guy and Smith's theorem speaks of any function of a heap that is determined by the values of that
/// function at the options: types as well as Grundy values.
#[derive(Clone, Debug, Default)]
pub struct TypeSequence {
    types: Vec<Tame>,
    period: Option<Period>,
    /// The first heap that is not tame.
    wild: Option<u64>,
}

impl TypeSequence {
    /// The type of a heap; `None` if a heap up to it is not tame, or not known to be.
    ///
    /// # Complexity
    /// As [`Sequence::value`](super::Sequence::value).
    ///
    /// # Errors
    /// [`Stop`] when cancelled or out of time.
    pub fn of(
        &mut self,
        code: &Code,
        heap: &Nat,
        context: &Context<'_>,
    ) -> Result<Option<Tame>, Stop> {
        if code.most_heaps().is_none_or(|heaps| heaps > 2) {
            return Ok(None);
        }
        // A far heap is worth a search for a period, not a table of that length.
        let wanted = to_u64(heap).unwrap_or(u64::MAX);
        let most = wanted.min(context.limits.positions).min(MAX_TYPE_HEAPS);
        while self.wild.is_none() && self.period.is_none() && (self.types.len() as u64) <= most {
            self.next(code, context)?;
        }
        if let Some(period) = self.period {
            return Ok(Some(self.types[period.reduce(heap).0 as usize]));
        }
        Ok(to_u64(heap).and_then(|n| self.types.get(usize::try_from(n).ok()?)).copied())
    }

    /// The period of the types, if one is proved.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The first heap that is not tame, if it was met.
    pub fn wild(&self) -> Option<u64> {
        self.wild
    }

    fn next(&mut self, code: &Code, context: &Context<'_>) -> Result<(), Stop> {
        let n = self.types.len();
        let types = &self.types;
        let mut mex = TameMex::default();
        let most = code.largest_take().map_or(n, |take| n.min(take as usize));
        for taken in 0..=most {
            let digit = code.digit(taken as u64);
            if digit.is_zero() {
                continue;
            }
            context.tick("types of heaps", n as u64)?;
            let rest = n - taken;
            if rest == 0 && digit.allows(0) {
                mex.insert(&Tame::empty());
            }
            if rest > 0 && digit.allows(1) {
                mex.insert(&types[rest]);
            }
            if digit.allows(2) {
                for a in 1..=rest / 2 {
                    let equal = a == rest - a;
                    let wanted = match digit.shape {
                        Shape::Any => true,
                        Shape::Distinct | Shape::NotAllEqual => !equal,
                        Shape::AllEqual => equal,
                    };
                    if wanted {
                        mex.insert(&types[a].plus(&types[rest - a]));
                    }
                }
            }
        }
        match mex.take() {
            Some(tame) => self.types.push(tame),
            None => self.wild = Some(n as u64),
        }
        let count = self.types.len();
        if count >= 64 && count.is_power_of_two() {
            let codes: Vec<u32> = self
                .types
                .iter()
                .map(|tame| {
                    (tame.normal() as u32) << 1 | u32::from(matches!(tame, Tame::Fickle(_)))
                })
                .collect();
            self.period = guy_smith_period(code, &codes);
        }
        Ok(())
    }
}

/// Heaps whose types are computed in search of a period, at most.
const MAX_TYPE_HEAPS: u64 = 1 << 14;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::arena::{Arena, Interner};
    use crate::solve::tame_types::TameTypes;
    use std::sync::Arc;

    #[test]
    fn types_are_those_of_the_rules() {
        for text in
            ["0.77", "0.137", "0.3", "0.33", "0.333", "4.[3]", "0.[3]", "0.303", "0.7", "4!.0"]
        {
            let code: Code = text.parse().unwrap();
            let mut arena = Arena::default();
            let game = arena.add_game(Box::new(Interner::new(Arc::new(code.clone()))));
            let (mut searched, mut sequence) = (TameTypes::default(), TypeSequence::default());
            let context = Context::default();
            let mut wild_before = false;
            for n in 0..40u32 {
                let heap = Nat::from(n);
                let node = arena.node(game, &heap).unwrap();
                let by_search = searched.of(&mut arena, node, &context).unwrap();
                let by_sequence = sequence.of(&code, &heap, &context).unwrap();
                wild_before |= by_search.is_none();
                // The sequence gives up at the first heap that is not tame.
                assert_eq!(by_sequence, if wild_before { None } else { by_search }, "{text}({n})");
            }
        }
    }

    #[test]
    fn periods_of_types_reach_any_heap() {
        let code: Code = "0.333".parse().unwrap();
        let mut sequence = TypeSequence::default();
        let huge = Nat::from(10u8).pow(100) + 1u8;
        // n mod 4: 10^100 + 1 is 1 mod 4.
        assert_eq!(
            sequence.of(&code, &huge, &Context::default()).unwrap(),
            Some(Tame::Fickle(true))
        );
    }
}
