//! Genera of sums by search: every option of every sum that can be reached is looked at.

use super::arena::{Arena, Node};
use super::classes::{Class, Classes};
use super::genus::Genus;
use crate::context::{Context, LimitKind, Stop};
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// The genera of sums of nodes of one arena, as far as they were asked for.
///
/// Sums of tame positions have the genus of their type ([`classes`](super::classes)). Otherwise the genus of a sum
/// follows from those of its options; genera of the parts alone do not tell it.
#[derive(Debug, Default)]
pub struct Genera {
    classes: Classes,
    /// The number of the genus of each sum; `None` while the sum is on the search path.
    table: HashMap<Box<[Node]>, Option<u32>, RandomState>,
    numbers: HashMap<Genus, u32, RandomState>,
    genera: Vec<Genus>,
    /// For each genus that of the sum with *1, once it was needed.
    with_one: Vec<Option<u32>>,
    /// The moves that may still be looked at, if there is a bound.
    moves_left: Option<u64>,
}

/// A sum as it is looked up.
enum Sum {
    Known(u32),
    /// Without finished parts and nodes *1, sorted; whether it stands beside one *1.
    Parts(Box<[Node]>, bool),
}

struct Frame {
    sum: Box<[Node]>,
    part: usize,
    option: usize,
    /// The genera of the options so far.
    found: Vec<u32>,
}

impl Genera {
    /// A search that looks at so many moves of sums at most.
    pub fn within_moves(moves: u64) -> Self {
        Self { classes: Classes::within_moves(moves), moves_left: Some(moves), ..Self::default() }
    }

    /// The genus of a sum; `None` where moves win at once or must be answered: misère values are not
    /// defined there.
    ///
    /// # Complexity
    /// O(sums that can be reached * their moves), less what is known; sums of tame positions cost their
    /// parts only.
    ///
    /// # Errors
    /// [`Stop`] at a limit, when cancelled, or when play can go round in a circle.
    pub fn of(
        &mut self,
        arena: &mut Arena,
        sum: &[Node],
        context: &Context<'_>,
    ) -> Result<Option<Genus>, Stop> {
        let (key, one) = match self.look_up(arena, sum.to_vec(), context)? {
            None => return Ok(None),
            Some(Sum::Known(number)) => return Ok(Some(self.genera[number as usize].clone())),
            Some(Sum::Parts(key, one)) => (key, one),
        };
        let mut path = vec![self.open(key, context)?];
        let result = self.search(arena, &mut path, context);
        for frame in &path {
            self.table.remove(&frame.sum);
        }
        let Some(number) = result? else { return Ok(None) };
        let number = if one { self.plus_one(number) } else { number };
        Ok(Some(self.genera[number as usize].clone()))
    }

    /// The class of a node: tame, restive, restless or wild, and whether it is half-tame.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn class(
        &mut self,
        arena: &mut Arena,
        node: Node,
        context: &Context<'_>,
    ) -> Result<Class, Stop> {
        self.classes.of(arena, node, context)
    }

    /// The number of sums whose genus was found by search.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether no sum was searched.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    fn number(&mut self, genus: Genus) -> u32 {
        if let Some(&number) = self.numbers.get(&genus) {
            return number;
        }
        let number = self.genera.len() as u32;
        self.genera.push(genus.clone());
        self.with_one.push(None);
        self.numbers.insert(genus, number);
        number
    }

    fn plus_one(&mut self, number: u32) -> u32 {
        if let Some(known) = self.with_one[number as usize] {
            return known;
        }
        let sum = self.genera[number as usize].plus_one();
        let sum = self.number(sum);
        self.with_one[number as usize] = Some(sum);
        self.with_one[sum as usize] = Some(number);
        sum
    }

    /// The sum as it is stored, or its genus; `None` where there is none.
    fn look_up(
        &mut self,
        arena: &mut Arena,
        mut sum: Vec<Node>,
        context: &Context<'_>,
    ) -> Result<Option<Sum>, Stop> {
        for &node in &sum {
            // Theory tells the types of heaps whose options are too many to be listed.
            self.classes.of(arena, node, context)?;
        }
        if let Some(total) = self.classes.sum(&sum) {
            return Ok(Some(Sum::Known(self.number(Genus::of_tame(&total)))));
        }
        let mut one = false;
        let nodes = std::mem::take(&mut sum);
        for node in nodes {
            if arena.entails(node) {
                return Ok(None);
            }
            if arena.expand(node, context)? == 0 {
                continue;
            }
            if arena.is_loony(node) {
                return Ok(None);
            }
            if arena.is_star(node, context)? {
                one = !one;
            } else {
                sum.push(node);
            }
        }
        sum.sort_unstable();
        let key = sum.into_boxed_slice();
        match self.table.get(&key) {
            Some(&Some(number)) => {
                let number = if one { self.plus_one(number) } else { number };
                Ok(Some(Sum::Known(number)))
            }
            Some(None) => Err(Stop::Loop(vec!["a sum".into(), "…".into(), "the same sum".into()])),
            None => Ok(Some(Sum::Parts(key, one))),
        }
    }

    fn open(&mut self, sum: Box<[Node]>, context: &Context<'_>) -> Result<Frame, Stop> {
        let count = self.table.len() as u64 + 1;
        let doing = || "looking for the genus".to_owned();
        context.check_positions(count, doing)?;
        context.tick("looking for the genus", count)?;
        if count.is_multiple_of(1024) {
            context.check_memory(count * 96, doing)?;
        }
        self.table.insert(sum.clone(), None);
        Ok(Frame { sum, part: 0, option: 0, found: Vec::new() })
    }

    fn search(
        &mut self,
        arena: &mut Arena,
        path: &mut Vec<Frame>,
        context: &Context<'_>,
    ) -> Result<Option<u32>, Stop> {
        let mut steps = 0u64;
        loop {
            steps += 1;
            context.tick("looking for the genus", steps)?;
            if let Some(left) = &mut self.moves_left {
                *left = left.checked_sub(1).ok_or_else(|| Stop::Limit {
                    kind: LimitKind::Positions,
                    what: "looking for the genus".into(),
                })?;
            }
            let frame = path.last_mut().expect("the path is never empty here");
            let Some(&node) = frame.sum.get(frame.part) else {
                let mut found = std::mem::take(&mut frame.found);
                found.sort_unstable();
                found.dedup();
                let genus = Genus::of_options(found.iter().map(|&i| &self.genera[i as usize]));
                let number = self.number(genus);
                let frame = path.pop().expect("a frame to close");
                self.table.insert(frame.sum, Some(number));
                if path.is_empty() {
                    return Ok(Some(number));
                }
                continue;
            };
            let repeated = frame.part > 0 && frame.sum[frame.part - 1] == node;
            if repeated || frame.option >= arena.expand(node, context)? {
                (frame.part, frame.option) = (frame.part + 1, 0);
                continue;
            }
            let (left, _) = arena.option(node, frame.option);
            let mut child = Vec::with_capacity(frame.sum.len() + left.len());
            child.extend_from_slice(&frame.sum[..frame.part]);
            child.extend_from_slice(&frame.sum[frame.part + 1..]);
            child.extend_from_slice(left);
            match self.look_up(arena, child, context)? {
                None => return Ok(None),
                Some(Sum::Known(number)) => {
                    let frame = path.last_mut().expect("as before");
                    frame.found.push(number);
                    frame.option += 1;
                }
                // When the sum is known, the option is looked at again.
                Some(Sum::Parts(key, _)) => {
                    let frame = self.open(key, context)?;
                    path.push(frame);
                }
            }
        }
    }
}
