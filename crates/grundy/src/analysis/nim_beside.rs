//! Misère play of wild codes beside nim-heaps that are larger than all their values.
//!
//! For each sum Y there is just one n beside whose nim-heap Y is P in misère play, the misère value g-(Y) (J. H. Conway
//! 1976). So beside one nim-heap n > g-(Y) the sum is N: leaving g-(Y) of the nim-heap wins. A move in Y wins just if
//! it leaves a sum of misère value n.
//!
//! Beside more of them, let B be the sums of some heaps and of the nim-heaps less than m = 2^k, and let
//!
//! 1. the Grundy values of normal play of these heaps be less than m, and so those of all sums in B;
//! 2. the misère values of all Y in B be less than m.
//!
//! **Theorem.** Let Y be in B and let n1, …, nr >= m be nim-heaps, r >= 2. The sum has the outcome of normal play, and
//! the same winning moves.
//!
//! Proof. By induction on the moves that are left. Each move leaves a sum with at least two nim-heaps of m or more,
//! which has the outcome of normal play, or, for r = 2, one with one such nim-heap: that is N in misère play by 2, and
//! in normal play, too, as its nim-sum has a bit from k on by 1. So each move leaves the outcome of normal play, and
//! there are moves: the sum itself has it, too. ∎
//!
//! The misère quotient of B tells misère values less than m: those of an element x are the n for which the product of
//! x and the nim-heap n is in the P-portion.

use super::Question;
use super::decided::Decided;
use super::parts::{Gathered, Parts, allowed};
use super::search::Searcher;
use crate::context::{Context, Stop};
use crate::heap::{Code, Sequence};
use crate::nat::{Nat, to_u64};
use crate::outcome::Outcome;
use crate::quotient::{Element, Id, Limits, ONE_QUESTION, Place, Union, last_heap};

/// Nim-heaps that are in the quotient are less than 2 to this.
const MAX_BITS: u32 = 4;

/// A part.
enum Part {
    /// A heap of the code with this number.
    Heap(usize, Nat),
    /// A nim-heap.
    Nim(Nat),
}

/// A sum whose nim-heaps from `bound` on are larger than all values.
struct Beside<'u> {
    union: &'u Union,
    bound: u64,
}

/// The outcome and the winning moves by the theorem; `None` where its conditions are not seen to hold, or if
/// no nim-heap is large enough.
///
/// # Errors
/// [`Stop`] when cancelled, out of time, or if rules are faulty.
pub fn decide(
    parts: &Parts<'_>,
    question: &Question,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<Option<Decided>, Stop> {
    let (mut codes, mut list) = (Vec::<Code>::new(), Vec::with_capacity(parts.len()));
    for part in 0..parts.len() {
        let (component, i) = parts.place(part);
        if component.identity() == "nim"
            && let Some(size) = component.position(i).downcast_ref::<Nat>()
        {
            list.push(Part::Nim(size.clone()));
            continue;
        }
        let (Some(code), Some(heap)) = (component.code(), component.heap_of_code(i)) else {
            return Ok(None);
        };
        let number = codes.iter().position(|known| known == code).unwrap_or_else(|| {
            codes.push(code.clone());
            codes.len() - 1
        });
        list.push(Part::Heap(number, heap));
    }
    let large = |bound: u64, part: &Part| matches!(part, Part::Nim(n) if *n >= Nat::from(bound));
    let Some(greatest) = greatest_value(&codes, &list, context)? else { return Ok(None) };
    let least = (u64::BITS - greatest.leading_zeros()).max(1);
    for bits in least..=MAX_BITS {
        let bound = 1u64 << bits;
        if !list.iter().any(|part| large(bound, part)) {
            break;
        }
        let number = quotient(&codes, &list, bound, context, searcher)?;
        let (union, ..) = searcher.kept_quotient(number);
        let to = ends(&codes, &list);
        union.grow(&to, context)?;
        if !union.check(context)? {
            break;
        }
        let beside = Beside { union, bound };
        let count = list.iter().filter(|part| large(bound, part)).count();
        if count > 1 && !beside.misere_values_are_less() {
            continue;
        }
        if let Some(decided) = beside.decide(&list, parts, question, context)? {
            return Ok(Some(decided));
        }
    }
    Ok(None)
}

/// The greatest Grundy value of the heaps up to the largest ones; `None` if it is not found.
fn greatest_value(
    codes: &[Code],
    list: &[Part],
    context: &Context<'_>,
) -> Result<Option<u64>, Stop> {
    let mut greatest = 0;
    for (number, code) in codes.iter().enumerate() {
        let heaps = list.iter().filter_map(|part| match part {
            Part::Heap(of, heap) if *of == number => Some(heap),
            _ => None,
        });
        let largest = heaps.max().cloned().unwrap_or(Nat::ZERO);
        let mut sequence = Sequence::new(code.clone());
        match sequence.value(&largest, &context.modest()) {
            Ok(_) => {}
            Err(Stop::Limit { .. } | Stop::Refused(_)) => return Ok(None),
            Err(stop) => return Err(stop),
        }
        if sequence.period().is_some_and(|period| period.saltus > 0) {
            return Ok(None);
        }
        let values = sequence.values();
        let all = values.slice(0, values.len());
        greatest = greatest.max(all.into_iter().max().unwrap_or(0).into());
    }
    Ok(Some(greatest))
}

/// The last heap of each code that is needed.
fn ends(codes: &[Code], list: &[Part]) -> Vec<Option<u64>> {
    let mut to = vec![None; codes.len()];
    for part in list {
        if let Part::Heap(code, heap) = part {
            let heap = to_u64(heap).unwrap_or(u64::MAX).min(last_heap(&codes[*code]));
            to[*code] = to[*code].max(Some(heap));
        }
    }
    to
}

/// The number of the quotient of the nim-heaps less than `bound`, which are the positions 0, 1, …, and of heaps of the
/// codes.
fn quotient(
    codes: &[Code],
    list: &[Part],
    bound: u64,
    context: &Context<'_>,
    searcher: &mut Searcher,
) -> Result<usize, Stop> {
    debug_assert!(!list.is_empty());
    let beside = format!("nim-heaps less than {bound}");
    let key = (codes.iter().map(Code::to_string).chain([beside]).collect::<Vec<_>>(), Vec::new());
    if let Some(known) = searcher.quotient(&key) {
        return Ok(known);
    }
    let all = &context.limits;
    let most = all.positions.min(all.memory / 160).min(ONE_QUESTION.outcomes as u64);
    let mut union =
        Union::new(codes.iter().cloned(), Limits { outcomes: most as usize, ..ONE_QUESTION });
    let mut ids: Vec<Id> = Vec::new();
    for _ in 0..bound {
        match union.add_position(ids.iter().map(|&id| vec![id]).collect(), context)? {
            Ok(id) => ids.push(id),
            Err(_) => break,
        }
    }
    Ok(searcher.keep_quotient(key, union, hashbrown::HashMap::new()))
}

impl Beside<'_> {
    fn nim(&self, n: u64) -> Option<Element> {
        self.union.element(&Place::Position(n as Id))
    }

    /// The nim-heap less than the bound beside which an element is P.
    fn misere_value(&self, x: Element) -> Option<u64> {
        let monoid = self.union.monoid();
        (0..self.bound).find(|&n| self.nim(n).is_some_and(|h| monoid.is_p(monoid.product(x, h))))
    }

    /// Whether each move in the other parts leaves a misère value less than the bound; `None` if that is not known.
    fn stays_below(&self, list: &[Part], elements: &[Option<Element>]) -> Option<bool> {
        let monoid = self.union.monoid();
        for (i, part) in list.iter().enumerate() {
            if elements[i].is_none() {
                continue;
            }
            let others = elements.iter().enumerate().filter(|&(j, _)| j != i);
            let rest = others.filter_map(|(_, x)| *x).fold(0, |x, y| monoid.product(x, y));
            let options = match part {
                Part::Nim(n) => (0..to_u64(n)?).map(|n| self.nim(n)).collect::<Option<Vec<_>>>()?,
                Part::Heap(code, heap) => self.options(*code, heap)?,
            };
            if options.iter().any(|&d| self.misere_value(monoid.product(rest, d)).is_none()) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// The elements of the options of a heap: far out, those of one that is less by periods.
    fn options(&self, code: usize, heap: &Nat) -> Option<Vec<Element>> {
        let count = self.union.heaps(code);
        let near = match (to_u64(heap).filter(|&n| n < count), self.union.period(code)) {
            (Some(n), _) => n,
            (None, Some(period)) => {
                let start = count.checked_sub(period.length)?;
                let beyond = (heap - Nat::from(start)) % Nat::from(period.length);
                start + to_u64(&beyond)?
            }
            (None, None) => return None,
        };
        self.union.options(code, near)
    }

    /// Condition 2 of the theorem.
    fn misere_values_are_less(&self) -> bool {
        self.union.monoid().elements().all(|x| self.misere_value(x).is_some())
    }

    fn decide(
        &self,
        list: &[Part],
        parts: &Parts<'_>,
        question: &Question,
        context: &Context<'_>,
    ) -> Result<Option<Decided>, Stop> {
        let is_large = |part: &Part| matches!(part, Part::Nim(n) if *n >= Nat::from(self.bound));
        let large: Vec<usize> = (0..list.len()).filter(|&i| is_large(&list[i])).collect();
        let mut gathered = Gathered::new(question.moves);
        let monoid = self.union.monoid();
        let mut elements = vec![None; list.len()];
        for (x, part) in elements.iter_mut().zip(list).filter(|(_, part)| !is_large(part)) {
            *x = match part {
                Part::Nim(n) => to_u64(n).and_then(|n| self.nim(n)),
                Part::Heap(code, heap) => self.union.element(&Place::Heap(*code, heap.clone())),
            };
            if x.is_none() {
                return Ok(None);
            }
        }
        let small = elements.iter().flatten().fold(0, |x, &y| monoid.product(x, y));
        let (outcome, why) = if let [only] = large[..] {
            let Some(left) = self.misere_value(small) else { return Ok(None) };
            if self.stays_below(list, &elements) != Some(true) {
                return Ok(None);
            }
            if allowed(question, parts).any(|part| part == only) {
                let (component, i) = parts.place(only);
                let target = Nat::from(left);
                let found = component.moves_to(i, Some(&target), gathered.room(), context)?;
                gathered.add(parts, only, &found);
            }
            let why = format!(
                "beside a nim-heap of {left} the sum of the other parts is P in misère play, as its element of \
                 the misère quotient shows; so the player to move wins by leaving {left} of the larger \
                 nim-heap, and all other moves lose: N"
            );
            (Outcome::N, why)
        } else {
            let (findings, total) = super::normal::value_of(parts, context)?;
            let Some(total) = total.and_then(|total| total.number().cloned()) else {
                return Ok(None);
            };
            let outcome = Outcome::of(!total.is_zero());
            if outcome.mover_wins() {
                for part in allowed(question, parts) {
                    let crate::answer::PartValue::Known(own) = &findings[part].value else {
                        gathered.add_unknown();
                        continue;
                    };
                    let (component, i) = parts.place(part);
                    let target = &total ^ own;
                    let found = component.moves_to(i, Some(&target), gathered.room(), context)?;
                    gathered.add(parts, part, &found);
                }
            }
            let why = format!(
                "so beside two or more nim-heaps of {} or more misère play has the outcomes of normal \
                 play; the nim-sum is {total}: {outcome}",
                self.bound
            );
            (outcome, why)
        };
        let mut reasoning = Vec::new();
        if question.explain {
            if large.len() > 1 {
                reasoning.push(format!(
                    "no Grundy value of a part but the large nim-heaps reaches {0}, and every sum of such \
                     parts is P in misère play beside one of the nim-heaps less than {0}: its misère \
                     quotient shows it",
                    self.bound
                ));
            }
            reasoning.push(why);
        }
        let method = self.method();
        Ok(Some(Decided { outcome, winning_moves: gathered, method, reasoning }))
    }

    fn method(&self) -> String {
        let codes: Vec<String> = self.union.codes().map(ToString::to_string).collect();
        let (order, bound) = (self.union.monoid().order(), self.bound);
        let far = match self.union.last_heaps() {
            None => "all heaps".to_owned(),
            Some(last) => format!("heaps up to {last}"),
        };
        format!(
            "misère quotient of {} and the nim-heaps less than {bound}: {order} elements, proved for {far}; \
             larger nim-heaps by a theorem",
            codes.join(", ")
        )
    }
}
