//! A row of coins as a game.

use super::heads::Heads;
use super::misere;
use super::rule::{self, Kind, NAMES, Rule};
use super::values::{Law, Values};
use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, NimLike, Offer, Placed, erase};
use crate::nat::{Nat, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, turning};
use crate::solve::tame::Tame;
use crate::sorting::sort;
use crate::syntax::{Arg, ArgKind, Args, Component, ReadError, Span};
use crate::theory::chain;
use std::borrow::Cow;
use std::sync::Arc;

/// Coin turning in a row; a position is the set of places that show heads.
///
/// A move turns some coins, the last of them from heads to tails; the rule says which sets of places
/// may be turned. Heads do not hinder each other, and two coins on one place cancel as in a sum of
/// equal games: the Grundy value is the nim-sum of the values of the heads, each as if it were alone
/// (Lenstra). The value of a place is the mex of the nim-sums of the other coins that are turned with
/// it:
///
/// * turtles, twins: the number n of the place; mock-turtles: the n-th number with an odd number of
///   ones, from n = 0; triplets: the same two places later; motley: 2^n;
/// * ruler: the greatest power of two that divides n; ruler-fives and the other fives: periodic;
/// * subtraction\[S\]: the value of a heap of n; grunt: that of a heap of n in Grundy's game;
/// * moebius, mogul, moidores, turnips, sym and other numbers of coins: by a table.
///
/// # Complexity
/// O(total length) where there is a formula; tables as told at [`Values`].
///
/// # Literature
/// H. W. Lenstra, *Nim multiplication* (1977); E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning
/// Ways* (1982), ch. 14; J. H. Conway, N. J. A. Sloane, *Lexicographic codes* (1986). The theorems on
/// misère play are proved in `games/coins/misere.rs`.
#[derive(Debug)]
pub struct Coins {
    values: Values,
}

impl Coins {
    /// The game with this rule.
    pub fn new(rule: Rule) -> Self {
        Self { values: Values::new(rule) }
    }

    /// The values of places.
    pub fn values(&self) -> &Values {
        &self.values
    }

    pub(super) fn rule(&self) -> &Rule {
        self.values.rule()
    }
}

impl Ruleset for Coins {
    type Position = Heads;

    fn options(&self, heads: &Heads, out: &mut Options<Heads>) -> Result<(), Full> {
        heads
            .descending()
            .try_for_each(|n| self.rule().turnings(&n, &mut |turn| out.push([heads.turned(&turn)])))
    }

    fn heap_bytes(&self, heads: &Heads) -> usize {
        heads.bytes()
    }
}

/// Reads a list of places as runs that have no place in common, or a word of heads and tails.
fn read_heads(args: &Args, rule: &Rule) -> Result<Heads, ReadError> {
    let group = read::one_group(args)?;
    if let [Arg { kind: ArgKind::Text(text), span }] = group {
        return rule::word(text, rule.first()).map_err(|letter| {
            ReadError::domain(
                format!("letter {} of the word is neither H nor T", letter + 1),
                *span,
            )
            .help("write H for heads and T for tails, the first place first, as in \"THHT\"")
        });
    }
    let mut runs = Vec::new();
    for arg in group {
        match &arg.kind {
            ArgKind::Number(n) => runs.push((n.clone(), n.clone(), arg.span)),
            ArgKind::Range { from, to, step }
                if read::check_range(from, to, step, arg.span)?.is_one() =>
            {
                runs.push((from.clone(), to.clone(), arg.span));
            }
            ArgKind::Range { .. } => {
                let list = read::number_list(std::slice::from_ref(arg))?;
                runs.extend(list.into_iter().map(|n| (n.clone(), n, arg.span)));
            }
            _ => {
                return Err(ReadError::domain("this is not a place", arg.span)
                    .help("expected numbers and ranges, or one word such as \"THHT\""));
            }
        }
    }
    sort(&mut runs);
    let wrong = |what: String, span: Span| {
        ReadError::domain(what, span)
            .help(format!("expected each place once; places are numbered from {}", rule.first()))
    };
    if let Some((from, _, span)) = runs.first().filter(|(from, ..)| *from < Nat::from(rule.first()))
    {
        return Err(wrong(format!("there is no place {from}"), *span));
    }
    if let Some(pair) = runs.windows(2).find(|pair| pair[1].0 <= pair[0].1) {
        return Err(wrong(format!("the place {} comes twice", pair[1].0), pair[1].2));
    }
    Ok(Heads::of_runs(runs.into_iter().map(|(from, to, _)| (from, to))))
}

impl Game for Coins {
    fn title(&self) -> String {
        format!("coins[{}]", self.rule().name())
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let heads = read_heads(args, self.rule())?;
        Ok(Placed::new(self, vec![heads]))
    }

    fn print(&self, heads: &Heads) -> String {
        heads.to_string()
    }

    fn print_move(&self, from: &Heads, to: &Move<Heads>) -> String {
        format!("turn {}", from.turned(&to.sum[0]))
    }

    fn move_names(&self, from: &Heads, to: &Move<Heads>) -> Vec<String> {
        let turn = from.turned(&to.sum[0]);
        vec![turn.to_string(), turn.to_string().replace(',', " ")]
    }

    fn heaps(&self, _: &Heads) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, heads: &Heads) -> Vec<String> {
        let Some(last) = rule::last_place(heads) else { return Vec::new() };
        let sign = |place: u64| if heads.contains(&place.into()) { 'H' } else { 'T' };
        let first = u64::from(self.rule().first());
        picture::signs(first, last.max(first), sign)
    }

    fn sketch(&self, heads: &Heads, moves: &[Offer<'_, Heads>]) -> Option<Sketch> {
        let first = u64::from(self.rule().first());
        let last = rule::last_place(heads)?.max(first);
        if last - first >= turning::MAX_COINS {
            return None;
        }
        let clicked = |offer: &Offer<'_, Heads>| {
            let turn = heads.turned(offer.to.sum.first()?);
            let places = self.rule().clicked(&turn)?;
            Some(places.into_iter().map(|place| (place, 0)).collect())
        };
        let is_head = |(place, _): turning::Place| heads.contains(&place.into());
        turning::coins((first, last), None, is_head, &moves.iter().map(clicked).collect::<Vec<_>>())
    }

    fn known(&self, heads: &Heads, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        self.values.sum(heads, context).map(|value| Some(Known::Value(value)))
    }

    fn moves_to(
        &self,
        heads: &Heads,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Heads>>, Stop> {
        self.values.moves_to(heads, target, max, context).map(Some)
    }

    fn method(&self, _: &Heads) -> Cow<'static, str> {
        "coin turning: the nim-sum of the values of the heads".into()
    }

    fn why(&self, heads: &Heads) -> Vec<String> {
        /// More values are not listed.
        const MAX_LISTED_VALUES: u8 = 40;
        let context = Context::default().modest();
        let mut why = Vec::new();
        let few = heads.len() <= Nat::from(MAX_LISTED_VALUES);
        let places: Vec<Nat> = heads.descending().take(usize::from(MAX_LISTED_VALUES)).collect();
        let values: Result<Vec<Nat>, Stop> =
            places.iter().rev().map(|place| self.values.place(place, &context)).collect();
        match (values, self.values.sum(heads, &context)) {
            (Ok(values), _) if few => {
                why.push(format!(
                    "the values of the heads have the nim-sum {}",
                    chain::in_words(&values)
                ));
            }
            (_, Ok(value)) => {
                why.push(format!(
                    "the values of the {} heads have the nim-sum {value}",
                    heads.len()
                ));
            }
            _ => {}
        }
        why.push(self.law().into());
        why
    }

    fn tame(&self, heads: &Heads, context: &Context<'_>) -> Result<Option<Tame>, Stop> {
        let Some(fickle) = misere::is_fickle(self.rule(), heads) else { return Ok(None) };
        let value = to_u64(&self.values.sum(heads, context)?);
        Ok(value.map(|value| if fickle { Tame::Fickle(value == 1) } else { Tame::Firm(value) }))
    }

    fn nim_like(&self) -> NimLike {
        if misere::is_nim_like(self.rule()) { NimLike::Single } else { NimLike::No }
    }
}

impl Coins {
    /// What is known of the value of a place.
    fn law(&self) -> &'static str {
        match (self.rule().kind(), &self.values.law) {
            (Kind::AtMost(1) | Kind::Exactly(1), _) => {
                "one head alone can be turned, and then nothing: each has the value 1, once a move can end there"
            }
            (Kind::AtMost(2), _) if self.rule().first() == 1 => {
                "a head on n goes away or to any place before it, as a nim-heap of n does: its value is n"
            }
            (Kind::AtMost(2), _) => {
                "a head on n goes away or to any place before it, as a nim-heap of n+1 does: its value is n+1"
            }
            (Kind::Exactly(2), _) => {
                "a head on n goes to any place before it, as a nim-heap of n does: its value is n"
            }
            (Kind::AtMost(3), _) => {
                "the value of the place n is the n-th number with an odd number of binary ones, from n = 0: 2n or 2n+1"
            }
            (Kind::Exactly(3), _) => {
                "the places 0 and 1 have the value 0, the place n the (n-2)-th number with an odd number of binary ones: 2(n-2) or 2(n-2)+1"
            }
            (Kind::Any, _) => {
                "the value of the place n is 2^n: the heads are the ones of the value in binary"
            }
            (_, Law::Ruler) => {
                "the value of the place n is the greatest power of two that divides n"
            }
            (_, Law::Window(_)) => {
                "values of places repeat: each is determined by the few before it"
            }
            (_, Law::Distances(_)) => {
                "a head on n plays as a heap of n from which a number of the set is taken"
            }
            (_, Law::Grundy(_)) => {
                "a head on n plays as a heap of n in Grundy's game: it becomes heads on two different places with the sum n"
            }
            _ => {
                "the value of a place is the least number that is not a nim-sum of the values of the other coins turned with it"
            }
        }
    }
}

/// The registry's row.
pub struct CoinsFamily;

static CARD: Card<'static> = Card {
    name: "coins",
    params: "[rule]: turtles (at most two coins), mock-turtles (three), moebius (five), mogul (seven), moidores (nine), motley (any), twins (exactly two), triplets (three), at-most[t], exactly[t], ruler (neighbours), ruler-fives (up to five neighbours), mock-turtle-fives (up to three among five neighbours), triplet-fives (three among five), turnips (three at equal distances), subtraction[S] (two whose distance is in S), grunt (four, symmetric, with the first coin of the row), sym (any symmetric set)",
    position: "(p1,…,pn), the places with heads, ranges too, or a word (\"THHT\"); places are numbered from 1 for turtles, ruler and ruler-fives, from 0 else",
    rules: "A row of coins. Turn some coins, the last of them from heads to tails; the rule says which sets may be turned.",
    theorem: "The value is the nim-sum of the values of the heads. Place n has the value n (turtles, twins), the n-th number with an odd number of ones (mock-turtles; triplets two places later), 2^n (motley), the greatest power of two in n (ruler), that of a heap of n (subtraction; grunt: Grundy's game); a period (fives), else by a table. Misère play is tame for turtles, twins, ruler, motley and odd numbers of coins.",
    source: "H. W. Lenstra 1977; Winning Ways, ch. 14; J. H. Conway, N. J. A. Sloane 1986",
    cost: "formulas O(total length); tables for t coins O(t 2^k) for values below 2^k",
    examples: &[
        "coins[ruler](\"THHT\")",
        "coins[mock-turtles](2,5,10^100) + nim(3)",
        "coins[moebius](0..17)",
        "coins[turtles](1..10^18)",
    ],
};

/// Reads the parameters of a game of coins: so many rules.
pub(super) fn read_rules<const K: usize>(component: &Component) -> Result<[Rule; K], ReadError> {
    let name = component.name().unwrap_or("this game");
    let wanted = || match K {
        1 => format!("write {name}[ruler]; the rules are {NAMES}"),
        _ => format!("write {name}[twins,ruler]; the rules are {NAMES}"),
    };
    let Some(params) = &component.params else {
        return Err(
            ReadError::domain(format!("{name} needs a rule"), component.head_span).help(wanted())
        );
    };
    let group = params.single().filter(|group| group.len() == K).ok_or_else(|| {
        let count = if K == 1 { "one rule" } else { "two rules" };
        ReadError::domain(format!("{name} takes {count}"), params.span).help(wanted())
    })?;
    let rules = group.iter().map(Rule::read).collect::<Result<Vec<_>, _>>()?;
    rules
        .try_into()
        .map_err(|_| ReadError::domain(format!("{name} needs a rule"), params.span).help(wanted()))
}

/// Rules of every kind.
pub(super) const SAMPLE: [&str; 23] = [
    "turtles",
    "mock-turtles",
    "moebius",
    "mogul",
    "moidores",
    "motley",
    "twins",
    "triplets",
    "ruler",
    "ruler-fives",
    "mock-turtle-fives",
    "triplet-fives",
    "turnips",
    "grunt",
    "sym",
    "at-most[1]",
    "at-most[2]",
    "at-most[4]",
    "exactly[1]",
    "exactly[4]",
    "exactly[5]",
    "subtraction[1,3,4]",
    "subtraction[2,3]",
];

impl Family for CoinsFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        let [rule] = read_rules(component)?;
        Ok(erase(Coins::new(rule)))
    }

    fn small(&self) -> Vec<String> {
        let mut all = Vec::new();
        for name in SAMPLE {
            let first = u32::from(name == "turtles" || name.starts_with("ruler"));
            for set in [0u32, 1, 2, 3, 5, 6, 12, 22, 24, 37, 45, 63, 64] {
                let heads =
                    Heads::of((0..8).filter(|p| set >> p & 1 == 1).map(|p| Nat::from(p + first)));
                all.push(format!("coins[{name}]({heads})"));
            }
            all.push(format!("coins[{name}](\"THHTH\")"));
        }
        all
    }
}
