//! `subtraction[S]`: take a number in S from one heap.

use crate::context::{Context, Stop};
use crate::game::{
    AnyGame, Card, Family, Found, Game, HeapLaw, Known, Line, Move, NimLike, erase, single_heaps,
};
use crate::nat::{Nat, heap_bytes};
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::syntax::{Arg, ArgKind, Component, ReadError};
pub use crate::theory::number_set::NumberSet;
use crate::theory::subtraction::{Law, Values};
pub use crate::theory::take_set::{Classic, TakeSet};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A subtraction game; a position is one heap.
///
/// Closed forms (`theory/subtraction`) hold for intervals, for sets of odd numbers with 1, for the powers of a
/// number, for all numbers and all but one, each also times a common factor. The values of other
/// finite sets and of all but a finite set are found in a table until a repetition proves that it
/// goes on for ever; those of the Fibonacci numbers, squares and primes in a table up
/// to the heap. Only the elements of S up to the heap matter for it.
///
/// # Complexity
/// Closed forms O(M(length)). Tables O(|S|) a heap, up to preperiod + period + max S heaps or up
/// to the heap asked for.
///
/// # Literature
/// E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways* (1982), ch. 4; A. N. Siegel,
/// *Combinatorial Game Theory* (2013), ch. IV.
///
/// ```
/// use grundy::games::subtraction::{Subtraction, TakeSet};
/// use grundy::nat::Nat;
/// let set = TakeSet::Union([(1u8, 1u8), (3, 4)].into_iter().collect(), Vec::new());
/// let game = Subtraction::new(set);
/// let value = |n: Nat| game.value(&n, &Default::default()).unwrap();
/// assert_eq!(value(Nat::from(10u8)), Nat::ONE);
/// assert_eq!(value(Nat::from(10u8).pow(1000)), value(Nat::from(4u8)));
/// ```
#[derive(Debug)]
pub struct Subtraction {
    set: TakeSet,
    law: Law,
    /// Laws of S up to a bound, by the greatest element left.
    clipped: Mutex<BTreeMap<Nat, Arc<Law>>>,
}

/// Heaps below this are looked up in the table of the whole set, even if it has greater takes.
const WHOLE_SET_HEAPS: u64 = 1 << 20;

/// The least length of an interval of S whose moves are counted as a whole.
const MIN_INTERVAL_LENGTH: u64 = 64;

impl Subtraction {
    /// The game in which the numbers of `set` may be taken.
    pub fn new(set: TakeSet) -> Self {
        let law = Law::of(&set);
        Self { set, law, clipped: Mutex::default() }
    }

    /// The Grundy value of a heap.
    ///
    /// # Errors
    /// [`Stop`] if the table needed for it does not fit into the limits.
    pub fn value(&self, heap: &Nat, context: &Context<'_>) -> Result<Nat, Stop> {
        self.with_law(heap, |law| law.value(heap, context))
    }

    /// Calls `use_law` with what holds for all heaps up to this one.
    fn with_law<T>(&self, heap: &Nat, use_law: impl FnOnce(&Law) -> T) -> T {
        let finite = match &self.set {
            TakeSet::AllBut(numbers) => Some(numbers),
            TakeSet::Union(numbers, classics) => classics.is_empty().then_some(numbers),
        };
        let greatest = finite.and_then(NumberSet::greatest);
        let whole = greatest.is_none_or(|greatest| greatest <= heap);
        if whole || *heap < Nat::from(WHOLE_SET_HEAPS) || !matches!(self.law, Law::Table { .. }) {
            return use_law(&self.law);
        }
        // What exceeds the heap cannot be taken; without it there may be a law, or a period.
        let kept = finite.map(|numbers| numbers.up_to(heap)).unwrap_or_default();
        let key = kept.greatest().cloned().unwrap_or_default();
        let law = {
            let mut clipped = self.clipped.lock().unwrap_or_else(PoisonError::into_inner);
            let make = || match self.set {
                TakeSet::AllBut(_) => Arc::new(Law::of(&TakeSet::AllBut(kept))),
                TakeSet::Union(..) => Arc::new(Law::of(&TakeSet::Union(kept, Vec::new()))),
            };
            clipped.entry(key).or_insert_with(make).clone()
        };
        use_law(&law)
    }

    /// The heaps of value `target` that one move leaves: how many, and the least `max` of them.
    fn results(
        &self,
        law: &Law,
        (heap, target): (&Nat, &Nat),
        max: usize,
        context: &Context<'_>,
    ) -> Result<(Nat, Vec<Nat>), Stop> {
        let (numbers, classics) = match &self.set {
            TakeSet::AllBut(gaps) => {
                if heap.is_zero() {
                    return Ok((Nat::ZERO, Vec::new()));
                }
                // Heaps of equal value differ by gaps, so they are few.
                let below = heap - 1u8;
                let (_, all) = law.heaps_of(target, (&Nat::ZERO, &below), usize::MAX, context)?;
                let mut left: Vec<_> =
                    all.into_iter().filter(|left| !gaps.contains(&(heap - left))).collect();
                let count = Nat::from(left.len());
                left.truncate(max);
                return Ok((count, left));
            }
            TakeSet::Union(numbers, classics) => (numbers, classics),
        };
        if let Law::EvenPowers(base) = law {
            return Ok(even_powers(base, heap, target, max));
        }
        let (mut count, mut listed) = (Nat::ZERO, Vec::new());
        let usable = numbers.up_to(heap);
        for (i, (from, to)) in usable.intervals().iter().rev().enumerate() {
            context.tick("listing moves of a subtraction game", i as u64)?;
            if (to - from) >= Nat::from(MIN_INTERVAL_LENGTH) {
                let range = (&(heap - to), &(heap - from));
                let (more, heaps) = law.heaps_of(target, range, max - listed.len(), context)?;
                count += more;
                listed.extend(heaps);
                continue;
            }
            let mut left = heap - to;
            while left <= heap - from {
                if law.value(&left, context)? == *target {
                    count += 1u8;
                    if listed.len() < max {
                        listed.push(left.clone());
                    }
                }
                left += 1u8;
            }
        }
        let (mut steps, mut found) = (0u64, 0u64);
        let rest = TakeSet::Union(numbers.clone(), classics.clone());
        if !classics.is_empty() {
            let mut more = Vec::new();
            rest.visit(heap, |take| {
                context.tick("listing moves of a subtraction game", steps)?;
                steps += 1;
                if numbers.contains(&take) {
                    return Ok(());
                }
                let left = heap - take;
                if law.value(&left, context)? == *target {
                    found += 1;
                    more.push(left);
                    // Only the least are wanted; the others may be many and long.
                    if more.len() > max.saturating_mul(2).saturating_add(1000) {
                        more.sort();
                        more.truncate(max);
                    }
                }
                Ok(())
            })?;
            listed.append(&mut more);
            listed.sort();
            listed.truncate(max);
        }
        Ok((count + found, listed))
    }
}

/// As [`Subtraction::results`] for the powers of an even number: every other power leads to the
/// same residue.
fn even_powers(base: &Nat, heap: &Nat, target: &Nat, max: usize) -> (Nat, Vec<Nat>) {
    if heap.is_zero() {
        return (Nat::ZERO, Vec::new());
    }
    let top = heap.ilog(base);
    let law = Law::EvenPowers(base.clone());
    // The exponents of a parity all leave the same residue, so the least one decides.
    let wanted = [0, 1].map(|parity| {
        parity <= top
            && law.value(&(heap - base.pow(parity)), &Context::default()).ok().as_ref()
                == Some(target)
    });
    let exponents = || (0..=top).rev().filter(|exponent| wanted[exponent % 2]);
    let count = usize::from(wanted[0]) * (top / 2 + 1) + usize::from(wanted[1]) * top.div_ceil(2);
    let listed = exponents().take(max).map(|exponent| heap - base.pow(exponent)).collect();
    (count.into(), listed)
}

impl Ruleset for Subtraction {
    type Position = Nat;

    fn options(&self, heap: &Nat, out: &mut Options<Nat>) -> Result<(), Full> {
        self.set.visit(heap, |take| out.push([heap - take]))
    }

    fn heap_bytes(&self, heap: &Nat) -> usize {
        heap_bytes(heap)
    }
}

impl Game for Subtraction {
    single_heaps!();

    fn title(&self) -> String {
        format!("subtraction[{}]", self.set)
    }

    fn known(&self, heap: &Nat, context: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(Some(Known::Value(self.value(heap, context)?)))
    }

    fn moves_to(
        &self,
        heap: &Nat,
        target: &Nat,
        max: usize,
        context: &Context<'_>,
    ) -> Result<Option<Found<Nat>>, Stop> {
        let (count, left) =
            self.with_law(heap, |law| self.results(law, (heap, target), max, context))?;
        let listed = left.into_iter().map(|left| Move { sum: vec![left], tag: 0 }).collect();
        Ok(Some(Found { count: Some(count), listed }))
    }

    fn values_to(&self, to: u64, context: &Context<'_>) -> Result<Option<Line>, Stop> {
        self.with_law(&Nat::from(to), |law| {
            // A law of the takes up to this heap does not tell how the values go on.
            let whole = std::ptr::eq(law, &self.law);
            let line = law.values_to(to, context)?;
            Ok(line.map(|(values, period)| Line { values, period: period.filter(|_| whole) }))
        })
    }

    fn method(&self, heap: &Nat) -> Cow<'static, str> {
        self.with_law(heap, |law| match law {
            Law::Interval { .. } => "period of an interval of takes".into(),
            Law::Odd { .. } => "parity".into(),
            Law::EvenPowers(_) => "residues of powers".into(),
            Law::All => "Bouton's theorem".into(),
            Law::AllButOne(_) => "arithmetic period".into(),
            Law::Table { values, .. } => {
                match values.lock().unwrap_or_else(PoisonError::into_inner).period() {
                    Some(_) => "proved period of a subtraction game".into(),
                    None => "Sprague-Grundy table of all smaller heaps".into(),
                }
            }
        })
    }

    fn why(&self, heap: &Nat) -> Vec<String> {
        self.with_law(heap, |law| vec![reason(law, heap)])
    }

    fn by_options(&self, heap: &Nat) -> bool {
        self.with_law(heap, |law| match law {
            Law::Table { values, .. } => {
                values.lock().unwrap_or_else(PoisonError::into_inner).period().is_none()
            }
            _ => false,
        })
    }

    /// The heap less any number of least takes.
    fn reachable(&self, heap: &Nat) -> Option<Nat> {
        let least = match &self.set {
            TakeSet::AllBut(gaps) => match gaps.intervals() {
                [(from, to), ..] if from.is_one() => to + 1u8,
                _ => Nat::ONE,
            },
            TakeSet::Union(numbers, classics) => {
                let first = classics.first().map(|classic| match classic {
                    Classic::Primes => Nat::from(2u8),
                    Classic::Fibonacci | Classic::Squares | Classic::Powers(_) => Nat::ONE,
                });
                first.into_iter().chain(numbers.least().cloned()).min()?
            }
        };
        Some(heap / least + 1u8)
    }

    fn heap_law(&self, upto: &Nat, context: &Context<'_>) -> Result<Option<HeapLaw>, Stop> {
        self.with_law(upto, |law| law.heap_law(upto, context))
    }

    fn nim_like(&self) -> NimLike {
        // All numbers may be taken: Nim.
        if matches!(self.law, Law::All) { NimLike::Single } else { NimLike::No }
    }
}

/// The law applied to a heap.
fn reason(law: &Law, heap: &Nat) -> String {
    // Closed forms cannot hit a limit; what a table says is not computed anew here.
    let value = || law.value(heap, &Context::default()).unwrap_or_default();
    let scaled = |scale: &Nat| match scale.is_one() {
        true => heap.to_string(),
        false => format!("floor({heap}/{scale})"),
    };
    match law {
        Law::Interval { greatest, .. } if greatest.is_zero() => {
            format!("nothing can be taken from a heap of {heap}: the value is 0")
        }
        Law::Interval { scale, least, greatest } => {
            let period = least + greatest;
            let rest = (heap / scale) % &period;
            let value = match least.is_one() {
                true => format!("{rest}, which is the value"),
                false => format!(
                    "{rest}; divided by {least} and rounded down this gives the value {}",
                    value()
                ),
            };
            format!(
                "{least} to {greatest} may be taken{}, so the values have the period {least} + {greatest} = {period}: {} mod {period} = {value}",
                if scale.is_one() { String::new() } else { format!(" (times {scale})") },
                scaled(scale),
            )
        }
        Law::Odd { scale } => {
            format!(
                "only odd numbers may be taken, 1 among them{}, so a move changes the parity: the value is {} mod 2 = {}",
                if scale.is_one() { String::new() } else { format!(" (times {scale})") },
                scaled(scale),
                value()
            )
        }
        Law::EvenPowers(base) => format!(
            "every power of {base} is 1 or -1 modulo {}, so the values have the period {0}; {heap} mod {0} = {} gives the value {}",
            base + 1u8,
            heap % (base + 1u8),
            value()
        ),
        Law::All => format!("any number may be taken: the value is {heap}"),
        Law::AllButOne(gap) => {
            format!(
                "only heaps n and n+{gap} share a value: {gap} floor({heap}/{}) + {heap} mod {gap} = {}",
                gap * 2u8,
                value()
            )
        }
        Law::Table { scale, values } => {
            period_reason(values, &(heap / scale), &scaled(scale), &value())
        }
    }
}

/// What the table says of the scaled heap, which is written as `name`.
fn period_reason(values: &Mutex<Values>, heap: &Nat, name: &str, value: &Nat) -> String {
    let period = values.lock().unwrap_or_else(PoisonError::into_inner).period();
    match period {
        None => format!("G({name}) is found from the values of all smaller heaps, one by one"),
        Some(period) => {
            let adds = match period.saltus {
                0 => String::new(),
                saltus => format!(", each period adding {saltus}"),
            };
            let law = format!(
                "from heap {} on the values have the period {}{adds} (once as many consecutive values repeat as determine the next one, all later ones do)",
                period.preperiod, period.length
            );
            let (start, length) = (Nat::from(period.preperiod), Nat::from(period.length));
            if period.saltus != 0 || *heap < &start + &length {
                return format!("{law}: G({name}) = {value}");
            }
            let first = (heap - &start) % length + start;
            format!("{law}: G({name}) = G({first}) = {value}")
        }
    }
}

/// The registry's row.
pub struct SubtractionFamily;

static CARD: Card<'static> = Card {
    name: "subtraction",
    params: "[S]: numbers, ranges a..b, a..b:s, fibonacci, squares, primes, powers[k], or all-but[…]",
    position: "(a1,…,an)",
    rules: "Take a number in S from one heap.",
    theorem: "Finite S: the values are periodic, proved once max S consecutive ones repeat; S = a..b: floor((n mod (a+b))/a); odd S with 1: n mod 2; powers of an even k: n mod (k+1) = k gives 2, else its parity; all but T: periodic with a saltus.",
    source: "E. R. Berlekamp, J. H. Conway, R. K. Guy 1982; A. N. Siegel 2013",
    cost: "closed forms O(length); tables O(|S|) a heap up to the proof of a period",
    examples: &[
        "subtraction[1,3,9](10^100, 7)",
        "subtraction[powers[2]](100, 101)",
        "subtraction[all-but[2,5]](10^18)",
    ],
};

const EXPECTED: &str = "expected positive numbers, ranges, fibonacci, squares, primes, powers[k] or all-but[…], as in subtraction[1,3,9]";

/// The parameter as a set.
fn read_set(component: &Component) -> Result<TakeSet, ReadError> {
    let Some(params) = &component.params else {
        return Err(ReadError::domain("subtraction needs a set of numbers", component.head_span)
            .help(EXPECTED));
    };
    let Some(group) = params.single().filter(|group| !group.is_empty()) else {
        return Err(ReadError::domain("this is no set of numbers", params.span).help(EXPECTED));
    };
    let (words, plain): (Vec<&Arg>, Vec<&Arg>) =
        group.iter().partition(|arg| matches!(arg.kind, ArgKind::Sum(_)));
    let plain: Vec<Arg> = plain.into_iter().cloned().collect();
    let numbers = read::number_set(&plain)?;
    if numbers.contains(&Nat::ZERO) {
        return Err(ReadError::domain("taking 0 is no move", params.span).help(EXPECTED));
    }
    let mut classics = Vec::new();
    for arg in words {
        match read_word(arg)? {
            TakeSet::Union(_, more) => classics.extend(more),
            all_but if group.len() == 1 => return Ok(all_but),
            TakeSet::AllBut(_) => {
                return Err(ReadError::domain("all-but[…] stands alone", arg.span)
                    .help("leave what is to be added out of all-but's list instead"));
            }
        }
    }
    classics.sort();
    classics.dedup();
    Ok(TakeSet::Union(numbers, classics))
}

/// A set named by a word.
fn read_word(arg: &Arg) -> Result<TakeSet, ReadError> {
    let unknown = || ReadError::domain("no set has this name", arg.span).help(EXPECTED);
    let item = arg.item().filter(|item| item.args.is_none()).ok_or_else(unknown)?;
    let classic = match (item.name(), &item.params) {
        (Some("fibonacci"), None) => Classic::Fibonacci,
        (Some("squares"), None) => Classic::Squares,
        (Some("primes"), None) => Classic::Primes,
        (Some("powers"), _) => Classic::Powers(read::number_param(item, 2, None)?),
        (Some("all-but"), Some(params)) => {
            let group = params.single().ok_or_else(unknown)?;
            let zero: NumberSet = [(0u8, 0u8)].into_iter().collect();
            return Ok(TakeSet::AllBut(read::number_set(group)?.without(&zero)));
        }
        _ => return Err(unknown()),
    };
    Ok(TakeSet::Union(NumberSet::default(), vec![classic]))
}

impl Family for SubtractionFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        Ok(erase(Subtraction::new(read_set(component)?)))
    }

    fn small(&self) -> Vec<String> {
        let sets = [
            "1,3,9",
            "1..3",
            "2,5",
            "3..5",
            "1,4..6",
            "2,4,6",
            "1..9:4",
            "100",
            "fibonacci",
            "squares",
            "primes",
            "powers[2]",
            "powers[3]",
            "powers[4]",
            "4,powers[3]",
            "squares,primes",
            "all-but[]",
            "all-but[3]",
            "all-but[1,2]",
            "all-but[2,3,7]",
        ];
        let mut all = Vec::new();
        for set in sets {
            let heaps = (0..14).map(|n| n.to_string());
            let pairs = [String::new(), "5,8".into(), "3,3".into(), "0,7".into()];
            all.extend(heaps.chain(pairs).map(|heaps| format!("subtraction[{set}]({heaps})")));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Limits;
    use crate::games::testing::{check_round_trip_where, check_theory_where, place, read_error};
    use crate::syntax;

    fn game(set: &str) -> Subtraction {
        let component = syntax::parse_game(&format!("subtraction[{set}]")).unwrap();
        Subtraction::new(read_set(&component).unwrap())
    }

    fn heap(text: &str) -> Nat {
        place(&SubtractionFamily, &format!("subtraction[1]({text})"))
            .unwrap()
            .position(0)
            .downcast_ref::<Nat>()
            .unwrap()
            .clone()
    }

    #[test]
    fn theory_is_that_of_the_rules() {
        let sets = [
            "1,3,9",
            "1..3",
            "2,5",
            "3..5",
            "1,4..6",
            "2,4,6",
            "1..9:4",
            "6,15",
            "70..140",
            "1,5..90",
            "fibonacci",
            "squares",
            "primes",
            "powers[2]",
            "powers[3]",
            "powers[4]",
            "powers[2],powers[6]",
            "4,powers[3]",
            "5,9,powers[3]",
            "2,squares,primes",
            "all-but[]",
            "all-but[3]",
            "all-but[1,2]",
            "all-but[2,3,7]",
            "all-but[0,4,9..11]",
        ];
        for set in sets {
            check_theory_where(&game(set), (0..110u8).map(Nat::from), 5, |_, _| true);
        }
    }

    #[test]
    fn huge_heaps_are_exact() {
        let context = Context::default();
        for (set, huge, small) in [
            ("1,3,9", "10^1000", "0"),
            ("1..10^18", "10^18", "10^18"),
            ("powers[2]", "10^1000", "1"),
            ("1,2,10^30", "10^20", "1"),
            ("10^17,3^20", "10", "0"),
        ] {
            let game = game(set);
            let value = game.value(&heap(huge), &context).unwrap();
            assert_eq!(value, game.value(&heap(small), &context).unwrap(), "{set} {huge}");
        }
    }

    #[test]
    fn moves_of_huge_heaps_are_counted() {
        let context = Context::default();
        let count = |set: &str, n: &str, target: u64| {
            let game = game(set);
            let found = game.moves_to(&heap(n), &target.into(), 3, &context).unwrap().unwrap();
            for to in &found.listed {
                assert_eq!(game.value(&to.sum[0], &context).unwrap(), target.into());
            }
            found.count.unwrap()
        };
        // 10^18 is 1 modulo 3: the takes of residue 1 win, and 2^0, 2^2, …, 2^58 have it.
        assert_eq!(count("powers[2]", "10^18", 0), Nat::from(30u8));
        assert_eq!(count("1..10^18", "10^18", 0), Nat::ONE);
        // Heaps of value 3 under 5..200: the residues 15..19 modulo 205.
        assert_eq!(count("5..200,10^30", "10^20", 3), count("5..200", "10^20", 3));
        assert!(count("all-but[2,5]", "10^1000", 7) <= Nat::from(3u8));
    }

    #[test]
    fn limits_are_told() {
        let tight = Context::new(Limits { positions: 5000, ..Limits::default() });
        let stop = game("squares").value(&heap("10^18"), &tight).unwrap_err();
        assert!(stop.to_string().contains("--max-positions"), "{stop}");
        assert!(game("squares").value(&heap("4999"), &tight).is_ok());
        assert!(game("7,10^30").value(&heap("10^40"), &tight).is_err());
        assert!(game("7,12,10^30").value(&heap("10^29"), &tight).is_ok());
    }

    #[test]
    fn printed_text_reads_back_and_wrong_text_is_refused() {
        check_round_trip_where(&SubtractionFamily, |text| !text.contains("1..9:4"));
        for wrong in [
            "[0,1](5)",
            "[](5)",
            "(5)",
            "[0..3](5)",
            "[powers[1]](5)",
            "[powers](5)",
            "[cubes](5)",
            "[all-but[2],5](5)",
            "[1;2](5)",
            "[fibonacci[2]](5)",
            "[\"a\"](5)",
        ] {
            read_error(&SubtractionFamily, &format!("subtraction{wrong}"));
        }
        assert_eq!(game("9,3,1,3").title(), "subtraction[1,3,9]");
        assert_eq!(game("primes,4,fibonacci,6").title(), "subtraction[4,6,fibonacci,primes]");
    }
}
