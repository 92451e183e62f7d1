//! poset: choose an element, which goes with all above it.

use crate::context::{Context, Stop};
use crate::game::vertex_sets::{Remaining, prove, told};
use crate::game::{
    AnyGame, Apart, Card, Divided, Family, Game, Ground, Known, Move, Offer, Placed, Proof, Wanted,
    erase,
};
use crate::graph::{GraphForm, GraphNames, NamedGraph};
use crate::nat::Nat;
use crate::outcome::Outcome;
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, net};
use crate::solve::search::Searched;
use crate::syntax::{Args, Component, ReadError};
use grundy_search::Keyed;
use grundy_search::graph::vertices;
use grundy_search::poset;
use std::borrow::Cow;
use std::sync::Arc;

/// A poset game: choose an element of a finite partial order; it goes with all above it. Chomp, nim, the
/// divisor game turned round, and Hackenbush on trees are such games.
///
/// # Theorems
/// 1. If one of the elements is above all others, the position is N by strategy stealing: to choose it takes
///    nothing else, and whatever answers that takes it too.
/// 2. Sets of elements that no comparison joins are parts of a sum.
///
/// Everything else is searched.
///
/// # Complexity
/// That of the search. To tell who wins is PSPACE-complete (Grier 2013).
///
/// # Literature
/// F. Schuh, *Spel van delers*, Nieuw Tijdschrift voor Wiskunde 39 (1952); D. Gale, *A curious Nim-type
/// game*, American Mathematical Monthly 81 (1974); D. Grier, *Deciding the winner of an arbitrary finite poset
/// game is PSPACE-complete*, ICALP 2013.
#[derive(Debug, Default)]
pub struct Poset {
    order: poset::Poset,
    names: GraphNames,
    searched: Searched,
}

const FORM: GraphForm = GraphForm {
    word: "arcs",
    sign: '>',
    example: "arcs(2>1,3>1)",
    groups: 1,
    expected: "expected at most the elements that were chosen, after ';'",
};

impl Ruleset for Poset {
    type Position = Remaining;

    fn options(&self, set: &Remaining, out: &mut Options<Remaining>) -> Result<(), Full> {
        vertices(set.0).try_for_each(|element| {
            out.push_tagged(element as u64 + 1, [Remaining(set.0 & !self.order.above(element))])
        })
    }
}

impl Poset {
    fn ground_of(&self, set: u128) -> Ground {
        let all = self.order.all();
        Ground::Graph {
            partners: Vec::new(),
            game: CARD.name.to_owned(),
            vertices: vertices(all).map(|element| self.name(element)).collect(),
            pairs: self.order.covers(all).collect(),
            left: vertices(set).collect(),
        }
    }

    fn name(&self, element: usize) -> String {
        self.names.number(element as u32)
    }
}

impl Apart<Remaining> for Poset {
    fn parts(&self, set: &Remaining) -> Vec<u128> {
        self.order.parts(set.0)
    }

    fn rules(&self) -> &dyn Keyed {
        &self.order
    }

    fn ground(&self, set: &Remaining) -> Option<Ground> {
        Some(self.ground_of(set.0))
    }
}

impl Divided<Remaining> for Poset {
    fn value(&self, set: &Remaining, context: &Context<'_>) -> Result<u64, Stop> {
        self.searched.value(&self.order, &self.order.parts(set.0), context)
    }

    fn is(&self, set: &Remaining, value: &Nat, context: &Context<'_>) -> Result<bool, Stop> {
        self.searched.is(&self.order, &self.order.parts(set.0), value, context)
    }

    fn prove(
        &self,
        set: &Remaining,
        wanted: Wanted,
        context: &Context<'_>,
    ) -> Result<Option<Proof>, Stop> {
        let (parts, ground) = (self.order.parts(set.0), self.ground_of(set.0));
        prove(&self.searched, &self.order, &parts, ground, wanted, context).map(Some)
    }

    fn proves(&self) -> bool {
        true
    }

    fn kept(&self, _: &Remaining) -> Option<(String, &Searched)> {
        let all = self.order.all();
        let count = vertices(all).count();
        Some((told(CARD.name, count, self.order.covers(all), '>'), &self.searched))
    }
}

impl Game for Poset {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn identity(&self) -> String {
        self.names.identity.clone()
    }

    fn read(
        self: Arc<Self>,
        args: &Args,
        context: &Context<'_>,
    ) -> Result<Placed<Self>, ReadError> {
        let source = FORM.source(args)?;
        let mut named = NamedGraph::read(&source, true, context)?;
        named.add_declared(context).map_err(|stop| ReadError::stopped(&stop, source.span))?;
        let chosen = named.place(source.rest.first().copied().unwrap_or_default())?;
        let count = named.vertices.len();
        if count > poset::Poset::ELEMENTS {
            let what = format!("an order of {count} elements is not searched");
            return Err(ReadError::limit(what, source.span)
                .help(format!("expected at most {} elements", poset::Poset::ELEMENTS)));
        }
        let pairs = named.edges.iter().map(|&(u, v)| (u as usize, v as usize));
        let Some(order) = poset::Poset::new(count, pairs) else {
            return Err(ReadError::domain("an element is above itself", source.span)
                .help("expected pairs upper>lower that lead nowhere in a circle"));
        };
        let left = chosen.iter().fold(order.all(), |set, &at| set & !order.above(at as usize));
        let names = GraphNames::of(named, CARD.name, &FORM);
        let notes = names.notes.clone();
        let game = Self { order, names, searched: Searched::default() };
        Ok(Placed { game: Arc::new(game), parts: vec![Remaining(left)], notes })
    }

    fn print(&self, set: &Remaining) -> String {
        let gone = self.order.all() & !set.0;
        let least = vertices(gone).filter(|&element| self.order.below(element) & gone == 0);
        let chosen = self.names.numbers(least.map(|element| element as u32));
        let groups = if chosen.is_empty() { Vec::new() } else { vec![chosen] };
        self.names.print(&FORM, &groups)
    }

    fn print_move(&self, _: &Remaining, to: &Move<Remaining>) -> String {
        self.name((to.tag as usize).saturating_sub(1))
    }

    fn heaps(&self, _: &Remaining) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, set: &Remaining) -> Vec<String> {
        let lone = |&element: &usize| {
            (self.order.above(element) & !(1 << element) | self.order.below(element)) & set.0 == 0
        };
        let pairs = self.order.covers(set.0);
        let pairs = pairs.map(|(u, v)| format!("{}>{}", self.name(u), self.name(v)));
        let lone = vertices(set.0).filter(lone).map(|element| self.name(element));
        picture::list(pairs.chain(lone), " ")
    }

    fn sketch(&self, set: &Remaining, moves: &[Offer<'_, Remaining>]) -> Option<Sketch> {
        let left: Vec<usize> = vertices(set.0).collect();
        let place = |element: usize| left.iter().position(|&other| other == element);
        let edges: Vec<(usize, usize)> =
            self.order.covers(set.0).filter_map(|(u, v)| place(u).zip(place(v))).collect();
        let names: Vec<String> = left.iter().map(|&element| self.name(element)).collect();
        let clicks: Vec<Vec<usize>> = moves
            .iter()
            .map(|offer| {
                (offer.to.tag as usize).checked_sub(1).and_then(place).into_iter().collect()
            })
            .collect();
        net::order(&names, &edges, &clicks)
    }

    fn known(&self, set: &Remaining, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok((set.0 == 0).then_some(Known::Value(Nat::ZERO)))
    }

    fn outcome(&self, set: &Remaining, context: &Context<'_>) -> Result<Option<Outcome>, Stop> {
        let stolen = self.order.greatest(set.0).is_some();
        Ok(Some(Outcome::of(stolen || !self.is(set, &Nat::ZERO, context)?)))
    }

    fn move_count(&self, set: &Remaining) -> Option<usize> {
        Some(set.0.count_ones() as usize)
    }

    fn divided(&self) -> Option<&dyn Divided<Remaining>> {
        Some(self)
    }

    fn apart(&self) -> Option<&dyn Apart<Remaining>> {
        Some(self)
    }

    fn method(&self, _: &Remaining) -> Cow<'static, str> {
        "proof-number search over parts and nimbers".into()
    }

    fn why(&self, set: &Remaining) -> Vec<String> {
        let greatest = self.order.greatest(set.0).map(|element| {
            format!(
                "element {} is above all others: the position is N by strategy stealing, as whatever answers the choice of it takes it too",
                self.name(element)
            )
        });
        greatest.into_iter().collect()
    }
}

/// The registry's row.
pub struct PosetFamily;

static CARD: Card<'static> = Card {
    name: "poset",
    params: "",
    position: "(\"file\") or (arcs(2>1,3>1,…)): 2 is above 1; at most 128 elements; after ';' the elements that were chosen",
    rules: "Choose an element: it goes with all above it.",
    theorem: "By proof-number search over parts, each with a nimber. N if one of the elements is above all others (strategy stealing).",
    source: "F. Schuh 1952, D. Gale 1974; D. Grier 2013",
    cost: "that of the search",
    examples: &["poset(arcs(2>1,3>1,4>2,4>3,5>3))", "poset(arcs(3>1,3>2,4>2,5>4; 4)) + nim(2)"],
};

impl Family for PosetFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(Poset::default()))
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            "2>1",
            "2>1,3>1",
            "3>1,3>2",
            "2>1,3>2",
            "2>1,4>3",
            "3>1,3>2,4>2",
            "3>1,3>2,4>1,4>2",
            "2>1,3>1,4>2,4>3,5>4",
            "3>1,4>1,4>2,5>2,5>3",
            "2>1,3>2,4>3; 3",
            "2>1,3>1,4>2,5>3,6>5",
        ];
        texts.iter().map(|text| format!("poset(arcs({text}))")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;
    use crate::solve::Memo;
    use crate::{Catalogue, Question};

    #[test]
    fn values_are_those_of_the_rules_on_random_orders() {
        let mut rng = fastrand::Rng::with_seed(12);
        for _ in 0..60 {
            let count = rng.usize(1..10);
            let pairs: Vec<(usize, usize)> = (0..rng.usize(0..14))
                .map(|_| (rng.usize(..count), rng.usize(..count)))
                .filter(|(u, v)| u != v)
                .map(|(u, v)| (u.max(v), u.min(v)))
                .collect();
            let order = poset::Poset::new(count, pairs).unwrap();
            let all = Remaining(order.all());
            let game = Poset { order, ..Poset::default() };
            // By the options alone.
            let context = Context::default();
            let value = Memo::default().value(&game, &all, &context).unwrap().number().unwrap();
            assert_eq!(game.value(&all, &context).unwrap(), value);
            let outcome = game.outcome(&all, &context).unwrap();
            assert_eq!(outcome, Some(Outcome::of(value != 0)));
        }
        testing::check_round_trip(&PosetFamily);
    }

    #[test]
    fn bars_of_chocolate_are_orders() {
        // Three rows of four squares without the poisoned one: what is right of and above a square goes.
        let mut pairs = Vec::new();
        for (row, column) in (0..3).flat_map(|row| (0..4).map(move |column| (row, column))) {
            let square = 4 * row + column;
            if square != 0 && column < 3 {
                pairs.push(format!("{}>{square}", square + 1));
            }
            if square != 0 && row < 2 {
                pairs.push(format!("{}>{square}", square + 4));
            }
        }
        let text = format!("poset(arcs({})) + chomp(3,4)", pairs.join(","));
        let position = Catalogue::default().read(&text).unwrap();
        let answer = crate::answer(&position, &Question::default(), &Context::default()).unwrap();
        assert_eq!(answer.outcome, Outcome::P);
    }

    #[test]
    fn what_is_above_is_drawn_above() {
        let position = Catalogue::default().read("poset(arcs(1>2,3>2,4>1,4>3,4>2,5>2))").unwrap();
        let diagram = crate::diagram::Diagram::of(&position, &Context::default()).unwrap();
        let height = |name: &str| {
            let spot = diagram.spots.iter().find(|spot| spot.title == format!("vertex {name}"));
            match spot.expect("each element is drawn").area {
                crate::sketch::Area::Disc { at, .. } => at.1,
                area => panic!("{area:?}"),
            }
        };
        for (upper, lower) in [("1", "2"), ("3", "2"), ("4", "1"), ("4", "3"), ("5", "2")] {
            assert!(height(upper) < height(lower), "{upper} above {lower}");
        }
    }

    #[test]
    fn orders_are_checked() {
        let text = "poset(arcs(1>2,2>3,3>1))";
        assert_eq!(testing::read_error(&PosetFamily, text), "an element is above itself (7)");
    }
}
