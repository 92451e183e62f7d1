//! `multiplication[F]`: multiply p by a factor in F until it reaches n.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, NimLike, Offer, Placed, erase};
use crate::nat::{self, DivRem, Nat};
use crate::nimber::MexSet;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, board};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::number_set::NumberSet;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

/// The multiplication game; a position is the bound n and the product p so far.
///
/// Everything depends on q = ceil(n/p) alone: play is over iff q <= 1, and the factor f leads to
/// ceil(n/(pf)) = ceil(q/f). As a function of q the Grundy value is constant on intervals (u,v]:
/// the factor f leads from q into (u,v] iff fu < q <= fv, so the values of the options change
/// only where q passes such a bound. The intervals are found from below, each from those before
/// it. For F = a..b, a >= 2, those of value 0 are (0,1], (b,ab], (ab^2,a^2b^2], …: multiples of a
/// and b in turn.
///
/// # Complexity
/// O(log n) intervals for a fixed contiguous F, each from those within a ratio max F / min F below
/// it; for other F there may be many more.
///
/// # Literature
/// *A Multiplication Game*, University of Waterloo local contest 2001 (HDU 1517, POJ 2505).
#[derive(Debug)]
pub struct Multiplication {
    factors: NumberSet,
    pieces: Mutex<Pieces>,
}

/// Bound and product.
pub type Position = (Nat, Nat);

impl Multiplication {
    /// The game with these factors.
    ///
    /// # Panics
    /// If there is no factor, or one below 2.
    pub fn new(factors: NumberSet) -> Self {
        assert!(factors.least().is_some_and(|least| *least > Nat::ONE), "factors are at least 2");
        Self { factors, pieces: Mutex::new(Pieces::default()) }
    }

    /// The Grundy value of the game in which q = ceil(n/p).
    ///
    /// ```
    /// use grundy::games::multiplication::Multiplication;
    /// use grundy::nat::Nat;
    /// let game = Multiplication::new([(2u8, 9u8)].into_iter().collect());
    /// let value = |q: u8| game.value(&Nat::from(q), &Default::default()).unwrap();
    /// assert_eq!([1, 2, 3, 4, 9, 18, 19, 162, 163].map(value), [0, 1, 2, 2, 4, 0, 1, 4, 0]);
    /// ```
    ///
    /// # Errors
    /// [`Stop`] at a limit: there may be too many intervals below q.
    pub fn value(&self, q: &Nat, context: &Context<'_>) -> Result<u32, Stop> {
        let mut pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        pieces.reach(q, &self.factors, context)?;
        Ok(pieces.list[pieces.index(q)].1)
    }

    /// The interval that holds q and its value, if it was found before.
    fn found(&self, q: &Nat) -> Option<(Nat, Nat, u32)> {
        let pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        let index = pieces.index(q);
        let (to, value) = pieces.list.get(index)?;
        Some((pieces.below(index), to.clone(), *value))
    }
}

/// q = ceil(n/p).
fn quotient((n, p): &Position) -> Nat {
    ceil_div(n, p)
}

fn ceil_div(a: &Nat, b: &Nat) -> Nat {
    let (quotient, rest) = a.div_rem(b);
    if rest.is_zero() { quotient } else { quotient + 1u8 }
}

/// The intervals on which the Grundy value is constant, from below.
#[derive(Debug)]
struct Pieces {
    /// Greatest element and value; neighbours differ in value.
    list: Vec<(Nat, u32)>,
    steps: u64,
    bytes: u64,
}

impl Default for Pieces {
    fn default() -> Self {
        Self { list: vec![(Nat::ONE, 0)], steps: 0, bytes: 0 }
    }
}

impl Pieces {
    /// Which interval holds q; one past the last if none does yet.
    fn index(&self, q: &Nat) -> usize {
        self.list.partition_point(|(to, _)| to < q)
    }

    /// What the elements of the interval exceed.
    fn below(&self, index: usize) -> Nat {
        if index == 0 { Nat::ZERO } else { self.list[index - 1].0.clone() }
    }

    /// The factors in a..=b that lead from q into the interval: a range, perhaps empty.
    fn leading(&self, q: &Nat, index: usize, a: &Nat, b: &Nat) -> (Nat, Nat) {
        let least = ceil_div(q, &self.list[index].0).max(a.clone());
        let below = self.below(index);
        let most =
            if below.is_zero() { b.clone() } else { (ceil_div(q, &below) - 1u8).min(b.clone()) };
        (least, most)
    }

    fn reach(&mut self, q: &Nat, factors: &NumberSet, context: &Context<'_>) -> Result<(), Stop> {
        let doing = || "the intervals of equal value below ceil(n/p)".to_owned();
        let mut seen = MexSet::default();
        while self.list.last().is_some_and(|(to, _)| to < q) {
            context.check_positions(self.list.len() as u64, doing)?;
            context.check_memory(self.bytes, doing)?;
            self.extend(factors, &mut seen, context)?;
        }
        Ok(())
    }

    /// Finds the value past the last interval and how far it holds.
    fn extend(
        &mut self,
        factors: &NumberSet,
        seen: &mut MexSet,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let last = self.list.len() - 1;
        let q = &self.list[last].0 + 1u8;
        let mut holds: Option<Nat> = None;
        let mut bound = |candidate: Nat| {
            if holds.as_ref().is_none_or(|holds| candidate < *holds) {
                holds = Some(candidate);
            }
        };
        seen.clear();
        for (a, b) in factors.intervals() {
            let first = self.index(&ceil_div(&q, b));
            let end = self.index(&ceil_div(&q, a));
            for index in first..=end {
                context.tick("finding intervals of equal value", self.steps)?;
                self.steps += 1;
                let (to, value) = &self.list[index];
                let below = self.below(index);
                let (least, most) = self.leading(&q, index, a, b);
                if least <= most {
                    // The interval is met for q up to f * to, f = most; beyond that too if f + 1
                    // is a factor and (f+1) * below is no greater: then so it is for all after.
                    seen.insert(u64::from(*value));
                    let chained = &most * to >= (&most + 1u8) * &below;
                    bound(if chained { b * to } else { most * to });
                } else {
                    // It is met again past f * below for the next factor f.
                    let next = ceil_div(&q, &below.max(Nat::ONE)).max(a.clone());
                    if next <= *b {
                        bound(next * self.below(index));
                    }
                }
            }
            // The next interval comes into reach of the least factor.
            bound(a * &self.list[end].0);
        }
        let holds = holds.expect("there is a factor");
        // The values of the options are those of intervals, of which there are fewer than 2^32.
        let value = seen.mex() as u32;
        if self.list[last].1 == value {
            self.list[last].0 = holds;
        } else {
            self.bytes += 48 + 8 * holds.as_words().len() as u64;
            self.list.push((holds, value));
        }
        Ok(())
    }
}

impl Ruleset for Multiplication {
    type Position = Position;

    fn options(&self, (n, p): &Position, out: &mut Options<Position>) -> Result<(), Full> {
        if p >= n {
            return Ok(());
        }
        for (from, to) in self.factors.intervals() {
            nat::range(from.clone(), to + 1u8)
                .try_for_each(|factor| out.push([(n.clone(), p * factor)]))?;
        }
        Ok(())
    }

    fn heap_bytes(&self, (n, p): &Position) -> usize {
        let long = |n: &Nat| n.as_words().len().saturating_sub(2) * 8;
        long(n) + long(p)
    }
}

impl Game for Multiplication {
    fn title(&self) -> String {
        let factors = self.factors.to_string();
        if factors == "2..9" {
            "multiplication".into()
        } else {
            format!("multiplication[{factors}]")
        }
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let (n, p) = read::one_or_two(args)?;
        let p = p.unwrap_or(Nat::ONE);
        if p.is_zero() {
            return Err(ReadError::domain("the product p is never 0", args.span)
                .help("expected (n) or (n,p) with p >= 1"));
        }
        Ok(Placed::new(self, vec![(n, p)]))
    }

    fn picture(&self, (n, p): &Position) -> Vec<String> {
        vec![format!("p is {p}, play ends at {n}")]
    }

    fn sketch(&self, (n, p): &Position, moves: &[Offer<'_, Position>]) -> Option<Sketch> {
        let factor = |offer: &Offer<'_, Position>| {
            let factor = match &*offer.to.sum {
                [(_, product)] => product / p,
                _ => Nat::ONE,
            };
            (format!("× {factor}"), offer.text.to_owned())
        };
        let tiles: Vec<_> = moves.iter().map(factor).collect();
        board::tiles(&format!("p = {p}, play ends at {n}"), &tiles)
    }

    fn print(&self, (n, p): &Position) -> String {
        format!("{n},{p}")
    }

    fn print_move(&self, (_, p): &Position, to: &Move<Position>) -> String {
        match &*to.sum {
            [(_, product)] => format!("p={p} x {} -> {product}", product / p),
            _ => String::new(),
        }
    }

    fn heaps(&self, _: &Position) -> Vec<Nat> {
        Vec::new()
    }

    fn move_names(&self, (_, p): &Position, to: &Move<Position>) -> Vec<String> {
        let [(_, product)] = &*to.sum else { return Vec::new() };
        let factor = product / p;
        // A number alone may be meant as the factor or as the product.
        vec![format!("x {factor}"), factor.to_string(), product.to_string(), format!("p={product}")]
    }

    fn known(&self, position: &Position, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(self.value(&quotient(position), context)?.into())))
    }

    fn moves_to(
        &self,
        position: &Position,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Position>>, Stop> {
        let (n, p) = position;
        let q = quotient(position);
        if q <= Nat::ONE {
            return Ok(Some(Found::default()));
        }
        let mut pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut count, mut listed) = (Nat::ZERO, Vec::new());
        for (i, (a, b)) in self.factors.intervals().iter().enumerate() {
            context.tick("listing factors", i as u64)?;
            let greatest = ceil_div(&q, a);
            pieces.reach(&greatest, &self.factors, context)?;
            // Small factors first: they leave the small products.
            let reached = pieces.index(&ceil_div(&q, b))..=pieces.index(&greatest);
            for index in reached.rev() {
                let (factor, most) = pieces.leading(&q, index, a, b);
                if Nat::from(pieces.list[index].1) != *target || factor > most {
                    continue;
                }
                count += &most - &factor + 1u8;
                let factors = nat::range(factor, most + 1u8).take(max - listed.len());
                listed.extend(factors.map(|f| Move { sum: vec![(n.clone(), p * f)], tag: 0 }));
            }
        }
        Ok(Some(Found { count: Some(count), listed }))
    }

    fn nim_like(&self) -> NimLike {
        // For F = a..b the intervals of value 0 are (0,1] and (a^i b^(i+1), a^(i+1) b^(i+1)], and those of value 1 lie
        // behind them: (a^i b^i, a^(i+1) b^i]. The factor b leads from one of value 0, if play is not over, to one of
        // value 1, so values 0 and 1 are fickle. (2 and 100 alone: q = 5 has value 1, and not 0 behind the factor 2.)
        if self.factors.intervals().len() == 1 { NimLike::Single } else { NimLike::No }
    }

    fn method(&self, _: &Position) -> Cow<'static, str> {
        "intervals of ceil(n/p)".into()
    }

    fn why(&self, position: &Position) -> Vec<String> {
        let (n, p) = position;
        let q = quotient(position);
        if q <= Nat::ONE {
            return vec![format!("p = {p} has reached n = {n}, so play is over")];
        }
        let mut why = vec![format!(
            "only q = ceil({n}/{p}) = {q} matters: multiplying p by f leads to ceil(q/f), and q = 1 is the end"
        )];
        if let Some((below, to, value)) = self.found(&q) {
            let verdict = if value == 0 { "P" } else { "N" };
            why.push(format!(
                "every q from {} to {to} has the Grundy value {value}: {verdict}",
                below + 1u8
            ));
        }
        if let [(a, b)] = self.factors.intervals() {
            why.push(format!(
                "value 0 lies on (0,1] and on the intervals got by multiplying by {b} and {a} in turn: ({b},{}], …",
                a * b
            ));
        }
        why
    }
}

/// The registry's row.
pub struct MultiplicationFamily;

static CARD: Card<'static> = Card {
    name: "multiplication",
    params: "[F], a set of factors >= 2, 2..9 when left out",
    position: "(n) or (n,p), p = 1 when left out",
    rules: "Multiply p by a factor in F. Play ends once p >= n: the player to move then has no move.",
    theorem: "The Grundy value depends on q = ceil(n/p) alone and is constant on intervals. For F = a..b: P iff q lies in (0,1], (b,ab], (ab^2,a^2b^2], ….",
    source: "University of Waterloo contest 2001 (HDU 1517)",
    cost: "O(log n) intervals for contiguous F, perhaps more for other F",
    examples: &["multiplication(163)", "multiplication[2..10^6](10^1000, 7)"],
};

impl Family for MultiplicationFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        let Some(params) = &component.params else {
            return Ok(erase(Multiplication::new([(2u8, 9u8)].into_iter().collect())));
        };
        let expected = "expected factors and ranges from 2 on, as in multiplication[2,3,5..7]";
        let Some(group) = params.single().filter(|group| !group.is_empty()) else {
            return Err(
                ReadError::domain("this is not a set of factors", params.span).help(expected)
            );
        };
        let factors = read::number_set(group)?;
        if factors.least().is_none_or(|least| *least <= Nat::ONE) {
            return Err(ReadError::domain("a factor is at least 2, as p has to grow", params.span)
                .help(expected));
        }
        Ok(erase(Multiplication::new(factors)))
    }

    fn small(&self) -> Vec<String> {
        let mut all: Vec<_> = (0..=40).map(|n| format!("multiplication({n})")).collect();
        all.extend((0..=12).flat_map(|n| (1..5).map(move |p| format!("multiplication({n},{p})"))));
        for factors in ["2", "2,3", "3,5", "2,9", "4..7", "2..4,11", "3..15:4"] {
            all.extend((0..=30).map(|n| format!("multiplication[{factors}]({n})")));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing::{check_round_trip_where, check_theory_where, place, read_error};
    use crate::nimber::mex;

    fn game(factors: &[(u64, u64)]) -> Multiplication {
        Multiplication::new(factors.iter().copied().collect())
    }

    #[test]
    fn values_are_those_of_the_recursion_over_q() {
        let sets: [&[(u64, u64)]; 9] = [
            &[(2, 9)],
            &[(2, 2)],
            &[(2, 2), (9, 9)],
            &[(3, 3), (5, 5)],
            &[(4, 7)],
            &[(2, 4), (11, 11)],
            &[(5, 6), (8, 30), (100, 200)],
            &[(7, 7), (50, 50), (51, 51), (90, 90)],
            &[(2, 1000)],
        ];
        for factors in sets {
            let game = game(factors);
            let list = game.factors.words_up_to(2000);
            let mut values = vec![0, 0];
            for q in 2..3000u64 {
                values.push(mex(list.iter().map(|&f| values[q.div_ceil(f) as usize])));
                let value = game.value(&q.into(), &Context::default()).unwrap();
                assert_eq!(u64::from(value), values[q as usize], "{factors:?} {q}");
            }
        }
    }

    #[test]
    fn theory_is_that_of_the_rules() {
        for factors in [&[(2, 9)][..], &[(2, 3)], &[(3, 3), (5, 5)], &[(2, 4), (11, 11)]] {
            let pairs = (0..60u8).flat_map(|n| (1..4u8).map(move |p| (n.into(), p.into())));
            let tall = (60..200u8).step_by(7).map(|n| (n.into(), Nat::ONE));
            check_theory_where(&game(factors), pairs.chain(tall), 4, |_, _| true);
        }
    }

    #[test]
    fn contiguous_factors_alternate() {
        let context = Context::default();
        for (a, b) in [(2u64, 9u64), (3, 4), (5, 5), (2, 100), (7, 1000)] {
            let game = game(&[(a, b)]);
            let mut end = Nat::ONE;
            for _ in 0..12 {
                let lost = |q: &Nat| game.value(q, &context).unwrap() == 0;
                assert!(lost(&end) && !lost(&(&end + 1u8)));
                end *= b;
                assert!(!lost(&end) && lost(&(&end + 1u8)));
                end *= a;
            }
        }
    }

    #[test]
    fn huge_bounds_and_factors_are_exact() {
        let context = Context::default();
        let n = Nat::from(10u8).pow(1000);
        let default = game(&[(2, 9)]);
        default.known(&(n.clone(), Nat::ONE), &context).unwrap();
        let wide = game(&[(2, 10u64.pow(18))]);
        let q = Nat::from(10u8).pow(18) + 1u8;
        assert_eq!(wide.value(&q, &context).unwrap(), 0);
        let n = Nat::from(10u8).pow(18);
        let found = wide.moves_to(&(n, Nat::ONE), &Nat::ZERO, 2, &context).unwrap().unwrap();
        assert_eq!(found.count, Some(Nat::ONE));
        let n = Nat::from(10u8).pow(17);
        let found = wide.moves_to(&(n, Nat::ONE), &Nat::ZERO, 2, &context).unwrap().unwrap();
        assert_eq!(found.count, Some(Nat::from(900_000_000_000_000_001u64)));
    }

    #[test]
    fn printed_text_reads_back_and_wrong_text_is_refused() {
        check_round_trip_where(&MultiplicationFamily, |text| {
            text.contains(',') && !text.contains('[')
        });
        for wrong in ["[1](5)", "[0..3](5)", "[](5)", "[2;3](5)", "(5,0)", "(1,2,3)", "[\"a\"](5)"]
        {
            read_error(&MultiplicationFamily, &format!("multiplication{wrong}"));
        }
        let nine = place(&MultiplicationFamily, "multiplication(9)").unwrap();
        let found = nine.moves_to(0, Some(&Nat::ZERO), 9, &Context::default()).unwrap();
        assert_eq!(found.listed[0].text, "p=1 x 9 -> 9");
    }
}
