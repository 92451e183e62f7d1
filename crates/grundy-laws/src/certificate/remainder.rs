//! Certificates of laws by a remainder: the law of positions with the multiples of their divisors.

use std::sync::Arc;

use grundy_rules::typed::Program;

use super::error::WriteError;
use super::maker::{Maker, and, open};
use crate::automaton::Budget;
use crate::formula;
use crate::rules::{Rank, RemainderLaw};
use crate::verify::{Linear, Remainder, Rules, Var as Name, read_rules, with_multiples};

/// What the certificate of a law by a remainder is made of: the rules with the multiple as one more
/// coordinate, the law of such positions, and its rank.
pub(super) struct Parts {
    pub remainder: Remainder,
    pub rules: Rules,
    pub law: crate::automaton::Automaton,
    pub rank: Rank,
}

/// The parts of the certificate.
///
/// # Errors
/// [`WriteError`].
pub(super) fn parts(
    program: &Arc<Program>,
    law: &RemainderLaw,
    budget: &Budget<'_>,
) -> Result<Parts, WriteError> {
    let number = law.family.0;
    let (dividend, divisor) = law.remainder.parts();
    let remainder = Remainder { dividend: linear(dividend), divisor: linear(divisor) };
    let rules = with_multiples(&remainder, &read_rules(program)?, number)?;
    let family = &rules.families[number];
    let mut tracks: Vec<Name> = (0..family.width as Name).collect();
    if law.relation.tracks() > tracks.len() {
        tracks.push(rules.next);
    }
    let mut maker = Maker::new(&law.system, &rules, budget);
    let told = maker.define(law.relation.clone())?;
    // With their own multiples only.
    let own = and(vec![Maker::relation(told, &tracks), open(&family.domain)]);
    let own = maker.automaton(own, &tracks)?;
    Ok(Parts { remainder, law: own, rank: widened(&law.rank, number), rules })
}

/// No weight for the multiple.
fn widened(rank: &Rank, number: usize) -> Rank {
    let mut rank = rank.clone();
    rank.weights[number].push(0);
    rank.then = rank.then.map(|then| Box::new(widened(&then, number)));
    rank
}

fn linear(own: &formula::Linear) -> Linear {
    let terms = own.terms().iter().map(|&(factor, var)| (factor, var.0));
    Linear { terms: terms.collect(), constant: own.constant() }
}
