//! Outcomes and remoteness: round by round from the ends of play backwards.

use crate::DRAW;
use crate::Trouble;
use crate::net::{Batch, Ended, Kind, Net};
use crate::owner;
use crate::partition::{Partition, broken};
use crate::post::{Marks, Post, unpack};
use crate::sections::{Reader, Writer};
use grundy::outcome::Play;

/// The mark of a vertex that is lost for the player to move there, and of one that is won.
const LOST: u32 = 0;
const WON: u32 = 1;

/// Outcomes of the vertices of one worker while they are found.
///
/// In round r all vertices of remoteness r tell the tails of their arcs who wins there. A vertex that hears of one
/// that is lost is won; one that heard of as many won ones as it has arcs is lost; both have remoteness r + 1, for
/// the winner hurries and the loser delays. What is never decided is a draw.
///
/// # Literature
/// E. Zermelo 1913; C. A. B. Smith 1966, *Graphs and composite games*; H. Steinhaus 1925 for the remoteness.
#[derive(Debug)]
pub(crate) struct Outcomes {
    /// By vertex twice the remoteness, and 1 more if the player to move wins; [`DRAW`] where nothing is decided.
    pub ends: Vec<u32>,
    open: Vec<u32>,
    round: u32,
    /// The vertices of the present remoteness, and of the one that follows.
    frontier: Vec<u32>,
    next: Vec<u32>,
}

/// Vertices told between two looks at what has come.
const STRIDE: usize = 1 << 12;

impl Outcomes {
    pub fn new(part: &Partition, play: Play) -> Self {
        let finished = u32::from(play == Play::Misere);
        let n = part.blocks.len();
        let mut new = Self {
            ends: vec![DRAW; n],
            open: part.open.clone(),
            round: 0,
            frontier: Vec::new(),
            next: Vec::new(),
        };
        for &vertex in &part.wins {
            new.ends[vertex as usize] = 2 + 1;
            new.next.push(vertex);
        }
        // What is left is the end of play.
        for &(vertex, moves) in &part.ends {
            new.mark(vertex, Marks { count: moves, ..Marks::one(finished) });
        }
        for vertex in 0..n as u32 {
            if part.open[vertex as usize] == 0 && new.ends[vertex as usize] == DRAW {
                new.ends[vertex as usize] = finished;
                new.frontier.push(vertex);
            }
        }
        new
    }

    /// How many are known to be decided in the round that follows.
    pub fn waiting(&self) -> u64 {
        self.next.len() as u64
    }

    #[inline]
    fn mark(&mut self, vertex: u32, marks: Marks) {
        let end = &mut self.ends[vertex as usize];
        if *end != DRAW {
            return;
        }
        let open = &mut self.open[vertex as usize];
        *open = open.saturating_sub(marks.count);
        if marks.set >> LOST & 1 == 1 {
            *end = 2 * (self.round + 1) + 1;
        } else if *open == 0 {
            *end = 2 * (self.round + 1);
        } else {
            return;
        }
        self.next.push(vertex);
    }

    /// Tells the tails of all arcs to the vertices of this round; how many vertices there were.
    pub fn expand(&mut self, part: &mut Partition, net: &mut Net<'_>) -> Result<u64, Ended> {
        let mut post = Post::new(Kind::Marks, net.peers());
        let (index, peers, grain) = (net.index(), net.peers(), part.grain);
        let mut frontier = std::mem::take(&mut self.frontier);
        frontier.sort_unstable();
        let mut tails = Vec::new();
        for (step, &vertex) in frontier.iter().enumerate() {
            let mark = if self.ends[vertex as usize] % 2 == 1 { WON } else { LOST };
            part.arcs.tails(vertex, &mut tails)?;
            for &tail in &tails {
                let to = owner(tail, grain, peers);
                if to == index {
                    let local = part.blocks.local(tail).ok_or_else(broken)?;
                    self.mark(local, Marks::one(mark));
                } else if post.put(to, tail, mark, net) {
                    net.step();
                }
            }
            if step % STRIDE == STRIDE - 1 {
                while let Some(batch) = net.next() {
                    self.take(part, &batch)?;
                }
            }
        }
        post.flush(net);
        Ok(frontier.len() as u64)
    }

    pub fn take(&mut self, part: &Partition, batch: &Batch) -> Result<(), Trouble> {
        if batch.kind != Kind::Marks {
            return Err(broken());
        }
        let taken = unpack(&batch.bytes, |tail, marks| {
            self.mark(part.blocks.local(tail).ok_or_else(broken)?, marks);
            Ok(())
        });
        taken.ok_or_else(broken)?
    }

    /// The next round.
    pub fn turn(&mut self) -> Result<(), Trouble> {
        const MAX_ROUND: u32 = u32::MAX / 2 - 2;
        if self.round >= MAX_ROUND {
            return Err(Trouble::Limit(format!(
                "play that lasts more than {MAX_ROUND} moves is not decided here"
            )));
        }
        self.round += 1;
        self.frontier = std::mem::take(&mut self.next);
        Ok(())
    }

    pub fn save(&self, out: &mut Writer) -> Result<(), Trouble> {
        out.halves("o.ends", &self.ends)?;
        out.halves("o.open", &self.open)?;
        out.halves("o.frontier", &self.frontier)?;
        out.words("o.round", &[u64::from(self.round)])
    }

    pub fn load(from: &Reader) -> Result<Self, Trouble> {
        Ok(Self {
            ends: from.halves("o.ends")?,
            open: from.halves("o.open")?,
            round: from.words("o.round")?.first().map_or(0, |&round| round as u32),
            frontier: from.halves("o.frontier")?,
            next: Vec::new(),
        })
    }
}
