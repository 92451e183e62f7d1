//! Outcome and winning moves of a sum by search over the rules, under either play.

use super::Question;
use super::known_outcomes::KnownOutcomes;
use super::part_games::PartGames;
use super::parts::{Gathered, Parts, allowed};
use crate::context::{Context, Stop};
use crate::game::Component;
use crate::outcome::{Outcome, Play};
use crate::quotient::{Id, Union};
use crate::solve::arena::{Arena, Node};
use crate::solve::lengths::{Lengths, Measure};
use crate::solve::sum::SumSearch;
use crate::solve::tame::Tame;
use crate::solve::tame_types::TameTypes;
use hashbrown::HashMap;

/// A search that remembers what it found, for further questions about the same games.
#[derive(Default)]
pub struct Searcher {
    arena: Arena,
    /// Identity of each game in the arena.
    games: Vec<String>,
    normal: Option<SumSearch>,
    misere: Option<SumSearch>,
    /// Games that fall apart, in misère play.
    part_games: PartGames,
    lengths: Vec<((Play, Measure), Lengths)>,
    types: TameTypes,
    /// Outcomes found by exploring, in normal and in misère play.
    known: [KnownOutcomes; 2],
    /// Misère quotients, each with the codes and the positions that it is of.
    quotients: Vec<(QuotientKey, Union, HashMap<Node, Id>)>,
}

/// What a misère quotient is of: codes as text, and positions of other games as nodes.
pub type QuotientKey = (Vec<String>, Vec<Node>);

impl Searcher {
    /// The arena, and the node of every part.
    pub fn arena(&mut self, parts: &Parts<'_>) -> (&mut Arena, Vec<Node>) {
        let nodes = self.nodes(parts);
        (&mut self.arena, nodes)
    }

    /// The arena, the node of every part, and the outcomes found by exploring.
    pub fn arena_and_known(
        &mut self,
        parts: &Parts<'_>,
        play: Play,
    ) -> (&mut Arena, Vec<Node>, &mut KnownOutcomes) {
        let nodes = self.nodes(parts);
        (&mut self.arena, nodes, &mut self.known[usize::from(play == Play::Misere)])
    }

    /// The node of one part, and the arena.
    pub fn node_of(&mut self, component: &dyn Component, part: usize) -> (Node, &mut Arena) {
        let node = self.node(component, part);
        (node, &mut self.arena)
    }

    /// How many positions were met.
    pub fn positions(&self) -> u64 {
        self.arena.len() as u64
    }

    /// Games that fall apart, in misère play.
    pub fn part_games(&mut self) -> &mut PartGames {
        &mut self.part_games
    }

    /// The same, and the arena.
    pub fn arena_and_part_games(&mut self) -> (&mut Arena, &mut PartGames) {
        (&mut self.arena, &mut self.part_games)
    }

    /// Whether theory alone tells that a part is tame.
    ///
    /// # Errors
    /// [`Stop`] when work needed for it hits a limit.
    pub fn is_tame_by_theory(
        &mut self,
        component: &dyn Component,
        part: usize,
        context: &Context<'_>,
    ) -> Result<bool, Stop> {
        let node = self.node(component, part);
        Ok(self.arena.tame(node, context)?.is_some())
    }

    /// The quotient of a key, if it was looked for before, and the elements of its nodes.
    pub fn quotient(&mut self, key: &QuotientKey) -> Option<usize> {
        self.quotients.iter().position(|(known, ..)| known == key)
    }

    /// Keeps a quotient.
    pub fn keep_quotient(
        &mut self,
        key: QuotientKey,
        union: Union,
        ids: HashMap<Node, Id>,
    ) -> usize {
        self.quotients.push((key, union, ids));
        self.quotients.len() - 1
    }

    /// A quotient that was kept, the numbers of nodes in it, and the arena.
    pub fn kept_quotient(&mut self, i: usize) -> (&mut Union, &HashMap<Node, Id>, &mut Arena) {
        let (_, union, ids) = &mut self.quotients[i];
        (union, ids, &mut self.arena)
    }

    fn nodes(&mut self, parts: &Parts<'_>) -> Vec<Node> {
        let mut nodes = Vec::with_capacity(parts.len());
        for component in parts.components {
            nodes.extend((0..component.parts()).map(|part| self.node(&**component, part)));
        }
        nodes
    }

    fn node(&mut self, component: &dyn Component, part: usize) -> Node {
        let identity = component.identity();
        let game = match self.games.iter().position(|known| *known == identity) {
            Some(game) => game,
            None => {
                self.games.push(identity);
                self.arena.add_game(component.numbered())
            }
        };
        let node = self.arena.node(game, component.position(part));
        node.expect("equal identities mean equal types of position")
    }

    /// How many moves a sum lasts in which play ends.
    ///
    /// # Errors
    /// [`Stop`] at a limit, or if play can go on for ever.
    pub fn length(
        &mut self,
        parts: &Parts<'_>,
        measure: Measure,
        play: Play,
        context: &Context<'_>,
    ) -> Result<u32, Stop> {
        let nodes = self.nodes(parts);
        let asked = (play, measure);
        let i = match self.lengths.iter().position(|(known, _)| *known == asked) {
            Some(i) => i,
            None => {
                self.lengths.push((asked, Lengths::new(play, measure)));
                self.lengths.len() - 1
            }
        };
        self.lengths[i].1.of(&mut self.arena, nodes, context)
    }

    /// Node and type of every part, if all are tame.
    ///
    /// # Errors
    /// [`Stop`] when that is not found out.
    pub fn types(
        &mut self,
        parts: &Parts<'_>,
        context: &Context<'_>,
    ) -> Result<Option<Vec<(Node, Tame)>>, Stop> {
        let mut types = Vec::with_capacity(parts.len());
        for node in self.nodes(parts) {
            match self.types.of(&mut self.arena, node, context)? {
                Some(tame) => types.push((node, tame)),
                None => return Ok(None),
            }
        }
        Ok(Some(types))
    }

    /// The type of one part, if it is tame.
    ///
    /// # Errors
    /// [`Stop`] when that is not found out.
    pub fn part_type(
        &mut self,
        component: &dyn Component,
        part: usize,
        context: &Context<'_>,
    ) -> Result<Option<Tame>, Stop> {
        let node = self.node(component, part);
        self.types.of(&mut self.arena, node, context)
    }

    /// Which options of a tame part leave, with `rest`, a sum of misère value 0.
    ///
    /// # Errors
    /// [`Stop`] when that is not found out.
    pub fn winning_by_type(
        &mut self,
        component: &dyn Component,
        part: usize,
        rest: Tame,
        context: &Context<'_>,
    ) -> Result<Vec<usize>, Stop> {
        let node = self.node(component, part);
        let mut winning = Vec::new();
        for option in 0..self.arena.expand(node, context)? {
            let left = self.arena.option(node, option).0.to_vec();
            let mut sum = rest;
            for part in left {
                let tame = self.types.of(&mut self.arena, part, context)?.ok_or_else(|| {
                    Stop::Refused("an option of a tame position was not seen to be tame".into())
                })?;
                sum = sum.plus(&tame);
            }
            if sum.misere() == 0 {
                winning.push(option);
            }
        }
        Ok(winning)
    }

    /// The outcome and the winning moves; past limits met after the outcome was found the moves
    /// are left unknown.
    ///
    /// # Errors
    /// [`Stop`] when the outcome is not found.
    pub fn solve(
        &mut self,
        parts: &Parts<'_>,
        question: &Question,
        context: &Context<'_>,
    ) -> Result<(Outcome, Gathered), Stop> {
        let nodes = self.nodes(parts);
        let search = match question.play {
            Play::Normal => &mut self.normal,
            Play::Misere => &mut self.misere,
        }
        .get_or_insert_with(|| SumSearch::new(question.play));
        let outcome = search.outcome(&mut self.arena, nodes.clone(), context)?;
        let mut gathered = Gathered::new(question.moves);
        if !outcome.mover_wins() {
            return Ok((outcome, gathered));
        }
        // Equal parts have the same winning moves; remember which options of a node win.
        let mut winning: Vec<(Node, Vec<usize>)> = Vec::new();
        for part in allowed(question, parts) {
            let node = nodes[part];
            if !winning.iter().any(|(known, _)| *known == node) {
                let play = question.play;
                match winning_options(search, &mut self.arena, &nodes, (part, play), context) {
                    Ok(options) => winning.push((node, options)),
                    Err(stop @ (Stop::Cancelled | Stop::Loop(_) | Stop::Faulty(_))) => {
                        return Err(stop);
                    }
                    Err(_) => {
                        gathered.add_unknown();
                        continue;
                    }
                }
            }
            let (_, options) =
                winning.iter().find(|(known, _)| *known == node).expect("just added");
            let (component, i) = parts.place(part);
            let mut keep = |option: usize| options.binary_search(&option).is_ok();
            let found = component.moves_kept(i, &mut keep, gathered.room(), context)?;
            gathered.add(parts, part, &found);
        }
        Ok((outcome, gathered))
    }
}

/// Which options of one part leave a lost sum.
fn winning_options(
    search: &mut SumSearch,
    arena: &mut Arena,
    nodes: &[Node],
    (part, play): (usize, Play),
    context: &Context<'_>,
) -> Result<Vec<usize>, Stop> {
    let mut winning = Vec::new();
    for option in 0..arena.expand(nodes[part], context)? {
        let (left, wins) = arena.option(nodes[part], option);
        let wins = if wins {
            play == Play::Normal
        } else {
            let mut sum: Vec<Node> = left.to_vec();
            sum.extend_from_slice(&nodes[..part]);
            sum.extend_from_slice(&nodes[part + 1..]);
            !search.outcome(arena, sum, context)?.mover_wins()
        };
        if wins {
            winning.push(option);
        }
    }
    Ok(winning)
}
