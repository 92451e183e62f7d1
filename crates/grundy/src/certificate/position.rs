//! Certificates of positions that fall apart, written: what a search proved of boards, graphs and Sprouts.
//!
//! A certificate is the line `grundy-position 1`, a line of JSON, packed claims, and the 32 bytes of the
//! SHA-256 of all of that. [`verify`](mod@crate::verify) reads it, and shares no code with this module.
//!
//! | member of the line | what |
//! |---|---|
//! | `outcome`, `value` | N or P; the Grundy value, or null if it is not claimed |
//! | `nimber` | the nim-sum of the nim-heaps beside the positions |
//! | `small` | parts of at most so many squares or vertices, or half as many lives, have no claims |
//! | `games` | for each game its name; `boards` (rows), or `vertices`, `pairs` and what is `left` of them, with `partners` where exchanging those answers every move, or `texts`, and the `rules` of games that were read from texts; the number of `claims` and their `bytes` |
//!
//! A claim is two numbers, each in bytes of seven bits, the lowest first, with the highest bit set in all
//! but the last. The first is by how much the number of the part exceeds that of the part before
//! ([`Ground`] says which number a part has). Where parts are told by texts three things stand in its place: how
//! many bytes the text has from the beginning of the one before, how many more, and those. The second number is
//! 2v + 1 if the value is v, or twice the sum of
//! 2^n for the nimbers n that it is not.

use super::packed::{File, put, put_part};
use crate::context::{Context, Stop};
use crate::game::{Claim, Component, Ground, MAX_UNCLAIMED_CELLS, Part, Proof, Wanted};
use crate::nat::to_u64;
use crate::outcome::Outcome;
use crate::sorting::sort_by;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

/// Nim-heaps beside the positions are smaller than this.
const MAX_HEAP: u64 = 1 << 31;

/// A certificate before it is written.
///
/// ```
/// use grundy::certificate::position::{Certificate, Known};
/// use grundy::{Catalogue, Context, Expression, Outcome, verify};
/// let Expression::Sum(sum) = Catalogue::default().read("cram(3,5) + nim(2)").unwrap() else { panic!() };
/// let known = Known { outcome: Outcome::N, value: Some(3) };
/// let certificate = Certificate::new(&sum, known, &Context::default()).unwrap();
/// let mut file = Vec::new();
/// certificate.write(&mut file).unwrap();
/// assert_eq!(file.len() as u64, certificate.bytes());
/// let found = verify::verify_position(&mut &file[..], &Context::default()).unwrap();
/// assert_eq!((found.position, found.value), ("cram(3,5) + nim(2)".to_owned(), Some(3)));
/// ```
#[derive(Clone, Debug)]
pub struct Certificate {
    file: File,
    claims: u64,
}

/// What is known of a sum, and to be proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, if it is known.
    pub value: Option<u64>,
}

/// The positions of one game.
#[derive(Default)]
struct OfGame {
    grounds: Vec<Ground>,
    claims: BTreeMap<Part, Claim>,
}

/// What tells a game from others.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Name {
    /// Its name.
    Plain(String),
    /// Its name, the vertices of the graph, and the edges or pairs.
    OnGraph(String, Vec<String>, Vec<(usize, usize)>),
    /// Its rules.
    Rules(Vec<String>),
}

impl Certificate {
    /// Takes a proof out of the searches of the components, and searches again what they forgot.
    ///
    /// # Complexity
    /// O(claims · options), besides further search.
    ///
    /// # Errors
    /// [`Stop`] at a limit or when cancelled; refused for games that the checker does not know, and if
    /// what is to be proved is false.
    pub fn new(
        sum: &[Arc<dyn Component>],
        known: Known,
        context: &Context<'_>,
    ) -> Result<Self, Stop> {
        allowed(sum)?;
        let mut nimber = 0;
        let mut parts: Vec<(&dyn Component, usize)> = Vec::new();
        for component in sum {
            for part in 0..component.parts() {
                if component.identity() != "nim" {
                    parts.push((&**component, part));
                    continue;
                }
                for heap in component.heaps(part) {
                    let small = to_u64(&heap).filter(|&heap| heap < MAX_HEAP);
                    nimber ^= small.ok_or_else(|| {
                        let most = MAX_HEAP - 1;
                        Stop::Refused(format!("a certificate has nim-heaps of at most {most}"))
                    })?;
                }
            }
        }
        // One part need not have a known value where no value is claimed: the one that has most to say.
        let length =
            |(component, part): &(&dyn Component, usize)| component.print_part(*part).len();
        sort_by(&mut parts, &|a, b| length(a).cmp(&length(b)));
        let (mut games, mut missing) = (BTreeMap::<Name, OfGame>::new(), nimber);
        for (i, &(component, part)) in parts.iter().enumerate() {
            let open = known.value.is_none() && known.outcome == Outcome::N && i + 1 == parts.len();
            let wanted = match u32::try_from(missing) {
                Ok(missing) if open => Wanted::Other(missing),
                _ => Wanted::Value,
            };
            let Some(proof) = component.prove(part, wanted, context)? else {
                return Err(refused(KNOWN));
            };
            missing ^= proof.value.unwrap_or(0);
            add(&mut games, proof);
        }
        let open = known.value.is_none() && known.outcome == Outcome::N && !parts.is_empty();
        let right = known.value.is_none_or(|value| value == missing);
        let follows = right && known.outcome == Outcome::of(missing != 0);
        if !(open || follows) {
            return Err(Stop::Refused("what is to be proved is false".into()));
        }
        let claims = games.values().map(|game| game.claims.len() as u64).sum();
        let packed: Vec<Vec<u8>> = games.values().map(|game| pack(&game.claims)).collect();
        let told = games.iter().zip(&packed).map(|((name, of), packed)| {
            let mut told = head(name, &of.grounds);
            told["claims"] = of.claims.len().into();
            told["bytes"] = packed.len().into();
            told
        });
        let head = json!({
            "outcome": if known.outcome == Outcome::N { "N" } else { "P" },
            "value": known.value,
            "nimber": nimber,
            "small": MAX_UNCLAIMED_CELLS,
            "games": told.collect::<Vec<_>>(),
        });
        Ok(Self { file: File::new("grundy-position 1", &head, packed)?, claims })
    }

    /// How many claims about parts it has.
    pub fn claims(&self) -> u64 {
        self.claims
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

/// Whether the checker knows the rules of all components: before a long search is begun.
///
/// # Errors
/// Refused, with the games that it knows.
pub fn allowed(sum: &[Arc<dyn Component>]) -> Result<(), Stop> {
    match sum.iter().find(|component| component.identity() != "nim" && !component.proves()) {
        Some(_) => Err(refused(KNOWN)),
        None => Ok(()),
    }
}

/// The games that the checker knows in normal play.
const KNOWN: &str = "boards, graphs, partial orders, Sprouts and nim-heaps";

/// Refuses a game beside those `known`.
pub(super) fn refused(known: &str) -> Stop {
    Stop::Refused(format!(
        "a part of this has no certificate; there are certificates of {known}, and of rules in a text, if play ends and \
         a position is one board or at most two numbers"
    ))
}

/// What tells the game of a position from others.
pub(super) fn name(ground: &Ground) -> Name {
    match ground {
        Ground::Board { game, .. } | Ground::Drawing { game, .. } => Name::Plain(game.clone()),
        Ground::Graph { game, vertices, pairs, .. } => {
            Name::OnGraph(game.clone(), vertices.clone(), pairs.clone())
        }
        Ground::Rules { texts, .. } => Name::Rules(texts.clone()),
    }
}

/// A game and its positions as they are written.
pub(super) fn head(name: &Name, grounds: &[Ground]) -> Value {
    let (mut left, mut partners) = (Vec::new(), Vec::new());
    let (mut boards, mut texts) = (Vec::new(), Vec::new());
    for ground in grounds {
        match ground {
            Ground::Board { rows, .. } => boards.push(rows),
            Ground::Drawing { text, .. } | Ground::Rules { position: text, .. } => texts.push(text),
            Ground::Graph { left: vertices, partners: pairs, .. } => {
                left.push(vertices);
                partners.push(pairs);
            }
        }
    }
    match name {
        Name::Plain(game) if !texts.is_empty() => json!({ "game": game, "texts": texts }),
        Name::Plain(game) => json!({ "game": game, "boards": boards }),
        Name::Rules(rules) => json!({ "game": "rules", "rules": rules, "texts": texts }),
        Name::OnGraph(game, vertices, pairs) => {
            let mut told =
                json!({ "game": game, "vertices": vertices, "pairs": pairs, "left": left });
            if partners.iter().any(|pairs| !pairs.is_empty()) {
                told["partners"] = json!(partners);
            }
            told
        }
    }
}

fn add(games: &mut BTreeMap<Name, OfGame>, proof: Proof) {
    let game = games.entry(name(&proof.ground)).or_default();
    game.grounds.push(proof.ground);
    for (key, claim) in proof.claims {
        let both = match (game.claims.get(&key), claim) {
            (Some(&Claim::Value(value)), _) => Claim::Value(value),
            (Some(&Claim::Not(a)), Claim::Not(b)) => Claim::Not(a | b),
            (_, claim) => claim,
        };
        game.claims.insert(key, both);
    }
}

fn pack(claims: &BTreeMap<Part, Claim>) -> Vec<u8> {
    let (mut packed, mut before) = (Vec::new(), None);
    for (part, claim) in claims {
        put_part(&mut packed, part, before);
        before = Some(part);
        put(
            &mut packed,
            match *claim {
                Claim::Value(value) => u128::from(value) << 1 | 1,
                Claim::Not(mask) => u128::from(mask) << 1,
            },
        );
    }
    packed
}
