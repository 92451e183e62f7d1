//! Games whose positions fall apart, with numbers for the search of misère play.

use super::parts::Parts;
use crate::context::{Context, Stop};
use crate::game::AnyApart;
use crate::solve::apart::ApartSearch;
use crate::solve::arena::{Arena, Node};
use grundy_search::Keyed;

/// Where a part is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// As a sum of parts of a game that falls apart.
    Game(usize),
    /// As a node of the arena.
    Node(Node),
}

/// Games that fall apart, by identity, and the search of their sums.
#[derive(Default)]
pub struct PartGames {
    games: Vec<(String, Box<dyn AnyApart>)>,
    search: ApartSearch,
}

/// A part as the search has it: the number of its game, and its own.
pub type Atom = (u32, u128);

impl PartGames {
    /// The number of the game of a part; `None` if it does not fall apart.
    fn game(&mut self, parts: &Parts<'_>, part: usize) -> Option<usize> {
        let (component, _) = parts.place(part);
        let identity = component.identity();
        if let Some(known) = self.games.iter().position(|(known, _)| *known == identity) {
            return Some(known);
        }
        self.games.push((identity, component.apart()?));
        Some(self.games.len() - 1)
    }

    /// Where a part is searched, if not in the arena, and the parts that it is.
    pub fn place(&mut self, parts: &Parts<'_>, part: usize) -> Option<(Place, Vec<Atom>)> {
        let game = self.game(parts, part)?;
        let (component, i) = parts.place(part);
        let keys = self.games[game].1.parts(component.position(i));
        let keys = keys.expect("equal identities mean equal types of position");
        Some((Place::Game(game), keys.into_iter().map(|key| atom(game, key)).collect()))
    }

    /// Whether the player to move wins a sum; `None` as [`ApartSearch::wins`].
    ///
    /// # Errors
    /// As there.
    pub fn wins(
        &mut self,
        arena: &mut Arena,
        sum: &[Atom],
        context: &Context<'_>,
    ) -> Result<Option<bool>, Stop> {
        let games: Vec<&dyn Keyed> = self.games.iter().map(|(_, game)| game.rules()).collect();
        self.search.wins(arena, &games, sum, context)
    }

    /// What each option of a part is, in the order of the rules; `None` where moves win at once.
    ///
    /// # Errors
    /// [`Stop`] when cancelled or if there are too many moves.
    pub fn options(
        &self,
        arena: &mut Arena,
        parts: &Parts<'_>,
        part: usize,
        place: Place,
        context: &Context<'_>,
    ) -> Result<Option<Vec<Vec<Atom>>>, Stop> {
        let node = match place {
            Place::Game(game) => {
                let (component, i) = parts.place(part);
                let listed = self.games[game].1.options(component.position(i), context)?;
                let named = |sum: Vec<u128>| sum.into_iter().map(|key| atom(game, key)).collect();
                return Ok(listed.map(|listed| listed.into_iter().map(named).collect()));
            }
            Place::Node(node) => node,
        };
        let mut listed = Vec::new();
        for i in 0..arena.expand(node, context)? {
            let (left, wins) = arena.option(node, i);
            if wins {
                return Ok(None);
            }
            listed.push(left.iter().map(|&node| (0, node.into())).collect());
        }
        Ok(Some(listed))
    }
}

fn atom(game: usize, key: u128) -> Atom {
    (game as u32 + 1, key)
}
