//! Genus sequences of codes: by types, by a quotient by misère values, or by search.
//!
//! The misère Grundy values of sums of heaps, of the nim-heap of two among them, may be a function v of their elements
//! in a finite monoid: [`grundy_quotients::Quotient::of_values`] finds the least one and checks it by its theorem. Then
//! the genus ([`Genus`]) of an element x has g_i = v(x t^i), t the element of the nim-heap of two. Where the elements
//! of the heaps have a proved period, and the Grundy values of normal play have one, genera repeat with a
//! common multiple of the two from the later preperiod on; the least period of all is found among those values.

use super::{End, Id, Union};
use crate::context::{Context, LimitKind, Stop};
use crate::heap::{Code, Sequence, TypeSequence};
use crate::nat::Nat;
use crate::period::Period;
use crate::solve::arena::{Arena, Interner};
use crate::solve::classes::{Class, Classes};
use crate::solve::genera::Genera;
use crate::solve::genus::Genus;
use crate::solve::tame_types::TameTypes;
use grundy_quotients::{Element, Limits, Monoid};
use std::sync::Arc;

/// How genera were found, and why a period of them is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenusMethod {
    /// All heaps are tame: each is like a nim-heap or a sum of nim-heaps.
    Types,
    /// Misère values are a function on a quotient of so many elements.
    Quotient(usize),
    /// A search of all sums that can be reached.
    Search,
}

/// The genera of the heaps 0, 1, 2, … of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenusSequence {
    /// The genera of the heaps from 0 on: those asked for, or those to the end of the first proved period.
    genera: Vec<Genus>,
    /// The classes of the heaps from 0 on, as far as they were told: not all that were looked at, where they are many.
    classes: Vec<Class>,
    /// The first heap that is not tame, if one was seen.
    pub first_wild: Option<u64>,
    /// The least period, if it is proved.
    pub period: Option<Period>,
    /// How the genera were found, and up to which heap; the later ones go beyond the earlier.
    pub methods: Vec<(GenusMethod, u64)>,
}

/// The limits of the quotient that is looked for: a few seconds at most.
const QUOTIENT: Limits = Limits { elements: 1000, outcomes: 100_000, pairs: 30_000 };
/// Misère values are less than this, or no quotient tells them.
const CAP: u8 = 40;
/// Heaps that are looked at for a period of types.
const TYPED: u64 = 2047;

/// The last heap whose class is told: a second's work.
const CLASSED: u64 = 500;

impl GenusSequence {
    /// The genera of the heaps up to `to`, and what ended the work if they are not all there.
    ///
    /// # Complexity
    /// O(options) a heap of a tame code; that of the quotient where there is one; else O(sums that can be
    /// reached * their moves), which grows faster than any power of the heap.
    ///
    /// ```
    /// use grundy::quotient::GenusSequence;
    /// let (kayles, end) = GenusSequence::of(&"0.77".parse().unwrap(), 20, &Default::default());
    /// assert!(end.is_none());
    /// assert_eq!(kayles.genus(5).unwrap().to_string(), "4^146");
    /// assert_eq!(kayles.first_wild, Some(5));
    /// ```
    pub fn of(code: &Code, to: u64, context: &Context<'_>) -> (Self, Option<Stop>) {
        let mut found = Self {
            genera: Vec::new(),
            classes: Vec::new(),
            first_wild: None,
            period: None,
            methods: Vec::new(),
        };
        let end = found.find(code, to, context).err().or_else(|| found.classify(code, to, context));
        (found, end)
    }

    /// The genus of a heap, as far as it is known.
    pub fn genus(&self, heap: u64) -> Option<&Genus> {
        let n = match self.period {
            Some(period) => period.reduce(&Nat::from(heap)).0,
            None => heap,
        };
        self.genera.get(usize::try_from(n).ok()?)
    }

    /// The class of a heap, as far as it is known.
    pub fn class(&self, heap: u64) -> Option<Class> {
        self.classes.get(usize::try_from(heap).ok()?).copied()
    }

    /// How many heaps were looked at.
    pub fn computed(&self) -> u64 {
        self.genera.len() as u64
    }

    /// Tells the classes of heaps whose genera were found; what ended that, if it is no limit.
    fn classify(&mut self, code: &Code, to: u64, context: &Context<'_>) -> Option<Stop> {
        let (mut arena, mut classes) = (Arena::default(), Classes::default());
        let game = arena.add_game(Box::new(Interner::new(Arc::new(code.clone()))));
        for heap in 0..=to.min(CLASSED) {
            let genus = self.genus(heap)?;
            let class = match self.first_wild.is_none_or(|wild| heap < wild) {
                true => genus.as_tame().map(Class::tame)?,
                false => {
                    let node = arena.node(game, &Nat::from(heap))?;
                    match classes.of(&mut arena, node, context) {
                        Ok(class) => class,
                        Err(Stop::Limit { .. }) => return None,
                        Err(stop) => return Some(stop),
                    }
                }
            };
            self.classes.push(class);
        }
        None
    }

    fn find(&mut self, code: &Code, to: u64, context: &Context<'_>) -> Result<(), Stop> {
        if self.by_types(code, to, context)? {
            if self.first_wild.is_none() {
                return Ok(());
            }
            // The heaps asked for are known. A later one is not tame, so types do not prove a period.
            return match self.by_quotient(code, to, context) {
                Ok(_) | Err(Stop::Limit { .. }) => Ok(()),
                Err(stop) => Err(stop),
            };
        }
        if self.by_quotient(code, to, context)? {
            return Ok(());
        }
        self.by_search(code, to, context)
    }

    /// Whether all heaps up to `to` are tame.
    fn by_types(&mut self, code: &Code, to: u64, context: &Context<'_>) -> Result<bool, Stop> {
        let mut types = TypeSequence::default();
        types.of(code, &Nat::from(to.max(TYPED)), context)?;
        let end = types.period().map_or(to, |period| to.min(period.preperiod + period.length - 1));
        for n in 0..=end {
            context.check_memory(n * 64, || "genera of heaps".into())?;
            let Some(tame) = types.of(code, &Nat::from(n), context)? else {
                if n > 0 {
                    self.methods.push((GenusMethod::Types, n - 1));
                }
                self.first_wild = types.wild();
                return Ok(false);
            };
            self.genera.push(Genus::of_tame(&tame));
        }
        self.methods.push((GenusMethod::Types, end));
        self.first_wild = types.wild();
        if let Some(period) = types.period() {
            // All of the first period, though fewer be asked for.
            for n in end + 1..period.preperiod + period.length {
                if let Some(tame) = types.of(code, &Nat::from(n), context)? {
                    self.genera.push(Genus::of_tame(&tame));
                }
            }
            self.period = Some(self.least(period));
        }
        Ok(true)
    }

    /// Whether all heaps up to `to` are in a quotient by misère values.
    fn by_quotient(&mut self, code: &Code, to: u64, context: &Context<'_>) -> Result<bool, Stop> {
        let mut union = Union::of_values([code.clone()], QUOTIENT, CAP);
        let Some(two) = nim_heap_of_two(&mut union, context)? else {
            return Ok(false);
        };
        let end = union.grow(&[Some(to.max(super::last_heap(code)))], context)?;
        if !union.check(context)? {
            return Err(Stop::Refused(
                "the quotient that was found does not pass the check of its theorem: please report this"
                    .into(),
            ));
        }
        if union.monoid().elements().any(|x| union.monoid().value(x) == CAP) {
            return Ok(false);
        }
        let (elements, monoid) = (union.elements(0), union.monoid());
        let two = union.quotient().elements()[two as usize];
        let mut sequence = Sequence::new(code.clone());
        let period = match (end, union.period(0)) {
            (End::Proved, Some(by_element)) => {
                sequence.line(elements.len() as u64 - 1, context)?;
                sequence.period().and_then(|by_value| common(by_element, by_value))
            }
            _ => None,
        };
        let count = period.map_or_else(
            || (elements.len() as u64).min(to.saturating_add(1)),
            |period| period.preperiod + period.length,
        );
        let mut genera = Vec::new();
        for n in 0..count {
            context.tick("genera of heaps", n)?;
            let heap = Nat::from(n);
            let at = union.period(0).map_or(n, |period| period.reduce(&heap).0);
            let x = elements[at as usize];
            let normal = crate::nat::to_u64(&sequence.value(&heap, context)?);
            let Some(normal) = normal else { return Ok(false) };
            let Some(genus) = genus(monoid, (x, two), normal) else {
                return Ok(false);
            };
            genera.push(genus);
        }
        if genera.len() > self.genera.len() {
            self.genera = genera;
            let method = GenusMethod::Quotient(monoid.order());
            self.methods.push((method, self.computed() - 1));
        }
        self.period = period.map(|period| self.least(period));
        if self.first_wild.is_none() {
            self.first_wild = first_wild(code, self.computed(), context)?;
        }
        Ok(self.period.is_some() || self.computed() > to)
    }

    fn by_search(&mut self, code: &Code, to: u64, context: &Context<'_>) -> Result<(), Stop> {
        let mut arena = Arena::default();
        let game = arena.add_game(Box::new(Interner::new(Arc::new(code.clone()))));
        let mut genera = Genera::default();
        while self.computed() <= to {
            let heap = self.computed();
            let node = arena.node(game, &Nat::from(heap)).expect("heaps are positions of a code");
            if self.first_wild.is_none()
                && genera.class(&mut arena, node, context)?.as_tame().is_none()
            {
                self.first_wild = Some(heap);
            }
            let genus = genera.of(&mut arena, &[node], context).map_err(|stop| match stop {
                Stop::Limit { kind: kind @ (LimitKind::Positions | LimitKind::Memory), what } => {
                    Stop::Limit { kind, what: format!("genus of heap {heap}: {what}") }
                }
                stop => stop,
            })?;
            // No move of a code wins at once.
            self.genera.push(genus.expect("misère values are defined for codes"));
            match self.methods.last_mut() {
                Some((GenusMethod::Search, last)) => *last = heap,
                _ => self.methods.push((GenusMethod::Search, heap)),
            }
        }
        Ok(())
    }

    /// The least period of the genera up to the end of the first period of this one, which holds.
    fn least(&self, period: Period) -> Period {
        period.least(|n| &self.genera[n as usize])
    }
}

/// Adds the nim-heaps up to that of two; `None` if no quotient is found within the limits.
fn nim_heap_of_two(union: &mut Union, context: &Context<'_>) -> Result<Option<Id>, Stop> {
    let mut ids: Vec<Id> = Vec::new();
    for _ in 0..=2 {
        match union.add_position(ids.iter().map(|&id| vec![id]).collect(), context)? {
            Ok(id) => ids.push(id),
            Err(_) => return Ok(None),
        }
    }
    Ok(ids.pop())
}

/// The genus of an element x of a quotient by misère values; t is the nim-heap of two.
fn genus(monoid: &Monoid, (x, t): (Element, Element), normal: u64) -> Option<Genus> {
    let mut powers = vec![x];
    loop {
        let next = monoid.product(*powers.last().expect("x is there"), t);
        // From the first element that comes again the values repeat; they alternate, so the period of the
        // values is two.
        if powers.contains(&next) {
            powers.extend([next, monoid.product(next, t)]);
            break;
        }
        powers.push(next);
    }
    Genus::from_values(normal, powers.iter().map(|&power| monoid.value(power).into()).collect())
}

/// The first of so many heaps that is not tame, by the search for types.
fn first_wild(code: &Code, count: u64, context: &Context<'_>) -> Result<Option<u64>, Stop> {
    let (mut arena, mut types) = (Arena::default(), TameTypes::default());
    let game = arena.add_game(Box::new(Interner::new(Arc::new(code.clone()))));
    for heap in 0..count {
        let node = arena.node(game, &Nat::from(heap)).expect("heaps are positions of a code");
        if types.of(&mut arena, node, context)?.is_none() {
            return Ok(Some(heap));
        }
    }
    Ok(None)
}

/// A period of pairs; `None` unless the values of both are without saltus.
fn common(one: Period, other: Period) -> Option<Period> {
    let gcd = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let length = (one.length / gcd(one.length, other.length)).checked_mul(other.length)?;
    let preperiod = one.preperiod.max(other.preperiod);
    (one.saltus == 0 && other.saltus == 0 && length < 1 << 20).then_some(Period {
        preperiod,
        length,
        saltus: 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::survey;
    use crate::quotient::heaps::Numbered;
    use grundy_quotients::Heaps as _;
    use hashbrown::HashMap;

    /// Sums of heaps of a code and nim-heaps, by nothing but the rules.
    struct Brute {
        options: Vec<Vec<Vec<u32>>>,
        known: HashMap<(Vec<u32>, Vec<u32>), bool>,
    }

    impl Brute {
        fn of(code: &Code, to: u32) -> Self {
            let mut heaps = Numbered::default();
            heaps.add_code(code.clone());
            let options = (0..=to).map(|_| {
                let (id, mut list) = (heaps.add_heap(0), Vec::new());
                heaps.options(id, &mut |option| list.push(option.to_vec()));
                list
            });
            Self { options: options.collect(), known: HashMap::new() }
        }

        fn is_p(&mut self, heaps: &[u32], nim: &[u32]) -> bool {
            let sorted = |list: &[u32]| {
                let mut list: Vec<u32> = list.iter().copied().filter(|&n| n > 0).collect();
                list.sort_unstable();
                list
            };
            let key = (sorted(heaps), sorted(nim));
            if let Some(&known) = self.known.get(&key) {
                return known;
            }
            let (heaps, nim) = &key;
            let (mut moves, mut won) = (false, false);
            for (i, &heap) in heaps.iter().enumerate() {
                for option in self.options[heap as usize].clone() {
                    moves = true;
                    let mut left = heaps.clone();
                    left.remove(i);
                    left.extend(option);
                    won = won || self.is_p(&left, nim);
                }
            }
            for (i, &heap) in nim.iter().enumerate() {
                for less in 0..heap {
                    moves = true;
                    let mut left = nim.clone();
                    left[i] = less;
                    won = won || self.is_p(heaps, &left);
                }
            }
            let p = moves && !won;
            self.known.insert(key, p);
            p
        }

        fn misere(&mut self, heap: u32, twos: usize) -> u64 {
            let values = (0..40).find(|&n| {
                let mut nim = vec![2; twos];
                nim.push(n);
                self.is_p(&[heap], &nim)
            });
            values.expect("a small value").into()
        }
    }

    #[test]
    fn genera_are_those_of_the_rules() {
        let mut codes = survey::codes("0.??").unwrap();
        codes.extend(survey::codes("4.??").unwrap());
        codes.extend(survey::codes("0.1??").unwrap());
        let others = ["4!.0", "4.[3]", "8.3F", "0.{2+}!3", "8!.1", "0.[7]", "4=.7", "0.E", "8.6"];
        codes.extend(others.map(|code| code.parse::<Code>().unwrap()));
        assert!(codes.len() >= 200, "{}", codes.len());
        let mut wild = 0;
        for (i, code) in codes.iter().enumerate() {
            let to = if i % 8 == 0 { 8 } else { 6 };
            let (mut brute, found) = (Brute::of(code, to), searched(code, to.into()));
            for heap in 0..=to {
                let genus = found.genus(heap.into()).unwrap();
                for twos in 0..=3 {
                    let misere = brute.misere(heap, twos);
                    assert_eq!(genus.beside_twos(twos), misere, "{code}({heap}) + {twos} twos");
                }
                wild += usize::from(genus.as_tame().is_none());
            }
        }
        assert!(wild > 40, "{wild}");
    }

    #[test]
    fn quotients_and_types_tell_the_genera_that_a_search_finds() {
        let mut by_quotient = 0;
        for text in ["0.75", "0.123", "0.71", "0.52", "0.35", "0.15", "4!.0", "8.3", "0.[3]"] {
            let code: Code = text.parse().unwrap();
            let (found, end) = GenusSequence::of(&code, 12, &Context::default());
            let searched = searched(&code, 12);
            assert!(end.is_none(), "{code}: {end:?}");
            for heap in 0..=12 {
                assert_eq!(found.genus(heap), searched.genus(heap), "{code}({heap})");
            }
            let wild = found.first_wild.filter(|&n| n <= 12);
            assert_eq!(wild, searched.first_wild, "{code}");
            let quotient =
                |(method, _): &(GenusMethod, u64)| matches!(method, GenusMethod::Quotient(..));
            by_quotient += usize::from(found.methods.iter().any(quotient));
        }
        assert!(by_quotient > 2, "{by_quotient}");
    }

    fn searched(code: &Code, to: u64) -> GenusSequence {
        let (first_wild, period) = (None, None);
        let mut found =
            GenusSequence { genera: vec![], classes: vec![], first_wild, period, methods: vec![] };
        found.by_search(code, to, &Context::default()).unwrap();
        found
    }

    #[test]
    fn quotients_by_values_prove_periods_where_outcomes_need_fewer_elements() {
        let (mut by_quotient, mut proved) = (0, 0);
        for text in ["0.115", "0.241", "0.53", "0.512", "0.351", "0.34", "0.153", "0.152", "0.15"] {
            let code: Code = text.parse().unwrap();
            let (found, end) = GenusSequence::of(&code, 12, &Context::default());
            assert!(end.is_none(), "{code}: {end:?}");
            let searched = searched(&code, 12);
            for heap in 0..=12 {
                assert_eq!(found.genus(heap), searched.genus(heap), "{code}({heap})");
            }
            let quotient =
                |(method, _): &(GenusMethod, u64)| matches!(method, GenusMethod::Quotient(_));
            by_quotient += usize::from(found.methods.iter().any(quotient));
            proved += usize::from(found.period.is_some());
        }
        assert!(by_quotient > 4 && proved > 4, "{by_quotient} {proved}");
    }

    #[test]
    fn a_period_is_proved_however_few_heaps_are_asked_for() {
        let context = Context::default();
        for (text, wild) in [("0.123", 8), ("0.152", 21)] {
            let code: Code = text.parse().unwrap();
            let (asked, end) = GenusSequence::of(&code, 4, &context);
            assert!(end.is_none() && asked.first_wild == Some(wild), "{text}: {asked:?}");
            let (more, _) = GenusSequence::of(&code, 40, &context);
            assert!(asked.period.is_some() && asked.period == more.period, "{text}: {asked:?}");
            for heap in 0..100 {
                assert_eq!(asked.genus(heap), more.genus(heap), "{text}({heap})");
            }
        }
        // Kayles has no such quotient.
        let (kayles, end) = GenusSequence::of(&"0.77".parse().unwrap(), 4, &context);
        assert!(end.is_none() && kayles.period.is_none() && kayles.computed() == 5);
    }

    #[test]
    fn periods_hold_far_beyond_what_was_looked_at() {
        let context = Context::default();
        for (text, period) in [("0.123", Some((5, 5))), ("0.52", Some((6, 4)))] {
            let code: Code = text.parse().unwrap();
            let (found, _) = GenusSequence::of(&code, 20, &context);
            let told = found.period.map(|period| (period.preperiod, period.length));
            assert_eq!(told, period, "{text} {:?}", found.methods);
            let searched = searched(&code, 20);
            for heap in 0..20 {
                assert_eq!(found.genus(heap), searched.genus(heap), "{text}({heap})");
            }
            if period.is_some() {
                let values = Sequence::new(code).line(300, &context).unwrap().0;
                for n in 0..=300u64 {
                    assert_eq!(found.genus(n).unwrap().normal(), u64::from(values[n as usize]));
                }
            }
        }
    }
}
