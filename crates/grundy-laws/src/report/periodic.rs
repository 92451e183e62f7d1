//! A period of values or outcomes that a theorem about the game proves, as a law.

use grundy::period::Period;
use grundy::table::Repeating;

use super::entries::{Entries, ProvedPeriod};
use super::{Status, Told};
use crate::pattern::term::Term;
use crate::pattern::{Data, UNKNOWN, print};

/// P-positions before the period, or residues, up to which a law tells them all.
const TOLD: usize = 40;

/// The period of the entries that is proved.
pub(super) fn told(table: &Entries) -> Option<Told> {
    let ProvedPeriod { period, by } = table.proved?;
    let Period { preperiod, length, saltus } = period;
    let (kind, formula, sentence) = match table.is_values() {
        true => {
            let plus = if saltus == 0 { String::new() } else { format!(" + {saltus}") };
            let adding = match saltus {
                0 => String::new(),
                saltus => format!(", adding {saltus} each time (arithmetic)"),
            };
            let kind = if saltus == 0 { "periodic" } else { "arithmetic periodic" };
            let (formula, sentence) = linear(table, period).unwrap_or_else(|| {
                (
                    format!("f(n + {length}) = f(n){plus} for n >= {preperiod}"),
                    format!("Grundy values: period {length} from {preperiod} on{adding} (proved)."),
                )
            });
            (kind, formula, sentence)
        }
        false => match condition(table) {
            Some(condition) => (
                "periodic",
                format!("P iff {condition}"),
                match &*condition {
                    "never" => "No position is a P-position.".to_owned(),
                    "always" => "Every position is a P-position.".to_owned(),
                    _ => format!("A position is a P-position if and only if {condition}."),
                },
            ),
            None => (
                "periodic",
                format!("n + {length} is P iff n is P, for n >= {preperiod}"),
                format!("Outcomes: period {length} from {preperiod} on."),
            ),
        },
    };
    let theorem = match by {
        Repeating::Outcomes => {
            "a theorem on periods of misère quotients and of the types of tame heaps"
        }
        _ if period.length == 1 => "a theorem on the values of this kind of game",
        _ => "a theorem on periods of this kind of game",
    };
    Some(Told {
        kind: kind.into(),
        status: Status::Proved,
        formula,
        sentence,
        checked_to: Vec::new(),
        exceptions: Vec::new(),
        theorem: Some(theorem.into()),
        numeration: None,
        states: None,
        evidence: None,
        function: None,
    })
}

/// The values of a period of 1 as a formula.
fn linear(table: &Entries, period: Period) -> Option<(String, String)> {
    let Data::Sequence(entries) = &table.data else { return None };
    let begin = i64::try_from(period.preperiod).ok().filter(|_| period.length == 1)?;
    let slope = i64::try_from(period.saltus).ok()?;
    let term = Term::n().affine(slope, entries.get(begin)?.checked_sub(slope.checked_mul(begin)?)?);
    let from = match begin > entries.first() {
        true => format!(" for n >= {begin}"),
        false => String::new(),
    };
    let formula = term.formula(&["n"]);
    Some((format!("f(n) = {formula}{from}"), format!("The value is {formula}{from}.")))
}

/// The condition of P-positions, if it is not too long.
fn condition(table: &Entries) -> Option<String> {
    let term = term(table)?;
    let ones = |entries: &[i64]| entries.iter().filter(|&&entry| entry == 1).count();
    let mut short = true;
    term.each(&mut |part| match part {
        Term::Beginning { entries, .. } => short &= ones(entries) <= TOLD,
        Term::Periodic { pattern, .. } => short &= ones(pattern) <= TOLD,
        _ => {}
    });
    short.then(|| print::condition(&term, &["n"]))
}

/// The entries as a formula, where the table has one period whole and all entries before it.
pub(super) fn term(table: &Entries) -> Option<Term> {
    let Period { preperiod, length, saltus } = table.proved?.period;
    let Data::Sequence(entries) = &table.data else { return None };
    let begin = i64::try_from(preperiod).ok()?;
    let end = begin.checked_add(i64::try_from(length).ok()?)?;
    if end > entries.end() {
        return None;
    }
    let pattern: Vec<i64> = (begin..end).map(|n| entries.get(n)).collect::<Option<_>>()?;
    let rest = match pattern[..] {
        [outcome] if !table.is_values() => Term::Constant(outcome),
        _ => Term::Periodic {
            first: begin,
            pattern: pattern.into(),
            saltus: i64::try_from(saltus).ok()?,
            x: Term::n().into(),
        },
    };
    let before = entries.before(begin);
    if !table.is_values() && before.values().contains(&UNKNOWN) {
        return None;
    }
    Some(match before.values().is_empty() {
        true => rest,
        false => Term::Beginning {
            first: before.first(),
            entries: before.values().into(),
            x: Term::n().into(),
            rest: rest.into(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Asked, Report, Wanted, program_of};
    use super::*;
    use grundy::context::Context;
    use grundy::expr::Catalogue;
    use grundy::outcome::{Outcome, Play};
    use grundy::table::{Cell, Content, Table};

    fn asked(title: &str, play: Play, at: u64) -> Report {
        let game = Catalogue::default().read_game(title).unwrap();
        let asked = Asked {
            game: &*game,
            program: program_of(title, None).unwrap(),
            wanted: Wanted::Outcomes(play),
            to: &[],
            at: &[vec![at.into()]],
            unproved: false,
            moves: 0,
            search: Default::default(),
        };
        asked.report(&Context::default()).unwrap()
    }

    #[test]
    fn outcomes_of_heaps_follow_from_proved_periods() {
        for (title, play, told) in [
            ("0.77", Play::Normal, "P iff n = 0"),
            ("0.77", Play::Misere, "P iff n is one of 1, 4, 9, 12, 20"),
            (
                "dawson-kayles",
                Play::Normal,
                "P iff n mod 34 is one of 5, 9, 21, 25, 29 where n >= 36; of the smaller ones: 0, 1, 5, 9, 15, \
                 21, 25, 29, 35",
            ),
            // The values grow by 4 with every 4 counters.
            ("lasker", Play::Normal, "P iff n = 0"),
        ] {
            let report = asked(title, play, 1_000_000_005);
            let law = &report.laws[0];
            assert_eq!((law.status, &*law.formula), (Status::Proved, told), "{report}");
            assert!(report.remarks.is_empty(), "{report}");
            if title == "0.77" {
                let code = report.code(crate::code::Lang::Python, Status::Proved).unwrap().unwrap();
                assert!(code.contains(&format!("Proved: {told}\n")), "{code}");
            }
            let residue = 1_000_000_005 % 34;
            let is_p = told.contains("mod 34") && [5, 9, 21, 25, 29].contains(&residue);
            let outcome = if is_p { Outcome::P } else { Outcome::N };
            assert_eq!(report.at[0].outcome, Some(outcome), "{report}");
        }
    }

    #[test]
    fn formulas_by_periods_agree_with_a_larger_table() {
        let (mut told, context) = (0, Context::default());
        for title in (1..64).step_by(4).map(|i| format!("0.{}{}", i / 8, i % 8)) {
            for play in [Play::Normal, Play::Misere] {
                let report = asked(&title, play, 3);
                let Some(formula) = report.formula else { continue };
                told += 1;
                let game = Catalogue::default().read_game(&title).unwrap();
                let content = Content::Outcomes(play);
                let table = Table::compute(&*game, 600, None, content, &context).unwrap();
                for n in 0..table.rows() {
                    let is_p = i64::from(table.cell(n, 0) == Cell::Outcome(Outcome::P));
                    assert_eq!(formula.at(&[n as i64]), Some(is_p), "{title} {play:?} {n}");
                }
            }
        }
        assert!(told > 12, "{told}");
    }
}
