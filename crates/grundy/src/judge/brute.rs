//! For tests: the outcome from the bare rules, by trying everything.

use super::Problem;
use std::collections::HashMap;
use std::hash::Hash;

/// Whether the player to move wins; `options` are the rules.
///
/// In misère play a player who cannot move wins.
pub fn wins<P: Clone + Eq + Hash>(
    position: &P,
    misere: bool,
    options: &dyn Fn(&P) -> Vec<P>,
    memo: &mut HashMap<P, bool>,
) -> bool {
    if let Some(&known) = memo.get(position) {
        return known;
    }
    let options_here = options(position);
    let answer = if options_here.is_empty() {
        misere
    } else {
        options_here.iter().any(|next| !wins(next, misere, options, memo))
    };
    memo.insert(position.clone(), answer);
    answer
}

/// The positions that replacing one heap makes; `heap` gives what may become of one heap.
pub fn replace_one(heaps: &[u64], heap: impl Fn(u64) -> Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    let mut all = Vec::new();
    for (i, &size) in heaps.iter().enumerate() {
        for new in heap(size) {
            all.push([&heaps[..i], &new, &heaps[i + 1..]].concat());
        }
    }
    all
}

/// Every list of `count` numbers from 0 to `most`.
pub fn lists(count: usize, most: u64) -> Vec<Vec<u64>> {
    (0..count).fold(vec![vec![]], |lists, _| {
        lists.iter().flat_map(|list| (0..=most).map(move |n| [&list[..], &[n]].concat())).collect()
    })
}

/// A list as it stands in an input: its length, then its numbers.
pub fn counted(list: &[u64]) -> String {
    format!("{} {}\n", list.len(), plain(list))
}

/// Numbers separated by blanks.
pub fn plain(list: &[u64]) -> String {
    list.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// What is printed for an input.
pub fn run(problem: &Problem, input: &str) -> String {
    let mut output = Vec::new();
    if let Err(error) = problem.judge(input.as_bytes(), &mut output) {
        panic!("{}: {error}\n{input}", problem.id);
    }
    String::from_utf8(output).expect("answers are text")
}

/// The message for an input that cannot be answered.
pub fn refusal(problem: &Problem, input: &str) -> String {
    problem.judge(input.as_bytes(), &mut Vec::new()).expect_err(input).to_string()
}

/// The problem answers each case of one input as `expected` says; the sides are
/// (input of the case, whether the first player wins).
pub fn check_cases(problem: &Problem, counted: bool, words: [&str; 2], cases: &[(String, bool)]) {
    let mut input = if counted { format!("{}\n", cases.len()) } else { String::new() };
    cases.iter().for_each(|(case, _)| input.push_str(case));
    let output = run(problem, &input);
    assert_eq!(output.lines().count(), cases.len(), "{}", problem.id);
    for (line, (case, first)) in output.lines().zip(cases) {
        assert_eq!(line, words[usize::from(!first)], "{}: {case}", problem.id);
    }
}

/// As [`check_cases`] for problems of one case an input.
pub fn check_single(problem: &Problem, words: [&str; 2], cases: &[(String, bool)]) {
    for case in cases {
        check_cases(problem, false, words, std::slice::from_ref(case));
    }
}
