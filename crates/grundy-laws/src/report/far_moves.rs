//! Laws that hold in a table, looked at far out by the moves of single positions: where the rules change behind the
//! table, as with a move that takes a million, the law is refuted.

use super::law_formula::LawFormula;
use super::{Report, Status};
use crate::rules::Of;
use grundy::context::{Context, Stop};
use grundy::outcome::Play;
use grundy_rules::error::Failure;
use grundy_rules::state::State;
use grundy_rules::typed::{ConstantValue, Program};
use grundy_rules::walk;
use std::collections::BTreeSet;

/// Steps of the rules in one position: one with more moves is left out.
const STEPS: u64 = 1 << 12;

/// Positions that are looked at, at most.
const MAX_POSITIONS: usize = 600;

/// Numbers of the rules up to this one are looked at, and powers of 2 and 10.
const MAX_NUMBER: i64 = 1 << 48;

/// Numbers of the rules that are looked at, at most.
const MAX_NUMBERS: usize = 64;

impl Report {
    /// Leaves out laws that are checked and cannot hold: at some position far out what the law says is not what the
    /// rules give if it holds for all options. So it fails there or at one of the options, which is told as a remark.
    ///
    /// Looked at are positions around the numbers in the rules, and around powers of 2 and 10.
    ///
    /// # Complexity
    /// Some hundred positions of some thousand steps of the rules, and an evaluation of the law for each option.
    ///
    /// # Errors
    /// Cancelled.
    pub(super) fn look_at_moves(
        &mut self,
        (program, family): (&Program, usize),
        of: Of,
        context: &Context<'_>,
    ) -> Result<(), Stop> {
        let own = &program.families[family];
        let width = own.width;
        if matches!(of, Of::Blocked(_)) || own.loopy.is_some() || program.entailing().is_some() {
            return Ok(());
        }
        let positions = positions(program, width);
        let (mut kept, mut remarks) = (Vec::new(), Vec::new());
        for law in self.laws.drain(..) {
            let checked = law.status == Status::Checked;
            let function = law.function.as_ref().filter(|own| checked && own.least.len() == width);
            let refuted = match function {
                Some(function) => refutation(function, (program, family), of, &positions, context)?,
                None => None,
            };
            match (refuted, function) {
                (Some(at), Some(function)) => {
                    let list: Vec<String> = at.iter().map(i64::to_string).collect();
                    let to: Vec<String> = function.checked_to.iter().map(i64::to_string).collect();
                    remarks.push(format!(
                        "no law: {}; it holds to {}, and fails at ({}) or at an option of it",
                        function.told(),
                        to.join(", "),
                        list.join(",")
                    ));
                }
                _ => kept.push(law),
            }
        }
        self.laws = kept;
        if !remarks.is_empty() {
            let checked = self.laws.iter().filter(|law| law.status == Status::Checked);
            self.unproved =
                LawFormula::best_of(checked.filter_map(|law| law.function.clone()).collect());
        }
        self.remarks.extend(remarks);
        Ok(())
    }
}

/// Positions around the numbers that the rules name, and around powers, of this many numbers.
fn positions(program: &Program, width: usize) -> Vec<Vec<i64>> {
    let mut numbers = BTreeSet::new();
    for part in program.source.parts() {
        let text = program.source.text(part);
        let digits = text.split(|c: char| !c.is_ascii_digit());
        numbers.extend(digits.filter_map(|n| n.parse::<i64>().ok()).take(MAX_NUMBERS));
    }
    for constant in &program.constants {
        match &constant.value {
            ConstantValue::Int(n) => drop(numbers.insert(*n)),
            ConstantValue::Set(set) => numbers.extend(set.iter().rev().take(MAX_NUMBERS)),
            ConstantValue::Bool(_) | ConstantValue::Numbers(_) => {}
        }
    }
    numbers.retain(|n| (0..=MAX_NUMBER).contains(n));
    let mut far: BTreeSet<i64> = numbers.iter().flat_map(|n| [*n, 2 * n]).collect();
    far.extend((4..40).step_by(3).map(|bit| 1 << bit));
    far.extend((1..13).map(|power| 10i64.pow(power)));
    let far: BTreeSet<i64> = far.iter().flat_map(|n| n - 2..=n + 2).filter(|&n| n >= 0).collect();
    let far = far.into_iter();
    let positions: Vec<Vec<i64>> = match width {
        1 => far.map(|n| vec![n]).collect(),
        _ => {
            let with = |n: i64| {
                let rest = [0, 1, 2, 3, n - 1, n];
                (0..width).flat_map(move |at| {
                    rest.into_iter().map(move |rest| {
                        let mut position = vec![rest.max(0); width];
                        position[at] = n;
                        position
                    })
                })
            };
            far.flat_map(with).collect()
        }
    };
    let step = positions.len().div_ceil(MAX_POSITIONS).max(1);
    positions.into_iter().step_by(step).collect()
}

/// The first of the positions that contradicts a law.
fn refutation(
    law: &LawFormula,
    (program, family): (&Program, usize),
    of: Of,
    positions: &[Vec<i64>],
    context: &Context<'_>,
) -> Result<Option<Vec<i64>>, Stop> {
    for (number, at) in positions.iter().enumerate() {
        match context.look("looking at moves far out", number as u64) {
            Ok(()) => {}
            Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            // The law is checked as far as it was.
            Err(_) => return Ok(None),
        }
        let Some(told) = law.at(at) else { continue };
        let state = State::new(family, at.clone());
        if walk::outside(program, &state, STEPS) != Ok(None) {
            continue;
        }
        if by_options(law, program, &state, of, context)?.is_some_and(|given| given != told) {
            return Ok(Some(at.clone()));
        }
    }
    Ok(None)
}

/// What the rules give for a position if the law holds for its options; `None` where that is not known.
fn by_options(
    law: &LawFormula,
    program: &Program,
    state: &State,
    of: Of,
    context: &Context<'_>,
) -> Result<Option<i64>, Stop> {
    let of_value = of == Of::Value;
    let (mut told, mut known, mut any) = (BTreeSet::new(), true, false);
    let part = |part: &State| -> Option<i64> {
        let own =
            program.families[state.family()].same.is_empty() && part.family() == state.family();
        law.at(part.coords()).filter(|_| own)
    };
    let found = walk::options_within(program, state, STEPS, context, &mut |option| {
        any = true;
        let value = match (&option.sum[..], of_value) {
            _ if option.wins => None,
            (sum, true) => sum.iter().try_fold(0, |sum, own| Some(sum ^ part(own)?)),
            // Nothing is left: a P-position in normal play alone.
            ([], false) => Some(i64::from(of == Of::Outcome(Play::Normal))),
            ([one], false) => part(one),
            _ => None,
        };
        known &= value.is_some();
        told.extend(value);
        known
    });
    match found {
        Ok(()) => {}
        Err(Failure::Stop(Stop::Cancelled)) => return Err(Stop::Cancelled),
        // Too many moves, or rules that are wrong there, which is told elsewhere.
        Err(_) => return Ok(None),
    }
    if !known {
        return Ok(None);
    }
    Ok(Some(match of_value {
        true => (0..).find(|value| !told.contains(value)).unwrap_or(0),
        // In misère play whoever has no move wins.
        false if !any => i64::from(of == Of::Outcome(Play::Normal)),
        false => i64::from(!told.contains(&1)),
    }))
}

#[cfg(test)]
mod tests {
    use super::super::{Asked, Wanted};
    use super::*;
    use crate::code::Lang;
    use grundy_rules::game::Rules;
    use grundy_rules::source::Source;
    use std::sync::Arc;

    fn asked(rules: &str, wanted: Wanted) -> Report {
        let rules = Rules::read(Source::new("rules", rules)).unwrap();
        let (catalogue, program) = (rules.catalogue(), Arc::clone(rules.program()));
        let game = catalogue.read_game(&program.families[0].name).unwrap();
        let asked = Asked {
            game: &*game,
            program: Some((program, 0)),
            wanted,
            to: &[],
            at: &[],
            unproved: true,
            moves: 0,
            search: Default::default(),
        };
        asked.report(&Context::default()).unwrap()
    }

    #[test]
    fn laws_that_a_move_beyond_the_table_breaks_are_not_told() {
        let outcomes = |play| Wanted::Outcomes(play);
        for (rules, wanted, at) in [
            ("F(n) ->? F(n-k) for k in {1,2,1000000002}", Wanted::Values, "(1000000002)"),
            (
                "const c = 1000000 * 1000 + 2  F(n) ->? F(n-k) for k in {1,2,c}",
                Wanted::Values,
                "(1000000002)",
            ),
            ("F(n) ->? F(n-k) for k in {1,2,1000000002}", outcomes(Play::Normal), "(1000000002)"),
            ("F(n) ->? F(n-k) for k in {1,2,1000000002}", outcomes(Play::Misere), "(1000000003)"),
            ("F(n,m) -> F(n-k,m) for k in {1,2,700000002} if k <= n", Wanted::Values, "(700000002"),
        ] {
            let report = asked(rules, wanted);
            let checked: Vec<&str> = report.laws.iter().map(|law| &*law.formula).collect();
            assert!(!checked.iter().any(|law| law.contains("mod 3")), "{rules}\n{report}");
            let told =
                report.remarks.iter().any(|remark| remark.contains(&format!("fails at {at}")));
            assert!(told, "{rules}\n{report}");
            let code = report.code(Lang::Python, Status::Checked).and_then(Result::ok);
            assert!(code.is_none_or(|code| !code.contains("% 3")), "{rules}");
        }
    }

    #[test]
    fn laws_that_hold_are_not_refuted() {
        for (rules, wanted, law) in [
            ("F(n) ->? F(n-k) for k in {1,2,1000000000}", Wanted::Values, "f(n) = n mod 3"),
            // Its law is checked, as no automaton reads squares.
            (
                "S(n) -> S(n-1) if n > 0 and isqrt(n) >= 0  S(n) -> S(n-2) if n > 1",
                Wanted::Values,
                "f(n) = n mod 3",
            ),
            (
                "K(n) -> K(n-1) if n mod 2 == 1  K(n) -> K(n/2) if n > 0 and n mod 2 == 0",
                Wanted::Outcomes(Play::Misere),
                "",
            ),
        ] {
            let report = asked(rules, wanted);
            let failed = report.remarks.iter().any(|remark| remark.contains("option of it"));
            assert!(!failed, "{rules}\n{report}");
            assert!(law.is_empty() || report.laws[0].formula == law, "{rules}\n{report}");
        }
    }
}
