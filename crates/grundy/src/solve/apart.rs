//! Misère play of sums with parts that fall apart: proof-number search ([`grundy_search::misere`]) within the
//! limits of a question, and positions of any games as parts of such sums.

use super::arena::{Arena, Node};
use crate::context::{Context, Progress, Stop, Unit};
use grundy_search::misere::Misere;
use grundy_search::{Bounds, Keyed, Sums, Unfinished};
use std::cell::{Cell, RefCell};
use std::sync::{Mutex, PoisonError};

/// What a search is doing when it meets a limit.
const DOING: &str = "searching sums in misere play";

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
        let before = self.0.nodes();
        let told: Mutex<Option<Stop>> = Mutex::new(None);
        let look = |found: grundy_search::Progress| {
            let full = Some((found.known * 100 / found.room.max(1)) as u8);
            let progress = Progress::new(DOING, found.couples, Unit::Steps);
            let allowed = context
                .check_positions(found.couples - before, || DOING.into())
                .and_then(|()| context.report(Progress { full, ..progress }));
            let Err(why) = allowed else { return true };
            *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
            false
        };
        let nodes = Nodes {
            arena: RefCell::new(arena),
            context,
            stop: RefCell::new(None),
            unfit: Cell::new(false),
        };
        let mut all: Vec<&dyn Keyed> = vec![&nodes];
        all.extend_from_slice(games);
        let bounds = Bounds { memory: context.memory_left(), threads: 1, look: &look };
        let found = self.0.wins(&all, parts, &bounds);
        if nodes.unfit.get() {
            return Ok(None);
        }
        if let Some(stop) = nodes.stop.into_inner() {
            return Err(stop);
        }
        match found {
            Ok(wins) => Ok(Some(wins)),
            Err(Unfinished::Deep) => Ok(None),
            Err(_) => {
                let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
                Err(told.unwrap_or(Stop::Cancelled))
            }
        }
    }
}
