//! Positions that fall apart: proof-number search ([`grundy_search`]) within the limits of a question.

use crate::context::{Context, LimitKind, Stop};
use crate::nat::{Nat, to_u64};
use grundy_search::{Bounds, Search, Splitting, Unfinished};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A search of one set of rules, with what it has found; questions take turns.
#[derive(Default)]
pub struct Searched(Mutex<Search>);

impl fmt::Debug for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Searched")
    }
}

/// What a search is doing when it meets a limit.
const DOING: &str = "searching by proof numbers";

/// Values are at most the number of moves, and no part has so many.
const VALUES: u64 = 1 << 16;

impl Searched {
    /// The Grundy value of a sum of parts.
    ///
    /// # Complexity
    /// That of the proof found: see [`grundy_search`]. The limit of positions counts the couples of a part
    /// and a nimber that are looked at; memory is bounded, and what was dearest is kept.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled; what was found stays.
    pub fn value<R: Splitting>(
        &self,
        rules: &R,
        parts: &[R::Part],
        context: &Context<'_>,
    ) -> Result<u64, Stop> {
        self.ask(rules, context, |search, bounds| search.value(rules, parts, bounds)).map(u64::from)
    }

    /// Whether the Grundy value of a sum of parts is `value`: less work than the value.
    ///
    /// # Errors
    /// As [`value`](Self::value).
    pub fn is<R: Splitting>(
        &self,
        rules: &R,
        parts: &[R::Part],
        value: &Nat,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        let Some(value) = to_u64(value).filter(|&value| value < VALUES) else { return Ok(false) };
        self.ask(rules, context, |search, bounds| search.is(rules, parts, value as u32, bounds))
    }

    fn ask<R: Splitting, T>(
        &self,
        rules: &R,
        context: &Context<'_>,
        ask: impl FnOnce(&mut Search, &Bounds<'_>) -> Result<T, Unfinished>,
    ) -> Result<T, Stop> {
        let mut search = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = search.nodes();
        let stop: Mutex<Option<Stop>> = Mutex::new(None);
        let look = |nodes: u64| {
            let nodes = nodes - before;
            let allowed = context
                .check_positions(nodes, || DOING.into())
                .and_then(|()| context.look(DOING, nodes))
                .and_then(|()| context.check_memory(rules.bytes(), || DOING.into()));
            let Err(why) = allowed else { return true };
            *stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
            false
        };
        let (memory, threads) = (context.memory_left(), context.limits.threads);
        let bounds = Bounds { memory, threads, look: &look };
        ask(&mut search, &bounds).map_err(|unfinished| {
            let told = stop.lock().unwrap_or_else(PoisonError::into_inner).take();
            told.unwrap_or_else(|| match unfinished {
                Unfinished::Stopped => Stop::Cancelled,
                Unfinished::Deep => Stop::Limit {
                    kind: LimitKind::Positions,
                    what: "searching by proof numbers: play lasts more than 2000 moves".into(),
                },
            })
        })
    }
}
