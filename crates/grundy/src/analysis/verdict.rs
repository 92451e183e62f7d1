//! What the values of the parts decide about a sum in normal play.

use super::parts::{Finding, Parts};
use crate::answer::PartValue;
use crate::context::Stop;
use crate::nat::Nat;

/// What the parts' values make of the sum.
pub enum Verdict {
    /// All values that matter are known; their nim-sum.
    Value(Nat),
    /// This many loony parts; which is one of them.
    Loony(usize, usize),
    /// One part's value is only known not to be 0, the others' nim-sum is 0.
    Nonzero(usize),
    /// The values do not decide; why not.
    Open(Stop),
}

impl Verdict {
    /// Whether the player to move wins, where that is decided.
    pub fn mover_wins(&self) -> bool {
        !matches!(self, Self::Value(total) if total.is_zero())
    }
}

/// The verdict; equal parts of unknown value cancel. O(parts^2) comparisons at most.
pub fn verdict(parts: &Parts<'_>, findings: &[Finding]) -> Verdict {
    let loony = |f: &Finding| matches!(f.value, PartValue::Loony);
    if let Some(part) = findings.iter().position(loony) {
        return Verdict::Loony(findings.iter().filter(|f| loony(f)).count(), part);
    }
    let mut total = Nat::ZERO;
    let mut open: Vec<usize> = Vec::new();
    for (part, finding) in findings.iter().enumerate() {
        match &finding.value {
            PartValue::Known(value) => total ^= value,
            // Two equal parts cancel, whatever their value.
            _ => match open.iter().position(|&other| parts.equal(part, other)) {
                Some(twin) => drop(open.swap_remove(twin)),
                None => open.push(part),
            },
        }
    }
    match *open {
        [] => Verdict::Value(total),
        [part] if total.is_zero() && findings[part].value == PartValue::Nonzero => {
            Verdict::Nonzero(part)
        }
        [part, ..] => Verdict::Open(
            findings[part].stop.clone().unwrap_or_else(|| Stop::Refused("no value found".into())),
        ),
    }
}
