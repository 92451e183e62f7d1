//! Misère play of sums with parts that fall apart: proof-number search ([`grundy_search::misere`]) within the
//! limits of a question, and positions of any games as parts of such sums.

use super::arena::{Arena, Node};
use crate::context::{Context, LimitKind, Progress, Stop, Unit};
use grundy_search::misere::Misere;
pub use grundy_search::misere::{Proof, Sum, Written};
use grundy_search::{Bounds, Keyed, Sums, Unfinished};
use std::cell::{Cell, RefCell};
use std::sync::{Mutex, PoisonError};

/// What a search is doing when it meets a limit.
const DOING: &str = "searching sums in misère play";

/// Who wins sums in misère play, with what was found so far. The games must keep their numbers; number 0 is the
/// arena's.
#[derive(Debug, Default)]
pub struct ApartSearch(Misere);

/// The nodes of an arena as parts.
struct Nodes<'a, 'b, 'c> {
    arena: RefCell<&'a mut Arena>,
    context: &'b Context<'c>,
    /// Why options were not listed.
    stop: RefCell<Option<Stop>>,
    /// Whether a move was met that wins at once, or must be answered: the search has no such moves.
    unfit: Cell<bool>,
}

impl Keyed for Nodes<'_, '_, '_> {
    fn size(&self, node: u128) -> u32 {
        // Where options are not listed, listing them tells why.
        let count = self.arena.borrow_mut().expand(node as Node, self.context);
        count.map_or(u32::MAX, |count| u32::try_from(count).unwrap_or(u32::MAX))
    }

    fn all_options(&self, node: u128, out: &mut Sums<u128>) -> bool {
        let mut arena = self.arena.borrow_mut();
        let node = node as Node;
        let count = match arena.expand(node, self.context) {
            Ok(count) => count,
            Err(stop) => {
                *self.stop.borrow_mut() = Some(stop);
                return false;
            }
        };
        if arena.is_loony(node) || arena.entails(node) {
            self.unfit.set(true);
            return false;
        }
        for i in 0..count {
            arena.option(node, i).0.iter().for_each(|&part| out.part(part.into()));
            out.end();
        }
        true
    }

    fn kept_bytes(&self) -> u64 {
        self.arena.borrow().bytes()
    }
}

/// Why a sum of parts, each the number of its game and its own number there, and of nim-heaps has its outcome: see
/// [`Misere::prove`]. The search begins anew, since its sums are written as a proof has them.
///
/// # Errors
/// [`Stop`] at a limit or when cancelled.
pub fn prove(
    games: &[&dyn Keyed],
    parts: &[(u32, u128)],
    heaps: &[u32],
    written: Written,
    context: &Context<'_>,
) -> Result<Proof, Stop> {
    let mut search = Misere::written(written);
    let full: Mutex<Option<Stop>> = Mutex::new(None);
    let room = |count: usize, bytes: u64| {
        let doing = || format!("writing down a proof of {count} claims");
        let allowed = context.look(DOING, count as u64);
        let Err(why) = allowed.and_then(|()| context.check_memory(bytes, doing)) else {
            return true;
        };
        *full.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
        false
    };
    let found = within(0, context, |bounds| search.prove(games, parts, heaps, bounds, &room));
    let full = full.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.map_err(|(why, told)| {
        told.or(full).unwrap_or_else(|| match why {
            Unfinished::Stopped => Stop::Cancelled,
            Unfinished::False => Stop::Refused("what is to be proved is false".into()),
            Unfinished::Deep => full_up("the sums on the way"),
            Unfinished::Memory => full_up("the simplest forms of small parts"),
        })
    })
}

fn full_up(what: &str) -> Stop {
    let what = format!("{DOING}: {what} take more than their share of the memory");
    Stop::Limit { kind: LimitKind::Memory, what }
}

impl ApartSearch {
    /// Whether the player to move wins a sum of parts, each the number of its game, with 0 for the arena and 1 for
    /// the first of `games`, and its number there. `None` where this search does not answer: moves win at
    /// once or must be answered, or play lasts too long for the memory.
    ///
    /// # Complexity
    /// See [`grundy_search::misere`]. The limit of positions counts the sums that are expanded; memory is bounded, and
    /// what took most work is kept.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled; what was found stays.
    pub fn wins(
        &mut self,
        arena: &mut Arena,
        games: &[&dyn Keyed],
        parts: &[(u32, u128)],
        context: &Context<'_>,
    ) -> Result<Option<bool>, Stop> {
        let nodes = Nodes {
            arena: RefCell::new(arena),
            context,
            stop: RefCell::new(None),
            unfit: Cell::new(false),
        };
        let mut all: Vec<&dyn Keyed> = vec![&nodes];
        all.extend_from_slice(games);
        let search = &mut self.0;
        let found =
            within(search.nodes(), context, |bounds| search.wins(&all, parts, bounds).map(Some));
        if nodes.unfit.get() {
            return Ok(None);
        }
        if let Some(stop) = nodes.stop.into_inner() {
            return Err(stop);
        }
        found.or_else(|(why, told)| match why {
            Unfinished::Deep => Ok(None),
            _ => Err(told.unwrap_or(Stop::Cancelled)),
        })
    }
}

/// Searches within the limits of a question, after so many sums; past them with the limit that was reached.
fn within<T>(
    before: u64,
    context: &Context<'_>,
    search: impl FnOnce(&Bounds<'_>) -> Result<T, Unfinished>,
) -> Result<T, (Unfinished, Option<Stop>)> {
    let told: Mutex<Option<Stop>> = Mutex::new(None);
    let look = |found: grundy_search::Progress| {
        let full = Some((found.known * 100 / found.room.max(1)) as u8);
        let progress = Progress::new(DOING, found.pairs, Unit::Steps);
        let allowed = context
            .check_positions(found.pairs - before, || DOING.into())
            .and_then(|()| context.report(Progress { full, ..progress }));
        let Err(why) = allowed else { return true };
        *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
        false
    };
    let found = search(&Bounds { memory: context.memory_left(), threads: 1, look: &look });
    found.map_err(|why| (why, told.into_inner().unwrap_or_else(PoisonError::into_inner)))
}
