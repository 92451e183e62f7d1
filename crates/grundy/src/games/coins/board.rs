//! Coins on a board: products of two rules, as Rugs and Turning Corners.

use super::heads::Heads;
use super::moves::MAX_STEPS;
use super::row::read_rules;
use super::rule::Rule;
use super::values::Values;
use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Found, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{BitTest, Nat, heap_bytes, to_u64};
use crate::nimber::{Nimber, nim_mul};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, turning};
use crate::syntax::{Args, Component, ReadError};
use crate::theory::chain;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The product of two rules of coin turning; a position lists the heads of a board as pairs (x,y).
///
/// A move chooses a set S that the first rule may turn and a set T that the second may turn, and
/// turns all coins (s,t) with s in S and t in T; the coin at the last place of both goes from heads to
/// tails.
///
/// # Theorem
/// The value of the coin (x,y) is the nim-product of the values of the places x and y, and that of a
/// position is the nim-sum over its heads (the Tartan theorem).
///
/// Proof. Let a and b be the values of x and y, a' and b' the nim-sums of the other places of S and
/// T. The other coins turned have by induction the nim-sum (a xor a')(b xor b') xor ab = a'b xor ab'
/// xor a'b', nim-products being bilinear. This is not ab, as a' and b' differ from a and b and
/// nimbers are a field. All a' < a and b' < b occur, and ab is by definition the mex of what these
/// give. ∎
///
/// # Complexity
/// Two values of places and O(length^1.6) for each head; moves are listed.
///
/// # Literature
/// H. W. Lenstra, *Nim multiplication* (1977); E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning
/// Ways* (1982), ch. 14.
#[derive(Debug)]
pub struct Board {
    title: String,
    identity: String,
    factors: [Values; 2],
}

/// A coin's column and row.
pub type Place = (Nat, Nat);

/// No move turns more coins: positions would not be printed either.
const MAX_TURNED_COINS: u32 = 1000;

impl Board {
    /// The product of two rules.
    pub fn new(rules: [Rule; 2]) -> Self {
        let identity = format!("rugs[{},{}]", rules[0].name(), rules[1].name());
        let title =
            if identity == "rugs[ruler,ruler]" { "rugs".to_owned() } else { identity.clone() };
        Self { title, identity, factors: rules.map(Values::new) }
    }

    /// Turning Corners, the product of twins with twins.
    fn corners() -> Self {
        let twins = || Rule::named("twins").expect("a rule of the catalogue");
        Self { title: "turning-corners".to_owned(), ..Self::new([twins(), twins()]) }
    }

    /// The Grundy value of one head.
    ///
    /// ```
    /// use grundy::{games::coins::{Board, Rule}, nat::Nat};
    /// let twins = || Rule::named("twins").unwrap();
    /// let corners = Board::new([twins(), twins()]);
    /// let value = corners.place(&(4u8.into(), 4u8.into()), &Default::default());
    /// assert_eq!(value.unwrap(), Nat::from(6u8));
    /// ```
    ///
    /// # Errors
    /// As [`Values::place`].
    pub fn place(&self, (x, y): &Place, context: &Context<'_>) -> Result<Nat, Stop> {
        let [one, two] = &self.factors;
        Ok(nim_product(&one.place(x, context)?, &two.place(y, context)?))
    }

    /// The nim-sum of the values of the heads.
    fn sum(&self, heads: &[Place], context: &Context<'_>) -> Result<Nat, Stop> {
        let mut sum = Nat::ZERO;
        for (step, head) in heads.iter().enumerate() {
            context.tick("adding values of places", step as u64)?;
            sum ^= self.place(head, context)?;
        }
        Ok(sum)
    }

    fn firsts(&self) -> (u8, u8) {
        let [one, two] = &self.factors;
        (one.rule().first(), two.rule().first())
    }

    /// The sets that a factor may turn with this last place, by their value, and whether these are
    /// all.
    fn turnings(
        values: &Values,
        last: &Nat,
        context: &Context<'_>,
    ) -> Result<(BTreeMap<Nat, Vec<Heads>>, bool), Stop> {
        // More are not gone through: all pairs of values are multiplied.
        let most = if values.place(last, context)?.bit_len() > 64 { 100 } else { 1000 };
        let mut sets = Vec::new();
        let complete = values.rule().turnings(last, &mut |turn| {
            if sets.len() == most {
                return Err(Full);
            }
            sets.push(turn);
            Ok(())
        });
        let mut by_value: BTreeMap<Nat, Vec<Heads>> = BTreeMap::new();
        for turn in sets {
            by_value.entry(values.sum(&turn, context)?).or_default().push(turn);
        }
        Ok((by_value, complete.is_ok()))
    }
}

/// The nim-product of two numbers of any length.
fn nim_product(a: &Nat, b: &Nat) -> Nat {
    match (to_u64(a), to_u64(b)) {
        (Some(a), Some(b)) => nim_mul(a, b).into(),
        _ => (Nimber::from(a.clone()) * Nimber::from(b.clone())).number().clone(),
    }
}

/// The heads after the coins of a rectangle of places were turned. O(heads + coins).
fn turned(heads: &[Place], columns: &Heads, rows: &Heads) -> Vec<Place> {
    let rows: Vec<Nat> = rows.descending().collect();
    let coins = columns.descending().flat_map(|x| rows.iter().map(move |y| (x.clone(), y.clone())));
    let mut after: Vec<Place> = coins.chain(heads.iter().cloned()).collect();
    after.sort_unstable();
    // What is there twice was a head that is turned.
    let mut kept: Vec<Place> = Vec::with_capacity(after.len());
    for place in after {
        if kept.last() == Some(&place) {
            kept.pop();
        } else {
            kept.push(place);
        }
    }
    kept
}

impl Ruleset for Board {
    type Position = Vec<Place>;

    fn options(&self, heads: &Vec<Place>, out: &mut Options<Vec<Place>>) -> Result<(), Full> {
        let [one, two] = &self.factors;
        heads.iter().try_for_each(|(x, y)| {
            // Without rows nothing would ever be pushed, however many columns there are.
            if two.rule().turnings(y, &mut |_| Err(Full)).is_ok() {
                return Ok(());
            }
            one.rule().turnings(x, &mut |columns| {
                two.rule().turnings(y, &mut |rows| {
                    if columns.len() * rows.len() > Nat::from(MAX_TURNED_COINS) {
                        return Err(Full);
                    }
                    out.push([turned(heads, &columns, &rows)])
                })
            })
        })
    }

    fn heap_bytes(&self, heads: &Vec<Place>) -> usize {
        let long = |(x, y): &Place| heap_bytes(x) + heap_bytes(y);
        size_of_val(heads.as_slice()) + heads.iter().map(long).sum::<usize>()
    }
}

/// The coins that differ.
fn difference(from: &[Place], to: &[Place]) -> Vec<Place> {
    let lacks = |of: &[Place], other: &[Place]| -> Vec<Place> {
        of.iter().filter(|place| other.binary_search(place).is_err()).cloned().collect()
    };
    let mut places = lacks(from, to);
    places.extend(lacks(to, from));
    places.sort_unstable();
    places
}

/// The columns and the rows of the coins that a move turned.
fn sides(from: &[Place], to: &[Place]) -> (Heads, Heads) {
    let places = difference(from, to);
    let side = |pick: fn(&Place) -> &Nat| {
        let mut numbers: Vec<Nat> = places.iter().map(pick).cloned().collect();
        numbers.sort_unstable();
        numbers.dedup();
        Heads::of(numbers)
    };
    (side(|(x, _)| x), side(|(_, y)| y))
}

impl Game for Board {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn identity(&self) -> String {
        self.identity.clone()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        if args.single().is_some_and(<[_]>::is_empty) {
            return Ok(Placed::new(self, vec![Vec::new()]));
        }
        let first = self.firsts();
        let least = (Nat::from(first.0), Nat::from(first.1));
        let mut heads = Vec::with_capacity(args.groups.len());
        for group in &args.groups {
            let [x, y] = &**group else {
                return Err(ReadError::domain("a coin has a column and a row", args.span)
                    .help("write (1,2; 4,4): column and row of each head, separated by ';'"));
            };
            let place = (read::number(x)?.clone(), read::number(y)?.clone());
            if place.0 < least.0 || place.1 < least.1 {
                return Err(ReadError::domain(
                    format!("there is no place ({},{})", place.0, place.1),
                    x.span,
                )
                .help(format!("columns are numbered from {}, rows from {}", least.0, least.1)));
            }
            heads.push(place);
        }
        heads.sort_unstable();
        if let Some(pair) = heads.windows(2).find(|pair| pair[0] == pair[1]) {
            let (x, y) = &pair[0];
            return Err(ReadError::domain(format!("the place ({x},{y}) comes twice"), args.span)
                .help("expected each place once"));
        }
        Ok(Placed::new(self, vec![heads]))
    }

    fn print(&self, heads: &Vec<Place>) -> String {
        join(heads.iter().map(|(x, y)| format!("{x},{y}")), "; ")
    }

    fn print_move(&self, from: &Vec<Place>, to: &Move<Vec<Place>>) -> String {
        let (columns, rows) = sides(from, &to.sum[0]);
        format!("turn ({columns}) x ({rows})")
    }

    fn move_names(&self, from: &Vec<Place>, to: &Move<Vec<Place>>) -> Vec<String> {
        let (columns, rows) = sides(from, &to.sum[0]);
        vec![format!("{columns} x {rows}")]
    }

    fn heaps(&self, _: &Vec<Place>) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, heads: &Vec<Place>) -> Vec<String> {
        let small = |place: &Place| Some((to_u64(&place.0)?, to_u64(&place.1)?));
        let heads: Option<Vec<(u64, u64)>> = heads.iter().map(small).collect();
        let Some(heads) = heads else { return Vec::new() };
        let (first, mut lines) = (self.firsts(), Vec::new());
        let last = |pick: fn(&(u64, u64)) -> u64, first: u8| {
            heads.iter().map(pick).max().unwrap_or(0).max(first.into())
        };
        let (columns, rows) = (last(|place| place.0, first.0), last(|place| place.1, first.1));
        if rows >= picture::HIGHEST as u64 {
            return lines;
        }
        for y in (u64::from(first.1)..=rows).rev() {
            let sign = |x: u64| if heads.contains(&(x, y)) { 'H' } else { 'T' };
            let Some(row) = picture::signs(first.0.into(), columns, sign).into_iter().next() else {
                return Vec::new();
            };
            lines.push(format!("{y:>2} {row}"));
        }
        let numbers = picture::signs(first.0.into(), columns, |_| ' ').into_iter().nth(1);
        lines.extend(numbers.map(|numbers| format!("   {numbers}")));
        lines
    }

    fn sketch(&self, heads: &Vec<Place>, moves: &[Offer<'_, Vec<Place>>]) -> Option<Sketch> {
        let small = |place: &Place| Some((to_u64(&place.0)?, to_u64(&place.1)?));
        let places: Vec<(u64, u64)> = heads.iter().map(small).collect::<Option<_>>()?;
        let first = self.firsts();
        let first = (u64::from(first.0), u64::from(first.1));
        let columns = places.iter().map(|place| place.0).max().unwrap_or(first.0);
        let rows = places.iter().map(|place| place.1).max().unwrap_or(first.1);
        let [one, two] = &self.factors;
        let clicked = |offer: &Offer<'_, Vec<Place>>| {
            let (columns, rows) = sides(heads, offer.to.sum.first()?);
            let (columns, rows) = (one.rule().clicked(&columns)?, two.rule().clicked(&rows)?);
            Some(columns.iter().flat_map(|&x| rows.iter().map(move |&y| (x, y))).collect())
        };
        let clicked: Vec<_> = moves.iter().map(clicked).collect();
        let is_head = |place: turning::Place| places.contains(&place);
        turning::coins((first.0, columns), Some((first.1, rows)), is_head, &clicked)
    }

    fn known(&self, heads: &Vec<Place>, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        self.sum(heads, context).map(|value| Some(Known::Value(value)))
    }

    fn moves_to(
        &self,
        heads: &Vec<Place>,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Vec<Place>>>, Stop> {
        let change = self.sum(heads, context)? ^ target;
        let [one, two] = &self.factors;
        let (mut count, mut listed, mut complete) = (0u64, Vec::new(), true);
        let mut steps = 0;
        for (x, y) in heads {
            let (columns, all_columns) = Self::turnings(one, x, context)?;
            let (rows, all_rows) = Self::turnings(two, y, context)?;
            complete &= all_columns && all_rows;
            let pairs = columns.iter().flat_map(|one| rows.iter().map(move |two| (one, two)));
            for ((a, columns), (b, rows)) in pairs {
                steps += 1;
                context.tick("looking for moves", steps)?;
                if steps > MAX_STEPS {
                    complete = false;
                    break;
                }
                // Turning a set changes the value by the nim-product of the values of its sides.
                if nim_product(a, b) != change {
                    continue;
                }
                count += columns.len() as u64 * rows.len() as u64;
                let sets = columns.iter().flat_map(|one| rows.iter().map(move |two| (one, two)));
                for (columns, rows) in sets {
                    if columns.len() * rows.len() > Nat::from(MAX_TURNED_COINS) {
                        complete = false;
                        continue;
                    }
                    listed.push(Move { sum: vec![turned(heads, columns, rows)], tag: 0 });
                    if listed.len() > max.saturating_mul(2).max(1000) {
                        listed.sort_unstable();
                        listed.truncate(max);
                    }
                }
            }
        }
        let count = complete.then(|| Nat::from(count));
        Ok(Some(Found { count, ..Found::all(listed, max) }))
    }

    fn method(&self, _: &Vec<Place>) -> Cow<'static, str> {
        "the Tartan theorem: nim-products of the values of column and row".into()
    }

    fn why(&self, heads: &Vec<Place>) -> Vec<String> {
        /// More heads are not told one by one.
        const MAX_TOLD_HEADS: usize = 8;
        let context = Context::default().modest();
        let [one, two] = &self.factors;
        let mut why = Vec::new();
        let mut values = Vec::new();
        for place in heads {
            let (Ok(a), Ok(b)) = (one.place(&place.0, &context), two.place(&place.1, &context))
            else {
                return why;
            };
            let product = nim_product(&a, &b);
            if heads.len() <= MAX_TOLD_HEADS {
                why.push(format!(
                    "column {} has the value {a} and row {} the value {b}; their nim-product is {product}",
                    place.0, place.1
                ));
            }
            values.push(product);
        }
        why.push(format!("the values of the heads have the nim-sum {}", chain::in_words(&values)));
        why
    }
}

/// A row of the registry: products of any two rules, or a product with a name of its own.
pub struct RugsFamily {
    card: Card<'static>,
    corners: bool,
}

const POSITION: &str = "(x1,y1; …; xn,yn), column and row of each head; columns and rows are numbered as the places of their rules";
const THEOREM: &str = "Tartan theorem: the value of a head is the nim-product of the values of its column and its row, that of a position the nim-sum of the values of its heads.";
const COST: &str = "O(length^1.6) for each head where values of places have formulas; winning moves by the values of the sides";

/// The registry's row of rugs.
pub static RUGS: RugsFamily = RugsFamily {
    corners: false,
    card: Card {
        name: "rugs",
        params: "[rule,rule] for columns and rows, as in coins; ruler,ruler when left out",
        position: POSITION,
        rules: "A board of coins. Choose columns that the first rule may turn and rows that the second may turn, and turn all coins in both; the coin in the last column and the last row goes from heads to tails. Without rules: turn all coins of a rectangle.",
        theorem: THEOREM,
        source: "H. W. Lenstra 1977; Winning Ways, ch. 14",
        cost: COST,
        examples: &[
            "rugs(3,4; 6,2)",
            "rugs[mock-turtles,ruler](5,12; 0,1)",
            "rugs[turtles,twins](10^30,10^20)",
        ],
    },
};

/// The registry's row of turning-corners.
pub static TURNING_CORNERS: RugsFamily = RugsFamily {
    corners: true,
    card: Card {
        name: "turning-corners",
        params: "",
        position: POSITION,
        rules: "A board of coins. Turn the four corners of a rectangle, the one in the last column and the last row from heads to tails: rugs[twins,twins].",
        theorem: THEOREM,
        source: "H. W. Lenstra 1977; J. H. Conway 1976",
        cost: COST,
        examples: &["turning-corners(3,4; 2,2)", "turning-corners(10^100,7) + nim(4)"],
    },
};

impl Family for RugsFamily {
    fn card(&self) -> Card<'_> {
        self.card
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        if self.corners {
            read::no_params(component)?;
            return Ok(erase(Board::corners()));
        }
        if component.params.is_none() {
            let ruler = || Rule::named("ruler").expect("a rule of the catalogue");
            return Ok(erase(Board::new([ruler(), ruler()])));
        }
        Ok(erase(Board::new(read_rules(component)?)))
    }

    fn small(&self) -> Vec<String> {
        if self.corners {
            let mut all = vec!["turning-corners()".to_owned()];
            for x in 0..3 {
                all.extend((0..3).map(|y| format!("turning-corners({x},{y})")));
                all.push(format!("turning-corners({x},1; 3,0)"));
            }
            let more = ["3,1", "1,3", "1,1; 1,2; 2,1; 2,2"];
            all.extend(more.map(|heads| format!("turning-corners({heads})")));
            return all;
        }
        // Few enough places for all sets of them to be searched.
        let games = [
            ("rugs", 1, 1),
            ("rugs[turtles,turtles]", 1, 1),
            ("rugs[mock-turtles,twins]", 0, 0),
            ("rugs[twins,ruler]", 0, 1),
            ("rugs[motley,ruler]", 0, 1),
            ("rugs[triplets,turtles]", 0, 1),
            ("rugs[subtraction[1,2],turtles]", 0, 1),
        ];
        let mut all = Vec::new();
        for (game, x, y) in games {
            all.push(format!("{game}()"));
            for x in x..x + 3 {
                all.extend((y..y + 3).map(|y| format!("{game}({x},{y})")));
            }
            all.push(format!("{game}({x},{}; {},{y})", y + 2, x + 2));
            all.push(format!("{game}({x},{y}; {},{}; {},{})", x + 1, y + 2, x + 2, y + 1));
        }
        all
    }
}
