//! subset-take-away: name a subset that contains none of those named before.

use crate::context::{Context, Stop};
use crate::game::{AnyGame, Card, Family, Game, Known, Move, Offer, Placed, erase, join};
use crate::nat::{Nat, to_u64};
use crate::picture;
use crate::read;
use crate::ruleset::{Full, Options, Ruleset};
use crate::sketch::{Sketch, board};
use crate::syntax::{Args, Component, ReadError};
use std::borrow::Cow;
use std::sync::Arc;

/// Subset takeaway on {1, …, n}, n <= 6.
///
/// A move names a subset, not the empty one and not the whole set, that contains no set named
/// before. So the sets that may still be named form a simplicial complex, and naming a set removes it
/// with all that contain it.
///
/// # What is known
/// 1. If one of the remaining sets contains all others, the position is N by strategy stealing: naming
///    it removes nothing else, and whatever answers that removes it too.
/// 2. The start is P for n <= 6 (Gale and Neyman, and Christensen and Tilford for n = 6). For n = 7 it is N
///    (Brouwer and Christensen), so the conjecture that it is always P is wrong.
///
/// Everything else is searched.
///
/// # Complexity
/// O(2^n) for a move. There are 7579 complexes on 5 elements, and 7.8 million on 6.
///
/// # Literature
/// D. Gale and A. Neyman, *Nim-type games*, International Journal of Game Theory 11 (1982); J. D.
/// Christensen and M. Tilford, *Unsolved problems: David Gale's subset take-away game*, American
/// Mathematical Monthly 104 (1997); A. E. Brouwer and J. D. Christensen, *Counterexamples to
/// conjectures about subset takeaway and counting linear extensions of a Boolean lattice*, Order 35
/// (2018).
#[derive(Clone, Copy, Debug, Default)]
pub struct SubsetTakeAway;

/// The sets that may be named: bit m stands for the set of the elements whose bits are in m.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sets {
    elements: u32,
    open: u64,
}

/// Larger sets are not searched.
const MAX_ELEMENTS: u32 = 6;

impl Sets {
    /// All subsets of so many elements but the empty and the whole one.
    ///
    /// # Panics
    /// If there are no elements, or more than 6.
    pub fn start(elements: u32) -> Self {
        assert!((1..=MAX_ELEMENTS).contains(&elements), "from 1 to {MAX_ELEMENTS} elements");
        let all = u64::MAX >> (64 - (1u32 << elements));
        Self { elements, open: all & !1 & !(1 << ((1u32 << elements) - 1)) }
    }

    /// The sets that may be named, by number.
    fn open(self) -> impl Iterator<Item = u32> {
        (1..1u32 << self.elements).filter(move |set| self.open >> set & 1 == 1)
    }

    /// What is left when a set is named.
    fn named(self, set: u32) -> Self {
        let above = (1..1u32 << self.elements).filter(|other| other & set == set);
        Self { open: above.fold(self.open, |open, other| open & !(1 << other)), ..self }
    }

    /// The least sets that may not be named, the whole set left out.
    fn least_closed(self) -> Vec<u32> {
        let whole = (1u32 << self.elements) - 1;
        let closed = |set: u32| set != 0 && self.open >> set & 1 == 0;
        let least = |&set: &u32| {
            let mut smaller = (0..self.elements).filter(|i| set >> i & 1 == 1);
            closed(set) && smaller.all(|i| !closed(set & !(1 << i)))
        };
        let mut sets: Vec<u32> = (1..whole).filter(least).collect();
        sets.sort_unstable_by_key(|&set| (set.count_ones(), elements(set)));
        sets
    }

    /// Whether one of the sets contains all others.
    fn has_greatest(self) -> bool {
        let union = self.open().fold(0, |union, set| union | set);
        union != 0 && self.open >> union & 1 == 1
    }
}

/// The elements of a set, from 1.
fn elements(set: u32) -> Vec<u32> {
    (0..MAX_ELEMENTS).filter(|i| set >> i & 1 == 1).map(|i| i + 1).collect()
}

/// A set in words: "1,2".
fn in_words(set: u32) -> String {
    join(elements(set).iter().map(ToString::to_string), ",")
}

impl Ruleset for SubsetTakeAway {
    type Position = Sets;

    fn options(&self, sets: &Sets, out: &mut Options<Sets>) -> Result<(), Full> {
        sets.open().try_for_each(|set| out.push([sets.named(set)]))
    }

    fn pack(&self, sets: &Sets) -> Option<u64> {
        // Neither the empty nor the whole set is ever open: 62 bits for six elements.
        Some(match sets.elements {
            MAX_ELEMENTS => sets.open >> 1 | 1 << 63,
            n => sets.open | u64::from(n) << 40,
        })
    }
}

impl Game for SubsetTakeAway {
    fn title(&self) -> String {
        CARD.name.into()
    }

    fn read(self: Arc<Self>, args: &Args, _: &Context<'_>) -> Result<Placed<Self>, ReadError> {
        const FORM: &str = "expected (n) or (n; 1,2; 3), the sets named so far after the ';'";
        let [[number], named @ ..] = &*args.groups.iter().map(Vec::as_slice).collect::<Vec<_>>()
        else {
            let what = "the number of elements belongs here";
            return Err(ReadError::domain(what, args.span).help(FORM));
        };
        let n = read::number(number)?;
        let count = to_u64(n).filter(|&n| 0 < n && n <= u64::from(MAX_ELEMENTS));
        let Some(count) = count else {
            return Err(ReadError::domain(
                format!("sets of {n} elements are not searched"),
                number.span,
            )
            .help(format!("expected from 1 to {MAX_ELEMENTS} elements")));
        };
        let mut sets = Sets::start(count as u32);
        for &group in named {
            let mut set = 0u32;
            for element in read::number_list(group)? {
                let Some(i) = to_u64(&element).filter(|&i| 0 < i && i <= count) else {
                    let what = format!("there is no element {element}");
                    return Err(ReadError::domain(what, args.span)
                        .help(format!("expected elements from 1 to {count}")));
                };
                set |= 1 << (i - 1);
            }
            if set == 0 || set + 1 == 1 << count {
                let what = "neither the empty set nor the whole set is named";
                return Err(ReadError::domain(what, args.span).help(FORM));
            }
            sets = sets.named(set);
        }
        Ok(Placed::new(self, vec![sets]))
    }

    fn print(&self, sets: &Sets) -> String {
        let named = sets.least_closed().into_iter().map(in_words);
        join(std::iter::once(sets.elements.to_string()).chain(named), "; ")
    }

    fn print_move(&self, from: &Sets, to: &Move<Sets>) -> String {
        let named = to.sum.first().and_then(|to| {
            from.open().filter(|set| to.open >> set & 1 == 0).min_by_key(|set| set.count_ones())
        });
        format!("name {{{}}}", in_words(named.unwrap_or(0)))
    }

    fn move_names(&self, from: &Sets, to: &Move<Sets>) -> Vec<String> {
        let text = self.print_move(from, to);
        let set = text.trim_start_matches("name ").to_owned();
        vec![set.trim_matches(['{', '}']).to_owned(), set]
    }

    fn heaps(&self, _: &Sets) -> Vec<Nat> {
        Vec::new()
    }

    fn picture(&self, sets: &Sets) -> Vec<String> {
        let mut lines = Vec::new();
        for size in 1..sets.elements {
            let of_size = sets.open().filter(|set| set.count_ones() == size);
            lines.extend(picture::list(of_size.map(|set| format!("{{{}}}", in_words(set))), " "));
        }
        lines
    }

    fn sketch(&self, sets: &Sets, moves: &[Offer<'_, Sets>]) -> Option<Sketch> {
        let tile = |offer: &Offer<'_, Sets>| {
            let shown = offer.text.trim_start_matches("name {").trim_end_matches('}').to_owned();
            (shown, offer.text.to_owned())
        };
        let tiles: Vec<(String, String)> = moves.iter().map(tile).collect();
        board::tiles(&format!("sets of numbers from 1 to {}", sets.elements), &tiles)
    }

    fn known(&self, sets: &Sets, _: &Context<'_>) -> Result<Option<Known>, Stop> {
        Ok(if sets.open == 0 || *sets == Sets::start(sets.elements) {
            Some(Known::Value(Nat::ZERO))
        } else if sets.has_greatest() {
            Some(Known::Nonzero)
        } else {
            None
        })
    }

    fn method(&self, sets: &Sets) -> Cow<'static, str> {
        if *sets == Sets::start(sets.elements) {
            "the start is P up to six elements (Gale and Neyman, Christensen and Tilford)"
        } else if sets.has_greatest() {
            "strategy stealing"
        } else {
            "search over the rules"
        }
        .into()
    }

    fn why(&self, sets: &Sets) -> Vec<String> {
        let union = sets.open().fold(0, |union, set| union | set);
        if *sets == Sets::start(sets.elements) {
            vec![
                "no set is named yet: for up to six elements a search has shown this to be P"
                    .into(),
            ]
        } else if sets.has_greatest() {
            vec![format!(
                "the set {{{}}} contains all that remain: either naming it wins, or the answer that beats it could have been named at once, as it removes this one too: N",
                in_words(union)
            )]
        } else {
            Vec::new()
        }
    }

    fn reachable(&self, sets: &Sets) -> Option<Nat> {
        // Any sets of one size can be named.
        let of_size = |size: u32| sets.open().filter(|set| set.count_ones() == size).count();
        (1..sets.elements.max(2)).map(|size| Nat::ONE << of_size(size)).max()
    }

    fn move_count(&self, sets: &Sets) -> Option<usize> {
        Some(sets.open.count_ones() as usize)
    }
}

/// The registry's row.
pub struct SubsetTakeAwayFamily;

static CARD: Card<'static> = Card {
    name: "subset-take-away",
    params: "",
    position: "(n), n <= 6, or (n; 1,2; 3): after ';' the sets named so far",
    rules: "Name a set of some of the numbers 1 to n, not all of them, that contains no set named before.",
    theorem: "The start is P for n <= 6 (not for n = 7). A position in which one set contains all that remain is N, by strategy stealing. Otherwise by search.",
    source: "D. Gale and A. Neyman 1982, J. D. Christensen and M. Tilford 1997",
    cost: "by search of the complexes: 7579 for n = 5, 7.8 million for n = 6",
    examples: &["subset-take-away(5)", "subset-take-away(4; 1,2) + nim(1)"],
};

impl Family for SubsetTakeAwayFamily {
    fn card(&self) -> Card<'_> {
        CARD
    }

    fn configure(&self, component: &Component) -> Result<Arc<dyn AnyGame>, ReadError> {
        read::no_params(component)?;
        Ok(erase(SubsetTakeAway))
    }

    fn small(&self) -> Vec<String> {
        let texts = [
            "1",
            "2",
            "2; 1",
            "2; 1; 2",
            "3",
            "3; 1",
            "3; 1,2",
            "3; 1; 2,3",
            "3; 1; 2",
            "3; 1; 2; 3",
            "3; 1,2; 1,3",
            "3; 1,2; 1,3; 2,3",
            "4; 1",
            "4; 1,2",
            "4; 1; 2",
            "4; 1,2; 3,4",
            "4; 1,2; 1,3; 2,4",
            "4; 1,2,3; 1,2,4",
            "4; 1; 2,3",
            "4; 1,2; 1,3; 1,4; 2,3; 2,4; 3,4",
        ];
        texts.iter().map(|text| format!("subset-take-away({text})")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing;

    #[test]
    fn theory_agrees_with_the_rules() {
        let mut rng = fastrand::Rng::with_seed(6);
        let mut all: Vec<Sets> = (1..=4).map(Sets::start).collect();
        for n in [3, 4, 4, 4, 5] {
            for _ in 0..12 {
                let mut sets = Sets::start(n);
                for _ in 0..rng.u32(1..5) + u32::from(n == 5) * 3 {
                    sets = sets.named(rng.u32(1..(1 << n) - 1));
                }
                all.push(sets);
            }
        }
        testing::check_theory(&SubsetTakeAway, all, 3);
        testing::check_round_trip(&SubsetTakeAwayFamily);
    }

    #[test]
    fn the_start_is_p_for_five_elements() {
        // Each of the four classes of first moves has an answer; by search without the theorem.
        let mut memo = crate::solve::Memo::default();
        let context = Context::default();
        for named in [0b1, 0b11, 0b111, 0b1111] {
            let sets = Sets::start(5).named(named);
            let value = memo.value(&SubsetTakeAway, &sets, &context).unwrap().number();
            assert_ne!(value, Some(0), "{named:b}");
        }
    }

    #[test]
    fn positions_are_checked() {
        for (text, error) in [
            ("subset-take-away(7)", "sets of 7 elements are not searched (18)"),
            ("subset-take-away()", "the number of elements belongs here (17)"),
            ("subset-take-away(3; 4)", "there is no element 4 (17)"),
            ("subset-take-away(3; 1,2,3)", "neither the empty set nor the whole set is named (17)"),
        ] {
            assert_eq!(testing::read_error(&SubsetTakeAwayFamily, text), error);
        }
    }
}
