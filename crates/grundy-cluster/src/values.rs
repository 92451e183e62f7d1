//! Loopy nim-values: first where play must end, in any order, then number by number.

use crate::Trouble;
use crate::net::{Batch, Ended, Kind, Net};
use crate::numbers::{FIRST, LargeNumbers};
use crate::owner;
use crate::partition::{Partition, broken};
use crate::post::{Mark, Marks, Post, unpack};
use crate::sections::{Reader, Writer};
use hashbrown::HashMap;

/// The count of open arcs of a vertex that has its number, or wins at once.
const DONE: u32 = u32::MAX;

/// In place of a number: a move wins at once.
const WINS: u64 = u64::MAX;

/// Values of the vertices of one worker while they are found.
///
/// *Where play must end* a vertex whose arcs all lead to vertices with numbers gets the mex of these, whenever it
/// hears of the last one. *What is left* gets the number m, for m = 0, 1, 2, …, by the rule of Smith and of
/// Fraenkel and Perl: a vertex gets m if m is the mex of the numbers of its options and from every option without
/// a number an arc leads to a vertex that got m before. An option with a number above m has an option with m
/// already, by the definition of the mex, so that only options without a number are counted. In a stage all
/// vertices that may get m get it in some order, and the order does not matter: getting a number never takes
/// one away from another, since a vertex that gets m is counted as open by those above it until then. What gets
/// no number is infinite, with the numbers of its options.
///
/// # Literature
/// R. Sprague 1935, P. M. Grundy 1939; C. A. B. Smith 1966, *Graphs and composite games*; A. S. Fraenkel and
/// Y. Perl 1975, *Constructions in combinatorial games with cycles*.
#[derive(Debug)]
pub(crate) struct Values {
    /// How many arcs lead to vertices without a number.
    open: Vec<u32>,
    /// The numbers below 64 of the options; or the number, once there is one.
    masks: Vec<u64>,
    /// Those from 64 on.
    large: HashMap<u32, LargeNumbers>,
    /// What is to be told: vertices that got a number, and those that now have an arc to the present number.
    numbered: Vec<u32>,
    answered: Vec<u32>,
    /// The number that is given; none where play must end.
    stage: Option<u32>,
    /// Vertices without a number.
    unnumbered: Vec<u32>,
    /// How many arcs lead to vertices without a number and without an arc to the present one.
    left: Vec<u32>,
    /// How many have no number, before the stages.
    without: u64,
    /// From here on vertices are sums: their number is the nim-sum of those of their parts.
    first_sum: u32,
}

/// The mark of a number.
#[inline]
fn mark_of(number: u64) -> Result<Mark, Trouble> {
    if number == WINS {
        return Ok(0);
    }
    Mark::try_from(number + 1)
        .map_err(|_| Trouble::Limit("a Grundy value of 2^32 - 1 came up".into()))
}

/// Vertices told between two looks at what has come.
const STRIDE: u64 = 1 << 12;

impl Values {
    pub fn new(part: &Partition) -> Self {
        let n = part.blocks.len();
        let mut new = Self {
            open: part.open.clone(),
            masks: vec![0; n],
            large: HashMap::new(),
            numbered: Vec::new(),
            answered: Vec::new(),
            stage: None,
            unnumbered: Vec::new(),
            left: Vec::new(),
            without: n as u64,
            first_sum: part.positions,
        };
        for &vertex in &part.wins {
            new.number(vertex, WINS);
        }
        for &(vertex, moves) in &part.ends {
            new.mark(vertex, Marks { count: moves, ..Marks::one(1) });
        }
        for vertex in 0..n as u32 {
            if part.open[vertex as usize] == 0 && new.open[vertex as usize] != DONE {
                new.number(vertex, 0);
            }
        }
        new
    }

    fn number(&mut self, vertex: u32, number: u64) {
        self.open[vertex as usize] = DONE;
        self.masks[vertex as usize] = number;
        if !self.large.is_empty() {
            self.large.remove(&vertex);
        }
        self.numbered.push(vertex);
        self.without -= 1;
    }

    /// The mex of the numbers of the options that are known.
    #[inline]
    fn mex(&self, vertex: u32) -> u32 {
        match self.masks[vertex as usize].trailing_ones() {
            FIRST => self.large.get(&vertex).map_or(FIRST, LargeNumbers::mex),
            small => small,
        }
    }

    fn has(&self, vertex: u32, number: u32) -> bool {
        match number {
            0..FIRST => self.masks[vertex as usize] >> number & 1 == 1,
            _ => self.large.get(&vertex).is_some_and(|set| set.contains(number)),
        }
    }

    /// Options got numbers.
    #[inline]
    fn mark(&mut self, vertex: u32, marks: Marks) {
        let open = self.open[vertex as usize];
        if open == DONE {
            return;
        }
        if vertex >= self.first_sum {
            return self.mark_sum(vertex, marks);
        }
        let had = self.stage.is_some_and(|stage| self.has(vertex, stage));
        // Mark 0 stands for a vertex that wins at once: no number.
        self.masks[vertex as usize] |= marks.set >> 1;
        match marks.large {
            0 => {}
            64 => self.masks[vertex as usize] |= 1 << 63,
            large => {
                self.large.entry(vertex).or_default().insert(large - 1);
            }
        }
        let open = open.saturating_sub(marks.count);
        self.open[vertex as usize] = open;
        match self.stage {
            None if open == 0 => self.number(vertex, u64::from(self.mex(vertex))),
            Some(stage) if !had && self.has(vertex, stage) => self.answered.push(vertex),
            _ => {}
        }
    }

    /// A part of a sum got its number; a sum with a part that wins at once has none.
    fn mark_sum(&mut self, vertex: u32, marks: Marks) {
        let mark = match marks.large {
            0 => u64::from(marks.set.trailing_zeros()),
            large => u64::from(large),
        };
        let sum = &mut self.masks[vertex as usize];
        *sum = match mark.checked_sub(1) {
            Some(number) if *sum != WINS => *sum ^ number,
            _ => WINS,
        };
        let open = &mut self.open[vertex as usize];
        *open = open.saturating_sub(marks.count);
        if *open == 0 {
            self.number(vertex, self.masks[vertex as usize]);
        }
    }

    /// So many arcs lead to vertices that have got an arc to the present number.
    fn answer(&mut self, vertex: u32, count: u32) {
        if self.open[vertex as usize] == DONE || self.left.is_empty() {
            return;
        }
        let left = &mut self.left[vertex as usize];
        *left = left.saturating_sub(count);
        self.try_number(vertex);
    }

    fn try_number(&mut self, vertex: u32) {
        let Some(stage) = self.stage else { return };
        if self.left[vertex as usize] == 0 && self.mex(vertex) == stage {
            self.number(vertex, u64::from(stage));
        }
    }

    /// Tells the tails of arcs until nothing is left to tell; how many vertices were told of.
    pub fn expand(&mut self, part: &mut Partition, net: &mut Net<'_>) -> Result<u64, Ended> {
        let (index, peers, grain) = (net.index(), net.peers(), part.grain);
        let mut marks = Post::new(Kind::Marks, peers);
        let mut answers = Post::new(Kind::Answered, peers);
        let (mut tails, mut told) = (Vec::new(), 0u64);
        // Those that are known are told in order, for their lists lie in order; then those that came meanwhile.
        let mut numbered = Vec::new();
        let mut answered = Vec::new();
        loop {
            if numbered.is_empty() && answered.is_empty() {
                numbered = std::mem::take(&mut self.numbered);
                answered = std::mem::take(&mut self.answered);
                numbered.sort_unstable_by(|a, b| b.cmp(a));
                answered.sort_unstable_by(|a, b| b.cmp(a));
            }
            let (vertex, mark) = if let Some(vertex) = numbered.pop() {
                (vertex, Some(mark_of(self.masks[vertex as usize])?))
            } else if let Some(vertex) = answered.pop() {
                (vertex, None)
            } else {
                break;
            };
            part.arcs.tails(vertex, &mut tails)?;
            for &tail in &tails {
                let to = owner(tail, grain, peers);
                if to == index {
                    let local = part.blocks.local(tail).ok_or_else(broken)?;
                    match mark {
                        Some(mark) => self.mark(local, Marks::one(mark)),
                        None => self.answer(local, 1),
                    }
                } else {
                    let sent = match mark {
                        Some(mark) => marks.put(to, tail, mark, net),
                        None => answers.put(to, tail, 0, net),
                    };
                    if sent {
                        net.step();
                    }
                }
            }
            told += 1;
            if told.is_multiple_of(STRIDE) {
                while let Some(batch) = net.next() {
                    self.take(part, &batch)?;
                }
            }
        }
        marks.flush(net);
        answers.flush(net);
        Ok(told)
    }

    pub fn take(&mut self, part: &Partition, batch: &Batch) -> Result<(), Trouble> {
        let answered = match batch.kind {
            Kind::Marks => false,
            Kind::Answered => true,
            _ => return Err(broken()),
        };
        let taken = unpack(&batch.bytes, |tail, marks| {
            let local = part.blocks.local(tail).ok_or_else(broken)?;
            match answered {
                true => self.answer(local, marks.count),
                false => self.mark(local, marks),
            }
            Ok(())
        });
        taken.ok_or_else(broken)?
    }

    /// How many vertices may get a number in the stage that follows, where nothing is left to tell.
    pub fn candidates(&self) -> u64 {
        match self.stage {
            None => self.without,
            Some(stage) => {
                let may = |&&vertex: &&u32| {
                    self.open[vertex as usize] != DONE && self.mex(vertex) > stage
                };
                self.unnumbered.iter().filter(may).count() as u64
            }
        }
    }

    /// Begins the next stage; all workers do it together.
    pub fn next_stage(&mut self) {
        let stage = self.stage.map_or(0, |stage| stage + 1);
        if self.stage.is_none() {
            let n = self.open.len() as u32;
            self.unnumbered = (0..n).filter(|&vertex| self.open[vertex as usize] != DONE).collect();
            self.left = vec![0; self.open.len()];
        }
        self.stage = Some(stage);
        let mut unnumbered = std::mem::take(&mut self.unnumbered);
        unnumbered.retain(|&vertex| self.open[vertex as usize] != DONE);
        for &vertex in &unnumbered {
            self.left[vertex as usize] = self.open[vertex as usize];
        }
        for &vertex in &unnumbered {
            if self.has(vertex, stage) {
                self.answered.push(vertex);
            } else {
                self.try_number(vertex);
            }
        }
        self.unnumbered = unnumbered;
    }

    /// What was found of a vertex.
    pub fn found(&self, vertex: u32) -> Found {
        match (self.open[vertex as usize], self.masks[vertex as usize]) {
            (DONE, WINS) => Found::Wins,
            (DONE, number) => Found::Number(number as u32),
            _ => Found::Infinite,
        }
    }

    /// The numbers of the options of a vertex without a number, ascending.
    pub fn numbers(&self, vertex: u32) -> Vec<u32> {
        let mask = self.masks[vertex as usize];
        let small = (0..64).filter(|bit| mask >> bit & 1 == 1);
        small.chain(self.large.get(&vertex).into_iter().flat_map(LargeNumbers::iter)).collect()
    }

    pub fn save(&self, out: &mut Writer) -> Result<(), Trouble> {
        out.halves("v.open", &self.open)?;
        out.words("v.masks", &self.masks)?;
        let mut large: Vec<u32> = Vec::new();
        for (&vertex, set) in &self.large {
            set.iter().for_each(|number| large.extend([vertex, number]));
        }
        out.halves("v.large", &large)?;
        out.halves("v.numbered", &self.numbered)?;
        out.halves("v.answered", &self.answered)?;
        out.halves("v.unnumbered", &self.unnumbered)?;
        out.halves("v.left", &self.left)?;
        let stage = self.stage.map_or(0, |stage| u64::from(stage) + 1);
        out.words("v.stage", &[stage, self.without, self.first_sum.into()])
    }

    pub fn load(from: &Reader) -> Result<Self, Trouble> {
        let mut large: HashMap<u32, LargeNumbers> = HashMap::new();
        for [vertex, number] in from.halves("v.large")?.as_chunks().0 {
            large.entry(*vertex).or_default().insert(*number);
        }
        let stage = from.words("v.stage")?;
        let &[stage, without, first_sum] = &stage[..] else {
            return Err(Trouble::damaged(from.path(), "no stage"));
        };
        Ok(Self {
            open: from.halves("v.open")?,
            masks: from.words("v.masks")?,
            large,
            numbered: from.halves("v.numbered")?,
            answered: from.halves("v.answered")?,
            stage: stage.checked_sub(1).map(|stage| stage as u32),
            unnumbered: from.halves("v.unnumbered")?,
            left: from.halves("v.left")?,
            without,
            first_sum: first_sum as u32,
        })
    }
}

/// What was found of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Number(u32),
    Infinite,
    Wins,
}
