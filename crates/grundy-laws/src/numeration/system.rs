//! Numeration systems: valid words in order, and an adder that has been proved.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use grundy::context::Stop;
use grundy::nat::Nat;
use hashbrown::HashMap;

use super::carry;
use super::error::SystemError;
use super::name::Name;
use super::order::Order;
use super::rank::{MAX_LENGTH, Ranks};
use crate::automaton::{Automaton, Budget, Overrun};

/// A numeration system: an automaton of valid words, in which leading zeros do not matter.
///
/// The number of a word is its rank, how many valid words of the same length come before it. Nothing
/// else is believed about the system: less-than and the successor follow from the order, and the
/// adder is proved by induction from the successor. A system that cannot be proved is refused.
///
/// ```
/// use grundy_laws::automaton::Budget;
/// use grundy_laws::numeration::{Name, System};
/// let system = System::new(&Name::Zeckendorf, &Budget::default()).unwrap();
/// // 100 = 89 + 8 + 3.
/// assert_eq!(system.word(&100u8.into()), Some(vec![1, 0, 0, 0, 0, 1, 0, 1, 0, 0]));
/// assert_eq!(system.number(&[1, 0, 1, 0, 0]), Some(11u8.into()));
/// assert_eq!(system.number(&[1, 1]), None);
/// let numbers = [30u8, 70, 100].map(Into::into);
/// assert_eq!(system.holds(system.adder(), &numbers), Some(true));
/// ```
#[derive(Debug)]
pub struct System {
    name: String,
    kind: Option<Name>,
    order: Order,
    adder: Automaton,
    ranks: Ranks,
    /// Automata that were asked for, by what they say.
    pub(super) known: Mutex<HashMap<Known, Arc<Automaton>>>,
}

/// How far from the bounds of great places the sums of small ones may be.
const ROOMS: [f64; 3] = [0.75, 2.0, 8.0];

/// An automaton that a system remembers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Known {
    /// All tuples of valid words.
    Tuples(usize),
    /// Σ aᵢ·xᵢ + c = 0.
    Equal(Vec<i64>, i64),
    /// Σ aᵢ·xᵢ + c >= 0.
    AtLeast(Vec<i64>, i64),
    /// x xor y = z and the like, by truth table.
    Bits(u8),
    /// 10…0.
    Place,
}

impl System {
    /// Builds the system and proves its adder.
    ///
    /// # Errors
    /// [`SystemError`], also where addition is not found to be regular within the budget.
    pub fn new(name: &Name, budget: &Budget<'_>) -> Result<Self, SystemError> {
        let valid = carry::valid(name, budget)?;
        let order = Order::new(valid, budget)?;
        let pairs = &order.valid_pairs;
        let tuples = order.valid.product(&[0], pairs, &[1, 2], 3, |a, b| a && b, budget)?;
        let mut rooms = ROOMS.iter();
        let adder = loop {
            let Some(&room) = rooms.next() else {
                return Err(SystemError::Adder("carries within the bounds tried suffice"));
            };
            let adder = carry::adder(name, room, budget)?.and(&tuples, budget)?;
            match order.prove(&adder, budget) {
                Ok(()) => break adder,
                Err(SystemError::Adder(_)) => {}
                Err(error) => return Err(error),
            }
        };
        let ranks = Ranks::new(&order.valid);
        let kind = Some(name.clone());
        Ok(Self { name: name.to_string(), kind, order, adder, ranks, known: Mutex::default() })
    }

    /// A system of one's own: valid words over one track, and an adder over tracks x, y, z with
    /// x + y = z, which is proved.
    ///
    /// # Errors
    /// [`SystemError`].
    pub fn with(
        name: &str,
        valid: Automaton,
        adder: Automaton,
        budget: &Budget<'_>,
    ) -> Result<Self, SystemError> {
        let order = Order::new(valid, budget)?;
        order.prove(&adder, budget)?;
        let ranks = Ranks::new(&order.valid);
        let known = Mutex::default();
        Ok(Self { name: name.to_owned(), kind: None, order, adder, ranks, known })
    }

    /// The name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name among the systems that are built by name.
    pub const fn kind(&self) -> Option<&Name> {
        self.kind.as_ref()
    }

    /// Digits of one track.
    pub const fn base(&self) -> u32 {
        self.order.valid.base()
    }

    /// Whether words are binary numbers, so that numbers can be combined bit by bit.
    pub fn is_binary(&self) -> bool {
        self.base() == 2 && self.order.valid.is_universal()
    }

    /// Whether all words of digits are valid: then this is positional notation.
    pub(super) fn is_positional(&self) -> bool {
        self.order.valid.is_universal()
    }

    /// The valid words.
    pub const fn valid(&self) -> &Automaton {
        &self.order.valid
    }

    /// x < y, for (x, y).
    pub const fn less(&self) -> &Automaton {
        &self.order.less
    }

    /// y = x + 1, for (x, y).
    pub const fn successor(&self) -> &Automaton {
        &self.order.successor
    }

    /// x + y = z, for (x, y, z).
    pub const fn adder(&self) -> &Automaton {
        &self.adder
    }

    /// The word of a number without leading zeros, most significant digit first; none for 0.
    /// `None` if it had more than 32768 digits. O(digits) additions.
    pub fn word(&self, number: &Nat) -> Option<Vec<u8>> {
        self.ranks.word(&self.order.valid, number)
    }

    /// The same for a machine word. O(digits).
    pub fn small_word(&self, number: u64) -> Option<Vec<u8>> {
        let small = self.ranks.small_word(&self.order.valid, number);
        small.or_else(|| self.word(&number.into()))
    }

    /// The number of a word; `None` if the word is not valid or has more than 32768 digits.
    pub fn number(&self, word: &[u8]) -> Option<Nat> {
        self.ranks.number(&self.order.valid, word)
    }

    /// The number of a word; `None` if the word is not valid, `Some(None)` if the number does not
    /// fit a machine word. O(digits).
    pub fn small_number(&self, word: &[u8]) -> Option<Option<u64>> {
        self.ranks.small_number(&self.order.valid, word)
    }

    /// The numbers of the tracks of a word of letters.
    pub fn numbers(&self, automaton: &Automaton, word: &[u32]) -> Option<Vec<Nat>> {
        automaton.split(word).iter().map(|word| self.number(word)).collect()
    }

    /// Whether a relation holds between numbers; `None` if one is too great to be written.
    pub fn holds(&self, relation: &Automaton, numbers: &[Nat]) -> Option<bool> {
        let words: Option<Vec<Vec<u8>>> = numbers.iter().map(|n| self.word(n)).collect();
        Some(relation.accepts(&words?))
    }

    /// The same for machine words.
    pub fn holds_small(&self, relation: &Automaton, numbers: &[u64]) -> Option<bool> {
        let words: Option<Vec<Vec<u8>>> = numbers.iter().map(|&n| self.small_word(n)).collect();
        Some(relation.accepts(&words?))
    }

    /// All tuples of numbers.
    ///
    /// # Errors
    /// [`Overrun`].
    pub fn tuples(&self, tracks: usize, budget: &Budget<'_>) -> Result<Arc<Automaton>, Overrun> {
        self.remember(Known::Tuples(tracks), || {
            if tracks == 0 || self.is_positional() {
                return Automaton::constant(self.base(), tracks, true);
            }
            let fewer = self.tuples(tracks - 1, budget)?;
            let places: Vec<usize> = (0..tracks - 1).collect();
            let valid = &self.order.valid;
            fewer.product(&places, valid, &[tracks - 1], tracks, |a, b| a && b, budget)
        })
    }

    /// The tuples of numbers between which the relation does not hold.
    ///
    /// # Errors
    /// [`Overrun`].
    pub fn complement(
        &self,
        relation: &Automaton,
        budget: &Budget<'_>,
    ) -> Result<Automaton, Overrun> {
        if self.is_positional() {
            return Ok(relation.complement());
        }
        self.tuples(relation.tracks(), budget)?.minus(relation, budget)
    }

    /// The numbers of a tuple for which a relation does not hold: the least that there are in the
    /// order of lengths of words, then of words.
    ///
    /// # Errors
    /// [`Overrun`], also where there is one whose numbers have too many digits to be told.
    pub fn counterexample(
        &self,
        relation: &Automaton,
        budget: &Budget<'_>,
    ) -> Result<Option<Vec<Nat>>, Overrun> {
        let not = self.complement(relation, budget)?;
        let Some(word) = not.shortest() else { return Ok(None) };
        // A counterexample that cannot be told is none the less one.
        self.numbers(&not, &word).map(Some).ok_or_else(|| self.too_long())
    }

    /// What is said of numbers whose words cannot be written.
    pub(super) fn too_long(&self) -> Overrun {
        let what = format!("a number has more than {MAX_LENGTH} digits in {}", self.name);
        Overrun::Stop(Stop::Refused(what))
    }

    pub(super) fn remember(
        &self,
        what: Known,
        make: impl FnOnce() -> Result<Automaton, Overrun>,
    ) -> Result<Arc<Automaton>, Overrun> {
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = lock().get(&what) {
            return Ok(found.clone());
        }
        // Not while making: that may ask for others.
        let made = Arc::new(make()?);
        lock().insert(what, made.clone());
        Ok(made)
    }
}

impl fmt::Display for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
