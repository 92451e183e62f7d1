//! Tame positions: those that misère play treats as it treats nim-heaps.
//!
//! Give every position two numbers: its Grundy value g+, and g-, computed in the same way but with
//! 1 for finished positions. A position is *tame* here if all of its options are tame and
//! (g+, g-) is (0,1) or (1,0) (*fickle*), or (n,n) (*firm*). A sum is firm if one of its parts is;
//! g+ of a sum is the nim-sum, and so is g- of a firm sum; a sum of fickle parts is fickle.
//!
//! **Theorem.** A sum of tame positions is P in misère play iff its g- is 0.
//!
//! Proof. By induction; let S be a sum of tame parts and claim: all parts fickle: P iff g+ = 1;
//! some part firm: P iff g+ = 0. (Those are the sums with g- = 0.)
//!
//! 1. All fickle, g+ = 1. A move takes a part G to G'. If G' is fickle, g+(G') differs from
//!    g+(G), so the result has g+ = 0 and is N. If G' is firm of value n, the result is P only if
//!    n is the nim-sum of the other parts, g+(G) xor 1 = g-(G); but no option of G has g- = g-(G).
//! 2. All fickle, g+ = 0. If nothing can be moved, it is N. If some g+(G) = 1, G has an option with
//!    g+ = 0; not all of those are firm, since then one has g- = 0 = g-(G). So one is fickle:
//!    moving to it leaves g+ = 1, P. Otherwise all parts have g+ = 0, g- = 1; one that is not finished
//!    has an option with g- = 0, which is not a firm 0 as g+(G) = 0: a fickle 1, and moving to it
//!    leaves P.
//! 3. Some firm, g+ = 0. A move that leaves a firm part changes g+, so it leaves N. Otherwise G was
//!    the only firm part, of value n, the others have nim-sum n (0 or 1), G' is fickle, and the
//!    result is P only if g+(G') = n xor 1, that is g-(G') = n = g-(G), which is not so.
//! 4. Some firm, g+ = x > 0. Let G be a part and G' an option with g+(G') = g+(G) xor x < g+(G). If
//!    a firm part is left, this leaves P. Otherwise G, of value n, was the only firm part, and the
//!    nim-sum y of the others is 0 or 1, n not y. If n > y, then G has an option with g- = y: a
//!    firm y leaves a firm part and g+ = 0; a fickle one has g+ = y xor 1 and leaves fickle parts
//!    with g+ = 1; both P. If n < y, then n = 0, y = 1, and a fickle part with g+ = 1 has an option
//!    with g+ = 0; moving to it leaves the firm 0 and g+ = 0: P.
//!
//! # Literature
//! J. H. Conway, *On Numbers and Games* ch. 12 (1976); E. R. Berlekamp, J. H. Conway, R. K. Guy,
//! *Winning Ways* ch. 13 (1982). Bouton's rule for misère Nim (1901) and the SJ theorem (Jia 2009)
//! are special cases.

use crate::nimber::MexSet;

/// What misère play sees of a tame position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tame {
    /// (g+, g-) = (0,1), or (1,0) if true: like nim-heaps of size at most 1.
    Fickle(bool),
    /// (g+, g-) = (n,n): like sums of nim-heaps of which one is larger than 1.
    Firm(u64),
}

impl Tame {
    /// The type of a position with these two values, if that is tame.
    ///
    /// ```
    /// use grundy::solve::tame::Tame;
    /// assert_eq!(Tame::of(0, 1), Some(Tame::Fickle(false)));
    /// assert_eq!(Tame::of(3, 3), Some(Tame::Firm(3)));
    /// assert_eq!(Tame::of(2, 0), None);
    /// ```
    pub fn of(normal: u64, misere: u64) -> Option<Self> {
        match (normal, misere) {
            (0, 1) => Some(Self::Fickle(false)),
            (1, 0) => Some(Self::Fickle(true)),
            (n, m) if n == m => Some(Self::Firm(n)),
            _ => None,
        }
    }

    /// g+, the Grundy value.
    pub fn normal(&self) -> u64 {
        match *self {
            Self::Fickle(one) => u64::from(one),
            Self::Firm(n) => n,
        }
    }

    /// g-, the misère Grundy value.
    pub fn misere(&self) -> u64 {
        match *self {
            Self::Fickle(one) => u64::from(!one),
            Self::Firm(n) => n,
        }
    }

    /// The type of a sum.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Fickle(a), Self::Fickle(b)) => Self::Fickle(a ^ b),
            (a, b) => Self::Firm(a.normal() ^ b.normal()),
        }
    }

    /// The type of the empty sum.
    pub const fn empty() -> Self {
        Self::Fickle(false)
    }
}

/// The two values of a position from the types of its options; `None` if it is not tame.
#[derive(Debug, Default)]
pub struct TameMex {
    normal: MexSet,
    misere: MexSet,
    any: bool,
}

impl TameMex {
    /// Takes an option into account.
    pub fn insert(&mut self, option: &Tame) {
        self.normal.insert(option.normal());
        self.misere.insert(option.misere());
        self.any = true;
    }

    /// The type of the position; forgets the options.
    pub fn take(&mut self) -> Option<Tame> {
        let misere = if self.any { self.misere.mex() } else { 1 };
        let tame = Tame::of(self.normal.mex(), misere);
        self.normal.clear();
        self.misere.clear();
        self.any = false;
        tame
    }
}
