//! Whether a claimed period follows from values, by the theorem that is named.

use super::arithmetic;
use super::classes::Classes;
use super::file::{Claim, Problem, fails};
use super::game::Game;
use super::options::{FIRST_WITNESSES, Marks, mark_splits};
use crate::context::Context;
use std::collections::HashSet;

/// Checks the claim; the values are taken as right.
pub(super) fn check(
    game: &Game,
    claim: &Claim,
    values: &[u32],
    context: &Context<'_>,
) -> Result<(), Problem> {
    seen(claim, values, context)?;
    least(claim, values)?;
    match &*claim.theorem {
        "guy-smith" => guy_smith(game, claim, values),
        "window" => window(game, claim, values, context),
        "takes" => takes(game, claim, values, context),
        "arithmetic" => arithmetic::check(game, claim, values, context),
        other => Err(Problem::Malformed(format!("the theorem {other:?} is not known"))),
    }
}

/// The values themselves repeat as claimed.
fn seen(claim: &Claim, values: &[u32], context: &Context<'_>) -> Result<(), Problem> {
    let len = values.len() as u64;
    if claim.start.checked_add(claim.length).is_none_or(|end| end >= len) {
        return fails(format!("{len} values do not reach one period behind the preperiod"));
    }
    let (start, p) = (claim.start as usize, claim.length as usize);
    for n in start..values.len() - p {
        context.tick("comparing values", n as u64)?;
        if u64::from(values[n + p]) != u64::from(values[n]).saturating_add(claim.saltus) {
            let (a, b) = (n + p, values[n + p]);
            return fails(format!("G({a}) = {b} and G({n}) = {} break the period", values[n]));
        }
    }
    Ok(())
}

/// No smaller preperiod, and no smaller period.
fn least(claim: &Claim, values: &[u32]) -> Result<(), Problem> {
    let (start, p) = (claim.start as usize, claim.length as usize);
    if start > 0 && u64::from(values[start - 1 + p]) == u64::from(values[start - 1]) + claim.saltus
    {
        return fails(format!("the preperiod is less than {start}"));
    }
    let (mut rest, mut prime) = (p, 2);
    while rest > 1 {
        if prime * prime > rest {
            prime = rest;
        }
        if rest.is_multiple_of(prime) {
            while rest.is_multiple_of(prime) {
                rest /= prime;
            }
            let (d, times) = (p / prime, prime as u64);
            let value = |n: usize| match n < start + p {
                true => u64::from(values[n]),
                false => u64::from(values[n - p]) + claim.saltus,
            };
            if claim.saltus.is_multiple_of(times)
                && (start..start + p).all(|n| value(n + d) == value(n) + claim.saltus / times)
            {
                return fails(format!("the period is not {p}, but {d} or less"));
            }
        }
        prime += 1;
    }
    Ok(())
}

/// G(n+p) = G(n) for n0 <= n < h n0 + (h-1) p + t, n0 >= 1 (Guy and Smith 1956).
fn guy_smith(game: &Game, claim: &Claim, values: &[u32]) -> Result<(), Problem> {
    if claim.saltus != 0 {
        return fails("Guy and Smith's theorem is of periods without saltus");
    }
    if game.once.iter().chain(&game.forever).any(|digit| digit.restricted()) {
        return fails("Guy and Smith's theorem is not of codes with suffixes");
    }
    let (Some(take), Some(heaps)) = (game.greatest_take(), game.most_heaps()) else {
        return fails("Guy and Smith's theorem is of codes with finitely many digits and heaps");
    };
    let (n0, p) = (u128::from(claim.start.max(1)), u128::from(claim.length));
    let h = u128::from(heaps.max(1));
    let needed = h * n0 + (h - 1) * p + u128::from(take) + p;
    if needed > values.len() as u128 {
        return fails(format!("Guy and Smith's theorem asks for {needed} values"));
    }
    Ok(())
}

/// The window theorem of sparse spaces.
fn window(
    game: &Game,
    claim: &Claim,
    values: &[u32],
    context: &Context<'_>,
) -> Result<(), Problem> {
    let (Some(takes), 0) = (game.takes(), claim.saltus) else {
        return fails("the window theorem is of finite codes, two heaps, and no saltus");
    };
    let classes = Classes::of(claim.mask, claim.parity, &takes);
    let Some(classes) = classes.filter(|_| !claim.parity || claim.length.is_multiple_of(2)) else {
        return fails("the parity of heaps enters: the period and splits do not respect it");
    };
    let take = takes.greatest;
    let a = values.len() - claim.length as usize;
    let is_rare = |&n: &usize| n == 0 || classes.rare(n, values[n]);
    let Some(r) = (0..values.len()).rev().find(is_rare) else {
        return fails("there are no values");
    };
    // W = max(r, J) + t must fit between the preperiod and a, and a - W > max(r, J).
    let room = (a - claim.start as usize).min(a.saturating_sub(take + 1) / 2 + take);
    if room < r + take || a <= 2 * r + take {
        return fails(format!("the last rare heap, {r}, is too near to the end of the values"));
    }
    // Witnesses have a heap of at most J = bound; the other, at least a - t - J, is greater than that
    // and not below the preperiod.
    let bound = room - take;
    // Values that are common at even and at odd heaps ask for no witness.
    let most = values.iter().max().copied().unwrap_or(0);
    let common =
        [0, 1].map(|n| (0..most).map(|x| u8::from(!classes.rare(n, x))).collect::<Vec<_>>());
    let mut marks = Marks::new(values);
    for n in a..values.len() {
        context.tick("checking witnesses", n as u64)?;
        let value = values[n];
        marks.begin(&common[n % 2][..value as usize]);
        for &k in &takes.one {
            marks.put(values[n - k]);
        }
        let (mut from, mut count) = (1, FIRST_WITNESSES);
        while !marks.all_below(value) {
            if from > bound {
                return fails(format!(
                    "a value below {value} has no witness at {n} among heaps to {bound}"
                ));
            }
            for &k in &takes.unequal {
                mark_splits(values, n - k, from, bound.min(from + count - 1), &mut marks);
            }
            (from, count) = (from + count, 2 * count);
        }
    }
    Ok(())
}

/// The state theorem of games without splits.
fn takes(game: &Game, claim: &Claim, values: &[u32], context: &Context<'_>) -> Result<(), Problem> {
    if game.most_heaps().is_none_or(|heaps| heaps > 1) || game.forever.is_empty() {
        return fails("the state theorem is of codes without splits, with repeating digits");
    }
    let (b, q) = (game.once.len(), game.forever.len());
    // The least multiple of the period that the digits have too.
    let p = claim.length as usize;
    let Some(times) = (1..=q).find(|times| (p % q * times).is_multiple_of(q)) else {
        return fails("the periods have no common multiple");
    };
    let (long, saltus) = (p.saturating_mul(times), claim.saltus.saturating_mul(times as u64));
    let at = (claim.start as usize).max(1) + b + q;
    if at.saturating_add(long).saturating_add(p) > values.len() {
        return fails(format!("the state theorem asks for more than {} values", values.len()));
    }
    // What the repeating digits attain, by residue, from all heaps below `to`.
    let state = |to: usize| -> Result<Vec<HashSet<u64>>, Problem> {
        let mut sets = vec![HashSet::new(); q];
        for n in b..to {
            context.tick("checking a state", n as u64)?;
            for j in (0..q).filter(|&j| n >= b + j) {
                let left = n - b - j;
                if game.forever[j].heaps(if left > 0 { 1 } else { 0 }) {
                    sets[n % q].insert(u64::from(values[left]));
                }
            }
        }
        Ok(sets)
    };
    let (before, after) = (state(at)?, state(at + long)?);
    for r in 0..q {
        let shifted = before[r].iter().all(|value| after[r].contains(&(value + saltus)));
        let filled = after[r].len() as u64 == before[r].len() as u64 + saltus
            && (after[r].iter().filter(|&&value| value < saltus).count() as u64) == saltus;
        if !shifted || !filled {
            return fails(format!("the values attained from heaps {r} modulo {q} do not repeat"));
        }
    }
    Ok(())
}
