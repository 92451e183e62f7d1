//! Sets of numbers: squares, primes, powers, Fibonacci numbers, one number, and complements.

use super::feature::Feature;
use super::features::FACTORED;
use super::law::Kind;
use super::search::Search;
use super::term::Term;
use grundy::context::Stop;

/// f(n) = 1 exactly where n + c is in one of the sets that have a name, or n = c.
///
/// # Complexity
/// O(1) expected for each set and shift that is wrong, O(n) for one that is right.
pub(super) fn sets(search: &mut Search<'_>) -> Result<(), Stop> {
    if !search.scale.is_binary() {
        return Ok(());
    }
    for wanted in [1, 0] {
        let mut members = search.data().known().filter(|&(_, v)| v == wanted);
        if let (Some((n, _)), None) = (members.next(), members.next()) {
            search.propose_condition(Kind::Set, Term::n().equals(Term::Constant(n)));
        }
    }
    let sets = Feature::ALL.into_iter().filter(|f| f.is_set());
    for set in sets.chain((5..=10).map(Feature::Power)) {
        if set.factors() && search.data().end() > FACTORED {
            continue;
        }
        for c in [0, 1, -1, 2, -2, 3, -3] {
            search.propose_condition(Kind::Set, Term::Feature(set, Term::n().plus(c).into()));
        }
    }
    Ok(())
}
