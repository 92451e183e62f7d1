//! nimstring: cut strings; whoever frees a coin must move again.

use crate::context::{Context, Stop};
use crate::game::strings::{MAX_STRINGS, METHOD, NO_LENGTHS, Net, Strings, numbers};
use crate::game::{AnyGame, Card, Family, Game, Known, Move, Offer, Placed, erase, join};
use crate::graph::{GraphForm, NamedGraph, Vertices};
use crate::nat::Nat;
use crate::picture;
use crate::read;
use crate::ruleset::{FreeValue, Full, Options, Ruleset};
use crate::sketch::{Sketch, plant};
use crate::source::identity;
use crate::syntax::{Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// Nimstring: coins are held by strings to each other and to the ground. A move cuts a string. Who cuts the
/// last string of a coin frees it and must move again, anywhere; whoever cannot move loses normal play, also
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
/// Which coins are freed at once, and which chains of coins are loony, is told by the theorem of
/// [`grundy_search::strings`]; values of the other positions are searched.
///
/// # Complexity
/// O(m · 2^m) for m strings that hang together by coins, at worst; the 24 strings of nine boxes take a
/// second.
///
/// # Literature
/// E. Berlekamp, J. Conway, R. Guy, *Winning Ways* (1982), ch. 16; E. Berlekamp, *The Dots and Boxes Game* (2000).
#[derive(Debug, Default)]
pub struct Nimstring {
    net: Net,
    vertices: Vertices,
    identity: String,
}

impl Nimstring {
    /// Of parallel strings the first ones are there: the last of them is cut.
    fn cuts(&self, left: u64) -> impl Iterator<Item = usize> + '_ {
        numbers(left).filter(move |&cut| self.net.is_last(left, cut))
    }

    fn name(&self, string: usize) -> String {
        let (u, v) = self.net.ends(string);
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
        let free = |left| self.net.parts(left);
        self.net.options(strings, self.cuts(strings.left), free, out)
    }

    fn is_entailed(&self, strings: &Strings) -> bool {
        strings.entailed
    }

    fn free_value(
        &self,
        strings: &Strings,
        context: &Context<'_>,
    ) -> Result<Option<FreeValue>, Stop> {
        self.net.free_value(strings, context)
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
        let list = named.list(named.edges.iter().copied(), FORM.sign);
        let ground = named.vertices.index(0);
        let game = Self {
            net: Net::new(&named.edges, ground),
            vertices: named.vertices,
            identity: identity(CARD.name, None, &list),
        };
        let all = game.net.all();
        Ok(Placed::new(Arc::new(game), vec![all]))
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
            let (from, to) = self.net.ends((offer.to.tag as usize).checked_sub(1)?);
            Some(plant::Branch { from, to, cut })
        };
        let branches = moves.iter().enumerate().map(branch).collect::<Option<Vec<_>>>()?;
        plant::plant(self.net.ground()?, &branches, moves.len(), |cut| moves[cut].text.to_owned())
    }

    fn known(&self, strings: &Strings, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        let over = strings.left == 0 && !strings.entailed;
        Ok(over.then_some(Known::Value(Nat::ZERO)))
    }

    fn move_count(&self, strings: &Strings) -> Option<usize> {
        Some(match strings.entailed {
            true => 1,
            false => self.cuts(strings.left).count(),
        })
    }

    fn entailed(&self, strings: &Strings) -> Option<Strings> {
        Some(Strings { entailed: true, ..*strings })
    }

    fn lengths_refused(&self) -> Option<&'static str> {
        Some(NO_LENGTHS)
    }

    fn method(&self, _: &Strings) -> Cow<'static, str> {
        METHOD.into()
    }
}

/// The registry's row.
pub struct NimstringFamily;

static CARD: Card<'static> = Card {
    name: "nimstring",
    params: "",
    position: "(edges(0-1,1-2,…)) or (\"file\"), at most 64 strings, 0 is the ground; behind the name '!': a coin was just freed, and the turn has to be handed back",
    rules: "Cut a string. Who cuts the last string of a coin must move again, anywhere. Here this is expressed as follows: the other player gets the turn, and has no other move than to hand it back, written -.",
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

    /// Strings by the rules as they are told: whoever frees a coin moves again. Beside them a nim-heap.
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
