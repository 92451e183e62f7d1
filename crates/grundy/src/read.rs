//! Help for games in reading their parameters and arguments.

use crate::nat::{self, Nat};
use crate::syntax::{Arg, ArgKind, Args, Component, ReadError, Span};
use crate::theory::number_set::{MAX_SPREAD, NumberSet};

/// How many elements a range may stand for where every element is stored.
const MAX_RANGE: u64 = 10_000_000;

/// The game takes no parameters.
///
/// # Errors
/// If there are some.
pub fn no_params(component: &Component) -> Result<(), ReadError> {
    match &component.params {
        None => Ok(()),
        Some(params) => Err(ReadError::domain(
            format!("{} takes no parameters", component.name().unwrap_or("this game")),
            params.span,
        )
        .help("leave the square brackets out")),
    }
}

/// The one parameter, a number of at least `least`; `default` if there are no brackets.
///
/// # Errors
/// If it is missing without a default, too small or no number.
pub fn number_param(
    component: &Component,
    least: u64,
    default: Option<u64>,
) -> Result<Nat, ReadError> {
    let name = component.name().unwrap_or("this game");
    let Some(params) = &component.params else {
        return default.map(Nat::from).ok_or_else(|| {
            ReadError::domain(format!("{name} needs a parameter"), component.head_span)
                .help(format!("write {name}[{}], with any number from {least} on", least.max(2)))
        });
    };
    let wanted = format!("expected one number from {least} on");
    let number = match params.single() {
        Some([arg]) => number(arg)?,
        _ => {
            return Err(
                ReadError::domain(format!("{name} takes one parameter"), params.span).help(wanted)
            );
        }
    };
    if *number < Nat::from(least) {
        return Err(
            ReadError::domain(format!("{name}[{number}] is not a game"), params.span).help(wanted)
        );
    }
    Ok(number.clone())
}

/// The number an argument is.
///
/// # Errors
/// If it is something else.
pub fn number(arg: &Arg) -> Result<&Nat, ReadError> {
    arg.number().ok_or_else(|| {
        ReadError::domain("this is not a whole number", arg.span).help("expected a number")
    })
}

/// The number an argument is, as a machine word.
///
/// # Errors
/// If it is something else or too large.
pub fn word(arg: &Arg) -> Result<u64, ReadError> {
    nat::to_u64(number(arg)?).ok_or_else(|| {
        ReadError::domain("this number is too large here", arg.span)
            .help("expected a number below 2^64")
    })
}

/// A list of numbers and ranges, without semicolons; may be empty.
///
/// # Errors
/// If there is anything else, or a range of more than 10^7 elements.
pub fn numbers(args: &Args) -> Result<Vec<Nat>, ReadError> {
    number_list(one_group(args)?)
}

/// As [`numbers`], for one group.
///
/// # Errors
/// As [`numbers`].
pub fn number_list(group: &[Arg]) -> Result<Vec<Nat>, ReadError> {
    let mut list = Vec::with_capacity(group.len());
    for arg in group {
        match &arg.kind {
            ArgKind::Number(n) => list.push(n.clone()),
            ArgKind::Range { from, to, step } => {
                let (mut n, step) = (from.clone(), check_range(from, to, step, arg.span)?);
                if (to - from) / step > Nat::from(MAX_RANGE) {
                    return Err(ReadError::limit("this range is too long to store", arg.span)
                        .help(format!("ranges of up to {MAX_RANGE} elements are read here")));
                }
                while n <= *to {
                    list.push(n.clone());
                    n += step;
                }
            }
            _ => {
                return Err(ReadError::domain("this is not a whole number", arg.span)
                    .help("expected numbers separated by commas"));
            }
        }
    }
    Ok(list)
}

/// A set of numbers: numbers, ranges and step ranges.
///
/// # Errors
/// If there is anything else, or a step range with more than 10^5
/// elements.
pub fn number_set(group: &[Arg]) -> Result<NumberSet, ReadError> {
    let mut set = NumberSet::default();
    for arg in group {
        match &arg.kind {
            ArgKind::Number(n) => set.insert(n.clone(), n.clone()),
            ArgKind::Range { from, to, step } => {
                check_range(from, to, step, arg.span)?;
                if !set.insert_spread(from, to, step) {
                    return Err(ReadError::limit("this step range is too long to store", arg.span)
                        .help(format!(
                            "step ranges of up to {MAX_SPREAD} elements are read here; ranges without steps may be of any length"
                        )));
                }
            }
            _ => {
                return Err(ReadError::domain("this is not a whole number", arg.span)
                    .help("expected numbers and ranges separated by commas"));
            }
        }
    }
    set.settle();
    Ok(set)
}

/// A range must go up, by steps of at least 1.
///
/// # Errors
/// If it does not.
pub fn check_range<'a>(
    from: &Nat,
    to: &Nat,
    step: &'a Nat,
    span: Span,
) -> Result<&'a Nat, ReadError> {
    if step.is_zero() {
        return Err(ReadError::domain("a range does not go by steps of 0", span));
    }
    if from > to {
        return Err(ReadError::domain(format!("the range {from}..{to} is empty"), span)
            .help("write the smaller end first"));
    }
    Ok(step)
}

/// A list of different numbers, sorted; may be empty. `what` names one of them in messages;
/// `most` is the greatest allowed, 1 then being the least.
///
/// # Errors
/// As [`numbers`], if a number comes twice, or if one is out of bounds.
pub fn distinct(args: &Args, what: &str, most: Option<&Nat>) -> Result<Vec<Nat>, ReadError> {
    let group = one_group(args)?;
    let mut list = number_list(group)?;
    list.sort_unstable();
    // Where the number stands, for the `nth` time.
    let place = |number: &Nat, nth: usize| {
        let holds = |arg: &&Arg| match &arg.kind {
            ArgKind::Number(n) => n == number,
            ArgKind::Range { from, to, step } => {
                from <= number && number <= to && ((number - from) % step).is_zero()
            }
            _ => false,
        };
        group.iter().filter(holds).nth(nth).map_or(args.span, |arg| arg.span)
    };
    if let Some(most) = most
        && let Some(bad) =
            [list.first(), list.last()].into_iter().flatten().find(|n| n.is_zero() || *n > most)
    {
        return Err(ReadError::domain(format!("there is no {what} {bad}"), place(bad, 0))
            .help(format!("expected a {what} from 1 to {most}")));
    }
    match list.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(list),
        Some(pair) => Err(ReadError::domain(
            format!("the {what} {} comes twice", pair[0]),
            place(&pair[0], 1),
        )
        .help(format!("expected every {what} once"))),
    }
}

/// A list of machine words, without semicolons; may be empty.
///
/// # Errors
/// As [`numbers`], or if a number is 2^64 or more.
pub fn words(args: &Args) -> Result<Vec<u64>, ReadError> {
    numbers(args)?
        .iter()
        .map(|n| {
            nat::to_u64(n).ok_or_else(|| {
                ReadError::domain(format!("{n} is too large here"), args.span)
                    .help("expected numbers below 2^64")
            })
        })
        .collect()
}

/// The one group of arguments.
///
/// # Errors
/// If there are semicolons.
pub fn one_group(args: &Args) -> Result<&[Arg], ReadError> {
    args.single().ok_or_else(|| {
        ReadError::domain("there is no second list here", args.span)
            .help("this game's position has no ';'")
    })
}

/// One or two numbers: `(n)` or `(n,m)`.
///
/// # Errors
/// If there are others.
pub fn one_or_two(args: &Args) -> Result<(Nat, Option<Nat>), ReadError> {
    match one_group(args)? {
        [n] => Ok((number(n)?.clone(), None)),
        [n, m] => Ok((number(n)?.clone(), Some(number(m)?.clone()))),
        _ => Err(ReadError::domain("one or two numbers belong here", args.span)
            .help("expected (n) or (n,m)")),
    }
}

/// Exactly two numbers: `(a,b)`.
///
/// # Errors
/// If there are others.
pub fn two(args: &Args) -> Result<(Nat, Nat), ReadError> {
    match one_or_two(args) {
        Ok((a, Some(b))) => Ok((a, b)),
        Ok((_, None)) | Err(_) if one_group(args).is_ok_and(|group| group.len() != 2) => {
            Err(ReadError::domain("exactly two numbers belong here", args.span)
                .help("expected (a,b)"))
        }
        Ok((_, None)) => unreachable!("one argument was handled above"),
        Err(error) => Err(error),
    }
}
