//! Proofs taken out of a finished search: claims about single parts, each of which follows from the
//! rules and from claims about what moves leave.

use crate::rules::{Splitting, Sums};
use crate::search::{Bounds, Search, Unfinished};
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap};

/// What a proof says of the value of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It is this.
    Value(u32),
    /// It is none of these nimbers: bit n stands for n.
    Not(u64),
}

/// What is to be proved of a sum of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Its value is this.
    Value(u32),
    /// Its value is another.
    Not(u32),
}

/// What a proof may rest on, and how large it may become.
pub struct Frame<'a, P> {
    /// Parts whose values need no proof: whoever checks it finds them by all their options.
    pub small: &'a dyn Fn(&P) -> bool,
    /// Is told now and then how many claims there are; `false` ends the work.
    pub room: &'a dyn Fn(usize) -> bool,
}

/// Nimbers from here on are ruled out by the value only.
const MASKED: u32 = 64;

/// After this many parts the limits are looked at.
const STRIDE: u64 = 1 << 6;

impl Search {
    /// The claims by which a goal follows, in no order.
    ///
    /// # What the claims are good for
    /// - `Value(v)` of a part follows if the claims about the parts of each option show that its value is
    ///   not v, and for each u < v those of some option that its value is u.
    /// - `Not` of n follows if those of some option show that its value is n.
    /// - Equal parts of an option cancel. Its value is shown by those of all other parts; another value is
    ///   ruled out by the values of all but one and a nimber ruled out for that one.
    ///
    /// # Complexity
    /// O(claims · options) looks at the tables. What they forgot is searched again.
    ///
    /// # Errors
    /// [`Unfinished`], also if the goal is false; what was found stays.
    ///
    /// ```
    /// use grundy_search::graph::{Graph, NodeKayles};
    /// use grundy_search::{Bounds, Claim, Frame, Goal, Search};
    /// let path = NodeKayles::new(Graph::new(5, (1..5).map(|v| (v - 1, v))).unwrap());
    /// let bounds = Bounds { memory: 1 << 24, threads: 1, look: &|_| true };
    /// let frame = Frame { small: &|part: &u128| part.count_ones() < 3, room: &|_| true };
    /// let claims = Search::default().prove(&path, &[0b11111], Goal::Value(3), &bounds, &frame);
    /// assert!(claims.unwrap().contains(&(0b11111, Claim::Value(3))));
    /// ```
    pub fn prove<R: Splitting>(
        &mut self,
        rules: &R,
        parts: &[R::Part],
        goal: Goal,
        bounds: &Bounds<'_>,
        frame: &Frame<'_, R::Part>,
    ) -> Result<Vec<(R::Part, Claim)>, Unfinished> {
        let is = match goal {
            Goal::Value(value) => self.is(rules, parts, value, bounds)?,
            Goal::Not(nimber) => !self.is(rules, parts, nimber, bounds)?,
        };
        if !is {
            return Err(Unfinished::False);
        }
        let bounds = &Bounds { memory: bounds.memory, threads: 1, look: bounds.look };
        let found = HashMap::new();
        let mut prover =
            Prover { search: self, rules, bounds, frame, found, open: BinaryHeap::new() };
        match goal {
            Goal::Value(_) => prover.need_value(parts)?,
            Goal::Not(nimber) => prover.need_other(parts, 0, nimber)?,
        }
        let mut rounds = 0u64;
        while let Some((_, name)) = prover.open.pop() {
            rounds += 1;
            let looks = rounds.is_multiple_of(STRIDE);
            if looks
                && !((bounds.look)(prover.search.progress(bounds.memory))
                    && (frame.room)(prover.found.len()))
            {
                return Err(Unfinished::Stopped);
            }
            prover.justify(name)?;
        }
        let claims = prover.found.into_values();
        Ok(claims.map(|needed| (needed.part, needed.claim)).collect())
    }
}

/// A claim that the proof needs.
struct Needed<P> {
    part: P,
    claim: Claim,
    /// What of it was justified.
    done: Option<Claim>,
}

struct Prover<'a, R: Splitting> {
    search: &'a mut Search,
    rules: &'a R,
    bounds: &'a Bounds<'a>,
    frame: &'a Frame<'a, R::Part>,
    /// By the names of the parts: whoever checks the claims may not know which parts play alike.
    found: HashMap<u128, Needed<R::Part>>,
    /// Parts with something to justify, by size: what is needed of a part is known before its turn comes.
    open: BinaryHeap<(u32, u128)>,
}

/// An option as far as its value is known.
struct Known {
    value: Option<u32>,
    /// How much has to be claimed before this value is shown.
    cost: u32,
}

impl<R: Splitting> Prover<'_, R> {
    fn value(&mut self, part: &R::Part) -> Result<u32, Unfinished> {
        if let Some(value) = self.search.known(self.rules, part).value() {
            return Ok(value.into());
        }
        self.search.value(self.rules, std::slice::from_ref(part), self.bounds)
    }

    /// Whether the value of this part is claimed.
    fn has_value(&self, part: &R::Part) -> bool {
        let needed = self.found.get(&self.rules.name(part));
        needed.is_some_and(|needed| matches!(needed.claim, Claim::Value(_)))
    }

    /// The parts of a sum that do not cancel and whose values need a proof; the nim-sum of the others.
    fn split(&mut self, parts: &[R::Part]) -> Result<(Vec<R::Part>, u32), Unfinished> {
        let mut left: Vec<R::Part> = Vec::new();
        for part in parts {
            match left.iter().position(|other| other == part) {
                Some(twin) => drop(left.swap_remove(twin)),
                None => left.push(part.clone()),
            }
        }
        let (small, large): (Vec<_>, Vec<_>) = left.into_iter().partition(self.frame.small);
        let mut value = 0;
        for part in &small {
            value ^= self.value(part)?;
        }
        Ok((large, value))
    }

    /// Claims the values of all parts of a sum.
    fn need_value(&mut self, parts: &[R::Part]) -> Result<(), Unfinished> {
        for part in self.split(parts)?.0 {
            let value = self.value(&part)?;
            self.need(part, Claim::Value(value));
        }
        Ok(())
    }

    /// Claims what shows that the value of a sum of parts and of `beside` is not `nimber`.
    fn need_other(
        &mut self,
        parts: &[R::Part],
        beside: u32,
        nimber: u32,
    ) -> Result<(), Unfinished> {
        let (mut parts, value) = self.split(parts)?;
        let mut missing = nimber ^ beside ^ value;
        // One part need not be known: the largest of those that are not claimed anyway.
        let place = |part: &R::Part| (!self.has_value(part), self.rules.size(part));
        parts.sort_by_cached_key(|part| (place(part), self.rules.name(part)));
        let Some(last) = parts.pop() else { return Ok(()) };
        for part in parts {
            let value = self.value(&part)?;
            missing ^= value;
            self.need(part, Claim::Value(value));
        }
        if self.has_value(&last) {
            return Ok(());
        }
        let claim = if missing < MASKED {
            Claim::Not(1 << missing)
        } else {
            Claim::Value(self.value(&last)?)
        };
        self.need(last, claim);
        Ok(())
    }

    fn need(&mut self, part: R::Part, claim: Claim) {
        let name = self.rules.name(&part);
        let size = self.rules.size(&part);
        match self.found.entry(name) {
            Entry::Vacant(place) => {
                place.insert(Needed { part, claim, done: None });
            }
            Entry::Occupied(mut place) => {
                let needed = place.get_mut();
                let both = match (needed.claim, claim) {
                    (Claim::Not(a), Claim::Not(b)) => Claim::Not(a | b),
                    (Claim::Value(value), _) | (_, Claim::Value(value)) => Claim::Value(value),
                };
                if both == needed.claim {
                    return;
                }
                needed.claim = both;
            }
        }
        self.open.push((size, name));
    }

    /// Claims what a claim rests on.
    fn justify(&mut self, name: u128) -> Result<(), Unfinished> {
        let Some(needed) = self.found.get_mut(&name) else { return Ok(()) };
        let (part, claim) = (needed.part.clone(), needed.claim);
        let done = needed.done.replace(claim);
        if done == Some(claim) {
            return Ok(());
        }
        let mut options = Sums::default();
        self.rules.options(&part, &mut options);
        match claim {
            Claim::Value(value) => {
                for lower in 0..value {
                    let found = self.option_of(&options, lower)?;
                    self.need_value(options.option(found.ok_or(Unfinished::False)?).0)?;
                }
                for i in 0..options.len() {
                    let (parts, beside) = options.option(i);
                    self.need_other(parts, beside.into(), value)?;
                }
            }
            Claim::Not(mask) => {
                let before = match done {
                    Some(Claim::Not(before)) => before,
                    _ => 0,
                };
                for nimber in (0..MASKED).filter(|n| (mask & !before) >> n & 1 == 1) {
                    let value = self.search.known(self.rules, &part).value().map(u32::from);
                    let found = match value {
                        // Perhaps there is such an option even so.
                        Some(value) if value < nimber => self.known_option(&options, nimber)?,
                        _ => self.option_of(&options, nimber)?,
                    };
                    match found {
                        Some(option) => self.need_value(options.option(option).0)?,
                        None => {
                            let value = self.value(&part)?;
                            self.need(part, Claim::Value(value));
                            return Ok(());
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The option of this value that is shown most cheaply, among those whose values are known.
    fn known_option(
        &mut self,
        options: &Sums<R::Part>,
        value: u32,
    ) -> Result<Option<usize>, Unfinished> {
        let mut best: Option<(u32, usize)> = None;
        for i in 0..options.len() {
            let (parts, beside) = options.option(i);
            let known = self.look(parts, beside.into());
            if known.value == Some(value) && best.is_none_or(|(cost, _)| known.cost < cost) {
                best = Some((known.cost, i));
            }
        }
        Ok(best.map(|(_, option)| option))
    }

    /// An option of this value: one that is known, or the first that a search finds.
    fn option_of(
        &mut self,
        options: &Sums<R::Part>,
        value: u32,
    ) -> Result<Option<usize>, Unfinished> {
        if let Some(option) = self.known_option(options, value)? {
            return Ok(Some(option));
        }
        let size = |i: &usize| -> u32 {
            options.option(*i).0.iter().map(|part| self.rules.size(part)).sum()
        };
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by_cached_key(size);
        for i in order {
            let (parts, beside) = options.option(i);
            let asked = value ^ u32::from(beside);
            if self.look(parts, beside.into()).value.is_none()
                && self.search.is(self.rules, parts, asked, self.bounds)?
            {
                return Ok(Some(i));
            }
        }
        Ok(None)
    }

    /// What the tables say of an option.
    fn look(&self, parts: &[R::Part], beside: u32) -> Known {
        let mut known = Known { value: Some(beside), cost: 0 };
        for part in parts {
            let value = self.search.known(self.rules, part).value();
            known.value = known.value.zip(value).map(|(sum, value)| sum ^ u32::from(value));
            if !(self.frame.small)(part) && !self.has_value(part) {
                known.cost += 1 + self.rules.size(part);
            }
        }
        known
    }
}
