//! Outcomes of sums of different games by search, under either play.

use super::arena::{Arena, Node};
use crate::context::{Context, Stop};
use crate::outcome::{Outcome, Play};
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// Searches sums of nodes of one arena, remembering every outcome.
#[derive(Debug)]
pub struct SumSearch {
    play: Play,
    /// `None` while the sum is on the search path.
    table: HashMap<Box<[Node]>, Option<Outcome>, RandomState>,
    bytes: u64,
}

struct Frame {
    sum: Box<[Node]>,
    /// The next move to look at: which summand, which of its options.
    part: usize,
    option: usize,
}

impl SumSearch {
    /// A search under the given convention.
    pub fn new(play: Play) -> Self {
        Self { play, table: HashMap::default(), bytes: 0 }
    }

    /// How many sums were met.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether none was met.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The sum as it is stored: sorted, without finished parts, in normal play without pairs of
    /// equal parts (each answers the other), in misère play without pairs of *1.
    fn canonical(
        &self,
        arena: &mut Arena,
        mut sum: Vec<Node>,
        context: &Context<'_>,
    ) -> Result<Box<[Node]>, Stop> {
        let mut error = None;
        sum.retain(|&node| match arena.expand(node, context) {
            // A part that must be answered and cannot be leaves its sum without a move.
            Ok(moves) => moves > 0 || arena.is_entailed(node),
            Err(stop) => {
                error = Some(stop);
                false
            }
        });
        if let Some(stop) = error {
            return Err(stop);
        }
        sum.sort_unstable();
        if self.play == Play::Misere {
            // *1 + *1 = 0 in misère play too: to a move in one the reply is the move in the other.
            let mut stars = Vec::new();
            for (i, &node) in sum.iter().enumerate() {
                if arena.is_star(node, context)? {
                    stars.push(i);
                }
            }
            stars.truncate(stars.len() / 2 * 2);
            for &i in stars.iter().rev() {
                sum.remove(i);
            }
        }
        if self.play == Play::Normal {
            // Whoever faces a loony part wins, whatever else there is; equal ones do not cancel.
            let free = !sum.iter().any(|&node| arena.is_entailed(node));
            if let Some(&loony) = sum.iter().find(|&&node| free && arena.is_loony(node)) {
                return Ok(Box::new([loony]));
            }
            let mut kept: Vec<Node> = Vec::with_capacity(sum.len());
            for node in sum {
                // Moves that entail are not copied.
                if kept.last() == Some(&node) && !arena.entails(node) {
                    kept.pop();
                } else {
                    kept.push(node);
                }
            }
            sum = kept;
        }
        Ok(sum.into_boxed_slice())
    }

    /// Who wins the sum.
    ///
    /// A move that wins at once in normal play loses at once in misère play.
    ///
    /// # Complexity
    /// Every sum met is expanded once, and left as soon as one winning move is known; time
    /// O(moves looked at), space O(sums met).
    ///
    /// # Errors
    /// [`Stop`] at a limit, when cancelled, or when play can go round in a circle.
    pub fn outcome(
        &mut self,
        arena: &mut Arena,
        sum: Vec<Node>,
        context: &Context<'_>,
    ) -> Result<Outcome, Stop> {
        let root = self.canonical(arena, sum, context)?;
        if let Some(&Some(outcome)) = self.table.get(&root) {
            return Ok(outcome);
        }
        let mut path = vec![self.open(arena, root, context)?];
        let result = self.search(arena, &mut path, context);
        if result.is_err() {
            for frame in &path {
                self.table.remove(&frame.sum);
            }
        }
        result
    }

    fn open(
        &mut self,
        arena: &Arena,
        sum: Box<[Node]>,
        context: &Context<'_>,
    ) -> Result<Frame, Stop> {
        let count = self.table.len() as u64 + 1;
        let doing = || match self.play {
            Play::Normal => "searching sums in normal play".to_owned(),
            Play::Misere => "searching sums in misère play".to_owned(),
        };
        context.check_positions(count, doing)?;
        self.bytes += 4 * sum.len() as u64 + 72;
        if count.is_multiple_of(1024) {
            context.look("searching sums", count)?;
            context.check_memory(self.bytes + arena.bytes(), doing)?;
        }
        self.table.insert(sum.clone(), None);
        Ok(Frame { sum, part: 0, option: 0 })
    }

    fn search(
        &mut self,
        arena: &mut Arena,
        path: &mut Vec<Frame>,
        context: &Context<'_>,
    ) -> Result<Outcome, Stop> {
        let mut steps = 0u64;
        loop {
            steps += 1;
            context.tick("searching sums", steps)?;
            let frame = path.last_mut().expect("the path is never empty here");
            let Some(&node) = frame.sum.get(frame.part) else {
                // Every move was looked at and none wins.
                let mut stuck = frame.sum.is_empty();
                if !stuck && arena.is_entailing() {
                    let mut entailed = frame.sum.to_vec();
                    entailed.retain(|&node| arena.is_entailed(node));
                    stuck = !entailed.is_empty();
                    for node in entailed {
                        stuck &= arena.expand(node, context)? == 0;
                    }
                }
                let outcome = if stuck { self.play.of_finished() } else { Outcome::P };
                if let Some(outcome) = self.close(path, outcome) {
                    return Ok(outcome);
                }
                continue;
            };
            let repeated = frame.part > 0 && frame.sum[frame.part - 1] == node;
            if repeated
                || !arena.may_move(&frame.sum, frame.part)
                || frame.option >= arena.expand(node, context)?
            {
                frame.part += 1;
                frame.option = 0;
                continue;
            }
            let (left, wins) = arena.option(node, frame.option);
            if wins && self.play == Play::Misere {
                // Whoever takes it has lost.
                frame.option += 1;
                continue;
            }
            if wins {
                if let Some(outcome) = self.close(path, Outcome::N) {
                    return Ok(outcome);
                }
                continue;
            }
            let mut child = Vec::with_capacity(frame.sum.len() + left.len());
            child.extend_from_slice(&frame.sum[..frame.part]);
            child.extend_from_slice(&frame.sum[frame.part + 1..]);
            child.extend_from_slice(left);
            let child = self.canonical(arena, child, context)?;
            match self.table.get(&child) {
                Some(Some(Outcome::N | Outcome::D)) => frame.option += 1,
                Some(Some(Outcome::P)) => {
                    if let Some(outcome) = self.close(path, Outcome::N) {
                        return Ok(outcome);
                    }
                }
                Some(None) => {
                    return Err(Stop::Loop(vec![
                        "a sum".into(),
                        "…".into(),
                        "the same sum".into(),
                    ]));
                }
                None => {
                    let frame = self.open(arena, child, context)?;
                    path.push(frame);
                }
            }
        }
    }

    /// Stores the outcome of the last frame; returns it if that was the root.
    fn close(&mut self, path: &mut Vec<Frame>, outcome: Outcome) -> Option<Outcome> {
        let frame = path.pop().expect("a frame to close");
        self.table.insert(frame.sum, Some(outcome));
        path.is_empty().then_some(outcome)
    }
}
