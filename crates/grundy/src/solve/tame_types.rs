//! The types of positions in misère play, found by a search of the parts, not of their sums.

use super::arena::{Arena, Node};
use super::tame::{Tame, TameMex};
use crate::context::{Context, Stop};

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
pub(super) mod tests {
    use super::*;
    use crate::outcome::{Outcome, Play};
    use crate::ruleset::{Full, Options, Ruleset};
    use crate::solve::arena::Interner;
    use crate::solve::sum::SumSearch;
    use std::sync::Arc;

    /// Random small rules: position n has random options, sums of up to two smaller positions.
    pub struct Random(Vec<Vec<Vec<u32>>>);

    impl Random {
        pub fn new(seed: u64) -> Self {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut next = move |below: u64| random.u64(..below);
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
