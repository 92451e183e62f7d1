//! nimstring: cut strings; who frees a coin must move again.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Game, Known, Move, Offer, Placed, erase, join};
use crate::graph::{GraphForm, NamedGraph, Vertices};
use crate::nat::Nat;
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, plant};
use crate::source::identity;
use crate::syntax::{Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// Nimstring: coins are held by strings to each other and to the ground. A move cuts a string. Who cuts the
/// last string of a coin frees it and must move again, anywhere; who cannot move loses normal play, also
/// when he must move again.
///
/// # Moves that must be answered
/// To move again is the same as to hand the turn to the other player, who has one move, to hand it back. So
/// a cut that frees a coin leaves strings that must be answered, with that one answer, and the theorem of
/// [`crate::solve::entailing`] has the values: if such a cut leaves strings of the value v, then some move
/// wins beside all other values than v. A position is *loony* if some move wins whatever else is on the table.
///
/// # Theorem
/// Strings that hang together by the ground alone do not concern each other: they are parts of a sum.
///
/// # Complexity
/// O(m · 2^m) for m strings that hang together by coins, at worst.
///
/// # Literature
/// E. Berlekamp, J. Conway, R. Guy, *Winning Ways* (1982), ch. 16; E. Berlekamp, *The Dots and Boxes Game* (2000).
#[derive(Debug, Default)]
pub struct Nimstring {
    strings: Vec<(u32, u32)>,
    /// The vertex number of the ground; none if no string ends there.
    ground: Option<u32>,
    vertices: Vertices,
    identity: String,
}

/// Strings that are left, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strings {
    left: u64,
    /// The turn has to be handed back.
    entailed: bool,
}

/// The greatest number of strings.
const MAX_STRINGS: usize = 64;

/// The numbers in a set.
fn numbers(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (number < MAX_STRINGS).then_some(number)
    })
}

impl Nimstring {
    fn ends(&self, string: usize) -> (u32, u32) {
        self.strings[string]
    }

    /// Of parallel strings the first ones are there: whether this is the last of those left.
    fn is_last(&self, left: u64, string: usize) -> bool {
        let like = |other: usize| {
            let ((a, b), (c, d)) = (self.ends(string), self.ends(other));
            (a, b) == (c, d) || (a, b) == (d, c)
        };
        !numbers(left).any(|other| other > string && like(other))
    }

    /// Whether a coin is held by some of these strings.
    fn holds(&self, left: u64, coin: u32) -> bool {
        numbers(left).any(|string| self.ends(string).0 == coin || self.ends(string).1 == coin)
    }

    /// Whether a cut that leaves these strings freed a coin.
    fn frees(&self, left: u64, cut: usize) -> bool {
        let (u, v) = self.ends(cut);
        [u, v].into_iter().any(|end| Some(end) != self.ground && !self.holds(left, end))
    }

    /// The strings that hang together by coins, each set by itself.
    fn parts(&self, mut left: u64) -> Vec<u64> {
        let mut parts = Vec::new();
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let met = |coin: u32| Some(coin) != self.ground && self.holds(part, coin);
                let near = numbers(left & !part)
                    .filter(|&string| met(self.ends(string).0) || met(self.ends(string).1))
                    .fold(0u64, |near, string| near | 1 << string);
                if near == 0 {
                    break;
                }
                part |= near;
            }
            left &= !part;
            parts.push(part);
        }
        parts
    }

    fn free(&self, left: u64) -> impl Iterator<Item = Strings> {
        self.parts(left).into_iter().map(|left| Strings { left, entailed: false })
    }

    fn name(&self, string: usize) -> String {
        let (u, v) = self.ends(string);
        format!("{}-{}", self.vertices.number(u), self.vertices.number(v))
    }

    fn list(&self, left: u64) -> String {
        join(numbers(left).map(|string| self.name(string)), ",")
    }
}

impl Ruleset for Nimstring {
    type Position = Strings;

    const MAY_ENTAIL: bool = true;

    fn options(&self, strings: &Strings, out: &mut Options<Strings>) -> Result<(), Full> {
        if strings.entailed {
            return out.push(self.free(strings.left));
        }
        for cut in numbers(strings.left).filter(|&cut| self.is_last(strings.left, cut)) {
            let (left, tag) = (strings.left & !(1 << cut), cut as u64 + 1);
            match self.frees(left, cut) {
                true => out.push_tagged(tag, [Strings { left, entailed: true }])?,
                false => out.push_tagged(tag, self.free(left))?,
            }
        }
        Ok(())
    }

    fn is_entailed(&self, strings: &Strings) -> bool {
        strings.entailed
    }
}

const FORM: GraphForm = GraphForm {
    word: "edges",
    sign: '-',
    example: "edges(0-1,1-2)",
    groups: 0,
    expected: "expected the strings alone",
};

/// The one move where the turn was handed over.
const AGAIN: &str = "-";

impl Game for Nimstring {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn read(
        self: Arc<Self>,
        args: &Args,
        context: &Context<'_>,
    ) -> Result<Placed<Self>, ReadError> {
        let source = FORM.source(args)?;
        let named = NamedGraph::read(&source, false, context)?;
        if let Some((loop_, _)) = named.edges.iter().find(|(u, v)| u == v) {
            let number = named.vertices.number(*loop_);
            return Err(ReadError::domain(
                format!("the string {number}-{number} has both ends at one coin"),
                source.span,
            )
            .help("expected strings between different coins, or from a coin to the ground 0"));
        }
        let count = named.edges.len();
        if count > MAX_STRINGS {
            let what = format!("so many strings are not searched: {count}");
            return Err(ReadError::limit(what, source.span)
                .help(format!("expected at most {MAX_STRINGS} strings")));
        }
        let left = if count == 0 { 0 } else { u64::MAX >> (MAX_STRINGS - count) };
        let list = named.list(named.edges.iter().copied(), FORM.sign);
        let game = Self {
            ground: named.vertices.index(0),
            strings: named.edges,
            vertices: named.vertices,
            identity: identity(CARD.name, None, &list),
        };
        Ok(Placed::new(Arc::new(game), vec![Strings { left, entailed: false }]))
    }

    fn print(&self, strings: &Strings) -> String {
        FORM.print(None, &self.list(strings.left), &[])
    }

    fn print_all(&self, parts: &[Strings]) -> String {
        if parts.is_empty() {
            return "nim()".into();
        }
        let part = |strings: &Strings| {
            let sign = if strings.entailed { "!" } else { "" };
            format!("{}{sign}({})", CARD.name, self.print(strings))
        };
        join(parts.iter().map(part), " + ")
    }

    fn print_move(&self, _: &Strings, to: &Move<Strings>) -> String {
        match to.tag {
            0 => AGAIN.into(),
            tag => self.name(tag as usize - 1),
        }
    }

    fn move_names(&self, _: &Strings, to: &Move<Strings>) -> Vec<String> {
        match to.tag {
            0 => vec!["pass".into(), "hand the turn back".into()],
            tag => {
                let name = self.name(tag as usize - 1);
                let turned = name.split_once('-').map(|(a, b)| format!("{b}-{a}"));
                [format!("cut {name}")].into_iter().chain(turned).collect()
            }
        }
    }

    fn heaps(&self, _: &Strings) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, strings: &Strings) -> Vec<String> {
        picture::list(numbers(strings.left).map(|string| self.name(string)), "  ")
    }

    fn sketch(&self, strings: &Strings, moves: &[Offer<'_, Strings>]) -> Option<Sketch> {
        if strings.entailed || strings.left == 0 {
            return None;
        }
        let branch = |(cut, offer): (usize, &Offer<'_, Strings>)| {
            let (from, to) = self.ends((offer.to.tag as usize).checked_sub(1)?);
            Some(plant::Branch { from, to, cut })
        };
        let branches = moves.iter().enumerate().map(branch).collect::<Option<Vec<_>>>()?;
        plant::plant(self.ground?, &branches, moves.len(), |cut| moves[cut].text.to_owned())
    }

    fn known(&self, strings: &Strings, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        let over = strings.left == 0 && !strings.entailed;
        Ok(over.then_some(Known::Value(Nat::ZERO)))
    }

    fn move_count(&self, strings: &Strings) -> Option<usize> {
        Some(match strings.entailed {
            true => 1,
            false => numbers(strings.left).filter(|&cut| self.is_last(strings.left, cut)).count(),
        })
    }

    fn entailed(&self, strings: &Strings) -> Option<Strings> {
        Some(Strings { entailed: true, ..*strings })
    }

    fn method(&self, _: &Strings) -> Cow<'static, str> {
        "search over the rules with entailing moves (Winning Ways)".into()
    }
}

/// The registry's row.
pub struct NimstringFamily;

static CARD: Card<'static> = Card {
    name: "nimstring",
    params: "",
    position: "(edges(0-1,1-2,…)) or (\"file\"), at most 64 strings, 0 is the ground; behind the name '!': a coin was just freed, and the turn has to be handed back",
    rules: "Cut a string. Who cuts the last string of a coin must move again, anywhere. Here that is said so: the other player gets the turn, and has no other move than to hand it back, written -.",
    theorem: "If a cut frees a coin and leaves strings of the value v, then some move wins beside all values but v; so the value is v, or the position is loony: some move wins beside everything. Other cuts rule out their value as in every game.",
    source: "E. R. Berlekamp, J. H. Conway, R. K. Guy 1982 (ch. 16)",
    cost: "O(m 2^m) for m strings that hang together, at worst",
    examples: &[
        "nimstring(edges(0-1,1-2,2-0,1-3,3-0))",
        "nimstring(edges(0-1,0-1,1-2,0-2)) + nim(2)",
        "nimstring!(edges(0-1,1-0))",
    ],
};

impl Family for NimstringFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Nimstring::default()))
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            "0-1",
            "0-1,0-1",
            "0-1,0-1,0-1",
            "0-1,1-2",
            "0-1,1-2,0-2",
            "1-2",
            "0-1,0-2",
            "0-1,0-1,1-2",
            "0-1,1-2,2-3,0-3",
            "0-1,0-1,1-2,0-2",
            "0-1,1-2,2-3,3-1",
            "1-2,2-3,3-1",
        ];
        let free = texts.iter().map(|text| format!("nimstring(edges({text}))"));
        free.chain(texts.iter().step_by(3).map(|text| format!("nimstring!(edges({text}))")))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;
    use crate::outcome::{Outcome, Play};
    use crate::{Catalogue, Question};
    use std::collections::HashMap;

    /// Strings by the rules as they are told: who frees a coin moves again. Beside them a nim-heap.
    struct Literal {
        ends: Vec<(u32, u32)>,
        known: HashMap<(u64, u32, bool), bool>,
    }

    impl Literal {
        /// Whether the player to move wins.
        fn wins(&mut self, left: u64, heap: u32, misere: bool) -> bool {
            if let Some(&known) = self.known.get(&(left, heap, misere)) {
                return known;
            }
            let mut wins = left == 0 && heap == 0 && misere;
            for less in 0..heap {
                wins |= !self.wins(left, less, misere);
            }
            for cut in 0..self.ends.len() {
                if left >> cut & 1 == 0 {
                    continue;
                }
                let after = left & !(1 << cut);
                let (u, v) = self.ends[cut];
                let held = |coin: u32| {
                    coin == 0
                        || self
                            .ends
                            .iter()
                            .enumerate()
                            .any(|(i, &(a, b))| after >> i & 1 == 1 && (a == coin || b == coin))
                };
                let again = !held(u) || !held(v);
                wins |= self.wins(after, heap, misere) == again;
            }
            self.known.insert((left, heap, misere), wins);
            wins
        }
    }

    #[test]
    fn outcomes_and_values_are_those_of_the_rules_as_they_are_told() {
        let mut rng = fastrand::Rng::with_seed(16);
        let (mut loony, mut numbers) = (0, 0);
        for _ in 0..60 {
            let coins = rng.u32(1..5);
            let count = rng.usize(1..8);
            let mut ends = Vec::new();
            while ends.len() < count {
                let (u, v) = (rng.u32(0..=coins), rng.u32(0..=coins));
                if u != v {
                    ends.push((u, v));
                }
            }
            let list = join(ends.iter().map(|(u, v)| format!("{u}-{v}")), ",");
            let mut literal = Literal { ends, known: HashMap::new() };
            let all = (1u64 << count) - 1;
            let value = (0..10).find(|&heap| !literal.wins(all, heap, false));
            match value {
                Some(_) => numbers += 1,
                None => loony += 1,
            }
            for (heap, play) in
                (0..4).flat_map(|heap| [Play::Normal, Play::Misere].map(|play| (heap, play)))
            {
                let text = format!("nimstring(edges({list})) + nim({heap})");
                let position = Catalogue::default().read(&text).unwrap();
                let question = Question { play, ..Question::default() };
                let answer = crate::answer(&position, &question, &Context::default()).unwrap();
                let wins = literal.wins(all, heap, play == Play::Misere);
                assert_eq!(answer.outcome, Outcome::of(wins), "{text} in {play} play");
                let sum = value.map(|value| u64::from(value ^ heap));
                assert_eq!(answer.grundy, sum.map(Into::into), "{text}");
            }
        }
        assert!(loony > 5 && numbers > 5, "{loony} loony, {numbers} not");
    }

    #[test]
    fn strings_are_checked() {
        testing::check_round_trip(&NimstringFamily);
        let text = "nimstring(edges(0-1,1-1))";
        let error = "the string 1-1 has both ends at one coin (11)";
        assert_eq!(testing::read_error(&NimstringFamily, text), error);
    }
}
