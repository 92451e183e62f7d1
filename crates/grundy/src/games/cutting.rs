//! cutting: cut a sheet along a grid line; who first cuts out a 1 by 1 sheet wins.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, Known, Move, Offer, Placed, WINS_AT_ONCE, erase, join,
};
use crate::nat::{Nat, heap_bytes, to_u64, to_usize};
use crate::nimber::MexSet;
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, board};
use crate::syntax::{Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

/// The paper-cutting game; a position is a sheet, width and height.
///
/// A strip (one side 1, the other at least 2) is an immediate win for the player to move. So
/// nobody cuts a strip off a larger sheet, and with both sides at least 2
/// G(w,h) = mex { G(i,h) xor G(w-i,h), G(w,j) xor G(w,h-j) : 2 <= i <= w-2, 2 <= j <= h-2 }.
/// Turning a sheet changes nothing: G(w,h) = G(h,w). No closed form is known; values are kept in
/// a table.
///
/// A 1 by 1 sheet has no moves and no name as a position: what a winning cut leaves is the other
/// sheet alone, or nothing if that is 1 by 1 too.
///
/// # Complexity
/// A table of w times h values, each in O(w + h) steps.
///
/// # Literature
/// POJ 2311, *Cutting Game* (2005); R. Sprague 1935, P. M. Grundy 1939.
#[derive(Debug, Default)]
pub struct Cutting {
    /// Row s-2 holds G(s,s), G(s,s+1), …, as far as they were needed.
    table: Mutex<Vec<Vec<u32>>>,
}

/// Width and height.
pub type Sheet = (Nat, Nat);

impl Cutting {
    /// G(w,h) for w, h >= 2.
    ///
    /// ```
    /// use grundy::games::cutting::Cutting;
    /// let cutting = Cutting::default();
    /// let row: Vec<_> = (2..9).map(|h| cutting.value(2, h, &Default::default()).unwrap()).collect();
    /// assert_eq!(row, [0, 0, 1, 1, 2, 0, 3]);
    /// ```
    ///
    /// # Errors
    /// [`Stop`] if the table does not fit into the limits, or when cancelled.
    ///
    /// # Panics
    /// If a side is less than 2.
    pub fn value(&self, w: u64, h: u64, context: &Context<'_>) -> Result<u32, Stop> {
        let (short, long) = (w.min(h), w.max(h));
        assert!(short >= 2, "strips have no value");
        let mut table = self.table.lock().unwrap_or_else(PoisonError::into_inner);
        let place = |row: &Vec<u32>| row.get((long - short) as usize).copied();
        if let Some(value) = table.get((short - 2) as usize).and_then(place) {
            return Ok(value);
        }
        let cells = (short - 1).saturating_mul(long);
        let doing = || "the values of all smaller sheets".to_owned();
        context.check_positions(cells, doing)?;
        context.check_memory(cells.saturating_mul(4), doing)?;
        // A cut looked at in the table costs a small part of what a move in a search costs.
        let cuts = u128::from(cells) * u128::from(short + long) / 4;
        context.check_moves(u64::try_from(cuts / 64).unwrap_or(u64::MAX))?;
        fill(&mut table, short as usize, long as usize, context)?;
        Ok(table[(short - 2) as usize][(long - short) as usize])
    }
}

/// Makes the table reach the rows up to `short` and in them the columns up to `long`.
fn fill(
    table: &mut Vec<Vec<u32>>,
    short: usize,
    long: usize,
    context: &Context<'_>,
) -> Result<(), Stop> {
    let mut seen = MexSet::default();
    let mut steps = 0u64;
    for w in 2..=short {
        if table.len() < w - 1 {
            table.push(Vec::new());
        }
        for h in w + table[w - 2].len()..=long {
            let at = |a: usize, b: usize| table[a.min(b) - 2][a.max(b) - a.min(b)];
            seen.clear();
            for i in 2..=w / 2 {
                seen.insert(u64::from(at(i, h) ^ at(w - i, h)));
            }
            for j in 2..=h / 2 {
                seen.insert(u64::from(at(w, j) ^ at(w, h - j)));
            }
            // Fewer than 2^32 values are looked at: a table has fewer cells.
            let value = seen.mex() as u32;
            table[w - 2].push(value);
            // One look at the clock for about 4096 cuts.
            let before = steps;
            steps += (w + h) as u64;
            if before / 4096 != steps / 4096 {
                context.look("filling the table of sheets", steps)?;
            }
        }
    }
    Ok(())
}

/// Pushes the two halves of a cut; unordered, so the smaller comes first.
fn push_cut(a: Sheet, b: Sheet, out: &mut Options<Sheet>) -> Result<(), Full> {
    let unit = |(w, h): &Sheet| w.is_one() && h.is_one();
    let (first, second) = if a <= b { (a, b) } else { (b, a) };
    if unit(&first) || unit(&second) {
        out.push_win([first, second].into_iter().filter(|sheet| !unit(sheet)))
    } else {
        out.push([first, second])
    }
}

impl Ruleset for Cutting {
    type Position = Sheet;

    const MAY_WIN: bool = true;

    fn options(&self, (w, h): &Sheet, out: &mut Options<Sheet>) -> Result<(), Full> {
        let mut i = Nat::ONE;
        while &i + &i <= *w {
            push_cut((i.clone(), h.clone()), (w - &i, h.clone()), out)?;
            i += 1u8;
        }
        let mut j = Nat::ONE;
        while &j + &j <= *h {
            push_cut((w.clone(), j.clone()), (w.clone(), h - &j), out)?;
            j += 1u8;
        }
        Ok(())
    }

    fn heap_bytes(&self, (w, h): &Sheet) -> usize {
        2 * (heap_bytes(w) + heap_bytes(h))
    }
}

impl Game for Cutting {
    fn title(&self) -> String {
        "cutting".into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let (w, h) = read::two(args)?;
        let expected = "expected (w,h) with w, h >= 1, not both 1";
        if w.is_zero() || h.is_zero() {
            return Err(ReadError::domain("a sheet has no side of 0", args.span).help(expected));
        }
        if w.is_one() && h.is_one() {
            return Err(ReadError::domain(
                "a 1 by 1 sheet is not a position: whoever cuts one out has won",
                args.span,
            )
            .help(expected));
        }
        Ok(Placed::new(self, vec![(w, h)]))
    }

    fn picture(&self, (w, h): &Sheet) -> Vec<String> {
        match (to_u64(w), to_usize(h)) {
            (Some(w), Some(h)) if h <= picture::HIGHEST => picture::grid(&vec![w; h], |_, _| '□'),
            _ => Vec::new(),
        }
    }

    fn sketch(&self, (w, h): &Sheet, moves: &[Offer<'_, Sheet>]) -> Option<Sketch> {
        let (wide, high) = (to_u64(w)?, to_u64(h)?);
        let unit = (Nat::ONE, Nat::ONE);
        // Sheets of 1 by 1 are left out of the sum.
        let cuts = |offer: &Offer<'_, Sheet>| {
            let (one, two) = match &*offer.to.sum {
                [] => (&unit, &unit),
                [one] => (one, &unit),
                [one, two, ..] => (one, two),
            };
            let both = |a: &Nat, b: &Nat| [to_u64(a), to_u64(b)].into_iter().flatten();
            let columns = one.1 == *h && two.1 == *h && &one.0 + &two.0 == *w;
            match columns {
                true => both(&one.0, &two.0).map(board::Cut::Column).collect(),
                false => both(&one.1, &two.1).map(board::Cut::Row).collect(),
            }
        };
        board::sheet(wide, high, &moves.iter().map(cuts).collect::<Vec<_>>())
    }

    fn print(&self, (w, h): &Sheet) -> String {
        format!("{w},{h}")
    }

    fn print_move(&self, (w, h): &Sheet, to: &Move<Sheet>) -> String {
        // Sheets of 1 by 1 are left out of the sum.
        let units = std::iter::repeat_n("1 x 1".to_owned(), 2 - to.sum.len().min(2));
        let others = to.sum.iter().map(|(w, h)| format!("{w} x {h}"));
        format!("{w} x {h} -> {}", join(units.chain(others), " + "))
    }

    fn print_win(&self, from: &Sheet, to: &Move<Sheet>) -> String {
        format!("{}: {WINS_AT_ONCE}", self.print_move(from, to))
    }

    fn heaps(&self, _: &Sheet) -> Vec<Nat> {
        Vec::new()
    }

    fn move_names(&self, _: &Sheet, to: &Move<Sheet>) -> Vec<String> {
        let mut sheets: Vec<String> = to.sum.iter().map(|(w, h)| format!("{w} x {h}")).collect();
        sheets.resize(2, "1 x 1".to_owned());
        vec![format!("{} + {}", sheets[0], sheets[1]), format!("{} + {}", sheets[1], sheets[0])]
    }

    fn known(&self, (w, h): &Sheet, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        if w.is_one() || h.is_one() {
            return Ok(Some(Known::Loony));
        }
        // A side past the word is past every limit as well.
        let word = |side: &Nat| to_u64(side).unwrap_or(u64::MAX);
        Ok(Some(Known::Value(self.value(word(w), word(h), context)?.into())))
    }

    fn immediate_wins(&self, (w, h): &Sheet, max: usize) -> Option<Found<Sheet>> {
        // Only a strip has one, and only one: to cut off its first square.
        let left = match (w.is_one(), h.is_one()) {
            (true, false) => (w.clone(), h - 1u8),
            (false, true) => (w - 1u8, h.clone()),
            _ => return Some(Found::default()),
        };
        let sum = if left.0.is_one() && left.1.is_one() { vec![] } else { vec![left] };
        Some(Found::all(vec![Move { sum, tag: 0 }], max))
    }

    fn moves_to(
        &self,
        (w, h): &Sheet,
        _target: &Nat,
        _max: usize,
        _context: &Context<'_>,
    ) -> Result<Option<Found<Sheet>>, Stop> {
        // Every cut of a strip leaves a strip (or wins at once): no sum with a value.
        Ok((w.is_one() || h.is_one()).then(Found::default))
    }

    fn misere_refused(&self) -> Option<&'static str> {
        Some("cutting is won by cutting out a 1 by 1 sheet: misère play has no meaning for it")
    }

    fn method(&self, (w, h): &Sheet) -> Cow<'static, str> {
        if w.is_one() || h.is_one() {
            "immediate win".into()
        } else {
            "Sprague-Grundy table of all smaller sheets".into()
        }
    }

    fn why(&self, (w, h): &Sheet) -> Vec<String> {
        vec![if w.is_one() || h.is_one() {
            format!(
                "cutting one square off the {w} by {h} strip gives a 1 by 1 sheet and wins at once"
            )
        } else {
            "a cut that leaves a strip of width 1 lets the other player win at once; every other cut leaves two sheets, worth the nim-sum of their values".to_owned()
        }]
    }

    fn by_options(&self, (w, h): &Sheet) -> bool {
        !w.is_one() && !h.is_one()
    }

    /// Every smaller sheet but 1 by 1 can be cut out.
    fn reachable(&self, (w, h): &Sheet) -> Option<Nat> {
        Some(w * h - 1u8)
    }
}

/// The registry's row.
pub struct CuttingFamily;

static CARD: Card<'static> = Card {
    name: "cutting",
    params: "",
    position: "(w,h)",
    rules: "Cut a w by h sheet along a grid line into two sheets; who first cuts out a 1 by 1 sheet wins the whole game.",
    theorem: "A strip of width 1 is an immediate win. Else G(w,h) = mex of G(i,h) xor G(w-i,h) and G(w,j) xor G(w,h-j) over cuts that leave no strip; G(w,h) = G(h,w).",
    source: "POJ 2311 (2005)",
    cost: "O(wh(w+h)) for a table of all smaller sheets",
    examples: &["cutting(6,4)", "cutting(2,2) + cutting(3,2)"],
};

impl Family for CuttingFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Cutting::default()))
    }

    fn small(&self) -> Vec<String> {
        let sides = (1..7).flat_map(|w| (1..7).map(move |h| (w, h)));
        sides.filter(|&s| s != (1, 1)).map(|(w, h)| format!("cutting({w},{h})")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;
    use crate::games::testing::{check_round_trip, check_theory, place, read_error};

    fn sheets(to: u8) -> impl Iterator<Item = Sheet> {
        let all = (1..=to).flat_map(move |w| (1..=to).map(move |h| (w, h)));
        all.filter(|&s| s != (1, 1)).map(|(w, h)| (w.into(), h.into()))
    }

    #[test]
    fn theory_is_that_of_the_rules() {
        check_theory(&Cutting::default(), sheets(14), 3);
    }

    #[test]
    fn the_table_grows_the_same_in_any_order() {
        let context = Context::default();
        let at_once = Cutting::default();
        at_once.value(40, 40, &context).unwrap();
        let by_and_by = Cutting::default();
        for (w, h) in [(3, 30), (20, 4), (2, 40), (33, 33), (40, 35), (40, 40)] {
            for (w, h) in [(w, h), (h, w)] {
                let value = by_and_by.value(w, h, &context);
                assert_eq!(value, at_once.value(w, h, &context), "{w} by {h}");
            }
        }
    }

    #[test]
    fn huge_sheets_are_refused_at_once_and_huge_strips_are_won() {
        let context = Context::default();
        let cutting = Cutting::default();
        let huge = Nat::from(10u8).pow(1000);
        let two = Nat::from(2u8);
        assert!(cutting.known(&(huge.clone(), two), &context).is_err());
        assert!(cutting.known(&(huge.clone(), huge.clone()), &context).is_err());
        let strip = cutting.known(&(Nat::ONE, huge), &context).unwrap();
        assert_eq!(strip, Some(Known::Loony));
        let tight = Context::new(Limits { positions: 100, ..Limits::default() });
        assert!(Cutting::default().value(11, 12, &tight).is_err());
    }

    #[test]
    fn winning_cuts_leave_the_other_sheet_alone() {
        let moves = |text: &str| {
            let sheet = place(&CuttingFamily, text).unwrap();
            let found = sheet.moves_to(0, None, 9, &Context::default()).unwrap();
            let listed = found.listed.iter();
            listed.map(|m| format!("{} | {}", m.text, m.after.print())).collect::<Vec<_>>()
        };
        assert_eq!(moves("cutting(1,2)"), ["1 x 2 -> 1 x 1 + 1 x 1: wins at once | nim()"]);
        assert_eq!(moves("cutting(4,1)"), ["4 x 1 -> 1 x 1 + 3 x 1: wins at once | cutting(3,1)"]);
        assert!(moves("cutting(2,2)").is_empty());
    }

    #[test]
    fn printed_text_reads_back_and_wrong_text_is_refused() {
        check_round_trip(&CuttingFamily);
        for wrong in ["1,1", "0,2", "2,0", "2", "1,2,3"] {
            read_error(&CuttingFamily, &format!("cutting({wrong})"));
        }
    }
}
