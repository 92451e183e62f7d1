//! Tame, restive, restless and wild positions, and half-tame ones.
//!
//! [`tame`](super::tame) asks that all options be tame. Here options that are not may be *reversed*:
//!
//! * A position is **tame** of type t if t is the type that follows from its tame options ((0,1) if there are no
//!   options at all, (0,0) if none is tame), and every other option X has a tame option Y with g+(Y) = g+(t) and
//!   one with g-(Y) = g-(t). Y is looked for where one part of X is not tame, among the tame options of that part
//!   beside the others. A sum is tame if its parts are, but for pairs of half-tame ones.
//! * A position that is not tame, and whose options are all tame, is **restive** if g+ is at most 1, and
//!   **restless** if g- is. (Both are not: then it would be tame.) It is **wild** if it is neither.
//! * A position G that is not tame is **half-tame** if each option G + X of G + G has tame options with g+ = 0 and
//!   with g- = 0; they are looked for among X + X and the sums of X and tame options of G. Two half-tame positions
//!   that are equal are taken for a tame part of type (0,0).
//!
//! As answers are not looked for everywhere, a position may be tame or half-tame in the wide sense and not be told so;
//! what is told holds.
//!
//! **Theorem.** A sum of tame parts, among them pairs of equal half-tame positions, is P in misère play iff its
//! g- is 0.
//!
//! Proof. That of [`tame`](super::tame), in which the moves that lead from N to P are moves to tame options:
//! the types follow from these. It is left to show that an option X that is not tame loses from P. The other
//! player moves on from X to Y, with a g- of the sum of 0 again. Let G be the part that was moved in.
//!
//! 1. All parts were fickle: g+ of the others is g-(G), as the sum has g+ = 1. Take Y with g-(Y) = g-(G). If Y is
//!    firm, the sum is firm with g+ = g-(Y) xor g-(G) = 0; if it is fickle, g+(Y) = g+(G), and g+ of the sum is 1.
//! 2. Another part is firm. Take Y with g+(Y) = g+(G).
//! 3. G alone was firm, of value n; the others are fickle with nim-sum n. Take Y with g-(Y) = n. If Y is firm, g+ of
//!    the sum is 0; if it is fickle, g+(Y) = n xor 1, and g+ of the sum is 1.
//!
//! A pair G + G has the type (0,0), no tame options, and options that are reversed. If a position has no tame
//! option, a move is there all the same, so g- is 0 and not 1. ∎
//!
//! # Literature
//! J. H. Conway, *On Numbers and Games* ch. 12 (1976), has restive and restless games, and *Winning Ways* ch. 13
//! (1982) half-tame ones. The classes are told apart here as D. Hoey and A. N. Siegel do in CGSuite, but of positions
//! and not of their simplest forms, and there positions with reversed options may be restive, too.

use super::arena::{Arena, Node};
use super::tame::Tame;
use crate::context::{Context, LimitKind, Stop};
use crate::nimber::MexSet;
use std::fmt;

/// How a position behaves beside others in misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Like a sum of nim-heaps of this type.
    Tame(Tame),
    /// Not tame, all options tame, g+ at most 1.
    Restive,
    /// Not tame, all options tame, g- at most 1.
    Restless,
    /// None of these.
    Wild,
}

impl Kind {
    /// The word for it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Tame(_) => "tame",
            Self::Restive => "restive",
            Self::Restless => "restless",
            Self::Wild => "wild",
        }
    }
}

/// The class of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Class {
    /// Tame, restive, restless or wild.
    pub kind: Kind,
    /// Whether it is not tame, but two of it are.
    pub half_tame: bool,
}

impl Class {
    /// Tame, of this type.
    pub fn tame(tame: Tame) -> Self {
        Self { kind: Kind::Tame(tame), half_tame: false }
    }

    /// Its type, if it is tame.
    pub fn as_tame(&self) -> Option<Tame> {
        match self.kind {
            Kind::Tame(tame) => Some(tame),
            _ => None,
        }
    }
}

impl fmt::Display for Class {
    /// As `restless, half-tame`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.word())?;
        if self.half_tame {
            f.write_str(", half-tame")?;
        }
        Ok(())
    }
}

/// The classes of the nodes of an arena, as far as they were asked for.
#[derive(Debug, Default)]
pub struct Classes {
    nodes: Vec<State>,
    /// Moves that were looked at, and that may still be, if there is a bound.
    moves: u64,
    moves_left: Option<u64>,
}

/// About so many bytes are kept for a position.
const NODE_BYTES: u64 = 96;

#[derive(Clone, Debug, Default)]
enum State {
    #[default]
    Unknown,
    OnPath,
    Known(Known),
}

#[derive(Clone, Debug)]
struct Known {
    class: Class,
    /// The types of the tame options, each once, of a position that is not tame.
    options: Box<[Tame]>,
}

impl Classes {
    /// A search that looks at so many moves at most.
    pub fn within_moves(moves: u64) -> Self {
        Self { moves_left: Some(moves), ..Self::default() }
    }

    /// So many moves are looked at.
    fn look(&mut self, moves: usize, context: &Context<'_>) -> Result<(), Stop> {
        let doing = "telling classes of positions";
        let looked = moves as u64 + 1;
        if let Some(left) = &mut self.moves_left {
            *left = left
                .checked_sub(looked)
                .ok_or_else(|| Stop::Limit { kind: LimitKind::Positions, what: doing.into() })?;
        }
        let before = self.moves;
        self.moves += looked;
        if before >> 12 != self.moves >> 12 {
            context.look(doing, self.moves)?;
            context.check_memory(self.nodes.len() as u64 * NODE_BYTES, || doing.into())?;
        }
        Ok(())
    }

    /// The class of a node. Positions with moves that win at once, or that must be answered, are wild.
    ///
    /// # Complexity
    /// Every position below the node is expanded once; O(moves * types of tame options) time.
    ///
    /// # Errors
    /// [`Stop`] at a limit, when cancelled, or when play can go round in a circle.
    pub fn of(
        &mut self,
        arena: &mut Arena,
        node: Node,
        context: &Context<'_>,
    ) -> Result<Class, Stop> {
        let mut path: Vec<(Node, usize)> = Vec::new();
        let result = self.search(arena, node, &mut path, context);
        for (node, _) in path {
            if matches!(self.state(node), State::OnPath) {
                *self.state(node) = State::Unknown;
            }
        }
        result
    }

    /// The type of a sum of nodes whose classes are known: of tame parts, and of pairs of equal half-tame ones.
    pub fn sum(&self, nodes: &[Node]) -> Option<Tame> {
        let (tame, left) = self.split(nodes);
        left.is_empty().then_some(tame)
    }

    fn state(&mut self, node: Node) -> &mut State {
        let index = node as usize;
        if index >= self.nodes.len() {
            self.nodes.resize(index + 1, State::Unknown);
        }
        &mut self.nodes[index]
    }

    fn known(&self, node: Node) -> &Known {
        match &self.nodes[node as usize] {
            State::Known(known) => known,
            _ => unreachable!("only asked of nodes whose class is known"),
        }
    }

    /// The type of the tame parts and pairs together, and the other nodes.
    fn split(&self, nodes: &[Node]) -> (Tame, Vec<Node>) {
        let (mut tame, mut left) = (Tame::empty(), Vec::new());
        for &node in nodes {
            let class = self.known(node).class;
            if let Some(part) = class.as_tame() {
                tame = tame.plus(&part);
            } else if class.half_tame
                && let Some(twin) = left.iter().position(|&other| other == node)
            {
                left.swap_remove(twin);
                tame = tame.plus(&Tame::Firm(0));
            } else {
                left.push(node);
            }
        }
        (tame, left)
    }

    fn search(
        &mut self,
        arena: &mut Arena,
        root: Node,
        path: &mut Vec<(Node, usize)>,
        context: &Context<'_>,
    ) -> Result<Class, Stop> {
        if let State::Known(known) = self.state(root) {
            return Ok(known.class);
        }
        path.push((root, 0));
        while let Some(&(node, first)) = path.last() {
            if matches!(self.state(node), State::Unknown) {
                let tame = arena.tame(node, context)?.map(Class::tame);
                let wild = Class { kind: Kind::Wild, half_tame: false };
                if let Some(class) = tame.or(arena.entails(node).then_some(wild)) {
                    *self.state(node) = State::Known(Known { class, options: Box::default() });
                    path.pop();
                    continue;
                }
                *self.state(node) = State::OnPath;
            }
            let count = arena.expand(node, context)?;
            if arena.is_loony(node) {
                let class = Class { kind: Kind::Wild, half_tame: false };
                *self.state(node) = State::Known(Known { class, options: Box::default() });
                path.pop();
                continue;
            }
            match self.first_unknown(arena, node, first..count)? {
                Some((option, child)) => {
                    path.last_mut().expect("not empty").1 = option;
                    path.push((child, 0));
                }
                None => {
                    self.look(count, context)?;
                    let known = self.by_options(arena, node, count);
                    *self.state(node) = State::Known(known);
                    path.pop();
                }
            }
        }
        Ok(self.known(root).class)
    }

    fn first_unknown(
        &mut self,
        arena: &Arena,
        node: Node,
        options: std::ops::Range<usize>,
    ) -> Result<Option<(usize, Node)>, Stop> {
        for i in options {
            for &part in arena.option(node, i).0 {
                match self.state(part) {
                    State::Unknown => return Ok(Some((i, part))),
                    State::OnPath => {
                        return Err(Stop::Loop(vec!["a position".into(), "…".into(), "it".into()]));
                    }
                    State::Known(_) => {}
                }
            }
        }
        Ok(None)
    }

    /// The class of a node all of whose options have known classes.
    fn by_options(&self, arena: &Arena, node: Node, count: usize) -> Known {
        let mut types: Vec<Tame> = Vec::new();
        let mut others: Vec<(Tame, Vec<Node>)> = Vec::new();
        for i in 0..count {
            let (tame, left) = self.split(arena.option(node, i).0);
            match left.is_empty() {
                true => types.push(tame),
                false => others.push((tame, left)),
            }
        }
        types.sort_unstable();
        types.dedup();
        let (mut normal, mut misere) = (MexSet::default(), MexSet::default());
        for tame in &types {
            normal.insert(tame.normal());
            misere.insert(tame.misere());
        }
        let (normal, misere) = (normal.mex(), if count == 0 { 1 } else { misere.mex() });
        if let Some(tame) = Tame::of(normal, misere)
            && others.iter().all(|(beside, left)| self.is_reversed(tame, *beside, left))
        {
            return Known { class: Class::tame(tame), options: Box::default() };
        }
        let kind = match (normal, misere) {
            _ if !others.is_empty() => Kind::Wild,
            (0..=1, _) => Kind::Restive,
            (_, 0..=1) => Kind::Restless,
            _ => Kind::Wild,
        };
        let half_tame = (0..count).all(|i| self.is_half_reversed(&types, arena.option(node, i).0));
        Known { class: Class { kind, half_tame }, options: types.into() }
    }

    /// Whether an option that is not tame, of these parts beside tame ones, has tame options with g+ and g- of
    /// the type.
    fn is_reversed(&self, tame: Tame, beside: Tame, left: &[Node]) -> bool {
        // One move makes one part tame.
        let [part] = left[..] else { return false };
        let types = self.known(part).options.iter().map(|option| option.plus(&beside));
        types.clone().any(|to| to.normal() == tame.normal())
            && types.clone().any(|to| to.misere() == tame.misere())
    }

    /// Whether G + X, X an option of G, has tame options with g+ = 0 and with g- = 0: such as X + X, and X beside the
    /// tame options of G.
    fn is_half_reversed(&self, types: &[Tame], option: &[Node]) -> bool {
        let twice = option.iter().try_fold(Tame::empty(), |sum, &part| {
            let class = self.known(part).class;
            let pair = class.as_tame().map(|tame| tame.plus(&tame));
            Some(sum.plus(&pair.or(class.half_tame.then_some(Tame::Firm(0)))?))
        });
        let beside = self.sum(option);
        let to = |is: fn(&Tame) -> u64| {
            twice.is_some_and(|twice| is(&twice) == 0)
                || beside.is_some_and(|x| types.iter().any(|y| is(&y.plus(&x)) == 0))
        };
        to(Tame::normal) && to(Tame::misere)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{Outcome, Play};
    use crate::solve::arena::Interner;
    use crate::solve::sum::SumSearch;
    use crate::solve::tame_types::TameTypes;
    use crate::solve::tame_types::tests::Random;
    use hashbrown::HashMap;
    use std::sync::Arc;

    #[test]
    fn sums_of_tame_parts_and_half_tame_pairs_are_decided_by_their_types() {
        let context = Context::default();
        let (mut reversed, mut pairs, mut sums) = (0, 0, 0);
        for seed in 1..2000 {
            let mut arena = Arena::default();
            let game = arena.add_game(Box::new(Interner::new(Arc::new(Random::new(seed)))));
            let (mut classes, mut types) = (Classes::default(), TameTypes::default());
            let mut search = SumSearch::new(Play::Misere);
            // Parts: tame positions, and pairs of half-tame ones.
            let mut parts: Vec<Vec<Node>> = Vec::new();
            for n in 0..9u32 {
                let node = arena.node(game, &n).unwrap();
                let class = classes.of(&mut arena, node, &context).unwrap();
                let typed = types.of(&mut arena, node, &context).unwrap();
                match class.as_tame() {
                    Some(tame) => {
                        assert!(typed.is_none_or(|typed| typed == tame), "seed {seed}: {n}");
                        reversed += u64::from(typed.is_none());
                        parts.push(vec![node]);
                    }
                    None => assert_eq!(typed, None, "seed {seed}: {n}"),
                }
                if class.half_tame {
                    pairs += 1;
                    parts.push(vec![node, node]);
                }
            }
            for a in 0..parts.len() {
                for b in a..parts.len() {
                    for c in b..parts.len() {
                        let sum = [&parts[a][..], &parts[b], &parts[c]].concat();
                        let tame = classes.sum(&sum).expect("tame parts and pairs");
                        let outcome = search.outcome(&mut arena, sum, &context).unwrap();
                        let expected = Outcome::of(tame.misere() != 0);
                        assert_eq!(outcome, expected, "seed {seed}: {a} + {b} + {c}");
                        sums += 1;
                    }
                }
            }
        }
        assert!(reversed > 100 && pairs > 100 && sums > 50_000, "{reversed} {pairs} {sums}");
    }

    /// g+ and g- of a sum by nothing but its moves.
    fn values(
        arena: &mut Arena,
        mut sum: Vec<Node>,
        known: &mut HashMap<Vec<Node>, (u64, u64)>,
    ) -> (u64, u64) {
        sum.sort_unstable();
        if let Some(&values) = known.get(&sum) {
            return values;
        }
        let (mut normal, mut misere, mut moves) = (MexSet::default(), MexSet::default(), false);
        for part in 0..sum.len() {
            for i in 0..arena.expand(sum[part], &Context::default()).unwrap() {
                let mut left = sum.clone();
                left.swap_remove(part);
                left.extend_from_slice(arena.option(sum[part], i).0);
                let (plus, minus) = values(arena, left, known);
                normal.insert(plus);
                misere.insert(minus);
                moves = true;
            }
        }
        let values = (normal.mex(), if moves { misere.mex() } else { 1 });
        known.insert(sum, values);
        values
    }

    /// Whether all options of a node are tame.
    fn all_tame(classes: &mut Classes, arena: &mut Arena, node: Node) -> bool {
        let context = Context::default();
        let count = arena.expand(node, &context).unwrap();
        (0..count).all(|i| {
            let sum = arena.option(node, i).0.to_vec();
            for &part in &sum {
                classes.of(arena, part, &context).unwrap();
            }
            classes.sum(&sum).is_some()
        })
    }

    #[test]
    fn classes_are_those_of_the_values() {
        let context = Context::default();
        let mut met = std::collections::BTreeMap::<&str, u64>::new();
        for seed in 1..600 {
            let mut arena = Arena::default();
            let game = arena.add_game(Box::new(Interner::new(Arc::new(Random::new(seed)))));
            let (mut classes, mut known) = (Classes::default(), HashMap::new());
            for n in 0..9u32 {
                let node = arena.node(game, &n).unwrap();
                let class = classes.of(&mut arena, node, &context).unwrap();
                let (normal, misere) = values(&mut arena, vec![node], &mut known);
                let all_tame = all_tame(&mut classes, &mut arena, node);
                let shape = Tame::of(normal, misere);
                match class.kind {
                    Kind::Tame(tame) => assert_eq!(shape, Some(tame)),
                    Kind::Restive => assert!(all_tame && shape.is_none() && normal < 2),
                    Kind::Restless => assert!(all_tame && shape.is_none() && misere < 2),
                    Kind::Wild => assert!(!all_tame || shape.is_none() && normal.min(misere) > 1),
                }
                if class.half_tame {
                    assert_eq!(values(&mut arena, vec![node, node], &mut known), (0, 0));
                }
                *met.entry(class.kind.word()).or_default() += 1;
            }
        }
        assert!(met.len() == 4 && met.values().all(|&count| count > 5), "{met:?}");
    }

    #[test]
    fn heaps_of_known_games_have_their_classes() {
        let context = Context::default();
        for (code, heaps) in [
            ("0.77", "tame tame tame tame tame restless tame"),
            ("0.123", "tame tame tame tame tame tame tame tame restless"),
            ("0.312", "tame tame tame tame restless"),
        ] {
            let mut arena = Arena::default();
            let code: crate::heap::Code = code.parse().unwrap();
            let game = arena.add_game(Box::new(Interner::new(Arc::new(code))));
            let mut classes = Classes::default();
            for (heap, word) in heaps.split(' ').enumerate() {
                let node = arena.node(game, &crate::nat::Nat::from(heap)).unwrap();
                let class = classes.of(&mut arena, node, &context).unwrap();
                assert_eq!(class.kind.word(), word, "heap {heap}");
            }
        }
    }
}
