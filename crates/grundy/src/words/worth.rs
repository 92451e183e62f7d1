//! What words are worth in the game of appending letters, in both plays.

use super::order::Order;
use crate::context::{Context, Stop};
use crate::outcome::Outcome;
use crate::solve::tame::Tame;

/// The Grundy value of a word, and what misère play sees of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worth {
    value: u32,
    kind: Kind,
}

/// What misère play sees of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Fickle,
    Firm,
    /// Not tame, or a word that is not tame can be reached; lost for the player to move.
    WildP,
    /// The same, won by him.
    WildN,
}

impl Worth {
    /// No letter can be chosen, an odd or even number is still to be appended.
    pub(super) fn of_path(odd: bool) -> Self {
        Self { value: odd.into(), kind: Kind::Fickle }
    }

    /// The Grundy value.
    pub fn value(&self) -> u32 {
        self.value
    }

    /// The type, if the word is tame.
    pub fn tame(&self) -> Option<Tame> {
        match self.kind {
            Kind::Fickle => Some(Tame::Fickle(self.value == 1)),
            Kind::Firm => Some(Tame::Firm(self.value.into())),
            Kind::WildP | Kind::WildN => None,
        }
    }

    /// Who wins in misère play.
    pub fn misere(&self) -> Outcome {
        Outcome::of(match self.kind {
            Kind::Fickle => self.value == 0,
            Kind::Firm => self.value != 0,
            Kind::WildP => false,
            Kind::WildN => true,
        })
    }

    /// What a word is worth whose only move leads here.
    pub(super) fn before(&self) -> Self {
        let kind = match self.kind {
            Kind::WildP => Kind::WildN,
            Kind::WildN => Kind::WildP,
            tame => tame,
        };
        Self { value: (self.value == 0).into(), kind }
    }
}

/// What a node is worth, in a byte: from the low end five bits of the value, two of the kind, and
/// whether the length of the word is odd.
///
/// Five bits are enough. A word of value v > 0 can be followed by words of the values 0 to v - 1, so
/// it begins at least 2^(v-1) strings of which none begins with another, and there are fewer than
/// 2^30; the same holds of the values in misère play.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node(u8);

impl Node {
    fn new(worth: Worth, length: u32) -> Self {
        let kind = match worth.kind {
            Kind::Fickle => 0,
            Kind::Firm => 1,
            Kind::WildP => 2,
            Kind::WildN => 3,
        };
        Self(worth.value as u8 | kind << 5 | ((length % 2) as u8) << 7)
    }

    /// What it is worth.
    pub fn worth(self) -> Worth {
        let kind = match self.0 >> 5 & 3 {
            0 => Kind::Fickle,
            1 => Kind::Firm,
            2 => Kind::WildP,
            _ => Kind::WildN,
        };
        Worth { value: u32::from(self.0) & 31, kind }
    }

    /// Whether the length of the node's word is odd.
    pub fn is_odd(self) -> bool {
        self.0 >> 7 != 0
    }
}

/// The values of a word in both plays, the second computed as the first but with 1 for finished
/// words; and whether it is wild.
#[derive(Clone, Copy)]
struct Pair {
    normal: u32,
    misere: u32,
    wild: bool,
}

impl Pair {
    const FINISHED: Self = Self { normal: 0, misere: 1, wild: false };

    /// Of the word whose only move leads to one of this pair, and so on `steps` times.
    #[inline]
    fn before(self, steps: u32) -> Self {
        if steps == 0 {
            return self;
        }
        // The values are 0 and 1 in turn from the first step on.
        let flip = steps.is_multiple_of(2);
        let of = |value: u32| u32::from((value == 0) != flip);
        Self { normal: of(self.normal), misere: of(self.misere), wild: self.wild }
    }

    fn worth(self) -> Worth {
        let kind = match Tame::of(self.normal.into(), self.misere.into()) {
            Some(Tame::Fickle(_)) if !self.wild => Kind::Fickle,
            Some(Tame::Firm(_)) if !self.wild => Kind::Firm,
            _ if self.misere == 0 => Kind::WildP,
            _ => Kind::WildN,
        };
        Worth { value: self.normal, kind }
    }
}

/// A node not all of whose strings have been met.
struct Open {
    length: u32,
    first: u32,
    /// Values of its moves in normal play, as bits.
    normal: u32,
    /// In misère play; the highest bit for a wild move.
    misere: u32,
}

const WILD: u32 = 1 << 31;

/// A string, or a node all of whose strings have been met.
enum Done {
    String { first: u32, odd: bool },
    Node { first: u32, length: u32, pair: Pair },
}

impl Open {
    /// The move towards what is below.
    #[inline]
    fn add(&mut self, below: &Done) {
        let to = match *below {
            // At least one letter comes; all but that one are still to be appended.
            Done::String { odd, .. } => {
                Pair::FINISHED.before(u32::from(odd == (self.length % 2 == 1)))
            }
            Done::Node { length, pair, .. } => pair.before(length - self.length - 1),
        };
        self.normal |= 1 << to.normal;
        self.misere |= 1 << to.misere | if to.wild { WILD } else { 0 };
    }

    /// The values of the node, there being no more moves.
    fn pair(&self) -> Pair {
        let normal = self.normal.trailing_ones();
        let misere = (self.misere & !WILD).trailing_ones();
        let wild = self.misere & WILD != 0;
        let wild = wild || Tame::of(normal.into(), misere.into()).is_none();
        Pair { normal, misere, wild }
    }
}

/// What all nodes over sorted strings are worth, by their numbers as in a
/// [`WordTree`](super::WordTree); strings that others begin with are left out of the order. `held`
/// bytes are held already.
///
/// # Complexity
/// O(strings); 16 bytes for each node above the present string.
///
/// # Errors
/// [`Stop`] at a limit or when cancelled.
pub(super) fn of_nodes(
    order: &mut Order,
    held: u64,
    context: &Context<'_>,
) -> Result<Vec<Node>, Stop> {
    const DOING: &str = "finding the values of words";
    let all = order.starts.len();
    let mut nodes = vec![Node::default(); all];
    // The nodes above the present string, the shortest first.
    let mut open: Vec<Open> = Vec::new();
    let mut room = 0;
    let mut kept = 0;
    let mut odd = false;
    for i in 0..all {
        context.tick(DOING, i as u64)?;
        let shared = order.shared(i);
        if shared.is_inside() {
            continue;
        }
        if kept > 0 {
            string(&mut open, &mut nodes, kept as u32 - 1, odd, shared.letters().into());
        }
        order.shift(i, kept);
        odd = shared.is_odd();
        kept += 1;
        if open.capacity() > room {
            room = open.capacity();
            // Growing holds the old ones and twice as many new ones.
            context.check_memory(held + room as u64 * 48, || DOING.into())?;
        }
    }
    if kept > 0 {
        string(&mut open, &mut nodes, kept as u32 - 1, odd, -1);
    }
    order.truncate(kept);
    nodes.truncate(kept);
    Ok(nodes)
}

/// Takes the next string, which shares `shared` letters with the one behind it (-1: there is none).
#[inline]
fn string(open: &mut Vec<Open>, nodes: &mut [Node], number: u32, odd: bool, shared: i64) {
    let mut done = Done::String { first: number, odd };
    while let Some(mut node) = open.pop_if(|node| i64::from(node.length) > shared) {
        node.add(&done);
        let pair = node.pair();
        // The node above has the greater of two lengths: that of the last open one, which starts
        // earlier, and what is shared with the string behind.
        let above = open.last().map_or(-1, |above| i64::from(above.length));
        let own = if above >= shared { node.first } else { number };
        nodes[own as usize] = Node::new(pair.worth(), node.length);
        done = Done::Node { first: node.first, length: node.length, pair };
    }
    let Ok(length) = u32::try_from(shared) else { return };
    if open.last().is_none_or(|node| node.length < length) {
        let (Done::String { first, .. } | Done::Node { first, .. }) = done;
        open.push(Open { length, first, normal: 0, misere: 0 });
    }
    open.last_mut().expect("there is one now").add(&done);
}
