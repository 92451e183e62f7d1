//! What has to be true for a law: statements about all positions.
//!
//! # Outcomes
//!
//! Let every option be a single position, and let some rank, a natural number, fall from each position
//! to each of its options. A set L is the set of P-positions in normal play if and only if, for every
//! position x,
//!
//! > x is in L  <=>  no option of x is in L, and no move wins at once.
//!
//! *Proof.* The P-positions have this property by definition. If L has it, then by induction on the
//! rank x is in L exactly when x is a P-position: the options have smaller ranks. ∎
//!
//! In misère play the same holds with: x is in L <=> x has a move, and no option of x is in L. (A move
//! that leaves nothing then loses. Misère play of rules with moves that win at once has no meaning.)
//!
//! # Blocking
//!
//! Let the player who has just moved forbid up to k of the options before each move. The same holds with:
//! x is in L <=> at most k different options of x are in L. (These are forbidden, and what is left, if
//! anything, is not in L. If more of them are in L, one of them is left.)
//!
//! # Values
//!
//! Let options be sums of any number of positions, all of smaller ranks. A relation R is that of
//! positions and their Grundy values if and only if, for all x and g,
//!
//! > R(x,g)  <=>  not Opt(x,g), and Opt(x,v) for all v < g, and no move wins at once,
//!
//! where Opt(x,v) says that some option of x is a sum of positions y with values b, R(y,b), whose
//! nim-sum is v. *Proof.* By induction on the rank Opt(x,v) says that v is the value of an option, so
//! the right side says that g is the mex; positions with a move that wins at once have no value, and
//! sums that contain one are skipped, as mex skips them. ∎
//!
//! # Other forms of a position
//!
//! Where rules say that a position is the same as another one, the law must agree on both, and the
//! statements above are asked of those positions only that no rule rewrites. The rank must not rise from
//! a position to its other form. Rewriting has an end everywhere: either what a rewriting gives is
//! rewritten no more, or a second rank falls.
//!
//! # Ranks
//!
//! A rank is a linear function with natural coefficients, or several of them compared like words in a
//! dictionary: an ordinal below ω^ω. No chain of moves goes down for ever.

use grundy::outcome::Play;
use grundy::syntax::Span;

use super::blocked;
use super::formulas::{Choice, FamilyFormulas, Target, Translation};
use super::fragment::Outside;
use super::simple::{add, and, compare, not, or};
use crate::formula::{Comparison, Formula, Fresh, Linear, RelationId, Term, TermError, Var};

/// What a law tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Which positions are P-positions.
    Outcome(Play),
    /// Which positions are P-positions in normal play where, before each move, the other player forbids
    /// up to so many of the options.
    Blocked(u32),
    /// The Grundy value.
    Value,
}

/// Σ weightᵢ·xᵢ + offset, for each family: a natural number that falls with every move; or that does not
/// rise, and where it stays the same another rank falls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The weights of the coordinates, family by family.
    pub weights: Vec<Vec<u32>>,
    /// What is added, family by family.
    pub offsets: Vec<u32>,
    /// The rank that decides between equal ones.
    pub then: Option<Box<Rank>>,
}

/// What a rank does from a position to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Falls {
    /// It becomes less.
    Strictly,
    /// It does not rise.
    Weakly,
}

/// Makes the statements of one translation. Variables of different statements have nothing to do with
/// each other.
#[derive(Debug)]
pub struct Statements<'t> {
    rules: &'t Translation,
    /// The relation of each family.
    laws: Vec<RelationId>,
    /// One more argument of the relations, behind the coordinates.
    parameter: Option<Var>,
    fresh: Fresh,
}

fn terms_error(error: TermError, span: Span) -> Outside {
    Outside::new(error.to_string(), span)
}

fn coords(family: &FamilyFormulas) -> Vec<Term> {
    (0..family.width as u32).map(|at| Var(at).into()).collect()
}

/// Some run of a rule rewrites the position.
fn fires(family: &FamilyFormulas, rule: usize) -> Formula {
    let runs = family.rewritings[rule].iter();
    or(runs.map(|run| Formula::exists(run.vars.clone(), run.guard.clone())))
}

/// No rule before this one rewrites the position.
fn none_before(family: &FamilyFormulas, rule: usize) -> Formula {
    and((0..rule).map(|before| not(fires(family, before))))
}

/// The position belongs to the family, and no rule rewrites it.
fn normal(family: &FamilyFormulas) -> Formula {
    and([family.domain.clone(), none_before(family, family.rewritings.len())])
}

impl<'t> Statements<'t> {
    /// Statements about these relations, one for each family: over its coordinates, and the value as
    /// the last number if the law tells values.
    pub fn new(rules: &'t Translation, laws: Vec<RelationId>) -> Self {
        Self { rules, laws, parameter: None, fresh: Fresh::from(rules.fresh) }
    }

    /// The same of relations that have this variable as one more argument, behind the coordinates.
    #[must_use]
    pub fn with_parameter(self, parameter: Var) -> Self {
        Self { parameter: Some(parameter), ..self }
    }

    fn family(&self, family: usize) -> &'t FamilyFormulas {
        &self.rules.families[family]
    }

    fn relate(
        &mut self,
        target: &Target,
        value: Option<Var>,
        span: Span,
    ) -> Result<Formula, Outside> {
        let mut terms = target.coords.clone();
        terms.extend(self.parameter.map(Term::from));
        terms.extend(value.map(Term::from));
        Term::relate(self.laws[target.family], &terms, &mut self.fresh)
            .map_err(|error| terms_error(error, span))
    }

    /// The position itself is in the relation.
    fn itself(&self, family: usize, value: Option<Var>) -> Formula {
        let coords = (0..self.family(family).width as u32).map(|at| Linear::from(Var(at)));
        let rest = self.parameter.into_iter().chain(value).map(Linear::from);
        Formula::Relation(self.laws[family], coords.chain(rest).collect())
    }

    /// All that has to be true for all positions of a family.
    ///
    /// # Errors
    /// [`Outside`], if a move leaves a sum and the law tells outcomes.
    ///
    /// Statements about forbidden options know no parameter.
    pub fn law(&mut self, family: usize, of: Of) -> Result<Vec<Formula>, Outside> {
        let mut all = vec![match of {
            Of::Outcome(play) => self.outcome(family, play)?,
            Of::Blocked(forbidden) => self.blocked(family, forbidden)?,
            Of::Value => self.value(family)?,
        }];
        let value = (of == Of::Value).then(|| self.fresh.var());
        let formulas = self.family(family);
        for (rule, runs) in formulas.rewritings.iter().enumerate() {
            for run in runs {
                let there = self.relate(&run.target, value, Span::default())?;
                let applies =
                    and([formulas.domain.clone(), none_before(formulas, rule), run.guard.clone()]);
                all.push(applies.implies(self.itself(family, value).iff(there)));
            }
        }
        // Outside of its domain a family has no positions.
        let outside = not(formulas.domain.clone());
        if outside != Formula::Constant(false) {
            all.push(outside.implies(not(self.itself(family, value))));
        }
        Ok(all)
    }

    fn outcome(&mut self, family: usize, play: Play) -> Result<Formula, Outside> {
        let formulas = self.family(family);
        let mut winning = Vec::new();
        let mut moves = Vec::new();
        for choice in &formulas.choices {
            let guard =
                |rest| Formula::exists(choice.vars.clone(), and([choice.guard.clone(), rest]));
            if play == Play::Misere {
                moves.push(guard(Formula::Constant(true)));
            }
            match (&choice.sum[..], choice.wins, play) {
                (_, true, Play::Misere) => {
                    return Err(Outside::new(
                        "this move wins at once: misère play has no meaning",
                        choice.span,
                    ));
                }
                ([], false, Play::Misere) => {}
                (_, true, Play::Normal) | ([], false, Play::Normal) => {
                    winning.push(guard(Formula::Constant(true)));
                }
                ([target], false, _) => {
                    let lost = self.relate(target, None, choice.span)?;
                    winning.push(guard(lost));
                }
                _ => {
                    return Err(Outside::new(
                        "this move leaves a sum: outcomes do not decide it, Grundy values do \
                         (in normal play)",
                        choice.span,
                    ));
                }
            }
        }
        let mut lost = not(or(winning));
        if play == Play::Misere {
            lost = and([or(moves), lost]);
        }
        Ok(normal(formulas).implies(self.itself(family, None).iff(lost)))
    }

    fn blocked(&mut self, family: usize, forbidden: u32) -> Result<Formula, Outside> {
        let formulas = self.family(family);
        let lost_options =
            blocked::more_than(forbidden, &formulas.choices, &self.laws, &mut self.fresh)?;
        Ok(normal(formulas).implies(self.itself(family, None).iff(not(lost_options))))
    }

    fn value(&mut self, family: usize) -> Result<Formula, Outside> {
        let formulas = self.family(family);
        let value = self.fresh.var();
        let smaller = self.fresh.var();
        let mut wins = Vec::new();
        for choice in formulas.choices.iter().filter(|choice| choice.wins) {
            wins.push(Formula::exists(choice.vars.clone(), choice.guard.clone()));
        }
        let here = self.has_option(formulas, value)?;
        let below = self.has_option(formulas, smaller)?;
        let less = Linear::new([(1, value), (-1, smaller)], -1).expect("small coefficients");
        let all = Formula::forall([smaller], Formula::AtLeast(less).implies(below));
        let mex = and([not(here), all, not(or(wins))]);
        Ok(normal(formulas).implies(self.itself(family, Some(value)).iff(mex)))
    }

    /// Some option has this value.
    fn has_option(&mut self, family: &FamilyFormulas, value: Var) -> Result<Formula, Outside> {
        let mut any = Vec::new();
        for choice in family.choices.iter().filter(|choice| !choice.wins) {
            any.push(self.leaves(choice, value)?);
        }
        Ok(or(any))
    }

    /// Some move of this kind leaves a sum of this value.
    fn leaves(&mut self, choice: &Choice, value: Var) -> Result<Formula, Outside> {
        let mut vars = choice.vars.clone();
        let mut all = vec![choice.guard.clone()];
        match &choice.sum[..] {
            [] => all.push(Formula::Equal(value.into())),
            [target] => all.push(self.relate(target, Some(value), choice.span)?),
            targets => {
                let mut sum: Option<Var> = None;
                for (at, target) in targets.iter().enumerate() {
                    let part = self.fresh.var();
                    vars.push(part);
                    all.push(self.relate(target, Some(part), choice.span)?);
                    sum = Some(match sum {
                        None => part,
                        Some(before) => {
                            let last = at + 1 == targets.len();
                            let now = if last { value } else { self.fresh.var() };
                            if !last {
                                vars.push(now);
                            }
                            let terms = [before, part, now].map(Linear::from).to_vec();
                            all.push(Formula::Relation(RelationId::Xor, terms));
                            now
                        }
                    });
                }
            }
        }
        Ok(Formula::exists(vars, and(all)))
    }

    /// Nothing that the rules forbid can be reached: where each condition stands.
    pub fn faultless(&self, family: usize) -> Vec<(Formula, Span)> {
        let faults = self.family(family).faults.iter();
        faults.map(|(fault, span)| (not(fault.clone()), *span)).collect()
    }

    /// The rank falls with every move from a family, and does not rise with a rewriting.
    ///
    /// # Errors
    /// [`Outside`], if coefficients become too large.
    pub fn falls(&mut self, family: usize, rank: &Rank) -> Result<Vec<Formula>, Outside> {
        self.changes(family, rank, Falls::Strictly)
    }

    /// The first part of the rank does not rise with any move or rewriting.
    ///
    /// # Errors
    /// [`Outside`], if coefficients become too large.
    pub fn does_not_rise(&mut self, family: usize, rank: &Rank) -> Result<Vec<Formula>, Outside> {
        let first = Rank { then: None, ..rank.clone() };
        self.changes(family, &first, Falls::Weakly)
    }

    fn changes(
        &mut self,
        family: usize,
        rank: &Rank,
        falls: Falls,
    ) -> Result<Vec<Formula>, Outside> {
        let formulas = self.family(family);
        let before = coords(formulas);
        let mut all = Vec::new();
        for choice in &formulas.choices {
            for target in &choice.sum {
                let below = rank
                    .below((target.family, &target.coords), (family, &before), falls, self)
                    .map_err(|error| terms_error(error, choice.span))?;
                let made = and([normal(formulas), choice.guard.clone()]);
                all.push(made.implies(below));
            }
        }
        for run in formulas.rewritings.iter().flatten() {
            let after = (run.target.family, &run.target.coords[..]);
            let at_most = rank
                .below(after, (family, &before), Falls::Weakly, self)
                .map_err(|error| terms_error(error, Span::default()))?;
            all.push(and([formulas.domain.clone(), run.guard.clone()]).implies(at_most));
        }
        Ok(all)
    }

    /// Rewriting has an end: what a rewriting gives is rewritten no more, or the rank falls.
    ///
    /// # Errors
    /// [`Outside`], if coefficients become too large.
    pub fn ends(&mut self, family: usize, rank: &Rank) -> Result<Vec<Formula>, Outside> {
        let formulas = self.family(family);
        let before = coords(formulas);
        let mut all = Vec::new();
        for (rule, runs) in formulas.rewritings.iter().enumerate() {
            for run in runs {
                let applies =
                    and([formulas.domain.clone(), none_before(formulas, rule), run.guard.clone()]);
                let after = (run.target.family, &run.target.coords[..]);
                let below = rank
                    .below(after, (family, &before), Falls::Strictly, self)
                    .map_err(|error| terms_error(error, Span::default()))?;
                let stays = self.stays(&run.target)?;
                all.push(applies.implies(or([stays, below])));
            }
        }
        Ok(all)
    }

    /// No rule rewrites this state.
    fn stays(&mut self, target: &Target) -> Result<Formula, Outside> {
        let formulas = self.family(target.family);
        let again = not(none_before(formulas, formulas.rewritings.len()));
        if again == Formula::Constant(false) {
            return Ok(Formula::Constant(true));
        }
        // The coordinates of the target under names of their own, then as those of its family.
        let middle: Vec<Var> = target.coords.iter().map(|_| self.fresh.var()).collect();
        let equal = |term: &Term, var: Var, fresh: &mut Fresh| {
            compare(term, Comparison::Equal, &var.into(), fresh)
                .map_err(|error| terms_error(error, Span::default()))
        };
        let mut outer = Vec::new();
        let mut inner = vec![again];
        for (at, term) in target.coords.iter().enumerate() {
            outer.push(equal(term, middle[at], &mut self.fresh)?);
            inner.push(equal(&Var(at as u32).into(), middle[at], &mut self.fresh)?);
        }
        let own = (0..formulas.width as u32).map(Var);
        outer.push(Formula::exists(own, and(inner)));
        Ok(not(Formula::exists(middle, and(outer))))
    }
}

impl Rank {
    /// The first part of the rank of a state, as a term.
    fn of(&self, family: usize, coords: &[Term]) -> Result<Term, TermError> {
        let offset = Term::from(i64::from(self.offsets[family]));
        let weights = self.weights[family].iter().zip(coords).filter(|(weight, _)| **weight != 0);
        weights
            .into_iter()
            .try_fold(offset, |sum, (&weight, coord)| add(sum, weight.into(), coord.clone()))
    }

    /// The rank of one state is less than that of another, or not above it.
    fn below(
        &self,
        after: (usize, &[Term]),
        before: (usize, &[Term]),
        falls: Falls,
        statements: &mut Statements<'_>,
    ) -> Result<Formula, TermError> {
        let [new, old] = [self.of(after.0, after.1)?, self.of(before.0, before.1)?];
        let fresh = &mut statements.fresh;
        let Some(then) = &self.then else {
            let how = match falls {
                Falls::Strictly => Comparison::Less,
                Falls::Weakly => Comparison::AtMost,
            };
            return compare(&new, how, &old, fresh);
        };
        let less = compare(&new, Comparison::Less, &old, fresh)?;
        let same = compare(&new, Comparison::Equal, &old, fresh)?;
        Ok(or([less, and([same, then.below(after, before, falls, statements)?])]))
    }

    /// The ranks that are tried, simple ones first.
    pub fn candidates(widths: &[usize]) -> Vec<Self> {
        let families = widths.len();
        let each = |weight: &dyn Fn(usize, usize) -> u32| -> Vec<Vec<u32>> {
            widths.iter().map(|&width| (0..width).map(|at| weight(at, width)).collect()).collect()
        };
        let widest = widths.iter().copied().max().unwrap_or(0);
        let mut weights = vec![each(&|_, _| 1)];
        for first in 0..widest {
            // The coordinates but the first ones, or but the last ones.
            weights.push(each(&|at, _| u32::from(at >= first)));
            weights.push(each(&|at, width| u32::from(at + first < width)));
            weights.push(each(&|at, _| u32::from(at == first)));
        }
        weights.push(each(&|at, _| at as u32 + 1));
        weights.push(each(&|at, width| (width - at) as u32));
        if widest <= 3 {
            for code in 0..4u32.pow(widest as u32) {
                weights.push(each(&|at, _| code / 4u32.pow(at as u32) % 4));
            }
        }
        let mut seen = std::collections::HashSet::new();
        weights.retain(|weights| seen.insert(weights.clone()));
        let mut all = Vec::new();
        for offsets in 0..families.max(1) {
            for weights in &weights {
                // Families that call others without a smaller number stand above them.
                let scale = if offsets == 0 { 1 } else { families as u32 };
                let scaled =
                    weights.iter().map(|own| own.iter().map(|w| w * scale).collect()).collect();
                let offsets = (0..families)
                    .map(|at| match offsets {
                        0 => 0,
                        1 => at as u32,
                        _ => (families - 1 - at) as u32,
                    })
                    .collect();
                all.push(Self { weights: scaled, offsets, then: None });
            }
        }
        all.dedup();
        all
    }
}
