//! What games of strings have in common: a move cuts a string, and whoever frees a coin must move again.

use crate::context::{Context, Stop};
use crate::ruleset::{FreeValue, Full, Options};
use crate::solve::search::Searched;
use grundy_search::strings;

/// Strings between coins, and from coins to the ground, with what was found out by search.
#[derive(Debug, Default)]
pub(crate) struct Net {
    rules: strings::Strings,
    searched: Searched,
}

/// Strings that are left, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strings {
    /// Which are left.
    pub left: u64,
    /// The turn has to be handed back.
    pub entailed: bool,
}

/// The greatest number of strings.
pub(crate) const MAX_STRINGS: usize = strings::Strings::STRINGS;

/// The numbers in a set.
pub(crate) fn numbers(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let number = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (number < MAX_STRINGS).then_some(number)
    })
}

impl Net {
    /// At most [`MAX_STRINGS`] strings with different ends, of which one may be the ground.
    pub fn new(ends: &[(u32, u32)], ground: Option<u32>) -> Self {
        let places = ends.iter().map(|&(u, v)| (u as usize, v as usize)).collect();
        let rules = strings::Strings::new(places, ground.map(|ground| ground as usize));
        Self { rules: rules.unwrap_or_default(), searched: Searched::default() }
    }

    /// The ends of a string.
    pub fn ends(&self, string: usize) -> (u32, u32) {
        let (u, v) = self.rules.ends(string);
        (u as u32, v as u32)
    }

    /// The number of the ground; none if no string ends there.
    pub fn ground(&self) -> Option<u32> {
        self.rules.ground().map(|ground| ground as u32)
    }

    /// All strings.
    pub fn all(&self) -> Strings {
        Strings { left: self.rules.all(), entailed: false }
    }

    /// Whether a string is the last one left of those with its ends.
    pub fn is_last(&self, left: u64, string: usize) -> bool {
        self.rules.is_last(left, string)
    }

    /// Pushes the moves that cut these strings, each tagged by the number of its string from 1; with what it leaves in
    /// the parts that `free` makes of it.
    ///
    /// To move again is the same as to hand the turn to the other player, who has one move, to hand it back: so a cut
    /// that frees a coin leaves strings that must be answered.
    pub fn options<I: IntoIterator<Item = Strings>>(
        &self,
        strings: &Strings,
        cuts: impl Iterator<Item = usize>,
        free: impl Fn(u64) -> I,
        out: &mut Options<Strings>,
    ) -> Result<(), Full> {
        if strings.entailed {
            return out.push(free(strings.left));
        }
        for cut in cuts {
            let (left, tag) = (strings.left & !(1 << cut), cut as u64 + 1);
            match self.rules.frees(left, cut) {
                true => out.push_tagged(tag, [Strings { left, entailed: true }])?,
                false => out.push_tagged(tag, free(left))?,
            }
        }
        Ok(())
    }

    /// The strings that hang together by coins, each set by itself.
    pub fn parts(&self, left: u64) -> Vec<Strings> {
        let mut parts = Vec::new();
        self.rules.parts(left, |left| parts.push(Strings { left, entailed: false }));
        parts
    }

    /// The value of strings that need not be answered, by the theorem of [`grundy_search::strings`] and search.
    pub fn free_value(
        &self,
        strings: &Strings,
        context: &Context<'_>,
    ) -> Result<Option<FreeValue>, Stop> {
        if strings.entailed {
            return Ok(None);
        }
        let Some(left) = self.rules.settled(strings.left) else {
            return Ok(Some(FreeValue::Loony));
        };
        let mut parts = Vec::new();
        self.rules.parts(left, |part| parts.push(part));
        let value = self.searched.value(&self.rules, &parts, context)?;
        Ok(Some(FreeValue::Number(value)))
    }
}

/// Why lengths of play are not told: handing the turn over and back would count as moves.
pub(crate) const NO_LENGTHS: &str = "how long a game of lines or strings lasts is not told: each is drawn or cut just once, and whoever frees a coin or completes a cell goes on";

/// Why a position has its value.
pub(crate) const METHOD: &str = "proof-number search over parts and nimbers (Nimstring)";
