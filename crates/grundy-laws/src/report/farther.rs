//! Laws that hold in a table, looked at in a larger one: what was a coincidence of the first entries fails there.

use super::entries::Entries;
use super::law_formula::LawFormula;
use super::{Report, Status};
use crate::pattern::term::Term;
use crate::pattern::{Data, UNKNOWN};

impl Report {
    /// Laws that are checked are compared with a larger table: what fails is told as a remark, with the place,
    /// and what ends with the first table is left out. What holds is checked so far.
    ///
    /// # Complexity
    /// O(entries) evaluations for each law.
    pub(super) fn look_farther(&mut self, table: &Entries) {
        let end: Vec<i64> = match &table.data {
            Data::Sequence(sequence) => vec![sequence.end() - 1],
            Data::Grid(grid) => grid.last(),
            Data::Positions(_) => return,
        };
        let mut remarks = Vec::new();
        self.laws.retain_mut(|law| {
            let checked = law.status == Status::Checked;
            let Some(function) = law.function.as_mut().filter(|own| checked && is_whole(own))
            else {
                return true;
            };
            match first_failure(function, &table.data) {
                None => {
                    function.checked_to.clone_from(&end);
                    law.checked_to.clone_from(&end);
                    true
                }
                Some(Failure::Ends) => false,
                Some(Failure::At(at)) => {
                    remarks.push(format!(
                        "no law: {}; it holds to {}, and fails at ({})",
                        function.told(),
                        list(&function.checked_to, ", "),
                        list(&at, ",")
                    ));
                    false
                }
            }
        });
        self.remarks.extend(remarks);
        let checked = self.laws.iter().filter(|law| law.status == Status::Checked);
        self.unproved =
            LawFormula::best_of(checked.filter_map(|law| law.function.clone()).collect());
    }
}

/// Whether the formula is known beyond the first table: pairs made by mex, and recurrences, are computed only as
/// far as that goes.
fn is_whole(law: &LawFormula) -> bool {
    let mut whole = true;
    law.term
        .each(&mut |part| whole &= !matches!(part, Term::Pairs { .. } | Term::Recurrent { .. }));
    whole
}

/// How a law fails.
enum Failure {
    /// Another value stands there.
    At(Vec<i64>),
    /// It tells nothing of some entry.
    Ends,
}

fn first_failure(law: &LawFormula, data: &Data) -> Option<Failure> {
    let compared = |at: &[i64], found: i64| match law.at(at) {
        _ if found == UNKNOWN || at.iter().zip(&law.least).any(|(own, least)| own < least) => None,
        Some(told) if told == found => None,
        Some(_) => Some(Failure::At(at.to_vec())),
        None => Some(Failure::Ends),
    };
    match data {
        Data::Sequence(sequence) => sequence.known().find_map(|(n, found)| compared(&[n], found)),
        Data::Grid(grid) => {
            let mut at = vec![0; grid.arity()];
            grid.values().iter().enumerate().find_map(|(number, &found)| {
                grid.place(number, &mut at);
                compared(&at, found)
            })
        }
        Data::Positions(_) => None,
    }
}

fn list(numbers: &[i64], between: &str) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(between)
}
