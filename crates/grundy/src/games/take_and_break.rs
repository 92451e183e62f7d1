//! Take-and-break codes, and the classics that have names of their own.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, HeapLaw, Known, Line, Move, NimLike, Offer, Placed, erase,
    join,
};
use crate::heap::{Code, HeapClasses, Sequence, TypeSequence, moves};
use crate::nat::{Nat, heap_bytes, to_u64};
use crate::period::Period;
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, coins, row, row::Change};
use crate::solve::tame::Tame;
use crate::syntax::{Args, Component, Head, ReadError, Span};
use crate::theory::pairs;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

/// A take-and-break game; a position is one heap.
///
/// Values come from the nim-sequence, computed by the engine for the code until a period is proved.
///
/// # Complexity
/// As [`Sequence::value`].
///
/// # Literature
/// R. K. Guy and C. A. B. Smith, *The G-values of various games*, Proceedings of the Cambridge
/// Philosophical Society 52 (1956); E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* ch. 4.
#[derive(Debug)]
pub struct TakeAndBreak {
    code: Code,
    /// The name it was typed under, if not the code itself.
    name: Option<&'static str>,
    /// How much larger the heap is than the number typed (treblecross: 2).
    offset: u64,
    sequence: Mutex<Sequence>,
    types: Mutex<TypeSequence>,
}

impl TakeAndBreak {
    /// The game of a code.
    pub fn new(code: Code) -> Self {
        let sequence = Mutex::new(Sequence::new(code.clone()));
        Self { code, name: None, offset: 0, sequence, types: Mutex::default() }
    }

    /// The closed forms of codes in which any number may be taken.
    ///
    /// If a heap may be left as one heap or none after any take, its value is its size n, whatever
    /// splits there are besides: the heaps that a split leaves are n - 1 together at most, and a
    /// nim-sum never exceeds the sum. In misère play it is tame for the same reason, fickle for
    /// n <= 1: for n > 1 the misère values of single heaps below n are 0, …, n-1, and no split has n.
    fn closed_form(&self, heap: &Nat) -> Option<Nat> {
        // The repeating digits must start with the first one after the point.
        if !matches!(self.code.leading(), [first] if first.is_zero()) {
            return None;
        }
        match self.code.repeating() {
            [digit] if digit.allows(0) && digit.allows(1) => Some(heap.clone()),
            // 0.[2] is Nim in which the whole heap may not be taken.
            [digit] if digit.allows(1) && digit.most_heaps() == Some(1) && heap.is_zero() => {
                Some(Nat::ZERO)
            }
            [digit] if digit.allows(1) && digit.most_heaps() == Some(1) => Some(heap - 1u8),
            _ => None,
        }
    }

    /// Whether this is 0.[7]: take any number and leave up to two heaps.
    fn splits_freely(&self) -> bool {
        self.code.repeating().len() == 1
            && self.closed_form(&Nat::ONE).is_some()
            && self.code.is_plain()
            && self.code.most_heaps() == Some(2)
            && self.code.digit(1).listed() == [0, 1, 2]
    }

    fn sequence(&self) -> std::sync::MutexGuard<'_, Sequence> {
        self.sequence.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The moves of 0.[7] to sums of value `target`: to the one heap of that size, or to two.
fn nim_with_splits(heap: &Nat, target: &Nat, max: usize) -> Found<Nat> {
    if target >= heap {
        return Found::default();
    }
    let (pairs, listed) = pairs::bounded(&(heap - 1u8), target, max);
    let sums = listed.into_iter().map(|(i, j)| vec![i, j]).chain([vec![target.clone()]]);
    let moves = sums.map(|sum| Move { sum, tag: 0 }).collect();
    Found { count: Some(pairs + 1u8), ..Found::all(moves, max) }
}

impl Ruleset for TakeAndBreak {
    type Position = Nat;

    fn options(&self, heap: &Nat, out: &mut Options<Nat>) -> Result<(), Full> {
        self.code.options(heap, out)
    }

    fn heap_bytes(&self, heap: &Nat) -> usize {
        2 * heap_bytes(heap)
    }
}

impl Game for TakeAndBreak {
    const LIST: bool = true;

    fn title(&self) -> String {
        self.name.map_or_else(|| self.code.to_string(), str::to_owned)
    }

    fn identity(&self) -> String {
        self.code.to_string()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        let parts = read::numbers(args)?.into_iter().map(|n| n + self.offset).collect();
        Ok(Placed::new(self, parts))
    }

    fn print(&self, heap: &Nat) -> String {
        // Heaps below the offset have no moves, no more than a strip of 0 has.
        let offset = Nat::from(self.offset);
        if *heap > offset { (heap - offset).to_string() } else { "0".into() }
    }

    fn heaps(&self, heap: &Nat) -> Vec<Nat> {
        // A strip is no heap: crosses are put on it, nothing is taken.
        if self.offset == 0 { vec![heap.clone()] } else { Vec::new() }
    }

    fn picture(&self, heap: &Nat) -> Vec<String> {
        picture::heaps(&picture::numbers(&self.print(heap)))
    }

    fn sketch(&self, heap: &Nat, moves: &[Offer<'_, Nat>]) -> Option<Sketch> {
        let size = to_u64(heap)?;
        let left = |offer: &Offer<'_, Nat>| -> Option<Vec<u64>> {
            offer.to.sum.iter().map(to_u64).collect()
        };
        if self.offset > 0 {
            // A cross takes its square and one more at either side of it from the longer heap.
            let squares = size.saturating_sub(self.offset);
            let places = |offer: &Offer<'_, Nat>| match left(offer).as_deref() {
                Some([]) => vec![0],
                Some([one]) => vec![*one, squares.wrapping_sub(one + 1)],
                Some([one, other]) => vec![*one, *other],
                _ => Vec::new(),
            };
            let mut places: Vec<Vec<u64>> = moves.iter().map(places).collect();
            places.iter_mut().for_each(|places| places.retain(|&place| place < squares));
            return row::crosses(squares, &places);
        }
        let change = |offer: &Offer<'_, Nat>| {
            let Some(left) = left(offer) else { return Change::Other };
            match (&*left, left.iter().sum::<u64>() == size) {
                (_, true) if left.len() > 1 => Change::Break(left),
                ([], _) => Change::Take(0, 0),
                ([one], _) => Change::Take(0, *one),
                ([one, other], _) => Change::Take(*one, *other),
                _ => Change::Other,
            }
        };
        row::pins(size, &moves.iter().map(change).collect::<Vec<_>>())
            .or_else(|| coins::piles(&self.heaps(heap), &self.heaps_left(moves)))
    }

    fn print_all(&self, parts: &[Nat]) -> String {
        format!("{}({})", self.title(), join(parts.iter().map(|heap| self.print(heap)), ","))
    }

    fn print_move(&self, from: &Nat, to: &Move<Nat>) -> String {
        // Strips below 0 squares must still be told apart in the list of moves.
        if self.offset == 0 {
            let left = join(to.sum.iter().map(Nat::to_string), ",");
            return format!("{from} -> {left}");
        }
        let heaps = join(to.sum.iter().map(Nat::to_string), ",");
        format!("{} -> {}({heaps})", self.print(from), self.code)
    }

    fn known(&self, heap: &Nat, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        if let Some(value) = self.closed_form(heap) {
            return Ok(Some(Known::Value(value)));
        }
        self.sequence().value(heap, context).map(|value| Some(Known::Value(value)))
    }

    fn moves_to(
        &self,
        heap: &Nat,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Nat>>, Stop> {
        if self.splits_freely() {
            return Ok(Some(nim_with_splits(heap, target, max)));
        }
        if self.nim_like() == NimLike::Single {
            // A heap of every smaller size is left, but for 0 where one counter has to stay.
            let stays = self.closed_form(&Nat::ONE) == Some(Nat::ZERO);
            let left = if stays { target + 1u8 } else { target.clone() };
            return Ok(Some(Found::unique((left < *heap).then(|| vec![left]), max)));
        }
        moves::moves_to(&self.sequence(), heap, target, max, context)
    }

    fn moves_by_class(
        &self,
        heap: &Nat,
        classes: &HeapClasses<&dyn Fn(u64) -> u32>,
        keep: &dyn Fn(&[u32]) -> bool,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Nat>>, Stop> {
        moves::moves_by_class(&self.code, heap, classes, keep, max, context)
    }

    fn heap_law(&self, upto: &Nat, context: &Context<'_>) -> Result<Option<HeapLaw>, Stop> {
        if self.closed_form(upto).is_some() {
            return Ok((self.closed_form(&Nat::ONE) == Some(Nat::ONE)).then(HeapLaw::nim));
        }
        let mut sequence = self.sequence();
        sequence.value(&(upto + self.offset), context)?;
        let period = sequence.period().filter(|period| period.saltus == 0);
        Ok(period.map(|period| {
            let Period { preperiod, length, .. } = period.without_first(self.offset);
            HeapLaw::periodic(preperiod.into(), length.into())
        }))
    }

    fn code(&self) -> Option<(&Code, u64)> {
        Some((&self.code, self.offset))
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        let Some(last) = to.checked_add(self.offset).filter(|&last| last < u64::from(u32::MAX))
        else {
            return Ok(None);
        };
        let far = Nat::from(last);
        if self.closed_form(&far).is_some() {
            let whole = self.closed_form(&far).as_ref() == Some(&far);
            let period = (self.offset == 0).then_some(Period {
                preperiod: u64::from(!whole),
                length: 1,
                saltus: 1,
            });
            let value = |n: u64| if whole { n } else { n.saturating_sub(1) };
            return Line::by(to, period, context, |n| value(n + self.offset));
        }
        let (mut values, period) = self.sequence().line(last, context)?;
        values.drain(..self.offset as usize);
        let period = period.map(|period| period.without_first(self.offset));
        Ok(Some(Line { values, period }))
    }

    fn tame(&self, heap: &Nat, context: &Context<'_>) -> Result<Option<Tame>, Stop> {
        self.types.lock().unwrap_or_else(PoisonError::into_inner).of(&self.code, heap, context)
    }

    fn nim_like(&self) -> NimLike {
        match (self.closed_form(&Nat::ONE), self.code.most_heaps()) {
            (None, _) => NimLike::No,
            (Some(_), Some(1)) => NimLike::Single,
            (Some(_), _) => NimLike::Yes,
        }
    }

    fn method(&self, heap: &Nat) -> Cow<'static, str> {
        if self.closed_form(heap).is_some() {
            return "Bouton's theorem".into();
        }
        match self.sequence().period() {
            Some(Period { length, saltus: 0, .. }) => {
                format!("nim-sequence of {}, period {length} proved", self.code).into()
            }
            Some(Period { length, saltus, .. }) => format!(
                "nim-sequence of {}, arithmetic period {length} with saltus {saltus} proved",
                self.code
            )
            .into(),
            None => format!("nim-sequence of {} by definition", self.code).into(),
        }
    }

    fn why(&self, heap: &Nat) -> Vec<String> {
        let sequence = self.sequence();
        let mut why = Vec::new();
        if self.name.is_some() {
            why.push(format!(
                "{}({}) is the code {}({heap})",
                self.title(),
                self.print(heap),
                self.code
            ));
        }
        if let Some(value) = self.closed_form(heap) {
            let splits = self.code.most_heaps() != Some(1);
            why.push(if value == *heap && splits {
                "any number may be taken, so all smaller values are left; splits give no value of n or more, as a nim-sum never exceeds the sum".into()
            } else if value == *heap {
                "any number may be taken, and nothing else done: this is Nim".into()
            } else {
                "any number but the whole heap may be taken: the last counter stays, and the others are a nim-heap".into()
            });
        } else if let Some((period, theorem)) = sequence.proved() {
            let Period { preperiod, length, saltus } = period;
            let (index, times) = period.reduce(heap);
            let value = sequence.values().get(index as usize);
            // A heap before the end of the first period stands for itself.
            let equal = match (times.is_zero(), saltus) {
                (true, _) => format!("G({heap}) = {value}"),
                (false, 0) => format!("so G({heap}) = G({index}) = {value}"),
                (false, _) => {
                    let whole = &times * saltus + value;
                    format!("so G({heap}) = G({index}) + {saltus} * {times} = {whole}")
                }
            };
            let law = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
            why.push(format!(
                "G(n+{length}) = G(n){law} for all n >= {preperiod} (proved by {}); {equal}",
                theorem.name()
            ));
        }
        why
    }

    fn by_options(&self, heap: &Nat) -> bool {
        self.closed_form(heap).is_none() && self.sequence().period().is_none()
    }
}

/// The registry's row for codes.
pub struct CodeFamily;

static CARD: Card<'static> = Card {
    name: "take-and-break",
    params: "",
    position: "0.d1d2d3…(a1,…,an)",
    rules: "d0.d1d2d3…: digit d_k says what may remain after taking k from a heap: the sum of 2^j over the permitted numbers j of non-empty heaps left. Digits 0-9, A-Z or {j1,j2,…}, {2+}; suffix ! for different heaps, ? for heaps not all equal, = for equal ones; […] at the end repeats for ever.",
    theorem: "Values by the definition; G(n+p) = G(n) holds for ever once it holds for n0 <= n < h*n0 + (h-1)p + t, where a move takes at most t and leaves at most h heaps. Games with a sparse space, games without splits and arithmetic periods have theorems of their own.",
    source: "R. K. Guy and C. A. B. Smith 1956; Winning Ways, ch. 4",
    cost: "O(n^2) for values up to n with splits into two heaps, millions a second with a sparse space; O(1) beyond a proved period",
    examples: &["0.77(12, 30)", "0.137(10^18)", "4!.0(50) + 0.07(20)"],
};

impl Family for CodeFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn owns(&self, component: &Component) -> bool {
        matches!(component.head, Head::Code(_))
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        let Head::Code(text) = &component.head else {
            return Err(ReadError::parse("this is not a take-and-break code", component.head_span)
                .help("write a code such as 0.77"));
        };
        let code = text.parse::<Code>().map_err(|error| {
            let span = component.head_span;
            // Characters of a code are ASCII, but for full-width twins in the source.
            let at = (span.start + error.at).min(span.end.saturating_sub(1));
            ReadError::domain(format!("{text} is not a take-and-break code: {}", error.message), {
                if span.end - span.start == text.len() { Span::new(at, at + 1) } else { span }
            })
        })?;
        Ok(erase(TakeAndBreak::new(code)))
    }

    fn small(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (code, to) in [
            ("0.77", 10),
            ("0.07", 11),
            ("0.137", 11),
            ("0.3", 4),
            ("0.[3]", 6),
            ("0.[2]", 6),
            ("4.[3]", 7),
            ("4!.0", 10),
            ("8.0", 9),
            ("8?.1", 8),
            ("4=.[3]", 7),
            ("{2+}=.0", 8),
            ("{2+}!.3", 8),
            ("C=.3", 8),
            ("0.3F", 8),
            ("0.{0,3}6?", 8),
            ("0.[30]", 7),
            ("0.0[2]", 8),
            ("0.0[3]", 8),
            ("0.3[3]", 5),
            ("0.[33]", 5),
            ("0.00[2]", 8),
            ("0.2[3]", 6),
            ("4.0[3]", 7),
            ("0.02", 6),
        ] {
            all.extend((0..=to).map(|n| format!("{code}({n})")));
            all.push(format!("{code}(3,{})", to - 1));
        }
        all.push("0.77()".into());
        all.push("0.77(0,2,0)".into());
        all
    }
}

/// A row of the registry: a classic with a name, its code, and what is added to the number typed.
pub struct NamedFamily {
    code: &'static str,
    offset: u64,
    card: Card<'static>,
}

macro_rules! named {
    ($ident:ident, $name:literal, $code:literal, $offset:literal, $rules:literal, $source:literal, $examples:expr) => {
        #[doc = concat!("The registry's row of ", $name, ".")]
        pub static $ident: NamedFamily = NamedFamily {
            code: $code,
            offset: $offset,
            card: Card {
                name: $name,
                params: "",
                position: "(a1,…,an)",
                rules: $rules,
                theorem: "The values are those of the take-and-break code; see take-and-break.",
                source: $source,
                cost: "as take-and-break",
                examples: &$examples,
            },
        };
    };
}

named!(
    KAYLES,
    "kayles",
    "0.77",
    0,
    "Rows of pins: knock down one pin or two neighbouring ones (0.77).",
    "H. E. Dudeney 1908; Guy and Smith 1956: period 12 from 71",
    ["kayles(7, 9)", "kayles(10^18)"]
);
named!(
    DAWSON_KAYLES,
    "dawson-kayles",
    "0.07",
    0,
    "Rows of pins: knock down two neighbouring pins (0.07).",
    "T. R. Dawson 1935; Guy and Smith 1956: period 34",
    ["dawson-kayles(12)", "dawson-kayles(5,5,8)"]
);
named!(
    DAWSON_CHESS,
    "dawson-chess",
    "0.137",
    0,
    "Dawson's chess, normal play, as the code 0.137: take one if that is all there is, two from an end or a whole heap, three from anywhere.",
    "T. R. Dawson 1935; Guy and Smith 1956: period 34 from 52",
    ["dawson-chess(11)", "dawson-chess(30, 12)"]
);
named!(
    GRUNDY_GAME,
    "grundy-game",
    "4!.0",
    0,
    "Split a heap into two heaps of different sizes (4!.0).",
    "P. M. Grundy 1939",
    ["grundy-game(50)", "grundy-game(20,21)"]
);
named!(
    TREBLECROSS,
    "treblecross",
    "0.007",
    2,
    "One-dimensional noughts and crosses with crosses only: a strip of n squares plays as 0.007(n+2), since a cross beside another one, or one square off, loses at once. For two squares and for misère play that is not so.",
    "Winning Ways, ch. 4",
    ["treblecross(5)", "treblecross(12, 7)"]
);
named!(
    RIMS,
    "rims",
    "0.[7]",
    0,
    "Spots in the plane: draw a loop through any positive number of spots of one region, crossing no other loop; the spots inside and outside it are then separated. A region with n spots plays as 0.[7](n).",
    "Winning Ways, ch. 15: Nim in disguise",
    ["rims(3,4,5)", "rims(10^18, 7)"]
);
named!(
    RAYLES,
    "rayles",
    "0.77",
    0,
    "Spots in the plane: draw a loop through one or two spots of one region, crossing no other loop; the spots inside and outside it are then separated. A region with n spots plays as kayles(n).",
    "Winning Ways, ch. 15: Kayles in disguise",
    ["rayles(7, 9)", "rayles(10^18)"]
);

impl Family for NamedFamily {
    fn card(&self) -> Card<'_> {
        self.card
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        let code = self.code.parse().expect("codes of the catalogue are well-formed");
        let (name, offset) = (Some(self.card.name), self.offset);
        Ok(erase(TakeAndBreak { name, offset, ..TakeAndBreak::new(code) }))
    }

    fn small(&self) -> Vec<String> {
        let name = self.card.name;
        let mut all: Vec<String> = (0..=10).map(|n| format!("{name}({n})")).collect();
        all.push(format!("{name}(3,4)"));
        all.push(format!("{name}()"));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn nim_with_splits_is_nim() {
        for code in ["0.[7]", "0.[F]", "0.[7!]", "0.[3]", "0.[2]", "0.[{0,1,3}]", "0.[{0+}]"] {
            let game = TakeAndBreak::new(code.parse().unwrap());
            testing::check_theory(&game, (0..13u8).map(Nat::from), 14);
        }
        let far = Nat::from(10u8).pow(100);
        for (code, left) in [("0.[3]", 5u8), ("0.[2]", 6)] {
            let game = TakeAndBreak::new(code.parse().unwrap());
            let found = game.moves_to(&far, &Nat::from(5u8), 3, &Context::default());
            let found = found.unwrap().unwrap();
            assert_eq!((found.count, found.listed.len()), (Some(Nat::ONE), 1));
            assert_eq!(found.listed[0].sum, [Nat::from(left)]);
        }
        let game = TakeAndBreak::new("0.[7]".parse().unwrap());
        let found = game.moves_to(&far, &Nat::from(5u8), 3, &Context::default()).unwrap().unwrap();
        let sums: Vec<_> = found.listed.into_iter().map(|to| to.sum).collect();
        assert_eq!(
            sums,
            [vec![1u8, 4], vec![2, 7], vec![3, 6]]
                .map(|sum| sum.into_iter().map(Nat::from).collect::<Vec<_>>())
        );
    }

    #[test]
    fn treblecross_is_what_its_own_rules_say() {
        // Strips of squares; a cross that makes three in a row wins. By brute force over boards:
        // a move next to or one off a cross loses at once, so play goes on only apart from them.
        fn wins(board: u32, n: u32, memo: &mut std::collections::HashMap<u32, bool>) -> bool {
            if let Some(&known) = memo.get(&board) {
                return known;
            }
            let wins = (0..n).filter(|i| board >> i & 1 == 0).any(|i| {
                let after = board | 1 << i;
                after & after >> 1 & after >> 2 != 0 || !wins(after, n, memo)
            });
            memo.insert(board, wins);
            wins
        }
        let game = TakeAndBreak::new("0.007".parse().unwrap());
        for n in 3..=16u32 {
            let known = game.known(&Nat::from(n + 2), &Context::default()).unwrap();
            let board = wins(0, n, &mut std::collections::HashMap::new());
            assert_eq!(known != Some(Known::Value(Nat::ZERO)), board, "strip of {n}");
        }
    }
}
