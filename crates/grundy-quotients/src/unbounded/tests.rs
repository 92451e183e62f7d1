//! Laws of infinite quotients compared with brute force over the rules.

use super::*;
use crate::tests::{Octal, is_p};
use hashbrown::HashMap;

/// Cells of a table.
const CELLS: u64 = 1 << 22;

fn find(code: &str, last: u32) -> (Unbounded, Octal) {
    let rules = Octal::new(code);
    let law = Unbounded::find(&rules, last, CELLS, &mut || true).unwrap();
    (law.unwrap_or_else(|| panic!("{code} to heap {last}")), rules)
}

/// The counts of a sum of heaps all of which are counted.
fn counts(law: &Unbounded, sum: &[u32]) -> Vec<u64> {
    law.heaps().iter().map(|heap| sum.iter().filter(|&n| n == heap).count() as u64).collect()
}

fn compare(law: &Unbounded, rules: &Octal, sums: usize, most: usize) {
    let mut random = fastrand::Rng::with_seed(7);
    let mut known = HashMap::new();
    let mut p = 0;
    for _ in 0..sums {
        let mut sum: Vec<u32> = (0..random.usize(..=most))
            .map(|_| law.heaps()[random.usize(..law.heaps().len())])
            .collect();
        sum.sort_unstable();
        let truth = is_p(rules, &sum, &mut known);
        assert_eq!(law.is_p(&counts(law, &sum)), truth, "{sum:?}");
        p += usize::from(truth);
    }
    assert!(p > sums / 50, "{p}");
}

#[test]
fn infinite_quotients_have_the_outcomes_of_the_rules() {
    for (code, last) in [("0.3141", 5), ("0.3122", 7)] {
        let (law, rules) = find(code, last);
        assert!(law.is_infinite(), "{code}");
        compare(&law, &rules, 1500, 8);
        // Long sums of the two kinds of heaps that are compared.
        let mut known = HashMap::new();
        let weighted: Vec<usize> =
            (0..law.heaps().len()).filter(|&j| law.bounds()[j].weight != 0).collect();
        assert_eq!(weighted.len(), 2, "{code}");
        for (a, b) in [(1, 14), (14, 1), (9, 9), (10, 8), (8, 10), (3, 12)] {
            for one in [0, 1] {
                let mut counts = vec![0u64; law.heaps().len()];
                (counts[0], counts[weighted[0]], counts[weighted[1]]) = (one, a, b);
                let mut sum = Vec::new();
                for (&heap, &count) in law.heaps().iter().zip(&counts) {
                    sum.extend(std::iter::repeat_n(heap, count as usize));
                }
                sum.sort_unstable();
                assert_eq!(law.is_p(&counts), is_p(&rules, &sum, &mut known), "{code} {counts:?}");
            }
        }
    }
}

#[test]
fn a_form_may_have_greater_weights() {
    let (law, rules) = find("0.354", 5);
    assert!(law.is_infinite());
    let weights: Vec<i32> = law.bounds().iter().map(|bound| bound.weight).collect();
    assert_eq!((weights, law.form()), (vec![0, -3, -4, -2, 1], (3, 3)));
    compare(&law, &rules, 1500, 8);
    // Both signs of the form, and the values between.
    let mut known = HashMap::new();
    for twos in 0..6usize {
        for fives in 0..19usize {
            let sum = [vec![2; twos], vec![5; fives]].concat();
            assert_eq!(law.is_p(&counts(&law, &sum)), is_p(&rules, &sum, &mut known), "{sum:?}");
        }
    }
}

#[test]
fn finite_quotients_have_laws_too() {
    for (code, last) in [("0.77", 5), ("0.123", 5), ("0.07", 8)] {
        let (law, rules) = find(code, last);
        assert!(!law.is_infinite(), "{code}");
        compare(&law, &rules, 2000, 8);
    }
}

#[test]
fn a_law_with_another_outcome_does_not_pass_the_check() {
    let (law, _) = find("0.3141", 5);
    assert!(law.check(&mut || true).unwrap());
    let (mut refuted, mut random) = (0, fastrand::Rng::with_seed(3));
    for _ in 0..1000 {
        let mut other = law.clone();
        let cell = random.usize(..other.table.len());
        match other.table[cell] {
            UNKNOWN => continue,
            outcome => other.table[cell] = 1 - outcome,
        }
        assert!(!other.check(&mut || true).unwrap(), "cell {cell}");
        refuted += 1;
    }
    assert!(refuted > 50, "{refuted}");
    // Nor one with lower thresholds.
    for j in 0..law.heaps().len() {
        let mut other = law.clone();
        if other.shape.bounds[j].threshold > 0 {
            other.shape.bounds[j].threshold -= 1;
            other.table = vec![N; other.shape.types() as usize];
            assert!(!other.check(&mut || true).unwrap());
        }
    }
}

#[test]
fn the_search_ends_when_it_is_told_to() {
    let rules = Octal::new("0.3141");
    assert_eq!(Unbounded::find(&rules, 5, CELLS, &mut || false), Err(Halt::Cancelled));
    assert_eq!(Unbounded::find(&rules, 40, CELLS, &mut || true), Ok(None));
    assert_eq!(Unbounded::find(&rules, 5, 1000, &mut || true), Ok(None));
}
