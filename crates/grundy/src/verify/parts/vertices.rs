//! Games on vertices by the bare rules: sets of vertices that are left, what each move leaves of them.

use super::claims::Rules;
use std::ops::ControlFlow;

/// Vertices of a graph at most.
pub(super) const MAX_VERTICES: usize = 128;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    NodeKayles,
    ArcKayles,
    Poset,
}

/// A game on the vertices of a graph, or on the elements of an order.
#[derive(Clone, Debug)]
pub(super) struct Vertices {
    kind: Kind,
    /// The neighbours of each vertex; of an order, what is above or below each element.
    near: Vec<u128>,
    /// Of an order, each element with all above it.
    above: Vec<u128>,
}

/// The members of a set, ascending.
fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        least
    })
}

fn add(set: u128, member: usize) -> u128 {
    set | 1 << member
}

impl Vertices {
    /// The game of this name on so many vertices with these edges, or pairs of an upper and a lower
    /// element; `None` if there is no such game.
    pub fn named(
        name: &str,
        count: usize,
        pairs: &[(usize, usize)],
    ) -> Option<Result<Self, String>> {
        let kind = match name {
            "node-kayles" => Kind::NodeKayles,
            "arc-kayles" => Kind::ArcKayles,
            "poset" => Kind::Poset,
            _ => return None,
        };
        Some(Self::new(kind, count, pairs))
    }

    fn new(kind: Kind, count: usize, pairs: &[(usize, usize)]) -> Result<Self, String> {
        if count > MAX_VERTICES {
            return Err(format!("a graph has at most {MAX_VERTICES} vertices"));
        }
        if pairs.iter().any(|&(u, v)| u.max(v) >= count) {
            return Err("an edge names a vertex that is none".into());
        }
        let (mut near, mut above) = (vec![0u128; count], vec![0u128; count]);
        if kind == Kind::Poset {
            pairs.iter().for_each(|&(upper, lower)| above[lower] |= 1 << upper);
            // What is above something above it is above it, until nothing is added.
            loop {
                let further = |set: u128| members(set).fold(set, |all, v| all | above[v]);
                let more: Vec<u128> = above.iter().map(|&set| further(set)).collect();
                if more == above {
                    break;
                }
                above = more;
            }
            if (0..count).any(|v| above[v] >> v & 1 == 1) {
                return Err("an element is above itself".into());
            }
            for lower in 0..count {
                for upper in members(above[lower]) {
                    near[lower] |= 1 << upper;
                    near[upper] |= 1 << lower;
                }
            }
            (0..count).for_each(|v| above[v] |= 1 << v);
        } else {
            for &(u, v) in pairs.iter().filter(|(u, v)| u != v) {
                near[u] |= 1 << v;
                near[v] |= 1 << u;
            }
        }
        Ok(Self { kind, near, above })
    }

    /// Whether these vertices can be what is left: of an order, all above what is gone is gone too.
    pub fn can_be_left(&self, left: u128) -> bool {
        let gone = (0..self.above.len()).filter(|&v| left >> v & 1 == 0);
        self.kind != Kind::Poset || gone.into_iter().all(|v| self.above[v] & left == 0)
    }

    /// The parts that hang together, each without all but one of vertices that play alike.
    pub fn parts(&self, mut left: u128, out: &mut Vec<u128>) {
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let grown = members(part).fold(part, |all, v| all | self.near[v]) & left;
                if grown == part {
                    break;
                }
                part = grown;
            }
            left &= !part;
            out.push(part & !self.spare(part));
        }
    }

    /// Whether the second player wins on these vertices by answering each move by that at the partners.
    ///
    /// # Theorem
    /// Let exchanging the pairs carry edges into edges, let each vertex that a move can take have a partner, and let none be
    /// joined to its partner. A move takes no partner of what it takes: of a vertex and its neighbours none is
    /// the vertex's partner, and so neither end of an edge is the partner of the other. So the move at the partners is still there,
    /// and what both leave is as before. The player who answers makes the last move.
    pub fn are_partners(&self, set: u128, pairs: &[(usize, usize)]) -> bool {
        let count = self.near.len();
        let mut partner = vec![count; count];
        let mut paired = 0u128;
        for &(u, v) in pairs {
            let new = u < count && v < count && u != v && paired & (1 << u | 1 << v) == 0;
            if !new || self.near[u] >> v & 1 == 1 {
                return false;
            }
            (partner[u], partner[v]) = (v, u);
            paired |= 1 << u | 1 << v;
        }
        let movable = match self.kind {
            Kind::NodeKayles => set,
            Kind::ArcKayles => members(set).filter(|&v| self.near[v] & set != 0).fold(0, add),
            Kind::Poset => return false,
        };
        paired == movable
            && members(paired).all(|v| {
                let images = members(self.near[v] & paired).map(|u| partner[u]).fold(0, add);
                images == self.near[partner[v]] & paired
            })
    }

    /// The part with this number; `None` if there is none.
    pub fn numbered(&self, key: u128) -> Option<u128> {
        let within = key.checked_shr(self.near.len() as u32).unwrap_or(0) == 0;
        (key != 0 && within).then_some(key)
    }

    /// Vertices of a part without which it plays the same.
    ///
    /// # Theorem
    /// Node Kayles: neighbours with the same other neighbours go together in every move, and to choose one is
    /// to choose the other. Arc Kayles: if a vertex is the only neighbour of two others, the edges to both
    /// are equal moves, each of which leaves the other vertex without edges, as every move that takes the
    /// neighbour does. So all but the first of such vertices can be left out.
    fn spare(&self, part: u128) -> u128 {
        let like = |u: usize, v: usize| {
            let (a, b) = (self.near[u] & part, self.near[v] & part);
            match self.kind {
                Kind::NodeKayles => a | 1 << u == b | 1 << v,
                Kind::ArcKayles => a == b && a.count_ones() == 1,
                Kind::Poset => false,
            }
        };
        let later = |v: &usize| members(part).take_while(|u| u < v).any(|u| like(u, *v));
        members(part).filter(later).fold(0, |set, v| set | 1 << v)
    }
}

impl Rules for Vertices {
    type Part = u128;

    fn cells(&self, part: u128) -> u32 {
        part.count_ones()
    }

    fn options(&self, part: u128, option: &mut dyn FnMut(&[u128]) -> ControlFlow<()>) {
        let mut left = Vec::new();
        let mut leave = |taken: u128| {
            left.clear();
            self.parts(part & !taken, &mut left);
            option(&left)
        };
        let _ = members(part).try_for_each(|v| match self.kind {
            Kind::NodeKayles => leave(self.near[v] | 1 << v),
            Kind::Poset => leave(self.above[v]),
            Kind::ArcKayles => {
                let mut later = members(self.near[v] & part & (u128::MAX << v));
                later.try_for_each(|u| leave(1 << u | 1 << v))
            }
        });
    }

    fn is_answered(&self, _: u128) -> bool {
        false
    }

    fn told(&self, part: u128) -> String {
        let names: Vec<String> = members(part).map(|v| (v + 1).to_string()).collect();
        format!("vertices {} in the order of the file", names.join(","))
    }
}
