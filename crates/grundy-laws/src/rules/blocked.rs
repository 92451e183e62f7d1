//! Blocking: which positions have more than so many options in a relation.

use grundy::syntax::Span;

use super::formulas::{Choice, Target};
use super::fragment::Outside;
use super::simple::{and, compare, or};
use super::spread::replaced;
use crate::formula::{Comparison, Formula, Fresh, Linear, RelationId, Term, TermError, Var};

/// Up to so many ways to choose kinds of moves are written out.
const MAX_WAYS: usize = 200;

/// What a move leaves.
struct Reached {
    /// The number of its family; `None` if nothing is left, which is one option however it is reached.
    family: Option<usize>,
    coords: Vec<Term>,
}

fn outside(error: TermError, span: Span) -> Outside {
    Outside::new(error.to_string(), span)
}

/// More than `forbidden` different options are P-positions by these relations. An option that leaves
/// nothing is one.
///
/// # Errors
/// [`Outside`], if a move leaves a sum or wins at once, or if there are too many kinds of moves.
pub(super) fn more_than(
    forbidden: u32,
    choices: &[Choice],
    laws: &[RelationId],
    fresh: &mut Fresh,
) -> Result<Formula, Outside> {
    for choice in choices {
        if choice.wins {
            return Err(Outside::new(
                "this move wins at once: blocking has no meaning",
                choice.span,
            ));
        }
        if choice.sum.len() > 1 {
            let what = "this move leaves a sum: blocking is about single positions";
            return Err(Outside::new(what, choice.span));
        }
    }
    let span = choices.first().map(|choice| choice.span).unwrap_or_default();
    let too_many = || Outside::new(format!("too many kinds of moves to forbid {forbidden}"), span);
    let ways = ways(choices.len(), forbidden as usize + 1).ok_or_else(too_many)?;
    let mut all = Vec::new();
    for way in ways {
        let mut vars = Vec::new();
        let mut parts = Vec::new();
        let mut options: Vec<Reached> = Vec::new();
        for (place, &kind) in way.iter().enumerate() {
            let choice = &choices[kind];
            let (option, own, part) = option(choice, laws, fresh)?;
            vars.extend(own);
            parts.push(part);
            for (before, &other) in options.iter().zip(&way[..place]) {
                parts.push(different(before, &option, other == kind, choice.span, fresh)?);
            }
            options.push(option);
        }
        all.push(Formula::exists(vars, and(parts)));
    }
    Ok(or(all))
}

/// One option of this kind that is a P-position: its variables, and when there is it.
fn option(
    choice: &Choice,
    laws: &[RelationId],
    fresh: &mut Fresh,
) -> Result<(Reached, Vec<Var>, Formula), Outside> {
    let nothing = Reached { family: None, coords: Vec::new() };
    let Some(target) = choice.sum.first() else {
        return Ok((
            nothing,
            Vec::new(),
            Formula::exists(choice.vars.clone(), choice.guard.clone()),
        ));
    };
    let lost = |coords: &[Term], fresh: &mut Fresh| {
        Term::relate(laws[target.family], coords, fresh)
            .map_err(|error| outside(error, choice.span))
    };
    if let Some((vars, guard, coords)) = renamed(choice, target, fresh) {
        let part = and([guard, lost(&coords, fresh)?]);
        return Ok((Reached { family: Some(target.family), coords }, vars, part));
    }
    // The coordinates of what is left under names of their own.
    let vars: Vec<Var> = target.coords.iter().map(|_| fresh.var()).collect();
    let mut made = vec![choice.guard.clone()];
    for (coord, &var) in target.coords.iter().zip(&vars) {
        let same = compare(coord, Comparison::Equal, &var.into(), fresh);
        made.push(same.map_err(|error| outside(error, choice.span))?);
    }
    let coords: Vec<Term> = vars.iter().map(|&var| var.into()).collect();
    let part = and([Formula::exists(choice.vars.clone(), and(made)), lost(&coords, fresh)?]);
    Ok((Reached { family: Some(target.family), coords }, vars, part))
}

/// The move with variables that occur nowhere else, where everything is linear.
fn renamed(
    choice: &Choice,
    target: &Target,
    fresh: &mut Fresh,
) -> Option<(Vec<Var>, Formula, Vec<Term>)> {
    let mut coords = Vec::new();
    for coord in &target.coords {
        let Term::Linear(linear) = coord else { return None };
        coords.push(linear.clone());
    }
    let mut guard = choice.guard.clone();
    let mut vars = Vec::new();
    for &var in &choice.vars {
        let own = fresh.var();
        let by = Linear::from(own);
        guard = replaced(&guard, var, &by)?;
        for coord in &mut coords {
            *coord = coord.replace(var, &by)?;
        }
        vars.push(own);
    }
    Some((vars, guard, coords.into_iter().map(Term::Linear).collect()))
}

/// Two options are different. Of two of one kind the first is the smaller one: they may be exchanged.
fn different(
    first: &Reached,
    second: &Reached,
    same_kind: bool,
    span: Span,
    fresh: &mut Fresh,
) -> Result<Formula, Outside> {
    match (first.family, second.family) {
        (None, None) => return Ok(Formula::Constant(false)),
        (first, second) if first != second => return Ok(Formula::Constant(true)),
        _ => {}
    }
    let how = if same_kind { Comparison::Less } else { Comparison::Unequal };
    let mut ways = Vec::new();
    let mut same = Vec::new();
    for (a, b) in first.coords.iter().zip(&second.coords) {
        let mut compared = |how| compare(a, how, b, fresh).map_err(|error| outside(error, span));
        ways.push(and(same.iter().cloned().chain([compared(how)?])));
        same.push(compared(Comparison::Equal)?);
    }
    Ok(or(ways))
}

/// The ways to choose `count` of the numbers below `kinds`, in order and with repeats; `None` if there are
/// too many.
fn ways(kinds: usize, count: usize) -> Option<Vec<Vec<usize>>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        let mut longer = Vec::new();
        for way in &all {
            for kind in way.last().copied().unwrap_or(0)..kinds {
                longer.push([&way[..], &[kind]].concat());
                if longer.len() > MAX_WAYS {
                    return None;
                }
            }
        }
        all = longer;
    }
    Some(all)
}
