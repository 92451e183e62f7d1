//! Depth-first proof-number search for the outcomes of sums.

use super::sums::{Atom, Parts, Written, number};
use super::table::Table;
use crate::numbers::{NEVER, Numbers};
use crate::rules::Keyed;
use crate::search::{Bounds, Progress, Unfinished};
use std::ops::ControlFlow;

/// The limits are looked at each time this many sums have been expanded, or options and sums of forms been looked
/// at.
const STRIDE: u64 = 1 << 8;
const WORK: u64 = 1 << 13;

/// A search in misère play, with what it found so far.
///
/// Which game has which number is up to the caller, and must stay so.
#[derive(Debug)]
pub struct Misere {
    pub(super) table: Table,
    pub(super) parts: Parts,
    /// Sums expanded.
    nodes: u64,
    /// Work done when the limits were looked at.
    looked: u64,
}

impl Misere {
    /// A search of sums that are written like this: for [proofs](Self::prove).
    pub fn written(written: Written) -> Self {
        Self { parts: Parts::written(written), ..Self::default() }
    }
}

impl Default for Misere {
    fn default() -> Self {
        Self { table: Table::new(Table::MIN_LOG), parts: Parts::default(), nodes: 0, looked: 0 }
    }
}

/// A sum on the way from the root, with its options that are not decided.
#[derive(Debug)]
struct Frame {
    number: u128,
    children: Vec<Child>,
    /// The sums of the children, one after the other.
    atoms: Vec<Atom>,
    /// The search goes on until the numbers reach these.
    win: u32,
    loss: u32,
    /// Which child is searched.
    at: usize,
    /// How many sums had been expanded before.
    before: u64,
}

impl Frame {
    fn bytes(&self) -> u64 {
        (self.children.capacity() * size_of::<Child>() + self.atoms.capacity() * size_of::<Atom>())
            as u64
    }
}

#[derive(Clone, Copy, Debug)]
struct Child {
    number: u128,
    /// Its sum, a range of [`Frame::atoms`].
    start: u32,
    end: u32,
    numbers: Numbers,
}

/// What the options of a sum say at once.
enum Opened {
    Decided(Numbers),
    Open(Frame),
}

impl Misere {
    /// About how many sums have been expanded.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Of how many sums something is known.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes in use, less what the rules keep.
    pub fn bytes(&self) -> u64 {
        self.table.bytes() + self.parts.bytes()
    }

    /// Whether the player to move wins a sum of parts in misère play: each part is the number of its game among
    /// `games`, and its own number there.
    ///
    /// # Errors
    /// [`Unfinished`]; what was found stays. [`Unfinished::Deep`] where the sums on the way from the root and
    /// their options take more than a fourth of the memory.
    pub fn wins(
        &mut self,
        games: &[&dyn Keyed],
        parts: &[(u32, u128)],
        bounds: &Bounds<'_>,
    ) -> Result<bool, Unfinished> {
        let allowed = bounds.memory / 4 / games.len().max(1) as u64;
        games.iter().for_each(|game| game.allow_bytes(allowed));
        let mut sum: Vec<Atom> = parts.iter().map(|&(game, key)| Atom::part(game, key)).collect();
        let room = room(games, bounds) / 4;
        self.parts.simplify(games, &mut sum, room)?;
        self.outcome(games, &sum, bounds)
    }

    /// Whether the player to move wins a simplified sum.
    pub(super) fn outcome(
        &mut self,
        games: &[&dyn Keyed],
        sum: &[Atom],
        bounds: &Bounds<'_>,
    ) -> Result<bool, Unfinished> {
        match self.known(sum) {
            Some(wins) => Ok(wins),
            None => self.search(games, sum, bounds),
        }
    }

    /// Whether the player to move wins a simplified sum, if that is seen at once or was found.
    pub(super) fn known(&self, sum: &[Atom]) -> Option<bool> {
        self.parts.wins(sum).or_else(|| self.table.get(number(sum)).and_then(Numbers::outcome))
    }

    pub(super) fn search(
        &mut self,
        games: &[&dyn Keyed],
        sum: &[Atom],
        bounds: &Bounds<'_>,
    ) -> Result<bool, Unfinished> {
        let mut path: Vec<Frame> = Vec::new();
        let mut path_bytes = 0;
        // What was found of the sum that was looked at last.
        let mut found = match self.open(games, sum, (NEVER, NEVER), bounds)? {
            Opened::Decided(numbers) => Some(numbers),
            Opened::Open(frame) => {
                path_bytes += frame.bytes();
                path.push(frame);
                None
            }
        };
        loop {
            let Some(frame) = path.last_mut() else {
                let wins = found.and_then(Numbers::outcome);
                return wins.ok_or(Unfinished::Stopped);
            };
            if let Some(numbers) = found.take() {
                frame.children[frame.at].numbers = numbers;
                if numbers.outcome() == Some(true) {
                    frame.children.swap_remove(frame.at);
                }
            }
            let (numbers, next) = look(&frame.children);
            if numbers.win >= frame.win || numbers.loss >= frame.loss || next.is_none() {
                let work = u32::try_from(self.nodes - frame.before).unwrap_or(u32::MAX);
                self.table.set(frame.number, numbers, work);
                path_bytes -= frame.bytes();
                found = Some(numbers);
                path.pop();
                continue;
            }
            let Some((at, second)) = next else { unreachable!("looked at before") };
            frame.at = at;
            let child = frame.children[at];
            let others = numbers.loss - child.numbers.win;
            let win = (frame.loss - others).min(NEVER);
            let loss = frame.win.min(second.saturating_add(second / 4 + 1)).min(NEVER);
            let sum = &frame.atoms[child.start as usize..child.end as usize];
            match self.open(games, sum, (win, loss), bounds)? {
                Opened::Decided(numbers) => {
                    self.table.set(child.number, numbers, 1);
                    found = Some(numbers);
                }
                Opened::Open(frame) => {
                    path_bytes += frame.bytes();
                    path.push(frame);
                    if path_bytes > room(games, bounds) / 4 {
                        return Err(Unfinished::Deep);
                    }
                }
            }
        }
    }

    /// Lists the options of a sum.
    fn open(
        &mut self,
        games: &[&dyn Keyed],
        sum: &[Atom],
        (win, loss): (u32, u32),
        bounds: &Bounds<'_>,
    ) -> Result<Opened, Unfinished> {
        let before = self.nodes;
        self.tick(games, bounds)?;
        let room = room(games, bounds) / 4;
        let (mut children, mut atoms): (Vec<Child>, Vec<Atom>) = (Vec::new(), Vec::new());
        let mut moves = 0usize;
        let table = &self.table;
        let option = |parts: &mut Parts, left: &[Atom]| {
            moves += 1;
            let number = number(left);
            let numbers = match parts.wins(left) {
                Some(true) => Numbers::WON,
                Some(false) => Numbers::LOST,
                None => table.get(number).unwrap_or_else(|| Numbers {
                    win: 1,
                    loss: parts.moves(games, left).clamp(1, 1 << 20),
                }),
            };
            match numbers.outcome() {
                Some(true) => ControlFlow::Continue(()),
                Some(false) => ControlFlow::Break(()),
                None => {
                    let start = atoms.len() as u32;
                    atoms.extend_from_slice(left);
                    children.push(Child { number, start, end: atoms.len() as u32, numbers });
                    ControlFlow::Continue(())
                }
            }
        };
        if self.parts.each_option(games, sum, room, option)?.is_break() {
            return Ok(Opened::Decided(Numbers::WON));
        }
        if children.is_empty() {
            // Whoever cannot move has won.
            let decided = if moves == 0 { Numbers::WON } else { Numbers::LOST };
            return Ok(Opened::Decided(decided));
        }
        children.sort_unstable_by_key(|child| child.number);
        children.dedup_by_key(|child| child.number);
        let number = number(sum);
        Ok(Opened::Open(Frame { number, children, atoms, win, loss, at: 0, before }))
    }

    /// Counts a sum, lets the table grow, and looks at the limits now and then.
    fn tick(&mut self, games: &[&dyn Keyed], bounds: &Bounds<'_>) -> Result<(), Unfinished> {
        self.nodes += 1;
        let work = self.parts.work();
        if !self.nodes.is_multiple_of(STRIDE) && work - self.looked < WORK {
            return Ok(());
        }
        self.looked = work;
        let memory = room(games, bounds) / 2;
        let log = self.table.log() + 2;
        // Both tables are there while entries move.
        if self.table.is_crowded() && Table::bytes_of(log) + self.table.bytes() <= memory {
            self.table = self.table.resized(log);
        }
        let most = (log - 2..40).take_while(|&log| Table::bytes_of(log) <= memory).last();
        let room = Table::room(most.unwrap_or(log - 2));
        let progress =
            Progress { pairs: self.nodes, known: self.table.len() as u64, room, asked: None };
        if (bounds.look)(progress) { Ok(()) } else { Err(Unfinished::Stopped) }
    }
}

/// Bytes that the search may use.
pub(super) fn room(games: &[&dyn Keyed], bounds: &Bounds<'_>) -> u64 {
    let kept = games.iter().map(|game| game.kept_bytes()).sum();
    bounds.memory.saturating_sub(kept)
}

/// The numbers of a sum with these options, the best of them, and the second best's number.
fn look(children: &[Child]) -> (Numbers, Option<(usize, u32)>) {
    let (mut best, mut second, mut at, mut loss) = (NEVER, NEVER, None, 0u32);
    for (i, child) in children.iter().enumerate() {
        let Numbers { win, loss: own } = child.numbers;
        loss = (loss + win).min(NEVER);
        if at.is_none() || own < best {
            second = if at.is_none() { NEVER } else { best };
            best = own;
            at = Some(i);
        } else {
            second = second.min(own);
        }
    }
    // An option that is lost decides; without options that may be lost the sum is.
    let numbers = match (at, best) {
        (None, _) => Numbers::LOST,
        (Some(_), 0) => Numbers::WON,
        // Reaching the greatest number proves nothing.
        _ => Numbers { win: best.clamp(1, NEVER - 1), loss: loss.clamp(1, NEVER - 1) },
    };
    let open = numbers.outcome().is_none();
    (numbers, at.filter(|_| open).map(|at| (at, second)))
}
