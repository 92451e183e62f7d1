//! Which coins a move may turn: the rules of coin turning by name.

use super::heads::Heads;
use crate::nat::{BitTest, Nat, range, to_u64, to_usize};
use crate::read;
use crate::ruleset::Full;
use crate::syntax::{Arg, ArgKind, Component, ReadError};
use crate::theory::number_set::NumberSet;

/// A rule of coin turning. A move turns some coins, the last of them from heads to tails; the rule
/// says which sets of places may be turned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// As it is typed.
    name: String,
    kind: Kind,
}

/// What a rule asks of a set of places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// At most so many.
    AtMost(usize),
    /// Exactly so many.
    Exactly(usize),
    /// Any.
    Any,
    /// A run of neighbours, at most so long if that is said.
    Run(Option<u64>),
    /// So many at least and so many at most, within so many neighbours.
    Within(usize, usize, u64),
    /// Three with equal distances.
    Spaced,
    /// Two whose distance is in a set.
    Distance(NumberSet),
    /// Four, symmetric about their middle, the first of the row among them.
    Grunt,
    /// Any number, symmetric about their middle.
    Sym,
}

/// A rule with a name of its own.
struct Named {
    name: &'static str,
    kind: Kind,
}

const fn named(name: &'static str, kind: Kind) -> Named {
    Named { name, kind }
}

static NAMED: [Named; 15] = [
    named("turtles", Kind::AtMost(2)),
    named("mock-turtles", Kind::AtMost(3)),
    named("moebius", Kind::AtMost(5)),
    named("mogul", Kind::AtMost(7)),
    named("moidores", Kind::AtMost(9)),
    named("motley", Kind::Any),
    named("twins", Kind::Exactly(2)),
    named("triplets", Kind::Exactly(3)),
    named("ruler", Kind::Run(None)),
    named("ruler-fives", Kind::Run(Some(5))),
    named("mock-turtle-fives", Kind::Within(1, 3, 5)),
    named("triplet-fives", Kind::Within(3, 3, 5)),
    named("turnips", Kind::Spaced),
    named("grunt", Kind::Grunt),
    named("sym", Kind::Sym),
];

/// The names of the rules, for messages.
pub const NAMES: &str = "turtles, mock-turtles, moebius, mogul, moidores, motley, twins, triplets, ruler, ruler-fives, mock-turtle-fives, triplet-fives, turnips, grunt, sym, at-most[t], exactly[t] or subtraction[S]";

/// No rule counts more coins.
pub const MAX_COINS: usize = 20;

impl Rule {
    /// The rule of this name.
    ///
    /// ```
    /// use grundy::games::coins::Rule;
    /// assert!(Rule::named("mock-turtles").is_some() && Rule::named("hares").is_none());
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let row = NAMED.iter().find(|row| row.name == name)?;
        Some(Self { name: name.to_owned(), kind: row.kind.clone() })
    }

    /// Reads a rule.
    ///
    /// # Errors
    /// If no rule is called so, or its parameter is out of range.
    pub(super) fn read(arg: &Arg) -> Result<Self, ReadError> {
        let unknown = || {
            ReadError::domain("no rule of coin turning is called so", arg.span)
                .help(format!("expected {NAMES}"))
        };
        let item = arg.item().filter(|item| item.args.is_none()).ok_or_else(unknown)?;
        let name = item.name().ok_or_else(unknown)?;
        let kind = match name {
            "at-most" => Kind::AtMost(Self::count(item)?),
            "exactly" => Kind::Exactly(Self::count(item)?),
            "subtraction" => return Self::subtraction(item),
            _ if item.params.is_some() => return Err(unknown()),
            _ => return Self::named(name).ok_or_else(unknown),
        };
        let (Kind::AtMost(count) | Kind::Exactly(count)) = kind else { return Err(unknown()) };
        Ok(Self { name: format!("{name}[{count}]"), kind })
    }

    /// The number of coins that at-most and exactly are told.
    fn count(item: &Component) -> Result<usize, ReadError> {
        let count = read::number_param(item, 1, None)?;
        to_usize(&count).filter(|&count| count <= MAX_COINS).ok_or_else(|| {
            ReadError::domain(
                format!("{count} coins are too many for one move"),
                item.params.as_ref().map_or(item.span, |params| params.span),
            )
            .help(format!(
                "expected a number from 1 to {MAX_COINS}; motley turns any number of coins"
            ))
        })
    }

    fn subtraction(item: &Component) -> Result<Self, ReadError> {
        const EXPECTED: &str = "expected positive numbers and ranges, as in subtraction[1,3,4]";
        let span = item.params.as_ref().map_or(item.span, |params| params.span);
        let group = item.params.as_ref().and_then(|params| params.single());
        let group = group.filter(|group| !group.is_empty()).ok_or_else(|| {
            ReadError::domain("this is not a set of numbers", span).help(EXPECTED)
        })?;
        if let Some(arg) =
            group.iter().find(|arg| !matches!(arg.kind, ArgKind::Number(_) | ArgKind::Range { .. }))
        {
            return Err(ReadError::domain("this is not a whole number", arg.span).help(EXPECTED));
        }
        let set = read::number_set(group)?;
        if set.contains(&Nat::ZERO) {
            return Err(ReadError::domain("coins do not have the distance 0", span).help(EXPECTED));
        }
        Ok(Self { name: format!("subtraction[{set}]"), kind: Kind::Distance(set) })
    }

    /// As it is typed.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it asks of a set of places.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The number of the first place: 1 in turtles and in the ruler games, so that values are told
    /// by the number alone, 0 elsewhere.
    pub fn first(&self) -> u8 {
        u8::from(self.name == "turtles" || matches!(self.kind, Kind::Run(_)))
    }

    /// The places that are clicked to turn this set: all of them, or the ends of a run.
    pub(super) fn clicked(&self, turn: &Heads) -> Option<Vec<u64>> {
        match self.kind {
            Kind::Run(_) => {
                turn.runs().flat_map(|(from, to)| [to_u64(from), to_u64(&to)]).collect()
            }
            _ => turn.descending().map(|place| to_u64(&place)).collect(),
        }
    }

    /// Calls `turn` with each set of places that a move with the last place `n` may turn.
    ///
    /// There may be very many; small sets come first where their number is not bounded.
    ///
    /// # Errors
    /// [`Full`] as soon as `turn` answers it.
    pub fn turnings(
        &self,
        n: &Nat,
        turn: &mut dyn FnMut(Heads) -> Result<(), Full>,
    ) -> Result<(), Full> {
        let first = Nat::from(self.first());
        let subsets = |least: usize,
                       most: usize,
                       from: Nat,
                       turn: &mut dyn FnMut(Heads) -> Result<(), Full>| {
            (least..=most)
                .try_for_each(|count| choose(&from, n, count - 1, &Heads::place(n.clone()), turn))
        };
        match &self.kind {
            Kind::AtMost(most) => subsets(1, *most, first, turn),
            Kind::Exactly(count) => subsets(*count, *count, first, turn),
            Kind::Within(least, most, width) => {
                let from = if *n < Nat::from(*width) { first } else { n - (width - 1) };
                subsets(*least, *most, from, turn)
            }
            Kind::Run(longest) => {
                let longest = longest.map(Nat::from);
                let mut length = Nat::ONE;
                while &length + &first <= n + 1u8
                    && longest.as_ref().is_none_or(|most| length <= *most)
                {
                    turn(Heads::run(n + 1u8 - &length, n.clone()))?;
                    length += 1u8;
                }
                Ok(())
            }
            Kind::Any => {
                let last = Heads::place(n.clone());
                let mut others = Nat::ZERO;
                while Nat::from(others.bit_len()) <= *n {
                    turn(last.turned(&bits(&others, |bit| [bit.into()])))?;
                    others += 1u8;
                }
                Ok(())
            }
            Kind::Spaced => range(Nat::ONE, (n >> 1) + 1u8).try_for_each(|distance| {
                turn(Heads::of([n.clone(), n - &distance, n - &distance - &distance]))
            }),
            Kind::Distance(set) => set.up_to(n).intervals().iter().try_for_each(|(from, to)| {
                range(from.clone(), to + 1u8)
                    .try_for_each(|distance| turn(Heads::of([n.clone(), n - distance])))
            }),
            Kind::Grunt => range(Nat::ONE, (n + 1u8) >> 1)
                .try_for_each(|a| turn(Heads::of([Nat::ZERO, n - &a, a, n.clone()]))),
            Kind::Sym => {
                range(Nat::ZERO, n + 1u8).try_for_each(|distance| symmetric(n, &distance, turn))
            }
        }
    }
}

/// The set of the places that `places` tells for each bit of a number that is one.
fn bits<const K: usize>(number: &Nat, places: impl Fn(usize) -> [Nat; K]) -> Heads {
    Heads::of((0..number.bit_len()).filter(|&bit| number.bit(bit)).flat_map(places))
}

/// The sets with `count` more places, from `from` on and before `n`, than `with`.
fn choose(
    from: &Nat,
    n: &Nat,
    count: usize,
    with: &Heads,
    turn: &mut dyn FnMut(Heads) -> Result<(), Full>,
) -> Result<(), Full> {
    if count == 0 {
        return turn(with.clone());
    }
    if from + count > *n {
        return Ok(());
    }
    range(from.clone(), n + 1u8 - count).try_for_each(|place| {
        choose(&(&place + 1u8), n, count - 1, &with.turned(&Heads::place(place)), turn)
    })
}

/// The symmetric sets with the last place `n` and the first place `distance` before it.
fn symmetric(
    n: &Nat,
    distance: &Nat,
    turn: &mut dyn FnMut(Heads) -> Result<(), Full>,
) -> Result<(), Full> {
    if distance.is_zero() {
        return turn(Heads::place(n.clone()));
    }
    let start = n - distance;
    let ends = Heads::of([start.clone(), n.clone()]);
    // Pairs of places, numbered inwards, the middle last if there is one.
    let pairs = (distance - 1u8) >> 1;
    let middle = (distance % 2u8 == 0).then(|| n - (distance >> 1));
    let most = &pairs + u8::from(middle.is_some());
    let mut inside = Nat::ZERO;
    while Nat::from(inside.bit_len()) <= most {
        let places = (0..inside.bit_len()).filter(|&bit| inside.bit(bit)).flat_map(|bit| {
            let pair = Nat::from(bit) < pairs;
            let (near, far) = (&start + 1u8 + bit, pair.then(|| n - 1u8 - bit));
            let near = if pair { Some(near) } else { middle.clone() };
            near.into_iter().chain(far)
        });
        turn(ends.turned(&Heads::of(places)))?;
        inside += 1u8;
    }
    Ok(())
}

/// The places of a word of heads and tails, counted from `first`; where it has another letter,
/// counted from 0, as an error.
pub(super) fn word(text: &str, first: u8) -> Result<Heads, usize> {
    let mut runs = Vec::new();
    for (i, letter) in text.chars().enumerate() {
        let place = Nat::from(i) + first;
        match letter {
            'H' | 'h' => runs.push((place.clone(), place)),
            'T' | 't' => {}
            _ => return Err(i),
        }
    }
    Ok(Heads::of_runs(runs))
}

/// The last place as a machine word; `None` where a row is too long to be drawn anyway.
pub(super) fn last_place(heads: &Heads) -> Option<u64> {
    heads.greatest().as_ref().map_or(Some(0), to_u64)
}
