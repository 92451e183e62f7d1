//! Rules as the search sees them: connected parts in canonical form, and options as sums of them.

use std::fmt::Debug;

/// Impartial rules whose positions are sums of *parts*.
///
/// A part is not split further by the rules, and is in a form that equivalent parts share as far as the
/// rules know equivalences. A part without moves is better left out: it has the value 0, which is searched
/// for all the same.
pub trait Splitting: Sync {
    /// The limits are looked at each time this many pairs have been expanded.
    const STRIDE: u64 = 1 << 10;

    /// Parts of at most this [size](Self::size) are valued by all their options, at once.
    const MAX_VALUED_SIZE: u32 = 10;

    /// A part in canonical form.
    type Part: Clone + Eq + Debug + Send + Sync;

    /// A number that a part shares only with parts that play alike: their options have the same keys.
    fn key(&self, part: &Self::Part) -> u128;

    /// A number that no other part has.
    fn name(&self, part: &Self::Part) -> u128 {
        self.key(part)
    }

    /// A key is in a table that was kept: the parts that have it are to have it again.
    fn restore(&self, _key: u128) {}

    /// So many bytes may be used for what the rules keep of the parts they met.
    fn allow(&self, _bytes: u64) {}

    /// About how many moves the part has. The search tries what is small first, and values the smallest by
    /// all their options.
    fn size(&self, part: &Self::Part) -> u32;

    /// Pushes every option of `part`: parts, and the values of parts that are known at sight.
    /// Equal options may be pushed once.
    fn options(&self, part: &Self::Part, out: &mut Sums<Self::Part>);

    /// As [`options`](Self::options), and shows them after each stage: once `enough` says so, the rest is left
    /// out. All options have been shown at the end.
    fn options_in_stages(
        &self,
        part: &Self::Part,
        out: &mut Sums<Self::Part>,
        enough: &mut dyn FnMut(&Sums<Self::Part>) -> bool,
    ) {
        self.options(part, out);
        enough(out);
    }

    /// Bytes that the rules themselves keep of the parts they met.
    fn bytes(&self) -> u64 {
        0
    }
}

/// Rules as the search of misère play sees them: parts are told by their numbers, so that games of different
/// kinds can stand beside each other.
///
/// Options must be listed as they are. A part may be left out only if it has no moves, and two parts may share
/// a number only if their options do: a part whose Grundy value is 0 is not nothing in misère play, and two
/// equal parts do not cancel. Play must end.
pub trait Keyed {
    /// About how many moves the part has, or more: small parts are replaced by their simplest forms.
    fn size(&self, part: u128) -> u32;

    /// Pushes every option of `part`, without values; `false` if they cannot be listed, which ends the
    /// search.
    fn all_options(&self, part: u128, out: &mut Sums<u128>) -> bool;

    /// As [`all_options`](Self::all_options), with each part by its own number even if it plays as another does:
    /// whoever checks a proof may not know which do.
    fn named_options(&self, part: u128, out: &mut Sums<u128>) -> bool {
        self.all_options(part, out)
    }

    /// A number that is less after each move, such as that of the squares or vertices: proofs have the forms of
    /// parts that are small by it.
    fn cells(&self, part: u128) -> u32 {
        self.size(part)
    }

    /// Bytes that the rules themselves keep of the parts they met.
    fn kept_bytes(&self) -> u64 {
        0
    }

    /// So many bytes may be used for what can be left out.
    fn allow_bytes(&self, _bytes: u64) {}
}

/// The size of a part that was added without it.
const UNKNOWN: u32 = u32::MAX;

/// Options, each a sum of parts and of a nimber.
#[derive(Debug)]
pub struct Sums<P> {
    parts: Vec<P>,
    /// The sizes of the parts, [`UNKNOWN`] where nobody told.
    sizes: Vec<u32>,
    /// Of each option: where its parts end, and the nim-sum of its known parts.
    ends: Vec<(u32, u16)>,
    nimber: u16,
}

impl<P> Default for Sums<P> {
    fn default() -> Self {
        Self { parts: Vec::new(), sizes: Vec::new(), ends: Vec::new(), nimber: 0 }
    }
}

impl<P> Sums<P> {
    /// Adds a part to the option that is being made.
    #[inline]
    pub fn part(&mut self, part: P) {
        self.part_of_size(part, UNKNOWN);
    }

    /// Adds a part whose [size](Splitting::size) is known, so that nobody needs to find it again.
    #[inline]
    pub fn part_of_size(&mut self, part: P, size: u32) {
        self.parts.push(part);
        self.sizes.push(size);
    }

    /// Adds a part of known value to the option that is being made.
    #[inline]
    pub fn value(&mut self, value: u16) {
        self.nimber ^= value;
    }

    /// The option is complete; the next begins.
    #[inline]
    pub fn end(&mut self) {
        self.ends.push((self.parts.len() as u32, self.nimber));
        self.nimber = 0;
    }

    /// How many options are complete.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no option is complete.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Of option `i`: its parts, and the nim-sum of the others.
    #[inline]
    pub fn option(&self, i: usize) -> (&[P], u16) {
        let start = if i == 0 { 0 } else { self.ends[i - 1].0 };
        let (end, nimber) = self.ends[i];
        (&self.parts[start as usize..end as usize], nimber)
    }

    /// The size of the part of this number.
    #[inline]
    pub(crate) fn size<R: Splitting<Part = P>>(&self, rules: &R, i: u32) -> u32 {
        match self.sizes[i as usize] {
            UNKNOWN => rules.size(&self.parts[i as usize]),
            size => size,
        }
    }

    /// Adds the options of `other` with other names of their parts; those must have no values.
    pub fn extend_from<Q: Clone>(&mut self, other: &Sums<Q>, name: impl Fn(Q) -> P) {
        for i in 0..other.len() {
            let (parts, nimber) = other.option(i);
            debug_assert_eq!(nimber, 0, "a value says too little in misère play");
            parts.iter().for_each(|part| self.part(name(part.clone())));
            self.end();
        }
    }

    /// Puts other parts in the place of all parts; those must be of the same size.
    pub(crate) fn rename(&mut self, name: impl Fn(P) -> P)
    where
        P: Copy,
    {
        self.parts.iter_mut().for_each(|part| *part = name(*part));
    }

    /// The part of this number, counted over all options.
    #[inline]
    pub(crate) fn at(&self, i: u32) -> &P {
        &self.parts[i as usize]
    }

    /// The parts of all options, one after the other.
    #[inline]
    pub(crate) fn parts(&self) -> &[P] {
        &self.parts
    }

    /// Where the parts of option `i` start.
    #[inline]
    pub(crate) fn start(&self, i: usize) -> u32 {
        if i == 0 { 0 } else { self.ends[i - 1].0 }
    }

    /// Forgets all options.
    pub fn clear(&mut self) {
        self.parts.clear();
        self.sizes.clear();
        self.ends.clear();
        self.nimber = 0;
    }
}
