//! Moves of positions of any size, found by the automata of a law.
//!
//! For each kind of move there is an automaton that reads a position together with the numbers that
//! the move chooses, and accepts where the rules allow it and what it leaves has the outcome or the value
//! wished for. With the position written down, the numbers chosen are searched digit by digit. Every
//! move that is found is checked again: the position that it leaves is computed by plain arithmetic from
//! the rules, the law is asked of it, and the condition of the move is evaluated.
//!
//! Nothing is known here of where the law comes from.

mod arithmetic;
mod position;
mod words;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy::Nat;
use grundy::nat::Int;
use grundy::outcome::Play;
use hashbrown::HashMap;

use crate::automaton::{Automaton, Budget};
use crate::formula::{
    DecideError, Environment, Formula, Fresh, Linear, RelationError, RelationId, Term, TermError,
    Var, decide,
};
use crate::numeration::System;
use crate::rules::{Choice, FamilyFormulas, Of, Target, Translation};
use arithmetic::{Numbers, holds, natural, term};
use words::each_accepted;

pub use position::{Position, Step};

/// Why moves cannot be told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// A formula of the rules cannot be decided within the limits.
    #[error(transparent)]
    Decide(#[from] DecideError),
    /// An automaton is no relation of the numeration system.
    #[error("the law is not a relation between numbers: {0}")]
    Law(#[from] RelationError),
    /// A term of the rules leaves 64 bits.
    #[error(transparent)]
    Term(#[from] TermError),
    /// The law has no automaton for this family.
    #[error("the law tells nothing of family {0}")]
    Family(usize),
    /// Not as many coordinates as the family has.
    #[error("a position has {expected} numbers, and this one has {found}")]
    Width {
        /// Coordinates of the family.
        expected: usize,
        /// Those given.
        found: usize,
    },
    /// A number has too many digits.
    #[error("a number has too many digits to be written in the numeration system")]
    Digits,
    /// These coordinates are no position.
    #[error("this is not a position of the rules")]
    Domain,
    /// The position has no normal form within so many rewritings.
    #[error("the position is rewritten more than {0} times")]
    Rewriting(usize),
    /// A move that the automata allow is none of the rules, or does not leave what it should.
    #[error("the automata and the rules contradict each other: the law is wrong")]
    Contradiction,
}

/// The automaton of a formula, with the variable of each track.
#[derive(Clone, Debug)]
struct Decided {
    vars: Vec<Var>,
    automaton: Arc<Automaton>,
}

/// What an automaton was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Asked {
    /// The domain of a family.
    Domain(usize),
    /// A run of a rule of a family that rewrites positions.
    Rewriting(usize, usize, usize),
    /// The condition of a move alone.
    Guard(usize, usize),
    /// A move that leaves a P-position, or a sum of value 0.
    ToZero(usize, usize),
    /// A move that leaves a sum of a value that is read on a track of its own.
    ToValue(usize, usize),
}

/// Finds the moves of a game whose law is known.
///
/// ```
/// use grundy_laws::automaton::Budget;
/// use grundy_laws::moves::{Moves, Position};
/// use grundy_laws::rules::{Found, Of, find, translate};
/// use grundy_rules::{source::Source, typed::Program};
/// let text = "W(a,b) -> W(a-k,b) for k in 1..=a
///     W(a,b) -> W(a,b-k) for k in 1..=b
///     W(a,b) -> W(a-k,b-k) for k in 1..=min(a,b)";
/// let program = Program::read(Source::new("wythoff", text))?;
/// let translation = translate(&program)?;
/// let normal = Of::Outcome(grundy::Play::Normal);
/// let found = find(&program.into(), 0, normal, &Default::default(), &Default::default())?;
/// let Found::Proved(law) = found else { panic!("Wythoff's game has a law") };
/// let families = law.families.iter().map(|(family, _, law)| (*family, law.clone()));
/// let budget = Budget::default();
/// let mut moves = Moves::new(&translation, law.system.clone(), law.of, families, &budget)?;
/// let position = Position { family: 0, coords: vec![13u8.into(), 7u8.into()] };
/// let found = moves.winning(&position, 5, &budget)?;
/// assert_eq!(found[0].sum[0].coords, [4u8, 7].map(grundy::Nat::from));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Moves<'t> {
    rules: &'t Translation,
    system: Arc<System>,
    of: Of,
    /// The relation of each family of the rules.
    laws: Vec<Option<RelationId>>,
    environment: Environment,
    known: HashMap<Asked, Decided>,
    /// The number on the track behind the coordinates, of laws that have such a track.
    parameter: Option<Nat>,
}

/// A position that is rewritten more often has no normal form.
const MAX_REWRITINGS: usize = 64;

/// So many ways to choose are looked at for each move that is told: several may be the same move.
const WAYS_FOR_ONE: usize = 16;

impl<'t> Moves<'t> {
    /// For a law given by an automaton for each family that can be reached: over the coordinates, and
    /// the value as the last track where the law tells values. It must be the law of the rules: that is
    /// not proved here.
    ///
    /// # Errors
    /// [`MoveError::Law`], [`MoveError::Family`], [`MoveError::Width`].
    pub fn new(
        rules: &'t Translation,
        system: Arc<System>,
        of: Of,
        laws: impl IntoIterator<Item = (usize, Automaton)>,
        budget: &Budget<'_>,
    ) -> Result<Self, MoveError> {
        Self::of_tracks(rules, system, of, laws, None, budget)
    }

    /// The same for laws with one more track behind the coordinates, on which the same number is read for a
    /// position and for its options: see [`set_parameter`](Self::set_parameter).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_parameter(
        rules: &'t Translation,
        system: Arc<System>,
        of: Of,
        laws: impl IntoIterator<Item = (usize, Automaton)>,
        budget: &Budget<'_>,
    ) -> Result<Self, MoveError> {
        Self::of_tracks(rules, system, of, laws, Some(Nat::ZERO), budget)
    }

    /// The number of the next positions that are asked about, of laws that have a track for it.
    pub fn set_parameter(&mut self, number: Nat) {
        if let Some(own) = &mut self.parameter {
            *own = number;
        }
    }

    fn of_tracks(
        rules: &'t Translation,
        system: Arc<System>,
        of: Of,
        laws: impl IntoIterator<Item = (usize, Automaton)>,
        parameter: Option<Nat>,
        budget: &Budget<'_>,
    ) -> Result<Self, MoveError> {
        let mut environment = Environment::new();
        let mut ids = vec![None; rules.families.len()];
        for (family, law) in laws {
            let width = rules.families.get(family).ok_or(MoveError::Family(family))?.width;
            let expected = width + usize::from(parameter.is_some()) + usize::from(of == Of::Value);
            if law.tracks() != expected {
                return Err(MoveError::Width { expected, found: law.tracks() });
            }
            ids[family] =
                Some(environment.define(&system, &format!("law{family}"), law, budget)?);
        }
        let known = HashMap::new();
        Ok(Self { rules, system, of, laws: ids, environment, known, parameter })
    }

    /// Up to `limit` winning moves, those of each kind in the order of the numbers chosen; none for a
    /// P-position. The moves are those of the position's normal form.
    ///
    /// # Errors
    /// [`MoveError`].
    ///
    /// # Complexity
    /// Deciding a formula for each kind of move once, then O(digits · states · letters) a kind.
    pub fn winning(
        &mut self,
        position: &Position,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Vec<Step>, MoveError> {
        if matches!(self.of, Of::Blocked(_)) {
            // A P-position may have moves to others, as many as can be forbidden.
            let position = self.normal_form(position, budget)?;
            if self.is_lost(&position)? {
                return Ok(Vec::new());
            }
        }
        self.to_value(position, &Nat::ZERO, limit, budget)
    }

    /// The same for the moves that leave a sum of this value, where the law tells values; of laws of
    /// outcomes only 0 can be asked, which stands for P-positions.
    ///
    /// # Errors
    /// [`MoveError`].
    pub fn to_value(
        &mut self,
        position: &Position,
        value: &Nat,
        limit: usize,
        budget: &Budget<'_>,
    ) -> Result<Vec<Step>, MoveError> {
        let position = self.normal_form(position, budget)?;
        let family = &self.rules.families[position.family];
        let numbers = numbers(&position.coords);
        let mut found: Vec<Step> = Vec::new();
        for (number, choice) in family.choices.iter().enumerate() {
            if found.len() >= limit {
                break;
            }
            if choice.wins && (self.of == Of::Outcome(Play::Misere) || !value.is_zero()) {
                continue;
            }
            let target = self.fresh().var();
            let asked = match value.is_zero() {
                true => Asked::ToZero(position.family, number),
                false => Asked::ToValue(position.family, number),
            };
            let Some(decided) = self.decided(asked, budget)? else { continue };
            let mut given = numbers.clone();
            given.insert(target, Int::from(value.clone()));
            if let (Some(var), Some(number)) = (self.parameter_var(), &self.parameter) {
                given.insert(var, Int::from(number.clone()));
            }
            let ways = self.ways(&decided, &given, limit.saturating_mul(WAYS_FOR_ONE))?;
            for way in ways {
                let mut all = numbers.clone();
                all.extend(way);
                let step = self.step(choice, &all)?;
                if found.contains(&step) {
                    continue;
                }
                let guard = Asked::Guard(position.family, number);
                if !self.allows(guard, &choice.guard, &all, budget)?
                    || !self.leaves(&step, value)?
                {
                    return Err(MoveError::Contradiction);
                }
                found.push(step);
                if found.len() >= limit {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// The position as no rule of the same position rewrites it any more.
    ///
    /// # Errors
    /// [`MoveError`], also for coordinates that are no position.
    pub fn normal_form(
        &mut self,
        position: &Position,
        budget: &Budget<'_>,
    ) -> Result<Position, MoveError> {
        let mut position = position.clone();
        for _ in 0..MAX_REWRITINGS {
            let number = position.family;
            let family = self.rules.families.get(number).ok_or(MoveError::Family(number))?;
            if family.width != position.coords.len() {
                let found = position.coords.len();
                return Err(MoveError::Width { expected: family.width, found });
            }
            let numbers = numbers(&position.coords);
            if !self.allows(Asked::Domain(number), &family.domain, &numbers, budget)? {
                return Err(MoveError::Domain);
            }
            match self.rewritten(number, family, &numbers, budget)? {
                None => return Ok(position),
                Some(other) => position = other,
            }
        }
        Err(MoveError::Rewriting(MAX_REWRITINGS))
    }

    /// What the first rule that rewrites the position makes of it.
    fn rewritten(
        &mut self,
        number: usize,
        family: &FamilyFormulas,
        numbers: &Numbers,
        budget: &Budget<'_>,
    ) -> Result<Option<Position>, MoveError> {
        for (rule, runs) in family.rewritings.iter().enumerate() {
            for (run, rewriting) in runs.iter().enumerate() {
                let asked = Asked::Rewriting(number, rule, run);
                let Some(decided) = self.decided(asked, budget)? else { continue };
                if let Some(way) = self.ways(&decided, numbers, 1)?.pop() {
                    let mut all = numbers.clone();
                    all.extend(way);
                    return position(&rewriting.target, &all).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Variables that occur nowhere in the rules.
    fn fresh(&self) -> Fresh {
        Fresh::from(self.rules.fresh)
    }

    /// The variable of the parameter, behind that of a value that is asked for.
    fn parameter_var(&self) -> Option<Var> {
        self.parameter.as_ref().map(|_| Var(self.rules.fresh + 1))
    }

    /// The automaton of what is asked; nothing if it cannot be true.
    fn decided(&mut self, asked: Asked, budget: &Budget<'_>) -> Result<Option<Decided>, MoveError> {
        if !self.known.contains_key(&asked) {
            let formula = self.formula(asked)?;
            let found = decide(&formula, &self.system, &self.environment, budget)?;
            self.known.insert(asked, Decided { vars: found.vars, automaton: found.automaton });
        }
        let known = &self.known[&asked];
        Ok((!known.automaton.is_empty()).then(|| known.clone()))
    }

    fn formula(&self, asked: Asked) -> Result<Formula, MoveError> {
        let mut fresh = self.fresh();
        let target = fresh.var();
        if self.parameter.is_some() {
            fresh.var();
        }
        let choice = |family: usize, number: usize| &self.rules.families[family].choices[number];
        Ok(match asked {
            Asked::Domain(family) => self.rules.families[family].domain.clone(),
            Asked::Rewriting(family, rule, run) => {
                self.rules.families[family].rewritings[rule][run].guard.clone()
            }
            Asked::Guard(family, number) => choice(family, number).guard.clone(),
            Asked::ToZero(family, number) => {
                self.reaches(choice(family, number), 0.into(), &mut fresh)?
            }
            Asked::ToValue(family, number) => {
                self.reaches(choice(family, number), target.into(), &mut fresh)?
            }
        })
    }

    /// The move is allowed and leaves a sum of this value, or a P-position.
    fn reaches(
        &self,
        choice: &Choice,
        value: Linear,
        fresh: &mut Fresh,
    ) -> Result<Formula, MoveError> {
        let mut all = vec![choice.guard.clone()];
        let relate = |target: &Target, value: Option<Linear>, fresh: &mut Fresh| {
            let id = self.laws[target.family].ok_or(MoveError::Family(target.family))?;
            let mut terms = target.coords.clone();
            terms.extend(self.parameter_var().map(Term::from));
            terms.extend(value.map(Term::Linear));
            Ok::<_, MoveError>(Term::relate(id, &terms, fresh)?)
        };
        if choice.wins {
            return Ok(Formula::And(all));
        }
        match (self.of, &choice.sum[..]) {
            // In misère play whoever leaves nothing has lost.
            (Of::Outcome(Play::Misere), []) => all.push(Formula::Constant(false)),
            (Of::Outcome(Play::Normal) | Of::Blocked(_), []) => {}
            (Of::Outcome(_) | Of::Blocked(_), [target]) => all.push(relate(target, None, fresh)?),
            // Outcomes do not decide sums.
            (Of::Outcome(_) | Of::Blocked(_), _) => all.push(Formula::Constant(false)),
            (Of::Value, []) => all.push(Formula::Equal(value)),
            (Of::Value, targets) => {
                let mut vars = Vec::new();
                let mut rest: Option<Linear> = None;
                for (at, target) in targets.iter().enumerate() {
                    // The value of what is left so far, and of this one.
                    let last = at + 1 == targets.len();
                    let part: Linear = match (&rest, last) {
                        (None, true) => value.clone(),
                        (Some(rest), true) if value == Linear::from(0) => rest.clone(),
                        _ => {
                            vars.push(fresh.var());
                            vars[vars.len() - 1].into()
                        }
                    };
                    all.push(relate(target, Some(part.clone()), fresh)?);
                    rest = Some(match rest {
                        None => part,
                        Some(rest) if last => {
                            if value != Linear::from(0) {
                                let terms = vec![rest.clone(), part, value.clone()];
                                all.push(Formula::Relation(RelationId::Xor, terms));
                            }
                            rest
                        }
                        Some(rest) => {
                            let both = fresh.var();
                            vars.push(both);
                            let terms = vec![rest, part, both.into()];
                            all.push(Formula::Relation(RelationId::Xor, terms));
                            both.into()
                        }
                    });
                }
                return Ok(Formula::exists(vars, Formula::And(all)));
            }
        }
        Ok(Formula::And(all))
    }

    /// The numbers of the other variables with which a formula is true, up to so many ways.
    fn ways(
        &self,
        decided: &Decided,
        given: &Numbers,
        limit: usize,
    ) -> Result<Vec<Numbers>, MoveError> {
        let word = |var: &Var| match given.get(var).map(natural) {
            None => Ok(None),
            Some(number) => {
                let word = number.and_then(|number| self.system.word(&number));
                word.map(Some).ok_or(MoveError::Digits)
            }
        };
        let words: Vec<Option<Vec<u8>>> =
            decided.vars.iter().map(word).collect::<Result<_, _>>()?;
        let known: Vec<Option<&[u8]>> = words.iter().map(|word| word.as_deref()).collect();
        let open: Vec<Var> =
            decided.vars.iter().copied().filter(|var| !given.contains_key(var)).collect();
        let mut found = Vec::new();
        let mut too_long = false;
        each_accepted(&decided.automaton, &known, |words| {
            let number = |word: &Vec<u8>| self.system.number(word).map(Int::from);
            match words.iter().map(number).collect::<Option<Vec<Int>>>() {
                Some(numbers) => found.push(open.iter().copied().zip(numbers).collect()),
                None => too_long = true,
            }
            if found.len() >= limit || too_long {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if too_long { Err(MoveError::Digits) } else { Ok(found) }
    }

    /// Whether a formula is true: by plain arithmetic, by its automaton where that does not tell.
    fn allows(
        &mut self,
        asked: Asked,
        formula: &Formula,
        numbers: &Numbers,
        budget: &Budget<'_>,
    ) -> Result<bool, MoveError> {
        let places = self.system.place_values(budget).map_err(DecideError::from)?;
        let relation = |id: RelationId, numbers: &[Nat]| {
            let automaton = match id {
                RelationId::Place => Some(&places),
                other => self.environment.automaton(other),
            };
            automaton.and_then(|automaton| self.system.holds(automaton, numbers))
        };
        if let Some(value) = holds(formula, numbers, &relation) {
            return Ok(value);
        }
        let Some(decided) = self.decided(asked, budget)? else { return Ok(false) };
        Ok(!self.ways(&decided, numbers, 1)?.is_empty())
    }

    /// What a move leaves with these numbers.
    fn step(&self, choice: &Choice, numbers: &Numbers) -> Result<Step, MoveError> {
        let sum = choice.sum.iter().map(|target| position(target, numbers));
        Ok(Step { sum: sum.collect::<Result<_, _>>()?, wins: choice.wins })
    }

    /// Whether what is left has this value, or is a P-position, by the law.
    fn leaves(&self, step: &Step, value: &Nat) -> Result<bool, MoveError> {
        if step.wins {
            return Ok(value.is_zero());
        }
        match self.of {
            Of::Value => {
                let mut sum = Nat::ZERO;
                for part in &step.sum {
                    match self.value(part)? {
                        Some(part) => sum ^= part,
                        None => return Ok(false),
                    }
                }
                Ok(sum == *value)
            }
            Of::Outcome(_) | Of::Blocked(_) => match &step.sum[..] {
                [] => Ok(self.of != Of::Outcome(Play::Misere)),
                [part] => self.is_lost(part),
                _ => Ok(false),
            },
        }
    }

    fn law(&self, family: usize) -> Result<&Arc<Automaton>, MoveError> {
        let id = self.laws.get(family).copied().flatten().ok_or(MoveError::Family(family))?;
        self.environment.automaton(id).ok_or(MoveError::Family(family))
    }

    /// What a law reads of a position, but its value.
    fn read<'p>(&'p self, position: &'p Position) -> impl Iterator<Item = &'p Nat> {
        position.coords.iter().chain(&self.parameter)
    }

    /// Whether the law says that the position is a P-position.
    ///
    /// # Errors
    /// [`MoveError::Family`], [`MoveError::Digits`].
    pub fn is_lost(&self, position: &Position) -> Result<bool, MoveError> {
        if self.of == Of::Value {
            return Ok(self.value(position)?.is_some_and(|value| value.is_zero()));
        }
        let law = self.law(position.family)?;
        let read: Vec<Nat> = self.read(position).cloned().collect();
        self.system.holds(law, &read).ok_or(MoveError::Digits)
    }

    /// The value that the law tells; nothing for a position with a move that wins at once, for what is
    /// no position, and where the law tells outcomes.
    ///
    /// # Errors
    /// [`MoveError::Family`], [`MoveError::Digits`].
    pub fn value(&self, position: &Position) -> Result<Option<Nat>, MoveError> {
        let law = self.law(position.family)?;
        if self.of != Of::Value {
            return Ok(None);
        }
        let words: Vec<Vec<u8>> = self
            .read(position)
            .map(|number| self.system.word(number))
            .collect::<Option<_>>()
            .ok_or(MoveError::Digits)?;
        let known: Vec<Option<&[u8]>> =
            words.iter().map(|word| Some(&word[..])).chain([None]).collect();
        let mut value = None;
        each_accepted(law, &known, |words| {
            value = self.system.number(&words[0]);
            ControlFlow::Break(())
        });
        Ok(value)
    }
}

/// The numbers of the variables of the coordinates.
fn numbers(coords: &[Nat]) -> Numbers {
    coords.iter().zip(0..).map(|(number, at)| (Var(at), Int::from(number.clone()))).collect()
}

/// The position with coordinates computed from these numbers.
fn position(target: &Target, numbers: &Numbers) -> Result<Position, MoveError> {
    let coords = target.coords.iter().map(|coord| natural(&term(coord, numbers)?));
    let coords = coords.collect::<Option<Vec<Nat>>>().ok_or(MoveError::Contradiction)?;
    Ok(Position { family: target.family, coords })
}
