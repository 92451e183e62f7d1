//! The moves of a sum, listed within limits.

use crate::answer::Move;
use crate::names::Names;
use crate::trouble::Trouble;
use grundy::Expression;
use grundy::context::Context;
use grundy::game::{Component, may_move};
use std::sync::Arc;

/// The moves of a sum, by part; `None` if there are more than `limit`.
pub fn moves_of(
    (position, names): (&Arc<Expression>, &Names),
    sum: &[Arc<dyn Component>],
    only: Option<usize>,
    limit: usize,
    context: &Context<'_>,
) -> Result<Option<Vec<Move>>, Trouble> {
    let may_move = may_move(sum);
    let mut all = Vec::new();
    let mut number = 0;
    for (place, component) in sum.iter().enumerate() {
        for part in 0..component.parts() {
            number += 1;
            if !may_move(place, part) || only.is_some_and(|only| only != number) {
                continue;
            }
            context.look("listing moves", all.len() as u64)?;
            let found = component.some_moves(part, (limit + 1).saturating_sub(all.len()));
            if let Some(fault) = component.fault() {
                return Err(fault.into());
            }
            let complete = found.count.is_some();
            let moves = found.listed.into_iter();
            all.extend(
                moves.map(|found| Move::of_component((number, found), (position, place), names)),
            );
            if all.len() > limit || !complete {
                return Ok(None);
            }
        }
    }
    Ok(Some(all))
}
