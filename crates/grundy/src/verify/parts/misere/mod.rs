//! Certificates of outcomes in misère play, checked: sums of boards, graphs, Sprouts and nim-heaps, by the bare rules.
//!
//! A certificate claims who wins, and lists sums that are P. Terms of a sum are parts and simplest forms of small
//! parts, which the checker finds by itself. What has to hold of each sum is told in `sums`.

mod file;
mod forms;
mod sums;

pub use file::FIRST_OF_MISERE;

use super::file::malformed;
use super::positions::{self, Rules};
use super::texts::{NoTexts, TextReader, Texts};
use crate::context::Context;
use crate::verify::blocks;
use crate::verify::file::{Problem, fails};
use std::io::Read;
use std::sync::atomic::AtomicU64;
use sums::{Atom, DOING, Moves, Part, Sums, Written};

/// Threads take so many sums in turn.
const BLOCK: usize = 16;

/// A certificate of an outcome in misère play that was found to be true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedMisere {
    /// The position, as it is typed; lone vertices of graphs in words.
    pub position: String,
    /// Whether the player to move wins.
    pub wins: bool,
    /// How many sums were shown to be P.
    pub claims: u64,
    /// The texts of the rules, where some were read from texts.
    pub rules: Vec<String>,
    /// Bytes of the file.
    pub bytes: u64,
}

/// Reads and checks a certificate of an outcome in misère play; those of rules from texts are refused.
///
/// # Complexity
/// O(sums · moves²) at worst: moves after moves, until one is found that is claimed to be P. Memory O(sums), and for
/// each thread the small parts and the lists of options that it meets.
///
/// # Errors
/// As [`verify`](crate::verify::verify()).
pub fn verify_misere_position(
    file: &mut dyn Read,
    context: &Context<'_>,
) -> Result<VerifiedMisere, Problem> {
    verify_misere_position_with(file, &NoTexts, context)
}

/// The same, with a reader of rules from texts. Play by them has to end, as it does in other games: the reader refuses
/// rules that declare play without end, and that all others end is taken from them.
///
/// # Errors
/// As [`verify_misere_position`].
pub fn verify_misere_position_with(
    file: &mut dyn Read,
    reader: &dyn TextReader,
    context: &Context<'_>,
) -> Result<VerifiedMisere, Problem> {
    let written = file::read(file, context)?;
    let (head, lists) = (&written.head, &written.packed);
    let rules = positions::texts(&head.games, reader)?;
    let by_texts = rules.is_some();
    let mut texts = rules.map(|rules| Texts::new(rules, true, context));
    let (mut games, mut root) = (Vec::new(), Vec::new());
    let (mut parts, mut terms) = (Vec::new(), Vec::new());
    for (number, (game, packed)) in (0u32..).zip(head.games.iter().zip(lists)) {
        let rules = positions::rules(game, &mut texts)?;
        let own: Vec<Part> = match &rules {
            Rules::Board(rules) => {
                let parts = positions::of_board(rules, game, &mut terms)?;
                parts.into_iter().map(Part::Squares).collect()
            }
            Rules::Crosses(_) => {
                let parts = positions::of_crosses(game, &mut terms)?;
                parts.into_iter().map(Part::Crossed).collect()
            }
            Rules::Drawings(rules) => {
                let parts = positions::of_drawings(rules, game, &mut terms)?;
                parts.into_iter().map(Part::Land).collect()
            }
            Rules::Graph(rules) => {
                let parts = positions::of_graph(rules, game, &mut terms)?;
                parts.into_iter().map(Part::Vertices).collect()
            }
            Rules::Texts(rules) => {
                let parts = positions::of_texts(rules, game, &mut terms)?;
                parts.into_iter().map(Part::Text).collect()
            }
        };
        root.extend(own.into_iter().map(|part| Atom::Part(number, part)));
        let named = file::parts(&rules, game, packed, context);
        rules.failure()?;
        let named = named?;
        parts.extend(named.into_iter().map(|part| Atom::Part(number, part)));
        games.push(rules);
    }
    let [.., forms, listed] = &lists[..] else { return malformed("lists are missing") };
    let forms = file::forms(head, forms, context)?;
    let claims = file::sums(head, &parts, listed, context)?;
    // Each claim stands in a list and in a table.
    let bytes = 2 * claims.iter().map(|sum| file::bytes_of(sum)).sum::<u64>();
    context.check_memory(bytes, || DOING.into())?;
    let held = AtomicU64::new(bytes);
    let lost: Sums = claims.iter().cloned().collect();
    let how = Written { small: head.small, together: head.together };
    let start = || Moves::new(&games, how, forms.clone(), context, &held);
    let check = |i: usize, moves: &mut Moves<'_>| moves.is_lost(&claims[i], &lost);
    let failed = blocks::first_failure_of(BLOCK, claims.len(), context, start, check)?;
    // What rests on rules that fail is worth nothing, true or false.
    let are_sound = || games.iter().try_for_each(Rules::failure);
    are_sound()?;
    if let Some(i) = failed {
        let told = start().told(&claims[i]);
        return fails(format!("that {told} is P does not follow from its moves"));
    }
    let mut moves = start();
    for &heap in &head.heaps {
        root.push(Atom::Form(moves.nimber(heap)?));
    }
    moves.write(&mut root)?;
    if !head.heaps.is_empty() || terms.is_empty() {
        terms.extend(positions::heaps(&head.heaps, by_texts));
    }
    let position = terms.join(" + ");
    let wins = match &*head.outcome {
        "N" => true,
        "P" => false,
        _ => return malformed("an outcome is N or P"),
    };
    let shown = match moves.at_sight(&root) {
        Some(seen) => seen == wins,
        None if wins => moves.reaches(&root, &lost)?,
        None => lost.contains(&root),
    };
    are_sound()?;
    if !shown {
        return fails(format!("that {position} is {} does not follow", head.outcome));
    }
    let rules = head.games.iter().flat_map(|game| game.rules.clone()).collect();
    let claims = claims.len() as u64;
    Ok(VerifiedMisere { position, wins, claims, rules, bytes: written.bytes })
}
