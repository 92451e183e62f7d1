//! poker-nim: take from a heap, or add chips of a bank to a heap.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Offer, Placed, erase, join};
use crate::nat::{self, Nat, nim_sum};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, coins};
use crate::solve::tame::Tame;
use crate::syntax::{Args, Component, ReadError};
use crate::theory::tuples;
use std::borrow::Cow;
use std::sync::Arc;

/// Poker-Nim with a common bank of chips.
///
/// A move takes any positive number of chips from a heap, and they leave the game; or it adds at
/// least one chip of the bank, and at most all of them, to a heap that is not empty. As the bank only
/// becomes smaller, play ends.
///
/// # Theorem
/// The Grundy value is the nim-sum of the heaps, whatever the bank holds, and misère play is that of
/// Nim too. Proof: all smaller values are reached as in Nim, and an addition changes one heap, so it
/// does not keep the nim-sum. In misère play an addition leaves a heap of at least 2, which is firm
/// (see `solve::tame`), of a value that is neither 0 nor 1 if all heaps were 0 or 1.
///
/// # Complexity
/// O(total length).
///
/// # Literature
/// E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* ch. 3 (1982), where each player adds the
/// chips that he took.
#[derive(Clone, Copy, Debug, Default)]
pub struct PokerNim;

/// Heaps and a bank.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Table {
    /// The heaps.
    pub heaps: Vec<Nat>,
    /// The chips that may be added.
    pub bank: Nat,
}

impl Table {
    fn with(&self, place: usize, heap: Nat, bank: Nat) -> Self {
        Self { heaps: tuples::with(&self.heaps, place, heap), bank }
    }
}

impl Ruleset for PokerNim {
    type Position = Table;

    fn options(&self, table: &Table, out: &mut Options<Table>) -> Result<(), Full> {
        for (i, heap) in table.heaps.iter().enumerate().filter(|(_, heap)| !heap.is_zero()) {
            for left in nat::range(Nat::ZERO, heap.clone()) {
                out.push([table.with(i, left, table.bank.clone())])?;
            }
            for added in nat::range(Nat::ONE, &table.bank + 1u8) {
                out.push([table.with(i, heap + &added, &table.bank - added)])?;
            }
        }
        Ok(())
    }

    fn stand_in(&self, table: &Table) -> Option<Table> {
        let heaps = tuples::without_empty(&table.heaps)?;
        // Without heaps there is nothing to add to.
        let bank = if heaps.is_empty() { Nat::ZERO } else { table.bank.clone() };
        Some(Table { heaps, bank })
    }

    fn heap_bytes(&self, table: &Table) -> usize {
        tuples::bytes(&table.heaps) + nat::heap_bytes(&table.bank)
    }
}

impl Game for PokerNim {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        const FORM: &str = "expected (a1,…,an; c), c the number of chips that may be added";
        let [heaps, bank] = &*args.groups else {
            return Err(
                ReadError::domain("the heaps and the bank belong here", args.span).help(FORM)
            );
        };
        let [bank] = &**bank else {
            return Err(ReadError::domain("the bank is one number", args.span).help(FORM));
        };
        let table = Table { heaps: read::number_list(heaps)?, bank: read::number(bank)?.clone() };
        Ok(Placed::new(self, vec![table]))
    }

    fn print(&self, table: &Table) -> String {
        format!("{}; {}", join(table.heaps.iter().map(nat::print), ","), table.bank)
    }

    fn heaps(&self, table: &Table) -> Vec<Nat> {
        table.heaps.clone()
    }

    fn picture(&self, table: &Table) -> Vec<String> {
        let mut lines = picture::heaps(&table.heaps);
        lines.push(format!("bank: {}", picture::coins(&table.bank)));
        lines
    }

    fn sketch(&self, table: &Table, moves: &[Offer<'_, Table>]) -> Option<Sketch> {
        let mut sketch = coins::piles(&table.heaps, &self.heaps_left(moves))?;
        sketch.caption(format!("bank: {}", table.bank));
        Some(sketch)
    }

    fn known(&self, table: &Table, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(nim_sum(&table.heaps))))
    }

    fn moves_to(
        &self,
        table: &Table,
        target: &Nat,
        max: usize,
        _: &Context<'_>,
    ) -> Result<Option<Found<Table>>, Stop> {
        let change = nim_sum(&table.heaps) ^ target;
        let results = table.heaps.iter().enumerate().filter_map(|(i, heap)| {
            let left = heap ^ &change;
            if left < *heap {
                return Some(table.with(i, left, table.bank.clone()));
            }
            let bank = (!heap.is_zero() && left > *heap).then(|| &left - heap)?;
            (bank <= table.bank).then(|| table.with(i, left, &table.bank - bank))
        });
        Ok(Some(Found::all(tuples::single(results), max)))
    }

    fn method(&self, _: &Table) -> Cow<'static, str> {
        "Bouton's theorem; additions are taken back".into()
    }

    fn why(&self, table: &Table) -> Vec<String> {
        vec![format!(
            "whoever is answered by an addition takes the added chips away again, and the bank is smaller: the value is the nim-sum of the heaps, {}",
            nim_sum(&table.heaps)
        )]
    }

    fn tame(&self, table: &Table, _: &Context<'_>) -> Result<Option<Tame>, Stop> {
        let value = nat::to_u64(&nim_sum(&table.heaps));
        let fickle = Self::is_fickle(table);
        Ok(value.map(|value| if fickle { Tame::Fickle(value == 1) } else { Tame::Firm(value) }))
    }

    fn fickle(&self, table: &Table) -> Option<bool> {
        Some(Self::is_fickle(table))
    }
}

impl PokerNim {
    /// Whether misère play sees a fickle position: no heap has more than one chip.
    fn is_fickle(table: &Table) -> bool {
        table.heaps.iter().all(|heap| *heap <= Nat::ONE)
    }
}

/// The registry's row.
pub struct PokerNimFamily;

static CARD: Card<'static> = Card {
    name: "poker-nim",
    params: "",
    position: "(a1,…,an; c), a bank of c chips",
    rules: "Take any positive number of chips from one heap; they leave the game. Or add at least one chip of the bank to one heap that is not empty.",
    theorem: "The value is the nim-sum of the heaps: chips that were added can be taken away again.",
    source: "E. R. Berlekamp, J. H. Conway and R. K. Guy 1982",
    cost: "O(total length of the heaps)",
    examples: &["poker-nim(3,4,5; 10)", "poker-nim(10^18, 7; 10^20) + nim(6)"],
};

impl Family for PokerNimFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(PokerNim))
    }

    fn small(&self) -> Vec<String> {
        let mut all = vec!["poker-nim(; 0)".to_owned(), "poker-nim(; 2)".to_owned()];
        for bank in 0..4 {
            all.extend((0..4).map(|a| format!("poker-nim({a}; {bank})")));
            all.extend((0..9).map(|n| format!("poker-nim({},{}; {bank})", n / 3, n % 3)));
        }
        all.extend((0..8).map(|n| format!("poker-nim({},{},{}; 2)", n / 4 + 1, n / 2 % 2, n % 2)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        let mut all = Vec::new();
        for bank in 0..4u32 {
            for n in 0..60u32 {
                let heaps = [n % 5, n / 5 % 4, n / 20].map(Nat::from).to_vec();
                all.push(Table { heaps, bank: bank.into() });
            }
            all.extend((0..9u32).map(|a| Table { heaps: vec![a.into()], bank: bank.into() }));
        }
        testing::check_theory(&PokerNim, all, 8);
        testing::check_round_trip(&PokerNimFamily);
    }

    #[test]
    fn the_bank_is_one_number() {
        for (text, error) in [
            ("poker-nim(3)", "the heaps and the bank belong here (10)"),
            ("poker-nim(3; 1,2)", "the bank is one number (10)"),
        ] {
            assert_eq!(testing::read_error(&PokerNimFamily, text), error);
        }
    }
}
