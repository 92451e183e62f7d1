//! Words of which single bits are known, or are those of squares of the position.

/// A bit of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bit {
    /// 0 or 1.
    Known(bool),
    /// What stands on a square.
    Is(u8),
    /// The opposite of it.
    Not(u8),
}

/// Squares that are taken to have a 1, and others that are taken to have a 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Assumed {
    pub ones: u128,
    pub zeros: u128,
}

/// A number of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word([Bit; 64]);

impl Bit {
    pub const ZERO: Self = Self::Known(false);

    /// The opposite.
    pub fn flipped(self) -> Self {
        match self {
            Self::Known(value) => Self::Known(!value),
            Self::Is(square) => Self::Not(square),
            Self::Not(square) => Self::Is(square),
        }
    }

    /// Both; `None` where that is neither known nor the bit of one square.
    fn and(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Known(false), _) | (_, Self::Known(false)) => Some(Self::ZERO),
            (Self::Known(true), bit) | (bit, Self::Known(true)) => Some(bit),
            (a, b) if a == b => Some(a),
            (a, b) if a == b.flipped() => Some(Self::ZERO),
            _ => None,
        }
    }

    fn or(self, other: Self) -> Option<Self> {
        Some(self.flipped().and(other.flipped())?.flipped())
    }

    /// Whether exactly one is 1.
    pub fn xor(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Known(value), bit) | (bit, Self::Known(value)) => {
                Some(if value { bit.flipped() } else { bit })
            }
            (a, b) if a == b => Some(Self::ZERO),
            (a, b) if a == b.flipped() => Some(Self::Known(true)),
            _ => None,
        }
    }
}

impl Assumed {
    /// What a bit is now.
    pub fn bit(self, bit: Bit) -> Bit {
        let known = |square: u8| match (self.ones >> square & 1, self.zeros >> square & 1) {
            (1, _) => Some(true),
            (_, 1) => Some(false),
            _ => None,
        };
        match bit {
            Bit::Known(_) => bit,
            Bit::Is(square) => known(square).map_or(bit, Bit::Known),
            Bit::Not(square) => known(square).map_or(bit, |value| Bit::Known(!value)),
        }
    }

    /// The same and that a bit, which is not known yet, is 1 or 0.
    #[must_use]
    pub fn with(mut self, bit: Bit, value: bool) -> Self {
        match (bit, value) {
            (Bit::Is(square), true) | (Bit::Not(square), false) => self.ones |= 1 << square,
            (Bit::Is(square), false) | (Bit::Not(square), true) => self.zeros |= 1 << square,
            (Bit::Known(_), _) => {}
        }
        self
    }

    /// What a word is now.
    pub fn word(self, word: &Word) -> Word {
        Word(word.0.map(|bit| self.bit(bit)))
    }
}

impl From<i64> for Word {
    fn from(value: i64) -> Self {
        Self(std::array::from_fn(|i| Bit::Known(value >> i & 1 == 1)))
    }
}

impl From<Bit> for Word {
    fn from(bit: Bit) -> Self {
        let mut word = Self::from(0);
        word.0[0] = bit;
        word
    }
}

impl Word {
    /// A word whose bits from the lowest on are those of squares from `first` on.
    pub fn squares(first: usize, count: usize) -> Self {
        let bit = |i| if i < count { Bit::Is((first + i) as u8) } else { Bit::ZERO };
        Self(std::array::from_fn(bit))
    }

    pub fn bits(&self) -> &[Bit; 64] {
        &self.0
    }

    /// The number, if all its bits are known.
    pub fn known(&self) -> Option<i64> {
        let (least, greatest) = self.ends();
        (least == greatest).then_some(least)
    }

    /// Its bits with all that are not known being 0, and 1.
    fn ends(&self) -> (i64, i64) {
        self.0.iter().enumerate().fold((0, 0), |(least, greatest), (i, bit)| match bit {
            Bit::Known(false) => (least, greatest),
            Bit::Known(true) => (least | 1 << i, greatest | 1 << i),
            _ => (least, greatest | 1 << i),
        })
    }

    /// Numbers that it is not below and not above, if its sign is known.
    pub fn range(&self) -> Option<(i64, i64)> {
        matches!(self.0[63], Bit::Known(_)).then(|| self.ends())
    }

    /// The bits that are not known.
    pub fn unknown(&self) -> impl Iterator<Item = Bit> + '_ {
        self.0.iter().copied().filter(|bit| !matches!(bit, Bit::Known(_)))
    }

    /// All bits flipped.
    pub fn flipped(&self) -> Self {
        Self(self.0.map(Bit::flipped))
    }

    fn each(&self, other: &Self, join: impl Fn(Bit, Bit) -> Option<Bit>) -> Option<Self> {
        let mut word = *self;
        for (bit, other) in word.0.iter_mut().zip(other.0) {
            *bit = join(*bit, other)?;
        }
        Some(word)
    }

    /// Bit by bit; `None` where a bit of the result would hang on two squares.
    pub fn and(&self, other: &Self) -> Option<Self> {
        self.each(other, Bit::and)
    }

    pub fn or(&self, other: &Self) -> Option<Self> {
        self.each(other, Bit::or)
    }

    pub fn xor(&self, other: &Self) -> Option<Self> {
        self.each(other, Bit::xor)
    }

    /// `self << by` for `by` from 0 to 63, if it surely fits.
    pub fn shifted_up(&self, by: usize) -> Option<Self> {
        let sign @ Bit::Known(_) = self.0[63] else { return None };
        let fits = self.0[63 - by..].iter().all(|&bit| bit == sign);
        let bit = |i: usize| if i < by { Bit::ZERO } else { self.0[i - by] };
        fits.then(|| Self(std::array::from_fn(bit)))
    }

    /// `self >> by`, which keeps the sign.
    pub fn shifted_down(&self, by: usize) -> Self {
        Self(std::array::from_fn(|i| self.0[(i + by).min(63)]))
    }

    /// The sum, if no two bits meet and neither is negative.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let apart = self.0.iter().zip(&other.0).all(|(a, b)| *a == Bit::ZERO || *b == Bit::ZERO);
        let positive = self.0[63] == Bit::ZERO && other.0[63] == Bit::ZERO;
        (apart && positive).then(|| self.or(other))?
    }

    /// The difference, if each 1 of `other` is one of this word and neither is negative.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        let within = self
            .0
            .iter()
            .zip(&other.0)
            .all(|(a, b)| *b == Bit::ZERO || a == b || *a == Bit::Known(true));
        let positive = self.0[63] == Bit::ZERO && other.0[63] == Bit::ZERO;
        (within && positive).then(|| self.xor(other))?
    }
}
