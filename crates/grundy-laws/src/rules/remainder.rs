//! Laws by the remainder of one number of a position by another: proved for all quotients at once.
//!
//! Let N and D be linear in the coordinates of a position x, N >= 0 and D > 0, as with N = n and D = m + 1 in
//! Bash's game, where at most m may be taken from n. "n mod (m + 1)" is outside of the arithmetic of
//! addition: no automaton tells it of all m. But moves change N by little, and leave D as it is.
//!
//! **Theorem.** Let q be the multiple of D with q <= N < q + D, and let each move lead from x to a y with
//! D(y) = D(x) and q - 2D <= N(y) < q + 2D. Then N(y) mod D is that one of N(y) - q + tD, for t from -1 to
//! 2, which lies in 0, …, D - 1. With q as one more variable all of this is linear. So if
//!
//! > q = 0 or q = D or q >= 2D, and q <= N(x) < q + D  =>  the [statement](super::statement) about x
//!
//! is true for all x and all q, multiples of D or not, then the statement is true for all x.
//!
//! *Proof.* For each x take the multiple of D for q. Then the left side holds, and what the statement
//! says of x and its options is said of their remainders. ∎

use grundy::context::{Context, Stop};
use grundy::nat::{self, Int, Nat};
use grundy_rules::typed::Program;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use super::error::{FindError, decide_error};
use super::formulas::{FamilyFormulas, Translation};
use super::ranks::Ranks;
use super::simple::{add, and, compare};
use super::statement::{Of, Rank, Statements};
use super::translate::translate;
use crate::automaton::{Automaton, Budget, Overrun};
use crate::formula::{
    Comparison, DecideError, Environment, Formula, Fresh, Linear, Proof, RelationId, Term,
    TermError, Var, prove,
};
use crate::numeration::System;

/// The states of an automaton on the way.
const MAX_STATES: usize = 200_000;

/// The time for all statements about one law.
const MAX_TIME: Duration = Duration::from_secs(5);

/// The remainders of options are looked for with so many divisors added to what is left over q.
const TURNS: std::ops::RangeInclusive<i64> = -1..=2;

/// The remainder of one number by another, both linear in the coordinates, which are the variables from 0
/// on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remainder {
    dividend: Linear,
    divisor: Linear,
}

/// A law by a remainder that is proved for all positions of a family.
#[derive(Clone, Debug)]
pub struct RemainderLaw {
    /// What it tells.
    pub of: Of,
    /// The numeration system.
    pub system: Arc<System>,
    /// The number of the family in the program, and its name.
    pub family: (usize, String),
    /// What it speaks of.
    pub remainder: Remainder,
    /// The law over the coordinates, the multiple of the divisor, which may be that of a position that has a
    /// move to this one, and of a law of values the value.
    pub relation: Automaton,
    /// The rank that falls with every move.
    pub rank: Rank,
}

impl Remainder {
    /// The remainder of a number that is nowhere negative.
    pub const fn of_natural(dividend: Linear, divisor: Linear) -> Self {
        Self { dividend, divisor }
    }

    /// What is divided, and by what.
    pub const fn parts(&self) -> (&Linear, &Linear) {
        (&self.dividend, &self.divisor)
    }

    /// The multiple of an option is that of its position and so many divisors.
    pub const REACH: std::ops::RangeInclusive<i64> = -*TURNS.end()..=-*TURNS.start();

    /// `dividend mod divisor`; `None` where coefficients become too large.
    pub fn new(dividend: Linear, divisor: Linear) -> Option<Self> {
        // The same remainder of a number that is not negative.
        let negative = dividend.constant() < 0;
        let dividend = if negative { dividend.plus(&divisor)? } else { dividend };
        Some(Self { dividend, divisor })
    }

    /// The remainder by cases, exactly one of which holds at positions in the reach of a move, where
    /// `multiple` is the multiple of the divisor below the position that is moved from.
    ///
    /// # Errors
    /// [`TermError`], where coefficients become too large.
    pub fn cases(&self, multiple: Var) -> Result<Vec<(Formula, Term)>, TermError> {
        let left = self.dividend.minus(&multiple.into()).ok_or(TermError::Overflow)?;
        let case = |turn: i64| {
            let turned = self.divisor.times(turn).and_then(|turned| left.plus(&turned));
            let value = turned.ok_or(TermError::Overflow)?;
            let above = self.divisor.minus(&value).and_then(|gap| gap.plus(&Linear::from(-1)));
            let above = above.ok_or(TermError::Overflow)?;
            let here = and([Formula::AtLeast(value.clone()), Formula::AtLeast(above)]);
            Ok((here, Term::Linear(value)))
        };
        TURNS.map(case).collect()
    }

    /// The multiple of the divisor below the dividend of a position; `None` where the divisor is not positive,
    /// or the dividend is negative.
    pub fn multiple(&self, coords: &[Nat]) -> Option<Nat> {
        let value = |own: &Linear| {
            own.terms().iter().try_fold(Int::from(own.constant()), |sum, &(factor, var)| {
                Some(sum + Int::from(factor) * Int::from(coords.get(var.0 as usize)?.clone()))
            })
        };
        let [(n, below), (d, negative)] = [&self.dividend, &self.divisor]
            .map(value)
            .map(|n| n.map(|n| nat::magnitude(&n)))
            .into_iter()
            .collect::<Option<Vec<_>>>()?
            .try_into()
            .ok()?;
        if below || negative || d == Nat::ZERO {
            return None;
        }
        let left = &n % &d;
        Some(n - left)
    }

    /// The position is in the reach of a number that may be the multiple.
    fn window(&self, multiple: Var) -> Result<Formula, TermError> {
        let q = Term::from(multiple);
        let [n, d] = [&self.dividend, &self.divisor].map(|own| Term::Linear(own.clone()));
        let mut fresh = Fresh::from(multiple.0 + 1);
        let mut is = |a: &Term, how, b: &Term| compare(a, how, b, &mut fresh);
        let twice = add(Term::from(0), 2, d.clone())?;
        let some = Formula::Or(vec![
            is(&q, Comparison::Equal, &Term::from(0))?,
            is(&q, Comparison::Equal, &d)?,
            is(&q, Comparison::AtLeast, &twice)?,
        ]);
        let below = is(&q, Comparison::AtMost, &n)?;
        let above = is(&n, Comparison::Less, &add(q.clone(), 1, d)?)?;
        Ok(and([some, below, above]))
    }

    /// The move leads no farther than the cases reach, and does not change the divisor.
    fn reached(&self, coords: &[Term], multiple: Var) -> Result<Formula, TermError> {
        let there = |own: &Linear| {
            own.terms().iter().try_fold(Term::from(own.constant()), |sum, &(factor, var)| {
                add(sum, factor, coords[var.0 as usize].clone())
            })
        };
        let (n, d) = (there(&self.dividend)?, there(&self.divisor)?);
        let own = Term::Linear(self.divisor.clone());
        let mut fresh = Fresh::from(multiple.0 + 1);
        let mut is = |a: &Term, how, b: &Term| compare(a, how, b, &mut fresh);
        let low = add(Term::from(multiple), -*TURNS.end(), own.clone())?;
        let high = add(Term::from(multiple), 1 - *TURNS.start(), own.clone())?;
        Ok(and([
            is(&d, Comparison::Equal, &own)?,
            is(&n, Comparison::AtLeast, &low)?,
            is(&n, Comparison::Less, &high)?,
        ]))
    }
}

/// The rank by which a law that speaks of a remainder is proved of the positions of a family.
///
/// The law speaks of a remainder, and of cases that are all there are where some linear terms are not
/// negative: that is proved too. `relation` reads the coordinates, the multiple, and of a law of values
/// the value. It tells the law by the [cases](Remainder::cases) of the remainder, and nothing of what is
/// no position. `None` says that nothing is proved: the law may be wrong, the rules may be of another
/// kind, or a limit was reached.
///
/// # Errors
/// [`FindError`]: the rules fail in some position, or the question was cancelled.
///
/// # Complexity
/// That of deciding the statements: within 5 s.
pub fn by_remainder(
    program: &Program,
    family: usize,
    of: Of,
    (remainder, natural): (&Remainder, &[Linear]),
    relation: &Automaton,
    system: &System,
    context: &Context<'_>,
) -> Result<Option<Rank>, FindError> {
    let Ok(mut translation) = translate(program) else { return Ok(None) };
    let context = context.within(MAX_TIME);
    let multiple = Var(translation.fresh);
    translation.fresh += 1;
    if !is_plain(&translation, family, of) || translation.places.is_some() {
        return Ok(None);
    }
    let formulas = &translation.families[family];
    let tracks = formulas.width + 1 + usize::from(of == Of::Value);
    if relation.tracks() != tracks {
        return Ok(None);
    }
    let Ok(mut statements) = statements(&translation, family, of, remainder, multiple) else {
        return Ok(None);
    };
    let natural = natural.iter().map(|own| Formula::AtLeast(own.clone()));
    statements.extend(natural.map(|holds| formulas.domain.clone().implies(holds)));
    let budget = Budget::new(MAX_STATES, context);
    let mut environment = Environment::new();
    if environment.define(system, "law", relation.clone(), &budget).is_err() {
        return Ok(None);
    }
    let reached = [family];
    let ranks = Ranks {
        translation: &translation,
        reached: &reached,
        system,
        context: &context,
        overrun: RefCell::default(),
    };
    let rank = match ranks.no_fault().and_then(|()| ranks.of_moves()) {
        Ok(Some(rank)) => rank,
        Ok(None) => return Ok(None),
        Err(FindError::Stop(stop)) if stop != Stop::Cancelled => return Ok(None),
        Err(error) => return Err(error),
    };
    for statement in statements {
        match prove(&statement, system, &environment, &budget) {
            Ok(Proof::Proved) => {}
            Ok(Proof::Refuted(_)) => return Ok(None),
            Err(DecideError::Overrun(Overrun::Stop(Stop::Cancelled))) => {
                return Err(Stop::Cancelled.into());
            }
            Err(DecideError::Overrun(_)) => return Ok(None),
            Err(error) => return Err(decide_error(error)),
        }
    }
    Ok(Some(rank))
}

/// Whether moves lead to positions of the same family only, which have one form, and what is asked can be
/// said with one more variable.
fn is_plain(translation: &Translation, family: usize, of: Of) -> bool {
    let FamilyFormulas { choices, rewritings, .. } = &translation.families[family];
    let mut targets = choices.iter().flat_map(|choice| &choice.sum);
    let blocked = matches!(of, Of::Blocked(_));
    !blocked
        && targets.all(|target| target.family == family)
        && rewritings.iter().all(Vec::is_empty)
}

/// All that has to be true.
fn statements(
    translation: &Translation,
    family: usize,
    of: Of,
    remainder: &Remainder,
    multiple: Var,
) -> Result<Vec<Formula>, TermError> {
    let formulas = &translation.families[family];
    let one = Linear::from(-1).plus(&remainder.divisor).ok_or(TermError::Overflow)?;
    // Without these there might be no multiple, and nothing would be said of the position.
    let natural = Formula::AtLeast(remainder.dividend.clone());
    let mut all: Vec<Formula> =
        [Formula::AtLeast(one), natural].map(|holds| formulas.domain.clone().implies(holds)).into();
    let window = remainder.window(multiple)?;
    for choice in &formulas.choices {
        for target in &choice.sum {
            let made = and([formulas.domain.clone(), window.clone(), choice.guard.clone()]);
            all.push(made.implies(remainder.reached(&target.coords, multiple)?));
        }
    }
    let ids = vec![RelationId::Given(0); translation.families.len()];
    let laws = Statements::new(translation, ids).with_parameter(multiple).law(family, of);
    // What no statement can be made of is of another kind.
    let laws = laws.map_err(|_| TermError::Overflow)?;
    all.extend(laws.into_iter().map(|law| window.clone().implies(law)));
    Ok(all)
}
