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
//! that ends the game, or that wins at once in normal play, then loses.)
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
//! a position to its other form. A rewriting that goes round in a circle is an error of the rules; no
//! theorem says anything about positions from which one is reached.

use grundy::outcome::Play;
use grundy::syntax::Span;

use super::fragment::Outside;
use super::simple::{add, and, compare, not, or};
use super::translate::{Choice, FamilyFormulas, Target, Translation};
use crate::formula::{Comparison, Formula, Fresh, Linear, RelationId, Term, TermError, Var};

/// What a law tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Which positions are P-positions.
    Outcome(Play),
    /// The Grundy value.
    Value,
}

/// Σ weightᵢ·xᵢ + offset, for each family: a natural number that falls with every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The weights of the coordinates, family by family.
    pub weights: Vec<Vec<u32>>,
    /// What is added, family by family.
    pub offsets: Vec<u32>,
}

/// Makes the statements of one translation. Variables of different statements have nothing to do with
/// each other.
#[derive(Debug)]
pub struct Statements<'t> {
    rules: &'t Translation,
    /// The relation of each family.
    laws: Vec<RelationId>,
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
        Self { rules, laws, fresh: Fresh::from(rules.fresh) }
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
        terms.extend(value.map(Term::from));
        Term::relate(self.laws[target.family], &terms, &mut self.fresh)
            .map_err(|error| terms_error(error, span))
    }

    /// The position itself is in the relation.
    fn itself(&self, family: usize, value: Option<Var>) -> Formula {
        let coords = (0..self.family(family).width as u32).map(|at| Linear::from(Var(at)));
        let terms = coords.chain(value.map(Linear::from)).collect();
        Formula::Relation(self.laws[family], terms)
    }

    /// All that has to be true for all positions of a family.
    ///
    /// # Errors
    /// [`Outside`], if a move leaves a sum and the law tells outcomes.
    pub fn law(&mut self, family: usize, of: Of) -> Result<Vec<Formula>, Outside> {
        let mut all = vec![match of {
            Of::Outcome(play) => self.outcome(family, play)?,
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
                (_, true, Play::Misere) | ([], false, Play::Misere) => {}
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
        let formulas = self.family(family);
        let normal = normal(formulas);
        let faults = formulas.faults.iter();
        faults.map(|(fault, span)| (normal.clone().implies(not(fault.clone())), *span)).collect()
    }

    /// The rank falls with every move from a family, and does not rise with a rewriting.
    ///
    /// # Errors
    /// [`Outside`], if coefficients become too large.
    pub fn falls(&mut self, family: usize, rank: &Rank) -> Result<Vec<Formula>, Outside> {
        let formulas = self.family(family);
        let before =
            rank.of(family, &coords(formulas)).map_err(|e| terms_error(e, Span::default()))?;
        let mut all = Vec::new();
        for choice in &formulas.choices {
            for target in &choice.sum {
                let below = rank
                    .of(target.family, &target.coords)
                    .and_then(|after| compare(&after, Comparison::Less, &before, &mut self.fresh))
                    .map_err(|error| terms_error(error, choice.span))?;
                let made = and([normal(formulas), choice.guard.clone()]);
                all.push(made.implies(below));
            }
        }
        for run in formulas.rewritings.iter().flatten() {
            let at_most = rank
                .of(run.target.family, &run.target.coords)
                .and_then(|after| compare(&after, Comparison::AtMost, &before, &mut self.fresh))
                .map_err(|error| terms_error(error, Span::default()))?;
            all.push(and([formulas.domain.clone(), run.guard.clone()]).implies(at_most));
        }
        Ok(all)
    }
}

impl Rank {
    /// The rank of a state, as a term.
    fn of(&self, family: usize, coords: &[Term]) -> Result<Term, TermError> {
        let offset = Term::from(i64::from(self.offsets[family]));
        let weights = self.weights[family].iter().zip(coords).filter(|(weight, _)| **weight != 0);
        weights
            .into_iter()
            .try_fold(offset, |sum, (&weight, coord)| add(sum, weight.into(), coord.clone()))
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
                all.push(Self { weights: scaled, offsets });
            }
        }
        all.dedup();
        all
    }
}
