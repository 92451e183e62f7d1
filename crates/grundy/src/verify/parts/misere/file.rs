//! Certificates of outcomes in misère play, read: a line of JSON, parts, forms, sums, a checksum.

use super::forms::Forms;
use super::sums::{ATOM_BYTES, Atom, Part, SUM_BYTES};
use crate::context::Context;
use crate::verify::file::Problem;
use crate::verify::parts::board::Squares;
use crate::verify::parts::crosses::Crosses;
use crate::verify::parts::file::{
    Game, MORE, malformed, number, read_lists, small, unpack, unpack_texts,
};
use crate::verify::parts::positions::Rules;
use serde::Deserialize;
use std::io::Read;

/// What a certificate of an outcome in misère play begins with.
pub const FIRST_OF_MISERE: &[u8] = b"grundy-misere-position 1\n";

/// Nim-heaps are at most so large: their forms have so many options.
const MAX_HEAP: u32 = 64;

/// Nim-heaps at most.
const MAX_HEAPS: usize = 1 << 10;

/// Forms that are added up last at most so many moves together: to add them is quick.
const MAX_TOGETHER: u32 = 16;

/// What is claimed, and of which positions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    pub outcome: String,
    pub heaps: Vec<u32>,
    pub small: u32,
    /// Forms that last at most so many moves together stand in sums as the form of their sum.
    pub together: u32,
    pub games: Vec<Game>,
    /// How many forms there are besides that of the game without moves.
    pub forms: u64,
    pub form_bytes: u64,
    pub sums: u64,
    pub sum_bytes: u64,
}

/// A certificate as it is written, with its packed lists: the parts of each game, forms, sums.
pub(super) struct Written {
    pub head: Head,
    pub packed: Vec<Vec<u8>>,
    /// Bytes of the file.
    pub bytes: u64,
}

/// Reads a certificate; memory is asked for as it comes.
pub(super) fn read(file: &mut dyn Read, context: &Context<'_>) -> Result<Written, Problem> {
    let sizes = |head: &Head| {
        let parts = head.games.iter().map(|game| game.bytes);
        parts.chain([head.form_bytes, head.sum_bytes]).collect()
    };
    let (head, packed, bytes) = read_lists(file, FIRST_OF_MISERE, sizes, context)?;
    small(head.small)?;
    if head.together > MAX_TOGETHER {
        return malformed(format!("forms that are added up last at most {MAX_TOGETHER} moves"));
    }
    if head.heaps.len() > MAX_HEAPS || head.heaps.iter().any(|&heap| heap > MAX_HEAP) {
        return malformed(format!("there are at most {MAX_HEAPS} nim-heaps of at most {MAX_HEAP}"));
    }
    if head.games.iter().any(|game| game.claims > 0) {
        return malformed("claims about values of parts are those of normal play");
    }
    if head.games.iter().any(|game| !game.partners.is_empty()) {
        return malformed("partners answer every move in normal play only");
    }
    Ok(Written { head, packed, bytes })
}

/// The parts of a game.
pub(super) fn parts(
    rules: &Rules<'_>,
    game: &Game,
    packed: &[u8],
    context: &Context<'_>,
) -> Result<Vec<Part>, Problem> {
    let mut parts = Vec::new();
    let keep = |part: Option<Part>, parts: &mut Vec<Part>| match part {
        Some(part) => {
            parts.push(part);
            let bytes = parts.len() as u64 * ATOM_BYTES;
            Ok(context.check_memory(bytes, || "reading parts".into())?)
        }
        None => malformed(format!("a part of {} is none", game.game)),
    };
    match rules {
        Rules::Board(_) => {
            let part =
                |key, _: &mut &[u8]| keep(Squares::numbered(key).map(Part::Squares), &mut parts);
            unpack(game.parts, packed, part, context)?;
        }
        Rules::Crosses(_) => {
            let part =
                |key, _: &mut &[u8]| keep(Crosses::numbered(key).map(Part::Crossed), &mut parts);
            unpack(game.parts, packed, part, context)?;
        }
        Rules::Graph(rules) => {
            let part =
                |key, _: &mut &[u8]| keep(rules.numbered(key).map(Part::Vertices), &mut parts);
            unpack(game.parts, packed, part, context)?;
        }
        Rules::Texts(rules) => {
            let part = |key, _: &mut &[u8]| keep(rules.numbered(key).map(Part::Text), &mut parts);
            unpack(game.parts, packed, part, context)?;
        }
        Rules::Drawings(rules) => {
            let part =
                |text: &str, _: &mut &[u8]| keep(rules.written(text).map(Part::Land), &mut parts);
            unpack_texts(game.parts, packed, part, context)?;
        }
    }
    Ok(parts)
}

/// An ascending list: how many, the first, and by how much each exceeds the one before; all are below `end`.
fn list(rest: &mut &[u8], end: u128) -> Result<Vec<u32>, Problem> {
    let count = number(rest)?;
    let (mut numbers, mut last) = (Vec::new(), 0u128);
    for _ in 0..count {
        last = last.saturating_add(number(rest)?);
        match u32::try_from(last) {
            Ok(number) if last < end => numbers.push(number),
            _ => return malformed("a sum or form names what is not there"),
        }
    }
    Ok(numbers)
}

/// Forms, each with options that come before it. They have their numbers in the order of the file, as each must be a
/// simplest form and a new one.
pub(super) fn forms(head: &Head, packed: &[u8], context: &Context<'_>) -> Result<Forms, Problem> {
    let (mut forms, mut rest) = (Forms::default(), packed);
    for next in 1..=head.forms {
        context.tick("reading simplest forms", next)?;
        let options = list(&mut rest, next.into())?;
        if u64::from(forms.of_options(options, context)?) != next {
            return malformed("a form is not simplest, or told twice");
        }
        context.check_memory(forms.bytes(), || "reading simplest forms".into())?;
    }
    if rest.is_empty() { Ok(forms) } else { malformed(MORE) }
}

/// Bytes of a sum.
pub(super) fn bytes_of(sum: &[Atom]) -> u64 {
    SUM_BYTES + sum.len() as u64 * ATOM_BYTES
}

/// Sums of these parts and of forms.
pub(super) fn sums(
    head: &Head,
    parts: &[Atom],
    packed: &[u8],
    context: &Context<'_>,
) -> Result<Vec<Vec<Atom>>, Problem> {
    let (mut sums, mut rest, mut bytes) = (Vec::new(), packed, 0);
    for i in 0..head.sums {
        context.tick("reading sums", i)?;
        context.check_memory(bytes, || "reading sums".into())?;
        let named = list(&mut rest, parts.len() as u128)?;
        let forms = list(&mut rest, u128::from(head.forms) + 1)?;
        let mut sum: Vec<Atom> = named.into_iter().map(|part| parts[part as usize]).collect();
        sum.extend(forms.into_iter().map(Atom::Form));
        sum.sort_unstable();
        bytes += bytes_of(&sum);
        sums.push(sum);
    }
    if rest.is_empty() { Ok(sums) } else { malformed(MORE) }
}
