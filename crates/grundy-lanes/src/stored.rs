//! The types in which values are stored.

mod sealed {
    /// Only numbers, of which any bits are a value.
    pub trait Sealed {}
}

/// A value as it is stored: a byte or two.
pub trait Stored:
    sealed::Sealed + Copy + Eq + Ord + Default + Send + Sync + std::fmt::Debug + 'static
{
    /// The greatest: stands for "none" where a value may be missing.
    const NONE: Self;

    /// The low bits of a number.
    fn of(x: u32) -> Self;

    /// As a number.
    fn number(self) -> u32;

    /// Exclusive or.
    fn xor(self, other: Self) -> Self;

    /// Bitwise or.
    fn or(self, other: Self) -> Self;
}

macro_rules! stored {
    ($t:ty) => {
        impl sealed::Sealed for $t {}
        impl Stored for $t {
            const NONE: Self = <$t>::MAX;
            #[inline(always)]
            fn of(x: u32) -> Self {
                x as $t
            }
            #[inline(always)]
            fn number(self) -> u32 {
                self.into()
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
        }
    };
}
stored!(u8);
stored!(u16);
