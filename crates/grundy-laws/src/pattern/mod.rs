//! The law behind plain data: "print the table, find the rule", with evidence in bits.
//!
//! [`find`] takes a sequence, a table or a list of P-positions and returns laws, the best first. A law is
//! *observed*: it holds for all data there are but its exceptions, and saves more bits than it costs to
//! say ([`evidence`]). Nothing here is a proof.
//!
//! A recogniser proposes formulas ([`term::Term`]) from some entries; one scale weighs each proposal on
//! all of them. So a wrong proposal costs time and never a wrong claim, and adding a kind of law is one
//! file and one line in `SEQUENCE` or `GRID`.
//!
//! ```
//! use grundy::Context;
//! use grundy_laws::pattern::{find, read::read};
//!
//! let data = read("0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2 0 1 2")?.data;
//! let laws = find(&data, &Context::default())?;
//! assert_eq!(laws[0].formula, "f(n) = n mod 3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod automatic;
mod beatty;
mod big;
pub mod data;
mod digit_automaton;
pub mod evidence;
pub mod feature;
mod features;
mod grid;
mod law;
mod linear;
mod mex_pairs;
mod outcome_tables;
mod periodic;
mod polynomial;
mod prime_field;
pub(crate) mod print;
pub mod quadratic;
pub mod read;
mod recurrence;
mod reduction;
pub mod regular;
mod representation;
mod rows;
mod search;
mod separable;
mod sets;
pub mod term;
mod xor;

#[cfg(test)]
mod lawless;
#[cfg(test)]
mod tests;

pub use data::{Data, DataError, Grid, Meaning, Positions, Sequence, UNKNOWN};
pub use law::{Kind, Law, Subject};
pub use mex_pairs::beatty_pairs;

use grundy::context::{Context, Stop};
use search::{GridSearch, Search};
use term::Term;

/// Proposes laws of a sequence.
type Recogniser = fn(&mut Search<'_>) -> Result<(), Stop>;

/// Proposes laws of a table.
type GridRecogniser = fn(&mut GridSearch<'_>) -> Result<(), Stop>;

/// The recognisers of sequences: the cheap ones first.
const SEQUENCE: &[Recogniser] = &[
    linear::constant_and_linear,
    periodic::periodic,
    xor::xor,
    linear::quotient,
    linear::by_residue,
    polynomial::polynomial,
    sets::sets,
    features::features,
    beatty::beatty,
    recurrence::recurrence,
    automatic::automatic,
    regular::regular,
];

/// The recognisers of tables.
const GRID: &[GridRecogniser] = &[
    grid::plain_formulas,
    reduction::reductions,
    separable::separable,
    grid::doubly_periodic,
    mex_pairs::pairs,
    outcome_tables::classes,
    outcome_tables::thresholds,
    rows::additive_rows,
    rows::periodic_rows,
    grid::symmetric,
];

/// Indices beyond this one are not looked at.
const FARTHEST: u64 = 1 << 40;

/// How many laws are told.
const TOLD: usize = 8;

/// The laws of the data, the one with the most evidence first: one of each kind at most.
///
/// Nothing is claimed of data whose first index is beyond 2^40 in size.
///
/// # Errors
/// Cancelled, or the limit of time.
///
/// # Complexity
/// O(n) for each kind of law that can be told from a few entries, n the number of entries; the others
/// look at 4096 entries, and at all only where those obey.
pub fn find(data: &Data, context: &Context<'_>) -> Result<Vec<Law>, Stop> {
    let first = match data {
        Data::Sequence(sequence) => &[sequence.first()][..],
        Data::Grid(grid) => grid.first(),
        Data::Positions(_) => &[],
    };
    if first.iter().any(|f| f.unsigned_abs() > FARTHEST) {
        return Ok(Vec::new());
    }
    let mut laws = match data {
        Data::Sequence(sequence) => search::sequence(sequence, SEQUENCE, context)?,
        Data::Grid(grid) if grid.arity() == 1 => {
            let flat = Sequence::new(grid.first()[0], grid.values().to_vec())
                .meaning(if grid.is_outcomes() { Meaning::Outcomes } else { Meaning::Values });
            search::sequence(&flat, SEQUENCE, context)?
        }
        Data::Grid(grid) => search::grid(grid, GRID, context)?,
        Data::Positions(positions) => search::positions(positions, context)?,
    };
    rank(&mut laws);
    laws.truncate(TOLD);
    Ok(laws)
}

/// Whether the formula lists entries, or numbers that it begins with.
fn lists(law: &Law) -> bool {
    law.term.as_ref().is_some_and(Term::lists)
}

/// Puts the law with the most evidence first, properties last, and leaves one of each kind, and only those
/// that save at least half as much as the first. Behind a law without exceptions nothing is told again: not the
/// same formula, nor one that begins to hold later, nor one that lists what the first one computes, nor anything where
/// all entries are the same.
fn rank(laws: &mut Vec<Law>) {
    laws.sort_by(|a, b| {
        let key = |law: &Law| (law.kind.is_property(), law.exceptions.len());
        (key(a).0.cmp(&key(b).0))
            .then(b.evidence.total_cmp(&a.evidence))
            .then(key(a).1.cmp(&key(b).1))
    });
    // What saves less than half as much tells the same with more words.
    let best = laws.first().map_or(0.0, |law| law.evidence);
    let mut seen = Vec::new();
    laws.retain(|law| {
        if law.evidence < best / 2.0 && !law.kind.is_property() {
            return false;
        }
        let key = (law.kind, law.subject);
        let new = !seen.contains(&key);
        seen.push(key);
        new
    });
    let Some(first) = laws.first().filter(|law| law.exceptions.is_empty()) else { return };
    let (formula, subject, constant) = (
        first.formula.clone(),
        first.subject,
        first.kind == Kind::Constant && first.from.is_none(),
    );
    let (from, computes) = (first.from, !lists(first));
    // A period is told by a theorem perhaps: the formula for it stays.
    let formula = Some(formula).filter(|_| {
        !matches!(first.kind, Kind::Periodic | Kind::ArithmeticPeriodic) || from.is_none()
    });
    let mut number = 0;
    laws.retain(|law| {
        number += 1;
        let weaker = law.from > from || computes && lists(law) && law.from == from;
        let again = law.subject == subject && (formula.as_ref() == Some(&law.formula) || weaker);
        number == 1 || !constant && (law.kind.is_property() || !again)
    });
}
