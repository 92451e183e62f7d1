//! Positions that fall apart: proof-number search ([`grundy_search`]) within the limits of a question.

use crate::context::{Context, LimitKind, Progress, Stop, Unit};
use crate::nat::{Nat, to_u64};
use grundy_search::{Bounds, Claim, Frame, Goal, Search, Splitting, Unfinished, Values, Watch};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

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

/// A value, if that is proved, and claims about parts.
pub type Proved<P> = (Option<u64>, Vec<(P, Claim)>);

/// Bytes of a proof while it is made: the claim, its part, and its place among those still open.
fn search_bytes<R: Splitting>(claims: usize) -> u64 {
    let claim = 2 * size_of::<R::Part>() + 128;
    (claims as u64).saturating_mul(claim as u64)
}

impl Searched {
    /// The Grundy value of a sum of parts.
    ///
    /// # Complexity
    /// That of the proof found: see [`grundy_search`]. The limit of positions counts the pairs of a part
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

    /// The claims that prove the value of a sum of parts, and the value; or, if `other` is given, those that
    /// prove that the value is not that. Parts that are `small` need none.
    ///
    /// # Complexity
    /// O(claims · options) looks at what is known; what was forgotten is searched again.
    ///
    /// # Errors
    /// As [`value`](Self::value); refused if the value is `other`.
    pub fn prove<R: Splitting>(
        &self,
        rules: &R,
        parts: &[R::Part],
        other: Option<u32>,
        small: &dyn Fn(&R::Part) -> bool,
        context: &Context<'_>,
    ) -> Result<Proved<R::Part>, Stop> {
        let full: Mutex<Option<Stop>> = Mutex::new(None);
        let found = self.ask(rules, context, |search, bounds| {
            let goal = match other {
                Some(value) => Goal::Not(value),
                None => Goal::Value(search.value(rules, parts, bounds)?),
            };
            let room = |claims: usize| {
                let bytes = search_bytes::<R>(claims);
                let doing = || format!("writing down a proof of {claims} claims");
                let Err(why) = context.check_memory(bytes, doing) else { return true };
                *full.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
                false
            };
            let claims = search.prove(rules, parts, goal, bounds, &Frame { small, room: &room })?;
            let value = match goal {
                Goal::Value(value) => Some(value.into()),
                Goal::Not(_) => None,
            };
            Ok((value, claims))
        });
        let full = full.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.map_err(|stop| full.unwrap_or(stop))
    }

    /// Shows the table to `watch` now and then while a search goes on, from any thread, or to nobody.
    pub fn set_watch(&self, watch: Option<Watch>) {
        self.search().set_watch(watch);
    }

    /// Looks at the table of what is known of parts.
    pub fn with_values<T>(&self, look: impl FnOnce(&Values) -> T) -> T {
        look(self.search().values())
    }

    /// Begins with a table that was kept; it must be of the same rules and have the same parts.
    pub fn set_values(&self, values: Values) {
        self.search().set_values(values);
    }

    fn search(&self) -> MutexGuard<'_, Search> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ask<R: Splitting, T>(
        &self,
        rules: &R,
        context: &Context<'_>,
        ask: impl FnOnce(&mut Search, &Bounds<'_>) -> Result<T, Unfinished>,
    ) -> Result<T, Stop> {
        let mut search = self.search();
        let before = search.nodes();
        let stop: Mutex<Option<Stop>> = Mutex::new(None);
        let look = |found: grundy_search::Progress| {
            let full = Some((found.known * 100 / found.room.max(1)) as u8);
            let progress = Progress::new(DOING, found.pairs, Unit::Pairs);
            let allowed = context
                .check_positions(found.pairs - before, || DOING.into())
                .and_then(|()| context.report(Progress { full, asked: found.asked, ..progress }))
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
                Unfinished::False => Stop::Refused("what is to be proved is false".into()),
                // No option raises this limit.
                Unfinished::Deep => Stop::Refused(
                    "searching by proof numbers: play lasts more than 2000 moves".into(),
                ),
                Unfinished::Memory => Stop::Limit {
                    kind: LimitKind::Memory,
                    what: "searching by proof numbers: the memory is full".into(),
                },
            })
        })
    }
}
