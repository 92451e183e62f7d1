//! How long a sum lasts, by search where play ends.

use super::arena::{Arena, Node};
use crate::context::{Context, Stop};
use crate::outcome::Play;
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// Two ways to measure how long a game lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The winner hurries, the loser delays (Steinhaus 1925, Smith 1966).
    Remoteness,
    /// The winner delays, the loser hurries (Conway 1976).
    Suspense,
}

impl Measure {
    /// The noun.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Remoteness => "remoteness",
            Self::Suspense => "suspense",
        }
    }
}

/// Searches sums of nodes of one arena, remembering how long each lasts.
#[derive(Debug)]
pub struct Lengths {
    play: Play,
    measure: Measure,
    /// The length of each sum of several nodes; [`OPEN`] while the sum is on the search path.
    table: HashMap<Box<[Node]>, u32, RandomState>,
    /// The same for single nodes, where most moves of a single game lead; [`UNKNOWN`] if not met yet.
    singles: Vec<u32>,
    /// The number of sums met.
    met: u64,
    bytes: u64,
}

/// What stands for a sum on the search path.
const OPEN: u32 = u32::MAX;

/// What stands for a single node that was not met yet.
const UNKNOWN: u32 = u32::MAX - 1;

struct Frame {
    sum: Box<[Node]>,
    /// The next move to look at: which summand, which of its options.
    part: usize,
    option: usize,
    /// The best length after a move that wins, and after one that loses.
    winning: Option<u32>,
    losing: Option<u32>,
}

impl Lengths {
    /// A search under the given convention.
    pub fn new(play: Play, measure: Measure) -> Self {
        Self { play, measure, table: HashMap::default(), singles: Vec::new(), met: 0, bytes: 0 }
    }

    /// How many moves the sum lasts. It is P iff that is even in normal play, odd in misère play.
    ///
    /// # Complexity
    /// O(moves) of all sums that can be reached, and space O(sums).
    ///
    /// # Errors
    /// [`Stop`] at a limit, when cancelled, or if play can go on for ever.
    pub fn of(
        &mut self,
        arena: &mut Arena,
        sum: Vec<Node>,
        context: &Context<'_>,
    ) -> Result<u32, Stop> {
        let root = reduced(arena, sum, context)?;
        if let Some(known) = self.known(&root) {
            return Ok(known);
        }
        let mut path = vec![self.open(arena, root, context)?];
        let result = self.search(arena, &mut path, context);
        if result.is_err() {
            for frame in path {
                self.met -= 1;
                match frame.sum[..] {
                    [node] => self.singles[node as usize] = UNKNOWN,
                    _ => drop(self.table.remove(&frame.sum)),
                }
            }
        }
        result
    }

    /// What is known of a reduced sum.
    fn known(&self, sum: &[Node]) -> Option<u32> {
        match *sum {
            [node] => self.singles.get(node as usize).copied().filter(|&length| length != UNKNOWN),
            _ => self.table.get(sum).copied(),
        }
    }

    fn set(&mut self, sum: Box<[Node]>, length: u32) {
        let &[node] = &sum[..] else {
            self.table.insert(sum, length);
            return;
        };
        self.set_single(node, length);
    }

    fn set_single(&mut self, node: Node, length: u32) {
        let place = node as usize;
        if place >= self.singles.len() {
            self.singles.resize((place + 1).next_power_of_two(), UNKNOWN);
        }
        self.singles[place] = length;
    }

    fn open(
        &mut self,
        arena: &Arena,
        sum: Box<[Node]>,
        context: &Context<'_>,
    ) -> Result<Frame, Stop> {
        let doing = || "counting moves of sums".to_owned();
        let count = self.met + 1;
        context.check_positions(count, doing)?;
        self.bytes += 4 * sum.len() as u64 + 72;
        if count.is_multiple_of(1024) {
            context.look("counting moves of sums", count)?;
            context.check_memory(self.bytes + arena.bytes(), doing)?;
        }
        self.met = count;
        self.set(sum.clone(), OPEN);
        Ok(Frame { sum, part: 0, option: 0, winning: None, losing: None })
    }

    fn search(
        &mut self,
        arena: &mut Arena,
        path: &mut Vec<Frame>,
        context: &Context<'_>,
    ) -> Result<u32, Stop> {
        let mut steps = 0u64;
        loop {
            steps += 1;
            context.tick("counting moves of sums", steps)?;
            let frame = path.last_mut().expect("the path is never empty here");
            let Some(&node) = frame.sum.get(frame.part) else {
                let length = frame.winning.or(frame.losing).map_or(0, |after| after + 1);
                let done = path.pop().expect("it was there");
                self.set(done.sum, length);
                match path.last_mut() {
                    // The move that led there is looked at again, and its length is known then.
                    Some(_) => continue,
                    None => return Ok(length),
                }
            };
            let same_as_before = frame.part > 0 && frame.sum[frame.part - 1] == node;
            let closed = !arena.may_move(&frame.sum, frame.part);
            if same_as_before || closed || frame.option == arena.expand(node, context)? {
                frame.part += 1;
                frame.option = 0;
                continue;
            }
            let (left, wins) = arena.option(node, frame.option);
            let single = match (&frame.sum[..], left) {
                (&[_], &[part]) => Some(part),
                _ => None,
            };
            let length = if wins {
                // The game is over.
                0
            } else if let Some(part) = single
                && let Some(&length) = self.singles.get(part as usize)
                && length != UNKNOWN
                && length != OPEN
            {
                length
            } else {
                let mut sum = left.to_vec();
                sum.extend_from_slice(&frame.sum[..frame.part]);
                sum.extend_from_slice(&frame.sum[frame.part + 1..]);
                let sum = reduced(arena, sum, context)?;
                match self.known(&sum) {
                    Some(OPEN) => {
                        return Err(Stop::Refused(
                            "play may go on for ever, so moves cannot be counted like this".into(),
                        ));
                    }
                    Some(length) => {
                        if let (Some(part), true) = (single, sum.is_empty()) {
                            // A node without moves is looked at no more.
                            self.set_single(part, length);
                        }
                        length
                    }
                    None => {
                        let new = self.open(arena, sum, context)?;
                        path.push(new);
                        continue;
                    }
                }
            };
            frame.option += 1;
            self.meet(frame, length);
        }
    }

    /// Takes note of the length after a move.
    fn meet(&self, frame: &mut Frame, length: u32) {
        let lost = u32::from(self.play == Play::Misere);
        let least = |old: Option<u32>| Some(old.map_or(length, |old| old.min(length)));
        let greatest = |old: Option<u32>| Some(old.map_or(length, |old| old.max(length)));
        match (length % 2 == lost, self.measure) {
            (true, Measure::Remoteness) => frame.winning = least(frame.winning),
            (true, Measure::Suspense) => frame.winning = greatest(frame.winning),
            (false, Measure::Remoteness) => frame.losing = greatest(frame.losing),
            (false, Measure::Suspense) => frame.losing = least(frame.losing),
        }
    }
}

/// The parts that have moves or must be answered, in order.
pub fn reduced(
    arena: &mut Arena,
    mut sum: Vec<Node>,
    context: &Context<'_>,
) -> Result<Box<[Node]>, Stop> {
    let mut kept = 0;
    for i in 0..sum.len() {
        // A part that must be answered and cannot be leaves its sum without a move.
        if arena.expand(sum[i], context)? > 0 || arena.is_entailed(sum[i]) {
            sum[kept] = sum[i];
            kept += 1;
        }
    }
    sum.truncate(kept);
    sum.sort_unstable();
    Ok(sum.into_boxed_slice())
}
