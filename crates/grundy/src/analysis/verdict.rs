//! What the values of the parts decide about a sum in normal play.

use super::parts::{Finding, Parts};
use crate::answer::PartValue;
use crate::context::Stop;
use crate::game::Known;
use crate::nat::Nat;
use crate::outcome::Outcome;

/// What the parts' values make of the sum.
pub enum Verdict {
    /// All values that matter are known; their nim-sum.
    Value(Nat),
    /// This many loony parts; which is one of them.
    Loony(usize, usize),
    /// One part's value is only known not to be the others' nim-sum.
    Differs(usize),
    /// Some part is infinite; the numbers that the options of the sum have, and the infinite part
    /// if there is one only.
    Loopy(Vec<Nat>, Option<usize>),
    /// The values do not decide; why not.
    Open(Stop),
}

impl Verdict {
    /// The outcome, where that is decided.
    pub fn outcome(&self) -> Option<Outcome> {
        Some(match self {
            Self::Value(total) => Outcome::of(!total.is_zero()),
            Self::Loony(..) | Self::Differs(_) => Outcome::N,
            Self::Loopy(set, _) if set.iter().any(Nat::is_zero) => Outcome::N,
            Self::Loopy(..) => Outcome::D,
            Self::Open(_) => return None,
        })
    }
}

/// The verdict; equal parts of unknown value cancel. O(parts^2) comparisons at most.
pub fn verdict(parts: &Parts<'_>, findings: &[Finding]) -> Verdict {
    let loony = |f: &Finding| matches!(f.value, PartValue::Loony);
    if let Some(part) = findings.iter().position(loony) {
        return Verdict::Loony(findings.iter().filter(|f| loony(f)).count(), part);
    }
    let mut total = Known::Value(Nat::ZERO);
    let mut infinite: Vec<usize> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (part, finding) in findings.iter().enumerate() {
        match &finding.value {
            PartValue::Known(value) => add(&mut total, Known::Value(value.clone())),
            PartValue::Loopy(set) => {
                infinite.push(part);
                add(&mut total, Known::Loopy(set.clone()));
            }
            // Two equal parts cancel, whatever their value; infinite and loony ones do not.
            _ => match open.iter().position(|&other| parts.equal(part, other)) {
                Some(twin) if parts.cancels(part) => drop(open.swap_remove(twin)),
                _ => open.push(part),
            },
        }
    }
    match (total, &*open) {
        (Known::Value(total), []) => Verdict::Value(total),
        // An infinite value without numbers stays what it is, whatever number is added.
        (Known::Loopy(set), open)
            if open.is_empty()
                || set.is_empty() && open.iter().all(|&part| parts.is_worth_a_number(part)) =>
        {
            let only = infinite.first().copied().filter(|_| infinite.len() == 1);
            Verdict::Loopy(set, only)
        }
        (Known::Value(total), &[part])
            if total.is_zero() && findings[part].value == PartValue::Nonzero
                || findings[part].not.as_ref() == Some(&total) =>
        {
            Verdict::Differs(part)
        }
        (_, open) => {
            let stop = open.first().and_then(|&part| findings[part].stop.clone());
            Verdict::Open(stop.unwrap_or_else(|| Stop::Refused("no value found".into())))
        }
    }
}

/// Adds a part to the sum.
fn add(total: &mut Known, part: Known) {
    if let Some(sum) = total.plus(&part) {
        *total = sum;
    }
}
