//! top-entails: split a stack, or take its top coin, which the other player has to answer.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Entries, Entry, Family, Game, Move, Offer, Placed, erase, join};
use crate::nat::{Nat, to_u64};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, coins};
use crate::solve::entailing::{WinningSet, value_of};
use crate::syntax::{Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// The game Top Entails; a position is one stack, perhaps one that must be answered.
///
/// A move splits a stack into two smaller ones, or takes its top coin; after the latter the other player
/// has to move in that stack. Whoever takes the last coin of a stack wins normal play: nobody can move in
/// an empty stack.
///
/// # Values
/// By the theorem of [`crate::solve::entailing`], no closed form is known. Stacks of 1, 3, 2403, 2505 and
/// 33243 coins are loony: whoever moves wins, whatever else is on the table.
///
/// # Complexity
/// O(n²) for a stack of n coins and all smaller ones.
///
/// # Literature
/// E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* (1982), ch. 12; J. West, *New values for Top
/// Entails*, Games of No Chance, MSRI Publications 29 (1996), 345–350.
#[derive(Clone, Copy, Debug, Default)]
pub struct TopEntails;

/// A stack of coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stack {
    /// How many coins it has.
    pub coins: u64,
    /// Whether it must be answered.
    pub entailed: bool,
}

impl Stack {
    /// A stack that need not be answered.
    pub const fn free(coins: u64) -> Self {
        Self { coins, entailed: false }
    }
}

impl Ruleset for TopEntails {
    type Position = Stack;

    const MAY_ENTAIL: bool = true;

    fn options(&self, stack: &Stack, out: &mut Options<Stack>) -> Result<(), Full> {
        let n = stack.coins;
        if n > 0 {
            out.push([Stack { coins: n - 1, entailed: true }])?;
        }
        (1..=n / 2).try_for_each(|part| out.push([Stack::free(part), Stack::free(n - part)]))
    }

    fn is_entailed(&self, stack: &Stack) -> bool {
        stack.entailed
    }
}

/// Tables longer than this take an hour and more.
const MAX_TABLE_HEAP: u64 = 1 << 20;

impl TopEntails {
    /// The values of the stacks of 0, …, `to` coins, `None` if loony.
    ///
    /// # Complexity
    /// O(to²).
    ///
    /// # Errors
    /// [`Stop`] at the limit of memory, or when cancelled.
    ///
    /// ```
    /// let values = grundy::games::top_entails::TopEntails::values(9, &Default::default()).unwrap();
    /// let told = [Some(0), None, Some(0), None, Some(1), Some(0), Some(2), Some(1), Some(3), Some(0)];
    /// assert_eq!(values, told);
    /// ```
    pub fn values(to: u64, context: &Context<'_>) -> Result<Vec<Option<u32>>, Stop> {
        let doing = || format!("the values of stacks of up to {to} coins");
        context.check_positions(to, doing)?;
        context.check_memory(to.saturating_mul(8), doing)?;
        let mut values: Vec<Option<u32>> = Vec::new();
        let mut above = WinningSet::default();
        for n in 0..=to as usize {
            context.look("computing values", n as u64)?;
            let mut set = WinningSet::default();
            if n > 0 {
                // Taking the top coin leaves the stack before, to be answered.
                set.add_entailing(&above, 0);
            }
            for part in 1..=n / 2 {
                if let (Some(a), Some(b)) = (values[part], values[n - part]) {
                    set.insert(u64::from(a ^ b));
                }
            }
            values.push(value_of(&set)?.number().map(|value| value as u32));
            above = set;
        }
        Ok(values)
    }
}

impl Game for TopEntails {
    const LIST: bool = true;

    fn title(&self) -> String {
        "top-entails".into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let coins = |n: &Nat| {
            to_u64(n).map(Stack::free).ok_or_else(|| {
                ReadError::domain("this stack is too large", args.span)
                    .help("expected numbers below 2^64")
            })
        };
        let stacks = read::numbers(args)?.iter().map(coins).collect::<Result<_, _>>()?;
        Ok(Placed::new(self, stacks))
    }

    fn print(&self, stack: &Stack) -> String {
        format!("{}{}", stack.coins, if stack.entailed { "!" } else { "" })
    }

    fn print_all(&self, parts: &[Stack]) -> String {
        if parts.is_empty() {
            return "top-entails()".into();
        }
        let list = |run: &[Stack]| {
            let coins = join(run.iter().map(|stack| stack.coins.to_string()), ",");
            format!("top-entails{}({coins})", if run[0].entailed { "!" } else { "" })
        };
        join(parts.chunk_by(|a, b| a.entailed == b.entailed).map(list), " + ")
    }

    fn move_names(&self, from: &Stack, to: &Move<Stack>) -> Vec<String> {
        match &*to.sum {
            [top] => vec![format!("{} -> {}", from.coins, top.coins)],
            _ => Vec::new(),
        }
    }

    fn heaps(&self, stack: &Stack) -> Vec<Nat> {
        vec![stack.coins.into()]
    }

    fn heaps_left(&self, moves: &[Offer<'_, Stack>]) -> Vec<Option<Vec<Nat>>> {
        let left = |offer: &Offer<'_, Stack>| match &*offer.to.sum {
            [top] => Some(vec![top.coins.into()]),
            _ => None,
        };
        moves.iter().map(left).collect()
    }

    fn sketch(&self, stack: &Stack, moves: &[Offer<'_, Stack>]) -> Option<Sketch> {
        coins::piles(&self.heaps(stack), &self.heaps_left(moves))
    }

    fn entries_to(&self, to: &[u64], context: &Context<'_>) -> Result<Option<Entries>, Stop> {
        let &[to] = to else { return Ok(None) };
        if to > MAX_TABLE_HEAP {
            return Ok(None);
        }
        let values = Self::values(to, context)?;
        Ok(Some(Box::new(move |n| values[n].map_or(Entry::Loony, Entry::Value))))
    }

    fn reachable(&self, stack: &Stack) -> Option<Nat> {
        Some(match stack.coins {
            0 => Nat::ONE,
            n => Nat::from(n) * 2u8,
        })
    }

    fn move_count(&self, stack: &Stack) -> Option<usize> {
        usize::try_from(stack.coins / 2 + u64::from(stack.coins > 0)).ok()
    }

    fn entailed(&self, stack: &Stack) -> Option<Stack> {
        Some(Stack { entailed: true, ..*stack })
    }

    fn method(&self, _: &Stack) -> Cow<'static, str> {
        "search over the rules with entailing moves (Winning Ways)".into()
    }
}

/// The registry's row.
pub struct TopEntailsFamily;

static CARD: Card<'static> = Card {
    name: "top-entails",
    params: "",
    position: "(a1,…,an); behind the name '!': these stacks must be answered",
    rules: "Split a stack into two smaller ones, or take its top coin: then the other player has to move in that stack, and loses if it is empty.",
    theorem: "Beside a value of the other stacks some move wins or none does; the value of a stack is the least number beside which none does, and a stack is loony if there is no such number. Stacks of 1, 3, 2403, 2505 and 33243 coins are loony.",
    source: "E. R. Berlekamp, J. H. Conway, R. K. Guy 1982; J. West 1996",
    cost: "O(n^2)",
    examples: &["top-entails(5,7)", "top-entails(4) + nim(3)", "top-entails!(6) + nim(2)"],
};

impl Family for TopEntailsFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(TopEntails))
    }

    fn small(&self) -> Vec<String> {
        let mut all = vec!["top-entails()".to_owned()];
        for name in ["top-entails", "top-entails!"] {
            all.extend((0..10).map(|n| format!("{name}({n})")));
        }
        all.extend((0..16).map(|n| format!("top-entails({},{})", n / 4 + 1, n % 4 + 2)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;
    use crate::solve::entailing::Entailing;

    #[test]
    fn values_are_those_of_the_rules_and_of_the_literature() {
        let context = Context::default();
        let values = TopEntails::values(2600, &context).unwrap();
        let mut search = Entailing::default();
        for n in 0..120 {
            let value = search.value(&TopEntails, &Stack::free(n), &context).unwrap();
            assert_eq!(value.number(), values[n as usize].map(u64::from), "{n}");
        }
        let loony: Vec<usize> = (0..=2600).filter(|&n| values[n].is_none()).collect();
        // J. West 1996.
        assert_eq!(loony, [1, 3, 2403, 2505]);
        for n in [0, 1, 2, 3, 4, 5, 9, 40] {
            let mut options = Options::default();
            TopEntails.options(&Stack::free(n), &mut options).unwrap();
            assert_eq!(TopEntails.move_count(&Stack::free(n)), Some(options.len()), "{n}");
        }
        testing::check_round_trip(&TopEntailsFamily);
    }
}
