//! What theories tell of the values of all heaps of a game at once.

use crate::nat::Nat;
use crate::period::Period;

/// How the values of single heaps go on, for heaps of any size: by a period that is proved.
///
/// ```
/// use grundy::game::HeapLaw;
/// // Bash's game with takes of 1 to 3.
/// let law = HeapLaw::modulo(4u8.into());
/// assert!(law.identity && law.period.saltus == 0u8.into());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapLaw {
    /// The period.
    pub period: Period<Nat>,
    /// Whether G(n) = n for all n below preperiod + length, so that no value need be looked up.
    pub identity: bool,
}

impl HeapLaw {
    /// G(n) = n.
    pub fn nim() -> Self {
        let period = Period { preperiod: Nat::ZERO, length: Nat::ONE, saltus: Nat::ONE };
        Self { period, identity: true }
    }

    /// G(n) = n mod m, m at least 1.
    pub fn modulo(m: Nat) -> Self {
        let period = Period { preperiod: Nat::ZERO, length: m, saltus: Nat::ZERO };
        Self { period, identity: true }
    }

    /// G(n + length) = G(n) for all n >= preperiod, values to be looked up.
    pub fn periodic(preperiod: Nat, length: Nat) -> Self {
        Self { period: Period { preperiod, length, saltus: Nat::ZERO }, identity: false }
    }
}
