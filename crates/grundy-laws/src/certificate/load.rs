//! Laws that are used again, from certificates that were checked.

use std::sync::Arc;

use grundy::outcome::Play;

use super::error::WriteError;
use crate::automaton::{Automaton, Budget, Peak};
use crate::formula::{Environment, Formula, Linear, Var, decide};
use crate::numeration::{Name, System};
use crate::rules::{Of, ProvedLaw, Rank, Remainder, RemainderLaw};
use crate::verify::{Automaton as Table, Claim, Linear as Term, Ranks, Verified};

/// The law of a certificate that is true, as it was found: no table and no refutations are known of it.
///
/// # Errors
/// A table or the numeration system is too large, or the law is told [by a remainder](law_by_remainder).
///
/// ```
/// use grundy_laws::automaton::Budget;
/// use grundy_laws::certificate::law;
/// use grundy_laws::verify::verify;
/// let text = "grundy-law 1
/// claim normal
/// family T
/// system 2
/// padding 0
/// rules 1
/// T(n) -> T(n-1) if n > 0
/// rank T 0 1
/// table law T 1 2
/// * 0>0 1>1
/// - 0>0 1>1
/// table open T 1 2
/// - 0>0 1>1
/// * 0>0 1>1
/// table win T 0 1 2
/// - 0>0 1>1
/// * 0>0 1>1
/// end
/// ";
/// let checked = verify(text.as_bytes(), &Default::default()).unwrap();
/// let law = law(&checked, &Budget::default()).unwrap();
/// let (_, name, even) = &law.families[0];
/// assert_eq!((&name[..], law.system.holds_small(even, &[1 << 40])), ("T", Some(true)));
/// ```
pub fn law(checked: &Verified, budget: &Budget<'_>) -> Result<ProvedLaw, WriteError> {
    if checked.remainder.is_some() {
        return Err(WriteError::Remainder);
    }
    let system = system(checked, budget)?;
    let mut families = Vec::new();
    for (number, table) in &checked.families {
        let name = checked.program.families[*number].name.to_string();
        families.push((*number, name, dense(table, budget)?));
    }
    Ok(ProvedLaw {
        of: of(checked),
        system: Arc::new(system),
        families,
        rank: rank(checked, &checked.rank),
        rewriting: rank(checked, &checked.ends),
        bound: 0,
        refutations: 0,
        peak: Peak::default(),
    })
}

fn of(checked: &Verified) -> Of {
    match checked.claim {
        Claim::Normal => Of::Outcome(Play::Normal),
        Claim::Misere => Of::Outcome(Play::Misere),
        Claim::Values => Of::Value,
    }
}

/// The law by a remainder of a certificate that is true.
///
/// # Errors
/// A table or the numeration system is too large, or the law is [another one](law).
pub fn law_by_remainder(
    checked: &Verified,
    budget: &Budget<'_>,
) -> Result<RemainderLaw, WriteError> {
    let (Some(remainder), [(number, table)]) = (&checked.remainder, &checked.families[..]) else {
        return Err(WriteError::Remainder);
    };
    let linear = |own: &Term| {
        let terms = own.terms.iter().map(|&(factor, var)| (factor, Var(var)));
        Linear::new(terms, own.constant).ok_or(WriteError::Remainder)
    };
    let (dividend, divisor) = (linear(&remainder.dividend)?, linear(&remainder.divisor)?);
    let (system, of) = (system(checked, budget)?, of(checked));
    let family = &checked.program.families[*number];
    let mut environment = Environment::new();
    let own = environment.define(&system, "law", dense(table, budget)?, budget)?;
    // Positions that a move leaves are read with the multiple of the position before.
    let multiple = Var(family.width as u32);
    let tracks = (0..table.tracks as u32).map(|var| Linear::from(Var(var)));
    let turned = |turn: i64| {
        let there = divisor.times(turn).and_then(|turned| turned.plus(&multiple.into()));
        let there = there.ok_or(WriteError::Remainder)?;
        let mut of: Vec<Linear> = tracks.clone().collect();
        of[family.width] = there.clone();
        Ok(Formula::And(vec![Formula::AtLeast(there), Formula::Relation(own, of)]))
    };
    let any = Remainder::REACH.map(turned).collect::<Result<Vec<_>, WriteError>>()?;
    let natural = tracks.clone().map(Formula::AtLeast);
    let whole = Formula::And(natural.chain([Formula::Or(any)]).collect());
    let relation = decide(&whole, &system, &environment, budget)?.automaton;
    Ok(RemainderLaw {
        of,
        system: Arc::new(system),
        family: (*number, family.name.to_string()),
        remainder: Remainder::of_natural(dividend, divisor),
        relation: Automaton::clone(&relation),
        rank: rank(checked, &checked.rank),
    })
}

fn system(checked: &Verified, budget: &Budget<'_>) -> Result<System, WriteError> {
    let numbers = &checked.numbers;
    let Some(words) = &numbers.words else {
        return Ok(System::new(&Name::Base(numbers.base), budget)?);
    };
    let (valid, adder) = (dense(&words.valid, budget)?, dense(&words.adder, budget)?);
    // The name is only believed of a system that has the same words.
    if let Some((_, known)) = named(checked, &valid, &adder, budget) {
        return Ok(known);
    }
    Ok(System::with(&numbers.name, valid, adder, budget)?)
}

fn named(
    checked: &Verified,
    valid: &Automaton,
    adder: &Automaton,
    budget: &Budget<'_>,
) -> Option<(Name, System)> {
    let name: Name = checked.numbers.name.parse().ok()?;
    let known = System::new(&name, budget).ok()?;
    ((known.valid(), known.adder()) == (valid, adder)).then_some((name, known))
}

/// The numeration system of a certificate, if its tables are those of the system that it names.
///
/// # Errors
/// A table is too large.
pub fn numeration(checked: &Verified, budget: &Budget<'_>) -> Result<Option<Name>, WriteError> {
    let Some(words) = &checked.numbers.words else {
        return Ok(Some(Name::Base(checked.numbers.base)));
    };
    let (valid, adder) = (dense(&words.valid, budget)?, dense(&words.adder, budget)?);
    Ok(named(checked, &valid, &adder, budget).map(|(name, _)| name))
}

/// With a state from which nothing is accepted, for the transitions that are not there.
fn dense(table: &Table, budget: &Budget<'_>) -> Result<Automaton, WriteError> {
    let letters = table.base.pow(table.tracks as u32) as usize;
    let dead = table.next.len();
    let cells = letters.saturating_mul(dead + 1);
    let what = || "the table of a law".into();
    let memory = budget.context.check_memory(4 * cells as u64, what);
    memory.map_err(crate::automaton::Overrun::from)?;
    let mut next = vec![dead as u32; cells];
    for (state, row) in table.next.iter().enumerate() {
        for &(letter, to) in row {
            next[state * letters + letter as usize] = to;
        }
    }
    let accepting = table.accepting.iter().copied().chain([false]).collect();
    Ok(Automaton::new(table.base, table.tracks, next, accepting, budget)?)
}

/// The parts of a rank, one inside the other.
fn rank(checked: &Verified, ranks: &Ranks) -> Rank {
    let parts = ranks.values().map(Vec::len).max().unwrap_or(1).max(1);
    let part = |at: usize| -> (Vec<Vec<u32>>, Vec<u32>) {
        let of = |family: &grundy_rules::typed::Family| {
            let own = ranks.get(&*family.name).and_then(|parts| parts.get(at));
            let Some((offset, own)) = own else { return (vec![0; family.width], 0) };
            // Without the 0 of the multiple, if the law is told by a remainder.
            (own.iter().copied().take(family.width).collect(), *offset)
        };
        checked.program.families.iter().map(of).unzip()
    };
    let make = |at: usize, then: Option<Box<Rank>>| {
        let (weights, offsets) = part(at);
        Rank { weights, offsets, then }
    };
    let mut rank = make(parts - 1, None);
    for at in (0..parts - 1).rev() {
        rank = make(at, Some(Box::new(rank)));
    }
    rank
}
