//! Positions of different games as numbered nodes, expanded when first needed.

use super::listing;
use super::tame::Tame;
use crate::context::{Context, LimitKind, Stop};
use crate::ruleset::{Options, Ruleset};
use foldhash::fast::RandomState;
use hashbrown::HashMap;
use std::sync::Arc;

/// A position of some game in an [`Arena`].
pub type Node = u32;

/// Rules whose positions are known by number only: what the arena sees of a game.
pub trait Numbered {
    /// Lists the options of position `local`; `each` gets the numbers of the sum that is left and
    /// whether the move wins at once.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled.
    fn expand(
        &mut self,
        local: u32,
        context: &Context<'_>,
        each: &mut dyn FnMut(&[u32], bool),
    ) -> Result<(), Stop>;

    /// How many positions are numbered.
    fn len(&self) -> usize;

    /// Whether no position is numbered yet.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes that the numbered positions hold, about.
    fn bytes(&self) -> u64;

    /// What theory tells of position `local` in misère play; `None` if nothing.
    ///
    /// # Errors
    /// [`Stop`] when work needed for it hits a limit.
    fn tame(&self, _local: u32, _context: &Context<'_>) -> Result<Option<Tame>, Stop> {
        Ok(None)
    }

    /// Whether position `local` is known not to be tame, or to lead to one that is not.
    fn is_wild(&self, _local: u32) -> bool {
        false
    }

    /// As [`Ruleset::entails`].
    fn entails(&self) -> bool {
        false
    }

    /// As [`Ruleset::is_entailed`], of position `local`.
    fn is_entailed(&self, _local: u32) -> bool {
        false
    }

    /// The number of the position `part`, which must be of this game's type.
    fn number_of(&mut self, part: &dyn std::any::Any) -> Option<u32>;
}

/// Numbers positions in the order met.
#[derive(Debug)]
pub struct Interner<R: Ruleset> {
    rules: Arc<R>,
    numbers: HashMap<Arc<R::Position>, u32, RandomState>,
    positions: Vec<Arc<R::Position>>,
    options: Options<R::Position>,
    /// What the positions hold outside of their own size.
    heap_bytes: u64,
}

/// What a numbered position needs beside itself: the counts and the allocator's own words, its places in the
/// list and in the table.
const BYTES_BESIDE: u64 = 80;

impl<R: Ruleset> Interner<R> {
    /// An interner without positions.
    pub fn new(rules: Arc<R>) -> Self {
        Self {
            rules,
            numbers: HashMap::default(),
            positions: Vec::new(),
            options: Options::default(),
            heap_bytes: 0,
        }
    }

    /// The position of a number.
    pub fn position(&self, number: u32) -> &R::Position {
        &self.positions[number as usize]
    }

    /// The number of `position` (or of its stand-in), new or old.
    pub fn number(&mut self, position: &R::Position) -> u32 {
        let stand_in = self.rules.stand_in(position);
        let position = stand_in.as_ref().unwrap_or(position);
        if let Some(&number) = self.numbers.get(position) {
            return number;
        }
        let number = u32::try_from(self.positions.len()).expect("limits keep this below 2^32");
        self.heap_bytes += self.rules.heap_bytes(position) as u64;
        let shared = Arc::new(position.clone());
        self.positions.push(shared.clone());
        self.numbers.insert(shared, number);
        number
    }
}

impl<R: Ruleset> Numbered for Interner<R> {
    fn expand(
        &mut self,
        local: u32,
        context: &Context<'_>,
        each: &mut dyn FnMut(&[u32], bool),
    ) -> Result<(), Stop> {
        let position = self.positions[local as usize].clone();
        let mut options = std::mem::take(&mut self.options);
        let result = listing::list(&*self.rules, &position, &mut options, context);
        if result.is_ok() {
            let mut numbers = Vec::new();
            for option in options.iter() {
                numbers.clear();
                for part in option.sum {
                    numbers.push(self.number(part));
                }
                each(&numbers, option.wins);
            }
            self.options = options;
        }
        result
    }

    fn len(&self) -> usize {
        self.positions.len()
    }

    fn bytes(&self) -> u64 {
        let each = size_of::<R::Position>() as u64 + BYTES_BESIDE;
        self.positions.len() as u64 * each + self.heap_bytes
    }

    fn entails(&self) -> bool {
        self.rules.entails()
    }

    fn is_entailed(&self, local: u32) -> bool {
        self.rules.is_entailed(self.position(local))
    }

    fn number_of(&mut self, part: &dyn std::any::Any) -> Option<u32> {
        part.downcast_ref().map(|position| self.number(position))
    }
}

/// Positions of several games, with their options as far as they were asked for.
#[derive(Default)]
pub struct Arena {
    games: Vec<Game>,
    nodes: Vec<NodeData>,
    /// The sums left by options, one after the other.
    sums: Vec<Node>,
    /// For each option where its sum starts and ends, and whether it wins at once.
    options: Vec<(u32, u32, bool)>,
    /// Whether moves of some game may entail.
    entailing: bool,
}

struct Game {
    rules: Box<dyn Numbered>,
    /// Global numbers of the game's positions.
    nodes: Vec<Node>,
}

struct NodeData {
    game: u32,
    local: u32,
    /// Range in `Arena::options`, once expanded.
    options: Option<(u32, u32)>,
    /// Whether one of the options wins at once.
    loony: bool,
    /// Whether moves of its game may entail, and whether it must be answered itself.
    entails: bool,
    entailed: bool,
    /// Whether the node is *1, once asked.
    star: Option<bool>,
}

impl std::fmt::Debug for Arena {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Arena").field("nodes", &self.nodes.len()).finish_non_exhaustive()
    }
}

impl Arena {
    /// Adds a game; returns its number.
    pub fn add_game(&mut self, rules: Box<dyn Numbered>) -> usize {
        self.games.push(Game { rules, nodes: Vec::new() });
        self.games.len() - 1
    }

    /// The node of a position of the given game; `None` if the position is of another type.
    pub fn node(&mut self, game: usize, part: &dyn std::any::Any) -> Option<Node> {
        let local = self.games[game].rules.number_of(part)?;
        self.adopt(game);
        Some(self.games[game].nodes[local as usize])
    }

    /// Gives global numbers to the positions the game has numbered meanwhile.
    fn adopt(&mut self, game: usize) {
        let known = &mut self.games[game];
        let entails = known.rules.entails();
        self.entailing |= entails;
        for local in known.nodes.len()..known.rules.len() {
            known.nodes.push(self.nodes.len() as Node);
            self.nodes.push(NodeData {
                game: game as u32,
                local: local as u32,
                options: None,
                loony: false,
                entails,
                entailed: entails && known.rules.is_entailed(local as u32),
                star: None,
            });
        }
    }

    /// The number of nodes met so far.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no node was met yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Bytes held, about.
    pub fn bytes(&self) -> u64 {
        let nodes = self.nodes.capacity() * (size_of::<NodeData>() + size_of::<Node>());
        let moves = self.sums.capacity() * size_of::<Node>()
            + self.options.capacity() * size_of::<(u32, u32, bool)>();
        let positions: u64 = self.games.iter().map(|game| game.rules.bytes()).sum();
        (nodes + moves) as u64 + positions
    }

    /// What theory tells of a node in misère play.
    ///
    /// # Errors
    /// [`Stop`] when work needed for it hits a limit.
    pub fn tame(&self, node: Node, context: &Context<'_>) -> Result<Option<Tame>, Stop> {
        let data = &self.nodes[node as usize];
        self.games[data.game as usize].rules.tame(data.local, context)
    }

    /// Whether a node is known not to be tame, or to lead to one that is not.
    pub fn is_wild(&self, node: Node) -> bool {
        let data = &self.nodes[node as usize];
        data.entails || self.games[data.game as usize].rules.is_wild(data.local)
    }

    /// How many moves a node has; expands it if that was not done yet.
    ///
    /// # Errors
    /// Limits and cancellation.
    pub fn expand(&mut self, node: Node, context: &Context<'_>) -> Result<usize, Stop> {
        let data = &self.nodes[node as usize];
        if let Some((first, end)) = data.options {
            return Ok((end - first) as usize);
        }
        let (game, local) = (data.game as usize, data.local);
        context.look("listing moves", self.nodes.len() as u64)?;
        context.check_positions(self.nodes.len() as u64, || "listing positions".into())?;
        context.check_memory(self.bytes(), || "listing positions".into())?;
        let first = self.options.len();
        let (sums, options) = (&mut self.sums, &mut self.options);
        self.games[game].rules.expand(local, context, &mut |sum, wins| {
            let start = sums.len() as u32;
            // Numbers are the game's own until the new ones are adopted.
            sums.extend_from_slice(sum);
            options.push((start, sums.len() as u32, wins));
        })?;
        if self.sums.len().max(self.options.len()) >= u32::MAX as usize {
            return Err(Stop::Limit {
                kind: LimitKind::Positions,
                what: "listing positions: 2^32 moves are the most that can be stored".into(),
            });
        }
        self.adopt(game);
        let start = self.options.get(first).map_or(self.sums.len(), |&(start, ..)| start as usize);
        for number in &mut self.sums[start..] {
            *number = self.games[game].nodes[*number as usize];
        }
        let data = &mut self.nodes[node as usize];
        data.options = Some((first as u32, self.options.len() as u32));
        data.loony = self.options[first..].iter().any(|&(_, _, wins)| wins);
        Ok(self.options.len() - first)
    }

    /// Whether the node is the nim-heap *1: there are moves, and every one ends play in it.
    ///
    /// # Errors
    /// Limits and cancellation.
    pub fn is_star(&mut self, node: Node, context: &Context<'_>) -> Result<bool, Stop> {
        if let Some(known) = self.nodes[node as usize].star {
            return Ok(known);
        }
        let count = self.expand(node, context)?;
        // What must be answered is no nim-heap, and a node of such a game may lead there.
        let mut star = count > 0 && !self.is_loony(node) && !self.entails(node);
        for i in 0..count {
            if !star {
                break;
            }
            for part in self.option(node, i).0.to_vec() {
                star = star && self.expand(part, context)? == 0;
            }
        }
        self.nodes[node as usize].star = Some(star);
        Ok(star)
    }

    /// Whether moves of the node's game may entail.
    pub fn entails(&self, node: Node) -> bool {
        self.nodes[node as usize].entails
    }

    /// Whether the node must be answered.
    pub fn is_entailed(&self, node: Node) -> bool {
        self.nodes[node as usize].entailed
    }

    /// Whether a move may be made in this part of a sum: in any, or in the entailed ones if there are some.
    pub fn may_move(&self, sum: &[Node], part: usize) -> bool {
        !self.entailing
            || self.is_entailed(sum[part])
            || !sum.iter().any(|&node| self.is_entailed(node))
    }

    /// Whether moves of some game met so far may entail.
    pub fn is_entailing(&self) -> bool {
        self.entailing
    }

    /// Whether an expanded node has a move that wins at once.
    pub fn is_loony(&self, node: Node) -> bool {
        self.nodes[node as usize].loony
    }

    /// The `i`-th option of an expanded node: the sum left and whether the move wins at once.
    pub fn option(&self, node: Node, i: usize) -> (&[Node], bool) {
        let (first, _) = self.nodes[node as usize].options.expect("expanded before");
        let (start, end, wins) = self.options[first as usize + i];
        (&self.sums[start as usize..end as usize], wins)
    }
}
