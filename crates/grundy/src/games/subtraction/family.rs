//! The registry's row, and how sets are read.

use super::Subtraction;
use crate::game::{AnyGame, Card, Family, erase};
use crate::nat::Nat;
use crate::read;
use crate::sorting::sort;
use crate::syntax::{Arg, ArgKind, Component, ReadError};
use crate::theory::number_set::NumberSet;
use crate::theory::take_set::{Classic, TakeSet};
use std::sync::Arc;

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
pub(super) fn read_set(component: &Component) -> Result<TakeSet, ReadError> {
    let Some(params) = &component.params else {
        return Err(ReadError::domain("subtraction needs a set of numbers", component.head_span)
            .help(EXPECTED));
    };
    let Some(group) = params.single().filter(|group| !group.is_empty()) else {
        return Err(ReadError::domain("this is not a set of numbers", params.span).help(EXPECTED));
    };
    let (words, plain): (Vec<&Arg>, Vec<&Arg>) =
        group.iter().partition(|arg| matches!(arg.kind, ArgKind::Sum(_)));
    let plain: Vec<Arg> = plain.into_iter().cloned().collect();
    let numbers = read::number_set(&plain)?;
    if numbers.contains(&Nat::ZERO) {
        return Err(ReadError::domain("taking 0 is not a move", params.span).help(EXPECTED));
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
    sort(&mut classics);
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
