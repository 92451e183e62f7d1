//! Certificates checked, by code that shares nothing with what wrote them.

use crate::ask::ask_plain;
use crate::trouble::Trouble;
use grundy::verify::{
    FIRST_OF_COUNTS, FIRST_OF_MISERE, FIRST_OF_POSITION, FIRST_OF_QUOTIENT, FIRST_OF_SET, Mode,
    Problem, verify as verify_values, verify_counts, verify_misere_position_with,
    verify_position_with, verify_quotient, verify_set,
};
use grundy_laws::verify::{Claim, Problem as LawProblem, recognised, verify as verify_law};
use grundy_rules::verify::Reader;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What a certificate proves.
enum Proved {
    Values(grundy::verify::Verified),
    Quotient {
        code: String,
        order: usize,
        heaps: u64,
        period: Option<(u64, u64)>,
    },
    Counts(grundy::verify::VerifiedCounts),
    Set(grundy::verify::VerifiedSet),
    Position {
        position: String,
        wins: bool,
        play: &'static str,
        rules: Vec<String>,
        value: Option<u64>,
    },
    Law {
        family: String,
        of: &'static str,
        play: &'static str,
        states: usize,
    },
}

fn told(problem: Problem) -> Trouble {
    match problem {
        Problem::Stop(stop) => Trouble::Stop(stop),
        other => Trouble::Certificate(other.to_string()),
    }
}

/// Checks the bytes of a certificate; what it proves as a dict.
///
/// Raises CertificateError if it is false, or no certificate.
#[pyfunction]
pub fn verify_bytes<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyDict>> {
    let proved = ask_plain(py, |context| {
        let mut file = bytes;
        if bytes.starts_with(FIRST_OF_QUOTIENT) {
            let found = verify_quotient(&mut file, context).map_err(told)?;
            let (order, heaps) = (found.order as usize, found.heaps as u64);
            let period = found.period;
            return Ok(Proved::Quotient { code: found.code, order, heaps, period });
        }
        if bytes.starts_with(FIRST_OF_COUNTS) {
            return verify_counts(&mut file, context).map(Proved::Counts).map_err(told);
        }
        if bytes.starts_with(FIRST_OF_SET) {
            return verify_set(&mut file, context).map(Proved::Set).map_err(told);
        }
        if bytes.starts_with(FIRST_OF_POSITION) {
            let found = verify_position_with(&mut file, &Reader, context).map_err(told)?;
            let (position, wins, rules, value) =
                (found.position, found.wins, found.rules, found.value);
            return Ok(Proved::Position { position, wins, play: "normal", rules, value });
        }
        if bytes.starts_with(FIRST_OF_MISERE) {
            let found = verify_misere_position_with(&mut file, &Reader, context).map_err(told)?;
            let (position, wins, rules) = (found.position, found.wins, found.rules);
            return Ok(Proved::Position { position, wins, play: "misere", rules, value: None });
        }
        if recognised(bytes) {
            let found = verify_law(bytes, context).map_err(|problem| match problem {
                LawProblem::Stop(stop) => Trouble::Stop(stop),
                other => Trouble::Certificate(other.to_string()),
            })?;
            let (of, play) = match found.claim {
                Claim::Normal => ("outcome", "normal"),
                Claim::Misere => ("outcome", "misere"),
                Claim::Values => ("value", "normal"),
            };
            let family = found.families.first();
            let family = family.map_or_else(String::new, |(number, _)| {
                found.program.families[*number].name.to_string()
            });
            let states = found.families.iter().map(|(_, law)| law.next.len()).sum();
            return Ok(Proved::Law { family, of, play, states });
        }
        verify_values(&mut file, Mode::Full, context).map(Proved::Values).map_err(told)
    })?;
    let dict = PyDict::new(py);
    dict.set_item("valid", true)?;
    match proved {
        Proved::Values(found) => {
            dict.set_item("kind", "sequence")?;
            dict.set_item("code", found.code)?;
            dict.set_item("values", found.values)?;
            dict.set_item("preperiod", found.period.map(|(start, _, _)| start))?;
            dict.set_item("period", found.period.map(|(_, length, _)| length))?;
            dict.set_item("saltus", found.period.map(|(_, _, saltus)| saltus))?;
            dict.set_item("theorem", found.theorem)?;
        }
        Proved::Quotient { code, order, heaps, period } => {
            dict.set_item("kind", "quotient")?;
            dict.set_item("code", code)?;
            dict.set_item("order", order)?;
            dict.set_item("heaps", heaps)?;
            dict.set_item("preperiod", period.map(|(start, _)| start))?;
            dict.set_item("period", period.map(|(_, length)| length))?;
        }
        Proved::Counts(found) => {
            dict.set_item("kind", "counts")?;
            dict.set_item("code", found.code)?;
            dict.set_item("heap", found.heap)?;
            dict.set_item("types", found.types)?;
            dict.set_item("infinite", found.infinite)?;
        }
        Proved::Set(found) => {
            dict.set_item("kind", "set")?;
            dict.set_item("order", found.order)?;
            let codes = found.codes.into_iter().map(|code| code.code);
            dict.set_item("codes", codes.collect::<Vec<_>>())?;
            let positions = found.positions.into_iter().map(|found| (found.position, found.p));
            dict.set_item("positions", positions.collect::<Vec<_>>())?;
            dict.set_item("moves_taken_from_file", found.taken)?;
        }
        Proved::Position { position, wins, play, rules, value } => {
            dict.set_item("kind", "position")?;
            dict.set_item("position", position)?;
            dict.set_item("outcome", if wins { "N" } else { "P" })?;
            dict.set_item("play", play)?;
            dict.set_item("rules", rules)?;
            dict.set_item("grundy", value)?;
        }
        Proved::Law { family, of, play, states } => {
            dict.set_item("kind", "law")?;
            dict.set_item("family", family)?;
            dict.set_item("of", of)?;
            dict.set_item("play", play)?;
            dict.set_item("states", states)?;
        }
    }
    Ok(dict)
}
