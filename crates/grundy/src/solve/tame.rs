//! Tame positions: those that misère play treats as it treats nim-heaps.
//!
//! Give every position two numbers: its Grundy value g+, and g-, computed in the same way but with
//! 1 for finished positions. A position is *tame* here if all of its options are tame and
//! (g+, g-) is (0,1) or (1,0) (*fickle*), or (n,n) (*firm*). A sum is firm if one of its parts is;
//! g+ of a sum is the nim-sum, and so is g- of a firm sum; a sum of fickle parts is fickle.
//!
//! **Theorem.** A sum of tame positions is P in misère play iff its g- is 0.
//!
//! Proof. By induction; let S be a sum of tame parts and claim: all parts fickle: P iff g+ = 1;
//! some part firm: P iff g+ = 0. (Those are the sums with g- = 0.)
//!
//! 1. All fickle, g+ = 1. A move takes a part G to G'. If G' is fickle, g+(G') differs from
//!    g+(G), so the result has g+ = 0 and is N. If G' is firm of value n, the result is P only if
//!    n is the nim-sum of the other parts, g+(G) xor 1 = g-(G); but no option of G has g- = g-(G).
//! 2. All fickle, g+ = 0. If nothing can be moved, it is N. If some g+(G) = 1, G has an option with
//!    g+ = 0; not all of those are firm, since then one has g- = 0 = g-(G). So one is fickle:
//!    moving to it leaves g+ = 1, P. Otherwise all parts have g+ = 0, g- = 1; one that is not finished
//!    has an option with g- = 0, which is not a firm 0 as g+(G) = 0: a fickle 1, and moving to it
//!    leaves P.
//! 3. Some firm, g+ = 0. A move that leaves a firm part changes g+, so it leaves N. Otherwise G was
//!    the only firm part, of value n, the others have nim-sum n (0 or 1), G' is fickle, and the
//!    result is P only if g+(G') = n xor 1, that is g-(G') = n = g-(G), which is not so.
//! 4. Some firm, g+ = x > 0. Let G be a part and G' an option with g+(G') = g+(G) xor x < g+(G). If
//!    a firm part is left, this leaves P. Otherwise G, of value n, was the only firm part, and the
//!    nim-sum y of the others is 0 or 1, n not y. If n > y, then G has an option with g- = y: a
//!    firm y leaves a firm part and g+ = 0; a fickle one has g+ = y xor 1 and leaves fickle parts
//!    with g+ = 1; both P. If n < y, then n = 0, y = 1, and a fickle part with g+ = 1 has an option
//!    with g+ = 0; moving to it leaves the firm 0 and g+ = 0: P.
//!
//! # Literature
//! J. H. Conway, *On Numbers and Games* ch. 12 (1976); E. R. Berlekamp, J. H. Conway, R. K. Guy,
//! *Winning Ways* ch. 13 (1982). Bouton's rule for misère Nim (1901) and the SJ theorem (Jia 2009)
//! are special cases.

use super::arena::{Arena, Node};
use crate::context::{Context, Stop};
use crate::nimber::MexSet;

/// What misère play sees of a tame position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tame {
    /// (g+, g-) = (0,1), or (1,0) if true: like nim-heaps of size at most 1.
    Fickle(bool),
    /// (g+, g-) = (n,n): like sums of nim-heaps of which one is larger than 1.
    Firm(u64),
}

impl Tame {
    /// The type of a position with these two values, if that is tame.
    ///
    /// ```
    /// use grundy::solve::tame::Tame;
    /// assert_eq!(Tame::of(0, 1), Some(Tame::Fickle(false)));
    /// assert_eq!(Tame::of(3, 3), Some(Tame::Firm(3)));
    /// assert_eq!(Tame::of(2, 0), None);
    /// ```
    pub fn of(normal: u64, misere: u64) -> Option<Self> {
        match (normal, misere) {
            (0, 1) => Some(Self::Fickle(false)),
            (1, 0) => Some(Self::Fickle(true)),
            (n, m) if n == m => Some(Self::Firm(n)),
            _ => None,
        }
    }

    /// g+, the Grundy value.
    pub fn normal(&self) -> u64 {
        match *self {
            Self::Fickle(one) => u64::from(one),
            Self::Firm(n) => n,
        }
    }

    /// g-, the misère Grundy value.
    pub fn misere(&self) -> u64 {
        match *self {
            Self::Fickle(one) => u64::from(!one),
            Self::Firm(n) => n,
        }
    }

    /// The type of a sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Fickle(a), Self::Fickle(b)) => Self::Fickle(a ^ b),
            (a, b) => Self::Firm(a.normal() ^ b.normal()),
        }
    }

    /// The type of the empty sum.
    pub const fn empty() -> Self {
        Self::Fickle(false)
    }
}

/// The two values of a position from the types of its options; `None` if it is not tame.
#[derive(Debug, Default)]
pub struct TameMex {
    normal: MexSet,
    misere: MexSet,
    any: bool,
}

impl TameMex {
    /// Takes an option into account.
    pub fn insert(&mut self, option: &Tame) {
        self.normal.insert(option.normal());
        self.misere.insert(option.misere());
        self.any = true;
    }

    /// The type of the position; forgets the options.
    pub fn take(&mut self) -> Option<Tame> {
        let misere = if self.any { self.misere.mex() } else { 1 };
        let tame = Tame::of(self.normal.mex(), misere);
        self.normal.clear();
        self.misere.clear();
        self.any = false;
        tame
    }
}

/// The types of the nodes of an arena, as far as they were asked for.
#[derive(Debug, Default)]
pub struct TameTypes {
    nodes: Vec<State>,
}

#[derive(Clone, Debug, Default)]
enum State {
    #[default]
    Unknown,
    OnPath,
    Wild,
    Tame(Tame),
}

impl TameTypes {
    /// The type of a node; `None` if it or a position below it is not tame.
    ///
    /// # Complexity
    /// Every position below the node is expanded once; time and space O(moves), not O(sums).
    ///
    /// # Errors
    /// [`Stop`] at a limit, when cancelled, or when play can go round in a circle.
    pub fn of(
        &mut self,
        arena: &mut Arena,
        node: Node,
        context: &Context<'_>,
    ) -> Result<Option<Tame>, Stop> {
        let mut path: Vec<(Node, usize)> = Vec::new();
        let result = self.search(arena, node, &mut path, context);
        for (node, _) in path {
            if matches!(self.nodes[node as usize], State::OnPath) {
                self.nodes[node as usize] = State::Unknown;
            }
        }
        result
    }

    fn state(&mut self, node: Node) -> &mut State {
        let index = node as usize;
        if index >= self.nodes.len() {
            self.nodes.resize(index + 1, State::Unknown);
        }
        &mut self.nodes[index]
    }

    fn search(
        &mut self,
        arena: &mut Arena,
        root: Node,
        path: &mut Vec<(Node, usize)>,
        context: &Context<'_>,
    ) -> Result<Option<Tame>, Stop> {
        match self.state(root) {
            State::Wild => return Ok(None),
            State::Tame(tame) => return Ok(Some(*tame)),
            State::Unknown | State::OnPath => {}
        }
        let mut mex = TameMex::default();
        path.push((root, 0));
        while let Some(&(node, first)) = path.last() {
            if matches!(self.state(node), State::Unknown) {
                if let Some(tame) = arena.tame(node, context)? {
                    *self.state(node) = State::Tame(tame);
                    path.pop();
                    continue;
                }
                if arena.is_wild(node) {
                    self.wild(path);
                    continue;
                }
                *self.state(node) = State::OnPath;
            }
            let count = arena.expand(node, context)?;
            let unknown = self.first_unknown(arena, node, first..count)?;
            match unknown {
                Scan::Unknown(option, child) => {
                    path.last_mut().expect("not empty").1 = option;
                    path.push((child, 0));
                }
                Scan::Wild => self.wild(path),
                Scan::Known => {
                    for i in 0..count {
                        let (sum, _) = arena.option(node, i);
                        mex.insert(&self.sum(sum));
                    }
                    let state = mex.take().map_or(State::Wild, State::Tame);
                    *self.state(node) = state;
                    path.pop();
                }
            }
        }
        match self.state(root) {
            State::Tame(tame) => Ok(Some(*tame)),
            _ => Ok(None),
        }
    }

    /// The last node of a path is not tame: neither is what lies above it.
    fn wild(&mut self, path: &mut Vec<(Node, usize)>) {
        for (node, _) in path.drain(..) {
            *self.state(node) = State::Wild;
        }
    }

    fn first_unknown(
        &mut self,
        arena: &Arena,
        node: Node,
        options: std::ops::Range<usize>,
    ) -> Result<Scan, Stop> {
        for i in options {
            let (sum, wins) = arena.option(node, i);
            if wins {
                return Ok(Scan::Wild);
            }
            for &part in sum {
                match self.state(part) {
                    State::Unknown => return Ok(Scan::Unknown(i, part)),
                    State::OnPath => {
                        return Err(Stop::Loop(vec!["a position".into(), "…".into(), "it".into()]));
                    }
                    State::Wild => return Ok(Scan::Wild),
                    State::Tame(_) => {}
                }
            }
        }
        Ok(Scan::Known)
    }

    /// The type of a sum of nodes all of which are known to be tame.
    pub fn sum(&self, nodes: &[Node]) -> Tame {
        nodes.iter().fold(Tame::empty(), |sum, &node| match &self.nodes[node as usize] {
            State::Tame(tame) => sum.plus(tame),
            _ => unreachable!("only asked of nodes known to be tame"),
        })
    }
}

enum Scan {
    Unknown(usize, Node),
    Wild,
    Known,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{Outcome, Play};
    use crate::ruleset::{Full, Options, Ruleset};
    use crate::solve::arena::Interner;
    use crate::solve::sum::SumSearch;
    use std::sync::Arc;

    /// Random small rules: position n has random options, sums of up to two smaller positions.
    struct Random(Vec<Vec<Vec<u32>>>);

    impl Random {
        fn new(seed: u64) -> Self {
            let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
            let mut next = move |below: u64| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state >> 11) % below
            };
            let mut rules: Vec<Vec<Vec<u32>>> = vec![vec![]];
            for n in 1..9u64 {
                let count = next(5);
                let parts = |next: &mut dyn FnMut(u64) -> u64| {
                    let parts = if next(3) == 0 { 2 } else { 1 };
                    (0..parts).map(|_| next(n) as u32).collect()
                };
                rules.push((0..count).map(|_| parts(&mut next)).collect());
            }
            Self(rules)
        }
    }

    impl Ruleset for Random {
        type Position = u32;
        fn options(&self, &n: &u32, out: &mut Options<u32>) -> Result<(), Full> {
            self.0[n as usize].iter().try_for_each(|sum| out.push(sum.iter().copied()))
        }
    }

    #[test]
    fn sums_of_tame_positions_are_decided_by_their_types() {
        let context = Context::default();
        let (mut tame_sums, mut wild) = (0, 0);
        for seed in 1..400 {
            let mut arena = Arena::default();
            let game = arena.add_game(Box::new(Interner::new(Arc::new(Random::new(seed)))));
            let mut types = TameTypes::default();
            let mut search = SumSearch::new(Play::Misere);
            let nodes: Vec<Node> = (0..9u32).map(|n| arena.node(game, &n).unwrap()).collect();
            let known: Vec<Option<Tame>> =
                nodes.iter().map(|&n| types.of(&mut arena, n, &context).unwrap()).collect();
            for a in 0..9 {
                for b in a..9 {
                    for c in b..9 {
                        let (Some(x), Some(y), Some(z)) = (&known[a], &known[b], &known[c]) else {
                            wild += 1;
                            continue;
                        };
                        let sum = vec![nodes[a], nodes[b], nodes[c]];
                        let outcome = search.outcome(&mut arena, sum, &context).unwrap();
                        let expected = Outcome::of(x.plus(y).plus(z).misere() != 0);
                        assert_eq!(outcome, expected, "seed {seed}: {a} + {b} + {c}");
                        tame_sums += 1;
                    }
                }
            }
        }
        assert!(tame_sums > 10_000 && wild > 1_000, "{tame_sums} {wild}");
    }
}
