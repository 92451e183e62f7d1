//! Certificates of outcomes in misère play, written: what a search proved of sums of boards, graphs, Sprouts and
//! nim-heaps.
//!
//! A certificate is the line `grundy-misere-position 1`, a line of JSON, packed lists, and the 32 bytes of the
//! SHA-256 of all of that. [`verify`](mod@crate::verify) reads it, and shares no code with this module.
//!
//! | member of the line | what |
//! |---|---|
//! | `outcome` | N or P |
//! | `heaps` | the nim-heaps beside the positions |
//! | `small` | parts of at most so many squares or vertices, or half as many lives, stand in sums as their simplest forms |
//! | `together` | forms that last at most so many moves together stand in sums as the form of their sum |
//! | `games` | the positions of each game, as in [`position`](super::position); the number of `parts` and their `bytes` |
//! | `forms`, `form_bytes` | how many simplest forms there are besides that of the game without moves, and their bytes |
//! | `sums`, `sum_bytes` | how many sums there are that are P, and their bytes |
//!
//! Parts are told as in the certificates of normal play, without claims. A form is a list of its options: how many,
//! the number of the first, and by how much each exceeds the one before; 0 is the game without moves, the others have
//! the numbers of their places. A sum is a list of parts, counted over all games from 0, and one of forms, each told
//! in the same way. Sums ascend.

use super::packed::{File, put, put_part};
use super::position::{Name, refused};
use crate::context::{Context, Stop};
use crate::game::{AnyApart, Component, Ground, Part};
use crate::nat::to_u64;
use crate::outcome::Outcome;
use crate::solve::apart::{Proof, Written, prove};
use grundy_search::Keyed;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

/// Nim-heaps beside the positions are at most so large: their forms have so many options.
const MAX_HEAP: u64 = 60;

/// The games that the checker knows in misère play.
const KNOWN: &str = "boards, Notakto, graphs, partial orders, Sprouts and nim-heaps";

/// Nim-heaps at most.
const MAX_HEAPS: usize = 1000;

/// Larger parts make fewer sums and dearer forms. Of (10, 8), (12, 10) and (14, 12), these took least time for Cram
/// on 5 by 8 squares and Sprouts of 9 spots together.
const WRITTEN: Written = Written { cells: 12, birthday: 10 };

/// A certificate of an outcome in misère play before it is written.
///
/// ```
/// use grundy::certificate::misere::Certificate;
/// use grundy::{Catalogue, Context, Expression, Outcome, verify};
/// let Expression::Sum(sum) = Catalogue::default().read("cram(4,4) + nim(2)").unwrap() else { panic!() };
/// let certificate = Certificate::new(&sum, Outcome::N, &Context::default()).unwrap();
/// let mut file = Vec::new();
/// certificate.write(&mut file).unwrap();
/// assert_eq!(file.len() as u64, certificate.bytes());
/// let found = verify::verify_misere_position(&mut &file[..], &Context::default()).unwrap();
/// assert_eq!((found.position, found.wins), ("cram(4,4) + nim(2)".to_owned(), true));
/// ```
#[derive(Clone, Debug)]
pub struct Certificate {
    file: File,
    sums: u64,
}

/// The positions of one game.
struct OfGame {
    apart: Box<dyn AnyApart>,
    grounds: Vec<Ground>,
    parts: Vec<u128>,
}

impl Certificate {
    /// Searches once more, and takes the proof out of the search.
    ///
    /// # Complexity
    /// That of the search, and O(sums · moves²).
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled; refused for games that the checker does not know, and if another
    /// outcome is found.
    pub fn new(
        sum: &[Arc<dyn Component>],
        outcome: Outcome,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        allowed(sum)?;
        let heaps = heaps(sum)?;
        let mut games: BTreeMap<Name, OfGame> = BTreeMap::new();
        for component in sum.iter().filter(|component| component.identity() != "nim") {
            (0..component.parts()).try_for_each(|part| add(&mut games, &**component, part))?;
        }
        let rules: Vec<&dyn Keyed> = games.values().map(|game| game.apart.rules()).collect();
        let parts: Vec<(u32, u128)> = (0u32..)
            .zip(games.values())
            .flat_map(|(i, game)| game.parts.iter().map(move |&key| (i, key)))
            .collect();
        let proof = prove(&rules, &parts, &heaps, WRITTEN, context);
        if let Some(fault) = games.values().find_map(|game| game.apart.fault()) {
            return Err(fault);
        }
        let proof = proof?;
        if Outcome::of(proof.wins) != outcome {
            return Err(Stop::Refused("what is to be proved is false".into()));
        }
        Self::of(&games, &heaps, &proof)
    }

    fn of(games: &BTreeMap<Name, OfGame>, heaps: &[u32], proof: &Proof) -> Result<Self, Stop> {
        // Parts of each game as they are told, with their numbers there.
        let mut told: Vec<BTreeMap<Part, u128>> = vec![BTreeMap::new(); games.len()];
        let aparts: Vec<&dyn AnyApart> = games.values().map(|game| &*game.apart).collect();
        for &(game, key) in proof.sums.iter().flat_map(|sum| &sum.parts) {
            told[game as usize].insert(aparts[game as usize].told(key), key);
        }
        let mut places: BTreeMap<(u32, u128), u128> = BTreeMap::new();
        for (game, parts) in (0u32..).zip(&told) {
            for &key in parts.values() {
                let place = places.len() as u128;
                places.insert((game, key), place);
            }
        }
        let mut packed: Vec<Vec<u8>> = Vec::new();
        let mut heads = Vec::new();
        for ((name, game), parts) in games.iter().zip(&told) {
            let (mut bytes, mut before) = (Vec::new(), None);
            for part in parts.keys() {
                put_part(&mut bytes, part, before);
                before = Some(part);
            }
            let mut head = super::position::head(name, &game.grounds);
            head["parts"] = parts.len().into();
            head["bytes"] = bytes.len().into();
            heads.push(head);
            packed.push(bytes);
        }
        let mut forms = Vec::new();
        for form in &proof.forms[1..] {
            put_list(&mut forms, form.iter().map(|&option| option.into()));
        }
        let mut sums: Vec<(Vec<u128>, Vec<u128>)> = proof
            .sums
            .iter()
            .map(|sum| {
                let mut parts: Vec<u128> = sum.parts.iter().map(|part| places[part]).collect();
                let mut forms: Vec<u128> = sum.forms.iter().map(|&form| form.into()).collect();
                parts.sort_unstable();
                forms.sort_unstable();
                (parts, forms)
            })
            .collect();
        sums.sort_unstable();
        let mut listed = Vec::new();
        for (parts, forms) in &sums {
            put_list(&mut listed, parts.iter().copied());
            put_list(&mut listed, forms.iter().copied());
        }
        let head = json!({
            "outcome": if proof.wins { "N" } else { "P" },
            "heaps": heaps,
            "small": WRITTEN.cells,
            "together": WRITTEN.birthday,
            "games": heads,
            "forms": proof.forms.len() - 1,
            "form_bytes": forms.len(),
            "sums": sums.len(),
            "sum_bytes": listed.len(),
        });
        packed.extend([forms, listed]);
        let file = File::new("grundy-misere-position 1", &head, packed)?;
        Ok(Self { file, sums: sums.len() as u64 })
    }

    /// How many sums it claims to be P.
    pub fn sums(&self) -> u64 {
        self.sums
    }

    /// How large the file will be, in bytes.
    pub fn bytes(&self) -> u64 {
        self.file.bytes()
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.file.write(out)
    }
}

/// The nim-heaps of a sum, ascending.
fn heaps(sum: &[Arc<dyn Component>]) -> Result<Vec<u32>, Stop> {
    let mut heaps = Vec::new();
    for nim in sum.iter().filter(|component| component.identity() == "nim") {
        for heap in (0..nim.parts()).flat_map(|part| nim.heaps(part)) {
            let small = to_u64(&heap).filter(|&heap| heap <= MAX_HEAP);
            match small {
                Some(0) => {}
                Some(heap) if heaps.len() < MAX_HEAPS => heaps.push(heap as u32),
                _ => {
                    return Err(Stop::Refused(format!(
                        "a certificate of misère play has at most {MAX_HEAPS} nim-heaps of at most {MAX_HEAP}"
                    )));
                }
            }
        }
    }
    heaps.sort_unstable();
    Ok(heaps)
}

/// Whether the checker knows the rules of all components: before a long search is begun.
///
/// # Errors
/// Refused, with the games that it knows, or if there are larger or more nim-heaps than it reads.
pub fn allowed(sum: &[Arc<dyn Component>]) -> Result<(), Stop> {
    let known = |component: &Arc<dyn Component>| {
        let Some(apart) = component.proving_apart() else { return component.identity() == "nim" };
        (0..component.parts()).all(|part| apart.ground(component.position(part)).is_some())
    };
    if !sum.iter().all(known) {
        return Err(refused(KNOWN));
    }
    heaps(sum).map(|_| ())
}

/// Adds a position of a game that falls apart.
fn add(
    games: &mut BTreeMap<Name, OfGame>,
    component: &dyn Component,
    part: usize,
) -> Result<(), Stop> {
    let position = component.position(part);
    let apart = component.proving_apart().ok_or_else(|| refused(KNOWN))?;
    let ground = apart.ground(position).ok_or_else(|| refused(KNOWN))?;
    let game = games.entry(super::position::name(&ground)).or_insert_with(|| OfGame {
        apart,
        grounds: Vec::new(),
        parts: Vec::new(),
    });
    // Equal names mean equal rules, and parts have the numbers of the first.
    let parts = game.apart.parts(position).ok_or_else(|| refused(KNOWN))?;
    game.parts.extend(parts);
    game.grounds.push(ground);
    Ok(())
}

/// Puts an ascending list: how many, the first, and by how much each exceeds the one before.
fn put_list(packed: &mut Vec<u8>, list: impl ExactSizeIterator<Item = u128>) {
    put(packed, list.len() as u128);
    let mut before = 0;
    for number in list {
        put(packed, number - before);
        before = number;
    }
}
