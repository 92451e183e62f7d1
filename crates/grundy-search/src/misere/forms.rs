//! Simplest forms of small games in misère play.
//!
//! # Theorem 1 (J. H. Conway, *On Numbers and Games* ch. 12, 1976)
//! Games G and H are *equal* in misère play if G + X and H + X have the same outcome for all X. Let G have all
//! options of H, and others, each of which has H as an option (they are *reversible through* H). Then G = H,
//! provided that, if H has no options, G is N.
//!
//! Proof, by induction on X: G + X has the outcome of H + X. A move of the player to move to an option of H, or
//! in X, is there in both sums, and leaves sums with equal outcomes. So if H + X has a winning move, G + X has
//! it. If H + X has none, but is N, then neither H nor X has options, and G + X = G is N by the proviso. If H + X
//! is P, then so is G + X: a move to a reversible option G' is answered by that to H in G', which leaves H + X, and
//! any other loses as it does in H + X; and there is a move, as H or X has one.
//!
//! The proviso is needed: let G be the game with *2 alone as an option. *2 has 0 as an option, so it would be
//! reversible through 0; but *2 is N, so G is P, and 0 is N.
//!
//! # Theorem 2
//! The form of a sum is that of the game whose options are the forms of all options of the sum.
//!
//! Proof: equal games may be put for each other in sums and as options, by the definition.
//!
//! So *1 + *1 = 0: its option *1 is reversible through 0, and the sum is N, as *1 is P. But *2 + *2 is not 0: it is
//! P.
//!
//! # Theorem 3 (Conway; the proof is in `solve/tame.rs` of the crate `grundy`)
//! Give every game two numbers: g+, its Grundy value, and g-, computed in the same way but 1 for games without
//! options. A game is *tame* if all of its options are and (g+, g-) is (0,1) or (1,0), *fickle*, or (n,n), *firm*. A
//! sum of tame games is P iff: all are fickle and the nim-sum of the g+ is 1; or some are firm and it is 0.
//!
//! Theorem 3 decides sums of tame games alone. Beside other games, tame games with equal numbers are not equal:
//! *2 + *2 and *3 + *3 are different in misère play.

use std::collections::HashMap;

/// A simplest form, by number.
pub type Form = u32;

/// The game without options.
pub const ZERO: Form = 0;

/// No form was found within the limits.
const NONE: Form = u32::MAX;

/// How far forms are looked for.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Forms last at most so many moves, and have so many options.
    birthday: u32,
    options: usize,
    /// Sums looked at for one question.
    sums: u32,
}

/// Further on forms are dearer than what they spare.
const LIMITS: Limits = Limits { birthday: 24, options: 64, sums: 1 << 11 };

/// What a sum of tame games sees of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// (g+, g-) = (0,1), or (1,0) if true.
    Fickle(bool),
    /// (g+, g-) = (n,n).
    Firm(u32),
    /// Not tame.
    Wild,
}

impl Type {
    /// The type of a sum.
    fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Wild, _) | (_, Self::Wild) => Self::Wild,
            (Self::Fickle(a), Self::Fickle(b)) => Self::Fickle(a ^ b),
            (a, b) => Self::Firm(a.numbers().0 ^ b.numbers().0),
        }
    }

    /// g+ and g- of a tame game.
    fn numbers(self) -> (u32, u32) {
        match self {
            Self::Fickle(one) => (one.into(), (!one).into()),
            Self::Firm(n) => (n, n),
            Self::Wild => (0, 0),
        }
    }
}

#[derive(Debug)]
struct Data {
    /// Ascending.
    options: Box<[Form]>,
    is_p: bool,
    birthday: u32,
    kind: Type,
}

/// The forms met so far. Options have smaller numbers than what they are options of.
#[derive(Debug)]
pub struct Forms {
    data: Vec<Data>,
    numbers: HashMap<Box<[Form]>, Form>,
    sums: HashMap<(Form, Form), Form>,
    bytes: u64,
    limits: Limits,
    /// Sums that may still be looked at.
    fuel: u32,
    /// Whether nothing more is kept.
    full: bool,
    /// Sums looked at.
    work: u64,
}

impl Default for Forms {
    fn default() -> Self {
        let kind = Type::Fickle(false);
        let zero = Data { options: Box::default(), is_p: false, birthday: 0, kind };
        let numbers = [(Box::default(), ZERO)].into();
        Self {
            data: vec![zero],
            numbers,
            sums: HashMap::new(),
            bytes: 0,
            limits: LIMITS,
            fuel: LIMITS.sums,
            full: false,
            work: 0,
        }
    }
}

impl Forms {
    /// Finds every form until it is [closed](Self::close).
    pub fn unlimited() -> Self {
        let limits = Limits { birthday: u32::MAX, options: usize::MAX, sums: u32::MAX };
        Self { limits, fuel: limits.sums, ..Self::default() }
    }

    /// How many moves a game of this form lasts at most.
    pub fn birthday(&self, form: Form) -> u32 {
        self.data[form as usize].birthday
    }

    /// How many forms were met.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether none was met: there is always one, [`ZERO`].
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }

    /// The options of a form, ascending.
    pub fn options(&self, form: Form) -> &[Form] {
        &self.data[form as usize].options
    }

    /// Whether a form is P in misère play.
    pub fn is_p(&self, form: Form) -> bool {
        self.data[form as usize].is_p
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Sums looked at so far.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Allows a new question so many sums as usual.
    pub fn refuel(&mut self) {
        self.fuel = self.limits.sums;
    }

    /// From now on only what is known is answered.
    pub fn close(&mut self) {
        self.full = true;
    }

    /// Whether the player to move wins a sum of forms, if all are tame.
    pub fn wins(&self, forms: impl Iterator<Item = Form>) -> Option<bool> {
        let kinds = forms.map(|form| self.data[form as usize].kind);
        match kinds.fold(Type::Fickle(false), Type::plus) {
            Type::Wild => None,
            kind => Some(kind.numbers().1 != 0),
        }
    }

    /// The form of the game with these options; `None` beyond the limits.
    ///
    /// If the game is equal to H by theorem 1, options that H has not are born after H, and those of H before. So
    /// an option A that is last born among all has H as an option, and only options of A need be tried.
    pub fn of_options(&mut self, options: &mut Vec<Form>) -> Option<Form> {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.numbers.get(&**options) {
            return Some(known);
        }
        if self.full {
            return None;
        }
        let has_p = options.iter().any(|&option| self.is_p(option));
        let last = options.iter().copied().max_by_key(|&o| self.data[o as usize].birthday)?;
        let mut through = self.options(last).iter();
        let equal = through.find(|&&through| self.reduces(options, through, has_p)).copied();
        let form = match equal {
            Some(equal) => equal,
            None => {
                let birthday = self.data[last as usize].birthday + 1;
                if birthday > self.limits.birthday || options.len() > self.limits.options {
                    return None;
                }
                let kind = self.kind(options);
                let options = options.clone().into_boxed_slice();
                self.bytes += 64 + 4 * options.len() as u64;
                self.data.push(Data { options, is_p: !has_p, birthday, kind });
                self.data.len() as Form - 1
            }
        };
        self.bytes += 48 + 4 * options.len() as u64;
        self.numbers.insert(options.clone().into_boxed_slice(), form);
        Some(form)
    }

    /// Whether the game with these options, which is N iff `has_p`, is equal to `through` by theorem 1.
    fn reduces(&self, options: &[Form], through: Form, has_p: bool) -> bool {
        let own = self.options(through);
        let reversible = |option: &Form| {
            own.binary_search(option).is_ok()
                || self.options(*option).binary_search(&through).is_ok()
        };
        own.iter().all(|option| options.binary_search(option).is_ok())
            && options.iter().all(reversible)
            && (!own.is_empty() || has_p)
    }

    /// The type of the game with these options; there are some.
    fn kind(&self, options: &[Form]) -> Type {
        let kinds: Vec<Type> = options.iter().map(|&o| self.data[o as usize].kind).collect();
        if kinds.contains(&Type::Wild) {
            return Type::Wild;
        }
        let mex = |number: fn((u32, u32)) -> u32| {
            let mut all: Vec<u32> = kinds.iter().map(|kind| number(kind.numbers())).collect();
            all.sort_unstable();
            all.into_iter().fold(0, |mex, n| if n == mex { mex + 1 } else { mex })
        };
        match (mex(|n| n.0), mex(|n| n.1)) {
            (0, 1) => Type::Fickle(false),
            (1, 0) => Type::Fickle(true),
            (n, m) if n == m => Type::Firm(n),
            _ => Type::Wild,
        }
    }

    /// The form of a sum; `None` beyond the limits.
    pub fn plus(&mut self, a: Form, b: Form) -> Option<Form> {
        let (a, b) = (a.min(b), a.max(b));
        if a == ZERO {
            return Some(b);
        }
        if let Some(&known) = self.sums.get(&(a, b)) {
            return (known != NONE).then_some(known);
        }
        if self.full {
            return None;
        }
        self.work += 1;
        let birthday = self.birthday(a).saturating_add(self.birthday(b));
        let short = birthday <= self.limits.birthday && self.fuel > 0;
        self.fuel = self.fuel.saturating_sub(1);
        let sum = if short { self.sum(a, b) } else { None };
        // What failed for want of fuel may not fail later; it is tried no more all the same.
        self.bytes += 24;
        self.sums.insert((a, b), sum.unwrap_or(NONE));
        sum
    }

    fn sum(&mut self, a: Form, b: Form) -> Option<Form> {
        let mut options = Vec::with_capacity(self.options(a).len() + self.options(b).len());
        for i in 0..self.options(a).len() {
            options.push(self.plus(self.options(a)[i], b)?);
        }
        for i in 0..self.options(b).len() {
            options.push(self.plus(a, self.options(b)[i])?);
        }
        self.of_options(&mut options)
    }
}
