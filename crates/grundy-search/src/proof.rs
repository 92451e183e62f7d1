//! Depth-first proof-number search over pairs of a part and a nimber.

use crate::numbers::{Hints, NEVER, Numbers};
use crate::rules::{Splitting, Sums};
use crate::seen::Seen;
use crate::values::{Known, Values, spread};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Why a worker came back without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The tables are to grow, or another thread has the answer: go on after that.
    Pause,
    /// The caller wants no more.
    Stop,
    /// Play lasts longer than the search can follow.
    Deep,
}

/// What threads share.
#[derive(Debug)]
pub struct Shared {
    pub values: Values,
    pub hints: Hints,
    /// Pairs expanded.
    pub nodes: AtomicU64,
    pub pause: AtomicBool,
    pub root: AtRoot,
}

/// How the question stands that the search was asked last: the nimber and the numbers of its pair, which threads may
/// tell one after the other.
#[derive(Debug, Default)]
pub struct AtRoot {
    nimber: AtomicU32,
    numbers: AtomicU64,
}

impl AtRoot {
    fn set(&self, nimber: u32, Numbers { win, loss }: Numbers) {
        self.nimber.store(nimber, Ordering::Relaxed);
        self.numbers.store(u64::from(win) << 32 | u64::from(loss), Ordering::Relaxed);
    }

    /// The nimber and the numbers; `None` before the first were found.
    pub fn get(&self) -> Option<(u32, Numbers)> {
        let numbers = self.numbers.load(Ordering::Relaxed);
        let told = Numbers { win: (numbers >> 32) as u32, loss: numbers as u32 };
        (numbers != 0).then(|| (self.nimber.load(Ordering::Relaxed), told))
    }
}

/// Looks at the limits: bytes in use and pairs expanded.
pub type Look<'a> = dyn Fn(u64) -> bool + Sync + 'a;

/// Pairs on the way from the root, at most.
const DEPTH: u32 = 2_000;

/// One thread of a search.
pub struct Worker<'a, R: Splitting> {
    rules: &'a R,
    shared: &'a Shared,
    look: &'a Look<'a>,
    /// Nodes expanded by this thread.
    nodes: u64,
    depth: u32,
    /// Whether other threads work on the same tables.
    shares: bool,
    room: Vec<Room<R::Part>>,
    seen: Seen,
}

/// What one node writes on, kept for the next.
struct Room<P> {
    sums: Sums<P>,
    lists: Lists,
    children: Vec<Child>,
    /// Values of options from 128 on.
    seen: Vec<u32>,
}

impl<P> Default for Room<P> {
    fn default() -> Self {
        Self {
            sums: Sums::default(),
            lists: Lists::default(),
            children: Vec::new(),
            seen: Vec::new(),
        }
    }
}

/// What is told of the parts of all options, by their numbers.
#[derive(Default)]
struct Lists {
    keys: Vec<(u128, u64)>,
    /// What was known of them when they were looked at.
    known: Vec<Known>,
    /// The parts of children with more than one.
    more: Vec<u32>,
}

impl Lists {
    fn clear(&mut self) {
        self.keys.clear();
        self.known.clear();
        self.more.clear();
    }
}

/// An option that is not decided, or the move from the nimber to a lower one.
#[derive(Clone, Copy)]
struct Child {
    /// Which part it is, in the numbering of the options, or [`SAME`].
    part: u32,
    /// Its other parts: a range of `more`.
    others: (u32, u32),
    /// The nimber beside it.
    nimber: u32,
    numbers: Numbers,
}

/// The part stays and the nimber is lowered.
const SAME: u32 = u32::MAX;

/// The hash of a pair.
#[inline]
fn pair(hash: u64, nimber: u32) -> u64 {
    let z = (hash ^ u64::from(nimber)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z ^ z >> 29
}

impl<'a, R: Splitting> Worker<'a, R> {
    pub fn new(rules: &'a R, shared: &'a Shared, look: &'a Look<'a>, shares: bool) -> Self {
        Self {
            rules,
            shared,
            look,
            nodes: 0,
            depth: 0,
            shares,
            room: Vec::new(),
            seen: Seen::new(),
        }
    }

    /// The value of a part: its pairs with 0, 1, 2, … until one is lost.
    pub fn value(&mut self, part: &R::Part) -> Result<u32, Halt> {
        let key = self.rules.key(part);
        let hash = spread(key);
        let mut nimber = 0;
        loop {
            let known = self.shared.values.get(key, hash);
            if let Some(value) = known.value() {
                return Ok(value.into());
            }
            if known.is(nimber) != Some(false) && self.is(part, nimber)? {
                return Ok(nimber);
            }
            nimber += 1;
        }
    }

    /// Whether the value of a part is `nimber`: whether the player to move loses their sum.
    pub fn is(&mut self, part: &R::Part, nimber: u32) -> Result<bool, Halt> {
        let key = self.rules.key(part);
        let hash = spread(key);
        loop {
            let mut numbers = self.read(|| self.rules.size(part), (key, hash), nimber);
            if numbers.outcome().is_none() {
                numbers = self.expand(part, (key, hash), nimber, NEVER, NEVER)?;
            }
            if let Some(wins) = numbers.outcome() {
                return Ok(!wins);
            }
        }
    }

    /// What the tables say of a pair.
    #[inline]
    fn read(&self, size: impl Fn() -> u32, (key, hash): (u128, u64), nimber: u32) -> Numbers {
        let known = self.shared.values.get(key, hash);
        match known.is(nimber) {
            Some(true) => Numbers::LOST,
            Some(false) => Numbers::WON,
            None => self.guess(size, hash, nimber, known),
        }
    }

    /// The numbers of a pair that is not decided: all moves must be refuted to prove a loss.
    #[inline]
    fn guess(&self, size: impl Fn() -> u32, hash: u64, nimber: u32, known: Known) -> Numbers {
        let first = || Numbers { win: 1, loss: size().max(1) };
        let hint = known.was_visited().then(|| self.shared.hints.get(pair(hash, nimber)));
        hint.flatten().unwrap_or_else(first)
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(R::STRIDE) {
            let nodes = self.shared.nodes.fetch_add(R::STRIDE, Ordering::Relaxed) + R::STRIDE;
            if !(self.look)(nodes) {
                return Err(Halt::Stop);
            }
        }
        if self.shared.pause.load(Ordering::Relaxed) { Err(Halt::Pause) } else { Ok(()) }
    }

    /// Searches below a pair until it is decided or its numbers reach these.
    fn expand(
        &mut self,
        part: &R::Part,
        (key, hash): (u128, u64),
        nimber: u32,
        win: u32,
        loss: u32,
    ) -> Result<Numbers, Halt> {
        self.tick()?;
        if self.depth >= DEPTH {
            return Err(Halt::Deep);
        }
        let before = self.nodes;
        let mut room = self.room.pop().unwrap_or_default();
        self.depth += 1;
        let found = self.look_at_options(part, (key, hash), nimber, &mut room);
        let result = match found {
            Ok(Looked::Decided(decided)) => Ok(decided),
            Err(ended) => Err(ended),
            Ok(Looked::Open(mut ruled_out)) => {
                self.narrow(part, (key, hash), nimber, (win, loss), &mut room, &mut ruled_out)
            }
        };
        self.depth -= 1;
        self.room.push(room);
        let decided = match result {
            Ok(decided) => decided,
            Err(Ended::Halt(halt)) => return Err(halt),
            Err(Ended::Numbers(numbers)) => {
                self.shared.hints.set(pair(hash, nimber), numbers);
                return Ok(numbers);
            }
        };
        self.shared.values.add(key, hash, decided.known, self.nodes - before);
        Ok(if decided.wins { Numbers::WON } else { Numbers::LOST })
    }

    /// The value of a small part, by those of all its options: that is cheaper than to ask for single
    /// nimbers, and rules out more.
    fn value_by_options(&mut self, part: &R::Part, key: u128, hash: u64) -> Result<u32, Halt> {
        self.tick()?;
        if self.depth >= DEPTH {
            return Err(Halt::Deep);
        }
        let mut room = self.room.pop().unwrap_or_default();
        self.depth += 1;
        let before = self.nodes;
        let found = self.mex_of_options(part, &mut room);
        self.depth -= 1;
        self.room.push(room);
        let value = found?;
        self.shared.values.add(key, hash, Known::exactly(value), self.nodes - before);
        Ok(value)
    }

    fn mex_of_options(&mut self, part: &R::Part, room: &mut Room<R::Part>) -> Result<u32, Halt> {
        let Room { sums, seen, .. } = room;
        sums.clear();
        seen.clear();
        self.rules.options(part, sums);
        let mut low = 0u128;
        for i in 0..sums.len() {
            let (parts, nimber) = sums.option(i);
            let mut value = u32::from(nimber);
            for part in parts {
                let key = self.rules.key(part);
                let hash = spread(key);
                value ^= match self.shared.values.get(key, hash).value() {
                    Some(known) => known.into(),
                    None => self.value_by_options(part, key, hash)?,
                };
            }
            match 1u128.checked_shl(value) {
                Some(bit) => low |= bit,
                None => seen.push(value),
            }
        }
        if low != u128::MAX {
            return Ok(low.trailing_ones());
        }
        seen.sort_unstable();
        let after = |mex: u32, value: &u32| if *value == mex { mex + 1 } else { mex };
        Ok(seen.iter().fold(u128::BITS, after))
    }

    /// Looks at the options from `shown` on: whether one has the value `nimber`. Those that are not decided
    /// become children.
    fn look_at_stage(
        &mut self,
        sums: &Sums<R::Part>,
        shown: usize,
        nimber: u32,
        lists: &mut Lists,
        children: &mut Vec<Child>,
        ruled_out: &mut Known,
    ) -> Result<bool, Halt> {
        let Lists { keys, known: knowns, more } = lists;
        let mut fetched = 0;
        for part in &sums.parts()[keys.len()..] {
            let key = self.rules.key(part);
            let hash = spread(key);
            keys.push((key, hash));
            fetched ^= self.shared.values.fetch(key, hash);
        }
        std::hint::black_box(fetched);
        for i in shown..sums.len() {
            let start = sums.start(i);
            let (parts, value) = sums.option(i);
            let mut value = u32::from(value);
            let first = more.len();
            for j in 0..parts.len() {
                let (key, hash) = keys[start as usize + j];
                let known = self.shared.values.get(key, hash);
                knowns.push(known);
                match known.value() {
                    Some(known) => value ^= u32::from(known),
                    None if sums.size(self.rules, start + j as u32) <= R::MAX_VALUED_SIZE => {
                        value ^= self.value_by_options(&parts[j], key, hash)?;
                    }
                    None => {
                        // Equal parts cancel.
                        let twin =
                            more[first..].iter().position(|&other| keys[other as usize].0 == key);
                        match twin {
                            Some(twin) => drop(more.swap_remove(first + twin)),
                            None => more.push(start + j as u32),
                        }
                    }
                }
            }
            let open = &mut more[first..];
            match open {
                [] => {
                    *ruled_out = ruled_out.with(Known::not(value));
                    if value == nimber {
                        return Ok(true);
                    }
                    continue;
                }
                &mut [only] => {
                    if knowns[only as usize].is(value ^ nimber) == Some(false) {
                        more.truncate(first);
                        continue;
                    }
                }
                // The largest part is asked for last.
                _ => open.sort_unstable_by_key(|&part| {
                    let size = sums.size(self.rules, part);
                    (std::cmp::Reverse(size), keys[part as usize].0)
                }),
            }
            let tag = |sum: u64, &part: &u32| sum ^ keys[part as usize].1.rotate_left(7);
            if !self.seen.insert(pair(open.iter().fold(0, tag), value)) {
                more.truncate(first);
                continue;
            }
            let nimber = value ^ nimber;
            let asked = open[0];
            let others = (first as u32 + 1, more.len() as u32);
            let mut child = Child { part: asked, others, nimber, numbers: Numbers::WON };
            child.numbers = self.first_numbers(sums, keys, knowns, more, &child);
            children.push(child);
        }
        Ok(false)
    }

    /// Lists the options. If they decide the pair, what is known then; otherwise the nimbers that
    /// they rule out.
    fn look_at_options(
        &mut self,
        part: &R::Part,
        (key, hash): (u128, u64),
        nimber: u32,
        room: &mut Room<R::Part>,
    ) -> Result<Looked, Ended> {
        let Room { sums, lists, children, .. } = room;
        sums.clear();
        lists.clear();
        children.clear();
        self.seen.clear();
        let rules = self.rules;
        let (mut ruled_out, mut shown, mut wins) = (Known::default(), 0, Ok(false));
        rules.options_in_stages(part, sums, &mut |sums| {
            wins = self.look_at_stage(sums, shown, nimber, lists, children, &mut ruled_out);
            shown = sums.len();
            !matches!(wins, Ok(false))
        });
        // A value is at most the number of options.
        if wins.map_err(Ended::Halt)? || nimber as usize > sums.len() {
            return Ok(Looked::Decided(Decided::won(ruled_out)));
        }
        for lower in 0..nimber {
            let numbers = self.read(|| self.rules.size(part), (key, hash), lower);
            match numbers.outcome() {
                Some(false) => return Ok(Looked::Decided(Decided::won(Known::exactly(lower)))),
                Some(true) => {}
                None if ruled_out.is(lower) == Some(false) => {}
                None => {
                    // Low values are likely.
                    let loss = numbers.loss / 2 + 1;
                    let numbers = Numbers { loss, ..numbers };
                    children.push(Child { part: SAME, others: (0, 0), nimber: lower, numbers });
                }
            }
        }
        Ok(Looked::Open(ruled_out))
    }

    /// The numbers that a child begins with.
    fn first_numbers(
        &self,
        sums: &Sums<R::Part>,
        keys: &[(u128, u64)],
        knowns: &[Known],
        more: &[u32],
        child: &Child,
    ) -> Numbers {
        let guess = |part: u32, nimber: u32| {
            let (hash, known) = (keys[part as usize].1, knowns[part as usize]);
            self.guess(|| sums.size(self.rules, part), hash, nimber, known)
        };
        let (first, last) = child.others;
        if first == last {
            return guess(child.part, child.nimber);
        }
        // Each part by itself, as if asked for 0.
        let all = std::iter::once(&child.part).chain(&more[first as usize..last as usize]);
        all.fold(Numbers { win: 0, loss: 0 }, |sum, &part| {
            let bound = 4 * sums.size(self.rules, part).max(1);
            let loss = sum.loss + guess(part, 0).loss.clamp(1, bound) * 3 / 4;
            Numbers { win: sum.win + 1, loss }
        })
    }

    /// Searches below the child that promises a win soonest, again and again.
    fn narrow(
        &mut self,
        part: &R::Part,
        (key, hash): (u128, u64),
        nimber: u32,
        (win, loss): (u32, u32),
        room: &mut Room<R::Part>,
        ruled_out: &mut Known,
    ) -> Result<Decided, Ended> {
        let Room { sums, lists: Lists { keys, more, .. }, children, .. } = room;
        loop {
            if children.is_empty() {
                return Ok(Decided { known: Known::exactly(nimber), wins: false });
            }
            let (mut best, mut least, mut second, mut sum) = (0, u32::MAX, NEVER, 0u32);
            for (i, child) in children.iter().enumerate() {
                let missing = child.numbers.loss;
                if missing < least {
                    second = least.min(NEVER);
                    (best, least) = (i, missing);
                } else if missing < second {
                    second = missing;
                }
                sum = sum.saturating_add(child.numbers.win);
            }
            let sum = sum.min(NEVER - 1);
            if self.depth == 1 {
                self.shared.root.set(nimber, Numbers { win: least, loss: sum });
            }
            if least >= win || sum >= loss {
                self.leave(key, hash, *ruled_out);
                return Err(Ended::Numbers(Numbers { win: least, loss: sum }));
            }
            // Only one part may be left whose value is unknown.
            while children[best].others.0 < children[best].others.1 {
                let child = &mut children[best];
                child.others.1 -= 1;
                child.nimber ^= self.value(sums.at(more[child.others.1 as usize]))?;
                let asked = child.part;
                let size = || sums.size(self.rules, asked);
                child.numbers = self.read(size, keys[asked as usize], child.nimber);
            }
            let child = children[best];
            let same = child.part == SAME;
            let (below, place) = if same {
                (part, (key, hash))
            } else {
                (sums.at(child.part), keys[child.part as usize])
            };
            let size = || match same {
                true => self.rules.size(part),
                false => sums.size(self.rules, child.part),
            };
            let mut numbers = self.read(size, place, child.nimber);
            if numbers.outcome().is_none() {
                if numbers.loss <= child.numbers.loss && numbers.win <= child.numbers.win {
                    // What this node was told of the child holds even if the table forgot it.
                    numbers = child.numbers;
                }
                let most_win = loss.saturating_sub(sum - child.numbers.win.min(sum)).min(NEVER);
                let most_loss = win.min(second.saturating_add(second / 4 + 1)).min(NEVER);
                if numbers.win < most_win && numbers.loss < most_loss {
                    if self.shares {
                        // Other threads should look elsewhere meanwhile.
                        let busy = numbers.loss.saturating_add(numbers.loss / 2 + 4).min(NEVER - 1);
                        let hint = Numbers { win: numbers.win, loss: busy };
                        self.shared.hints.set(pair(place.1, child.nimber), hint);
                        self.shared.values.add(place.0, place.1, Known::visited(), 1);
                    }
                    numbers = self.expand(below, place, child.nimber, most_win, most_loss)?;
                }
            }
            match numbers.outcome() {
                Some(false) if same => return Ok(Decided::won(Known::exactly(child.nimber))),
                Some(false) => return Ok(Decided::won(ruled_out.with(Known::not(nimber)))),
                Some(true) => drop(children.swap_remove(best)),
                None => children[best].numbers = numbers,
            }
            if self.nodes & 7 == 0 || same {
                match self.shared.values.get(key, hash).is(nimber) {
                    Some(true) => {
                        return Ok(Decided { known: Known::exactly(nimber), wins: false });
                    }
                    Some(false) => return Ok(Decided::won(ruled_out.with(Known::not(nimber)))),
                    None => {}
                }
            }
        }
    }

    /// Stores which nimbers are ruled out though the pair is not decided.
    fn leave(&self, key: u128, hash: u64, ruled_out: Known) {
        self.shared.values.add(key, hash, ruled_out.with(Known::visited()), 1);
    }
}

/// A pair that is decided. Who wins is told apart from what is stored: not every value can be.
struct Decided {
    known: Known,
    /// Whether the player to move wins.
    wins: bool,
}

impl Decided {
    fn won(known: Known) -> Self {
        Self { known, wins: true }
    }
}

/// What the options say of a pair.
enum Looked {
    Decided(Decided),
    /// Not who wins, but these nimbers are ruled out.
    Open(Known),
}

/// How the search below a pair ended without deciding it.
enum Ended {
    Halt(Halt),
    Numbers(Numbers),
}

impl From<Halt> for Ended {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}
