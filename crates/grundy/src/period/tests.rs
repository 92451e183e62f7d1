//! Every period that is told, wherever it is told, is the least one: judged by the definition.

use super::*;
use crate::context::Context;
use crate::expr::Catalogue;
use crate::game::Content;
use crate::heap::kernel::{Kernel, Plain};
use crate::heap::run::Run;
use crate::heap::{Code, Sequence, survey};
use crate::nimber::mex;
use crate::outcome::Play;
use crate::table::{Repeating, Table};
use proptest::prelude::*;

/// Fails unless the period holds for these values to their end, with the least preperiod and the least
/// length. `first` is the heap of the first value.
fn check_least(values: &[u64], first: u64, period: Period, name: &str) {
    let count = values.len() as u64;
    let value = |n: u64| values[(n - first) as usize];
    let Period { preperiod, length, saltus } = period;
    assert!(length > 0 && preperiod >= first, "{name}: {period:?}");
    let holds = |n: u64| value(n + length) == value(n) + saltus;
    let end = (first + count).saturating_sub(length);
    assert!((preperiod..end).all(holds), "{name}: {period:?}");
    if (first + 1..=end).contains(&preperiod) {
        assert!(!holds(preperiod - 1), "{name}: {period:?} holds from {} on", preperiod - 1);
    }
    // A shorter period is one of the whole sequence if it holds for two lengths.
    if preperiod + 2 * length <= end {
        for shorter in 1..length {
            let step = value(preperiod + shorter).wrapping_sub(value(preperiod));
            let all = (preperiod..end).all(|n| value(n + shorter).wrapping_sub(value(n)) == step);
            assert!(!all, "{name}: {period:?}, but {shorter} is a period");
        }
    }
}

fn values_of_code(code: &Code, to: u64) -> Vec<u64> {
    let mut values = Vec::new();
    Plain::new(code)
        .extend(to, &Context::default(), &mut |piece| {
            values.extend(piece.iter().copied().map(u64::from));
        })
        .unwrap();
    values
}

/// All that tells a period of a code; `values` are those of the heaps 0, 1, … by the definition.
fn check_code(text: &str, values: &[u64]) {
    let (code, context) = (text.parse::<Code>().unwrap(), Context::default());
    let to = values.len() as u64 - 1;
    for end in [100, to / 2, to] {
        for only_period in [false, true] {
            let mut run = Run::new(code.clone());
            run.extend(end, only_period, &context, &mut |_| Ok(())).unwrap();
            let Some(found) = run.summary().period else { continue };
            // What is not proved holds as far as it was seen.
            let seen = if run.proved().is_some() { values } else { &values[..=end as usize] };
            check_least(seen, 0, found, text);
        }
        let entry = survey::entry(&code, end, &context).unwrap();
        if entry.proved == Some(true) {
            let (preperiod, length) = (entry.preperiod.unwrap(), entry.period.unwrap());
            let period = Period { preperiod, length, saltus: entry.saltus.unwrap() };
            check_least(values, 0, period, text);
        }
        if let (_, Some(found)) = Sequence::new(code.clone()).line(end, &context).unwrap() {
            check_least(values, 0, found, text);
        }
    }
    check_table(text, values);
}

/// What tables and theories tell of a game of one heap.
fn check_table(game: &str, values: &[u64]) {
    let context = Context::default();
    let game = Catalogue::default().read_game(game).unwrap();
    let name = game.title();
    for end in [64, values.len() as u64 - 1] {
        let table = Table::compute(&*game, end, None, Content::Values, &context).unwrap();
        let first = end + 1 - table.rows() as u64;
        if let Some(note) = table.note {
            let seen = if note.proved { values } else { &values[..=end as usize] };
            check_least(&seen[first as usize..], first, note.period, &name);
        }
        let normal = Content::Outcomes(Play::Normal);
        let table = Table::compute(&*game, end, None, normal, &context).unwrap();
        if let Some(note) = table.note.filter(|note| note.of == Repeating::Outcomes) {
            let outcomes: Vec<u64> =
                values[..=end as usize].iter().map(|&value| u64::from(value != 0)).collect();
            check_least(&outcomes, first, note.period, &name);
        }
    }
    let to = Nat::from(values.len());
    if let Some(law) = game.heap_law(&to, &context).unwrap() {
        let word = |n: &Nat| to_u64(n).unwrap();
        let Period { preperiod, length, saltus } = &law.period;
        let period =
            Period { preperiod: word(preperiod), length: word(length), saltus: word(saltus) };
        check_least(values, 0, period, &name);
        let known = word(&(preperiod + length)).min(values.len() as u64);
        assert!(!law.identity || (0..known).all(|n| values[n as usize] == n), "{name}");
    }
}

#[test]
fn periods_of_known_codes_are_the_least() {
    for text in [
        "0.1", "0.01", "0.2", "0.3", "0.07", "0.77", "0.137", "0.45", "0.0[3]", "0.[2]", "0.[3]",
        "0.[30]", "4.[3]", "4.0", "4.3", "4=.3", "0.3F", "0.0F", "0.71", "0.00[2]", "4.0[3]",
    ] {
        let to = if text.contains('F') { 200 } else { 1500 };
        check_code(text, &values_of_code(&text.parse().unwrap(), to));
    }
    // Heaps of treblecross are two squares longer than strips.
    let values = values_of_code(&"0.007".parse().unwrap(), 900);
    check_table("treblecross", &values[2..]);
    check_table("nim-keep", &[&[0][..], &(0..400).collect::<Vec<_>>()].concat());
    check_table("bash[6]", &(0..400).map(|n| n % 7).collect::<Vec<_>>());
}

/// The values of a game in which `takes(n)` may be taken from a heap of n.
fn values_of_takes(to: u64, may_be_taken: impl Fn(u64) -> bool) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=to {
        let options = (1..=n).filter(|&take| may_be_taken(take));
        values.push(mex(options.map(|take| values[(n - take) as usize])));
    }
    values
}

fn listed(set: &[u64]) -> String {
    set.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

#[test]
fn the_preperiod_of_all_but_sets_is_the_least() {
    let set = [2, 3, 5, 7];
    let values = values_of_takes(900, |take| !set.contains(&take));
    check_table("subtraction[all-but[2,3,5,7]]", &values);
    let game = Catalogue::default().read_game("subtraction[all-but[2,3,5,7]]").unwrap();
    let table = Table::compute(&*game, 64, None, Content::Values, &Context::default()).unwrap();
    let expected = Period { preperiod: 2, length: 10, saltus: 3 };
    assert_eq!(table.note.unwrap().period, expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn periods_of_random_codes_are_the_least(
        first in "[04][!?=]?",
        digits in "([0-7][!?=]?){1,4}",
        cycle in "([0-3]){0,3}",
    ) {
        let cycle = if cycle.is_empty() { cycle } else { format!("[{cycle}]") };
        let text = format!("{first}.{digits}{cycle}");
        check_code(&text, &values_of_code(&text.parse().unwrap(), 900));
    }

    #[test]
    fn periods_of_random_sets_are_the_least(
        set in prop::collection::btree_set(1u64..24, 1..6),
        scale in 1u64..4,
    ) {
        let set: Vec<u64> = set.into_iter().map(|take| take * scale).collect();
        let values = values_of_takes(1200, |take| set.contains(&take));
        check_table(&format!("subtraction[{}]", listed(&set)), &values);
    }

    #[test]
    fn periods_of_random_all_but_sets_are_the_least(
        set in prop::collection::btree_set(1u64..20, 0..6),
    ) {
        let set: Vec<u64> = set.into_iter().collect();
        let values = values_of_takes(1200, |take| !set.contains(&take));
        check_table(&format!("subtraction[all-but[{}]]", listed(&set)), &values);
    }
}

#[test]
fn reduction_goes_back_by_periods() {
    let period = Period { preperiod: 71, length: 12, saltus: 0 };
    for n in (0..400u64).chain(u64::MAX - 40..u64::MAX) {
        for n in [Nat::from(n), Nat::from(n) + 30u8] {
            let (m, times) = period.reduce(&n);
            assert!(m < 83 && (m >= 71 || times == Nat::ZERO));
            assert_eq!(times * 12u8 + m, n);
        }
    }
}
